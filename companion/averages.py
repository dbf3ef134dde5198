"""Averages of what was played, for the labs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec


class Mean(msgspec.Struct, frozen=True):
    """An average over ``count`` cases, and its standard ``error``."""

    value: float
    error: float
    count: int


def mean(values: Iterable[float]) -> Mean:
    """Return the average of independent values."""
    return mean_of_groups((value,) for value in values)


def mean_of_groups(groups: Iterable[Sequence[float]]) -> Mean:
    """Return the average over the values of all groups; those of one group hang together."""
    found = [group for group in groups if group]
    size = sum(map(len, found))
    value = sum(map(sum, found)) / size
    spread = sum((sum(group) - len(group) * value) ** 2 for group in found)
    return Mean(value, spread**0.5 / size, size)
