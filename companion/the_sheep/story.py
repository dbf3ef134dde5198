"""What an action did, in a sentence; and what it brought about, one sentence a thing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.game import Story, tag
from companion.language import _, listing, plural
from companion.the_sheep import combat
from companion.the_sheep.caravans import direction
from companion.the_sheep.moves import ability_of
from companion.the_sheep.reminders import by_hand, reminder
from companion.the_sheep.state import (
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
    News,
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
    hand_limit,
    tier_number,
)
from companion.the_sheep.words import name_of, sheep_one, sheep_text, tier_text

Told = tuple[str, str]
"""The sentence and the rule."""


def tell(before: State, action: AnyAction, after: State) -> Story:
    """Return what an action did and all that followed, in sentences, with the rule."""
    sentence, rule = _TELLERS[type(action)](before, action, after)
    parts = [sentence, *(news_text(after, one) for one in after.news), *_end(before, after)]
    return Story(" ".join(filter(None, parts)), short(before, action), rule)


def short(before: State, action: AnyAction) -> str:
    """Return a few words for what an action is, for the undo button."""
    kind = tag(action)
    said = _SHORT_OF[kind](before, action) if kind in _SHORT_OF else _SHORT[kind]()
    if action.seat in range(before.seats):
        return _("{name}: {what}", name=name_of(before, action.seat), what=said)
    return said


def _end(before: State, after: State) -> list[str]:
    if after.phase == "over" and before.phase != "over":
        return [
            {
                "won": _("Every caravan is safe: the game is won."),
                "corruption": _("A caravan has fallen: the game is lost."),
                "pollution": _("The land is polluted: the game is lost."),
            }[after.result]
        ]
    if after.day > before.day:
        return [_("Day {day} breaks.", day=after.day)]
    return []


# What followed


def news_text(state: State, news: News) -> str:
    """Return one thing an action brought about, in a sentence."""
    return _NEWS[news.what](state, news)


def _who(state: State, news: News) -> str:
    return name_of(state, news.seat)


def _spawned(_state: State, news: News) -> str:
    return plural(
        "{sheep} comes to {at}.", "{sheep} come to {at}.", news.count,
        sheep=sheep_text(news.tier, news.count), at=news.at,
    )  # fmt: skip


def _instead(_state: State, news: News) -> str:
    return plural(
        "{sheep} comes to {at} instead, for lack of pieces.",
        "{sheep} come to {at} instead, for lack of pieces.",
        news.count,
        sheep=sheep_text(news.tier, news.count),
        at=news.at,
    )


def _no_piece(_state: State, news: News) -> str:
    return _("No piece is left for {sheep} on {at}.", sheep=sheep_text(news.tier, news.count),
             at=news.at)  # fmt: skip


def _hit(_state: State, news: News) -> str:
    return _("It deals {n} damage to {tier}, which survives.", n=news.count,
             tier=sheep_one(news.tier))  # fmt: skip


def _killed(_state: State, news: News) -> str:
    return _("It deals {n} damage and kills {tier}.", n=news.count, tier=sheep_one(news.tier))


def _struck(state: State, news: News) -> str:
    fields = {"at": news.at, "name": _who(state, news), "n": news.count}
    fields["tier"] = sheep_one(news.tier)
    return _("On {at} {tier} strikes {name}: {n} corruption.", **fields)


def _struck_caravan(state: State, news: News) -> str:
    return plural(
        "On {at} {count} sheep strikes {name}: {n} corruption.",
        "On {at} {count} sheep strike {name}: {n} corruption.",
        news.tier,
        at=news.at,
        name=state.table.name(news.name),
        n=news.count,
    )


def _risen(state: State, news: News) -> str:
    return plural(
        "Pollution rises {count} slot; averting costs {price}.",
        "Pollution rises {count} slots; averting costs {price}.",
        news.count,
        price=state.price,
    )


def _herd(_state: State, news: News) -> str:
    return plural(
        "{count} sheep moves from {at} to {to}.", "{count} sheep move from {at} to {to}.",
        news.count, at=news.at, to=news.to,
    )  # fmt: skip


def _stopped(state: State, news: News) -> str:
    fields = {"name": state.table.name(news.name), "at": news.at}
    return {
        "spent": _("{name} stands on {at}.", **fields),
        "sheep": _("Sheep hold {name} on {at}.", **fields),
        "caravan": _("Another caravan stops {name} on {at}.", **fields),
        "safe": _("{name} reaches the Finish on {at} and is safe.", **fields),
        "fork": _("{name} waits at the fork {at}.", **fields),
        "lost": _("{name} is off the path on {at}.", **fields),
    }[news.to]


def _fields(state: State, news: News) -> dict[str, Any]:
    """Return what the sentences of the other news may name."""
    return {
        "name": _who(state, news) if news.seat >= 0 else "",
        "card": state.table.name(news.name),
        "n": news.count,
        "at": news.at,
    }


def _lost(_state: State, news: News) -> str:
    return plural(
        "{count} essence does not fit and is lost.",
        "{count} essence do not fit and are lost.",
        news.count,
    )


def _relit(state: State, news: News) -> str:
    return plural(
        "{name} relights {count} lantern.", "{name} relights {count} lanterns.", news.count,
        name=_who(state, news),
    )  # fmt: skip


def _no_card(_state: State, news: News) -> str:
    if news.name == "curse":
        return _("No Curse is left, so none is drawn.")
    return _("No pollution tile is left, so none comes.")


_NEWS: dict[str, Callable[[State, News], str]] = {
    "spawn": _spawned,
    "instead": _instead,
    "no-piece": _no_piece,
    "corrupt": lambda s, n: _("{name} takes {n} corruption.", **_fields(s, n)),
    "overflow": lambda s, n: _(
        "{name} takes {n} corruption, and the meter overflows.", **_fields(s, n)
    ),
    "heal": lambda s, n: _("{name} heals {n}.", **_fields(s, n)),
    "essence": lambda s, n: _("{name} gains {n} essence.", **_fields(s, n)),
    "essence-lost": _lost,
    "relight": _relit,
    "curse": lambda s, n: _("{name} draws the Curse {card}.", **_fields(s, n)),
    "no-card": _no_card,
    "discard": lambda s, n: _("{name} discards {card}.", **_fields(s, n)),
    "death": lambda s, n: _("{name}’s shepherd dies: its hand is full of Curses.", **_fields(s, n)),
    "tile": lambda s, n: _("The tile {card} comes, on its minor side.", **_fields(s, n)),
    "hit": _hit,
    "kill": _killed,
    "struck": _struck,
    "struck-caravan": _struck_caravan,
    "risen": _risen,
    "herd": _herd,
    "drive": lambda _state, _news: "",  # the action's own sentence names the spaces
    "stop": _stopped,
    "start-taken": lambda s, n: _(
        "A caravan stands on the Start {at}, so no other sets out.", **_fields(s, n)
    ),
}


# Action by action


def _act_of(before: State, action: AnyAction) -> str:
    return name_of(before, action.seat)


def _card(state: State, card: str) -> str:
    return state.table.name(card)


def _choose(before: State, action: Choose, _after: State) -> Told:
    fields = {"board": _card(before, action.shepherd), "trait": _card(before, action.trait)}
    told = _("{name} is {board}, with {trait}.", name=_act_of(before, action), **fields)
    return told, "setup"


def _bring(before: State, action: Bring, _after: State) -> Told:
    return _("{name} travels along.", name=_card(before, action.caravan)), "setup"


_ADVANCED: dict[str, tuple[Callable[[], str], str]] = {
    "refresh": (lambda: _("Cards, traits and lanterns are refreshed."), "refresh"),
    "pollution": (lambda: "", "pollution"),
    "tiles": (lambda: _("The pollution tiles take effect."), "tile-effects"),
    "sheep-move": (lambda: _("The sheep move."), "sheep-move"),
    "strike": (lambda: _("The sheep strike."), "strike"),
}


def _advance(before: State, _action: Advance, after: State) -> Told:
    text, rule = _ADVANCED[before.phase]
    if before.phase == "pollution" and not any(one.what == "risen" for one in after.news):
        return _("Pollution does not rise."), rule
    if before.phase == "tiles":
        return " ".join((text(), *_tiles_by_hand(before))), rule
    return text(), rule


def _tiles_by_hand(state: State) -> Iterator[str]:
    """Yield what tiles ask for that the kit does not carry out."""
    for tile in state.tiles:
        face = state.table.decks["tile"][tile.id]
        asked = reminder(state.table, face.major if tile.major else face.minor)
        if asked:
            name = state.table.name(tile.id)
            yield _("{name}: {text} {note}", name=name, text=asked, note=by_hand(asked))


def _done(before: State, _action: Done, _after: State) -> Told:
    if before.phase == "combat":
        return _("Combat is over."), "strike"
    return _("The day is over."), "no-turns"


def _draw(before: State, action: Draw, after: State) -> Told:
    if before.queue:
        job = before.queue[0].do
        return "", "curse" if job == "curse" else "tiles"
    card = before.table.decks[action.deck][action.card]
    rules = {"day": "day-event", "night": "night-event"}
    rule = rules.get(action.deck, action.deck)
    told = {
        "day": _("Day Event {card}.", card=card.name),
        "night": _("Night Event {card}.", card=card.name),
        "mutation": _("Tonight’s Mutation: {card}.", card=card.name),
        "flock": _("Flock card {card}.", card=card.name),
    }[action.deck]
    parts = (told, getattr(card, "text", ""), _turns(action, after), _by_hand(before, card))
    return " ".join(filter(None, parts)), rule


def _by_hand(state: State, card: Any) -> str:
    return by_hand(reminder(state.table, card))


def _turns(action: Draw, after: State) -> str:
    turn = direction(after) if action.deck == "day" else ""
    return {
        "": "",
        "north": _("Caravans turn north."),
        "south": _("Caravans turn south."),
    }[turn]


def _caravan_act(before: State, action: CaravanAct, _after: State) -> Told:
    board = before.table.caravans[action.caravan]
    told = _("{name} acts.", name=board.name)
    if board.text:
        told = _("{name} acts: {text}", name=board.name, text=board.text)
    return " ".join(filter(None, (told, _by_hand(before, board)))), "caravan-action"


def _enter(before: State, action: Enter, _after: State) -> Told:
    start = before.table.board.start
    told = _("{name} sets out from {at}.", name=_card(before, action.caravan), at=start)
    return told, "enter"


def _drive(before: State, action: Drive, after: State) -> Told:
    stops = [one.at for one in after.news if one.what == "drive"]
    why = next((one.to for one in after.news if one.what == "stop"), "")
    rule = {"sheep": "impede", "caravan": "block", "safe": "safe"}.get(why, "drive")
    name = _card(before, action.caravan)
    if not stops:
        return _("{name} does not move.", name=name), rule
    return _("{name} moves by {spaces}.", name=name, spaces=listing(stops)), rule


def _move(before: State, action: Move, _after: State) -> Told:
    return _("{name} moves to {to}.", name=_act_of(before, action), to=action.to), "move"


def _walk(before: State, action: Walk, _after: State) -> Told:
    told = _("{name} spends a lantern and moves to {to}.", name=_act_of(before, action),
             to=action.to)  # fmt: skip
    return told, "walk"


def _buy(before: State, action: Buy, _after: State) -> Told:
    cost = before.table.cost(action.card)
    told = _("{name} buys {card} for {cost} essence.", name=_act_of(before, action),
             card=_card(before, action.card), cost=cost)  # fmt: skip
    return told, "buy"


def _purify(before: State, action: Purify, after: State) -> Told:
    name = _act_of(before, action)
    if after.queue and after.queue[0].do == "trait":
        told = _("{name} purifies: the experience meter overflows, a new trait!", name=name)
        return told, "traits"
    gained = after.shepherds[action.seat].experience
    return _("{name} purifies: experience {n}.", name=name, n=gained), "purify"


def _give(before: State, action: Give, _after: State) -> Told:
    told = _("{name} gives {to} {n} essence.", name=_act_of(before, action),
             to=name_of(before, action.to), n=action.count)  # fmt: skip
    return told, "give"


def _use(before: State, action: Use, _after: State) -> Told:
    ability = ability_of(before.table, action.card)
    text = ability.text if ability else ""
    fields = {"name": _act_of(before, action), "card": _card(before, action.card), "text": text}
    told = _("{name} uses {card}: {text}", **fields) if text else _("{name} uses {card}.", **fields)
    return " ".join(filter(None, (told, _by_hand(before, ability)))), "ability"


def _attack(before: State, action: Attack, _after: State) -> Told:
    fields = {
        "name": _act_of(before, action),
        "card": _card(before, action.card),
        "tier": sheep_one(tier_number(action.tier)),
        "hits": hits_text(combat.attack(before, action.card, boost=action.boost)),
    }
    rule = "day-attack" if before.is_day else "boost" if action.boost else "attack"
    return _("{name} attacks {tier} with {card} ({hits}).", **fields), rule


def hits_text(hits: tuple[combat.Hit, ...]) -> str:
    """Return ``"metal 0, runic 2 and lantern 1"``."""
    icons = {
        "metal": _("metal"),
        "fire": _("fire"),
        "shock": _("shock"),
        "runic": _("runic"),
        "lantern": _("lantern"),
    }
    return listing(_("{icon} {n}", icon=icons[hit.icon], n=hit.damage) for hit in hits)


def _carry(before: State, action: Carry, _after: State) -> Told:
    n = before.queue[0].count
    told = _("{name} carries {n} damage over to {tier}.", name=_act_of(before, action), n=n,
             tier=sheep_one(tier_number(action.tier)))  # fmt: skip
    return told, "day-attack"


def _let_go(before: State, action: LetGo, _after: State) -> Told:
    if before.queue[0].do == "curse":
        return _("No Curse is left for {name} to draw.", name=_act_of(before, action)), "curse"
    return _("{name} lets the rest go.", name=_act_of(before, action)), "no-turns"


def _avert(before: State, action: Avert, _after: State) -> Told:
    paid = [
        _("{name} {n}", name=name_of(before, seat), n=n)
        for seat, n in enumerate(action.lanterns)
        if n
    ]
    if not paid:
        return _("Pollution is averted for nothing."), "avert"
    return _("Pollution is averted by lanterns: {paid}.", paid=listing(paid)), "avert"


def _suffer(before: State, action: Suffer, _after: State) -> Told:
    told = _("Pollution is not averted.")
    if action.flip >= 0:
        name = _card(before, before.tiles[action.flip].id)
        return _("{told} {name} turns to its major side.", told=told, name=name), "tiles"
    return told, "pollution-lost" if len(before.tiles) == 3 else "tiles"


def _steer(_before: State, action: Steer, _after: State) -> Told:
    told = _("The sheep of {at} will move to {to}.", at=action.at, to=action.to)
    return told, "sheep-choice"


def _distract(before: State, action: Distract, _after: State) -> Told:
    return _("{name} spends a lantern to distract.", name=_act_of(before, action)), "distract"


def _bear(before: State, action: Bear, _after: State) -> Told:
    fields = {"name": name_of(before, action.who), "at": before.queue[0].at}
    if action.every:
        return _("{name} bears all the strikes on {at}.", **fields), "strike"
    return _("{name} bears a strike on {at}.", **fields), "strike"


def _share(_before: State, _action: Share, _after: State) -> Told:
    return _("The essence is shared out."), "kill"


def _discard(_before: State, _action: Discard, _after: State) -> Told:
    return "", "hand"


def _learn(before: State, action: Learn, after: State) -> Told:
    told = _("{name} learns {trait}; the hand limit is {limit}.", name=_act_of(before, action),
             trait=_card(before, action.trait), limit=hand_limit(after, action.seat))  # fmt: skip
    return told, "traits"


def _pick(before: State, action: Pick, _after: State) -> Told:
    return _("The players choose {name}.", name=name_of(before, action.who)), "no-turns"


def _shift(before: State, action: Shift, _after: State) -> Told:
    fields = {"tier": sheep_one(tier_number(action.tier)), "at": action.at, "to": action.to}
    told = _("{name} moves {tier} from {at} to {to}.", name=_act_of(before, action), **fields)
    return told, "ability"


def _step(before: State, action: Step, _after: State) -> Told:
    return _("{name} moves to {to}.", name=_act_of(before, action), to=action.to), "ability"


def _ready(before: State, action: Ready, _after: State) -> Told:
    told = _("{name} refreshes {card}.", name=_act_of(before, action),
             card=_card(before, action.card))  # fmt: skip
    return told, "ability"


def _enlist(_before: State, action: Enlist, after: State) -> Told:
    card = getattr(after.table.cards, action.kind)[-1]
    return _("The card {name} is typed in.", name=card.name), "pack"


def _fix(before: State, action: Fix, _after: State) -> Told:
    fields = {"what": _fixed(before, action), "reason": action.reason}
    return _("By hand: {what} ({reason}).", **fields), "fix"


def _fixed(state: State, action: Fix) -> str:
    if action.seat >= 0:
        return _fixed_shepherd(state, action)
    name, n = _card(state, action.name), action.count
    if action.what == "sheep":
        tier = tier_text(tier_number(action.name))
        return _("{n} {tier} on {at}", n=n, tier=tier, at=action.at)
    if action.what == "stock":
        return _("{n} {tier} in stock", n=n, tier=tier_text(tier_number(action.name)))
    if action.what == "pollution":
        return _("the pollution tracker on slot {n}", n=n)
    face = (_("gone"), _("minor"), _("major"))[n] if action.what == "tile" else ""
    return {
        "tile": _("the tile {name} {face}", name=name, face=face),
        "at": _("{name} at {at}", name=name, at=action.at),
        "corruption": _("{name} has {n} corruption", name=name, n=n),
    }[action.what]


def _fixed_shepherd(state: State, action: Fix) -> str:
    fields = {
        "name": name_of(state, action.seat),
        "n": action.count,
        "at": action.at,
        "card": _card(state, action.name),
    }
    return {
        "corruption": _("{name} has {n} corruption", **fields),
        "essence": _("{name} has {n} essence", **fields),
        "experience": _("{name} has {n} experience", **fields),
        "lanterns": plural(
            "{name} has {count} lit lantern",
            "{name} has {count} lit lanterns",
            action.count,
            **fields,
        ),
        "at": _("{name} stands on {at}", **fields),
        "gain": _("{name} gains {card}", **fields),
        "lose": _("{name} loses {card}", **fields),
        "ready": _("{name}’s {card} is ready", **fields),
        "exhaust": _("{name}’s {card} is exhausted", **fields),
    }[action.what]


_SHORT: dict[str, Callable[[], str]] = {
    "choose": lambda: _("the shepherd"),
    "bring": lambda: _("the caravan"),
    "act": lambda: _("the caravan’s action"),
    "enter": lambda: _("the caravan’s start"),
    "drive": lambda: _("the caravan’s move"),
    "move": lambda: _("the move"),
    "walk": lambda: _("the move by lantern"),
    "buy": lambda: _("the purchase"),
    "purify": lambda: _("purifying"),
    "give": lambda: _("the gift"),
    "use": lambda: _("the ability"),
    "attack": lambda: _("the attack"),
    "carry": lambda: _("the excess damage"),
    "let-go": lambda: _("letting it go"),
    "avert": lambda: _("averting"),
    "suffer": lambda: _("not averting"),
    "steer": lambda: _("where sheep end"),
    "distract": lambda: _("distracting"),
    "bear": lambda: _("who is struck"),
    "share": lambda: _("the essence"),
    "discard": lambda: _("the discard"),
    "learn": lambda: _("the trait"),
    "pick": lambda: _("who it is for"),
    "shift": lambda: _("the sheep moved"),
    "step": lambda: _("the steps"),
    "ready": lambda: _("the card refreshed"),
    "card": lambda: _("the card typed in"),
    "fix": lambda: _("the fix"),
}


def _short_advance(before: State, _action: AnyAction) -> str:
    return {
        "refresh": _("the refresh"),
        "pollution": _("the rise of pollution"),
        "tiles": _("what the tiles did"),
        "sheep-move": _("the flock’s move"),
        "strike": _("tonight’s strikes"),
    }[before.phase]


def _short_done(before: State, _action: AnyAction) -> str:
    return _("the end of combat") if before.phase == "combat" else _("the end of the day")


def _short_draw(_before: State, action: AnyAction) -> str:
    assert isinstance(action, Draw)  # noqa: S101  told for no other
    return {
        "day": _("the Day Event"),
        "night": _("the Night Event"),
        "mutation": _("tonight’s Mutation"),
        "flock": _("the Flock card"),
        "curse": _("the Curse"),
        "tile": _("the pollution tile"),
    }[action.deck]


_SHORT_OF: dict[str, Callable[[State, AnyAction], str]] = {
    "advance": _short_advance,
    "done": _short_done,
    "draw": _short_draw,
}

_TELLERS: dict[type, Callable[[State, Any, State], Told]] = {
    Choose: _choose,
    Bring: _bring,
    Advance: _advance,
    Done: _done,
    Draw: _draw,
    CaravanAct: _caravan_act,
    Enter: _enter,
    Drive: _drive,
    Move: _move,
    Walk: _walk,
    Buy: _buy,
    Purify: _purify,
    Give: _give,
    Use: _use,
    Attack: _attack,
    Carry: _carry,
    LetGo: _let_go,
    Avert: _avert,
    Suffer: _suffer,
    Steer: _steer,
    Distract: _distract,
    Bear: _bear,
    Share: _share,
    Discard: _discard,
    Learn: _learn,
    Pick: _pick,
    Shift: _shift,
    Step: _step,
    Ready: _ready,
    Enlist: _enlist,
    Fix: _fix,
}
