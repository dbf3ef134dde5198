"""A game's own way to ask for what a table plays with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import htpy as h
import msgspec


class PackForm(msgspec.Struct, frozen=True):
    """The part of the form for a new game that asks for the table's own pack.

    ``title`` names it. ``fields`` gives its fields, filled in from a pack (``""``: the one of the
    kit), ``kinds`` how each is read by name, and ``pack`` makes a pack of what was filled in, or
    raises ``ValueError`` naming what is wrong.
    """

    title: str
    fields: Callable[[str], h.Element]
    kinds: Mapping[str, str]
    pack: Callable[[Mapping[str, Any]], str]
