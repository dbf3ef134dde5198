"""Serving: tapping or typing the slices of a cake in their order."""

from __future__ import annotations

import contextlib

import htpy as h

from companion.commands import UnreadableCommand, match
from companion.language import _
from companion.piece_o_cake.rules import RULEBOOK
from companion.piece_o_cake.slices import SLICES_PER_CAKE, Variety
from companion.piece_o_cake.view import View
from widgets.pages import Draft
from widgets.pages.piece_o_cake.cake import ART, drawn_slices, plate
from widgets.pages.piece_o_cake.marks import badge, refused_draft
from widgets.parts.cards import card
from widgets.parts.controls import action_form, submit
from widgets.parts.keyed import Part, keyed
from widgets.parts.ring import ring, wedge, wedges

Served = list[tuple[int, Variety]]


def serve_board(view: View, draft: Draft | None, revision: int) -> h.Node:
    """Return the cake being served, with the form to enter it."""
    served = _served(view, draft)[:SLICES_PER_CAKE]
    cake: list[Variety | None] = [*(kind for _word, kind in served)]
    cake += [None] * (SLICES_PER_CAKE - len(cake))
    picture = ring(drawn_slices(cake), art=ART)
    if view.setup.virtual:
        return card("cake", [plate(picture)])
    return card("cake", [_serve_form(view, served, picture, draft, revision)])


def _served(view: View, draft: Draft | None) -> Served:
    if draft is None or draft.raw.get("verb") != "serve":
        return []
    kinds = {kind.id: kind for kind in view.varieties}
    names = {kind.id: kind.letter for kind in view.varieties}
    served = []
    for number, word in enumerate(str(draft.raw.get("text", "")).replace(",", " ").split()):
        with contextlib.suppress(UnreadableCommand):
            served.append((number, kinds[match(word, names)]))
    return served


def _serve_form(
    view: View, served: Served, picture: h.Element, draft: Draft | None, revision: int
) -> Part:
    action = {"table": "say", "verb": "serve"}
    form = action_form(action, {"text": "text"}, draft=True, aria_label=_("Serve the cake"))
    return keyed(
        f"serve-{revision}",
        form[
            h.div(".tc-above")[plate(picture, _erasers(served))],
            h.div(".tc-flavours", role="group", data_group="grid", aria_label=_("Varieties"))[
                (_flavour(view, number, served) for number in range(len(view.varieties)))
            ],
            refused_draft(_without_short(draft), "serve-said"),
            h.div(".tc-actions")[
                _serve_submit(len(served)),
                h.button(".tc-button", type="button", data_erase=True, data_into="text")[
                    _("⌫ Last slice")
                ],
                h.small(".tc-soft")[_("A tap on a slice of the ring takes it out again.")],
            ],
            h.div(".tc-row")[_serve_field()],
        ],
    )


def _serve_field() -> h.Element:
    return h.label(".tc-field.tc-wide")[
        h.span[_("Slices in ring order: tap them above, or type names or letters here")],
        h.input(type="text", name="text", spellcheck="false", autocapitalize="off"),
    ]


def _erasers(served: Served) -> Part:
    """Return the slices of the ring as buttons: each takes its slice out of the draft."""
    buttons = (_eraser(place, word, kind) for place, (word, kind) in enumerate(served))
    return keyed("erasers", wedges(_("Slices served so far"), buttons))


def _eraser(place: int, word: int, kind: Variety) -> Part:
    label = _("Take slice {place}, {kind}, out again", place=place, kind=kind.title)
    button = wedge(
        (place,), SLICES_PER_CAKE, data_erase=str(word), data_into="text", aria_label=label
    )
    return keyed(f"eraser-{place}", button)


def _without_short(draft: Draft | None) -> Draft | None:
    """Leave out the scolding while a cake is being entered and short."""
    refusal = draft.refusal if draft else None
    short = not isinstance(refusal, str | None) and refusal.rule == RULEBOOK["serve"]
    return None if short else draft


def _serve_submit(count: int) -> Part:
    complete = count == SLICES_PER_CAKE
    label = (
        _("Serve this cake")
        if complete
        else _("Serve ({count} of {all})", count=count, all=SLICES_PER_CAKE)
    )
    disabled = None if complete else "true"
    return keyed("serve-submit", submit(label, aria_disabled=disabled, data_said=True))


def _flavour(view: View, number: int, served: Served) -> Part:
    kind = view.varieties[number]
    left = view.unseen[number] - sum(slice_.id == kind.id for _word, slice_ in served)
    full = len(served) >= SLICES_PER_CAKE
    return keyed(
        f"flavour-{kind.id}",
        h.button(
            ".tc-button.tc-flavour",
            type="button",
            data_insert=kind.id,
            data_into="text",
            aria_disabled="true" if left <= 0 or full else None,
        )[
            badge(kind),
            h.span[kind.title],
            keyed(f"left-{kind.id}", h.small[_("{count} left", count=max(0, left))]),
        ],
    )
