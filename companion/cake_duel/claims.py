"""Whether a flipped claim was true, and what an accepted one does."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from companion.cake_duel.state import Claim, State, last_attack
from companion.cake_duel.troops import TROOP, copies
from companion.game import Seat


def challenged(state: State) -> Claim | None:
    """Return the claim that can be challenged now: the block, else the attack."""
    return state.block or state.attack if state.phase in ("answer", "review") else None


def challenger(state: State) -> Seat:
    """Return who may challenge now."""
    return state.defender if state.block is None else state.attacker


def is_true(
    state: State, claim: Claim, shown: Sequence[str], held: Collection[str] | None = None
) -> bool | None:
    """Return whether the ``shown`` cards are all what was claimed.

    ``held`` are the cards in the challenger's hand, which Agent U may count as; without them the
    answer is ``None`` where it depends on them.
    """
    doubtful = False
    for card in shown:
        if card == claim.troop or card in _stand_ins(state, claim, shown):
            continue
        if card != "agent-u" or (held is not None and claim.troop not in held):
            return False
        doubtful = doubtful or held is None
    return None if doubtful else True


def _stand_ins(state: State, claim: Claim, shown: Sequence[str]) -> tuple[str, ...]:
    """Return the cards that count as the claimed troop, besides itself."""
    if claim.troop == "scientist" and "baacrates" in shown:
        return ("baacrates", "wolfy")
    return ("pierrot",) if copied(state, claim.seat) == claim.troop else ()


def most_true(state: State, claim: Claim) -> int:
    """Return how many cards of a claim can be true at most, whoever holds what."""
    if state.setup.edition == "core":
        return copies(claim.troop, state.seats)
    names = [claim.troop, "agent-u", *_stand_ins(state, claim, ("baacrates",))]
    return sum(copies(name, state.seats) for name in names) - 1  # Agent U: the challenger holds one


def copied(state: State, seat: Seat) -> str:
    """Return the attacker that Pierrot, played by ``seat``, counts as; ``""`` for none."""
    if state.setup.rulings["pierrot"] == "own":
        return last_attack(state, seat)
    other = state.defender if seat == state.attacker else state.attacker
    return last_attack(state, other)


class Effect(msgspec.Struct, frozen=True):
    """What an accepted attack does.

    ``loot`` cakes are stolen as far as the victim has them; ``room`` is added to the hand size;
    ``looks`` hands are looked at (Oracle), ``summons`` after naming a card; ``extra`` attacks
    follow; ``taken`` attack cards go to a Priest.
    """

    loot: int
    room: int = 0
    looks: int = 0
    summons: int = 0
    extra: int = 0
    taken: int = 0


def effect(state: State) -> Effect:
    """Return what the claims on the table do when they stand."""
    attack, block = state.attack, state.block
    if attack is None:
        return Effect(0)
    free, acting = attack.count - _stopped(attack, block), _acting(state, attack, block)
    troop = attack.troop
    return Effect(
        loot=TROOP[troop].steals * free,
        room=free if troop == "quartermaster" else 0,
        looks=free if troop == "oracle" else 0,
        summons=acting if troop == "summoner" else 0,
        extra=(acting if troop in ("scout", "oracle") else 0) + _angel(block),
        taken=block.count if block is not None and block.troop == "priest" else 0,
    )


def _stopped(attack: Claim, block: Claim | None) -> int:
    if block is None:
        return 0
    return attack.count if block.troop == "angel" else block.count


def _acting(state: State, attack: Claim, block: Claim | None) -> int:
    """Return how many attackers have their effect, which may be more than steal."""
    plain = block is not None and block.troop not in ("priest", "angel")
    if plain and state.setup.rulings["effects"] == "theft":
        return attack.count
    return attack.count - _stopped(attack, block)


def _angel(block: Claim | None) -> int:
    return 1 if block is not None and block.troop == "angel" else 0
