"""A map of hexagons as SVG: each hex a part of its own, to be touched, walked by keys, spoken.

A hex is placed by its middle, right and down from a corner of the map, in units of its side. The
ground is drawn once and sent once; what lies under the fingers is a bare outline over it, so that
a space lit or dimmed costs little. The page that shows a map holds :func:`shapes` once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, dist, pi, sin
from typing import Any

import htpy as h
import msgspec
from markupsafe import Markup

from companion.language import _
from widgets.parts.controls import dumps
from widgets.parts.keyed import Part, keyed

SIDE = 40
"""Length of a hex's side in the units of the drawing."""
MARGIN = 48
ZOOMS = ("usual", "100", "150", "220", "320")
"""How wide the map may be drawn, in hundredths of its frame.

Usually it is all of it; on a narrow screen one and a half, so that a finger finds each hex.
"""

Point = tuple[float, float]


class Hex(msgspec.Struct, frozen=True):
    """One hex: its ``name``, its middle, and ``label``, which says aloud all that is on it.

    ``lit`` is how it is marked now (``lit``, ``near``, ``here``; empty for not at all). With an
    ``action`` it can be pressed.
    """

    name: str
    place: Point
    label: str
    lit: str = ""
    action: Mapping[str, Any] | None = None


class Ground(msgspec.Struct, frozen=True):
    """What is drawn under a hex: its ``kind`` for the looks, and what else is printed on it.

    ``over`` is printed over the tokens, to be read where something stands.
    """

    name: str
    place: Point
    kind: str = "land"
    print: h.Node = None
    over: h.Node = None


class Arrow(msgspec.Struct, frozen=True):
    """A way across the map, from the middle of a hex to that of another; ``kind`` for its looks."""

    start: Point
    end: Point
    kind: str = "path"


class Token(msgspec.Struct, frozen=True):
    """A shape of the page's art with a short text on it, ``size`` units wide."""

    shape: str
    text: str
    size: int = 26
    kind: str = ""


class Sheet(msgspec.Struct, frozen=True):
    """A whole map: the ground, the printed ways on it, the hexes, tokens by hex, arrows over it."""

    ground: Sequence[Ground]
    ways: Sequence[Arrow]
    hexes: Sequence[Hex]
    tokens: Mapping[str, Sequence[Sequence[Token]]]
    arrows: Sequence[Arrow] = ()


def shapes() -> h.Element:
    """Return an unseen picture that defines the outline of a hex and the head of an arrow."""
    return h.svg(".tc-visually-hidden", aria_hidden="true", width="0", height="0")[
        h.defs[h.path(id="hex", d=outline(SIDE - 1)), _HEAD, _SHADE]
    ]


_HEAD = Markup(
    '<marker id="hex-head" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="5" markerHeight="5"'
    ' orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" fill="context-stroke"/></marker>'
)
_SHADE = Markup(
    '<pattern id="hex-shade" width="7" height="7" patternUnits="userSpaceOnUse"'
    ' patternTransform="rotate(45)"><path d="M0 0H7V7H0z" class="tc-shade-ground"/>'
    '<path d="M0 0V7" class="tc-shade-line"/></pattern>'
)


def hexmap(key: str, sheet: Sheet, *, label: str) -> Part:
    """Return the map under the part ``key``; it can be drawn larger."""
    places = [_middle(one.place) for one in sheet.ground]
    across = max(x for x, _y in places) + MARGIN
    down = max(y for _x, y in places) + MARGIN
    middles = {one.name: _middle(one.place) for one in sheet.ground}
    picture = h.svg(".tc-hexes", viewBox=f"0 0 {across} {down}", data_group="grid")[
        keyed(f"{key}-ground", _ground(sheet)),
        (_hex(key, one) for one in sheet.hexes),
        keyed(f"{key}-arrows", h.g(".tc-over", aria_hidden="true")[map(_over, sheet.arrows)]),
        keyed(
            f"{key}-tokens",
            h.g(".tc-over", aria_hidden="true")[
                (_tokens(key, name, middles[name], rows) for name, rows in sheet.tokens.items())
            ],
        ),
        keyed(
            f"{key}-names",
            h.g(".tc-over", aria_hidden="true")[
                (_printed(one.place, one.over) for one in sheet.ground if one.over is not None)
            ],
        ),
    ]
    frame = h.div(
        ".tc-map-frame", tabindex="0", role="region", aria_label=label,
        style=f"--map:{across}/{down}",
    )  # fmt: skip
    return keyed(key, h.div(".tc-map")[frame[picture], _zoom(key)])


def _zoom(key: str) -> Part:
    name = f"{key}-size"
    legend = h.legend[_("Size of the map")]
    choices = h.div(".tc-choices")[(_size(name, zoom) for zoom in ZOOMS)]
    form = h.form(".tc-zoom", autocomplete="off")
    return keyed(f"{key}-zoom", form[h.fieldset[legend, choices]])


def _size(name: str, zoom: str) -> h.Element:
    """Return the chip of a size; the usual one is called what it is on this screen."""
    told: h.Node = h.span[_("{zoom} %", zoom=zoom)]
    if zoom == "usual":
        told = [h.span(".tc-if-wide")[_("whole map")], h.span(".tc-if-narrow")[_("150 %")]]
    elif zoom == "100":
        told = h.span[_("whole map")]
    return h.label(".tc-choice", data_zoom=zoom)[
        h.input(type="radio", name=name, value=zoom, checked=zoom == "usual"), told
    ]


def _ground(sheet: Sheet) -> h.Element:
    return h.g(aria_hidden="true")[
        (_tile(one) for one in sheet.ground),
        map(_arrow, sheet.ways),
        (_printed(one.place, one.print) for one in sheet.ground if one.print is not None),
    ]


def _printed(place: Point, what: h.Node) -> h.Element:
    x, y = _middle(place)
    return h.g(transform=f"translate({x} {y})")[what]


def _tile(one: Ground) -> h.Element:
    x, y = _middle(one.place)
    return h.use(href="#hex", class_=f"tc-g-{one.kind}", x=x, y=y)


def _arrow(one: Arrow) -> h.Element:
    (x1, y1), (x2, y2) = _middle(one.start), _middle(one.end)
    return h.line(class_=f"tc-way tc-way-{one.kind}", x1=x1, y1=y1, x2=x2, y2=y2)


CLEAR = 20
"""So many units an arrow over the map keeps from the middles of its hexes, where tokens stand."""


def _over(one: Arrow) -> h.Element:
    (x1, y1), (x2, y2) = _middle(one.start), _middle(one.end)
    far = dist((x1, y1), (x2, y2))
    right, down = CLEAR * (x2 - x1) / far, CLEAR * (y2 - y1) / far
    return h.line(
        class_=f"tc-way tc-way-{one.kind}", x1=round(x1 + right), y1=round(y1 + down),
        x2=round(x2 - right), y2=round(y2 - down),
    )  # fmt: skip


def _middle(place: Point) -> tuple[int, int]:
    return round(place[0] * SIDE) + MARGIN, round(place[1] * SIDE) + MARGIN


def _hex(key: str, one: Hex) -> Part:
    """Return a hex: pressed it does its action, and in any case it can be walked to by arrows."""
    x, y = _middle(one.place)
    shape = h.use(
        href="#hex",
        x=x,
        y=y,
        class_=f"tc-hex tc-{one.lit}" if one.lit else "tc-hex",
        tabindex="-1",
        role="img" if one.action is None else "button",
        aria_label=one.label,
        data_do=None if one.action is None else dumps(one.action),
    )
    return keyed(f"{key}-{one.name}", shape)


def outline(side: float) -> str:
    """Return the path of a flat-topped hex of that side round the middle."""
    corners = [(side * cos(pi / 3 * turn), side * sin(pi / 3 * turn)) for turn in range(6)]
    return f"M{'L'.join(f'{x:.1f} {y:.1f}' for x, y in corners)}z"


ROW = 23
"""Units from one row of tokens to the next."""
LIFT = 4
"""So many units every further row lifts them all, off what is printed at the foot of the hex."""
LARGER = (1.35, 1.1, 1.0)
"""How much larger tokens are drawn where there is one row of them, two, or more."""


def _tokens(key: str, name: str, middle: tuple[int, int], rows: Sequence[Sequence[Token]]) -> Part:
    """Return the tokens of a hex, row by row round its middle."""
    top, large = -(ROW / 2 + LIFT) * (len(rows) - 1), LARGER[min(len(rows), len(LARGER)) - 1]
    drawn = [_row(row, top + ROW * number, large) for number, row in enumerate(rows)]
    return keyed(f"{key}-on-{name}", h.g(transform=f"translate({middle[0]} {middle[1]})")[drawn])


def _row(row: Sequence[Token], y: float, large: float) -> list[h.Element]:
    room = 2 * (SIDE - 2) - abs(y)
    wide = sum(token.size for token in row)
    scale = min(large, room / wide)
    x, drawn = -wide * scale / 2, []
    for token in row:
        step = token.size * scale
        drawn.append(_token(token, x + step / 2, y, min(large, max(scale, 0.8))))
        x += step
    return drawn


def _token(token: Token, x: float, y: float, scale: float) -> h.Element:
    half = token.size / 2
    kind = f"tc-token tc-token-{token.kind}" if token.kind else "tc-token"
    place = f"translate({x:.0f} {y:.0f})" + ("" if scale == 1 else f"scale({scale:.2f})")
    return h.g(class_=kind, transform=place)[
        h.use(href=f"#{token.shape}", x=f"{-half:g}", y=f"{-half:g}", width=token.size,
              height=token.size),
        h.text(y="4.5")[token.text] if token.text else None,
    ]  # fmt: skip
