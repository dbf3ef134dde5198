"""``python -m tests.bench``: how fast the kit is, as a table.

Each number is the median of several rounds. Nothing here passes or fails.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import companion
from companion.game import Game
from companion.opening import AnySession
from companion.piece_o_cake import Again
from tests import walks

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 7
GAMES_A_ROUND = 40
STARTS = 15
EVENTS = (10, 1_000, 10_000)


class Row(NamedTuple):
    """One line of the table."""

    what: str
    number: float
    unit: str
    remark: str = ""


def main() -> None:
    for rows in (engine_rows, import_rows, save_rows, browser_rows):
        for row in rows():
            print(f"{row.what:<58}{row.number:>10,.1f} {row.unit:<4} {row.remark}", flush=True)


def seconds(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


# Engines


def engine_rows() -> Iterator[Row]:
    """Yield the time of an action (legal, choose, apply) of whole random games."""
    for game_id, game in companion.games.items():
        for virtual in (True, False):
            if walks.can_be(game_id, virtual=virtual):
                times = [an_action(game, virtual, number) for number in range(ROUNDS)]
                kind = "virtual" if virtual else "physical"
                what = f"{game_id}, {kind}: an action of a random game"
                yield Row(what, statistics.median(times), "µs", f"least {min(times):.1f}")


def an_action(
    game: Game[object, companion.game.Action, object], virtual: bool, number: int
) -> float:
    """Return the microseconds an action took, over a round of games."""
    actions, spent = 0, 0.0
    for at in range(GAMES_A_ROUND):
        chance = random.Random(f"{number}/{at}")
        arguments = walks.set_up(game.id, chance)
        setup = companion.start(game.id, **arguments, virtual=virtual, seed=at).setup
        begun = time.perf_counter()
        actions += sum(1 for _turn in walks.worlds(game, setup, chance))
        spent += time.perf_counter() - begun
    return spent / actions * 1e6


# Imports


def import_rows() -> Iterator[Row]:
    """Yield how long imports take in fresh processes, one after the other in turn."""
    modules = ("companion", "widgets", "anywidget")
    present = [name for name in modules if importing(name) is not None]
    times: dict[str, list[float]] = {name: [] for name in present}
    for _round in range(STARTS):
        for name in present:
            times[name].append(importing(name) or 0.0)
    medians = {name: statistics.median(found) for name, found in times.items()}
    for name, median in medians.items():
        ratio = (
            f"{median / medians['anywidget']:.2f} of anywidget" if "anywidget" in medians else ""
        )
        yield Row(f"import {name}", median * 1e3, "ms", ratio)


def importing(name: str) -> float | None:
    """Return the seconds ``import name`` takes in a fresh process; ``None`` if it cannot be."""
    code = f"import time; t = time.perf_counter(); import {name}; print(time.perf_counter() - t)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return float(run.stdout) if run.returncode == 0 else None


# Saves


def save_rows() -> Iterator[Row]:
    """Yield the times to append to a save and to open it again, as it grows."""
    with tempfile.TemporaryDirectory() as folder:
        session = companion.start(
            "piece-o-cake", ["A", "B", "C"], virtual=True, seed=1, save=Path(folder) / "long.game"
        )
        chance = random.Random(1)
        for events in EVENTS:
            grow(session, events, chance)
            appended, synced = appending(session, chance)
            yield Row(f"save of {events:,} events: one event more", appended * 1e6, "µs", synced)
            session, opened = reopening(session)
            size = f"{(session.path or Path()).stat().st_size:,} bytes"
            yield Row(f"save of {events:,} events: open it again", opened * 1e3, "ms", size)
        session.close()


def one_more(session: AnySession, chance: random.Random) -> None:
    if session.outcome is not None:
        session.do(Again((session.state.starter + 1) % len(session.names)))
    else:
        session.do(walks.choose(session.legal(), chance))


def grow(session: AnySession, events: int, chance: random.Random) -> None:
    """Play on to that many events, without waiting for the disk."""
    with patch.object(os, "fsync"):
        while session.revision < events:
            one_more(session, chance)


def appending(session: AnySession, chance: random.Random) -> tuple[float, str]:
    """Return the median seconds of an event, and how much of it the disk took."""
    waits: list[float] = []
    sync = os.fsync

    def timed(descriptor: int) -> None:
        waits.append(seconds(lambda: sync(descriptor)))

    with patch.object(os, "fsync", timed):
        times = [seconds(lambda: one_more(session, chance)) for _event in range(30)]
    own = statistics.median(t - wait for t, wait in zip(times, waits, strict=True))
    return statistics.median(times), f"{own * 1e6:.0f} µs without the disk"


def reopening(session: AnySession) -> tuple[AnySession, float]:
    path, times = session.path or Path(), []
    for _round in range(ROUNDS if session.revision < 5_000 else 3):
        session.close()
        begun = time.perf_counter()
        session = companion.open(path)
        times.append(time.perf_counter() - begun)
    return session, statistics.median(times)


# Browser


def browser_rows() -> Iterator[Row]:
    """Yield what is measured in a browser: the bytes for a tap, and from a tap to the paint."""
    yield from ()


if __name__ == "__main__":
    main()
