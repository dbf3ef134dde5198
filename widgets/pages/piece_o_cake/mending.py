"""Setting a count by hand."""

from __future__ import annotations

import htpy as h

from companion.game import TABLE
from companion.language import _, listing
from companion.piece_o_cake.slices import CAKES
from companion.piece_o_cake.view import View
from widgets.pages import Draft
from widgets.parts.controls import action_form, dumps, field, submit
from widgets.parts.keyed import Part, keyed


def fix(view: View, draft: Draft | None) -> h.Node:
    """Return the form that sets one count by hand, and what lies there now."""
    fields = {"where": "merge", "variety": "text", "count": "int", "reason": "text"}
    form = action_form({"type": "fix"}, fields, draft=True, aria_label=_("Fix the table"))
    return [
        h.p(".tc-soft")[
            _("Say what lies there really. The log keeps the change, and undo takes it back.")
        ],
        keyed("fix-form", form[_fix_fields(view), _lying(view, draft), _fix_submit()]),
        _counts_table(view),
    ]


def _fix_fields(view: View) -> h.Element:
    varieties = [h.option(value=kind.id)[kind.title] for kind in view.varieties]
    count = h.input(type="number", name="count", min="0", max="11", required=True)
    return h.div(".tc-fields")[
        field(_("Which slices"), h.select(name="where")[_fix_piles(view)]),
        field(_("Variety"), h.select(name="variety")[varieties]),
        field(_("How many there are"), count),
        field(_("Why"), h.input(type="text", name="reason", required=True)),
    ]


def _fix_submit() -> h.Element:
    return h.div(".tc-actions")[submit(_("Set this count"))]


def _fix_piles(view: View) -> list[h.Element]:
    """Return the piles there are, each with the fields of an action that stand for it."""
    piles = [
        (told.format(name=name), {"seat": seat, "pile": pile})
        for seat, name in enumerate(view.setup.names)
        for pile, told in (("collected", _("{name}: collected")), ("eaten", _("{name}: eaten")))
    ]
    gone = (_("out of the game"), {"seat": TABLE, "pile": "gone"})
    return [h.option(value=dumps(fields))[told] for told, fields in (*piles, gone)]


def _lying(view: View, draft: Draft | None) -> Part:
    """Return how many lie in the pile chosen, where the viewer may know it."""
    raw = draft.raw if draft and draft.raw.get("type") == "fix" else {}
    kinds = {kind.id: number for number, kind in enumerate(view.varieties)}
    number = kinds.get(str(raw.get("variety", view.varieties[0].id)), 0)
    pile, seat = raw.get("pile", "collected"), raw.get("seat", 0)
    if pile == "eaten" or seat not in range(TABLE, len(view.setup.names)):
        return keyed("fix-lying", h.p(hidden=True))
    count = view.gone[number] if pile == "gone" else view.collected[seat][number]
    told = _("Now it says {count} {variety}.", count=count, variety=view.varieties[number].title)
    return keyed("fix-lying", h.p(".tc-soft", data_said=True)[told])


def _counts_table(view: View) -> h.Node:
    gone = [
        _("{count} {kind}", count=count, kind=kind.title)
        for kind, count in zip(view.varieties, view.gone, strict=True)
        if count
    ]
    left = CAKES - view.cake_number - bool(view.cake)
    return h.p(".tc-soft")[
        h.small[
            _(
                "Out of the game: {gone}. Cakes still to serve: {left}.",
                gone=listing(gone) or _("nothing"),
                left=left,
            )
        ]
    ]
