"""Choosing: a card for each piece with its switches, and what may be done instead."""

from __future__ import annotations

import htpy as h

from companion.language import _, listing, signed
from companion.piece_o_cake.slices import Variety
from companion.piece_o_cake.view import PieceView, View
from widgets.pages import Draft
from widgets.pages.piece_o_cake.marks import badge, piece_mark, points_text
from widgets.parts.cards import card
from widgets.parts.controls import action_button, action_form, submit
from widgets.parts.keyed import Part, keyed


def piece_cards(view: View, draft: Draft | None, revision: int) -> list[Part]:
    """Return a card for each piece that is left."""
    return [_choice(view, piece, draft, revision) for piece in view.pieces if piece.taker is None]


def _choice(view: View, piece: PieceView, draft: Draft | None, revision: int) -> Part:
    """Return the form of a piece: fresh for each chooser, around what stays the same."""
    action = {"type": "take", "seat": view.picks[0], "piece": piece.number}
    title = _("Piece {letter}", letter=piece.letter)
    form = action_form(action, {"eat": "texts"}, draft=True, aria_label=title, class_="tc-card")
    content = h.div(".tc-piece", data_piece=piece.letter)[
        h.h3[piece_mark(piece.letter), title],
        h.ul(".tc-slices")[(_slice_row(view, piece, n) for n in range(len(piece.slices)))],
        h.div(".tc-actions")[
            submit(_("Take piece {letter}", letter=piece.letter)),
            _would(view, piece, draft),
        ],
    ]
    return keyed(f"take-{revision}-{piece.number}", form[keyed(f"piece-{piece.number}", content)])


def _slice_row(view: View, piece: PieceView, number: int) -> h.Element:
    kind = piece.slices[number]
    label = _("Eat {kind}, slice {number}", kind=kind.title, number=number + 1)
    return h.li[
        badge(kind),
        h.span(".tc-slice-name")[
            h.b[kind.title],
            _held(view, piece, number),
            h.small[_("most of it: {points}", points=points_text(kind.count))],
        ],
        h.label(".tc-switch")[
            h.input(type="checkbox", name="eat", value=kind.id, aria_label=label),
            h.span(aria_hidden="true")[_("collect")],
            h.span(aria_hidden="true")[_("eat {points}", points=signed(kind.dollops))],
        ],
    ]


def _held(view: View, piece: PieceView, number: int) -> Part:
    """Return how many of the variety the chooser holds; a part, for the next one holds others."""
    held = view.collected[view.picks[0]][view.varieties.index(piece.slices[number])]
    told = h.small[_("you hold {held}", held=held)] if held else h.small(hidden=True)
    return keyed(f"held-{piece.number}-{number}", told)


def _would(view: View, piece: PieceView, draft: Draft | None) -> Part:
    """Return what taking the piece as it is set would bring."""
    left, points, kept = _eaten_draft(piece, draft), 0, []
    for kind in piece.slices:
        if kind.id in left:
            left.remove(kind.id)
            points += kind.dollops
        else:
            kept.append(kind)
    return keyed(
        f"would-{piece.number}", h.span(".tc-soft", data_said=True)[_meant(view, points, kept)]
    )


def _meant(view: View, points: int, kept: list[Variety]) -> str:
    leads = listing(would_lead(view, view.picks[0], kept))
    if leads and points:
        return _("eats {points} now; then leads in {leads}", points=points, leads=leads)
    if leads:
        return _("collects everything; then leads in {leads}", leads=leads)
    return _("eats {points} now", points=points) if points else _("collects everything")


def _eaten_draft(piece: PieceView, draft: Draft | None) -> list[str]:
    """Return what this piece's switches stand for, whichever piece was touched last."""
    for raw in (draft.raw, *draft.others) if draft else ():
        if raw.get("type") == "take" and raw.get("piece") == piece.number:
            return [str(name) for name in raw.get("eat", [])]
    return []


def would_lead(view: View, seat: int, kept: list[Variety]) -> list[str]:
    """Return the varieties of which ``seat`` would then have at least as many as anyone."""
    leads = []
    for number, kind in enumerate(view.varieties):
        gained = sum(one.id == kind.id for one in kept)
        others = max(c[number] for s, c in enumerate(view.collected) if s != seat)
        if gained and view.collected[seat][number] + gained >= others:
            leads.append(kind.title)
    return leads


def forfeits_card(view: View, title: str) -> Part:
    """Return what may be eaten instead of taking a piece."""
    if not view.forfeits:
        return keyed("forfeits", h.div(hidden=True))
    buttons = [_forfeit(view, kind) for kind in view.varieties if kind.id in view.forfeits]
    return card("forfeits", h.div(".tc-choices")[buttons], title)


def _forfeit(view: View, kind: Variety) -> h.Element:
    seat = view.picks[0]
    held = view.collected[seat][view.varieties.index(kind)]
    return action_button(
        [
            badge(kind),
            h.span[
                _(
                    "Eat {held} {kind}: {points}",
                    held=held,
                    kind=kind.title,
                    points=signed(held * kind.dollops),
                )
            ],
        ],
        {"type": "forfeit", "seat": seat, "variety": kind.id},
    )
