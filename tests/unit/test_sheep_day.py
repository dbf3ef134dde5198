"""The day of The Sheep: set-up, caravans, shepherds, attacks with excess damage."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import companion
from companion.the_sheep.caravans import route
from companion.the_sheep.checklist import checklist
from companion.the_sheep.state import (
    PIECES,
    Caravan,
    Drive,
    Held,
    Move,
    caravan_of,
    herd_at,
)
from tests.sheep import NAMES, at, camp, play, ready, session_at, shepherd, table, texts
from tests.tables import refused

# Set-up


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_set_up_leads_into_the_first_day(seats: int) -> None:
    game = ready(seats)
    state = game.state
    assert (state.phase, state.day) == ("enter", 1)
    assert len(state.caravans) == state.table.travelling(seats)
    for one in state.shepherds:
        assert (one.at, one.essence, one.lit, one.corruption, one.experience) == ("a4", 2, 3, 0, 0)
        assert len(one.hand) == 3
        assert one.level == 1


def test_a_shepherd_is_taken_once_and_with_a_trait_of_level_one() -> None:
    game = table()
    refused(game, "choose Ann miles battle-tested", "setup", "no Level I trait")
    game.do("choose Ann miles steady-hand")
    refused(game, "choose Bo miles old-hand", "setup")
    refused(game, "choose Ann wren bedside", "setup")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_checklist_counts_what_the_engine_counts(seats: int) -> None:
    game = ready(seats)
    told = " ".join(checklist(game.setup))
    state = game.state
    assert f"{len(state.table.meter(seats))} slots" in told
    assert f"{len(state.caravans)} caravans" in told
    assert "20 lesser sheep, 15 standard sheep and 10 greater sheep" in told
    assert "4 of Wave 1 on 4 of Wave 2 on 8 of Wave 3" in told
    assert all(name in told for name in NAMES[:seats])


def test_difficulty_is_a_ruling() -> None:
    game = table(rulings={"flock": "harder", "start-tiles": "2"})
    assert "2 of Wave 1 on 2 of Wave 2" in " ".join(checklist(game.setup))
    play(game, "draw tile bad-water", "draw tile red-rain")
    assert [(tile.id, tile.major) for tile in game.state.tiles] == [
        ("bad-water", False), ("red-rain", False),
    ]  # fmt: skip
    assert game.state.phase == "setup"


def test_the_first_day_has_neither_refresh_nor_event() -> None:
    game = ready()
    kinds = []
    while game.state.phase != "action":
        kinds.append(game.state.phase)
        game.do(game.legal()[0])
    assert kinds == ["enter", "drive"]
    play(game, "done")
    assert game.state.phase == "night-event"


# Caravans


def test_a_caravan_sets_out_and_moves_two_spaces() -> None:
    game = play(ready(), "enter tinkers", "drive tinkers")
    assert game.state.caravans[0].at == "c4"
    assert game.state.caravans[1].at == "waiting"
    assert game.state.phase == "action"


def test_only_one_sets_out_a_day_and_none_while_the_start_is_taken() -> None:
    game = at(shepherd("m6"), phase="caravan-act", wagons="tinkers:a4 smiths:waiting")
    entry = game.do("act tinkers")
    assert "no other sets out" in entry.sentence
    assert game.state.phase == "drive"
    game = at(shepherd("m6"), phase="enter", wagons="tinkers:waiting smiths:waiting")
    play(game, "enter smiths")
    refused(game, "enter tinkers", "enter")


def test_the_closest_to_the_finish_moves_first_and_makes_room() -> None:
    game = at(shepherd("m6"), phase="drive", wagons="smiths:b4 tinkers:c4")
    refused(game, "drive smiths", "drive", "closer to the Finish")
    play(game, "drive tinkers", "drive smiths")
    assert [one.at for one in game.state.caravans] == ["d3", "e4"]


def test_a_caravan_stops_behind_another() -> None:
    game = at(shepherd("m6"), phase="drive", flock="c4:ll", wagons="smiths:b4 tinkers:c4")
    play(game, "drive tinkers")
    assert caravan_of(game.state, "tinkers") == Caravan("tinkers", "d3", driven=True)
    assert route(game.state, game.state.caravans[0]).stops == ("b4", "c4")
    blocked = at(shepherd("m6"), phase="drive", flock="c4:l", wagons="smiths:b4 tinkers:c4",
                 day_event="mud-north")  # fmt: skip
    entry = blocked.do("drive tinkers")
    assert entry.rule == "impede"
    entry = blocked.do("drive smiths")
    assert entry.rule == "block"
    assert "does not move" in entry.sentence


@pytest.mark.parametrize(
    ("flock", "event", "end", "why"),
    [
        ("", "", "d3", "spent"),
        ("b4:l", "", "c4", "spent"),
        ("c4:g", "", "c4", "sheep"),
        ("b4:l c4:l", "fair-wind-north", "c4", "sheep"),
        ("", "fair-wind-north", "e4", "spent"),
        ("", "mud-south", "c4", "spent"),
        ("b4:lllsssgg", "mud-south", "b4", "sheep"),
        ("d3:l", "", "d3", "spent"),
    ],
)
def test_sheep_and_events_change_how_far_it_gets(
    flock: str, event: str, end: str, why: str
) -> None:
    state = camp(shepherd("m6"), phase="drive", flock=flock, wagons="tinkers:b4", day_event=event)
    found = route(state, state.caravans[0])
    assert (found.stops[-1], found.why) == (end, why)


def test_caravans_turn_as_the_event_says() -> None:
    for event, ends in (("clear-road-north", "g3"), ("clear-road-south", "g5")):
        state = camp(shepherd("m6"), phase="drive", wagons="tinkers:e4", day_event=event)
        found = route(state, state.caravans[0])
        assert found.stops[-1] == ends
        assert found.forks == ("e4",)


def test_without_an_event_the_players_choose_at_a_fork() -> None:
    game = at(shepherd("m6"), phase="drive", wagons="tinkers:d3")
    assert texts(game) == ["drive tinkers north", "drive tinkers south"]
    refused(game, Drive(-1, "tinkers"), "fork")
    game.do("drive tinkers south")
    assert game.state.caravans[0].at == "f4"


def test_a_caravan_on_the_finish_is_safe_and_gone() -> None:
    game = at(shepherd("l3"), phase="drive", wagons="tinkers:l3 smiths:waiting")
    entry = game.do("drive tinkers")
    assert entry.rule == "safe"
    assert game.state.caravans[0].at == "safe"
    assert game.outcome is None


def test_when_all_are_safe_the_game_is_won() -> None:
    game = at(shepherd("l3"), phase="drive", wagons="tinkers:l3 smiths:safe")
    game.do("drive tinkers")
    assert game.outcome is not None
    assert game.outcome.winners == (0, 1)
    assert len(game.legal()) == 0
    refused(game, "advance", "win")


def test_every_caravan_with_an_action_performs_it_once_in_any_order() -> None:
    game = at(shepherd("c4", lit=2), phase="caravan-act",
              wagons="tinkers:c4 smiths:d3 apothecary:b4")  # fmt: skip
    assert texts(game) == ["act tinkers", "act apothecary"]
    game.do("act tinkers")
    assert game.state.shepherds[0].lit == 3
    assert texts(game) == ["act apothecary"]
    game.do("act apothecary")
    assert game.state.phase == "drive"


def test_of_several_shepherds_on_its_space_the_players_choose() -> None:
    game = at(shepherd("c4", lit=2), shepherd("c4", lit=0), phase="caravan-act",
              wagons="tinkers:c4")  # fmt: skip
    game.do("act tinkers")
    assert texts(game) == ["pick Ann", "pick Bo"]
    game.do("pick Bo")
    assert [one.lit for one in game.state.shepherds] == [2, 1]


# Shepherds


def test_a_shepherd_moves_up_to_three_spaces_once() -> None:
    game = at(shepherd("a4"), phase="action")
    grid = game.state.table.grid
    ends = {one.to for one in game.legal() if isinstance(one, Move)}
    assert ends == {at_ for at_ in grid.hexes if 1 <= grid.distance("a4", at_) <= 3}
    refused(game, "move Ann a1" if "a1" not in ends else "move Ann m6", "move", "spaces away")
    refused(game, "move Ann b2", "shadow", "lies in shadow")
    refused(game, "move Ann a4", "move")
    game.do("move Ann c4")
    refused(game, "move Ann c5", "move", "has moved today")


def test_buying_needs_the_caravan_the_essence_and_the_ware() -> None:
    game = at(shepherd("c4", essence=2), shepherd("m6", essence=5), phase="action",
              wagons="tinkers:c4")  # fmt: skip
    refused(game, "buy Ann shepherds-spear", "essence", "costs 3")
    refused(game, "buy Bo chain-whip", "buy", "no caravan")
    refused(game, "buy Ann salve-case", "buy", "does not sell")
    play(game, "buy Ann chain-whip", "discard Ann shears")
    assert game.state.caravans[0].sold == ("chain-whip",)
    refused(game, "buy Ann chain-whip", "buy", "does not sell")


def test_a_caravan_that_is_not_on_the_map_sells_nothing() -> None:
    game = at(shepherd("a4", essence=5), phase="action", wagons="tinkers:waiting smiths:safe")
    assert texts(game, "buy") == []


def test_essence_is_given_on_the_same_space_and_what_does_not_fit_is_lost() -> None:
    game = at(shepherd("c4", essence=4), shepherd("c4", essence=3), phase="action")
    entry = game.do("give Ann to Bo 4")
    assert [one.essence for one in game.state.shepherds] == [0, 5]
    assert "lost" in entry.sentence
    refused(game, "give Bo to Bo 1", "give")
    refused(game, "give Bo to Ann 6", "give", "5 essence")
    away = at(shepherd("c4"), shepherd("c5"), phase="action")
    refused(away, "give Ann to Bo 1", "give", "nobody else")


def test_purifying_takes_a_lantern_and_essence() -> None:
    game = at(shepherd("c4", lit=1, essence=1), phase="action")
    game.do("purify Ann")
    ann = game.state.shepherds[0]
    assert (ann.lit, ann.essence, ann.experience) == (0, 0, 1)
    refused(game, "purify Ann", "lanterns", "no lantern")
    refused(at(shepherd("c4", essence=0), phase="action"), "purify Ann", "purify", "no essence")


def test_after_the_third_trait_there_is_no_more_to_learn() -> None:
    game = at(shepherd("c4", traits="steady-hand battle-tested", experience=5), phase="action")
    play(game, "purify Ann", "learn Ann veteran")
    assert game.state.shepherds[0].level == 3
    refused(game, "purify Ann", "purify", "last trait")


def test_a_trait_raises_the_hand_limit() -> None:
    game = at(shepherd("c4", essence=5, experience=4), phase="action", wagons="tinkers:c4")
    play(game, "purify Ann", "learn Ann front-line", "buy Ann shepherds-spear")
    assert len(game.state.shepherds[0].hand) == 4


def test_an_ability_exhausts_its_card_and_is_told_with_its_text() -> None:
    game = at(shepherd("c4", "bright-lens"), phase="action")
    entry = game.do("use Ann bright-lens")
    assert "A reminder only" in entry.sentence
    assert game.state.shepherds[0].hand == (Held("bright-lens", down=True),)
    refused(game, "use Ann bright-lens", "ability", "exhausted")


def test_abilities_keep_to_their_time_of_day() -> None:
    day = at(shepherd("c4", "tinder-box spark-coil", lit=1), phase="action")
    assert texts(day, "use") == ["use Ann tinder-box"]
    night = at(shepherd("c4", "tinder-box spark-coil", lit=1), phase="combat")
    assert texts(night, "use") == ["use Ann spark-coil"]
    refused(night, "use Ann tinder-box", "ability", "time of day")


def test_known_effects_are_carried_out() -> None:
    ann = shepherd("c4", "field-kit storm-bell", corruption=2)
    game = at(ann, phase="action")
    play(game, "use Ann field-kit")
    assert game.state.shepherds[0].corruption == 1
    play(game, "use Ann storm-bell", "step Ann c5")
    assert game.state.shepherds[0].at == "c5"
    tired = replace(ann, hand=(Held("shears", down=True), Held("shepherds-spear", down=True)),
                    traits=(Held("old-hand"),))  # fmt: skip
    other = at(tired, phase="action")
    play(other, "use Ann old-hand", "ready Ann shepherds-spear")
    assert [one.down for one in other.state.shepherds[0].hand] == [True, False]


def test_what_an_ability_offers_may_be_let_go() -> None:
    game = at(shepherd("c4", "storm-bell"), phase="action")
    play(game, "use Ann storm-bell", "let-go Ann")
    assert game.state.shepherds[0].at == "c4"
    assert not game.state.queue


# Attacks by day


def test_by_day_sheep_have_one_two_and_three_health_and_no_mutation() -> None:
    game = at(shepherd("c4"), flock="c4:lsg", phase="action", mutation="void-sheep")
    play(game, "attack Ann shears lesser")
    assert herd_at(game.state, "c4").count == (0, 1, 1)  # type: ignore[union-attr]  # sheep are left
    game.do("attack Ann flockbuster standard")
    assert herd_at(game.state, "c4").hurt == ((1, 1),)  # type: ignore[union-attr]  # sheep are left
    game.do("attack Ann lightning-prod standard 1")
    assert game.state.shepherds[0].essence == 2


def test_excess_damage_goes_on_to_another_sheep() -> None:
    game = at(shepherd("c4", "rune-blade"), flock="c4:lls", phase="action")
    game.do("attack Ann rune-blade lesser boost")
    assert texts(game) == ["carry Ann lesser", "carry Ann standard", "let-go Ann"]
    refused(game, "done", "action-step", "finished first")
    game.do("carry Ann standard")
    assert texts(game) == ["carry Ann lesser", "let-go Ann"]
    game.do("carry Ann lesser")
    assert game.state.flock == ()
    assert game.state.stock == PIECES


def test_excess_damage_may_be_let_go() -> None:
    game = at(shepherd("c4", "chain-whip"), flock="c4:ll", phase="action")
    play(game, "attack Ann chain-whip lesser", "let-go Ann")
    assert herd_at(game.state, "c4").count == (1, 0, 0)  # type: ignore[union-attr]  # one is left


def test_damage_goes_away_at_the_end_of_the_day() -> None:
    game = at(shepherd("c4"), flock="c4:g", phase="action")
    play(game, "attack Ann shears greater", "done")
    assert game.state.flock[0].hurt == ()


def test_sheep_elsewhere_cannot_be_attacked() -> None:
    game = at(shepherd("c4"), flock="c5:l", phase="action")
    refused(game, "attack Ann shears lesser", "attack", "no such sheep")
    assert texts(game, "attack") == []


# Refresh


def test_the_day_begins_with_everything_face_up() -> None:
    ann = replace(shepherd("c4", lit=0, traits="steady-hand"), hand=(Held("shears", down=True),))
    game = at(ann, phase="refresh", day=2)
    game.do("advance")
    ann = game.state.shepherds[0]
    assert (ann.lit, ann.hand) == (3, (Held("shears"),))
    assert game.state.phase == "day-event"
    assert texts(game)[0] == "draw day clear-road-north"


def test_the_same_seat_may_act_as_often_as_it_likes_in_any_order() -> None:
    game = ready(3)
    play(game, "enter tinkers", "drive tinkers", "move Bo c4", "purify Ann", "purify Bo",
         "move Ann c4", "give Ann to Bo 1")  # fmt: skip
    assert game.state.phase == "action"
    assert -1 in game.game.to_act(game.state)


def test_a_pack_is_refused_by_a_game_that_has_none() -> None:
    with pytest.raises(ValueError, match="no packs"):
        companion.start("piece-o-cake", NAMES[:3], pack="{}")


def test_positions_of_tests_are_consistent() -> None:
    assert session_at(camp(shepherd("c4"), flock="c4:lsg")).problems == ()
