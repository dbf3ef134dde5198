"""How the race for each variety stands."""

from __future__ import annotations

import htpy as h

from companion.language import _
from companion.piece_o_cake.scoring import Standing
from companion.piece_o_cake.view import View
from widgets.pages.piece_o_cake.marks import fitted_table, kind_head, names_head
from widgets.parts.cards import card
from widgets.parts.keyed import Part, keyed


def standings_card(view: View) -> Part:
    """Return the table of the varieties with who holds how many."""
    title, seats = _("Collected"), len(view.setup.names)
    head = [
        names_head(_("variety"), view),
        (h.th(scope="col")[w] for w in (_("here"), _("later"))),
    ]
    rows = (_standing_row(standing) for standing in view.standings)
    table = fitted_table(
        title,
        head,
        rows,
        _bonus_row(view),
        kind="tc-standings",
        seats=seats,
        before=_fold(),
    )
    explained = _(
        "Shaded: has the most and would score what the variety pays. ✓: keeps at least a tie "
        "whatever the others do. Here: on this cake. Later: on cakes to come; two slices are "
        "never seen, so this can be a range."
    )
    return card("standings", [table, h.p(".tc-soft")[h.small[explained]]], title)


def _fold() -> h.Element:
    """Return the switch that shows, where there is little room, what is still to come."""
    return h.label(".tc-switch.tc-fold")[
        h.input(type="checkbox", aria_label=_("Show what is still to come")),
        h.span(aria_hidden="true")[_("collected")],
        h.span(aria_hidden="true")[_("to come")],
    ]


def _standing_row(standing: Standing) -> Part:
    kind = standing.variety
    row = h.tr[
        keyed(f"kind-{kind.id}", kind_head(kind, _("pays {points}", points=kind.count))),
        (_standing_cell(standing, seat) for seat in range(len(standing.counts))),
        h.td[str(standing.on_cake or "·")],
        h.td[_coming(standing)],
    ]
    return keyed(f"standing-{kind.id}", row)


def _standing_cell(standing: Standing, seat: int) -> h.Element:
    count = standing.counts[seat]
    if not count:
        return h.td(".tc-soft")["·"]
    sure = h.span(role="img", aria_label=_("sure"))["✓"] if seat in standing.certain else None
    return h.td(data_best=seat in standing.leaders or None)[str(count), sure]


def _coming(standing: Standing) -> str:
    least, most = standing.least_to_come, standing.most_to_come
    return str(most) if least == most else _("{least}–{most}", least=least, most=most)


def _bonus_row(view: View) -> Part:
    return keyed(
        "standing-bonus",
        h.tr[
            h.th(scope="row")[_("bonus now")],
            (h.td[str(bonus)] for bonus in view.bonuses),
            h.td(colspan="2"),
        ],
    )
