"""The decks: what can still be drawn of each, and what becomes of a drawn card."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from msgspec.structs import replace

from companion.game import TABLE
from companion.the_sheep.pack import DECKS, Deck
from companion.the_sheep.state import Draw, State
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

    A deck that has run out is shuffled anew, without the cards that lie on the table.
    """
    number = DECKS.index(deck)
    lying = _lying(state) if deck in ("curse", "tile") else ()
    return _left(
        state.table, deck, state.drawn[number], lying, wave(state) if deck == "flock" else 0
    )


def _lying(state: State) -> tuple[str, ...]:
    held = (one.id for shepherd in state.shepherds for one in shepherd.hand)
    return (*held, *(tile.id for tile in state.tiles))


@lru_cache(maxsize=4096)
def _left(
    table: Table, deck: Deck, drawn: tuple[str, ...], lying: tuple[str, ...], of_wave: int
) -> tuple[str, ...]:
    printed = table.copies(deck)
    if of_wave:
        cards = table.decks["flock"]
        printed = Counter({i: n for i, n in printed.items() if cards[i].wave == of_wave})
    rest = printed - Counter(drawn) or printed - Counter(lying) or printed
    return tuple(rest.elements())


def draws(state: State, deck: Deck) -> tuple[Draw, ...]:
    """Return the ways to draw from a deck: every card that may come, or what the kit has."""
    return _draws(deck, ("",) if state.setup.virtual else left(state, deck))


@lru_cache(maxsize=1024)
def _draws(deck: Deck, cards: tuple[str, ...]) -> tuple[Draw, ...]:
    return tuple(Draw(TABLE, deck, card) for card in dict.fromkeys(cards))


def taken(state: State, deck: Deck, card: str) -> State:
    """Return the state when a card has been drawn."""
    number = DECKS.index(deck)
    before = state.drawn[number]
    if not _rest(state, deck, before):
        before = ()  # it was shuffled anew
    drawn = (*state.drawn[:number], (*before, card), *state.drawn[number + 1 :])
    draws_ = (*state.draws[:number], state.draws[number] + 1, *state.draws[number + 1 :])
    return replace(state, drawn=drawn, draws=draws_)


def _rest(state: State, deck: Deck, drawn: tuple[str, ...]) -> bool:
    """Return whether a deck still held a card before it would be shuffled anew."""
    of_wave = wave(state) if deck == "flock" else 0
    printed = state.table.copies(deck)
    cards = state.table.decks[deck]
    rest = printed - Counter(drawn)
    return any(not of_wave or cards[card].wave == of_wave for card in rest)
