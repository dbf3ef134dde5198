"""The ten specials, each in both readings of every ruling that is about it."""

from __future__ import annotations

from typing import Any

import pytest

import companion
from companion.cake_duel.dealing import ASIDE, DECK, earlier, hand, salt_of
from companion.cake_duel.dealing import play as laid
from companion.cake_duel.state import Accept, Attack, Block, Challenge, Give, Summon
from companion.cake_duel.troops import SPECIALS, TROOP, special_deck
from companion.opening import AnySession
from companion.secrets import Glimpse, seal
from tests.duels import at, cards, dealer, held, kinds, play, rigged, table, won
from tests.tables import refused


def special(**rulings: str) -> AnySession:
    """Return a duel with specials at a table."""
    return table(
        edition="specials", rulings={key.replace("_", "-"): v for key, v in rulings.items()}
    )


def dealt(*hands: str, deck: str = "", **rulings: str) -> AnySession:
    """Return a virtual duel with specials and these hands."""
    named = {key.replace("_", "-"): option for key, option in rulings.items()}
    return rigged(*hands, deck=deck, edition="specials", rulings=named)


def phase(game: AnySession) -> tuple[str, int]:
    """Return the phase and who attacks."""
    return game.state.phase, game.state.attacker


# Which there are


def test_ten_specials_one_of_each_two_in_a_duel() -> None:
    assert sorted(special_deck(2)) == sorted(troop.id for troop in SPECIALS)
    game = table(edition="specials", virtual=True, seed=3)
    there = [
        card
        for stack in dealer(game).stacks[DECK:ASIDE] + dealer(game).stacks[2:]
        for card in stack
    ]
    assert len(there) == game.state.size == 22
    assert len([card for card in there if TROOP[card].special]) == 2
    assert len(dealer(game).stacks[ASIDE]) == 8


def specials_of(game: AnySession) -> set[str]:
    """Return the specials that are in the deck of this duel."""
    return set(special_deck(2)) - set(dealer(game).stacks[ASIDE])


def test_they_stay_for_a_duel_and_change_with_the_next() -> None:
    found = []
    for seed in range(6):
        game = table(edition="specials", virtual=True, seed=seed)
        first = specials_of(game)
        while game.outcome is None:
            play(game, "pass", "pass")
            assert specials_of(game) == first
            if game.outcome is None:
                play(game, "next")
        play(game, "again Ann")
        found.append((first, specials_of(game)))
    assert sum(first != second for first, second in found) >= 4


def test_without_specials_none_is_claimed() -> None:
    refused(
        table(),
        "claim assassin",
        "specials",
        "Assassin is a special, and this duel is played without",
    )
    refused(
        play(table(), "claim soldier"), "block angel", "specials", "this duel is played without"
    )


def test_any_of_them_may_be_claimed_since_nobody_knows_which_are_there() -> None:
    claims = {a.troop for a in special().legal() if isinstance(a, Attack)}
    assert claims == {
        "soldier", "archer", "wizard", "assassin", "scout", "summoner", "quartermaster", "oracle",
    }  # fmt: skip
    assert special().why_not("claim 4 oracles") is None


def test_by_a_ruling_only_those_that_have_turned_up_in_the_duel() -> None:
    game = special(absent="no")
    refused(game, "claim scout", "specials", "by your ruling Scout is not claimed before")
    assert {a.troop for a in game.legal() if isinstance(a, Attack)} == {
        "soldier",
        "archer",
        "wizard",
    }
    play(game, "claim 2 soldiers")
    refused(game, "block priest", "specials", "before it has turned up")
    assert "Claim Defender, challenge or accept." in str(game.why_not("block scientist"))
    play(game, "challenge scout soldier", "next")
    assert game.state.met == ("scout",)
    assert game.why_not("claim scout") is None
    refused(game, "claim oracle", "specials", "before it has turned up")
    won(game, 1, 2)
    play(game, "again Ann")
    assert game.state.met == ()
    refused(game, "claim scout", "specials")


@pytest.mark.parametrize("name", ["baacrates", "agent-u", "pierrot"])
def test_some_have_no_name_to_claim(name: str) -> None:
    refused(special(), f"claim {name}", "specials", "may never be claimed")
    refused(play(special(), "claim soldier"), f"block {name}", "specials", "may never be claimed")


# Attackers


def test_an_assassin_steals_five_cakes() -> None:
    game = play(at(edition="specials", cakes=(1, 6)), "claim assassin", "accept")
    assert game.state.cakes == (6, 1)
    assert play(special(), "claim assassin", "accept").state.cakes == (7, 0)
    game = play(
        at(edition="specials", cakes=(1, 6)), "claim 2 assassins", "block defender", "accept"
    )
    assert game.state.cakes == (6, 1)


@pytest.mark.parametrize("name", ["assassin", "scout"])
def test_a_defender_stops_an_assassin_or_a_scout(name: str) -> None:
    game = play(special(), f"claim {name}")
    refused(game, "block scientist", "block")
    play(game, "block defender", "accept")
    assert game.state.cakes == (3, 4)


@pytest.mark.parametrize("name", ["quartermaster", "oracle"])
def test_only_a_priest_or_an_angel_stops_the_others(name: str) -> None:
    game = play(special(), f"claim {name}")
    for wrong in ("defender", "scientist"):
        refusal = refused(game, f"block {wrong}", "block", "does not stop the")
        assert refusal.instead == "Claim Priest or Angel, challenge or accept."
    assert {a.troop for a in game.legal() if isinstance(a, Block)} == {"priest", "angel"}
    for name_of_all in ("soldier", "wizard", "summoner", "scout"):
        game = play(special(), f"claim {name_of_all}")
        blocks = {a.troop for a in game.legal() if isinstance(a, Block)}
        assert blocks >= {"priest", "angel"}
        assert len(blocks) == 3


def test_a_scout_steals_one_and_attacks_again() -> None:
    game = play(special(), "claim scout", "accept")
    assert game.state.cakes == (4, 3)
    assert "Ann will attack again." in game.log[-1].sentence
    play(game, "draw")
    assert phase(game) == ("attack", 0)
    play(game, "claim soldier", "accept", "draw")
    assert phase(game) == ("attack", 1)


@pytest.mark.parametrize(("ruling", "next_one"), [("stopped", 1), ("theft", 0)])
def test_a_blocked_scout_attacks_again_only_by_a_ruling(ruling: str, next_one: int) -> None:
    game = play(special(effects=ruling), "claim scout", "block defender", "accept")
    assert game.state.cakes == (3, 4)
    assert ("will attack again" in game.log[-1].sentence) == (next_one == 0)
    play(game, "draw")
    assert phase(game) == ("attack", next_one)


@pytest.mark.parametrize(("ruling", "extra"), [("stopped", 1), ("theft", 2)])
def test_of_two_scouts_one_is_blocked(ruling: str, extra: int) -> None:
    game = play(special(effects=ruling), "claim 2 scouts", "block defender", "accept")
    assert (game.state.cakes, game.state.extra) == ((4, 3), extra)
    for _attack in range(extra):
        play(game, "draw")
        assert phase(game) == ("attack", 0)
        play(game, "claim soldier", "block defender", "accept")
    play(game, "draw")
    assert phase(game) == ("attack", 1)


@pytest.mark.parametrize("ruling", ["stopped", "theft"])
@pytest.mark.parametrize("blocker", ["priest", "angel"])
def test_a_priest_or_an_angel_stops_a_scout_s_effect_by_any_ruling(
    ruling: str, blocker: str
) -> None:
    game = play(special(effects=ruling), "claim scout", f"block {blocker}", "accept", "draw")
    assert game.state.cakes == (3, 4)
    assert phase(game) == ("attack", 0 if blocker == "angel" else 1)


def test_a_summoner_names_a_card_and_gets_two_cakes_for_each() -> None:
    game = play(dealt("SuSAA", "WWSC"), "claim summoner with 1", "accept")
    assert phase(game) == ("summon", 0)
    assert "No cake is stolen" not in game.log[-1].sentence
    assert kinds(game.legal()) == {"summon": {0}}
    refused(game, Summon(0, "wizard", 2), "specials", "the kit counts the cards")
    told = game.do("summon wizard").sentence
    assert told == (
        "Ann names Wizard, looks at Bo’s hand and finds 2. Ann gets 4 cakes. "
        "Ann has all the cakes and wins the bout."
    )
    assert game.state.cakes == (7, 0)


def test_a_summoner_may_find_nothing() -> None:
    game = play(dealt("SuSAA", "WWSC"), "claim summoner with 1", "accept", "summon oracle")
    assert "finds 0. No cake is stolen." in game.log[-1].sentence
    assert (game.state.cakes, game.state.phase) == ((3, 4), "resupply")
    assert dealer(game).glimpses == (Glimpse(0, 1, cards("WWSC")),)


def test_at_a_table_people_say_what_a_summoner_found() -> None:
    game = play(special(), "claim summoner", "accept")
    refused(game, "summon wizard", "specials", "Say how many there are, 0 to 3")
    refused(game, "summon wizard found 4", "specials", "Bo can hold 3 such cards at most")
    refused(game, "summon wolfy found 2", "specials", "Bo can hold 1 such card at most")
    refused(game, "accept", "resolve", "named no card yet")
    for action in game.legal():
        assert game.why_not(action) is None
    assert play(game, "summon wizard found 1").state.cakes == (5, 2)


@pytest.mark.parametrize(("ruling", "after"), [("stopped", "resupply"), ("theft", "summon")])
def test_a_scientist_stops_a_summoner_s_look_unless_only_the_theft(ruling: str, after: str) -> None:
    game = play(special(effects=ruling), "claim summoner", "block scientist", "accept")
    assert (game.state.phase, game.state.cakes) == (after, (3, 4))
    game = play(special(effects=ruling), "claim 2 summoners", "block scientist", "accept")
    assert game.state.summons == (1 if ruling == "stopped" else 2)
    assert play(special(), "claim 2 summoners", "accept").state.summons == 2


def test_a_summoner_steals_no_more_than_there_is() -> None:
    game = play(dealt("SuSAA", "WWWC"), "claim summoner with 1", "accept", "summon wizard")
    assert game.state.cakes == (7, 0)
    assert "finds 3. Ann gets 4 cakes." in game.log[-1].sentence
    assert game.state.turns[-1].stolen == 4


def test_two_summoners_look_twice() -> None:
    game = play(dealt("SuSAA", "WSDC"), "claim 2 summoners with 1 2", "accept", "summon defender")
    assert (game.state.cakes, game.state.phase) == ((5, 2), "summon")
    play(game, "summon scientist")
    assert (game.state.cakes, game.state.phase) == ((7, 0), "ended")
    assert game.state.turns[-1].stolen == 4


def test_a_quartermaster_s_hand_holds_five_for_the_rest_of_the_bout() -> None:
    game = play(special(), "claim quartermaster", "accept")
    assert "Ann now draws up to 5 cards." in game.log[-1].sentence
    play(game, "draw")
    assert (game.state.hands, game.state.limits) == ((5, 4), (5, 4))
    play(game, "claim soldier", "accept", "draw", "claim 2 soldiers", "accept", "draw")
    assert game.state.hands == (5, 4)
    play(game, "pass", "pass", "next")
    assert (game.state.hands, game.state.limits) == ((4, 4), (4, 4))


def test_a_blocked_quartermaster_brings_no_card() -> None:
    for blocker in ("priest", "angel"):
        game = play(special(), "claim quartermaster", f"block {blocker}", "accept")
        assert game.state.limits == (4, 4)


def test_five_cards_may_be_claimed_and_flipped() -> None:
    game = play(special(), "claim quartermaster", "accept", "draw", "pass")
    play(game, "claim 5 soldiers")
    play(game, "challenge soldier soldier soldier soldier soldier")
    assert game.state.trophies == (1, 0)


def test_an_oracle_sees_the_hand_and_attacks_again() -> None:
    game = play(dealt("OSAA", "WYPiC"), "claim oracle with 1", "accept")
    told = game.log[-1].sentence
    assert told == ("Bo accepts. No cake is stolen. Ann looks at Bo’s hand. Ann will attack again.")
    assert game.view(0).glimpses == (Glimpse(0, 1, cards("WYPiC")),)
    assert game.view(1).glimpses == game.view().glimpses == ()
    for text in (game.text(1), game.text(), *(entry.sentence for entry in game.log)):
        assert "saw" not in text
        assert "Wolfy" not in text or text == game.text(1)
    assert game.log[-1].learned[0].seats == (0,)
    assert game.log[-1].learned[0].about == (1,)
    assert [learned.text for _entry, learned in game.ledger] == ["Ann saw Bo’s hand."]
    play(game, "draw")
    assert phase(game) == ("attack", 0)


def test_what_an_oracle_saw_is_followed_as_cards_come_and_go() -> None:
    game = play(dealt("OSAA", "WYPiC", deck="DDD"), "claim oracle with 1", "accept", "draw")
    play(game, "claim soldier with 1", "block defender with 2", "accept")
    assert game.view(0).glimpses == (Glimpse(0, 1, cards("WYPiC"), played=1),)
    play(game, "draw")
    assert game.view(0).glimpses == (Glimpse(0, 1, cards("WYPiC"), played=1, drawn=1),)
    play(game, "pass", "pass", "next")
    assert game.view(0).glimpses == ()
    assert set(game.view(0).met) >= {"oracle", "pierrot"}
    assert "oracle" not in game.view(1).met
    play(game, "pass", "pass", "next", "pass", "pass")
    if game.outcome is None:
        play(game, "next", "pass", "pass")
    play(game, "again Ann")
    assert game.view(0).met == tuple(sorted(c for c in held(game, 0) if TROOP[c].special))


def test_a_second_look_takes_the_place_of_the_first() -> None:
    game = play(dealt("OSAA", "WYPiC", deck="DDD"), "claim oracle with 1", "accept", "draw")
    play(game, "claim oracle with 1", "block priest with 3", "accept", "draw")
    play(game, "pass", "claim oracle with 1", "accept", "draw")
    seen = game.view(0).glimpses
    assert [len(one.cards) - one.played + one.drawn for one in seen] == [game.state.hands[1]]
    assert seen[0].cards != cards("WYPiC")
    assert {"oracle", "pierrot"} <= set(game.view(0).met)


@pytest.mark.parametrize("ruling", ["drawn", "at-once"])
def test_a_look_is_told_and_needs_consent_by_any_ruling(ruling: str) -> None:
    game = play(dealt("OSAA", "WYPiC", attack_again=ruling), "claim oracle with 1", "accept")
    assert "Ann looks at Bo’s hand. Ann will attack again." in game.log[-1].sentence
    assert game.consent == (0, 1)
    with pytest.raises(companion.ConsentNeeded):
        game.undo()
    game.undo(agreed=(0, 1))
    assert game.state.phase == "answer"


# Attacking again


def test_cards_are_drawn_before_the_next_attack_or_not() -> None:
    game = play(special(attack_again="drawn"), "claim scout", "accept")
    assert phase(game) == ("resupply", 0)
    game = play(special(attack_again="at-once"), "claim scout", "accept")
    assert phase(game) == ("attack", 0)
    assert game.state.hands == (3, 4)
    play(game, "claim 2 soldiers", "block defender", "accept")
    assert phase(game) == ("resupply", 0)
    play(game, "draw")
    assert (phase(game), game.state.hands) == (("attack", 1), (4, 4))


def test_who_passes_an_attack_at_once_still_draws() -> None:
    """The turn is only finished now, and a turn ends with drawing."""
    game = play(special(attack_again="at-once"), "claim scout", "accept", "pass")
    assert phase(game) == ("resupply", 0)
    play(game, "draw")
    assert (phase(game), game.state.hands) == (("attack", 1), (4, 4))
    game = play(special(attack_again="drawn"), "claim scout", "accept", "draw", "pass")
    assert phase(game) == ("attack", 1)


def test_who_has_no_card_left_for_an_attack_at_once_draws_too() -> None:
    game = play(special(attack_again="at-once"), "claim 2 scouts", "accept")
    play(game, "claim 2 scouts", "block 2 defenders", "accept")
    assert "Ann has no cards and passes." in game.log[-1].sentence
    assert (phase(game), game.state.hands) == (("resupply", 0), (0, 2))
    play(game, "draw")
    assert (phase(game), game.state.hands) == (("attack", 1), (4, 4))


def test_who_passes_one_of_two_more_attacks_gives_up_the_other() -> None:
    """After a pass the turn is over, and the other player attacks next."""
    game = play(special(attack_again="at-once"), "claim 2 scouts", "accept", "pass")
    assert phase(game) == ("resupply", 0)
    game = play(special(), "claim 2 scouts", "accept", "draw", "pass")
    assert (phase(game), game.state.extra) == (("attack", 1), 0)
    game = play(at(edition="specials", deck=0, hands=(2, 4)), "claim 2 scouts", "accept")
    told = game.do("draw").sentence
    assert told == "The deck is empty: nobody draws. Ann has no cards and passes."
    assert phase(game) == ("attack", 1)


def test_sir_wolfy_of_an_attack_before_may_still_be_shown_if_nobody_has_drawn() -> None:
    game = play(special(attack_again="at-once"), "claim scout", "accept", "pass")
    assert kinds(game.legal()) == {"wolfy": {0}, "resupply": {0}}
    play(game, "draw")
    refused(game, "show Ann", "wolfy-shown")
    game = play(special(attack_again="at-once", effects="theft"), "claim scout")
    play(game, "block defender", "accept", "claim soldier", "accept")
    assert kinds(game.legal()) == {"wolfy": {0, 1}, "resupply": {0}}
    assert len(game.legal()) == 3


def test_of_attacks_at_once_each_lies_apart() -> None:
    """The third of three is flipped alone, although a Priest took all the cards of the second."""
    game = dealt("OSAW", "DCWS", attack_again="at-once")
    play(game, "claim 2 oracles with 1 2", "accept")
    play(game, "claim soldier with 1", "block priest with 1", "accept")
    assert held(game, 0) == cards("W")
    assert held(game, 1) == cards("CWSA")
    play(game, "claim wizard with 1", "block scientist with 1")
    stacks = dealer(game).stacks
    assert (stacks[laid(0)], stacks[laid(1)]) == (cards("W"), cards("C"))
    assert (stacks[earlier(0)], stacks[earlier(1)]) == (cards("OS"), cards("D"))
    play(game, "challenge")
    assert game.log[-1].action == Challenge(0, ("scientist",), truthful=True)


# Blockers


def test_an_angel_cancels_the_whole_attack_and_it_is_made_again() -> None:
    game = play(special(), "claim 2 wizards", "block 1 angel", "accept")
    assert game.state.cakes == (3, 4)
    assert "No cake is stolen. Ann will attack again." in game.log[-1].sentence
    play(game, "draw")
    assert phase(game) == ("attack", 0)


@pytest.mark.parametrize(
    "attack", ["1 soldier", "3 wizards", "2 scouts", "2 oracles", "4 assassins"]
)
def test_an_angel_leaves_nothing_of_any_attack(attack: str) -> None:
    game = play(special(effects="theft"), f"claim {attack}", "block angel", "accept")
    state = game.state
    assert (state.cakes, state.limits, state.summons, state.extra) == ((3, 4), (4, 4), 0, 1)


def test_an_angel_is_answered_at_once_by_a_ruling() -> None:
    game = play(special(attack_again="at-once"), "claim 2 wizards", "block 1 angel", "accept")
    assert phase(game) == ("attack", 0)
    assert game.state.hands == (2, 3)


def test_a_priest_takes_an_attack_card_blindly() -> None:
    game = play(dealt("SAWD", "DDDD"), "claim 3 soldiers with 1 2 3", "block priest with 1")
    play(game, "accept")
    assert game.state.cakes == (5, 2)
    assert game.state.hands == (1, 4)
    assert "Bo takes 1 attack card." in game.log[-1].sentence
    taken = held(game, 1)[-1]
    assert sorted((taken, *dealer(game).stacks[laid(0)])) == sorted(cards("SAW"))
    assert game.log[-1].action == Accept(0)
    [learned] = game.log[-1].learned
    assert (learned.seats, learned.about) == ((1,), (0,))
    assert taken not in learned.text


def test_the_blind_draw_falls_on_every_card() -> None:
    taken = set()
    for seed in range(30):
        game = table(edition="specials", virtual=True, seed=seed)
        play(game, "claim 3 soldiers with 1 2 3")
        before = dealer(game).stacks[laid(0)]
        play(game, "block priest with 1", "accept")
        after = dealer(game).stacks[laid(0)]
        [place] = [
            p for p in range(3) if tuple(c for q, c in enumerate(before) if q != p) == after
        ][:1]
        taken.add(place)
    assert taken == {0, 1, 2}


def test_by_a_ruling_the_attacker_chooses_what_a_priest_takes() -> None:
    game = play(dealt("SAWD", "DDDD", priest="attacker"), "claim 3 soldiers with 1 2 3")
    play(game, "block priest with 1", "accept")
    assert phase(game) == ("give", 0)
    assert [action.cards for action in game.legal()] == [(0,), (1,), (2,)]
    refused(game, "give", "specials", "which card is handed over?")
    refused(game, "give 4", "claim", "exactly 1 card has to be named")
    refused(game, "give 1 2", "claim", "exactly 1 card has to be named")
    refused(game, "draw", "resupply", "a Priest has still to get his card")
    assert game.do("give 2").action == Give(0)
    assert game.log[-1].sentence == "Ann hands Bo 1 attack card."
    assert held(game, 1) == cards("DDDA")
    assert dealer(game).stacks[laid(0)] == cards("SW")
    assert (game.state.hands, game.state.pile, game.state.phase) == ((1, 4), 3, "resupply")


def test_cards_are_given_in_any_order() -> None:
    game = play(dealt("SAWD", "DDDD", priest="attacker"), "claim 3 soldiers with 1 2 3")
    play(game, "block 2 priests with 1 2", "accept", Give(0, (2, 0)))
    assert held(game, 1) == cards("DDSW")
    assert game.consent == (0, 1)


@pytest.mark.parametrize("ruling", ["blind", "attacker"])
def test_where_a_priest_stops_all_he_takes_all(ruling: str) -> None:
    game = play(dealt("SAWD", "DDCC", priest=ruling), "claim 2 wizards with 1 2")
    play(game, "block 2 priests with 1 2", "accept")
    assert game.state.phase == "resupply"
    assert held(game, 1) == cards("CCSA")
    assert game.state.hands == (2, 4)
    assert game.do("draw").sentence == "Ann draws 2, then Bo draws 0."


@pytest.mark.parametrize("ruling", ["blind", "attacker"])
def test_a_priest_takes_nothing_once_the_bout_is_over(ruling: str) -> None:
    """The last cake ends the bout at once; the hands stay as big as everyone is told."""
    game = play(dealt("SAWD", "DDDD", priest=ruling), "claim 3 wizards with 1 2 3")
    play(game, "block 1 priest with 1", "accept")
    assert game.state.phase == "ended"
    assert held(game, 1) == cards("DDD")
    assert game.state.hands == (1, 3)
    assert "takes" not in game.log[-1].sentence


@pytest.mark.parametrize("ruling", ["blind", "attacker"])
def test_a_priest_takes_his_card_before_a_summoner_looks(ruling: str) -> None:
    game = play(dealt("SuAWD", "DDDD", priest=ruling), "claim 2 summoners with 1 2")
    play(game, "block 1 priest with 1", "accept")
    if ruling == "attacker":
        play(game, "give 2")
    assert phase(game) == ("summon", 0)
    assert len(held(game, 1)) == game.state.hands[1] == 4
    play(game, f"summon {held(game, 1)[-1]}")
    assert game.log[-1].action.found == 1
    assert game.state.cakes == (5, 2)
    assert len(game.view(0).glimpses[0].cards) == 4


def test_a_sir_wolfy_whom_a_priest_takes_is_not_turned_up_to_all() -> None:
    game = play(dealt("YSSS", "DDDD"), "claim soldier with 1", "block priest with 1", "accept")
    assert game.log[-1].action == Accept(0)
    assert "wolfy" in held(game, 1)
    assert not game.state.showed


@pytest.mark.parametrize(("given", "known"), [(1, 0), (2, 0)])
def test_nobody_knows_where_he_lies_once_he_may_be_in_a_hand_again(given: int, known: int) -> None:
    game = play(dealt("YSSS", "DDDD", priest="attacker"), "claim 2 soldiers with 1 2")
    play(game, "block priest with 1", "accept")
    assert game.log[-1].action == Accept(0, (0,))
    assert len(game.game.known(game._worlds[-1], None)) == 1
    play(game, f"give {given}", "draw", "claim soldier with 4")
    assert len(game.game.known(game._worlds[-1], None)) == known


def test_at_a_table_the_cards_only_change_hands() -> None:
    game = play(special(), "claim 3 soldiers", "block priest", "accept")
    assert (game.state.hands, game.state.pile, game.state.phase) == ((1, 4), 3, "resupply")
    game = play(special(priest="attacker"), "claim 3 soldiers", "block priest", "accept")
    assert list(game.legal()) == [Give(0)]
    refused(game, "give 1", "claim", "does not know the cards")
    assert play(game, "give").state.hands == (1, 4)
    assert game.problems == ()


# Cards without a name


def bluff(real: str, claim: str, **others: Any) -> bool:
    """Return whether a claim of these real cards loses when Bo challenges it."""
    count = len(cards(real))
    rest = "D" * (4 - count)
    game = dealt(real + rest, others.get("hand", "DDDD"))
    places = " ".join(str(place + 1) for place in range(count))
    play(game, f"claim {count} {claim} with {places}", "challenge")
    return bool(game.state.trophies == (0, 1))


def test_professor_baacrates_counts_only_in_a_scientist_s_claim() -> None:
    for real, truthful in [("B", True), ("BC", True), ("BY", True), ("Y", False), ("BS", False)]:
        count = len(cards(real))
        game = dealt("WWWW", real + "D" * (4 - count))
        places = " ".join(str(place + 1) for place in range(count))
        play(game, f"claim {count} wizards with {places}")
        play(game, f"block {count} scientists with {places}", "challenge")
        assert game.log[-1].action.truthful == truthful, real
    assert bluff("B", "soldier")
    assert bluff("BY", "wizard")


def test_agent_u_counts_as_what_the_challenger_holds() -> None:
    assert not bluff("U", "wizard", hand="WDDD")
    assert bluff("U", "wizard", hand="SDDD")
    assert not bluff("UW", "wizard", hand="WDDD")
    assert bluff("UY", "wizard", hand="WDDD")


def test_agent_u_is_settled_at_a_table_by_who_challenged() -> None:
    game = play(special(), "claim wizard")
    refused(game, "challenge agent-u", "specials", "only if the challenger’s hand holds 1 Wizard")
    for said, winner in (("true", 0), ("bluff", 1)):
        game = play(special(), "claim wizard", f"challenge agent-u {said}")
        assert game.state.end is not None
        assert game.state.end.winner == winner
    refused(play(special(), "claim 2 wizards"), "challenge agent-u wolfy true", "challenge")
    assert play(special(), "claim 2 wizards", "challenge agent-u wolfy").state.trophies == (0, 1)


@pytest.mark.parametrize(
    ("ruling", "claim", "truthful"),
    [
        ("own", "soldier", True), ("own", "wizard", False),
        ("opponent", "soldier", False), ("opponent", "wizard", True),
    ],
)  # fmt: skip
def test_pierrot_counts_as_the_last_attacker_claimed(
    ruling: str, claim: str, truthful: bool
) -> None:
    game = dealt("SPiDD", "DDDD", deck="S", pierrot=ruling)
    play(game, "claim soldier with 1", "block defender with 1", "accept", "draw")
    play(game, "claim wizard with 1", "block scientist with 2", "accept", "draw")
    place = held(game, 0).index("pierrot") + 1
    play(game, f"claim {claim} with {place}", "challenge")
    assert game.log[-1].action == Challenge(1, ("pierrot",), truthful=truthful)


def test_pierrot_counts_as_nothing_before_any_attack_or_as_a_blocker() -> None:
    assert bluff("Pi", "soldier")
    game = play(dealt("SDDD", "PiDDD", pierrot="opponent"), "claim soldier with 1")
    play(game, "block defender with 1", "challenge")
    assert game.state.trophies == (1, 0)


# The seals


def test_every_play_is_sealed_with_its_cards() -> None:
    game = dealt("SAWD", "DDCC")
    before = game._worlds[-1]
    play(game, "claim 2 soldiers with 1 3")
    claim, found = game.state.attack, cards("SW")
    assert claim is not None
    assert before.dealer is not None
    assert claim.seal == seal(found, salt_of(before.state, before.dealer, 0, found))
    for other in (cards("SS"), cards("WS"), cards("S"), cards("SWW")):
        assert claim.seal != seal(other, salt_of(before.state, before.dealer, 0, other))
    assert dealer(game).stacks[hand(0)] == cards("AD")


def test_no_two_plays_have_the_same_seal() -> None:
    seals = set()
    game = table(edition="specials", virtual=True, seed=9)
    for _bout in range(3):
        play(game, "claim soldier with 1", "block defender with 1", "accept")
        assert game.state.turns[-1].attack is not None
        assert game.state.turns[-1].block is not None
        seals |= {game.state.turns[-1].attack.seal, game.state.turns[-1].block.seal}
        play(game, "draw", "pass", "pass")
        if game.outcome is None:
            play(game, "next")
    assert len(seals) == 6
