"""Random games, for whatever must hold in every game of the kit."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import companion
from companion.game import Resolved, Setup
from companion.opening import AnySession
from companion.secrets import World
from companion.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from companion.game import Game

LONGEST = 120  # some games could go on for ever; their walks stop here
SLOW = pytest.mark.slow
NAMES = ("Red", "Blue", "Green", "Gold", "Black", "White", "Pink", "Grey")


@dataclass(frozen=True)
class Case:
    """One random game: which game, whether the kit deals, and the seed of its choices."""

    game: str
    virtual: bool
    seed: int

    def __str__(self) -> str:
        return f"{self.game}-{'virtual' if self.virtual else 'physical'}-{self.seed}"


def can_be(game_id: str, *, virtual: bool) -> bool:
    """Return whether a game can be played this way."""
    names = NAMES[: companion.games[game_id].seats[0]]
    try:
        companion.start(game_id, names, virtual=virtual)
    except ValueError:
        return False
    return True


def cases(seeds: Sequence[int]) -> list[Case]:
    """Return a case for every game, every way to play it and every one of ``seeds``."""
    return [
        Case(game_id, virtual, seed)
        for game_id in companion.games
        for virtual in (True, False)
        if can_be(game_id, virtual=virtual)
        for seed in seeds
    ]


def params(seeds: Sequence[int], quick: int) -> list[Any]:
    """Return the cases as parameters, those of all but the first ``quick`` seeds marked slow."""
    return [
        pytest.param(case, id=str(case), marks=[] if case.seed in seeds[:quick] else SLOW)
        for case in cases(seeds)
    ]


def tables(game: Game[Any, Any, Any]) -> list[tuple[int, str]]:
    """Return all numbers of seats with all editions; both change from one to the next."""
    ids = [edition.id for edition in game.editions]
    return [
        (seats, ids[(at + round_) % len(ids)])
        for round_ in range(len(ids))
        for at, seats in enumerate(game.seats)
    ]


def set_up(game_id: str, chance: random.Random, turn: int | None = None) -> dict[str, Any]:
    """Return random arguments for :func:`companion.start`.

    The seats and editions are chosen by chance too, or else those whose ``turn`` it is.
    """
    game = companion.games[game_id]
    every = tables(game)
    seats, edition = chance.choice(every) if turn is None else every[turn % len(every)]
    names = NAMES[:seats]
    rulings = {r.id: chance.choice(r.options).id for r in game.rulebook.rulings}
    return {
        "names": names,
        "edition": edition,
        "first": chance.randrange(len(names)),
        "rulings": rulings if chance.random() < 0.5 else {},
    }


def choose(legal: Sequence[Any], chance: random.Random) -> Any:
    """Return one of ``legal``, the last ones (what is done instead of the usual) more often."""
    count = len(legal)
    last = max(0, count - 3) if chance.random() < 0.2 else 0
    return legal[chance.randrange(last, count)]


def play(session: AnySession, chance: random.Random, most: int = LONGEST) -> AnySession:
    """Play ``session`` by random legal actions to its end, or ``most`` actions far."""
    for _turn in range(most):
        if session.outcome is not None:
            break
        session.do(choose(session.legal(), chance))
    return session


def worlds(game: Game[Any, Any, Any], setup: Setup, chance: random.Random) -> Iterator[Any]:
    """Yield each (world, action, world after) of a random game on the bare engine."""
    world = first_world(game, setup, chance.random())
    for _turn in range(LONGEST):
        if game.outcome(world.state) is not None:
            return
        action, after = done(game, world, choose(game.legal(world.state), chance))
        yield world, action, after
        world = after


def done(game: Game[Any, Any, Any], world: World[Any], action: Any) -> tuple[Any, World[Any]]:
    """Return what is recorded of the legal ``action`` in ``world``, and the world after it."""
    resolved = game.resolve(world, action)
    assert isinstance(resolved, Resolved), resolved
    return resolved.action, World(game.apply(world.state, resolved.action), resolved.dealer)


def first_world(game: Game[Any, Any, Any], setup: Setup, seed: object) -> World[Any]:
    """Return the first world of ``setup``, dealt from ``seed`` if the kit deals."""
    state = game.start(setup)
    return World(state, game.deal(state, str(seed)) if setup.virtual else None)


def begun(case: Case, save: Path | None = None) -> AnySession:
    """Return the game of ``case`` before its first action, kept in ``save`` if one is given."""
    arguments = set_up(case.game, random.Random(case.seed), turn=case.seed)
    if case.virtual:
        arguments |= {"virtual": True, "seed": f"shuffle-{case.seed}"}
    return companion.start(case.game, **arguments, save=save)


@cache
def walked(case: Case) -> AnySession:
    """Return the whole random game of ``case``; read it, and play on only with copies of it."""
    return play(begun(case), random.Random(f"{case}"))


def again(session: AnySession) -> Iterator[AnySession]:
    """Yield one new session at each event of ``session``, before the first to after the last.

    Each action is entered as it was recorded, and leads to the very same world. Nothing of
    ``session`` may have been taken back.
    """
    first, *later = session._worlds
    copy: AnySession = Session(session.game, session.setup, first.dealer)
    yield copy
    for entry, world in zip(session.log, later, strict=True):
        copy._enter(entry.action, world)
        yield copy


def stops(session: AnySession, most: int = 30) -> Iterator[AnySession]:
    """Yield what :func:`again` does, of a long game only ``most``: the ends and some between.

    For whatever takes the longer, the longer a game is.
    """
    last = len(session.log)
    chosen = {round(last * number / (most - 1)) for number in range(most)}
    yield from (now for number, now in enumerate(again(session)) if number in chosen)


def sample(legal: Sequence[Any], chance: random.Random, most: int = 12) -> list[Any]:
    """Return up to ``most`` of ``legal``, the first and the last always."""
    count = len(legal)
    if not count:
        return []
    places = {0, count - 1} | {chance.randrange(count) for _ in range(most - 2)}
    return [legal[place] for place in sorted(places)]


def plain(value: object) -> bytes:
    """Return a value as bytes: two values are the same exactly if these are."""
    return msgspec.msgpack.encode(value)


def changed(action: Any, strings: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield the JSON form of ``action`` with one field changed at a time."""
    form = msgspec.to_builtins(action)
    for field, value in form.items():
        if field != "type":
            yield from ({**form, field: other} for other in _others(value, strings))


def _others(value: object, strings: Sequence[str]) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value - 1, value + 1, -1, 99]
    if isinstance(value, str):
        return [*strings, "nonsense", ""]
    if isinstance(value, list | tuple):
        items = list(value)
        return [[], items[:-1], items + items[-1:], items[::-1], [*items[1:], "nonsense"]]
    return []


def twin(session: AnySession) -> AnySession:
    """Return a session that is the same in everything, hidden cards too."""
    *_before, same = again(session)
    return same
