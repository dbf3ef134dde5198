"""A game's own words for what a table plays with, and its own way to ask for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import htpy as h
import msgspec

from companion.language import _


class PackWords(msgspec.Struct, frozen=True):
    """What a game calls the pack of a table, where it stands and where it is asked for.

    ``panel`` names it at the foot, ``own`` and ``again`` (as in the last game) in the form of a new
    game, where ``paste`` and ``hint`` stand at the field for it. ``told`` says what it holds, and
    ``kept`` that it is in a file (a field ``{name}``).
    """

    panel: str = _("What we play with")
    own: str = _("Our own pack")
    again: str = _("Our own pack, as in the last game")
    paste: str = _("Or paste a pack")
    hint: str = _("JSON, as “What we play with” on the table’s page writes it.")
    told: str = _(
        "What this table plays with. Keep it, and give it to a new game under “Our own pack”."
    )
    kept: str = _("What you play with is kept in {name}.")


class PackForm(msgspec.Struct, frozen=True):
    """The part of the form for a new game that asks for the table's own pack.

    ``title`` names it. ``fields`` gives its fields, filled in from a pack (``""``: the one of the
    kit); what was typed in since, by name, may be told in parts of their own, but the fields keep
    it by themselves. ``kinds`` says how each is read by name, and ``pack`` makes a pack of what was
    filled in, or raises ``ValueError`` naming what is wrong.
    """

    title: str
    fields: Callable[[str, Mapping[str, Any]], h.Element]
    kinds: Mapping[str, str]
    pack: Callable[[Mapping[str, Any]], str]
