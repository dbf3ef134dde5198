"""Chance in a virtual game: which card comes from which deck.

The kit does not lay out the decks. A stack for each deck holds lots, large numbers of which the
next one picks a card among those that may still come (:func:`companion.the_sheep.decks.left`).
That is as good as a shuffle, goes on when a deck is shuffled anew, and a what-if copy may mix the
lots as it likes without a Mutation ever turning up among the Flock cards.
"""

from __future__ import annotations

import random

from msgspec.structs import replace

from companion.game import Refusal, Resolved, Seat
from companion.secrets import Dealer, Place, World
from companion.the_sheep import decks, refusals
from companion.the_sheep.pack import DECKS
from companion.the_sheep.state import AnyAction, Draw, Fix, State

LOTS = 32
"""How many lots each deck has; after that they are used again, in another way each round."""


def deal(_state: State, seed: str) -> Dealer:
    """Return the lots of a game, which depend on the ``seed`` alone."""
    chance = random.Random(seed)  # noqa: S311  a game's shuffle, repeatable from its seed
    lots = [tuple(f"{chance.getrandbits(40):010x}" for _lot in range(LOTS)) for _deck in DECKS]
    return Dealer(seed, tuple(lots))


def known(world: World[State], _viewer: Seat | None) -> list[Place]:
    """Return the lots that have been used: everybody saw what they drew."""
    return [(deck, at) for deck, n in enumerate(world.state.draws) for at in range(min(n, LOTS))]


def resolve(world: World[State], action: AnyAction) -> Resolved[AnyAction] | Refusal:
    """Return what is recorded of a checked action: a draw with its card."""
    if isinstance(action, Fix):
        return Resolved(replace(action, reason=" ".join(action.reason.split())), world.dealer)
    if world.dealer is None or not isinstance(action, Draw):
        return Resolved(action, world.dealer)
    if action.card:
        return refusals.kit_draws(world.state, action)
    card = drawn(world.state, world.dealer, action)
    return Resolved(Draw(action.seat, action.deck, card), world.dealer)


def drawn(state: State, dealer: Dealer, action: Draw) -> str:
    """Return the card that the next lot of a deck picks."""
    number = DECKS.index(action.deck)
    round_, place = divmod(state.draws[number], LOTS)
    cards = decks.left(state, action.deck)
    return cards[(int(dealer.stacks[number][place], 16) + 7919 * round_) % len(cards)]
