"""What one viewer may see of the table."""

from __future__ import annotations

import msgspec

from companion.game import Outcome, Seat, Setup
from companion.piece_o_cake import engine, scoring
from companion.piece_o_cake.slices import Variety
from companion.piece_o_cake.state import Phase, State, letter
from companion.problems import Problem
from companion.secrets import World


class PieceView(msgspec.Struct, frozen=True):
    """A piece of the cut cake: its ring ``places``, and the seat that took it, if any."""

    number: int
    letter: str
    places: tuple[int, ...]
    slices: tuple[Variety, ...]
    taker: Seat | None


class View(msgspec.Struct, frozen=True):
    """The table as ``viewer`` sees it; ``None`` is the table itself, which all look at.

    ``eaten_slices`` are counts by seat and always known. What eaten slices are worth,
    ``eaten_points``, stands only where the viewer may know it, and so do ``totals``.
    """

    viewer: Seat | None
    setup: Setup
    varieties: tuple[Variety, ...]
    phase: Phase
    cake_number: int
    server: Seat
    to_act: Seat | None
    picks: tuple[Seat, ...]
    cake: tuple[Variety, ...]
    gaps: tuple[int, ...]
    pieces: tuple[PieceView, ...]
    piece_limits: tuple[int, int]
    can_pass: bool
    forfeits: tuple[str, ...]
    collected: tuple[tuple[int, ...], ...]
    eaten_slices: tuple[int, ...]
    eaten_points: tuple[int | None, ...]
    totals: tuple[int | None, ...]
    bonuses: tuple[int, ...]
    gone: tuple[int, ...]
    unseen: tuple[int, ...]
    standings: tuple[scoring.Standing, ...]
    score: tuple[scoring.ScoreLine, ...]
    outcome: Outcome | None
    past: tuple[tuple[int, ...], ...]
    next_starter: Seat
    problems: tuple[Problem, ...]


def observe(world: World[State], viewer: Seat | None) -> View:
    """Return what ``viewer`` may see of ``world``; never what lies in the dealer's stacks."""
    state = world.state
    eaten = tuple(map(scoring.eaten_points, state.eaten))
    totals = scoring.totals(state)
    shown = [_shows_eaten(state, viewer, seat) for seat in range(len(eaten))]
    acting = engine.to_act(state)
    instead = engine.instead(state, acting[0]) if state.phase == "take" else ()
    return View(
        viewer=viewer,
        setup=state.setup,
        varieties=state.varieties,
        phase=state.phase,
        cake_number=state.cake_number,
        server=state.server,
        to_act=acting[0] if acting else None,
        picks=state.picks,
        cake=tuple(state.varieties[number] for number in state.cake),
        gaps=state.gaps,
        pieces=_pieces(state),
        piece_limits=engine.piece_limits(state),
        can_pass=any(not hasattr(action, "variety") for action in instead),
        forfeits=tuple(action.variety for action in instead if hasattr(action, "variety")),
        collected=state.collected,
        eaten_slices=tuple(map(sum, state.eaten)),
        eaten_points=tuple(p if show else None for p, show in zip(eaten, shown, strict=True)),
        totals=tuple(p if show else None for p, show in zip(totals, shown, strict=True)),
        bonuses=tuple(total - own for total, own in zip(totals, eaten, strict=True)),
        gone=state.gone,
        unseen=engine.unseen(state),
        standings=scoring.standings(state),
        score=scoring.score(state) if state.phase == "over" else (),
        outcome=engine.outcome(state),
        past=state.past,
        next_starter=engine.next_starter(state),
        problems=engine.problems(state),
    )


def _shows_eaten(state: State, viewer: Seat | None, seat: Seat) -> bool:
    return seat == viewer or state.phase == "over" or state.setup.rulings["eaten"] == "open"


def _pieces(state: State) -> tuple[PieceView, ...]:
    if state.phase != "take":
        return ()
    takers = {piece: seat for seat, piece in state.takers}
    return tuple(
        PieceView(
            number,
            letter(number),
            places,
            tuple(state.varieties[state.cake[place]] for place in places),
            takers.get(number),
        )
        for number, places in enumerate(state.pieces)
    )
