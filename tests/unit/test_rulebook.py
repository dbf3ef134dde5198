"""Rules and rulings: found by id, settled with their defaults, refused by name."""

from __future__ import annotations

import pytest

import companion
from companion.rulebook import Option, Rule, Rulebook, Ruling

BOOK = Rulebook(
    [Rule("draw", "Draw", "Draw one.", "page 1"), Rule("stop", "Stop", "Stop.", "page 2")],
    [
        Ruling("ties", "Ties?", (Option("shared", "Shared"), Option("none", "None")), "why", "-"),
        Ruling("pass", "Pass?", (Option("yes", "Yes"), Option("no", "No")), "why", "-"),
    ],
)


def test_rules_are_found_by_id_and_in_order() -> None:
    assert BOOK["stop"].source == "page 2"
    assert [rule.id for rule in BOOK] == ["draw", "stop"]
    assert len(BOOK) == 2
    assert "draw" in BOOK
    assert "win" not in BOOK
    with pytest.raises(KeyError):
        BOOK["win"]


def test_what_the_table_does_not_say_is_settled_by_default() -> None:
    assert BOOK.settle({}) == {"ties": "shared", "pass": "yes"}
    assert BOOK.settle({"pass": "no"}) == {"ties": "shared", "pass": "no"}


def test_an_unknown_ruling_is_answered_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"'speed'.*ties, pass"):
        BOOK.settle({"speed": "fast"})


def test_an_unknown_option_is_answered_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"'ties' cannot be 'fight'.*shared, none"):
        BOOK.settle({"ties": "fight"})


def test_an_option_is_found_by_id() -> None:
    assert BOOK.ruling("ties").option("none").title == "None"
    for search in (lambda: BOOK.ruling("ties").option("fight"), lambda: BOOK.ruling("speed")):
        with pytest.raises(KeyError):
            search()


@pytest.mark.parametrize("game_id", companion.games)
def test_every_rule_and_ruling_of_a_game_says_what_and_whence(game_id: str) -> None:
    book = companion.games[game_id].rulebook
    for rule in book:
        assert rule.id
        assert rule.title
        assert len(rule.text) > 20
        assert rule.source
    for ruling in book.rulings:
        assert ruling.question.endswith("?")
        assert len({option.id for option in ruling.options}) == len(ruling.options) >= 2
        assert ruling.why
        assert ruling.source


@pytest.mark.parametrize("game_id", companion.games)
def test_a_game_starts_with_every_option_and_keeps_it(game_id: str) -> None:
    game = companion.games[game_id]
    names = [f"P{seat}" for seat in range(game.seats[0])]
    for ruling in game.rulebook.rulings:
        for option in ruling.options:
            session = companion.start(game_id, names, rulings={ruling.id: option.id})
            assert session.setup.rulings[ruling.id] == option.id
            assert companion.from_code(session.code()).setup == session.setup
