"""The steps of day and night: the rail, the one next thing, its buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import htpy as h

from companion.language import _, listing, plural
from companion.the_sheep import caravans
from companion.the_sheep.engine import legal
from companion.the_sheep.state import (
    DAYTIME,
    MOST_TILES,
    Advance,
    Bear,
    CaravanAct,
    Carry,
    Discard,
    Done,
    Draw,
    Drive,
    Enlist,
    Enter,
    Job,
    Learn,
    LetGo,
    Pick,
    Ready,
    Share,
    Steer,
    hand_limit,
    tier_number,
)
from companion.the_sheep.view import View
from companion.the_sheep.words import herd_text, sheep_one
from widgets.pages.the_sheep.art import icon
from widgets.pages.the_sheep.drawing import draw_form, missing_words, to_type_in
from widgets.pages.the_sheep.fighting import carry_label
from widgets.pages.the_sheep.naming import ROMAN, button, moves_of, name_of
from widgets.pages.the_sheep.polluting import avert_actions
from widgets.parts.cards import nothing
from widgets.parts.keyed import Part, keyed

FEW = 6
"""So many choices stand as buttons in the banner; more are made in a card below it."""


def step_title(phase: str) -> str:
    """Return what a step is called on the rail."""
    return {
        "refresh": _("Refresh"),
        "day-event": _("Event"),
        "caravan-act": _("Caravans act"),
        "enter": _("Set out"),
        "drive": _("Caravans move"),
        "action": _("Shepherds act"),
        "night-event": _("Event"),
        "pollution": _("Pollution"),
        "avert": _("Avert"),
        "tiles": _("Tiles"),
        "mutation": _("Mutation"),
        "flock": _("Flock"),
        "sheep-move": _("Sheep move"),
        "combat": _("Combat"),
        "strike": _("Strikes"),
    }[phase]


def is_night(view: View) -> bool:
    """Return whether the page is dark."""
    return not view.state.is_day and view.phase != "over"


def rail(view: View) -> Part:
    """Return the steps of this day or night, the one that comes now marked."""
    if view.phase in ("setup", "over"):
        return nothing("rail")
    day = view.state.is_day
    row = [step for step in view.steps if (step in DAYTIME) == day]
    if day and view.state.day == 1:
        row = [step for step in row if step not in ("refresh", "day-event")]
    now = row.index(view.phase)
    fields = {"day": view.state.day}
    name = _("Day {day}", **fields) if day else _("Night {day}", **fields)
    steps = h.ol(".tc-steps")[
        (
            h.li(
                ".tc-step",
                data_done=at < now or None,
                data_current=at == now or None,
                aria_current="step" if at == now else None,
            )[h.span[step_title(step)]]
            for at, step in enumerate(row)
        )
    ]
    return keyed(
        "rail",
        h.nav(".tc-rail", aria_label=_("Steps of this day or night"))[
            h.span(".tc-daytime")[icon("sun" if day else "moon"), name], steps
        ],
    )


# The one next thing


def now(view: View) -> tuple[str, str]:
    """Return the one next thing in big words, and why or how in small ones."""
    if view.outcome is not None:
        return view.outcome.reason, _("The evening in numbers stands below.")
    queue = view.state.queue
    if queue:
        return _job_now(view, queue[0])
    return _NOW[view.phase](view)


def _setup_now(view: View) -> tuple[str, str]:
    state = view.state
    seat = next((s for s, one in enumerate(state.shepherds) if not one.board), None)
    if seat is not None:
        told = _("{name} chooses a shepherd", name=name_of(view, seat))
        return told, _("Each shepherd begins with three Equipment cards and a trait of level I.")
    left = state.travelling - len(state.caravans)
    told = plural("Choose {count} more caravan", "Choose {count} more caravans", left)
    hint = _("They have to reach the Finish before corruption takes them.")
    return told, missing_words(view) or hint


def _refresh_now(_view: View) -> tuple[str, str]:
    return _("Refresh"), _("Turn all cards and traits face up and light every lantern.")


def _draw_now(view: View) -> tuple[str, str]:
    told, hint = _TO_DRAW[view.phase]()
    return told, missing_words(view) or hint


_TO_DRAW: dict[str, Callable[[], tuple[str, str]]] = {
    "day-event": lambda: (
        _("Draw the Day Event"),
        _("It shows where caravans turn, and holds until night."),
    ),
    "night-event": lambda: (
        _("Draw the Night Event"),
        _("It tells how far pollution rises, and holds until day."),
    ),
    "mutation": lambda: (
        _("Draw tonight’s Mutation"),
        _("It gives the sheep their health, their corruption and what they are weak to."),
    ),
    "flock": lambda: (
        _("Draw a Flock card"),
        _("It adds sheep at the spawns of its colours."),
    ),
}


def _act_now(view: View) -> tuple[str, str]:
    there = caravans.to_act(view.state)
    boards = view.table.caravans
    if len(there) > 1:
        return _("Which caravan acts first?"), _("Each acts once a day, in any order.")
    board = boards[there[0].id]
    return _("{name} acts", name=board.name), board.text


def _enter_now(view: View) -> tuple[str, str]:
    there = caravans.to_enter(view.state)
    start = view.table.board.start
    if len(there) > 1:
        hint = _("It is placed on the Start {start}. One a day.", start=start)
        return _("Which caravan sets out?"), hint
    told = _("{name} sets out", name=view.table.name(there[0].id))
    return told, _("It is placed on the Start {start}.", start=start)


def _drive_now(view: View) -> tuple[str, str]:
    state = view.state
    there = caravans.next_to_drive(state)
    spaces = caravans.movement(state)
    hint = plural(
        "{count} space today; leaving sheep costs one more.",
        "{count} spaces today; leaving sheep costs one more.",
        spaces,
    )
    if len(there) > 1:
        return _("Which caravan moves first?"), hint
    name = view.table.name(there[0].id)
    if len(caravans.turns(state, there[0])) > 1:
        return _("{name} comes to a fork: north or south?", name=name), hint
    return _("{name} moves", name=name), hint


def _action_now(_view: View) -> tuple[str, str]:
    hint = _("Anybody, in any order: move once, buy, fight, give, purify, use abilities.")
    return _("The shepherds act"), hint


def _pollution_now(view: View) -> tuple[str, str]:
    event = view.table.decks["night"].get(view.state.night_event)
    rise = event.pollution if event else 0
    told = plural("Pollution rises by {count}", "Pollution rises by {count}", rise)
    return told, _("That is what the Night Event says.") if event else ""


def _avert_now(view: View) -> tuple[str, str]:
    state = view.state
    lit = sum(one.lit for one in state.shepherds)
    told = plural(
        "Avert pollution for {count} lantern?", "Avert pollution for {count} lanterns?", state.price
    )
    if lit < state.price:
        return _("Pollution cannot be averted tonight"), plural(
            "It costs {price}, and only {count} lantern is lit.",
            "It costs {price}, and only {count} lanterns are lit.",
            lit,
            price=state.price,
        )
    return told, _suffer_hint(view)


def _suffer_hint(view: View) -> str:
    tiles = view.state.tiles
    if len(tiles) < MOST_TILES:
        return _("If not, a new tile comes, and the tracker goes back to the lowest slot.")
    if all(tile.major for tile in tiles):
        return _("If not, the land is polluted beyond help, and the game is lost.")
    return _("If not, one tile turns to its major side, and the tracker goes back.")


def _tiles_now(_view: View) -> tuple[str, str]:
    return _("The pollution tiles take effect"), _("All of them, in the order they came.")


def _sheep_move_now(view: View) -> tuple[str, str]:
    steers = moves_of(view, Steer)
    if not steers:
        hint = _("Nothing is left to choose. The arrows show where they go; tap sheep to see why.")
        return _("The sheep move"), hint
    herds = list(dict.fromkeys(one.at for one in steers))
    hint = _("Several spaces are equally near, so the table decides: tap one on the map.")
    if len(herds) == 1:
        return _("Where do the sheep of {at} end?", at=herds[0]), hint
    return _("Where do the sheep of {herds} end?", herds=listing(herds)), hint


def _combat_now(_view: View) -> tuple[str, str]:
    return _("Combat"), _(
        "Cards with icons kill sheep, a lantern boosts an attack, moves a space or distracts."
    )


def _strike_now(_view: View) -> tuple[str, str]:
    hint = _("Each sheep strikes the caravan on its space, or else a shepherd there.")
    return _("The sheep strike"), hint


_NOW: dict[str, Callable[[View], tuple[str, str]]] = {
    "setup": _setup_now,
    "refresh": _refresh_now,
    "day-event": _draw_now,
    "caravan-act": _act_now,
    "enter": _enter_now,
    "drive": _drive_now,
    "action": _action_now,
    "night-event": _draw_now,
    "pollution": _pollution_now,
    "avert": _avert_now,
    "tiles": _tiles_now,
    "mutation": _draw_now,
    "flock": _draw_now,
    "sheep-move": _sheep_move_now,
    "combat": _combat_now,
    "strike": _strike_now,
}


# What has begun and is to be finished


def _job_now(view: View, job: Job) -> tuple[str, str]:
    if moves_of(view, Pick):
        return _pick_now(job)
    return _JOBS[job.do](view, job)


def _pick_now(job: Job) -> tuple[str, str]:
    told = {
        "corrupt": plural(
            "It takes {count} corruption.", "It takes {count} corruption.", job.count
        ),
        "heal": plural("It heals {count}.", "It heals {count}.", job.count),
        "essence": plural("It gains {count} essence.", "It gains {count} essence.", job.count),
        "relight": plural(
            "It relights {count} lantern.", "It relights {count} lanterns.", job.count
        ),
    }.get(job.do, _("The card says what for."))
    return _("For which shepherd?"), told


def _who(view: View, job: Job) -> str:
    return name_of(view, job.seat) if job.seat >= 0 else ""


def _curse_now(view: View, job: Job) -> tuple[str, str]:
    hint = _("The corruption meter has overflowed.")
    return _("{name} draws a Curse", name=_who(view, job)), missing_words(view) or hint


def _tile_now(view: View, _job: Job) -> tuple[str, str]:
    hint = _("It comes on its minor side.")
    return _("Draw a pollution tile"), missing_words(view) or hint


def _discard_now(view: View, job: Job) -> tuple[str, str]:
    cards, limit = len(view.state.shepherds[job.seat].hand), hand_limit(view.state, job.seat)
    told = _("{name} discards Equipment", name=_who(view, job))
    return told, _("{cards} cards, and the hand limit is {limit}. Curses stay.", cards=cards,
                   limit=limit)  # fmt: skip


def _trait_now(view: View, job: Job) -> tuple[str, str]:
    level = ROMAN[view.state.shepherds[job.seat].level + 1]
    told = _("{name} gains a trait of level {level}", name=_who(view, job), level=level)
    return told, _("The experience meter has overflowed.")


def _share_now(_view: View, job: Job) -> tuple[str, str]:
    hint = _("Among the shepherds on {at}; each holds up to five, the rest is lost.", at=job.at)
    return _("Who takes the {count} essence?", count=job.count), hint


def _carry_now(view: View, job: Job) -> tuple[str, str]:
    told = _("{name}: {count} damage is left over", name=_who(view, job), count=job.count)
    return told, _("By day it may go to another sheep of the space.")


def _struck_now(_view: View, job: Job) -> tuple[str, str]:
    told = _("Who is struck on {at}?", at=job.at)
    return told, _("Still to strike: {sheep}.", sheep=herd_text(job.tiers))


def _ready_now(view: View, job: Job) -> tuple[str, str]:
    told = _("{name} refreshes a card", name=_who(view, job))
    more = plural("{count} may be turned face up.", "{count} may be turned face up.", job.count)
    return told, more


def _walk_now(view: View, job: Job) -> tuple[str, str]:
    told = _("{name} may move", name=_who(view, job))
    more = plural("Up to {count} space: tap one on the map.",
                  "Up to {count} spaces: tap one on the map.", job.count)  # fmt: skip
    return told, more


def _push_now(view: View, job: Job) -> tuple[str, str]:
    told = _("{name} moves a sheep a space", name=_who(view, job))
    return told, _("Tap the sheep on the map, then where it goes.")


def _pull_now(view: View, job: Job) -> tuple[str, str]:
    told = _("{name} draws a sheep to itself", name=_who(view, job))
    return told, _("Tap the sheep on the map, then {at}.", at=view.state.shepherds[job.seat].at)


_JOBS: dict[str, Callable[[View, Job], tuple[str, str]]] = {
    "curse": _curse_now,
    "tile": _tile_now,
    "discard": _discard_now,
    "trait": _trait_now,
    "share": _share_now,
    "carry": _carry_now,
    "choose-strike": _struck_now,
    "ready": _ready_now,
    "walk": _walk_now,
    "push": _push_now,
    "pull": _pull_now,
}


# Its buttons


def now_actions(view: View) -> Sequence[h.Node]:
    """Return the buttons of the banner."""
    if view.outcome is not None:
        return []
    if view.state.queue:
        return _job_actions(view)
    make = _ACTIONS.get(view.phase)
    return make(view) if make else []


def _advance(view: View) -> list[h.Node]:
    label = {
        "refresh": _("Refresh all"),
        "pollution": _("Raise pollution"),
        "tiles": _("Let the tiles take effect"),
        "sheep-move": _("Move the sheep"),
        "strike": _("Let them strike"),
    }[view.phase]
    return [button(label, one, primary=True) for one in moves_of(view, Advance)]


def _done(view: View) -> list[h.Node]:
    label = _("End the day") if view.phase == "action" else _("End combat")
    return [button(label, one) for one in moves_of(view, Done)]


def _draw(view: View) -> list[h.Node]:
    draws = moves_of(view, Draw)
    if view.setup.virtual:
        return [button(_("Draw"), one, primary=True) for one in draws]
    return [draw_form(view) if draws else to_type_in(view)]


def _caravans(view: View) -> list[h.Node]:
    """Return a button for each caravan that may act, set out or move now."""
    found: list[CaravanAct | Enter | Drive] = [
        one for kind in (CaravanAct, Enter, Drive) for one in moves_of(view, kind)
    ]
    only = len(found) == 1
    return [button(_caravan_label(view, one), one, primary=only) for one in found]


def _caravan_label(view: View, one: CaravanAct | Enter | Drive) -> str:
    name = view.table.name(one.caravan)
    if isinstance(one, CaravanAct):
        return _("{name} acts", name=name)
    if isinstance(one, Enter):
        return _("{name} sets out", name=name)
    return {
        "": _("{name} moves", name=name),
        "north": _("{name} turns north", name=name),
        "south": _("{name} turns south", name=name),
    }[one.turn]


def _sheep_moves(view: View) -> list[h.Node]:
    steers = moves_of(view, Steer)
    if not steers:
        return _advance(view)
    if len(steers) <= FEW:
        return [button(_("{at} to {to}", at=one.at, to=one.to), one) for one in steers]
    return [h.button(".tc-button", type="button", data_goto="steer")[_("One after another")]]


def _setup(view: View) -> list[h.Node]:
    """Return the way to a caravan that the pack lacks; the others are chosen in cards below."""
    return [to_type_in(view)] if missing_words(view) else []


_ACTIONS: dict[str, Callable[[View], Sequence[h.Node]]] = {
    "setup": _setup,
    "refresh": _advance,
    "day-event": _draw,
    "caravan-act": _caravans,
    "enter": _caravans,
    "drive": _caravans,
    "action": _done,
    "night-event": _draw,
    "pollution": _advance,
    "avert": avert_actions,
    "tiles": _advance,
    "mutation": _draw,
    "flock": _draw,
    "sheep-move": _sheep_moves,
    "combat": _done,
    "strike": _advance,
}


def _job_actions(view: View) -> Sequence[h.Node]:
    found = legal(view.state)
    kinds = {type(one) for one in found}
    if Draw in kinds:
        return _draw(view)
    if Enlist in kinds:
        return [*_draw(view), *(button(_("None is left"), one) for one in moves_of(view, LetGo))]
    labels = [(one, _LABELS[type(one)](view, one)) for one in found if type(one) in _LABELS]
    if len(labels) > FEW + 1:
        return [h.button(".tc-button", type="button", data_goto="job")[_("Choose below")]]
    return [button(label, one) for one, label in labels]


def _pick_label(view: View, one: Pick) -> str:
    return name_of(view, one.who)


def _bear_label(view: View, one: Bear) -> str:
    name = name_of(view, one.who)
    if one.every:
        return _("{name}, by all of them", name=name)
    return _("{name}, by {sheep}", name=name, sheep=sheep_one(tier_number(one.tier)))


def _card_label(view: View, one: Discard | Ready) -> str:
    return view.table.name(one.card)


def _trait_label(view: View, one: Learn) -> str:
    return view.table.name(one.trait)


def _share_label(view: View, one: Share) -> str:
    shares = (
        _("{name} {count}", name=name_of(view, seat), count=count)
        for seat, count in enumerate(one.essence)
        if count
    )
    return listing(shares)


def _let_go_label(view: View, _one: LetGo) -> str:
    if view.state.queue[0].do == "carry":
        return _("Let the damage go")
    return _("Do without")


_LABELS: dict[type, Callable[..., str]] = {
    Pick: _pick_label,
    Bear: _bear_label,
    Discard: _card_label,
    Ready: _card_label,
    Learn: _trait_label,
    Carry: carry_label,
    Share: _share_label,
    LetGo: _let_go_label,
}
