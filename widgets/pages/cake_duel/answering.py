"""Answering a claim: what lies on the table, and the flip."""

from __future__ import annotations

from typing import Any

import htpy as h

from companion.cake_duel.state import Claim
from companion.cake_duel.story import cakes_text, claim_text
from companion.cake_duel.troops import TROOP, Troop, kinds
from companion.cake_duel.view import View
from companion.language import _
from companion.secrets import short
from widgets.pages.cake_duel.cards import backs
from widgets.parts.cards import card, nothing
from widgets.parts.controls import action_button, action_form, field, submit
from widgets.parts.keyed import Part, keyed


def claims_card(view: View) -> Part:
    """Return the claims that lie on the table, face down."""
    claims = [claim for claim in (view.attack, view.block) if claim is not None]
    if not claims:
        return nothing("claims")
    return card("claims", [_claim(view, claim) for claim in claims])


def _claim(view: View, claim: Claim) -> h.Element:
    name, words = view.setup.names[claim.seat], claim_text(claim)
    told = (
        _("{name} blocks with {claim}", name=name, claim=words)
        if claim is view.block
        else _("{name} claims {claim}", name=name, claim=words)
    )
    seal = _("seal {seal}", seal=short(claim.seal)) if claim.seal else ""
    return h.div(".tc-lying")[
        backs(claim.count),
        h.span(".tc-claim-name")[
            h.strong[told], h.small[_at_stake(view, claim)], h.small(".tc-seal")[seal]
        ],
    ]


def _at_stake(view: View, claim: Claim) -> str:
    """Return what an attack that waits for its answer takes if it stands unblocked."""
    if claim != view.challenged or claim == view.block:
        return ""
    owned = view.cakes[1 - view.side(claim.seat)]
    loot = min(TROOP[claim.troop].steals * claim.count, owned)
    if loot == owned:
        return _("takes all the cakes if it stands")
    return _("takes {cakes} if it stands", cakes=cakes_text(loot)) if loot else ""


def flip_card(view: View) -> Part:
    """Return the challenge at a table, which asks what the flipped cards showed."""
    claim = view.challenged
    if claim is None or view.setup.virtual:
        return nothing("flip")
    seat = view.to_act[0]
    action: dict[str, Any] = {"type": "challenge", "seat": seat}
    title = _("If {name} challenges: flip the cards", name=view.setup.names[seat])
    return card(
        "flip",
        [
            h.p[_("Was it really {claim}?", claim=claim_text(claim))],
            h.div(".tc-actions")[
                action_button(_("Yes, every card"), {**action, "truthful": True}),
                action_button(_("No, a bluff"), {**action, "truthful": False}),
            ],
            _named(view, claim, action),
        ],
        title,
    )


def _named(view: View, claim: Claim, action: dict[str, Any]) -> h.Element:
    """Return the fold to name the cards that were flipped; they tell themselves what is true.

    All but Agent U: whether he is depends on a hand, and the two buttons say it.
    """
    troops = [troop for troop in kinds(view.setup.edition) if troop.id != "agent-u"]
    form = action_form(action, {"shown": "texts"}, aria_label=_("The flipped cards"))
    return h.details[
        h.summary[_("Say which cards they were")],
        keyed(
            f"flipped-{claim.seat}-{claim.troop}-{claim.count}",
            form[
                h.div(".tc-fields")[
                    (_flipped(number, troops, claim.troop) for number in range(claim.count))
                ],
                h.div(".tc-actions")[submit(_("These were flipped"), primary=False)],
            ],
        ),
    ]


def _flipped(number: int, troops: list[Troop], claimed: str) -> h.Element:
    options = [
        h.option(value=troop.id, selected=troop.id == claimed)[troop.title] for troop in troops
    ]
    return field(_("Card {number}", number=number + 1), h.select(name="shown")[options])
