"""Hands at the table: plays actions of Piece o' Cake on the page as a person would."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import Locator, expect

from companion.piece_o_cake.state import Cut, Forfeit, Pass, Serve, Take, letter

if TYPE_CHECKING:
    from companion.piece_o_cake.state import AnyAction


def play(stage: Locator, action: AnyAction, event: int | None = None) -> None:
    """Do ``action`` on the page with the mouse; wait until the page tells of ``event`` events."""
    if isinstance(action, Serve):
        _serve(stage, action)
    elif isinstance(action, Cut):
        _cut(stage, action)
    elif isinstance(action, Take):
        _take(stage, action)
    elif isinstance(action, Forfeit):
        name = re.compile(rf"Eat \d+ {action.variety}:", re.IGNORECASE)
        stage.get_by_role("button", name=name).click()
    elif isinstance(action, Pass):
        stage.get_by_role("button", name="Pass", exact=True).click()
    if event is not None:
        expect_events(stage, event)


def expect_events(stage: Locator, count: int) -> None:
    """Wait until the foot counts so many events, and no tap is being answered."""
    expect(stage.locator(".tc-saved")).to_contain_text(re.compile(rf"\b{count} events?\b"))
    expect(stage.locator("[data-busy]")).to_have_count(0)


def _serve(stage: Locator, action: Serve) -> None:
    for name in action.slices:
        stage.locator(f'[data-insert="{name}"]').click()
    stage.get_by_role("button", name="Serve this cake").click()


def _cut(stage: Locator, action: Cut) -> None:
    for gap in action.gaps:
        stage.locator(f'.tc-gap:has(input[value="{gap}"])').click()
    count = len(action.gaps)
    name = f"Cut into these {count} pieces" if count else "Leave it whole: one piece"
    stage.get_by_role("button", name=name).click()


def _take(stage: Locator, action: Take) -> None:
    piece = stage.get_by_role("form", name=f"Piece {letter(action.piece)}")
    eaten: dict[str, int] = {}
    for name in action.eat:
        nth = eaten.get(name, 0)
        piece.locator(f'.tc-switch:has(input[value="{name}"])').nth(nth).click()
        eaten[name] = nth + 1
    piece.get_by_role("button", name=f"Take piece {letter(action.piece)}").click()
