"""Before the first day: shepherds and caravans are chosen, the table is laid out."""

from __future__ import annotations

import htpy as h

from companion.game import Seat
from companion.language import _, listing, plural
from companion.the_sheep.checklist import checklist
from companion.the_sheep.pack import ShepherdBoard
from companion.the_sheep.state import Bring, Choose
from companion.the_sheep.view import View
from widgets.pages import Draft
from widgets.pages.the_sheep.art import seat_badge
from widgets.pages.the_sheep.choosing import trait_words
from widgets.pages.the_sheep.naming import button, icons, icons_of, moves_of, name_of
from widgets.parts.cards import card, nothing
from widgets.parts.controls import action_button
from widgets.parts.keyed import Part, keyed


def choosing_cards(view: View, draft: Draft | None) -> h.Node:
    """Return what is still to be chosen before the first day."""
    if view.phase != "setup" or view.state.queue:
        return [nothing("choose"), nothing("bring")]
    return [_shepherds(view, draft), _caravans(view)]


def _shepherds(view: View, draft: Draft | None) -> Part:
    choices: list[Choose] = moves_of(view, Choose)
    seats = list(dict.fromkeys(one.seat for one in choices))
    if not seats:
        return nothing("choose")
    shown = draft.shown.get("seat") if draft else None
    seat = shown if shown in seats else seats[0]
    boards = list(dict.fromkeys(one.shepherd for one in choices))
    return card(
        "choose",
        [
            h.div(".tc-choices.tc-who", role="group", aria_label=_("Whose shepherd"))[
                (_who(view, one, seat) for one in seats)
            ],
            h.div(".tc-boards")[(_board(view, one, seat) for one in boards)],
        ],
        _("Shepherds"),
    )


def _who(view: View, seat: Seat, chosen: Seat) -> Part:
    return keyed(
        f"chooses-{seat}",
        action_button(
            [seat_badge(seat), h.bdi[name_of(view, seat)]],
            {"table": "show", "seat": seat},
            aria_pressed="true" if seat == chosen else "false",
        ),
    )


def _board(view: View, board_id: str, seat: Seat) -> Part:
    board = view.table.shepherds[board_id]
    offered: list[Choose] = moves_of(view, Choose)
    choices = [one for one in offered if (one.shepherd, one.seat) == (board_id, seat)]
    return keyed(
        f"offer-{board_id}",
        h.div(".tc-board", role="group", aria_label=board.name)[
            h.header[h.span[h.b[board.name], h.small[_begins(board)]]],
            h.ul(".tc-start-with")[(_equipment(view, one) for one in board.equipment)],
            h.div(".tc-offers")[
                (button(h.span[trait_words(view, one.trait)], one) for one in choices)
            ],
        ],
    )


def _begins(board: ShepherdBoard) -> str:
    return plural(
        "{count} lantern, {essence} essence, corruption overflows at {meter}",
        "{count} lanterns, {essence} essence, corruption overflows at {meter}",
        board.lanterns,
        essence=board.essence,
        meter=board.corruption,
    )


def _equipment(view: View, one: str) -> h.Element:
    return h.li[h.span[view.table.name(one), icons(icons_of(view.state, one))]]


def _caravans(view: View) -> Part:
    brings: list[Bring] = moves_of(view, Bring)
    if not brings:
        return nothing("bring")
    rows = [_caravan(view, one) for one in brings]
    return card("bring", h.div(".tc-offers")[rows], _("Which caravans travel?"))


def _caravan(view: View, one: Bring) -> h.Element:
    board = view.table.caravans[one.caravan]
    wares = listing(view.table.name(ware) for ware in board.inventory)
    return button(
        h.span[
            h.b[board.name],
            h.small[_("lost at {meter} corruption; sells {wares}", meter=board.corruption,
                      wares=wares)],
            h.small[board.text] if board.text else None,
        ],
        one,
    )  # fmt: skip


def laying_card(view: View) -> Part:
    """Return what is to be laid out, to be ticked off; where the kit deals, nothing is."""
    if view.setup.virtual or view.phase != "setup":
        return nothing("laying")
    rows = [
        h.li[h.label(".tc-tick")[h.input(type="checkbox", name="laid", value=str(at)),
                                 h.span[line]]]
        for at, line in enumerate(checklist(view.setup))
    ]  # fmt: skip
    return card("laying", h.form(autocomplete="off")[h.ul(".tc-checks")[rows]], _("Lay out"))
