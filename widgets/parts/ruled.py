"""By which rulings a game was played, to stand beside its result."""

from __future__ import annotations

import htpy as h

from companion.game import Setup
from companion.language import _
from companion.rulebook import Rulebook


def ruled(rulebook: Rulebook, setup: Setup, *always: str) -> h.Node:
    """Return the rulings that are not the usual ones, and those of the ids ``always``."""
    told = [
        _("{question} {answer}", question=ruling.question, answer=ruling.option(option).title)
        for ruling in rulebook.rulings
        if (option := setup.rulings[ruling.id]) != ruling.default or ruling.id in always
    ]
    if not told:
        return None
    words = _("Played by these rulings: {rulings}", rulings=" · ".join(told))
    return h.p(".tc-soft")[h.small[words]]
