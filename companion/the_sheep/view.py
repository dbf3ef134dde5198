"""What a seat may see: in The Sheep everything but the cards nobody has drawn."""

from __future__ import annotations

import msgspec

from companion.game import Outcome, Seat, Setup
from companion.problems import Problem
from companion.secrets import World
from companion.the_sheep import engine
from companion.the_sheep.state import Phase, State
from companion.the_sheep.table import Table


class View(msgspec.Struct, frozen=True):
    """What ``viewer`` (``None``: the table) sees.

    ``state`` is public as a whole. ``to_act`` are the seats with a move now, -1 for what belongs
    to nobody; ``steps`` the steps of a day and a night as this table plays them.
    """

    viewer: Seat | None
    setup: Setup
    state: State
    phase: Phase
    to_act: tuple[Seat, ...]
    steps: tuple[Phase, ...]
    outcome: Outcome | None
    problems: tuple[Problem, ...]

    @property
    def table(self) -> Table:
        """The map and the cards of this table."""
        return self.state.table


def observe(world: World[State], viewer: Seat | None) -> View:
    """Return what ``viewer`` may see of ``world``; never what lies in the dealer's stacks."""
    state = world.state
    return View(
        viewer=viewer,
        setup=state.setup,
        state=state,
        phase=state.phase,
        to_act=engine.to_act(state),
        steps=engine.steps(state),
        outcome=engine.outcome(state),
        problems=engine.problems(state),
    )
