"""The table in a real JupyterLab: run again, reloaded, closed, opened twice."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import companion
from tests.browser.conftest import LabPage
from tests.browser.hands import expect_events
from tests.look import CAKES

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

    from tests.browser.conftest import Lab

pytestmark = pytest.mark.browser


def start_cell(name: str, *, virtual: bool = False) -> str:
    return f"""import companion
from widgets import Table
game = companion.start("piece-o-cake", ["Ann", "Bob", "Cy"], save="{name}", virtual={virtual})
Table(game)"""


def test_running_the_cell_again_goes_on(lab: Lab) -> None:
    opened = lab.open([start_cell("again.game"), f'print(game.do("{CAKES[0]}").sentence)'], "again")
    expect(opened.stage.locator("[data-now]")).to_have_text("Ann cuts the cake")
    opened.stage.get_by_role("button", name="Leave it whole").click()
    expect_events(opened.stage, 2)
    opened.page.evaluate("() => { jupyterapp.shell.currentWidget.content.activeCellIndex = 0; }")
    opened.command("notebook:run-cell")
    expect(opened.stage.locator("[data-now]")).to_have_text("Bob chooses")
    expect_events(opened.stage, 2)
    assert opened.watch.errors == []


def test_reloading_the_page_and_restarting_the_kernel_go_on(lab: Lab) -> None:
    opened = lab.open([start_cell("reload.game"), f'game.do("{CAKES[0]}");'], "reload")
    expect(opened.stage.locator("[data-now]")).to_have_text("Ann cuts the cake")
    opened.save()
    opened.load()
    expect(opened.stage.locator("[data-now]")).to_have_text("Ann cuts the cake")
    opened.stage.get_by_role("button", name="Leave it whole").click()
    expect_events(opened.stage, 2)
    opened.restart_kernel()
    opened.page.evaluate("() => { jupyterapp.shell.currentWidget.content.activeCellIndex = 0; }")
    opened.command("notebook:run-cell")
    expect(opened.stage.locator("[data-now]")).to_have_text("Bob chooses")
    expect(opened.stage).to_contain_text("going on after 2 events")


def test_a_closed_notebook_keeps_the_table_as_text_and_no_hidden_slice(lab: Lab) -> None:
    opened = lab.open([start_cell("closed.game", virtual=True)], "closed")
    opened.stage.get_by_role("button", name="Serve the cake").click()
    expect_events(opened.stage, 1)
    opened.stage.get_by_role("button", name="Leave it whole").click()
    expect_events(opened.stage, 2)
    expect(opened.page.locator("pre", has_text="Bob chooses").first).to_be_attached()
    saved = json.dumps(opened.save(), ensure_ascii=False)
    assert "Piece o’ Cake, cake 1 of 5. Bob chooses." in saved
    header = (lab.server.root / "closed.game").read_bytes().splitlines()[0]
    stacks = json.loads(header)["entry"]["deal"]["stacks"]
    for stack in stacks[1:]:
        assert " ".join(stack) not in saved
        assert json.dumps(stack) not in saved
    assert "seed" not in saved


def test_a_save_open_in_another_notebook_is_refused_and_says_what_to_do(
    lab: Lab, context: BrowserContext
) -> None:
    (lab.server.root / "shared").mkdir()
    first = lab.open([start_cell("shared/twice.game")], "first")
    expect(first.stage.locator("[data-now]")).to_have_text("Ann serves the cake")
    first.save()
    cell = "from widgets import Table\nTable('piece-o-cake', folder='shared')"
    second = lab.open([cell], "second")
    expect(second.stage.get_by_role("alert")).to_contain_text("being played in another notebook")
    again = LabPage(context.new_page(), lab.server, "first.ipynb")
    again.load()
    expect(again.stage.locator("[data-now]")).to_have_text("Ann serves the cake")


def test_two_tabs_of_one_notebook_stay_equal(lab: Lab, context: BrowserContext) -> None:
    first = lab.open([start_cell("tabs.game"), f'game.do("{CAKES[0]}");'], "tabs")
    expect(first.stage.locator("[data-now]")).to_have_text("Ann cuts the cake")
    first.save()
    second = LabPage(context.new_page(), lab.server, "tabs.ipynb")
    second.load()
    expect(second.stage.locator("[data-now]")).to_have_text("Ann cuts the cake")
    second.stage.get_by_role("button", name="Leave it whole").click()
    expect_events(second.stage, 2)
    expect_events(first.stage, 2)
    expect(first.stage.locator("[data-now]")).to_have_text("Bob chooses")
    assert companion.opening.peek(lab.server.root / "tabs.game").revision == 2
