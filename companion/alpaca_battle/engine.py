"""The rules of Alpaca Battle as functions: what is legal, why not, and what follows."""

from __future__ import annotations

from collections.abc import Callable
from operator import add, sub
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
    lifted,
    lifts,
    missing,
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
    hands = _add(state.hands, seat, -1)
    if missing(state) == 1:
        seals = chosen if action.flip else ()
        flip = Flip(state.battle, state.war, action.flip or chosen, seals=seals)
        return _flipped(state, hands, flip)
    return replace(state, chosen=chosen, hands=hands)


def _apply_change(state: State, action: Change) -> State:
    return replace(state, chosen=_set(state.chosen, action.seat, action.card))


def _flipped(state: State, hands: Row, flip: Flip) -> State:
    """Return the table after all have flipped their cards at once, which leaves ``hands``."""
    winner = winner_of(flip.cards)
    if winner != TABLE:
        return _won(state, hands, flip, winner)
    rows = zip(state.shown, flip.cards, strict=True)
    shown = tuple([(*row, card) if card else row for row, card in rows])
    none, war = ("",) * state.seats, state.war + 1
    return replace(state, phase="war", war=war, hands=hands, chosen=none, shown=shown, last=flip)


def _won(state: State, hands: Row, flip: Flip, winner: Seat) -> State:
    """Let ``winner`` collect the pile and everyone draw; then the next battle begins."""
    gain, seats = state.pile + len(list(filter(None, flip.cards))), state.seats
    hands, herds = _drawn(hands, _add(state.herds, winner, gain))
    fell = tuple([seat for seat, card in enumerate(flip.cards) if card and not hands[seat]])
    zero = (0,) * seats
    last = Flip(flip.battle, flip.war, flip.cards, winner, gain, fell, flip.seals)
    state = replace(
        state, hands=hands, herds=herds, chosen=("",) * seats, shown=((),) * seats,
        laid=zero, paid=zero, leader=winner, last=last,
    )  # fmt: skip
    if fell:
        state = _fallen(state)
    return state if state.why else _next_battle(state)


def _collected(state: State, winner: Seat) -> State:
    zero = (0,) * state.seats
    herds = _add(state.herds, winner, state.pile)
    return replace(state, herds=herds, shown=((),) * state.seats, laid=zero, paid=zero)


def _drawn(hands: Row, herds: Row) -> tuple[Row, Row]:
    """Return hands and herds when all have drawn up to three cards, or as the herd lasts."""
    draws = _draws(hands, herds)
    return tuple(map(add, hands, draws)), tuple(map(sub, herds, draws))


def _draws(hands: Row, herds: Row) -> Row:
    rows = zip(hands, herds, strict=True)
    return tuple([min(HAND - hand, herd) if hand < HAND else 0 for hand, herd in rows])


def draws_of(state: State) -> Row:
    """Return how many cards each seat draws to have three."""
    return _draws(state.hands, state.herds)


def _next_battle(state: State) -> State:
    counts = (*state.counts, state.totals)
    state = replace(state, phase="choose", battle=state.battle + 1, war=0, counts=counts)
    return _counted(state) if state.rung else state


def _fallen(state: State) -> State:
    """Let those without cards leave; the last one standing wins what lies in the middle."""
    totals = state.totals
    gone = [seat for seat in state.alive if not totals[seat]]
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


def _used(state: State, seat: Seat, card: str) -> State:
    """Set a used action aside for good."""
    if lifts(state):
        state = lifted(state)
    return replace(
        state,
        hands=_add(state.hands, seat, -1),
        aside=(*state.aside, card),
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
    hands, herds = _drawn(state.hands, state.herds)
    laid, owes = _dues(hands, herds)
    state = replace(
        state, hands=hands, herds=tuple(map(sub, herds, laid)), paid=laid,
        laid=tuple(map(add, state.laid, laid)),
    )  # fmt: skip
    for seat, count in enumerate(owes):
        if count and not chooses(state, seat, count):
            state = _from_hand(state, seat, count)
    left = tuple(count if chooses(state, seat, count) else 0 for seat, count in enumerate(owes))
    return replace(state, phase="lay", owes=left) if any(left) else _to_battle(state)


def dues(state: State) -> tuple[tuple[int, int], ...]:
    """Return for each seat what it lays for a war: from its herd and from its refilled hand."""
    return tuple(zip(*_dues(*_drawn(state.hands, state.herds)), strict=True))


def _dues(hands: Row, herds: Row) -> tuple[Row, Row]:
    laid = tuple([min(LAID, herd) for herd in herds])
    return laid, tuple([min(LAID - paid, hand) for paid, hand in zip(laid, hands, strict=True)])


def chooses(state: State, seat: Seat, count: int) -> bool:
    """Return whether a seat has a choice which cards of its hand it lays, and the kit holds them.

    At a table it chooses too, but there the kit counts cards and knows none.
    """
    return state.setup.virtual and 0 < count < state.hands[seat]


def _from_hand(state: State, seat: Seat, count: int) -> State:
    hands = _add(state.hands, seat, -count)
    laid, paid = _add(state.laid, seat, count), _add(state.paid, seat, count)
    return replace(state, hands=hands, laid=laid, paid=paid)


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
    rung = replace(state, until=0, left=0, rung=True)
    return rung if is_finished_first(state) else _counted(rung)


def is_finished_first(state: State) -> bool:
    """Return whether the bell now would let a battle that has begun be played to its end."""
    fighting = state.war or any(state.chosen) or state.phase == "aim"
    return bool(fighting) and state.setup.rulings["bell"] == "finish"


def _counted(state: State) -> State:
    """Count at the bell; by ruling an equal count lets the game go on."""
    if len(leaders(state)) > 1 and state.setup.rulings["equal"] == "play-on":
        return state
    return _ended(lifted(state), "bell")


# By hand


def _apply_fix(state: State, action: Fix) -> State:
    name = {"hand": "hands", "herd": "herds", "pile": "laid"}[action.what]
    state = replace(state, **{name: _set(getattr(state, name), action.seat, action.count)})
    if state.out[action.seat] and state.totals[action.seat]:
        state = _back(state, action.seat)
    return state if state.phase == "war" else _fallen(state)  # who cannot pay falls by the war


def _back(state: State, seat: Seat) -> State:
    """Let a seat that was out be in again; a game that had ended goes on if two are in."""
    state = replace(state, out=_set(state.out, seat, 0))
    if state.phase != "over":
        return state
    if len(state.alive) < 2:
        return replace(state, why="last")
    fought = state.last is not None and state.last.battle == state.battle and not state.pile
    again = replace(state, phase="choose", why="")
    return replace(again, battle=state.battle + 1, war=0) if fought else again


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
