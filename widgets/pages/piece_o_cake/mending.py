"""Setting a count by hand."""

from __future__ import annotations

import htpy as h

from companion.game import TABLE
from companion.language import _, listing
from companion.piece_o_cake.slices import CAKES
from companion.piece_o_cake.view import View
from widgets.pages import Draft
from widgets.parts.controls import dumps, field
from widgets.parts.fixing import fix_form, now_says
from widgets.parts.keyed import Part


def fix(view: View, draft: Draft | None) -> h.Node:
    """Return the form that sets one count by hand, and what lies there now."""
    varieties = [h.option(value=kind.id)[kind.title] for kind in view.varieties]
    asked = [
        field(_("Which slices"), h.select(name="where")[_fix_piles(view)]),
        field(_("Variety"), h.select(name="variety")[varieties]),
    ]
    form = fix_form(asked, _("How many there are"), 11, _lying(view, draft), variety="text")
    return [*form, _counts_table(view)]


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
        return now_says("")
    count = view.gone[number] if pile == "gone" else view.collected[seat][number]
    told = _("Now it says {count} {variety}.", count=count, variety=view.varieties[number].title)
    return now_says(told)


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
