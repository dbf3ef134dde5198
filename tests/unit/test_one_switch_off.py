"""One automatic step of The Sheep switched off: that one waits for people, and no other."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec import to_builtins

from companion.opening import AnySession
from tests import sheep
from widgets import Table
from widgets.pages import the_sheep

OFF = ("draw", "pollution", "sheep-move", "strike")


def tap(page: Table, act: dict[str, Any], revision: int) -> None:
    page._receive({"do": act, "revision": revision, "id": str(random.random())})


def with_one_off(game: AnySession, one: str) -> Table:
    """Return a table at which every step but one is done by itself."""
    page = Table(game)
    others = [each.id for each in the_sheep.switches(game.view()) if each.id != one]
    tap(page, {"table": "switch", "ids": others, "to": "on"}, game.revision)
    tap(page, {"table": "switch", "ids": [one], "to": "off"}, game.revision)
    return page


@pytest.mark.slow
@pytest.mark.parametrize("one", OFF)
def test_only_the_step_switched_off_waits_for_people(one: str) -> None:
    game, chance = sheep.ready(2, virtual=True, seed=5), random.Random(one)
    page, waited = with_one_off(game, one), 0
    while game.outcome is None and game.revision < 60:
        step = the_sheep.automatic(game.view())
        assert step is None or step.id == one
        waited += step is not None
        legal = game.legal()
        action = step.action if step else to_builtins(legal[chance.randrange(len(legal))])
        tap(page, action, game.revision)
    assert waited
