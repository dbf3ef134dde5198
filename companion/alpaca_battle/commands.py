"""The commands of Alpaca Battle. Several seats may act at once, so each names its player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.alpaca_battle.cards import ORDER
from companion.alpaca_battle.state import (
    AnyAction,
    Bell,
    Change,
    Choose,
    Clock,
    Draw,
    Fix,
    Lay,
    March,
    Play,
    Raise,
    Reveal,
    State,
    Steal,
)
from companion.commands import (
    Commands,
    UnreadableCommand,
    Verb,
    match,
    no_note,
    number,
    plain,
    seat_of,
    seat_text,
)
from companion.game import TABLE, Seat
from companion.language import _

_WHERE = {"hand": "", "herd": ""}
_WHAT = {"hand": "", "herd": "", "pile": ""}
_KEYWORDS = ("card", "from", "with", *_WHAT)


def _player(state: State, words: Sequence[str]) -> Seat:
    if not words:
        raise UnreadableCommand(_("which player?"))
    return seat_of(" ".join(words), state.setup.names)


def _player_text(state: State, seat: Seat) -> str:
    """Return the name of a seat, or its number where the name could be taken for another word."""
    text = seat_text(seat, state.setup.names)
    plain = not any(word in _KEYWORDS for word in text.casefold().split())
    return text if plain else f"#{seat}"


def _split(words: Sequence[str], keyword: str) -> tuple[list[str], list[str]]:
    """Return the words before and after the last ``keyword``."""
    folded = [word.casefold() for word in words]
    if keyword not in folded:
        raise UnreadableCommand(_("the word “{keyword}” is missing.", keyword=keyword))
    at = len(folded) - 1 - folded[::-1].index(keyword)
    return list(words[:at]), list(words[at + 1 :])


def _place(words: Sequence[str]) -> int:
    """Read the place of one card, which people count from 1."""
    if len(words) != 1 or not number(words[0]):
        raise UnreadableCommand(_("name one card by its place, counted from 1."))
    return number(words[0]) - 1


def _read_play(state: State, words: list[str], note: str) -> Play:
    no_note(note)
    player, places = _split(words, "card")
    return Play(_player(state, player), _place(places))


def _write_play(state: State, action: Play) -> str:
    return f"{_player_text(state, action.seat)} card {action.place + 1}"


def _card(state: State, words: list[str]) -> tuple[Seat, str]:
    if len(words) < 2:
        raise UnreadableCommand(_("whose card, and which?"))
    return _player(state, words[:-1]), match(words[-1], dict.fromkeys(ORDER, ""))


def _read_choose(state: State, words: list[str], note: str) -> Choose:
    """Read a card at a table; where the kit deals, the record of a choice names none."""
    no_note(note)
    if state.setup.virtual:
        return Choose(_player(state, words))
    return Choose(*_card(state, words))


def _read_change(state: State, words: list[str], note: str) -> Change:
    no_note(note)
    return Change(*_card(state, words))


def _write_card(state: State, action: Choose | Change) -> str:
    return f"{_player_text(state, action.seat)} {action.card}".rstrip()


def _read_steal(state: State, words: list[str], note: str) -> Steal:
    no_note(note)
    thief, rest = _split(words, "from")
    place = -1
    if any(word.casefold() == "card" for word in rest):
        rest, places = _split(rest, "card")
        place = _place(places)
    if len(rest) < 2:
        raise UnreadableCommand(_("from whom, and from hand or herd?"))
    where = "hand" if match(rest[-1], _WHERE) == "hand" else "herd"
    return Steal(_player(state, thief), _player(state, rest[:-1]), where, place)  # type: ignore[arg-type]  # one of the two


def _write_steal(state: State, action: Steal) -> str:
    thief, target = _player_text(state, action.seat), _player_text(state, action.target)
    card = f" card {action.place + 1}" if action.place >= 0 else ""
    return f"{thief} from {target} {action.where}{card}"


def _of_player(kind: type[Any]) -> Callable[[State, list[str], str], Any]:
    """Return the reader of a command that says nothing but whose it is."""

    def read(state: State, words: list[str], note: str) -> Any:
        no_note(note)
        return kind(_player(state, words))

    return read


def _write_player(state: State, action: AnyAction) -> str:
    return _player_text(state, action.seat)


def _read_march(state: State, words: list[str], note: str) -> March:
    """Read who says that the war is paid for: anyone who is in, so it need not be said."""
    no_note(note)
    return March(_player(state, words) if words else next(iter(state.alive), 0))


def _read_lay(state: State, words: list[str], note: str) -> Lay:
    no_note(note)
    player, places = _split(words, "with")
    return Lay(_player(state, player), tuple(sorted(_place([word]) for word in places)))


def _write_lay(state: State, action: Lay) -> str:
    places = " ".join(str(place + 1) for place in action.places)
    return f"{_player_text(state, action.seat)} with {places}".rstrip()


def _read_clock(_state: State, words: list[str], note: str) -> Clock:
    no_note(note)
    if len(words) == 2 and words[0].casefold() == "until":
        return Clock(TABLE, until=_second(words[1]))
    if len(words) != 1:
        raise UnreadableCommand(_("how many seconds are left?"))
    return Clock(TABLE, left=0 if words[0].casefold() == "off" else number(words[0]))


def _second(word: str) -> int:
    """Read a moment, in seconds since 1970."""
    if not (word.isascii() and word.isdigit() and len(word) < 14):
        raise UnreadableCommand(_("“{word}” is not a number.", word=word))
    return int(word)


def _write_clock(_state: State, action: Clock) -> str:
    if action.until:
        return f"until {action.until}"
    return str(action.left) if action.left else "off"


def _read_fix(state: State, words: list[str], note: str) -> Fix:
    if len(words) < 3:
        raise UnreadableCommand(_("whose cards, which, and how many?"))
    *player, what, count = words
    return Fix(_player(state, player), match(what, _WHAT), number(count), note)  # type: ignore[arg-type]  # one of the three


def _write_fix(state: State, action: Fix) -> str:
    return f"{_player_text(state, action.seat)} {action.what} {action.count}: {action.reason}"


COMMANDS: Commands[State, AnyAction] = Commands(
    Verb("play", "play <player> card <place>", Play, _read_play, _write_play),
    Verb("choose", "choose <player> <number>|war", Choose, _read_choose, _write_card),
    Verb("change", "change <player> <number>|war", Change, _read_change, _write_card),
    Verb("raise", "raise <player>", Raise, _of_player(Raise), _write_player),
    Verb(
        "steal",
        "steal <player> from <player> hand|herd [card <place>]",
        Steal,
        _read_steal,
        _write_steal,
    ),
    Verb("reveal", "reveal <player>", Reveal, _of_player(Reveal), _write_player),
    Verb("draw", "draw <player>", Draw, _of_player(Draw), _write_player),
    Verb("war", "war [<player>]", March, _read_march, _write_player),
    Verb("lay", "lay <player> with <places>", Lay, _read_lay, _write_lay),
    Verb("clock", "clock <seconds left>|until <second>|off", Clock, _read_clock, _write_clock),
    plain("bell", Bell, lambda _state: TABLE),
    Verb("fix", "fix <player> hand|herd|pile <count>: <reason>", Fix, _read_fix, _write_fix),
)
