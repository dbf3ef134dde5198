"""The combat helper: what a card does to a sheep icon by icon, and what is still missing."""

from __future__ import annotations

from collections.abc import Sequence

import htpy as h

from companion.language import _, plural
from companion.the_sheep import combat
from companion.the_sheep.state import Attack, Carry, State, tier_number
from companion.the_sheep.view import View
from widgets.pages import Draft
from widgets.pages.the_sheep.aiming import Aim
from widgets.pages.the_sheep.art import icon, icon_text, sheep_picture
from widgets.pages.the_sheep.naming import (
    health_left,
    icons,
    icons_of,
    name_of,
    sheep_title,
)
from widgets.parts.controls import action_form, dumps, submit
from widgets.parts.keyed import Part, keyed

Target = tuple[str, int]


def attack_form(view: View, aim: Aim, draft: Draft | None, revision: int) -> h.Node:
    """Return where a card and a sheep are picked, and what the attack would do."""
    attacks: tuple[Attack, ...] = aim.open[aim.seat]["attack"]
    cards = list(dict.fromkeys(one.card for one in attacks))
    targets = list(dict.fromkeys((one.tier, one.hurt) for one in attacks))
    fields = {"card": "text", "target": "merge", "boost": "flag"}
    action = {"type": "attack", "seat": aim.seat}
    title = _("{name} attacks", name=name_of(view, aim.seat))
    form = action_form(action, fields, draft=True, aria_label=title)
    usual = usual_attack(view.state, attacks)
    picked = _picked(draft, usual, attacks)
    return keyed(
        f"attack-{revision}-{aim.seat}",
        form[
            _cards(view, cards, usual.card),
            _targets(view, targets),
            _lantern(view, attacks),
            _would(view, picked),
            h.div(".tc-actions")[submit(_("Attack"))],
        ],
    )


def usual_attack(state: State, attacks: Sequence[Attack]) -> Attack:
    """Return what is proposed: the weakest card that kills the first sheep, else the strongest."""
    tier, hurt = attacks[0].tier, attacks[0].hurt
    there = [one for one in attacks if (one.tier, one.hurt, one.boost) == (tier, hurt, False)]
    strength = {one: combat.damage(state, one.card) for one in there}
    enough = health_left(state, tier_number(tier), hurt)
    kill = [one for one in there if strength[one] >= enough]
    return min(kill, key=strength.__getitem__) if kill else max(there, key=strength.__getitem__)


def _cards(view: View, cards: list[str], usual: str) -> h.Element:
    return h.fieldset[
        h.legend[_("With")],
        h.div(".tc-choices")[
            (
                h.label(".tc-choice")[
                    h.input(type="radio", name="card", value=card, checked=card == usual),
                    h.span[view.table.name(card), icons(icons_of(view.state, card))],
                ]
                for card in cards
            )
        ],
    ]


def _targets(view: View, targets: Sequence[Target]) -> h.Element:
    return h.fieldset[
        h.legend[_("Against")],
        h.div(".tc-choices")[
            (_target(view, target, chosen=at == 0) for at, target in enumerate(targets))
        ],
    ]


def _target(view: View, target: Target, *, chosen: bool) -> h.Element:
    tier, hurt = target
    number = tier_number(tier)
    left = health_left(view.state, number, hurt)
    return h.label(".tc-choice")[
        h.input(
            type="radio",
            name="target",
            value=dumps({"tier": tier, "hurt": hurt}),
            checked=chosen,
        ),
        h.span[
            sheep_picture(number),
            sheep_title(number, hurt),
            h.small[plural("{count} to kill", "{count} to kill", left)],
        ],
    ]


def _lantern(view: View, attacks: tuple[Attack, ...]) -> h.Element:
    """Return the tick that spends a lantern, or why none can be spent."""
    seat = attacks[0].seat
    lit = view.state.shepherds[seat].lit
    if not any(one.boost for one in attacks):
        told = _("No lantern is lit to boost it.") if not lit else _("It cannot be boosted.")
        return h.p(".tc-soft")[told]
    words = plural("Boost it with a lantern: 1 more damage ({count} lit)",
                   "Boost it with a lantern: 1 more damage ({count} lit)", lit)  # fmt: skip
    return h.label(".tc-tick")[
        h.input(type="checkbox", name="boost", value="1"), h.span[icon("lantern"), words]
    ]


def _picked(draft: Draft | None, first: Attack, attacks: tuple[Attack, ...]) -> Attack:
    """Return the attack as the form stands: what was picked, else the ``first`` one."""
    seat, raw = first.seat, draft.raw if draft else {}
    if raw.get("type") != "attack" or raw.get("seat") != seat:
        return first
    tier = raw.get("tier") if raw.get("tier") in {one.tier for one in attacks} else first.tier
    hurt = raw.get("hurt") if isinstance(raw.get("hurt"), int) else first.hurt
    return Attack(seat, str(raw.get("card", first.card)), tier, hurt, raw.get("boost") is True)  # type: ignore[arg-type]  # looked at


def _would(view: View, one: Attack) -> Part:
    """Return what an attack would do, icon by icon, and what comes of it."""
    state = view.state
    boost = one.boost and combat.may_boost(state, state.shepherds[one.seat], one.card)
    hits = combat.attack(state, one.card, boost=boost)
    return keyed(
        "would-hit",
        h.div(".tc-would")[
            h.ul[(_hit(hit) for hit in hits)],
            h.p(".tc-verdict", data_said=True)[verdict(state, one)],
            None if boost else _one_lantern(view, one),
        ],
    )


def _hit(hit: combat.Hit) -> h.Element:
    why = combat.why_text(hit)
    words = why if hit.icon == "lantern" else _("{icon}: {why}", icon=icon_text(hit.icon), why=why)
    return h.li[icon(hit.icon), h.b[str(hit.damage)], h.span[words]]


def verdict(state: State, one: Attack) -> str:
    """Return what comes of an attack, in a sentence."""
    tier = tier_number(one.tier)
    boost = one.boost and combat.may_boost(state, state.shepherds[one.seat], one.card)
    damage = combat.damage(state, one.card, boost=boost)
    left = health_left(state, tier, one.hurt) - damage
    if left > 0:
        return plural(
            "{damage} damage; {count} more is missing.",
            "{damage} damage; {count} more are missing.",
            left,
            damage=damage,
        )
    gain = combat.reward(state, tier)
    if gain:
        return _("{damage} damage kills it, for {gain} essence.", damage=damage, gain=gain)
    if left < 0 and state.is_day:
        return _("{damage} damage kills it, and {over} may go on to another sheep here.",
                 damage=damage, over=-left)  # fmt: skip
    return _("{damage} damage kills it.", damage=damage)


def _one_lantern(view: View, one: Attack) -> h.Node:
    """Return what a lantern would add, where it makes the difference."""
    state = view.state
    if not combat.may_boost(state, state.shepherds[one.seat], one.card):
        return None
    damage = combat.damage(state, one.card)
    left = health_left(state, tier_number(one.tier), one.hurt) - damage
    if left == 1:
        return h.p(".tc-soft")[_("One lantern would kill it.")]
    return None


def carry_label(view: View, one: Carry) -> str:
    """Return the button that lets excess damage go on to another sheep, with what it does."""
    tier, count = tier_number(one.tier), view.state.queue[0].count
    left = health_left(view.state, tier, one.hurt) - count
    name = sheep_title(tier, one.hurt)
    if left <= 0:
        return _("On to {sheep}: it dies", sheep=name)
    return _("On to {sheep}: it survives", sheep=name)
