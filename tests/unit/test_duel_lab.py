"""The lab of Cake Duel: every number by a second way of getting it, and what its prose says."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import companion
from companion.averages import Mean, mean
from companion.cake_duel import GAME, bots, lab, odds
from companion.cake_duel.state import Attack
from companion.cake_duel.troops import CORE, Troop

NOTEBOOK = Path(__file__).resolve().parents[2] / "notebooks" / "cake-duel-lab.ipynb"
TEMPERS = tuple(temper.id for temper in bots.TEMPERS)
WHOLE = [Fraction(number, 12) for number in range(13)]


@cache
def some_duels() -> tuple[lab.Duel, ...]:
    """Return ten duels of every pairing, begun by each seat in turn."""
    return lab.tournament(TEMPERS, deals=5)


@cache
def many_duels(one: str, other: str) -> tuple[lab.Duel, ...]:
    return tuple(lab.play((one, other), 900_000 + seed, seed % 2) for seed in range(120))


# Hands


def test_opening_hands_are_all_there_are() -> None:
    hands = list(lab.opening_hands())
    assert len(hands) == 4845
    each = Counter(card for hand in hands for card in hand)
    assert each == {troop.id: troop.copies * len(hands) * 4 // 20 for troop in CORE}


def test_the_opening_table_counts_hands() -> None:
    hands = list(lab.opening_hands())
    for troop, row in zip(CORE, lab.opening_table(4).values(), strict=True):
        for number, chance in enumerate(row, start=1):
            able = sum(hand.count(troop.id) >= number for hand in hands)
            assert chance == (able / len(hands) if number <= troop.copies else None)


@pytest.mark.parametrize("troop", CORE, ids=lambda troop: troop.id)
def test_a_hand_with_so_many_can_be_dealt(troop: Troop) -> None:
    for number in range(min(4, troop.copies) + 1):
        hand = lab.hand_with(troop.id, number)
        assert len(hand) == 4
        assert hand.count(troop.id) == number
        assert not Counter(hand) - Counter(lab.DECK)


def test_the_other_hand_leaves_mine_out() -> None:
    mine = ("wizard", "wizard", "wizard", "wolfy")
    hands = list(lab.hands_against(mine))
    assert len(hands) == 1820
    assert not any({"wizard", "wolfy"} & set(hand) for hand in hands)


# Claims


def test_doubts_are_those_of_a_game_that_is_played() -> None:
    choices = random.Random(3)
    for _case in range(20):
        game = companion.start(GAME.id, lab.NAMES, virtual=True, seed=choices.randrange(999))
        troop, number = (
            choices.choice(["soldier", "archer", "wizard"]),
            choices.choice("12"),
        )
        game.do(Attack(0, 1, troop, int(number), tuple(range(int(number)))))
        assert lab.doubted(troop, int(number), game.view(1).hand) == odds.claim(game.view(1))


def test_doubts_count_the_hands_that_are_left() -> None:
    for troop in ("wizard", "soldier"):
        for own, row in lab.doubts(troop).items():
            hands = list(lab.hands_against(lab.hand_with(troop, int(own))))
            for number, chance in enumerate(row, start=1):
                able = sum(hand.count(troop) >= number for hand in hands)
                assert chance == pytest.approx(able / len(hands))


def test_only_a_claim_that_can_be_made_is_doubted() -> None:
    with pytest.raises(ValueError, match="blocker"):
        lab.doubted("defender", 1, lab.hand_with("wizard", 1))


# Challenges


@pytest.mark.parametrize("accepted", WHOLE)
def test_at_break_even_both_answers_win_as_often(accepted: Fraction) -> None:
    true = lab.break_even(accepted)
    evenings = true.denominator * accepted.denominator
    won_by_challenging = evenings - evenings * true
    assert won_by_challenging == evenings * accepted


@pytest.mark.parametrize(("accepted", "bluffs"), list(product(WHOLE, WHOLE[1:])))
def test_on_the_line_as_many_bluff_as_accepting_wins(accepted: Fraction, bluffs: Fraction) -> None:
    could = lab.least_could(accepted, bluffs)
    assert 0 <= could <= 1
    claims, true = lab.claims_heard(could, bluffs)
    assert Fraction(claims - true, claims) == accepted
    assert odds.believed(float(could), float(bluffs)) == pytest.approx(float(1 - accepted))


def test_claims_are_counted_hand_by_hand() -> None:
    assert lab.claims_heard(Fraction(1, 4), Fraction(1, 3)) == (3 + 3, 3)
    assert lab.claims_heard(Fraction(1), Fraction(1, 2)) == (2, 2)
    assert lab.claims_heard(Fraction(0), Fraction(1, 2)) == (1, 0)


def test_belief_grows_with_the_hands_and_falls_with_the_habit() -> None:
    for habit in (0.05, 0.3, 1.0):
        beliefs = [odds.believed(could / 10, habit) for could in range(11)]
        assert beliefs == sorted(beliefs)
        assert (beliefs[0], beliefs[-1]) == (0, 1)
    assert odds.believed(0.3, 1) == pytest.approx(0.3)
    assert odds.believed(0.3, 0) == 1


# Duels


def test_the_same_seed_gives_the_same_duel() -> None:
    assert lab.play(("bold", "honest"), 5) == lab.play(("bold", "honest"), 5)
    assert lab.play(("bold", "honest"), 5) != lab.play(("bold", "honest"), 6)


def test_the_raw_engine_plays_what_a_session_plays() -> None:
    for seed in range(4):
        game = companion.start(GAME.id, lab.NAMES, virtual=True, seed=seed)
        assert game.setup == lab.setup()
        chance = random.Random(seed)
        while game.outcome is None:
            [seat] = GAME.to_act(game.state)
            temper = ("timid", "bold")[seat]
            game.do(bots.choose(game.view(seat), list(game.legal()), temper, chance))
        duel = lab.play(("timid", "bold"), seed)
        assert tuple(bout.end for bout in duel.bouts) == game.state.bouts
        assert (duel.winner,) == game.outcome.winners


@pytest.mark.slow
def test_a_tournament_seats_everybody_everywhere() -> None:
    duels = some_duels()
    assert len(duels) == 90
    assert set(Counter(duel.tempers for duel in duels).values()) == {10}
    starters = Counter((duel.tempers, duel.bouts[0].turns[0].attacker) for duel in duels)
    assert set(starters.values()) == {5}


def test_a_winner_has_three_bouts() -> None:
    for duel in some_duels():
        winners = Counter(bout.end.winner for bout in duel.bouts)
        assert winners[duel.winner] == 3
        assert winners[1 - duel.winner] < 3


def test_means_have_the_error_of_their_cases() -> None:
    assert mean([1, 1, 1]) == Mean(1, 0, 3)
    share = mean([1, 0, 0, 0])
    assert share.value == 0.25
    assert share.error == pytest.approx((0.25 * 0.75 / 4) ** 0.5)


def test_how_far_shares_are_apart() -> None:
    less, more = Mean(0.2, 0.03, 10), Mean(0.7, 0.04, 10)
    assert lab.apart(less, more) == pytest.approx(0.5 / 0.05)
    assert lab.apart(more, lab.lost(less)) == pytest.approx(0.1 / 0.05)


def test_wins_are_counted_by_pairing_and_over_all() -> None:
    duels = some_duels()
    for one, other in product(TEMPERS, repeat=2):
        found = [duel.winner == 0 for duel in duels if duel.tempers == (one, other)]
        assert lab.won(duels, one, other).value == pytest.approx(sum(found) / 10)
    for name in TEMPERS:
        others = [other for other in TEMPERS if other != name]
        first = [lab.won(duels, name, other).value for other in others]
        second = [1 - lab.won(duels, other, name).value for other in others]
        assert lab.won_in_all(duels, name).value == pytest.approx(sum(first + second) / 4)


def test_an_illegal_action_has_no_world_after_it() -> None:
    game = companion.start(GAME.id, lab.NAMES, virtual=True, seed=1)
    with pytest.raises(ValueError, match="Ann"):
        lab.after(game._worlds[0], Attack(0, 1, "soldier", 1))


# Bouts


def test_every_bout_adds_up() -> None:
    for bout in (bout for duel in some_duels() for bout in duel.bouts):
        turns, cakes = zip(*lab.course(bout), strict=True)
        assert turns == bout.turns
        assert cakes[-1] == bout.end.cakes
        assert all(sum(both) == 7 and min(both) >= 0 for both in cakes)


def test_ends_are_parts_of_one() -> None:
    for name in TEMPERS:
        bouts = lab.bouts_of(some_duels(), name)
        assert sum(lab.ends(bouts)) == pytest.approx(1)
        challenged = [bout.turns[-1].fate == "challenged" for bout in bouts]
        assert sum(lab.ends(bouts)[:2]) == pytest.approx(sum(challenged) / len(bouts))


def test_bouts_of_a_temper_are_those_it_plays_with_itself() -> None:
    mixed = [duel for duel in some_duels() if len(set(duel.tempers)) == 2]
    assert not any(lab.bouts_of(mixed, name) for name in TEMPERS)
    alone = sum(len(lab.bouts_of(some_duels(), name)) for name in TEMPERS)
    together = sum(len(duel.bouts) for duel in some_duels())
    assert alone + sum(len(duel.bouts) for duel in mixed) == together


def test_fortunes_follow_each_accepted_attack() -> None:
    found = lab.fortunes(some_duels())
    turns = [turn for duel in some_duels() for bout in duel.bouts for turn in bout.turns]
    accepted = sum(turn.fate == "accepted" for turn in turns)
    assert sum(mean.count for mean in found.values()) == accepted
    assert found[0].value == 0


# What the notebook says


@cache
def prose() -> str:
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    return " ".join(" ".join(texts).replace("*", "").split())


def said(*sentences: str) -> None:
    for sentence in sentences:
        assert sentence in prose(), sentence


def test_the_deck_is_told_as_it_is() -> None:
    said("Five Soldiers and four Archers steal one cake each, three Wizards two")
    said("Four Defenders stop Soldiers and Archers, three Scientists stop Wizards")
    assert [(troop.copies, troop.steals) for troop in CORE[:3]] == [(5, 1), (4, 1), (3, 2)]
    assert [(troop.copies, troop.stops) for troop in CORE[3:5]] == [
        (4, ("weapon",)),
        (3, ("magic",)),
    ]


def test_what_is_said_of_opening_hands() -> None:
    said("Half of all hands hold a Wizard, but only about one in eleven holds two or more")
    assert odds.at_least(3, 20, 4, 1) == pytest.approx(0.5, abs=0.01)
    assert 1 / odds.at_least(3, 20, 4, 2) == pytest.approx(11, abs=0.5)
    said("three lie together in 17 of the 4,845")
    assert odds.at_least(3, 20, 4, 3) == Fraction(17, 4845)
    said("Soldiers there are two or more only in every fourth hand", "sits in every fifth")
    assert odds.at_least(5, 20, 4, 2) == pytest.approx(1 / 4, abs=0.002)
    assert odds.at_least(1, 20, 4, 1) == Fraction(1, 5)


def test_what_is_said_of_two_wizards() -> None:
    could = lab.doubts("wizard")
    said("One in twenty. The kit shows how it counted")
    said("Without a Wizard in it, Ann can have two in about one deal of seven")
    said("with one, in one of twenty; with two of them in your hand, never")
    assert 1 / could["0"][1] == pytest.approx(7, abs=0.5)
    assert (could["1"][1], could["2"][1]) == (1 / 20, 0)
    said("even when you hold two, she has the third in one of four")
    assert could["2"][0] == 1 / 4


def test_what_is_said_of_challenges() -> None:
    said("won twice in seven", "It may be true five times in seven")
    assert lab.break_even(Fraction(2, 7)) == Fraction(5, 7)
    said("If accepting loses the bout anyway, every line is at the top")
    assert all(lab.least_could(Fraction(0), bluffs) == 1 for bluffs in WHOLE[1:])
    said("The more is still to be won after accepting, the more unlikely a claim has to look")
    for bluffs in WHOLE[1:]:
        line = [lab.least_could(accepted, bluffs) for accepted in WHOLE]
        assert line == sorted(line, reverse=True)


@pytest.mark.slow
def test_what_is_said_of_the_tempers() -> None:
    said("Each plays 224 duels", "There are nine ways to seat two of them")
    assert 2 * 112 == 224
    assert len(TEMPERS) ** 2 == 9
    said("The bold win most and the timid least", "Both are far beyond luck")
    pairs = [pair for pair in product(TEMPERS, repeat=2) if len(set(pair)) == 2]
    duels = [duel for pair in pairs for duel in many_duels(*pair)]
    won = {name: lab.won_in_all(duels, name) for name in TEMPERS}
    assert won["bold"].value > won["honest"].value  # the notebook insists on more, with more duels
    for name in ("bold", "honest"):
        assert won[name].value - won["timid"].value > 4 * (won[name].error + won["timid"].error)
    said("Between the honest and the bold it is closer")


@pytest.mark.slow
def test_what_is_said_of_bouts() -> None:
    bouts = {name: lab.bouts_of(many_duels(name, name), name) for name in TEMPERS}
    turns = {name: mean(len(bout.turns) for bout in bouts[name]).value for name in TEMPERS}
    ends = {name: dict(zip(lab.ENDS, lab.ends(bouts[name]), strict=True)) for name in TEMPERS}
    said("Two bold players are done in about three turns")
    assert turns["bold"] == pytest.approx(3, abs=0.3)
    said("a challenge ends practically every bout; in nearly two of three the claim was true")
    assert ends["bold"]["truth"] + ends["bold"]["bluff"] > 0.98
    assert ends["bold"]["truth"] == pytest.approx(2 / 3, abs=0.06)
    said("Two timid ones never challenge each other at all")
    assert ends["timid"]["truth"] == ends["timid"]["bluff"] == 0
    said("Honest players take twice as long as the bold")
    assert turns["honest"] / turns["bold"] == pytest.approx(2.2, abs=0.3)
    said("more than a third of their bouts end with a bluff")
    assert 1 / 3 < ends["honest"]["bluff"] < 1 / 2
