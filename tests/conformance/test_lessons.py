"""Every lesson: it teaches the whole rulebook, answers everybody, and lets nobody get stuck."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import companion
from companion.lessons import Course, Lesson, Quiz, Task, lesson_of

ROOT = Path(__file__).resolve().parents[2]
GAMES = [
    game_id
    for game_id in companion.games
    if importlib.util.find_spec(f"{companion.games.package(game_id)}.lesson")
]
STEPS = [(game_id, step) for game_id in GAMES for step in range(len(lesson_of(game_id).steps))]
TASKS = [at for at in STEPS if isinstance(lesson_of(at[0]).steps[at[1]].asks, Task)]
QUIZZES = [at for at in STEPS if isinstance(lesson_of(at[0]).steps[at[1]].asks, Quiz)]


@pytest.fixture(params=GAMES)
def lesson(request: pytest.FixtureRequest) -> Lesson[Any, Any]:
    return lesson_of(request.param)


def begun(game_id: str, step: int) -> Course:
    """Return a course of that lesson, opened at a step."""
    course = Course(lesson_of(game_id))
    course.go(step)
    return course


# The lesson as a whole


def test_every_rule_is_taught_and_no_other(lesson: Lesson[Any, Any]) -> None:
    taught = {rule for step in lesson.steps for rule in step.teaches}
    assert taught == {rule.id for rule in companion.games[lesson.game].rulebook}
    assert all(step.teaches for step in lesson.steps)


def test_a_lesson_is_found_by_its_game(lesson: Lesson[Any, Any]) -> None:
    assert lesson_of(lesson.game) is lesson
    assert companion.games[lesson.game].title in lesson.title


@pytest.mark.parametrize("game_id", GAMES)
def test_loading_a_lesson_starts_no_game(game_id: str) -> None:
    module = f"{companion.games.package(game_id)}.lesson"
    code = (
        "import companion.opening as o; o.start = None;"
        f"from {module} import LESSON; print(len(LESSON.steps))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [str(len(lesson_of(game_id).steps))]


def test_the_promise_counts_the_steps(lesson: Lesson[Any, Any]) -> None:
    numbers = {int(number) for number in re.findall(r"\d+", lesson.promise)}
    assert numbers == {len(lesson.steps)}
    assert all(name in lesson.promise for name in lesson.steps[0].position().names)


def test_titles_differ(lesson: Lesson[Any, Any]) -> None:
    titles = [step.title for step in lesson.steps]
    assert len(set(titles)) == len(titles)


def test_the_learner_acts_at_once_and_at_every_step(lesson: Lesson[Any, Any]) -> None:
    assert isinstance(lesson.steps[0].asks, Task)
    assert all(step.asks is not None for step in lesson.steps)


def test_a_lesson_goes_on_after_every_step(lesson: Lesson[Any, Any], tmp_path: Path) -> None:
    file = tmp_path / "kept.progress"
    for step in range(len(lesson.steps)):
        course = Course(lesson, file)
        assert (course.number, course.done) == (step, set(range(step)))
        course.show_me()
        assert Course(lesson, file).done == set(range(step + 1))
        course.next()
    assert Course(lesson, file).finished


# Each step


@pytest.mark.parametrize(("game_id", "step"), STEPS)
def test_a_step_is_short(game_id: str, step: int) -> None:
    text = lesson_of(game_id).steps[step].text
    assert 2 <= len(re.findall(r"[.!?](?=”? |”?$)", text)) <= 6
    assert len(text.split()) <= 70
    assert "  " not in text
    assert not set("{}") & set(text)


@pytest.mark.parametrize(("game_id", "step"), STEPS)
def test_positions_are_sound_and_always_the_same(game_id: str, step: int) -> None:
    told = lesson_of(game_id).steps[step]
    first, second = told.position(), told.position()
    assert first.state == second.state
    assert first is not second
    assert not first.problems


@pytest.mark.parametrize(("game_id", "step"), STEPS)
def test_a_printed_step_says_all_that_is_needed(game_id: str, step: int) -> None:
    course, lesson = begun(game_id, step), lesson_of(game_id)
    told, text = lesson.steps[step], str(course)
    assert told.asks is not None
    for part in (told.title, told.text, told.table(course.session), told.asks.ask, "do("):
        assert part in text
    assert "show_me()" in text
    if isinstance(told.asks, Task):
        assert told.asks.typing in text
        assert told.asks.typing
    else:
        assert all(choice in text for choice in told.asks.choices(course.session.state))
    assert f"step {step + 1} of {len(lesson.steps)}" in text
    assert (lesson.promise in text) == (step == 0)


@pytest.mark.parametrize(("game_id", "step"), STEPS)
def test_what_is_shown_is_right(game_id: str, step: int) -> None:
    course = begun(game_id, step)
    asks, state = course.step.asks, course.session.state
    assert asks is not None
    reply = course.show_me()
    assert reply.right
    assert course.solved
    assert step in course.done
    assert (asks.solve(state) if isinstance(asks, Quiz) else asks.example) in str(reply)
    assert reply.shown


@pytest.mark.parametrize(("game_id", "step"), TASKS)
def test_what_is_said_of_typing_can_be_typed(game_id: str, step: int) -> None:
    told = lesson_of(game_id).steps[step]
    assert isinstance(told.asks, Task)
    commands = re.findall(r"“([^”]+)”", told.asks.typing)
    assert commands
    for command in commands:
        assert told.position().why_not(command) is None


@pytest.mark.parametrize(("game_id", "step"), QUIZZES)
def test_a_quiz_has_one_right_answer(game_id: str, step: int) -> None:
    course = begun(game_id, step)
    asks, state = course.step.asks, course.session.state
    assert isinstance(asks, Quiz)
    choices = asks.choices(state)
    assert len(set(choices)) == len(choices)
    assert [choice for choice in choices if course.do(choice).right] == [asks.solve(state)]


@pytest.mark.parametrize(("game_id", "step"), QUIZZES)
def test_each_answer_is_explained_for_itself(game_id: str, step: int) -> None:
    course = begun(game_id, step)
    asks = course.step.asks
    assert isinstance(asks, Quiz)
    told = [course.do(choice).text for choice in asks.choices(course.session.state)]
    assert len(set(told)) == len(told)
    assert all(len(text) > 30 and not re.search(r"[{}]|None|  ", text) for text in told)


@pytest.mark.parametrize(("game_id", "step"), QUIZZES)
def test_an_answer_may_be_typed_carelessly(game_id: str, step: int) -> None:
    course = begun(game_id, step)
    asks, state = course.step.asks, course.session.state
    assert isinstance(asks, Quiz)
    assert course.do(f" {asks.solve(state).upper()}. ").right
    assert not course.do("I do not know").right
    assert all(choice in course.do("?").text for choice in asks.choices(state))
