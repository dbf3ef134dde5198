"""The practice opponents: they see what their own seat sees, and weigh each card of the hand.

A card is given its promise in cards: what it wins, times the chance that it does, less what it is
worth to keep. The tempers differ in what they keep, when they play their actions, and in whether
they think of what they have seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import prod
from random import Random
from typing import NamedTuple

from companion.alpaca_battle.cards import HAND, LAID, REVEAL, STEAL, WAR, deck_of, fights
from companion.alpaca_battle.state import AnyAction, Lay, Play, Steal
from companion.alpaca_battle.view import View
from companion.game import Seat
from companion.language import _
from companion.rulebook import Option

TEMPERS = (
    Option("steady", _("Steady: keeps its high cards and its actions for the wars")),
    Option("bold", _("Bold: plays its highest card, and every action at once")),
    Option("sly", _("Sly: looks into hands, remembers them, and wins as cheaply as it can")),
)


class _Temper(NamedTuple):
    """How one plays.

    ``keeps`` is what its highest number is worth to it in a plain battle, in cards, ``grieves``
    what it is worth when it is lost. ``hoards`` says whether actions wait for a war, ``minds``
    whether it thinks of the hands it has seen.
    """

    keeps: float
    grieves: float
    hoards: bool
    minds: bool


_PLAYS = {
    "steady": _Temper(keeps=3, grieves=0.5, hoards=True, minds=False),
    "bold": _Temper(keeps=0, grieves=0, hoards=False, minds=False),
    "sly": _Temper(keeps=3, grieves=0.5, hoards=False, minds=True),
}

SWAY = 0.1
"""Promises this near to each other, in cards, are alike good: nobody shall read it like a book."""
FALL = 12.0
"""What it is worth, in cards, to stay in the game, or to see an opponent leave it."""
_NO_FIGHT = {WAR: 0.3, STEAL: 0.25, REVEAL: 0.1}

Odds = dict[str, float]
"""The chance of each card that somebody flips."""


def choose(view: View, legal: Sequence[AnyAction], temper: str, chance: Random) -> AnyAction:
    """Return what ``view.viewer`` does: one of ``legal``, which are the actions of that seat."""
    chooser = _CHOOSERS.get(view.phase)
    if chooser is None or view.must_draw[_seat(view)]:
        return safe(legal)
    action = chooser(view, legal, _PLAYS[temper], chance)
    return action if action in legal else safe(legal)


def safe(legal: Sequence[AnyAction]) -> AnyAction:
    """Return the first of ``legal``: whatever it is, the game goes on."""
    return legal[0]


def first(view: View) -> bool:
    """Return whether computers go before the people who may act too.

    They choose, and lay, before them: so a person chooses last, and never loses a choice to an
    action that comes after it. To go to war is for people to say.
    """
    return view.phase in ("choose", "lay")


def rests(view: View) -> bool:
    """Return whether people are to look before a computer goes on: at a flip that starts a war.

    Once no person has cards, nobody is waited for.
    """
    return view.phase == "war" and any(seat in view.alive for seat in view.setup.people)


def _seat(view: View) -> Seat:
    return view.viewer or 0  # a computer's view is always a seat's


# Choosing


def _choose(view: View, _legal: Sequence[AnyAction], temper: _Temper, chance: Random) -> AnyAction:
    seat, hand = _seat(view), view.hand
    fighters = [place for place, card in enumerate(hand) if fights(card)]
    actions = [place for place, card in enumerate(hand) if not fights(card)]
    if actions and (not fighters or _acts(view, temper, len(fighters))):
        return Play(seat, _next_action(hand, actions))
    promises = _promises(view, temper)
    best = max(fighters, key=lambda place: promises[hand[place]] + SWAY * chance.random())
    return Play(seat, best)


def _acts(view: View, temper: _Temper, fighters: int) -> bool:
    """Return whether it plays an action now, though it has a card to fight with."""
    if _totals_are_short(view):
        return False
    return not temper.hoards or bool(view.war) or fighters < LAID


def _totals_are_short(view: View) -> bool:
    """Return whether every card may be needed to pay for a war."""
    return view.totals[_seat(view)] <= LAID + HAND and not view.herds[_seat(view)]


def _next_action(hand: Sequence[str], actions: Sequence[int]) -> int:
    """Return the place of the action that comes first: look before you steal."""
    return max(actions, key=lambda place: hand[place] == REVEAL)


def _promises(view: View, temper: _Temper) -> dict[str, float]:
    """Return what each card of the hand promises, in cards."""
    others = [_odds(view, seat, temper) for seat in view.alive if seat != view.viewer]
    return {card: _promise(view, card, others, temper) for card in set(view.hand) if fights(card)}


def _promise(view: View, card: str, others: Sequence[Odds], temper: _Temper) -> float:
    worth = worths(view.setup.pack)[card]
    wins, wars = _chances(card, others)
    stake = view.pile + len(others)
    keeps = 0 if view.war else temper.keeps
    lost = (1 - wins - wars) * (1 + temper.grieves * worth)
    return wins * stake + wars * _war_promise(view, card) - lost - keeps * worth


def _chances(card: str, others: Sequence[Odds]) -> tuple[float, float]:
    """Return how likely a card wins, and how likely it brings a war."""
    if card == WAR:
        return 0.0, 1.0
    peace = [{c: p for c, p in odds.items() if c not in (WAR, card)} for odds in others]
    lower = [{c: p for c, p in odds.items() if int(c) < int(card)} for odds in peace]
    return _all_different(lower), 1 - _all_different(peace)


def _all_different(others: Sequence[Odds]) -> float:
    """Return how likely one or two others flip cards of these, and no two the same."""
    both = prod(sum(odds.values()) for odds in others)
    if len(others) < 2:
        return both
    one, other = others
    return both - sum(likely * other.get(card, 0) for card, likely in one.items())


def _war_promise(view: View, card: str) -> float:
    """Return what a war promises: who cannot pay for it leaves, else the better hand hopes."""
    seat = _seat(view)
    can_pay = {one: view.totals[one] - 1 > LAID for one in view.alive}
    if not can_pay[seat]:
        return -FALL
    falls = sum(not can_pay[one] for one in view.alive)
    left = list(view.hand)
    left.remove(card)
    best = max((worths(view.setup.pack)[held] for held in left if fights(held)), default=0.4)
    stake = view.pile + len(view.alive) * (1 + LAID)
    return falls * FALL + stake * (best - 0.6) / 2


@lru_cache(maxsize=64)
def worths(pack: str) -> dict[str, float]:
    """Return how useful each card is in the deck of a table, from 0 to 1: numbers by their rank."""
    numbers = deck_of(pack).numbers
    return _NO_FIGHT | {number: rank / len(numbers) for rank, number in enumerate(numbers, start=1)}


# What others may hold


def _odds(view: View, seat: Seat, temper: _Temper) -> Odds:
    """Return how likely another seat flips each card: any of its hand, as far as it is known."""
    seen = _seen(view, seat) if temper.minds else []
    held = view.hands[seat] + bool(view.chosen[seat])
    known = min(1.0, len(seen) / max(1, held))
    found = _alike(_unseen(view), 1 - known)
    for card in seen:
        found[card] = found.get(card, 0) + known / len(seen)
    return found


def _alike(cards: Counter[str], share: float) -> Odds:
    """Return the odds, ``share`` in all, of cards that are alike likely."""
    fighters = {card: count for card, count in cards.items() if count > 0 and fights(card)}
    each = share / max(1, sum(fighters.values()))
    return {card: count * each for card, count in fighters.items()}


def _unseen(view: View) -> Counter[str]:
    """Return the cards of the deck that the viewer sees nowhere."""
    found = Counter(view.deck.cards)
    found.subtract([*view.hand, *view.aside, *(card for row in view.shown for card in row)])
    return found


def _seen(view: View, seat: Seat) -> list[str]:
    """Return the fighting cards a seat was last seen to hold and must hold still."""
    glimpse = next((one for one in reversed(view.glimpses) if one.whose == seat), None)
    if glimpse is None:
        return []
    cards, gone = list(glimpse.cards), glimpse.played
    flipped = view.last.cards[seat] if view.last and gone else ""
    if flipped in cards:
        cards.remove(flipped)
        gone -= 1
    return [card for card in cards if fights(card)] if gone <= 0 else []


# Stealing and laying


def _aim(view: View, legal: Sequence[AnyAction], temper: _Temper, chance: Random) -> AnyAction:
    """Take a card where it hurts most; any of the fan is as good as another."""

    def gain(action: AnyAction) -> float:
        return _gain(view, action, temper) + SWAY * chance.random()

    return max(legal, key=gain)


def _gain(view: View, action: AnyAction, temper: _Temper) -> float:
    if not isinstance(action, Steal):
        return 0
    last_card = view.totals[action.target] == 1
    richer = view.totals[action.target] / sum(view.totals)
    seen = _seen(view, action.target) if temper.minds and action.where == "hand" else []
    worth = _mean(seen, view) if seen else 0.5 + 0.1 * (action.where == "hand")
    return FALL * last_card + richer + worth


def _mean(cards: Sequence[str], view: View) -> float:
    return sum(worths(view.setup.pack)[card] for card in cards) / len(cards)


def _lay(view: View, legal: Sequence[AnyAction], _temper: _Temper, _chance: Random) -> AnyAction:
    """Lay the cards that are the least use in the battle to come."""

    def kept(action: AnyAction) -> float:
        laid = action.places if isinstance(action, Lay) else ()
        left = [card for place, card in enumerate(view.hand) if place not in laid]
        return max(_use(card, view) for card in left)

    return max(legal, key=kept)


def _use(card: str, view: View) -> float:
    """Return how much a card helps who has hardly any other."""
    return 0.0 if card in (WAR, REVEAL) else worths(view.setup.pack)[card]


_CHOOSERS: dict[str, Callable[[View, Sequence[AnyAction], _Temper, Random], AnyAction]] = {
    "choose": _choose,
    "aim": _aim,
    "lay": _lay,
}
