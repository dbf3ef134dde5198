"""The lesson of Pebbles: something to do, then a question."""

from __future__ import annotations

from companion.language import _
from companion.lessons import Lesson, Quiz, Reply, Step, Task
from companion.opening import start
from tests.toy import Draw, Move, State, points


def reply(_before: State, action: Move, after: State) -> Reply:
    text = _("Ann’s pebbles are worth {points} now.", points=points(after.drawn[0]))
    return Reply(isinstance(action, Draw), text)


DRAW = Step(
    _("Draw"),
    _("Ann and Ben draw pebbles of 1 to 3 points. Ann begins."),
    ("draw",),
    lambda: start("pebbles", ["Ann", "Ben"]),
    Task(_("Draw a pebble."), reply, "draw 2", _("Type “draw 2”.")),
)
STOP = Step(
    _("Stop in time"),
    _("Ann has drawn 3, 2 and 3. That ends her turn: more than 7 points count nothing."),
    ("stop",),
    lambda: start("pebbles", ["Ann", "Ben"]).play("draw 3", "draw 2", "draw 3"),
    Quiz(
        _("How many points has she?"),
        choices=lambda _state: ("0", "7", "8"),
        solve=lambda state: str(points(state.drawn[0])),
        explain=lambda _state, said: _("{said}: she has 8, which count nothing.", said=said),
    ),
)
LESSON = Lesson("pebbles", _("Pebbles, a lesson"), _("2 steps with Ann and Ben."), (DRAW, STOP))
