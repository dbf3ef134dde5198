"""The legal actions of each phase, listed once for each situation and then kept."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from companion.alpaca_battle.state import (
    AnyAction,
    Choose,
    Draw,
    Lay,
    March,
    Play,
    Reveal,
    State,
    Steal,
    Where,
    in_turn,
    lifted,
    lifts,
    waiting,
)
from companion.game import Seat

Moves = tuple[AnyAction, ...]


def moves(state: State) -> Moves:
    """Return every move open now; clock, bell and fixing are not moves."""
    return _MOVES[state.phase](state)


def choosers(state: State) -> tuple[Seat, ...]:
    """Return the seats that may act before the flip: all who have not chosen, or one by one."""
    seats = waiting(state)
    return seats[:1] if in_turn(state) else seats


def may_draw(state: State, seat: Seat) -> bool:
    """Return whether a seat has to draw a card to choose one."""
    return not state.hands[seat] and bool(state.herds[seat])


def targets(state: State, thief: Seat) -> tuple[tuple[Seat, Where, int], ...]:
    """Return from where ``thief`` may steal: whose, hand or herd, and how many cards lie there.

    A chosen card that the Steal takes back lies in the hand then.
    """
    state = lifted(state) if lifts(state) else state
    piles = (("hand", state.hands), ("herd", state.herds))
    return tuple(
        (seat, where, sizes[seat])  # type: ignore[misc]  # the two names of a Where
        for seat in state.alive
        if seat != thief
        for where, sizes in piles
        if sizes[seat]
    )


def _choose(state: State) -> Moves:
    listed: Moves = ()
    virtual, hands = state.setup.virtual, state.hands
    for seat in choosers(state):
        if not hands[seat] and may_draw(state, seat):
            listed += (Draw(seat),)
        elif virtual:
            listed += _plays(seat, hands[seat])
        else:
            listed += _entries(seat, state.deck.fighters) + _thefts(seat, targets(state, seat))
    return listed


@lru_cache(maxsize=1024)
def _plays(seat: Seat, hand: int) -> Moves:
    return tuple(Play(seat, place) for place in range(hand))


@lru_cache(maxsize=256)
def _entries(seat: Seat, fighters: tuple[str, ...]) -> Moves:
    return (*(Choose(seat, card) for card in fighters), Reveal(seat))


def _thefts(seat: Seat, open_to: tuple[tuple[Seat, Where, int], ...]) -> Moves:
    return tuple(Steal(seat, target, where) for target, where, _count in open_to)


def _aim(state: State) -> Moves:
    fans = targets(state, state.aiming)
    return tuple(
        Steal(state.aiming, target, where, place)
        for target, where, count in fans
        for place in range(count)
    )


def _war(state: State) -> Moves:
    return tuple(map(March, state.alive))


def _lay(state: State) -> Moves:
    listed: Moves = ()
    for seat, count in enumerate(state.owes):
        if count:
            listed += _lays(seat, state.hands[seat], count)
    return listed


@lru_cache(maxsize=256)
def _lays(seat: Seat, hand: int, count: int) -> Moves:
    return tuple(Lay(seat, places) for places in combinations(range(hand), count))


def _over(_state: State) -> Moves:
    return ()


_MOVES = {"choose": _choose, "aim": _aim, "war": _war, "lay": _lay, "over": _over}
