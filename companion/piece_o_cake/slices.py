"""The slices of each edition, as data: 57 in 8 varieties."""

from __future__ import annotations

from functools import cache

import msgspec

from companion.language import _
from companion.rulebook import Option


class Variety(msgspec.Struct, frozen=True):
    """A kind of slice.

    ``count`` slices exist, which is also the bonus printed on them; each shows ``dollops`` of
    whipped cream. ``letter`` is its mark on the cake.
    """

    id: str
    title: str
    letter: str
    count: int
    dollops: int


EDITIONS = (
    Option("classic", _("Piece o’ Cake")),
    Option("more-whip", _("More Whip!")),
)

SLICES_PER_CAKE = 11
CAKES = 5

_NUMBERS = ((3, 1), (4, 1), (5, 1), (7, 2), (8, 2), (9, 2), (10, 2), (11, 3))
_FLAVOURS = {
    "classic": (
        ("plum", _("Plum"), "P"),
        ("apricot", _("Apricot"), "A"),
        ("cherry", _("Cherry"), "C"),
        ("blackberry", _("Blackberry"), "B"),
        ("kiwi", _("Kiwi"), "K"),
        ("gooseberry", _("Gooseberry"), "G"),
        ("strawberry", _("Strawberry"), "S"),
        ("chocolate", _("Chocolate"), "H"),
    ),
    "more-whip": (
        ("marron", _("Marron"), "M"),
        ("mango", _("Mango"), "O"),
        ("framboise", _("Framboise"), "F"),
        ("white-peach", _("White peach"), "W"),
        ("matcha", _("Matcha"), "T"),
        ("blueberry", _("Blueberry"), "B"),
        ("strawberry", _("Strawberry"), "S"),
        ("chocolate", _("Chocolate"), "H"),
    ),
}


@cache
def varieties(edition: str) -> tuple[Variety, ...]:
    """Return the eight varieties of an edition, the rarest first."""
    return tuple(
        Variety(*flavour, *numbers)
        for flavour, numbers in zip(_FLAVOURS[edition], _NUMBERS, strict=True)
    )


@cache
def index_of(edition: str) -> dict[str, int]:
    """Return where each variety's id stands in :func:`varieties`."""
    return {variety.id: place for place, variety in enumerate(varieties(edition))}


@cache
def full_set(edition: str) -> tuple[str, ...]:
    """Return the ids of all 57 slices."""
    return tuple(v.id for v in varieties(edition) for _copy in range(v.count))


COUNTS = tuple(count for count, _dollops in _NUMBERS)
DOLLOPS = tuple(dollops for _count, dollops in _NUMBERS)
TOTAL = sum(COUNTS)
SPARE = TOTAL - CAKES * SLICES_PER_CAKE
