"""Small marks the regions of the page share: cards, badges, heads of tables."""

from __future__ import annotations

from collections.abc import Sequence

import htpy as h

from companion.language import plural
from companion.piece_o_cake.slices import Variety
from companion.piece_o_cake.view import View
from widgets.pages import Draft
from widgets.parts.keyed import Part, keyed


def badge(kind: Variety) -> h.Element:
    """Return the letter of a variety on its colour."""
    return h.span(".tc-badge", data_variety=kind.id, aria_hidden="true")[kind.letter]


def refused_draft(draft: Draft | None, key: str) -> Part:
    """Return why the draft could not be done as it stands, where that needs saying."""
    refusal = draft.refusal if draft else None
    if refusal is None:
        return keyed(key, h.p(hidden=True))
    if isinstance(refusal, str):
        return keyed(key, h.p(".tc-said", data_said=True)[refusal])
    return keyed(
        key,
        h.p(".tc-said", data_said=True)[
            f"{refusal.reason[:1].upper()}{refusal.reason[1:]} {refusal.instead}"
        ],
    )


def fitted_table(
    title: str,
    head: h.Node,
    rows: h.Node,
    foot: h.Node = None,
    *,
    kind: str,
    seats: int = 0,
    before: h.Node = None,
) -> h.Element:
    """Return a table whose columns always fit in: names give way first."""
    box = h.div(
        ".tc-table.tc-fit",
        tabindex="0",
        role="region",
        aria_label=title,
        style=f"--seats:{seats}" if seats else None,
    )
    return box[
        before,
        h.table(class_=kind)[h.thead[h.tr[head]], h.tbody[rows], h.tfoot[foot] if foot else None],
    ]


def piece_mark(piece: str) -> h.Element:
    """Return the letter of a piece on its colour."""
    return h.strong(".tc-mark-badge", data_piece=piece)[piece]


def points_text(points: int) -> str:
    """Return points in words."""
    return plural("{count} point", "{count} points", points)


def names_head(first: str, view: View, winners: Sequence[int] = ()) -> h.Node:
    """Return the head of a table with a column a seat."""
    return [
        h.th(scope="col")[first],
        (
            h.th(scope="col", data_winner=seat in winners or None)[_clipped(name)]
            for seat, name in enumerate(view.setup.names)
        ),
    ]


def _clipped(name: str) -> h.Element:
    return h.span(".tc-clip", title=name)[h.bdi[name]]


def kind_head(kind: Variety, note: str = "") -> h.Element:
    """Return the head of a variety's row."""
    return h.th(scope="row")[
        h.span(".tc-kind", title=kind.title)[
            badge(kind), h.span(".tc-kind-name")[kind.title], h.small[note] if note else None
        ]
    ]
