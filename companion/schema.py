"""Plain data against a struct, strictly, with everything that is wrong with it at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from companion.language import _, choice
from companion.problems import Problem

T = TypeVar("T")


class UnreadablePack(ValueError):
    """A pack that cannot be read; ``problems`` names everything that is wrong with it."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        """Carry ``problems``."""
        super().__init__("\n".join(problem.text for problem in problems))
        self.problems = problems


def plain(text: str | bytes) -> Any:
    """Return the data of a JSON ``text``; raises :class:`UnreadablePack`."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        told = _("This is no JSON: {error}.", error=str(error).rstrip("."))
        raise UnreadablePack((Problem(told),)) from None


def read(data: Any, kind: type[T], path: str = "") -> T:
    """Return ``data`` as a ``kind``; raises :class:`UnreadablePack` naming every mistake in it."""
    found = tuple(mistakes(data, kind, path))
    if found:
        raise UnreadablePack(found)
    return msgspec.convert(data, kind, str_keys=True)


def mistakes(data: Any, kind: Any, path: str = "") -> Iterator[Problem]:
    """Yield a problem for each place of ``data`` that does not fit ``kind``, with its path."""
    yield from _look(data, inspect.type_info(kind), path)


def _look(data: Any, wanted: inspect.Type, path: str) -> Iterator[Problem]:
    if isinstance(wanted, inspect.UnionType):
        yield from _look_union(data, wanted, path)
    elif isinstance(wanted, inspect.StructType):
        yield from _look_struct(data, wanted, path)
    elif isinstance(wanted, inspect.VarTupleType):
        yield from _look_row(data, wanted.item_type, path)
    elif isinstance(wanted, inspect.DictType):
        yield from _look_dict(data, wanted, path)
    elif not _is_plainly(data, wanted):
        yield _expected(path, _wish(wanted), data)


def _look_union(data: Any, wanted: inspect.UnionType, path: str) -> Iterator[Problem]:
    """Look at an optional value, the only kind of union in a pack."""
    if data is not None:
        some = [one for one in wanted.types if not isinstance(one, inspect.NoneType)]
        yield from _look(data, some[0], path)


def _look_struct(data: Any, wanted: inspect.StructType, path: str) -> Iterator[Problem]:
    if not isinstance(data, dict):
        yield _expected(path, _("an object"), data)
        return
    known = {field.encode_name: field for field in wanted.fields}
    for name in data:
        if name not in known:
            told = _("nothing is called that here; there are {names}", names=choice(sorted(known)))
            yield _problem(_joined(path, name), told)
    for name, field in known.items():
        if name in data:
            yield from _look(data[name], field.type, _joined(path, name))
        elif field.required:
            yield _problem(
                _joined(path, name), _("this is missing: {wish}", wish=_wish(field.type))
            )


def _look_row(data: Any, item: inspect.Type, path: str) -> Iterator[Problem]:
    if not isinstance(data, list | tuple):
        yield _expected(path, _("a list"), data)
        return
    for place, value in enumerate(data):
        yield from _look(value, item, f"{path}[{place}]")


def _look_dict(data: Any, wanted: inspect.DictType, path: str) -> Iterator[Problem]:
    if not isinstance(data, dict):
        yield _expected(path, _("an object"), data)
        return
    for key, value in data.items():
        plain_key: Any = key
        if isinstance(wanted.key_type, inspect.IntType) and str(key).isdecimal():
            plain_key = int(key)
        if not _is_plainly(plain_key, wanted.key_type):
            yield _expected(_joined(path, key), _wish(wanted.key_type), key)
        yield from _look(value, wanted.value_type, _joined(path, key))


def _is_plainly(data: Any, wanted: inspect.Type) -> bool:
    if isinstance(wanted, inspect.AnyType):
        return True
    if isinstance(wanted, inspect.BoolType):
        return isinstance(data, bool)
    if isinstance(wanted, inspect.IntType):
        least, most = wanted.ge, wanted.le
        is_number = isinstance(data, int) and not isinstance(data, bool)
        return is_number and (least is None or data >= least) and (most is None or data <= most)
    if isinstance(wanted, inspect.LiteralType):
        return isinstance(data, str | int) and data in wanted.values
    return isinstance(data, str)


def _wish(wanted: inspect.Type) -> str:
    if isinstance(wanted, inspect.IntType) and wanted.ge is not None:
        if wanted.le is not None:
            return _("a whole number from {least} to {most}", least=wanted.ge, most=wanted.le)
        return _("a whole number of at least {least}", least=wanted.ge)
    if isinstance(wanted, inspect.LiteralType):
        return _("{values}", values=choice(f"“{value}”" for value in wanted.values))
    words = {
        inspect.IntType: _("a whole number"),
        inspect.BoolType: _("true or false"),
        inspect.StrType: _("a text"),
        inspect.VarTupleType: _("a list"),
        inspect.DictType: _("an object"),
        inspect.StructType: _("an object"),
    }
    return words.get(type(wanted), _("something else"))


def _joined(path: str, name: object) -> str:
    return f"{path}.{name}" if path else str(name)


def _expected(path: str, wish: str, data: Any) -> Problem:
    found = msgspec.json.encode(data).decode()
    if len(found) > 40:
        found = f"{found[:37]}..."
    return _problem(path, _("expected {wish}, found {found}", wish=wish, found=found))


def _problem(path: str, what: str) -> Problem:
    place = path or _("the whole text")
    return Problem(_("{path}: {what}.", path=place, what=what), path)
