"""The lesson of Cake Duel: complete, right in every number, and patient with every learner."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, permutations
from math import comb
from typing import Any

import pytest
from msgspec.structs import replace

import companion
from companion import bots
from companion.cake_duel import engine
from companion.cake_duel.lesson import LESSON, NAMES, SEEDS, STORY, TEAM_NAMES
from companion.cake_duel.rules import RULEBOOK
from companion.cake_duel.state import (
    Accept,
    Again,
    Attack,
    Block,
    Challenge,
    Claim,
    Fix,
    ForgotWolfy,
    Give,
    Lead,
    NextBout,
    Overdraw,
    Pass,
    Resupply,
    ShowWolfy,
    State,
    Summon,
    Swap,
    side,
)
from companion.session import Session
from tests.lessons import Told, insist_well_told, numbers

MIA, TOM = range(2)
COPIES = {"soldier": 5, "archer": 4, "wizard": 3, "defender": 4, "scientist": 3, "wolfy": 1}
STEALS = {"soldier": 1, "archer": 1, "wizard": 2}
STOPPED_BY = {"soldier": "defender", "archer": "defender", "wizard": "scientist"}


def tried(session: Session[State, Any, Any]) -> list[Any]:
    """Return the legal actions, or at the end those that begin another duel."""
    return list(session.legal()) or [Again(MIA), Again(TOM)]


TOLD = Told(LESSON, tried)
STEPS = TOLD.steps
at, position, quiz, task, answers = TOLD.at, TOLD.position, TOLD.quiz, TOLD.task, TOLD.answers
(
    CLAIM, FITS, BLOCK, BLUFF, BELIEVED, LIKELY, CHALLENGE, CAUGHT, EMPTY, COUNT, WOLFY, SHOW, PASS,
    FORGOTTEN, OVERDRAWN, SPECIALS, TEAMS, MATCH,
) = STEPS  # fmt: skip
QUIZZES, TASKS = TOLD.quizzes, TOLD.tasks
AT_A_TABLE = [SHOW, FORGOTTEN, OVERDRAWN]
CLAIMING = [CLAIM, BLUFF, WOLFY, PASS, TEAMS]
BLOCKING = [BLOCK, CHALLENGE, SPECIALS]
WORDS = {"one": 1, "two": 2, "three": 3, "four": 4}


def laid(step: int, action: Attack | Block) -> list[str]:
    """Return the cards at the places an action names, from the hand the learner sees."""
    hand = position(step).view(MIA).hand
    return [hand[place] for place in action.cards]


def counted(cards: list[str]) -> set[tuple[int, str]]:
    return {(count, card) for card, count in Counter(cards).items()}


def told_cards(text: str) -> set[tuple[int, str]]:
    """Return the amounts of cards named in a text, such as ``(2, "soldier")``."""
    titles = {"sir": "wolfy", "angel": "angel", "priest": "priest", **{c: c for c in COPIES}}
    found = re.findall(r"(\d+) ([A-Z]\w+?)s?\b", text)
    return {(int(count), titles[name.casefold()]) for count, name in found}


def flipped(text: str) -> set[tuple[int, str]]:
    """Return the cards that a challenge is told to have turned up."""
    [cards] = re.findall(r"turns up (.+?):", text)
    return told_cards(cards)


# A second way of counting, from the log alone


class Tally:
    """Cakes, trophies and hands, counted from what the log says."""

    def __init__(self, session: Session[State, Any, Any]) -> None:
        self.trophies = [0, 0]
        self.starter = session.setup.first
        self.claims: list[Any] = []
        self.hands = [4, 4]
        self.deal(self.starter)
        for entry in session.log:
            self.follow(entry.action)

    def deal(self, starter: int) -> None:
        self.starter = starter
        self.cakes = [4, 4]
        self.cakes[starter] = 3
        self.hands, self.deck, self.passes, self.winner = [4, 4], 12, 0, -1

    def follow(self, action: Any) -> None:
        if isinstance(action, Attack | Block):
            self.claims.append(action)
            self.hands[action.seat] -= action.count
            self.passes = 0
        elif isinstance(action, Accept):
            self.steal()
        elif isinstance(action, Challenge):
            claimer = self.claims[-1].seat
            self.win(claimer if action.truthful else 1 - claimer)
        elif isinstance(action, Pass):
            self.count_pass()
        elif isinstance(action, Resupply):
            self.draw(action.seat)
        elif isinstance(action, NextBout):
            self.deal(1 - self.winner)

    def steal(self) -> None:
        attack, *blocks = self.claims
        free = attack.count - sum(block.count for block in blocks)
        loot = min(STEALS[attack.troop] * free, self.cakes[1 - attack.seat])
        self.cakes[attack.seat] += loot
        self.cakes[1 - attack.seat] -= loot
        self.claims = []
        if not all(self.cakes):
            self.win(attack.seat)

    def draw(self, attacker: int) -> None:
        for seat in (attacker, 1 - attacker):
            drawn = min(4 - self.hands[seat], self.deck)
            self.hands[seat] += drawn
            self.deck -= drawn
        if not self.hands[1 - attacker]:
            self.passes += 1

    def count_pass(self) -> None:
        self.passes += 1
        if self.passes == 2:
            self.win(self.cakes.index(max(self.cakes)))

    def win(self, seat: int) -> None:
        self.winner, self.claims = seat, []
        self.trophies[seat] += 1


def tally(step: int) -> Tally:
    return Tally(position(step))


@pytest.mark.parametrize("step", [n for n in STEPS if n not in (SPECIALS, TEAMS)])
def test_the_engine_and_the_second_count_agree_on_every_position(step: int) -> None:
    state, other = position(step).state, tally(step)
    assert list(state.cakes) == other.cakes
    assert list(state.trophies) == other.trophies
    assert list(state.hands) == other.hands
    assert (state.deck, state.starter) == (other.deck, other.starter)


# The lesson as a whole


def test_the_whole_lesson_is_read_in_ten_minutes() -> None:
    assert TOLD.minutes() < 10
    assert 16 <= len(STEPS) <= 18


def test_there_is_more_to_do_than_to_answer() -> None:
    assert len(QUIZZES) >= 5
    assert len(TASKS) > len(QUIZZES)


@pytest.mark.parametrize("step", STEPS)
def test_only_the_learner_holds_cards_that_a_page_shows(step: int) -> None:
    session = position(step)
    assert bots.lone_person(session) == (None if step in AT_A_TABLE else MIA)
    assert session.setup.virtual == (step not in AT_A_TABLE)


@pytest.mark.parametrize("step", TASKS)
def test_it_is_the_learner_s_move(step: int) -> None:
    session = position(step)
    assert session.game.to_act(session.state) == (() if step == MATCH else (MIA,))


# The story, dealt by several seeds


def test_the_story_is_one_whole_duel_whatever_seed_deals_it() -> None:
    assert len(STORY) == len(SEEDS) == 5
    for seed in sorted(set(SEEDS)):
        session = companion.start("cake-duel", NAMES, virtual=True, seed=seed)
        for act in (act for bout in STORY for act in bout):
            session.do("challenge" if act.startswith("challenge") else act)
        ends = [(end.winner, end.why) for end in session.state.bouts]
        assert ends == [
            (MIA, "cakes"), (TOM, "truth"), (TOM, "bluff"), (MIA, "bluff"), (MIA, "passes"),
        ]  # fmt: skip
        assert session.outcome is not None
        assert session.outcome.winners == (MIA,)


def test_the_learner_saw_the_same_card_flipped_that_later_bouts_remember() -> None:
    session = position(CAUGHT)
    session.do("challenge")
    for later in (session, position(COUNT), position(WOLFY)):
        assert later.state.bouts[2].shown == ("soldier", "wizard")


def test_the_table_of_a_step_is_the_story_s() -> None:
    dealt = LESSON.steps[WOLFY].position()
    dealt.do("claim 2 soldiers with 3 4")
    dealt.do(Accept(TOM))
    table = position(SHOW).state
    for field in ("cakes", "trophies", "hands", "deck", "pile", "phase", "starter", "bout"):
        assert getattr(table, field) == getattr(dealt.state, field)


CLAIMED = {  # what a text says is claimed, and by whom
    FITS: ("Tom claims two Archers", TOM),
    BELIEVED: ("“two Wizards”", MIA),
    LIKELY: ("Tom begins: “Two Wizards!”", TOM),
    CHALLENGE: ("Two Wizards would take all", TOM),
    CAUGHT: ("“Two Wizards!”", MIA),
    COUNT: ("“Two Wizards!”", TOM),
}


@pytest.mark.parametrize("step", CLAIMED)
def test_a_text_tells_the_claim_that_lies_there(step: int) -> None:
    words, seat = CLAIMED[step]
    assert words in LESSON.steps[step].text
    [(count, troop)] = re.findall(r"(\w+) ([A-Z][a-z]+)s\b", words)
    claim = position(step).state.attack
    assert claim is not None
    assert (claim.seat, claim.count, claim.troop) == (
        seat, WORDS[count.casefold()], troop.casefold(),
    )  # fmt: skip


def test_a_text_tells_what_has_just_happened() -> None:
    [turn] = position(FITS).state.turns
    assert "You claimed two Soldiers and Tom let them pass: two cakes" in LESSON.steps[FITS].text
    assert (turn.stolen, turn.block) == (2, None)
    turn = position(BLUFF).state.turns[-1]
    assert "Tom accepted your Defender and stole one cake" in LESSON.steps[BLUFF].text
    assert (turn.attacker, turn.stolen) == (TOM, 1)
    assert "One bout each" in LESSON.steps[CAUGHT].text
    assert position(CAUGHT).state.trophies == (1, 1)
    assert "your last two just went into a block" in LESSON.steps[EMPTY].text
    turn = position(EMPTY).state.turns[-1]
    assert turn.block is not None
    assert turn.block.count == 2
    assert "Two bouts each" in LESSON.steps[WOLFY].text
    assert position(WOLFY).state.trophies == (2, 2)
    [turn] = position(WOLFY).state.turns
    assert "Tom’s Archer has stolen one cake" in LESSON.steps[WOLFY].text
    assert turn.attack is not None
    assert (turn.attack.troop, turn.stolen) == ("archer", 1)


STATED = {
    CLAIM: {7, 3, 4},
    FITS: {4},
    LIKELY: {3, 4, *COPIES.values()},
    COUNT: {COPIES["wizard"]},
    PASS: {3},
    SPECIALS: {2, 10},
    TEAMS: {2 * 20 - 1, 4, 5},
    MATCH: {5},
}


@pytest.mark.parametrize("step", STEPS)
def test_a_text_states_these_numbers_only(step: int) -> None:
    assert numbers(TOLD.words(step)) == STATED.get(step, set())


# Examples and every legal action


COUNTS = {
    CLAIM: (3 * 15 + 1, 4),
    BLOCK: (4 + 6 + 2, 1),
    BLUFF: (3 * 15 + 1, 43),
    CHALLENGE: (4 + 6 + 2, 1),
    COUNT: (2, 1),
    WOLFY: (3 * 15 + 1, 3 * 8),
    SHOW: (2, 1),
    PASS: (3 * 15 + 1, 1),
    SPECIALS: (3 * (4 + 6) + 2, 4 + 6),
    TEAMS: (2 * 3 * 15 + 1, 2 * 3 * 15),
    MATCH: (2, 2),
}


@pytest.mark.parametrize("step", TASKS)
def test_every_legal_action_has_its_answer(step: int) -> None:
    found = answers(step)
    assert (len(found), sum(reply.right for reply in found.values())) == COUNTS[step]
    for reply in found.values():
        insist_well_told(reply.text)


@pytest.mark.parametrize("step", [*CLAIMING, *BLOCKING])
def test_answers_tell_claims_apart_by_name_cards_and_target(step: int) -> None:
    told: dict[Any, set[str]] = {}
    for action, reply in answers(step).items():
        if isinstance(action, Attack | Block):
            target = action.target if isinstance(action, Attack) else None
            cards = tuple(sorted(laid(step, action)))
            told.setdefault((action.troop, cards, target), set()).add(reply.text)
    assert all(len(texts) == 1 for texts in told.values())
    assert len({text for texts in told.values() for text in texts}) == len(told)


@pytest.mark.parametrize("step", [*CLAIMING, *BLOCKING])
def test_an_answer_knows_the_cards_laid_down(step: int) -> None:
    for action, reply in answers(step).items():
        if isinstance(action, Attack | Block):
            cards = laid(step, action)
            honest = set(cards) == {action.troop}
            first = reply.text.split(". ")[0]
            assert ("that is what lies there" in first) == honest
            claim = (action.count, action.troop)
            assert told_cards(first) == ({claim} if honest else {claim, *counted(cards)})


@pytest.mark.parametrize("step", CLAIMING)
def test_an_answer_counts_the_cakes_that_would_move(step: int) -> None:
    state = position(step).state
    theirs = state.cakes[1 - side(MIA, state.seats)]
    for action, reply in answers(step).items():
        if isinstance(action, Attack) and "If nobody challenges" in reply.text:
            loot = min(STEALS[action.troop] * action.count, theirs)
            assert f"{loot} cake{'s' * (loot > 1)} move" in reply.text
            assert ("you have all of them" in reply.text) == (loot == theirs)
    assert any("If nobody challenges" in reply.text for reply in answers(step).values())


@pytest.mark.parametrize("step", BLOCKING)
def test_an_answer_counts_the_cakes_that_move_in_spite_of_a_block(step: int) -> None:
    attack = position(step).state.attack
    assert attack is not None
    for action, reply in answers(step).items():
        if isinstance(action, Block):
            left = 0 if action.troop == "angel" else attack.count - action.count
            loot = STEALS[attack.troop] * left
            many = f"{loot} cakes still move" if loot > 1 else f"{loot} cake still moves"
            assert (many if loot else "no cake moves") in reply.text


def test_cards_are_known_in_whatever_order_they_are_named() -> None:
    hand = position(BLUFF).view(MIA).hand
    for cards in permutations(range(len(hand)), 3):
        reply = at(BLUFF).do(Attack(MIA, TOM, "wizard", 3, cards))
        first = reply.text.split(". ")[0]
        assert told_cards(first) == {(3, "wizard"), *counted([hand[at] for at in cards])}


def test_a_claim_everybody_can_see_through_is_told_so() -> None:
    for step in (BLUFF, WOLFY):
        for action, reply in answers(step).items():
            if isinstance(action, Attack) and reply.right:
                beyond = action.count > COPIES[action.troop]
                assert ("need not even think" in reply.text) == beyond


TYPED = re.compile(r"“(claim|block|show|draw|again|pass|challenge|accept)\b|\bwith \d|\btype\b")
REFUSED: list[Any] = [
    Attack(MIA, TOM, "wolfy", 1, (0,)), Attack(MIA, TOM, "defender", 1, (0,)),
    Attack(9, TOM, "x", 1), Attack(TOM, MIA, "soldier", 1, (0,)), Block(MIA, "wolfy", 1, (0,)),
    Block(MIA, "scientist", 9), Block(MIA, "soldier", 1, (0,)), Challenge(TOM), Pass(TOM),
    Resupply(TOM), ShowWolfy(TOM), NextBout(TOM), Lead(MIA), Accept(TOM), Overdraw(9),
    ForgotWolfy(TOM), Again(9),
]  # fmt: skip


@pytest.mark.parametrize("step", TASKS)
def test_replies_on_a_page_name_no_command(step: int) -> None:
    told = [*TOLD.replies(step, REFUSED), LESSON.steps[step].text, task(step).ask]
    assert not [text for text in told if TYPED.search(text)]


# The moments a learner has to meet


def test_a_bluff_gets_through_and_wins_a_bout() -> None:
    session = position(BLUFF)
    session.do(task(BLUFF).example)
    assert session.state == position(BELIEVED).state
    claim = session.state.attack
    assert claim is not None
    assert claim.troop not in session.view(MIA).laid
    session.do(Accept(TOM))
    assert session.state.end is not None
    assert (session.state.end.winner, session.state.end.why) == (MIA, "cakes")
    assert session.state.end.shown == ()  # nobody ever sees it
    text = at(BELIEVED).show_me().text
    assert "nobody ever sees" in text
    assert told_cards(text) >= counted(list(position(BELIEVED).view(MIA).laid))


def test_a_bluff_is_caught() -> None:
    session = position(CAUGHT)
    cards = list(session.view(MIA).laid)
    assert Counter(cards)["wizard"] == 1
    assert "One of your two cards is even a Wizard" in LESSON.steps[CAUGHT].text
    session.do("challenge")
    assert session.state.end is not None
    assert (session.state.end.winner, session.state.end.why) == (TOM, "bluff")
    text = at(CAUGHT).show_me().text
    assert flipped(text) == counted(cards)
    assert "Tom wins the bout" in text
    assert f"he holds {session.view(TOM).hand.count('wizard')} Wizards himself" in text
    assert session.view(TOM).hand.count("wizard") + 2 > COPIES["wizard"]


def test_a_wrong_challenge_loses_the_bout() -> None:
    course = at(CHALLENGE)
    before = course.session.state
    text = course.do("challenge").text
    assert course.solved
    assert "Tom wins the bout" in text
    assert flipped(text) == {(2, "wizard")}
    assert "No cakes move" in text
    assert course.session.state.cakes == before.cakes
    assert course.session.state.trophies == (1, 1)
    assert "wizard" not in course.session.view(MIA).hand


def test_accepting_instead_would_have_lost_it_as_well() -> None:
    text = at(CHALLENGE).do("accept").text
    assert "4 cakes move, Tom has them all and wins the bout" in text


def test_a_challenge_by_counting_wins_the_bout() -> None:
    course = at(COUNT)
    view = course.session.view(MIA)
    assert (view.hand, view.played.count("wizard"), view.challenged.count) == ((), 2, 2)
    text = course.do("challenge").text
    assert course.session.state.trophies == (2, 2)
    assert flipped(text) == {(1, "scientist"), (1, "wolfy")}
    assert "Of 3 Wizards you had played 2 yourself, so he could have 1 at most" in text


def test_without_cards_there_is_no_block() -> None:
    course = at(COUNT)
    reply = course.do(Block(MIA, "scientist", 1, (0,)))
    assert not reply.right
    assert "Mia has no cards left" in reply.text
    refusal = course.session.why_not(Block(MIA, "scientist", 1))
    assert refusal is not None
    assert refusal.rule is RULEBOOK["no-cards"]


def test_accepting_without_cards_is_told_to_its_end() -> None:
    session = position(COUNT)
    session.do("accept")
    session.do("draw")
    end = session.state.end
    assert end is not None
    assert (end.winner, end.why, end.cakes) == (TOM, "passes", (1, 6))
    text = at(COUNT).do("accept").text
    assert "4 cakes move" in text
    assert "Tom wins the bout, 6 to 1" in text


def test_fewer_blockers_than_attackers() -> None:
    session = position(BLOCK)
    hand = session.view(MIA).hand
    assert hand.count("defender") == 1
    assert "scientist" in hand
    session.do(task(BLOCK).example)
    assert session.state.attack is not None
    assert session.state.block is not None
    assert session.state.block.count < session.state.attack.count
    session.do(Accept(TOM))
    assert session.state.turns[-1].stolen == 1


def test_more_blockers_than_attackers_are_refused() -> None:
    reply = at(BLOCK).do("block 3 defenders with 1 2 3")
    assert not reply.right
    assert "only 2 attackers were claimed" in reply.text.casefold()


def test_a_block_that_does_not_fit_is_refused_with_the_engine_s_reason() -> None:
    for troop in ("scientist", "soldier"):
        refusal = position(FITS).why_not(Block(MIA, troop, 1, (0,)))
        assert refusal is not None
        assert refusal.reason in at(FITS).do(troop).text
        reply = at(BLOCK).do(f"block 1 {troop} with 1")
        assert not reply.right
        assert refusal.reason.casefold() in reply.text.casefold()
        assert refusal.rule is RULEBOOK["block"]


def test_who_challenges_the_archers_loses_by_it() -> None:
    text = at(BLOCK).do("challenge").text
    assert flipped(text) == {(2, "archer")}
    assert "Tom wins the bout" in text


def test_a_short_deck_and_an_automatic_pass() -> None:
    session = position(EMPTY)
    assert (session.state.deck, session.state.hands[MIA]) == (0, 0)
    session.do("draw")
    turn = session.state.turns[-1]
    assert (turn.attacker, turn.fate) == (MIA, "auto-pass")
    assert session.state.attacker == TOM
    assert "Mia had no cards and passed." in str(position(COUNT))
    assert "passes automatically" in at(EMPTY).show_me().text


def test_two_passes_win_the_bout_and_the_duel() -> None:
    course = at(PASS)
    assert course.session.state.turns[-1].fate == "pass"
    assert course.session.state.turns[-1].attacker == TOM
    text = course.do("pass").text
    assert course.session.outcome is not None
    assert course.session.outcome.winners == (MIA,)
    assert "5 to 2" in text
    assert "3 bouts to 2" in text


def test_tom_passed_because_he_had_only_blockers() -> None:
    hand = position(PASS).view(TOM).hand
    assert set(hand) == {"defender", "scientist"}
    [cards] = re.findall(r"Tom had (.+?);", at(PASS).do("pass").text)
    assert told_cards(cards) == counted(list(hand))


def test_sir_wolfy_is_played_under_another_name() -> None:
    hand = position(WOLFY).view(MIA).hand
    assert "wolfy" in hand
    for action, reply in answers(WOLFY).items():
        plays = isinstance(action, Attack) and hand.index("wolfy") in action.cards
        assert reply.right == plays
    reply = at(WOLFY).do(Attack(MIA, TOM, "wolfy", 1, (hand.index("wolfy"),)))
    assert "Sir Wolfy may never be claimed" in reply.text


def test_sir_wolfy_is_turned_up_before_drawing() -> None:
    course = at(SHOW)
    assert course.session.state.phase == "resupply"
    assert not course.do("draw").right
    assert not course.session.state.showed
    assert course.do("show Mia").right
    assert course.session.state.showed
    assert course.session.legal() == (Resupply(MIA),)
    assert position(PASS).state.showed  # the kit does it where it deals


def test_a_forgotten_wolfy_costs_the_bout() -> None:
    session = position(FORGOTTEN)
    assert not session.state.showed
    assert session.state.trophies == (3, 2)
    session.do("forgot Mia")
    assert (session.state.trophies, session.state.phase) == ((2, 2), "ended")
    text = at(FORGOTTEN).show_me().text
    assert "2 to 2" in text
    assert "Tom attacks first once more" in text
    assert session.legal() == (NextBout(TOM),)


def test_who_forgets_and_loses_has_lost() -> None:
    assert "Had Tom won the bout, it would count" in at(FORGOTTEN).show_me().text
    session = companion.start("cake-duel", NAMES)
    for act in ("claim 1 soldier", "accept", "draw", "claim 3 wizards", "accept", "forgot Mia"):
        session.do(act)
    assert session.state.trophies == (0, 1)


def test_drawing_too_many_loses_the_bout_unless_it_is_replayed() -> None:
    for command, trophies, starter in (("", (1, 0), TOM), (" replay", (0, 0), MIA)):
        session = position(OVERDRAWN)
        session.do(f"overdrew Tom{command}")
        assert session.state.trophies == trophies
        assert session.legal() == (NextBout(starter),)
        text = at(OVERDRAWN).do(NAMES[starter]).text
        assert ("replayed" in text) == bool(command)


def test_the_loser_attacks_first_with_three_cakes() -> None:
    assert "the loser attacks first, with 3 cakes against 4" in LESSON.steps[LIKELY].text
    for step, loser in ((LIKELY, TOM), (CAUGHT, MIA), (COUNT, MIA), (WOLFY, TOM)):
        state = position(step).state
        assert state.starter == loser
        assert state.bouts[-1].winner == 1 - loser
    state = position(LIKELY).state
    assert (state.cakes[TOM], state.cakes[MIA]) == (3, 4)


def test_an_angel_ends_an_attack_and_lets_the_attacker_attack_again() -> None:
    course = at(SPECIALS)
    text = course.show_me().text
    assert "no cake moves" in text
    course.session.do(Accept(TOM))
    course.session.do("draw")
    assert course.session.state.attacker == TOM
    assert "Then Tom attacks again" in text
    assert "angel" not in course.session.view(MIA).hand
    assert "One would have done" in at(SPECIALS).do("block 2 angels with 1 2").text


def test_the_specials_are_said_to_be_retold_and_uncertain() -> None:
    text = LESSON.steps[SPECIALS].text
    assert "Their texts are retold here, and some are uncertain" in text
    assert "what is printed on your cards decides" in text
    session = position(SPECIALS)
    assert session.setup.edition == "specials"
    every_card = [*session.view(MIA).hand, *session.view(TOM).hand]
    assert set(every_card) <= set(COPIES)  # a plain bluff for all


def test_in_a_team_only_the_one_attacked_may_answer() -> None:
    for action, reply in answers(TEAMS).items():
        if isinstance(action, Attack):
            session = position(TEAMS)
            session.do(action)
            assert session.game.to_act(session.state) == (action.target,)
            spared = 5 - action.target
            assert f"Only {TEAM_NAMES[action.target]} may" in reply.text
            assert f"{TEAM_NAMES[spared]} may not" in reply.text
            if "attacks." in reply.text:
                assert "and Tom attacks." in reply.text
    session = position(TEAMS)
    session.do("claim 1 soldier with 2 on Zoe")
    session.do(Accept(3))
    assert session.view(MIA).gifts == ("swap",)
    session.do("draw")
    assert session.state.attacker == 2


def test_partners_see_each_other_s_hands() -> None:
    session = position(TEAMS)
    assert session.view(MIA).partner_hand == session.view(1).hand
    assert "Your partner’s hand: " in str(at(TEAMS))
    assert session.state.cakes == (4, 5)
    assert sum(session.state.hands) + session.state.deck == 39


def test_a_match_goes_on_with_another_duel() -> None:
    course = at(MATCH)
    assert course.session.outcome is not None
    assert course.session.setup.rulings["match"] == "five"
    for name, seat in (("Mia", MIA), ("Tom", TOM)):
        text = course.do(f"again {name}").text
        assert f"{name} attacks first" in text
        assert "Mia 1 and Tom 0" in text
        assert "wins 3 duels" in text
        assert (course.session.state.duel, course.session.state.starter) == (2, seat)


def test_mending_by_hand_and_mishaps_are_kept_out_of_the_tasks() -> None:
    for step in TASKS:
        course = at(step)
        before = course.session.state
        assert not course.do(Fix(MIA, "cakes", 3, "a slip")).right
        assert not course.do(Fix(TOM, "trophies", 1, "a slip")).right
        assert course.session.state == before
    for replay in (True, False):
        reply = at(SHOW).do(Overdraw(TOM, replay))
        assert not reply.right
        assert "mishap" in reply.text


# Quizzes


def lying(step: int) -> Claim:
    attack = position(step).state.attack
    assert attack is not None
    return attack


def second_answer(step: int) -> str:
    """Return a quiz's answer, counted from the log."""
    counts = tally(step)
    if step == FITS:
        return STOPPED_BY[lying(step).troop].capitalize()
    if step == BELIEVED:
        before = counts.cakes[MIA]
        counts.steal()
        return f"{counts.cakes[MIA] - before} cakes"
    if step == LIKELY:
        every, wizards = comb(16, 4), COPIES["wizard"]
        most = sum(comb(wizards, k) * comb(16 - wizards, 4 - k) for k in (2, 3))
        return f"{100 * most / every:.0f} %"
    if step == CAUGHT:
        true = set(position(step).view(MIA).laid) == {lying(step).troop}
        return "Yes" if true else "No, it is a bluff"
    if step == EMPTY:
        counts.draw(TOM)
        return NAMES[MIA if counts.hands[MIA] else TOM]
    return {FORGOTTEN: "It is played again", OVERDRAWN: "Tom"}[step]


@pytest.mark.parametrize("step", QUIZZES)
def test_the_log_agrees_with_a_quiz_s_answer(step: int) -> None:
    state = position(step).state
    assert quiz(step).solve(state) == second_answer(step)
    assert len(quiz(step).choices(state)) >= 2


@pytest.mark.parametrize("step", QUIZZES)
def test_the_beginning_of_an_answer_will_do(step: int) -> None:
    course = at(step)
    assert course.do(quiz(step).solve(course.session.state).split(",")[0]).right


def test_answers_follow_the_position() -> None:
    state = position(FITS).state
    assert state.attack is not None
    wizards = replace(state, attack=replace(state.attack, troop="wizard"))
    assert quiz(FITS).solve(wizards) == "Scientist"
    richer = replace(position(BELIEVED).state, cakes=(2, 5))
    assert quiz(BELIEVED).solve(richer) == "4 cakes"
    state = position(LIKELY).state
    assert state.attack is not None
    archers = replace(state, attack=replace(state.attack, troop="archer"))
    assert quiz(LIKELY).solve(archers) != second_answer(LIKELY)
    with_deck = replace(position(EMPTY).state, deck=8)
    assert quiz(EMPTY).solve(with_deck) == "Mia"
    nothing_left = replace(position(EMPTY).state, hands=(0, 0))
    assert quiz(EMPTY).solve(nothing_left) == "Nobody"
    shown = engine.apply(position(FORGOTTEN).state, Fix(MIA, "trophies", 2, "a slip"))
    assert quiz(FORGOTTEN).explain(shown, "It is played again").startswith("So the duel stands")


def test_the_odds_are_counted_from_what_the_learner_can_see() -> None:
    view = position(LIKELY).view(MIA)
    unseen = 20 - len(view.hand)
    assert view.hand.count("wizard") == 0
    text = at(LIKELY).do("14").text
    assert numbers(text) == {unseen, COPIES["wizard"], 4, 7, 2}
    hands = combinations(range(unseen), 4)
    ways = sum(sum(card < COPIES["wizard"] for card in hand) >= 2 for hand in hands)
    assert round(comb(unseen, 4) / ways) == 7
    assert "3 Wizards" in at(LIKELY).do("1").text
    assert "1 Wizard or more" in at(LIKELY).do("61").text


# A learner at the keyboard

BLUNDERS: dict[int, tuple[Any, ...]] = {
    CLAIM: ("clam 2 soldiers", "claim 2 soldiers", "claim 2 soldiers with 1 2", "pass", "draw"),
    FITS: ("Scientist", "soldier", "me"),
    BLOCK: ("block 1 scientist with 2", "block 3 defenders with 1 2 3", "accept", "challenge"),
    BLUFF: ("claim 1 wizard with 1", "claim 1 wolfy with 2", "pass", "claim 2 wizards with 1"),
    BELIEVED: ("2", "4 cakes", "all"),
    LIKELY: ("1", "61 %", "half"),
    CHALLENGE: ("accept", "block 2 scientists with 1 2", "challenge true", "pass"),
    CAUGHT: ("yes", "half", "perhaps"),
    EMPTY: ("Mia", "nobody", "Ben"),
    COUNT: ("accept", "block 2 scientists with 1 2", "pass", "draw"),
    WOLFY: ("claim 1 wolfy with 3", "claim 1 soldier with 4", "pass", "show Mia"),
    SHOW: ("draw", "show Tom", "overdrew Mia", "forgot Mia"),
    PASS: ("claim 2 archers with 1 4", "claim 1 scientist with 2", "next"),
    FORGOTTEN: ("Tom wins it", "Mia’s win counts", "Mia"),
    OVERDRAWN: ("Mia", "nobody", "4"),
    SPECIALS: ("block 1 defender with 1", "block 1 wizard with 1", "accept", "challenge"),
    TEAMS: ("claim 1 soldier with 2 on Ben", "pass", "claim 1 wizard with 3 on Mia"),
    MATCH: ("again Ben", "next", "pass"),
}


def test_the_whole_lesson_can_be_played_as_text() -> None:
    TOLD.play_as_text(BLUNDERS, second_answer)


@pytest.mark.parametrize("step", STEPS)
def test_a_printed_table_tells_trophies(step: int) -> None:
    table = LESSON.steps[step].table(position(step))
    assert "Mia" in table
    assert "troph" in table


@pytest.mark.parametrize("step", [n for n in STEPS if n not in AT_A_TABLE])
def test_a_printed_step_shows_the_learner_s_hand_and_no_other(step: int) -> None:
    course = at(step)
    text = str(course)
    hand = course.session.view(MIA).hand
    [shown] = re.findall(r"^Your hand: (.+)$", text, re.MULTILINE)
    assert len(re.findall(r"\d+ [A-Z]", shown)) == len(hand)
    assert text.count("Your hand:") == 1


def test_a_question_asks_nobody_for_a_move() -> None:
    for step in QUIZZES:
        table = LESSON.steps[step].table(position(step))
        assert "Cake Duel, bout" not in table
        assert "Challenge, block or accept" not in table


RUBBISH: list[Any] = [
    "", " ", "?", "\x00", "🍰" * 50, "claim " * 500, "claim 99999999999 soldiers with 1", "undo",
    None, 7, 1.5, (), [], {}, object(), b"pass", {"type": "attack"}, {1: 2}, {"lesson": "next"},
    {"type": "attack", "seat": 0, "target": 1, "troop": "soldier", "count": 2, "cards": "all"},
    {"type": "block", "seat": 9, "troop": "angel", "count": 1, "cards": [0]},
    Attack(MIA, TOM, "soldier", 2, (0, 0)), Attack(MIA, TOM, "soldier", 2, (0, 9)),
    Attack(MIA, TOM, "soldier", -1), Attack(MIA, MIA, "soldier", 1, (0,)), Pass(7), Lead(5),
    Block(MIA, "defender", 0), Challenge(MIA, ("wizard",)), Accept(MIA, (TOM,)), Resupply(-1),
    Give(MIA, (0,)), Swap(MIA), Summon(MIA, "pear"), Fix(TOM, "hand", 40, ""), Again(-1),
]  # fmt: skip


@pytest.mark.parametrize("step", STEPS)
def test_rubbish_is_answered_and_changes_nothing(step: int) -> None:
    TOLD.answer_rubbish(step, RUBBISH)


def test_trying_on_after_a_right_answer_starts_from_the_same_table() -> None:
    TOLD.try_on(CHALLENGE, "challenge", "challenge", "accept")
