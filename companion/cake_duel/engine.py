"""The rules of Cake Duel as functions: what is legal, why not, and what follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.cake_duel.checks import LIVE, check
from companion.cake_duel.claims import effect
from companion.cake_duel.moves import Moves, moves
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
from companion.cake_duel.troops import HAND, TROOP, deck_size
from companion.game import Seat, Setup

__all__ = ["apply", "check", "legal", "outcome", "problems", "start", "to_act"]


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
    if 0 in cakes and state.phase in LIVE:
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
