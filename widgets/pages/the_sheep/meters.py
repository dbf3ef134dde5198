"""Meters and counters: a row of slots with the one that counts, a row of tokens."""

from __future__ import annotations

from collections.abc import Sequence

import htpy as h

from widgets.pages.the_sheep.art import icon


def meter(
    slots: Sequence[str], at: int, words: str, *, overflow: bool = False, good: bool = False
) -> h.Element:
    """Return a row of slots, the one at ``at`` marked; ``words`` tell it.

    With ``overflow`` a last slot stands for the point at which the meter overflows; ``good`` says
    that this is a gain.
    """
    danger = len(slots) if good else len(slots) - (1 if overflow else 2)
    over = h.i(data_over=True, data_good=good or None)["★" if good else "✕"]
    return h.span(".tc-meter", role="img", aria_label=words)[
        (
            h.i(data_at=place == at or None, data_high=place >= danger or None)[slot]
            for place, slot in enumerate(slots)
        ),
        over if overflow else None,
    ]


def counted(meter_length: int) -> list[str]:
    """Return the slots of a meter that overflows at that point."""
    return [str(count) for count in range(meter_length)]


def tokens(name: str, have: int, most: int, words: str) -> h.Element:
    """Return so many tokens of which ``have`` are there; ``words`` tell it."""
    return h.span(".tc-tokens", role="img", aria_label=words)[
        (h.i(data_gone=place >= have or None)[icon(name)] for place in range(max(most, have)))
    ]
