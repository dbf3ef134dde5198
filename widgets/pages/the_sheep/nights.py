"""What holds now: the events, tonight's mutation, and what the night may bring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import htpy as h

from companion.language import _, plural
from companion.the_sheep import movement
from companion.the_sheep.pack import Mutation
from companion.the_sheep.rehearsal import Fate, Lantern, rehearse
from companion.the_sheep.reminders import by_hand, reminder
from companion.the_sheep.view import View
from widgets.pages.the_sheep.art import icon, icon_text, seat_badge, sheep_picture
from widgets.pages.the_sheep.naming import caravan_code, sheep_title, table
from widgets.parts.cards import card, nothing
from widgets.parts.keyed import Part, keyed


def force_card(view: View) -> Part:
    """Return the event and the mutation in force."""
    state = view.state
    rows = [*_events(view)]
    mutation = state.sheep_now
    if mutation is not None:
        rows.append(_mutation(view, mutation))
    if not rows:
        return nothing("force")
    return card("force", rows, _("In force") if state.is_day else _("Tonight"))


def _events(view: View) -> Iterator[h.Node]:
    state, decks = view.state, view.table.decks
    if state.day_event:
        event = decks["day"][state.day_event]
        turn = {
            "": "",
            "north": _("Caravans turn north."),
            "south": _("Caravans turn south."),
        }[event.fork]
        yield _event(_("Day Event"), event.name, turn, event.text, _note(view, event))
    if state.night_event:
        event = decks["night"][state.night_event]
        rise = plural("Pollution rises by {count}.", "Pollution rises by {count}.",
                      event.pollution)  # fmt: skip
        yield _event(_("Night Event"), event.name, rise, event.text, _note(view, event))


def _note(view: View, card: Any) -> str:
    return by_hand(reminder(view.table, card))


def _event(kind: str, name: str, *sentences: str) -> h.Element:
    return h.div(".tc-force")[
        h.small[kind], h.b[name], (h.p[sentence] for sentence in sentences if sentence)
    ]


def _mutation(view: View, mutation: Mutation) -> h.Element:
    rows = [
        h.tr[
            h.th(scope="row")[h.span[sheep_picture(tier), sheep_title(tier, 0)]],
            h.td[str(mutation.health[tier])],
            h.td[str(mutation.corruption[tier])],
        ]
        for tier in range(3)
    ]
    head = h.tr[
        h.th(scope="col")[_("Sheep")],
        h.th(scope="col")[_("health")],
        h.th(scope="col")[_("corruption")],
    ]
    steps = plural("They move {count} space.", "They move {count} spaces.",
                   movement.steps_of(view.state))  # fmt: skip
    return h.div(".tc-force")[
        h.small[_("Mutation")],
        h.b[mutation.name],
        h.p[_types(_("Weak to"), mutation.weak), _types(_("Immune to"), mutation.immune)]
        if mutation.weak or mutation.immune
        else None,
        h.p[mutation.text] if mutation.text else None,
        h.p[note] if (note := _note(view, mutation)) else None,
        h.p(".tc-soft")[steps] if steps != mutation.text else None,
        table(_("Sheep tonight"), head, rows),
    ]


def _types(label: str, names: tuple[str, ...]) -> h.Node:
    if not names:
        return None
    return h.span(".tc-types")[h.b[label], (h.span[icon(name), icon_text(name)] for name in names)]


# Tonight, if nobody does anything more


def rehearsal_card(view: View) -> Part:
    """Return the least and the most corruption of tonight, and what one lantern would change."""
    if view.state.is_day or view.outcome is not None:
        return nothing("rehearsal")
    found = rehearse(view.state)
    if not found.fates:
        return nothing("rehearsal")
    sheep = found.unit == "sheep"
    head = h.tr[
        h.th(scope="col")[_("Who")],
        h.th(scope="col")[_("sheep that strike") if sheep else _("corruption")],
        h.th(scope="col")[_("room left")],
    ]
    rows = [_fate(view, one, counted=not sheep) for one in found.fates]
    return card(
        "rehearsal",
        [
            table(_("What tonight brings"), head, rows),
            (h.p(".tc-soft")[note] for note in found.notes),
            _lanterns(found.lanterns),
        ],
        _("Tonight, if nobody does anything more"),
    )


def _fate(view: View, one: Fate, *, counted: bool) -> Part:
    """Return a row for a caravan or a shepherd; what brings it down is marked and told."""
    room = one.meter - one.corruption
    falls = counted and one.most >= room
    range_ = _("{least} to {most}", least=one.least, most=one.most)
    row = h.tr[
        h.th(scope="row")[h.span[_whom(view, one)]],
        h.td(data_falls=falls or None)[
            h.b[str(one.most) if one.least == one.most else range_],
            h.small[_verdict(one, room)] if falls else None,
        ],
        h.td[str(room)],
    ]
    return keyed(f"fate-{one.caravan or one.seat}", row)


def _whom(view: View, one: Fate) -> list[h.Node]:
    if one.caravan:
        code = caravan_code(view.state, one.caravan)
        badge = h.span(".tc-badge", aria_hidden="true")[code]
        return [badge, h.span[view.table.name(one.caravan)]]
    return [seat_badge(one.seat), h.bdi[view.setup.names[one.seat]]]


def _verdict(one: Fate, room: int) -> str:
    surely = one.least >= room
    if one.caravan:
        return _("lost") if surely else _("may be lost")
    return _("a Curse") if surely else _("maybe a Curse")


MOST_HINTS = 8
"""So many uses of a lantern are told, those that spare most first."""


def _lanterns(lanterns: tuple[Lantern, ...]) -> h.Node:
    """Return what one lantern would change, folded."""
    if not lanterns:
        return None
    best = sorted(lanterns, key=_spared, reverse=True)[:MOST_HINTS]
    return h.details[
        h.summary[_("What one lantern would change")],
        h.ul(".tc-checks")[
            (h.li[h.b[one.text], h.small[(f" {change.text}" for change in one.changes)]]
             for one in best)
        ],
    ]  # fmt: skip


def _spared(one: Lantern) -> int:
    """Return how much less the caravans and then the shepherds may take."""
    return sum(
        (change.before[1] - change.after[1]) * (10 if change.caravan else 1)
        for change in one.changes
    )
