"""The map: the ground, what stands on it, where sheep make for, what can be pressed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import htpy as h

from companion.language import _, choice, listing, plural
from companion.the_sheep import caravans, hexes, movement
from companion.the_sheep.pack import BoardPack
from companion.the_sheep.state import (
    Herd,
    State,
    caravan_at,
    herd_at,
    shepherds_at,
)
from companion.the_sheep.table import Table
from companion.the_sheep.view import View
from companion.the_sheep.words import herd_text
from widgets.pages.the_sheep.aiming import WHY, Aim, Target
from widgets.pages.the_sheep.art import ART
from widgets.pages.the_sheep.naming import caravan_code, name_of
from widgets.parts.hexmap import Arrow, Ground, Hex, Point, Sheet, Token, hexmap
from widgets.parts.keyed import Part

SIZES = (26, 28, 32)
BEFORE_THE_MOVE = (
    "action", "night-event", "pollution", "avert", "tiles", "mutation", "flock", "sheep-move",
)  # fmt: skip
"""The steps in which it is shown where the sheep would go."""


def land(view: View, aim: Aim | None = None) -> Part:
    """Return the map with everything on it; with an aim its hexes can be pressed."""
    state, board = view.state, view.table.board
    groups = moving(view)
    names = sorted(board.hexes, key=_reading)
    ends = {group.at: group.ends for group in groups}
    sheet = Sheet(
        ground=[_ground(view.table, name) for name in names],
        ways=[*_path(board)],
        hexes=[_hex(view, name, aim, ends.get(name, ())) for name in names],
        tokens={name: rows for name in names if (rows := [*_tokens(view, name)])},
        arrows=[*_arrows(groups, state), *_routes(view)],
    )
    return hexmap("map", sheet, label=_("The map"))


def _reading(name: str) -> tuple[int, int]:
    """Return the place of a hex as the map is read: row by row."""
    column, row = hexes.order(name)
    return row, column


def _place(name: str) -> Point:
    return hexes.centre(name)


def moving(view: View) -> tuple[movement.Group, ...]:
    """Return the groups of sheep with where they may end tonight, while that is still to come."""
    if view.phase not in BEFORE_THE_MOVE or view.outcome:
        return ()
    return movement.options(view.state)


# The ground


def _ground(table: Table, name: str) -> Ground:
    board, kind = table.board, "land"
    if name in board.shadow:
        kind = "shadow"
    elif name in board.finish:
        kind = "finish"
    elif name in table.path:
        kind = "path"
    label = h.text(".tc-name", y="31", data_kind=kind)[name]
    return Ground(name, _place(name), kind, _print(board, name), label)


def _print(board: BoardPack, name: str) -> h.Node:
    """Return what is printed on a hex: a spawn's letter and colour, Start and Finish."""
    marks: list[h.Node] = []
    for colour, at in board.spawns.items():
        if at == name:
            marks.append(h.use(href="#hex", class_="tc-spawn", data_colour=colour))
            letter = h.text(".tc-spawn-letter", y="-19", data_colour=colour)
            marks.append(letter[spawn_letter(colour)])
    if name == board.start:
        marks.append(h.text(".tc-sign", y="-20")[_("Start")])
    if name in board.finish:
        marks.append(h.text(".tc-sign", y="-20")[_("Finish")])
    return marks or None


def spawn_letter(colour: str) -> str:
    """Return the letter that doubles a spawn's colour."""
    return {"green": _("G"), "red": _("R"), "blue": _("B"), "white": _("W"), "violet": _("V")}[
        colour
    ]


def spawn_text(colour: str) -> str:
    """Return what a spawn is called."""
    return {
        "green": _("the green spawn"),
        "red": _("the red spawn"),
        "blue": _("the blue spawn"),
        "white": _("the white spawn"),
        "violet": _("the violet spawn"),
    }[colour]


def _path(board: BoardPack) -> Iterator[Arrow]:
    for step in board.path:
        for way in step.ways:
            kind = "fork" if step.north else "path"
            yield Arrow(_place(step.at), _place(way), kind)


# What is said


def _hex(view: View, name: str, aim: Aim | None, ends: tuple[str, ...]) -> Hex:
    target = aim.targets.get(name) if aim else None
    lit = "" if target is None or target.words == WHY else "lit"
    if aim and not lit:
        lit = _unlit(view, name, aim)
    if target and aim and name in (aim.herd, aim.why):
        lit = "here"
    label = told(view, name, ends, target)
    return Hex(name, _place(name), label, lit, target.action if target else None)


def _unlit(view: View, name: str, aim: Aim) -> str:
    """Return the mark of a hex that cannot be pressed: where the one who acts, or is moved, is."""
    shepherd = view.state.shepherds[aim.seat] if aim.do else None
    here = aim.herd == name or (shepherd is not None and shepherd.at == name)
    return "here" if here and aim.targets else ""


def told(view: View, name: str, ends: tuple[str, ...], target: Target | None) -> str:
    """Return a hex in words: what it is, what stands there, what happens there."""
    what = [*_ground_words(view.table, name), *standing(view, name)]
    say = _("{name}: {what}.", name=name, what=listing(what)) if what else _("{name}.", name=name)
    more = [target.words] if target else []
    if ends and ends != (name,):
        more.append(_("The sheep make for {ends}.", ends=choice(ends)))
    return " ".join([say, *more])


def _ground_words(table: Table, name: str) -> Iterator[str]:
    board = table.board
    if name in board.shadow:
        yield _("shadow")
    if name == board.start:
        yield _("the Start")
    if name in board.finish:
        yield _("the Finish")
    elif name in table.path:
        step = table.path[name]
        yield _("a fork of the path") if step.north else _("path")
    for colour, at in board.spawns.items():
        if at == name:
            yield spawn_text(colour)


def standing(view: View, name: str) -> Iterator[str]:
    """Yield in words what stands on a hex."""
    state = view.state
    herd, caravan = herd_at(state, name), caravan_at(state, name)
    if herd:
        yield _hurt_words(herd) if herd.hurt else herd_text(herd.count)
    if caravan:
        yield _("the caravan {name}", name=state.table.name(caravan.id))
    for seat in shepherds_at(state, name):
        yield _("the shepherd of {name}", name=name_of(view, seat))


def _hurt_words(herd: Herd) -> str:
    return plural(
        "{sheep}, {count} of them hurt",
        "{sheep}, {count} of them hurt",
        len(herd.hurt),
        sheep=herd_text(herd.count),
    )


# What is drawn


def _tokens(view: View, name: str) -> Iterator[list[Token]]:
    state = view.state
    herd, caravan, seats = herd_at(state, name), caravan_at(state, name), shepherds_at(state, name)
    if herd:
        yield [*_sheep(herd)]
    if caravan:
        yield [Token(f"{ART}-wagon", caravan_code(state, caravan.id), 34, "wagon")]
    if seats:
        yield [_shepherd(state, seat) for seat in seats]


def _sheep(herd: Herd) -> Iterator[Token]:
    for tier, count in enumerate(herd.count):
        if count:
            hurt = any(one == tier for one, _damage in herd.hurt)
            yield Token(f"{ART}-{tier}", str(count), SIZES[tier], "hurt" if hurt else "sheep")


def _shepherd(state: State, seat: int) -> Token:
    bait = " tc-bait" if state.shepherds[seat].distracting else ""
    return Token(f"{ART}-shepherd", str(seat + 1), 25, f"seat tc-seat-{seat}{bait}")


def _arrows(groups: Iterable[movement.Group], state: State) -> Iterator[Arrow]:
    chosen = dict(state.steered)
    for group in groups:
        settled = chosen.get(group.at)
        ends = (settled,) if settled in group.ends else group.ends
        for end in ends:
            if end is not None and end != group.at:
                kind = "sheep" if len(ends) == 1 else "maybe"
                yield Arrow(_place(group.at), _place(end), kind)


def _routes(view: View) -> Iterator[Arrow]:
    """Yield the ways of the caravans that move next."""
    state = view.state
    if view.phase != "drive" or state.queue:
        return
    for caravan in caravans.next_to_drive(state):
        for turn in caravans.turns(state, caravan):
            stops = caravans.route(state, caravan, turn).stops
            for start, end in pairwise(stops):
                yield Arrow(_place(start), _place(end), "maybe" if turn else "sheep")
