"""One page a game: what a view looks like, and the forms its actions are made with."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

import htpy as h
import msgspec

from companion.game import Refusal, Seat
from companion.language import _
from companion.registry import games
from companion.session import Session
from widgets.parts import frame
from widgets.parts.automation import Step, Switch
from widgets.parts.packs import PackForm, PackWords


class Draft(msgspec.Struct, frozen=True):
    """A form being filled in: its JSON, and why it would be refused as it stands.

    ``others`` are the drafts of other forms of the same page, the newest first. ``shown`` is what
    the page was asked to show: it outlives the forms, until something else is asked for.
    """

    raw: dict[str, Any]
    refusal: Refusal | str | None
    others: tuple[dict[str, Any], ...] = ()
    shown: Mapping[str, Any] = MappingProxyType({})


def drafted(before: Draft | None, raw: dict[str, Any], refusal: Refusal | str | None) -> Draft:
    """Return the draft ``raw``, which leaves those of other forms as they are."""
    earlier = (before.raw, *before.others) if before else ()
    others = tuple(one for one in earlier if _form(one) != _form(raw))
    return Draft(raw, refusal, others, before.shown if before else MappingProxyType({}))


def showing(before: Draft | None, asked: Mapping[str, Any]) -> Draft:
    """Return the draft of a page that is asked to show something; forms stay as they are.

    What is asked is an act of the page, ``{"table": "show", ...}``.
    """
    wanted = {name: value for name, value in asked.items() if name != "table"}
    shown = {**(before.shown if before else {}), **wanted}
    if before is None:
        return Draft({}, None, shown=shown)
    return Draft(before.raw, before.refusal, before.others, shown)


def put_away(before: Draft | None) -> Draft | None:
    """Return what is left of a draft after an act: nothing but what the page shows."""
    return Draft({}, None, shown=before.shown) if before and before.shown else None


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

    def seats(self, view: Any) -> list[frame.Seat]:
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


class AutomaticPage(Page, Protocol):
    """What the page of a game offers some of whose steps the kit can do by itself."""

    def switches(self, view: Any) -> Sequence[Switch]:
        """Return the steps that can be switched, in the order of the game."""

    def automatic(self, view: Any) -> Step | None:
        """Return the step that comes now, if it leaves nobody a choice."""


class HiddenPage(Page, Protocol):
    """What the page of a game offers whose seats hide something."""

    def private(self, view: Any, asked: dict[str, Any], note: dict[str, Any] | None) -> h.Node:
        """Return what only the viewer may see, for as long as it holds the screen.

        ``asked`` is the JSON of the button held, ``note`` what the viewer noted for itself.
        """

    def notes(self, view: Any, noted: Mapping[Seat, dict[str, Any]]) -> h.Node:
        """Return where seats at a table note what they hold; ``noted`` is never shown here."""

    def seals(self, session: Session[Any, Any, Any], agreed: tuple[Seat, ...]) -> h.Node:
        """Return the seals of what was laid down, opened where that is due or agreed to."""


def hidden_page_of(game_id: str) -> HiddenPage | None:
    """Return the page of a game whose seats hide something; ``None`` of any other."""
    page: Any = page_of(game_id)
    return page if hasattr(page, "private") else None


def automatic_page_of(game_id: str) -> AutomaticPage | None:
    """Return the page of a game with automatic steps; ``None`` of any other."""
    page: Any = page_of(game_id)
    return page if hasattr(page, "automatic") else None


def rail_of(game_id: str, view: Any) -> h.Node:
    """Return the steps of the turn, to stand under the head; nothing where a page has none."""
    page: Any = page_of(game_id)
    return page.rail(view) if hasattr(page, "rail") else None


def pack_form_of(game_id: str) -> PackForm | None:
    """Return a game's own form for what its table plays with; ``None`` where JSON has to do."""
    page: Any = page_of(game_id)
    return page.PACK_FORM if hasattr(page, "PACK_FORM") else None


def pack_words_of(game_id: str) -> PackWords:
    """Return what a game calls what its table plays with; where it has no words, the usual ones."""
    page: Any = page_of(game_id)
    return page.PACK_WORDS if hasattr(page, "PACK_WORDS") else PackWords()


def is_dark(game_id: str, view: Any) -> str | None:
    """Return ``"true"`` where it is night on a page, dark for everyone; else ``None``."""
    page: Any = page_of(game_id)
    return "true" if hasattr(page, "is_night") and page.is_night(view) else None


def composed(game_id: str, view: Any, act: dict[str, Any]) -> Sequence[dict[str, Any]]:
    """Return the actions that a form stands for which is more than one: ``{"table": "compose"}``.

    Raises ``ValueError`` for a page without such forms.
    """
    page: Any = page_of(game_id)
    if not hasattr(page, "compose"):
        raise ValueError(_("There is no such form on this page."))
    actions: Sequence[dict[str, Any]] = page.compose(view, act)
    return actions


def page_of(game_id: str) -> Page:
    """Return the page of a game; ``ModuleNotFoundError`` if it has none.

    It is a module here or, of a game whose package lives elsewhere, ``page`` in that package:
    functions, or a ``PAGE`` that has them.
    """
    package = games.package(game_id)
    ours = package.startswith("companion.")
    name = package.replace("companion", "widgets.pages", 1) if ours else f"{package}.page"
    module = importlib.import_module(name)
    page: Page = getattr(module, "PAGE", module)
    return page
