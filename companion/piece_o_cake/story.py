"""What happened, in sentences, each with the rule it follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from companion.game import Story
from companion.language import _, listing, plural
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


def tell(before: State, action: AnyAction, after: State) -> Story:
    """Return the story of ``action``, which led from ``before`` to ``after``."""
    story = _TELLERS[type(action)](before, action)
    aside = _aside(before, action, after)
    sentence = _("{sentence} {aside}", sentence=story.sentence, aside=aside).rstrip()
    return Story(sentence, story.short, story.rule)


def titles(state: State, names: Iterable[str]) -> str:
    """Return the titles of varieties, as a list in words."""
    return listing(title(state, name) for name in names)


def title(state: State, name: str) -> str:
    """Return the title of the variety with that id."""
    return state.varieties[state.index[name]].title


def _name(state: State, action: AnyAction) -> str:
    return state.setup.names[action.seat]


def _serve(state: State, action: Serve) -> Story:
    sentence = _(
        "{name} serves {slices}.",
        name=_name(state, action),
        slices=titles(state, action.slices),
    )
    return Story(sentence, _("cake served"), "serve")


def _cut(state: State, action: Cut) -> Story:
    name, count = _name(state, action), len(action.gaps)
    rule = "two-players" if len(state.setup.names) == 2 else "cut"
    if not count:
        sentence = _("{name} leaves the cake whole, as one piece.", name=name)
        return Story(sentence, _("cake left whole"), rule)
    sentence = plural(
        "{name} cuts the cake into {count} piece, before slices {gaps}.",
        "{name} cuts the cake into {count} pieces, before slices {gaps}.",
        count,
        name=name,
        gaps=listing(sorted(action.gaps)),
    )
    return Story(sentence, _("cake cut"), rule)


def _take(state: State, action: Take) -> Story:
    piece = [state.varieties[state.cake[at]].id for at in state.pieces[action.piece]]
    for eaten in action.eat:
        piece.remove(eaten)
    fields = {
        "name": _name(state, action),
        "piece": letter(action.piece),
        "eaten": titles(state, action.eat),
        "kept": titles(state, piece),
    }
    if not action.eat:
        sentence = _("{name} takes piece {piece} and collects {kept}.", **fields)
    elif piece:
        sentence = _("{name} takes piece {piece}, eats {eaten} and collects {kept}.", **fields)
    else:
        sentence = _("{name} takes piece {piece} and eats it all: {eaten}.", **fields)
    short = _("{name} takes {piece}", name=fields["name"], piece=fields["piece"])
    return Story(sentence, short, "eat-or-collect")


def _forfeit(state: State, action: Forfeit) -> Story:
    count = state.collected[action.seat][state.index[action.variety]]
    name, kind = _name(state, action), title(state, action.variety)
    sentence = plural(
        "{name} takes no piece and eats the {count} {kind} collected.",
        "{name} takes no piece and eats all {count} {kind} collected.",
        count,
        name=name,
        kind=kind,
    )
    return Story(sentence, _("{name} eats {kind}", name=name, kind=kind), "forfeit")


def _pass(state: State, action: Pass) -> Story:
    name = _name(state, action)
    return Story(_("{name} passes.", name=name), _("{name} passes", name=name), "choose")


def _again(state: State, action: Again) -> Story:
    sentence = _(
        "Game {number} of the series begins; {name} serves first.",
        number=len(state.past) + 2,
        name=_name(state, action),
    )
    return Story(sentence, _("new game"), "series")


def _fix(state: State, action: Fix) -> Story:
    variety = state.index[action.variety]
    fields = {"kind": title(state, action.variety), "now": action.count, "reason": action.reason}
    if action.pile == "gone":
        sentence = _(
            "By hand: {kind} out of the game from {was} to {now} ({reason}).",
            was=state.gone[variety],
            **fields,
        )
        return Story(sentence, _("fix of leftovers"), "leftovers")
    name, was = _name(state, action), getattr(state, action.pile)[action.seat][variety]
    if action.pile == "eaten":
        sentence = _(
            "By hand: {name}’s eaten {kind} from {was} to {now} ({reason}).",
            name=name,
            was=was,
            **fields,
        )
        return Story(sentence, _("fix of {name}’s eaten slices", name=name), "eat")
    sentence = _(
        "By hand: {name}’s collected {kind} from {was} to {now} ({reason}).",
        name=name,
        was=was,
        **fields,
    )
    return Story(sentence, _("fix of {name}’s collection", name=name), "collect")


_TELLERS: dict[type, Callable[[State, Any], Story]] = {
    Serve: _serve,
    Cut: _cut,
    Take: _take,
    Forfeit: _forfeit,
    Pass: _pass,
    Again: _again,
    Fix: _fix,
}


def _aside(before: State, action: AnyAction, after: State) -> str:
    """Tell what followed by itself: seats passed over, leftovers, the end of a cake."""
    asides = [_skipped(before, action, after), _cleared(before, action, after)]
    return " ".join(text for text in asides if text)


def _skipped(before: State, action: AnyAction, after: State) -> str:
    if before.phase != "take" or isinstance(action, Fix):
        return ""
    waiting = before.picks[1:]
    if after.phase == "take":
        waiting = waiting[: len(waiting) - len(after.picks)]
    if not waiting:
        return ""
    names = listing(before.setup.names[seat] for seat in waiting)
    return _("For {names} nothing is left.", names=names)


def _cleared(before: State, action: AnyAction, after: State) -> str:
    if before.phase != "take" or after.phase == "take" or isinstance(action, Fix):
        return ""
    left = [
        kind.title
        for kind, now, was in zip(before.varieties, after.gone, before.gone, strict=True)
        for _slice in range(now - was)
    ]
    if left:
        return plural(
            "{slices} leaves the game.",
            "{slices} leave the game.",
            len(left),
            slices=listing(left),
        )
    return _("The cake is finished.")
