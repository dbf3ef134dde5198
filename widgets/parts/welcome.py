"""The page before a game: go on with a saved one, or set up a new one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import htpy as h
import msgspec
from msgspec.structs import replace

import companion
from companion import bots, saves
from companion.game import Game, Seat, Setup
from companion.language import _, listing, plural
from companion.opening import peek
from companion.rulebook import Option
from widgets.parts.controls import action_button, action_form, chips, field, submit
from widgets.parts.keyed import Part, keyed
from widgets.parts.packs import PackForm, PackWords

AnyGame = Game[Any, Any, Any]
Told = Callable[[str], Part | None]
"""Gives the refusal that belongs in a part of the page, named by its key."""

MOST_MISTAKES = 8
"""So many mistakes of a pack are told at once."""
SEAT_NAMES = (_("Red"), _("Blue"), _("Green"), _("Gold"), _("Violet"))


class Found(msgspec.Struct, frozen=True):
    """A save in the folder: who plays, how far they are, or what is wrong with it.

    ``setup`` is what was agreed before it, ``next_first`` who begins the game after it, ``pack``
    the table's own pack, the cards typed in included; empty for the kit's.
    """

    path: Path
    told: str
    unfinished: bool
    damage: str
    readable: int
    setup: Setup | None = None
    next_first: Seat = 0
    pack: str = ""


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
    setup, unfinished = session.setup, session.outcome is None
    first, own = _next_first(session), _own(session)
    return Found(path, told, unfinished, "", session.revision, setup, first, own)


def _own(session: companion.Session[Any, Any, Any]) -> str:
    """Return the table's own pack as it is now; empty if that is the one of the kit."""
    write, start = session.game.write_pack, session.game.start
    if write is None:
        return session.setup.pack
    now, shipped = write(session.state), write(start(replace(session.setup, pack="")))
    return "" if now == shipped else now


def _next_first(session: companion.Session[Any, Any, Any]) -> Seat:
    """Return who begins the next game: the seat after the one that began this one."""
    after: Seat = (session.setup.first + 1) % len(session.names)
    return getattr(session.view(), "next_starter", after)  # a game played in series knows better


def _when(path: Path) -> str:
    changed = dt.datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    return _(
        "last changed {day} at {time}",
        day=changed.date().isoformat(),
        time=changed.strftime("%H:%M"),
    )


def packs(folder: Path) -> list[str]:
    """Return the names of the files in ``folder`` that may hold a table's own pack."""
    return sorted(path.name for path in folder.glob("*.json") if path.is_file())


def free_name(folder: Path, stem: str, ending: str = ".game") -> str:
    """Return a file name for a new save that is not taken in ``folder``."""
    names = [f"{stem}{ending}", *(f"{stem}-{number}{ending}" for number in range(2, 1000))]
    return next(name for name in names if not (folder / name).exists())


class Offer(msgspec.Struct, frozen=True):
    """What a new game may be begun with.

    A free name for its save; for a table's own pack the files that may hold one, or the game's
    ``own`` form, with what was ``typed`` into it so far. ``words`` are what the game calls a pack.
    """

    file: str
    packs: list[str] = []
    own: PackForm | None = None
    typed: Mapping[str, Any] = MappingProxyType({})
    words: PackWords = PackWords()


def page(game: AnyGame, found: list[Found], offer: Offer, told: Told) -> h.Node:
    """Return the whole page before a game; ``told`` gives a form the refusal it caused."""
    sound = [one for one in found if not one.damage]
    damaged = [one for one in found if one.damage]
    usual = sound[0] if sound else None
    return h.div(".tc-columns")[
        h.div(".tc-stack")[_new_game(game, usual, offer, told)],
        h.div(".tc-stack")[
            _saves("saves", _("Go on with a game"), sound, told),
            _code(told),
            _saves("damaged", _("Cannot be read"), damaged, told),
        ],
    ]


# Going on


def _saves(key: str, title: str, found: list[Found], told: Told) -> Part:
    if not found:
        return keyed(key, h.div[told(key)])
    return keyed(
        key,
        h.section(".tc-card")[
            h.h2[title],
            told(key),
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
        reason = one.damage[:1].upper() + one.damage[1:]
        return h.li[h.span[h.strong[name], h.small[reason]], button if one.readable else None]
    label = _("Go on") if one.unfinished else _("Look at it again")
    button = action_button(
        label,
        {"table": "resume", "file": name},
        primary=one.unfinished,
        aria_label=_("{label}: {name}", label=label, name=name),
    )
    return h.li[h.span[h.strong[name], h.small[one.told]], button]


def _code(told: Told) -> Part:
    return keyed(
        "enter-code",
        h.section(".tc-card")[
            h.details[
                h.summary[_("I have a resume code")],
                told("enter-code"),
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


class WrongPack(ValueError):
    """A table's own pack that cannot be read, with everything that is wrong with it."""


class _Form(msgspec.Struct):
    count: int
    names: list[str] = []
    first: int = 0
    edition: str | None = None
    play: str = "table"
    computers: list[str] = []
    rulings: dict[str, str] = {}
    file: str = ""
    packs: list[str] = []
    pack: str = ""


def read(act: dict[str, Any], game: AnyGame, folder: Path, own: PackForm | None = None) -> Wish:
    """Return what the form asks for, with the packs of ``folder``; the engine checks the rest.

    ``own`` is the game's own form for a pack. Raises :class:`WrongPack` or another ``ValueError``.
    """
    form = msgspec.convert(act, _Form)
    names = seated([name.strip() for name in form.names[: form.count]])
    file = Path(form.file.strip() or f"{game.id}.game").name
    virtual = form.play == "virtual"
    computers = dict(enumerate(form.computers[: len(names)])) if virtual else {}
    options = {
        "edition": form.edition,
        "first": form.first if form.first in range(len(names)) else 0,
        "rulings": form.rulings,
        "virtual": virtual,
        "computers": computers,
        "pack": _pack(lambda: own.pack(act) if own else _given(game, form, folder)),
    }
    return Wish(names, file if file.endswith(".game") else f"{file}.game", options)


def _pack(make: Callable[[], str]) -> str:
    """Return the table's own pack, or raise :class:`WrongPack` with what is wrong with it."""
    try:
        return make()
    except ValueError as error:
        raise WrongPack(_few(str(error).splitlines())) from None


def _given(game: AnyGame, form: _Form, folder: Path) -> str:
    """Return the pack of the files that are ticked, and of what was pasted."""
    if game.read_pack is None:
        return ""
    texts = [_text_of(folder / Path(name).name) for name in form.packs]
    texts += [form.pack] if form.pack.strip() else []
    return game.read_pack(*texts) if texts else ""


def _text_of(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        raise ValueError(_("{name} cannot be read.", name=path.name)) from None


def _few(lines: list[str]) -> str:
    """Return the first of many mistakes, and how many more there are."""
    shown, more = lines[:MOST_MISTAKES], len(lines[MOST_MISTAKES:])
    rest = plural("And {count} more mistake.", "And {count} more mistakes.", more)
    return "\n".join([*shown, *([rest] if more else [])])


def seated(typed: list[str]) -> list[str]:
    """Return a name for every seat: the one typed, else its own default, else a free one."""
    taken = {name.casefold() for name in typed}
    own = [name or _free(SEAT_NAMES[seat : seat + 1], taken) for seat, name in enumerate(typed)]
    taken.update(name.casefold() for name in own)
    spare = (name for name in (*SEAT_NAMES, *_numbered()) if name.casefold() not in taken)
    return [name or next(spare) for name in own]


def _free(names: Iterable[str], taken: set[str]) -> str:
    return next((name for name in names if name.casefold() not in taken), "")


def _numbered() -> Iterable[str]:
    return (_("Player {number}", number=number) for number in range(1, 100))


def _new_game(game: AnyGame, usual: Found | None, offer: Offer, told: Told) -> Part:
    fields = {
        "count": "int", "names": "texts", "first": "int", "edition": "text", "play": "text",
        "computers": "texts", "file": "text", "packs": "texts", "pack": "text",
        **{f"rulings.{ruling.id}": "text" for ruling in game.rulebook.rulings},
        **(offer.own.kinds if offer.own else {}),
    }  # fmt: skip
    setup = usual.setup if usual else None
    return keyed(
        "new-game",
        h.section(".tc-card")[
            h.h2(data_now="", tabindex="-1")[_("A new game")],
            told("new-game"),
            action_form({"table": "begin"}, fields, draft=offer.own is not None, data_enter="next")[
                _seats(game, setup, usual.next_first if usual else 0),
                _editions(game, setup),
                _ways(game, setup),
                _computers(game, setup),
                _own_pack(game, usual.pack if usual else "", offer, told),
                _rulings(game, setup),
                h.div(".tc-actions")[submit(_("Start the game"))],
                h.details[
                    h.summary[_("Kept in {file}", file=offer.file)],
                    field(_("File name"), h.input(type="text", name="file", value=offer.file)),
                ],
            ],
        ],
    )


def _seats(game: AnyGame, setup: Setup | None, first: Seat) -> list[h.Element]:
    counts = [(str(count), str(count)) for count in game.seats]
    usual = len(setup.names) if setup else game.usual
    return [
        chips("count", counts, str(usual), _("How many play?")),
        h.fieldset(".tc-names")[
            h.legend[_("Names, clockwise round the table")],
            h.div(".tc-fields")[
                (
                    _seat(seat, _name_of(setup, seat), seat == first if game.starter else None)
                    for seat in range(game.seats[-1])
                )
            ],
        ],
    ]


def _name_of(setup: Setup | None, seat: Seat) -> str | None:
    """Return the name somebody once typed for a seat; a default stands there by itself."""
    if setup is None or seat >= len(setup.names) or setup.names[seat] == SEAT_NAMES[seat]:
        return None
    return setup.names[seat]


def _seat(seat: Seat, name: str | None, first: bool | None) -> h.Element:
    """Return the row of a seat; ``first`` says whether it begins, ``None`` that nobody does."""
    return h.div(".tc-seat-row")[
        h.label(".tc-field.tc-wide")[
            h.span[_("Seat {number}", number=seat + 1)],
            h.input(
                type="text",
                name="names",
                value=name,
                placeholder=SEAT_NAMES[seat],
                maxlength="40",
                enterkeyhint="next",
            ),
        ],
        None if first is None else _begins(seat, first=first),
    ]


def _begins(seat: Seat, *, first: bool) -> h.Element:
    label = _("Seat {number} begins", number=seat + 1)
    choice = h.input(type="radio", name="first", value=str(seat), checked=first, aria_label=label)
    return h.label(".tc-choice")[choice, h.span(aria_hidden="true")[_("begins")]]


def _own_pack(game: AnyGame, last: str, offer: Offer, told: Told) -> h.Element | None:
    """Return where a table gives its own pack, in a game that has such.

    ``last`` is that of the last game.
    """
    if game.read_pack is None:
        return None
    refused = told("pack")
    if offer.own is not None:
        return h.details(open=refused is not None)[
            h.summary[offer.own.title], refused, offer.own.fields(last, offer.typed)
        ]
    pasted = h.textarea(name="pack", rows="4", spellcheck="false")[last]
    words = offer.words
    return h.details(open=refused is not None)[
        h.summary[words.again if last else words.own],
        refused,
        _files(offer.packs),
        field(words.paste, pasted, hint=words.hint),
    ]


def _files(names: list[str]) -> h.Element | None:
    if not names:
        return None
    return h.fieldset[
        h.legend[_("Files beside this notebook")],
        h.div(".tc-choices")[
            (
                h.label(".tc-choice")[
                    h.input(type="checkbox", name="packs", value=name), h.span[name]
                ]
                for name in names
            )
        ],
    ]


def _editions(game: AnyGame, setup: Setup | None) -> h.Element | None:
    if len(game.editions) < 2:
        return None
    options = [(edition.id, edition.title) for edition in game.editions]
    chosen = setup.edition if setup else game.editions[0].id
    return chips("edition", options, chosen, _("Which set?"))


def _ways(game: AnyGame, setup: Setup | None) -> h.Element:
    options = [("table", _("The box is on our table")), ("virtual", _("The kit shuffles a set"))]
    chosen = "virtual" if setup and setup.virtual else "table"
    alone = _("With a set of the kit, the computer can take seats.")
    hint = alone if bots.tempers(game.id) else ""
    return chips("play", options, chosen, _("What do you play with?"), hint=hint)


def _computers(game: AnyGame, setup: Setup | None) -> h.Element | None:
    """Return who plays each seat of a game the kit deals, if the computer can play it."""
    tempers = bots.tempers(game.id)
    if not tempers:
        return None
    played = setup.computers if setup else ()
    return h.fieldset(".tc-names.tc-if-virtual")[
        h.legend[_("Who sits there?")],
        h.div(".tc-fields")[
            (
                _player(seat, tempers, "".join(played[seat : seat + 1]))
                for seat in range(game.seats[-1])
            )
        ],
    ]


def _player(seat: Seat, tempers: Iterable[Option], played: str) -> h.Element:
    options = [("", _("A person")), *((one.id, one.title) for one in tempers)]
    choices = [h.option(value=value, selected=value == played)[label] for value, label in options]
    return h.div(".tc-seat-row")[
        h.label(".tc-field.tc-wide")[
            h.span[_("Seat {number}", number=seat + 1)], h.select(name="computers")[choices]
        ]
    ]


def _rulings(game: AnyGame, setup: Setup | None) -> h.Element:
    agreed = setup.rulings if setup else {}
    return h.details[
        h.summary[_("House rulings: what the rulebook leaves open")],
        (
            chips(
                f"rulings.{ruling.id}",
                [(option.id, option.title) for option in ruling.options],
                agreed.get(ruling.id, ruling.default),
                ruling.question,
                hint=ruling.why,
            )
            for ruling in game.rulebook.rulings
        ),
    ]
