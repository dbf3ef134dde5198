"""The commands of The Sheep.

Where a shepherd acts, its seat comes first: a player's name, or ``#0`` for the first seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from companion.commands import (
    Commands,
    UnreadableCommand,
    Verb,
    counted,
    match,
    number,
    plain,
    seat_text,
)
from companion.game import TABLE, Seat
from companion.language import _, choice
from companion.the_sheep.hexes import is_name
from companion.the_sheep.pack import CARDS, DECKS, TIERS
from companion.the_sheep.state import (
    SAFE,
    WAITING,
    Advance,
    AnyAction,
    Attack,
    Avert,
    Bear,
    Bring,
    Buy,
    CaravanAct,
    Carry,
    Choose,
    Discard,
    Distract,
    Done,
    Draw,
    Drive,
    Enlist,
    Enter,
    Fix,
    Give,
    Learn,
    LetGo,
    Move,
    Pick,
    Purify,
    Ready,
    Share,
    Shift,
    State,
    Steer,
    Step,
    Suffer,
    Use,
    Walk,
)

FIX_FORMS = (
    "fix sheep <hex> <tier> <count>: <reason>",
    "fix stock <tier> <count>: <reason>",
    "fix pollution <slot>: <reason>",
    "fix tile <tile> gone|minor|major: <reason>",
    "fix caravan <caravan> corruption <count>: <reason>",
    "fix caravan <caravan> at <hex>|waiting|safe: <reason>",
    "fix shepherd <seat> corruption|essence|experience|lanterns <count>: <reason>",
    "fix shepherd <seat> at <hex>: <reason>",
    "fix shepherd <seat> gain|lose|ready|exhaust <card>: <reason>",
)
FACES = ("gone", "minor", "major")

Words = list[str]


# Words


def seat_and_rest(words: Words, names: tuple[str, ...]) -> tuple[Seat, Words]:
    """Return the seat that the first words name, and the words after it."""
    if not words:
        raise UnreadableCommand(_("which shepherd? Name a player."))
    seats = {f"#{seat}": seat for seat in range(len(names))}
    if words[0] in seats:
        return seats[words[0]], words[1:]
    folded = {name.casefold(): seat for seat, name in enumerate(names)}
    for count in range(len(words), 0, -1):
        said = " ".join(words[:count]).casefold()
        if said in folded:
            return folded[said], words[count:]
    return names.index(match(words[0], dict.fromkeys(names, ""))), words[1:]


def who(state: State, seat: Seat) -> str:
    """Return what :func:`seat_and_rest` reads as ``seat``."""
    text = seat_text(seat, state.setup.names)
    others = [name.casefold() for name in state.setup.names if name != text]
    if any(other.startswith(f"{text.casefold()} ") for other in others):
        return f"#{seat}"
    return text


def _hex(word: str) -> str:
    plain = word.casefold()
    if not is_name(plain):
        raise UnreadableCommand(_("“{word}” is no hex; they are named like c4.", word=word))
    return plain


def _tier(word: str) -> Any:
    return match(word, dict.fromkeys(TIERS, ""))


def _known(word: str, names: Iterable[str]) -> str:
    there = dict.fromkeys(names, "")
    if not there:
        raise UnreadableCommand(_("there is nothing to choose from."))
    return match(word, there)


def _item(state: State, word: str) -> str:
    return _known(word, state.table.items)


# Verbs with a seat, and of the table


def _seated(
    form: str,
    kind: type[Any],
    counts: tuple[int, int],
    read: Callable[[State, Seat, Words], Any],
    write: Callable[[State, Any], str],
) -> Verb[State, Any]:
    def read_all(state: State, words: Words, note: str) -> Any:
        seat, rest = seat_and_rest(words, state.setup.names)
        return read(state, seat, counted(rest, *counts, note))

    def write_all(state: State, action: Any) -> str:
        return f"{who(state, action.seat)} {write(state, action)}".rstrip()

    return Verb(form.split(maxsplit=1)[0], form, kind, read_all, write_all)


def _tabled(
    form: str,
    kind: type[Any],
    counts: tuple[int, int],
    read: Callable[[State, Words], Any],
    write: Callable[[State, Any], str],
) -> Verb[State, Any]:
    def read_all(state: State, words: Words, note: str) -> Any:
        return read(state, counted(words, *counts, note))

    return Verb(form.split(maxsplit=1)[0], form, kind, read_all, write)


def _nothing(_state: State, _action: AnyAction) -> str:
    return ""


def _read_attack(state: State, seat: Seat, words: Words) -> Attack:
    card, tier, *more = words
    boost = bool(more) and match(more[-1], {"boost": ""}) == "boost" if _is_word(more) else False
    hurt = number(more[0]) if more and more[0].isdigit() else 0
    if len(more) > (1 if boost else 0) + (1 if more and more[0].isdigit() else 0):
        raise UnreadableCommand(_("after the tier come the damage it has, and “boost”."))
    return Attack(seat, _item(state, card), _tier(tier), hurt, boost)


def _is_word(more: Words) -> bool:
    return bool(more) and not more[-1].isdigit()


def _write_attack(_state: State, action: Attack) -> str:
    hurt = f" {action.hurt}" if action.hurt else ""
    return f"{action.card} {action.tier}{hurt}{' boost' if action.boost else ''}"


def _read_carry(_state: State, seat: Seat, words: Words) -> Carry:
    return Carry(seat, _tier(words[0]), number(words[1]) if len(words) > 1 else 0)


def _sheep(action: Carry | Shift) -> str:
    return f"{action.tier} {action.hurt}" if action.hurt else action.tier


def _read_shift(_state: State, seat: Seat, words: Words) -> Shift:
    at, to, tier, *hurt = words
    return Shift(seat, _hex(at), _hex(to), _tier(tier), number(hurt[0]) if hurt else 0)


def _read_choose(state: State, seat: Seat, words: Words) -> Choose:
    table = state.table
    return Choose(seat, _known(words[0], table.shepherds), _known(words[1], table.traits))


def _read_give(state: State, seat: Seat, words: Words) -> Give:
    plain = words[1:] if words[0].casefold() == "to" else words
    to, rest = seat_and_rest(plain, state.setup.names)
    if len(rest) != 1:
        raise UnreadableCommand(_("how much essence?"))
    return Give(seat, to, number(rest[0]))


# Verbs of the table


def _read_draw(state: State, words: Words) -> Draw:
    deck: Any = match(words[0], dict.fromkeys(DECKS, ""))
    card = _known(words[1], state.table.decks[deck]) if len(words) > 1 else ""
    return Draw(TABLE, deck, card)


def _read_drive(state: State, words: Words) -> Drive:
    turn: Any = match(words[1], {"north": "", "south": ""}) if len(words) > 1 else ""
    return Drive(TABLE, _known(words[0], state.table.caravans), turn)


def _caravan(kind: type[Any]) -> Callable[[State, Words], Any]:
    return lambda state, words: kind(TABLE, _known(words[0], state.table.caravans))


def _numbers(words: Words) -> tuple[int, ...]:
    return tuple(map(number, words))


def _read_suffer(_state: State, words: Words) -> Suffer:
    return Suffer(TABLE, number(words[0]) - 1 if words else -1)


def _read_bear(state: State, words: Words) -> Bear:
    seat, rest = seat_and_rest(words, state.setup.names)
    if len(rest) != 1:
        raise UnreadableCommand(_("of which tier, or “all”?"))
    said = match(rest[0], dict.fromkeys((*TIERS, "all"), ""))
    return Bear(TABLE, seat, every=True) if said == "all" else Bear(TABLE, seat, _tier(said))


def _write_bear(state: State, action: Bear) -> str:
    return f"{who(state, action.who)} {'all' if action.every else action.tier}"


def _read_pick(state: State, words: Words) -> Pick:
    seat, rest = seat_and_rest(words, state.setup.names)
    counted(rest, 0, 0)
    return Pick(TABLE, seat)


def _read_enlist(_state: State, words: Words, note: str) -> Enlist:
    if len(words) != 1 or not note:
        raise UnreadableCommand(_("a list and, after a colon, the card’s data are needed."))
    return Enlist(TABLE, _known(words[0], CARDS), note)


# Setting by hand


def _read_fix(state: State, words: Words, note: str) -> Fix:
    if not words:
        raise UnreadableCommand(_("what? Try {forms}.", forms=choice(FIX_FORMS)))
    kinds = ("sheep", "stock", "pollution", "tile", "caravan", "shepherd")
    kind, rest = match(words[0], dict.fromkeys(kinds, "")), words[1:]
    if kind == "shepherd":
        return _fix_shepherd(state, rest, note)
    needed = {"sheep": 3, "stock": 2, "pollution": 1, "tile": 2, "caravan": 3}[kind]
    counted(rest, needed, needed)
    if kind == "sheep":
        at, tier, count = rest
        return Fix(TABLE, "sheep", _tier(tier), _hex(at), number(count), note)
    if kind == "stock":
        return Fix(TABLE, "stock", _tier(rest[0]), "", number(rest[1]), note)
    if kind == "pollution":
        return Fix(TABLE, "pollution", "", "", number(rest[0]), note)
    if kind == "tile":
        name = _known(rest[0], state.table.decks["tile"])
        face = FACES.index(match(rest[1], dict.fromkeys(FACES, "")))
        return Fix(TABLE, "tile", name, "", face, note)
    return _fix_caravan(state, rest, note)


def _fix_caravan(state: State, words: Words, note: str) -> Fix:
    name = _known(words[0], state.table.caravans)
    if match(words[1], {"corruption": "", "at": ""}) == "corruption":
        return Fix(TABLE, "corruption", name, "", number(words[2]), note)
    place = words[2].casefold()
    return Fix(TABLE, "at", name, place if place in (WAITING, SAFE) else _hex(place), 0, note)


def _fix_shepherd(state: State, words: Words, note: str) -> Fix:
    seat, rest = seat_and_rest(words, state.setup.names)
    counted(rest, 2, 2)
    kinds = ("corruption", "essence", "experience", "lanterns", "at", "gain", "lose", "ready",
             "exhaust")  # fmt: skip
    what: Any = match(rest[0], dict.fromkeys(kinds, ""))
    if what == "at":
        return Fix(seat, what, "", _hex(rest[1]), 0, note)
    if what in ("gain", "lose", "ready", "exhaust"):
        return Fix(seat, what, _item(state, rest[1]), "", 0, note)
    return Fix(seat, what, "", "", number(rest[1]), note)


def _write_fix(state: State, action: Fix) -> str:
    return f"{_fixed(state, action)}: {action.reason}"


def _fixed(state: State, action: Fix) -> str:
    what, name, at, count = action.what, action.name, action.at, action.count
    if action.seat != TABLE:
        value = at if what == "at" else name or str(count)
        return f"shepherd {who(state, action.seat)} {what} {value}"
    if what == "sheep":
        return f"sheep {at} {name} {count}"
    if what == "tile":
        return f"tile {name} {FACES[count] if count in range(3) else count}"
    if what in ("corruption", "at"):
        return f"caravan {name} {what} {at if what == 'at' else count}"
    return f"{what} {name} {count}" if name else f"{what} {count}"


COMMANDS: Commands[State, AnyAction] = Commands(
    _seated("choose <seat> <shepherd> <trait>", Choose, (2, 2), _read_choose,
            lambda _s, a: f"{a.shepherd} {a.trait}"),
    _tabled("bring <caravan>", Bring, (1, 1), _caravan(Bring), lambda _s, a: a.caravan),
    plain("advance", Advance, lambda _state: TABLE),
    plain("done", Done, lambda _state: TABLE),
    _tabled("draw <deck> <card>", Draw, (1, 2), _read_draw,
            lambda _s, a: f"{a.deck} {a.card}".rstrip()),
    _tabled("act <caravan>", CaravanAct, (1, 1), _caravan(CaravanAct),
            lambda _s, a: a.caravan),
    _tabled("enter <caravan>", Enter, (1, 1), _caravan(Enter), lambda _s, a: a.caravan),
    _tabled("drive <caravan> north|south", Drive, (1, 2), _read_drive,
            lambda _s, a: f"{a.caravan} {a.turn}".rstrip()),
    _seated("move <seat> <hex>", Move, (1, 1),
            lambda _s, seat, w: Move(seat, _hex(w[0])), lambda _s, a: a.to),
    _seated("walk <seat> <hex>", Walk, (1, 1),
            lambda _s, seat, w: Walk(seat, _hex(w[0])), lambda _s, a: a.to),
    _seated("buy <seat> <card>", Buy, (1, 1),
            lambda s, seat, w: Buy(seat, _item(s, w[0])), lambda _s, a: a.card),
    _seated("purify <seat>", Purify, (0, 0),
            lambda _s, seat, _w: Purify(seat), _nothing),
    _seated("give <seat> to <seat> <count>", Give, (2, 99), _read_give,
            lambda s, a: f"to {who(s, a.to)} {a.count}"),
    _seated("use <seat> <card>", Use, (1, 1),
            lambda s, seat, w: Use(seat, _item(s, w[0])), lambda _s, a: a.card),
    _seated("attack <seat> <card> <tier> <damage it has> boost", Attack, (2, 4),
            _read_attack, _write_attack),
    _seated("carry <seat> <tier> <damage it has>", Carry, (1, 2), _read_carry,
            lambda _s, a: _sheep(a)),
    _seated("let-go <seat>", LetGo, (0, 0), lambda _s, seat, _w: LetGo(seat), _nothing),
    _tabled("avert <lanterns of each seat>", Avert, (1, 9),
            lambda _s, w: Avert(TABLE, _numbers(w)), lambda _s, a: " ".join(map(str, a.lanterns))),
    _tabled("suffer <tile to turn>", Suffer, (0, 1), _read_suffer,
            lambda _s, a: str(a.flip + 1) if a.flip >= 0 else ""),
    _tabled("steer <hex> <hex>", Steer, (2, 2),
            lambda _s, w: Steer(TABLE, _hex(w[0]), _hex(w[1])), lambda _s, a: f"{a.at} {a.to}"),
    _seated("distract <seat>", Distract, (0, 0),
            lambda _s, seat, _w: Distract(seat), _nothing),
    _tabled("bear <seat> <tier>|all", Bear, (2, 99), _read_bear, _write_bear),
    _tabled("share <essence for each seat>", Share, (1, 9),
            lambda _s, w: Share(TABLE, _numbers(w)), lambda _s, a: " ".join(map(str, a.essence))),
    _seated("discard <seat> <card>", Discard, (1, 1),
            lambda s, seat, w: Discard(seat, _item(s, w[0])), lambda _s, a: a.card),
    _seated("learn <seat> <trait>", Learn, (1, 1),
            lambda s, seat, w: Learn(seat, _known(w[0], s.table.traits)), lambda _s, a: a.trait),
    _tabled("pick <seat>", Pick, (1, 99), _read_pick, lambda s, a: who(s, a.who)),
    _seated("shift <seat> <from> <to> <tier> <damage it has>", Shift, (3, 4), _read_shift,
            lambda _s, a: f"{a.at} {a.to} {_sheep(a)}"),
    _seated("step <seat> <hex>", Step, (1, 1),
            lambda _s, seat, w: Step(seat, _hex(w[0])), lambda _s, a: a.to),
    _seated("ready <seat> <card>", Ready, (1, 1),
            lambda s, seat, w: Ready(seat, _item(s, w[0])), lambda _s, a: a.card),
    Verb("card", "card <list>: <data as JSON>", Enlist, _read_enlist,
         lambda _s, a: f"{a.kind}: {a.data}"),
    Verb("fix", "fix <what>: <reason>", Fix, _read_fix, _write_fix),
)  # fmt: skip
