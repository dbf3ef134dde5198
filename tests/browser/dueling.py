"""Playing Cake Duel as a person does: with taps, and with the button that shows a hand held."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from companion.cake_duel.state import (
    Accept,
    AnyAction,
    Attack,
    Block,
    Challenge,
    NextBout,
    Pass,
    Resupply,
    ShowWolfy,
)
from companion.cake_duel.troops import TROOP
from tests.browser.hands import expect_events

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


def tap(stage: Locator, name: str) -> None:
    """Press the button of that name."""
    stage.get_by_role("button", name=name, exact=True).click()


def play(stage: Locator, action: AnyAction, event: int | None = None) -> None:
    """Do ``action`` by hand at a physical table or, its cards named, in a virtual duel."""
    if isinstance(action, Attack | Block):
        _claim(stage, action)
    elif isinstance(action, Challenge):
        _challenge(stage, action)
    else:
        tap(stage, _label(stage, action))
    if event is not None:
        expect_events(stage, event)


def _claim(stage: Locator, action: Attack | Block) -> None:
    form = stage.get_by_role("form", name="Attack" if isinstance(action, Attack) else "Block")
    if not action.cards:
        claim = TROOP[action.troop].counted(action.count)
        form.get_by_role("button", name=claim, exact=True).click()
        return
    for place in action.cards:
        form.locator(f'.tc-playing:has([value="{place}"])').click()
    form.locator(f'.tc-choice:has([value="{action.troop}"])').click()
    form.locator("[type=submit]").click()


def _challenge(stage: Locator, action: Challenge) -> None:
    if not action.shown and action.truthful is None:
        tap(stage, "Challenge")
        return
    flip = stage.locator('[data-key="flip"]')
    if not action.shown:
        tap(flip, "Yes, every card" if action.truthful else "No, a bluff")
        return
    flip.get_by_text("Say which cards they were").click()
    for number, card in enumerate(action.shown):
        flip.locator("select").nth(number).select_option(card)
    tap(flip, "These were flipped")


def _label(stage: Locator, action: AnyAction) -> str:
    virtual = stage.locator('[data-key="open-seals"]').count() > 0
    if isinstance(action, Resupply):
        return "Draw the cards" if virtual else "Cards are drawn"
    if isinstance(action, NextBout):
        return "Deal the next bout" if virtual else "The next bout is dealt"
    if isinstance(action, ShowWolfy):
        name = stage.locator(".tc-seat bdi").nth(action.seat).inner_text()
        return f"{name} turns up Sir Wolfy"
    return {Pass: "Pass", Accept: "Accept"}[type(action)]


@contextmanager
def held(page: Page, button: Locator) -> Iterator[Locator]:
    """Hold a look button with the mouse; yield what it shows."""
    button.scroll_into_view_if_needed()
    button.hover()
    page.mouse.down()
    secret = page.locator("[data-curtain][data-open] [data-secret]")
    expect(secret).to_be_visible()
    try:
        yield secret
    finally:
        page.mouse.up()
        expect(page.locator("[data-curtain][data-open]")).to_have_count(0)
