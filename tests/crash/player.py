"""Play a series of games into a save and print the number of each event once it is confirmed.

``python -m tests.crash.player <save> <seed>``: the crash test kills this process at any moment.
``python -m tests.crash.player <save> hold``: open the save, say so, and hold it.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import companion
from companion.opening import AnySession
from companion.piece_o_cake import Again
from tests import walks


def play(session: AnySession, chance: random.Random) -> None:
    """Play, take back and do again for ever; each number is printed after its event returned."""
    while True:
        if session.outcome is not None:
            session.do(Again((session.state.starter + 1) % len(session.names)))
        elif session.last is not None and chance.random() < 0.2:
            session.undo()
        elif session.next is not None and chance.random() < 0.5:
            session.redo()
        else:
            session.do(walks.choose(session.legal(), chance))
        print(session.revision, flush=True)


def hold(path: Path) -> None:
    session = companion.open(path)
    print(session.revision, flush=True)
    sys.stdin.read()


def main(path: Path, what: str) -> None:
    if what == "hold":
        hold(path)
        return
    virtual = int(what) % 2 == 0
    session = companion.start(
        "piece-o-cake", ["A", "B", "C"], virtual=virtual, seed=what, save=path
    )
    print(session.revision, flush=True)
    play(session, random.Random(int(what)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
