"""The page of Piece o' Cake."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence

import htpy as h

from companion.commands import UnreadableCommand, match
from companion.game import TABLE
from companion.language import _, listing, plural, signed
from companion.piece_o_cake.board import now, together, where
from companion.piece_o_cake.rules import RULEBOOK
from companion.piece_o_cake.scoring import ScoreLine, Standing
from companion.piece_o_cake.slices import CAKES, SLICES_PER_CAKE, Variety
from companion.piece_o_cake.state import letter, pieces
from companion.piece_o_cake.view import PieceView, View
from widgets.pages import Draft
from widgets.parts.controls import action_button, action_form, dumps, field, submit
from widgets.parts.frame import Seat
from widgets.parts.fruit import symbols
from widgets.parts.keyed import Part, keyed
from widgets.parts.ring import Piece, Slice, gap_style, ring, wedge, wedges

__all__ = ["art", "board", "fix", "meaning", "now", "now_actions", "seats", "still", "where"]

ART = "poc"


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
        return [action_button(_("Play the next game of the series"), again, primary=True)]
    if view.can_pass:
        return [action_button(_("Pass"), {"type": "pass", "seat": view.picks[0]})]
    return []


# The board


def board(view: View, draft: Draft | None, revision: int) -> h.Node:
    """Return the cake with what can be done on it."""
    if view.phase == "over":
        return _final_sheet(view)
    if view.phase == "serve":
        return _serve_board(view, draft, revision)
    if view.phase == "cut":
        return _cut_board(view, draft, revision)
    return _cake(view, _picks(view))


def still(view: View) -> tuple[h.Node, h.Node]:
    """Return the board and its meaning with nothing to press."""
    if view.phase == "over":
        return _final_sheet(view), [_reasons(view), _series(view)]
    return _cake(view) if view.cake else None, _standings(view)


def _cake(view: View, over: h.Node = None) -> Part:
    picture = ring(_slices(view.cake), _pieces(view), art=ART, taken=_taken(view))
    return _card("cake", [_plate(picture, over)])


def _picks(view: View) -> Part:
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


def _card(key: str, content: h.Node, title: str = "") -> Part:
    heading = h.h3(".tc-card-title")[title] if title else None
    return keyed(key, h.section(".tc-card")[heading, content])


def _plate(picture: h.Element, over: h.Node = None) -> h.Element:
    return h.div(".tc-plate")[keyed("ring", picture), over]


def _slices(cake: Sequence[Variety | None]) -> list[Slice | None]:
    return [
        Slice(kind.id, kind.title, kind.letter, kind.count, kind.dollops) if kind else None
        for kind in cake
    ]


def _pieces(view: View) -> list[Piece]:
    return [Piece(piece.letter, piece.places) for piece in view.pieces]


def _taken(view: View) -> frozenset[int]:
    return frozenset(p for piece in view.pieces if piece.taker is not None for p in piece.places)


# Serving


Served = list[tuple[int, Variety]]
"""The slices of a draft whose names are known so far, each with the number of its word."""


def _serve_board(view: View, draft: Draft | None, revision: int) -> h.Node:
    served = _served(view, draft)[:SLICES_PER_CAKE]
    cake: list[Variety | None] = [*(kind for _word, kind in served)]
    cake += [None] * (SLICES_PER_CAKE - len(cake))
    picture = ring(_slices(cake), art=ART)
    if view.setup.virtual:
        return _card("cake", [_plate(picture)])
    return _card("cake", [_serve_form(view, served, picture, draft, revision)])


def _served(view: View, draft: Draft | None) -> Served:
    if draft is None or draft.raw.get("verb") != "serve":
        return []
    kinds = {kind.id: kind for kind in view.varieties}
    names = {kind.id: kind.letter for kind in view.varieties}
    served = []
    for number, word in enumerate(str(draft.raw.get("text", "")).replace(",", " ").split()):
        with contextlib.suppress(UnreadableCommand):
            served.append((number, kinds[match(word, names)]))
    return served


def _serve_form(
    view: View, served: Served, picture: h.Element, draft: Draft | None, revision: int
) -> Part:
    action = {"table": "say", "verb": "serve"}
    form = action_form(action, {"text": "text"}, draft=True, aria_label=_("Serve the cake"))
    return keyed(
        f"serve-{revision}",
        form[
            h.div(".tc-above")[_plate(picture, _erasers(served))],
            h.div(".tc-flavours", role="group", data_group="grid", aria_label=_("Varieties"))[
                (_flavour(view, number, served) for number in range(len(view.varieties)))
            ],
            h.div(".tc-row")[_serve_field()],
            _said(_without_short(draft), "serve-said"),
            h.div(".tc-actions")[
                _serve_submit(len(served)),
                h.button(".tc-button", type="button", data_erase=True, data_into="text")[
                    _("⌫ Last slice")
                ],
            ],
        ],
    )


def _serve_field() -> h.Element:
    return h.label(".tc-field.tc-wide")[
        h.span[_("Slices in ring order (tap above, or type names or letters)")],
        h.input(type="text", name="text", spellcheck="false", autocapitalize="off"),
        h.small[_("A tap on a slice of the ring takes it out again.")],
    ]


def _erasers(served: Served) -> Part:
    """Return the slices of the ring as buttons: each takes its slice out of the draft."""
    buttons = (_eraser(place, word, kind) for place, (word, kind) in enumerate(served))
    return keyed("erasers", wedges(_("Slices served so far"), buttons))


def _eraser(place: int, word: int, kind: Variety) -> Part:
    label = _("Take slice {place}, {kind}, out again", place=place, kind=kind.title)
    button = wedge(
        (place,), SLICES_PER_CAKE, data_erase=str(word), data_into="text", aria_label=label
    )
    return keyed(f"eraser-{place}", button)


def _without_short(draft: Draft | None) -> Draft | None:
    """Leave out the scolding while a cake is being entered and short."""
    refusal = draft.refusal if draft else None
    short = not isinstance(refusal, str | None) and refusal.rule == RULEBOOK["serve"]
    return None if short else draft


def _serve_submit(count: int) -> Part:
    complete = count == SLICES_PER_CAKE
    label = (
        _("Serve this cake")
        if complete
        else _("Serve ({count} of {all})", count=count, all=SLICES_PER_CAKE)
    )
    disabled = None if complete else "true"
    return keyed("serve-submit", submit(label, aria_disabled=disabled, data_said=True))


def _flavour(view: View, number: int, served: Served) -> Part:
    kind = view.varieties[number]
    left = view.unseen[number] - sum(slice_.id == kind.id for _word, slice_ in served)
    full = len(served) >= SLICES_PER_CAKE
    return keyed(
        f"flavour-{kind.id}",
        h.button(
            ".tc-button.tc-flavour",
            type="button",
            data_insert=kind.id,
            data_into="text",
            aria_disabled="true" if left <= 0 or full else None,
        )[
            _badge(kind),
            h.span[kind.title],
            keyed(f"left-{kind.id}", h.small[_("{count} left", count=max(0, left))]),
        ],
    )


def _badge(kind: Variety) -> h.Element:
    return h.span(".tc-badge", data_variety=kind.id, aria_hidden="true")[kind.letter]


def _said(draft: Draft | None, key: str) -> Part:
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


# Cutting


def _cut_board(view: View, draft: Draft | None, revision: int) -> h.Node:
    gaps = _gaps(draft)
    drawn = [Piece(letter(n), places) for n, places in enumerate(_cut(gaps))] if gaps else []
    picture = ring(_slices(view.cake), drawn, art=ART)
    action = {"type": "cut", "seat": view.server}
    form = action_form(action, {"gaps": "ints"}, draft=True, aria_label=_("Cut the cake"))
    ticks = h.div(".tc-gaps", role="group", data_group="ring", aria_label=_("Gaps to cut"))[
        (_gap(view, gap) for gap in range(SLICES_PER_CAKE))
    ]
    content = form[
        _plate(picture, keyed(f"gaps-{revision}", ticks)),
        _said(_without_single(draft, gaps), "cut-said"),
        h.div(".tc-actions.tc-centre")[_cut_submit(view, gaps, draft)],
    ]
    return _card("cake", [keyed(f"cut-{revision}", content)])


def _gaps(draft: Draft | None) -> tuple[int, ...]:
    if draft is None or draft.raw.get("type") != "cut":
        return ()
    ring_places = range(SLICES_PER_CAKE)
    return tuple(sorted({gap for gap in draft.raw.get("gaps", []) if gap in ring_places}))


def _cut(gaps: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the pieces to draw: at most five have letters; one gap parts nothing."""
    return pieces(gaps)[:5] if 2 <= len(gaps) <= 5 else ()


def _without_single(draft: Draft | None, gaps: tuple[int, ...]) -> Draft | None:
    """Leave out the scolding for a first gap: it is on the way to a cut."""
    if draft is None or len(gaps) > 1:
        return draft
    hint = _("Tick a second gap for two pieces.") if gaps else None
    return Draft(draft.raw, hint)


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
        label = _("Tick a second gap")
    else:
        label = plural("Cut into this {count} piece", "Cut into these {count} pieces", len(gaps))
    least, _most = view.piece_limits
    refused = (draft is not None and draft.refusal is not None) or (not gaps and least > 1)
    return keyed(
        "cut-submit",
        submit(label, primary=bool(gaps), aria_disabled=str(refused).lower(), data_said=True),
    )


# What it means


def meaning(view: View, draft: Draft | None, revision: int) -> h.Node:
    """Return what the board is worth, and what may be done instead."""
    if view.phase == "over":
        return [_reasons(view), _series(view)]
    if view.phase == "take":
        choices = [*_choices(view, draft, revision), _forfeits(view)]
        return [*choices, _standings(view), _series(view)]
    drafted = _draft_pieces(view, _cut(_gaps(draft))) if view.phase == "cut" else None
    return [drafted, _standings(view), _series(view)]


def _draft_pieces(view: View, cut: tuple[tuple[int, ...], ...]) -> Part:
    title = _("Pieces")
    if not cut:
        hint = h.p(".tc-soft")[_("Tick two or more gaps on the ring to see the pieces here.")]
        return _card("draft-pieces", hint, title)
    head = [h.th(scope="col")[name] for name in (_("piece"), _("slices"), _("eaten now"))]
    rows = (_draft_row(view, n, places) for n, places in enumerate(cut))
    return _card("draft-pieces", _table(title, head, rows, kind="tc-drafted"), title)


def _table(
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


def _draft_row(view: View, number: int, places: tuple[int, ...]) -> Part:
    kinds = [view.cake[place] for place in places]
    row = h.tr[
        h.th(scope="row")[
            _mark(letter(number)),
            h.span(".tc-badges", role="img", aria_label=listing(kind.title for kind in kinds))[
                (_badge(kind) for kind in kinds)
            ],
            _first_would(view, kinds),
        ],
        h.td[str(len(kinds))],
        h.td[_points(sum(kind.dollops for kind in kinds))],
    ]
    return keyed(f"draft-{number}", row)


def _mark(piece: str) -> h.Element:
    return h.strong(".tc-mark-badge", data_piece=piece)[piece]


def _first_would(view: View, kinds: list[Variety]) -> h.Node:
    """Return what the first chooser would lead in, had it collected all of the piece."""
    seat = (view.server + 1) % len(view.setup.names)
    leads = _would_lead(view, seat, kinds)
    if not leads:
        return None
    name = view.setup.names[seat]
    return h.small(".tc-soft")[_("{name} would lead in {leads}", name=name, leads=listing(leads))]


def _points(points: int) -> str:
    return plural("{count} point", "{count} points", points)


# Choosing


def _choices(view: View, draft: Draft | None, revision: int) -> list[Part]:
    return [_choice(view, piece, draft, revision) for piece in view.pieces if piece.taker is None]


def _choice(view: View, piece: PieceView, draft: Draft | None, revision: int) -> Part:
    """Return the form of a piece: fresh for each chooser, around what stays the same."""
    action = {"type": "take", "seat": view.picks[0], "piece": piece.number}
    title = _("Piece {letter}", letter=piece.letter)
    form = action_form(action, {"eat": "texts"}, draft=True, aria_label=title, class_="tc-card")
    content = h.div(".tc-piece", data_piece=piece.letter)[
        h.h3[_mark(piece.letter), title],
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
        _badge(kind),
        h.span(".tc-slice-name")[
            h.b[kind.title],
            _held(view, piece, number),
            h.small[_("most of it: {points}", points=_points(kind.count))],
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
    leads = listing(_would_lead(view, view.picks[0], kept))
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


def _would_lead(view: View, seat: int, kept: list[Variety]) -> list[str]:
    """Return the varieties of which ``seat`` would then have at least as many as anyone."""
    leads = []
    for number, kind in enumerate(view.varieties):
        gained = sum(one.id == kind.id for one in kept)
        others = max(c[number] for s, c in enumerate(view.collected) if s != seat)
        if gained and view.collected[seat][number] + gained >= others:
            leads.append(kind.title)
    return leads


def _forfeits(view: View) -> Part:
    if not view.forfeits:
        return keyed("forfeits", h.div(hidden=True))
    title = _("Or take no piece and eat one whole variety")
    buttons = [_forfeit(view, kind) for kind in view.varieties if kind.id in view.forfeits]
    return _card("forfeits", h.div(".tc-choices")[buttons], title)


def _forfeit(view: View, kind: Variety) -> h.Element:
    seat = view.picks[0]
    held = view.collected[seat][view.varieties.index(kind)]
    return action_button(
        [
            _badge(kind),
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


# Standings


def _standings(view: View) -> Part:
    title, seats = _("Collected"), len(view.setup.names)
    head = [
        _names_head(_("variety"), view),
        (h.th(scope="col")[w] for w in (_("here"), _("later"))),
    ]
    rows = (_standing_row(standing) for standing in view.standings)
    table = _table(
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
    return _card("standings", [table, h.p(".tc-soft")[h.small[explained]]], title)


def _fold() -> h.Element:
    """Return the switch that shows, where there is little room, what is still to come."""
    return h.label(".tc-switch.tc-fold")[
        h.input(type="checkbox", aria_label=_("Show what is still to come")),
        h.span(aria_hidden="true")[_("collected")],
        h.span(aria_hidden="true")[_("to come")],
    ]


def _names_head(first: str, view: View, winners: Sequence[int] = ()) -> h.Node:
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


def _standing_row(standing: Standing) -> Part:
    kind = standing.variety
    row = h.tr[
        keyed(f"kind-{kind.id}", _kind_head(kind, _("pays {points}", points=kind.count))),
        (_standing_cell(standing, seat) for seat in range(len(standing.counts))),
        h.td[str(standing.on_cake or "·")],
        h.td[_coming(standing)],
    ]
    return keyed(f"standing-{kind.id}", row)


def _kind_head(kind: Variety, note: str = "") -> h.Element:
    return h.th(scope="row")[
        h.span(".tc-kind", title=kind.title)[
            _badge(kind), h.span(".tc-kind-name")[kind.title], h.small[note] if note else None
        ]
    ]


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


# The end


def _final_sheet(view: View) -> h.Node:
    winners = view.outcome.winners if view.outcome else ()
    lines = {(line.seat, line.variety): line for line in view.score}
    rows = [_sheet_row(view, lines, number) for number in range(len(view.varieties))]
    title = _("Final score")
    table = _table(
        title,
        _names_head(_("variety"), view, winners),
        [_eaten_row(view, lines), rows],
        _total_row(_("total"), view.totals, winners),
        kind="tc-sheet",
        seats=len(view.setup.names),
    )
    explained = _(
        "Shaded: has the most and scores. 0: collected some, but somebody else has more. "
        "·: collected none."
    )
    return _card("sheet", [table, h.p(".tc-soft")[h.small[explained]]], title)


def _eaten_row(view: View, lines: dict[tuple[int, int], ScoreLine]) -> h.Element:
    cells = [lines[seat, -1].points for seat in range(len(view.setup.names))]
    return h.tr[h.th(scope="row")[_("eaten")], (h.td[str(points)] for points in cells)]


def _sheet_row(view: View, lines: dict[tuple[int, int], ScoreLine], number: int) -> h.Element:
    kind = view.varieties[number]
    return h.tr[
        _kind_head(kind),
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


def _reasons(view: View) -> Part:
    title = _("Why: every point with its reason")
    return _card(
        "reasons",
        [
            *(_seat_reasons(view, seat) for seat in range(len(view.setup.names))),
            h.p(".tc-soft")[h.small[_("Played by these rulings: {rulings}", rulings=_ruled(view))]],
        ],
        title,
    )


def _seat_reasons(view: View, seat: int) -> h.Element:
    name, points = view.setup.names[seat], _points(view.totals[seat] or 0)
    lines = [line for line in view.score if line.seat == seat]
    winner = view.outcome is not None and seat in view.outcome.winners
    return h.details(open=winner or None)[
        h.summary[_("{name}: {points}", name=name, points=points)],
        h.ul(".tc-reasons")[
            (h.li[h.strong[signed(line.points)], h.span[line.reason]] for line in lines)
        ],
    ]


def _ruled(view: View) -> str:
    """Return the rulings in force that bear on the result."""
    chosen = view.setup.rulings
    told = [
        _("{question} {answer}", question=ruling.question, answer=ruling.option(option).title)
        for ruling in RULEBOOK.rulings
        if (option := chosen[ruling.id]) != ruling.default or ruling.id == "equal-totals"
    ]
    return " · ".join(told)


def _series(view: View) -> Part:
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
    table = _table(
        _("Series"),
        _names_head(_("game"), view),
        rows,
        _total_row(_("together"), sums, leaders),
        kind="tc-sheet",
        seats=len(sums),
    )
    return _card("series", table, _("The series so far"))


# By hand


def fix(view: View, draft: Draft | None) -> h.Node:
    """Return the form that sets one count by hand, and what lies there now."""
    fields = {"where": "merge", "variety": "text", "count": "int", "reason": "text"}
    form = action_form({"type": "fix"}, fields, draft=True, aria_label=_("Fix the table"))
    return [
        h.p(".tc-soft")[
            _("Say what lies there really. The log keeps the change, and undo takes it back.")
        ],
        keyed("fix-form", form[_fix_fields(view), _lying(view, draft), _fix_submit()]),
        _counts_table(view),
    ]


def _fix_fields(view: View) -> h.Element:
    varieties = [h.option(value=kind.id)[kind.title] for kind in view.varieties]
    count = h.input(type="number", name="count", min="0", max="11", required=True)
    return h.div(".tc-fields")[
        field(_("Which slices"), h.select(name="where")[_fix_piles(view)]),
        field(_("Variety"), h.select(name="variety")[varieties]),
        field(_("How many there are"), count),
        field(_("Why"), h.input(type="text", name="reason", required=True)),
    ]


def _fix_submit() -> h.Element:
    return h.div(".tc-actions")[submit(_("Set this count"))]


def _fix_piles(view: View) -> list[h.Element]:
    """Return the piles there are, each with the fields of an action that stand for it."""
    piles = [
        (told.format(name=name), {"seat": seat, "pile": pile})
        for seat, name in enumerate(view.setup.names)
        for pile, told in (("collected", _("{name}: collected")), ("eaten", _("{name}: eaten")))
    ]
    gone = (_("out of the game"), {"seat": TABLE, "pile": "gone"})
    return [h.option(value=dumps(fields))[told] for told, fields in (*piles, gone)]


def _lying(view: View, draft: Draft | None) -> Part:
    """Return how many lie in the pile chosen, where the viewer may know it."""
    raw = draft.raw if draft and draft.raw.get("type") == "fix" else {}
    kinds = {kind.id: number for number, kind in enumerate(view.varieties)}
    number = kinds.get(str(raw.get("variety", view.varieties[0].id)), 0)
    pile, seat = raw.get("pile", "collected"), raw.get("seat", 0)
    if pile == "eaten" or seat not in range(TABLE, len(view.setup.names)):
        return keyed("fix-lying", h.p(hidden=True))
    count = view.gone[number] if pile == "gone" else view.collected[seat][number]
    told = _("Now it says {count} {variety}.", count=count, variety=view.varieties[number].title)
    return keyed("fix-lying", h.p(".tc-soft", data_said=True)[told])


def _counts_table(view: View) -> h.Node:
    gone = [
        _("{count} {kind}", count=count, kind=kind.title)
        for kind, count in zip(view.varieties, view.gone, strict=True)
        if count
    ]
    left = CAKES - view.cake_number - bool(view.cake)
    return h.p(".tc-soft")[
        h.small[
            _(
                "Out of the game: {gone}. Cakes still to serve: {left}.",
                gone=listing(gone) or _("nothing"),
                left=left,
            )
        ]
    ]
