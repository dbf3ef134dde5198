"""What the rulebook of Piece o' Cake leaves to the table: every ruling, both ways."""

from __future__ import annotations

import pytest

import companion
from companion.game import IllegalAction
from companion.opening import AnySession
from companion.piece_o_cake import GAME, Cut, Forfeit, Pass, State, Take
from tests import cakes, tables


def position(held: list[cakes.Held | str], cake: list[str], **rulings: str) -> AnySession:
    """Return a game where Ann served this cake; ``held`` is what each seat has collected."""
    named = {key.replace("_", "-"): option for key, option in rulings.items()}
    return tables.session_at(cakes.sharing(cakes.holding(held, rulings=named), cake))


def reason(game: AnySession, action: object) -> str:
    with pytest.raises(IllegalAction) as caught:
        game.do(action)
    return str(caught.value)


def test_every_ruling_is_tried_here() -> None:
    assert {ruling.id: ruling.default for ruling in GAME.rulebook.rulings} == {
        "eaten": "hidden",
        "pieces": "at-most",
        "empty-forfeit": "no",
        "server-forfeit": "yes",
        "late-forfeit": "yes",
        "equal-totals": "shared",
    }


# May everyone see what eaten slices are worth?


def eaten_game(option: str) -> AnySession:
    state = cakes.holding(["H", "K", ""], ["HHP", "SS", ""], rulings={"eaten": option})
    return tables.session_at(state)


def test_eaten_slices_are_counted_but_not_added_up_for_others() -> None:
    game = eaten_game("hidden")
    assert game.view(1).eaten_slices == (3, 2, 0)
    assert [game.view(seat).eaten_points for seat in (None, 0, 1, 2)] == [
        (None, None, None),
        (7, None, None),
        (None, 4, None),
        (None, None, 0),
    ]
    assert game.view(1).totals == (None, 12, None)
    assert game.view().totals == (None, None, None)


def test_open_eaten_slices_are_added_up_for_all() -> None:
    game = eaten_game("open")
    for seat in (None, 0, 1, 2):
        assert game.view(seat).eaten_points == (7, 4, 0)
        assert game.view(seat).totals == (18, 12, 0)
    assert "3 = 7 pt" in str(game)


def test_hidden_points_stand_nowhere_on_the_board() -> None:
    assert "pt" not in str(eaten_game("hidden"))
    assert "3 slices" in str(eaten_game("hidden"))


@pytest.mark.parametrize("option", ["hidden", "open"])
def test_at_the_end_all_is_shown(option: str) -> None:
    state = cakes.finished(["H", "K", ""], ["HHP", "SS", ""], rulings={"eaten": option})
    for seat in (None, 0, 1, 2):
        assert tables.session_at(state).view(seat).totals == (18, 12, 0)


def test_what_a_piece_is_eaten_for_is_the_same_for_all_who_do_not_own_it() -> None:
    """Two tables that differ only in who ate which of the same slices."""
    one = tables.session_at(cakes.holding(["", "", ""], ["HP", "SA", ""]))
    two = tables.session_at(cakes.holding(["", "", ""], ["SA", "HP", ""]))
    assert one.view(2) == two.view(2)
    assert one.view() == two.view()
    assert str(one) == str(two)
    assert one.view(0) != two.view(0)


# May the server cut fewer pieces than allowed?


@pytest.mark.parametrize(
    ("seats", "option", "allowed"),
    [
        (3, "at-most", {1, 2, 3}),
        (3, "exactly", {3}),
        (2, "at-most", {1, 2, 3, 4}),
        (2, "exactly", {4}),
        (5, "exactly", {5}),
    ],
)
def test_how_many_pieces_are_cut(seats: int, option: str, allowed: set[int]) -> None:
    game = cakes.served(seats, rulings={"pieces": option})
    tried = {count: Cut(0, tuple(range(count)) if count > 1 else ()) for count in range(1, 8)}
    assert {count for count, cut in tried.items() if game.why_not(cut) is None} == allowed
    assert {max(1, len(cut.gaps)) for cut in game.legal()} == allowed


def test_too_few_pieces_are_refused_by_the_ruling() -> None:
    game = cakes.served(4, rulings={"pieces": "exactly"})
    assert "by your ruling the cake is cut into exactly 4 pieces" in reason(game, "cut 0 3")
    assert "Exactly 4 pieces" in str(game)


# May a player who has collected nothing give up a piece?


def test_who_has_nothing_must_take_a_piece() -> None:
    game = position(["C", "", "C"], ["PP", "KK", "SSSHHHG"])
    text = reason(game, Forfeit(1, "kiwi"))
    assert "Bo has collected no Kiwi" in text
    assert "a piece must be taken" in text
    text = reason(game, "pass")
    assert "one must be taken" in text
    assert "Take A, B or C." in text
    assert {type(action) for action in game.legal()} == {Take}


def test_or_may_simply_pass() -> None:
    game = position(["C", "", "C"], ["PP", "KK", "SSSHHHG"], empty_forfeit="pass")
    assert Pass(1) in game.legal()
    assert "no Kiwi" in reason(game, Forfeit(1, "kiwi"))
    assert game.view().can_pass
    game.do("pass")
    assert game.state.left == (0, 1, 2)
    assert "or forfeit" in reason(game, "pass")  # Cy holds a cherry


# May the server forfeit?


def last_piece(**rulings: str) -> AnySession:
    """Return a game where only the server is left to choose, with one piece."""
    game = position(["CCCC", "", ""], ["PP", "KK", "SSSHHHG"], **rulings)
    game.do("take A")
    game.do("take B")
    return game


def test_the_server_may_forfeit_like_everyone() -> None:
    game = last_piece()
    game.do("forfeit cherry")
    state: State = game.state
    assert state.eaten[0] == cakes.counts("CCCC")
    assert state.collected[0] == cakes.counts("")
    assert state.gone == cakes.counts("SSSHHHG")


def test_or_must_take_the_last_piece() -> None:
    game = last_piece(server_forfeit="no")
    assert "by your ruling the server may not forfeit" in reason(game, "forfeit cherry")
    assert {type(action) for action in game.legal()} == {Take}
    assert "one must be taken" in reason(game, "pass")


def test_a_server_who_may_not_forfeit_is_passed_over_when_nothing_is_left() -> None:
    game = position(["CCCC", "", ""], ["PPKK", "SSSHHHG"], server_forfeit="no")
    game.do("take A")
    assert "For Ann nothing is left." in game.do("take B").sentence
    assert game.state.server == 1


# May a player for whom no piece is left still eat a variety?


def none_left(**rulings: str) -> AnySession:
    """Return a game where Cy and Ann come after the only piece is taken; both hold something."""
    game = position(["CC", "", "KK"], ["PPPSSSHHHGG"], **rulings)
    game.do("take A")
    return game


def test_without_a_piece_one_may_still_eat_or_pass() -> None:
    game = none_left()
    assert list(game.legal()) == [Forfeit(2, "kiwi"), Pass(2)]
    assert "No piece is left" in reason(game, Take(2, 0))
    game.do("forfeit kiwi")
    game.do("pass")
    assert game.state.eaten == (cakes.counts(""), cakes.counts(""), cakes.counts("KK"))
    assert game.state.collected[0] == cakes.counts("CC")
    assert game.state.phase == "serve"


def test_or_without_a_piece_there_is_no_choice() -> None:
    game = none_left(late_forfeit="no")
    assert game.state.phase == "serve"
    assert "For Cy and Ann nothing is left." in game.log[-1].sentence


def test_who_has_neither_piece_nor_slices_is_passed_over() -> None:
    game = position(["CC", "", ""], ["PPPSSSHHHGG"])
    assert "For Cy nothing is left." in game.do("take A").sentence
    assert game.game.to_act(game.state) == (0,)


def test_passing_over_is_undone_with_the_act_that_caused_it() -> None:
    game = position(["CC", "", ""], ["PPPSSSHHHGG"])
    before = game.state
    game.do("take A")
    game.undo()
    assert game.state == before


# Who wins when totals are equal?


def equal(option: str) -> companion.Outcome:
    """Return the end of a game of 9 points each: one ate them, one won and ate, one won them."""
    state = cakes.finished(["", "KKK", "G"], ["HHH", "P", ""], rulings={"equal-totals": option})
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome


def test_equal_totals_share_the_win() -> None:
    outcome = equal("shared")
    assert outcome.points == (9, 9, 9)
    assert outcome.winners == (0, 1, 2)
    assert outcome.places == (1, 1, 1)
    assert outcome.reason == "Ann, Bo and Cy share the win with 9 points each."


def test_or_the_eaten_points_decide() -> None:
    outcome = equal("eaten")
    assert outcome.points == (9, 9, 9)
    assert outcome.winners == (0,)
    assert outcome.places == (1, 2, 3)
    assert "Ann wins with 9 points and more of them eaten" in outcome.reason


def test_equal_eaten_points_share_all_the_same() -> None:
    state = cakes.finished(["K", "K", ""], ["P", "C", ""], rulings={"equal-totals": "eaten"})
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.places) == ((0, 1), (1, 1, 3))
