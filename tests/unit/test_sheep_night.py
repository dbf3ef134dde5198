"""The night of The Sheep: events, tiles, spawns, combat, strikes, curses, death and both losses."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.the_sheep import combat, engine
from companion.the_sheep.effects import placed
from companion.the_sheep.state import PIECES, Attack, Held, State, Tile, herd_at, on_board
from companion.the_sheep.strikes import curses_due, strikes
from tests.sheep import at, camp, play, session_at, shepherd, texts
from tests.tables import refused


def counts(state: State, space: str) -> tuple[int, int, int]:
    herd = herd_at(state, space)
    return herd.count if herd else (0, 0, 0)


# Event and pollution


def test_the_tracker_rises_by_the_event_and_no_further_than_the_last_slot() -> None:
    game = at(shepherd("m6"), phase="night-event", wagons="tinkers:c4")
    play(game, "draw night burst-pipe", "advance")
    assert (game.state.slot, game.state.price) == (3, 2)
    full = at(shepherd("m6"), phase="pollution", slot=6, night_event="burst-pipe")
    full.do("advance")
    assert full.state.slot == 7


def test_an_event_may_ask_whom_it_hits() -> None:
    game = at(shepherd("m6"), shepherd("m5"), phase="night-event")
    game.do("draw night bad-dreams")
    assert texts(game) == ["pick Ann", "pick Bo"]
    game.do("pick Bo")
    assert [one.corruption for one in game.state.shepherds] == [0, 1]
    assert game.state.phase == "pollution"


def test_tiles_take_effect_in_the_order_they_came() -> None:
    tiles = (Tile("bad-water"), Tile("violet-tide", major=True), Tile("violet-lambs"))
    game = at(shepherd("m6"), shepherd("m5"), phase="tiles", tiles=tiles)
    game.do("advance")
    assert counts(game.state, "g1") == (0, 0, 0)
    entry = game.do("pick Ann")
    assert counts(game.state, "g1") == (2, 0, 1)
    assert "1 greater sheep comes to g1" in entry.sentence
    assert game.state.phase == "mutation"


def test_a_tile_without_a_choice_is_one_action() -> None:
    game = at(shepherd("m6"), phase="tiles", tiles=(Tile("violet-tide"), Tile("white-ash", True)))
    game.do("advance")
    assert counts(game.state, "g1") == (0, 1, 0)
    assert counts(game.state, "j1") == (2, 0, 0)
    assert game.state.slot == 1


def test_without_tiles_there_is_nothing_to_confirm() -> None:
    game = at(shepherd("m6"), phase="avert")
    game.do("avert 1 0")
    assert game.state.phase == "mutation"


# Mutation, flock, stock


@pytest.mark.parametrize(
    ("ruling", "phases"),
    [
        ("mutation-flock-move", ["mutation", "flock", "sheep-move", "combat"]),
        ("flock-mutation-move", ["flock", "mutation", "sheep-move", "combat"]),
        ("mutation-move-flock", ["mutation", "sheep-move", "flock", "combat"]),
    ],
)
def test_the_order_of_the_night_is_a_ruling(ruling: str, phases: list[str]) -> None:
    game = at(shepherd("m6"), phase="avert", wagons="tinkers:m6", flock="m6:l", mutation="",
              rulings={"night-order": ruling})  # fmt: skip
    game.do("avert 1 0")
    seen = [game.state.phase]
    draws = {"mutation": "draw mutation tar-sheep", "flock": "draw flock lone-ram"}
    while game.state.phase != "combat":
        steers = texts(game, "steer")
        game.do(draws.get(game.state.phase, steers[0] if steers else "advance"))
        if game.state.phase != seen[-1]:
            seen.append(game.state.phase)
    assert seen == phases


def test_waves_come_in_their_numbers() -> None:
    game = at(shepherd("m6"), phase="flock")
    waves = []
    for number in range(18):
        draws = tuple(number if deck == 3 else 0 for deck in range(6))
        state = replace(game.state, draws=draws)
        cards = {one.card for one in engine.legal(state) if hasattr(one, "card")}
        found = {state.table.decks["flock"][card].wave for card in cards if card in
                 state.table.decks["flock"]}  # fmt: skip
        waves.append(found.pop())
        assert not found
    assert waves == [1] * 4 + [2] * 4 + [3] * 10


def test_a_card_does_not_come_more_often_than_it_is_there() -> None:
    game = at(shepherd("m6"), phase="flock", draws=(0, 0, 0, 2, 0, 0),
              drawn=((), (), (), ("lone-ram", "lone-ram"), (), ()))  # fmt: skip
    assert texts(game, "draw") == ["draw flock first-bleat", "draw flock scouts"]
    refused(game, "draw flock lone-ram", "pack", "cannot come")


def test_an_empty_flock_deck_may_stay_empty() -> None:
    gone = {"draws": (0, 0, 0, 16, 0, 0), "phase": "mutation", "mutation": ""}
    game = at(shepherd("m6"), rulings={"empty-flock": "none"}, **gone)
    game.do("draw mutation tar-sheep")
    assert game.state.phase == "combat"
    other = at(shepherd("m6"), **gone)
    other.do("draw mutation tar-sheep")
    assert other.state.phase == "flock"


def test_a_flock_card_counts_the_players_dead_or_not() -> None:
    for seats, there in ((2, (2, 0, 0)), (4, (2, 0, 0))):
        people = [shepherd("m6"), *[shepherd("", dead=True)] * (seats - 1)]
        game = at(*people, phase="flock", wagons="tinkers:waiting")
        game.do("draw flock first-bleat")
        assert counts(game.state, "c1") == there
        assert counts(game.state, "h6") == ((1, 0, 0) if seats == 4 else (0, 0, 0))


@pytest.mark.parametrize(
    ("stock", "tier", "comes", "what"),
    [
        ((3, 3, 3), 0, (2, 0, 0), ["spawn"]),
        ((1, 3, 3), 0, (1, 1, 0), ["spawn", "instead"]),
        ((0, 1, 3), 0, (0, 1, 1), ["instead", "instead"]),
        ((3, 0, 3), 1, (0, 0, 2), ["instead"]),
        ((3, 0, 1), 1, (1, 0, 1), ["instead", "instead"]),
        ((3, 1, 0), 2, (1, 1, 0), ["instead", "instead"]),
        ((1, 0, 0), 2, (1, 0, 0), ["instead", "no-piece"]),
        ((0, 0, 0), 0, (0, 0, 0), ["no-piece"]),
    ],
)
def test_other_pieces_come_when_there_are_none_left(
    stock: tuple[int, int, int], tier: int, comes: tuple[int, int, int], what: list[str]
) -> None:
    state = placed(replace(camp(shepherd("m6")), stock=stock), "c1", tier, 2)
    assert counts(state, "c1") == comes
    assert [news.what for news in state.news] == what
    assert tuple(map(sum, zip(state.stock, comes, strict=True))) == stock


# Lanterns at night


def test_a_lantern_carries_a_shepherd_one_space() -> None:
    game = at(shepherd("c4", lit=1), phase="pollution")
    game.do("walk Ann c5")
    assert (game.state.shepherds[0].at, game.state.shepherds[0].lit) == ("c5", 0)
    refused(game, "walk Ann c4", "lanterns", "no lantern")
    refused(at(shepherd("c4"), phase="combat"), "walk Ann c6", "walk", "2 spaces away")


def test_walking_may_be_left_to_combat_by_a_ruling() -> None:
    game = at(shepherd("c4"), phase="pollution", rulings={"night-walk": "combat"})
    refused(game, "walk Ann c5", "walk", "in combat only")


def test_by_day_nobody_walks_or_distracts_and_by_night_nobody_buys() -> None:
    day = at(shepherd("c4"), phase="action")
    for command in ("walk Ann c5", "distract Ann", "avert 1 0", "advance"):
        refused(day, command)
    night = at(shepherd("c4", essence=5), phase="combat", wagons="tinkers:c4")
    for command in ("move Ann c5", "buy Ann chain-whip", "purify Ann", "draw mutation tar-sheep"):
        refused(night, command, reason="not the time")


# Combat


def test_attacks_wait_for_combat() -> None:
    game = at(shepherd("c4"), flock="c4:l", phase="sheep-move", wagons="tinkers:c4")
    refused(game, "attack Ann shears lesser", "attack", "not the time")


@pytest.mark.parametrize(
    ("cards", "mutation", "reading", "damage"),
    [
        ("rune-blade", "void-sheep", "icon", 4),
        ("rune-blade", "void-sheep", "attack", 3),
        ("torch-pole", "tar-sheep", "icon", 4),
        ("torch-pole", "tar-sheep", "attack", 3),
        ("torch-pole", "ember-sheep", "icon", 0),
        ("chain-whip", "glass-sheep", "icon", 4),
        ("spark-coil", "thunder-sheep", "icon", 0),
        ("shears", "woolly-host", "icon", 1),
    ],
)
def test_weakness_and_immunity(cards: str, mutation: str, reading: str, damage: int) -> None:
    state = camp(shepherd("c4", cards), mutation=mutation, rulings={"weakness": reading})
    assert combat.damage(state, cards) == damage
    assert combat.damage(state, cards, boost=True) == damage + 1


def test_an_attack_is_boosted_at_most_once_and_curses_never() -> None:
    game = at(shepherd("c4", "shears hollow-bleat"), flock="c4:g")
    assert texts(game, "attack Ann hollow-bleat") == ["attack Ann hollow-bleat greater"]
    refused(game, "attack Ann hollow-bleat greater boost", "boost", "cannot be boosted")
    game.do("attack Ann shears greater boost")
    assert game.state.flock[0].hurt == ((2, 2),)
    assert game.state.shepherds[0].lit == 2


def test_a_mutation_may_forbid_boosts() -> None:
    game = at(shepherd("c4"), flock="c4:g", mutation="hollow-sheep")
    refused(game, "attack Ann shears greater boost", "boost", "cannot be boosted")


@pytest.mark.parametrize("mutation", ["woolly-host", "hollow-sheep", "void-sheep"])
def test_what_may_be_boosted_is_what_is_listed_with_a_lantern(mutation: str) -> None:
    for lit in (0, 1):
        state = camp(shepherd("c4", "shears hollow-bleat", lit=lit), flock="c4:g",
                     mutation=mutation)  # fmt: skip
        attacks = [one for one in engine.legal(state) if isinstance(one, Attack)]
        boosted = {one.card for one in attacks if one.boost}
        cards = {one.id for one in state.shepherds[0].hand}
        assert boosted == {
            card for card in cards if combat.may_boost(state, state.shepherds[0], card)
        }


def test_damage_adds_up_until_the_night_is_over() -> None:
    game = at(shepherd("c4"), shepherd("c4", "chain-whip"), flock="c4:gg", mutation="void-sheep")
    play(game, "attack Ann flockbuster greater", "attack Ann lightning-prod greater 1")
    assert game.state.flock[0].hurt == ((2, 2),)
    play(game, "done", "advance", "bear Ann all", "draw curse tainted-taunt", "discard Ann shears")
    assert [herd.hurt for herd in game.state.flock] == [()]


def test_a_kill_s_essence_is_shared_on_the_space() -> None:
    game = at(shepherd("c4", "rune-blade", essence=4), shepherd("c4", essence=0), shepherd("c5"),
              flock="c4:g")  # fmt: skip
    play(game, "attack Ann rune-blade greater")
    assert texts(game) == ["share 3 0 0", "share 2 1 0", "share 1 2 0", "share 0 3 0"]
    entry = game.do("share 2 1 0")
    assert [one.essence for one in game.state.shepherds] == [5, 1, 2]
    assert "1 essence does not fit" in entry.sentence
    assert on_board(game.state) == (0, 0, 0)


def test_essence_may_be_read_off_the_card_by_a_ruling() -> None:
    state = camp(shepherd("c4"), rulings={"essence": "card"})
    assert [combat.reward(state, tier) for tier in range(3)] == [1, 2, 3]


# Strikes


def test_sheep_strike_the_caravan_of_their_space_before_anybody() -> None:
    game = at(shepherd("c4"), flock="c4:ls", wagons="smiths:c4", mutation="void-sheep")
    entry = play(game, "done").do("advance")
    assert game.state.caravans[0].corruption == 3
    assert game.state.shepherds[0].corruption == 0
    assert "2 sheep strike Smiths’ Guild: 3 corruption" in entry.sentence
    assert (game.state.day, game.state.phase) == (2, "refresh")


def test_without_a_caravan_the_players_choose_among_the_shepherds() -> None:
    game = at(shepherd("c4"), shepherd("c4"), shepherd("c5"), flock="c4:lls",
              mutation="void-sheep")  # fmt: skip
    play(game, "done", "advance")
    assert texts(game) == [
        "bear Ann lesser", "bear Ann standard", "bear Bo lesser", "bear Bo standard",
        "bear Ann all", "bear Bo all",
    ]  # fmt: skip
    play(game, "bear Ann standard", "bear Bo all")
    assert [one.corruption for one in game.state.shepherds] == [2, 2, 0]


def test_a_lone_shepherd_bears_them_all_without_being_asked() -> None:
    game = at(shepherd("c4"), flock="c4:lll", mutation="void-sheep")
    play(game, "done", "advance")
    assert game.state.shepherds[0].corruption == 3


def test_of_two_who_distract_the_players_choose() -> None:
    game = at(shepherd("c4"), shepherd("c4"), shepherd("c4"), flock="c4:l", wagons="tinkers:c4")
    play(game, "distract Ann", "distract Cy", "done", "advance")
    assert texts(game) == ["bear Ann lesser", "bear Cy lesser"]


def test_distracting_is_possible_when_the_sheep_are_about_to_strike() -> None:
    game = at(shepherd("c4"), flock="c4:l", wagons="tinkers:c4", phase="strike")
    play(game, "distract Ann", "advance")
    assert game.state.shepherds[0].corruption == 1
    assert game.state.shepherds[0].distracting == 0


def test_sheep_alone_on_a_space_strike_nobody() -> None:
    game = at(shepherd("c4"), flock="c5:ggg", phase="strike")
    game.do("advance")
    assert game.state.day == 2


def test_a_caravan_whose_meter_overflows_is_the_end() -> None:
    game = at(shepherd("m6"), flock="c4:gg", wagons="tinkers:c4", mutation="void-sheep",
              phase="strike")  # fmt: skip
    game.do("advance")
    assert game.outcome is not None
    assert game.outcome.winners == ()
    assert game.state.result == "corruption"
    safe = at(shepherd("m6"), flock="c4:sg", wagons="tinkers:c4", mutation="void-sheep",
              phase="strike")  # fmt: skip
    safe.do("advance")
    assert safe.state.caravans[0].corruption == 5
    assert safe.outcome is None


def test_looking_ahead_at_the_strikes() -> None:
    state = camp(shepherd("c4", corruption=2), flock="c4:ls c5:g", wagons="tinkers:c4",
                 mutation="void-sheep")  # fmt: skip
    [one, other] = strikes(state)
    assert (one.caravan, one.corruption, one.seats) == ("tinkers", 3, ())
    assert (other.caravan, other.seats, other.corruption) == ("", (), 3)
    assert curses_due(state, 0, 3) == (1, 1)


# Curses and death


def test_a_curse_takes_the_room_of_equipment() -> None:
    game = at(shepherd("c4", corruption=3), flock="c4:l", phase="strike")
    play(game, "advance", "draw curse hollow-bleat")
    assert texts(game) == [
        "discard Ann shears", "discard Ann flockbuster", "discard Ann lightning-prod",
    ]  # fmt: skip
    game.do("discard Ann shears")
    assert game.state.day == 2


def test_a_hand_full_of_curses_is_death_and_the_others_play_on() -> None:
    hand = "tainted-taunt matted-fleece shears"
    game = at(shepherd("c4", hand, corruption=3), shepherd("m6"), flock="c4:ll", phase="strike")
    game.do("advance")
    entry = game.do("draw curse hollow-bleat")
    ann = game.state.shepherds[0]
    assert (ann.dead, ann.at, ann.hand, ann.essence, ann.lit) == (True, "", (), 0, 0)
    assert "dies" in entry.sentence
    assert game.outcome is None
    assert game.state.day == 2
    play(game, "advance", "draw day clear-road-north")
    assert game.state.shepherds[0].lit == 0
    refused(game, "move Ann c4", reason="dead") if game.state.phase == "action" else None


def test_what_is_left_of_the_strikes_falls_on_the_others_when_one_dies() -> None:
    hand = "tainted-taunt matted-fleece"
    game = at(shepherd("c4", hand, corruption=3), shepherd("c4"), flock="c4:lll", phase="strike")
    play(game, "advance", "bear Ann all", "draw curse second-stomach")
    assert game.state.shepherds[0].dead
    assert game.state.shepherds[1].corruption == 2
    assert game.state.day == 2


def test_curses_with_equipment_beside_them_are_no_death() -> None:
    game = at(shepherd("c4", "tainted-taunt shears", corruption=3), flock="c4:l", phase="strike")
    play(game, "advance", "draw curse hollow-bleat")
    assert not game.state.shepherds[0].dead


def test_when_all_are_dead_the_game_still_goes_on() -> None:
    dead = shepherd("", "", dead=True, lit=0)
    game = at(dead, dead, phase="combat", wagons="tinkers:l3")
    play(game, "done")
    while game.outcome is None and game.state.day < 4:
        game.do(game.legal()[0])
    assert game.state.result == "won"


def test_a_night_step_is_one_action_and_so_one_undo() -> None:
    game = at(shepherd("c4"), flock="c4:ll c1:s", wagons="smiths:d3", phase="strike")
    before = game.state
    game.do("advance")
    assert game.state.day == 2
    game.undo()
    assert game.state == before


def test_exhausted_cards_stay_so_at_night() -> None:
    ann = replace(shepherd("c4"), hand=(Held("shears", down=True),))
    game = at(ann, flock="c4:l")
    refused(game, "attack Ann shears lesser", "ability", "exhausted")
    refused(game, "attack Ann rune-blade lesser", "attack", "does not have")


def test_all_pieces_are_there_at_the_beginning() -> None:
    assert session_at(camp(shepherd("c4"))).state.stock == PIECES
