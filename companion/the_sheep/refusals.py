"""Why the rules of The Sheep refuse an action, and what would work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.game import TABLE, Refusal, tag
from companion.language import _, choice, listing, plural
from companion.the_sheep import effects
from companion.the_sheep.attempts import attempt_of, deck_text
from companion.the_sheep.commands import COMMANDS
from companion.the_sheep.moves import (
    MOVE,
    ability_of,
    has_icons,
    may_purify,
    moves,
    sufferings,
)
from companion.the_sheep.pack import CARDS, TIERS, Curse, UnreadablePack
from companion.the_sheep.rules import RULEBOOK
from companion.the_sheep.state import (
    AnyAction,
    Attack,
    Avert,
    Buy,
    Choose,
    Distract,
    Draw,
    Drive,
    Enlist,
    Enter,
    Give,
    Move,
    Purify,
    State,
    Steer,
    Suffer,
    Use,
    Walk,
    caravan_at,
    caravan_of,
    herd_at,
    inventory,
    shepherds_at,
)
from companion.the_sheep.words import name_of

_RULE_OF = {
    "choose": "setup",
    "bring": "setup",
    "advance": "no-turns",
    "done": "action-step",
    "draw": "pack",
    "act": "caravan-action",
    "enter": "enter",
    "drive": "drive",
    "move": "move",
    "walk": "walk",
    "buy": "buy",
    "purify": "purify",
    "give": "give",
    "use": "ability",
    "attack": "attack",
    "carry": "day-attack",
    "let-go": "ability",
    "avert": "avert",
    "suffer": "tiles",
    "steer": "sheep-choice",
    "distract": "distract",
    "bear": "strike",
    "share": "kill",
    "discard": "hand",
    "learn": "traits",
    "pick": "strike",
    "shift": "ability",
    "step": "ability",
    "ready": "ability",
    "card": "pack",
    "fix": "fix",
}

_STEPS = {
    "choose": ("setup",),
    "bring": ("setup",),
    "advance": ("refresh", "pollution", "tiles", "sheep-move", "strike"),
    "done": ("action", "combat"),
    "draw": ("day-event", "night-event", "mutation", "flock"),
    "act": ("caravan-act",),
    "enter": ("enter",),
    "drive": ("drive",),
    "move": ("action",),
    "walk": ("pollution", "avert", "tiles", "mutation", "flock", "sheep-move", "combat"),
    "buy": ("action",),
    "purify": ("action",),
    "give": ("action",),
    "use": ("action", "pollution", "avert", "tiles", "mutation", "flock", "sheep-move", "combat"),
    "attack": ("action", "combat"),
    "avert": ("avert",),
    "suffer": ("avert",),
    "steer": ("sheep-move",),
    "distract": ("combat", "strike"),
}

Wrong = tuple[str, str] | tuple[str, str, str]
"""The reason and what would work; and the rule, where it is not the usual one of the action."""


def of(state: State, action: AnyAction, rule: str, reason: str, instead: str) -> Refusal:
    """Return the refusal of ``action`` by a rule."""
    commands = tuple(COMMANDS.text(state, one) for one in _alike(state, action))
    return Refusal(attempt_of(state, action), reason, instead, RULEBOOK[rule], commands)


def next_step(state: State) -> str:
    """Return what is to be done now, as an offer."""
    if state.queue and state.phase != "over":
        return _NEXT_JOB.get(state.queue[0].do, _pick_next)(state)
    return {
        "setup": _("Now shepherds and caravans are chosen."),
        "refresh": _("Now everything is refreshed."),
        "day-event": _("Now the Day Event is drawn."),
        "caravan-act": _("Now the caravans act."),
        "enter": _("Now a caravan is placed on the Start."),
        "drive": _("Now the caravans move, the closest to the Finish first."),
        "action": _("Now the shepherds act, until the day is ended."),
        "night-event": _("Now the Night Event is drawn."),
        "pollution": _("Now pollution rises."),
        "avert": _("Now pollution is averted or suffered."),
        "tiles": _("Now the pollution tiles take effect."),
        "mutation": _("Now the Mutation is drawn."),
        "flock": _("Now a Flock card is drawn."),
        "sheep-move": _("Now the sheep move."),
        "combat": _("Now the shepherds fight, until combat is ended."),
        "strike": _("Now the sheep strike."),
        "over": _("The game is over; a new one may be started."),
    }[state.phase]


def _head(state: State) -> str:
    return name_of(state, state.queue[0].seat)


def _pick_next(_state: State) -> str:
    return _("Now the players choose a shepherd.")


_NEXT_JOB: dict[str, Callable[[State], str]] = {
    "curse": lambda s: _("Now {name} draws a Curse.", name=_head(s)),
    "tile": lambda _s: _("Now a pollution tile is drawn."),
    "discard": lambda s: _("Now {name} discards Equipment.", name=_head(s)),
    "trait": lambda s: _("Now {name} chooses a trait.", name=_head(s)),
    "share": lambda _s: _("Now the essence is shared out."),
    "carry": lambda s: _("Now {name} deals the excess damage or lets it go.", name=_head(s)),
    "choose-strike": lambda _s: _("Now the players choose who is struck."),
    "ready": lambda s: _("Now a card is refreshed, by {name}.", name=_someone(s)),
    "walk": lambda s: _("Now a shepherd moves, of {name}.", name=_someone(s)),
    "push": lambda s: _("Now a sheep is moved, by {name}.", name=_someone(s)),
    "pull": lambda s: _("Now a sheep is moved, by {name}.", name=_someone(s)),
}


def _someone(state: State) -> str:
    seat = state.queue[0].seat
    return name_of(state, seat) if seat >= 0 else _("whoever is chosen")


def refusal(state: State, action: AnyAction) -> Refusal:
    """Return why ``action``, which is not legal, is refused."""
    wrong = _not_now(state, action) or _no_actor(state, action)
    if wrong is None:
        explain = _EXPLAIN.get(type(action))
        wrong = explain(state, action) if explain else None
    if wrong is None:
        wrong = _("that is not among the choices."), _offer(state, action)
    rule = wrong[2] if len(wrong) > 2 else _RULE_OF[tag(action)]
    return of(state, action, rule, wrong[0], wrong[1])


def _not_now(state: State, action: AnyAction) -> Wrong | None:
    if state.phase == "over":
        return _("the game is over."), next_step(state), "win"
    if state.queue:
        kinds = {type(one) for one in effects.answers(state)}
        if type(action) in kinds:
            return None
        return _("something else has to be finished first."), next_step(state)
    if state.phase not in _STEPS.get(tag(action), ()):
        return _("this is not the time for it."), next_step(state)
    return None


def _no_actor(state: State, action: AnyAction) -> Wrong | None:
    acting = {one.seat for one in moves(state) if type(one) is type(action)}
    of_table = tag(action) in ("advance", "done", "draw", "act", "enter", "drive", "avert",
                                  "suffer", "steer", "bear", "share", "pick", "bring")  # fmt: skip
    if of_table:
        reason = _("that is done by the whole table.")
        return (reason, _("It is not one shepherd’s.")) if action.seat != TABLE else None
    if action.seat not in range(state.seats):
        return _("there is no such seat."), next_step(state)
    if state.shepherds[action.seat].dead:
        return _("that shepherd is dead."), next_step(state), "death"
    if state.queue and acting and action.seat not in acting:
        return _("it is somebody else’s choice."), next_step(state)
    return None


def _offer(state: State, action: AnyAction) -> str:
    """Return a few things of that kind that would work."""
    texts = [attempt_of(state, one) for one in _alike(state, action)]
    return _("Try {things}.", things=choice(texts)) if texts else next_step(state)


def _alike(state: State, action: AnyAction) -> list[AnyAction]:
    """Return a few legal actions of the kind of ``action``, of its own seat if there are such."""
    same = [one for one in moves(state) if type(one) is type(action)]
    return ([one for one in same if one.seat == action.seat] or same)[:3]


# Kind by kind


def _choose(state: State, action: Choose) -> Wrong | None:
    board = state.table.shepherds.get(action.shepherd)
    if state.shepherds[action.seat].board:
        return _("that seat has chosen a shepherd."), next_step(state)
    if board is None or any(one.board == action.shepherd for one in state.shepherds):
        return _("that shepherd is not there to choose."), _offer(state, action)
    traits = choice(trait.name for trait in board.traits if trait.level == 1)
    reason = _("that is no Level I trait of {board}.", board=board.name)
    return reason, _("There is {traits}.", traits=traits)


def _draw(state: State, action: Draw) -> Wrong | None:
    decks_ = {one.deck for one in moves(state) if isinstance(one, Draw)}
    if action.deck not in decks_:
        return _("that deck is not drawn from now."), next_step(state)
    if not action.card:
        return _("it does not say which card."), _offer(state, action)
    return _("that card cannot come now."), _offer(state, action)


def _drive(state: State, action: Drive) -> Wrong | None:
    caravan = caravan_of(state, action.caravan)
    if caravan is None or not caravan.on_board:
        return _("that caravan is not on the map."), _offer(state, action)
    if caravan.driven:
        return _("that caravan has moved today."), _offer(state, action)
    if any(isinstance(o, Drive) and o.caravan == action.caravan for o in moves(state)):
        return _("the way it turns is settled, or has to be chosen."), _offer(state, action), "fork"
    return _("another caravan is closer to the Finish."), _offer(state, action)


def _enter(state: State, action: Enter) -> Wrong | None:
    return _("that caravan does not wait to enter."), _offer(state, action)


def _move(state: State, action: Move) -> Wrong | None:
    shepherd = state.shepherds[action.seat]
    if shepherd.moved:
        return _("that shepherd has moved today."), _("It may move again tomorrow.")
    return _too_far(state, action, MOVE)


def _walk(state: State, action: Walk) -> Wrong | None:
    shepherd = state.shepherds[action.seat]
    if state.phase != "combat" and state.setup.rulings["night-walk"] == "combat":
        return _("by your ruling lanterns carry shepherds in combat only."), next_step(state)
    if not shepherd.lit:
        return _no_lantern()
    return _too_far(state, action, 1)


def _no_lantern() -> Wrong:
    return _("no lantern is lit."), _("Lanterns are lit anew when the day begins."), "lanterns"


def _too_far(state: State, action: Move | Walk, most: int) -> Wrong:
    at, grid = state.shepherds[action.seat].at, state.table.grid
    if action.to in state.table.board.shadow:
        return _("{to} lies in shadow.", to=action.to), _offer(state, action), "shadow"
    if action.to not in grid:
        return _("there is no space {to}.", to=action.to), _offer(state, action)
    if action.to == at:
        return _("the shepherd is there already."), _offer(state, action)
    far = grid.distance(at, action.to)
    reason = plural(
        "{to} is {count} space away.", "{to} is {count} spaces away.", far, to=action.to
    )
    told = plural("It may move {count} space.", "It may move up to {count} spaces.", most)
    return reason, told


def _buy(state: State, action: Buy) -> Wrong | None:
    shepherd = state.shepherds[action.seat]
    caravan = caravan_at(state, shepherd.at)
    if caravan is None:
        where = [one.at for one in state.caravans if one.on_board]
        return _("no caravan stands on that shepherd’s space."), (
            _("Caravans stand on {spaces}.", spaces=listing(where)) if where else next_step(state)
        )
    wares = inventory(state, caravan)
    if action.card not in wares:
        sold = choice(map(state.table.name, dict.fromkeys(wares))) or _("nothing more")
        return _("that caravan does not sell it."), _("It sells {cards}.", cards=sold)
    cost = state.table.cost(action.card)
    reason = plural(
        "it costs {cost} essence, and {count} is there.",
        "it costs {cost} essence, and {count} are there.",
        shepherd.essence,
        cost=cost,
    )
    return reason, _("Essence comes from kills at night and from other shepherds."), "essence"


def _purify(state: State, action: Purify) -> Wrong | None:
    shepherd = state.shepherds[action.seat]
    if not shepherd.lit:
        return _no_lantern()
    if not shepherd.essence:
        return _("there is no essence to purify."), _("Kill sheep at night to get some.")
    assert not may_purify(state.table, shepherd)  # noqa: S101  it is not legal
    return _("that shepherd has its last trait."), _("Its essence may buy or be given away.")


def _give(state: State, action: Give) -> Wrong | None:
    giver = state.shepherds[action.seat]
    others = [s for s in shepherds_at(state, giver.at) if s != action.seat]
    if action.to not in others:
        names = choice(name_of(state, seat) for seat in others)
        instead = _("There is {names}.", names=names) if names else _("Move there first.")
        return _("that is nobody else on the same space."), instead
    if not giver.essence:
        return _("there is no essence to give."), next_step(state)
    reason = plural(
        "there is {count} essence to give.", "there are {count} essence to give.", giver.essence
    )
    return reason, plural("Give {count}.", "Give 1 to {count}.", giver.essence)


def _use(state: State, action: Use) -> Wrong | None:
    shepherd = state.shepherds[action.seat]
    held = [one for one in (*shepherd.hand, *shepherd.traits) if one.id == action.card]
    ability = ability_of(state.table, action.card)
    if not held:
        return _not_held(state, action)
    if ability is None:
        return _("that card has no ability."), next_step(state)
    if all(one.down for one in held):
        return _exhausted()
    if ability.cost > shepherd.essence:
        return _("its ability costs {n} essence.", n=ability.cost), next_step(state), "essence"
    return _("its ability belongs to another time of day."), next_step(state)


def _not_held(state: State, action: Use | Attack) -> Wrong:
    shepherd = state.shepherds[action.seat]
    held = dict.fromkeys(one.id for one in (*shepherd.hand, *shepherd.traits))
    cards = choice(map(state.table.name, held)) or _("nothing")
    return _("that shepherd does not have it."), _("It has {cards}.", cards=cards)


def _exhausted() -> Wrong:
    return _("it is exhausted."), _("Cards are refreshed when the day begins."), "ability"


def _attack(state: State, action: Attack) -> Wrong | None:
    shepherd = state.shepherds[action.seat]
    held = [one for one in shepherd.hand if one.id == action.card]
    if not held:
        return _not_held(state, action)
    if not has_icons(state.table, action.card):
        return _("that card has no damage icons."), next_step(state)
    if all(one.down for one in held):
        return _exhausted()
    return _wrong_target(state, action)


def _wrong_target(state: State, action: Attack) -> Wrong:
    shepherd = state.shepherds[action.seat]
    herd = herd_at(state, shepherd.at)
    if herd is None or (TIERS.index(action.tier), action.hurt) not in effects.targets(herd):
        return _("there is no such sheep on that shepherd’s space."), _offer(state, action)
    if not action.boost or not shepherd.lit:
        reason = _("tonight’s sheep can be attacked only with a lit lantern.")
        return _no_lantern() if action.boost else (reason, next_step(state), "special")
    if isinstance(state.table.items[action.card], Curse):
        return _("Curses cannot be boosted."), _("Attack without a lantern."), "boost"
    return _("attacks on tonight’s sheep cannot be boosted."), _("Attack without it."), "boost"


def _avert(state: State, action: Avert) -> Wrong | None:
    lit = [one.lit for one in state.shepherds]
    price, there = state.price, sum(lit)
    if price > there:
        reason = plural(
            "averting costs {price}, and only {count} lantern is lit.",
            "averting costs {price}, and only {count} lanterns are lit.",
            there,
            price=price,
        )
        return reason, _("It can only be suffered.")
    reason = plural(
        "that does not make {count} lantern of those who have them.",
        "that does not make {count} lanterns of those who have them.",
        price,
    )
    return reason, _offer(state, action)


def _suffer(state: State, action: Suffer) -> Wrong | None:
    if sufferings(state) == (Suffer(TABLE),):
        return _("no tile is turned now."), _("Do not avert, without turning one.")
    return _("one of the minor tiles has to be turned."), _offer(state, action)


def _steer(state: State, action: Steer) -> Wrong | None:
    if herd_at(state, action.at) is None:
        return _("no sheep are there."), _offer(state, action)
    return _("the rules do not leave that to the players."), _offer(state, action)


def _distract(state: State, action: Distract) -> Wrong | None:
    shepherd = state.shepherds[action.seat]
    if not shepherd.lit:
        return _no_lantern()
    if shepherd.distracting:
        return _("that shepherd distracts already, and once is enough."), next_step(state)
    return _("tonight’s sheep cannot be distracted."), next_step(state), "special"


_EXPLAIN: dict[type, Callable[[State, Any], Wrong | None]] = {
    Choose: _choose,
    Draw: _draw,
    Drive: _drive,
    Enter: _enter,
    Move: _move,
    Walk: _walk,
    Buy: _buy,
    Purify: _purify,
    Give: _give,
    Use: _use,
    Attack: _attack,
    Avert: _avert,
    Suffer: _suffer,
    Steer: _steer,
    Distract: _distract,
}


# What the kit decides, and cards typed in


def kit_draws(state: State, action: Draw) -> Refusal:
    """Refuse naming a card that the kit draws."""
    reason = _("this is a virtual game: the kit draws the cards.")
    instead = _("Draw {deck} without saying which.", deck=deck_text(action.deck))
    return of(state, action, "pack", reason, instead)


def kit_has_cards(state: State, action: Enlist) -> Refusal:
    """Refuse typing in a card where the kit has them."""
    reason = _("this is a virtual game: the kit has the cards.")
    return of(state, action, "pack", reason, _("Put it into the pack of the next game."))


def too_late_for_cards(state: State, action: Enlist) -> Refusal:
    """Refuse typing in a card after the end."""
    return of(state, action, "pack", _("the game is over."), next_step(state))


def no_such_list(state: State, action: Enlist) -> Refusal:
    """Refuse a card of a kind there is not."""
    instead = _("There are {kinds}.", kinds=choice(CARDS))
    return of(state, action, "pack", _("there is no such list."), instead)


def unreadable_card(state: State, action: Enlist, error: UnreadablePack) -> Refusal:
    """Refuse a card that cannot be read, or that does not go with the others."""
    found = " ".join(problem.text for problem in error.problems)
    instead = _("Write it as the cards of a pack are written.")
    return of(state, action, "pack", _("it cannot be read: {found}", found=found), instead)
