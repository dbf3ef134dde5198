"""The page of Alpaca Battle as it is sent: every phase, every way, nothing hidden, few bytes."""

from __future__ import annotations

import json
import random
import re
from html import unescape
from pathlib import Path
from typing import Any

import htpy as h
import msgspec
import pytest

import companion
from companion.alpaca_battle.audit import audit
from companion.alpaca_battle.board import glimpse_text
from companion.alpaca_battle.cards import GUESS, card_title, read_deck
from companion.opening import AnySession
from companion.schema import UnreadablePack
from companion.secrets import Dealer, Glimpse, World, imagined
from tests import walks
from tests.look import counted, turned
from widgets import Table
from widgets.pages import alpaca_battle as PAGE  # noqa: N812  the page under test
from widgets.pages.alpaca_battle.deck import KINDS, deck_fields, deck_pack
from widgets.pages.alpaca_battle.ending import course_card
from widgets.pages.alpaca_battle.warring import war_card

NAMES = ("Ann", "Bo", "Cy")
HOSTILE = ("<b>A&\"'</b>", "</script><!--part:now-->", "🦙" * 20)


def battle(*moves: str, seats: int = 2, **options: Any) -> AnySession:
    game = companion.start("alpaca-battle", NAMES[:seats], **options)
    for move in moves:
        game.do(move)
    return game


def parts(game: AnySession) -> dict[str, str]:
    return dict(Table(game).stage._parts)


def whole(game: AnySession) -> str:
    return "".join(parts(game).values())


def acts(html: str) -> list[dict[str, Any]]:
    """Return what the buttons of a page do."""
    found = re.findall(r'data-do="([^"]*)"', html)
    return [json.loads(unescape(one)) for one in found]


def moves_of(html: str) -> list[dict[str, Any]]:
    return [act for act in acts(html) if "type" in act]


CASES = [case for case in walks.cases(range(4)) if case.game == "alpaca-battle"]


@pytest.fixture(params=CASES, ids=str)
def walked(request: pytest.FixtureRequest) -> AnySession:
    return walks.walked(request.param)


@pytest.fixture(params=[case for case in CASES if case.virtual], ids=str)
def dealt(request: pytest.FixtureRequest) -> AnySession:
    return walks.walked(request.param)


@pytest.fixture(params=[case for case in CASES if not case.virtual], ids=str)
def entered(request: pytest.FixtureRequest) -> AnySession:
    return walks.walked(request.param)


def test_every_step_of_every_game_has_a_page(walked: AnySession) -> None:
    for game in walks.stops(walked, 12):
        html = whole(game)
        assert "data-now" in html
        board, meaning = PAGE.still(game.view())
        assert "data-do" not in str(h.fragment[board, meaning])


def test_a_pad_holds_exactly_the_legal_cards(entered: AnySession) -> None:
    for game in walks.stops(entered, 12):
        legal = {json.dumps(msgspec.to_builtins(one)) for one in game.legal()}
        pads = "".join(html for key, html in parts(game).items() if key.startswith("pad-"))
        shown = {json.dumps(act) for act in moves_of(pads) if act["type"] == "choose"}
        assert shown == {one for one in legal if '"choose"' in one}
        draws = {json.dumps(act) for act in moves_of(pads) if act["type"] == "draw"}
        assert draws == {one for one in legal if '"draw"' in one}


def test_a_pad_has_the_numbers_of_this_table_s_deck() -> None:
    pack = '{"cards": {"2": 6, "3": 6, "15": 6}}'
    html = parts(battle(pack=pack))["pad-0"]
    assert re.findall(r'aria-label="([^"]*)"', html) == ["Ann", "Ann: 2", "Ann: 3", "Ann: 15"]


def test_an_entered_card_is_pressed_and_the_other_keys_change_it() -> None:
    html = parts(battle("choose Ann 8"))["pad-0"]
    assert html.count('aria-pressed="true"') == 1
    changes = moves_of(html)
    assert {act["type"] for act in changes} == {"change"}
    assert "8" not in {act["card"] for act in changes}
    assert len(changes) == len(GUESS.fighters) - 1


def test_steals_and_reveals_are_there_for_each_opponent() -> None:
    found = moves_of(parts(battle(seats=3))["act-0"])
    assert {(act.get("target"), act.get("where")) for act in found} == {
        (None, None), (1, "hand"), (1, "herd"), (2, "hand"), (2, "herd"),
    }  # fmt: skip


def test_a_deck_without_actions_offers_none() -> None:
    game = battle(pack='{"cards": {"1": 10, "2": 10}}')
    assert "steal" not in "".join(html for key, html in parts(game).items() if key != "art")


def test_names_of_any_kind_are_only_text() -> None:
    for virtual in (False, True):
        game = companion.start("alpaca-battle", HOSTILE, virtual=virtual, seed="1")
        table = Table(game)
        for _step in range(25):
            html = "".join(table.stage._parts.values())
            assert "<b>A" not in html
            assert "</script>" not in html
            if game.outcome is None:
                game.do(walks.choose(game.legal(), random.Random(_step)))


def test_a_war_says_what_each_draws_lays_and_who_is_out() -> None:
    game = battle("fix Bo herd 0: lost", "choose Ann 4", "choose Bo 4")
    told = parts(game)["war"]
    assert "draws 1" in told
    assert "draws none" in told
    assert "2 from the hand" in told
    assert "has no card left and is out" in told
    game.do("war")
    assert game.state.out[1]


def test_a_hand_short_of_three_is_told_when_it_is_drawn_again() -> None:
    told = parts(battle("steal Ann from Bo hand"))["herds"]
    assert "Bo plays with 2 cards" in told
    assert "Ann plays" not in told


def test_the_last_flip_stays_while_the_next_battle_is_entered() -> None:
    before = battle("choose Ann 8", "choose Bo 5")
    after = battle("choose Ann 8", "choose Bo 5", "choose Ann 3")
    for key in ("corner-0", "corner-1", "result", "flip-1.0-0"):
        assert parts(before)[key] == parts(after)[key]
    assert "Ann wins 2 cards." in parts(after)["result"]


def sent(table: Table, game: AnySession, action: Any) -> int:
    """Return how many bytes a tap sends to the page."""
    sizes: list[int] = []
    table.stage.send = lambda content: sizes.append(len(msgspec.json.encode(content)))
    table._receive({"do": action, "revision": game.revision, "id": str(game.revision)})
    assert table._refusal is None, table._refusal
    return sum(sizes)


@pytest.mark.slow
@pytest.mark.parametrize("virtual", [False, True])
def test_a_tap_sends_little(virtual: bool) -> None:
    game = battle(seats=3, virtual=virtual, seed=3 if virtual else None)
    table, chance, most = Table(game), random.Random(5), 0
    for _tap in range(150):
        if game.outcome is not None:
            break
        action = msgspec.to_builtins(walks.choose(game.legal(), chance))
        most = max(most, sent(table, game, action))
    assert most <= 20_000, most


# A game the kit deals


def hidden_shuffled(game: AnySession, seat: int | None, chance: random.Random) -> AnySession:
    """Return the game with all that ``seat`` does not know in another order."""
    other = walks.twin(game)
    world = other._worlds[-1]
    assert world.dealer is not None
    known = other.game.known(world, seat)
    dealer = imagined(world.dealer, known, chance.random().hex(), seat, other.game.fits)
    kept = Dealer(world.dealer.seed, dealer.stacks, world.dealer.glimpses)
    other._worlds[-1] = World(world.state, kept)
    return other


def test_the_page_of_a_shared_screen_is_the_same_whatever_is_hidden(dealt: AnySession) -> None:
    chance, changed = random.Random(1), 0
    for game in walks.stops(dealt, 12):
        other = hidden_shuffled(game, None, chance)
        changed += other._worlds[-1] != game._worlds[-1]
        assert parts(game) == parts(other)
    assert changed


def test_what_is_behind_the_curtain_depends_on_the_own_cards_alone(dealt: AnySession) -> None:
    chance = random.Random(2)
    for number, game in enumerate(walks.stops(dealt, 12)):
        seat = number % len(game.names)
        other = hidden_shuffled(game, seat, chance)
        seen = [
            str(h.fragment[PAGE.private(one.view(seat), {"seat": seat}, None)])
            for one in (game, other)
        ]
        assert seen[0] == seen[1]


def places(html: str) -> list[dict[str, Any]]:
    return [act for act in moves_of(html) if act["type"] == "play"]


def test_every_hand_has_the_same_places_whatever_it_holds(dealt: AnySession) -> None:
    for game in walks.stops(dealt, 12):
        view, found = game.view(), parts(game)
        for seat in view.alive if game.outcome is None else ():
            html = found[f"hand-{seat}"]
            if view.owes[seat]:
                assert html.count('type="checkbox"') <= view.hands[seat]
            else:
                expected = [
                    {"type": "play", "seat": seat, "place": at} for at in range(view.hands[seat])
                ]
                assert places(html) == expected


def test_what_was_glimpsed_is_told_behind_the_curtain_alone() -> None:
    game = turned("reveal")
    assert "You saw" not in whole(game)
    assert "You saw in Bo’s hand" in str(h.fragment[PAGE.private(game.view(0), {"seat": 0}, None)])
    assert "You saw" not in str(h.fragment[PAGE.private(game.view(1), {"seat": 1}, None)])


def test_a_fan_offers_every_place_of_hand_and_herd() -> None:
    game = turned("steal")
    shown = {json.dumps(act) for act in moves_of(parts(game)["fans"])}
    assert shown == {json.dumps(msgspec.to_builtins(one)) for one in game.legal()}


def test_a_fan_of_a_huge_herd_shows_no_more_than_fit() -> None:
    pack = {"cards": {**{str(number): 9 for number in range(1, 21)}, "steal": 20}}
    game = turned("steal", pack=pack)
    assert len(moves_of(parts(game)["fans"])) == 3 + 60
    assert len(parts(game)["fans"]) < 16_000


def test_seals_are_shown_when_chosen_and_again_at_the_flip() -> None:
    game = battle("play Ann card 1", virtual=True, seed="0")
    seal = game.state.chosen[0][:8]
    assert f"sealed {seal}" in parts(game)["corner-0"]
    game.do("play Bo card 1")
    assert f"✓ fits its seal {seal}" in parts(game)["corner-0"]
    told = str(h.fragment[PAGE.seals(game, ())])
    assert "2 of 2 seals fit the cards that were flipped." in told
    assert game.log[-1].action.salts[0] in told


def test_seals_of_cards_taken_back_are_not_counted() -> None:
    game = turned("reveal", "play Bo card 1", seats=3)
    assert audit(game) == ()


def test_nothing_private_is_in_the_widgets_state() -> None:
    one, other = (Table(battle(virtual=True, seed=str(seed))) for seed in range(2))
    states = [json.dumps(table.stage.get_state(), default=str) for table in (one, other)]
    plain = [re.sub(r"IPY_MODEL_\w+", "", state) for state in states]
    assert plain[0] == plain[1]


# A lone player: the own hand lies open


def test_a_lone_player_sees_the_own_hand_and_what_it_glimpsed() -> None:
    game = turned("reveal")
    view = game.view(0)
    html = str(h.fragment[PAGE.board(view, None, 0), PAGE.meaning(view, None, 0)])
    assert [act["place"] for act in moves_of(html) if act["type"] == "play" and act["seat"] == 0]
    assert all(f"Play {card_title(card)}" in html for card in view.hand)
    assert "You saw in Bo’s hand" in html


def test_a_game_that_may_go_on_for_ever_is_told_with_the_way_out() -> None:
    view = msgspec.structs.replace(battle().view(), is_long=True, quiet=150)
    html = str(h.fragment[PAGE.board(view, None, 0)])
    assert "the same cards may be going round" in html
    assert 'data-goto="setting"' in html


# The clock


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("widgets.pages.alpaca_battle.clock.time.time", lambda: 1000.9)
    return 1000


def clocked(game: AnySession, **asked: Any) -> AnySession:
    """Press a button of the clock."""
    table = Table(game)
    act = {"table": "compose", **asked}
    table._receive({"do": act, "revision": game.revision, "id": "1"})
    assert table._refusal is None, table._refusal
    return game


def times(game: AnySession) -> tuple[int, int]:
    return game.state.until, game.state.left


def test_a_clock_is_set_stopped_and_set_going_again(noon: int) -> None:
    game = clocked(battle(), clock="set", minutes=10)
    assert times(game) == (noon + 600, 0)
    assert f'data-until="{noon + 600}"' in parts(game)["clock"]
    assert times(clocked(game, clock="more")) == (noon + 660, 0)
    assert times(clocked(game, clock="pause")) == (0, 660)
    assert "11:00" in parts(game)["clock"]
    assert times(clocked(game, clock="more")) == (0, 720)
    assert times(clocked(game, clock="go")) == (noon + 720, 0)
    game.do({"type": "clock", "seat": -1})
    assert "data-until" not in whole(game)


def test_a_minute_more_after_the_end_is_a_whole_minute(noon: int) -> None:
    game = clocked(battle("clock until 7"), clock="more")
    assert times(game) == (noon + 60, 0)


@pytest.mark.parametrize("minutes", [0, -3, None, 10**9, "ten"])
def test_a_time_that_cannot_be_is_refused_in_words(minutes: object) -> None:
    with pytest.raises(ValueError, match="1 to 1440 minutes"):
        PAGE.compose(battle().view(), {"clock": "set", "minutes": minutes})


@pytest.mark.parametrize("wanted", ["pause", "go", "more", "nonsense", None])
def test_no_clock_can_be_stopped_that_is_not_set(wanted: object) -> None:
    with pytest.raises(ValueError, match="No clock"):
        PAGE.compose(battle().view(), {"clock": wanted})


def test_the_bell_is_there_for_as_long_as_a_clock_is() -> None:
    bell = {"type": "bell", "seat": -1}
    assert bell in acts(parts(battle("clock until 7"))["clock"])
    finish = battle("choose Ann 4", "bell", rulings={"bell": "finish"})
    assert "fought to its end" in parts(finish)["clock"]


# The end


def test_the_end_tells_who_won_why_and_the_places() -> None:
    game = counted(12)
    found = parts(game)
    assert game.outcome is not None
    assert game.outcome.reason in found["sheet"]
    assert found["sheet"].count("<li") == 3
    assert "Finished after 12 battles" in found["sheet"]
    assert 'role="img"' in found["course"]
    for row in (game.state.counts[0], game.state.counts[-1]):
        assert "".join(f"<td>{count}</td>" for count in row) in found["course"]


def test_the_course_of_a_very_long_game_stays_small() -> None:
    view = counted(12, ("Ann", "Bo")).view()
    counts = tuple((36 + at % 30, 36 - at % 30) for at in range(501))
    long = msgspec.structs.replace(view, counts=counts)
    html = str(course_card(long))
    assert len(html) < 6_000
    assert "<td>36</td>" in html
    assert ">500<" in html


# The deck list


def test_a_deck_list_is_shown_folded_and_called_a_guess() -> None:
    html = parts(battle())["deck"]
    assert "<details>" in html
    assert "guess" in html


def test_the_form_of_a_deck_list_reads_back_what_it_shows() -> None:
    fields = {one: GUESS.cards.get(one) for one in KINDS}
    assert deck_pack(fields) == ""
    pack = deck_pack({**fields, "12": 7, "20": 1, "title": "Ours"})
    deck = read_deck(pack)
    assert (deck.cards["12"], deck.cards["20"], deck.title) == (7, 1, "Ours")
    html = str(deck_fields(deck, {}))
    shown = dict(re.findall(r'name="(\w+)"[^>]* value="(\d+)"', html))
    assert shown == {one: str(deck.cards.get(one, 0)) for one in KINDS if one != "title"}
    assert 'value="Ours"' in html
    assert f"{deck.size} cards in all" in html


@pytest.mark.parametrize("fields", [{}, {"1": 20}, {"1": 99, "2": 5}])
def test_a_deck_list_that_cannot_be_is_refused_with_reasons(fields: dict[str, int]) -> None:
    with pytest.raises(UnreadablePack) as caught:
        deck_pack(fields)
    assert str(caught.value)


def test_the_total_follows_what_is_typed_and_nothing_else_is_sent(tmp_path: Path) -> None:
    page = Table("alpaca-battle", folder=tmp_path)
    before = dict(page.stage._parts)
    assert "72 cards in all" in before["deck-total"]
    page._receive({"draft": {"table": "begin", "war": 6, "12": None}, "revision": 0, "id": "1"})
    after = page.stage._parts
    assert [key for key in after if after[key] != before[key]] == ["deck-total"]
    assert "69 cards in all" in after["deck-total"]


def test_a_steal_and_its_buttons_wrap_together() -> None:
    row = parts(battle())["act-0"]
    kind = row.index("Steal</span>")
    group = row.rindex("<div", 0, kind)
    assert row[group:].startswith('<div class="tc-act-steal">')
    assert row.index("Bo’s herd") < row.index("</div>", group)


def test_a_lesson_shows_a_lone_player_s_hand_with_nothing_to_press() -> None:
    game = battle(seats=2, virtual=True, seed="0", computers={1: "bold"})
    view = game.view(0)
    shown = str(h.div[PAGE.still(view)])
    assert shown.count("tc-place") == len(view.hand) == 3
    assert "<button" not in shown
    assert "Ann’s hand" in shown
    assert "hand</h" not in str(h.div[PAGE.still(game.view())])


def test_a_lesson_shows_what_a_table_has_entered_of_its_first_flip() -> None:
    view = battle("choose Ann 4").view()
    assert ">4</b>" in str(h.div[PAGE.still(view)])
    assert ">4</b>" not in parts(battle("choose Ann 4"))["corner-0"]


@pytest.mark.parametrize(
    ("played", "drawn", "told"),
    [
        (0, 0, "You saw in Bo’s hand: 4."),
        (1, 0, "You saw in Bo’s hand: 4. Since then 1 card left it."),
        (0, 2, "You saw in Bo’s hand: 4. Since then 2 cards came."),
        (1, 2, "You saw in Bo’s hand: 4. Since then 1 card left it and 2 cards came."),
    ],
)
def test_of_a_glimpse_only_what_has_changed_is_told(played: int, drawn: int, told: str) -> None:
    glimpse = Glimpse(0, 1, ("4",), played, drawn)
    assert glimpse_text(battle().view(), glimpse) == told


def test_a_game_that_is_over_leads_to_another(tmp_path: Path) -> None:
    saved = companion.start("alpaca-battle", NAMES[:2], save=tmp_path / "ours.game")
    page = Table(saved, folder=tmp_path)
    assert "Another game" not in page.stage._parts["now"]
    saved.do("bell")
    assert {"table": "leave"} in acts(page.stage._parts["now"])
    page._receive({"do": {"table": "leave"}, "revision": saved.revision, "id": "1"})
    assert 'value="Ann"' in page.stage._parts["new-game"]
    unsaved = parts(battle("bell"))["now"]
    assert acts(unsaved) == [{"table": "panel", "name": "other"}]


def test_a_war_among_computers_alone_has_a_page() -> None:
    game = battle(seats=3, virtual=True, seed="0", computers={1: "bold", 2: "sly"})
    view = msgspec.structs.replace(game.view(), phase="war", alive=(1, 2), out=(1, 0, 0))
    said = acts(str(h.div[war_card(view)]))
    assert [(one["type"], one["seat"]) for one in said] == [("war", 1)]
