"""``python -m tests.bench``: how fast the kit is, as a table.

Each number is the median of several rounds. Nothing here passes or fails. With ``--write`` the
table goes into ``tests/BENCH.md`` too, with the day and the machine.
"""

from __future__ import annotations

import datetime as dt
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec
from playwright.sync_api import Page, expect, sync_playwright

import companion
from companion import bots
from companion.cake_duel import odds
from companion.game import Game
from companion.opening import AnySession
from companion.piece_o_cake import Again
from companion.piece_o_cake.state import AnyAction
from companion.secrets import World
from companion.the_sheep import movement
from companion.the_sheep.rehearsal import rehearse
from tests import chromium, sheep, walks
from tests.browser.conftest import ARGUMENTS, Lab, Server
from tests.browser.test_whole_game import NAMES, whole_game
from widgets import Table
from widgets.stage import Stage

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "tests" / "BENCH.md"
WRITE = "--write"
ROUNDS = 7
GAMES_A_ROUND = 40
STARTS = 15
EVENTS = (10, 1_000, 10_000)
BYTES_OF = 250  # actions whose pages are weighed


class Row(NamedTuple):
    """One line of the table."""

    what: str
    number: float
    unit: str
    remark: str = ""


def main() -> None:
    """Print the rows asked for (engine, flock, advice, import, save, byte, paint), or all."""
    asked = [one for one in sys.argv[1:] if one != WRITE]
    found = []
    every = engine_rows, flock_rows, advice_rows, import_rows, save_rows, byte_rows, paint_rows
    for rows in every:
        for row in rows() if not asked or rows.__name__.split("_")[0] in asked else ():
            print(f"{row.what:<58}{row.number:>10,.1f} {row.unit:<4} {row.remark}", flush=True)
            found.append(row)
    if WRITE in sys.argv:
        TABLE.write_text(table(found), "utf-8")


def table(rows: Sequence[Row]) -> str:
    """Return the rows as a page, with the day and the machine."""
    day = dt.datetime.now().astimezone().date().isoformat()
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    lines = [f"| {row.what} | {row.number:,.1f} {row.unit} | {row.remark} |" for row in rows]
    head = [
        "# How fast the kit is",
        "",
        f"Written by `python -m tests.bench --write` on {day} ({machine}).",
        "Machines differ and may be busy: compare the rows of one run with each other.",
        "",
        "| what | median | remark |",
        "|---|---|---|",
    ]
    return "\n".join([*head, *lines, ""])


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


def flock_rows() -> Iterator[Row]:
    """Yield the time to find where 45 sheep may end, each on a space of 120, with 3 caravans."""
    sheet = [f"{column}{row}" for column in "abcdefghijkl" for row in range(1, 11)]
    spots = random.Random(3).sample(sheet, 45)
    wagons = (("tinkers", "a5"), ("smiths", "f6"), ("apothecary", "l9"))

    def find(found: Any) -> None:
        for spot in spots:
            movement.group(found, spot, (1, 0, 0), wagons, taken=frozenset(spots[:4]))

    maps = [sheep.board(sheet, ["a5", "b5", "c6"]) for _round in range(ROUNDS)]
    fresh = [seconds(partial(find, found)) for found in maps]
    again = [seconds(partial(find, found)) for found in maps]
    what = "the-sheep: where 45 sheep on 120 spaces may end"
    yield Row(f"{what}, a fresh map", statistics.median(fresh) * 1e3, "ms")
    yield Row(f"{what}, known", statistics.median(again) * 1e3, "ms")


# Advice


def advice_rows() -> Iterator[Row]:
    """Yield how long a table waits for what it asks, and for a computer's move."""
    nights = [world.state for seed in range(ROUNDS) for world in worlds("the-sheep", False, seed)]
    yield _waits("the-sheep: what the night may bring", [partial(rehearse, one) for one in nights])
    duels = [world for seed in range(ROUNDS) for world in worlds("cake-duel", True, seed)]
    views = [
        companion.games["cake-duel"].observe(world, seat) for world in duels for seat in (0, 1)
    ]
    claims = [partial(odds.claim, view) for view in views if view.challenged]
    yield _waits("cake-duel: the odds of a claim", claims)
    for game_id in companion.games:
        for temper in bots.tempers(game_id):
            what = f"{game_id}: the move of a computer that is {temper.id}"
            yield _waits(what, _minds(game_id, temper.id))


def worlds(game_id: str, virtual: bool, seed: int) -> list[World[Any]]:
    """Return each world of a random game."""
    game, chance = companion.games[game_id], random.Random(seed)
    setup = companion.start(game_id, **walks.set_up(game_id, chance), virtual=virtual).setup
    return [world for world, _action, _after in walks.worlds(game, setup, chance)]


def _waits(what: str, asked: Iterable[Callable[[], object]]) -> Row:
    times = [seconds(ask) * 1e6 for ask in asked]
    return Row(what, statistics.median(times), "µs", f"most {max(times):,.0f}")


def _minds(game_id: str, temper: str) -> Iterator[Callable[[], object]]:
    """Yield what a computer has to think over, in games of computers alone."""
    for seed in range(ROUNDS):
        setup = walks.set_up(game_id, random.Random(seed))
        computers = dict.fromkeys(range(len(setup["names"])), temper)
        session = companion.start(game_id, **setup, virtual=True, seed=seed, computers=computers)
        for _move in range(walks.LONGEST):
            seat = bots.waiting(session)
            if seat is None:
                break
            yield partial(bots.move, session, seat, random.Random(seed))


# Imports


def import_rows() -> Iterator[Row]:
    """Yield how long imports take in fresh processes, one after the other in turn."""
    modules = ("companion", "widgets", "anywidget")
    with tempfile.TemporaryDirectory() as compiled:
        present = [name for name in modules if importing(name, compiled) is not None]
        times: dict[str, list[float]] = {name: [] for name in present}
        for _round in range(STARTS):
            for name in present:
                times[name].append(importing(name, compiled) or 0.0)
    medians = {name: statistics.median(found) for name, found in times.items()}
    for name, median in medians.items():
        ratio = (
            f"{median / medians['anywidget']:.2f} of anywidget" if "anywidget" in medians else ""
        )
        yield Row(f"import {name}", median * 1e3, "ms", ratio)


def importing(name: str, compiled: str) -> float | None:
    """Return the seconds ``import name`` takes in a fresh process; ``None`` if it cannot be.

    All modules are compiled once into the folder ``compiled``, as they are once installed.
    """
    code = f"import time; t = time.perf_counter(); import {name}; print(time.perf_counter() - t)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": compiled}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
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


# Pages


def byte_rows() -> Iterator[Row]:
    """Yield how many bytes the page gets for a tap, over a whole game of four."""
    sent: list[tuple[bool, int]] = []
    table = Table(companion.start("piece-o-cake", NAMES))
    with patch.object(Stage, "show", _counting(sent)):
        for action in whole_game(4):
            for message in taps(table, action):
                table._receive(message)
    what = "bytes for a tap of a whole game"
    every = [size for _acts, size in sent]
    yield Row(f"{what}", statistics.median(every), "B", f"most {max(every):,}")
    yield from whole_page_rows()
    for acts, kind in ((True, "those that act"), (False, "those on the way to one")):
        found = [size for does, size in sent if does is acts]
        yield Row(f"{what}: {kind}", statistics.median(found), "B", f"{len(found)} taps")


def whole_page_rows() -> Iterator[Row]:
    """Yield how many bytes an action of a random game sends, as many seats as can play."""
    for game_id, game in companion.games.items():
        sent: list[tuple[bool, int]] = []
        session = companion.start(game_id, walks.NAMES[: game.seats[-1]], virtual=True, seed=1)
        table, chance = Table(session), random.Random(1)
        with patch.object(Stage, "show", _counting(sent)):
            for _turn in range(BYTES_OF):
                if session.outcome is None:
                    session.do(walks.choose(session.legal(), chance))
        what = f"{game_id}, {len(session.names)} seats: bytes for an action"
        sizes = [size for _said, size in sent]
        yield Row(what, statistics.median(sizes), "B", f"most {max(sizes):,}")
        del table  # it followed the game till here


def _counting(sent: list[tuple[bool, int]]) -> Callable[..., int]:
    show = Stage.show

    def counted(self: Stage, page: Any, *, revision: int, say: str = "") -> int:
        size = show(self, page, revision=revision, say=say)
        sent.append((bool(say), size))
        return size

    return counted


def taps(table: Table, action: AnyAction) -> Iterator[dict[str, Any]]:
    """Yield the messages of a person who does ``action`` with a finger."""
    act = msgspec.to_builtins(action)
    revision = table.session.revision if table.session else 0
    for field in ("slices", "gaps", "eat"):
        chosen = act.get(field, ())
        for count in range(1, len(chosen) + 1):
            draft = {**act, field: chosen[:count]}
            if field == "slices":
                draft = {"table": "say", "verb": "serve", "text": " ".join(chosen[:count])}
            yield {"draft": draft, "revision": revision, "id": "draft"}
    yield {"do": act, "revision": revision, "id": "do"}


# A browser

PAINT_ROUNDS = 40
ECHO = """import anywidget
class Echo(anywidget.AnyWidget):
    _esm = \"\"\"export default { render({ model, el }) {
      el.innerHTML = "<button class=echo>tap</button><span class=heard>0</span>";
      el.querySelector("button").onclick = () => model.send("tap");
      model.on("msg:custom", (n) => { el.querySelector("span").textContent = n; }); } }\"\"\"
    count = 0
    def __init__(self):
        super().__init__()
        self.on_msg(self.answer)
    def answer(self, *_):
        self.count += 1
        self.send(self.count)
Echo()"""
GAME = """from widgets import Table
from tests.look import CAKES, played
game = played(2, CAKES[2], "cut 0 3 6 9", "take A")
while game.revision < {events}:
    game.undo()
    game.redo()
Table(game)"""
TAP = """async ([button, told]) => {
  const read = () => document.querySelector(told).textContent;
  const before = read(), start = performance.now();
  document.querySelector(button).click();
  while (read() === before) await new Promise(requestAnimationFrame);
  return performance.now() - start; }"""


def paint_rows() -> Iterator[Row]:
    """Yield the time from a tap to the paint in JupyterLab, beside a bare echo widget's."""
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        server = Server(Path(home))
        server.wait()
        browser = playwright.chromium.launch(executable_path=chromium.ensure(), args=ARGUMENTS)
        for events in (15, 1001):
            cells = [ECHO, GAME.format(events=events)]
            opened = Lab(browser.new_page(), server).open(cells, f"after-{events}")
            expect(opened.page.locator(".tc-saved")).to_contain_text(f"{events} events")
            opened.wait_idle()
            yield from painting(opened.page, f"{events:,} events")
        browser.close()
        server.stop()


def painting(page: Page, log: str) -> Iterator[Row]:
    """Yield the medians of taps on the echo and on the table, one after the other in turn."""
    echo, table = [], []
    for number in range(PAINT_ROUNDS):
        step = ("undo", "redo")[number % 2]
        echo.append(page.evaluate(TAP, [".echo", ".heard"]))
        table.append(page.evaluate(TAP, [f'[data-key="{step}"]', ".tc-saved"]))
    base, own = statistics.median(echo), statistics.median(table)
    yield Row(f"tap to paint after {log}: a bare echo", base, "ms")
    yield Row(f"tap to paint after {log}: the table", own, "ms", f"{own / base:.2f} of the echo")


if __name__ == "__main__":
    main()
