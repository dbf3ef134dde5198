"""The one list of legal actions, in every game: what it holds, and what is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from companion.game import IllegalAction, Refusal
from companion.opening import AnySession
from tests import walks


def test_every_listed_action_checks_resolves_and_applies(
    session: AnySession, chance: random.Random
) -> None:
    game = session.game
    for world in session._worlds:
        for action in walks.sample(game.legal(world.state), chance, 25):
            assert game.check(world.state, action) is None
            recorded, after = walks.done(game, world, action)
            assert game.check(world.state, recorded) is None
            assert isinstance(after.state, game.state)
            assert (after.dealer is None) == (world.dealer is None)


def test_what_was_done_is_asked_for_by_a_listed_action(session: AnySession) -> None:
    for before, action, after in session.steps():
        assert session.game.asked(before, action, after) in session.game.legal(before.state)


def test_what_was_asked_for_leads_to_what_was_done(
    session: AnySession, chance: random.Random
) -> None:
    """A listed action, its record and what the record was asked for all do the same."""
    game = session.game
    for world in session._worlds:
        for action in walks.sample(game.legal(world.state), chance, 25):
            recorded, after = walks.done(game, world, action)
            asked = game.asked(world, recorded, after)
            assert asked in game.legal(world.state)
            assert walks.plain(walks.done(game, world, asked)) == walks.plain((recorded, after))


def test_the_list_is_a_sequence(session: AnySession, chance: random.Random) -> None:
    for world in session._worlds:
        legal = session.game.legal(world.state)
        for _sample in range(8 if legal else 0):
            place = chance.randrange(len(legal))
            action = legal[place]
            assert legal.index(action) == place
            assert action in legal
            assert legal[place - len(legal)] == action
            assert list(legal[place : place + 2]) == [
                legal[at] for at in range(place, min(place + 2, len(legal)))
            ]


def test_the_list_ends_where_it_ends(session: AnySession) -> None:
    for world in session._worlds:
        legal = session.game.legal(world.state)
        for place in (len(legal), -len(legal) - 1):
            with pytest.raises(IndexError):
                legal[place]
        assert list(legal[:0]) == []
        assert list(legal[-1:]) == ([legal[-1]] if legal else [])


def test_a_short_list_holds_every_action_once(session: AnySession) -> None:
    for world in session._worlds:
        legal = session.game.legal(world.state)
        if len(legal) < 1_500:
            actions = list(legal)
            assert len(actions) == len(legal)
            assert len({walks.plain(action) for action in actions}) == len(actions)


def test_a_list_does_not_hold_what_is_no_action(session: AnySession) -> None:
    for world in session._worlds:
        legal = session.game.legal(world.state)
        assert "nonsense" not in legal
        assert None not in legal


def test_only_who_is_to_act_has_legal_actions(session: AnySession, chance: random.Random) -> None:
    for world in session._worlds:
        acting = session.game.to_act(world.state)
        actions = walks.sample(session.game.legal(world.state), chance)
        assert {action.seat for action in actions} <= set(acting)
        assert bool(acting) == bool(actions)


def test_nothing_is_legal_exactly_when_the_game_is_over(session: AnySession) -> None:
    assert session.outcome is not None or len(session.log) == walks.LONGEST
    for world in session._worlds:
        over = session.game.outcome(world.state) is not None
        assert over == (len(session.game.legal(world.state)) == 0)


def test_the_outcome_fits_the_table(session: AnySession) -> None:
    outcome = session.outcome
    if outcome is None:
        return
    seats = range(len(session.names))
    assert set(outcome.winners) <= set(seats)
    assert len(outcome.points) in {0, len(seats)}
    assert len(outcome.places) in {0, len(seats)}
    assert [seat for seat, place in enumerate(outcome.places) if place == 1] == [
        seat for seat in outcome.winners if outcome.places
    ]
    assert outcome.reason.strip()


# What is not listed is refused


def foreign(session: AnySession, chance: random.Random) -> list[Any]:
    """Return actions that are legal somewhere in the game, and ones like them."""
    game = session.game
    actions = [a for w in session._worlds for a in walks.sample(game.legal(w.state), chance, 3)]
    texts = sorted({text for action in actions for text in strings(msgspec.to_builtins(action))})
    chosen = chance.sample(actions, min(30, len(actions)))
    strange = [read(game, form) for action in chosen for form in walks.changed(action, texts[:4])]
    return actions + [action for action in strange if action is not None]


def strings(form: dict[str, Any]) -> Iterator[str]:
    for field, value in form.items():
        items = value if isinstance(value, list | tuple) else [value]
        yield from (item for item in items if isinstance(item, str) and field != "type")


def read(game: Any, form: dict[str, Any]) -> Any:
    try:
        return game.read(form)
    except msgspec.ValidationError:
        return None


def is_listed(session: AnySession, action: Any) -> bool:
    """Return whether ``action``, written in the one way the log has it, is listed."""
    world = session._worlds[-1]
    recorded, after = walks.done(session.game, world, action)
    return session.game.asked(world, recorded, after) in session.legal()


def test_moves_are_refused_exactly_if_they_are_not_listed(
    session: AnySession, chance: random.Random
) -> None:
    actions = foreign(session, chance)
    refused = 0
    for now in walks.stops(session):
        for action in chance.sample(actions, min(25, len(actions))):
            refusal = now.why_not(action)
            assert is_listed(now, action) if refusal is None else action not in now.legal(), action
            refused += refusal is not None
    assert refused > session.revision


def test_a_refusal_says_everything_and_changes_nothing(
    session: AnySession, chance: random.Random
) -> None:
    actions = foreign(session, chance)
    for now in walks.stops(session):
        before = walks.plain((now.state, now.view(), now.revision))
        for action in chance.sample(actions, min(25, len(actions))):
            refusal = now.why_not(action)
            if refusal is not None:
                insist_complete(now, refusal)
                with pytest.raises(IllegalAction) as caught:
                    now.do(action)
                assert caught.value.refusal == refusal
        assert walks.plain((now.state, now.view(), now.revision)) == before


def insist_complete(session: AnySession, refusal: Refusal) -> None:
    assert refusal.tried.strip()
    assert refusal.reason.strip()
    assert refusal.instead.strip()
    assert refusal.rule is not None
    assert session.game.rulebook[refusal.rule.id] == refusal.rule
    for part in (refusal.tried, refusal.reason, refusal.instead, refusal.rule.source):
        assert part in str(refusal)
