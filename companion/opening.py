"""Starting a game and going on with one."""

from __future__ import annotations

import os
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import category

import msgspec
from msgspec.structs import replace

from companion import bots, codes, saves
from companion.game import Game, Setup
from companion.language import _, choice, plural
from companion.registry import games
from companion.session import Session

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.secrets import Dealer

AnySession = Session[Any, Any, Any]
PathLike = str | os.PathLike[str]

_live: weakref.WeakValueDictionary[Path, AnySession] = weakref.WeakValueDictionary()


def start(
    game_id: str,
    names: Sequence[str],
    *,
    edition: str | None = None,
    first: int = 0,
    rulings: Mapping[str, str] | None = None,
    save: PathLike | None = None,
    virtual: bool = False,
    seed: str | int | None = None,
    computers: Mapping[int, str] | None = None,
    pack: str | Mapping[str, Any] = "",
) -> AnySession:
    """Start a game for ``names`` (seating order, clockwise) and return its session.

    ``first`` is the starting seat, ``rulings`` maps ruling ids to options, ``save`` is the file to
    keep it in. A ``virtual`` game is shuffled by the kit, repeatably if ``seed`` is given;
    otherwise people enter what happens on the table. ``computers`` maps the seats the computer
    plays in a virtual game to its tempers (see :mod:`companion.bots`). ``pack`` holds the table's
    own maps and cards, as JSON text or plain data, in a game that has such; empty for those of
    the kit. If ``save`` holds a game of the same set-up already, that one goes on. Raises
    ``KeyError`` for an unknown game, ``ValueError`` for a set-up or a pack that cannot be,
    :class:`~companion.saves.SaveExists` if ``save`` holds another game.
    """
    game = games[game_id]
    setup = _setup(game, names, edition, first, dict(rulings or {}), virtual=virtual)
    if pack:
        setup = replace(setup, pack=_pack(game, pack))
    if computers:
        setup = replace(setup, computers=bots.seated(game, setup, computers))
    if save is not None and Path(save).exists():
        return _go_on(Path(save), setup, None if seed is None else str(seed))
    deal = _first_deal(game, setup, seed) if virtual else None
    file = None if save is None else saves.SaveFile.create(save, _header(setup, deal))
    return _registered(Session(game, setup, deal, file))


def open(source: PathLike) -> AnySession:  # noqa: A001  companion.open is the public name
    """Go on with a saved game: ``source`` is a save file or a resume code.

    A save this process has open already gives the same session again. Raises
    ``FileNotFoundError``, :class:`~companion.saves.DamagedSave`,
    :class:`~companion.saves.SaveInUse` or :class:`~companion.codes.DamagedCode`.
    """
    if isinstance(source, str) and codes.looks_like(source) and not _is_file(source):
        return from_code(source)
    path = Path(source)
    if not path.exists():
        raise FileNotFoundError(_("There is no save at {path}.", path=path))
    live = _live.get(path.resolve())
    return live if live is not None and live.is_open else _reopen(path)


def _is_file(source: str) -> bool:
    try:
        return Path(source).exists()
    except OSError:  # a code may be longer than any file's name
        return False


def peek(path: PathLike) -> AnySession:
    """Return a saved game to look at, without taking it over; nothing done to it is kept.

    Raises :class:`~companion.saves.DamagedSave` or ``FileNotFoundError``.
    """
    return _replayed(Path(path), None, saves.read(path))


def from_code(code: str, save: PathLike | None = None) -> AnySession:
    """Go on from a resume ``code`` and keep the game in the new file ``save``, if one is given.

    Raises :class:`~companion.codes.DamagedCode`, or ``FileExistsError`` if ``save`` is there.
    """
    content = codes.read(code)
    session = start(
        _known(content).id,
        content.names,
        edition=content.edition,
        first=content.first,
        rulings=content.rulings,
        virtual=content.seed is not None,
        seed=content.seed,
        computers=dict(enumerate(content.computers)),
        pack=content.pack,
        save=_new(save),
    )
    for item in content.actions:
        session.do(codes.action(session.game, session.state, item))
    return session


def _known(content: codes.Note) -> Game[Any, Any, Any]:
    if content.game not in games or games[content.game].version != content.rules:
        raise codes.DamagedCode(_("The code is of a game or of rules this kit does not know."))
    return games[content.game]


def _new(save: PathLike | None) -> PathLike | None:
    if save is not None and Path(save).exists():
        raise saves.SaveExists(saves.exists(Path(save)))
    return save


def _header(setup: Setup, deal: Dealer | None) -> saves.Header:
    return saves.Header(saves.FORMAT, setup, deal)


def _setup(
    game: Game[Any, Any, Any],
    names: Sequence[str],
    edition: str | None,
    first: int,
    rulings: dict[str, str],
    *,
    virtual: bool,
) -> Setup:
    labels = _labels(game, names)
    editions = [option.id for option in game.editions]
    chosen = editions[0] if edition is None else edition
    if chosen not in editions:
        raise ValueError(f"no edition is called {edition!r}; there are: {', '.join(editions)}")
    if first not in range(len(labels)):
        raise ValueError(f"seat {first} cannot start: seats are 0 to {len(labels) - 1}")
    settled = game.rulebook.settle(rulings)
    return Setup(game.id, game.version, labels, chosen, first, settled, virtual)


def _pack(game: Game[Any, Any, Any], pack: str | Mapping[str, Any]) -> str:
    if game.read_pack is None:
        raise ValueError(_("{title} has no packs: start it without one.", title=game.title))
    text = pack if isinstance(pack, str) else msgspec.json.encode(pack).decode()
    return game.read_pack(text)


def _labels(game: Game[Any, Any, Any], names: Sequence[str]) -> tuple[str, ...]:
    if isinstance(names, str):
        raise TypeError("names is a list of names, not one text")
    labels = tuple(" ".join(_printable(name).split()) for name in names)
    if len(labels) not in game.seats:
        text = _(
            "{title} is for {seats} seats, not {count}.",
            title=game.title,
            seats=choice(map(str, game.seats)),
            count=len(labels),
        )
        raise ValueError(text)
    if "" in labels:
        raise ValueError(_("Every seat needs a name."))
    folded = [label.casefold() for label in labels]
    twice = [label for seat, label in enumerate(labels) if folded[seat] in folded[:seat]]
    if twice:
        text = _("Two seats have the same name, “{name}”; give each its own.", name=twice[0])
        raise ValueError(text)
    return labels


def _printable(name: str) -> str:
    unprintable = ("Cc", "Cs")  # control characters, halves of a character
    return "".join(" " if category(letter) in unprintable else letter for letter in name)


def _first_deal(game: Game[Any, Any, Any], setup: Setup, seed: str | int | None) -> Dealer:
    return game.deal(game.start(setup), _fresh_seed() if seed is None else str(seed))


def _fresh_seed() -> str:
    import secrets  # noqa: PLC0415  only a virtual game without a seed needs it

    return secrets.token_hex(8)


def _go_on(path: Path, setup: Setup, seed: str | None) -> AnySession:
    header = saves.read(path).header
    other_deal = header.deal is not None and seed is not None and header.deal.seed != seed
    if header.setup != setup or other_deal:
        raise saves.SaveExists(saves.exists(path))
    session = open(path)
    notice = plural(
        "{name} was there already with the same set-up: going on after {count} event.",
        "{name} was there already with the same set-up: going on after {count} events.",
        session.revision,
        name=path.name,
    )
    session.notices.append(notice)
    return session


def _reopen(path: Path) -> AnySession:
    file, saved = saves.SaveFile.open(path)
    try:
        session = _replayed(path, file, saved)
    except BaseException:
        file.close()
        raise
    if saved.torn:
        session.notices.append(
            _("The last line of {name} was cut off in writing and was dropped.", name=path.name)
        )
    return _registered(session)


def _replayed(path: Path, file: saves.SaveFile | None, saved: saves.Saved) -> AnySession:
    setup = saved.header.setup
    session = Session(_game_of(path, setup), setup, saved.header.deal, file)
    for number, event in enumerate(saved.events):
        try:
            session.replay(event)
        except (ValueError, msgspec.ValidationError) as error:
            readable = saves.Saved(saved.header, saved.events[:number], "", 0)
            reason = _("this does not follow from the lines before: {error}", error=error)
            raise saves.DamagedSave(path, number + 2, reason, readable) from None
    return session


def _game_of(path: Path, setup: Setup) -> Game[Any, Any, Any]:
    if setup.game not in games:
        reason = _("it is of a game this kit does not know, {game!r}.", game=setup.game)
        raise saves.DamagedSave(path, 1, reason)
    game = games[setup.game]
    if setup.rules != game.version:
        reason = _(
            "it was played under version {found} of the rules; this kit plays version {known}.",
            found=setup.rules,
            known=game.version,
        )
        raise saves.DamagedSave(path, 1, reason)
    return game


def _registered(session: AnySession) -> AnySession:
    if session.path is not None:
        _live[session.path.resolve()] = session
    return session
