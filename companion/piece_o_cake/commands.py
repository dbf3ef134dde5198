"""The commands of Piece o' Cake."""

from __future__ import annotations

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
from companion.game import TABLE
from companion.language import _
from companion.piece_o_cake.state import (
    Again,
    AnyAction,
    Cut,
    Fix,
    Forfeit,
    Pass,
    Serve,
    State,
    Take,
    letter,
)

FIX_FORM = "fix <seat> collected|eaten <variety> <count>: <reason>"


def variety(state: State, word: str) -> str:
    """Return the id of the variety that ``word`` names: whole, its letter or a beginning."""
    return match(word, {kind.id: kind.letter for kind in state.varieties})


def _actor(state: State) -> int:
    return state.picks[0] if state.picks else state.server


def _read_serve(state: State, words: list[str], note: str) -> Serve:
    no_note(note)
    return Serve(state.server, tuple(variety(state, word) for word in words))


def _write_serve(_state: State, action: Serve) -> str:
    return " ".join(action.slices)


def _read_cut(state: State, words: list[str], note: str) -> Cut:
    no_note(note)
    return Cut(state.server, tuple(sorted(number(word) for word in words)))


def _write_cut(_state: State, action: Cut) -> str:
    return " ".join(map(str, action.gaps))


def _read_take(state: State, words: list[str], note: str) -> Take:
    no_note(note)
    if not words:
        raise UnreadableCommand(_("which piece?"))
    piece = _piece(words[0])
    keywords = [word.casefold() for word in words[1:3]]
    if keywords == ["eat", "all"]:
        return Take(_actor(state), piece, _whole(state, piece))
    if keywords and keywords[0] != "eat":
        raise UnreadableCommand(_("after the piece comes “eat” and what is eaten of it."))
    return Take(_actor(state), piece, _amounts(state, words[2:]))


def _piece(word: str) -> int:
    names = {letter(piece): "" for piece in range(5)}
    return "ABCDE".index(match(word, names))


def _whole(state: State, piece: int) -> tuple[str, ...]:
    if piece not in state.left:
        return ()
    return tuple(state.varieties[state.cake[place]].id for place in state.pieces[piece])


def _amounts(state: State, words: list[str]) -> tuple[str, ...]:
    """Read ``2 kiwi plum`` or ``kiwi kiwi plum``."""
    if words and words[-1].isdigit():
        raise UnreadableCommand(_("{count} of what?", count=words[-1]))
    eaten: list[str] = []
    count = 1
    for word in words:
        if word.isdigit():
            count = min(number(word), 12)
        else:
            eaten.extend([variety(state, word)] * count)
            count = 1
    return tuple(eaten)


def _write_take(_state: State, action: Take) -> str:
    piece = letter(action.piece) if action.piece in range(5) else str(action.piece)
    return f"{piece} eat {' '.join(action.eat)}" if action.eat else piece


def _read_forfeit(state: State, words: list[str], note: str) -> Forfeit:
    no_note(note)
    if len(words) != 1:
        raise UnreadableCommand(_("a forfeit names one variety and eats all of it."))
    return Forfeit(_actor(state), variety(state, words[0]))


def _write_forfeit(_state: State, action: Forfeit) -> str:
    return action.variety


def _read_fix(state: State, words: list[str], note: str) -> Fix:
    if words[:1] == ["gone"]:
        if len(words) != 3:
            raise UnreadableCommand(_("after “gone” come a variety and a count."))
        return Fix(TABLE, "gone", variety(state, words[1]), number(words[2]), note)
    if len(words) < 4:
        raise UnreadableCommand(_("a seat, a pile, a variety and a count are needed."))
    *name, pile, kind, count = words
    return Fix(
        seat_of(" ".join(name), state.setup.names),
        "eaten" if match(pile, {"collected": "", "eaten": ""}) == "eaten" else "collected",
        variety(state, kind),
        number(count),
        note,
    )


def _write_fix(state: State, action: Fix) -> str:
    names = state.setup.names
    seat = seat_text(action.seat, names)
    where = "gone" if action.pile == "gone" else f"{seat} {action.pile}"
    return f"{where} {action.variety} {action.count}: {action.reason}"


COMMANDS: Commands[State, AnyAction] = Commands(
    Verb("serve", "serve <11 varieties in ring order>", Serve, _read_serve, _write_serve),
    Verb("cut", "cut <gaps, 0 to 10>", Cut, _read_cut, _write_cut),
    Verb("take", "take <piece> eat <varieties>", Take, _read_take, _write_take),
    Verb("forfeit", "forfeit <variety>", Forfeit, _read_forfeit, _write_forfeit),
    plain("pass", Pass, _actor),
    plain("again", Again, lambda state: (state.starter + 1) % len(state.setup.names)),
    Verb("fix", FIX_FORM, Fix, _read_fix, _write_fix),
)
