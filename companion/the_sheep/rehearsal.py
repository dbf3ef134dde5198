"""The rest of the night tried out: corruption at least and at most, and what a lantern does.

Nothing is drawn for it and nothing chosen. Herds choose their ends one by one, and what is struck
depends only on who comes to its own space; so each space is looked at alone, with the fewest and
the most sheep that can come there. How strikes are spread over shepherds that may die of them is
worked out as the engine lets them fall.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import Literal

import msgspec
from msgspec.structs import replace

from companion.game import TABLE, Seat
from companion.language import _, plural
from companion.the_sheep import combat, decks, effects, engine, movement
from companion.the_sheep.moves import may_distract, sufferings
from companion.the_sheep.pack import Face
from companion.the_sheep.state import (
    DAYTIME,
    MOST_TILES,
    NO_SHEEP,
    Attack,
    Avert,
    State,
    Suffer,
    Tiers,
    Walk,
    caravan_at,
    hand_limit,
    herd_at,
    put_herd,
    put_shepherd,
    shepherds_at,
    tier_number,
)
from companion.the_sheep.words import name_of, phase_text, sheep_text

Unit = Literal["corruption", "sheep"]
Whom = tuple[Seat, str]
"""Who is struck: a seat and no name, or no seat (-1) and a caravan's id."""

Range = tuple[int, int]
"""The least and the most of something."""

Shares = dict[Whom, Range]
CARAVAN = -2
ENDLESS = 1_000_000
"""What a shepherd can take who cannot die of it tonight, as far as can be known."""


class Fate(msgspec.Struct, frozen=True):
    """What may befall one caravan (``seat`` -1) or one shepherd tonight.

    ``least`` and ``most`` are corruption, or sheep where that is not known. Before any of it
    ``corruption`` stands on a meter that overflows with point ``meter``.
    """

    seat: Seat
    caravan: str
    at: str
    least: int
    most: int
    corruption: int
    meter: int
    text: str

    @property
    def whom(self) -> Whom:
        """Whom it is about."""
        return self.seat, self.caravan


class Change(msgspec.Struct, frozen=True):
    """What a lantern changes for one caravan or shepherd: the range ``before`` and ``after``."""

    seat: Seat
    caravan: str
    before: Range
    after: Range
    text: str

    @property
    def whom(self) -> Whom:
        """Whom it is about."""
        return self.seat, self.caravan


class Lantern(msgspec.Struct, frozen=True):
    """One use of a lantern, or of ``price`` together to avert, and all that it ``changes``.

    ``to`` is where a walk leads; ``card``, ``tier`` and ``hurt`` are those of an attack that kills
    only if it is boosted.
    """

    do: Literal["distract", "boost", "walk", "avert"]
    seat: Seat
    changes: tuple[Change, ...]
    text: str
    price: int = 1
    to: str = ""
    card: str = ""
    tier: int = -1
    hurt: int = 0

    @property
    def lines(self) -> tuple[str, ...]:
        """What it is and what it changes, in sentences."""
        return (self.text, *(change.text for change in self.changes))


class Rehearsal(msgspec.Struct, frozen=True):
    """The rest of a night if nothing more is done, and what one lantern would change.

    ``unit`` is what ``fates`` count: corruption, or sheep while the mutation is unknown. ``notes``
    say what cannot be counted yet. Each fate goes on as if no caravan fell before. By day, and
    while something else has to be finished, there is nothing but a note.
    """

    unit: Unit
    fates: tuple[Fate, ...]
    lanterns: tuple[Lantern, ...]
    notes: tuple[str, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """Everything in sentences."""
        told = (line for lantern in self.lanterns for line in lantern.lines)
        return (*self.notes, *(fate.text for fate in self.fates), *told)

    def fate(self, seat: Seat = TABLE, caravan: str = "") -> Fate:
        """Return what befalls a seat's shepherd or a caravan; ``KeyError`` if it is not there."""
        for one in self.fates:
            if one.whom == (seat, caravan):
                return one
        raise KeyError(caravan or seat)


def rehearse(state: State) -> Rehearsal:
    """Return what the rest of the night can bring, from ``state`` and nothing hidden."""
    reason = _not_now(state)
    unit: Unit = "corruption" if state.sheep_now else "sheep"
    if reason:
        return Rehearsal(unit, (), (), (reason,))
    shares = outlook(state)
    fates = tuple(_fate(state, unit, whom, found) for whom, found in shares.items())
    return Rehearsal(unit, fates, _lanterns(state, unit, shares), tuple(_notes(state)))


def _not_now(state: State) -> str:
    """Return why there is nothing to rehearse, or nothing."""
    if state.phase in DAYTIME or state.phase == "over":
        told = _("It is not night: {phase}.", phase=phase_text(state.phase))
        return _("{told} There is nothing to rehearse.", told=told)
    if any(job.do != "share" for job in state.queue):
        return _("Something else has to be finished before the night can be rehearsed.")
    return ""


def outlook(state: State) -> Shares:
    """Return the least and the most for every caravan on the map and every living shepherd."""
    return _either(_shares(one) for one in _scenes(state))


def _either(several: Iterable[Shares]) -> Shares:
    """Return the ranges that span those of several ways the night may go."""
    found: Shares = {}
    for one in several:
        for whom, (least, most) in one.items():
            low, high = found.get(whom, (least, most))
            found[whom] = min(low, least), max(high, most)
    return found


# What the tiles bring before


def _ahead(state: State, phase: str) -> bool:
    """Return whether a step of the night is still to be done."""
    row = engine.steps(state)
    return row.index(state.phase) <= row.index(phase)


def _scenes(state: State) -> Iterator[State]:
    """Yield the table as it can be when the known tiles have brought their sheep."""
    if not _ahead(state, "tiles"):
        yield state
    elif _ahead(state, "avert"):
        for choice in sufferings(state):
            if isinstance(choice, Suffer):
                yield _tiled(_turned(state, choice))
    else:
        yield _tiled(state)


def _turned(state: State, choice: Suffer) -> State:
    if choice.flip < 0:
        return state
    row = list(state.tiles)
    row[choice.flip] = replace(row[choice.flip], major=True)
    return replace(state, tiles=tuple(row))


def _faces(state: State) -> list[Face]:
    return [engine.face(state, tile) for tile in state.tiles]


def _tiled(state: State) -> State:
    known = [one for face in _faces(state) for one in face.effects if one.do == "spawn"]
    return effects.settled(replace(state, queue=effects.begun(state, known)))


# Who comes where


class _Coming(msgspec.Struct):
    """The sheep of one space: those ``sure`` to be there, and the herds that may come."""

    sure: Tiers = NO_SHEEP
    maybe: tuple[Tiers, ...] = ()

    @property
    def most(self) -> Tiers:
        return _together((self.sure, *self.maybe))

    @property
    def every(self) -> set[Tiers]:
        """All the numbers of sheep there can be."""
        found = {self.sure}
        for more in self.maybe:
            found |= {_together((some, more)) for some in found}
        return found


def _together(several: Iterable[Tiers]) -> Tiers:
    lesser, standard, greater = (sum(row) for row in zip(*several, strict=True))
    return lesser, standard, greater


def _coming(state: State, spaces: Iterable[str]) -> dict[str, _Coming]:
    """Return the sheep that may stand on each of ``spaces`` when the strikes begin."""
    found = {at: _Coming() for at in spaces}
    for count, ends in _ends(state):
        for end in ends:
            there = found.get(end)
            if there is None:
                continue
            if len(ends) == 1:
                there.sure = _together((there.sure, count))
            else:
                there.maybe = (*there.maybe, count)
    return found


def _ends(state: State) -> Iterator[tuple[Tiers, tuple[str, ...]]]:
    """Yield each herd with the spaces it may end on."""
    if not _ahead(state, "sheep-move"):
        yield from ((herd.count, (herd.at,)) for herd in state.flock)
        return
    chosen = dict(state.steered)
    for group in movement.options(state):
        end = chosen.get(group.at)
        yield group.count, (end,) if end in group.ends else group.ends


# Who is struck on a space


def _strengths(state: State) -> Tiers:
    if state.sheep_now is None:
        return 1, 1, 1
    return combat.strength(state, 0), combat.strength(state, 1), combat.strength(state, 2)


def _life(state: State, seat: Seat) -> int:
    """Return how much a shepherd takes until it dies of its Curses, never mind which."""
    if state.sheep_now is None or not state.table.curses:
        return ENDLESS
    shepherd = state.shepherds[seat]
    curses = sum(one.id in state.table.curses for one in shepherd.hand)
    overflows = max(1, hand_limit(state, seat) - curses)
    return overflows * effects.corruption_meter(state, shepherd) - shepherd.corruption


def _shares(state: State) -> Shares:
    """Return the ranges for everybody, the caravans first."""
    strengths = _strengths(state)
    caravans = [one for one in state.caravans if one.on_board]
    living = {seat: one.at for seat, one in enumerate(state.shepherds) if not one.dead}
    found: Shares = {(TABLE, one.id): (0, 0) for one in caravans}
    found.update(((seat, ""), (0, 0)) for seat in living)
    spaces = dict.fromkeys((*(one.at for one in caravans), *living.values()))
    for at, coming in _coming(state, spaces).items():
        if any(coming.most):
            found.update(_struck(state, at, coming, strengths))
    return found


def _struck(state: State, at: str, coming: _Coming, strengths: Tiers) -> Shares:
    """Return the ranges of everybody on a space: whoever distracts there stands before the rest."""
    caravan, here = caravan_at(state, at), shepherds_at(state, at)
    lives = {seat: _life(state, seat) for seat in here}
    single = state.setup.rulings["distract"] == "one"
    baits = {seat: life for seat, life in lives.items() if state.shepherds[seat].distracting}
    if not baits or (single and caravan is None):
        return _undrawn(coming, strengths, lives, caravan.id if caravan else "")
    if single and caravan is not None:
        drawing = {seat: _bait(state, seat, strengths) for seat in baits}
        several = (_some_drawn(one, strengths, drawing, caravan.id) for one in coming.every)
        return _either(several)
    if _weight(coming.most, strengths) < sum(baits.values()):
        return _spread(coming.sure, coming.most, baits, strengths)
    others = {seat: life for seat, life in lives.items() if seat not in baits}
    if caravan is not None:
        others = {CARAVAN: ENDLESS}
    shares = _either(
        share for one in coming.every for share in _all_drawn(one, strengths, baits, others)
    )
    if caravan is not None:
        shares[TABLE, caravan.id] = shares.pop((CARAVAN, ""))
    return shares


def _undrawn(coming: _Coming, strengths: Tiers, lives: Mapping[Seat, int], caravan: str) -> Shares:
    if not caravan:
        return _spread(coming.sure, coming.most, lives, strengths)
    return {(TABLE, caravan): (_weight(coming.sure, strengths), _weight(coming.most, strengths))}


def _bait(state: State, seat: Seat, strengths: Tiers) -> Bait:
    """Return a shepherd that draws one strike a lantern; how long it lives only if it may die."""
    life, draws = _life(state, seat), state.shepherds[seat].distracting
    return (life if draws * max(strengths) >= life else ENDLESS), draws


def _weight(tiers: Tiers, strengths: Tiers) -> int:
    lesser, standard, greater = tiers
    return lesser * strengths[0] + standard * strengths[1] + greater * strengths[2]


def _spread(fewest: Tiers, most: Tiers, lives: Mapping[Seat, int], strengths: Tiers) -> Shares:
    """Return the ranges of shepherds among whom the players choose for every sheep."""
    found: Shares = {}
    low, high = _weight(fewest, strengths), _weight(most, strengths)
    for seat, life in lives.items():
        others = tuple(sorted(other for one, other in lives.items() if one != seat))
        least = low - taken_by(fewest, strengths, others)
        found[seat, ""] = min(life, least), min(life, high)
    return found


@lru_cache(maxsize=8192)
def taken_by(tiers: Tiers, strengths: Tiers, lives: tuple[int, ...]) -> int:
    """Return the most corruption that shepherds of those ``lives`` can draw off together.

    Each takes sheep while it lives; the one that kills it counts in full.
    """
    whole = _weight(tiers, strengths)
    if not lives or not whole:
        return 0
    best, heaviest = 0, max(strengths)
    enough = min(whole, sum(life - 1 + heaviest for life in lives))
    for some in _bites(tiers, strengths, lives[-1]):
        left = _without(tiers, some)
        best = max(best, _weight(some, strengths) + taken_by(left, strengths, lives[:-1]))
        if best == enough:
            break
    return best


def _without(tiers: Tiers, some: Tiers) -> Tiers:
    return tiers[0] - some[0], tiers[1] - some[1], tiers[2] - some[2]


@lru_cache(maxsize=8192)
def _bites(tiers: Tiers, strengths: Tiers, life: int) -> tuple[Tiers, ...]:
    """Return the sheep one shepherd can take, the heaviest last: most corruption first."""

    def fits(some: Tiers) -> bool:
        last = max((strengths[tier] for tier in range(3) if some[tier]), default=0)
        return _weight(some, strengths) - last < life

    if fits(tiers):
        return (tiers,)
    lesser, standard, greater = (range(count + 1) for count in tiers)
    found = [some for some in product(lesser, standard, greater) if fits(some)]
    return tuple(sorted(found, key=lambda some: -_weight(some, strengths)))


# Shepherds that distract


Bait = tuple[int, int]
"""What a distracting shepherd takes till it dies, and how many strikes it can still draw."""


def _all_drawn(
    tiers: Tiers, strengths: Tiers, lives: Mapping[Seat, int], others: Mapping[Seat, int]
) -> Iterator[Shares]:
    """Yield the ranges of shepherds who draw all sheep, and of ``others`` once those have died."""
    yield _spread(tiers, tiers, lives, strengths)
    for left in leftovers(tiers, strengths, tuple(sorted(lives.values()))):
        yield _spread(left, left, others, strengths)


@lru_cache(maxsize=8192)
def leftovers(tiers: Tiers, strengths: Tiers, lives: tuple[int, ...]) -> frozenset[Tiers]:
    """Return which sheep can be left when shepherds who draw them all have died, or none of them.

    While two of them live the players choose who takes which; the last takes the lesser ones first.
    """
    found: set[Tiers] = set()
    if len(lives) > 1 and taken_by(tiers, strengths, lives) == _weight(tiers, strengths):
        found.add(NO_SHEEP)
    for place, last in enumerate(lives):
        rests = {tiers}
        for life in (*lives[:place], *lives[place + 1 :]):
            rests = {
                _without(rest, some) for rest in rests for some in _kills(rest, strengths, life)
            }
        for rest in rests:
            before = _survived(rest, strengths, last) if len(lives) > 1 else (NO_SHEEP,)
            ends = (_tail(rest, strengths, last, some) for some in before)
            found.update(ends)
    return frozenset(found)


def _kills(tiers: Tiers, strengths: Tiers, life: int) -> list[Tiers]:
    bites = _bites(tiers, strengths, life)
    return [some for some in bites if _weight(some, strengths) >= life]


@lru_cache(maxsize=8192)
def _survived(tiers: Tiers, strengths: Tiers, life: int) -> tuple[Tiers, ...]:
    """Return the sheep a shepherd can take and live."""
    lesser, standard, greater = (range(count + 1) for count in tiers)
    every = product(lesser, standard, greater)
    return tuple(some for some in every if _weight(some, strengths) < life)


def _tail(tiers: Tiers, strengths: Tiers, life: int, before: Tiers) -> Tiers:
    """Return what the last one leaves: it took ``before``, and takes the lesser ones first now."""
    life -= _weight(before, strengths)
    left = list(_without(tiers, before))
    for tier, strength in enumerate(strengths):
        while left[tier] and life > 0:
            left[tier] -= 1
            life -= strength
    return left[0], left[1], left[2]


def _some_drawn(tiers: Tiers, strengths: Tiers, baits: Mapping[Seat, Bait], caravan: str) -> Shares:
    """Return the ranges where each lantern draws one strike, the others being the caravan's."""
    ranges, least, most = bait_ranges(tiers, strengths, tuple(baits.values()))
    shares: Shares = {(seat, ""): one for seat, one in zip(baits, ranges, strict=True)}
    shares[TABLE, caravan] = least, most
    return shares


@lru_cache(maxsize=65_536)
def bait_ranges(
    tiers: Tiers, strengths: Tiers, baits: tuple[Bait, ...]
) -> tuple[tuple[Range, ...], int, int]:
    """Return what each of the ``baits`` can take, and the least and the most that is left."""
    able = [place for place, (life, draws) in enumerate(baits) if life > 0 and draws]
    kinds = [tier for tier in range(3) if tiers[tier]]
    if not able or not kinds:
        left = _weight(tiers, strengths)
        return ((0, 0),) * len(baits), left, left
    if all(life == ENDLESS for life, _draws in baits):
        return _nobody_dies(tiers, strengths, tuple(draws for _life, draws in baits))
    found: list[tuple[Range, ...]] = []
    for place, tier in product(able, kinds):
        gain = min(baits[place][0], strengths[tier])
        one = (int(tier == 0), int(tier == 1), int(tier == 2))
        deeper, least, most = bait_ranges(
            _without(tiers, one), strengths, _bitten(baits, place, gain)
        )
        low, high = deeper[place]
        mine = (low + gain, high + gain)
        found.append((*deeper[:place], mine, *deeper[place + 1 :], (least, most)))
    *ranges, rest = (
        (min(low for low, _high in row), max(high for _low, high in row))
        for row in zip(*found, strict=True)
    )
    return tuple(ranges), *rest


def _nobody_dies(
    tiers: Tiers, strengths: Tiers, draws: tuple[int, ...]
) -> tuple[tuple[Range, ...], int, int]:
    """Return what :func:`bait_ranges` does where all live: lanterns draw any sheep they like."""
    pairs = zip(tiers, strengths, strict=True)
    light = sorted(strength for count, strength in pairs for _sheep in range(count))
    heavy, whole = light[::-1], sum(light)
    drawn = min(len(light), sum(draws))
    ranges = tuple(
        (sum(light[: max(0, drawn - (sum(draws) - own))]), sum(heavy[:own])) for own in draws
    )
    return ranges, whole - sum(heavy[:drawn]), whole - sum(light[:drawn])


def _bitten(baits: tuple[Bait, ...], place: int, gain: int) -> tuple[Bait, ...]:
    life, draws = baits[place]
    left = life if life == ENDLESS else life - gain
    return (*baits[:place], (left, draws - 1), *baits[place + 1 :])


# What lanterns change


def _lanterns(state: State, unit: Unit, shares: Shares) -> tuple[Lantern, ...]:
    """Return the uses of a lantern that change something, and averting wherever it can be done."""
    tried = (*_distractions(state), *_boosts(state), *_walks(state))
    useful = []
    for lantern, after in tried:
        changes = _changes(state, unit, shares, outlook(after))
        if changes:
            useful.append(replace(lantern, changes=changes))
    return (*useful, *_averting(state, unit, shares))


_Trial = tuple[Lantern, State]


def _distractions(state: State) -> Iterator[_Trial]:
    mutation = state.sheep_now
    rules = mutation.rules if mutation else ()
    single = state.setup.rulings["distract"] == "one"
    for seat, shepherd in enumerate(state.shepherds):
        if may_distract(shepherd, rules, single):
            bait = replace(shepherd, distracting=shepherd.distracting + 1)
            told = _("{name} may spend a lantern to distract.", name=name_of(state, seat))
            yield Lantern("distract", seat, (), told), put_shepherd(state, seat, bait)


def _boosts(state: State) -> Iterator[_Trial]:
    """Yield for each sheep within reach the first attack that kills it only if it is boosted."""
    done = set()
    for act in engine.legal(state):
        if not isinstance(act, Attack) or not act.boost:
            continue
        tier = tier_number(act.tier)
        needed = combat.health(state, tier) - act.hurt
        plain = combat.damage(state, act.card)
        boosted = combat.damage(state, act.card, boost=True)
        herd = herd_at(state, state.shepherds[act.seat].at)
        if herd is None or not plain < needed <= boosted or (act.seat, tier) in done:
            continue
        done.add((act.seat, tier))
        told = _(
            "{name} may spend a lantern to boost {card} and so kill {sheep}.",
            name=name_of(state, act.seat),
            card=state.table.name(act.card),
            sheep=sheep_text(tier, 1),
        )
        fewer = put_herd(state.flock, effects.taken_off(herd, tier, act.hurt))
        lantern = Lantern("boost", act.seat, (), told, card=act.card, tier=tier, hurt=act.hurt)
        yield lantern, replace(state, flock=fewer)


def _walks(state: State) -> Iterator[_Trial]:
    for act in engine.legal(state):
        if isinstance(act, Walk):
            told = _(
                "{name} may spend a lantern to move to {to}.",
                name=name_of(state, act.seat),
                to=act.to,
            )
            moved = replace(state.shepherds[act.seat], at=act.to)
            yield (
                Lantern("walk", act.seat, (), told, to=act.to),
                put_shepherd(state, act.seat, moved),
            )


def _averting(state: State, unit: Unit, shares: Shares) -> Iterator[Lantern]:
    """Yield averting, if it can be paid for now: then only the tiles that lie there work."""
    averts = [act for act in engine.legal(state) if isinstance(act, Avert)]
    if averts:
        after = _shares(_tiled(state))
        told = plural(
            "The shepherds may avert pollution with {count} lantern of {lit}.",
            "The shepherds may avert pollution with {count} lanterns of {lit}.",
            state.price,
            lit=sum(one.lit for one in state.shepherds),
        )
        text = f"{told} {_spared(state)}"
        changes = _changes(state, unit, shares, after)
        yield Lantern("avert", TABLE, changes, text, price=state.price)


def _spared(state: State) -> str:
    if len(state.tiles) < MOST_TILES:
        return _("Then no new tile comes.")
    if all(tile.major for tile in state.tiles):
        return _("Otherwise the game is lost.")
    return _("Then no tile is turned to its major side.")


def _changes(state: State, unit: Unit, before: Shares, after: Shares) -> tuple[Change, ...]:
    return tuple(
        Change(*whom, old, after[whom], _change_text(state, unit, whom, old, after[whom]))
        for whom, old in before.items()
        if after.get(whom, old) != old
    )


# In words


def _notes(state: State) -> Iterator[str]:
    """Yield what cannot be counted yet, as it comes in the night."""
    if state.phase == "night-event":
        yield _("The Night Event has not been drawn: what it does is not counted.")
    if _ahead(state, "avert"):
        yield _if_suffered(state)
    if _ahead(state, "tiles"):
        others = [one.text for one in _faces(state) if any(e.do != "spawn" for e in one.effects)]
        others += [one.text for one in _faces(state) if not one.effects]
        if others:
            yield _("Not counted is what a tile says: {texts}", texts=" ".join(others))
    if state.sheep_now is None:
        yield plural(
            "The Mutation has not been drawn: counted are sheep, if they move {count} space.",
            "The Mutation has not been drawn: counted are sheep, if they move {count} spaces.",
            movement.steps_of(state),
        )
    elif state.sheep_now.text and not state.sheep_now.rules:
        yield _("The Mutation says: {text}", text=state.sheep_now.text)
    if _ahead(state, "flock") and decks.wave(state):
        yield _("Sheep that the Flock card still brings are not counted.")


def _if_suffered(state: State) -> str:
    if len(state.tiles) < MOST_TILES:
        return _("If pollution is not averted, a tile is drawn: what it does is not counted.")
    if all(tile.major for tile in state.tiles):
        return _("If pollution is not averted, the game is lost.")
    return _("If pollution is not averted, a tile is turned: the major side is counted.")


def _name(state: State, whom: Whom) -> str:
    seat, caravan = whom
    return state.table.name(caravan) if caravan else name_of(state, seat)


def _fate(state: State, unit: Unit, whom: Whom, found: Range) -> Fate:
    seat, caravan = whom
    if caravan:
        one = next(one for one in state.caravans if one.id == caravan)
        at, corruption = one.at, one.corruption
        meter = state.table.caravans[caravan].corruption
    else:
        shepherd = state.shepherds[seat]
        at, corruption = shepherd.at, shepherd.corruption
        meter = effects.corruption_meter(state, shepherd)
    told = [_fate_text(unit, _name(state, whom), at, found)]
    if unit == "corruption":
        danger = _fall if caravan else _curse
        told.append(danger(meter - corruption, found))
        told.append("" if caravan else _death(_life(state, seat), found))
    return Fate(seat, caravan, at, *found, corruption, meter, " ".join(filter(None, told)))


def _fate_text(unit: Unit, name: str, at: str, found: Range) -> str:
    least, most = found
    fields = {"name": name, "at": at}
    if not most:
        return _("Nothing strikes {name} on {at}.", **fields)
    if unit == "sheep":
        if least == most:
            return plural("{count} sheep strikes {name} on {at}.",
                          "{count} sheep strike {name} on {at}.", most, **fields)  # fmt: skip
        return _("{least} to {most} sheep strike {name} on {at}.", least=least, most=most, **fields)
    if least == most:
        return _("{name} on {at} takes {count} corruption.", count=most, **fields)
    return _("{name} on {at} takes {least} to {most} corruption.", least=least, most=most, **fields)


def _fall(room: int, found: Range) -> str:
    if found[1] < room:
        return ""
    return _("That destroys it.") if found[0] >= room else _("That may destroy it.")


def _curse(room: int, found: Range) -> str:
    if found[1] < room:
        return ""
    return _("That brings a Curse.") if found[0] >= room else _("That may bring a Curse.")


def _death(life: int, found: Range) -> str:
    if found[1] < life:
        return ""
    return _("The shepherd dies of it.") if found[0] >= life else _("The shepherd may die of it.")


def _range_text(found: Range) -> str:
    least, most = found
    return str(most) if least == most else _("{least} to {most}", least=least, most=most)


def _change_text(state: State, unit: Unit, whom: Whom, before: Range, after: Range) -> str:
    fields = {
        "name": _name(state, whom),
        "after": _range_text(after),
        "before": _range_text(before),
    }
    if unit == "sheep":
        return _("Then {after} sheep instead of {before} strike {name}.", **fields)
    return _("Then {name} takes {after} corruption instead of {before}.", **fields)
