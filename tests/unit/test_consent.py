"""Taking back what was seen: who has to agree, what is told of it, and what stays in the log."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import companion
from companion import bots, saves
from companion.opening import AnySession
from companion.rulebook import Option
from companion.secrets import World
from tests import walks

TEAMS = ["Ann", "Bo", "Cy", "Di"]
TURN = ("claim 2 soldiers with 1 2", "block 1 defender with 3", "accept", "draw")


def duel(*commands: str, seats: int = 2, **more: Any) -> AnySession:
    """Return a virtual duel after ``commands``."""
    session = companion.start("cake-duel", TEAMS[:seats], virtual=True, seed=5, **more)
    for command in commands:
        session.do(command)
    return session


def everything(session: AnySession) -> list[Any]:
    return [
        walks.plain(session._worlds),
        [(entry.kind, entry.sentence, entry.taken_back) for entry in session.log],
        session.revision,
        session.next,
        session.path.read_bytes() if session.path else b"",
    ]


class Watcher:
    """Someone who counts the inputs it hears of."""

    def __init__(self, session: AnySession) -> None:
        self.heard = 0
        session.watch(self.hear)

    def hear(self, _session: AnySession) -> None:
        self.heard += 1


# Who is asked


@pytest.mark.parametrize(
    ("commands", "needed", "told"),
    [
        (TURN[:1], (), ""),
        (TURN[:3], (), ""),
        (("pass",), (), ""),
        (("claim 1 soldier with 1", "accept", "draw"), (0,), "Ann has to agree to it."),
        (TURN, (0, 1), "Ann and Bo have to agree to it."),
        (("claim 1 wizard with 4", "challenge"), (0, 1), "Ann and Bo have to agree to it."),
        ((*TURN[:2], "challenge"), (0, 1), "Ann and Bo have to agree to it."),
        (("claim 1 wizard with 4", "challenge", "next"), (0, 1), "Ann and Bo have to agree"),
    ],
)
def test_who_saw_or_showed_something_has_to_agree(
    commands: tuple[str, ...], needed: tuple[int, ...], told: str
) -> None:
    session = duel(*commands)
    assert session.consent == needed
    if needed:
        with pytest.raises(companion.ConsentNeeded) as caught:
            session.undo()
        assert caught.value.seats == needed
        assert told in str(caught.value)
        assert session.log[-1].story.short in str(caught.value)
        assert caught.value.refusal.reason.strip()
        session.undo(agreed=needed)
    else:
        session.undo()
    assert session.revision == len(commands) + 1


def test_only_those_that_have_not_agreed_yet_are_named() -> None:
    session = duel(*TURN)
    with pytest.raises(companion.ConsentNeeded) as caught:
        session.undo(agreed=[1])
    assert caught.value.seats == (0,)
    assert caught.value.refusal.instead == "Ann has to agree to it."
    session.undo(agreed={1, 0})


def test_at_the_start_there_is_nothing_to_agree_to() -> None:
    session = duel()
    assert session.consent == ()
    with pytest.raises(companion.IllegalAction) as caught:
        session.undo(agreed=[0, 1])
    assert not isinstance(caught.value, companion.ConsentNeeded)


def test_an_undo_without_consent_changes_nothing(tmp_path: Path) -> None:
    session = duel(*TURN, save=tmp_path / "duel.game")
    watcher, before = Watcher(session), everything(session)
    for agreed in ((), (0,), (1,), (7,)):
        with pytest.raises(companion.ConsentNeeded):
            session.undo(agreed=agreed)
    assert everything(session) == before
    assert watcher.heard == 0
    session.undo(agreed=(0, 1))
    assert watcher.heard == 1
    session.close()


def test_an_old_page_is_refused_before_anyone_is_asked() -> None:
    session = duel(*TURN)
    with pytest.raises(companion.StaleAction):
        session.undo(revision=0)
    with pytest.raises(companion.ConsentNeeded):
        session.undo(revision=4)


def test_a_physical_game_asks_nobody() -> None:
    """The cards are in people's hands; the kit has shown nothing."""
    for number in range(6):
        session = walks.twin(walks.walked(walks.Case("cake-duel", False, number)))
        assert session.ledger
        while session.last is not None:
            assert session.consent == ()
            assert "consent" not in session.undo().sentence


def test_a_game_that_hides_nobody_s_cards_asks_nobody() -> None:
    session = walks.twin(walks.walked(walks.Case("piece-o-cake", True, 1)))
    assert session.ledger == ()
    while session.last is not None:
        session.undo()


# Computers agree to everything


@pytest.fixture
def computers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "tempers", lambda _game_id: (Option("calm", "Calm"),))


@pytest.mark.usefixtures("computers")
@pytest.mark.parametrize("computer", [0, 1])
def test_a_lone_person_needs_nobody(computer: int) -> None:
    session = duel(*TURN, computers={computer: "calm"})
    assert session.log[-1].learned
    assert session.consent == ()
    assert session.undo().sentence.startswith("Taken back: ")


@pytest.mark.usefixtures("computers")
def test_computers_alone_need_nobody() -> None:
    assert duel(*TURN, computers={0: "calm", 1: "calm"}).consent == ()


@pytest.mark.usefixtures("computers")
def test_among_several_people_only_people_are_asked() -> None:
    commands = ("lead Ann", "claim 1 wizard with 1 on Cy", "challenge")
    assert duel(*commands, seats=4).consent == (0, 1, 2, 3)
    session = duel(*commands, seats=4, computers={1: "calm", 2: "calm"})
    assert session.consent == (0, 3)
    with pytest.raises(companion.ConsentNeeded) as caught:
        session.undo(agreed=[1, 2, 3])
    assert caught.value.seats == (0,)
    assert "with the consent of Ann and Di" in session.undo(agreed=[0, 1, 2, 3]).sentence


# What is kept


def test_an_agreed_undo_is_told_saved_and_told_again(tmp_path: Path) -> None:
    path = tmp_path / "duel.game"
    session = duel(*TURN, save=path)
    done = session.log[-1]
    undone = session.undo(agreed=[0, 1])
    assert undone.sentence == f"Taken back, with the consent of Ann and Bo: {done.sentence}"
    assert (undone.kind, undone.number, done.taken_back) == ("undo", 5, True)
    assert saves.read(path).events[-1] == saves.Event(undo=1, agreed=(0, 1))
    log = [(entry.kind, entry.sentence) for entry in session.log]
    session.close()
    again = companion.open(path)
    assert [(entry.kind, entry.sentence) for entry in again.log] == log
    again.close()


def test_what_needed_nobody_names_nobody(tmp_path: Path) -> None:
    """Also if somebody said yes all the same."""
    path = tmp_path / "duel.game"
    session = duel(*TURN[:1], save=path)
    assert session.undo(agreed=[0, 1]).sentence.startswith("Taken back: ")
    assert saves.read(path).events[-1] == saves.Event(undo=1)
    session.close()


def test_a_branch_tells_who_agreed_and_asks_nobody_itself() -> None:
    session = duel(*TURN)
    session.undo(agreed=[0, 1])
    session.redo()
    branch = session.branch(0)
    assert [entry.sentence for entry in branch.log] == [entry.sentence for entry in session.log]
    assert session.consent == (0, 1)
    assert branch.consent == ()
    branch.undo()


def test_what_is_done_again_needs_nobody_and_gives_the_same_cards() -> None:
    session = duel(*TURN)
    drawn = walks.plain(session._worlds)
    session.undo(agreed=[0, 1])
    assert session.redo().sentence.startswith("Done again: ")
    assert walks.plain(session._worlds) == drawn
    assert session.consent == (0, 1)


def test_who_draws_once_more_draws_the_same_cards() -> None:
    session = duel(*TURN)
    drawn = walks.plain(session._worlds)
    hands = session.view(0).hand, session.view(1).hand
    for _attempt in range(3):
        session.undo(agreed=session.consent)
        assert (session.view(0).hand, session.view(1).hand) != hands
        session.do("draw")
        assert walks.plain(session._worlds) == drawn


def test_another_play_does_not_change_what_will_be_drawn() -> None:
    session = duel(*TURN)
    before = session.view(0).hand
    for _event in TURN:
        session.undo(agreed=session.consent)
    for command in ("claim 2 soldiers with 3 4", "accept", "draw"):
        session.do(command)
    assert session.view(0).hand[-2:] == before[-2:]


# The ledger


def test_the_ledger_says_who_learnt_what_by_which_entry() -> None:
    session = duel(*TURN, "claim 1 wizard with 1", "challenge")
    rows = [(entry.number, learned.seats, learned.about) for entry, learned in session.ledger]
    assert rows == [(4, (0,), ()), (4, (1,), ()), (6, (0, 1), (1,))]
    assert [learned.text for _entry, learned in session.ledger] == [
        "Ann saw the cards drawn.",
        "Bo saw the cards drawn.",
        "Everyone saw what Bo played.",
    ]


def test_what_was_taken_back_was_seen_all_the_same() -> None:
    session = duel(*TURN)
    before = session.ledger
    session.undo(agreed=session.consent)
    assert session.ledger == before
    assert all(entry.taken_back for entry, _learned in session.ledger)
    session.redo()
    assert session.ledger == before
    assert not any(entry.taken_back for entry, _learned in session.ledger)


def test_what_is_drawn_anew_stands_in_the_ledger_anew() -> None:
    session = duel(*TURN)
    session.undo(agreed=session.consent)
    session.do("draw")
    assert [entry.number for entry, _learned in session.ledger] == [4, 4, 6, 6]


def test_a_reopened_game_has_the_same_ledger(tmp_path: Path) -> None:
    path = tmp_path / "duel.game"
    session = duel(*TURN, save=path)
    session.undo(agreed=session.consent)
    session.do("draw")
    rows = [(entry.number, learned) for entry, learned in session.ledger]
    session.close()
    again = companion.open(path)
    assert [(entry.number, learned) for entry, learned in again.ledger] == rows
    again.close()


def cards_known(session: AnySession, world: World[Any], seat: int) -> Counter[str]:
    assert world.dealer is not None
    stacks = world.dealer.stacks
    return Counter(stacks[stack][at] for stack, at in session.game.known(world, seat))


@pytest.mark.parametrize("number", range(60))
def test_whoever_comes_to_know_a_card_stands_in_the_ledger(number: int) -> None:
    session = walks.walked(walks.Case("cake-duel", True, number))
    for before, action, after in session.steps():
        learned = session.game.learned(before.state, action, after.state)
        told = {seat for one in learned for seat in one.seats}
        for seat in range(len(session.names)):
            new = cards_known(session, after, seat) - cards_known(session, before, seat)
            assert not new or seat in told, action


@pytest.mark.parametrize("number", range(8))
def test_a_whole_duel_can_be_taken_back_if_all_agree(number: int) -> None:
    session = walks.twin(walks.walked(walks.Case("cake-duel", True, number)))
    chance = random.Random(number)
    while session.last is not None:
        needed = session.consent
        if needed:
            missing = chance.choice(needed)
            with pytest.raises(companion.ConsentNeeded) as caught:
                session.undo(agreed=[seat for seat in needed if seat != missing])
            assert caught.value.seats == (missing,)
        session.undo(agreed=needed)
    assert walks.plain(session.state) == walks.plain(session.game.start(session.setup))
