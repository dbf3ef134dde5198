"""What a table plays with, as data: a map (board pack) and its cards (card pack).

Most of what is printed in the game is known only to those who own it, so its values are never part
of the rules: they come from JSON, read strictly (:func:`read_board`, :func:`read_cards`). The kit
ships one practice pack of each kind, invented for it. All ids are words like ``void-sheep``.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from companion import schema
from companion.schema import UnreadablePack, plain

__all__ = ["BoardPack", "CardPack", "UnreadablePack", "plain", "practice", "read_board"]

Tier = Literal["lesser", "standard", "greater"]
TIERS: tuple[Tier, ...] = ("lesser", "standard", "greater")
Damage = Literal["metal", "fire", "shock", "runic"]
Colour = Literal["green", "red", "blue", "white", "violet"]
COLOURS: tuple[Colour, ...] = ("green", "red", "blue", "white", "violet")
Turn = Literal["", "north", "south"]
Deck = Literal["day", "night", "mutation", "flock", "curse", "tile"]
DECKS: tuple[Deck, ...] = ("day", "night", "mutation", "flock", "curse", "tile")

Count = Annotated[int, Meta(ge=1, le=99)]
Some = Annotated[int, Meta(ge=0, le=99)]
Change = Annotated[int, Meta(ge=-9, le=9)]
Level = Annotated[int, Meta(ge=1, le=3)]


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Plain data of a pack."""


class Effect(_Data, frozen=True):
    """Something the engine does itself.

    ``spawn``: ``count`` sheep of ``tier`` at the spawn ``where`` (a colour, or ``each``).
    ``corrupt``, ``heal``, ``essence``, ``relight`` (lanterns): so many for ``who``, which is the
    ``user``, ``one`` shepherd the players choose, one of those ``here`` on the space, or ``each``.
    ``ready``: refresh so many of the user's cards. ``walk``: the user moves up to so many spaces.
    ``push``: move a sheep of ``tier`` or smaller one space; ``pull``: move one to the user's space;
    with ``where`` ``here`` only sheep of the user's own space. ``pollute``: raise the tracker.
    """

    do: Literal[
        "spawn", "corrupt", "heal", "essence", "relight", "ready", "walk", "push", "pull", "pollute"
    ]
    count: Count = 1
    tier: Tier = "greater"
    where: Literal["", "here", "each", "green", "red", "blue", "white", "violet"] = ""
    who: Literal["user", "one", "here", "each"] = "user"


class Ability(_Data, frozen=True):
    """What a card can be exhausted for: its ``text``, what of it the engine does, its price.

    An ability without ``effects`` is a reminder: the table does what it says.
    """

    text: str
    effects: tuple[Effect, ...] = ()
    cost: Some = 0
    when: Literal["any", "day", "night"] = "any"


class Equipment(_Data, frozen=True):
    """An Equipment card: its damage ``icons``, its ``cost`` in essence if caravans sell it."""

    id: str
    name: str
    icons: tuple[Damage, ...] = ()
    cost: Some = 0
    ability: Ability | None = None


class Curse(_Data, frozen=True):
    """A Curse card; the cost of its ability is paid in essence."""

    id: str
    name: str
    icons: tuple[Damage, ...] = ()
    ability: Ability | None = None
    copies: Count = 1


class Trait(_Data, frozen=True):
    """A Trait tile of ``level`` 1 to 3; ``passive`` is what always holds; ``hand`` the limit."""

    id: str
    name: str
    level: Level
    ability: Ability | None = None
    passive: str = ""
    hand: Some = 0


class ShepherdBoard(_Data, frozen=True):
    """A shepherd: what it begins with and its meters.

    ``corruption`` is the point that overflows the meter, ``experience`` that of each meter in turn.
    """

    id: str
    name: str
    equipment: tuple[str, ...]
    traits: tuple[Trait, ...]
    corruption: Count = 4
    experience: tuple[Count, ...] = (5, 6)
    essence: Some = 2
    lanterns: Some = 3


class CaravanBoard(_Data, frozen=True):
    """A caravan: the Equipment it sells, the point of corruption that destroys it, its action."""

    id: str
    name: str
    corruption: Count
    inventory: tuple[str, ...] = ()
    text: str = ""
    effects: tuple[Effect, ...] = ()


class Mutation(_Data, frozen=True):
    """A Mutation: three numbers a row, for lesser, standard and greater sheep.

    ``rules`` the engine knows: ``lantern-to-attack`` (only with a lit lantern), ``distinct-icons``
    (equal icons of a card count once), ``no-boost``, ``no-distract``. ``move`` is how many spaces
    sheep move, ``essence`` what they give where the table plays by the card.
    """

    id: str
    name: str
    health: tuple[Count, ...]
    corruption: tuple[Some, ...]
    weak: tuple[Damage, ...] = ()
    immune: tuple[Damage, ...] = ()
    rules: tuple[
        Literal["lantern-to-attack", "distinct-icons", "no-boost", "no-distract"], ...
    ] = ()
    text: str = ""
    move: Some = 3
    essence: tuple[Some, ...] = ()
    copies: Count = 1


class DayEvent(_Data, frozen=True):
    """A Day Event: where caravans turn, spaces they move more or less, and what happens."""

    id: str
    name: str
    text: str = ""
    fork: Turn = ""
    caravans: Change = 0
    effects: tuple[Effect, ...] = ()
    copies: Count = 1


class NightEvent(_Data, frozen=True):
    """A Night Event: how far pollution rises, spaces sheep move more or less, what happens."""

    id: str
    name: str
    pollution: Some
    text: str = ""
    sheep: Change = 0
    effects: tuple[Effect, ...] = ()
    copies: Count = 1


class Spawned(_Data, frozen=True):
    """Sheep that a Flock card adds at a spawn, at tables of at least so many ``players``.

    Never at the violet one, though it counts as a spawn for everything else.
    """

    colour: Literal["green", "red", "blue", "white"]
    tier: Tier
    count: Count = 1
    players: Some = 0


class FlockCard(_Data, frozen=True):
    """A Flock card of ``wave`` 1 to 3."""

    id: str
    name: str
    wave: Level
    spawns: tuple[Spawned, ...]
    copies: Count = 1


class Face(_Data, frozen=True):
    """One side of a Pollution tile."""

    text: str
    effects: tuple[Effect, ...] = ()


class PollutionTile(_Data, frozen=True):
    """A Pollution tile with both its sides."""

    id: str
    name: str
    minor: Face
    major: Face


class CardPack(_Data, frozen=True):
    """Everything printed on cards, boards of shepherds and caravans, and tiles."""

    id: str
    title: str
    shepherds: tuple[ShepherdBoard, ...]
    caravans: tuple[CaravanBoard, ...]
    notes: str = ""
    equipment: tuple[Equipment, ...] = ()
    curse: tuple[Curse, ...] = ()
    mutation: tuple[Mutation, ...] = ()
    day: tuple[DayEvent, ...] = ()
    night: tuple[NightEvent, ...] = ()
    flock: tuple[FlockCard, ...] = ()
    tile: tuple[PollutionTile, ...] = ()


class PathStep(_Data, frozen=True):
    """A space of the path and where it leads: to ``next``, or at a fork ``north`` or ``south``."""

    at: str
    next: str = ""
    north: str = ""
    south: str = ""

    @property
    def ways(self) -> tuple[str, ...]:
        """The spaces a caravan may go on to."""
        return tuple(dict.fromkeys(filter(None, (self.next, self.north, self.south))))


class BoardPack(_Data, frozen=True):
    """A map: its ``hexes`` by name, the ``path`` from ``start`` to a space of ``finish``.

    ``shadow`` are the impassable ones, ``spawns`` a hex for each colour. By number of players:
    ``meters``, the lanterns that avert pollution at each slot from the lowest, and ``caravans``,
    how many travel.
    """

    id: str
    title: str
    hexes: tuple[str, ...]
    path: tuple[PathStep, ...]
    start: str
    finish: tuple[str, ...]
    spawns: dict[Colour, str]
    meters: dict[int, tuple[Some, ...]]
    caravans: dict[int, Count]
    shadow: tuple[str, ...] = ()
    notes: str = ""


CARDS: dict[str, type[Any]] = {
    "equipment": Equipment,
    "curse": Curse,
    "shepherds": ShepherdBoard,
    "caravans": CaravanBoard,
    "mutation": Mutation,
    "day": DayEvent,
    "night": NightEvent,
    "flock": FlockCard,
    "tile": PollutionTile,
}
"""The lists of a card pack, each with its kind of card."""


def read_board(data: str | bytes | dict[str, Any]) -> BoardPack:
    """Return the map written in ``data``; :class:`UnreadablePack` names everything wrong in it.

    Only its form is looked at here; :func:`companion.the_sheep.maps.problems` tells the rest.
    """
    return schema.read(plain(data) if isinstance(data, str | bytes) else data, BoardPack)


def read_cards(data: str | bytes | dict[str, Any]) -> CardPack:
    """Return the cards written in ``data``; :class:`UnreadablePack` names all that is wrong."""
    return schema.read(plain(data) if isinstance(data, str | bytes) else data, CardPack)


def read_card(kind: str, data: str | bytes | dict[str, Any]) -> Any:
    """Return one card of the list ``kind`` of a pack; raises :class:`UnreadablePack`."""
    return schema.read(plain(data) if isinstance(data, str | bytes) else data, CARDS[kind])


@cache
def practice(name: str) -> str:
    """Return the JSON text of the practice ``board`` or ``cards``, our own invention."""
    folder = resources.files("companion.the_sheep") / "packs"
    return (folder / f"practice-{name}.json").read_text("utf-8")
