"""The end of a bout, of a duel and of a match."""

from __future__ import annotations

import htpy as h

from companion.cake_duel.board import end_of, names_of, shown_text, why_text
from companion.cake_duel.rules import RULEBOOK
from companion.cake_duel.scoring import needed
from companion.cake_duel.state import End
from companion.cake_duel.story import claim_text
from companion.cake_duel.view import View
from companion.game import Seat
from companion.language import _, plural
from widgets.pages.cake_duel.cards import faces
from widgets.parts.cards import card, nothing
from widgets.parts.controls import action_button
from widgets.parts.keyed import Part
from widgets.parts.ruled import ruled


def end_actions(view: View) -> list[h.Node]:
    """Return the buttons of the banner after a bout or a duel."""
    if view.phase == "ended":
        deal = {"type": "next", "seat": view.next_starter}
        label = _("Deal the next bout") if view.setup.virtual else _("The next bout is dealt")
        return [action_button(label, deal, primary=True)]
    first = view.next_starter
    others = [seat for seat in range(view.seats) if seat != first]
    return [_again(view, seat, primary=seat == first) for seat in (first, *others)]


def _again(view: View, seat: Seat, *, primary: bool) -> h.Node:
    label = _("Another duel, {name} attacks first", name=view.setup.names[seat])
    return action_button(label, {"type": "again", "seat": seat}, primary=primary)


def sheet(view: View) -> Part:
    """Return how the bout ended, and what was flipped."""
    end = view.end
    if end is None:
        return nothing("sheet")
    told = [h.p(".tc-big")[end_of(view)], h.p[why_text(view)], _flip(view, end)]
    if view.phase == "over":
        told.append(ruled(RULEBOOK, view.setup))
    return card("sheet", told, _("The end of bout {number}", number=view.bout))


def _flip(view: View, end: End) -> h.Node:
    if end.claim is None:
        return None
    claim = claim_text(end.claim)
    if not end.shown:
        return h.p(".tc-soft")[_("The challenged claim was {claim}.", claim=claim)]
    wrong = [card != end.claim.troop for card in end.shown] if end.why == "bluff" else []
    return [faces(end.shown, wrong=wrong), h.p(".tc-soft")[shown_text(view)]]


def bouts_card(view: View) -> Part:
    """Return the bouts of this duel so far, and the score of the match."""
    if not view.bouts and view.duel == 1:
        return nothing("bouts")
    rows = [_bout(view, number, end) for number, end in enumerate(view.bouts, start=1)]
    return card("bouts", [h.ol(".tc-bouts")[rows], _match(view)], _("The bouts of this duel"))


def _bout(view: View, number: int, end: End) -> h.Element:
    if end.winner < 0 or end.void:
        return h.li[_("Bout {number} is played again", number=number)]
    reasons = {
        "cakes": _("all the cakes"),
        "passes": _("more cakes after two passes"),
        "bluff": _("a bluff was caught"),
        "truth": _("a true claim was challenged"),
        "overdrawn": _("too many cards drawn"),
        "replay": "",
    }
    return h.li[h.b[names_of(view, end.winner)], " ", h.small[reasons[end.why]]]


def _match(view: View) -> h.Node:
    ruling = view.setup.rulings["match"]
    if ruling == "one":
        return None
    goal = needed(ruling)
    told = plural(
        "The match: {one} {first}, {other} {second}. {count} duel wins it.",
        "The match: {one} {first}, {other} {second}. {count} duels win it.",
        goal,
        one=names_of(view, 0),
        first=view.match[0],
        other=names_of(view, 1),
        second=view.match[1],
    )
    return h.p[told]


def mishaps_card(view: View) -> Part:
    """Return what can go wrong at a table: too many cards drawn, Sir Wolfy forgotten."""
    buttons = [] if view.setup.virtual else [*_overdraws(view), *_forgotten(view)]
    if not buttons:
        return nothing("mishaps")
    fold = h.details[h.summary[_("Something went wrong?")], h.div(".tc-choices")[buttons]]
    return card("mishaps", fold)


def _overdraws(view: View) -> list[h.Node]:
    if view.phase in ("ended", "over"):
        return []
    buttons: list[h.Node] = []
    for seat, name in enumerate(view.setup.names):
        lost = {"type": "overdraw", "seat": seat}
        buttons += [
            action_button(_("{name} drew too many: bout lost", name=name), lost),
            action_button(
                _("{name} drew too many: play it again", name=name), {**lost, "replay": True}
            ),
        ]
    return buttons


def _forgotten(view: View) -> list[h.Node]:
    end = view.end
    if end is None or end.void or view.showed or view.setup.rulings["wolfy"] == "hidden":
        return []
    return [
        action_button(
            _("{name} forgot to turn up Sir Wolfy", name=name), {"type": "forgot", "seat": seat}
        )
        for seat, name in enumerate(view.setup.names)
    ]
