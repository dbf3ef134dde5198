"""Piece o' Cake: one cuts, the others choose (Jeffrey D. Allers, 2 to 5 players)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Game, Refusal, Resolved, Seat
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
from companion.secrets import Dealer, Place, World, stacks


def _deal(state: State, seed: str) -> Dealer:
    return _stacks(state, seed, len(state.past))


def _stacks(state: State, seed: str, deal: int) -> Dealer:
    sizes = [SLICES_PER_CAKE] * CAKES + [SPARE]
    return stacks(full_set(state.setup.edition), sizes, seed, deal=deal)


def _known(world: World[State], _viewer: Seat | None) -> list[Place]:
    served = world.state.cake_number + bool(world.state.cake)
    return [(cake, place) for cake in range(served) for place in range(SLICES_PER_CAKE)]


def _resolve(world: World[State], action: AnyAction) -> Resolved[AnyAction] | Refusal:
    dealer = world.dealer
    if dealer is None or not isinstance(action, Serve | Again):
        return Resolved(_in_one_way(world.state, action), dealer)
    if isinstance(action, Again):
        return Resolved(action, _stacks(world.state, dealer.seed, len(world.state.past) + 1))
    if action.slices:
        return refusals.set_decides(world.state, action)
    return Resolved(Serve(action.seat, dealer.stacks[world.state.cake_number]), dealer)


def _in_one_way(state: State, action: AnyAction) -> AnyAction:
    """Write what can be written in several ways in one."""
    if isinstance(action, Take):
        eaten = tuple(sorted(action.eat, key=state.index.__getitem__))
        return Take(action.seat, action.piece, eaten)
    if isinstance(action, Cut):
        return Cut(action.seat, tuple(sorted(action.gaps)))
    if isinstance(action, Fix):
        return replace(action, reason=" ".join(action.reason.split()))
    return action


GAME: Game[State, AnyAction, View] = Game(
    id="piece-o-cake",
    title="Piece o’ Cake",
    version="1",
    seats=range(2, 6),
    usual=4,
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
    known=_known,
    resolve=_resolve,
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
