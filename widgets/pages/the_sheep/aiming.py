"""Who acts and what the map is for now: which hexes carry an action, and which."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion.game import Seat
from companion.language import _
from companion.the_sheep.engine import legal
from companion.the_sheep.state import (
    AnyAction,
    Attack,
    Buy,
    Distract,
    Give,
    Move,
    Purify,
    Shift,
    Steer,
    Step,
    Use,
    Walk,
)
from companion.the_sheep.view import View
from widgets.pages import Draft
from widgets.pages.the_sheep.naming import name_of, raw

MODES: dict[str, type[Any]] = {
    "move": Move,
    "attack": Attack,
    "use": Use,
    "buy": Buy,
    "give": Give,
    "purify": Purify,
    "walk": Walk,
    "distract": Distract,
}
"""What a shepherd may do, in the order the page offers it."""

ACTING = ("action", "combat")
"""The steps whose purpose is that shepherds act; at others of the night they may, beside it."""


WHY = _("Tells why they go there.")
"""What pressing a herd does that is about to move."""


class Target(msgspec.Struct, frozen=True):
    """What pressing a hex does, as JSON and in words."""

    action: dict[str, Any]
    words: str


class Aim(msgspec.Struct, frozen=True):
    """Whose shepherd acts, what it is about to do, and what it and the others may do.

    ``open`` holds by seat and kind the legal actions. ``herd`` is the hex whose sheep are being
    moved, ``sheep`` the one of them that a card moves (tier and damage), ``why`` the hex of the
    sheep whose reasons are asked for, ``targets`` the hexes that can be pressed.
    """

    seat: Seat
    do: str
    open: Mapping[Seat, Mapping[str, tuple[Any, ...]]]
    herd: str = ""
    sheep: tuple[str, int] | None = None
    why: str = ""
    targets: Mapping[str, Target] = msgspec.field(default_factory=dict)


def aim(view: View, draft: Draft | None) -> Aim:
    """Return what the page is about to do, as far as people have said."""
    shown = draft.shown if draft else {}
    found = _of_seats(view)
    seat = shown.get("seat")
    if seat not in found:
        seat = _first(view, found)
    modes = found.get(seat, {})
    do = shown.get("do", "")
    if do not in modes:
        do = _usual(view, modes)
    return _aimed(view, Aim(seat, do, found), shown)


def _of_seats(view: View) -> dict[Seat, dict[str, tuple[Any, ...]]]:
    """Return what each shepherd may do, by kind; nothing while something is to be finished."""
    state = view.state
    if state.queue:
        return {}
    found: dict[Seat, dict[str, tuple[Any, ...]]] = {}
    kinds = {kind: mode for mode, kind in MODES.items()}
    for one in legal(state):
        mode = kinds.get(type(one))
        if mode is not None and one.seat >= 0:
            of_seat = found.setdefault(one.seat, {})
            of_seat[mode] = (*of_seat.get(mode, ()), one)
    return {seat: found[seat] for seat in sorted(found)}


def _first(view: View, found: Mapping[Seat, Mapping[str, Any]]) -> Seat:
    """Return who probably acts: whoever can attack, else whoever can move, else the first."""
    for mode in ("attack", "move"):
        for seat, modes in found.items():
            if mode in modes and view.phase in ACTING:
                return seat
    return next(iter(found), 0)


def _usual(view: View, modes: Mapping[str, Any]) -> str:
    """Return what a shepherd does first: beside a step of the night nothing, for it costs."""
    if view.phase not in ACTING:
        return ""
    return next((mode for mode in MODES if mode in modes and mode != "walk"), "")


def _aimed(view: View, found: Aim, shown: Mapping[str, Any]) -> Aim:
    """Return the aim with what pressing a hex does."""
    state, herd = view.state, str(shown.get("herd", ""))
    job = state.queue[0].do if state.queue else ""
    if job in ("push", "pull"):
        return _shifts(view, found, herd, shown.get("sheep"))
    if job == "walk":
        steps = {one.to: _target(view, one) for one in legal(state) if isinstance(one, Step)}
        return msgspec.structs.replace(found, targets=steps)
    if not job and view.phase == "sheep-move":
        found = _whys(view, found, herd)
        steers = [one for one in legal(state) if isinstance(one, Steer)]
        if steers:
            return _steers(view, found, herd, steers)
    if found.do in ("move", "walk"):
        ways = found.open[found.seat][found.do]
        return msgspec.structs.replace(found, targets={w.to: _target(view, w) for w in ways})
    return found


def _whys(view: View, found: Aim, herd: str) -> Aim:
    """Return the aim where each herd that moves tells, when it is pressed, why it goes there."""
    asked = {at.at: Target({"table": "show", "herd": at.at}, WHY) for at in view.state.flock}
    return msgspec.structs.replace(found, why=herd if herd in asked else "", targets=asked)


def _steers(view: View, found: Aim, herd: str, steers: list[Steer]) -> Aim:
    there = list(dict.fromkeys(one.at for one in steers))
    at = herd if herd in there else there[0]
    targets = {one.to: _target(view, one) for one in steers if one.at == at}
    return msgspec.structs.replace(found, herd=at, targets={**found.targets, **targets})


def _shifts(view: View, found: Aim, herd: str, sheep: object) -> Aim:
    """Return the aim where a card moves a sheep: first it is chosen, then where it goes."""
    shifts = [one for one in legal(view.state) if isinstance(one, Shift)]
    there = list(dict.fromkeys(one.at for one in shifts))
    at = herd if herd in there else there[0] if len(there) == 1 else ""
    targets = {one: Target({"table": "show", "herd": one}, _("These sheep.")) for one in there}
    kinds = list(dict.fromkeys((one.tier, one.hurt) for one in shifts if one.at == at))
    picked = next((one for one in kinds if [*one] == sheep), kinds[0] if kinds else None)
    if picked:
        ways = [one for one in shifts if one.at == at and (one.tier, one.hurt) == picked]
        targets.update({one.to: _target(view, one) for one in ways})
    return msgspec.structs.replace(found, herd=at, sheep=picked, targets=targets)


def _target(view: View, action: Any) -> Target:
    return Target(raw(action), _WORDS[type(action)](view, action))


def _move(view: View, action: Any) -> str:
    return _("{name} moves here.", name=name_of(view, action.seat))


def _walk(view: View, action: Any) -> str:
    return _("{name} spends a lantern and moves here.", name=name_of(view, action.seat))


def _steer(_view: View, action: Any) -> str:
    return _("The sheep of {at} end here.", at=action.at)


def _shift(_view: View, action: Any) -> str:
    return _("The sheep of {at} moves here.", at=action.at)


_WORDS: dict[type[AnyAction], Callable[[View, Any], str]] = {
    Move: _move,
    Step: _move,
    Walk: _walk,
    Steer: _steer,
    Shift: _shift,
}
