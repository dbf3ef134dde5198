"""The games there are: every package of ``companion`` that has a ``GAME``."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.game import Game


class Games(Mapping[str, Game[Any, Any, Any]]):
    """All games by id. A game's package is imported when it is first asked for."""

    def __init__(self) -> None:
        """Find the packages; import none."""
        here = Path(__file__).parent.glob("*/__init__.py")
        names = [found.parent.name for found in here]
        self._packages = {name.replace("_", "-"): f"companion.{name}" for name in sorted(names)}

    def package(self, game_id: str) -> str:
        """Return the name of a game's package; ``KeyError`` names the games there are."""
        if game_id not in self._packages:
            raise KeyError(f"no game is called {game_id!r}; there are: {', '.join(self)}")
        return self._packages[game_id]

    def add(self, game_id: str, package: str) -> None:
        """Add a game whose package lives elsewhere."""
        self._packages[game_id] = package

    def __getitem__(self, game_id: str) -> Game[Any, Any, Any]:
        game: Game[Any, Any, Any] = importlib.import_module(self.package(game_id)).GAME
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(self._packages)

    def __len__(self) -> int:
        return len(self._packages)

    def __contains__(self, game_id: object) -> bool:
        return game_id in self._packages

    def __repr__(self) -> str:
        return f"<games {', '.join(self)}>"


games = Games()
