"""The lab of Piece o' Cake: every number by a second way of getting it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random

import pytest

import companion
from companion.averages import mean_of_groups
from companion.piece_o_cake import engine, lab, scoring
from companion.piece_o_cake.slices import CAKES, COUNTS, DOLLOPS, TOTAL
from companion.piece_o_cake.state import AnyAction, Cut, Pass, Serve, State, Take, pieces, seen

PLAYERS = {
    "greedy": lab.greedy,
    "eater": lab.eater,
    "collector": lab.collector,
    "wild": lab.wild(0),
}


@cache
def choosing(seed: int, seats: int) -> tuple[State, ...]:
    """Return every table of a wild game at which somebody chooses."""
    session = companion.start("piece-o-cake", lab.NAMES[:seats], virtual=True, seed=seed)
    player, tables = lab.wild(seed), []
    while session.outcome is None:
        tables.append(session.state)
        session.do(player(session.state))
    return tuple(table for table in tables if table.phase == "take")


TABLES = [table for seats in range(2, 6) for table in choosing(seats, seats)]


@cache
def last_cake(seed: int, seats: int) -> State:
    """Return a table whose last cake lies there uncut."""
    session = companion.start("piece-o-cake", lab.NAMES[:seats], virtual=True, seed=seed)
    players = [lab.collector, lab.greedy] * seats
    return lab.play_on(session, players, until=before_the_last_cut)


def before_the_last_cut(state: State) -> bool:
    return state.cake_number == CAKES - 1 and state.phase == "cut"


# Ways to cut


@pytest.mark.parametrize("seats", range(2, 6))
def test_ways_to_cut_are_those_the_engine_lists(seats: int) -> None:
    game = companion.start("piece-o-cake", lab.NAMES[:seats])
    game.do("serve P K K H C K A G S H B")
    listed = Counter(max(1, len(cut.gaps)) for cut in game.legal())
    assert listed == {count: lab.ways_to_cut(count) for count in listed}
    assert set(listed) == set(range(1, (4 if seats == 2 else seats) + 1))


def test_all_cuts_of_five_seats() -> None:
    assert sum(map(lab.ways_to_cut, range(1, 6))) == 1013


@pytest.mark.parametrize("count", range(1, 6))
def test_ways_to_cut_are_different_sets_of_pieces(count: int) -> None:
    sets_of_gaps = [gaps for gaps in combinations(range(11), count) if count > 1] or [()]
    different = {frozenset(map(frozenset, pieces(gaps))) for gaps in sets_of_gaps}
    assert len(different) == lab.ways_to_cut(count)


# Eaten or collected


def splits(slices: int, seats: int) -> list[tuple[int, ...]]:
    """Return every way ``slices`` can lie with ``seats`` players."""
    return [split for split in product(range(slices + 1), repeat=seats) if sum(split) <= slices]


@pytest.mark.parametrize("worth", lab.worths(), ids=lambda worth: worth.variety.id)
def test_worths_hold_against_every_way_the_rest_can_lie(worth: lab.Worth) -> None:
    count, dollops = worth.variety.count, worth.variety.dollops
    assert worth.match * dollops >= count > (worth.match - 1) * dollops

    def leads(own: int) -> list[tuple[int, ...]]:
        return [scoring.leaders((own, *rest)) for rest in splits(count - own, 3)]

    assert all(0 in leaders for leaders in leads(worth.safe))
    assert not all(0 in leaders for leaders in leads(worth.safe - 1))
    assert all(leaders == (0,) for leaders in leads(worth.alone))
    assert not all(leaders == (0,) for leaders in leads(worth.alone - 1))


def test_the_known_table_of_worths() -> None:
    assert [worth.match for worth in lab.worths()] == [3, 4, 5, 4, 4, 5, 5, 4]
    assert [worth.safe for worth in lab.worths()] == [2, 2, 3, 4, 4, 5, 5, 6]
    assert [worth.alone for worth in lab.worths()] == [2, 3, 3, 4, 5, 5, 6, 6]


@pytest.mark.parametrize("edition", ["classic", "more-whip"])
def test_at_the_break_even_chance_both_pay_the_same(edition: str) -> None:
    for variety in (worth.variety for worth in lab.worths(edition)):
        for slices in range(1, variety.count + 1):
            chance = lab.break_even(variety, slices)
            assert lab.gain_of_collecting(variety, slices, chance) == 0
            assert lab.gain_of_collecting(variety, slices, chance + Fraction(1, 100)) > 0


def test_the_price_list_holds_every_break_even_chance() -> None:
    for worth in lab.worths():
        row = lab.price_list(6)[worth.title]
        known = [float(Fraction(own * worth.dollops, worth.bonus)) for own in range(1, 7)]
        assert row == known[: worth.bonus] + [None] * (6 - worth.bonus)


def test_collecting_pays_on_average_what_so_many_evenings_pay() -> None:
    strawberry = lab.worths()[6].variety
    evenings = [10] * 3 + [0] * 2
    won = Fraction(sum(evenings), len(evenings)) - 2 * 2
    assert lab.gain_of_collecting(strawberry, 2, Fraction(3, 5)) == won


# What an offer is worth


def points_after(state: State, action: AnyAction) -> int:
    """Return what ``action`` adds for its seat, by doing it."""
    before = scoring.totals(state)[action.seat]
    return scoring.totals(engine.apply(state, action))[action.seat] - before


@pytest.mark.parametrize("state", TABLES[::4])
def test_an_offer_adds_what_doing_it_adds(state: State) -> None:
    for offer in lab.offers(state):
        assert engine.check(state, offer.action) is None
        assert offer.points == points_after(state, offer.action)


@pytest.mark.parametrize("state", TABLES[::4])
def test_a_greedy_choice_is_the_best_of_all_legal_ones(state: State) -> None:
    assert lab.greedy(state) == lab.exhaustive(state)
    best = max(points_after(state, action) for action in engine.legal(state))
    assert points_after(state, lab.greedy(state)) == best


@pytest.mark.parametrize("state", TABLES[::4])
def test_eaters_eat_and_collectors_collect(state: State) -> None:
    collects = lab.collector(state)
    assert collects in engine.legal(state)
    assert isinstance(collects, Pass) or (isinstance(collects, Take) and not collects.eat)
    if not any(state.collected[state.picks[0]]) and state.left:
        eats = lab.eater(state)
        assert isinstance(eats, Take)
        assert len(eats.eat) == len(state.pieces[eats.piece])


def test_best_split_against_every_split() -> None:
    random = Random(1)
    for _case in range(300):
        kind, new = random.randrange(8), random.randrange(1, 4)
        own, rival = random.randrange(5), random.randrange(5)
        held = COUNTS[kind] * (0 in scoring.leaders((own, rival)))
        ways = [
            eat * DOLLOPS[kind]
            + COUNTS[kind] * (0 in scoring.leaders((own + new - eat, rival)))
            - held
            for eat in range(new + 1)
        ]
        points, eat = lab.best_split(kind, own, rival, new)
        assert points == max(ways) == ways[eat]
        assert all(way < points for way in ways[eat + 1 :])


@pytest.mark.parametrize("seats", range(2, 6))
def test_an_even_cut_is_as_even_as_any(seats: int) -> None:
    state = last_cake(seats, seats)

    def difference(cut: Cut) -> int:
        sums = [sum(DOLLOPS[state.cake[at]] for at in piece) for piece in pieces(cut.gaps)]
        return max(sums) - min(sums)

    most = engine.piece_limits(state)[1]
    full = [cut for cut in engine.legal(state) if isinstance(cut, Cut) and len(cut.gaps) == most]
    assert lab.even_cut(state) in full
    assert difference(lab.even_cut(state)) == min(map(difference, full))


# Cuts


@pytest.mark.parametrize("seats", range(2, 6))
def test_trials_are_what_the_engine_makes_of_each_cut(seats: int) -> None:
    state = last_cake(20, seats)
    tried = lab.trials(state)
    assert Counter(one.cut for one in tried) == Counter(engine.legal(state))
    for one in tried[:: len(tried) // 12]:
        assert lab.trial(state, one.cut, lab.exhaustive) == one


def test_trials_stand_best_first() -> None:
    tried = lab.trials(last_cake(20, 4))
    order = [(one.kept, one.lead) for one in tried]
    assert order == sorted(order, reverse=True)


def test_an_appraisal_is_what_taking_each_piece_first_would_add() -> None:
    state = last_cake(20, 4)
    cut = lab.trials(state)[0].cut
    after = engine.apply(state, cut)
    first = after.picks[0]
    best = [
        max(
            points_after(after, action)
            for action in engine.legal(after)
            if isinstance(action, Take) and action.piece == piece
        )
        for piece in after.left
    ]
    assert [row[first] for row in lab.appraisal(state, cut)] == best


def test_owners_are_named_and_a_piece_nobody_took_is_nobodys() -> None:
    state = last_cake(20, 4)
    for one in lab.trials(state)[::50]:
        names = lab.owners(state, one)
        assert len(names) == len(pieces(one.cut.gaps))
        assert {name for name in names if name} <= set(state.setup.names)
        assert len([name for name in names if name]) == len(one.takers)


# Whole games


@pytest.mark.parametrize("player", PLAYERS.values(), ids=list(PLAYERS))
@pytest.mark.parametrize("seats", range(2, 6))
def test_a_game_ends_with_no_slice_lost(player: lab.Player, seats: int) -> None:
    end = lab.play([player] * seats, seed=seats)
    assert engine.outcome(end) is not None
    assert sum(seen(end)) == TOTAL - 2
    assert not engine.problems(end)


def test_the_same_seeds_give_the_same_games() -> None:
    assert lab.play([lab.wild(3)] * 4, 3) == lab.play([lab.wild(3)] * 4, 3)
    assert lab.play([lab.wild(3)] * 4, 3) != lab.play([lab.wild(4)] * 4, 3)
    ways = {"greedy": lab.greedy, "collector": lab.collector}
    assert lab.tournament(ways, 2, 2) == lab.tournament(ways, 2, 2)


@cache
def some_ends() -> tuple[State, ...]:
    wild = [lab.play([lab.wild(seed)] * 4, seed) for seed in range(25)]
    return (*wild, *(lab.play([lab.greedy] * 3, seed) for seed in range(5)))


def test_tie_points_are_those_the_score_lines_name() -> None:
    for end in some_ends():
        lines = scoring.score(end)
        assert lab.tie_points(end) == sum(line.points for line in lines if line.rule == "ties")


def test_tie_rates_count_the_varieties_with_several_leaders() -> None:
    ends = some_ends()
    for kind, rate in enumerate(lab.tie_rates(ends)):
        columns = [scoring.column(end, kind) for end in ends]
        shared = [column for column in columns if max(column) and column.count(max(column)) > 1]
        assert rate == pytest.approx(len(shared) / len(ends))


def test_tie_share_is_a_share_of_all_points() -> None:
    ends = some_ends()
    bonuses = [line.points for end in ends for line in scoring.score(end) if line.rule == "ties"]
    everything = sum(line.points for end in ends for line in scoring.score(end))
    assert lab.tie_share(ends) == pytest.approx(sum(bonuses) / everything)


def test_paid_off_counts_the_score_lines_of_a_variety() -> None:
    ends = some_ends()
    for kind, slices in product(range(8), range(1, 4)):
        lines = [
            line
            for end in ends
            for line in scoring.score(end)
            if line.variety == kind and end.collected[line.seat][kind] == slices
        ]
        scored = sum(line.points == COUNTS[kind] for line in lines)
        assert lab.paid_off(ends, kind, slices) == (len(lines), scored)


def test_chances_are_the_part_that_scored() -> None:
    ends = some_ends()
    table = lab.chances(ends, most=4, least=10)
    for kind, row in enumerate(table.values()):
        for own, chance in enumerate(row, start=1):
            held, scored = lab.paid_off(ends, kind, own)
            assert chance == (scored / held if held >= 10 else None)


def test_a_tournament_seats_everybody_everywhere() -> None:
    ways = {"eater": lab.eater, "collector": lab.collector, "greedy": lab.greedy}
    results = lab.tournament(ways, seats=3, deals=1)
    assert len(results) == 27
    for seat in range(3):
        assert set(Counter(game.players[seat] for game in results).values()) == {9}
    assert all(sum(game.wins) == pytest.approx(1) for game in results)
    assert all(game.points == scoring.totals(game.end) for game in results)


def test_means_are_averages_and_company_narrows_them() -> None:
    ways = {"eater": lab.eater, "greedy": lab.greedy}
    results = lab.tournament(ways, seats=2, deals=2)
    own = [
        p
        for game in results
        for n, p in zip(game.players, game.points, strict=True)
        if n == "eater"
    ]
    assert lab.mean_points(results, "eater").value == pytest.approx(sum(own) / len(own))
    alone = lab.mean_points(results, "eater", 0)
    together = lab.mean_points(results, "eater", 1)
    assert alone.count + together.count == lab.mean_points(results, "eater").count == len(own)


def test_an_error_is_that_of_the_games_not_of_the_seats() -> None:
    assert mean_of_groups([[1, 3], [1, 3]]).error == 0
    assert mean_of_groups([[1.0], [3.0]]).error == pytest.approx(0.5**0.5)


def test_eaters_share_out_the_dollops_that_are_served() -> None:
    ends = [lab.play([lab.eater] * 4, seed) for seed in range(10)]
    for end in ends:
        spare = [count - found for count, found in zip(COUNTS, seen(end), strict=True)]
        missing = sum(count * each for count, each in zip(spare, DOLLOPS, strict=True))
        assert sum(scoring.totals(end)) == 113 - missing


def test_hosting_draws_then_cuts() -> None:
    session = companion.start("piece-o-cake", ["Red", "Blue"], virtual=True, seed=1)
    assert lab.hosting(session.state) == Serve(0)
    session.do(lab.greedy(session.state))
    assert isinstance(lab.hosting(session.state), Cut)


def test_an_unfinished_game_has_no_result() -> None:
    with pytest.raises(ValueError, match="not over"):
        lab.result(("eater", "eater"), TABLES[0])
