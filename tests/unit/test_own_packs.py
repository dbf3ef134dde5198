"""A table's own maps and cards: given to a new game, kept of one, and given again."""

from __future__ import annotations

import html
import json
import re
from base64 import b64decode
from pathlib import Path
from typing import Any

import msgspec
import pytest

import companion
from companion.the_sheep.pack import practice
from tests import sheep
from widgets import MapEditor, Table
from widgets.pages import pack_words_of
from widgets.parts import frame

GAME = "the-sheep"
CARD = '{"id": "itch", "name": "Itch"}'


def begun(folder: Path, **fields: Any) -> Table:
    """Return a page on which the form of a new game was sent."""
    page = Table(GAME, folder=folder)
    act = {"table": "begin", "count": 2, "names": ["Ann", "Bo"], "play": "table", **fields}
    page._receive({"do": act, "revision": 0, "id": "one"})
    return page


def told(page: Table) -> str:
    return html.unescape(page.stage._parts.get("alert", ""))


def named(title: str) -> dict[str, Any]:
    """Return the practice map under another title."""
    return {**json.loads(practice("board")), "title": title}


def tap(page: Table, **act: Any) -> None:
    game = page.session
    assert game is not None
    page._receive({"do": {"table": act.pop("name"), **act}, "revision": game.revision, "id": "x"})


def test_games_without_a_beginner_ask_for_none(tmp_path: Path) -> None:
    asked = Table(GAME, folder=tmp_path).stage._parts["new-game"]
    assert 'name="first"' not in asked
    assert "begins" not in asked
    for other in ("piece-o-cake", "cake-duel"):
        assert 'name="first"' in Table(other, folder=tmp_path).stage._parts["new-game"]


def test_only_games_with_packs_ask_for_one(tmp_path: Path) -> None:
    assert 'name="pack"' in Table(GAME, folder=tmp_path).stage._parts["new-game"]
    assert 'name="pack"' not in Table("cake-duel", folder=tmp_path).stage._parts["new-game"]


def test_a_pasted_pack_is_played_with(tmp_path: Path) -> None:
    page = begun(tmp_path, pack=sheep.pack(title="The Marsh"))
    assert page.session is not None
    assert page.session.state.table.board.title == "The Marsh"
    again = companion.open(page.session.path or "")
    assert again.state.table.board.title == "The Marsh"


def test_the_file_of_the_map_editor_and_a_file_of_cards_go_together(tmp_path: Path) -> None:
    editor = MapEditor(tmp_path / "marsh.json")
    acts = (
        {"map": "practice"},
        {"map": "describe", "title": "Marsh", "notes": ""},
        {"map": "save"},
    )
    for number, act in enumerate(acts):
        editor._receive({"do": act, "revision": number, "id": str(number)})
    cards = {**json.loads(practice("cards")), "title": "Ours"}
    (tmp_path / "ours.json").write_text(json.dumps(cards), "utf-8")
    offered = Table(GAME, folder=tmp_path).stage._parts["new-game"]
    assert 'value="marsh.json"' in offered
    page = begun(tmp_path, packs=["marsh.json", "ours.json"])
    assert page.session is not None
    found = page.session.state.table
    assert (found.board.title, found.cards.title) == ("Marsh", "Ours")


def test_of_two_maps_the_later_counts() -> None:
    read = companion.games[GAME].read_pack
    assert read is not None
    made = read(json.dumps(named("One")), json.dumps({"board": named("Two"), "cards": None}))
    assert json.loads(made)["board"]["title"] == "Two"
    assert read(made) == made


@pytest.mark.parametrize(
    ("pack", "words"),
    [
        ("{", ["This is no JSON"]),
        ('{"bord": {}}', ["bord: nothing is called that here; there are board or cards."]),
        (json.dumps({**named("x"), "start": 7}), ["board.start: expected a text, found 7."]),
        (json.dumps({**named("x"), "title": 1, "hexes": 2}), ["board.title", "board.hexes"]),
        (sheep.pack(caravans=[]), ["There is no caravan."]),
    ],
)
def test_a_wrong_pack_is_answered_at_its_field_and_begins_nothing(
    pack: str, words: list[str], tmp_path: Path
) -> None:
    page = begun(tmp_path, pack=pack)
    assert page.session is None
    assert page._place == "pack"
    assert all(word in told(page) for word in words), told(page)
    assert "<!--part:alert-->" in page.stage._parts["new-game"]
    assert "<details open>" in page.stage._parts["new-game"]
    assert list(tmp_path.glob("*.game")) == []


def test_of_many_mistakes_the_first_are_told(tmp_path: Path) -> None:
    board = {**named("x"), "hexes": [1] * 40}
    page = begun(tmp_path, pack=json.dumps(board))
    assert told(page).count("<strong>") == 9
    assert "And 32 more mistakes." in told(page)


def test_a_file_that_is_gone_is_named(tmp_path: Path) -> None:
    assert "away.json cannot be read" in told(begun(tmp_path, packs=["../away.json"]))


# Out again


def downloaded(page: Table) -> str:
    found = re.search(r'href="data:application/json;base64,([^"]*)"', page.stage._parts["panel"])
    assert found
    return b64decode(found[1]).decode()


def test_map_and_cards_with_what_was_typed_in_come_out_and_in_again(tmp_path: Path) -> None:
    page = begun(tmp_path, pack=json.dumps(named("The Marsh")))
    assert page.session is not None
    page.session.do(f"card curse: {CARD}")
    page._receive({"do": {"table": "panel", "name": "pack"}, "revision": 1, "id": "open"})
    text = downloaded(page)
    page._receive({"do": {"table": "save-pack", "file": "ours"}, "revision": 1, "id": "save"})
    assert (tmp_path / "ours.json").read_text("utf-8") == text
    assert "kept in ours.json" in page.stage._parts["notices"]
    other = begun(tmp_path / "other", pack=text)
    assert other.session is not None
    found = other.session.state.table
    assert (found.board, found.cards) == (
        page.session.state.table.board,
        page.session.state.table.cards,
    )
    assert "itch" in found.curses


def test_a_pack_is_not_written_over_a_file(tmp_path: Path) -> None:
    page = begun(tmp_path)
    (tmp_path / "ours.json").write_text("mine", "utf-8")
    page._receive({"do": {"table": "save-pack", "file": "ours.json"}, "revision": 0, "id": "s"})
    assert "ours.json is there already" in told(page)
    assert (tmp_path / "ours.json").read_text("utf-8") == "mine"


def test_the_next_game_is_offered_what_the_last_one_was_played_with(tmp_path: Path) -> None:
    page = begun(tmp_path)
    assert page.session is not None
    page.session.do(f"card curse: {CARD}")
    tap(page, name="leave")
    offered = html.unescape(page.stage._parts["new-game"])
    assert "as in the last game" in offered
    assert '"itch"' in offered


def test_without_packs_of_its_own_a_table_is_offered_none(tmp_path: Path) -> None:
    page = begun(tmp_path)
    tap(page, name="leave")
    assert "as in the last game" not in page.stage._parts["new-game"]


def test_only_a_game_with_a_map_speaks_of_maps(tmp_path: Path) -> None:
    page = Table(sheep.ready(2), folder=tmp_path)
    assert "Map and cards" in page.stage._parts["open-pack"]
    usual = pack_words_of("cake-duel")
    assert "map" not in " ".join(msgspec.structs.astuple(usual)).casefold()
    assert frame.PANELS["pack"] == usual.panel
    assert pack_words_of(GAME).own in Table(GAME, folder=tmp_path).stage._parts["new-game"]
