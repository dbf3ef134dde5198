"""Whoever looked at cards cannot take that back alone: the ones looked at have a say."""

from __future__ import annotations

import pytest

from companion.session import ConsentNeeded
from tests.alpacas import do, rigged


@pytest.mark.parametrize(
    ("moves", "asked"),
    [
        (["play Ann card 2"], ()),  # a choice under its seal has told nobody anything
        (["play Ann card 1"], (0, 1)),  # a Reveal
        (["play Bo card 1"], ()),  # a Steal turned up takes its card only then
        (["play Bo card 1", "steal Bo from Ann hand card 1"], (0, 1)),
        (["play Bo card 1", "steal Bo from Ann herd card 1"], (0, 1)),
        (["play Ann card 2", "play Bo card 2"], (0, 1)),  # a flip
    ],
)
def test_an_undo_asks_who_saw_and_who_was_seen(moves: list[str], asked: tuple[int, ...]) -> None:
    game = do(rigged("reveal 9 4 / 7 8", "steal 5 6 / 2 3"), *moves)
    assert game.consent == asked
    if asked:
        with pytest.raises(ConsentNeeded) as refused:
            game.undo(agreed=asked[:1])
        assert refused.value.seats == asked[1:]
    game.undo(agreed=asked)
    agreed = "with the consent of Ann and Bo"
    assert (agreed in game.log[-1].sentence) == bool(asked)


def test_of_three_only_those_concerned_by_a_theft_are_asked() -> None:
    game = do(rigged("9 4", "steal 5 / 2", "6 7"), "play Bo card 1", "steal Bo from Cy hand card 1")
    assert game.consent == (1, 2)
