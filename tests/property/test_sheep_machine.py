"""Everything people may do to a game of The Sheep, in any order: what never breaks."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from companion.game import TABLE, IllegalAction
from companion.the_sheep import GAME, State
from companion.the_sheep.effects import corruption_meter
from companion.the_sheep.moves import ability_of
from companion.the_sheep.state import (
    ESSENCE_TOKENS,
    LANTERN_TOKENS,
    MOST_ESSENCE,
    MOST_TILES,
    PIECES,
    Advance,
    AnyAction,
    Attack,
    Avert,
    Buy,
    Choose,
    Distract,
    Fix,
    Give,
    Purify,
    Use,
    Walk,
    hand_limit,
    on_board,
)
from tests.machines import CHECKS, PLACES, Machine

NAMES = ("Ann", "a, b", "gone", "#0")
TIERS = ("lesser", "standard", "greater")
SPACES = ("c1", "c4", "d3", "e4", "f5", "g1", "h6", "b2", "zz9")


def spent(state: State, action: AnyAction) -> tuple[int, int]:
    """Return the essence and the lanterns that an action itself costs or gives away."""
    if isinstance(action, Buy):
        return state.table.cost(action.card), 0
    if isinstance(action, Use):
        ability = ability_of(state.table, action.card)
        return ability.cost if ability else 0, 0
    if isinstance(action, Avert):
        return 0, sum(action.lanterns)
    if isinstance(action, Give):
        return action.count, 0
    if isinstance(action, Purify):
        return 1, 1
    boost = isinstance(action, Attack) and action.boost
    return 0, int(boost or isinstance(action, Walk | Distract))


def tokens(state: State) -> tuple[int, int]:
    """Return all the essence that is held and all the lanterns that are lit."""
    return sum(s.essence for s in state.shepherds), sum(s.lit for s in state.shepherds)


def told(state: State, what: str) -> int:
    """Return how much of a thing the news of the last action tell of."""
    return sum(news.count for news in state.news if news.what == what)


def see_where_tokens_went(before: State, action: AnyAction, after: State) -> None:
    """See that essence and lanterns came and went only by what the action and its news say."""
    refreshed = isinstance(action, Advance) and before.phase == "refresh"
    died = any(news.what == "death" for news in after.news)
    if refreshed or died or isinstance(action, Choose | Fix):
        return
    essence, lanterns = spent(before, action)
    held, lit = tokens(before)
    assert tokens(after) == (
        held - essence + told(after, "essence"),
        lit - lanterns + told(after, "relight"),
    )


@cache
def fixes(seats: int) -> st.SearchStrategy[Fix]:
    """Return things that may be set by hand, some of which cannot be; never the stock."""
    count, of = st.integers(0, 6), st.integers(0, seats - 1)
    space, reason = st.sampled_from(SPACES), st.just("we looked again")
    cards = st.sampled_from(("shears", "rune-blade", "tainted-taunt", "matted-fleece", "nothing"))
    traits = st.sampled_from(("battle-tested", "old-hand", "bedside", "tinker", "last-stand"))
    numbers = st.sampled_from(("corruption", "essence", "experience", "lanterns"))
    card_acts = st.sampled_from(("gain", "lose", "ready", "exhaust"))
    tier, empty = st.sampled_from(TIERS), st.just("")
    tiles = st.sampled_from(("bad-water", "violet-tide", "red-rain", "white-ash"))
    wagons = st.sampled_from(("tinkers", "smiths", "apothecary"))
    table = st.just(TABLE)
    return st.one_of(
        st.builds(Fix, table, st.just("sheep"), tier, space, count, reason),
        st.builds(Fix, table, st.just("pollution"), empty, empty, count, reason),
        st.builds(Fix, table, st.just("tile"), tiles, empty, st.integers(0, 3), reason),
        st.builds(Fix, table, st.just("corruption"), wagons, empty, count, reason),
        st.builds(Fix, table, st.just("at"), wagons, space, st.just(0), reason),
        st.builds(Fix, of, numbers, empty, empty, count, reason),
        st.builds(Fix, of, st.just("at"), empty, space, st.just(0), reason),
        st.builds(Fix, of, card_acts, cards, empty, st.just(0), reason),
        st.builds(Fix, of, card_acts, traits, empty, st.just(0), reason),
    )


class Evening(Machine):
    """One saved game of The Sheep."""

    GAME = GAME
    WORDS = ("c4", "shears", "miles")

    @initialize(
        seats=st.integers(2, 4), virtual=st.booleans(), seed=st.integers(0, 99), data=st.data()
    )
    def begin(self, seats: int, virtual: bool, seed: int, data: st.DataObject) -> None:
        rulings = {
            ruling.id: data.draw(st.sampled_from([option.id for option in ruling.options]))
            for ruling in GAME.rulebook.rulings
        }
        self.sit_down(NAMES[:seats], rulings=rulings, virtual=virtual, seed=seed)
        for _turn in range(seed % 40):  # some games begin later than others
            self.play(seed * 7919)

    @precondition(lambda self: len(self.game.legal()) > 0)
    @rule(place=PLACES)
    def play(self, place: int) -> None:
        legal = self.game.legal()
        if len(legal):
            state = self.game.state
            action = self.do(legal[place % len(legal)])
            see_where_tokens_went(state, action, self.game.state)

    @precondition(lambda self: len(self.game.legal()) > 0)
    @rule(place=PLACES)
    def finish_the_step(self, place: int) -> None:
        """Take one of the last moves, which end steps."""
        legal = self.game.legal()
        self.play(len(legal) - 1 - place % min(2, len(legal)))

    @rule(data=st.data())
    def set_by_hand(self, data: st.DataObject) -> None:
        action = data.draw(fixes(len(self.game.names)))
        if self.game.why_not(action) is None:
            self.do(action)
        else:
            before = self.now()
            with pytest.raises(IllegalAction):
                self.game.do(action)
            assert self.now() == before

    @invariant()
    def pieces_are_neither_lost_nor_made(self) -> None:
        if hasattr(self, "game"):
            state: State = self.game.state
            there = zip(on_board(state), state.stock, strict=True)
            assert tuple(map(sum, there)) == PIECES
            assert min(state.stock) >= 0
            for herd in state.flock:
                assert any(herd.count)
                for tier in range(3):
                    assert sum(one == tier for one, _damage in herd.hurt) <= herd.count[tier]

    @invariant()
    def tokens_keep_to_their_limits(self) -> None:
        if hasattr(self, "game"):
            state: State = self.game.state
            for seat, one in enumerate(state.shepherds):
                assert 0 <= one.essence <= MOST_ESSENCE
                assert 0 <= one.lit <= one.lanterns
                board = state.table.shepherds.get(one.board)
                assert one.lanterns == (board.lanterns if board else 0)
                assert 0 <= one.corruption < corruption_meter(state, one)
                assert state.queue or len(one.hand) <= hand_limit(state, seat)
                assert not (one.dead and (one.hand or one.at or one.essence))
            essence, _lit = tokens(state)
            assert essence <= ESSENCE_TOKENS
            assert sum(one.lanterns for one in state.shepherds) <= LANTERN_TOKENS
            assert len(state.tiles) <= MOST_TILES
            assert 0 <= state.slot < len(state.table.meter(state.seats))

    @invariant()
    def the_table_makes_sense(self) -> None:
        if hasattr(self, "game"):
            assert self.game.problems == ()
            assert (self.game.outcome is None) == (len(self.game.legal()) > 0)
            assert str(self.game)


class TestEvening(Evening.TestCase):  # type: ignore[valid-type,misc]
    settings = settings(CHECKS, max_examples=15, stateful_step_count=40)


@pytest.mark.slow
class TestLongEvenings(Evening.TestCase):  # type: ignore[valid-type,misc]
    settings = settings(CHECKS, max_examples=60, stateful_step_count=120)
