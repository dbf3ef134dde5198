"""Whole games as text, played again by the tests and compared.

A playthrough is a title, the set-up (an argument of ``companion.start`` a line, as JSON) and, after
each ``> `` input, all the game answers. An input is a command, ``undo`` (all agree to it) or
``redo``, or a question: ``board``, ``board <name>`` as that seat sees it, ``end``,
``why <command>``. To add one, write title, set-up and inputs; to accept what the games answer now,
run ``python -m tests.playthroughs`` and look at the difference.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import companion

if TYPE_CHECKING:
    from companion.opening import AnySession

FOLDER = Path(__file__).parent


def files() -> list[Path]:
    """Return all playthroughs."""
    return sorted(FOLDER.glob("*.txt"))


def played(text: str) -> str:
    """Return a playthrough with every answer written anew."""
    head, *_answers = text.split("\n\n> ")
    inputs = [line.removeprefix("> ") for line in text.splitlines() if line.startswith("> ")]
    game = begun(head)
    return "\n\n".join([head, *(f"> {line}\n{answer(game, line)}" for line in inputs)]) + "\n"


def begun(head: str) -> AnySession:
    """Return the game whose set-up stands under the title."""
    lines = head.split("\n\n", 1)[1].splitlines()
    pairs = (line.split(": ", 1) for line in lines)
    return companion.start(**{name: json.loads(value) for name, value in pairs})


def answer(game: AnySession, line: str) -> str:
    """Do or ask one thing; return what is told, without blanks at the ends of lines."""
    text = told(game, line)
    return "\n".join(part.rstrip() for part in text.splitlines())


def told(game: AnySession, line: str) -> str:
    if line == "board":
        return str(game)
    if line.startswith("board "):
        return game.text(game.names.index(line.removeprefix("board ")))
    if line == "end":
        return end(game)
    if line.startswith("why "):
        return why(game, line.removeprefix("why "))
    if line == "undo":
        entry = game.undo(agreed=game.consent)
    else:
        entry = game.redo() if line == "redo" else game.do(line)
    return f"{entry.sentence} [{entry.rule}]"


def why(game: AnySession, command: str) -> str:
    try:
        return str(game.why_not(command) or "It can be done.")
    except companion.UnreadableCommand as error:
        return str(error)


def end(game: AnySession) -> str:
    """Return the result: places, points and the reason."""
    outcome = game.outcome
    if outcome is None:
        return "It goes on."
    rows = zip(outcome.places, game.names, outcome.points, strict=False)  # some have no points
    return "\n".join(
        [outcome.reason, *(f"{place}. {name} {points}" for place, name, points in rows)]
    )
