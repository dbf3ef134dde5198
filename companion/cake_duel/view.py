"""What one viewer may see of a duel."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.cake_duel import moves, scoring
from companion.cake_duel.claims import challenged
from companion.cake_duel.dealing import earlier, hand, met_by, play
from companion.cake_duel.engine import draws, to_act
from companion.cake_duel.state import (
    Claim,
    End,
    Phase,
    State,
    Turn,
    partner,
    side,
)
from companion.game import TABLE, Outcome, Seat, Setup
from companion.problems import Problem
from companion.secrets import Dealer, Glimpse, World

Counts = tuple[tuple[str, int], ...]


class View(msgspec.Struct, frozen=True):
    """A duel as ``viewer`` (``None``: the table) may see it.

    Public: everything but the last lines. ``to_act`` are the seats with a move; ``can_attack``
    and ``can_block`` the troops that may be claimed now with the most of each; ``draws`` what
    attacker and blocker are about to draw; ``may_show`` who may turn up Sir Wolfy at a table.
    The viewer's own: ``hand``, ``played`` (earlier in this bout) and ``laid`` (just now), the
    ``partner_hand``, ``glimpses`` of other hands, and the specials it has ``met`` in this duel.
    """

    viewer: Seat | None
    setup: Setup
    phase: Phase
    to_act: tuple[Seat, ...]
    starter: Seat
    attacker: Seat
    defender: Seat
    cakes: tuple[int, ...]
    trophies: tuple[int, ...]
    hands: tuple[int, ...]
    limits: tuple[int, ...]
    deck: int
    pile: int
    bout: int
    duel: int
    attack: Claim | None
    block: Claim | None
    challenged: Claim | None
    can_attack: Counts
    can_block: Counts
    targets: tuple[Seat, ...]
    draws: tuple[int, int]
    may_show: tuple[Seat, ...]
    gifts: tuple[str, ...]
    passes: int
    extra: int
    summons: int
    giving: int
    showed: bool
    turns: tuple[Turn, ...]
    bouts: tuple[End, ...]
    end: End | None
    next_starter: Seat
    match: tuple[int, int]
    match_winner: int | None
    outcome: Outcome | None
    problems: tuple[Problem, ...]
    met: tuple[str, ...]
    hand: tuple[str, ...]
    laid: tuple[str, ...]
    played: tuple[str, ...]
    partner_hand: tuple[str, ...]
    glimpses: tuple[Glimpse, ...]

    @property
    def seats(self) -> int:
        """How many seats there are, 2 or 4."""
        return len(self.setup.names)

    def side(self, seat: Seat) -> int:
        """Return the side of a seat."""
        return side(seat, self.seats)


def observe(world: World[State], viewer: Seat | None) -> View:
    """Return what ``viewer`` may see of ``world``: no card of another's but what was flipped."""
    state = world.state
    own = _own(world.dealer, viewer, state)
    return View(
        viewer=viewer,
        setup=state.setup,
        phase=state.phase,
        to_act=to_act(state),
        starter=state.starter,
        attacker=state.attacker,
        defender=state.defender,
        cakes=state.cakes,
        trophies=state.trophies,
        hands=state.hands,
        limits=state.limits,
        deck=state.deck,
        pile=state.pile,
        bout=state.bout,
        duel=state.duel,
        attack=state.attack,
        block=state.block,
        challenged=challenged(state),
        **_open(state),
        passes=state.passes,
        extra=state.extra,
        summons=state.summons,
        giving=state.giving,
        showed=state.showed,
        turns=state.turns,
        bouts=state.bouts,
        end=state.end,
        next_starter=_next_starter(state),
        match=scoring.match_score(state),
        match_winner=scoring.match_winner(state),
        outcome=scoring.outcome(state),
        problems=scoring.problems(state),
        **own,
    )


def _open(state: State) -> dict[str, Any]:
    """Return what may be claimed, shown or exchanged in this phase, and what is to be drawn."""
    attacking, drawing = state.phase == "attack", state.phase == "resupply"
    return {
        "can_attack": moves.attack_counts(state) if attacking else (),
        "can_block": moves.block_counts(state) if state.phase == "answer" else (),
        "targets": moves.targets(state) if attacking else (),
        "draws": draws(state) if drawing else (0, 0),
        "may_show": moves.may_show(state) if drawing or state.phase == "ended" else (),
        "gifts": moves.gifts(state) if drawing else (),
    }


def _next_starter(state: State) -> Seat:
    """Return who attacks first in the next bout, or, of a finished duel, in the next duel."""
    return moves.next_starter(state) if state.bouts else state.setup.first


def _own(dealer: Dealer | None, viewer: Seat | None, state: State) -> dict[str, Any]:
    """Return what only the viewer knows; nothing for the table, or where people hold the cards."""
    names = ("hand", "laid", "played", "partner_hand", "glimpses")
    if dealer is None or viewer is None:
        return {"met": state.met, **dict.fromkeys(names, ())}
    stacks = dealer.stacks
    own = {*met_by(dealer, viewer), *state.met}
    return {
        "met": tuple(sorted(own)),
        "hand": stacks[hand(viewer)],
        "laid": stacks[play(viewer)],
        "played": stacks[earlier(viewer)],
        "partner_hand": stacks[hand(partner(viewer))] if state.seats == 4 else (),
        "glimpses": tuple(
            one for one in dealer.glimpses if one.seat == viewer and one.whose != TABLE
        ),
    }
