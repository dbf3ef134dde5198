"""The rules of The Sheep as functions: what is legal, why not, and what follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.game import Outcome, Refusal, Seat, Setup
from companion.language import _
from companion.problems import Problem
from companion.the_sheep import caravans, combat, decks, effects, mending, movement, refusals
from companion.the_sheep.effects import told
from companion.the_sheep.moves import Moves, ability_of, moves
from companion.the_sheep.pack import Face
from companion.the_sheep.state import (
    MOST_TILES,
    SAFE,
    WAITING,
    Advance,
    AnyAction,
    Attack,
    Avert,
    Bring,
    Buy,
    Caravan,
    CaravanAct,
    Choose,
    Distract,
    Done,
    Draw,
    Drive,
    Enlist,
    Enter,
    Fix,
    Give,
    Held,
    Herd,
    Job,
    Move,
    News,
    Phase,
    Purify,
    Shepherd,
    State,
    Steer,
    Suffer,
    Tile,
    Use,
    Walk,
    caravan_of,
    put_caravan,
    put_herd,
    put_shepherd,
    tier_number,
)
from companion.the_sheep.table import empty_decks, entry, table

__all__ = [
    "after", "apply", "check", "face", "legal", "outcome", "problems", "start", "steps", "to_act",
]  # fmt: skip


def start(setup: Setup) -> State:
    """Return the table before anybody has chosen a shepherd.

    Raises ``ValueError`` if the pack cannot be read or a virtual game lacks a deck.
    """
    found = table(setup.pack)
    lacking = empty_decks(found) if setup.virtual else ()
    if lacking:
        raise ValueError(_("The pack has no cards for: {decks}.", decks=", ".join(lacking)))
    tiles = (Job("tile"),) * int(setup.rulings["start-tiles"])
    return State(setup, "setup", (Shepherd(),) * len(setup.names), queue=tiles)


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seats with a move now, the table's own (-1) included; none when it is over."""
    return tuple(sorted({part[0].seat for part in moves(state).parts}))


def legal(state: State) -> Moves:
    """Return every move open now. Typing in a card and setting by hand are not moves."""
    return moves(state)


def check(state: State, action: AnyAction) -> Refusal | None:
    """Return why ``action`` cannot be done in ``state``, or ``None`` if it can."""
    if isinstance(action, Fix):
        return mending.check(state, action)
    if isinstance(action, Enlist):
        return mending.check_enlist(state, action)
    now = moves(state)
    if action in now or _is_known_draw(state, action, now):
        return None
    return refusals.refusal(state, action)


def _is_known_draw(state: State, action: AnyAction, now: Moves) -> bool:
    """Return whether it is a draw of a virtual game with its card filled in."""
    if not (state.setup.virtual and isinstance(action, Draw) and action.card):
        return False
    return Draw(action.seat, action.deck) in now and action.card in decks.left(state, action.deck)


def apply(state: State, action: AnyAction) -> State:
    """Return the table after a checked ``action`` and all that follows without a choice."""
    if state.news:
        state = replace(state, news=())
    does = _APPLIES.get(type(action))
    if does is None or (state.queue and isinstance(action, Draw)):
        state = effects.answered(state, action)
    else:
        state = does(state, action)
    return _onward(state)


def _onward(state: State) -> State:
    """Do what leaves no choice, and pass over steps in which there is nothing to do."""
    while True:
        if state.queue:
            state = effects.settled(state)
        if state.queue or state.phase == "over":
            return state
        if state.phase != "setup" and all(one.at == SAFE for one in state.caravans):
            return replace(state, phase="over", result="won")
        following = _following(state)
        if not following:
            return state
        if state.phase == "enter" and any(one.at == WAITING for one in state.caravans):
            state = told(state, News("start-taken", at=state.table.board.start))
        state = _entered(state, following)


def _entered(state: State, phase: Phase) -> State:
    if phase != "refresh":
        return replace(state, phase=phase)
    return replace(state, queue=(Job("dawn"),))


def _following(state: State) -> Phase | None:
    """Return the step to go on to if nothing is to be done in this one, else ``None``."""
    skip = _SKIPS.get(state.phase)
    if skip is None or not skip(state):
        return None
    return after(state, state.phase)


_SKIPS: dict[str, Callable[[State], bool]] = {
    "setup": lambda state: not moves(state).parts,
    "caravan-act": lambda state: not caravans.to_act(state),
    "enter": lambda state: not caravans.to_enter(state),
    "drive": lambda state: not caravans.next_to_drive(state),
    "tiles": lambda state: not state.tiles,
    "flock": lambda state: not decks.wave(state),
    "sheep-move": lambda state: not state.flock,
    "strike": lambda state: not state.flock,
}

_DAY: tuple[Phase, ...] = ("refresh", "day-event", "caravan-act", "enter", "drive", "action")
_NIGHT: tuple[Phase, ...] = ("night-event", "pollution", "avert", "tiles")
_BATTLE: tuple[Phase, ...] = ("combat", "strike", "refresh")
_DARK: dict[str, tuple[Phase, ...]] = {
    "mutation-flock-move": ("mutation", "flock", "sheep-move"),
    "flock-mutation-move": ("flock", "mutation", "sheep-move"),
    "mutation-move-flock": ("mutation", "sheep-move", "flock"),
}


def steps(state: State) -> tuple[Phase, ...]:
    """Return the steps of a day and a night in the order this table plays them."""
    return (*_DAY, *_NIGHT, *_DARK[state.setup.rulings["night-order"]], *_BATTLE[:2])


def after(state: State, phase: Phase) -> Phase:
    """Return the step that follows ``phase``; the first day has no refresh and no event."""
    if phase == "setup":
        return "caravan-act"
    row = (*steps(state), "refresh")
    return row[row.index(phase) + 1]


# Set-up


def _choose(state: State, action: Choose) -> State:
    board = state.table.shepherds[action.shepherd]
    shepherd = Shepherd(
        board=board.id,
        at=state.table.board.start,
        hand=tuple(map(Held, board.equipment)),
        traits=(Held(action.trait),),
        essence=board.essence,
        lit=board.lanterns,
        lanterns=board.lanterns,
    )
    return put_shepherd(state, action.seat, shepherd)


def _bring(state: State, action: Bring) -> State:
    return replace(state, caravans=(*state.caravans, Caravan(action.caravan)))


# Steps the table confirms


def _advance(state: State, _action: Advance) -> State:
    return _ADVANCES[state.phase](state)


def _refresh(state: State) -> State:
    return replace(
        state,
        phase=after(state, "refresh"),
        shepherds=tuple(_refreshed(one) for one in state.shepherds),
    )


def _refreshed(shepherd: Shepherd) -> Shepherd:
    return replace(
        shepherd,
        hand=tuple(Held(one.id) for one in shepherd.hand),
        traits=tuple(Held(one.id) for one in shepherd.traits),
        lit=0 if shepherd.dead else shepherd.lanterns,
    )


def _raise(state: State) -> State:
    event = state.table.decks["night"].get(state.night_event)
    return effects.risen(replace(state, phase="avert"), event.pollution if event else 0)


def _do_tiles(state: State) -> State:
    jobs = [effects.begun(state, face(state, tile).effects) for tile in state.tiles]
    queue = tuple(job for some in jobs for job in some)
    return replace(state, phase=after(state, "tiles"), queue=queue)


def face(state: State, tile: Tile) -> Face:
    """Return the side of a pollution tile that lies up."""
    both = state.table.decks["tile"][tile.id]
    side: Face = both.major if tile.major else both.minor
    return side


def _move_sheep(state: State) -> State:
    chosen, news = dict(state.steered), []
    flock: tuple[Herd, ...] = ()
    for group in movement.options(state):
        end = group.ends[0] if not group.is_open else chosen[group.at]
        herd = next(one for one in state.flock if one.at == group.at)
        there = next((one for one in flock if one.at == end), Herd(end, (0, 0, 0)))
        flock = put_herd(flock, _joined(there, herd))
        if end != group.at:
            news.append(News("herd", at=group.at, to=end, count=herd.size))
    after_ = after(state, "sheep-move")
    return told(replace(state, phase=after_, flock=flock, steered=()), *news)


def _joined(there: Herd, herd: Herd) -> Herd:
    (one, two, three), (more, still, last) = there.count, herd.count
    hurt = tuple(sorted((*there.hurt, *herd.hurt)))
    return Herd(there.at, (one + more, two + still, three + last), hurt)


def _do_strikes(state: State) -> State:
    jobs = tuple(Job("strike", at=herd.at, tiers=herd.count) for herd in state.flock)
    return replace(state, queue=(*jobs, Job("dawn")))


_ADVANCES: dict[str, Callable[[State], State]] = {
    "refresh": _refresh,
    "pollution": _raise,
    "tiles": _do_tiles,
    "sheep-move": _move_sheep,
    "strike": _do_strikes,
}


def _done(state: State, _action: Done) -> State:
    if state.phase == "combat":
        return replace(state, phase="strike")
    return replace(state, phase="night-event", flock=effects.unhurt(state.flock))


def _draw(state: State, action: Draw) -> State:
    card = state.table.decks[action.deck][action.card]
    state = decks.taken(state, action.deck, action.card)
    phase = after(state, state.phase)
    if action.deck == "flock":
        spawned = [one for one in card.spawns if one.players <= state.seats]
        queue = tuple(
            Job("spawn", count=one.count, tier=tier_number(one.tier), where=one.colour)
            for one in spawned
        )
        return replace(state, phase=phase, queue=queue)
    if action.deck == "mutation":
        return replace(state, phase=phase, mutation=action.card)
    queue = effects.begun(state, card.effects)
    if action.deck == "day":
        return replace(state, phase=phase, day_event=action.card, night_event="", queue=queue)
    return replace(state, phase=phase, night_event=action.card, day_event="", queue=queue)


# Caravans


def _caravan(state: State, caravan_id: str) -> Caravan:
    found = caravan_of(state, caravan_id)
    assert found is not None  # noqa: S101  only travelling ones are listed
    return found


def _act(state: State, action: CaravanAct) -> State:
    caravan = _caravan(state, action.caravan)
    jobs = effects.begun(state, state.table.caravans[caravan.id].effects, at=caravan.at)
    return replace(put_caravan(state, replace(caravan, acted=True)), queue=jobs)


def _enter(state: State, action: Enter) -> State:
    start_ = state.table.board.start
    state = put_caravan(state, replace(_caravan(state, action.caravan), at=start_))
    return replace(state, phase="drive")


def _drive(state: State, action: Drive) -> State:
    caravan = _caravan(state, action.caravan)
    found = caravans.route(state, caravan, action.turn)
    end = SAFE if found.why == "safe" else found.stops[-1]
    news = [News("drive", at=at, name=caravan.id) for at in found.stops[1:]]
    stop = News("stop", at=found.stops[-1], to=found.why, name=caravan.id)
    moved = replace(caravan, at=end, driven=True)
    return told(put_caravan(state, moved), *news, stop)


# Shepherds


def _move(state: State, action: Move) -> State:
    shepherd = replace(state.shepherds[action.seat], at=action.to, moved=True)
    return put_shepherd(state, action.seat, shepherd)


def _walk(state: State, action: Walk) -> State:
    shepherd = state.shepherds[action.seat]
    walked = replace(shepherd, at=action.to, lit=shepherd.lit - 1)
    return put_shepherd(state, action.seat, walked)


def _buy(state: State, action: Buy) -> State:
    shepherd = state.shepherds[action.seat]
    caravan = next(one for one in state.caravans if one.at == shepherd.at)
    cost = state.table.cost(action.card)
    state = put_caravan(state, replace(caravan, sold=(*caravan.sold, action.card)))
    paid = replace(shepherd, essence=shepherd.essence - cost)
    return effects.gained(put_shepherd(state, action.seat, paid), action.seat, action.card)


def _purify(state: State, action: Purify) -> State:
    shepherd = state.shepherds[action.seat]
    meter = experience_meter(state, action.seat)
    gained = shepherd.experience + 1
    full = gained >= meter
    purer = replace(
        shepherd,
        essence=shepherd.essence - 1,
        lit=shepherd.lit - 1,
        experience=0 if full else gained,
    )
    state = put_shepherd(state, action.seat, purer)
    return effects.first(state, Job("trait", action.seat)) if full else state


def experience_meter(state: State, seat: Seat) -> int:
    """Return the point of experience that brings a seat's next trait; 0 if there is none."""
    return effects.experience_meter(state, state.shepherds[seat])


def _give(state: State, action: Give) -> State:
    giver = state.shepherds[action.seat]
    state = put_shepherd(state, action.seat, replace(giver, essence=giver.essence - action.count))
    return effects.gained_essence(state, action.to, action.count)


def _use(state: State, action: Use) -> State:
    shepherd = state.shepherds[action.seat]
    ability = ability_of(state.table, action.card)
    assert ability is not None  # noqa: S101  only cards with one are listed
    used = effects.turned(shepherd, action.card, down=True)
    paid = replace(used, essence=used.essence - ability.cost)
    state = put_shepherd(state, action.seat, paid)
    queue = effects.begun(state, ability.effects, user=action.seat, card=action.card)
    return replace(state, queue=queue)


def _attack(state: State, action: Attack) -> State:
    shepherd = state.shepherds[action.seat]
    damage = combat.damage(state, action.card, boost=action.boost)
    used = effects.turned(shepherd, action.card, down=True)
    if action.boost:
        used = replace(used, lit=used.lit - 1)
    state = put_shepherd(state, action.seat, used)
    return effects.hit(state, action.seat, tier_number(action.tier), action.hurt, damage)


def _distract(state: State, action: Distract) -> State:
    one = state.shepherds[action.seat]
    bait = replace(one, lit=one.lit - 1, distracting=one.distracting + 1)
    return put_shepherd(state, action.seat, bait)


# Pollution


def _avert(state: State, action: Avert) -> State:
    spent = zip(state.shepherds, action.lanterns, strict=True)
    shepherds = tuple(replace(one, lit=one.lit - n) if n else one for one, n in spent)
    return replace(state, phase="tiles", shepherds=shepherds)


def _suffer(state: State, action: Suffer) -> State:
    if len(state.tiles) < MOST_TILES:
        return replace(state, phase="tiles", slot=0, queue=(Job("tile"),))
    if action.flip < 0:
        return replace(state, phase="over", result="pollution")
    row = list(state.tiles)
    row[action.flip] = replace(row[action.flip], major=True)
    return replace(state, phase="tiles", slot=0, tiles=tuple(row))


def _steer(state: State, action: Steer) -> State:
    others = tuple(one for one in state.steered if one[0] != action.at)
    return replace(state, steered=tuple(sorted((*others, (action.at, action.to)))))


def _enlist(state: State, action: Enlist) -> State:
    return replace(state, entered=(*state.entered, entry(action.kind, action.data)))


_APPLIES: dict[type, Callable[[State, Any], State]] = {
    Choose: _choose,
    Bring: _bring,
    Advance: _advance,
    Done: _done,
    Draw: _draw,
    CaravanAct: _act,
    Enter: _enter,
    Drive: _drive,
    Move: _move,
    Walk: _walk,
    Buy: _buy,
    Purify: _purify,
    Give: _give,
    Use: _use,
    Attack: _attack,
    Distract: _distract,
    Avert: _avert,
    Suffer: _suffer,
    Steer: _steer,
    Enlist: _enlist,
    Fix: mending.apply,
}


# The end


def outcome(state: State) -> Outcome | None:
    """Return how the game ended: everybody wins or loses together."""
    if state.phase != "over":
        return None
    seats = tuple(range(state.seats))
    reasons = {
        "won": _("Every caravan is safe: the shepherds win."),
        "corruption": _("A caravan has fallen to corruption: the shepherds lose."),
        "pollution": _("The land is polluted beyond help: the shepherds lose."),
    }
    winners = seats if state.result == "won" else ()
    return Outcome(winners, (), (), reasons[state.result])


def problems(state: State) -> tuple[Problem, ...]:
    """Return everything about the pieces and tokens that cannot be right."""
    return mending.problems(state)
