"""Bars: one a value, or one for each whole number that occurs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median

from companion.language import _, listing
from widgets.charts.chart import Chart, Table
from widgets.charts.look import ACCENT, INK, Form, beside, canvas, name_axes, tint, whole


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
    figure, axes = canvas(title, 1.2 + 0.42 * len(values))
    for at, (name, value) in enumerate(values.items()):
        marked = name == highlight
        axes.barh(
            at,
            value,
            height=0.68,
            color=ACCENT if marked else tint(0.25),
            edgecolor=INK if marked else ACCENT,
            hatch=None if marked else "///",
            linewidth=1,
        )
        axes.annotate(form(value), (value, at), (6, 0), va="center", **beside(bold=marked))
    axes.set_yticks(range(len(values)), list(values), parse_math=False)
    axes.invert_yaxis()
    axes.margins(x=0.12)
    name_axes(axes, of, along, form)
    axes.grid(visible=False, axis="y")
    rows = tuple((name, form(value)) for name, value in values.items())
    return Chart(figure, title, _bars_summary(values, along, of, form), Table((along, of), rows))


def _bars_summary(values: Mapping[str, float], along: str, of: str, form: Form) -> str:
    least, most = min(values, key=values.__getitem__), max(values, key=values.__getitem__)
    return _(
        "{of}: from {low} ({along} {least}) up to {high} ({along} {most}).",
        of=of,
        along=along,
        low=form(values[least]),
        least=least,
        high=form(values[most]),
        most=most,
    )


def histogram(
    title: str, values: Sequence[int], *, along: str, of: str, marks: Mapping[str, int]
) -> Chart:
    """Return how often each whole number occurs; ``marks`` names some of the numbers."""
    figure, axes = canvas(title, 3.6)
    counts = Counter(values)
    spots = _by_value(marks)
    for value, count in sorted(counts.items()):
        marked = value in spots
        axes.bar(
            value,
            count,
            width=0.8,
            color=ACCENT if marked else tint(0.25),
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
            **beside(bold=True),
        )
    axes.margins(y=0.34)
    axes.set_xticks(range(min(values), max(values) + 1))
    name_axes(axes, along, of, whole, upright=True)
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


def _minus(value: int) -> str:
    return str(value).replace("-", "\N{MINUS SIGN}")
