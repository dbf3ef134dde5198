"""Lines over the course of a game: a drawing, its names, and its numbers as a table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import htpy as h

from companion.language import _, listing

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 320, 180, 30, 22, 12, 22
POINTS, ROWS = 60, 12
LETTERS = "ABCDE"
DASHES = ("none", "9 5", "3 4", "12 4 3 4", "2 6")

Line = tuple[str, Sequence[int]]


def sampled(length: int, most: int) -> list[int]:
    """Return up to ``most`` places of a row so long, evenly spread; the first and last always."""
    if length <= most:
        return list(range(length))
    return [round(at * (length - 1) / (most - 1)) for at in range(most)]


def course(title: str, along: str, lines: Sequence[Line]) -> h.Node:
    """Return a drawing of ``lines``, each a name and its values from place 0 on, at one length.

    A letter at its end, a dash and a colour tell each line. ``along`` names the places. A long row
    is drawn from some of its values; the table below has fewer still.
    """
    return [_drawing(title, lines), _names(lines), _numbers(title, along, lines)]


def summary(lines: Sequence[Line]) -> str:
    """Return in a sentence from where to where each line goes."""
    return listing(
        _("{name} from {first} to {last}", name=name, first=values[0], last=values[-1])
        for name, values in lines
    )


def _drawing(title: str, lines: Sequence[Line]) -> h.Element:
    top = max(1, *(max(values) for _name, values in lines))
    ends = _apart([_y(values[-1], top) for _name, values in lines])
    told = _("{title}: {summary}.", title=title, summary=summary(lines))
    return h.svg(".tc-course", viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=told)[
        (_level(value, top) for value in (0, top // 2, top)),
        _ends(len(lines[0][1]) - 1),
        (
            _line(at, values, top, end)
            for at, ((_name, values), end) in enumerate(zip(lines, ends, strict=True))
        ),
    ]


def _y(value: float, top: int) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / top


def _x(place: int, length: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * place / max(1, length - 1)


def _level(value: int, top: int) -> list[h.Element]:
    y = f"{_y(value, top):.1f}"
    return [
        h.line(".tc-axis", x1=str(LEFT), x2=str(WIDTH - RIGHT), y1=y, y2=y),
        h.text(x=str(LEFT - 5), y=y, text_anchor="end", dominant_baseline="central")[str(value)],
    ]


def _ends(last: int) -> list[h.Element]:
    y = str(HEIGHT - 5)
    return [
        h.text(x=str(LEFT), y=y)["0"],
        h.text(x=str(WIDTH - RIGHT), y=y, text_anchor="end")[str(last)],
    ]


def _line(at: int, values: Sequence[int], top: int, end: float) -> h.Element:
    length = len(values)
    points = " ".join(
        f"{_x(place, length):.1f},{_y(values[place], top):.1f}" for place in sampled(length, POINTS)
    )
    x = str(WIDTH - 10)
    return h.g(data_piece=LETTERS[at])[
        h.polyline(points=points, stroke_dasharray=DASHES[at]),
        h.circle(cx=x, cy=f"{end:.1f}", r="9"),
        h.text(x=x, y=f"{end:.1f}")[LETTERS[at]],
    ]


def _apart(heights: list[float], gap: float = 19) -> list[float]:
    """Return heights moved apart so that the letters at the ends do not cover each other."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    moved = list(heights)
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + gap)
    over = max(0.0, max(moved) - (HEIGHT - 10))
    return [height - over for height in moved]


def _names(lines: Sequence[Line]) -> h.Element:
    return h.ul(".tc-course-names", aria_hidden="true")[
        (
            h.li[h.strong(".tc-mark-badge", data_piece=LETTERS[at])[LETTERS[at]], h.bdi[name]]
            for at, (name, _values) in enumerate(lines)
        )
    ]


def _numbers(title: str, along: str, lines: Sequence[Line]) -> h.Element:
    heads = [along, *(name for name, _values in lines)]
    places = sampled(len(lines[0][1]), ROWS)
    return h.details[
        h.summary[_("The numbers")],
        h.div(".tc-table", tabindex="0", role="region", aria_label=title)[
            h.table[
                h.thead[h.tr[(h.th(scope="col")[head] for head in heads)]],
                h.tbody[
                    (
                        h.tr[
                            h.th(scope="row")[str(place)],
                            (h.td[str(values[place])] for _name, values in lines),
                        ]
                        for place in places
                    )
                ],
            ]
        ],
    ]
