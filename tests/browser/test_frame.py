"""What is round every board: the panels, refusals, the set-up, whose turn it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

import companion
from tests.browser.hands import expect_events
from tests.look import CAKES, played
from widgets import Table, start_page
from widgets.parts import frame, welcome

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator

    from tests.browser.conftest import Lab, Stand

pytestmark = pytest.mark.browser

GAME = "piece-o-cake"
PANELS = [panel for panel in frame.PANELS if panel not in ("seals", "pack")]  # of this game
LATE = "serve P K K H C K A G S H Z P K K H C K A G S H Z P K K H C K A G S H B"


def alert(stage: Locator) -> Locator:
    return stage.locator(".tc-stage").get_by_role("alert")


def heading(stage: Locator) -> Locator:
    return stage.locator("[data-now]")


def foot_button(stage: Locator, panel: str) -> Locator:
    return stage.locator(f'[data-key="open-{panel}"]')


def opened(stand: Stand, panel: str, game: Any) -> Locator:
    """Return a table with a panel opened by its button."""
    stage = stand.open(Table(game).stage)
    foot_button(stage, panel).click()
    expect(stage.locator('[data-key="panel"] h3').first).to_have_text(frame.PANELS[panel])
    return stage


def set_up(stand: Stand, folder: Path) -> Locator:
    return stand.open(Table(GAME, folder=folder).stage)


def name_fields(stage: Locator) -> Locator:
    return stage.locator('[name="names"]:visible')


def played_in(folder: Path, name: str, *commands: str, **options: Any) -> None:
    names = options.pop("names", ["Ada", "Ben", "Cy"])
    game = companion.start(GAME, names, save=folder / f"{name}.game", **options)
    for command in commands:
        game.do(command)
    game.close()


# The panels


@pytest.mark.parametrize("panel", PANELS)
def test_a_panel_opened_has_the_focus_and_a_move_leads_back_to_the_banner(
    stand: Stand, panel: str
) -> None:
    stand.resize(390, 700)
    stage = opened(stand, panel, played(0, CAKES[0]))
    title = stage.get_by_role("heading", name=frame.PANELS[panel])
    expect(title).to_be_focused()
    expect(title).to_be_in_viewport(ratio=1)
    stage.get_by_role("button", name="Leave it whole").click()
    expect_events(stage, 2)
    expect(heading(stage)).to_be_focused()
    expect(heading(stage)).to_be_in_viewport()


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("way", ["button", "key"])
def test_a_panel_closed_gives_the_focus_back_to_its_button(
    stand: Stand, panel: str, way: str
) -> None:
    stage = opened(stand, panel, played(1))
    if way == "key":
        stand.page.keyboard.press("Escape")
    else:
        stage.get_by_role("button", name="Close").click()
    expect(stage.locator('[data-key="panel"]')).to_be_hidden()
    expect(foot_button(stage, panel)).to_be_focused()
    expect(foot_button(stage, panel)).to_be_in_viewport()


def test_another_panel_takes_the_focus_from_the_first(stand: Stand) -> None:
    stage = opened(stand, "log", played(1))
    foot_button(stage, "rulings").click()
    expect(stage.get_by_role("heading", name="Rulings")).to_be_focused()


def test_a_typed_move_leaves_the_focus_where_the_next_one_is_typed(stand: Stand) -> None:
    stage = opened(stand, "type", played(0, CAKES[0]))
    line = stage.get_by_label("Move", exact=True)
    line.fill("cut 0 3")
    line.press("Enter")
    expect_events(stage, 2)
    expect(line).to_be_focused()
    expect(line).to_have_value("")


def test_the_warning_leads_to_the_panel_that_is_open_already(stand: Stand) -> None:
    stand.resize(390, 700)
    game = played(1)
    game.do("fix Green collected kiwi 3: lay under the box")
    stage = stand.open(Table(game).stage)
    mend = stage.locator('[data-key="problems"]').get_by_role("button", name="Fix the table")
    for _time in range(2):
        mend.click()
        expect(stage.get_by_role("heading", name="Fix the table")).to_be_in_viewport()
        heading(stage).scroll_into_view_if_needed()


# Refusals


def expect_above_form(stage: Locator, part: str) -> None:
    """Expect the refusal in view, right above the form it answers."""
    told = stage.locator(f'[data-key="{part}"] :is([role=alert] + form, [role=alert] + * > form)')
    expect(told).to_have_count(1)
    expect(alert(stage)).to_be_in_viewport(ratio=1)


def test_a_refused_start_is_told_at_the_form_and_the_focus_stays(
    stand: Stand, tmp_path: Path
) -> None:
    stand.resize(390, 700)
    (tmp_path / "mine.game").write_text("something else")
    stage = set_up(stand, tmp_path)
    stage.get_by_text(re.compile("^Kept in")).click()
    stage.get_by_label("File name").fill("mine")
    start = stage.get_by_role("button", name="Start the game")
    start.click()
    expect(alert(stage)).to_contain_text("mine.game is there already")
    expect_above_form(stage, "new-game")
    expect(start).to_be_focused()


def test_a_wrong_code_is_told_at_its_form(stand: Stand, tmp_path: Path) -> None:
    stand.resize(390, 700)
    stage = set_up(stand, tmp_path)
    stage.get_by_text("I have a resume code").click()
    stage.get_by_label("The code").fill("not a code")
    stage.get_by_role("button", name="Bring the game back").click()
    expect(alert(stage)).to_be_visible()
    expect_above_form(stage, "enter-code")


def test_a_save_that_has_gone_is_told_where_it_was_chosen(stand: Stand, tmp_path: Path) -> None:
    stand.resize(390, 700)
    played_in(tmp_path, "over")
    stage = set_up(stand, tmp_path)
    stage.get_by_role("button", name="Other game").click()
    stage.get_by_role("button", name="Choose another game").click()
    (tmp_path / "over.game").unlink()
    stage.get_by_role("button", name="Go on: over.game").click()
    expect(alert(stage)).to_contain_text("There is no save")
    expect(alert(stage)).to_be_in_viewport(ratio=1)
    expect(heading(stage)).not_to_be_in_viewport()


def test_a_typed_move_is_refused_above_its_line_and_not_at_length(stand: Stand) -> None:
    stand.resize(390, 700)
    stage = opened(stand, "type", played(1, CAKES[1], "cut 0 3"))
    line = stage.get_by_label("Move", exact=True)
    for command in (LATE, f"serve {'kiwi ' * 30}", f"cut {'0 3 ' * 30}", "Z" * 99):
        line.fill(command)
        line.press("Enter")
        stand.settle()
        expect(alert(stage)).to_contain_text(
            re.compile(f"(Not done. |“){command[:3]}", re.IGNORECASE)
        )
        expect_above_form(stage, "panel")
        expect(line).to_be_focused()
        quoted = re.search("^(“.*?”|Not done.*)", alert(stage).inner_text())
        assert quoted is not None
        assert len(quoted[0]) < 80


def test_a_refused_fix_is_told_above_its_form(stand: Stand) -> None:
    stand.resize(390, 700)
    stage = opened(stand, "fix", played(1))
    stage.get_by_label("How many there are").fill("11")
    stage.get_by_label("Why", exact=True).fill("it looks like more")
    stage.get_by_label("Variety").select_option("Plum")
    send = stage.get_by_role("button", name="Set this count")
    send.click()
    expect(alert(stage)).to_be_visible()
    expect(stage.locator('[data-key="panel"] [role="alert"]')).to_be_in_viewport(ratio=1)
    expect(send).to_be_focused()


def test_a_refused_move_on_the_board_is_brought_into_view_under_the_banner(stand: Stand) -> None:
    stand.resize(390, 500)
    stage = stand.open(Table(played(0, CAKES[0])).stage)
    for gap in (0, 2, 4, 6, 8):
        stage.locator(f'.tc-gap:has([value="{gap}"])').click()
    stage.get_by_role("button", name="Cut into these 5 pieces").click(force=True)
    expect(alert(stage)).to_be_in_viewport(ratio=1)
    expect(stage.locator(".tc-now ~ .tc-alert")).to_have_count(1)
    expect(stage.get_by_role("button", name="Cut into these 5 pieces")).to_be_focused()


def test_an_old_refusal_goes_with_the_next_change_of_a_form(stand: Stand) -> None:
    stage = stand.open(Table(played(0, CAKES[0])).stage)
    for gap in (0, 2, 4, 6, 8):
        stage.locator(f'.tc-gap:has([value="{gap}"])').click()
    stage.get_by_role("button", name="Cut into these 5 pieces").click(force=True)
    expect(alert(stage)).to_be_visible()
    stage.locator('.tc-gap:has([value="8"])').click()
    expect(alert(stage)).to_have_count(0)


def test_a_fix_that_leaves_a_problem_says_so_aloud(stand: Stand) -> None:
    stage = opened(stand, "fix", played(1))
    stage.get_by_label("Which slices").select_option("Green: collected")
    stage.get_by_label("Variety").select_option("Kiwi")
    stage.get_by_label("How many there are").fill("3")
    stage.get_by_label("Why", exact=True).fill("one lay under the box")
    stage.get_by_role("button", name="Set this count").click()
    expect(stage.get_by_role("status")).to_contain_text("1 slice too many")


# What has happened, and whose turn it is


def test_what_happened_last_stands_under_the_banner(stand: Stand) -> None:
    game = played(0, CAKES[0], "cut 0 3 7")
    stage = stand.open(Table(game).stage)
    told = stage.locator(".tc-now + .tc-happened")
    expect(told).to_have_text(game.log[-1].sentence)
    stage.get_by_role("button", name="Take piece B").click()
    expect(told).to_have_text(re.compile("^Blue takes piece B"))
    stage.get_by_role("button", name="Undo").click()
    expect(told).to_have_text(re.compile("^Taken back: Blue takes piece B"))


def test_nothing_is_told_before_anything_has_happened(stand: Stand) -> None:
    stage = stand.open(Table(played(0)).stage)
    expect(stage.locator('[data-key="happened"]')).to_be_hidden()


def test_whose_turn_it_is_stays_in_sight_as_a_thin_line(stand: Stand) -> None:
    stand.resize(390, 600)
    stage = stand.open(Table(played(2, CAKES[2], "cut 1 3 7 9")).stage)
    stage.locator(".tc-foot").scroll_into_view_if_needed()
    assert top_line(stand) == heading(stage).inner_text()
    height = stage.locator(".tc-line").evaluate(
        "line => parseFloat(getComputedStyle(line, '::before').height)"
    )
    assert height <= 40
    stand.resize(390, 460)
    assert top_line(stand) == ""


def top_line(stand: Stand) -> str:
    """Return the words of the line that lies over the page at the top of the window."""
    found: str = stand.page.evaluate(
        """() => {
          const line = document.elementFromPoint(innerWidth / 2, 12)?.closest(".tc-line");
          return line ? line.dataset.heading : "";
        }"""
    )
    return found


def test_the_thin_line_covers_nothing_that_has_the_focus(stand: Stand) -> None:
    stand.resize(390, 600)
    stage = stand.open(Table(played(2, CAKES[2], "cut 1 3 7 9")).stage)
    foot_button(stage, "other").focus()
    for _step in range(12):
        stand.page.keyboard.press("Shift+Tab")
        covered = stand.page.evaluate(
            """() => {
              const box = document.activeElement.getBoundingClientRect();
              const over = document.elementFromPoint(box.x + box.width / 2, box.y + 2);
              return over?.closest(".tc-line") !== null;
            }"""
        )
        assert not covered


def test_the_line_is_hidden_behind_the_banner_while_that_is_in_sight(stand: Stand) -> None:
    stage = stand.open(Table(played(1)).stage)
    box = stage.locator(".tc-now").bounding_box()
    assert box is not None
    over = "([x, y]) => document.elementFromPoint(x, y).closest('.tc-now') !== null"
    for x in (30, box["width"] / 2):
        for y in (6, 30):
            assert stand.page.evaluate(over, [box["x"] + x, box["y"] + y])


def test_the_line_sticks_in_jupyterlab_too(lab: Lab) -> None:
    cell = f"""import companion
from widgets import Table
game = companion.start("{GAME}", ["Ann", "Bob", "Cy"])
game.do("{CAKES[0]}")
Table(game)"""
    shown = lab.open([cell])
    shown.page.set_viewport_size({"width": 900, "height": 600})
    expect(heading(shown.stage)).to_have_text("Ann cuts the cake")
    shown.stage.locator(".tc-foot").scroll_into_view_if_needed()
    expect(heading(shown.stage)).not_to_be_in_viewport()
    box = shown.stage.locator(".tc-line").bounding_box()
    top = shown.page.locator(".jp-WindowedPanel-outer").bounding_box()
    assert box is not None
    assert top is not None
    assert abs(box["y"] - top["y"]) < 2


# Setting up


def test_enter_in_a_name_leads_to_the_next_one_and_starts_nothing(
    stand: Stand, tmp_path: Path
) -> None:
    table = Table(GAME, folder=tmp_path)
    stage = stand.open(table.stage)
    names = name_fields(stage)
    names.first.focus()
    for name in ("Ada", "Ben", "Cy"):
        stand.page.keyboard.type(name)
        stand.page.keyboard.press("Enter")
    expect(names.nth(3)).to_be_focused()
    stand.page.keyboard.press("Enter")
    expect(stage.get_by_role("button", name="Start the game")).to_be_focused()
    assert table.session is None
    stand.page.keyboard.press("Enter")
    expect(heading(stage)).to_have_text("Ada serves the cake")
    assert table.session is not None
    assert table.session.names == ("Ada", "Ben", "Cy", "Gold")


def test_an_empty_seat_gets_a_name_nobody_typed(stand: Stand, tmp_path: Path) -> None:
    table = Table(GAME, folder=tmp_path)
    stage = stand.open(table.stage)
    name_fields(stage).first.fill("Blue")
    stage.get_by_role("button", name="Start the game").click()
    expect(heading(stage)).to_have_text("Blue serves the cake")
    assert table.session is not None
    assert table.session.names == ("Blue", "Red", "Green", "Gold")


@pytest.mark.parametrize(
    ("typed", "seated"),
    [
        (["", "", ""], ["Red", "Blue", "Green"]),
        (["blue ", ""], ["blue ", "Red"]),
        (["", "Red"], ["Blue", "Red"]),
        (["Blue", "", "Red", "Gold", "Green"], ["Blue", "Violet", "Red", "Gold", "Green"]),
        (["Ada", "ada"], ["Ada", "ada"]),
    ],
)
def test_seats_are_named(typed: list[str], seated: list[str]) -> None:
    assert [name.strip() for name in welcome.seated([name.strip() for name in typed])] == [
        name.strip() for name in seated
    ]


def test_a_beginner_who_is_no_longer_there_is_the_first_seat(stand: Stand, tmp_path: Path) -> None:
    table = Table(GAME, folder=tmp_path)
    stage = stand.open(table.stage)
    count = stage.get_by_role("group", name="How many play?")
    count.locator(".tc-choice", has_text="5").click()
    stage.get_by_label("Seat 5 begins").check(force=True)
    count.locator(".tc-choice", has_text="3").click()
    expect(stage.get_by_label("Seat 1 begins")).to_be_checked()
    stage.get_by_role("button", name="Start the game").click()
    expect(heading(stage)).to_have_text("Red serves the cake")


def test_a_beginner_beyond_the_seats_is_read_as_the_first(tmp_path: Path) -> None:
    act = {"table": "begin", "count": 3, "names": ["", "", "", "", ""], "first": 4}
    assert welcome.read(act, companion.games[GAME], tmp_path).options["first"] == 0


@pytest.mark.parametrize("act", [{}, {"count": None}, {"count": 2, "names": 7}])
def test_a_form_that_cannot_be_read_begins_nothing(act: dict[str, Any], tmp_path: Path) -> None:
    table = Table(GAME, folder=tmp_path)
    table._receive({"do": {"table": "begin", **act}, "revision": 0, "id": "one"})
    assert table.session is None
    assert "could not be read" in table.stage._parts["alert"]
    assert list(tmp_path.glob("*.game")) == []


def test_started_twice_quickly_it_is_one_game(tmp_path: Path) -> None:
    table = Table(GAME, folder=tmp_path)
    act = {"table": "begin", "count": 2, "names": ["A", "B"], "file": "one"}
    table._receive({"do": act, "revision": 0, "id": "one"})
    table._receive({"do": act, "revision": 0, "id": "two"})
    table._receive({"do": {**act, "file": "two"}, "revision": 0, "id": "three"})
    assert [path.name for path in tmp_path.glob("*.game")] == ["one.game"]
    assert 'role="alert"' not in "".join(table.stage._parts.values())


def test_a_code_sent_twice_quickly_is_one_game(tmp_path: Path) -> None:
    table = Table(GAME, folder=tmp_path)
    code = played(1).code()
    for number in ("one", "two"):
        table._receive({"do": {"table": "code", "code": code}, "revision": 0, "id": number})
    assert len(list(tmp_path.glob("*.game"))) == 1


def test_a_double_click_starts_one_game(stand: Stand, tmp_path: Path) -> None:
    stage = set_up(stand, tmp_path)
    stage.get_by_role("button", name="Start the game").dblclick()
    expect(heading(stage)).to_have_text("Red serves the cake")
    stand.settle()
    assert len(list(tmp_path.glob("*.game"))) == 1
    expect(alert(stage)).to_have_count(0)


def test_the_form_remembers_who_played_and_lets_the_next_one_begin(
    stand: Stand, tmp_path: Path
) -> None:
    rulings = {
        ruling.id: ruling.options[-1].id for ruling in companion.games[GAME].rulebook.rulings
    }
    chosen = {"edition": "more-whip", "first": 2, "rulings": rulings}
    played_in(tmp_path, "done", **chosen)
    table = Table(companion.open(tmp_path / "done.game"), folder=tmp_path)
    stage = stand.open(table.stage)
    stage.get_by_role("button", name="Other game").click()
    stage.get_by_role("button", name="Choose another game").click()
    expect(stage.get_by_role("heading", name="A new game")).to_be_focused()
    assert name_fields(stage).evaluate_all("all => all.map(o => o.value)") == ["Ada", "Ben", "Cy"]
    expect(stage.get_by_label("Seat 1 begins")).to_be_checked()
    stage.get_by_role("button", name="Start the game").click()
    expect(heading(stage)).to_have_text("Ada serves the cake")
    assert table.session is not None
    assert table.session.setup.edition == "more-whip"
    assert table.session.setup.rulings == rulings


def test_the_seat_after_the_last_one_of_a_series_begins(tmp_path: Path) -> None:
    played_in(tmp_path, "series", names=["A", "B"], first=1)
    (found,) = welcome.find(tmp_path, GAME)
    assert found.next_first == 0


def test_default_names_are_remembered_as_defaults(stand: Stand, tmp_path: Path) -> None:
    played_in(tmp_path, "one", names=["Red", "Ann"])
    played_in(tmp_path, "two", names=["Red", "Ann"])
    stage = set_up(stand, tmp_path)
    expect(name_fields(stage)).to_have_count(2)
    expect(name_fields(stage).nth(0)).to_have_value("")
    expect(name_fields(stage).nth(1)).to_have_value("Ann")
    expect(stage.get_by_label("Seat 2 begins")).to_be_checked()


# The folder


def test_what_cannot_be_read_is_listed_apart_with_the_reason(stand: Stand, tmp_path: Path) -> None:
    for name in ("fine", "good", "torn"):
        played_in(tmp_path, name, CAKES[0], "cut 0 4", "take A")
    lines = (tmp_path / "torn.game").read_bytes().splitlines(keepends=True)
    torn = [*lines[:2], lines[2].replace(b"cut", b"cat"), *lines[3:]]
    (tmp_path / "torn.game").write_bytes(b"".join(torn))
    (tmp_path / "foreign.game").write_bytes(b"\x89PNG\r\n")
    stage = set_up(stand, tmp_path)
    lists = stage.locator("section:has(.tc-saves)")
    fine, broken = (lists.filter(has_text=title) for title in ("Go on with a game", "Cannot be"))
    assert sorted(fine.locator("strong").all_inner_texts()) == ["fine.game", "good.game"]
    expect(broken.locator("li")).to_have_count(2)
    expect(broken.locator("li", has_text="foreign")).to_contain_text("not the start of a game")
    expect(broken.locator("li", has_text="foreign").get_by_role("button")).to_have_count(0)
    expect(broken.locator("li", has_text="torn")).to_contain_text("checksum")
    broken.get_by_role("button", name="Recover 1 event").click()
    expect(heading(stage)).to_have_text("Ada cuts the cake")


def test_a_folder_that_is_missing_is_made(stand: Stand, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "deep"
    stage = set_up(stand, folder)
    stage.get_by_role("button", name="Start the game").click()
    expect(heading(stage)).to_have_text("Red serves the cake")
    assert len(list(folder.glob("*.game"))) == 1


def test_the_start_page_links_only_what_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "href" not in start_page()._repr_html_()
    assert "not in this folder" in str(start_page())
    (tmp_path / f"{GAME}-table.ipynb").touch()
    assert re.findall('href="([^"]+)"', start_page()._repr_html_()) == [f"{GAME}-table.ipynb"]
    assert f"Piece o’ Cake: {GAME}-table" in str(start_page()).splitlines()


# Errors inside


def test_an_error_inside_leaves_a_table_that_still_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(0, CAKES[0])
    table = Table(game)
    monkeypatch.setattr(game, "undo", lambda **_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        table._receive({"do": {"table": "undo"}, "revision": 1, "id": "one"})
    game.do("cut 0 3")
    assert "Blue chooses" in table.stage._parts["now"]
