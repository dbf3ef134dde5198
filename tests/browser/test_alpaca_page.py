"""The page of Alpaca Battle: pads, wars, the curtain, the clock, the end."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

import companion
from companion import bots
from companion.alpaca_battle.cards import card_title
from companion.alpaca_battle.state import Choose, Draw, Lay, March, Play, Reveal, Steal
from tests.browser.dueling import held
from tests.browser.film import film, record
from tests.browser.hands import expect_events
from tests.look import THREE, battle, counted, short_herd, turned
from widgets import Table

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from tests.browser.conftest import Stand

pytestmark = pytest.mark.browser

SMALL = {"cards": {"1": 3, "2": 3, "3": 3, "7": 3, "war": 1, "steal": 1, "reveal": 1}}


def heading(stage: Locator) -> Locator:
    return stage.locator("[data-now]").first


def part(stage: Locator, key: str) -> Locator:
    return stage.locator(f'[data-key="{key}"]')


def tap(stage: Locator, name: str) -> None:
    stage.get_by_role("button", name=name, exact=True).click()


def result(stage: Locator) -> Locator:
    return part(stage, "result")


# A physical table


def test_a_battle_is_one_tap_a_seat_and_the_flip_shows_by_itself(stand: Stand) -> None:
    game = battle()
    stage = stand.open(Table(game).stage)
    tap(stage, "Ann: 8")
    expect(heading(stage)).to_have_text("Enter Bo’s card")
    tap(stage, "Bo: 5")
    expect(result(stage)).to_contain_text("Ann wins 2 cards.")
    expect(part(stage, "corner-0")).to_contain_text("✓ wins")
    expect(part(stage, "corner-0").locator(".tc-face")).to_have_text("8")
    expect(part(stage, "corner-1").locator(".tc-face")).to_have_text("5")
    expect(part(stage, "herd-0").locator("strong")).to_have_text("37")
    tap(stage, "Bo: 12")
    expect(part(stage, "pad-1").locator("output")).to_have_text("12")
    expect(part(stage, "corner-1").locator(".tc-face")).to_have_text("5")
    assert game.revision == 3


def test_two_may_press_at_once_and_a_tap_too_many_begins_no_battle(stand: Stand) -> None:
    game = battle()
    stage = stand.open(Table(game).stage)
    keys = [stage.get_by_role("button", name=one, exact=True) for one in ("Ann: 8", "Bo: 5")]
    (ann, bo) = [middle(key) for key in keys]
    stand.page.mouse.click(*ann)
    expect_events(stage, 1)
    stand.page.mouse.click(*bo, click_count=2)
    expect_events(stage, 2)
    stand.page.mouse.click(*bo)
    expect(result(stage)).to_contain_text("Ann wins 2 cards.")
    stand.settle()
    assert game.revision == 2


def middle(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_another_key_changes_a_card_before_the_flip(stand: Stand) -> None:
    game = battle("choose Ann 8")
    stage = stand.open(Table(game).stage)
    pressed = stage.get_by_role("button", name="Ann: 8", exact=True)
    expect(pressed).to_have_attribute("aria-pressed", "true")
    tap(stage, "Ann: 3")
    expect(stage.get_by_role("button", name="Ann: 3", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    tap(stage, "Bo: 5")
    expect(result(stage)).to_contain_text("Bo wins 2 cards.")


def test_a_war_is_walked_step_by_step_and_its_pile_grows(stand: Stand) -> None:
    game = battle(names=THREE)
    stage = stand.open(Table(game).stage)
    for key in ("Ann: 4", "Bo: 4", "Cy: 12"):
        tap(stage, key)
    expect(heading(stage)).to_have_text("War!")
    expect(result(stage)).to_contain_text("Two of 4: everyone goes to war.")
    expect(part(stage, "pile")).to_contain_text("War pile: 3 cards")
    done = stage.get_by_role("button", name="Everyone has laid two")
    expect(done).to_be_focused()
    done.click()
    expect(part(stage, "pile")).to_contain_text("War pile: 9 cards")
    expect(part(stage, "pile-0").locator(".tc-backs > i")).to_have_count(2)
    for key in ("Ann: 9", "Bo: 4", "Cy: 1"):
        tap(stage, key)
    expect(result(stage)).to_contain_text("Ann wins 12 cards.")
    expect(part(stage, "pile")).to_be_hidden()


def test_steal_and_reveal_are_one_tap_and_the_refill_is_told(stand: Stand) -> None:
    game = battle()
    stage = stand.open(Table(game).stage)
    tap(stage, "Ann steals from Bo’s hand")
    expect(part(stage, "herds")).to_contain_text("Bo plays with 2 cards")
    expect(part(stage, "acts-told")).to_contain_text("Out of the game: 1 Steal.")
    tap(stage, "Bo plays Reveal")
    expect_events(stage, 2)
    tap(stage, "Ann: 8")
    late = stage.get_by_role("button", name="Ann plays Reveal")
    expect(late).to_have_attribute("aria-disabled", "true")
    stand.settle()
    late.click(force=True)
    expect(stage.locator(".tc-stage").get_by_role("alert")).to_contain_text("Not done")
    assert game.revision == 3


def test_an_empty_hand_draws_first(stand: Stand) -> None:
    game = battle("fix Bo hand 1: so it is", "steal Ann from Bo hand")
    stage = stand.open(Table(game).stage)
    expect(heading(stage)).to_have_text("Bo draws first")
    part(stage, "pad-1").get_by_role("button", name="Bo draws 1 card first").click()
    expect(part(stage, "pad-1").get_by_role("button", name="Bo: 5")).to_be_visible()
    assert game.state.hands[1] == 1


def test_a_count_is_set_by_hand_and_the_drift_is_told(stand: Stand) -> None:
    game = battle("choose Ann 8", "choose Bo 5")
    stage = stand.open(Table(game).stage)
    stage.locator('[data-key="open-fix"]').click()
    panel = part(stage, "panel")
    panel.get_by_label("What to set").select_option(label="Ann: herd")
    expect(panel).to_contain_text("Now it says 34.")
    panel.get_by_label("How many cards there are").fill("33")
    panel.get_by_label("Why").fill("one fell under the table")
    tap(stage, "Set this count")
    expect(part(stage, "problems")).to_contain_text("71 cards are accounted for")
    expect(part(stage, "herd-0").locator("strong")).to_have_text("36")


def test_the_deck_in_use_folds_out(stand: Stand) -> None:
    stage = stand.open(Table(battle()).stage)
    deck = part(stage, "deck")
    expect(deck.locator("li").first).to_be_hidden()
    deck.locator("summary").click()
    expect(deck.locator("li").first).to_have_text("1× 5")
    expect(deck).to_contain_text("guess")


def enter(stage: Locator, names: tuple[str, ...], action: Any) -> None:
    """Do a move of a physical table with a tap."""
    name = names[action.seat]
    if isinstance(action, Choose):
        tap(stage, f"{name}: {action.card.replace('war', 'War')}")
    elif isinstance(action, March):
        tap(stage, "Everyone has laid two")
    elif isinstance(action, Steal):
        tap(stage, f"{name} steals from {names[action.target]}’s {action.where}")
    elif isinstance(action, Reveal):
        tap(stage, f"{name} plays Reveal")
    elif isinstance(action, Draw):
        part(stage, f"pad-{action.seat}").get_by_role("button").click()


def choice(game: Any, chance: random.Random) -> Any:
    """Return a random move that brings a game to its end: seldom an action."""
    legal = list(game.legal())
    plain = [one for one in legal if not isinstance(one, Steal | Reveal)]
    return chance.choice(legal if chance.random() < 0.04 else plain or legal)


def test_a_whole_short_game_by_taps(stand: Stand) -> None:
    names = ("Ann", "Bo", "Cy")
    game = companion.start("alpaca-battle", names, pack=SMALL)
    stage, chance = stand.open(Table(game).stage), random.Random(3)
    while game.outcome is None:
        enter(stage, names, choice(game, chance))
        expect_events(stage, game.revision)
        assert game.revision < 200
    expect(heading(stage)).to_have_text("The game is over")
    expect(part(stage, "now")).to_contain_text(game.outcome.reason)


def test_a_battle_by_keys_alone(stand: Stand, page: Page) -> None:
    game = battle()
    stage = stand.open(Table(game).stage)
    stage.get_by_role("button", name="Ann: 1", exact=True).focus()
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect_events(stage, 1)
    expect(stage.get_by_role("button", name="Ann: 6", exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    expect(stage.get_by_role("button", name="Bo: 1", exact=True)).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("Space")
    expect(heading(stage)).to_have_text("War!")
    expect(stage.get_by_role("button", name="Everyone has laid two")).to_be_focused()
    page.keyboard.press("Enter")
    expect(part(stage, "pile")).to_contain_text("War pile: 6 cards")
    expect(stage.get_by_role("button", name="Ann: 1", exact=True)).to_be_focused()
    assert game.state.chosen == ("", "")


def test_the_flip_stays_in_sight_on_a_phone_while_the_next_is_entered(stand: Stand) -> None:
    stand.resize(390, 844)
    stage = stand.open(Table(battle("choose Ann 8", "choose Bo 5", names=("Ann", "Bo"))).stage)
    tap(stage, "Bo: 11")
    expect(part(stage, "corner-0").locator(".tc-face")).to_be_in_viewport(ratio=1)


# Two on one screen


WHO = """[...document.querySelectorAll("[data-curtain][data-open]")]
  .map(one => one.closest("section").ariaLabel).join()"""
WORDS = """[...document.querySelectorAll("[data-secret] .tc-face")]
  .map(face => face.textContent).join()"""


def hand_of(game: Any, seat: int) -> list[str]:
    return [card_title(card) for card in game.view(seat).hand]


def look_at(page: Page, stage: Locator, name: str) -> Any:
    return held(page, stage.get_by_role("button", name=re.compile(f"^{name}: hold")))


def test_no_frame_of_a_hand_over_shows_a_card_to_the_wrong_player(stand: Stand, page: Page) -> None:
    game = battle(virtual=True, seed="0")
    stage = stand.open(Table(game).stage)
    record(page, WHO, WORDS)
    hands = [hand_of(game, 0), hand_of(game, 1)]
    with look_at(page, stage, "Ann") as secret:
        expect(secret.locator(".tc-face b")).to_have_text(hands[0])
    tap(stage, "Ann: play card 1")
    expect(part(stage, "hand-0")).to_contain_text("has chosen")
    with look_at(page, stage, "Bo") as secret:
        expect(secret.locator(".tc-face b")).to_have_text(hands[1])
    tap(stage, "Bo: play card 1")
    expect(part(stage, "corner-1").locator(".tc-face")).to_be_visible()
    frames = film(page)
    seen = {(who, words) for who, words in frames if words}
    assert seen == {("Ann", ",".join(hands[0])), ("Bo", ",".join(hands[1]))}
    assert frames[-1] == ("", "")


def test_a_card_played_by_its_place_is_sealed_and_fits_at_the_flip(stand: Stand) -> None:
    game = battle(virtual=True, seed="0")
    stage = stand.open(Table(game).stage)
    cards = [hand_of(game, seat)[0] for seat in (0, 1)]
    tap(stage, "Ann: play card 1")
    expect(part(stage, "corner-0")).to_contain_text("sealed")
    seal = game.state.chosen[0][:8]
    late = stage.get_by_role("button", name="Ann: play card 2")
    expect(late).to_have_attribute("aria-disabled", "true")
    tap(stage, "Bo: play card 1")
    for seat in (0, 1):
        expect(part(stage, f"corner-{seat}").locator(".tc-face")).to_have_text(cards[seat])
    expect(part(stage, "corner-0")).to_contain_text(f"fits its seal {seal}")
    stage.locator('[data-key="open-seals"]').click()
    expect(part(stage, "panel")).to_contain_text("2 of 2 seals fit the cards that were flipped.")


def test_a_steal_takes_a_card_of_a_fan_with_one_tap(stand: Stand, page: Page) -> None:
    stand.resize(320, 700)
    game = turned("steal")
    stage = stand.open(Table(game).stage)
    expect(heading(stage)).to_have_text("Ann steals")
    fan = stage.get_by_role("group", name=re.compile("Bo’s herd: 33 cards"))
    fan.get_by_role("button", name="33", exact=True).click()
    expect_events(stage, 2)
    assert (game.state.hands[0], game.state.herds[1]) == (3, 32)
    with look_at(page, stage, "Ann") as secret:
        expect(secret.locator(".tc-hand .tc-face b")).to_have_text(hand_of(game, 0))


def test_a_reveal_is_seen_behind_its_player_s_curtain_alone(stand: Stand, page: Page) -> None:
    game = turned("reveal")
    stage = stand.open(Table(game).stage)
    place = stage.get_by_role("button", name="Ann: play card 1")
    before = place.bounding_box()
    with look_at(page, stage, "Ann") as secret:
        expect(secret).to_contain_text("You saw in Bo’s hand")
        assert place.bounding_box() == before
        over = secret.locator(".tc-face").first.bounding_box()
        assert over == pytest.approx(before, abs=0.5)
    with look_at(page, stage, "Bo") as secret:
        expect(secret.locator(".tc-face b")).to_have_text(hand_of(game, 1))
        expect(secret).not_to_contain_text("You saw")
    stage.get_by_role("button", name=re.compile("Undo")).click()
    expect(part(stage, "consent")).to_contain_text("Ann saw every other hand.")
    assert game.revision == 1


def lay(stage: Locator, seat: int, owed: int) -> None:
    """Lay the first cards of a hand for a war."""
    form = part(stage, f"hand-{seat}").get_by_role("form")
    for place in range(owed):
        form.locator(f'.tc-playing:has([value="{place}"])').click()
    form.get_by_role("button", name="Lay face down").click()


def test_cards_to_lay_are_ticked_by_their_place(stand: Stand) -> None:
    game = short_herd()
    before, owed = game.revision, game.state.owes
    stage = stand.open(Table(game).stage)
    for number, seat in enumerate(seat for seat, count in enumerate(owed) if count):
        lay(stage, seat, owed[seat])
        expect_events(stage, before + number + 1)
    assert game.state.phase != "lay"


def deal_with(game: Any, stage: Locator, action: Any) -> None:
    """Do a move of a dealt game with taps."""
    names = game.names
    if isinstance(action, Play):
        tap(stage, f"{names[action.seat]}: play card {action.place + 1}")
    elif isinstance(action, March):
        tap(stage, "Draw and lay the cards")
    elif isinstance(action, Steal):
        fan = stage.get_by_role(
            "group", name=re.compile(f"{names[action.target]}’s {action.where}")
        )
        fan.get_by_role("button", name=str(action.place + 1), exact=True).click()
    elif isinstance(action, Lay):
        form = part(stage, f"hand-{action.seat}").get_by_role("form")
        for place in action.places:
            form.locator(f'.tc-playing:has([value="{place}"])').click()
        form.get_by_role("button", name="Lay face down").click()
    else:
        part(stage, "now").get_by_role("button").first.click()


def test_a_whole_short_game_of_two_behind_the_curtain(stand: Stand, page: Page) -> None:
    pack = {"cards": {"1": 3, "2": 3, "5": 3, "war": 1, "steal": 2, "reveal": 2}}
    game = companion.start("alpaca-battle", ["Ann", "Bo"], virtual=True, seed="2", pack=pack)
    stage, chance = stand.open(Table(game).stage), random.Random(1)
    while game.outcome is None:
        legal = list(game.legal())
        action = legal[chance.randrange(len(legal))]
        if game.revision < 6 and isinstance(action, Play):
            with look_at(page, stage, game.names[action.seat]) as secret:
                expect(secret.locator(".tc-hand b")).to_have_text(hand_of(game, action.seat))
        deal_with(game, stage, action)
        expect_events(stage, game.revision)
        assert game.revision < 300
    expect(heading(stage)).to_have_text("The game is over")
    stage.locator('[data-key="open-seals"]').click()
    expect(part(stage, "panel")).to_contain_text(re.compile(r"(\d+) of \1 seals fit"))


# Against computers


def solo(*tempers: str) -> Any:
    names = ("Ann", "Bo", "Cy")[: 1 + len(tempers)]
    computers = dict(enumerate(tempers, start=1))
    return battle(names=names, virtual=True, seed="0", computers=computers)


def repeatable(game: Any) -> Table:
    """Return a table whose computers play the same game each time."""
    list(bots.moves(game, random.Random(1)))  # else they would move before the seed is set
    table = Table(game)
    table._chance.seed(1)
    return table


def test_a_lone_player_plays_from_the_open_hand_and_the_computers_answer(stand: Stand) -> None:
    game = solo("bold", "sly")
    stage = stand.open(repeatable(game).stage)
    for _turn in range(25):
        if game.outcome is not None:
            break
        if game.state.phase == "war":
            tap(stage, "Draw and lay the cards")
        elif game.state.phase == "aim":
            part(stage, "fans").get_by_role("button").first.click()
        elif game.state.phase == "lay":
            lay(stage, 0, game.state.owes[0])
        else:
            faces = part(stage, "hand-0").locator(".tc-place b")
            expect(faces).to_have_text(hand_of(game, 0))
            part(stage, "hand-0").locator(".tc-place").first.click()
        expect_events(stage, game.revision)
    assert game.state.last is not None
    expect(part(stage, "corner-1")).to_contain_text("fits its seal")
    expect(stage.locator("[data-look]")).to_have_count(0)


def test_undo_against_a_computer_leads_back_to_the_own_choice(stand: Stand) -> None:
    game = solo("steady")
    stage = stand.open(repeatable(game).stage)
    before = hand_of(game, 0)
    part(stage, "hand-0").locator(".tc-place").last.click()
    expect(part(stage, "corner-0").locator(".tc-face, .tc-spot svg").first).to_be_visible()
    stage.get_by_role("button", name=re.compile("Undo")).click()
    expect(part(stage, "hand-0").locator(".tc-place b")).to_have_text(before)
    assert not game.state.chosen[0]


# The clock


def test_a_clock_counts_down_by_the_wall_and_offers_to_count_the_cards(
    stand: Stand, page: Page
) -> None:
    page.clock.install(time=0)
    game = battle("clock until 3660")
    stage = stand.open(Table(game).stage)
    stand.stop_clock()
    clock = part(stage, "clock")
    shown = clock.get_by_role("timer")
    page.clock.fast_forward(1000)
    expect(shown).to_have_text("0:59")
    tap(stage, "Ann: 8")
    tap(stage, "Bo: 5")
    expect(shown).to_have_text("0:59")
    page.clock.fast_forward("00:50")
    expect(shown).to_have_text("0:09")
    expect(clock.get_by_text("Time is up")).to_be_hidden()
    page.clock.fast_forward("10:00:00")  # a laptop that has slept
    expect(shown).to_have_text("0:00")
    expect(clock.get_by_text("Time is up")).to_be_visible()
    expect(stage.get_by_role("status").first).to_contain_text("Time is up.")
    assert game.outcome is None
    tap(stage, "Count the cards")
    expect(heading(stage)).to_have_text("The game is over")
    expect(part(stage, "sheet")).to_contain_text("Ann wins the count with 37 cards.")


def test_a_time_is_agreed_on_stopped_and_put_away(stand: Stand) -> None:
    game = battle()
    stage = stand.open(Table(game).stage)
    part(stage, "setting").locator("summary").click()
    tap(stage, "10 minutes")
    expect(part(stage, "clock").get_by_role("timer")).to_have_text(re.compile(r"(10:00|9:5\d)"))
    tap(stage, "Pause")
    expect(part(stage, "clock")).to_contain_text("stopped")
    tap(stage, "+1 minute")
    expect(part(stage, "clock").get_by_role("timer")).to_have_text(re.compile(r"1[01]:\d\d"))
    tap(stage, "Go on")
    expect(part(stage, "clock").locator("[data-until]")).to_be_visible()
    tap(stage, "Put away")
    expect(part(stage, "clock")).to_be_hidden()
    part(stage, "setting").locator("summary").click()
    part(stage, "setting").get_by_label("Or so many minutes").fill("3")
    part(stage, "setting").get_by_role("button", name="Start", exact=True).click()
    expect(part(stage, "clock").get_by_role("timer")).to_have_text(re.compile(r"(3:00|2:5\d)"))
    assert game.revision == 6


# The end


def test_the_course_of_a_game_is_a_picture_and_a_table(stand: Stand) -> None:
    game = counted(20)
    stage = stand.open(Table(game).stage)
    course = part(stage, "course")
    expect(course.get_by_role("img")).to_have_attribute("aria-label", re.compile("Ann from 24 to"))
    course.get_by_text("The numbers").click()
    last = course.locator("tbody tr").last
    expect(last.locator("td")).to_have_text([str(count) for count in game.state.totals])


# Strangers at the table


@pytest.mark.parametrize("virtual", [True, False], ids=["dealt", "entered"])
@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_a_name_of_forty_letters_in_a_row_widens_no_page(
    stand: Stand, width: int, virtual: bool
) -> None:
    names = ("W" * 40, "M" * 40, "Zoe")
    stand.resize(width)
    stand.open(Table(battle(names=names, virtual=virtual, seed="0" if virtual else None)).stage)
    assert stand.sideways() == 0


@pytest.mark.parametrize("width", [768, 1280])
def test_three_hands_on_one_screen_have_cards_as_wide_as_two(stand: Stand, width: int) -> None:
    stand.resize(width)
    stage = stand.open(Table(battle(names=THREE, virtual=True, seed="0")).stage)
    for name in THREE:
        box = stage.get_by_role("button", name=f"{name}: play card 1").bounding_box()
        assert box
        assert box["width"] > 80


def test_what_is_seen_behind_the_curtain_moves_none_of_three_hands(
    stand: Stand, page: Page
) -> None:
    game = turned("reveal", seats=3)
    stage = stand.open(Table(game).stage)
    held_one = stage.get_by_role("button", name=re.compile("^Ann: hold"))
    place = stage.get_by_role("button", name="Ann: play card 1")
    button, card = held_one.bounding_box(), place.bounding_box()
    with look_at(page, stage, "Ann") as secret:
        expect(secret).to_contain_text("You saw in Cy’s hand")
        assert place.bounding_box() == card
        assert held_one.bounding_box() == pytest.approx(button, abs=1.5)  # pressed in


def test_the_end_leads_to_the_form_of_another_game(stand: Stand, tmp_path: Path) -> None:
    game = companion.start("alpaca-battle", ["Ann", "Bo"], save=tmp_path / "ours.game")
    game.do("bell")
    stage = stand.open(Table(game, folder=tmp_path).stage)
    tap(stage, "Another game")
    expect(stage.get_by_label("Seat 2", exact=True).first).to_have_value("Bo")
    expect(heading(stage)).to_have_text("A new game")
