"""The table of The Sheep as text."""

from __future__ import annotations

from companion.language import _, listing, plural
from companion.the_sheep import engine, movement
from companion.the_sheep.caravans import to_finish
from companion.the_sheep.commands import COMMANDS
from companion.the_sheep.effects import corruption_meter
from companion.the_sheep.hexes import FAR, order
from companion.the_sheep.pack import COLOURS
from companion.the_sheep.refusals import next_step
from companion.the_sheep.state import (
    MOST_ESSENCE,
    SAFE,
    WAITING,
    Advance,
    Caravan,
    Done,
    Held,
    Shepherd,
    State,
    hand_limit,
    inventory,
)
from companion.the_sheep.view import View
from companion.the_sheep.words import herd_text, name_of, phase_text, sheep_text


def board(view: View) -> str:
    """Return the whole table as lines of text."""
    state = view.state
    parts = [
        _head(view),
        "",
        *_map(state),
        *_pollution(state),
        "",
        *(_shepherd_line(state, seat) for seat in range(state.seats)),
        *(_caravan_line(state, caravan) for caravan in state.caravans),
        *_sheep(state),
        *_moves(state),
        *(problem.text for problem in view.problems),
    ]
    return "\n".join(parts)


def where(view: View) -> str:
    """Return in a few words where in the game the table is."""
    if view.phase == "over":
        return _("finished")
    if view.phase == "setup":
        return phase_text("setup")
    step = phase_text(view.phase)
    if view.state.is_day:
        return _("day {day}, {step}", day=view.state.day, step=step)
    return _("night {day}, {step}", day=view.state.day, step=step)


def now(view: View) -> tuple[str, str]:
    """Return the one next thing, in big words, and what is in force in small ones."""
    if view.outcome is not None:
        return view.outcome.reason, _cards_in_force(view.state)
    return _typed(view.state, next_step(view.state)), _cards_in_force(view.state)


def _typed(state: State, told: str) -> str:
    """Return the next step with the command for it, where the table just goes on."""
    goes_on = [one for one in engine.legal(state) if isinstance(one, Advance | Done)]
    if not goes_on:
        return told
    return _("{told} Type “{command}”.", told=told, command=COMMANDS.text(state, goes_on[0]))


def _cards_in_force(state: State) -> str:
    decks, told = state.table.decks, []
    for deck, card in (("day", state.day_event), ("night", state.night_event)):
        if card:
            event = decks[deck][card]
            told.append(" ".join(filter(None, (_("{name}.", name=event.name), event.text))))
    if state.sheep_now is not None:
        told.append(_mutation(state))
    return " ".join(told)


def _mutation(state: State) -> str:
    mutation = state.sheep_now
    assert mutation is not None  # noqa: S101  asked only if there is one
    told = _(
        "{name}: health {health}, corruption {corruption}.",
        name=mutation.name,
        health=" / ".join(map(str, mutation.health)),
        corruption=" / ".join(map(str, mutation.corruption)),
    )
    weak = _("Weak to {types}.", types=listing(mutation.weak)) if mutation.weak else ""
    immune = _("Immune to {types}.", types=listing(mutation.immune)) if mutation.immune else ""
    return " ".join(filter(None, (told, weak, immune, mutation.text)))


def _head(view: View) -> str:
    heading, hint = now(view)
    return _("The Sheep, {where}. {now} {hint}", where=where(view), now=heading,
             hint=hint).rstrip()  # fmt: skip


def _map(state: State) -> list[str]:
    found = state.table.board
    spawns = listing(f"{colour} {found.spawns[colour]}" for colour in COLOURS
                     if colour in found.spawns)  # fmt: skip
    return [
        _(
            "{title}: Start {start}, Finish {finish}; spawns {spawns}.",
            title=found.title,
            start=found.start,
            finish=listing(found.finish),
            spawns=spawns,
        )
    ]


def _pollution(state: State) -> list[str]:
    meter = state.table.meter(state.seats)
    line = _(
        "Pollution: slot {slot} of {slots}, averting costs {price}.",
        slot=state.slot + 1,
        slots=len(meter),
        price=state.price,
    )
    tiles = [tile_text(state, place) for place in range(len(state.tiles))]
    return [line, *tiles]


def tile_text(state: State, place: int) -> str:
    """Return a pollution tile in play, by its place from 0, with what it does."""
    tile = state.tiles[place]
    fields = {
        "number": place + 1,
        "name": state.table.name(tile.id),
        "text": engine.face(state, tile).text,
    }
    if tile.major:
        return _("Tile {number}, {name}, major: {text}", **fields)
    return _("Tile {number}, {name}, minor: {text}", **fields)


def _shepherd_line(state: State, seat: int) -> str:
    shepherd, name = state.shepherds[seat], name_of(state, seat)
    if not shepherd.board:
        return _("{name}: no shepherd yet", name=name)
    title = state.table.name(shepherd.board)
    if shepherd.dead:
        return _("{name}: {title}, dead", name=name, title=title)
    told = _(
        "{name}: {title} on {at}; corruption {corruption} of {meter}, essence {essence} of {most}, "
        "lanterns {lit} of {lanterns}, {experience}",
        name=name,
        title=title,
        at=shepherd.at,
        corruption=shepherd.corruption,
        meter=corruption_meter(state, shepherd),
        essence=shepherd.essence,
        most=MOST_ESSENCE,
        lit=shepherd.lit,
        lanterns=shepherd.lanterns,
        experience=experience_text(state, seat),
    )
    return _(
        "{told}; {hand}{marks}", told=told, hand=hand_text(state, seat), marks=_marks(shepherd)
    )


def experience_text(state: State, seat: int) -> str:
    """Return a seat's level and experience in a few words."""
    shepherd, meter = state.shepherds[seat], engine.experience_meter(state, seat)
    if not meter:
        return _("level {level}", level=shepherd.level)
    return _("level {level}, experience {n} of {meter}", level=shepherd.level,
             n=shepherd.experience, meter=meter)  # fmt: skip


def hand_text(state: State, seat: int) -> str:
    """Return a seat's cards and traits, exhausted ones in brackets."""
    shepherd = state.shepherds[seat]
    cards = listing(_held(state, one) for one in shepherd.hand) or _("no cards")
    traits = listing(_held(state, one) for one in shepherd.traits)
    return _("hand {count} of {limit}: {cards}; traits: {traits}", count=len(shepherd.hand),
             limit=hand_limit(state, seat), cards=cards, traits=traits)  # fmt: skip


def _held(state: State, held: Held) -> str:
    name = state.table.name(held.id)
    return f"({name})" if held.down else name


def _marks(shepherd: Shepherd) -> str:
    return _("; distracts the sheep") if shepherd.distracting else ""


def _caravan_line(state: State, caravan: Caravan) -> str:
    board_ = state.table.caravans[caravan.id]
    if caravan.at == SAFE:
        return _("{name}: safe", name=board_.name)
    wares = [
        _("{card} {cost}", card=state.table.name(card), cost=state.table.cost(card))
        for card in inventory(state, caravan)
    ]
    fields = {
        "name": board_.name,
        "corruption": caravan.corruption,
        "meter": board_.corruption,
        "wares": listing(wares) or _("nothing"),
    }
    if caravan.at == WAITING:
        return _("{name}: not on the map yet; corruption {corruption} of {meter}", **fields)
    far = to_finish(state, caravan)
    return _(
        "{name}: {place}; corruption {corruption} of {meter}; sells {wares}",
        place=_place(caravan.at, far),
        **fields,
    )


def _place(at: str, far: int) -> str:
    if far == FAR:
        return _("on {at}, off the path", at=at)
    return plural(
        "on {at}, {count} space from the Finish", "on {at}, {count} spaces from the Finish", far,
        at=at,
    )  # fmt: skip


def _sheep(state: State) -> list[str]:
    herds = sorted(state.flock, key=lambda herd: order(herd.at))
    lines = [
        _("{at}: {sheep}{hurt}", at=herd.at, sheep=herd_text(herd.count), hurt=_hurt(herd.hurt))
        for herd in herds
    ]
    left = listing(sheep_text(tier, count) for tier, count in enumerate(state.stock))
    return [*(["", *lines] if lines else []), _("In stock: {left}.", left=left)]


def _hurt(hurt: tuple[tuple[int, int], ...]) -> str:
    marks = [plural("{count} damage", "{count} damage", damage) for _tier, damage in hurt]
    return _(" (hurt: {marks})", marks=listing(marks)) if marks else ""


def _moves(state: State) -> list[str]:
    """Return why each group moves where it moves, when it is about to."""
    if state.phase != "sheep-move" or state.queue:
        return []
    lines = []
    for group in movement.options(state):
        told = " ".join(movement.trace(state, group))
        lines.append(_("{at}: {told}", at=group.at, told=told))
    return ["", *lines]
