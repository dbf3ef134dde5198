"""What people ask about The Sheep, and the examples its rules give, each as a test."""

from __future__ import annotations

from msgspec.structs import replace

from companion.the_sheep import combat, engine
from companion.the_sheep.movement import options
from companion.the_sheep.state import (
    PIECES,
    Draw,
    Held,
    Job,
    Learn,
    State,
    Suffer,
    Tile,
    herd_at,
    on_board,
)
from tests.sheep import at, camp, corrupted, play, session_at, shepherd, texts
from tests.tables import refused


def test_two_caravans_equally_near() -> None:
    """TS-01: at distance 3 from both, 5 and 2 from the Finish, toward the latter."""
    grid = camp(shepherd("a1")).table.grid
    start = next(one for one in grid.hexes
                 if grid.distance(one, "h4") == grid.distance(one, "k3") == 3)  # fmt: skip
    state = camp(shepherd("a1"), flock=f"{start}:l", wagons="tinkers:h4 smiths:k3")
    [found] = options(state)
    assert [(one.distance, one.to_finish) for one in found.sights] == [(3, 2), (3, 5)]
    assert (found.decided, found.ends) == ("finish", ("k3",))


def test_one_target_first_then_only_ways_to_it() -> None:
    """TS-03: each end allowed is one of the nearest to a single caravan."""
    state = camp(shepherd("m1"), flock="g1:l", wagons="tinkers:b1 smiths:l1")
    [found] = options(state)
    grid = state.table.grid
    gaps = [{grid.distance(end, there) for there in ("b1", "l1")} for end in found.ends]
    least = found.sights[0].distance - 3
    assert all(min(gap) == least for gap in gaps)


def test_sheep_that_cannot_reach_a_caravan_move_all_the_same() -> None:
    """TS-04: from 7 away to 4 away."""
    grid = camp(shepherd("m1")).table.grid
    start = next(one for one in grid.hexes if grid.distance(one, "a4") == 7)
    game = at(shepherd("m1"), flock=f"{start}:l", wagons="tinkers:a4", phase="sheep-move")
    [found] = options(game.state)
    if found.is_open:
        game.do(f"steer {start} {found.ends[0]}")
    game.do("advance")
    assert grid.distance(game.state.flock[0].at, "a4") == 4


def test_the_violet_well_is_a_spawn_but_not_for_flock_cards() -> None:
    """TS-05."""
    game = at(shepherd("m6"), phase="day-event", wagons="tinkers:c4")
    game.do("draw day stragglers")
    spawns = game.state.table.board.spawns
    assert all(herd_at(game.state, space) is not None for space in spawns.values())
    for card in game.state.table.decks["flock"]:
        drawn = at(shepherd("m6"), phase="flock", wagons="tinkers:c4").state
        after = engine.apply(drawn, Draw(-1, "flock", card))
        assert herd_at(after, spawns["violet"]) is None
        assert after.flock


def test_an_exhausted_card_may_be_replaced_and_the_new_one_is_ready() -> None:
    """TS-07: a hand of three, the exhausted Shears go, the Spear comes face up."""
    ann = shepherd("c4", essence=3)
    ann = replace(ann, hand=(Held("shears", down=True), *ann.hand[1:]))
    game = at(ann, phase="action", wagons="tinkers:c4")
    play(game, "buy Ann shepherds-spear", "discard Ann shears")
    hand = game.state.shepherds[0].hand
    assert [one.id for one in hand] == ["flockbuster", "lightning-prod", "shepherds-spear"]
    assert not any(one.down for one in hand)
    assert game.state.shepherds[0].essence == 0


def test_curses_are_never_discarded_for_room() -> None:
    hand = "shears tainted-taunt matted-fleece"
    game = at(shepherd("c4", hand, essence=3), phase="action", wagons="tinkers:c4")
    game.do("buy Ann shepherds-spear")
    assert texts(game) == ["discard Ann shears", "discard Ann shepherds-spear"]


def test_prismatic_sheep_take_one_damage_of_equal_icons() -> None:
    """TS-08."""
    state = camp(shepherd("c4", "torch-pole bright-lens"), mutation="prismatic-sheep")
    assert combat.damage(state, "torch-pole") == 1
    assert combat.damage(state, "bright-lens") == 2
    assert [hit.why for hit in combat.attack(state, "torch-pole")] == ["plain", "again"]


# TS-11: pollution that is not averted


def polluted(tiles: str, **fields: object) -> State:
    """Return a table about to avert, with a tile for each letter, ``M`` a major one."""
    names = ("violet-tide", "violet-lambs", "bad-water")
    row = tuple(Tile(name, side == "M") for name, side in zip(names, tiles, strict=False))
    return camp(shepherd("m6"), phase="avert", tiles=row, **fields)  # type: ignore[arg-type]  # of a state


def sides(state: State) -> str:
    return "".join("M" if tile.major else "m" for tile in state.tiles)


def test_with_fewer_than_three_tiles_a_new_minor_one_comes() -> None:
    game = session_at(polluted("Mm", slot=3))
    play(game, "suffer", "draw tile green-scum")
    assert sides(game.state) == "Mmm"
    assert game.state.slot == 0
    assert game.state.phase == "tiles"


def test_with_three_tiles_a_minor_one_is_turned_whichever_the_players_choose() -> None:
    game = session_at(polluted("Mmm", slot=2))
    assert texts(game, "suffer") == ["suffer 2", "suffer 3"]
    one = engine.apply(game.state, Suffer(-1, 1))
    other = engine.apply(game.state, Suffer(-1, 2))
    assert [sides(one), sides(other)] == ["MMm", "MmM"]
    assert one.slot == other.slot == 0
    refused(game, "suffer 1", "tiles", "minor tiles")


def test_with_three_major_tiles_the_game_is_lost() -> None:
    game = session_at(polluted("MMM"))
    game.do("suffer")
    assert game.outcome is not None
    assert game.outcome.winners == ()
    assert game.state.result == "pollution"


def test_averting_leaves_the_tracker_where_it_is() -> None:
    game = session_at(polluted("m", slot=2))
    assert game.state.price == 2
    game.do("avert 2 0")
    assert (game.state.slot, game.state.phase) == (2, "tiles")
    assert game.state.shepherds[0].lit == 1
    assert sides(game.state) == "m"


def test_averting_costs_exactly_the_price_of_those_who_have_lanterns() -> None:
    game = at(shepherd("m6", lit=1), shepherd("m5", lit=2), phase="avert", slot=2)
    assert texts(game, "avert") == ["avert 0 2", "avert 1 1"]
    refused(game, "avert 2 0", "avert")
    poor = at(shepherd("m6", lit=0), shepherd("m5", lit=1), phase="avert", slot=2)
    assert texts(poor, "avert") == []
    refused(poor, "avert 0 1", "avert", "costs 2, and only 1 lantern is lit")


# TS-13: distraction


def test_whoever_distracts_is_struck_by_all_the_sheep_of_the_space() -> None:
    game = at(shepherd("c4"), flock="c4:lll", wagons="tinkers:c4", mutation="void-sheep")
    play(game, "distract Ann", "done", "advance")
    assert game.state.shepherds[0].corruption == 3
    assert game.state.caravans[0].corruption == 0


def test_by_the_other_ruling_only_one_strike_is_drawn() -> None:
    game = at(shepherd("c4"), flock="c4:lll", wagons="tinkers:c4", mutation="void-sheep",
              rulings={"distract": "one"})  # fmt: skip
    play(game, "distract Ann", "done", "advance")
    assert game.state.shepherds[0].corruption == 1
    assert game.state.caravans[0].corruption == 2


def test_by_that_ruling_the_players_choose_which_strike_and_may_pay_again() -> None:
    game = at(shepherd("c4", "shears"), flock="c4:lsg", wagons="smiths:c4",
              mutation="void-sheep", rulings={"distract": "one"})  # fmt: skip
    play(game, "distract Ann", "distract Ann", "done", "advance")
    assert texts(game) == ["bear Ann lesser", "bear Ann standard", "bear Ann greater"]
    play(game, "bear Ann greater", "bear Ann lesser", "draw curse matted-fleece")
    assert game.state.caravans[0].corruption == 2


def test_once_is_enough_by_the_usual_ruling() -> None:
    game = at(shepherd("c4"), flock="c4:l", wagons="tinkers:c4")
    game.do("distract Ann")
    refused(game, "distract Ann", "distract", "once is enough")


# The examples of the rules


def test_the_overflow_of_a_meter_at_three() -> None:
    """Two corruption at 3: the fourth point is a Curse, the other stays on the meter."""
    game = at(shepherd("c4", corruption=3), flock="c4:s", wagons="tinkers:j3",
              mutation="void-sheep")  # fmt: skip
    play(game, "done", "advance")
    assert [job.do for job in game.state.queue] == ["curse", "corrupt", "strike", "dawn"]
    game.do("draw curse tainted-taunt")
    game.do("discard Ann shears")
    ann = game.state.shepherds[0]
    assert ann.corruption == 1
    assert [one.id for one in ann.hand] == ["flockbuster", "lightning-prod", "tainted-taunt"]


def test_the_fight_against_a_void_sheep() -> None:
    """Metal is immune, runic weak: 2 damage; the lantern's third kills, and gives 2 essence."""
    game = at(shepherd("c4", "shepherds-spear"), flock="c4:s", wagons="tinkers:j3",
              mutation="void-sheep")  # fmt: skip
    state = game.state
    assert [(hit.icon, hit.damage) for hit in combat.attack(state, "shepherds-spear")] == [
        ("metal", 0), ("runic", 2),
    ]  # fmt: skip
    assert combat.damage(state, "shepherds-spear") == 2
    assert combat.damage(state, "shepherds-spear", boost=True) == combat.health(state, 1) == 3
    entry = game.do("attack Ann shepherds-spear standard boost")
    assert "metal 0, runic 2 and lantern 1" in entry.sentence
    ann = game.state.shepherds[0]
    assert (ann.essence, ann.lit, game.state.flock) == (4, 2, ())
    assert ann.hand[0].down
    assert game.state.stock == PIECES


def test_without_the_lantern_the_void_sheep_lives_on() -> None:
    game = at(shepherd("c4", "shepherds-spear"), flock="c4:s", wagons="tinkers:j3",
              mutation="void-sheep")  # fmt: skip
    game.do("attack Ann shepherds-spear standard")
    assert game.state.flock[0].hurt == ((1, 2),)


def test_the_last_lantern_may_boost_against_void_sheep_but_then_it_is_over() -> None:
    game = at(shepherd("c4", lit=1), flock="c4:ll", wagons="tinkers:j3", mutation="void-sheep")
    game.do("attack Ann flockbuster lesser boost")
    assert on_board(game.state) == (1, 0, 0)
    refused(game, "attack Ann lightning-prod lesser", "special", "lit lantern")


def test_the_fifth_experience_brings_a_trait() -> None:
    game = at(shepherd("c4", experience=4), phase="action")
    entry = game.do("purify Ann")
    assert "overflows" in entry.sentence
    assert Learn(0, "battle-tested") in game.legal()
    game.do("learn Ann battle-tested")
    ann = game.state.shepherds[0]
    assert (ann.level, ann.experience, ann.essence, ann.lit) == (2, 0, 1, 2)
    assert entry.rule == "traits"


def test_the_lightning_prod_moves_a_sheep_that_is_not_greater() -> None:
    game = at(shepherd("m6"), flock="c4:lg", phase="action")
    play(game, "use Ann lightning-prod")
    assert {text.split()[4] for text in texts(game, "shift")} == {"lesser"}
    game.do("shift Ann c4 c5 lesser")
    assert [(herd.at, herd.count) for herd in game.state.flock] == [
        ("c4", (0, 0, 1)), ("c5", (1, 0, 0)),
    ]  # fmt: skip
    assert game.state.shepherds[0].hand[2].down


def test_the_tainted_taunt_costs_two_essence_and_brings_a_sheep() -> None:
    game = at(shepherd("m6", "tainted-taunt"), flock="c4:g", phase="combat")
    play(game, "use Ann tainted-taunt", "shift Ann c4 m6 greater")
    assert game.state.flock[0].at == "m6"
    assert game.state.shepherds[0].essence == 0
    poor = at(shepherd("m6", "tainted-taunt", essence=1), flock="c4:g")
    refused(poor, "use Ann tainted-taunt", "essence", "2 essence")


def test_corruption_may_overflow_twice_at_once() -> None:
    state = corrupted(camp(shepherd("c4", corruption=3)), 0, 6)
    assert [job.do for job in state.queue] == ["curse", "corrupt"]
    assert state.queue[1] == Job("corrupt", 0, count=5)
