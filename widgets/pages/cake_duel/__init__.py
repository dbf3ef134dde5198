"""The page of Cake Duel, put together from its regions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import htpy as h

from companion.cake_duel import odds
from companion.cake_duel.board import now, seat_note, where
from companion.cake_duel.view import View
from companion.language import _
from widgets.pages import Draft
from widgets.pages.cake_duel.answering import claims_card, flip_card
from widgets.pages.cake_duel.cards import ART
from widgets.pages.cake_duel.claiming import attack_card, block_card
from widgets.pages.cake_duel.drawing import (
    draw_actions,
    effects_note,
    give_card,
    summon_card,
    swap_card,
    wolfy_actions,
)
from widgets.pages.cake_duel.ending import bouts_card, end_actions, mishaps_card, sheet
from widgets.pages.cake_duel.hands import hand_card, known_card, known_more, private_cards
from widgets.pages.cake_duel.history import history_card, reference_card
from widgets.pages.cake_duel.mending import fix
from widgets.pages.cake_duel.reckoning import notes_card, odds_card, private_odds, told
from widgets.pages.cake_duel.seals import seals
from widgets.pages.cake_duel.sides import sides_card
from widgets.parts import frame
from widgets.parts.controls import action_button
from widgets.parts.keyed import keyed
from widgets.parts.troops import symbols

__all__ = [
    "art",
    "board",
    "fix",
    "meaning",
    "notes",
    "now",
    "now_actions",
    "private",
    "seals",
    "seats",
    "still",
    "where",
]

notes = notes_card


def art() -> h.Node:
    """Return the drawings of troops and tokens."""
    return keyed("art", symbols(ART))


def seats(view: View) -> list[frame.Seat]:
    """Return each seat with the number of its cards."""
    return [
        frame.Seat(name, seat_note(view, seat), seat in view.to_act)
        for seat, name in enumerate(view.setup.names)
    ]


def now_actions(view: View) -> Sequence[h.Node]:
    """Return the buttons that need no board."""
    if view.phase in ("ended", "over"):
        return [*wolfy_actions(view), *end_actions(view)]
    if view.phase == "resupply":
        return draw_actions(view)
    if view.phase == "lead":
        return [
            action_button(view.setup.names[seat], {"type": "lead", "seat": seat}, primary=True)
            for seat in view.to_act
        ]
    if view.phase == "attack":
        return [action_button(_("Pass"), {"type": "pass", "seat": view.attacker})]
    return _answers(view)


def _answers(view: View) -> Sequence[h.Node]:
    """Return accepting and challenging; at a table the flip stands on the board."""
    if view.challenged is None:
        return []
    seat = view.to_act[0]
    challenge = (
        action_button(_("Challenge"), {"type": "challenge", "seat": seat})
        if view.setup.virtual
        else h.button(".tc-button", type="button", data_goto="flip")[_("Challenge")]
    )
    accept = action_button(_("Accept"), {"type": "accept", "seat": seat}, primary=True)
    return [accept, challenge]


def board(view: View, draft: Draft | None, revision: int) -> h.Node:
    """Return the table with what can be done on it."""
    return [
        sides_card(view),
        sheet(view),
        claims_card(view),
        attack_card(view, draft, revision) if view.phase == "attack" else None,
        block_card(view, draft, revision) if view.can_block else None,
        flip_card(view),
        summon_card(view, revision) if view.phase == "summon" else None,
        give_card(view, revision) if view.phase == "give" else None,
        swap_card(view, revision),
        None if _chooses_cards(view) else hand_card(view),
    ]


def _chooses_cards(view: View) -> bool:
    """Return whether the hand stands in a form of the board already."""
    own = view.viewer is None or view.viewer in view.to_act
    return own and (view.phase == "attack" or bool(view.can_block))


def meaning(view: View, _draft: Draft | None, _revision: int) -> h.Node:
    """Return what is known: the odds of a lone player, the bout so far, the cards."""
    return [
        odds_card(view),
        known_card(view),
        effects_note(view),
        *_past(view),
        reference_card(view),
        mishaps_card(view),
    ]


def _past(view: View) -> list[h.Node]:
    """Return what has been played: the bout first, or the duel once it is over."""
    past: list[h.Node] = [history_card(view), bouts_card(view)]
    return past[::-1] if view.phase == "over" else past


def still(view: View) -> tuple[h.Node, h.Node]:
    """Return the table with nothing to press."""
    table = [sides_card(view), sheet(view), claims_card(view)]
    hand = hand_card(view) if view.viewer is not None else None
    known = [known_card(view), *_past(view), reference_card(view)]
    return [*table, hand], known


def private(view: View, asked: dict[str, Any], note: dict[str, Any] | None) -> h.Node:
    """Return what only the viewer may see, for as long as it holds the screen."""
    if not view.setup.virtual:
        return private_odds(view, note)
    if asked.get("show") == "laid":
        return private_cards(view.laid)
    return [private_cards(view.hand), _private_more(view, asked)]


def _private_more(view: View, asked: dict[str, Any]) -> h.Node:
    more: list[h.Node] = [known_more(view), _odds(view)]
    if asked.get("show") == "team":
        more.insert(0, private_cards(view.partner_hand))
    return h.div(".tc-private")[more]


def _odds(view: View) -> h.Node:
    found = odds.claim(view)
    return None if found is None else told(view, found, unfolded=True)
