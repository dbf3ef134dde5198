"""The sheet: a form whose brush is chosen by chips and which every hex of the map sends.

The hexes are its buttons, so a tap always carries the brush that is chosen on the same screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, degrees, sqrt

import htpy as h

from companion.language import _
from companion.the_sheep.drawing import BRUSHES, Check, Drawing, Spot, spots
from companion.the_sheep.hexes import centre, is_name, order
from companion.the_sheep.pack import COLOURS, Colour
from widgets.parts.controls import action_form, chips, dumps
from widgets.parts.keyed import Part, keyed

SIDE = 40
"""Length of a hex's side in the units of the lines' drawing."""
ZOOMS = (("whole", _("Whole sheet")), ("100", "100 %"), ("150", "150 %"), ("220", "220 %"))
LETTERS: dict[Colour, str] = {
    "green": _("G"), "red": _("R"), "blue": _("B"), "white": _("W"), "violet": _("V"),
}  # fmt: skip
"""What stands on the token of each spawn."""


def brushes_and_sheet(drawing: Drawing, found: tuple[Check, ...], refused: h.Node) -> h.Node:
    """Return the form to paint with; ``refused`` stands under the sheet, which must not move."""
    size = f"--columns:{drawing.columns};--rows:{drawing.rows}"
    sheet = h.div(
        ".tc-draw-sheet", data_group="grid", role="group", aria_label=_("Hexes"), style=size
    )
    return action_form({"map": "paint"}, {"brush": "text"}, class_="tc-draw")[
        _brushes(),
        chips("zoom", ZOOMS, "100", _("Zoom")),
        h.div(".tc-draw-frame", role="region", tabindex="0", aria_label=_("The sheet"))[
            sheet[
                keyed("draw-lines", _lines(drawing)), (_hex(spot) for spot in spots(drawing, found))
            ]
        ],
        refused,
    ]


def _brushes() -> h.Element:
    return h.fieldset[
        h.legend[_("Brush")],
        h.div(".tc-choices")[
            (
                h.label(".tc-choice.tc-draw-brush")[
                    h.input(type="radio", name="brush", value=brush, checked=brush == "hex"),
                    _swatch(brush),
                    h.span[title],
                ]
                for brush, title in BRUSHES.items()
            )
        ],
        h.p(".tc-soft")[
            h.small[
                _(
                    "Path goes on from the pen ✎ to each hex you tap. Where it forks, tap the "
                    "first hex of each way with “Fork, north” and “Fork, south”, then go on with "
                    "Path. Start, Finish and spawns go away when tapped again."
                )
            ]
        ],
    ]


def _swatch(brush: str) -> h.Node:
    return next((_token(colour) for colour in COLOURS if colour == brush), None)


def _token(colour: Colour) -> h.Element:
    return h.span(".tc-draw-spawn", data_colour=colour, aria_hidden="true")[LETTERS[colour]]


def _hex(spot: Spot) -> Part:
    """Return the button of a place, which paints it with the brush of its form."""
    column, row = order(spot.name)
    lower = row + column % 2 / 2
    button = h.button(
        ".tc-draw-hex",
        type="submit",
        style=f"--c:{column};--r:{lower:g}",
        data_do=dumps({"map": "paint", "hex": spot.name}),
        data_ground=spot.ground,
        data_path="" if spot.step else None,
        data_faulty="" if spot.faulty else None,
        tabindex="-1",
        aria_label=str(spot),
    )
    return keyed(f"hex-{spot.name}", button[h.span(".tc-draw-name")[spot.name], _marks(spot)])


def _marks(spot: Spot) -> h.Element:
    """Return what stands on a hex: words and letters, so that no colour speaks alone."""
    return h.span(".tc-draw-marks")[
        h.b[BRUSHES["start"]] if spot.start else None,
        h.b[BRUSHES["finish"]] if spot.finish else None,
        map(_token, spot.colours),
        h.b["✎"] if spot.pen else None,
        h.b(".tc-draw-fault")["!"] if spot.faulty else None,
    ]


# The lines of the path


def _lines(drawing: Drawing) -> h.Element:
    across, down = 1.5 * drawing.columns + 0.5, sqrt(3) * (drawing.rows + 0.5)
    box = f"{-SIDE} {-SIDE * sqrt(3) / 2:.1f} {across * SIDE:.1f} {down * SIDE:.1f}"
    return h.svg(".tc-draw-lines", viewBox=box, aria_hidden="true")[_ways(drawing)]


def _ways(drawing: Drawing) -> Iterator[h.Element]:
    for step in drawing.board.path:
        for way, letter in ((step.next, ""), (step.north, _("N")), (step.south, _("S"))):
            if is_name(step.at) and is_name(way):
                yield _line(centre(step.at), centre(way), letter)


def _line(start: tuple[float, float], end: tuple[float, float], letter: str) -> h.Element:
    """Return a line between the middles of two hexes, its arrow where they touch."""
    (x1, y1), (x2, y2) = ((x * SIDE, y * SIDE) for x, y in (start, end))
    x, y, turn = (x1 + x2) / 2, (y1 + y2) / 2, degrees(atan2(y2 - y1, x2 - x1))
    return h.g[
        h.line(x1=f"{x1:.1f}", y1=f"{y1:.1f}", x2=f"{x2:.1f}", y2=f"{y2:.1f}"),
        h.path(d="M-7-9L9 0L-7 9z", transform=f"translate({x:.1f} {y:.1f}) rotate({turn:.0f})"),
        h.text(x=f"{x:.1f}", y=f"{y - 14:.1f}", text_anchor="middle")[letter] if letter else None,
    ]
