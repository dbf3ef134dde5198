"""Positions of Cake Duel, written shortly."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

import companion
from companion.cake_duel import AnyAction, State
from companion.cake_duel.dealing import hand
from companion.cake_duel.state import side
from companion.cake_duel.troops import HAND, TROOPS, core_deck, special_deck, specials_in
from companion.game import tag
from companion.opening import AnySession
from companion.secrets import Dealer, World
from tests.tables import session_at

if TYPE_CHECKING:
    from collections.abc import Iterable

NAMES = ("Ann", "Bo", "Cy", "Di")
LETTERS = {troop.letter: troop.id for troop in TROOPS}
LIVE = ("lead", "attack", "answer", "review", "summon", "give", "resupply")


def cards(text: str) -> tuple[str, ...]:
    """Return the cards of ``"SSAW"`` or ``"SAsWY"``, each by its letter."""
    return tuple(LETTERS[letter] for letter in re.findall("[A-Z][a-z]?", text))


def table(seats: int = 2, **arguments: Any) -> AnySession:
    """Return a new duel of that many seats."""
    return companion.start("cake-duel", NAMES[:seats], **arguments)


def team(**arguments: Any) -> AnySession:
    """Return a new team duel in which Ann was chosen to attack first."""
    return play(table(4, **arguments), "lead Ann")


def play(game: AnySession, *moves: Any) -> AnySession:
    """Do all the moves and return the game."""
    for move in moves:
        game.do(move)
    return game


def rigged(*hands: str, deck: str = "", **arguments: Any) -> AnySession:
    """Return a virtual duel of these hands; the ``deck`` begins like this, the rest is filled in.

    The specials among them are those of the duel, as far as there are some.
    """
    game = table(len(hands), virtual=True, seed="rigged", **arguments)
    game._worlds[0] = World(game.state, _rigged(game.state, [*map(cards, hands)], cards(deck)))
    return game


def _rigged(state: State, hands: list[tuple[str, ...]], top: tuple[str, ...]) -> Dealer:
    edition, seats = state.setup.edition, state.seats
    assert [len(held) for held in hands] == [HAND] * seats
    used = Counter(card for stack in (*hands, top) for card in stack)
    specials = Counter(special_deck(seats) if edition == "specials" else ())
    there = (used & specials).total()
    spare = list((specials - used).elements())
    more = spare[: specials_in(edition, seats) - there]
    rest = [*(Counter(core_deck(seats)) - used).elements(), *more]
    stacks = [stack for held in hands for stack in (held, (), ())]
    return Dealer("rigged", ((*top, *rest), tuple(spare[len(more) :]), *stacks))


def dealer(game: AnySession) -> Dealer:
    """Return the hidden cards of a virtual duel."""
    found = game._worlds[-1].dealer
    assert found is not None
    return found


def held(game: AnySession, seat: int) -> tuple[str, ...]:
    """Return the cards a seat holds in a virtual duel."""
    return dealer(game).stacks[hand(seat)]


def at(seats: int = 2, **fields: Any) -> AnySession:
    """Return a session at a table whose state has these ``fields``, the pile what is missing.

    ``rulings``, ``edition`` and ``first`` go into the set-up.
    """
    about = {key: fields.pop(key) for key in ("rulings", "edition", "first") if key in fields}
    state: State = (team(**about) if seats == 4 else table(**about)).state
    state = replace(state, **fields)
    pile = state.size - sum(state.hands) - state.deck
    return session_at(replace(state, pile=pile))


def won(game: AnySession, seat: int, bouts: int = 1) -> AnySession:
    """Let ``seat``’s side win so many bouts, each by a caught bluff, and deal after each."""
    for _bout in range(bouts):
        if game.state.phase == "lead":
            game.do(f"lead {game.names[game.state.starter]}")
        seats = game.state.seats
        mine = side(game.state.attacker, seats) == side(seat, seats)
        play(game, "claim soldier", "challenge true" if mine else "challenge bluff")
        if game.state.phase == "ended":
            game.do("next")
    return game


def kinds(actions: Iterable[AnyAction]) -> dict[str, set[int]]:
    """Return the kinds of move there are, each with the seats it is open to."""
    found: dict[str, set[int]] = {}
    for action in actions:
        found.setdefault(tag(action), set()).add(action.seat)
    return found
