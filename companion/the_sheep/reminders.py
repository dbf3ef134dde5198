"""Texts that the kit only shows: what a card asks for beyond what the engine does for it."""

from __future__ import annotations

from typing import Any

from companion.language import _
from companion.the_sheep.pack import Ability, Face
from companion.the_sheep.table import Table, practice_cards


def reminder(found: Table, card: Any) -> str:
    """Return the text of a card, trait, ability or side of a tile that is left to the table.

    It is empty where there is none, or where the engine carries it out. The kit's own events and
    mutations say in words what their numbers do.
    """
    if isinstance(card, Ability | Face):
        return "" if card.effects else card.text
    if hasattr(card, "ability"):
        return reminder(found, card.ability) if card.ability else ""
    text = str(getattr(card, "text", ""))
    return "" if getattr(card, "effects", ()) or card in practice_cards() else text


def by_hand(text: str) -> str:
    """Return what is said after a text that is left to the table; nothing after none."""
    if not text:
        return ""
    return _("The kit does not carry this out: you do, and set by hand what it changes.")
