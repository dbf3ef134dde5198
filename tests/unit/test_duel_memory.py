"""What a seat remembers of cards it saw in another's hand, also in a what-if copy."""

from __future__ import annotations

from typing import Any

import pytest

from companion.cake_duel import odds
from companion.cake_duel.dealing import hand
from companion.opening import AnySession
from companion.secrets import Glimpse, Place
from tests.duels import cards, held, play, rigged


def dealt(*hands: str, deck: str = "", **rulings: str) -> AnySession:
    """Return a virtual duel with specials and these hands."""
    return rigged(*hands, deck=deck, edition="specials", rulings=rulings)


def known(game: AnySession, viewer: int | None, seat: int) -> set[Place]:
    """Return which places of a seat's hand a viewer is said to know."""
    places = game.game.known(game._worlds[-1], viewer)
    return {place for place in places if place[0] == hand(seat)}


def looked(*moves: Any) -> AnySession:
    """Return a duel in which Ann has seen Bo's four cards, and then these moves were made."""
    game = dealt("OSAA", "WYPiC", deck="DDDDD")
    return play(game, "claim oracle with 1", "accept", *moves)


# A hand that was looked at


def test_a_what_if_keeps_a_hand_that_was_seen() -> None:
    game = looked()
    for copy in (game.branch(0), game.branch(0).branch(0)):
        assert held(copy, 1) == held(game, 1) == cards("WYPiC")
    assert held(game.branch(), 1) != cards("WYPiC")


def test_what_was_seen_counts_in_a_what_if_that_goes_on() -> None:
    copy = looked("draw").branch(0)
    play(copy, "claim soldier with 1", "block defender with 2", "challenge")
    assert copy.state.end.shown == ("wolfy",)


def test_cards_that_join_a_seen_hand_lie_behind_those_seen() -> None:
    game = play(dealt("OSAA", "WYPiC", deck="DDDDD"), "claim 2 oracles with 1 2")
    play(game, "block 1 priest with 1", "accept")
    taken = held(game, 1)[3]
    assert taken in cards("OS")
    assert game.view(0).glimpses == (Glimpse(0, 1, cards("YPiC"), drawn=1), Glimpse(0, 1, (taken,)))
    assert known(game, 0, 1) == {(hand(1), at) for at in range(4)}
    assert held(game.branch(0), 1) == held(game, 1)


def test_once_a_card_has_left_a_seen_hand_none_is_known_by_place() -> None:
    game = looked("draw", "claim soldier with 1", "block defender with 2")
    assert known(game, 0, 1) == set()


def test_only_who_looked_knows() -> None:
    game = looked()
    assert known(game, 0, 1)
    assert known(game, None, 1) == known(game, 1, 0) == set()


def test_a_new_bout_is_dealt_to_all_alike() -> None:
    game = looked("draw", "pass", "pass", "next")
    assert known(game, 0, 1) == set()


def test_a_partner_s_partner_is_not_told() -> None:
    game = rigged("OSAA", "SSAA", "WYPiC", "DDDD", edition="specials")
    play(game, "lead Ann", "claim oracle with 1 on Cy", "accept")
    assert known(game, 0, 2) == {(hand(2), at) for at in range(4)}
    assert known(game, 1, 2) == set()
    assert held(game.branch(0), 2) == cards("WYPiC")


# Cards a Priest has taken over


def robbed(ruling: str, *moves: Any) -> AnySession:
    """Return a duel in which Bo's Priest has taken a Wizard of Ann's three, and these moves."""
    game = play(dealt("WWWA", "SDDD", deck="SSAA", priest=ruling), "claim 3 soldiers with 1 2 3")
    play(game, "block priest with 1", "accept", *(["give 2"] if ruling == "attacker" else []))
    return play(game, *moves)


@pytest.mark.parametrize("ruling", ["blind", "attacker"])
def test_who_lost_a_card_to_a_priest_knows_which_and_nobody_else_does(ruling: str) -> None:
    game = robbed(ruling, "draw")
    assert held(game, 1) == cards("DDDW")
    assert game.view(0).glimpses == (Glimpse(0, 1, ("wizard",)),)
    assert known(game, 0, 1) == {(hand(1), 3)}
    assert game.view(1).glimpses == game.view().glimpses == ()
    assert known(game, None, 1) == set()
    assert "You saw in Bo’s hand: 1 Wizard." in game.text(0)


@pytest.mark.parametrize("ruling", ["blind", "attacker"])
def test_the_odds_remember_what_a_priest_took(ruling: str) -> None:
    found = odds.claim(robbed(ruling, "draw", "claim wizard with 1").view(0))
    assert found is not None
    assert found.could == 1
    assert "You once saw in Bo’s hand: 1 Wizard." in found.counting
    more = odds.claim(robbed(ruling, "draw", "claim 3 wizards with 1 2 3").view(0))
    assert more is not None
    assert more.could < 0.03  # two of the Wizards lie played; only specials could stand in


def test_a_special_a_priest_took_is_remembered_for_the_duel() -> None:
    game = play(dealt("PiAAA", "PDDD"), "claim soldier with 1", "block priest with 1", "accept")
    assert "pierrot" in game.view(0).met
    play(game, "draw", "pass", "pass", "next")
    assert "pierrot" in game.view(0).met


def test_a_later_look_takes_the_place_of_what_a_priest_took() -> None:
    game = robbed("blind", "draw", "pass", "claim oracle with 1", "accept")
    assert game.view(0).glimpses == (Glimpse(0, 1, held(game, 1)),)
