"""The page of Alpaca Battle as it is sent: every phase, every way, nothing hidden, few bytes."""

from __future__ import annotations

import json
import random
import re
from html import unescape
from typing import Any

import htpy as h
import msgspec
import pytest

import companion
from companion.alpaca_battle.cards import GUESS, read_deck
from companion.opening import AnySession
from companion.schema import UnreadablePack
from tests import walks
from widgets import Table
from widgets.pages import alpaca_battle as PAGE  # noqa: N812  the page under test
from widgets.pages.alpaca_battle.deck import KINDS, deck_fields, deck_pack

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


CASES = [
    case
    for case in walks.cases(range(4))
    if case.game == "alpaca-battle"
]  # fmt: skip


@pytest.fixture(params=CASES, ids=str)
def walked(request: pytest.FixtureRequest) -> AnySession:
    return walks.walked(request.param)


def test_every_step_of_every_game_has_a_page(walked: AnySession) -> None:
    for game in walks.stops(walked, 12):
        html = whole(game)
        assert "data-now" in html
        board, meaning = PAGE.still(game.view())
        assert "data-do" not in str(h.fragment[board, meaning])


def test_every_button_is_a_legal_move_or_says_why_not(walked: AnySession) -> None:
    if walked.setup.virtual:
        pytest.skip("a virtual page has a test of its own")
    for game in walks.stops(walked, 12):
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
        game = companion.start("alpaca-battle", HOSTILE, virtual=virtual, seed=1)
        for _step in range(25):
            html = whole(game)
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
    html = str(deck_fields(deck))
    shown = dict(re.findall(r'name="(\w+)"[^>]* value="(\d+)"', html))
    assert shown == {one: str(deck.cards.get(one, 0)) for one in KINDS if one != "title"}
    assert 'value="Ours"' in html
    assert "74 cards in all" in html.replace("\n", "") or str(deck.size) in html


@pytest.mark.parametrize("fields", [{}, {"1": 20}, {"1": 99, "2": 5}])
def test_a_deck_list_that_cannot_be_is_refused_with_reasons(fields: dict[str, int]) -> None:
    with pytest.raises(UnreadablePack) as caught:
        deck_pack(fields)
    assert str(caught.value)
