"""The cards of Cake Duel: the core troops and the ten specials.

The effects of the specials are not printed in any public rulebook; ``sure`` says how far each is
known, ``ruling`` which ruling settles what is doubtful about it.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from companion.language import _, plural
from companion.rulebook import Option

Kind = Literal["weapon", "magic", "special", "blocker", "unclaimable"]
Sure = Literal["certain", "fair", "weak"]

HAND = 4
"""Cards a player draws up to."""
DUEL = 3
"""Bouts that win a duel."""


class Troop(msgspec.Struct, frozen=True):
    """One kind of card.

    ``counts`` say one and several of it; ``copies`` are those of one core deck; ``steals`` the
    cakes one of it takes unblocked; ``stops`` the kinds of attacker it blocks; ``effect`` says
    in words what else it does.
    """

    id: str
    title: str
    counts: tuple[str, str]
    letter: str
    copies: int
    kind: Kind
    steals: int = 0
    stops: tuple[Kind, ...] = ()
    special: bool = False
    effect: str = ""
    sure: Sure = "certain"
    ruling: str = ""

    @property
    def attacks(self) -> bool:
        """Whether an attack may be claimed with its name."""
        return self.kind in ("weapon", "magic", "special")

    @property
    def claimable(self) -> bool:
        """Whether its name may be spoken in a claim."""
        return self.kind != "unclaimable"

    def counted(self, count: int) -> str:
        """Return ``"1 Soldier"``, ``"2 Soldiers"``."""
        return plural(*self.counts, count)


_ALL: tuple[Kind, ...] = ("weapon", "magic", "special")

CORE = (
    Troop("soldier", _("Soldier"), ("{count} Soldier", "{count} Soldiers"), "S", 5, "weapon", 1),
    Troop("archer", _("Archer"), ("{count} Archer", "{count} Archers"), "A", 4, "weapon", 1),
    Troop("wizard", _("Wizard"), ("{count} Wizard", "{count} Wizards"), "W", 3, "magic", 2),
    Troop(
        "defender",
        _("Defender"),
        ("{count} Defender", "{count} Defenders"),
        "D",
        4,
        "blocker",
        stops=("weapon",),
    ),
    Troop(
        "scientist",
        _("Scientist"),
        ("{count} Scientist", "{count} Scientists"),
        "C",
        3,
        "blocker",
        stops=("magic",),
    ),
    Troop(
        "wolfy",
        _("Sir Wolfy"),
        ("{count} Sir Wolfy", "{count} Sir Wolfys"),
        "Y",
        1,
        "unclaimable",
        effect=_("Is played under another name; a claim with him in it is never true."),
    ),
)

SPECIALS = (
    Troop(
        "assassin",
        _("Assassin"),
        ("{count} Assassin", "{count} Assassins"),
        "As",
        1,
        "weapon",
        5,
        special=True,
        effect=_("Steals five cakes."),
        sure="fair",
    ),
    Troop(
        "scout",
        _("Scout"),
        ("{count} Scout", "{count} Scouts"),
        "Sc",
        1,
        "weapon",
        1,
        special=True,
        effect=_("Steals one cake, then the same player attacks again."),
        sure="weak",
        ruling="effects",
    ),
    Troop(
        "summoner",
        _("Summoner"),
        ("{count} Summoner", "{count} Summoners"),
        "Su",
        1,
        "magic",
        special=True,
        effect=_(
            "Name a card and look at the opponent’s hand: it steals two cakes for each such "
            "card there."
        ),
        sure="weak",
        ruling="effects",
    ),
    Troop(
        "quartermaster",
        _("Quartermaster"),
        ("{count} Quartermaster", "{count} Quartermasters"),
        "Q",
        1,
        "special",
        special=True,
        effect=_("Your hand holds one card more for the rest of the bout."),
        sure="fair",
    ),
    Troop(
        "oracle",
        _("Oracle"),
        ("{count} Oracle", "{count} Oracles"),
        "O",
        1,
        "special",
        special=True,
        effect=_("Look at the opponent’s hand, then attack again."),
        sure="fair",
    ),
    Troop(
        "priest",
        _("Priest"),
        ("{count} Priest", "{count} Priests"),
        "P",
        1,
        "blocker",
        stops=_ALL,
        special=True,
        effect=_("Cancels one attacker of any kind and takes that card into the blocker’s hand."),
        sure="weak",
        ruling="priest",
    ),
    Troop(
        "angel",
        _("Angel"),
        ("{count} Angel", "{count} Angels"),
        "An",
        1,
        "blocker",
        stops=_ALL,
        special=True,
        effect=_("One Angel cancels the whole attack; then the attacker attacks again."),
        sure="fair",
    ),
    Troop(
        "baacrates",
        _("Professor Baacrates"),
        ("{count} Professor Baacrates", "{count} Professors Baacrates"),
        "B",
        1,
        "unclaimable",
        special=True,
        effect=_("In the claim he is played in, he and Sir Wolfy count as Scientists."),
        sure="weak",
    ),
    Troop(
        "agent-u",
        _("Agent U"),
        ("{count} Agent U", "{count} Agents U"),
        "U",
        1,
        "unclaimable",
        special=True,
        effect=_("Counts as any card that the challenger holds at the moment of the challenge."),
        sure="weak",
    ),
    Troop(
        "pierrot",
        _("Pierrot"),
        ("{count} Pierrot", "{count} Pierrots"),
        "Pi",
        1,
        "unclaimable",
        special=True,
        effect=_("Counts as the attacker that was claimed last."),
        sure="weak",
        ruling="pierrot",
    ),
)

TROOPS = (*CORE, *SPECIALS)
TROOP = {troop.id: troop for troop in TROOPS}
"""Every troop by id."""
ORDER = {troop.id: number for number, troop in enumerate(TROOPS)}
"""The place of each troop id in :data:`TROOPS`."""

EDITIONS = (
    Option("core", _("Core deck")),
    Option("specials", _("Core deck and specials nobody has seen, as in a tournament")),
)


@cache
def copies(troop_id: str, seats: int) -> int:
    """Return how many of a card there are: at four seats two sets are mixed, but for one Wolfy."""
    return TROOP[troop_id].copies * (2 if seats == 4 and troop_id != "wolfy" else 1)


@cache
def core_deck(seats: int) -> tuple[str, ...]:
    """Return the ids of the core deck: 20 cards for two players, 39 for four."""
    return tuple(troop.id for troop in CORE for _copy in range(copies(troop.id, seats)))


@cache
def special_deck(seats: int) -> tuple[str, ...]:
    """Return the ids of the specials that may be drawn from: 10, or 20 of two sets."""
    return tuple(troop.id for troop in SPECIALS for _copy in range(copies(troop.id, seats)))


def specials_in(edition: str, seats: int) -> int:
    """Return how many unseen specials are in the deck."""
    return 0 if edition == "core" else 2 if seats == 2 else 3


def deck_size(edition: str, seats: int) -> int:
    """Return how many cards the deck holds."""
    return len(core_deck(seats)) + specials_in(edition, seats)


@cache
def kinds(edition: str) -> tuple[Troop, ...]:
    """Return the kinds of card that can turn up."""
    return CORE if edition == "core" else TROOPS


@cache
def attackers(edition: str) -> tuple[str, ...]:
    """Return the ids an attack may be claimed with."""
    return tuple(troop.id for troop in kinds(edition) if troop.attacks)


@cache
def blockers(edition: str, attacker: str) -> tuple[str, ...]:
    """Return the ids that may be claimed to block ``attacker``."""
    kind = TROOP[attacker].kind
    return tuple(troop.id for troop in kinds(edition) if kind in troop.stops)
