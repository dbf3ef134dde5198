"""The shuffle: even, repeatable from its seed, new in every deal of a series."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import pairwise

import pytest

from companion.secrets import (
    Dealer,
    Glimpse,
    Place,
    World,
    imagined,
    salt,
    seal,
    short,
    shuffled,
    stacks,
)

CARDS = tuple("ABCDEFGH")
ROUNDS = 4_000
CHI_SQUARE_49 = 85.35  # 49 degrees of freedom; a fair shuffle exceeds it once in a thousand


def chi_square(counts: Counter[tuple[str, int]], expected: float) -> float:
    cells = [(card, place) for card in CARDS for place in range(len(CARDS))]
    return sum((counts[cell] - expected) ** 2 / expected for cell in cells)


def test_every_card_comes_to_every_place_equally_often() -> None:
    counts = Counter(
        (card, place)
        for number in range(ROUNDS)
        for place, card in enumerate(shuffled(CARDS, f"seed {number}"))
    )
    assert chi_square(counts, ROUNDS / len(CARDS)) < CHI_SQUARE_49


def test_every_pair_of_neighbours_is_equally_frequent() -> None:
    pairs: Counter[tuple[str, str]] = Counter()
    for number in range(ROUNDS):
        order = shuffled(CARDS, str(number))
        pairs.update(pairwise(order))
    expected = ROUNDS * (len(CARDS) - 1) / (len(CARDS) * (len(CARDS) - 1))
    assert len(pairs) == 56
    assert max(abs(count - expected) for count in pairs.values()) < 5 * expected**0.5


def test_the_deals_of_one_series_are_spread_evenly_too() -> None:
    counts = Counter(
        (card, place)
        for deal in range(ROUNDS)
        for place, card in enumerate(stacks(CARDS, [8], "one evening", deal=deal).stacks[0])
    )
    assert chi_square(counts, ROUNDS / len(CARDS)) < CHI_SQUARE_49


def test_a_seed_repeats_its_order_and_another_does_not() -> None:
    assert shuffled(CARDS, "x") == shuffled(CARDS, "x")
    assert len({shuffled(CARDS, str(seed)) for seed in range(100)}) > 95


def test_every_deal_of_a_series_has_its_own_order() -> None:
    deals = [stacks(range_of(30), [30], "seed", deal=deal).stacks for deal in range(50)]
    assert len(set(deals)) == 50
    assert stacks(range_of(30), [30], "seed", deal=7).stacks == deals[7]


def range_of(count: int) -> list[str]:
    return [str(number) for number in range(count)]


@pytest.mark.parametrize("sizes", [[8], [3, 5], [1, 0, 7], [2, 2, 2, 2], [3, 3]])
def test_stacks_hold_the_shuffled_cards_in_order(sizes: list[int]) -> None:
    dealer = stacks(CARDS, sizes, "seed")
    assert [len(stack) for stack in dealer.stacks] == sizes
    cards = [card for stack in dealer.stacks for card in stack]
    assert tuple(cards) == shuffled(CARDS, "seed/0")[: sum(sizes)]


def test_names_of_secret_things_tell_nothing() -> None:
    dealer = Dealer("the seed", (("ace", "king"), ("queen",)))
    world = World("state", dealer)
    assert repr(dealer) == f"{dealer}" == "<Dealer of 2 face-down stacks>"
    assert repr(world) == f"{world}" == "<World>"
    assert dealer.__rich_repr__() == [("stacks", 2)]
    assert world.__rich_repr__() == []


def test_a_glimpse_shows_no_card_either() -> None:
    glimpse = Glimpse(0, 1, ("jack", "king"), played=1)
    dealer = Dealer("the seed", (("queen",),), (glimpse,))
    for thing in (glimpse, dealer, World("state", dealer), [glimpse]):
        for text in (repr(thing), str(thing), f"{thing}"):
            assert not [card for card in ("jack", "king", "queen", "the seed") if card in text]
    assert repr(glimpse) == "<Glimpse>"
    assert glimpse.__rich_repr__() == []


# Imagining


def an_evening(seed: int = 0) -> Dealer:
    return stacks(range_of(30), [12, 0, 8, 10], f"evening {seed}")


KNOWN: list[list[Place]] = [
    [],
    [(0, 0), (0, 11), (3, 4)],
    [(2, place) for place in range(8)],
]


@pytest.mark.parametrize("known", KNOWN)
def test_what_is_known_keeps_its_place_and_all_else_is_mixed(known: list[Place]) -> None:
    real = an_evening()
    other = imagined(real, known, "another")
    assert [len(stack) for stack in other.stacks] == [len(stack) for stack in real.stacks]
    assert sorted(sum(other.stacks, ())) == sorted(sum(real.stacks, ()))
    for stack, place in known:
        assert other.stacks[stack][place] == real.stacks[stack][place]
    assert other.stacks != real.stacks
    assert other.seed == "another"


def test_what_is_imagined_repeats_with_its_seed() -> None:
    real = an_evening()
    assert imagined(real, KNOWN[1], "x") == imagined(real, KNOWN[1], "x")
    assert len({imagined(real, KNOWN[1], str(seed)).stacks for seed in range(50)}) == 50


def test_who_knows_all_imagines_nothing_else() -> None:
    real = an_evening()
    every = [(s, c) for s, stack in enumerate(real.stacks) for c in range(len(stack))]
    assert imagined(real, every, "x").stacks == real.stacks


def test_every_hidden_card_is_imagined_in_every_hidden_place_equally_often() -> None:
    real = stacks(CARDS, [3, 5, 0], "real")
    first = stacks(("known", *CARDS), [4, 5], "one more")
    at = [(s, stack.index("known")) for s, stack in enumerate(first.stacks) if "known" in stack]
    counts: Counter[tuple[str, int]] = Counter()
    for seed in range(ROUNDS):
        cards = sum(imagined(real, (), str(seed)).stacks, ())
        counts.update((card, place) for place, card in enumerate(cards))
        more = imagined(first, at, str(seed))
        assert more.stacks[at[0][0]][at[0][1]] == "known"
    assert chi_square(counts, ROUNDS / len(CARDS)) < CHI_SQUARE_49


def test_only_one_s_own_memories_are_kept() -> None:
    glimpses = (Glimpse(0, 1, ("1", "2")), Glimpse(1, 0, ("3",)), Glimpse(1, 2, ("4",), drawn=2))
    real = Dealer("real", an_evening().stacks, glimpses)
    assert imagined(real, (), "x", 0).glimpses == glimpses[:1]
    assert imagined(real, (), "x", 1).glimpses == glimpses[1:]
    assert imagined(real, (), "x", 2).glimpses == ()
    assert imagined(real, (), "x").glimpses == ()


# Seals


def test_a_seal_is_the_same_for_the_same_choice_and_another_for_any_other() -> None:
    sealed = {
        seal(cards, salt(seed, label, cards))
        for seed in ("one seed", "another seed")
        for label in ("1.1.0.0", "1.1.0.1", "1.1.1.0")
        for cards in (("ace",), ("king",), ("ace", "king"), ("king", "ace"))
    }
    assert len(sealed) == 24
    again = seal(("ace",), salt("one seed", "1.1.0.0", ("ace",)))
    assert again in sealed
    assert again == seal(("ace",), salt("one seed", "1.1.0.0", ("ace",)))


def test_a_seal_is_what_anyone_can_work_out_once_the_salt_is_told() -> None:
    secret = salt("one seed", "1.1.0.0", ("ace", "king"))
    text = f"{secret}:ace king".encode()
    assert seal(("ace", "king"), secret) == hashlib.sha256(text).hexdigest()


def test_a_seal_tells_nothing_to_who_does_not_know_the_seed() -> None:
    """Guessing the cards gives no match without the salt, and the salt holds no card."""
    cards = ("ace", "king")
    secret = salt("one seed", "1.1.0.0", cards)
    sealed = seal(cards, secret)
    guesses = [seal(cards, salt(seed, "1.1.0.0", cards)) for seed in ("", "1", "one", "seed")]
    assert sealed not in guesses
    for text in (sealed, secret):
        assert len(text) == 64
        assert set(text) <= set("0123456789abcdef")


def test_a_seal_is_shown_by_its_beginning() -> None:
    sealed = seal(("ace",), "salt")
    assert sealed.startswith(short(sealed))
    assert len(short(sealed)) == 8
    assert short("") == ""
