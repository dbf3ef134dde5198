"""Tables of any game: one that begins at a state, and one that refuses an action."""

from __future__ import annotations

from typing import Any

import pytest

import companion
from companion.game import Refusal
from companion.opening import AnySession
from companion.secrets import World


def session_at(state: Any) -> AnySession:
    """Return a session at a physical table that begins at ``state``."""
    setup = state.setup
    arguments: dict[str, Any] = {
        "edition": setup.edition,
        "first": setup.first,
        "rulings": setup.rulings,
    }
    game = companion.start(setup.game, setup.names, **arguments)
    game._worlds[0] = World(state)
    return game


def refused(game: AnySession, action: object, rule: str = "", reason: str = "") -> Refusal:
    """See that ``action`` is refused by that rule, for that reason, and changes nothing."""
    before, revision = game._worlds[-1], game.revision
    with pytest.raises(companion.IllegalAction) as caught:
        game.do(action)
    refusal = caught.value.refusal
    assert refusal.rule is not None
    assert not rule or refusal.rule.id == rule, refusal
    assert reason in str(refusal), refusal
    assert refusal.tried.strip()
    assert refusal.reason.strip()
    assert refusal.instead.strip()
    assert (game._worlds[-1], game.revision) == (before, revision)
    return refusal
