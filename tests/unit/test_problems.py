"""What cannot be right on a table counted by hand, all at once."""

from __future__ import annotations

import pytest

import companion
from companion.problems import too_many

PRINTED = {"plum": 3, "kiwi": 8}
TITLES = {"plum": "Plum", "kiwi": "Kiwi"}


def test_a_table_within_the_printed_numbers_has_no_problem() -> None:
    assert too_many(PRINTED, [{"plum": 2, "kiwi": 8}, {"plum": 1}], TITLES) == []


def test_each_kind_in_excess_is_named_with_its_numbers() -> None:
    problems = too_many(PRINTED, [{"plum": 3, "kiwi": 9}, {"plum": 1}], TITLES)
    assert [problem.kind for problem in problems] == ["plum", "kiwi"]
    assert problems[0].text == "Plum: 4 are on the table, but only 3 exist."


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        ("kiwi 1", "1 slice is missing: 10 are accounted for, 11 should be."),
        ("kiwi 0", "2 slices are missing: 9 are accounted for, 11 should be."),
        ("kiwi 3", "1 slice too many: 12 are accounted for, 11 should be."),
        ("kiwi 5", "3 slices too many: 14 are accounted for, 11 should be."),
    ],
)
def test_a_wrong_total_says_by_how_many(kept: str, told: str) -> None:
    table = companion.start("piece-o-cake", ["Ann", "Bo"])
    for command in ("serve P K K H C H A G S H B", "cut", "take A"):
        table.do(command)
    table.do(f"fix Bo collected {kept}: counted")
    assert [problem.text for problem in table.problems] == [told]


def test_all_problems_of_a_table_come_together_and_go_with_undo() -> None:
    table = companion.start("piece-o-cake", ["Ann", "Bo"])
    table.do("fix Ann collected plum 3: seen")
    table.do("fix Bo eaten plum 2: seen")
    table.do("fix gone kiwi 8: seen")
    table.do("fix Ann eaten kiwi 1: seen")
    assert [problem.kind for problem in table.problems] == ["plum", "kiwi", ""]
    assert all(problem.text in str(table) for problem in table.problems)
    for _fix in range(4):
        table.undo()
    assert table.problems == ()
