"""What the lab asks: opening hands, claims, challenges, and the tempers against each other.

Everything is counted on the real engine. Whatever draws a random number is given a seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, count, product
from math import hypot
from random import Random

import msgspec
from msgspec.structs import replace

from companion.averages import Mean, mean
from companion.cake_duel import bots, dealing, engine, odds
from companion.cake_duel.rules import RULEBOOK
from companion.cake_duel.scoring import cakes_of
from companion.cake_duel.state import AnyAction, Attack, End, State, Turn
from companion.cake_duel.troops import CORE, HAND, core_deck
from companion.cake_duel.view import observe
from companion.game import Resolved, Seat, Setup
from companion.secrets import World

NAMES = ("Ann", "Bob")
DECK = core_deck(2)
ENDS = ("truth", "bluff", "cakes", "passes")
"""The ways a bout ends: challenging a true claim, a bluff, all the cakes, two passes."""


# Hands


def opening_hands() -> Iterator[tuple[str, ...]]:
    """Return every hand of four of the core deck, one after the other; all are alike likely."""
    return combinations(DECK, HAND)


def opening_table(most: int = 3) -> dict[str, list[float | None]]:
    """Return by name of troop the chance to be dealt 1 to ``most`` of it, or more.

    Where there are not so many of a troop, it is ``None``.
    """
    return {
        troop.title: [
            float(odds.at_least(troop.copies, len(DECK), HAND, number))
            if number <= troop.copies
            else None
            for number in range(1, most + 1)
        ]
        for troop in CORE
    }


def hand_with(troop: str, number: int) -> tuple[str, ...]:
    """Return a hand of four with exactly so many of a troop."""
    others = [card for card in DECK if card != troop]
    return (*(troop,) * number, *others[: HAND - number])


def hands_against(hand: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Return every hand of four that can be dealt to the other, when one holds ``hand``."""
    hidden = list(DECK)
    for card in hand:
        hidden.remove(card)
    return combinations(hidden, HAND)


# Claims


def doubted(troop: str, number: int, hand: Sequence[str]) -> odds.Odds:
    """Return the odds that Bob, who holds ``hand``, sees when Ann opens with such a claim.

    Raises ``ValueError`` for a claim that cannot be made.
    """
    opened = World(engine.start(setup()))
    action = Attack(0, 1, troop, number)
    refusal = engine.check(opened.state, action)
    if refusal is not None:
        raise ValueError(str(refusal))
    view = observe(World(engine.apply(opened.state, action)), 1)
    found = odds.claim(replace(view, hand=tuple(hand)))
    assert found is not None  # noqa: S101  Bob is asked
    return found


def doubts(troop: str, most: int = 3) -> dict[str, list[float]]:
    """Return by how many of a troop Bob holds the chances of Ann's claims of 1 to ``most``."""
    return {
        str(own): [
            float(doubted(troop, number, hand_with(troop, own)).could)
            for number in range(1, most + 1)
        ]
        for own in range(most + 1)
    }


# Challenges


def break_even(accepted: Fraction) -> Fraction:
    """Return the chance of truth under which a challenge is right.

    ``accepted`` is the chance to win the bout after accepting.
    """
    return 1 - accepted


def least_could(accepted: Fraction, bluffs: Fraction) -> Fraction:
    """Return how likely the hand must allow a claim, or else a challenge is right.

    ``bluffs`` is how often a person claims it who cannot make it true; see :func:`odds.believed`.
    """
    true = break_even(accepted)
    return true * bluffs / (accepted + true * bluffs) if true < 1 else Fraction(1)


def claims_heard(could: Fraction, bluffs: Fraction) -> tuple[int, int]:
    """Return how many claims are heard, and how many of them are true, counted hand by hand.

    There are as many hands as it takes for whole numbers. Those that allow the claim make it, and
    of the others the part ``bluffs``.
    """
    hands = could.denominator * bluffs.denominator
    true = int(hands * could)
    return true + int((hands - true) * bluffs), true


# Duels


class Bout(msgspec.Struct, frozen=True):
    """A finished bout: its turns and how it ended."""

    turns: tuple[Turn, ...]
    end: End


class Duel(msgspec.Struct, frozen=True):
    """A finished duel: the temper of each seat, who won, and its bouts."""

    tempers: tuple[str, ...]
    winner: Seat
    bouts: tuple[Bout, ...]


def setup(first: Seat = 0) -> Setup:
    """Return the set-up of a duel of two with the core deck and the usual rulings."""
    return Setup("cake-duel", "1", NAMES, "core", first, RULEBOOK.settle({}), virtual=True)


def play(tempers: Sequence[str], seed: int, first: Seat = 0) -> Duel:
    """Return a duel of two tempers, its cards and their choices drawn by ``seed``."""
    chance, bouts = Random(seed), []  # noqa: S311  chance in an experiment guards no secret
    state = engine.start(setup(first))
    world = World(state, dealing.deal(state, str(seed)))
    while world.state.phase != "over":
        [seat] = engine.to_act(world.state)
        view = observe(world, seat)
        action = bots.choose(view, engine.legal(world.state), tempers[seat], chance)
        world = after(world, action)
        if world.state.phase in ("ended", "over"):
            bouts.append(Bout(world.state.turns, world.state.bouts[-1]))
    trophies = world.state.trophies
    return Duel(tuple(tempers), trophies.index(max(trophies)), tuple(bouts))


def after(world: World[State], action: AnyAction) -> World[State]:
    """Return the world after a legal action."""
    done = dealing.resolve(world, action)
    if not isinstance(done, Resolved):
        raise ValueError(str(done))  # noqa: TRY004  a refusal is no matter of types
    return World(engine.apply(world.state, done.action), done.dealer)


def tournament(tempers: Sequence[str], deals: int) -> tuple[Duel, ...]:
    """Return for every pairing of tempers ``deals`` duels begun by each seat, all shuffled anew."""
    seeds = count()
    return tuple(
        play(pair, next(seeds), first)
        for pair in product(tempers, repeat=len(NAMES))
        for first in range(len(NAMES))
        for _deal in range(deals)
    )


def lost(share: Mean) -> Mean:
    """Return the other side of a share: what the opponents won."""
    return Mean(1 - share.value, share.error, share.count)


def apart(less: Mean, more: Mean) -> float:
    """Return by how many standard errors of their difference ``more`` is above ``less``."""
    return (more.value - less.value) / hypot(less.error, more.error)


def won(duels: Iterable[Duel], one: str, other: str) -> Mean:
    """Return how often ``one`` in seat 0 beats ``other`` in seat 1."""
    return mean(float(duel.winner == 0) for duel in duels if duel.tempers == (one, other))


def won_in_all(duels: Iterable[Duel], name: str) -> Mean:
    """Return how often a temper wins against the others, in either seat."""
    mixed = [duel for duel in duels if duel.tempers.count(name) == 1]
    return mean(float(duel.tempers[duel.winner] == name) for duel in mixed)


# Bouts


def bouts_of(duels: Iterable[Duel], name: str) -> tuple[Bout, ...]:
    """Return the bouts of the duels that a temper plays against itself."""
    return tuple(bout for duel in duels if set(duel.tempers) == {name} for bout in duel.bouts)


def ends(bouts: Sequence[Bout]) -> list[float]:
    """Return how often bouts end in each of the :data:`ENDS`."""
    return [sum(bout.end.why == why for bout in bouts) / len(bouts) for why in ENDS]


def course(bout: Bout) -> Iterator[tuple[Turn, tuple[int, ...]]]:
    """Yield each turn with the cakes after it, added up from what was stolen."""
    cakes = list(cakes_of(bout.turns[0].attacker, len(NAMES)))
    for turn in bout.turns:
        cakes[turn.attacker] += turn.stolen
        cakes[1 - turn.attacker] -= turn.stolen
        yield turn, tuple(cakes)


def fortunes(duels: Iterable[Duel], most: int = 6) -> dict[int, Mean]:
    """Return by cakes left, 0 to ``most``, how often a seat that accepted still won the bout."""
    kept: dict[int, list[float]] = {}
    for bout in (bout for duel in duels for bout in duel.bouts):
        for turn, cakes in course(bout):
            if turn.fate == "accepted":
                seat = 1 - turn.attacker
                kept.setdefault(cakes[seat], []).append(float(bout.end.winner == seat))
    return {cakes: mean(kept[cakes]) for cakes in range(most + 1) if cakes in kept}
