"""The drawings of The Sheep: sheep of three tiers, shepherds, caravans, icons, one ink each."""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin

import htpy as h
from markupsafe import Markup

from companion.language import _
from widgets.parts import hexmap
from widgets.parts.keyed import Part, keyed

ART = "fold"
"""What the ids of the drawings begin with."""


def _cloud(curls: int, radius: float, bump: float) -> str:
    """Return a fleece: so many curls on a circle round the middle."""
    points = [
        (12 + radius * cos(radians(at)), 12 + radius * sin(radians(at)))
        for at in (360 * turn / curls - 90 for turn in range(curls + 1))
    ]
    start = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    return start + "".join(f"A{bump} {bump} 0 0 1 {x:.1f} {y:.1f}" for x, y in points[1:]) + "z"


# What is drawn by reference takes its colours from where it is shown: through variables only.
_INK = "stroke:var(--tc-outline);stroke-width"
_WOOL = f"fill:var(--tc-fleece);{_INK}:1.3"
_TAN = f"fill:var(--tc-fleece-2);{_INK}:1.3"
_DARK = f"fill:var(--tc-fleece-3);{_INK}:1.3"
_EAR = f"fill:#7b6a5a;{_INK}:1"
_HORN = f"fill:#f4efe2;{_INK}:1"
_CLOAK = f"fill:var(--tc-mark);{_INK}:1.1"
_WOOD = f"fill:var(--tc-wagon);{_INK}:1.1"
_WHEEL = f"fill:#fff8ec;{_INK}:1.1"

_EARS = (
    "M6.5 6.5C2.5 2 .2 4.4.2 7.8c0 3 2.6 4 5 2.4zM17.5 6.5c4-4.5 6.3-2.1 6.3 1.3 0 3-2.6 4-5 2.4z"
)
_HORNS = (
    "M8 6.4C6.6.4-.6-.6-.4 6.2c.2 5 5.2 6.4 6.6 3-3 .6-3.8-1.6-2.6-2.8 1.2-1 2.4.2 2.2 1.6z"
    "M16 6.4C17.4.4 24.6-.6 24.4 6.2c-.2 5-5.2 6.4-6.6 3 3 .6 3.8-1.6 2.6-2.8-1.2-1-2.4.2-2.2 1.6z"
)
_CLOAK_SHAPE = (
    "M12 1.4a4.3 4.3 0 0 1 3.4 7C18.6 10.9 21 16.3 21.6 22.4H2.4C3 16.3 5.4 10.9 8.6 8.4"
    "A4.3 4.3 0 0 1 12 1.4z"
)
_BOX = "M3.5 4.5h17a2.5 2.5 0 0 1 2.5 2.5v10H1V7a2.5 2.5 0 0 1 2.5-2.5z"


def _path(style: str, outline: str) -> str:
    return f'<path style="{style}" d="{outline}"/>'


def _disc(style: str, x: float, y: float, radius: float) -> str:
    return f'<circle style="{style}" cx="{x}" cy="{y}" r="{radius}"/>'


_BLOCK = (
    "M12 3.2a3 3 0 0 1 4.6.6 3 3 0 0 1 3.6 3.6 3 3 0 0 1 .6 4.6 3 3 0 0 1-.6 4.6 3 3 0 0 1-3.6 3.6"
    " 3 3 0 0 1-4.6.6 3 3 0 0 1-4.6-.6 3 3 0 0 1-3.6-3.6A3 3 0 0 1 3.2 12a3 3 0 0 1 .6-4.6"
    " 3 3 0 0 1 3.6-3.6A3 3 0 0 1 12 3.2z"
)
_SHEEP = {
    "0": _path(_WOOL, _cloud(7, 8.2, 4)),
    "1": _path(_EAR, _EARS) + _path(_TAN, _BLOCK),
    "2": _path(_DARK, _cloud(11, 9, 2.8)) + _path(_HORN, _HORNS),
}
_PIECES = {
    "shepherd": _path(_CLOAK, _CLOAK_SHAPE),
    "wagon": _path(_WOOD, _BOX) + _disc(_WHEEL, 6.5, 18.4, 2.9) + _disc(_WHEEL, 17.5, 18.4, 2.9),
}
_ICONS = {
    "metal": "M3 20.6 13.4 10.2l-1-3.6L18.6 2l-.6 3.4 3.6 3.6 3.4-.6-4.6 6.2-3.6-1L6.4 24z",
    "fire": "M12.6 1.5c.8 4.6 6.9 6.5 6.9 13a7.5 7.5 0 0 1-15 0c0-3.4 1.9-5 2.9-7.6 1.1.9 1.7 2 "
    "1.8 3.4 2.5-2.1 3.4-5 3.4-8.8zM12 21a3.3 3.3 0 0 0 3.3-3.3c0-2.3-2-3.2-2.6-5-2.4 1.5-4 3.2-4 "
    "5A3.3 3.3 0 0 0 12 21z",
    "shock": "M14.4 1 4.6 13.4h5.8L8.6 23l10.8-13.2h-6.2z",
    "runic": "M12 1l8.5 11L12 23 3.5 12zm0 4.2L7 12l5 6.8 5-6.8zm-1.2 3h2.4v2.6h2v2.4h-2v2.6"
    "h-2.4v-2.6h-2v-2.4h2z",
    "lantern": "M9 1.5h6v2h-6zM7.5 4.5h9l1 3h-11zM6.5 8.5h11v11h-11zm3 2v7h5v-7z"
    "M5.5 20.5h13v2.4h-13z",
    "essence": "M12 1.2 19.5 9 12 22.8 4.5 9zM12 4.6 8.2 9h7.6zM8.4 11l3.6 7 3.6-7z",
    "sun": "M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM11 1h2v4h-2zm0 18h2v4h-2zM1 11h4v2H1zm18 0h4v2h-4z"
    "M4.9 3.5l2.8 2.8-1.4 1.4-2.8-2.8zm12.8 12.8 2.8 2.8-1.4 1.4-2.8-2.8zM3.5 19.1l2.8-2.8 1.4 "
    "1.4-2.8 2.8zM16.3 6.3l2.8-2.8 1.4 1.4-2.8 2.8z",
    "moon": "M15.5 2A10.5 10.5 0 1 0 22 15.6 8.6 8.6 0 0 1 15.5 2z",
}  # fmt: skip


def art() -> Part:
    """Return all the drawings, and the shapes of the map; they stand in the page once."""
    return keyed("art", h.div(".tc-visually-hidden", aria_hidden="true")[_drawn(), hexmap.shapes()])


@cache
def _drawn() -> Markup:
    icons = {name: f'<path fill="currentColor" d="{path}"/>' for name, path in _ICONS.items()}
    symbols = [
        f'<symbol id="{ART}-{name}" viewBox="0 0 24 24">{content}</symbol>'
        for name, content in (_SHEEP | _PIECES | icons).items()
    ]
    return Markup("<svg width='0' height='0'>{}</svg>").format(Markup("".join(symbols)))  # noqa: S704  our own drawings


def icon(name: str, words: str = "") -> h.Element:
    """Return an icon; with ``words`` it is told, without them it only decorates."""
    told = {"role": "img", "aria_label": words} if words else {"aria_hidden": "true"}
    return h.svg(".tc-icon", viewBox="0 0 24 24", data_icon=name, **told)[
        h.use(href=f"#{ART}-{name}")
    ]


def sheep_picture(tier: int) -> h.Element:
    """Return a sheep of a tier as it stands on the map."""
    return h.svg(".tc-piece", viewBox="0 0 24 24", aria_hidden="true")[h.use(href=f"#{ART}-{tier}")]


def seat_badge(seat: int) -> h.Element:
    """Return a shepherd's figure with the number of its seat."""
    return h.svg(".tc-piece", viewBox="0 0 24 24", data_seat=seat, aria_hidden="true")[
        h.use(href=f"#{ART}-shepherd"), h.text(x="12", y="19.5")[str(seat + 1)]
    ]


def icon_text(name: str) -> str:
    """Return what a damage icon is called."""
    return {
        "metal": _("metal"),
        "fire": _("fire"),
        "shock": _("shock"),
        "runic": _("runic"),
        "lantern": _("lantern"),
    }[name]
