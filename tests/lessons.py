"""A lesson as its tests go through it: each step, every answer, and a learner at the keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from companion.lessons import Course, Lesson, Quiz, Reply, Task
from companion.session import Session

S = TypeVar("S")
READ = 180  # words a minute


def numbers(text: str) -> set[int]:
    """Return the numbers in a text."""
    return {int(number) for number in re.findall(r"\d+", text)}


def insist_well_told(text: str) -> None:
    """See that a reply says something, and is put together without a seam."""
    assert len(text) > 30
    assert not re.search(r"[{}]|None|  | ,|\.\.|(?<!\d) \.", text), text


class Told(Generic[S]):
    """A lesson, opened anew at any step."""

    def __init__(
        self,
        lesson: Lesson[S, Any],
        tried: Callable[[Session[S, Any, Any]], Iterable[Any]] = Session.legal,
    ) -> None:
        """Take a lesson, and which actions are tried at a step."""
        self.lesson, self.tried = lesson, tried
        self.steps = range(len(lesson.steps))
        self.quizzes = [n for n in self.steps if isinstance(lesson.steps[n].asks, Quiz)]
        self.tasks = [n for n in self.steps if isinstance(lesson.steps[n].asks, Task)]
        self._answers: dict[int, dict[Any, Reply]] = {}

    def at(self, step: int) -> Course:
        """Return a course of the lesson, opened at a step."""
        course = Course(self.lesson)
        course.go(step)
        return course

    def position(self, step: int) -> Session[S, Any, Any]:
        return self.lesson.steps[step].position()

    def quiz(self, step: int) -> Quiz[S]:
        asks = self.lesson.steps[step].asks
        assert isinstance(asks, Quiz)
        return asks

    def task(self, step: int) -> Task[S, Any]:
        asks = self.lesson.steps[step].asks
        assert isinstance(asks, Task)
        return asks

    def words(self, step: int) -> str:
        """Return all that a learner reads before acting."""
        told = self.lesson.steps[step]
        assert told.asks is not None
        return f"{told.title} {told.text} {told.asks.ask}"

    def minutes(self) -> float:
        """Return how long it takes to read the lesson, and what it says to the right answers."""
        texts = [text for n in self.steps for text in (self.words(n), self.at(n).show_me().text)]
        return sum(len(text.split()) for text in texts) / READ

    def answers(self, step: int) -> dict[Any, Reply]:
        """Return the reply to every action tried, each checked to leave things right."""
        if step not in self._answers:
            course = self.at(step)
            before = course.session.state
            found: dict[Any, Reply] = {}
            for action in list(self.tried(course.session)):
                found[action] = course.do(action)
                assert course.solved == found[action].right
                assert (course.session.state == before) != course.solved
            self._answers[step] = found
        return self._answers[step]

    def replies(self, step: int, refused: Sequence[Any]) -> list[str]:
        """Return what is said to every action, and to refused ones before and after the right."""
        course = self.at(step)
        shown = course.show_me()
        attempts = [*refused, self.task(step).example, *refused]
        said = [shown, *self.answers(step).values(), *map(course.do, attempts)]
        return [reply.text for reply in said]

    def answer_rubbish(self, step: int, rubbish: Sequence[Any]) -> list[Reply]:
        """See that rubbish is answered and changes nothing; return the replies."""
        course = self.at(step)
        before = course.session.state
        replies = []
        for attempt in rubbish:
            reply = course.do(attempt)
            assert reply.text
            assert reply.right or course.session.state == before
            replies.append(reply)
        assert course.show_me().right
        return replies

    def try_on(self, step: int, right: str, as_right: str, wrong: str) -> None:
        """See that each attempt starts from the same table, and a step once done stays done."""
        course = self.at(step)
        before = course.session.state
        assert course.do(right).right
        assert course.do(as_right).right
        assert not course.do(wrong).right
        assert course.session.state == before
        assert step in course.done

    def play_as_text(
        self, blunders: Mapping[int, tuple[Any, ...]], answer: Callable[[int], str]
    ) -> None:
        """Go through the lesson at the keyboard, with blunders; ``answer`` knows the quizzes'."""
        course = Course(self.lesson)
        for step in self.steps:
            assert course.number == step
            for blunder in blunders[step]:
                before = course.session.state
                assert not course.do(blunder).right, blunder
                assert course.session.state == before
                assert course.reply is not None
                assert str(course.reply) in str(course)
            asks = self.lesson.steps[step].asks
            assert course.do(asks.example if isinstance(asks, Task) else answer(step)).right
            course.next()
        assert course.finished
        assert "you have done them all" in str(course)
