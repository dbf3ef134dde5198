"""Whole games as text: each still goes as it was written down (see ``tests/playthroughs``)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import playthroughs


@pytest.mark.parametrize("path", playthroughs.files(), ids=lambda path: path.stem)
def test_a_game_goes_as_it_was_written_down(path: Path) -> None:
    text = path.read_text("utf-8")
    assert playthroughs.played(text) == text


@pytest.mark.parametrize("path", playthroughs.files(), ids=lambda path: path.stem)
def test_a_playthrough_is_a_whole_game(path: Path) -> None:
    *_game, end = path.read_text("utf-8").split("\n\n> end\n")
    assert end.strip() != "It goes on."
