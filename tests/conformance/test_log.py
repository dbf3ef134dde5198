"""The log of every game: its sentences, playing it again, taking back, trying things on."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from companion.game import IllegalAction
from companion.opening import AnySession
from tests import walks


def test_every_entry_says_what_happened_and_by_which_rule(session: AnySession) -> None:
    for entry in session.log:
        assert entry.sentence.strip()
        assert entry.story.short.strip()
        assert entry.rule in session.game.rulebook


def test_entries_are_numbered_as_they_came(session: AnySession) -> None:
    assert [entry.number for entry in session.log] == list(range(1, session.revision + 1))


def test_the_log_alone_leads_to_the_same_states(session: AnySession) -> None:
    state = session.game.start(session.setup)
    states = [state]
    for entry in session.log:
        state = session.game.apply(state, entry.action)
        states.append(state)
    assert list(map(walks.plain, states)) == [walks.plain(w.state) for w in session._worlds]


def test_a_replayed_log_has_the_same_boards_and_sentences(session: AnySession) -> None:
    *_before, copy = walks.again(session)
    assert str(copy) == str(session)
    assert [entry.sentence for entry in copy.log] == [entry.sentence for entry in session.log]


def whole(session: AnySession) -> bytes:
    """Return everything the session would go on from."""
    world = session._worlds[-1]
    return walks.plain((world.state, world.dealer, session.view(), str(session)))


def legal_actions(session: AnySession, chance: random.Random) -> Sequence[Any]:
    legal = session.legal()
    return [len(legal), *(walks.sample(legal, chance) if len(legal) > 500 else legal)]


def test_taking_back_restores_everything_at_every_event(
    session: AnySession, chance: random.Random
) -> None:
    seed = chance.random()
    for copy in walks.again(session):
        if copy.outcome is not None:
            break
        before = whole(copy), legal_actions(copy, random.Random(seed))
        copy = walks.twin(copy)  # noqa: PLW2901  the walk itself goes on undisturbed
        copy.do(walks.choose(copy.legal(), chance))
        after = whole(copy)
        copy.undo(agreed=copy.consent)
        assert (whole(copy), legal_actions(copy, random.Random(seed))) == before
        copy.redo()
        assert whole(copy) == after


def test_everything_can_be_taken_back_and_done_again(session: AnySession) -> None:
    copy = walks.twin(session)
    events = copy.revision
    ahead = [whole(copy)]
    while copy.last is not None:
        copy.undo(agreed=copy.consent)
        ahead.append(whole(copy))
    assert walks.plain(copy.state) == walks.plain(session.game.start(session.setup))
    while copy.next is not None:
        assert whole(copy) == ahead.pop()
        copy.redo()
    assert [whole(copy)] == ahead
    assert copy.revision == len(copy.log) == 3 * events


def test_taking_back_is_told_in_the_log(session: AnySession) -> None:
    copy = walks.twin(session)
    done = copy.log[-1]
    undone = copy.undo(agreed=copy.consent)
    assert (undone.kind, undone.number) == ("undo", done.number + 1)
    assert done.sentence in undone.sentence
    assert done.taken_back
    again = copy.redo()
    assert (again.kind, again.number) == ("redo", done.number + 2)
    assert done.sentence in again.sentence
    assert not done.taken_back


def test_there_is_nothing_to_take_back_or_do_again_at_the_start(session: AnySession) -> None:
    start = next(walks.again(session))
    for act in (start.undo, start.redo):
        with pytest.raises(IllegalAction):
            act()
    assert start.revision == 0


def test_a_new_action_forgets_what_could_be_done_again(
    session: AnySession, chance: random.Random
) -> None:
    copy = walks.twin(session)
    copy.undo(agreed=copy.consent)
    copy.do(walks.choose(copy.legal(), chance))
    assert copy.next is None
    with pytest.raises(IllegalAction):
        copy.redo()


def test_a_branch_leaves_the_game_alone(session: AnySession, chance: random.Random) -> None:
    for now in walks.stops(session):
        before = whole(now), now.revision, [entry.taken_back for entry in now.log]
        branch = now.branch()
        walks.play(branch, chance, 3)
        if branch.last is not None:
            branch.undo()
        assert (whole(now), now.revision, [entry.taken_back for entry in now.log]) == before
        assert branch.path is None


def test_a_branch_begins_where_the_game_is(session: AnySession) -> None:
    branch = session.branch()
    assert table(branch) == table(session)
    assert [entry.sentence for entry in branch.log] == [entry.sentence for entry in session.log]


def table(session: AnySession) -> bytes:
    """Return everything the table knows."""
    return walks.plain((session.state, session.view(), str(session)))
