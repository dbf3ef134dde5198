"""The lesson of Piece o' Cake: complete, right in every number, and patient with every learner."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from companion.game import Action
from companion.lessons import Course, Task
from companion.piece_o_cake import Again, Cut, Fix, Forfeit, Pass, Serve, State, Take
from companion.piece_o_cake.lesson import FAIR, LESSON, NAMES, STORY
from companion.piece_o_cake.rules import RULEBOOK
from companion.session import Session
from tests.lessons import Told, insist_well_told, numbers

MIA, TOM, ZOE = range(3)
NUMBERS = {  # from the slices of the box: how many exist, and their dollops
    "plum": (3, 1),
    "apricot": (4, 1),
    "cherry": (5, 1),
    "blackberry": (7, 2),
    "kiwi": (8, 2),
    "gooseberry": (9, 2),
    "strawberry": (10, 2),
    "chocolate": (11, 3),
}


def tried(session: Session[State, Any, Any]) -> list[Any]:
    """Return the legal actions, or at the end that which begins another game."""
    return list(session.legal()) or [Again(TOM)]


TOLD = Told(LESSON, tried)
STEPS = TOLD.steps
at, position, quiz, task, answers = TOLD.at, TOLD.position, TOLD.quiz, TOLD.task, TOLD.answers
SERVE, CUT, EAT, COLLECT, LAST, FAIRLY, MOST, TIE, NONE, FORFEIT, BEST, TWO, SHEET, SERIES = STEPS
QUIZZES, TASKS = TOLD.quizzes, TOLD.tasks


# A second way of counting, from the log alone


class Table:
    """Collected, eaten and gone slices, counted from what the log says."""

    def __init__(self, session: Session[State, Any, Any]) -> None:
        self.seats = len(session.names)
        self.collected = [Counter[str]() for _seat in session.names]
        self.eaten = [Counter[str]() for _seat in session.names]
        self.served = Counter[str]()
        self.pieces: list[list[str]] = []
        self.cake: list[str] = []
        for entry in session.log:
            self.follow(entry.action)

    def follow(self, action: Action) -> None:
        if isinstance(action, Serve):
            self.cake = list(action.slices)
            self.served.update(self.cake)
        elif isinstance(action, Cut):
            self.pieces = cut_ring(self.cake, action.gaps)
        elif isinstance(action, Take):
            self.collected[action.seat].update(self.pieces[action.piece])
            self.collected[action.seat].subtract(action.eat)
            self.eaten[action.seat].update(action.eat)
        elif isinstance(action, Forfeit):
            self.eaten[action.seat][action.variety] += self.collected[action.seat][action.variety]
            self.collected[action.seat][action.variety] = 0

    def prizes(self, seat: int) -> dict[str, int]:
        return {
            kind: count
            for kind, (count, _dollops) in NUMBERS.items()
            if self.collected[seat][kind]
            and all(pile[kind] <= self.collected[seat][kind] for pile in self.collected)
        }

    def cream(self, seat: int) -> int:
        return sum(NUMBERS[kind][1] * count for kind, count in self.eaten[seat].items())

    def worth(self, seat: int, kind: str) -> int:
        return self.eaten[seat][kind] * NUMBERS[kind][1] + self.prizes(seat).get(kind, 0)

    def total(self, seat: int) -> int:
        return self.cream(seat) + sum(self.prizes(seat).values())


def cut_ring(cake: list[str], gaps: tuple[int, ...]) -> list[list[str]]:
    """Walk round the ring from the first gap; each gap begins a new piece."""
    pieces: list[list[str]] = []
    for place in range(gaps[0], gaps[0] + len(cake)):
        if place % len(cake) in gaps:
            pieces.append([])
        pieces[-1].append(cake[place % len(cake)])
    return pieces


def table(step: int) -> Table:
    return Table(LESSON.steps[step].position())


# The lesson as a whole


@pytest.mark.parametrize("step", STEPS)
def test_a_step_has_four_sentences_at_most(step: int) -> None:
    assert 2 <= len(re.findall(r"[.!?](?= |$)", LESSON.steps[step].text)) <= 4


def test_the_learner_acts_at_once() -> None:
    assert all(isinstance(LESSON.steps[step].asks, Task) for step in (0, 1))


def test_the_story_goes_on_from_the_cake_the_learner_serves() -> None:
    course = at(SERVE)
    course.do("serve")
    assert course.session.state.cake == at(CUT).session.state.cake


def test_the_story_is_a_whole_game_shared_out() -> None:
    assert len(STORY) == 5
    counted = table(SHEET)
    assert counted.served.total() == 55
    assert all(counted.served[kind] <= count for kind, (count, _d) in NUMBERS.items())


# Examples and every legal action


COUNTS = {
    SERVE: (1, 1),
    CUT: (1 + 55 + 165, 165),
    EAT: (32, 3),
    COLLECT: (20, 16),
    LAST: (8, 8),
    FAIRLY: (221, 6),
    FORFEIT: (14, 1),
    BEST: (15, 1),
    TWO: (1 + 55 + 165 + 330, 330),
    SERIES: (1, 1),
}


@pytest.mark.parametrize("step", TASKS)
def test_every_legal_action_has_its_answer(step: int) -> None:
    found = answers(step)
    assert (len(found), sum(reply.right for reply in found.values())) == COUNTS[step]
    for reply in found.values():
        insist_well_told(reply.text)


@pytest.mark.parametrize("step", [EAT, COLLECT, LAST, FORFEIT, BEST])
def test_no_two_ways_to_choose_get_the_same_answer(step: int) -> None:
    found = answers(step)
    assert len({reply.text for reply in found.values()}) == len(found)


def test_answers_to_a_cut_tell_pieces_apart() -> None:
    for step in (CUT, FAIRLY, TWO):
        wrong = {len(a.gaps): r.text for a, r in answers(step).items() if not r.right}
        assert len(set(wrong.values())) == len(wrong) >= 2


def test_where_rules_are_tried_out_many_actions_are_right() -> None:
    for step in (CUT, EAT, COLLECT, LAST, TWO):
        assert sum(reply.right for reply in answers(step).values()) > 2


# Numbers and claims, step by step

WHO = {"Mia": MIA, "Tom": TOM, "Zoe": ZOE}
STATED = {
    SERVE: {sum(count for count, _d in NUMBERS.values()), 5, 11, 57 - 5 * 11},
    CUT: {len(NAMES)},
    EAT: set(),
    COLLECT: set(),
    LAST: {5},
    FAIRLY: {len(NAMES), FAIR},
    MOST: {NUMBERS["gooseberry"][0]},
    TIE: {NUMBERS["cherry"][0]},
    NONE: {NUMBERS["plum"][0]},
    FORFEIT: set(),
    BEST: {NUMBERS["chocolate"][0], 4, 4 * NUMBERS["chocolate"][1]},
    TWO: set(),
    SHEET: set(),
    SERIES: set(),
}


@pytest.mark.parametrize("step", STEPS)
def test_a_text_states_these_numbers_only(step: int) -> None:
    assert numbers(TOLD.words(step)) == STATED[step]


@pytest.mark.parametrize("step", TASKS)
def test_whoever_is_asked_is_to_act(step: int) -> None:
    session = LESSON.steps[step].position()
    named = re.match(r"You are (\w+)", task(step).ask)
    if named:
        assert session.game.to_act(session.state) == (WHO[named[1]],)
    else:
        assert step == SERIES


def test_the_cream_is_told_as_it_is_printed() -> None:
    words = {1: "one dollop", 2: "two", 3: "three"}
    for step in (EAT, FAIRLY):
        told = re.findall(r"((?:\w+(?:, | and )?)+) ha(?:ve|s) ([\w ]+)", LESSON.steps[step].text)
        said = {
            kind.casefold(): dollops
            for kinds, dollops in told
            if dollops in words.values()
            for kind in re.split(r", | and ", kinds)
        }
        assert said == {kind: words[dollops] for kind, (_count, dollops) in NUMBERS.items()}


def test_what_lies_on_the_first_cake_is_counted() -> None:
    course = at(SERVE)
    text = course.do("serve").text
    served = Table(course.session).served
    amounts = re.findall(r"(\d+) ([A-Z]\w+)", text)
    assert {kind.casefold(): int(count) for count, kind in amounts} == served
    assert "the last slice lies next to the first" in text


def test_a_single_cut_is_refused_with_its_reason() -> None:
    course = at(CUT)
    reply = course.do("cut 4")
    assert not reply.right
    assert reply.text.startswith("Mia cannot do that. A single cut does not part a ring")
    assert str(reply).startswith("Mia: “cut 4”: a single cut does not part a ring")


def test_cutting_tells_what_the_single_cut_of_a_beginner_does() -> None:
    assert "One cut alone only opens the ring" in LESSON.steps[CUT].text


def test_what_a_curious_cutter_is_invited_to_is_answered() -> None:
    assert "Try two pieces first" in task(CUT).ask
    reply = at(CUT).do("cut 0 5")
    assert not reply.right
    assert "2 pieces are allowed" in reply.text


TYPED = re.compile(r"“(serve|cut|take|forfeit|again)\b|slice \d")


@pytest.mark.parametrize("step", [n for n in TASKS if n != SERIES])  # there one button is all
def test_replies_on_a_page_name_no_command_and_no_slice_number(step: int) -> None:
    assert not [text for text in TOLD.replies(step, REFUSED) if TYPED.search(text)]


REFUSED: list[Any] = [
    Serve(MIA, ("plum",)), Cut(MIA, (4,)), Cut(MIA, (0, 2, 4, 6, 8)), Cut(9, (0, 4)), Cut(TOM, ()),
    Take(TOM, 4), Take(ZOE, 0, ("plum",)), Forfeit(MIA, "plum"), Pass(MIA), Again(TOM),
]  # fmt: skip


def test_a_refusal_says_in_plain_words_whose_act_it_was() -> None:
    assert at(EAT).do(Take(ZOE, 0)).text.startswith("Zoe cannot do that. It is not Zoe’s turn.")
    assert at(EAT).do(Take(9, 0)).text.startswith("There is no such seat.")


def test_what_cannot_be_read_is_told_without_the_words_of_a_decoder() -> None:
    reply = at(CUT).do({"type": "cut", "seat": 0, "gaps": "all"})
    assert reply.text == "That could not be read, so nothing was changed."
    assert "Expected" in str(reply)


def test_the_lesson_says_variety_and_nothing_else() -> None:
    steps = [TOLD.words(step) for step in STEPS]
    said = [reply.text for step in TASKS for reply in answers(step).values()]
    assert not [text for text in (*steps, *said) if re.search(r"\b(kind|flavour)s?\b", text)]
    assert any("variety" in text for text in steps)


def test_that_a_dollop_is_a_point_is_told_where_eating_is() -> None:
    assert "every dollop of cream on it is a point" in LESSON.steps[EAT].text


def test_the_sizes_of_pieces_are_counted() -> None:
    for action, reply in answers(CUT).items():
        if reply.right:
            sizes = [len(piece) for piece in cut_ring(list("abcdefghijk"), action.gaps)]
            told = dict(re.findall(r"([ABC]) (\d+)", reply.text))
            assert list(map(int, told.values())) == sizes
            assert ("of one slice" in reply.text) == (1 in sizes)


def test_left_of_the_server_is_the_next_seat() -> None:
    assert "Tom sits to the left of Mia" in at(CUT).do("cut 0 4 8").text
    assert at(EAT).session.state.picks == (TOM, ZOE, MIA)


@pytest.mark.parametrize("step", [EAT, COLLECT, LAST, BEST])
def test_points_for_certain_are_the_dollops_eaten(step: int) -> None:
    for action, reply in answers(step).items():
        if isinstance(action, Take):
            told = re.findall(r"(\d+) points? for certain", reply.text)
            cream = sum(NUMBERS[name][1] for name in action.eat)
            assert list(map(int, told)) == ([cream] if cream else [])


def test_the_piece_with_most_cream_is_named() -> None:
    cream = [sum(NUMBERS[name][1] for name in piece) for piece in table(EAT).pieces]
    best = "ABC"[cream.index(max(cream))]
    for action, reply in answers(EAT).items():
        if reply.right:
            named = f"Piece {best} had more cream: {max(cream)} dollops."
            assert (named in reply.text) != (cream[action.piece] == max(cream))


def test_prizes_hoped_for_are_those_now_led() -> None:
    for action, reply in answers(COLLECT).items():
        if reply.right:
            now = table(COLLECT)
            now.follow(action)
            told = re.findall(r"(\d+) for (\w+)", reply.text)
            assert {kind.casefold(): int(points) for points, kind in told} == now.prizes(ZOE)


def test_the_next_server_is_the_next_seat() -> None:
    course = at(LAST)
    assert course.session.state.server == MIA
    assert "next server is Tom: cake 2 of 5" in course.do("take C").text
    assert course.session.state.server == TOM


def test_with_two_pieces_nothing_is_left_for_the_server() -> None:
    session = LESSON.steps[CUT].position()
    session.do("cut 0 5")
    session.do("take A")
    session.do("take B")
    assert session.state.server == TOM
    assert not any(session.state.collected[MIA] + session.state.eaten[MIA])


def test_fair_cuts_are_found_by_trying_all() -> None:
    cake = table(FAIRLY).cake
    smallest = {
        gaps: min(sum(NUMBERS[name][1] for name in piece) for piece in cut_ring(cake, gaps))
        for gaps in combinations(range(11), 3)
    }
    for action, reply in answers(FAIRLY).items():
        least = smallest.get(action.gaps, 0)
        assert reply.right == (least >= FAIR)
        better = f"It can even be {max(smallest.values())}."
        assert (better in reply.text) == (FAIR <= least < max(smallest.values()))
        if 0 < least < FAIR:
            assert f"only {least}." in reply.text


def test_forfeiting_is_answered_by_the_race_for_the_kind() -> None:
    counted = table(FORFEIT)
    for action, reply in answers(FORFEIT).items():
        if isinstance(action, Forfeit):
            kind, own = action.variety, counted.collected[MIA][action.variety]
            best = max(counted.collected[seat][kind] for seat in (TOM, ZOE))
            open_now = NUMBERS[kind][0] - counted.served[kind] + counted.pieces[2].count(kind)
            assert own * NUMBERS[kind][1] in numbers(reply.text)
            assert ("was lost" in reply.text) == (own + open_now < best)
            assert ("nobody has more" in reply.text) == (own >= best)


def test_the_right_forfeit_is_the_lost_kind_with_most_cream() -> None:
    [right] = [action for action, reply in answers(FORFEIT).items() if reply.right]
    assert right == Forfeit(MIA, "strawberry")
    text = at(FORFEIT).do(right).text
    assert numbers(text) == {3, 6, 5, 1}
    assert "Zoe has 5, Mia had 3, and at most 1 can still come" in text
    assert "Tom has 3, Mia had 1, and none can come" in at(FORFEIT).do("forfeit kiwi").text


def test_leftovers_leave_the_game() -> None:
    course = at(FORFEIT)
    assert "1 Plum, 1 Apricot and 1 Cherry leave the game" in course.do("forfeit strawberry").text
    assert sum(course.session.state.gone) == 3


def test_who_may_forfeit_is_told_as_the_rulings_have_it() -> None:
    assert at(FORFEIT).session.state.server == MIA  # a server forfeits here
    late = LESSON.steps[FORFEIT].position()
    late.do("take C")
    late.do("serve G G S B B H H H H H P")
    late.do("cut 0 5")
    late.do("take A")
    late.do("take B")
    assert late.state.left == ()
    assert Forfeit(TOM, "kiwi") in late.legal()  # no piece is left
    empty = LESSON.steps[EAT].position()
    assert all(isinstance(action, Take) for action in empty.legal())
    assert empty.why_not(Pass(TOM)) is not None


def test_four_chocolates_eaten_are_the_first_to_beat_the_prize() -> None:
    prize, dollops = NUMBERS["chocolate"]
    assert 3 * dollops < prize < 4 * dollops
    assert table(BEST).pieces[2].count("chocolate") == 4


def test_the_last_choice_is_counted_to_the_end() -> None:
    found = {}
    for action, reply in answers(BEST).items():
        end = table(BEST)
        end.follow(action)
        found[action] = end.total(TOM)
        wins = "wins" in reply.text or "share the win" in reply.text
        assert wins
        assert end.total(TOM) in numbers(reply.text)
    best = max(found.values())
    [right] = [action for action, points in found.items() if points == best]
    assert [action for action, reply in answers(BEST).items() if reply.right] == [right]
    assert right.eat == ("chocolate",) * 4


def test_a_weak_choice_points_at_the_kind_that_gave_points_away() -> None:
    chosen = {
        "take C": ("Chocolate", 11, 12),
        "take C eat plum": ("Plum", 1, 3),
        "take C eat chocolate": ("Chocolate", 3, 12),
        "take C eat all": ("Plum", 1, 3),
    }
    for command, (kind, points, best) in chosen.items():
        course = at(BEST)
        action = course.session.branch().do(command).action
        said = f"Look at {kind}: this way it brings {points}, but it can bring {best}."
        assert said in course.do(command).text
        assert gained(action, kind.casefold()) == points
        assert max(gained(other, kind.casefold()) for other in course.session.legal()) == best


def gained(action: Action, kind: str) -> int:
    """Return what Tom's slices of one kind bring more after ``action``."""
    before, after = table(BEST), table(BEST)
    after.follow(action)
    return after.worth(TOM, kind) - before.worth(TOM, kind)


def test_by_one_point_eating_wins_where_collecting_ties() -> None:
    text = at(BEST).show_me().text
    assert "Tom wins with 40 points." in text
    assert "Tom and Zoe share the win with 39 points each." in text
    assert [table(SHEET).total(seat) for seat in (MIA, TOM, ZOE)] == [27, 40, 39]


def test_two_players_choose_by_turns() -> None:
    assert at(TWO).session.view().piece_limits == (1, 4)
    for action, reply in answers(TWO).items():
        order = {2: "Tom and Mia.", 3: "Tom, Mia and Tom.", 4: "Tom, Mia, Tom and Mia."}
        assert order.get(len(action.gaps), "Tom can take it all") in reply.text
        assert reply.right == (len(action.gaps) == 4)


def test_the_series_goes_on_one_seat_further() -> None:
    course = at(SERIES)
    assert course.session.state.starter == MIA
    text = course.do("again").text
    assert "Now Tom serves first." in text
    assert course.session.state.starter == TOM
    assert "Mia 27, Tom 40 and Zoe 39" in text


def test_mending_by_hand_is_kept_out_of_the_lesson() -> None:
    for step in TASKS:
        course = at(step)
        before = course.session.state
        assert not course.do(Fix(ZOE, "collected", "plum", 1, "a slip")).right
        assert course.session.state == before


# Quizzes


def scorers(step: int, kind: str) -> list[str]:
    return [NAMES[seat] for seat in (MIA, TOM, ZOE) if kind in table(step).prizes(seat)]


def second_answer(step: int) -> str:
    """Return a quiz's answer, counted from the log."""
    if step == MOST:
        [name] = scorers(step, "gooseberry")
        return name
    if step == TIE:
        assert len(scorers(step, "cherry")) == 2
        return f"{sum(table(step).prizes(seat).get('cherry', 0) for seat in WHO.values())} points"
    if step == NONE:
        assert not scorers(step, "plum")
        return "Nobody"
    return f"{table(step).total(TOM) - table(step).cream(TOM)} points"


@pytest.mark.parametrize("step", QUIZZES)
def test_the_log_agrees_with_a_quiz_s_answer(step: int) -> None:
    state = position(step).state
    assert quiz(step).solve(state) == second_answer(step)
    assert len(quiz(step).choices(state)) >= 3


@pytest.mark.parametrize("step", QUIZZES)
def test_the_first_word_of_an_answer_will_do(step: int) -> None:
    course = at(step)
    assert course.do(quiz(step).solve(course.session.state).split()[0]).right


def test_explanations_state_the_counts() -> None:
    counted = table(MOST).collected
    for name, seat in WHO.items():
        own = counted[seat]["gooseberry"]
        assert f"{name} has {own or 'no'} Gooseberry" in at(MOST).do(name).text
    assert numbers(at(TIE).do("0").text) == {counted[MIA]["cherry"]} == {counted[TOM]["cherry"]}
    assert numbers(at(TIE).do("10").text) == {counted[MIA]["cherry"], 5}
    assert numbers(at(SHEET).do("16").text) == {3, 5, 8, 16, 24, 40}
    assert table(SHEET).prizes(TOM) == {"plum": 3, "cherry": 5, "kiwi": 8}
    assert table(SHEET).cream(TOM) == 24


def test_nobody_has_collected_a_plum_and_mia_serves_next() -> None:
    assert all(not pile["plum"] for pile in table(NONE).collected)
    assert at(MOST).session.state.phase == "serve"
    assert at(MOST).session.state.server == MIA


def test_the_winner_asked_about_wins() -> None:
    session = at(SHEET).session
    assert session.outcome is not None
    assert session.outcome.winners == (TOM,)
    assert quiz(SHEET).ask.startswith("Tom wins.")


def test_shared_wins_are_what_the_ruling_says() -> None:
    ruling = RULEBOOK.ruling("equal-totals")
    assert ruling.default == "shared"
    assert "shared" in LESSON.steps[SHEET].text


# A learner at the keyboard

BLUNDERS: dict[int, tuple[Any, ...]] = {
    SERVE: ("srve", "cut 0 4 8", "serve plum"),
    CUT: ("cutt 0 4 8", "cut 4", "cut 0 3 5 7", "cut 0 5", "cut"),
    EAT: ("take D eat all", "take B eat plum", "take B", "eat B"),
    COLLECT: ("take B", "take A eat all", "take A", "forfeit kiwi"),
    LAST: ("pass", "take A", "take"),
    FAIRLY: ("cut 0 1 2", "cut 0 11", "cut"),
    MOST: ("Tom", "nobody", "me"),
    TIE: ("0", "5 points", "5.5"),
    NONE: ("Mia, Tom and Zoe", "all of them"),
    FORFEIT: ("forfeit plum", "forfeit kiwi", "take C", "pass", "forfeit"),
    BEST: ("take C", "take C eat 5 chocolate", "forfeit blackberry"),
    TWO: ("cut 0 5", "cut 0 2 4 6 8"),
    SHEET: ("40", "24 points", "lots"),
    SERIES: ("serve", "agian!", "next"),
}


def test_the_whole_lesson_can_be_played_as_text() -> None:
    TOLD.play_as_text(BLUNDERS, second_answer)


@pytest.mark.parametrize("step", STEPS)
def test_a_printed_table_tells_what_was_eaten(step: int) -> None:
    assert "eaten" in LESSON.steps[step].table(at(step).session)


def test_a_question_about_the_table_asks_nobody_to_lay_slices() -> None:
    for step in (MOST, TIE, NONE):
        course = at(step)
        assert "Lay eleven slices" in str(course.session)
        assert "eleven" not in str(course)
        assert "Gooseberry 9" in str(course)


def test_only_who_plays_by_text_reads_how_it_was_done() -> None:
    course = at(EAT)
    reply = course.show_me()
    assert reply.text.startswith("Tom takes piece B and eats")
    assert str(reply).startswith("“take B eat all”: Tom takes piece B and eats")
    assert str(reply) in str(course)


def test_a_solved_step_says_how_to_go_on() -> None:
    course = at(EAT)
    course.show_me()
    assert "Go on with next()." in str(course)
    assert task(EAT).ask not in str(course)


def test_at_the_end_steps_left_out_are_named() -> None:
    course = at(SERIES)
    course.show_me()
    assert "Not done yet: 1, 2, 3" in str(course)
    assert course.missing == list(range(SERIES))


def test_at_the_end_who_did_all_is_told_so() -> None:
    course = Course(LESSON)
    for step in STEPS:
        course.go(step)
        course.show_me()
    assert course.last
    assert "You know the game." in str(course)


RUBBISH: list[Any] = [
    "", " ", "?", "\x00", "🍰" * 50, "cut " * 500, "take A eat 99999999999 kiwi", "serve :x",
    "undo", None, 7, 1.5, (), [], {}, object(), b"cut 0 4 8", {"type": "cut"}, {1: 2},
    {"type": "cut", "seat": 9, "gaps": [0, 4]}, {"type": "cut", "seat": 0, "gaps": "all"},
    {"lesson": "next"}, Cut(0, (99, 1)), Cut(7, (0, 4)), Take(0, 9), Take(1, -1),
    Take(2, 0, ("pear",)), Forfeit(0, "pear"), Serve(1, ("plum",)), Again(9), Pass(2),
    Fix(0, "gone", "plum", 1, ""), Take(0, cast("int", object())),
]  # fmt: skip


@pytest.mark.parametrize("step", STEPS)
def test_rubbish_is_answered_and_changes_nothing(step: int) -> None:
    TOLD.answer_rubbish(step, RUBBISH)


def test_actions_may_come_as_values_or_json() -> None:
    course = at(CUT)
    assert course.do(Cut(MIA, (0, 4, 8))).right
    assert course.do({"type": "cut", "seat": 0, "gaps": [8, 4, 0]}).right


def test_trying_on_after_a_right_answer_starts_from_the_same_table() -> None:
    course = at(CUT)
    before = course.session.state
    assert course.do("cut 0 4 8").right
    assert course.do("cut 1 5 9").right
    assert course.session.state.gaps == (1, 5, 9)
    assert not course.do("cut 4").right
    assert course.session.state == before
    assert CUT in course.done


# Going on another day


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cake.progress"


def test_a_wrong_answer_and_a_skipped_step_are_not_done(file: Path) -> None:
    course = Course(LESSON, file)
    course.next()
    course.do("cut 0 5")
    again = Course(LESSON, file)
    assert (again.number, again.done) == (1, set())
    again.back()
    assert Course(LESSON, file).number == 0


def test_starting_again_forgets_what_was_done(file: Path) -> None:
    course = Course(LESSON, file)
    course.show_me()
    course.next()
    course.restart()
    assert (course.number, course.done, course.reply) == (0, set(), None)
    assert Course(LESSON, file).done == set()


def test_back_and_next_stop_at_the_ends() -> None:
    course = Course(LESSON)
    course.back()
    assert course.number == 0
    course.go(SERIES)
    course.show_me()
    course.next()
    assert course.number == SERIES
    assert course.solved
    with pytest.raises(IndexError):
        course.go(len(STEPS))
    with pytest.raises(IndexError):
        course.go(-1)
    assert course.number == SERIES


OURS = msgspec.json.encode({"game": "piece-o-cake", "step": 3, "done": [0, 1, 2]})


@pytest.mark.parametrize("torn", [b"", OURS[:9], OURS[:-4], OURS.replace(b"[", b"{")])
def test_a_damaged_file_of_ours_is_begun_anew(file: Path, torn: bytes) -> None:
    file.write_bytes(torn)
    course = Course(LESSON, file)
    assert (course.number, course.done, course.notice) == (0, set(), "")
    course.show_me()
    assert Course(LESSON, file).done == {0}


@pytest.mark.parametrize(
    "foreign",
    [
        b"my shopping list",
        b'{"format": "something else"}\n{"do": 1}\n',
        OURS.replace(b"piece-o-cake", b"another-game"),
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b'{"game": 1}',
    ],
)
def test_a_file_of_something_else_is_left_alone(file: Path, foreign: bytes) -> None:
    file.write_bytes(foreign)
    course = Course(LESSON, file)
    assert course.number == 0
    course.show_me()
    course.next()
    course.restart()
    assert file.read_bytes() == foreign
    assert file.name in course.notice
    assert course.notice in str(course)


def test_steps_that_do_not_exist_are_forgotten(file: Path) -> None:
    file.write_bytes(msgspec.json.encode({"game": "piece-o-cake", "step": 99, "done": [1, 99, -1]}))
    course = Course(LESSON, file)
    assert (course.number, course.done) == (0, {1})


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    course = Course(LESSON, tmp_path / "nowhere" / "cake.progress")
    assert course.show_me().right
    assert "could not be kept in cake.progress: No such file or directory." in course.notice
    folder = Course(LESSON, tmp_path)
    assert folder.show_me().right
    assert folder.notice


def test_a_place_that_can_be_written_again_is_no_longer_told_of(tmp_path: Path) -> None:
    course = Course(LESSON, tmp_path / "later" / "cake.progress")
    course.show_me()
    (tmp_path / "later").mkdir()
    course.next()
    assert not course.notice
    assert Course(LESSON, tmp_path / "later" / "cake.progress").number == 1
