"""What has begun and is to be finished: discards, traits, essence, strikes, where sheep end."""

from __future__ import annotations

from collections.abc import Callable

import htpy as h

from companion.language import _, listing, plural
from companion.the_sheep import combat, movement
from companion.the_sheep.effects import corruption_meter
from companion.the_sheep.moves import ability_of
from companion.the_sheep.state import (
    MOST_ESSENCE,
    Bear,
    Discard,
    Job,
    Learn,
    Ready,
    Share,
    Shift,
    Steer,
    Step,
    tier_number,
)
from companion.the_sheep.view import View
from companion.the_sheep.words import herd_text
from widgets.pages import Draft
from widgets.pages.the_sheep.aiming import Aim
from widgets.pages.the_sheep.art import seat_badge, sheep_picture
from widgets.pages.the_sheep.meters import counted, meter
from widgets.pages.the_sheep.naming import (
    ability_words,
    button,
    icons,
    icons_of,
    moves_of,
    name_of,
    sheep_title,
)
from widgets.parts.cards import card, nothing
from widgets.parts.controls import action_button, action_form, submit
from widgets.parts.keyed import Part, keyed


def job_card(view: View, aim: Aim, draft: Draft | None, revision: int) -> Part:
    """Return what the first thing to be finished needs; empty where the banner is enough."""
    queue = view.state.queue
    make = _CARDS.get(queue[0].do) if queue and view.outcome is None else None
    if make is None or not queue:
        return nothing("job")
    return make(view, queue[0], aim, draft, revision)


# Cards and traits


def _discard(view: View, job: Job, *_rest: object) -> Part:
    rows = [_card_offer(view, one) for one in moves_of(view, Discard)]
    title = _("{name} discards one of these", name=name_of(view, job.seat))
    return card("job", h.div(".tc-offers")[rows], title)


def _ready(view: View, job: Job, *_rest: object) -> Part:
    rows = [_card_offer(view, one) for one in moves_of(view, Ready)]
    if not rows:
        return nothing("job")
    title = _("{name} turns one of these face up", name=name_of(view, job.seat))
    return card("job", h.div(".tc-offers")[rows], title)


def _card_offer(view: View, one: Discard | Ready) -> h.Element:
    ability = ability_of(view.table, one.card)
    return button(
        h.span[
            h.b[view.table.name(one.card), icons(icons_of(view.state, one.card))],
            h.small[ability_words(ability)] if ability else None,
        ],
        one,
    )


def _trait(view: View, job: Job, *_rest: object) -> Part:
    rows = [_trait_offer(view, one) for one in moves_of(view, Learn)]
    title = _("{name} chooses a trait", name=name_of(view, job.seat))
    return card("job", h.div(".tc-offers")[rows], title)


def _trait_offer(view: View, one: Learn) -> h.Element:
    return button(h.span[trait_words(view, one.trait)], one)


def trait_words(view: View, trait_id: str) -> h.Node:
    """Return a trait with what it does."""
    trait = view.table.traits[trait_id]
    return [
        h.b[trait.name],
        h.small[trait.passive] if trait.passive else None,
        h.small[ability_words(trait.ability)] if trait.ability else None,
    ]


# Essence


def _share(view: View, job: Job, _aim: Aim, draft: Draft | None, revision: int) -> Part:
    """Return who takes how much of the essence of a kill."""
    shares = moves_of(view, Share)
    here = [seat for seat in range(view.state.seats) if any(one.essence[seat] for one in shares)]
    form = action_form(
        {"type": "share", "seat": -1, "essence": [0] * view.state.seats},
        {f"essence.{seat}": "int" for seat in here},
        draft=True,
        aria_label=_("Share the essence"),
    )
    rows = [_portion(view, seat, job.count, at == 0) for at, seat in enumerate(here)]
    usual = [job.count if here and seat == here[0] else 0 for seat in range(view.state.seats)]
    return card(
        "job",
        keyed(
            f"share-{revision}",
            form[rows, _shared(view, job, draft, usual), h.div(".tc-actions")[submit(_("Share"))]],
        ),
        _("Who takes the {count} essence?", count=job.count),
    )


def _portion(view: View, seat: int, most: int, first: bool) -> h.Element:
    room = MOST_ESSENCE - view.state.shepherds[seat].essence
    return h.fieldset(".tc-lanterns")[
        h.legend[
            seat_badge(seat),
            h.bdi[name_of(view, seat)],
            h.small[plural("room for {count}", "room for {count}", room)],
        ],
        h.div(".tc-choices")[
            (
                h.label(".tc-choice")[
                    h.input(
                        type="radio",
                        name=f"essence.{seat}",
                        value=str(count),
                        checked=count == (most if first else 0),
                    ),
                    h.span[str(count)],
                ]
                for count in range(most + 1)
            )
        ],
    ]


def _shared(view: View, job: Job, draft: Draft | None, usual: list[int]) -> Part:
    raw = draft.raw if draft and draft.raw.get("type") == "share" else {}
    row = [count for count in raw.get("essence", usual) if isinstance(count, int)]
    given, state = sum(row), view.state
    told = _("{given} of {count} are given.", given=given, count=job.count)
    if given == job.count:
        room = [MOST_ESSENCE - one.essence for one in state.shepherds]
        lost = sum(max(0, more - left) for more, left in zip(row, room, strict=False))
        told = plural("{count} of it does not fit and is lost.",
                      "{count} of it do not fit and are lost.", lost) if lost else (
                          _("All of it finds a place."))  # fmt: skip
    return keyed("shared", h.p(".tc-verdict", data_said=True)[told])


# Strikes


def _struck(view: View, job: Job, *_rest: object) -> Part:
    """Return who may be struck by which sheep, with what it does to each."""
    bears: list[Bear] = moves_of(view, Bear)
    seats = list(dict.fromkeys(one.who for one in bears))
    rows = [_victim(view, job, [one for one in bears if one.who == seat]) for seat in seats]
    title = _("Who is struck on {at}?", at=job.at)
    return card("job", h.div(".tc-boards")[rows], title)


def _victim(view: View, job: Job, bears: list[Bear]) -> h.Element:
    seat = bears[0].who
    shepherd, name = view.state.shepherds[seat], name_of(view, seat)
    most = corruption_meter(view.state, shepherd)
    words = _("corruption {have}; at {most} it overflows", have=shepherd.corruption, most=most)
    return h.div(".tc-board", role="group", aria_label=name)[
        h.header[seat_badge(seat), h.span[h.bdi[name]]],
        meter(counted(most), shepherd.corruption, words, overflow=True),
        h.div(".tc-choices")[(_bear(view, job, one) for one in bears)],
    ]


def _bear(view: View, job: Job, one: Bear) -> h.Element:
    state, tier = view.state, tier_number(one.tier)
    if one.every:
        count = sum(n * combat.strength(state, at) for at, n in enumerate(job.tiers))
        return button(_("all of them: {count}", count=count), one)
    count = combat.strength(state, tier)
    label = _("{sheep}: {count}", sheep=sheep_title(tier, 0), count=count)
    return button(h.span(".tc-beside")[sheep_picture(tier), label], one)


# Sheep and shepherds moved


def _push(view: View, _job: Job, aim: Aim, *_rest: object) -> Part:
    """Return which sheep a card moves, and where to; the map says the same."""
    shifts = moves_of(view, Shift)
    if not shifts:
        return nothing("job")
    herds = list(dict.fromkeys(one.at for one in shifts))
    kinds = dict.fromkeys((one.tier, one.hurt) for one in shifts if one.at == aim.herd)
    ways = [one for one in shifts if one.at == aim.herd and (one.tier, one.hurt) == aim.sheep]
    return card(
        "job",
        [
            h.div(".tc-choices", role="group", aria_label=_("From which space"))[
                (_from(at, aim) for at in herds)
            ],
            h.div(".tc-choices", role="group", aria_label=_("Which sheep"))[
                (_kind(kind, aim) for kind in kinds)
            ],
            h.div(".tc-choices", role="group", aria_label=_("Where to"))[
                (button(_("to {to}", to=one.to), one) for one in ways)
            ],
        ],
        _("Which sheep, and where to?"),
    )


def _from(at: str, aim: Aim) -> h.Element:
    act = {"table": "show", "herd": at}
    return action_button(at, act, aria_pressed="true" if at == aim.herd else "false")


def _kind(kind: tuple[str, int], aim: Aim) -> h.Element:
    act = {"table": "show", "sheep": [*kind]}
    tier = tier_number(kind[0])
    return action_button(
        [sheep_picture(tier), sheep_title(tier, kind[1])],
        act,
        aria_pressed="true" if kind == aim.sheep else "false",
    )


def _step(view: View, job: Job, _aim: Aim, _draft: Draft | None, revision: int) -> Part:
    steps = moves_of(view, Step)
    if not steps:
        return nothing("job")
    form = action_form({"type": "step", "seat": job.seat}, {"to": "text"})
    return card(
        "job",
        keyed(
            f"step-{revision}",
            form[
                h.div(".tc-row")[
                    h.select(name="to", aria_label=_("Space"))[
                        (h.option(value=one.to)[one.to] for one in steps)
                    ],
                    submit(_("Go there"), primary=False),
                ]
            ],
        ),
        _("Tap a lit space, or choose it by name"),
    )


_CARDS: dict[str, Callable[..., Part]] = {
    "discard": _discard,
    "ready": _ready,
    "trait": _trait,
    "share": _share,
    "choose-strike": _struck,
    "push": _push,
    "pull": _push,
    "walk": _step,
}


# Where sheep end


def steer_card(view: View, aim: Aim) -> Part:
    """Return the groups of sheep that move, why each goes where, and what is left to choose."""
    if view.phase != "sheep-move" or view.state.queue:
        return nothing("steer")
    groups = movement.options(view.state)
    chosen = dict(view.state.steered)
    rows = [_group(view, group, chosen.get(group.at, ""), aim) for group in groups]
    return card("steer", rows, _("Where the sheep go, and why"))


def _group(view: View, group: movement.Group, settled: str, aim: Aim) -> Part:
    """Return a group with the trace of the rules; the deciding line is marked."""
    lines = movement.trace(view.state, group)
    decides = deciding(group)
    title = _("{at}: {sheep}", at=group.at, sheep=herd_text(group.count))
    ends = listing(group.ends) if not group.is_open else settled
    waits = group.is_open and settled not in group.ends
    note = _("the table decides") if waits else _("to {end}", end=ends)
    asked = aim.why == group.at  # a fold opens by itself only where it is drawn anew
    return keyed(
        f"why-{group.at}" if asked else f"group-{group.at}",
        h.details(open=asked or (waits and aim.herd == group.at))[
            h.summary[h.b[title], h.small[note]],
            h.ol(".tc-trace")[
                (
                    h.li(data_decides=at == decides % len(lines) or None)[line]
                    for at, line in enumerate(lines)
                )
            ],
            _ends(view, group, settled) if group.is_open else None,
        ],
    )


def _ends(view: View, group: movement.Group, settled: str) -> h.Element:
    steers = [Steer(-1, group.at, end) for end in group.ends]
    legal = set(moves_of(view, Steer))
    return h.div(".tc-choices")[
        (
            button(_("End on {to}", to=one.to), one)
            if one in legal
            else h.span(".tc-soft")[_("They end on {to}.", to=one.to)]
            for one in steers
            if one in legal or one.to == settled
        )
    ]


def deciding(group: movement.Group) -> int:
    """Return the line of the trace that decided, counted like a place in a list."""
    if group.is_open:
        return -1
    if not group.sights:
        return 0
    if group.spared:
        return -1
    return len(group.sights)
