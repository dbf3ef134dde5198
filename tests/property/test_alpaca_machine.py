"""Everything people may do to a game of Alpaca Battle, in any order."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from companion.alpaca_battle import GAME
from companion.alpaca_battle.dealing import GONE, chosen, hand, herd, pile
from companion.alpaca_battle.state import Bell, Change, Clock, Fix
from companion.game import TABLE
from tests.alpacas import pack
from tests.machines import CHECKS, PLACES, Machine

NAMES = ("Ann", "hand from", "#0 card")
DECKS = (
    "1 2 3 4 5 5 6 war steal reveal",
    "5 5 5 5 7 7 war war war steal steal steal steal",
    "1 2 2 3 4 4 5 6 7 8 9 9 10 11 12 war war steal steal reveal reveal",
)
OPTIONS = [
    [(ruling.id, option.id) for option in ruling.options] for ruling in GAME.rulebook.rulings
]


class Evening(Machine):
    """One saved game of Alpaca Battle."""

    GAME = GAME
    WORDS = ("war", "steal", "12", "herd")

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
        self.sit_down(
            NAMES[:seats],
            first=seed % seats,
            rulings=dict(rulings),
            virtual=virtual,
            seed=seed,
            pack=pack(deck),
        )

    @precondition(lambda self: len(self.game.legal()) > 0)
    @rule(place=PLACES, which=PLACES)
    def play(self, place: int, which: int) -> None:
        """Do a legal action; each kind is alike likely."""
        kinds = self.kinds()
        actions = kinds[sorted(kinds)[which % len(kinds)]]
        self.do(actions[place % len(actions)])

    @rule(until=PLACES, rings=PLACES)
    def watch_the_clock(self, until: int, rings: int) -> None:
        action = Bell(TABLE) if rings % 9 == 0 else Clock(TABLE, left=until % 4_000)
        if self.game.why_not(action) is None:
            self.do(action)

    @rule(what=st.sampled_from(["hand", "herd", "pile"]), many=PLACES)
    def set_by_hand(self, what: Any, many: int) -> None:
        seat = many % len(self.game.names)
        fix = Fix(seat, what, many % 6, "miscounted: we looked again")
        text = self.text(fix)
        if many % 3 == 0 and self.game.why_not(fix) is None:
            self.do(text if many % 2 else fix)

    @rule(seat=PLACES, card=st.sampled_from(["5", "war", "steal"]))
    def enter_another_card(self, seat: int, card: str) -> None:
        change = Change(seat % len(self.game.names), card)
        if self.game.why_not(change) is None:
            self.do(change)

    @property
    def mended(self) -> bool:
        """Whether cards were set by hand, so that the counts need not be right."""
        return any(isinstance(entry.action, Fix) for entry in self.game._done)

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


class TestEvening(Evening.TestCase):  # type: ignore[valid-type,misc]
    settings = settings(CHECKS, max_examples=15, stateful_step_count=35)


@pytest.mark.slow
class TestLongEvenings(Evening.TestCase):  # type: ignore[valid-type,misc]
    settings = settings(CHECKS, max_examples=60, stateful_step_count=80)
