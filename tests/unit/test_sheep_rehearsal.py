"""The night rehearsed: equal to every choice the real engine leaves, on many small tables."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.game import TABLE
from companion.the_sheep import State, engine, movement, rehearsal
from companion.the_sheep.rehearsal import Lantern, Rehearsal, Shares, rehearse
from companion.the_sheep.state import (
    Attack,
    Avert,
    Discard,
    Distract,
    Draw,
    Job,
    LetGo,
    Share,
    Shepherd,
    Tile,
    Use,
    Walk,
    tier_number,
)
from companion.the_sheep.table import entry
from tests.sheep import NAMES, camp, shepherd

MORE = (Attack, Avert, Distract, Use, Walk)
"""What nobody does if nothing more is done."""

MUTATIONS = ("void-sheep", "tar-sheep", "woolly-host", "odd-sheep")
CURSES = ("tainted-taunt", "matted-fleece")


@cache
def cards() -> tuple[str, ...]:
    """Return cards typed in: caravans that never fall, three mutations, a Flock card of nothing."""
    plain = {"name": "Odd", "health": [1, 1, 1]}
    typed: list[tuple[str, dict[str, Any]]] = [
        ("caravans", {"id": "first", "name": "First", "corruption": 99}),
        ("caravans", {"id": "second", "name": "Second", "corruption": 99}),
        ("mutation", {"id": "odd-sheep", "corruption": [2, 0, 1], **plain}),
        ("mutation", {"id": "even-sheep", "corruption": [1, 1, 1], **plain}),
        ("mutation", {"id": "deaf-sheep", "corruption": [1, 2, 3], "rules": ["no-distract"],
                      **plain}),
        ("flock", {"id": "empty", "name": "Nothing", "wave": 1, "spawns": []}),
    ]  # fmt: skip
    return tuple(entry(kind, json.dumps(data)) for kind, data in typed)


# Every way the night can go, through the engine


def ends(state: State) -> Shares:
    """Return the ranges over every choice of the night, none of ``MORE`` among them."""
    start, seen = state, set[bytes]()
    stack, found = [(state, (0,) * state.seats)], dict[rehearsal.Whom, rehearsal.Range]()
    while stack:
        now, curses = stack.pop()
        for action in choices(now):
            after = engine.apply(now, action)
            more = [sum(n.what == "curse" and n.seat == s for n in after.news) for s in range(4)]
            drawn = tuple(old + new for old, new in zip(curses, more, strict=False))
            key = msgspec.json.encode((replace(after, news=(), drawn=(), setup=None), drawn))
            if after.day > start.day or after.phase == "over":
                widen(found, taken(start, after, drawn))
            elif key not in seen:
                seen.add(key)
                stack.append((after, drawn))
    return found


def choices(state: State) -> list[Any]:
    """Return what may follow; which Curse comes and what is discarded changes no number here."""
    legal = [one for one in engine.legal(state) if not isinstance(one, MORE)]
    if legal and isinstance(legal[0], Discard):
        return legal[:1]
    if legal and isinstance(legal[0], Draw):
        deck = legal[0].deck
        card = {"mutation": "even-sheep", "flock": "empty"}.get(deck, CURSES[0])
        return [Draw(TABLE, deck, card)]
    return legal


def taken(start: State, end: State, curses: tuple[int, ...]) -> dict[rehearsal.Whom, int]:
    """Return how much corruption everybody took between two tables."""
    was = {one.id: one.corruption for one in start.caravans}
    found = {(TABLE, o.id): o.corruption - was[o.id] for o in end.caravans if o.on_board}
    for seat, (one, now) in enumerate(zip(start.shepherds, end.shepherds, strict=True)):
        if not one.dead:
            meter = start.table.shepherds[one.board].corruption
            found[seat, ""] = now.corruption - one.corruption + meter * curses[seat]
    return found


def widen(found: Shares, more: dict[rehearsal.Whom, int]) -> None:
    for whom, count in more.items():
        least, most = found.get(whom, (count, count))
        found[whom] = min(least, count), max(most, count)


def shares(found: Rehearsal) -> Shares:
    return {fate.whom: (fate.least, fate.most) for fate in found.fates}


# Random tables


def people(chance: random.Random, spaces: list[str], distract: bool) -> list[Shepherd]:
    """Return shepherds on some of the spaces, some of them close to a Curse or to death."""
    found = []
    for _one in range(chance.choice((2, 2, 3))):
        held = chance.choice(("shears", "shears", " ".join(CURSES), CURSES[0]))
        found.append(
            shepherd(
                chance.choice(spaces),
                held,
                corruption=chance.randrange(4),
                distracting=chance.choice((0, 0, 1, 2)) if distract else 0,
            )
        )
    return found


def wanderers(seed: int) -> State:
    """Return a table whose sheep are about to move, its caravans anywhere: ends are open."""
    chance = random.Random(seed)
    grid = camp(shepherd("a1")).table.grid
    near = grid.within(chance.choice(grid.hexes), 3)
    spaces = chance.sample(near, min(len(near), 6))
    wagons = chance.sample(spaces, 2)
    flock = {chance.choice(near): "".join(chance.choices("lsg", k=chance.randint(1, 2)))
             for _herd in range(4)}  # fmt: skip
    crowd = people(chance, [*spaces[:3], *wagons], distract=seed % 2 == 0)
    return camp(
        *crowd,
        flock=" ".join(f"{at}:{sheep}" for at, sheep in flock.items()),
        wagons=f"first:{wagons[0]} second:{wagons[1]}",
        phase="sheep-move",
        mutation=chance.choice(MUTATIONS),
        rulings={"distract": chance.choice(("all", "one"))},
        entered=cards(),
    )


def besieged(seed: int) -> State:
    """Return a table in combat with everybody in one place or two, sheep among them."""
    chance = random.Random(seed)
    crowd = people(chance, ["c4", "c4", "d3"], distract=True)
    flock = {spot: "".join(chance.choices("lsg", k=chance.randint(1, 5))) for spot in ("c4", "d3")}
    return camp(
        *crowd,
        flock=" ".join(f"{at}:{sheep}" for at, sheep in flock.items()),
        wagons=f"first:{chance.choice(('c4', 'waiting'))} second:{chance.choice(('d3', 'm1'))}",
        mutation=chance.choice(MUTATIONS),
        rulings={"distract": chance.choice(("all", "one"))},
        entered=cards(),
    )


def polluted(seed: int) -> State:
    """Return a table before pollution is averted or not, three tiles lying there."""
    chance = random.Random(seed)
    tiles = chance.sample(("violet-tide", "violet-lambs", "green-scum", "red-rain"), 3)
    sides = chance.choice(((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)))
    spots = ("g1", "h2", "c1", "f1", "d4", "e5", "c6")
    crowd = [replace(one, corruption=0) for one in people(chance, ["g2", "d2", "c2"], False)]
    return camp(
        *(replace(one, hand=one.hand[:1]) for one in crowd),
        flock=f"{chance.choice(spots)}:ll",
        wagons=f"first:{chance.choice(spots)} second:{chance.choice(spots)}",
        phase=chance.choice(("avert", "tiles")),
        mutation="",
        tiles=tuple(Tile(name, major=bool(side)) for name, side in zip(tiles, sides, strict=True)),
        entered=cards(),
    )


WANDERERS = [wanderers(seed) for seed in range(160)]
BESIEGED = [besieged(seed) for seed in range(120)]
TABLES = [*WANDERERS, *BESIEGED]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_the_rehearsal_is_what_all_choices_come_to(part: int) -> None:
    for state in TABLES[part::8]:
        assert shares(rehearse(state)) == ends(state), state


def test_the_tables_leave_much_to_the_players() -> None:
    fates = [fate for state in TABLES for fate in rehearse(state).fates]
    assert sum(fate.least < fate.most for fate in fates if fate.caravan) > 30
    assert sum(fate.least < fate.most for fate in fates if not fate.caravan) > 60
    assert sum("die" in fate.text for fate in fates) > 20
    assert sum(any(g.is_open for g in movement.options(state)) for state in WANDERERS) > 50


def test_before_the_mutation_sheep_are_counted_with_what_known_tiles_bring() -> None:
    for state in map(polluted, range(40)):
        found = rehearse(state)
        assert found.unit == "sheep"
        assert shares(found) == ends(state), state


# Lanterns


def done(state: State, lantern: Lantern) -> State:
    """Return the table after a lantern was spent through the real engine."""
    if lantern.do == "walk":
        return engine.apply(state, Walk(lantern.seat, lantern.to))
    if lantern.do == "distract":
        return engine.apply(state, Distract(lantern.seat))
    if lantern.do == "avert":
        return engine.apply(state, next(a for a in engine.legal(state) if isinstance(a, Avert)))
    attack = next(
        one
        for one in engine.legal(state)
        if isinstance(one, Attack)
        and (one.seat, one.card, one.hurt) == (lantern.seat, lantern.card, lantern.hurt)
        and one.boost
        and tier_number(one.tier) == lantern.tier
    )
    return engine.apply(state, attack)


def after(before: Shares, lantern: Lantern) -> Shares:
    """Return the ranges with what a lantern is said to change."""
    for change in lantern.changes:
        assert before[change.whom] == change.before != change.after
    return {**before, **{change.whom: change.after for change in lantern.changes}}


@pytest.mark.parametrize("part", range(4))
def test_a_lantern_changes_what_spending_it_changes(part: int) -> None:
    kinds = set()
    for state in [*BESIEGED[part::12], *WANDERERS[part::20]]:
        found = rehearse(state)
        for lantern in found.lanterns:
            if state.phase == "combat" or lantern.do == "walk":
                kinds.add(lantern.do)
                spent = replace(done(state, lantern), queue=())
                assert after(shares(found), lantern) == ends(spent), lantern.lines
    assert {"walk", "distract"} <= kinds


def test_whatever_changes_something_is_told() -> None:
    for state in BESIEGED[::6]:
        found = rehearse(state)
        told = {(one.do, one.seat, one.to) for one in found.lanterns}
        for act in engine.legal(state):
            if isinstance(act, Walk | Distract):
                kind = "walk" if isinstance(act, Walk) else "distract"
                changed = shares(rehearse(engine.apply(state, act))) != shares(found)
                assert changed == ((kind, act.seat, getattr(act, "to", "")) in told)


def test_a_boost_that_kills_is_offered_and_one_that_does_not_is_not() -> None:
    table = camp(shepherd("c4"), flock="c4:ls", wagons="tinkers:c4", mutation="tar-sheep")
    boosts = [one for one in rehearse(table).lanterns if one.do == "boost"]
    assert [(one.card, one.tier) for one in boosts] == [("shears", 0), ("shears", 1)]
    assert "boost Shears and so kill 1 lesser sheep" in boosts[0].text
    for lantern in boosts:
        killed = replace(done(table, lantern), queue=())
        assert after(shares(rehearse(table)), lantern) == shares(rehearse(killed))
    tough = camp(shepherd("c4"), flock="c4:g", wagons="tinkers:c4", mutation="void-sheep")
    assert not [one for one in rehearse(tough).lanterns if one.do == "boost"]


def test_averting_keeps_a_tile_from_being_turned() -> None:
    kinds = 0
    for state in map(polluted, range(60)):
        averting = [one for one in rehearse(state).lanterns if one.do == "avert"]
        assert bool(averting) == any(isinstance(a, Avert) for a in engine.legal(state))
        for lantern in averting:
            kinds += bool(lantern.changes)
            spent = done(state, lantern)
            assert after(shares(rehearse(state)), lantern) == shares(rehearse(spent))
    assert kinds > 3


def test_what_averting_costs_and_spares() -> None:
    fields: dict[str, Any] = {"phase": "avert", "mutation": "", "slot": 2, "flock": ""}
    told = rehearse(camp(shepherd("c4"), shepherd("c4"), **fields)).lanterns[-1]
    assert (told.price, told.text) == (
        2, "The shepherds may avert pollution with 2 lanterns of 6. Then no new tile comes.",
    )  # fmt: skip
    three = tuple(Tile(name, major=True) for name in ("violet-tide", "green-scum", "red-rain"))
    last = rehearse(camp(shepherd("c4"), shepherd("c4"), tiles=three, **fields))
    assert last.lanterns[-1].text.endswith("Otherwise the game is lost.")
    assert "If pollution is not averted, the game is lost." in last.notes
    dark = rehearse(camp(shepherd("c4", lit=0), shepherd("c4", lit=1), **fields))
    assert not [one for one in dark.lanterns if one.do == "avert"]


# Falling and dying


def test_a_caravan_falls_when_the_engine_says_so() -> None:
    for state in WANDERERS[1::2]:
        names = {"first": "apothecary", "second": "smiths"}
        wagons = tuple(replace(one, id=names[one.id], corruption=2) for one in state.caravans)
        rich = replace(state, caravans=wagons)
        found = [fate for fate in rehearse(rich).fates if fate.caravan]
        results = set(outcomes(rich))
        may = any(fate.most >= fate.meter - fate.corruption for fate in found)
        must = any(fate.least >= fate.meter - fate.corruption for fate in found)
        assert ("corruption" in results) == may == any("destroy" in fate.text for fate in found)
        assert results == {"corruption"} or not must


def outcomes(state: State) -> list[str]:
    """Return how the night may end, over every choice."""
    stack, found, seen = [state], list[str](), set[bytes]()
    while stack:
        now = stack.pop()
        for action in choices(now):
            then = engine.apply(now, action)
            key = msgspec.json.encode(replace(then, news=(), setup=None))
            if then.day > state.day or then.phase == "over":
                found.append(then.result)
            elif key not in seen:
                seen.add(key)
                stack.append(then)
    return found


def test_the_words_for_what_may_befall() -> None:
    table = camp(
        shepherd("d3", corruption=3), shepherd("d3", " ".join((*CURSES, "shears")), corruption=3),
        flock="c4:gg d3:l", wagons="tinkers:c4", mutation="void-sheep",
    )  # fmt: skip
    found = rehearse(table)
    assert [fate.text for fate in found.fates] == [
        "Tinkers’ Guild on c4 takes 6 corruption. That destroys it.",
        "Ann on d3 takes 0 to 1 corruption. That may bring a Curse.",
        "Bo on d3 takes 0 to 1 corruption. That may bring a Curse. The shepherd may die of it.",
    ]
    assert found.fate(caravan="tinkers").most == found.fates[0].least == 6
    assert found.fate(1).meter == 4
    with pytest.raises(KeyError):
        found.fate(caravan="smiths")


def test_a_distraction_in_words() -> None:
    table = camp(shepherd("c4"), flock="c4:lls", wagons="tinkers:c4", mutation="glass-sheep")
    told = next(one for one in rehearse(table).lanterns if one.do == "distract")
    assert told.lines == (
        "Ann may spend a lantern to distract.",
        "Then Tinkers’ Guild takes 0 corruption instead of 4.",
        "Then Ann takes 4 corruption instead of 0.",
    )


def test_tonights_sheep_that_cannot_be_distracted() -> None:
    table = camp(shepherd("c4"), flock="c4:l", wagons="tinkers:c4", mutation="deaf-sheep",
                 entered=cards())  # fmt: skip
    assert not [one for one in rehearse(table).lanterns if one.do == "distract"]


def test_enough_sheep_kill_even_a_crowd() -> None:
    """More deaths than a search of all orders could try: the numbers follow from the lives."""
    crowd = [shepherd("c4", " ".join(CURSES), corruption=3) for _one in NAMES]
    table = camp(*crowd, flock="c4:" + "l" * 20 + "s" * 5, mutation="glass-sheep")
    assert {(f.least, f.most) for f in rehearse(table).fates} == {(1, 1)}
    fresh = [shepherd("c4", "shears") for _one in NAMES]
    table = camp(*fresh, flock="c4:" + "l" * 20 + "s" * 5, mutation="glass-sheep")
    assert {(f.least, f.most) for f in rehearse(table).fates} == {(0, 12)}


# What is not known, and when there is nothing to rehearse


def test_no_undrawn_card_is_used() -> None:
    """A rehearsal of a virtual game is the same whatever the kit will draw."""
    told = set()
    for seed in range(3):
        state = replace(BESIEGED[seed % 2], setup=replace(BESIEGED[0].setup, virtual=True))
        told.add((seed % 2, rehearse(state)))
    assert len(told) == 2


def test_each_step_says_what_cannot_be_counted_yet() -> None:
    def notes(phase: str, **fields: Any) -> str:
        return " ".join(rehearse(camp(shepherd("c4"), phase=phase, **fields)).notes)

    early = notes("night-event", mutation="")
    assert "The Night Event has not been drawn" in early
    assert "a tile is drawn" in early
    assert "counted are sheep, if they move 3 spaces" in early
    foggy = notes("mutation", mutation="", night_event="thick-fog")
    assert "if they move 2 spaces" in foggy
    assert "Flock card" in notes("flock")
    assert "Flock card" not in notes("combat")
    assert "Every shepherd gains 1" in notes(
        "tiles", mutation="", tiles=(Tile("bad-water", major=True),)
    )
    assert "counts it aloud" in notes("combat")


def test_a_sheep_choice_already_made_is_kept() -> None:
    state = next(s for s in WANDERERS if any(g.is_open for g in movement.options(s)))
    for action in choices(state):
        chosen = engine.apply(state, action)
        assert shares(rehearse(chosen)) == ends(chosen)


@pytest.mark.parametrize("phase", ["setup", "refresh", "action", "over"])
def test_by_day_there_is_nothing_to_rehearse(phase: str) -> None:
    found = rehearse(camp(shepherd("c4"), phase=phase, flock="c4:l"))
    assert not found.fates
    assert found.lines == found.notes
    assert found.notes[0].startswith("It is not night:")


def test_while_something_is_unfinished_only_essence_may_wait() -> None:
    table = camp(shepherd("c4"), shepherd("c4"), flock="c4:l", wagons="tinkers:c4")
    shared = replace(table, queue=(Job("share", at="c4", count=1),))
    assert shares(rehearse(shared)) == shares(rehearse(table))
    assert isinstance(next(iter(engine.legal(shared))), Share)
    waiting = replace(table, queue=(Job("walk", 0, count=1),))
    assert LetGo(0) in engine.legal(waiting)
    assert not rehearse(waiting).fates
    assert "has to be finished" in rehearse(waiting).notes[0]


def test_a_whole_night_reads_as_sentences() -> None:
    for state in TABLES[::10]:
        assert all(line[0].isupper() and line[-1] in ".!?" for line in rehearse(state).lines)
