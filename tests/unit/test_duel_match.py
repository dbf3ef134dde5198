"""Bouts, duels and matches; setting by hand; and what cannot be right."""

from __future__ import annotations

from typing import Any

import pytest

import companion
from companion.cake_duel import GAME
from companion.cake_duel.scoring import match_score, match_winner, needed
from companion.cake_duel.state import Again, Fix, ForgotWolfy, NextBout
from companion.game import TABLE
from companion.opening import AnySession
from tests.duels import at, kinds, play, table, won
from tests.tables import refused


def duels(game: AnySession, *winners: int) -> AnySession:
    """Let these seats' sides win a duel each, three bouts to nothing."""
    for number, winner in enumerate(winners):
        if number:
            play(game, Again(number % 2))
        won(game, winner, 3)
    return game


# A duel


@pytest.mark.parametrize("seats", [2, 4])
def test_a_duel_goes_on_until_three_bouts_are_won(seats: int) -> None:
    game = table(seats)
    one, other = 0, seats - 1
    for seat, trophies in ((one, (1, 0)), (other, (1, 1)), (other, (1, 2)), (one, (2, 2))):
        won(game, seat)
        assert game.state.trophies == trophies
        assert game.outcome is None
    won(game, other)
    assert game.state.trophies == (2, 3)
    assert game.outcome is not None
    assert game.outcome.reason.endswith("3 bouts to 2.")
    assert len(game.state.bouts) == 5


def test_the_bouts_of_a_duel_are_kept_with_why_they_ended() -> None:
    game = play(table(), "pass", "pass", "next", "claim 4 soldiers", "accept", "next")
    play(game, "overdrew Bo", "next", "claim soldier", "challenge true")
    assert [(end.winner, end.why) for end in game.state.bouts] == [
        (1, "passes"), (0, "cakes"), (0, "overdrawn"), (1, "truth"),
    ]  # fmt: skip
    assert game.state.trophies == (2, 2)


def test_a_bout_to_be_replayed_has_the_same_starter_and_no_trophy() -> None:
    game = won(table(), 1)
    starter = game.state.starter
    play(game, "overdrew Ann replay")
    assert list(game.legal()) == [NextBout(starter)]
    play(game, "next")
    assert (game.state.starter, game.state.trophies, game.state.bout) == (starter, (0, 1), 3)


# A match


@pytest.mark.parametrize(("match", "most"), [("one", 1), ("three", 2), ("five", 3)])
def test_a_match_is_the_best_of_so_many_duels(match: str, most: int) -> None:
    assert needed(match) == most
    game = table(rulings={"match": match})
    for duel in range(1, most + 1):
        duels(game, 0)
        assert match_score(game.state) == (duel, 0)
        if duel < most:
            assert match_winner(game.state) is None
            play(game, "again Bo")
            assert match_score(game.state) == (duel, 0)
    assert match_winner(game.state) == 0
    assert game.outcome is not None
    reasons = {
        "one": "Ann wins the duel, 3 bouts to 0.",
        "three": "Ann wins the match, 2 duels to 0.",
        "five": "Ann wins the match, 3 duels to 0.",
    }
    assert game.outcome.reason == reasons[match]


@pytest.mark.parametrize("winners", [(0, 1, 0), (1, 0, 0), (0, 1, 1), (1, 0, 1)])
def test_the_last_duel_of_three_decides(winners: tuple[int, ...]) -> None:
    game = duels(table(rulings={"match": "three"}), *winners[:2])
    assert match_score(game.state) == (1, 1)
    assert game.outcome is not None
    assert game.outcome.reason.endswith("3 bouts to 0.")
    play(game, "again Ann")
    won(game, winners[2], 3)
    assert match_winner(game.state) == winners[2]
    assert game.outcome is not None
    assert game.outcome.reason.endswith("the match, 2 duels to 1.")


def test_another_duel_begins_with_whom_one_says_and_no_trophies() -> None:
    game = duels(table(rulings={"match": "three"}), 0)
    assert list(game.legal()) == []
    assert game.do("again Bo").sentence == "Another duel: Bo attacks first."
    state = game.state
    assert (state.duel, state.bout, state.trophies, state.bouts) == (2, 1, (0, 0), ())
    assert (state.attacker, state.cakes, state.past) == (1, (4, 3), ((3, 0),))


@pytest.mark.parametrize(("match", "count"), [("one", 1), ("three", 2)])
def test_after_a_match_a_new_one_begins(match: str, count: int) -> None:
    game = duels(table(rulings={"match": match}), *[1] * count)
    assert match_winner(game.state) == 1
    play(game, "again Ann")
    assert (game.state.past, game.state.duel) == ((), count + 1)
    assert match_score(game.state) == (0, 0)
    duels(game, 0)
    assert match_score(game.state) == (1, 0)


def test_no_other_duel_before_this_one_is_won() -> None:
    refused(table(), "again Ann", "duel", "nobody has won three bouts yet")
    refused(play(table(), "pass", "pass"), "again Ann", "duel", "deal the next one")
    refused(duels(table(), 0), Again(2), "match", "no such seat")
    refused(duels(table(), 0), "next", "duel", "the duel is over")
    refused(table(), "next", "next-bout", "this bout is not over")


# Setting by hand


def test_cakes_are_set_by_hand_and_the_rest_is_the_other_s() -> None:
    game = table()
    told = game.do("fix Ann cakes 5: we miscounted")
    assert told.sentence == "By hand: Ann’s cakes from 3 to 5 (we miscounted)."
    assert game.state.cakes == (5, 2)
    play(game, "fix Bo cakes 6: again")
    assert game.state.cakes == (1, 6)
    refused(game, "fix Ann cakes 8: too many", "deck", "Set 0 to 7")
    assert play(table(4), "fix Di cakes 9: all").state.cakes == (0, 9)
    refused(table(4), "fix Di cakes 10: too many", "deck", "Set 0 to 9")


@pytest.mark.parametrize("phase", ["attack", "answer", "review", "resupply"])
@pytest.mark.parametrize(("count", "winner"), [(7, 0), (0, 1)])
def test_all_the_cakes_by_hand_end_the_bout(phase: str, count: int, winner: int) -> None:
    moves = ["claim soldier", "block defender", "accept"]
    game = play(table(), *moves[: ["attack", "answer", "review", "resupply"].index(phase)])
    told = game.do(f"fix Ann cakes {count}: that is how they lie").sentence
    assert game.state.end is not None
    assert (game.state.end.winner, game.state.end.why) == (winner, "cakes")
    assert "has all the cakes and wins the bout" in told
    assert game.state.trophies == ((1, 0) if winner == 0 else (0, 1))


def test_cakes_set_after_a_bout_change_nothing_of_its_end() -> None:
    game = play(table(), "pass", "pass", "fix Ann cakes 7: for the picture")
    assert (game.state.trophies, len(game.state.bouts)) == ((0, 1), 1)


def test_trophies_are_set_by_hand() -> None:
    game = play(table(), "fix Bo trophies 2: the first two were not entered")
    assert game.log[-1].sentence.startswith("By hand: Bo’s trophies from 0 to 2")
    assert game.state.trophies == (0, 2)
    refused(game, "fix Bo trophies 3: won", "deck", "Set 0 to 2")
    play(game, "pass", "pass")
    assert game.outcome is not None
    play(game, "fix Bo trophies 2: not yet")
    assert game.outcome is None
    assert game.state.phase == "ended"
    play(game, "fix Bo trophies 3: yet")
    assert game.outcome is not None
    refused(game, "fix Ann trophies 3: both", "deck", "Set 0 to 2")


def test_forgetting_sir_wolfy_takes_no_trophy_that_is_not_there() -> None:
    game = play(table(), "claim 4 soldiers", "accept", "fix Ann trophies 0: a mistake")
    told = game.do(ForgotWolfy(0)).sentence
    assert "the bout is played again" in told
    assert game.state.trophies == (0, 0)
    assert game.state.bouts[-1].void


def test_hands_deck_and_pile_are_set_by_hand() -> None:
    game = play(table(), "fix Ann hand 3: one fell down", "fix deck 11: counted", "fix pile 2: too")
    assert (game.state.hands, game.state.deck, game.state.pile) == ((3, 4), 11, 2)
    assert [entry.sentence for entry in game.log] == [
        "By hand: Ann’s hand from 4 to 3 cards (one fell down).",
        "By hand: the deck from 12 to 11 (counted).",
        "By hand: the played cards from 0 to 2 (too).",
    ]
    assert game.problems == ()
    assert play(table(), "fix Ann hand 0: gone").state.attacker == 1
    refused(table(), "fix deck 21: more", "deck", "Set 0 to 20")
    refused(table(edition="specials"), "fix Bo hand 23: more", "deck", "Set 0 to 22")


def test_a_fix_needs_a_reason_and_the_right_owner() -> None:
    refused(table(), "fix Ann cakes 4", "deck", "the log needs a reason")
    refused(table(), "fix Ann cakes 4:  ", "deck", "Say why")
    forms: list[Any] = [
        Fix(0, "deck", 1, "why"), Fix(TABLE, "cakes", 1, "why"), Fix(5, "cakes", 1, "why"),
        Fix(-2, "deck", 1, "why"), Fix(0, "cakes", -1, "why"),
    ]  # fmt: skip
    for form in forms:
        refused(table(), form, "deck")
    with pytest.raises(companion.UnreadableCommand):
        table().do("fix Ann 3: why")
    assert table().do("fix Ann cakes 4:  two\n lines ").action.reason == "two lines"


def test_the_cards_of_a_virtual_duel_are_not_set_by_hand() -> None:
    game = table(virtual=True, seed=1)
    for what in ("Ann hand 3", "deck 3", "pile 3"):
        refused(game, f"fix {what}: why", "deck", "Cakes and trophies can be set")
    play(game, "fix Ann cakes 5: why", "fix Ann trophies 1: why")
    assert (game.state.cakes, game.state.trophies) == ((5, 2), (1, 0))


def test_a_fix_is_no_move_but_reads_as_it_is_written() -> None:
    game = table(4)
    for fix in (
        Fix(3, "cakes", 4, "a reason: with colons, and commas"), Fix(TABLE, "pile", 2, "x"),
        Fix(1, "hand", 0, "x"), Fix(2, "trophies", 2, "x"), Fix(TABLE, "deck", 0, "x"),
    ):  # fmt: skip
        assert fix not in game.legal()
        assert GAME.commands.parse(game.state, GAME.commands.text(game.state, fix)) == fix
        assert game.why_not(fix) is None


# What cannot be right


def problems(game: AnySession) -> list[str]:
    """Return the problems a duel has, as they are told."""
    return [problem.text for problem in game.problems]


def test_every_card_is_accounted_for_or_a_problem_is_told() -> None:
    game = table()
    assert problems(game) == []
    play(game, "fix Bo hand 6: by mistake")
    text = "22 cards are accounted for, but there are 20: 12 in the deck, 0 played and 4 (Ann) and "
    assert problems(game) == [text + "6 (Bo) in hand."]
    assert problems(game)[0] in game.text()
    play(game, "fix deck 10: counted again")
    assert problems(game) == []


def test_a_problem_stops_nobody() -> None:
    game = play(at(hands=(4, 4)), "fix deck 2: lost some", "claim soldier", "accept", "draw")
    assert len(game.problems) == 1
    assert kinds(game.legal()) == {"attack": {1}, "pass": {1}}
    play(game, "pass", "pass", "next")
    assert problems(game) == []
