"""The truth of a claim: every claim with every real cards, against a second set of rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from companion.cake_duel import GAME, State
from companion.cake_duel.claims import most_true
from companion.cake_duel.dealing import hand, play
from companion.cake_duel.state import Challenge, Claim, NextBout, Turn
from companion.cake_duel.troops import TROOPS, copies, deck_size
from companion.secrets import Dealer, World
from tests import duels, walks

ATTACKERS = (
    "soldier", "archer", "wizard", "assassin", "scout", "summoner", "quartermaster", "oracle",
)  # fmt: skip
BLOCKERS = ("defender", "scientist", "priest", "angel")
STOPS = {
    "defender": ("soldier", "archer", "assassin", "scout"),
    "scientist": ("wizard", "summoner"),
    "priest": ATTACKERS,
    "angel": ATTACKERS,
}
CORE_OF = {"soldier": 5, "archer": 4, "wizard": 3, "defender": 4, "scientist": 3, "wolfy": 1}
NAMES = (
    *CORE_OF, "assassin", "scout", "summoner", "quartermaster", "oracle", "priest", "angel",
    "baacrates", "agent-u", "pierrot",
)  # fmt: skip


class Case(NamedTuple):
    """A challenged claim: whose, of what, what it is, and what else decides on its truth."""

    claimer: int
    troop: str
    real: tuple[str, ...]
    challenger_hand: tuple[str, ...]
    last: tuple[str, str]
    pierrot: str

    @property
    def true(self) -> bool:
        """Whether it is true, by rules written here once more."""
        whose = self.claimer if self.pierrot == "own" else 1 - self.claimer
        good = {self.troop}
        if self.troop in self.challenger_hand:
            good.add("agent-u")
        if self.troop == self.last[whose]:
            good.add("pierrot")
        if self.troop == "scientist" and "baacrates" in self.real:
            good |= {"baacrates", "wolfy"}
        return set(self.real) <= good


def real_cards() -> list[tuple[str, ...]]:
    """Return all one to three cards there can be in one deck."""
    return [
        real
        for count in (1, 2, 3)
        for real in combinations_with_replacement(NAMES, count)
        if all(real.count(name) <= CORE_OF.get(name, 1) for name in real)
    ]


REAL = real_cards()


def cases(troop: str, claimer: int) -> Iterator[Case]:
    """Yield all cases of a claim, as far as something in them can matter."""
    hands = (("soldier", "defender"), (troop, "wolfy"))
    lasts = [("soldier", "wizard"), ("wizard", "soldier"), ("", "scout")]
    for real in REAL:
        held = hands if "agent-u" in real else hands[:1]
        before = lasts if "pierrot" in real else lasts[:1]
        rulings = ("own", "opponent") if "pierrot" in real else ("own",)
        for challenger_hand, last, pierrot in product(held, before, rulings):
            yield Case(claimer, troop, real, challenger_hand, last, pierrot)


def turns(last: tuple[str, str]) -> tuple[Turn, ...]:
    """Return finished turns in which each seat last claimed that attacker, and passed since."""
    older = [Turn(seat, "accepted", Claim(seat, "archer", 2)) for seat in (0, 1)]
    newer = [Turn(s, "accepted", Claim(s, troop, 1)) for s, troop in enumerate(last) if troop]
    return (*(older if "" not in last else ()), *newer, Turn(0, "pass"))


def challenged(case: Case, *, virtual: bool) -> World[State]:
    """Return the world in which ``case``’s claim lies on the table and may be challenged."""
    count, blocks = len(case.real), case.troop in BLOCKERS
    attacker = 1 - case.claimer if blocks else case.claimer
    claim, facing = Claim(case.claimer, case.troop, count), STOPS.get(case.troop, ("soldier",))[0]
    state: State = _table(case.pierrot, virtual=virtual)
    state = replace(
        state,
        phase="review" if blocks else "answer",
        attacker=attacker,
        defender=1 - attacker,
        turns=turns(case.last),
        attack=Claim(attacker, facing, count) if blocks else claim,
        block=claim if blocks else None,
    )
    return World(state, _dealer(case) if virtual else None)


def _table(pierrot: str, *, virtual: bool) -> State:
    setup = duels.table(edition="specials", rulings={"pierrot": pierrot}).setup
    return GAME.start(replace(setup, virtual=virtual))


def _dealer(case: Case) -> Dealer:
    stacks: list[tuple[str, ...]] = [()] * 8
    stacks[play(case.claimer)] = case.real
    stacks[hand(case.claimer)] = ("wizard", "soldier")
    stacks[hand(1 - case.claimer)] = case.challenger_hand
    return Dealer("truth", tuple(stacks))


@pytest.mark.parametrize("claimer", [0, 1])
@pytest.mark.parametrize("troop", [*ATTACKERS, *BLOCKERS])
def test_who_wins_a_challenge_and_who_begins_after_it(troop: str, claimer: int) -> None:
    tried = 0
    for case in cases(troop, claimer):
        tried += 1
        world = challenged(case, virtual=True)
        action, after = walks.done(GAME, world, Challenge(1 - claimer))
        winner = claimer if case.true else 1 - claimer
        assert action.truthful == case.true, case
        assert sorted(action.shown) == sorted(case.real)
        assert after.state.end.winner == winner
        assert after.state.trophies == ((1, 0) if winner == 0 else (0, 1))
        assert after.state.cakes == world.state.cakes
        assert list(GAME.legal(after.state)) == [NextBout(1 - winner)]
        assert GAME.apply(after.state, NextBout(1 - winner)).starter == 1 - winner
    assert tried > len(REAL)


@pytest.mark.parametrize("troop", [*ATTACKERS, *BLOCKERS])
def test_at_a_table_the_same_cards_give_the_same_winner(troop: str) -> None:
    for case in filter(_can_be, cases(troop, claimer=1)):
        world = challenged(case, virtual=False)
        named = Challenge(0, case.real)
        if depends_on_the_challenger(case):
            refusal = GAME.check(world.state, named)
            assert refusal is not None
            assert "Agent U is true only if" in refusal.reason
            named = Challenge(0, case.real, truthful=case.true)
        action, after = walks.done(GAME, world, named)
        assert action.truthful == case.true, case
        assert after.state.end.winner == (1 if case.true else 0)


def depends_on_the_challenger(case: Case) -> bool:
    """Return whether Agent U makes the difference."""
    without, with_it = (case._replace(challenger_hand=hand) for hand in ((), (case.troop,)))
    return without.true != with_it.true


@pytest.mark.parametrize("troop", [*ATTACKERS, *BLOCKERS])
def test_nothing_can_be_said_of_flipped_cards_that_they_do_not_tell(troop: str) -> None:
    for case in filter(_can_be, cases(troop, claimer=1)):
        state = challenged(case, virtual=False).state
        right = Challenge(0, case.real, truthful=case.true)
        assert GAME.check(state, right) is None, case
        if not depends_on_the_challenger(case):
            wrong = Challenge(0, case.real, truthful=not case.true)
            assert GAME.check(state, wrong) is not None, case


@pytest.mark.parametrize(
    ("troop", "last", "most"),
    [
        ("soldier", "wizard", 5), ("wizard", "soldier", 3), ("wizard", "wizard", 4),
        ("scientist", "wizard", 5), ("defender", "wizard", 4), ("oracle", "wizard", 1),
        ("oracle", "oracle", 2),
    ],
)  # fmt: skip
def test_no_more_than_there_is_can_be_true(troop: str, last: str, most: int) -> None:
    """Pierrot may stand in for what was claimed last, Baacrates and Wolfy for Scientists."""
    state = challenged(next(cases(troop, 0)), virtual=False).state
    state = replace(state, turns=turns((last, last)))
    assert most_true(state, Claim(0, troop, 1)) == most


def _can_be(case: Case) -> bool:
    """Return whether there are enough cards for both what was played and what is held."""
    together = [*case.real, *case.challenger_hand]
    return all(together.count(name) <= CORE_OF.get(name, 1) for name in together)


def test_the_second_set_of_rules_knows_all_cards() -> None:
    assert {troop.id for troop in TROOPS} == set(NAMES)
    assert {troop.id: troop.copies for troop in TROOPS} == {n: CORE_OF.get(n, 1) for n in NAMES}
    assert {t.id for t in TROOPS if t.attacks} == set(ATTACKERS)
    assert [copies(name, 4) for name in NAMES] == [10, 8, 6, 8, 6, 1] + [2] * 10
    assert (deck_size("core", 4), deck_size("specials", 4)) == (39, 42)
