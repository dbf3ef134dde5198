"""The Sheep: bring the caravans through (Jeremy Stark, Kyle Talbert, 2 to 4 players)."""

from __future__ import annotations

from companion.game import Game
from companion.language import _
from companion.rulebook import Option
from companion.the_sheep import dealing, engine, story
from companion.the_sheep.board import board
from companion.the_sheep.commands import COMMANDS
from companion.the_sheep.rules import RULEBOOK
from companion.the_sheep.state import AnyAction, State
from companion.the_sheep.table import read_pack, write_pack
from companion.the_sheep.view import View, observe

GAME: Game[State, AnyAction, View] = Game(
    id="the-sheep",
    title="The Sheep",
    version="1",
    seats=range(2, 5),
    usual=4,
    editions=(Option("prototype", _("Rules of the 2025 rule sheet")),),
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
    tell=story.tell,
    board=board,
    problems=engine.problems,
    read_pack=read_pack,
    write_pack=lambda state: write_pack(state.setup.pack, state.entered),
    starter=False,
)

__all__ = ["GAME", "AnyAction", "State", "View"]
