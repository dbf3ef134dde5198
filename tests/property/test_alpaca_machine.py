"""Everything people may do to a game of Alpaca Battle, in any order."""

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
from companion.alpaca_battle import GAME
from companion.alpaca_battle.dealing import GONE, chosen, hand, herd, pile
from companion.alpaca_battle.state import Bell, Change, Clock, Fix
from companion.game import TABLE, IllegalAction
from tests import walks
from tests.alpacas import pack
from tests.tables import tag

PLACES = st.integers(0, 10**12)
NAMES = ("Ann", "hand from", "#0 card")
WORDS = ("war", "steal", "12", "herd")
DECKS = (
    "1 2 3 4 5 5 6 war steal reveal",
    "5 5 5 5 7 7 war war war steal steal steal steal",
    "1 2 2 3 4 4 5 6 7 8 9 9 10 11 12 war war steal steal reveal reveal",
)
OPTIONS = [
    [(ruling.id, option.id) for option in ruling.options] for ruling in GAME.rulebook.rulings
]


class Evening(RuleBasedStateMachine):
    """One saved game, handled by people who change their minds."""

    @initialize(
        seats=st.integers(2, 3),
        virtual=st.booleans(),
        deck=st.sampled_from(DECKS),
        seed=st.integers(0, 99),
        rulings=st.tuples(*map(st.sampled_from, OPTIONS)),
    )
    def begin(
        self, seats: int, virtual: bool, deck: str, seed: int, rulings: tuple[Any, ...]
    ) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.game = companion.start(
            GAME.id,
            NAMES[:seats],
            first=seed % seats,
            rulings=dict(rulings),
            save=self.folder / "evening.game",
            virtual=virtual,
            seed=seed,
            pack=pack(deck),
        )
        self.ahead: list[bytes] = []
        self.behind: list[bytes] = []
        self.events = 0

    def now(self) -> bytes:
        world = self.game._worlds[-1]
        seats = (None, *range(len(self.game.names)))
        return walks.plain((world, [self.game.view(seat) for seat in seats]))

    def do(self, action: Any) -> None:
        before = self.now()
        self.game.do(action)
        self.behind.append(before)
        self.ahead.clear()
        self.events += 1

    @precondition(lambda self: len(self.game.legal()) > 0)
    @rule(place=PLACES, which=PLACES)
    def play(self, place: int, which: int) -> None:
        """Do a legal action; each kind is alike likely."""
        kinds: dict[str, list[Any]] = {}
        for action in self.game.legal():
            kinds.setdefault(tag(action), []).append(action)
        actions = kinds[sorted(kinds)[which % len(kinds)]]
        self.do(actions[place % len(actions)])

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

    @rule(until=PLACES, rings=PLACES)
    def watch_the_clock(self, until: int, rings: int) -> None:
        action = Bell(TABLE) if rings % 9 == 0 else Clock(TABLE, left=until % 4_000)
        if self.game.why_not(action) is None:
            self.do(action)

    @rule(what=st.sampled_from(["hand", "herd", "pile"]), many=PLACES)
    def set_by_hand(self, what: Any, many: int) -> None:
        seat = many % len(self.game.names)
        fix = Fix(seat, what, many % 6, "miscounted: we looked again")
        text = GAME.commands.text(self.game.state, fix)
        assert GAME.commands.parse(self.game.state, text) == fix
        if many % 3 == 0 and self.game.why_not(fix) is None:
            self.do(text if many % 2 else fix)

    @rule(seat=PLACES, card=st.sampled_from(["5", "war", "steal"]))
    def enter_another_card(self, seat: int, card: str) -> None:
        change = Change(seat % len(self.game.names), card)
        if self.game.why_not(change) is None:
            self.do(change)

    @rule(unasked=st.booleans())
    def undo(self, unasked: bool) -> None:
        if not self.behind:
            with pytest.raises(IllegalAction):
                self.game.undo()
            return
        if unasked and self.game.consent:
            with pytest.raises(companion.ConsentNeeded):
                self.game.undo(agreed=self.game.consent[1:])
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

    @rule(place=PLACES)
    def try_on_a_branch(self, place: int) -> None:
        before, log = self.now(), [entry.sentence for entry in self.game.log]
        seat = place % len(self.game.names)
        branch = self.game.branch(seat)
        assert walks.plain(branch.view(seat)) == walks.plain(self.game.view(seat))
        for step in range(4):
            legal = branch.legal()
            if len(legal):
                branch.do(legal[(place + step) % len(legal)])
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
        return any(isinstance(entry.action, Fix) for entry in self.game._done)

    @invariant()
    def the_log_has_every_event(self) -> None:
        assert self.game.revision == len(self.game.log) == self.events
        for entry in self.game.log[-2:]:
            assert entry.sentence.strip()
            assert entry.rule in GAME.rulebook

    @invariant()
    def the_cards_are_all_there(self) -> None:
        state = self.game.state
        counts = (*state.hands, *state.herds, *state.laid, *state.paid, *state.owes, state.spare)
        assert min(counts) >= 0
        if not self.mended:
            there = sum(state.totals) + state.pile + len(state.aside) + state.spare
            assert there == state.deck.size
        if state.setup.virtual:
            assert self.game.problems == ()

    @invariant()
    def the_hidden_cards_fit_the_counts(self) -> None:
        state, dealer = self.game.state, self.game._worlds[-1].dealer
        if dealer is not None:
            lying, seats = dealer.stacks, range(state.seats)
            assert tuple(len(lying[hand(seat)]) for seat in seats) == state.hands
            assert tuple(len(lying[herd(seat)]) for seat in seats) == state.herds
            assert [len(lying[chosen(seat)]) for seat in seats] == [*map(bool, state.chosen)]
            assert sum(len(lying[pile(seat)]) for seat in seats) == state.pile
            assert lying[GONE][state.spare :] == state.aside
            assert Counter(sum(lying, ())) == Counter(state.deck.listed())

    @invariant()
    def a_battle_goes_on_as_long_as_somebody_can_act(self) -> None:
        state, legal = self.game.state, self.game.legal()
        assert (len(legal) == 0) == (state.phase == "over") == bool(self.game.outcome)
        assert set(GAME.to_act(state)) == {action.seat for action in legal}
        assert not set(GAME.to_act(state)) - set(state.alive)
        if state.phase == "choose":
            assert len(state.alive) > 1
            assert all(state.totals[seat] for seat in state.alive)
        if self.game.outcome is not None:
            assert self.game.outcome.winners
            assert all(place for place in self.game.outcome.places)

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


CHECKS = settings(
    deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


class TestEvening(Evening.TestCase):  # type: ignore[valid-type,misc]
    settings = settings(CHECKS, max_examples=15, stateful_step_count=35)


@pytest.mark.slow
class TestLongEvenings(Evening.TestCase):  # type: ignore[valid-type,misc]
    settings = settings(CHECKS, max_examples=60, stateful_step_count=80)
