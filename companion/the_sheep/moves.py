"""The legal actions of each step, in parts that are listed once for each situation and then kept.

What a shepherd may do depends on little: its own board and what is on its space. So each seat's
part is found again for as long as that stays the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import overload

from companion.game import TABLE, Seat
from companion.the_sheep import caravans, decks, effects, movement
from companion.the_sheep.blanks import blank
from companion.the_sheep.pack import TIERS, Ability
from companion.the_sheep.state import (
    MOST_TILES,
    Advance,
    AnyAction,
    Attack,
    Avert,
    Bring,
    Buy,
    CaravanAct,
    Choose,
    Distract,
    Done,
    Drive,
    Enter,
    Give,
    Herd,
    Move,
    Purify,
    Shepherd,
    State,
    Steer,
    Suffer,
    Use,
    Walk,
    caravan_at,
    herd_at,
    inventory,
    shepherds_at,
)
from companion.the_sheep.table import Table

Part = tuple[AnyAction, ...]
Names = tuple[str, ...]
Seats = tuple[Seat, ...]
MOVE = 3
"""How many spaces a shepherd may move by day."""

_ADVANCE: Part = (Advance(TABLE),)
_DONE: Part = (Done(TABLE),)


class Moves(Sequence[AnyAction]):
    """Several parts as one sequence."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[Part, ...]) -> None:
        """Hold ``parts``, none of which lists what another does."""
        self.parts = parts

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    @overload
    def __getitem__(self, place: int) -> AnyAction: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[AnyAction]: ...
    def __getitem__(self, place: int | slice) -> AnyAction | Sequence[AnyAction]:
        if isinstance(place, slice):
            return list(self)[place]
        length = len(self)
        at = place + length if place < 0 else place
        if at >= 0:
            for part in self.parts:
                if at < len(part):
                    return part[at]
                at -= len(part)
        raise IndexError(f"there are {length} actions, none at {place}")

    def index(self, action: AnyAction, _start: int = 0, _stop: int = 0) -> int:
        """Return the place of ``action``; ``ValueError`` if it is not legal."""
        before = 0
        for part in self.parts:
            if action in part:
                return before + part.index(action)
            before += len(part)
        raise ValueError("not a legal action as it is written here")

    def __contains__(self, action: object) -> bool:
        return any(action in part for part in self.parts)

    def __iter__(self) -> Iterator[AnyAction]:
        for part in self.parts:
            yield from part

    def __repr__(self) -> str:
        return f"<{len(self)} legal actions>"


def moves(state: State) -> Moves:
    """Return every move open now, what ends a step last; typing in and fixing are not moves."""
    if state.phase == "over":
        return Moves(())
    if state.queue:
        return Moves((effects.answers(state),))
    return Moves(tuple(part for part in _PARTS[state.phase](state) if part))


# Before the first day


def _setup(state: State) -> list[Part]:
    taken = frozenset(one.board for one in state.shepherds)
    parts = [
        _choices(state.table, seat, taken)
        for seat, one in enumerate(state.shepherds)
        if not one.board
    ]
    there = frozenset(one.id for one in state.caravans)
    if len(there) < state.travelling:
        rest = [one for one in state.table.caravans if one not in there]
        brings = tuple(Bring(TABLE, one) for one in rest)
        parts.append(brings or (blank(state.table, "caravans"),))
    return parts


@lru_cache(maxsize=256)
def _choices(table: Table, seat: Seat, taken: frozenset[str]) -> Part:
    return tuple(
        Choose(seat, board.id, trait.id)
        for board in table.cards.shepherds
        if board.id not in taken
        for trait in board.traits
        if trait.level == 1
    )


# What a shepherd can do


def _action(state: State) -> list[Part]:
    parts = [
        _by_day(state.table, seat, one, _place(state, one.at))
        for seat, one in enumerate(state.shepherds)
        if not one.dead
    ]
    return [*parts, _DONE]


def _place(state: State, at: str) -> tuple[Herd | None, Names, Seats]:
    """Return what is on a space: sheep, what a caravan sells, shepherds."""
    return herd_at(state, at), _wares(state, at), shepherds_at(state, at)


def _wares(state: State, at: str) -> tuple[str, ...]:
    caravan = caravan_at(state, at)
    return inventory(state, caravan) if caravan else ()


@lru_cache(maxsize=32_768)
def _by_day(
    table: Table, seat: Seat, shepherd: Shepherd, place: tuple[Herd | None, Names, Seats]
) -> Part:
    herd, wares, here = place
    boosts = (False, True) if shepherd.lit else (False,)
    return (
        *_attacks(table, seat, shepherd, herd, boosts),
        *(() if shepherd.moved else _marches(table, seat, shepherd.at)),
        *_buys(table, seat, shepherd.essence, wares),
        *_gives(seat, shepherd.essence, here),
        *_uses(table, seat, shepherd, "day"),
        *((Purify(seat),) if may_purify(table, shepherd) else ()),
    )


def may_purify(table: Table, shepherd: Shepherd) -> bool:
    """Return whether a shepherd has a lantern, essence and room for experience."""
    board = table.shepherds.get(shepherd.board)
    meters = len(board.experience) if board else 0
    return shepherd.lit > 0 and shepherd.essence > 0 and 1 <= shepherd.level <= meters


@lru_cache(maxsize=4096)
def _marches(table: Table, seat: Seat, at: str) -> Part:
    return tuple(Move(seat, to) for to in table.grid.within(at, MOVE) if to != at)


@lru_cache(maxsize=1024)
def _buys(table: Table, seat: Seat, essence: int, wares: tuple[str, ...]) -> Part:
    affordable = (one for one in dict.fromkeys(wares) if table.cost(one) <= essence)
    return tuple(Buy(seat, one) for one in affordable)


@lru_cache(maxsize=1024)
def _gives(seat: Seat, essence: int, here: tuple[Seat, ...]) -> Part:
    others = [one for one in here if one != seat]
    return tuple(Give(seat, to, count) for to in others for count in range(1, essence + 1))


def _uses(table: Table, seat: Seat, shepherd: Shepherd, time: str) -> Part:
    ready = dict.fromkeys(o.id for o in (*shepherd.hand, *shepherd.traits) if not o.down)
    return tuple(Use(seat, card) for card in ready if may_use(table, shepherd, card, time))


def may_use(table: Table, shepherd: Shepherd, card: str, time: str) -> bool:
    """Return whether a card has an ability for this time that a shepherd can pay for."""
    ability = ability_of(table, card)
    if ability is None:
        return False
    return ability.when in ("any", time) and ability.cost <= shepherd.essence


def ability_of(table: Table, card: str) -> Ability | None:
    """Return the ability of a card or trait, if it has one."""
    item = table.items.get(card)
    return item.ability if item is not None else None


def _attacks(
    table: Table, seat: Seat, shepherd: Shepherd, herd: Herd | None, boosts: tuple[bool, ...]
) -> Part:
    """List each ready card with icons, against each different sheep, with and without a lantern."""
    if herd is None:
        return ()
    cards = dict.fromkeys(one.id for one in shepherd.hand if not one.down)
    onto = effects.targets(herd)
    return tuple(
        Attack(seat, card, TIERS[tier], hurt, boost)
        for card in cards
        if has_icons(table, card)
        for tier, hurt in onto
        for boost in (boosts if card not in table.curses else (False,))
    )


def has_icons(table: Table, card: str) -> bool:
    """Return whether a card can attack at all."""
    item = table.items.get(card)
    return item is not None and bool(getattr(item, "icons", ()))


# By night


def _combat(state: State) -> list[Part]:
    mutation = state.sheep_now
    rules = mutation.rules if mutation else ()
    single = state.setup.rulings["distract"] == "one"
    parts = [
        _by_night(state.table, seat, one, (herd_at(state, one.at), rules, single))
        for seat, one in enumerate(state.shepherds)
        if not one.dead
    ]
    return [*parts, _DONE]


@lru_cache(maxsize=32_768)
def _by_night(
    table: Table, seat: Seat, shepherd: Shepherd, place: tuple[Herd | None, Names, bool]
) -> Part:
    herd, rules, single = place
    boosts = (False, True) if shepherd.lit and "no-boost" not in rules else (False,)
    barred = "lantern-to-attack" in rules and not shepherd.lit
    return (
        *(() if barred else _attacks(table, seat, shepherd, herd, boosts)),
        *_walks(table, seat, shepherd.at, shepherd.lit > 0),
        *_uses(table, seat, shepherd, "night"),
        *((Distract(seat),) if may_distract(shepherd, rules, single) else ()),
    )


def may_distract(shepherd: Shepherd, rules: tuple[str, ...], single: bool) -> bool:
    """Return whether a shepherd may spend a lantern to distract: once is enough for all sheep."""
    if not shepherd.lit or "no-distract" in rules or shepherd.dead:
        return False
    return single or not shepherd.distracting


@lru_cache(maxsize=4096)
def _walks(table: Table, seat: Seat, at: str, lit: bool) -> Part:
    return tuple(Walk(seat, to) for to in table.grid.neighbours.get(at, ())) if lit else ()


def _asides(state: State) -> list[Part]:
    """List what shepherds may do at any step of the night: walk by lantern, use abilities."""
    walks = state.setup.rulings["night-walk"] == "any"
    return [
        _aside(state.table, seat, one, walks)
        for seat, one in enumerate(state.shepherds)
        if not one.dead
    ]


@lru_cache(maxsize=8_192)
def _aside(table: Table, seat: Seat, shepherd: Shepherd, walks: bool) -> Part:
    lit = walks and shepherd.lit > 0
    uses = _uses(table, seat, shepherd, "night")
    return (*_walks(table, seat, shepherd.at, lit), *uses)


# The table's own steps


def _pollution(state: State) -> list[Part]:
    return [*_asides(state), _ADVANCE]


def _avert(state: State) -> list[Part]:
    lit = tuple(one.lit for one in state.shepherds)
    return [*_asides(state), _averts(lit, state.price), sufferings(state)]


@lru_cache(maxsize=2048)
def _averts(lit: tuple[int, ...], price: int) -> Part:
    rows: list[tuple[int, ...]] = [()]
    for most in lit:
        rows = [(*row, n) for row in rows for n in range(min(most, price - sum(row)) + 1)]
    return tuple(Avert(TABLE, row) for row in rows if sum(row) == price)


def sufferings(state: State) -> Part:
    """Return the ways not to avert: which minor tile is turned, if three lie there."""
    if len(state.tiles) < MOST_TILES:
        return (Suffer(TABLE),)
    minor = [place for place, tile in enumerate(state.tiles) if not tile.major]
    return tuple(Suffer(TABLE, place) for place in minor) or (Suffer(TABLE),)


def _sheep_move(state: State) -> list[Part]:
    steers = steerings(state)
    return [*_asides(state), steers or _ADVANCE]


def steerings(state: State) -> Part:
    """Return the choices of where herds end that the players have still to make."""
    chosen = dict(state.steered)
    return tuple(
        Steer(TABLE, group.at, end)
        for group in movement.options(state)
        if group.is_open and chosen.get(group.at) not in group.ends
        for end in group.ends
    )


def _strike(state: State) -> list[Part]:
    mutation = state.sheep_now
    rules = mutation.rules if mutation else ()
    single = state.setup.rulings["distract"] == "one"
    baits: list[Part] = [
        (Distract(seat),)
        for seat, one in enumerate(state.shepherds)
        if may_distract(one, rules, single)
    ]
    return [*baits, _ADVANCE]


_PARTS: dict[str, Callable[[State], list[Part]]] = {
    "setup": _setup,
    "refresh": lambda _state: [_ADVANCE],
    "day-event": lambda state: [decks.draws(state, "day")],
    "caravan-act": lambda state: [tuple(CaravanAct(TABLE, c.id) for c in caravans.to_act(state))],
    "enter": lambda state: [tuple(Enter(TABLE, c.id) for c in caravans.to_enter(state))],
    "drive": lambda state: [
        tuple(
            Drive(TABLE, one.id, turn)
            for one in caravans.next_to_drive(state)
            for turn in caravans.turns(state, one)
        )
    ],
    "action": _action,
    "night-event": lambda state: [decks.draws(state, "night")],
    "pollution": _pollution,
    "avert": _avert,
    "tiles": _pollution,
    "mutation": lambda state: [*_asides(state), decks.draws(state, "mutation")],
    "flock": lambda state: [*_asides(state), decks.draws(state, "flock")],
    "sheep-move": _sheep_move,
    "combat": _combat,
    "strike": _strike,
}
