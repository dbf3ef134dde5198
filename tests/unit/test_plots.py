"""Figures: they render, say what they plot, and read without colour."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from widgets import plots
from widgets.charts import look
from widgets.charts.lines import spread

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HOSTILE = "<b>&\"' $x^"


def bars() -> plots.Chart:
    return plots.bars("Bars", {"one": 3, "two": 1013}, along="name", of="ways", highlight="two")


def histogram() -> plots.Chart:
    marks = {"best": 4, "worst": -1}
    return plots.histogram("Counts", [-1, 2, 2, 4, 2], along="points", of="cuts", marks=marks)


def lines() -> plots.Chart:
    series = {"up": [1.0, 2.5, 4.0], "down": [4.0, 2.0, 1.0], "level": [1.0, 1.0, 1.0]}
    errors = {"up": [0.1, 0.2, 0.3]}
    return plots.lines("Lines", [2, 3, 4], series, along="seats", of="points", errors=errors)


def grid() -> plots.Chart:
    rows: dict[str, list[float | None]] = {"Plum": [0.25, 0.5, None], "Kiwi": [0.1, 1.0, 1.2]}
    return plots.grid(
        "Grid",
        rows,
        ["1", "2", "3"],
        along="slices",
        of="variety",
        hatched=plots.mark(rows, lambda value: value >= 1, "never"),
        framed=plots.Mark(frozenset({("Plum", 1)}), "safe"),
    )


def rings() -> plots.Chart:
    whole = plots.Ring("Whole", "KSKGKHPBCSC", [range(11)], ["Blue"])
    parted = plots.Ring("Cut", "KSKGKHPBCSC", [range(3), range(3, 10), [10]], ["Red", "", "Blue"])
    return plots.rings("Cakes", [whole, parted], highlight="Red")


CHARTS = {"bars": bars, "histogram": histogram, "lines": lines, "grid": grid, "rings": rings}
every_chart = pytest.mark.parametrize("make", CHARTS.values(), ids=list(CHARTS))


def axes_of(chart: plots.Chart) -> list[Axes]:
    return list(chart.figure.axes)


def drawn_lines(chart: plots.Chart) -> list[Any]:
    containers: list[Any] = list(axes_of(chart)[0].containers)
    return [container[0] for container in containers]


def texts(chart: plots.Chart) -> list[str]:
    return [text.get_text() for axes in axes_of(chart) for text in axes.texts]


@pytest.mark.slow
@every_chart
def test_a_chart_renders_as_drawing_and_always_as_the_same_picture(make: Any) -> None:
    chart = make()
    picture = chart.png()
    assert picture.startswith(b"\x89PNG")
    assert make().png() == picture
    assert "<svg" in chart.svg()


@every_chart
def test_a_chart_prints_as_text(make: Any) -> None:
    chart = make()
    text = str(chart)
    assert text == repr(chart)
    assert chart.title in text
    assert chart.summary in text
    assert all(cell in text for row in chart.table.rows for cell in row)


@every_chart
def test_the_page_holds_picture_sentence_and_table(make: Any) -> None:
    chart = make()
    page = chart._repr_html_()
    assert page.count("<img") == 1
    assert f'alt="{chart.title}. ' in page
    assert page.count("<tr") == 1 + len(chart.table.rows)
    assert not re.search(r"<script|<style| id=", page), "what a notebook's sanitiser would drop"


def test_names_are_escaped_and_mean_no_formula() -> None:
    for chart in (
        plots.bars(HOSTILE, {HOSTILE: 1, "b": 2}, along=HOSTILE, of="n"),
        plots.lines(HOSTILE, [1, 2], {HOSTILE: [1, 2]}, along="x", of="y"),
        plots.rings("r", [plots.Ring(HOSTILE, "AB", [[0], [1]], [HOSTILE, ""])]),
        plots.grid(HOSTILE, {HOSTILE: [0.5]}, [HOSTILE], along="x", of="y"),
    ):
        assert "<b>" not in chart._repr_html_()
        assert chart.png()
    assert "<b>" not in plots.table([HOSTILE], [[HOSTILE]])._repr_html_()


# The numbers of the table are those of the picture


def test_bars_are_as_long_as_the_table_says() -> None:
    chart = bars()
    drawn: list[Any] = list(axes_of(chart)[0].patches)
    widths = [bar.get_width() for bar in drawn]
    assert [plots.whole(width) for width in widths] == [row[1] for row in chart.table.rows]
    assert texts(chart) == ["3", "1,013"]


def test_a_histogram_counts() -> None:
    chart = histogram()
    drawn: list[Any] = list(axes_of(chart)[0].patches)
    heights = [bar.get_height() for bar in drawn]
    assert [plots.whole(height) for height in heights] == [row[1] for row in chart.table.rows]
    assert chart.table.rows[0] == ("−1", "1", "worst")
    assert "half of them 2 or less" in chart.summary


def test_lines_go_through_the_numbers_of_the_table() -> None:
    chart = lines()
    for at, line in enumerate(drawn_lines(chart)):
        shown = [row[at + 1].split(" ± ")[0] for row in chart.table.rows]
        assert [plots.tenths(value) for value in line.get_ydata()] == shown
    assert chart.table.rows[1] == ("3", "2.5 ± 0.2", "2.0", "1.0")


def test_a_grid_writes_each_number_into_its_cell() -> None:
    chart = grid()
    told = [cell.rstrip("/*") for row in chart.table.rows for cell in row[1:] if cell != "·"]
    assert texts(chart) == told == ["25%", "50%", "10%", "100%", "120%"]
    assert chart.table.rows[0] == ("Plum", "25%", "50%*", "·")
    assert chart.table.rows[1] == ("Kiwi", "10%", "100%/", "120%/")


def test_rings_show_every_slice_and_owner() -> None:
    chart = rings()
    written = " ".join(texts(chart))
    assert "B nobody" in written
    assert [row[1:] for row in chart.table.rows[1:]] == [
        ("A", "K S K", "Red"),
        ("B", "G K H P B C S", "nobody"),
        ("C", "C", "Blue"),
    ]
    wedges = [len(axes.patches) for axes in axes_of(chart)]
    assert wedges == [11, 11]


# Without colour, and whatever the theme


def test_each_line_has_its_own_marker_dash_and_name() -> None:
    series = {name: [1.0, float(at)] for at, name in enumerate("abcde")}
    chart = plots.lines("Five", [0, 1], series, along="x", of="y")
    drawn = drawn_lines(chart)
    assert len({(line.get_marker(), str(line._dash_pattern)) for line in drawn}) == 5
    assert len({line.get_marker() for line in drawn}) == 5
    assert texts(chart) == list("abcde")


def test_a_sixth_line_is_refused() -> None:
    series = {name: [1.0, 2.0] for name in "abcdef"}
    with pytest.raises(ValueError, match="6 lines"):
        plots.lines("Six", [0, 1], series, along="x", of="y")


@pytest.mark.parametrize("make", [bars, histogram])
def test_marked_bars_differ_by_more_than_colour(make: Any) -> None:
    patches = axes_of(make())[0].patches
    plain = [patch for patch in patches if patch.get_hatch()]
    marked = [patch for patch in patches if not patch.get_hatch()]
    assert plain
    assert marked


def luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_every_text_stands_out() -> None:
    for ground in (look.PAPER, look.CARD, look.tint(0.6)):
        assert contrast(look.INK, ground) >= 4.5
    assert contrast(look.SOFT, look.PAPER) >= 4.5
    for colour in look.COLOURS:
        assert contrast(colour, look.CARD) >= 4.5


def test_a_dark_style_changes_nothing() -> None:
    import matplotlib as mpl  # noqa: PLC0415  only this test sets a style

    light = grid().png()
    dark: dict[Any, str] = {
        "text.color": "white",
        "axes.facecolor": "black",
        "figure.facecolor": "black",
        "axes.labelcolor": "white",
        "xtick.color": "white",
        "axes.edgecolor": "white",
    }
    with mpl.rc_context(dark):
        assert grid().png() == light


def test_drawing_changes_no_setting() -> None:
    import matplotlib as mpl  # noqa: PLC0415  as above

    before = dict(mpl.rcParams)
    for make in CHARTS.values():
        make()._repr_html_()
    assert dict(mpl.rcParams) == before


def test_nothing_is_drawn_before_it_is_asked_for() -> None:
    told = (
        "import sys, widgets.plots as p; print('matplotlib' in sys.modules); "
        "p.bars('t', {'a': 1}, along='', of='').png(); print('matplotlib.pyplot' in sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", told], check=True, capture_output=True, text=True, timeout=60
    )
    assert run.stdout.split() == ["False", "False"]


def test_names_at_line_ends_keep_their_distance() -> None:
    ends = spread([1.0, 1.0, 1.2, 9.0], 0.5)
    order = sorted(ends)
    assert all(b - a > 0.49 for a, b in pairwise(order))
    assert ends[3] == 9.0
    assert spread([1.0, 5.0], 0.5) == [1.0, 5.0]


def test_a_table_lines_up() -> None:
    table = plots.table(("name", "points"), [("Red", 3), ("Gold", 12)])
    assert str(table).splitlines() == ["name  points", "Red        3", "Gold      12"]


# A bar that fills


def test_a_bar_fills_as_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []
    monkeypatch.setattr("IPython.display.display", shown.append)
    tell = plots.progress("games")
    [bar] = shown
    assert bar.description == "games"
    for done in (25, 60):
        tell(done, 60)
        assert (bar.value, bar.max) == (done, 60)
