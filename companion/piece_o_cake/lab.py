"""What the lab asks: ways to cut, eating against collecting, ties, cuts, and simulated games.

Everything is counted on the real engine. Whatever draws a random number is given a seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, count, pairwise, product
from math import comb
from random import Random
from statistics import fmean

import msgspec

from companion.averages import Mean, mean_of_groups
from companion.game import Seat
from companion.opening import start
from companion.piece_o_cake import engine, scoring
from companion.piece_o_cake.moves import gap_choices, slice_counts
from companion.piece_o_cake.slices import COUNTS, DOLLOPS, SLICES_PER_CAKE, Variety, varieties
from companion.piece_o_cake.state import AnyAction, Cut, Forfeit, Pass, Serve, State, Take
from companion.piece_o_cake.view import View
from companion.session import Session

Player = Callable[[State], AnyAction]
"""A way to play: from the table to the action of the seat whose move it is."""

NAMES = ("Red", "Blue", "Green", "Gold", "White")


# Ways to cut


def ways_to_cut(count: int) -> int:
    """Return in how many ways the ring falls into ``count`` pieces."""
    return 1 if count == 1 else comb(SLICES_PER_CAKE, count)


# Eaten or collected


class Worth(msgspec.Struct, frozen=True):
    """What a variety pays.

    ``match`` eaten slices are worth its bonus; with ``safe`` collected ones nobody can have more,
    with ``alone`` nobody can have as many.
    """

    variety: Variety
    match: int
    safe: int
    alone: int

    @property
    def title(self) -> str:
        """The name of the variety."""
        return self.variety.title

    @property
    def bonus(self) -> int:
        """What having the most of it pays."""
        return self.variety.count

    @property
    def dollops(self) -> int:
        """What each slice of it pays eaten."""
        return self.variety.dollops


def worth(variety: Variety) -> Worth:
    """Return what ``variety`` pays, when all its slices are in the game."""
    count, dollops = variety.count, variety.dollops
    return Worth(variety, -(-count // dollops), (count + 1) // 2, count // 2 + 1)


def worths(edition: str = "classic") -> tuple[Worth, ...]:
    """Return what each variety of an edition pays, the rarest first."""
    return tuple(map(worth, varieties(edition)))


def gain_of_collecting(variety: Variety, slices: int, chance: Fraction) -> Fraction:
    """Return how many points collecting ``slices`` brings more than eating them, on average.

    ``chance`` is that of having the most of them at the end.
    """
    return chance * variety.count - slices * variety.dollops


def break_even(variety: Variety, slices: int) -> Fraction:
    """Return the chance from which on collecting ``slices`` pays; over 1 it never does."""
    return Fraction(slices * variety.dollops, variety.count)


def price_list(most: int, edition: str = "classic") -> dict[str, list[float | None]]:
    """Return by name of variety the break-even chance of 1 to ``most`` slices.

    Where there are not so many of a variety, it is ``None``.
    """
    return {
        variety.title: [
            float(break_even(variety, slices)) if slices <= variety.count else None
            for slices in range(1, most + 1)
        ]
        for variety in varieties(edition)
    }


# What an offer is worth now


class Offer(msgspec.Struct, frozen=True):
    """An action with the ``points`` it adds if the game ended now, ``eaten`` ones among them."""

    points: int
    eaten: int
    action: AnyAction


@lru_cache(maxsize=8192)
def best_split(variety: int, own: int, rival: int, new: int, trust: int = 1) -> tuple[int, int]:
    """Return the most points ``new`` slices can add now, and how many of them to eat for that.

    ``own`` are collected already, ``rival`` is the most anyone else has. ``trust`` 0 counts no
    bonus at all. At equal points more is eaten, because eaten points cannot be lost.
    """
    bonus, dollops = trust * COUNTS[variety], DOLLOPS[variety]
    before = _leads(own, rival)
    return max(
        (eat * dollops + bonus * (_leads(own + new - eat, rival) - before), eat)
        for eat in range(new + 1)
    )


def _leads(own: int, rival: int) -> bool:
    return own > 0 and own >= rival


def rivals(state: State, seat: Seat) -> tuple[int, ...]:
    """Return for each variety the most that anyone but ``seat`` has collected."""
    others = (counts for other, counts in enumerate(state.collected) if other != seat)
    return tuple(map(max, zip(*others, strict=True)))


def piece_offer(state: State, seat: Seat, piece: int, trust: int = 1) -> Offer:
    """Return the best way for ``seat`` to take ``piece`` now."""
    own, most = state.collected[seat], rivals(state, seat)
    points, eaten = 0, 0
    eat: list[str] = []
    for variety, new in _slices(state, piece):
        more, count = best_split(variety, own[variety], most[variety], new, trust)
        points, eaten = points + more, eaten + count * DOLLOPS[variety]
        eat.extend([state.varieties[variety].id] * count)
    return Offer(points, eaten, Take(seat, piece, tuple(eat)))


def _slices(state: State, piece: int) -> tuple[tuple[int, int], ...]:
    return slice_counts(tuple(state.cake[at] for at in state.pieces[piece]))


def forfeit_offer(state: State, action: Forfeit, trust: int = 1) -> Offer:
    """Return what eating a whole variety instead of taking a piece adds now."""
    variety = state.index[action.variety]
    own = state.collected[action.seat][variety]
    lost = _leads(own, rivals(state, action.seat)[variety]) * COUNTS[variety] * trust
    eaten = own * DOLLOPS[variety]
    return Offer(eaten - lost, eaten, action)


def offers(state: State, trust: int = 1) -> tuple[Offer, ...]:
    """Return the best way to take each piece that is left, and what may be done instead."""
    seat = state.picks[0]
    instead = engine.instead(state, seat)
    return (
        *(piece_offer(state, seat, piece, trust) for piece in state.left),
        *(forfeit_offer(state, act, trust) for act in instead if isinstance(act, Forfeit)),
        *(Offer(0, 0, act) for act in instead if isinstance(act, Pass)),
    )


# Players


def greedy(state: State) -> AnyAction:
    """Return what adds most points now: eat or collect, whichever pays if the game ended here."""
    return _best(offers(state)) if state.phase == "take" else hosting(state)


def eater(state: State) -> AnyAction:
    """Return the piece with the most dollops, all eaten."""
    return _best(offers(state, trust=0)) if state.phase == "take" else hosting(state)


def exhaustive(state: State) -> AnyAction:
    """Return what :func:`greedy` should: found by doing every legal action on the real engine."""
    if state.phase != "take":
        return hosting(state)
    seat = state.picks[0]

    def after(action: AnyAction) -> tuple[int, int]:
        tried = engine.apply(state, action)
        return scoring.totals(tried)[seat], scoring.eaten_points(tried.eaten[seat])

    return max(engine.legal(state), key=after)


def collector(state: State) -> AnyAction:
    """Return the piece that adds most bonus points when all of it is collected."""
    if state.phase != "take":
        return hosting(state)
    seat = state.picks[0]
    if not state.left:
        return Pass(seat)
    return max(
        (Take(seat, piece) for piece in state.left), key=lambda take: _collected(state, take)
    )


def _best(choices: Iterable[Offer]) -> AnyAction:
    return max(choices, key=lambda offer: (offer.points, offer.eaten)).action


def _collected(state: State, take: Take) -> tuple[int, int]:
    own, most = state.collected[take.seat], rivals(state, take.seat)
    counts = _slices(state, take.piece)
    bonus = sum(
        COUNTS[kind] * (_leads(own[kind] + new, most[kind]) - _leads(own[kind], most[kind]))
        for kind, new in counts
    )
    return bonus, sum(new for _kind, new in counts)


def wild(seed: int) -> Player:
    """Return a player who draws from the legal actions, each as likely as any other."""
    random = Random(seed)  # noqa: S311  chance in an experiment guards no secret
    return lambda state: random.choice(engine.legal(state))


def hosting(state: State) -> AnyAction:
    """Return what a server does before anyone chooses: draw the cake, then cut it evenly."""
    return even_cut(state) if state.phase == "cut" else Serve(state.server)


def even_cut(state: State) -> Cut:
    """Return the cut into as many pieces as allowed whose dollops differ least."""
    dollops = [DOLLOPS[variety] for variety in state.cake]
    reach = (0, *accumulate(dollops * 2))
    most = engine.piece_limits(state)[1]
    differ = [
        (max(sums) - min(sums), gaps)
        for gaps, spans in _spans(most)
        for sums in [[reach[end] - reach[start] for start, end in spans]]
    ]
    return Cut(state.server, min(differ)[1])


@lru_cache(maxsize=8)
def _spans(count: int) -> tuple[tuple[tuple[int, ...], tuple[tuple[int, int], ...]], ...]:
    return tuple(
        (gaps, tuple(pairwise((*gaps, gaps[0] + SLICES_PER_CAKE))))
        for gaps in gap_choices(count, count)
    )


# A cut under the microscope


class Trial(msgspec.Struct, frozen=True):
    """A cut and how many points each seat has ``gained`` once all have chosen greedily."""

    cut: Cut
    gained: tuple[int, ...]
    takers: tuple[tuple[Seat, int], ...]

    @property
    def kept(self) -> int:
        """What the server gained, or lost where a rival caught up."""
        return self.gained[self.cut.seat]

    @property
    def lead(self) -> int:
        """What the server gained more than the rival who gained most."""
        return self.kept - max(p for seat, p in enumerate(self.gained) if seat != self.cut.seat)


def trial(state: State, cut: Cut, chooser: Player = greedy) -> Trial:
    """Return what becomes of ``cut`` if everybody chooses as ``chooser`` does."""
    before, takers = scoring.totals(state), []
    state = engine.apply(state, cut)
    while state.phase == "take":
        action = chooser(state)
        if isinstance(action, Take):
            takers.append((action.seat, action.piece))
        state = engine.apply(state, action)
    gained = zip(scoring.totals(state), before, strict=True)
    return Trial(cut, tuple(after - old for after, old in gained), tuple(takers))


def trials(state: State) -> tuple[Trial, ...]:
    """Return every legal cut of the cake on the table, the best for its server first.

    At equal points kept, the bigger lead comes first.
    """
    tried = [trial(state, cut) for cut in engine.legal(state) if isinstance(cut, Cut)]
    return tuple(sorted(tried, key=lambda one: (-one.kept, -one.lead)))


def owners(state: State, one: Trial) -> tuple[str, ...]:
    """Return who took each piece of a tried cut; an empty name where nobody did."""
    takers = {piece: state.setup.names[seat] for seat, piece in one.takers}
    return tuple(takers.get(piece, "") for piece in range(max(1, len(one.cut.gaps))))


def appraisal(state: State, cut: Cut) -> tuple[tuple[int, ...], ...]:
    """Return for each piece of ``cut`` what it would add for each seat, before anyone chooses."""
    state = engine.apply(state, cut)
    seats = range(len(state.setup.names))
    return tuple(
        tuple(piece_offer(state, seat, piece).points for seat in seats) for piece in state.left
    )


# Whole games


def play(players: Sequence[Player], seed: int) -> State:
    """Return the end of a game between ``players``, its slices shuffled by ``seed``."""
    session = start("piece-o-cake", NAMES[: len(players)], virtual=True, seed=seed)
    return play_on(session, players, until=lambda state: state.phase == "over")


def play_on(
    session: Session[State, AnyAction, View],
    players: Sequence[Player],
    until: Callable[[State], bool],
) -> State:
    """Let ``players`` go on with ``session`` until something holds, and return the table then."""
    while not until(session.state):
        [seat] = engine.to_act(session.state)
        session.do(players[seat](session.state))
    return session.state


def tied(state: State) -> tuple[int, ...]:
    """Return for each variety how many seats share the most; 1 is no tie, 0 is nobody."""
    return tuple(len(scoring.leaders(scoring.column(state, kind))) for kind in range(len(COUNTS)))


def tie_points(state: State) -> int:
    """Return the points that come from bonuses paid to more than one seat."""
    return sum(n * bonus for n, bonus in zip(tied(state), COUNTS, strict=True) if n > 1)


def tie_rates(ends: Sequence[State]) -> tuple[float, ...]:
    """Return for each variety the share of games in which the most was shared."""
    counts = [tied(end) for end in ends]
    return tuple(fmean(seats > 1 for seats in column) for column in zip(*counts, strict=True))


def tie_share(ends: Sequence[State]) -> float:
    """Return what part of all points scored came from shared bonuses."""
    return sum(map(tie_points, ends)) / sum(sum(scoring.totals(end)) for end in ends)


class Result(msgspec.Struct, frozen=True):
    """One game: how each seat played, its ``points``, and its part of the win."""

    players: tuple[str, ...]
    points: tuple[int, ...]
    wins: tuple[float, ...]
    end: State


def tournament(players: Mapping[str, Player], seats: int, deals: int) -> tuple[Result, ...]:
    """Return ``deals`` games for every line-up of ``players`` at ``seats`` seats."""
    shuffles = count()
    return tuple(
        result(line_up, play([players[name] for name in line_up], next(shuffles)))
        for line_up in product(players, repeat=seats)
        for _deal in range(deals)
    )


def result(line_up: tuple[str, ...], end: State) -> Result:
    """Return how a finished game of ``line_up`` came out."""
    outcome = engine.outcome(end)
    if outcome is None:
        raise ValueError("the game is not over")
    part = 1 / len(outcome.winners)
    wins = tuple(part * (seat in outcome.winners) for seat in range(len(line_up)))
    return Result(line_up, outcome.points, wins, end)


def mean_points(results: Iterable[Result], name: str, company: int | None = None) -> Mean:
    """Return the average points of a seat playing ``name``.

    With ``company`` only where so many rivals play the same way.
    """
    return mean_of_groups(_of(game, game.points, name) for game in _with(results, name, company))


def mean_wins(results: Iterable[Result], name: str, company: int | None = None) -> Mean:
    """Return the average part of the win of a seat playing ``name``; see :func:`mean_points`."""
    return mean_of_groups(_of(game, game.wins, name) for game in _with(results, name, company))


def _with(results: Iterable[Result], name: str, company: int | None) -> list[Result]:
    return [game for game in results if company is None or game.players.count(name) == company + 1]


def _of(game: Result, values: Sequence[float], name: str) -> list[float]:
    return [value for own, value in zip(game.players, values, strict=True) if own == name]


def paid_off(ends: Iterable[State], variety: int, slices: int) -> tuple[int, int]:
    """Return how often a seat ended with ``slices`` of a variety, and how often they scored."""
    columns = [scoring.column(end, variety) for end in ends]
    held = [(column, own) for column in columns for own in column if own == slices]
    return len(held), sum(own == max(column) for column, own in held)


def chances(ends: Sequence[State], most: int, least: int = 1) -> dict[str, list[float | None]]:
    """Return by name of variety how often 1 to ``most`` slices scored at the end.

    A number seen less than ``least`` times is ``None``.
    """
    return {
        variety.title: [
            scored / held if held >= max(1, least) else None
            for held, scored in (paid_off(ends, kind, own) for own in range(1, most + 1))
        ]
        for kind, variety in enumerate(ends[0].varieties)
    }
