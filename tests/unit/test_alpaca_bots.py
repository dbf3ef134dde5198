"""The practice opponents of Alpaca Battle: they see only their seat, and each plays its own way."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from companion import bots as computers
from companion.alpaca_battle import GAME, State, bots, dealing
from companion.alpaca_battle.state import AnyAction, Lay, March, Play, Steal
from companion.alpaca_battle.view import View, observe
from companion.game import Setup
from companion.opening import AnySession
from companion.secrets import Glimpse, World, imagined
from tests import walks
from tests.alpacas import battle, held, pack, put, rigged, table, war

TEMPERS = tuple(temper.id for temper in bots.TEMPERS)
SMALL = "1 2 3 4 5 6 7 8 9 9 war steal steal reveal reveal"
MOST = 3_000  # actions of a game; a usual one has two or three hundred
ORDERS = ("free", "turns", "once")

every_temper = pytest.mark.parametrize("temper", TEMPERS)


class Move(NamedTuple):
    """What a seat saw, what it could do, what it did, and the world it did it in."""

    world: World[State]
    view: View
    legal: tuple[AnyAction, ...]
    action: AnyAction


def setup(seats: int, deck: str = "", first: int = 0, **rulings: str) -> Setup:
    return table(
        seats, pack=pack(deck) if deck else "", first=first, rulings=rulings, virtual=True, seed=1
    ).setup


def moves(players: Sequence[str], rules: Setup, seed: int) -> Iterator[Move]:
    """Yield every move of a game, at most so many."""
    chance = random.Random(f"choices {seed}")
    world = walks.first_world(GAME, rules, seed)
    for _turn in range(MOST):
        if world.state.phase == "over":
            return
        seat = GAME.to_act(world.state)[0]
        legal = tuple(action for action in GAME.legal(world.state) if action.seat == seat)
        view = observe(world, seat)
        action = (
            chance.choice(legal)
            if players[seat] == "random"
            else bots.choose(view, legal, players[seat], chance)
        )
        yield Move(world, view, legal, action)
        _done, world = walks.done(GAME, world, action)


def winners(players: Sequence[str], rules: Setup, seed: int) -> tuple[int, ...]:
    """Return who won a game; nobody if it was too long."""
    *_before, last = moves(players, rules, seed)
    outcome = GAME.outcome(walks.done(GAME, last.world, last.action)[1].state)
    return outcome.winners if outcome else ()


# Always a move, always an end


def test_tempers_have_words_and_the_first_is_steady() -> None:
    assert TEMPERS == ("steady", "bold", "sly")
    assert computers.tempers(GAME.id) == bots.TEMPERS
    assert all(temper.title.startswith(temper.id.title()) for temper in bots.TEMPERS)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("order", ORDERS)
def test_games_with_few_cards_end(seats: int, order: str) -> None:
    check_games(range(12), seats, SMALL, order)


@pytest.mark.slow
@pytest.mark.parametrize("deck", [SMALL, ""])
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("order", ORDERS)
def test_games_end_or_go_on(seats: int, order: str, deck: str) -> None:
    check_games(range(100, 125 if deck else 112), seats, deck, order)


def check_games(numbers: Sequence[int], seats: int, deck: str, order: str) -> None:
    """See that in games of any tempers each move is legal; few have no end."""
    endless = 0
    for number in numbers:
        chance = random.Random(number)
        rulings = {r.id: chance.choice(r.options).id for r in GAME.rulebook.rulings}
        rules = setup(seats, deck, number % seats, **rulings | {"order": order})
        game = list(moves(chance.choices(TEMPERS, k=seats), rules, number))
        assert all(move.action in move.legal for move in game)
        endless += len(game) == MOST
    assert endless <= len(numbers) / 10


@every_temper
def test_every_phase_is_handled(temper: str) -> None:
    phases = Counter[str]()
    for number, seats in product(range(20), (2, 3)):
        for move in moves(("random",) * seats, setup(seats, SMALL), number):
            action = bots.choose(move.view, move.legal, temper, random.Random(number))
            assert action in move.legal
            assert bots.safe(move.legal) in move.legal
            phases[move.world.state.phase] += 1
    assert set(phases) == {"choose", "aim", "war", "lay"}


def test_a_choice_that_is_not_legal_is_not_made() -> None:
    game = rigged("4 9 7 / 8", "5 11 12 / 1")
    legal = [Play(0, 0)]
    for temper in TEMPERS:
        assert bots.choose(game.view(0), legal, temper, random.Random(1)) == Play(0, 0)


# Only what the seat sees


@every_temper
@pytest.mark.parametrize("seats", [2, 3])
def test_a_bot_sees_no_more_than_its_view(seats: int, temper: str) -> None:
    for number in range(4):
        for move in moves((temper,) * seats, setup(seats, SMALL), number):
            seat, dealer = move.action.seat, move.world.dealer
            assert dealer is not None
            known = dealing.known(move.world, seat)
            other = imagined(dealer, known, f"another {number}", seat, GAME.fits)
            view = observe(World(move.world.state, other), seat)
            chance = [random.Random(5), random.Random(5)]
            assert bots.choose(view, move.legal, temper, chance[0]) == bots.choose(
                move.view, move.legal, temper, chance[1]
            )


@every_temper
def test_the_same_chance_gives_the_same_game(temper: str) -> None:
    rules = setup(2, SMALL)
    one, other = (list(moves((temper,) * 2, rules, 3)) for _again in range(2))
    assert [move.action for move in one] == [move.action for move in other]


# Before the people


def seated(seats: int, persons: Sequence[int], seed: int = 1, **more: Any) -> AnySession:
    others = {seat: TEMPERS[seat] for seat in range(seats) if seat not in persons}
    return table(seats, virtual=True, seed=seed, computers=others, pack=pack(SMALL), **more)


def play_on(game: AnySession, seed: int = 1) -> AnySession:
    for _entry in computers.moves(game, random.Random(seed)):
        pass
    return game


def test_computers_choose_before_the_person() -> None:
    for seed in range(20):
        game = play_on(seated(3, [1], seed))
        assert game.state.phase == "choose"
        assert game.view().waiting == (1,)
        assert game.state.chosen[0]
        assert game.state.chosen[2]
        assert game.last is not None


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("seats", [2, 3])
def test_a_person_never_loses_a_choice_to_a_computer(seats: int, order: str) -> None:
    """Where all choose at once; going round, whoever comes later may act later."""
    for seed in range(12):
        game, chance = seated(seats, [0], seed, rulings={"order": order}), random.Random(seed)
        for _turn in range(40):
            play_on(game, seed)
            if game.outcome is not None or 0 not in game.game.to_act(game.state):
                break
            if game.state.phase == "choose" and order == "free":
                assert game.game.to_act(game.state) == (0,)
            own = [action for action in game.legal() if action.seat == 0]
            game.do(chance.choice(own))
            if order == "free":
                assert not game.state.chosen[0]  # it was the last one, or an action
        assert game.outcome is not None or game.revision >= 40


def test_to_go_to_war_is_for_people() -> None:
    game = battle(rigged("4 9 7 / 8 1 1", "4 11 12 / 1 2 3", "2 3 5 / 1 2 3"), "4", "4", "2")
    everyone = replace(game.view(), setup=replace(game.setup, computers=("bold",) * 3))
    one = replace(game.view(), setup=replace(game.setup, computers=("bold", "", "bold")))
    gone = replace(one, alive=(0, 2))
    assert [bots.rests(view) for view in (everyone, one, gone)] == [False, True, False]
    assert not bots.first(one)
    assert bots.first(replace(one, phase="choose"))
    assert bots.first(replace(one, phase="lay"))


def test_once_the_person_is_out_the_computers_end_the_game() -> None:
    ended = 0
    for seed in range(10):
        game, chance = seated(3, [0], seed), random.Random(seed)
        while game.outcome is None and 0 in game.state.alive:
            play_on(game)
            own = [action for action in game.legal() if action.seat == 0]
            if own:
                game.do(chance.choice(own))
        while computers.waiting(game) is not None:
            play_on(game)
        assert game.outcome is not None
        ended += game.outcome.winners != (0,)
    assert ended


def test_computers_only_go_to_war_themselves() -> None:
    game = play_on(seated(2, []))
    assert any(isinstance(entry.action, March) for entry in game.log)
    assert game.outcome is not None


# Each plays its own way


def choice(temper: str, *seats: str, view: Callable[[View], View] = lambda view: view) -> str:
    """Return the card Ann plays of her hand."""
    game = rigged(*seats)
    legal = [action for action in game.legal() if action.seat == 0]
    action = bots.choose(view(game.view(0)), legal, temper, random.Random(1))
    assert isinstance(action, Play)
    return held(game, 0)[action.place]


RICH = "/ 1 2 3 4 5 6 7 8 9 10 11 12"


def test_the_bold_play_their_highest_card_and_every_action_at_once() -> None:
    assert choice("bold", f"3 11 7 {RICH}", f"4 5 6 {RICH}") == "11"
    assert choice("bold", f"3 steal 7 {RICH}", f"4 5 6 {RICH}") == "steal"
    assert choice("bold", f"3 7 reveal {RICH}", f"4 5 6 {RICH}") == "reveal"


def test_the_steady_keep_high_cards_and_actions_for_a_war() -> None:
    assert choice("steady", f"3 11 7 {RICH}", f"4 5 6 {RICH}") == "3"
    assert choice("steady", f"3 steal 7 {RICH}", f"4 5 6 {RICH}") == "3"
    game = war(battle(rigged(f"4 11 7 {RICH}", f"4 5 6 {RICH}"), "4", "4"))
    legal = [action for action in game.legal() if action.seat == 0]
    action = bots.choose(game.view(0), legal, "steady", random.Random(1))
    assert held(game, 0)[action.place] == "11"  # type: ignore[union-attr]  # a card is played


def test_the_sly_look_before_they_steal_and_win_as_cheaply_as_they_can() -> None:
    assert choice("sly", f"3 steal reveal {RICH}", f"4 5 6 {RICH}") == "reveal"

    def seen(view: View) -> View:
        return replace(view, glimpses=(Glimpse(0, 1, ("4", "5", "6")),))

    assert choice("sly", f"3 12 7 {RICH}", f"4 5 6 {RICH}", view=seen) == "7"


@every_temper
def test_an_action_is_all_there_is(temper: str) -> None:
    assert choice(temper, f"reveal reveal steal {RICH}", f"4 5 6 {RICH}") == "reveal"


@every_temper
def test_who_could_not_pay_for_a_war_does_not_start_one(temper: str) -> None:
    assert choice(temper, "war 9 7", f"4 5 6 {RICH}") != "war"


@every_temper
def test_a_war_its_opponent_cannot_pay_for_is_welcome(temper: str) -> None:
    assert choice(temper, f"war 9 7 {RICH}", "4 5 6") == "war"


@every_temper
def test_the_best_card_is_kept_for_the_deciding_battle(temper: str) -> None:
    game = war(battle(rigged("4 2 11 9", "4 11 12 / 1 2 3"), "4", "4"))
    legal = [action for action in game.legal() if action.seat == 0]
    action = bots.choose(game.view(0), legal, temper, random.Random(1))
    assert action == Lay(0, (0, 2))
    assert held(game, 0)[1] == "11"


@every_temper
def test_a_steal_that_ends_the_game_is_made(temper: str) -> None:
    game = put(rigged("steal 5", "9", "7 8 / 1 2"), 0, "steal")
    legal = list(game.legal())
    action = bots.choose(game.view(0), legal, temper, random.Random(1))
    assert isinstance(action, Steal)
    assert (action.target, action.where) == (1, "hand")


def test_any_card_of_the_fan_may_be_taken() -> None:
    game = put(rigged(f"steal 5 {RICH}", f"9 8 7 {RICH}"), 0, "steal")
    legal = list(game.legal())
    taken = {bots.choose(game.view(0), legal, "bold", random.Random(n)) for n in range(60)}
    assert taken == {Steal(0, 1, "hand", place) for place in range(3)}


def test_what_was_seen_and_flipped_since_is_no_longer_held() -> None:
    game = put(rigged(f"9 reveal 8 {RICH}", f"4 5 6 {RICH}"), 0, "reveal")
    assert sorted(bots._seen(game.view(0), 1)) == ["4", "5", "6"]
    battle(game, "9", "5")
    assert sorted(bots._seen(game.view(0), 1)) == ["4", "6"]
    battle(game, "8", "6")
    assert bots._seen(game.view(0), 1) == []


@pytest.mark.parametrize("others", [1, 2])
def test_the_chances_of_a_card_are_those_of_counting(others: int) -> None:
    """By trying out all flips there are."""
    chance = random.Random(others)
    for _time in range(30):
        cards = chance.choices(["1", "2", "5", "7", "9", "war"], k=8)
        odds: list[bots.Odds] = []
        for _other in range(others):
            counts = Counter(chance.sample(cards, 6))
            odds.append({card: n / 6 for card, n in counts.items()})
        for card in ("2", "7", "war"):
            wins = wars = 0.0
            for flipped in product(*odds):
                likely = 1.0
                for one, other in zip(odds, flipped, strict=True):
                    likely *= one[other]
                shown = (card, *flipped)
                at_war = "war" in shown or len(set(shown)) < len(shown)
                wars += likely * at_war
                wins += likely * (not at_war and int(card) == max(map(int, shown)))
            assert bots._chances(card, odds) == pytest.approx((wins, wars))


# How strong they are


def score(one: str, other: str, games: int, deck: str = "") -> int:
    """Return how many of so many games the one wins, each beginning in turn."""
    won = 0
    for number in range(games):
        players = (one, other) if number % 2 else (other, one)
        won += winners(players, setup(2, deck, number // 2 % 2), number) == (players.index(one),)
    return won


@every_temper
def test_every_temper_beats_chance(temper: str) -> None:
    assert score(temper, "random", 12) >= 9


@pytest.mark.slow
def test_tempers_differ_in_strength(record_property: Callable[[str, object], None]) -> None:
    """Report who beats whom with the full deck; insist on what is far from chance."""
    won = {pair: score(*pair, 40) for pair in combinations(("sly", "steady", "bold"), 2)}
    record_property("won of 40", str(won))
    assert won["steady", "bold"] > 28
    assert won["sly", "bold"] > 28
