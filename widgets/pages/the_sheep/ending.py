"""The end: won or lost, why, and the evening in numbers."""

from __future__ import annotations

import htpy as h

from companion.language import _, plural
from companion.the_sheep.rules import RULEBOOK
from companion.the_sheep.state import SAFE, on_board
from companion.the_sheep.view import View
from widgets.pages.the_sheep.naming import ROMAN, name_of, table
from widgets.parts.cards import card, nothing
from widgets.parts.keyed import Part
from widgets.parts.ruled import ruled


def end_sheet(view: View) -> Part:
    """Return how the evening ended; empty before."""
    if view.outcome is None:
        return nothing("sheet")
    won = view.state.result == "won"
    return card(
        "sheet",
        [
            h.p(".tc-big")[_("Won") if won else _("Lost")],
            h.p[view.outcome.reason],
            _numbers(view),
            _shepherds(view),
            ruled(RULEBOOK, view.setup),
        ],
        _("The evening"),
    )


def _numbers(view: View) -> h.Element:
    state = view.state
    safe = sum(one.at == SAFE for one in state.caravans)
    tiles = len(state.tiles)
    major = sum(tile.major for tile in state.tiles)
    lines = [
        plural("It lasted {count} day.", "It lasted {count} days.", state.day),
        plural("{safe} of {count} caravan is safe.", "{safe} of {count} caravans are safe.",
               len(state.caravans), safe=safe),
        plural("The caravans bore {count} corruption.", "The caravans bore {count} corruption.",
               sum(one.corruption for one in state.caravans)),
        plural("{count} pollution tile came, {major} major.",
               "{count} pollution tiles came, {major} major.", tiles, major=major),
        plural("{count} sheep was still on the map.", "{count} sheep were still on the map.",
               sum(on_board(state))),
    ]  # fmt: skip
    return h.ul(".tc-checks")[(h.li[line] for line in lines)]


def _shepherds(view: View) -> h.Element:
    state = view.state
    head = h.tr[
        (h.th(scope="col")[label] for label in (
            _("Shepherd"), _("level"), _("corruption"), _("Curses"), _("essence"))),
    ]  # fmt: skip
    rows = [
        h.tr[
            h.th(scope="row")[h.bdi[name_of(view, seat)]],
            h.td[_("dead") if one.dead else ROMAN[one.level]],
            h.td[str(one.corruption)],
            h.td[str(sum(held.id in view.table.curses for held in one.hand))],
            h.td[str(one.essence)],
        ]
        for seat, one in enumerate(state.shepherds)
    ]
    return table(_("The shepherds"), head, rows)
