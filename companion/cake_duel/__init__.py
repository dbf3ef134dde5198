"""Cake Duel: steal the cakes, bluff about the cards (Haitao Mao, 2 players or two teams)."""

from __future__ import annotations

from companion.cake_duel import dealing, engine, story
from companion.cake_duel.board import board
from companion.cake_duel.commands import COMMANDS
from companion.cake_duel.rules import RULEBOOK
from companion.cake_duel.state import AnyAction, State
from companion.cake_duel.troops import EDITIONS
from companion.cake_duel.view import View, observe
from companion.game import Game

GAME: Game[State, AnyAction, View] = Game(
    id="cake-duel",
    title="Cake Duel",
    version="1",
    seats=range(2, 5, 2),
    usual=2,
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
    deal=dealing.deal,
    known=dealing.known,
    resolve=dealing.resolve,
    asked=dealing.asked,
    learned=story.learned,
    tell=story.tell,
    board=board,
    problems=engine.problems,
)

__all__ = ["GAME", "AnyAction", "State", "View"]
