"""Positions of Piece o' Cake, written shortly."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

import companion
from companion.opening import AnySession
from companion.piece_o_cake import Cut, State, engine
from companion.piece_o_cake.slices import varieties

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
CAKE = "PKKHCKAGSHB"
LETTERS = "PACBKGSH"
SERVE = "serve " + " ".join(CAKE)

Held = dict[str, int]


def counts(held: Held | str) -> tuple[int, ...]:
    """Return counts by variety of ``"HHHKK"`` or ``{"H": 3, "K": 2}``."""
    if isinstance(held, str):
        return tuple(held.count(letter) for letter in LETTERS)
    return tuple(held.get(letter, 0) for letter in LETTERS)


def table(seats: int = 3, **arguments: Any) -> AnySession:
    """Return a new game of that many seats."""
    return companion.start("piece-o-cake", NAMES[:seats], **arguments)


def served(seats: int = 3, **arguments: Any) -> AnySession:
    """Return a game whose first cake is on the table."""
    game = table(seats, **arguments)
    game.do(SERVE)
    return game


def cut(seats: int, gaps: str, **arguments: Any) -> AnySession:
    """Return a game whose first cake is served and cut."""
    game = served(seats, **arguments)
    game.do(f"cut {gaps}")
    return game


def holding(
    collected: list[Held | str], eaten: list[Held | str] | None = None, **fields: Any
) -> State:
    """Return a table between two cakes where the seats hold these slices.

    ``rulings``, ``edition`` and ``first`` go into the set-up, any other field into the state.
    """
    about = {key: fields.pop(key) for key in ("rulings", "edition", "first") if key in fields}
    start: State = table(len(collected), **about).state
    piles = [counts(held) for held in eaten or [""] * len(collected)]
    return replace(start, collected=tuple(map(counts, collected)), eaten=tuple(piles), **fields)


def finished(
    collected: list[Held | str], eaten: list[Held | str] | None = None, **fields: Any
) -> State:
    """Return the table of :func:`holding` after its fifth cake."""
    return holding(collected, eaten, phase="over", cake_number=5, **fields)


def sharing(state: State, pieces: list[str]) -> State:
    """Return ``state`` with a cake on the table, cut into these pieces and nobody served yet."""
    cake = "".join(pieces)
    ends = [len("".join(pieces[:number])) for number in range(len(pieces))]
    ring = tuple(LETTERS.index(letter) for letter in cake)
    lying = replace(state, phase="cut", cake=ring)
    return engine.apply(lying, Cut(state.server, tuple(ends) if len(pieces) > 1 else ()))


def titles(edition: str) -> list[str]:
    return [variety.title for variety in varieties(edition)]
