"""What everyone owns: hand, herd and total, always in view, so that a drift is seen at once."""

from __future__ import annotations

import htpy as h

from companion.alpaca_battle.view import View
from companion.game import Seat
from companion.language import _, listing, plural
from widgets.pages.alpaca_battle.acting import short_hands
from widgets.parts.cards import card
from widgets.parts.keyed import Part, keyed


def herds_card(view: View) -> Part:
    """Return the table of hands, herds and totals."""
    title = _("What everyone should hold")
    heads = [_("name"), _("hand"), _("herd"), _("in all")]
    table = h.table(".tc-table.tc-herds", aria_label=title)[
        h.thead[h.tr[(h.th(scope="col")[head] for head in heads)]],
        h.tbody[(_row(view, seat) for seat in range(view.seats))],
    ]
    reminders = [h.p(".tc-reminder")[told] for told in short_hands(view)]
    return card("herds", [table, _rest(view), reminders], title)


def _row(view: View, seat: Seat) -> Part:
    name = h.th(scope="row")[h.span(".tc-clip", title=view.setup.names[seat])[
        h.bdi[view.setup.names[seat]]]]  # fmt: skip
    if view.out[seat]:
        row = h.tr(data_out="")[name, h.td(colspan="3")[_("out")]]
    else:
        share = round(100 * view.totals[seat] / view.deck.size)
        row = h.tr(style=f"--share:{share}%")[
            name,
            h.td[_hand(view, seat)],
            h.td[str(view.herds[seat])],
            h.td[h.strong[str(view.totals[seat])]],
        ]
    return keyed(f"herd-{seat}", row)


def _hand(view: View, seat: Seat) -> h.Node:
    """Return the size of a hand; the card chosen from it counts, and is told apart."""
    if not view.chosen[seat]:
        return str(view.hands[seat])
    return [
        h.span(aria_hidden="true")[_("{held} + 1", held=view.hands[seat])],
        h.span(".tc-visually-hidden")[_("{held}, and one chosen", held=view.hands[seat])],
    ]


def _rest(view: View) -> Part:
    """Return where all the other cards of the deck are."""
    parts = [
        (view.pile, _("{count} in the middle", count=view.pile)),
        (len(view.aside), _("{count} used", count=len(view.aside))),
        (view.spare, _("{count} left out", count=view.spare)),
    ]
    there = [told for count, told in parts if count]
    told = plural("{count} card in the deck", "{count} cards in the deck", view.deck.size)
    if there:
        told = _("{deck}: {parts}, the others as above", deck=told, parts=listing(there))
    return keyed("herds-rest", h.p(".tc-soft")[h.small[told]])
