"""Why the rules of Piece o' Cake refuse an action, and what would work."""

from __future__ import annotations

from companion.game import Refusal, Seat
from companion.language import _, choice, plural
from companion.piece_o_cake import commands
from companion.piece_o_cake.rules import RULEBOOK
from companion.piece_o_cake.slices import COUNTS
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


def _refusal(state: State, action: AnyAction, rule: str, reason: str, instead: str) -> Refusal:
    return Refusal(tried(state, action), reason, instead, RULEBOOK[rule])


def tried(state: State, action: AnyAction) -> str:
    """Return what was tried, as the player's name and the command."""
    command = commands.COMMANDS.text(state, action)
    if action.seat not in range(len(state.setup.names)) or isinstance(action, Fix):
        return _("“{command}”", command=command)
    return _("{name}: “{command}”", name=state.setup.names[action.seat], command=command)


def next_step(state: State) -> str:
    """Return what is to be done now, as an offer."""
    names = state.setup.names
    if state.phase == "serve":
        return _("Now {name} serves the next cake.", name=names[state.server])
    if state.phase == "cut":
        return _("Now {name} cuts the cake.", name=names[state.server])
    if state.phase == "take":
        return _("Now {name} chooses.", name=names[state.picks[0]])
    return _("The game is over; the next one of the series may begin.")


def wrong_phase(state: State, action: AnyAction) -> Refusal:
    """Refuse an action of another part of the round."""
    rule = {Serve: "serve", Cut: "cut"}.get(type(action), "choose")
    if state.phase == "over":
        reason = _("all five cakes have been shared out.")
        return _refusal(state, action, "next-server", reason, next_step(state))
    reasons = {
        "serve": _("no cake is on the table yet."),
        "cut": _("the cake is served but not cut yet."),
        "take": _("the cake is cut and being shared out."),
    }
    return _refusal(state, action, rule, reasons[state.phase], next_step(state))


def wrong_seat(state: State, action: AnyAction, seat: Seat) -> Refusal:
    """Refuse an action of a seat whose turn it is not."""
    names = state.setup.names
    if action.seat not in range(len(names)):
        reason = _("there is no such seat.")
    else:
        reason = _("it is not {name}’s turn.", name=names[action.seat])
    rule = {"serve": "next-server", "cut": "cut", "take": "choose", "over": "series"}[state.phase]
    return _refusal(state, action, rule, reason, _("It is {name}’s turn.", name=names[seat]))


def unknown_variety(state: State, action: AnyAction, name: str) -> Refusal:
    """Refuse a variety this edition does not have."""
    known = choice(variety.id for variety in state.varieties)
    reason = _("no variety is called “{name}”.", name=name)
    return _refusal(state, action, "slices", reason, _("There are {known}.", known=known))


def too_many_slices(state: State, action: Serve, variety: int, left: int) -> Refusal:
    """Refuse slices that cannot exist any more."""
    kind = state.varieties[variety]
    before = kind.count - left
    served = sum(name == kind.id for name in action.slices)
    reason = _(
        "{served} {kind} cannot be: {count} exist and {before} came up before.",
        served=served,
        kind=kind.title,
        count=kind.count,
        before=before,
    )
    instead = plural(
        "{count} {kind} can still come.", "{count} {kind} can still come.", left, kind=kind.title
    )
    return _refusal(state, action, "slices", reason, instead)


def not_eleven(state: State, action: Serve) -> Refusal:
    """Refuse a cake of fewer or more than eleven slices."""
    reason = plural(
        "that is {count} slice; a cake has eleven.",
        "that is {count} slices; a cake has eleven.",
        len(action.slices),
    )
    instead = _("Name all eleven in the order they lie.")
    return _refusal(state, action, "serve", reason, instead)


def set_decides(state: State, action: Serve) -> Refusal:
    """Refuse naming slices that the virtual set draws."""
    reason = _("this is a virtual game: the kit draws the slices.")
    return _refusal(state, action, "stacks", reason, _("Just “serve”."))


def no_such_gap(state: State, action: Cut) -> Refusal:
    """Refuse a gap outside the ring."""
    reason = _("gaps are numbered 0 to 10; gap 3 lies before slice 3.")
    return _refusal(state, action, "cut", reason, _("Name gaps from 0 to 10."))


def gap_twice(state: State, action: Cut) -> Refusal:
    """Refuse cutting one gap twice."""
    twice = next(gap for gap in action.gaps if action.gaps.count(gap) > 1)
    reason = _("gap {gap} is named twice, and a piece needs at least one slice.", gap=twice)
    return _refusal(state, action, "cut", reason, _("Name each gap once."))


def one_gap(state: State, action: Cut) -> Refusal:
    """Refuse a single gap."""
    reason = _("a single cut does not part a ring: it only opens it.")
    instead = _("Add a second gap for two pieces, or name none to leave the cake whole.")
    return _refusal(state, action, "cut", reason, instead)


def piece_count(state: State, action: Cut, least: int, most: int) -> Refusal:
    """Refuse more pieces than allowed, or fewer where the ruling asks for an exact number."""
    count = max(1, len(action.gaps))
    rule = "two-players" if len(state.setup.names) == 2 else "cut"
    if count > most:
        reason = _("{count} pieces are too many: at most {most}.", count=count, most=most)
    else:
        reason = _("by your ruling the cake is cut into exactly {least} pieces.", least=least)
    instead = (
        _("Cut into {least} pieces.", least=least)
        if least == most
        else _("Cut into {least} to {most} pieces.", least=least, most=most)
    )
    return _refusal(state, action, rule, reason, instead)


def no_such_piece(state: State, action: Take) -> Refusal:
    """Refuse a piece that is not there."""
    taker = next((seat for seat, piece in state.takers if piece == action.piece), None)
    if taker is not None:
        reason = _(
            "{name} has taken piece {piece}.",
            name=state.setup.names[taker],
            piece=letter(action.piece),
        )
    else:
        reason = _("there is no such piece.")
    if not state.left:
        instead = _("No piece is left: eat a variety, or pass.")
    else:
        instead = _("Left is {pieces}.", pieces=choice(letter(piece) for piece in state.left))
    return _refusal(state, action, "choose", reason, instead)


def not_in_piece(state: State, action: Take, name: str) -> Refusal:
    """Refuse eating what is not in the piece."""
    if name not in state.index:
        return unknown_variety(state, action, name)
    title = state.varieties[state.index[name]].title
    asked = action.eat.count(name)
    place = letter(action.piece)
    reason = plural(
        "piece {piece} has no {kind} to eat.",
        "piece {piece} does not have {count} {kind}.",
        asked,
        piece=place,
        kind=title,
    )
    slices = choice(state.varieties[state.cake[at]].title for at in state.pieces[action.piece])
    instead = _("In piece {piece} you may eat {slices}.", piece=place, slices=slices)
    return _refusal(state, action, "eat-or-collect", reason, instead)


def nothing_to_eat(state: State, action: Forfeit) -> Refusal:
    """Refuse forfeiting on a variety the seat has not collected."""
    name = state.setup.names[action.seat]
    title = state.varieties[state.index[action.variety]].title
    reason = _("{name} has collected no {kind}.", name=name, kind=title)
    held = [
        variety.title
        for variety, count in zip(state.varieties, state.collected[action.seat], strict=True)
        if count
    ]
    if held:
        instead = _("{name} could eat {held}.", name=name, held=choice(held))
    elif state.left:
        instead = _("{name} has collected nothing, so a piece must be taken.", name=name)
    else:
        instead = _("{name} can only pass.", name=name)
    return _refusal(state, action, "forfeit", reason, instead)


def may_not_forfeit(state: State, action: Forfeit) -> Refusal:
    """Refuse a forfeit that a ruling excludes."""
    if state.left:
        reason = _("by your ruling the server may not forfeit.")
        instead = _("Take a piece.")
    else:
        reason = _("by your ruling nobody forfeits when no piece is left.")
        instead = _("Pass.")
    return _refusal(state, action, "forfeit", reason, instead)


def must_take(state: State, action: Pass, *, forfeits: bool) -> Refusal:
    """Refuse passing while there is a choice to make; ``forfeits`` if eating a variety is one."""
    pieces = choice(letter(piece) for piece in state.left)
    if forfeits:
        reason = _("a piece is left: take one, or eat all you collected of one variety.")
        instead = _("Take {pieces}, or forfeit.", pieces=pieces)
    else:
        reason = _("a piece is left, so one must be taken.")
        instead = _("Take {pieces}.", pieces=pieces)
    return _refusal(state, action, "choose", reason, instead)


def not_over(state: State, action: Again) -> Refusal:
    """Refuse a new game in the middle of one."""
    reason = _("this game is not over yet.")
    return _refusal(state, action, "series", reason, next_step(state))


def no_such_pile(state: State, action: Fix) -> Refusal:
    """Refuse a fix of a pile that is not there."""
    reason = _("slices are collected or eaten by a seat, or gone from the table.")
    instead = _("Try “{form}”.", form=commands.FIX_FORM)
    return _refusal(state, action, "slices", reason, instead)


def no_reason(state: State, action: Fix) -> Refusal:
    """Refuse a fix that says no reason."""
    reason = _("a change by hand needs a reason, so that everyone can follow the log.")
    return _refusal(state, action, "slices", reason, _("Say why, after a colon."))


def impossible_count(state: State, action: Fix) -> Refusal:
    """Refuse a count beyond the printed number."""
    variety = state.index[action.variety]
    title, count = state.varieties[variety].title, COUNTS[variety]
    reason = _("only {count} {kind} exist.", count=count, kind=title)
    instead = _("Give a count from 0 to {count}.", count=count)
    return _refusal(state, action, "slices", reason, instead)
