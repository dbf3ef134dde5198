"""The forms beside the sheet: the printed numbers, the title, the sheet's size, the files."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import htpy as h
import msgspec

from companion.language import _
from companion.the_sheep.drawing import MOST_COLUMNS, MOST_ROWS, PLAYERS, Drawing
from widgets.pages.the_sheep_map.desk import Desk
from widgets.parts import frame
from widgets.parts.controls import action_button, action_form, field, submit
from widgets.parts.keyed import Part, keyed


def numbers(drawing: Drawing, refused: h.Node) -> Part:
    """Return the form of the pollution meters and of how many caravans travel."""
    board = drawing.board
    kinds = {f"meters.{players}": "words" for players in PLAYERS}
    kinds |= {f"caravans.{players}": "int" for players in PLAYERS}
    form = action_form({"map": "number"}, kinds, data_enter="next")[
        (_numbers_for(board.meters, board.caravans, players) for players in PLAYERS),
        h.div(".tc-actions")[submit(_("Set the numbers"), primary=False)],
    ]
    hint = _(
        "By the number of players: the pollution meter from its lowest step up, as printed, and "
        "how many caravans travel."
    )
    values = (board.meters, board.caravans)
    return _Card("numbers", _("Pollution and caravans"), hint, refused).around(form, values)


def _numbers_for(
    meters: dict[int, tuple[int, ...]], caravans: dict[int, int], players: int
) -> h.Element:
    steps = " ".join(map(str, meters.get(players, ())))
    return h.div(".tc-fields")[
        field(
            _("Meter, {players} players", players=players),
            h.input(
                type="text", name=f"meters.{players}", value=steps, placeholder=_("1 1 2 3"),
                spellcheck="false",
            ),
        ),
        field(
            _("Caravans, {players} players", players=players),
            h.input(
                type="number", name=f"caravans.{players}", value=str(caravans.get(players, "")),
                min="1", max="99", inputmode="numeric",
            ),
        ),
    ]  # fmt: skip


def title(drawing: Drawing, refused: h.Node) -> Part:
    """Return the form of the map's title and notes."""
    board = drawing.board
    form = action_form({"map": "describe"}, {"title": "text", "notes": "text"}, data_enter="next")[
        field(_("Title of the map"), h.input(type="text", name="title", value=board.title)),
        field(_("Notes"), h.textarea(name="notes", rows="2")[board.notes]),
        h.div(".tc-actions")[submit(_("Set the title"), primary=False)],
    ]
    return _Card("title", _("Title"), "", refused).around(form, (board.title, board.notes))


def size(drawing: Drawing, refused: h.Node) -> Part:
    """Return the form that makes the sheet larger or smaller."""
    form = action_form({"map": "resize"}, {"columns": "int", "rows": "int"}, data_enter="next")[
        h.div(".tc-fields")[
            field(_("Columns"), _count("columns", drawing.columns, MOST_COLUMNS)),
            field(_("Rows"), _count("rows", drawing.rows, MOST_ROWS)),
        ],
        h.div(".tc-actions")[submit(_("Set the size"), primary=False)],
    ]
    hint = _("A smaller sheet loses what was drawn outside it; undo brings it back.")
    values = (drawing.columns, drawing.rows)
    return _Card("size", _("Size of the sheet"), hint, refused).around(form, values)


def _count(name: str, value: int, most: int) -> h.Node:
    return h.input(
        type="number", name=name, value=str(value), min="1", max=str(most), inputmode="numeric"
    )


def files(desk: Desk, refused: h.Node) -> Part:
    """Return where the map is kept: under another name, another map, an empty sheet."""
    form = action_form({"map": "save-as"}, {"file": "text"})[
        field(
            _("Save under another name"),
            h.input(type="text", name="file", value=desk.path.name, spellcheck="false"),
            hint=_("In the folder of this notebook."),
        ),
        h.div(".tc-actions")[submit(_("Save under this name"), primary=False)],
    ]
    others = h.div(".tc-actions")[
        (
            action_button(_("Open {name}", name=name), {"map": "open", "file": name})
            for name in desk.others
        ),
        action_button(_("Practice map"), {"map": "practice"}),
        action_button(_("Empty sheet"), {"map": "new"}),
        _download(desk) if desk.saved else None,
    ]
    return _Card("files", _("Files"), "", refused).around(form, desk.path.name, others, _paste())


def _download(desk: Desk) -> h.Element:
    """Return the link by which a browser keeps the map as it is saved."""
    href = frame.download(desk.written())
    return h.a(".tc-button", download=desk.path.name, href=href)[_("Download")]


def _paste() -> h.Element:
    form = action_form({"map": "paste"}, {"text": "text"})
    lines = h.textarea(name="text", rows="3", required=True, spellcheck="false")
    return h.details[
        h.summary[_("Paste a map")],
        form[
            field(_("The map as text"), lines),
            h.div(".tc-actions")[submit(_("Lay it on the desk"), primary=False)],
        ],
    ]


class _Card(msgspec.Struct, frozen=True):
    """A card with a form: its ``key`` and ``heading``, a ``hint``, the refusal it caused."""

    key: str
    heading: str
    hint: str
    refused: Any

    def around(self, form: h.Element, values: Any, *more: h.Node) -> Part:
        """Return the card; with other ``values`` its form is a new one, filled in with them."""
        version = crc32(repr(values).encode())
        return keyed(
            self.key,
            h.section(".tc-card", aria_label=self.heading)[
                h.h3(data_focus_next=f"form-{self.key}", tabindex="-1")[self.heading],
                h.p(".tc-soft")[h.small[self.hint]] if self.hint else None,
                self.refused,
                keyed(f"{self.key}-{version}", form),
                more,
            ],
        )
