"""Pebbles, the example to copy for a game of your own: draw until you stop, up to 7 points.

This is its engine, which adds it to the kit; ``page.py`` shows it and ``lesson.py`` teaches it.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

import companion
from companion.commands import Commands, plain
from companion.game import Action, Game, OpenView, Outcome, Setup
from companion.language import _
from companion.rulebook import Rule, Rulebook
from companion.secrets import Pile

KINDS = ("1", "2", "3")
MOST = 7
RULES = [
    Rule("draw", _("Draw"), _("In your turn, draw as many pebbles as you like."), "page 1"),
    Rule("stop", _("Stop"), _("Stop in time: more than 7 points count nothing."), "page 1"),
]


class State(msgspec.Struct, frozen=True):
    """The table: what each seat has drawn, such as ``"132"``, and how many seats are done."""

    setup: Setup
    drawn: tuple[str, ...]
    done: int = 0


class Draw(Action, frozen=True, tag="draw"):
    """Draw a pebble: which came, or none where the kit is asked to draw."""

    pebble: str = ""


class Stop(Action, frozen=True, tag="stop"):
    """End the turn."""


Move = Draw | Stop


def turn(state: State) -> int:
    return (state.setup.first + state.done) % len(state.drawn)


def points(pebbles: str) -> int:
    total = sum(map(int, pebbles))
    return total if total <= MOST else 0


def legal(state: State) -> list[Move]:
    if state.done == len(state.drawn):
        return []
    pebbles = ("",) if state.setup.virtual else KINDS
    return [*(Draw(turn(state), pebble) for pebble in pebbles), Stop(turn(state))]


def apply(state: State, action: Move) -> State:
    drawn = list(state.drawn)
    drawn[action.seat] += action.pebble if isinstance(action, Draw) else ""
    done = isinstance(action, Stop) or not points(drawn[action.seat])
    return replace(state, drawn=tuple(drawn), done=state.done + done)


def outcome(state: State) -> Outcome | None:
    if legal(state):
        return None
    return Outcome.by_points(list(map(points, state.drawn)), _("The most points up to 7 win."))


BAG: Pile[State] = Pile(KINDS * 8, gone=lambda state: len("".join(state.drawn)))
GAME: Game[State, Move, OpenView[State]] = Game(
    id="pebbles",
    title="Pebbles",
    version="1",
    seats=range(2, 4),
    usual=2,
    rulebook=Rulebook(RULES),
    state=State,
    actions=Move,
    commands=Commands(plain("draw", Draw, turn, KINDS), plain("stop", Stop, turn)),
    start=lambda setup: State(setup, ("",) * len(setup.names)),
    legal=legal,
    apply=apply,
    outcome=outcome,
    deal=BAG.deal,
    known=BAG.known,
    drawn=BAG.draws(Draw),
    board=lambda view: " / ".join(view.state.drawn),
)
companion.games.add(GAME.id, __name__)
