"""Nobody is told what is hidden: two worlds that differ in it look the same to everyone."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

import companion
from companion.opening import AnySession
from companion.secrets import Dealer, Glimpse, Place, World
from tests import walks

VIRTUAL = [one for one in walks.params(range(4), quick=1) if one.values[0].virtual]


# What is rightly known


def known_of_cakes(world: World[Any], _viewer: int | None) -> set[Place]:
    """Everybody knows the cakes served; a stack is a cake of eleven slices."""
    served = world.state.cake_number + (world.state.cake != ())
    return {(cake, place) for cake in range(served) for place in range(11)}


def known_in_a_duel(world: World[Any], viewer: int | None) -> set[Place]:
    """A seat knows its own cards, its partner's hand, cards seen in another; all the turned up.

    What was seen in a hand is known as long as that only grows, which it does at its end. The
    stacks are the deck, the specials set aside, and each seat's hand, its cards just played, and
    those played earlier.
    """
    state, stacks = world.state, world.dealer.stacks if world.dealer else ()
    hands, played, before = (range(first, len(stacks), 3) for first in (2, 3, 4))
    own = [] if viewer is None else [hands[viewer], played[viewer], before[viewer]]
    if viewer is not None and len(state.setup.names) == 4:
        own.append(hands[{0: 1, 1: 0, 2: 3, 3: 2}[viewer]])
    if state.turns and state.turns[-1].fate == "challenged":
        flipped = state.turns[-1].block or state.turns[-1].attack
        own.append(played[flipped.seat])
    wolfy = {
        (stack, place)
        for stack in (*played, *before)
        for place, card in enumerate(stacks[stack])
        if card == "wolfy" and wolfy_lies_open(state)
    }
    seen = {
        (hands[one.whose], place)
        for one in (world.dealer.glimpses if world.dealer else ())
        if one.seat == viewer and one.whose in range(len(state.setup.names))
        for place in range(len(stacks[hands[one.whose]]))[: -one.drawn or None][-len(one.cards) :]
        if one.cards and not one.played
    }
    return wolfy | seen | {(stack, place) for stack in own for place in range(len(stacks[stack]))}


def wolfy_lies_open(state: Any) -> bool:
    """Once turned up, he does, unless he may have been handed to a Priest and played again."""
    turns = state.turns[:-1] if state.phase in {"give", "ended", "over"} else state.turns
    priests = [turn for turn in turns if turn.fate == "blocked" and turn.block.troop == "priest"]
    handed = priests and state.setup.rulings["priest"] == "attacker"
    return bool(state.showed and not handed)


def known_in_a_battle(world: World[Any], viewer: int | None) -> set[Place]:
    """A seat knows its hand and the card it has chosen; everybody what was flipped or used.

    The stacks are the cards out of the game, the used ones last, and each seat's hand, herd, chosen
    card and share of the war pile, in which two face-down cards follow each flipped one.
    """
    state, stacks = world.state, world.dealer.stacks if world.dealer else ()
    hands, chosen, piles = (range(first, len(stacks), 4) for first in (1, 3, 4))
    own = [] if viewer is None else [hands[viewer], chosen[viewer]]
    flipped = {
        (pile, 3 * at)
        for pile, cards in zip(piles, state.shown, strict=True)
        for at in range(len(cards))
    }
    used = {(0, state.spare + at) for at in range(len(state.aside))}
    return flipped | used | {(stack, at) for stack in own for at in range(len(stacks[stack]))}


Known = Callable[[World[Any], int | None], set[Place]]
KNOWN: dict[str, Known] = {
    "piece-o-cake": known_of_cakes,
    "cake-duel": known_in_a_duel,
    "alpaca-battle": known_in_a_battle,
}
"""What a viewer (``None``: the table) rightly knows of the dealer's stacks, by game.

A game whose seats hold cards adds its line; in one without, nobody knows more than the table.
"""


def nothing_known(_world: World[Any], _viewer: int | None) -> set[Place]:
    return set()


def rightly_known(session: AnySession, world: World[Any], viewer: int | None) -> set[Place]:
    return KNOWN.get(session.game.id, nothing_known)(world, viewer)


@pytest.fixture(params=VIRTUAL)
def dealt(request: pytest.FixtureRequest) -> AnySession:
    return walks.walked(request.param)


def viewers(session: AnySession) -> list[int | None]:
    return [None, *range(len(session.names))]


def test_the_game_says_rightly_who_knows_what(dealt: AnySession) -> None:
    for world in dealt._worlds:
        known = {viewer: set(dealt.game.known(world, viewer)) for viewer in viewers(dealt)}
        for viewer, places in known.items():
            assert places >= known[None]
            if dealt.game.id in KNOWN:
                assert places == rightly_known(dealt, world, viewer)
            else:
                assert places == known[None]


def test_what_is_known_is_a_place_where_a_card_lies(dealt: AnySession) -> None:
    for world in dealt._worlds:
        assert world.dealer is not None
        for viewer in viewers(dealt):
            for stack, place in dealt.game.known(world, viewer):
                assert place in range(len(world.dealer.stacks[stack]))


# Two worlds that differ in what is hidden


def reshuffled(session: AnySession, world: World[Any], viewer: int | None, seed: int) -> World[Any]:
    """Return ``world`` with all ``viewer`` may not know changed: the cards' order, and memories."""
    assert world.dealer is not None
    chance, kept = random.Random(seed), rightly_known(session, world, viewer)
    stacks = [list(stack) for stack in world.dealer.stacks]
    places = [(s, c) for s, stack in enumerate(stacks) for c in range(len(stack))]
    free = [place for place in places if place not in kept]
    cards = [stacks[s][c] for s, c in free]
    while True:
        chance.shuffle(cards)
        laid = list(zip(free, cards, strict=True))
        if all(session.game.fits(s, card) for (s, _c), card in laid):
            break
    for (s, c), card in laid:
        stacks[s][c] = card
    glimpses = [
        one if one.seat == viewer else misremembered(one, world.dealer, chance)
        for one in world.dealer.glimpses
    ]
    return World(world.state, Dealer("another", tuple(map(tuple, stacks)), tuple(glimpses)))


def misremembered(glimpse: Glimpse, dealer: Dealer, chance: random.Random) -> Glimpse:
    cards = [card for stack in dealer.stacks for card in stack]
    return replace(glimpse, cards=tuple(chance.choices(cards, k=len(glimpse.cards))))


def test_views_and_boards_do_not_depend_on_what_is_hidden(dealt: AnySession) -> None:
    game = dealt.game
    for number, world in enumerate(dealt._worlds):
        for seat in viewers(dealt):
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
        *personal(session, None),
        str(session),
        repr(session),
        [(entry.sentence, entry.story.short, entry.rule, repr(entry)) for entry in session.log],
        [(entry.number, learned) for entry, learned in session.ledger],
        session.consent,
        len(session.legal()),
        walks.sample(session.legal(), chance),
        repr(session.legal()),
        session.outcome,
        session.problems,
    ]


def personal(session: AnySession, viewer: int | None) -> list[Any]:
    """Return everything a session says to ``viewer``, and how it answers what is tried."""
    return [
        walks.plain(session.view(viewer)),
        session.text(viewer),
        [refusal(session, command) for command in tries(session)],
    ]


def tries(session: AnySession) -> list[str]:
    """Return commands nobody can read, some that can be done, and ones cut short."""
    commands = session.game.commands
    words = ("", "A", "1", "plum", "nonsense")
    legal = walks.sample(session.legal(), random.Random(session.revision), 6)
    texts = [commands.text(session.state, action) for action in legal]
    short = [" ".join(text.split()[:count]) for text in texts for count in (1, 2, 3)]
    return [*(f"{verb.word} {word}" for verb in commands.verbs for word in words), *texts, *short]


def refusal(session: AnySession, command: str) -> str:
    try:
        return str(session.why_not(command))
    except companion.UnreadableCommand as error:
        return str(error)


def elsewhere(session: AnySession, viewer: int | None) -> AnySession:
    """Return a copy whose hidden cards lie elsewhere, for all that ``viewer`` may know."""
    copy = walks.twin(session)
    copy._worlds[-1] = reshuffled(session, session._worlds[-1], viewer, session.revision)
    return copy


def test_log_errors_legal_actions_and_names_do_not_depend_on_it(dealt: AnySession) -> None:
    for session in walks.stops(dealt):
        other = elsewhere(session, None)
        assert session._worlds[-1].dealer != other._worlds[-1].dealer
        assert public(session) == public(other)


def test_what_a_seat_is_told_does_not_depend_on_what_it_cannot_know(dealt: AnySession) -> None:
    for session in walks.stops(dealt):
        for seat in range(len(session.names)):
            assert personal(session, seat) == personal(elsewhere(session, seat), seat)


def names(text: str, card: str) -> bool:
    """Return whether a text names a card; one that is a number may well stand in it as such."""
    return (f"'{card}'" if card.isdigit() else card) in text


def test_no_name_of_a_thing_shows_a_card(dealt: AnySession) -> None:
    start = next(walks.again(dealt))
    for world in dealt._worlds:
        assert world.dealer is not None
        cards = {card for stack in world.dealer.stacks for card in stack}
        things = [world, world.dealer, *world.dealer.glimpses]
        shown = [
            repr(start),
            *(form(thing) for thing in things for form in (repr, str, "{}".format)),
        ]
        shown += [str(part) for thing in things for part in thing.__rich_repr__()]
        for text in shown:
            assert not [card for card in cards if names(text.casefold(), card)]
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


# What-if copies


def imagined_pairs(
    session: AnySession, viewer: int | None
) -> list[tuple[World[Any], Dealer, Dealer]]:
    """Return each world with its real cards and those of the what-if copy of ``viewer``."""
    copy = session.branch(viewer)
    pairs = zip(session._worlds, copy._worlds, strict=True)
    return [
        (world, world.dealer, other.dealer)
        for world, other in pairs
        if world.dealer and other.dealer
    ]


def test_a_what_if_keeps_what_its_seat_sees(dealt: AnySession) -> None:
    for session in walks.stops(dealt):
        for viewer in viewers(session):
            copy = session.branch(viewer)
            assert walks.plain(copy.view(viewer)) == walks.plain(session.view(viewer))
            assert copy.text(viewer) == session.text(viewer)


def test_a_what_if_has_the_same_past_at_the_table(dealt: AnySession) -> None:
    for viewer in viewers(dealt):
        past = dealt.branch(viewer).views(None)
        assert list(map(walks.plain, past)) == list(map(walks.plain, dealt.views(None)))


def test_views_are_what_was_seen_at_the_time(dealt: AnySession) -> None:
    seen: dict[int | None, list[bytes]] = {viewer: [] for viewer in viewers(dealt)}
    for session in walks.again(dealt):
        for viewer, views in seen.items():
            views.append(walks.plain(session.view(viewer)))
    for viewer, views in seen.items():
        assert list(map(walks.plain, dealt.views(viewer))) == views


def test_a_what_if_is_dealt_of_the_same_cards(dealt: AnySession) -> None:
    for viewer in viewers(dealt):
        pairs = imagined_pairs(dealt, viewer)
        assert len(pairs) == len(dealt._worlds)
        for _world, real, other in pairs:
            assert list(map(len, other.stacks)) == list(map(len, real.stacks))
            assert sorted(sum(other.stacks, ())) == sorted(sum(real.stacks, ()))
            assert {one.seat for one in other.glimpses} <= {viewer}
            assert set(other.glimpses) <= set(real.glimpses)


def test_a_what_if_has_none_of_the_real_hidden_cards_at_any_event(dealt: AnySession) -> None:
    """Neither now nor where it leads back to: what lies hidden lies there by chance only."""
    for viewer in viewers(dealt):
        same: list[bool] = []
        for session in walks.again(dealt):
            if session.revision % 5 == 0:
                same += agreements(session, viewer)
        assert sum(same) < 0.6 * len(same)


def agreements(session: AnySession, viewer: int | None) -> list[bool]:
    """Return for each hidden place whether the what-if copy has the real card there."""
    found = []
    last_of_each = {id(pair[1]): pair for pair in imagined_pairs(session, viewer)}
    for world, real, other in last_of_each.values():
        known = set(session.game.known(world, viewer))
        places = [(s, c) for s, stack in enumerate(real.stacks) for c in range(len(stack))]
        hidden = [place for place in places if place not in known]
        found += [real.stacks[stack][at] == other.stacks[stack][at] for stack, at in hidden]
    return found


def test_a_what_if_knows_each_deal_in_one_way(dealt: AnySession) -> None:
    """Worlds that share their cards in the game share them in the copy."""
    pairs = imagined_pairs(dealt, None)
    for (_before, real, other), (_after, later, imagined) in itertools.pairwise(pairs):
        assert (real is later) == (other is imagined)


def test_a_what_if_can_be_taken_back_by_anyone_alone(dealt: AnySession) -> None:
    copy = dealt.branch()
    while copy.last is not None:
        assert copy.consent == ()
        copy.undo()
    assert walks.plain(copy.state) == walks.plain(dealt._worlds[0].state)
