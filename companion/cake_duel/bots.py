"""The practice opponent: it sees what its own seat sees, and weighs what each answer may cost.

Everything it considers is given its promise, a guess at the chance to win the bout: the part of
the cakes that its side would then hold. The tempers differ in how readily they bluff and doubt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple, cast

from companion.cake_duel import odds
from companion.cake_duel.claims import copied
from companion.cake_duel.state import (
    Accept,
    AnyAction,
    Attack,
    Block,
    Challenge,
    Give,
    NextBout,
    Pass,
    Resupply,
    State,
    Summon,
    Swap,
)
from companion.cake_duel.troops import HAND, TROOP, blockers, copies, deck_size
from companion.cake_duel.view import View
from companion.game import Seat
from companion.language import _
from companion.rulebook import Option
from companion.secrets import Glimpse

TEMPERS = (
    Option("honest", _("Honest: claims what it holds, and bluffs only where the truth would lose")),
    Option("timid", _("Timid: plays few cards, never bluffs, challenges only what cannot be")),
    Option("bold", _("Bold: bluffs often, and challenges what looks unlikely")),
)


class _Temper(NamedTuple):
    """How one plays.

    ``bluffs`` is how often it thinks of bluffing where the truth would do, and ``desperate`` the
    promise under which it always does. ``doubt`` is how often it believes that others claim a
    thing they do not hold. ``nerve`` is how well it expects its own bluffs to be believed: at 2
    half as many are challenged as it would challenge itself. ``dare`` is the promise it gives up
    for a bluff, which keeps the good cards for later. ``most`` are the cards it plays at once.
    """

    bluffs: float
    desperate: float
    doubt: float
    nerve: float
    dare: float
    most: int


_ALL = 9  # more cards than a hand ever holds
_PLAYS = {
    "honest": _Temper(bluffs=0, desperate=0.1, doubt=0.03, nerve=1, dare=0, most=_ALL),
    "timid": _Temper(bluffs=0, desperate=0, doubt=0, nerve=1, dare=0, most=2),
    "bold": _Temper(bluffs=0.6, desperate=0.1, doubt=0.1, nerve=3, dare=0.1, most=_ALL),
}

SWAY = 0.05
"""Promises this near to each other are alike good: nobody shall read it like a book."""
EXTRA = {"scout": 1.0, "oracle": 1.0, "quartermaster": 0.5, "summoner": 2.0}
"""What effects are worth in cakes: a further attack brings about one, a Summoner finds one card."""
WORTH_A_SWAP = 1.0
"""How much stronger both hands together must become before it takes a partner's card."""

_QUIET = (Accept, Pass, Resupply, NextBout)


class _Choice(NamedTuple):
    """An action, and the chance to win the bout that it promises."""

    promise: float
    action: AnyAction


def choose(view: View, legal: Sequence[AnyAction], temper: str, chance: Random) -> AnyAction:
    """Return what ``view.viewer`` does: one of ``legal``, which are the actions of that seat."""
    action = _CHOOSERS[view.phase](view, legal, _PLAYS[temper], chance)
    return action if action in legal else safe(legal)


def rests(view: View) -> bool:
    """Return whether people are to look before a computer goes on: at how a bout has ended."""
    return view.phase == "ended"


def safe(legal: Sequence[AnyAction]) -> AnyAction:
    """Return the quiet one of ``legal``: it goes on and gives nothing away."""
    return next((action for action in legal if isinstance(action, _QUIET)), legal[0])


def _pick(
    truths: Sequence[_Choice],
    bluffs: Callable[[], Iterable[_Choice]],
    temper: _Temper,
    chance: Random,
) -> AnyAction:
    """Return the most promising action, give or take; ``bluffs`` are made up only if wanted."""
    best = max(choice.promise for choice in truths)
    wanted = chance.random() < temper.bluffs or best < temper.desperate
    choices = [*truths, *bluffs()] if wanted else truths
    return max(choices, key=lambda choice: choice.promise + SWAY * chance.random()).action


# What a side would hold


def _promise(view: View, gain: float) -> float:
    """Return the part of all cakes the viewer's side holds after gaining so many."""
    ours, theirs = _cakes(view)
    return min(1.0, max(0.0, (ours + gain) / (ours + theirs)))


def _cakes(view: View) -> tuple[int, int]:
    """Return the cakes of the viewer's side and of the other."""
    one, other = view.cakes
    return (one, other) if not view.side(_seat(view)) else (other, one)


def _seat(view: View) -> Seat:
    return view.viewer or 0  # a computer's view is always a seat's


def worth(troop: str) -> float:
    """Return what one attacker that gets through is worth, in cakes."""
    return TROOP[troop].steals + EXTRA.get(troop, 0)


def _loot(view: View, stopper: str, blocked: int) -> float:
    """Return what the attack on the table is worth when so many of ``stopper`` block it."""
    attack = view.attack
    if attack is None or (stopper == "angel" and blocked):
        return 0
    return worth(attack.troop) * (attack.count - blocked)


# Cards


def _true_cards(view: View, troop: str) -> tuple[int, ...]:
    """Return the places of the cards that make a claim of ``troop`` true, to be laid in order."""
    hand, good = view.hand, [troop]
    if "baacrates" in hand and troop == "scientist":
        good = ["baacrates", "wolfy", troop]
    if "pierrot" in hand and copied(cast("State", view), _seat(view)) == troop:  # all it asks for
        good = ["pierrot", troop]
    return tuple(at for name in good for at, card in enumerate(hand) if card == name)


def _spare_cards(view: View) -> list[int]:
    """Return the places of the cards, those that are missed least first."""
    return sorted(range(len(view.hand)), key=lambda at: keeping(view.hand[at]))


def keeping(card: str) -> float:
    """Return how useful a card is: the cakes it steals, or the kinds of attacker it stops."""
    troop = TROOP[card]
    return len(troop.stops) if troop.stops else worth(card)


def _laid(places: Sequence[int], count: int) -> tuple[int, ...]:
    return tuple(sorted(places[:count]))


# Attacking


def _attack(view: View, _legal: Sequence[AnyAction], temper: _Temper, chance: Random) -> AnyAction:
    target = min(view.targets, key=lambda seat: view.hands[seat])
    truths = [*_true_attacks(view, target, temper), _Choice(_passing(view), Pass(_seat(view)))]
    return _pick(truths, lambda: _bluffed_attacks(view, target, temper), temper, chance)


def _true_attacks(view: View, target: Seat, temper: _Temper) -> Iterable[_Choice]:
    for troop, most in view.can_attack:
        places = _true_cards(view, troop)
        stopped = _can_stop(view, target, troop) if places else 0
        for count in range(1, min(most, temper.most, len(places)) + 1):
            attack = Attack(_seat(view), target, troop, count, _laid(places, count))
            yield _Choice(_attack_promise(view, troop, count, stopped), attack)


def _bluffed_attacks(view: View, target: Seat, temper: _Temper) -> Iterable[_Choice]:
    places = _spare_cards(view)
    for troop, most in view.can_attack:
        stopped = _can_stop(view, target, troop)
        for count in range(1, min(most, temper.most, _room(view, troop)) + 1):
            attack = Attack(_seat(view), target, troop, count, _laid(places, count))
            rival = 1 - _promise(view, worth(troop) * count)
            through = 1 - _called(view, troop, count, rival, temper)
            promise = through * _attack_promise(view, troop, count, stopped)
            yield _Choice(promise + temper.dare, attack)


def _attack_promise(view: View, troop: str, count: int, stopped: float) -> float:
    """Return what an attack promises that is ``stopped`` with that chance, by one blocker."""
    full, less = (_promise(view, worth(troop) * through) for through in (count, count - 1))
    return (1 - stopped) * full + stopped * less


def _can_stop(view: View, target: Seat, troop: str) -> float:
    """Return the chance that ``target`` holds a core blocker for ``troop``."""
    fitting, glimpse = blockers("core", troop), _fresh(view, target)
    if glimpse is not None and any(name in glimpse.cards for name in fitting):
        return 1.0
    unseen = odds.unseen(view)
    new = view.hands[target] - (len(glimpse.cards) if glimpse else 0)
    return _holds(sum(unseen[name] for name in fitting), unseen.total(), new, 1)


def _fresh(view: View, whose: Seat) -> Glimpse | None:
    """Return what was seen of a hand of which no card has been played since."""
    seen = [one for one in view.glimpses if one.whose == whose and not one.played]
    return seen[-1] if seen else None


@lru_cache(maxsize=4096)
def _holds(copies: int, cards: int, hand: int, count: int) -> float:
    return float(odds.at_least(copies, cards, min(hand, cards), count))


def _passing(view: View) -> float:
    """Return what a pass promises: two in a row go to who has more cakes."""
    ours, theirs = _cakes(view)
    ahead = ours > theirs
    last = view.turns[-1] if view.turns else None
    if last is not None and last.attack is None and _opposed(view, last.attacker):
        return float(ahead)
    return _promise(view, 0) * ahead  # who is behind leaves the second pass to the other


def _opposed(view: View, seat: Seat) -> bool:
    return view.side(seat) != view.side(_seat(view))


# Bluffing


def _room(view: View, troop: str) -> int:
    """Return how many of ``troop`` others may still believe in: not those claimed or seen."""
    seen = sum(one.cards.count(troop) for one in view.glimpses)
    return copies(troop, view.seats) - _told(view, _seat(view), troop) - seen


def _called(view: View, troop: str, count: int, rival: float, temper: _Temper) -> float:
    """Return the chance that a bluff of so many is challenged.

    ``rival`` is what accepting it promises the challenger: the less that is, and the less likely
    the claim looks, the more there is for a challenge.
    """
    true = odds.believed(_looks(view, troop, count), temper.doubt)
    return min(1.0, (1 - true) / (rival * temper.nerve)) if rival > 0 else 1.0


def _looks(view: View, troop: str, count: int) -> float:
    """Return how likely it looks, to who holds four other cards, that a hand holds so many."""
    others = deck_size(view.setup.edition, view.seats) - HAND
    there_are = 0 if TROOP[troop].special else copies(troop, view.seats)
    return _holds(there_are, others, view.hands[_seat(view)], count)


# Answering


def _answer(view: View, _legal: Sequence[AnyAction], temper: _Temper, chance: Random) -> AnyAction:
    truths = [
        *_words(view, temper, _promise(view, -_loot(view, "", 0))),
        *_true_blocks(view, temper),
    ]
    return _pick(truths, lambda: _bluffed_blocks(view, temper), temper, chance)


def _review(view: View, _legal: Sequence[AnyAction], temper: _Temper, chance: Random) -> AnyAction:
    block = view.block
    gain = _loot(view, block.troop, block.count) if block else 0
    return _pick([*_words(view, temper, _promise(view, gain))], tuple, temper, chance)


def _words(view: View, temper: _Temper, accepted: float) -> Iterable[_Choice]:
    """Yield accepting, which promises ``accepted``, and challenging what it does not believe."""
    yield _Choice(accepted, Accept(_seat(view)))
    true = _belief(view, temper.doubt)
    if true < 1:
        yield _Choice(1 - true, Challenge(_seat(view)))


def _belief(view: View, doubt: float) -> float:
    """Return the chance that the claim on the table is true.

    Who has claimed more of a troop than there are is believed no better than chance.
    """
    could, _blind = odds.shares(view) or (1, 1)
    return odds.believed(float(could), 1 if doubt and _contradicted(view) else doubt)


def _contradicted(view: View) -> bool:
    """Return whether the claimant has, in this bout, claimed more cards than there can be."""
    claim = view.challenged
    if claim is None:
        return False
    own = sum(cards.count(claim.troop) for cards in (view.hand, view.laid, view.played))
    told = _told(view, claim.seat, claim.troop) + claim.count
    return told + own > copies(claim.troop, view.seats)


def _told(view: View, seat: Seat, troop: str) -> int:
    """Return how many cards of ``troop`` a seat has claimed in this bout's finished turns."""
    claims = [claim for turn in view.turns for claim in (turn.attack, turn.block)]
    return sum(one.count for one in claims if one and (one.seat, one.troop) == (seat, troop))


def _true_blocks(view: View, temper: _Temper) -> Iterable[_Choice]:
    for troop, most in view.can_block:
        places = _true_cards(view, troop)
        for count in range(1, min(most, temper.most, len(places)) + 1):
            yield _block(view, troop, count, places)


def _bluffed_blocks(view: View, temper: _Temper) -> Iterable[_Choice]:
    places = _spare_cards(view)
    for troop, most in view.can_block:
        for count in range(1, min(most, temper.most, _room(view, troop)) + 1):
            choice = _block(view, troop, count, places)
            called = _called(view, troop, count, 1 - choice.promise, temper)
            yield choice._replace(promise=choice.promise * (1 - called))


def _block(view: View, troop: str, count: int, places: Sequence[int]) -> _Choice:
    block = Block(_seat(view), troop, count, _laid(places, count))
    return _Choice(_promise(view, -_loot(view, troop, count)), block)


# The rest of a turn


def _summon(view: View, legal: Sequence[AnyAction], _temper: _Temper, _chance: Random) -> AnyAction:
    """Name the card the opponent most probably holds most of."""
    glimpse, unseen = _fresh(view, view.defender), odds.unseen(view)
    seen = glimpse.cards if glimpse else ()
    part = (view.hands[view.defender] - len(seen)) / max(1, unseen.total())

    def found(action: AnyAction) -> float:
        troop = action.troop if isinstance(action, Summon) else ""
        return seen.count(troop) + part * unseen[troop]

    return max(legal, key=found)


def _give(view: View, legal: Sequence[AnyAction], _temper: _Temper, _chance: Random) -> AnyAction:
    """Hand over the attack cards that are the least use to anybody."""

    def lost(action: AnyAction) -> float:
        places = action.cards if isinstance(action, Give) else ()
        return sum(keeping(view.laid[at]) for at in places)

    return min(legal, key=lost)


def _resupply(
    view: View, legal: Sequence[AnyAction], _temper: _Temper, _chance: Random
) -> AnyAction:
    """Draw; before, in a team, swap if that makes both hands together clearly stronger."""
    swaps = [action for action in legal if isinstance(action, Swap)]
    best = max(swaps, key=lambda swap: _after_swap(view, swap), default=None)
    now = _strength(view.hand) + _strength(view.partner_hand)
    if best is not None and _after_swap(view, best) >= now + WORTH_A_SWAP:
        return best
    return safe(legal)


def _after_swap(view: View, swap: Swap) -> float:
    mine, other = list(view.hand), list(view.partner_hand)
    given = [mine.pop(swap.card)] if swap.card >= 0 else []
    got = [other.pop(swap.other)] if swap.other >= 0 else []
    return _strength((*mine, *got)) + _strength((*other, *given))


def _strength(hand: Sequence[str]) -> float:
    """Return the cakes that the best single-name attack of a hand is worth."""
    return max((worth(card) * hand.count(card) for card in set(hand)), default=0)


def _go_on(_view: View, legal: Sequence[AnyAction], _temper: _Temper, _chance: Random) -> AnyAction:
    return safe(legal)


_CHOOSERS: dict[str, Callable[[View, Sequence[AnyAction], _Temper, Random], AnyAction]] = {
    "lead": _go_on,
    "attack": _attack,
    "answer": _answer,
    "review": _review,
    "summon": _summon,
    "give": _give,
    "resupply": _resupply,
    "ended": _go_on,
}
