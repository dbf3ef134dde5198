"""How sheep move at night, with the reasons.

Each group, the sheep of one space, makes for the nearest caravan; of two equally near ones for the
one closer to the Finish. It ends as near to it as it can get. Of several such spaces it takes one
without a shepherd; what is still open then, the players choose.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.language import _, choice, listing, plural
from companion.the_sheep.hexes import FAR
from companion.the_sheep.state import State, Tiers, living
from companion.the_sheep.table import Table

Decided = Literal["none", "only", "nearest", "finish", "players"]


class Sight(msgspec.Struct, frozen=True):
    """A caravan as a group sees it: how far it is, and how far it is from the Finish itself."""

    caravan: str
    at: str
    distance: int
    to_finish: int


class Group(msgspec.Struct, frozen=True):
    """The sheep of one space and where they may end tonight.

    ``sights`` are the caravans they can reach, nearest first. ``decided`` says what chose the
    ``targets``: there is no caravan, only one, the nearest, the one closer to the Finish, or it is
    left to the players. ``near`` are the spaces as close to a target as they can get, ``ends``
    those of them the rules allow. ``spared`` says that spaces with shepherds were left out.
    """

    at: str
    count: Tiers
    steps: int
    sights: tuple[Sight, ...]
    decided: Decided
    targets: tuple[str, ...]
    near: tuple[str, ...]
    ends: tuple[str, ...]
    spared: bool

    @property
    def is_open(self) -> bool:
        """Whether the players choose where the group ends."""
        return len(self.ends) > 1


def steps_of(state: State) -> int:
    """Return how many spaces sheep move tonight, by mutation and event."""
    mutation = state.sheep_now
    event = state.table.decks["night"].get(state.night_event)
    return max(0, (mutation.move if mutation else 3) + (event.sheep if event else 0))


def options(state: State) -> tuple[Group, ...]:
    """Return for each herd on the map every end space the rules allow tonight, and why.

    They are found as if the sheep moved now; nothing is chosen for the players.
    """
    table, steps = state.table, steps_of(state)
    caravans = tuple((one.id, one.at) for one in state.caravans if one.on_board)
    taken = frozenset(state.shepherds[seat].at for seat in living(state))
    return tuple(
        group(table, herd.at, herd.count, caravans, taken=taken, steps=steps)
        for herd in state.flock
    )


def group(
    table: Table,
    at: str,
    count: Tiers,
    caravans: tuple[tuple[str, str], ...],
    *,
    taken: frozenset[str],
    steps: int = 3,
) -> Group:
    """Return where the sheep at ``at`` may end.

    ``caravans`` are pairs of an id and a space, ``taken`` the spaces with shepherds.
    """
    sights = _sights(table, at, caravans)
    if not sights:
        return Group(at, count, steps, (), "none", (), (at,), (at,), spared=False)
    decided, targets = _targets(sights)
    ends_of = {one.caravan: _nearest(table, at, one, steps) for one in targets}
    near = tuple(dict.fromkeys(end for ends in ends_of.values() for end in ends))
    allowed = [_without_shepherds(ends, taken) for ends in ends_of.values()]
    ends = tuple(dict.fromkeys(end for some in allowed for end in some))
    return Group(at, count, steps, sights, decided, tuple(ends_of), near, ends, near != ends)


def _sights(table: Table, at: str, caravans: tuple[tuple[str, str], ...]) -> tuple[Sight, ...]:
    distances = table.grid.distances(at)
    found = [
        Sight(name, space, distances[space], table.to_finish.get(space, FAR))
        for name, space in caravans
        if space in distances
    ]
    found.sort(key=lambda one: (one.distance, one.to_finish))
    return tuple(found)


def _targets(sights: tuple[Sight, ...]) -> tuple[Decided, tuple[Sight, ...]]:
    first = sights[0]
    nearest = [one for one in sights if one.distance == first.distance]
    if len(nearest) == 1:
        return ("only" if len(sights) == 1 else "nearest"), (first,)
    closest = tuple(one for one in nearest if one.to_finish == first.to_finish)
    return ("finish" if len(closest) == 1 else "players"), closest


def _nearest(table: Table, at: str, target: Sight, steps: int) -> tuple[str, ...]:
    """Return the spaces within reach that are as near to the target as any of them."""
    left = max(0, target.distance - steps)
    if not left:
        return (target.at,)
    from_there = table.grid.distances(target.at)
    return tuple(space for space in table.grid.within(at, steps) if from_there[space] == left)


def _without_shepherds(ends: tuple[str, ...], taken: frozenset[str]) -> tuple[str, ...]:
    return tuple(end for end in ends if end not in taken) or ends


# In words


def trace(state: State, found: Group) -> tuple[str, ...]:
    """Return in sentences why a group may end where it may, in the order of the rules."""
    name = state.table.name
    if not found.sights:
        return (_("No caravan can be reached from {at}: the sheep stay.", at=found.at),)
    lines = [_sight_line(name(one.caravan), one) for one in found.sights]
    lines.append(_target_line([name(target) for target in found.targets], found))
    lines.append(_reach_line(found))
    if found.spared:
        told = _("Spaces without a shepherd come first: {ends}.", ends=choice(found.ends))
        lines.append(told)
    if found.is_open:
        lines.append(_("The players choose: {ends}.", ends=choice(found.ends)))
    return tuple(lines)


def _sight_line(name: str, sight: Sight) -> str:
    far = plural("{count} space", "{count} spaces", sight.distance)
    if sight.to_finish == FAR:
        return _("{name} on {at} is {far} away.", name=name, at=sight.at, far=far)
    return plural(
        "{name} on {at} is {far} away, itself {count} space from the Finish.",
        "{name} on {at} is {far} away, itself {count} spaces from the Finish.",
        sight.to_finish,
        name=name,
        at=sight.at,
        far=far,
    )


def _target_line(names: list[str], found: Group) -> str:
    fields = {"name": choice(names)}
    if found.decided == "players":
        told = _("{names} are alike near and alike far from the Finish.", names=listing(names))
        return _("{told} The players choose one of them.", told=told)
    return {
        "only": _("They make for {name}, the only one.", **fields),
        "nearest": _("They make for {name}, the nearest.", **fields),
        "finish": _("Of the equally near they make for {name}, closer to the Finish.", **fields),
    }[found.decided]


def _reach_line(found: Group) -> str:
    fields = {"near": choice(found.near)}
    if set(found.near) <= {one.at for one in found.sights}:
        return _("They get there: {near}.", **fields)
    return plural(
        "With {count} space to move they get nearest on {near}.",
        "With {count} spaces to move they get nearest on {near}.",
        found.steps,
        **fields,
    )
