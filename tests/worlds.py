"""Worlds that differ in what is hidden, and everything that might tell them apart.

A test hands in its game, its random games and what a viewer sees; see :class:`Worlds`.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

import companion
from companion import saves
from companion.game import Game, Refusal, Seat
from companion.opening import AnySession
from companion.secrets import Dealer, Glimpse, World
from companion.session import Entry
from tests import walks

AnyWorld = World[Any]
SEAL = re.compile(rb"[0-9a-f]{64}")


def stacks(world: AnyWorld) -> tuple[tuple[str, ...], ...]:
    """Return the hidden stacks."""
    assert world.dealer is not None
    return world.dealer.stacks


def plain(value: object) -> bytes:
    """Return a value as bytes, its seals and salts masked."""
    return SEAL.sub(b"seal", walks.plain(value))


def chi_square(counts: Counter[Any], cells: int) -> float:
    """Return how far counts are from being all alike."""
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


def taken_back(session: AnySession) -> Iterator[tuple[Entry[Any, Any], AnyWorld]]:
    """Take back every action of a game, the last first; yield each with the world it had led to.

    Each is done once more before, which has to bring the same cards.
    """
    while session.last is not None:
        before, entry = session._worlds[-1], session.last
        session.undo(agreed=session.consent)
        session.redo()
        assert session._worlds[-1] == before
        session.undo(agreed=session.consent)
        yield entry, before


# Random games


@dataclass(frozen=True)
class Walk:
    """A random virtual game: its worlds, and what led from each to the next."""

    game: Game[Any, Any, Any]
    worlds: list[AnyWorld]
    asked: list[Any]
    recorded: list[Any]

    @property
    def state(self) -> Any:
        """The state it has come to."""
        return self.worlds[-1].state

    def do(self, action: Any) -> None:
        """Go on by one action."""
        recorded, after = walks.done(self.game, self.worlds[-1], action)
        self.worlds.append(after)
        self.asked.append(action)
        self.recorded.append(recorded)

    def steps(self) -> Iterator[tuple[AnyWorld, Any, Any, AnyWorld]]:
        """Yield each world with what was asked and recorded in it, and the world after."""
        for (before, after), asked, recorded in zip(
            pairwise(self.worlds), self.asked, self.recorded, strict=True
        ):
            yield before, asked, recorded, after


class Card(str):
    """A card that is told from others of its name, to see where it goes."""

    __slots__ = ()


def marked(world: AnyWorld) -> AnyWorld:
    """Return a world whose cards can be told apart; those that already can stay as they are."""
    assert world.dealer is not None
    marks = tuple(
        tuple(card if type(card) is Card else Card(card) for card in stack)
        for stack in world.dealer.stacks
    )
    return World(world.state, replace(world.dealer, stacks=marks))


class Tally(NamedTuple):
    """How many pairs were compared, of them really different, and at how many steps."""

    pairs: int = 0
    different: int = 0
    steps: int = 0
    stopped: int = 0


class Worlds:
    """The random games of one game, and for each of their worlds others that look the same."""

    def __init__(
        self,
        game: Game[Any, Any, Any],
        walk: Callable[[int], Walk],
        sees: Callable[[int, int, Seat | None], set[int]],
        *,
        cards: Callable[[Any], list[str]],
        tries: tuple[str, ...],
        said: Callable[[str], str] = str,
    ) -> None:
        """Take the game's own parts.

        ``sees`` returns the marks of the cards that a viewer sees at a step of a walk, those not
        counted that it saw in a hand; ``cards`` all cards there are; ``said`` a sentence of the
        log with what only tells one seal from another masked.
        """
        self.game, self.walk, self.sees, self.cards = game, walk, sees, cards
        self.tries, self.said = tries, said
        self.traced = cache(self._traced)
        self.knows = cache(self._knows)
        self.told_in_walk = cache(self._told_in_walk)

    def _traced(self, number: int) -> list[AnyWorld]:
        """Return the worlds of a walk once more, with marked cards.

        They lie as the real ones do; a flip makes new texts of some.
        """
        found = self.walk(number)
        worlds = [marked(found.worlds[0])]
        for action in found.asked:
            _recorded, after = walks.done(self.game, worlds[-1], action)
            worlds.append(marked(after))
        assert [*map(stacks, worlds)] == [*map(stacks, found.worlds)]
        return worlds

    def _knows(self, number: int, step: int, viewer: Seat | None) -> frozenset[int]:
        """Return the marks of the cards a viewer sees at a step of a walk, or saw in a hand."""
        dealer = self.traced(number)[step].dealer
        assert dealer is not None
        seen = [one.cards for one in dealer.glimpses if one.seat == viewer]
        looked = {id(card) for cards in seen for card in cards}
        return frozenset(self.sees(number, step, viewer) | looked)

    def insist_known_rightly(self, number: int) -> None:
        """See that nobody in a walk is said to know what it cannot know."""
        for step, world in enumerate(self.walk(number).worlds):
            marks = stacks(self.traced(number)[step])
            for viewer in (None, *range(world.state.seats)):
                said = {id(marks[stack][at]) for stack, at in self.game.known(world, viewer)}
                assert said <= self.knows(number, step, viewer)

    # Another world

    def other_world(
        self, number: int, step: int, viewer: Seat | None, until: int, chance: random.Random
    ) -> AnyWorld:
        """Return a world that ``viewer`` cannot tell from the walk’s at ``step``.

        All cards it sees nowhere from there ``until`` a later step are mixed, as far as each may
        lie there; so is what others have seen.
        """
        world, marks = self.walk(number).worlds[step], self.traced(number)[step]
        assert world.dealer is not None
        known = frozenset().union(
            *(self.knows(number, at, viewer) for at in range(step, until + 1))
        )
        free = [
            (stack, at)
            for stack, cards in enumerate(stacks(marks))
            for at, card in enumerate(cards)
            if id(card) not in known
        ]
        lying = self.mixed(stacks(world), free, chance)
        glimpses = tuple(
            one if one.seat == viewer else self.misremembered(one, world.state, chance)
            for one in world.dealer.glimpses
        )
        return World(world.state, Dealer(world.dealer.seed, lying, glimpses))

    def mixed(
        self,
        lying: tuple[tuple[str, ...], ...],
        free: list[tuple[int, int]],
        chance: random.Random,
    ) -> tuple[tuple[str, ...], ...]:
        """Return the stacks with the cards of the ``free`` places mixed, if they can be."""
        mixed = [list(stack) for stack in lying]
        cards = [lying[stack][at] for stack, at in free]
        for _try in range(50):
            chance.shuffle(cards)
            if all(
                self.game.fits(stack, card) for (stack, _at), card in zip(free, cards, strict=True)
            ):
                break
        else:
            return lying
        for (stack, at), card in zip(free, cards, strict=True):
            mixed[stack][at] = card
        return tuple(map(tuple, mixed))

    def misremembered(self, glimpse: Glimpse, state: Any, chance: random.Random) -> Glimpse:
        """Return what another seat saw, with other cards."""
        return replace(glimpse, cards=tuple(chance.sample(self.cards(state), len(glimpse.cards))))

    # What is told in it

    def refusals(self, world: AnyWorld) -> Iterator[str]:
        """Yield what is told of each try in ``world``."""
        for text in self.tries:
            action = self.game.commands.parse(world.state, text)
            refusal = self.game.check(world.state, action)
            resolved = refusal or self.game.resolve(world, action)
            yield str(resolved) if isinstance(resolved, Refusal) else "it can be done"

    def told(self, world: AnyWorld, viewer: Seat | None) -> list[object]:
        """Return everything ``viewer`` is told in a world."""
        view = self.game.observe(world, viewer)
        legal = plain(self.game.legal(world.state))
        return [plain(view), self.game.board(view), legal, *self.refusals(world)]

    def _told_in_walk(self, number: int, step: int, viewer: Seat | None) -> list[object]:
        return self.told(self.walk(number).worlds[step], viewer)

    def news(self, before: AnyWorld, recorded: Any, after: AnyWorld) -> list[object]:
        """Return what an action adds to the log, and to the list of who learnt what."""
        story = self.game.tell(before.state, recorded, after.state)
        learned = self.game.learned(before.state, recorded, after.state)
        sentence = self.said(story.sentence)
        return [sentence, story.short, story.rule, plain(learned), plain(recorded)]

    def compare(self, number: int, chance: random.Random) -> Tally:
        """Play on in a walk and in another world, and see that a viewer cannot tell them apart."""
        found = self.walk(number)
        step = chance.choice([0, *range(len(found.asked))])
        viewer = chance.choice([None, *range(found.state.seats)])
        until = min(step + chance.choice([0, 1, 2, 4, 8]), len(found.asked))
        other = self.other_world(number, step, viewer, until, chance)
        different = int(other.dealer != found.worlds[step].dealer)
        assert self.told(other, viewer) == self.told_in_walk(number, step, viewer)
        for at in range(step, until):
            recorded, after = walks.done(self.game, other, found.asked[at])
            if plain(recorded) != plain(found.recorded[at]):  # everybody could see a difference
                return Tally(1, different, at - step + 1, 1)
            real = self.news(found.worlds[at], found.recorded[at], found.worlds[at + 1])
            assert self.news(other, recorded, after) == real
            assert self.told(after, viewer) == self.told_in_walk(number, at + 1, viewer)
            other = after
        return Tally(1, different, until - step + 1)

    def compared(self, numbers: range, pairs: int) -> Tally:
        """Compare so many pairs of each of the walks."""
        total = Tally()
        for number in numbers:
            chance = random.Random(f"pair {number}")
            for _pair in range(pairs):
                total = Tally(*map(sum, zip(total, self.compare(number, chance), strict=True)))
        return total

    # Two saves of it, opened

    def two_sessions(
        self, number: int, step: int, other: AnyWorld, folder: Path
    ) -> tuple[AnySession, AnySession]:
        """Return two reopened games: the walk up to ``step``, and one with the ``other`` cards."""
        worlds, recorded = self.walk(number).worlds, self.walk(number).recorded[:step]
        header = saves.Header(saves.FORMAT, other.state.setup, worlds[0].dealer)
        events = [
            saves.Event(
                do=msgspec.Raw(msgspec.json.encode(action)),
                deal=after.dealer if after.dealer is not before.dealer else None,
            )
            for (before, after), action in zip(pairwise(worlds), recorded, strict=False)
        ]
        mixed = [*events]
        last = max((at for at, event in enumerate(events) if event.deal is not None), default=None)
        if last is not None:
            mixed[last] = replace(events[last], deal=other.dealer)
        other_header = header if last is not None else replace(header, deal=other.dealer)
        return written(folder / "a", header, events), written(folder / "b", other_header, mixed)

    def all_told(self, session: AnySession, viewer: Seat | None) -> list[object]:
        """Return everything a session says to a viewer."""
        return [
            plain(session.view(viewer)),
            session.text(viewer),
            str(session),
            repr(session),
            plain(session.legal()),
            [str(session.why_not(text)) for text in self.tries],
            [
                (self.said(entry.sentence), entry.story.short, entry.rule, entry.taken_back)
                for entry in session.log
            ],
            [(entry.number, plain(learned)) for entry, learned in session.ledger],
            session.consent,
            session.notices,
            session.outcome,
            session.problems,
        ]

    def insist_alike(self, real: AnySession, other: AnySession, viewer: Seat | None) -> None:
        assert self.all_told(real, viewer) == self.all_told(other, viewer)

    def play_both(
        self, real: AnySession, other: AnySession, viewer: Seat | None, actions: list[Any]
    ) -> int:
        """Do the same in both, take it back, do it again, come back to it; return how far it went.

        Both are closed in the end.
        """
        self.insist_alike(real, other, viewer)
        went = 0
        for went, action in enumerate(actions, start=1):
            entries = real.do(action), other.do(action)
            if plain(entries[0].action) != plain(entries[1].action):
                break
            self.insist_alike(real, other, viewer)
            for session in (real, other):
                session.undo(agreed=session.consent)
            self.insist_alike(real, other, viewer)
            for session in (real, other):
                session.redo()
            self.insist_alike(real, other, viewer)
            if went % 2:
                real, other = reopened(real), reopened(other)
                self.insist_alike(real, other, viewer)
        real.close()
        other.close()
        return went

    def compare_saves(self, numbers: range, folder: Path) -> int:
        """Return how many steps were compared of two saves of each walk."""
        steps_done = 0
        for number in numbers:
            chance, found = random.Random(f"saves {number}"), self.walk(number)
            for step in (0, chance.randrange(len(found.asked))):
                viewer = chance.choice([None, *range(found.state.seats)])
                until = min(step + 4, len(found.asked))
                other = self.other_world(number, step, viewer, until, chance)
                real, mixed = self.two_sessions(number, step, other, folder)
                steps_done += self.play_both(real, mixed, viewer, found.asked[step:until])
        return steps_done


def written(folder: Path, header: saves.Header, events: list[saves.Event]) -> AnySession:
    """Write a save and return it opened."""
    folder.mkdir(exist_ok=True)
    path = folder / "the same.game"
    path.unlink(missing_ok=True)
    with saves.SaveFile.create(path, header) as save:
        for event in events:
            save.append(event)
    return companion.open(path)


def reopened(session: AnySession) -> AnySession:
    """Close a game and open its save, as who comes back to the table does."""
    assert session.path is not None
    session.close()
    return companion.open(session.path)
