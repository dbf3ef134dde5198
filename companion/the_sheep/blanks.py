"""Cards of which no more is known than that they are due: to be typed in, or filled in as a form.

A pack may lack the card that the table has just drawn. Then the legal action is to type it in,
and this is its pattern: the fewest things such a card can say, under an id that is free.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from companion.game import TABLE
from companion.language import _
from companion.the_sheep.state import Enlist
from companion.the_sheep.table import Table

_TITLES = {
    "day": _("Day Event {number}"),
    "night": _("Night Event {number}"),
    "mutation": _("Mutation {number}"),
    "flock": _("Flock card {number}"),
    "curse": _("Curse {number}"),
    "tile": _("Pollution tile {number}"),
    "caravans": _("Caravan {number}"),
}
_SAYS: dict[str, dict[str, Any]] = {
    "night": {"pollution": 1},
    "mutation": {"health": [1, 1, 1], "corruption": [1, 1, 1]},
    "tile": {"minor": {"text": ""}, "major": {"text": ""}},
    "caravans": {"corruption": 6},
}


@lru_cache(maxsize=256)
def blank(table: Table, kind: str, wave: int = 0) -> Enlist:
    """Return the typing in of a card of the list ``kind``, a Flock card of that ``wave``."""
    taken = {one.id for one in getattr(table.cards, kind)} | set(table.items)
    stem = {"caravans": "caravan"}.get(kind, kind)
    number = next(n for n in range(1, len(taken) + 2) if f"{stem}-{n}" not in taken)
    title = _TITLES[kind].format(number=number)
    says = {"wave": wave or 3, "spawns": []} if kind == "flock" else _SAYS.get(kind, {})
    card = {"id": f"{stem}-{number}", "name": title, **says}
    return Enlist(TABLE, kind, json.dumps(card, ensure_ascii=False))
