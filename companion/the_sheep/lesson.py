"""The lesson of The Sheep: the first day and night of one journey, and what comes later.

The steps stop one story on the practice map at the moments where a rule first matters. Some go on
from a table that was changed by hand, to look days ahead. The learner decides for Mia and Tom
together. Positions are made when a step opens, and every number in an answer comes from them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.game import TABLE
from companion.language import _, listing, plural
from companion.lessons import Lesson, Quiz, Reply, Step, Task
from companion.opening import start
from companion.session import Session
from companion.the_sheep import caravans, combat, effects, engine, movement
from companion.the_sheep.board import now
from companion.the_sheep.decks import WAVES
from companion.the_sheep.moves import MOVE, ability_of, sufferings
from companion.the_sheep.pack import TIERS, Curse, Equipment, Mutation
from companion.the_sheep.state import (
    DAY_HEALTH,
    ESSENCE,
    MOST_ESSENCE,
    MOST_TILES,
    NO_SHEEP,
    PIECES,
    SAFE,
    Advance,
    AnyAction,
    Attack,
    Avert,
    Bring,
    Buy,
    Caravan,
    Choose,
    Discard,
    Distract,
    Done,
    Draw,
    Enlist,
    Enter,
    Fix,
    Give,
    Learn,
    Move,
    Purify,
    State,
    Suffer,
    Tiers,
    Use,
    Walk,
    caravan_at,
    hand_limit,
    herd_at,
    inventory,
    tier_number,
)
from companion.the_sheep.story import tell
from companion.the_sheep.table import table
from companion.the_sheep.words import herd_text, name_of

Position = Session[State, AnyAction, Any]
Place = Callable[[], Position]

GAME_ID = "the-sheep"
NAMES = ("Mia", "Tom")
MIA, TOM = range(2)
SPEAR, VOID, BLEAT = "shepherds-spear", "void-sheep", "first-bleat"
SEEN = "h6"  # the sheep that the question on moving is about

SET_UP = ("choose Mia miles steady-hand", "choose Tom wren quick-feet", "bring tinkers",
          "bring apothecary")  # fmt: skip
DAY_1 = (
    "enter tinkers",
    "drive tinkers",
    "move Mia c4",
    "move Tom c4",
    "give Tom to Mia 1",
    "buy Mia shepherds-spear",
    "discard Mia shears",
    "purify Tom",
    "done",
)
NIGHT_1 = (
    "draw night strays",
    "advance",
    "avert 0 1",
    "draw mutation void-sheep",
    "draw flock lone-ram",
    "advance",
    "walk Mia d4",
    "walk Mia e5",
    "attack Mia shepherds-spear standard boost",
    "done",
    "distract Tom",
    "advance",
)
DAY_2 = (
    "advance",
    "draw day clear-road-north",
    "act tinkers",
    "enter apothecary",
    "drive tinkers",
    "drive apothecary",
    "attack Tom flockbuster lesser",
    "done",
)
NIGHT_2 = (
    "draw night strays",
    "advance",
    "avert 1 1",
    "draw mutation glass-sheep",
    "draw flock scouts",
    "advance",
    "done",
    "advance",
)
DAY_3 = (
    "advance",
    "draw day fair-wind-north",
    "act tinkers",
    "act apothecary",
    "drive tinkers",
    "drive apothecary",
    "move Mia d3",
)
STORY = (SET_UP, DAY_1, NIGHT_1, DAY_2, NIGHT_2, DAY_3)

# What is changed by hand to look ahead

ENDANGERED = ("fix caravan tinkers corruption 5",)
BITTEN = ("fix shepherd Mia corruption 3", "done")
CURSED = (
    "fix shepherd Tom lose shears",
    "fix shepherd Tom gain tainted-taunt",
    "fix shepherd Tom lose field-kit",
    "fix shepherd Tom gain matted-fleece",
    "fix shepherd Tom corruption 3",
)
WISER = ("fix shepherd Mia experience 4", "purify Mia")
CROWDED = ("fix sheep f5 lesser 6", "fix sheep g6 lesser 6", "fix sheep j5 lesser 6")
FOUL = (
    "fix tile violet-tide major",
    "fix tile bad-water major",
    "fix tile red-rain major",
    "fix pollution 7",
    "fix shepherd Mia lanterns 1",
)
NEARLY = ("fix caravan tinkers at safe", "fix caravan apothecary at l3")


# Positions


def _story(part: int, acts: int, *ahead: str) -> Position:
    """Return the story's game after ``acts`` of a ``part``, from 0, and of what is ``ahead``."""
    before = [act for earlier in STORY[:part] for act in earlier]
    session = start(GAME_ID, NAMES).play(*before, *STORY[part][:acts])
    for act in ahead:
        session.do(f"{act}: {_('to look ahead')}" if act.startswith("fix ") else act)
    return session


_NEW = partial(_story, 0, 0)
_WAITING = partial(_story, 1, 0)
_ON_THE_MAP = partial(_story, 1, 2)
_AT_MARKET = partial(_story, 1, 5)
_BOUGHT = partial(_story, 1, 6)
_SPARE_ESSENCE = partial(_story, 1, 7)
_RISEN = partial(_story, 2, 2)
_AVERTED = partial(_story, 2, 3)
_FACING = partial(_story, 2, 8)
_STRIKING = partial(_story, 2, 10, *ENDANGERED)
_SLOWED = partial(_story, 3, 4)
_TWO_CARAVANS = partial(_story, 4, 5)
_FORK = partial(_story, 5, 4)
_BY_DAY = partial(_story, 5, 7)
_BITTEN = partial(_story, 2, 8, *BITTEN)
_CURSED = partial(_story, 2, 11, *CURSED)
_WISER = partial(_story, 3, 6, *WISER)
_CROWDED = partial(_story, 2, 4, *CROWDED)
_FOUL = partial(_story, 2, 2, *FOUL)
_NEARLY = partial(_story, 5, 4, *NEARLY)


def _seen(session: Position) -> str:
    """Return the table as text: the cards in force instead of what to do, and no reasons."""
    _head, _blank, rest = str(session).partition("\n\n")
    if session.state.phase == "sheep-move":
        rest = rest.rpartition("\n\n")[0]  # why the sheep move where they move
    return "\n\n".join(filter(None, (now(session.view(None))[1], rest)))


# Reading a position


class _Try(NamedTuple):
    """An attempt at a task."""

    before: State
    action: AnyAction
    after: State

    @property
    def told(self) -> str:
        """What it did, in the words of the log."""
        return tell(self.before, self.action, self.after).sentence

    @property
    def name(self) -> str:
        """Whose action it is."""
        return name_of(self.before, self.action.seat)

    @property
    def by_mia(self) -> bool:
        """Whether it is Mia’s."""
        return self.action.seat == MIA

    def did(self, what: str) -> bool:
        """Whether it brought such a thing about."""
        return any(news.what == what for news in self.after.news)


def _lit(state: State) -> int:
    return sum(shepherd.lit for shepherd in state.shepherds)


def _far(state: State, one: str, other: str) -> int:
    return state.table.grid.distance(one, other)


def _till_dawn(state: State) -> State:
    """Return the table once the sheep have struck, every card being the first that may come."""
    day, after = state.day, engine.apply(state, Advance(TABLE))
    while after.day == day and after.phase != "over":
        after = engine.apply(after, effects.answers(after)[0])
    return after


def _added(before: State, after: State, at: str) -> Tiers:
    """Return the sheep that have come to a space."""
    old, new = herd_at(before, at), herd_at(after, at)
    was, now = old.count if old else NO_SHEEP, new.count if new else NO_SHEEP
    return now[0] - was[0], now[1] - was[1], now[2] - was[2]


def _curses(state: State, seat: int) -> int:
    return sum(one.id in state.table.curses for one in state.shepherds[seat].hand)


# Pieces of answers, each a whole sentence


def _said(right: bool, *sentences: str) -> Reply:
    return Reply(right, " ".join(sentence for sentence in sentences if sentence))


def _lanterns(count: int) -> str:
    return plural("{count} lantern", "{count} lanterns", count)


def _spaces(count: int) -> str:
    return plural("{count} space", "{count} spaces", count)


def _card_text(state: State, card: str) -> str:
    """Return a card with its icons, such as ``"Shears (metal)"``."""
    item = state.table.items[card]
    icons = item.icons if isinstance(item, Equipment | Curse) else ()
    if not icons:
        return item.name
    return _("{card} ({icons})", card=item.name, icons=listing(icons))


def _hand(state: State, seat: int) -> str:
    return listing(_card_text(state, one.id) for one in state.shepherds[seat].hand)


def _wares(state: State, caravan: Caravan) -> str:
    items = [state.table.items[card] for card in inventory(state, caravan)]
    return listing(
        _("{card} for {cost}", card=item.name, cost=item.cost)
        for item in items
        if isinstance(item, Equipment)
    )


def _stats(mutation: Mutation) -> str:
    """Tell a mutation’s numbers."""
    return _(
        "Health {health}, corruption {corruption}, by tier; weak to {weak}, immune to {immune}.",
        health=" / ".join(map(str, mutation.health)),
        corruption=" / ".join(map(str, mutation.corruption)),
        weak=listing(mutation.weak) or _("nothing"),
        immune=listing(mutation.immune) or _("nothing"),
    )


def _ability(state: State, card: str) -> str:
    ability = ability_of(state.table, card)
    if ability is None:
        return _("It has no ability.")
    return _("Its ability: “{text}”", text=ability.text)


# What each kind of action leaves behind, with the numbers of the position


def _after_choose(tried: _Try) -> str:
    state, seat = tried.after, tried.action.seat
    one = state.shepherds[seat]
    return _(
        "{name} begins with {cards}, {essence} essence and {lanterns}.",
        name=tried.name,
        cards=_hand(state, seat),
        essence=one.essence,
        lanterns=_lanterns(one.lit),
    )


def _after_bring(tried: _Try) -> str:
    state = tried.after
    return _(
        "{count} of {all} caravans are chosen.",
        count=len(state.caravans),
        all=state.table.travelling(state.seats),
    )


def _after_enter(tried: _Try) -> str:
    state = tried.after
    caravan = caravan_at(state, state.table.board.start)
    if caravan is None:
        return ""
    return _(
        "It sells {wares}, and {points} points of corruption would be its end.",
        wares=_wares(state, caravan),
        points=state.table.caravans[caravan.id].corruption,
    )


def _after_move(tried: _Try) -> str:
    before, seat = tried.before, tried.action.seat
    to = tried.after.shepherds[seat].at
    return _(
        "That is {far} of {most} spaces, and {name} has moved for today.",
        far=_far(before, before.shepherds[seat].at, to),
        most=MOVE,
        name=tried.name,
    )


def _after_lantern(tried: _Try) -> str:
    lit = tried.after.shepherds[tried.action.seat].lit
    return _("Lit lanterns left to {name}: {lit}.", name=tried.name, lit=lit)


def _after_buy(tried: _Try) -> str:
    state, seat = tried.after, tried.action.seat
    one, limit = state.shepherds[seat], hand_limit(state, seat)
    fields = {"name": tried.name, "essence": one.essence, "cards": len(one.hand), "limit": limit}
    if len(one.hand) > limit:
        return _(
            "{name} has {essence} essence left and {cards} cards in hand, but may hold {limit}: "
            "one has to go.",
            **fields,
        )
    return _("{name} has {essence} essence left and {cards} of {limit} cards.", **fields)


def _after_purify(tried: _Try) -> str:
    state, seat = tried.after, tried.action.seat
    one = state.shepherds[seat]
    return _(
        "{name} keeps {essence} essence and {lanterns}.",
        name=tried.name,
        essence=one.essence,
        lanterns=_lanterns(one.lit),
    )


def _after_give(tried: _Try) -> str:
    return _(
        "Essence now: {held}.",
        held=listing(
            _("{name} {count}", name=name_of(tried.after, seat), count=one.essence)
            for seat, one in enumerate(tried.after.shepherds)
        ),
    )


def _after_use(tried: _Try) -> str:
    assert isinstance(tried.action, Use)  # noqa: S101  asked only of one
    card = tried.after.table.name(tried.action.card)
    if tried.after.queue:
        return _("{card} is exhausted until morning, and you would choose now.", card=card)
    if tried.after.news:
        return _("{card} is exhausted until morning.", card=card)
    return _("{card} is exhausted until morning, but there is nothing it can change.", card=card)


def _after_attack(tried: _Try) -> str:
    action, before = tried.action, tried.before
    assert isinstance(action, Attack)  # noqa: S101  asked only of one
    health = combat.health(before, tier_number(action.tier))
    dealt = combat.damage(before, action.card, boost=action.boost)
    left = health - action.hurt - dealt
    fields = {"card": before.table.name(action.card), "health": health, "left": left}
    if left > 0:
        return _("Of its {health} health {left} would be left; {card} is exhausted.", **fields)
    return _("It had {health} health; {card} is exhausted.", **fields)


def _after_done(tried: _Try) -> str:
    lanterns = _lanterns(_lit(tried.after))
    if tried.before.phase == "combat":
        return _("Nobody can attack any more tonight, with {lit} still lit.", lit=lanterns)
    return _("The night would begin with {lit} lit.", lit=lanterns)


def _after_avert(tried: _Try) -> str:
    held = [
        _("{name} {count}", name=name_of(tried.after, seat), count=one.lit)
        for seat, one in enumerate(tried.after.shepherds)
    ]
    return _("Lit lanterns left: {held}.", held=listing(held))


def _after_suffer(tried: _Try) -> str:
    return _(
        "The tracker goes back to slot {slot}, and pollution tile {number} is drawn.",
        slot=tried.after.slot + 1,
        number=len(tried.after.tiles) + 1,
    )


def _after_draw(tried: _Try) -> str:
    mutation = tried.after.sheep_now
    return _stats(mutation) if mutation else ""


def _after_discard(tried: _Try) -> str:
    seat = tried.action.seat
    return _("{name} keeps {cards}.", name=tried.name, cards=_hand(tried.after, seat))


def _after_learn(tried: _Try) -> str:
    assert isinstance(tried.action, Learn)  # noqa: S101  asked only of one
    return _ability(tried.after, tried.action.trait)


_AFTER: dict[type, Callable[[_Try], str]] = {
    Choose: _after_choose,
    Bring: _after_bring,
    Enter: _after_enter,
    Move: _after_move,
    Walk: _after_lantern,
    Distract: _after_lantern,
    Buy: _after_buy,
    Purify: _after_purify,
    Give: _after_give,
    Use: _after_use,
    Attack: _after_attack,
    Done: _after_done,
    Avert: _after_avert,
    Suffer: _after_suffer,
    Draw: _after_draw,
    Discard: _after_discard,
    Learn: _after_learn,
}


def _did(tried: _Try) -> tuple[str, str]:
    """Tell what an attempt did and what that leaves."""
    remark = _AFTER.get(type(tried.action))
    return tried.told, remark(tried) if remark else ""


def _right(tried: _Try, *more: str) -> Reply:
    return _said(True, *_did(tried), *more)


def _not_this(tried: _Try, *hint: str) -> Reply:
    """Answer what is allowed but not asked for."""
    return _said(False, *_did(tried), *hint)


def _by_hand() -> Reply:
    return _said(
        False,
        _("That sets a count by hand: a help when the real table differs from the page."),
        _("In the lesson nothing needs mending; do what is asked instead."),
    )


def _typed_in() -> Reply:
    return _said(
        False,
        _("That adds a card of your own box, which the page did not know: good to know how."),
        _("In the lesson every card is there already; do what is asked instead."),
    )


# Answers to tasks

Answer = Callable[[_Try], Reply]


def _task(ask: str, answer: Answer, example: str, typing: str) -> Task[State, AnyAction]:
    """Return a task that, besides what ``answer`` knows, has a word for mending by hand."""

    def reply(before: State, action: AnyAction, after: State) -> Reply:
        if isinstance(action, Fix):
            return _by_hand()
        if isinstance(action, Enlist):
            return _typed_in()
        return answer(_Try(before, action, after))

    return Task(ask, reply, example, typing)


def _chosen(tried: _Try) -> Reply:
    if isinstance(tried.action, Bring):
        return _not_this(tried, _("Caravans come in a moment. First choose Mia’s shepherd."))
    if not isinstance(tried.action, Choose) or not tried.by_mia:
        return _not_this(tried, _("That is fine for Tom. But first choose for Mia."))
    chosen = tried.after.table.shepherds[tried.action.shepherd]
    later = _("In this story, though, she is Miles, with Steady Hand.")
    is_story = (tried.action.shepherd, tried.action.trait) == ("miles", "steady-hand")
    return _right(
        tried,
        _(
            "Meters: corruption point {corruption} brings a Curse, experience point {experience} "
            "a new trait.",
            corruption=chosen.corruption,
            experience=chosen.experience[0],
        ),
        "" if is_story else later,
    )


def _entered(tried: _Try) -> Reply:
    assert isinstance(tried.action, Enter)  # noqa: S101  nothing else is legal
    story = _("In this story the Tinkers’ Guild goes first.")
    return _right(
        tried,
        _("At once it moves {spaces} along the path.", spaces=_spaces(caravans.SPACES)),
        "" if tried.action.caravan == "tinkers" else story,
    )


def _moved(tried: _Try) -> Reply:
    caravan = next(one for one in tried.before.caravans if one.on_board)
    name = tried.before.table.name(caravan.id)
    if not isinstance(tried.action, Move):
        return _not_this(tried, _("That is allowed by day. But now move Mia."))
    if not tried.by_mia:
        return _not_this(tried, _("There are no turns, so that is fine. But now move Mia."))
    far = _far(tried.before, tried.action.to, caravan.at)
    if far:
        return _not_this(
            tried,
            _("{name} stands on {at}, {far} from there.", name=name, at=caravan.at,
              far=_spaces(far)),
            _("Only on its space can Mia buy of it."),
        )  # fmt: skip
    return _right(
        tried,
        _("She stands beside {name} and may buy: {wares}.", name=name,
          wares=_wares(tried.after, caravan)),
    )  # fmt: skip


def _bought(tried: _Try) -> Reply:
    spear = tried.before.table.name(SPEAR)
    if not isinstance(tried.action, Buy):
        hint = _("That is allowed by day. But now let Mia buy the {card}.", card=spear)
        return _not_this(tried, hint)
    if tried.action.card != SPEAR:
        card = _card_text(tried.before, tried.action.card)
        return _not_this(
            tried,
            _("{card} is a good buy, too. But tonight the {spear} will be better.", card=card,
              spear=spear),
        )  # fmt: skip
    return _right(tried)


def _discarded(tried: _Try) -> Reply:
    assert isinstance(tried.action, Discard)  # noqa: S101  nothing else is legal
    if tried.action.card == SPEAR:
        item = tried.before.table.items[SPEAR]
        cost = item.cost if isinstance(item, Equipment) else 0
        hint = _("But that has just cost {cost} essence! Let something else go.", cost=cost)
        return _not_this(tried, hint)
    story = _("In this story the Shears go.") if tried.action.card != "shears" else ""
    return _right(tried, _("An exhausted card may go as well as a ready one."), story)


def _purified(tried: _Try) -> Reply:
    if not isinstance(tried.action, Purify):
        return _not_this(tried, _("That is allowed by day. But now let Tom purify."))
    meter = engine.experience_meter(tried.after, tried.action.seat)
    return _right(tried, _("Point {meter} will bring a new trait.", meter=meter))


def _averted(tried: _Try) -> Reply:
    if isinstance(tried.action, Suffer):
        return _not_this(tried, _("That tile would stay for the whole game. Better avert it."))
    if not isinstance(tried.action, Avert):
        return _not_this(tried, _("That is allowed at night. But now avert the pollution."))
    if tried.after.shepherds[MIA].lit < tried.before.shepherds[MIA].lit:
        return _not_this(
            tried,
            _("That averts it, too. But Mia will need all her lanterns: let Tom pay."),
        )
    return _right(
        tried,
        _(
            "The tracker stays on slot {slot}: the next night it rises from there, and averting "
            "becomes dearer.",
            slot=tried.after.slot + 1,
        ),
    )


def _mutated(tried: _Try) -> Reply:
    void = tried.before.table.name(VOID)
    if not isinstance(tried.action, Draw):
        hint = _("That is allowed at night. But now say which Mutation came: {name}.", name=void)
        return _not_this(tried, hint)
    if tried.action.card != VOID:
        return _not_this(tried, _("But the card on your table is called {name}.", name=void))
    return _right(tried, _("So keep a lantern lit, and let Metal rest tonight."))


def _killed(tried: _Try) -> Reply:
    action = tried.action
    if not isinstance(action, Attack):
        return _not_this(tried, _("That is allowed in combat. But now let Mia attack."))
    if not tried.by_mia:
        return _not_this(tried, _("Well meant, Tom! But now let Mia attack on her own space."))
    if not tried.did("kill"):
        return _not_this(tried, *_survived(tried, action))
    return _said(
        True,
        tried.told,
        *_why(tried.before, action),
        _("That was Mia’s last lantern, and it counted."),
    )


def _why(state: State, action: Attack) -> list[str]:
    """Tell icon by icon why an attack deals what it deals."""
    return [
        {
            "weak": _("They are weak to {icon}, so it counts {n}.", icon=hit.icon, n=hit.damage),
            "immune": _("They are immune to {icon}: {n}.", icon=hit.icon, n=hit.damage),
            "lantern": _("To the lantern nothing is weak or immune: {n}.", n=hit.damage),
        }.get(hit.why, "")
        for hit in combat.attack(state, action.card, boost=action.boost)
    ]


def _survived(tried: _Try, action: Attack) -> list[str]:
    if action.boost:
        return [
            _("And that was the last lantern: without one, nobody attacks Void Sheep."),
            _("Try the card whose icon they are weak to."),
        ]
    more = combat.damage(tried.before, action.card, boost=True)
    health = combat.health(tried.before, tier_number(action.tier))
    if more >= health:
        return [_("So close! With a lantern it would be {more}.", more=more)]
    return [_("Even with a lantern it would be {more}; try another card.", more=more)]


def _distracted(tried: _Try) -> Reply:
    if not isinstance(tried.action, Distract):
        return _not_this(tried, _("Let somebody draw the sheep away from the caravan."))
    before, after = tried.before, _till_dawn(tried.after)
    tinkers = before.caravans[0]
    return _right(
        tried,
        _(
            "Now Tom is struck instead: his corruption goes from {old} to {new}, and {caravan} "
            "stays at {held} of {meter}.",
            old=before.shepherds[TOM].corruption,
            new=after.shepherds[TOM].corruption,
            caravan=before.table.name(tinkers.id),
            held=after.caravans[0].corruption,
            meter=before.table.caravans[tinkers.id].corruption,
        ),
    )


def _by_day(tried: _Try) -> Reply:
    action = tried.action
    if not isinstance(action, Attack) or not tried.by_mia:
        return _not_this(tried, _("That is allowed by day. But now let Mia attack."))
    if not tried.after.queue:
        hint = _("Just enough: no damage is left over. Use a card with more icons.")
        return _not_this(tried, hint)
    herd = herd_at(tried.after, tried.after.shepherds[MIA].at)
    dear = _("A lantern was not even needed: by day two icons do.") if action.boost else ""
    return _right(
        tried,
        _(
            "{over} damage is left over, and may go to the other: {sheep}. No essence comes, for "
            "it is day.",
            over=tried.after.queue[0].count,
            sheep=herd_text(herd.count if herd else NO_SHEEP),
        ),
        dear,
    )


def _learned(tried: _Try) -> Reply:
    old, new = hand_limit(tried.before, MIA), hand_limit(tried.after, MIA)
    meter = engine.experience_meter(tried.after, MIA)
    return _right(
        tried,
        _("She could hold {old} cards, and now {new}.", old=old, new=new),
        _("The next meter is longer: point {meter} brings the last trait.", meter=meter),
    )


def _won(tried: _Try) -> Reply:
    safe = sum(caravan.at == SAFE for caravan in tried.after.caravans)
    return _right(
        tried,
        _("Safe: {safe} of {all}. Good night, and well done!", safe=safe,
          all=len(tried.after.caravans)),
    )  # fmt: skip


# Question: pollution that is not averted


def _fates(_state: State) -> tuple[str, ...]:
    return (
        _("A new tile comes"),
        _("A minor tile is turned to major"),
        _("The game is lost"),
    )


def _fate(state: State) -> str:
    """Return what the engine makes of pollution that is not averted."""
    fresh, turned, lost = _fates(state)
    after = engine.apply(state, sufferings(state)[0])
    if after.result:
        return lost
    return fresh if after.queue else turned


def _major(state: State) -> int:
    return sum(tile.major for tile in state.tiles)


def _about_fate(state: State, choice: str) -> str:
    fresh, turned, _lost = _fates(state)
    fields = {"tiles": len(state.tiles), "most": MOST_TILES, "major": _major(state)}
    if choice == _fate(state):
        return _fate_told(state)
    if choice == fresh:
        return _("{tiles} tiles lie there already, and there are never more than {most}.", **fields)
    if choice == turned and state.tiles:
        return _("{major} of {tiles} tiles are major: there is none left to turn.", **fields)
    if choice == turned:
        return _("Tiles are turned once {most} lie there. So far there are {tiles}.", **fields)
    return _("Only with {most} major tiles. So far there are {major}.", **fields)


def _fate_told(state: State) -> str:
    if _fate(state) != _fates(state)[2]:
        return _(
            "It comes on its minor side, and from tonight on takes effect every night. At least "
            "the tracker goes back to the lowest slot. Here {price} would avert it.",
            price=_lanterns(state.price),
        )
    tinkers = state.caravans[0]
    return _(
        "Averting costs {price}, and {lit} are lit. With {major} major tiles that is the end. The "
        "other way to lose is a caravan: {name} falls with corruption {meter}.",
        price=_lanterns(state.price),
        lit=_lit(state),
        major=_major(state),
        name=state.table.name(tinkers.id),
        meter=state.table.caravans[tinkers.id].corruption,
    )


# Question: how far a caravan gets


def _route(state: State) -> caravans.Route:
    return caravans.route(state, caravans.next_to_drive(state)[0])


def _free_route(state: State) -> caravans.Route:
    """Return how the caravan would move if there were no sheep."""
    return _route(replace(state, flock=()))


def _other_way(state: State) -> tuple[str, ...]:
    """Return the space a caravan would come to if it turned the other way."""
    forks = [state.table.path[at] for at in _free_route(state).forks]
    way = caravans.direction(state)
    return tuple(step.south if way == "north" else step.north for step in forks)


def _ends(state: State) -> tuple[str, ...]:
    return (*_free_route(state).stops, *_other_way(state))


def _end(state: State) -> str:
    return _route(state).stops[-1]


def _about_end(state: State, choice: str) -> str:
    route = _route(state)
    at = route.stops[0]
    fields = {
        "name": state.table.name(caravans.next_to_drive(state)[0].id),
        "at": at,
        "most": _spaces(caravans.movement(state)),
        "end": route.stops[-1],
        "choice": choice,
    }
    if choice == _end(state):
        return _arrived(route, fields)
    if choice == at:
        return _("Sheep slow {name} down, but it has {most} today: that is enough to leave.",
                 **fields)  # fmt: skip
    if choice in _other_way(state):
        return _("{choice} lies the other way. Look where the Day Event points.", **fields)
    if choice in route.stops:
        return _("It gets to {choice} and still has movement left.", **fields)
    return _("Without sheep on {at}, yes: but leaving those costs one movement more.", **fields)


def _arrived(route: caravans.Route, fields: dict[str, str]) -> str:
    if not route.forks:
        return _(
            "{name} may move {most}. Leaving the sheep on {at} costs 2, so it ends on {end}.",
            **fields,
        )
    return _(
        "{name} may move {most}. Leaving the sheep on {at} costs 2, and at the fork on {fork} it "
        "follows the Day Event to {end}.",
        fork=listing(route.forks),
        **fields,
    )


# Question: where sheep go


def _group(state: State) -> movement.Group:
    return next(group for group in movement.options(state) if group.at == SEEN)


def _goal(name: str, at: str) -> str:
    return _("{at}, making for the {name}", name=name, at=at)


def _goals(state: State) -> tuple[str, ...]:
    """Return each caravan in sight with each space the sheep might end on to get nearer to it."""
    group, found, name = _group(state), list[str](), state.table.name
    for sight in group.sights:
        away = sight.distance - group.steps
        near = [
            at
            for at in state.table.grid.within(group.at, group.steps)
            if _far(state, at, sight.at) == max(0, away)
        ]
        found += [_goal(name(sight.caravan), at) for at in near]
    return tuple(found)


def _aim(state: State) -> str:
    group = _group(state)
    return _goal(state.table.name(group.targets[0]), group.ends[0])


def _about_aim(state: State, choice: str) -> str:
    group = _group(state)
    if choice == _aim(state):
        return " ".join(movement.trace(state, group))
    first, second = group.sights[:2]
    name = state.table.name
    for at in group.near:
        if choice == _goal(name(first.caravan), at):
            return _(
                "That caravan, yes. But on {at} stands a shepherd, and another space is as near.",
                at=at,
            )
    if first.distance < second.distance:
        return _("They go for the nearest: {one}.", one=name(first.caravan))
    return _(
        "Both caravans are {far} away. Then sheep choose the one closer to the Finish: {one} has "
        "{near} to go, {other} {more}.",
        far=_spaces(second.distance),
        one=name(first.caravan),
        near=first.to_finish,
        other=name(second.caravan),
        more=second.to_finish,
    )


# Question: corruption that is left over


def _burden(state: State) -> tuple[int, int, int]:
    """Return Mia’s corruption, what strikes her tonight, and the point that overflows."""
    mia = state.shepherds[MIA]
    herd = herd_at(state, mia.at)
    count = herd.count if herd else NO_SHEEP
    points = sum(n * combat.strength(state, tier) for tier, n in enumerate(count))
    return mia.corruption, points, effects.corruption_meter(state, mia)


def _marked(curses: int, corruption: int) -> str:
    if not curses:
        return _("No Curse, and the meter at {corruption}", corruption=corruption)
    return plural(
        "{count} Curse, and the meter at {corruption}",
        "{count} Curses, and the meter at {corruption}",
        curses,
        corruption=corruption,
    )


def _marks(state: State) -> tuple[str, ...]:
    held, points, meter = _burden(state)
    rest = held + points - meter
    every = (_marked(0, held + points), _marked(1, 0), _marked(1, rest), _marked(points, 0))
    return tuple(dict.fromkeys(every))


def _mark(state: State) -> str:
    after = _till_dawn(state)
    return _marked(_curses(after, MIA) - _curses(state, MIA), after.shepherds[MIA].corruption)


def _about_mark(state: State, choice: str) -> str:
    held, points, meter = _burden(state)
    after = _till_dawn(state)
    fields = {"held": held, "points": points, "meter": meter}
    if choice == _mark(state):
        return _marked_told(state, after)
    if choice == _marked(0, held + points):
        return _("The meter cannot hold {points} more: point {meter} overflows it.", **fields)
    if choice == _marked(1, 0):
        return _("{held} and {points} are more than {meter}: something is left over.", **fields)
    return _("Only the overflow brings a Curse, and {points} points overflow it once.", **fields)


def _marked_told(state: State, after: State) -> str:
    cards, limit = len(state.shepherds[MIA].hand) + 1, hand_limit(state, MIA)
    told = _(
        "Point {meter} overflows the meter: a Curse, and the meter at 0. Then the rest is added: "
        "{rest}.",
        meter=_burden(state)[2],
        rest=after.shepherds[MIA].corruption,
    )
    if cards <= limit:
        return told
    return _(
        "{told} That Curse is card {cards} in a hand of {limit}, so Equipment has to go.",
        told=told,
        cards=cards,
        limit=limit,
    )


# Question: a hand full of Curses


def _ways_out(_state: State) -> tuple[str, ...]:
    return (
        _("Tom’s shepherd dies"),
        _("Tom discards a Curse and lives"),
        _("Tom discards Equipment and lives"),
    )


def _way_out(state: State) -> str:
    dies, curse, equipment = _ways_out(state)
    after = _till_dawn(state)
    if after.shepherds[TOM].dead:
        return dies
    return equipment if _curses(after, TOM) > _curses(state, TOM) else curse


def _about_way_out(state: State, choice: str) -> str:
    dies, curse, _equipment = _ways_out(state)
    fields = {
        "curses": _curses(state, TOM) + 1,
        "cards": len(state.shepherds[TOM].hand) + 1,
        "limit": hand_limit(state, TOM),
    }
    if choice == curse:
        return _("If only! Curses cannot be discarded.")
    if choice == _way_out(state) and choice == dies:
        return _(
            "With {cards} cards he discards his last Equipment, and holds {curses} Curses, as "
            "many as he may: {limit}. He leaves the map with all he has, and still counts as a "
            "player. Mia plays on.",
            **fields,
        )
    if choice == dies:
        return _("Not yet: with {curses} of {limit} cards a Curse he can go on.", **fields)
    return _("He does discard it. But then all of his {limit} cards are Curses.", **fields)


# Question: no pieces left


def _coming(state: State) -> Tiers:
    """Return what the Flock card brings to the green spawn, as printed."""
    card = state.table.decks["flock"][BLEAT]
    count = [0, 0, 0]
    for one in card.spawns:
        if one.colour == "green" and one.players <= state.seats:
            count[tier_number(one.tier)] += one.count
    return count[0], count[1], count[2]


def _placings(state: State) -> tuple[str, ...]:
    lesser, left = _coming(state)[0], state.stock[0]
    some = min(lesser, left)
    every: tuple[Tiers, ...] = (
        (some, 0, 0),
        (some, lesser - some, 0),
        (0, lesser, 0),
        (lesser, 0, 0),
    )
    return tuple(dict.fromkeys(herd_text(count) for count in every if any(count)))


def _placing(state: State) -> str:
    after = engine.apply(state, Draw(TABLE, "flock", BLEAT))
    return herd_text(_added(state, after, state.table.board.spawns["green"]))


def _about_placing(state: State, choice: str) -> str:
    lesser, left = _coming(state)[0], state.stock[0]
    fields = {"left": left, "lesser": lesser}
    if choice == _placing(state):
        return plural(
            "{count} of {all} lesser pieces is left. For each one that is missing, a piece of the "
            "next higher tier comes. Without greater pieces it would be a standard one.",
            "{count} of {all} lesser pieces are left. For each one that is missing, a piece of the "
            "next higher tier comes. Without greater pieces it would be a standard one.",
            left,
            all=PIECES[0],
        )
    if choice == herd_text((lesser, 0, 0)):
        return _(
            "The card says {lesser}, yes. But of lesser pieces there is only {left}.", **fields
        )
    if choice == herd_text((0, lesser, 0)):
        return _("First take what there is of the lesser pieces: {left}.", **fields)
    return _("They are not spared you: something else comes for the missing one.")


# The steps

_PACK = table("")
_MILES = _PACK.shepherds["miles"]
_ONE, _TWO, _THREE = WAVES["standard"]
_HEALTH, _ESSENCES = (" / ".join(map(str, row)) for row in (DAY_HEALTH, ESSENCE))

_STEPS: tuple[Step[State, AnyAction], ...] = (
    Step(
        _("Take a shepherd"),
        _(
            "Mia and Tom guard caravans on their way through a land of mutant sheep. You win or "
            "lose together, so decide for both. Each takes a shepherd with {cards} starting "
            "Equipment cards, one Level I trait, {lanterns} lit lanterns and {essence} essence.",
            cards=len(_MILES.equipment),
            lanterns=_MILES.lanterns,
            essence=_MILES.essence,
        ),
        ("setup",),
        _NEW,
        _task(
            _("Choose a shepherd and a trait for Mia."),
            _chosen,
            "choose Mia miles steady-hand",
            _("“choose Mia miles steady-hand” takes Miles and the trait Steady Hand."),
        ),
    ),
    Step(
        _("A caravan sets out"),
        _(
            "Mia is Miles, Tom is Wren, and two guilds send their caravans. When all of them "
            "reach the Finish, you win. Each day one that waits is placed on the Start, and every "
            "caravan on the map moves {spaces} along the path.",
            spaces=_spaces(caravans.SPACES),
        ),
        ("enter", "drive"),
        _WAITING,
        _task(
            _("Send one of the caravans on its way."),
            _entered,
            "enter tinkers",
            _("“enter tinkers” places the Tinkers’ Guild on the Start."),
        ),
    ),
    Step(
        _("Go along"),
        _(
            "The Tinkers’ Guild has moved to c4. Now the shepherds act, and there are no turns: "
            "anybody does anything that is allowed, in any order. Once a day each may move up to "
            "{most} spaces in one go, but never into a shadow.",
            most=MOVE,
        ),
        ("no-turns", "action-step", "move", "shadow"),
        _ON_THE_MAP,
        _task(
            _("Move Mia to the caravan."),
            _moved,
            "move Mia c4",
            _("“move Mia c4” moves her there."),
        ),
    ),
    Step(
        _("Buy"),
        _(
            "Tom came along and gave Mia one of his essence; on the same space that is allowed. "
            "Essence buys what a caravan sells, but only on its space. Nobody holds more than "
            "{most}; what does not fit is lost. The Shepherd’s Spear is what Mia wants.",
            most=MOST_ESSENCE,
        ),
        ("buy", "give", "essence"),
        _AT_MARKET,
        _task(
            _("Let Mia buy the Shepherd’s Spear."),
            _bought,
            "buy Mia shepherds-spear",
            _("“buy Mia shepherds-spear” pays for it."),
        ),
    ),
    Step(
        _("Too many cards"),
        _(
            "Equipment and Curses fill a hand: with a Level I trait it holds three cards, later "
            "four and five. Whoever gets one too many discards Equipment at once. Curses, which "
            "you will meet, cannot be discarded."
        ),
        ("hand",),
        _BOUGHT,
        _task(
            _("Let Mia discard a card she can do without."),
            _discarded,
            "discard Mia shears",
            _("“discard Mia shears” lets the Shears go."),
        ),
    ),
    Step(
        _("Purify, and save lanterns"),
        _(
            "By day a lantern and one essence become one experience: that is purifying. Lanterns "
            "do much more, though: they boost attacks, and at night avert pollution, carry you a "
            "space or distract sheep. They are lit anew only in the morning, so keep some."
        ),
        ("purify", "lanterns"),
        _SPARE_ESSENCE,
        _task(
            _("Let Tom purify his last essence."),
            _purified,
            "purify Tom",
            _("“purify Tom” spends a lantern and one essence."),
        ),
    ),
    Step(
        _("Night falls"),
        _(
            "Each night begins with a Night Event. Strays brings a lesser sheep, and raises the "
            "pollution tracker by one slot. The number beside the tracker is how many lanterns "
            "avert the pollution, all shepherds together. Tiles that have come take effect every "
            "night, in order."
        ),
        ("night-event", "pollution", "tiles", "tile-effects"),
        _RISEN,
        Quiz(_("What if you do not avert it?"), _fates, _fate, _about_fate),
        _seen,
    ),
    Step(
        _("Avert it"),
        _(
            "Averting is cheap on the first nights and gets dearer, for the tracker stays where "
            "it is. Spend the lanterns of whoever can spare them. Mia has plans for tonight and "
            "wants to keep all of hers."
        ),
        ("avert", "lanterns"),
        _RISEN,
        _task(
            _("Avert the pollution with a lantern of Tom’s."),
            _averted,
            "avert 0 1",
            _("“avert 0 1” spends none of Mia’s lanterns and one of Tom’s."),
        ),
    ),
    Step(
        _("What are they tonight?"),
        _(
            "Every night the sheep turn into another Mutation. With the box on your table you "
            "draw the card and say which it is; one the page does not know is typed in once, and "
            "anything that went wrong is set by hand. Tonight’s card reads: Void Sheep."
        ),
        ("mutation", "special", "pack", "fix"),
        _AVERTED,
        _task(
            _("Say that the Void Sheep came."),
            _mutated,
            "draw mutation void-sheep",
            _("“draw mutation void-sheep” names the card."),
        ),
    ),
    Step(
        _("Fight"),
        _(
            "A Flock card brought a standard sheep, which moved three spaces toward the caravan, "
            "to e5. Mia walked there, a lantern a space. To attack, exhaust a card: each icon "
            "deals 1 damage, 1 more if they are weak to it, none if immune. A lantern may add 1, "
            "even the last one. Kills give {essence} essence by tier.",
            essence=_ESSENCES,
        ),
        ("flock", "walk", "attack", "weakness", "boost", "special", "kill"),
        _FACING,
        _task(
            _("Let Mia kill the standard sheep with one attack."),
            _killed,
            "attack Mia shepherds-spear standard boost",
            _(
                "“attack Mia shepherds-spear standard” attacks, "
                "“attack Mia shepherds-spear standard boost” adds a lantern."
            ),
        ),
    ),
    Step(
        _("They strike back"),
        _(
            "The night ends with strikes: every sheep goes for the caravan it shares a space with "
            "or, if there is none, for a shepherd there. A caravan never gets rid of corruption; "
            "if its meter overflows, you lose. To see what is at stake, say that the Tinkers’ "
            "meter is almost full. A lantern spent to distract draws the sheep of the space upon "
            "its shepherd."
        ),
        ("strike", "distract", "caravan-lost"),
        _STRIKING,
        _task(
            _("A lesser sheep has reached the Tinkers’ Guild. Save the caravan."),
            _distracted,
            "distract Tom",
            _("“distract Tom” spends his lantern."),
        ),
    ),
    Step(
        _("Morning"),
        _(
            "Back to the story, and all is refreshed: cards, traits and lanterns. A Day Event is "
            "drawn, then caravans act, if their boards say so, and one more sets out. The Tinkers "
            "may move {spaces}, but the lesser sheep is still on their space: leaving it costs "
            "one movement more.",
            spaces=_spaces(caravans.SPACES),
        ),
        ("refresh", "day-event", "caravan-action", "impede"),
        _SLOWED,
        Quiz(_("Where does the Tinkers’ Guild end?"), _ends, _end, _about_end),
        _seen,
    ),
    Step(
        _("Where do they go?"),
        _(
            "The second night, with new sheep. Those of a space move together, three spaces "
            "toward the nearest caravan; of two equally near, toward the one closer to the "
            "Finish. They get as near as they can. Of equally near spaces they take one without a "
            "shepherd; if there are still several, you choose."
        ),
        ("sheep-move", "sheep-choice"),
        _TWO_CARAVANS,
        Quiz(
            _("Which caravan do the sheep of {at} go for, and where do they end?", at=SEEN),
            _goals,
            _aim,
            _about_aim,
        ),
        _seen,
    ),
    Step(
        _("A fork"),
        _(
            "Day three: Fair Wind lets caravans move one space more, and its sign points north. "
            "That is how they turn at forks. Whichever is closest to the Finish goes first, and "
            "one that would enter the space of another stops instead. Two sheep stand beside the "
            "Tinkers’ Guild."
        ),
        ("fork", "block", "drive"),
        _FORK,
        Quiz(_("Where does the Tinkers’ Guild end today?"), _ends, _end, _about_end),
        _seen,
    ),
    Step(
        _("By daylight"),
        _(
            "By day sheep are weak and have no mutation: their health is {health} by tier. Damage "
            "left over from a kill may go to another sheep of the space, but there is no essence "
            "in it. At dusk and dawn, survivors are whole again. Mia has come to the two lesser "
            "sheep that were left behind.",
            health=_HEALTH,
        ),
        ("day-attack",),
        _BY_DAY,
        _task(
            _("Attack with Mia so that one sheep dies and damage is left over."),
            _by_day,
            "attack Mia shepherds-spear lesser",
            _("“attack Mia shepherds-spear lesser” attacks one of them."),
        ),
    ),
    Step(
        _("Curses"),
        _(
            "What if Mia had missed, that first night? A standard sheep strikes her for two "
            "points, and say her meter stands at three. The point that overflows it brings a "
            "Curse. A Curse attacks like Equipment, is never boosted, and costs essence to use."
        ),
        ("curse",),
        _BITTEN,
        Quiz(_("What does the strike do to Mia?"), _marks, _mark, _about_mark),
        _seen,
    ),
    Step(
        _("Too many Curses"),
        _(
            "Much later, Tom holds two Curses and one Equipment card, and his meter stands at "
            "three. He distracts a lesser sheep, which strikes him for one. Healing takes "
            "corruption off, never below zero, but no Curse. At the hand limit with nothing but "
            "Curses, a shepherd dies."
        ),
        ("death", "heal", "hand"),
        _CURSED,
        Quiz(_("A third Curse comes. What happens?"), _ways_out, _way_out, _about_way_out),
        _seen,
    ),
    Step(
        _("A new trait"),
        _(
            "Something nicer: Mia has purified once more, and her experience meter overflows. She "
            "chooses a trait of the next level, and her hand grows. Like a card, a trait is "
            "exhausted when its ability is used, and refreshed in the morning; what a Level II "
            "trait always does, it does even then."
        ),
        ("traits", "ability", "hand"),
        _WISER,
        _task(
            _("Choose Mia’s new trait."),
            _learned,
            "learn Mia battle-tested",
            _("“learn Mia battle-tested” chooses Battle Tested."),
        ),
    ),
    Step(
        _("Out of sheep"),
        _(
            "The Flock deck gets worse: {one} cards of Wave 1, {two} of Wave 2, {three} of Wave "
            "3. There are {lesser} lesser, {standard} standard and {greater} greater pieces. If "
            "none of a tier is left, one of the next higher comes. Now First Bleat is drawn: two "
            "lesser sheep to the green spawn.",
            one=_ONE,
            two=_TWO,
            three=_THREE,
            **dict(zip(TIERS, PIECES, strict=True)),
        ),
        ("flock-deck", "pieces", "stock", "flock"),
        _CROWDED,
        Quiz(_("What comes to the green spawn?"), _placings, _placing, _about_placing),
        _seen,
    ),
    Step(
        _("Two ways to lose"),
        _(
            "One you know: a caravan’s corruption overflows. The other is pollution. Not averted, "
            "it brings up to {most} tiles, then turns them to their major side, one each time. "
            "Tonight all {most} are major, and few lanterns are lit.",
            most=MOST_TILES,
        ),
        ("pollution-lost", "caravan-lost", "tiles"),
        _FOUL,
        Quiz(_("The pollution is not averted. What happens?"), _fates, _fate, _about_fate),
        _seen,
    ),
    Step(
        _("Safe"),
        _(
            "The last day. The Tinkers’ Guild is safe: it left the map, and nothing can strike "
            "it. The other caravan stands right before the Finish. Next time, more cards of Wave "
            "1 and 2 make it easier, fewer make it harder, and minor tiles from the start much "
            "harder."
        ),
        ("safe", "win", "difficulty"),
        _NEARLY,
        _task(
            _("Bring the Apothecaries’ Guild home."),
            _won,
            "drive apothecary",
            _("“drive apothecary” lets it move."),
        ),
    ),
)

LESSON: Lesson[State, AnyAction] = Lesson(
    GAME_ID,
    _("Learn The Sheep"),
    _(
        "Bring the caravans through the night: in {count} short steps you lead Mia and Tom through "
        "their first day, their first night and what comes after. The map and cards are our own, "
        "for practice. Try what you like, nothing can break.",
        count=len(_STEPS),
    ),
    _STEPS,
)
