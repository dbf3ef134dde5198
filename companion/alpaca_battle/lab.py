"""What the lab asks: how long a game is, how often war comes, and whether it can go on for ever.

Every game is played on the real engine, with cards the real dealer shuffles. Each has a seed of
its own, so a thousand games are the same games wherever and in whatever order they are played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from fractions import Fraction
from itertools import islice, permutations
from math import perm
from multiprocessing import get_context
from random import Random
from typing import Any, Literal, TypeVar

import msgspec

from companion.alpaca_battle import dealing, engine
from companion.alpaca_battle.battles import cause_of, winner_of
from companion.alpaca_battle.cards import ACTIONS, GUESS, ORDER, Deck, fights
from companion.alpaca_battle.moves import choosers, may_draw, moves
from companion.alpaca_battle.rules import RULEBOOK
from companion.alpaca_battle.state import AnyAction, Draw, Flip, Lay, March, Play, State
from companion.game import TABLE, Resolved, Seat, Setup
from companion.opening import start
from companion.secrets import World
from companion.session import Session

K = TypeVar("K")

NAMES = ("Ann", "Bo", "Cy")
CAP = 5_000
"""Battles after which a game is given up."""
CHUNK = 25
"""Games that are played in one piece, at home or by an executor."""

Card = Literal["random", "highest", "lowest"]
Actions = Literal["at once", "kept"]
Reason = Literal["last standing", "all fell", "cycle", "cap"]
REASONS: tuple[Reason, ...] = ("last standing", "all fell", "cycle", "cap")


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How the games of an experiment are played.

    Everyone chooses the same ``card`` (War counts as the highest), and plays ``actions`` at once
    or keeps them as long as there is a card to fight with; what is stolen is left to chance.
    ``returned`` is the ruling how won cards go under a herd. After ``cap`` battles a game is given
    up. ``seed`` tells one experiment's shuffles from another's.
    """

    seats: int = 2
    card: Card = "random"
    actions: Actions = "at once"
    returned: Literal["shuffled", "played"] = "shuffled"
    deck: Deck = GUESS
    cap: int = CAP
    seed: str = "herd"

    @property
    def fixed(self) -> bool:
        """Whether nothing is left to chance once the actions are gone."""
        return self.returned == "played" and self.card != "random"


class Game(msgspec.Struct, frozen=True):
    """A game that was played: how many battles, why it ended, and who won (-1: nobody).

    ``wars`` counts the battles with at least one war in them, with at least two, and so on.
    ``by_card`` and ``by_pair`` count the flips that started a war or let it go on, by their cause.
    """

    number: int
    battles: int
    reason: Reason
    winner: Seat
    wars: tuple[int, ...]
    by_card: int
    by_pair: int


# Decks


def with_cards(deck: Deck, **counts: int) -> Deck:
    """Return ``deck`` with other counts of some cards, such as ``war=8`` or ``steal=0``."""
    cards = {**deck.cards, **counts}
    return Deck({card: cards[card] for card in ORDER if cards.get(card)}, deck.title)


def of_numbers(highest: int, colors: int, **specials: int) -> Deck:
    """Return a deck of the numbers 1 to ``highest`` in ``colors`` colors, and some specials."""
    return with_cards(Deck({}), **{str(n): colors for n in range(1, highest + 1)}, **specials)


# The first battle


def first_war(deck: Deck, seats: int = 2) -> Fraction:
    """Return how likely the first battle goes to war if everyone chooses blindly.

    Then the cards flipped are any different ones of those that fight, all alike likely: there is
    peace if their numbers differ and none is a War.
    """
    fighters = sum(count for card, count in deck.cards.items() if fights(card))
    numbers = [deck.cards[card] for card in deck.numbers]
    return 1 - Fraction(_ways(numbers, seats), perm(fighters, seats))


def _ways(counts: Sequence[int], picks: int) -> int:
    """Return in how many ways so many cards, in order, all show different numbers."""
    ways = [1] + [0] * picks
    for count in counts:
        for at in range(picks, 0, -1):
            ways[at] += at * count * ways[at - 1]
    return ways[picks]


def first_flips(deck: Deck, seats: int = 2) -> Iterator[tuple[str, ...]]:
    """Return all that can be flipped first, card for card: each card of the deck is its own."""
    return permutations([card for card in deck.listed() if fights(card)], seats)


def first_war_by_kind(deck: Deck, seats: int = 2) -> Fraction:
    """Return the same as :func:`first_war` by looking at every flip, equal cards together."""
    counts = Counter({card: count for card, count in deck.cards.items() if fights(card)})
    flips = list(_flips(counts, seats))
    at_war = sum(ways for cards, ways in flips if winner_of(cards) == TABLE)
    return Fraction(at_war, sum(ways for _cards, ways in flips))


def _flips(counts: Counter[str], seats: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield every flip of ``seats`` cards with the number of ways it can come about."""
    if not seats:
        yield (), 1
        return
    for card in [card for card, count in counts.items() if count]:
        rest = counts - Counter([card])
        for cards, ways in _flips(rest, seats - 1):
            yield (card, *cards), ways * counts[card]


def first_battles(plan: Plan, games: int) -> float:
    """Return how often the first battle went to war in so many deals that were played."""
    return sum(_goes_to_war(plan, number) for number in range(games)) / games


def _goes_to_war(plan: Plan, number: int) -> bool:
    world, chance = opening(plan, number), _chance(plan, number)
    while world.state.last is None and world.state.phase != "over":
        world = after(world, decision(world, plan, chance))
    return world.state.last is not None and world.state.last.winner == TABLE


# Playing


def opening(plan: Plan, number: int) -> World[State]:
    """Return the world of game ``number`` as its cards have been dealt."""
    state = engine.start(_setup(plan))
    return World(state, dealing.deal(state, _seed(plan, number)))


def _setup(plan: Plan) -> Setup:
    rulings = RULEBOOK.settle({"return": plan.returned})
    names, pack = NAMES[: plan.seats], msgspec.json.encode(plan.deck).decode()
    return Setup("alpaca-battle", "1", names, "sheet", 0, rulings, virtual=True, pack=pack)


def _seed(plan: Plan, number: int) -> str:
    return f"{plan.seed}/{number}"


def _chance(plan: Plan, number: int) -> Random:
    return Random(f"{plan.seed}/{number}/choices")  # noqa: S311  chance in an experiment guards no secret


def after(world: World[State], action: AnyAction) -> World[State]:
    """Return the world after a legal action."""
    done = dealing.resolve(world, action)
    if not isinstance(done, Resolved):
        raise ValueError(str(done))  # noqa: TRY004  a refusal is no matter of types
    return World(engine.apply(world.state, done.action), done.dealer)


def course(plan: Plan, number: int) -> Iterator[World[State]]:
    """Yield the world of game ``number`` as it is dealt and after every action, to its end.

    A game that never ends is yielded for ever.
    """
    world, chance = opening(plan, number), _chance(plan, number)
    yield world
    while world.state.phase != "over":
        world = after(world, decision(world, plan, chance))
        yield world


def battles(plan: Plan, number: int) -> Iterator[World[State]]:
    """Yield the worlds of :func:`course` in which a battle begins, and the last one."""
    seen = 0
    for world in course(plan, number):
        if world.state.battle > seen or world.state.phase == "over":
            seen = world.state.battle
            yield world


def decision(world: World[State], plan: Plan, chance: Random) -> AnyAction:
    """Return what is done next by the plan."""
    state = world.state
    if state.phase == "choose":
        return _choice(world, plan, chance)
    if state.phase == "aim":
        return chance.choice(moves(state))
    if state.phase == "war":
        return March(state.alive[0])
    return _payment(world, plan, chance)


def _choice(world: World[State], plan: Plan, chance: Random) -> AnyAction:
    seat = choosers(world.state)[0]
    if may_draw(world.state, seat):
        return Draw(seat)
    cards = _hand(world, seat)
    fighters = [place for place, card in enumerate(cards) if card not in ACTIONS]
    if len(fighters) < len(cards) and (plan.actions == "at once" or not fighters):
        return Play(seat, next(at for at, card in enumerate(cards) if card in ACTIONS))
    return Play(seat, _best_first(cards, fighters, plan, chance)[0])


def _payment(world: World[State], plan: Plan, chance: Random) -> AnyAction:
    """Return the cards laid for a war: those that would be chosen last, actions among them."""
    seat = engine.to_act(world.state)[0]
    cards = _hand(world, seat)
    order = _best_first(cards, range(len(cards)), plan, chance)
    return Lay(seat, tuple(sorted(order[-world.state.owes[seat] :])))


def _hand(world: World[State], seat: Seat) -> tuple[str, ...]:
    assert world.dealer is not None  # noqa: S101  the kit deals
    return world.dealer.stacks[dealing.hand(seat)]


def _best_first(
    cards: Sequence[str], places: Iterable[int], plan: Plan, chance: Random
) -> list[int]:
    """Return ``places`` in the order in which the plan would choose their cards."""
    if plan.card == "random":
        order = list(places)
        chance.shuffle(order)
        return order
    sign = -1 if plan.card == "highest" else 1
    return sorted(places, key=lambda at: (not fights(cards[at]), sign * ORDER[cards[at]]))


# Counting


def play(plan: Plan, number: int) -> Game:
    """Return what came of game ``number``.

    Where nothing is left to chance, a game whose cards lie again as they once lay is given up: it
    would go on for ever.
    """
    flips, seen, last = list[Flip](), set[object](), None
    for world in course(plan, number):
        state = world.state
        if state.last is not last:
            last = state.last
            flips += [last] if last else []
            over = plan.fixed and state.phase == "choose" and _came_again(world, seen)
            if over or state.battle > plan.cap:
                return _game(state, number, flips, "cycle" if over else "cap")
    return _game(state, number, flips, "last standing" if state.why == "last" else "all fell")


def _came_again(world: World[State], seen: set[object]) -> bool:
    """Note how all cards lie, and return whether they once lay like this."""
    arrangement = arranged(world)
    again = arrangement in seen
    seen.add(arrangement)
    return again


def arranged(world: World[State]) -> tuple[tuple[str, ...], ...]:
    """Return how all the cards lie: used actions, then by seat the hand, the herd and the pile.

    By a fixed plan, what comes next depends on nothing else, as long as no action is played.
    """
    assert world.dealer is not None  # noqa: S101  the kit deals
    return world.dealer.stacks


def _game(state: State, number: int, flips: Sequence[Flip], reason: Reason) -> Game:
    causes = [(flip.war, cause_of(flip.cards)) for flip in flips]
    begun = Counter(war for war, cause in causes if cause)
    found = Counter(cause for _war, cause in causes)
    ended = engine.outcome(state)
    winners = ended.winners if ended else ()
    return Game(
        number,
        battles=sum(not war for war, _cause in causes),
        reason=reason,
        winner=winners[0] if len(winners) == 1 else TABLE,
        wars=tuple(begun[war] for war in range(len(begun))),
        by_card=found["war"],
        by_pair=found["pair"],
    )


def simulate(
    plan: Plan,
    games: int,
    *,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[Game, ...]:
    """Return the games 0 to ``games`` of a plan, in order.

    ``executor`` plays them elsewhere, such as one of :mod:`concurrent.futures` or of a cluster;
    the games are the same. ``progress`` is told again and again how many are done, and of how many.
    """
    pieces = [range(at, min(at + CHUNK, games)) for at in range(0, games, CHUNK)]
    played: list[Game] = []
    for piece in _pieces(plan, pieces, executor):
        played += piece
        if progress is not None:
            progress(len(played), games)
    return tuple(played)


def all_cores() -> Executor:
    """Return an executor for the cores of this computer.

    Its processes begin afresh: a notebook's kernel has threads, and it is not safe to copy those.
    """
    return ProcessPoolExecutor(mp_context=get_context("spawn"))


def simulate_all(
    plans: Mapping[K, Plan],
    games: int,
    *,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> dict[K, tuple[Game, ...]]:
    """Return the games 0 to ``games`` of every plan, as :func:`simulate` does of one."""

    def all_told(before: int) -> Callable[[int, int], object] | None:
        whole = games * len(plans)
        return progress and (lambda done, _of: progress(before + done, whole))

    return {
        name: simulate(plan, games, executor=executor, progress=all_told(games * at))
        for at, (name, plan) in enumerate(plans.items())
    }


def _pieces(
    plan: Plan, pieces: Sequence[range], executor: Executor | None
) -> Iterator[tuple[Game, ...]]:
    if executor is None:
        yield from (play_some(plan, piece) for piece in pieces)
        return
    futures = [executor.submit(play_some, plan, piece) for piece in pieces]
    try:
        yield from (future.result() for future in futures)
    finally:  # whoever stops it need not wait for the rest
        for future in futures:
            future.cancel()


def play_some(plan: Plan, numbers: Iterable[int]) -> tuple[Game, ...]:
    """Return the games of these numbers: what an executor is asked for."""
    return tuple(play(plan, number) for number in numbers)


def reasons(games: Sequence[Game]) -> list[float]:
    """Return what part of the games ended for each of the :data:`REASONS`."""
    return [sum(game.reason == reason for game in games) / len(games) for reason in REASONS]


def war_rates(games: Sequence[Game], most: int = 4) -> list[float]:
    """Return what part of all battles had at least 1 to ``most`` wars in them."""
    fought = sum(game.battles for game in games)
    return [sum(sum(game.wars[at : at + 1]) for game in games) / fought for at in range(most)]


# A second way


def by_session(plan: Plan, number: int) -> Session[State, AnyAction, Any]:
    """Return game ``number`` played as at a table: a session checks every action and logs it."""
    session = start(
        "alpaca-battle",
        NAMES[: plan.seats],
        rulings={"return": plan.returned},
        virtual=True,
        seed=_seed(plan, number),
        pack=msgspec.to_builtins(plan.deck),
    )
    world, chance = opening(plan, number), _chance(plan, number)
    while world.state.phase != "over" and world.state.battle <= plan.cap:
        action = decision(world, plan, chance)
        session.do(action)
        world = after(world, action)
    return session


# Going on for ever


class Cycle(msgspec.Struct, frozen=True):
    """The battles before the first one that comes again, and how many later it does."""

    begins: int
    length: int


def cycle(plan: Plan, number: int) -> Cycle | None:
    """Return the cycle a game runs into, by noting how the cards lay before each battle.

    ``None`` if it ends first, or after the cap of the plan.
    """
    seen: dict[object, int] = {}
    for at, world in enumerate(islice(battles(plan, number), plan.cap)):
        arrangement = arranged(world)
        if arrangement in seen:
            return Cycle(seen[arrangement], at - seen[arrangement])
        seen[arrangement] = at
    return None


def cycle_by_race(plan: Plan, number: int) -> int:
    """Return the length of the cycle a game runs into, without noting anything; 0 if it ends.

    Of two that follow the same game, one goes twice as fast. Only in a cycle it comes up from
    behind; then the fast one waits until the other has come round once.
    """
    slow, fast = battles(plan, number), islice(battles(plan, number), 0, 2 * plan.cap, 2)
    next(slow), next(fast)
    for tortoise, hare in zip(slow, fast, strict=False):
        if arranged(tortoise) == arranged(hare):
            return 1 + next(
                at for at, world in enumerate(slow) if arranged(world) == arranged(hare)
            )
    return 0
