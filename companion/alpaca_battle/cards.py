"""The cards of Alpaca Battle, and the deck as data.

How many of each card there are is not publicly known. A table's own list comes as a pack
(:func:`read_deck`); the one the kit ships is a guess and says so. A card stands as its id: the
number it shows, such as ``"7"``, or ``war``, ``steal`` or ``reveal``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from companion import schema
from companion.language import _
from companion.problems import Problem
from companion.schema import UnreadablePack

HAND = 3
"""Cards a hand is drawn up to."""
LAID = 2
"""Cards each player lays face down in a war."""
WAR, STEAL, REVEAL = "war", "steal", "reveal"
ACTIONS = (STEAL, REVEAL)
_TITLES = {WAR: _("War"), STEAL: _("Steal"), REVEAL: _("Reveal")}
_HIGHEST = 20
_LEAST = 9  # three players with a hand each
_MOST = 200

Many = Annotated[int, Meta(ge=0, le=60)]


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How many there are of each card, by id; ``title`` names the list."""

    cards: dict[str, Many]
    title: str = ""

    @property
    def size(self) -> int:
        """How many cards there are."""
        return sum(self.cards.values())

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers in the deck, lowest first."""
        found = [card for card, count in self.cards.items() if count and card.isdigit()]
        return tuple(sorted(found, key=int))

    @property
    def fighters(self) -> tuple[str, ...]:
        """The cards that can be chosen for a battle: the numbers, and War if there is one."""
        return (*self.numbers, WAR) if self.cards.get(WAR) else self.numbers

    def listed(self) -> tuple[str, ...]:
        """Return every card of the deck, equal ones side by side."""
        return tuple(card for card in ORDER if card in self.cards for _n in range(self.cards[card]))


ORDER = {
    card: place
    for place, card in enumerate((*map(str, range(1, _HIGHEST + 1)), WAR, STEAL, REVEAL))
}
"""Every card there can be, and its place where cards are sorted."""

GUESS = Deck(
    {**{str(number): 5 for number in range(1, 13)}, WAR: 4, STEAL: 4, REVEAL: 4},
    _("A guess: 1 to 12 in five colours, four of each special card"),
)
"""The deck of a table that has not counted its own. Nobody has published the real one."""


def card_title(card: str) -> str:
    """Return the name of a card: its number, or a word."""
    return _TITLES.get(card, card)


def fights(card: str) -> bool:
    """Return whether a card can be chosen for a battle."""
    return card not in ACTIONS


def read_deck(data: str | bytes | dict[str, Any]) -> Deck:
    """Return the deck list in ``data``; :class:`UnreadablePack` names everything wrong in it."""
    plain = schema.plain(data) if isinstance(data, str | bytes) else data
    deck = schema.read(plain, Deck)
    found = tuple(_mistakes(deck))
    if found:
        raise UnreadablePack(found)
    return msgspec.structs.replace(deck, cards=_sorted(deck.cards))


def _sorted(cards: dict[str, int]) -> dict[str, int]:
    return {card: cards[card] for card in ORDER if cards.get(card)}


def _mistakes(deck: Deck) -> list[Problem]:
    unknown = [card for card in deck.cards if card not in ORDER]
    found = [
        _problem(
            f"cards.{card}",
            _("no card is called that; there are 1 to {highest}, war, steal and reveal"),
        )
        for card in unknown
    ]
    if not unknown and not _LEAST <= deck.size <= _MOST:
        told = _("a deck has {least} to {most} cards, this one {size}")
        found.append(_problem("cards", told, size=deck.size))
    if not unknown and len(deck.numbers) < 2:
        found.append(_problem("cards", _("a battle needs at least two different numbers")))
    return found


def _problem(path: str, told: str, **fields: object) -> Problem:
    what = told.format(highest=_HIGHEST, least=_LEAST, most=_MOST, **fields)
    return Problem(f"{path}: {what}.", path)


def read_pack(text: str) -> str:
    """Return a table's own deck list, checked and written in one way."""
    return msgspec.json.encode(read_deck(text)).decode()


@lru_cache(maxsize=64)
def deck_of(pack: str) -> Deck:
    """Return the deck a table plays with: its own, or the guess where ``pack`` is empty."""
    return read_deck(pack) if pack else GUESS
