"""Hexes of The Sheep: names that stay, neighbours, distances round the shadow."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from companion.the_sheep import hexes
from companion.the_sheep.hexes import FAR, Grid

SHEET = [f"{column}{row}" for column in "abcdefghij" for row in range(1, 10)]


@pytest.mark.parametrize("name", ["a1", "c4", "z9", "aa1", "az12", "ba99"])
def test_a_name_leads_to_its_place_and_back(name: str) -> None:
    assert hexes.name_of(hexes.axial(name)) == name


@pytest.mark.parametrize("name", ["", "a", "4", "a0", "4c", "A1", "a-1", "a100", "abc1", "c4 "])
def test_what_is_no_name_is_refused(name: str) -> None:
    assert not hexes.is_name(name)
    with pytest.raises(ValueError, match="c4"):
        hexes.axial(name)


def test_all_hexes_have_places_of_their_own() -> None:
    assert len({hexes.axial(name) for name in SHEET}) == len(SHEET)
    assert sorted(SHEET, key=hexes.order) == SHEET


def test_neighbours_touch_on_both_sides() -> None:
    for name in SHEET:
        for other in hexes.around(name):
            assert name in hexes.around(other)
            assert hexes.steps(name, other) == 1
            assert math.dist(hexes.centre(name), hexes.centre(other)) == pytest.approx(math.sqrt(3))


def test_no_other_hexes_are_so_near() -> None:
    for one, other in itertools.combinations(SHEET[:40], 2):
        near = math.dist(hexes.centre(one), hexes.centre(other)) < 1.8
        assert near == (other in hexes.around(one))


def test_neighbours_end_at_the_edge_of_the_sheet() -> None:
    assert set(hexes.around("a1")) == {"b1", "a2"}
    assert hexes.around("c4") == ("c3", "d3", "d4", "c5", "b4", "b3")


def test_an_open_grid_has_the_distances_of_the_sheet() -> None:
    grid = Grid(SHEET)
    for one, other in itertools.product(SHEET[::7], SHEET[::5]):
        assert grid.distance(one, other) == hexes.steps(one, other)


def test_shadow_is_walked_round() -> None:
    open_, walled = Grid(SHEET), Grid(name for name in SHEET if name not in ("c3", "c4", "d3"))
    assert open_.distance("b3", "d4") == 2
    assert walled.distance("b3", "d4") == 3
    assert "c4" not in walled
    assert walled.distance("b3", "c4") == FAR


def test_what_is_cut_off_is_far() -> None:
    grid = Grid(["a1", "a2", "c1"])
    assert grid.distance("a1", "c1") == FAR
    assert grid.within("a1", 99) == ("a1", "a2")
    assert grid.within("c1", 3) == ("c1",)


def test_what_is_within_reach_is_just_that() -> None:
    chance = random.Random(1)
    for _time in range(50):
        grid = Grid(chance.sample(SHEET, 60))
        start, most = chance.choice(grid.hexes), chance.randrange(5)
        near = {other for other in grid.hexes if grid.distance(start, other) <= most}
        assert set(grid.within(start, most)) == near
        assert list(grid.within(start, most)) == sorted(near, key=hexes.order)
