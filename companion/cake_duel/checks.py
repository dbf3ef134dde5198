"""What the rules of Cake Duel refuse: every action is looked at before it is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.cake_duel import refusals as refuse
from companion.cake_duel.claims import is_true, most_true
from companion.cake_duel.moves import (
    attack_counts,
    block_counts,
    gifts,
    may_show,
    moves,
    next_starter,
    targets,
)
from companion.cake_duel.scoring import all_cakes
from companion.cake_duel.state import (
    Accept,
    Again,
    AnyAction,
    Attack,
    Block,
    Challenge,
    Claim,
    Fix,
    ForgotWolfy,
    Give,
    Lead,
    NextBout,
    Overdraw,
    Pass,
    Resupply,
    ShowWolfy,
    State,
    Summon,
    Swap,
    partner,
    side,
)
from companion.cake_duel.troops import DUEL, TROOP, copies, kinds
from companion.game import TABLE, Refusal, Seat

LIVE = ("lead", "attack", "answer", "review", "summon", "give", "resupply")
"""The phases of a bout that is being played."""


def check(state: State, action: AnyAction) -> Refusal | None:
    """Return why ``action`` cannot be done in ``state``, or ``None`` if it can."""
    return _CHECKS[type(action)](state, action)


def _check_attack(state: State, action: Attack) -> Refusal | None:
    refusal = _check_turn(state, action, "attack", state.attacker)
    if refusal:
        return refusal
    if action.target not in targets(state):
        return refuse.no_target(state, action)
    if action.troop not in TROOP or not TROOP[action.troop].attacks:
        return refuse.not_an_attacker(state, action)
    counts = dict(attack_counts(state))
    return _check_claim(state, action, counts, state.hands[action.seat])


def _check_block(state: State, action: Block) -> Refusal | None:
    refusal = _check_turn(state, action, "answer", state.defender)
    if refusal:
        return refusal
    if not state.hands[action.seat]:
        return refuse.no_cards(state, action)
    if not _fits(state, action.troop):
        return refuse.no_blocker(state, action)
    if state.attack is not None and claimed(action) > state.attack.count:
        return refuse.too_many_blockers(state, action)
    return _check_claim(state, action, dict(block_counts(state)), state.hands[action.seat])


def _fits(state: State, troop: str) -> bool:
    return (
        state.attack is not None
        and troop in TROOP
        and TROOP[state.attack.troop].kind in TROOP[troop].stops
    )


def _check_claim(
    state: State, action: Attack | Block, counts: dict[str, int], held: int
) -> Refusal | None:
    """Check a claim's name, number and the places of its cards."""
    if action.troop not in counts:
        return refuse.not_in_the_deck(state, action)
    count = claimed(action)
    if not 1 <= count <= held:
        return refuse.not_so_many_cards(state, action, held)
    if count > counts[action.troop]:
        return refuse.more_than_printed(state, action, counts[action.troop])
    return _check_cards(state, action, action.cards, count, held)


def claimed(action: Attack | Block) -> int:
    """Return how many cards are claimed: as many as are laid down, where nothing else is said."""
    return action.count or len(action.cards)


def _check_cards(
    state: State, action: AnyAction, cards: tuple[int, ...], count: int, held: int
) -> Refusal | None:
    """Check the places of cards that are played in a virtual game; a record names none."""
    if not state.setup.virtual:
        secret = bool(cards) or bool(getattr(action, "seal", ""))
        return refuse.no_places(state, action) if secret else None
    if not cards:
        return None
    fits = len(cards) == len(set(cards)) == count and set(cards) <= {*range(held)}
    return None if fits else refuse.wrong_places(state, action, count, held)


def _check_pass(state: State, action: Pass) -> Refusal | None:
    return _check_turn(state, action, "attack", state.attacker)


def _check_accept(state: State, action: Accept) -> Refusal | None:
    refusal = _check_answer(state, action)
    if refusal:
        return refusal
    by_hand = action.wolves and not state.setup.virtual
    return refuse.kit_turns_wolfy(state, action) if by_hand else None


def _check_answer(state: State, action: AnyAction) -> Refusal | None:
    """Check who may accept or challenge now."""
    if state.phase == "review":
        return _check_turn(state, action, "review", state.attacker)
    return _check_turn(state, action, "answer", state.defender)


def _check_challenge(state: State, action: Challenge) -> Refusal | None:
    if state.phase not in ("answer", "review"):
        return refuse.too_late_to_challenge(state, action)
    refusal = _check_answer(state, action)
    if refusal or (state.setup.virtual and action == Challenge(action.seat)):
        return refusal
    return _check_flip(state, action)


def _check_flip(state: State, action: Challenge) -> Refusal | None:
    """Return why what was flipped cannot be, or ``None``; in a record it can be anything."""
    claim = state.block or state.attack
    assert claim is not None  # noqa: S101  checked: there is something to challenge
    return _check_shown(state, action, claim) or _check_verdict(state, action, claim)


def _check_shown(state: State, action: Challenge, claim: Claim) -> Refusal | None:
    """Return why these cards cannot have been flipped."""
    shown = action.shown
    there = [troop.id for troop in kinds(state.setup.edition)]
    unknown = [name for name in shown if name not in there]
    if unknown:
        return refuse.unknown_troop(state, action, unknown[0])
    if shown and len(shown) != claim.count:
        return refuse.flip_count(state, action, claim.count)
    too_many = [name for name in shown if shown.count(name) > copies(name, state.seats)]
    return refuse.more_shown_than_printed(state, action, too_many[0]) if too_many else None


def _check_verdict(state: State, action: Challenge, claim: Claim) -> Refusal | None:
    """Return why the cards cannot have shown what is said, or that it has to be said."""
    if not action.shown and action.truthful is None:
        return refuse.say_which(state, action)
    if action.truthful and claim.count > most_true(state, claim):
        return refuse.never_true(state, action, claim)
    verdict = is_true(state, claim, action.shown) if action.shown else action.truthful
    if verdict is None:
        return None if action.truthful is not None else refuse.agent(state, action, claim.troop)
    contradicts = action.truthful is not None and action.truthful != verdict
    return refuse.contradiction(state, action, claim, verdict=verdict) if contradicts else None


def _check_summon(state: State, action: Summon) -> Refusal | None:
    refusal = _check_turn(state, action, "summon", state.attacker)
    if refusal:
        return refusal
    if action.troop not in TROOP:
        return refuse.unknown_troop(state, action, action.troop)
    most = min(state.hands[state.defender], copies(action.troop, state.seats))
    asked = state.setup.virtual and action.found == -1
    if not asked and action.found not in range(most + 1):
        return refuse.wrong_found(state, action, most)
    return None


def _check_give(state: State, action: Give) -> Refusal | None:
    refusal = _check_turn(state, action, "give", state.attacker)
    if refusal or state.attack is None:
        return refusal
    return _check_cards(state, action, action.cards, state.giving, state.attack.count)


def _check_wolfy(state: State, action: ShowWolfy) -> Refusal | None:
    if state.phase not in ("resupply", "ended") or action.seat not in may_show(state):
        return refuse.no_wolfy(state, action)
    return None


def _check_swap(state: State, action: Swap) -> Refusal | None:
    refusal = _check_turn(state, action, "resupply", state.attacker)
    if refusal:
        return refusal
    if action.gift not in gifts(state):
        return refuse.no_swap(state, action)
    asked = (action.card, action.other)
    if not state.setup.virtual:
        return refuse.no_places(state, action) if asked != (-1, -1) else None
    return (
        None if asked == (-1, -1) or _is_swap(state, action) else refuse.no_such_swap(state, action)
    )


def _is_swap(state: State, action: Swap) -> bool:
    mine = range(state.hands[action.seat]) if action.gift != "receive" else (-1,)
    other = range(state.hands[partner(action.seat)]) if action.gift != "give" else (-1,)
    return action.card in mine and action.other in other


def _check_resupply(state: State, action: Resupply) -> Refusal | None:
    return _check_turn(state, action, "resupply", state.attacker)


def _check_lead(state: State, action: Lead) -> Refusal | None:
    if state.phase != "lead":
        return refuse.wrong_phase(state, action)
    return None if action in moves(state) else refuse.wrong_seat(state, action, state.starter)


def _check_next(state: State, action: NextBout) -> Refusal | None:
    if state.phase != "ended":
        return refuse.bout_goes_on(state, action)
    starter = next_starter(state)
    return None if action.seat == starter else refuse.wrong_seat(state, action, starter)


def _check_again(state: State, action: Again) -> Refusal | None:
    if state.phase != "over":
        return refuse.duel_goes_on(state, action)
    return None if action.seat in range(state.seats) else refuse.no_seat(state, action)


def _check_overdraw(state: State, action: Overdraw) -> Refusal | None:
    if action.seat not in range(state.seats):
        return refuse.no_seat(state, action)
    if state.setup.virtual:
        return refuse.kit_draws(state, action)
    return None if state.phase in LIVE else refuse.wrong_phase(state, action)


def _check_forgot(state: State, action: ForgotWolfy) -> Refusal | None:
    if action.seat not in range(state.seats):
        return refuse.no_seat(state, action)
    if state.setup.virtual:
        return refuse.kit_turns_wolfy(state, action)
    if state.setup.rulings["wolfy"] == "hidden" or state.end is None or state.showed:
        return refuse.nothing_forgotten(state, action)
    again = state.end.void or state.end.winner < 0
    return refuse.void_already(state, action) if again else None


def _check_fix(state: State, action: Fix) -> Refusal | None:
    of_table = action.what in ("deck", "pile")
    if (action.seat == TABLE) != of_table or action.seat not in range(TABLE, state.seats):
        return refuse.not_theirs(state, action)
    if not action.reason.strip():
        return refuse.no_reason(state, action)
    if state.setup.virtual and action.what in ("deck", "pile", "hand"):
        return refuse.kit_has_cards(state, action)
    most = _most(state, action)
    return None if action.count in range(most + 1) else refuse.not_so_many(state, action, most)


def _most(state: State, action: Fix) -> int:
    if action.what == "cakes":
        return all_cakes(state.seats)
    if action.what == "trophies":
        other = state.trophies[1 - side(action.seat, state.seats)]
        return DUEL if state.phase in ("ended", "over") and other < DUEL else DUEL - 1
    return state.size


def _check_turn(state: State, action: AnyAction, phase: str, seat: Seat) -> Refusal | None:
    if state.phase != phase:
        return refuse.wrong_phase(state, action)
    return None if action.seat == seat else refuse.wrong_seat(state, action, seat)


_CHECKS: dict[type, Callable[[State, Any], Refusal | None]] = {
    Lead: _check_lead,
    Attack: _check_attack,
    Pass: _check_pass,
    Block: _check_block,
    Accept: _check_accept,
    Challenge: _check_challenge,
    Summon: _check_summon,
    Give: _check_give,
    ShowWolfy: _check_wolfy,
    Swap: _check_swap,
    Resupply: _check_resupply,
    NextBout: _check_next,
    Again: _check_again,
    Overdraw: _check_overdraw,
    ForgotWolfy: _check_forgot,
    Fix: _check_fix,
}
