"""Alpaca Battle: choose in secret, flip, go to war (working title; 2 or 3 players)."""

from __future__ import annotations

from companion.alpaca_battle import dealing, engine, story
from companion.alpaca_battle.board import board
from companion.alpaca_battle.cards import read_pack
from companion.alpaca_battle.commands import COMMANDS
from companion.alpaca_battle.rules import RULEBOOK
from companion.alpaca_battle.state import AnyAction, State
from companion.alpaca_battle.view import View, observe
from companion.game import Game
from companion.language import _
from companion.rulebook import Option

GAME: Game[State, AnyAction, View] = Game(
    id="alpaca-battle",
    title="Alpaca Battle",
    version="1",
    seats=range(2, 4),
    usual=2,
    editions=(Option("sheet", _("Rules of the rule sheet")),),
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
    fits=dealing.fits,
    resolve=dealing.resolve,
    learned=story.learned,
    tell=story.tell,
    board=board,
    problems=engine.problems,
    read_pack=read_pack,
)

__all__ = ["GAME", "AnyAction", "State", "View"]
