"""Drawing a map: strokes and their way back, what is still to do, and the files of the editor."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import companion
from companion.game import IllegalAction
from companion.the_sheep import drawing, maps, pack
from companion.the_sheep.drawing import (
    BRUSHES,
    Brush,
    Describe,
    Drawing,
    History,
    Number,
    Paint,
    Resize,
    Take,
    checks,
    from_pack,
    new,
    spots,
    to_pack,
)
from companion.the_sheep.pack import PathStep
from widgets import MapEditor

PRACTICE = pack.read_board(pack.practice("board"))
NUMBERS = Number(dict.fromkeys((2, 3, 4), ("1", "2", "3")), dict.fromkeys((2, 3, 4), 2))


def drawn(*taps: str, on: Drawing | None = None) -> Drawing:
    """Return a drawing after taps such as ``"path a4 b4"``: a brush and the hexes it touches."""
    now = on or new(6, 5)
    for tap in taps:
        brush, *hexes = tap.split()
        for name in hexes:
            now = drawing.apply(now, Paint(name, brush))  # type: ignore[arg-type]
    return now


def steps(now: Drawing) -> dict[str, PathStep]:
    return {step.at: step for step in now.board.path}


def spoken(now: Drawing, name: str) -> str:
    return next(str(spot) for spot in spots(now, checks(now)) if spot.name == name)


def refusal(now: Drawing, stroke: drawing.AnyStroke) -> str:
    with pytest.raises(IllegalAction) as caught:
        drawing.apply(now, stroke)
    told = caught.value.refusal
    assert told.tried
    assert told.reason
    assert told.instead
    return str(told)


# Packs


def test_the_practice_board_comes_back_as_it_was() -> None:
    now = from_pack(PRACTICE)
    assert (now.columns, now.rows) == (13, 6)
    assert to_pack(now) == PRACTICE
    assert pack.read_board(msgspec.json.encode(to_pack(now))) == PRACTICE
    assert checks(now) == ()


def test_the_practice_board_can_be_drawn_by_hand() -> None:
    now = drawn(
        "start a4",
        "path b4 c4 d3 e4",
        "north f3",
        "south f4",
        "finish m4 m3",
        "path f3 g3 h2 i3 j3 k3 l3 m4 f4 g5 h4 i4 j3",
        "shadow b2 e2 g4 h3 k5 l5",
        "green c1",
        "red d6",
        "blue h6",
        "white j1",
        "violet g1",
        on=new(13, 6),
    )
    told = Describe(PRACTICE.title, PRACTICE.notes)
    numbers = Number(
        {players: tuple(map(str, meter)) for players, meter in PRACTICE.meters.items()},
        {**PRACTICE.caravans},
    )
    made = drawing.apply(drawing.apply(now, told), numbers).board
    assert steps(now) == {step.at: step for step in PRACTICE.path}
    assert msgspec.structs.replace(made, id=PRACTICE.id, path=PRACTICE.path) == PRACTICE


def test_a_new_sheet_says_what_is_still_to_do() -> None:
    texts = [check.text for check in checks(new())]
    assert "There is no Start." in texts
    assert "There is no Finish." in texts
    assert "There is no spawn." in texts
    assert [check.field for check in checks(new()) if check.field] == [
        f"{kind}.{players}" for players in (2, 3, 4) for kind in ("meters", "caravans")
    ]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"start": "zz"}, "zz"),
        ({"hexes": ("a1", "1a")}, "1a"),
        ({"path": (PathStep("a1"), PathStep("a1"))}, "more than once"),
        ({"hexes": ("aa1",)}, "27 columns wide"),
        ({"shadow": ("a21",)}, "21 rows high"),
    ],
)
def test_what_cannot_be_drawn_is_refused(change: dict[str, Any], words: str) -> None:
    board = msgspec.structs.replace(PRACTICE, **change)
    assert words in refusal(new(), Take(board))


def test_a_pack_with_mistakes_is_drawn_so_that_they_can_be_mended() -> None:
    board = msgspec.structs.replace(PRACTICE, start="n7", hexes=PRACTICE.hexes[1:])
    now = from_pack(board)
    assert (now.columns, now.rows) == (14, 7)
    assert to_pack(now) == board
    assert {name for check in checks(now) for name in check.hexes} >= {"n7"}
    assert spoken(now, "n7").startswith("n7, not on the map, Start")


# Strokes


def test_a_bare_hex_loses_everything_and_a_path_its_way_there() -> None:
    now = drawn("start a2", "path b2 c3", "green b2", "hex b2")
    assert steps(now) == {"a2": PathStep("a2"), "c3": PathStep("c3")}
    assert now.board.spawns == {}
    assert "b2" in now.board.hexes


def test_what_is_off_the_map_is_gone_and_comes_back_by_any_brush() -> None:
    now = drawn("off c3")
    assert "c3" not in now.board.hexes
    assert spoken(now, "c3") == "c3, not on the map"
    assert drawn("hex c3", on=now) == new(6, 5)
    assert "c3" in drawn("red c3", on=now).board.hexes


def test_shadow_bears_nothing_and_a_mark_lifts_it() -> None:
    now = drawn("blue c3", "shadow c3")
    assert (now.board.shadow, now.board.spawns) == (("c3",), {})
    assert spoken(now, "c3") == "c3, shadow"
    assert drawn("blue c3", on=now).board.shadow == ()


def test_there_is_one_start_and_one_spawn_of_a_colour_and_tapped_again_they_go() -> None:
    now = drawn("start a1 a2", "red c1 c2")
    assert (now.board.start, now.board.spawns) == ("a2", {"red": "c2"})
    now = drawn("start a2", "red c2", on=now)
    assert (now.board.start, now.board.spawns) == ("", {})


def test_a_finish_ends_the_path_and_unmade_goes_on_as_path() -> None:
    now = drawn("start a2", "path b2", "finish c3 c2", "path c3")
    assert now.board.finish == ("c2", "c3")
    assert now.pen == ""
    assert steps(now) == {"a2": PathStep("a2", "b2"), "b2": PathStep("b2", "c3")}
    now = drawn("finish c3 c2", on=now)
    assert now.board.finish == ()
    assert steps(now)["c3"] == PathStep("c3")


def test_a_finish_is_no_start() -> None:
    assert drawn("finish a1", "start a1").board.finish == ()
    assert drawn("start a1", "finish a1").board.start == ""


# The path and its pen


def test_the_path_goes_on_from_hex_to_hex() -> None:
    now = drawn("path a1 b1 c2")
    assert now.pen == "c2"
    assert spoken(now, "a1").startswith("a1, open ground, path to b1")
    assert "the pen is here" in spoken(now, "c2")


def test_the_pen_is_lifted_put_elsewhere_and_follows_the_path() -> None:
    now = drawn("path a1 b1 c2")
    assert drawn("path c2", on=now).pen == ""
    assert drawn("path a1", on=now).pen == "a1"
    assert drawn("path a1 b1", on=now).pen == "b1"
    assert drawn("path b1", on=now).pen == "b1", "going back draws no circle"
    assert drawn("path c2 e4", on=now).pen == "e4"
    assert drawn("path c2 e4", on=now).board.path[:3] == now.board.path


def test_a_fork_is_drawn_from_its_space_and_ways_may_join() -> None:
    now = drawn("path a3 b3", "north c3", "south c4", "path c3 d3 e4 c4 d4 e4")
    assert steps(now)["b3"] == PathStep("b3", north="c3", south="c4")
    assert steps(now)["d4"] == PathStep("d4", "e4")
    assert now.pen == "e4"
    assert "forks, north to c3, south to c4" in spoken(now, "b3")


def test_a_way_that_is_there_becomes_the_other_way_of_a_fork() -> None:
    now = drawn("path a3 b3 c3 b3", "south c4")
    assert steps(now)["b3"] == PathStep("b3", north="c3", south="c4")
    assert steps(drawn("south c3", on=now))["b3"] == PathStep("b3", south="c3")


def test_a_fork_that_loses_a_way_is_one_no_more() -> None:
    now = drawn("path a3 b3", "north c3", "south c4", "hex c4")
    assert steps(now)["b3"] == PathStep("b3", "c3")


def test_half_a_fork_is_told() -> None:
    now = drawn("path a3 b3", "north c3")
    assert any("both a northern and a southern" in check.text for check in checks(now))


@pytest.mark.parametrize(
    ("before", "tap", "words"),
    [
        ("path a1", "path c3", "which c3 does not touch"),
        ("path b2 b3 b2", "path c2", "leads on to b3"),
        ("path a1", "north c3", "which c3 does not touch"),
        ("hex a1", "south c3", "at no space of the path"),
        ("finish c3", "path c3", "at the Finish the path ends"),
        ("hex a1", "hex z9", "the sheet ends at f5"),
        ("hex a1", "hex nonsense", "the sheet ends at f5"),
    ],
)
def test_a_stroke_that_cannot_be_says_why_and_what_would_work(
    before: str, tap: str, words: str
) -> None:
    brush, name = tap.split()
    assert words in refusal(drawn(before), Paint(name, brush))  # type: ignore[arg-type]


# The sheet and its words


def test_a_larger_sheet_gains_hexes_and_a_smaller_one_loses_what_lies_outside() -> None:
    now = drawn("start a2", "path b2 c3", "green f5", "off b1")
    larger = drawing.apply(now, Resize(8, 6))
    assert {"h6", "g1", "a6"} <= {*larger.board.hexes}
    assert "b1" not in larger.board.hexes
    smaller = drawing.apply(larger, Resize(2, 2))
    assert smaller.board.hexes == ("a1", "a2", "b2")
    assert steps(smaller) == {"a2": PathStep("a2", "b2"), "b2": PathStep("b2")}
    assert (smaller.board.spawns, smaller.pen) == ({}, "")


@pytest.mark.parametrize("size", [(0, 3), (27, 3), (3, 21), (None, 3)])
def test_a_sheet_has_its_limits(size: tuple[int | None, int]) -> None:
    assert "26 columns and 20 rows" in refusal(new(), Resize(*size))


def test_a_title_names_the_map_and_none_is_refused() -> None:
    board = drawing.apply(new(), Describe("  The  Old Farm 2 ", " my notes ")).board
    assert (board.id, board.title, board.notes) == ("the-old-farm-2", "The Old Farm 2", "my notes")
    assert drawing.apply(new(), Describe("Карта")).board.id == "our-map"
    assert "title" in refusal(new(), Describe("  "))


def test_numbers_are_set_and_left_open() -> None:
    now = drawing.apply(new(), NUMBERS)
    assert now.board.meters[4] == (1, 2, 3)
    assert now.board.caravans == {2: 2, 3: 2, 4: 2}
    again = drawing.apply(now, Number({2: ("5",)}, {2: None, 3: 1}))
    assert (again.board.meters, again.board.caravans) == ({2: (5,)}, {3: 1})
    assert [check.field for check in checks(again) if check.field] == [
        "caravans.2", "meters.3", "meters.4", "caravans.4",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("stroke", "words"),
    [
        (Number({2: ("1", "two")}, {}), "“two” is no whole number"),
        (Number({3: ("-1",)}, {}), "“-1”"),
        (Number({4: ("100",)}, {}), "“100”"),
        (Number({}, {2: 0}), "at least one travels"),
        (Number({}, {2: 100}), "no more than 99"),
    ],
)
def test_numbers_that_are_none_are_refused(stroke: Number, words: str) -> None:
    assert words in refusal(new(), stroke)


# Checks


@pytest.mark.parametrize(
    ("taps", "words", "hexes"),
    [
        (("shadow b6 b5 a5",), "cannot be reached", {"a6"}),
        (("shadow c6 d5 e6",), "red spawn d6 does not reach the path", {"d6"}),
        (("hex k3",), "The path ends at j3", {"j3"}),
        (("start a4",), "There is no Start", set()),
        (("finish m3 m4",), "There is no Finish", set()),
        (("finish m4",), "The path ends at m4", {"m4"}),
    ],
)
def test_a_problem_points_to_its_hexes(taps: tuple[str, ...], words: str, hexes: set[str]) -> None:
    now = drawn(*taps, on=from_pack(PRACTICE))
    [found] = [check for check in checks(now) if words in check.text][:1]
    assert {*found.hexes} >= hexes
    for name in found.hexes:
        assert "something to mend" in spoken(now, name)


def test_a_circle_is_told_of_each_of_its_spaces() -> None:
    path = tuple(PathStep("l3", "k3") if one.at == "l3" else one for one in PRACTICE.path)
    now = from_pack(msgspec.structs.replace(PRACTICE, path=path))
    assert {"l3", "k3"} <= {name for check in checks(now) for name in check.hexes}
    assert checks(drawn("hex k3", "path l3 m4 j3 k3 l3", on=now)) == ()


def test_of_a_path_that_is_being_drawn_only_its_end_is_told() -> None:
    now = drawn("start a2", "path b2 c3 d3", "finish f3", "green a1")
    now = drawing.apply(now, NUMBERS)
    assert [check.text for check in checks(now)] == ["The path ends at d3, before the Finish."]
    assert len(maps.problems(now.board)) == 4


# Undo


def test_undo_and_redo_walk_through_all_drawings() -> None:
    history = History((new(),)).draw(Paint("a1", "start")).draw(Resize(5, 5))
    assert (history.last, history.next) == ("the sheet 5 × 5", "")
    history = history.undo()
    assert (history.last, history.next) == ("Start on a1", "the sheet 5 × 5")
    assert history.undo().now == new()
    assert history.redo().now == drawing.apply(history.now, Resize(5, 5))
    assert history.draw(Paint("b1", "off")).next == ""


def test_what_changes_nothing_is_no_stroke() -> None:
    history = History((new(),))
    assert history.draw(Paint("a1", "hex")) is history


def test_there_may_be_nothing_to_undo_or_redo() -> None:
    with pytest.raises(IllegalAction, match="nothing has been drawn"):
        History((new(),)).undo()
    with pytest.raises(IllegalAction, match="nothing has been taken back"):
        History((new(),)).redo()


NAMES = [spot.name for spot in spots(new(4, 4))]
A_BRUSH: st.SearchStrategy[Brush] = st.sampled_from([*BRUSHES, "path", "path", "north", "south"])
STROKES = st.lists(
    st.one_of(
        st.builds(Paint, st.sampled_from([*NAMES, "e5"]), A_BRUSH),
        st.builds(Resize, st.integers(0, 5), st.integers(0, 5)),
        st.builds(Describe, st.text(max_size=5)),
        st.just(NUMBERS),
    ),
    max_size=40,
)


@settings(deadline=None)
@given(STROKES)
def test_any_strokes_keep_the_map_whole_and_undo_takes_all_of_them_back(
    strokes: list[drawing.AnyStroke],
) -> None:
    history = History((new(4, 4),))
    for stroke in strokes:
        try:
            history = history.draw(stroke)
        except IllegalAction:
            continue
        expect_whole(history.now)
    back = history
    for before in reversed(history.states[:-1]):
        back = back.undo()
        assert back.now == before
    assert back.now == new(4, 4)
    while back.next:
        back = back.redo()
    assert back == history


def expect_whole(now: Drawing) -> None:
    """Expect a map that can be written, read and drawn again, and whose marks are on it."""
    board = to_pack(now)
    hexes, spaces = {*board.hexes}, {step.at for step in board.path}
    assert pack.read_board(msgspec.json.encode(board)) == board
    assert to_pack(from_pack(board)) == board
    marked = {*spaces, *board.finish, *board.spawns.values()} | ({board.start} - {""})
    assert marked <= hexes - {*board.shadow}
    assert {*board.shadow} <= hexes
    assert {way for step in board.path for way in step.ways} <= spaces | {*board.finish}
    assert now.pen in spaces | {""}
    assert bool(checks(now)) == bool(maps.problems(board))


# The editor and its files


def tap(editor: MapEditor, **act: Any) -> None:
    editor._receive({"do": act, "revision": editor._revision, "id": "one"})


def page(editor: MapEditor) -> str:
    return "".join(editor.stage._parts.values())


def test_a_saved_map_is_one_to_play_on(tmp_path: Path) -> None:
    editor = MapEditor(tmp_path / "deep" / "farm")
    tap(editor, map="practice")
    tap(editor, map="paint", hex="a1", brush="shadow")
    tap(editor, map="save")
    assert editor.path == tmp_path / "deep" / "farm.json"
    assert "This map can be played" in page(editor)
    board = json.loads(editor.path.read_text())
    game = companion.start("the-sheep", ["Ada", "Ben"], pack=editor.pack)
    assert editor.pack == {"board": board}
    assert json.loads(game.setup.pack)["board"]["shadow"][0] == "a1"


def test_a_saved_map_is_gone_on_with(tmp_path: Path) -> None:
    editor = MapEditor(tmp_path / "farm.json")
    tap(editor, map="paint", hex="a1", brush="start")
    tap(editor, map="save")
    assert [path.name for path in tmp_path.iterdir()] == ["farm.json"]
    again = MapEditor(tmp_path / "farm.json")
    assert again.pack == editor.pack
    assert "saved in farm.json" in page(again)


def test_what_was_not_saved_is_there_again(tmp_path: Path) -> None:
    tap(MapEditor(tmp_path / "farm.json"), map="paint", hex="a1", brush="start")
    again = MapEditor(tmp_path / "farm.json")
    assert again.pack["board"]["start"] == "a1"
    assert "not saved in farm.json" in page(again)
    tap(again, map="save")
    assert [path.name for path in tmp_path.iterdir()] == ["farm.json"]


def test_another_map_is_opened_and_what_was_drawn_waits(tmp_path: Path) -> None:
    one = MapEditor(tmp_path / "one.json")
    tap(one, map="practice")
    tap(one, map="save")
    two = MapEditor(tmp_path / "two.json")
    tap(two, map="paint", hex="a1", brush="start")
    assert "Open one.json" in page(two)
    tap(two, map="open", file="one.json")
    assert (two.pack, two.path.name) == (one.pack, "one.json")
    assert MapEditor(tmp_path / "two.json").pack["board"]["start"] == "a1"


def test_an_empty_sheet_leaves_the_file_alone(tmp_path: Path) -> None:
    editor = MapEditor(tmp_path / "one.json")
    tap(editor, map="practice")
    tap(editor, map="save")
    tap(editor, map="new")
    tap(editor, map="save")
    assert editor.path.name == "one-2.json"
    assert json.loads((tmp_path / "one.json").read_text())["id"] == "practice-board"
    tap(editor, map="undo")
    assert editor.pack["board"]["id"] == "practice-board"


def test_no_other_file_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text("[]")
    editor = MapEditor(tmp_path / "farm.json")
    tap(editor, map="save-as", file="mine")
    assert "mine.json: that file is there already." in str(editor._refusal)
    tap(editor, map="save-as", file="../else")
    assert editor.path == tmp_path / "else.json"
    assert editor.path.exists()


def test_a_file_that_is_no_map_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text('{"what": 1}')
    editor = MapEditor(tmp_path / "mine.json")
    assert editor.path.name == "mine-2.json"
    assert "it holds no map" in page(editor)
    tap(editor, map="open", file="gone.json")
    assert "there is no such file" in str(editor._refusal)


@pytest.mark.parametrize(
    "act", [{"map": "paint"}, {"map": "paint", "hex": "a1", "brush": "glue"}, {"map": "x"}, 7, None]
)
def test_what_cannot_be_read_changes_nothing(tmp_path: Path, act: Any) -> None:
    editor = MapEditor(tmp_path / "farm.json")
    before = editor.pack
    editor._receive({"do": act, "revision": 0, "id": "one"})
    assert "could not be read" in page(editor)
    assert editor.pack == before


def test_a_saved_map_is_downloaded_and_pasted_in_again(tmp_path: Path) -> None:
    editor = MapEditor(tmp_path / "farm.json")
    tap(editor, map="practice")
    assert "download=" not in page(editor)
    tap(editor, map="save")
    found = re.search(r'download="farm.json" href="data:application/json;base64,([^"]*)"',
                      page(editor))  # fmt: skip
    assert found
    text = b64decode(found[1]).decode()
    assert text.strip() == (tmp_path / "farm.json").read_text().strip()
    other = MapEditor(tmp_path / "elsewhere" / "new.json")
    tap(other, map="paste", text=text)
    assert other.pack == editor.pack
    tap(other, map="new")
    tap(other, map="paste", text=json.dumps(editor.pack))
    assert other.pack == editor.pack
    tap(other, map="paste", text='{"hexes": 3}')
    assert "it holds no map. id: this is missing" in str(other._refusal)


def test_the_second_of_a_double_tap_does_nothing(tmp_path: Path) -> None:
    editor = MapEditor(tmp_path / "farm.json")
    for _time in range(2):
        act = {"map": "paint", "hex": "a1", "brush": "start"}
        editor._receive({"do": act, "revision": 0, "id": "one"})
    assert editor.pack["board"]["start"] == "a1"


def test_a_stroke_sends_little(tmp_path: Path) -> None:
    editor = MapEditor(tmp_path / "farm.json")
    tap(editor, map="practice")
    sent: list[Any] = []
    editor.stage.send = sent.append
    tap(editor, map="paint", hex="a1", brush="shadow")
    assert len(json.dumps(sent)) < 4000
