"""Steal and Reveal at a table, a tap each, and what has been used of them."""

from __future__ import annotations

from typing import Any

import htpy as h

from companion.alpaca_battle.board import used_text
from companion.alpaca_battle.cards import HAND, REVEAL, STEAL
from companion.alpaca_battle.view import Fan, View
from companion.game import Seat
from companion.language import _, plural
from widgets.pages.alpaca_battle.cards import picture
from widgets.parts.cards import card, nothing
from widgets.parts.controls import dumps
from widgets.parts.keyed import Part, keyed


def actions_card(view: View) -> Part:
    """Return the actions anyone may have played before the flip."""
    if view.setup.virtual or view.phase != "choose" or not _kinds(view):
        return nothing("actions")
    rows = [_row(view, seat) for seat in view.alive]
    return card("actions", [h.div(".tc-acts")[rows], _hints(view)], _("Actions before the flip"))


def _kinds(view: View) -> list[str]:
    """Return the actions this deck has."""
    return [kind for kind in (STEAL, REVEAL) if view.deck.cards.get(kind)]


def _row(view: View, seat: Seat) -> Part:
    name = view.setup.names[seat]
    return keyed(
        f"act-{seat}",
        h.div(".tc-act", role="group", aria_label=name)[
            h.h4[h.bdi[name]],
            h.div(".tc-choices")[
                _reveal(view, seat) if REVEAL in _kinds(view) else None,
                _steals(view, seat) if STEAL in _kinds(view) else None,
            ],
        ],
    )


def _steals(view: View, seat: Seat) -> h.Node:
    buttons = [_steal(view, seat, fan) for fan in view.fans[seat]]
    return h.div(".tc-act-steal")[h.span(".tc-act-kind")[picture(STEAL), _("Steal")], buttons]


def _steal(view: View, seat: Seat, fan: Fan) -> h.Element:
    target, where, count = fan
    name, other = view.setup.names[seat], view.setup.names[target]
    if where == "hand":
        words = _("{other}’s hand", other=other)
        label = _("{name} steals from {other}’s hand", name=name, other=other)
    else:
        words = _("{other}’s herd", other=other)
        label = _("{name} steals from {other}’s herd", name=name, other=other)
    action = {"type": "steal", "seat": seat, "target": target, "where": where}
    return _button(view, action, label, h.span[words, h.small[str(count)]])


def _reveal(view: View, seat: Seat) -> h.Element:
    label = _("{name} plays Reveal", name=view.setup.names[seat])
    action = {"type": "reveal", "seat": seat}
    return _button(view, action, label, [picture(REVEAL), h.span[_("Reveal")]])


def _button(view: View, action: dict[str, Any], label: str, content: h.Node) -> h.Element:
    """Return a button; once a seat has chosen its card, it answers why it is too late."""
    late = bool(view.chosen[action["seat"]]) or bool(view.must_draw[action["seat"]])
    return h.button(
        ".tc-button.tc-action",
        type="button",
        data_do=dumps(action),
        aria_label=label,
        aria_disabled="true" if late else None,
    )[content]


def _hints(view: View) -> Part:
    """Return what is drawn for an action and what is not, and what has been used."""
    lines = []
    if REVEAL in _kinds(view):
        lines.append(_("For a Reveal its owner draws one card at once."))
    if STEAL in _kinds(view):
        lines.append(_("For a stolen card nobody draws before the battle ends or a war starts."))
    lines.append(used_text(view))
    return keyed("acts-told", h.p(".tc-soft")[h.small[" ".join(filter(None, lines))]])


def short_hands(view: View) -> list[str]:
    """Return a reminder for each hand that is short of three though its herd has cards."""
    if view.phase not in ("choose", "aim"):
        return []
    return [_short(view, seat) for seat in view.alive if _is_short(view, seat)]


def _is_short(view: View, seat: Seat) -> bool:
    held = view.hands[seat] + bool(view.chosen[seat])
    waits = view.must_draw[seat] or seat == view.aiming  # a card comes at once
    return held < HAND and view.herds[seat] > 0 and not waits


def _short(view: View, seat: Seat) -> str:
    held = view.hands[seat] + bool(view.chosen[seat])
    return plural(
        "{name} plays with {count} card: the next are drawn after the battle or when a war starts.",
        "{name} plays with {count} cards: the next are drawn after the battle or when a war "
        "starts.",
        held,
        name=view.setup.names[seat],
    )
