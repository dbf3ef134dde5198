"""The hands of a game the kit deals: open to a lone player, else behind the curtain."""

from __future__ import annotations

from typing import Any

import htpy as h

from companion.alpaca_battle.board import glimpse_text
from companion.alpaca_battle.cards import card_title
from companion.alpaca_battle.view import View
from companion.game import Seat
from companion.language import _, plural
from companion.secrets import Glimpse
from widgets.pages.alpaca_battle.cards import back, face
from widgets.pages.alpaca_battle.pads import draw_button
from widgets.parts.cards import card, nothing
from widgets.parts.controls import action_form, dumps, submit
from widgets.parts.keyed import Part, keyed


def hands_card(view: View) -> Part:
    """Return the hand of everyone who plays at this screen, side by side."""
    if not view.setup.virtual or view.phase == "over":
        return nothing("hands")
    seats = [seat for seat in view.alive if seat in view.setup.people]
    if not seats:
        return nothing("hands")
    hands = [_hand(view, seat) for seat in seats]
    return keyed("hands", h.div(".tc-pads.tc-hands", style=f"--pads:{len(seats)}")[hands])


def open_hand(view: View) -> Part:
    """Return the hand of a lone player with nothing to press."""
    if view.viewer is None or not view.setup.virtual or view.phase == "over":
        return nothing("open-hand")
    name = view.setup.names[view.viewer]
    faces = h.ul(".tc-hand")[(h.li(".tc-place")[face(one)] for one in view.hand)]
    return card("open-hand", faces, _("{name}’s hand", name=name))


def _hand(view: View, seat: Seat) -> Part:
    name = view.setup.names[seat]
    return keyed(
        f"hand-{seat}",
        h.section(".tc-card.tc-pad", aria_label=name, data_entered=bool(view.chosen[seat]) or None)[
            h.div(".tc-pad-head")[h.h3[h.bdi[name]], h.small(".tc-soft")[_status(view, seat)]],
            _cards(view, seat),
            draw_button(view, seat) if view.must_draw[seat] else None,
        ],
    )


def _status(view: View, seat: Seat) -> str:
    """Return what a seat is to do, in a word or two: the same for every hand it may hold."""
    if view.chosen[seat]:
        return _("has chosen")
    if view.phase == "lay" and view.owes[seat]:
        return _("lays cards")
    if seat not in view.to_act or view.must_draw[seat]:
        return ""
    return _("steals") if view.phase == "aim" else ""


def _cards(view: View, seat: Seat) -> h.Node:
    places = _lay_form(view, seat) if view.owes[seat] else _places(view, seat)
    if view.viewer == seat:
        return places
    look = h.button(".tc-button", type="button", data_look=dumps({"seat": seat}))[
        h.span[_("{name}: hold to see your hand", name=view.setup.names[seat])],
        h.small[_("covered when you let go")],
    ]
    return h.div(".tc-curtain", data_curtain="")[look, places]


def _covered(view: View, seat: Seat, row: h.Node) -> h.Node:
    """Return a row of places with room over it for their faces, while they are looked at."""
    if view.viewer == seat:
        return row
    return h.div(".tc-cover-grid")[row, h.div(data_secret="", hidden=True)]


def _picture(view: View, seat: Seat, place: int) -> h.Element:
    return face(view.hand[place]) if view.viewer == seat else back(str(place + 1))


# One tap on a place plays its card


def _places(view: View, seat: Seat) -> h.Node:
    held = view.hands[seat]
    buttons = [_place(view, seat, place) for place in range(held)]
    row = h.div(".tc-hand", data_group="row")[buttons]
    empty = h.p(".tc-soft")[_("No card is left in this hand.")]
    return _covered(view, seat, row if held else empty)


def _place(view: View, seat: Seat, place: int) -> h.Element:
    """Return a place to tap; while it is not the seat's turn, it answers why not."""
    can = view.phase == "choose" and seat in view.to_act
    return h.button(
        ".tc-place",
        type="button",
        data_do=dumps({"type": "play", "seat": seat, "place": place}),
        aria_label=_label(view, seat, place),
        aria_disabled=None if can else "true",
    )[_picture(view, seat, place)]


def _label(view: View, seat: Seat, place: int) -> str:
    if view.viewer == seat:
        return _("Play {card}", card=card_title(view.hand[place]))
    return _("{name}: play card {number}", name=view.setup.names[seat], number=place + 1)


# Laying cards in a war when the herd has run out


def _lay_form(view: View, seat: Seat) -> Part:
    action = {"type": "lay", "seat": seat}
    count = view.owes[seat]
    legend = plural(
        "Choose {count} card to lay face down", "Choose {count} cards to lay face down", count
    )
    ticks = [_tick(view, seat, place) for place in range(view.hands[seat])]
    return keyed(
        f"lay-{seat}-{view.battle}.{view.war}",
        action_form(action, {"places": "ints"}, aria_label=legend)[
            h.fieldset[h.legend[legend], _covered(view, seat, h.div(".tc-hand")[ticks])],
            h.div(".tc-actions")[submit(_("Lay face down"))],
        ],
    )


def _tick(view: View, seat: Seat, place: int) -> h.Element:
    words = card_title(view.hand[place]) if view.viewer == seat else str(place + 1)
    label = _("Card {number}", number=words)
    return h.label(".tc-playing")[
        h.input(type="checkbox", name="places", value=str(place), aria_label=label),
        _picture(view, seat, place),
    ]


# What only a seat may see


def private(view: View, _asked: dict[str, Any], _note: dict[str, Any] | None) -> h.Node:
    """Return what only the viewer may see, for as long as it holds the screen."""
    words = ", ".join(
        _("{place} {card}", place=place, card=card_title(one))
        for place, one in enumerate(view.hand, start=1)
    )
    return [
        h.ul(".tc-hand")[(h.li(".tc-place")[face(one)] for one in view.hand)],
        h.span(".tc-visually-hidden", data_said="")[words or _("You have no cards.")],
        h.div(".tc-private")[known_more(view)],
    ]


def known_more(view: View) -> list[h.Node]:
    """Return what the viewer knows besides its hand: its choice, and what it saw of others."""
    own = [_("You have chosen {card}.", card=card_title(view.picked))] if view.picked else []
    lines: list[h.Node] = [h.p(data_said="")[told] for told in own]
    return lines + [_glimpse(view, glimpse) for glimpse in view.glimpses]


def _glimpse(view: View, glimpse: Glimpse) -> h.Node:
    return h.div[
        h.span(".tc-laid", aria_hidden="true")[
            (h.b(".tc-mini")[_short(one)] for one in glimpse.cards)
        ],
        h.p(data_said="")[glimpse_text(view, glimpse)],
    ]


def _short(one: str) -> str:
    return one if one.isdigit() else card_title(one)[:1]


def known_card(view: View) -> Part:
    """Return what a lone player knows besides the own hand."""
    lines = known_more(view) if view.viewer is not None else []
    return card("known", lines, _("What you know")) if lines else nothing("known")
