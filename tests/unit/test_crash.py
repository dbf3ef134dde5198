"""Games killed in the middle, and two processes that want the same save."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import companion
from companion import saves
from tests import walks

ROOT = Path(__file__).resolve().parents[2]
MEMORY = Path("/dev/shm")  # noqa: S108  a killed process loses nothing that is only in memory
AT_ONCE = 4
KILLS = 200


@contextmanager
def player(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Have another process at work; kill it at the end, if it still lives."""
    command = [sys.executable, "-m", "tests.crash.player", *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def answer(process: subprocess.Popen[str]) -> int:
    assert process.stdout is not None
    return int(process.stdout.readline())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "tonight.game"
    session = companion.start("piece-o-cake", ["A", "B"], save=path)
    session.do("serve P K K H C K A G S H B")
    session.close()
    return path


def test_a_save_open_elsewhere_is_refused_by_name(path: Path) -> None:
    before = path.read_bytes()
    with player("hold", str(path)) as process:
        assert answer(process) == 1
        with pytest.raises(companion.SaveInUse, match=re.escape(str(path))):
            companion.open(path)
        with pytest.raises(companion.SaveInUse, match=re.escape(str(path))):
            companion.start("piece-o-cake", ["A", "B"], save=path)
        assert path.read_bytes() == before


def test_a_killed_holder_leaves_no_lock_behind(path: Path) -> None:
    with player("hold", str(path)) as process:
        assert answer(process) == 1
        process.kill()
        process.wait()
        session = companion.open(path)
        assert session.revision == 1
        session.do("cut 0 3")
        session.close()


def test_one_process_does_not_write_a_save_twice(path: Path) -> None:
    session = companion.open(path)
    with pytest.raises(companion.SaveInUse):
        saves.SaveFile.open(path)
    session.close()
    companion.open(path).close()


def test_a_forgotten_session_lets_go_of_its_save(path: Path) -> None:
    companion.open(path)
    file, saved = saves.SaveFile.open(path)
    assert len(saved.events) == 1
    file.close()


# Killed at any moment


@pytest.fixture
def folder() -> Iterator[Path]:
    place = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=place) as name:
        yield Path(name)


@pytest.mark.slow
def test_no_confirmed_event_is_lost_when_the_kernel_is_killed(folder: Path) -> None:
    chance = random.Random(1)
    heights: list[int] = []
    with player("nursery") as nursery:
        for batch in range(KILLS // AT_ONCE):
            paths = [folder / f"{batch}-{number}.game" for number in range(AT_ONCE)]
            players = {path: born(nursery, path) for path in paths}
            for path, number in players.items():
                wait_for(path, event=chance.randrange(60))
                time.sleep(chance.random() * 0.002)  # somewhere in the next one
                kill(number)
                heights.append(insist_nothing_lost(path))
    assert len(heights) == KILLS
    assert len(set(heights)) > KILLS // 5  # the moments were different ones


def born(nursery: subprocess.Popen[str], path: Path) -> int:
    """Have a player begin at ``path``; return its process id."""
    assert nursery.stdin is not None
    nursery.stdin.write(f"{path} {path.stem}\n")
    nursery.stdin.flush()
    return answer(nursery)


def wait_for(path: Path, event: int) -> None:
    """Wait until a player has confirmed that event."""
    for _wait in range(100_000):
        if confirmed(path) >= event:
            return
        time.sleep(0.0005)
    raise TimeoutError(path)


def kill(number: int) -> None:
    """Kill that process and wait until it is gone."""
    os.kill(number, signal.SIGKILL)
    for _wait in range(10_000):
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return
        time.sleep(0.001)
    raise TimeoutError(number)


def confirmed(path: Path) -> int:
    """Return the last event the player knew to be done; -1 if it had not even begun."""
    notes = Path(f"{path}.confirmed")
    lines = notes.read_text().splitlines(keepends=True) if notes.exists() else []
    whole = [line for line in lines if line.endswith("\n")]
    return int(whole[-1]) if whole else -1


def insist_nothing_lost(path: Path) -> int:
    """Open the save and see every confirmed event, and at most the one in the making."""
    number = confirmed(path)
    try:
        session = companion.open(path)
    except (FileNotFoundError, companion.DamagedSave):
        assert number == -1
        return number
    assert number <= session.revision <= number + 1
    worlds = walks.plain(session._worlds)
    if session.outcome is None:
        session.do(session.legal()[0])
        session.undo(agreed=session.consent)
    assert walks.plain(session._worlds) == worlds
    session.close()
    return number
