"""The practice opponent: it sees only its seat, always moves, and each temper plays its own way."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple, cast

import pytest
from msgspec.structs import replace

import companion
from companion import bots as computers
from companion.cake_duel import GAME, bots, dealing
from companion.cake_duel.claims import challenged, is_true
from companion.cake_duel.state import (
    Accept,
    AnyAction,
    Attack,
    Block,
    Challenge,
    Claim,
    Give,
    Lead,
    NextBout,
    Pass,
    Resupply,
    State,
    Summon,
    Swap,
    Turn,
)
from companion.cake_duel.view import View, observe
from companion.game import Setup
from companion.secrets import Glimpse, World, imagined
from tests import walks

NAMES = ("Ann", "Bob", "Cy", "Di")
TEMPERS = tuple(temper.id for temper in bots.TEMPERS)
DECKS = [(seats, edition) for seats in (2, 4) for edition in ("core", "specials")]
LONGEST = 3_000  # actions of a duel; a usual one has about sixty

Player = Callable[[View, Sequence[AnyAction], random.Random], AnyAction]

every_temper = pytest.mark.parametrize("temper", TEMPERS)
every_deck = pytest.mark.parametrize(("seats", "edition"), DECKS)


class Move(NamedTuple):
    """What a seat saw, what it could do, what it did, and the world it did it in."""

    world: World[State]
    view: View
    legal: tuple[AnyAction, ...]
    player: str
    action: AnyAction


def player(name: str) -> Player:
    if name == "random":
        return lambda _view, legal, chance: chance.choice(legal)
    return lambda view, legal, chance: bots.choose(view, legal, name, chance)


def setup(seats: int, edition: str, first: int = 0, **rulings: str) -> Setup:
    game = companion.start(
        GAME.id, NAMES[:seats], edition=edition, first=first, rulings=rulings, virtual=True, seed=1
    )
    return game.setup


def moves(players: Sequence[str], rules: Setup, seed: int) -> Iterator[Move]:
    """Yield every move of a duel."""
    chance = random.Random(f"choices {seed}")
    world = walks.first_world(GAME, rules, seed)
    for _turn in range(LONGEST):
        if world.state.phase == "over":
            return
        seat = GAME.to_act(world.state)[0]
        legal = tuple(action for action in GAME.legal(world.state) if action.seat == seat)
        view = observe(world, seat)
        action = player(players[seat])(view, legal, chance)
        yield Move(world, view, legal, players[seat], action)
        _done, world = walks.done(GAME, world, action)
    raise AssertionError("a duel without end")


@cache
def played(players: tuple[str, ...], seed: int, edition: str = "core") -> tuple[Move, ...]:
    return tuple(moves(players, setup(len(players), edition, seed % len(players)), seed))


def winner(duel: Sequence[Move]) -> int:
    """Return the side that won a finished duel."""
    last = duel[-1]
    state = walks.done(GAME, last.world, last.action)[1].state
    return cast("int", state.bouts[-1].winner)


# Always a move, always an end


def test_tempers_have_words_and_the_first_is_honest() -> None:
    assert TEMPERS == ("honest", "timid", "bold")
    assert computers.tempers(GAME.id) == bots.TEMPERS
    assert all(temper.title.startswith(temper.id.title()) for temper in bots.TEMPERS)


@pytest.mark.slow
@every_deck
def test_three_hundred_duels_end(seats: int, edition: str) -> None:
    pairs = [pair for pair in product(TEMPERS, repeat=2) for _game in range(9)][:75]
    for number, pair in enumerate(pairs):
        chance = random.Random(number)
        rulings = {r.id: chance.choice(r.options).id for r in GAME.rulebook.rulings}
        rules = setup(seats, edition, number % seats, **(rulings if number % 2 else {}))
        duel = list(moves(pair if seats == 2 else pair * 2, rules, number))
        assert all(move.action in move.legal for move in duel)


@pytest.mark.slow
@every_deck
def test_every_phase_is_handled(seats: int, edition: str) -> None:
    phases = Counter[str]()
    for number in range(40):
        rules = setup(seats, edition, priest="attacker")
        for move in moves(("random",) * seats, rules, number):
            for temper in TEMPERS:
                action = bots.choose(move.view, move.legal, temper, random.Random(number))
                assert action in move.legal
            phases[move.world.state.phase] += 1
    wanted = {"attack", "answer", "review", "resupply", "ended"}
    wanted |= {"lead"} if seats == 4 else set()
    wanted |= {"summon", "give"} if edition == "specials" else set()
    assert set(phases) == wanted


@every_deck
def test_the_quiet_action_is_always_there(seats: int, edition: str) -> None:
    quiet = (Accept, Pass, Resupply, NextBout, Lead, Summon, Give)
    for number in range(10):
        for move in moves(("random",) * seats, setup(seats, edition), number):
            assert bots.safe(move.legal) in move.legal
            assert isinstance(bots.safe(move.legal), quiet)


# Only what the seat sees


@every_temper
@every_deck
def test_a_bot_sees_no_more_than_its_view(seats: int, edition: str, temper: str) -> None:
    for number in range(3):
        for move in moves((temper,) * seats, setup(seats, edition), number):
            seat, dealer = move.action.seat, move.world.dealer
            assert dealer is not None
            other = imagined(dealer, dealing.known(move.world, seat), f"another {number}", seat)
            view = observe(World(move.world.state, other), seat)
            assert view == move.view
            actions = [
                bots.choose(one, move.legal, temper, random.Random(5)) for one in (view, move.view)
            ]
            assert actions[0] == actions[1]


@every_temper
def test_the_same_chance_gives_the_same_duel(temper: str) -> None:
    rules = setup(2, "core")
    one, other = (list(moves((temper,) * 2, rules, 3)) for _again in range(2))
    assert [move.action for move in one] == [move.action for move in other]


# Whatever goes wrong


def table(temper: str) -> Any:
    return companion.start(GAME.id, NAMES[:2], virtual=True, seed=2, computers={0: temper})


def nonsense(*_all: Any) -> Any:
    return Attack(0, 0, "wolfy", 7)


def trouble(*_all: Any) -> Any:
    raise RuntimeError("no idea")


@pytest.mark.parametrize("broken", [nonsense, trouble])
def test_the_table_plays_on_when_it_cannot_choose(
    broken: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table("honest")
    monkeypatch.setattr(bots, "choose", broken)
    entry = computers.move(game, 0, random.Random(1))
    assert entry.action == Pass(0)


@every_temper
def test_it_plays_at_a_table(temper: str) -> None:
    game = companion.start(
        GAME.id, NAMES[:2], virtual=True, seed=2, computers={0: temper, 1: "honest"}
    )
    for _move in computers.moves(game, random.Random(1)):
        pass
    assert game.outcome is not None or game.revision >= 500


def test_a_choice_that_is_not_legal_is_not_made() -> None:
    move = played(("honest", "bold"), 1)[0]
    assert bots.choose(move.view, [Pass(0)], "honest", random.Random(1)) == Pass(0)


# Each plays its own way


def is_bluff(move: Move) -> bool:
    """Return whether a move is a claim that its cards do not bear out."""
    if not isinstance(move.action, Attack | Block):
        return False
    shown = [move.view.hand[at] for at in move.action.cards]
    claim = Claim(move.action.seat, move.action.troop, move.action.count)
    return not is_true(move.world.state, claim, shown)


@cache
def habits(temper: str, duels: int) -> Counter[str]:
    """Return what a temper did in so many duels against honest and bold players."""
    found = Counter[str]()
    for number in range(duels):
        edition = "specials" if number % 4 == 3 else "core"
        other = ("honest", "bold")[number % 2]
        for move in played((temper, other), number, edition):
            if move.action.seat == 0:
                found["claim"] += isinstance(move.action, Attack | Block)
                found["bluff"] += is_bluff(move)
    return found


@pytest.mark.slow
def test_the_timid_never_bluff() -> None:
    assert habits("timid", 200)["claim"] > 1_000
    assert habits("timid", 200)["bluff"] == 0


@pytest.mark.slow
def test_the_honest_seldom_bluff_and_the_bold_often() -> None:
    share = {name: habits(name, 60)["bluff"] / habits(name, 60)["claim"] for name in TEMPERS}
    assert 0 < share["honest"] < 0.12
    assert share["bold"] > 0.2


def test_the_honest_bluff_only_where_the_truth_would_lose() -> None:
    for number in range(60):
        for move in played(("honest", "bold"), number):
            if move.action.seat == 0 and is_bluff(move) and move.view.phase == "attack":
                view = move.view
                assert not any(name in view.hand for name, _most in view.can_attack)
                assert 2 * view.cakes[0] < sum(view.cakes)


def test_the_timid_attack_with_few_cards() -> None:
    for number in range(40):
        for move in played(("timid", "bold"), number):
            if move.action.seat == 0 and isinstance(move.action, Attack):
                assert move.action.count <= 2


def test_the_timid_challenge_only_what_cannot_be() -> None:
    challenges = 0
    for number in range(60):
        for move in played(("timid", "bold"), number):
            if move.action == Challenge(0):
                claim, dealer = challenged(move.world.state), move.world.dealer
                assert claim is not None
                assert dealer is not None
                shown = dealer.stacks[dealing.play(claim.seat)]
                assert not is_true(move.world.state, claim, shown, move.view.hand)
                challenges += 1
    assert challenges


def test_the_bold_get_rid_of_sir_wolfy() -> None:
    laid = Counter[str]()
    for number in range(60):
        for move in played(("bold", "honest"), number):
            if move.action.seat == 0 and is_bluff(move):
                cards = cast("Attack | Block", move.action).cards
                laid["held"] += "wolfy" in move.view.hand
                laid["laid"] += "wolfy" in [move.view.hand[at] for at in cards]
    assert laid["laid"] == laid["held"] > 5


def test_nobody_claims_more_than_others_can_believe() -> None:
    for number, temper in product(range(30), TEMPERS):
        for move in played((temper, "honest"), number):
            if is_bluff(move):
                action = cast("Attack | Block", move.action)
                told = bots._told(move.view, action.seat, action.troop) + action.count
                assert told <= {"soldier": 5, "archer": 4, "defender": 4}.get(action.troop, 3)


def test_every_temper_beats_chance() -> None:
    for temper, seat in product(TEMPERS, (0, 1)):
        players = [temper, "random"] if seat == 0 else ["random", temper]
        wins = sum(winner(played(tuple(players), number)) == seat for number in range(30))
        assert wins >= 27, temper


@pytest.mark.slow
def test_tempers_differ_in_strength(record_property: Callable[[str, object], None]) -> None:
    """Report who beats whom; only the gap to the timid is wide enough to insist on."""
    won = {
        pair: sum(winner(played(pair, number)) == 0 for number in range(60))
        for pair in (("honest", "timid"), ("bold", "timid"), ("bold", "honest"))
    }
    record_property("won of 60", str(won))
    assert won["honest", "timid"] > 30
    assert won["bold", "timid"] > 30


# Judgement


def attacked(troop: str, count: int, hand: Sequence[str], **changes: Any) -> View:
    """Return Bob's view of an attack by Ann."""
    game = companion.start(GAME.id, NAMES[:2], virtual=True, seed=1)
    game.do(Attack(0, 1, troop, count, tuple(range(count))))
    view: View = replace(game.view(1), hand=tuple(hand), **changes)
    return view


def answer(view: View, temper: str) -> AnyAction:
    game = companion.start(GAME.id, NAMES[:2], virtual=True, seed=1)
    claim = view.attack
    assert claim is not None
    game.do(Attack(0, 1, claim.troop, claim.count, tuple(range(claim.count))))
    return bots.choose(view, list(game.legal()), temper, random.Random(4))


@every_temper
def test_it_challenges_what_it_knows_to_be_false(temper: str) -> None:
    hand = ("wizard", "wizard", "wizard", "soldier")
    assert answer(attacked("wizard", 1, hand), temper) == Challenge(1)


@every_temper
def test_it_blocks_with_what_it_holds(temper: str) -> None:
    done = answer(attacked("soldier", 2, ("defender", "soldier", "defender", "archer")), temper)
    assert isinstance(done, Block)
    assert (done.troop, done.count, done.cards) == ("defender", 2, (0, 2))


@pytest.mark.parametrize(("temper", "wanted"), [("honest", Challenge), ("timid", Accept)])
def test_it_challenges_rather_than_lose_all_its_cakes(temper: str, wanted: type) -> None:
    done = answer(attacked("wizard", 2, ("soldier", "soldier", "archer", "archer")), temper)
    assert isinstance(done, wanted)


@pytest.mark.parametrize(("temper", "wanted"), [("honest", Challenge), ("timid", Accept)])
def test_it_counts_what_was_claimed_before(temper: str, wanted: type) -> None:
    before = tuple(Turn(0, "accepted", Claim(0, "wizard", 1), None, 2) for _turn in range(3))
    hand = ("soldier", "soldier", "archer", "archer")
    done = answer(attacked("wizard", 1, hand, turns=before), temper)
    assert isinstance(done, wanted)


def attack(hand: Sequence[str], temper: str, **changes: Any) -> AnyAction:
    game = companion.start(GAME.id, NAMES[:2], virtual=True, seed=1)
    view = replace(game.view(0), hand=tuple(hand), **changes)
    return bots.choose(view, list(game.legal()), temper, random.Random(2))


def test_it_takes_the_attack_that_wins() -> None:
    hand = ("soldier", "wizard", "archer", "wizard")
    assert attack(hand, "honest") == Attack(0, 1, "wizard", 2, (1, 3))
    assert attack(hand, "honest", cakes=(6, 1)) in (
        Attack(0, 1, "soldier", 1, (0,)),
        Attack(0, 1, "wizard", 1, (1,)),
        Attack(0, 1, "archer", 1, (2,)),
        Attack(0, 1, "wizard", 2, (1, 3)),
    )


@every_temper
def test_a_second_pass_that_wins_is_made(temper: str) -> None:
    hand = ("wizard", "soldier", "soldier", "soldier")
    done = attack(hand, temper, cakes=(4, 3), turns=(Turn(1, "pass"),))
    assert done == Pass(0)


def test_without_attackers_the_timid_pass_and_others_bluff() -> None:
    hand = ("wolfy", "defender", "defender", "scientist")
    assert attack(hand, "timid") == Pass(0)
    for temper in ("honest", "bold"):
        bluff = attack(hand, temper)
        assert isinstance(bluff, Attack)
        assert 0 in bluff.cards  # Sir Wolfy first


def test_a_summoner_names_what_was_seen_most() -> None:
    view = attacked("soldier", 1, ("archer",) * 4)
    seen = (Glimpse(1, 0, ("scientist", "scientist", "wizard")),)
    summoning = replace(view, phase="summon", viewer=1, attacker=1, defender=0, glimpses=seen)
    legal = [Summon(1, name) for name in ("soldier", "wizard", "scientist")]
    done = bots.choose(summoning, legal, "honest", random.Random(1))
    assert done == Summon(1, "scientist")
    blind = replace(summoning, glimpses=())
    assert bots.choose(blind, legal, "honest", random.Random(1)) == Summon(1, "soldier")


def test_a_priest_gets_the_least_useful_card() -> None:
    view = replace(attacked("soldier", 1, ()), phase="give", laid=("wizard", "wolfy", "soldier"))
    legal = [Give(1, (0,)), Give(1, (1,)), Give(1, (2,))]
    assert bots.choose(view, legal, "honest", random.Random(1)) == Give(1, (1,))


def test_a_swap_is_made_only_for_a_stronger_pair_of_hands() -> None:
    view = replace(attacked("soldier", 1, ("wizard", "soldier")), phase="resupply")
    legal: list[AnyAction] = [Swap(1, "swap", 0, 0), Swap(1, "swap", 1, 0), Resupply(1)]
    better = replace(view, partner_hand=("wizard", "soldier"))
    assert bots.choose(better, legal, "honest", random.Random(1)) == Swap(1, "swap", 1, 0)
    useless = replace(view, hand=("soldier", "soldier"), partner_hand=("defender", "defender"))
    assert bots.choose(useless, legal, "honest", random.Random(1)) == Resupply(1)


def test_nobody_asked_after_a_claim_has_nothing_to_doubt() -> None:
    view = replace(attacked("soldier", 1, ()), challenged=None)
    assert not bots._contradicted(view)
