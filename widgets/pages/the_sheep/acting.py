"""What shepherds do: whose turn it is taken for, what it does, and with what."""

from __future__ import annotations

from collections.abc import Callable

import htpy as h

from companion.game import Seat
from companion.language import _, plural
from companion.the_sheep.engine import experience_meter
from companion.the_sheep.moves import ability_of
from companion.the_sheep.state import (
    AnyAction,
    Attack,
    Buy,
    Distract,
    Give,
    Move,
    Purify,
    Use,
    Walk,
    caravan_at,
    hand_limit,
    inventory,
)
from companion.the_sheep.view import View
from widgets.pages import Draft
from widgets.pages.the_sheep.aiming import ACTING, MODES, Aim
from widgets.pages.the_sheep.art import icon, seat_badge
from widgets.pages.the_sheep.fighting import attack_form
from widgets.pages.the_sheep.naming import ability_words, button, icons, icons_of, name_of, raw
from widgets.parts.cards import card, nothing
from widgets.parts.controls import action_button, action_form, submit
from widgets.parts.keyed import Part, keyed


def acting_card(view: View, aim: Aim, draft: Draft | None, revision: int) -> Part:
    """Return whose shepherd acts and what it does; empty where none may."""
    if not aim.open:
        return nothing("acting")
    title = _("Who acts?") if view.phase in ACTING else _("Meanwhile shepherds may act")
    body = _BODIES[aim.do](view, aim, draft, revision) if aim.do else None
    return card(
        "acting",
        [
            h.div(".tc-choices.tc-who", role="group", aria_label=_("Whose shepherd"))[
                (_who(view, aim, seat) for seat in _seats(view, aim))
            ],
            h.div(".tc-choices.tc-doing", role="group", aria_label=_("What it does"))[
                _modes(view, aim)
            ],
            keyed("act", h.div(".tc-act")[body]),
        ],
        title,
    )


def _seats(view: View, aim: Aim) -> list[Seat]:
    if view.phase in ACTING:
        return [seat for seat, one in enumerate(view.state.shepherds) if not one.dead]
    return [*aim.open]


def _who(view: View, aim: Aim, seat: Seat) -> Part:
    shepherd = view.state.shepherds[seat]
    note = plural("{at}, {count} lantern", "{at}, {count} lanterns", shepherd.lit, at=shepherd.at)
    return keyed(
        f"who-{seat}",
        action_button(
            [seat_badge(seat), h.span[h.bdi[name_of(view, seat)], h.small[note]]],
            {"table": "show", "seat": seat},
            aria_pressed="true" if seat == aim.seat else "false",
        ),
    )


# What it may do


def _modes(view: View, aim: Aim) -> list[h.Node]:
    found = aim.open.get(aim.seat, {})
    if view.phase not in ACTING:
        return [_mode(mode, aim) for mode in found]
    day = ("move", "attack", "use", "buy", "give", "purify")
    night = ("attack", "use", "walk", "distract")
    row = day if view.phase == "action" else night
    return [_mode(mode, aim) if mode in found else _dim(view, aim.seat, mode) for mode in row]


def mode_title(mode: str) -> str:
    """Return what a kind of action is called on its button."""
    return {
        "move": _("Move"),
        "attack": _("Attack"),
        "use": _("Use a card"),
        "buy": _("Buy"),
        "give": _("Give essence"),
        "purify": _("Purify"),
        "walk": _("Move by lantern"),
        "distract": _("Distract"),
    }[mode]


def _mode(mode: str, aim: Aim) -> Part:
    pressed = "true" if mode == aim.do else "false"
    act = {"table": "show", "do": "none" if mode == aim.do else mode}
    return keyed(f"mode-{mode}", action_button(mode_title(mode), act, aria_pressed=pressed))


def _dim(view: View, seat: Seat, mode: str) -> Part:
    """Return a button for what cannot be done now: pressed, it answers why."""
    act = raw(_example(view, seat, mode))
    return keyed(f"mode-{mode}", action_button(mode_title(mode), act, aria_disabled="true"))


def _example(view: View, seat: Seat, mode: str) -> AnyAction:
    """Return an action of a kind of which none is legal now, to be answered why."""
    shepherd, table = view.state.shepherds[seat], view.table
    held = shepherd.hand[0].id if shepherd.hand else ""
    to = next(iter(table.grid.neighbours.get(shepherd.at, ())), shepherd.at)
    other = (seat + 1) % view.state.seats
    made: dict[str, Callable[[], AnyAction]] = {
        "move": lambda: Move(seat, to),
        "attack": lambda: Attack(seat, held, "lesser"),
        "use": lambda: Use(seat, held),
        "buy": lambda: Buy(seat, next((one.id for one in table.cards.equipment), "")),
        "give": lambda: Give(seat, other, 1),
        "purify": lambda: Purify(seat),
        "walk": lambda: Walk(seat, to),
        "distract": lambda: Distract(seat),
    }
    return made[mode]()


# How it is done

Body = Callable[[View, Aim, Draft | None, int], h.Node]


def _move(_view: View, aim: Aim, _draft: Draft | None, revision: int) -> h.Node:
    words = _("Tap a lit space of the map: up to three away, once a day.")
    return [h.p[words], _by_name(aim, revision, "move")]


def _walk(view: View, aim: Aim, _draft: Draft | None, revision: int) -> h.Node:
    lit = view.state.shepherds[aim.seat].lit
    words = plural(
        "Tap a space beside the shepherd. It costs a lantern, and {count} is lit.",
        "Tap a space beside the shepherd. It costs a lantern, and {count} are lit.",
        lit,
    )
    return [h.p[words], _by_name(aim, revision, "walk")]


def _by_name(aim: Aim, revision: int, kind: str) -> Part:
    """Return the same spaces by their names, for whoever would rather not aim."""
    form = action_form(
        {"type": kind, "seat": aim.seat}, {"to": "text"}, aria_label=_("Choose the space by name")
    )
    return keyed(
        f"by-name-{revision}-{aim.seat}-{kind}",
        form[
            h.div(".tc-row")[
                h.select(name="to", aria_label=_("Space"))[
                    (h.option(value=at)[at] for at in aim.targets)
                ],
                submit(_("Go there"), primary=False),
            ]
        ],
    )


def _use(view: View, aim: Aim, _draft: Draft | None, _revision: int) -> h.Node:
    uses: tuple[Use, ...] = aim.open[aim.seat]["use"]
    return h.div(".tc-offers")[(_ability(view, one) for one in uses)]


def _ability(view: View, one: Use) -> h.Element:
    ability = ability_of(view.table, one.card)
    words = ability_words(ability) if ability else ""
    return button(h.span[h.b[view.table.name(one.card)], h.small[words]], one)


def _buy(view: View, aim: Aim, _draft: Draft | None, _revision: int) -> h.Node:
    """Return what the caravan here sells; what is too dear answers why."""
    state, seat = view.state, aim.seat
    shepherd = state.shepherds[seat]
    caravan = caravan_at(state, shepherd.at)
    wares = dict.fromkeys(inventory(state, caravan)) if caravan else ()
    room = hand_limit(state, seat) - len(shepherd.hand)
    words = plural(
        "{count} essence to spend.", "{count} essence to spend.", shepherd.essence
    ) if room > 0 else _("The hand is full: buying makes another card go.")  # fmt: skip
    legal = {one.card for one in aim.open[seat]["buy"]}
    return [
        h.p[words],
        h.div(".tc-offers")[(_ware(view, Buy(seat, one), one in legal) for one in wares)],
    ]


def _ware(view: View, one: Buy, affordable: bool) -> h.Element:
    item = view.table.items[one.card]
    cost = getattr(item, "cost", 0)
    ability = item.ability
    return action_button(
        h.span[
            h.b[item.name, icons(icons_of(view.state, one.card))],
            h.small[plural("{count} essence", "{count} essence", cost)],
            h.small[ability_words(ability)] if ability else None,
        ],
        raw(one),
        aria_disabled=None if affordable else "true",
    )


def _give(view: View, aim: Aim, _draft: Draft | None, _revision: int) -> h.Node:
    gifts: tuple[Give, ...] = aim.open[aim.seat]["give"]
    return h.div(".tc-choices")[
        (
            button(_("{count} to {name}", count=one.count, name=name_of(view, one.to)), one)
            for one in gifts
        )
    ]


def _purify(view: View, aim: Aim, _draft: Draft | None, _revision: int) -> h.Node:
    shepherd, full = view.state.shepherds[aim.seat], experience_meter(view.state, aim.seat)
    after = shepherd.experience + 1
    words = _("A lantern and one essence become one experience: {after} of {full}.",
              after=after, full=full)  # fmt: skip
    if after >= full:
        words = _("A lantern and one essence become one experience: that brings a new trait.")
    return [h.p[words], h.div(".tc-actions")[button(_("Purify"), Purify(aim.seat), primary=True)]]


def _distract(view: View, aim: Aim, _draft: Draft | None, _revision: int) -> h.Node:
    words = _("A lantern makes all the sheep of its space strike this shepherd tonight.")
    if view.setup.rulings["distract"] == "one":
        words = _("A lantern draws the next sheep that would strike the caravan here.")
    label = h.span[icon("lantern"), _("Distract with a lantern")]
    return [h.p[words], h.div(".tc-actions")[button(label, Distract(aim.seat), primary=True)]]


def _attack(view: View, aim: Aim, draft: Draft | None, revision: int) -> h.Node:
    return attack_form(view, aim, draft, revision)


_BODIES: dict[str, Body] = {
    "move": _move,
    "attack": _attack,
    "use": _use,
    "buy": _buy,
    "give": _give,
    "purify": _purify,
    "walk": _walk,
    "distract": _distract,
}

__all__ = ["MODES", "acting_card", "mode_title"]
