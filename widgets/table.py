"""The table: a session on a stage.

The page is made anew from what everybody may see after every act, and the stage sends only what
changed. Acts of the game come as their JSON; what belongs to the page (undo, panels, a new game)
is tagged ``table``.
"""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import htpy as h

import companion
from companion.game import Refusal
from companion.language import _, plural
from companion.session import Session, StaleAction
from widgets.acts import answer_to, spoken, why_not
from widgets.pages import Draft, drafted, page_of
from widgets.parts import frame, welcome
from widgets.parts.keyed import Part, keyed
from widgets.stage import Stage
from widgets.transcript import Transcript

AnySession = Session[Any, Any, Any]


class Table:
    """A game at a table, shown in a notebook.

    ``game`` is a session, or a game's id: then the page goes on with the unfinished game in
    ``folder``, if there is just one, and else asks who plays.
    """

    def __init__(self, game: AnySession | str, *, folder: str | Path = ".") -> None:
        """Show ``game``; raises ``KeyError`` for a game there is not."""
        self._folder = Path(folder)
        self._folder.mkdir(parents=True, exist_ok=True)
        self._panel, self._shown = "", frame.LOG_SHOWN
        self._refusal: Refusal | str | None = None
        self._place = ""  # the part of the page the refusal stands in; else under the banner
        self._draft: Draft | None = None
        self._last: tuple[int, Any] = (-1, None)
        self._notices: list[str] = []
        self._acting = False
        self._lock = threading.RLock()  # taps are answered beside a running cell
        self._text = ""
        self.session: AnySession | None = None
        self._game_id = game if isinstance(game, str) else game.game.id
        self.stage = Stage(self._receive, label=companion.games[self._game_id].title)
        self._transcript = Transcript()
        if isinstance(game, str):
            self._go_on_alone()
        else:
            self._sit_down(game)
        self._render()

    def _ipython_display_(self) -> None:
        from IPython.display import display  # noqa: PLC0415  only where there is a notebook

        self._transcript.show(self._text)
        display(self.stage)  # type: ignore[no-untyped-call]  # IPython has no types

    def __repr__(self) -> str:
        return f"<Table of {self._game_id}>"

    # What people do

    def _receive(self, message: dict[str, Any]) -> None:
        with self._lock:
            self._hear(message)

    def _hear(self, message: dict[str, Any]) -> None:
        if "draft" in message:
            self._refusal = None
            self._take_draft(message["draft"])
            self._render()
        elif self._is_repeated(message):
            return
        else:
            self._answer(message["do"], message["revision"])

    def _is_repeated(self, message: dict[str, Any]) -> bool:
        """Return whether this is the tap just done again, as a double tap sends it.

        With a game on the table, a tap that would begin one is late too.
        """
        this = (message["revision"], message["do"])
        again = this == self._last and this[0] != self._revision
        self._last = this
        return self.session is not None and (again or _name(this[1]) in _SITTING_DOWN)

    def _answer(self, act: Any, revision: int) -> None:
        self._refusal, self._place, said, self._acting = None, "", "", True
        try:
            said = self._act(act, revision)
        except (ValueError, KeyError, RuntimeError, OSError) as error:
            self._refusal, self._place = answer_to(act, error), self._place_of(act)
            said = str(self._refusal)
        finally:
            self._acting = False
        self._render(said)

    def _place_of(self, act: Any) -> str:
        """Return the part of the page the form of ``act`` is in, to be answered there."""
        if self.session is None:
            return _SITTING_DOWN.get(_name(act), "")
        typed = self._panel == "type" and _name(act) == "say" and "verb" not in act
        fixed = self._panel == "fix" and isinstance(act, dict) and act.get("type") == "fix"
        return "panel" if typed or fixed else ""

    def _act(self, act: Any, revision: int) -> str:
        handler = _ACTS.get(_name(act))
        if handler is not None:
            return handler(self, act, revision)
        asked = spoken(act)
        if asked in ("undo", "redo"):
            return self._act({"table": asked}, revision)
        return self._play(lambda session: session.do(asked, revision=revision))

    def _play(self, step: Callable[[AnySession], Any]) -> str:
        if self.session is None:
            raise StaleAction(_no_game())
        before = self.session.problems
        entry = step(self.session)
        self._draft, self._notices = None, []
        after = self.session.problems
        news = [problem.text for problem in after] if after != before else []
        return " ".join([entry.sentence, *news])

    def _undo(self, _act: dict[str, Any], revision: int) -> str:
        return self._play(lambda session: session.undo(revision=revision))

    def _redo(self, _act: dict[str, Any], revision: int) -> str:
        return self._play(lambda session: session.redo(revision=revision))

    def _open_panel(self, act: dict[str, Any], _revision: int) -> str:
        name = act.get("name", "")
        self._panel = name if name in frame.PANELS else ""
        self._shown = frame.LOG_SHOWN
        return ""

    def _show_earlier(self, _act: dict[str, Any], _revision: int) -> str:
        self._shown += 50
        return ""

    def _begin(self, act: dict[str, Any], _revision: int) -> str:
        wish = welcome.read(act, companion.games[self._game_id])
        path = self._folder / wish.file
        if path.exists():
            raise companion.SaveExists(
                _("{name} is there already; choose another file name.", name=wish.file)
            )
        session = companion.start(self._game_id, wish.names, save=path, **wish.options)
        self._sit_down(session)
        return _("The game begins.")

    def _resume(self, act: dict[str, Any], _revision: int) -> str:
        name = Path(str(act.get("file", ""))).name
        self._sit_down(companion.open(self._folder / name))
        return _("Going on with {name}.", name=name)

    def _enter_code(self, act: dict[str, Any], _revision: int) -> str:
        path = self._folder / self._free_name()
        self._sit_down(companion.from_code(str(act.get("code", "")), path))
        return _("The game is back, kept in {name}.", name=path.name)

    def _recover(self, act: dict[str, Any], _revision: int) -> str:
        path = self._folder / Path(str(act.get("file", ""))).name
        try:
            session = companion.open(path)
        except companion.DamagedSave as damage:
            session = companion.open(damage.recover(self._folder / self._free_name()))
        self._sit_down(session)
        return _("What could be read goes on in {name}.", name=self._path_name())

    def _leave(self, _act: dict[str, Any], _revision: int) -> str:
        if self.session is not None:
            self.session.close()
        self.session, self._panel, self._draft, self._notices = None, "", None, []
        return ""

    def _take_draft(self, raw: Any) -> None:
        if self.session is not None and isinstance(raw, dict):
            self._draft = drafted(self._draft, raw, why_not(self.session, raw))

    # Sitting down

    def _go_on_alone(self) -> None:
        unfinished = [found for found in self._found() if found.unfinished]
        if len(unfinished) == 1:
            try:
                self._sit_down(companion.open(unfinished[0].path))
            except (companion.SaveInUse, companion.DamagedSave) as error:
                self._refusal = str(error)
            else:
                self._notices.append(
                    _(
                        "Going on with {name}. “Other game” at the foot starts another one.",
                        name=self._path_name(),
                    )
                )

    def _sit_down(self, session: AnySession) -> None:
        self.session, self._panel, self._draft = session, "", None
        self._game_id = session.game.id
        self._notices = list(session.notices)
        session.notices.clear()
        session.watch(self._on_change)

    def _on_change(self, session: AnySession) -> None:
        """Follow what another cell or another page does to the same game."""
        with self._lock:
            if session is self.session and not self._acting:
                self._draft = self._refusal = None
                self._render()

    def _found(self) -> list[welcome.Found]:
        return welcome.find(self._folder, self._game_id)

    def _free_name(self) -> str:
        today = dt.datetime.now().astimezone().date().isoformat()
        return welcome.free_name(self._folder, f"{self._game_id}-{today}")

    def _path_name(self) -> str:
        path = self.session.path if self.session else None
        return path.name if path else ""

    # The page

    @property
    def _revision(self) -> int:
        return self.session.revision if self.session else 0

    def _render(self, said: str = "") -> None:
        session = self.session
        if session is None:
            page, self._text = self._welcome(), ""
        else:
            view = session.view()
            page, self._text = self._page(session, view), session.game.board(view)
        self.stage.show(page, revision=self._revision, say=said)
        self._transcript.update(self._text)

    def _welcome(self) -> h.Element:
        game = companion.games[self._game_id]
        return h.div(".tc-page", data_game=self._game_id)[
            frame.head(game.title, _("before the game"), []),
            self._refused_in(""),
            welcome.page(game, self._found(), self._free_name(), self._refused_in),
        ]

    def _page(self, session: AnySession, view: Any) -> h.Element:
        page = page_of(session.game.id)
        heading, hint = page.now(view)
        return h.div(".tc-page", data_game=session.game.id)[
            page.art(),
            frame.head(session.game.title, page.where(view), page.seats(view)),
            frame.line(heading),
            frame.banner(heading, hint, page.now_actions(view)),
            frame.happened(session.log[-1].sentence if session.log else ""),
            self._refused_in(""),
            frame.notices(self._notices),
            frame.problems(
                [problem.text for problem in session.problems], fixing=self._panel == "fix"
            ),
            h.div(".tc-columns")[
                keyed("board", h.div(".tc-stack")[page.board(view, self._draft, self._revision)]),
                keyed(
                    "meaning", h.div(".tc-stack")[page.meaning(view, self._draft, self._revision)]
                ),
            ],
            frame.foot(self._foot(session)),
            self._panel_part(session, view),
        ]

    def _refused_in(self, place: str) -> Part | None:
        return frame.refused(self._refusal) if place == self._place else None

    def _foot(self, session: AnySession) -> frame.Foot:
        return frame.Foot(
            session.last.story.short if session.last else None,
            session.next.story.short if session.next else None,
            _saved(session),
            self._panel,
        )

    def _panel_part(self, session: AnySession, view: Any) -> Part:
        contents: dict[str, Callable[[], h.Node]] = {
            "log": lambda: frame.log(session.log, session.game.rulebook, self._shown),
            "rulings": lambda: frame.rulings(session.game.rulebook, session.setup),
            "fix": lambda: page_of(session.game.id).fix(view, self._draft),
            "code": lambda: frame.resume(
                session.code(), str(session.qr()), secret=session.setup.virtual
            ),
            "type": lambda: frame.typed(
                self._revision, [verb.form for verb in session.game.commands.verbs]
            ),
            "other": lambda: frame.other_game(self._path_name()),
        }
        content = [self._refused_in("panel"), contents[self._panel]()] if self._panel else None
        return frame.panel(self._panel, content)


_ACTS: dict[str, Callable[[Table, dict[str, Any], int], str]] = {
    "undo": Table._undo,
    "redo": Table._redo,
    "panel": Table._open_panel,
    "earlier": Table._show_earlier,
    "begin": Table._begin,
    "resume": Table._resume,
    "code": Table._enter_code,
    "recover": Table._recover,
    "leave": Table._leave,
}
_SITTING_DOWN = {"begin": "new-game", "resume": "saves", "recover": "damaged", "code": "enter-code"}
"""What begins or goes on with a game, and the part of the page before a game it is done in."""


def _name(act: Any) -> str:
    """Return the name of what belongs to the page; empty for an act of the game."""
    return str(act.get("table", "")) if isinstance(act, dict) else ""


def _saved(session: AnySession) -> str:
    if session.path is None:
        return plural("not saved · {count} event", "not saved · {count} events", session.revision)
    return plural(
        "saved · {count} event · {name}",
        "saved · {count} events · {name}",
        session.revision,
        name=session.path.name,
    )


def _no_game() -> Refusal:
    return Refusal(
        _("That tap"), _("no game is open here any more."), _("Start one, or go on with one.")
    )
