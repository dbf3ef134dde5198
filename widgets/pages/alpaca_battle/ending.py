"""The end: who won and why, the places, and how the cards moved over the game."""

from __future__ import annotations

import htpy as h

from companion.alpaca_battle.board import where
from companion.alpaca_battle.rules import RULEBOOK
from companion.alpaca_battle.story import cards_text
from companion.alpaca_battle.view import View
from companion.game import Outcome, Seat
from companion.language import _
from widgets.pages.alpaca_battle.cards import picture
from widgets.parts.cards import card, nothing
from widgets.parts.course import course
from widgets.parts.keyed import Part
from widgets.parts.ruled import ruled


def sheet_card(view: View) -> Part:
    """Return who won, why, and everyone's place; nothing before the end."""
    if view.outcome is None:
        return nothing("sheet")
    return card(
        "sheet",
        h.div(".tc-end-sheet")[
            picture("boxer"),
            h.p(".tc-result")[h.strong[view.outcome.reason], h.small[where(view)]],
            h.ol(".tc-places")[(_place(view, view.outcome, seat) for seat in _order(view.outcome))],
            ruled(RULEBOOK, view.setup, *(("bell", "equal") if view.rung else ())),
        ],
        _("The end"),
    )


def _order(outcome: Outcome) -> list[Seat]:
    """Return the seats, the best placed first."""
    return sorted(range(len(outcome.places)), key=outcome.places.__getitem__)


def _place(view: View, outcome: Outcome, seat: Seat) -> h.Element:
    return h.li(data_winner=seat in outcome.winners or None)[
        h.span[_("{place}.", place=outcome.places[seat])],
        h.bdi[view.setup.names[seat]],
        h.span[cards_text(outcome.points[seat])],
    ]


def course_card(view: View) -> Part:
    """Return the cards of everyone over the battles, once the game is over."""
    if view.outcome is None or len(view.counts) < 2:
        return nothing("course")
    title = _("Cards of each after every battle")
    lines = [
        (name, [row[seat] for row in view.counts]) for seat, name in enumerate(view.setup.names)
    ]
    return card("course", course(title, _("battle"), lines), title)
