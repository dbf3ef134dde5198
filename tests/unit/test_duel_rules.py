"""The rules of Cake Duel, one by one, and the questions people ask about them."""

from __future__ import annotations

from itertools import combinations_with_replacement

import msgspec
import pytest

import companion
from companion.cake_duel import GAME
from companion.cake_duel.state import (
    Accept,
    Attack,
    Block,
    Challenge,
    ForgotWolfy,
    NextBout,
    Overdraw,
    Pass,
    Resupply,
    ShowWolfy,
    Swap,
)
from companion.cake_duel.troops import CORE, SPECIALS, TROOPS, attackers, core_deck, special_deck
from companion.game import TABLE
from companion.opening import AnySession
from tests.duels import LIVE, at, cards, dealer, held, kinds, play, rigged, table, won
from tests.tables import refused

CORE_NAMES = [troop.id for troop in CORE]


# The deck and the set-up


def test_the_core_deck_has_twenty_cards() -> None:
    assert {troop.id: troop.copies for troop in CORE} == {
        "soldier": 5, "archer": 4, "wizard": 3, "defender": 4, "scientist": 3, "wolfy": 1,
    }  # fmt: skip
    assert len(core_deck(2)) == table().state.size == 20
    assert {troop.id: troop.steals for troop in CORE} == {
        "soldier": 1, "archer": 1, "wizard": 2, "defender": 0, "scientist": 0, "wolfy": 0,
    }  # fmt: skip


def test_two_of_ten_specials_make_a_deck_of_22() -> None:
    assert len(SPECIALS) == len(special_deck(2)) == 10
    assert table(edition="specials").state.size == 22


def test_letters_and_names_of_troops_are_unambiguous() -> None:
    game = table(edition="specials")
    for field in ("id", "title", "letter"):
        assert len({getattr(troop, field) for troop in TROOPS}) == len(TROOPS)
    for troop in TROOPS:
        for form in (troop.id, troop.counts[0].split()[-1], troop.counts[1].split()[-1]):
            action = GAME.commands.parse(game.state, f"claim 2 {form}")
            assert action == Attack(0, 1, troop.id, 2)


@pytest.mark.parametrize("first", [0, 1])
def test_four_cards_each_and_three_cakes_for_who_attacks_first(first: int) -> None:
    state = table(first=first).state
    assert (state.hands, state.deck, state.pile) == ((4, 4), 12, 0)
    assert state.attacker == state.starter == first
    assert (state.cakes[first], state.cakes[1 - first]) == (3, 4)
    assert state.trophies == (0, 0)


# Claims


def test_a_claim_names_one_troop_and_how_many() -> None:
    for text in ("claim 1 soldier 1 archer", "claim soldier archer", "claim soldier, archer"):
        with pytest.raises(companion.UnreadableCommand):
            table().do(text)
    with pytest.raises(msgspec.ValidationError):
        table().do({"type": "attack", "seat": 0, "target": 1, "troop": ["soldier"], "count": 2})
    game = play(table(), "claim 2 archers")
    claim = game.state.attack
    assert claim is not None
    assert (claim.troop, claim.count, game.state.phase) == ("archer", 2, "answer")


def test_a_block_names_one_troop_too() -> None:
    game = play(table(), "claim 2 wizards")
    with pytest.raises(companion.UnreadableCommand):
        game.do("block 1 scientist 1 defender")


def test_soldiers_archers_and_wizards_are_all_that_attacks() -> None:
    assert attackers("core") == ("soldier", "archer", "wizard")
    for name in ("defender", "scientist"):
        refused(table(), f"claim {name}", "attack", "a blocker and cannot attack")
    claimed = {action.troop for action in table().legal() if isinstance(action, Attack)}
    assert claimed == {"soldier", "archer", "wizard"}


@pytest.mark.parametrize("edition", ["core", "specials"])
def test_sir_wolfy_is_never_claimed(edition: str) -> None:
    refused(table(edition=edition), "claim wolfy", "wolfy", "Sir Wolfy may never be claimed")
    game = play(table(edition=edition), "claim soldier")
    refused(game, "block wolfy", "wolfy", "Sir Wolfy may never be claimed")


def test_the_number_is_true_and_one_to_four() -> None:
    assert {a.count for a in table().legal() if isinstance(a, Attack)} == {1, 2, 3, 4}
    refused(table(), "claim 0 soldiers", "claim", "at least one card, and Ann holds 4")
    refused(table(), "claim 5 soldiers", "claim", "Claim 1 to 4")
    refused(at(hands=(1, 4)), "claim 2 soldiers", "claim", "Ann holds 1. Rule")
    refused(table(), Attack(0, 1, "soldier", -1), "claim")


def test_at_a_table_no_card_is_named_and_in_a_virtual_duel_each() -> None:
    refused(table(), "claim 2 soldiers with 1 2", "claim", "does not know the cards")
    refused(table(), Attack(0, 1, "soldier", 1, (), "ab" * 32), "claim")
    game = rigged("SSSS", "DDDD")
    refused(game, "claim 2 soldiers", "claim", "which 2 cards are laid down?")
    refused(game, "claim soldier", "claim", "which card is laid down?")
    for places in ("1", "1 2 3", "1 1", "1 5", "1 1 2"):
        refused(game, f"claim 2 soldiers with {places}", "claim", "2 cards have to be named")
    play(game, "claim 2 soldiers with 3 1")
    assert held(game, 0) == cards("SS")


def test_one_card_cannot_be_laid_down_twice() -> None:
    """As many places as claimed, and each once: a card named twice would be made from nothing."""
    refused(rigged("SAWD", "DDDD"), Attack(0, 1, "soldier", 2, (0, 0, 1)), "claim")
    refused(rigged("SAWD", "DDDD"), Attack(0, 1, "soldier", 1, (0, 0)), "claim")


def test_places_may_be_named_in_any_order() -> None:
    game = rigged("SAWD", "SDCA")
    game.do(Attack(0, 1, "wizard", 2, (2, 1)))
    assert held(game, 0) == cards("SD")
    game.do(Block(1, "scientist", 2, (3, 0)))
    assert held(game, 1) == cards("DC")
    assert dealer(game).stacks[6] == cards("SA")
    again = companion.open(
        play(table(virtual=True, seed=1), Attack(0, 1, "soldier", 2, (3, 0))).code()
    )
    assert again.state.pile == 2


def test_four_wizards_may_be_claimed_and_are_always_a_bluff() -> None:
    game = play(table(), "claim 4 wizards")
    for real in combinations_with_replacement(CORE_NAMES, 4):
        if all(real.count(troop.id) <= troop.copies for troop in CORE):
            text = " ".join(real)
            assert game.game.commands.parse(game.state, f"challenge {text}") in game.legal()
            copy = play(table(), "claim 4 wizards", f"challenge {text}")
            assert (copy.state.trophies, copy.state.bouts[-1].why) == ((0, 1), "bluff")
    refused(game, "challenge true", "deck", "there are only 3 Wizards")
    assert Challenge(1, truthful=True) not in game.legal()
    assert Challenge(1, truthful=False) in game.legal()


def test_by_a_ruling_no_more_are_claimed_than_there_are() -> None:
    game = table(rulings={"copies": "no"})
    refused(game, "claim 4 wizards", "deck", "By your ruling, claim at most 3")
    assert {a.count for a in game.legal() if isinstance(a, Attack) and a.troop == "wizard"} == {
        1, 2, 3,
    }  # fmt: skip
    play(game, "claim 4 soldiers")
    assert game.why_not("block 4 defenders") is None
    game = play(table(rulings={"copies": "no"}), "claim 3 wizards")
    assert game.why_not("block 3 scientists") is None


# Blocking


def test_two_defenders_do_not_block_one_soldier() -> None:
    game = play(table(), "claim soldier")
    refused(game, "block 2 defenders", "block-count", "only 1 attacker was claimed")
    assert game.state.hands == (3, 4)
    assert {a.count for a in game.legal() if isinstance(a, Block)} == {1}


@pytest.mark.parametrize(
    ("attacker", "blocker", "other"),
    [
        ("soldier", "defender", "scientist"),
        ("archer", "defender", "scientist"),
        ("wizard", "scientist", "defender"),
    ],
)
def test_each_attacker_has_its_blocker(attacker: str, blocker: str, other: str) -> None:
    game = play(table(), f"claim 2 {attacker}")
    refused(game, f"block {other}", "block", "does not stop the")
    for name in ("soldier", "archer", "wizard"):
        refused(game, f"block {name}", "block")
    assert {(a.troop, a.count) for a in game.legal() if isinstance(a, Block)} == {
        (blocker, 1),
        (blocker, 2),
    }
    play(game, f"block 1 {blocker}")
    assert game.state.phase == "review"


def test_even_a_bluffed_block_has_to_fit() -> None:
    """Scientists stop no Archers whatever the card is; any card may stand for a Defender."""
    game = play(rigged("AAAA", "CDDD"), "claim archer with 1")
    refused(game, "block scientist with 1", "block", "the Scientist does not stop the Archer")
    game.do("block defender with 1")
    assert dealer(game).stacks[6] == cards("C")
    assert game.state.phase == "review"


def test_one_defender_against_three_soldiers_leaves_two_to_steal() -> None:
    game = play(table(), "claim 3 soldiers", "block defender", "accept")
    assert game.state.cakes == (5, 2)
    assert (game.state.turns[-1].fate, game.state.turns[-1].stolen) == ("blocked", 2)


@pytest.mark.parametrize(
    ("attack", "block", "cakes"),
    [
        ("1 soldier", "", (4, 3)), ("4 soldiers", "", (7, 0)), ("2 archers", "", (5, 2)),
        ("1 wizard", "", (5, 2)), ("2 wizards", "", (7, 0)), ("2 wizards", "1 scientist", (5, 2)),
        ("2 wizards", "2 scientists", (3, 4)), ("1 archer", "1 defender", (3, 4)),
        ("4 wizards", "3 scientists", (5, 2)),
    ],
)  # fmt: skip
def test_what_is_not_blocked_steals(attack: str, block: str, cakes: tuple[int, int]) -> None:
    game = play(table(), f"claim {attack}", *([f"block {block}"] if block else []), "accept")
    assert game.state.cakes == cakes


def test_no_more_is_stolen_than_there_is() -> None:
    game = play(at(cakes=(5, 2)), "claim 4 wizards", "accept")
    assert game.state.cakes == (7, 0)
    assert game.state.turns[-1].stolen == 2
    assert "Ann gets 2 cakes." in game.log[-1].sentence
    game = play(at(cakes=(6, 1)), "claim 3 wizards", "block 2 scientists", "accept")
    assert game.state.cakes == (7, 0)


# Challenges


def test_after_an_attack_the_defender_challenges_accepts_or_blocks() -> None:
    game = play(table(), "claim soldier")
    assert kinds(game.legal()) == {"challenge": {1}, "accept": {1}, "block": {1}}
    assert game.game.to_act(game.state) == (1,)


def test_after_a_block_the_attacker_challenges_or_accepts() -> None:
    game = play(table(), "claim soldier", "block defender")
    assert kinds(game.legal()) == {"challenge": {0}, "accept": {0}}
    assert game.game.to_act(game.state) == (0,)


def test_the_attack_is_not_challenged_any_more_once_it_is_blocked() -> None:
    game = play(table(), "claim soldier", "block defender")
    refused(game, Challenge(1, truthful=True), "challenge-time", "It is Ann’s move")
    game.do("challenge soldier")
    end = game.state.end
    assert end is not None
    assert end.claim is not None
    assert (end.claim.seat, end.claim.troop, end.winner) == (1, "defender", 0)


@pytest.mark.parametrize("phase", ["attack", "resupply", "ended", "over"])
def test_a_challenge_comes_right_after_the_claim_or_not_at_all(phase: str) -> None:
    games = {
        "attack": table(),
        "resupply": play(table(), "claim soldier", "accept"),
        "ended": play(table(), "claim soldier", "challenge true"),
        "over": play(at(trophies=(2, 0)), "claim soldier", "challenge true"),
    }
    for seat in (0, 1):
        refused(games[phase], Challenge(seat, truthful=False), "challenge-time", "no claim is open")


def test_whoever_told_the_truth_wins_the_bout_and_no_cake_moves() -> None:
    game = play(table(), "claim 2 soldiers", "challenge soldier soldier")
    state, end = game.state, game.state.end
    assert end is not None
    assert (end.winner, end.why, end.cakes) == (0, "truth", (3, 4))
    assert (state.trophies, state.cakes, state.phase) == ((1, 0), (3, 4), "ended")
    assert list(game.legal()) == [NextBout(1)]
    game.do("next")
    assert (game.state.cakes, game.state.attacker, game.state.trophies) == ((4, 3), 1, (1, 0))
    assert (game.state.hands, game.state.deck, game.state.pile) == ((4, 4), 12, 0)


def test_a_bluff_is_won_by_the_challenger() -> None:
    game = play(table(), "claim 2 soldiers", "challenge soldier archer")
    assert (game.state.trophies, game.state.cakes) == ((0, 1), (3, 4))
    play(game, "next")
    assert (game.state.cakes, game.state.attacker) == ((3, 4), 0)


@pytest.mark.parametrize(("shown", "winner"), [("defender", 1), ("scientist", 0), ("wolfy", 0)])
def test_a_challenged_block_is_won_by_the_blocker_if_it_was_true(shown: str, winner: int) -> None:
    game = play(table(), "claim soldier", "block defender", f"challenge {shown}")
    assert game.state.end is not None
    assert game.state.end.winner == winner


def test_sir_wolfy_makes_any_claim_a_bluff() -> None:
    game = play(rigged("YSSS", "DDDD"), "claim wizard with 1", "challenge")
    assert game.log[-1].action == Challenge(1, ("wolfy",), truthful=False)
    assert game.state.trophies == (0, 1)
    game = play(rigged("YSSS", "DDDD"), "claim 2 soldiers with 1 2", "challenge")
    assert game.state.trophies == (0, 1)


def test_what_was_flipped_and_what_is_said_of_it_must_fit() -> None:
    game = play(table(), "claim 2 soldiers")
    refused(game, "challenge", "challenge", "what did the flipped cards show?")
    refused(game, "challenge soldier", "challenge", "2 cards were played")
    refused(game, "challenge soldier soldier bluff", "challenge", "the claim of 2 Soldiers is true")
    refused(game, "challenge wolfy wolfy", "deck", "there is only 1 Sir Wolfy.")
    refused(
        game, "challenge soldier archer true", "challenge",
        "with 1 Soldier and 1 Archer the claim of 2 Soldiers is a bluff",
    )  # fmt: skip
    refused(game, "challenge soldier priest", "deck", "no troop is called “priest”")
    plain = play(table(), "claim 2 soldiers", "challenge archer soldier bluff").log[-1].action
    assert plain == play(table(), "claim 2 soldiers", "challenge soldier archer").log[-1].action


def test_in_a_virtual_duel_the_kit_flips() -> None:
    game = play(rigged("SSAA", "DDDD"), "claim 2 soldiers with 1 2")
    for said in ("soldier soldier", "true", "bluff", "archer wolfy"):
        refused(game, f"challenge {said}", "challenge")
    game.do("challenge")
    assert game.log[-1].action == Challenge(1, cards("SS"), truthful=True)


# After the claims


def test_the_attacker_draws_and_then_the_blocker() -> None:
    game = play(rigged("SAWD", "DDCC", deck="YWASC"), "claim 2 soldiers with 1 2")
    play(game, "block defender with 2", "accept")
    assert kinds(game.legal()) == {"resupply": {0}}
    game.do("draw")
    assert held(game, 0) == cards("WDYW")
    assert held(game, 1) == cards("DCCA")
    assert "Ann draws 2, then Bo draws 1." in game.log[-1].sentence


def test_with_a_short_deck_the_attacker_comes_first() -> None:
    game = play(at(deck=1, hands=(4, 4)), "claim 2 soldiers", "block 1 defender", "accept")
    assert "Ann draws 1, then Bo draws 0. The deck is empty." in game.do("draw").sentence
    assert game.log[-1].rule == "short-deck"
    assert (game.state.hands, game.state.deck) == ((3, 3), 0)
    game = play(at(deck=3, hands=(4, 4)), "claim 2 soldiers", "block 2 defenders", "accept", "draw")
    assert game.state.hands == (4, 3)


def test_who_plays_on_with_an_empty_deck_has_fewer_cards() -> None:
    game = play(at(deck=0, hands=(2, 3)), "claim soldier", "accept", "draw")
    assert (game.state.hands, game.state.attacker) == ((1, 3), 1)
    refused(game, "claim 4 soldiers", "claim", "Claim 1 to 3")


def test_without_cards_one_passes_by_itself() -> None:
    game = play(at(deck=0, hands=(3, 1)), "claim soldier", "block defender", "accept")
    told = game.do("draw").sentence
    assert "Bo has no cards and passes." in told
    assert (game.state.attacker, game.state.phase) == (0, "attack")
    assert game.state.turns[-1].fate == "auto-pass"


def test_without_cards_there_is_no_block_but_a_challenge() -> None:
    game = play(at(deck=0, hands=(2, 0)), "claim soldier")
    refused(game, "block defender", "no-cards", "Bo has no cards left")
    assert kinds(game.legal()) == {"challenge": {1}, "accept": {1}}
    play(game, "challenge archer")
    assert game.state.trophies == (0, 1)


def test_when_nobody_has_cards_the_bout_ends_by_passes() -> None:
    game = play(at(deck=0, hands=(1, 0), cakes=(3, 4)), "claim soldier", "accept")
    told = game.do("draw").sentence
    assert "Bo has no cards and passes. Ann has no cards and passes." in told
    end = game.state.end
    assert end is not None
    assert (end.winner, end.why, end.cakes) == (0, "passes", (4, 3))


# Passing and the end of a bout


def test_after_a_pass_the_other_attacks_and_nobody_blocks() -> None:
    game = play(table(), "pass")
    assert (game.state.attacker, game.state.phase, game.state.passes) == (1, "attack", 1)
    assert kinds(game.legal()) == {"attack": {1}, "pass": {1}}
    for seat in (0, 1):
        refused(game, Block(seat, "defender", 1), "block", "no claim lies on the table")
        refused(game, Resupply(seat), "resupply")


@pytest.mark.parametrize("first", [0, 1])
def test_two_passes_end_the_bout_for_who_has_more_cakes(first: int) -> None:
    game = play(table(first=first), "pass", "pass")
    end = game.state.end
    assert end is not None
    assert (end.winner, end.why) == (1 - first, "passes")
    assert "Two passes in a row" in game.log[-1].sentence
    assert "4 cakes to 3" in game.log[-1].sentence


def test_a_claim_between_two_passes_starts_the_count_anew() -> None:
    game = play(table(), "pass", "claim soldier", "accept", "draw", "pass")
    assert (game.state.phase, game.state.attacker, game.state.passes) == ("attack", 1, 1)
    play(game, "pass")
    assert game.state.phase == "ended"
    assert game.state.trophies == (0, 1)


def test_all_the_cakes_win_the_bout_at_once() -> None:
    game = play(table(), "claim 4 soldiers", "accept")
    assert game.state.end is not None
    assert (game.state.end.winner, game.state.end.why) == (0, "cakes")
    assert "Ann has all the cakes and wins the bout." in game.log[-1].sentence
    refused(game, "draw", "resupply", "the bout is over")


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("winner", [0, 1])
def test_the_loser_attacks_first_with_three_against_four(first: int, winner: int) -> None:
    game = won(table(first=first), winner)
    assert game.state.attacker == game.state.starter == 1 - winner
    assert (game.state.cakes[winner], game.state.cakes[1 - winner]) == (4, 3)
    assert (game.state.bout, game.state.passes, game.state.turns) == (2, 0, ())


@pytest.mark.parametrize("winner", [0, 1])
def test_three_bouts_win_the_duel(winner: int) -> None:
    game = won(table(), winner, 2)
    assert game.outcome is None
    won(game, winner)
    assert game.outcome is not None
    assert game.outcome.winners == (winner,)
    assert sorted(game.outcome.points) == [0, 3]
    assert list(game.legal()) == []


def test_after_a_challenge_nothing_but_the_next_bout_is_open() -> None:
    for told in ("true", "bluff"):
        game = play(table(), "claim soldier", f"challenge {told}")
        assert kinds(game.legal()) == {"next": {0 if told == "bluff" else 1}}
        for seat in (0, 1):
            for action in (
                Attack(seat, 1 - seat, "soldier", 1), Pass(seat), Block(seat, "defender", 1),
                Accept(seat), Challenge(seat, truthful=True), Resupply(seat), ShowWolfy(seat),
                Swap(seat),
            ):  # fmt: skip
                refused(game, action)
            refused(game, Overdraw(seat), "overdraw", "the bout is over")


def test_in_every_phase_something_quiet_can_be_done() -> None:
    """Nobody is ever forced to claim or to challenge."""
    quiet = {
        "attack": "pass", "answer": "accept", "review": "accept", "resupply": "resupply",
        "ended": "next",
    }  # fmt: skip
    games = {
        "attack": table(),
        "answer": play(table(), "claim soldier"),
        "review": play(table(), "claim soldier", "block defender"),
        "resupply": play(table(), "claim soldier", "accept"),
        "ended": play(table(), "pass", "pass"),
    }
    for phase, game in games.items():
        assert game.state.phase == phase
        assert quiet[phase] in kinds(game.legal())


# Sir Wolfy after he got through


def wolfy_through(wolfy: str) -> AnySession:
    """Return a duel at a table where a claim and its block have been accepted."""
    return play(table(rulings={"wolfy": wolfy}), "claim wizard", "block scientist", "accept")


def test_sir_wolfy_is_turned_up_before_cards_are_drawn() -> None:
    game = wolfy_through("shown")
    assert kinds(game.legal()) == {"wolfy": {0, 1}, "resupply": {0}}
    assert game.game.to_act(game.state) == (0, 1)
    assert game.do("show Ann").sentence == "Ann turns up Sir Wolfy."
    assert kinds(game.legal()) == {"resupply": {0}}
    refused(game, ShowWolfy(1), "wolfy-shown")
    play(game, "draw")
    refused(game, ShowWolfy(0), "wolfy-shown")


def test_he_is_turned_up_after_the_last_cake_too() -> None:
    game = play(table(), "claim 4 soldiers", "accept")
    assert kinds(game.legal()) == {"wolfy": {0}, "next": {1}}
    assert game.do("show Ann").rule == "wolfy-shown"


def test_only_who_played_may_have_him() -> None:
    game = play(table(), "claim wizard", "accept")
    assert kinds(game.legal()) == {"wolfy": {0}, "resupply": {0}}
    refused(game, "show Bo", "wolfy-shown")
    for told in ("true", "bluff"):
        refused(play(table(), "claim wizard", f"challenge {told}"), "show Ann", "wolfy-shown")
    refused(play(table(), "pass"), "show Ann", "wolfy-shown")


def test_he_is_not_turned_up_by_hand_with_the_claim_or_after_a_mishap() -> None:
    game = play(table(), "claim wizard")
    refused(game, Accept(1, (0,)), "wolfy-shown", "turned up by itself")
    play(game, "accept", "overdrew Bo")
    assert kinds(game.legal()) == {"next": {1}}


def test_in_a_tournament_he_stays_hidden() -> None:
    game = wolfy_through("hidden")
    assert kinds(game.legal()) == {"resupply": {0}}
    refused(game, "show Ann", "wolfy-shown")
    game = rigged("YSSS", "DDDD", rulings={"wolfy": "hidden"})
    assert play(game, "claim wizard with 1", "accept").log[-1].action == Accept(1)
    assert not game.state.showed


def test_in_a_virtual_duel_the_kit_turns_him_up() -> None:
    game = play(rigged("YSSS", "DDDD"), "claim wizard with 1", "accept")
    assert game.log[-1].action == Accept(1, (0,))
    assert "Ann turns up Sir Wolfy." in game.log[-1].sentence
    game = play(rigged("SSSS", "YDDD"), "claim wizard with 1", "block scientist with 1", "accept")
    assert game.log[-1].action == Accept(0, (1,))
    refused(game, ShowWolfy(1), "wolfy-shown", "the kit turns Sir Wolfy up")
    refused(game, ForgotWolfy(1), "wolfy-shown", "the kit turns Sir Wolfy up")
    game = play(rigged("SYSS", "DDDD"), "claim wizard with 1")
    refused(game, Accept(1, (0,)), "wolfy-shown")
    assert game.do("accept").action == Accept(1)


def test_a_winner_who_forgot_him_does_not_get_the_bout() -> None:
    game = play(won(table(), 1), "claim 4 soldiers", "accept")
    before = game.state
    assert before.trophies == (1, 1)
    told = game.do("forgot Ann")
    assert told.sentence == "Ann forgot to turn up Sir Wolfy: the bout is played again."
    assert (game.state.trophies, game.state.phase) == ((0, 1), "ended")
    assert list(game.legal()) == [*map(ShowWolfy, (0,)), NextBout(before.starter)]
    refused(game, "forgot Ann", "wolfy-forgotten", "already to be played again")
    game.do("next")
    assert (game.state.attacker, game.state.cakes) == (before.starter, (3, 4))


def test_forgetting_him_takes_back_even_the_third_trophy() -> None:
    game = play(at(trophies=(2, 1)), "claim 4 soldiers", "accept")
    assert game.outcome is not None
    game.do("forgot Ann")
    assert game.outcome is None
    assert (game.state.phase, game.state.trophies) == ("ended", (2, 1))
    assert game.do("next").action.seat == 0


def test_a_loser_who_forgot_him_has_lost_all_the_same() -> None:
    game = play(table(), "claim 4 soldiers", "accept")
    before = game.state
    assert "counts all the same" in game.do("forgot Bo").sentence
    assert game.state == before


def test_nothing_is_forgotten_before_the_end_or_where_nothing_must_be_shown() -> None:
    refused(wolfy_through("shown"), "forgot Ann", "wolfy-forgotten", "can still be turned up")
    hidden = play(table(rulings={"wolfy": "hidden"}), "pass", "pass")
    refused(hidden, "forgot Ann", "wolfy-forgotten", "by your ruling Sir Wolfy stays hidden")
    game = play(wolfy_through("shown"), "show Ann", "draw", "pass", "pass")
    refused(game, "forgot Ann", "wolfy-forgotten", "turned up in this bout")
    refused(play(table(), "pass", "pass"), ForgotWolfy(5), "wolfy-forgotten", "no such seat")


def test_a_bout_that_is_replayed_anyway_is_not_forgotten_in() -> None:
    game = play(table(), "overdrew Ann replay")
    for name in ("Ann", "Bo"):
        refused(game, f"forgot {name}", "wolfy-forgotten", "already to be played again")


# Drawing too many


@pytest.mark.parametrize("phase", ["attack", "answer", "review", "resupply"])
def test_drawing_too_many_loses_the_bout_or_it_is_replayed(phase: str) -> None:
    moves = ["claim soldier", "block defender", "accept"]
    count = ["attack", "answer", "review", "resupply"].index(phase)
    for name, winner in (("Ann", 1), ("Bo", 0)):
        game = play(table(), *moves[:count], f"overdrew {name}")
        end = game.state.end
        assert end is not None
        assert (end.winner, end.why, end.by) == (winner, "overdrawn", 1 - winner)
        assert game.state.trophies == ((1, 0) if winner == 0 else (0, 1))
    game = play(table(), *moves[:count], "overdrew Bo replay")
    assert (game.state.trophies, game.state.phase) == ((0, 0), "ended")
    assert game.log[-1].sentence == "Bo drew too many cards. The bout is played again."
    play(game, "next")
    assert (game.state.attacker, game.state.cakes) == (0, (3, 4))


def test_overdrawing_can_cost_the_duel() -> None:
    game = play(at(trophies=(2, 2)), "overdrew Bo")
    assert game.outcome is not None
    assert game.outcome.winners == (0,)
    refused(game, "overdrew Ann", "overdraw", "the duel is over")


def test_the_kit_never_draws_too_many() -> None:
    game = table(virtual=True, seed=1)
    refused(game, "overdrew Ann", "overdraw", "the kit draws, and never too many")
    refused(table(), Overdraw(2), "overdraw", "no such seat")


# Turns, seats and phases


def test_nobody_acts_for_another() -> None:
    refused(table(), Attack(1, 0, "soldier", 1), "attack", "It is Ann’s move")
    refused(table(), Pass(1), "attack", "It is Ann’s move")
    game = play(table(), "claim soldier")
    refused(game, Accept(0), "resolve", "It is Bo’s move")
    refused(game, Block(0, "defender", 1), "block", "It is Bo’s move")
    refused(game, Challenge(0, truthful=True), "challenge-time", "It is Bo’s move")
    game = play(game, "accept")
    refused(game, Resupply(1), "resupply", "It is Ann’s move")
    refused(play(table(), "pass", "pass"), NextBout(1), "next-bout", "It is Ann’s move")
    for action in (Pass(TABLE), Pass(2), Attack(7, 0, "soldier", 1)):
        refused(table(), action, "attack", "no such seat")


def test_an_attack_is_against_the_other() -> None:
    for target in (0, 2, TABLE):
        refused(table(), Attack(0, target, "soldier", 1), "attack", "against an opponent")
    assert play(table(), "claim soldier on Bo").state.defender == 1
    refused(table(), "claim soldier on Ann", "attack", "against an opponent")


@pytest.mark.parametrize("phase", ["attack", "answer", "review", "resupply", "ended", "over"])
def test_everything_has_its_time(phase: str) -> None:
    moves = {
        "attack": [], "answer": ["claim soldier"], "review": ["claim soldier", "block defender"],
        "resupply": ["claim soldier", "accept"], "ended": ["pass", "pass"],
        "over": ["pass", "pass"],
    }  # fmt: skip
    game = play(at(trophies=(0, 2)) if phase == "over" else table(), *moves[phase])
    assert game.state.phase == phase
    times = {
        "claim soldier": {"attack"}, "pass": {"attack"}, "block defender": {"answer"},
        "accept": {"answer", "review"}, "challenge true": {"answer", "review"},
        "draw": {"resupply"}, "next": {"ended"}, "again Bo": {"over"}, "lead Ann": {"lead"},
        "summon wizard found 1": {"summon"}, "give": {"give"}, "exchange swap": set(),
        "overdrew Ann": set(LIVE), "forgot Ann": {"ended", "over"},
    }  # fmt: skip
    for command, phases in times.items():
        if phase in phases:
            assert game.why_not(command) is None
        else:
            refused(game, command)


def test_every_claim_of_the_core_deck_is_open_at_a_table() -> None:
    claims = {(a.troop, a.count) for a in table().legal() if isinstance(a, Attack)}
    assert len(claims) == len(table().legal()) - 1 == 3 * 4


def test_in_a_virtual_duel_every_choice_of_cards_is_open() -> None:
    legal = table(virtual=True, seed=1).legal()
    assert len(legal) == 3 * (4 + 6 + 4 + 1) + 1
    assert all(a.cards == tuple(sorted(a.cards)) for a in legal if isinstance(a, Attack))


def test_a_very_large_hand_is_still_played_at_a_table() -> None:
    """A hand set by hand may be any; what can be flipped of it is not listed card by card."""
    game = play(table(edition="specials"), "fix Ann hand 20: a typing error", "claim 20 soldiers")
    assert len(game.legal()) < 20_000
    assert Accept(1) in game.legal()


def test_names_may_look_like_words_of_a_command() -> None:
    game = companion.start("cake-duel", ["on", "replay", "with", "deck"])
    play(game, "lead on")
    for target in (2, 3):
        action = Attack(0, target, "soldier", 2)
        assert GAME.commands.parse(game.state, GAME.commands.text(game.state, action)) == action
    for seat in range(4):
        for replay in (True, False):
            done = Overdraw(seat, replay)
            assert GAME.commands.parse(game.state, GAME.commands.text(game.state, done)) == done
    pair = companion.start("cake-duel", ["Jo", "Jo replay"])
    for seat in range(2):
        for replay in (True, False):
            done = Overdraw(seat, replay)
            assert GAME.commands.parse(pair.state, GAME.commands.text(pair.state, done)) == done


def test_the_game_is_for_two_or_four() -> None:
    assert list(GAME.seats) == [2, 4]
    for seats in (1, 3, 5):
        with pytest.raises(ValueError, match="2 or 4"):
            companion.start("cake-duel", [f"name {seat}" for seat in range(seats)])
