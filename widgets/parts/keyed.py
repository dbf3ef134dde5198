"""Keyed parts: the pieces of a page that travel again only when they change."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Self

from htpy import Context, fragment
from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Mapping

    from htpy import BaseElement, Node

ROOT = "page"
"""The key of what is left of a page when all its keyed parts are taken out."""

_KEY = re.compile(r"[A-Za-z0-9_.:]+(-[A-Za-z0-9_.:]+)*")
_NAME = re.compile(r"<[^\s>]+")


class Part:
    """An htpy element with a page-unique key; a node like any other."""

    __slots__ = ("element", "key")

    def __init__(self, key: str, element: BaseElement) -> None:
        self.key = key
        self.element = element

    def __str__(self) -> Markup:
        return Markup("").join(Markup(chunk) for chunk in self.iter_chunks())  # noqa: S704 - htpy has escaped it

    __html__ = __str__

    def __repr__(self) -> str:
        return f"keyed({self.key!r}, {self.element!r})"

    def iter_chunks(self, context: Mapping[Context[Any], Any] | None = None) -> Iterator[str]:
        """Give the HTML in pieces, as htpy asks of every node."""
        if context and _TAKEN_APART in context:
            yield _Place(self)
        else:
            yield from self.own_chunks(context)

    def own_chunks(self, context: Mapping[Context[Any], Any] | None) -> Iterator[str]:
        """Give the HTML of the element, which carries the key."""
        chunks = self.element.iter_chunks(context)
        yield _with_key(next(chunks), self.key)
        yield from chunks

    async def aiter_chunks(
        self, context: Mapping[Context[Any], Any] | None = None
    ) -> AsyncIterator[str]:
        """Give the same where htpy renders asynchronously."""
        for chunk in self.iter_chunks(context):
            yield chunk


def keyed(key: str, element: BaseElement) -> Part:
    """Give an element of a page (HTML or SVG) a key, and so a life of its own.

    The element carries ``data-key="<key>"``; parts nest. When a page is shown again only the
    parts whose own content changed are sent, and each is patched where it stands. A form under
    a new key is a new form: its ticks and texts start afresh.

    Raises ValueError for a key of other characters than letters, digits and ``_ . : -``
    (no double dash), and TypeError for what is not one element.
    """
    if not _KEY.fullmatch(key):
        raise ValueError(
            f"keyed({key!r}, ...): a key is made of letters, digits, '_', '.', ':' and single '-'"
        )
    if not hasattr(element, "iter_chunks") or isinstance(element, Part | type(fragment[()])):
        raise TypeError(f"keyed({key!r}, ...) takes one htpy element, not {element!r}")
    return Part(key, element)


def split(node: Node) -> dict[str, str]:
    """Render a page once and take it apart: the HTML of each key.

    Where a part stood its parent holds ``<!--part:KEY-->``. The root's key is ``"page"``; the
    outermost element may be keyed so or be left bare, it is the same.
    Raises ValueError naming a key that stands twice in the page.
    """
    if isinstance(node, Part) and node.key == ROOT:
        node = node.element
    parts: dict[str, str] = {}
    _take_apart(parts, ROOT, fragment[node].iter_chunks(_APART))
    return parts


_TAKEN_APART: Context[bool] = Context("taken apart", default=False)
_APART = {_TAKEN_APART: True}


class _Place(str):
    """Holds the place of a part. Empty as text, so no player's name can ever forge one."""

    __slots__ = ("part",)
    part: Part

    def __new__(cls, part: Part) -> Self:
        place = super().__new__(cls)
        place.part = part
        return place


def _take_apart(parts: dict[str, str], key: str, chunks: Iterator[str]) -> None:
    """Join the HTML of a key, and before it that of each part in it.

    Each part is asked for its own pieces: through all the elements round it they would take longer.
    """
    kept: list[str] = []
    for chunk in chunks:
        if type(chunk) is _Place:
            part = chunk.part
            kept.append(f"<!--part:{part.key}-->")
            _take_apart(parts, part.key, part.own_chunks(_APART))
        else:
            kept.append(chunk)
    if key in parts:
        raise ValueError(f"the key {key!r} stands twice in this page")
    parts[key] = "".join(kept)


def _with_key(tag: str, key: str) -> str:
    name = _NAME.match(tag)
    if name is None:
        raise TypeError(f"keyed({key!r}, ...) takes one element; this one begins with {tag[:40]!r}")
    return f'{name[0]} data-key="{key}"{tag[name.end() :]}'
