"""What pages tell beside the table: rulings beside a result, a claim everybody sees through."""

from __future__ import annotations

import html

import pytest
from htpy import fragment

from companion.opening import AnySession
from tests import cakes
from tests.duels import play, table, won
from tests.tables import session_at
from widgets.pages import Draft, cake_duel, piece_o_cake


def told(game: AnySession, draft: Draft | None = None) -> str:
    """Return the text of a page."""
    page = cake_duel if game.game.id == "cake-duel" else piece_o_cake
    view = game.view()
    nodes = [page.board(view, draft, 0), page.meaning(view, draft, 0)]
    return html.unescape("".join(fragment[nodes].iter_chunks()))


# Rulings beside the result


def test_a_finished_duel_names_the_rulings_that_are_not_the_usual_ones() -> None:
    game = won(table(rulings={"wolfy": "hidden"}), 0, 2)
    assert "Played by these rulings" not in told(game)
    page = told(won(game, 0))
    assert "Played by these rulings: Is Sir Wolfy turned up" in page
    assert "No, as in a tournament" in page
    assert "May more of a troop be claimed" not in page


def test_a_duel_by_the_usual_rulings_names_none() -> None:
    assert "Played by these rulings" not in told(won(table(), 0, 3))


def test_a_score_sheet_names_what_decides_between_equal_totals() -> None:
    game = session_at(cakes.finished(["K", "P", ""]))
    assert "Who wins when totals are equal? They share the win" in told(game)


# A claim everybody sees through


@pytest.mark.parametrize(("count", "warned"), [(3, False), (4, True)])
def test_a_claim_of_more_than_there_are_is_warned_of(count: int, warned: bool) -> None:
    game = table(virtual=True, seed=1)
    cards = list(range(count))
    draft = Draft({"type": "attack", "troop": "wizard", "cards": cards}, None)
    words = "There is no more than 3 Wizards: whoever challenges it wins the bout."
    assert (words in told(game, draft)) == warned
    play(game, "claim 4 soldiers with 1 2 3 4")
    draft = Draft({"type": "block", "troop": "defender", "cards": [0, 1, 2, 3]}, None)
    assert "no more than" not in told(game, draft)


def test_an_agent_u_makes_no_fourth_wizard() -> None:
    """He counts only as what the challenger holds, and then one fewer can be elsewhere."""
    game = table(virtual=True, seed=1, edition="specials")
    draft = Draft({"type": "attack", "troop": "wizard", "cards": [0, 1, 2, 3]}, None)
    assert "no more than 3 Wizards" in told(game, draft)
