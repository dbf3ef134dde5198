"""The decks: what can still be drawn of each, and what becomes of a drawn card."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from msgspec.structs import replace

from companion.game import TABLE
from companion.the_sheep.blanks import blank
from companion.the_sheep.pack import DECKS, Deck
from companion.the_sheep.state import Draw, Enlist, State
from companion.the_sheep.table import Table

WAVES = {"standard": (4, 4, 8), "easier": (6, 6, 8), "harder": (2, 2, 8), "hardest": (0, 0, 8)}
"""The cards of each wave in the Flock deck, by the ruling on it."""


def wave(state: State) -> int:
    """Return the wave of the Flock card drawn next; 0 when the deck is empty for good."""
    one, two, three = WAVES[state.setup.rulings["flock"]]
    drawn = state.draws[DECKS.index("flock")]
    if drawn < one + two:
        return 1 if drawn < one else 2
    empty = drawn >= one + two + three and state.setup.rulings["empty-flock"] == "none"
    return 0 if empty else 3


def left(state: State, deck: Deck) -> tuple[str, ...]:
    """Return the cards that may come next from a deck, each as often as it is in it.

    A deck that has run out is shuffled anew, without the cards that lie on the table: if all of
    them do, none is left.
    """
    number = DECKS.index(deck)
    of_wave = wave(state) if deck == "flock" else 0
    return _left(state.table, deck, state.drawn[number], _lying_of(state, deck), of_wave)


def _lying_of(state: State, deck: Deck) -> tuple[str, ...]:
    """Return the cards of a deck that lie on the table, and stay out when it is shuffled."""
    if deck == "tile":
        return tuple(tile.id for tile in state.tiles)
    held = (one.id for shepherd in state.shepherds for one in shepherd.hand)
    return tuple(held) if deck == "curse" else ()


@lru_cache(maxsize=4096)
def _left(
    table: Table, deck: Deck, drawn: tuple[str, ...], lying: tuple[str, ...], of_wave: int
) -> tuple[str, ...]:
    printed = _printed(table, deck, of_wave)
    rest = _undrawn(printed, drawn, lying) or printed - Counter(lying)
    return tuple(rest.elements())


def _printed(table: Table, deck: Deck, of_wave: int) -> Counter[str]:
    printed = table.copies(deck)
    if not of_wave:
        return printed
    cards = table.decks["flock"]
    return Counter({i: n for i, n in printed.items() if cards[i].wave == of_wave})


def _undrawn(printed: Counter[str], drawn: tuple[str, ...], lying: tuple[str, ...]) -> Counter[str]:
    """Return the cards still in a deck: neither drawn since its shuffle, nor lying since before."""
    return printed - (Counter(drawn) | Counter(lying))


def draws(state: State, deck: Deck) -> tuple[Draw | Enlist, ...]:
    """Return the ways to draw from a deck: every card that may come, or what the kit has.

    At a table whose pack has no such card it is typed in first.
    """
    cards = left(state, deck)
    if not cards and not state.setup.virtual:
        return (blank(state.table, deck, wave(state)),)
    return _draws(deck, ("",) if cards and state.setup.virtual else cards)


@lru_cache(maxsize=1024)
def _draws(deck: Deck, cards: tuple[str, ...]) -> tuple[Draw, ...]:
    return tuple(Draw(TABLE, deck, card) for card in dict.fromkeys(cards))


def taken(state: State, deck: Deck, card: str) -> State:
    """Return the state when a card has been drawn."""
    number = DECKS.index(deck)
    before = state.drawn[number]
    of_wave = wave(state) if deck == "flock" else 0
    if not _undrawn(_printed(state.table, deck, of_wave), before, _lying_of(state, deck)):
        before = ()  # it was shuffled anew
    drawn = (*state.drawn[:number], (*before, card), *state.drawn[number + 1 :])
    draws_ = (*state.draws[:number], state.draws[number] + 1, *state.draws[number + 1 :])
    return replace(state, drawn=drawn, draws=draws_)
