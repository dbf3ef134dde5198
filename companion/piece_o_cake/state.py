"""What the table knows in Piece o' Cake, and the actions that change it.

Varieties stand as numbers 0 to 7, in the order of ``slices.varieties``; counts are tuples of eight.
Actions name varieties by their ids, because they are written into saves.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from companion.game import Action as BaseAction
from companion.game import Seat, Setup
from companion.piece_o_cake.slices import COUNTS, Variety, index_of, varieties

Phase = Literal["serve", "cut", "take", "over"]
Counts = tuple[int, ...]
Pile = Literal["collected", "eaten", "gone"]

NONE: Counts = (0,) * len(COUNTS)


class State(msgspec.Struct, frozen=True):
    """The table.

    ``cake_number`` counts finished cakes, 0 to 5. ``cake`` holds the eleven slices in ring order;
    ``gaps`` the places of the cuts (gap i lies before slice i); ``left`` the pieces still there (0
    is piece A); ``picks`` the seats still to choose, in order; ``takers`` who took which piece.
    ``collected`` and ``eaten`` are counts by seat and variety, ``gone`` the leftovers. ``past``
    holds the points by seat of each earlier game of a series.
    """

    setup: Setup
    phase: Phase
    starter: Seat
    cake_number: int
    collected: tuple[Counts, ...]
    eaten: tuple[Counts, ...]
    gone: Counts = NONE
    cake: tuple[int, ...] = ()
    gaps: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    picks: tuple[Seat, ...] = ()
    takers: tuple[tuple[Seat, int], ...] = ()
    past: tuple[tuple[int, ...], ...] = ()

    @property
    def server(self) -> Seat:
        """Who serves and cuts this cake."""
        return (self.starter + self.cake_number) % len(self.setup.names)

    @property
    def pieces(self) -> tuple[tuple[int, ...], ...]:
        """The pieces of the cut cake, each as places in the ring."""
        return pieces(self.gaps)

    @property
    def varieties(self) -> tuple[Variety, ...]:
        """The varieties of this table's edition."""
        return varieties(self.setup.edition)

    @property
    def index(self) -> dict[str, int]:
        """The number of each variety id."""
        return index_of(self.setup.edition)


class Action(BaseAction, frozen=True):
    """A move of Piece o' Cake."""


class Serve(Action, frozen=True, tag="serve"):
    """Lay the cake: eleven variety ids in ring order; none in a virtual game, which draws them."""

    slices: tuple[str, ...] = ()


class Cut(Action, frozen=True, tag="cut"):
    """Cut before the slices at ``gaps`` (0 to 10); no gaps leave one piece."""

    gaps: tuple[int, ...] = ()


class Take(Action, frozen=True, tag="take"):
    """Take ``piece`` (0 is A), eat the named slices of it and collect the others."""

    piece: int
    eat: tuple[str, ...] = ()


class Forfeit(Action, frozen=True, tag="forfeit"):
    """Take no piece; eat all collected slices of ``variety``."""

    variety: str


class Pass(Action, frozen=True, tag="pass"):
    """Take nothing and eat nothing, where the rules allow it."""


class Again(Action, frozen=True, tag="again"):
    """Start the next game of a series; ``seat`` is its first server."""


class Fix(Action, frozen=True, tag="fix"):
    """Set a count by hand.

    ``count`` slices of ``variety`` now lie in a ``pile`` of ``seat`` (the table's own, -1, for the
    slices that are gone), because of ``reason``.
    """

    pile: Pile
    variety: str
    count: int
    reason: str


AnyAction = Serve | Cut | Take | Forfeit | Pass | Again | Fix


@lru_cache(maxsize=2048)
def pieces(gaps: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the places of each piece that ``gaps`` (ascending) make; piece A follows the first."""
    if not gaps:
        return (tuple(range(11)),)
    ends = (*gaps[1:], gaps[0] + 11)
    return tuple(
        tuple(place % 11 for place in range(start, end))
        for start, end in zip(gaps, ends, strict=True)
    )


def letter(piece: int) -> str:
    """Return the letter of a piece, from 0."""
    return "ABCDE"[piece]


def seen(state: State) -> Counts:
    """Return how many slices of each variety are accounted for on the table."""
    piles = (*state.collected, *state.eaten, state.gone, on_cake(state))
    return tuple(map(sum, zip(*piles, strict=True)))


def on_cake(state: State) -> Counts:
    """Return how many slices of each variety of the present cake nobody has taken yet."""
    if not state.cake:
        return NONE
    if state.phase == "cut":
        return tally(state.cake)
    cut = state.pieces
    return tally(tuple(state.cake[place] for piece in state.left for place in cut[piece]))


def tally(slices: tuple[int, ...]) -> Counts:
    """Return how often each variety occurs."""
    counts = [0] * len(COUNTS)
    for variety in slices:
        counts[variety] += 1
    return tuple(counts)
