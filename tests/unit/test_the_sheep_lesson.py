"""The lesson of The Sheep: complete, right in every number, and patient with every learner."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from msgspec.structs import replace

import companion
from companion.lessons import Task
from companion.session import Session
from companion.the_sheep import engine, hexes
from companion.the_sheep.lesson import DAY_1, LESSON, NAMES, NIGHT_1, SEEN, STORY
from companion.the_sheep.rules import RULEBOOK
from companion.the_sheep.state import (
    SAFE,
    Advance,
    Attack,
    Buy,
    Carry,
    Choose,
    Discard,
    Distract,
    Done,
    Draw,
    Drive,
    Enlist,
    Fix,
    Herd,
    LetGo,
    Move,
    Purify,
    State,
    Steer,
    Suffer,
    Tile,
    Use,
    Walk,
)
from tests.lessons import Told, insist_well_told

MIA, TOM = range(2)
SAMPLE = 60


def tried(session: Session[State, Any, Any]) -> list[Any]:
    """Return the legal actions, a sample of them where there are many."""
    legal = list(session.legal())
    if len(legal) <= SAMPLE:
        return legal
    return random.Random(1).sample(legal, SAMPLE)


TOLD = Told(LESSON, tried)
STEPS = TOLD.steps
at, position, quiz, task, answers = TOLD.at, TOLD.position, TOLD.quiz, TOLD.task, TOLD.answers
(
    CHOOSE, ENTER, MOVE, BUY, DISCARD, PURIFY, POLLUTION, AVERT, MUTATION, FIGHT, STRIKE, SLOWED,
    TARGET, FORK, DAYLIGHT, CURSE, DEATH, TRAIT, STOCK, POLLUTED, WIN,
) = STEPS  # fmt: skip
QUIZZES, TASKS = TOLD.quizzes, TOLD.tasks


def numbers(text: str) -> set[int]:
    """Return the numbers in a text, but those of hexes."""
    return {int(number) for number in re.findall(r"(?<![a-z\d])\d+", text)}


# The lesson as a whole


def test_the_whole_lesson_is_read_in_a_quarter_of_an_hour() -> None:
    assert TOLD.minutes() < 12
    assert 18 <= len(STEPS) <= 22


def test_there_is_more_to_do_than_to_answer() -> None:
    assert len(QUIZZES) >= 5
    assert len(TASKS) > len(QUIZZES)


@pytest.mark.parametrize("step", STEPS)
def test_the_story_is_played_with_the_practice_packs(step: int) -> None:
    setup = position(step).setup
    assert not setup.virtual
    assert not setup.pack


@pytest.mark.parametrize("step", TASKS)
def test_there_is_something_to_do(step: int) -> None:
    assert position(step).legal()


def test_the_story_is_one_game_through_two_days_and_nights_into_the_third() -> None:
    session = companion.start("the-sheep", NAMES)
    days = []
    for part in STORY:
        for act in part:
            session.do(act)
        days.append(session.state.day)
    assert days == [1, 1, 2, 2, 3, 3]
    assert session.outcome is None
    assert not session.problems


STATED = {
    CHOOSE: {3, 2},
    ENTER: {2},
    MOVE: {3},
    BUY: {5},
    FIGHT: {1, 2, 3},
    SLOWED: {2},
    DAYLIGHT: {1, 2, 3},
    STOCK: {1, 2, 3, 4, 8, 20, 15, 10},
    POLLUTED: {3},
    WIN: {1, 2},
}


@pytest.mark.parametrize("step", STEPS)
def test_a_text_states_these_numbers_only(step: int) -> None:
    assert numbers(TOLD.words(step)) == STATED.get(step, set())


def test_texts_tell_what_has_just_happened() -> None:
    state = position(MOVE).state
    assert "has moved to c4" in LESSON.steps[MOVE].text
    assert state.caravans[0].at == "c4"
    assert [one.essence for one in position(BUY).state.shepherds] == [3, 1]
    assert "brings a lesser sheep, and raises" in LESSON.steps[POLLUTION].text
    assert (position(POLLUTION).state.flock[0].count, position(POLLUTION).state.slot) == (
        (1, 0, 0), 1,
    )  # fmt: skip
    assert "to e5. Mia walked there" in LESSON.steps[FIGHT].text
    state = position(FIGHT).state
    assert (state.shepherds[MIA].at, state.shepherds[MIA].lit) == ("e5", 1)
    assert Herd("e5", (0, 1, 0)) in state.flock
    assert "Two sheep stand beside the" in LESSON.steps[FORK].text
    state = position(FORK).state
    assert Herd(state.caravans[0].at, (2, 0, 0)) in state.flock


# Examples and every legal action


@pytest.mark.parametrize("step", TASKS)
def test_every_legal_action_has_its_answer(step: int) -> None:
    course = at(step)
    for action in course.session.legal():
        insist_well_told(course.do(action).text)
    assert any(reply.right for reply in answers(step).values()) or len(answers(step)) == SAMPLE


RIGHT = {
    CHOOSE: 8, ENTER: 2, MOVE: 1, BUY: 1, DISCARD: 3, PURIFY: 1, AVERT: 1, MUTATION: 1, FIGHT: 1,
    STRIKE: 1, DAYLIGHT: 4, TRAIT: 2, WIN: 1,
}  # fmt: skip


@pytest.mark.parametrize("step", TASKS)
def test_so_many_actions_are_right(step: int) -> None:
    course = at(step)
    right = [action for action in course.session.legal() if course.do(action).right]
    assert len(right) == RIGHT[step]


@pytest.mark.parametrize("step", TASKS)
def test_an_answer_names_who_and_what_and_differs_from_the_others(step: int) -> None:
    found = answers(step)
    assert len({reply.text for reply in found.values()}) == len(found)
    for action, reply in found.items():
        if action.seat in (MIA, TOM):
            assert NAMES[action.seat] in reply.text
        if isinstance(action, Move | Walk):
            assert action.to in reply.text


@pytest.mark.parametrize("step", [MOVE, BUY, PURIFY, AVERT, MUTATION, FIGHT, DAYLIGHT])
def test_an_answer_has_the_numbers_of_the_position(step: int) -> None:
    before = position(step).state
    for action, reply in answers(step).items():
        after = engine.apply(before, action)
        if isinstance(action, Move):
            old = before.shepherds[action.seat].at
            assert f"That is {hexes.steps(old, action.to)} of 3 spaces" in reply.text
        if isinstance(action, Walk):
            assert f"left to {NAMES[action.seat]}: {after.shepherds[action.seat].lit}" in reply.text
        if isinstance(action, Purify):
            one = after.shepherds[action.seat]
            assert f"keeps {one.essence} essence and {one.lit} lantern" in reply.text
        if isinstance(action, Done):
            assert str(sum(one.lit for one in after.shepherds)) in reply.text
        if isinstance(action, Attack) and step == FIGHT and not reply.right:
            health = {"lesser": 2, "standard": 3}[action.tier]
            killed = any(news.what == "kill" for news in after.news)
            assert ("kills" in reply.text) == killed
            assert health in numbers(reply.text)


TYPED = re.compile(
    r"“(choose|bring|enter|drive|move|buy|give|purify|use|attack|avert|suffer|draw|walk|distract|"
    r"learn|discard|advance|done)\b|\btype\b"
)


@pytest.mark.parametrize("step", STEPS)
def test_what_the_lesson_says_on_a_page_names_no_command(step: int) -> None:
    asks = LESSON.steps[step].asks
    assert asks is not None
    told = [at(step).show_me().text if step in TASKS else "", LESSON.steps[step].text, asks.ask]
    if isinstance(asks, Task):
        told += [reply.text for reply in answers(step).values()]
    else:
        told += [at(step).do(choice).text for choice in asks.choices(position(step).state)]
    assert not [text for text in told if TYPED.search(text)]


def test_mending_by_hand_and_typing_in_are_kept_out_of_the_tasks() -> None:
    entry = '{"id": "own-card", "name": "Own Card", "icons": ["metal"]}'
    for step in TASKS:
        course = at(step)
        before = course.session.state
        if step != CHOOSE:
            reply = course.do(Fix(MIA, "essence", count=5, reason="a slip"))
            assert not reply.right
            assert "by hand" in reply.text
        reply = course.do(Enlist(-1, "equipment", entry))
        assert not reply.right
        assert "card of your own box" in reply.text
        assert course.session.state == before


# The moments a learner has to meet


def test_a_shepherd_begins_as_the_rules_say() -> None:
    course = at(CHOOSE)
    for action, reply in answers(CHOOSE).items():
        if isinstance(action, Choose) and action.seat == MIA:
            assert {2, 3, 4, 5} <= numbers(reply.text)
            assert "Shears (metal)" in reply.text
    course.show_me()
    mia = course.session.state.shepherds[MIA]
    assert (mia.essence, mia.lit, len(mia.hand), mia.at) == (2, 3, 3, "a4")


def test_a_caravan_enters_and_moves_two_spaces() -> None:
    course = at(ENTER)
    assert "moves 2 spaces" in course.show_me().text
    course.session.do("drive tinkers")
    assert course.session.state.caravans[0].at == "c4"
    assert course.session.state == position(MOVE).state


def test_three_spaces_at_most_and_never_into_a_shadow() -> None:
    spaces = [action.to for action in position(MOVE).legal() if isinstance(action, Move)]
    assert max(hexes.steps("a4", to) for to in spaces) == 3
    assert "b2" not in spaces
    reply = at(MOVE).do("move Mia b2")
    assert not reply.right
    assert "shadow" in reply.text
    assert "4 spaces away" in at(MOVE).do("move Mia e3").text


def test_the_spear_costs_three_and_makes_one_card_too_many() -> None:
    course = at(BUY)
    text = course.show_me().text
    assert "for 3 essence" in text
    assert "0 essence left and 4 cards in hand, but may hold 3" in text
    assert course.session.state == position(DISCARD).state
    assert {type(action) for action in course.session.legal()} == {Discard}
    assert "metal and metal" in at(BUY).do(Buy(MIA, "chain-whip")).text


def test_the_spear_is_not_thrown_away() -> None:
    reply = at(DISCARD).do("discard Mia shepherds-spear")
    assert not reply.right
    assert "cost 3 essence" in reply.text


def test_purifying_leaves_lanterns_for_the_night() -> None:
    course = at(PURIFY)
    text = course.show_me().text
    assert "keeps 0 essence and 2 lanterns" in text
    assert course.session.state.shepherds[TOM].experience == 1


def test_averting_keeps_the_tracker_and_suffering_brings_a_tile() -> None:
    course = at(AVERT)
    assert "Mia 3 and Tom 1" in course.show_me().text
    assert course.session.state.slot == 1
    reply = at(AVERT).do(Suffer(-1))
    assert not reply.right
    assert "slot 1, and pollution tile 1" in reply.text
    assert not at(AVERT).do("avert 1 0").right


def test_the_void_sheep_are_told_as_printed() -> None:
    text = at(MUTATION).show_me().text
    assert "Health 2 / 3 / 3, corruption 1 / 2 / 3" in text
    assert "weak to runic, immune to metal" in text
    names = {action.card for action in position(MUTATION).legal() if isinstance(action, Draw)}
    assert len(names) > 5
    for card in names - {"void-sheep"}:
        assert "the card on your table is called Void Sheep" in at(MUTATION).do(
            f"draw mutation {card}"
        ).text  # fmt: skip


def test_the_spear_and_the_last_lantern_kill_the_standard_void_sheep() -> None:
    course = at(FIGHT)
    assert course.session.state.shepherds[MIA].lit == 1
    text = course.show_me().text
    assert "metal 0, runic 2 and lantern 1" in text
    assert "It deals 3 damage and kills a standard sheep. Mia gains 2 essence." in text
    assert "immune to metal: 0" in text
    mia = course.session.state.shepherds[MIA]
    assert (mia.essence, mia.lit) == (2, 0)


def test_without_the_lantern_the_spear_is_one_short() -> None:
    text = at(FIGHT).do("attack Mia shepherds-spear standard").text
    assert "deals 2 damage" in text
    assert "Of its 3 health 1 would be left" in text
    assert "With a lantern it would be 3" in text
    text = at(FIGHT).do("attack Mia flockbuster standard boost").text
    assert "that was the last lantern" in text


def test_without_a_lantern_void_sheep_cannot_be_attacked() -> None:
    session = position(FIGHT)
    session.do("walk Mia d4")
    session.do("fix shepherd Mia at e5: to try it")
    refusal = session.why_not("attack Mia shepherds-spear standard")
    assert refusal is not None
    assert refusal.rule is RULEBOOK["special"]


def test_distracting_saves_the_caravan_and_not_distracting_loses_the_game() -> None:
    course = at(STRIKE)
    state = course.session.state
    tinkers = state.table.caravans["tinkers"]
    assert state.caravans[0].corruption == tinkers.corruption - 1
    text = course.do(Distract(TOM)).text
    assert "from 0 to 1" in text
    assert "stays at 5 of 6" in text
    course.session.do("advance")
    assert course.session.state.caravans[0].corruption == 5
    assert course.session.state.shepherds[TOM].corruption == 1
    reply = at(STRIKE).do(Advance(-1))
    assert not reply.right
    assert "the game is lost" in reply.text
    assert engine.apply(state, Advance(-1)).result == "corruption"


def test_sheep_slow_a_caravan() -> None:
    session = position(SLOWED)
    assert session.state.day == 2
    assert Herd("c4", (1, 0, 0)) in session.state.flock
    session.do("drive tinkers")
    assert session.state.caravans[0].at == "d3"
    assert session.log[-1].rule != "block"


def test_the_event_decides_at_a_fork() -> None:
    session = position(FORK)
    session.do("drive tinkers")
    assert session.state.caravans[0].at == "f3"
    south = replace(position(FORK).state, day_event="fair-wind-south")
    assert quiz(FORK).solve(south) == "f4"
    assert "g5" in quiz(FORK).choices(south)


def test_a_caravan_stops_behind_another() -> None:
    mud = replace(position(FORK).state, day_event="mud-north")
    for name in ("tinkers", "apothecary"):
        [drive] = engine.legal(mud)
        assert isinstance(drive, Drive)
        assert drive.caravan == name
        mud = engine.apply(mud, drive)
    assert [one.at for one in mud.caravans] == ["d3", "c4"]
    assert mud.news[-1].to == "caravan"


def test_excess_damage_is_carried_over_and_gives_no_essence() -> None:
    course = at(DAYLIGHT)
    before = course.session.state.shepherds[MIA].essence
    text = course.show_me().text
    assert "1 damage is left over" in text
    assert "1 lesser sheep" in text
    legal = {type(action) for action in course.session.legal()}
    assert legal == {Carry, LetGo}
    course.session.do(Carry(MIA, "lesser"))
    assert course.session.state.shepherds[MIA].essence == before
    assert all(herd.at != "d3" for herd in course.session.state.flock)
    assert "no damage is left over" in at(DAYLIGHT).do("attack Mia flockbuster lesser").text


def test_two_points_at_three_are_a_curse_and_a_meter_at_one() -> None:
    session = position(CURSE)
    mia = session.state.shepherds[MIA]
    assert (mia.corruption, session.state.mutation) == (3, "void-sheep")
    session.do("advance")
    session.do("draw curse cloven-step")
    session.do("discard Mia flockbuster")
    mia = session.state.shepherds[MIA]
    assert mia.corruption == 1
    assert [held.id for held in mia.hand][-1] == "cloven-step"
    assert session.state.day == 2
    assert "the rest is added: 1" in at(CURSE).show_me().text


def test_a_third_curse_kills_and_the_other_plays_on() -> None:
    session = position(DEATH)
    session.do("advance")
    session.do("draw curse cloven-step")
    assert session.state.shepherds[TOM].dead
    assert session.outcome is None
    assert session.state.day == 2
    assert "Mia plays on" in at(DEATH).show_me().text


def test_the_fifth_experience_brings_a_trait_and_a_larger_hand() -> None:
    state = position(TRAIT).state
    meter = state.table.shepherds["miles"].experience
    assert meter[0] == 5
    assert f"could hold 3 cards, and now 4. The next meter is longer: point {meter[1]}" in (
        at(TRAIT).show_me().text
    )
    for action, reply in answers(TRAIT).items():
        ability = state.table.traits[action.trait].ability
        assert ability is not None
        assert ability.text in reply.text


def test_a_standard_sheep_comes_for_want_of_a_lesser() -> None:
    session = position(STOCK)
    assert session.state.stock[0] == 1
    session.do("draw flock first-bleat")
    green = [news for news in session.state.news if news.at == "c1"]
    assert [(one.what, one.tier, one.count) for one in green] == [
        ("spawn", 0, 1), ("instead", 1, 1),
    ]  # fmt: skip
    assert not session.problems


def test_three_major_tiles_lose_the_game() -> None:
    state = position(POLLUTED).state
    assert [tile.major for tile in state.tiles] == [True] * 3
    assert sum(one.lit for one in state.shepherds) < state.price
    after = engine.apply(state, Suffer(-1))
    assert after.result == "pollution"
    text = at(POLLUTED).show_me().text
    assert "Averting costs 4 lanterns, and 3 are lit" in text
    assert "falls with corruption 6" in text


def test_the_last_caravan_wins_the_game() -> None:
    course = at(WIN)
    assert course.session.state.caravans[0].at == SAFE
    text = course.show_me().text
    assert "the game is won" in text
    assert course.session.outcome is not None
    assert course.session.outcome.winners == (MIA, TOM)


def test_all_is_refreshed_in_the_morning() -> None:
    state = position(SLOWED).state
    assert all(one.lit == one.lanterns for one in state.shepherds)
    assert not any(held.down for one in state.shepherds for held in one.hand)
    before = companion.start("the-sheep", NAMES)
    for act in (*STORY[0], *DAY_1, *NIGHT_1):
        before.do(act)
    assert any(held.down for one in before.state.shepherds for held in one.hand)


# Quizzes


def second_answer(step: int) -> str:
    """Return a quiz's answer, counted another way."""
    state = position(step).state
    if step == POLLUTION:
        return "A new tile comes" if len(state.tiles) < 3 else "A minor tile is turned to major"
    if step in (SLOWED, FORK):
        return driven(state, {SLOWED: 2, FORK: 3}[step], "north")
    if step == TARGET:
        return aimed(state)
    if step == CURSE:
        curses, rest = divmod(state.shepherds[MIA].corruption + 2, 4)
        return f"{curses} Curse, and the meter at {rest}"
    left = state.stock[0]
    return {
        DEATH: "Tom’s shepherd dies",
        STOCK: f"{left} lesser sheep and {2 - left} standard sheep",
        POLLUTED: "The game is lost",
    }[step]


def driven(state: State, most: int, way: str) -> str:
    """Walk the path from the first caravan, leaving sheep for one movement more."""
    herds = {herd.at for herd in state.flock}
    steps = {step.at: step for step in state.table.board.path}
    place = state.caravans[0].at
    while most >= 1 + (place in herds):
        most -= 1 + (place in herds)
        place = steps[place].next or getattr(steps[place], way)
    return place


def aimed(state: State) -> str:
    """Find by plain measuring where the sheep asked about go; no shadow lies in their way."""
    goals = sorted(
        (hexes.steps(SEEN, one.at), state.table.to_finish[one.at], one.at, one.id)
        for one in state.caravans
    )
    goal, name = goals[0][2], state.table.name(goals[0][3])
    near = [place for place in state.table.grid.hexes if hexes.steps(SEEN, place) <= 3]
    least = min(hexes.steps(place, goal) for place in near)
    taken = {one.at for one in state.shepherds}
    [end] = [
        place for place in near if hexes.steps(place, goal) == least and place not in taken
    ]  # fmt: skip
    return f"{end}, making for the {name}"


@pytest.mark.parametrize("step", QUIZZES)
def test_a_quiz_s_answer_can_be_counted_another_way(step: int) -> None:
    state = position(step).state
    assert quiz(step).solve(state) == second_answer(step)
    assert len(quiz(step).choices(state)) >= 3


def test_the_sheep_asked_about_meet_both_ties() -> None:
    state = position(TARGET).state
    assert len({hexes.steps(SEEN, one.at) for one in state.caravans}) == 1
    assert "Of the equally near" in at(TARGET).show_me().text
    assert "Spaces without a shepherd come first: f4" in at(TARGET).show_me().text
    text = at(TARGET).do("e5, making for the Tinkers’ Guild").text
    assert "stands a shepherd" in text
    assert "9 to go" in at(TARGET).do("e5, making for the Apothecaries’ Guild").text


def test_without_the_shepherd_the_players_would_choose() -> None:
    session = position(TARGET)
    session.do("fix shepherd Mia at c4: to try it")
    ends = {action.to for action in session.legal() if isinstance(action, Steer)}
    assert ends == {"e5", "f4"}


def test_answers_follow_the_position() -> None:
    state = position(POLLUTION).state
    minor = tuple(Tile(name) for name in ("violet-tide", "bad-water", "red-rain"))
    assert quiz(POLLUTION).solve(replace(state, tiles=minor)) == "A minor tile is turned to major"
    state = position(SLOWED).state
    assert quiz(SLOWED).solve(replace(state, flock=())) == "e4"
    state = position(STOCK).state
    assert quiz(STOCK).solve(replace(state, stock=(0, *state.stock[1:]))) == "2 standard sheep"
    state = position(CURSE).state
    mia = replace(state.shepherds[MIA], corruption=2)
    whole = replace(state, shepherds=(mia, state.shepherds[TOM]))
    assert quiz(CURSE).solve(whole) == "1 Curse, and the meter at 0"
    state = position(DEATH).state
    armed = replace(state.shepherds[TOM], hand=position(FIGHT).state.shepherds[TOM].hand)
    living = replace(state, shepherds=(state.shepherds[MIA], armed))
    assert quiz(DEATH).solve(living) == "Tom discards Equipment and lives"
    assert "Not yet" in quiz(DEATH).explain(living, "Tom’s shepherd dies")


def test_a_question_does_not_print_its_answer() -> None:
    text = LESSON.steps[TARGET].table(position(TARGET))
    assert "f4" not in text
    assert "make for" not in text
    for step in QUIZZES:
        assert "Now " not in LESSON.steps[step].table(position(step))


# A learner at the keyboard

BLUNDERS: dict[int, tuple[Any, ...]] = {
    CHOOSE: ("choose", "choose Mia miles quick-feet", "choose Tom wren bedside", "bring smiths"),
    ENTER: ("enter smiths", "drive tinkers", "enter"),
    MOVE: ("move Mia b2", "move Mia e3", "move Tom c4", "purify Mia", "done", "walk Mia b4"),
    BUY: ("buy Tom shepherds-spear", "buy Mia chain-whip", "buy Mia torch-pole", "purify Mia"),
    DISCARD: ("discard Mia shepherds-spear", "discard Mia rune-blade", "done"),
    PURIFY: ("purify Mia", "use Mia lightning-prod", "move Tom d3", "done"),
    POLLUTION: ("the game is lost", "a minor tile is turned to major", "3"),
    AVERT: ("avert 1 0", "avert 1 1", "suffer", "walk Mia d4", "advance"),
    MUTATION: ("draw mutation tar-sheep", "draw mutation", "draw day mud-north", "walk Tom d4"),
    FIGHT: (
        "attack Mia flockbuster standard", "attack Mia shepherds-spear standard", "distract Tom",
        "attack Tom shears lesser", "attack Mia shears standard", "done", "walk Mia e4",
    ),
    STRIKE: ("advance", "distract Mia", "walk Tom d4"),
    SLOWED: ("c4", "e4", "z9"),
    TARGET: ("e5", "apothecary", "e5, making for the Tinkers’ Guild"),
    FORK: ("f4", "g3", "e4", "d3"),
    DAYLIGHT: ("attack Mia flockbuster lesser", "attack Mia shears lesser", "purify Mia", "done"),
    CURSE: ("1 Curse, and the meter at 0", "no curse, and the meter at 5", "dead"),
    DEATH: ("Tom discards a Curse and lives", "Tom discards Equipment and lives", "yes"),
    TRAIT: ("learn Mia veteran", "learn Tom triage", "done"),
    STOCK: ("2 lesser sheep", "2 standard sheep", "1 lesser sheep"),
    POLLUTED: ("A new tile comes", "A minor tile is turned to major", "nothing"),
    WIN: ("drive tinkers", "drive apothecary south", "done"),
}  # fmt: skip


def test_the_whole_lesson_can_be_played_as_text() -> None:
    TOLD.play_as_text(BLUNDERS, second_answer)


@pytest.mark.parametrize("step", STEPS)
def test_a_printed_table_tells_the_pollution(step: int) -> None:
    table = LESSON.steps[step].table(position(step))
    assert "Mia" in table
    assert "Pollution: slot" in table


RUBBISH: list[Any] = [
    "", " ", "?", "\x00", "🐑" * 50, "attack " * 500, "move Mia z99999", "undo", "move", "fix",
    None, 7, 1.5, (), [], {}, object(), b"done", {"type": "attack"}, {1: 2}, {"lesson": "next"},
    {"type": "move", "seat": 9, "to": "c4"}, {"type": "avert", "seat": -1, "lanterns": "all"},
    Move(7, "c4"), Attack(MIA, "pear", "greater"), Use(MIA, "pear"), Draw(-1, "flock", "pear"),
    Fix(TOM, "essence", count=40), Done(5), Choose(MIA, "pear", "pear"), LetGo(MIA),
    Enlist(-1, "pear", "{"),
]  # fmt: skip


@pytest.mark.parametrize("step", STEPS)
def test_rubbish_is_answered_and_changes_nothing(step: int) -> None:
    replies = TOLD.answer_rubbish(step, RUBBISH)
    assert not any(reply.right for reply in replies)


def test_trying_on_after_a_right_answer_starts_from_the_same_table() -> None:
    TOLD.try_on(FIGHT, task(FIGHT).example, task(FIGHT).example, "done")
