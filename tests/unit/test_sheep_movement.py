"""How sheep move: each tie-break by itself, and every map against all walks there are."""

from __future__ import annotations

import random
from collections import deque

import pytest

from companion.the_sheep import movement
from companion.the_sheep.movement import Group, options, trace
from companion.the_sheep.state import Advance, Steer
from companion.the_sheep.table import Table
from tests.sheep import at, board, camp, shepherd, texts

FAR = 1_000_000


def only(flock: str, wagons: str, *shepherds: str) -> Group:
    people = [shepherd(space) for space in shepherds] or [shepherd("m1")]
    [found] = options(camp(*people, flock=flock, wagons=wagons))
    return found


def test_sheep_go_to_the_nearest_caravan() -> None:
    found = only("c1:l", "tinkers:c4 smiths:j3")
    assert (found.decided, found.targets, found.ends) == ("nearest", ("tinkers",), ("c4",))


def test_a_lone_caravan_is_the_only_choice() -> None:
    found = only("c1:l", "tinkers:c4 smiths:waiting")
    assert (found.decided, found.ends) == ("only", ("c4",))


def test_of_equally_near_caravans_the_one_closer_to_the_finish() -> None:
    found = only("d4:l", "tinkers:c4 smiths:d3")
    assert [(one.distance, one.to_finish) for one in found.sights] == [(1, 9), (1, 10)]
    assert (found.decided, found.targets, found.ends) == ("finish", ("smiths",), ("d3",))


def test_between_caravans_alike_in_both_the_players_choose_one() -> None:
    tied = only("f5:l", "tinkers:e6 smiths:g6")
    assert (tied.decided, set(tied.targets), set(tied.ends)) == (
        "players", {"tinkers", "smiths"}, {"e6", "g6"},
    )  # fmt: skip


def test_sheep_that_cannot_get_there_come_as_near_as_they_can() -> None:
    found = only("m1:g", "tinkers:a4")
    far = found.sights[0].distance
    assert far > 3
    distances = camp(shepherd("m1")).table.grid.distances("a4")
    assert {distances[end] for end in found.near} == {far - 3}


def test_of_several_spaces_one_without_a_shepherd() -> None:
    plain = only("j1:l", "tinkers:d3", "a1")
    assert len(plain.near) > 1
    assert not plain.spared
    spared = only("j1:l", "tinkers:d3", plain.near[0], "a1")
    assert spared.ends == plain.near[1:]
    assert spared.spared


def test_if_shepherds_stand_on_all_of_them_they_do_not_count() -> None:
    plain = only("j1:l", "tinkers:d3", "a1")
    covered = only("j1:l", "tinkers:d3", *plain.near[:4])
    assert covered.ends == (plain.ends if len(plain.near) <= 4 else plain.near[4:])


def test_a_shepherd_on_the_caravan_s_space_keeps_nobody_away() -> None:
    assert only("c1:l", "tinkers:c4", "c4").ends == ("c4",)


def test_a_dead_shepherd_stands_nowhere() -> None:
    plain = only("j1:l", "tinkers:d3", "a1")
    dead = shepherd("", dead=True)
    [found] = options(camp(shepherd("a1"), dead, flock="j1:l", wagons="tinkers:d3"))
    assert found.ends == plain.ends


def test_without_a_caravan_on_the_map_sheep_stay() -> None:
    found = only("c1:l", "tinkers:waiting smiths:safe")
    assert (found.decided, found.ends) == ("none", ("c1",))


def test_mutation_and_event_change_how_far_they_move() -> None:
    slow = camp(shepherd("m1"), flock="g1:l", wagons="tinkers:c4", mutation="tar-sheep")
    assert [group.steps for group in options(slow)] == [2]
    foggy = camp(shepherd("m1"), flock="g1:l", wagons="tinkers:c4", mutation="tar-sheep",
                 night_event="thick-fog")  # fmt: skip
    assert [group.steps for group in options(foggy)] == [1]


def test_the_trace_tells_every_step_of_the_decision() -> None:
    state = camp(shepherd("m1"), flock="d4:l", wagons="tinkers:c4 smiths:d3")
    [found] = options(state)
    told = " ".join(trace(state, found))
    for part in ("Tinkers’ Guild on c4 is 1 space away", "9 spaces from the Finish",
                 "closer to the Finish", "They get there: d3"):  # fmt: skip
        assert part in told


def test_the_trace_of_an_open_choice_says_so() -> None:
    state = camp(shepherd("a1"), flock="j1:l", wagons="tinkers:d3")
    [found] = options(state)
    assert f"The players choose: {found.ends[0]}" in trace(state, found)[-1]


def test_only_open_choices_are_asked() -> None:
    clear = at(shepherd("m1"), flock="c1:l", wagons="tinkers:c4", phase="sheep-move")
    assert texts(clear, "steer") == []
    assert Advance(-1) in clear.legal()
    open_ = at(shepherd("a1"), flock="j1:l c1:s", wagons="tinkers:d3", phase="sheep-move")
    assert Advance(-1) not in open_.legal()
    ends = [group.ends for group in options(open_.state) if group.is_open]
    assert [one for one in open_.legal() if isinstance(one, Steer)] == [
        Steer(-1, "j1", end) for end in ends[0]
    ]
    open_.do(Steer(-1, "j1", ends[0][0]))
    open_.do("advance")
    assert [herd.at for herd in open_.state.flock] == sorted(["d3", ends[0][0]])


def test_a_choice_lapses_when_the_rules_no_longer_allow_it() -> None:
    game = at(shepherd("a1"), flock="j1:l", wagons="tinkers:d3", phase="sheep-move")
    end = options(game.state)[0].ends[0]
    game.do(Steer(-1, "j1", end))
    game.do(f"fix shepherd Ann at {end}: she stood there all along")
    [found] = options(game.state)
    assert end not in found.ends
    assert (Advance(-1) in game.legal()) == (not found.is_open)


def test_the_sheep_of_a_space_move_together_and_join_others() -> None:
    game = at(shepherd("m1"), flock="c1:lls c4:g", wagons="tinkers:c4", phase="sheep-move")
    game.do("advance")
    [herd] = game.state.flock
    assert (herd.at, herd.count) == ("c4", (2, 1, 1))


# Against all walks

Case = tuple[Table, str, dict[str, str], set[str], int]
"""A map, where a group stands, the caravans' spaces, those with shepherds, and the steps."""


def touching(name: str) -> set[str]:
    """Return the neighbours of a hex, worked out by columns and rows alone."""
    column, row = ord(name[0]), int(name[1:])
    low = (column - ord("a")) % 2
    sides = [(0, -1), (0, 1), *((side, down) for side in (-1, 1) for down in (low - 1, low))]
    return {f"{chr(column + side)}{row + down}" for side, down in sides}


def walks(start: str, most: int, hexes: set[str]) -> list[list[str]]:
    """Return every walk of up to ``most`` steps, turning back allowed."""
    found, last = [[start]], [[start]]
    for _step in range(most):
        last = [[*walk, to] for walk in last for to in touching(walk[-1]) & hexes]
        found += last
    return found


def far(start: str, hexes: set[str]) -> dict[str, int]:
    steps, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for to in touching(here) & hexes:
            if to not in steps:
                steps[to] = steps[here] + 1
                queue.append(to)
    return steps


def by_hand(case: Case) -> set[str]:
    """Return the allowed ends by walking every walk: the rule, said in the plainest way."""
    found, start, wagons, taken, most = case
    hexes, to_finish = set(found.grid.hexes), found.to_finish
    reach = far(start, hexes)
    there = [space for space in wagons.values() if space in reach]
    if not there:
        return {start}
    nearest = [space for space in there if reach[space] == min(reach[one] for one in there)]
    least = min(to_finish.get(space, FAR) for space in nearest)
    allowed: set[str] = set()
    for target in nearest:
        if to_finish.get(target, FAR) == least:
            gap = far(target, hexes)
            ends = {walk[-1] for walk in walks(start, most, hexes)}
            best = {end for end in ends if gap[end] == min(gap[one] for one in ends)}
            allowed |= best - taken or best
    return allowed


def random_case(seed: int) -> Case:
    chance = random.Random(seed)
    sheet = [f"{column}{row}" for column in "abcdefg" for row in range(1, 7)]
    hexes = chance.sample(sheet, chance.randrange(12, len(sheet)))
    path = chance.sample(hexes, chance.randrange(3, 8))
    shadow = tuple(chance.sample([one for one in hexes if one not in path], 3))
    found = board(hexes, path, shadow)
    free = list(found.grid.hexes)
    wagons = dict(zip(("tinkers", "smiths", "apothecary"),
                      chance.sample(free, chance.randrange(1, 4)), strict=False))  # fmt: skip
    taken = set(chance.sample(free, chance.randrange(5)))
    return found, chance.choice(free), wagons, taken, chance.choice((3, 3, 3, 2, 1, 0))


@pytest.mark.parametrize("first", range(0, 600, 100))
def test_the_ends_are_those_of_all_walks(first: int) -> None:
    opened = 0
    for seed in range(first, first + 100):
        case = random_case(seed)
        found, start, wagons, taken, most = case
        group = movement.group(found, start, (1, 0, 0), tuple(wagons.items()),
                               taken=frozenset(taken), steps=most)  # fmt: skip
        expected = by_hand(case)
        assert set(group.ends) == expected, seed
        assert len(set(group.ends)) == len(group.ends)
        opened += group.is_open
    assert opened
