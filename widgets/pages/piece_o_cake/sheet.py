"""The final score sheet, the reason of every point, and the series."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import htpy as h

from companion.language import _, signed
from companion.piece_o_cake.board import together
from companion.piece_o_cake.rules import RULEBOOK
from companion.piece_o_cake.scoring import ScoreLine
from companion.piece_o_cake.view import View
from widgets.pages.piece_o_cake.marks import fitted_table, kind_head, names_head, points_text
from widgets.parts.cards import card
from widgets.parts.keyed import Part, keyed
from widgets.parts.ruled import ruled


def final_sheet(view: View) -> h.Node:
    """Return the final score sheet."""
    winners = view.outcome.winners if view.outcome else ()
    lines = {(line.seat, line.variety): line for line in view.score}
    rows = [_sheet_row(view, lines, number) for number in range(len(view.varieties))]
    title = _("Final score")
    table = fitted_table(
        title,
        names_head(_("variety"), view, winners),
        [_eaten_row(view, lines), rows],
        _total_row(_("total"), view.totals, winners),
        kind="tc-sheet",
        seats=len(view.setup.names),
    )
    explained = _(
        "Shaded: has the most and scores. 0: collected some, but somebody else has more. "
        "·: collected none."
    )
    return card("sheet", [table, h.p(".tc-soft")[h.small[explained]]], title)


def _eaten_row(view: View, lines: dict[tuple[int, int], ScoreLine]) -> h.Element:
    cells = [lines[seat, -1].points for seat in range(len(view.setup.names))]
    return h.tr[h.th(scope="row")[_("eaten")], (h.td[str(points)] for points in cells)]


def _sheet_row(view: View, lines: dict[tuple[int, int], ScoreLine], number: int) -> h.Element:
    kind = view.varieties[number]
    return h.tr[
        kind_head(kind),
        (_sheet_cell(lines.get((seat, number))) for seat in range(len(view.setup.names))),
    ]


def _sheet_cell(line: ScoreLine | None) -> h.Element:
    if line is None:
        return h.td(".tc-soft")["·"]
    return h.td(data_best=line.points > 0 or None, title=line.reason)[str(line.points)]


def _total_row(title: str, totals: Iterable[int | None], winners: Sequence[int]) -> h.Element:
    return h.tr[
        h.th(scope="row")[title],
        (
            h.td(data_winner=seat in winners or None)[str(total)]
            for seat, total in enumerate(totals)
        ),
    ]


def reasons_card(view: View) -> Part:
    """Return every point with its reason, seat by seat."""
    title = _("Why: every point with its reason")
    return card(
        "reasons",
        [
            *(_seat_reasons(view, seat) for seat in range(len(view.setup.names))),
            ruled(RULEBOOK, view.setup, "equal-totals"),
        ],
        title,
    )


def _seat_reasons(view: View, seat: int) -> h.Element:
    name, points = view.setup.names[seat], points_text(view.totals[seat] or 0)
    lines = [line for line in view.score if line.seat == seat]
    winner = view.outcome is not None and seat in view.outcome.winners
    return h.details(open=winner or None)[
        h.summary[_("{name}: {points}", name=name, points=points)],
        h.ul(".tc-reasons")[
            (h.li[h.strong[signed(line.points)], h.span[line.reason]] for line in lines)
        ],
    ]


def series_card(view: View) -> Part:
    """Return the points of a series, game by game and together; nothing in a first game."""
    if not view.past:
        return keyed("series", h.div(hidden=True))
    games, sums = [*view.past], together(view)
    if view.phase == "over":
        games.append(tuple(total or 0 for total in view.totals))
    rows = (
        h.tr[h.th(scope="row")[str(n)], (h.td[str(p)] for p in points)]
        for n, points in enumerate(games, start=1)
    )
    leaders = [seat for seat, points in enumerate(sums) if points == max(sums)]
    table = fitted_table(
        _("Series"),
        names_head(_("game"), view),
        rows,
        _total_row(_("together"), sums, leaders),
        kind="tc-sheet",
        seats=len(sums),
    )
    return card("series", table, _("The series so far"))
