"""The seals of what was laid face down, and the audit after a duel."""

from __future__ import annotations

from typing import Any

import htpy as h

from companion.cake_duel.audit import Sealed, audit
from companion.cake_duel.state import AnyAction, State
from companion.cake_duel.story import cards_text, claim_text
from companion.cake_duel.view import View
from companion.game import Seat
from companion.language import _, plural
from companion.secrets import short
from companion.session import Session
from widgets.parts.controls import action_button


def seals(session: Session[State, AnyAction, View], agreed: tuple[Seat, ...]) -> h.Node:
    """Return every seal, what it was for, and whether it fits; opened where that is due."""
    found = audit(session, agreed)
    return [
        h.p[
            _(
                "Each play is sealed when it is laid down: the seal is a hash of its cards and a "
                "secret salt. Nothing can be swapped afterwards without breaking it."
            )
        ],
        h.p(".tc-big")[_sum(found)] if session.outcome is not None else None,
        h.ol(".tc-seals", tabindex="0", aria_label=_("Seals, in order"))[
            (_line(session, one) for one in found)
        ],
        _consent(session, agreed) if session.outcome is not None else None,
    ]


def _sum(found: tuple[Sealed, ...]) -> str:
    good = sum(one.holds for one in found)
    return plural(
        "{good} of {count} seal fits what was laid down.",
        "{good} of {count} seals fit what was laid down.",
        len(found),
        good=good,
    )


def _line(session: Session[Any, Any, Any], one: Sealed) -> h.Element:
    name = session.names[one.claim.seat]
    return h.li[
        h.span[_("{name}: {claim}", name=name, claim=claim_text(one.claim))],
        " ",
        h.code[short(one.claim.seal)],
        " ",
        h.small[_opened(one)],
    ]


def _opened(one: Sealed) -> str:
    if not one.cards:
        return _("sealed")
    return _("opened: {cards}; salt {salt}", cards=cards_text(one.cards), salt=one.salt)


def _consent(session: Session[Any, Any, Any], agreed: tuple[Seat, ...]) -> h.Node:
    missing = [seat for seat in session.setup.people if seat not in agreed]
    if not missing:
        return None
    return [
        h.p(".tc-soft")[_("What nobody challenged stays sealed unless all of you agree.")],
        h.div(".tc-actions")[
            (
                action_button(
                    _("{name} agrees to open everything", name=session.names[seat]),
                    {"table": "open-seals", "seat": seat},
                )
                for seat in missing
            )
        ],
    ]
