"""Small drawings for the duel over the cakes, as SVG symbols that pages refer to by id.

Each is drawn in one ink, the current colour, on 24 by 24 units. A page may set two colours where
it shows one: ``--tc-troop-body`` for wool, faces and things, ``--tc-troop-accent`` for what
stands out of them. Unset, both are tones of the ink.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise, starmap
from math import cos, dist, radians, sin
from typing import NamedTuple

import htpy as h
from markupsafe import Markup


class _Troop(NamedTuple):
    """Outlines of a light ``body``, of a darker ``accent``, bare ``line``, and ``solid`` ink."""

    body: str = ""
    accent: str = ""
    line: str = ""
    solid: str = ""


def _wool(
    x: float, y: float, rx: float, ry: float, curls: int, *, start: float = 90, turn: float = 360
) -> str:
    """Return curls along an ellipse, clockwise, from an angle where 0 is right and 90 below."""
    angles = [radians(start + turn * step / curls) for step in range(curls + 1)]
    points = [(x + rx * cos(angle), y + ry * sin(angle)) for angle in angles]
    return f"M{points[0][0]:.2f} {points[0][1]:.2f}" + "".join(starmap(_curl, pairwise(points)))


def _curl(begin: tuple[float, float], end: tuple[float, float]) -> str:
    radius = 0.56 * dist(begin, end)
    return f"A{radius:.2f} {radius:.2f} 0 0 1 {end[0]:.2f} {end[1]:.2f}"


def _disc(x: float, y: float, radius: float, sweep: int = 1) -> str:
    half = f"a{radius} {radius} 0 0 {sweep}"
    return f"M{x - radius:.2f} {y}{half} {2 * radius} 0{half} {-2 * radius} 0z"


def _hole(x: float, y: float, radius: float) -> str:
    """Return a disc that is left out of what it lies in, for it runs the other way."""
    return _disc(x, y, radius, sweep=0)


def _face(top: float, depth: float, half: float = 4.6, x: float = 12) -> str:
    """Return a long face, open where wool or a hat sits on it."""
    side, jaw = depth * 0.45, depth * 0.55
    cheek, chin = jaw * 0.6, half * 0.42
    return (
        f"M{x - half:.2f} {top}v{side:.2f}"
        f"c0 {cheek:.2f} {chin:.2f} {jaw:.2f} {half} {jaw:.2f}"
        f"s{half} {cheek - jaw:.2f} {half} {-jaw:.2f}v{-side:.2f}"
    )


def _ears(y: float, half: float = 4.6) -> str:
    left, right = 12 - half, 12 + half
    return (
        f"M{left} {y + 2.2:.2f}c-2.2.9-4.6 0-5.4-2 1.4-1.6 3.8-1.6 5.4-.2z"
        f"M{right} {y}c1.6-1.4 4-1.4 5.4.2-.8 2-3.2 2.9-5.4 2z"
    )


def _eyes(y: float, apart: float = 2.1) -> str:
    return f"M{12 - apart} {y}v.5M{12 + apart} {y}v.5"


def _nose(y: float) -> str:
    return f"M10.9 {y}l1.1.9 1.1-.9"


_STAR = "l.85 1.8 1.95.25-1.45 1.4.4 2-1.75-1-1.75 1 .4-2-1.45-1.4 1.95-.25z"

_SPARK = "{}c.3 1.5.9 2.1 2.4 2.4-1.5.3-2.1.9-2.4 2.4-.3-1.5-.9-2.1-2.4-2.4 1.5-.3 2.1-.9 2.4-2.4z"

_TROOPS = {
    "soldier": _Troop(
        _face(11, 11.4, 4.2, 8.8)
        + "M4.6 13.8c-2.2.2-3.6 1.8-3.4 4.4 1.8 0 3.2-.9 3.7-2.6z"
        + "M13 13.8c2.2.2 3.6 1.8 3.4 4.4-1.8 0-3.2-.9-3.7-2.6z",
        "M3 11.6V10.8a5.8 5.8 0 0 1 11.6 0v.8l-4.4.2-1.4 2.4-1.4-2.4z",
        "M6.7 15.2v.5M10.9 15.2v.5M7.7 18.8l1.1.9 1.1-.9M18 14.8h4.4M20.2 14.8v5.4",
        "M6.5 5.6C4.7 4.4 4.9 2 6.8 2c.2-1.5 1.6-1.7 2-.6.4-1.1 1.8-.9 2 .6"
        "c1.9 0 2.1 2.4.3 3.6zM20.2 1.2l1.5 2.6v11h-3v-11z" + _disc(20.2, 21, 1.3),
    ),
    "archer": _Troop(
        "",
        _wool(5, 19, 3, 3, 7),
        "M6.2 4.2L19.8 17.8M7.6 16.4L19.6 4.4",
        "M5.6 2.2C15.4 1.4 22.6 8.6 21.8 18.4a1 1 0 0 1-2 .2"
        "c-.4-7.8-6.6-14-14.4-14.4a1 1 0 0 1 .2-2z"
        "M22.8 1.2l-1.2 6-4.8-4.8z",
    ),
    "wizard": _Troop(
        _face(14.8, 7.8, 4.4) + _ears(16.6, 4.4),
        "M5.6 12.8C8 9.8 8.6 4.6 11.2 2.2c1.6-1.2 3.6-.2 4.8 1.6"
        "-1.4-.2-2.2.4-2.2 1.4.4 3 1.8 5.6 4.6 7.6"
        "-4 1-8.8 1-12.8 0z",
        "M2 12.2c2 1.4 6 2 10 2s8-.6 10-2" + _eyes(17) + _nose(19.4),
        "M11.8 6.2" + _STAR,
    ),
    "defender": _Troop(
        "M12 1.6c3 1.9 6 2.7 9.2 2.7V11c0 5.6-3.6 9.4-9.2 11.4C6.4 20.4 2.8 16.6 2.8 11V4.3"
        "C6 4.3 9 3.5 12 1.6z",
        _wool(12, 8, 3.8, 2, 7),
        "",
        "M8.8 10.4h6.4v3c0 2.8-1.2 5-3.2 5s-3.2-2.2-3.2-5z"
        + _ears(11, 2.8)
        + _hole(10.7, 13, 0.7)
        + _hole(13.3, 13, 0.7),
    ),
    "scientist": _Troop(
        "M9 8.8v3L3.6 19c-1 1.6 0 3.2 1.8 3.2h13.2c1.8 0 2.8-1.6 1.8-3.2L15 11.8v-3z"
        + _wool(12, 4.6, 4.6, 2.3, 8),
        "M5.4 16.6c2.2-1 4.4-1 6.6 0s4.4 1 6.6 0l1.8 2.4"
        "c1 1.6 0 3.2-1.8 3.2H5.4c-1.8 0-2.8-1.6-1.8-3.2z",
        "M7.4 8.8h9.2",
        _disc(12.9, 13.6, 1) + _disc(10.9, 11.2, 0.7),
    ),
    "wolfy": _Troop(
        _wool(12, 6.6, 5, 3, 9),
        "M6 10L3 15.6l2.6.2-.6 2.6 3.8.8c.6 2 1.6 3.2 3.2 3.2s2.6-1.2 3.2-3.2l3.8-.8-.6-2.6 2.6-.2"
        "L18 10c-3.6 1.4-8.4 1.4-12 0zM5 8.4L3.4 1.6l4.4 2M19 8.4l1.6-6.8-4.4 2",
        "M8.2 13l1.8 1.1M15.8 13L14 14.1",
        "M10.3 16.4h3.4c.5 0 .7.5.4.9l-1.6 1.9a.7.7 0 0 1-1 0l-1.6-1.9c-.3-.4-.1-.9.4-.9z",
    ),
    "assassin": _Troop(
        _wool(12, 3.6, 3, 1.6, 6) + "M7.4 9h9.2v3.6H7.4z",
        "",
        _eyes(10.6) + "M2.2 20h5M8.6 17.8v4.4",
        "M12 4.6c4.6 0 6.8 2.6 6.8 6.2 0 3.8-2.8 6-6.8 6s-6.8-2.2-6.8-6c0-3.6 2.2-6.2 6.8-6.2z"
        "M7.4 9v3.6h9.2V9z" + _ears(9, 5.8) + "M9.6 18.2h9.2l4 1.8-4 1.8H9.6z",
    ),
    "scout": _Troop(
        _wool(8.6, 6.4, 5, 3.2, 8)
        + _face(9.8, 12.4, 4.2, 8.6)
        + "M4.4 13.9c-1.4.6-2.5.2-3-1.1.8-1.1 1.8-1.3 3-.9z",
        "M13.4 9.6l3.9-1 .9 3.7-3.9 1zM17 7.4l3.8-1 1.6 6.2-3.9 1z",
        "M6.6 13.4v.5M7.6 18.4c.7.5 1.5.5 2.2 0",
        "M9.4 10.8l4.6-1.1.9 3.4-4.7 1.2z",
    ),
    "summoner": _Troop(
        "M12 14.4c-2.6-1.6-6-2-9.8-1.6v8c3.8-.4 7.2 0 9.8 1.6 2.6-1.6 6-2 9.8-1.6v-8"
        "c-3.8-.4-7.2 0-9.8 1.6z" + _wool(12, 6, 4.6, 4, 9),
        "",
        "M12 14.4v8",
        "M10.4 4.8c1-.5 2.2-.5 3.2 0l1.6-.2c-.1 1.1-.6 1.7-1.4 1.8"
        "-.2 1.8-.8 2.8-1.8 2.8s-1.6-1-1.8-2.8"
        "c-.8-.1-1.3-.7-1.4-1.8z" + _SPARK.format("M3.6 4.2") + _SPARK.format("M20.4 4.2"),
    ),
    "quartermaster": _Troop(
        "M2.8 12h18.4v10.2H2.8z"
        + _wool(12, 4.1, 4.6, 2, 8)
        + "M7.6 6.4V12h8.8V6.4"
        + _ears(8.2, 4.4),
        "",
        _eyes(8.9, 1.8) + "M10 17.1h6.8v2M13.8 17.1v1.6",
        _disc(8, 17.1, 2.3),
    ),
    "oracle": _Troop(
        _disc(12, 8.6, 7.2),
        "M7.4 17.4h9.2l3.2 3" + "a2.1 2.1 0 0 1-3.9 0" * 4 + "z",
        "M7.6 8.8c2.4-3.2 6.4-3.2 8.8 0-2.4 3.2-6.4 3.2-8.8 0z",
        _disc(12, 8.8, 1.4),
    ),
    "priest": _Troop(
        "M14 9.4c-3 0-4.6 2.4-4.8 5l-.2 1.2h10l-.2-1.2c-.2-2.6-1.8-5-4.8-5z",
        "M9 15.6c-.2 1.2-.9 2-2 2.8v.2h14v-.2c-1.1-.8-1.8-1.6-2-2.8z",
        "M2.6 22.4V7a5.3 5.3 0 0 1 10.6 0c0 1.4 1.8 1.6 2.4.4",
        _disc(14, 21, 1.7),
    ),
    "angel": _Troop(
        _wool(12, 9.4, 4.8, 2.4, 8) + _face(11.6, 10.6, 4),
        "M8 14c-1-3.4-3.4-5-6.4-4.8-.4 2 .2 3.2 1.4 4-.4 1.6.4 2.8 1.8 3.2 0 1.4 1.2 2.4 3.2 2.2"
        "M16 14c1-3.4 3.4-5 6.4-4.8.4 2-.2 3.2-1.4 4 .4 1.6-.4 2.8-1.8 3.2 0 1.4-1.2 2.4-3.2 2.2",
        "M8.2 2.8a3.8 1.3 0 1 0 7.6 0 3.8 1.3 0 1 0-7.6 0z" + _eyes(14.6, 1.8) + _nose(18.2),
    ),
    "baacrates": _Troop(
        _wool(12, 14.2, 6.4, 7, 9, start=-42, turn=264),
        "M12 1.6l10.2 3L12 7.6 1.8 4.6zM6.8 6.2v3.2h10.4V6.2L12 7.6z",
        _disc(9.1, 13.6, 2.5)
        + _disc(14.9, 13.6, 2.5)
        + "M9.1 13.5v.2M14.9 13.5v.2"
        + _nose(18.2)
        + "M21.4 5v5",
        _disc(21.4, 11, 1.3),
    ),
    "agent-u": _Troop(
        _face(10.4, 9.4) + "M2.4 22.4l3-5.6L12 22l6.6-5.2 3 5.6z" + _ears(12.8),
        "M6.8 8.4l1-4.8c.3-1.2 1.4-1.6 2.4-1.2l1.8.7 1.8-.7c1-.4 2.1 0 2.4 1.2l1 4.8z",
        "M1.8 9c6 1 14.4 1 20.4 0M8 12.4h8",
        "M7.8 11.6h3.9v1.8a1.95 1.95 0 0 1-3.9 0zM12.3 11.6h3.9v1.8a1.95 1.95 0 0 1-3.9 0z",
    ),
    "pierrot": _Troop(
        "M6.6 8v2.4c0 3.2 2.2 5.4 5.4 5.4s5.4-2.2 5.4-5.4V8"
        "M6.6 17.4c3.4 1 7.4 1 10.8 0l3.8 3" + "a2 2 0 0 1-3.68 0" * 5 + "z",
        "M6.6 8.4C5.8 5.4 4.4 5 2.6 7.2 2.4 3.2 5.4 1.2 8.6 1.8c1.6.3 2.8 1.1 3.4 2.4"
        ".6-1.3 1.8-2.1 3.4-2.4"
        "3.2-.6 6.2 1.4 6 5.4-1.8-2.2-3.2-1.8-4 1.2z",
        "M9.6 10.6v.2M14.2 10.4v.6M12.6 13.5c.4-.3 1-.3 1.4 0",
        _disc(2.6, 8.6, 1.4) + _disc(21.4, 8.6, 1.4) + "M9.6 11l1.1 1.9a1.25 1.25 0 1 1-2.2 0z",
    ),
    "cake": _Troop(
        "M2.2 13v9h19.6v-9",
        "M2.2 13L15 7.8c3.6-.6 6 1.6 6.8 5.2"
        + "a1.8 1.8 0 0 1-3.27 0" * 6
        + "z"
        + _disc(11.4, 5.8, 2.4),
        "M2.2 18.2h19.6M11.4 3.4c.4-1 1.4-1.7 2.8-1.9",
    ),
    "trophy": _Troop(
        "M6.6 2.4h10.8v6.2c0 3.6-2.2 6-5.4 6s-5.4-2.4-5.4-6z",
        "M7.2 21.8c0-2.2 1.8-3.6 4.8-3.6s4.8 1.4 4.8 3.6z",
        "M6.6 4.4H2.6c0 3.8 1.6 6.2 4.6 6.4M17.4 4.4h4c0 3.8-1.6 6.2-4.6 6.4M12 14.6v3.6",
        "M12 4.4" + _STAR,
    ),
    "back": _Troop(
        _wool(13.6, 10, 7.4, 6.4, 11, start=140),
        "",
        "M10 17.2v4.4M17.2 17.2v4.4M12.4 7.6a1.6 1.6 0 0 1 3 0M15.6 12a1.6 1.6 0 0 1 3 0"
        "M10.8 12.6a1.5 1.5 0 0 1 2.8 0",
        "M4.8 7.8c2.6 0 4.2 1.4 4.2 3.6 0 3-2.2 5-5 5-1.6 0-2.8-.8-2.8-2.2 0-2.6 1.4-6.4 3.6-6.4z"
        + _hole(3.9, 11.9, 0.7),
    ),
    "sheep": _Troop(
        _wool(12, 6.4, 6.2, 3.6, 9) + _face(10.2, 12, 4.8) + _ears(12, 4.8),
        "",
        _eyes(14) + _nose(18),
    ),
}

NAMES: tuple[str, ...] = tuple(_TROOPS)

# Rules of a style sheet do not reach into what <use> shows; inherited values do.
_INK = "stroke:currentcolor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round"
_LINE = f"fill:none;{_INK}"
_BODY = f"fill:var(--tc-troop-body,color-mix(in srgb,currentcolor 16%,transparent));{_INK}"
_ACCENT = f"fill:var(--tc-troop-accent,color-mix(in srgb,currentcolor 42%,transparent));{_INK}"
_SOLID = "fill:currentcolor;stroke:none"


def symbols(prefix: str) -> h.Element:
    """Return an unseen picture that defines ``#prefix-name`` for every one of ``NAMES``."""
    return h.svg(".tc-visually-hidden", aria_hidden="true", width="0", height="0")[_drawn(prefix)]


@cache
def _drawn(prefix: str) -> Markup:
    """Return all the symbols, drawn once."""
    return Markup("").join(
        h.fragment[_symbol(f"{prefix}-{name}", troop)].__html__() for name, troop in _TROOPS.items()
    )


def _symbol(name: str, troop: _Troop) -> h.Element:
    layers = zip((_BODY, _ACCENT, _LINE, _SOLID), troop, strict=True)
    return h.symbol(id=name, viewBox="0 0 24 24")[
        (h.path(style=style, d=outline) for style, outline in layers if outline)
    ]
