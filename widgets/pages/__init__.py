"""One page a game: what a view looks like, and the forms its actions are made with."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any, Protocol

import htpy as h
import msgspec

from companion.game import Refusal
from widgets.parts.frame import Seat


class Draft(msgspec.Struct, frozen=True):
    """A form being filled in: its JSON, and why it would be refused as it stands.

    ``others`` are the drafts of other forms of the same page, the newest first.
    """

    raw: dict[str, Any]
    refusal: Refusal | str | None
    others: tuple[dict[str, Any], ...] = ()


def drafted(before: Draft | None, raw: dict[str, Any], refusal: Refusal | str | None) -> Draft:
    """Return the draft ``raw``, which leaves those of other forms as they are."""
    earlier = (before.raw, *before.others) if before else ()
    return Draft(raw, refusal, tuple(one for one in earlier if _form(one) != _form(raw)))


def _form(raw: dict[str, Any]) -> dict[str, Any]:
    """Return what a form's drafts have in common: all but the lists that are filled in."""
    return {name: value for name, value in raw.items() if not isinstance(value, list)}


class Page(Protocol):
    """What a game's page offers; each takes the view and gives one region of the page."""

    def where(self, view: Any) -> str:
        """Return where in the game the table is, in a few words."""

    def now(self, view: Any) -> tuple[str, str]:
        """Return the one next thing and its reason."""

    def now_actions(self, view: Any) -> Sequence[h.Node]:
        """Return the buttons of the banner."""

    def seats(self, view: Any) -> list[Seat]:
        """Return the chips of the seats."""

    def board(self, view: Any, draft: Draft | None, revision: int) -> h.Node:
        """Return the thing on the table, with what can be done on it."""

    def meaning(self, view: Any, draft: Draft | None, revision: int) -> h.Node:
        """Return what the board is worth and what would happen."""

    def still(self, view: Any) -> tuple[h.Node, h.Node]:
        """Return the board and its meaning with nothing to press, to look at in a lesson."""

    def fix(self, view: Any, draft: Draft | None) -> h.Node:
        """Return the form that sets a count by hand."""

    def art(self) -> h.Node:
        """Return the symbols that pictures of the page refer to."""


def page_of(game_id: str) -> Page:
    """Return the page of a game; ``ModuleNotFoundError`` if it has none."""
    page: Page = importlib.import_module(f"widgets.pages.{game_id.replace('-', '_')}")
    return page
