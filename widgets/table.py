"""The table: a session on a stage.

The page is made anew from what everybody may see after every act, and the stage sends only what
changed. Acts of the game come as their JSON; what belongs to the page (undo, panels, a new game)
is tagged ``table``.
"""

from __future__ import annotations

import datetime as dt
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import htpy as h
import msgspec

import companion
from companion import bots
from companion.game import Refusal, Seat
from companion.language import _, plural
from companion.session import Session, StaleAction
from widgets.acts import answer_to, is_typed, spoken, why_not
from widgets.pages import (
    Draft,
    automatic_page_of,
    composed,
    drafted,
    hidden_page_of,
    is_dark,
    pack_form_of,
    pack_words_of,
    page_of,
    put_away,
    rail_of,
    showing,
)
from widgets.parts import automation, frame, welcome
from widgets.parts.keyed import Part, keyed
from widgets.stage import Stage
from widgets.transcript import Transcript

AnySession = Session[Any, Any, Any]
MOST_BY_ITSELF = 60
"""So many steps in a row the kit does by itself before it waits for somebody."""


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
        self._typed: dict[str, Any] = {}  # the form of a new game, as far as it is filled in
        self._before: tuple[list[welcome.Found], welcome.Offer] | None = None
        self._switches: dict[str, automation.Mode] = {}  # of this table, never in a save
        self._last: tuple[int, Any] = (-1, None)
        self._turn = ""  # changes with every act, however many events that brings
        self._notices: list[str] = []
        self._since = 0  # the log as long as it was before the last act
        self._consent: frame.Consent | None = None
        self._notes: dict[Seat, dict[str, Any]] = {}  # private, never on the page or in a save
        self._noted = 0
        self._opening: tuple[Seat, ...] = ()  # who has agreed to open the seals
        self._chance = random.Random()  # noqa: S311  what a computer fancies
        self._acting = False
        self._lock = threading.RLock()  # taps are answered beside a running cell
        self._text = ""
        self.session: AnySession | None = None
        self._game_id = game if isinstance(game, str) else game.game.id
        title = companion.games[self._game_id].title
        self.stage = Stage(self._receive, label=title, look=self._look)
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
        if "draft" in message and self.session is None:
            self._typed = message["draft"] if isinstance(message["draft"], dict) else {}
            self._render()
        elif "draft" in message:
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
        self._consent = self._before = None
        before = self.session, self._revision
        try:
            said = self._act(act, revision)
        except (ValueError, KeyError, RuntimeError, OSError) as error:
            self._refusal, self._place = answer_to(act, error), self._place_of(act, error)
            said = str(self._refusal)
        finally:
            self._acting = False
        if before != (self.session, self._revision):
            self._turn = "even" if self._turn == "odd" else "odd"
        self._render(said)

    def _place_of(self, act: Any, error: Exception) -> str:
        """Return the part of the page the form of ``act`` is in, to be answered there."""
        if isinstance(error, welcome.WrongPack):
            return "pack"
        if self.session is None:
            return _SITTING_DOWN.get(_name(act), "")
        typed = self._panel == "type" and is_typed(act)
        fixed = self._panel == "fix" and isinstance(act, dict) and act.get("type") == "fix"
        kept = self._panel == "pack" and _name(act) == "save-pack"
        return "panel" if typed or fixed or kept else ""

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
        if not self.session.is_open:
            raise StaleAction(_put_away())
        session, before = self.session, self.session.problems
        start = session.revision
        step(session)
        self._draft, self._notices, self._since = put_away(self._draft), [], start
        self._let_computers_play(session)
        self._go_on(session)
        after = session.problems
        news = [problem.text for problem in after] if after != before else []
        return " ".join([*self._happened(session), *news])

    def _let_computers_play(self, session: AnySession) -> None:
        for _entry in bots.moves(session, self._chance):
            pass

    def _happened(self, session: AnySession) -> list[str]:
        return [entry.sentence for entry in session.log[self._since :]]

    def _go_on(self, session: AnySession) -> None:
        """Do the steps that are switched on, one after another, until people have to act."""
        for _step in range(MOST_BY_ITSELF):
            step = _due(session, self._switches)
            if step is None:
                return
            session.do(step.action)
            self._let_computers_play(session)

    def _switch(self, act: dict[str, Any], _revision: int) -> str:
        wanted, names = automation.read(act), [str(name) for name in act.get("ids", [])]
        self._switches.update(dict.fromkeys(names, wanted))
        if self.session is None or _due(self.session, self._switches) is None:
            return ""
        return self._play(lambda _session: None)

    def _show(self, act: dict[str, Any], _revision: int) -> str:
        self._draft = showing(self._draft, act)
        return ""

    def _compose(self, act: dict[str, Any], revision: int) -> str:
        def step(session: AnySession) -> None:
            first, *others = composed(session.game.id, session.view(), act)
            session.do(first, revision=revision)
            for action in others:
                session.do(action)

        return self._play(step)

    def _undo(self, act: dict[str, Any], revision: int) -> str:
        agreed = tuple(seat for seat in act.get("agreed", ()) if isinstance(seat, int))
        try:
            return self._play(lambda session: _take_back(session, revision, agreed, self._switches))
        except companion.ConsentNeeded as error:
            names = self.session.names if self.session else ()
            self._consent = frame.Consent(names, agreed, error.seats, error.refusal.reason)
            return f"{error.refusal.reason} {error.refusal.instead}"

    def _redo(self, _act: dict[str, Any], revision: int) -> str:
        return self._play(lambda session: _do_again(session, revision, self._switches))

    def _keep(self, _act: dict[str, Any], _revision: int) -> str:
        return ""

    def _note(self, act: dict[str, Any], _revision: int) -> str:
        seat = act.get("seat")
        if self.session is None or seat not in self.session.setup.people:
            raise StaleAction(_no_game())
        self._noted += 1
        self._notes[seat] = {**act, "number": self._noted}
        return _("Noted for {name} alone.", name=self.session.names[seat])

    def _open_seals(self, act: dict[str, Any], _revision: int) -> str:
        self._opening = tuple({*self._opening, int(act.get("seat", -1))})
        return ""

    def _look(self, asked: Any) -> h.Node:
        """Return what only the seat that holds the screen may see."""
        with self._lock:
            session = self.session
            seat = asked.get("seat") if isinstance(asked, dict) else None
            if session is None or seat not in session.setup.people:
                return None
            page = hidden_page_of(session.game.id)
            return page.private(session.view(seat), asked, self._notes.get(seat)) if page else None

    def _open_panel(self, act: dict[str, Any], _revision: int) -> str:
        name = act.get("name", "")
        self._panel = name if name in frame.PANELS else ""
        self._shown = frame.LOG_SHOWN
        return ""

    def _show_earlier(self, _act: dict[str, Any], _revision: int) -> str:
        self._shown += 50
        return ""

    def _begin(self, act: dict[str, Any], _revision: int) -> str:
        own = pack_form_of(self._game_id)
        wish = welcome.read(act, companion.games[self._game_id], self._folder, own)
        path = self._folder / wish.file
        if path.exists():
            raise companion.SaveExists(
                _("{name} is there already; choose another file name.", name=wish.file)
            )
        session = companion.start(self._game_id, wish.names, save=path, **wish.options)
        self._sit_down(session)
        return _("The game begins.")

    def _save_pack(self, act: dict[str, Any], _revision: int) -> str:
        session = self.session
        if session is None or session.game.write_pack is None:
            raise StaleAction(_no_game())
        path = self._folder / f"{Path(str(act.get('file', ''))).name.removesuffix('.json')}.json"
        if path.name == ".json" or path.exists():
            raise companion.SaveExists(
                _("{name} is there already; choose another file name.", name=path.name)
            )
        path.write_text(session.game.write_pack(session.state), "utf-8")
        self._notices = [pack_words_of(session.game.id).kept.format(name=path.name)]
        return self._notices[0]

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
        self._notes, self._opening, self._typed = {}, (), {}
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
        self._notes, self._opening = {}, ()
        self._since = max(0, session.revision - 1)
        self._let_computers_play(session)
        session.watch(self._on_change)

    def _on_change(self, session: AnySession) -> None:
        """Follow what another cell or another page does to the same game."""
        with self._lock:
            if session is self.session and not self._acting:
                self._draft, self._refusal, self._consent = put_away(self._draft), None, None
                self._since = session.revision - 1
                self._render()

    def _found(self) -> list[welcome.Found]:
        return welcome.find(self._folder, self._game_id)

    def _offer(self, game: companion.game.Game[Any, Any, Any]) -> welcome.Offer:
        packs = welcome.packs(self._folder) if game.read_pack else []
        form, words = pack_form_of(self._game_id), pack_words_of(self._game_id)
        return welcome.Offer(self._free_name(), packs, form, words=words)

    def _choices_before(self) -> tuple[list[welcome.Found], welcome.Offer]:
        """Return the saves and what a new game is offered; typing does not search them anew."""
        if self._before is None:
            self._before = self._found(), self._offer(companion.games[self._game_id])
        found, offer = self._before
        return found, msgspec.structs.replace(offer, typed=self._typed)

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
            seat = bots.lone_person(session)
            view, game = session.view(seat), session.game
            public = view if seat is None else session.view()
            page, self._text = self._page(session, view), game.board(public)
        self.stage.show(page, revision=self._revision, say=said)
        self._transcript.update(self._text)

    def _welcome(self) -> h.Element:
        game = companion.games[self._game_id]
        return h.div(".tc-page", data_game=self._game_id)[
            frame.head(game.title, _("before the game"), []),
            self._refused_in(""),
            welcome.page(game, *self._choices_before(), self._refused_in),
        ]

    def _page(self, session: AnySession, view: Any) -> h.Element:
        page = page_of(session.game.id)
        heading, hint = page.now(view)
        game_id = session.game.id
        return h.div(".tc-page", data_game=game_id, data_night=is_dark(game_id, view))[
            page.art(),
            frame.head(session.game.title, page.where(view), page.seats(view)),
            rail_of(game_id, view),
            frame.line(heading),
            frame.banner(heading, hint, self._now_actions(session, view), turn=self._turn),
            frame.happened(self._happened(session)),
            self._refused_in(""),
            frame.consent(self._consent),
            frame.notices(self._notices),
            frame.problems(
                [problem.text for problem in session.problems], fixing=self._panel == "fix"
            ),
            h.div(".tc-columns")[
                keyed("board", h.div(".tc-stack")[page.board(view, self._draft, self._revision)]),
                keyed(
                    "meaning",
                    h.div(".tc-stack")[
                        page.meaning(view, self._draft, self._revision),
                        self._noting(view),
                        self._automation(view),
                    ],
                ),
            ],
            frame.foot(self._foot(session)),
            self._panel_part(session, view),
        ]

    def _now_actions(self, session: AnySession, view: Any) -> list[h.Node]:
        """Return the buttons of the banner, after what the automatic step that is due would do."""
        page = automatic_page_of(session.game.id)
        step = page.automatic(view) if page else None
        mode = automation.mode_of(step, self._switches) if step else "off"
        own = page_of(session.game.id).now_actions(view)
        if session.outcome is not None and not own:
            own = [frame.another_game(saved=session.path is not None)]
        return [automation.preview(step) if step and mode == "ask" else None, *own]

    def _automation(self, view: Any) -> h.Node:
        page = automatic_page_of(self._game_id)
        return automation.card(page.switches(view), self._switches) if page else None

    def _noting(self, view: Any) -> h.Node:
        """Return where a seat at a table may note its own hand, to be told its odds."""
        page = hidden_page_of(self._game_id)
        return page.notes(view, self._notes) if page and not view.setup.virtual else None

    def _refused_in(self, place: str) -> Part | None:
        return frame.refused(self._refusal) if place == self._place else None

    def _foot(self, session: AnySession) -> frame.Foot:
        return frame.Foot(
            _undone_by(session, self._switches),
            session.next.story.short if session.next else None,
            _saved(session),
            self._panel,
            {name: self._title(name) for name in frame.PANELS if self._has_panel(session, name)},
        )

    def _title(self, panel: str) -> str:
        """Return the title of a panel; what a table plays with has a name in each game."""
        own = pack_words_of(self._game_id).panel
        return own if panel == "pack" else frame.PANELS.get(panel, "")

    def _has_panel(self, session: AnySession, name: str) -> bool:
        if name == "pack":
            return session.game.write_pack is not None
        return name != "seals" or self._has_seals(session)

    def _has_seals(self, session: AnySession) -> bool:
        return session.setup.virtual and hidden_page_of(session.game.id) is not None

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
            "seals": lambda: self._seals(session),
            "pack": lambda: self._pack(session),
            "other": lambda: frame.other_game(self._path_name()),
        }
        content = [self._refused_in("panel"), contents[self._panel]()] if self._panel else None
        return frame.panel(self._panel, self._title(self._panel), content)

    def _pack(self, session: AnySession) -> h.Node:
        write = session.game.write_pack
        free = welcome.free_name(self._folder, f"{session.game.id}-pack", ".json")
        told = pack_words_of(session.game.id).told
        return frame.pack(write(session.state), free, told) if write else None

    def _seals(self, session: AnySession) -> h.Node:
        page = hidden_page_of(session.game.id)
        return page.seals(session, self._opening) if page else None


_ACTS: dict[str, Callable[[Table, dict[str, Any], int], str]] = {
    "undo": Table._undo,
    "redo": Table._redo,
    "keep": Table._keep,
    "note": Table._note,
    "open-seals": Table._open_seals,
    "switch": Table._switch,
    "show": Table._show,
    "compose": Table._compose,
    "panel": Table._open_panel,
    "earlier": Table._show_earlier,
    "begin": Table._begin,
    "save-pack": Table._save_pack,
    "resume": Table._resume,
    "code": Table._enter_code,
    "recover": Table._recover,
    "leave": Table._leave,
}
_SITTING_DOWN = {"begin": "new-game", "resume": "saves", "recover": "damaged", "code": "enter-code"}
"""What begins or goes on with a game, and the part of the page before a game it is done in."""


Switches = dict[str, automation.Mode]


def _due(session: AnySession, switches: Switches) -> automation.Step | None:
    """Return the step that comes now and is switched on."""
    if "on" not in switches.values() or session.outcome is not None:
        return None
    return _due_in(session.game.id, session.view(), switches)


def _due_in(game_id: str, view: Any, switches: Switches) -> automation.Step | None:
    page = automatic_page_of(game_id)
    step = page.automatic(view) if page and "on" in switches.values() else None
    return step if step and automation.mode_of(step, switches) == "on" else None


def _undone_by(session: AnySession, switches: Switches) -> str | None:
    """Return what one undo takes back: the last act, or what a person did and all that followed."""
    last: str | None = None
    for entry, before in session.earlier():
        followed, last = last is not None, entry.story.short
        if _due_in(session.game.id, before, switches) is None:
            return _("{what} and what followed", what=last) if followed else last
    return last


def _goes_on(session: AnySession, switches: Switches) -> bool:
    """Return whether what comes now is done without a person."""
    return bots.waiting(session) is not None or _due(session, switches) is not None


def _take_back(
    session: AnySession, revision: int, agreed: tuple[Seat, ...], switches: Switches
) -> None:
    """Take back the last act, and before it what was done by itself, to where a person acts."""
    session.undo(revision=revision, agreed=agreed)
    while session.last is not None and _goes_on(session, switches):
        session.undo(agreed=session.consent)


def _do_again(session: AnySession, revision: int, switches: Switches) -> None:
    session.redo(revision=revision)
    while session.next is not None and _goes_on(session, switches):
        session.redo()


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


def _put_away() -> Refusal:
    return Refusal(
        _("That tap"),
        _("this game was put away somewhere else."),
        _("Run the cell above again to go on with it."),
    )


def _no_game() -> Refusal:
    return Refusal(
        _("That tap"), _("no game is open here any more."), _("Start one, or go on with one.")
    )
