"""The form that sets a count of the table by hand."""

from __future__ import annotations

from collections.abc import Sequence

import htpy as h

from companion.language import _
from widgets.parts.controls import action_form, field, submit
from widgets.parts.keyed import Part, keyed


def fix_form(
    asked: Sequence[h.Node], how_many: str, most: int, now: Part, **kinds: str
) -> list[h.Node]:
    """Return the form: what is ``asked`` for, a count up to ``most``, and why.

    What to set is chosen under the name ``where``, each option a part of the action; ``kinds``
    tells how other fields are read. ``now`` is what is there as it stands.
    """
    fields = {"where": "merge", **kinds, "count": "int", "reason": "text"}
    form = action_form({"type": "fix"}, fields, draft=True, aria_label=_("Fix the table"))
    count = h.input(type="number", name="count", min="0", max=str(most), required=True)
    return [
        h.p(".tc-soft")[
            _("Say what lies there really. The log keeps the change, and undo takes it back.")
        ],
        keyed(
            "fix-form",
            form[
                h.div(".tc-fields")[
                    asked,
                    field(how_many, count),
                    field(_("Why"), h.input(type="text", name="reason", required=True)),
                ],
                now,
                h.div(".tc-actions")[submit(_("Set this count"))],
            ],
        ),
    ]


def now_says(told: str) -> Part:
    """Return what is there as it stands, said while the form is filled in; hidden if empty."""
    said = h.p(".tc-soft", data_said=True)[told] if told else h.p(hidden=True)
    return keyed("fix-now", said)
