"""The lab of Alpaca Battle: every number by a second way of getting it, and what its prose says."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from itertools import combinations, islice, pairwise
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import msgspec
import pytest

from companion.alpaca_battle import engine, lab
from companion.alpaca_battle.battles import winner_of
from companion.alpaca_battle.cards import ACTIONS, GUESS, Deck, fights
from companion.alpaca_battle.state import Flip, Lay, Play, State
from companion.averages import Mean, mean
from companion.secrets import World

NOTEBOOK = Path(__file__).resolve().parents[2] / "notebooks" / "alpaca-battle-lab.ipynb"
SMALL = lab.of_numbers(6, 4, war=2, steal=2, reveal=2)
CIRCLING = lab.Plan(card="lowest", returned="played", deck=lab.of_numbers(12, 1))
PLANS = [
    lab.Plan(deck=SMALL),
    lab.Plan(deck=SMALL, seats=3, actions="kept"),
    lab.Plan(deck=SMALL, card="highest", returned="played"),
    lab.Plan(deck=SMALL, card="lowest", seats=3),
    CIRCLING,
]
DECKS = [
    GUESS,
    SMALL,
    lab.of_numbers(12, 1),
    lab.of_numbers(4, 3, war=6),
    lab.with_cards(GUESS, war=0),
]


@cache
def some_games(plan: int) -> tuple[lab.Game, ...]:
    """Return forty games of one of the plans."""
    return lab.simulate(PLANS[plan], 40)


def written(games: tuple[lab.Game, ...]) -> bytes:
    return msgspec.json.encode(games)


# Decks


def test_decks_are_changed_card_by_card() -> None:
    more = lab.with_cards(GUESS, war=8, steal=0)
    assert more.size == GUESS.size + 4 - 4
    assert "steal" not in more.cards
    assert list(lab.of_numbers(3, 2, reveal=1).listed()) == ["1", "1", "2", "2", "3", "3", "reveal"]


# The first battle


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: f"{deck.size}-cards")
def test_the_chance_of_an_early_war_is_that_of_all_flips(deck: Deck, seats: int) -> None:
    assert lab.first_war(deck, seats) == lab.first_war_by_kind(deck, seats)


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: f"{deck.size}-cards")
def test_and_of_all_flips_card_for_card(deck: Deck) -> None:
    flips = list(lab.first_flips(deck))
    wars = sum(winner_of(cards) < 0 for cards in flips)
    assert Fraction(wars, len(flips)) == lab.first_war(deck)


def test_the_known_chance_of_the_guessed_deck() -> None:
    pairs, with_war = 60 * 4, 64 * 63 - 60 * 59
    assert lab.first_war(GUESS) == Fraction(pairs + with_war, 64 * 63)


def test_hands_change_nothing_where_everyone_chooses_blindly() -> None:
    """Every two hands of a little deck, and every choice of a fighting card from each."""
    deck = ["1", "1", "2", "3", "war", "steal", "reveal"]
    chance, deals = Fraction(0), 0
    for mine in combinations(range(7), 3):
        rest = [at for at in range(7) if at not in mine]
        for his in combinations(rest, 3):
            flips = [
                (deck[own], deck[other])
                for own in mine
                for other in his
                if fights(deck[own]) and fights(deck[other])
            ]
            chance += Fraction(sum(winner_of(cards) < 0 for cards in flips), len(flips))
            deals += 1
    counted = Deck(dict(Counter(deck)))
    assert chance / deals == lab.first_war(counted)


@pytest.mark.slow
@pytest.mark.parametrize("plan", [lab.Plan(), lab.Plan(seats=3, actions="kept")])
def test_dealt_and_played_the_first_battle_goes_to_war_as_often(plan: lab.Plan) -> None:
    chance = float(lab.first_war(plan.deck, plan.seats))
    found = lab.first_battles(plan, 2000)
    assert abs(found - chance) < 4 * (chance * (1 - chance) / 2000) ** 0.5


# Playing


@pytest.mark.parametrize("plan", PLANS)
def test_every_action_of_a_plan_is_a_legal_one(plan: lab.Plan) -> None:
    world, chance = lab.opening(plan, 5), Random(5)
    for _turn in range(300):
        if world.state.phase == "over":
            break
        action = lab.decision(world, plan, chance)
        assert action in engine.legal(world.state)
        assert engine.check(world.state, action) is None
        assert not engine.problems(world.state)
        world = lab.after(world, action)


def held(world: World[State], seat: int) -> tuple[str, ...]:
    return lab._hand(world, seat)


@pytest.mark.parametrize("plan", PLANS)
def test_a_plan_is_followed(plan: lab.Plan) -> None:
    world, chance = lab.opening(plan, 2), Random(2)
    for _turn in range(200):
        if world.state.phase == "over":
            break
        action = lab.decision(world, plan, chance)
        if isinstance(action, Play):
            check_play(plan, held(world, action.seat), action.place)
        if isinstance(action, Lay) and plan.card == "highest":
            hand = held(world, action.seat)
            kept = [card for at, card in enumerate(hand) if at not in action.places]
            laid = [hand[at] for at in action.places]
            assert max(map(worth, laid)) <= min(map(worth, kept))
        world = lab.after(world, action)


def check_play(plan: lab.Plan, hand: tuple[str, ...], place: int) -> None:
    card, fighters = hand[place], [card for card in hand if fights(card)]
    if len(fighters) < len(hand) and plan.actions == "at once":
        assert card in ACTIONS
    elif fighters:
        assert fights(card)
        best = {"highest": max, "lowest": min}.get(plan.card)
        assert best is None or worth(card) == best(map(worth, fighters))


def worth(card: str) -> int:
    """Return how high a card counts for a plan: War above all numbers, actions below."""
    return {"war": 99, "steal": 0, "reveal": 0}.get(card) or int(card if card.isdigit() else 0)


@pytest.mark.parametrize("plan", PLANS[:4])
def test_a_session_that_checks_everything_plays_the_same_game(plan: lab.Plan) -> None:
    for number in range(3):
        session, game = lab.by_session(plan, number), lab.play(plan, number)
        assert session.outcome is not None
        assert [len(session.outcome.winners)] == [1] or game.winner == -1
        flips = [flip for flip, before in flips_of(session) if flip is not before]
        assert game.battles == sum(flip.war == 0 for flip in flips)
        assert sum(game.wars) == sum(flip.winner < 0 for flip in flips)
        assert game.by_card == sum("war" in flip.cards for flip in flips)
        assert game.by_card + game.by_pair == sum(game.wars)


def flips_of(session: Any) -> Iterator[tuple[Flip, Flip | None]]:
    """Yield each state's last flip with the one before it."""
    for before, _action, after in session.steps():
        if after.state.last is not None:
            yield after.state.last, before.state.last


@pytest.mark.parametrize("plan", range(len(PLANS)))
def test_a_game_ends_for_a_reason(plan: int) -> None:
    games = some_games(plan)
    assert [game.number for game in games] == list(range(40))
    assert {game.reason for game in games} <= set(lab.REASONS)
    for game in games:
        assert game.battles <= PLANS[plan].cap
        assert (game.winner >= 0) == (game.reason == "last standing")
        assert list(game.wars) == sorted(game.wars, reverse=True)
        assert sum(game.wars[:1]) <= game.battles


def test_shares_add_up() -> None:
    games = some_games(0)
    assert sum(lab.reasons(games)) == pytest.approx(1)
    rates = lab.war_rates(games, most=2)
    assert rates[0] == sum(sum(g.wars[:1]) for g in games) / sum(g.battles for g in games)
    assert rates == sorted(rates, reverse=True)
    assert mean([1, 3]) == Mean(2, 0.5**0.5, 2)


def test_a_game_that_lasts_too_long_is_given_up() -> None:
    [game] = lab.simulate(lab.Plan(cap=5), 1)
    assert (game.reason, game.battles, game.winner) == ("cap", 5, -1)


# In parallel


@contextmanager
def dask() -> Iterator[Executor]:
    """Give the executor of a little cluster in this process, and let nothing of it be left."""
    from distributed import Client, LocalCluster  # noqa: PLC0415  it takes a second to load

    two_threads = {"n_workers": 1, "threads_per_worker": 2, "processes": False}
    with (
        LocalCluster(**two_threads, dashboard_address=None) as cluster,
        Client(cluster) as client,
        client.get_executor() as executor,
    ):
        yield executor


@contextmanager
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(3) as executor:
        yield executor


@pytest.mark.slow
@pytest.mark.parametrize("executors", [threads, lab.all_cores, dask])
def test_games_are_the_same_wherever_they_are_played(executors: Any) -> None:
    plan = lab.Plan(deck=SMALL, seed="elsewhere")
    with executors() as executor:
        there = lab.simulate(plan, 60, executor=executor)
    assert written(there) == written(lab.simulate(plan, 60))


def test_whoever_stops_it_does_not_wait_for_the_rest() -> None:
    asked: list[Future[Any]] = []

    class Slow(ThreadPoolExecutor):
        def submit(self, *work: Any, **named: Any) -> Future[Any]:
            asked.append(super().submit(*work, **named))
            return asked[-1]

    def stop(_done: int, _of: int) -> None:
        raise KeyboardInterrupt

    with Slow(1) as executor, pytest.raises(KeyboardInterrupt):
        lab.simulate(CIRCLING, 40 * lab.CHUNK, executor=executor, progress=stop)
    assert asked[-1].cancelled()


def test_games_are_the_same_however_many_there_are() -> None:
    many = some_games(1)
    assert written(many[:7]) == written(lab.simulate(PLANS[1], 7))
    assert many[33] == lab.play(PLANS[1], 33)
    assert written(lab.play_some(PLANS[1], (3, 1))) == written((many[3], many[1]))
    assert lab.simulate(msgspec.structs.replace(PLANS[1], seed="other"), 7) != many[:7]


@pytest.mark.parametrize("games", [0, 1, 25, 60])
def test_progress_is_told_to_the_end(games: int) -> None:
    told: list[tuple[int, int]] = []
    done = lab.simulate(CIRCLING, games, progress=lambda *so_far: told.append(so_far))
    assert len(done) == games
    assert [of for _count, of in told] == [games] * -(-games // lab.CHUNK)
    assert not told or told[-1] == (games, games)
    assert all(a < b for (a, _), (b, _) in pairwise(told))


def test_several_plans_are_told_as_one() -> None:
    told: list[tuple[int, int]] = []
    plans = {"high": lab.Plan(card="highest", deck=CIRCLING.deck), "low": CIRCLING}
    found = lab.simulate_all(plans, 30, progress=lambda *so_far: told.append(so_far))
    assert told == [(25, 60), (30, 60), (55, 60), (60, 60)]
    assert found == {name: lab.simulate(plan, 30) for name, plan in plans.items()}


def test_what_goes_wrong_elsewhere_is_not_swallowed() -> None:
    broken = lab.Plan(deck=Deck({"1": 9}))
    with threads() as executor, pytest.raises(ValueError, match="different numbers"):
        lab.simulate(broken, 3, executor=executor)


# Going on for ever


def test_cycles_found_by_notes_and_by_a_race_are_the_same() -> None:
    found = [lab.cycle(CIRCLING, number) for number in range(12)]
    assert all(found)
    assert [lab.cycle_by_race(CIRCLING, number) for number in range(12)] == [
        one.length for one in found if one
    ]
    assert {game.reason for game in lab.simulate(CIRCLING, 12)} == {"cycle"}


def test_what_has_come_round_once_comes_round_again() -> None:
    found = lab.cycle(CIRCLING, 0)
    assert found is not None
    laps = 3 * found.length
    worlds = list(islice(lab.battles(CIRCLING, 0), found.begins + laps))
    lap = [lab.arranged(world) for world in worlds[found.begins :]]
    assert len(set(lap)) == found.length
    assert lap == lap[: found.length] * 3


def test_a_game_that_ends_has_no_cycle() -> None:
    plan = lab.Plan(card="highest", returned="played", deck=lab.of_numbers(12, 1))
    assert {game.reason for game in lab.simulate(plan, 10)} == {"last standing"}
    assert [lab.cycle(plan, number) for number in range(10)] == [None] * 10
    assert [lab.cycle_by_race(plan, number) for number in range(10)] == [0] * 10


def test_where_something_is_left_to_chance_nothing_is_called_a_cycle() -> None:
    shuffled = msgspec.structs.replace(CIRCLING, returned="shuffled", cap=400)
    assert {game.reason for game in lab.simulate(shuffled, 10)} <= {"last standing", "cap"}


# What the prose of the notebook says


def said(*sentences: str) -> None:
    """See that the notebook says so."""
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    prose = " ".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    plain = " ".join(prose.replace("*", "").split())
    for sentence in sentences:
        assert sentence in plain, sentence


@cache
def sixty(**fields: Any) -> tuple[lab.Game, ...]:
    """Return sixty games with other shuffles than those of the notebook."""
    deck = lab.with_cards(GUESS, war=fields.pop("war", 4))
    return lab.simulate(lab.Plan(**fields, deck=deck, seed="prose"), 60)


def battles(**fields: Any) -> float:
    return mean(game.battles for game in sixty(**fields)).value


def test_what_is_said_of_the_first_battle() -> None:
    chances = [float(lab.first_war(lab.with_cards(GUESS, war=n), 2)) for n in range(0, 13, 2)]
    said("a war in about two games of eleven, three in one of three")
    assert chances[2] == pytest.approx(2 / 11, abs=0.005)
    assert float(lab.first_war(GUESS, 3)) == pytest.approx(1 / 3, abs=0.01)
    said("three players start with a pair in one game of five")
    assert float(lab.first_war(lab.with_cards(GUESS, war=0), 3)) == pytest.approx(0.2, abs=0.01)
    gains = [100 * (more - less) for less, more in pairwise(chances)]
    said("Each pair of War cards adds", "a little less each time")
    assert gains == sorted(gains, reverse=True)
    assert [round(gain) for gain in gains] == [6, 5, 5, 4, 4, 4]


def test_a_war_moves_more_cards() -> None:
    said("A plain battle moves one card", "a war moves four, and a second war in a row seven")
    said("hardly matter to the length")
    lost = {0: 1, 1: 1 + 2 + 1, 2: 1 + 2 + 1 + 2 + 1}
    session = lab.by_session(lab.Plan(), 0)
    for before, _action, after in session.steps():
        flip = after.state.last
        if flip is not before.state.last and flip is not None and flip.gain and flip.war in lost:
            assert flip.gain == 2 * lost[flip.war] or 0 in after.state.totals


@pytest.mark.slow
def test_what_is_said_of_lengths_and_wars() -> None:
    games = sixty()
    said("some 180 battles on average, but half of them are over by about 140")
    assert battles() == pytest.approx(184, abs=40)
    assert median(game.battles for game in games) == pytest.approx(139, abs=30)
    rates = lab.war_rates(games)
    said("two wars in a row come in about three battles of a hundred, and three in one of two")
    assert rates[0] == pytest.approx(float(lab.first_war(GUESS)), abs=0.015)
    assert rates[1:3] == pytest.approx([0.03, 0.005], abs=0.004)
    said("Two wars in three are the work of four War cards")
    by_card, by_pair = sum(g.by_card for g in games), sum(g.by_pair for g in games)
    assert by_card / (by_card + by_pair) == pytest.approx(2 / 3, abs=0.03)


@pytest.mark.slow
def test_what_is_said_of_decks_and_of_choosing() -> None:
    usual = battles()
    said("Without War cards a game takes about twice as long, with twelve of them about half")
    assert 1.5 < battles(war=0) / usual < 3  # over thousands of games it is 2.0; sixty scatter
    assert battles(war=12) / usual == pytest.approx(0.5, abs=0.15)
    said("and the game takes more than twice as long")
    assert battles(card="lowest") > 2 * usual
    said("for the others, a fixed order makes games shorter")
    assert battles(card="lowest", returned="played") < battles(card="lowest")


@pytest.mark.slow
def test_what_is_said_of_going_on_for_ever() -> None:
    said("with few cards, no wars and a fixed order, playing low, all our games did")
    assert {game.reason for game in lab.simulate(CIRCLING, 50)} == {"cycle"}
    said("with pairs in the deck all of our games ended, with 24 cards and with 72")
    pairs = lab.Plan(card="lowest", returned="played", deck=lab.of_numbers(12, 2))
    assert {game.reason for game in lab.simulate(pairs, 50)} == {"last standing"}
    said("most games were still undecided after a thousand battles")
    shuffled = lab.Plan(card="lowest", deck=CIRCLING.deck, cap=1_000)
    assert lab.reasons(lab.simulate(shuffled, 8))[lab.REASONS.index("cap")] > 0.5
