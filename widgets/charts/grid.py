"""A grid of numbers, the higher the darker."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.language import _, plural
from widgets.charts.chart import Chart, Table
from widgets.charts.look import CARD, HATCH, INK, Form, canvas, name_axes, percent, tint, words

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Mark(NamedTuple):
    """Cells that are hatched or framed, by row name and column place, and what that means."""

    cells: frozenset[tuple[str, int]]
    meaning: str


NO_MARK = Mark(frozenset(), "")


def mark(
    rows: Mapping[str, Sequence[float | None]], test: Callable[[float], bool], meaning: str
) -> Mark:
    """Return a mark on the cells whose value passes ``test``."""
    cells = frozenset(
        (name, at)
        for name, row in rows.items()
        for at, value in enumerate(row)
        if value is not None and test(value)
    )
    return Mark(cells, meaning)


def grid(
    title: str,
    rows: Mapping[str, Sequence[float | None]],
    columns: Sequence[str],
    *,
    along: str,
    of: str,
    form: Form = percent,
    hatched: Mark = NO_MARK,
    framed: Mark = NO_MARK,
) -> Chart:
    """Return a grid of numbers, the higher the darker; ``None`` leaves a cell empty.

    ``along`` names the columns, ``of`` the rows.
    """
    figure, axes = canvas(title, 1.5 + 0.42 * len(rows))
    known = [value for row in rows.values() for value in row if value is not None]
    top = min(max(known), 1.0) if form is percent else max(known)
    for down, (name, row) in enumerate(rows.items()):
        for at, value in enumerate(row):
            if value is not None:
                hatch, frame = ((name, at) in kind.cells for kind in (hatched, framed))
                _draw_cell(axes, at, down, value / top, hatch=hatch)
                _write_cell(axes, at, down, form(value), hatch=hatch, frame=frame)
    _frame_grid(axes, list(rows), columns, along, of)
    _legend(axes, hatched, framed)
    table = Table((of, *columns), tuple(_grid_rows(rows, form, hatched, framed)))
    return Chart(figure, title, _grid_summary(rows, columns, form, (hatched, framed)), table)


def _draw_cell(axes: Axes, at: int, down: int, strength: float, *, hatch: bool) -> None:
    from matplotlib.patches import Rectangle  # noqa: PLC0415  only the labs draw

    axes.add_patch(
        Rectangle(
            (at + 0.04, down + 0.05),
            0.92,
            0.9,
            facecolor=CARD if hatch else tint(0.08 + 0.5 * min(strength, 1.0)),
            edgecolor=HATCH if hatch else CARD,
            hatch="////" if hatch else None,
            linewidth=0.8,
        )
    )


def _write_cell(axes: Axes, at: int, down: int, text: str, *, hatch: bool, frame: bool) -> None:
    from matplotlib.patches import Rectangle  # noqa: PLC0415  only the labs draw

    if frame:
        box = Rectangle((at + 0.06, down + 0.07), 0.88, 0.86, fill=False, ec=INK, lw=2.2)
        axes.add_patch(box)
    weight = "bold" if frame else "normal"
    number = axes.text(at + 0.5, down + 0.5, text, ha="center", va="center", **words())
    number.set(fontweight=weight)
    if hatch:
        number.set_bbox({"facecolor": CARD, "edgecolor": "none", "pad": 1.5})


def _frame_grid(
    axes: Axes, names: Sequence[str], columns: Sequence[str], along: str, of: str
) -> None:
    axes.set_xlim(0, len(columns))
    axes.set_ylim(len(names), 0)
    axes.set_xticks([at + 0.5 for at in range(len(columns))], list(columns), parse_math=False)
    axes.set_yticks([at + 0.5 for at in range(len(names))], list(names), parse_math=False)
    name_axes(axes, along, of, None)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)


def _legend(axes: Axes, hatched: Mark, framed: Mark) -> None:
    from matplotlib.patches import Patch  # noqa: PLC0415  only the labs draw

    keys = []
    if hatched.cells:
        keys.append(Patch(fc=CARD, ec=HATCH, hatch="////", label=hatched.meaning))
    if framed.cells:
        keys.append(Patch(fc=CARD, ec=INK, lw=2.2, label=framed.meaning))
    if keys:
        where = axes.figure.legend(
            handles=keys, loc="outside lower left", ncols=2, frameon=False, fontsize=10.5
        )
        for text in where.get_texts():
            text.set_color(INK)


def _grid_rows(
    rows: Mapping[str, Sequence[float | None]], form: Form, hatched: Mark, framed: Mark
) -> list[tuple[str, ...]]:
    def cell(name: str, at: int, value: float | None) -> str:
        sign = "/" * ((name, at) in hatched.cells) + "*" * ((name, at) in framed.cells)
        return "·" if value is None else f"{form(value)}{sign}"

    return [
        (name, *(cell(name, at, value) for at, value in enumerate(row)))
        for name, row in rows.items()
    ]


def _grid_summary(
    rows: Mapping[str, Sequence[float | None]],
    columns: Sequence[str],
    form: Form,
    marks: tuple[Mark, Mark],
) -> str:
    cells = [
        (value, name, columns[at])
        for name, row in rows.items()
        for at, value in enumerate(row)
        if value is not None
    ]
    low, high = min(cells), max(cells)
    range_of = _(
        "From {low} ({low_at}) to {high} ({high_at}).",
        low=form(low[0]),
        low_at=f"{low[1]}, {low[2]}",
        high=form(high[0]),
        high_at=f"{high[1]}, {high[2]}",
    )
    return " ".join([range_of, *_mark_notes(*marks)])


def _mark_notes(hatched: Mark, framed: Mark) -> list[str]:
    notes = []
    if hatched.cells:
        notes.append(_cells_text(hatched, _("hatched, or / in the table")))
    if framed.cells:
        notes.append(_cells_text(framed, _("framed, or * in the table")))
    return notes


def _cells_text(mark: Mark, how: str) -> str:
    return plural(
        "{count} cell ({how}): {meaning}.",
        "{count} cells ({how}): {meaning}.",
        len(mark.cells),
        how=how,
        meaning=mark.meaning,
    )
