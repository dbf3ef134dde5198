"""The map editor of The Sheep: the printed map, drawn once by a person and kept as a file.

A page of the desk is made anew after every stroke, and the stage sends only what changed.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import msgspec

from companion.game import IllegalAction, Refusal
from companion.language import _
from widgets.acts import answer_to
from widgets.pages.the_sheep_map import Desk, whole
from widgets.parts import frame
from widgets.parts.keyed import Part
from widgets.stage import Stage

FILE = "the-sheep-map.json"
_PLACES = {
    "paint": "drawing",
    "number": "numbers",
    "describe": "title",
    "resize": "size",
} | dict.fromkeys(("save-as", "open", "practice", "new", "paste"), "files")
"""The part of the page each act is done in, and so answered in."""


class MapEditor:
    """A sheet to draw a map of The Sheep on, shown in a notebook.

    ``path`` is the file the map is kept in; what is there already is gone on with.
    """

    def __init__(self, path: str | Path | None = None) -> None:
        """Lay the map at ``path`` on the desk, or a new sheet."""
        self._desk = Desk(Path(path if path is not None else FILE))
        self._refusal: Refusal | str | None = None
        self._place = ""
        self._revision = 0
        self._last: tuple[int, Any] = (-1, None)
        self._lock = threading.RLock()
        self.stage = Stage(self._receive, label=_("Map editor of The Sheep"))
        self._render()

    def _ipython_display_(self) -> None:
        from IPython.display import display  # noqa: PLC0415  only where there is a notebook

        display(self.stage)  # type: ignore[no-untyped-call]  # IPython has no types

    def __repr__(self) -> str:
        return f"<MapEditor of {self.path.name}>"

    @property
    def path(self) -> Path:
        """The file the map is saved in."""
        return self._desk.path

    @property
    def pack(self) -> dict[str, Any]:
        """The map as ``companion.start("the-sheep", names, pack=...)`` takes it."""
        with self._lock:
            return self._desk.pack()

    def _receive(self, message: dict[str, Any]) -> None:
        with self._lock:
            if "do" in message:
                self._answer(message["do"], message["revision"])

    def _answer(self, act: Any, revision: int) -> None:
        this = (revision, act)
        if this == self._last and revision != self._revision:
            return  # the second tap of a double one
        self._last, self._refusal, self._place = this, None, ""
        try:
            said = self._desk.do(act)
            self._revision += 1
        except (IllegalAction, msgspec.ValidationError, OSError) as error:
            name = act.get("map") if isinstance(act, dict) else ""
            self._refusal, self._place = answer_to(act, error), _PLACES.get(str(name), "")
            said = str(self._refusal)
        self._render(said)

    def _render(self, said: str = "") -> None:
        page = whole(self._desk, self._refused_in)
        self.stage.show(page, revision=self._revision, say=said)

    def _refused_in(self, place: str) -> Part | None:
        return frame.refused(self._refusal) if place == self._place else None
