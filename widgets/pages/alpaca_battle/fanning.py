"""Stealing where the kit deals: the others' cards fanned out face down, one tap takes one."""

from __future__ import annotations

import htpy as h

from companion.alpaca_battle.view import Fan, View
from companion.language import _, plural
from widgets.parts.cards import card, nothing
from widgets.parts.controls import dumps
from widgets.parts.keyed import Part

MOST = 60
"""So many cards of a herd are fanned out at most. All places of a fan are alike likely anything."""


def fans_card(view: View) -> Part:
    """Return the fans to steal from, for the seat that has turned up a Steal."""
    if view.phase != "aim" or view.aiming not in view.setup.people:
        return nothing("fans")
    name = view.setup.names[view.aiming]
    fans = [_fan(view, fan, first=at == 0) for at, fan in enumerate(view.fans[view.aiming])]
    return card("fans", fans, _("{name} takes one card, unseen", name=name))


def _fan(view: View, fan: Fan, *, first: bool) -> h.Element:
    target, where, count = fan
    other = view.setup.names[target]
    words = (
        plural("{other}’s hand: {count} card", "{other}’s hand: {count} cards", count, other=other)
        if where == "hand"
        else plural(
            "{other}’s herd: {count} card", "{other}’s herd: {count} cards", count, other=other
        )
    )
    backs = [_back(view, fan, place, first=first) for place in range(min(count, MOST))]
    return h.div(".tc-fan", role="group", aria_label=words)[
        h.h4[words], h.div(".tc-fanned", data_group="grid")[backs]
    ]


def _back(view: View, fan: Fan, place: int, *, first: bool) -> h.Element:
    target, where, _count = fan
    action = {"type": "steal", "seat": view.aiming, "target": target, "where": where}
    return h.button(
        ".tc-fan-card",
        type="button",
        data_do=dumps({**action, "place": place}),
        data_focus_next="fan" if first and not place else None,
    )[str(place + 1)]
