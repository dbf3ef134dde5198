"""Pebbles, a game of a few lines that shows what a game needs to fit into the kit.

In turn, draw a hidden pebble of 1 to 3 points, or stop. Who gets over 7 has nothing.
Importing this package adds the game; ``-p tests.toy`` does so for a run of pytest.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

import companion
from companion.commands import Commands, UnreadableCommand, Verb
from companion.game import Action, Game, Outcome, Refusal, Resolved, Setup, Story, anywhere, places
from companion.rulebook import Option, Rule, Rulebook
from companion.secrets import World, stacks

Pebble = Literal["", "one", "two", "three"]
WORTH = {"one": 1, "two": 2, "three": 3}
BAG = tuple(kind for kind in WORTH for _copy in range(5))
MOST = 7
RULES = Rulebook([
    Rule("draw", "Draw", "Draw a pebble from the bag and show it.", "page 1"),
    Rule("stop", "Stop", "Whoever stops draws no more.", "page 1"),
])  # fmt: skip


class State(msgspec.Struct, frozen=True):
    """What lies on the table: who drew what, who has stopped, whose turn it is."""

    setup: Setup
    drawn: tuple[tuple[str, ...], ...]
    stopped: tuple[bool, ...]
    turn: int


class Draw(Action, frozen=True, tag="draw"):
    """Draw; ``pebble`` is what came."""

    pebble: Pebble = ""


class Stop(Action, frozen=True, tag="stop"):
    """Draw no more."""


Move = Draw | Stop


class View(msgspec.Struct, frozen=True):
    """The table, which hides nothing but the bag."""

    viewer: int | None
    state: State


def start(setup: Setup) -> State:
    seats = len(setup.names)
    return State(setup, ((),) * seats, (False,) * seats, setup.first)


def to_act(state: State) -> tuple[int, ...]:
    return () if all(state.stopped) else (state.turn,)


def legal(state: State) -> tuple[Move, ...]:
    if all(state.stopped):
        return ()
    left = [kind for kind in WORTH if bag(state).count(kind)]
    pebbles = [""] if state.setup.virtual else left
    draws = [
        msgspec.convert({"type": "draw", "seat": state.turn, "pebble": p}, Draw) for p in pebbles
    ]
    return (*(draws if left else ()), Stop(state.turn))


def bag(state: State) -> tuple[str, ...]:
    left = list(BAG)
    for pebbles in state.drawn:
        for pebble in pebbles:
            left.remove(pebble)
    return tuple(left)


def check(state: State, action: Move) -> Refusal | None:
    asked_for = legal(replace(state, setup=replace(state.setup, virtual=False)))
    if action in legal(state) or (state.setup.virtual and action in asked_for):
        return None
    rule = RULES["stop" if isinstance(action, Stop) else "draw"]
    text = COMMANDS.text(state, action)
    return Refusal(f"“{text}”", "it cannot be done now.", f"It is seat {state.turn}’s turn.", rule)


def apply(state: State, action: Move) -> State:
    drawn, stopped = list(state.drawn), list(state.stopped)
    if isinstance(action, Draw):
        drawn[action.seat] = (*drawn[action.seat], action.pebble)
    else:
        stopped[action.seat] = True
    order = [(action.seat + step) % len(drawn) for step in range(1, len(drawn) + 1)]
    turn = next((seat for seat in order if not stopped[seat]), action.seat)
    return replace(state, drawn=tuple(drawn), stopped=tuple(stopped), turn=turn)


def outcome(state: State) -> Outcome | None:
    if not all(state.stopped):
        return None
    sums = [sum(WORTH[pebble] for pebble in pebbles) for pebbles in state.drawn]
    points = tuple(total if total <= MOST else 0 for total in sums)
    winners = tuple(seat for seat, total in enumerate(points) if total == max(points))
    return Outcome(winners, points, places(points), "The most points up to seven win.")


def known(world: World[State], _viewer: int | None) -> list[tuple[int, int]]:
    return [(0, place) for place in range(sum(map(len, world.state.drawn)))]


def resolve(world: World[State], action: Move) -> Resolved[Move] | Refusal:
    if world.dealer is None or isinstance(action, Stop):
        return Resolved(action, world.dealer)
    if action.pebble:
        return Refusal("draw", "the kit draws.", "Just “draw”.", RULES["draw"])
    pebble = world.dealer.stacks[0][sum(map(len, world.state.drawn))]
    drawn = msgspec.convert({"type": "draw", "seat": action.seat, "pebble": pebble}, Draw)
    return Resolved(drawn, world.dealer)


def asked(before: World[State], action: Move, _after: World[State]) -> Move:
    return Draw(action.seat) if before.dealer is not None and isinstance(action, Draw) else action


def tell(before: State, action: Move, _after: State) -> Story:
    name = before.setup.names[action.seat]
    if isinstance(action, Draw):
        return Story(f"{name} draws {action.pebble}.", f"{name} draws", "draw")
    return Story(f"{name} stops.", f"{name} stops", "stop")


def read_draw(state: State, words: list[str], _note: str) -> Draw:
    if words and words[0] not in WORTH:
        raise UnreadableCommand(f"there is no pebble “{words[0]}”.")
    form = {"type": "draw", "seat": state.turn, "pebble": "".join(words[:1])}
    return msgspec.convert(form, Draw)


COMMANDS: Commands[State, Move] = Commands(
    Verb("draw", "draw <pebble>", Draw, read_draw, lambda _state, action: action.pebble),
    Verb("stop", "stop", Stop, lambda state, _words, _note: Stop(state.turn), lambda _s, _a: ""),
)

GAME: Game[State, Move, View] = Game(
    id="pebbles",
    title="Pebbles",
    version="1",
    seats=range(2, 4),
    usual=2,
    editions=(Option("plain", "Pebbles"),),
    rulebook=RULES,
    state=State,
    actions=Move,
    commands=COMMANDS,
    start=start,
    to_act=to_act,
    legal=legal,
    check=check,
    apply=apply,
    outcome=outcome,
    observe=lambda world, viewer: View(viewer, world.state),
    deal=lambda _state, seed: stacks(BAG, [len(BAG)], seed),
    known=known,
    fits=anywhere,
    resolve=resolve,
    asked=asked,
    learned=lambda _before, _action, _after: (),
    tell=tell,
    board=lambda view: f"{view.state.drawn}, {view.state.turn} is to act",
    problems=lambda _state: (),
)

companion.games.add(GAME.id, __name__)
