"""Piece o' Cake: one cuts, the others choose (Jeffrey D. Allers, 2 to 5 players)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Game, Refusal
from companion.piece_o_cake import engine, refusals, story
from companion.piece_o_cake.board import board
from companion.piece_o_cake.commands import COMMANDS
from companion.piece_o_cake.rules import RULEBOOK
from companion.piece_o_cake.scoring import score, standings
from companion.piece_o_cake.slices import (
    CAKES,
    EDITIONS,
    SLICES_PER_CAKE,
    SPARE,
    full_set,
)
from companion.piece_o_cake.state import (
    Again,
    AnyAction,
    Cut,
    Fix,
    Forfeit,
    Pass,
    Serve,
    State,
    Take,
)
from companion.piece_o_cake.view import View, observe
from companion.secrets import Dealer, World, stacks


def _deal(state: State, seed: str) -> Dealer:
    sizes = [SLICES_PER_CAKE] * CAKES + [SPARE]
    return stacks(full_set(state.setup.edition), sizes, seed, deal=len(state.past))


def _seen(state: State) -> tuple[int, ...]:
    served = state.cake_number + bool(state.cake)
    return tuple(SLICES_PER_CAKE if cake < served else 0 for cake in range(CAKES + 1))


def _resolve(world: World[State], action: AnyAction) -> AnyAction | Refusal:
    """Fill in what the dealer decides; write what can be written in several ways in one."""
    if isinstance(action, Take):
        return Take(
            action.seat, action.piece, tuple(sorted(action.eat, key=world.state.index.__getitem__))
        )
    if isinstance(action, Cut):
        return Cut(action.seat, tuple(sorted(action.gaps)))
    if isinstance(action, Fix):
        return replace(action, reason=" ".join(action.reason.split()))
    if world.dealer is None or not isinstance(action, Serve):
        return action
    if action.slices:
        return refusals.set_decides(world.state, action)
    return Serve(action.seat, world.dealer.stacks[world.state.cake_number])


def _asked(state: State, action: AnyAction) -> AnyAction:
    drawn = state.setup.virtual and isinstance(action, Serve)
    return Serve(action.seat) if drawn else action


GAME: Game[State, AnyAction, View] = Game(
    id="piece-o-cake",
    title="Piece o’ Cake",
    version="1",
    seats=range(2, 6),
    editions=EDITIONS,
    rulebook=RULEBOOK,
    state=State,
    actions=AnyAction,
    commands=COMMANDS,
    start=engine.start,
    to_act=engine.to_act,
    legal=engine.legal,
    check=engine.check,
    apply=engine.apply,
    outcome=engine.outcome,
    observe=observe,
    deal=_deal,
    seen=_seen,
    resolve=_resolve,
    asked=_asked,
    deals_again=lambda action: isinstance(action, Again),
    tell=story.tell,
    board=board,
    problems=engine.problems,
)

__all__ = [
    "GAME",
    "Again",
    "AnyAction",
    "Cut",
    "Fix",
    "Forfeit",
    "Pass",
    "Serve",
    "State",
    "Take",
    "View",
    "score",
    "standings",
]
