"""The page of The Sheep: a day and a night by taps, the map, helpers, switches, mending."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

import companion
from tests import sheep
from tests.browser.conftest import Stand
from tests.browser.dueling import tap
from tests.look import SHEEP, camp_fire, camped, night_fork
from widgets import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

    from tests.browser.conftest import Theme

pytestmark = pytest.mark.browser

WIDTHS = (302, 320, 390, 768, 1280)
THEMES: tuple[Theme, ...] = ("light", "dark")


def heading(stage: Locator) -> Locator:
    return stage.locator("[data-now]").first


def alert(stage: Locator) -> Locator:
    return stage.locator(".tc-stage").get_by_role("alert")


def part(stage: Locator, key: str) -> Locator:
    return stage.locator(f'[data-key="{key}"]')


def space(stage: Locator, name: str) -> Locator:
    return part(stage, f"map-{name}")


def pick(within: Locator, value: str, name: str = "") -> None:
    """Choose the chip of that value."""
    of = f'[name="{name}"]' if name else ""
    within.locator(f'.tc-choice:has({of}[value="{value}"])').first.click()


def opened(stand: Stand, game: Any, width: int = 1280) -> Locator:
    stand.resize(width)
    return stand.open(Table(game).stage)


def state_of(stand: Stand, name: str) -> Locator:
    """Open one of the positions that are looked at, with its taps done."""
    make, taps = SHEEP[name]
    stage = stand.open(Table(make()).stage)
    for each in taps:
        stage.locator(each).first.click(force=True)
        stand.settle()
    return stage


# A whole day and night


def now_button(stage: Locator, name: str) -> None:
    """Press a button of the banner."""
    tap(part(stage, "now"), name)


def choose_shepherds(stage: Locator) -> None:
    for name, board in (("Ann", "Miles"), ("Bo", "Wren")):
        expect(heading(stage)).to_have_text(f"{name} chooses a shepherd")
        offer = part(stage, "choose").get_by_role("group", name=board)
        offer.get_by_role("button").first.click()
    expect(heading(stage)).to_have_text("Choose 2 more caravans")
    for caravan in ("Tinkers’ Guild", "Smiths’ Guild"):
        part(stage, "bring").get_by_role("button", name=caravan).click()


def play_the_day(stage: Locator) -> None:
    expect(heading(stage)).to_have_text("Which caravan sets out?")
    now_button(stage, "Tinkers’ Guild sets out")
    expect(heading(stage)).to_have_text("Tinkers’ Guild moves")
    expect(part(stage, "preview")).to_contain_text("Tinkers’ Guild moves by b4 and c4.")
    now_button(stage, "Tinkers’ Guild moves")
    expect(heading(stage)).to_have_text("The shepherds act")
    space(stage, "c3").click()
    expect(part(stage, "at-0")).to_have_text("c3, has moved")
    part(stage, "who-1").click()
    expect(part(stage, "who-1")).to_have_attribute("aria-pressed", "true")
    space(stage, "c4").click()
    expect(part(stage, "at-1")).to_have_text("c4, has moved")
    part(stage, "mode-purify").click()
    tap(part(stage, "act"), "Purify")
    expect(part(stage, "essence-1").get_by_role("img")).to_have_attribute(
        "aria-label", "1 of 5 essence"
    )
    now_button(stage, "End the day")


def play_the_night(stand: Stand, stage: Locator) -> None:
    expect(stage.locator(".tc-page")).to_have_attribute("data-night", "true")
    for _step in range(40):
        said = heading(stage).inner_text()
        if said.startswith("Avert"):
            tap(part(stage, "avert"), "Avert pollution")
        elif said == "Combat":
            now_button(stage, "End combat")
        elif said == "Refresh":
            return
        else:
            part(stage, "now").get_by_role("button").first.click()
        stand.settle()
    pytest.fail("the night never ends")


@pytest.mark.parametrize("width", [1280, 390])
def test_a_first_day_and_night_by_taps(stand: Stand, width: int) -> None:
    game = sheep.table(2, virtual=True, seed="evening")
    stage = opened(stand, game, width)
    choose_shepherds(stage)
    play_the_day(stage)
    play_the_night(stand, stage)
    assert (game.state.day, game.state.phase) == (2, "refresh")
    expect(stage.locator(".tc-page")).not_to_have_attribute("data-night", "true")
    now_button(stage, "Refresh all")
    expect(heading(stage)).to_have_text("Draw the Day Event")
    assert stand.sideways() == 0


# The map


def test_arrow_keys_lead_from_hex_to_hex_and_enter_moves_the_shepherd(stand: Stand) -> None:
    game = camped("action")
    stage = opened(stand, game)
    part(stage, "who-0").click()
    part(stage, "mode-move").click()
    lit = space(stage, "f3")
    expect(lit).to_have_attribute("role", "button")
    lit.focus()
    stand.page.keyboard.press("ArrowRight")
    expect(space(stage, "g3")).to_be_focused()
    expect(space(stage, "g3")).to_have_attribute(
        "aria-label", re.compile("g3: path and the shepherd of Di. Ann moves here.")
    )
    stand.page.keyboard.press("ArrowDown")
    expect(space(stage, "g4")).to_be_focused()
    expect(space(stage, "g4")).to_have_attribute("aria-label", re.compile("shadow"))
    expect(space(stage, "g4")).to_have_attribute("role", "img")
    stand.page.keyboard.press("ArrowUp")
    stand.page.keyboard.press("Enter")
    stand.settle()
    assert game.state.shepherds[0].at == "g3"


def test_only_one_hex_is_a_tab_stop(stand: Stand) -> None:
    stage = opened(stand, camped("action"))
    assert stage.locator('.tc-hexes [tabindex="0"]').count() == 1


def test_the_map_grows_in_its_frame_and_scrolls_there(stand: Stand) -> None:
    stage = opened(stand, camped("combat"))
    frame, picture = stage.locator(".tc-map-frame"), stage.locator(".tc-hexes")
    small = picture.bounding_box()
    pick(part(stage, "map-zoom"), "320")
    large = picture.bounding_box()
    assert small
    assert large
    assert large["width"] == pytest.approx(3.2 * small["width"], rel=0.02)
    assert frame.evaluate("one => one.scrollWidth > one.clientWidth + 100")
    assert stand.sideways() == 0


def test_fingers_push_the_map_about_and_two_of_them_enlarge_it(browser: Browser) -> None:
    view = {"width": 390, "height": 800}
    context = browser.new_context(viewport=view, has_touch=True, is_mobile=True)  # type: ignore[arg-type]  # a size
    page = context.new_page()
    stage = Stand(page).open(Table(camped("combat")).stage)
    frame = stage.locator(".tc-map-frame")
    frame.evaluate("one => one.scrollIntoView()")
    box = frame.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = context.new_cdp_session(page)
    for moved in range(0, 121, 10):
        kind = "touchMove" if moved else "touchStart"
        touch = {"type": kind, "touchPoints": [{"x": x - moved, "y": y}]}
        fingers.send("Input.dispatchTouchEvent", touch)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function("document.querySelector('.tc-map-frame').scrollLeft > 60")
    fingers.send("Input.synthesizePinchGesture", {"x": x, "y": y, "scaleFactor": 2})
    page.wait_for_function("visualViewport.scale > 1.5")
    context.close()


def test_on_a_phone_every_hex_is_large_enough_for_a_finger(stand: Stand) -> None:
    for width in (320, 390):
        stage = opened(stand, camped("combat"), width)
        box = space(stage, "c3").bounding_box()
        assert box
        assert box["width"] >= 44
        assert box["height"] >= 43
        assert stand.sideways() == 0


def test_what_cannot_be_done_is_dim_and_says_why(stand: Stand) -> None:
    game = camped("action")
    stage = opened(stand, game)
    part(stage, "who-3").click()
    dim = part(stage, "mode-buy")
    expect(dim).to_have_attribute("aria-disabled", "true")
    dim.click(force=True)
    expect(alert(stage)).to_contain_text("No caravan stands on that shepherd’s space")
    assert game.revision == 0


# Helpers


def test_the_combat_helper_counts_icon_by_icon_and_knows_what_a_lantern_adds(stand: Stand) -> None:
    game = camped("combat", mutation="iron-sheep")
    stage = opened(stand, game)
    part(stage, "who-0").click()
    part(stage, "mode-attack").click()
    would = part(stage, "would-hit")
    expect(would).to_contain_text("2 damage kills it")  # what is proposed does
    pick(part(stage, "act"), "shears")
    expect(would).to_contain_text("metal: immune: none")
    expect(would).to_contain_text("0 damage; 2 more are missing.")
    pick(part(stage, "act"), "flockbuster")
    expect(would).to_contain_text("1 damage; 1 more is missing.")
    expect(would).to_contain_text("One lantern would kill it.")
    part(stage, "act").locator("[name=boost]").check()
    expect(would).to_contain_text("2 damage kills it, for 1 essence.")
    tap(part(stage, "act"), "Attack")
    stand.settle()
    assert game.state.stock[0] == 15
    assert game.state.shepherds[0].lit == 2


def test_by_day_what_is_left_of_the_damage_goes_on(stand: Stand) -> None:
    game = camp_fire(phase="action")
    stage = opened(stand, game)
    part(stage, "mode-attack").click()
    pick(part(stage, "act"), "torch-pole")
    expect(part(stage, "would-hit")).to_contain_text("1 may go on to another sheep here")
    tap(part(stage, "act"), "Attack")
    expect(heading(stage)).to_have_text("Ann: 1 damage is left over")
    now_button(stage, "On to lesser: it dies")
    stand.settle()
    assert game.state.flock[0].count == (0, 1, 1)


def test_averting_counts_the_lanterns_and_a_wrong_sum_is_refused(stand: Stand) -> None:
    game = camped("avert")
    stage = opened(stand, game)
    card = part(stage, "avert")
    expect(part(stage, "avert-sum")).to_have_text("That is enough: Ann 2 and Bo 1.")
    pick(card, "3", "lanterns.0")
    expect(part(stage, "avert-sum")).to_have_text("4 lanterns are too many: it costs 3.")
    tap(card, "Avert pollution")
    expect(alert(stage)).to_contain_text("does not make 3 lanterns")
    pick(card, "0", "lanterns.1")
    expect(part(stage, "avert-sum")).to_have_text("That is enough: Ann 3.")
    tap(card, "Avert pollution")
    stand.settle()
    assert [one.lit for one in game.state.shepherds] == [0, 2, 1, 0]


def test_where_sheep_end_is_chosen_on_the_map_beside_the_reason(stand: Stand) -> None:
    game = night_fork()
    stage = opened(stand, game)
    expect(heading(stage)).to_have_text("Where do the sheep of c1 end?")
    trace = part(stage, "group-c1").locator(".tc-trace")
    expect(trace).to_be_visible()
    expect(trace.locator("[data-decides]")).to_have_text("The players choose: a3 or b3.")
    expect(space(stage, "b3")).to_have_attribute("aria-label", re.compile("c1 end here"))
    space(stage, "b3").click()
    expect(heading(stage)).to_have_text("The sheep move")
    now_button(stage, "Move the sheep")
    stand.settle()
    assert {herd.at for herd in game.state.flock} >= {"b3"}


def test_sheep_that_move_tell_why_when_they_are_tapped(stand: Stand) -> None:
    stage = opened(stand, camped("sheep-move"))
    expect(heading(stage)).to_have_text("The sheep move")
    expect(part(stage, "group-d6").locator(".tc-trace")).to_be_hidden()
    expect(space(stage, "d6")).to_have_attribute("aria-label", re.compile("Tells why they go"))
    space(stage, "d6").click()
    trace = part(stage, "why-d6").locator(".tc-trace")
    expect(trace).to_be_visible()
    expect(trace.locator("[data-decides]")).to_have_count(1)


def test_a_sheep_is_pushed_by_two_taps_on_the_map(stand: Stand) -> None:
    game = camp_fire("use Ann lightning-prod", phase="action")
    stage = opened(stand, game)
    expect(heading(stage)).to_have_text("Ann moves a sheep a space")
    space(stage, "c3").click()
    expect(part(stage, "job").get_by_role("button", name="c3", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    part(stage, "job").get_by_role("button", name="standard").click()
    space(stage, "d2").click()
    stand.settle()
    assert {herd.at: herd.count for herd in game.state.flock}["d2"] == (0, 1, 0)


def test_essence_is_shared_and_what_is_lost_is_said(stand: Stand) -> None:
    game = camp_fire("attack Ann rune-blade greater")
    stage = opened(stand, game)
    expect(part(stage, "shared")).to_have_text("2 of it do not fit and are lost.")
    card = part(stage, "job")
    pick(card, "1", "essence.0")
    pick(card, "2", "essence.1")
    expect(part(stage, "shared")).to_have_text("All of it finds a place.")
    tap(card, "Share")
    stand.settle()
    assert [one.essence for one in game.state.shepherds] == [5, 4]


def test_the_night_is_rehearsed_and_a_lantern_told(stand: Stand) -> None:
    stage = opened(stand, camped("combat"))
    card = part(stage, "rehearsal")
    expect(part(stage, "fate-tinkers")).to_contain_text("3")
    expect(part(stage, "fate-1")).to_contain_text("a Curse")
    card.locator("summary").click()
    expect(card).to_contain_text("may spend a lantern to distract")


# What the kit does by itself


def test_a_switch_says_first_then_does_it_and_undo_takes_all_of_it_back(stand: Stand) -> None:
    game = camped("combat", flock="l6:l")
    stage = opened(stand, game)
    part(stage, "automation").locator("summary").click()
    tap(part(stage, "switch-all"), "on")
    expect(part(stage, "switch-strike").get_by_role("button", name="on")).to_have_attribute(
        "aria-pressed", "true"
    )
    now_button(stage, "End combat")
    expect(part(stage, "happened")).to_contain_text("Combat is over.")
    expect(part(stage, "happened")).to_contain_text("Day 3 breaks.")
    expect(stage.locator(".tc-page")).not_to_have_attribute("data-night", "true")
    part(stage, "undo").click()
    expect(heading(stage)).to_have_text("Combat")
    assert game.state.phase == "combat"


def test_ask_shows_what_a_step_will_do_and_off_does_not(stand: Stand) -> None:
    stage = opened(stand, camped("pollution"))
    expect(part(stage, "preview")).to_have_text("Pollution rises 2 slots; averting costs 5.")
    part(stage, "automation").locator("summary").click()
    tap(part(stage, "switch-pollution"), "off")
    expect(part(stage, "preview")).to_have_count(0)
    expect(part(stage, "now").get_by_role("button", name="Raise pollution")).to_be_visible()


# A table with the box


def test_a_drawn_card_is_chosen_or_typed_in_and_offered_ever_after(stand: Stand) -> None:
    game = camped("mutation", virtual=False, mutation="")
    stage = opened(stand, game)
    now_button(stage, "It is not in the list")
    form = stage.get_by_role("form", name="Mutation")
    form.get_by_label("Name").fill("Mud Sheep")
    form.locator('[name="card.health.2"]').fill("4")
    pick(form, "fire", "card.weak")
    tap(form, "Type it in and draw it")
    expect(heading(stage)).to_have_text("Draw a Flock card")
    expect(part(stage, "force")).to_contain_text("Mud Sheep")
    assert game.state.sheep_now is not None
    assert (game.state.sheep_now.health, game.state.sheep_now.weak) == ((1, 1, 4), ("fire",))
    part(stage, "now").get_by_role("combobox").select_option(label="Scouts")
    now_button(stage, "This card was drawn")
    stand.settle()
    assert game.state.phase == "sheep-move"
    part(stage, "undo").click()
    part(stage, "undo").click()
    expect(heading(stage)).to_have_text("Draw tonight’s Mutation")
    options = part(stage, "now").get_by_role("combobox").inner_text()
    assert "Mud Sheep" in options


def test_a_card_that_cannot_be_read_is_answered(stand: Stand) -> None:
    stage = opened(stand, camped("mutation", virtual=False, mutation=""))
    now_button(stage, "It is not in the list")
    form = stage.get_by_role("form", name="Mutation")
    form.get_by_label("Name").fill("Odd Sheep")
    form.locator('[name="card.health.0"]').evaluate("one => (one.value = 0)")
    form.evaluate("one => (one.noValidate = true)")
    tap(form, "Type it in and draw it")
    expect(alert(stage)).to_contain_text("It cannot be read: health[0]")


def test_the_table_is_fixed_with_only_what_fits(stand: Stand) -> None:
    game = camped("combat")
    stage = opened(stand, game)
    tap(part(stage, "count"), "It lies differently")
    panel = part(stage, "panel")
    panel.locator("[name=at]").select_option("f4")
    expect(part(stage, "fix-now")).to_have_text("Now it says 1.")
    panel.get_by_label("How many there are").fill("3")
    panel.get_by_label("Why").fill("one was overlooked")
    tap(panel, "Set it")
    expect(part(stage, "happened")).to_contain_text("3 lesser sheep on f4")
    tap(panel, "A card turned")
    panel.locator("[name=what]").select_option(label="Ann: Shears is exhausted")
    panel.get_by_label("Why").fill("used before")
    tap(panel, "Set it")
    stand.settle()
    assert game.state.shepherds[0].hand[0].down


def test_the_laying_out_is_ticked_off(stand: Stand) -> None:
    stage = opened(stand, sheep.table(3))
    first = part(stage, "laying").get_by_role("checkbox").first
    first.check()
    part(stage, "bring").get_by_role("button").first.click()
    stand.settle()
    expect(first).to_be_checked()


def test_a_wrong_pack_is_answered_at_its_field_and_what_was_typed_stays(
    stand: Stand, tmp_path: Path
) -> None:
    table = Table("the-sheep", folder=tmp_path)
    stage = stand.open(table.stage)
    new = part(stage, "new-game")
    expect(new.get_by_text("begins")).to_have_count(0)
    new.get_by_label("Seat 2").fill("Ann-Marie")
    new.get_by_text("Our own map and cards").click()
    own = new.get_by_label("Or paste a pack, a map or cards")
    own.fill('{"bord": {}}')
    tap(new, "Start the game")
    expect(alert(stage)).to_contain_text("bord: nothing is called that here")
    expect(own).to_be_visible()
    expect(own).to_have_value('{"bord": {}}')
    expect(new.get_by_label("Seat 2")).to_have_value("Ann-Marie")
    own.fill(sheep.pack(title="The Marsh"))
    tap(new, "Start the game")
    expect(heading(stage)).to_contain_text("chooses a shepherd")
    assert table.session is not None
    assert table.session.state.table.board.title == "The Marsh"


def test_map_and_cards_are_downloaded(stand: Stand, tmp_path: Path) -> None:
    stage = stand.open(Table(sheep.ready(2), folder=tmp_path).stage)
    tap(stage, "Map and cards")
    with stand.page.expect_download() as found:
        part(stage, "panel").get_by_role("link", name="Download").click()
    assert found.value.suggested_filename == "the-sheep-pack.json"
    kept = json.loads(Path(found.value.path()).read_text("utf-8"))
    assert kept["board"]["title"] == sheep.ready(2).state.table.board.title


def test_a_curse_the_pack_lacks_is_typed_in_from_the_banner(stand: Stand) -> None:
    ann = sheep.shepherd("c4", "shears", corruption=3)
    game = sheep.at(ann, flock="c4:ss", phase="strike", pack=sheep.pack(curse=[]))
    stage = opened(stand, game)
    now_button(stage, "Let them strike")
    expect(heading(stage)).to_have_text("Ann draws a Curse")
    expect(part(stage, "now")).to_contain_text("type in the one that lies there")
    now_button(stage, "Type the card in")
    form = stage.get_by_role("form", name="Curse")
    expect(form).to_be_focused()
    form.get_by_label("Name").fill("Itch")
    tap(form, "Type it in and draw it")
    expect(part(stage, "happened")).to_contain_text("Ann draws the Curse Itch.")
    assert [one.id for one in game.state.shepherds[0].hand] == ["shears", "itch"]


# How it looks and sounds


def small_targets(stage: Locator) -> list[str]:
    """Return what can be pressed but is smaller than a finger; hexes are looked at elsewhere."""
    found: list[str] = stage.locator(
        "button, select, summary, label.tc-choice, label.tc-tick, input:not([type=radio],"
        "[type=checkbox],[type=hidden])"
    ).evaluate_all(
        """all => all.filter((one) => one.checkVisibility()).flatMap((one) => {
          const { width, height } = one.getBoundingClientRect();
          return width < 43.5 || height < 43.5 ? one.outerHTML.slice(0, 120) : [];
        })"""
    )
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sheep-day", "sheep-avert", "sheep-move", "sheep-draw"])
def test_text_twice_as_large_still_fits(stand: Stand, name: str) -> None:
    state_of(stand, name)
    stand.resize(390)
    stand.page.add_style_tag(content="html { font-size: 200% }")
    assert stand.sideways() == 0


def test_the_actions_of_the_page_are_plain_json(stand: Stand) -> None:
    stage = opened(stand, camped("action"))
    raw = stage.locator("[data-do]").evaluate_all("all => all.map((one) => one.dataset.do)")
    assert all(isinstance(json.loads(one), dict) for one in raw)


# Strangers at the table


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_a_name_of_forty_letters_in_a_row_widens_no_page(stand: Stand, width: int) -> None:
    names = ["W" * 40, "M" * 40, "Zoe", "Bo"]
    opened(stand, companion.start("the-sheep", names), width)
    assert stand.sideways() == 0


def test_a_card_is_not_drawn_before_it_is_chosen(stand: Stand) -> None:
    game = camped("mutation", virtual=False, mutation="")
    stage = opened(stand, game)
    now_button(stage, "This card was drawn")
    drawn = part(stage, "now").locator("select")
    expect(drawn).to_be_focused()
    assert game.revision == 0
    drawn.select_option("void-sheep")
    now_button(stage, "This card was drawn")
    expect(heading(stage)).to_have_text("Draw a Flock card")
    assert game.state.mutation == "void-sheep"


def test_the_numbers_of_the_end_fit_a_phone(stand: Stand) -> None:
    stand.resize(390)
    stage = state_of(stand, "sheep-over")
    numbers = part(stage, "sheet").locator(".tc-table")
    assert numbers.evaluate("one => one.scrollWidth - one.clientWidth") == 0
