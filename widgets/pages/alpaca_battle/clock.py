"""The agreed time of a game: set, stopped, set going again, and the cards counted at its end."""

from __future__ import annotations

import time
from typing import Any

import htpy as h

from companion.alpaca_battle.view import View
from companion.game import TABLE
from companion.language import _, plural
from widgets.parts.cards import card, nothing
from widgets.parts.controls import action_button, action_form, field, submit
from widgets.parts.keyed import Part, keyed

MINUTES = (5, 10, 15, 20, 30)
_LONGEST = 24 * 60
_MINUTE = 60


def rail(view: View) -> h.Node:
    """Return the clock under the head, and what becomes of it; nothing where none is set."""
    if view.phase == "over":
        return nothing("clock")
    if view.rung:
        told = _("Time is up: this battle is fought to its end, and its result decides.")
        return keyed("clock", h.section(".tc-clock", aria_label=_("The clock"))[h.strong[told]])
    if not view.until and not view.left:
        return nothing("clock")
    return keyed(
        "clock",
        h.section(".tc-clock", aria_label=_("The clock"))[
            _running(view) if view.until else _standing(view), _bell(), _more()
        ],
    )


def _running(view: View) -> h.Node:
    """Return the time that runs: the page counts it down by itself."""
    up = _("Time is up. Finish what lies on the table as agreed, then count the cards.")
    return [
        h.span(".tc-time", role="timer", data_until=str(view.until), data_up=up),
        h.strong(".tc-if-past")[_("Time is up")],
        action_button(_("Pause"), {"table": "compose", "clock": "pause"}),
    ]


def _standing(view: View) -> h.Node:
    minutes, seconds = divmod(view.left, _MINUTE)
    return [
        h.span(".tc-time", role="timer", data_stands="")[f"{minutes}:{seconds:02}"],
        h.span(".tc-soft")[_("stopped")],
        action_button(_("Go on"), {"table": "compose", "clock": "go"}, primary=True),
    ]


def _more() -> h.Node:
    return [
        action_button(_("+1 minute"), {"table": "compose", "clock": "more"}),
        action_button(_("Put away"), {"type": "clock", "seat": TABLE}, quiet=True),
    ]


def _bell() -> h.Element:
    """Return the button that ends a game by time: quiet while it runs, big when it is up."""
    bell = action_button(_("Count the cards"), {"type": "bell", "seat": TABLE}, quiet=True)
    return h.span(".tc-bell")[bell]


def setting_card(view: View) -> Part:
    """Return where a time is agreed on; nothing while one is set."""
    if view.phase == "over" or view.rung or view.until or view.left:
        return nothing("setting")
    act = {"table": "compose", "clock": "set"}
    form = action_form(act, {"minutes": "int"}, aria_label=_("Another time"))
    own = h.input(type="number", name="minutes", min="1", max=str(_LONGEST), required=True)
    return card(
        "setting",
        h.details[
            h.summary[_("Play for an agreed time")],
            h.p(".tc-soft")[_("When it is up, who owns the most cards in hand and herd wins.")],
            h.div(".tc-choices")[(_minutes(count) for count in MINUTES)],
            form[
                h.div(".tc-row")[
                    field(_("Or so many minutes"), own), submit(_("Start"), primary=False)
                ]
            ],
            h.div(".tc-actions")[
                action_button(_("Count the cards now"), {"type": "bell", "seat": TABLE}, quiet=True)
            ],
        ],
    )


def _minutes(count: int) -> h.Element:
    label = plural("{count} minute", "{count} minutes", count)
    return action_button(label, {"table": "compose", "clock": "set", "minutes": count})


# What a button or the form stands for, by the clock on the wall


def compose(view: View, act: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the one action a button of the clock stands for, at this second.

    Raises ``ValueError`` for a time that cannot be.
    """
    wanted, now = act.get("clock"), int(time.time())
    if wanted == "set":
        return [_until(now + _asked(act) * _MINUTE)]
    left = max(1, view.until - now) if view.until else view.left
    if wanted == "pause" and view.until:
        return [{"type": "clock", "seat": TABLE, "left": left}]
    if wanted == "go" and view.left:
        return [_until(now + left)]
    if wanted == "more" and view.until:
        return [_until(max(view.until, now) + _MINUTE)]
    if wanted == "more" and view.left:
        return [{"type": "clock", "seat": TABLE, "left": left + _MINUTE}]
    raise ValueError(_("No clock is set that could do this."))


def _until(moment: int) -> dict[str, Any]:
    return {"type": "clock", "seat": TABLE, "until": moment}


def _asked(act: dict[str, Any]) -> int:
    minutes = act.get("minutes")
    if not isinstance(minutes, int) or not 1 <= minutes <= _LONGEST:
        raise ValueError(_("A game lasts 1 to {most} minutes.", most=_LONGEST))
    return minutes
