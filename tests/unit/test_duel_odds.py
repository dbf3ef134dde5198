"""The odds of a claim: formula against counting every deal, and against many random games."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple, cast

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import companion
from companion.cake_duel import GAME, dealing, odds
from companion.cake_duel.claims import challenged, challenger, is_true
from companion.cake_duel.state import Attack, Block, Challenge, Claim, State
from companion.cake_duel.troops import (
    CORE,
    TROOP,
    core_deck,
    special_deck,
    specials_in,
)
from companion.cake_duel.view import View, observe
from companion.secrets import Glimpse, World
from tests import walks

NAMES = ("Ann", "Bob", "Cy", "Di")
MOST = 6_000  # deals that one brute count may look at
DECKS = [(seats, edition) for seats in (2, 4) for edition in ("core", "specials")]

every_deck = pytest.mark.parametrize(("seats", "edition"), DECKS)
every_deck_in_time = pytest.mark.parametrize(
    ("seats", "edition"),
    [
        pytest.param(
            *deck, marks=() if deck in {(2, "core"), (4, "specials")} else pytest.mark.slow
        )
        for deck in DECKS
    ],
)


# Positions


def games(seats: int, edition: str, seeds: range, **rulings: str) -> Iterator[World[State]]:
    """Yield the worlds of games by people who lay down whatever comes to hand."""
    for seed in seeds:
        chance = random.Random(f"{seats} {edition} {seed}")
        chosen = {r.id: chance.choice(r.options).id for r in GAME.rulebook.rulings} | rulings
        setup = companion.start(
            GAME.id, NAMES[:seats], edition=edition, rulings=chosen, virtual=True, seed=seed
        ).setup
        world = walks.first_world(GAME, setup, seed)
        for _turn in range(200):
            if GAME.outcome(world.state) is not None:
                break
            yield world
            _done, world = walks.done(GAME, world, blindly(world.state, chance))


def blindly(state: State, chance: random.Random) -> Any:
    """Return a legal action that heeds no card, and lets bouts grow long."""
    legal = GAME.legal(state)
    if challenged(state) is None:
        return chance.choice(legal[:-1] or legal)  # the last is the pass
    fate = chance.random()
    if fate < 0.1:
        return Challenge(challenger(state))
    accepts = fate < 0.5 or len(legal) == 2
    return legal[-2] if accepts else chance.choice(legal[:-2])


@cache
def judged(seats: int, edition: str, number: int) -> tuple[World[State], ...]:
    """Return worlds with a claim to judge, spread over as many games."""
    found = []
    for seed in range(number):
        claims = [w for w in games(seats, edition, range(seed, seed + 1)) if challenged(w.state)]
        found += claims[seed % 3 :: 3]
    return tuple(found)


def judge(world: World[State]) -> View:
    return observe(world, challenger(world.state))


# Counting every deal


class Places(NamedTuple):
    """How many hidden cards lie in each kind of place."""

    held: int
    left: int
    before: int


def places(view: View) -> Places:
    claim = the_claim(view)
    seen = glimpses(view)
    left = seen[0].played - claim.count if seen else 0
    before = view.pile - len(view.laid) - len(view.played) - claim.count - left
    return Places(view.hands[claim.seat] + claim.count, left, before)


def the_claim(view: View) -> Claim:
    assert view.challenged is not None
    return view.challenged


def glimpses(view: View) -> list[Glimpse]:
    """Return what the viewer knows of the claimant's hand, the earliest first."""
    return [one for one in view.glimpses if one.whose == the_claim(view).seat]


def hidden(view: View) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the cards seen in the hand, and the other hidden ones, for all possible specials."""
    glimpsed = [card for one in glimpses(view) for card in one.cards]
    own = [*view.hand, *view.laid, *view.played, *view.partner_hand]
    cards = list(core_deck(view.seats))
    specials = list(special_deck(view.seats)) if view.setup.edition == "specials" else []
    for card in [*own, *glimpsed]:
        (specials if TROOP[card].special else cards).remove(card)
    known = {card for card in [*own, *glimpsed] if TROOP[card].special}
    found = sum(TROOP[card].special for card in [*own, *glimpsed])
    for more in combinations(specials, specials_in(view.setup.edition, view.seats) - found):
        if set(view.met) <= known | set(more):
            yield glimpsed, [*cards, *more]


def deals(view: View) -> Iterator[tuple[str, ...]]:
    """Yield the claimant's hand in each deal that fits everything the viewer knows."""
    where = places(view)
    for glimpsed, others in hidden(view):
        cards = [*glimpsed, *others]
        everything = range(len(cards))
        for held in combinations(everything, where.held):
            rest = [at for at in everything if at not in held]
            for left in combinations(rest, where.left):
                if not set(range(len(glimpsed))) <= {*held, *left}:
                    continue
                last = [at for at in rest if at not in left]
                for before in combinations(last, where.before):
                    if wolfy_fits(view, [cards[at] for at in (*left, *before)]):
                        yield tuple(cards[at] for at in held)


def wolfy_fits(view: View, played: list[str]) -> bool:
    """Return whether Sir Wolfy lies among the played cards exactly if he was turned up."""
    own = (*view.hand, *view.laid, *view.played, *view.partner_hand)
    if "wolfy" in own or view.setup.rulings["wolfy"] == "hidden":
        return True
    handed = view.setup.rulings["priest"] == "attacker" and priests(view)
    return bool(view.showed and handed) or ("wolfy" in played) == view.showed


def priests(view: View) -> set[int]:
    """Return who has taken attack cards with a Priest."""
    blocks = [turn.block for turn in view.turns if turn.block and turn.fate == "blocked"]
    return {block.seat for block in blocks if block.troop == "priest"}


def brute(view: View) -> tuple[Fraction, Fraction]:
    """Return both odds, hand by hand."""
    could, blind, count = Fraction(0), Fraction(0), 0
    for hand, times in Counter(tuple(sorted(hand)) for hand in deals(view)).items():
        plays = list(combinations(hand, the_claim(view).count))
        true = sum(truth(view, play) for play in plays)
        could, blind = could + times * bool(true), blind + times * Fraction(true, len(plays))
        count += times
    return could / count, blind / count


def truth(view: View, play: Sequence[str]) -> bool:
    return bool(is_true(cast("State", view), the_claim(view), play, view.hand))


def size(view: View) -> int:
    """Return at least how many deals :func:`brute` looks at."""
    where, total = places(view), 0
    for glimpsed, others in hidden(view):
        cards = len(glimpsed) + len(others)
        first, second = cards - where.held, cards - where.held - where.left
        total += comb(cards, where.held) * comb(first, where.left) * comb(second, where.before)
    return total


def squeezed(world: World[State], chance: random.Random) -> View:
    """Return the judge's view, had it drawn and played most of the cards still in the deck.

    Whole decks are too many deals to count one by one.
    """
    view, dealer = judge(world), world.dealer
    assert dealer is not None
    most = len(dealer.stacks[dealing.DECK])
    moved = dealer.stacks[dealing.DECK][: chance.randint(max(0, most - 5), most)]
    return replace(
        view,
        deck=view.deck - len(moved),
        pile=view.pile + len(moved),
        played=(*view.played, *moved),
        met=tuple(sorted({*view.met, *(card for card in moved if TROOP[card].special)})),
    )


def simple(view: View) -> bool:
    """Return whether no Priest of another and no second opponent blurs who may hold what."""
    others = any(one.whose != the_claim(view).seat for one in view.glimpses)
    partners_saw = view.seats == 4 and view.glimpses
    return priests(view) <= {the_claim(view).seat} and not others and not partners_saw


@every_deck_in_time
def test_the_formula_counts_every_deal(seats: int, edition: str) -> None:
    chance, counted = random.Random(1), 0
    for world in judged(seats, edition, 60):
        view = squeezed(world, chance)
        if simple(view) and size(view) <= MOST:
            assert odds.shares(view) == brute(view), view
            counted += 1
    assert counted > 20


@pytest.mark.slow
@pytest.mark.parametrize("showed", [False, True])
def test_the_formula_counts_every_deal_after_a_look(showed: bool) -> None:
    chance, counted = random.Random(2), 0
    for world in games(2, "specials", range(250)):
        if challenged(world.state) is not None and world.state.showed == showed:
            view = squeezed(world, chance)
            if glimpses(view) and simple(view) and size(view) <= MOST:
                assert odds.shares(view) == brute(view), view
                counted += 1
    assert counted > 10


@pytest.mark.slow
@pytest.mark.parametrize("ruling", ["blind", "attacker"])
def test_the_formula_counts_every_deal_after_a_priest_took_cards(ruling: str) -> None:
    """Whose attack he took them from knows which they are, and that they joined that hand."""
    chance, looks = random.Random(3), Counter[int]()
    for world in games(2, "specials", range(250), priest=ruling):
        if challenged(world.state) is not None and world.dealer and world.dealer.glimpses:
            view = squeezed(world, chance)
            if priests(view) == {the_claim(view).seat} and size(view) <= MOST:
                assert odds.shares(view) == brute(view), view
                looks[len(glimpses(view))] += 1
    assert looks[0] == 0
    assert looks.total() > 15
    assert len(looks) > 1


def test_a_first_claim_is_counted_without_squeezing() -> None:
    first = [view for view in map(judge, judged(2, "core", 24)) if not view.turns]
    assert len(first) > 10
    for view in first[:12]:
        assert odds.shares(view) == brute(view)


# Many random games


@every_deck_in_time
def test_blind_players_are_right_as_often_as_the_odds_say(seats: int, edition: str) -> None:
    """What the claimants of random games laid down, they laid down at random."""
    could, blind = Tally(), Tally()
    for world in judged(seats, edition, 120):
        view, hands = judge(world), claimed(world)
        chances = odds.shares(view)
        assert chances is not None
        could.add(chances[0], any(truth(view, play) for play in hands.plays(view)))
        blind.add(chances[1], truth(view, hands.laid))
    assert could.count > 300
    assert abs(could.surprise) < 3.5
    assert abs(blind.surprise) < 3.5


@every_deck
def test_what_is_impossible_never_happens_and_what_is_certain_always(
    seats: int, edition: str
) -> None:
    for world in judged(seats, edition, 120):
        view = judge(world)
        chances = odds.shares(view)
        allowed = any(truth(view, play) for play in claimed(world).plays(view))
        assert chances is not None
        assert chances[0] > 0 or not allowed
        assert chances[0] < 1 or allowed


class Claimed(NamedTuple):
    """What a claimant really laid down, and what it kept."""

    laid: tuple[str, ...]
    kept: tuple[str, ...]

    def plays(self, view: View) -> Iterator[tuple[str, ...]]:
        return combinations((*self.laid, *self.kept), the_claim(view).count)


def claimed(world: World[State]) -> Claimed:
    claim, dealer = challenged(world.state), world.dealer
    assert claim is not None
    assert dealer is not None
    return Claimed(dealer.stacks[dealing.play(claim.seat)], dealer.stacks[dealing.hand(claim.seat)])


class Tally:
    """Chances given, and what came of them."""

    def __init__(self) -> None:
        self.count, self.expected, self.found, self.variance = 0, 0.0, 0, 0.0

    def add(self, chance: Fraction, found: bool) -> None:
        self.count += 1
        self.expected += float(chance)
        self.found += found
        self.variance += float(chance * (1 - chance))

    @property
    def surprise(self) -> float:
        """By how many standard deviations more came true than expected."""
        return (self.found - self.expected) / math.sqrt(self.variance)


# Known numbers


@pytest.mark.parametrize(
    ("troop", "known"),
    [
        ("soldier", [71.8, 24.9]),
        ("archer", [62.4, 16.2]),
        ("wizard", [50.9, 8.8, 0.35]),
        ("defender", [62.4, 16.2]),
        ("scientist", [50.9, 8.8, 0.35]),
        ("wolfy", [20.0]),
    ],
)
def test_what_an_opening_hand_holds(troop: str, known: list[float]) -> None:
    for count, percent in enumerate(known, start=1):
        chance = odds.at_least(TROOP[troop].copies, 20, 4, count)
        hands = list(combinations(core_deck(2), 4))
        assert chance == Fraction(sum(hand.count(troop) >= count for hand in hands), len(hands))
        assert float(chance) * 100 == pytest.approx(percent, abs=0.05)


def opening(
    troop: str, count: int, hand: Sequence[str], edition: str = "core", **rulings: str
) -> View:
    """Return Bob's view when Ann opens with a claim."""
    game = companion.start(
        GAME.id, NAMES[:2], edition=edition, rulings=rulings, virtual=True, seed=1
    )
    game.do(Attack(0, 1, troop, count, tuple(range(count))))
    view: View = replace(game.view(1), hand=tuple(hand), met=())
    return view


def could(view: View) -> Fraction:
    found = odds.claim(view)
    assert found is not None
    return found.could


IDLE = ("soldier", "archer", "defender", "scientist")


@pytest.mark.parametrize(
    ("own", "known"), list(enumerate([[60.7, 13.6, 0.7], [45, 5, 0], [25, 0, 0], [0, 0, 0]]))
)
def test_the_other_hand_given_my_own_wizards(own: int, known: list[float]) -> None:
    hand = (*["wizard"] * own, *IDLE[own:])
    for count, percent in enumerate(known, start=1):
        chance = could(opening("wizard", count, hand))
        assert float(chance) * 100 == pytest.approx(percent, abs=0.05)
        assert chance == odds.at_least(3 - own, 16, 4, count)


def test_a_card_laid_blindly_is_as_good_as_any_hidden_one() -> None:
    found = odds.claim(opening("wizard", 1, IDLE))
    assert found is not None
    assert found.blind == Fraction(3, 16)


# The specials that bend the truth


def test_agent_u_helps_only_if_the_challenger_holds_the_troop() -> None:
    without, with_one = (("soldier", *IDLE[1:]), ("wizard", *IDLE[1:]))
    agent = Fraction(2, 10) * Fraction(4, 18)  # he is in the deck, and in that hand
    assert could(opening("assassin", 1, without, "specials")) == agent
    held = ("assassin", *IDLE[1:])
    one_left = Fraction(1, 9) * Fraction(4, 18)
    assert could(opening("assassin", 1, held, "specials")) == one_left
    assert could(opening("wizard", 3, with_one, "specials")) > 0
    assert could(opening("wizard", 3, with_one, "core")) == 0


@pytest.mark.parametrize("ruling", ["own", "opponent"])
def test_pierrot_counts_as_the_last_attack_his_ruling_means(ruling: str) -> None:
    rulings = {"pierrot": ruling, "wolfy": "hidden"}
    game = companion.start(
        GAME.id, NAMES[:2], edition="specials", rulings=rulings, virtual=True, seed=3
    )
    for turn in (Attack(0, 1, "assassin", 1, (0,)), Block(1, "angel", 1, (0,)), "accept", "draw"):
        game.do(turn)
    game.do(Attack(0, 1, "assassin", 1, (0,)))  # the Angel let Ann attack again
    view = replace(game.view(1), hand=IDLE, played=("soldier",), laid=(), met=())
    either = 1 - Fraction(comb(15, 4), comb(17, 4))  # of two cards among the 17 hidden ones
    sets = 16 * Fraction(4, 17) + either if ruling == "own" else 9 * Fraction(4, 17)
    assert could(view) == sets / comb(10, 2)
    found = odds.claim(view)
    assert found is not None
    assert any("Pierrot" in text for text in found.counting) == (ruling == "own")


def test_with_baacrates_wolfy_is_a_scientist_but_not_alone() -> None:
    game = companion.start(GAME.id, NAMES[:2], edition="specials", virtual=True, seed=4)
    game.do(Attack(0, 1, "wizard", 2, (0, 1)))
    game.do(Block(1, "scientist", 2, (0, 1)))
    view = game.view(0)
    mine = {"hand": ("soldier", "archer"), "laid": ("scientist",) * 2, "pile": 5, "met": ()}
    view = replace(view, deck=view.deck - 1, **mine)
    both = Fraction(2, 10) * Fraction(4 * 3, 17 * 16)  # Baacrates is in the deck; both are there
    assert could(replace(view, played=("scientist",))) == both
    assert could(replace(view, laid=("scientist", "wolfy"), played=("scientist",))) > 0
    assert could(replace(view, laid=("scientist",) * 3, played=("wolfy",), pile=6)) == 0


# Looks, and Sir Wolfy turned up


def test_a_hand_just_seen_is_known() -> None:
    view = opening("wizard", 2, IDLE)
    for cards, chance in ((("wizard", "wizard", "soldier", "soldier"), 1), (IDLE, 0)):
        seen = replace(view, glimpses=(Glimpse(1, 0, cards, played=2),))
        assert could(replace(seen, hand=("defender", "defender", "archer", "archer"))) == chance


def test_one_card_gone_and_one_come_since_the_look() -> None:
    cards = ("wizard", "soldier", "soldier", "soldier")
    view = replace(opening("wizard", 1, IDLE), glimpses=(Glimpse(1, 0, cards, 2, 1),), pile=2)
    view = replace(view, deck=view.deck - 1, setup=hidden_wolfy(view))
    kept, drawn = Fraction(4, 5), Fraction(2, 12)  # the Wizard stayed, or another came
    assert could(view) == kept + (1 - kept) * drawn


def hidden_wolfy(view: View) -> Any:
    return replace(view.setup, rulings={**view.setup.rulings, "wolfy": "hidden"})


def test_a_wolfy_turned_up_is_in_no_hand() -> None:
    view = replace(opening("soldier", 4, ("archer",) * 4), pile=5, deck=11)
    fifteen = [card for card in core_deck(2) if card not in {"archer", "wolfy"}]
    assert len(fifteen) == 15
    ways = sum(hand.count("soldier") == 4 for hand in combinations(fifteen, 4))
    assert could(replace(view, showed=True)) == Fraction(ways, comb(15, 4))


def test_a_wolfy_not_turned_up_was_not_played() -> None:
    seen = ("archer",) * 4
    others = ("wizard",) * 3 + ("defender",) * 4 + ("scientist",) * 3
    view = replace(opening("soldier", 4, seen), played=others, pile=4 + 1 + 10, deck=1)
    assert could(replace(view, setup=hidden_wolfy(view))) == Fraction(5, comb(6, 4))
    hands = [hand for hand in combinations(range(6), 4) if 5 not in hand]  # 5 is Sir Wolfy
    assert could(view) == Fraction(len(hands), len(hands) + 2 * comb(5, 3))


# Only from the view


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(DECKS), st.integers(0, 10**6))
def test_the_view_is_all_that_counts(deck: tuple[int, str], seed: int) -> None:
    seats, edition = deck
    for world in games(seats, edition, range(seed, seed + 1)):
        view = judge(world)
        found = odds.claim(view)
        assert (found is None) == (challenged(world.state) is None)
        if found is not None:
            copy = msgspec.convert(msgspec.to_builtins(view), View)
            assert odds.claim(copy) == found
            assert odds.shares(copy) == (found.could, found.blind)
            assert 0 <= found.blind <= found.could <= 1
            break


@every_deck
def test_only_who_may_challenge_is_told(seats: int, edition: str) -> None:
    for world in judged(seats, edition, 6):
        for seat in (None, *range(seats)):
            found = odds.claim(observe(world, seat))
            assert (found is not None) == (seat == challenger(world.state))


@every_deck
def test_nothing_to_challenge_has_no_odds(seats: int, edition: str) -> None:
    for world in games(seats, edition, range(3)):
        if challenged(world.state) is None:
            assert all(odds.claim(observe(world, seat)) is None for seat in range(seats))


# The words


def test_the_counting_is_shown() -> None:
    found = odds.claim(opening("wizard", 2, ("wizard", *IDLE[1:])))
    assert found is not None
    assert found.counting == (
        "The deck of 20 cards holds 3 Wizards.",
        "You see 1 in your hand.",
        "16 cards are hidden from you: 4 in Ann’s hand before the claim and 12 in the deck.",
        "Of 1,820 ways these cards can lie, 91 gave Ann enough for 2 Wizards: 5.0 %.",
        "2 cards of that hand, laid down at random, would make the claim true in 0.8 %.",
        "People choose their cards, so this is what could be, not what is.",
    )


@every_deck
def test_the_counting_names_the_numbers_it_counts_with(seats: int, edition: str) -> None:
    for world in judged(seats, edition, 60):
        view = judge(world)
        found = odds.claim(view)
        assert found is not None
        text = " ".join(found.counting)
        assert found.counting[-1] == (
            "People choose their cards, so this is what could be, not what is."
        )
        assert all(sentence.endswith(".") for sentence in found.counting)
        assert f"{places(view).held} in {view.setup.names[the_claim(view).seat]}’s hand" in text
        assert not view.deck or f"{view.deck} in the deck" in text
        assert odds.share_text(found.could) in text


def test_shares_are_rounded_but_never_to_what_they_are_not() -> None:
    shares = [Fraction(ways, 9999) for ways in (0, 1, 3333, 9998, 9999)]
    texts = ["0 %", "under 0.1 %", "33.3 %", "over 99.9 %", "100 %"]
    assert [odds.share_text(share) for share in shares] == texts


# At a table


def noted_and_dealt(seats: int, edition: str) -> Iterator[tuple[View, View]]:
    """Yield the table's view of a game, and the judge's of the same game dealt by the kit."""
    for world in judged(seats, edition, 40):
        yield observe(World(world.state, None), None), judge(world)


def test_notes_count_as_the_kit_counts() -> None:
    same = 0
    for table, dealt in noted_and_dealt(2, "core"):
        seat, own = dealt.viewer or 0, (*dealt.played, *dealt.laid)
        found = odds.noted(table, seat, dealt.hand, own)
        if dealt.setup.rulings["wolfy"] == "hidden" or not places(dealt).before or dealt.showed:
            assert found == odds.claim(dealt)
            same += 1
    assert same > 20


def test_at_a_table_a_forgotten_wolfy_may_have_been_played() -> None:
    view = replace(opening("soldier", 4, ()), viewer=None, pile=5, deck=11)
    table = replace(view, setup=replace(view.setup, virtual=False))
    found = odds.noted(table, 1, ("archer",) * 4, ())
    assert found is not None
    assert found.could == odds.at_least(5, 16, 4, 4)


def test_a_table_tells_only_who_may_challenge() -> None:
    view = table_of("wizard", 1)
    assert odds.claim(view) is None
    assert odds.noted(view, 0, ("soldier",) * 3, ()) is None
    assert odds.noted(view, 1, IDLE, ()) is not None


def table_of(troop: str, count: int, edition: str = "core") -> View:
    game = companion.start(GAME.id, NAMES[:2], edition=edition)
    game.do(Attack(0, 1, troop, count))
    view: View = game.view()
    return view


@pytest.mark.parametrize(
    ("hand", "played", "words"),
    [
        (("soldier",), (), "Bob holds 4 cards; the notes have 1."),
        (("wizard",) * 4, (), "There are only 3 Wizards; the notes have 4."),
        ((*IDLE[:3], "dragon"), (), "No card of this duel is called “dragon”."),
        ((*IDLE[:3], "angel"), (), "No card of this duel is called “angel”."),
        (IDLE, ("soldier",), "0 cards that Bob played lie on the table; the notes have 1."),
    ],
)
def test_notes_that_cannot_be(hand: tuple[str, ...], played: tuple[str, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words.replace(".", r"\.")):
        odds.noted(table_of("wizard", 1), 1, hand, played)


def test_more_specials_than_the_deck_holds() -> None:
    hand = ("angel", "priest", "scout", "soldier")
    with pytest.raises(ValueError, match="Only 2 specials are in the deck"):
        odds.noted(table_of("wizard", 1, "specials"), 1, hand, ())


def test_nobody_holds_a_wolfy_who_lies_turned_up() -> None:
    view = replace(table_of("wizard", 1), showed=True, pile=2, deck=11)
    with pytest.raises(ValueError, match="Sir Wolfy lies turned up"):
        odds.noted(view, 1, ("wolfy", *IDLE[1:]), ())


def test_counts_set_by_hand_may_leave_no_room() -> None:
    view = table_of("wizard", 1)
    crowded = replace(view, hands=(19, 4))
    with pytest.raises(ValueError, match="leave room"):
        odds.noted(crowded, 1, IDLE, ())


def test_hidden_cards_are_those_one_does_not_see() -> None:
    for world in judged(2, "core", 12):
        view = judge(world)
        own = Counter((*view.hand, *view.laid, *view.played))
        open_wolfy = Counter({"wolfy": int(view.showed and not own["wolfy"])})
        everything = Counter({troop.id: troop.copies for troop in CORE})
        assert +odds.unseen(view) == everything - own - open_wolfy
