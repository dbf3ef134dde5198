"""A session: one game being played, which is its log of actions.

The session holds the worlds the log leads through, so undo is exact and immediate; every input,
undo included, is one entry of the log and one line of the save.
"""

from __future__ import annotations

import logging
import threading
import weakref
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

import msgspec

from companion import codes, saves
from companion.game import (
    TABLE,
    Action,
    Game,
    IllegalAction,
    Learned,
    Outcome,
    Refusal,
    Resolved,
    Seat,
    Setup,
    Story,
)
from companion.language import _, listing, plural
from companion.secrets import Dealer, World, imagined

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from pathlib import Path

    from companion.problems import Problem
    from companion.secrets import Place

_LOG = logging.getLogger(__name__)

S = TypeVar("S")
A = TypeVar("A", bound=Action)
V = TypeVar("V")


class StaleAction(IllegalAction):
    """An action made for an older revision of the table; nothing was changed."""


class ConsentNeeded(IllegalAction):
    """An undo that would take back what ``seats`` saw or showed; they have not agreed yet."""

    def __init__(self, refusal: Refusal, seats: tuple[Seat, ...]) -> None:
        """Carry ``refusal`` and the ``seats`` that have still to agree."""
        super().__init__(refusal)
        self.seats = seats


class Entry(Generic[S, A]):
    """One line of the log.

    ``number`` counts from 1; ``kind`` is ``"do"``, ``"undo"`` or ``"redo"``; ``seat`` is whose act
    it was; ``taken_back`` whether a later undo took it back.
    """

    __slots__ = ("_agreed", "_source", "_told", "action", "kind", "number", "seat", "taken_back")

    def __init__(
        self,
        number: int,
        kind: str,
        action: A,
        source: tuple[Game[S, A, Any], S, S],
        agreed: str = "",
    ) -> None:
        """Note ``action``; ``source`` is the game and the states before and after it.

        ``agreed`` names who had to agree to an undo.
        """
        self.number, self.kind, self.action = number, kind, action
        self.seat = action.seat if kind == "do" else TABLE
        self.taken_back = False
        self._source, self._agreed = source, agreed
        self._told: Story | None = None

    @property
    def story(self) -> Story:
        """The sentence, the short name and the rule of what happened."""
        if self._told is None:
            game, before, after = self._source
            told = game.tell(before, self.action, after)
            self._told = _wrapped(self.kind, told, self._agreed)
        return self._told

    @property
    def learned(self) -> tuple[Learned, ...]:
        """Who learnt what of the others' secrets; nobody by taking back or doing again."""
        game, before, after = self._source
        return game.learned(before, self.action, after) if self.kind == "do" else ()

    @property
    def sentence(self) -> str:
        """What happened, in plain words."""
        return self.story.sentence

    @property
    def rule(self) -> str:
        """The id of the rule that applied."""
        return self.story.rule

    def copy(self) -> Entry[S, A]:
        """Return an entry of its own for another session."""
        copied = Entry(self.number, self.kind, self.action, self._source, self._agreed)
        copied.taken_back = self.taken_back
        return copied

    def __repr__(self) -> str:
        return f"<Entry {self.number}: {self.sentence}>"


def _wrapped(kind: str, told: Story, agreed: str) -> Story:
    if agreed:
        sentence = _(
            "Taken back, with the consent of {names}: {sentence}",
            names=agreed,
            sentence=told.sentence,
        )
    elif kind == "undo":
        sentence = _("Taken back: {sentence}", sentence=told.sentence)
    elif kind == "redo":
        sentence = _("Done again: {sentence}", sentence=told.sentence)
    else:
        return told
    return Story(sentence, told.short, told.rule)


class Session(Generic[S, A, V]):
    """One game being played. Made by :func:`companion.start` and :func:`companion.open`."""

    def __init__(
        self,
        game: Game[S, A, V],
        setup: Setup,
        dealer: Dealer | None = None,
        save: saves.SaveFile | None = None,
    ) -> None:
        """Begin at ``setup``'s first state; every event is appended to ``save`` if given."""
        self.game, self.setup = game, setup
        self.notices: list[str] = []
        self.is_open = True
        self._is_branch = False
        self._lock = threading.RLock()  # notebooks answer taps beside a running cell
        self._worlds: list[World[S]] = [World(game.start(setup), dealer)]
        self._seen_before: dict[Dealer, set[Place]] = {}
        self._log: list[Entry[S, A]] = []
        self._done: list[Entry[S, A]] = []
        self._undone: list[tuple[Entry[S, A], World[S]]] = []
        self._seen: dict[str, Entry[S, A]] = {}
        self._save = save
        self._watchers: list[weakref.WeakMethod[Callable[[Session[S, A, V]], None]]] = []

    # What the table is

    @property
    def state(self) -> S:
        """What the whole table may know."""
        return self._worlds[-1].state

    @property
    def log(self) -> Sequence[Entry[S, A]]:
        """Every input so far, oldest first, undo and redo included."""
        return tuple(self._log)

    @property
    def revision(self) -> int:
        """How many inputs there were; each raises it by one."""
        return len(self._log)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or ``None`` while it goes on."""
        return self.game.outcome(self.state)

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' labels, in seating order."""
        return self.setup.names

    @property
    def path(self) -> Path | None:
        """The save file, or ``None`` for a game that is not saved."""
        return self._save.path if self._save else None

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything about the table that cannot be right."""
        return self.game.problems(self.state)

    @property
    def last(self) -> Entry[S, A] | None:
        """The entry :meth:`undo` would take back."""
        return self._done[-1] if self._done else None

    @property
    def next(self) -> Entry[S, A] | None:
        """The entry :meth:`redo` would do again."""
        return self._undone[-1][0] if self._undone else None

    def view(self, seat: Seat | None = None) -> V:
        """Return what ``seat`` may see; without one, what everybody may."""
        return self.game.observe(self._worlds[-1], seat)

    def views(self, seat: Seat | None = None) -> list[V]:
        """Return what ``seat`` saw before the first and after each action that stands."""
        return [self.game.observe(world, seat) for world in self._worlds]

    def earlier(self) -> Iterator[tuple[Entry[S, A], V]]:
        """Yield each entry that stands, the last first, with what everybody saw before it."""
        for entry, world in zip(reversed(self._done), reversed(self._worlds[:-1]), strict=True):
            yield entry, self.game.observe(world, None)

    def steps(self) -> list[tuple[World[S], A, World[S]]]:
        """Return each action that stands between the worlds before and after it.

        They hold everything hidden: for checks of the kit itself, never for a page.
        """
        actions = [entry.action for entry in self._done]
        return list(zip(self._worlds[:-1], actions, self._worlds[1:], strict=True))

    def text(self, seat: Seat | None = None) -> str:
        """Return the table as text, with what only ``seat`` may see if one is given."""
        return self.game.board(self.view(seat))

    @property
    def ledger(self) -> tuple[tuple[Entry[S, A], Learned], ...]:
        """Who learnt what, entry by entry; an entry taken back has still been seen."""
        return tuple((entry, learned) for entry in self._log for learned in entry.learned)

    # Playing

    def legal(self) -> Sequence[A]:
        """Return every move open now; whose it is stands in ``action.seat``."""
        return self.game.legal(self.state)

    def why_not(self, action: A | str) -> Refusal | None:
        """Return why ``action`` (a value or a command) would be refused, or ``None``."""
        try:
            self._resolved(self._read(action))
        except IllegalAction as error:
            return error.refusal
        return None

    def do(
        self, action: A | str | dict[str, Any], *, revision: int | None = None, request: str = ""
    ) -> Entry[S, A]:
        """Do ``action``: a value, a command such as ``"cut 0 3"``, or its JSON form.

        ``revision`` is the one it was made for, ``request`` names the tap: a repeated one acts
        once, an old revision is refused. Raises :class:`IllegalAction`, ``UnreadableCommand`` or,
        for JSON, ``msgspec.ValidationError``; then nothing has changed.
        """
        with self._lock:
            if request in self._seen:
                return self._seen[request]
            self._insist_fresh(revision)
            entry = self._do(self._resolved(self._read(action)))
            if request:
                self._seen[request] = entry
        return self._told(entry)

    def play(self, *acts: A | str) -> Self:
        """Do several actions, one after the other, and return the session itself."""
        for act in acts:
            self.do(act)
        return self

    def undo(self, *, revision: int | None = None, agreed: Collection[Seat] = ()) -> Entry[S, A]:
        """Take back the last action that stands; the log keeps both.

        ``revision`` is the one it was asked at; an old one is refused. In a virtual game what was
        seen cannot be unseen: the seats of :attr:`consent` must be among those ``agreed``, else
        :class:`ConsentNeeded` is raised.
        """
        with self._lock:
            self._insist_fresh(revision)
            if not self._done:
                raise IllegalAction(_nothing(_("Undo"), _("nothing has been done yet.")))
            needed = self.consent
            missing = tuple(seat for seat in needed if seat not in agreed)
            if missing:
                raise ConsentNeeded(self._no_consent(missing), missing)
            self._append(saves.Event(undo=1, agreed=needed))
            entry = self._undo(needed)
        return self._told(entry)

    @property
    def consent(self) -> tuple[Seat, ...]:
        """The seats that must agree before the last action is taken back.

        Those, played by people, who learnt something by it or of whom something was learnt. In a
        what-if copy nobody has learnt anything real.
        """
        if not self._done or not self.setup.virtual or self._is_branch:
            return ()
        learned = self._done[-1].learned
        concerned = {seat for one in learned for seat in (*one.seats, *one.about)}
        people = self.setup.people
        return tuple(seat for seat in people if seat in concerned) if len(people) > 1 else ()

    def redo(self, *, revision: int | None = None) -> Entry[S, A]:
        """Do again what :meth:`undo` took back last, if nothing was done since."""
        with self._lock:
            self._insist_fresh(revision)
            if not self._undone:
                raise IllegalAction(_nothing(_("Redo"), _("nothing was taken back just now.")))
            self._append(saves.Event(redo=1))
            entry = self._redo()
        return self._told(entry)

    def branch(self, seat: Seat | None = None) -> Session[S, A, V]:
        """Return an unsaved copy to try things on; this game stays as it is.

        In a virtual game what ``seat`` (without one, the table) cannot know is shuffled anew in
        the copy: trying things shows what could come, never what will.
        """
        copy = Session(self.game, self.setup)
        copy._worlds = self._imagined_worlds(seat)
        copy._is_branch = True
        copy._log = [entry.copy() for entry in self._log]
        copy._done = [copy._log[entry.number - 1] for entry in self._done]
        return copy

    def watch(self, watcher: Callable[[Session[S, A, V]], None]) -> None:
        """Call ``watcher``, a bound method, after every input, for as long as its owner lives."""
        self._watchers.append(weakref.WeakMethod(watcher))

    def close(self) -> None:
        """Let go of the save, so that another notebook may open it; nothing more can be done."""
        self.is_open = False
        if self._save is not None:
            self._save.close()

    # Keeping

    def code(self) -> str:
        """Return the game as a short text that :func:`companion.open` accepts.

        The code of a virtual game holds its hidden cards: show it to nobody who plays. A
        :meth:`branch` of one has none: ``ValueError``.
        """
        if self._is_branch and self.setup.virtual:
            raise ValueError(_("A what-if copy of a virtual game has no resume code."))
        first = self._worlds[0].dealer
        content = codes.note(self.setup, self.game, first.seed if first else None)
        actions = tuple(codes.number(self.game, *step) for step in self.steps())
        return codes.write(msgspec.structs.replace(content, actions=actions))

    def qr(self) -> Picture:
        """Return the resume code as a picture to photograph."""
        import segno  # noqa: PLC0415  only this picture needs it

        picture = segno.make_qr(self.code(), error="l")
        return Picture(picture.svg_inline(scale=4, border=4, dark="#000", light="#fff"))

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        count = plural("{count} event", "{count} events", self.revision)
        where = self.path.name if self.path else _("not saved")
        return f"<Session {self.game.id}, {len(self.names)} seats, {count}, {where}>"

    # The inside

    def _imagined_worlds(self, seat: Seat | None) -> list[World[S]]:
        made: dict[int, Dealer] = {}
        for world in reversed(self._worlds):  # of the worlds of one deal, the last shows the most
            if world.dealer is not None and id(world.dealer) not in made:
                made[id(world.dealer)] = self._imagined(world, world.dealer, seat)
        return [
            World(world.state, made[id(world.dealer)] if world.dealer else None)
            for world in self._worlds
        ]

    def _imagined(self, world: World[S], real: Dealer, seat: Seat | None) -> Dealer:
        known = {*self.game.known(world, seat), *self._seen_before.get(real, ())}
        seed = f"what if {real.seed} {self.revision}"
        return imagined(real, known, seed, seat, self.game.fits)

    def _no_consent(self, missing: Sequence[Seat]) -> Refusal:
        entry = self._done[-1]
        return Refusal(
            _("Undo of {what}", what=entry.story.short),
            " ".join(learned.text for learned in entry.learned),
            plural(
                "{names} has to agree to it.",
                "{names} have to agree to it.",
                len(missing),
                names=listing(self.names[seat] for seat in missing),
            ),
        )

    def _insist_fresh(self, revision: int | None) -> None:
        if revision is not None and revision != self.revision:
            raise StaleAction(_stale())

    def _told(self, entry: Entry[S, A]) -> Entry[S, A]:
        self._watchers = [watcher for watcher in self._watchers if watcher() is not None]
        for watcher in self._watchers:
            follow = watcher()
            try:
                if follow is not None:
                    follow(self)
            except Exception as error:  # noqa: BLE001 - what was done is done, whoever cannot show it
                _LOG.error("a page could not follow the game: %s", type(error).__name__)
        return entry

    def _read(self, action: A | str | dict[str, Any]) -> A:
        if isinstance(action, str):
            return self.game.commands.parse(self.state, action)
        if isinstance(action, dict):
            return self.game.read(action)
        return action

    def _resolved(self, action: A) -> Resolved[A]:
        refusal = self.game.check(self.state, action)
        if refusal is not None:
            raise IllegalAction(refusal)
        resolved = self.game.resolve(self._worlds[-1], action)
        if isinstance(resolved, Refusal):
            raise IllegalAction(resolved)
        return resolved

    def _do(self, resolved: Resolved[A]) -> Entry[S, A]:
        action, dealer = resolved.action, resolved.dealer
        moved = dealer if dealer is not self._worlds[-1].dealer else None
        self._append(saves.Event(do=msgspec.Raw(msgspec.json.encode(action)), deal=moved))
        return self._enter(action, World(self.game.apply(self.state, action), dealer))

    def _append(self, event: saves.Event) -> None:
        if not self.is_open:
            raise RuntimeError(_("This session is closed; companion.open goes on with its save."))
        if self._save is not None:
            self._save.append(event)

    def _enter(self, action: A, world: World[S]) -> Entry[S, A]:
        source = (self.game, self.state, world.state)
        entry = Entry(len(self._log) + 1, "do", action, source)
        self._worlds.append(world)
        self._log.append(entry)
        self._done.append(entry)
        self._undone.clear()
        return entry

    def _undo(self, agreed: tuple[Seat, ...] = ()) -> Entry[S, A]:
        entry = self._done.pop()
        entry.taken_back = True
        world = self._worlds.pop()
        self._remember(world)
        self._undone.append((entry, world))
        return self._note("undo", entry, listing(self.names[seat] for seat in agreed))

    def _remember(self, world: World[S]) -> None:
        """Note what everyone saw of a deal that now lies hidden again: nobody unsees it."""
        if world.dealer is not None and world.dealer is self._worlds[-1].dealer:
            seen = self._seen_before.setdefault(world.dealer, set())
            seen.update(self.game.known(world, None))

    def _redo(self) -> Entry[S, A]:
        entry, world = self._undone.pop()
        entry.taken_back = False
        self._worlds.append(world)
        self._done.append(entry)
        return self._note("redo", entry)

    def _note(self, kind: str, of: Entry[S, A], agreed: str = "") -> Entry[S, A]:
        note = Entry(len(self._log) + 1, kind, of.action, of._source, agreed)
        self._log.append(note)
        return note

    def replay(self, event: saves.Event) -> None:
        """Take in one event of a save without writing it; raises ``ValueError`` if it cannot be."""
        if action := bytes(event.do):
            self._replay_action(action, event.deal)
        elif event.undo and self._done:
            self._insist_seats(event.agreed)
            self._undo(event.agreed)
        elif event.redo and self._undone:
            self._redo()
        else:
            raise ValueError(_("there was nothing to take back or to do again here."))

    def _insist_seats(self, seats: Collection[Seat]) -> None:
        if not set(seats) <= set(range(len(self.names))):
            raise ValueError(_("somebody agreed who has no seat here."))

    def _replay_action(self, raw: bytes, deal: Dealer | None) -> None:
        action = self.game.read(raw)
        refusal = self.game.check(self.state, action)
        if refusal is not None:
            raise ValueError(str(refusal))
        world = World(self.game.apply(self.state, action), deal or self._worlds[-1].dealer)
        self._enter(action, world)


class Picture:
    """An SVG picture that notebooks show."""

    def __init__(self, svg: str) -> None:
        """Hold ``svg``."""
        self.svg = svg

    def _repr_html_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return "<Picture>"


def _stale() -> Refusal:
    return Refusal(
        _("That tap"),
        _("the table has changed since this page was drawn."),
        _("Look at it as it is now and choose again."),
    )


def _nothing(tried: str, reason: str) -> Refusal:
    return Refusal(tried, reason, "")
