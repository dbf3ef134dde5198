"""Small pictures the regions of the page share: faces, backs, and the herds' drawings."""

from __future__ import annotations

import htpy as h

from companion.alpaca_battle.cards import card_title
from companion.language import plural

ART = "alpaca"


def picture(name: str) -> h.Element:
    """Return one of the drawings: ``boxer``, ``back``, ``war``, ``steal`` or ``reveal``."""
    return h.svg(".tc-alpaca", viewBox="0 0 48 48", aria_hidden="true")[
        h.use(href=f"#{ART}-{name}")
    ]


def face(card: str) -> h.Element:
    """Return the face of a card: its number, or its picture and name."""
    if card.isdigit():
        return h.span(".tc-face")[h.b[card]]
    return h.span(".tc-face", data_word="")[picture(card), h.b[card_title(card)]]


def back(note: str = "") -> h.Element:
    """Return the back of a card."""
    return h.span(".tc-face", data_back="")[picture("back"), h.small[note] if note else None]


def small_backs(count: int, most: int = 12) -> h.Node:
    """Return so many cards face down in a row; of very many, a part and their number."""
    words = plural("{count} card face down", "{count} cards face down", count)
    drawn = [h.i for _card in range(min(count, most))]
    more = h.small(aria_hidden="true")[f"×{count}"] if count > most else None
    return h.span(".tc-backs", role="img", aria_label=words)[drawn, more]
