"""The shuffle: even, repeatable from its seed, new in every deal of a series."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from companion.secrets import Dealer, World, shuffled, stacks

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
