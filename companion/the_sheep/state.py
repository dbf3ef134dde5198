"""What the table knows in The Sheep, and the actions that change it.

Nothing is hidden here but cards nobody has drawn. Hexes stand as their names, cards as their ids;
the three tiers in the order lesser, standard, greater.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from companion.game import TABLE, Seat, Setup
from companion.game import Action as BaseAction
from companion.the_sheep.pack import TIERS, Deck, Mutation, Tier, Turn
from companion.the_sheep.table import Table, table

Phase = Literal[
    "setup", "refresh", "day-event", "caravan-act", "enter", "drive", "action", "night-event",
    "pollution", "avert", "tiles", "mutation", "flock", "sheep-move", "combat", "strike", "over",
]  # fmt: skip
Result = Literal["", "won", "corruption", "pollution"]
Tiers = tuple[int, int, int]
"""A number for lesser, standard and greater sheep."""

PIECES: Tiers = (20, 15, 10)
ESSENCE_TOKENS, LANTERN_TOKENS = 26, 14
"""How many tokens the box holds."""
NO_SHEEP: Tiers = (0, 0, 0)
DAY_HEALTH: Tiers = (1, 2, 3)
ESSENCE: Tiers = (1, 2, 3)
MOST_ESSENCE = 5
MOST_TILES = 3
WAITING, SAFE = "waiting", "safe"
DAYTIME: frozenset[str] = frozenset(
    ("setup", "refresh", "day-event", "caravan-act", "enter", "drive", "action")
)


class Held(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card or trait of a shepherd; ``down`` if it is exhausted."""

    id: str
    down: bool = False


class Shepherd(msgspec.Struct, frozen=True, omit_defaults=True):
    """The shepherd of a seat.

    ``board`` is the chosen one's id, ``at`` its space. ``lit`` counts its lit lanterns of
    ``lanterns``. ``moved`` says that it has moved today, ``distracting`` how many lanterns
    it spent to distract tonight.
    """

    board: str = ""
    at: str = ""
    hand: tuple[Held, ...] = ()
    traits: tuple[Held, ...] = ()
    essence: int = 0
    corruption: int = 0
    experience: int = 0
    lit: int = 0
    lanterns: int = 0
    moved: bool = False
    distracting: int = 0
    dead: bool = False

    @property
    def level(self) -> int:
        """The level of the newest trait; 0 before the first is chosen."""
        return len(self.traits)


class Caravan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A travelling caravan: ``at`` is its space, or ``waiting`` or ``safe``.

    ``sold`` lists what was bought of it. ``acted`` and ``driven`` say what it has done today.
    """

    id: str
    at: str = WAITING
    corruption: int = 0
    sold: tuple[str, ...] = ()
    acted: bool = False
    driven: bool = False

    @property
    def on_board(self) -> bool:
        """Whether it stands on a space of the map."""
        return self.at not in (WAITING, SAFE)


class Herd(msgspec.Struct, frozen=True, omit_defaults=True):
    """The sheep of one space: how many of each tier; ``hurt`` are those with damage.

    A hurt sheep is (tier, damage), each counted in ``count`` too.
    """

    at: str
    count: Tiers
    hurt: tuple[tuple[int, int], ...] = ()

    @property
    def size(self) -> int:
        """How many sheep there are."""
        return sum(self.count)


class Tile(msgspec.Struct, frozen=True, omit_defaults=True):
    """A pollution tile in play, in the order they came."""

    id: str
    major: bool = False


class Job(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that has begun and is still to be finished, in turn.

    ``do`` says what: an effect of a card, or one of ``curse``, ``discard``, ``trait``, ``share``,
    ``carry``, ``tile`` and ``strike``. ``seat`` is whose it is, ``at`` where, ``count`` how much.
    """

    do: str
    seat: Seat = TABLE
    at: str = ""
    count: int = 0
    tier: int = 2
    where: str = ""
    tiers: Tiers = NO_SHEEP
    card: str = ""


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing the last action brought about, in order; the story tells it.

    ``what`` names it: ``spawn``, ``instead``, ``no-piece``, ``corrupt``, ``curse``, ``heal``,
    ``kill``, ``strike`` and so on; the other fields are what they are of that.
    """

    what: str
    seat: Seat = TABLE
    at: str = ""
    to: str = ""
    name: str = ""
    tier: int = -1
    count: int = 0


class State(msgspec.Struct, frozen=True):
    """The table.

    ``day`` counts from 1. ``flock`` holds the herds on the map, ``stock`` the pieces left beside
    it. ``slot`` is where the pollution tracker stands, from 0, the lowest. ``day_event``,
    ``night_event`` and ``mutation`` are the cards in force, empty where there is none. ``drawn``
    lists by deck the cards drawn since it was last shuffled, ``draws`` how many in all. ``steered``
    are the herds whose end the players chose tonight. ``queue`` is what has begun and is not
    finished; the first waits for the players. ``entered`` are cards typed in, ``news`` what
    the last action brought about, ``result`` how the game ended.
    """

    setup: Setup
    phase: Phase
    shepherds: tuple[Shepherd, ...]
    day: int = 1
    caravans: tuple[Caravan, ...] = ()
    flock: tuple[Herd, ...] = ()
    stock: Tiers = PIECES
    slot: int = 0
    tiles: tuple[Tile, ...] = ()
    day_event: str = ""
    night_event: str = ""
    mutation: str = ""
    drawn: tuple[tuple[str, ...], ...] = ((),) * 6
    draws: tuple[int, ...] = (0,) * 6
    steered: tuple[tuple[str, str], ...] = ()
    queue: tuple[Job, ...] = ()
    entered: tuple[str, ...] = ()
    news: tuple[News, ...] = ()
    result: Result = ""

    @property
    def seats(self) -> int:
        """How many players there are, dead shepherds' included."""
        return len(self.setup.names)

    @property
    def table(self) -> Table:
        """The map and the cards of this table."""
        return table(self.setup.pack, self.entered)

    @property
    def travelling(self) -> int:
        """How many caravans travel: where the kit deals no more than the pack has."""
        if self.setup.virtual:
            return self.table.travelling(self.seats)
        return self.table.board.caravans[self.seats]

    @property
    def is_day(self) -> bool:
        """Whether it is day."""
        return self.phase in DAYTIME

    @property
    def price(self) -> int:
        """How many lanterns avert the pollution now."""
        return self.table.meter(self.seats)[self.slot]

    @property
    def sheep_now(self) -> Mutation | None:
        """The mutation of tonight, if it has been drawn and it is night."""
        return self.table.decks["mutation"].get(self.mutation)


class Action(BaseAction, frozen=True, omit_defaults=True):
    """A move of The Sheep. What belongs to nobody in particular has the seat -1."""


class Choose(Action, frozen=True, tag="choose"):
    """Take a shepherd's board and a trait of level I."""

    shepherd: str
    trait: str


class Bring(Action, frozen=True, tag="bring"):
    """Have a caravan travel in this game."""

    caravan: str


class Advance(Action, frozen=True, tag="advance"):
    """Do the automatic step that comes now: refresh, raise, tiles, the sheep's move, strikes."""


class Done(Action, frozen=True, tag="done"):
    """End the action step of the day, or combat."""


class Draw(Action, frozen=True, tag="draw"):
    """Draw ``card`` from a deck; in a virtual game the kit fills it in."""

    deck: Deck
    card: str = ""


class CaravanAct(Action, frozen=True, tag="act"):
    """Perform a caravan's action."""

    caravan: str


class Enter(Action, frozen=True, tag="enter"):
    """Place a caravan on the Start."""

    caravan: str


class Drive(Action, frozen=True, tag="drive"):
    """Let a caravan move; ``turn`` only where it comes to a fork and no event shows the way."""

    caravan: str
    turn: Turn = ""


class Move(Action, frozen=True, tag="move"):
    """Move up to three spaces, once a day."""

    to: str


class Walk(Action, frozen=True, tag="walk"):
    """Spend a lantern to move one space at night."""

    to: str


class Buy(Action, frozen=True, tag="buy"):
    """Buy ``card`` of the caravan on the space."""

    card: str


class Purify(Action, frozen=True, tag="purify"):
    """Spend a lantern and one essence for one experience."""


class Give(Action, frozen=True, tag="give"):
    """Give ``count`` essence to another shepherd on the space."""

    to: Seat
    count: int


class Use(Action, frozen=True, tag="use"):
    """Use the ability of a card or trait and exhaust it."""

    card: str


class Attack(Action, frozen=True, tag="attack"):
    """Attack a sheep of ``tier`` that has so much damage already; ``boost`` spends a lantern."""

    card: str
    tier: Tier
    hurt: int = 0
    boost: bool = False


class Carry(Action, frozen=True, tag="carry"):
    """By day: deal the excess damage to another sheep of the space."""

    tier: Tier
    hurt: int = 0


class LetGo(Action, frozen=True, tag="let-go"):
    """Do not use what is left to use: excess damage, further steps or a card's choice."""


class Avert(Action, frozen=True, tag="avert"):
    """Avert pollution; ``lanterns`` says how many each seat spends."""

    lanterns: tuple[int, ...]


class Suffer(Action, frozen=True, tag="suffer"):
    """Do not avert pollution; ``flip`` is the minor tile to turn, from 0, if three are there."""

    flip: int = -1


class Steer(Action, frozen=True, tag="steer"):
    """Choose where the sheep of the space ``at`` end, where the rules leave it to the players."""

    at: str
    to: str


class Distract(Action, frozen=True, tag="distract"):
    """Spend a lantern to be struck instead of others."""


class Bear(Action, frozen=True, tag="bear"):
    """``who`` is struck by a sheep of ``tier``, or by ``every`` sheep that is left there."""

    who: Seat
    tier: Tier = "lesser"
    every: bool = False


class Share(Action, frozen=True, tag="share"):
    """Distribute the essence of a kill: ``essence`` for each seat."""

    essence: tuple[int, ...]


class Discard(Action, frozen=True, tag="discard"):
    """Discard an Equipment card to come down to the hand limit."""

    card: str


class Learn(Action, frozen=True, tag="learn"):
    """Choose the new trait."""

    trait: str


class Pick(Action, frozen=True, tag="pick"):
    """Choose ``who`` of the shepherds an effect is for."""

    who: Seat


class Shift(Action, frozen=True, tag="shift"):
    """Move one sheep of ``tier`` (with so much damage) as a card says."""

    at: str
    to: str
    tier: Tier
    hurt: int = 0


class Step(Action, frozen=True, tag="step"):
    """Move as a card says."""

    to: str


class Ready(Action, frozen=True, tag="ready"):
    """Refresh a card or trait, as a card says."""

    card: str


class Enlist(Action, frozen=True, tag="card"):
    """Type in a card the pack does not have: the list it belongs to and its ``data`` as JSON."""

    kind: str
    data: str


FixWhat = Literal[
    "sheep", "stock", "corruption", "essence", "experience", "lanterns", "at", "gain", "lose",
    "ready", "exhaust", "pollution", "tile",
]  # fmt: skip


class Fix(Action, frozen=True, tag="fix"):
    """Set something by hand, because of ``reason``.

    ``sheep``: ``count`` of the tier ``name`` at the hex ``at``; ``stock``: pieces of the tier
    ``name``. Of a seat, or of the caravan ``name``: ``corruption`` and ``at``; of a seat only
    ``essence``, ``experience``, ``lanterns`` (lit) and, with a card's id as ``name``, ``gain``,
    ``lose``, ``ready`` and ``exhaust``. Of the table: ``pollution`` (slot from 1), ``tile`` (by
    ``name``; ``count`` 0 gone, 1 minor, 2 major).
    """

    what: FixWhat
    name: str = ""
    at: str = ""
    count: int = 0
    reason: str = ""


AnyAction = (
    Choose | Bring | Advance | Done | Draw | CaravanAct | Enter | Drive | Move | Walk | Buy | Purify
    | Give | Use | Attack | Carry | LetGo | Avert | Suffer | Steer | Distract | Bear | Share
    | Discard | Learn | Pick | Shift | Step | Ready | Enlist | Fix
)  # fmt: skip


# Finding one's way about a state


def herd_at(state: State, at: str) -> Herd | None:
    """Return the sheep on a space, or ``None``."""
    for herd in state.flock:
        if herd.at == at:
            return herd
    return None


def caravan_at(state: State, at: str) -> Caravan | None:
    """Return the caravan on a space, or ``None``."""
    for caravan in state.caravans:
        if caravan.at == at:
            return caravan
    return None


def caravan_of(state: State, caravan_id: str) -> Caravan | None:
    """Return the travelling caravan of that id, or ``None``."""
    for caravan in state.caravans:
        if caravan.id == caravan_id:
            return caravan
    return None


def shepherds_at(state: State, at: str) -> tuple[Seat, ...]:
    """Return the seats whose living shepherds stand on a space."""
    return tuple(s for s, one in enumerate(state.shepherds) if one.at == at and not one.dead)


def living(state: State) -> tuple[Seat, ...]:
    """Return the seats whose shepherds live."""
    return tuple(s for s, one in enumerate(state.shepherds) if not one.dead)


def tier_number(tier: str) -> int:
    """Return the number of a tier: 0 lesser, 1 standard, 2 greater."""
    return TIERS.index(tier)


def on_board(state: State) -> Tiers:
    """Return how many sheep of each tier are on the map."""
    lesser = standard = greater = 0
    for herd in state.flock:
        lesser += herd.count[0]
        standard += herd.count[1]
        greater += herd.count[2]
    return lesser, standard, greater


def hand_limit(state: State, seat: Seat) -> int:
    """Return how many cards a seat may hold: as its newest trait says, else 3, 4 and 5."""
    traits = state.shepherds[seat].traits
    if not traits:
        return 3
    trait = state.table.traits.get(traits[-1].id)
    return trait.hand if trait is not None and trait.hand else 2 + len(traits)


def inventory(state: State, caravan: Caravan) -> tuple[str, ...]:
    """Return what a caravan still sells."""
    board = state.table.caravans.get(caravan.id)
    wares = list(board.inventory if board else ())
    for card in caravan.sold:
        if card in wares:
            wares.remove(card)
    return tuple(wares)


# Changing parts of a state


def put_shepherd(state: State, seat: Seat, shepherd: Shepherd) -> State:
    """Return ``state`` with another shepherd at a seat."""
    row = state.shepherds
    return replace(state, shepherds=(*row[:seat], shepherd, *row[seat + 1 :]))


def put_caravan(state: State, caravan: Caravan) -> State:
    """Return ``state`` with that caravan in the place of the one of its id."""
    row = tuple(caravan if one.id == caravan.id else one for one in state.caravans)
    return replace(state, caravans=row)


def put_herd(flock: tuple[Herd, ...], herd: Herd) -> tuple[Herd, ...]:
    """Return the flock with that herd on its space, sorted by the hexes' names."""
    rest = [one for one in flock if one.at != herd.at]
    if any(herd.count):
        rest.append(herd)
        rest.sort(key=_place)
    return tuple(rest)


def _place(herd: Herd) -> str:
    return herd.at


def with_tier(count: Tiers, tier: int, more: int) -> Tiers:
    """Return ``count`` with so many more sheep of a tier."""
    lesser, standard, greater = count
    if tier == 0:
        return lesser + more, standard, greater
    return (lesser, standard + more, greater) if tier == 1 else (lesser, standard, greater + more)
