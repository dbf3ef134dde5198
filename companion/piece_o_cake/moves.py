"""The legal actions of each phase, as sequences that make an action when it is asked for.

There can be billions of ways to serve and a thousand to cut; none is built before it is needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, prod
from typing import overload

from companion.piece_o_cake.slices import SLICES_PER_CAKE, varieties
from companion.piece_o_cake.state import (
    AnyAction,
    Counts,
    Cut,
    Forfeit,
    Pass,
    Serve,
    State,
    Take,
    tally,
)


class Moves(Sequence[AnyAction]):
    """A sequence that counts its actions and makes the one asked for."""

    def __len__(self) -> int:
        raise NotImplementedError

    def place_of(self, action: AnyAction) -> int:
        """Return where ``action`` stands; ``ValueError`` if it is not among them."""
        raise NotImplementedError

    def make(self, place: int) -> AnyAction:
        """Return the action at ``place``, from 0."""
        raise NotImplementedError

    @overload
    def __getitem__(self, place: int) -> AnyAction: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[AnyAction]: ...
    def __getitem__(self, place: int | slice) -> AnyAction | Sequence[AnyAction]:
        if isinstance(place, slice):
            return [self.make(at) for at in range(*place.indices(len(self)))]
        length = len(self)
        at = place + length if place < 0 else place
        if not 0 <= at < length:
            raise IndexError(f"there are {length} actions, none at {place}")
        return self.make(at)

    def index(self, action: AnyAction, _start: int = 0, _stop: int = 0) -> int:
        """Return the place whose action is ``action``; ``ValueError`` if there is none."""
        place = self.place_of(action)
        if self.make(place) != action:
            raise ValueError("not a legal action as it is written here")
        return place

    def __contains__(self, action: object) -> bool:
        try:
            return self.index(action) >= 0  # type: ignore[arg-type]  # any object may be asked for
        except ValueError:
            return False

    def __iter__(self) -> Iterator[AnyAction]:
        return map(self.make, range(len(self)))

    def __repr__(self) -> str:
        return f"<{len(self)} legal actions>"


class Serves(Moves):
    """Every order in which eleven of the slices not seen yet can lie in the ring.

    They are counted variety by variety: how many of it come, then at which of the places still
    free. So an order is found from its number without going through those before.
    """

    def __init__(self, seat: int, edition: str, unseen: Counts) -> None:
        """Serve from ``unseen`` slices."""
        self._seat, self._edition, self._unseen = seat, edition, unseen

    def __len__(self) -> int:
        return orders(self._unseen)[0][SLICES_PER_CAKE]

    def make(self, place: int) -> Serve:
        """Return the order at ``place``."""
        ways, free = orders(self._unseen), list(range(SLICES_PER_CAKE))
        cake = [""] * SLICES_PER_CAKE
        for variety, kind in enumerate(varieties(self._edition)):
            count, place = _how_many(ways[variety + 1], len(free), place)
            where, place = divmod(place, ways[variety + 1][len(free) - count])
            for spot in _spots(len(free), count, where):
                cake[free[spot]] = kind.id
            free = [at for at in free if not cake[at]]
        return Serve(self._seat, tuple(cake))

    def place_of(self, action: AnyAction) -> int:
        """Return how many orders come before the one of ``action``."""
        if not isinstance(action, Serve) or len(action.slices) != SLICES_PER_CAKE:
            raise ValueError("not a serve of eleven")
        ways, free, place = orders(self._unseen), list(action.slices), 0
        for variety, kind in enumerate(varieties(self._edition)):
            spots = [at for at, name in enumerate(free) if name == kind.id]
            if len(spots) > self._unseen[variety]:
                raise ValueError(f"not so many {kind.id} are left")
            after = ways[variety + 1]
            place += sum(comb(len(free), few) * after[len(free) - few] for few in range(len(spots)))
            free = [name for name in free if name != kind.id]
            place += _spots_place(spots) * after[len(free)]
        if free:
            raise ValueError(f"no {free[0]!r} is left")
        return place


@lru_cache(maxsize=1024)
def orders(unseen: Counts) -> tuple[tuple[int, ...], ...]:
    """Return in how many orders 0 to 11 slices can come, of the varieties from each one on."""
    return tuple([_ways(unseen[at:]) for at in range(len(unseen) + 1)])


@lru_cache(maxsize=1 << 14)  # most of a table is the same after the next cake
def _ways(unseen: Counts) -> tuple[int, ...]:
    if not unseen:
        return (1,) + (0,) * SLICES_PER_CAKE
    after = _ways(unseen[1:])
    return tuple([_with_variety(unseen[0], after, size) for size in range(SLICES_PER_CAKE + 1)])


def _with_variety(count: int, ways: tuple[int, ...], size: int) -> int:
    return sum(comb(size, some) * ways[size - some] for some in range(min(count, size) + 1))


def _how_many(after: tuple[int, ...], free: int, place: int) -> tuple[int, int]:
    """Return how many slices of a variety come, and the place among those orders."""
    count = 0
    while place >= (block := comb(free, count) * after[free - count]):
        place -= block
        count += 1
    return count, place


def _spots(size: int, count: int, place: int) -> list[int]:
    """Return the ``place``-th choice of ``count`` of ``size`` spots."""
    spots = []
    for spot in range(size - 1, -1, -1):
        if count and place >= (without := comb(spot, count)):
            place -= without
            count -= 1
            spots.append(spot)
    return spots


def _spots_place(spots: list[int]) -> int:
    """Return where the choice of ``spots``, ascending, stands."""
    return sum(comb(spot, rank) for rank, spot in enumerate(spots, start=1))


class Cuts(Moves):
    """Every way to cut the ring, fewest pieces first."""

    def __init__(self, seat: int, least: int, most: int) -> None:
        """Cut into ``least`` to ``most`` pieces."""
        self._seat = seat
        self._gaps = gap_choices(least, most)

    def __len__(self) -> int:
        return len(self._gaps)

    def make(self, place: int) -> Cut:
        """Return the cut at ``place``."""
        return Cut(self._seat, self._gaps[place])

    def place_of(self, action: AnyAction) -> int:
        """Return where the gaps of ``action`` stand."""
        return self._gaps.index(action.gaps) if isinstance(action, Cut) else 0


@lru_cache(maxsize=32)
def gap_choices(least: int, most: int) -> tuple[tuple[int, ...], ...]:
    """Return the gaps of every cut into ``least`` to ``most`` pieces."""
    ring = range(SLICES_PER_CAKE)
    whole = ((),) if least <= 1 else ()
    cuts = [gaps for count in range(max(2, least), most + 1) for gaps in combinations(ring, count)]
    return (*whole, *cuts)


class Takes(Moves):
    """Every piece with every choice of what to eat of it, then what may be done instead."""

    def __init__(self, state: State, instead: tuple[Forfeit | Pass, ...]) -> None:
        """Take from the pieces left in ``state``, or do one of ``instead``."""
        self._seat, self._instead = state.picks[0], instead
        self._ids = varieties(state.setup.edition)
        cut, cake = state.pieces, state.cake
        self._pieces = [(p, slice_counts(tuple(cake[at] for at in cut[p]))) for p in state.left]
        self._sizes = [prod(count + 1 for _v, count in counts) for _p, counts in self._pieces]

    def __len__(self) -> int:
        return sum(self._sizes) + len(self._instead)

    def make(self, place: int) -> AnyAction:
        """Return the choice at ``place``; within a piece, collecting everything comes first."""
        for (piece, counts), size in zip(self._pieces, self._sizes, strict=True):
            if place < size:
                return Take(self._seat, piece, self._eaten(counts, place))
            place -= size
        return self._instead[place]

    def place_of(self, action: AnyAction) -> int:
        """Return where ``action`` stands: its piece, then what it eats of it."""
        if not isinstance(action, Take):
            return sum(self._sizes) + self._instead.index(action)
        numbers = [piece for piece, _counts in self._pieces]
        at = numbers.index(action.piece)
        place, step = sum(self._sizes[:at]), 1
        for variety, count in self._pieces[at][1]:
            place += step * min(count, action.eat.count(self._ids[variety].id))
            step *= count + 1
        return place

    def _eaten(self, counts: tuple[tuple[int, int], ...], place: int) -> tuple[str, ...]:
        eaten: list[str] = []
        for variety, count in counts:
            place, eat = divmod(place, count + 1)
            eaten.extend([self._ids[variety].id] * eat)
        return tuple(eaten)


@lru_cache(maxsize=4096)
def slice_counts(slices: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return the varieties among ``slices`` with how many there are of each."""
    return tuple((variety, count) for variety, count in enumerate(tally(slices)) if count)
