"""A family counts the cards in its box and plays with those."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from companion.alpaca_battle.cards import GUESS
from widgets import Table
from widgets.parts.welcome import find

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import Stand


def counter(stage: Locator, card: str) -> Locator:
    return stage.get_by_role("spinbutton", name=card, exact=True)


def test_the_cards_of_a_box_are_counted_on_the_form_and_offered_again(
    stand: Stand, tmp_path: Path
) -> None:
    table = Table("alpaca-battle", folder=tmp_path)
    stage = stand.open(table.stage)
    stage.get_by_text("The cards in our box").click()
    expect(stage.get_by_text("This list is a guess")).to_be_visible()
    counter(stage, "War").fill("6")
    counter(stage, "12").fill("")
    stage.get_by_label("Name of this list").fill("Grandma’s box")
    stage.get_by_role("button", name="Start the game").click()
    expect(stage.locator("[data-now]")).to_have_text("Choose in secret and flip")
    assert table.session is not None
    deck = table.session.state.deck
    assert (deck.cards["war"], deck.numbers[-1], deck.title) == (6, "11", "Grandma’s box")
    assert deck.size == GUESS.size + 2 - 5
    assert [one.pack for one in find(tmp_path, "alpaca-battle")] == [table.session.setup.pack]


def test_a_deck_nobody_can_play_with_is_told_where_it_was_counted(
    stand: Stand, tmp_path: Path
) -> None:
    table = Table("alpaca-battle", folder=tmp_path)
    stage = stand.open(table.stage)
    stage.get_by_text("The cards in our box").click()
    for number in range(2, 13):
        counter(stage, str(number)).fill("0")
    stage.get_by_role("button", name="Start the game").click()
    expect(stage.get_by_role("alert")).to_contain_text("two different numbers")
    expect(counter(stage, "12")).to_have_value("0")
    counter(stage, "12").fill("5")
    stage.get_by_role("button", name="Start the game").click()
    expect(stage.locator("[data-now]")).to_have_text("Choose in secret and flip")


def test_the_total_follows_the_typing(stand: Stand, tmp_path: Path) -> None:
    stage = stand.open(Table("alpaca-battle", folder=tmp_path).stage)
    stage.get_by_text("The cards in our box").click()
    total = stage.locator('[data-key="deck-total"]')
    expect(total).to_have_text("72 cards in all")
    counter(stage, "War").fill("6")
    expect(total).to_have_text("74 cards in all")
    counter(stage, "12").fill("")
    expect(total).to_have_text("69 cards in all")
    expect(counter(stage, "War")).to_have_value("6")
    expect(counter(stage, "War")).to_be_visible()


def test_the_cards_of_a_box_stand_five_in_a_row(stand: Stand, tmp_path: Path) -> None:
    for width in (320, 1280):
        stand.resize(width)
        stage = stand.open(Table("alpaca-battle", folder=tmp_path).stage)
        stage.get_by_text("The cards in our box").click()
        tops = [counter(stage, card).bounding_box() for card in ("11", "War", "Reveal")]
        assert len({box["y"] for box in tops if box}) == 1
        assert stand.sideways() == 0
