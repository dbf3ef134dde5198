"""What cards, tiles and strikes bring about, one thing after another.

Whatever has begun stands in the state's queue of jobs. :func:`settled` does those that leave no
choice; at the first that does, or that needs a card, it waits, and :func:`answers` lists what may
be chosen. :func:`answered` does what was chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from companion.game import TABLE, Seat
from companion.the_sheep import combat, decks
from companion.the_sheep.pack import COLOURS, TIERS, Curse, Deck, Effect
from companion.the_sheep.state import (
    MOST_ESSENCE,
    NO_SHEEP,
    AnyAction,
    Bear,
    Carry,
    Discard,
    Draw,
    Enlist,
    Held,
    Herd,
    Job,
    Learn,
    LetGo,
    News,
    Pick,
    Ready,
    Share,
    Shepherd,
    Shift,
    State,
    Step,
    Tile,
    caravan_at,
    hand_limit,
    herd_at,
    living,
    put_caravan,
    put_herd,
    put_shepherd,
    shepherds_at,
    tier_number,
    with_tier,
)

Answers = tuple[AnyAction, ...]
_INSTEAD = ((0, 1, 2), (1, 2, 0), (2, 1, 0))  # the tiers that come, if none is left of the first


def settled(state: State) -> State:
    """Return the state when everything that leaves no choice has been done."""
    while state.queue and state.phase != "over":
        job = state.queue[0]
        wait = _wait(job)
        if wait is None:
            state = _RUNS[job.do](replace(state, queue=state.queue[1:]), job)
            continue
        open_ = wait(state, job)
        if not open_:
            state = _passed(state, job)
        elif len(open_) == 1 and job.do not in _NEVER_ALONE:
            state = answered(state, open_[0])
        else:
            break
    return state


def _passed(state: State, job: Job) -> State:
    """Return the state without a job that nothing can be done for; a card not drawn is told."""
    state = replace(state, queue=state.queue[1:])
    if job.do in _DRAWN and not (job.seat >= 0 and state.shepherds[job.seat].dead):
        return told(state, News("no-card", name=job.do))
    return state


def answers(state: State) -> Answers:
    """Return what may be chosen for the first job of the queue."""
    job = state.queue[0]
    wait = _wait(job)
    return wait(state, job) if wait else ()


def _wait(job: Job) -> Callable[[State, Job], Answers] | None:
    """Return what lists the choices of a job, or ``None`` if it leaves none."""
    if job.seat < 0 and job.do in _NEEDS_SHEPHERD:
        return _someone
    return _WAITS.get(job.do)


def answered(state: State, action: AnyAction) -> State:
    """Return the state after a choice for the first job of the queue."""
    job = state.queue[0]
    state = replace(state, queue=state.queue[1:])
    if isinstance(action, LetGo):
        return state
    return _ANSWERS[type(action)](state, job, action)


def begun(
    state: State, effects: Iterable[Effect], *, user: Seat = TABLE, at: str = "", card: str = ""
) -> tuple[Job, ...]:
    """Return the jobs of the ``effects`` of a ``card``, used by a seat or on a space."""
    return tuple(job for effect in effects for job in _jobs(state, effect, user, at, card))


def _jobs(state: State, effect: Effect, user: Seat, at: str, card: str) -> Iterator[Job]:
    job = Job(effect.do, user, at, effect.count, tier_number(effect.tier), effect.where, card=card)
    if effect.do not in _NEEDS_SHEPHERD:
        yield job
    elif effect.who == "each":
        yield from (replace(job, seat=seat) for seat in living(state))
    elif effect.who == "user" and user != TABLE:
        yield job
    elif effect.who == "here":
        here = at or (state.shepherds[user].at if user != TABLE else "")
        yield replace(job, seat=TABLE, at=here)
    else:
        yield replace(job, seat=TABLE, at="")


def told(state: State, *news: News) -> State:
    """Return the state with more news."""
    return replace(state, news=(*state.news, *news))


def first(state: State, *jobs: Job) -> State:
    """Return the state with jobs to be done before all others."""
    return replace(state, queue=(*jobs, *state.queue))


# Sheep on the map


def placed(state: State, at: str, tier: int, count: int, colour: str = "") -> State:
    """Return the state with sheep from the stock on a space, others instead if none are left."""
    herd = herd_at(state, at) or Herd(at, NO_SHEEP)
    stock, counts, news = state.stock, herd.count, []
    while count:
        there = next((one for one in _INSTEAD[tier] if stock[one]), -1)
        if there < 0:
            news.append(News("no-piece", at=at, name=colour, tier=tier, count=count))
            break
        some = min(count, stock[there])
        stock, counts = with_tier(stock, there, -some), with_tier(counts, there, some)
        what = "spawn" if there == tier else "instead"
        news.append(News(what, at=at, name=colour, tier=there, count=some))
        count -= some
    flock = put_herd(state.flock, replace(herd, count=counts))
    return replace(state, flock=flock, stock=stock, news=(*state.news, *news))


def taken_off(herd: Herd, tier: int, hurt: int) -> Herd:
    """Return a herd without one sheep of that tier and damage."""
    return Herd(herd.at, with_tier(herd.count, tier, -1), _healed(herd.hurt, tier, hurt))


def _healed(hurt: tuple[tuple[int, int], ...], tier: int, damage: int) -> tuple[Any, ...]:
    if not damage:
        return hurt
    place = hurt.index((tier, damage))
    return (*hurt[:place], *hurt[place + 1 :])


def wounded(herd: Herd, tier: int, hurt: int, damage: int) -> Herd:
    """Return a herd one of whose sheep has so much more damage."""
    if not damage:
        return herd
    marks = (*_healed(herd.hurt, tier, hurt), (tier, hurt + damage))
    return Herd(herd.at, herd.count, tuple(sorted(marks)))


@lru_cache(maxsize=4096)
def targets(herd: Herd) -> tuple[tuple[int, int], ...]:
    """Return the different sheep of a herd: each tier with each damage there is."""
    found = []
    for tier in range(3):
        marks = [damage for one, damage in herd.hurt if one == tier]
        if herd.count[tier] > len(marks):
            found.append((tier, 0))
        found += [(tier, damage) for damage in sorted(set(marks))]
    return tuple(found)


def _spawn(state: State, job: Job) -> State:
    spawns = state.table.board.spawns
    colours = [c for c in COLOURS if c in spawns] if job.where == "each" else [job.where]
    for colour in colours:
        if colour in spawns:
            state = placed(state, spawns[colour], job.tier, job.count, colour)
    return state


def _pushes(state: State, job: Job) -> Answers:
    """List the sheep that may be moved a space by a card."""
    here = state.shepherds[job.seat].at
    if not here:
        return ()
    herds = [one for one in state.flock if job.where != "here" or one.at == here]
    neighbours = state.table.grid.neighbours
    shifts = [
        Shift(job.seat, herd.at, to, TIERS[tier], hurt)
        for herd in herds
        for tier, hurt in targets(herd)
        if tier <= job.tier
        for to in neighbours.get(herd.at, ())
    ]
    return (*shifts, LetGo(job.seat)) if shifts else ()


def _pulls(state: State, job: Job) -> Answers:
    here = state.shepherds[job.seat].at
    shifts = [
        Shift(job.seat, herd.at, here, TIERS[tier], hurt)
        for herd in state.flock
        if herd.at != here and here
        for tier, hurt in targets(herd)
        if tier <= job.tier
    ]
    return (*shifts, LetGo(job.seat)) if shifts else ()


def _shift(state: State, job: Job, action: Shift) -> State:
    tier, herd = tier_number(action.tier), herd_at(state, action.at)
    assert herd is not None  # noqa: S101  only sheep that are there are listed
    there = herd_at(state, action.to) or Herd(action.to, NO_SHEEP)
    marks = (*there.hurt, *(((tier, action.hurt),) if action.hurt else ()))
    joined = Herd(action.to, with_tier(there.count, tier, 1), tuple(sorted(marks)))
    flock = put_herd(put_herd(state.flock, taken_off(herd, tier, action.hurt)), joined)
    moved = replace(state, flock=flock)
    return first(moved, replace(job, count=job.count - 1)) if job.count > 1 else moved


# For a shepherd


def _someone(state: State, job: Job) -> Answers:
    seats = shepherds_at(state, job.at) if job.at else living(state)
    return tuple(Pick(TABLE, seat) for seat in seats)


def _pick(state: State, job: Job, action: Pick) -> State:
    return first(state, replace(job, seat=action.who))


def _corrupt(state: State, job: Job) -> State:
    shepherd = state.shepherds[job.seat]
    if shepherd.dead or not job.count:
        return state
    meter = corruption_meter(state, shepherd)
    total = shepherd.corruption + job.count
    if total < meter:
        news = News("corrupt", job.seat, count=job.count)
        return told(put_shepherd(state, job.seat, replace(shepherd, corruption=total)), news)
    state = put_shepherd(state, job.seat, replace(shepherd, corruption=0))
    state = told(state, News("overflow", job.seat, count=job.count))
    rest = replace(job, count=total - meter)
    return first(state, Job("curse", job.seat), *((rest,) if rest.count else ()))


def corruption_meter(state: State, shepherd: Shepherd) -> int:
    """Return the point of corruption that overflows a shepherd's meter."""
    board = state.table.shepherds.get(shepherd.board)
    return board.corruption if board else 4


def experience_meter(state: State, shepherd: Shepherd) -> int:
    """Return the point of experience that brings a shepherd's next trait; 0 if there is none."""
    board = state.table.shepherds.get(shepherd.board)
    meters = board.experience if board else ()
    return meters[shepherd.level - 1] if 1 <= shepherd.level <= len(meters) else 0


def _heal(state: State, job: Job) -> State:
    shepherd = state.shepherds[job.seat]
    some = min(job.count, shepherd.corruption)
    if shepherd.dead or not some:
        return state
    healed = replace(shepherd, corruption=shepherd.corruption - some)
    return told(put_shepherd(state, job.seat, healed), News("heal", job.seat, count=some))


def _essence(state: State, job: Job) -> State:
    return gained_essence(state, job.seat, job.count)


def gained_essence(state: State, seat: Seat, count: int) -> State:
    """Return the state when a shepherd has got essence, as far as it has room."""
    shepherd = state.shepherds[seat]
    if shepherd.dead or not count:
        return state
    some = min(count, MOST_ESSENCE - shepherd.essence)
    news = [News("essence", seat, count=some)] if some else []
    if some < count:
        news.append(News("essence-lost", seat, count=count - some))
    richer = replace(shepherd, essence=shepherd.essence + some)
    return told(put_shepherd(state, seat, richer), *news)


def _relight(state: State, job: Job) -> State:
    shepherd = state.shepherds[job.seat]
    some = min(job.count, shepherd.lanterns - shepherd.lit)
    if shepherd.dead or not some:
        return state
    lit = replace(shepherd, lit=shepherd.lit + some)
    return told(put_shepherd(state, job.seat, lit), News("relight", job.seat, count=some))


def _readies(state: State, job: Job) -> Answers:
    shepherd = state.shepherds[job.seat]
    down = dict.fromkeys(one.id for one in (*shepherd.hand, *shepherd.traits) if one.down)
    down.pop(job.card, None)  # a card does not refresh itself
    return (*(Ready(job.seat, card) for card in down), LetGo(job.seat)) if down else ()


def _ready(state: State, job: Job, action: Ready) -> State:
    shepherd = turned(state.shepherds[job.seat], action.card, down=False)
    state = put_shepherd(state, job.seat, shepherd)
    return first(state, replace(job, count=job.count - 1)) if job.count > 1 else state


def turned(shepherd: Shepherd, card: str, *, down: bool) -> Shepherd:
    """Return a shepherd one of whose cards or traits was turned face down, or up."""
    for name in ("hand", "traits"):
        row: tuple[Held, ...] = getattr(shepherd, name)
        for place, one in enumerate(row):
            if one.id == card and one.down != down:
                changed = (*row[:place], Held(card, down), *row[place + 1 :])
                return replace(shepherd, **{name: changed})
    return shepherd


def _walks(state: State, job: Job) -> Answers:
    shepherd = state.shepherds[job.seat]
    if shepherd.dead:
        return ()
    spaces = state.table.grid.within(shepherd.at, job.count)
    return (*(Step(job.seat, to) for to in spaces if to != shepherd.at), LetGo(job.seat))


def _step(state: State, job: Job, action: Step) -> State:
    return put_shepherd(state, job.seat, replace(state.shepherds[job.seat], at=action.to))


def _pollute(state: State, job: Job) -> State:
    return risen(state, job.count)


def risen(state: State, count: int) -> State:
    """Return the state when pollution has risen by so many slots, up to the last."""
    last = len(state.table.meter(state.seats)) - 1
    slot = min(last, state.slot + count)
    return told(replace(state, slot=slot), News("risen", count=slot - state.slot))


# Cards gained and lost


def gained(state: State, seat: Seat, card: str) -> State:
    """Return the state when a shepherd has taken a card into its hand, face up."""
    shepherd = state.shepherds[seat]
    state = put_shepherd(state, seat, replace(shepherd, hand=(*shepherd.hand, Held(card))))
    return limited(state, seat)


def limited(state: State, seat: Seat) -> State:
    """Return the state after looking at a hand: a discard may be due, or the shepherd is dead."""
    shepherd, limit = state.shepherds[seat], hand_limit(state, seat)
    if shepherd.dead or len(shepherd.hand) < limit:
        return state
    curses = state.table.curses
    if all(one.id in curses for one in shepherd.hand):
        corpse = Shepherd(board=shepherd.board, lanterns=shepherd.lanterns, dead=True)
        return told(put_shepherd(state, seat, corpse), News("death", seat))
    return first(state, Job("discard", seat)) if len(shepherd.hand) > limit else state


def _discards(state: State, job: Job) -> Answers:
    shepherd = state.shepherds[job.seat]
    if shepherd.dead or len(shepherd.hand) <= hand_limit(state, job.seat):
        return ()
    items = state.table.items
    cards = dict.fromkeys(one.id for one in shepherd.hand)
    return tuple(Discard(job.seat, one) for one in cards if not isinstance(items.get(one), Curse))


def _discard(state: State, job: Job, action: Discard) -> State:
    shepherd = without(state.shepherds[job.seat], action.card)
    state = told(put_shepherd(state, job.seat, shepherd), News("discard", job.seat,
                                                               name=action.card))  # fmt: skip
    return limited(state, job.seat)


def without(shepherd: Shepherd, card: str) -> Shepherd:
    """Return a shepherd without one such card, an exhausted one rather than a ready one."""
    places = [place for place, one in enumerate(shepherd.hand) if one.id == card]
    if not places:
        return shepherd
    gone = next((place for place in places if shepherd.hand[place].down), places[0])
    return replace(shepherd, hand=(*shepherd.hand[:gone], *shepherd.hand[gone + 1 :]))


def _draws(state: State, job: Job) -> Answers:
    """List what may be drawn; a card the pack lacks is typed in, or there is none in the box."""
    if job.do == "curse" and state.shepherds[job.seat].dead:
        return ()
    found = decks.draws(state, _DRAWN[job.do])
    all_lie = job.do == "curse" and any(isinstance(one, Enlist) for one in found)
    return (*found, LetGo(job.seat)) if all_lie and state.table.curses else found


def _drawn(state: State, job: Job, action: Draw) -> State:
    state = decks.taken(state, action.deck, action.card)
    if job.do == "tile":
        state = replace(state, tiles=(*state.tiles, Tile(action.card)))
        return told(state, News("tile", name=action.card))
    state = told(state, News("curse", job.seat, name=action.card))
    return gained(state, job.seat, action.card)


def _traits(state: State, job: Job) -> Answers:
    shepherd = state.shepherds[job.seat]
    board = state.table.shepherds.get(shepherd.board)
    if shepherd.dead or board is None:
        return ()
    level = shepherd.level + 1
    return tuple(Learn(job.seat, trait.id) for trait in board.traits if trait.level == level)


def _learn(state: State, job: Job, action: Learn) -> State:
    shepherd = state.shepherds[job.seat]
    learned = replace(shepherd, traits=(*shepherd.traits, Held(action.trait)))
    return put_shepherd(state, job.seat, learned)


# Attacks


def hit(state: State, seat: Seat, tier: int, hurt: int, damage: int) -> State:
    """Return the state when a shepherd has dealt damage to a sheep on its space."""
    at = state.shepherds[seat].at
    herd = herd_at(state, at)
    assert herd is not None  # noqa: S101  only sheep that are there are listed
    over = hurt + damage - combat.health(state, tier)
    if over < 0:
        state = replace(state, flock=put_herd(state.flock, wounded(herd, tier, hurt, damage)))
        return told(state, News("hit", seat, at=at, tier=tier, count=damage))
    state = replace(
        state,
        flock=put_herd(state.flock, taken_off(herd, tier, hurt)),
        stock=with_tier(state.stock, tier, 1),
        news=(*state.news, News("kill", seat, at=at, tier=tier, count=damage)),
    )
    essence = combat.reward(state, tier)
    if essence:
        state = first(state, Job("share", at=at, count=essence))
    if over and state.is_day:
        state = first(state, Job("carry", seat, at=at, count=over))
    return state


def _shares(state: State, job: Job) -> Answers:
    return _distributions(shepherds_at(state, job.at), job.count, state.seats)


@lru_cache(maxsize=1024)
def _distributions(here: tuple[Seat, ...], count: int, seats: int) -> Answers:
    rows: list[tuple[int, ...]] = [()]
    for seat in range(seats):
        most = count if seat in here else 0
        rows = [(*row, more) for row in rows for more in range(min(most, count - sum(row)), -1, -1)]
    return tuple(Share(TABLE, row) for row in rows if sum(row) == count)


def _share(state: State, _job: Job, action: Share) -> State:
    for seat, count in enumerate(action.essence):
        state = gained_essence(state, seat, count)
    return state


def _carries(state: State, job: Job) -> Answers:
    herd = herd_at(state, job.at)
    if herd is None:
        return ()
    onto = (Carry(job.seat, TIERS[tier], hurt) for tier, hurt in targets(herd))
    return (*onto, LetGo(job.seat))


def _carry(state: State, job: Job, action: Carry) -> State:
    return hit(state, job.seat, tier_number(action.tier), action.hurt, job.count)


# Strikes


def victims(state: State, at: str) -> tuple[tuple[Seat, ...], str, bool]:
    """Return whom the sheep of a space strike.

    That is the seats one of which is struck, or else the caravan's id; and whether a single
    distraction, which draws one strike, is meant.
    """
    here, caravan = shepherds_at(state, at), caravan_at(state, at)
    bait = tuple(seat for seat in here if state.shepherds[seat].distracting)
    single = state.setup.rulings["distract"] == "one"
    if bait and (caravan is not None or not single):
        return bait, "", single
    if caravan is not None:
        return (), caravan.id, False
    return here, "", False


def _strikes(state: State, job: Job) -> Answers:
    """List who may be struck next; nothing if nobody is, and the one answer if all is clear."""
    seats, caravan, single = victims(state, job.at)
    if caravan or not seats or not any(job.tiers):
        return ()
    tiers = [tier for tier in range(3) if job.tiers[tier]]
    if len(seats) == 1 and not (single and len(tiers) > 1):
        one = Bear(TABLE, seats[0], TIERS[tiers[0]])
        return (one if single else Bear(TABLE, seats[0], every=True),)
    ones = [Bear(TABLE, seat, TIERS[tier]) for seat in seats for tier in tiers]
    if single or sum(job.tiers) == 1:
        return tuple(ones)
    return (*ones, *(Bear(TABLE, seat, every=True) for seat in seats))


def _strike(state: State, job: Job) -> State:
    """Let the sheep of a space strike, as far as nobody has to choose; else wait at the head."""
    seats, caravan, _single = victims(state, job.at)
    if caravan:
        return _caravan_struck(state, job, caravan)
    if not any(job.tiers) or not seats:
        return state
    if job.seat in seats:
        tier = next(tier for tier in range(3) if job.tiers[tier])
        return _struck(state, replace(job, do="strike"), job.seat, tier)
    return first(state, replace(job, do="choose-strike", seat=TABLE))


def _caravan_struck(state: State, job: Job, caravan_id: str) -> State:
    caravan = caravan_at(state, job.at)
    assert caravan is not None  # noqa: S101  it was just found there
    count = sum(n * combat.strength(state, tier) for tier, n in enumerate(job.tiers))
    if not sum(job.tiers):
        return state
    news = News("struck-caravan", at=job.at, name=caravan_id, tier=sum(job.tiers), count=count)
    struck = replace(caravan, corruption=caravan.corruption + count)
    state = told(put_caravan(state, struck), news)
    if struck.corruption >= state.table.caravans[caravan_id].corruption:
        return replace(state, phase="over", result="corruption", queue=())
    return state


def _struck(state: State, job: Job, seat: Seat, tier: int) -> State:
    """Let one sheep strike a shepherd, then go on with the others of its space."""
    rest = replace(job, tiers=with_tier(job.tiers, tier, -1))
    count = combat.strength(state, tier)
    state = told(state, News("struck", seat, at=job.at, tier=tier, count=count))
    return first(state, Job("corrupt", seat, count=count), rest)


def _bear(state: State, job: Job, action: Bear) -> State:
    _seats, _caravan, single = victims(state, job.at)
    if single:
        shepherd = state.shepherds[action.who]
        spent = replace(shepherd, distracting=shepherd.distracting - 1)
        state = put_shepherd(state, action.who, spent)
    seat = action.who if action.every else TABLE
    again = replace(job, do="strike", seat=seat)
    if action.every:
        return first(state, again)
    return _struck(state, again, action.who, tier_number(action.tier))


def _dawn(state: State, _job: Job) -> State:
    """End the night: no damage, no mutation, and nobody distracts."""
    shepherds = tuple(
        replace(one, moved=False, distracting=0) if not one.dead else one for one in state.shepherds
    )
    return replace(
        state,
        phase="refresh",
        day=state.day + 1,
        shepherds=shepherds,
        caravans=tuple(replace(one, acted=False, driven=False) for one in state.caravans),
        flock=unhurt(state.flock),
        mutation="",
        steered=(),
    )


def unhurt(flock: tuple[Herd, ...]) -> tuple[Herd, ...]:
    """Return the flock without damage."""
    return tuple(Herd(one.at, one.count) if one.hurt else one for one in flock)


_DRAWN: dict[str, Deck] = {"curse": "curse", "tile": "tile"}
_NEEDS_SHEPHERD = frozenset(
    ("corrupt", "heal", "essence", "relight", "ready", "walk", "push", "pull")
)
_NEVER_ALONE = frozenset(("curse", "tile", "carry", "trait", "walk", "ready", "push", "pull"))

_RUNS: dict[str, Callable[[State, Job], State]] = {
    "spawn": _spawn,
    "corrupt": _corrupt,
    "heal": _heal,
    "essence": _essence,
    "relight": _relight,
    "pollute": _pollute,
    "strike": _strike,
    "dawn": _dawn,
}

_WAITS: dict[str, Callable[[State, Job], Answers]] = {
    "ready": _readies,
    "walk": _walks,
    "push": _pushes,
    "pull": _pulls,
    "curse": _draws,
    "tile": _draws,
    "discard": _discards,
    "trait": _traits,
    "share": _shares,
    "carry": _carries,
    "choose-strike": _strikes,
}

_ANSWERS: dict[type, Callable[[State, Job, Any], State]] = {
    Pick: _pick,
    Ready: _ready,
    Step: _step,
    Shift: _shift,
    Draw: _drawn,
    Discard: _discard,
    Learn: _learn,
    Share: _share,
    Carry: _carry,
    Bear: _bear,
}
