"""Cards that are due and not in the pack: a table waits until they are typed in."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from htpy import fragment

from companion.the_sheep import decks
from companion.the_sheep.pack import practice
from companion.the_sheep.state import Draw, Enlist, LetGo, State, Suffer, Tile
from tests import sheep
from tests.sheep import at, camp, pack, session_at, shepherd
from widgets import Table
from widgets.pages import the_sheep

STEPS = {"day-event": "day", "night-event": "night", "mutation": "mutation", "flock": "flock"}
CURSES = json.loads(practice("cards"))["curse"]
ONE_CURSE = [{**CURSES[0], "copies": 1}]
ONE_TILE = json.loads(practice("cards"))["tile"][:1]


def cursed(**fields: Any) -> Any:
    """Return a game in which Ann has just to draw a Curse."""
    ann = shepherd("c4", "shears", corruption=3)
    game = at(ann, flock="c4:ss", phase="strike", **fields)
    game.do("advance")
    return game


def typed_in(game: Any) -> Enlist:
    """See that nothing but a card can be typed in, or none be left; return the typing in."""
    first, *others = game.legal()
    assert isinstance(first, Enlist)
    assert all(isinstance(one, LetGo) for one in others)
    return first


def test_a_curse_that_the_pack_lacks_waits_until_it_is_typed_in() -> None:
    game = cursed(pack=pack(curse=[]))
    assert typed_in(game).kind == "curse"
    assert "draws a Curse" in str(game)
    game.do('card curse: {"id": "itch", "name": "Itch"}')
    game.do("draw curse itch")
    assert [one.id for one in game.state.shepherds[0].hand] == ["shears", "itch"]
    assert game.state.shepherds[0].corruption == 1


def test_a_tile_that_the_pack_lacks_waits_until_it_is_typed_in() -> None:
    game = at(shepherd("c4"), phase="avert", pack=pack(tile=[]))
    game.do("suffer")
    assert (game.state.phase, typed_in(game).kind) == ("tiles", "tile")
    game.do(typed_in(game))
    game.do("draw tile tile-1")
    assert game.state.tiles == (Tile("tile-1"),)


@pytest.mark.parametrize("phase", STEPS)
def test_a_step_whose_deck_the_pack_lacks_offers_to_type_a_card_in(phase: str) -> None:
    game = at(shepherd("c4"), phase=phase, pack=pack(**{STEPS[phase]: []}))
    due = [one for one in game.legal() if isinstance(one, Enlist)]
    assert [one.kind for one in due] == [STEPS[phase]]
    game.do(due[0])
    assert [one for one in game.legal() if isinstance(one, Draw)]
    assert game.state.phase == phase


def test_a_flock_card_typed_in_is_of_the_wave_that_is_due() -> None:
    game = at(shepherd("c4"), phase="flock", draws=(0, 0, 0, 5, 0, 0), pack=pack(flock=[]))
    due = next(one for one in game.legal() if isinstance(one, Enlist))
    assert json.loads(due.data)["wave"] == 2


def test_caravans_that_the_pack_lacks_are_typed_in_before_the_first_day() -> None:
    one = json.loads(practice("cards"))["caravans"][:1]
    game = sheep.table(2, pack=pack(caravans=[{**one[0], "inventory": []}]))
    game.do("bring tinkers")
    for seat in (0, 1):
        game.do(f"choose {sheep.NAMES[seat]} {sheep.BOARDS[seat]} {sheep.FIRST[seat]}")
    assert game.state.phase == "setup"
    game.do(typed_in(game))
    game.do("bring caravan-1")
    assert game.state.phase == "enter"


def test_a_table_may_say_that_the_box_holds_no_curse_any_more() -> None:
    bo = shepherd("d5", CURSES[0]["id"])
    state = camp(shepherd("c4", "shears", corruption=3), bo, flock="c4:ss", phase="strike",
                 pack=pack(curse=ONE_CURSE))  # fmt: skip
    game = session_at(state)
    game.do("advance")
    typed_in(game)
    entry = game.do(LetGo(0))
    assert entry.sentence.startswith("No Curse is left for Ann to draw.")
    assert game.state.shepherds[0].corruption == 1
    empty = cursed(pack=pack(curse=[]))
    assert not [one for one in empty.legal() if isinstance(one, LetGo)]


def test_a_kit_with_no_curse_left_draws_none_and_says_so() -> None:
    bo = shepherd("d5", CURSES[0]["id"])
    game = session_at(camp(shepherd("c4", "shears", corruption=3), bo, flock="c4:ss",
                           phase="strike", virtual=True, pack=pack(curse=ONE_CURSE)))  # fmt: skip
    entry = game.do("advance")
    assert "No Curse is left, so none is drawn." in entry.sentence
    assert (game.state.phase, game.state.shepherds[0].corruption) == ("refresh", 1)


def test_a_kit_with_no_tile_left_lays_none_and_says_so() -> None:
    tiles = (Tile(ONE_TILE[0]["id"]),)
    game = session_at(camp(shepherd("c4"), phase="avert", tiles=tiles, virtual=True,
                           pack=pack(tile=ONE_TILE)))  # fmt: skip
    entry = game.do(Suffer(-1))
    assert "No pollution tile is left, so none comes." in entry.sentence
    assert (game.state.phase, game.state.tiles) == ("tiles", tiles)


def test_what_lies_on_the_table_stays_out_of_a_deck_shuffled_anew() -> None:
    held, other = CURSES[0]["id"], CURSES[1]["id"]
    two = [{**one, "copies": 1} for one in CURSES[:2]]
    state: State = camp(shepherd("c4", "shears"), shepherd("d5", held), pack=pack(curse=two),
                        drawn=((), (), (), (), (other,), ()))  # fmt: skip
    assert decks.draws(state, "curse") == (Draw(-1, "curse", other),)


@pytest.mark.parametrize("seed", range(3))
def test_a_table_with_empty_decks_can_be_played_by_typing_in(seed: int) -> None:
    empty: dict[str, Any] = {deck: [] for deck in ("day", "night", "mutation", "flock", "curse",
                                                   "tile")}  # fmt: skip
    game = sheep.ready(2, pack=pack(**empty))
    chance = random.Random(seed)
    while game.outcome is None and game.state.day < 4 and game.revision < 200:
        legal = game.legal()
        assert len(legal)
        action = legal[chance.randrange(len(legal))]
        text = game.game.commands.text(game.state, action)
        assert game.game.commands.parse(game.state, text) == action
        game.do(action)
        view = game.view()
        assert the_sheep.now(view)[0]
        if game.revision % 7 == 0:
            assert str(fragment[the_sheep.board(view, None, 0), the_sheep.meaning(view, None, 0)])
    assert game.state.entered


# On the page


def banner(game: Any) -> str:
    return "".join(fragment[the_sheep.now_actions(game.view())].iter_chunks())


def test_the_page_leads_to_the_form_of_the_card_that_is_due() -> None:
    game = cursed(pack=pack(curse=[]))
    heading, hint = the_sheep.now(game.view())
    assert (heading, "type in the one" in hint) == ("Ann draws a Curse", True)
    assert 'data-goto="type-curse-0"' in banner(game)
    assert the_sheep.automatic(game.view()) is None
    page = Table(game)
    assert "type-curse-0" in page.stage._parts
    card = {"name": "Itch", "icons": {"fire": 1}}
    act = {"table": "compose", "kind": "curse", "draw": True, "card": card}
    page._receive({"do": act, "revision": game.revision, "id": "one"})
    assert game.state.shepherds[0].hand[1].id == "itch"


def test_a_kind_chosen_for_another_step_does_not_hide_the_form_that_is_due() -> None:
    game = cursed(pack=pack(curse=[]))
    page = Table(game)
    asked = {"table": "show", "kind": "tile", "instead": "equipment"}
    page._receive({"do": asked, "revision": game.revision, "id": "one"})
    assert "type-curse-0" in page.stage._parts
