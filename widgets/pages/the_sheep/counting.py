"""The sheep on the map and in the box, tokens around the table: what must lie there now."""

from __future__ import annotations

import htpy as h

from companion.language import _, plural
from companion.the_sheep.state import PIECES, living, on_board
from companion.the_sheep.view import View
from widgets.pages.the_sheep.art import sheep_picture
from widgets.pages.the_sheep.naming import sheep_title, table
from widgets.parts.cards import card, nothing
from widgets.parts.controls import action_button
from widgets.parts.keyed import Part


def count_card(view: View, *, fixing: bool = True) -> Part:
    """Return the count of pieces and tokens, and the way to mend what lies differently."""
    state = view.state
    if view.phase in ("setup", "over"):
        return nothing("count")
    lying = on_board(state)
    rows = [
        h.tr[
            h.th(scope="row")[h.span[sheep_picture(tier), sheep_title(tier, 0)]],
            h.td[str(lying[tier])],
            h.td[str(state.stock[tier])],
            h.td(".tc-soft")[str(PIECES[tier])],
        ]
        for tier in range(3)
    ]
    head = h.tr[
        h.th(scope="col")[_("Sheep")],
        h.th(scope="col")[_("on the map")],
        h.th(scope="col")[_("left")],
        h.th(scope="col")[_("in all")],
    ]
    return card(
        "count",
        [
            table(_("Pieces"), head, rows),
            h.p(".tc-soft")[_tokens(view)],
            h.div(".tc-actions")[_differs()] if fixing else None,
        ],
        _("As it should lie on the table"),
    )


def _tokens(view: View) -> str:
    state = view.state
    lit = sum(one.lit for one in state.shepherds)
    essence = sum(one.essence for one in state.shepherds)
    return _(
        "{lanterns}, {essence} and {cards}; {tiles}; {shepherds}.",
        lanterns=plural("{count} lit lantern", "{count} lit lanterns", lit),
        essence=plural("{count} essence", "{count} essence", essence),
        cards=plural("{count} card in hand", "{count} cards in hand",
                     sum(len(one.hand) for one in state.shepherds)),
        tiles=plural("{count} pollution tile", "{count} pollution tiles", len(state.tiles)),
        shepherds=plural("{count} shepherd alive", "{count} shepherds alive", len(living(state))),
    )  # fmt: skip


def _differs() -> h.Element:
    act = {"table": "panel", "name": "fix"}
    return action_button(_("It lies differently"), act, quiet=True)
