"""What every table page has around its board: head, banner, refusal, foot and panels."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import htpy as h
import msgspec

from companion.game import Refusal, Setup
from companion.language import _, plural
from companion.rulebook import Rulebook
from companion.session import Entry
from widgets.parts.controls import action_button, action_form, field, submit
from widgets.parts.keyed import Part, keyed
from widgets.parts.packs import PackWords

LOG_SHOWN = 12


class Seat(msgspec.Struct, frozen=True):
    """A seat's chip in the head: its name, a few words beside it, whether it is to act."""

    name: str
    note: str
    current: bool


def head(title: str, where: str, seats: Iterable[Seat]) -> Part:
    """Return the head: the game, where in it we are, and the seats."""
    return keyed(
        "head",
        h.header(".tc-head")[
            h.span(".tc-game")[title],
            h.span(".tc-where")[where],
            h.ul(".tc-seats")[(_chip(number, seat) for number, seat in enumerate(seats))],
        ],
    )


def _chip(number: int, seat: Seat) -> Part:
    chip = h.li(
        ".tc-seat",
        data_current=seat.current or None,
        aria_current="true" if seat.current else None,
    )
    return keyed(f"seat-{number}", chip[h.bdi[seat.name], h.small[seat.note]])


def banner(heading: str, hint: str, actions: Sequence[h.Node] = (), *, turn: str = "") -> Part:
    """Return the banner with the one next thing.

    When ``turn`` changes, from ``"odd"`` to ``"even"`` or back, the buttons rest for a moment.
    """
    return keyed(
        "now",
        h.section(".tc-now", aria_label=_("What to do now"), data_turn=turn or None)[
            h.h2(data_now="", tabindex="-1")[heading],
            h.p[hint],
            h.div(".tc-actions")[actions] if actions else None,
        ],
    )


def another_game(*, saved: bool) -> h.Element:
    """Return the button that goes on to a new game; one that is not saved is asked about first."""
    act = {"table": "leave"} if saved else {"table": "panel", "name": "other"}
    return action_button(_("Another game"), act, primary=True)


def line(heading: str) -> Part:
    """Return the banner once more, as the thin line that is left when it is scrolled away."""
    return keyed("line", h.div(".tc-line", data_heading=heading, aria_hidden="true"))


def happened(sentences: Sequence[str]) -> Part:
    """Return what happened last, a quiet line each; empty before anything has."""
    if not sentences:
        return keyed("happened", h.p(hidden=True))
    return keyed("happened", h.div(".tc-happened")[(h.p[sentence] for sentence in sentences)])


class Consent(msgspec.Struct, frozen=True):
    """An undo that needs the seats' consent: who has ``agreed``, who has not, and the ``reason``.

    ``names`` are the labels of all seats.
    """

    names: tuple[str, ...]
    agreed: tuple[int, ...]
    missing: tuple[int, ...]
    reason: str


def consent(asked: Consent | None) -> Part:
    """Return the question whether an undo is agreed to, a button for each who has not yet."""
    if asked is None:
        return keyed("consent", h.div(hidden=True))
    buttons = [
        action_button(
            _("{name} agrees", name=asked.names[seat]),
            {"table": "undo", "agreed": [*asked.agreed, seat]},
        )
        for seat in asked.missing
    ]
    title = _("Does everyone agree to take it back?")
    return keyed(
        "consent",
        h.section(".tc-notice", aria_label=title)[
            h.h3(data_focus_next="consent", tabindex="-1")[title],
            h.p[asked.reason],
            h.div(".tc-actions")[
                buttons, action_button(_("Leave it as it is"), {"table": "keep"}, quiet=True)
            ],
        ],
    )


def refused(refusal: Refusal | str | None) -> Part:
    """Return the answer to something that was not done; empty without one."""
    if refusal is None:
        return keyed("alert", h.div(hidden=True))
    if isinstance(refusal, str):
        lines = (h.strong[line] for line in refusal.splitlines())
        return keyed("alert", h.section(".tc-alert", role="alert")[lines])
    rule = refusal.rule
    return keyed(
        "alert",
        h.section(".tc-alert", role="alert")[
            h.strong[_("Not done. {tried}", tried=refusal.tried)],
            h.span[_capital(refusal.reason)],
            h.span[refusal.instead] if refusal.instead else None,
            h.span[refusal.to_type] if refusal.commands else None,
            h.small(".tc-rule")[
                _(
                    "Rule “{rule}”: {text} ({source})",
                    rule=rule.title,
                    text=rule.text,
                    source=rule.source,
                )
            ]
            if rule
            else None,
        ],
    )


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def notices(texts: Sequence[str]) -> Part:
    """Return what the table should know, such as a fresh resume."""
    if not texts:
        return keyed("notices", h.div(hidden=True))
    return keyed("notices", h.section(".tc-notice", role="note")[(h.span[text] for text in texts)])


# The foot and its panels


class Foot(msgspec.Struct, frozen=True):
    """What the foot tells: the entries undo and redo stand for, the save, the panels.

    ``panel`` is the open one, ``panels`` are those there are, by name with their titles.
    """

    undo: str | None
    redo: str | None
    saved: str
    panel: str
    panels: Mapping[str, str]


PANELS = {
    "log": _("Log"),
    "rulings": _("Rulings"),
    "fix": _("Fix the table"),
    "code": _("Resume code"),
    "type": _("Type a move"),
    "pack": PackWords().panel,  # a game may have words of its own
    "seals": _("Seals"),
    "other": _("Other game"),
}


def foot(told: Foot) -> Part:
    """Return the foot: undo and redo, the state of the save, and the buttons of the panels."""
    return keyed(
        "foot",
        h.footer(".tc-foot")[
            keyed("undo", _step("undo", told.undo, _("↶ Undo"))),
            keyed("redo", _step("redo", told.redo, _("↷ Redo"))),
            keyed("saved", h.span(".tc-saved")[told.saved]),
            keyed(
                "panels",
                h.div(".tc-end", role="group", aria_label=_("More about this game"))[
                    (
                        keyed(f"open-{name}", _panel_button(name, title, told.panel))
                        for name, title in told.panels.items()
                    )
                ],
            ),
        ],
    )


def _step(act: str, what: str | None, label: str) -> h.Element:
    if what is None:
        return h.button(".tc-button", type="button", disabled=True)[label]
    return action_button(_("{label}: {what}", label=label, what=what), {"table": act})


def _panel_button(name: str, label: str, shown: str) -> h.Element:
    is_open = name == shown
    act = {"table": "panel", "name": "" if is_open else name}
    return action_button(label, act, aria_expanded="true" if is_open else "false")


def panel(name: str, title: str, content: h.Node) -> Part:
    """Return the open panel under the foot, with its title; empty if ``name`` is.

    Opened, it takes the focus; closed, by its button or Escape, it gives it back to the foot.
    """
    if not name:
        return keyed("panel", h.div(hidden=True))
    close = {"table": "panel", "name": ""}
    return keyed(
        "panel",
        h.section(".tc-card", aria_label=title, data_back=f"open-{name}")[
            h.div(".tc-row")[
                h.h3(data_focus_next=name, tabindex="-1")[title],
                action_button(_("Close"), close, quiet=True, data_escape=""),
            ],
            content,
        ],
    )


def log(entries: Sequence[Entry[Any, Any]], rulebook: Rulebook, shown: int) -> h.Node:
    """Return the last ``shown`` entries, the newest first, each with its rule."""
    if not entries:
        return h.p[_("Nothing has happened yet.")]
    earlier = len(entries) - shown
    return [
        h.ol(".tc-log", tabindex="0", aria_label=_("Log, newest first"))[
            (_log_line(entry, rulebook) for entry in reversed(entries[-shown:]))
        ],
        action_button(
            plural("Show {count} earlier entry", "Show {count} earlier entries", earlier),
            {"table": "earlier"},
        )
        if earlier > 0
        else None,
    ]


def _log_line(entry: Entry[Any, Any], rulebook: Rulebook) -> Part:
    rule = rulebook[entry.rule].title
    line = h.li(data_undone=entry.taken_back or None)[
        h.small[str(entry.number)],
        h.span[
            h.span(".tc-visually-hidden")[_("taken back:")] if entry.taken_back else None,
            entry.sentence,
            (h.span(".tc-log-rule")[learned.text] for learned in entry.learned),
            h.span(".tc-log-rule")[_("Rule: {rule}", rule=rule)],
        ],
    ]
    return keyed(f"log-{entry.number}", line)


def rulings(rulebook: Rulebook, setup: Setup) -> h.Node:
    """Return the rulings in force, each with its reason."""
    return h.dl(".tc-rulings")[
        (
            [
                h.dt[ruling.question],
                h.dd[
                    h.strong[ruling.option(setup.rulings[ruling.id]).title],
                    h.small[_("{why} ({source})", why=ruling.why, source=ruling.source)],
                ],
            ]
            for ruling in rulebook.rulings
        )
    ]


def typed(revision: int, forms: Iterable[str]) -> h.Node:
    """Return the line for typing a move."""
    form = action_form({"table": "say"}, {"text": "text"})
    return [
        keyed(
            f"say-{revision}",
            form[
                h.div(".tc-row")[
                    h.label(".tc-field.tc-wide")[
                        h.span[_("Move")],
                        h.input(
                            type="text",
                            name="text",
                            spellcheck="false",
                            autocapitalize="off",
                            data_focus_next="typed",
                        ),
                    ],
                    submit(_("Do it")),
                ]
            ],
        ),
        h.ul(".tc-forms")[(h.li[h.code[form]] for form in forms)],
    ]


def resume(code: str, picture: str, *, secret: bool) -> h.Node:
    """Return the resume code as text and as a picture to photograph."""
    from markupsafe import Markup  # noqa: PLC0415  only this panel needs it

    warning = _("It holds what is hidden in this game: show it to nobody who plays.")
    return [
        h.p[
            _(
                "The whole game in a few letters. Photograph or copy it: on any computer with the "
                "kit it brings the game back, under “Go on with a game”."
            )
        ],
        h.p[h.strong[warning]] if secret else None,
        h.textarea(
            ".tc-code", readonly=True, rows="4", aria_label=_("Resume code"), spellcheck="false"
        )[code],
        h.div(".tc-row")[h.button(".tc-button", type="button", data_copy=code)[_("Copy")],],
        h.div(".tc-qr")[Markup(picture)],  # noqa: S704  drawn by us, holds no text
    ]


def pack(text: str, file: str, told: str) -> h.Node:
    """Return the table's own data, to be kept as a file or copied, and a free name for it.

    ``told`` says what it holds.
    """
    form = action_form({"table": "save-pack"}, {"file": "text"})
    link = h.a(".tc-button", download=file, href=download(text))
    return [
        h.p[told],
        form[
            field(_("File name"), h.input(type="text", name="file", value=file)),
            h.div(".tc-actions")[
                submit(_("Save beside the notebook"), primary=False),
                link[_("Download")],
                h.button(".tc-button", type="button", data_copy=text)[_("Copy")],
            ],
        ],
    ]


def download(text: str) -> str:
    """Return an address from which a browser saves ``text`` as a file of JSON."""
    return f"data:application/json;base64,{b64encode(text.encode()).decode()}"


def problems(texts: Sequence[str], *, fixing: bool) -> Part:
    """Return what cannot be right on the table, with the way to mend it.

    With ``fixing`` the panel to mend it in is open already, and the button leads there.
    """
    if not texts:
        return keyed("problems", h.div(hidden=True))
    return keyed(
        "problems",
        h.section(".tc-alert")[
            h.strong[_("The table does not add up")],
            (h.span[text] for text in texts),
            h.div(".tc-actions")[_to_fix(fixing)],
        ],
    )


def _to_fix(fixing: bool) -> h.Element:
    if fixing:
        return h.button(".tc-button", type="button", data_goto="panel")[PANELS["fix"]]
    return action_button(PANELS["fix"], {"table": "panel", "name": "fix"})


def other_game(name: str) -> h.Node:
    """Return the question before this game is put away for another one."""
    kept = (
        _("This game stays in {name}; you can go on with it any time.", name=name)
        if name
        else _("This game is not saved: note its resume code first.")
    )
    return [
        h.p[kept],
        h.div(".tc-actions")[action_button(_("Choose another game"), {"table": "leave"})],
    ]
