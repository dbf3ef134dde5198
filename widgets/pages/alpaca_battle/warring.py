"""A war, step by step: draw up to three, lay two face down, choose again."""

from __future__ import annotations

from collections.abc import Callable

import htpy as h

from companion.alpaca_battle.view import View
from companion.game import Seat
from companion.language import _
from widgets.pages.alpaca_battle.cards import picture
from widgets.parts.cards import card, nothing
from widgets.parts.controls import action_button
from widgets.parts.keyed import Part


def war_card(view: View) -> Part:
    """Return what everyone does now that a war has begun, each with the number of cards."""
    if view.phase != "war":
        return nothing("war")
    steps = [
        (_("Everyone draws up to three"), _draws),
        (_("Everyone lays two cards face down"), _lays),
        (_("Then choose again and flip"), _leaves),
    ]
    return card(
        "war",
        [
            h.ol(".tc-walk")[(_step(view, title, tell) for title, tell in steps)],
            h.div(".tc-actions")[_done(view)],
        ],
        _("War! Do this now"),
    )


def _step(view: View, title: str, tell: Callable[[View, Seat], str]) -> h.Element:
    told = [(view.setup.names[seat], tell(view, seat)) for seat in view.alive]
    if len({words for _name, words in told}) == 1:
        told = [(_("each"), told[0][1])]
    lines = [h.li[h.bdi[name], " ", h.b[words]] for name, words in told if words]
    return h.li[h.span[title], h.ul[lines] if lines else None]


def _done(view: View) -> h.Element:
    people = [seat for seat in view.alive if seat in view.setup.people]
    seat = (*people, *view.alive)[0]  # where only computers are left, the button is anyone's
    label = _("Draw and lay the cards") if view.setup.virtual else _("Everyone has laid two")
    return action_button(
        [picture("war"), label], {"type": "war", "seat": seat}, primary=True, data_focus_next="war"
    )


def _draws(view: View, seat: Seat) -> str:
    count = view.draws[seat]
    return _("draws {count}", count=count) if count else _("draws none")


def _lays(view: View, seat: Seat) -> str:
    herd, hand = view.dues[seat]
    if not hand:
        return _("{herd} from the herd", herd=herd)
    if not herd:
        return _("{hand} from the hand", hand=hand)
    return _("{herd} from the herd, {hand} from the hand", herd=herd, hand=hand)


def _leaves(view: View, seat: Seat) -> str:
    left = view.totals[seat] - sum(view.dues[seat])
    return "" if left else _("has no card left and is out")
