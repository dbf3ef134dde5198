"""Small drawings of alpacas that box, as SVG symbols that pages refer to by id.

Drawn in the current colour as ink, on 48 by 48 units. A page may set ``--tc-wool``, ``--tc-fleece``
(wool in the shade) and ``--tc-glove``.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import cos, dist, radians, sin

import htpy as h
from markupsafe import Markup

_INK = "stroke:currentcolor;stroke-width:1.8;stroke-linejoin:round;stroke-linecap:round"
_WOOL = f"fill:var(--tc-wool,#f3e6d2);{_INK}"
_FLEECE = f"fill:var(--tc-fleece,#e3cda9);{_INK}"
_GLOVE = f"fill:var(--tc-glove,#c8402f);{_INK}"
_LINE = f"fill:none;{_INK}"
_MIRROR = "matrix(-1 0 0 1 48 0)"
_SOLID = "fill:currentcolor"


def _curls(x: float, y: float, rx: float, ry: float, count: int) -> str:
    """Return a cloud: curls all round an ellipse."""
    angles = [radians(360 * step / count - 90) for step in range(count + 1)]
    points = [(x + rx * cos(angle), y + ry * sin(angle)) for angle in angles]
    start = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    return start + "".join(_curl(*ends) for ends in pairwise(points)) + "z"


def _curl(begin: tuple[float, float], end: tuple[float, float]) -> str:
    radius = 0.55 * dist(begin, end)
    return f"A{radius:.1f} {radius:.1f} 0 0 1 {end[0]:.1f} {end[1]:.1f}"


_GLOVE_LEFT = (
    "M4.5 27.5c-1.6-5 .8-9 5.2-9 4.6 0 6.8 3.4 6 7.4 1.6.2 2.2 2 .8 3.2-1"
    " .9-2.6 1.2-3.6 1.2l-.4 2.2H6z"
)
_CUFF_LEFT = "M6 32.5h6.6v4H6.4z"


def _path(style: str, d: str) -> h.Element:
    return h.path(style=style, d=d)


def _head() -> list[h.Element]:
    """Return an alpaca's head: ears, face, topknot, eyes, a mouth."""
    return [
        _path(_FLEECE, "M16.5 13.5c-3.6-1.6-5-6-4-10.5 3.6.6 6.6 3.4 7.4 7"),
        _path(_FLEECE, "M31.5 13.5c3.6-1.6 5-6 4-10.5-3.6.6-6.6 3.4-7.4 7"),
        _path(
            _WOOL,
            "M15.5 17c0-6 3.6-9.5 8.5-9.5s8.5 3.5 8.5 9.5-3.4 11.5-8.5 11.5-8.5-5.5-8.5-11.5z",
        ),
        _path(_WOOL, _curls(24, 9.6, 6.6, 3.6, 9)),
        _path(
            _FLEECE, "M19.6 22.6c0-2.6 1.8-4 4.4-4s4.4 1.4 4.4 4-1.8 4.4-4.4 4.4-4.4-1.8-4.4-4.4z"
        ),
        h.circle(style=_SOLID, cx="19.6", cy="16.4", r="1.5"),
        h.circle(style=_SOLID, cx="28.4", cy="16.4", r="1.5"),
        _path(_LINE, "M22.6 21.4l1.4 1.1 1.4-1.1M24 22.5v1.6"),
    ]


def _gloves() -> list[h.Element]:
    """Return both boxing gloves, held up beside the head."""
    glove = [_path(_GLOVE, _GLOVE_LEFT), _path(_WOOL, _CUFF_LEFT)]
    return [h.g[glove], h.g(transform=_MIRROR)[glove]]


def _boxer() -> list[h.Element]:
    return [
        _path(_WOOL, _curls(24, 44, 15, 8, 11)),
        _path(_WOOL, "M17.4 24.5c.6 6-.4 10-2.4 14h18c-2-4-3-8-2.4-14z"),
        *_head(),
        *_gloves(),
    ]


def _clash() -> list[h.Element]:
    """Return two gloves that meet, and sparks over them: a war."""
    glove = [
        _path(
            _GLOVE,
            "M22.6 21c-1-3.6-4-5-7.6-4.4-2 .4-4.4.4-6.4 2.4v11c2 1.6 5 2 8.4 2 4 0 6.4-3 6-6.4",
        ),
        _path(_GLOVE, "M22.6 21c-2.6-1.6-6 0-6 2.6 0 2 2.4 3 6.4 2"),
        _path(_WOOL, "M3.4 18.4h5.4v12.4H3.4z"),
    ]
    return [
        h.g[glove],
        h.g(transform=_MIRROR)[glove],
        _path(_LINE, "M24 12.5V5.5M17 12l-3-5M31 12l3-5M24 37.5v5M18 37.5l-2.4 4M30 37.5l2.4 4"),
    ]


def _theft() -> list[h.Element]:
    """Return a glove that makes off with a card: a Steal."""
    return [
        _path(
            _WOOL,
            "M23.5 3.5l17 4.2a2.5 2.5 0 0 1 1.8 3l-5.5 22.5a2.5 2.5 0 0 1-3"
            " 1.8l-17-4.2a2.5 2.5 0 0 1-1.8-3L20.5 5.3a2.5 2.5 0 0 1 3-1.8z",
        ),
        _path(
            _GLOVE,
            "M8 38c-3.5-3.5-4.5-10-1-14s10-3.5 13 .5c2.5-2.5 7-2 8.5 1s-.5 6.5-4 8"
            "c-.5 3-3 6-6.5 7z",
        ),
        _path(_LINE, "M20 24.5c-1.5 1.5-2 3.5-1.5 5.5"),
        _path(_WOOL, "M6.5 37.5l12.5 2.5-1.5 6.5-12.5-2.5z"),
    ]


def _eye() -> list[h.Element]:
    """Return an open eye: a Reveal."""
    return [
        _path(_WOOL, "M3 26c5-8 12.5-12 21-12s16 4 21 12c-5 8-12.5 12-21 12S8 34 3 26z"),
        h.circle(style=_FLEECE, cx="24", cy="26", r="7.5"),
        h.circle(style=_SOLID, cx="24", cy="26", r="3.4"),
        _path(_LINE, "M24 8.5V4M12.5 11l-2.5-4M35.5 11L38 7"),
    ]


_DRAWN = {"boxer": _boxer, "back": _head, "war": _clash, "steal": _theft, "reveal": _eye}


def symbols(prefix: str) -> h.Element:
    """Return an unseen picture that defines ``#prefix-NAME`` for every drawing.

    They are ``boxer``, ``back`` (of a card), ``war``, ``steal`` and ``reveal``.
    """
    return h.svg(".tc-visually-hidden", aria_hidden="true", width="0", height="0")[_drawn(prefix)]


@cache
def _drawn(prefix: str) -> Markup:
    """Return all the symbols, drawn once."""
    return Markup("").join(
        h.fragment[h.symbol(id=f"{prefix}-{name}", viewBox="0 0 48 48")[draw()]].__html__()
        for name, draw in _DRAWN.items()
    )
