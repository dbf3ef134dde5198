"""Everything people may do to a game of Piece o' Cake, in any order: what never breaks."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import companion
from companion.game import TABLE, IllegalAction
from companion.piece_o_cake import GAME, Again, Fix, Serve
from companion.piece_o_cake.slices import COUNTS, full_set, varieties
from companion.piece_o_cake.state import seen
from tests import walks

PLACES = st.integers(0, 10**12)
NAMES = ("Ann", "a, b", "gone", "#0", "🦙")


class Evening(RuleBasedStateMachine):
    """One saved game, handled by people who change their minds."""

    @initialize(
        seats=st.integers(2, 5), virtual=st.booleans(), seed=st.integers(0, 99), data=st.data()
    )
    def begin(self, seats: int, virtual: bool, seed: int, data: st.DataObject) -> None:
        self.folder = Path(tempfile.mkdtemp())
        rulings = {
            ruling.id: data.draw(st.sampled_from([option.id for option in ruling.options]))
            for ruling in GAME.rulebook.rulings
        }
        edition = data.draw(st.sampled_from([option.id for option in GAME.editions]))
        self.game = companion.start(
            GAME.id,
            NAMES[:seats],
            first=seed % seats,
            edition=edition,
            rulings=rulings,
            save=self.folder / "evening.game",
            virtual=virtual,
            seed=seed,
        )
        self.seed = str(seed)
        self.ahead: list[bytes] = []
        self.behind: list[bytes] = []
        self.events = 0

    def now(self) -> bytes:
        return walks.plain((self.game._worlds[-1], self.game.view()))

    def done(self, before: bytes) -> None:
        self.behind.append(before)
        self.ahead.clear()
        self.events += 1

    @precondition(lambda self: len(self.game.legal()) > 0)
    @rule(place=PLACES)
    def play(self, place: int) -> None:
        before, legal = self.now(), self.game.legal()
        action = legal[place % len(legal)]
        if self.game.state.phase == "serve" and not self.game.setup.virtual:
            action = self.shuffled_serve()
        if self.game.why_not(action) is None:  # a table mended by hand may not have the slices
            self.game.do(action)
            self.done(before)

    def shuffled_serve(self) -> Serve:
        state = self.game.state
        stacks = GAME.deal(state, self.seed).stacks
        return Serve(state.server, stacks[state.cake_number])

    @precondition(lambda self: len(self.game.legal()) > 0)
    @rule(place=PLACES, which=PLACES)
    def try_what_may_be_wrong(self, place: int, which: int) -> None:
        before, legal = self.now(), self.game.legal()
        forms = list(walks.changed(legal[place % len(legal)], ("kiwi", "plum")))
        form = forms[which % len(forms)]
        try:
            action = GAME.read(form)
        except msgspec.ValidationError:
            with pytest.raises(msgspec.ValidationError):
                self.game.do(form)
        else:
            if self.game.why_not(action) is not None:
                with pytest.raises(IllegalAction):
                    self.game.do(form)
        assert self.now() == before

    @precondition(lambda self: self.game.outcome is not None)
    @rule()
    def play_another(self) -> None:
        before = self.now()
        self.game.do(Again((self.game.state.starter + 1) % len(self.game.names)))
        self.done(before)

    @rule()
    def undo(self) -> None:
        if not self.behind:
            with pytest.raises(IllegalAction):
                self.game.undo()
            return
        self.ahead.append(self.now())
        self.game.undo()
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

    @rule(pile=st.sampled_from(["collected", "eaten", "gone"]), kind=st.integers(0, 7), many=PLACES)
    def mend_by_hand(self, pile: Any, kind: int, many: int) -> None:
        before, state = self.now(), self.game.state
        seat = TABLE if pile == "gone" else many % len(self.game.names)
        name = varieties(state.setup.edition)[kind].id
        fix = Fix(seat, pile, name, many % (COUNTS[kind] + 1), "miscounted: we looked again")
        text = GAME.commands.text(state, fix)
        assert GAME.commands.parse(state, text) == fix
        self.game.do(text if many % 2 else fix)
        self.done(before)

    @rule(place=PLACES)
    def try_on_a_branch(self, place: int) -> None:
        before, log = self.now(), [entry.sentence for entry in self.game.log]
        seat = (None, *range(len(self.game.names)))[place % (len(self.game.names) + 1)]
        branch = self.game.branch(seat)
        assert walks.plain(branch.view(seat)) == walks.plain(self.game.view(seat))
        legal = branch.legal()
        if len(legal):
            branch.do(legal[place % len(legal)])
            branch.undo()
        if branch.last is not None:
            branch.undo()
        assert self.now() == before
        assert [entry.sentence for entry in self.game.log] == log

    @rule()
    def open_again(self) -> None:
        before, path = self.now(), self.game.path
        log = [(entry.sentence, entry.taken_back) for entry in self.game.log]
        assert path is not None
        self.game.close()
        self.game = companion.open(path)
        assert self.now() == before
        assert [(entry.sentence, entry.taken_back) for entry in self.game.log] == log
        assert self.game.notices == []

    @rule()
    def note_the_code(self) -> None:
        again = companion.open(self.game.code())
        assert walks.plain(again._worlds) == walks.plain(self.game._worlds)

    @invariant()
    def the_log_has_every_event(self) -> None:
        assert self.game.revision == len(self.game.log) == self.events
        assert all(entry.sentence.strip() for entry in self.game.log)

    @invariant()
    def every_slice_is_somewhere(self) -> None:
        if any(isinstance(entry.action, Fix) for entry in self.game._done):
            return
        state = self.game.state
        dealer = self.game._worlds[-1].dealer or GAME.deal(state, self.seed)
        to_come = dealer.stacks[state.cake_number + bool(state.cake) :]
        on_table = dict(zip((kind.id for kind in state.varieties), seen(state), strict=True))
        everything = Counter(on_table) + Counter(name for stack in to_come for name in stack)
        assert everything == Counter(full_set(state.setup.edition))
        assert self.game.problems == ()

    @invariant()
    def whoever_is_to_act_can(self) -> None:
        if not self.game.problems:
            over = self.game.outcome is not None
            assert over == (len(self.game.legal()) == 0)

    def teardown(self) -> None:
        if hasattr(self, "game"):
            self.game.close()
            shutil.rmtree(self.folder)


CHECKS = settings(
    deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


class TestEvening(Evening.TestCase):  # type: ignore[valid-type,misc]
    settings = settings(CHECKS, max_examples=15, stateful_step_count=40)


@pytest.mark.slow
class TestLongEvenings(Evening.TestCase):  # type: ignore[valid-type,misc]
    settings = settings(CHECKS, max_examples=60, stateful_step_count=120)
