"""Games killed in the middle, and two processes that want the same save."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import companion
from companion import saves
from tests import walks

ROOT = Path(__file__).resolve().parents[2]
AT_ONCE = 10
KILLS = 200


def player(path: Path, what: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.crash.player", str(path), what],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def first_number(process: subprocess.Popen[str]) -> int:
    """Wait until the player says it has the save."""
    assert process.stdout is not None
    return int(process.stdout.readline())


def kill(process: subprocess.Popen[str]) -> int:
    """Kill the player; return the number of the last event it said was done, or 0."""
    process.kill()
    said, _nothing = process.communicate()
    whole = said[: said.rfind("\n") + 1].split()  # the last number may be cut in two
    return int(whole[-1]) if whole else 0


@contextmanager
def held(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Have another process hold the save."""
    process = player(path, "hold")
    try:
        assert first_number(process) == 1
        yield process
    finally:
        kill(process)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "tonight.game"
    session = companion.start("piece-o-cake", ["A", "B"], save=path)
    session.do("serve P K K H C K A G S H B")
    session.close()
    return path


def test_a_save_open_elsewhere_is_refused_by_name(path: Path) -> None:
    before = path.read_bytes()
    with held(path):
        for open_it in (
            lambda: companion.open(path),
            lambda: companion.start("piece-o-cake", ["A", "B"], save=path),
        ):
            with pytest.raises(companion.SaveInUse) as caught:
                open_it()
            assert str(path) in str(caught.value)
        assert path.read_bytes() == before


def test_a_killed_holder_leaves_no_lock_behind(path: Path) -> None:
    with held(path) as process:
        kill_at_once(process)
        session = companion.open(path)
        assert session.revision == 1
        session.do("cut 0 3")
        session.close()


def kill_at_once(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()


def test_two_sessions_of_one_process_do_not_write_the_same_save(path: Path) -> None:
    session = companion.open(path)
    with pytest.raises(companion.SaveInUse):
        saves.SaveFile.open(path)
    session.close()
    companion.open(path).close()


def test_a_forgotten_session_lets_go_of_its_save(path: Path) -> None:
    companion.open(path)
    again = companion.open(path)
    again.do("cut 0 3")
    again.close()


@pytest.mark.slow
def test_no_confirmed_event_is_lost_when_the_kernel_is_killed(tmp_path: Path) -> None:
    chance = random.Random(1)
    heights: list[int] = []
    for batch in range(KILLS // AT_ONCE):
        paths = [tmp_path / f"{batch}-{number}.game" for number in range(AT_ONCE)]
        players = [player(path, str(number)) for number, path in enumerate(paths)]
        for process in players:
            assert first_number(process) == 0
        for process, path in zip(players, paths, strict=True):
            time.sleep(chance.random() * 0.05)
            heights.append(insist_nothing_lost(path, kill(process)))
    assert len(set(heights)) > KILLS // 10  # the moments were different ones


def insist_nothing_lost(path: Path, confirmed: int) -> int:
    session = companion.open(path)
    assert confirmed <= session.revision <= confirmed + 1
    states = walks.plain(session._worlds)
    if session.outcome is None:
        session.do(session.legal()[0])
        session.undo()
    assert walks.plain(session._worlds) == states
    session.close()
    return confirmed
