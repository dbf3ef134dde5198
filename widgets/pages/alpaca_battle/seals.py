"""The seals of what was chosen face down, each with the card and salt that opened it."""

from __future__ import annotations

from typing import Any

import htpy as h

from companion.alpaca_battle.audit import Sealed, audit
from companion.alpaca_battle.cards import card_title
from companion.game import Seat
from companion.language import _, plural
from companion.secrets import short
from companion.session import Session

SHOWN = 30
"""So many of the latest are listed: a game can have hundreds."""


def seals(session: Session[Any, Any, Any], _agreed: tuple[Seat, ...]) -> h.Node:
    """Return the seals of the cards flipped, and whether they fit."""
    found = audit(session)
    good = sum(one.holds for one in found)
    told = plural(
        "{good} of {count} seal fits the card that was flipped.",
        "{good} of {count} seals fit the cards that were flipped.",
        len(found),
        good=good,
    )
    return [
        h.p[
            _(
                "Each chosen card is sealed before the flip: the seal is a hash of the card and a "
                "secret salt. The flip tells both, so that anyone can check that nothing was "
                "swapped."
            )
        ],
        h.p(".tc-big")[told] if found else None,
        h.ol(".tc-seals", tabindex="0", aria_label=_("Seals, the latest first"))[
            (_line(session, one) for one in found[: -SHOWN - 1 : -1])
        ],
    ]


def _line(session: Session[Any, Any, Any], one: Sealed) -> h.Element:
    told = _(
        "Battle {battle}, {name}: {card}",
        battle=one.battle,
        name=session.names[one.seat],
        card=card_title(one.card),
    )
    return h.li[
        h.span[told],
        h.code[short(one.seal)],
        h.small[_("fits; salt {salt}", salt=one.salt) if one.holds else _("does not fit the card")],
    ]
