"""The hidden cards of a virtual duel: who holds what, and what becomes of it by each action.

The stacks are the deck, the specials set aside, and then for each seat its hand, the cards it has
just played, and those it played earlier in the bout.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from companion.cake_duel import refusals
from companion.cake_duel.claims import challenged, effect, is_true
from companion.cake_duel.engine import draws
from companion.cake_duel.moves import moves
from companion.cake_duel.state import (
    Accept,
    Again,
    AnyAction,
    Attack,
    Block,
    Challenge,
    Fix,
    Give,
    NextBout,
    Resupply,
    State,
    Summon,
    Swap,
    partner,
    side,
)
from companion.cake_duel.troops import (
    HAND,
    ORDER,
    TROOP,
    core_deck,
    special_deck,
    specials_in,
)
from companion.game import TABLE, Refusal, Resolved, Seat
from companion.secrets import Dealer, Glimpse, Place, World, followed, salt, seal, shuffled

DECK, ASIDE = 0, 1
Stacks = list[tuple[str, ...]]


def hand(seat: Seat) -> int:
    """Return the number of the stack that is a seat's hand."""
    return 2 + 3 * seat


def play(seat: Seat) -> int:
    """Return the number of the stack a seat has just played."""
    return 3 + 3 * seat


def earlier(seat: Seat) -> int:
    """Return the number of the stack a seat played earlier in the bout."""
    return 4 + 3 * seat


# Dealing


def deal(state: State, seed: str) -> Dealer:
    """Return the hidden cards of the bout that ``state`` begins."""
    return _deal(state, seed, state.duel, state.bout)


def _deal(state: State, seed: str, duel: int, bout: int) -> Dealer:
    seats, edition = state.seats, state.setup.edition
    drawn = _specials(edition, seats, f"{seed}/{duel}")
    count = specials_in(edition, seats)
    deck = shuffled((*core_deck(seats), *drawn[:count]), f"{seed}/{duel}/{bout}")
    dealt: Stacks = [deck[HAND * seats :], drawn[count:]]
    for seat in range(seats):
        dealt += (deck[HAND * seat : HAND * (seat + 1)], (), ())
    return Dealer(seed, tuple(dealt))


@lru_cache(maxsize=64)
def _specials(edition: str, seats: int, seed: str) -> tuple[str, ...]:
    """Return the specials in the order they are drawn; the first are in the deck all duel long."""
    return shuffled(special_deck(seats), seed) if edition == "specials" else ()


def _kept(state: State, dealer: Dealer) -> tuple[Glimpse, ...]:
    """Return the specials each seat has held in this duel, which it remembers."""
    if state.setup.edition == "core":
        return ()
    met = [(seat, met_by(dealer, seat)) for seat in range(state.seats)]
    return tuple(Glimpse(seat, TABLE, cards) for seat, cards in met if cards)


def met_by(dealer: Dealer, seat: Seat) -> tuple[str, ...]:
    """Return the specials that a seat itself has held in this duel, or seen in a hand."""
    cards = [c for s in (hand(seat), play(seat), earlier(seat)) for c in dealer.stacks[s]]
    cards += [c for glimpse in dealer.glimpses if glimpse.seat == seat for c in glimpse.cards]
    return tuple(sorted({card for card in cards if TROOP[card].special}, key=ORDER.__getitem__))


# What a viewer knows


def known(world: World[State], viewer: Seat | None) -> set[Place]:
    """Return the places of the cards a viewer knows.

    Its own, its partner's hand, the flipped, and those it saw in a hand that none has left since.
    """
    dealer, state = world.dealer, world.state
    if dealer is None:
        return set()
    stacks = _flipped(state)
    if viewer is not None:
        stacks = [*stacks, hand(viewer), play(viewer), earlier(viewer)]
        if state.seats == 4:
            stacks.append(hand(partner(viewer)))
    places = {(stack, at) for stack in stacks for at in range(len(dealer.stacks[stack]))}
    return places | _wolfy(state, dealer) | _remembered(dealer, viewer)


def _flipped(state: State) -> list[int]:
    end = state.end
    return [play(end.claim.seat)] if end is not None and end.claim is not None else []


def _remembered(dealer: Dealer, viewer: Seat | None) -> set[Place]:
    """Return where cards lie that ``viewer`` saw in another's hand; new ones come in behind."""
    return {
        (hand(one.whose), at)
        for one in dealer.glimpses
        if one.seat == viewer and one.whose != TABLE and not one.played
        for at in _last(len(dealer.stacks[hand(one.whose)]) - one.drawn, len(one.cards))
    }


def _last(size: int, count: int) -> range:
    """Return the last ``count`` places of a hand of that ``size``."""
    return range(size - count, size)


def _wolfy(state: State, dealer: Dealer) -> set[Place]:
    """Return where Sir Wolfy lies if he has been turned up and not handed to a Priest since."""
    if not state.showed or (state.setup.rulings["priest"] == "attacker" and _priest_took(state)):
        return set()
    played = [stack for seat in range(state.seats) for stack in (play(seat), earlier(seat))]
    return {
        (stack, at)
        for stack in played
        for at, card in enumerate(dealer.stacks[stack])
        if card == "wolfy"
    }


def _priest_took(state: State) -> bool:
    """Return whether a Priest has taken attack cards in this bout."""
    pending = state.giving or state.end is not None
    return any(
        turn.fate == "blocked" and turn.block is not None and turn.block.troop == "priest"
        for turn in (state.turns[:-1] if pending else state.turns)
    )


# What the dealer decides


def resolve(world: World[State], action: AnyAction) -> Resolved[AnyAction] | Refusal:
    """Return what is recorded of a checked action, and the cards after it."""
    if world.dealer is None:
        return Resolved(_at_a_table(world.state, action))
    resolver = _RESOLVERS.get(type(action))
    if resolver is None:
        return Resolved(_trimmed(action), world.dealer)
    return resolver(world.state, world.dealer, action)


def _trimmed(action: AnyAction) -> AnyAction:
    if isinstance(action, Fix):
        return replace(action, reason=" ".join(action.reason.split()))
    return action


def _at_a_table(state: State, action: AnyAction) -> AnyAction:
    """Write in one way what can be written in several: what was flipped, and the verdict on it."""
    if not isinstance(action, Challenge) or not action.shown:
        return _trimmed(action)
    claim = challenged(state)
    shown = tuple(sorted(action.shown, key=ORDER.__getitem__))
    verdict = is_true(state, claim, shown) if claim is not None else None
    return Challenge(action.seat, shown, action.truthful if verdict is None else verdict)


def _attack(state: State, dealer: Dealer, action: Attack) -> Resolved[AnyAction] | Refusal:
    if not action.cards:
        return refusals.choose_cards(state, action, action.count)
    after, sealed = _laid(state, dealer, action.seat, tuple(sorted(action.cards)))
    count = len(action.cards)
    recorded = Attack(action.seat, action.target, action.troop, count, (), sealed)
    return Resolved(recorded, after)


def _block(state: State, dealer: Dealer, action: Block) -> Resolved[AnyAction] | Refusal:
    if not action.cards:
        return refusals.choose_cards(state, action, action.count)
    after, sealed = _laid(state, dealer, action.seat, tuple(sorted(action.cards)))
    return Resolved(Block(action.seat, action.troop, len(action.cards), (), sealed), after)


def _laid(state: State, dealer: Dealer, seat: Seat, cards: tuple[int, ...]) -> tuple[Dealer, str]:
    """Return the dealer after a play, and the play's seal."""
    stacks = list(dealer.stacks)
    if state.attack is None:  # a further attack may follow before anything was drawn
        _put_by(stacks, state.seats)
    held = stacks[hand(seat)]
    laid = tuple(held[place] for place in cards)
    stacks[hand(seat)] = tuple(card for at, card in enumerate(held) if at not in cards)
    stacks[play(seat)] = laid
    glimpses = followed(dealer.glimpses, seat, left=len(laid))
    sealed = seal(laid, salt_of(state, dealer, seat, laid))
    return Dealer(dealer.seed, tuple(stacks), glimpses), sealed


def salt_of(state: State, dealer: Dealer, seat: Seat, cards: tuple[str, ...]) -> str:
    """Return the salt of what ``seat`` lays down in ``state``."""
    return salt(dealer.seed, f"{state.duel}.{state.bout}.{len(state.turns)}.{seat}", cards)


def _put_by(stacks: Stacks, seats: int) -> None:
    """Put what was just played with what was played earlier."""
    for seat in range(seats):
        if stacks[play(seat)]:
            stacks[earlier(seat)] = (*stacks[earlier(seat)], *stacks[play(seat)])
            stacks[play(seat)] = ()


def _accept(state: State, dealer: Dealer, action: Accept) -> Resolved[AnyAction] | Refusal:
    if action.wolves:
        return refusals.kit_turns_wolfy(state, action)
    does = effect(state)
    if does.looks:
        dealer = _glimpsed(state, dealer)
    goes_on = does.loot < state.cakes[1 - side(state.attacker, state.seats)]
    if does.taken and goes_on and not _chooses(state, does.taken):
        dealer = _taken(state, dealer, _blindly(state, dealer, does.taken))
    wolves = tuple(seat for seat in _players(state) if _shows_wolfy(state, dealer, seat))
    return Resolved(Accept(action.seat, wolves), dealer)


def _players(state: State) -> tuple[Seat, ...]:
    return tuple(claim.seat for claim in (state.attack, state.block) if claim is not None)


def _shows_wolfy(state: State, dealer: Dealer, seat: Seat) -> bool:
    return state.setup.rulings["wolfy"] == "shown" and "wolfy" in dealer.stacks[play(seat)]


def _chooses(state: State, taken: int) -> bool:
    attack = state.attack
    return (
        state.setup.rulings["priest"] == "attacker" and attack is not None and taken < attack.count
    )


def _blindly(state: State, dealer: Dealer, count: int) -> tuple[int, ...]:
    """Return the places of the attack that a Priest draws blindly."""
    laid = dealer.stacks[play(state.attacker)]
    label = f"{dealer.seed}/{state.duel}/{state.bout}/{len(state.turns)}/priest"
    chance = random.Random(label)  # noqa: S311  a game's chance, repeatable from its seed
    return tuple(sorted(chance.sample(range(len(laid)), count)))


def _taken(state: State, dealer: Dealer, cards: tuple[int, ...]) -> Dealer:
    """Return the dealer after a Priest has taken attack cards into his player's hand.

    The attacker, who sees what is left of its cards, knows which have gone there.
    """
    stacks, whose = list(dealer.stacks), state.defender
    laid = stacks[play(state.attacker)]
    gone = tuple(laid[place] for place in cards)
    stacks[hand(whose)] += gone
    stacks[play(state.attacker)] = tuple(c for at, c in enumerate(laid) if at not in cards)
    glimpses = followed(dealer.glimpses, whose, came=len(gone))
    seen = Glimpse(state.attacker, whose, gone)
    return Dealer(dealer.seed, tuple(stacks), (*glimpses, seen))


def _glimpsed(state: State, dealer: Dealer) -> Dealer:
    """Return the dealer after the attacker has looked at the defender's hand."""
    seat, whose = state.attacker, state.defender
    lost = [one for one in dealer.glimpses if (one.seat, one.whose) == (seat, whose)]
    memory = {card for one in lost for card in one.cards if TROOP[card].special}
    kept = [one for one in dealer.glimpses if one not in lost]
    seen = Glimpse(seat, whose, dealer.stacks[hand(whose)])
    if memory:
        kept.append(Glimpse(seat, TABLE, tuple(sorted(memory, key=ORDER.__getitem__))))
    return replace(dealer, glimpses=(*kept, seen))


def _challenge(state: State, dealer: Dealer, action: Challenge) -> Resolved[AnyAction] | Refusal:
    if action.shown or action.truthful is not None:
        return refusals.kit_flips(state, action)
    claim = challenged(state)
    assert claim is not None  # noqa: S101  checked: there is something to challenge
    shown = tuple(sorted(dealer.stacks[play(claim.seat)], key=ORDER.__getitem__))
    truthful = is_true(state, claim, shown, dealer.stacks[hand(action.seat)])
    return Resolved(Challenge(action.seat, shown, truthful), dealer)


def _summon(state: State, dealer: Dealer, action: Summon) -> Resolved[AnyAction] | Refusal:
    if action.found != -1:
        return refusals.kit_counts(state, action)
    found = dealer.stacks[hand(state.defender)].count(action.troop)
    return Resolved(Summon(action.seat, action.troop, found), _glimpsed(state, dealer))


def _give(state: State, dealer: Dealer, action: Give) -> Resolved[AnyAction] | Refusal:
    if not action.cards:
        return refusals.choose_cards(state, action, state.giving)
    return Resolved(Give(action.seat), _taken(state, dealer, tuple(sorted(action.cards))))


def _swap(state: State, dealer: Dealer, action: Swap) -> Resolved[AnyAction] | Refusal:
    if (action.card, action.other) == (-1, -1):
        return refusals.no_such_swap(state, action)
    seat, mate, stacks = action.seat, partner(action.seat), list(dealer.stacks)
    mine, other = stacks[hand(seat)], stacks[hand(mate)]
    given = mine[action.card : action.card + 1] if action.card >= 0 else ()
    got = other[action.other : action.other + 1] if action.other >= 0 else ()
    stacks[hand(seat)] = (*_without(mine, action.card), *got)
    stacks[hand(mate)] = (*_without(other, action.other), *given)
    moved = followed(dealer.glimpses, seat, left=len(given), came=len(got))
    glimpses = followed(moved, mate, left=len(got), came=len(given))
    return Resolved(Swap(seat, action.gift), Dealer(dealer.seed, tuple(stacks), glimpses))


def _without(cards: tuple[str, ...], place: int) -> tuple[str, ...]:
    return cards if place < 0 else (*cards[:place], *cards[place + 1 :])


def _resupply(state: State, dealer: Dealer, action: Resupply) -> Resolved[AnyAction]:
    stacks, deck = list(dealer.stacks), dealer.stacks[DECK]
    _put_by(stacks, state.seats)
    for seat, count in zip((state.attacker, state.defender), draws(state), strict=True):
        if count:
            stacks[hand(seat)] += deck[:count]
            deck = deck[count:]
            dealer = replace(dealer, glimpses=followed(dealer.glimpses, seat, came=count))
    stacks[DECK] = deck
    return Resolved(action, Dealer(dealer.seed, tuple(stacks), dealer.glimpses))


def _next(state: State, dealer: Dealer, action: NextBout) -> Resolved[AnyAction]:
    fresh = _deal(state, dealer.seed, state.duel, state.bout + 1)
    return Resolved(action, replace(fresh, glimpses=_kept(state, dealer)))


def _again(state: State, dealer: Dealer, action: Again) -> Resolved[AnyAction]:
    return Resolved(action, _deal(state, dealer.seed, state.duel + 1, 1))


_RESOLVERS: dict[type, Callable[[State, Dealer, Any], Resolved[AnyAction] | Refusal]] = {
    Attack: _attack,
    Block: _block,
    Accept: _accept,
    Challenge: _challenge,
    Summon: _summon,
    Give: _give,
    Swap: _swap,
    Resupply: _resupply,
    NextBout: _next,
    Again: _again,
}


# The other way round


def asked(before: World[State], action: AnyAction, after: World[State]) -> AnyAction:
    """Return a recorded action as its seat asked for it, the places of its cards included."""
    if before.dealer is None or after.dealer is None:
        plain = isinstance(action, Challenge) and action.shown and "agent-u" not in action.shown
        return Challenge(action.seat, action.shown) if plain else action  # type: ignore[union-attr]  # plain says so
    asker = _ASKERS.get(type(action))
    return asker(before.state, before.dealer, after.dealer, action) if asker else action


def _asked_claim(_state: State, before: Dealer, after: Dealer, action: Attack | Block) -> AnyAction:
    seat = action.seat
    cards = _moved(before.stacks[hand(seat)], after.stacks[hand(seat)], after.stacks[play(seat)])
    return replace(action, cards=cards, seal="")


def _moved(held: tuple[str, ...], left: tuple[str, ...], moved: tuple[str, ...]) -> tuple[int, ...]:
    """Return the first places whose cards have ``moved`` away so that the others are ``left``."""
    for cards in combinations(range(len(held)), len(moved)):
        rest = tuple(card for at, card in enumerate(held) if at not in cards)
        if rest == left and tuple(held[at] for at in cards) == moved:
            return cards
    raise ValueError(f"{len(moved)} cards did not move like this")


def _asked_give(state: State, before: Dealer, after: Dealer, action: Give) -> Give:
    laid, got = play(state.attacker), hand(state.defender)
    moved = after.stacks[got][len(before.stacks[got]) :]
    return Give(action.seat, _moved(before.stacks[laid], after.stacks[laid], moved))


def _asked_swap(state: State, before: Dealer, after: Dealer, action: Swap) -> Swap:
    for move in moves(state):
        if isinstance(move, Swap) and move.gift == action.gift:
            done = _swap(state, before, move)
            if isinstance(done, Resolved) and done.dealer == after:
                return move
    raise ValueError("no such swap leads from the one deal to the other")


_ASKERS: dict[type, Callable[[State, Dealer, Dealer, Any], AnyAction]] = {
    Attack: _asked_claim,
    Block: _asked_claim,
    Accept: lambda _state, _before, _after, action: Accept(action.seat),
    Challenge: lambda _state, _before, _after, action: Challenge(action.seat),
    Summon: lambda _state, _before, _after, action: Summon(action.seat, action.troop),
    Give: _asked_give,
    Swap: _asked_swap,
}
