"""What the lab asks: pollution left alone, lanterns a night, corruption to expect, whole games.

Chances are exact fractions over the decks of a table; what is simulated runs on the real engine,
each random number from a given seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.game import TABLE
from companion.opening import start
from companion.the_sheep import combat, effects, engine
from companion.the_sheep.moves import Moves
from companion.the_sheep.pack import plain
from companion.the_sheep.pack import practice as pack_text
from companion.the_sheep.state import (
    MOST_TILES,
    NO_SHEEP,
    PIECES,
    Advance,
    AnyAction,
    Attack,
    Avert,
    Buy,
    Caravan,
    Carry,
    Choose,
    Discard,
    Distract,
    Done,
    Draw,
    Held,
    Herd,
    Learn,
    Move,
    Shepherd,
    State,
    Suffer,
    Tiers,
    caravan_at,
    hand_limit,
    herd_at,
    tier_number,
)
from companion.the_sheep.table import Table, table

Player = Callable[[State], AnyAction]
"""A way to play: from the table to the next action of all shepherds together."""

Chances = dict[int, Fraction]
"""How likely each number is."""

NAMES = ("Red", "Blue", "Green", "Gold")
LANTERNS = 3
LONGEST = 60
"""No simulated game goes on for more days."""


def practice() -> Table:
    """Return the practice map and cards."""
    return table("")


def with_meter(meter: Sequence[int]) -> dict[str, Any]:
    """Return the practice map, as a game's own pack, with that pollution meter for every table."""
    board: dict[str, Any] = plain(pack_text("board"))
    return {"board": {**board, "meters": {seats: list(meter) for seats in board["meters"]}}}


def random_meter(seed: int) -> list[int]:
    """Return a rising meter of some slots and prices, made up."""
    random = Random(seed)  # noqa: S311  chance in an experiment guards no secret
    return sorted(random.choices(range(1, 12), k=random.randint(1, 9)))


def random_events(cards: Table, nights: int, seed: int) -> list[str]:
    """Return Night Events for so many nights, any of them on each."""
    random = Random(seed)  # noqa: S311  chance in an experiment guards no secret
    return random.choices(list(cards.decks["night"]), k=nights)


# Pollution


def failures_to_lose(minor: int = 0, major: int = 0) -> int:
    """Return how many nights without averting lose the game, if so many tiles lie there now.

    Each of them places a tile or, with three there, turns one; then one more is too much.
    """
    placed = MOST_TILES - minor - major
    turned = MOST_TILES - major
    return placed + turned + 1


def rises(cards: Table) -> Chances:
    """Return how likely a Night Event is to raise pollution by each number of slots."""
    return _shares({i: card.pollution for i, card in cards.decks["night"].items()},
                   cards.copies("night"))  # fmt: skip


def _shares(values: Mapping[str, int], copies: Mapping[str, int]) -> Chances:
    whole, found = sum(copies.values()), Chances()
    for card, value in values.items():
        found[value] = found.get(value, Fraction(0)) + Fraction(copies[card], whole)
    return dict(sorted(found.items()))


def night_lost(meter: Sequence[int], lanterns: int, raised: Sequence[int]) -> int:
    """Return the night on which pollution wins; 0 if it does not as far as ``raised`` goes.

    Each night it rises by the next of ``raised`` slots and is averted whenever ``lanterns`` pay it.
    """
    slot = failures = 0
    for night, rise in enumerate(raised, start=1):
        slot = min(len(meter) - 1, slot + rise)
        if meter[slot] > lanterns:
            slot, failures = 0, failures + 1
            if failures == failures_to_lose():
                return night
    return 0


class _Pipe(msgspec.Struct, frozen=True):
    """Pollution after some nights: its slot, the failures to avert, the rises still in the deck."""

    slot: int
    failures: int
    left: tuple[int, ...]


def lost_by(meter: Sequence[int], lanterns: int, cards: Table, nights: int) -> list[Fraction]:
    """Return the chance that pollution has won by each night, exactly over the Night Event deck.

    The deck is drawn to its end and then shuffled anew; see :func:`night_lost` for the rest.
    """
    copies = cards.copies("night")
    deck = tuple(sorted(cards.decks["night"][card].pollution for card in copies.elements()))
    now, lost, found = {_Pipe(0, 0, deck): Fraction(1)}, Fraction(0), []
    for _night in range(nights):
        then: dict[_Pipe, Fraction] = {}
        for pipe, chance in now.items():
            for after, part in _next_night(pipe, meter, lanterns, deck):
                if after.failures == failures_to_lose():
                    lost += chance * part
                else:
                    then[after] = then.get(after, Fraction(0)) + chance * part
        now = then
        found.append(lost)
    return found


def _next_night(
    pipe: _Pipe, meter: Sequence[int], lanterns: int, deck: tuple[int, ...]
) -> Iterator[tuple[_Pipe, Fraction]]:
    cards = pipe.left or deck
    for rise, copies in Counter(cards).items():
        place = cards.index(rise)
        slot, failures = min(len(meter) - 1, pipe.slot + rise), pipe.failures
        if meter[slot] > lanterns:
            slot, failures = 0, failures + 1
        after = _Pipe(slot, failures, (*cards[:place], *cards[place + 1 :]))
        yield after, Fraction(copies, len(cards))


def prices(meter: Sequence[int], cards: Table, nights: int) -> list[Chances]:
    """Return for each night how likely averting costs how much, if it was averted every night."""
    copies = cards.copies("night")
    deck = tuple(sorted(cards.decks["night"][card].pollution for card in copies.elements()))
    now, found, endless = {_Pipe(0, 0, deck): Fraction(1)}, list[Chances](), max(meter)
    for _night in range(nights):
        then: dict[_Pipe, Fraction] = {}
        for pipe, chance in now.items():
            for after, part in _next_night(pipe, meter, endless, deck):
                then[after] = then.get(after, Fraction(0)) + chance * part
        price = Chances()
        for pipe, chance in then.items():
            cost = meter[pipe.slot]
            price[cost] = price.get(cost, Fraction(0)) + chance
        found.append(dict(sorted(price.items())))
        now = then
    return found


def expected(chances: Chances) -> Fraction:
    """Return the average of numbers that are so likely."""
    return sum((number * chance for number, chance in chances.items()), Fraction(0))


def over(chances: Chances, limit: int) -> Fraction:
    """Return the chance of more than ``limit``."""
    return sum((chance for number, chance in chances.items() if number > limit), Fraction(0))


def shuffled_rises(cards: Table, nights: int, seed: int) -> list[int]:
    """Return how far pollution rises in so many nights, from a deck shuffled by ``seed``."""
    random = Random(seed)  # noqa: S311  chance in an experiment guards no secret
    deck = [cards.decks["night"][card].pollution for card in cards.copies("night").elements()]
    found: list[int] = []
    while len(found) < nights:
        random.shuffle(deck)
        found += deck
    return found[:nights]


# The same on the engine, with no sheep in the way


def camp(seats: int, pack: str | Mapping[str, object] = "", **fields: object) -> State:
    """Return a physical table of ``seats`` shepherds on the Start at the beginning of a night."""
    state: State = start("the-sheep", NAMES[:seats], pack=pack).state
    home = state.table.board.start
    boards = state.table.cards.shepherds[:seats]
    shepherds = tuple(
        Shepherd(one.id, home, tuple(map(Held, one.equipment)), lit=LANTERNS, lanterns=LANTERNS)
        for one in boards
    )
    caravan = next(iter(state.table.caravans))
    given: dict[str, object] = {
        "phase": "night-event",
        "shepherds": shepherds,
        "caravans": (Caravan(caravan),),
        **fields,
    }
    return replace(state, **given)


def polluted_by(state: State, events: Sequence[str], *, averts: bool) -> int:
    """Return the night on which pollution wins on the engine; 0 if it does not.

    ``events`` are the Night Events drawn. Nights are played up to the tiles; then the sheep are
    taken off the map, and lanterns are lit anew.
    """
    lit = state.shepherds
    for night, event in enumerate(events, start=1):
        state = replace(state, phase="night-event", flock=(), stock=PIECES, shepherds=lit, queue=())
        state = engine.apply(state, Draw(TABLE, "night", event))
        state = replace(state, queue=(), shepherds=lit)
        state = engine.apply(state, Advance(TABLE))
        state = engine.apply(state, _pollution_answer(engine.legal(state), averts=averts))
        while state.queue:
            state = engine.apply(state, engine.legal(state)[0])
        if state.phase == "over":
            return night
    return 0


def _pollution_answer(legal: Moves, *, averts: bool) -> AnyAction:
    answers = [one for one in legal if isinstance(one, Avert if averts else Suffer)]
    return (answers or [one for one in legal if isinstance(one, Suffer)])[0]


# Corruption to expect


def corruption(cards: Table, tiers: Tiers) -> Chances:
    """Return how likely the sheep of a space inflict how much, over the Mutation deck."""
    deck = cards.decks["mutation"]
    inflicted = {
        i: sum(n * each for n, each in zip(tiers, card.corruption, strict=True))
        for i, card in deck.items()
    }
    return _shares(inflicted, cards.copies("mutation"))


def struck(state: State, tiers: Tiers, mutation: str) -> int:
    """Return what a caravan on the Start takes of those sheep tonight, played on the engine."""
    home = state.table.board.start
    caravan = replace(state.caravans[0], at=home, corruption=0)
    herd = Herd(home, tiers)
    night = replace(
        state, phase="strike", caravans=(caravan,), flock=(herd,), mutation=mutation, queue=()
    )
    return engine.apply(night, Advance(TABLE)).caravans[0].corruption


def at_least(chances: Chances, number: int) -> Fraction:
    """Return the chance of ``number`` or more."""
    return over(chances, number - 1)


def of_tier(tier: int, count: int) -> Tiers:
    """Return ``count`` sheep of one tier."""
    found = list(NO_SHEEP)
    found[tier] = count
    return found[0], found[1], found[2]


# Whole games


class Plan(msgspec.Struct, frozen=True):
    """A simple plan for all shepherds: whether they avert pollution, and whether they fight.

    Each guards a caravan by day. Whoever fights kills what can be killed, buys what deals more
    damage, and with the last lanterns distracts sheep from a caravan.
    """

    averts: bool
    fights: bool

    def __call__(self, state: State) -> AnyAction:
        """Return the next action of the table."""
        legal = engine.legal(state)
        if state.phase == "avert" and not state.queue:
            return _shared_out(state, legal) if self.averts else _suffer(legal)
        if state.phase == "action" and not state.queue:
            return self._by_day(state, legal)
        if state.phase in ("combat", "strike") and not state.queue:
            return self._by_night(state, legal)
        if any(isinstance(one, Carry) for one in legal):
            return _carried(state, legal)
        if any(isinstance(one, Discard) for one in legal):
            return _discarded(state, legal)
        return _first(legal)

    def _by_day(self, state: State, legal: Moves) -> AnyAction:
        found = _guard(state, legal)
        if self.fights:
            found = found or best_attack(state, legal) or _buy(state, legal)
        return found or Done(TABLE)

    def _by_night(self, state: State, legal: Moves) -> AnyAction:
        found: AnyAction | None = None
        if self.fights:
            found = best_attack(state, legal) if state.phase == "combat" else _lure(state, legal)
        return found or (Done(TABLE) if state.phase == "combat" else Advance(TABLE))


PLANS = {
    "avert and fight": Plan(averts=True, fights=True),
    "only fight": Plan(averts=False, fights=True),
    "only avert": Plan(averts=True, fights=False),
    "neither": Plan(averts=False, fights=False),
}


def _first(legal: Moves) -> AnyAction:
    """Return the first choice that is no lantern and no ability: what the step itself asks for."""
    for one in legal:
        if isinstance(one, Choose | Learn) or one.seat == TABLE:
            return one
    return legal[-1]


def _carried(state: State, legal: Moves) -> AnyAction:
    """Return dealing excess damage to the biggest sheep it kills, else to none."""
    excess = state.queue[0].count
    kills = [
        one
        for one in legal
        if isinstance(one, Carry)
        and one.hurt + excess >= combat.health(state, tier_number(one.tier))
    ]
    return max(kills, key=lambda one: tier_number(one.tier), default=legal[-1])


def _suffer(legal: Moves) -> AnyAction:
    return next(one for one in legal if isinstance(one, Suffer))


def _shared_out(state: State, legal: Moves) -> AnyAction:
    """Return averting so that the lanterns left are spread evenly; suffering if it is too dear."""
    averts = [one for one in legal if isinstance(one, Avert)]

    def uneven(act: Avert) -> int:
        spent = zip(state.shepherds, act.lanterns, strict=True)
        return sum((one.lit - count) ** 2 for one, count in spent)

    return min(averts, key=uneven) if averts else _suffer(legal)


def _guard(state: State, legal: Moves) -> AnyAction | None:
    """Return a step of some shepherd towards its caravan: they take the caravans in turn."""
    wagons = [one for one in state.caravans if one.on_board]
    steps: dict[int, list[Move]] = {}
    for act in legal:
        if isinstance(act, Move):
            steps.setdefault(act.seat, []).append(act)
    for seat, own in steps.items() if wagons else ():
        far = state.table.grid.distances(wagons[seat % len(wagons)].at)
        best = min(own, key=lambda one: far.get(one.to, LONGEST))
        if far.get(best.to, LONGEST) < far.get(state.shepherds[seat].at, LONGEST):
            return best
    return None


def best_attack(state: State, legal: Moves) -> Attack | None:
    """Return the attack that kills most with least: a big sheep, no lantern, no damage to spare.

    If none kills, it is the hardest one without a lantern on a sheep that several cards can kill.
    """
    attacks = [one for one in legal if isinstance(one, Attack)]
    scored = [(_worth(state, one), one) for one in attacks]
    useful = [(worth, one) for worth, one in scored if worth > (0, 0, 0)]
    return max(useful, key=lambda pair: pair[0])[1] if useful else None


def _worth(state: State, act: Attack) -> tuple[int, int, int]:
    tier = tier_number(act.tier)
    damage = combat.damage(state, act.card, boost=act.boost)
    spare = damage + act.hurt - combat.health(state, tier)
    if spare >= 0:
        return 2 + tier, -int(act.boost), -spare
    if act.boost or not damage or -spare > _still(state, act):
        return 0, 0, 0
    return 1, damage, spare


def _still(state: State, act: Attack) -> int:
    """Return the damage that the other ready cards on the space can still deal."""
    at = state.shepherds[act.seat].at
    total = -combat.damage(state, act.card)
    for shepherd in state.shepherds:
        if shepherd.at == at and not shepherd.dead:
            total += sum(combat.damage(state, one.id) for one in shepherd.hand if not one.down)
    return total


def _buy(state: State, legal: Moves) -> AnyAction | None:
    """Return buying the card with most damage, if it deals more than one that has to go for it."""

    def gain(one: Buy) -> int:
        hand = state.shepherds[one.seat].hand
        full = len(hand) >= hand_limit(state, one.seat)
        worst = min((combat.damage(state, held.id) for held in hand), default=0)
        return combat.damage(state, one.card) - (worst if full else 0)

    buys = [one for one in legal if isinstance(one, Buy) and gain(one) > 0]
    return max(buys, key=gain, default=None)


def _discarded(state: State, legal: Moves) -> AnyAction:
    """Return discarding what deals least damage."""
    cards = [one for one in legal if isinstance(one, Discard)]
    return min(cards, key=lambda one: combat.damage(state, one.card))


def _lure(state: State, legal: Moves) -> AnyAction | None:
    """Return distracting sheep from a caravan, by whoever can bear it or has to save it."""
    for act in legal:
        if not isinstance(act, Distract):
            continue
        shepherd = state.shepherds[act.seat]
        herd = herd_at(state, shepherd.at)
        if herd is None or caravan_at(state, shepherd.at) is None:
            continue
        others = [o for o in state.shepherds if o.at == shepherd.at and o.distracting]
        count = sum(n * combat.strength(state, tier) for tier, n in enumerate(herd.count))
        room = effects.corruption_meter(state, shepherd) - shepherd.corruption
        if not others and (count < room or _would_fall(state, shepherd.at, count)):
            return act
    return None


def _would_fall(state: State, at: str, count: int) -> bool:
    caravan = caravan_at(state, at)
    if caravan is None:
        return False
    return caravan.corruption + count >= state.table.caravans[caravan.id].corruption


class Result(msgspec.Struct, frozen=True):
    """One game: its plan, how it ended (``""`` if it never did) and on which day."""

    plan: str
    result: str
    day: int
    safe: int


def play(player: Player, seats: int, seed: int) -> State:
    """Return the end of a virtual game of ``seats`` shepherds, its decks shuffled by ``seed``."""
    session = start("the-sheep", NAMES[:seats], virtual=True, seed=seed)
    while session.outcome is None and session.state.day <= LONGEST:
        session.do(player(session.state))
    end: State = session.state
    return end


def tournament(plans: Mapping[str, Player], seats: int, games: int) -> tuple[Result, ...]:
    """Return ``games`` games of every plan, all with the same shuffles."""
    return tuple(
        Result(name, end.result, end.day, sum(one.at == "safe" for one in end.caravans))
        for name, plan in plans.items()
        for seed in range(games)
        for end in [play(plan, seats, seed)]
    )


class Rate(msgspec.Struct, frozen=True):
    """A share of ``count`` games, and its standard ``error``."""

    value: float
    error: float
    count: int


def rate(results: Sequence[Result], plan: str, result: str) -> Rate:
    """Return the share of a plan's games that ended so."""
    ends = [one.result for one in results if one.plan == plan]
    share = ends.count(result) / len(ends)
    return Rate(share, sqrt(share * (1 - share) / len(ends)), len(ends))


def mean_day(results: Sequence[Result], plan: str) -> Rate:
    """Return the average day on which a plan's games ended."""
    days = [one.day for one in results if one.plan == plan]
    mean = sum(days) / len(days)
    spread = sum((day - mean) ** 2 for day in days) / max(1, len(days) - 1)
    return Rate(mean, sqrt(spread / len(days)), len(days))
