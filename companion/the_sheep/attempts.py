"""What an action would do, in a few words with the names of things: for refusals and offers.

Actions nobody could do are told too, so an id that names nothing stands as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.language import _, listing, plural
from companion.the_sheep.pack import TIERS
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
from companion.the_sheep.words import sheep_one


def attempt(state: State, action: AnyAction) -> str:
    """Return what an action would do, as ``"buy Shepherd’s Spear"``."""
    return _WORDS[type(action)](state, action)


def attempt_of(state: State, action: AnyAction) -> str:
    """Return who would do what, in quotation marks, as the players' choices are offered."""
    what = attempt(state, action)
    names = state.setup.names
    if action.seat not in range(len(names)):
        return _("“{what}”", what=what)
    return _("{name}: “{what}”", name=names[action.seat], what=what)


def deck_text(deck: str) -> str:
    """Return what is drawn from a deck."""
    return {
        "day": _("the Day Event"),
        "night": _("the Night Event"),
        "mutation": _("the Mutation"),
        "flock": _("a Flock card"),
        "curse": _("a Curse"),
        "tile": _("a pollution tile"),
    }[deck]


def _card(state: State, name: str) -> str:
    return state.table.name(name) or _("no card")


def _who(state: State, seat: int) -> str:
    names = state.setup.names
    return names[seat] if seat in range(len(names)) else _("seat {seat}", seat=seat)


def _advance(state: State, _action: Advance) -> str:
    known = {
        "refresh": _("refresh all"),
        "pollution": _("raise pollution"),
        "tiles": _("let the tiles take effect"),
        "sheep-move": _("move the sheep"),
        "strike": _("let the sheep strike"),
    }
    return known.get(state.phase, _("do the step"))


def _done(state: State, _action: Done) -> str:
    known = {"action": _("end the day"), "combat": _("end combat")}
    return known.get(state.phase, _("end the step"))


def _draw(state: State, action: Draw) -> str:
    deck = deck_text(action.deck)
    if not action.card:
        return _("draw {deck}", deck=deck)
    return _("draw {deck}, {card}", deck=deck, card=_card(state, action.card))


def _drive(state: State, action: Drive) -> str:
    name = _card(state, action.caravan)
    return {
        "": _("move {name}", name=name),
        "north": _("move {name}, turning north", name=name),
        "south": _("move {name}, turning south", name=name),
    }[action.turn]


def _attack(state: State, action: Attack) -> str:
    fields = {"sheep": _sheep(action), "card": _card(state, action.card)}
    if action.boost:
        return _("attack {sheep} with {card} and a lantern", **fields)
    return _("attack {sheep} with {card}", **fields)


def _sheep(action: Attack | Carry | Shift) -> str:
    name = sheep_one(TIERS.index(action.tier))
    if not action.hurt:
        return name
    return plural("{sheep} with {count} damage", "{sheep} with {count} damage", action.hurt,
                  sheep=name)  # fmt: skip


def _avert(state: State, action: Avert) -> str:
    paid = [
        _("{name} {n}", name=_who(state, seat), n=n) for seat, n in enumerate(action.lanterns) if n
    ]
    if not paid:
        return _("avert pollution with no lantern")
    return _("avert pollution with the lanterns {paid}", paid=listing(paid))


def _suffer(state: State, action: Suffer) -> str:
    if action.flip not in range(len(state.tiles)):
        return _("do not avert")
    name = _card(state, state.tiles[action.flip].id)
    return _("do not avert, and turn {name}", name=name)


def _bear(state: State, action: Bear) -> str:
    if action.every:
        return _("let all of them strike {name}", name=_who(state, action.who))
    sheep = sheep_one(TIERS.index(action.tier))
    return _("let {sheep} strike {name}", sheep=sheep, name=_who(state, action.who))


def _share(state: State, action: Share) -> str:
    shares = [
        _("{name} {n}", name=_who(state, seat), n=n) for seat, n in enumerate(action.essence) if n
    ]
    return _("share the essence: {shares}", shares=listing(shares) or _("none"))


def _fix(state: State, action: Fix) -> str:
    return _("set {what} by hand", what=_set(state, action))


def _set(state: State, action: Fix) -> str:
    fields = {"name": _card(state, action.name) if action.name else "", "at": _at(action.at)}
    return {
        "sheep": _("the sheep of {at}", **fields),
        "stock": _("the sheep left beside the map"),
        "pollution": _("the pollution tracker"),
        "tile": _("the tile {name}", **fields),
        "corruption": _("the corruption of {name}", **fields) if action.name else _("corruption"),
        "at": _("where {name} is", **fields) if action.name else _("a shepherd’s place"),
        "essence": _("essence"),
        "experience": _("experience"),
        "lanterns": _("lit lanterns"),
        "gain": _("{name} as gained", **fields),
        "lose": _("{name} as lost", **fields),
        "ready": _("{name} as ready", **fields),
        "exhaust": _("{name} as exhausted", **fields),
    }[action.what]


def _at(at: str) -> str:
    return {WAITING: _("beside the map"), SAFE: _("safe"), "": _("no space")}.get(at, at)


_WORDS: dict[type, Callable[[State, Any], str]] = {
    Choose: lambda s, a: _("choose {board} with {trait}", board=_card(s, a.shepherd),
                           trait=_card(s, a.trait)),
    Bring: lambda s, a: _("take {name} along", name=_card(s, a.caravan)),
    Advance: _advance,
    Done: _done,
    Draw: _draw,
    CaravanAct: lambda s, a: _("let {name} act", name=_card(s, a.caravan)),
    Enter: lambda s, a: _("let {name} set out", name=_card(s, a.caravan)),
    Drive: _drive,
    Move: lambda _s, a: _("move to {to}", to=a.to),
    Walk: lambda _s, a: _("move to {to} by lantern", to=a.to),
    Buy: lambda s, a: _("buy {card}", card=_card(s, a.card)),
    Purify: lambda _s, _a: _("purify"),
    Give: lambda s, a: _("give {n} essence to {name}", n=a.count, name=_who(s, a.to)),
    Use: lambda s, a: _("use {card}", card=_card(s, a.card)),
    Attack: _attack,
    Carry: lambda _s, a: _("deal the rest to {sheep}", sheep=_sheep(a)),
    LetGo: lambda _s, _a: _("do without"),
    Avert: _avert,
    Suffer: _suffer,
    Steer: lambda _s, a: _("move the sheep of {at} to {to}", at=a.at, to=a.to),
    Distract: lambda _s, _a: _("distract with a lantern"),
    Bear: _bear,
    Share: _share,
    Discard: lambda s, a: _("discard {card}", card=_card(s, a.card)),
    Learn: lambda s, a: _("learn {trait}", trait=_card(s, a.trait)),
    Pick: lambda s, a: _("choose {name}", name=_who(s, a.who)),
    Shift: lambda _s, a: _("move {sheep} from {at} to {to}", sheep=_sheep(a), at=a.at, to=a.to),
    Step: lambda _s, a: _("move to {to}", to=a.to),
    Ready: lambda s, a: _("refresh {card}", card=_card(s, a.card)),
    Enlist: lambda _s, _a: _("type in a card"),
    Fix: _fix,
}  # fmt: skip
