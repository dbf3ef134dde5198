"""Who has won, and whether the cards can be right."""

from __future__ import annotations

from companion.alpaca_battle.state import State
from companion.game import Outcome, Seat, leading, places
from companion.language import _, listing, plural
from companion.problems import Problem

LONG = 150
"""After so many battles without anyone leaving, the table is told that it may go on for ever."""


def leaders(state: State) -> tuple[Seat, ...]:
    """Return the seats that own the most cards."""
    return leading(state.totals)


def outcome(state: State) -> Outcome | None:
    """Return how the game ended, or ``None`` while it goes on.

    The points are the cards each seat owns at the end.
    """
    if state.phase != "over":
        return None
    ranking = state.totals if state.why == "bell" else _lasted(state)
    winners = leading(ranking)
    return Outcome(winners, state.totals, places(ranking), reason(state, winners))


def _lasted(state: State) -> tuple[int, ...]:
    """Return how long each seat lasted: who is still in the longest."""
    return tuple(rank or state.seats + 1 for rank in state.out)


def reason(state: State, winners: tuple[Seat, ...]) -> str:
    """Return how the game ended, in a sentence that names who won."""
    names = state.setup.names
    who = listing(names[seat] for seat in winners)
    if state.why == "bell":
        count = state.totals[winners[0]]
        if len(winners) > 1:
            return _("A draw: {names} own {count} cards each.", names=who, count=count)
        return plural(
            "{name} wins the count with {count} card.",
            "{name} wins the count with {count} cards.",
            count,
            name=who,
        )
    if len(winners) > 1:
        return _("A draw: {names} could not pay for the war, and nobody is left.", names=who)
    if state.why == "fallen":
        return _("Nobody could pay for the war; {name} laid the most cards and wins.", name=who)
    others = listing(names[seat] for seat in range(state.seats) if seat not in winners)
    return plural(
        "{name} wins: {others} is out of cards.",
        "{name} wins: {others} are out of cards.",
        state.seats - 1,
        name=who,
        others=others,
    )


def problems(state: State) -> tuple[Problem, ...]:
    """Return everything about the cards that cannot be right."""
    parts = sum(state.totals), state.pile, len(state.aside), state.spare
    if sum(parts) == state.deck.size:
        return ()
    text = _(
        "{found} cards are accounted for, but there are {size}: {owned} in hands and herds, "
        "{pile} in the middle, {aside} used and {spare} left out.",
        found=sum(parts),
        size=state.deck.size,
        owned=parts[0],
        pile=parts[1],
        aside=parts[2],
        spare=parts[3],
    )
    return (Problem(text),)


def quiet(state: State) -> int:
    """Return for how many battles nobody has left and no action card was used."""
    return state.battle - state.changed


def is_long(state: State) -> bool:
    """Return whether nothing has changed for so long that the same cards may be going round."""
    return state.phase != "over" and quiet(state) >= LONG
