"""A table's own map and cards, looked up fast: the packs of its set-up and what was typed in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from companion import schema
from companion.language import _
from companion.problems import Problem
from companion.the_sheep import maps, pack
from companion.the_sheep.hexes import Grid
from companion.the_sheep.pack import (
    COLOURS,
    DECKS,
    BoardPack,
    CaravanBoard,
    CardPack,
    Curse,
    Equipment,
    ShepherdBoard,
    Trait,
    UnreadablePack,
)

Item = Equipment | Curse | Trait
"""What a shepherd has and can exhaust."""

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Pack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a table's pack: a ``board``, ``cards``, or both; the practice ones otherwise."""

    board: dict[str, Any] | None = None
    cards: dict[str, Any] | None = None


class Entered(msgspec.Struct, frozen=True):
    """A card typed in at the table: the list of the pack it joins (``kind``) and its data."""

    kind: str
    card: dict[str, Any]


class Table:
    """The map and the cards of a table, with everything that can be worked out beforehand."""

    def __init__(self, board: BoardPack, cards: CardPack) -> None:
        """Look up what is in ``board`` and ``cards``."""
        self.board, self.cards = board, cards
        self.grid = Grid(name for name in board.hexes if name not in board.shadow)
        """Every space that can be entered."""
        self.path = {step.at: step for step in board.path}
        self.to_finish = maps.path_distances(board)
        """The steps along the path to the Finish."""
        self.finish = frozenset(board.finish)
        self.shepherds: dict[str, ShepherdBoard] = {one.id: one for one in cards.shepherds}
        self.caravans: dict[str, CaravanBoard] = {one.id: one for one in cards.caravans}
        self.traits: dict[str, Trait] = {t.id: t for s in cards.shepherds for t in s.traits}
        self.items: dict[str, Item] = {
            **{one.id: one for one in cards.equipment},
            **{one.id: one for one in cards.curse},
            **self.traits,
        }
        self.decks: dict[str, dict[str, Any]] = {
            deck: {card.id: card for card in getattr(cards, deck)} for deck in DECKS
        }
        """The cards of each deck by id."""
        self.curses = frozenset(self.decks["curse"])
        known: list[dict[str, Any]] = [*self.decks.values(), self.caravans, self.shepherds]
        self._names = {i: str(one.name) for row in (*known, self.items) for i, one in row.items()}

    def name(self, card_id: str) -> str:
        """Return what stands on a card, board or tile; its id if the pack does not know it."""
        return self._names.get(card_id, card_id)

    def cost(self, card: str) -> int:
        """Return what a piece of Equipment costs in essence; 0 for other cards."""
        item = self.items.get(card)
        return item.cost if isinstance(item, Equipment) else 0

    def meter(self, players: int) -> tuple[int, ...]:
        """Return the lanterns that avert pollution at each slot, from the lowest."""
        return self.board.meters[players]

    def travelling(self, players: int) -> int:
        """Return how many caravans travel, no more than the pack has."""
        return min(self.board.caravans[players], len(self.caravans))

    def copies(self, deck: str) -> Counter[str]:
        """Return how often each card of a deck is in it."""
        return Counter({i: getattr(card, "copies", 1) for i, card in self.decks[deck].items()})


@lru_cache(maxsize=256)
def table(text: str, entered: tuple[str, ...] = ()) -> Table:
    """Return the table of a set-up's pack ``text`` and the cards ``entered`` since.

    Raises :class:`UnreadablePack` naming everything that is wrong with them.
    """
    given = schema.read(pack.plain(text), Pack) if text else Pack()
    board, cards = _board(given), _cards(given)
    for one in entered:
        cards = _with(cards, msgspec.json.decode(one, type=Entered))
    found = (*maps.problems(board), *_problems(board, cards))
    if found:
        raise UnreadablePack(found)
    return Table(board, cards)


def read_pack(*texts: str) -> str:
    """Return the text of a table's pack in one way of writing; :class:`UnreadablePack` else.

    Each of the ``texts`` is a pack, or just a map or just cards; of two maps the later counts.
    """
    parts: dict[str, Any] = {}
    for text in texts:
        parts.update(_parts(pack.plain(text)))
    made = msgspec.json.encode(parts).decode()
    table(made)
    return made


def _parts(data: Any) -> dict[str, Any]:
    """Return the parts of a pack: a map has hexes, cards have shepherds."""
    if isinstance(data, dict) and "hexes" in data:
        return {"board": data}
    if isinstance(data, dict) and "shepherds" in data:
        return {"cards": data}
    schema.read(data, Pack)
    return {name: part for name, part in data.items() if part is not None}


def write_pack(text: str, entered: tuple[str, ...] = ()) -> str:
    """Return the whole pack of a table as JSON to keep: its map, its cards and those typed in."""
    found = table(text, entered)
    plain = msgspec.json.encode({"board": found.board, "cards": found.cards})
    return msgspec.json.format(plain, indent=2).decode()


def entry(kind: str, data: str) -> str:
    """Return a typed-in card as states hold it; raises :class:`UnreadablePack`."""
    card = pack.read_card(kind, data)
    return msgspec.json.encode(Entered(kind, msgspec.to_builtins(card))).decode()


@lru_cache(maxsize=8)
def _practice_board() -> BoardPack:
    return pack.read_board(pack.practice("board"))


@lru_cache(maxsize=8)
def _practice_cards() -> CardPack:
    return pack.read_cards(pack.practice("cards"))


@lru_cache(maxsize=1)
def practice_cards() -> frozenset[Any]:
    """Return the events, mutations and caravans that the kit ships."""
    cards = _practice_cards()
    return frozenset((*cards.day, *cards.night, *cards.mutation, *cards.caravans))


def _board(given: Pack) -> BoardPack:
    if given.board is None:
        return _practice_board()
    return schema.read(given.board, BoardPack, "board")


def _cards(given: Pack) -> CardPack:
    if given.cards is None:
        return _practice_cards()
    return schema.read(given.cards, CardPack, "cards")


def _with(cards: CardPack, entered: Entered) -> CardPack:
    card = pack.read_card(entered.kind, entered.card)
    return replace(cards, **{entered.kind: (*getattr(cards, entered.kind), card)})


# What is wrong with the cards


def _problems(board: BoardPack, cards: CardPack) -> Iterator[Problem]:
    yield from _ids(cards)
    yield from _boards(cards)
    yield from _numbers(cards)
    for card in cards.flock:
        for spawned in card.spawns:
            if spawned.colour not in board.spawns:
                told = _("flock {id}: the map has no {colour} spawn.", id=card.id,
                         colour=spawned.colour)  # fmt: skip
                yield Problem(told, card.id)


def _ids(cards: CardPack) -> Iterator[Problem]:
    traits = [trait.id for board in cards.shepherds for trait in board.traits]
    items = [*traits, *(one.id for one in cards.equipment), *(one.id for one in cards.curse)]
    others = [kind for kind in pack.CARDS if kind not in ("equipment", "curse")]
    for ids in (items, *([one.id for one in getattr(cards, kind)] for kind in others)):
        for name, times in Counter(ids).items():
            if _ID.fullmatch(name) is None:
                yield Problem(_("“{id}” is no id: use small letters and hyphens.", id=name), name)
            elif times > 1:
                yield Problem(_("The id {id} is there {times} times.", id=name, times=times), name)


def _boards(cards: CardPack) -> Iterator[Problem]:
    equipment = {one.id for one in cards.equipment}
    wares = [(one.id, name) for one in cards.shepherds for name in one.equipment]
    wares += [(one.id, name) for one in cards.caravans for name in one.inventory]
    for of, name in wares:
        if name not in equipment:
            told = _("{id}: there is no equipment called {name}.", id=of, name=name)
            yield Problem(told, of)
    for board in cards.shepherds:
        for level in range(1, len(board.experience) + 2):
            if not any(trait.level == level for trait in board.traits):
                told = _("{id}: there is no trait of level {level}.", id=board.id, level=level)
                yield Problem(told, board.id)
        if len(board.experience) > 2:
            yield Problem(
                _("{id}: there are at most two experience meters.", id=board.id), board.id
            )
    if len(cards.shepherds) < 4:
        yield Problem(_("There are fewer than four shepherds."))
    if not cards.caravans:
        yield Problem(_("There is no caravan."))


def _numbers(cards: CardPack) -> Iterator[Problem]:
    for one in cards.mutation:
        rows: Sequence[tuple[int, ...]] = (one.health, one.corruption, one.essence or (0, 0, 0))
        if any(len(row) != 3 for row in rows):
            told = _("{id}: health, corruption and essence need a number for each tier.", id=one.id)
            yield Problem(told, one.id)


def empty_decks(found: Table) -> tuple[str, ...]:
    """Return the decks without a card, which a game the kit deals cannot do without."""
    wanted = [deck for deck in DECKS if deck != "flock" and not found.decks[deck]]
    waves = {card.wave for card in found.cards.flock}
    return (*wanted, *(f"flock {wave}" for wave in (1, 2, 3) if wave not in waves))


__all__ = [
    "COLOURS",
    "Pack",
    "Table",
    "UnreadablePack",
    "empty_decks",
    "entry",
    "practice_cards",
    "read_pack",
    "table",
    "write_pack",
]
