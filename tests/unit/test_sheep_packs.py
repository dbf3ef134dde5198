"""The packs of The Sheep: read strictly, with every mistake named; maps checked; cards typed in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import companion
from companion.the_sheep import maps
from companion.the_sheep.pack import (
    BoardPack,
    UnreadablePack,
    practice,
    read_board,
    read_card,
    read_cards,
)
from companion.the_sheep.state import PIECES
from companion.the_sheep.table import empty_decks, read_pack, table
from tests.sheep import NAMES, at, pack, play, ready, shepherd, texts
from tests.tables import refused

BOARD: dict[str, Any] = json.loads(practice("board"))
CARDS: dict[str, Any] = json.loads(practice("cards"))


def board(**changes: Any) -> BoardPack:
    return read_board({**BOARD, **changes})


def told(error: pytest.ExceptionInfo[UnreadablePack]) -> list[str]:
    return [problem.text for problem in error.value.problems]


# What the kit ships


def test_the_practice_packs_say_what_they_are() -> None:
    for data in (BOARD, CARDS):
        assert "Practice" in data["title"]
        assert "Our own invention" in data["notes"]


def test_the_practice_packs_are_whole() -> None:
    found = table("")
    assert maps.problems(found.board) == ()
    assert empty_decks(found) == ()
    assert len(found.cards.shepherds) >= 4
    assert len(found.cards.tile) == 6
    assert found.copies("flock").total() == 24
    assert found.copies("curse").total() == 20


def test_they_hold_the_values_the_rules_print() -> None:
    found = table("")
    void = found.decks["mutation"]["void-sheep"]
    assert (void.health, void.corruption) == ((2, 3, 3), (1, 2, 3))
    assert (void.weak, void.immune) == (("runic",), ("metal",))
    assert void.rules == ("lantern-to-attack",)
    assert found.decks["mutation"]["prismatic-sheep"].rules == ("distinct-icons",)
    assert found.cost("shepherds-spear") == 3
    assert found.items["shepherds-spear"].icons == ("metal", "runic")  # type: ignore[union-attr]  # Equipment
    assert found.items["tainted-taunt"].ability.cost == 2  # type: ignore[union-attr]  # it has one
    miles = found.shepherds["miles"]
    assert (miles.corruption, miles.experience[0], miles.essence, miles.lanterns) == (4, 5, 2, 3)
    assert PIECES == (20, 15, 10)


def test_the_pack_files_are_shipped() -> None:
    folder = Path(companion.__file__).parent / "the_sheep" / "packs"
    assert {path.name for path in folder.glob("*.json")} >= {
        "practice-board.json", "practice-cards.json",
    }  # fmt: skip


# Reading


def test_every_mistake_is_named_with_its_place() -> None:
    with pytest.raises(UnreadablePack) as caught:
        read_cards(
            {
                "id": 1,
                "shepherds": {},
                "caravans": [{"id": "x", "name": "X", "corruption": 0, "colour": "red"}],
                "mutation": [{"id": "y", "name": "Y", "health": [1, "2"], "weak": ["ice"]}],
            }
        )
    assert told(caught) == [
        "id: expected a text, found 1.",
        "title: this is missing: a text.",
        "shepherds: expected a list, found {}.",
        (
            "caravans[0].colour: nothing is called that here; there are corruption, effects, id, "
            "inventory, name or text."
        ),
        "caravans[0].corruption: expected a whole number from 1 to 99, found 0.",
        'mutation[0].health[1]: expected a whole number from 1 to 99, found "2".',
        "mutation[0].corruption: this is missing: a list.",
        'mutation[0].weak[0]: expected “fire”, “metal”, “runic” or “shock”, found "ice".',
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("[]", "expected an object"),
        ('{"boards": {}}', "nothing is called that"),
        ('{"board": 3}', "board: expected an object"),
        ('{"cards": {"id": "x"}}', "cards.title: this is missing"),
        ('{"board": {"id": "x"}}', "board.hexes: this is missing"),
    ],
)
def test_what_is_no_pack_is_refused(text: str, words: str) -> None:
    with pytest.raises(UnreadablePack, match=words):
        table(text or " ")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"equipment": CARDS["equipment"][1:]}, "there is no equipment called shears"),
        ({"equipment": CARDS["equipment"] * 2}, "The id shears is there 2 times"),
        ({"shepherds": CARDS["shepherds"][:3]}, "fewer than four shepherds"),
        ({"caravans": []}, "There is no caravan"),
        ({"mutation": [{**CARDS["mutation"][0], "health": [1, 2]}]}, "a number for each tier"),
        ({"mutation": [{**CARDS["mutation"][0], "id": "Void Sheep"}]}, "no id"),
        ({"spawns": {"violet": "g1"}}, "the map has no green spawn"),
    ],
)
def test_cards_must_fit_together(change: dict[str, Any], words: str) -> None:
    with pytest.raises(UnreadablePack, match=words):
        read_pack(pack(**change))


def test_no_flock_card_names_the_violet_spawn() -> None:
    with pytest.raises(UnreadablePack, match="spawns"):
        read_card("flock", '{"id": "x", "name": "X", "wave": 1, "spawns": [{"colour": "violet", '
                  '"tier": "lesser"}]}')  # fmt: skip


# Maps


def problems(**changes: Any) -> list[str]:
    return [problem.text for problem in maps.problems(board(**changes))]


def test_a_map_needs_a_start_a_finish_and_spawns() -> None:
    assert problems(start="", finish=[], spawns={})[:3] == [
        "There is no Start.", "There is no Finish.", "There is no spawn.",
    ]  # fmt: skip
    assert "The Start z9 is not on the map." in problems(start="z9")
    assert "The Finish z9 is not on the map." in problems(finish=["z9"])
    assert "The red spawn z9 is not on the map." in problems(spawns={"red": "z9"})


def test_hexes_have_names_and_are_there_once() -> None:
    assert problems(hexes=[*BOARD["hexes"], "4c"]) == [
        "“4c” is no hex: hexes are named like c4."
    ]  # fmt: skip
    assert problems(hexes=[*BOARD["hexes"], "a1"]) == ["The hex a1 is there 2 times."]


def test_nothing_of_the_path_lies_in_shadow() -> None:
    assert "c4 lies in shadow and cannot be entered." in problems(shadow=["c4"])
    assert "The shadow z1 is not on the map." in problems(shadow=["z1"])


def test_every_step_of_the_path_leads_on_to_the_finish() -> None:
    path = [step for step in BOARD["path"] if step["at"] != "k3"]
    found = problems(path=path)
    assert "The path leads from j3 to k3, which is no path space." in found
    assert "From a4 the path does not reach the Finish." in found
    ends = [step if step["at"] != "l3" else {"at": "l3"} for step in BOARD["path"]]
    assert "The path ends at l3, before the Finish." in problems(path=ends)
    jumps = [step if step["at"] != "l3" else {"at": "l3", "next": "a1"} for step in BOARD["path"]]
    assert "The path jumps from l3 to a1: they do not touch." in problems(path=jumps)


def test_a_fork_has_two_ways() -> None:
    forks = [s if s["at"] != "e4" else {"at": "e4", "north": "f3"} for s in BOARD["path"]]
    assert "e4 needs one way on, or both a northern and a southern." in problems(path=forks)
    twice = [*BOARD["path"], {"at": "a4", "next": "b4"}]
    assert "The path names a4 2 times." in problems(path=twice)
    assert "The path does not begin at the Start." in problems(start="a1")


def test_every_spawn_reaches_the_path_and_no_hex_is_cut_off() -> None:
    wall = ["b1", "b2", "c2", "d2", "d1"]
    assert "The green spawn c1 does not reach the path." in problems(shadow=wall)
    assert any(text.startswith("These hexes cannot be reached") for text in problems(shadow=wall))


def test_a_map_says_its_numbers_for_every_count_of_players() -> None:
    found = problems(meters={"2": [1]}, caravans={"2": 1})
    assert "There is no pollution meter for 3 players." in found
    assert "How many caravans travel with 4 players?" in found


# Tables with packs of their own


def small() -> str:
    """Return a pack of another map, three spaces long, and fewer cards."""
    hexes = ["a1", "b1", "c1", "c2"]
    path = [{"at": "a1", "next": "b1"}, {"at": "b1", "next": "c2"}]
    return pack(
        hexes=hexes, path=path, start="a1", finish=["c2"], shadow=[],
        spawns=dict.fromkeys(("green", "red", "blue", "white", "violet"), "c1"),
        caravans={"2": 1, "3": 1, "4": 1}, mutation=CARDS["mutation"][:1],
    )  # fmt: skip


def test_a_table_plays_with_its_own_pack(tmp_path: Path) -> None:
    path = tmp_path / "own.game"
    game = ready(pack=small(), save=path)
    play(game, "enter tinkers", "drive tinkers")
    assert game.outcome is not None
    assert game.outcome.winners == (0, 1)
    code = game.code()
    game.close()
    again = companion.open(path)
    assert again.state == game.state
    again.close()
    moved = companion.open(code)
    assert moved.state == game.state
    assert moved.setup.pack == game.setup.pack


def test_a_pack_may_be_given_as_data_and_is_written_in_one_way() -> None:
    text, data = read_pack(small()), json.loads(small())
    one = companion.start("the-sheep", NAMES[:2], pack=small())
    other = companion.start("the-sheep", NAMES[:2], pack=data)
    assert one.setup.pack == other.setup.pack == text
    with pytest.raises(ValueError, match="nothing is called that"):
        companion.start("the-sheep", NAMES[:2], pack={"maps": []})


def test_a_game_the_kit_deals_needs_cards_in_every_deck() -> None:
    bare = pack(mutation=[], curse=[])
    with pytest.raises(ValueError, match="curse"):
        companion.start("the-sheep", NAMES[:2], pack=bare, virtual=True)
    assert companion.start("the-sheep", NAMES[:2], pack=bare).state.phase == "setup"


def test_a_card_is_typed_in_when_it_is_drawn_and_offered_ever_after() -> None:
    game = at(shepherd("m6"), phase="mutation", mutation="", pack=pack(mutation=[]))
    assert texts(game, "draw") == []
    card = {"id": "moss-sheep", "name": "Moss Sheep", "health": [1, 1, 2], "corruption": [1, 1, 1]}
    entry = game.do(f"card mutation: {json.dumps(card)}")
    assert entry.sentence == "The card Moss Sheep is typed in."
    assert texts(game, "draw") == ["draw mutation moss-sheep"]
    game.do("draw mutation moss-sheep")
    assert game.state.sheep_now is not None
    assert game.state.sheep_now.name == "Moss Sheep"
    game.undo()
    game.undo()
    assert texts(game, "draw") == []


def test_a_card_typed_in_wrongly_is_refused_with_every_mistake() -> None:
    game = at(shepherd("m6"), phase="mutation", mutation="")
    refusal = refused(game, 'card mutation: {"id": "x", "health": 3}', "pack", "name: this is miss")
    assert "health: expected a list" in refusal.reason
    known = {"id": "void-sheep", "name": "V", "health": [1, 1, 1], "corruption": [1, 1, 1]}
    refused(game, f"card mutation: {json.dumps(known)}", "pack", "is there 2 times")
    virtual = ready(virtual=True, seed=1)
    refused(virtual, f"card mutation: {json.dumps(known)}", "pack", "the kit has the cards")
