"""Positions of Alpaca Battle, written shortly."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

import companion
from companion.alpaca_battle import GAME, State
from companion.alpaca_battle.dealing import _fanned, hand, herd
from companion.alpaca_battle.state import Play, Steal
from companion.opening import AnySession
from companion.secrets import Dealer, World
from tests.tables import session_at

NAMES = ("Ann", "Bo", "Cy")
LEAST = 9

Cards = tuple[str, ...]


def table(seats: int = 2, **arguments: Any) -> AnySession:
    """Return a new game of that many seats."""
    return companion.start(GAME.id, NAMES[:seats], **arguments)


def pack(text: str) -> dict[str, Any]:
    """Return the deck list of ``"5 5 7 war"``."""
    return {"cards": Counter(text.split())}


def rigged(*seats: str, virtual: bool = True, **arguments: Any) -> AnySession:
    """Return a game in which each seat owns ``"hand / herd"``, the top of the herd first.

    A deck has nine cards and two numbers at least: what lacks of it is left over by the deal.
    """
    owned = [tuple(tuple(part.split()) for part in f"{text}/".split("/")[:2]) for text in seats]
    cards = [card for parts in owned for part in parts for card in part]
    spare = ("1", "2", *("1",) * (LEAST - 2 - len(cards)))
    deck = {"cards": Counter((*cards, *spare))}
    game = table(len(seats), virtual=virtual, pack=deck, **arguments)
    state = _rigged(game.state, owned, len(spare))
    if not virtual:
        return at(state)
    stacks = [stack for held, rest in owned for stack in (held, rest, (), ())]
    game._worlds[0] = World(state, Dealer("rigged", (spare, *stacks)))
    return game


def _rigged(state: State, owned: list[tuple[Cards, ...]], spare: int) -> State:
    hands, herds = (tuple(len(parts[at]) for parts in owned) for at in (0, 1))
    counts = (tuple(map(sum, zip(hands, herds, strict=True))),)
    return replace(state, hands=hands, herds=herds, counts=counts, spare=spare)


def at(state: State) -> AnySession:
    """Return a game at a table that begins at ``state``."""
    game = session_at(state)
    game.setup = state.setup
    return game


def do(game: AnySession, *moves: Any) -> AnySession:
    """Do all the moves and return the game."""
    for move in moves:
        game.do(move)
    return game


def stacks(game: AnySession) -> tuple[Cards, ...]:
    """Return the hidden stacks of a virtual game."""
    found = game._worlds[-1].dealer
    assert found is not None
    return found.stacks


def held(game: AnySession, seat: int) -> Cards:
    """Return the hand of a seat in a virtual game."""
    return stacks(game)[hand(seat)]


def below(game: AnySession, seat: int) -> Cards:
    """Return the herd of a seat in a virtual game, the top first."""
    return stacks(game)[herd(seat)]


def put(game: AnySession, seat: int, card: str) -> AnySession:
    """Let a seat play that card of its hand."""
    game.do(Play(seat, held(game, seat).index(card)))
    return game


def battle(game: AnySession, *cards: str) -> AnySession:
    """Let all who are in choose, each the card at its seat (``""`` for who does not)."""
    order = [seat for seat in game.view().waiting if cards[seat]]
    for seat in order:
        if game.setup.virtual:
            put(game, seat, cards[seat])
        else:
            game.do(f"choose #{seat} {cards[seat]}")
    return game


def war(game: AnySession) -> AnySession:
    """Go to war."""
    game.do("war")
    return game


def steal(game: AnySession, thief: int, target: int, where: Any, card: str = "") -> AnySession:
    """Let a seat play Steal and take ``card``, or the first of the fan, from there."""
    put(game, thief, "steal")
    dealer = game._worlds[-1].dealer
    assert dealer is not None
    lying = dealer.stacks[hand(target) if where == "hand" else herd(target)]
    fan = [lying[place] for place in _fanned(game.state, dealer, len(lying))]
    game.do(Steal(thief, target, where, fan.index(card) if card else 0))
    return game
