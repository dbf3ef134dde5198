"""Processes for the crash tests, which kill them.

``python -m tests.crash.player hold <save>`` opens a save, says so, and holds it.

``python -m tests.crash.player nursery`` reads lines ``<save> <seed>``; for each it starts a process
that plays into the save, and prints its id. The player notes the number of each event, once it is
confirmed, in ``<save>.confirmed``.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from pathlib import Path

import companion
from companion.opening import AnySession
from tests import walks

AGAIN = {"piece-o-cake": "again", "cake-duel": "again A"}
"""The command that begins another game at the same table."""
LONGEST = 100_000  # a player nobody kills ends by itself


def play(path: Path, seed: str) -> None:
    """Play, take back and do again; note each event after the call for it returned."""
    noted = os.open(f"{path}.confirmed", os.O_CREAT | os.O_APPEND | os.O_WRONLY)
    chance = random.Random(seed)
    virtual = chance.random() < 0.5
    game_id, names = chance.choice([("piece-o-cake", "ABC"), ("cake-duel", "AB")])
    session = companion.start(game_id, list(names), virtual=virtual, seed=seed, save=path)
    for _event in range(LONGEST):
        os.write(noted, b"%d\n" % session.revision)
        act(session, chance)


def act(session: AnySession, chance: random.Random) -> None:
    if session.outcome is not None:
        session.do(AGAIN[session.game.id])
    elif session.last is not None and chance.random() < 0.2:
        session.undo(agreed=session.consent)
    elif session.next is not None and chance.random() < 0.5:
        session.redo()
    else:
        session.do(walks.choose(session.legal(), chance))


def nursery() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    assert set(AGAIN) <= {game.id for game in companion.games.values()}  # loaded before the forks
    for line in sys.stdin:
        path, seed = line.split()
        child = os.fork()
        if not child:
            play(Path(path), seed)
            os._exit(0)
        print(child, flush=True)


def hold(path: Path) -> None:
    session = companion.open(path)
    print(session.revision, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    if sys.argv[1] == "hold":
        hold(Path(sys.argv[2]))
    else:
        nursery()
