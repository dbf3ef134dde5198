"""Steps that leave nobody a choice: the kit can do them by itself, if the table wants it to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import htpy as h
import msgspec

from companion.language import _, plural
from widgets.parts.controls import action_button
from widgets.parts.keyed import Part, keyed

Mode = Literal["off", "ask", "on"]
MODES: tuple[Mode, ...] = ("off", "ask", "on")
USUAL: Mode = "ask"
LINES = 4
"""So many sentences of a preview stand open; more fold away."""


class Switch(msgspec.Struct, frozen=True):
    """A kind of step that can be switched: what it is called, and what the kit does then."""

    id: str
    title: str
    words: str


class Step(msgspec.Struct, frozen=True):
    """A step that comes now: the switch it belongs to, the action, what exactly it will do.

    ``preview`` holds sentences.
    """

    id: str
    action: dict[str, Any]
    preview: tuple[str, ...]


def read(act: Mapping[str, Any]) -> Mode:
    """Return how a switch is to be set by an act of the page; ``ValueError`` for no such way."""
    for mode in MODES:
        if act.get("to") == mode:
            return mode
    raise ValueError(_("A switch is off, asks first, or is on."))


def mode_of(step: Step, switches: Mapping[str, Mode]) -> Mode:
    """Return how the switch of a step is set."""
    return switches.get(step.id, USUAL)


def preview(step: Step) -> h.Node:
    """Return what a step will do, to be read before its button."""
    if not step.preview:
        return None
    first, rest = step.preview[:LINES], step.preview[LINES:]
    more = plural("and {count} thing more", "and {count} things more", len(rest))
    return keyed(
        "preview",
        h.div(".tc-preview")[
            h.ul[(h.li[line] for line in first)],
            h.details[h.summary[more], h.ul[(h.li[line] for line in rest)]] if rest else None,
        ],
    )


def card(switches: Iterable[Switch], set_to: Mapping[str, Mode]) -> Part:
    """Return the card on which the steps are switched."""
    rows = [*switches]
    words = _(
        "These steps leave nobody a choice. The kit can do them on: at once by itself. Or ask: "
        "it says first what exactly it will do. Or off: just the button."
    )
    every = [one.id for one in rows]
    modes = {set_to.get(name, USUAL) for name in every}
    same = next(iter(modes)) if len(modes) == 1 else None
    return keyed(
        "automation",
        h.section(".tc-card")[
            h.details[
                h.summary(".tc-card-title")[_("What the kit does by itself")],
                h.div(".tc-switches")[
                    h.p(".tc-soft")[words],
                    keyed("switch-all", _row(_("All of them"), "", every, same)),
                    (_switch(one, set_to.get(one.id, USUAL)) for one in rows),
                ],
            ]
        ],
    )


def _switch(one: Switch, mode: Mode) -> Part:
    return keyed(f"switch-{one.id}", _row(one.title, one.words, [one.id], mode))


def _row(title: str, words: str, ids: list[str], mode: Mode | None) -> h.Element:
    return h.div(".tc-automatic", role="group", aria_label=title)[
        h.span[h.b[title], h.small[words] if words else None],
        h.span(".tc-modes")[(_mode(one, ids, one == mode) for one in MODES)],
    ]


def _mode(mode: Mode, ids: list[str], chosen: bool) -> h.Element:
    label = {"off": _("off"), "ask": _("ask"), "on": _("on")}[mode]
    act = {"table": "switch", "ids": ids, "to": mode}
    return action_button(label, act, aria_pressed="true" if chosen else "false")
