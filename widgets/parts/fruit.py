"""Small drawings of the flavours, as SVG symbols that pages refer to by id."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import htpy as h
from markupsafe import Markup


class _Fruit(NamedTuple):
    """A drawing on 20 by 20 units: filled ``body``, lines ``cut`` out of it, a ``stem``."""

    body: str
    cut: str = ""
    stem: str = ""


_BERRIES = "".join(
    f'<circle cx="{x}" cy="{y}" r="3"/>'
    for x, y in ((7, 8), (13, 8), (5, 12), (10, 12), (15, 12), (8, 16), (12, 16))
)
_LEAVES = "M6 3l4 3 4-3"

_FRUITS = {
    "plum": _Fruit(
        '<path d="M10 3c6 0 8 4 8 8s-3 7-8 7-8-3-8-7 2-8 8-8z"/>', "M10 3c-3 4-3 10 0 15"
    ),
    "apricot": _Fruit('<circle cx="10" cy="11" r="7.5"/>', "M10 4v14M6 7c-2 3-2 6 0 9"),
    "cherry": _Fruit(
        '<circle cx="6" cy="14" r="4.5"/><circle cx="14.5" cy="13" r="4.5"/>',
        stem="M6 10C7 6 10 3 13 2c0 3 1 5 1.5 7",
    ),
    "blackberry": _Fruit(_BERRIES, stem="M10 6V1"),
    "kiwi": _Fruit(
        '<circle cx="10" cy="10" r="8"/>',
        "M10 4v2M10 14v2M4 10h2M14 10h2M6 6l1 1M13 13l1 1M14 6l-1 1M7 13l-1 1M9.5 10h1",
    ),
    "gooseberry": _Fruit(
        '<ellipse cx="10" cy="11" rx="6.5" ry="7.5"/>',
        "M10 4v15M6 6c-1.5 3-1.5 7 0 10M14 6c1.5 3 1.5 7 0 10",
        "M10 4V1",
    ),
    "strawberry": _Fruit(
        '<path d="M3 6c2-2 5-2 7 0 2-2 5-2 7 0 1 5-3 10-7 13C6 16 2 11 3 6z"/>',
        "M7 9v1.5M13 9v1.5M10 12v1.5M8 14v1M12 14v1",
        _LEAVES,
    ),
    "chocolate": _Fruit(
        '<rect x="2.5" y="2.5" width="15" height="15" rx="2"/>',
        "M10 2.5v15M2.5 7.5h15M2.5 12.5h15",
    ),
    "marron": _Fruit(
        '<path d="M10 2c2 3 8 5 8 10 0 4-4 6-8 6s-8-2-8-6C2 7 8 5 10 2z"/>', "M3 14c4 2 10 2 14 0"
    ),
    "mango": _Fruit(
        '<path d="M4 14C1 8 7 2 13 3c5 1 6 8 2 12-3 4-8 3-11-1z"/>', "M7 14c4 1 8-2 8-7"
    ),
    "framboise": _Fruit(
        '<path d="M4 6h12c1 5-3 12-6 13C7 18 3 11 4 6z"/>',
        "M5 10h10M6 14h8M8 6v11M12 6v11",
        _LEAVES,
    ),
    "white-peach": _Fruit(
        '<path d="M10 5c5-4 9 1 8 6-1 4-4 7-8 7s-7-3-8-7c-1-5 3-10 8-6z"/>', "M10 5c2 4 1 9-2 12"
    ),
    "matcha": _Fruit(
        '<path d="M3 17C2 8 8 3 17 3c1 9-4 15-14 14z"/>', "M3 17C7 13 10 9 14 6M8 12l-2-3M10 10l4 1"
    ),
    "blueberry": _Fruit('<circle cx="10" cy="11" r="7.5"/>', "M7 8l6 6M13 8l-6 6M10 7v8M6 11h8"),
}

# Rules of a style sheet do not reach into what <use> shows; inherited values do.
_CUT = "fill:none;stroke:currentcolor;stroke-width:1.4"
_STEM = "fill:none;stroke:var(--tc-on-badge);stroke-width:1.8"


def symbols(prefix: str) -> h.Element:
    """Return an unseen picture that defines ``#prefix-flavour`` for every flavour."""
    return h.svg(".tc-visually-hidden", aria_hidden="true", width="0", height="0")[_drawn(prefix)]


@cache
def _drawn(prefix: str) -> Markup:
    """Return all the symbols, drawn once."""
    return Markup("").join(
        h.fragment[_symbol(f"{prefix}-{name}", fruit)].__html__() for name, fruit in _FRUITS.items()
    )


def _symbol(name: str, fruit: _Fruit) -> h.Element:
    return h.symbol(id=name, viewBox="0 0 20 20")[
        Markup(fruit.body),  # noqa: S704  drawn above
        h.path(style=_CUT, d=fruit.cut) if fruit.cut else None,
        h.path(style=_STEM, d=fruit.stem) if fruit.stem else None,
    ]
