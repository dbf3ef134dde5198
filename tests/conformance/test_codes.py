"""The resume code of every game: there and back at every event, and no slip goes unnoticed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import companion
from companion import codes
from companion.opening import AnySession
from tests import walks

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def test_a_code_leads_back_to_the_game_at_any_event(session: AnySession) -> None:
    for now in walks.stops(session):
        again = companion.open(now.code())
        assert walks.plain(again._worlds) == walks.plain(now._worlds)
        assert again.setup == now.setup
        assert again.code() == now.code()


def test_a_code_forgets_what_was_taken_back(session: AnySession) -> None:
    copy = walks.twin(session)
    copy.undo(agreed=copy.consent)
    again = companion.open(copy.code())
    assert again.state == copy.state
    assert again.revision == session.revision - 1


def test_a_game_from_a_code_goes_on_alike(session: AnySession) -> None:
    copy = walks.twin(session)
    copy.undo(agreed=copy.consent)
    again = companion.open(copy.code())
    seed = copy.revision
    walks.play(copy, random.Random(seed), 10)
    walks.play(again, random.Random(seed), 10)
    assert walks.plain(again._worlds[-1]) == walks.plain(copy._worlds[-1])


def test_a_game_from_a_code_can_be_saved(session: AnySession, tmp_path: Path) -> None:
    path = tmp_path / "moved.game"
    companion.from_code(session.code(), save=path).close()
    with pytest.raises(companion.SaveExists):
        companion.from_code(session.code(), save=path)
    moved = companion.open(path)
    assert walks.plain(moved._worlds) == walks.plain(session._worlds)
    moved.close()


def insist_damaged(code: str) -> None:
    with pytest.raises(companion.DamagedCode):
        companion.from_code(code)


def test_any_wrong_letter_is_noticed(session: AnySession, chance: random.Random) -> None:
    code = session.code()
    for place, letter in enumerate(code):
        if letter != "-":
            for other in chance.sample([other for other in LETTERS if other != letter], 4):
                insist_damaged(code[:place] + other + code[place + 1 :])


def test_swapped_missing_and_extra_letters_are_noticed(session: AnySession) -> None:
    code = session.code().replace("-", "")
    for place in range(len(codes.PREFIX), len(code)):
        insist_damaged(code[:place] + code[place + 1 :])
        insist_damaged(code[:place] + code[place] + code[place:])
        before, letter = code[place - 1], code[place]
        if before != letter and place > len(codes.PREFIX):
            insist_damaged(code[: place - 1] + letter + before + code[place + 1 :])
    for cut in range(len(codes.PREFIX), len(code), 7):
        insist_damaged(code[:cut])


def test_a_code_may_be_written_by_hand(session: AnySession) -> None:
    code = session.code()
    careless = (
        code.lower(),
        code.replace("-", ""),
        code.replace("-", " "),
        code.replace("-", "\n  "),
        code.replace("1", "I").replace("0", "O"),
        code.replace("1", "l").replace("0", "o"),
    )
    for text in careless:
        assert companion.open(text).state == session.state


def test_a_code_has_no_letter_that_looks_like_another(session: AnySession) -> None:
    assert set(session.code()) <= set(LETTERS) | {"-"}
    insist_damaged(session.code()[:-1] + "U")
