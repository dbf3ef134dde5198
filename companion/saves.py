"""The append-only save file of a game.

One JSON line an entry, each carrying a checksum chained over all lines before it, so that an
edited, lost or swapped line is noticed. A line is on the disk before the game goes on; nothing is
rewritten. A line torn by a crash was never confirmed to anyone: it is dropped, with a notice.
"""

from __future__ import annotations

import contextlib
import os
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import msgspec

from companion.game import Setup
from companion.language import _, plural
from companion.secrets import Dealer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FORMAT = 1


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: the save format's version, the set-up, and a virtual game's first deal."""

    format: int
    setup: Setup
    deal: Dealer | None = None


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One later line: an action ``do`` (JSON), with the dealer if it changed; or undo, redo.

    ``agreed`` are the seats that had to agree to an undo, and did.
    """

    do: msgspec.Raw = msgspec.Raw()
    deal: Dealer | None = None
    undo: int = 0
    agreed: tuple[int, ...] = ()
    redo: int = 0


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sum: str
    entry: msgspec.Raw


class _Format(msgspec.Struct, frozen=True):
    format: int


class DamagedSave(ValueError):
    """A save that cannot be read whole; the file was left as it is.

    ``path`` is the file, ``line`` (from 1) the first line at fault, ``header`` and ``events`` what
    can still be read before it (``header`` is ``None`` if nothing can).
    """

    def __init__(self, path: Path, line: int, reason: str, saved: Saved | None = None) -> None:
        """Say what is wrong with ``line`` of ``path`` and what is ``saved`` before it."""
        self.path, self.line, self.reason = path, line, reason
        self.header = saved.header if saved else None
        self.events: tuple[Event, ...] = tuple(saved.events) if saved else ()
        super().__init__(f"{path}, {_('line {line}', line=line)}: {reason} {self._readable()}")

    def _readable(self) -> str:
        if self.header is None:
            return _("Nothing before it can be read; the file was left as it is.")
        return plural(
            "{count} event before it can still be read: error.recover('new.game') writes it to a "
            "new file. This one was left as it is.",
            "{count} events before it can still be read: error.recover('new.game') writes them to "
            "a new file. This one was left as it is.",
            len(self.events),
        )

    def recover(self, path: str | os.PathLike[str]) -> Path:
        """Write what can still be read to the new file ``path``; raises ``FileExistsError``."""
        if self.header is None:
            raise self
        with SaveFile.create(path, self.header) as save:
            for event in self.events:
                save.append(event)
        return save.path


class SaveInUse(RuntimeError):
    """A save that another live session holds."""


class SaveExists(FileExistsError):
    """A new game was to be written where another game's save lies; nothing was changed."""


class Saved(msgspec.Struct):
    """What a save holds: header, events, the chained checksum and the length of the whole part."""

    header: Header
    events: list[Event]
    checksum: str
    size: int
    torn: bool = False


_encoder = msgspec.json.Encoder()
_lines = msgspec.json.Decoder(_Line)
_headers = msgspec.json.Decoder(Header)
_formats = msgspec.json.Decoder(_Format)
_events = msgspec.json.Decoder(Event)


def _chain(checksum: str, entry: bytes) -> str:
    return f"{zlib.crc32(checksum.encode() + entry):08x}"


def _line(checksum: str, entry: bytes) -> bytes:
    return b'{"sum":"%b","entry":%b}\n' % (checksum.encode(), entry)


def read(path: str | os.PathLike[str]) -> Saved:
    """Return what the save at ``path`` holds, without locking it; raises :class:`DamagedSave`."""
    path = Path(path)
    lines = path.read_bytes().splitlines(keepends=True)
    if not lines:
        raise DamagedSave(path, 1, _("the file is empty."))
    saved = _first(path, lines[0])
    for number, line in enumerate(lines[1:], start=2):
        if number == len(lines) and _is_torn(line, saved.checksum):
            saved.torn = True
            break
        _add(path, number, line, saved)
    return saved


def _first(path: Path, line: bytes) -> Saved:
    try:
        entry = _lines.decode(line)
        version = _formats.decode(entry.entry).format
    except msgspec.DecodeError:
        raise DamagedSave(path, 1, _("this is not the start of a game's save.")) from None
    if version != FORMAT:
        reason = _(
            "the save is of format {found}; this kit reads format {known}.",
            found=version,
            known=FORMAT,
        )
        raise DamagedSave(path, 1, reason)
    _insist_unchanged(path, 1, entry, "", None)
    try:
        header = _headers.decode(entry.entry)
    except msgspec.DecodeError as error:
        raise DamagedSave(path, 1, _("the set-up is damaged: {error}.", error=error)) from None
    return Saved(header, [], entry.sum, len(line))


def _add(path: Path, number: int, line: bytes, saved: Saved) -> None:
    try:
        entry = _lines.decode(line)
        event = _events.decode(entry.entry)
    except msgspec.DecodeError as error:
        raise DamagedSave(path, number, _("unreadable: {error}.", error=error), saved) from None
    _insist_unchanged(path, number, entry, saved.checksum, saved)
    saved.events.append(event)
    saved.checksum = entry.sum
    saved.size += len(line)


def _insist_unchanged(
    path: Path, number: int, entry: _Line, checksum: str, saved: Saved | None
) -> None:
    if entry.sum != _chain(checksum, bytes(entry.entry)):
        reason = _("the line was changed, or one before it is missing: its checksum is wrong.")
        raise DamagedSave(path, number, reason, saved)


def _is_torn(line: bytes, checksum: str) -> bool:
    """Return whether writing ``line`` was cut off; one whose very end was edited was not."""
    ended = line.endswith(b"\n") or _whole(line, checksum)
    return not ended and not _whole(line[:-1], checksum)


def _whole(line: bytes, checksum: str) -> bool:
    try:
        entry = _lines.decode(line)
    except msgspec.DecodeError:
        return False
    return entry.sum == _chain(checksum, bytes(entry.entry))


class SaveFile:
    """A save held open for appending by this process alone."""

    def __init__(self, path: Path, descriptor: int, lock: Any, checksum: str, size: int) -> None:
        """Use :meth:`create` or :meth:`open`."""
        self.path = path
        self._descriptor, self._lock = descriptor, lock
        self._checksum, self._size = checksum, size

    @classmethod
    def create(cls, path: str | os.PathLike[str], header: Header) -> SaveFile:
        """Start a new save; raises :class:`SaveExists` or :class:`SaveInUse`."""
        path = Path(path)
        lock = _acquire(path)
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, 0o644)
        except BaseException as error:
            _release(lock)
            if isinstance(error, FileExistsError):
                raise SaveExists(exists(path)) from None
            raise
        save = cls(path, descriptor, lock, "", 0)
        try:
            save.append(header)
        except BaseException:  # an empty file would only block the name
            path.unlink()
            save.close()
            raise
        _sync_folder(path.parent)
        return save

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> tuple[SaveFile, Saved]:
        """Take over an existing save; raises :class:`SaveInUse` or :class:`DamagedSave`."""
        path = Path(path)
        lock = _acquire(path)
        try:
            saved = read(path)
            descriptor = os.open(path, os.O_RDWR | _BINARY)
        except BaseException:
            _release(lock)
            raise
        save = cls(path, descriptor, lock, saved.checksum, saved.size)
        save._drop_torn_end()
        return save, saved

    def append(self, entry: Event | Header) -> None:
        """Put one entry on the disk before returning; on any error the file is as before."""
        payload = _encoder.encode(entry)
        checksum = _chain(self._checksum, payload)
        line = _line(checksum, payload)
        try:
            self._write(line)
            os.fsync(self._descriptor)
        except BaseException:  # a full disk, or the kernel being interrupted
            self._cut_back()
            raise
        self._checksum, self._size = checksum, self._size + len(line)

    def close(self) -> None:
        """Let go of the file and its lock; may be called twice."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
            _release(self._lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        with contextlib.suppress(Exception):
            self.close()

    def _write(self, line: bytes) -> None:
        os.lseek(self._descriptor, self._size, os.SEEK_SET)
        rest = memoryview(line)
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]

    def _cut_back(self) -> None:
        with contextlib.suppress(OSError):  # a torn end is dropped on reading all the same
            os.ftruncate(self._descriptor, self._size)

    def _drop_torn_end(self) -> None:
        os.ftruncate(self._descriptor, self._size)
        os.lseek(self._descriptor, self._size - 1, os.SEEK_SET)
        if os.read(self._descriptor, 1) != b"\n":
            os.write(self._descriptor, b"\n")
            self._size += 1


_BINARY = getattr(os, "O_BINARY", 0)


def exists(path: Path) -> str:
    """Return the sentence that refuses a new game where ``path`` holds another one."""
    return _(
        "{path} is there already and holds another game. companion.open({name!r}) goes on with it; "
        "give another name to start a new one.",
        path=path,
        name=str(path),
    )


def _acquire(path: Path) -> Any:
    try:
        import filelock  # noqa: PLC0415  slow to load, and not there in the browser build
    except ImportError:  # one process, no lock
        return None
    lock = filelock.FileLock(path.with_name(f".{path.name}.lock"), thread_local=False)
    try:
        lock.acquire(timeout=0)
    except filelock.Timeout:
        raise SaveInUse(
            _(
                "{path} is being played in another notebook or window. Close it there "
                "(Kernel > Shut Down), or open another save.",
                path=path,
            )
        ) from None
    return lock


def _release(lock: Any) -> None:
    if lock is not None:
        lock.release()


def _sync_folder(folder: Path) -> None:
    """Make the new file's name as lasting as its content, where the system knows how."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def found(folder: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield the saves in ``folder``, the one changed last first."""
    paths: Sequence[Path] = list(Path(folder).glob("*.game"))
    yield from sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True)
