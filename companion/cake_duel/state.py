"""What the table knows in Cake Duel, and the actions that change it.

Hands are sizes here, never cards. A side is a player or, at four seats, a team: seats 0 and 1
are side 0, seats 2 and 3 side 1. Troops stand as their ids, places of cards in a hand count from 0.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.cake_duel.troops import deck_size
from companion.game import TABLE, Seat, Setup
from companion.game import Action as BaseAction

Phase = Literal["lead", "attack", "answer", "review", "summon", "give", "resupply", "ended", "over"]
Why = Literal["cakes", "bluff", "truth", "passes", "overdrawn", "replay"]
Fate = Literal["pass", "auto-pass", "accepted", "blocked", "challenged"]
Count = Literal["cakes", "trophies", "hand", "deck", "pile"]
Gift = Literal["swap", "give", "receive"]


class Claim(msgspec.Struct, frozen=True, omit_defaults=True):
    """``count`` cards laid face down by ``seat`` under the name of ``troop``.

    ``seal`` is the commitment to the cards in a virtual game.
    """

    seat: Seat
    troop: str
    count: int
    seal: str = ""


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished turn of the bout: what was claimed, what became of it, the cakes stolen."""

    attacker: Seat
    fate: Fate
    attack: Claim | None = None
    block: Claim | None = None
    stolen: int = 0


class End(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a bout ended: the side that won it, why, and what was flipped by a challenge.

    ``winner`` is -1 for a bout that is played again. ``claim`` is the challenged one, ``shown``
    its cards as far as they were named. ``void`` says that a forgotten Wolfy cost the win.
    """

    winner: int
    why: Why
    cakes: tuple[int, ...]
    claim: Claim | None = None
    shown: tuple[str, ...] = ()
    by: Seat = TABLE
    void: bool = False


class State(msgspec.Struct, frozen=True):
    """The table.

    By side: ``cakes``, ``trophies`` (bouts won). By seat: ``hands`` (sizes), ``limits`` (cards to
    draw up to). ``deck`` and ``pile`` count face-down cards to draw and played. ``starter``
    attacked first in this bout, the ``bout``-th dealt in the ``duel``-th duel at this table.
    ``passes`` counts passes in a row. ``extra`` attacks are still owed to the attacker,
    ``summons`` hands to look at, ``giving`` cards to hand over. ``showed`` says that Sir Wolfy has
    been turned up in this bout. ``turns`` are the finished ones of this bout, ``bouts`` the
    finished ones of this duel, ``met`` the specials that turned up in it, ``past`` the trophies of
    the finished duels of the match.
    """

    setup: Setup
    phase: Phase
    starter: Seat
    attacker: Seat
    defender: Seat
    cakes: tuple[int, ...]
    trophies: tuple[int, ...]
    hands: tuple[int, ...]
    limits: tuple[int, ...]
    deck: int
    pile: int = 0
    bout: int = 1
    duel: int = 1
    passes: int = 0
    attack: Claim | None = None
    block: Claim | None = None
    extra: int = 0
    summons: int = 0
    giving: int = 0
    swapped: bool = False
    showed: bool = False
    turns: tuple[Turn, ...] = ()
    bouts: tuple[End, ...] = ()
    met: tuple[str, ...] = ()
    past: tuple[tuple[int, ...], ...] = ()

    @property
    def seats(self) -> int:
        """How many seats there are, 2 or 4."""
        return len(self.setup.names)

    @property
    def end(self) -> End | None:
        """How this bout ended, if it has."""
        return self.bouts[-1] if self.phase in ("ended", "over") else None

    @property
    def size(self) -> int:
        """How many cards are in play."""
        return deck_size(self.setup.edition, self.seats)


class Action(BaseAction, frozen=True, omit_defaults=True):
    """A move of Cake Duel."""


class Lead(Action, frozen=True, tag="lead"):
    """In a team game: ``seat`` attacks first in this bout."""


class Attack(Action, frozen=True, tag="attack"):
    """Claim ``count`` of ``troop`` against ``target``.

    In a virtual game ``cards`` are the places in the hand, ascending; they are never recorded,
    but the ``seal`` is. Where cards are named ``count`` may be left at 0: it is their number.
    """

    target: Seat
    troop: str
    count: int = 0
    cards: tuple[int, ...] = ()
    seal: str = ""


class Pass(Action, frozen=True, tag="pass"):
    """Do not attack."""


class Block(Action, frozen=True, tag="block"):
    """Claim ``count`` of ``troop`` against the attack; the rest as in :class:`Attack`."""

    troop: str
    count: int = 0
    cards: tuple[int, ...] = ()
    seal: str = ""


class Accept(Action, frozen=True, tag="accept"):
    """Let the claim stand. ``wolves`` are the seats that then turn up Sir Wolfy (virtual)."""

    wolves: tuple[Seat, ...] = ()


class Challenge(Action, frozen=True, tag="challenge"):
    """Call the claim a bluff and flip it.

    At a table the people enter the cards ``shown``, or only whether the claim was ``truthful``.
    """

    shown: tuple[str, ...] = ()
    truthful: bool | None = None


class Summon(Action, frozen=True, tag="summon"):
    """Name ``troop`` for a Summoner; ``found`` such cards are in the hand looked at."""

    troop: str
    found: int = -1


class Give(Action, frozen=True, tag="give"):
    """Hand the Priest the attack cards at the places ``cards`` of the attack (virtual)."""

    cards: tuple[int, ...] = ()


class ShowWolfy(Action, frozen=True, tag="wolfy"):
    """Turn up Sir Wolfy, who got through, before drawing."""


class Swap(Action, frozen=True, tag="swap"):
    """Swap a card with the partner, or give or receive one where the deck is empty.

    In a virtual game ``card`` is the place in the own hand, ``other`` that in the partner's.
    """

    gift: Gift = "swap"
    card: int = -1
    other: int = -1


class Resupply(Action, frozen=True, tag="resupply"):
    """Draw up to the hand size: the attacker first, then the blocker."""


class NextBout(Action, frozen=True, tag="next"):
    """Shuffle and deal the next bout."""


class Again(Action, frozen=True, tag="again"):
    """Begin the next duel; ``seat`` attacks first."""


class Overdraw(Action, frozen=True, tag="overdraw"):
    """``seat`` drew too many cards: it loses the bout, or the other side lets it be replayed."""

    replay: bool = False


class ForgotWolfy(Action, frozen=True, tag="forgot"):
    """``seat`` did not turn up Sir Wolfy when it had to."""


class Fix(Action, frozen=True, tag="fix"):
    """Set a count by hand: ``what`` of ``seat`` (of the table, -1, for deck and pile)."""

    what: Count
    count: int
    reason: str


AnyAction = (
    Lead | Attack | Pass | Block | Accept | Challenge | Summon | Give | ShowWolfy | Swap
    | Resupply | NextBout | Again | Overdraw | ForgotWolfy | Fix
)  # fmt: skip


def side(seat: Seat, seats: int) -> int:
    """Return the side of a seat: its own number, or its team's at four seats."""
    return seat if seats == 2 else seat // 2


def members(side_number: int, seats: int) -> tuple[Seat, ...]:
    """Return the seats of a side."""
    return (side_number,) if seats == 2 else (2 * side_number, 2 * side_number + 1)


def partner(seat: Seat) -> Seat:
    """Return the partner of a seat in a team game."""
    return seat ^ 1


def order(state: State) -> tuple[Seat, ...]:
    """Return the seats in the order they attack in this bout, the starter first."""
    if state.seats == 2:
        return (state.starter, 1 - state.starter)
    one, two = members(1 - side(state.starter, 4), 4)
    mate = partner(state.starter)
    if state.setup.rulings["team-order"] == "partners":
        return (state.starter, mate, one, two)
    return (state.starter, one, mate, two)


def run(state: State) -> tuple[Turn, ...]:
    """Return the attacker's finished turns since another seat's: several if it attacks again."""
    others = [at for at, turn in enumerate(state.turns) if turn.attacker != state.attacker]
    return state.turns[others[-1] + 1 :] if others else state.turns


def last_attack(state: State, seat: Seat) -> str:
    """Return the troop a seat last claimed to attack with in this bout, or ``""``."""
    for turn in reversed(state.turns):
        if turn.attack is not None and turn.attack.seat == seat:
            return turn.attack.troop
    return ""
