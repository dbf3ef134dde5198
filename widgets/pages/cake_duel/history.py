"""What was claimed in this bout, and what the cards do."""

from __future__ import annotations

import htpy as h

from companion.cake_duel.board import turn_text
from companion.cake_duel.troops import Troop, copies, kinds
from companion.cake_duel.view import View
from companion.language import _
from widgets.pages.cake_duel.cards import picture, steals_text
from widgets.parts.cards import card, nothing
from widgets.parts.keyed import Part, keyed


def history_card(view: View) -> Part:
    """Return the finished turns of the bout, and what became known."""
    if not view.turns:
        return nothing("history")
    lines = [
        keyed(f"turn-{number}", h.li[turn_text(view, turn)])
        for number, turn in enumerate(view.turns)
    ]
    known = h.p(".tc-soft")[_("Sir Wolfy has been turned up.")] if view.showed else None
    over = view.phase in ("ended", "over")
    title = _("This bout, turn by turn") if over else _("This bout so far")
    return card("history", [h.ol(".tc-turns")[lines], known], title)


def reference_card(view: View) -> Part:
    """Return every card with what it does and how many there are."""
    rows = [_reference(view, troop) for troop in kinds(view.setup.edition)]
    return card(
        "reference",
        h.details(open=view.setup.edition == "core")[
            h.summary[_("The cards")], h.ul(".tc-reference")[rows]
        ],
    )


def _reference(view: View, troop: Troop) -> h.Element:
    count = copies(troop.id, view.seats)
    many = _("maybe") if troop.special else _("{count} of them", count=count)
    return h.li[
        picture(troop.id),
        h.span(".tc-claim-name")[h.b[troop.title], h.small[steals_text(troop.id)]],
        h.small(".tc-copies")[many],
    ]
