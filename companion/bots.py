"""Computer seats: players that see only what their own seat may see.

A game that offers them has a module ``bots`` with its ``TEMPERS`` (options, the first is the
usual one), ``choose(view, legal, temper, chance)``, which returns one of the legal actions,
``safe(legal)``, the one that is done when ``choose`` finds none (a table never waits for a
computer), and ``rests(view)``, whether people are to look at the table before it goes on. Where
all act at once it may also have ``first(view)``, whether computers now go before the people who
may act too; without it they never do.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from companion.game import Game, Seat, Setup
from companion.language import _
from companion.registry import games

if TYPE_CHECKING:
    import random

    from companion.rulebook import Option
    from companion.session import Entry, Session

_LOG = logging.getLogger(__name__)
_MOST = 500  # moves in a row without a person; a game of computers only is played in turns of it


def tempers(game_id: str) -> tuple[Option, ...]:
    """Return the tempers a computer can play a game in; none if it cannot play it."""
    module = _module(game_id)
    return module.TEMPERS if module else ()


def seated(
    game: Game[Any, Any, Any], setup: Setup, computers: Mapping[int, str]
) -> tuple[str, ...]:
    """Return the temper of each seat, ``""`` for a person, as a set-up holds it.

    Raises ``ValueError`` for a seat or temper there is not, or a game that is not virtual.
    """
    known = [temper.id for temper in tempers(game.id)]
    for seat, temper in computers.items():
        if seat not in range(len(setup.names)):
            raise ValueError(f"no seat {seat}: seats are 0 to {len(setup.names) - 1}")
        if temper and not known:
            raise ValueError(_("No computer can play {title}.", title=game.title))
        if temper and temper not in known:
            raise ValueError(f"no temper is called {temper!r}; there are: {', '.join(known)}")
    played = tuple(computers.get(seat, "") for seat in range(len(setup.names)))
    if any(played) and not setup.virtual:
        raise ValueError(_("A computer can only hold cards the kit deals: start a virtual game."))
    return played if any(played) else ()


def lone_person(session: Session[Any, Any, Any]) -> Seat | None:
    """Return the seat of the only person in a game the kit deals; ``None`` if there are more."""
    seats = session.setup.people
    return seats[0] if session.setup.virtual and len(seats) == 1 else None


def waiting(session: Session[Any, Any, Any]) -> Seat | None:
    """Return the computer's seat whose move the game waits for, or ``None``.

    Where a person may act too, or the whole table, a computer goes first only if its game says
    so; and nowhere while people are to have time to look.
    """
    setup = session.setup
    if not setup.computers:
        return None
    seats = session.game.to_act(session.state)
    own = [seat for seat in seats if seat >= 0 and setup.computers[seat]]
    if not own or (setup.people and _lets_people(session, alone=len(own) == len(seats))):
        return None
    return own[0]


def _lets_people(session: Session[Any, Any, Any], *, alone: bool) -> bool:
    """Return whether computers leave it to people; ``alone``: nobody else could go on."""
    module, view = _module(session.game.id), session.view()
    goes_first = alone or getattr(module, "first", _never)(view)
    return module.rests(view) or not goes_first


def _never(_view: object) -> bool:
    return False


def move(session: Session[Any, Any, Any], seat: Seat, chance: random.Random) -> Entry[Any, Any]:
    """Do the move of the computer at ``seat`` and return its entry.

    Raises ``StaleAction`` if somebody else acts while it chooses.
    """
    module, revision = _module(session.game.id), session.revision
    legal = [action for action in session.legal() if action.seat == seat]
    action = _chosen(module, session, seat, legal, chance)
    return session.do(module.safe(legal) if action is None else action, revision=revision)


def moves(session: Session[Any, Any, Any], chance: random.Random) -> Iterator[Entry[Any, Any]]:
    """Do the computers' moves, and yield the entry of each, until a person is to act."""
    for _turn in range(_MOST):
        seat = waiting(session)
        if seat is None:
            return
        yield move(session, seat, chance)


def _chosen(
    module: Any,
    session: Session[Any, Any, Any],
    seat: Seat,
    legal: list[Any],
    chance: random.Random,
) -> Any:
    """Return the action a temper chooses, or ``None`` if it finds none that will do."""
    temper = session.setup.computers[seat]
    try:
        action = module.choose(session.view(seat), legal, temper, chance)
    except Exception as error:  # noqa: BLE001 - whatever goes wrong in it, the table plays on
        _LOG.error("the computer could not choose: %s", type(error).__name__)
        return None
    return action if action in legal else None


def _module(game_id: str) -> Any:
    name = f"{games.package(game_id)}.bots"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None
