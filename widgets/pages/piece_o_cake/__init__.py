"""The page of Piece o' Cake, put together from its regions."""

from __future__ import annotations

from collections.abc import Sequence

import htpy as h

from companion.language import _, plural
from companion.piece_o_cake.board import now, where
from companion.piece_o_cake.view import View
from widgets.pages import Draft
from widgets.pages.piece_o_cake.cake import ART, cake_card, piece_buttons
from widgets.pages.piece_o_cake.choosing import forfeits_card, piece_cards
from widgets.pages.piece_o_cake.cutting import cut_board, draft_cut, draft_gaps, drafted_pieces
from widgets.pages.piece_o_cake.mending import fix
from widgets.pages.piece_o_cake.serving import serve_board
from widgets.pages.piece_o_cake.sheet import final_sheet, reasons_card, series_card
from widgets.pages.piece_o_cake.standings import standings_card
from widgets.parts.controls import action_button
from widgets.parts.frame import Seat
from widgets.parts.fruit import symbols
from widgets.parts.keyed import keyed

__all__ = ["art", "board", "fix", "meaning", "now", "now_actions", "seats", "still", "where"]


def art() -> h.Node:
    """Return the symbols of the flavours."""
    return keyed("art", symbols(ART))


def seats(view: View) -> list[Seat]:
    """Return each seat with what it has eaten."""
    return [
        Seat(name, _eaten_note(view, seat), seat == view.to_act)
        for seat, name in enumerate(view.setup.names)
    ]


def _eaten_note(view: View, seat: int) -> str:
    total, points = view.totals[seat], view.eaten_points[seat]
    if view.phase == "over" and total is not None:
        return plural("{count} point", "{count} points", total)
    if points is not None:
        return plural("{count} point eaten", "{count} points eaten", points)
    return plural("{count} eaten", "{count} eaten", view.eaten_slices[seat])


def now_actions(view: View) -> Sequence[h.Node]:
    """Return the buttons that need no board: the virtual serve, passing, the next game."""
    if view.phase == "serve" and view.setup.virtual:
        serve = {"type": "serve", "seat": view.server}
        return [action_button(_("Serve the cake"), serve, primary=True)]
    if view.phase == "over":
        again = {"type": "again", "seat": view.next_starter}
        return [action_button(_("Play the next game"), again, primary=True)]
    if view.can_pass:
        return [action_button(_("Pass"), {"type": "pass", "seat": view.picks[0]})]
    return []


def board(view: View, draft: Draft | None, revision: int) -> h.Node:
    """Return the cake with what can be done on it."""
    if view.phase == "over":
        return final_sheet(view)
    if view.phase == "serve":
        return serve_board(view, draft, revision)
    if view.phase == "cut":
        return cut_board(view, draft, revision)
    if view.forfeits and not _has_pieces(view):
        return forfeits_card(view, _("Eat one whole variety"))
    return cake_card(view, piece_buttons(view))


def _has_pieces(view: View) -> bool:
    return any(piece.taker is None for piece in view.pieces)


def still(view: View) -> tuple[h.Node, h.Node]:
    """Return the board and its meaning with nothing to press."""
    if view.phase == "over":
        return final_sheet(view), [reasons_card(view), series_card(view)]
    return cake_card(view) if view.cake else None, standings_card(view)


def meaning(view: View, draft: Draft | None, revision: int) -> h.Node:
    """Return what the board is worth, and what may be done instead."""
    if view.phase == "over":
        return [reasons_card(view), series_card(view)]
    if view.phase == "take":
        title = _("Or take no piece and eat one whole variety")
        instead = forfeits_card(view, title) if _has_pieces(view) else None
        return [
            *piece_cards(view, draft, revision),
            instead,
            standings_card(view),
            series_card(view),
        ]
    drafted = drafted_pieces(view, draft_cut(draft_gaps(draft))) if view.phase == "cut" else None
    return [drafted, standings_card(view), series_card(view)]
