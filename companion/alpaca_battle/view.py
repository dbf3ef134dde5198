"""What one viewer may see of a game."""

from __future__ import annotations

import msgspec

from companion.alpaca_battle.cards import Deck
from companion.alpaca_battle.dealing import chosen, hand
from companion.alpaca_battle.engine import draws_of, dues, empty_hand_draws, to_act
from companion.alpaca_battle.moves import may_draw, targets
from companion.alpaca_battle.scoring import is_long, outcome, problems, quiet
from companion.alpaca_battle.state import Flip, Phase, State, Where, in_turn, waiting
from companion.game import Outcome, Seat, Setup
from companion.problems import Problem
from companion.secrets import Glimpse, World

Fan = tuple[Seat, Where, int]


class View(msgspec.Struct, frozen=True):
    """A game as ``viewer`` (``None``: the table) may see it.

    Public: everything but the last three. The fields of the same names are those of
    :class:`~companion.alpaca_battle.state.State`. ``to_act`` are the seats with a move, ``waiting``
    those that have still to choose, ``in_turn`` whether they do so one by one. ``fans`` gives for
    each seat from where it could steal: whose, hand or herd, how many cards. ``draws`` are the
    cards each would draw to have three, ``dues`` those it would then lay for a war, from herd and
    from hand, ``must_draw`` those (0: none) it has to draw to choose one. ``quiet`` counts the
    battles since anybody left or an action was used; ``is_long`` says that the game may go on for
    ever.
    The viewer's own: its ``hand``, the card it has ``picked``, and its ``glimpses`` of others.
    """

    viewer: Seat | None
    setup: Setup
    deck: Deck
    phase: Phase
    to_act: tuple[Seat, ...]
    waiting: tuple[Seat, ...]
    in_turn: bool
    leader: Seat
    alive: tuple[Seat, ...]
    hands: tuple[int, ...]
    herds: tuple[int, ...]
    totals: tuple[int, ...]
    chosen: tuple[str, ...]
    shown: tuple[tuple[str, ...], ...]
    laid: tuple[int, ...]
    paid: tuple[int, ...]
    owes: tuple[int, ...]
    pile: int
    out: tuple[int, ...]
    aiming: Seat
    fans: tuple[tuple[Fan, ...], ...]
    draws: tuple[int, ...]
    dues: tuple[tuple[int, int], ...]
    must_draw: tuple[int, ...]
    aside: tuple[str, ...]
    spare: int
    battle: int
    war: int
    last: Flip | None
    counts: tuple[tuple[int, ...], ...]
    until: int
    left: int
    rung: bool
    quiet: int
    is_long: bool
    outcome: Outcome | None
    problems: tuple[Problem, ...]
    hand: tuple[str, ...]
    picked: str
    glimpses: tuple[Glimpse, ...]

    @property
    def seats(self) -> int:
        """How many seats there are, 2 or 3."""
        return len(self.setup.names)


def observe(world: World[State], viewer: Seat | None) -> View:
    """Return what ``viewer`` may see of ``world``: no card of another's but what was flipped."""
    state = world.state
    hand_, picked, glimpses = _own(world, viewer)
    kept = {name: getattr(state, name) for name in _KEPT}
    return View(
        viewer=viewer,
        deck=state.deck,
        to_act=to_act(state),
        waiting=waiting(state) if state.phase == "choose" else (),
        in_turn=in_turn(state),
        fans=tuple(targets(state, seat) for seat in range(state.seats)),
        draws=draws_of(state),
        dues=dues(state),
        must_draw=_must_draw(state),
        quiet=quiet(state),
        is_long=is_long(state),
        outcome=outcome(state),
        problems=problems(state),
        hand=hand_,
        picked=picked,
        glimpses=glimpses,
        **kept,
    )


def _must_draw(state: State) -> tuple[int, ...]:
    """Return how many cards each seat has to draw before it can choose one."""
    choosing = waiting(state) if state.phase == "choose" else ()
    return tuple(
        empty_hand_draws(state, seat) if seat in choosing and may_draw(state, seat) else 0
        for seat in range(state.seats)
    )


def _own(
    world: World[State], viewer: Seat | None
) -> tuple[tuple[str, ...], str, tuple[Glimpse, ...]]:
    """Return what only the viewer knows; nothing for the table, or where people hold the cards."""
    if world.dealer is None or viewer is None:
        return (), "", ()
    stacks = world.dealer.stacks
    glimpses = tuple(one for one in world.dealer.glimpses if one.seat == viewer)
    return stacks[hand(viewer)], "".join(stacks[chosen(viewer)]), glimpses


_KEPT = [
    name
    for name in View.__struct_fields__
    if name in State.__struct_fields__ or name in ("alive", "totals", "pile")
    if name != "deck"
]
"""What is public as it stands in the state."""
