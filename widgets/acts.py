"""What people do on a page, as a session takes it: an action's JSON, or a command in words."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from companion.commands import UnreadableCommand
from companion.game import IllegalAction, Refusal
from companion.language import _
from companion.session import Session

UNREADABLE = _("That could not be read, so nothing was changed.")


LONGEST = 60
"""So many letters of what was tried are quoted."""


def brief(words: str) -> str:
    """Return ``words``, or their beginning: a long command is known by it."""
    if len(words) <= LONGEST:
        return words
    start = words[:LONGEST].rstrip()
    return f"{start} …{'”' * (start.count('“') - start.count('”'))}"


def answer_to(act: Any, error: Exception) -> Refusal | str:
    """Return what the page says to an act that failed, quoting no more than its beginning.

    Commands that would work are told to whoever typed one.
    """
    if isinstance(error, IllegalAction):
        refusal = error.refusal
        commands = refusal.commands if is_typed(act) else ()
        return replace(refusal, tried=brief(refusal.tried), commands=commands)
    if isinstance(error, msgspec.ValidationError):
        return UNREADABLE
    words = str(error.args[0]) if isinstance(error, KeyError) else str(error)
    asked = spoken(act) if isinstance(act, dict) else ""
    return words.replace(asked, brief(asked)) if isinstance(asked, str) and asked else words


def is_typed(act: Any) -> bool:
    """Return whether an act is a line that somebody typed."""
    return isinstance(act, dict) and act.get("table") == "say" and "verb" not in act


def spoken(act: Any) -> dict[str, Any] | str:
    """Return what to give to ``Session.do``: the command of a typed line, or the JSON itself.

    A typed line is ``{"table": "say", "verb": ..., "text": ...}``; its verb may be left out.
    Raises :class:`~companion.commands.UnreadableCommand` for anything else.
    """
    if not isinstance(act, dict):
        raise UnreadableCommand(UNREADABLE)
    if act.get("table") != "say":
        return act
    return f"{act.get('verb', '')} {act.get('text', '')}".strip()


def why_not(session: Session[Any, Any, Any], act: Any) -> Refusal | str | None:
    """Return why a form could not be done as it stands."""
    try:
        asked = spoken(act)
        return session.why_not(session.game.read(asked) if isinstance(asked, dict) else asked)
    except (UnreadableCommand, msgspec.ValidationError) as error:
        return answer_to(act, error)
