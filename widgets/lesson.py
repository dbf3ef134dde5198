"""A lesson on a stage: the same boards as at the table, with a task beside them.

An attempt that is taken back leaves the form as the learner set it: what stands in it and the key
of its parts stay, so that only the one thing that was wrong has to be changed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import htpy as h

import companion
from companion import bots
from companion.language import _
from companion.lessons import Course, Quiz, Reply, Task, lesson_of
from widgets.acts import spoken, why_not
from widgets.pages import Draft, drafted, is_dark, page_of, rail_of, showing
from widgets.parts import frame
from widgets.parts.controls import action_button
from widgets.parts.keyed import Part, keyed
from widgets.stage import Stage
from widgets.transcript import Transcript


class Lesson:
    """The lesson of a game, shown in a notebook; it goes on where the learner stopped.

    ``progress`` is the file that remembers how far the learner is, ``None`` to remember nothing;
    by default it lies beside the notebook.
    """

    def __init__(self, game_id: str, *, progress: str | Path | None = "") -> None:
        """Open the lesson; raises ``KeyError`` for a game there is not."""
        path = f"{game_id}.progress" if progress == "" else progress
        self.course = Course(lesson_of(game_id), path)
        self._draft: Draft | None = None
        self._turn = 0
        self._form = 0  # the turn the board's form is from
        self._page = page_of(game_id)
        self.stage = Stage(self._receive, label=self.course.lesson.title)
        self._transcript = Transcript()
        self._render()

    def do(self, attempt: Any) -> Reply:
        """Try an action or an answer by text, as :meth:`companion.lessons.Course.do` does."""
        reply = self.course.do(attempt)
        self._went_on(str(reply))
        return reply

    def show_me(self) -> Reply:
        """Do what is right here, so that the learner sees it and can go on."""
        reply = self.course.show_me()
        self._went_on(str(reply))
        return reply

    def next(self) -> None:
        """Go on to the next step."""
        self.course.next()
        self._went_on()

    def back(self) -> None:
        """Go back to the step before."""
        self.course.back()
        self._went_on()

    def go(self, number: int) -> None:
        """Open the step ``number``, from 0; ``IndexError`` if there is none."""
        self.course.go(number)
        self._went_on()

    def restart(self) -> None:
        """Begin again at the first step, nothing done."""
        self.course.restart()
        self._went_on()

    def __str__(self) -> str:
        return str(self.course)

    def __repr__(self) -> str:
        return f"<Lesson {self.course.lesson.game}>"

    def _ipython_display_(self) -> None:
        from IPython.display import display  # noqa: PLC0415  only where there is a notebook

        self._transcript.show(str(self.course))
        display(self.stage)  # type: ignore[no-untyped-call]  # IPython has no types

    # What people do

    def _receive(self, message: dict[str, Any]) -> None:
        if "draft" in message:
            self._take_draft(message["draft"])
            self._render()
        elif message["revision"] == self._turn:
            self._answer(message["do"])
        else:
            self._render()

    def _answer(self, act: Any) -> None:
        if isinstance(act, dict) and act.get("table") == "show":
            self._draft = showing(self._draft, act)
            self._render()
            return
        if isinstance(act, dict) and "lesson" in act:
            self._move(act)
        elif isinstance(act, dict):
            self.course.do(spoken(act))
            self._keep_form(act)
        reply = self.course.reply
        self._went_on(reply.text if reply else self.course.step.title)

    def _move(self, act: dict[str, Any]) -> None:
        course = self.course
        moves: dict[str, Callable[[], object]] = {
            "next": course.next,
            "back": course.back,
            "show": course.show_me,
            "restart": course.restart,
            "answer": lambda: course.do(act.get("choice", "")),
            "left-out": lambda: course.go(min(course.missing, default=course.number)),
        }
        move = moves.get(str(act["lesson"]))
        if move is not None:
            move()

    def _keep_form(self, act: dict[str, Any]) -> None:
        """Let the draft be what the form was sent with; a button beside the form leaves it."""
        if self._draft is None or act.get("type") == self._draft.raw.get("type"):
            self._take_draft(act)

    def _take_draft(self, raw: Any) -> None:
        if isinstance(raw, dict):
            self._draft = drafted(self._draft, raw, why_not(self.course.session, raw))

    def _went_on(self, said: str = "") -> None:
        """Show what has become of the last act; only a form whose attempt was wrong stays."""
        self._turn += 1
        reply = self.course.reply
        if reply is None or reply.right:
            self._draft, self._form = None, self._turn
        self._render(said)

    # The page

    def _render(self, said: str = "") -> None:
        self.stage.show(self._whole(), revision=self._turn, say=said)
        self._transcript.update(str(self.course))

    def _whole(self) -> h.Element:
        course, page = self.course, self._page
        view = self._view()
        game = companion.games[course.lesson.game]
        return h.div(".tc-page", data_game=game.id, data_night=is_dark(game.id, view))[
            page.art(),
            frame.head(game.title, self._where(), page.seats(view)),
            rail_of(game.id, view),
            frame.notices([course.notice] if course.notice else []),
            self._now(),
            self._end(),
            self._table(view),
            self._foot(),
        ]

    def _table(self, view: Any) -> h.Node:
        """Return the board: to play on while there is something to do, else to look at."""
        page, draft, form = self._page, self._draft, self._form
        if isinstance(self.course.step.asks, Task) and not self.course.solved:
            board, meaning = page.board(view, draft, form), page.meaning(view, draft, form)
        else:
            board, meaning = page.still(view)
        stacks = [("board", board), ("meaning", meaning)]
        return h.div(".tc-columns")[
            (keyed(key, h.div(".tc-stack")[content]) for key, content in stacks if content)
        ]

    def _view(self) -> Any:
        """Return what the learner may see of the position."""
        session = self.course.session
        return session.view(bots.lone_person(session))

    def _where(self) -> str:
        return _(
            "lesson, step {number} of {count}",
            number=self.course.number + 1,
            count=len(self.course.lesson.steps),
        )

    def _now(self) -> Part:
        """Return the step and under it the reply: what a tap changes is brought into view whole."""
        return keyed("now", h.div(".tc-stack")[self._step(), self._said()])

    def _step(self) -> h.Element:
        step = self.course.step
        fresh = self.course.reply is None
        return h.section(".tc-now.tc-step-text", aria_label=_("This step"))[
            h.h2(data_now="", data_focus_next=f"step-{self.course.number}", tabindex="-1")[
                step.title
            ],
            h.p[step.text] if fresh else _folded(step.text),
            h.p(".tc-ask")[step.asks.ask] if step.asks else None,
            None if self.course.solved else self._choices(),
            h.div(".tc-actions")[self._help()] if fresh else None,
        ]

    def _choices(self) -> h.Node:
        """Return the answers of a quiz to pick from, or the moves the banner has."""
        asks = self.course.step.asks
        if isinstance(asks, Quiz):
            choices = asks.choices(self.course.session.state)
            buttons = [
                action_button(choice, {"lesson": "answer", "choice": choice}) for choice in choices
            ]
        elif asks is not None:
            buttons = list(self._page.now_actions(self._view()))  # type: ignore[arg-type]
        else:
            buttons = []
        return h.div(".tc-actions")[buttons] if buttons else None

    def _help(self) -> list[h.Node]:
        """Return what a learner can do who does not want to answer, or is only told something."""
        if self.course.step.asks is None:
            return [self._next()]
        show = action_button(_("Show me"), {"lesson": "show"}, quiet=True)
        skip = action_button(_("Skip this step"), {"lesson": "next"}, quiet=True)
        return [show] if self.course.last else [show, skip]

    def _said(self) -> h.Node:
        """Return the reply; its mark names the turn, so that the same words again are news."""
        reply = self.course.reply
        if reply is None:
            return None
        kind = ".tc-right" if reply.right else ".tc-notice"
        return h.section(kind, data_reply="", aria_label=_("What came of it"))[
            h.h3(data_focus_next=f"reply-{self._turn}", tabindex="-1")[_verdict(reply)],
            h.p[reply.text],
            h.div(".tc-actions")[after] if (after := self._after(reply)) else None,
        ]

    def _after(self, reply: Reply) -> list[h.Node]:
        if not reply.right:
            return self._help()
        return [] if self.course.last else [self._next()]

    def _next(self) -> h.Node:
        return action_button(_("Next step"), {"lesson": "next"}, primary=True)

    @property
    def _at_the_end(self) -> bool:
        return self.course.last and (self.course.solved or self.course.finished)

    def _end(self) -> Part:
        """Return the end of the lesson: what is done, and where to play."""
        if not self._at_the_end:
            return keyed("end", h.div(hidden=True))
        course = self.course
        left_out = action_button(_("To the first step left out"), {"lesson": "left-out"})
        return keyed(
            "end",
            h.section(".tc-now.tc-step-text", aria_label=_("The end of the lesson"))[
                h.h2[_("You know the game.") if course.finished else _("The lesson ends here.")],
                h.p[_("{steps} Now play at the table.", steps=self._steps_done())],
                h.div(".tc-actions")[
                    h.a(".tc-button.tc-primary", href=f"{course.lesson.game}-table.ipynb")[
                        _("To the table")
                    ],
                    None if course.finished else left_out,
                    _start_again(),
                ],
            ],
        )

    def _steps_done(self) -> str:
        done, count = len(self.course.done), len(self.course.lesson.steps)
        return _("{done} of {count} steps done.", done=done, count=count)

    def _foot(self) -> Part:
        return keyed(
            "foot",
            h.footer(".tc-foot")[
                action_button(_("Back"), {"lesson": "back"}) if self.course.number else None,
                h.span[self._steps_done()],
                None if self._at_the_end else h.div(".tc-end")[_start_again()],
            ],
        )


def _start_again() -> h.Element:
    return action_button(_("Start again"), {"lesson": "restart"}, quiet=True)


def _folded(text: str) -> h.Element:
    """Return the text of a step that has been read, to make room for the reply."""
    return h.details[h.summary[_("Read this step again")], h.p[text]]


def _verdict(reply: Reply) -> str:
    if reply.shown:
        return _("Like this.")
    return _("Right.") if reply.right else _("Not yet.")
