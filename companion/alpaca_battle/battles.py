"""What comes of the cards that are flipped."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from companion.alpaca_battle.cards import WAR
from companion.game import TABLE, Seat

Cause = Literal["", "war", "pair"]


@lru_cache(maxsize=4096)
def winner_of(cards: tuple[str, ...]) -> Seat:
    """Return the seat whose flipped card wins, or -1 if they start a war.

    ``cards`` has one for each seat, ``""`` for who is out.
    """
    flipped = [card for card in cards if card]
    if WAR in flipped or len(set(flipped)) < len(flipped):
        return TABLE
    return cards.index(max(flipped, key=int))


def cause_of(cards: tuple[str, ...]) -> Cause:
    """Return why flipped cards start a war: a ``war`` card or a ``pair``; ``""`` if they do not."""
    if WAR in cards:
        return "war"
    return "pair" if winner_of(cards) == TABLE else ""


def pairs_of(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return the numbers that were flipped more than once, lowest first."""
    flipped = [card for card in cards if card.isdigit()]
    return tuple(sorted({card for card in flipped if flipped.count(card) > 1}, key=int))
