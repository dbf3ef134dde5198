"""What lies on the desk of the map editor: the drawing with its history, and its file.

Every stroke is kept beside the file at once, in ``<file>.draft``, until the map is saved.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from companion.game import IllegalAction, Refusal
from companion.language import _, plural
from companion.the_sheep import drawing, pack
from companion.the_sheep.drawing import AnyStroke, Describe, Drawing, History, Number, Paint, Resize
from companion.the_sheep.pack import BoardPack

FILE = "the-sheep-map.json"
LARGEST = 1_000_000
"""So many bytes of a file are looked at to see whether it is a map."""


class Desk:
    """A drawing that is being worked on, and where it is kept."""

    def __init__(self, path: Path) -> None:
        """Go on with the map at ``path``, or with what was drawn since; else take a new sheet."""
        self.path = path if path.suffix else path.with_suffix(".json")
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.notices: list[str] = []
        self.others: list[str] = []
        """The names of the other maps in the folder."""
        self._kept: BoardPack | None = None  # as it stands in the file
        self.history = History((drawing.new(),))
        if self.path.exists():
            self._open(self.path)
        else:
            self._take_up_draft()
        self._look_round()

    @property
    def saved(self) -> bool:
        """Whether the file holds the map as it is."""
        return self._kept == self.history.now.board

    def told_of_file(self) -> str:
        """Return where the map is kept, and whether it is saved."""
        name = self.path.name
        if self.saved:
            return _("saved in {name}", name=name)
        return _("not yet saved in {name}", name=name)

    def pack(self) -> dict[str, Any]:
        """Return the map as ``companion.start(..., pack=...)`` takes it."""
        board: dict[str, Any] = json.loads(_written(self.history.now))
        return {"board": board}

    def written(self) -> str:
        """Return the map as its file holds it."""
        return _written(self.history.now).decode()

    def do(self, act: Any) -> str:
        """Do what was asked for on the page; return what to say of it.

        Raises :class:`IllegalAction`, ``OSError``, or ``msgspec.ValidationError`` for what cannot
        be read.
        """
        name = act.get("map") if isinstance(act, dict) else None
        handler = _ACTS.get(str(name))
        self.notices = []
        if handler is not None:
            return handler(self, act)
        return self._draw(msgspec.convert(act, _Asked, str_keys=True))

    def _draw(self, stroke: AnyStroke) -> str:
        before = self.history.now
        self._turn(self.history.draw(stroke))
        if isinstance(stroke, Paint):
            return _spoken(self.history.now, stroke.hex)
        if before == self.history.now:
            return _("It is like that already.")
        return _("Set: {what}.", what=drawing.told(stroke))

    def _turn(self, history: History) -> None:
        """Go on with ``history``, kept at once."""
        self.history = history
        if self.saved:
            self._draft.unlink(missing_ok=True)
        else:
            _write(self._draft, history.now)

    def _undo(self, _act: dict[str, Any]) -> str:
        what = self.history.last
        self._turn(self.history.undo())
        return _("Taken back: {what}.", what=what)

    def _redo(self, _act: dict[str, Any]) -> str:
        what = self.history.next
        self._turn(self.history.redo())
        return _("Done again: {what}.", what=what)

    # Files

    def _look_round(self) -> None:
        found = sorted(self.path.parent.glob("*.json"))
        self.others = [path.name for path in found if path != self.path and _is_map(path)]

    @property
    def _draft(self) -> Path:
        return self.path.with_name(f"{self.path.name}.draft")

    def _save(self, _act: dict[str, Any]) -> str:
        _write(self.path, self.history.now)
        self._kept = self.history.now.board
        self._draft.unlink(missing_ok=True)
        self._look_round()
        left = len(drawing.checks(self.history.now))
        if not left:
            return _("Saved in {name}; it can be played.", name=self.path.name)
        return plural(
            "Saved in {name}; {count} thing is still to do.",
            "Saved in {name}; {count} things are still to do.",
            left,
            name=self.path.name,
        )

    def _save_as(self, act: dict[str, Any]) -> str:
        wish = Path(str(act.get("file", "")).strip()).name
        if not wish:
            raise _refused(
                _("Saving without a name"), _("a file needs one."), _("Write one, such as our-map.")
            )
        path = self.path.with_name(wish if wish.endswith(".json") else f"{wish}.json")
        if path != self.path and path.exists():
            raise _refused(
                _("Saving as {name}", name=path.name),
                _("that file is there already."),
                _("Choose another name, or open that map first."),
            )
        self._draft.unlink(missing_ok=True)
        self.path = path
        return self._save(act)

    def _open_other(self, act: dict[str, Any]) -> str:
        """Begin with another map; what was not saved of this one stays in its draft."""
        path = self.path.with_name(Path(str(act.get("file", ""))).name)
        self._lay_down(path, _read(path))
        self._look_round()
        return _("On the desk: {title}.", title=self.history.now.board.title)

    def _practise(self, _act: dict[str, Any]) -> str:
        return self._begin(pack.read_board(pack.practice("board")))

    def _paste(self, act: dict[str, Any]) -> str:
        return self._begin(_pasted(str(act.get("text", ""))))

    def _fresh(self, _act: dict[str, Any]) -> str:
        return self._begin(drawing.new().board)

    def _begin(self, board: BoardPack) -> str:
        """Draw another map over this one; a file that is there already keeps what it holds."""
        history = self.history.draw(drawing.Take(board))
        if self.path.exists():
            self.path, self._kept = _free(self.path), None
        self._turn(history)
        self._look_round()
        return _("On the desk: {title}.", title=board.title)

    def _lay_down(self, path: Path, board: BoardPack) -> None:
        self.history = History((drawing.from_pack(board),))
        self.path, self._kept = path, self.history.now.board
        self._take_up_draft()

    def _open(self, path: Path) -> None:
        """Begin with a file; where it is no map, with a new sheet under another name."""
        try:
            self._lay_down(path, _read(path))
        except (IllegalAction, OSError) as error:
            self.notices.append(str(error))
            self.path = _free(path)

    def _take_up_draft(self) -> None:
        if not self._draft.exists():
            return
        try:
            self.history = History((drawing.from_pack(_read(self._draft)),))
        except (IllegalAction, OSError):
            return
        if not self.saved:
            told = _("Here again is what was drawn but not saved in {name}.", name=self.path.name)
            self.notices.append(told)


_Asked = Paint | Resize | Describe | Number
_ACTS = {
    "undo": Desk._undo,
    "redo": Desk._redo,
    "save": Desk._save,
    "save-as": Desk._save_as,
    "open": Desk._open_other,
    "practice": Desk._practise,
    "new": Desk._fresh,
    "paste": Desk._paste,
}


def _spoken(now: Drawing, name: str) -> str:
    return next((f"{spot}." for spot in drawing.spots(now) if spot.name == name), "")


def _written(now: Drawing) -> bytes:
    return msgspec.json.format(msgspec.json.encode(drawing.to_pack(now)), indent=1)


def _write(path: Path, now: Drawing) -> None:
    """Write a map whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(_written(now) + b"\n")
    part.replace(path)


def _read(path: Path) -> BoardPack:
    try:
        return pack.read_board(path.read_bytes())
    except (pack.UnreadablePack, FileNotFoundError) as error:
        raise _refused(
            _("Opening {name}", name=path.name),
            _("it holds no map. {error}", error=error)
            if isinstance(error, ValueError)
            else _("there is no such file."),
            _("Choose a file that this editor has saved."),
        ) from error


def _pasted(text: str) -> BoardPack:
    """Return the map of a pasted text: a map, or a table's pack that has one."""
    try:
        data = pack.plain(text)
        inside = data.get("board") if isinstance(data, dict) else None
        return pack.read_board(inside if isinstance(inside, dict) else data)
    except pack.UnreadablePack as error:
        raise _refused(
            _("Laying a pasted map on the desk"),
            _("it holds no map. {error}", error=error),
            _("Paste what “Download” or “Map and cards” has given."),
        ) from error


def _is_map(path: Path) -> bool:
    if path.stat().st_size > LARGEST:
        return False
    try:
        return bool(pack.read_board(path.read_bytes()).hexes)
    except (ValueError, OSError):
        return False


def _free(path: Path) -> Path:
    names = (path.with_name(f"{path.stem}-{number}.json") for number in range(2, 1000))
    return next(name for name in names if not name.exists())


def _refused(tried: str, reason: str, instead: str) -> IllegalAction:
    return IllegalAction(Refusal(tried, reason, instead))
