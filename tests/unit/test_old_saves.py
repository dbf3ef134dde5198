"""Saves written by each version of the kit open in this one.

``tests/saves`` keeps them as they were written, named after the version of the kit. Those of a
version that is out are never changed; before that they may be written anew.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import companion
from companion import saves
from companion.opening import peek

FOLDER = Path(__file__).parents[1] / "saves"
KEPT = sorted(FOLDER.glob("*.game"))


@pytest.fixture(params=KEPT, ids=lambda path: path.stem)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return Path(shutil.copy(request.param, tmp_path))


def test_an_old_save_is_listed_and_opens_whole(old: Path) -> None:
    lines = len(old.read_bytes().splitlines())
    assert list(saves.found(old.parent)) == [old]
    game = companion.open(old)
    assert not game.notices
    assert game.revision == len(game.log) == lines - 1
    assert all(entry.sentence for entry in game.log)
    game.close()


def test_an_old_save_goes_on_and_back(old: Path) -> None:
    game = companion.open(old)
    before = game.state
    if game.outcome is None:
        game.do(game.legal()[0])
        game.undo(agreed=game.consent)
    assert game.state == before
    while game.last is not None:
        game.undo(agreed=game.consent)
    assert game.state == game.game.start(game.setup)
    game.close()


def test_both_ways_to_play_are_kept() -> None:
    setups = [peek(path).setup for path in KEPT]
    for game in {setup.game for setup in setups}:
        assert {setup.virtual for setup in setups if setup.game == game} == {True, False}
