"""The rules of Alpaca Battle as functions: what is legal, why not, and what follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.alpaca_battle.battles import winner_of
from companion.alpaca_battle.cards import HAND, LAID, REVEAL, STEAL, deck_of
from companion.alpaca_battle.checks import check
from companion.alpaca_battle.moves import Moves, choosers, moves, targets
from companion.alpaca_battle.scoring import leaders, outcome, problems
from companion.alpaca_battle.state import (
    AnyAction,
    Bell,
    Change,
    Choose,
    Clock,
    Draw,
    Fix,
    Flip,
    Lay,
    March,
    Raise,
    Reveal,
    State,
    Steal,
    Why,
    clockwise,
    waiting,
)
from companion.game import TABLE, Seat, Setup

__all__ = ["apply", "check", "legal", "outcome", "problems", "start", "to_act"]

Row = tuple[int, ...]


def start(setup: Setup) -> State:
    """Return the table when all cards have been dealt and three drawn."""
    seats = len(setup.names)
    shares, spare = _shares(setup, deck_of(setup.pack).size, seats)
    hands = tuple(min(HAND, share) for share in shares)
    none, zero = ("",) * seats, (0,) * seats
    return State(
        setup=setup,
        phase="choose",
        leader=setup.first,
        hands=hands,
        herds=tuple(share - hand for share, hand in zip(shares, hands, strict=True)),
        chosen=none,
        shown=((),) * seats,
        laid=zero,
        paid=zero,
        owes=zero,
        out=zero,
        counts=(shares,),
        spare=spare,
    )


def _shares(setup: Setup, size: int, seats: int) -> tuple[Row, int]:
    """Return how many cards each seat is dealt, and how many are left out."""
    share, extra = divmod(size, seats)
    if setup.rulings["extra"] == "spare":
        return (share,) * seats, extra
    lucky = clockwise(setup.first, seats)[:extra]
    return tuple(share + (seat in lucky) for seat in range(seats)), 0


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seats with a move now; none when the game is over."""
    if state.phase == "choose":
        return choosers(state)
    if state.phase == "aim":
        return (state.aiming,)
    if state.phase == "lay":
        return tuple(seat for seat, count in enumerate(state.owes) if count)
    return state.alive if state.phase == "war" else ()


def legal(state: State) -> Moves:
    """Return every move open now. Clock, bell and fixing are not moves."""
    return moves(state)


# Applying


def apply(state: State, action: AnyAction) -> State:
    """Return the table after a checked ``action``, as the log records it."""
    return _APPLIES[type(action)](state, action)


def _apply_choose(state: State, action: Choose) -> State:
    seat = action.seat
    chosen = _set(state.chosen, seat, action.seal or action.card)
    state = replace(state, chosen=chosen, hands=_add(state.hands, seat, -1))
    if any(not card and not out for card, out in zip(chosen, state.out, strict=True)):
        return state
    return flipped(state, action.flip or chosen)


def _apply_change(state: State, action: Change) -> State:
    return replace(state, chosen=_set(state.chosen, action.seat, action.card))


def flipped(state: State, cards: tuple[str, ...]) -> State:
    """Return the table after all have flipped their ``cards`` at once."""
    none = ("",) * state.seats
    shown = tuple(
        (*row, card) if card else row for row, card in zip(state.shown, cards, strict=True)
    )
    winner = winner_of(cards)
    seals = state.chosen if state.setup.virtual else ()
    flip = Flip(state.battle, state.war, cards, winner, seals=seals)
    state = replace(state, chosen=none, shown=shown, last=flip)
    if winner == TABLE:
        return replace(state, phase="war", war=state.war + 1)
    return _won(state, winner)


def _won(state: State, winner: Seat) -> State:
    """Let ``winner`` collect the pile and everyone draw; then the next battle begins."""
    gain, last = state.pile, state.last
    state = _fallen(_drawn(_collected(state, winner)))
    if last is not None:
        fell = tuple(seat for seat in range(state.seats) if state.out[seat] and last.cards[seat])
        state = replace(state, leader=winner, last=replace(last, gain=gain, fell=fell))
    return state if state.why else _next_battle(state)


def _collected(state: State, winner: Seat) -> State:
    zero = (0,) * state.seats
    herds = _add(state.herds, winner, state.pile)
    return replace(state, herds=herds, shown=((),) * state.seats, laid=zero, paid=zero)


def _drawn(state: State) -> State:
    """Let everyone draw up to three cards, or as long as the herd lasts."""
    draws = draws_of(state)
    hands = tuple(hand + count for hand, count in zip(state.hands, draws, strict=True))
    herds = tuple(herd - count for herd, count in zip(state.herds, draws, strict=True))
    return replace(state, hands=hands, herds=herds)


def draws_of(state: State) -> Row:
    """Return how many cards each seat draws to have three."""
    return tuple(
        min(max(0, HAND - hand), herd) for hand, herd in zip(state.hands, state.herds, strict=True)
    )


def _next_battle(state: State) -> State:
    counts = (*state.counts, state.totals)
    state = replace(state, phase="choose", battle=state.battle + 1, war=0, counts=counts)
    return _counted(state) if state.rung else state


def _fallen(state: State) -> State:
    """Let those without cards leave; the last one standing wins what lies in the middle."""
    gone = [seat for seat in state.alive if not state.totals[seat]]
    if not gone:
        return state
    rank = sum(map(bool, state.out)) + 1
    out = tuple(rank if seat in gone else old for seat, old in enumerate(state.out))
    state = replace(state, out=out, changed=state.battle)
    if len(state.alive) == 1:
        return _ended(_collected(lifted(state), state.alive[0]), "last")
    nobody_left_to_choose = state.phase == "choose" and not waiting(state)
    return lifted(state) if nobody_left_to_choose else state


def _ended(state: State, why: Why) -> State:
    counts = state.counts
    if counts[-1] != state.totals:
        counts = (*counts, state.totals)
    return replace(state, phase="over", why=why, aiming=TABLE, counts=counts)


# Actions before a battle


def lifted(state: State) -> State:
    """Return the table with the chosen cards back in the hands."""
    hands = tuple(hand + (card != "") for hand, card in zip(state.hands, state.chosen, strict=True))
    return replace(state, hands=hands, chosen=("",) * state.seats)


def lifts(state: State) -> bool:
    """Return whether an action takes back what has been chosen before it."""
    return any(state.chosen) and state.setup.rulings["order"] != "once"


def _used(state: State, seat: Seat, card: str) -> State:
    """Set a used action aside for good."""
    if lifts(state):
        state = lifted(state)
    return replace(
        state,
        hands=_add(state.hands, seat, -1),
        aside=(*state.aside, card),
        tries=state.tries + 1,
        changed=state.battle,
    )


def _apply_raise(state: State, action: Raise) -> State:
    state = _used(state, action.seat, STEAL)
    if targets(state, action.seat):
        return replace(state, phase="aim", aiming=action.seat)
    return _fallen(state)


def _apply_steal(state: State, action: Steal) -> State:
    if state.phase != "aim":
        state = _used(state, action.seat, STEAL)
    state = replace(state, phase="choose", aiming=TABLE)
    if action.where == "hand":
        state = replace(state, hands=_add(state.hands, action.target, -1))
    else:
        state = replace(state, herds=_add(state.herds, action.target, -1))
    return _fallen(replace(state, hands=_add(state.hands, action.seat, 1)))


def _apply_reveal(state: State, action: Reveal) -> State:
    state = _used(state, action.seat, REVEAL)
    return _fallen(_moved(state, action.seat, min(1, state.herds[action.seat])))


def _moved(state: State, seat: Seat, count: int) -> State:
    """Move so many cards from the herd of a seat into its hand."""
    hands, herds = _add(state.hands, seat, count), _add(state.herds, seat, -count)
    return replace(state, hands=hands, herds=herds)


def _apply_draw(state: State, action: Draw) -> State:
    return _moved(state, action.seat, empty_hand_draws(state, action.seat))


def empty_hand_draws(state: State, seat: Seat) -> int:
    """Return how many cards a seat with an empty hand draws to choose one."""
    most = 1 if state.setup.rulings["empty-hand"] == "one" else HAND
    return min(most, state.herds[seat])


# Wars


def _apply_march(state: State, _action: March) -> State:
    payments = dues(state)
    state = _drawn(replace(state, paid=(0,) * state.seats))
    herds = tuple(h - paid for h, (paid, _) in zip(state.herds, payments, strict=True))
    laid = tuple(paid for paid, _ in payments)
    owes = tuple(owed for _, owed in payments)
    state = _laid(replace(state, herds=herds), laid)
    for seat, count in enumerate(owes):
        if count and not chooses(state, seat, count):
            state = _from_hand(state, seat, count)
    left = tuple(count if chooses(state, seat, count) else 0 for seat, count in enumerate(owes))
    return replace(state, phase="lay", owes=left) if any(left) else _to_battle(state)


def dues(state: State) -> tuple[tuple[int, int], ...]:
    """Return for each seat what it lays for a war: from its herd and from its refilled hand."""
    refilled = _drawn(state)
    return tuple(_payment(refilled, seat) for seat in range(state.seats))


def _payment(state: State, seat: Seat) -> tuple[int, int]:
    if state.out[seat]:
        return 0, 0
    from_herd = min(LAID, state.herds[seat])
    return from_herd, min(LAID - from_herd, state.hands[seat])


def chooses(state: State, seat: Seat, count: int) -> bool:
    """Return whether a seat has a choice which cards of its hand it lays, and the kit holds them.

    At a table it chooses too, but there the kit counts cards and knows none.
    """
    return state.setup.virtual and 0 < count < state.hands[seat]


def _laid(state: State, counts: Row) -> State:
    laid = tuple(old + new for old, new in zip(state.laid, counts, strict=True))
    paid = tuple(old + new for old, new in zip(state.paid, counts, strict=True))
    return replace(state, laid=laid, paid=paid)


def _from_hand(state: State, seat: Seat, count: int) -> State:
    state = replace(state, hands=_add(state.hands, seat, -count))
    return _laid(state, _add((0,) * state.seats, seat, count))


def _apply_lay(state: State, action: Lay) -> State:
    state = _from_hand(state, action.seat, state.owes[action.seat])
    state = replace(state, owes=_set(state.owes, action.seat, 0))
    return state if any(state.owes) else _to_battle(state)


def _to_battle(state: State) -> State:
    """Let those leave who could not pay; the others choose again."""
    if all(not state.totals[seat] for seat in state.alive):
        return _all_fell(state)
    return _fallen(replace(state, phase="choose"))


def _all_fell(state: State) -> State:
    """End the game when nobody could pay for a war."""
    rank = sum(map(bool, state.out)) + 1
    out = tuple(old or rank for old in state.out)
    if state.setup.rulings["all-fall"] == "more":
        most = max(state.paid)
        first = [seat for seat in state.alive if state.paid[seat] == most]
        out = tuple(
            rank + 1 if seat in first and len(first) < len(state.alive) else value
            for seat, value in enumerate(out)
        )
    return _ended(replace(state, out=out, changed=state.battle), "fallen")


# The time


def _apply_clock(state: State, action: Clock) -> State:
    return replace(state, until=action.until, left=action.left)


def _apply_bell(state: State, _action: Bell) -> State:
    state = replace(state, until=0, left=0)
    fighting = state.war or any(state.chosen) or state.phase == "aim"
    if fighting and state.setup.rulings["bell"] == "finish":
        return replace(state, rung=True)
    return _counted(lifted(replace(state, rung=True)))


def _counted(state: State) -> State:
    """Count at the bell; by ruling an equal count lets the game go on."""
    if len(leaders(state)) > 1 and state.setup.rulings["equal"] == "play-on":
        return state
    return _ended(state, "bell")


# By hand


def _apply_fix(state: State, action: Fix) -> State:
    name = {"hand": "hands", "herd": "herds", "pile": "laid"}[action.what]
    state = replace(state, **{name: _set(getattr(state, name), action.seat, action.count)})
    if state.out[action.seat] and state.totals[action.seat]:
        state = replace(state, out=_set(state.out, action.seat, 0), why="")
        state = replace(state, phase="choose") if state.phase == "over" else state
    return _fallen(state)


_APPLIES: dict[type, Callable[[State, Any], State]] = {
    Choose: _apply_choose,
    Change: _apply_change,
    Raise: _apply_raise,
    Steal: _apply_steal,
    Reveal: _apply_reveal,
    Draw: _apply_draw,
    March: _apply_march,
    Lay: _apply_lay,
    Clock: _apply_clock,
    Bell: _apply_bell,
    Fix: _apply_fix,
}


def _add(row: Row, place: int, more: int) -> Row:
    return (*row[:place], row[place] + more, *row[place + 1 :]) if more else row


def _set(row: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*row[:place], value, *row[place + 1 :])
