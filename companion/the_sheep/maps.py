"""Checks of a map, for its editor and for tables that bring their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.language import _, listing
from companion.problems import Problem
from companion.the_sheep.hexes import Grid, around, is_name, order
from companion.the_sheep.pack import BoardPack


def problems(board: BoardPack) -> tuple[Problem, ...]:
    """Return everything about a map that cannot be played; its hex stands in ``kind``."""
    names = [*_names(board)]
    if names:
        return tuple(names)
    return (*_places(board), *_path(board), *_reach(board), *_numbers(board))


def _names(board: BoardPack) -> Iterator[Problem]:
    for name in dict.fromkeys((*board.hexes, *board.shadow)):
        if not is_name(name):
            yield Problem(_("“{name}” is no hex: hexes are named like c4.", name=name), name)
    for name, times in Counter(board.hexes).items():
        if times > 1:
            yield Problem(_("The hex {name} is there {times} times.", name=name, times=times), name)


def _places(board: BoardPack) -> Iterator[Problem]:
    if not board.start:
        yield Problem(_("There is no Start."))
    if not board.finish:
        yield Problem(_("There is no Finish."))
    if not board.spawns:
        yield Problem(_("There is no spawn."))
    for name in _missing(board, (board.start,) if board.start else ()):
        yield Problem(_("The Start {name} is not on the map.", name=name), name)
    for name in _missing(board, board.finish):
        yield Problem(_("The Finish {name} is not on the map.", name=name), name)
    for colour, name in board.spawns.items():
        if name not in board.hexes:
            told = _("The {colour} spawn {name} is not on the map.", colour=colour, name=name)
            yield Problem(told, name)
    yield from _shadowed(board)


def _shadowed(board: BoardPack) -> Iterator[Problem]:
    for name in _missing(board, board.shadow):
        yield Problem(_("The shadow {name} is not on the map.", name=name), name)
    used = (board.start, *board.finish, *board.spawns.values(), *(s.at for s in board.path))
    for name in dict.fromkeys(used):
        if name in board.shadow:
            yield Problem(_("{name} lies in shadow and cannot be entered.", name=name), name)


def _missing(board: BoardPack, names: Iterable[str]) -> list[str]:
    return [name for name in dict.fromkeys(names) if name not in board.hexes]


def _path(board: BoardPack) -> Iterator[Problem]:
    steps = {step.at: step for step in board.path}
    if board.start and board.start not in steps:
        yield Problem(_("The path does not begin at the Start."), board.start)
    for name, times in Counter(step.at for step in board.path).items():
        if times > 1:
            yield Problem(_("The path names {name} {times} times.", name=name, times=times), name)
    for step in board.path:
        if step.at not in board.hexes:
            yield Problem(_("The path space {name} is not on the map.", name=step.at), step.at)
        elif bool(step.north) != bool(step.south) or (step.next and step.north):
            told = _("{name} needs one way on, or both a northern and a southern.", name=step.at)
            yield Problem(told, step.at)
        yield from _ways(board, step.at, step.ways)
    ends = path_distances(board)
    for step in board.path:
        if step.at not in ends and step.ways:
            yield Problem(
                _("From {name} the path does not reach the Finish.", name=step.at), step.at
            )


def _ways(board: BoardPack, at: str, ways: tuple[str, ...]) -> Iterator[Problem]:
    if not ways and at not in board.finish:
        yield Problem(_("The path ends at {name}, before the Finish.", name=at), at)
    spaces = {step.at for step in board.path}
    for way in ways:
        fields = {"name": at, "way": way}
        if is_name(at) and way not in around(at):
            yield Problem(
                _("The path jumps from {name} to {way}: they do not touch.", **fields), at
            )
        elif way not in spaces and way not in board.finish:
            told = _("The path leads from {name} to {way}, which is no path space.", **fields)
            yield Problem(told, at)


def path_distances(board: BoardPack) -> dict[str, int]:
    """Return the steps along the path from each of its spaces to the Finish, the shorter way."""
    found = dict.fromkeys(board.finish, 0)
    for _round in range(len(board.path) + 1):
        before = dict(found)
        for step in board.path:
            ahead = [found[way] for way in step.ways if way in found]
            if ahead and step.at not in board.finish:
                found[step.at] = min(ahead) + 1
        if found == before:
            break
    return found


def _reach(board: BoardPack) -> Iterator[Problem]:
    grid = Grid(name for name in board.hexes if name not in board.shadow)
    if board.start not in grid:
        return
    reached = grid.distances(board.start)
    for colour, name in board.spawns.items():
        if name in grid and not any(step.at in grid.distances(name) for step in board.path):
            told = _("The {colour} spawn {name} does not reach the path.", colour=colour, name=name)
            yield Problem(told, name)
    cut_off = sorted((name for name in grid.hexes if name not in reached), key=order)
    if cut_off:
        told = _("These hexes cannot be reached from the Start: {names}.", names=listing(cut_off))
        yield Problem(told, cut_off[0])


def _numbers(board: BoardPack) -> Iterator[Problem]:
    for players in (2, 3, 4):
        if not board.meters.get(players):
            told = _("There is no pollution meter for {players} players.", players=players)
            yield Problem(told, f"meters.{players}")
        if players not in board.caravans:
            told = _("How many caravans travel with {players} players?", players=players)
            yield Problem(told, f"caravans.{players}")
