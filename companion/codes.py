"""The resume code: a whole game as a short text, for the day the computer is gone.

The text holds the set-up and, for each action that stands, its number among the legal ones; then a
checksum over all of it. Its capital letters and digits cannot be mistaken for one another (there is
no I, L, O or U), so it can be noted by hand.
"""

from __future__ import annotations

import binascii
import zlib
from typing import TYPE_CHECKING, Any

import msgspec

from companion.game import Game, Setup
from companion.language import _

if TYPE_CHECKING:
    from companion.secrets import World

PREFIX = "CG1"
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_VALUES = {letter: value for value, letter in enumerate(_ALPHABET)}
_MISTAKEN = str.maketrans("OIL", "011")
_GROUP = 5


class Note(msgspec.Struct, frozen=True, array_like=True):
    """What a code holds.

    ``rulings`` are those that differ from their default; ``seed`` belongs to a virtual game;
    ``actions`` are numbers among the legal actions, or the JSON of what is not listed there;
    ``pack`` is the table's own data, if it has any.
    """

    game: str
    rules: str
    names: tuple[str, ...]
    edition: str
    first: int
    rulings: dict[str, str]
    seed: str | None
    actions: tuple[int | bytes, ...]
    computers: tuple[str, ...] = ()
    pack: str = ""


class DamagedCode(ValueError):
    """A resume code with a wrong, missing or extra letter."""


def note(setup: Setup, game: Game[Any, Any, Any], seed: str | None) -> Note:
    """Return the note of a game in which nothing has been done yet."""
    defaults = game.rulebook.settle({})
    rulings = {k: v for k, v in setup.rulings.items() if defaults[k] != v}
    return Note(
        game=setup.game,
        rules=setup.rules,
        names=setup.names,
        edition=setup.edition,
        first=setup.first,
        rulings=rulings,
        seed=seed,
        actions=(),
        computers=setup.computers,
        pack=setup.pack,
    )


def number(
    game: Game[Any, Any, Any], before: World[Any], action: Any, after: World[Any]
) -> int | bytes:
    """Return the number of what was asked for among the legal actions before, or its JSON."""
    asked = game.asked(before, action, after)
    try:
        return game.legal(before.state).index(asked)
    except ValueError:
        return msgspec.json.encode(asked)


def write(content: Note) -> str:
    """Return ``content`` as a code."""
    packed = zlib.compress(msgspec.msgpack.encode(content), 9, wbits=-15)
    return _grouped(packed + binascii.crc32(packed).to_bytes(4, "big"))


def looks_like(text: str) -> bool:
    """Return whether ``text`` is meant as a resume code."""
    return _plain(text).startswith(PREFIX)


def read(text: str) -> Note:
    """Return what a code holds; raises :class:`DamagedCode`."""
    raw = _bytes(_plain(text).removeprefix(PREFIX))
    packed, checksum = raw[:-4], raw[-4:]
    if len(raw) < 6 or binascii.crc32(packed).to_bytes(4, "big") != checksum:
        raise DamagedCode(
            _("The code has a wrong or missing letter. Check it against the one you noted down.")
        )
    try:
        return msgspec.msgpack.decode(zlib.decompress(packed, wbits=-15), type=Note)
    except (zlib.error, msgspec.DecodeError):
        raise DamagedCode(_("This code was made by another version of the kit.")) from None


def action(game: Game[Any, Any, Any], state: object, item: int | bytes) -> Any:
    """Return the action that :func:`number` wrote as ``item``; raises :class:`DamagedCode`."""
    try:
        return game.read(item) if isinstance(item, bytes) else game.legal(state)[item]
    except (IndexError, msgspec.ValidationError):
        raise DamagedCode(_("This code was made by another version of the kit.")) from None


def _plain(text: str) -> str:
    return "".join(text.split()).replace("-", "").upper().translate(_MISTAKEN)


def _grouped(raw: bytes) -> str:
    bits = len(raw) * 8
    length = -(-bits // 5)
    value = int.from_bytes(raw, "big") << (length * 5 - bits)
    letters = [_ALPHABET[value >> shift & 31] for shift in range((length - 1) * 5, -1, -5)]
    groups = ["".join(letters[at : at + _GROUP]) for at in range(0, length, _GROUP)]
    return "-".join([PREFIX, *groups])


def _bytes(letters: str) -> bytes:
    value = 0
    for letter in letters:
        if letter not in _VALUES:
            raise DamagedCode(_("A code has no “{letter}” in it.", letter=letter))
        value = value << 5 | _VALUES[letter]
    size, rest = divmod(len(letters) * 5, 8)
    if rest >= 5 or value & ((1 << rest) - 1):
        raise DamagedCode(_("The code is too short or has a letter too many."))
    return (value >> rest).to_bytes(size, "big")
