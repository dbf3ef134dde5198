"""The map editor as a person draws with it: by mouse and by keys, on a wide page and a phone."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from widgets import MapEditor

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator

    from tests.browser.conftest import Stand, Theme

pytestmark = pytest.mark.browser


def opened(
    stand: Stand, folder: Path, *, practice: bool = False, theme: Theme = "light"
) -> Locator:
    editor = MapEditor(folder / "farm.json")
    if practice:
        editor._receive({"do": {"map": "practice"}, "revision": 0, "id": "one"})
    return stand.open(editor.stage, theme=theme)


def spot(stage: Locator, name: str) -> Locator:
    return stage.locator(f'[data-key="hex-{name}"]')


def paint(stand: Stand, brush: str, *names: str) -> None:
    stand.stage.get_by_role("radio", name=brush, exact=True).check(force=True)
    for name in names:
        spot(stand.stage, name).click()
        stand.settle()


def height_of(stage: Locator, name: str) -> float:
    """Return how far below the brushes a hex lies."""
    hexagon, form = spot(stage, name).bounding_box(), stage.locator(".tc-draw").bounding_box()
    assert hexagon
    assert form
    return hexagon["y"] - form["y"]


def expect_spoken(stage: Locator, name: str, words: str) -> None:
    expect(spot(stage, name)).to_have_attribute("aria-label", f"{name}, {words}")


# Painting


def test_a_path_with_a_fork_is_drawn_with_the_mouse(stand: Stand, tmp_path: Path) -> None:
    stage = opened(stand, tmp_path)
    paint(stand, "Start", "a3")
    paint(stand, "Path", "b3")
    paint(stand, "Fork, north", "c3")
    paint(stand, "Fork, south", "c4")
    paint(stand, "Path", "c3", "d3")
    paint(stand, "Shadow", "e1")
    paint(stand, "Violet spawn", "f1")
    expect_spoken(stage, "a3", "open ground, Start, path to b3")
    expect_spoken(stage, "b3", "open ground, the path forks, north to c3, south to c4")
    expect_spoken(
        stage, "d3", "open ground, path, leads nowhere yet, the pen is here, something to mend"
    )
    expect_spoken(stage, "e1", "shadow")
    expect_spoken(stage, "f1", "open ground, Violet spawn")
    expect(stage.locator(".tc-draw-lines text")).to_have_text(["N", "S"])


def test_a_map_is_painted_by_keys_alone(stand: Stand, tmp_path: Path) -> None:
    stage = opened(stand, tmp_path)
    keys = stand.page.keyboard
    stage.get_by_label("Bare hex").focus()
    for key in ("ArrowRight", "ArrowRight"):
        keys.press(key)
    expect(stage.get_by_label("Shadow", exact=True)).to_be_checked()
    spot(stage, "a1").focus()
    for key, name in (("ArrowRight", "b1"), ("ArrowRight", "c1"), ("ArrowDown", "c2")):
        keys.press(key)
        expect(spot(stage, name)).to_be_focused()
    keys.press("Enter")
    expect_spoken(stage, "c2", "shadow")
    expect(spot(stage, "c2")).to_be_focused()
    expect(stage.get_by_role("status")).to_have_text("c2, shadow.")
    keys.press("ArrowUp")
    keys.press(" ")
    expect_spoken(stage, "c1", "shadow")


def test_the_sheet_is_one_tab_stop(stand: Stand, tmp_path: Path) -> None:
    stage = opened(stand, tmp_path)
    expect(stage.locator('.tc-draw-hex[tabindex="0"]')).to_have_count(1)


def test_strokes_are_taken_back_and_done_again(stand: Stand, tmp_path: Path) -> None:
    stage = opened(stand, tmp_path)
    paint(stand, "Red spawn", "c2")
    stage.get_by_role("button", name="Undo: Red spawn on c2").click()
    expect_spoken(stage, "c2", "open ground")
    stage.get_by_role("button", name="Redo: Red spawn on c2").click()
    expect_spoken(stage, "c2", "open ground, Red spawn")


def test_a_refused_stroke_is_told_in_sight_and_the_sheet_stays_where_it_is(
    stand: Stand, tmp_path: Path
) -> None:
    stage = opened(stand, tmp_path)
    paint(stand, "Path", "a1")
    place = height_of(stage, "f5")
    paint(stand, "Path", "f5")
    expect(stage.get_by_role("alert").last).to_contain_text("which f5 does not touch")
    expect(stage.get_by_role("alert").last).to_be_in_viewport()
    assert height_of(stage, "f5") == place


# Checks and forms


def test_a_check_leads_to_the_hex_at_fault(stand: Stand, tmp_path: Path) -> None:
    stand.resize(390, 700)
    stage = opened(stand, tmp_path, practice=True)
    checks = stage.get_by_role("region", name="Checks")
    expect(checks).to_contain_text("This map can be played")
    paint(stand, "Shadow", "b5", "b6", "a5")
    expect(checks).to_contain_text("These hexes cannot be reached from the Start: a6.")
    checks.get_by_role("button", name="Show a6").click()
    expect(spot(stage, "a6")).to_be_focused()
    expect(spot(stage, "a6")).to_be_in_viewport()
    expect_spoken(stage, "a6", "open ground, something to mend")


def test_numbers_title_and_size_are_set(stand: Stand, tmp_path: Path) -> None:
    stage = opened(stand, tmp_path)
    stage.get_by_label("Meter, 2 players").fill("1, 2 x")
    stage.get_by_role("button", name="Set the numbers").click()
    expect(stage.get_by_role("alert").last).to_contain_text("“x” is no whole number")
    expect(stage.get_by_label("Meter, 2 players")).to_have_value("1, 2 x")
    stage.get_by_label("Meter, 2 players").fill("1, 2 3")
    stage.get_by_label("Caravans, 2 players").fill("2")
    stage.get_by_role("button", name="Set the numbers").click()
    expect(stage.get_by_label("Meter, 2 players")).to_have_value("1 2 3")
    expect(stage.get_by_role("heading", name="Pollution and caravans")).to_be_focused()
    stage.get_by_label("Title of the map").fill("The far field")
    stage.get_by_role("button", name="Set the title").click()
    expect(stage.locator("[data-now]")).to_have_text("The far field")
    stage.get_by_label("Columns").fill("3")
    stage.get_by_role("button", name="Set the size").click()
    expect(stage.locator(".tc-draw-hex")).to_have_count(21)
    stage.get_by_role("button", name="Undo: the sheet 3 × 7").click()
    expect(stage.locator(".tc-draw-hex")).to_have_count(91)
    expect(stage.get_by_label("Columns")).to_have_value("13")


def test_a_map_is_saved_under_a_name_and_opened_again(stand: Stand, tmp_path: Path) -> None:
    stage = opened(stand, tmp_path)
    paint(stand, "Finish", "c2")
    stage.get_by_role("button", name="Save", exact=True).click()
    expect(stage.locator(".tc-saved")).to_have_text("saved in farm.json")
    assert json.loads((tmp_path / "farm.json").read_text())["finish"] == ["c2"]
    paint(stand, "Finish", "c3")
    expect(stage.locator(".tc-saved")).to_have_text("not yet saved in farm.json")
    stage.get_by_label("Save under another name").fill("field")
    stage.get_by_role("button", name="Save under this name").click()
    expect(stage.locator(".tc-saved")).to_have_text("saved in field.json")
    stage.get_by_role("button", name="Open farm.json").click()
    expect(stage.locator(".tc-saved")).to_have_text("saved in farm.json")
    expect_spoken(stage, "c3", "open ground")


# Looks


@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_is_accessible_and_never_wider_than_its_window(
    stand: Stand, tmp_path: Path, width: int, theme: Theme
) -> None:
    stand.resize(width)
    stage = opened(stand, tmp_path, practice=True, theme=theme)
    paint(stand, "Path", "a1", "c3")
    expect(stage.get_by_role("alert").last).to_be_visible()
    assert stand.axe() == []
    assert stand.sideways() == 0


@pytest.mark.parametrize("zoom", ["100 %", "220 %"])
def test_every_hex_and_every_control_is_large_enough_on_a_phone(
    stand: Stand, tmp_path: Path, zoom: str
) -> None:
    stand.resize(390)
    stage = opened(stand, tmp_path, practice=True)
    stage.get_by_label(zoom).check(force=True)
    small = stage.locator("button, .tc-choice, input:not([type=radio])").evaluate_all(
        """all => all.filter(one => one.checkVisibility()).map(one => [one.textContent,
          one.getBoundingClientRect().width, one.getBoundingClientRect().height])
          .filter(([, width, height]) => width < 44 || height < 44)"""
    )
    assert small == []


def test_the_whole_sheet_fits_where_one_asks_for_it(stand: Stand, tmp_path: Path) -> None:
    stand.resize(390)
    stage = opened(stand, tmp_path, practice=True)
    frame = stage.get_by_role("region", name="The sheet", exact=True)
    wider = "frame => frame.scrollWidth - frame.clientWidth"
    assert frame.evaluate(wider) > 100
    stage.get_by_label("Whole sheet").check(force=True)
    assert frame.evaluate(wider) <= 1


def test_taps_fall_on_the_hex_they_touch(stand: Stand, tmp_path: Path) -> None:
    """The boxes of hexes overlap; their shapes do not."""
    stage = opened(stand, tmp_path)
    box = spot(stage, "c3").bounding_box()
    assert box
    hits = {
        name: stand.page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).dataset.key",
            [box["x"] + box["width"] * right, box["y"] + box["height"] * down],
        )
        for name, right, down in (
            ("c3", 0.5, 0.1), ("b2", 0.04, 0.1), ("d2", 0.96, 0.1), ("d3", 0.96, 0.9)
        )
    }  # fmt: skip
    assert {key: re.sub("hex-", "", hit) for key, hit in hits.items()} == {key: key for key in hits}
