"""The cake on the page: the ring with its pieces, to look at or to pick from."""

from __future__ import annotations

from collections.abc import Sequence

import htpy as h

from companion.language import _
from companion.piece_o_cake.slices import SLICES_PER_CAKE, Variety
from companion.piece_o_cake.view import PieceView, View
from widgets.parts.cards import card
from widgets.parts.keyed import Part, keyed
from widgets.parts.ring import Piece, Slice, ring, wedge, wedges

ART = "poc"


def cake_card(view: View, over: h.Node = None) -> Part:
    """Return the card of the cake as it lies."""
    picture = ring(drawn_slices(view.cake), _pieces(view), art=ART, taken=_taken(view))
    return card("cake", [plate(picture, over)])


def piece_buttons(view: View) -> Part:
    """Return the pieces of the ring as buttons: each goes to its card."""
    buttons = [_pick(piece) for piece in view.pieces if piece.taker is None]
    return keyed("picks", wedges(_("Pieces"), buttons))


def _pick(piece: PieceView) -> Part:
    label = _("Look at piece {letter}", letter=piece.letter)
    button = wedge(
        piece.places,
        SLICES_PER_CAKE,
        data_piece=piece.letter,
        data_goto=f"piece-{piece.number}",
        aria_label=label,
    )
    return keyed(f"pick-{piece.number}", button)


def plate(picture: h.Element, over: h.Node = None) -> h.Element:
    """Return the picture of the ring with what lies over it."""
    return h.div(".tc-plate")[keyed("ring", picture), over]


def drawn_slices(cake: Sequence[Variety | None]) -> list[Slice | None]:
    """Return what the ring draws of a cake; ``None`` is an empty place."""
    return [
        Slice(kind.id, kind.title, kind.letter, kind.count, kind.dollops) if kind else None
        for kind in cake
    ]


def _pieces(view: View) -> list[Piece]:
    return [Piece(piece.letter, piece.places) for piece in view.pieces]


def _taken(view: View) -> frozenset[int]:
    return frozenset(p for piece in view.pieces if piece.taker is not None for p in piece.places)
