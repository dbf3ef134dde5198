"""The page of Piece o' Cake: its tables at every width, its ring under a finger, its words."""

from __future__ import annotations

import re
from itertools import combinations
from math import cos, dist, radians, sin
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from playwright.sync_api import expect

import companion
from companion.piece_o_cake.board import now, where
from companion.piece_o_cake.slices import varieties
from companion.piece_o_cake.state import letter, pieces
from tests import cakes, tables
from tests.browser.hands import expect_events
from tests.look import CAKES, LONG_NAMES, NAMES, finished, played
from widgets import Table
from widgets.parts import ring

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import Stand, Theme

pytestmark = pytest.mark.browser

IN_LAB = 302  # the window of the stand in which the stage gets the 286 pixels of a phone's notebook
WIDTHS = (IN_LAB, 320, 390, 600, 768, 1024, 1280)
THEMES: tuple[Theme, ...] = ("light", "dark")
CUTS = [gaps for count in (0, 2, 3, 4, 5) for gaps in combinations(range(11), count)]
CAKE = CAKES[2]


# Tables

OUTSIDE = """all => all.flatMap(box => {
  const { left, right } = box.getBoundingClientRect();
  return [...box.querySelectorAll("thead th")]
    .filter(one => one.checkVisibility())
    .map(one => [one.textContent, one.getBoundingClientRect()])
    .filter(([, at]) => at.left < left - 0.5 || at.right > right + 0.5 || at.width < 12)
    .map(([text]) => text)
    .concat(box.scrollWidth > box.clientWidth ? [`${box.scrollWidth} in ${box.clientWidth}`] : [])
})"""


def second_game(seats: int) -> Any:
    """Return a second game just being cut, with names as long as they may be."""
    game = finished(LONG_NAMES[:seats])
    for command in ("again", "serve"):
        game.do(command)
    return game


def expect_all_columns(stage: Locator, count: int) -> None:
    tables = stage.locator(".tc-table")
    expect(tables).to_have_count(count)
    assert tables.evaluate_all(OUTSIDE) == []


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_column_of_every_table_is_in_sight(stand: Stand, seats: int) -> None:
    game = second_game(seats)
    stage = stand.open(Table(game).stage)
    for gap in (0, 3):
        stage.locator(f'.tc-gap:has([value="{gap}"])').click()
    expect(stage.locator(".tc-drafted tbody tr")).to_have_count(2)
    for width in WIDTHS:
        stand.resize(width)
        expect_all_columns(stage, 3)
        fold = stage.locator(".tc-fold")
        if fold.is_visible():
            fold.click()
            heads = stage.locator(".tc-standings thead th")
            expect(heads.filter(visible=True)).to_have_text(["variety", "here", "later"])
            expect_all_columns(stage, 3)
            fold.click()


@pytest.mark.parametrize("seats", [2, 5])
def test_every_column_of_the_final_sheets_is_in_sight(stand: Stand, seats: int) -> None:
    stage = stand.open(Table(finished(LONG_NAMES[:seats], games=2)).stage)
    for width in WIDTHS:
        stand.resize(width)
        expect_all_columns(stage, 2)
        assert stage.locator("thead [data-winner]").first.is_visible()


def test_columns_stay_in_sight_with_text_twice_as_large(stand: Stand) -> None:
    stand.resize(640)
    stage = stand.open(Table(second_game(5)).stage)
    stand.page.add_style_tag(content="html { font-size: 200% }")
    expect_all_columns(stage, 2)


@pytest.mark.parametrize("width", [IN_LAB, 390])
def test_a_phone_names_the_varieties(stand: Stand, width: int) -> None:
    stand.resize(width)
    stage = stand.open(Table(finished()).stage)
    shown = stage.locator(".tc-kind-name").evaluate_all(
        "all => all.map(one => [one.clientWidth, one.scrollWidth])"
    )
    assert len(shown) == 8
    assert all(seen >= min(needed, 40) for seen, needed in shown)
    if width == 390:
        assert all(seen >= needed for seen, needed in shown)


def test_short_names_are_whole_in_a_wide_window(stand: Stand) -> None:
    stage = stand.open(Table(played(1)).stage)
    cut_short = stage.locator(".tc-clip").evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"
    )
    assert cut_short == []


# The ring: geometry


def ring_marks(gaps: tuple[int, ...]) -> list[tuple[float, float]]:
    """Return where the letters of the pieces stand."""
    drawn = [ring.Piece(letter(n), places) for n, places in enumerate(pieces(gaps))]
    html = str(ring.ring([None] * 11, drawn, art="x"))
    found = re.findall(r'transform="translate\(([\d.]+) ([\d.]+)\)"', html)
    return [(float(x), float(y)) for x, y in found]


def outline(gaps: tuple[int, ...]) -> list[tuple[float, float]]:
    """Return points along the inner edges and the sides of all slices, moved apart."""
    points = []
    for places in pieces(gaps):
        middle = radians((places[0] + len(places) / 2) * 360 / 11)
        apart = 11 if len(gaps) > 1 else 0
        for place in places:
            for step in range(9):
                turn = radians((place + step / 8) * 360 / 11)
                for radius in (ring.HUB, 90):
                    x = 200 + radius * sin(turn) + apart * sin(middle)
                    points.append((x, 200 - radius * cos(turn) - apart * cos(middle)))
    return points


def test_no_letter_of_a_piece_touches_another_or_a_slice_in_any_cut() -> None:
    assert len(CUTS) == 1013
    for gaps in CUTS:
        marks = ring_marks(gaps)
        assert len(marks) == max(1, len(gaps))
        for one, other in combinations(marks, 2):
            assert dist(one, other) > 2 * ring.MARK + 1, gaps
        nearest = min(dist(mark, point) for mark in marks for point in outline(gaps))
        assert nearest > ring.MARK, gaps


COLOURS = """all => all.map(one => {
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const seen = (colour) => {
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 1, 1);
    return [...paint.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  };
  const style = getComputedStyle(one);
  return [seen(style.backgroundColor), seen(style.color)];
})"""


def luminance(colour: list[int]) -> float:
    parts = [value / 255 for value in colour]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: list[int], other: list[int]) -> float:
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def test_each_piece_has_a_colour_of_its_own_that_its_letter_stands_out_from(stand: Stand) -> None:
    game = companion.start("piece-o-cake", [*NAMES, "Ada"])
    for command in (CAKE, "cut 0 2 4 6 8"):
        game.do(command)
    stage = stand.open(Table(game).stage)
    for theme in THEMES:
        stand.theme(theme)
        found = stage.locator("h3 .tc-mark-badge").evaluate_all(COLOURS)
        assert len({tuple(mark) for mark, _text in found}) == 5
        assert all(contrast(mark, text) >= 4.5 for mark, text in found)
        card = [0xFF, 0xFD, 0xF8] if theme == "light" else [0x25, 0x21, 0x1D]
        assert all(contrast(mark, card) >= 3 for mark, _text in found)
        drawn = stage.locator(".tc-marks circle").evaluate_all(
            "all => all.map(one => getComputedStyle(one).fill)"
        )
        assert len(set(drawn)) == 5


# The ring: under a finger


def spot(stage: Locator, turn: float, radius: float) -> tuple[float, float]:
    """Return the point of the window at a place of the ring, scrolled into view."""
    picture = stage.locator(".tc-ring")
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    assert box is not None
    unit, angle = box["width"] / 400, radians(turn)
    x = box["x"] + (200 + radius * sin(angle)) * unit
    return x, box["y"] + (200 - radius * cos(angle)) * unit


def tap(stand: Stand, turn: float, radius: float) -> None:
    stand.page.mouse.click(*spot(stand.stage, turn, radius))


def served(stage: Locator) -> str:
    return stage.locator('[name="text"]').input_value()


@pytest.mark.parametrize("width", [IN_LAB, 320, 1280])
def test_a_tap_on_a_slice_takes_it_out_of_the_draft(stand: Stand, width: int) -> None:
    stand.resize(width)
    stage = stand.open(Table(played(0)).stage)
    stage.locator('[name="text"]').fill("P K K H C")
    expect(stage.locator(".tc-slice")).to_have_count(5)
    tap(stand, 3.5 * 360 / 11, 105)
    expect(stage.locator(".tc-slice")).to_have_count(4)
    assert served(stage) == "P K K C"
    label = "Take slice 0, Plum, out again"
    stage.get_by_role("button", name=label).press("Enter")
    expect(stage.locator(".tc-slice")).to_have_count(3)
    assert served(stage) == "K K C"
    assert stand.axe() == []


def test_a_tap_takes_out_the_word_of_its_slice_past_unreadable_ones(stand: Stand) -> None:
    stage = stand.open(Table(played(0)).stage)
    stage.locator('[name="text"]').fill("P zzz K H")
    expect(stage.locator(".tc-slice")).to_have_count(3)
    tap(stand, 1.5 * 360 / 11, 105)
    expect(stage.locator(".tc-slice")).to_have_count(2)
    assert served(stage) == "P zzz H"


def test_no_slice_more_than_eleven_and_no_scolding_left(stand: Stand) -> None:
    game = played(0)
    stage = stand.open(Table(game).stage)
    stage.locator('[name="text"]').fill("P P P P K")
    expect(stage.locator(".tc-said")).to_contain_text("4 Plum cannot be")
    stage.locator('[name="text"]').fill("P K K H C K A G S H B")
    expect(stage.get_by_role("button", name="Serve this cake")).to_be_visible()
    expect(stage.locator(".tc-said")).to_have_count(0)
    expect(stage.locator(".tc-flavour:not([aria-disabled=true])")).to_have_count(0)
    stage.locator('[data-insert="kiwi"]').click(force=True)
    assert served(stage) == "P K K H C K A G S H B"
    stage.get_by_role("button", name="⌫ Last slice").click()
    expect(stage.locator(".tc-flavour:not([aria-disabled=true])")).to_have_count(8)


IN_SIGHT = """one => {
  const at = one.getBoundingClientRect();
  const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
  const above = one.ownerDocument.elementFromPoint(x, y);
  return at.top >= 0 && at.bottom <= innerHeight && !!above?.closest(".tc-plate");
}"""


@pytest.mark.parametrize("width", [IN_LAB, 320])
def test_the_newest_slice_stays_in_view_while_a_phone_taps_varieties_in(
    stand: Stand, width: int
) -> None:
    stand.resize(width, 568)
    stage = stand.open(Table(played(0)).stage)
    columns = stage.locator(".tc-flavour").evaluate_all(
        "all => new Set(all.map(one => Math.round(one.getBoundingClientRect().x))).size"
    )
    assert columns == 2
    for count, name in enumerate(("plum", "chocolate", "strawberry", "chocolate"), 1):
        stage.locator(f'[data-insert="{name}"]').click()
        expect(stage.locator(".tc-slice")).to_have_count(count)
        assert stage.locator(".tc-slice").last.evaluate(IN_SIGHT)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (768, 800)])
def test_a_cake_is_served_without_scrolling_in_a_wide_window(
    stand: Stand, width: int, height: int
) -> None:
    stand.resize(width, height)
    stage = stand.open(Table(played(1)).stage)
    for name in CAKE.split()[1:]:
        stage.locator(f'.tc-flavour:has(.tc-badge:text-is("{name}"))').click()
    expect(stage.get_by_role("button", name="Serve this cake")).to_be_in_viewport(ratio=1)
    expect(stage.locator(".tc-ring")).to_be_in_viewport(ratio=1)
    assert stand.page.evaluate("scrollY") == 0


def test_the_cake_says_how_it_is_cut_and_scolds_nobody_for_the_first_cut(stand: Stand) -> None:
    stage = stand.open(Table(played(0, CAKE)).stage)
    said = stage.locator('[data-key="cut-said"]')
    expect(said).to_have_text("To cut, tap the numbers, or the lines between slices.")
    stage.locator('.tc-gap:has([value="3"])').click()
    expect(said).to_contain_text("One cut only opens the ring")
    expect(stage.locator(".tc-said")).to_have_count(0)
    stage.locator('.tc-gap:has([value="7"])').click()
    expect(stage.get_by_role("button", name="Cut into these 2 pieces")).to_be_enabled()
    expect(said).to_be_hidden()


@pytest.mark.parametrize("width", [IN_LAB, 390, 1280])
def test_a_chooser_without_a_piece_sees_at_once_what_may_be_eaten(stand: Stand, width: int) -> None:
    stand.resize(width, 800)
    game = played(1, CAKES[1], "cut 0 3 6", "take A", "take B", "take C")
    stage = stand.open(Table(game).stage)
    expect(stage.get_by_role("heading", name="Eat one whole variety", exact=True)).to_be_visible()
    expect(stage.get_by_role("button", name=re.compile("^Eat 1")).first).to_be_in_viewport(ratio=1)
    expect(stage.locator(".tc-ring")).to_have_count(0)
    assert hint(game) == "No piece is left: eat one variety, or pass."


def test_a_short_name_loses_no_letter_to_dots_among_five_on_a_phone(stand: Stand) -> None:
    stand.resize(320)
    stage = stand.open(Table(cakes.table(5)).stage)
    heads = stage.locator(".tc-standings .tc-clip")
    assert heads.evaluate_all("all => all.map(one => getComputedStyle(one).textOverflow)") == [
        "clip"
    ] * len(cakes.NAMES)


@pytest.mark.parametrize("width", [IN_LAB, 320])
def test_a_narrow_phone_names_every_slice_of_a_piece(stand: Stand, width: int) -> None:
    stand.resize(width)
    stage = stand.open(Table(played(0, CAKE, "cut 0 3 6 9")).stage)
    cut_off = (
        "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"
    )
    assert stage.locator(".tc-slice-name > b").evaluate_all(cut_off) == []


@pytest.mark.parametrize("width", [IN_LAB, 390, 1280])
def test_the_line_between_two_slices_cuts_like_its_number(stand: Stand, width: int) -> None:
    stand.resize(width)
    stage = stand.open(Table(played(0, CAKE)).stage)
    for gap in range(11):
        for radius in (70, 100, 140, 171):
            x, y = spot(stage, gap * 360 / 11, radius)
            found = stand.page.evaluate(
                "([x, y]) => document.elementFromPoint(x, y).closest('.tc-gap').innerText", [x, y]
            )
            assert found == str(gap)
    tap(stand, 3 * 360 / 11 + 3, 100)
    tap(stand, 8 * 360 / 11 - 3, 100)
    expect(stage.get_by_role("button", name="Cut into these 2 pieces")).to_be_visible()
    tap(stand, 1.5 * 360 / 11, 130)  # the middle of a slice cuts nothing
    checked = stage.locator('[name="gaps"]:checked')
    expect(checked).to_have_count(2)


@pytest.mark.parametrize("width", [IN_LAB, 390])
def test_a_tap_on_a_piece_brings_its_card_with_one_line_a_slice(stand: Stand, width: int) -> None:
    stand.resize(width, 700)
    stage = stand.open(Table(played(0, CAKE, "cut 0 3 6 9")).stage)
    rows = stage.locator(".tc-slices > li").evaluate_all("all => all.map(one => one.clientHeight)")
    assert len(rows) == 11
    assert max(rows) <= 50
    card = stage.locator('[data-key="piece-2"]')
    tap(stand, 7.5 * 360 / 11, 105)
    expect(card).to_be_focused()
    expect(card.get_by_role("button", name="Take piece C")).to_be_in_viewport(ratio=1)
    stage.get_by_role("button", name="Look at piece A").press("Enter")
    expect(stage.locator('[data-key="piece-0"]')).to_be_focused()


def test_ticks_are_fresh_for_the_next_chooser(stand: Stand) -> None:
    game = played(0, CAKE, "cut 0 3 6 9")
    stage = stand.open(Table(game).stage)
    for name in ("Piece A", "Piece B"):
        stage.get_by_role("form", name=name).locator(".tc-switch").first.click()
    expect(stage.locator('[name="eat"]:checked')).to_have_count(2)
    stage.get_by_role("button", name="Take piece A").click()
    expect_events(stage, 3)
    expect(stage.locator('[name="eat"]:checked')).to_have_count(0)
    piece = stage.get_by_role("form", name="Piece B")
    expect(piece).to_contain_text("collects everything")


def test_a_chooser_sees_what_they_hold_themselves(stand: Stand) -> None:
    game = played(1, CAKES[1], "cut 0 3 7")
    stage = stand.open(Table(game).stage)
    for _choice in range(2):
        seat = game.view().picks[0]
        for piece in game.view().pieces:
            if piece.taker is None:
                held = [
                    game.view().collected[seat][varieties("classic").index(kind)]
                    for kind in piece.slices
                ]
                form = stage.get_by_role("form", name=f"Piece {piece.letter}")
                told = form.get_by_text(re.compile("you hold")).all_inner_texts()
                assert told == [f"you hold {count}" for count in held if count]
        game.do("take A" if game.view().pieces[0].taker is None else "take B")


# Words


def test_the_draft_tells_what_the_first_chooser_would_lead_in(stand: Stand) -> None:
    stage = stand.open(Table(played(2, CAKE)).stage)
    for gap in (0, 3, 7):
        stage.locator(f'.tc-gap:has([value="{gap}"])').click()
    rows = stage.locator(".tc-drafted tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("Gold would lead in Cherry and Chocolate")
    expect(rows.nth(2)).to_contain_text("Gold would lead in Plum, Blackberry and Strawberry")


def hint(game: Any) -> str:
    return now(game.view())[1]


def test_the_banner_says_just_what_is_allowed() -> None:
    game = played(0, CAKE, "cut 0 3 6 9")
    assert hint(game) == "Take a piece. Then Green, Gold and Red choose."
    game.do("take A")
    game.do("take B")
    game.do("take C")
    assert hint(game) == "Take a piece. The last to choose."
    assert hint(played(1, CAKES[1], "cut 0 3 6")).startswith("Take a piece or eat one variety.")
    passing = cakes.table(3, rulings={"empty-forfeit": "pass"})
    for command in (CAKE, "cut 0 3"):
        passing.do(command)
    assert hint(passing).startswith("Take a piece or pass. Then ")


def test_a_name_that_ends_in_a_dot_is_no_sentence_end() -> None:
    game = companion.start("piece-o-cake", ["Ada", "Bo", "O'Neil, Jr."])
    for command in (CAKE, "cut 0 3 6"):
        game.do(command)
        assert ".." not in str(game)
    assert "Then O'Neil, Jr. and Ada choose." in hint(game)


def test_a_series_is_told_on_the_page_and_in_text(stand: Stand) -> None:
    game = finished()
    assert where(game.view()) == "finished"
    assert "series" not in hint(game)
    first = game.outcome.points
    stage = stand.open(Table(game).stage)
    stage.get_by_role("button", name="Play the next game").click()
    expect(stage.locator(".tc-where")).to_have_text("game 2, cake 1 of 5")
    told = companion.language.listing(f"{n} {p}" for n, p in zip(NAMES, first, strict=True))
    for command in ("serve", "cut 0 4", "take A"):
        totals = stage.locator('[data-key="series"] tfoot td')
        expect(totals).to_have_text([str(points) for points in first])
        assert f"The series after 1 game: {told}" in str(game)
        game.do(command)


def test_the_end_of_a_second_game_tells_who_leads_the_series() -> None:
    game = finished(games=2)
    view = game.view()
    assert where(view) == "game 2, finished"
    sums = [sum(points) for points in zip(*view.past, view.totals, strict=True)]
    best = max(sums)
    leader = NAMES[sums.index(best)]
    assert hint(game).endswith(f"{leader} leads the series with {best} points.")
    assert "The series after 2 games: " in str(game)
    level = tables.session_at(cakes.finished(["K", ""], past=((0, 8),)))
    assert hint(level).endswith("Ann and Bo lead the series with 8 points each.")


def test_the_final_sheet_explains_its_signs(stand: Stand) -> None:
    stage = stand.open(Table(finished()).stage)
    sheet = stage.locator('[data-key="sheet"]')
    expect(sheet).to_contain_text("0: collected some, but somebody else has more.")
    expect(sheet).to_contain_text("·: collected none.")


def test_a_choice_sends_little(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(1, CAKES[1], "cut 0 3 6 9")
    table = Table(game)
    sent: list[Any] = []
    monkeypatch.setattr(type(table.stage), "send", lambda _stage, message: sent.append(message))
    act = {"type": "take", "seat": 2, "piece": 0}
    table._receive({"do": act, "revision": game.revision, "id": "take"})
    assert game.state.takers == ((2, 0),)
    assert len(msgspec.json.encode(sent[-1])) < 5_500
    assert not {"piece-1", "piece-2", "piece-3"} & set(sent[-1]["parts"])
