"""What leaves the kit for a page, a notebook file or a log tells nobody another's cards."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import htpy as h
import pytest

import companion
from companion import bots
from companion.opening import AnySession
from companion.secrets import World
from tests import walks
from widgets import Table
from widgets.pages import cake_duel as PAGE  # noqa: N812  the page under test

SEAL = re.compile(r"\b[0-9a-f]{8}\b")
CASES = [case for case in walks.cases(range(4)) if case.virtual and case.game == "cake-duel"]


def parts(session: AnySession) -> dict[str, str]:
    """Return the page of a session as it is sent."""
    return dict(Table(session).stage._parts)


def hidden_shuffled(session: AnySession, seat: int | None, chance: random.Random) -> AnySession:
    """Return the session with all that ``seat`` does not know in another order."""
    other = walks.twin(session)
    world = other._worlds[-1]
    assert world.dealer is not None
    known = set(other.game.known(world, seat))
    stacks = [list(stack) for stack in world.dealer.stacks]
    places = [(s, c) for s, stack in enumerate(stacks) for c in range(len(stack))]
    free = [place for place in places if place not in known]
    cards = [stacks[s][c] for s, c in free]
    chance.shuffle(cards)
    for (s, c), card in zip(free, cards, strict=True):
        stacks[s][c] = card
    dealer = companion.secrets.Dealer(
        world.dealer.seed, tuple(map(tuple, stacks)), world.dealer.glimpses
    )
    other._worlds[-1] = World(world.state, dealer)
    return other


@pytest.fixture(params=CASES, ids=str)
def duel(request: pytest.FixtureRequest) -> AnySession:
    return walks.walked(request.param)


def test_the_page_of_a_shared_screen_is_the_same_whatever_is_hidden(duel: AnySession) -> None:
    chance = random.Random(duel.revision)
    for number, session in enumerate(walks.again(duel)):
        if number % 4 == 0:
            other = hidden_shuffled(session, None, chance)
            assert parts(session) == parts(other)


def test_what_is_behind_the_curtain_depends_on_the_own_cards_alone(duel: AnySession) -> None:
    chance = random.Random(duel.revision)
    for number, session in enumerate(walks.again(duel)):
        seat = number % len(session.names)
        other = hidden_shuffled(session, seat, chance)
        for show in ("hand", "laid", "team"):
            asked = {"seat": seat, "show": show}
            seen = [PAGE.private(one.view(seat), asked, None) for one in (session, other)]
            assert str(h.fragment[seen[0]]) == str(h.fragment[seen[1]])


def solo(seed: int) -> AnySession:
    """Return a duel some way on in which one person plays against the computer."""
    chance = random.Random(seed)
    session = companion.start(
        "cake-duel", ["Ann", "Bot"], virtual=True, seed=seed, computers={1: "bold"},
        edition=chance.choice(["core", "specials"]),
    )  # fmt: skip
    for _turn in range(chance.randrange(1, 25)):
        if session.outcome is not None:
            break
        if bots.waiting(session) == 1:
            bots.move(session, 1, chance)
        else:
            session.do(walks.choose(session.legal(), chance))
    return session


@pytest.mark.parametrize("seed", range(30))
def test_the_page_of_a_lone_player_depends_on_the_own_cards_alone(seed: int) -> None:
    session = solo(seed)
    while bots.waiting(session) is not None:
        bots.move(session, 1, random.Random(seed))
    assert parts(session) == parts(hidden_shuffled(session, 0, random.Random(seed)))


def test_nothing_private_is_in_the_widgets_state(duel: AnySession) -> None:
    """The state a saved notebook keeps is the same for every deal of every game."""
    one, other = Table(duel), Table(companion.start("cake-duel", ["A", "B"], virtual=True))
    states = [json.dumps(table.stage.get_state(), default=str) for table in (one, other)]
    plain = [re.sub(r"IPY_MODEL_\w+", "", state) for state in states]
    assert plain[0] == plain[1]


def test_a_look_is_only_for_the_people_at_the_table() -> None:
    session = companion.start(
        "cake-duel", ["Ann", "Bot"], virtual=True, seed=1, computers={1: "honest"}
    )
    table = Table(session)
    assert table._look({"seat": 0}) is not None
    for asked in ({"seat": 1}, {"seat": 9}, {}, "seat", None):
        assert table._look(asked) is None


def test_errors_and_names_hold_no_card() -> None:
    session = companion.start("cake-duel", ["Ann", "Bob"], virtual=True, seed=5)
    hand = session.view(0).hand
    table = Table(session)
    shown = [repr(session), repr(table), repr(table.stage), repr(session._worlds[-1])]
    for wrong in ("claim 2 wizards", "claim 1 wizard with 9", "block defender", "challenge"):
        with pytest.raises(companion.IllegalAction) as caught:
            session.do(wrong)
        shown.append(str(caught.value))
    secret = {card for card in hand if card not in ("wizard", "defender")}
    assert secret
    assert not [text for text in shown for card in secret if card in text.casefold()]


def test_a_note_is_kept_nowhere_but_in_the_table(tmp_path: Any) -> None:
    session = companion.start("cake-duel", ["Ann", "Bob"], save=tmp_path / "table.game")
    table = Table(session)
    before = (tmp_path / "table.game").read_bytes()
    table._receive(
        {
            "do": {"table": "note", "seat": 0, "bout": [1, 1], "hand": ["wolfy"], "played": []},
            "revision": 0,
            "id": "1",
        }
    )
    assert (tmp_path / "table.game").read_bytes() == before
    assert "wolfy" not in json.dumps(table.stage.get_state(), default=str)
    session.close()
