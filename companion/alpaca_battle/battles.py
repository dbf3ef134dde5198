"""What comes of the cards that are flipped."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from companion.alpaca_battle.cards import WAR
from companion.game import TABLE, Seat

Cause = Literal["", "war", "pair"]


def winner_of(cards: Iterable[str]) -> Seat:
    """Return the seat whose flipped card wins, or -1 if they start a war.

    ``cards`` has one for each seat, ``""`` for who is out.
    """
    flipped = tuple(cards)
    if cause_of(flipped):
        return TABLE
    return max(range(len(flipped)), key=lambda seat: int(flipped[seat] or 0))


def cause_of(cards: Iterable[str]) -> Cause:
    """Return why flipped cards start a war: a ``war`` card or a ``pair``; ``""`` if they do not."""
    flipped = [card for card in cards if card]
    if WAR in flipped:
        return "war"
    return "pair" if len(set(flipped)) < len(flipped) else ""


def pairs_of(cards: Iterable[str]) -> tuple[str, ...]:
    """Return the numbers that were flipped more than once, lowest first."""
    flipped = [card for card in cards if card.isdigit()]
    return tuple(sorted({card for card in flipped if flipped.count(card) > 1}, key=int))
