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
    from pathlib import Path

    from playwright.sync_api import Locator

    from tests.browser.conftest import Lab, Stand

pytestmark = pytest.mark.browser

CELL = 'from widgets import Lesson\nLesson("piece-o-cake")'
WRONG = {  # steps and a legal act that is not what they ask for
    "cut": "cut 0 5",
    "eat": "take B eat kiwi",
    "collect": "take A",
    "fair": "cut 0 1 2",
    "forfeit": "take C eat plum",
    "best": "take C",
    "two": "cut 0 5 8",
}
STEPS = {
    "cut": 1,
    "eat": 2,
    "collect": 3,
    "fair": 5,
    "most": 6,
    "forfeit": 9,
    "best": 10,
    "two": 11,
}


def answer(stage: Locator, lesson: Lesson) -> None:
    """Do on the page what is right at this step."""
    course, asks = lesson.course, lesson.course.step.asks
    if isinstance(asks, Quiz):
        name = asks.solve(course.session.state)
        stage.get_by_role("button", name=name, exact=True).click()
    elif isinstance(asks, Task):
        _act(stage, lesson, asks.example)


def open_at(stand: Stand, step: str, width: int = 390, height: int = 844) -> tuple[Lesson, Locator]:
    """Show a lesson at a step, on a phone if nothing else is said."""
    lesson = Lesson("piece-o-cake", progress=None)
    lesson.go(STEPS[step])
    stand.resize(width, height)
    return lesson, stand.open(lesson.stage)


def try_wrong(stage: Locator, lesson: Lesson, step: str) -> None:
    """Do on the page what is wrong at this step."""
    if step in WRONG:
        _act(stage, lesson, WRONG[step])
    else:
        stage.get_by_role("button", name="Nobody", exact=True).click()


def _act(stage: Locator, lesson: Lesson, example: str) -> None:
    session = lesson.course.session
    action = session.game.commands.parse(session.state, example)
    if example.startswith("serve"):
        stage.get_by_role("button", name="Serve the cake").click()
    elif example == "again":
        stage.get_by_role("button", name="Play the next game").click()
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


@pytest.mark.parametrize("step", STEPS)
def test_on_a_phone_the_reply_is_in_view_and_has_the_focus(stand: Stand, step: str) -> None:
    lesson, stage = open_at(stand, step)
    reply = stage.locator("[data-reply]")
    try_wrong(stage, lesson, step)
    expect(stage.get_by_role("heading", name="Not yet.")).to_be_focused()
    expect(reply).to_be_in_viewport(ratio=1)
    expect(stage.locator(".tc-ask")).to_be_in_viewport(ratio=1)
    for name in ("Show me", "Skip this step"):
        expect(reply.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    reply.get_by_role("button", name="Show me").click()
    expect(stage.get_by_role("heading", name="Like this.")).to_be_focused()
    expect(reply).to_be_in_viewport(ratio=1)
    reply.get_by_role("button", name="Next step").click()
    expect(stage.locator("[data-now]")).to_be_focused()
    expect(reply).to_have_count(0)


def test_the_same_wrong_attempt_is_answered_in_view_again(stand: Stand) -> None:
    _lesson, stage = open_at(stand, "cut", height=480)
    for _time in range(2):
        button = stage.get_by_role("button", name="Leave it whole")
        button.scroll_into_view_if_needed()
        expect(stage.get_by_role("heading", name="Not yet.")).not_to_be_in_viewport()
        button.click()
        expect(stage.get_by_role("heading", name="Not yet.")).to_be_focused()
        expect(stage.locator("[data-reply]")).to_be_in_viewport(ratio=1)


def test_a_right_attempt_is_answered_in_view(stand: Stand) -> None:
    lesson, stage = open_at(stand, "eat")
    answer(stage, lesson)
    expect(stage.get_by_role("heading", name="Right.")).to_be_focused()
    expect(stage.locator("[data-reply]")).to_be_in_viewport(ratio=1)


def test_a_reply_to_a_cell_takes_no_focus_from_elsewhere(stand: Stand) -> None:
    lesson, stage = open_at(stand, "cut")
    lesson.do("cut 0 5")
    expect(stage.locator("[data-reply]")).to_contain_text("2 pieces are allowed")
    assert stand.page.evaluate("document.activeElement === document.body")


def test_once_there_is_a_reply_the_step_is_folded_and_its_task_stays(stand: Stand) -> None:
    lesson, stage = open_at(stand, "fair")
    told = stage.get_by_text(lesson.course.step.text)
    expect(told).to_be_visible()
    expect(stage.get_by_role("button", name="Show me")).to_have_count(1)
    try_wrong(stage, lesson, "fair")
    expect(stage.locator("[data-reply]")).to_be_visible()
    expect(told).to_be_hidden()
    expect(stage.locator(".tc-ask")).to_have_text(lesson.course.step.asks.ask)  # type: ignore[union-attr]
    expect(stage.get_by_role("button", name="Show me")).to_have_count(1)
    stage.get_by_text("Read this step again").click()
    expect(told).to_be_visible()


def test_before_an_attempt_help_stands_beside_the_task(stand: Stand) -> None:
    _lesson, stage = open_at(stand, "eat")
    step = stage.get_by_role("region", name="This step")
    for name in ("Show me", "Skip this step"):
        expect(step.get_by_role("button", name=name)).to_be_in_viewport()


def ticked(stage: Locator) -> list[str]:
    return [str(each.get_attribute("value")) for each in stage.locator("input:checked").all()]


def test_after_a_wrong_cut_only_one_cut_has_to_be_moved(stand: Stand) -> None:
    lesson, stage = open_at(stand, "fair", 1280)
    _act(stage, lesson, "cut 0 2 7")
    expect(stage.locator("[data-reply]")).to_contain_text("piece A: only 4")
    assert ticked(stage) == ["0", "2", "7"]
    expect(stage.get_by_role("button", name="Cut into these 3 pieces")).to_be_visible()
    expect(stage.locator('[data-key="draft-pieces"] tbody tr')).to_have_count(3)
    for gap in (2, 3):
        stage.locator(f'.tc-gap:has(input[value="{gap}"])').click()
    stage.get_by_role("button", name="Cut into these 3 pieces").click()
    expect(stage.get_by_role("heading", name="Right.")).to_be_visible()
    assert lesson.course.session.state.gaps == (0, 3, 7)


def test_after_a_wrong_choice_the_switches_stay_and_say_the_same(stand: Stand) -> None:
    lesson, stage = open_at(stand, "eat", 1280)
    _act(stage, lesson, "take B eat chocolate kiwi")
    expect(stage.locator("[data-reply]")).to_contain_text("For now eat all of it.")
    assert ticked(stage) == ["kiwi", "chocolate"]
    expect(stage.locator('[data-key="would-1"]')).to_contain_text("eats 5 now")
    for name in ("strawberry", "kiwi"):
        stage.locator(f'.tc-switch:has(input[value="{name}"]:not(:checked))').last.click()
    stage.get_by_role("button", name="Take piece B").click()
    expect(stage.get_by_role("heading", name="Right.")).to_be_visible()


def test_a_wrong_button_beside_a_form_leaves_the_form_as_it_was_set(stand: Stand) -> None:
    _lesson, stage = open_at(stand, "forfeit", 1280)
    stage.locator('.tc-switch:has(input[value="plum"])').click()
    expect(stage.locator('[data-key="would-2"]')).to_contain_text("eats 1 now")
    stage.get_by_role("button", name=re.compile("Eat 1 Kiwi")).click()
    expect(stage.locator("[data-reply]")).to_contain_text("another variety is lost as well")
    assert ticked(stage) == ["plum"]
    expect(stage.locator('[data-key="would-2"]')).to_contain_text("eats 1 now")


def test_another_step_begins_with_an_empty_form(stand: Stand) -> None:
    lesson, stage = open_at(stand, "fair", 1280)
    try_wrong(stage, lesson, "fair")
    expect(stage.locator("[data-reply]")).to_be_visible()
    for move in (lesson.back, lesson.next, lesson.restart, lesson.next):
        move()
    expect(stage.locator(".tc-where")).to_contain_text("step 2 ")
    assert ticked(stage) == []


def test_a_single_cut_is_answered_in_plain_words(stand: Stand) -> None:
    _lesson, stage = open_at(stand, "cut")
    stage.locator('.tc-gap:has(input[value="4"])').click()
    stage.get_by_role("button", name="A second cut is needed").click(force=True)
    expect(stage.locator("[data-reply]")).to_contain_text("Mia cannot do that. A single cut")
    assert ticked(stage) == ["4"]


def test_the_end_is_an_end(stand: Stand) -> None:
    lesson = Lesson("piece-o-cake", progress=None)
    stage = stand.open(lesson.stage)
    count = len(lesson.course.lesson.steps)
    for number in range(count - 1):
        lesson.go(number)
        lesson.show_me()
    lesson.next()
    end = stage.locator('[data-key="end"]')
    expect(end).to_be_hidden()
    answer(stage, lesson)
    expect(end).to_contain_text("You know the game.")
    expect(end).to_contain_text(f"{count} of {count} steps done.")
    link = end.get_by_role("link", name="To the table")
    expect(link).to_have_attribute("href", "piece-o-cake-table.ipynb")
    assert stand.axe() == []
    stage.get_by_role("button", name="Start again").click()
    expect(stage.locator(".tc-foot")).to_contain_text(f"0 of {count} steps done.")
    expect(stage.locator(".tc-where")).to_contain_text("step 1 ")


def test_at_the_end_the_way_leads_back_to_what_was_left_out(stand: Stand) -> None:
    lesson = Lesson("piece-o-cake", progress=None)
    stage = stand.open(lesson.stage)
    lesson.show_me()
    lesson.go(len(lesson.course.lesson.steps) - 1)
    expect(stage.get_by_role("button", name="Skip this step")).to_have_count(0)
    answer(stage, lesson)
    expect(stage.locator('[data-key="end"]')).to_contain_text("The lesson ends here.")
    stage.get_by_role("button", name="To the first step left out").click()
    expect(stage.locator(".tc-where")).to_contain_text("step 2 ")


def test_a_lesson_once_done_shows_its_end_again(stand: Stand, tmp_path: Path) -> None:
    for _time in range(2):
        lesson = Lesson("piece-o-cake", progress=tmp_path / "done.progress")
        for number in set(range(len(lesson.course.lesson.steps))) - lesson.course.done:
            lesson.go(number)
            lesson.show_me()
    expect(stand.open(lesson.stage).locator('[data-key="end"]')).to_contain_text(
        "You know the game."
    )


def test_progress_that_cannot_be_kept_is_told_on_the_page(stand: Stand, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("my shopping list")
    lesson = Lesson("piece-o-cake", progress=tmp_path / "list.txt")
    stage = stand.open(lesson.stage)
    expect(stage.get_by_role("note")).to_contain_text("list.txt holds something other than")
    expect(stage.locator("[data-reply]")).to_have_count(0)


def test_a_lesson_there_is_not_is_told_with_those_there_are() -> None:
    with pytest.raises(KeyError, match=r"no game is called 'chess'; there are: .*piece-o-cake"):
        Lesson("chess")


def test_the_whole_lesson_can_be_played_from_cells(tmp_path: Path) -> None:
    lesson = Lesson("piece-o-cake", progress=tmp_path / "cake.progress")
    for step in lesson.course.lesson.steps:
        assert step.title in str(lesson)
        if isinstance(step.asks, Task):
            assert step.asks.typing in str(lesson)
            assert lesson.do(step.asks.example).right
        else:
            assert lesson.show_me().right
        lesson.next()
    assert "You know the game." in str(lesson)
    again = Lesson("piece-o-cake", progress=tmp_path / "cake.progress")
    assert again.course.finished
    again.back()
    assert "step 13 of 14" in str(again)
    again.restart()
    assert "step 1 of 14" in str(again)


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


def test_in_jupyterlab_the_reply_is_in_view_and_the_end_leads_to_the_table(lab: Lab) -> None:
    cells = ["from widgets import Lesson", 'lesson = Lesson("piece-o-cake", progress=None)\nlesson']
    opened = lab.open([*cells, "lesson.go(1)"], "reply")
    stage = opened.stage
    opened.page.set_viewport_size({"width": 1000, "height": 700})
    button = stage.get_by_role("button", name="Leave it whole")
    button.scroll_into_view_if_needed()
    button.click()
    expect(stage.get_by_role("heading", name="Not yet.")).to_be_focused()
    expect(stage.locator("[data-reply]")).to_be_in_viewport(ratio=1)
    expect(stage.locator(".tc-ask")).to_be_in_viewport(ratio=1)
    for _step in range(1, 13):
        before = stage.locator(".tc-where").inner_text()
        stage.get_by_role("button", name="Skip this step").click()
        expect(stage.locator(".tc-where")).not_to_have_text(before)
    stage.get_by_role("button", name="Show me").click()
    link = stage.get_by_role("link", name="To the table")
    assert link.evaluate("link => link.href").endswith("/doc/tree/piece-o-cake-table.ipynb")
    assert opened.watch.errors == []
