"""The start page: pick a game, a lesson, or a game to go on with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import htpy as h

import companion
from companion.game import Game
from companion.language import _, choice
from widgets.parts import welcome


class StartPage:
    """A plain page of links; nothing on it needs the kernel."""

    def __init__(self, html: str, text: str) -> None:
        """Hold the page in both forms."""
        self._html, self._text = html, text

    def _repr_html_(self) -> str:
        return self._html

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return "<StartPage>"


def start_page(folder: str | Path = ".") -> StartPage:
    """Return the page that leads to the games' notebooks and saves that are in ``folder``."""
    games = list(companion.games.values())
    page = h.div[(_game(game, Path(folder)) for game in games)]
    return StartPage(str(page), "\n".join(_line(game, Path(folder)) for game in games))


def _notebooks(game: AnyGame, folder: Path) -> list[str]:
    """Return which of a game's notebooks are in ``folder``."""
    return [kind for kind in _LABELS if (folder / _file(game, kind)).is_file()]


def _file(game: AnyGame, kind: str) -> str:
    return f"{game.id}-{kind}.ipynb"


def _line(game: AnyGame, folder: Path) -> str:
    there = ", ".join(f"{game.id}-{kind}" for kind in _notebooks(game, folder))
    return _("{title}: {there}", title=game.title, there=there or _NOT_HERE)


AnyGame = Game[Any, Any, Any]

_LABELS = {
    "learn": _("Learn it"),
    "table": _("Play at the table"),
    "lab": _("Look into it"),
    "map": _("Draw your map"),
}
_NOT_HERE = _("its notebooks are not in this folder")
_CARD = (
    "border:1px solid #e2d8c8;border-radius:14px;padding:12px 18px;margin:0 0 12px;"
    "background:#fffdf8;color:#2b2622;max-width:720px"
)
_LINK = (
    "display:inline-block;min-height:44px;line-height:44px;padding:0 18px;margin:4px 8px 4px 0;"
    "border:1px solid #958a7b;border-radius:12px;color:#2b2622;text-decoration:none"
)
_FIRST = _LINK.replace("#2b2622", "#fff").replace("#958a7b", "#b04f28") + ";background:#b04f28"


def _game(game: AnyGame, folder: Path) -> h.Element:
    seats = _("{seats} players", seats=choice(map(str, game.seats)))
    there = _notebooks(game, folder)
    return h.div(style=_CARD)[
        h.div(style="font:700 20px/1.3 serif")[game.title],
        h.div(style="color:#6b6259")[seats],
        h.div[(_link(game, kind, folder) for kind in there)] if there else h.div[_NOT_HERE],
        _going_on(game, folder),
    ]


def _link(game: AnyGame, kind: str, folder: Path) -> h.Element:
    address = (folder / _file(game, kind)).as_posix()
    return h.a(href=address, style=_FIRST if kind == "learn" else _LINK)[_LABELS[kind]]


def _going_on(game: AnyGame, folder: Path) -> h.Node:
    found = [one for one in welcome.find(folder, game.id) if one.unfinished]
    if not found:
        return None
    return h.div(style="margin-top:8px")[
        h.strong[_("Unfinished games (open the table to go on):")],
        h.ul(style="margin:4px 0;padding-left:20px")[
            (h.li[_("{name}: {told}", name=one.path.name, told=one.told)] for one in found)
        ],
    ]
