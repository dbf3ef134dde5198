"""What is hidden in a virtual duel: it is never lost, it is dealt fairly, and nobody is told."""

from __future__ import annotations

import importlib
import json
import os
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

import companion
from companion import saves
from companion.cake_duel import GAME, State
from companion.cake_duel.dealing import ASIDE, DECK, deal, earlier, hand, play, salt_of
from companion.cake_duel.state import (
    Again,
    AnyAction,
    Attack,
    Block,
    Challenge,
    Claim,
    NextBout,
    Resupply,
)
from companion.cake_duel.troops import TROOP, core_deck, special_deck, specials_in
from companion.game import Refusal, Seat
from companion.opening import AnySession
from companion.secrets import Dealer, Glimpse, World, seal
from tests import walks
from tests.duels import dealer, held, table, tag
from tests.duels import play as done

EDITIONS = ("core", "specials")
Duel = World[State]


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the waiting: these games never lose power."""
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)


# Random duels

WEIGHT = {"attack": 12, "pass": 1, "block": 5, "accept": 5, "challenge": 1}
LONGEST = 70


def chosen(state: State, chance: random.Random) -> AnyAction:
    """Return a legal action, each kind as likely as it is at a table: few challenges and passes."""
    kinds: dict[str, list[AnyAction]] = {}
    for action in GAME.legal(state):
        kinds.setdefault(tag(action), []).append(action)
    names = list(kinds)
    [name] = chance.choices(names, [WEIGHT.get(name, 3) for name in names])
    if name not in ("attack", "block"):
        return chance.choice(kinds[name])
    troops = sorted({action.troop for action in kinds[name]})  # type: ignore[union-attr]  # claims
    troop = chance.choice(troops)
    return chance.choice([a for a in kinds[name] if a.troop == troop])  # type: ignore[union-attr]


class Walk(NamedTuple):
    """A random virtual duel: its worlds, and what led from each to the next."""

    worlds: list[Duel]
    asked: list[AnyAction]
    recorded: list[AnyAction]


@cache
def walk(number: int) -> Walk:
    """Return the random duel of that number; every other one has four seats or specials."""
    chance = random.Random(f"walk {number}")
    rulings = {r.id: chance.choice(r.options).id for r in GAME.rulebook.rulings}
    edition, seats = EDITIONS[number % 2], (2, 4)[number // 2 % 2]
    setup = companion.start(
        GAME.id, walks.NAMES[:seats], edition=edition, rulings=rulings, virtual=True,
        first=chance.randrange(seats),
    ).setup  # fmt: skip
    found = Walk([walks.first_world(GAME, setup, number)], [], [])
    while len(found.asked) < LONGEST:
        state = found.worlds[-1].state
        if state.phase == "over" and state.duel == 2:
            break
        over = state.phase == "over"
        action = Again(chance.randrange(seats)) if over else chosen(state, chance)
        recorded, after = walks.done(GAME, found.worlds[-1], action)
        found.worlds.append(after)
        found.asked.append(action)
        found.recorded.append(recorded)
    return found


WALKS = range(80)


def steps(number: int) -> Iterator[tuple[Duel, AnyAction, AnyAction, Duel]]:
    """Yield each world of a walk with what was asked and recorded in it, and the world after."""
    found = walk(number)
    for (before, after), asked, recorded in zip(
        pairwise(found.worlds), found.asked, found.recorded, strict=True
    ):
        yield before, asked, recorded, after


def stacks(world: Duel) -> tuple[tuple[str, ...], ...]:
    """Return the hidden stacks."""
    assert world.dealer is not None
    return world.dealer.stacks


def test_the_random_duels_meet_everything() -> None:
    """Else the tests below would prove little."""
    kinds, bouts, whys = Counter[str](), Counter[int](), Counter[str]()
    for number in WALKS:
        for before, _asked, recorded, after in steps(number):
            kinds[tag(recorded)] += 1
            bouts[before.state.bout] += 1
            if after.state.end is not None:
                whys[after.state.end.why] += 1
    assert set(kinds) >= {
        "lead", "attack", "pass", "block", "accept", "challenge", "summon", "give", "swap",
        "resupply", "next", "again",
    }  # fmt: skip
    assert min(bouts[number] for number in (1, 2, 3)) > 300
    assert set(whys) == {"cakes", "bluff", "truth", "passes"}


# No card is lost or made


def all_cards(state: State) -> Counter[str]:
    """Return every card there is, the specials set aside included."""
    specials = special_deck(state.seats) if state.setup.edition == "specials" else ()
    return Counter((*core_deck(state.seats), *specials))


@pytest.mark.parametrize("number", WALKS)
def test_all_cards_are_there_after_every_action(number: int) -> None:
    for world in walk(number).worlds:
        state, lying = world.state, stacks(world)
        assert Counter(card for stack in lying for card in stack) == all_cards(state)
        seats = range(state.seats)
        assert tuple(len(lying[hand(seat)]) for seat in seats) == state.hands
        assert len(lying[DECK]) == state.deck
        assert sum(len(lying[play(s)]) + len(lying[earlier(s)]) for s in seats) == state.pile
        special = sum(TROOP[card].special for stack in lying for card in stack)
        assert special - len(lying[ASIDE]) == specials_in(state.setup.edition, state.seats)
        assert GAME.problems(state) == ()


# What is recorded


@pytest.mark.parametrize("number", WALKS)
def test_a_recorded_play_holds_no_place_and_the_seal_of_its_cards(number: int) -> None:
    seals = []
    for before, asked, recorded, after in steps(number):
        assert not getattr(recorded, "cards", ())
        assert getattr(recorded, "card", -1) == getattr(recorded, "other", -1) == -1
        if isinstance(recorded, Attack | Block):
            assert isinstance(asked, Attack | Block)
            assert before.dealer is not None
            held_then = stacks(before)[hand(recorded.seat)]
            laid = tuple(held_then[place] for place in asked.cards)
            assert stacks(after)[play(recorded.seat)] == laid
            salt = salt_of(before.state, before.dealer, recorded.seat, laid)
            assert recorded.seal == seal(laid, salt)
            for at, card in enumerate(laid):
                other = (*laid[:at], "wolfy" if card != "wolfy" else "soldier", *laid[at + 1 :])
                assert recorded.seal != seal(other, salt)
                assert recorded.seal != seal(other, salt_of(before.state, before.dealer, 0, other))
            seals.append(recorded.seal)
    assert len(set(seals)) == len(seals)
    assert all(re.fullmatch("[0-9a-f]{64}", one) for one in seals)


OPENLY = {"attack": ("troop",), "block": ("troop",), "challenge": ("shown",), "summon": ("troop",)}


def named(form: Any) -> set[str]:
    """Return the names of cards in plain JSON."""
    texts = re.findall(r'"([a-z-]+)"', json.dumps(form))
    return {text for text in texts if text in TROOP}


def test_a_line_of_a_save_names_no_card_but_what_is_said_or_flipped(tmp_path: Path) -> None:
    for number in range(12):
        path = tmp_path / f"{number}.game"
        session = companion.start(
            GAME.id, walks.NAMES[: (2, 4)[number % 2]], edition="specials", virtual=True,
            seed=number, save=path,
        )  # fmt: skip
        chance = random.Random(number)
        while session.outcome is None and session.revision < LONGEST:
            session.do(chosen(session.state, chance))
        session.close()
        for event in saves.read(path).events:
            form = json.loads(bytes(event.do))
            said = {field: form.get(field) for field in OPENLY.get(form["type"], ())}
            assert named(form) == named(said)
            assert "cards" not in form


# Chance is fair


def chi_square(counts: Counter[Any], cells: int) -> float:
    """Return how far counts are from being all alike."""
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


def test_every_card_comes_to_every_place_alike() -> None:
    """Of 19 places the value is above 43.8 once in a thousand; the seeds are fixed."""
    state = table(virtual=True).state
    places: dict[str, Counter[int]] = {
        "wolfy": Counter(),
        "wizard": Counter(),
        "soldier": Counter(),
    }
    for seed in range(4_000):
        lying = deal(state, f"fair {seed}").stacks
        order = (*lying[hand(0)], *lying[hand(1)], *lying[DECK])
        for at, card in enumerate(order):
            if card in places:
                places[card][at] += 1
    for counts in places.values():
        assert len(counts) == 20
        assert chi_square(counts, 20) < 43.8


def test_every_special_is_in_the_deck_alike() -> None:
    """Of 9 places the value is above 27.9 once in a thousand."""
    state = table(virtual=True, edition="specials").state
    names, counts = special_deck(2), Counter[int]()
    for seed in range(2_000):
        aside = deal(state, f"special {seed}").stacks[ASIDE]
        counts.update(at for at, name in enumerate(names) if name not in aside)
    assert counts.total() == 4_000
    assert chi_square(counts, 10) < 27.9


def test_a_hand_tells_nothing_of_the_next_bout() -> None:
    """The next deal is a new order, not the old one turned."""
    same = Counter[int]()
    for seed in range(600):
        game = done(table(virtual=True, seed=seed), "pass", "pass")
        before = stacks(game._worlds[-1])
        done(game, "next")
        after = stacks(game._worlds[-1])
        assert before != after
        same.update(a == b for a, b in zip(before[hand(0)], after[hand(0)], strict=True))
    expected = sum(n * n for n in (5, 4, 3, 4, 3, 1)) / 400  # chance that two cards are alike
    assert abs(same[True] / same.total() - expected) < 0.03


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", [2, 4])
def test_different_bouts_duels_and_seeds_are_dealt_differently(edition: str, seats: int) -> None:
    state = table(seats, virtual=True, edition=edition).state
    deals = [
        deal(replace(state, duel=duel, bout=bout), seed).stacks
        for seed in ("a", "b")
        for duel in range(1, 5)
        for bout in range(1, 6)
    ]
    assert len(set(deals)) == 40
    assert deal(state, "a") == deal(state, "a")


def test_taking_back_and_doing_again_brings_the_same_cards() -> None:
    for number in range(8):
        session = resumed(number, LONGEST)
        while session.last is not None:
            before, entry = session._worlds[-1], session.last
            session.undo(agreed=session.consent)
            session.redo()
            assert session._worlds[-1] == before
            session.undo(agreed=session.consent)
            if isinstance(entry.action, Resupply | NextBout):  # or done anew instead of again
                session.do(entry.action)
                assert session._worlds[-1] == before
                session.undo(agreed=session.consent)


def resumed(number: int, count: int) -> AnySession:
    """Return a session that has come as far as ``count`` actions of a walk."""
    found = walk(number)
    setup = found.worlds[0].state.setup
    session = companion.start(
        GAME.id, setup.names, edition=setup.edition, first=setup.first, rulings=setup.rulings,
        virtual=True, seed=number,
    )  # fmt: skip
    for action in found.asked[:count]:
        session.do(action)
    assert session._worlds[-1] == found.worlds[min(count, len(found.asked))]
    return session


# Two worlds


class Card(str):
    """A card that is told from others of its name, to see where it goes."""

    __slots__ = ()


def marked(world: Duel) -> Duel:
    """Return a world whose cards can be told apart; those that already can stay as they are."""
    assert world.dealer is not None
    marks = tuple(
        tuple(card if type(card) is Card else Card(card) for card in stack)
        for stack in world.dealer.stacks
    )
    return World(world.state, replace(world.dealer, stacks=marks))


@cache
def traced(number: int) -> list[Duel]:
    """Return the worlds of a walk once more, with marked cards."""
    found = walk(number)
    worlds = [marked(found.worlds[0])]
    for action in found.asked:
        _recorded, after = walks.done(GAME, worlds[-1], action)
        worlds.append(marked(after))
    return worlds


def open_stacks(state: State, viewer: Seat | None) -> list[int]:
    """Return the stacks a viewer sees: its own three, its partner’s hand, and the flipped play."""
    seen = [] if viewer is None else [hand(viewer), play(viewer), earlier(viewer)]
    if viewer is not None and state.seats == 4:
        seen.append(hand(viewer ^ 1))
    if state.phase in ("ended", "over") and state.bouts[-1].claim is not None:
        seen.append(play(state.bouts[-1].claim.seat))
    return seen


@cache
def turned_up(number: int) -> list[bool]:
    """Return of every world of a walk whether Sir Wolfy lies there turned up."""
    found = [False]
    for _before, _asked, recorded, after in steps(number):
        seats = range(after.state.seats)
        played = [stacks(after)[s] for seat in seats for s in (play(seat), earlier(seat))]
        lies = any("wolfy" in cards for cards in played)
        found.append(lies and (found[-1] or bool(getattr(recorded, "wolves", ()))))
    return found


@cache
def knows(number: int, step: int, viewer: Seat | None) -> frozenset[int]:
    """Return the marks of the cards a viewer sees at a step of a walk, or ever saw in a hand."""
    world = traced(number)[step]
    assert world.dealer is not None
    lying, state = world.dealer.stacks, world.state
    found = {id(card) for stack in open_stacks(state, viewer) for card in lying[stack]}
    if turned_up(number)[step]:
        played = [s for seat in range(state.seats) for s in (play(seat), earlier(seat))]
        found |= {id(card) for stack in played for card in lying[stack] if card == "wolfy"}
    seen = [one.cards for one in world.dealer.glimpses if one.seat == viewer]
    return frozenset(found | {id(card) for cards in seen for card in cards})


def other_world(
    number: int, step: int, viewer: Seat | None, until: int, chance: random.Random
) -> Duel:
    """Return a world that ``viewer`` cannot tell from the walk’s at ``step``.

    All cards it sees nowhere from there ``until`` a later step are mixed; so is what others have
    seen.
    """
    world, marks = walk(number).worlds[step], traced(number)[step]
    assert world.dealer is not None
    assert marks.dealer is not None
    known = frozenset().union(*(knows(number, at, viewer) for at in range(step, until + 1)))
    lying = [list(stack) for stack in world.dealer.stacks]
    free = [
        (stack, at)
        for stack, cards in enumerate(marks.dealer.stacks)
        for at, card in enumerate(cards)
        if id(card) not in known
    ]
    cards = [lying[stack][at] for stack, at in free]
    chance.shuffle(cards)
    for (stack, at), card in zip(free, cards, strict=True):
        lying[stack][at] = card
    glimpses = tuple(
        one if one.seat == viewer else misremembered(one, world.state, chance)
        for one in world.dealer.glimpses
    )
    return World(world.state, Dealer(world.dealer.seed, tuple(map(tuple, lying)), glimpses))


def misremembered(glimpse: Glimpse, state: State, chance: random.Random) -> Glimpse:
    """Return what another seat saw, with other cards."""
    cards = chance.sample(sorted(all_cards(state).elements()), len(glimpse.cards))
    return replace(glimpse, cards=tuple(cards))


SEAL = re.compile(rb"[0-9a-f]{64}")
TRIES = (
    "claim 2 soldiers with 1 2", "claim wizard", "claim wolfy with 1", "claim 4 archers with 1 1",
    "pass", "block defender with 1", "block 2 scientists with 1 2", "block angel with 4", "accept",
    "challenge", "challenge soldier", "challenge bluff", "summon wizard", "summon wizard found 1",
    "give 1", "give 1 2", "exchange swap 1 1", "exchange give 2", "draw", "next", "show #0",
    "forgot #1", "overdrew #0", "lead #0", "again #1", "fix #0 hand 3: why", "fix #1 cakes 9: why",
)  # fmt: skip


def plain(value: object) -> bytes:
    """Return a value as bytes, its seals masked."""
    return SEAL.sub(b"seal", walks.plain(value))


def refusals(world: Duel) -> Iterator[str]:
    """Yield what is told of each try in ``world``."""
    for text in TRIES:
        action = GAME.commands.parse(world.state, text)
        refusal = GAME.check(world.state, action)
        resolved = refusal or GAME.resolve(world, action)
        yield str(resolved) if isinstance(resolved, Refusal) else "it can be done"


def told(world: Duel, viewer: Seat | None) -> list[object]:
    """Return everything ``viewer`` is told in a world."""
    view = GAME.observe(world, viewer)
    return [plain(view), GAME.board(view), plain(GAME.legal(world.state)), *refusals(world)]


@cache
def told_in_walk(number: int, step: int, viewer: Seat | None) -> list[object]:
    return told(walk(number).worlds[step], viewer)


def news(before: Duel, recorded: AnyAction, after: Duel) -> list[object]:
    """Return what an action adds to the log, and to the list of who learnt what."""
    story = GAME.tell(before.state, recorded, after.state)
    learned = GAME.learned(before.state, recorded, after.state)
    return [story.sentence, story.short, story.rule, plain(learned), plain(recorded)]


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
        action = found.asked[at]
        recorded, after = walks.done(GAME, other, action)
        if plain(recorded) != plain(found.recorded[at]):  # everybody could see a difference
            return Tally(1, different, at - step + 1, 1)
        real = news(found.worlds[at], found.recorded[at], found.worlds[at + 1])
        assert news(other, recorded, after) == real
        assert told(after, viewer) == told_in_walk(number, at + 1, viewer)
        other = after
    return Tally(1, different, until - step + 1)


BATCHES = 8
SLOW = pytest.mark.slow


@pytest.mark.parametrize("batch", [0, *(pytest.param(n, marks=SLOW) for n in range(1, BATCHES))])
def test_nobody_can_tell_two_worlds_apart_that_differ_in_what_is_hidden(batch: int) -> None:
    total = Tally()
    for number in WALKS[batch::BATCHES]:
        chance = random.Random(f"pair {number}")
        for _pair in range(26):
            total = Tally(*map(sum, zip(total, compare(number, chance), strict=True)))
    assert total.pairs == 260
    assert total.different > 230
    assert total.steps > 700
    assert total.stopped < 100


def test_there_is_a_difference_to_be_seen() -> None:
    """The comparison itself finds it if a card shows: here the viewer’s own hand is mixed too."""
    number = 3
    world = walk(number).worlds[4]
    assert world.dealer is not None
    lying = list(world.dealer.stacks)
    lying[hand(0)], lying[DECK] = lying[DECK][:4], (*lying[hand(0)], *lying[DECK][4:])
    other = World(world.state, replace(world.dealer, stacks=tuple(lying)))
    assert told(other, None) == told(world, None)
    assert told(other, 1) != told(other, 0) != told(world, 0)


def test_seals_are_all_alike_to_look_at() -> None:
    for number in WALKS[:20]:
        found = walk(number)
        for world, action in zip(found.worlds[1:], found.recorded, strict=True):
            if isinstance(action, Attack | Block):
                claim = world.state.block or world.state.attack
                assert isinstance(claim, Claim)
                assert len(SEAL.findall(walks.plain(world.state))) >= 1
                assert len(claim.seal) == 64


# Two saves of it, opened


def two_sessions(
    number: int, step: int, other: Duel, folder: Path
) -> tuple[AnySession, AnySession]:
    """Return two reopened games: the walk as far as ``step``, and one with the ``other`` cards."""
    setup = other.state.setup
    assert other.dealer is not None
    header = saves.Header(saves.FORMAT, setup, walk(number).worlds[0].dealer)
    worlds, recorded = walk(number).worlds, walk(number).recorded[:step]
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
            (entry.sentence, entry.story.short, entry.rule, entry.taken_back)
            for entry in session.log
        ],
        [(entry.number, plain(learned)) for entry, learned in session.ledger],
        session.consent,
        session.notices,
        session.outcome,
        session.problems,
    ]


def insist_alike(real: AnySession, other: AnySession, viewer: Seat | None) -> None:
    assert all_told(real, viewer) == all_told(other, viewer)


def play_both(real: AnySession, other: AnySession, viewer: Seat | None, actions: list[Any]) -> int:
    """Do the same in both, take it back, do it again, come back to it; return how far it went."""
    insist_alike(real, other, viewer)
    for count, action in enumerate(actions, start=1):
        entries = real.do(action), other.do(action)
        if plain(entries[0].action) != plain(entries[1].action):
            return count
        insist_alike(real, other, viewer)
        for session in (real, other):
            session.undo(agreed=session.consent)
        insist_alike(real, other, viewer)
        for session in (real, other):
            session.redo()
        insist_alike(real, other, viewer)
        if count % 2:
            real, other = reopened(real), reopened(other)
            insist_alike(real, other, viewer)
    real.close()
    other.close()
    return len(actions)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(4))
def test_neither_does_taking_back_nor_opening_again_tell(batch: int, tmp_path: Path) -> None:
    steps_done = 0
    for number in WALKS[batch::4]:
        chance, found = random.Random(f"saves {number}"), walk(number)
        for step in (0, chance.randrange(len(found.asked))):
            viewer = chance.choice([None, *range(found.worlds[0].state.seats)])
            until = min(step + 4, len(found.asked))
            other = other_world(number, step, viewer, until, chance)
            sessions = two_sessions(number, step, other, tmp_path)
            steps_done += play_both(*sessions, viewer, found.asked[step:until])
            for session in sessions:
                session.close()
    assert steps_done > 80


def test_the_other_world_is_another(tmp_path: Path) -> None:
    """The two saves really differ in what the viewer may not see, and in that alone."""
    chance = random.Random(1)
    other = other_world(1, 6, 0, 8, chance)
    real, fake = two_sessions(1, 6, other, tmp_path)
    assert dealer(real) != dealer(fake) == other.dealer
    assert held(real, 0) == held(fake, 0)
    assert real.state == fake.state


def test_nobody_is_said_to_know_what_it_cannot_know() -> None:
    """A Sir Wolfy whom a Priest took and who is played again lies hidden once more."""
    for number in WALKS:
        marks = traced(number)
        for step, world in enumerate(walk(number).worlds):
            for viewer in (None, *range(world.state.seats)):
                said = {id(stacks(marks[step])[s][at]) for s, at in GAME.known(world, viewer)}
                assert said <= knows(number, step, viewer)


# What the odds are counted from


def test_the_odds_come_from_the_view_alone() -> None:
    try:
        odds = importlib.import_module("companion.cake_duel.odds")
    except ModuleNotFoundError:
        pytest.skip("there are no odds yet")
    compared = 0
    for number in WALKS:
        chance = random.Random(f"odds {number}")
        for step, world in enumerate(walk(number).worlds):
            if world.state.phase in ("answer", "review") and chance.random() < 0.15:
                block = world.state.phase == "review"
                viewer = world.state.attacker if block else world.state.defender
                other = other_world(number, step, viewer, step, chance)
                mine, theirs = (odds.claim(GAME.observe(one, viewer)) for one in (world, other))
                assert mine == theirs
                compared += mine is not None
    assert compared > 60


def test_a_challenge_shows_the_cards_that_were_laid() -> None:
    for number in WALKS:
        for before, _asked, recorded, after in steps(number):
            if isinstance(recorded, Challenge):
                claim = before.state.block or before.state.attack
                assert claim is not None
                assert Counter(recorded.shown) == Counter(stacks(before)[play(claim.seat)])
                assert after.state.end is not None
                assert after.state.end.shown == recorded.shown
