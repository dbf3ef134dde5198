"""A lesson on a stage: the same boards as at the table, with a task beside them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import htpy as h

import companion
from companion.language import _
from companion.lessons import Course, Quiz, Reply, Task, lesson_of
from widgets.acts import spoken, why_not
from widgets.pages import Draft, page_of
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
        self._page = page_of(game_id)
        self.stage = Stage(self._receive, label=self.course.lesson.title)
        self._transcript = Transcript()
        self._render()

    def do(self, attempt: Any) -> Reply:
        """Try an action or an answer by text, as :meth:`companion.lessons.Course.do` does."""
        reply = self.course.do(attempt)
        self._turn += 1
        self._render(reply.text)
        return reply

    def next(self) -> None:
        """Go on to the next step."""
        self.course.next()
        self._turn += 1
        self._render()

    def go(self, number: int) -> None:
        """Open the step ``number``, from 0; ``IndexError`` if there is none."""
        self.course.go(number)
        self._turn += 1
        self._render()

    def __str__(self) -> str:
        return str(self.course)

    def __repr__(self) -> str:
        return f"<Lesson {self.course.lesson.game}>"

    def _ipython_display_(self) -> None:
        from IPython.display import display  # noqa: PLC0415  only where there is a notebook

        self._transcript.show(str(self.course))
        display(self.stage)  # type: ignore[no-untyped-call]  # IPython has no types

    def _receive(self, message: dict[str, Any]) -> None:
        if "draft" in message:
            self._take_draft(message["draft"])
            self._render()
        elif message["revision"] == self._turn:
            self._answer(message["do"])
        else:
            self._render()

    def _answer(self, act: Any) -> None:
        self._draft = None
        if isinstance(act, dict) and "lesson" in act:
            self._move(act)
        elif isinstance(act, dict):
            self.course.do(spoken(act))
        self._turn += 1
        reply = self.course.reply
        self._render(reply.text if reply else self.course.step.title)

    def _move(self, act: dict[str, Any]) -> None:
        course = self.course
        moves: dict[str, Callable[[], object]] = {
            "next": course.next,
            "back": course.back,
            "show": course.show_me,
            "restart": course.restart,
            "answer": lambda: course.do(act.get("choice", "")),
        }
        move = moves.get(str(act["lesson"]))
        if move is not None:
            move()

    def _take_draft(self, raw: Any) -> None:
        is_form = isinstance(raw, dict)
        self._draft = Draft(raw, why_not(self.course.session, raw)) if is_form else None

    # The page

    def _render(self, said: str = "") -> None:
        self.stage.show(self._whole(), revision=self._turn, say=said)
        self._transcript.update(str(self.course))

    def _whole(self) -> h.Element:
        course, page = self.course, self._page
        view = course.session.view()
        game = companion.games[course.lesson.game]
        return h.div(".tc-page", data_game=game.id)[
            page.art(),
            frame.head(game.title, self._where(), page.seats(view)),
            frame.notices([course.notice] if course.notice else []),
            self._step(),
            self._said(),
            self._table(view),
            self._foot(),
        ]

    def _table(self, view: Any) -> h.Node:
        """Return the board: to play on while there is something to do, else to look at."""
        page, draft, turn = self._page, self._draft, self._turn
        if isinstance(self.course.step.asks, Task) and not self.course.solved:
            board, meaning = page.board(view, draft, turn), page.meaning(view, draft, turn)
        else:
            board, meaning = page.still(view)
        stacks = [("board", board), ("meaning", meaning)]
        return h.div(".tc-columns")[
            (keyed(key, h.div(".tc-stack")[content]) for key, content in stacks if content)
        ]

    def _where(self) -> str:
        return _(
            "lesson, step {number} of {count}",
            number=self.course.number + 1,
            count=len(self.course.lesson.steps),
        )

    def _step(self) -> Part:
        step = self.course.step
        return keyed(
            "now",
            h.section(".tc-now.tc-step-text", aria_label=_("This step"))[
                h.h2(data_now="", tabindex="-1")[step.title],
                h.p[step.text],
                h.p(".tc-ask")[step.asks.ask] if step.asks else None,
                self._choices() if not self.course.solved else None,
            ],
        )

    def _choices(self) -> h.Node:
        """Return the answers of a quiz to pick from, or the moves the banner has."""
        asks = self.course.step.asks
        if isinstance(asks, Quiz):
            choices = asks.choices(self.course.session.state)
            buttons = [
                action_button(choice, {"lesson": "answer", "choice": choice}) for choice in choices
            ]
        elif asks is not None:
            buttons = list(self._page.now_actions(self.course.session.view()))  # type: ignore[arg-type]
        else:
            buttons = []
        return h.div(".tc-actions")[buttons] if buttons else None

    def _said(self) -> Part:
        reply = self.course.reply
        if reply is None or not reply.text:
            return keyed("said", h.div(hidden=True))
        kind = ".tc-right" if reply.right else ".tc-notice"
        return keyed(
            "said",
            h.section(kind)[
                h.strong[_("Right.")] if reply.right else None,
                h.span[reply.text],
                h.div(".tc-actions")[self._next(primary=True)] if reply.right else None,
            ],
        )

    def _next(self, *, primary: bool) -> h.Node:
        if self.course.number == len(self.course.lesson.steps) - 1:
            return h.strong[_("That was the last step.")] if self.course.finished else None
        return action_button(_("Next step"), {"lesson": "next"}, primary=primary)

    def _foot(self) -> Part:
        course = self.course
        tells = course.step.asks is None
        return keyed(
            "foot",
            h.footer(".tc-foot")[
                action_button(_("Back"), {"lesson": "back"}) if course.number else None,
                self._next(primary=tells) if tells else None,
                None
                if tells or course.solved
                else [
                    action_button(_("Show me"), {"lesson": "show"}),
                    action_button(_("Skip this step"), {"lesson": "next"}, quiet=True),
                ],
                h.span[
                    _(
                        "{done} of {count} steps done",
                        done=len(course.done),
                        count=len(course.lesson.steps),
                    )
                ],
                h.div(".tc-end")[
                    action_button(_("Start again"), {"lesson": "restart"}, quiet=True)
                ],
            ],
        )
