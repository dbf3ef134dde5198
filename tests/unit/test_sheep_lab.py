"""The lab of The Sheep: every number by a second way of getting it, and what its notebook says."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import pytest
from msgspec.structs import replace

from companion.the_sheep import engine, lab
from companion.the_sheep.state import Attack, Avert, Buy, Carry, Distract, LetGo, Move, Tile
from tests.sheep import camp, shepherd

CARDS = lab.practice()
SEATS = (2, 3, 4)
NOTEBOOK = Path(__file__).resolve().parents[2] / "notebooks" / "the-sheep-lab.ipynb"


# Pollution


@pytest.mark.parametrize("seed", range(6))
def test_never_averted_any_meter_is_lost_on_night_seven(seed: int) -> None:
    meter = lab.random_meter(seed)
    events = lab.random_events(CARDS, 10, seed)
    table = lab.camp(2 + seed % 3, lab.with_meter(meter))
    assert table.table.meter(2) == tuple(meter)
    assert lab.polluted_by(table, events, averts=False) == lab.failures_to_lose() == 7


@pytest.mark.parametrize(("minor", "major"), [(1, 0), (2, 0), (3, 0), (2, 1), (1, 2), (0, 3)])
def test_tiles_that_lie_there_shorten_it(minor: int, major: int) -> None:
    names = list(CARDS.decks["tile"])
    tiles = tuple(Tile(names[at], major=at < major) for at in range(minor + major))
    table = lab.camp(2, tiles=tiles)
    events = ["still-night"] * 8
    assert lab.polluted_by(table, events, averts=False) == lab.failures_to_lose(minor, major)
    assert lab.polluted_by(table, events[: lab.failures_to_lose(minor, major) - 1],
                           averts=False) == 0  # fmt: skip


def test_the_walk_of_the_tracker_is_the_engines() -> None:
    for seed in range(12):
        chance = Random(seed)
        seats, each = chance.choice(SEATS), chance.choice((0, 1))
        events = chance.choices(list(CARDS.decks["night"]), k=16)
        table = lab.camp(seats)
        lit = tuple(replace(one, lit=each) for one in table.shepherds)
        raised = [CARDS.decks["night"][event].pollution for event in events]
        walked = lab.night_lost(CARDS.meter(seats), seats * each, raised)
        assert lab.polluted_by(replace(table, shepherds=lit), events, averts=True) == walked


def small_deck() -> list[int]:
    return [1, 1, 2, 3]


def test_chances_of_a_loss_are_those_of_all_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck of four cards can be laid out in all its orders, two rounds of it."""
    few = {"still-night": 2, "foul-spring": 1, "burst-pipe": 1}
    monkeypatch.setattr(lab, "failures_to_lose", lambda: 2)
    monkeypatch.setattr(type(CARDS), "copies", lambda _self, _deck: Counter(few))
    orders = [(*one, *two) for one in permutations(small_deck()) for two in permutations(
        small_deck())]  # fmt: skip
    for lanterns in (1, 2, 3):
        ends = [lab.night_lost((1, 1, 2, 3, 4), lanterns, order) for order in orders]
        exact = lab.lost_by((1, 1, 2, 3, 4), lanterns, CARDS, 8)
        for night in range(1, 9):
            lost = sum(0 < end <= night for end in ends)
            assert exact[night - 1] == Fraction(lost, len(orders))
    costs = lab.prices((1, 2, 3, 5, 8), CARDS, 5)
    for night in range(1, 6):
        paid = [(1, 2, 3, 5, 8)[min(4, sum(order[:night]))] for order in orders]
        assert costs[night - 1] == {
            n: Fraction(paid.count(n), len(paid)) for n in sorted(set(paid))
        }


def test_rises_are_the_shares_of_the_night_events() -> None:
    deck = [CARDS.decks["night"][card].pollution for card in CARDS.copies("night").elements()]
    assert lab.rises(CARDS) == {n: Fraction(deck.count(n), len(deck)) for n in (1, 2, 3)}
    assert lab.prices(CARDS.meter(2), CARDS, 1)[0] == {
        CARDS.meter(2)[1]: Fraction(deck.count(1), len(deck)),
        CARDS.meter(2)[2]: Fraction(deck.count(2) + deck.count(3), len(deck)),
    }


def test_chances_add_up_and_averages_are_averages() -> None:
    for one in lab.prices(CARDS.meter(3), CARDS, 6):
        assert sum(one.values()) == 1
        assert lab.expected(one) == sum(n * p for n, p in one.items())
        assert lab.over(one, 3) + sum(p for n, p in one.items() if n <= 3) == 1
        assert lab.at_least(one, 3) == lab.over(one, 2)


def test_a_shuffle_has_each_card_once_a_round() -> None:
    whole = sorted(lab.shuffled_rises(CARDS, 18, 1))
    assert whole == sorted(lab.shuffled_rises(CARDS, 36, 2)[18:])
    assert lab.shuffled_rises(CARDS, 20, 3) == lab.shuffled_rises(CARDS, 20, 3)


# Corruption


@pytest.mark.parametrize("tiers", [(1, 0, 0), (0, 3, 0), (0, 0, 2), (2, 1, 1), (5, 0, 1)])
def test_corruption_is_what_the_engine_inflicts(tiers: tuple[int, int, int]) -> None:
    table, copies = lab.camp(2), CARDS.copies("mutation")
    found: Counter[int] = Counter()
    for mutation, times in copies.items():
        found[lab.struck(table, tiers, mutation)] += times
    exact = lab.corruption(CARDS, tiers)
    assert {n: p * copies.total() for n, p in exact.items()} == found


def test_sheep_of_a_tier() -> None:
    assert [lab.of_tier(tier, 2) for tier in range(3)] == [(2, 0, 0), (0, 2, 0), (0, 0, 2)]


# Plans


@cache
def games(seats: int) -> tuple[lab.Result, ...]:
    return lab.tournament(lab.PLANS, seats, 15)


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
def test_every_game_ends_in_one_way(seats: int) -> None:
    results = games(seats)
    assert len(results) == 60
    for plan in lab.PLANS:
        rates = [lab.rate(results, plan, way).value for way in ("won", "corruption", "pollution")]
        assert sum(rates) == pytest.approx(1)
        mine = [one for one in results if one.plan == plan]
        days = lab.mean_day(results, plan)
        assert days.value == pytest.approx(fmean(one.day for one in mine))
        assert days.error == pytest.approx(stdev(one.day for one in mine) / 15**0.5)
    for one in results:
        if one.result == "pollution":
            assert (one.day, lab.PLANS[one.plan].averts) == (7, False)
        assert (one.result == "won") == (one.safe == CARDS.travelling(seats))


def test_an_error_is_that_of_a_share() -> None:
    found = lab.rate(games(2), "avert and fight", "won")
    wins = round(found.value * 15)
    values = [1.0] * wins + [0.0] * (15 - wins)
    assert found.error == pytest.approx((fmean(v * v for v in values) - fmean(values) ** 2) ** 0.5
                                        / 15**0.5)  # fmt: skip


def test_the_same_seed_gives_the_same_game() -> None:
    plan = lab.PLANS["avert and fight"]
    assert lab.play(plan, 3, 4) == lab.play(plan, 3, 4)
    assert lab.play(plan, 3, 4) != lab.play(plan, 3, 5)


def test_a_plan_does_only_what_is_legal_and_what_it_is_called() -> None:
    for name, plan in lab.PLANS.items():
        state = lab.play(plan, 2, 1)
        assert state.phase == "over", name
    idle = lab.Plan(averts=False, fights=False)
    table = camp(shepherd("c4"), flock="c4:l", wagons="tinkers:c4", mutation="glass-sheep")
    assert not isinstance(idle(table), Attack)
    assert isinstance(lab.PLANS["only fight"](table), Attack)


def test_attacks_waste_nothing_and_save_lanterns() -> None:
    table = camp(
        shepherd("c4", "shears shepherds-spear"), flock="c4:ls", mutation="prismatic-sheep"
    )
    best = lab.best_attack(table, engine.legal(table))
    assert best is not None
    assert (best.card, best.tier, best.boost) == ("shepherds-spear", "standard", False)
    alone = camp(shepherd("c4", "shears"), flock="c4:s", mutation="prismatic-sheep")
    boosted = lab.best_attack(alone, engine.legal(alone))
    assert boosted is not None
    assert boosted.boost
    hopeless = camp(shepherd("c4", "shears"), flock="c4:g", mutation="iron-sheep")
    assert lab.best_attack(hopeless, engine.legal(hopeless)) is None
    together = camp(
        shepherd("c4", "shears flockbuster", lit=0), flock="c4:s", mutation="prismatic-sheep"
    )
    first = lab.best_attack(together, engine.legal(together))
    assert first is not None
    assert not first.boost


def test_excess_damage_goes_to_the_biggest_sheep_it_kills() -> None:
    table = camp(shepherd("c4", "rune-blade"), flock="c4:lls", phase="action", mutation="")
    attack = Attack(0, "rune-blade", "lesser")
    state = engine.apply(table, attack)
    assert lab.PLANS["only fight"](state) == Carry(0, "standard")
    weak = camp(shepherd("c4", "torch-pole"), flock="c4:lg", phase="action", mutation="")
    state = engine.apply(weak, Attack(0, "torch-pole", "lesser"))
    assert lab.PLANS["only fight"](state) == LetGo(0)


def test_a_better_card_is_bought_and_the_worst_discarded() -> None:
    table = camp(shepherd("c4"), shepherd("c4", "torch-pole chain-whip rune-blade"),
                 wagons="tinkers:c4", phase="action", mutation="")  # fmt: skip
    plan = lab.PLANS["only fight"]
    buys = plan(table)
    assert buys == Buy(0, "chain-whip")
    state = engine.apply(table, buys)
    assert plan(state) in engine.legal(state)
    state = engine.apply(state, plan(state))
    assert "chain-whip" in [one.id for one in state.shepherds[0].hand]
    assert len(state.shepherds[0].hand) == 3
    rich = replace(state, shepherds=(state.shepherds[0], replace(state.shepherds[1], essence=5)))
    assert not isinstance(plan(rich), Buy)


def test_a_guard_walks_to_its_caravan_and_stays() -> None:
    table = camp(shepherd("a4"), shepherd("c4"), wagons="tinkers:c4", phase="action", mutation="")
    step = lab.PLANS["neither"](table)
    assert isinstance(step, Move)
    assert (step.seat, step.to) == (0, "c4")
    assert not isinstance(lab.PLANS["neither"](engine.apply(table, step)), Move)


def test_lanterns_are_spent_evenly() -> None:
    table = camp(shepherd("c4", lit=1), shepherd("c4", lit=3), phase="avert", slot=2, mutation="")
    act = lab.PLANS["avert and fight"](table)
    assert isinstance(act, Avert)
    assert act.lanterns == (0, 2)


def test_a_caravan_is_saved_by_distraction() -> None:
    table = camp(shepherd("c4", "shears", corruption=3), flock="c4:g", wagons="tinkers:c4",
                 phase="strike", mutation="glass-sheep")  # fmt: skip
    plan = lab.PLANS["avert and fight"]
    assert not isinstance(plan(table), Distract)
    worn = replace(table, caravans=(replace(table.caravans[0], corruption=4),))
    assert isinstance(plan(worn), Distract)


# What the notebook says


def said(*sentences: str) -> None:
    found = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    prose = ["".join(one["source"]) for one in found if one["cell_type"] == "markdown"]
    text = " ".join(" ".join(prose).replace("**", "").split())
    for sentence in sentences:
        assert sentence in text, sentence


def test_what_the_notebook_says_of_pollution() -> None:
    meter = CARDS.meter(2)
    none, one, two, three = (lab.lost_by(meter, lanterns, CARDS, 28) for lanterns in range(4))
    said("So night seven", "A single lantern a night nearly doubles the time")
    assert [none[5], none[6]] == [0, 1]
    middle = next(night for night, chance in enumerate(one, 1) if chance >= Fraction(1, 2))
    assert middle == 12
    said("With two it takes more than twenty nights, and three are not beaten")
    assert two[19] == 0 < two[20]
    assert three[-1] == 0


def test_what_the_notebook_says_of_the_lanterns() -> None:
    last = [lab.prices(CARDS.meter(seats), CARDS, 8)[6:] for seats in SEATS]
    said("a pair keeps one lantern of six, three players keep two of nine and four keep three of")
    left = [[3 * n - lab.expected(one) for one in row] for n, row in zip(SEATS, last, strict=True)]
    assert left == [[1, 1], [2, 2], [3, 3]]
    said("less than one lantern a shepherd")


def test_what_the_notebook_says_of_the_sheep() -> None:
    room = CARDS.caravans["tinkers"].corruption

    def falls(tier: int, count: int) -> Fraction:
        return lab.at_least(lab.corruption(CARDS, lab.of_tier(tier, count)), room)

    said("The Tinkers’ Guild falls with the sixth point", "Over the nine practice mutations")
    assert (room, CARDS.copies("mutation").total()) == (6, 9)
    said("Two greater sheep destroy a fresh guild on four nights of nine, three do it for certain")
    assert [falls(2, 2), falls(2, 3), falls(1, 3)] == [Fraction(4, 9), 1, Fraction(5, 9)]
    said("Of standard ones three do it on five nights of nine", "Six lesser ones are needed")
    assert [falls(0, 5), falls(0, 6), falls(1, 2)] == [0, 1, 0]
    rows = [set(lab.corruption(CARDS, lab.of_tier(tier, 1))) for tier in range(3)]
    said("A lesser sheep inflicts exactly 1 under every practice mutation, a standard one 1 or 2")
    assert rows == [{1}, {1, 2}, {2, 3}]


def test_what_the_notebook_says_of_the_plans() -> None:
    results = [games(seats) for seats in SEATS]
    said(
        "loses a caravan on the second or third day as a rule",
        "wins about one game in ten; who does both wins about nine",
    )
    for row in results:
        for plan in ("only avert", "neither"):
            assert lab.rate(row, plan, "corruption").value == 1
            assert 2 <= lab.mean_day(row, plan).value <= 3
        assert lab.rate(row, "only fight", "won").value < 0.35
        assert 5.5 < lab.mean_day(row, "only fight").value <= 7
    best = fmean(lab.rate(row, "avert and fight", "won").value for row in results)
    assert best == pytest.approx(0.9, abs=0.1)
    rare = fmean(lab.rate(row, "only fight", "won").value for row in results)
    assert rare == pytest.approx(0.1, abs=0.1)
