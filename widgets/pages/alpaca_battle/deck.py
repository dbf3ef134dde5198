"""The deck list of a table: shown, asked for in a form, and read from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import htpy as h
import msgspec

from companion.alpaca_battle.cards import GUESS, ORDER, Deck, card_title, read_deck
from companion.language import _, plural
from widgets.parts.cards import card
from widgets.parts.keyed import Part, keyed

USUAL = (*(str(number) for number in range(1, 13)), "war", "steal", "reveal")
"""The cards every form asks for; higher numbers fold away where a deck has none."""
HIGHER = tuple(one for one in ORDER if one not in USUAL)
KINDS = {**dict.fromkeys(ORDER, "int"), "title": "text"}
"""The fields of a deck list by name, and how each is read."""


def deck_fields(deck: Deck, typed: Mapping[str, Any]) -> h.Element:
    """Return the fields of a deck list, one a card, filled in from ``deck``, and the total.

    The total follows what was ``typed`` since.
    """
    higher = any(deck.cards.get(one) for one in HIGHER)
    return h.fieldset(".tc-deck")[
        h.legend[_("How many of each card?")],
        h.p(".tc-soft")[guess_text(deck)],
        h.div(".tc-deck-fields")[(_field(deck, one) for one in USUAL)],
        h.details(open=higher or None)[
            h.summary[_("Numbers above 12")],
            h.div(".tc-deck-fields")[(_field(deck, one) for one in HIGHER)],
        ],
        h.label(".tc-field")[
            h.span[_("Name of this list")],
            h.input(type="text", name="title", maxlength="60", value=_own_title(deck)),
        ],
        keyed("deck-total", h.p[h.strong[total_text(_counted(deck, typed))]]),
    ]


def _counted(deck: Deck, typed: Mapping[str, Any]) -> int:
    """Return how many cards a form asks for; an empty field counts 0, as in :func:`deck_pack`."""
    counts = (typed.get(one, deck.cards.get(one)) for one in ORDER)
    return sum(count for count in counts if isinstance(count, int) and count > 0)


def _field(deck: Deck, one: str) -> h.Element:
    count = deck.cards.get(one, 0)
    return h.label(".tc-field")[
        h.span[card_title(one)],
        h.input(
            type="number",
            name=one,
            min="0",
            max="60",
            value=str(count),
            inputmode="numeric",
        ),
    ]


def _own_title(deck: Deck) -> str | None:
    return None if deck == GUESS else deck.title or None


def guess_text(deck: Deck) -> str:
    """Return what kind of list this is; the shipped one is plainly called a guess."""
    if deck == GUESS:
        return _("This list is a guess: nobody has published the real one. Count your own cards.")
    return deck.title or _("Counted at this table")


def size_text(deck: Deck) -> str:
    """Return how many cards there are."""
    return total_text(deck.size)


def total_text(count: int) -> str:
    """Return so many cards in words."""
    return plural("{count} card in all", "{count} cards in all", count)


def deck_pack(fields: Mapping[str, Any]) -> str:
    """Return the pack a form asks for, by the names of :data:`KINDS`; an empty field counts 0.

    Empty for the list the kit ships, which so stays known as a guess. Raises
    :class:`~companion.schema.UnreadablePack`, which names everything wrong.
    """
    cards = {one: fields[one] for one in ORDER if fields.get(one)}
    title = str(fields.get("title") or "").strip()
    if cards == GUESS.cards and not title:
        return ""
    plain = {"cards": cards, "title": title} if title else {"cards": cards}
    return msgspec.json.encode(read_deck(plain)).decode()


def deck_card(view_deck: Deck) -> Part:
    """Return the list in use, folded."""
    rows = [
        h.li[h.b[card_title(one)], h.span[f"× {count}"]] for one, count in view_deck.cards.items()
    ]
    return card(
        "deck",
        h.details[
            h.summary[_("The deck: {size}", size=size_text(view_deck))],
            h.p(".tc-soft")[guess_text(view_deck)],
            h.ul(".tc-deck-list")[rows],
        ],
    )
