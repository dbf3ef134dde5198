"""Cards drawn at a table with the box: chosen from those left, or typed in."""

from __future__ import annotations

import htpy as h

from companion.language import _
from companion.the_sheep.pack import CARDS
from companion.the_sheep.state import Draw, Enlist
from companion.the_sheep.view import View
from widgets.pages import Draft
from widgets.pages.the_sheep.naming import moves_of
from widgets.pages.the_sheep.typing_in import kind_fields, kind_title
from widgets.parts.cards import card, nothing
from widgets.parts.controls import action_button, action_form, submit
from widgets.parts.keyed import Part, keyed


def draw_form(view: View) -> h.Node:
    """Return where the card that was drawn is chosen from those the pack still has."""
    draws: list[Draw] = moves_of(view, Draw)
    deck = draws[0].deck if draws else ""
    if not draws:
        return None
    options = sorted((_told(view, one), one.card) for one in draws)
    form = action_form(
        {"type": "draw", "seat": -1, "deck": deck}, {"card": "text"}, aria_label=_("Card drawn")
    )
    other = h.button(".tc-button.tc-quiet", type="button", data_goto=_key(view, deck))
    return keyed(
        f"draw-{deck}-{sum(view.state.draws)}",
        form[
            h.div(".tc-row")[
                h.select(name="card", aria_label=_("Card drawn"), required=True)[
                    h.option(value="")[_("Which card?")] if len(options) > 1 else None,
                    (h.option(value=name)[told] for told, name in options),
                ],
                submit(_("This card was drawn")),
                other[_("It is not in the list")],
            ]
        ],
    )


def missing_words(view: View) -> str:
    """Return what is to be done about a card that is due and not in the pack; empty if it is."""
    if not moves_of(view, Enlist):
        return ""
    return _("Your pack has no more such card: type in the one that lies there.")


def to_type_in(view: View) -> h.Node:
    """Return the button that leads to the form for the card that is due."""
    due: list[Enlist] = moves_of(view, Enlist)
    lead = h.button(".tc-button.tc-primary", type="button", data_goto=_key(view, _wanted(view)))
    return lead[_("Type the card in")] if due else None


def _told(view: View, one: Draw) -> str:
    found = view.table.decks[one.deck][one.card]
    more = getattr(found, "fork", "") or getattr(found, "text", "")
    fields = {"name": found.name, "more": more}
    return _("{name}: {more}", **fields) if more else found.name


def typing_card(view: View, draft: Draft | None) -> Part:
    """Return where a card that the pack does not have is typed in."""
    if view.setup.virtual or view.outcome is not None:
        return nothing("typing")
    wanted = _wanted(view)
    kind = _asked_for(draft, wanted) or wanted
    fold = h.details(".tc-typing")[
        h.summary[_("A card the pack does not have")],
        h.div(".tc-act")[
            h.p(".tc-soft")[
                _("Type it in once: from then on it is offered whenever it may be drawn.")
            ],
            h.p[
                _(
                    "The kit does not carry out what a typed-in card says in words. It shows them "
                    "when the card is drawn, used or in force; you do what they ask, and set by "
                    "hand what that changes."
                )
            ],
            h.div(".tc-choices", role="group", aria_label=_("What kind of card"))[
                (_kind(one, kind, wanted) for one in CARDS)
            ],
            _form(view, kind, draw=kind == wanted and _is_due(view)),
        ],
    ]
    return card("typing", fold)


def _is_due(view: View) -> bool:
    """Return whether a card is to be drawn now."""
    return view.phase != "setup" and bool(moves_of(view, Draw) or moves_of(view, Enlist))


def _wanted(view: View) -> str:
    """Return the kind of card that is most likely the one."""
    due = [one.deck for one in moves_of(view, Draw)] + [o.kind for o in moves_of(view, Enlist)]
    if due:
        return str(due[0])
    jobs = {"curse": "curse", "tile": "tile"}
    steps = {"day-event": "day", "night-event": "night", "mutation": "mutation", "flock": "flock"}
    queue = view.state.queue
    if queue:
        return jobs.get(queue[0].do, "equipment")
    return steps.get(view.phase, "equipment")


def _asked_for(draft: Draft | None, wanted: str) -> str:
    """Return the kind somebody chose while the same one was wanted; empty if nobody did."""
    shown = draft.shown if draft else {}
    kind = str(shown.get("kind", ""))
    return kind if kind in CARDS and shown.get("instead") == wanted else ""


def _kind(kind: str, chosen: str, wanted: str) -> Part:
    act = {"table": "show", "kind": kind, "instead": wanted}
    pressed = "true" if kind == chosen else "false"
    return keyed(f"kind-{kind}", action_button(kind_title(kind), act, aria_pressed=pressed))


def _key(view: View, kind: str) -> str:
    return f"type-{kind}-{len(view.state.entered)}"


def _form(view: View, kind: str, *, draw: bool) -> Part:
    fields = kind_fields(view, kind)
    action = {"table": "compose", "kind": kind, "draw": draw, "card": fields.start}
    label = _("Type it in and draw it") if draw else _("Type it in")
    return keyed(
        _key(view, kind),
        action_form(action, fields.kinds, aria_label=kind_title(kind), data_enter="next")[
            h.div(".tc-fields")[fields.controls],
            h.div(".tc-actions")[submit(label, primary=False)],
        ],
    )
