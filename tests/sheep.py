"""Positions of The Sheep, written shortly."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

import companion
from companion.opening import AnySession
from companion.secrets import World
from companion.the_sheep import State, effects
from companion.the_sheep.pack import BoardPack, PathStep, practice, read_cards
from companion.the_sheep.state import (
    PIECES,
    Caravan,
    Held,
    Herd,
    Job,
    Shepherd,
    on_board,
)
from companion.the_sheep.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

NAMES = ("Ann", "Bo", "Cy", "Di")
BOARDS = ("miles", "wren", "odo", "tamsin")
FIRST = ("steady-hand", "bedside", "tinker", "firebrand")
TIERS = "lsg"
CARDS = read_cards(practice("cards"))


def table(seats: int = 2, **arguments: Any) -> AnySession:
    """Return a new game of that many seats."""
    return companion.start("the-sheep", NAMES[:seats], **arguments)


def ready(seats: int = 2, **arguments: Any) -> AnySession:
    """Return a game whose shepherds and caravans have been chosen: the first day begins."""
    game = table(seats, **arguments)
    for seat in range(seats):
        game.do(f"choose {NAMES[seat]} {BOARDS[seat]} {FIRST[seat]}")
    for caravan in ("tinkers", "apothecary", "smiths")[: game.state.table.travelling(seats)]:
        game.do(f"bring {caravan}")
    return game


def play(game: AnySession, *moves: Any) -> AnySession:
    """Do all the moves and return the game."""
    for move in moves:
        game.do(move)
    return game


def herds(text: str) -> tuple[Herd, ...]:
    """Return the flock of ``"c4:llsg d5:s"``: a letter a sheep."""
    pairs = (part.split(":") for part in text.split())
    found = [Herd(at, tuple(map(sheep.count, TIERS))) for at, sheep in pairs]  # type: ignore[arg-type]  # three counts
    return tuple(sorted(found, key=lambda herd: herd.at))


def shepherd(
    at: str, hand: str = "shears flockbuster lightning-prod", *, board: str = "miles", **more: Any
) -> Shepherd:
    """Return a shepherd on ``at``, with three lit lanterns and 2 essence if nothing is said."""
    traits = tuple(map(Held, more.pop("traits", "steady-hand").split()))
    fields = {"lit": 3, "lanterns": 3, "essence": 2, **more}
    cards = tuple(map(Held, hand.split()))
    return Shepherd(board=board, at=at, hand=cards, traits=traits, **fields)


def caravans(text: str) -> tuple[Caravan, ...]:
    """Return the caravans of ``"tinkers:c4 smiths:waiting"``."""
    pairs = (part.split(":") for part in text.split())
    return tuple(Caravan(name, at) for name, at in pairs)


def camp(
    *shepherds: Shepherd, flock: str = "", wagons: str = "tinkers:waiting", **fields: Any
) -> State:
    """Return a table with these shepherds, sheep and caravans; the stock is what is left.

    ``rulings``, ``virtual`` and ``pack`` go into the set-up. Without a phase it is combat, and the
    mutation is one without any rule.
    """
    about = {key: fields.pop(key) for key in ("rulings", "virtual", "pack") if key in fields}
    state: State = table(max(2, len(shepherds)), **about).state
    here = [*shepherds, *[Shepherd(dead=True, board="odo")] * (2 - len(shepherds))]
    fields = {"phase": "combat", "mutation": "woolly-host", **fields}
    placed = replace(
        state, shepherds=tuple(here), caravans=caravans(wagons), flock=herds(flock), **fields
    )
    stock = tuple(n - there for n, there in zip(PIECES, on_board(placed), strict=True))
    return replace(placed, stock=stock)


def at(*shepherds: Shepherd, **fields: Any) -> AnySession:
    """Return a session that begins at the table of :func:`camp`."""
    return session_at(camp(*shepherds, **fields))


def session_at(state: State) -> AnySession:
    """Return a session that begins at ``state``."""
    setup = state.setup
    game = companion.start(
        "the-sheep", setup.names, rulings=setup.rulings, virtual=setup.virtual, pack=setup.pack,
        seed="sheep" if setup.virtual else None,
    )  # fmt: skip
    game._worlds[0] = World(state, game._worlds[0].dealer)
    return game


def corrupted(state: State, seat: int, count: int) -> State:
    """Return the state when a shepherd has got so much corruption at once."""
    job = Job("corrupt", seat, count=count)
    return effects.settled(replace(state, queue=(job,)))


def texts(game: AnySession, kind: str = "") -> list[str]:
    """Return the commands of the legal actions that begin with ``kind``."""
    found = (game.game.commands.text(game.state, one) for one in game.legal())
    return [text for text in found if text.startswith(kind)]


def pack(**changes: Any) -> str:
    """Return the practice packs as text, with some lists of the board or the cards changed."""
    board, cards = json.loads(practice("board")), json.loads(practice("cards"))
    for name, value in changes.items():
        is_card_list = name in cards and isinstance(value, list)
        (cards if is_card_list else board)[name] = value
    return json.dumps({"board": board, "cards": cards})


def total(flock: Iterable[Herd]) -> int:
    """Return how many sheep there are."""
    return sum(herd.size for herd in flock)


def board(hexes: list[str], path: list[str], shadow: tuple[str, ...] = ()) -> Table:
    """Return a table of that map; the last space of the path is the Finish."""
    steps = tuple(PathStep(one, other) for one, other in itertools.pairwise(path))
    meters: dict[int, tuple[int, ...]] = dict.fromkeys((2, 3, 4), (1, 2))
    found = BoardPack("x", "x", tuple(hexes), steps, path[0], (path[-1],), {}, meters,
                      dict.fromkeys((2, 3, 4), 2), shadow)  # fmt: skip
    return Table(found, CARDS)
