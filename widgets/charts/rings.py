"""Cut cakes side by side."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.language import _, listing
from widgets.charts.chart import Chart, Table
from widgets.charts.look import CARD, INK, PAPER, SOFT, blank, tint, words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class Ring(NamedTuple):
    """A cut cake: the letter of each slice in ring order, the places of each piece, its owner.

    An empty owner means that nobody took the piece.
    """

    title: str
    letters: Sequence[str]
    pieces: Sequence[Sequence[int]]
    owners: Sequence[str]


def rings(title: str, cakes: Sequence[Ring], *, highlight: str = "") -> Chart:
    """Return cut cakes side by side; the pieces of the owner ``highlight`` are filled."""
    figure = blank(title, 3.9)
    for axes, ring in zip(_row_of_axes(figure, len(cakes)), cakes, strict=True):
        _draw_ring(axes, ring, highlight)
    rows = tuple(row for ring in cakes for row in _ring_rows(ring))
    head = (_("cake"), _("piece"), _("slices"), _("taken by"))
    summary = " ".join(_ring_text(ring) for ring in cakes)
    return Chart(figure, title, summary, Table(head, rows))


def _row_of_axes(figure: Figure, count: int) -> Sequence[Axes]:
    axes: Sequence[Axes] = figure.subplots(1, count, squeeze=False)[0]
    return axes


def _ring_rows(ring: Ring) -> list[tuple[str, ...]]:
    return [
        (ring.title, _piece_letter(at), _letters(ring, piece), owner or _("nobody"))
        for at, (piece, owner) in enumerate(zip(ring.pieces, ring.owners, strict=True))
    ]


def _piece_letter(at: int) -> str:
    return "ABCDEFGHIJK"[at]


def _letters(ring: Ring, piece: Sequence[int]) -> str:
    return " ".join(ring.letters[place] for place in piece)


def _ring_text(ring: Ring) -> str:
    taken = listing(
        _("{owner} {letters}", owner=owner or _("nobody"), letters=_letters(ring, piece))
        for piece, owner in zip(ring.pieces, ring.owners, strict=True)
    )
    return _("{title}: {taken}.", title=ring.title, taken=taken)


def _draw_ring(axes: Axes, ring: Ring, highlight: str) -> None:
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.set_xlim(-1.2, 1.2)
    axes.set_ylim(-1.2, 1.2)
    axes.set_title(ring.title, fontweight="bold", pad=4, **words(12))
    for at, (piece, owner) in enumerate(zip(ring.pieces, ring.owners, strict=True)):
        _draw_piece(axes, ring, piece, _look(owner, highlight))
        _name_piece(axes, ring, piece, _piece_letter(at))
    axes.text(0, -1.28, _owners_text(ring), ha="center", va="top", linespacing=1.5, **words())


def _owners_text(ring: Ring) -> str:
    named = [
        _("{letter} {owner}", letter=_piece_letter(at), owner=owner or _("nobody"))
        for at, owner in enumerate(ring.owners)
    ]
    return "\n".join("    ".join(named[at : at + 2]) for at in range(0, len(named), 2))


def _look(owner: str, highlight: str) -> dict[str, Any]:
    if owner and owner == highlight:
        return {"facecolor": tint(0.6), "edgecolor": INK, "linewidth": 1.8}
    if not owner:
        return {"facecolor": PAPER, "edgecolor": SOFT, "linestyle": ":", "linewidth": 1}
    return {"facecolor": CARD, "edgecolor": SOFT, "linewidth": 1}


def _draw_piece(axes: Axes, ring: Ring, piece: Sequence[int], look: dict[str, Any]) -> None:
    from matplotlib.patches import Wedge  # noqa: PLC0415  only the labs draw

    step = 360 / len(ring.letters)
    shift = 0.14 if len(ring.pieces) > 1 else 0.0
    out = _on_circle(shift, _middle(ring, piece))
    for place in piece:
        start = 90 - place * step
        axes.add_patch(Wedge(out, 1, start - step, start, width=0.55, **look))
        x, y = _on_circle(0.74, start - step / 2)
        letter = ring.letters[place]
        axes.text(x + out[0], y + out[1], letter, ha="center", va="center", **words(11))


def _name_piece(axes: Axes, ring: Ring, piece: Sequence[int], letter: str) -> None:
    x, y = _on_circle(0.38 if len(ring.pieces) > 1 else 0, _middle(ring, piece))
    axes.text(x, y, letter, ha="center", va="center", fontweight="bold", **words(11.5))


def _middle(ring: Ring, piece: Sequence[int]) -> float:
    return 90 - (piece[0] + len(piece) / 2) * 360 / len(ring.letters)


def _on_circle(radius: float, degrees: float) -> tuple[float, float]:
    return radius * cos(radians(degrees)), radius * sin(radians(degrees))
