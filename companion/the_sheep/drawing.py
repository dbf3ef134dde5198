"""Drawing a map by hand: strokes on a sheet of hexes, what is still wrong, and the way back.

A :class:`Drawing` is a board pack on a sheet of ``columns`` × ``rows`` places, with the pen where
the path was drawn last. :func:`apply` gives the drawing after a stroke, or raises
:class:`~companion.game.IllegalAction`; a :class:`History` keeps all drawings there were.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Literal

import msgspec
from msgspec.structs import replace

from companion.game import IllegalAction, Refusal
from companion.language import _, choice, listing
from companion.the_sheep import maps
from companion.the_sheep.hexes import around, is_name, name_of, order
from companion.the_sheep.pack import COLOURS, BoardPack, Colour, PathStep

MOST_COLUMNS, MOST_ROWS = 26, 20
"""The largest sheet that can be drawn on."""
PLAYERS = (2, 3, 4)

Brush = Literal[
    "hex", "off", "shadow", "path", "north", "south", "start", "finish",
    "green", "red", "blue", "white", "violet",
]  # fmt: skip
BRUSHES: dict[Brush, str] = {
    "hex": _("Bare hex"),
    "off": _("Not on the map"),
    "shadow": _("Shadow"),
    "start": _("Start"),
    "path": _("Path"),
    "north": _("Fork, north"),
    "south": _("Fork, south"),
    "finish": _("Finish"),
    "green": _("Green spawn"),
    "red": _("Red spawn"),
    "blue": _("Blue spawn"),
    "white": _("White spawn"),
    "violet": _("Violet spawn"),
}
"""What each brush is called, in the order a map is best drawn."""

Ground = Literal["open", "shadow", "off"]


class Drawing(msgspec.Struct, frozen=True):
    """A map being drawn: the ``board`` so far, the sheet's size, the hex the ``pen`` is at."""

    board: BoardPack
    columns: int
    rows: int
    pen: str = ""

    @property
    def step(self) -> PathStep | None:
        """The space of the path the pen is at."""
        return next((step for step in self.board.path if step.at == self.pen), None)


class Stroke(msgspec.Struct, frozen=True, tag_field="map", forbid_unknown_fields=True):
    """Something done to a drawing."""


class Paint(Stroke, frozen=True, tag="paint"):
    """A hex touched with a brush."""

    hex: str
    brush: Brush


class Resize(Stroke, frozen=True, tag="resize"):
    """A sheet of another size: what it gains are bare hexes, what lies outside is gone."""

    columns: int | None
    rows: int | None


class Describe(Stroke, frozen=True, tag="describe"):
    """The map's title, and notes such as where it was printed."""

    title: str
    notes: str = ""


class Number(Stroke, frozen=True, tag="number"):
    """By players: the steps of the pollution meter as written, and how many caravans travel."""

    meters: dict[int, tuple[str, ...]]
    caravans: dict[int, int | None]


class Take(Stroke, frozen=True, tag="take"):
    """Another map in the place of this one."""

    board: BoardPack


AnyStroke = Paint | Resize | Describe | Number | Take


def new(columns: int = 13, rows: int = 7) -> Drawing:
    """Return an empty map: a sheet full of bare hexes."""
    board = BoardPack(
        id="our-map",
        title=_("Our map"),
        hexes=_sorted(_places(columns, rows)),
        path=(),
        start="",
        finish=(),
        spawns={},
        meters={},
        caravans={},
    )
    return Drawing(board, columns, rows)


def from_pack(board: BoardPack) -> Drawing:
    """Return the drawing of a map; :class:`IllegalAction` for one that cannot be drawn."""
    named = [*_used(board)]
    wrong = [name for name in dict.fromkeys(named) if not is_name(name)]
    twice = [at for at, times in Counter(step.at for step in board.path).items() if times > 1]
    if wrong or twice:
        raise _undrawable(board, wrong, twice)
    places = [order(name) for name in named]
    columns = max((column + 1 for column, _row in places), default=1)
    rows = max((row + 1 for _column, row in places), default=1)
    if columns > MOST_COLUMNS or rows > MOST_ROWS:
        raise _refused(
            _("Opening “{title}”", title=board.title),
            _("it is {columns} columns wide and {rows} rows high.", columns=columns, rows=rows),
            _largest(),
        )
    return Drawing(replace(board, hexes=tuple(dict.fromkeys(board.hexes))), columns, rows)


def to_pack(drawing: Drawing) -> BoardPack:
    """Return the map as tables play with it, finished or not."""
    return drawing.board


def apply(drawing: Drawing, stroke: AnyStroke) -> Drawing:
    """Return ``drawing`` after ``stroke``; raises :class:`IllegalAction` if it cannot be done."""
    if isinstance(stroke, Paint):
        return _paint(drawing, stroke)
    if isinstance(stroke, Resize):
        return _resize(drawing, stroke)
    if isinstance(stroke, Describe):
        return _describe(drawing, stroke)
    if isinstance(stroke, Number):
        return _number(drawing, stroke)
    return from_pack(stroke.board)


def told(stroke: AnyStroke) -> str:
    """Return a stroke in a few words."""
    if isinstance(stroke, Paint):
        return _("{brush} on {hex}", brush=BRUSHES[stroke.brush], hex=stroke.hex)
    if isinstance(stroke, Resize):
        return _("the sheet {columns} × {rows}", columns=stroke.columns, rows=stroke.rows)
    if isinstance(stroke, Describe):
        return _("the title")
    if isinstance(stroke, Number):
        return _("the numbers")
    return _("the map “{title}”", title=stroke.board.title)


class History(msgspec.Struct, frozen=True):
    """All drawings there were, the one of now at ``at``, and what led to each (``words``)."""

    states: tuple[Drawing, ...]
    words: tuple[str, ...] = ("",)
    at: int = 0

    @property
    def now(self) -> Drawing:
        """The drawing as it is."""
        return self.states[self.at]

    @property
    def last(self) -> str:
        """The stroke that undo would take back; empty if there is none."""
        return self.words[self.at]

    @property
    def next(self) -> str:
        """The stroke that redo would do again; empty if there is none."""
        return self.words[self.at + 1] if self.at + 1 < len(self.words) else ""

    def draw(self, stroke: AnyStroke) -> History:
        """Return the history with ``stroke``; the same one if it changes nothing."""
        after, here = apply(self.now, stroke), self.at + 1
        if after == self.now:
            return self
        return History((*self.states[:here], after), (*self.words[:here], told(stroke)), here)

    def undo(self) -> History:
        """Return the history one stroke back."""
        if not self.last:
            raise _refused(_("Undo"), _("nothing has been drawn yet."), _("Draw something first."))
        return replace(self, at=self.at - 1)

    def redo(self) -> History:
        """Return the history with the stroke taken back last."""
        if not self.next:
            told_why = _("nothing has been taken back since the last stroke.")
            raise _refused(_("Redo"), told_why, _("Undo something first."))
        return replace(self, at=self.at + 1)


# What is there and what is wrong


class Check(msgspec.Struct, frozen=True):
    """What cannot be played yet: its ``text``, the ``hexes`` at fault, or the ``field``."""

    text: str
    hexes: tuple[str, ...] = ()
    field: str = ""


_NAMED = re.compile(r"\b[a-z]{1,2}[1-9][0-9]?\b")


def checks(drawing: Drawing) -> tuple[Check, ...]:
    """Return everything that cannot be played yet, each with the hexes it is about.

    While the path still ends somewhere, only that is told, and not of each space before it.
    """
    board = drawing.board
    there = {*board.hexes, *_used(board)}
    astray = _astray(board)
    unfinished = not board.finish or any(not step.ways for step in board.path)
    found = []
    for problem in maps.problems(board):
        if unfinished and problem.text in astray:
            continue
        named = [problem.kind, *_NAMED.findall(problem.text)]
        hexes = tuple(name for name in dict.fromkeys(named) if name in there)
        found.append(Check(problem.text, hexes, "" if hexes else problem.kind))
    return tuple(found)


def _astray(board: BoardPack) -> set[str]:
    """Return what :mod:`maps` says of each space from which no way leads to the Finish."""
    ends = maps.path_distances(board)
    lost = (step.at for step in board.path if step.at not in ends)
    return {_("From {name} the path does not reach the Finish.", name=name) for name in lost}


class Spot(msgspec.Struct, frozen=True):
    """A place of the sheet with all that is drawn on it."""

    name: str
    ground: Ground
    start: bool = False
    finish: bool = False
    colours: tuple[Colour, ...] = ()
    step: PathStep | None = None
    pen: bool = False
    faulty: bool = False

    def __str__(self) -> str:
        return ", ".join([self.name, _GROUNDS[self.ground], *_marks(self)])


_GROUNDS = {"open": _("open ground"), "shadow": _("shadow"), "off": _("not on the map")}


def spots(drawing: Drawing, found: tuple[Check, ...] = ()) -> Iterator[Spot]:
    """Yield every place of the sheet, row by row; those ``found`` at fault are marked."""
    board = drawing.board
    steps = {step.at: step for step in board.path}
    hexes, shadow, finish = map(frozenset, (board.hexes, board.shadow, board.finish))
    faulty = {name for check in found for name in check.hexes}
    for name in _places(drawing.columns, drawing.rows):
        ground: Ground = "off" if name not in hexes else "shadow" if name in shadow else "open"
        yield Spot(
            name,
            ground,
            start=name == board.start,
            finish=name in finish,
            colours=tuple(one for one in COLOURS if board.spawns.get(one) == name),
            step=steps.get(name),
            pen=name == drawing.pen,
            faulty=name in faulty,
        )


def _marks(spot: Spot) -> Iterator[str]:
    if spot.start:
        yield BRUSHES["start"]
    if spot.finish:
        yield BRUSHES["finish"]
    for colour in spot.colours:
        yield BRUSHES[colour]
    if spot.step is not None:
        yield _ways(spot.step)
    if spot.pen:
        yield _("the pen is here")
    if spot.faulty:
        yield _("something to mend")


def _ways(step: PathStep) -> str:
    if step.north and step.south:
        return _("the path forks, north to {north}, south to {south}",
                 north=step.north, south=step.south)  # fmt: skip
    if step.ways:
        return _("path to {ways}", ways=choice(step.ways))
    return _("path, leads nowhere yet")


# Painting


def _paint(drawing: Drawing, stroke: Paint) -> Drawing:
    at, board = stroke.hex, drawing.board
    if at not in _places(drawing.columns, drawing.rows):
        raise _refused(
            told(stroke),
            _("the sheet ends at {last}.", last=name_of_corner(drawing)),
            _("Make the sheet larger first."),
        )
    if stroke.brush in _GROUND:
        return _without_pen(replace(drawing, board=_GROUND[stroke.brush](board, at)), at)
    if stroke.brush in _PENS:
        return _PENS[stroke.brush](drawing, stroke)
    return replace(drawing, board=_spawn(board, at, stroke.brush))  # type: ignore[arg-type]


def name_of_corner(drawing: Drawing) -> str:
    """Return the name of the last place of the sheet."""
    return _places(drawing.columns, drawing.rows)[-1]


def _bare(board: BoardPack, at: str) -> BoardPack:
    """Return the map with nothing on ``at`` but a hex."""
    return _opened(_cleaned(board, at), at)


def _off(board: BoardPack, at: str) -> BoardPack:
    board = _cleaned(board, at)
    return replace(board, hexes=tuple(name for name in board.hexes if name != at))


def _darkened(board: BoardPack, at: str) -> BoardPack:
    board = _bare(board, at)
    return replace(board, shadow=_sorted((*board.shadow, at)))


def _opened(board: BoardPack, at: str) -> BoardPack:
    """Return the map with ``at`` on it, out of shadow."""
    hexes = board.hexes if at in board.hexes else _sorted((*board.hexes, at))
    return replace(board, hexes=hexes, shadow=tuple(n for n in board.shadow if n != at))


def _cleaned(board: BoardPack, at: str) -> BoardPack:
    """Return the map without anything drawn on ``at``, and no path leading there."""
    return replace(
        board,
        shadow=tuple(name for name in board.shadow if name != at),
        start="" if board.start == at else board.start,
        finish=tuple(name for name in board.finish if name != at),
        spawns={colour: name for colour, name in board.spawns.items() if name != at},
        path=tuple(_not_to(step, at) for step in board.path if step.at != at),
    )


def _not_to(step: PathStep, at: str) -> PathStep:
    """Return a step that does not lead to ``at``; a fork that loses a way is one no more."""
    if at not in step.ways:
        return step
    left = [way for way in step.ways if way != at]
    return PathStep(step.at, left[0]) if len(left) == 1 else PathStep(step.at)


def _spawn(board: BoardPack, at: str, colour: Colour) -> BoardPack:
    if board.spawns.get(colour) == at:
        left = {one: name for one, name in board.spawns.items() if one != colour}
        return replace(board, spawns=left)
    return replace(_opened(board, at), spawns={**board.spawns, colour: at})


def _start(drawing: Drawing, stroke: Paint) -> Drawing:
    board, at = drawing.board, stroke.hex
    if board.start == at:
        return replace(drawing, board=replace(board, start=""))
    finish = tuple(name for name in board.finish if name != at)
    return replace(drawing, board=_with_space(replace(board, start=at, finish=finish), at), pen=at)


def _finish(drawing: Drawing, stroke: Paint) -> Drawing:
    """Return the drawing with ``at`` a Finish, where the path ends, or no Finish any more."""
    board, at = drawing.board, stroke.hex
    if at in board.finish:
        board = replace(board, finish=tuple(name for name in board.finish if name != at))
        led_to = any(at in step.ways for step in board.path)
        return replace(drawing, board=_with_space(board, at) if led_to else board)
    board = replace(
        _opened(board, at),
        start="" if board.start == at else board.start,
        finish=_sorted((*board.finish, at)),
        path=tuple(step for step in board.path if step.at != at),
    )
    return _without_pen(replace(drawing, board=board), at)


def _with_space(board: BoardPack, at: str) -> BoardPack:
    """Return the map with ``at`` a space of the path; a Finish needs none to be led to."""
    board = _opened(board, at)
    if at in board.finish or any(step.at == at for step in board.path):
        return board
    return replace(board, path=(*board.path, PathStep(at)))


def _without_pen(drawing: Drawing, at: str) -> Drawing:
    return replace(drawing, pen="") if drawing.pen == at else drawing


# The path: the pen goes from hex to hex


def _draw_path(drawing: Drawing, stroke: Paint) -> Drawing:
    """Return the drawing with the path gone on to the hex, or the pen lifted or put there."""
    at, step = stroke.hex, drawing.step
    if step is None:
        return _begin(drawing, stroke)
    if at in step.ways or at == step.at or _is_for_the_pen(drawing, step, at):
        return _moved(drawing, at)
    if at not in around(step.at):
        raise _far(stroke, step.at)
    if step.ways and at in _spaces(drawing.board):
        return _moved(drawing, at)
    if step.ways:
        raise _refused(
            told(stroke),
            _("from {pen} the path leads on to {ways}.", pen=step.at, ways=listing(step.ways)),
            _(
                "For a second way choose “Fork, north” or “Fork, south”; to draw elsewhere tap "
                "{pen} first, which lifts the pen.",
                pen=step.at,
            ),
        )
    return _moved(_led(drawing, replace(step, next=at), at), at)


def _draw_fork(drawing: Drawing, stroke: Paint) -> Drawing:
    """Return the drawing with a way of the fork the pen is at; the pen stays there."""
    at, step = stroke.hex, drawing.step
    if step is None or at == step.at or _is_for_the_pen(drawing, step, at):
        if step is None and at not in _spaces(drawing.board):
            raise _refused(
                told(stroke),
                _("the pen is at no space of the path."),
                _("Tap the space where the path forks, then the first hex of the way."),
            )
        return _moved(drawing, at)
    if at not in around(step.at):
        raise _far(stroke, step.at)
    other = step.south if stroke.brush == "north" else step.north
    other = next((way for way in (other, step.next) if way not in ("", at)), "")
    north, south = (at, other) if stroke.brush == "north" else (other, at)
    return _led(drawing, PathStep(step.at, north=north, south=south), at)


def _begin(drawing: Drawing, stroke: Paint) -> Drawing:
    if stroke.hex in drawing.board.finish:
        raise _refused(
            told(stroke),
            _("at the Finish the path ends."),
            _("Tap the space of the path before it first, then the Finish."),
        )
    return replace(drawing, board=_with_space(drawing.board, stroke.hex), pen=stroke.hex)


def _led(drawing: Drawing, step: PathStep, at: str) -> Drawing:
    """Return the drawing with ``step`` in the place of the pen's, leading to ``at``."""
    path = tuple(step if one.at == step.at else one for one in drawing.board.path)
    return replace(drawing, board=_with_space(replace(drawing.board, path=path), at))


def _moved(drawing: Drawing, at: str) -> Drawing:
    """Return the drawing with the pen at ``at``, or lifted: at the Finish, or where it was."""
    lifted = at == drawing.pen or at not in _spaces(drawing.board)
    return replace(drawing, pen="" if lifted else at)


def _is_for_the_pen(drawing: Drawing, step: PathStep, at: str) -> bool:
    """Return whether a space is touched to put the pen there: it is far, or comes before."""
    spaces = _spaces(drawing.board)
    return at in spaces and (at not in around(step.at) or _comes_before(spaces, at, step.at))


def _comes_before(spaces: dict[str, PathStep], at: str, later: str) -> bool:
    """Return whether the path leads from ``at`` to ``later``."""
    reached = {at: None}
    queue = [at]
    for name in queue:
        ways = spaces[name].ways if name in spaces else ()
        queue.extend(way for way in ways if way not in reached)
        reached.update(dict.fromkeys(ways))
    return later in reached


def _spaces(board: BoardPack) -> dict[str, PathStep]:
    return {step.at: step for step in board.path}


def _far(stroke: Paint, pen: str) -> IllegalAction:
    return _refused(
        told(stroke),
        _("the pen is at {pen}, which {hex} does not touch.", hex=stroke.hex, pen=pen),
        _("Tap the hexes of the path one after another, or tap {pen} to lift the pen.", pen=pen),
    )


_GROUND: dict[Brush, Callable[[BoardPack, str], BoardPack]] = {
    "hex": _bare,
    "off": _off,
    "shadow": _darkened,
}
_PENS: dict[Brush, Callable[[Drawing, Paint], Drawing]] = {
    "start": _start,
    "path": _draw_path,
    "north": _draw_fork,
    "south": _draw_fork,
    "finish": _finish,
}


# The sheet and the words on it


def _resize(drawing: Drawing, stroke: Resize) -> Drawing:
    columns, rows = stroke.columns or 0, stroke.rows or 0
    if not (1 <= columns <= MOST_COLUMNS and 1 <= rows <= MOST_ROWS):
        raise _refused(
            _("A sheet of that size"),
            _("columns and rows are whole numbers from 1."),
            _largest(),
        )
    before = {*_places(drawing.columns, drawing.rows)}
    after = {*_places(columns, rows)}
    board, pen = drawing.board, drawing.pen
    for name in before - after:
        board = _off(board, name)
    kept = {name for name in board.hexes if name in after}
    board = replace(board, hexes=_sorted(kept | (after - before)))
    return Drawing(board, columns, rows, pen if pen in after else "")


def _describe(drawing: Drawing, stroke: Describe) -> Drawing:
    board, title = drawing.board, " ".join(stroke.title.split())
    if not title:
        raise _refused(
            _("A map without a title"),
            _("tables tell maps apart by it."),
            _("Give it any title, such as the one printed on it."),
        )
    name = board.id if title == board.title else _id_of(title)
    return replace(drawing, board=replace(board, id=name, title=title, notes=stroke.notes.strip()))


def _id_of(title: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", title.lower())) or "our-map"


def _number(drawing: Drawing, stroke: Number) -> Drawing:
    board = drawing.board
    meters, caravans = dict(board.meters), dict(board.caravans)
    for players in PLAYERS:
        steps = tuple(_meter_step(players, word) for word in stroke.meters.get(players, ()))
        travelling = _travelling(players, stroke.caravans.get(players))
        meters.pop(players, None)
        caravans.pop(players, None)
        if steps:
            meters[players] = steps
        if travelling:
            caravans[players] = travelling
    return replace(drawing, board=replace(board, meters=meters, caravans=caravans))


def _meter_step(players: int, word: str) -> int:
    if not re.fullmatch(r"[0-9]{1,2}", word):
        raise _refused(
            _("The pollution meter for {players} players", players=players),
            _("“{word}” is no whole number from 0 to 99.", word=word[:20]),
            _("Write the numbers from the lowest step up, such as 1 1 2 3."),
        )
    return int(word)


def _travelling(players: int, count: int | None) -> int:
    if count is not None and not 1 <= count <= 99:
        raise _refused(
            _("{count} caravans for {players} players", count=count, players=players),
            _("at least one travels, and no more than 99."),
            _("Leave it empty if you do not know yet."),
        )
    return count or 0


def _places(columns: int, rows: int) -> tuple[str, ...]:
    """Return the names of a sheet's places, row by row."""
    return tuple(
        name_of((column, row - column // 2)) for row in range(rows) for column in range(columns)
    )


def _sorted(names: object) -> tuple[str, ...]:
    return tuple(sorted(set(names), key=order))  # type: ignore[call-overload]


def _used(board: BoardPack) -> Iterator[str]:
    """Yield every name of a hex in a map."""
    yield from (*board.hexes, *board.shadow, *board.finish, *board.spawns.values())
    if board.start:
        yield board.start
    for step in board.path:
        yield from (step.at, *step.ways)


def _undrawable(board: BoardPack, wrong: list[str], twice: list[str]) -> IllegalAction:
    named = listing(f"“{name}”" for name in (wrong or twice)[:5])
    return _refused(
        _("Opening “{title}”", title=board.title),
        _("these names are no hexes: {names}.", names=named)
        if wrong
        else _("the path names these hexes more than once: {names}.", names=named),
        _("Hexes are named like c4, and each space of the path once: mend the file."),
    )


def _largest() -> str:
    return _("The largest sheet has {columns} columns and {rows} rows.",
             columns=MOST_COLUMNS, rows=MOST_ROWS)  # fmt: skip


def _refused(tried: str, reason: str, instead: str) -> IllegalAction:
    return IllegalAction(Refusal(tried, reason, instead))
