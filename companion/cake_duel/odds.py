"""How likely a claim is to be true, counted from nothing but what one seat can see.

Every deal that the seat cannot tell from the real one counts alike: of the cards, and of the
specials that may be in the deck. A hand of which some or all cards were seen counts as all it held
then and the ones that joined it since, of which any may have left it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import comb, gcd, lcm, perm
from typing import NamedTuple, cast

import msgspec

from companion.cake_duel.claims import copied
from companion.cake_duel.state import Claim, State, Turn, side
from companion.cake_duel.story import cards_text, claim_text
from companion.cake_duel.troops import (
    CORE,
    SPECIALS,
    TROOP,
    copies,
    deck_size,
    kinds,
    special_deck,
    specials_in,
)
from companion.cake_duel.view import View
from companion.game import Seat
from companion.language import _, listing, plural
from companion.secrets import Glimpse

Roles = tuple[int, int, int]
"""How many cards are good for a claim, Professor Baacrates where he helps, or neither.

Sir Wolfy is always counted apart.
"""

GOOD, SAGE, IDLE = range(3)
_NONE: Roles = (0, 0, 0)


class Odds(msgspec.Struct, frozen=True):
    """The odds of a claim.

    ``could`` is the chance that the hand it came from allowed it to be true, ``blind`` the chance
    that it is true if its cards were drawn from that hand at random. ``counting`` tells in
    sentences what was counted.
    """

    could: Fraction
    blind: Fraction
    counting: tuple[str, ...]


def at_least(copies: int, cards: int, hand: int, count: int) -> Fraction:
    """Return the chance that ``hand`` of ``cards`` hold ``count`` or more of the ``copies``."""
    ways = sum(comb(copies, k) * comb(cards - copies, hand - k) for k in range(count, hand + 1))
    return Fraction(ways, comb(cards, hand))


def believed(could: float, bluffs: float) -> float:
    """Return the chance that a claim is true that ``could`` be, with that chance.

    Who can make it true is taken to do so; who cannot claims the same with the chance ``bluffs``.
    """
    return could / (could + (1 - could) * bluffs) if could else 0.0


def claim(view: View) -> Odds | None:
    """Return the odds of the claim that the viewer may challenge now, or ``None`` without one."""
    judged = _judged(view)
    return None if judged is None else _odds(judged)


def shares(view: View) -> tuple[Fraction, Fraction] | None:
    """Return ``could`` and ``blind`` of :func:`claim` alone, without the words."""
    judged = _judged(view)
    if judged is None:
        return None
    counted = _counted(_case(judged))
    return counted.could, counted.blind


def noted(view: View, seat: Seat, hand: tuple[str, ...], played: tuple[str, ...]) -> Odds | None:
    """Return the odds for ``seat`` at a table, which notes its own cards in private.

    ``hand`` are the cards it holds, ``played`` those of its own that lie played in this bout, as
    far as it remembers them. ``None`` if it has no claim to challenge now. Raises ``ValueError``
    for cards that cannot be.
    """
    if view.challenged is None or seat != _challenger(view):
        return None
    _insist_possible(view, seat, hand, played)
    judged = _Judged(view, view.challenged, seat, hand, played)
    if not _weighed(_case(judged)):
        raise ValueError(_("These are more cards than the counts on the table leave room for."))
    return _odds(judged)


def unseen(view: View) -> Counter[str]:
    """Return how many of each core card the viewer of a virtual game does not see."""
    known = [*view.hand, *view.laid, *view.played, *view.partner_hand]
    if view.viewer is not None and "wolfy" not in known and _lies_open(view, view.viewer):
        known.append("wolfy")
    hidden = Counter(dict(core_copies(view.seats)))
    hidden.subtract(card for card in known if card in hidden)
    return hidden


@cache
def core_copies(seats: int) -> tuple[tuple[str, int], ...]:
    """Return the ids of the core troops, each with its copies."""
    return tuple((troop.id, copies(troop.id, seats)) for troop in CORE)


# What is known


class _Judged(NamedTuple):
    """A claim, and what the ``seat`` that may challenge it knows."""

    view: View
    claim: Claim
    seat: Seat
    hand: tuple[str, ...]
    plays: tuple[str, ...]
    partner: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    glimpses: tuple[Glimpse, ...] = ()

    @property
    def name(self) -> str:
        """The claimant."""
        return self.view.setup.names[self.claim.seat]

    @property
    def known(self) -> Counter[str]:
        """The cards that for sure are not, and never were, in the claimant's hand."""
        return Counter((*self.hand, *self.plays, *self.partner, *self.elsewhere))

    @property
    def seen(self) -> Counter[str]:
        """The cards once seen in the claimant's hand."""
        return Counter(card for one in self.glimpses for card in one.cards)

    @property
    def held(self) -> int:
        """How many cards the hand held that the claimed ones come from."""
        return self.view.hands[self.claim.seat] + self.claim.count

    @property
    def left(self) -> int:
        """How many cards but the claimed ones have left that hand since some were first seen."""
        return self.glimpses[0].played - self.claim.count if self.glimpses else 0

    @property
    def before(self) -> int:
        """How many cards others played before, of which at most Sir Wolfy lies open."""
        return max(0, self.view.pile - len(self.plays) - self.claim.count)

    @property
    def size(self) -> int:
        """How many cards are in play."""
        return deck_size(self.view.setup.edition, self.view.seats)

    @property
    def unseen(self) -> int:
        """How many cards the seat does not see, those it saw in the claimant's hand included."""
        return self.size - self.known.total()


def _judged(view: View) -> _Judged | None:
    seat, claim = view.viewer, view.challenged
    if seat is None or claim is None or not view.setup.virtual or seat != _challenger(view):
        return None
    plays = (*view.played, *view.laid)
    untouched = [one for one in view.glimpses if one.whose != claim.seat and not one.played]
    elsewhere = tuple(card for one in untouched for card in one.cards)
    glimpses = _glimpses(view, seat, claim.seat)
    return _Judged(view, claim, seat, view.hand, plays, view.partner_hand, elsewhere, glimpses)


def _challenger(view: View) -> Seat:
    return view.defender if view.block is None else view.attacker


def _glimpses(view: View, seat: Seat, whose: Seat) -> tuple[Glimpse, ...]:
    """Return what ``seat`` saw of a hand; nothing once a Priest may have taken cards of it over."""
    own = side(seat, view.seats)
    if any(side(by, view.seats) == own for by in _priests(view)):
        return ()
    return tuple(one for one in view.glimpses if one.whose == whose)


def _priests(view: View) -> set[Seat]:
    """Return the seats that have taken attack cards with a Priest in this bout."""
    return {turn.block.seat for turn in view.turns if turn.block is not None and _taken(turn)}


def _taken(turn: Turn) -> int:
    """Return how many attack cards a Priest took in a finished turn."""
    block = turn.block if turn.fate == "blocked" else None
    return block.count if block is not None and block.troop == "priest" else 0


def _lies_open(view: View, seat: Seat) -> bool:
    """Return whether Sir Wolfy lies turned up, and has not been given to the Priest of another."""
    given = view.setup.rulings["priest"] == "attacker" and bool(_priests(view) - {seat})
    return view.showed and not given


# What is counted


class _Kind(NamedTuple):
    """A special that may be unseen in the deck: its role, its copies, if one is so for sure."""

    role: int
    copies: int
    certain: bool


class _Case(NamedTuple):
    """A claim as numbers.

    ``wanted`` cards were claimed from a hand of ``held``. ``seen`` are those once seen in it, of
    which, and of the later ones, ``left`` have left it. ``rest`` are the other unseen core cards;
    with them are ``unknown`` specials of the ``kinds``. ``wolf`` is in how many places Sir Wolfy
    may be in that hand, among those that left it, and elsewhere; ``helps`` if he can be good.
    """

    wanted: int
    held: int
    left: int
    seen: Roles
    rest: Roles
    kinds: tuple[_Kind, ...]
    unknown: int
    wolf: tuple[int, int, int]
    helps: bool


def _case(judged: _Judged) -> _Case:
    known, seen, roles = judged.known, judged.seen, _roles(judged)
    found = known + seen if seen else known
    rest = {name: number - found[name] for name, number in core_copies(judged.view.seats)}
    kinds, unknown = _kinds(judged.view, found, roles)
    return _Case(
        wanted=judged.claim.count,
        held=judged.held,
        left=judged.left,
        seen=_by_role(seen, roles),
        rest=_by_role(rest, roles),
        kinds=kinds,
        unknown=unknown,
        wolf=_wolf_places(judged, bool(known["wolfy"]), bool(seen["wolfy"])),
        helps=judged.claim.troop == "scientist",
    )


def _roles(judged: _Judged) -> dict[str, int]:
    """Return the roles of the cards that are not idle in this claim."""
    troop = judged.claim.troop
    roles = {troop: GOOD}
    if troop in judged.hand:
        roles["agent-u"] = GOOD
    if troop == "scientist":
        roles["baacrates"] = SAGE
    if troop == copied(_table(judged.view), judged.claim.seat):
        roles["pierrot"] = GOOD
    return roles


def _table(view: View) -> State:
    return cast("State", view)  # who asks looks at nothing that a view does not have as well


def _by_role(cards: Mapping[str, int], roles: dict[str, int]) -> Roles:
    counts = [0, 0, 0]
    for card, count in cards.items():
        if card != "wolfy":
            counts[roles.get(card, IDLE)] += count
    return counts[GOOD], counts[SAGE], counts[IDLE]


def _kinds(view: View, found: Counter[str], roles: dict[str, int]) -> tuple[tuple[_Kind, ...], int]:
    """Return the specials that may be unseen in the deck, and how many of them are."""
    if view.setup.edition == "core":
        return (), 0
    known = {one.id: found[one.id] for one in SPECIALS}
    kinds = tuple(
        _Kind(roles.get(name, IDLE), copies(name, view.seats) - n, name in view.met and not n)
        for name, n in known.items()
    )
    return kinds, specials_in(view.setup.edition, view.seats) - sum(known.values())


def _wolf_places(judged: _Judged, known: bool, seen: bool) -> tuple[int, int, int]:
    if known:
        return 0, 0, 1
    held, left, before = judged.held, judged.left, judged.before
    if _lies_open(judged.view, judged.seat):
        along = left if seen else min(left, before)
        return 0, along, 0 if seen else max(before - along, not along)
    if _would_lie_open(judged):
        return held, 0, 0 if seen else judged.unseen - held - before
    return held, left, 0 if seen else max(0, judged.unseen - held - left)


def _would_lie_open(judged: _Judged) -> bool:
    """Return whether a Sir Wolfy played before would have been turned up, and has not been.

    At a table he may have been forgotten; partners may have swapped him away unplayed.
    """
    setup, showed = judged.view.setup, judged.view.showed
    swapped = judged.view.seats == 4 and bool(judged.glimpses)
    return setup.virtual and setup.rulings["wolfy"] == "shown" and not showed and not swapped


# Counting


class _Counted(NamedTuple):
    """The ways in which a claim could be true, of all; and the two chances."""

    ways: int
    total: int
    could: Fraction
    blind: Fraction


@lru_cache(maxsize=1 << 16)
def _counted(case: _Case) -> _Counted:
    ways = total = picks = 0
    for weight, wolf, drawn in _weighed(case):
        could, true = _allowed(case, wolf, drawn)
        ways, picks = ways + weight * could, picks + weight * true
        total += weight * _deals(case, wolf, drawn)
    blind = Fraction(picks, total * comb(case.held, case.wanted))
    return _Counted(ways, total, Fraction(ways, total), blind)


def _weighed(case: _Case) -> list[tuple[int, int, int]]:
    """Return for each kind of place Sir Wolfy can be at a weight, if it is the hand, and the drawn.

    The drawn are the hidden cards but him that joined the hand since it was seen; without a look
    all of it was drawn. The weights are the smallest whole numbers that count all deals alike.
    """
    found = []
    for places, (wolf, along) in zip(case.wolf, ((1, 1), (0, 1), (0, 0)), strict=True):
        pool = case.held + case.left - along
        drawn = pool - sum(case.seen)
        if places and 0 <= drawn <= sum(case.rest) + case.unknown and pool >= case.held - wolf:
            deals = places * perm(pool, sum(case.seen))
            found.append((Fraction(deals, _deals(case, wolf, drawn)), wolf, drawn))
    unit = Fraction(
        gcd(*(weight.numerator for weight, *_rest in found)),
        lcm(*(weight.denominator for weight, *_rest in found)),
    )
    return [(int(weight / unit), wolf, drawn) for weight, wolf, drawn in found]


def _deals(case: _Case, wolf: int, drawn: int) -> int:
    """Return in how many ways the specials, the drawn and of all cards the hand can be chosen."""
    sets = sum(ways for ways, _specials in _special_sets(case.kinds, case.unknown))
    others = comb(sum(case.rest) + case.unknown, drawn)
    return sets * others * comb(sum(case.seen) + drawn, case.held - wolf)


def _allowed(case: _Case, wolf: int, drawn: int) -> tuple[int, int]:
    """Return in how many of those deals the claim could be true, and of how many true plays."""
    could = true = 0
    for ways, good, sages in _hands(case, wolf, drawn):
        plays = _true_plays(good, sages, wolf * case.helps, case.wanted)
        could, true = could + ways * bool(plays), true + ways * plays
    return could, true


def _true_plays(good: int, sages: int, wolves: int, wanted: int) -> int:
    """Return in how many ways ``wanted`` of these cards make the claim true."""
    with_sage = comb(good + sages + wolves, wanted) - comb(good + wolves, wanted)
    return comb(good, wanted) + with_sage


def _hands(case: _Case, wolf: int, drawn: int) -> Iterator[tuple[int, int, int]]:
    """Yield the ways to a hand and how many good cards and Baacrates it holds."""
    for sets, specials in _special_sets(case.kinds, case.unknown):
        rest = _sum(case.rest, specials)
        for kept in range(sum(case.seen) + 1):
            new = case.held - wolf - kept
            if 0 <= new <= drawn:
                gone = comb(sum(rest) - new, drawn - new)  # drawn, but not in the hand any more
                for old, now in product(_picks(case.seen, kept), _picks(rest, new)):
                    yield sets * gone * old[0] * now[0], old[1] + now[1], old[2] + now[2]


@lru_cache(maxsize=1 << 14)
def _picks(cards: Roles, count: int) -> tuple[tuple[int, int, int], ...]:
    """Return each way to take ``count`` cards: how often, the good ones and the Baacrates."""
    good, sages, idle = cards
    return tuple(
        (comb(good, g) * comb(sages, s) * comb(idle, count - g - s), g, s)
        for g, s in product(range(good + 1), range(sages + 1))
        if 0 <= count - g - s <= idle
    )


@lru_cache(maxsize=1 << 14)
def _special_sets(kinds: tuple[_Kind, ...], unknown: int) -> tuple[tuple[int, Roles], ...]:
    """Return how many sets of ``unknown`` specials there are, by the roles of their cards."""
    sets = Counter({_NONE: 1})
    for kind in kinds:
        grown = Counter[Roles]()
        for (have, ways), more in product(sets.items(), range(kind.certain, kind.copies + 1)):
            added = _sum(have, tuple(more * (role == kind.role) for role in range(3)))
            grown[added] += ways * comb(kind.copies, more) * (sum(added) <= unknown)
        sets = grown
    return tuple((ways, roles) for roles, ways in sets.items() if ways and sum(roles) == unknown)


def _sum(one: Roles, other: tuple[int, ...]) -> Roles:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


# In words


def _odds(judged: _Judged) -> Odds:
    counted = _counted(_case(judged))
    told = [
        _copies_text(judged),
        *_helpers_text(judged),
        _seen_text(judged),
        *_glimpse_text(judged),
        _hidden_text(judged),
        *_wolf_text(judged),
        *_specials_text(judged),
        _ways_text(judged, counted),
        _blind_text(judged, counted.blind),
        _("People choose their cards, so this is what could be, not what is."),
    ]
    return Odds(counted.could, counted.blind, tuple(told))


def _copies_text(judged: _Judged) -> str:
    troop, seats = TROOP[judged.claim.troop], judged.view.seats
    number = copies(troop.id, seats)
    if not troop.special:
        cards = troop.counted(number)
        return _("The deck of {size} cards holds {cards}.", size=judged.size, cards=cards)
    return plural(
        "{cards} is among the {size} specials there are.",
        "{cards} are among the {size} specials there are.",
        number,
        cards=troop.counted(number),
        size=len(special_deck(seats)),
    )


def _helpers_text(judged: _Judged) -> list[str]:
    """Tell which specials, if they may be in that hand, could stand in for the claimed troop."""
    case, troop = _case(judged), judged.claim.troop
    told = {
        "agent-u": _("You hold such a card, so Agent U would count as one, too."),
        "pierrot": _("Pierrot would count as one, too: it is the attack he copies."),
        "baacrates": _("With Professor Baacrates, he and Sir Wolfy would count as Scientists."),
    }
    spare = case.unknown - sum(kind.certain for kind in case.kinds)
    hidden = {
        special.id
        for special, kind in zip(SPECIALS, case.kinds, strict=bool(case.kinds))
        if kind.certain or (kind.copies and spare)
    }
    may_be = (hidden | set(judged.seen)) & set(_roles(judged)) - {troop}
    return [text for card, text in told.items() if card in may_be]


def _seen_text(judged: _Judged) -> str:
    """Tell how many of the claimed troop lie where the seat knows them to lie."""
    places = (judged.hand, judged.plays, judged.partner, judged.elsewhere)
    hand, plays, partner, elsewhere = (cards.count(judged.claim.troop) for cards in places)
    told = {
        _("{count} in your hand", count=hand): hand,
        _("{count} among the cards you played", count=plays): plays,
        _("{count} in your partner’s hand", count=partner): partner,
        _("{count} in another hand you saw", count=elsewhere): elsewhere,
    }
    if not any(told.values()):
        return _("You see none of them.")
    return _("You see {places}.", places=listing(text for text, count in told.items() if count))


def _glimpse_text(judged: _Judged) -> list[str]:
    return [text for one in judged.glimpses for text in _one_glimpse(judged, one)]


def _one_glimpse(judged: _Judged, glimpse: Glimpse) -> list[str]:
    cards = cards_text(glimpse.cards) or _("no cards")
    saw = _("You once saw in {name}’s hand: {cards}.", name=judged.name, cards=cards)
    left = glimpse.played - judged.claim.count
    if not left and not glimpse.drawn:
        return [saw, _("Until this claim no card has left it or joined it.")]
    since = plural(
        "Before this claim {count} card left it and {drawn} joined it.",
        "Before this claim {count} cards left it and {drawn} joined it.",
        left,
        drawn=glimpse.drawn,
    )
    return [saw, since]


def _hidden_text(judged: _Judged) -> str:
    """Tell how many cards the seat does not see, and where they are."""
    hidden = judged.unseen - (not judged.known["wolfy"] and _lies_open(judged.view, judged.seat))
    deck, held = judged.view.deck, judged.held
    others = max(0, hidden - held - deck)
    places = {
        _("{count} in {name}’s hand before the claim", count=held, name=judged.name): held,
        _("{count} in the deck", count=deck): deck,
        _("{count} played face down before", count=others)
        if judged.view.seats == 2
        else _("{count} that others hold or played face down before", count=others): others,
    }
    return plural(
        "{count} card is hidden from you: {places}.",
        "{count} cards are hidden from you: {places}.",
        hidden,
        places=listing(text for text, count in places.items() if count),
    )


def _wolf_text(judged: _Judged) -> list[str]:
    if judged.known["wolfy"]:
        return []
    if _lies_open(judged.view, judged.seat):
        return [_("Sir Wolfy lies turned up among the cards played.")]
    if judged.before and _would_lie_open(judged):
        return [_("Sir Wolfy is not among those played before: he would have been turned up.")]
    return []


def _specials_text(judged: _Judged) -> list[str]:
    view = judged.view
    if view.setup.edition == "core":
        return []
    case, found = _case(judged), judged.known + judged.seen
    met = [card for card in found.elements() if TROOP[card].special]
    met += [card for card in view.met if card not in met]
    most, of = specials_in(view.setup.edition, view.seats), len(special_deck(view.seats))
    told = _(
        "{most} of the {all} specials are in the deck, and you know of {cards}.",
        most=most,
        all=of,
        cards=cards_text(met) or _("none"),
    )
    if not case.unknown:
        return [told]
    choices = sum(ways for ways, _roles in _special_sets(case.kinds, case.unknown))
    sets = plural(
        "{choices} choice of those out of sight is possible.",
        "{choices} choices of those out of sight are possible, all counted alike.",
        choices,
        choices=f"{choices:,}",
    )
    return [told, sets]


def _ways_text(judged: _Judged, counted: _Counted) -> str:
    return plural(
        "There is {total} way these cards can lie; {ways} gave {name} enough for {claim}: {share}.",
        "Of {total} ways these cards can lie, {ways} gave {name} enough for {claim}: {share}.",
        counted.total,
        total=f"{counted.total:,}",
        ways=f"{counted.ways:,}",
        name=judged.name,
        claim=claim_text(judged.claim),
        share=share_text(counted.could),
    )


def _blind_text(judged: _Judged, blind: Fraction) -> str:
    return plural(
        "{count} card of that hand, laid down at random, would make the claim true in {share}.",
        "{count} cards of that hand, laid down at random, would make the claim true in {share}.",
        judged.claim.count,
        share=share_text(blind),
    )


def share_text(share: Fraction) -> str:
    """Return a chance in percent with one decimal, ``"13.6 %"``; 0 and 100 only if it is so."""
    rounded = f"{float(share) * 100:.1f}"
    if rounded == "0.0" and share:
        return _("under {number} %", number="0.1")
    if rounded == "100.0" and share != 1:
        return _("over {number} %", number="99.9")
    return _("{number} %", number="0" if not share else "100" if share == 1 else rounded)


# What a seat notes at a table


def _insist_possible(
    view: View, seat: Seat, hand: tuple[str, ...], played: tuple[str, ...]
) -> None:
    found = Counter((*hand, *played))
    problem = (
        _unknown_card(view, found)
        or _wrong_number(view, seat, hand, played)
        or _too_many(view, found)
        or _too_many_specials(view, found)
        or _turned_up(view, seat, hand)
    )
    if problem:
        raise ValueError(problem)


def _unknown_card(view: View, found: Counter[str]) -> str:
    names = {one.id for one in kinds(view.setup.edition)}
    unknown = [card for card in found if card not in names]
    return _("No card of this duel is called “{name}”.", name=unknown[0]) if unknown else ""


def _wrong_number(view: View, seat: Seat, hand: tuple[str, ...], played: tuple[str, ...]) -> str:
    name, held, most = view.setup.names[seat], view.hands[seat], _played_by(view, seat)
    if len(hand) != held:
        return plural(
            "{name} holds {count} card; the notes have {noted}.",
            "{name} holds {count} cards; the notes have {noted}.",
            held,
            name=name,
            noted=len(hand),
        )
    if len(played) > most:
        return plural(
            "{count} card that {name} played lies on the table; the notes have {noted}.",
            "{count} cards that {name} played lie on the table; the notes have {noted}.",
            most,
            name=name,
            noted=len(played),
        )
    return ""


def _played_by(view: View, seat: Seat) -> int:
    """Return how many cards ``seat`` has played in this bout and no Priest has taken."""
    done = [claim for turn in view.turns for claim in (turn.attack, turn.block)]
    claims = [one for one in (*done, view.attack, view.block) if one and one.seat == seat]
    lost = sum(_taken(turn) for turn in view.turns if turn.attacker == seat)
    return sum(claim.count for claim in claims) - lost


def _too_many(view: View, found: Counter[str]) -> str:
    for card, count in found.items():
        if count > copies(card, view.seats):
            return _(
                "There are only {most}; the notes have {noted}.",
                most=TROOP[card].counted(copies(card, view.seats)),
                noted=count,
            )
    return ""


def _too_many_specials(view: View, found: Counter[str]) -> str:
    if view.setup.edition == "core":
        return ""
    noted = {card: n for card, n in found.items() if TROOP[card].special}
    others = [card for card in view.met if card not in noted]
    most = specials_in(view.setup.edition, view.seats)
    if sum(noted.values()) + len(others) <= most:
        return ""
    return _("Only {most} specials are in the deck, and more were noted or met.", most=most)


def _turned_up(view: View, seat: Seat, hand: tuple[str, ...]) -> str:
    held = "wolfy" in hand and _lies_open(view, seat) and seat not in _priests(view)
    return _("Sir Wolfy lies turned up on the table, so nobody holds him.") if held else ""
