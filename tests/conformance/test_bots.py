"""The computer players of every game that has them: they play whole games and never get stuck."""

from __future__ import annotations

import importlib
import random
from typing import Any

import pytest

import companion
from companion import bots
from companion.opening import AnySession
from tests import walks

TURNS = 10  # a game of computers only is played in turns; some are long
PLAYERS = [(game_id, option.id) for game_id in companion.games for option in bots.tempers(game_id)]
TABLES = [
    pytest.param(game_id, temper, turn, id=f"{game_id}-{temper}-{turn}")
    for game_id, temper in PLAYERS
    for turn in range(len(walks.tables(companion.games[game_id])))
]


def player(game_id: str) -> Any:
    return importlib.import_module(f"{companion.games.package(game_id)}.bots")


def seated(game_id: str, temper: str, turn: int) -> AnySession:
    """Return a game in which that temper plays every seat."""
    arguments = walks.set_up(game_id, random.Random(turn), turn=turn)
    computers = dict.fromkeys(range(len(arguments["names"])), temper)
    return companion.start(game_id, **arguments, virtual=True, seed=turn, computers=computers)


@pytest.mark.parametrize(("game_id", "temper", "turn"), TABLES)
def test_computers_play_a_game_to_its_end(
    game_id: str, temper: str, turn: int, caplog: pytest.LogCaptureFixture
) -> None:
    session, chance = seated(game_id, temper, turn), random.Random(turn)
    for _turn in range(TURNS):
        for _entry in bots.moves(session, chance):
            assert session.problems == ()
    assert session.outcome is not None
    assert caplog.text == ""


@pytest.mark.parametrize(("game_id", "temper"), PLAYERS)
def test_a_computer_knows_what_to_do_wherever_it_is_put(game_id: str, temper: str) -> None:
    """Also in games that nobody would play like this."""
    for number in range(4):
        session = walks.walked(walks.Case(game_id, True, number))
        for world in session._worlds:
            for seat in session.game.to_act(world.state):
                legal = [a for a in session.game.legal(world.state) if a.seat == seat]
                view = session.game.observe(world, seat)
                choices = [
                    player(game_id).choose(view, legal, temper, random.Random(number))
                    for _time in range(2)
                ]
                assert choices[0] in legal
                assert choices[0] == choices[1]
                assert player(game_id).safe(legal) in legal


@pytest.mark.parametrize("game_id", sorted({game_id for game_id, _temper in PLAYERS}))
def test_every_temper_has_a_name_of_its_own(game_id: str) -> None:
    tempers = bots.tempers(game_id)
    assert len({option.id for option in tempers}) == len(tempers)
    assert all(option.id.strip() and option.title.strip() for option in tempers)
