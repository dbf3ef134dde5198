"""Teams of two: four seats, two sets of cards, partners who see each other's hands."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.cake_duel.dealing import hand
from companion.cake_duel.state import (
    Accept,
    Again,
    Attack,
    Block,
    Challenge,
    Lead,
    NextBout,
    Pass,
    Swap,
)
from companion.cake_duel.troops import CORE, copies
from companion.game import TABLE
from companion.opening import AnySession
from tests.duels import at, cards, dealer, held, kinds, play, rigged, table, team, won
from tests.tables import refused


def rigged_team(*hands: str, deck: str = "") -> AnySession:
    """Return a virtual team duel of these hands in which Ann was chosen to attack first."""
    return play(rigged(*hands, deck=deck), "lead Ann")


# The set-up


def test_two_sets_and_one_sir_wolfy_are_39_cards_and_42_with_specials() -> None:
    assert table(4).state.size == 39
    assert table(4, edition="specials").state.size == 42
    assert {troop.id: copies(troop.id, 4) for troop in CORE} == {
        "soldier": 10, "archer": 8, "wizard": 6, "defender": 8, "scientist": 6, "wolfy": 1,
    }  # fmt: skip
    state = table(4).state
    assert (state.hands, state.deck) == ((4,) * 4, 23)


@pytest.mark.parametrize("first", range(4))
def test_the_team_to_begin_has_four_cakes_and_the_other_five(first: int) -> None:
    state = table(4, first=first).state
    assert state.cakes == ((4, 5) if first < 2 else (5, 4))


@pytest.mark.parametrize("first", range(4))
def test_the_team_to_begin_looks_at_its_hands_and_says_who_attacks(first: int) -> None:
    game = table(4, first=first, virtual=True, seed=first)
    begins = {0, 1} if first < 2 else {2, 3}
    assert game.state.phase == "lead"
    assert kinds(game.legal()) == {"lead": begins}
    assert set(game.game.to_act(game.state)) == begins
    view = game.view(min(begins))
    assert (view.hand, view.partner_hand) == (held(game, min(begins)), held(game, max(begins)))
    for seat in {0, 1, 2, 3} - begins:
        refused(game, Lead(seat), "team-turn", f"It is for {game.names[min(begins)]} or ")
    for seat in (TABLE, 4):
        refused(game, Lead(seat), "team-turn", "no such seat")
    refused(game, "claim soldier with 1", "attack", "nobody has been chosen")
    other = max(begins)
    assert game.do(Lead(other)).sentence == f"{game.names[other]} attacks first."
    assert (game.state.attacker, game.state.starter) == (other, other)
    refused(game, Lead(other), "team-turn")


# Whom one attacks, and who answers


def test_the_attacker_names_one_opponent() -> None:
    game = team()
    assert {a.target for a in game.legal() if isinstance(a, Attack)} == {2, 3}
    for target in (0, 1, 4, TABLE):
        refused(game, Attack(0, target, "soldier", 1), "team-turn", "against an opponent")
    refused(game, "claim soldier on Bo", "team-turn")
    assert game.do("claim 2 soldiers on Di").sentence == "Ann claims 2 Soldiers against Di."


def test_only_the_opponent_named_answers() -> None:
    game = play(team(), "claim soldier on Di")
    assert kinds(game.legal()) == {"challenge": {3}, "accept": {3}, "block": {3}}
    for seat in (0, 1, 2):
        for action in (
            Block(seat, "defender", 1), Accept(seat), Challenge(seat, truthful=False),
        ):  # fmt: skip
            refused(game, action, "team-turn", "It is Di’s move")
    play(game, "block defender")
    assert game.state.hands == (3, 4, 4, 3)
    for seat in (1, 2, 3):
        refused(game, Challenge(seat, truthful=False), "team-turn", "It is Ann’s move")


def test_a_team_has_its_cakes_together() -> None:
    game = play(team(), "claim 2 wizards on Cy", "accept")
    assert game.state.cakes == (8, 1)
    assert "Ann and Bo get 4 cakes." in game.log[-1].sentence
    play(game, "draw", "claim wizard on Bo", "accept")
    assert game.state.cakes == (6, 3)
    game = play(at(4, cakes=(7, 2)), "claim wizard on Di", "accept")
    assert game.state.end is not None
    assert (game.state.end.winner, game.state.end.why) == (0, "cakes")
    assert "Ann and Bo have all the cakes and win the bout." in game.log[-1].sentence


def test_a_challenge_is_won_by_the_team() -> None:
    game = play(team(), "claim soldier on Di", "challenge archer")
    assert game.state.trophies == (0, 1)
    assert game.do("next").sentence == (
        "Bout 2: the cards are dealt anew, Ann and Bo have 4 cakes and attack first."
    )
    assert (game.state.phase, game.state.cakes) == ("lead", (4, 5))
    game = play(team(), "claim soldier on Di", "challenge soldier")
    assert list(game.legal()) == [NextBout(2)]
    play(game, "next")
    assert kinds(game.legal()) == {"lead": {2, 3}}
    assert game.state.cakes == (5, 4)


def test_the_losing_team_begins_and_of_it_whoever_began_before() -> None:
    game = play(table(4), "lead Bo", "claim soldier on Di", "challenge archer")
    assert list(game.legal()) == [NextBout(1)]
    play(game, "next", "lead Bo", "claim soldier on Di", "challenge soldier")
    assert list(game.legal()) == [NextBout(2)]


def test_three_bouts_win_the_duel_for_both() -> None:
    game = won(table(4), 3, 3)
    assert game.outcome is not None
    assert game.outcome.winners == (2, 3)
    assert game.outcome.points == (0, 0, 3, 3)
    assert game.outcome.places == (3, 3, 1, 1)
    assert game.outcome.reason == "Cy and Di win the duel, 3 bouts to 0."
    assert game.do(Again(2)).sentence == "Another duel: Cy and Di attack first."
    assert kinds(game.legal()) == {"lead": {2, 3}}


# The order, and passing


def order(game: AnySession, turns: int = 8) -> list[int]:
    """Return who attacks, turn by turn."""
    found = []
    for _turn in range(turns):
        found.append(game.state.attacker)
        seat = game.names[2 if game.state.attacker < 2 else 0]
        play(game, f"claim soldier on {seat}", "accept", "draw")
    return found


@pytest.mark.parametrize(
    ("ruling", "lead", "expected"),
    [
        ("teams", "Ann", [0, 2, 1, 3]), ("teams", "Bo", [1, 2, 0, 3]),
        ("partners", "Ann", [0, 1, 2, 3]), ("partners", "Bo", [1, 0, 2, 3]),
    ],
)  # fmt: skip
def test_teams_take_turns_or_partners_follow_each_other(
    ruling: str, lead: str, expected: list[int]
) -> None:
    game = play(table(4, rulings={"team-order": ruling}), f"lead {lead}")
    assert order(game) == expected * 2


def test_two_passes_of_both_teams_end_the_bout() -> None:
    game = play(team(), "pass")
    assert game.state.phase == "attack"
    told = game.do("pass").sentence
    assert "Two passes in a row: Cy and Di win the bout, 5 cakes to 4." in told


def test_two_passes_of_partners_do_not() -> None:
    game = play(table(4, rulings={"team-order": "partners"}), "lead Ann", "pass", "pass")
    assert (game.state.phase, game.state.attacker) == ("attack", 2)
    play(game, "pass")
    assert game.state.phase == "ended"
    game = play(table(4, rulings={"team-order": "partners"}), "lead Ann", "pass", "pass")
    play(game, "claim soldier on Ann", "accept", "draw", "pass")
    assert (game.state.phase, game.state.attacker) == ("attack", 0)


def test_who_passes_draws_nothing_and_swaps_nothing() -> None:
    game = play(team(), "pass")
    assert (game.state.phase, game.state.attacker) == ("attack", 2)
    for seat in (0, 2):
        refused(game, Swap(seat), "team-swap", "no claim lies on the table")


def test_nobody_s_partner_draws() -> None:
    game = play(at(4, hands=(4, 2, 4, 3)), "claim soldier on Cy", "accept", "draw")
    assert game.state.hands == (4, 2, 4, 3)


# Swapping


def test_one_card_is_swapped_with_the_partner_before_drawing() -> None:
    game = rigged_team("SSSA", "WWWC", "DDDD", "DDDC", deck="Y")
    refused(game, Swap(0), "team-swap")
    play(game, "claim 2 soldiers with 1 2 on Cy", "accept")
    assert {(a.card, a.other) for a in game.legal() if isinstance(a, Swap)} == {
        (card, other) for card in range(2) for other in range(4)
    }
    refused(game, "exchange swap", "team-swap", "one card of each partner’s hand")
    refused(game, "exchange swap 3 1", "team-swap")
    refused(game, "exchange swap 1 5", "team-swap")
    assert game.do("exchange swap 2 4").sentence == "Ann swaps a card with Bo."
    assert game.log[-1].action == Swap(0)
    assert (held(game, 0), held(game, 1)) == (cards("SC"), cards("WWWA"))
    refused(game, "exchange swap 1 1", "team-swap", "one card has been exchanged in this turn")
    play(game, "draw")
    assert held(game, 0)[:3] == cards("SCY")
    refused(game, "exchange swap 1 1", "team-swap")


def test_only_the_attacker_swaps() -> None:
    game = play(rigged_team("SSSA", "WWWC", "DDDD", "DDDC"), "claim soldier with 1 on Cy", "accept")
    for seat in (1, 2, 3):
        refused(game, Swap(seat, "swap", 0, 0), "team-turn", "It is Ann’s move")


@pytest.mark.parametrize("gift", ["give", "receive"])
def test_a_card_is_given_only_when_the_deck_is_empty(gift: str) -> None:
    game = play(team(), "claim soldier on Cy", "accept")
    refused(game, f"exchange {gift}", "team-swap", "only when the deck is empty")
    game = play(at(4, deck=0, hands=(3, 2, 4, 4)), "claim soldier on Cy", "accept")
    assert kinds(game.legal())["swap"] == {0}
    play(game, f"exchange {gift}")
    assert game.state.hands == ((1, 3, 4, 4) if gift == "give" else (3, 1, 4, 4))
    told = {"give": "Ann gives Bo a card.", "receive": "Ann gets a card from Bo."}
    assert game.log[-1].sentence == told[gift]
    refused(game, "exchange swap", "team-swap", "one card has been exchanged")
    assert game.problems == ()


def test_gifts_of_a_virtual_duel_move_the_cards_named() -> None:
    game = rigged_team("SSSA", "WWWC", "DDDD", "DDDC")
    world = game._worlds[-1]
    assert world.dealer is not None
    rest = replace(world.dealer, stacks=((), (), *world.dealer.stacks[2:]))
    game._worlds[-1] = replace(world, state=replace(world.state, deck=0, pile=23), dealer=rest)
    play(game, "claim soldier with 1 on Cy", "accept")
    refused(game, "exchange give", "team-swap")
    refused(game, "exchange receive 5", "team-swap")
    play(game, "exchange receive 4")
    assert (held(game, 0), held(game, 1)) == (cards("SSAC"), cards("WWW"))
    assert game.consent == (0, 1)


def test_partners_have_no_cards_to_give_when_they_have_none() -> None:
    game = play(at(4, deck=0, hands=(1, 0, 4, 4)), "claim soldier on Cy", "accept")
    assert kinds(game.legal()) == {"wolfy": {0}, "resupply": {0}}
    refused(game, "exchange swap", "team-swap", "there is no card to exchange")


def test_two_players_swap_nothing() -> None:
    game = play(table(), "claim soldier", "accept")
    refused(game, "exchange swap", "team-swap", "only partners in a team swap cards")


def test_partners_see_each_other_s_hands_and_no_other() -> None:
    game = rigged_team("SSSA", "WWWC", "DDDD", "DDDC")
    for seat, mate in ((0, 1), (1, 0), (2, 3), (3, 2)):
        view = game.view(seat)
        assert (view.hand, view.partner_hand) == (held(game, seat), held(game, mate))
    assert game.view().hand == game.view().partner_hand == ()
    play(game, "claim soldier with 1 on Cy", "accept", "draw")
    assert [one.seats for one in game.log[-1].learned] == [(0, 1)]
    assert dealer(game).stacks[hand(0)] == held(game, 0)


def test_without_cards_a_seat_passes_and_the_next_one_attacks() -> None:
    game = play(at(4, deck=0, hands=(2, 0, 4, 4)), "claim soldier on Cy", "accept", "draw")
    play(game, "claim soldier on Ann", "accept")
    told = game.do("draw").sentence
    assert "Bo has no cards and passes." in told
    assert game.state.attacker == 3
    refused(game, Pass(1), "team-turn")
    play(game, "pass")
    assert game.state.phase == "ended"


def test_an_opponent_without_cards_may_be_attacked() -> None:
    game = play(at(4, deck=0, hands=(2, 2, 0, 4)), "claim soldier on Cy")
    refused(game, "block defender", "no-cards")
    assert kinds(game.legal()) == {"challenge": {2}, "accept": {2}}
