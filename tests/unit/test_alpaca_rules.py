"""The rules of Alpaca Battle, one by one, and the questions people ask about them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import companion
from companion.alpaca_battle import GAME
from companion.alpaca_battle.cards import GUESS, read_deck
from companion.alpaca_battle.dealing import GONE, pile
from companion.alpaca_battle.scoring import LONG
from companion.alpaca_battle.state import (
    Bell,
    Change,
    Choose,
    Clock,
    Draw,
    Fix,
    Lay,
    March,
    Play,
    Raise,
    Reveal,
    Steal,
)
from companion.game import TABLE
from companion.opening import AnySession
from companion.schema import UnreadablePack
from companion.secrets import Dealer, World
from tests.alpacas import at, battle, below, do, held, pack, put, rigged, stacks, steal, table, war
from tests.tables import refused


def last_sentence(game: AnySession) -> str:
    return game.log[-1].sentence


def owned(game: AnySession) -> tuple[int, ...]:
    return tuple(game.state.totals)


# The deal


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("size", range(9, 17))
@pytest.mark.parametrize("first", [0, 1])
def test_all_cards_are_dealt_as_evenly_as_they_go(seats: int, size: int, first: int) -> None:
    cards = pack(" ".join("5" if number % 2 else "7" for number in range(size)))
    state = table(seats, pack=cards, first=first).state
    share, extra = divmod(size, seats)
    assert sum(owned_at := state.totals) == size
    lucky = {(first + step) % seats for step in range(extra)}
    assert owned_at == tuple(share + (seat in lucky) for seat in range(seats))
    assert state.hands == (3,) * seats
    assert (state.spare, state.phase, state.battle) == (0, "choose", 1)
    assert GAME.problems(state) == ()


@pytest.mark.parametrize(("seats", "size"), [(2, 9), (2, 10), (3, 10), (3, 11)])
def test_what_is_left_over_may_stay_out_of_the_game(seats: int, size: int) -> None:
    cards = pack("5 " * (size - 1) + "7")
    game = table(seats, pack=cards, rulings={"extra": "spare"}, virtual=True)
    assert owned(game) == (size // seats,) * seats
    assert game.state.spare == size % seats == len(stacks(game)[GONE])
    assert game.problems == ()


def test_the_hand_is_seen_and_the_herd_is_not() -> None:
    game = rigged("10 8 reveal / 7", "5 4 2 / 9")
    assert game.view(0).hand == ("10", "8", "reveal")
    assert "7" not in game.text(0).split("Your hand")[1]
    assert game.view().hand == ()


def test_nobody_knows_the_real_deck_so_a_table_counts_its_own() -> None:
    assert GUESS.size == 72
    assert "guess" in GUESS.title.casefold()
    assert (
        read_deck({"cards": {"war": 3, "2": 4, "1": 5}}).listed()
        == ("1",) * 5 + ("2",) * 4 + ("war",) * 3
    )
    for wrong in (
        {"5": 8, "7": 0},
        {"5": 9},
        {"5": 4, "21": 9},
        {"5": 60, "7": 60, "8": 60, "9": 60},
    ):
        with pytest.raises(UnreadablePack):
            read_deck({"cards": wrong})


# A battle


def test_the_highest_number_takes_all_cards_and_everyone_draws() -> None:
    game = rigged("10 8 7 / 6 3", "5 4 2 / 9")
    battle(game, "8", "5")
    assert held(game, 0) == ("10", "7", "6")
    assert held(game, 1) == ("4", "2", "9")
    assert below(game, 0)[0] == "3"
    assert sorted(below(game, 0)[1:]) == ["5", "8"]
    assert owned(game) == (6, 3)
    assert "Ann 8, Bo 5: Ann wins 2 cards." in last_sentence(game)
    assert game.log[-1].rule == "highest"
    assert game.state.leader == 0


def test_numbers_count_as_numbers() -> None:
    game = rigged("10 3 / 1", "9 3 / 1", "2 3 / 1")
    battle(game, "10", "9", "2")
    assert game.state.last.winner == 0


def test_two_low_ones_start_a_war_and_a_high_third_wins_nothing() -> None:
    game = rigged("4 5 6 / 1 2 3", "4 7 8 / 1 2 3", "12 9 10 / 1 2 3")
    battle(game, "4", "4", "12")
    assert game.state.phase == "war"
    assert game.state.last.winner == TABLE
    assert game.state.pile == 3
    assert "two of 4, so everyone goes to war" in last_sentence(game)
    assert game.log[-1].rule == "war-pair"


def test_color_breaks_no_tie() -> None:
    """Cards have no color here: two nines are the same."""
    assert set(GUESS.numbers) == {str(number) for number in range(1, 13)}
    assert GUESS.cards["9"] == 5
    assert "color" in GAME.rulebook
    game = rigged("9 1 2 / 3 4", "9 1 2 / 3 4")
    assert battle(game, "9", "9").state.phase == "war"


@pytest.mark.parametrize(("one", "other"), [("war", "war"), ("war", "10"), ("1", "war")])
def test_a_war_card_starts_a_war_whatever_lies_beside_it(one: str, other: str) -> None:
    game = rigged(f"{one} 5 6 / 1 2 3", f"{other} 7 8 / 1 2 3")
    battle(game, one, other)
    assert (game.state.phase, game.state.war, game.state.pile) == ("war", 1, 2)
    assert "a War card, so everyone goes to war" in last_sentence(game)
    assert game.log[-1].rule == "war-card"


def test_an_empty_herd_is_no_end() -> None:
    game = rigged("10 8", "5 4 2 / 9")
    battle(game, "8", "5")
    assert game.outcome is None
    assert owned(game) == (3, 3)


def test_a_last_card_may_bring_its_owner_back() -> None:
    game = rigged("10", "4 2 1 / 3")
    battle(game, "10", "4")
    assert game.outcome is None
    assert owned(game) == (2, 3)
    assert game.state.hands == (2, 3)


def test_a_last_card_that_loses_is_the_end() -> None:
    game = rigged("10", "12 2 1 / 3")
    battle(game, "10", "12")
    assert game.outcome is not None
    assert game.outcome.winners == (1,)
    assert game.outcome.places == (2, 1)
    assert "Bo wins: Ann is out of cards." in last_sentence(game)
    assert "Ann is out." in last_sentence(game)
    assert game.state.last.fell == (0,)
    assert (game.legal(), game.game.to_act(game.state)) == ((), ())


def test_of_three_the_last_one_standing_wins() -> None:
    game = rigged("10 5", "9", "8 2")
    battle(game, "10", "9", "8")
    assert "Bo is out." in last_sentence(game)
    assert game.state.out == (0, 1, 0)
    assert game.state.alive == (0, 2)
    while game.outcome is None:
        battle(game, max(held(game, 0), key=int), "", held(game, 2)[0])
    assert (game.outcome.winners, game.outcome.places) == ((0,), (1, 3, 2))
    assert "Ann wins: Bo and Cy are out of cards." in last_sentence(game)


# Steal


def test_a_steal_moves_one_card_and_nobody_draws_for_it() -> None:
    """The owner gets no card for it, and the hand of the thief is as big as before."""
    game = rigged("steal 5 7 / 8", "10 11 12 / 1 2 3 4 5 6 7 8 9")
    steal(game, 0, 1, "hand", "11")
    assert held(game, 0) == ("5", "7", "11")
    assert held(game, 1) == ("10", "12")
    assert game.state.herds == (1, 9)
    assert (game.state.phase, game.state.aside) == ("choose", ("steal",))
    assert stacks(game)[GONE][-1] == "steal"
    assert "Ann steals a card from Bo’s hand." in last_sentence(game)
    assert game.view(1).glimpses[0].cards == ("11",)
    battle(game, "5", "10")
    assert game.state.hands == (3, 3)


@pytest.mark.parametrize(("ruling", "seen"), [("blind", []), ("shown", [("3",)])])
def test_a_card_from_the_herd_is_known_to_the_thief(
    ruling: str, seen: list[tuple[str, ...]]
) -> None:
    game = rigged("steal 5 7", "10 11 12 / 1 2 3 4", rulings={"stolen": ruling})
    steal(game, 0, 1, "herd", "3")
    assert "3" in game.view(0).hand
    assert below(game, 1) == ("1", "2", "4")
    assert [one.cards for one in game.view(1).glimpses] == seen
    concerned = game.ledger[-1][1]
    assert concerned.seats == ((0,) if ruling == "blind" else (0, 1))


def test_a_fan_is_as_good_as_any_and_every_card_of_it_can_be_taken() -> None:
    taken = Counter[str]()
    for place in range(4):
        game = rigged("steal 5 7", "10 / 1 2 3 4")
        put(game, 0, "steal")
        game.do(Steal(0, 1, "herd", place))
        taken[held(game, 0)[-1]] += 1
    assert taken == Counter("1234")


def test_stealing_back_is_an_answer_before_the_flip() -> None:
    game = rigged("steal 5 7 / 8", "steal 11 12 / 1")
    put(game, 1, "12")
    assert game.state.chosen[1]
    steal(game, 0, 1, "hand", "12")
    assert "The cards chosen before are taken back." in game.log[-2].sentence
    assert game.state.chosen == ("", "")
    steal(game, 1, 0, "hand", "12")
    assert "12" in held(game, 1)
    battle(game, "7", "12")
    assert game.state.last.cards == ("7", "12")


def test_a_steal_may_take_the_last_card_of_somebody() -> None:
    game = rigged("steal 5", "9")
    steal(game, 0, 1, "hand")
    assert game.outcome is not None
    assert game.outcome.winners == (0,)
    assert "Ann wins: Bo is out of cards." in last_sentence(game)
    three = steal(rigged("steal 5", "9", "7 8"), 0, 1, "hand")
    assert three.outcome is None
    assert three.state.out == (0, 1, 0)
    assert three.view().waiting == (0, 2)


def test_a_chosen_card_can_be_stolen_once_it_is_taken_back() -> None:
    game = rigged("steal 5", "9 / ", "7 8")
    put(game, 1, "9")
    assert game.view().fans[0] == ((1, "hand", 1), (2, "hand", 2))
    put(game, 0, "steal")
    assert {(a.target, a.where) for a in game.legal()} == {(1, "hand"), (2, "hand")}
    table_too = rigged("steal 5", "9 / ", "7 8", virtual=False)
    do(table_too, "choose Bo 9", "steal Ann from Bo hand")
    assert table_too.state.out == (0, 1, 0)


def test_without_anything_to_take_a_steal_is_spent() -> None:
    game = rigged("9 7", "steal 5 / 1", rulings={"order": "once"})
    one = rigged("9", "steal 5 / 1", rulings={"order": "once"})
    put(one, 0, "9")
    put(one, 1, "steal")
    assert one.state.phase == "choose"
    assert "but nobody has a card to take" in last_sentence(one)
    assert one.state.chosen[0]
    put(game, 0, "9")
    put(game, 1, "steal")
    assert {a.where for a in game.legal()} == {"hand"}


# Reveal


def test_a_reveal_shows_every_other_hand_and_draws_one() -> None:
    game = rigged("10 reveal 8 / 7 6", "5 4 2 / 9", "1 3 11 / 9")
    put(game, 0, "reveal")
    assert held(game, 0) == ("10", "8", "7")
    assert {(one.whose, one.cards) for one in game.view(0).glimpses} == {
        (1, ("5", "4", "2")), (2, ("1", "3", "11")),
    }  # fmt: skip
    assert game.view(1).glimpses == game.view().glimpses == ()
    assert stacks(game)[GONE][-1] == "reveal"
    assert "You saw in Bo’s hand: 5, 4 and 2." in game.text(0)
    assert "5, 4 and 2" not in game.text(2)


def test_a_reveal_without_a_herd_draws_nothing() -> None:
    game = put(rigged("10 reveal", "5 4 2 / 9"), 0, "reveal")
    assert held(game, 0) == ("10",)
    assert "looks at every other hand." in last_sentence(game)
    other = put(rigged("10 reveal / 3", "5 4 2 / 9"), 0, "reveal")
    assert "and draws a card" in last_sentence(other)


def test_what_was_seen_of_a_hand_is_followed() -> None:
    game = rigged("10 reveal 8 / 7 6", "5 4 2 / 9")
    put(game, 0, "reveal")
    battle(game, "8", "5")
    assert "Since then 1 card left it and 1 card came." in game.text(0)


@pytest.mark.parametrize("order", ["free", "turns"])
def test_a_card_taken_back_is_no_card_that_left(order: str) -> None:
    game = rigged("10 reveal 8 / 7 6", "5 4 reveal / 9", rulings={"order": order})
    put(game, 0, "reveal")
    put(game, 0, "8")
    put(game, 1, "reveal")
    [seen] = game.view(1).glimpses
    assert (seen.cards, seen.played, seen.drawn) == (("10", "7", "8"), 0, 0)
    put(game, 0, "8")
    assert game.view(1).glimpses[0].played == 1


def test_who_has_chosen_shows_only_what_is_in_the_hand() -> None:
    game = rigged("10 6 8 / 7 6", "5 4 reveal / 9", rulings={"order": "once"})
    put(game, 0, "8")
    put(game, 1, "reveal")
    assert game.view(1).glimpses[0].cards == ("10", "6")
    put(game, 1, "5")
    [seen] = game.view(1).glimpses
    assert (seen.played, seen.drawn) == (0, 1)


# Actions only


def test_several_actions_may_be_played_in_a_row() -> None:
    game = rigged("reveal steal 8 / 7 6 5", "5 4 2 / 9")
    put(game, 0, "reveal")
    steal(game, 0, 1, "hand", "5")
    assert held(game, 0) == ("8", "7", "5")
    assert game.state.aside == ("reveal", "steal")
    battle(game, "8", "4")
    assert Counter(sum(stacks(game), ()))["steal"] == 1
    assert game.problems == ()


def test_a_last_reveal_ends_the_game_for_its_owner() -> None:
    game = put(rigged("reveal", "5 4 2 / 9"), 0, "reveal")
    assert game.outcome is not None
    assert game.outcome.winners == (1,)
    assert game.log[-1].sentence.endswith("Ann is out. Bo wins: Ann is out of cards.")


def test_a_last_steal_brings_a_card_which_may_be_an_action_again() -> None:
    game = steal(rigged("steal", "5 reveal / 9"), 0, 1, "hand", "reveal")
    assert held(game, 0) == ("reveal",)
    put(game, 0, "reveal")
    assert game.outcome is not None
    other = steal(rigged("steal", "5 reveal / 9"), 0, 1, "hand", "5")
    battle(other, "5", "reveal")
    assert other.state.phase == "choose"
    assert held(other, 1) == ("9",)


def test_an_action_is_never_chosen_for_the_battle() -> None:
    game = rigged("reveal steal 8 / 7", "5 4 2 / 9", virtual=False)
    for card in ("steal", "reveal"):
        refused(game, f"choose Ann {card}", "choose", "cannot be a battle card here")


# An empty hand


@pytest.mark.parametrize(("ruling", "drawn"), [("one", 1), ("three", 3)])
def test_a_hand_emptied_by_steals_draws_to_have_a_card(ruling: str, drawn: int) -> None:
    game = rigged("steal steal steal / 8", "5 4 2 / 9 1 1 1 1 1", rulings={"empty-hand": ruling})
    for card in ("5", "4", "2"):
        steal(game, 0, 1, "hand", card)
    assert held(game, 1) == ()
    assert [a for a in game.legal() if a.seat == 1] == [Draw(1)]
    assert game.view().must_draw == (0, drawn)
    refused(game, Play(1, 0), "steal-refill", "Bo has no card in hand")
    refused(game, Draw(0), "steal-refill", "Ann has a card in hand")
    game.do("draw Bo")
    assert len(held(game, 1)) == drawn
    assert "draws " in last_sentence(game)
    refused(game, Draw(1), "steal-refill")


def test_an_action_drawn_so_is_played_and_another_card_drawn() -> None:
    game = rigged("steal 7 / 8", "5 / reveal steal 1 1 1")
    steal(game, 0, 1, "hand")
    game.do("draw Bo")
    put(game, 1, "reveal")
    assert held(game, 1) == ("steal",)
    steal(game, 1, 0, "herd")
    assert held(game, 1) == ("8",)


# War


def example_war() -> AnySession:
    return rigged("war 9 6 / 5 2 1 7 3", "10 4 1 / 4 3 3 2 6")


def test_a_war_of_two_brings_eight_cards() -> None:
    game = example_war()
    before = owned(game)
    battle(game, "war", "10")
    war(game)
    assert held(game, 0) == ("9", "6", "5")
    assert held(game, 1) == ("4", "1", "4")
    assert game.state.pile == 6
    assert game.state.laid == (2, 2)
    assert stacks(game)[pile(0)] == ("war", "2", "1")
    herd = below(game, 0)
    assert herd == ("7", "3")
    battle(game, "9", "4")
    assert game.state.last.gain == 8
    assert game.state.herds[0] == len(herd) + 8 - 1  # one of them is drawn
    assert owned(game) == (before[0] + 4, before[1] - 4)
    assert "Ann wins 8 cards" in last_sentence(game)
    assert game.log[-1].rule == "war-win"
    assert "Battle 2" in game.text()


def test_a_war_of_three_brings_twelve() -> None:
    three = rigged("4 5 6 / 1 2 3 4", "4 7 8 / 1 2 3 4", "12 9 10 / 1 2 3 4")
    battle(three, "4", "4", "12")
    war(three)
    assert three.state.pile == 9
    battle(three, "5", "7", "9")
    assert three.state.last.gain == 12
    assert owned(three)[2] == 15


def test_a_war_goes_on_with_all_cards_in_the_middle() -> None:
    game = rigged("4 5 war / 1 2 3 4 5 6 7 8 9", "4 5 8 / 1 2 3 4 5 6 7 8 9")
    battle(game, "4", "4")
    war(game)
    battle(game, "5", "5")
    assert (game.state.phase, game.state.war, game.state.pile) == ("war", 2, 8)
    assert "the war goes on" in last_sentence(game)
    assert game.log[-1].rule == "war-on"
    assert "war 2 of it" in game.text()
    war(game)
    assert game.state.pile == 12
    battle(game, "war", "8")
    assert game.state.war == 3
    war(game)
    assert game.state.pile == 18
    battle(game, "1", "4")
    assert game.state.last.gain == 20
    assert (game.state.war, game.state.battle) == (0, 2)
    assert game.problems == ()


def test_a_stolen_card_is_replaced_when_war_breaks_out() -> None:
    game = rigged("steal 4 7 / 8 1 1", "4 11 12 / 1 2 3 5")
    steal(game, 0, 1, "hand", "11")
    battle(game, "4", "4")
    assert game.state.hands == (2, 1)
    war(game)
    assert game.state.hands == (3, 3)
    assert held(game, 1) == ("12", "1", "2")
    assert "War: everyone draws up to three" in last_sentence(game)


def test_actions_come_first_in_a_war_too() -> None:
    game = rigged("4 steal 7 / 8 1 1", "4 11 12 / 1 2 3 5")
    battle(game, "4", "4")
    war(game)
    steal(game, 0, 1, "hand", "12")
    battle(game, "12", "11")
    assert game.state.last.gain == 8


def test_what_the_herd_lacks_comes_from_the_hand_by_choice() -> None:
    game = rigged("4 9 7 / 8 5", "4 11 12 / 1 2 3 5")
    battle(game, "4", "4")
    war(game)
    assert game.state.phase == "lay"
    assert game.state.owes == (1, 0)
    assert held(game, 0) == ("9", "7", "8")
    assert "Ann lays 1 card" in last_sentence(game)
    assert set(game.legal()) == {Lay(0, (place,)) for place in range(3)}
    refused(game, Lay(0, ()), "war-hand", "which card is laid?")
    for wrong in ((0, 1), (3,), (-1,), (0, 0)):
        refused(game, Lay(0, wrong), "war-hand", "exactly 1 card has to be laid")
    refused(game, Lay(1, (0,)), "war-hand", "Bo has laid two cards already")
    refused(game, Play(0, 0), "choose", "not all laid yet")
    game.do("lay Ann with 2")
    assert held(game, 0) == ("9", "8")
    assert stacks(game)[pile(0)] == ("4", "5", "7")
    assert game.state.phase == "choose"
    assert game.log[-1].action == Lay(0)
    battle(game, "9", "11")
    assert game.state.last.gain == 8


def test_two_may_both_pay_from_the_hand_in_any_order() -> None:
    game = rigged("4 9 7 8", "4 11 12 3")
    battle(game, "4", "4")
    war(game)
    assert game.state.owes == (2, 2)
    refused(game, Lay(1, (1, 0)), "war-hand", "exactly 2 cards have to be laid")
    do(game, Lay(1, (0, 2)), Lay(0, (1, 2)))
    assert (held(game, 0), held(game, 1)) == (("9",), ("12",))
    assert game.state.phase == "choose"


def test_at_a_table_the_cards_from_the_hand_are_counted() -> None:
    game = rigged("4 9 7 / 8 5", "4 11 12 / 1 2 3 5", virtual=False)
    battle(game, "4", "4")
    war(game)
    assert game.state.phase == "choose"
    assert (game.state.hands, game.state.herds) == ((2, 3), (0, 1))
    assert game.state.pile == 6
    refused(game, Lay(0, (0,)), "war-hand", "no war has to be paid for")


def test_who_has_just_two_cards_for_a_war_is_out() -> None:
    game = rigged("4 9 7", "4 11 12 / 1 2 3 5 6 7")
    battle(game, "4", "4")
    war(game)
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.points) == ((1,), (0, 12))
    assert "Bo wins: Ann is out of cards." in last_sentence(game)
    assert sum(map(len, stacks(game)[1:5])) == 0


def test_who_has_three_fights_on_with_the_third() -> None:
    game = rigged("4 9 7 / 8", "4 11 12 / 1 2 3 5 6 7")
    battle(game, "4", "4")
    war(game)
    do(game, Lay(0, (0, 1)))
    assert held(game, 0) == ("8",)
    battle(game, "8", "11")
    assert game.outcome is not None


def test_the_cards_of_who_falls_in_a_war_stay_in_the_pile() -> None:
    game = rigged("4 9", "4 11 12 / 1 2 3 5 6 7", "2 5 6 / 1 2 3 4 5")
    battle(game, "4", "4", "2")
    war(game)
    assert game.state.out == (1, 0, 0)
    assert game.state.pile == 3 + 1 + 2 + 2
    assert "Ann lays 1 card" in last_sentence(game)
    assert "Ann is out." in last_sentence(game)
    battle(game, "", "11", "5")
    assert game.state.last.cards == ("", "11", "5")
    assert game.state.last.gain == 10
    assert game.state.alive == (1, 2)


def test_who_has_flipped_a_last_card_lays_nothing_and_is_out() -> None:
    game = rigged("4", "4 11 12 / 1 2 3 5", "2 5 6 / 1 2 3 4 5")
    battle(game, "4", "4", "2")
    assert game.state.out == (0, 0, 0)
    war(game)
    assert game.state.out == (1, 0, 0)
    assert "Ann lays" not in last_sentence(game)


@pytest.mark.parametrize(
    ("ruling", "hands", "winners", "places"),
    [
        ("draw", ("4 9 8", "4 5"), (0, 1), (1, 1)),
        ("more", ("4 9 8", "4 5"), (0,), (1, 2)),
        ("more", ("4 9", "4 5"), (0, 1), (1, 1)),
        ("more", ("4 9", "4", "4 5"), (0, 2), (1, 3, 1)),
        ("draw", ("4 9", "4", "4 5 7"), (0, 1, 2), (1, 1, 1)),
        ("more", ("4", "4", "4 5 7"), (2,), (2, 2, 1)),
    ],
)
def test_nobody_can_pay_for_the_war(
    ruling: str, hands: tuple[str, ...], winners: tuple[int, ...], places: tuple[int, ...]
) -> None:
    game = rigged(*hands, rulings={"all-fall": ruling})
    battle(game, *("4",) * len(hands))
    war(game)
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.places) == (winners, places)
    assert game.outcome.points == (0,) * len(hands)
    assert game.state.pile > 0  # nobody’s
    drawn = len(winners) > 1
    assert ("A draw: Ann" in last_sentence(game)) == drawn
    assert ("laid the most cards and wins" in last_sentence(game)) == (not drawn)
    assert game.problems == ()


# Rulings: order


def test_who_likes_goes_first_unless_the_table_goes_round() -> None:
    free, turns, once = (
        rigged("4 5 / 1", "7 8 / 1", "9 10 / 1", first=1, rulings={"order": order})
        for order in ("free", "turns", "once")
    )
    assert free.view().to_act == (1, 2, 0)
    for game in (turns, once):
        assert game.view().to_act == (1,)
        refused(game, Play(0, 0), "choose", "It is Bo’s move.")
        put(game, 1, "7")
        assert game.view().to_act == (2,)


def test_by_turns_everybody_may_answer_an_action() -> None:
    game = rigged("4 5 / 1", "reveal 8 / 1", "9 10 / 1", rulings={"order": "turns"})
    put(game, 0, "4")
    put(game, 1, "reveal")
    assert game.state.chosen == ("", "", "")
    assert game.view().to_act == (0,)


def test_once_round_a_choice_stands() -> None:
    game = rigged("4 5 / 1", "reveal 8 / 1", "9 10 / 1", rulings={"order": "once"})
    put(game, 0, "4")
    put(game, 1, "reveal")
    assert game.state.chosen[0]
    assert game.view().to_act == (1,)
    assert "taken back" not in last_sentence(game)


def test_once_round_a_choice_stands_but_if_nobody_is_left_to_choose() -> None:
    game = rigged("4 5 / 1", "7 8 / 1", "reveal", rulings={"order": "once"})
    put(game, 0, "4")
    put(game, 1, "8")
    put(game, 2, "reveal")
    assert game.state.out == (0, 0, 1)
    assert game.state.chosen == ("", "", "")
    assert game.state.hands == (2, 2, 0)
    assert "The cards chosen before are taken back. Cy is out." in last_sentence(game)
    battle(game, "5", "7", "")
    assert game.state.last.winner == 1


def test_at_a_table_cards_are_entered_in_any_order() -> None:
    for order in ("free", "turns", "once"):
        game = rigged("4 5 / 1", "7 8 / 1", virtual=False, rulings={"order": order})
        do(game, "choose Bo 7", "choose Ann 4")
        assert game.state.last.winner == 1


# Rulings: the order of won cards


def test_won_cards_are_shuffled_or_lie_as_they_were_played() -> None:
    hands = ("4 9 7 / 8 1 1 5 5", "4 12 11 / 1 2 3 2 6")
    played = rigged(*hands, rulings={"return": "played"})
    battle(played, "4", "4")
    war(played)
    battle(played, "9", "12")
    assert below(played, 1)[-8:] == ("4", "2", "3", "12", "4", "1", "1", "9")
    mixed = {tuple(below(_won_with(seed, hands), 1)[-8:]) for seed in range(20)}
    assert len(mixed) > 15
    assert {tuple(sorted(cards)) for cards in mixed} == {tuple(sorted(below(played, 1)[-8:]))}


def _won_with(seed: int, hands: tuple[str, ...]) -> AnySession:
    game = rigged(*hands)
    game._worlds[0] = World(game.state, Dealer(str(seed), stacks(game)))
    battle(game, "4", "4")
    war(game)
    return battle(game, "9", "12")


# The time


def bell_after(*moves: Any, rulings: dict[str, str]) -> AnySession:
    game = rigged("4 9 7 / 8 5 1", "4 11 12 / 1 2 3", virtual=False, rulings=rulings)
    return do(game, *moves, "bell")


def test_at_the_bell_the_most_cards_win() -> None:
    game = rigged("4 9 7 / 8 5 1", "4 11 12 / 1 2", virtual=False)
    game.do("bell")
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.points) == ((0,), (6, 5))
    assert last_sentence(game) == "Time is up. Ann wins the count with 6 cards."
    refused(game, "bell", "timed", "the game is over")
    refused(game, "clock 60", "timed", "the game is over")


def test_an_equal_count_is_a_draw_and_the_middle_is_nobody_s() -> None:
    game = bell_after("choose Ann 4", "choose Bo 4", "war", rulings={})
    assert game.state.pile == 6
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.points) == ((0, 1), (3, 3))
    assert "A draw: Ann and Bo own 3 cards each." in last_sentence(game)


def test_cards_chosen_but_not_flipped_are_still_owned() -> None:
    game = rigged("4 9 7 / 8 5 1", "4 11 12 / 1 2")
    put(game, 0, "9")
    game.do("bell")
    assert game.outcome is not None
    assert game.outcome.points == (6, 5)
    assert held(game, 0) == ("4", "7", "9")
    assert "taken back" not in last_sentence(game)


def test_by_ruling_an_open_battle_is_finished() -> None:
    game = bell_after("choose Ann 4", rulings={"bell": "finish"})
    assert game.outcome is None
    assert game.state.rung
    assert "played to its end" in last_sentence(game)
    refused(game, "bell", "timed", "the time is up already")
    game.do("choose Bo 11")
    assert game.outcome is not None
    assert game.outcome.points == (5, 7)
    quiet = bell_after(rulings={"bell": "finish"})
    assert quiet.outcome is not None


@pytest.mark.parametrize(
    "start", [("choose Ann 4", "choose Bo 4"), ("choose Ann 4", "choose Bo 4", "war")]
)
def test_by_ruling_a_war_is_finished(start: tuple[str, ...]) -> None:
    game = bell_after(*start, rulings={"bell": "finish"})
    assert game.outcome is None
    do(game, *(("war",) if game.state.phase == "war" else ()), "choose Ann 9", "choose Bo 5")
    assert game.outcome is not None
    assert game.outcome.points == (10, 2)


def test_by_ruling_a_steal_is_finished() -> None:
    game = rigged("steal 9 7 / 8 5 1", "4 11 12 / 1 2 3", rulings={"bell": "finish"})
    put(game, 0, "steal")
    game.do("bell")
    assert "played to its end" in last_sentence(game)
    assert game.state.phase == "aim"


def test_by_ruling_an_equal_count_plays_on() -> None:
    rulings = {"equal": "play-on"}
    game = bell_after(rulings=rulings)
    assert game.outcome is None
    assert "equal count" in last_sentence(game)
    do(game, "choose Ann 9", "choose Bo 5")
    assert game.outcome is not None
    assert game.outcome.winners == (0,)
    chosen = bell_after("choose Ann 4", rulings=rulings)
    assert chosen.state.chosen == ("4", "")  # the game goes on, so the choice stands
    at_war = bell_after("choose Ann 4", "choose Bo 4", rulings=rulings)
    assert (at_war.outcome, at_war.state.phase) == (None, "war")
    assert "equal count" in last_sentence(at_war)


def test_the_clock_runs_stands_and_is_put_away() -> None:
    game = table()
    do(game, "clock 90")
    assert last_sentence(game) == "The clock stands at 1:30."
    do(game, "clock until 1800000000")
    assert (game.state.until, game.state.left) == (1_800_000_000, 0)
    assert last_sentence(game) == "The clock runs."
    do(game, "clock off")
    assert (game.state.until, game.state.left) == (0, 0)
    assert last_sentence(game) == "The clock is put away."
    refused(game, Clock(TABLE, 5, 5), "timed", "no time a clock can be set to")
    refused(game, Clock(TABLE, -1), "timed", "no time")
    refused(game, Clock(TABLE, 2**50), "timed", "no time")
    refused(game, Clock(0, 5), "timed", "belongs to the whole table")
    refused(game, Bell(1), "timed", "belongs to the whole table")
    do(game, "clock 5", "bell")
    assert game.state.left == 0


# By hand


def test_counts_are_set_by_hand_with_a_reason() -> None:
    game = rigged("4 9 7 / 8 5 1", "4 11 12 / 1 2 3", virtual=False)
    do(game, "fix Ann herd 2: one fell under the table")
    assert game.state.herds == (2, 3)
    assert "By hand: Ann’s herd has 2 cards. one fell under the table" in last_sentence(game)
    [problem] = game.problems
    assert "13 cards are accounted for, but there are 14" in problem.text
    assert problem.text in game.text()
    do(game, "fix Ann pile 1: here it lies")
    assert game.problems == ()
    refused(game, Fix(0, "hand", 3, " "), "goal", "logged with its reason")
    refused(game, Fix(0, "hand", 99, "why"), "deal", "the deck has 14 cards")
    refused(game, Fix(0, "hand", -1, "why"), "deal")
    refused(game, Fix(2, "hand", 1, "why"), "goal", "no such seat")
    refused(rigged("4 5", "6 7"), Fix(0, "hand", 3, "why"), "goal", "the kit holds the cards")


def test_a_player_without_cards_leaves_by_a_correction_and_comes_back() -> None:
    game = rigged("4", "4 11 12 / 1 2 3", "5 6 7", virtual=False)
    do(game, "fix Ann hand 0: miscounted")
    assert game.state.out == (1, 0, 0)
    assert "Ann is out." in last_sentence(game)
    do(game, "fix Ann hand 1: found it")
    assert game.state.out == (0, 0, 0)
    assert 0 in game.view().to_act


def test_a_game_that_had_ended_goes_on_when_a_player_comes_back() -> None:
    game = rigged("4", "9 11 12 / 1 2 3", virtual=False)
    battle(game, "4", "9")
    assert game.outcome is not None
    do(game, "fix Ann hand 2: overlooked")
    assert game.outcome is None
    assert (game.state.phase, game.state.battle, game.state.war) == ("choose", 2, 0)
    assert set(game.view().to_act) == {0, 1}


def test_after_a_war_nobody_could_pay_for_two_have_to_come_back() -> None:
    game = rigged("4 9", "4 5", virtual=False)
    battle(game, "4", "4")
    war(game)
    do(game, "fix Ann hand 2: overlooked")
    assert game.outcome is not None
    assert game.outcome.winners == (0,)
    do(game, "fix Bo hand 1: overlooked too")
    assert game.outcome is None


def test_a_correction_in_a_war_leaves_the_payment_to_the_war() -> None:
    game = rigged("4", "4 5", virtual=False)
    battle(game, "4", "4")
    do(game, "fix Bo hand 2: counted again")
    assert game.outcome is None
    war(game)
    assert game.outcome is not None
    assert game.outcome.winners == (0, 1)


def test_a_card_entered_wrongly_is_changed_before_the_flip() -> None:
    game = rigged("4 9 7 / 8", "4 11 12 / 1", virtual=False)
    refused(game, "change Ann 9", "choose", "no card of Ann has been entered yet")
    do(game, "choose Ann 4", "change Ann 9")
    assert game.state.chosen == ("9", "")
    assert "It was 9 that Ann flipped." in last_sentence(game)
    refused(game, "choose Ann 7", "choose", "Ann has chosen a card already")
    refused(game, Change(0, "17"), "choose", "cannot be a battle card here")
    refused(rigged("4 5", "6 7"), Change(0, "5"), "choose", "finds out itself")


def test_more_actions_used_than_the_list_has_are_told() -> None:
    game = table(virtual=False, pack=pack("1 2 3 4 5 6 7 8 9 10 reveal"))
    do(game, "reveal Ann", "reveal Bo")
    assert "The deck list has only 1 Reveal" in str(game)
    assert game.problems == ()


# Games without end


def test_a_game_that_may_go_round_for_ever_is_told_so() -> None:
    state = rigged("4 9 7 / 8", "4 11 12 / 1", virtual=False).state
    game = at(replace(state, battle=LONG + 1))
    assert game.view().is_long
    assert f"For {LONG} battles nobody has left" in game.text()
    assert not at(replace(state, battle=LONG)).view().is_long
    do(game, "reveal Ann")
    assert not game.view().is_long
    assert not bell_after(rulings={}).view().is_long


# Refusals


def test_cards_are_played_by_place_where_the_kit_deals_and_by_name_at_a_table() -> None:
    virtual, real = rigged("4 steal 7 / 8", "5 11 12 / 1"), table()
    for action in (Choose(0, "4"), Choose(0, seal="ab" * 32), Raise(0), Reveal(0), Choose(0)):
        refused(virtual, action, "", "finds out itself what is played")
    refused(virtual, Steal(0, 1, "hand", 0), "steal", "no Steal has been played")
    refused(virtual, Play(0, 3), "choose", "there are 3 cards there")
    refused(virtual, Play(0, -1), "choose", "Pick one of 1 to 3")
    refused(virtual, Play(7, 0), "", "no such seat")
    refused(virtual, Play(-1, 0), "", "no such seat")
    for move in (Play(0, 0), Raise(0), Steal(0, 1, "hand", 0), Choose(0, seal="ab" * 32)):
        refused(real, move, "", "does not know the cards")
    refused(real, Choose(0, "20"), "choose", "It can be 1, ")


def test_a_steal_needs_an_opponent_with_cards_there() -> None:
    game = put(rigged("steal 4 / 8", "5 11", "1 / 3"), 0, "steal")
    refused(game, Steal(0, 0, "hand", 0), "steal", "Steal from Bo or Cy")
    refused(game, Steal(0, 7, "hand", 0), "steal", "an opponent who is still in")
    refused(game, Steal(0, 1, "herd", 0), "steal", "Bo has no herd")
    refused(game, Steal(0, 1, "hand", 2), "steal", "there are 2 cards there")
    refused(game, Steal(0, 1, "hand"), "blind", "which of the face-down cards is it?")
    refused(game, Steal(1, 0, "hand", 0), "steal", "It is Ann’s move")
    refused(game, Play(1, 0), "choose", "has taken no card yet")
    refused(game, March(0), "war-lay", "has taken no card yet")


def test_who_is_out_or_has_chosen_waits() -> None:
    game = battle(rigged("10 5", "9", "8 2"), "10", "9", "8")
    refused(game, Play(1, 0), "out", "Bo has no cards left and is out")
    refused(game, March(1), "war-lay", "no war has to be paid for")
    game.do(Play(0, 0))
    refused(game, Play(0, 0), "choose", "Ann has chosen a card already. Rule")


def test_a_war_is_paid_for_before_anything_else() -> None:
    game = battle(rigged("4 9 / 1 2 3", "4 8 / 1 2 3"), "4", "4")
    refused(game, Play(0, 0), "choose", "war has broken out and has to be paid for first")
    refused(game, Draw(0), "steal-refill", "has to be paid for first")
    refused(game, Lay(0, (0,)), "war-hand", "has to be paid for first")
    assert "Everyone draws up to 3" in game.text()


# Sealed choices


def seals(game: AnySession) -> list[str]:
    return [entry.action.seal for entry in game.log if isinstance(entry.action, Choose)]


def test_a_seal_tells_nothing_not_even_that_it_is_the_same_card() -> None:
    """The same card gets another seal in every battle, and after it was taken back."""
    game = rigged("9 9 9 / 9 9 9", "8 reveal reveal / 8 8 8 8 8 8", first=0)
    put(game, 0, "9")
    put(game, 1, "reveal")
    put(game, 0, "9")
    put(game, 1, "reveal")
    put(game, 0, "9")
    put(game, 1, "8")
    battle(game, "9", "8")
    found = seals(game)
    assert len(set(found)) == len(found) == 6
    assert {len(seal) for seal in found} == {64}
    assert all(f"sealed as {seal[:8]}." in entry.sentence for seal, entry in (
        (entry.action.seal, entry) for entry in game.log
        if isinstance(entry.action, Choose) and not entry.action.flip
    ))  # fmt: skip


def test_the_same_card_of_two_players_has_two_seals() -> None:
    game = rigged("9 5 5 / 9 9 9", "9 5 5 / 8 8", "9 5 5 / 1 2")
    battle(game, "9", "9", "9")
    assert len(set(seals(game))) == 3
    assert len(set(game.log[-1].action.salts)) == 3


@pytest.mark.parametrize("order", ["free", "turns", "once"])
@pytest.mark.parametrize("seats", [2, 3])
def test_every_choice_fits_its_seal_whoever_acts_after_it(
    order: str, seats: int, tmp_path: Path
) -> None:
    path = tmp_path / "fair.game"
    deck = pack("1 1 1 1 2 2 2 2 reveal reveal reveal reveal reveal reveal")
    for seed in range(12):
        rulings = {"order": order}
        game = table(seats, virtual=True, seed=seed, save=path, pack=deck, rulings=rulings)
        while game.outcome is None and game.revision < 30:
            game.do(game.legal()[-1])
        game.close()
        companion.open(path).close()
        path.unlink()


def doctored(path: Path, change: Any) -> None:
    """Write a save anew in which the record of the flip is changed."""
    read = companion.saves.read(path)
    path.unlink()
    with companion.saves.SaveFile.create(path, read.header) as save:
        for event in read.events:
            form = json.loads(bytes(event.do))
            if form.get("flip"):
                change(form)
            raw = msgspec.Raw(json.dumps(form).encode())
            save.append(replace(event, do=raw))


def swapped(form: dict[str, Any]) -> None:
    form["flip"][0] = "12" if form["flip"][0] != "12" else "11"


def an_action(form: dict[str, Any]) -> None:
    """Turn the flipped card into an action, sealed as it should be: still no battle card."""
    secret = form["salts"][form["seat"]]
    form["flip"][form["seat"]] = "steal"
    form["seal"] = companion.secrets.seal(("steal",), secret)


def too_short(form: dict[str, Any]) -> None:
    form["flip"].pop()


def another_salt(form: dict[str, Any]) -> None:
    form["salts"] = form["salts"][::-1]


@pytest.mark.parametrize("change", [swapped, an_action, too_short, another_salt])
def test_a_save_in_which_a_card_was_swapped_is_refused(change: Any, tmp_path: Path) -> None:
    path = tmp_path / "fair.game"
    game = table(virtual=True, seed=4, save=path, pack=pack("1 2 3 4 5 6 7 8 9 10 11 12"))
    do(game, Play(0, 0), Play(1, 0))
    game.close()
    companion.open(path).close()
    doctored(path, change)
    with pytest.raises(companion.DamagedSave, match="does not fit its seal"):
        companion.open(path)


# Both examples


def test_the_first_example() -> None:
    """A Reveal, a draw for it, and 8 against 5."""
    game = rigged("10 8 reveal / 7 6 3", "5 4 2 / 9 1 3")
    put(game, 0, "reveal")
    assert game.view(0).glimpses[0].cards == ("5", "4", "2")
    assert held(game, 0) == ("10", "8", "7")
    battle(game, "8", "5")
    assert held(game, 0) == ("10", "7", "6")
    assert held(game, 1) == ("4", "2", "9")
    assert below(game, 0)[0] == "3"
    assert sorted(below(game, 0)[1:]) == ["5", "8"]
    assert game.view().aside == ("reveal",)


def test_the_second_example() -> None:
    """A War card against a 10, and eight cards for a 9 against a 4."""
    game = rigged("war 9 6 / 5 1 2 7 3", "10 4 1 / 4 3 1 2 6")
    battle(game, "war", "10")
    war(game)
    assert (held(game, 0), held(game, 1)) == (("9", "6", "5"), ("4", "1", "4"))
    assert game.state.pile == 6
    battle(game, "9", "4")
    assert game.state.last.gain == 8
    assert (held(game, 0), held(game, 1)) == (("6", "5", "7"), ("1", "4", "2"))
    assert sorted(below(game, 0)) == sorted(("3", "war", "1", "2", "9", "10", "3", "1", "4"))


# By text


def test_every_rule_has_an_event_or_a_refusal_and_every_ruling_a_reason() -> None:
    assert len(GAME.rulebook.rulings) == 8
    for ruling in GAME.rulebook.rulings:
        assert ruling.why.strip()
        assert len(ruling.options) >= 2
