"""The page before a game: go on with a saved one, or set up a new one."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import htpy as h
import msgspec

import companion
from companion import saves
from companion.game import Game
from companion.language import _, listing, plural
from companion.opening import peek
from widgets.parts.controls import action_button, action_form, chips, field, submit
from widgets.parts.keyed import Part, keyed

AnyGame = Game[Any, Any, Any]

SEAT_NAMES = (_("Red"), _("Blue"), _("Green"), _("Gold"), _("Violet"))


class Found(msgspec.Struct, frozen=True):
    """A save in the folder: who plays, how far they are, or what is wrong with it."""

    path: Path
    told: str
    unfinished: bool
    damage: str
    readable: int


def find(folder: Path, game_id: str) -> list[Found]:
    """Return the saves of a game in ``folder``, the one changed last first."""
    found = (_look(path, game_id) for path in saves.found(folder))
    return [one for one in found if one is not None]


def _look(path: Path, game_id: str) -> Found | None:
    try:
        session = peek(path)
    except companion.DamagedSave as damage:
        if damage.header is not None and damage.header.setup.game != game_id:
            return None
        return Found(path, _when(path), False, damage.reason, len(damage.events))
    except OSError:
        return None
    if session.game.id != game_id:
        return None
    told = _(
        "{names} · {events} · {when}",
        names=listing(session.names),
        events=plural("{count} event", "{count} events", session.revision),
        when=_when(path),
    )
    return Found(path, told, session.outcome is None, "", session.revision)


def _when(path: Path) -> str:
    changed = dt.datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    return _(
        "last changed {day} at {time}",
        day=changed.date().isoformat(),
        time=changed.strftime("%H:%M"),
    )


def free_name(folder: Path, stem: str) -> str:
    """Return a file name for a new save that is not taken in ``folder``."""
    names = [f"{stem}.game", *(f"{stem}-{number}.game" for number in range(2, 1000))]
    return next(name for name in names if not (folder / name).exists())


def page(game: AnyGame, found: list[Found], file: str) -> h.Node:
    """Return the whole page before a game."""
    return h.div(".tc-columns")[
        h.div(".tc-stack")[_new_game(game, file)],
        h.div(".tc-stack")[_saved_games(found), _code()],
    ]


# Going on


def _saved_games(found: list[Found]) -> Part:
    if not found:
        return keyed("saves", h.div(hidden=True))
    return keyed(
        "saves",
        h.section(".tc-card")[
            h.h2[_("Go on with a game")],
            h.ul(".tc-saves")[(_save(one) for one in found)],
        ],
    )


def _save(one: Found) -> h.Element:
    name = one.path.name
    if one.damage:
        button = action_button(
            plural("Recover {count} event", "Recover {count} events", one.readable),
            {"table": "recover", "file": name},
        )
        return h.li[h.span[h.strong[name], h.small[one.damage]], button if one.readable else None]
    label = _("Go on") if one.unfinished else _("Look at it again")
    button = action_button(
        label,
        {"table": "resume", "file": name},
        primary=one.unfinished,
        aria_label=_("{label}: {name}", label=label, name=name),
    )
    return h.li[h.span[h.strong[name], h.small[one.told]], button]


def _code() -> Part:
    return keyed(
        "enter-code",
        h.section(".tc-card")[
            h.details[
                h.summary[_("I have a resume code")],
                action_form({"table": "code"}, {"code": "text"})[
                    field(
                        _("The code"),
                        h.textarea(name="code", rows="4", required=True, spellcheck="false"),
                    ),
                    h.div(".tc-actions")[submit(_("Bring the game back"))],
                ],
            ]
        ],
    )


# A new game


class Wish(msgspec.Struct, frozen=True):
    """What the set-up form asks for: names, the file, and the other options of a start."""

    names: list[str]
    file: str
    options: dict[str, Any]


def read(act: dict[str, Any], game: AnyGame) -> Wish:
    """Return what the form asks for; the engine checks the rest. Raises ``ValueError``."""
    count = int(act.get("count", 0))
    given = [str(name) for name in act.get("names", [])][:count]
    names = [name.strip() or SEAT_NAMES[seat] for seat, name in enumerate(given)]
    file = Path(str(act.get("file", "")).strip() or f"{game.id}.game").name
    options = {
        "edition": act.get("edition"),
        "first": int(act.get("first", 0)),
        "rulings": act.get("rulings", {}),
        "virtual": act.get("play") == "virtual",
    }
    return Wish(names, file if file.endswith(".game") else f"{file}.game", options)


def _new_game(game: AnyGame, file: str) -> Part:
    fields = {
        "count": "int", "names": "texts", "first": "int", "edition": "text", "play": "text",
        "file": "text",
        **{f"rulings.{ruling.id}": "text" for ruling in game.rulebook.rulings},
    }  # fmt: skip
    return keyed(
        "new-game",
        h.section(".tc-card")[
            h.h2(data_now="", tabindex="-1")[_("A new game")],
            action_form({"table": "begin"}, fields)[
                _seats(game),
                _editions(game),
                _ways(),
                _rulings(game),
                h.div(".tc-actions")[submit(_("Start the game"))],
                h.details[
                    h.summary[_("Kept in {file}", file=file)],
                    field(_("File name"), h.input(type="text", name="file", value=file)),
                ],
            ],
        ],
    )


def _seats(game: AnyGame) -> list[h.Element]:
    counts = [(str(count), str(count)) for count in game.seats]
    usual = str(min(4, game.seats[-1]))
    return [
        chips("count", counts, usual, _("How many play?")),
        h.fieldset(".tc-names")[
            h.legend[_("Names, clockwise round the table")],
            h.div(".tc-fields")[(_seat(seat) for seat in range(game.seats[-1]))],
        ],
    ]


def _seat(seat: int) -> h.Element:
    name = SEAT_NAMES[seat]
    return h.div(".tc-seat-row")[
        h.label(".tc-field.tc-wide")[
            h.span[_("Seat {number}", number=seat + 1)],
            h.input(type="text", name="names", placeholder=name, maxlength="40"),
        ],
        h.label(".tc-choice")[
            h.input(
                type="radio",
                name="first",
                value=str(seat),
                checked=seat == 0,
                aria_label=_("Seat {number} begins", number=seat + 1),
            ),
            h.span(aria_hidden="true")[_("begins")],
        ],
    ]


def _editions(game: AnyGame) -> h.Element | None:
    if len(game.editions) < 2:
        return None
    options = [(edition.id, edition.title) for edition in game.editions]
    return chips("edition", options, game.editions[0].id, _("Which box?"))


def _ways() -> h.Element:
    options = [("table", _("The box is on our table")), ("virtual", _("The kit shuffles a set"))]
    return chips("play", options, "table", _("What do you play with?"))


def _rulings(game: AnyGame) -> h.Element:
    return h.details[
        h.summary[_("House rulings: what the rulebook leaves open")],
        (
            chips(
                f"rulings.{ruling.id}",
                [(option.id, option.title) for option in ruling.options],
                ruling.default,
                ruling.question,
                hint=ruling.why,
            )
            for ruling in game.rulebook.rulings
        ),
    ]
