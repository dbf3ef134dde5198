"""A cake: slices in a ring, whole or cut into pieces, drawn as SVG.

Angles are degrees clockwise from the top; place 0 begins at the top. The picture is 400 units wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

import htpy as h
import msgspec

from companion.language import _, listing
from widgets.parts.keyed import Part, keyed

CENTRE = 200
RIM = 152
BAND = 122
HUB = 58
GAPS = 171
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

    ``art`` begins the ids of the symbols that stand for the varieties. Pieces are drawn apart.
    """
    shifts = _shifts(pieces, len(slices)) if len(pieces) > 1 else {}
    step = 360 / len(slices)
    drawn = [
        keyed(
            f"slot-{place}",  # a part of its own: cutting moves slices, it does not change them
            h.g(style=shifts.get(place))[
                keyed(
                    f"slice-{place}",
                    _place(
                        None if place in taken else kind,
                        (place * step, (place + 1) * step),
                        art,
                    ),
                )
            ],
        )
        for place, kind in enumerate(slices)
    ]
    return h.svg(
        ".tc-ring",
        viewBox="0 0 400 400",
        role="img",
        aria_label=_description(slices, pieces, taken),
    )[drawn, _letters(pieces, len(slices), taken)]


def point(angle: float, radius: float) -> tuple[float, float]:
    """Return the point at ``angle`` and ``radius`` from the centre."""
    turn = radians(angle)
    return round(CENTRE + radius * sin(turn), 1), round(CENTRE - radius * cos(turn), 1)


def gap_style(gap: int, count: int) -> str:
    """Return where the control of a gap stands over the picture, as an inline style."""
    angle = gap * 360 / count
    x, y = point(angle, GAPS)
    return f"left:{x / 4:.2f}%;top:{y / 4:.2f}%;--turn:{angle:.1f}deg"


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


def _shifts(pieces: Sequence[Piece], count: int) -> dict[int, str]:
    """Return the style that moves each place out with its piece."""
    moved: dict[int, str] = {}
    for piece in pieces:
        x, y = point(_middle(piece, count), _APART)
        shift = f"transform:translate({x - CENTRE:.1f}px,{y - CENTRE:.1f}px)"
        moved |= dict.fromkeys(piece.places, shift)
    return moved


def _middle(piece: Piece, count: int) -> float:
    return (piece.places[0] + len(piece.places) / 2) * 360 / count


def _place(kind: Slice | None, angles: tuple[float, float], art: str) -> h.Element:
    start, end = angles
    if kind is None:
        return h.g(".tc-slot")[h.path(d=_sector(start, end, HUB, RIM))]
    middle = (start + end) / 2
    return h.g(".tc-slice", data_variety=kind.variety)[
        h.path(".tc-sponge", d=_sector(start, end, HUB, RIM)),
        h.path(".tc-band", d=_sector(start, end, BAND, RIM)),
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


def _letters(pieces: Sequence[Piece], count: int, taken: frozenset[int]) -> Part:
    marks = []
    for piece in pieces:
        if not taken.intersection(piece.places):
            x, y = point(_middle(piece, count), 36 if len(pieces) > 1 else 0)
            marks += [
                h.circle(".tc-mark", cx=f"{x:g}", cy=f"{y:g}", r=15),
                _text(".tc-mark-letter", (x, y), piece.letter),
            ]
    return keyed("ring-letters", h.g(aria_hidden="true")[marks])
