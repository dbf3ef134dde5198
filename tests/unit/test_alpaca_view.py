"""What a view of Alpaca Battle tells of what is due next."""

from __future__ import annotations

import companion
from companion.opening import AnySession
from companion.secrets import seal


def battle(*moves: str, **options: object) -> AnySession:
    game = companion.start("alpaca-battle", ("Ann", "Bo"), **options)  # type: ignore[arg-type]
    for move in moves:
        game.do(move)
    return game


def test_dues_are_what_a_war_then_takes_from_herd_and_hand() -> None:
    game = battle("fix Bo herd 2: lost some", "choose Ann 4", "choose Bo 4")
    assert game.view().draws == (1, 1)
    assert game.view().dues == ((2, 0), (1, 1))
    game.do("war")
    assert (game.state.laid, game.state.hands) == ((2, 2), (3, 2))


def test_only_who_has_still_to_choose_has_to_draw() -> None:
    game = battle("fix Bo hand 1: so it is", "choose Bo 4")
    assert (game.state.hands[1], game.view().must_draw) == (0, (0, 0))
    game = battle("fix Bo hand 1: so it is", "steal Ann from Bo hand")
    assert game.view().must_draw == (0, 1)


def test_a_flip_keeps_the_seals_its_cards_lay_under() -> None:
    game = battle("play Ann card 1", virtual=True, seed="1")
    sealed = game.state.chosen[0]
    game.do("play Bo card 1")
    flip, last = game.state.last, game.log[-1].action
    assert flip.seals[0] == sealed
    found = [seal((card,), salt) for card, salt in zip(last.flip, last.salts, strict=True)]
    assert list(flip.seals) == found
    assert battle("choose Ann 4", "choose Bo 5").state.last.seals == ()
