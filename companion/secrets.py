"""Hidden cards of a virtual game, kept apart from what the table knows."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

S = TypeVar("S")


class Dealer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Face-down stacks nobody has seen. Its ``repr`` shows no card."""

    seed: str
    stacks: tuple[tuple[str, ...], ...]

    def __repr__(self) -> str:
        return f"<Dealer of {len(self.stacks)} face-down stacks>"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return [("stacks", len(self.stacks))]


class World(msgspec.Struct, Generic[S], frozen=True):
    """The whole truth of a game: the table's state and, in a virtual game, the dealer."""

    state: S
    dealer: Dealer | None = None

    def __repr__(self) -> str:
        return "<World>"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return []


def shuffled(cards: Sequence[str], seed: str) -> tuple[str, ...]:
    """Return ``cards`` in an order that depends on ``seed`` alone, all orders alike likely."""
    order = list(cards)
    random.Random(seed).shuffle(order)  # noqa: S311  a game's shuffle, repeatable from its seed
    return tuple(order)


def stacks(cards: Sequence[str], sizes: Sequence[int], seed: str, *, deal: int = 0) -> Dealer:
    """Return a dealer whose stacks hold ``sizes`` of the shuffled ``cards``, in that order.

    ``deal`` counts the deals of a series from 0; each has its own order from the one ``seed``.
    """
    order = shuffled(cards, f"{seed}/{deal}")
    ends = [sum(sizes[: number + 1]) for number in range(len(sizes))]
    starts = [end - size for end, size in zip(ends, sizes, strict=True)]
    return Dealer(seed, tuple(order[start:end] for start, end in zip(starts, ends, strict=True)))


def imagined(dealer: Dealer, seen: Sequence[int], seed: str) -> Dealer:
    """Return another dealer the table could not tell from this one.

    ``seen`` says how many cards of each stack lie open; those stay, all others are mixed anew.
    """
    kept = [stack[:count] for stack, count in zip(dealer.stacks, seen, strict=True)]
    rest = [
        card for stack, count in zip(dealer.stacks, seen, strict=True) for card in stack[count:]
    ]
    order = iter(shuffled(rest, seed))
    sizes = [len(stack) - count for stack, count in zip(dealer.stacks, seen, strict=True)]
    mixed = (
        (*open_cards, *(next(order) for _card in range(size)))
        for open_cards, size in zip(kept, sizes, strict=True)
    )
    return Dealer(seed, tuple(mixed))
