"""The contract every game keeps.

A game is a record of pure functions over frozen values: a ``State`` (what the whole table may
know), small tagged ``Action`` values, and a ``View`` (what one viewer may see). It holds no state,
reads no clock and draws no random number; what chance or hidden cards decide comes in as a fact.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from msgspec.structs import force_setattr, replace

from companion.language import _, choice, listing
from companion.rulebook import Option

if TYPE_CHECKING:
    from companion.commands import Commands
    from companion.problems import Problem
    from companion.rulebook import Rule, Rulebook
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

    def label(self, seat: Seat) -> str:
        """Return the name of a seat, also of :data:`TABLE`."""
        return _("the table") if seat == TABLE else self.names[seat]


class Action(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A move: a small frozen value that knows its seat. Each kind of move has its own tag."""

    seat: Seat


def tag(action: Action) -> str:
    """Return the name an action's kind has in a save."""
    return str(type(action).__struct_config__.tag)


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

    @classmethod
    def by_points(cls, points: Sequence[int], reason: str) -> Outcome:
        """Return that the most points win."""
        return cls(leading(points), tuple(points), places(points), reason)


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


class OpenView(msgspec.Struct, Generic[S], frozen=True):
    """What a ``viewer`` sees of a game in which only the dealer hides something: the state."""

    viewer: Seat | None
    state: S


def in_the_open(world: World[S], viewer: Seat | None) -> OpenView[S]:
    """Return all but what lies in the dealer's stacks: :attr:`Game.observe` of an open game."""
    return OpenView(viewer, world.state)


def anywhere(_stack: int, _card: str) -> bool:
    """Return that a card may lie in any stack: :attr:`Game.fits` of most games."""
    return True


def as_said(_state: object, _dealer: Dealer, action: A) -> A:
    """Return an action as it is: :attr:`Game.drawn` of a game in which nothing is drawn."""
    return action


def nothing(*_told: object) -> tuple[Any, ...]:
    """Return that there is none of what a game without it need not list."""
    return ()


_FOUND: Any = None
"""Stands where a :class:`Game` finds a function from its other fields."""


class Game(msgspec.Struct, Generic[S, A, V], frozen=True, kw_only=True):
    """One game's rules as functions. The fields stand in the same order for every game.

    What has a default can be left out by a game that has no such thing, or lets the kit find it
    from the other fields.
    """

    id: str
    title: str
    version: str
    """The version of the rules engine; a save names the one it was played under."""
    seats: range
    """The numbers of seats the game can be played with."""
    usual: int
    """How many usually play."""
    editions: tuple[Option, ...] = (Option("standard", "Standard rules"),)
    rulebook: Rulebook
    state: type[S]
    actions: Any
    """The union of the game's action types, for decoding."""
    commands: Commands[S, A]

    start: Callable[[Setup], S]
    to_act: Callable[[S], tuple[Seat, ...]] = _FOUND
    """Seats that have a legal action now."""
    legal: Callable[[S], Sequence[A]]
    """Every move open now, as a sequence that makes its actions when asked for them."""
    check: Callable[[S, A], Refusal | None] = _FOUND
    """Why an action cannot be done, whether as it is asked for or as it is recorded. Left out,
    what is not listed is refused, by the rule whose id is the action's tag."""
    apply: Callable[[S, A], S]
    """The state after a checked action."""
    outcome: Callable[[S], Outcome | None]
    observe: Callable[[World[S], Seat | None], V] = in_the_open  # type: ignore[assignment]  # V is OpenView[S] then
    """What a seat may see; ``None`` is the table itself, which sees what everyone may."""
    deal: Callable[[S, str], Dealer]
    """The hidden cards of a virtual game, shuffled by a seed."""
    known: Callable[[World[S], Seat | None], Collection[Place]] = nothing
    """The places of the dealer's stacks whose cards a viewer knows."""
    fits: Callable[[int, str], bool] = anywhere
    """Whether the rules let a card lie in a stack of the dealer, by the stack's number."""
    drawn: Callable[[S, Dealer, A], A] = as_said
    """An action with what the dealer's stacks decide filled in, or the same if they do not."""
    resolve: Callable[[World[S], A], Resolved[A] | Refusal] = _FOUND
    """What a checked action becomes: what the dealer decides filled in, secrets taken out. Left
    out, it is what :attr:`drawn` says, and the dealer stays as it is."""
    asked: Callable[[World[S], A, World[S]], A] = _FOUND
    """The other way round: a recorded action, between two worlds, as its seat asked for it. Left
    out, it is looked for among the legal actions."""
    learned: Callable[[S, A, S], tuple[Learned, ...]] = nothing
    """Who learns what of the others' secrets by an action."""
    tell: Callable[[S, A, S], Story] = _FOUND
    """What an action did. Left out, it is told by its command and the rule of its tag."""
    board: Callable[[V], str]
    """The whole table as text."""
    problems: Callable[[S], tuple[Problem, ...]] = nothing
    """What cannot be right in a table that was mended by hand."""
    read_pack: Callable[..., str] | None = None
    """The text of a table's own pack, put together of one or more texts (of two that say the same
    the later counts), checked and written in one way; ``ValueError`` if it is wrong. ``None`` in a
    game that has no packs."""
    write_pack: Callable[[S], str] | None = None
    """The text of the pack a table plays with now, for :attr:`read_pack` of another game."""
    starter: bool = True
    """Whether a seat begins, so that ``Setup.first`` means something."""

    def __post_init__(self) -> None:
        """Find what is left out."""
        for name, finder in _FINDERS.items():
            if getattr(self, name) is _FOUND:
                force_setattr(self, name, finder(self))

    def read(self, raw: bytes | str | dict[str, Any]) -> A:
        """Return the action written in ``raw`` JSON, strictly; ``msgspec.ValidationError`` else."""
        if isinstance(raw, dict):
            return msgspec.convert(raw, self.actions)  # type: ignore[no-any-return]
        return msgspec.json.decode(raw, type=self.actions)  # type: ignore[no-any-return]


# What a game leaves to the kit


def _finds_acting(game: Game[S, A, Any]) -> Callable[[S], tuple[Seat, ...]]:
    def to_act(state: S) -> tuple[Seat, ...]:
        return tuple(sorted({move.seat for move in game.legal(state)}))

    return to_act


def _finds_unlisted(game: Game[Any, A, Any]) -> Callable[[Any, A], Refusal | None]:
    def check(state: Any, action: A) -> Refusal | None:
        at_a_table: Any = replace(state, setup=replace(state.setup, virtual=False))
        if action in game.legal(state) or action in game.legal(at_a_table):
            return None
        return _refused(game, state, action, _("that cannot be done now."))

    return check


def _finds_resolved(game: Game[S, A, Any]) -> Callable[[World[S], A], Resolved[A] | Refusal]:
    def resolve(world: World[S], action: A) -> Resolved[A] | Refusal:
        if world.dealer is None:
            return Resolved(action)
        came = game.drawn(world.state, world.dealer, action)
        if came is not action and action not in game.legal(world.state):
            return _refused(game, world.state, action, _("what comes is for the kit to say."))
        return Resolved(came, world.dealer)

    return resolve


def _finds_told(game: Game[Any, A, Any]) -> Callable[[Any, A, Any], Story]:
    def tell(before: Any, action: A, _after: Any) -> Story:
        name, command = before.setup.label(action.seat), game.commands.text(before, action)
        sentence = _("{name}: {command}.", name=name, command=command)
        return Story(sentence, command, tag(action))

    return tell


def _finds_asked(game: Game[S, A, Any]) -> Callable[[World[S], A, World[S]], A]:
    def asked(before: World[S], action: A, after: World[S]) -> A:
        became = Resolved(action, after.dealer)
        if game.resolve(before, action) == became:
            return action
        own = (move for move in game.legal(before.state) if move.seat == action.seat)
        return next((move for move in own if game.resolve(before, move) == became), action)

    return asked


def _refused(game: Game[Any, A, Any], state: Any, action: A, reason: str) -> Refusal:
    """Return the refusal of what is not among the legal actions, with a few that are."""
    tried = _("“{command}”", command=game.commands.text(state, action))
    works = tuple(game.commands.text(state, move) for move in game.legal(state)[:3])
    who = listing(map(state.setup.label, game.to_act(state)))
    instead = _("Now {who} can act.", who=who) if who else _("The game is over.")
    return Refusal(tried, reason, instead, game.rulebook[tag(action)], works)


_FINDERS: dict[str, Callable[[Game[Any, Any, Any]], Callable[..., Any]]] = {
    "to_act": _finds_acting,
    "check": _finds_unlisted,
    "resolve": _finds_resolved,
    "asked": _finds_asked,
    "tell": _finds_told,
}


# Who is ahead


def leading(points: Sequence[Any]) -> tuple[Seat, ...]:
    """Return the seats with the most points."""
    return tuple(seat for seat, own in enumerate(points) if own == max(points))


def places(points: Sequence[Any]) -> tuple[int, ...]:
    """Return each seat's place, from 1: equal values share one, and the next place skips."""
    return tuple(1 + sum(other > own for other in points) for own in points)
