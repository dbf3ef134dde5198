"""The audit: whether each flipped card fits the seal it lay under."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.alpaca_battle.state import Choose, State
from companion.game import Seat
from companion.secrets import seal
from companion.session import Session


class Sealed(msgspec.Struct, frozen=True):
    """A card that was flipped: whose, in which ``battle``, its seal and salt; whether they fit."""

    battle: int
    seat: Seat
    card: str
    seal: str
    salt: str
    holds: bool


def audit(session: Session[State, Any, Any]) -> tuple[Sealed, ...]:
    """Return every card flipped in a virtual game, in order; each is open since its flip."""
    return tuple(
        one
        for before, action, _after in session.steps()
        if isinstance(action, Choose) and action.flip
        for one in _flipped(before.state, action)
    )


def _flipped(state: State, action: Choose) -> list[Sealed]:
    seals = [action.seal if seat == action.seat else one for seat, one in enumerate(state.chosen)]
    return [
        Sealed(state.battle, seat, card, sealed, secret, seal((card,), secret) == sealed)
        for seat, (card, sealed, secret) in enumerate(
            zip(action.flip, seals, action.salts, strict=True)
        )
        if card
    ]
