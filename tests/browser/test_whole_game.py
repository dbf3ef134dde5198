"""Whole games by hand in a real JupyterLab."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

import companion
from companion.piece_o_cake.slices import full_set
from companion.piece_o_cake.state import Forfeit, Serve
from tests.browser.hands import expect_events, play

if TYPE_CHECKING:
    from companion.piece_o_cake.state import AnyAction
    from tests.browser.conftest import Lab, LabPage

pytestmark = pytest.mark.browser

NAMES = ["Ada", "Björn", "O’Cake <b>", "🐑 Dolly"]
CELL = 'from widgets import Table\nTable("piece-o-cake", folder="whole")'


def whole_game(seed: int) -> list[AnyAction]:
    """Return the actions of a four-seat game with at least one forfeit."""
    chance = random.Random(seed)
    cards = list(full_set("classic"))
    chance.shuffle(cards)
    game = companion.start("piece-o-cake", NAMES)
    done: list[AnyAction] = []
    while game.outcome is None:
        action = _choose(game, chance, cards, forfeited=any(isinstance(a, Forfeit) for a in done))
        done.append(game.do(action).action)
    assert any(isinstance(action, Forfeit) for action in done)
    return done


def _choose(game: Any, chance: random.Random, cards: list[str], *, forfeited: bool) -> Any:
    state = game.state
    if state.phase == "serve":
        start = state.cake_number * 11
        return Serve(state.server, tuple(cards[start : start + 11]))
    legal = game.legal()
    last = legal[-1]
    if state.phase == "take" and not forfeited and isinstance(last, Forfeit):
        return last
    return legal[chance.randrange(len(legal))]


def begin(lab: Lab, name: str, file: str) -> LabPage:
    (lab.server.root / "whole").mkdir()
    opened = lab.open([CELL], name)
    stage = opened.stage
    for seat, label in enumerate(NAMES):
        stage.locator('[name="names"]').nth(seat).fill(label)
    stage.get_by_text(re.compile("^Kept in")).click()
    stage.get_by_label("File name").fill(file)
    stage.get_by_role("button", name="Start the game").click()
    expect_events(stage, 0)
    return opened


def test_a_whole_game_by_hand_with_an_undo_and_a_kernel_restart(lab: Lab) -> None:
    actions = whole_game(4)
    opened = begin(lab, "by-hand", "by-hand.game")
    event = 0
    for number, action in enumerate(actions):
        event += 1
        play(opened.stage, action, event)
        if number == 9:
            opened.stage.get_by_role("button", name=re.compile("Undo: ")).click()
            expect_events(opened.stage, event + 1)
            opened.stage.get_by_role("button", name=re.compile("Redo: ")).click()
            event += 2
            expect_events(opened.stage, event)
        if number == 15:
            opened.restart_kernel()
            opened.run_all()
            expect_events(opened.stage, event)
            expect(opened.stage).to_contain_text("Going on with by-hand.game")
    expect(opened.stage).to_contain_text("Final score")
    saved = (lab.server.root / "whole" / "by-hand.game").read_bytes()
    by_code = _same_game_by_code(actions, lab)
    assert saved == by_code.read_bytes()
    _expect_final_sheet(opened, companion.opening.peek(by_code))
    assert opened.watch.errors == []
    assert opened.watch.abroad == []


def _same_game_by_code(actions: list[AnyAction], lab: Lab) -> Any:
    path = lab.server.root / "by-code.game"
    game = companion.start("piece-o-cake", NAMES, save=path)
    for number, action in enumerate(actions):
        game.do(action)
        if number == 9:
            game.undo()
            game.redo()
    game.close()
    return path


def _expect_final_sheet(opened: LabPage, game: Any) -> None:
    totals = opened.stage.locator("tfoot td").all_inner_texts()
    assert totals[: len(NAMES)] == [str(points) for points in game.outcome.points]
    expect(opened.stage.locator("[data-now]")).to_have_text(game.outcome.reason)
