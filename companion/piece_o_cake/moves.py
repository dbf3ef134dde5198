"""The legal actions of each phase, as sequences that make an action when it is asked for.

There can be billions of ways to serve and a thousand to cut; none is built before it is needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, prod
from typing import overload

from companion.piece_o_cake.slices import SLICES_PER_CAKE, index_of, varieties
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
    """Every order in which eleven of the slices not seen yet can lie in the ring."""

    def __init__(self, seat: int, edition: str, unseen: Counts) -> None:
        """Serve from ``unseen`` slices."""
        self._seat, self._edition, self._unseen = seat, edition, unseen

    def __len__(self) -> int:
        return orders(self._unseen, SLICES_PER_CAKE)

    def make(self, place: int) -> Serve:
        """Return the ``place``-th order, counted alphabetically by variety number."""
        unseen, ids = list(self._unseen), varieties(self._edition)
        slices = []
        for to_come in range(SLICES_PER_CAKE - 1, -1, -1):
            variety, place = _next_slice(unseen, to_come, place)
            unseen[variety] -= 1
            slices.append(ids[variety].id)
        return Serve(self._seat, tuple(slices))

    def place_of(self, action: AnyAction) -> int:
        """Return how many orders come before the one of ``action``."""
        if not isinstance(action, Serve):
            raise ValueError("not a serve")  # noqa: TRY004  no such place, whatever the type
        unseen, index = list(self._unseen), index_of(self._edition)
        place = 0
        for to_come, name in zip(range(SLICES_PER_CAKE - 1, -1, -1), action.slices, strict=True):
            variety = index.get(name, 0)
            if name not in index or not unseen[variety]:
                raise ValueError(f"no {name!r} is left")
            lower = [kind for kind in range(variety) if unseen[kind]]
            place += sum(orders(_without(unseen, kind), to_come) for kind in lower)
            unseen[variety] -= 1
        return place


def _without(unseen: list[int], variety: int) -> Counts:
    return tuple(count - (kind == variety) for kind, count in enumerate(unseen))


def _next_slice(unseen: list[int], to_come: int, place: int) -> tuple[int, int]:
    for variety, count in enumerate(unseen):
        if count:
            ways = orders(_without(unseen, variety), to_come)
            if place < ways:
                return variety, place
            place -= ways
    raise IndexError(place)


@lru_cache(maxsize=4096)
def orders(unseen: Counts, length: int) -> int:
    """Return in how many orders ``length`` of the ``unseen`` slices can come."""
    ways = [1] + [0] * length
    for count in unseen:
        ways = [
            sum(comb(size, new) * ways[size - new] for new in range(min(count, size) + 1))
            for size in range(length + 1)
        ]
    return ways[length]


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
