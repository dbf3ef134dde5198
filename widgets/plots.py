"""Figures for the labs, in the house look, each with its numbers as a sentence and a table.

A :class:`Chart` shows itself in a notebook and prints itself as text. Figures are made without
``pyplot`` and set every colour themselves, so no style and no theme of the notebook changes them,
and they change none. Colour never stands alone: numbers, names, hatches and markers double it.
"""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from math import cos, radians, sin
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

import htpy

from companion.language import _, listing, plural

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PAPER, CARD, INK, SOFT, LINE = "#faf6ee", "#fffdf8", "#2b2622", "#6b6259", "#e2d8c8"
HATCH = "#bfb09a"
ACCENT = "#b8572f"
COLOURS = (ACCENT, INK, "#4d6b34", "#5d5a94", "#8a6a1f")
MARKERS = "osD^v"
DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)), (0, (3, 1)))
WIDTH, DOTS = 7.2, 200

Form = Callable[[float], str]


def whole(value: float) -> str:
    """Return a count, such as ``"1,013"``."""
    return f"{value:,.0f}"


def tenths(value: float) -> str:
    """Return a number with one decimal."""
    return f"{value:,.1f}"


def percent(value: float) -> str:
    """Return a share, from 0 to 1, in whole percent."""
    return f"{value:.0%}"


@dataclass(frozen=True, repr=False)
class Table:
    """Numbers as text, the first column naming the rows. Shows itself in a notebook."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        lines = (self.head, *self.rows)
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(
            "  ".join(
                cell.rjust(width) if at else cell.ljust(width)
                for at, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        )

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return str(_table(self))


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Table:
    """Return a table of whatever ``rows`` hold, each thing as its text."""
    return Table(tuple(head), tuple(tuple(map(str, row)) for row in rows))


@dataclass(frozen=True, repr=False)
class Chart:
    """A figure with its title, what it shows in a sentence, and its numbers."""

    figure: Figure
    title: str
    summary: str
    table: Table

    @property
    def alt(self) -> str:
        """What stands in for the picture where it cannot be seen."""
        return _(
            "{title}. {summary} The table below holds the numbers.",
            title=self.title,
            summary=self.summary,
        )

    def png(self) -> bytes:
        """Return the picture, fine enough for a sharp screen."""
        return self._written("png", {"Software": None})

    def svg(self) -> str:
        """Return the picture as a drawing."""
        return self._written("svg", {"Date": None}).decode()

    def _written(self, kind: str, metadata: dict[str, Any]) -> bytes:
        buffer = BytesIO()
        self.figure.savefig(buffer, format=kind, dpi=DOTS, facecolor=PAPER, metadata=metadata)
        return buffer.getvalue()

    def __str__(self) -> str:
        return f"{self.title}\n{self.summary}\n\n{self.table}"

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        picture = base64.b64encode(self.png()).decode()
        style = f"display:block;width:100%;max-width:{WIDTH * 100:.0f}px;border-radius:14px"
        return str(
            htpy.div(style=f"max-width:{WIDTH * 100:.0f}px")[
                htpy.figure(style="margin:0")[
                    htpy.img(src=f"data:image/png;base64,{picture}", alt=self.alt, style=style),
                    htpy.figcaption(style="margin:8px 0;font-size:16px")[self.summary],
                ],
                htpy.details(open=True)[htpy.summary[_("The numbers")], _table(self.table)],
            ]
        )


def _table(table: Table) -> htpy.Element:
    return htpy.div(style="overflow-x:auto")[
        htpy.table(style="font-size:14px;font-variant-numeric:tabular-nums")[
            htpy.thead[htpy.tr[[_cell(text, at, "col") for at, text in enumerate(table.head)]]],
            htpy.tbody[
                [
                    htpy.tr[[_cell(text, at, "row") for at, text in enumerate(row)]]
                    for row in table.rows
                ]
            ],
        ]
    ]


def _cell(text: str, at: int, scope: str) -> htpy.Element:
    side = "right" if at else "left"
    style = f"text-align:{side};padding:4px 10px;white-space:nowrap"
    if scope == "col" or not at:
        return htpy.th(scope=scope, style=style)[text]
    return htpy.td(style=style)[text]


# Bars


def bars(
    title: str,
    values: Mapping[str, float],
    *,
    along: str,
    of: str,
    form: Form = whole,
    highlight: str = "",
) -> Chart:
    """Return one bar a value: ``along`` says what the bars are, ``of`` what their length is."""
    figure, axes = _canvas(title, 1.2 + 0.42 * len(values))
    for at, (name, value) in enumerate(values.items()):
        marked = name == highlight
        axes.barh(
            at,
            value,
            height=0.68,
            color=ACCENT if marked else _tint(0.25),
            edgecolor=INK if marked else ACCENT,
            hatch=None if marked else "///",
            linewidth=1,
        )
        axes.annotate(form(value), (value, at), (6, 0), va="center", **_offset_text(bold=marked))
    axes.set_yticks(range(len(values)), list(values))
    axes.invert_yaxis()
    axes.margins(x=0.12)
    _label(axes, of, along, form)
    axes.grid(visible=False, axis="y")
    rows = tuple((name, form(value)) for name, value in values.items())
    return Chart(figure, title, _bars_summary(values, form), Table((along, of), rows))


def _bars_summary(values: Mapping[str, float], form: Form) -> str:
    least, most = min(values, key=values.__getitem__), max(values, key=values.__getitem__)
    return _(
        "From {low} ({least}) up to {high} ({most}).",
        low=form(values[least]),
        least=least,
        high=form(values[most]),
        most=most,
    )


def histogram(
    title: str, values: Sequence[int], *, along: str, of: str, marks: Mapping[str, int]
) -> Chart:
    """Return how often each whole number occurs; ``marks`` names some of the numbers."""
    figure, axes = _canvas(title, 3.6)
    counts = Counter(values)
    spots = _by_value(marks)
    for value, count in sorted(counts.items()):
        marked = value in spots
        axes.bar(
            value,
            count,
            width=0.8,
            color=ACCENT if marked else _tint(0.25),
            edgecolor=INK if marked else ACCENT,
            hatch=None if marked else "///",
        )
    for value, names in spots.items():
        text = "\n".join([*names, whole(counts[value])])
        axes.annotate(
            text,
            (value, counts[value]),
            (0, 5),
            ha="center",
            va="bottom",
            **_offset_text(bold=True),
        )
    axes.margins(y=0.34)
    axes.set_xticks(range(min(values), max(values) + 1))
    _label(axes, along, of, whole, upright=True)
    axes.grid(visible=False, axis="x")
    rows = tuple(
        (_minus(value), whole(count), listing(spots.get(value, ())))
        for value, count in sorted(counts.items())
    )
    summary = _histogram_summary(values, marks)
    return Chart(figure, title, summary, Table((along, of, _("marked")), rows))


def _by_value(marks: Mapping[str, int]) -> dict[int, list[str]]:
    spots: dict[int, list[str]] = {}
    for name, value in marks.items():
        spots.setdefault(value, []).append(name)
    return spots


def _histogram_summary(values: Sequence[int], marks: Mapping[str, int]) -> str:
    return _(
        "{count} values from {low} to {high}, half of them {middle} or less; {marks}.",
        count=whole(len(values)),
        low=_minus(min(values)),
        high=_minus(max(values)),
        middle=f"{median(values):g}",
        marks=listing(f"{name}: {_minus(value)}" for name, value in marks.items()),
    )


# Lines


def lines(
    title: str,
    across: Sequence[float],
    series: Mapping[str, Sequence[float]],
    *,
    along: str,
    of: str,
    form: Form = tenths,
    errors: Mapping[str, Sequence[float]] | None = None,
) -> Chart:
    """Return one line a series over the numbers ``across``, named at its end.

    ``errors`` are drawn as whiskers and stand in the table behind a ± sign.
    """
    figure, axes = _canvas(title, 3.9)
    whiskers = errors or {}
    for style, (name, values) in zip(_styles(), series.items(), strict=False):
        axes.errorbar(across, values, yerr=whiskers.get(name), label=name, **style)
    if min(map(min, series.values())) >= 0:
        axes.set_ylim(bottom=0)
    _name_ends(axes, across, series)
    axes.set_xticks(across)
    _label(axes, along, of, form, upright=True)
    rows = tuple(
        (f"{x:g}", *(_with_error(form, name, at, series, whiskers) for name in series))
        for at, x in enumerate(across)
    )
    return Chart(figure, title, _lines_summary(series, form), Table((along, *series), rows))


def _styles() -> list[dict[str, Any]]:
    return [
        {
            "color": colour,
            "marker": marker,
            "linestyle": dash,
            "markerfacecolor": CARD if at % 2 else colour,
            "linewidth": 2,
            "markersize": 8,
            "markeredgewidth": 1.8,
            "elinewidth": 1.2,
            "capsize": 4,
        }
        for at, (colour, marker, dash) in enumerate(zip(COLOURS, MARKERS, DASHES, strict=True))
    ]


def _name_ends(axes: Axes, across: Sequence[float], series: Mapping[str, Sequence[float]]) -> None:
    low, high = axes.get_ylim()
    ends = spread([values[-1] for values in series.values()], (high - low) * 0.085)
    for (name, values), end, colour in zip(series.items(), ends, COLOURS, strict=False):
        axes.annotate(
            name,
            (across[-1], values[-1]),
            (across[-1] + (across[-1] - across[0]) * 0.035, end),
            va="center",
            color=colour,
            fontsize=11.5,
            fontweight="bold",
            annotation_clip=False,
        )
    span = across[-1] - across[0]
    axes.set_xlim(across[0] - span * 0.05, across[-1] + span * 0.25)


def spread(values: Sequence[float], gap: float) -> list[float]:
    """Return ``values`` moved apart as little as needed to stand ``gap`` from each other."""
    order = sorted(range(len(values)), key=values.__getitem__)
    moved = list(values)
    for _round in range(50):
        for lower, upper in pairwise(order):
            short = gap - (moved[upper] - moved[lower])
            if short > 1e-9:
                moved[lower] -= short / 2
                moved[upper] += short / 2
    return moved


def _with_error(
    form: Form,
    name: str,
    at: int,
    series: Mapping[str, Sequence[float]],
    errors: Mapping[str, Sequence[float]],
) -> str:
    value = form(series[name][at])
    return f"{value} ± {form(errors[name][at])}" if name in errors else value


def _lines_summary(series: Mapping[str, Sequence[float]], form: Form) -> str:
    told = listing(
        _("{name} from {first} to {last}", name=name, first=form(line[0]), last=form(line[-1]))
        for name, line in series.items()
    )
    return _("From left to right: {told}.", told=told)


# A grid of numbers


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
    figure, axes = _canvas(title, 1.5 + 0.42 * len(rows))
    known = [value for row in rows.values() for value in row if value is not None]
    top = min(max(known), 1.0) if form is percent else max(known)
    for down, (name, row) in enumerate(rows.items()):
        for at, value in enumerate(row):
            if value is not None:
                _draw_cell(axes, at, down, value / top, hatch=(name, at) in hatched.cells)
                _write_cell(axes, at, down, form(value), frame=(name, at) in framed.cells)
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
            facecolor=CARD if hatch else _tint(0.08 + 0.5 * min(strength, 1.0)),
            edgecolor=HATCH if hatch else CARD,
            hatch="////" if hatch else None,
            linewidth=0.8,
        )
    )


def _write_cell(axes: Axes, at: int, down: int, text: str, *, frame: bool) -> None:
    from matplotlib.patches import Rectangle  # noqa: PLC0415  only the labs draw

    if frame:
        box = Rectangle((at + 0.06, down + 0.07), 0.88, 0.86, fill=False, ec=INK, lw=2.2)
        axes.add_patch(box)
    weight = "bold" if frame else "normal"
    axes.text(at + 0.5, down + 0.5, text, ha="center", va="center", fontweight=weight, **_text())


def _frame_grid(
    axes: Axes, names: Sequence[str], columns: Sequence[str], along: str, of: str
) -> None:
    axes.set_xlim(0, len(columns))
    axes.set_ylim(len(names), 0)
    axes.set_xticks([at + 0.5 for at in range(len(columns))], list(columns))
    axes.set_yticks([at + 0.5 for at in range(len(names))], list(names))
    _label(axes, along, of, None)
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


# Cakes


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
    figure = _figure(title, 3.3)
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
    axes.set_xlim(-1.7, 1.7)
    axes.set_ylim(-1.65, 1.65)
    axes.set_title(ring.title, fontsize=12, color=INK, fontweight="bold", pad=2)
    for at, (piece, owner) in enumerate(zip(ring.pieces, ring.owners, strict=True)):
        _draw_piece(axes, ring, piece, _look(owner, highlight))
        _name_piece(axes, ring, piece, f"{_piece_letter(at)} {owner or _('nobody')}")


def _look(owner: str, highlight: str) -> dict[str, Any]:
    if owner and owner == highlight:
        return {"facecolor": _tint(0.6), "edgecolor": INK, "linewidth": 1.8}
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
        axes.text(x + out[0], y + out[1], letter, ha="center", va="center", **_text(11))


def _name_piece(axes: Axes, ring: Ring, piece: Sequence[int], name: str) -> None:
    x, y = _on_circle(1.34, _middle(ring, piece))
    side = "center" if abs(x) < 0.5 else ("left" if x > 0 else "right")
    x = max(min(x, 1.05), -1.05)
    y += 0.22 * (y > 0.4) - 0.22 * (y < -0.4) if side != "center" else 0
    label = axes.text(x, y, name, ha=side, va="center", fontweight="bold", **_text(10))
    label.set_in_layout(False)


def _middle(ring: Ring, piece: Sequence[int]) -> float:
    return 90 - (piece[0] + len(piece) / 2) * 360 / len(ring.letters)


def _on_circle(radius: float, degrees: float) -> tuple[float, float]:
    return radius * cos(radians(degrees)), radius * sin(radians(degrees))


# The house look


def _figure(title: str, height: float) -> Figure:
    from matplotlib.figure import Figure  # noqa: PLC0415  tables and lessons run without it

    figure = Figure(figsize=(WIDTH, height), facecolor=PAPER, layout="constrained")
    figure.suptitle(
        title, x=0.02, ha="left", fontfamily="DejaVu Serif", fontweight="bold", **_text(15)
    )
    figure.get_layout_engine().set(w_pad=0.1, h_pad=0.07)  # type: ignore[union-attr,call-arg]  constrained, as asked for
    return figure


def _canvas(title: str, height: float) -> tuple[Figure, Axes]:
    figure = _figure(title, height)
    axes = figure.add_subplot(facecolor=CARD)
    axes.tick_params(colors=INK, labelsize=11, length=0, pad=6)
    axes.grid(visible=True, color=LINE, linewidth=1, linestyle="-")
    axes.set_axisbelow(True)
    axes.spines[:].set_color(LINE)
    return figure, axes


def _label(axes: Axes, x: str, y: str, form: Form | None, *, upright: bool = False) -> None:
    axes.set_xlabel(x, color=SOFT, fontsize=11)
    axes.set_ylabel(y, color=SOFT, fontsize=11)
    if form is not None:
        scale = axes.yaxis if upright else axes.xaxis
        short = "{:g}".format if form is tenths else form
        scale.set_major_formatter(lambda value, _place: short(value))


def _text(size: float = 11) -> dict[str, Any]:
    return {"color": INK, "fontsize": size}


def _offset_text(*, bold: bool) -> dict[str, Any]:
    weight = "bold" if bold else "normal"
    return {"textcoords": "offset points", "fontweight": weight, **_text()}


def _tint(strength: float) -> str:
    """Return the accent mixed into the card's colour, 0 to 1."""
    mixed = (
        round(int(CARD[at : at + 2], 16) * (1 - strength) + int(ACCENT[at : at + 2], 16) * strength)
        for at in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _minus(value: int) -> str:
    return str(value).replace("-", "\N{MINUS SIGN}")
