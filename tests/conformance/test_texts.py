"""Every game as text: commands and JSON there and back, and names that look like anything."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import fields

import companion
from companion.opening import AnySession
from tests import walks

HOSTILE = (
    "<b>Ann</b>",
    'O"Neil',
    "D’Arcy",
    "it's",
    "a, b",
    "Colon: name",
    "gone",
    "#0",
    "eat all",
    "serve",
    "undo",
    "pass",
    "🦙🍰",
    "👩‍🚀",
    "W" * 40,
    "דוד",
    "بِسْم",
    "नमस्ते",
    "\x00\x1b[31mred",
    "two\nlines",
    "tab\there",
    "{name}",
    "%s",
    "\\",
    "&amp;",
    "-1",
    "0",
    "None",
    "\u202eflip",
    "ﬁne",
    "x́",
    "collected",
    "\ud800half",
    "a\u2028b",
)


def asked(session: AnySession) -> list[tuple[Any, Any]]:
    """Return each state with what was asked for there and some more that could have been."""
    chance, game = random.Random(session.revision), session.game
    return [
        (before.state, action)
        for before, done, after in session.steps()
        for action in [
            game.asked(before, done, after),
            *walks.sample(game.legal(before.state), chance),
        ]
    ]


def insist_readable(session: AnySession) -> None:
    commands = session.game.commands
    for state, action in asked(session):
        assert commands.parse(state, commands.text(state, action)) == action
    for before, action, _after in session.steps():
        insist_record_readable(session, before.state, action)


def insist_record_readable(session: AnySession, state: Any, action: Any) -> None:
    """See that the text of what was recorded lacks nothing but what only the kit can say."""
    commands = session.game.commands
    again = commands.parse(state, commands.text(state, action))
    assert type(again) is type(action)
    assert commands.text(state, again) == commands.text(state, action)
    for field in fields(action):
        unsaid = (field.default,) if session.setup.virtual else ()
        assert getattr(again, field.name) in (getattr(action, field.name), *unsaid)


def test_every_action_is_read_back_from_its_text(session: AnySession) -> None:
    insist_readable(session)


def test_every_action_is_read_back_from_its_json(session: AnySession) -> None:
    done = [entry.action for entry in session.log]
    for action in [*done, *(action for _state, action in asked(session))]:
        assert session.game.read(msgspec.json.encode(action)) == action
        assert session.game.read(msgspec.to_builtins(action)) == action


def test_json_is_read_strictly(session: AnySession) -> None:
    form = msgspec.to_builtins(session.log[0].action)
    for wrong in ({**form, "extra": 1}, {**form, "seat": "0"}, {**form, "type": "nonsense"}, {}):
        with pytest.raises(msgspec.ValidationError):
            session.game.read(wrong)


def test_text_and_json_do_what_the_action_does(session: AnySession) -> None:
    game = session.game
    steps = zip(walks.again(session), session.steps(), strict=False)
    for now, (before, action, after) in steps:
        form = game.asked(before, action, after)
        for said in (form, game.commands.text(before.state, form), msgspec.to_builtins(form)):
            copy = walks.twin(now)
            assert copy.do(said).action == action
            assert walks.plain(copy._worlds[-1]) == walks.plain(after)


@pytest.mark.parametrize("word", ["", "   ", "nonsense", ":", "fly to the moon", "\x00", "💥"])
def test_what_nobody_can_read_changes_nothing(session: AnySession, word: str) -> None:
    branch = walks.twin(session)
    with pytest.raises(companion.UnreadableCommand) as caught:
        branch.do(word)
    assert word.strip() in str(caught.value)
    assert branch.revision == session.revision


# Names


def hostile_games() -> list[tuple[str, int]]:
    return [(game_id, at) for game_id in companion.games for at in range(len(HOSTILE))]


@pytest.mark.parametrize(("game_id", "at"), hostile_games())
def test_names_may_be_anything(game_id: str, at: int, tmp_path: Path) -> None:
    chance = random.Random(at)
    seats = companion.games[game_id].seats[-1]
    names = [HOSTILE[(at + step) % len(HOSTILE)] for step in range(seats)]
    path = tmp_path / "hostile.game"
    session = companion.start(game_id, names, virtual=True, seed=at, save=path)
    walks.play(session, chance, 60)
    insist_readable(session)
    seen = [(str(session), [entry.sentence for entry in session.log], session.names)]
    assert companion.from_code(session.code()).state == session.state
    session.close()
    again = companion.open(path)
    assert [(str(again), [entry.sentence for entry in again.log], again.names)] == seen
    again.close()


def test_names_have_no_control_characters_left() -> None:
    game_id, *_others = companion.games
    names = ["\x00\x1b[31mred", "two\nlines", "\ud800half", "a\u2028b", " wide   space "]
    seats = companion.games[game_id].seats[-1]
    session = companion.start(game_id, names[:seats])
    cleaned = ("[31mred", "two lines", "half", "a b", "wide space")
    assert session.names == cleaned[:seats]
