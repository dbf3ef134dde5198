"""The legal actions of each phase, listed once for each situation and then kept."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations

from companion.cake_duel.claims import most_true
from companion.cake_duel.state import (
    Accept,
    AnyAction,
    Attack,
    Block,
    Challenge,
    Give,
    Lead,
    NextBout,
    Pass,
    Resupply,
    ShowWolfy,
    State,
    Summon,
    Swap,
    members,
    partner,
    run,
    side,
)
from companion.cake_duel.troops import (
    TROOP,
    attackers,
    blockers,
    copies,
    kinds,
)
from companion.game import Seat

Moves = tuple[AnyAction, ...]
_NAMED = 6  # flipped cards are listed by name up to here; of more, only truth and bluff


def moves(state: State) -> Moves:
    """Return every move open now; fixing, starting again and mishaps are not moves."""
    return _MOVES[state.phase](state)


def targets(state: State) -> tuple[Seat, ...]:
    """Return the seats the attacker may attack."""
    return members(1 - side(state.attacker, state.seats), state.seats)


def claimable(state: State, troops: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of ``troops`` whose names may be claimed at this table."""
    if state.setup.rulings["absent"] == "yes":
        return troops
    return tuple(name for name in troops if not TROOP[name].special or name in state.met)


def most_of(state: State, troop: str, limit: int) -> int:
    """Return how many of a troop may be claimed at most, up to ``limit``."""
    if state.setup.rulings["copies"] == "yes":
        return limit
    return min(limit, copies(troop, state.seats))


def attack_counts(state: State) -> tuple[tuple[str, int], ...]:
    """Return the attackers that may be claimed now, each with the most of it."""
    names = claimable(state, attackers(state.setup.edition))
    return tuple((name, most_of(state, name, state.hands[state.attacker])) for name in names)


def block_counts(state: State) -> tuple[tuple[str, int], ...]:
    """Return the blockers that may be claimed against this attack, each with the most of it."""
    if state.attack is None or not state.hands[state.defender]:
        return ()
    names = claimable(state, blockers(state.setup.edition, state.attack.troop))
    limit = min(state.attack.count, state.hands[state.defender])
    return tuple((name, most_of(state, name, limit)) for name in names)


def may_show(state: State) -> tuple[Seat, ...]:
    """Return the seats whose play since cards were last drawn may hold Sir Wolfy, at a table."""
    casual = state.setup.rulings["wolfy"] == "shown" and not state.setup.virtual
    if not casual or state.showed or not state.turns or state.turns[-1].fate == "challenged":
        return ()
    if state.end is not None and state.end.why != "cakes":
        return ()
    at_once = state.setup.rulings["attack-again"] == "at-once"
    turns = run(state) if at_once else state.turns[-1:]
    claims = [claim for turn in turns for claim in (turn.attack, turn.block) if claim is not None]
    return tuple(dict.fromkeys(claim.seat for claim in claims))


def _lead(state: State) -> Moves:
    return tuple(map(Lead, members(side(state.starter, state.seats), state.seats)))


def _attack(state: State) -> Moves:
    seat, held = state.attacker, state.hands[state.attacker] if state.setup.virtual else 0
    return _attacks(seat, targets(state), attack_counts(state), held)


@lru_cache(maxsize=4096)
def _attacks(
    seat: Seat, at: tuple[Seat, ...], counts: tuple[tuple[str, int], ...], held: int
) -> Moves:
    claims = tuple(
        Attack(seat, target, troop, count, cards)
        for target in at
        for troop, most in counts
        for count in range(1, most + 1)
        for cards in _choices(held, count)
    )
    return (*claims, Pass(seat))


@cache
def _choices(held: int, count: int) -> tuple[tuple[int, ...], ...]:
    """Return the places of the cards that may be played; none where the kit has no cards."""
    return tuple(combinations(range(held), count)) if held else ((),)


def _answer(state: State) -> Moves:
    seat, held = state.defender, state.hands[state.defender] if state.setup.virtual else 0
    return (*_blocks(seat, block_counts(state), held), *_last_words(state, seat))


@lru_cache(maxsize=4096)
def _blocks(seat: Seat, counts: tuple[tuple[str, int], ...], held: int) -> Moves:
    return tuple(
        Block(seat, troop, count, cards)
        for troop, most in counts
        for count in range(1, most + 1)
        for cards in _choices(held, count)
    )


def _review(state: State) -> Moves:
    return _last_words(state, state.attacker)


def _last_words(state: State, seat: Seat) -> Moves:
    claim = state.block or state.attack
    if state.setup.virtual or claim is None:
        return (Accept(seat), Challenge(seat))
    verdicts = (True, False) if claim.count <= most_true(state, claim) else (False,)
    return _words(seat, claim.count, state.setup.edition, state.seats, verdicts)


@lru_cache(maxsize=1024)
def _words(seat: Seat, count: int, edition: str, seats: int, verdicts: tuple[bool, ...]) -> Moves:
    """Return accepting and challenging with everything that may be flipped."""
    flips = _flips(count, edition, seats) if count <= _NAMED else ()
    return (
        *(Challenge(seat, shown) for shown in flips),
        *(Challenge(seat, truthful=verdict) for verdict in verdicts),
        Accept(seat),
    )


@cache
def _flips(count: int, edition: str, seats: int) -> tuple[tuple[str, ...], ...]:
    """Return what ``count`` flipped cards may be, as far as they alone tell truth from bluff."""
    flips: list[tuple[str, ...]] = [()]
    for troop in kinds(edition):
        most = 0 if troop.id == "agent-u" else copies(troop.id, seats)
        flips = [
            (*flip, *[troop.id] * more)
            for flip in flips
            for more in range(min(most, count - len(flip)), -1, -1)
        ]
    return tuple(flip for flip in flips if len(flip) == count)


def _summon(state: State) -> Moves:
    most = -1 if state.setup.virtual else state.hands[state.defender]
    return _summons(state.attacker, state.setup.edition, most, state.seats)


@cache
def _summons(seat: Seat, edition: str, most: int, seats: int) -> Moves:
    if most < 0:
        return tuple(Summon(seat, troop.id) for troop in kinds(edition))
    return tuple(
        Summon(seat, troop.id, found)
        for troop in kinds(edition)
        for found in range(min(most, copies(troop.id, seats)) + 1)
    )


def _give(state: State) -> Moves:
    attack = state.attack
    held = attack.count if state.setup.virtual and attack else 0
    return tuple(Give(state.attacker, cards) for cards in _choices(held, state.giving))


def _resupply(state: State) -> Moves:
    shows = tuple(map(ShowWolfy, may_show(state)))
    return (*_swaps(state), *shows, Resupply(state.attacker))


def gifts(state: State) -> tuple[str, ...]:
    """Return what the attacker may do with the partner before drawing."""
    if state.seats == 2 or state.swapped:
        return ()
    mine, other = state.hands[state.attacker], state.hands[partner(state.attacker)]
    swap = ("swap",) if mine and other else ()
    if state.deck:
        return swap
    return (*swap, *(("give",) if mine else ()), *(("receive",) if other else ()))


def _swaps(state: State) -> Moves:
    kinds_open = gifts(state)
    if not kinds_open:
        return ()
    mine, other = state.hands[state.attacker], state.hands[partner(state.attacker)]
    return _swapped(state.attacker, kinds_open, mine, other, state.setup.virtual)


@lru_cache(maxsize=1024)
def _swapped(seat: Seat, gift: tuple[str, ...], mine: int, other: int, virtual: bool) -> Moves:
    if not virtual:
        return tuple(Swap(seat, one) for one in gift)  # type: ignore[arg-type]  # its names
    all_of: list[AnyAction] = []
    if "swap" in gift:
        all_of += [Swap(seat, "swap", i, j) for i in range(mine) for j in range(other)]
    if "give" in gift:
        all_of += [Swap(seat, "give", i) for i in range(mine)]
    if "receive" in gift:
        all_of += [Swap(seat, "receive", -1, j) for j in range(other)]
    return tuple(all_of)


def _ended(state: State) -> Moves:
    shows = tuple(map(ShowWolfy, may_show(state)))
    return (*shows, NextBout(next_starter(state)))


def next_starter(state: State) -> Seat:
    """Return who attacks first in the next bout: the loser, or the same seat once more."""
    end = state.bouts[-1]
    if end.winner < 0 or end.void:
        return state.starter
    loser = members(1 - end.winner, state.seats)
    return state.starter if state.starter in loser else loser[0]


def _over(_state: State) -> Moves:
    return ()


_MOVES = {
    "lead": _lead,
    "attack": _attack,
    "answer": _answer,
    "review": _review,
    "summon": _summon,
    "give": _give,
    "resupply": _resupply,
    "ended": _ended,
    "over": _over,
}
