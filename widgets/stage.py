"""The Stage: the one widget every page of the kit is shown with.

A page is HTML made in Python. It never becomes a synced trait: it travels as a message to the
views that are open, part by part, and a saved notebook holds none of it. What is private does
not even stand in the page: it is asked for while somebody holds a button to look.
"""

from __future__ import annotations

import logging
import threading
import traceback
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import msgspec
import traitlets
from htpy import fragment

from companion.language import _
from widgets.parts.keyed import split

if TYPE_CHECKING:
    from collections.abc import Callable

    from htpy import Node

_HERE = Path(__file__).parent
_LOG = logging.getLogger(__name__)
_REMEMBERED = 64  # taps whose ids are kept, so that one delivered twice acts once


def _sheets() -> list[Path]:
    """Return the style sheets: the stage's own, the shared parts', then each page's."""
    pages = sorted(_HERE.glob("pages/*/*.css"))
    return [_HERE / "stage.css", _HERE / "parts" / "parts.css", *pages]


class Request(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What a browser may say: hello, or one of a tap, a form being filled in, and a look."""

    hello: Any = None
    do: Any = None
    draft: Any = None
    look: Any = None
    revision: int = 0
    id: str = ""


class Stage(anywidget.AnyWidget):
    """Shows pages made in Python, and hands what people do on them to ``receive``.

    ``receive`` gets ``{"do": json, "revision": int, "id": str}`` for a tap or a sent form, and
    the same with ``"draft"`` while a form is being filled in. ``label`` names the region for
    screen readers; it is public, like the code of the widget itself.

    ``look`` is asked for what is private, with the JSON of the button being held; what it returns
    is sent once, for that hold alone, and kept nowhere. ``None`` shows nothing. A curtain is::

        <div class="tc-curtain" data-curtain>
          <div data-secret hidden></div>
          <button type="button" class="tc-button" data-look='{"seat": 0}'>Hold to look</button>
        </div>
    """

    _esm = _HERE / "stage.js"
    _css = "\n".join(sheet.read_text(encoding="utf-8") for sheet in _sheets())
    label = traitlets.Unicode().tag(sync=True)
    texts = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        receive: Callable[[dict[str, Any]], None],
        *,
        label: str,
        look: Callable[[Any], Node] | None = None,
    ) -> None:
        look = _nothing if look is None else look
        for name, given in (("receive", receive), ("look", look)):
            if not callable(given):
                raise TypeError(f"Stage({name}=...) takes a function, not {type(given).__name__}")
        if not label:
            raise ValueError("Stage(label=...) needs words: they name it for screen readers")
        super().__init__(label=label, texts=_texts())
        self._receive = receive
        self._look = look
        # Newer kernels take this widget's messages in a thread beside the cells' own (a subshell).
        # Requests are delivered one at a time and messages numbered one at a time; a cell may
        # show a page while ``receive`` runs, so the two locks are never one.
        self._turn = threading.RLock()
        self._lock = threading.RLock()
        self._asked = threading.local()
        self._parts: dict[str, str] = {}
        self._revision = 0
        self._sent = 0
        self._seen: deque[str] = deque(maxlen=_REMEMBERED)
        self.on_msg(self._on_message)

    def __repr__(self) -> str:
        return "<Stage: run this cell to see it>"

    def show(self, page: Node, *, revision: int, say: str = "") -> int:
        """Show ``page``, sending only what changed since the last one; return the bytes sent.

        ``revision`` comes back with every action taken on this page. ``say`` is read aloud.
        Raises ValueError naming a part's key that stands twice in the page.
        """
        parts = split(page)
        with self._lock:
            before, self._parts, self._revision = self._parts, parts, revision
            changed = {key: html for key, html in parts.items() if before.get(key) != html}
            gone = [key for key in before if key not in parts]
            return self._post(parts=changed, gone=gone, say=say)

    def _post(self, **content: Any) -> int:
        """Send a message, with the id of the request it answers, if there is one."""
        optional = {"answer": self._answered(), **content}
        given = {name: value for name, value in optional.items() if value}
        with self._lock:
            after, self._sent = self._sent, self._sent + 1
            message = {"n": self._sent, "after": after, "revision": self._revision, **given}
            self.send(message)
        return len(msgspec.json.encode(message))

    def _answered(self) -> str:
        """Return the id this thread has still to answer, once."""
        request_id: str = getattr(self._asked, "id", "")
        self._asked.id = ""
        return request_id

    def _on_message(self, _widget: object, content: object, _buffers: object) -> None:
        try:
            request = msgspec.convert(content, Request)
        except msgspec.ValidationError:
            self._post(answer=_id_of(content), problem=self.texts["unreadable"])
        else:
            self._sort(request)

    def _sort(self, request: Request) -> None:
        if request.hello is not None:
            with self._lock:
                self._post(full=True, parts=self._parts)
        elif request.id and [request.do, request.draft, request.look].count(None) == 2:
            self._take(request)
        else:
            self._post(answer=request.id, problem=self.texts["unreadable"])

    def _take(self, request: Request) -> None:
        self._asked.id = request.id
        try:
            with self._turn:
                self._deliver_once(request)
        finally:
            if getattr(self._asked, "id", ""):
                self._post()

    def _deliver_once(self, request: Request) -> None:
        if request.id not in self._seen:
            self._seen.append(request.id)
            self._deliver(request)

    def _deliver(self, request: Request) -> None:
        try:
            if request.look is None:
                self._receive({"revision": 0, **msgspec.to_builtins(request)})
            else:
                self._show_privately(request)
        except Exception as error:  # noqa: BLE001 - a callback's error would vanish in the kernel
            _LOG.error("%s", _where(error))
            self._post(problem=self.texts["broken"])

    def _show_privately(self, request: Request) -> None:
        """Send what a look asks for, unless the page it was asked on has changed meanwhile."""
        if request.revision != self._revision:
            return
        node = self._look(request.look)
        secret = "".join(fragment[node].iter_chunks())
        with self._lock:
            if secret and request.revision == self._revision:
                self._post(secret=secret)


def _nothing(_asked: object) -> None:
    """Look at nothing: this stage has no curtain."""


def _texts() -> dict[str, str]:
    return {
        "lost": _("Not connected: run the cell above again, the game is saved."),
        "broken": _(
            "Something went wrong inside the kit. The game is saved: run the cell above again."
        ),
        "unreadable": _("That could not be read, so nothing was changed."),
        "copied": _("Copied."),
        "copy": _("Copy this text:"),
    }


def _id_of(content: object) -> str:
    found = content.get("id") if isinstance(content, dict) else None
    return found if isinstance(found, str) else ""


def _where(error: BaseException) -> str:
    """Return the lines an error came through, without its words: they may quote the page."""
    lines = traceback.format_tb(error.__traceback__)
    return f"{type(error).__name__} while answering the page\n{''.join(lines)}"
