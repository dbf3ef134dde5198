"""The house look of figures: paper, ink and one accent.

Figures are made without ``pyplot`` and set every colour themselves, so no style and no theme of
the notebook changes them, and they change none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from widgets.charts.chart import WIDTH

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PAPER, CARD, INK, SOFT, LINE = "#faf6ee", "#fffdf8", "#2b2622", "#6b6259", "#e2d8c8"
HATCH = "#bfb09a"
ACCENT = "#b8572f"
COLOURS = (ACCENT, INK, "#4d6b34", "#5d5a94", "#8a6a1f")
MARKERS = "osD^v"
DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)), (0, (3, 1)))

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


def blank(title: str, height: float) -> Figure:
    """Return an empty sheet with its title, ``height`` inches high."""
    from matplotlib.figure import Figure  # noqa: PLC0415  tables and lessons run without it
    from matplotlib.layout_engine import ConstrainedLayoutEngine  # noqa: PLC0415  as above

    room = ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.16)
    figure = Figure(figsize=(WIDTH, height), facecolor=PAPER, layout=room)
    figure.suptitle(
        title, x=0.02, ha="left", fontfamily="DejaVu Serif", fontweight="bold", **words(15)
    )
    return figure


def canvas(title: str, height: float) -> tuple[Figure, Axes]:
    """Return a sheet and the one pair of axes on it."""
    figure = blank(title, height)
    axes = figure.add_subplot(facecolor=CARD)
    axes.tick_params(colors=INK, labelsize=11, length=0, pad=6)
    axes.grid(visible=True, color=LINE, linewidth=1, linestyle="-")
    axes.set_axisbelow(True)
    axes.spines[:].set_color(LINE)
    return figure, axes


def name_axes(axes: Axes, x: str, y: str, form: Form | None, *, upright: bool = False) -> None:
    """Name both axes; ``form`` writes the numbers of x, or of y if the values stand ``upright``."""
    axes.set_xlabel(x, color=SOFT, fontsize=11)
    axes.set_ylabel(y, color=SOFT, fontsize=11)
    if form is not None:
        scale = axes.yaxis if upright else axes.xaxis
        short = "{:g}".format if form is tenths else form
        scale.set_major_formatter(lambda value, _place: short(value))


def words(size: float = 11) -> dict[str, Any]:
    """Return how text looks, for the keywords of whatever writes it; a $ is just a $."""
    return {"color": INK, "fontsize": size, "parse_math": False}


def beside(*, bold: bool) -> dict[str, Any]:
    """Return how text looks that stands some points beside a value."""
    weight = "bold" if bold else "normal"
    return {"textcoords": "offset points", "fontweight": weight, **words()}


def tint(strength: float) -> str:
    """Return the accent mixed into the card's colour, 0 to 1."""
    mixed = (
        round(int(CARD[at : at + 2], 16) * (1 - strength) + int(ACCENT[at : at + 2], 16) * strength)
        for at in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in mixed)
