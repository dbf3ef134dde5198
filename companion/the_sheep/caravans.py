"""How caravans travel: in which order, how far, and what stops them."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.the_sheep.hexes import FAR
from companion.the_sheep.pack import Turn
from companion.the_sheep.state import WAITING, Caravan, State, herd_at

SPACES = 2
"""How many spaces a caravan moves a day."""

Stop = Literal["spent", "sheep", "caravan", "safe", "fork", "lost"]


class Route(msgspec.Struct, frozen=True):
    """Where a caravan goes: its ``stops`` in order, the first where it stands, and why it ends.

    It may have no movement left, too little to leave sheep, another caravan before it, be safe,
    come to a ``fork`` without knowing the way, or stand off the path (``lost``). ``cost`` is the
    movement used, ``forks`` the spaces where it turned.
    """

    stops: tuple[str, ...]
    why: Stop
    cost: int
    forks: tuple[str, ...] = ()


def movement(state: State) -> int:
    """Return how many spaces caravans may move today."""
    event = state.table.decks["day"].get(state.day_event)
    return max(0, SPACES + (event.caravans if event else 0))


def direction(state: State) -> Turn:
    """Return where caravans turn today; empty if no event says so."""
    event = state.table.decks["day"].get(state.day_event)
    turn: Turn = event.fork if event else ""
    return turn


def route(state: State, caravan: Caravan, turn: Turn = "") -> Route:
    """Return how a caravan moves now, turning at forks as the event says, or else as ``turn``."""
    table, left, at = state.table, movement(state), caravan.at
    way: Turn = direction(state) or turn
    others = {one.at for one in state.caravans if one.id != caravan.id}
    stops, spent = [at], 0
    forks: list[str] = []
    while True:
        step = table.path.get(at)
        if step is None:
            return Route(tuple(stops), "lost", spent, tuple(forks))
        cost = 2 if herd_at(state, at) is not None else 1
        if left < cost:
            return Route(tuple(stops), "sheep" if left else "spent", spent, tuple(forks))
        if step.north and not way:
            return Route(tuple(stops), "fork", spent, tuple(forks))
        to = step.next or (step.north if way == "north" else step.south)
        if to not in table.finish and to in others:
            return Route(tuple(stops), "caravan", spent, tuple(forks))
        forks += [at] if step.north else []
        at, left, spent = to, left - cost, spent + cost
        stops.append(at)
        if at in table.finish:
            return Route(tuple(stops), "safe", spent, tuple(forks))


def turns(state: State, caravan: Caravan) -> tuple[Turn, ...]:
    """Return the turns the players may choose for a caravan: one, and empty, where none is due."""
    if route(state, caravan).why != "fork":
        return ("",)
    return ("north", "south")


def to_finish(state: State, caravan: Caravan) -> int:
    """Return the steps along the path from a caravan to the Finish."""
    return state.table.to_finish.get(caravan.at, FAR)


def next_to_drive(state: State) -> tuple[Caravan, ...]:
    """Return the caravans that may move now: of those that have not, the closest to the Finish."""
    waiting = [one for one in state.caravans if one.on_board and not one.driven]
    closest = min((to_finish(state, one) for one in waiting), default=0)
    return tuple(one for one in waiting if to_finish(state, one) == closest)


def to_enter(state: State) -> tuple[Caravan, ...]:
    """Return the caravans one of which is placed on the Start now; none while it is taken."""
    start = state.table.board.start
    if any(one.at == start for one in state.caravans):
        return ()
    return tuple(one for one in state.caravans if one.at == WAITING)


def to_act(state: State) -> tuple[Caravan, ...]:
    """Return the caravans whose action is still to be performed today."""
    boards = state.table.caravans
    return tuple(
        one
        for one in state.caravans
        if one.on_board and not one.acted and (boards[one.id].text or boards[one.id].effects)
    )
