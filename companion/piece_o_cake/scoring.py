"""What the slices are worth, line by line, and what can still change."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.game import Seat, leading
from companion.language import _, listing, plural
from companion.piece_o_cake.slices import (
    CAKES,
    COUNTS,
    DOLLOPS,
    SLICES_PER_CAKE,
    SPARE,
    Variety,
    varieties,
)
from companion.piece_o_cake.state import NONE, Counts, State, on_cake, seen, tally


class ScoreLine(msgspec.Struct, frozen=True):
    """Points of one seat with their reason; ``variety`` is its number, or -1 for all eaten."""

    seat: Seat
    variety: int
    points: int
    reason: str
    rule: str


class Standing(msgspec.Struct, frozen=True):
    """How the race for one variety stands.

    ``counts`` are the slices each seat collected; ``leaders`` the seats with the most (none if
    nobody has any), each scoring ``bonus`` if it ended now. ``on_cake`` slices lie on the present
    cake; ``least_to_come`` to ``most_to_come`` will be served later, a range because the two spare
    slices are never seen. ``certain`` seats keep at least a tie whatever the others do, unless they
    eat their own; ``possible`` seats can still reach the most if the others add nothing to theirs.
    """

    variety: Variety
    counts: tuple[int, ...]
    leaders: tuple[Seat, ...]
    bonus: int
    on_cake: int
    least_to_come: int
    most_to_come: int
    certain: tuple[Seat, ...]
    possible: tuple[Seat, ...]


def leaders(counts: tuple[int, ...]) -> tuple[Seat, ...]:
    """Return the seats with the most; nobody leads with none."""
    return leading(counts) if any(counts) else ()


def totals(state: State) -> tuple[int, ...]:
    """Return each seat's points if the game ended now."""
    points = [eaten_points(eaten) for eaten in state.eaten]
    for variety, bonus in enumerate(COUNTS):
        for seat in leaders(column(state, variety)):
            points[seat] += bonus
    return tuple(points)


def column(state: State, variety: int) -> tuple[int, ...]:
    """Return how many slices of ``variety`` each seat has collected."""
    return tuple(collected[variety] for collected in state.collected)


def eaten_points(eaten: Counts) -> int:
    """Return the dollops on eaten slices."""
    return sum(count * dollops for count, dollops in zip(eaten, DOLLOPS, strict=True))


def ranking(state: State) -> tuple[tuple[int, int], ...]:
    """Return what seats are ranked by, the higher the better: points, then the tie-break."""
    by_eaten = state.setup.rulings["equal-totals"] == "eaten"
    return tuple(
        (points, eaten_points(eaten) if by_eaten else 0)
        for points, eaten in zip(totals(state), state.eaten, strict=True)
    )


def to_come(state: State) -> tuple[tuple[int, int], ...]:
    """Return for each variety how many slices will still be served, at least and at most."""
    cakes = CAKES - state.cake_number - bool(state.cake)
    served_later = cakes * SLICES_PER_CAKE
    unseen = (max(0, count - found) for count, found in zip(COUNTS, seen(state), strict=True))
    if not served_later:
        return ((0, 0),) * len(COUNTS)
    return tuple((max(0, left - SPARE), min(left, served_later)) for left in unseen)


def standings(state: State) -> tuple[Standing, ...]:
    """Return how the race for each variety stands, the rarest first."""
    lying, coming = on_cake(state), to_come(state)
    seats = range(len(state.setup.names))
    near = tuple(zip(*(within_reach(state, seat) for seat in seats), strict=True))
    return tuple(
        _standing(kind, column(state, number), near[number], lying[number], coming[number])
        for number, kind in enumerate(varieties(state.setup.edition))
    )


def within_reach(state: State, seat: Seat) -> Counts:
    """Return how many slices of each variety ``seat`` can at most still take of this cake."""
    if state.phase != "take":
        return on_cake(state)
    cut, picks = state.pieces, state.picks.count(seat)
    pieces = [tally(tuple(state.cake[place] for place in cut[piece])) for piece in state.left]
    if not pieces:
        return NONE
    return tuple(
        sum(sorted(counts)[-picks:]) if picks else 0 for counts in zip(*pieces, strict=True)
    )


def _standing(
    kind: Variety,
    counts: tuple[int, ...],
    near: tuple[int, ...],
    lying: int,
    coming: tuple[int, int],
) -> Standing:
    could = [own + reached + coming[1] for own, reached in zip(counts, near, strict=True)]
    return Standing(
        kind,
        counts,
        leaders(counts),
        kind.count,
        lying,
        *coming,
        tuple(s for s, own in enumerate(counts) if own and own >= _best(could, s)),
        tuple(s for s, top in enumerate(could) if top and top >= _best(counts, s)),
    )


def _best(counts: Sequence[int], seat: Seat) -> int:
    """Return the most that anyone but ``seat`` has."""
    return max(count for other, count in enumerate(counts) if other != seat)


def score(state: State) -> tuple[ScoreLine, ...]:
    """Return every point, seat by seat, with a line of reason each; misses are lines of 0."""
    lines: list[ScoreLine] = []
    for seat in range(len(state.setup.names)):
        lines.append(_eaten_line(state, seat))
        lines.extend(
            _bonus_line(state, seat, number)
            for number in range(len(COUNTS))
            if state.collected[seat][number]
        )
    return tuple(lines)


def _eaten_line(state: State, seat: Seat) -> ScoreLine:
    eaten = state.eaten[seat]
    points = eaten_points(eaten)
    reason = plural(
        "{count} slice eaten: its dollops",
        "{count} slices eaten: their dollops",
        sum(eaten),
    )
    return ScoreLine(seat, -1, points, reason, "eat")


def _bonus_line(state: State, seat: Seat, number: int) -> ScoreLine:
    counts = column(state, number)
    kind = varieties(state.setup.edition)[number]
    first, own, names = leaders(counts), counts[seat], state.setup.names
    if seat not in first:
        reason = plural(
            "{own} {kind}: {leaders} has more ({most})",
            "{own} {kind}: {leaders} have more ({most})",
            len(first),
            own=own,
            kind=kind.title,
            leaders=listing(names[leader] for leader in first),
            most=max(counts),
        )
        return ScoreLine(seat, number, 0, reason, "majority")
    others = [names[leader] for leader in first if leader != seat]
    if others:
        reason = _(
            "{own} {kind}: most, tied with {others}; each scores in full",
            own=own,
            kind=kind.title,
            others=listing(others),
        )
        return ScoreLine(seat, number, kind.count, reason, "ties")
    reason = _("{own} {kind}: the most", own=own, kind=kind.title)
    return ScoreLine(seat, number, kind.count, reason, "majority")


def reason(state: State, winners: tuple[Seat, ...]) -> str:
    """Return why ``winners`` win, in a sentence."""
    points = totals(state)
    names = listing(state.setup.names[seat] for seat in winners)
    best = points[winners[0]]
    level = sum(total == best for total in points)
    if len(winners) > 1:
        return _("{names} share the win with {points} points each.", names=names, points=best)
    if level > 1:
        return _(
            "{names} wins with {points} points and more of them eaten, as your ruling says.",
            names=names,
            points=best,
        )
    return _("{names} wins with {points} points.", names=names, points=best)
