"""What the table knows in Alpaca Battle, and the actions that change it.

Hands and herds are sizes here, never cards; a chosen card is its seal as long as it lies face
down. Everything in a row by seat has one value for each seat, from 0 clockwise.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from companion.alpaca_battle.cards import Deck, deck_of
from companion.game import TABLE, Seat, Setup
from companion.game import Action as BaseAction

Phase = Literal["choose", "aim", "war", "lay", "over"]
Why = Literal["", "last", "fallen", "bell"]
Where = Literal["hand", "herd"]
Count = Literal["hand", "herd", "pile"]


class Flip(msgspec.Struct, frozen=True, omit_defaults=True):
    """One flip: the ``cards`` by seat (``""`` for who is out), and what came of it.

    ``winner`` is -1 for a war. It is the ``war``-th flip of that ``battle`` after the first one
    (0). ``gain`` counts the cards won, ``fell`` are the seats that are out after it. In a virtual
    game ``seals`` are those the cards lay under, and were found to fit.
    """

    battle: int
    war: int
    cards: tuple[str, ...]
    winner: Seat = TABLE
    gain: int = 0
    fell: tuple[Seat, ...] = ()
    seals: tuple[str, ...] = ()


class State(msgspec.Struct, frozen=True):
    """The table.

    By seat: ``hands`` and ``herds`` (sizes); ``chosen`` (``""``, the card entered at a table, or
    the seal of a card that lies face down); the war pile as the cards ``shown`` face up and the
    number ``laid`` face down; ``paid``, the face-down cards of the war just begun; ``owes``, those
    still to come from the hand; ``out``, 0 for who is in and else the rank of leaving, from 1.
    ``leader`` won the last battle. ``aiming`` has played a Steal (-1: nobody). ``aside`` are the
    action cards used so far, ``spare`` counts cards left out of the deal. ``battle`` counts from
    1, ``war`` the wars in it, ``returns`` how often chosen cards were taken back. ``counts`` holds
    what each seat owned when the game began and after each battle, ``changed`` the battle before
    which somebody last fell or an action was last used. The clock rings at ``until`` (seconds
    since 1970), or stands with so many seconds ``left``; ``rung`` says that it has, with the
    battle to be finished.
    """

    setup: Setup
    phase: Phase
    leader: Seat
    hands: tuple[int, ...]
    herds: tuple[int, ...]
    chosen: tuple[str, ...]
    shown: tuple[tuple[str, ...], ...]
    laid: tuple[int, ...]
    paid: tuple[int, ...]
    owes: tuple[int, ...]
    out: tuple[int, ...]
    counts: tuple[tuple[int, ...], ...]
    spare: int = 0
    aiming: Seat = TABLE
    aside: tuple[str, ...] = ()
    battle: int = 1
    war: int = 0
    returns: int = 0
    changed: int = 1
    last: Flip | None = None
    until: int = 0
    left: int = 0
    rung: bool = False
    why: Why = ""

    @property
    def seats(self) -> int:
        """How many seats there are, 2 or 3."""
        return len(self.hands)

    @property
    def deck(self) -> Deck:
        """The deck list of this table."""
        return deck_of(self.setup.pack)

    @property
    def alive(self) -> tuple[Seat, ...]:
        """The seats that are in, in seating order."""
        return tuple([seat for seat, rank in enumerate(self.out) if not rank])

    @property
    def totals(self) -> tuple[int, ...]:
        """How many cards each seat owns: hand, herd, and a chosen card that lies face down."""
        rows = zip(self.hands, self.herds, self.chosen, strict=True)
        return tuple([hand + herd + (card != "") for hand, herd, card in rows])

    @property
    def pile(self) -> int:
        """How many cards lie in the war pile."""
        return sum(map(len, self.shown)) + sum(self.laid)


class Action(BaseAction, frozen=True, omit_defaults=True):
    """A move of Alpaca Battle."""


class Play(Action, frozen=True, tag="play"):
    """In a virtual game: play the card at ``place`` (from 0) of the hand.

    A number or a War card is chosen face down, an action card turned up. It is recorded as what
    it turned out to be: :class:`Choose`, :class:`Raise` or :class:`Reveal`.
    """

    place: int


class Choose(Action, frozen=True, tag="choose"):
    """Choose a card for the battle. The last one to choose starts the flip.

    At a table ``card`` is the one that was flipped. In a virtual game the ``seal`` is recorded,
    and by the last choice the ``flip`` of all cards by seat with the ``salts`` of their seals.
    """

    card: str = ""
    seal: str = ""
    flip: tuple[str, ...] = ()
    salts: tuple[str, ...] = ()


class Change(Action, frozen=True, tag="change"):
    """At a table, before the flip is complete: enter another ``card`` for the one entered."""

    card: str


class Raise(Action, frozen=True, tag="raise"):
    """Turn up a Steal in a virtual game; whose card it takes comes next."""


class Steal(Action, frozen=True, tag="steal"):
    """Take a card of ``target`` from its hand or its herd; at a table this plays the Steal too.

    ``place`` counts the face-down cards of the fan from 0 in a virtual game.
    """

    target: Seat
    where: Where
    place: int = -1


class Reveal(Action, frozen=True, tag="reveal"):
    """Look at every opponent's hand, and draw a card for the Reveal."""


class Draw(Action, frozen=True, tag="draw"):
    """Draw with an empty hand, so as to have a card to fight with."""


class March(Action, frozen=True, tag="war"):
    """Go to war: everyone in draws up to three cards, then lays two face down."""


class Lay(Action, frozen=True, tag="lay"):
    """In a virtual game: lay the cards at ``places`` of the hand, as the herd ran out."""

    places: tuple[int, ...] = ()


class Clock(Action, frozen=True, tag="clock"):
    """Set the clock: it rings at ``until`` (seconds since 1970), or stands with ``left`` seconds.

    Both 0: no clock.
    """

    until: int = 0
    left: int = 0


class Bell(Action, frozen=True, tag="bell"):
    """The agreed time is up: the cards are counted."""


class Fix(Action, frozen=True, tag="fix"):
    """Set by hand how many cards ``seat`` has in its hand, herd, or face down in the pile."""

    what: Count
    count: int
    reason: str


AnyAction = (
    Play | Choose | Change | Raise | Steal | Reveal | Draw | March | Lay | Clock | Bell | Fix
)


@cache
def clockwise(start: Seat, seats: int) -> tuple[Seat, ...]:
    """Return all seats in order, ``start`` first."""
    return tuple((start + step) % seats for step in range(seats))


def waiting(state: State) -> tuple[Seat, ...]:
    """Return who has still to choose a card, the leader first and then clockwise."""
    out, chosen = state.out, state.chosen
    order = clockwise(state.leader, len(out))
    return tuple([seat for seat in order if not out[seat] and not chosen[seat]])


def missing(state: State) -> int:
    """Return how many have still to choose a card."""
    return state.chosen.count("") - len(state.out) + state.out.count(0)


def in_turn(state: State) -> bool:
    """Return whether the seats choose one after the other: by ruling, where the kit deals."""
    return state.setup.virtual and state.setup.rulings["order"] != "free"


def lifts(state: State) -> bool:
    """Return whether an action takes back what has been chosen before it."""
    return any(state.chosen) and state.setup.rulings["order"] != "once"


def lifted(state: State) -> State:
    """Return the table with the chosen cards back in the hands."""
    if not any(state.chosen):
        return state
    rows = zip(state.hands, state.chosen, strict=True)
    hands = tuple([hand + (card != "") for hand, card in rows])
    none, returns = ("",) * state.seats, state.returns + 1
    return msgspec.structs.replace(state, hands=hands, chosen=none, returns=returns)
