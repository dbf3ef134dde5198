"""Everything inconsistent in a hand-entered table, all at once, in plain words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from companion.language import _

Pile = Mapping[str, int]
"""How many of each kind lie in one place."""


class Problem(msgspec.Struct, frozen=True):
    """One thing that cannot be right: ``text`` says what; ``kind`` names the card at fault."""

    text: str
    kind: str = ""


def too_many(printed: Pile, piles: Sequence[Pile], titles: Mapping[str, str]) -> list[Problem]:
    """Return a problem for each kind of which the ``piles`` hold more than were ``printed``."""
    found = {kind: sum(pile.get(kind, 0) for pile in piles) for kind in printed}
    return [
        Problem(
            _(
                "{kind}: {found} are on the table, but only {printed} exist.",
                kind=titles[kind],
                found=found[kind],
                printed=printed[kind],
            ),
            kind,
        )
        for kind in printed
        if found[kind] > printed[kind]
    ]
