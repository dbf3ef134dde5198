"""Many random games of every game of the kit, on the bare engine: what holds at every action."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

import companion
from companion.game import Game
from companion.secrets import World
from tests import walks

WAYS = [
    pytest.param(game_id, virtual, id=f"{game_id}-{'virtual' if virtual else 'physical'}")
    for game_id in companion.games
    for virtual in (True, False)
    if walks.can_be(game_id, virtual=virtual)
]
BATCHES = [
    pytest.param(0, 25),
    *(pytest.param(start, 60, marks=pytest.mark.slow) for start in (25, 85)),
]


def rare(legal: Sequence[Any], chance: random.Random) -> Any:
    """Return one of ``legal``, each kind of action alike often, however few there are of it."""
    kinds: dict[type, list[Any]] = {}
    for action in walks.sample(legal, chance, 40):
        kinds.setdefault(type(action), []).append(action)
    return chance.choice(kinds[chance.choice(list(kinds))])


@pytest.mark.parametrize(("game_id", "virtual"), WAYS)
@pytest.mark.parametrize(("first", "count"), BATCHES)
def test_every_action_of_many_games_keeps_the_contract(
    game_id: str, virtual: bool, first: int, count: int
) -> None:
    game = companion.games[game_id]
    for number in range(first, first + count):
        chance = random.Random(number)
        arguments = walks.set_up(game_id, chance, turn=number)
        setup = companion.start(game_id, **arguments, virtual=virtual, seed=number).setup
        world = walks.first_world(game, setup, number)
        for _turn in range(walks.LONGEST):
            if game.outcome(world.state) is not None:
                break
            action = rare(game.legal(world.state), chance)
            recorded, after = walks.done(game, world, action)
            insist_asked(game, world, recorded, after)
            insist_recorded(game, world, recorded, after)
            insist_told(game, world, recorded, after)
            world = after


def insist_asked(
    game: Game[Any, Any, Any], world: World[Any], recorded: Any, after: World[Any]
) -> None:
    """See that what was asked for is listed and leads to the very same again."""
    asked = game.asked(world, recorded, after)
    assert asked in game.legal(world.state)
    assert asked.seat == recorded.seat in game.to_act(world.state)
    assert walks.plain(walks.done(game, world, asked)) == walks.plain((recorded, after))


def insist_recorded(
    game: Game[Any, Any, Any], world: World[Any], recorded: Any, after: World[Any]
) -> None:
    """See that the record alone, read back from a save, leads to the same state."""
    read = game.read(msgspec.json.encode(recorded))
    assert read == recorded
    assert game.check(world.state, read) is None
    assert walks.plain(game.apply(world.state, read)) == walks.plain(after.state)


def insist_told(
    game: Game[Any, Any, Any], world: World[Any], recorded: Any, after: World[Any]
) -> None:
    """See that the story, the ledger and what is known are whole, and nothing looks wrong."""
    seats = set(range(len(world.state.setup.names)))
    story = game.tell(world.state, recorded, after.state)
    assert story.sentence.strip()
    assert story.short.strip()
    assert story.rule in game.rulebook
    for learned in game.learned(world.state, recorded, after.state):
        assert learned.text.strip()
        assert learned.seats
        assert {*learned.seats, *learned.about} <= seats
    assert game.problems(after.state) == ()
    if after.dealer is not None:
        sizes = [len(stack) for stack in after.dealer.stacks]
        for viewer in (None, *seats):
            assert all(at in range(sizes[stack]) for stack, at in game.known(after, viewer))
