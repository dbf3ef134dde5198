"""What people do on a page, as a session takes it: an action's JSON, or a command in words."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.commands import UnreadableCommand
from companion.game import Refusal
from companion.language import _
from companion.session import Session

UNREADABLE = _("That could not be read, so nothing was changed.")


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
    except UnreadableCommand as error:
        return str(error)
    except msgspec.ValidationError:
        return UNREADABLE
