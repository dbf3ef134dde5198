"""The shepherds: for each a small board with its meters, lanterns, essence, cards, traits."""

from __future__ import annotations

import htpy as h

from companion.game import Seat
from companion.language import _
from companion.the_sheep.effects import corruption_meter
from companion.the_sheep.engine import experience_meter
from companion.the_sheep.state import MOST_ESSENCE, Held, Shepherd, hand_limit
from companion.the_sheep.view import View
from widgets.pages.the_sheep.art import seat_badge
from widgets.pages.the_sheep.meters import counted, meter, tokens
from widgets.pages.the_sheep.naming import ROMAN, icons, icons_of, name_of
from widgets.parts import frame
from widgets.parts.cards import card, nothing
from widgets.parts.keyed import Part, keyed


def seats(view: View) -> list[frame.Seat]:
    """Return the chips of the seats: who they are, whose choice it is."""
    waits = _waited_for(view)
    return [
        frame.Seat(name, _note(view, seat), seat in waits)
        for seat, name in enumerate(view.setup.names)
    ]


def _waited_for(view: View) -> tuple[Seat, ...]:
    """Return the seats the game waits for; in the steps of the table itself nobody's."""
    queue = view.state.queue
    if queue:
        return (queue[0].seat,)
    if view.phase in ("action", "combat", "setup"):
        return tuple(seat for seat in view.to_act if seat >= 0)
    return ()


def _note(view: View, seat: Seat) -> str:
    shepherd = view.state.shepherds[seat]
    fields = {"number": seat + 1, "board": view.table.name(shepherd.board)}
    if not shepherd.board:
        return _("{number}", **fields)
    if shepherd.dead:
        return _("{number} · {board}, dead", **fields)
    return _("{number} · {board}", **fields)


def shepherds_card(view: View) -> Part:
    """Return a board for every shepherd."""
    if not any(one.board for one in view.state.shepherds):
        return nothing("shepherds")
    boards = [_board(view, seat) for seat in range(view.state.seats)]
    return card("shepherds", h.div(".tc-boards")[boards], _("Shepherds"))


def _board(view: View, seat: Seat) -> Part:
    shepherd = view.state.shepherds[seat]
    if not shepherd.board:
        content: h.Node = h.p(".tc-soft")[_("No shepherd yet.")]
    elif shepherd.dead:
        content = h.p[_("Dead. The player plays on, and still counts.")]
    else:
        content = [_meters(view, seat), _hand(view, seat)]
    return keyed(
        f"board-{seat}",
        h.div(".tc-board", role="group", data_seat=seat, aria_label=name_of(view, seat))[
            h.header[
                seat_badge(seat),
                h.span[h.bdi[name_of(view, seat)], h.small[_title(view, shepherd)]],
                keyed(f"at-{seat}", h.small(".tc-at")[_place(shepherd)]),
            ],
            content,
        ],
    )


def _title(view: View, shepherd: Shepherd) -> str:
    if not shepherd.board:
        return ""
    return _("{board}, level {level}", board=view.table.name(shepherd.board),
             level=ROMAN[shepherd.level] or "0")  # fmt: skip


def _place(shepherd: Shepherd) -> str:
    if not shepherd.at:
        return ""
    if shepherd.distracting:
        return _("{at}, distracts", at=shepherd.at)
    return _("{at}, has moved", at=shepherd.at) if shepherd.moved else shepherd.at


def _meters(view: View, seat: Seat) -> h.Element:
    """Return the meters and tokens of a shepherd, each a part of its own."""
    rows = {"corruption": _corruption, "experience": _experience, "lit": _lit, "essence": _essence}
    return h.div(".tc-meters")[
        (keyed(f"{name}-{seat}", make(view, seat)) for name, make in rows.items())
    ]


def _corruption(view: View, seat: Seat) -> h.Element:
    shepherd = view.state.shepherds[seat]
    most = corruption_meter(view.state, shepherd)
    words = _("corruption {have}; at {most} it overflows", have=shepherd.corruption, most=most)
    return _row(_("Corruption"), meter(counted(most), shepherd.corruption, words, overflow=True))


def _experience(view: View, seat: Seat) -> h.Element:
    most, have = experience_meter(view.state, seat), view.state.shepherds[seat].experience
    if not most:
        return h.div(hidden=True)
    words = _("experience {have}; at {most} comes a trait", have=have, most=most)
    return _row(_("Experience"), meter(counted(most), have, words, overflow=True, good=True))


def _lit(view: View, seat: Seat) -> h.Element:
    shepherd = view.state.shepherds[seat]
    words = _("{lit} of {all} lanterns lit", lit=shepherd.lit, all=shepherd.lanterns)
    return _row(_("Lanterns"), tokens("lantern", shepherd.lit, shepherd.lanterns, words))


def _essence(view: View, seat: Seat) -> h.Element:
    have = view.state.shepherds[seat].essence
    words = _("{count} of {most} essence", count=have, most=MOST_ESSENCE)
    return _row(_("Essence"), tokens("essence", have, MOST_ESSENCE, words))


def _row(label: str, content: h.Node) -> h.Element:
    return h.div(".tc-meter-row")[h.span(".tc-label")[label], content]


def _hand(view: View, seat: Seat) -> Part:
    shepherd, limit = view.state.shepherds[seat], hand_limit(view.state, seat)
    count = len(shepherd.hand)
    told = _("Hand {count} of {limit}", count=count, limit=limit)
    cursed = sum(one.id in view.table.curses for one in shepherd.hand)
    return keyed(
        f"hand-{seat}",
        h.div(".tc-hand")[
            h.span(".tc-label", data_full=cursed + 1 >= limit or None)[told],
            h.ul[(_held(view, one) for one in shepherd.hand)],
            h.ul(".tc-traits", aria_label=_("Traits"))[
                (_held(view, one) for one in shepherd.traits)
            ],
        ],
    )


def _held(view: View, held: Held) -> h.Element:
    """Return a card or trait; an exhausted one is turned."""
    curse = held.id in view.table.curses
    return h.li(data_down=held.down or None, data_curse=curse or None)[
        h.span[view.table.name(held.id)],
        icons(icons_of(view.state, held.id)),
        h.span(".tc-down")["⤵", h.span(".tc-visually-hidden")[_("exhausted")]]
        if held.down
        else None,
    ]
