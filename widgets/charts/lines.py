"""Lines over numbers, each named at its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from companion.language import _, listing
from widgets.charts.chart import Chart, Table
from widgets.charts.look import CARD, COLOURS, DASHES, MARKERS, Form, canvas, name_axes, tenths

if TYPE_CHECKING:
    from matplotlib.axes import Axes


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

    ``errors`` are drawn as whiskers and stand in the table behind a ± sign. Raises ``ValueError``
    for more lines than can be told apart.
    """
    if len(series) > len(COLOURS):
        raise ValueError(f"{len(series)} lines are too many to tell apart: at most {len(COLOURS)}")
    figure, axes = canvas(title, 3.9)
    whiskers = errors or {}
    for style, (name, values) in zip(_styles(), series.items(), strict=False):
        axes.errorbar(across, values, yerr=whiskers.get(name), label=name, **style)
    if min(map(min, series.values())) >= 0:
        axes.set_ylim(bottom=-0.02 * axes.get_ylim()[1])
    _name_ends(axes, across, series)
    axes.set_xticks(across)
    name_axes(axes, along, of, form, upright=True)
    rows = tuple(
        (f"{x:g}", *(_with_error(form, name, at, series, whiskers) for name in series))
        for at, x in enumerate(across)
    )
    summary = _lines_summary(across, along, series, form)
    return Chart(figure, title, summary, Table((along, *series), rows))


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
            parse_math=False,
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


def _lines_summary(
    across: Sequence[float], along: str, series: Mapping[str, Sequence[float]], form: Form
) -> str:
    told = listing(
        _("{name} from {first} to {last}", name=name, first=form(line[0]), last=form(line[-1]))
        for name, line in series.items()
    )
    return _(
        "{along}, {start:g} to {end:g}: {told}.",
        along=along,
        start=across[0],
        end=across[-1],
        told=told,
    )
