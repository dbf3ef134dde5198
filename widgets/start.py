"""The start page: pick a game, a lesson, or a game to go on with."""

from __future__ import annotations

from pathlib import Path

import htpy as h

import companion
from companion.game import Game
from companion.language import _
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
    """Return the page that leads to every game's notebooks and to the games in ``folder``."""
    games = list(companion.games.values())
    page = h.div[(_game(game, Path(folder)) for game in games)]
    text = "\n".join(
        _("{title}: {id}-learn, {id}-table, {id}-lab", title=game.title, id=game.id)
        for game in games
    )
    return StartPage(str(page), text)


_CARD = (
    "border:1px solid #e2d8c8;border-radius:14px;padding:12px 18px;margin:0 0 12px;"
    "background:#fffdf8;color:#2b2622;max-width:720px"
)
_LINK = (
    "display:inline-block;min-height:44px;line-height:44px;padding:0 18px;margin:4px 8px 4px 0;"
    "border:1px solid #958a7b;border-radius:12px;color:#2b2622;text-decoration:none"
)
_FIRST = _LINK.replace("#2b2622", "#fff").replace("#958a7b", "#b04f28") + ";background:#b04f28"


def _game(game: Game, folder: Path) -> h.Element:  # type: ignore[type-arg]
    seats = _("{low} to {high} players", low=game.seats[0], high=game.seats[-1])
    return h.div(style=_CARD)[
        h.div(style="font:700 20px/1.3 serif")[game.title],
        h.div(style="color:#6b6259")[seats],
        h.div[
            _link(game, "learn", _("Learn it"), _FIRST),
            _link(game, "table", _("Play at the table"), _LINK),
            _link(game, "lab", _("Look into it"), _LINK),
        ],
        _going_on(game, folder),
    ]


def _link(game: Game, notebook: str, label: str, style: str) -> h.Element:  # type: ignore[type-arg]
    return h.a(href=f"{game.id}-{notebook}.ipynb", style=style)[label]


def _going_on(game: Game, folder: Path) -> h.Node:  # type: ignore[type-arg]
    found = [one for one in welcome.find(folder, game.id) if one.unfinished]
    if not found:
        return None
    return h.div(style="margin-top:8px")[
        h.strong[_("Unfinished games (open the table to go on):")],
        h.ul(style="margin:4px 0;padding-left:20px")[
            (h.li[_("{name}: {told}", name=one.path.name, told=one.told)] for one in found)
        ],
    ]
