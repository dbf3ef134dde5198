"""The cards a page is made of, and the place where one is missing."""

from __future__ import annotations

from typing import Any

import htpy as h

from widgets.parts.keyed import Part, keyed


def card(key: str, content: h.Node, title: str = "", **attributes: Any) -> Part:
    """Return a card of the page with an optional title; ``key`` makes it a part of its own."""
    heading = h.h3(".tc-card-title")[title] if title else None
    return keyed(key, h.section(".tc-card", **attributes)[heading, content])


def nothing(key: str) -> Part:
    """Return an empty part, where there is nothing to show now."""
    return keyed(key, h.div(hidden=True))
