"""The lesson of Alpaca Battle: right in every number, and patient with every learner."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from companion import bots
from companion.alpaca_battle.lesson import ACTS, FEW, LESSON, STORY
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
from tests.lessons import Told, insist_well_told

MIA, TOM, ZOE = range(3)
TOLD = Told(LESSON)
STEPS = TOLD.steps
at, position, quiz, answers = TOLD.at, TOLD.position, TOLD.quiz, TOLD.answers
(
    CHOOSE, COLORS, LOOK, CHEAPLY, GONE, WAR_CARD, PAYING, WAR_BATTLE, LOW_PAIR, AGAIN, STEAL, PICK,
    LATE, LAST_ACTION, LAST_NUMBER, FROM_HAND, TOO_FEW, BELL,
) = STEPS  # fmt: skip
QUIZZES, TASKS = TOLD.quizzes, TOLD.tasks
AT_A_TABLE = [LOW_PAIR, AGAIN, LAST_ACTION, LAST_NUMBER, TOO_FEW, BELL]
FOLLOWS = {COLORS: CHOOSE, CHEAPLY: LOOK, GONE: CHEAPLY, PAYING: WAR_CARD, PICK: STEAL}
"""Steps whose position is what the example of an earlier one leads to, some acts later."""


def text_of(step: int) -> str:
    return LESSON.steps[step].text


def right(step: int) -> str:
    """Return what is said to the right answer."""
    return at(step).show_me().text


# The lesson as a whole


def test_the_whole_lesson_is_read_in_ten_minutes() -> None:
    assert TOLD.minutes() < 10


def test_half_of_the_steps_are_to_be_done() -> None:
    assert len(QUIZZES) == len(TASKS) == 9


@pytest.mark.parametrize("step", STEPS)
def test_only_the_learner_holds_cards_that_a_page_shows(step: int) -> None:
    session = position(step)
    assert bots.lone_person(session) == (None if step in AT_A_TABLE else MIA)
    assert session.setup.virtual == (step not in AT_A_TABLE)


@pytest.mark.parametrize("step", TASKS)
def test_it_is_the_learner_s_move(step: int) -> None:
    session = position(step)
    assert MIA in session.game.to_act(session.state)


@pytest.mark.parametrize("step", TASKS)
def test_what_is_shown_goes_by_a_rule_the_step_teaches(step: int) -> None:
    course = at(step)
    course.show_me()
    assert course.session.log[-1].rule in LESSON.steps[step].teaches


# The two worked examples, as they are told


def hands(step: int) -> tuple[list[str], list[str]]:
    session = position(step)
    return sorted(session.view(MIA).hand), sorted(session.view(TOM).hand)


def test_the_first_example_a_reveal_and_a_cheap_win() -> None:
    assert hands(LOOK) == (["10", "8", "reveal"], ["2", "4", "5"])
    course = at(LOOK)
    course.show_me()
    assert sorted(course.session.view(MIA).hand) == ["10", "7", "8"]
    assert course.session.state.aside == ("reveal",)
    assert "5, 4 and 2. You draw 7" in right(LOOK)
    course = at(CHEAPLY)
    herd = course.session.state.herds[MIA]
    course.show_me()
    assert course.session.state.last is not None
    assert course.session.state.last.cards == ("8", "5")
    assert course.session.state.herds[MIA] == herd + 2 - 1
    assert sorted(course.session.view(MIA).hand) == ["10", "6", "7"]
    assert sorted(course.session.view(TOM).hand) == ["2", "4", "9"]
    assert "You flip 8, Tom 5: you win 2 cards. You draw 6" in right(CHEAPLY)
    assert "drew a 6, and Tom drew a 9" in text_of(GONE)


def test_the_second_example_a_war_card_and_eight_cards() -> None:
    mine, his = hands(WAR_CARD)
    assert (mine, his) == (["6", "9", "war"], ["1", "4"])
    course = at(WAR_CARD)
    course.show_me()
    assert course.session.state.shown == (("war",), ("10",))
    assert "Your War met Tom’s 10" in text_of(PAYING)
    course = at(PAYING)
    course.show_me()
    assert course.session.state.pile == 6
    assert sorted(course.session.view(MIA).hand) == ["5", "6", "9"]
    assert sorted(course.session.view(TOM).hand) == ["1", "4", "4"]
    assert "you get 5" in right(PAYING)
    assert "now 6 cards" in right(PAYING)
    course = at(WAR_BATTLE)
    herd = course.session.state.herds[MIA]
    assert "You flip 9, Tom 4: you win 8 cards" in course.show_me().text
    assert course.session.state.herds[MIA] == herd + 8 - 1
    assert sorted(course.session.view(MIA).hand) == ["5", "6", "7"]
    assert sorted(course.session.view(TOM).hand) == ["1", "2", "4"]


def test_the_story_is_one_game_that_goes_on() -> None:
    told = [[entry.sentence for entry in position(step).log] for step in FOLLOWS.values()]
    for (step, earlier), sentences in zip(FOLLOWS.items(), told, strict=True):
        course = at(earlier)
        course.show_me()
        shown = [entry.sentence for entry in course.session.log]
        assert shown[:-1] == sentences
        assert [entry.sentence for entry in position(step).log][: len(shown)] == shown
    assert len(position(LATE).log) == len(ACTS)


def test_the_lesson_s_decks_are_what_is_laid_out() -> None:
    for step, rows in ((CHOOSE, STORY), (FROM_HAND, FEW)):
        counts = Counter(" ".join(rows).split())
        assert position(step).state.deck.cards == counts
    assert f"began with {sum(len(row.split()) for row in STORY)} cards" in text_of(GONE)


# What a text says of its position


def test_texts_tell_what_has_just_happened() -> None:
    assert "Your 12 beat Tom’s 6" in text_of(COLORS)
    assert position(COLORS).state.last.cards == ("12", "6")  # type: ignore[union-attr]
    assert "seen 5, 4 and 2 in Tom’s hand, and now he has chosen one" in text_of(CHEAPLY)
    assert position(CHEAPLY).state.chosen[TOM]
    assert "Two battles later you hold a War card" in text_of(WAR_CARD)
    assert position(WAR_CARD).state.battle - position(GONE).state.battle == 2
    assert "Nobody has an action to play" in text_of(WAR_BATTLE)
    held = position(WAR_BATTLE).view(MIA).hand + position(WAR_BATTLE).view(TOM).hand
    assert not {"steal", "reveal"} & {*held}
    assert "won one more battle" in text_of(STEAL)
    assert position(STEAL).state.last.winner == MIA  # type: ignore[union-attr]
    assert "You hold two cards now, and Tom holds a single one" in text_of(LATE)
    assert position(LATE).state.hands == (2, 1)
    assert "flipped a 7, and so did you" in text_of(LATE)
    assert position(LATE).state.shown == (("7",), ("7",))


def test_the_texts_of_other_tables_are_true_of_them() -> None:
    assert position(LOW_PAIR).state.chosen == ("", "4", "4")
    last = position(AGAIN).state.last
    assert last is not None
    assert last.cards == ("9", "9", "11")
    assert (last.war, position(AGAIN).state.phase) == (1, "war")
    state = position(LAST_ACTION).state
    assert (state.hands[MIA], state.herds[MIA]) == (1, 0)
    state = position(LAST_NUMBER).state
    assert (state.hands[MIA], state.herds[MIA], state.chosen[TOM]) == (1, 0, "4")
    state = position(FROM_HAND).state
    assert (state.hands[MIA], state.herds[MIA], state.owes) == (3, 0, (1, 0))
    state = position(TOO_FEW).state
    assert (state.hands[TOM], state.herds[TOM], state.phase) == (2, 0, "war")
    state = position(BELL).state
    assert state.hands == (3, 2)
    assert state.totals[TOM] > state.totals[MIA]


# Every legal action

COUNTS = {
    CHOOSE: (3, 3),
    LOOK: (3 + 3, 1),
    CHEAPLY: (3, 2),
    WAR_CARD: (3, 1),
    PAYING: (2, 2),
    WAR_BATTLE: (3, 3),
    STEAL: (3 + 3, 1),
    PICK: (3 + 5, 3),
    FROM_HAND: (3, 3),
}


@pytest.mark.parametrize("step", TASKS)
def test_every_legal_action_has_its_answer(step: int) -> None:
    found = answers(step)
    assert (len(found), sum(reply.right for reply in found.values())) == COUNTS[step]
    for reply in found.values():
        insist_well_told(reply.text)


@pytest.mark.parametrize("step", [CHOOSE, CHEAPLY, WAR_CARD, WAR_BATTLE])
def test_an_answer_tells_the_cards_that_were_flipped(step: int) -> None:
    hand = position(step).view(MIA).hand
    for action, reply in answers(step).items():
        card = hand[action.place]
        assert ("War against" if card == "war" else f"You flip {card}, Tom") in reply.text


def test_an_answer_knows_the_card_that_was_stolen() -> None:
    for action, reply in answers(PICK).items():
        session = position(PICK)
        session.do(action)
        card = session.view(MIA).hand[-1]
        assert f"it is {card}" in reply.text or f"it would be {card}" in reply.text
        assert reply.right == (action.where == "hand")


def test_other_people_s_cards_and_the_bell_are_kept_out_of_the_tasks() -> None:
    for step in TASKS:
        course = at(step)
        before = course.session.state
        for attempt, said in ((Bell(-1), "bell"), (Clock(-1, left=60), "clock")):
            reply = course.do(attempt)
            assert not reply.right
            assert said in reply.text
        assert course.session.state == before
    assert "Tom plays them" in at(LOOK).do("play Tom card 1").text


# What the steps say of the rules, by the engine


def test_a_stolen_card_comes_back_late() -> None:
    course = at(PICK)
    course.show_me()
    assert course.session.state.hands == (3, 2)
    course.session.do("play Tom card 2")
    course.session.do("play Mia card 2")
    assert course.session.state.hands == (2, 1)
    course.session.do("war")
    assert course.session.state.hands == (3, 3)
    assert at(LATE).do("2 cards").right


def test_with_a_steal_one_would_have_played_on() -> None:
    session = position(LAST_ACTION)
    session.do("steal Mia from Tom hand")
    assert session.outcome is None
    assert session.state.hands[MIA] == 1
    session = position(LAST_ACTION)
    session.do("reveal Mia")
    assert session.outcome is not None
    assert session.outcome.winners == (TOM,)


def test_the_last_number_may_bring_its_owner_back() -> None:
    session = position(LAST_NUMBER)
    session.do("choose Mia 10")
    assert session.state.hands[MIA] == 2
    session = position(LAST_NUMBER)
    session.do("choose Mia 3")
    assert session.outcome is not None


def test_who_pays_with_the_last_cards_is_out() -> None:
    session = position(TOO_FEW)
    session.do("war")
    assert session.outcome is not None
    assert session.outcome.winners == (MIA,)
    assert session.outcome.points == (72, 0)


def test_the_bell_counts_hand_and_herd() -> None:
    session = position(BELL)
    session.do("bell")
    assert session.outcome is not None
    assert session.outcome.winners == (TOM,)
    assert "38 cards against 34" in right(BELL)


# Quizzes


def second_answer(step: int) -> str:
    """Return a quiz's answer by playing on."""
    session = position(step)
    if step == COLORS:
        return "Nobody, it is war"
    if step == GONE:
        return f"{sum(map(len, STORY_CARDS)) - len(session.state.aside)} cards"
    if step == LOW_PAIR:
        session.do("choose Mia 12")
        return "Nobody, it is war" if session.state.phase == "war" else "Mia"
    if step in (AGAIN, LATE):
        before = session.state
        session.do("war")
        drawn = before.herds[TOM] - session.state.herds[TOM] - 2
        return f"{session.state.pile} cards" if step == AGAIN else f"{drawn} cards"
    return {
        LAST_ACTION: "I am out",
        LAST_NUMBER: "No, I play on",
        TOO_FEW: "Tom is out",
        BELL: "Tom",
    }[step]


STORY_CARDS = [row.split() for row in STORY]


@pytest.mark.parametrize("step", QUIZZES)
def test_a_quiz_s_answer_is_found_by_playing_on(step: int) -> None:
    state = position(step).state
    assert quiz(step).solve(state) == second_answer(step)
    assert len(quiz(step).choices(state)) == (4 if step == LOW_PAIR else 3)


def solve(step: int, **fields: Any) -> str:
    return quiz(step).solve(replace(position(step).state, **fields))


def test_answers_follow_the_position() -> None:
    assert solve(LOW_PAIR, chosen=("", "4", "5")) == "Mia"
    assert solve(GONE, herds=(13, 9)) == "28 cards"
    assert solve(LATE, hands=(2, 2)) == "1 card"
    assert solve(LAST_ACTION, herds=(1, 67)) == "I draw another card"
    assert solve(LAST_NUMBER, chosen=("", "11")) == "Yes, I have no card left"
    assert solve(TOO_FEW, hands=(2, 3)) == "Tom fights with the last card"
    assert solve(BELL, herds=(35, 32)) == "Mia"
    assert solve(BELL, herds=(33, 34)) == "Nobody, it is a draw"


# A learner at the keyboard

BLUNDERS: dict[int, tuple[Any, ...]] = {
    CHOOSE: ("play Mia card 4", "ply Mia card 1", "choose Mia 12", "play Tom card 1", "war"),
    COLORS: ("Mia", "tom", "red"),
    LOOK: ("play Mia card 1", "reveal Mia", "play Tom card 2", "bell"),
    CHEAPLY: ("play Mia card 1", "steal Mia from Tom hand"),
    GONE: ("28", "30 cards", "31"),
    WAR_CARD: ("play Mia card 1", "play Mia card 3", "choose Mia war"),
    PAYING: ("play Mia card 1", "lay Mia with 1", "bell"),
    WAR_BATTLE: ("war", "play Mia card 9"),
    LOW_PAIR: ("Mia", "zoe", "everybody"),
    AGAIN: ("12", "15 cards"),
    STEAL: ("play Mia card 2", "steal Mia from Tom hand card 1", "raise Mia"),
    PICK: ("steal Mia from Tom herd card 2", "steal Mia from Tom hand card 4", "play Mia card 1"),
    LATE: ("0 cards", "1"),
    LAST_ACTION: ("I keep it for later", "i draw another card"),
    LAST_NUMBER: ("yes", "only if Tom says so"),
    FROM_HAND: ("lay Mia with 1 2", "lay Tom with 1", "war"),
    TOO_FEW: ("Tom sits this war out", "Tom fights with the last card"),
    BELL: ("Mia", "nobody"),
}


def test_the_whole_lesson_can_be_played_as_text() -> None:
    TOLD.play_as_text(BLUNDERS, second_answer)


@pytest.mark.parametrize("step", [n for n in STEPS if n not in AT_A_TABLE])
def test_a_printed_step_shows_the_learner_s_hand_and_no_other(step: int) -> None:
    course = at(step)
    hand = course.session.view(MIA).hand
    [shown] = re.findall(r"^Your hand: (.+)$", str(course), re.MULTILINE)
    assert len(shown.split(", ")) == len(hand)


def test_a_question_asks_nobody_for_a_move() -> None:
    for step in QUIZZES:
        table = LESSON.steps[step].table(position(step))
        assert "choose." not in table
        assert "Everyone draws up to" not in table
        assert "\n\n\n" not in table


RUBBISH: list[Any] = [
    "", " ", "?", "\x00", "🦙" * 50, "play " * 500, "play Mia card 99999999999", "undo", None, 7,
    (), {}, object(), b"bell", {"type": "play"}, {1: 2},
    {"type": "play", "seat": 0, "place": "all"},
    {"type": "lay", "seat": 9, "places": [0]}, Play(MIA, -1), Play(9, 0), Choose(MIA, "12"),
    Choose(MIA, seal="x", flip=("12", "1"), salts=("", "")), Change(MIA, "war"), Raise(MIA),
    Steal(MIA, MIA, "hand", 0), Steal(MIA, TOM, "hand", -1), Steal(MIA, 7, "herd", 0), Reveal(MIA),
    Draw(MIA), March(5), Lay(MIA, (0, 0)), Lay(TOM, (0,)), Clock(MIA, left=5), Bell(MIA),
    Fix(TOM, "hand", 40, "a slip"), Fix(MIA, "herd", 3, ""),
]  # fmt: skip


@pytest.mark.parametrize("step", STEPS)
def test_rubbish_is_answered_and_changes_nothing(step: int) -> None:
    replies = TOLD.answer_rubbish(step, RUBBISH)
    assert not any(reply.right for reply in replies)


def test_trying_on_after_a_right_answer_starts_from_the_same_table() -> None:
    TOLD.try_on(CHEAPLY, "play Mia card 2", "play Mia card 3", "play Mia card 1")


def test_a_lesson_s_table_can_be_told_from_a_table_one_plays_at() -> None:
    titles = {position(step).state.deck.title for step in (CHOOSE, FROM_HAND)}
    assert titles == {"The lesson"}
