"""Whole duels by hand in a real JupyterLab: at a physical table, and two on one screen."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

import companion
from companion.cake_duel.state import Attack, Block, Challenge, NextBout
from companion.cake_duel.troops import TROOP
from tests.browser.dueling import held, play, tap
from tests.browser.hands import expect_events

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from companion.cake_duel.state import AnyAction
    from tests.browser.conftest import Lab, LabPage

pytestmark = pytest.mark.browser

NAMES = ["Ada", "🐑 O’Cake <b>"]
SEED = "seed-of-two-hands"
LONGEST = 34  # actions; a duel of about three bouts


def whole_duel(*, virtual: bool) -> list[AnyAction]:
    """Return what is asked for in a random duel of a length that a person has patience for."""
    for seed in range(400):
        game = companion.start("cake-duel", NAMES, virtual=virtual, seed=SEED)
        done = _played(game, random.Random(seed))
        kinds = {type(action) for action in done}
        if game.outcome is not None and {Attack, Block, Challenge, NextBout} <= kinds:
            return done
    raise AssertionError("no random duel was short enough")


def _played(game: Any, chance: random.Random) -> list[AnyAction]:
    done: list[AnyAction] = []
    while game.outcome is None and len(done) < LONGEST:
        quiet = [a for a in game.legal() if not isinstance(a, Challenge)] or game.legal()
        legal = quiet if chance.random() < 0.8 else game.legal()
        action = legal[chance.randrange(len(legal))]
        game.do(action)
        done.append(action)
    return done


def begin(lab: Lab, name: str, *, virtual: bool) -> LabPage:
    cell = (
        "import companion; from widgets import Table\n"
        f"game = companion.start('cake-duel', {NAMES!r}, virtual={virtual}, seed={SEED!r}, "
        f"save='{name}.game')\nTable(game)"
    )
    opened = lab.open([cell], name)
    expect_events(opened.stage, 0)
    return opened


def by_code(lab: Lab, actions: list[AnyAction], *, virtual: bool) -> bytes:
    path = lab.server.root / f"by-code-{virtual}.game"
    game = companion.start("cake-duel", NAMES, virtual=virtual, seed=SEED, save=path)
    for action in actions:
        game.do(action)
    game.close()
    return bytes(path.read_bytes())


def test_a_whole_duel_at_a_physical_table(lab: Lab) -> None:
    actions = whole_duel(virtual=False)
    opened = begin(lab, "duel-at-a-table", virtual=False)
    for number, action in enumerate(actions, start=1):
        play(opened.stage, action, number)
        if number == len(actions) // 2:
            opened.restart_kernel()
            opened.run_all()
            expect_events(opened.stage, number)
    expect(opened.stage.locator("[data-now]").first).to_contain_text("wins the duel")
    saved = (lab.server.root / "duel-at-a-table.game").read_bytes()
    assert saved == by_code(lab, actions, virtual=False)
    assert opened.watch.errors == []
    assert opened.watch.abroad == []


def test_a_whole_duel_of_two_on_one_screen(lab: Lab) -> None:
    actions = whole_duel(virtual=True)
    twin = companion.start("cake-duel", NAMES, virtual=True, seed=SEED)
    opened = begin(lab, "duel-on-a-screen", virtual=True)
    for number, action in enumerate(actions, start=1):
        if isinstance(action, Attack | Block):
            _look(opened, twin, action.seat)
        play(opened.stage, action, number)
        twin.do(action)
    expect(opened.stage.locator("[data-now]").first).to_contain_text("wins the duel")
    saved = (lab.server.root / "duel-on-a-screen.game").read_bytes()
    assert saved == by_code(lab, actions, virtual=True)
    _expect_no_secret(opened, twin)
    assert opened.watch.errors == []


def _look(opened: LabPage, twin: Any, seat: int) -> None:
    """Hold the button as the player does, and see the very cards of that hand."""
    look = opened.stage.get_by_role("button", name=re.compile("hold to see")).first
    with held(opened.page, look) as secret:
        titles = [TROOP[card].title for card in twin.view(seat).hand]
        expect(secret.locator(".tc-hand b")).to_have_text(titles)


def _expect_no_secret(opened: LabPage, twin: Any) -> None:
    """The saved notebook holds neither the seed nor a hand."""
    notebook = json.dumps(opened.save(), ensure_ascii=False)
    # The cell itself names the seed; nothing else does.
    assert notebook.count(SEED) == 1
    for world in twin._worlds:
        for stack in world.dealer.stacks:
            if len(stack) > 2:
                assert json.dumps(list(stack)) not in notebook
                assert ", ".join(TROOP[card].title for card in stack) not in notebook


def test_a_whole_duel_against_the_computer(lab: Lab) -> None:
    """The set-up form, the computer's answers, and a person who claims whatever comes first."""
    (lab.server.root / "solo").mkdir()
    cell = "from widgets import Table\nTable('cake-duel', folder='solo')"
    opened = lab.open([cell], "duel-alone")
    stage = opened.stage
    stage.locator('.tc-choice:has([value="virtual"])').click()
    stage.locator('[name="computers"]').nth(1).select_option("bold")
    stage.get_by_role("button", name="Start the game").click()
    heading = stage.locator("[data-now]").first
    expect(heading).to_contain_text("Red")
    for _turn in range(200):
        words, mark = heading.inner_text(), stage.locator(".tc-saved").inner_text()
        if "wins the duel" in words:
            break
        _own_move(stage, words)
        expect(stage.locator(".tc-saved")).not_to_have_text(mark)
    expect(heading).to_contain_text("wins the duel")


def _own_move(stage: Locator, words: str) -> None:
    if "attacks" in words:
        form = stage.get_by_role("form", name="Attack")
        form.locator(".tc-playing").first.click()
        form.locator("[type=submit]").click()
    elif "answers" in words:
        tap(stage, "Accept")
    elif "Draw" in words:
        tap(stage, "Draw the cards")
    else:
        tap(stage, "Deal the next bout")
