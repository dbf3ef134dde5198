"""The contract every game keeps.

A game is a record of pure functions over frozen values: a ``State`` (what the whole table may
know), small tagged ``Action`` values, and a ``View`` (what one viewer may see). It holds no state,
reads no clock and draws no random number; what chance or hidden cards decide comes in as a fact.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from companion.language import _, choice

if TYPE_CHECKING:
    from companion.commands import Commands
    from companion.problems import Problem
    from companion.rulebook import Option, Rule, Rulebook
    from companion.secrets import Dealer, Place, World

Seat = int
"""A place at the table, counted from 0 clockwise. Names are only labels."""

TABLE: Seat = -1
"""The seat of an act that belongs to nobody in particular."""


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was agreed before the first action; the header of a save.

    ``names`` are the seats' labels in seating order, ``first`` the starting seat, ``rulings`` the
    chosen option of every ruling, ``virtual`` whether the kit shuffles and deals. ``computers``
    gives, seat by seat, the temper of the computer that plays it, or ``""`` for a person; empty
    where only people play. ``pack`` is the JSON text of the table's own data (maps, cards) in a
    game that has such, and empty for what the kit ships.
    """

    game: str
    rules: str
    names: tuple[str, ...]
    edition: str
    first: Seat
    rulings: dict[str, str]
    virtual: bool
    computers: tuple[str, ...] = ()
    pack: str = ""

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that people play."""
        played = self.computers or ("",) * len(self.names)
        return tuple(seat for seat, temper in enumerate(played) if not temper)


class Action(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A move: a small frozen value that knows its seat. Each kind of move has its own tag."""

    seat: Seat


class Refusal(msgspec.Struct, frozen=True):
    """Why an action is not done: what was ``tried``, the ``reason``, the ``rule``, what works.

    ``commands`` are some that would work, for whoever types.
    """

    tried: str
    reason: str
    instead: str
    rule: Rule | None = None
    commands: tuple[str, ...] = ()

    @property
    def to_type(self) -> str:
        """The commands that would work, in a sentence; empty if none is named."""
        quoted = choice(_("“{command}”", command=one) for one in self.commands)
        return _("Type {commands}.", commands=quoted) if quoted else ""

    def __str__(self) -> str:
        ends = {"instead": self.instead, "type": self.to_type}
        if self.rule is None:
            told = _("{tried}: {reason} {instead} {type}", tried=self.tried, reason=self.reason,
                     **ends)  # fmt: skip
        else:
            told = _(
                "{tried}: {reason} Rule “{rule}” ({source}). {instead} {type}",
                tried=self.tried,
                reason=self.reason,
                rule=self.rule.title,
                source=self.rule.source,
                **ends,
            )
        return told.rstrip()


class IllegalAction(ValueError):
    """An action the rules refuse; nothing was changed. ``refusal`` tells why."""

    def __init__(self, refusal: Refusal) -> None:
        """Carry ``refusal``."""
        super().__init__(str(refusal))
        self.refusal = refusal


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: all ``winners`` by seat, ``points`` and ``places`` (from 1) by seat."""

    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    places: tuple[int, ...]
    reason: str


class Story(msgspec.Struct, frozen=True):
    """What an action did, in a sentence, a few words for the undo button, and the rule's id."""

    sentence: str
    short: str
    rule: str


class Learned(msgspec.Struct, frozen=True):
    """What an action let the ``seats`` know of what the seats in ``about`` were hiding.

    ``text`` says it in neutral words, which name no card.
    """

    seats: tuple[Seat, ...]
    about: tuple[Seat, ...]
    text: str


S = TypeVar("S")
A = TypeVar("A", bound=Action)
V = TypeVar("V")


class Resolved(msgspec.Struct, Generic[A], frozen=True):
    """An action as the log records it, and the dealer after it."""

    action: A
    dealer: Dealer | None = None


class Game(msgspec.Struct, Generic[S, A, V], frozen=True, kw_only=True):
    """One game's rules as functions. The fields stand in the same order for every game."""

    id: str
    title: str
    version: str
    """The version of the rules engine; a save names the one it was played under."""
    seats: range
    """The numbers of seats the game can be played with."""
    usual: int
    """How many usually play."""
    editions: tuple[Option, ...]
    rulebook: Rulebook
    state: type[S]
    actions: Any
    """The union of the game's action types, for decoding."""
    commands: Commands[S, A]

    start: Callable[[Setup], S]
    to_act: Callable[[S], tuple[Seat, ...]]
    """Seats that have a legal action now."""
    legal: Callable[[S], Sequence[A]]
    """Every move open now, as a sequence that makes its actions when asked for them."""
    check: Callable[[S, A], Refusal | None]
    apply: Callable[[S, A], S]
    """The state after a checked action."""
    outcome: Callable[[S], Outcome | None]
    observe: Callable[[World[S], Seat | None], V]
    """What a seat may see; ``None`` is the table itself, which sees what everyone may."""
    deal: Callable[[S, str], Dealer]
    """The hidden cards of a virtual game, shuffled by a seed."""
    known: Callable[[World[S], Seat | None], Collection[Place]]
    """The places of the dealer's stacks whose cards a viewer knows."""
    fits: Callable[[int, str], bool]
    """Whether the rules let a card lie in a stack of the dealer, by the stack's number."""
    resolve: Callable[[World[S], A], Resolved[A] | Refusal]
    """What a checked action becomes: what the dealer decides filled in, secrets taken out."""
    asked: Callable[[World[S], A, World[S]], A]
    """The other way round: a recorded action, between two worlds, as its seat asked for it."""
    learned: Callable[[S, A, S], tuple[Learned, ...]]
    """Who learns what of the others' secrets by an action."""
    tell: Callable[[S, A, S], Story]
    board: Callable[[V], str]
    """The whole table as text."""
    problems: Callable[[S], tuple[Problem, ...]]
    read_pack: Callable[..., str] | None = None
    """The text of a table's own pack, put together of one or more texts (of two that say the same
    the later counts), checked and written in one way; ``ValueError`` if it is wrong. ``None`` in a
    game that has no packs."""
    write_pack: Callable[[S], str] | None = None
    """The text of the pack a table plays with now, for :attr:`read_pack` of another game."""
    starter: bool = True
    """Whether a seat begins, so that ``Setup.first`` means something."""

    def read(self, raw: bytes | str | dict[str, Any]) -> A:
        """Return the action written in ``raw`` JSON, strictly; ``msgspec.ValidationError`` else."""
        if isinstance(raw, dict):
            return msgspec.convert(raw, self.actions)  # type: ignore[no-any-return]
        return msgspec.json.decode(raw, type=self.actions)  # type: ignore[no-any-return]


def anywhere(_stack: int, _card: str) -> bool:
    """Return that a card may lie in any stack: :attr:`Game.fits` of most games."""
    return True


def places(points: Sequence[Any]) -> tuple[int, ...]:
    """Return each seat's place, from 1: equal values share one, and the next place skips."""
    return tuple(1 + sum(other > own for other in points) for own in points)
