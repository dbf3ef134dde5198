"""The lesson: on the stand by hand, and in a real JupyterLab."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from companion.lessons import Quiz, Task
from tests.browser.hands import play
from widgets import Lesson

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import Lab, Stand

pytestmark = pytest.mark.browser

CELL = 'from widgets import Lesson\nLesson("piece-o-cake")'


def answer(stage: Locator, lesson: Lesson) -> None:
    """Do on the page what is right at this step."""
    course, asks = lesson.course, lesson.course.step.asks
    if isinstance(asks, Quiz):
        name = asks.solve(course.session.state)
        stage.get_by_role("button", name=name, exact=True).click()
    elif isinstance(asks, Task):
        _act(stage, lesson, asks.example)


def _act(stage: Locator, lesson: Lesson, example: str) -> None:
    session = lesson.course.session
    action = session.game.commands.parse(session.state, example)
    if example.startswith("serve"):
        stage.get_by_role("button", name="Serve the cake").click()
    elif example == "again":
        stage.get_by_role("button", name="Play the next game of the series").click()
    else:
        play(stage, action)


def test_the_whole_lesson_by_hand(stand: Stand) -> None:
    lesson = Lesson("piece-o-cake", progress=None)
    stage = stand.open(lesson.stage)
    steps = lesson.course.lesson.steps
    for number, step in enumerate(steps):
        expect(stage.locator("[data-now]")).to_have_text(step.title)
        answer(stage, lesson)
        expect(stage.locator(".tc-right")).to_be_visible()
        if number + 1 < len(steps):
            stage.get_by_role("button", name="Next step").click()
    assert lesson.course.finished
    expect(stage.locator(".tc-foot")).to_contain_text(f"{len(steps)} of {len(steps)} steps done")


@pytest.mark.parametrize("width", [320, 1280])
def test_every_step_keeps_the_accessibility_rules_and_fits(stand: Stand, width: int) -> None:
    lesson = Lesson("piece-o-cake", progress=None)
    stand.resize(width)
    stage = stand.open(lesson.stage)
    for number in range(len(lesson.course.lesson.steps)):
        lesson.go(number)
        expect(stage.locator(".tc-where")).to_contain_text(f"step {number + 1} ")
        assert stand.sideways() <= 0
        assert stand.axe() == []


def test_a_wrong_answer_is_explained_and_the_step_stays_open(stand: Stand) -> None:
    lesson = Lesson("piece-o-cake", progress=None)
    number = next(n for n, s in enumerate(lesson.course.lesson.steps) if isinstance(s.asks, Quiz))
    lesson.go(number)
    stage = stand.open(lesson.stage)
    asks = lesson.course.step.asks
    assert isinstance(asks, Quiz)
    state = lesson.course.session.state
    wrong = next(choice for choice in asks.choices(state) if choice != asks.solve(state))
    stage.get_by_role("button", name=wrong, exact=True).click()
    expect(stage.locator(".tc-notice")).to_contain_text(asks.explain(state, wrong))
    answer(stage, lesson)
    expect(stage.locator(".tc-right")).to_be_visible()


def test_no_page_of_a_quiz_holds_its_answer() -> None:
    for number, step in enumerate(Lesson("piece-o-cake", progress=None).course.lesson.steps):
        if isinstance(step.asks, Quiz):
            lesson = Lesson("piece-o-cake", progress=None)
            lesson.go(number)
            state = lesson.course.session.state
            explained = step.asks.explain(state, step.asks.solve(state))
            assert explained not in "".join(lesson.stage._parts.values())


def test_the_learner_goes_on_where_the_kernel_was_restarted(lab: Lab) -> None:
    opened = lab.open([CELL], "learn")
    opened.stage.get_by_role("button", name="Show me").click()
    opened.stage.get_by_role("button", name="Next step").click()
    expect(opened.stage.locator(".tc-where")).to_contain_text("step 2 ")
    opened.restart_kernel()
    opened.run_all()
    expect(opened.stage.locator(".tc-where")).to_contain_text("step 2 ")
    expect(opened.stage.locator(".tc-foot")).to_contain_text(re.compile("1 of [0-9]+ steps done"))
    assert opened.watch.errors == []
    assert opened.watch.abroad == []
