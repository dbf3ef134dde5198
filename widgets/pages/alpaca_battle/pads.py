"""Entering what was flipped at a table: a pad of numbers for each seat, one tap a card."""

from __future__ import annotations

import htpy as h

from companion.alpaca_battle.cards import WAR, card_title
from companion.alpaca_battle.view import View
from companion.game import Seat
from companion.language import _, plural
from widgets.pages.alpaca_battle.cards import picture
from widgets.parts.cards import nothing
from widgets.parts.controls import action_button, dumps
from widgets.parts.keyed import Part, keyed


def pads_card(view: View) -> Part:
    """Return the pads of all who are in, side by side."""
    if view.setup.virtual or view.phase != "choose":
        return nothing("pads")
    pads = [_pad(view, seat) for seat in view.alive]
    begun = any(view.chosen) or None  # then the others press at the same moment
    return keyed("pads", h.div(".tc-pads", style=f"--pads:{len(pads)}", data_quick=begun)[pads])


def _pad(view: View, seat: Seat) -> Part:
    name, entered = view.setup.names[seat], view.chosen[seat]
    told = card_title(entered) if entered else "–"
    return keyed(
        f"pad-{seat}",
        h.section(".tc-card.tc-pad", aria_label=name, data_entered=bool(entered) or None)[
            h.div(".tc-pad-head")[h.h3[h.bdi[name]], h.output[told]],
            _draw_first(view, seat) if view.must_draw[seat] else _keys(view, seat),
        ],
    )


def _keys(view: View, seat: Seat) -> h.Element:
    return h.div(".tc-keys", data_group="grid")[
        (_key(view, seat, card) for card in view.deck.fighters)
    ]


def _key(view: View, seat: Seat, card: str) -> h.Element:
    """Return a key; the one entered is pressed, and another one then changes it."""
    entered = view.chosen[seat]
    action = {"type": "change" if entered else "choose", "seat": seat, "card": card}
    label = _("{name}: {card}", name=view.setup.names[seat], card=card_title(card))
    return h.button(
        ".tc-button.tc-key",
        type="button",
        data_do=None if card == entered else dumps(action),
        aria_pressed="true" if card == entered else None,
        aria_label=label,
        data_focus_next="pads" if _is_first(view, seat, card) else None,
    )[[picture(WAR), card_title(card)] if card == WAR else card]


def _is_first(view: View, seat: Seat, card: str) -> bool:
    """Return whether this is where the focus goes when the pads come back after a war."""
    return (seat, card) == (view.alive[0], view.deck.fighters[0])


def _draw_first(view: View, seat: Seat) -> h.Node:
    return [h.p(".tc-soft")[_("No card is left in that hand.")], draw_button(view, seat)]


def draw_button(view: View, seat: Seat) -> h.Element:
    """Return the button to draw with an empty hand."""
    label = plural(
        "{name} draws {count} card first",
        "{name} draws {count} cards first",
        view.must_draw[seat],
        name=view.setup.names[seat],
    )
    return action_button(label, {"type": "draw", "seat": seat}, primary=True)
