"""The hidden cards of a virtual game: who holds what, and what becomes of it by each action.

The stacks are the cards out of the game (left over by the deal, then the used actions), and for
each seat its hand, its herd (top card first), the card it has chosen, and what it has put into the
war pile: each flipped card, followed by those it laid face down after it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.alpaca_battle import refusals
from companion.alpaca_battle.battles import winner_of
from companion.alpaca_battle.cards import HAND, LAID, REVEAL, fights
from companion.alpaca_battle.engine import apply, empty_hand_draws
from companion.alpaca_battle.state import (
    AnyAction,
    Bell,
    Choose,
    Draw,
    Lay,
    March,
    Play,
    Raise,
    Reveal,
    State,
    Steal,
    clockwise,
    lifts,
    missing,
)
from companion.game import TABLE, Refusal, Resolved, Seat
from companion.secrets import Dealer, Glimpse, Place, World, followed, mixed, salt, seal, shuffled

GONE = 0
Stacks = list[tuple[str, ...]]


def hand(seat: Seat) -> int:
    """Return the number of the stack that is a seat's hand."""
    return 1 + 4 * seat


def herd(seat: Seat) -> int:
    """Return the number of the stack that is a seat's herd, top card first."""
    return 2 + 4 * seat


def chosen(seat: Seat) -> int:
    """Return the number of the stack that is the card a seat has chosen."""
    return 3 + 4 * seat


def pile(seat: Seat) -> int:
    """Return the number of the stack that a seat has put into the war pile."""
    return 4 + 4 * seat


# Dealing


def deal(state: State, seed: str) -> Dealer:
    """Return the hidden cards of the game that ``state`` begins."""
    deck = shuffled(state.deck.listed(), seed)
    stacks: Stacks = [deck[: state.spare]]
    at = state.spare
    for held, rest in zip(state.hands, state.herds, strict=True):
        stacks += [deck[at : at + held], deck[at + held : at + held + rest], (), ()]
        at += held + rest
    return Dealer(seed, tuple(stacks))


# What a viewer knows


def known(world: World[State], viewer: Seat | None) -> set[Place]:
    """Return the places of the cards a viewer knows.

    Its own hand and choice, and, as everybody does, the cards flipped and the actions used.
    """
    dealer, state = world.dealer, world.state
    if dealer is None:
        return set()
    stacks = dealer.stacks
    places = {(GONE, at) for at in range(state.spare, len(stacks[GONE]))}
    for seat in range(state.seats):
        places |= {(pile(seat), at) for at in _flipped_places(state, seat)}
    if viewer is None:
        return places
    own = (hand(viewer), chosen(viewer))
    return places | {(stack, at) for stack in own for at in range(len(stacks[stack]))}


def fits(stack: int, card: str) -> bool:
    """Return whether the rules let a card lie there: a chosen card is a number or a War."""
    return fights(card) or stack % 4 != chosen(0) % 4


def _flipped_places(state: State, seat: Seat) -> range:
    """Return where the flipped cards lie in what a seat has put into the pile."""
    return range(0, (1 + LAID) * len(state.shown[seat]), 1 + LAID)


# Resolving


def resolve(world: World[State], action: AnyAction) -> Resolved[AnyAction] | Refusal:
    """Return a checked ``action`` as the log records it, and the dealer after it."""
    state, dealer = world.state, world.dealer
    if dealer is None:
        return Resolved(action)
    resolver = _RESOLVERS.get(type(action))
    return resolver(state, dealer, action) if resolver else Resolved(action, dealer)


def _play(state: State, dealer: Dealer, action: Play) -> Resolved[AnyAction]:
    """Find out what the card at a place of the hand is: it is chosen, or turned up."""
    seat, stacks = action.seat, list(dealer.stacks)
    card = _take(stacks, hand(seat), action.place)
    glimpses = followed(dealer.glimpses, seat, left=1)
    if fights(card):
        stacks[chosen(seat)] = (card,)
        return _choice(state, dealer.seed, stacks, glimpses, seat)
    stacks[GONE] += (card,)
    if lifts(state):  # what anyone has seen of a hand was seen before the card was chosen
        glimpses = _lift(stacks, glimpses, left=-1)
    if card == REVEAL:
        return _reveal(state, dealer.seed, stacks, glimpses, seat)
    return _ended(state, dealer.seed, stacks, glimpses, Raise(seat))


def _take(stacks: Stacks, stack: int, place: int) -> str:
    """Take the card at a place out of a stack, and return it."""
    cards = stacks[stack]
    stacks[stack] = cards[:place] + cards[place + 1 :]
    return cards[place]


def _lift(
    stacks: Stacks, glimpses: tuple[Glimpse, ...], *, left: int = 0, came: int = 0
) -> tuple[Glimpse, ...]:
    """Put the chosen cards back into the hands; each changes what was seen of its hand so."""
    for seat, stack in enumerate(range(chosen(0), len(stacks), 4)):
        if stacks[stack]:
            stacks[stack - 2] += stacks[stack]
            stacks[stack] = ()
            glimpses = followed(glimpses, seat, left=left, came=came)
    return glimpses


def _ended(
    state: State, seed: str, stacks: Stacks, glimpses: tuple[Glimpse, ...], action: AnyAction
) -> Resolved[AnyAction]:
    """Return an action with all that follows from it by itself."""
    after = apply(state, action)
    if not any(after.chosen):
        glimpses = _lift(stacks, glimpses, came=1)
    if after.why == "last":
        _collect(state, seed, stacks, after.alive[0])
    return Resolved(action, Dealer(seed, tuple(stacks), glimpses))


# Choosing and flipping


def _choice(
    state: State, seed: str, stacks: Stacks, glimpses: tuple[Glimpse, ...], seat: Seat
) -> Resolved[AnyAction]:
    """Seal a chosen card; the last one to choose starts the flip."""
    choices, label = stacks[chosen(0) :: 4], _label(state)
    if missing(state) > 1:
        sealed = seal(choices[seat], salt(seed, f"{label}.{seat}", choices[seat]))
        return Resolved(Choose(seat, seal=sealed), Dealer(seed, tuple(stacks), glimpses))
    salts = tuple(
        [salt(seed, f"{label}.{at}", one) if one else "" for at, one in enumerate(choices)]
    )
    cards = tuple([one[0] if one else "" for one in choices])
    glimpses = _flip(state, seed, stacks, glimpses, cards)
    action = Choose(seat, seal=seal(choices[seat], salts[seat]), flip=cards, salts=salts)
    return Resolved(action, Dealer(seed, tuple(stacks), glimpses))


def _label(state: State) -> str:
    """Return what no two flips of a game share: with its seat it tells each choice apart."""
    return f"{state.battle}.{state.war}.{state.returns}"


def _flip(
    state: State,
    seed: str,
    stacks: Stacks,
    glimpses: tuple[Glimpse, ...],
    cards: tuple[str, ...],
) -> tuple[Glimpse, ...]:
    """Flip the chosen cards; a won battle is collected, and everyone draws."""
    for stack in range(chosen(0), len(stacks), 4):
        stacks[stack + 1] += stacks[stack]
        stacks[stack] = ()
    winner = winner_of(cards)
    if winner == TABLE:
        return glimpses
    _collect(state, seed, stacks, winner)
    return _refilled(stacks, glimpses)


def _collect(state: State, seed: str, stacks: Stacks, winner: Seat) -> None:
    """Put the pile under the winner's herd."""
    won: tuple[str, ...] = ()
    for stack in map(pile, clockwise(winner, state.seats)):
        won += stacks[stack]
        stacks[stack] = ()
    if state.setup.rulings["return"] == "shuffled":
        won = mixed(won, f"{seed}/{state.battle}")
    stacks[herd(winner)] += won


def _refilled(stacks: Stacks, glimpses: tuple[Glimpse, ...]) -> tuple[Glimpse, ...]:
    """Let everyone draw up to three cards, or as long as the herd lasts."""
    for seat, held in enumerate(stacks[hand(0) :: 4]):
        if len(held) < HAND:
            glimpses = _drew(stacks, glimpses, seat, HAND - len(held))
    return glimpses


def _drew(
    stacks: Stacks, glimpses: tuple[Glimpse, ...], seat: Seat, count: int
) -> tuple[Glimpse, ...]:
    """Move up to ``count`` cards from the top of a herd into the hand."""
    below = herd(seat)
    drawn, stacks[below] = stacks[below][:count], stacks[below][count:]
    stacks[hand(seat)] += drawn
    return followed(glimpses, seat, came=len(drawn)) if glimpses and drawn else glimpses


# Actions before a battle


def _reveal(
    state: State, seed: str, stacks: Stacks, glimpses: tuple[Glimpse, ...], seat: Seat
) -> Resolved[AnyAction]:
    others = [other for other in state.alive if other != seat]
    kept = tuple(one for one in glimpses if one.seat != seat or one.whose not in others)
    seen = tuple(Glimpse(seat, other, stacks[hand(other)]) for other in others)
    glimpses = _drew(stacks, (*kept, *seen), seat, 1)
    return _ended(state, seed, stacks, glimpses, Reveal(seat))


def _steal(state: State, dealer: Dealer, action: Steal) -> Resolved[AnyAction] | Refusal:
    if action.place < 0:
        return refusals.pick_a_card(state, action)
    thief, target, stacks = action.seat, action.target, list(dealer.stacks)
    source = hand(target) if action.where == "hand" else herd(target)
    card = _take(stacks, source, _fanned(state, dealer, len(stacks[source]))[action.place])
    stacks[hand(thief)] += (card,)
    glimpses = followed(dealer.glimpses, thief, came=1)
    if action.where == "hand":
        glimpses = followed(glimpses, target, left=1)
    if action.where == "hand" or state.setup.rulings["stolen"] == "shown":
        glimpses = (*glimpses, Glimpse(target, thief, (card,)))
    return _ended(state, dealer.seed, stacks, glimpses, action)


def _fanned(state: State, dealer: Dealer, count: int) -> tuple[int, ...]:
    """Return the order in which a player fans out so many cards: anyone's guess."""
    return mixed(range(count), f"{dealer.seed}/steal/{len(state.aside)}")


def _draw(state: State, dealer: Dealer, action: Draw) -> Resolved[AnyAction]:
    stacks, count = list(dealer.stacks), empty_hand_draws(state, action.seat)
    glimpses = _drew(stacks, dealer.glimpses, action.seat, count)
    return Resolved(action, Dealer(dealer.seed, tuple(stacks), glimpses))


# Wars


def _march(state: State, dealer: Dealer, action: March) -> Resolved[AnyAction]:
    stacks = list(dealer.stacks)
    glimpses = _refilled(stacks, dealer.glimpses)
    for seat in state.alive:
        cards, held = stacks[herd(seat)], stacks[hand(seat)]
        stacks[pile(seat)] += cards[:LAID]
        stacks[herd(seat)] = cards[LAID:]
        if 0 < len(held) <= LAID - len(cards):  # all it has; with more, its owner chooses
            stacks[pile(seat)] += held
            stacks[hand(seat)] = ()
            glimpses = followed(glimpses, seat, left=len(held))
    return _ended(state, dealer.seed, stacks, glimpses, action)


def _lay(state: State, dealer: Dealer, action: Lay) -> Resolved[AnyAction] | Refusal:
    if not action.places:
        return refusals.choose_cards(state, action)
    seat, stacks = action.seat, list(dealer.stacks)
    held = stacks[hand(seat)]
    stacks[pile(seat)] += tuple(held[place] for place in action.places)
    stacks[hand(seat)] = tuple([c for at, c in enumerate(held) if at not in action.places])
    glimpses = followed(dealer.glimpses, seat, left=len(action.places))
    return _ended(state, dealer.seed, stacks, glimpses, Lay(seat))


def _bell(state: State, dealer: Dealer, action: Bell) -> Resolved[AnyAction]:
    return _ended(state, dealer.seed, list(dealer.stacks), dealer.glimpses, action)


def _by_place(state: State, _dealer: Dealer, action: AnyAction) -> Refusal:
    return refusals.by_place(state, action)


_RESOLVERS: dict[type, Callable[[State, Dealer, Any], Resolved[AnyAction] | Refusal]] = {
    Play: _play,
    Choose: _by_place,
    Raise: _by_place,
    Reveal: _by_place,
    Steal: _steal,
    Draw: _draw,
    March: _march,
    Lay: _lay,
    Bell: _bell,
}
