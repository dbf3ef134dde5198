"""A chart: a figure together with what it says, as a sentence and as a table.

It shows itself in a notebook and prints itself as text, so nobody needs the picture.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

import htpy

from companion.language import _

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTH, DOTS = 7.2, 200  # inches, and dots an inch: twice what a page of 720 pixels needs


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
        self.figure.savefig(buffer, format=kind, dpi=DOTS, metadata=metadata)
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
