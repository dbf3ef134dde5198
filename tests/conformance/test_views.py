"""Nobody is told what is hidden: two worlds that differ in it look the same to everyone."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import companion
from companion.opening import AnySession
from companion.secrets import Dealer, World
from tests import walks

VIRTUAL = [case for case in walks.cases(range(4)) if case.virtual]

Known = Callable[[World[Any], int], set[tuple[int, int]]]
KNOWN: dict[str, Known] = {}
"""What a seat rightly knows of the dealer's stacks, as places (stack, card) in them, by game.

A game whose seats hold cards adds its line; in one without, nobody knows any.
"""


def nothing_known(_world: World[Any], _seat: int) -> set[tuple[int, int]]:
    return set()


@pytest.fixture(params=VIRTUAL, ids=str)
def dealt(request: pytest.FixtureRequest) -> AnySession:
    return walks.walked(request.param)


def reshuffled(session: AnySession, world: World[Any], seat: int | None, seed: int) -> World[Any]:
    """Return ``world`` with all cards ``seat`` may not know in another order."""
    assert world.dealer is not None
    known = KNOWN.get(session.game.id, nothing_known)
    kept = set() if seat is None else known(world, seat)
    stacks = [list(stack) for stack in world.dealer.stacks]
    places = [(s, c) for s, stack in enumerate(stacks) for c in range(len(stack))]
    free = [place for place in places if place not in kept]
    cards = [stacks[s][c] for s, c in free]
    random.Random(seed).shuffle(cards)
    for (s, c), card in zip(free, cards, strict=True):
        stacks[s][c] = card
    return World(world.state, Dealer("another", tuple(map(tuple, stacks))))


def test_views_and_boards_do_not_depend_on_what_is_hidden(dealt: AnySession) -> None:
    game = dealt.game
    for number, world in enumerate(dealt._worlds):
        for seat in (None, *range(len(dealt.names))):
            other = reshuffled(dealt, world, seat, number)
            assert other.dealer != world.dealer
            view, other_view = game.observe(world, seat), game.observe(other, seat)
            assert walks.plain(view) == walks.plain(other_view)
            assert game.board(view) == game.board(other_view)
            assert repr(view) == repr(other_view)


def public(session: AnySession) -> list[Any]:
    """Return everything a session says to the whole table."""
    chance = random.Random(session.revision)
    return [
        walks.plain(session.view()),
        str(session),
        repr(session),
        [(entry.sentence, entry.story.short, entry.rule, repr(entry)) for entry in session.log],
        len(session.legal()),
        walks.sample(session.legal(), chance),
        repr(session.legal()),
        session.problems,
        [
            refusal(session, f"{verb.word} {word}")
            for verb in session.game.commands.verbs
            for word in ("", "A", "1", "plum", "nonsense")
        ],
    ]


def refusal(session: AnySession, command: str) -> str:
    try:
        return str(session.why_not(command))
    except companion.UnreadableCommand as error:
        return str(error)


def test_log_errors_legal_actions_and_names_do_not_depend_on_it(dealt: AnySession) -> None:
    worlds = zip(walks.again(dealt), walks.again(dealt, other_deal="another"), strict=True)
    for session, other in worlds:
        assert session._worlds[-1].dealer != other._worlds[-1].dealer
        assert public(session) == public(other)


def test_no_name_of_a_thing_shows_a_card(dealt: AnySession) -> None:
    world = dealt._worlds[0]
    assert world.dealer is not None
    cards = {card for stack in world.dealer.stacks for card in stack}
    start = next(walks.again(dealt))
    shown = [repr(start), repr(world), repr(world.dealer), f"{world.dealer}", f"{world}"]
    shown += [str(part) for thing in (world, world.dealer) for part in thing.__rich_repr__()]
    for text in shown:
        assert not [card for card in cards if card in text.casefold()]
        assert world.dealer.seed not in text


def test_different_seeds_deal_differently_and_the_same_alike(dealt: AnySession) -> None:
    game, state = dealt.game, dealt._worlds[0].state
    deals = {walks.plain(game.deal(state, str(seed)).stacks) for seed in range(20)}
    assert len(deals) == 20
    assert game.deal(state, "7") == game.deal(state, "7")


def test_neither_states_nor_views_hold_the_seed(dealt: AnySession) -> None:
    for world in dealt._worlds:
        assert world.dealer is not None
        shown = [world.state, *(dealt.game.observe(world, s) for s in (None, *range(2)))]
        assert not [part for part in shown if world.dealer.seed.encode() in walks.plain(part)]


def test_a_view_says_who_looks(dealt: AnySession) -> None:
    for seat in (None, *range(len(dealt.names))):
        assert dealt.view(seat).viewer == seat
