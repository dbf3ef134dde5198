"""The cards of a hand: open to its only player, or behind the curtain of a shared screen."""

from __future__ import annotations

from typing import Any

import htpy as h

from companion.cake_duel.state import partner
from companion.cake_duel.story import cards_text
from companion.cake_duel.troops import TROOP
from companion.cake_duel.view import View
from companion.game import Seat
from companion.language import _
from widgets.pages.cake_duel.cards import back, face
from widgets.parts.cards import card, nothing
from widgets.parts.controls import dumps
from widgets.parts.keyed import Part


def look_button(name: str, asked: dict[str, Any], words: str) -> h.Element:
    """Return the button that shows something private for as long as it is held."""
    return h.button(".tc-button", type="button", data_look=dumps(asked))[
        h.span[_("{name}: hold to see {words}", name=name, words=words)],
        h.small[_("covered when you let go, look away or pass the screen")],
    ]


def chosen_cards(view: View, seat: Seat, legend: str, *, laid: int = 0) -> h.Node:
    """Return the hand of ``seat`` to choose cards from, under the name ``cards``.

    Open where the viewer is its only player; else face down, to be looked at behind the curtain.
    With ``laid`` these are so many cards that the seat has just laid down.
    """
    cards, held = (view.laid, laid) if laid else (view.hand, view.hands[seat])
    if view.viewer == seat:
        return h.fieldset[
            h.legend[legend],
            h.div(".tc-hand")[(_tick(at, face(cards[at], str(at + 1))) for at in range(held))],
        ]
    asked = {"seat": seat, "show": "laid" if laid else "hand"}
    return h.div(".tc-curtain", data_curtain="")[
        look_button(view.setup.names[seat], asked, _("your cards")),
        h.fieldset[
            h.legend[legend],
            h.div(".tc-cover-grid")[
                h.div(".tc-hand")[(_tick(at, back(str(at + 1))) for at in range(held))],
                h.div(data_secret="", hidden=True),
            ],
        ],
    ]


def _tick(place: int, picture: h.Node) -> h.Element:
    label = _("Card {number}", number=place + 1)
    return h.label(".tc-playing")[
        h.input(type="checkbox", name="cards", value=str(place), aria_label=label), picture
    ]


def hand_card(view: View) -> Part:
    """Return the viewer's hand to look at, or a curtain for whoever is to act."""
    if not view.setup.virtual or view.phase == "over":
        return nothing("hand")
    if view.viewer is not None:
        return card("hand", _open_hand(view), _("Your cards"))
    if view.phase == "ended":
        return nothing("hand")
    seats = [seat for seat in view.to_act if seat in view.setup.people]
    return card("hand", [_curtain(view, seat) for seat in seats]) if seats else nothing("hand")


def _curtain(view: View, seat: Seat) -> h.Element:
    name = view.setup.names[seat]
    return h.div(".tc-curtain", data_curtain="")[
        look_button(name, {"seat": seat}, _("your hand")), h.div(data_secret="", hidden=True)
    ]


def _open_hand(view: View) -> h.Node:
    cards = h.ul(".tc-hand")[(h.li(".tc-playing")[face(one)] for one in view.hand)]
    return cards if view.hand else h.p(".tc-soft")[_("You have no cards.")]


def known_card(view: View) -> Part:
    """Return what the only player knows besides the own hand."""
    lines = known_more(view) if view.viewer is not None else []
    return card("known", lines, _("What you know")) if lines else nothing("known")


def private_cards(cards: tuple[str, ...]) -> h.Node:
    """Return cards for behind the curtain, each with its place."""
    words = ", ".join(
        _("{place} {card}", place=place, card=TROOP[one].title)
        for place, one in enumerate(cards, start=1)
    )
    return [
        h.ul(".tc-hand")[
            (h.li(".tc-playing")[face(one, str(at))] for at, one in enumerate(cards, start=1))
        ],
        h.span(".tc-visually-hidden", data_said="")[words or _("You have no cards.")],
    ]


def known_more(view: View) -> list[h.Element]:
    """Return what the viewer knows besides its hand: own plays, the partner, glimpses."""
    lines = []
    own = (*view.played, *view.laid)
    if own:
        lines.append(_("You have played {cards}.", cards=cards_text(own)))
    if view.seats == 4 and view.viewer is not None:
        name = view.setup.names[partner(view.viewer)]
        cards = cards_text(view.partner_hand) or _("no cards")
        lines.append(_("{name} holds {cards}.", name=name, cards=cards))
    for glimpse in view.glimpses:
        name = view.setup.names[glimpse.whose]
        cards = cards_text(glimpse.cards) or _("no cards")
        lines.append(_("You saw in {name}’s hand: {cards}.", name=name, cards=cards))
    return [h.p(".tc-soft")[line] for line in lines]


def would_be_true(view: View, troop: str, cards: list[int]) -> bool:
    """Return whether the viewer's own cards are plainly what is about to be claimed."""
    return all(view.hand[at] == troop for at in cards if at < len(view.hand))
