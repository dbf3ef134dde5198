"""Cutting: ticking gaps on the ring, and what the pieces would be worth."""

from __future__ import annotations

import htpy as h

from companion.language import _, listing, plural
from companion.piece_o_cake.slices import SLICES_PER_CAKE, Variety
from companion.piece_o_cake.state import letter, pieces
from companion.piece_o_cake.view import View
from widgets.pages import Draft
from widgets.pages.piece_o_cake.cake import ART, drawn_slices, plate
from widgets.pages.piece_o_cake.choosing import would_lead
from widgets.pages.piece_o_cake.marks import (
    badge,
    fitted_table,
    piece_mark,
    points_text,
    refused_draft,
)
from widgets.parts.cards import card
from widgets.parts.controls import action_form, submit
from widgets.parts.keyed import Part, keyed
from widgets.parts.ring import Piece, gap_style, ring


def cut_board(view: View, draft: Draft | None, revision: int) -> h.Node:
    """Return the cake with its gaps to tick."""
    gaps = draft_gaps(draft)
    drawn = [Piece(letter(n), places) for n, places in enumerate(draft_cut(gaps))] if gaps else []
    picture = ring(drawn_slices(view.cake), drawn, art=ART)
    action = {"type": "cut", "seat": view.server}
    form = action_form(action, {"gaps": "ints"}, draft=True, aria_label=_("Cut the cake"))
    ticks = h.div(".tc-gaps", role="group", data_group="ring", aria_label=_("Gaps to cut"))[
        (_gap(view, gap) for gap in range(SLICES_PER_CAKE))
    ]
    content = form[
        plate(picture, keyed(f"gaps-{revision}", ticks)),
        _cut_said(draft, gaps),
        h.div(".tc-actions.tc-centre")[_cut_submit(view, gaps, draft)],
    ]
    return card("cake", [keyed(f"cut-{revision}", content)])


def draft_gaps(draft: Draft | None) -> tuple[int, ...]:
    """Return the gaps ticked so far."""
    if draft is None or draft.raw.get("type") != "cut":
        return ()
    ring_places = range(SLICES_PER_CAKE)
    return tuple(sorted({gap for gap in draft.raw.get("gaps", []) if gap in ring_places}))


def draft_cut(gaps: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the pieces to draw: at most five have letters; one gap parts nothing."""
    return pieces(gaps)[:5] if 2 <= len(gaps) <= 5 else ()


def _cut_said(draft: Draft | None, gaps: tuple[int, ...]) -> Part:
    """Return how to cut, or why it cannot be so; one cut is no mistake, but on the way to two."""
    if len(gaps) > 1:
        return refused_draft(draft, "cut-said")
    words = (
        _("One cut only opens the ring: with a second there are two pieces.")
        if gaps
        else _("To cut, tap the numbers, or the lines between slices.")
    )
    return keyed("cut-said", h.p(".tc-soft.tc-told", data_said=True)[words])


def _gap(view: View, gap: int) -> h.Element:
    before, after = view.cake[gap - 1].title, view.cake[gap].title
    label = _("Cut before slice {gap}: {before} | {after}", gap=gap, before=before, after=after)
    return h.label(".tc-gap", style=gap_style(gap, SLICES_PER_CAKE))[
        h.input(type="checkbox", name="gaps", value=str(gap), aria_label=label),
        h.span(aria_hidden="true")[str(gap)],
    ]


def _cut_submit(view: View, gaps: tuple[int, ...], draft: Draft | None) -> Part:
    if not gaps:
        label = _("Leave it whole: one piece")
    elif len(gaps) == 1:
        label = _("A second cut is needed")
    else:
        label = plural("Cut into this {count} piece", "Cut into these {count} pieces", len(gaps))
    least, _most = view.piece_limits
    refused = (draft is not None and draft.refusal is not None) or (not gaps and least > 1)
    return keyed(
        "cut-submit",
        submit(label, primary=bool(gaps), aria_disabled=str(refused).lower(), data_said=True),
    )


def drafted_pieces(view: View, cut: tuple[tuple[int, ...], ...]) -> Part:
    """Return the table of the pieces a cut would make."""
    title = _("Pieces")
    if not cut:
        hint = h.p(".tc-soft")[_("Once there are two cuts, the pieces stand here.")]
        return card("draft-pieces", hint, title)
    head = [h.th(scope="col")[name] for name in (_("piece"), _("slices"), _("eaten now"))]
    rows = (_draft_row(view, n, places) for n, places in enumerate(cut))
    return card("draft-pieces", fitted_table(title, head, rows, kind="tc-drafted"), title)


def _draft_row(view: View, number: int, places: tuple[int, ...]) -> Part:
    kinds = [view.cake[place] for place in places]
    row = h.tr[
        h.th(scope="row")[
            piece_mark(letter(number)),
            h.span(".tc-badges", role="img", aria_label=listing(kind.title for kind in kinds))[
                (badge(kind) for kind in kinds)
            ],
            _first_would(view, kinds),
        ],
        h.td[str(len(kinds))],
        h.td(".tc-nowrap")[points_text(sum(kind.dollops for kind in kinds))],
    ]
    return keyed(f"draft-{number}", row)


def _first_would(view: View, kinds: list[Variety]) -> h.Node:
    """Return what the first chooser would lead in, had it collected all of the piece."""
    seat = (view.server + 1) % len(view.setup.names)
    leads = would_lead(view, seat, kinds)
    if not leads:
        return None
    name = view.setup.names[seat]
    return h.small(".tc-soft")[_("{name} would lead in {leads}", name=name, leads=listing(leads))]
