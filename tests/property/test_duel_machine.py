"""Everything people may do to a duel, at a table or dealt by the kit, in any order."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from companion.cake_duel import GAME
from companion.cake_duel.state import Again, Fix, ForgotWolfy, Overdraw
from companion.game import TABLE
from tests.duels import LIVE
from tests.machines import CHECKS, PLACES, Machine

NAMES = ("Ann", "on replay", "a, b", "#0")
OPTIONS = [
    [(ruling.id, option.id) for option in ruling.options] for ruling in GAME.rulebook.rulings
]


class Evening(Machine):
    """One saved duel."""

    GAME = GAME
    WORDS = ("soldier", "angel", "agent-u", "wolfy")

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
        names = NAMES if four else NAMES[:2]
        self.sit_down(
            names,
            first=seed % len(names),
            edition="specials" if specials else "core",
            rulings=dict(rulings),
            virtual=virtual,
            seed=seed,
        )

    @precondition(lambda self: len(self.game.legal()) > 0)
    @rule(place=PLACES, which=PLACES)
    def play(self, place: int, which: int) -> None:
        """Do a legal action; each kind is alike likely, but for those that soon end a bout."""
        kinds = self.kinds()
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

    @precondition(lambda self: self.game.outcome is not None)
    @rule()
    def play_another(self) -> None:
        self.do(Again((self.game.state.starter + 1) % len(self.game.names)))

    @rule(what=st.sampled_from(["cakes", "trophies", "hand", "deck", "pile"]), many=PLACES)
    def set_by_hand(self, what: Any, many: int) -> None:
        seat = TABLE if what in ("deck", "pile") else many % len(self.game.names)
        fix = Fix(seat, what, many % 8, "miscounted: we looked again")
        text = self.text(fix)
        if many % 5 == 0 and self.game.why_not(fix) is None:
            self.do(text if many % 2 else fix)

    @property
    def mended(self) -> bool:
        """Whether cards were set by hand, so that the counts need not be right."""
        return any(
            isinstance(entry.action, Fix) and entry.action.what in ("hand", "deck", "pile")
            for entry in self.game._done
        )

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


def counted(stacks: tuple[tuple[str, ...], ...]) -> Counter[str]:
    return Counter(card for stack in stacks for card in stack)


class TestEvening(Evening.TestCase):  # type: ignore[valid-type,misc]
    settings = settings(CHECKS, max_examples=25, stateful_step_count=40)


@pytest.mark.slow
class TestLongEvenings(Evening.TestCase):  # type: ignore[valid-type,misc]
    settings = settings(CHECKS, max_examples=150, stateful_step_count=100)
