"""Computer seats: who may sit there, what they see, and that no table ever waits for one."""

from __future__ import annotations

import binascii
import random
import sys
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import companion
from companion import bots, codes, saves
from companion.game import TABLE
from companion.opening import AnySession
from companion.rulebook import Option
from tests import walks

GAME = "cake-duel"
TEAMS = ["Ann", "Bo", "Cy", "Di"]
Choose = Callable[[Any, Sequence[Any], str, random.Random], Any]


class Player(ModuleType):
    """A game's ``bots``: it notes what it is shown and answers as it is told to."""

    TEMPERS = (Option("calm", "Calm"), Option("wild", "Wild"))

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.asked: list[tuple[Any, tuple[Any, ...], str]] = []
        self.answer: Choose = lambda _view, legal, _temper, chance: chance.choice(legal)

    def choose(self, view: Any, legal: Sequence[Any], temper: str, chance: random.Random) -> Any:
        self.asked.append((view, tuple(legal), temper))
        return self.answer(view, legal, temper, chance)

    def safe(self, legal: Sequence[Any]) -> Any:
        return legal[-1]

    def rests(self, view: Any) -> bool:
        return bool(view.phase == "ended")


@pytest.fixture
def player(monkeypatch: pytest.MonkeyPatch) -> Player:
    name = f"{companion.games.package(GAME)}.bots"
    player = Player(name)
    monkeypatch.setitem(sys.modules, name, player)
    return player


@pytest.fixture
def no_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, f"{companion.games.package(GAME)}.bots", None)


def begun(computers: dict[int, str], count: int = 2, **more: Any) -> AnySession:
    arguments = {"virtual": True, "seed": 3, **more}
    return companion.start(GAME, TEAMS[:count], computers=computers, **arguments)


# Sitting down


@pytest.mark.usefixtures("player")
def test_a_set_up_says_who_plays_each_seat() -> None:
    assert begun({1: "wild"}).setup.computers == ("", "wild")
    assert begun({0: "calm", 1: "", 3: "wild"}, 4).setup.computers == ("calm", "", "", "wild")


@pytest.mark.usefixtures("player")
def test_a_game_of_people_only_has_the_same_set_up_as_ever() -> None:
    for nobody in ({}, {0: ""}, {0: "", 1: ""}):
        assert begun(nobody).setup == begun({}).setup
        assert begun(nobody).setup.computers == ()


@pytest.mark.parametrize(
    ("computers", "more", "told"),
    [
        ({2: "calm"}, {}, "no seat 2: seats are 0 to 1"),
        ({-1: "calm"}, {}, "no seat -1"),
        ({2: ""}, {}, "no seat 2"),
        ({0: "cruel"}, {}, "'cruel'; there are: calm, wild"),
        ({0: "calm"}, {"virtual": False}, "start a virtual game"),
    ],
)
@pytest.mark.usefixtures("player")
def test_a_computer_that_cannot_sit_there_is_refused(
    computers: dict[int, str], more: dict[str, Any], told: str, tmp_path: Path
) -> None:
    path = tmp_path / "new.game"
    with pytest.raises(ValueError, match=told):
        begun(computers, save=path, **more)
    assert not path.exists()


@pytest.mark.usefixtures("no_player")
def test_a_game_no_computer_plays_says_so() -> None:
    assert bots.tempers(GAME) == ()
    with pytest.raises(ValueError, match="No computer can play Cake Duel"):
        begun({0: "calm"})
    assert begun({0: ""}).setup.computers == ()


def test_the_tempers_of_a_game_are_its_own(player: Player) -> None:
    assert bots.tempers(GAME) == player.TEMPERS
    with pytest.raises(KeyError):
        bots.tempers("chess")


def test_a_fault_inside_a_player_is_not_taken_for_there_being_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(_name: str) -> ModuleType:
        raise ModuleNotFoundError(name="a_part_it_needs")

    monkeypatch.setattr("companion.bots.importlib.import_module", missing)
    with pytest.raises(ModuleNotFoundError):
        bots.tempers(GAME)


@pytest.mark.parametrize(
    ("computers", "persons", "alone"),
    [({}, [0, 1], None), ({1: "calm"}, [0], 0), ({0: "calm", 1: "wild"}, [], None)],
)
@pytest.mark.usefixtures("player")
def test_people_are_those_that_are_no_computers(
    computers: dict[int, str], persons: list[int], alone: int | None
) -> None:
    game = begun(computers)
    assert [*game.setup.people] == persons
    assert bots.lone_person(game) == alone


def test_at_a_real_table_nobody_is_alone() -> None:
    game = companion.start(GAME, TEAMS[:2])
    assert [*game.setup.people] == [0, 1]
    assert bots.lone_person(game) is None


# Kept with the game


@pytest.mark.usefixtures("player")
def test_a_save_and_a_code_keep_who_plays(tmp_path: Path) -> None:
    path = tmp_path / "new.game"
    game = begun({1: "wild"}, save=path)
    assert saves.read(path).header.setup.computers == ("", "wild")
    assert codes.read(game.code()).computers == ("", "wild")
    assert companion.open(game.code()).setup == game.setup
    assert begun({1: "wild"}, save=path) is game
    game.close()
    for other in ({}, {0: "wild"}, {1: "calm"}):
        with pytest.raises(companion.SaveExists):
            begun(other, save=path)
    again = companion.open(path)
    assert again.setup == game.setup
    again.close()


@pytest.mark.usefixtures("player")
def test_a_save_from_before_there_were_computers_opens(tmp_path: Path) -> None:
    path = tmp_path / "old.game"
    game = begun({}, save=path)
    game.close()
    [line] = path.read_bytes().splitlines()
    entry = bytes(saves._lines.decode(line).entry).replace(b',"computers":[]', b"")
    assert b"computers" not in entry
    path.write_bytes(saves._line(saves._chain("", entry), entry))
    old = companion.open(path)
    assert old.setup == game.setup
    old.close()


def test_a_code_from_before_there_were_computers_opens() -> None:
    game = companion.start("piece-o-cake", ["Ann", "Bo"], virtual=True, seed=1)
    older = msgspec.structs.astuple(codes.read(game.code()))[:-1]
    packed = zlib.compress(msgspec.msgpack.encode(older), 9, wbits=-15)
    code = codes._grouped(packed + binascii.crc32(packed).to_bytes(4, "big"))
    assert companion.open(code).setup == game.setup


# Playing


def test_a_computer_sees_its_own_seat_only_and_its_own_moves(player: Player) -> None:
    game = begun({0: "calm", 1: "wild"})
    list(bots.moves(game, random.Random(1)))
    assert game.outcome is not None
    assert len(player.asked) == game.revision
    assert {view.viewer for view, _legal, _temper in player.asked} == {0, 1}
    for (view, legal, temper), (before, _action, _after) in zip(
        player.asked, game.steps(), strict=True
    ):
        assert temper == ("calm", "wild")[view.viewer]
        assert walks.plain(view) == walks.plain(game.game.observe(before, view.viewer))
        assert {action.seat for action in legal} == {view.viewer}


def test_computers_play_until_a_person_is_to_act(player: Player) -> None:
    game = begun({0: "calm"})
    chance = random.Random(2)
    while game.outcome is None:
        for entry in bots.moves(game, chance):
            assert entry.seat == 0
            assert entry is game.log[-1]
        assert bots.waiting(game) is None
        if game.outcome is None:
            own = [one for one in game.legal() if one.seat == 1] or list(game.legal())
            game.do(chance.choice(own))
    assert {view.viewer for view, *_rest in player.asked} == {0}


@pytest.mark.usefixtures("player")
def test_computers_alike_play_alike() -> None:
    one, two = (begun({0: "calm", 1: "wild"}) for _game in range(2))
    for game in (one, two):
        list(bots.moves(game, random.Random(5)))
    assert [e.sentence for e in one.log] == [e.sentence for e in two.log]
    other = begun({0: "calm", 1: "wild"})
    list(bots.moves(other, random.Random(6)))
    assert [e.sentence for e in other.log] != [e.sentence for e in one.log]


def test_nobody_waits_for_people(player: Player) -> None:
    game = begun({})
    assert bots.waiting(game) is None
    assert list(bots.moves(game, random.Random(1))) == []
    assert player.asked == []


def fails(_view: Any, _legal: Sequence[Any], _temper: str, _chance: random.Random) -> Any:
    raise LookupError("the wizard in my hand")


PASS_AT_ANOTHER_TABLE = companion.games["piece-o-cake"].read({"type": "pass", "seat": 0})
ANSWERS = [
    pytest.param(lambda *_asked: None, id="nothing"),
    pytest.param(lambda *_asked: "pass", id="a word"),
    pytest.param(lambda *_asked: 7, id="a number"),
    pytest.param(lambda *_asked: PASS_AT_ANOTHER_TABLE, id="an action of another game"),
    pytest.param(fails, id="an error"),
]


@pytest.mark.parametrize("answer", ANSWERS)
def test_where_a_temper_finds_nothing_that_will_do_the_safe_move_is_done(
    player: Player, answer: Choose, caplog: pytest.LogCaptureFixture
) -> None:
    player.answer = answer
    game = begun({0: "calm"})
    expected = [action for action in game.legal() if action.seat == 0][-1]
    entry = bots.move(game, 0, random.Random(1))
    assert entry.action == expected
    assert "wizard" not in caplog.text
    assert ("LookupError" in caplog.text) == (answer is fails)


def test_a_computer_cannot_make_another_s_move(player: Player) -> None:
    game = begun({0: "calm"})
    game.do("claim 1 soldier with 1")
    foreign = game.legal()[0]
    game.undo()
    player.answer = lambda *_asked: foreign
    assert bots.move(game, 0, random.Random(1)).action != foreign


@pytest.mark.usefixtures("player")
def test_a_game_of_computers_only_is_played_in_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "_MOST", 5)
    game = begun({0: "calm", 1: "wild"})
    chance = random.Random(1)
    assert len(list(bots.moves(game, chance))) == 5
    assert bots.waiting(game) is not None
    assert len(list(bots.moves(game, chance))) == 5


@pytest.mark.usefixtures("player")
def test_what_a_computer_did_can_be_watched_one_by_one() -> None:
    game = begun({0: "calm", 1: "wild"})
    moves = bots.moves(game, random.Random(1))
    for number in range(1, 4):
        assert next(moves).number == number == game.revision


@pytest.mark.usefixtures("player")
def test_people_may_look_at_how_a_bout_ended_before_a_computer_deals() -> None:
    for computers, waits in (({1: "calm"}, None), ({0: "calm", 1: "calm"}, 1)):
        game = begun(computers)
        game.do("claim 1 wizard with 1")
        game.do("challenge")
        while game.state.bouts[-1].winner != 0 or game.state.phase != "ended":
            loser_deals = game.legal()[-1]
            game.do(loser_deals)
            game.do(f"claim 1 {_own_card(game)} with 1")
            game.do("challenge")
        assert game.game.to_act(game.state) == (1,)
        assert bots.waiting(game) == waits


def _own_card(game: AnySession) -> str:
    """Return what makes seat 0 win the challenge: its own card, or for seat 1 a lie."""
    seat = game.state.attacker
    first = game.view(seat).hand[0]
    if seat == 0:
        return str(first) if first in ("soldier", "archer", "wizard") else "soldier"
    return "wizard" if first != "wizard" else "soldier"


@pytest.mark.usefixtures("player")
def test_a_partner_of_flesh_and_blood_says_who_leads() -> None:
    game = begun({1: "calm", 2: "calm", 3: "calm"}, 4)
    assert game.game.to_act(game.state) == (0, 1)
    assert bots.waiting(game) is None


# Who goes first


def acting(game: AnySession, *seats: int) -> AnySession:
    """Let these seats be to act in ``game``."""
    game.game = replace(game.game, to_act=lambda _state: seats)
    return game


@pytest.mark.parametrize("goes_first", [True, False])
def test_a_game_says_whether_computers_go_before_people(player: Player, goes_first: bool) -> None:
    game = begun({1: "calm", 2: "calm", 3: "calm"}, 4)
    asked = []

    def first(view: Any) -> bool:
        asked.append(view)
        return goes_first

    player.first = first  # type: ignore[attr-defined]
    assert game.game.to_act(game.state) == (0, 1)
    assert bots.waiting(game) == (1 if goes_first else None)
    assert [walks.plain(view) for view in asked] == [walks.plain(game.view())]


def test_a_computer_that_may_go_first_lets_people_look_all_the_same(player: Player) -> None:
    player.first = lambda _view: True  # type: ignore[attr-defined]
    player.rests = bool  # type: ignore[assignment,method-assign]
    assert bots.waiting(begun({1: "calm", 2: "calm", 3: "calm"}, 4)) is None
    assert bots.waiting(begun(dict.fromkeys(range(4), "calm"), 4)) == 0


@pytest.mark.usefixtures("player")
def test_what_the_whole_table_does_is_no_computer_s_move() -> None:
    assert bots.waiting(acting(begun({1: "calm"}), TABLE)) is None
    assert bots.waiting(acting(begun({0: "calm", 1: "calm"}), TABLE)) is None
    assert bots.waiting(acting(begun({1: "calm"}), TABLE, 1)) is None
    assert bots.waiting(acting(begun({0: "calm", 1: "calm"}), TABLE, 1)) == 1
