"""The save file: what stands in it, and what happens when it is torn, changed or cannot grow."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import companion
from companion import opening, saves
from companion.opening import AnySession
from companion.piece_o_cake import Fix, Serve
from tests import walks

NAMES = ["Åse", "Bo “B”", "<Cy>"]
MOVES = (
    "serve P K K H C K A G S H B",
    "cut 0 3 6",
    "take A eat plum",
    "fix #1 collected kiwi 3: schön gezählt",
    "take B",
)


def a_save(folder: Path) -> Path:
    """Write a save with seven lines: the header, five actions, and one taken back."""
    path = folder / "tonight.game"
    session = companion.start("piece-o-cake", NAMES, save=path)
    for move in MOVES:
        session.do(move)
    session.undo()
    session.close()
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return a_save(tmp_path)


def events(path: Path) -> list[Any]:
    """Return what opening ``path`` gives: the log, and what the reader was told."""
    session = companion.open(path)
    log = [(entry.kind, entry.sentence) for entry in session.log]
    notices = list(session.notices)
    session.close()
    return [log, notices]


def damage(path: Path) -> companion.DamagedSave:
    before = path.read_bytes()
    with pytest.raises(companion.DamagedSave) as caught:
        companion.open(path)
    assert path.read_bytes() == before
    assert str(path) in str(caught.value)
    assert f"line {caught.value.line}" in str(caught.value)
    return caught.value


# What stands in it


def test_a_save_has_a_line_an_event_and_opens_as_it_was(path: Path) -> None:
    assert path.read_bytes().count(b"\n") == 7
    log, notices = events(path)
    assert [kind for kind, _sentence in log] == ["do"] * 5 + ["undo"]
    assert notices == []


def test_nothing_written_is_ever_changed(tmp_path: Path) -> None:
    path = tmp_path / "tonight.game"
    session = companion.start("piece-o-cake", NAMES, save=path)
    steps: list[Callable[[], object]] = [
        *(lambda move=move: session.do(move) for move in MOVES),
        session.undo,
        session.redo,
        session.undo,
    ]
    before = path.read_bytes()
    for step in steps:
        step()
        after = path.read_bytes()
        assert after.startswith(before)
        assert after[len(before) :].count(b"\n") == 1
        before = after
    session.close()
    assert path.read_bytes() == before


def test_an_event_is_on_the_disk_before_do_returns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tonight.game"
    session = companion.start("piece-o-cake", NAMES, save=path)
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda _descriptor: synced.append(path.stat().st_size))
    session.do(MOVES[0])
    assert synced == [path.stat().st_size]
    session.close()


def test_a_virtual_game_saves_its_deals(tmp_path: Path) -> None:
    path = tmp_path / "virtual.game"
    session = companion.start("piece-o-cake", ["A", "B"], virtual=True, seed=3, save=path)
    while session.outcome is None:
        session.do(session.legal()[0])
    session.do("again")
    session.do("serve")
    worlds = walks.plain(session._worlds)
    session.close()
    again = companion.open(path)
    assert walks.plain(again._worlds) == worlds
    again.close()


def test_a_virtual_game_mended_by_hand_opens_again(tmp_path: Path) -> None:
    """The kit serves what it has, whatever was counted by hand before."""
    path = tmp_path / "virtual.game"
    session = companion.start("piece-o-cake", ["A", "B"], virtual=True, seed=1, save=path)
    for kind in ("kiwi", "chocolate", "strawberry"):
        most = {"kiwi": 8, "chocolate": 11, "strawberry": 10}[kind]
        session.do(Fix(0, "collected", kind, most, "a wild guess"))
    session.do("serve")
    state = session.state
    session.close()
    again = companion.open(path)
    assert again.state == state
    assert again.problems
    again.close()


def agreed_undo(path: Path) -> AnySession:
    """Return a duel saved at ``path`` in which a draw was taken back; it needed Ann's consent."""
    session = companion.start("cake-duel", ["Ann", "Bo"], virtual=True, seed=1, save=path)
    for command in ("claim 1 soldier with 1", "accept", "draw"):
        session.do(command)
    session.undo(agreed=[0, 1])
    return session


def test_a_save_keeps_who_agreed(tmp_path: Path) -> None:
    path = tmp_path / "duel.game"
    session = agreed_undo(path)
    assert [event.agreed for event in saves.read(path).events] == [(), (), (), (0,)]
    assert lines_of(path)[-1].endswith(b'"entry":{"undo":1,"agreed":[0]}}\n')
    log = [(entry.kind, entry.sentence) for entry in session.log]
    session.close()
    assert events(path) == [log, []]
    assert log[-1][1].startswith("Taken back, with the consent of Ann: ")


@pytest.mark.parametrize("agreed", [b"[2]", b"[-1]", b"[0,1,7]"])
def test_only_who_sits_there_can_have_agreed(tmp_path: Path, agreed: bytes) -> None:
    path = tmp_path / "duel.game"
    agreed_undo(path).close()
    rewritten(path, (b'"agreed":[0]', b'"agreed":' + agreed))
    error = damage(path)
    assert error.line == 5
    assert "no seat here" in str(error)
    assert len(error.events) == 3


def test_a_play_is_saved_with_its_seal_and_the_cards_apart(tmp_path: Path) -> None:
    path = tmp_path / "duel.game"
    session = companion.start("cake-duel", ["Ann", "Bo"], virtual=True, seed=1, save=path)
    session.do("claim 1 soldier with 2")
    [event] = saves.read(path).events
    form = msgspec.json.decode(event.do)
    assert "cards" not in form
    assert form["seal"] == session.log[0].action.seal
    assert event.deal == session._worlds[-1].dealer
    session.do("accept")
    assert saves.read(path).events[-1].deal is None
    session.close()


# A torn end


def test_a_line_cut_off_anywhere_is_dropped_with_a_notice(path: Path) -> None:
    whole = path.read_bytes()
    log, _notices = events(path)
    last = whole.rindex(b"\n", 0, -1) + 1
    for size in range(last + 1, len(whole) - 1):
        path.write_bytes(whole[:size])
        torn_log, notices = events(path)
        assert torn_log == log[:-1]
        assert [notice for notice in notices if path.name in notice] == notices != []
        assert path.read_bytes() == whole[:last]


def test_only_the_missing_line_end_is_mended_without_a_word(path: Path) -> None:
    whole = path.read_bytes()
    expected = events(path)
    path.write_bytes(whole[:-1])
    assert events(path) == expected
    assert path.read_bytes() == whole


def test_a_game_goes_on_after_a_torn_line(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    session = companion.open(path)
    session.do("take C")
    expected = [entry.sentence for entry in session.log if entry.kind == "do"]
    session.close()
    log, notices = events(path)
    assert [sentence for kind, sentence in log if kind == "do"] == expected
    assert notices == []


def test_a_tail_of_zeros_is_a_torn_line(path: Path) -> None:
    whole = path.read_bytes()
    log, _notices = events(path)
    path.write_bytes(whole + b"\0" * 100)
    torn_log, notices = events(path)
    assert torn_log == log
    assert len(notices) == 1


# Damage


@pytest.mark.slow
def test_any_edited_byte_is_noticed_and_named(path: Path) -> None:
    whole = path.read_bytes()
    for at in range(len(whole)):
        line = whole.count(b"\n", 0, at) + 1
        for new in {whole[at] ^ 1, 0xC3} - {whole[at]}:
            path.write_bytes(whole[:at] + bytes([new]) + whole[at + 1 :])
            with pytest.raises(companion.DamagedSave) as caught:
                saves.read(path)
            assert caught.value.line == line
            assert len(caught.value.events) == max(0, line - 2)


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


@pytest.mark.parametrize("number", range(1, 6))
def test_a_missing_line_is_noticed(path: Path, number: int) -> None:
    lines = lines_of(path)
    path.write_bytes(b"".join(lines[:number] + lines[number + 1 :]))
    assert damage(path).line == number + 1


@pytest.mark.parametrize("number", range(7))
def test_a_doubled_line_is_noticed(path: Path, number: int) -> None:
    lines = lines_of(path)
    path.write_bytes(b"".join(lines[: number + 1] + lines[number:]))
    assert damage(path).line == number + 2


@pytest.mark.parametrize("number", range(6))
def test_swapped_lines_are_noticed(path: Path, number: int) -> None:
    lines = lines_of(path)
    lines[number : number + 2] = lines[number + 1], lines[number]
    path.write_bytes(b"".join(lines))
    assert damage(path).line == number + 1


def test_lines_of_another_game_are_noticed(path: Path, tmp_path: Path) -> None:
    other = companion.start("piece-o-cake", ["X", "Y", "Z"], save=tmp_path / "other.game")
    other.do(MOVES[0])
    other.close()
    path.write_bytes(lines_of(path)[0] + lines_of(tmp_path / "other.game")[1])
    assert damage(path).line == 2


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"hello\n", b"{}\n", b"[1]\n", b"\xff\xfe\n", b'{"sum":"","entry":1}\n']
)
def test_what_is_no_save_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "letter.game"
    path.write_bytes(content)
    error = damage(path)
    assert (error.line, error.header, error.events) == (1, None, ())
    with pytest.raises(companion.DamagedSave):
        error.recover(tmp_path / "new.game")
    assert not (tmp_path / "new.game").exists()


def rewritten(path: Path, *changes: tuple[bytes, bytes]) -> None:
    """Write every line anew with ``changes`` made, and with checksums that fit."""
    checksum, lines = "", []
    for line in lines_of(path):
        entry = bytes(saves._lines.decode(line).entry)
        for old, new in changes:
            entry = entry.replace(old, new)
        checksum = saves._chain(checksum, entry)
        lines.append(saves._line(checksum, entry))
    path.write_bytes(b"".join(lines))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (b'"format":1', b'"format":2', "format 2"),
        (b'"piece-o-cake"', b'"chess"', "chess"),
        (b'"rules":"1"', b'"rules":"0"', "version 0"),
        (b'"virtual":false', b'"virtual":7', "set-up is damaged"),
        (b'"virtual":false', b'"virtual":false,"extra":1', "set-up is damaged"),
    ],
)
def test_a_save_this_kit_cannot_play_says_why(
    path: Path, old: bytes, new: bytes, told: str
) -> None:
    rewritten(path, (old, new))
    error = damage(path)
    assert error.line == 1
    assert told in str(error)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (b'"piece":0', b'"piece":4', 4),
        (b'"take"', b'"steal"', 4),
        (b'"gaps":[0,3,6]', b'"gaps":[0,3,3]', 3),
        (b'"undo":1', b'"redo":1', 7),
        (b'{"undo":1}', b"{}", 7),
    ],
)
def test_an_event_the_rules_refuse_is_named(path: Path, old: bytes, new: bytes, line: int) -> None:
    rewritten(path, (old, new))
    error = damage(path)
    assert error.line == line
    assert len(error.events) == line - 2


def test_what_stands_before_the_damage_can_be_recovered(path: Path, tmp_path: Path) -> None:
    log, _notices = events(path)
    lines = lines_of(path)
    lines[4] = lines[4].replace(b"kiwi", b"plum")
    path.write_bytes(b"".join(lines))
    error = damage(path)
    assert error.recover(tmp_path / "new.game") == tmp_path / "new.game"
    assert events(tmp_path / "new.game") == [log[:3], []]
    assert lines_of(path) == lines
    with pytest.raises(FileExistsError):
        error.recover(tmp_path / "new.game")


def test_after_damage_the_file_is_free_for_others(path: Path) -> None:
    good = path.read_bytes()
    path.write_bytes(good.replace(b"kiwi", b"plum"))
    damage(path)
    path.write_bytes(good)
    log, _notices = events(path)
    assert len(log) == 6


# When the disk is full, or someone presses stop


def insist_unchanged(session: AnySession, path: Path, act: Callable[[], object]) -> None:
    """See that ``act`` raises and leaves the game, and its file, as they were."""
    before = walks.plain(session._worlds), session.revision, path.read_bytes()
    with pytest.raises((OSError, KeyboardInterrupt)):
        act()
    assert (walks.plain(session._worlds), session.revision, path.read_bytes()) == before


def full(*_arguments: object) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


def interrupted(*_arguments: object) -> int:
    raise KeyboardInterrupt


REAL_WRITE = os.write


def half_written(descriptor: int, data: memoryview) -> int:
    REAL_WRITE(descriptor, data[: len(data) // 2])
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    ("name", "replacement"),
    [
        ("write", full),
        ("write", half_written),
        ("fsync", full),
        ("fsync", interrupted),
        ("write", interrupted),
    ],
)
def test_what_cannot_be_written_is_not_done(
    path: Path, monkeypatch: pytest.MonkeyPatch, name: str, replacement: Callable[..., int]
) -> None:
    session = companion.open(path)
    with monkeypatch.context() as patch:
        patch.setattr(os, name, replacement)
        long_one = Fix(0, "eaten", "kiwi", 1, "a reason that takes more room than others " * 9)
        for act in (lambda: session.do(long_one), session.undo, session.redo):
            insist_unchanged(session, path, act)
    session.do("take B")
    expected = [(entry.kind, entry.sentence) for entry in session.log]
    session.close()
    assert events(path) == [expected, []]


def a_little(descriptor: int, data: memoryview) -> int:
    return REAL_WRITE(descriptor, data[:7])


def test_a_disk_that_takes_a_few_bytes_at_a_time_gets_all(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = companion.open(path)
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", a_little)
        session.do("take B")
    session.close()
    assert len(events(path)[0]) == 7


@pytest.mark.parametrize("failure", [full, interrupted])
def test_a_game_that_cannot_be_begun_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: Callable[..., int]
) -> None:
    path = tmp_path / "tonight.game"
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", failure)
        with pytest.raises((OSError, KeyboardInterrupt)):
            companion.start("piece-o-cake", NAMES, save=path)
    assert not path.exists()
    companion.start("piece-o-cake", NAMES, save=path).close()


# Start where something lies, and listing


def test_start_with_the_same_set_up_goes_on_with_a_notice(path: Path) -> None:
    session = companion.start("piece-o-cake", NAMES, save=path)
    assert session.revision == 6
    assert [notice for notice in session.notices if "6 events" in notice] == session.notices != []
    session.close()


@pytest.mark.parametrize(
    "other",
    [
        {"names": ["X", "Y"]},
        {"names": NAMES[::-1]},
        {"first": 1},
        {"edition": "more-whip"},
        {"rulings": {"pieces": "exactly"}},
        {"virtual": True},
    ],
)
def test_start_with_another_set_up_leaves_the_save_alone(path: Path, other: dict[str, Any]) -> None:
    before = path.read_bytes()
    arguments = {"names": NAMES, **other}
    with pytest.raises(companion.SaveExists) as caught:
        companion.start("piece-o-cake", **arguments, save=path)
    assert str(path) in str(caught.value)
    assert path.read_bytes() == before


def test_start_with_another_seed_is_another_game(tmp_path: Path) -> None:
    path = tmp_path / "virtual.game"
    first = companion.start("piece-o-cake", NAMES, virtual=True, seed=1, save=path)
    assert companion.start("piece-o-cake", NAMES, virtual=True, seed=1, save=path) is first
    assert companion.start("piece-o-cake", NAMES, virtual=True, save=path) is first
    with pytest.raises(companion.SaveExists):
        companion.start("piece-o-cake", NAMES, virtual=True, seed=2, save=path)
    first.close()


def test_what_is_open_here_is_the_same_session(path: Path, tmp_path: Path) -> None:
    session = companion.open(path)
    (tmp_path / "link.game").symlink_to(path)
    assert companion.open(str(path)) is session
    assert companion.open(tmp_path / "link.game") is session
    session.close()
    assert companion.open(path) is not session


def test_a_save_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"nowhere\.game"):
        companion.open(tmp_path / "nowhere.game")


def test_a_closed_session_does_nothing_more(path: Path) -> None:
    session = companion.open(path)
    session.close()
    session.close()
    before = path.read_bytes()
    for act in ("do", "undo", "redo"):
        with pytest.raises(RuntimeError, match="closed"):
            getattr(session, act)(*["take B"] * (act == "do"))
    assert session.revision == 6
    assert path.read_bytes() == before


def test_saves_are_found_the_latest_first(tmp_path: Path) -> None:
    for age, name in enumerate(("new", "old", "oldest")):
        companion.start("piece-o-cake", NAMES, save=tmp_path / f"{name}.game").close()
        os.utime(tmp_path / f"{name}.game", (1_000 - age, 1_000 - age))
    (tmp_path / "notes.txt").write_text("no save")
    assert [path.name for path in saves.found(tmp_path)] == ["new.game", "old.game", "oldest.game"]


def test_actions_stand_in_the_save_as_they_are_called(path: Path) -> None:
    serve = saves.read(path).events[0]
    action = companion.games["piece-o-cake"].read(bytes(serve.do))
    assert isinstance(action, Serve)
    assert action.slices[:3] == ("plum", "kiwi", "kiwi")


# Looking without taking over


def test_a_save_can_be_looked_at_while_it_is_played(path: Path) -> None:
    session = companion.open(path)
    before = path.read_bytes()
    look = opening.peek(path)
    assert str(look) == str(session)
    assert [entry.sentence for entry in look.log] == [entry.sentence for entry in session.log]
    look.do("take B")
    assert path.read_bytes() == before
    assert session.revision == 6
    session.do("take C")
    session.close()


def test_a_look_at_a_torn_save_leaves_it_torn(path: Path) -> None:
    torn = path.read_bytes()[:-9]
    path.write_bytes(torn)
    assert opening.peek(path).revision == 5
    assert path.read_bytes() == torn
