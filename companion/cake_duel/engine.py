"""The rules of Cake Duel as functions: what is legal, why not, and what follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.cake_duel import refusals as refuse
from companion.cake_duel.claims import effect
from companion.cake_duel.moves import (
    Moves,
    attack_counts,
    block_counts,
    gifts,
    may_show,
    moves,
    next_starter,
    targets,
)
from companion.cake_duel.scoring import cakes_of, decided, needed, outcome, problems
from companion.cake_duel.state import (
    Accept,
    Again,
    AnyAction,
    Attack,
    Block,
    Challenge,
    Claim,
    End,
    Fate,
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
    Turn,
    Why,
    order,
    partner,
    run,
    side,
)
from companion.cake_duel.troops import HAND, TROOP, copies, deck_size
from companion.game import Refusal, Seat, Setup

__all__ = ["apply", "check", "legal", "outcome", "problems", "start", "to_act"]

_LIVE = ("lead", "attack", "answer", "review", "summon", "give", "resupply")


def start(setup: Setup) -> State:
    """Return the table when the first bout has been dealt."""
    return _dealt(setup, setup.first)


def _dealt(setup: Setup, starter: Seat) -> State:
    seats = len(setup.names)
    hands = (HAND,) * seats
    return State(
        setup=setup,
        phase="attack" if seats == 2 else "lead",
        starter=starter,
        attacker=starter,
        defender=_across(starter, seats),
        cakes=cakes_of(starter, seats),
        trophies=(0, 0),
        hands=hands,
        limits=hands,
        deck=deck_size(setup.edition, seats) - HAND * seats,
    )


def _across(seat: Seat, seats: int) -> Seat:
    """Return the opponent attacked as long as nobody has been named: the only one of two."""
    return 1 - seat if seats == 2 else (seat + 2) % 4


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seats with a move now; none when the duel is over."""
    if state.phase == "over":
        return ()
    if state.phase == "answer":
        return (state.defender,)
    if state.phase in ("lead", "ended", "resupply"):
        return tuple(sorted({action.seat for action in moves(state)}))
    return (state.attacker,)


def legal(state: State) -> Moves:
    """Return every move open now. Fixing, mishaps and starting again are not moves."""
    return moves(state)


# Checking


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
    return refuse.check_flip(state, action)


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
    return None if state.phase in _LIVE else refuse.wrong_phase(state, action)


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
    return refuse.check_fix(state, action)


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


# Applying


def apply(state: State, action: AnyAction) -> State:
    """Return the table after a checked ``action``."""
    return _APPLIES[type(action)](state, action)


def _apply_lead(state: State, action: Lead) -> State:
    lead = replace(
        state, phase="attack", starter=action.seat, attacker=action.seat,
        defender=_across(action.seat, state.seats),
    )  # fmt: skip
    return _settled(lead)


def _apply_attack(state: State, action: Attack) -> State:
    return replace(
        state,
        phase="answer",
        defender=action.target,
        attack=Claim(action.seat, action.troop, action.count, action.seal),
        hands=_add(state.hands, action.seat, -action.count),
        pile=state.pile + action.count,
        passes=0,
    )


def _apply_pass(state: State, _action: Pass) -> State:
    return _settled(_passed(state, "pass"))


def _passed(state: State, fate: Fate) -> State:
    """Note a pass, which ends the turn; two in a row by the two sides end the bout."""
    before = state.turns[-1] if state.turns else None
    turns = (*state.turns, Turn(state.attacker, fate))
    passed = replace(state, turns=turns, passes=state.passes + 1, extra=0)
    if before is not None and state.passes and _opposed(state, before.attacker, state.attacker):
        winner = 0 if state.cakes[0] > state.cakes[1] else 1
        return _finished(passed, winner, "passes")
    return replace(passed, phase="resupply") if _owes_draw(state) else _next_turn(passed)


def _owes_draw(state: State) -> bool:
    """Return whether the attacker's last attack followed at once, so that nobody has drawn yet."""
    at_once = state.setup.rulings["attack-again"] == "at-once"
    return at_once and any(turn.attack is not None for turn in run(state))


def _opposed(state: State, one: Seat, other: Seat) -> bool:
    return side(one, state.seats) != side(other, state.seats)


def _next_turn(state: State) -> State:
    """Let the next seat attack, or the same one if it attacks again."""
    if state.extra:
        return replace(
            state, phase="attack", attack=None, block=None, swapped=False, extra=state.extra - 1
        )
    seats = order(state)
    attacker = seats[(seats.index(state.attacker) + 1) % len(seats)]
    return replace(
        state, phase="attack", attacker=attacker, defender=_across(attacker, state.seats),
        attack=None, block=None, swapped=False,
    )  # fmt: skip


def _settled(state: State) -> State:
    """Pass for attackers without cards."""
    while state.phase == "attack" and not state.hands[state.attacker]:
        state = _passed(state, "auto-pass")
    return state


def _apply_block(state: State, action: Block) -> State:
    return replace(
        state,
        phase="review",
        block=Claim(action.seat, action.troop, action.count, action.seal),
        hands=_add(state.hands, action.seat, -action.count),
        pile=state.pile + action.count,
    )


def _apply_accept(state: State, action: Accept) -> State:
    """Resolve the claims that stand."""
    does = effect(state)
    state = _stolen(state, does.loot, "accepted" if state.block is None else "blocked")
    state = replace(
        state,
        limits=_add(state.limits, state.attacker, does.room),
        extra=state.extra + does.extra,
        summons=does.summons,
        giving=does.taken,
        showed=state.showed or bool(action.wolves),
    )
    return _resolved(state)


def _stolen(state: State, loot: int, fate: Fate) -> State:
    """Move stolen cakes, never more than there are, and note the turn."""
    thief = side(state.attacker, state.seats)
    loot = min(loot, state.cakes[1 - thief])
    turn = Turn(state.attacker, fate, state.attack, state.block, loot)
    return replace(
        state,
        cakes=_moved(state.cakes, thief, loot),
        turns=(*state.turns, turn),
    )


def _moved(cakes: tuple[int, ...], thief: int, loot: int) -> tuple[int, ...]:
    return (cakes[0] + loot, cakes[1] - loot) if thief == 0 else (cakes[0] - loot, cakes[1] + loot)


def _resolved(state: State) -> State:
    """Go on after cakes have moved: to the end, to what is still to do, or to drawing."""
    if 0 in state.cakes:
        return _finished(state, 1 if not state.cakes[0] else 0, "cakes")
    if state.giving:
        blind = state.setup.rulings["priest"] == "blind"
        all_of_them = state.attack is not None and state.giving == state.attack.count
        return _given(state) if blind or all_of_them else replace(state, phase="give")
    if state.summons:
        return replace(state, phase="summon")
    return _to_supply(state)


def _to_supply(state: State) -> State:
    at_once = state.extra and state.setup.rulings["attack-again"] == "at-once"
    return _settled(_next_turn(state)) if at_once else replace(state, phase="resupply")


def _given(state: State) -> State:
    """Let the Priest have his cards."""
    taken = replace(
        state,
        hands=_add(state.hands, state.defender, state.giving),
        pile=state.pile - state.giving,
        giving=0,
    )
    return _resolved(taken)


def _apply_summon(state: State, action: Summon) -> State:
    thief = side(state.attacker, state.seats)
    loot = min(2 * action.found, state.cakes[1 - thief])
    *before, turn = state.turns
    looted = replace(
        state,
        cakes=_moved(state.cakes, thief, loot),
        turns=(*before, replace(turn, stolen=turn.stolen + loot)),
        summons=state.summons - 1,
    )
    return _resolved(looted)


def _apply_give(state: State, _action: Give) -> State:
    return _given(state)


def _apply_challenge(state: State, action: Challenge) -> State:
    claim = state.block or state.attack
    assert claim is not None  # noqa: S101  checked: there is something to challenge
    turn = Turn(state.attacker, "challenged", state.attack, state.block)
    noted = replace(state, turns=(*state.turns, turn))
    claimer = side(claim.seat, state.seats)
    winner, why = (claimer, "truth") if action.truthful else (1 - claimer, "bluff")
    end = End(winner, why, state.cakes, claim, action.shown, action.seat)  # type: ignore[arg-type]  # a Why
    return _ended(noted, end)


def _finished(state: State, winner: int, why: Why) -> State:
    return _ended(state, End(winner, why, state.cakes))


def _ended(state: State, end: End) -> State:
    """Finish the bout, and the duel if that was its last."""
    trophies = state.trophies if end.winner < 0 else _add(state.trophies, end.winner, 1)
    specials = [name for name in end.shown if TROOP[name].special and name not in state.met]
    return replace(
        state,
        phase="over" if decided(trophies) else "ended",
        trophies=trophies,
        bouts=(*state.bouts, end),
        met=(*state.met, *specials),
        attack=None,
        block=None,
        extra=0,
        summons=0,
        giving=0,
    )


def _apply_wolfy(state: State, _action: ShowWolfy) -> State:
    return replace(state, showed=True)


def _apply_swap(state: State, action: Swap) -> State:
    hands, mate = state.hands, partner(action.seat)
    if action.gift != "swap":
        given = -1 if action.gift == "give" else 1
        hands = _add(_add(hands, action.seat, given), mate, -given)
    return replace(state, hands=hands, swapped=True)


def draws(state: State) -> tuple[int, int]:
    """Return how many cards the attacker, and then the blocker, draws now."""
    attacker, defender = state.attacker, state.defender
    first = max(0, min(state.limits[attacker] - state.hands[attacker], state.deck))
    left = state.deck - first
    second = max(0, min(state.limits[defender] - state.hands[defender], left))
    return first, second


def _apply_resupply(state: State, _action: Resupply) -> State:
    first, second = draws(state)
    hands = _add(_add(state.hands, state.attacker, first), state.defender, second)
    drawn = replace(state, hands=hands, deck=state.deck - first - second)
    return _settled(_next_turn(drawn))


def _apply_next(state: State, action: NextBout) -> State:
    fresh = _dealt(state.setup, action.seat)
    return replace(
        fresh, trophies=state.trophies, bout=state.bout + 1, duel=state.duel, bouts=state.bouts,
        met=state.met, past=state.past,
    )  # fmt: skip


def _apply_again(state: State, action: Again) -> State:
    past = (*state.past, state.trophies)
    wins = [sum(duel[number] > duel[1 - number] for duel in past) for number in (0, 1)]
    over = max(wins) >= needed(state.setup.rulings["match"])
    fresh = _dealt(state.setup, action.seat)
    return replace(fresh, duel=state.duel + 1, past=() if over else past)


def _apply_overdraw(state: State, action: Overdraw) -> State:
    loser = side(action.seat, state.seats)
    if action.replay:
        return _ended(state, End(-1, "replay", state.cakes, by=action.seat))
    return _ended(state, End(1 - loser, "overdrawn", state.cakes, by=action.seat))


def _apply_forgot(state: State, action: ForgotWolfy) -> State:
    *before, end = state.bouts
    if side(action.seat, state.seats) != end.winner:
        return state
    return replace(
        state,
        phase="ended",
        trophies=_set(state.trophies, end.winner, max(0, state.trophies[end.winner] - 1)),
        bouts=(*before, replace(end, void=True)),
    )


def _apply_fix(state: State, action: Fix) -> State:
    if action.what in ("deck", "pile"):
        return replace(state, **{action.what: action.count})
    if action.what == "hand":
        return _settled(replace(state, hands=_set(state.hands, action.seat, action.count)))
    number = side(action.seat, state.seats)
    if action.what == "trophies":
        return _recounted(replace(state, trophies=_set(state.trophies, number, action.count)))
    other = sum(state.cakes) - action.count
    cakes = (action.count, other) if number == 0 else (other, action.count)
    fixed = replace(state, cakes=cakes)
    if 0 in cakes and state.phase in _LIVE:
        return _finished(fixed, 1 if not cakes[0] else 0, "cakes")
    return fixed


def _recounted(state: State) -> State:
    """End the duel, or let it go on, as the trophies set by hand say."""
    if state.phase in ("ended", "over"):
        return replace(state, phase="over" if decided(state.trophies) else "ended")
    return state


_APPLIES: dict[type, Callable[[State, Any], State]] = {
    Lead: _apply_lead,
    Attack: _apply_attack,
    Pass: _apply_pass,
    Block: _apply_block,
    Accept: _apply_accept,
    Challenge: _apply_challenge,
    Summon: _apply_summon,
    Give: _apply_give,
    ShowWolfy: _apply_wolfy,
    Swap: _apply_swap,
    Resupply: _apply_resupply,
    NextBout: _apply_next,
    Again: _apply_again,
    Overdraw: _apply_overdraw,
    ForgotWolfy: _apply_forgot,
    Fix: _apply_fix,
}


def _add(row: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    return _set(row, place, row[place] + more) if more else row


def _set(row: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*row[:place], value, *row[place + 1 :])
