"""The two sides of the table: cakes, trophies, hands, and the cards that lie there."""

from __future__ import annotations

import htpy as h

from companion.cake_duel.board import names_of
from companion.cake_duel.state import members
from companion.cake_duel.story import cakes_text
from companion.cake_duel.troops import DUEL
from companion.cake_duel.view import View
from companion.game import Seat
from companion.language import _, plural
from widgets.pages.cake_duel.cards import picture, tokens
from widgets.parts.cards import card
from widgets.parts.keyed import Part, keyed


def sides_card(view: View) -> Part:
    """Return both sides, the one across the table first, and the cards nobody holds."""
    return card(
        "sides",
        [
            h.div(".tc-sides", data_seats=str(view.seats))[
                (_side(view, number) for number in (0, 1))
            ],
            keyed("cards-left", h.p(".tc-soft")[h.small[cards_text(view)]]),
        ],
    )


def cards_text(view: View) -> str:
    """Return how many cards lie in the deck and how many were played."""
    deck = plural("{count} card in the deck", "{count} cards in the deck", view.deck)
    played = plural("{count} played, face down", "{count} played, face down", view.pile)
    return _("{deck} · {played}", deck=deck, played=played)


def _side(view: View, number: int) -> Part:
    acting = any(view.side(seat) == number for seat in view.to_act)
    names = names_of(view, number)
    return keyed(
        f"side-{number}",
        h.section(".tc-side", aria_label=names, data_current=acting or None)[
            h.div(".tc-side-head")[
                h.h3[h.bdi[names]],
                h.small[(_held(view, seat) for seat in members(number, view.seats))],
            ],
            tokens("cake", view.cakes[number], cakes_text(view.cakes[number])),
            _trophies(view, number),
        ],
    )


def _held(view: View, seat: Seat) -> h.Node:
    count = view.hands[seat]
    if view.seats == 2:
        return plural("{count} card", "{count} cards", count)
    name = view.setup.names[seat]
    return h.span[plural("{name}: {count} card", "{name}: {count} cards", count, name=name)]


def _trophies(view: View, number: int) -> h.Element:
    """Return the trophies won, and an empty place for each that is still to win."""
    won = view.trophies[number]
    words = plural("{count} trophy", "{count} trophies", won)
    return h.span(".tc-tokens", data_kind="trophy", role="img", aria_label=words)[
        (
            h.span(data_empty=(place >= won or None))[picture("trophy")]
            for place in range(max(DUEL, won))
        )
    ]
