"""Buttons, choices and fields; an element that acts carries its action as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import htpy as h

Json = Mapping[str, Any]


def action_button(
    label: h.Node, action: Json, *, primary: bool = False, quiet: bool = False, **attributes: Any
) -> h.Element:
    """Return a button that does ``action`` when pressed."""
    kind = ".tc-button" + ".tc-primary" * primary + ".tc-quiet" * quiet
    return h.button(kind, type="button", data_do=dumps(action), **attributes)[label]


def submit(label: h.Node, *, primary: bool = True, **attributes: Any) -> h.Element:
    """Return the button that sends its form."""
    kind = ".tc-button" + ".tc-primary" * primary
    return h.button(kind, type="submit", **attributes)[label]


def action_form(
    action: Json, fields: Mapping[str, str], *, draft: bool = False, **attributes: Any
) -> h.Element:
    """Return an empty form that does ``action`` with its ``fields`` (name to kind) filled in.

    The kinds are ``int``, ``text``, ``flag``, the lists ``ints``, ``texts`` and ``words`` (of one
    text), and ``merge`` for a choice whose value is JSON of several fields.

    With ``draft`` every change is sent too, so that the page can say what it would mean.
    """
    return h.form(
        data_do=dumps(action),
        data_fields=dumps(fields),
        data_draft=draft or None,
        autocomplete="off",
        **attributes,
    )


def chips(
    name: str, options: Iterable[tuple[str, str]], chosen: str, legend: str, *, hint: str = ""
) -> h.Element:
    """Return radio buttons as big chips: ``options`` are values and labels."""
    return h.fieldset[
        h.legend[legend],
        h.div(".tc-choices")[
            (
                h.label(".tc-choice")[
                    h.input(type="radio", name=name, value=value, checked=value == chosen),
                    h.span[label],
                ]
                for value, label in options
            )
        ],
        h.p(".tc-soft")[h.small[hint]] if hint else None,
    ]


def field(label: str, control: h.Node, *, hint: str = "") -> h.Element:
    """Return a labelled field."""
    return h.label(".tc-field")[h.span[label], control, h.small[hint] if hint else None]


def dumps(value: Any) -> str:
    """Return ``value`` as compact JSON, letters of all scripts as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
