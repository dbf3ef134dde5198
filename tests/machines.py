"""What people may do to any game: undo, redo, try out, save, open and note the code, in any order.

A game's machine adds how the game begins, how it is played, and what never breaks in it.
"""

from __future__ import annotations

import random
import shutil
import tempfile
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

import companion
from companion.game import Game, IllegalAction, tag
from companion.opening import AnySession
from tests import walks

PLACES = st.integers(0, 10**12)
CHECKS = settings(
    deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


class Machine(RuleBasedStateMachine):
    """One saved game, handled by people who change their minds."""

    GAME: ClassVar[Game[Any, Any, Any]]
    WORDS: ClassVar[tuple[str, ...]]
    """Words that a field of an action may hold, put where they may be wrong."""

    game: AnySession

    def sit_down(self, names: tuple[str, ...], **arguments: Any) -> None:
        """Begin the game."""
        self.folder = Path(tempfile.mkdtemp())
        save = self.folder / "evening.game"
        self.game = companion.start(self.GAME.id, names, save=save, **arguments)
        self.ahead: list[bytes] = []
        self.behind: list[bytes] = []
        self.events = 0

    def now(self) -> bytes:
        """Return the world, and what each seat and the table see of it."""
        seats = (None, *range(len(self.game.names)))
        return walks.plain((self.game._worlds[-1], [self.game.view(seat) for seat in seats]))

    def do(self, action: Any) -> Any:
        """Do an action and return it as it was recorded."""
        before = self.now()
        entry = self.game.do(action)
        self.behind.append(before)
        self.ahead.clear()
        self.events += 1
        return entry.action

    def kinds(self) -> dict[str, list[Any]]:
        """Return the legal actions by their kind."""
        kinds: dict[str, list[Any]] = {}
        for action in self.game.legal():
            kinds.setdefault(tag(action), []).append(action)
        return kinds

    def text(self, action: Any) -> str:
        """Return an action as it is typed, which has to mean the same."""
        text = self.GAME.commands.text(self.game.state, action)
        assert self.GAME.commands.parse(self.game.state, text) == action
        return text

    @precondition(lambda self: len(self.game.legal()) > 0)
    @rule(place=PLACES, which=PLACES)
    def try_what_may_be_wrong(self, place: int, which: int) -> None:
        before, legal = self.now(), self.game.legal()
        forms = list(walks.changed(legal[place % len(legal)], self.WORDS))
        form = forms[which % len(forms)]
        try:
            action = self.GAME.read(form)
        except msgspec.ValidationError:
            with pytest.raises(msgspec.ValidationError):
                self.game.do(form)
        else:
            refusal = self.game.why_not(action)
            if refusal is not None:
                assert refusal.rule is not None
                with pytest.raises(IllegalAction):
                    self.game.do(form)
        assert self.now() == before

    @rule(unasked=st.booleans())
    def undo(self, unasked: bool) -> None:
        if not self.behind:
            with pytest.raises(IllegalAction):
                self.game.undo()
            return
        if unasked and self.game.consent:
            with pytest.raises(companion.ConsentNeeded) as caught:
                self.game.undo(agreed=self.game.consent[1:])
            assert caught.value.seats == self.game.consent[:1]
            return
        self.ahead.append(self.now())
        self.game.undo(agreed=self.game.consent)
        self.events += 1
        assert self.now() == self.behind.pop()

    @rule()
    def redo(self) -> None:
        if not self.ahead:
            with pytest.raises(IllegalAction):
                self.game.redo()
            return
        self.behind.append(self.now())
        self.game.redo()
        self.events += 1
        assert self.now() == self.ahead.pop()

    @rule(many=st.integers(1, 4))
    def take_back_and_do_again(self, many: int) -> None:
        back = min(many, len(self.behind))
        for _step in range(back):
            self.undo(unasked=False)
        for _step in range(back):
            self.redo()

    @rule(place=PLACES)
    def try_on_a_branch(self, place: int) -> None:
        before, log = self.now(), [entry.sentence for entry in self.game.log]
        seats = (None, *range(len(self.game.names)))
        seat = seats[place % len(seats)]
        branch = self.game.branch(seat)
        assert walks.plain(branch.view(seat)) == walks.plain(self.game.view(seat))
        for step in range(4):
            legal = branch.legal()
            if len(legal):
                branch.do(legal[(place + step) % len(legal)])
        for _step in range(5):  # one more than was done on the branch
            if branch.last is not None:
                branch.undo(agreed=branch.consent)
        assert self.now() == before
        assert [entry.sentence for entry in self.game.log] == log

    @rule()
    def open_again(self) -> None:
        before, path = (self.now(), walks.plain(self.game._worlds)), self.game.path
        log = [(entry.sentence, entry.taken_back) for entry in self.game.log]
        assert path is not None
        self.game.close()
        self.game = companion.open(path)
        assert (self.now(), walks.plain(self.game._worlds)) == before
        assert [(entry.sentence, entry.taken_back) for entry in self.game.log] == log
        assert self.game.notices == []

    @rule()
    def note_the_code(self) -> None:
        again = companion.open(self.game.code())
        assert walks.plain(again._worlds) == walks.plain(self.game._worlds)

    @invariant()
    def the_log_has_every_event(self) -> None:
        assert self.game.revision == len(self.game.log) == self.events
        for entry in self.game.log:
            assert entry.sentence.strip()
            assert entry.rule in self.GAME.rulebook

    @invariant()
    def actions_are_read_back(self) -> None:
        chance = random.Random(self.game.revision)
        for action in walks.sample(self.game.legal(), chance, 6):
            self.text(action)
            assert self.GAME.read(msgspec.json.encode(action)) == action
            assert self.GAME.check(self.game.state, action) is None

    def teardown(self) -> None:
        if hasattr(self, "game"):
            self.game.close()
            shutil.rmtree(self.folder)
