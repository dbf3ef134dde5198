"""The page of the map editor: the sheet with its brushes, what is still to do, and the forms."""

from __future__ import annotations

from collections.abc import Callable

import htpy as h

from companion.language import _, plural
from companion.the_sheep.drawing import Check, checks
from widgets.pages.the_sheep_map import forms, sheet
from widgets.pages.the_sheep_map.desk import Desk
from widgets.parts import frame
from widgets.parts.controls import action_button
from widgets.parts.keyed import Part, keyed

__all__ = ["Desk", "whole"]

Told = Callable[[str], Part | None]
"""Gives the refusal that belongs in a part of the page, named by its key."""


def whole(desk: Desk, refused_in: Told) -> h.Element:
    """Return the page of what lies on the desk; ``refused_in`` gives a part its refusal."""
    drawing = desk.history.now
    found = checks(drawing)
    return h.div(".tc-page", data_game="the-sheep")[
        frame.head(_("The Sheep"), _("the map, drawn by you"), []),
        frame.banner(drawing.board.title, _hint(desk, found)),
        frame.notices(desk.notices),
        refused_in(""),
        h.div(".tc-columns")[
            keyed(
                "drawing",
                h.section(".tc-card", aria_label=_("The sheet and the brushes"))[
                    sheet.brushes_and_sheet(drawing, found, refused_in("drawing")), _steps(desk)
                ],
            ),
            keyed(
                "meaning",
                h.div(".tc-stack")[
                    _still_to_do(found),
                    forms.numbers(drawing, refused_in("numbers")),
                    forms.title(drawing, refused_in("title")),
                    forms.size(drawing, refused_in("size")),
                    forms.files(desk, refused_in("files")),
                ],
            ),
        ],
    ]


def _hint(desk: Desk, found: tuple[Check, ...]) -> str:
    drawing = desk.history.now
    if drawing.pen:
        return _(
            "The pen is at {pen}: with the brush Path tap the next hex of the path, or {pen} to "
            "lift the pen.",
            pen=drawing.pen,
        )
    if not drawing.board.start:
        return _("Choose a brush, then tap hexes. Best begin with the Start, then go on with Path.")
    if not found and not desk.saved:
        return _("The map can be played. Save it, and tables can use it.")
    return _("Choose a brush, then tap hexes.")


def _steps(desk: Desk) -> Part:
    """Return undo, redo and save, and what they stand for."""
    history = desk.history
    return keyed(
        "steps",
        h.div(".tc-actions")[
            keyed("undo", _step("undo", history.last, _("↶ Undo"))),
            keyed("redo", _step("redo", history.next, _("↷ Redo"))),
            keyed("save", action_button(_("Save"), {"map": "save"}, primary=not desk.saved)),
            keyed("saved", h.span(".tc-saved.tc-soft")[desk.told_of_file()]),
        ],
    )


def _step(act: str, what: str, label: str) -> h.Element:
    if not what:
        return h.button(".tc-button", type="button", disabled=True)[label]
    return action_button(_("{label}: {what}", label=label, what=what), {"map": act})


def _still_to_do(found: tuple[Check, ...]) -> Part:
    """Return what cannot be played yet, each with the way to where it is."""
    title = plural("{count} thing still to do", "{count} things still to do", len(found))
    return keyed(
        "checks",
        h.section(".tc-card", aria_label=_("Checks"))[
            h.h3[title if found else _("✓ This map can be played")],
            h.ul(".tc-saves")[map(_check, found)] if found else None,
        ],
    )


def _check(check: Check) -> h.Element:
    return h.li[
        h.span[check.text],
        h.div(".tc-actions")[
            (_show(_("Show {hex}", hex=name), f"hex-{name}") for name in check.hexes[:3]),
            _show(_("Fill in"), "numbers") if check.field else None,
        ],
    ]


def _show(label: str, key: str) -> h.Element:
    return h.button(".tc-button", type="button", data_goto=key)[label]
