"""The page of Alpaca Battle, put together from its regions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import htpy as h

from companion.alpaca_battle.board import long_text, now, used_text, where
from companion.alpaca_battle.cards import deck_of
from companion.alpaca_battle.story import cards_text
from companion.alpaca_battle.view import View
from companion.game import Seat
from companion.language import _
from widgets.pages import Draft
from widgets.pages.alpaca_battle.acting import actions_card
from widgets.pages.alpaca_battle.arena import arena_card, pile_card
from widgets.pages.alpaca_battle.cards import ART
from widgets.pages.alpaca_battle.clock import compose, rail, setting_card
from widgets.pages.alpaca_battle.deck import KINDS, deck_card, deck_fields, deck_pack
from widgets.pages.alpaca_battle.ending import course_card, sheet_card
from widgets.pages.alpaca_battle.fanning import fans_card
from widgets.pages.alpaca_battle.hands import hands_card, known_card, open_hand, private
from widgets.pages.alpaca_battle.herds import herds_card
from widgets.pages.alpaca_battle.mending import fix
from widgets.pages.alpaca_battle.pads import draw_button, pads_card
from widgets.pages.alpaca_battle.seals import seals
from widgets.pages.alpaca_battle.warring import war_card
from widgets.parts import frame
from widgets.parts.alpacas import symbols
from widgets.parts.keyed import Part, keyed
from widgets.parts.packs import PackForm

__all__ = [
    "PACK_FORM",
    "art",
    "board",
    "compose",
    "fix",
    "meaning",
    "notes",
    "now",
    "now_actions",
    "private",
    "rail",
    "seals",
    "seats",
    "still",
    "where",
]


PACK_FORM = PackForm(
    _("The cards in our box"),
    lambda pack, typed: deck_fields(deck_of(pack), typed),
    KINDS,
    deck_pack,
)


def art() -> h.Node:
    """Return the drawings of alpacas and actions."""
    return keyed("art", symbols(ART))


def seats(view: View) -> list[frame.Seat]:
    """Return each seat with the number of cards it owns."""
    return [
        frame.Seat(name, _note(view, seat), seat in view.to_act)
        for seat, name in enumerate(view.setup.names)
    ]


def _note(view: View, seat: Seat) -> str:
    return _("out") if view.out[seat] else cards_text(view.totals[seat])


def now_actions(view: View) -> Sequence[h.Node]:
    """Return the buttons that need no board: drawing with an empty hand."""
    return [draw_button(view, seat) for seat in view.to_act if _draws_here(view, seat)]


def _draws_here(view: View, seat: Seat) -> bool:
    """Return whether a seat has to draw, and a person is there to do it."""
    return view.must_draw[seat] > 0 and seat in view.setup.people


def board(view: View, _draft: Draft | None, _revision: int) -> h.Node:
    """Return the middle of the table, and what can be done now."""
    return [
        _long(view),
        sheet_card(view),
        arena_card(view),
        pile_card(view),
        war_card(view),
        pads_card(view),
        fans_card(view),
        hands_card(view),
    ]


def _long(view: View) -> Part:
    """Return the notice that the same cards may be going round."""
    if not view.is_long:
        return keyed("long", h.div(hidden=True))
    agree = h.button(".tc-button", type="button", data_goto="setting")[_("Agree on a time")]
    notice = h.section(".tc-notice", role="note")
    return keyed("long", notice[h.span[long_text(view)], h.div(".tc-actions")[agree]])


def meaning(view: View, _draft: Draft | None, _revision: int) -> h.Node:
    """Return what everyone holds, the actions, and the deck."""
    used = used_text(view) if view.setup.virtual else ""
    return [
        known_card(view),
        course_card(view),
        herds_card(view),
        keyed("used", h.p(".tc-soft")[used] if used else h.p(hidden=True)),
        actions_card(view),
        setting_card(view),
        deck_card(view.deck),
    ]


def notes(_view: View, _noted: Mapping[Seat, dict[str, Any]]) -> h.Node:
    """Return nothing: at a table nobody needs to note a hand for the kit."""
    return None


def still(view: View) -> tuple[h.Node, h.Node]:
    """Return the table with nothing to press, and the own hand of a lone player."""
    arena = arena_card(view, entered=True)
    board = [sheet_card(view), arena, pile_card(view), open_hand(view)]
    return board, [course_card(view), herds_card(view)]
