"""Claiming: the attack, the block, and what a drafted claim would do."""

from __future__ import annotations

from typing import Any, cast

import htpy as h

from companion.cake_duel.claims import most_true
from companion.cake_duel.state import Claim, State
from companion.cake_duel.story import cakes_text
from companion.cake_duel.troops import TROOP, copies, kinds
from companion.cake_duel.view import View
from companion.game import Seat
from companion.language import _, plural
from widgets.pages import Draft
from widgets.pages.cake_duel.cards import picture, steals_text
from widgets.pages.cake_duel.hands import chosen_cards, would_be_true
from widgets.parts.cards import card
from widgets.parts.controls import action_form, dumps, submit
from widgets.parts.keyed import Part, keyed

MOST = 4
"""So many cards a claim usually has at most; a bigger hand adds a column."""


def attack_card(view: View, draft: Draft | None, revision: int) -> Part:
    """Return where the attacker claims."""
    title = _("{name}’s attack", name=view.setup.names[view.attacker])
    if view.setup.virtual:
        return card("attack", _virtual_attack(view, draft, revision), title)
    return card("attack", [_table_attack(view, revision), _why_not(view, "attack")], title)


def block_card(view: View, draft: Draft | None, revision: int) -> Part:
    """Return where the attacked player blocks."""
    title = _("{name}’s block", name=view.setup.names[view.defender])
    if view.setup.virtual:
        return card("block", _virtual_block(view, draft, revision), title)
    return card("block", [_table_block(view, revision), _why_not(view, "block")], title)


# At a table: one tap on troop and count


def _table_attack(view: View, revision: int) -> Part:
    form = action_form({}, {"target": "int"}, aria_label=_("Attack"))
    action = {"type": "attack", "seat": view.attacker, "target": view.targets[0]}
    rows = [
        _row(troop, most, _columns(view, view.attacker), action) for troop, most in view.can_attack
    ]
    return keyed(f"attack-{revision}", form[_targets(view), h.div(".tc-claims")[rows]])


def _table_block(view: View, revision: int) -> Part:
    form = action_form({}, {}, aria_label=_("Block"))
    action = {"type": "block", "seat": view.defender}
    attackers = view.attack.count if view.attack else 0
    rows = [_row(troop, most, max(attackers, most), action) for troop, most in view.can_block]
    return keyed(f"block-{revision}", form[h.div(".tc-claims")[rows]])


def _columns(view: View, seat: Seat) -> int:
    return max(MOST, view.hands[seat])


def _row(troop: str, most: int, columns: int, action: dict[str, Any]) -> Part:
    """Return a troop with a button a count; one that is not legal answers why not."""
    return keyed(
        f"claim-{troop}",
        h.div(".tc-claim", role="group", aria_label=TROOP[troop].title)[
            picture(troop),
            h.span(".tc-claim-name")[h.b[TROOP[troop].title], h.small[steals_text(troop)]],
            h.span(".tc-counts")[
                (
                    _count(troop, count, {**action, "troop": troop, "count": count}, most)
                    for count in range(1, columns + 1)
                )
            ],
        ],
    )


def _count(troop: str, count: int, action: dict[str, Any], most: int) -> h.Element:
    legal = count <= most
    return submit(
        str(count),
        primary=False,
        data_do=dumps(action),
        aria_label=TROOP[troop].counted(count),
        aria_disabled=None if legal else "true",
    )


def _targets(view: View) -> h.Node:
    """Return whom to attack, which only a team game asks."""
    if view.seats == 2:
        return None
    return h.fieldset[
        h.legend[_("Against")],
        h.div(".tc-choices")[
            (
                h.label(".tc-choice")[
                    h.input(type="radio", name="target", value=str(seat), checked=at == 0),
                    h.span[view.setup.names[seat]],
                ]
                for at, seat in enumerate(view.targets)
            )
        ],
    ]


def _why_not(view: View, kind: str) -> h.Element:
    """Return the troops that cannot be claimed now; each answers why."""
    seat = view.attacker if kind == "attack" else view.defender
    lit = {troop for troop, _most in (view.can_attack if kind == "attack" else view.can_block)}
    action: dict[str, Any] = {"type": kind, "seat": seat, "count": 1}
    if kind == "attack":
        action["target"] = view.targets[0]
    dim = [troop.id for troop in kinds(view.setup.edition) if troop.id not in lit]
    return h.details(".tc-whynot")[
        h.summary[_("Why not another?")],
        h.div(".tc-choices")[
            (
                h.button(
                    ".tc-button",
                    type="button",
                    aria_disabled="true",
                    data_do=dumps({**action, "troop": troop}),
                )[picture(troop), TROOP[troop].title]
                for troop in dim
            )
        ],
    ]


# Where the kit has the cards: troop and cards are chosen, then claimed


def _virtual_attack(view: View, draft: Draft | None, revision: int) -> Part:
    seat = view.attacker
    action = {"type": "attack", "seat": seat, "target": view.targets[0]}
    fields = {"troop": "text", "cards": "ints", "target": "int"}
    form = action_form(action, fields, draft=True, aria_label=_("Attack"))
    return keyed(
        f"attack-{revision}",
        form[
            _targets(view),
            chosen_cards(view, seat, _("Cards to lay face down")),
            _troops([troop for troop, _most in view.can_attack], _("Say that they are")),
            _meant(view, draft, "attack"),
            _sent_with(_("Claim"), _cards(draft, "attack"), primary=True),
        ],
    )


def _virtual_block(view: View, draft: Draft | None, revision: int) -> Part:
    seat = view.defender
    action = {"type": "block", "seat": seat}
    fields = {"troop": "text", "cards": "ints"}
    form = action_form(action, fields, draft=True, aria_label=_("Block"))
    return keyed(
        f"block-{revision}",
        form[
            chosen_cards(view, seat, _("Cards to lay face down")),
            _troops([troop for troop, _most in view.can_block], _("Say that they are")),
            _meant(view, draft, "block"),
            _sent_with(_("Block"), _cards(draft, "block"), primary=False),
        ],
    )


def _cards(draft: Draft | None, kind: str) -> list[int]:
    """Return the places of the cards chosen so far."""
    raw = draft.raw if draft and draft.raw.get("type") == kind else {}
    return [at for at in raw.get("cards", []) if isinstance(at, int)]


def _sent_with(label: str, cards: list[int], *, primary: bool) -> Part:
    """Return the button that sends the claim; dim while no card is chosen for it."""
    dim = None if cards else "true"
    button = submit(label, primary=primary, aria_disabled=dim)
    return keyed("claim-submit", h.div(".tc-actions")[button])


def _troops(names: list[str], legend: str) -> h.Element:
    """Return the troops to claim as chips; the first is chosen."""
    return h.fieldset[
        h.legend[legend],
        h.div(".tc-choices.tc-troops")[
            (
                h.label(".tc-choice")[
                    h.input(type="radio", name="troop", value=name, checked=at == 0),
                    picture(name),
                    h.span[TROOP[name].title, h.small[steals_text(name)]],
                ]
                for at, name in enumerate(names)
            )
        ],
    ]


def _meant(view: View, draft: Draft | None, kind: str) -> Part:
    """Return what the claim as it is set would do; whether it is true, only to its player."""
    cards = _cards(draft, kind)
    troop = str(draft.raw.get("troop", "")) if draft else ""
    if not cards or troop not in TROOP:
        words = _("Choose the cards. Their number is always true; their name need not be.")
        return keyed("meant", h.p(".tc-soft")[words])
    meant = (
        _attack_meant(view, troop, len(cards)) if kind == "attack" else _block_meant(view, cards)
    )
    told = _seen_through(view, troop, len(cards)) or meant
    return keyed("meant", h.p(".tc-meant", data_said=True)[_judged(view, troop, cards, told=told)])


def _seen_through(view: View, troop: str, count: int) -> str:
    """Return that a claim can be no more than a bluff, whoever holds what; ``""`` if it could."""
    seat = view.attacker if view.phase == "attack" else view.defender
    if count <= most_true(cast("State", view), Claim(seat, troop, count)):
        return ""
    most = TROOP[troop].counted(copies(troop, view.seats))
    return _("There is no more than {most}: whoever challenges it wins the bout.", most=most)


def _judged(view: View, troop: str, cards: list[int], *, told: str) -> str:
    """Return the claim with what it does and, if its player alone sees it, whether it is true."""
    fields = {"claim": TROOP[troop].counted(len(cards)), "told": told}
    if view.viewer is None:
        return _("You say “{claim}”. {told}", **fields)
    if would_be_true(view, troop, cards):
        return _("“{claim}” is true. {told}", **fields)
    return _("“{claim}” is a bluff. {told}", **fields)


def _attack_meant(view: View, troop: str, count: int) -> str:
    owned = view.cakes[1 - view.side(view.attacker)]
    loot = min(TROOP[troop].steals * count, owned)
    if loot == owned:
        return _("Unblocked, it takes all the cakes and wins the bout.")
    if not loot:
        return TROOP[troop].effect
    return _("Unblocked, it steals {cakes}.", cakes=cakes_text(loot))


def _block_meant(view: View, cards: list[int]) -> str:
    left = (view.attack.count if view.attack else 0) - len(cards)
    if left < 0:
        return _("That is more than there are attackers.")
    if not left:
        return _("If it stands, it stops the whole attack.")
    return plural(
        "If it stands, {count} attacker is left.",
        "If it stands, {count} attackers are left.",
        left,
    )
