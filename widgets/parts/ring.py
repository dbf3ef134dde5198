"""A cake: slices in a ring, whole or cut into pieces, drawn as SVG.

Angles are degrees clockwise from the top; place 0 begins at the top. The picture is 400 units wide.
What never changes at a place is a part of its own, so that a tap sends little.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, radians, sin
from typing import Any

import htpy as h
import msgspec

from companion.language import _, listing
from widgets.parts.keyed import Part, keyed

CENTRE = 200
RIM = 152
BAND = 122
HUB = 58
MARKS = 52
MARK = 13
"""Marks stand in the hub, each inside its own piece's angle: even two single slices' part."""
_APART = 11


class Slice(msgspec.Struct, frozen=True):
    """What is drawn on one slice: its variety, its letter, its number and its cream dollops."""

    variety: str
    title: str
    letter: str
    number: int
    dollops: int


class Piece(msgspec.Struct, frozen=True):
    """A piece: its letter and its places in the ring, in order."""

    letter: str
    places: tuple[int, ...]


def ring(
    slices: Sequence[Slice | None],
    pieces: Sequence[Piece] = (),
    *,
    art: str,
    taken: frozenset[int] = frozenset(),
) -> h.Element:
    """Return the picture of a cake; ``None`` is an empty place, ``taken`` are places eaten up.

    ``art`` begins the ids of the symbols that stand for the varieties. Pieces are drawn apart,
    each in the colour of its letter.
    """
    count = len(slices)
    letters = {place: piece.letter for piece in pieces for place in piece.places}
    shown = [None if place in taken else kind for place, kind in enumerate(slices)]
    slots = [_slot(place, count, kind, letters.get(place), art) for place, kind in enumerate(shown)]
    return h.svg(
        ".tc-ring",
        viewBox="0 0 400 400",
        role="img",
        aria_label=_description(slices, pieces, taken),
        style=_shifts(pieces, count) if len(pieces) > 1 else None,
    )[keyed("ring-slots", h.g(".tc-slots")[slots]), _marks(pieces, count, taken)]


def point(angle: float, radius: float) -> tuple[float, float]:
    """Return the point at ``angle`` and ``radius`` from the centre."""
    turn = radians(angle)
    return round(CENTRE + radius * sin(turn), 1), round(CENTRE - radius * cos(turn), 1)


def gap_style(gap: int, count: int) -> str:
    """Return where the control of a gap stands over the picture, as an inline style."""
    return f"--turn:{gap * 360 / count:.1f}deg"


def wedges(label: str, buttons: Iterable[h.Node]) -> h.Element:
    """Return the layer over a picture that holds the buttons of its slices or pieces."""
    return h.div(".tc-wedges", role="group", data_group="ring", aria_label=label)[buttons]


def wedge(places: Sequence[int], count: int, **attributes: Any) -> h.Element:
    """Return a button as large as the places it stands for."""
    turn, half = _middle(places, count), len(places) * 180 / count
    style = f"--turn:{turn:.1f}deg;--half:{half:.1f}deg"
    return h.button(".tc-wedge", type="button", style=style, **attributes)


def _description(
    slices: Sequence[Slice | None], pieces: Sequence[Piece], taken: frozenset[int]
) -> str:
    there = {place: kind.title for place, kind in enumerate(slices) if kind and place not in taken}
    if not there:
        return _("An empty cake plate")
    if not pieces:
        return _("The cake, clockwise: {slices}", slices=listing(there.values()))
    told = [
        _(
            "piece {letter}: {slices}",
            letter=piece.letter,
            slices=listing(there[p] for p in piece.places),
        )
        for piece in pieces
        if not taken.intersection(piece.places)
    ]
    return _("The cake, cut: {pieces}", pieces="; ".join(told) or _("nothing is left"))


def _shifts(pieces: Sequence[Piece], count: int) -> str:
    """Return the style that says how far each piece is moved out."""
    moved = ((piece.letter, point(_middle(piece.places, count), _APART)) for piece in pieces)
    return ";".join(f"--{at}:{x - CENTRE:.1f}px,{y - CENTRE:.1f}px" for at, (x, y) in moved)


def _middle(places: Sequence[int], count: int) -> float:
    return (places[0] + len(places) / 2) * 360 / count % 360


def _slot(place: int, count: int, kind: Slice | None, letter: str | None, art: str) -> Part:
    """Return a place: moved when the cake is cut, filled and emptied on its own."""
    start, end = place * 360 / count, (place + 1) * 360 / count
    shape = keyed(
        f"place-{place}",
        h.g[
            h.path(".tc-sponge", d=_sector(start, end, HUB, RIM)),
            h.path(".tc-band", d=_sector(start, end, BAND, RIM)),
        ],
    )
    drawn = _slice(kind, (start + end) / 2, art, shape) if kind else h.g(".tc-slot")[shape]
    return keyed(f"slot-{place}", h.g(data_piece=letter)[keyed(f"slice-{place}", drawn)])


def _slice(kind: Slice, middle: float, art: str, shape: Part) -> h.Element:
    return h.g(".tc-slice", data_variety=kind.variety)[
        shape,
        _text(".tc-letter", point(middle - 7, (BAND + RIM) / 2), kind.letter),
        _symbol(kind.variety, art, point(middle + 7, (BAND + RIM) / 2)),
        _text(".tc-number", point(middle, 104), str(kind.number)),
        _dollops(middle, kind.dollops),
    ]


def _sector(start: float, end: float, inner: float, outer: float) -> str:
    (a, b), (c, d) = point(start, outer), point(end, outer)
    (e, f), (g, i) = point(end, inner), point(start, inner)
    return f"M{a} {b}A{outer} {outer} 0 0 1 {c} {d}L{e} {f}A{inner} {inner} 0 0 0 {g} {i}Z"


def _text(name: str, at: tuple[float, float], words: str) -> h.Element:
    return h.text(name, x=f"{at[0]:g}", y=f"{at[1]:g}")[words]


def _symbol(variety: str, art: str, at: tuple[float, float]) -> h.Element:
    x, y = f"{at[0] - 10:g}", f"{at[1] - 10:g}"
    return h.use(href=f"#{art}-{variety}", x=x, y=y, width=20, height=20)


def _dollops(middle: float, count: int) -> list[h.Element]:
    turns = [middle + (number - (count - 1) / 2) * 9.5 for number in range(count)]
    points = [point(turn, 78) for turn in turns]
    return [h.circle(".tc-dollop", cx=f"{x:g}", cy=f"{y:g}", r="5.5") for x, y in points]


def _marks(pieces: Sequence[Piece], count: int, taken: frozenset[int]) -> Part:
    left = [piece for piece in pieces if not taken.intersection(piece.places)]
    marks = [_mark(piece, count, MARKS if len(pieces) > 1 else 0) for piece in left]
    return keyed("ring-marks", h.g(".tc-marks", aria_hidden="true")[marks])


def _mark(piece: Piece, count: int, radius: float) -> Part:
    x, y = point(_middle(piece.places, count), radius)
    mark = h.g(data_piece=piece.letter, transform=f"translate({x:g} {y:g})")
    return keyed(f"mark-{piece.letter}", mark[h.circle(r=MARK), h.text[piece.letter]])
