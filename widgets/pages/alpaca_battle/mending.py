"""Setting a count by hand."""

from __future__ import annotations

from collections.abc import Callable

import htpy as h

from companion.alpaca_battle.view import View
from companion.game import Seat
from companion.language import _
from widgets.pages import Draft
from widgets.parts.controls import dumps, field
from widgets.parts.fixing import fix_form, now_says
from widgets.parts.keyed import Part


def fix(view: View, draft: Draft | None) -> h.Node:
    """Return the form that sets one count by hand, and what it says now."""
    if view.setup.virtual:
        return h.p[_("The kit deals and holds all the cards here: no count can be wrong.")]
    where = field(_("What to set"), h.select(name="where")[_places(view)])
    how_many = _("How many cards there are")
    return fix_form([where], how_many, view.deck.size, _now(view, draft))


def _places(view: View) -> list[h.Element]:
    counts = {
        "hand": _("{name}: hand"),
        "herd": _("{name}: herd"),
        "pile": _("{name}: face down in the middle"),
    }
    return [
        h.option(value=dumps({"seat": seat, "what": what}))[told.format(name=name)]
        for seat, name in enumerate(view.setup.names)
        for what, told in counts.items()
    ]


def _now(view: View, draft: Draft | None) -> Part:
    """Return the count as it stands now of what is chosen."""
    raw = draft.raw if draft and draft.raw.get("type") == "fix" else {}
    seat, what = raw.get("seat", 0), raw.get("what", "hand")
    if seat not in range(view.seats) or what not in _COUNTS:
        return now_says("")
    return now_says(_("Now it says {count}.", count=_COUNTS[what](view, seat)))


_COUNTS: dict[str, Callable[[View, Seat], int]] = {
    "hand": lambda view, seat: view.hands[seat],
    "herd": lambda view, seat: view.herds[seat],
    "pile": lambda view, seat: view.laid[seat],
}
