"""What is hidden in Alpaca Battle: it is never lost, and nobody is told."""

from __future__ import annotations

import json
import os
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

import companion
from companion import saves
from companion.alpaca_battle import GAME, State
from companion.alpaca_battle.cards import ORDER, fights
from companion.alpaca_battle.dealing import GONE, chosen, deal, hand, herd, pile
from companion.alpaca_battle.state import AnyAction, Bell, Choose, Steal
from companion.game import TABLE, Refusal, Seat
from companion.opening import AnySession
from companion.secrets import Dealer, Glimpse, World, mixed, seal
from tests import walks
from tests.alpacas import do, pack, rigged, table, tag

Battle = World[State]
LONGEST = 90
WALKS = range(80)
DECKS = (
    "1 1 2 2 3 4 5 5 6 7 8 9 9 10 11 12 war steal steal steal reveal reveal",
    "1 2 3 4 4 5 5 6 6 7 war war steal reveal",
    "5 5 5 7 7 7 9 war steal steal steal steal steal steal steal steal steal steal steal reveal",
    "",
)


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the waiting: these games never lose power."""
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)


# Random games


class Walk(NamedTuple):
    """A random virtual game: its worlds, and what led from each to the next."""

    worlds: list[Battle]
    asked: list[AnyAction]
    recorded: list[AnyAction]


def begun(number: int, **more: Any) -> AnySession:
    """Return the game a walk begins with; decks, seats and rulings change with its number."""
    chance = random.Random(f"begin {number}")
    rulings = {r.id: chance.choice(r.options).id for r in GAME.rulebook.rulings}
    seats, deck = 2 + number % 2, DECKS[number // 2 % len(DECKS)]
    return table(
        seats, rulings=rulings, first=chance.randrange(seats), virtual=True, seed=number,
        pack=pack(deck) if deck else "", **more,
    )  # fmt: skip


def likely(legal: Sequence[AnyAction]) -> Sequence[AnyAction]:
    """Return the thefts from hands if there are some, else all: hands get empty by them."""
    return [a for a in legal if isinstance(a, Steal) and a.where == "hand"] or legal


@cache
def walk(number: int) -> Walk:
    """Return the random game of that number; a bell rings in some."""
    chance, game = random.Random(f"walk {number}"), begun(number)
    found = Walk([game._worlds[0]], [], [])
    while len(found.asked) < LONGEST and found.worlds[-1].state.phase != "over":
        state = found.worlds[-1].state
        rings = not state.rung and chance.random() < 0.01
        action = Bell(TABLE) if rings else chance.choice(likely(GAME.legal(state)))
        recorded, after = walks.done(GAME, found.worlds[-1], action)
        found.worlds.append(after)
        found.asked.append(action)
        found.recorded.append(recorded)
    return found


def steps(number: int) -> Iterator[tuple[Battle, AnyAction, AnyAction, Battle]]:
    """Yield each world of a walk with what was asked and recorded in it, and the world after."""
    found = walk(number)
    for (before, after), asked, recorded in zip(
        pairwise(found.worlds), found.asked, found.recorded, strict=True
    ):
        yield before, asked, recorded, after


def stacks(world: Battle) -> tuple[tuple[str, ...], ...]:
    """Return the hidden stacks."""
    assert world.dealer is not None
    return world.dealer.stacks


def test_the_random_games_meet_everything() -> None:
    """Else the tests below would prove little."""
    kinds, wars, whys = Counter[str](), Counter[int](), Counter[str]()
    for number in WALKS:
        for before, _asked, recorded, after in steps(number):
            kinds[tag(recorded)] += 1
            wars[before.state.war] += 1
            whys[after.state.why] += 1
    assert set(kinds) == {"choose", "raise", "steal", "reveal", "draw", "war", "lay", "bell"}
    assert min(kinds[name] for name in ("steal", "reveal", "war", "lay")) > 40
    assert wars[2] > 20
    assert set(whys) == {"", "last", "fallen", "bell"}


# No card is lost or made


@pytest.mark.parametrize("number", WALKS)
def test_all_cards_are_there_after_every_action(number: int) -> None:
    for world in walk(number).worlds:
        state, lying = world.state, stacks(world)
        assert Counter(card for stack in lying for card in stack) == Counter(state.deck.listed())
        seats = range(state.seats)
        assert tuple(len(lying[hand(seat)]) for seat in seats) == state.hands
        assert tuple(len(lying[herd(seat)]) for seat in seats) == state.herds
        assert [len(lying[chosen(seat)]) for seat in seats] == [bool(c) for c in state.chosen]
        for seat in seats:
            assert len(lying[pile(seat)]) == len(state.shown[seat]) + state.laid[seat]
            assert lying[pile(seat)][::3] == state.shown[seat]
            assert all(map(fights, (*lying[chosen(seat)], *lying[pile(seat)][::3])))
        assert lying[GONE][state.spare :] == state.aside
        assert GAME.problems(state) == ()


@pytest.mark.parametrize("number", WALKS)
def test_what_was_seen_of_a_hand_stays_true(number: int) -> None:
    """At most as many of the seen cards have left as are said to have."""
    for world in walk(number).worlds:
        assert world.dealer is not None
        for one in world.dealer.glimpses:
            there = Counter(stacks(world)[hand(one.whose)])
            assert one.played >= 0
            assert one.drawn >= 0
            assert (Counter(one.cards) - there).total() <= one.played
            if len(one.cards) > 1 and one.seat != one.whose:
                assert len(one.cards) - one.played + one.drawn == there.total()


def test_nobody_in_has_no_cards_and_nobody_out_has_any() -> None:
    for number in WALKS:
        for world in walk(number).worlds:
            state = world.state
            fighting = state.phase in ("war", "lay", "aim", "over")
            for seat, count in enumerate(state.totals):
                assert fighting or bool(count) == (not state.out[seat])
                assert not (state.out[seat] and count)


def by_hand(before: Battle, recorded: AnyAction, after: Battle) -> AnyAction | None:
    """Return what people enter for a recorded action; nothing if it comes with another."""
    if isinstance(recorded, Choose):
        lies = stacks(after)[chosen(recorded.seat)]
        shown = recorded.flip[recorded.seat] if recorded.flip else lies[0]
        assert shown in stacks(before)[hand(recorded.seat)]
        return Choose(recorded.seat, shown)
    if isinstance(recorded, Steal):
        return replace(recorded, place=-1)
    return None if tag(recorded) in ("raise", "lay") else recorded


def test_a_table_of_people_counts_alike() -> None:
    """What is entered by hand leads to the same sizes as what the kit deals."""
    compared = 0
    for number in WALKS:
        state = walk(number).worlds[0].state
        state = replace(state, setup=replace(state.setup, virtual=False))
        for before, _asked, recorded, after in steps(number):
            entered = by_hand(before, recorded, after)
            if entered is not None and GAME.check(state, entered) is not None:
                break
            state = GAME.apply(state, entered) if entered else state
            if tag(recorded) == "raise" and after.state.phase != "aim":
                break  # nothing was there to be stolen; that cannot be entered
            if after.state.phase in ("choose", "war", "over"):
                assert (state.totals, state.pile) == (after.state.totals, after.state.pile)
                assert state.out == after.state.out
                compared += 1
    assert compared > 2_000


# What is recorded


@pytest.mark.parametrize("number", WALKS)
def test_a_recorded_choice_is_a_seal_that_no_other_card_fits(number: int) -> None:
    seals, salts = [], []
    for before, _asked, recorded, after in steps(number):
        if not isinstance(recorded, Choose):
            continue
        assert recorded.card == ""
        seals.append(recorded.seal)
        if not recorded.flip:
            assert after.state.chosen[recorded.seat] == recorded.seal
            continue
        for seat, (card, secret) in enumerate(zip(recorded.flip, recorded.salts, strict=True)):
            sealed = recorded.seal if seat == recorded.seat else before.state.chosen[seat]
            assert bool(card) == bool(secret) == bool(sealed)
            if card:
                assert seal((card,), secret) == sealed
                fitting = [other for other in ORDER if seal((other,), secret) == sealed]
                assert fitting == [card]
                salts.append(secret)
    assert len(set(seals)) == len(seals)
    assert len(set(salts)) == len(salts)
    assert all(re.fullmatch("[0-9a-f]{64}", one) for one in seals)


@pytest.mark.parametrize("number", WALKS)
def test_a_record_names_no_card_but_what_is_flipped(number: int) -> None:
    for _before, _asked, recorded, _after in steps(number):
        form = json.loads(msgspec.json.encode(recorded))
        allowed = {
            "choose": {"seal", "flip", "salts"},
            "steal": {"target", "where", "place"},
        }
        assert set(form) <= {"type", "seat"} | allowed.get(form["type"], set())
        assert not set(map(str, form.values())) & {"war", "steal"} - {form["type"]}


# Chance is fair


def chi_square(counts: Counter[Any], cells: int) -> float:
    """Return how far counts are from being all alike."""
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


def test_every_card_comes_to_every_place_alike() -> None:
    """Of 13 places the value is above 34.6 once in a thousand; the seeds are fixed."""
    state = table(virtual=True, pack=pack("1 1 1 1 2 2 2 2 2 2 2 2 war steal")).state
    places: dict[str, Counter[int]] = {"war": Counter(), "steal": Counter(), "1": Counter()}
    for seed in range(3_000):
        for at, card in enumerate(sum(deal(state, f"fair {seed}").stacks, ())):
            if card in places:
                places[card][at] += 1
    for counts in places.values():
        assert chi_square(counts, 14) < 34.6


@pytest.mark.parametrize("count", [2, 3, 8])
def test_won_cards_come_in_any_order_alike(count: int) -> None:
    """Of 1, 2 and 7 places the value is above 10.9, 13.9 and 24.4 once in a thousand."""
    cards = tuple(map(str, range(count)))
    first, last = Counter[int](), Counter[int]()
    for seed in range(2_000):
        order = mixed(cards, f"seed/{seed}")
        assert sorted(order) == sorted(cards)
        first[int(order[0])] += 1
        last[int(order[-1])] += 1
    assert chi_square(first, count) < {2: 10.9, 3: 13.9, 8: 24.4}[count]
    assert chi_square(last, count) < {2: 10.9, 3: 13.9, 8: 24.4}[count]


def test_any_card_of_a_fan_is_alike_likely() -> None:
    """The top of a herd is stolen no more often than any other; above 16.3 once in a thousand."""
    taken = Counter[int]()
    for seed in range(400):
        game = rigged("steal 5", "9 / 1 2 3 4")
        world = game._worlds[0]
        assert world.dealer is not None
        game._worlds[0] = World(world.state, replace(world.dealer, seed=str(seed)))
        do(game, "play Ann card 1", Steal(0, 1, "herd", 0))
        taken[int(stacks(game._worlds[-1])[hand(0)][-1]) - 1] += 1
    assert chi_square(taken, 4) < 16.3


# Two worlds


class Card(str):
    """A card that is told from others of its name, to see where it goes."""

    __slots__ = ()


def marked(world: Battle) -> Battle:
    """Return a world whose cards can be told apart; those that already can stay as they are."""
    assert world.dealer is not None
    marks = tuple(
        tuple(card if type(card) is Card else Card(card) for card in stack)
        for stack in world.dealer.stacks
    )
    return World(world.state, replace(world.dealer, stacks=marks))


@cache
def traced(number: int) -> list[Battle]:
    """Return the worlds of a walk once more, with marked cards."""
    found = walk(number)
    worlds = [kept(marked(found.worlds[0]), found.worlds[0])]
    for action, plainly in zip(found.asked, found.worlds[1:], strict=True):
        resolved = GAME.resolve(worlds[-1], action)
        assert not isinstance(resolved, Refusal)
        state = GAME.apply(worlds[-1].state, resolved.action)
        worlds.append(kept(World(state, resolved.dealer), plainly))
    return worlds


def kept(world: Battle, real: Battle) -> Battle:
    """See that the marked cards lie as the real ones do: a flip makes new texts of some."""
    assert stacks(world) == stacks(real)
    return marked(world)


def open_cards(state: State, lying: tuple[tuple[Any, ...], ...], viewer: Seat | None) -> set[int]:
    """Return the marks of what a viewer sees: its hand and choice, what is flipped or used."""
    seen = [*lying[GONE][state.spare :]]
    for seat in range(state.seats):
        seen += lying[pile(seat)][::3]
    if viewer is not None:
        seen += (*lying[hand(viewer)], *lying[chosen(viewer)])
    return {id(card) for card in seen}


@cache
def knows(number: int, step: int, viewer: Seat | None) -> frozenset[int]:
    """Return the marks of the cards a viewer sees at a step of a walk, or has seen in a hand."""
    world = traced(number)[step]
    assert world.dealer is not None
    found = open_cards(world.state, world.dealer.stacks, viewer)
    seen = [one.cards for one in world.dealer.glimpses if one.seat == viewer]
    return frozenset(found | {id(card) for cards in seen for card in cards})


def other_world(
    number: int, step: int, viewer: Seat | None, until: int, chance: random.Random
) -> Battle:
    """Return a world that ``viewer`` cannot tell from the walk’s at ``step``.

    All cards it sees nowhere from there ``until`` a later step are mixed, as far as each may lie
    there; so is what others have seen, and the seed.
    """
    world, marks = walk(number).worlds[step], traced(number)[step]
    assert world.dealer is not None
    known = frozenset().union(*(knows(number, at, viewer) for at in range(step, until + 1)))
    lying = [list(stack) for stack in world.dealer.stacks]
    free = [
        (stack, at)
        for stack, cards in enumerate(stacks(marks))
        for at, card in enumerate(cards)
        if id(card) not in known
    ]
    cards = [lying[stack][at] for stack, at in free]
    for _try in range(50):
        chance.shuffle(cards)
        if all(GAME.fits(place[0], card) for place, card in zip(free, cards, strict=True)):
            break
    else:
        cards = [lying[stack][at] for stack, at in free]
    for (stack, at), card in zip(free, cards, strict=True):
        lying[stack][at] = card
    glimpses = tuple(
        one if one.seat == viewer else misremembered(one, world.state, chance)
        for one in world.dealer.glimpses
    )
    return World(world.state, Dealer(world.dealer.seed, tuple(map(tuple, lying)), glimpses))


def misremembered(glimpse: Glimpse, state: State, chance: random.Random) -> Glimpse:
    """Return what another seat saw, with other cards."""
    return replace(glimpse, cards=tuple(chance.sample(state.deck.listed(), len(glimpse.cards))))


SEAL = re.compile(rb"[0-9a-f]{64}")
SHORT = re.compile(r"sealed as [0-9a-f]{8}\b")
TRIES = (
    "play #0 card 1", "play #1 card 3", "play #1 card 9", "choose #0", "raise #1", "reveal #0",
    "steal #0 from #1 hand card 1", "steal #1 from #0 herd card 2", "steal #0 from #1 hand",
    "steal #1 from #1 herd card 1", "draw #0", "draw #1", "war #0", "lay #0 with 1",
    "lay #1 with 1 2", "lay #0 with", "bell", "clock 60", "fix #0 hand 2: why", "change #0 5",
)  # fmt: skip


def plain(value: object) -> bytes:
    """Return a value as bytes, its seals and salts masked."""
    return SEAL.sub(b"seal", walks.plain(value))


def said(text: str) -> str:
    """Return a sentence with the beginnings of seals masked."""
    return SHORT.sub("sealed", text)


def refusals(world: Battle) -> Iterator[str]:
    """Yield what is told of each try in ``world``."""
    for text in TRIES:
        action = GAME.commands.parse(world.state, text)
        refusal = GAME.check(world.state, action)
        resolved = refusal or GAME.resolve(world, action)
        yield str(resolved) if isinstance(resolved, Refusal) else "it can be done"


def told(world: Battle, viewer: Seat | None) -> list[object]:
    """Return everything ``viewer`` is told in a world."""
    view = GAME.observe(world, viewer)
    return [plain(view), GAME.board(view), plain(GAME.legal(world.state)), *refusals(world)]


@cache
def told_in_walk(number: int, step: int, viewer: Seat | None) -> list[object]:
    return told(walk(number).worlds[step], viewer)


def news(before: Battle, recorded: AnyAction, after: Battle) -> list[object]:
    """Return what an action adds to the log, and to the list of who learnt what."""
    story = GAME.tell(before.state, recorded, after.state)
    learned = GAME.learned(before.state, recorded, after.state)
    return [said(story.sentence), story.short, story.rule, plain(learned), plain(recorded)]


class Tally(NamedTuple):
    """How many pairs were compared, of them really different, and at how many steps."""

    pairs: int = 0
    different: int = 0
    steps: int = 0
    stopped: int = 0


def compare(number: int, chance: random.Random) -> Tally:
    """Play on in a walk and in another world, and see that ``viewer`` cannot tell them apart."""
    found = walk(number)
    step = chance.choice([0, *range(len(found.asked))])
    viewer = chance.choice([None, *range(found.worlds[0].state.seats)])
    until = min(step + chance.choice([0, 1, 2, 4, 8]), len(found.asked))
    other = other_world(number, step, viewer, until, chance)
    different = int(other.dealer != found.worlds[step].dealer)
    assert told(other, viewer) == told_in_walk(number, step, viewer)
    for at in range(step, until):
        recorded, after = walks.done(GAME, other, found.asked[at])
        if plain(recorded) != plain(found.recorded[at]):  # everybody could see a difference
            return Tally(1, different, at - step + 1, 1)
        real = news(found.worlds[at], found.recorded[at], found.worlds[at + 1])
        assert news(other, recorded, after) == real
        assert told(after, viewer) == told_in_walk(number, at + 1, viewer)
        other = after
    return Tally(1, different, until - step + 1)


def compared(numbers: range, pairs: int) -> Tally:
    total = Tally()
    for number in numbers:
        chance = random.Random(f"pair {number}")
        for _pair in range(pairs):
            total = Tally(*map(sum, zip(total, compare(number, chance), strict=True)))
    return total


def test_nobody_can_tell_some_worlds_apart_that_differ_in_what_is_hidden() -> None:
    total = compared(WALKS[::5], 8)
    assert total.pairs == 128
    assert total.different > 110
    assert total.steps > 300


BATCHES = 8


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_nobody_can_tell_two_worlds_apart_that_differ_in_what_is_hidden(batch: int) -> None:
    total = compared(WALKS[batch::BATCHES], 30)
    assert total.pairs == 300
    assert total.different > 260
    assert total.steps > 550
    assert total.stopped < 170


def test_there_is_a_difference_to_be_seen() -> None:
    """The comparison itself finds it if a card shows: here the viewer’s own hand is mixed too."""
    world = rigged("1 2 3 / 4 5", "6 7 8 / 9 10")._worlds[0]
    assert world.dealer is not None
    lying = list(stacks(world))
    lying[hand(0)], lying[herd(0)] = ("4", "2", "3"), ("1", "5")
    other = World(world.state, replace(world.dealer, stacks=tuple(lying)))
    assert told(other, None) == told(world, None)
    assert told(other, 1) == told(world, 1)
    assert told(other, 0) != told(world, 0)


def test_what_may_be_mixed_is_what_may_lie_there() -> None:
    cards = ("1", "12", "war", "steal", "reveal")
    for seat in range(3):
        assert [GAME.fits(chosen(seat), card) for card in cards] == [True] * 3 + [False] * 2
        for stack in (GONE, hand(seat), herd(seat), pile(seat)):
            assert all(GAME.fits(stack, card) for card in cards)


def test_a_what_if_plays_on_with_whatever_lies_in_the_choices() -> None:
    """Its other seats may have chosen anything that can be chosen, and nothing else."""
    game = rigged("steal reveal 5 / steal reveal", "reveal steal 7 / steal", "3 4 9 / reveal")
    do(game, "play Ann card 3", "play Bo card 3")
    seen = set()
    for number in range(30):
        world = game._worlds[0]
        assert world.dealer is not None
        copy = game.branch(2)
        seen.add(stacks(copy._worlds[-1])[chosen(0)])
        copy.do("play Cy card 3")
        assert all(map(fights, filter(None, copy.state.last.cards)))
        do(game, f"clock {number + 1}")  # another revision, another shuffle
    assert len(seen) > 1


def test_a_boards_words_name_no_hidden_card() -> None:
    game = rigged("war 9 / 8", "11 12 / 7")
    do(game, "play Ann card 1")
    assert "War" not in game.text()
    assert "War" not in game.text(1)
    assert "You have chosen War" in game.text(0)
    assert "war" not in repr(game.view(1)).replace("war=0", "").replace("'war':", "").replace(
        game.setup.pack, ""
    ).replace("war-", "")


# Two saves of it, opened


def two_sessions(
    number: int, step: int, other: Battle, folder: Path
) -> tuple[AnySession, AnySession]:
    """Return two reopened games: the walk as far as ``step``, and one with the ``other`` cards."""
    worlds, recorded = walk(number).worlds, walk(number).recorded[:step]
    header = saves.Header(saves.FORMAT, other.state.setup, worlds[0].dealer)
    events = [
        saves.Event(
            do=msgspec.Raw(msgspec.json.encode(action)),
            deal=after.dealer if after.dealer is not before.dealer else None,
        )
        for (before, after), action in zip(pairwise(worlds), recorded, strict=False)
    ]
    mixed = [*events]
    last = max((at for at, event in enumerate(events) if event.deal is not None), default=None)
    if last is not None:
        mixed[last] = replace(events[last], deal=other.dealer)
    other_header = header if last is not None else replace(header, deal=other.dealer)
    return written(folder / "a", header, events), written(folder / "b", other_header, mixed)


def written(folder: Path, header: saves.Header, events: list[saves.Event]) -> AnySession:
    """Write a save and return it opened."""
    folder.mkdir(exist_ok=True)
    path = folder / "the same.game"
    path.unlink(missing_ok=True)
    with saves.SaveFile.create(path, header) as save:
        for event in events:
            save.append(event)
    return companion.open(path)


def reopened(session: AnySession) -> AnySession:
    """Close a game and open its save, as who comes back to the table does."""
    assert session.path is not None
    session.close()
    return companion.open(session.path)


def all_told(session: AnySession, viewer: Seat | None) -> list[object]:
    """Return everything a session says to a viewer."""
    return [
        plain(session.view(viewer)),
        session.text(viewer),
        str(session),
        repr(session),
        plain(session.legal()),
        [str(session.why_not(text)) for text in TRIES],
        [
            (said(entry.sentence), entry.story.short, entry.rule, entry.taken_back)
            for entry in session.log
        ],
        [(entry.number, plain(learned)) for entry, learned in session.ledger],
        session.consent,
        session.notices,
        session.outcome,
        session.problems,
    ]


def play_both(real: AnySession, other: AnySession, viewer: Seat | None, actions: list[Any]) -> int:
    """Do the same in both, take it back, do it again, come back to it; return how far it went."""
    assert all_told(real, viewer) == all_told(other, viewer)
    for count, action in enumerate(actions, start=1):
        both = real.do(action), other.do(action)
        if plain(both[0].action) != plain(both[1].action):
            break
        for step in ("", "undo", "redo"):
            for session in (real, other):
                if step == "undo":
                    session.undo(agreed=session.consent)
                elif step:
                    session.redo()
            assert all_told(real, viewer) == all_told(other, viewer)
        if count % 2:
            real, other = reopened(real), reopened(other)
            assert all_told(real, viewer) == all_told(other, viewer)
    real.close()
    other.close()
    return len(actions)


def compare_saves(numbers: range, folder: Path) -> int:
    """Return how many steps were compared of two saves of each walk."""
    steps_done = 0
    for number in numbers:
        chance, found = random.Random(f"saves {number}"), walk(number)
        for step in (0, chance.randrange(len(found.asked))):
            viewer = chance.choice([None, *range(found.worlds[0].state.seats)])
            until = min(step + 4, len(found.asked))
            other = other_world(number, step, viewer, until, chance)
            sessions = two_sessions(number, step, other, folder)
            steps_done += play_both(*sessions, viewer, found.asked[step:until])
            for session in sessions:
                session.close()
    return steps_done


def test_neither_does_taking_back_one_tell(tmp_path: Path) -> None:
    assert compare_saves(WALKS[:4], tmp_path) > 20


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(4))
def test_neither_does_taking_back_nor_opening_again_tell(batch: int, tmp_path: Path) -> None:
    assert compare_saves(WALKS[batch::4], tmp_path) > 100


def test_taking_back_and_doing_again_brings_the_same_cards() -> None:
    for number in WALKS[:8]:
        session = begun(number)
        for action in walk(number).asked:
            session.do(action)
        assert [world.state for world in session._worlds] == [w.state for w in walk(number).worlds]
        while session.last is not None:
            before = session._worlds[-1]
            session.undo(agreed=session.consent)
            session.redo()
            assert session._worlds[-1] == before
            session.undo(agreed=session.consent)


def test_nobody_is_said_to_know_what_it_cannot_know() -> None:
    for number in WALKS:
        marks = traced(number)
        for step, world in enumerate(walk(number).worlds):
            for viewer in (None, *range(world.state.seats)):
                rightly = {id(stacks(marks[step])[s][at]) for s, at in GAME.known(world, viewer)}
                assert rightly <= knows(number, step, viewer)
