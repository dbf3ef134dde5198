"""Hexes: their names, where they lie, and how far it is from one to another.

A map is a sheet of flat-topped hexes in columns. A hex is named like a square of a chess board: a
letter for its column (``a`` is the first; after ``z`` comes ``aa``) and a number for its row, from
1 at the top; every second column lies half a hex lower. Names are stable: a hex keeps its name
whatever is painted around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from math import sqrt

Axial = tuple[int, int]
"""Column and slanting row, both from 0: the coordinates in which all neighbours look alike."""

FAR = 1_000_000
"""The distance to what cannot be reached."""

_NAME = re.compile(r"([a-z]{1,2})([1-9][0-9]?)")
_SIDES: tuple[Axial, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def is_name(name: str) -> bool:
    """Return whether ``name`` is that of a hex, such as ``c4``."""
    return _NAME.fullmatch(name) is not None


def axial(name: str) -> Axial:
    """Return the axial coordinates of a hex; ``ValueError`` for what is no name of one."""
    found = _NAME.fullmatch(name)
    if found is None:
        raise ValueError(f"{name!r} is no hex; hexes are named like c4")
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - ord("a") + 1
    column -= 1
    return column, int(found[2]) - 1 - column // 2


def name_of(place: Axial) -> str:
    """Return the name of the hex at ``place``; ``""`` if it lies off the sheet."""
    column, slanting = place
    row = slanting + column // 2 + 1
    if not (0 <= column < 702 and 1 <= row <= 99):
        return ""
    high, low = divmod(column, 26)
    return f"{chr(high + 96) if high else ''}{chr(low + 97)}{row}"


def order(name: str) -> tuple[int, int]:
    """Return what hexes are sorted by: the column, then the row."""
    column, slanting = axial(name)
    return column, slanting + column // 2


def around(name: str) -> tuple[str, ...]:
    """Return the hexes of the sheet that touch ``name``: clockwise, from the one above."""
    column, slanting = axial(name)
    found = (name_of((column + right, slanting + down)) for right, down in _SIDES)
    return tuple(filter(None, found))


def steps(one: str, other: str) -> int:
    """Return how many steps lie between two hexes of an open sheet."""
    (q, r), (p, s) = axial(one), axial(other)
    return max(abs(q - p), abs(r - s), abs(q + r - p - s))


def centre(name: str) -> tuple[float, float]:
    """Return the middle of a hex, right and down from that of ``a1``, in units of its side."""
    column, slanting = axial(name)
    return 1.5 * column, sqrt(3) * (slanting + column / 2)


class Grid:
    """The hexes that can be entered, with all distances between them, each worked out once."""

    def __init__(self, hexes: Iterable[str]) -> None:
        """Hold the passable ``hexes``."""
        self.hexes: tuple[str, ...] = tuple(sorted(set(hexes), key=order))
        there = set(self.hexes)
        self.neighbours: dict[str, tuple[str, ...]] = {
            at: tuple(other for other in around(at) if other in there) for at in self.hexes
        }
        """The passable hexes that touch each, clockwise."""
        self._distances: dict[str, dict[str, int]] = {}
        self._within: dict[tuple[str, int], tuple[str, ...]] = {}

    def __contains__(self, name: object) -> bool:
        return name in self.neighbours

    def distances(self, start: str) -> Mapping[str, int]:
        """Return the steps from ``start`` to each hex that can be reached, ``start`` included."""
        found = self._distances.get(start)
        if found is None:
            found = self._distances[start] = self._search(start)
        return found

    def _search(self, start: str) -> dict[str, int]:
        found = {start: 0}
        queue = [start]
        for at in queue:
            further = found[at] + 1
            for other in self.neighbours.get(at, ()):
                if other not in found:
                    found[other] = further
                    queue.append(other)
        return found

    def distance(self, start: str, end: str) -> int:
        """Return the steps between two hexes; :data:`FAR` if there is no way."""
        return self.distances(start).get(end, FAR)

    def within(self, start: str, most: int) -> tuple[str, ...]:
        """Return the hexes at most so many steps from ``start``, itself included, in order."""
        key = (start, most)
        found = self._within.get(key)
        if found is None:
            near = (at for at, steps_ in self.distances(start).items() if steps_ <= most)
            found = self._within[key] = tuple(sorted(near, key=order))
        return found
