"""The page of Pebbles: a plain one with a table of its own."""

from __future__ import annotations

import htpy as h

from companion.game import OpenView
from tests.toy import State, points
from widgets.pages.plain import PlainPage


class PebblesPage(PlainPage):
    def table(self, view: OpenView[State]) -> h.Node:
        rows = zip(view.state.setup.names, view.state.drawn, strict=True)
        return h.ul[(h.li[h.bdi[name], f": {' '.join(own)} = {points(own)}"] for name, own in rows)]


PAGE = PebblesPage()
