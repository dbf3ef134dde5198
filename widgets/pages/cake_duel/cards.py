"""Small pictures the regions of the page share: troops, cards, cakes and trophies."""

from __future__ import annotations

from collections.abc import Iterable

import htpy as h

from companion.cake_duel.troops import TROOP
from companion.language import _, plural

ART = "duel"


def picture(name: str) -> h.Element:
    """Return the drawing of a troop or token."""
    return h.svg(".tc-troop", viewBox="0 0 24 24", aria_hidden="true")[h.use(href=f"#{ART}-{name}")]


def face(troop_id: str, note: str = "") -> h.Node:
    """Return the face of a playing card."""
    return h.span(".tc-face")[
        picture(troop_id), h.b[TROOP[troop_id].title], h.small[note] if note else None
    ]


def back(note: str = "") -> h.Node:
    """Return the back of a playing card."""
    return h.span(".tc-face.tc-back")[picture("back"), h.small[note] if note else None]


def faces(cards: Iterable[str], *, wrong: Iterable[bool] = ()) -> h.Element:
    """Return cards lying open in a row; ``wrong`` marks those that were not what was claimed."""
    marks = [*wrong]
    return h.ul(".tc-cards")[
        (
            h.li(data_wrong=(any(marks[at : at + 1]) or None))[face(card)]
            for at, card in enumerate(cards)
        )
    ]


def backs(count: int) -> h.Element:
    """Return cards lying face down in a row."""
    words = plural("{count} card face down", "{count} cards face down", count)
    return h.span(".tc-cards", role="img", aria_label=words)[(back() for _card in range(count))]


def tokens(name: str, count: int, words: str) -> h.Element:
    """Return so many cakes or trophies in a row, with the words that say it."""
    return h.span(".tc-tokens", data_kind=name, role="img", aria_label=words)[
        (picture(name) for _token in range(count))
    ]


def steals_text(troop_id: str) -> str:
    """Return what a troop does in an attack or against one, in a few words."""
    troop = TROOP[troop_id]
    if troop.effect:
        return troop.effect
    if troop.attacks:
        return plural("steals {count} cake", "steals {count} cakes", troop.steals)
    if not troop.stops:
        return ""
    return _("stops a Wizard") if "magic" in troop.stops else _("stops a Soldier or an Archer")
