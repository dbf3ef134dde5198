"""The audit: whether the seals fit what was laid down."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from companion.cake_duel.dealing import play, salt_of
from companion.cake_duel.state import Attack, Block, Challenge, Claim, State
from companion.game import Seat
from companion.secrets import World, seal
from companion.session import Session


class Sealed(msgspec.Struct, frozen=True):
    """A play and whether its seal ``holds``; ``cards`` and ``salt`` only where it is opened."""

    claim: Claim
    holds: bool
    cards: tuple[str, ...] = ()
    salt: str = ""


def audit(session: Session[State, Any, Any], agreed: Collection[Seat] = ()) -> tuple[Sealed, ...]:
    """Return every play of a virtual game that stands, in order.

    A play is opened if it was challenged or, once the duel is over, if all people ``agreed``.
    """
    everyone = set(session.setup.people) <= set(agreed)
    all_open = session.outcome is not None and everyone
    steps = session.steps()
    found = []
    for number, (before, action, after) in enumerate(steps):
        if isinstance(action, Attack | Block):
            following = [step[1] for step in steps[number + 1 : number + 2]]
            flipped = any(isinstance(one, Challenge) for one in following)
            found.append(_sealed(before, action, after, opened=flipped or all_open))
    return tuple(found)


def _sealed(
    before: World[State], action: Attack | Block, after: World[State], *, opened: bool
) -> Sealed:
    claim = Claim(action.seat, action.troop, action.count, action.seal)
    if before.dealer is None or after.dealer is None:
        return Sealed(claim, holds=False)
    cards = after.dealer.stacks[play(action.seat)]
    salt = salt_of(before.state, before.dealer, action.seat, cards)
    holds = seal(cards, salt) == action.seal and len(cards) == action.count
    return Sealed(claim, holds, cards, salt) if opened else Sealed(claim, holds)
