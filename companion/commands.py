"""Text to action and back: ``"serve plum kiwi ..."``, ``"take B eat kiwi"``.

A game lists its verbs; each says how its words are read and written. Reading only finds out what
was meant; whether the rules allow it is the engine's business.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import fields

from companion.game import Action, Seat
from companion.language import _, choice

S = TypeVar("S")
A = TypeVar("A", bound=Action)


class UnreadableCommand(ValueError):
    """A command nobody can read; nothing was changed."""


class AmbiguousCommand(UnreadableCommand):
    """A command that could mean several things; nothing was changed."""


class Verb(msgspec.Struct, Generic[S, A], frozen=True):
    """One kind of command: its first ``word``, its ``form`` for people, and both directions.

    ``read(state, words, note)`` gets the words after the verb and the text after a colon, if any;
    ``write(state, action)`` returns what follows the verb.
    """

    word: str
    form: str
    action: type[Any]
    read: Callable[[S, list[str], str], A]
    write: Callable[[S, A], str]


class Commands(Generic[S, A]):
    """The verbs of one game."""

    def __init__(self, *verbs: Verb[S, Any]) -> None:
        """Hold ``verbs``; words and action types must be unique."""
        self.verbs: tuple[Verb[S, Any], ...] = verbs
        self._by_word = {verb.word: verb for verb in verbs}
        self._by_action = {verb.action: verb for verb in verbs}

    def parse(self, state: S, text: str) -> A:
        """Return the action ``text`` means in ``state``; raises :class:`UnreadableCommand`."""
        head, _colon, note = text.partition(":")
        words = head.replace(",", " ").split()
        if not words:
            raise UnreadableCommand(_("An empty command. Try: {forms}.", forms=self._forms()))
        verb = self._by_word[self._word(words[0], text)]
        try:
            return verb.read(state, words[1:], note.strip())  # type: ignore[no-any-return]
        except UnreadableCommand as error:
            raise type(error)(
                _("“{text}”: {reason} The form is: {form}", text=text, reason=error, form=verb.form)
            ) from None

    def text(self, state: S, action: A) -> str:
        """Return the command that :meth:`parse` reads as ``action`` in ``state``."""
        verb = self._by_action[type(action)]
        return f"{verb.word} {verb.write(state, action)}".rstrip()

    def _word(self, word: str, text: str) -> str:
        try:
            return match(word, {verb.word: "" for verb in self.verbs})
        except UnreadableCommand as error:
            raise type(error)(_("“{text}”: {reason}", text=text, reason=error)) from None

    def _forms(self) -> str:
        return choice(f"“{verb.form}”" for verb in self.verbs)


def plain(
    word: str, kind: type[Any], seat: Callable[[S], Seat], *choices: Sequence[str]
) -> Verb[S, Any]:
    """Return the verb of an action of few words; ``seat(state)`` is whose it is.

    The fields of the action may follow in their order, each one of its ``choices``.
    """
    names = [field.name for field in fields(kind)][1 : 1 + len(choices)]

    def read(state: S, words: list[str], note: str) -> Any:
        said = zip(counted(words, 0, len(choices), note), choices, strict=False)
        return kind(seat(state), *(match(one, dict.fromkeys(known, "")) for one, known in said))

    def write(_state: S, action: Any) -> str:
        return " ".join(getattr(action, name) for name in names)

    return Verb(word, " ".join([word, *(f"<{name}>" for name in names)]), kind, read, write)


def counted(words: list[str], least: int, most: int, note: str = "") -> list[str]:
    """Return ``words`` if there are as many as there may be, and no ``note`` with them."""
    no_note(note)
    if len(words) < least:
        raise UnreadableCommand(_("something is missing."))
    if len(words) > most:
        raise UnreadableCommand(_("that is too much: “{word}”?", word=words[most]))
    return words


def no_note(note: str) -> None:
    """Raise :class:`UnreadableCommand` for what follows a colon in a command that has none."""
    if note:
        raise UnreadableCommand(_("nothing may follow a colon here."))


def match(word: str, names: Mapping[str, str]) -> str:
    """Return the one of ``names`` that ``word`` means.

    ``names`` maps each name to its short form (or ``""``). The whole name, the short form, or a
    beginning that fits only one name will do, in any case; raises otherwise.
    """
    plain = word.casefold()
    for name, short in names.items():
        if plain in (name.casefold(), short.casefold()) and plain:
            return name
    fits = [name for name in names if name.casefold().startswith(plain)]
    if len(fits) > 1:
        raise AmbiguousCommand(_("“{word}” could be {fits}.", word=word, fits=choice(fits)))
    if not fits:
        raise UnreadableCommand(_unknown(word, names))
    return fits[0]


def seat_of(word: str, names: tuple[str, ...]) -> int:
    """Return the seat of that name or, as ``#0``, of that number."""
    seats = {f"#{seat}": seat for seat in range(len(names))}
    return seats[word] if word in seats else names.index(match(word, dict.fromkeys(names, "")))


def seat_text(seat: int, names: tuple[str, ...]) -> str:
    """Return what :func:`seat_of` reads as ``seat``: its name where that is plain words."""
    if seat in range(len(names)) and _is_plain(names[seat]):
        return names[seat]
    return f"#{seat}"


def _is_plain(name: str) -> bool:
    """Return whether a name can stand in a command without being taken for something else."""
    letters = name.replace(" ", "").replace("-", "").replace("’", "").replace("'", "")
    return letters.isalpha() and name.split(maxsplit=1)[0] != "gone"


def number(word: str) -> int:
    """Return the whole number ``word``, 0 or more; raises :class:`UnreadableCommand`."""
    if not (word.isascii() and word.isdigit() and len(word) < 10):
        raise UnreadableCommand(_("“{word}” is not a number.", word=word))
    return int(word)


def _unknown(word: str, names: Mapping[str, str]) -> str:
    folded = {name.casefold(): name for name in names}
    import difflib  # noqa: PLC0415  only a mistyped word needs it

    near = difflib.get_close_matches(word.casefold(), list(folded), n=1)
    if near:
        return _("“{word}” is not known; did you mean {near}?", word=word, near=folded[near[0]])
    return _("“{word}” is not known; try {names}.", word=word, names=choice(names))
