"""Hidden cards of a virtual game, kept apart from what the table knows."""

from __future__ import annotations

import hashlib
import random
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from msgspec.structs import fields, replace

from companion.game import Action, Seat, anywhere  # msgspec reads the fields' types

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

S = TypeVar("S")
T = TypeVar("T")
A = TypeVar("A", bound=Action)


Place = tuple[int, int]
"""A place among a dealer's cards: the number of a stack and of a card in it, both from 0."""


class Glimpse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``seat`` once saw of the hand of ``whose``: the ``cards`` that were in it, or came.

    Since then that hand has ``played`` so many cards and got so many new ones (``drawn``).
    """

    seat: Seat
    whose: Seat
    cards: tuple[str, ...]
    played: int = 0
    drawn: int = 0

    def __repr__(self) -> str:
        return "<Glimpse>"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return []


def followed(
    glimpses: tuple[Glimpse, ...], whose: Seat, *, left: int = 0, came: int = 0
) -> tuple[Glimpse, ...]:
    """Return ``glimpses`` after so many cards have left the hand of ``whose`` or come into it."""
    if not glimpses:
        return ()
    return tuple(
        [
            replace(one, played=one.played + left, drawn=one.drawn + came)
            if one.whose == whose
            else one
            for one in glimpses
        ]
    )


class Dealer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is hidden: the cards, in face-down stacks and hands, and what seats saw of them.

    Its ``repr`` shows no card.
    """

    seed: str
    stacks: tuple[tuple[str, ...], ...]
    glimpses: tuple[Glimpse, ...] = ()

    def __repr__(self) -> str:
        return f"<Dealer of {len(self.stacks)} face-down stacks>"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return [("stacks", len(self.stacks))]


class World(msgspec.Struct, Generic[S], frozen=True):
    """The whole truth of a game: the table's state and, in a virtual game, the dealer."""

    state: S
    dealer: Dealer | None = None

    def __repr__(self) -> str:
        return "<World>"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return []


def shuffled(cards: Sequence[str], seed: str) -> tuple[str, ...]:
    """Return ``cards`` in an order that depends on ``seed`` alone, all orders alike likely."""
    order = list(cards)
    random.Random(seed).shuffle(order)  # noqa: S311  a game's shuffle, repeatable from its seed
    return tuple(order)


def mixed(cards: Sequence[T], label: str) -> tuple[T, ...]:
    """Return cards in an order that depends on ``label`` alone, all orders alike likely.

    For a few cards at a time: there it is much quicker than :func:`shuffled`, whose generator
    takes longer to begin. The two give different orders.
    """
    left, order = list(cards), []
    number = int.from_bytes(hashlib.shake_256(label.encode()).digest(16 + len(cards)))
    while left:
        number, place = divmod(number, len(left))
        order.append(left.pop(place))
    return tuple(order)


def stacks(cards: Sequence[str], sizes: Sequence[int], seed: str, *, deal: int = 0) -> Dealer:
    """Return a dealer whose stacks hold ``sizes`` of the shuffled ``cards``, in that order.

    ``deal`` counts the deals of a series from 0; each has its own order from the one ``seed``.
    """
    order = shuffled(cards, f"{seed}/{deal}")
    ends = [sum(sizes[: number + 1]) for number in range(len(sizes))]
    starts = [end - size for end, size in zip(ends, sizes, strict=True)]
    return Dealer(seed, tuple(order[start:end] for start, end in zip(starts, ends, strict=True)))


class Pile(Generic[S]):
    """A face-down pile of ``cards`` drawn in order, of which ``gone(state)`` are drawn so far."""

    def __init__(self, cards: Sequence[str], gone: Callable[[S], int]) -> None:
        """Hold the cards as they lie before they are shuffled."""
        self._cards, self._gone = cards, gone

    def deal(self, _state: S, seed: str) -> Dealer:
        """Return the dealer whose one stack is the pile, shuffled: :attr:`Game.deal`."""
        return stacks(self._cards, [len(self._cards)], seed)

    def known(self, world: World[S], _viewer: Seat | None) -> list[Place]:
        """Return the places of the cards drawn, which everybody saw: :attr:`Game.known`."""
        return [(0, place) for place in range(self._gone(world.state))]

    def draws(self, kind: type[A]) -> Callable[[S, Dealer, Any], Any]:
        """Return how an action of a ``kind`` gets the next card: :attr:`Game.drawn`.

        The card goes into the first field after the seat.
        """
        field = fields(kind)[1].name

        def drawn(state: S, dealer: Dealer, action: Any) -> Any:
            if not isinstance(action, kind):
                return action
            return replace(action, **{field: dealer.stacks[0][self._gone(state)]})

        return drawn


def imagined(
    dealer: Dealer,
    known: Collection[Place],
    seed: str,
    seat: Seat | None = None,
    fits: Callable[[int, str], bool] = anywhere,
) -> Dealer:
    """Return another dealer that who knows the cards at ``known`` could not tell from this one.

    All other cards are mixed anew, as far as each ``fits`` the stack it comes to. Of what was
    glimpsed, only what ``seat`` itself saw is kept.
    """
    kept = set(known)
    hidden = [
        (number, place)
        for number, stack in enumerate(dealer.stacks)
        for place in range(len(stack))
        if (number, place) not in kept
    ]
    mixed = [list(stack) for stack in dealer.stacks]
    cards = list(shuffled([mixed[number][place] for number, place in hidden], seed))
    for number, place in _narrow_first(hidden, cards, fits):
        at = next(at for at, card in enumerate(cards) if fits(number, card))
        mixed[number][place] = cards.pop(at)
    own = tuple(glimpse for glimpse in dealer.glimpses if glimpse.seat == seat)
    return Dealer(seed, tuple(map(tuple, mixed)), own)


def _narrow_first(
    places: Sequence[Place], cards: Sequence[str], fits: Callable[[int, str], bool]
) -> list[Place]:
    """Return ``places`` with those first that not every card fits."""
    kinds = set(cards)
    open_to_all = {
        number: all(fits(number, card) for card in kinds) for number in {n for n, _at in places}
    }
    return sorted(places, key=lambda place: open_to_all[place[0]])


# Sealed choices


def salt(seed: str, label: str, cards: Sequence[str]) -> str:
    """Return the secret salt of a choice of ``cards``; ``label`` tells a game's choices apart."""
    return hashlib.sha256(f"{seed}:{label}:{' '.join(cards)}".encode()).hexdigest()


def seal(cards: Sequence[str], secret: str) -> str:
    """Return the commitment to ``cards``: SHA-256 of the ``secret`` salt and their names.

    It tells nothing about the cards, and no other cards fit it once the salt is known.
    """
    return hashlib.sha256(f"{secret}:{' '.join(cards)}".encode()).hexdigest()


def short(sealed: str) -> str:
    """Return the beginning of a seal, as it is shown on the table."""
    return sealed[:8]
