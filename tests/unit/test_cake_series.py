"""A longer evening of Piece o' Cake: several games, tables mended by hand, and the log of it."""

from __future__ import annotations

from pathlib import Path

import pytest

import companion
from companion.game import IllegalAction
from companion.opening import AnySession
from companion.piece_o_cake import Again, Fix, scoring
from tests import cakes, tables, walks


def whole_game(game: AnySession) -> tuple[int, ...]:
    """Play to the end by the first legal action each time; return the points."""
    while game.outcome is None:
        game.do(game.legal()[0])
    return game.outcome.points


# Series


def test_a_series_adds_up_its_games_and_moves_the_start_on(tmp_path: Path) -> None:
    game = cakes.table(3, first=2, virtual=True, seed=8, save=tmp_path / "series.game")
    points, starters, deals = [], [], []
    for number in range(4):
        starters.append(game.state.server)
        deals.append(game._worlds[-1].dealer)
        points.append(whole_game(game))
        assert game.view().past == tuple(points[:number])
        game.do("again")
    assert starters == [2, 0, 1, 2]
    assert game.view().past == tuple(points)
    assert len({walks.plain(deal) for deal in deals}) == 4
    assert game.state.collected == game.state.eaten == (cakes.counts(""),) * 3
    game.close()
    again = companion.open(tmp_path / "series.game")
    assert again.view().past == tuple(points)
    again.close()


def test_a_new_game_can_be_taken_back_with_its_deal() -> None:
    game = cakes.table(2, virtual=True, seed=8)
    whole_game(game)
    before = walks.plain(game._worlds[-1])
    entry = game.do("again")
    after = walks.plain(game._worlds[-1])
    assert entry.sentence == "Game 2 of the series begins; Bo serves first."
    game.undo()
    assert walks.plain(game._worlds[-1]) == before
    game.redo()
    assert walks.plain(game._worlds[-1]) == after


def test_the_next_game_begins_one_seat_further_and_no_other() -> None:
    game = tables.session_at(cakes.finished(["K", "", "H"]))
    for seat in (0, 2, 5):
        with pytest.raises(IllegalAction) as caught:
            game.do(Again(seat))
        assert caught.value.refusal.instead == "It is Bo’s turn."
    game.do("again")
    assert game.state.past == ((8, 0, 11),)
    assert game.state.server == 1


def test_a_series_remembers_hidden_points_only_after_their_game() -> None:
    game = tables.session_at(cakes.finished(["", ""], ["H", "KK"]))
    game.do("again")
    assert game.view().past == ((3, 4),)
    assert game.view().eaten_points == (None, None)


# Mending by hand


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("fix Ann collected kiwi 9: x", "only 8 Kiwi exist"),
        ("fix Ann collected kiwi 2", "needs a reason"),
        ("fix Ann collected kiwi 2:   ", "needs a reason"),
        ("fix gone plum 4: x", "only 3 Plum exist"),
    ],
)
def test_a_count_that_cannot_be_is_refused(text: str, told: str) -> None:
    game = cakes.served()
    refusal = game.why_not(text)
    assert refusal is not None
    assert told in refusal.reason
    assert refusal.instead


@pytest.mark.parametrize(
    "fix",
    [
        Fix(-1, "collected", "kiwi", 1, "x"),
        Fix(3, "eaten", "kiwi", 1, "x"),
        Fix(0, "gone", "kiwi", 1, "x"),
        Fix(0, "eaten", "melon", 1, "x"),
        Fix(0, "eaten", "kiwi", -1, "x"),
    ],
)
def test_a_pile_that_is_not_there_is_refused(fix: Fix) -> None:
    game = cakes.served()
    refusal = game.why_not(fix)
    assert refusal is not None
    assert refusal.rule is not None
    assert refusal.rule.id == "slices"


def test_mending_is_logged_with_its_numbers_and_undone() -> None:
    game = tables.session_at(cakes.holding(["KK", "", ""]))
    entry = game.do("fix Ann collected kiwi 3: one lay under the box")
    assert entry.sentence == ("By hand: Ann’s collected Kiwi from 2 to 3 (one lay under the box).")
    assert entry.rule == "collect"
    assert game.state.collected[0] == cakes.counts("KKK")
    assert game.do("fix Bo eaten H 2: seen").rule == "eat"
    assert game.do("fix gone P 1: lost").rule == "leftovers"
    assert scoring.totals(game.state) == (8, 6, 0)
    for _fix in range(3):
        game.undo()
    assert game.state == cakes.holding(["KK", "", ""])


@pytest.mark.parametrize("moment", ["serve", "cut", "take", "over"])
def test_tables_can_be_mended_at_any_time(moment: str) -> None:
    games = {
        "serve": cakes.table(),
        "cut": cakes.served(),
        "take": cakes.cut(3, "0 3 6"),
        "over": tables.session_at(cakes.finished(["K", "", ""])),
    }
    game = games[moment]
    game.do("fix Cy collected H 2: seen")
    assert game.state.collected[2] == cakes.counts("HH")
    assert game.state.phase == moment


def test_who_has_nothing_left_after_mending_is_passed_over() -> None:
    state = cakes.sharing(cakes.holding(["", "", "K"]), ["PPPSSSHHHGG"])
    game = tables.session_at(state)
    game.do("take A")
    assert game.game.to_act(game.state) == (2,)
    game.do("fix Cy collected kiwi 0: it was mine")
    assert game.state.phase == "serve"


def problems(game: AnySession) -> list[str]:
    return [problem.text for problem in game.problems]


def test_mending_shows_what_does_not_add_up_until_it_does() -> None:
    game = cakes.cut(3, "0 3 6")
    game.do("take A")
    assert problems(game) == []
    game.do("fix Bo collected kiwi 1: one slipped away")
    assert problems(game) == ["1 slice is missing: 10 are accounted for, 11 should be."]
    game.do("fix Cy collected kiwi 1: here it is")
    assert problems(game) == []


# What happened, in words


def test_a_cake_is_told_as_it_is_shared() -> None:
    game = cakes.served(4)
    game.do("cut 0 3 6")
    game.do("take A eat plum")
    game.do("take B eat all")
    game.do("take C")
    serve, *others, last = [entry.sentence for entry in game.log]
    assert serve.startswith("Ann serves Plum, Kiwi, Kiwi, Chocolate, Cherry, Kiwi, Apricot, Goose")
    assert others == [
        "Ann cuts the cake into 3 pieces, before slices 0, 3 and 6.",
        "Bo takes piece A, eats Plum and collects Kiwi and Kiwi.",
        "Cy takes piece B and eats it all: Cherry, Kiwi and Chocolate.",
    ]
    assert last == (
        "Di takes piece C and collects Apricot, Gooseberry, Strawberry, Chocolate and Blackberry. "
        "For Ann nothing is left. The cake is finished."
    )
    assert [entry.rule for entry in game.log] == ["serve", "cut", *["eat-or-collect"] * 3]
    assert [entry.story.short for entry in game.log][2:] == [
        "Bo takes A",
        "Cy takes B",
        "Di takes C",
    ]


def test_forfeits_leftovers_and_passes_are_told() -> None:
    state = cakes.sharing(
        cakes.holding(["", "HH", ""], rulings={"empty-forfeit": "pass"}), ["PKK", "HCK", "AGSHB"]
    )
    game = tables.session_at(state)
    assert game.do("forfeit H").sentence == "Bo takes no piece and eats all 2 Chocolate collected."
    assert game.do("pass").sentence == "Cy passes."
    told = game.do("take C").sentence
    assert told.endswith("Plum, Cherry, Kiwi, Kiwi, Kiwi and Chocolate leave the game.")


def test_a_single_leftover_leaves_the_game() -> None:
    state = cakes.sharing(cakes.holding(["K", "", ""]), ["P", "AAA", "SSSSHHH"])
    game = tables.session_at(state)
    game.do("take B")
    game.do("take C")
    assert game.do("forfeit K").sentence.endswith("Plum leaves the game.")


def test_two_players_cut_by_their_own_rule() -> None:
    assert cakes.cut(2, "0 3").log[-1].rule == "two-players"
    assert cakes.cut(3, "0 3").log[-1].rule == "cut"


def test_the_board_says_what_to_do_next() -> None:
    game = cakes.table(3)
    assert str(game).startswith("Piece o’ Cake, cake 1 of 5. Ann serves the cake.")
    game.do(cakes.SERVE)
    assert "Ann cuts the cake. Up to 3 pieces. Bo chooses first." in str(game)
    assert "0:Plum 1:Kiwi" in str(game)
    game.do("cut 0 3 6")
    assert "Bo chooses." in str(game)
    assert "Piece A: Plum, Kiwi and Kiwi" in str(game)
    game.do("take A")
    assert "Piece A: taken by Bo" in str(game)
    assert "Then Ann chooses." in str(game)


def test_a_virtual_table_says_that_the_kit_draws() -> None:
    assert "The kit draws" in str(cakes.table(virtual=True, seed=1))


def test_the_end_names_the_winner() -> None:
    game = tables.session_at(cakes.finished(["K", "", "H"]))
    assert "Cy wins with 11 points. All five cakes are shared out." in str(game)
    assert game.outcome is not None
    assert game.outcome.winners == (2,)
