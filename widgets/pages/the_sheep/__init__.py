"""The page of The Sheep, put together from its regions."""

from __future__ import annotations

import htpy as h

from companion.language import _
from companion.the_sheep.board import where
from companion.the_sheep.view import View
from widgets.pages import Draft
from widgets.pages.the_sheep.acting import acting_card
from widgets.pages.the_sheep.aiming import aim
from widgets.pages.the_sheep.art import art
from widgets.pages.the_sheep.automatic import automatic, switches
from widgets.pages.the_sheep.beginning import choosing_cards, laying_card
from widgets.pages.the_sheep.choosing import job_card, steer_card
from widgets.pages.the_sheep.counting import count_card, drift_card
from widgets.pages.the_sheep.drawing import typing_card
from widgets.pages.the_sheep.ending import end_sheet
from widgets.pages.the_sheep.land import land
from widgets.pages.the_sheep.legend import legend
from widgets.pages.the_sheep.mending import fix
from widgets.pages.the_sheep.nights import force_card, rehearsal_card
from widgets.pages.the_sheep.polluting import avert_card, pollution_card
from widgets.pages.the_sheep.shepherds import seats, shepherds_card
from widgets.pages.the_sheep.steps import is_night, now, now_actions, rail
from widgets.pages.the_sheep.travelling import caravans_card
from widgets.pages.the_sheep.typing_in import compose
from widgets.parts.packs import PackWords

__all__ = [
    "PACK_WORDS",
    "art",
    "automatic",
    "board",
    "compose",
    "fix",
    "is_night",
    "meaning",
    "now",
    "now_actions",
    "rail",
    "seats",
    "still",
    "switches",
    "where",
]

PACK_WORDS = PackWords(
    panel=_("Map and cards"),
    own=_("Our own map and cards"),
    again=_("Our own map and cards, as in the last game"),
    paste=_("Or paste a pack, a map or cards"),
    hint=_(
        "JSON, as “Map and cards” on the table’s page writes it. Of two maps the last counts. What "
        "you do not give is the practice one of the kit."
    ),
    told=_(
        "What this table plays with, and every card typed in so far. Keep it, and give it to a new "
        "game under “Our own map and cards”."
    ),
    kept=_("The map and the cards are kept in {name}."),
)


def board(view: View, draft: Draft | None, _revision: int) -> h.Node:
    """Return the map; its hexes carry what can be done on them now."""
    return [
        end_sheet(view),
        drift_card(view, draft),
        land(view, aim(view, draft)),
        shepherds_card(view),
        caravans_card(view),
        count_card(view),
        laying_card(view),
        legend(view),
    ]


def meaning(view: View, draft: Draft | None, revision: int) -> h.Node:
    """Return what can be done beside the map, and everything the table has to know."""
    aimed = aim(view, draft)
    return [
        choosing_cards(view, draft),
        job_card(view, aimed, draft, revision),
        avert_card(view, draft, revision),
        steer_card(view, aimed),
        acting_card(view, aimed, draft, revision),
        rehearsal_card(view),
        force_card(view),
        pollution_card(view),
        typing_card(view, draft),
    ]


def still(view: View) -> tuple[h.Node, h.Node]:
    """Return the map and the meters with nothing to press."""
    return [end_sheet(view), land(view), shepherds_card(view)], [
        force_card(view),
        pollution_card(view),
        caravans_card(view),
        count_card(view, fixing=False),
    ]
