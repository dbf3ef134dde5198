"""The page of Cake Duel: claims by a tap, the curtain, consent, private odds, seals."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

import companion
from companion.cake_duel.troops import CORE, TROOP
from tests.browser.dueling import held, play, tap
from tests.browser.film import film, record
from tests.browser.hands import expect_events
from tests.look import dealt, drawn_out, duel
from widgets import Table

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.conftest import Stand

pytestmark = pytest.mark.browser


def heading(stage: Locator) -> Locator:
    return stage.locator("[data-now]").first


def alert(stage: Locator) -> Locator:
    return stage.locator(".tc-stage").get_by_role("alert")


def part(stage: Locator, key: str) -> Locator:
    return stage.locator(f'[data-key="{key}"]')


def shown(stage: Locator, token: str, side: int) -> int:
    """Return how many cakes or trophies are drawn for a side."""
    pictures = part(stage, f"side-{side}").locator(f'[data-kind="{token}"] .tc-troop')
    return pictures.count()


# A physical table


def test_a_claim_is_one_tap_on_troop_and_count(stand: Stand) -> None:
    game = duel()
    stage = stand.open(Table(game).stage)
    tap(stage, "2 Soldiers")
    expect(heading(stage)).to_have_text("Bob answers: 2 Soldiers?")
    expect(part(stage, "claims")).to_contain_text("takes 2 cakes if it stands")
    tap(stage, "Accept")
    expect(heading(stage)).to_contain_text("Draw cards: Alice first, then Bob")
    expect(part(stage, "now")).to_contain_text("the deck should then hold 10")
    assert (shown(stage, "cake", 0), shown(stage, "cake", 1)) == (5, 2)


def test_a_count_out_of_reach_is_dim_and_says_why_not(stand: Stand) -> None:
    game = duel("claim 2 soldiers", "accept", "fix Bob hand 1: he showed it", "draw")
    game.do("fix Bob hand 1: he showed it")
    stage = stand.open(Table(game).stage)
    many = stage.get_by_role("button", name="3 Wizards", exact=True)
    expect(many).to_have_attribute("aria-disabled", "true")
    expect(stage.get_by_role("button", name="1 Wizard", exact=True)).not_to_have_attribute(
        "aria-disabled", "true"
    )
    many.click(force=True)
    expect(alert(stage)).to_contain_text("Bob holds 1")
    assert game.state.attack is None


@pytest.mark.parametrize(("name", "rule"), [("Defender", "Attack"), ("Sir Wolfy", "has no name")])
def test_a_troop_that_cannot_be_claimed_answers_why(stand: Stand, name: str, rule: str) -> None:
    stage = stand.open(Table(duel()).stage)
    stage.get_by_text("Why not another?").click()
    part(stage, "attack").get_by_role("button", name=name, exact=True).click(force=True)
    expect(alert(stage)).to_contain_text(rule)
    expect(alert(stage)).to_contain_text("Soldier, Archer")


def test_only_fitting_blockers_are_lit_and_no_more_than_attackers(stand: Stand) -> None:
    stage = stand.open(Table(duel("claim 2 wizards")).stage)
    block = stage.get_by_role("form", name="Block")
    names = block.get_by_role("button").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert names == ["1 Scientist", "2 Scientists"]
    tap(stage, "1 Scientist")
    expect(heading(stage)).to_have_text("Alice answers the block: 1 Scientist?")


def test_the_banner_leads_to_the_flip_and_the_flip_ends_the_bout(stand: Stand) -> None:
    stand.resize(390, 700)
    game = duel("claim 2 soldiers")
    stage = stand.open(Table(game).stage)
    part(stage, "now").get_by_role("button", name="Challenge").click()
    expect(part(stage, "flip")).to_be_in_viewport()
    tap(part(stage, "flip"), "No, a bluff")
    expect(heading(stage)).to_have_text("Bob wins the bout")
    expect(part(stage, "sheet")).to_contain_text("The challenged claim was a bluff.")
    assert shown(stage, "trophy", 1) == 3
    assert part(stage, "side-1").locator("[data-empty]").count() == 2
    tap(stage, "The next bout is dealt")
    expect(heading(stage)).to_have_text("Alice attacks")
    assert (shown(stage, "cake", 0), shown(stage, "cake", 1)) == (3, 4)


def test_the_flipped_cards_can_be_named_and_the_wrong_one_is_marked(stand: Stand) -> None:
    game = duel("claim 2 soldiers")
    stage = stand.open(Table(game).stage)
    stage.get_by_text("Say which cards they were").click()
    part(stage, "flip").locator("select").nth(1).select_option("wolfy")
    tap(part(stage, "flip"), "These were flipped")
    expect(heading(stage)).to_have_text("Bob wins the bout")
    sheet = part(stage, "sheet")
    expect(sheet.locator("[data-wrong]")).to_have_text("Sir Wolfy")
    assert game.state.end is not None
    assert game.state.end.shown == ("soldier", "wolfy")


def test_sir_wolfy_is_asked_for_before_drawing_and_can_be_forgotten(stand: Stand) -> None:
    game = duel("claim 4 archers", "accept")
    stage = stand.open(Table(game).stage)
    expect(heading(stage)).to_have_text("Alice wins the bout")
    part(stage, "mishaps").locator("summary").click()
    tap(stage, "Alice forgot to turn up Sir Wolfy")
    expect(heading(stage)).to_have_text("The bout is played again: Sir Wolfy was not turned up.")
    assert game.state.trophies == (0, 0)


def test_drawing_too_many_loses_the_bout(stand: Stand) -> None:
    game = duel("claim 2 soldiers", "accept")
    stage = stand.open(Table(game).stage)
    part(stage, "mishaps").locator("summary").click()
    tap(stage, "Bob drew too many: bout lost")
    expect(heading(stage)).to_have_text("Alice wins the bout")


def test_a_count_set_by_hand_moves_the_cakes_and_the_cards_add_up(stand: Stand) -> None:
    game = duel()
    stage = stand.open(Table(game).stage)
    stage.locator('[data-key="open-fix"]').click()
    panel = part(stage, "panel")
    panel.get_by_label("How many there are").fill("5")
    panel.get_by_label("Why").fill("counted again")
    tap(stage, "Set this count")
    expect_events(stage, 1)
    assert game.state.cakes == (5, 2)
    panel.get_by_label("What to set").select_option(label="cards in the deck")
    panel.get_by_label("How many there are").fill("11")
    panel.get_by_label("Why").fill("one fell under the table")
    tap(stage, "Set this count")
    expect(part(stage, "problems")).to_contain_text("19 cards are accounted for")


def test_a_team_names_whom_it_attacks(stand: Stand) -> None:
    game = duel("lead Ann", names=["Ann", "Bea", "Cyd", "Dan"])
    stage = stand.open(Table(game).stage)
    stage.locator(".tc-choice", has_text="Dan").click()
    tap(stage, "1 Wizard")
    expect(heading(stage)).to_have_text("Dan answers: 1 Wizard?")
    assert game.state.defender == 3


# Private odds at a table


def test_a_seat_notes_its_hand_and_holds_to_see_its_odds(stand: Stand, page: Page) -> None:
    game = duel("claim 2 wizards")
    table = Table(game)
    stage = stand.open(table.stage)
    notes = part(stage, "notes")
    notes.get_by_text("Private odds").click()
    notes.get_by_text("For Bob alone").click()
    form = notes.get_by_role("form", name="Private notes")
    for card in ("Wizard", "Soldier", "Defender", "Defender"):
        form.locator("fieldset").first.get_by_role("button", name=card, exact=True).click()
    form.get_by_role("button", name="Note it").click()
    look = notes.get_by_role("button", name=re.compile("Bob: hold to see your odds"))
    expect(look).to_be_visible()
    expect(form.locator("input").first).to_have_value("")
    with held(page, look) as secret:
        expect(secret).to_contain_text("% that 2 Wizards can be true")
        expect(secret).to_contain_text("Wizard")
    assert "% that" not in json.dumps(table.stage.get_state(), default=str)
    assert "% that" not in "".join(table.stage._parts.values())
    assert game.revision == 1


def test_a_note_that_cannot_be_says_why(stand: Stand, page: Page) -> None:
    stage = stand.open(Table(duel("claim 2 wizards")).stage)
    notes = part(stage, "notes")
    notes.get_by_text("Private odds").click()
    notes.get_by_text("For Bob alone").click()
    form = notes.get_by_role("form", name="Private notes")
    form.locator("fieldset").first.get_by_role("button", name="Wizard", exact=True).click()
    form.get_by_role("button", name="Note it").click()
    with held(page, notes.get_by_role("button", name=re.compile("Bob: hold"))) as secret:
        expect(secret).to_contain_text("4")


# Two on one screen


WHO = "document.querySelector('[data-now]')?.textContent ?? ''"
WORDS = "[...document.querySelectorAll('[data-secret]')].map(slot => slot.textContent).join('')"


def hand_of(game: Any, seat: int) -> list[str]:
    return [TROOP[card].title for card in game.view(seat).hand]


def test_no_frame_of_a_hand_over_shows_a_card_to_the_wrong_player(stand: Stand, page: Page) -> None:
    game = dealt()
    stage = stand.open(Table(game).stage)
    record(page, WHO, WORDS)
    hands = [hand_of(game, 0), hand_of(game, 1)]
    with held(page, stage.get_by_role("button", name=re.compile("Alice: hold"))) as secret:
        expect(secret.locator(".tc-face b")).to_have_text(hands[0])
    stage.locator('.tc-playing:has([value="1"])').click()
    tap(stage, "Claim")
    expect(heading(stage)).to_have_text("Bob answers: 1 Soldier?")
    with held(page, stage.get_by_role("button", name=re.compile("Bob: hold"))) as secret:
        expect(secret.locator(".tc-face b")).to_have_text(hands[1])
    tap(stage, "Accept")
    expect(heading(stage)).to_contain_text("Draw cards")
    frames = film(page)
    seen = [(who.split()[0], words) for who, words in frames if words]
    assert {who for who, _words in seen} == {"Alice", "Bob"}
    for who, words in seen:
        own, other = (hands[0], hands[1]) if who == "Alice" else (hands[1], hands[0])
        assert all(name in words for name in own)
        assert not [name for name in set(other) - set(own) if name in words]
    first_of_bob = next(words for who, words in frames if who.startswith("Bob"))
    assert (first_of_bob, frames[-1][1]) == ("", "")


def test_the_page_of_a_shared_screen_holds_no_card(stand: Stand) -> None:
    game = dealt()
    table = Table(game)
    stage = stand.open(table.stage)
    expect(heading(stage)).to_have_text("Alice attacks")
    other = companion.start("cake-duel", ["Alice", "Bob"], virtual=True, seed="another")
    assert hand_of(other, 0) != hand_of(game, 0)
    assert table.stage._parts == Table(other).stage._parts


def test_an_undo_past_a_draw_asks_everyone_whose_cards_were_seen(stand: Stand) -> None:
    game = dealt("claim 1 archer with 1", "accept", "draw")
    stage = stand.open(Table(game).stage)
    stage.get_by_role("button", name=re.compile("Undo")).click()
    asked = part(stage, "consent")
    expect(asked).to_contain_text("Alice saw the cards drawn.")
    assert game.revision == 3
    tap(stage, "Alice agrees")
    expect_events(stage, 4)
    expect(asked).to_be_hidden()
    expect(part(stage, "happened")).to_contain_text("with the consent of Alice")


def test_a_question_for_consent_can_be_left(stand: Stand) -> None:
    game = dealt("claim 1 archer with 1", "accept", "draw")
    stage = stand.open(Table(game).stage)
    stage.get_by_role("button", name=re.compile("Undo")).click()
    tap(stage, "Leave it as it is")
    expect(part(stage, "consent")).to_be_hidden()
    assert game.revision == 3


def over(**options: Any) -> Any:
    game = dealt(**options)
    while game.outcome is None:
        game.do(game.legal()[0])
    return game


def test_the_seals_are_checked_after_a_duel_and_opened_only_by_all(stand: Stand) -> None:
    game = dealt("claim 1 archer with 1", "accept", "draw", "claim 1 soldier with 1", "challenge")
    while game.outcome is None:
        game.do(game.legal()[0])
    stage = stand.open(Table(game).stage)
    stage.locator('[data-key="open-seals"]').click()
    panel = part(stage, "panel")
    expect(panel).to_contain_text(re.compile(r"(\d+) of \1 seals fit what was laid down"))
    expect(panel.locator(".tc-seals li").first).to_contain_text("sealed")
    expect(panel.locator(".tc-seals li").nth(1)).to_contain_text("opened:")
    tap(stage, "Alice agrees to open everything")
    expect(panel.locator(".tc-seals li").first).to_contain_text("sealed")
    tap(stage, "Bob agrees to open everything")
    expect(panel.locator(".tc-seals li").first).to_contain_text("opened:")


def test_every_seal_has_its_number_in_sight_and_no_word_is_cut(stand: Stand) -> None:
    game = drawn_out()
    stand.resize(320)
    stage = stand.open(Table(game).stage)
    stage.locator('[data-key="open-seals"]').click()
    room = stage.locator(".tc-seals").evaluate(
        """list => {
          const letter = document.createElement("span");
          letter.textContent = "00. ";
          list.append(letter);
          const needed = letter.getBoundingClientRect().width;
          letter.remove();
          return parseFloat(getComputedStyle(list).paddingInlineStart) - needed;
        }"""
    )
    assert room >= 0
    lines = stage.locator(".tc-seals small").evaluate_all(
        "all => all.map(one => one.getClientRects().length)"
    )
    assert set(lines) == {1}


def test_the_end_of_a_duel_tells_its_bouts_before_the_last_turns(stand: Stand) -> None:
    stage = stand.open(Table(drawn_out()).stage)
    titles = part(stage, "meaning").locator(".tc-card-title")
    expect(titles).to_have_text(["The bouts of this duel", "This bout, turn by turn"])


# A phone


@pytest.mark.parametrize(("width", "height"), [(302, 915), (320, 860), (390, 800)])
def test_a_phone_shows_the_hand_with_the_banner_in_one_screen(
    stand: Stand, width: int, height: int
) -> None:
    stand.resize(width, height)
    stage = stand.open(Table(dealt()).stage)
    expect(stage.locator("[data-look]")).to_be_in_viewport(ratio=1)
    expect(stage.locator(".tc-playing").last).to_be_in_viewport(ratio=1)
    sides = stage.locator(".tc-side").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().top)"
    )
    assert sides[0] == sides[1]


@pytest.mark.parametrize("width", [302, 320, 390])
def test_the_name_on_a_card_is_one_line_on_every_phone(stand: Stand, width: int) -> None:
    stand.resize(width)
    stage = stand.open(Table(dealt(computers={1: "honest"})).stage)
    names = stage.get_by_role("form", name="Attack").locator(".tc-face b")
    rows = names.evaluate_all(
        """all => all.map(one => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return new Set([...range.getClientRects()].map(box => box.top)).size;
        })"""
    )
    assert rows == [1, 1, 1, 1]


# Against the computer


def test_a_lone_player_sees_the_own_hand_and_the_computer_answers(stand: Stand) -> None:
    game = dealt(computers={1: "honest"})
    stage = stand.open(Table(game).stage)
    faces = stage.get_by_role("form", name="Attack").locator(".tc-face b")
    expect(faces).to_have_text(hand_of(game, 0))
    play(stage, game.legal()[0])
    expect(heading(stage)).not_to_contain_text("Bob answers")
    assert not any(game.setup.computers[seat] for seat in game.game.to_act(game.state))
    expect(part(stage, "happened").locator("p").nth(1)).to_be_visible()


def test_undo_against_the_computer_leads_back_to_the_own_decision(stand: Stand) -> None:
    game = dealt(computers={1: "honest"})
    stage = stand.open(Table(game).stage)
    play(stage, game.legal()[0])
    expect(heading(stage)).not_to_have_text("Alice attacks")
    stage.get_by_role("button", name=re.compile("Undo")).click()
    expect(heading(stage)).to_have_text("Alice attacks")
    assert game.last is None
    before = game.revision
    stage.get_by_role("button", name=re.compile("Redo")).click()
    expect(heading(stage)).not_to_have_text("Alice attacks")
    assert game.revision > before


def test_a_drafted_claim_tells_a_lone_player_whether_it_is_a_bluff(stand: Stand) -> None:
    game = dealt(computers={1: "honest"})
    stage = stand.open(Table(game).stage)
    hand = game.view(0).hand
    form = stage.get_by_role("form", name="Attack")
    form.locator('.tc-playing:has([value="0"])').click()
    liar = "wizard" if hand[0] != "wizard" else "soldier"
    form.locator(f'.tc-choice:has([value="{liar}"])').click()
    expect(part(stage, "meant")).to_contain_text("is a bluff")


@pytest.mark.parametrize("computers", [{}, {1: "honest"}], ids=["two", "alone"])
def test_a_claim_without_a_card_is_dim_and_says_what_comes_first(
    stand: Stand, computers: dict[int, str]
) -> None:
    stage = stand.open(Table(dealt(computers=computers)).stage)
    claim = stage.get_by_role("button", name="Claim", exact=True)
    expect(claim).to_be_disabled()
    claim.click(force=True)
    expect(alert(stage)).to_contain_text("First choose the cards that you lay face down.")
    stage.locator('.tc-playing:has([value="0"])').click()
    expect(claim).to_be_enabled()


def test_a_drafted_claim_is_told_in_whole_sentences_on_a_shared_screen(stand: Stand) -> None:
    stage = stand.open(Table(dealt()).stage)
    stage.locator('.tc-playing:has([value="0"])').click()
    expect(part(stage, "meant")).to_have_text("You say “1 Soldier”. Unblocked, it steals 1 cake.")


def test_where_the_kit_deals_nobody_is_asked_to_count_the_deck(stand: Stand) -> None:
    stage = stand.open(Table(dealt("claim 1 archer with 1", "accept")).stage)
    expect(part(stage, "now")).to_contain_text(
        "Alice draws 1, Bob draws 0; the deck then holds 11."
    )


# Everyone's page


def test_a_duel_can_be_claimed_by_keys_alone(stand: Stand, page: Page) -> None:
    game = duel()
    stage = stand.open(Table(game).stage)
    stage.get_by_role("button", name="Pass", exact=True).focus()
    for _ in range(2):
        page.keyboard.press("Tab")
    expect(stage.get_by_role("button", name="2 Soldiers", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(heading(stage)).to_have_text("Bob answers: 2 Soldiers?")
    expect(heading(stage)).to_be_focused()


def test_a_hand_is_held_open_by_a_key_and_read_aloud(stand: Stand, page: Page) -> None:
    game = dealt()
    stage = stand.open(Table(game).stage)
    look = stage.get_by_role("button", name=re.compile("Alice: hold"))
    look.focus()
    page.keyboard.down("Enter")
    expect(stage.locator("[data-open] [data-secret]")).to_be_visible()
    expect(stage.get_by_role("status").first).to_contain_text(hand_of(game, 0)[0])
    page.keyboard.up("Enter")
    expect(stage.locator("[data-open]")).to_have_count(0)
    expect(stage.get_by_role("status").first).not_to_contain_text(hand_of(game, 0)[0])


def test_names_of_any_kind_fit_and_are_only_text(stand: Stand) -> None:
    names = ['<b>O’Neil & "Søn"</b> of the Long Table, A', "🐑👩‍🚀" * 10]
    game = companion.start("cake-duel", names)
    stage = stand.open(Table(game).stage)
    stand.resize(320)
    assert stand.sideways() <= 0
    expect(heading(stage)).to_contain_text("<b>O’Neil")


def test_what_the_cards_do_stands_before_what_can_go_wrong(stand: Stand) -> None:
    stage = stand.open(Table(duel()).stage)
    summaries = part(stage, "meaning").locator(".tc-card > details > summary")
    expect(summaries).to_have_text(["The cards", "Something went wrong?", "Private odds"])


def test_the_cards_of_the_reference_are_all_there(stand: Stand) -> None:
    stage = stand.open(Table(duel()).stage)
    names = stage.locator(".tc-reference b")
    expect(names).to_have_text([troop.title for troop in CORE])
