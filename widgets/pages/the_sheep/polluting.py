"""Pollution: the meter with the price of averting, the tiles, and averting itself."""

from __future__ import annotations

from collections.abc import Sequence

import htpy as h

from companion.language import _, listing, plural
from companion.the_sheep import engine
from companion.the_sheep.state import MOST_TILES, Avert, Suffer, Tile
from companion.the_sheep.view import View
from widgets.pages import Draft
from widgets.pages.the_sheep.art import seat_badge
from widgets.pages.the_sheep.meters import meter
from widgets.pages.the_sheep.naming import button, moves_of, name_of
from widgets.parts.cards import card, nothing
from widgets.parts.controls import action_form, submit
from widgets.parts.keyed import Part, keyed


def pollution_card(view: View) -> Part:
    """Return the pollution meter, the price that stands on it, and the tiles."""
    state = view.state
    if view.phase == "setup":
        return nothing("pollution")
    prices = state.table.meter(state.seats)
    words = _(
        "slot {slot} of {slots}, averting costs {price}",
        slot=state.slot + 1,
        slots=len(prices),
        price=state.price,
    )
    lit = sum(one.lit for one in state.shepherds)
    return card(
        "pollution",
        [
            meter([str(price) for price in prices], state.slot, words),
            h.p(".tc-soft")[
                plural(
                    "Averting costs {price}; {count} lantern is lit around the table.",
                    "Averting costs {price}; {count} lanterns are lit around the table.",
                    lit,
                    price=state.price,
                )
            ],
            _tiles(view),
        ],
        _("Pollution"),
    )


def _tiles(view: View) -> h.Node:
    state = view.state
    free = MOST_TILES - len(state.tiles)
    places = plural("{count} more tile can come", "{count} more tiles can come", free)
    return h.ul(".tc-tiles")[
        (
            h.li(data_major=tile.major or None)[
                h.b[view.table.name(tile.id)],
                h.small[_("major") if tile.major else _("minor")],
                h.span[_asks(view, tile)],
            ]
            for tile in state.tiles
        ),
        h.li(".tc-soft")[places] if free and view.outcome is None else None,
    ]


def _asks(view: View, tile: Tile) -> str:
    """Return what a tile does, or that the table does it."""
    face = engine.face(view.state, tile)
    return face.text if face.effects else _("{text} (you do it)", text=face.text)


# Averting


def avert_actions(view: View) -> Sequence[h.Node]:
    """Return the banner's buttons: the way to the lanterns, and not averting."""
    pay = h.button(".tc-button.tc-primary", type="button", data_goto="avert")
    avert = pay[_("Share the lanterns")] if moves_of(view, Avert) else None
    return [avert, *_suffers(view)]


def _suffers(view: View) -> list[h.Node]:
    found = moves_of(view, Suffer)
    return [button(_suffer_label(view, one), one) for one in found]


def _suffer_label(view: View, one: Suffer) -> str:
    if one.flip >= 0:
        name = view.table.name(view.state.tiles[one.flip].id)
        return _("Do not avert: {name} turns", name=name)
    if len(view.state.tiles) < MOST_TILES:
        return _("Do not avert: a tile comes")
    return _("Do not avert: the game is lost")


def avert_card(view: View, draft: Draft | None, revision: int) -> Part:
    """Return the form that says how many lanterns each pays, with the sum."""
    if view.phase != "avert" or view.state.queue or not moves_of(view, Avert):
        return nothing("avert")
    state, usual = view.state, fair(view)
    lit = [seat for seat, one in enumerate(state.shepherds) if one.lit]
    form = action_form(
        {"type": "avert", "seat": -1, "lanterns": [0] * state.seats},
        {f"lanterns.{seat}": "int" for seat in lit},
        draft=True,
        aria_label=_("Avert pollution"),
    )
    rows = [_lanterns(view, seat, usual[seat]) for seat in lit]
    return card(
        "avert",
        keyed(
            f"avert-{revision}",
            form[rows, _sum(view, draft), h.div(".tc-actions")[submit(_("Avert pollution"))]],
        ),
        _("Who pays how many lanterns?"),
    )


def fair(view: View) -> tuple[int, ...]:
    """Return how many lanterns each would pay if those who have most pay first."""
    lit = [one.lit for one in view.state.shepherds]
    paid = [0] * len(lit)
    for _lantern in range(view.state.price):
        left = [have - given for have, given in zip(lit, paid, strict=True)]
        if max(left):
            paid[left.index(max(left))] += 1
    return tuple(paid)


def _lanterns(view: View, seat: int, usual: int) -> h.Element:
    most = min(view.state.shepherds[seat].lit, view.state.price)
    name = name_of(view, seat)
    return h.fieldset(".tc-lanterns")[
        h.legend[seat_badge(seat), h.bdi[name]],
        h.div(".tc-choices")[
            (
                h.label(".tc-choice")[
                    h.input(
                        type="radio",
                        name=f"lanterns.{seat}",
                        value=str(count),
                        checked=count == usual,
                        aria_label=plural("{count} lantern", "{count} lanterns", count),
                    ),
                    h.span(aria_hidden="true")[str(count)],
                ]
                for count in range(most + 1)
            )
        ],
    ]


def _sum(view: View, draft: Draft | None) -> Part:
    raw = draft.raw if draft and draft.raw.get("type") == "avert" else {}
    paid = raw.get("lanterns", fair(view))
    given = sum(count for count in paid if isinstance(count, int))
    price = view.state.price
    told = plural("{given} of {count} lantern.", "{given} of {count} lanterns.", price, given=given)
    if given == price:
        who = [
            _("{name} {count}", name=name_of(view, seat), count=count)
            for seat, count in enumerate(paid)
            if count
        ]
        told = _("That is enough: {who}.", who=listing(who)) if who else _("It costs nothing.")
    elif given > price:
        told = plural(
            "{count} lantern is too many: it costs {price}.",
            "{count} lanterns are too many: it costs {price}.",
            given,
            price=price,
        )
    return keyed("avert-sum", h.p(".tc-verdict", data_said=True)[told])
