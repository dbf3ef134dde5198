"""Everything people may do to a duel, at a table or dealt by the kit, in any order."""

from __future__ import annotations

import random
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
from companion.cake_duel import GAME
from companion.cake_duel.state import Again, Fix, ForgotWolfy, Overdraw
from companion.game import TABLE, IllegalAction
from tests import walks
from tests.duels import LIVE
from tests.tables import tag

PLACES = st.integers(0, 10**12)
NAMES = ("Ann", "on replay", "a, b", "#0")
WORDS = ("soldier", "angel", "agent-u", "wolfy")
OPTIONS = [
    [(ruling.id, option.id) for option in ruling.options] for ruling in GAME.rulebook.rulings
]


class Evening(RuleBasedStateMachine):
    """One saved duel, handled by people who change their minds."""

    @initialize(
        four=st.booleans(),
        virtual=st.booleans(),
        specials=st.booleans(),
        seed=st.integers(0, 99),
        rulings=st.tuples(*map(st.sampled_from, OPTIONS)),
    )
    def begin(
        self, four: bool, virtual: bool, specials: bool, seed: int, rulings: tuple[Any, ...]
    ) -> None:
        self.folder = Path(tempfile.mkdtemp())
        names = NAMES if four else NAMES[:2]
        self.game = companion.start(
            GAME.id,
            names,
            first=seed % len(names),
            edition="specials" if specials else "core",
            rulings=dict(rulings),
            save=self.folder / "evening.game",
            virtual=virtual,
            seed=seed,
        )
        self.ahead: list[bytes] = []
        self.behind: list[bytes] = []
        self.events = 0

    def now(self) -> bytes:
        world = self.game._worlds[-1]
        seats = (None, *range(len(self.game.names)))
        return walks.plain((world, [self.game.view(seat) for seat in seats]))

    def done(self, before: bytes) -> None:
        self.behind.append(before)
        self.ahead.clear()
        self.events += 1

    def do(self, action: Any) -> None:
        before = self.now()
        self.game.do(action)
        self.done(before)

    @precondition(lambda self: len(self.game.legal()) > 0)
    @rule(place=PLACES, which=PLACES)
    def play(self, place: int, which: int) -> None:
        """Do a legal action; each kind is alike likely, but for those that soon end a bout."""
        kinds: dict[str, list[Any]] = {}
        for action in self.game.legal():
            kinds.setdefault(tag(action), []).append(action)
        if which % 4:
            kinds.pop("challenge", None)
            kinds.pop("pass", None)
        actions = kinds[sorted(kinds)[which % len(kinds)]]
        self.do(actions[place % len(actions)])

    @precondition(lambda self: not self.game.setup.virtual)
    @rule(place=PLACES, replay=st.booleans())
    def have_a_mishap(self, place: int, replay: bool) -> None:
        seat = place % len(self.game.names)
        for action in (Overdraw(seat, replay), ForgotWolfy(seat)):
            if self.game.why_not(action) is None and place % 3 == 0:
                self.do(action)

    @precondition(lambda self: len(self.game.legal()) > 0)
    @rule(place=PLACES, which=PLACES)
    def try_what_may_be_wrong(self, place: int, which: int) -> None:
        before, legal = self.now(), self.game.legal()
        forms = list(walks.changed(legal[place % len(legal)], WORDS))
        form = forms[which % len(forms)]
        try:
            action = GAME.read(form)
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

    @precondition(lambda self: self.game.outcome is not None)
    @rule()
    def play_another(self) -> None:
        self.do(Again((self.game.state.starter + 1) % len(self.game.names)))

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

    @rule(what=st.sampled_from(["cakes", "trophies", "hand", "deck", "pile"]), many=PLACES)
    def set_by_hand(self, what: Any, many: int) -> None:
        seat = TABLE if what in ("deck", "pile") else many % len(self.game.names)
        fix = Fix(seat, what, many % 8, "miscounted: we looked again")
        text = GAME.commands.text(self.game.state, fix)
        assert GAME.commands.parse(self.game.state, text) == fix
        if many % 5 == 0 and self.game.why_not(fix) is None:
            self.do(text if many % 2 else fix)

    @rule(place=PLACES)
    def try_on_a_branch(self, place: int) -> None:
        before, log = self.now(), [entry.sentence for entry in self.game.log]
        branch = self.game.branch(place % len(self.game.names))
        legal = branch.legal()
        if len(legal):
            branch.do(legal[place % len(legal)])
            branch.undo(agreed=branch.consent)
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

    @property
    def mended(self) -> bool:
        """Whether cards were set by hand, so that the counts need not be right."""
        return any(
            isinstance(entry.action, Fix) and entry.action.what in ("hand", "deck", "pile")
            for entry in self.game._done
        )

    @invariant()
    def the_log_has_every_event(self) -> None:
        assert self.game.revision == len(self.game.log) == self.events
        for entry in self.game.log[-2:]:
            assert entry.sentence.strip()
            assert entry.rule in GAME.rulebook

    @invariant()
    def cakes_cards_and_trophies_are_all_there(self) -> None:
        state = self.game.state
        assert sum(state.cakes) == (7 if state.seats == 2 else 9)
        assert min(state.cakes) >= 0
        assert max(state.trophies) <= 3
        assert min(state.trophies) >= 0
        assert (max(state.trophies) == 3) == (state.phase == "over") == bool(self.game.outcome)
        assert all(count >= 0 for count in (*state.hands, state.deck, state.pile))
        if not self.mended:
            assert sum(state.hands) + state.deck + state.pile == state.size
            assert self.game.problems == ()

    @invariant()
    def the_hidden_cards_fit_the_counts(self) -> None:
        state, dealer = self.game.state, self.game._worlds[-1].dealer
        if dealer is not None:
            deck, _aside, *seats = dealer.stacks
            assert tuple(map(len, seats[::3])) == state.hands
            assert len(deck) == state.deck
            assert sum(map(len, (*seats[1::3], *seats[2::3]))) == state.pile
            first = self.game._worlds[0].dealer
            assert first is not None
            assert counted(dealer.stacks) == counted(first.stacks)

    @invariant()
    def a_bout_goes_on_as_long_as_somebody_can_act(self) -> None:
        state, legal = self.game.state, self.game.legal()
        assert (len(legal) == 0) == (state.phase == "over")
        assert set(GAME.to_act(state)) == {action.seat for action in legal}
        assert (0 in state.cakes) <= (state.phase not in LIVE)
        if state.phase == "attack":
            assert state.hands[state.attacker] > 0

    @invariant()
    def actions_are_read_back(self) -> None:
        chance = random.Random(self.game.revision)
        for action in walks.sample(self.game.legal(), chance, 6):
            text = GAME.commands.text(self.game.state, action)
            assert GAME.commands.parse(self.game.state, text) == action
            assert GAME.read(msgspec.json.encode(action)) == action
            assert GAME.check(self.game.state, action) is None

    def teardown(self) -> None:
        if hasattr(self, "game"):
            self.game.close()
            shutil.rmtree(self.folder)


def counted(stacks: tuple[tuple[str, ...], ...]) -> Counter[str]:
    return Counter(card for stack in stacks for card in stack)


CHECKS = settings(
    deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


class TestEvening(Evening.TestCase):  # type: ignore[valid-type,misc]
    settings = settings(CHECKS, max_examples=25, stateful_step_count=40)


@pytest.mark.slow
class TestLongEvenings(Evening.TestCase):  # type: ignore[valid-type,misc]
    settings = settings(CHECKS, max_examples=150, stateful_step_count=100)
