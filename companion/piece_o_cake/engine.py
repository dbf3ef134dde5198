"""The rules of Piece o' Cake as functions: what is legal, why not, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from companion.game import TABLE, Outcome, Refusal, Seat, Setup, leading, places
from companion.language import plural
from companion.piece_o_cake import refusals as refuse
from companion.piece_o_cake import scoring
from companion.piece_o_cake.moves import Cuts, Serves, Takes
from companion.piece_o_cake.slices import CAKES, COUNTS, SLICES_PER_CAKE
from companion.piece_o_cake.state import (
    NONE,
    Again,
    AnyAction,
    Counts,
    Cut,
    Fix,
    Forfeit,
    Pass,
    Phase,
    Serve,
    State,
    Take,
    on_cake,
    seen,
    tally,
)
from companion.problems import Problem, too_many


def start(setup: Setup) -> State:
    """Return the table before the first cake."""
    empty = (NONE,) * len(setup.names)
    return State(setup, "serve", setup.first, 0, empty, empty)


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the one seat whose move it is; none when the game is over."""
    if state.phase == "over":
        return ()
    return (state.picks[0],) if state.phase == "take" else (state.server,)


def legal(state: State) -> Sequence[AnyAction]:
    """Return every move of the seat to act. Fixing and starting again are not moves."""
    if state.phase == "take":
        return Takes(state, instead(state, state.picks[0]))
    if state.phase == "cut":
        return Cuts(state.server, *piece_limits(state))
    if state.phase == "over":
        return ()
    if state.setup.virtual:
        return (Serve(state.server),)
    return Serves(state.server, state.setup.edition, unseen(state))


def unseen(state: State) -> Counts:
    """Return how many slices of each variety have not been seen yet, the spare ones included."""
    return tuple(max(0, count - found) for count, found in zip(COUNTS, seen(state), strict=True))


def piece_limits(state: State) -> tuple[int, int]:
    """Return the fewest and the most pieces the server may cut."""
    seats = len(state.setup.names)
    most = 4 if seats == 2 else seats
    return (most if state.setup.rulings["pieces"] == "exactly" else 1), most


def instead(state: State, seat: Seat) -> tuple[Forfeit | Pass, ...]:
    """Return what ``seat`` may do rather than take a piece."""
    rulings, collected = state.setup.rulings, state.collected[seat]
    forfeits: tuple[Forfeit | Pass, ...] = ()
    if may_forfeit(state, seat):
        forfeits = tuple(
            Forfeit(seat, variety.id)
            for variety, count in zip(state.varieties, collected, strict=True)
            if count
        )
    may_pass = not state.left or (rulings["empty-forfeit"] == "pass" and not any(collected))
    return (*forfeits, Pass(seat)) if may_pass else forfeits


def may_forfeit(state: State, seat: Seat) -> bool:
    """Return whether the rulings let ``seat`` forfeit now, if it has anything to eat."""
    rulings = state.setup.rulings
    if seat == state.server and rulings["server-forfeit"] == "no":
        return False
    return bool(state.left) or rulings["late-forfeit"] == "yes"


# Checking


def check(state: State, action: AnyAction) -> Refusal | None:
    """Return why ``action`` cannot be done in ``state``, or ``None`` if it can."""
    return _CHECKS[type(action)](state, action)


def _check_serve(state: State, action: Serve) -> Refusal | None:
    refusal = _check_turn(state, action, "serve")
    if refusal or (state.setup.virtual and not action.slices):
        return refusal
    unknown = [name for name in action.slices if name not in state.index]
    if unknown:
        return refuse.unknown_variety(state, action, unknown[0])
    return _check_slices(state, action)


def _check_slices(state: State, action: Serve) -> Refusal | None:
    there = COUNTS if state.setup.virtual else unseen(state)  # the kit draws what it has
    served = tally(tuple(state.index[name] for name in action.slices))
    for variety, count in enumerate(served):
        if count > there[variety]:
            return refuse.too_many_slices(state, action, variety, there[variety])
    if len(action.slices) != SLICES_PER_CAKE:
        return refuse.not_eleven(state, action)
    return None


def _check_cut(state: State, action: Cut) -> Refusal | None:
    refusal = _check_turn(state, action, "cut")
    if refusal:
        return refusal
    gaps = action.gaps
    if any(gap not in range(SLICES_PER_CAKE) for gap in gaps):
        return refuse.no_such_gap(state, action)
    if len(set(gaps)) < len(gaps):
        return refuse.gap_twice(state, action)
    if len(gaps) == 1:
        return refuse.one_gap(state, action)
    least, most = piece_limits(state)
    if not least <= max(1, len(gaps)) <= most:
        return refuse.piece_count(state, action, least, most)
    return None


def _check_take(state: State, action: Take) -> Refusal | None:
    refusal = _check_turn(state, action, "take")
    if refusal:
        return refusal
    if action.piece not in state.left:
        return refuse.no_such_piece(state, action)
    if action.eat:
        piece = [state.varieties[state.cake[at]].id for at in state.pieces[action.piece]]
        for name in action.eat:
            if name not in piece:
                return refuse.not_in_piece(state, action, name)
            piece.remove(name)
    return None


def _check_forfeit(state: State, action: Forfeit) -> Refusal | None:
    refusal = _check_turn(state, action, "take")
    if refusal:
        return refusal
    if action.variety not in state.index:
        return refuse.unknown_variety(state, action, action.variety)
    if not may_forfeit(state, action.seat):
        return refuse.may_not_forfeit(state, action)
    if not state.collected[action.seat][state.index[action.variety]]:
        return refuse.nothing_to_eat(state, action)
    return None


def _check_pass(state: State, action: Pass) -> Refusal | None:
    refusal = _check_turn(state, action, "take")
    if refusal:
        return refusal
    choices = instead(state, action.seat)
    return None if action in choices else refuse.must_take(state, action, forfeits=bool(choices))


def _check_turn(state: State, action: AnyAction, phase: Phase) -> Refusal | None:
    if state.phase != phase:
        return refuse.wrong_phase(state, action)
    seat = state.picks[0] if phase == "take" else state.server
    return None if action.seat == seat else refuse.wrong_seat(state, action, seat)


def _check_again(state: State, action: Again) -> Refusal | None:
    if state.phase != "over":
        return refuse.not_over(state, action)
    following = next_starter(state)
    return None if action.seat == following else refuse.wrong_seat(state, action, following)


def _check_fix(state: State, action: Fix) -> Refusal | None:
    seats = (TABLE,) if action.pile == "gone" else range(len(state.setup.names))
    if action.seat not in seats:
        return refuse.no_such_pile(state, action)
    if action.variety not in state.index:
        return refuse.unknown_variety(state, action, action.variety)
    if not action.reason.strip():
        return refuse.no_reason(state, action)
    if not 0 <= action.count <= COUNTS[state.index[action.variety]]:
        return refuse.impossible_count(state, action)
    return None


_CHECKS: dict[type, Callable[[State, Any], Refusal | None]] = {
    Serve: _check_serve,
    Cut: _check_cut,
    Take: _check_take,
    Forfeit: _check_forfeit,
    Pass: _check_pass,
    Again: _check_again,
    Fix: _check_fix,
}


# Applying


def apply(state: State, action: AnyAction) -> State:
    """Return the table after a checked ``action``."""
    return _APPLIES[type(action)](state, action)


def _apply_serve(state: State, action: Serve) -> State:
    cake = tuple(state.index[name] for name in action.slices)
    return replace(state, phase="cut", cake=cake)


def _apply_cut(state: State, action: Cut) -> State:
    gaps = tuple(sorted(action.gaps))
    count = max(1, len(gaps))
    cut = replace(
        state,
        phase="take",
        gaps=gaps,
        left=tuple(range(count)),
        picks=pick_order(state.server, len(state.setup.names), count),
    )
    return _settled(cut)


def pick_order(server: Seat, seats: int, pieces: int) -> tuple[Seat, ...]:
    """Return who chooses in which order: from the server's left, the server last.

    Two players go on in turn while there are pieces.
    """
    order = tuple((server + step) % seats for step in range(1, seats + 1))
    return (order * 2)[: max(2, pieces)] if seats == 2 else order


def _apply_take(state: State, action: Take) -> State:
    cake, index = state.cake, state.index
    collected, eaten = list(state.collected[action.seat]), list(state.eaten[action.seat])
    for place in state.pieces[action.piece]:
        collected[cake[place]] += 1
    for name in action.eat:
        collected[index[name]] -= 1
        eaten[index[name]] += 1
    taken = replace(
        state,
        collected=_set(state.collected, action.seat, tuple(collected)),
        eaten=_set(state.eaten, action.seat, tuple(eaten)),
        left=tuple(piece for piece in state.left if piece != action.piece),
        takers=(*state.takers, (action.seat, action.piece)),
        picks=state.picks[1:],
    )
    return _settled(taken)


def _apply_forfeit(state: State, action: Forfeit) -> State:
    seat, variety = action.seat, state.index[action.variety]
    collected, eaten = list(state.collected[seat]), list(state.eaten[seat])
    eaten[variety] += collected[variety]
    collected[variety] = 0
    given_up = replace(
        state,
        collected=_set(state.collected, seat, tuple(collected)),
        eaten=_set(state.eaten, seat, tuple(eaten)),
        picks=state.picks[1:],
    )
    return _settled(given_up)


def _apply_pass(state: State, _action: Pass) -> State:
    return _settled(replace(state, picks=state.picks[1:]))


def _apply_again(state: State, action: Again) -> State:
    fresh = start(state.setup)
    past = (*state.past, scoring.totals(state))
    return replace(fresh, starter=action.seat, past=past)


def _apply_fix(state: State, action: Fix) -> State:
    variety = state.index[action.variety]
    if action.pile == "gone":
        return replace(state, gone=_set(state.gone, variety, action.count))
    piles = getattr(state, action.pile)
    pile = _set(piles[action.seat], variety, action.count)
    fixed = replace(state, **{action.pile: _set(piles, action.seat, pile)})
    return _settled(fixed) if fixed.phase == "take" else fixed


_APPLIES: dict[type, Callable[[State, Any], State]] = {
    Serve: _apply_serve,
    Cut: _apply_cut,
    Take: _apply_take,
    Forfeit: _apply_forfeit,
    Pass: _apply_pass,
    Again: _apply_again,
    Fix: _apply_fix,
}


def _set(row: tuple[Any, ...], place: int, value: object) -> tuple[Any, ...]:
    return (*row[:place], value, *row[place + 1 :])


def _settled(state: State) -> State:
    """Pass over seats with nothing to do, and clear the cake when nobody is left to choose."""
    picks = state.picks
    while picks and not _can_choose(state, picks[0]):
        picks = picks[1:]
    if picks:
        return state if picks is state.picks else replace(state, picks=picks)
    return _cleared(state)


def _can_choose(state: State, seat: Seat) -> bool:
    return bool(state.left) or (any(state.collected[seat]) and may_forfeit(state, seat))


def _cleared(state: State) -> State:
    gone = state.gone
    if state.left:
        gone = tuple(map(sum, zip(gone, on_cake(state), strict=True)))
    finished = state.cake_number + 1
    return replace(
        state,
        phase="over" if finished == CAKES else "serve",
        cake_number=finished,
        gone=gone,
        cake=(),
        gaps=(),
        left=(),
        picks=(),
        takers=(),
    )


# The end


def next_starter(state: State) -> Seat:
    """Return who serves first in the next game of the series."""
    return (state.starter + 1) % len(state.setup.names)


def outcome(state: State) -> Outcome | None:
    """Return the winners and points once all five cakes are eaten."""
    if state.phase != "over":
        return None
    points = scoring.totals(state)
    ranking = scoring.ranking(state)
    winners = leading(ranking)
    return Outcome(winners, points, places(ranking), scoring.reason(state, winners))


def problems(state: State) -> tuple[Problem, ...]:
    """Return everything about the slices that cannot be right."""
    piles = (*state.collected, *state.eaten, state.gone, on_cake(state))
    kinds = [{v.id: n for v, n in zip(state.varieties, pile, strict=True)} for pile in piles]
    printed = {variety.id: variety.count for variety in state.varieties}
    titles = {variety.id: variety.title for variety in state.varieties}
    served = SLICES_PER_CAKE * (state.cake_number + bool(state.cake))
    return (*too_many(printed, kinds, titles), *_wrong_total(served, sum(seen(state))))


def _wrong_total(expected: int, found: int) -> list[Problem]:
    fields = {"found": found, "expected": expected}
    if found < expected:
        text = plural(
            "{count} slice is missing: {found} are accounted for, {expected} should be.",
            "{count} slices are missing: {found} are accounted for, {expected} should be.",
            expected - found,
            **fields,
        )
    else:
        text = plural(
            "{count} slice too many: {found} are accounted for, {expected} should be.",
            "{count} slices too many: {found} are accounted for, {expected} should be.",
            found - expected,
            **fields,
        )
    return [] if found == expected else [Problem(text)]
