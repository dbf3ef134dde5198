"""Everything people may do to a game of Piece o' Cake, in any order: what never breaks."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from companion.game import TABLE
from companion.piece_o_cake import GAME, Again, Fix, Serve
from companion.piece_o_cake.slices import COUNTS, full_set, varieties
from companion.piece_o_cake.state import seen
from tests.machines import CHECKS, PLACES, Machine

NAMES = ("Ann", "a, b", "gone", "#0", "🦙")


class Evening(Machine):
    """One saved game of Piece o' Cake."""

    GAME = GAME
    WORDS = ("kiwi", "plum")

    @initialize(
        seats=st.integers(2, 5), virtual=st.booleans(), seed=st.integers(0, 99), data=st.data()
    )
    def begin(self, seats: int, virtual: bool, seed: int, data: st.DataObject) -> None:
        rulings = {
            ruling.id: data.draw(st.sampled_from([option.id for option in ruling.options]))
            for ruling in GAME.rulebook.rulings
        }
        edition = data.draw(st.sampled_from([option.id for option in GAME.editions]))
        self.sit_down(
            NAMES[:seats],
            first=seed % seats,
            edition=edition,
            rulings=rulings,
            virtual=virtual,
            seed=seed,
        )
        self.seed = str(seed)

    @precondition(lambda self: len(self.game.legal()) > 0)
    @rule(place=PLACES)
    def play(self, place: int) -> None:
        legal = self.game.legal()
        action = legal[place % len(legal)]
        if self.game.state.phase == "serve" and not self.game.setup.virtual:
            action = self.shuffled_serve()
        if self.game.why_not(action) is None:  # a table mended by hand may not have the slices
            self.do(action)

    def shuffled_serve(self) -> Serve:
        state = self.game.state
        stacks = GAME.deal(state, self.seed).stacks
        return Serve(state.server, stacks[state.cake_number])

    @precondition(lambda self: self.game.outcome is not None)
    @rule()
    def play_another(self) -> None:
        self.do(Again((self.game.state.starter + 1) % len(self.game.names)))

    @rule(pile=st.sampled_from(["collected", "eaten", "gone"]), kind=st.integers(0, 7), many=PLACES)
    def mend_by_hand(self, pile: Any, kind: int, many: int) -> None:
        seat = TABLE if pile == "gone" else many % len(self.game.names)
        name = varieties(self.game.setup.edition)[kind].id
        fix = Fix(seat, pile, name, many % (COUNTS[kind] + 1), "miscounted: we looked again")
        text = self.text(fix)
        self.do(text if many % 2 else fix)

    @invariant()
    def nobody_is_asked_before_something_is_taken_back(self) -> None:
        assert not self.game.consent

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


class TestEvening(Evening.TestCase):  # type: ignore[valid-type,misc]
    settings = settings(CHECKS, max_examples=15, stateful_step_count=40)


@pytest.mark.slow
class TestLongEvenings(Evening.TestCase):  # type: ignore[valid-type,misc]
    settings = settings(CHECKS, max_examples=60, stateful_step_count=120)
