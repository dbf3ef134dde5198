"""The Sheep at a table: commands, setting by hand, what adds up, the board, the kit's own cards."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

import companion
from companion.the_sheep import GAME, AnyAction, State, combat, dealing
from companion.the_sheep.movement import options, trace
from companion.the_sheep.state import (
    PIECES,
    Advance,
    Attack,
    Avert,
    CaravanAct,
    Distract,
    Draw,
    Drive,
    Enlist,
    Enter,
    Fix,
    Held,
    Move,
    Steer,
    Suffer,
    Tile,
    Use,
    herd_at,
)
from tests.look import SHEEP
from tests.sheep import NAMES, at, camp, caravans, pack, play, ready, session_at, shepherd, table
from tests.tables import refused

# Setting by hand


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("sheep c4 lesser 3", "3 lesser sheep on c4"),
        ("stock greater 9", "9 greater sheep in stock"),
        ("pollution 4", "the pollution tracker on slot 4"),
        ("tile bad-water major", "the tile Bad Water major"),
        ("caravan tinkers corruption 2", "Tinkers’ Guild has 2 corruption"),
        ("caravan tinkers at d3", "Tinkers’ Guild at d3"),
        ("shepherd Ann corruption 2", "Ann has 2 corruption"),
        ("shepherd Ann essence 5", "Ann has 5 essence"),
        ("shepherd Ann experience 4", "Ann has 4 experience"),
        ("shepherd Ann lanterns 1", "Ann has 1 lit lantern"),
        ("shepherd Ann at d5", "Ann stands on d5"),
        ("shepherd Ann lose shears", "Ann loses Shears"),
        ("shepherd Ann exhaust shears", "Ann’s Shears is exhausted"),
    ],
)
def test_anything_can_be_set_by_hand_with_a_reason(command: str, sentence: str) -> None:
    game = at(shepherd("c4"), wagons="tinkers:c4")
    before = game.state
    entry = game.do(f"fix {command}: we looked again")
    assert entry.sentence.startswith(f"By hand: {sentence} (we looked again).")
    assert entry.rule == "fix"
    assert game.state != before
    game.undo()
    assert game.state == before


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("sheep c4 lesser 21", "cannot be 21"),
        ("sheep b2 lesser 1", "no space that can be entered"),
        ("stock greater 11", "cannot be 11"),
        ("pollution 9", "cannot be 9"),
        ("caravan tinkers corruption 6", "cannot be 6"),
        ("caravan smiths corruption 1", "no such caravan travels"),
        ("caravan tinkers at b2", "no space"),
        ("shepherd Ann corruption 4", "cannot be 4"),
        ("shepherd Ann essence 6", "cannot be 6"),
        ("shepherd Ann lanterns 4", "cannot be 4"),
        ("shepherd Ann lose rune-blade", "no such card"),
        ("shepherd Ann ready shears", "no such card"),
        ("shepherd Bo essence 1", "dead"),
    ],
)
def test_what_cannot_be_is_not_set(command: str, reason: str) -> None:
    game = at(shepherd("c4"), wagons="tinkers:c4")
    refused(game, f"fix {command}: no", "fix", reason)


def test_a_change_by_hand_needs_a_reason_and_a_game_that_goes_on() -> None:
    game = at(shepherd("c4"), wagons="tinkers:c4")
    refused(game, "fix pollution 2", "fix", "needs a reason")
    over = at(shepherd("c4"), phase="over", result="won")
    refused(over, "fix pollution 2: late", "fix", "over")


def test_sheep_set_by_hand_come_from_the_stock_and_go_back() -> None:
    game = at(shepherd("c4"), flock="c4:ll")
    play(game, "fix sheep c4 lesser 5: miscounted", "fix sheep d5 greater 10: all of them")
    assert game.state.stock == (15, 15, 0)
    assert game.problems == ()
    play(game, "fix sheep c4 lesser 0: gone")
    assert herd_at(game.state, "c4") is None
    assert game.state.stock == (20, 15, 0)


def test_pieces_that_do_not_add_up_are_named() -> None:
    game = at(shepherd("c4"), flock="c4:ll")
    game.do("fix stock lesser 17: one is lost")
    [problem] = game.problems
    assert problem.text == "lesser sheep: 2 on the map and 19 in all, but there are 20 pieces."
    assert problem.text in str(game)


def test_setting_by_hand_may_end_the_game() -> None:
    game = at(shepherd("c4"), wagons="tinkers:l3 smiths:safe")
    game.do("fix caravan tinkers at safe: it went by itself")
    assert game.state.result == "won"


def test_curses_given_by_hand_may_kill() -> None:
    game = at(shepherd("c4", "tainted-taunt matted-fleece"))
    entry = game.do("fix shepherd Ann gain hollow-bleat: a reminder said so")
    assert game.state.shepherds[0].dead
    assert "dies" in entry.sentence


def test_cards_given_by_hand_keep_to_the_hand_limit() -> None:
    game = at(shepherd("c4"))
    game.do("fix shepherd Ann gain rune-blade: found")
    refused(game, "done", "action-step", "finished first")
    game.do("discard Ann shears")
    assert len(game.state.shepherds[0].hand) == 3


def traits(game: Any) -> str:
    return " ".join(one.id for one in game.state.shepherds[0].traits)


def test_traits_are_set_by_hand_the_next_one_or_another_of_a_level() -> None:
    game = at(shepherd("c4", experience=4))
    before = game.state
    entry = game.do("fix shepherd Ann gain battle-tested: forgotten")
    assert entry.sentence == "By hand: Ann gains Battle Tested (forgotten)."
    assert traits(game) == "steady-hand battle-tested"
    game.do("fix shepherd Ann gain old-hand: it was the other one")
    assert traits(game) == "old-hand battle-tested"
    game.do("fix shepherd Ann lose battle-tested: not yet")
    assert traits(game) == "old-hand"
    for _time in range(3):
        game.undo()
    assert game.state == before


def test_a_trait_lost_by_hand_takes_its_room_and_its_meter_with_it() -> None:
    four = "shears flockbuster lightning-prod rune-blade"
    game = at(shepherd("c4", four, traits="steady-hand battle-tested", experience=5))
    game.do("fix shepherd Ann lose battle-tested: too early")
    assert game.state.shepherds[0].experience == 4
    refused(game, "done", "action-step", "finished first")
    game.do("discard Ann shears")
    assert game.problems == ()


@pytest.mark.parametrize(
    ("what", "traits_", "reason"),
    [
        ("gain last-stand", "steady-hand", "level before"),
        ("gain bedside", "steady-hand", "another shepherd’s"),
        ("lose steady-hand", "steady-hand", "keeps a trait"),
        ("lose steady-hand", "steady-hand battle-tested", "only the newest"),
    ],
)
def test_traits_that_cannot_be_are_not_set(what: str, traits_: str, reason: str) -> None:
    game = at(shepherd("c4", traits=traits_))
    refused(game, f"fix shepherd Ann {what}: so", "fix", reason)


def test_tiles_set_by_hand_keep_their_order_and_number() -> None:
    tiles = (Tile("bad-water"), Tile("red-rain"), Tile("white-ash"))
    game = at(shepherd("c4"), tiles=tiles)
    refused(game, "fix tile green-scum minor: there", "fix", "three tiles")
    play(game, "fix tile red-rain major: turned", "fix tile bad-water gone: never came")
    assert game.state.tiles == (Tile("red-rain", True), Tile("white-ash"))


# Commands


def test_players_are_named_or_numbered() -> None:
    names = ["Ann", "Ann Marie", "3rd"]
    game = companion.start("the-sheep", names)
    play(game, "choose ann marie wren bedside", "choose #2 odo tinker", "choose Ann miles steady")
    commands = [GAME.commands.text(state.state, entry.action)
                for state, entry in zip(game._worlds, game.log, strict=False)]  # fmt: skip
    assert commands == [
        "choose Ann Marie wren bedside", "choose #2 odo tinker", "choose #0 miles steady-hand",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("move", "which shepherd"),
        ("move Ann", "something is missing"),
        ("move Ann 4c", "no hex"),
        ("move Ann c4 c5", "too much: “c5”"),
        ("attack Ann shears tiny", "lesser, standard or greater"),
        ("attack Ann shears lesser 1 2", "after the tier"),
        ("use Ann shers", "did you mean shears"),
        ("draw", "something is missing"),
        ("draw weather", "day, night"),
        ("done now", "too much: “now”"),
        ("fix", "fix sheep <hex>"),
        ("fix sheep c4", "something is missing"),
        ("give Ann to Bo", "how much essence"),
        ("card mutation", "data are needed"),
        ("bear Ann", "something is missing"),
    ],
)
def test_what_nobody_can_read_says_what_would_work(command: str, words: str) -> None:
    game = at(shepherd("c4"))
    with pytest.raises(companion.UnreadableCommand, match=re.escape(words)):
        game.do(command)


FIGHT = {"flock": "c4:s", "wagons": "tinkers:c4"}


@pytest.mark.parametrize(
    ("action", "fields", "rule", "reason"),
    [
        (Move(9, "c4"), {"phase": "action"}, "move", "no such seat"),
        (Move(1, "c4"), {"phase": "action"}, "death", "dead"),
        (Move(0, "q77"), {"phase": "action"}, "move", "no space q77"),
        (Advance(0), {"phase": "strike", **FIGHT}, "no-turns", "whole table"),
        (Use(0, "shears"), {"phase": "action"}, "ability", "no ability"),
        (Use(0, "rune-blade"), {"phase": "action"}, "ability", "does not have"),
        (Draw(-1, "day", "mud-north"), {"phase": "flock"}, "pack", "not drawn from"),
        (Draw(-1, "flock"), {"phase": "flock"}, "pack", "which card"),
        (Drive(-1, "smiths"), {"phase": "drive", "wagons": "tinkers:c4"}, "drive", "not on the"),
        (Enter(-1, "smiths"), {"phase": "enter"}, "enter", "does not wait"),
        (Suffer(-1, 0), {"phase": "avert"}, "tiles", "no tile is turned"),
        (Steer(-1, "c4", "c5"), {"phase": "sheep-move", **FIGHT}, "sheep-choice", "do not leave"),
        (Distract(0), {"lit": 0}, "lanterns", "no lantern"),
        (Attack(0, "shears", "standard", boost=True), {"lit": 0, **FIGHT}, "lanterns", "lantern"),
        (CaravanAct(-1, "smiths"), {"phase": "caravan-act", "wagons": "tinkers:c4"},
         "caravan-action", "not among the choices"),
        (Fix(-1, "essence", count=1, reason="x"), {}, "fix", "whose"),
        (Fix(-1, "sheep", "tiny", "c4", 1, "x"), {}, "fix", "no tier"),
        (Fix(-1, "tile", "nothing", "", 1, "x"), {}, "fix", "no such tile"),
        (Fix(9, "essence", count=1, reason="x"), {}, "fix", "no such seat"),
        (Fix(0, "stock", "lesser", count=1, reason="x"), {}, "fix", "no such thing"),
        (Fix(0, "gain", "nothing", reason="x"), {}, "fix", "no such card"),
        (Enlist(-1, "weather", "{}"), {}, "pack", "no such list"),
    ],
)  # fmt: skip
def test_refusals_say_which_rule_and_why(
    action: AnyAction, fields: dict[str, Any], rule: str, reason: str
) -> None:
    lit = {"lit": fields["lit"]} if "lit" in fields else {}
    rest = {name: value for name, value in fields.items() if name != "lit"}
    refused(at(shepherd("c4", **lit), **rest), action, rule, reason)


def test_a_seat_that_has_chosen_nobody_cannot_be_set() -> None:
    refused(table(), "fix shepherd Ann essence 1: early", "fix", "no shepherd yet")


def test_two_caravans_do_not_fit_on_a_space_even_by_hand() -> None:
    game = at(shepherd("c4"), wagons="tinkers:c4 smiths:d3")
    refused(game, "fix caravan smiths at c4: there", "fix", "another caravan")


def test_a_choice_belongs_to_whose_it_is() -> None:
    game = at(shepherd("c4", essence=3), shepherd("c4"), phase="action", wagons="tinkers:c4")
    game.do("buy Ann shepherds-spear")
    refused(game, "discard Bo shears", "hand", "somebody else")
    refused(game, "discard Ann rune-blade", "hand", "not among the choices")


def test_a_mutation_may_forbid_distraction() -> None:
    stubborn = {"id": "stubborn-sheep", "name": "Stubborn", "health": [1, 1, 1],
                "corruption": [1, 1, 1], "rules": ["no-distract"]}  # fmt: skip
    game = at(shepherd("c4"), phase="combat", mutation="stubborn-sheep",
              pack=pack(mutation=[stubborn]))  # fmt: skip
    refused(game, "distract Ann", "special", "cannot be distracted")


def test_everything_that_does_not_add_up_is_named() -> None:
    ann = replace(shepherd("c4", "shears shears shears shears"), essence=6, lit=4)
    state = replace(camp(ann), caravans=caravans("tinkers:b2 smiths:b2"))
    told = " ".join(problem.text for problem in GAME.problems(state))
    for part in ("6 essence", "4 lit lanterns", "too many cards", "Two caravans stand on b2",
                 "b2, which cannot be entered"):  # fmt: skip
        assert part in told


def test_every_hit_says_why() -> None:
    whys = ("plain", "weak", "weak-again", "immune", "again", "lantern")
    told = {combat.why_text(combat.Hit("metal", 1, why)) for why in whys}  # type: ignore[arg-type]  # they are all
    assert len(told) == len(whys)


def test_the_trace_has_words_for_every_case() -> None:
    state = camp(shepherd("m1"), flock="f5:l", wagons="tinkers:e6 smiths:g6")
    told = " ".join(trace(state, options(state)[0]))
    assert "alike near" in told
    assert "The players choose: e6 or g6." in told
    alone = camp(shepherd("m1"), flock="f5:l", wagons="tinkers:waiting")
    assert "the sheep stay" in trace(alone, options(alone)[0])[0]
    ends = options(camp(shepherd("a1"), flock="j1:l", wagons="tinkers:d3"))[0].ends
    kept = camp(shepherd(ends[0]), flock="j1:l", wagons="tinkers:d3")
    assert "without a shepherd come first" in " ".join(trace(kept, options(kept)[0]))


def test_every_refusal_offers_commands_that_work() -> None:
    game = at(shepherd("c4"), flock="c4:s", wagons="tinkers:c4")
    refusal = refused(game, "attack Ann shears greater", "attack")
    assert refusal.tried == "Ann: “attack a greater sheep with Shears”"
    assert "Ann: “attack a standard sheep with Shears”" in refusal.instead
    assert refusal.commands[0] == "attack Ann shears standard"
    assert all(game.why_not(command) is None for command in refusal.commands)
    assert "Type “attack Ann shears standard”" in str(refusal)
    done = refused(at(shepherd("c4"), phase="drive", wagons="tinkers:c4"), "drive smiths", "drive")
    assert (done.instead, done.commands) == ("Try “move Tinkers’ Guild”.", ("drive tinkers",))


def ids_of(state: State) -> set[str]:
    """Return the ids that nobody would take for a word."""
    found = state.table
    ids = {*found.items, *found.caravans, *(one for deck in found.decks.values() for one in deck)}
    return {one for one in ids if "-" in one}


@pytest.mark.parametrize("name", [*SHEEP])
def test_refusals_name_cards_and_buttons_never_ids_and_commands(name: str) -> None:
    game, chance = SHEEP[name][0](), random.Random(name)
    known = ids_of(game.state)
    every = [*ready(2).legal(), *game.legal(), *others_of(game)]
    for action in (chance.choice(every) for _time in range(300)):
        refusal = game.why_not(action)
        if refusal is None:
            continue
        told = f"{refusal.tried} {refusal.reason} {refusal.instead}"
        assert not [one for one in known if one in told], told
        assert "—" not in told
        assert not re.search("“(advance|done|draw [a-z]+|suffer)”", refusal.instead), told


def others_of(game: Any) -> list[AnyAction]:
    """Return what all positions allow, and things to be set by hand that may not be."""
    found = [one for make, _taps in SHEEP.values() for one in list(make().legal())[:200]]
    cards = ("rune-blade", "lightning-prod", "battle-tested", "tainted-taunt")
    whats: tuple[Any, ...] = ("gain", "lose", "ready", "exhaust")
    found += [Fix(seat, what, card, reason="so") for seat in range(2) for what in whats
              for card in cards]  # fmt: skip
    return [*found, *(Draw(-1, deck, "") for deck in game.state.table.decks)]


@pytest.mark.parametrize(
    ("lit", "count", "words"), [(1, 0, "only 1 lantern is lit"), (0, 3, "only 0 lanterns are lit")]
)
def test_numbers_and_words_agree(lit: int, count: int, words: str) -> None:
    game = at(shepherd("c4", lit=lit), phase="avert", slot=5)
    refused(game, Avert(-1, (count, 0)), "avert", words)
    one = at(shepherd("c4", essence=1), shepherd("c4"), phase="action")
    told = refused(one, "give Ann to Bo 2", "give", "there is 1 essence to give")
    assert told.instead == "Give 1."
    cheap = at(shepherd("c4"), phase="avert")
    refused(cheap, Avert(-1, (2, 0)), "avert", "does not make 1 lantern of")


# The board


def test_the_board_shows_the_whole_table() -> None:
    game = at(shepherd("c4", corruption=2), flock="c4:lls", wagons="tinkers:c4",
              mutation="void-sheep", tiles=(Tile("bad-water"),))  # fmt: skip
    text = str(game)
    for part in (
        "The Sheep, night 1, combat.",
        "Void Sheep: health 2 / 3 / 3, corruption 1 / 2 / 3. Weak to runic. Immune to metal.",
        "Tile 1, Bad Water, minor",
        "Ann: Miles on c4; corruption 2 of 4, essence 2 of 5, lanterns 3 of 3, level 1",
        "Bo: Odo, dead",
        "Tinkers’ Guild: on c4, 10 spaces from the Finish; corruption 0 of 6; sells Chain Whip 2",
        "c4: 2 lesser sheep and 1 standard sheep",
        "In stock: 18 lesser sheep, 14 standard sheep and 10 greater sheep.",
    ):
        assert part in text


def test_the_board_explains_the_move_before_it_is_made() -> None:
    game = at(shepherd("a1"), flock="j1:l c1:s", wagons="tinkers:d3", phase="sheep-move")
    text = str(game)
    assert "j1: Tinkers’ Guild on d3 is" in text
    assert "The players choose:" in text


# The kit's cards


def drawn(state: State, seed: str, deck: str, count: int) -> list[str]:
    """Return the cards the kit draws one after another from a deck, in the phase for it."""
    game = session_at(state)
    game._worlds[0] = replace(game._worlds[0], dealer=dealing.deal(state, seed))
    cards = []
    for _time in range(count):
        entry = game.do(f"draw {deck}")
        cards.append(entry.action.card)
        game._worlds[-1] = replace(game._worlds[-1], state=replace(game.state, phase=state.phase,
                                   queue=()))  # fmt: skip
    return cards


def test_a_deck_is_drawn_to_its_end_before_a_card_comes_again() -> None:
    state = camp(shepherd("m6"), phase="mutation", virtual=True)
    for seed in range(20):
        cards = drawn(state, str(seed), "mutation", 18)
        known = set(state.table.decks["mutation"])
        assert set(cards[:9]) == set(cards[9:]) == known


def test_every_card_comes_first_about_alike_often() -> None:
    state = camp(shepherd("m6"), phase="mutation", virtual=True)
    seen = Counter(drawn(state, f"deal {seed}", "mutation", 1)[0] for seed in range(900))
    assert set(seen) == set(state.table.decks["mutation"])
    assert all(60 < count < 145 for count in seen.values())


def test_the_same_seed_draws_the_same_and_another_does_not() -> None:
    state = camp(shepherd("m6"), phase="mutation", virtual=True)
    assert drawn(state, "a", "mutation", 9) == drawn(state, "a", "mutation", 9)
    assert drawn(state, "a", "mutation", 9) != drawn(state, "b", "mutation", 9)


def test_nobody_names_a_card_that_the_kit_draws() -> None:
    game = session_at(camp(shepherd("m6"), phase="mutation", virtual=True))
    refused(game, "draw mutation void-sheep", "pack", "the kit draws")


def test_a_new_deal_begins_after_every_lot() -> None:
    state = camp(shepherd("m6"), phase="mutation", virtual=True)
    cards = drawn(state, "long", "mutation", 80)
    assert max(Counter(cards).values()) - min(Counter(cards).values()) <= 1


# Names of the seats


def test_the_table_acts_too() -> None:
    game = ready(4)
    assert game.game.to_act(game.state) == (-1,)
    play(game, "enter tinkers", "drive tinkers")
    assert game.game.to_act(game.state) == (-1, 0, 1, 2, 3)
    assert table(3).game.to_act(table(3).state) == (-1, 0, 1, 2)


def test_a_fresh_table_has_no_problem_and_all_its_pieces() -> None:
    game = ready(4)
    assert game.problems == ()
    assert game.state.stock == PIECES
    assert options(game.state) == ()
    assert NAMES[0] in str(game)
    assert game.state.shepherds[0].hand[0] == Held("shears")
