"""What is hidden in a virtual duel: it is never lost, it is dealt fairly, and nobody is told."""

from __future__ import annotations

import importlib
import json
import os
import random
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

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
from companion.game import Seat, tag
from companion.opening import AnySession
from companion.secrets import World, seal
from tests import walks
from tests.duels import dealer, held, table
from tests.duels import play as done
from tests.worlds import SEAL, Walk, Worlds, chi_square, stacks, taken_back

EDITIONS = ("core", "specials")


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
    found = Walk(GAME, [walks.first_world(GAME, setup, number)], [], [])
    while len(found.asked) < LONGEST:
        over = found.state.phase == "over"
        if over and found.state.duel == 2:
            break
        found.do(Again(chance.randrange(seats)) if over else chosen(found.state, chance))
    return found


WALKS = range(80)


def test_the_random_duels_meet_everything() -> None:
    """Else the tests below would prove little."""
    kinds, bouts, whys = Counter[str](), Counter[int](), Counter[str]()
    for number in WALKS:
        for before, _asked, recorded, after in walk(number).steps():
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
    for before, asked, recorded, after in walk(number).steps():
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
        for entry, before in taken_back(session):
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
    for _before, _asked, recorded, after in walk(number).steps():
        seats = range(after.state.seats)
        played = [stacks(after)[s] for seat in seats for s in (play(seat), earlier(seat))]
        lies = any("wolfy" in cards for cards in played)
        found.append(lies and (found[-1] or bool(getattr(recorded, "wolves", ()))))
    return found


def open_cards(number: int, step: int, viewer: Seat | None) -> set[int]:
    """Return the marks of what a viewer sees: the open stacks, and Sir Wolfy turned up."""
    world = DUELS.traced(number)[step]
    lying, state = stacks(world), world.state
    found = {id(card) for stack in open_stacks(state, viewer) for card in lying[stack]}
    if turned_up(number)[step]:
        played = [s for seat in range(state.seats) for s in (play(seat), earlier(seat))]
        found |= {id(card) for stack in played for card in lying[stack] if card == "wolfy"}
    return found


TRIES = (
    "claim 2 soldiers with 1 2", "claim wizard", "claim wolfy with 1", "claim 4 archers with 1 1",
    "pass", "block defender with 1", "block 2 scientists with 1 2", "block angel with 4", "accept",
    "challenge", "challenge soldier", "challenge bluff", "summon wizard", "summon wizard found 1",
    "give 1", "give 1 2", "exchange swap 1 1", "exchange give 2", "draw", "next", "show #0",
    "forgot #1", "overdrew #0", "lead #0", "again #1", "fix #0 hand 3: why", "fix #1 cakes 9: why",
)  # fmt: skip
DUELS = Worlds(
    GAME, walk, open_cards, cards=lambda state: sorted(all_cards(state).elements()), tries=TRIES
)


BATCHES = 8
SLOW = pytest.mark.slow


@pytest.mark.parametrize("batch", [0, *(pytest.param(n, marks=SLOW) for n in range(1, BATCHES))])
def test_nobody_can_tell_two_worlds_apart_that_differ_in_what_is_hidden(batch: int) -> None:
    total = DUELS.compared(WALKS[batch::BATCHES], 26)
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
    assert DUELS.told(other, None) == DUELS.told(world, None)
    assert DUELS.told(other, 1) != DUELS.told(other, 0) != DUELS.told(world, 0)


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


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(4))
def test_neither_does_taking_back_nor_opening_again_tell(batch: int, tmp_path: Path) -> None:
    assert DUELS.compare_saves(WALKS[batch::4], tmp_path) > 80


def test_the_other_world_is_another(tmp_path: Path) -> None:
    """The two saves really differ in what the viewer may not see, and in that alone."""
    chance = random.Random(1)
    other = DUELS.other_world(1, 6, 0, 8, chance)
    real, fake = DUELS.two_sessions(1, 6, other, tmp_path)
    assert dealer(real) != dealer(fake) == other.dealer
    assert held(real, 0) == held(fake, 0)
    assert real.state == fake.state


def test_nobody_is_said_to_know_what_it_cannot_know() -> None:
    """A Sir Wolfy whom a Priest took and who is played again lies hidden once more."""
    for number in WALKS:
        DUELS.insist_known_rightly(number)


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
                other = DUELS.other_world(number, step, viewer, step, chance)
                mine, theirs = (odds.claim(GAME.observe(one, viewer)) for one in (world, other))
                assert mine == theirs
                compared += mine is not None
    assert compared > 60


def test_a_challenge_shows_the_cards_that_were_laid() -> None:
    for number in WALKS:
        for before, _asked, recorded, after in walk(number).steps():
            if isinstance(recorded, Challenge):
                claim = before.state.block or before.state.attack
                assert claim is not None
                assert Counter(recorded.shown) == Counter(stacks(before)[play(claim.seat)])
                assert after.state.end is not None
                assert after.state.end.shown == recorded.shown
