"""The sheep on the map and in the box, tokens around the table: what must lie there now."""

from __future__ import annotations

import htpy as h

from companion.language import _, plural
from companion.the_sheep.state import (
    ESSENCE_TOKENS,
    LANTERN_TOKENS,
    PIECES,
    living,
    on_board,
)
from companion.the_sheep.view import View
from companion.the_sheep.words import herd_text
from widgets.pages import Draft
from widgets.pages.the_sheep.art import sheep_picture
from widgets.pages.the_sheep.naming import sheep_title, table
from widgets.parts.cards import card, nothing
from widgets.parts.controls import action_button
from widgets.parts.keyed import Part, keyed

FIX = {"table": "panel", "name": "fix"}
"""Leads to the form that sets things by hand."""


def count_card(view: View, *, fixing: bool = True) -> Part:
    """Return the count of pieces and tokens, and the way to mend what lies differently."""
    state = view.state
    if view.phase in ("setup", "over"):
        return nothing("count")
    lying = on_board(state)
    rows = [
        h.tr[
            h.th(scope="row")[h.span[sheep_picture(tier), sheep_title(tier, 0)]],
            h.td[str(lying[tier])],
            h.td[str(state.stock[tier])],
            h.td(".tc-soft")[str(PIECES[tier])],
        ]
        for tier in range(3)
    ]
    head = h.tr[
        h.th(scope="col")[_("Sheep")],
        h.th(scope="col")[_("on the map")],
        h.th(scope="col")[_("left")],
        h.th(scope="col")[_("in all")],
    ]
    return card(
        "count",
        [
            table(_("Pieces"), head, rows),
            h.p(".tc-soft")[_tokens(view)],
            h.div(".tc-actions")[_differs()] if fixing else None,
        ],
        _("As it should lie on the table"),
    )


def drift_card(view: View, draft: Draft | None) -> Part:
    """Return what should lie there now that a day or a night has ended, and ask whether it does.

    It goes when somebody says so, or when play goes on. Where the kit deals nothing lies there.
    """
    which = ended(view)
    if not which or (draft is not None and draft.shown.get("checked") == which):
        return nothing("drift")
    yes = action_button(_("It does"), {"table": "show", "checked": which})
    return keyed(
        "drift",
        h.section(".tc-notice.tc-drift", aria_label=_("Does it lie so?"))[
            h.p[_expected(view)],
            h.div(".tc-actions")[yes, action_button(_("Something differs"), FIX, quiet=True)],
        ],
    )


def ended(view: View) -> str:
    """Return a name of the day or night that has just ended; empty where nobody is asked."""
    if view.setup.virtual or view.state.queue:
        return ""
    just = {"refresh": "night", "day-event": "night", "night-event": "day"}.get(view.phase)
    return f"{just}-{view.state.day}" if just else ""


def _expected(view: View) -> str:
    """Return what should lie on the map, beside it and with the shepherds, in a sentence."""
    state = view.state
    here, left = on_board(state), state.stock
    lit, all_ = lanterns(view)
    return _(
        "Now the map should hold {sheep} ({stock} left beside it); the shepherds {essence}, {lit} "
        "and {dark}.",
        sheep=herd_text(here) or _("no sheep"),
        stock=" / ".join(map(str, left)),
        essence=plural("{count} essence ({left} left)", "{count} essence ({left} left)",
                       essence(view), left=ESSENCE_TOKENS - essence(view)),
        lit=plural("{count} lit lantern", "{count} lit lanterns", lit),
        dark=plural("{count} extinguished", "{count} extinguished", all_ - lit),
    )  # fmt: skip


def essence(view: View) -> int:
    """Return how much essence all shepherds hold."""
    return sum(one.essence for one in view.state.shepherds)


def lanterns(view: View) -> tuple[int, int]:
    """Return how many lanterns of the living are lit, and how many they have."""
    there = [view.state.shepherds[seat] for seat in living(view.state)]
    return sum(one.lit for one in there), sum(one.lanterns for one in there)


def _tokens(view: View) -> str:
    state = view.state
    lit, all_ = lanterns(view)
    return _(
        "{lanterns}, {dark}, {spare}; {essence}, {left}; {cards}; {tiles}; {shepherds}.",
        lanterns=plural("{count} lit lantern", "{count} lit lanterns", lit),
        dark=plural("{count} extinguished", "{count} extinguished", all_ - lit),
        spare=plural("{count} in the box", "{count} in the box", max(0, LANTERN_TOKENS - all_)),
        essence=plural("{count} essence held", "{count} essence held", essence(view)),
        left=plural("{count} left", "{count} left", ESSENCE_TOKENS - essence(view)),
        cards=plural("{count} card in hand", "{count} cards in hand",
                     sum(len(one.hand) for one in state.shepherds)),
        tiles=plural("{count} pollution tile", "{count} pollution tiles", len(state.tiles)),
        shepherds=plural("{count} shepherd alive", "{count} shepherds alive", len(living(state))),
    )  # fmt: skip


def _differs() -> h.Element:
    return action_button(_("It lies differently"), FIX, quiet=True)
