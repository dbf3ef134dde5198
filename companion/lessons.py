"""Lessons: short steps on real positions, checked by the real engine.

A step shows a position and asks for an action or an answer. Whatever legal thing the learner does
gets an answer that fits it; a wrong one is taken back, so nobody is ever stuck. Solutions of quiz
steps are computed from the position when they are needed and stored nowhere.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from companion.commands import UnreadableCommand
from companion.game import Action, IllegalAction, Refusal
from companion.language import _, listing
from companion.registry import games

if TYPE_CHECKING:
    from companion.session import Session

S = TypeVar("S")
A = TypeVar("A", bound=Action)


@dataclass(frozen=True)
class Reply:
    """What the lesson says to an attempt: whether it was ``right``, and why.

    ``text`` is in plain words, for a page; ``typed`` says it to who plays by text, where that
    differs. ``shown`` tells that the lesson itself did what is right.
    """

    right: bool
    text: str
    typed: str = ""
    shown: bool = False

    def __str__(self) -> str:
        return self.typed or self.text


@dataclass(frozen=True)
class Task(Generic[S, A]):
    """A step's task to act: ``reply(before, action, after)`` answers every legal action.

    ``example`` is a command that is right; the lesson offers it to who asks to be shown.
    ``typing`` tells who plays by text how such an action is typed.
    """

    ask: str
    reply: Callable[[S, A, S], Reply]
    example: str
    typing: str = ""


@dataclass(frozen=True)
class Quiz(Generic[S]):
    """A step's question: ``choices(state)`` to pick from, ``solve(state)`` the right one.

    ``explain(state, choice)`` answers each choice, right or wrong.
    """

    ask: str
    choices: Callable[[S], tuple[str, ...]]
    solve: Callable[[S], str]
    explain: Callable[[S, str], str]


@dataclass(frozen=True)
class Step(Generic[S, A]):
    """One step: what is told, on which position, which rules it teaches, and what is asked.

    ``table`` is the position as text; where it is not said, all that the game tells.
    """

    title: str
    text: str
    teaches: tuple[str, ...]
    position: Callable[[], Session[S, A, Any]]
    asks: Task[S, A] | Quiz[S] | None = None
    table: Callable[[Session[S, A, Any]], str] = str


@dataclass(frozen=True)
class Lesson(Generic[S, A]):
    """A whole lesson: its game, what it promises, and its steps in order."""

    game: str
    title: str
    promise: str
    steps: tuple[Step[S, A], ...]


def lesson_of(game_id: str) -> Lesson[Any, Any]:
    """Return the lesson of a game; ``KeyError`` if there is no such game."""
    lesson: Lesson[Any, Any] = importlib.import_module(f"{games.package(game_id)}.lesson").LESSON
    return lesson


class _Progress(msgspec.Struct):
    game: str
    step: int
    done: list[int]


class Course:
    """One learner going through a lesson; usable by text alone.

    ``progress`` names a file that keeps how far the learner is; without one nothing is kept.
    ``reply`` is what was said to the last attempt at this step, ``notice`` what became of the file
    if it could not be used; a file that holds something else is never written on.
    """

    def __init__(
        self, lesson: Lesson[Any, Any], progress: str | os.PathLike[str] | None = None
    ) -> None:
        """Begin at the first step, or where ``progress`` says."""
        self.lesson = lesson
        self.done: set[int] = set()
        self.number = 0
        self.reply: Reply | None = None
        self.notice = ""
        self._path = None if progress is None else Path(progress)
        self._load()
        self.session = self.step.position()

    @property
    def step(self) -> Step[Any, Any]:
        """The step the learner is at."""
        return self.lesson.steps[self.number]

    @property
    def last(self) -> bool:
        """Whether this is the last step."""
        return self.number == len(self.lesson.steps) - 1

    @property
    def missing(self) -> list[int]:
        """The steps not done yet."""
        return [number for number in range(len(self.lesson.steps)) if number not in self.done]

    @property
    def finished(self) -> bool:
        """Whether every step is done."""
        return not self.missing

    @property
    def solved(self) -> bool:
        """Whether this step has been answered rightly since it was opened."""
        return self.reply is not None and self.reply.right

    def do(self, attempt: Any) -> Reply:
        """Try an action (a command, a value or its JSON) or, at a quiz, an answer.

        What the rules refuse is answered too, never raised.
        """
        asks = self.step.asks
        if isinstance(asks, Quiz):
            self.reply = self._answer(asks, str(attempt))
        elif asks is None:
            self.reply = Reply(right=True, text="")
        else:
            self.reply = self._act(asks, attempt)
        if self.reply.right:
            self._mark()
        return self.reply

    def next(self) -> None:
        """Go on to the next step, if there is one; a step that asks nothing is done then."""
        if self.step.asks is None:
            self._mark()
        if not self.last:
            self.go(self.number + 1)

    def back(self) -> None:
        """Go back to the step before."""
        self.go(max(self.number - 1, 0))

    def go(self, number: int) -> None:
        """Open the step ``number``, from 0; ``IndexError`` if there is none."""
        if number not in range(len(self.lesson.steps)):
            raise IndexError(_("There is no step {number}.", number=number + 1))
        self.number, self.reply = number, None
        self.session = self.step.position()
        self._keep()

    def restart(self) -> None:
        """Begin again at the first step, nothing done."""
        self.done.clear()
        self.go(0)

    def show_me(self) -> Reply:
        """Do what is right here, so that the learner sees it and can go on."""
        asks = self.step.asks
        if asks is None:
            return self.do("")
        shown = asks.solve(self.session.state) if isinstance(asks, Quiz) else asks.example
        reply = self.do(shown)
        typed = _("“{shown}”: {text}", shown=shown, text=reply)
        text = typed if isinstance(asks, Quiz) else reply.text
        self.reply = Reply(reply.right, text, typed, shown=True)
        return self.reply

    def __str__(self) -> str:
        said = "" if self.reply is None else str(self.reply)
        parts = [
            self.notice,
            self._head(),
            self.lesson.promise if self.number == 0 else "",
            self.step.text,
            self.step.table(self.session),
            "" if self.solved else self._asked(),
            said,
            self._now(),
        ]
        return "\n\n".join(part for part in parts if part)

    def __repr__(self) -> str:
        return f"<Course {self.lesson.game}, step {self.number + 1} of {len(self.lesson.steps)}>"

    # What the text says

    def _head(self) -> str:
        return _(
            "{title}, step {number} of {count}: {step}",
            title=self.lesson.title,
            number=self.number + 1,
            count=len(self.lesson.steps),
            step=self.step.title,
        )

    def _asked(self) -> str:
        asks = self.step.asks
        if asks is None:
            return ""
        if isinstance(asks, Quiz):
            choices = asks.choices(self.session.state)
            return _("{ask} ({choices})", ask=asks.ask, choices=" / ".join(choices))
        return _("{ask} {typing}", ask=asks.ask, typing=asks.typing).rstrip()

    def _now(self) -> str:
        """Say what can be done from here."""
        if not self.solved and self.step.asks is not None:
            return _('Answer with do("…"). show_me() shows it; next() goes on without.')
        if not self.last:
            return _("Go on with next().")
        if self.finished:
            return _("That was the last step, and you have done them all. You know the game.")
        missing = listing(number + 1 for number in self.missing)
        return _("The lesson ends here. Not done yet: {steps}.", steps=missing)

    # Answering

    def _answer(self, quiz: Quiz[Any], text: str) -> Reply:
        state = self.session.state
        choices = quiz.choices(state)
        choice = _meant(text, choices)
        if choice is None:
            offer = " / ".join(choices)
            return Reply(right=False, text=_("Choose one of: {offer}", offer=offer))
        return Reply(choice == quiz.solve(state), quiz.explain(state, choice))

    def _act(self, task: Task[Any, Any], attempt: Any) -> Reply:
        if self.solved:
            self.session.undo()
        try:
            action = _read(self.session, attempt)
        except UnreadableCommand as error:
            return Reply(right=False, text=str(error))
        except msgspec.ValidationError as error:
            text = _("That could not be read, so nothing was changed.")
            return Reply(right=False, text=text, typed=str(error))
        return self._try(task, action)

    def _try(self, task: Task[Any, Any], action: Action) -> Reply:
        """Do an action, and take it back unless it is right."""
        before = self.session.state
        try:
            entry = self.session.do(action)
        except IllegalAction as error:
            text = _plain_refusal(self.session.names, action.seat, error.refusal)
            return Reply(right=False, text=text, typed=str(error))
        reply = task.reply(before, entry.action, self.session.state)
        if not reply.right:
            self.session.undo()
        return reply

    def _mark(self) -> None:
        self.done.add(self.number)
        self._keep()

    # Keeping

    def _keep(self) -> None:
        if self._path is None:
            return
        kept = _Progress(self.lesson.game, self.number, sorted(self.done))
        fresh = self._path.with_name(f".{self._path.name}.new")
        try:
            fresh.write_bytes(msgspec.json.encode(kept))
            fresh.replace(self._path)
        except OSError as error:
            self.notice = _(
                "How far you are could not be kept in {name}: {error}.",
                name=self._path.name,
                error=error.strerror or error,
            )
        else:
            self.notice = ""

    def _load(self) -> None:
        """Go on where the file says; a file of anything else is left alone."""
        if self._path is None or not self._path.exists():
            return
        raw = _content(self._path)
        kept = _progress(raw)
        if kept is not None and kept.game == self.lesson.game:
            self._take_up(kept)
        elif kept is not None or not self._is_ours(raw):
            self._leave(self._path)

    def _take_up(self, kept: _Progress) -> None:
        steps = range(len(self.lesson.steps))
        self.number = kept.step if kept.step in steps else 0
        self.done = {step for step in kept.done if step in steps}

    def _is_ours(self, damaged: bytes) -> bool:
        """Whether a file that cannot be read was once written here, and may be written again."""
        begins = msgspec.json.encode(_Progress(self.lesson.game, 0, [])).partition(b"0")[0]
        return damaged.startswith(begins) or begins.startswith(damaged)

    def _leave(self, path: Path) -> None:
        self._path = None
        self.notice = _(
            "{name} holds something other than the progress of this lesson. It stays as it is, "
            "and how far you get is not kept; name another file to keep it.",
            name=path.name,
        )


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        return str(error).encode()


def _progress(raw: bytes) -> _Progress | None:
    try:
        return msgspec.json.decode(raw, type=_Progress)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None


def _read(session: Session[Any, Any, Any], attempt: Any) -> Action:
    """Return the action an attempt is, read strictly from text or JSON whatever it is."""
    game = session.game
    if isinstance(attempt, Action):
        attempt = dict(msgspec.to_builtins(attempt, enc_hook=str))
    if isinstance(attempt, dict):
        return game.read(attempt)  # type: ignore[no-any-return]
    return game.commands.parse(session.state, str(attempt))  # type: ignore[no-any-return]


def _plain_refusal(names: tuple[str, ...], seat: int, refusal: Refusal) -> str:
    """Return why an action is refused, without the way it is typed."""
    reason = refusal.reason[:1].upper() + refusal.reason[1:]
    if seat not in range(len(names)):
        return _("{reason} {instead}", reason=reason, instead=refusal.instead).rstrip()
    return _(
        "{name} cannot do that. {reason} {instead}",
        name=names[seat],
        reason=reason,
        instead=refusal.instead,
    ).rstrip()


def _meant(text: str, choices: tuple[str, ...]) -> str | None:
    """Return the choice that ``text`` is or, word for word, begins."""
    plain = _plain(text)
    for choice in choices:
        if _plain(choice) == plain:
            return choice
    fits = [choice for choice in choices if plain and _plain(choice).startswith(f"{plain} ")]
    return fits[0] if len(fits) == 1 else None


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").replace(",", " ").strip(" .!").split())
