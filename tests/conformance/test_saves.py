"""The save of every game: what was done, taken back and agreed to is there again."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import companion
from companion import saves
from companion.opening import AnySession
from companion.session import Session
from tests import walks


def played(case: walks.Case, path: Path) -> AnySession:
    """Return a game saved at ``path``, played by people who change their minds."""
    session = walks.begun(case, save=path)
    chance = random.Random(case.seed)
    session.do(walks.choose(session.legal(), chance))
    session.undo(agreed=session.consent)
    session.redo()
    for _turn in range(walks.LONGEST):
        if session.outcome is not None:
            break
        if session.last is not None and chance.random() < 0.3:
            session.undo(agreed=session.consent)
        elif session.next is not None and chance.random() < 0.5:
            session.redo()
        else:
            session.do(walks.choose(session.legal(), chance))
    return session


def told(session: AnySession) -> list[Any]:
    """Return everything about a session that its save has to keep."""
    seats = (None, *range(len(session.names)))
    return [
        session.setup,
        walks.plain(session._worlds),
        [(entry.kind, entry.sentence, entry.taken_back, entry.action) for entry in session.log],
        [(entry.number, learned) for entry, learned in session.ledger],
        [session.text(seat) for seat in seats],
        session.consent,
        repr(session.last),
        repr(session.next),
    ]


def test_a_save_opens_as_the_game_was(case: walks.Case, tmp_path: Path) -> None:
    path = tmp_path / "evening.game"
    session = played(case, path)
    kinds = {entry.kind for entry in session.log}
    assert kinds == {"do", "undo", "redo"}
    before = told(session)
    session.close()
    again = companion.open(path)
    assert told(again) == before
    assert again.notices == []
    again.close()


def test_every_line_leads_on_as_the_game_went(case: walks.Case, tmp_path: Path) -> None:
    session = played(case, tmp_path / "evening.game")
    saved = saves.read(tmp_path / "evening.game")
    copy: AnySession = Session(session.game, saved.header.setup, saved.header.deal)
    for event, entry in zip(saved.events, session.log, strict=True):
        copy.replay(event)
        assert copy.log[-1].sentence == entry.sentence
        assert copy.log[-1].kind == entry.kind
    assert told(copy) == told(session)
    session.close()


def test_a_save_can_be_looked_at_by_every_seat(case: walks.Case, tmp_path: Path) -> None:
    session = played(case, tmp_path / "evening.game")
    look = companion.opening.peek(tmp_path / "evening.game")
    for seat in (None, *range(len(session.names))):
        assert look.text(seat) == session.text(seat)
    session.close()
