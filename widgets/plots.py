"""Figures for the labs, in the house look, each with its numbers as a sentence and a table.

Every figure is a :class:`Chart`, which shows itself in a notebook and prints itself as
text. Colour never stands alone: numbers, names, hatches and markers double it. ``matplotlib`` is
loaded by the first figure, not before.
"""

from __future__ import annotations

from widgets.charts.bars import bars, histogram
from widgets.charts.chart import Chart, Table, table
from widgets.charts.grid import NO_MARK, Mark, grid, mark
from widgets.charts.lines import lines
from widgets.charts.look import percent, tenths, whole
from widgets.charts.progress import progress
from widgets.charts.rings import Ring, rings

__all__ = [
    "NO_MARK",
    "Chart",
    "Mark",
    "Ring",
    "Table",
    "bars",
    "grid",
    "histogram",
    "lines",
    "mark",
    "percent",
    "progress",
    "rings",
    "table",
    "tenths",
    "whole",
]
