"""Two thousand random games of Piece o' Cake: what holds at every event of every one."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import companion
from companion import saves
from companion.opening import AnySession
from companion.piece_o_cake import GAME, Serve, State
from companion.piece_o_cake.slices import COUNTS, full_set
from companion.piece_o_cake.state import seen
from companion.secrets import Dealer, World
from companion.session import Session
from tests import walks

EVERY = 40  # of this many games one is really opened again at each of its lines
BATCHES = [
    pytest.param(0, 60),
    *(pytest.param(start, 194, marks=pytest.mark.slow) for start in range(60, 2_000, 194)),
]


def table(number: int) -> dict[str, Any]:
    return walks.set_up(GAME.id, random.Random(f"table {number}"))


def all_slices(state: State, dealer: Dealer) -> Counter[str]:
    """Return the slices on the table and those in stacks not served yet."""
    on_table = Counter(
        {kind.id: count for kind, count in zip(state.varieties, seen(state), strict=True)}
    )
    served = state.cake_number + bool(state.cake)
    return on_table + Counter(name for stack in dealer.stacks[served:] for name in stack)


def choose(world: World[State], shuffled: Dealer, chance: random.Random) -> Any:
    """Return a random legal action; at a table, the serve is what the shuffled set decides."""
    if world.state.phase == "serve" and world.dealer is None:
        return Serve(world.state.server, shuffled.stacks[world.state.cake_number])
    return walks.choose(GAME.legal(world.state), chance)


@pytest.mark.parametrize(("first", "count"), BATCHES)
def test_no_slice_is_ever_lost_or_made(first: int, count: int) -> None:
    for number in range(first, first + count):
        chance = random.Random(number)
        setup = companion.start(GAME.id, **table(number), virtual=number % 2 == 0).setup
        world = walks.first_world(GAME, setup, number)
        shuffled = world.dealer or GAME.deal(world.state, str(number))
        everything = Counter(full_set(setup.edition))
        while GAME.outcome(world.state) is None:
            recorded, after = walks.done(GAME, world, choose(world, shuffled, chance))
            assert GAME.check(world.state, recorded) is None
            assert after.dealer is world.dealer
            world = after
            assert all_slices(world.state, shuffled) == everything
            assert GAME.problems(world.state) == ()
        assert sum(seen(world.state)) == 55


@pytest.mark.parametrize(("first", "count"), BATCHES)
def test_taking_back_and_saving_keep_every_event(first: int, count: int, tmp_path: Path) -> None:
    for number in range(first, first + count):
        path = tmp_path / f"{number}.game"
        arguments: dict[str, Any] = {"virtual": number % 2 == 0, "seed": str(number), "save": path}
        session = companion.start(GAME.id, **table(number), **arguments)
        play_with_second_thoughts(session, random.Random(number))
        insist_lines_tell(session, saves.read(path))
        if number % EVERY == 0:
            insist_every_start_opens(session, path, tmp_path / "part.game")
        session.close()


def play_with_second_thoughts(session: AnySession, chance: random.Random) -> None:
    """Play to the end; take back each event at once and do it again."""
    while session.outcome is None:
        before = walks.plain(session._worlds[-1])
        session.do(walks.choose(session.legal(), chance))
        after = walks.plain(session._worlds[-1])
        session.undo()
        assert walks.plain(session._worlds[-1]) == before
        session.redo()
        assert walks.plain(session._worlds[-1]) == after


def world_after(session: AnySession, events: int) -> World[Any]:
    """Return the world after so many events, of which every three are do, undo and redo."""
    turns, rest = divmod(events, 3)
    world: World[Any] = session._worlds[turns + (rest == 1)]
    return world


def insist_lines_tell(session: AnySession, saved: saves.Saved) -> None:
    """Replay the file line by line and meet the worlds of the session."""
    copy: AnySession = Session(session.game, saved.header.setup, saved.header.deal)
    assert len(saved.events) == session.revision
    for number, event in enumerate(saved.events):
        assert walks.plain(copy._worlds[-1]) == walks.plain(world_after(session, number))
        copy.replay(event)
    assert walks.plain(copy._worlds) == walks.plain(session._worlds)


def insist_every_start_opens(session: AnySession, path: Path, part: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    for count in range(1, len(lines) + 1):
        part.write_bytes(b"".join(lines[:count]))
        opened = companion.open(part)
        assert opened.revision == count - 1
        assert walks.plain(opened._worlds[-1]) == walks.plain(world_after(session, count - 1))
        opened.close()


def test_every_kind_is_printed_as_often_as_it_is_worth() -> None:
    for option in GAME.editions:
        assert tuple(Counter(full_set(option.id)).values()) == COUNTS == (3, 4, 5, 7, 8, 9, 10, 11)
