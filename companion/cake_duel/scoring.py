"""Cakes, trophies, the end of a duel and of a match, and what cannot be right."""

from __future__ import annotations

from companion.cake_duel.state import State, members, side
from companion.cake_duel.troops import DUEL
from companion.game import Outcome, Seat, places
from companion.language import _, listing, plural
from companion.problems import Problem

_DUELS = {"one": 1, "three": 2, "five": 3}


def all_cakes(seats: int) -> int:
    """Return how many cakes a bout is about: 7, or 9 in a team game."""
    return 7 if seats == 2 else 9


def cakes_of(starter: Seat, seats: int) -> tuple[int, int]:
    """Return the cakes each side begins a bout with: the one to attack first has one less."""
    few = all_cakes(seats) // 2
    return (few, few + 1) if side(starter, seats) == 0 else (few + 1, few)


def decided(trophies: tuple[int, ...]) -> bool:
    """Return whether a side has won the duel."""
    return max(trophies) >= DUEL


def needed(match: str) -> int:
    """Return how many duels win a match under a ruling of that name."""
    return _DUELS[match]


def match_score(state: State) -> tuple[int, int]:
    """Return how many duels of the match each side has won, one just finished included."""
    duels = [*state.past, state.trophies] if state.phase == "over" else state.past
    return (
        sum(duel[0] > duel[1] for duel in duels),
        sum(duel[1] > duel[0] for duel in duels),
    )


def match_winner(state: State) -> int | None:
    """Return the side that has won the match, if one has."""
    score = match_score(state)
    best = max(score)
    return score.index(best) if best >= needed(state.setup.rulings["match"]) else None


def side_name(state: State, number: int) -> str:
    """Return the name of a player, or the names of a team."""
    return listing(state.setup.names[seat] for seat in members(number, state.seats))


def outcome(state: State) -> Outcome | None:
    """Return who won the duel, with the bouts each seat's side won as points."""
    if state.phase != "over":
        return None
    points = tuple(state.trophies[side(seat, state.seats)] for seat in range(state.seats))
    winner = state.trophies.index(max(state.trophies))
    return Outcome(members(winner, state.seats), points, places(points), _reason(state, winner))


def _reason(state: State, winner: int) -> str:
    won, lost = state.trophies[winner], state.trophies[1 - winner]
    names = side_name(state, winner)
    if state.setup.rulings["match"] != "one" and match_winner(state) is not None:
        duels = match_score(state)
        return plural(
            "{names} wins the match, {duels} duels to {others}.",
            "{names} win the match, {duels} duels to {others}.",
            len(members(winner, state.seats)),
            names=names,
            duels=duels[winner],
            others=duels[1 - winner],
        )
    return plural(
        "{names} wins the duel, {won} bouts to {lost}.",
        "{names} win the duel, {won} bouts to {lost}.",
        len(members(winner, state.seats)),
        names=names,
        won=won,
        lost=lost,
    )


def problems(state: State) -> tuple[Problem, ...]:
    """Return everything about the cards that cannot be right."""
    found = sum(state.hands) + state.deck + state.pile
    if found == state.size:
        return ()
    text = _(
        "{found} cards are accounted for, but there are {size}: {deck} in the deck, {pile} played "
        "and {hands} in hand.",
        found=found,
        size=state.size,
        deck=state.deck,
        pile=state.pile,
        hands=listing(
            _("{count} ({name})", count=count, name=name)
            for count, name in zip(state.hands, state.setup.names, strict=True)
        ),
    )
    return (Problem(text),)
