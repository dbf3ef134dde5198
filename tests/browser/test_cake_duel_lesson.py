"""The whole lesson of Cake Duel by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from companion.cake_duel.state import (
    Accept,
    Attack,
    Block,
    Challenge,
    NextBout,
    Pass,
    Resupply,
    ShowWolfy,
)
from companion.lessons import Course, Quiz
from tests.browser.dueling import play, tap
from widgets import Lesson

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import Stand

pytestmark = pytest.mark.browser

BY_HAND = Accept | Attack | Block | Challenge | NextBout | Pass | Resupply | ShowWolfy


def answer(stage: Locator, course: Course) -> None:
    """Do what is right at this step as a learner does it."""
    session, asks = course.session, course.step.asks
    if isinstance(asks, Quiz):
        tap(stage, asks.solve(session.state))
        return
    assert asks is not None
    action: Any = session.game.commands.parse(session.state, asks.example)
    if isinstance(action, BY_HAND):
        play(stage, action)
    else:
        tap(stage, "Show me")


def test_the_whole_lesson_can_be_done_by_hand(stand: Stand) -> None:
    stand.resize(390)
    lesson = Lesson("cake-duel", progress=None)
    course = lesson.course
    stage = stand.open(lesson.stage)
    for number, step in enumerate(course.lesson.steps):
        expect(stage.locator("[data-now]").first).to_have_text(step.title)
        if step.asks is not None:
            answer(stage, course)
            expect(stage.locator("[data-reply] h3")).to_have_text(
                ["Right.", "Like this."][_shown(course)]
            )
        if number < len(course.lesson.steps) - 1:
            tap(stage, "Next step")
    expect(stage).to_contain_text("You know the game.")
    assert course.finished


def _shown(course: Course) -> int:
    return int(course.reply is not None and course.reply.shown)
