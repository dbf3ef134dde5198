"""Whom the sheep would strike as they stand now, for whoever wants to look ahead."""

from __future__ import annotations

import msgspec

from companion.game import Seat
from companion.the_sheep import combat
from companion.the_sheep.effects import corruption_meter, victims
from companion.the_sheep.state import State, Tiers


class Strike(msgspec.Struct, frozen=True):
    """The strikes of one space.

    All of its ``count`` sheep strike the ``caravan`` or, where that is empty, one of the ``seats``
    each, nobody if there are none. ``each`` is the corruption of one sheep by tier, ``corruption``
    that of all. ``single`` says that only the next of them is drawn upon a seat, by the ruling,
    and the others strike the caravan of the space.
    """

    at: str
    count: Tiers
    seats: tuple[Seat, ...]
    caravan: str
    each: Tiers
    corruption: int
    single: bool


def strikes(state: State) -> tuple[Strike, ...]:
    """Return whom the sheep of each space strike if nothing moves and nobody distracts further."""
    each = (combat.strength(state, 0), combat.strength(state, 1), combat.strength(state, 2))
    found = []
    for herd in state.flock:
        seats, caravan, single = victims(state, herd.at)
        total = sum(map(int.__mul__, each, herd.count))
        found.append(Strike(herd.at, herd.count, seats, caravan, each, total, single))
    return tuple(found)


def curses_due(state: State, seat: Seat, corruption: int) -> tuple[int, int]:
    """Return how many Curses so much more corruption brings a seat, and its meter afterwards."""
    shepherd = state.shepherds[seat]
    return divmod(shepherd.corruption + corruption, corruption_meter(state, shepherd))
