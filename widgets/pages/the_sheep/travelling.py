"""The caravans: where they are, how much corruption they bear, what they sell."""

from __future__ import annotations

import htpy as h

from companion.language import _, plural
from companion.the_sheep.caravans import to_finish
from companion.the_sheep.hexes import FAR
from companion.the_sheep.state import SAFE, WAITING, Caravan, inventory
from companion.the_sheep.view import View
from widgets.pages.the_sheep.meters import counted, meter
from widgets.pages.the_sheep.naming import caravan_code, icons, icons_of
from widgets.parts.cards import card, nothing
from widgets.parts.keyed import Part, keyed


def caravans_card(view: View) -> Part:
    """Return every caravan of this game."""
    if not view.state.caravans:
        return nothing("caravans")
    rows = [_caravan(view, one) for one in view.state.caravans]
    return card("caravans", h.div(".tc-boards")[rows], _("Caravans"))


def _caravan(view: View, caravan: Caravan) -> Part:
    board = view.table.caravans[caravan.id]
    words = _(
        "corruption {have}; at {most} it is lost", have=caravan.corruption, most=board.corruption
    )
    safe = caravan.at == SAFE
    return keyed(
        f"caravan-{caravan.id}",
        h.div(".tc-board.tc-caravan", role="group", aria_label=board.name)[
            h.header[
                h.span(".tc-badge")[caravan_code(view.state, caravan.id)],
                h.span[h.b[board.name], h.small[_where(view, caravan)]],
            ],
            None
            if safe
            else h.div(".tc-meter-row")[
                h.span(".tc-label")[_("Corruption")],
                meter(counted(board.corruption), caravan.corruption, words, overflow=True),
            ],
            None if safe else _wares(view, caravan),
        ],
    )


def _where(view: View, caravan: Caravan) -> str:
    if caravan.at == SAFE:
        return _("safe")
    if caravan.at == WAITING:
        return _("not on the map yet")
    far = to_finish(view.state, caravan)
    if far == FAR:
        return _("on {at}, off the path", at=caravan.at)
    return plural("on {at}, {count} space to go", "on {at}, {count} spaces to go", far,
                  at=caravan.at)  # fmt: skip


def _wares(view: View, caravan: Caravan) -> h.Node:
    wares, text = inventory(view.state, caravan), view.table.caravans[caravan.id].text
    return h.details[
        h.summary[plural("{count} card for sale", "{count} cards for sale", len(wares))],
        h.p(".tc-soft")[text] if text else None,
        h.ul(".tc-wares")[(_ware(view, one) for one in wares)],
    ]


def _ware(view: View, one: str) -> h.Element:
    item = view.table.items[one]
    cost = plural("{count} essence", "{count} essence", getattr(item, "cost", 0))
    return h.li[h.span[item.name, icons(icons_of(view.state, one))], h.small[cost]]
