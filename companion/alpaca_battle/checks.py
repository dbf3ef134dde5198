"""What the rules of Alpaca Battle refuse: every action is looked at before it is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.alpaca_battle import refusals as refuse
from companion.alpaca_battle.moves import choosers, may_draw, targets
from companion.alpaca_battle.state import (
    AnyAction,
    Bell,
    Change,
    Choose,
    Clock,
    Draw,
    Fix,
    Lay,
    March,
    Play,
    Raise,
    Reveal,
    State,
    Steal,
    missing,
)
from companion.game import TABLE, Refusal
from companion.secrets import seal

_LATEST = 2**40  # seconds; a clock set beyond is a slip of the pen


def check(state: State, action: AnyAction) -> Refusal | None:
    """Return why ``action`` cannot be done in ``state``, or ``None`` if it can."""
    return _CHECKS[type(action)](state, action)


# Before the flip


def _check_chooser(state: State, action: AnyAction) -> Refusal | None:
    """Check that a seat may choose a card or play an action now."""
    refusal = _check_in(state, action)
    if refusal:
        return refusal
    seat = action.seat
    if state.chosen[seat]:
        return refuse.has_chosen(state, action)
    if seat not in choosers(state):
        return refuse.not_their_turn(state, action, choosers(state)[0])
    if may_draw(state, seat) and not isinstance(action, Draw):
        return refuse.draw_first(state, action)
    return None


def _check_in(state: State, action: AnyAction) -> Refusal | None:
    """Check that cards are being chosen, and that the seat is in."""
    if state.phase != "choose":
        return refuse.wrong_phase(state, action)
    return None if action.seat in state.alive else refuse.is_out(state, action)


def _check_play(state: State, action: Play) -> Refusal | None:
    if not state.setup.virtual:
        return refuse.no_places(state, action)
    refusal = _check_chooser(state, action)
    if refusal:
        return refusal
    held = state.hands[action.seat]
    return None if action.place in range(held) else refuse.no_such_place(state, action, held)


def _check_choose(state: State, action: Choose) -> Refusal | None:
    refusal = _check_chooser(state, action)
    if refusal:
        return refusal
    if state.setup.virtual:
        return _check_seal(state, action)
    if action.seal or action.flip or action.salts:
        return refuse.no_places(state, action)
    known = action.card in state.deck.fighters
    return None if known else refuse.cannot_fight(state, action)


def _check_change(state: State, action: Change) -> Refusal | None:
    if state.setup.virtual:
        return refuse.by_place(state, action)
    refusal = _check_in(state, action)
    if refusal:
        return refusal
    if not state.chosen[action.seat]:
        return refuse.not_entered(state, action)
    known = action.card in state.deck.fighters
    return None if known else refuse.cannot_fight(state, action)


def _check_seal(state: State, action: Choose) -> Refusal | None:
    """Check a recorded choice: at the flip each card must fit the seal it lay under."""
    if action.card or not action.seal:
        return refuse.by_place(state, action)
    if missing(state) > 1:
        return refuse.by_place(state, action) if action.flip or action.salts else None
    return None if _seals_fit(state, action) else refuse.broken_seal(state, action)


def _seals_fit(state: State, action: Choose) -> bool:
    """Return whether a flip shows, for each seat that is in, the card that it sealed."""
    seals = (*state.chosen[: action.seat], action.seal, *state.chosen[action.seat + 1 :])
    if not len(action.flip) == len(action.salts) == state.seats:
        return False
    known = {"", *state.deck.fighters}
    return known.issuperset(action.flip) and all(map(_fits, action.flip, action.salts, seals))


def _fits(card: str, secret: str, sealed: str) -> bool:
    return seal((card,), secret) == sealed if sealed else not (card or secret)


def _check_raise(state: State, action: Raise) -> Refusal | None:
    if not state.setup.virtual:
        return refuse.no_places(state, action)
    return _check_chooser(state, action)


def _check_reveal(state: State, action: Reveal) -> Refusal | None:
    return _check_chooser(state, action)


def _check_steal(state: State, action: Steal) -> Refusal | None:
    if state.setup.virtual:
        if state.phase != "aim":
            return refuse.raise_first(state, action)
        if action.seat != state.aiming:
            return refuse.not_their_turn(state, action, state.aiming)
    else:
        refusal = _check_chooser(state, action)
        if refusal:
            return refusal
        if action.place != -1:
            return refuse.no_places(state, action)
    return _check_target(state, action)


def _check_target(state: State, action: Steal) -> Refusal | None:
    if action.target not in state.alive or action.target == action.seat:
        return refuse.no_target(state, action)
    sizes = {(seat, where): count for seat, where, count in targets(state, action.seat)}
    count = sizes.get((action.target, action.where), 0)
    if not count:
        return refuse.nothing_there(state, action)
    return None if action.place in range(-1, count) else refuse.no_such_place(state, action, count)


def _check_draw(state: State, action: Draw) -> Refusal | None:
    refusal = _check_chooser(state, action)
    if refusal:
        return refusal
    return None if may_draw(state, action.seat) else refuse.no_draw(state, action)


# Wars


def _check_march(state: State, action: March) -> Refusal | None:
    if state.phase != "war":
        return refuse.wrong_phase(state, action)
    return None if action.seat in state.alive else refuse.is_out(state, action)


def _check_lay(state: State, action: Lay) -> Refusal | None:
    if state.phase != "lay":
        return refuse.wrong_phase(state, action)
    owed = state.owes[action.seat] if action.seat in range(state.seats) else 0
    if not owed:
        return refuse.owes_nothing(state, action)
    held, places = state.hands[action.seat], action.places
    fits = len(places) == len(set(places)) == owed and set(places) <= {*range(held)}
    in_order = list(places) == sorted(places)
    return None if not places or (fits and in_order) else refuse.wrong_places(state, action)


# The time, and by hand


def _check_clock(state: State, action: Clock) -> Refusal | None:
    if action.seat != TABLE:
        return refuse.tables_own(state, action)
    if state.phase == "over" or state.rung:
        return refuse.time_is_up(state, action)
    times = (action.until, action.left)
    fits = all(0 <= time <= _LATEST for time in times) and 0 in times
    return None if fits else refuse.no_time(state, action)


def _check_bell(state: State, action: Bell) -> Refusal | None:
    if action.seat != TABLE:
        return refuse.tables_own(state, action)
    return refuse.time_is_up(state, action) if state.phase == "over" or state.rung else None


def _check_fix(state: State, action: Fix) -> Refusal | None:
    if action.seat not in range(state.seats):
        return refuse.no_seat(state, action)
    if not action.reason.strip():
        return refuse.no_reason(state, action)
    if state.setup.virtual:
        return refuse.kit_has_cards(state, action)
    size = state.deck.size
    return None if action.count in range(size + 1) else refuse.not_so_many(state, action, size)


_CHECKS: dict[type, Callable[[State, Any], Refusal | None]] = {
    Play: _check_play,
    Choose: _check_choose,
    Change: _check_change,
    Raise: _check_raise,
    Steal: _check_steal,
    Reveal: _check_reveal,
    Draw: _check_draw,
    March: _check_march,
    Lay: _check_lay,
    Clock: _check_clock,
    Bell: _check_bell,
    Fix: _check_fix,
}
