"""The list of games: found by their packages, loaded when asked for, open to one more."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import companion
from companion.registry import Games

ROOT = Path(__file__).resolve().parents[2]


def test_every_game_is_found_by_its_own_id() -> None:
    assert "piece-o-cake" in companion.games
    assert len(companion.games) == len(list(companion.games)) > 0
    for game_id, game in companion.games.items():
        assert game.id == game_id
        assert game_id in repr(companion.games)


def test_the_core_s_own_modules_are_no_games() -> None:
    for path in (ROOT / "companion").glob("*.py"):
        assert path.stem.replace("_", "-") not in companion.games


def test_an_unknown_game_is_answered_with_those_there_are() -> None:
    for ask in (companion.games.__getitem__, companion.games.package):
        with pytest.raises(KeyError, match=r"'chess'.*piece-o-cake"):
            ask("chess")
    with pytest.raises(KeyError, match="piece-o-cake"):
        companion.start("chess", ["A", "B"])


def test_a_game_from_elsewhere_can_be_added() -> None:
    own = Games()
    own.add("cake-again", "companion.piece_o_cake")
    assert own["cake-again"] is companion.games["piece-o-cake"]
    assert own.package("cake-again") == "companion.piece_o_cake"
    assert "cake-again" not in companion.games


def test_no_game_is_loaded_before_it_is_asked_for() -> None:
    code = (
        "import sys, companion; list(companion.games); "
        "print([name for name in sys.modules if name.startswith('companion.piece')])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stdout == "[]\n"
