"""What the kit finds for a game that says little: rolling a die once each, the highest wins."""

from __future__ import annotations

import pytest
from msgspec import Struct
from msgspec.structs import replace

from companion.commands import Commands, UnreadableCommand, plain
from companion.game import TABLE, Action, Game, OpenView, Outcome, Resolved, Setup, leading
from companion.rulebook import Rule, Rulebook
from companion.secrets import Pile, World
from companion.session import Session

NAMES = ("Ann", "Ben", "Cem")
PIPS = ("1", "2", "3", "4", "5", "6")


class State(Struct, frozen=True):
    setup: Setup
    rolled: tuple[str, ...] = ()


class Roll(Action, frozen=True, tag="roll"):
    pips: str = ""


def turn(state: State) -> int:
    return len(state.rolled) % len(NAMES)


def legal(state: State) -> list[Roll]:
    open_ = [] if len(state.rolled) == len(NAMES) else [""] if state.setup.virtual else PIPS
    return [Roll(turn(state), pips) for pips in open_]


ROLLS: Pile[State] = Pile(PIPS * 2, gone=lambda state: len(state.rolled))
GAME: Game[State, Roll, OpenView[State]] = Game(
    id="roll",
    title="Roll",
    version="1",
    seats=range(3, 4),
    usual=3,
    rulebook=Rulebook([Rule("roll", "Roll", "Roll once.", "page 1")]),
    state=State,
    actions=Roll,
    commands=Commands(plain("roll", Roll, turn, PIPS)),
    start=State,
    legal=legal,
    apply=lambda state, action: replace(state, rolled=(*state.rolled, action.pips)),
    outcome=lambda state: (
        None if legal(state) else Outcome.by_points([*map(int, state.rolled)], ".")
    ),
    deal=ROLLS.deal,
    known=ROLLS.known,
    drawn=ROLLS.draws(Roll),
    board=lambda view: " ".join(view.state.rolled),
)


def table(*, virtual: bool = False) -> Session[State, Roll, OpenView[State]]:
    setup = Setup("roll", "1", NAMES, GAME.editions[0].id, 0, {}, virtual)
    return Session(GAME, setup, GAME.deal(GAME.start(setup), "a seed") if virtual else None)


def test_who_is_to_act_is_who_has_a_move() -> None:
    game = table()
    seen = [GAME.to_act(game.state)]
    for pips in ("4", "6", "6"):
        game.do(f"roll {pips}")
        seen.append(GAME.to_act(game.state))
    assert seen == [(0,), (1,), (2,), ()]
    assert game.outcome == Outcome((1, 2), (4, 6, 6), (3, 1, 1), ".")


def test_what_is_not_listed_is_refused_with_what_would_do() -> None:
    game = table()
    refusal = game.why_not(Roll(1, "3"))
    assert refusal is not None
    assert refusal.rule is GAME.rulebook["roll"]
    assert "Ann" in refusal.instead
    assert [game.why_not(command) for command in refusal.commands] == [None] * 3
    assert game.why_not("roll") is not None
    over = game.play("roll 1", "roll 1", "roll 1").why_not("roll 1")
    assert over is not None
    assert (over.instead, over.commands) == ("The game is over.", ())


def test_the_kit_fills_in_what_comes_and_nobody_else_does() -> None:
    game = table(virtual=True)
    refusals = [game.why_not(f"roll {pips}") for pips in PIPS]
    assert len({str(refusal).partition(":")[2] for refusal in refusals}) == 1
    assert refusals[0] is not None
    assert game.do("roll").action.pips in PIPS
    assert GAME.known(game._worlds[-1], None) == [(0, 0)]


@pytest.mark.parametrize("virtual", [True, False])
def test_what_was_recorded_is_asked_for_as_it_is_listed(virtual: bool) -> None:
    game = table(virtual=virtual)
    while legal(game.state):
        game.do(legal(game.state)[-1])
    for before, action, after in game.steps():
        assert GAME.check(before.state, action) is None
        assert GAME.asked(before, action, after) == legal(before.state)[-1]


def test_a_move_is_told_by_its_command() -> None:
    story = table().do("roll 5").story
    assert (story.sentence, story.short, story.rule) == ("Ann: roll 5.", "roll 5", "roll")
    assert table().setup.label(TABLE) == "the table"


def test_everybody_sees_everything_but_the_pile() -> None:
    game = table(virtual=True).play("roll")
    assert [game.view(seat) for seat in (None, 1)] == [
        OpenView(None, game.state),
        OpenView(1, game.state),
    ]


def test_nothing_else_is_asked_of_it() -> None:
    world: World[State] = World(table().state)
    assert GAME.learned(world.state, Roll(0), world.state) == ()
    assert GAME.problems(world.state) == ()
    assert GAME.fits(0, "6")
    assert GAME.resolve(world, Roll(0, "2")) == Resolved(Roll(0, "2"))


def test_several_actions_are_done_in_turn() -> None:
    game = table()
    assert game.play("roll 1", Roll(1, "2")) is game
    assert game.state.rolled == ("1", "2")


@pytest.mark.parametrize("points", [(1, 5, 5), (0, 0, 0), (3, 1, 2)])
def test_who_leads_has_the_most(points: tuple[int, ...]) -> None:
    assert [points[seat] for seat in leading(points)] == [max(points)] * points.count(max(points))


def test_a_verb_of_few_words_is_read_and_written() -> None:
    [verb] = GAME.commands.verbs
    assert verb.form == "roll <pips>"
    state = table().state
    for pips in ("", *PIPS):
        assert GAME.commands.parse(state, GAME.commands.text(state, Roll(0, pips))).pips == pips


@pytest.mark.parametrize(
    ("text", "told"),
    [("roll 7", "“7” is not known"), ("roll 1 2", "“2”"), ("roll 1: why", "colon")],
)
def test_a_verb_of_few_words_takes_no_others(text: str, told: str) -> None:
    with pytest.raises(UnreadableCommand, match=told):
        GAME.commands.parse(table().state, text)
