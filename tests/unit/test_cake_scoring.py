"""What slices are worth: known numbers, a second count, and what can still change."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from companion.game import places
from companion.piece_o_cake import GAME, Cut, Take, engine, score, scoring, standings
from companion.piece_o_cake.slices import COUNTS, DOLLOPS, full_set
from companion.piece_o_cake.state import State, seen
from companion.secrets import shuffled
from tests import cakes, tables, walks


def points(
    collected: list[cakes.Held | str], eaten: list[cakes.Held | str] | None = None
) -> tuple[int, ...]:
    outcome = GAME.outcome(cakes.finished(collected, eaten))
    assert outcome is not None
    return outcome.points


# Known numbers


def test_all_who_tie_for_the_most_score_in_full() -> None:
    assert points(["KKK", "KKK", "K"]) == (8, 8, 0)


def test_a_tie_of_three_pays_all_three() -> None:
    assert points(["SS", "SS", "SS", "S"]) == (10, 10, 10, 0)


@pytest.mark.parametrize(
    ("letter", "bonus", "dollops"),
    [("P", 3, 1), ("A", 4, 1), ("C", 5, 1), ("B", 7, 2), ("K", 8, 2), ("G", 9, 2), ("S", 10, 2),
     ("H", 11, 3)],
)  # fmt: skip
def test_what_each_variety_pays(letter: str, bonus: int, dollops: int) -> None:
    assert points([letter, "", ""]) == (bonus, 0, 0)
    assert points(["", "", ""], [letter, letter * 2, ""]) == (dollops, 2 * dollops, 0)


def test_none_at_all_is_never_the_most() -> None:
    assert points(["", "", ""]) == (0, 0, 0)
    assert scoring.leaders((0, 0, 0)) == ()
    assert [line for line in score(cakes.finished(["", ""])) if line.variety >= 0] == []


def test_bonuses_and_dollops_add_up_and_the_highest_wins() -> None:
    state = cakes.finished(["PPKK", "KHH", "S"], ["SS", "", "HHH"])
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.points == (3 + 8 + 4, 11, 10 + 9)
    assert outcome.winners == (2,)
    assert outcome.reason == "Cy wins with 19 points."


def test_eaten_slices_do_not_count_for_the_most() -> None:
    assert points(["K", "KK", ""], ["KKKKK", "", ""]) == (10, 8, 0)


@pytest.mark.parametrize(
    ("totals", "ranks"),
    [
        ((9, 9, 5), (1, 1, 3)),
        ((5, 9, 9, 1), (3, 1, 1, 4)),
        ((1, 2, 3), (3, 2, 1)),
        ((4,) * 4, (1,) * 4),
    ],
)
def test_places_after_a_shared_one_skip(totals: tuple[int, ...], ranks: tuple[int, ...]) -> None:
    assert places(totals) == ranks


def test_a_place_after_two_winners_is_the_third() -> None:
    outcome = GAME.outcome(cakes.finished(["K", "K", "P", ""]))
    assert outcome is not None
    assert (outcome.winners, outcome.places) == ((0, 1), (1, 1, 3, 4))


# A second count


def random_end(chance: random.Random) -> State:
    """Return a finished table where each slice lies with someone, eaten or not, or is gone."""
    seats = chance.randint(2, 5)
    collected, eaten = ([[0] * 8 for _seat in range(seats)] for _pile in range(2))
    for variety, count in enumerate(COUNTS):
        for _slice in range(count):
            where = chance.choice([*collected, *eaten, [0] * 8])
            where[variety] += 1
    start = cakes.finished([""] * seats)
    return replace(start, collected=tuple(map(tuple, collected)), eaten=tuple(map(tuple, eaten)))


def slice_by_slice(state: State) -> list[int]:
    """Score by asking of each variety: does anyone have more than this seat?"""
    totals = []
    for collected, eaten in zip(state.collected, state.eaten, strict=True):
        total = 0
        for variety in range(8):
            total += sum(DOLLOPS[variety] for _slice in range(eaten[variety]))
            beaten = any(other[variety] > collected[variety] for other in state.collected)
            if collected[variety] > 0 and not beaten:
                total += full_set("classic").count(state.varieties[variety].id)
        totals.append(total)
    return totals


@pytest.mark.parametrize("seed", range(200))
def test_scores_agree_with_a_second_count_and_with_their_lines(seed: int) -> None:
    state = random_end(random.Random(seed))
    totals = slice_by_slice(state)
    assert list(scoring.totals(state)) == totals
    lines = score(state)
    for seat, total in enumerate(totals):
        assert sum(line.points for line in lines if line.seat == seat) == total
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == tuple(s for s, total in enumerate(totals) if total == max(totals))


def test_every_line_says_why() -> None:
    state = cakes.finished(["KKKH", "KKKS", "K"], ["P", "HH", ""])
    told = {
        (line.seat, line.variety): (line.points, line.reason, line.rule) for line in score(state)
    }
    assert told == {
        (0, -1): (1, "1 slice eaten: its dollops", "eat"),
        (0, 4): (8, "3 Kiwi: most, tied with Bo; each scores in full", "ties"),
        (0, 7): (11, "1 Chocolate: the most", "majority"),
        (1, -1): (6, "2 slices eaten: their dollops", "eat"),
        (1, 4): (8, "3 Kiwi: most, tied with Ann; each scores in full", "ties"),
        (1, 6): (10, "1 Strawberry: the most", "majority"),
        (2, -1): (0, "0 slices eaten: their dollops", "eat"),
        (2, 4): (0, "1 Kiwi: Ann and Bo have more (3)", "majority"),
    }


def test_the_board_of_a_finished_game_shows_every_line() -> None:
    game = tables.session_at(cakes.finished(["KKKH", "KKKS", "K"], ["P", "HH", ""]))
    for line in score(game.state):
        assert f"{game.names[line.seat]}: {line.points} for {line.reason}" in str(game)


# What can still change


def test_what_is_still_to_come_is_a_range_of_up_to_two() -> None:
    state = cakes.cut(3, "0 3 6").state
    ranges = scoring.to_come(state)
    unseen = engine.unseen(state)
    assert ranges == tuple((max(0, count - 2), count) for count in unseen)
    chocolate = standings(state)[7]
    assert (chocolate.on_cake, chocolate.least_to_come, chocolate.most_to_come) == (2, 7, 9)


def test_nothing_is_to_come_after_the_last_serve() -> None:
    state = replace(cakes.cut(3, "0 3 6").state, cake_number=4)
    assert scoring.to_come(state) == ((0, 0),) * 8


@pytest.mark.parametrize("seed", range(60))
def test_what_comes_stays_within_the_range(seed: int) -> None:
    game = cakes.table(2 + seed % 4, virtual=True, seed=seed)
    chance = random.Random(seed)
    ranges: list[tuple[int, tuple[tuple[int, int], ...]]] = []
    while game.outcome is None:
        begun = game.state.cake_number + bool(game.state.cake)
        ranges.append((begun, scoring.to_come(game.state)))
        game.do(walks.choose(game.legal(), chance))
    dealer = game._worlds[0].dealer
    assert dealer is not None
    ids = [variety.id for variety in game.state.varieties]
    for begun, expected in ranges:
        coming = [name for stack in dealer.stacks[begun:5] for name in stack]
        assert all(
            least <= coming.count(name) <= most
            for name, (least, most) in zip(ids, expected, strict=True)
        )


def near_the_end(seed: int) -> State:
    """Return a table in its last cake, already cut, with little of it left."""
    chance = random.Random(seed)
    seats = chance.choice([2, 3, 4])
    order = shuffled(full_set("classic"), str(seed))
    ring, held = order[:11], order[11 : 11 + 4 * seats]
    index = cakes.table(2).state.index
    collected = [[0] * 8 for _seat in range(seats)]
    for number, name in enumerate(held):
        collected[number % seats][index[name]] += 1
    start = replace(
        cakes.holding([""] * seats, cake_number=4), collected=tuple(map(tuple, collected))
    )
    gaps = sorted(chance.sample(range(11), chance.randint(2, 4 if seats == 2 else seats)))
    lying = replace(start, phase="cut", cake=tuple(index[name] for name in ring))
    return engine.apply(lying, Cut(start.server, tuple(gaps)))


def endings(state: State, action_filter: Any) -> Iterator[State]:
    """Yield every end that the actions ``action_filter(state)`` lead to."""
    if state.phase == "over":
        yield state
        return
    for action in action_filter(state):
        yield from endings(engine.apply(state, action), action_filter)


def extremes(state: State) -> Sequence[Any]:
    """Return the actions that matter for the most of a variety: take all, eat all, forfeit."""
    takes = [a for a in engine.legal(state) if isinstance(a, Take)]
    most = {p: max(len(a.eat) for a in takes if a.piece == p) for p in state.left}
    kept = [a for a in takes if len(a.eat) in {0, most[a.piece]}]
    return kept + [a for a in engine.legal(state) if not isinstance(a, Take)]


@pytest.mark.parametrize(
    "seed", [*range(10), *(pytest.param(n, marks=pytest.mark.slow) for n in range(10, 40))]
)
def test_certain_and_possible_leaders_against_every_ending(seed: int) -> None:
    state = near_the_end(seed)
    while len(state.picks) > 3:
        state = engine.apply(state, engine.legal(state)[0])
    now = standings(state)
    for end in endings(state, extremes):
        for number, (standing, after) in enumerate(zip(now, standings(end), strict=True)):
            keeps = [seat for seat in standing.certain if not gave_up(state, end, seat, number)]
            assert set(keeps) <= set(after.leaders)
            if all(not gave_up(state, end, seat, number) for seat in range(len(state.collected))):
                assert set(after.leaders) <= set(standing.possible)


def gave_up(state: State, end: State, seat: int, variety: int) -> bool:
    return end.collected[seat][variety] < state.collected[seat][variety]


@pytest.mark.parametrize("seed", range(40))
def test_who_is_last_to_choose_can_reach_exactly_what_is_said(seed: int) -> None:
    state = near_the_end(seed)
    while len(state.picks) > 1:
        state = engine.apply(state, engine.legal(state)[0])
    if not state.picks:
        return
    seat = state.picks[0]
    reached: set[int] = set()
    for action in engine.legal(state):
        if isinstance(action, Take):
            reached.update(
                number
                for number, standing in enumerate(standings(engine.apply(state, action)))
                if seat in standing.leaders
            )
    holds = {n for n, standing in enumerate(standings(state)) if seat in standing.leaders}
    possible = {n for n, standing in enumerate(standings(state)) if seat in standing.possible}
    assert possible == reached | holds


def test_who_has_chosen_cannot_reach_what_lies_on_the_last_cake() -> None:
    state = cakes.sharing(
        cakes.holding(["K", "", ""], cake_number=4, first=2), ["PP", "A", "KKKKSSHH"]
    )
    state = engine.apply(state, Take(1, 0))
    kiwi = standings(state)[4]
    assert kiwi.possible == (0, 2)
    assert kiwi.certain == ()
    state = engine.apply(state, Take(2, 1))
    assert standings(state)[4].certain == (0,)


def test_at_the_end_what_is_certain_possible_and_leading_is_the_same() -> None:
    for seed in range(50):
        for standing in standings(random_end(random.Random(seed))):
            assert standing.certain == standing.possible == standing.leaders


@pytest.mark.parametrize(
    ("letter", "slices"),
    [("P", 2), ("A", 3), ("C", 3), ("B", 4), ("K", 5), ("G", 5), ("S", 6), ("H", 6)],
)
def test_more_than_half_of_a_variety_is_certain(letter: str, slices: int) -> None:
    number = cakes.LETTERS.index(letter)
    for count, certain in ((slices, (0,)), (COUNTS[number] - slices, ())):
        state = cakes.holding([letter * count, ""])
        tie = 2 * count == COUNTS[number]  # half of them is certain to tie at least
        assert standings(state)[number].certain == ((0,) if tie else certain)


def test_eating_pays_as_much_as_the_bonus_from_so_many_slices() -> None:
    enough = [-(-bonus // dollops) for bonus, dollops in zip(COUNTS, DOLLOPS, strict=True)]
    assert enough == [3, 4, 5, 4, 4, 5, 5, 4]
    for number, count in enumerate(enough):
        eaten = [0] * 8
        eaten[number] = count
        assert scoring.eaten_points(tuple(eaten)) >= COUNTS[number]


def test_the_slices_of_all_places_make_up_what_was_seen() -> None:
    state = cakes.sharing(
        cakes.holding(["KK", "H", ""], ["P", "", "S"], gone=cakes.counts("GG")), ["A", "BBBCCCCGGG"]
    )
    assert seen(state) == cakes.counts("KKHPSGGABBBCCCCGGG")
