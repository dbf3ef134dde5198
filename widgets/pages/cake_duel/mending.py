"""Setting a count by hand."""

from __future__ import annotations

from collections.abc import Callable

import htpy as h

from companion.cake_duel.scoring import all_cakes
from companion.cake_duel.view import View
from companion.game import TABLE, Seat
from companion.language import _
from widgets.pages import Draft
from widgets.pages.cake_duel.sides import cards_text
from widgets.parts.controls import dumps, field
from widgets.parts.fixing import fix_form, now_says
from widgets.parts.keyed import Part


def fix(view: View, draft: Draft | None) -> h.Node:
    """Return the form that sets one count by hand, and what it says now."""
    where = field(_("What to set"), h.select(name="where")[_places(view)])
    return [
        *fix_form([where], _("How many there are"), 42, _now(view, draft)),
        h.p(".tc-soft")[
            h.small[
                _(
                    "There are {cakes} cakes: what one side gets, the other loses. {cards}.",
                    cakes=all_cakes(view.seats),
                    cards=cards_text(view),
                )
            ]
        ],
    ]


def _places(view: View) -> list[h.Element]:
    counts = {"cakes": _("{name}: cakes"), "trophies": _("{name}: trophies")}
    if not view.setup.virtual:
        counts["hand"] = _("{name}: cards in hand")
    places = [
        (told.format(name=name), {"seat": seat, "what": what})
        for seat, name in enumerate(view.setup.names)
        for what, told in counts.items()
    ]
    if not view.setup.virtual:
        places.append((_("cards in the deck"), {"seat": TABLE, "what": "deck"}))
        places.append((_("cards played, face down"), {"seat": TABLE, "what": "pile"}))
    return [h.option(value=dumps(fields))[told] for told, fields in places]


def _now(view: View, draft: Draft | None) -> Part:
    """Return the count as it stands now of what is chosen."""
    raw = draft.raw if draft and draft.raw.get("type") == "fix" else {}
    seat, what = raw.get("seat", 0), raw.get("what", "cakes")
    if seat not in range(TABLE, view.seats) or what not in _COUNTS:
        return now_says("")
    return now_says(_("Now it says {count}.", count=_COUNTS[what](view, seat)))


_COUNTS: dict[str, Callable[[View, Seat], int]] = {
    "cakes": lambda view, seat: view.cakes[view.side(seat)],
    "trophies": lambda view, seat: view.trophies[view.side(seat)],
    "hand": lambda view, seat: view.hands[seat],
    "deck": lambda view, _seat: view.deck,
    "pile": lambda view, _seat: view.pile,
}
