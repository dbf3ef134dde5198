"""The table of Piece o' Cake on the stand: every state, by mouse, touch and keyboard."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

import companion
from tests.browser.hands import expect_events, play
from tests.look import CAKES, STATES, duel, played
from widgets import Table

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator

    from tests.browser.conftest import Stand

pytestmark = pytest.mark.browser

WIDE_NAMES = ["Maximiliane-Charlotte von und zu Kuchen!!", "<b>Bo</b> \"'", "🐑🍰", "אבג", "E"]


def shown(stand: Stand, state: str, folder: Path) -> Locator:
    make, taps = STATES[state]
    stage = stand.open(Table(make(), folder=folder).stage)
    for tap in taps:
        stage.locator(tap).first.click(force=True)  # also what is dim
        stand.settle()
    return stage


def alert(stage: Locator) -> Locator:
    return stage.get_by_role("alert")


# What every state must keep


SMALL = """all => all.filter(one => one.checkVisibility())
  .map(one => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
  .map(([html, box]) => `${html} ${box.width}x${box.height}`)"""
TARGETS = (
    "button, .tc-choice, .tc-switch, .tc-gap, .tc-playing:has(input), summary, select, textarea, "
    "input[type=text]"
)


@pytest.mark.parametrize("state", STATES)
def test_every_state_is_accessible_and_fits_every_window_and_every_finger(
    stand: Stand, state: str, tmp_path: Path
) -> None:
    stage = shown(stand, state, tmp_path)
    assert stand.axe() == []
    stand.theme("dark")
    assert stand.axe_colours() == []
    for width in (1280, 768, 600, 414, 360, 320, 302):
        stand.resize(width)
        assert stand.sideways() <= 0, width
    stand.resize(320)
    assert stage.locator(TARGETS).evaluate_all(SMALL) == []
    stand.resize(640)
    stand.page.add_style_tag(content="html { font-size: 200% }")
    assert stand.sideways() <= 0


def test_five_long_and_hostile_names_fit_a_phone(stand: Stand) -> None:
    game = companion.start("piece-o-cake", WIDE_NAMES)
    stand.resize(320)
    stage = stand.open(Table(game).stage)
    for command in (CAKES[0], "cut 0 2 4 6 8", "take A", "take B eat all"):
        game.do(command)
    assert stand.sideways() <= 0
    for seat, name in enumerate(WIDE_NAMES):
        assert stage.locator(".tc-seat bdi").nth(seat).inner_text() == name


# Playing


def test_the_draft_of_a_cut_is_lettered_and_totalled_before_it_is_done(stand: Stand) -> None:
    game = played(0, CAKES[0])
    stage = stand.open(Table(game).stage)
    for gap in (0, 3, 7):
        stage.locator(f'.tc-gap:has([value="{gap}"])').click()
    rows = stage.locator('[data-key="draft-pieces"] tbody tr')
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("5 points")
    assert game.revision == 1
    stage.get_by_role("button", name="Cut into these 3 pieces").click()
    expect_events(stage, 2)
    assert game.state.gaps == (0, 3, 7)


def test_too_many_pieces_are_refused_with_the_rule_and_what_works(stand: Stand) -> None:
    stage = stand.open(Table(played(0, CAKES[0])).stage)
    for gap in (0, 2, 4, 6, 8):
        stage.locator(f'.tc-gap:has([value="{gap}"])').click()
    expect(stage.locator(".tc-said")).to_contain_text("5 pieces are too many: at most 4.")
    stage.get_by_role("button", name="Cut into these 5 pieces").click(force=True)
    expect(alert(stage)).to_contain_text("Cut into 1 to 4 pieces.")
    expect(alert(stage)).to_contain_text("Cut the cake")


def test_a_fourth_plum_is_refused_with_the_count_so_far(stand: Stand) -> None:
    stage = stand.open(Table(played(0)).stage)
    stage.locator('[name="text"]').fill("plum P p plum kiwi")
    expect(stage.locator(".tc-said")).to_contain_text("4 Plum cannot be: 3 exist")


def test_typing_letters_serves_like_tapping(stand: Stand) -> None:
    game = played(0)
    stage = stand.open(Table(game).stage)
    stage.locator('[name="text"]').fill("P K K H C K A G S H B")
    stage.get_by_role("button", name="Serve this cake").click()
    expect_events(stage, 1)
    tapped = played(0, CAKES[0])
    assert game.state == tapped.state


def test_a_double_tap_takes_one_piece(stand: Stand) -> None:
    game = played(0, CAKES[0], "cut 0 3 7")
    stage = stand.open(Table(game).stage)
    stage.get_by_role("button", name="Take piece B").dblclick()
    expect_events(stage, 3)
    stand.settle()
    assert game.revision == 3
    expect(alert(stage)).to_have_count(0)


LONG_REST = ".tc .tc-page .tc-button { animation-delay: 3600s !important }"


@pytest.mark.parametrize("earlier", [[], ["pass", "pass", "next"]], ids=["first", "later"])
def test_the_second_tap_of_two_does_not_pass_for_the_next_player(
    stand: Stand, earlier: list[str]
) -> None:
    game = duel()
    stage = stand.open(Table(game).stage)
    for command in earlier:
        table_button(stage, command).click()
    at = centre(table_button(stage, "pass"))
    done = game.revision
    resting = stand.page.add_style_tag(content=LONG_REST)  # as long as a test may take
    table_button(stage, "pass").press("Enter")
    expect_events(stage, done + 1)
    assert centre(table_button(stage, "pass")) == at
    stand.page.mouse.click(*at)
    expect(stand.page.locator("[data-busy]")).to_have_count(0)
    assert game.revision == done + 1
    resting.evaluate("style => style.remove()")
    table_button(stage, "pass").click()
    expect_events(stage, done + 2)


def table_button(stage: Locator, command: str) -> Locator:
    names = {"pass": "Pass", "next": "The next bout is dealt"}
    return stage.get_by_role("button", name=names[command], exact=True)


def centre(button: Locator) -> tuple[float, float]:
    box = button.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_tap_delivered_twice_acts_once_and_scolds_nobody() -> None:
    game = played(0, CAKES[0], "cut 0 3 7")
    table = Table(game)
    tap = {"do": {"type": "take", "seat": 1, "piece": 0, "eat": []}, "revision": 2}
    table._receive({**tap, "id": "one"})
    table._receive({**tap, "id": "two"})
    assert game.revision == 3
    assert 'role="alert"' not in "".join(table.stage._parts.values())


def test_a_tap_on_an_old_page_is_refused_and_shows_the_table_as_it_is(stand: Stand) -> None:
    game = played(0, CAKES[0], "cut 0 3 7")
    stage = stand.open(Table(game).stage)
    stand.hold()
    stage.get_by_role("button", name="Take piece B").click()
    companion.Session.do(game, "take A")
    stand.release()
    expect(alert(stage)).to_contain_text("the table has changed", ignore_case=True)
    expect(stage.locator("[data-now]")).to_have_text("Green chooses")
    assert game.revision == 3


def test_eat_and_collect_switches_say_what_they_would_bring(stand: Stand) -> None:
    game = played(0, CAKES[0], "cut 0 3 7")
    stage = stand.open(Table(game).stage)
    piece = stage.get_by_role("form", name="Piece B")
    piece.locator(".tc-switch").first.click()
    expect(piece).to_contain_text("eats 3 now; then leads in Apricot, Cherry and Kiwi")
    piece.get_by_role("button", name="Take piece B").click()
    expect_events(stage, 3)
    assert game.log[-1].sentence.startswith("Blue takes piece B, eats Chocolate and collects")


def test_each_piece_tells_of_its_own_switches(stand: Stand) -> None:
    stage = stand.open(Table(played(0, CAKES[0], "cut 0 3 7")).stage)
    first, second = (stage.get_by_role("form", name=f"Piece {name}") for name in "AB")
    first.locator(".tc-switch").first.click()
    expect(first).to_contain_text("eats 1 now")
    second.locator(".tc-switch").first.click()
    expect(second).to_contain_text("eats 3 now")
    expect(first).to_contain_text("eats 1 now")


def test_forfeit_and_undo_and_redo_by_their_buttons(stand: Stand) -> None:
    game = played(1, CAKES[1], "cut 0 3 7")
    stage = stand.open(Table(game).stage)
    before = stage.locator('[data-key="meaning"]').inner_text()
    stage.get_by_role("button", name=re.compile("Eat 2 Kiwi")).click()
    expect_events(stage, game.revision)
    stage.get_by_role("button", name=re.compile("Undo: Green eats Kiwi")).click()
    expect(stage.locator("[data-now]")).to_have_text("Green chooses")
    assert stage.locator('[data-key="meaning"]').inner_text() == before
    stage.get_by_role("button", name=re.compile("Redo: Green eats Kiwi")).click()
    expect(stage.locator("[data-now]")).to_have_text("Gold chooses")


def test_a_round_by_keyboard_alone(stand: Stand) -> None:
    game = played(0)
    stage = stand.open(Table(game).stage)
    keys = stand.page.keyboard
    stage.locator('[data-insert="plum"]').focus()
    keys.press("Enter")
    for _step in range(4):
        keys.press("ArrowRight")
    for _slice in range(7):
        keys.press("Space")
    stage.locator('[name="text"]').focus()
    keys.press("End")
    keys.type(" H H H")
    keys.press("Enter")
    expect_events(stage, 1)
    stage.locator('[name="gaps"][value="0"]').focus()
    keys.press("Space")
    keys.press("ArrowLeft")
    keys.press("ArrowLeft")
    keys.press("Space")
    expect(stage.get_by_role("button", name="Cut into these 2 pieces")).to_be_visible()
    keys.press("Tab")
    keys.press("Enter")
    expect_events(stage, 2)
    assert game.state.gaps == (0, 9)
    expect(stage.locator("[data-now]")).to_be_focused()


def test_the_ring_of_gaps_is_one_tab_stop(stand: Stand) -> None:
    stage = stand.open(Table(played(0, CAKES[0])).stage)
    stops = stage.locator('[name="gaps"]').evaluate_all("all => all.filter(o => o.tabIndex === 0)")
    assert len(stops) == 1


def test_what_happened_is_read_aloud(stand: Stand) -> None:
    game = played(0, CAKES[0])
    stage = stand.open(Table(game).stage)
    stage.get_by_role("button", name="Leave it whole").click()
    expect(stage.locator('[role="status"]')).to_have_text(game.log[-1].sentence)


# The foot


def test_fix_the_table_tells_what_does_not_add_up_and_can_be_undone(stand: Stand) -> None:
    game = played(1)
    stage = stand.open(Table(game).stage)
    stage.locator(".tc-end").get_by_role("button", name="Fix the table").click()
    stage.get_by_label("Which slices").select_option("Green: collected")
    stage.get_by_label("Variety").select_option("Kiwi")
    stage.get_by_label("How many there are").fill("3")
    stage.get_by_label("Why", exact=True).fill("one lay under the box, really")
    stage.get_by_role("button", name="Set this count").click()
    expect(stage.locator('[data-key="problems"]')).to_contain_text("1 slice too many")
    assert game.log[-1].action.reason == "one lay under the box, really"
    stage.get_by_role("button", name=re.compile("Undo: fix of Green")).click()
    expect(stage.locator('[data-key="problems"]')).to_be_hidden()


def test_fix_the_table_offers_only_piles_there_are_and_tells_what_lies_there(
    stand: Stand,
) -> None:
    game = played(1)
    stage = stand.open(Table(game).stage)
    stage.locator(".tc-end").get_by_role("button", name="Fix the table").click()
    piles = stage.get_by_label("Which slices").locator("option").all_inner_texts()
    assert len(piles) == 2 * len(game.names) + 1
    for pile in piles:
        stage.get_by_label("Which slices").select_option(pile)
        stage.get_by_label("Variety").select_option("Kiwi")
        stage.get_by_label("How many there are").fill("2")
        stage.get_by_label("Why", exact=True).fill("tried")
        stage.get_by_role("button", name="Set this count").click()
        expect_events(stage, game.revision)
    expect(alert(stage)).to_have_count(0)
    stage.get_by_label("Which slices").select_option("Green: collected")
    expect(stage.locator('[data-key="fix-now"]')).to_have_text("Now it says 2 Kiwi.")
    expect(stage.get_by_role("status")).to_have_text("Now it says 2 Kiwi.")


def test_typed_moves_work_and_unreadable_ones_are_answered(stand: Stand) -> None:
    game = played(0, CAKES[0])
    stage = stand.open(Table(game).stage)
    stage.get_by_role("button", name="Type a move").click()
    line = stage.get_by_label("Move", exact=True)
    line.fill("cutt 0 3")
    line.press("Enter")
    expect(alert(stage)).to_contain_text("did you mean cut?")
    line.fill("cut 0 3")
    line.press("Enter")
    expect_events(stage, 2)
    stage.get_by_label("Move", exact=True).fill("undo")
    stage.get_by_label("Move", exact=True).press("Enter")
    expect_events(stage, 3)
    assert game.state.phase == "cut"


def test_the_log_shows_rules_and_what_was_taken_back(stand: Stand) -> None:
    game = played(1)
    game.undo()
    stage = stand.open(Table(game).stage)
    stage.get_by_role("button", name="Log", exact=True).click()
    lines = stage.locator(".tc-log li")
    expect(lines).to_have_count(7)
    expect(lines.first).to_contain_text("Taken back: Red takes piece D")
    expect(lines.nth(1)).to_contain_text("taken back:")
    expect(lines.last).to_contain_text("Rule: Serve the cake")


def test_the_score_sheet_gives_each_seat_its_own_reasons(stand: Stand, tmp_path: Path) -> None:
    stage = shown(stand, "over", tmp_path)
    game = STATES["over"][0]()
    for seat, name in enumerate(game.names):
        head = f"{name}: {game.outcome.points[seat]} points"
        details = stage.locator("details").filter(has_text=head)
        if details.get_attribute("open") is None:
            details.locator("summary").click()
        told = details.locator("li span").all_inner_texts()
        assert told == [line.reason for line in companion_score(game) if line.seat == seat]


def companion_score(game: Any) -> Any:
    return game.view().score


def test_the_next_game_of_a_series_starts_one_seat_further(stand: Stand, tmp_path: Path) -> None:
    stage = shown(stand, "over", tmp_path)
    stage.get_by_role("button", name="Play the next game").click()
    expect(stage.locator("[data-now]")).to_have_text("Blue serves the cake")


# Before the game


def test_a_new_game_from_the_form_is_saved_from_the_first_tap(stand: Stand, tmp_path: Path) -> None:
    table = Table("piece-o-cake", folder=tmp_path)
    stage = stand.open(table.stage)
    stage.locator(".tc-choice", has_text=re.compile("^2$")).click()
    stage.locator('[name="names"]').nth(0).fill("Ada")
    stage.locator(".tc-choice", has_text="More Whip!").click()
    stage.get_by_label("Seat 2 begins").check(force=True)
    stage.get_by_role("button", name="Start the game").click()
    expect(stage.locator("[data-now]")).to_have_text("Blue serves the cake")
    assert table.session is not None
    assert table.session.names == ("Ada", "Blue")
    assert table.session.setup.edition == "more-whip"
    assert table.session.path is not None
    assert table.session.path.exists()


def test_a_game_comes_back_from_its_code_on_another_machine(stand: Stand, tmp_path: Path) -> None:
    game = played(2, CAKES[2], "cut 0 4")
    stage = stand.open(Table("piece-o-cake", folder=tmp_path).stage)
    stage.get_by_text("I have a resume code").click()
    stage.get_by_label("The code").fill(game.code().lower())
    stage.get_by_role("button", name="Bring the game back").click()
    expect(stage.locator("[data-now]")).to_have_text("Gold chooses")
    assert [companion.opening.peek(path).state for path in tmp_path.glob("*.game")] == [game.state]


def test_a_wrong_letter_in_a_code_is_told(stand: Stand, tmp_path: Path) -> None:
    code = played(1).code()
    stage = stand.open(Table("piece-o-cake", folder=tmp_path).stage)
    stage.get_by_text("I have a resume code").click()
    stage.get_by_label("The code").fill(code[:20] + ("A" if code[20] != "A" else "B") + code[21:])
    stage.get_by_role("button", name="Bring the game back").click()
    expect(alert(stage)).to_contain_text("wrong or missing letter")
    assert list(tmp_path.glob("*.game")) == []


def test_one_unfinished_game_goes_on_by_itself_and_two_are_asked_about(
    stand: Stand, tmp_path: Path
) -> None:
    for name in ("monday", "tuesday"):
        game = companion.start("piece-o-cake", ["A", "B"], save=tmp_path / f"{name}.game")
        game.do(CAKES[0])
        game.close()
        if name == "monday":
            alone = Table("piece-o-cake", folder=tmp_path)
            assert alone.session is not None
            assert alone.session.path == tmp_path / "monday.game"
            alone.session.close()
    stage = stand.open(Table("piece-o-cake", folder=tmp_path).stage)
    expect(stage.locator(".tc-saves li")).to_have_count(2)
    stage.get_by_role("button", name="Go on: monday.game").click()
    expect(stage.locator("[data-now]")).to_have_text("A cuts the cake")
    stage.get_by_role("button", name="Other game").click()
    stage.get_by_role("button", name="Choose another game").click()
    expect(stage.locator(".tc-saves li")).to_have_count(2)


def test_a_damaged_save_is_offered_for_recovery_and_left_as_it_is(
    stand: Stand, tmp_path: Path
) -> None:
    game = companion.start("piece-o-cake", ["A", "B"], save=tmp_path / "torn.game")
    for command in (CAKES[0], "cut 0 4", "take A"):
        game.do(command)
    game.close()
    lines = (tmp_path / "torn.game").read_bytes().splitlines(keepends=True)
    damaged = b"".join([*lines[:2], lines[2].replace(b"cut", b"cat"), *lines[3:]])
    (tmp_path / "torn.game").write_bytes(damaged)
    stage = stand.open(Table("piece-o-cake", folder=tmp_path).stage)
    stage.get_by_role("button", name="Recover 1 event").click()
    expect(stage.locator("[data-now]")).to_have_text("A cuts the cake")
    assert (tmp_path / "torn.game").read_bytes() == damaged


def test_an_existing_file_is_never_replaced(stand: Stand, tmp_path: Path) -> None:
    (tmp_path / "mine.game").write_text("something else")
    stage = stand.open(Table("piece-o-cake", folder=tmp_path).stage)
    stage.get_by_text(re.compile("^Kept in")).click()
    stage.get_by_label("File name").fill("mine")
    stage.get_by_role("button", name="Start the game").click()
    expect(alert(stage)).to_contain_text("mine.game is there already")
    assert (tmp_path / "mine.game").read_text() == "something else"


# Several pages, hidden slices


def test_two_tables_and_a_cell_follow_one_game(stand: Stand) -> None:
    game = played(0, CAKES[0])
    other = Table(game)
    stage = stand.open(Table(game).stage)
    game.do("cut 0 3")
    expect(stage.locator("[data-now]")).to_have_text("Blue chooses")
    play(stage, game.legal()[0], 3)
    assert "Green" in other.stage._parts["now"]


def test_pages_of_two_worlds_that_differ_only_in_unseen_slices_are_equal() -> None:
    pages = []
    for seed in ("one", "two"):
        game = companion.start("piece-o-cake", ["A", "B", "C"], virtual=True, seed=seed)
        table = Table(game)
        table._receive({"do": {"table": "panel", "name": "log"}, "revision": 0, "id": seed})
        pages.append((table.stage._parts, str(game), repr(table), repr(game)))
    assert pages[0] == pages[1]


def test_a_game_put_away_in_another_output_says_how_to_go_on(stand: Stand, tmp_path: Path) -> None:
    game = companion.start("cake-duel", ["Ann", "Bo"], save=tmp_path / "one.game")
    stage = stand.open(Table(game, folder=tmp_path).stage)
    game.close()
    table_button(stage, "pass").click()
    expect(alert(stage)).to_contain_text("This game was put away somewhere else.")
    expect(alert(stage)).to_contain_text("Run the cell above again")


@pytest.mark.parametrize("game_id", ["piece-o-cake", "cake-duel"])
def test_the_form_says_where_a_computer_may_play(
    game_id: str, stand: Stand, tmp_path: Path
) -> None:
    stage = stand.open(Table(game_id, folder=tmp_path).stage)
    told = stage.get_by_text("With a set of the kit, the computer can take seats.")
    expect(told).to_have_count(1 if companion.bots.tempers(game_id) else 0)
