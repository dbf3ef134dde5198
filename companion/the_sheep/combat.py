"""Attacks: how much damage a card deals to a sheep, icon by icon, and what it takes to kill one."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from companion.language import _
from companion.the_sheep.pack import Curse, Equipment, Mutation
from companion.the_sheep.state import DAY_HEALTH, ESSENCE, Shepherd, State

Why = Literal["plain", "weak", "weak-again", "immune", "again", "lantern"]


class Hit(msgspec.Struct, frozen=True):
    """What one icon of an attack does: its type, its damage, and why it is so much."""

    icon: str
    damage: int
    why: Why


@lru_cache(maxsize=4096)
def hits(
    icons: tuple[str, ...], boost: bool, mutation: Mutation | None, reading: str
) -> tuple[Hit, ...]:
    """Return what each icon does to sheep of ``mutation`` (``None`` by day), the lantern last.

    ``reading`` is the ruling on weakness: ``icon`` by icon, or once an ``attack``.
    """
    found: list[Hit] = []
    for place, icon in enumerate(icons):
        again = icon in icons[:place]
        found.append(_hit(icon, mutation, again=again, once=reading == "attack"))
    if boost:
        found.append(Hit("lantern", 1, "lantern"))
    return tuple(found)


def _hit(icon: str, mutation: Mutation | None, *, again: bool, once: bool) -> Hit:
    if mutation is None:
        return Hit(icon, 1, "plain")
    if icon in mutation.immune:
        return Hit(icon, 0, "immune")
    if again and "distinct-icons" in mutation.rules:
        return Hit(icon, 0, "again")
    if icon in mutation.weak:
        return Hit(icon, 1, "weak-again") if again and once else Hit(icon, 2, "weak")
    return Hit(icon, 1, "plain")


def attack(state: State, card: str, *, boost: bool = False) -> tuple[Hit, ...]:
    """Return what each icon of ``card`` does to a sheep now; nothing for what has no icons."""
    item = state.table.items.get(card)
    icons = item.icons if isinstance(item, Equipment | Curse) else ()
    mutation = None if state.is_day else state.sheep_now
    return hits(icons, boost, mutation, state.setup.rulings["weakness"])


def damage(state: State, card: str, *, boost: bool = False) -> int:
    """Return the whole damage of an attack with ``card`` now."""
    return sum(hit.damage for hit in attack(state, card, boost=boost))


def health(state: State, tier: int) -> int:
    """Return the health of a sheep of a tier now: by day, or as tonight's mutation says."""
    mutation = None if state.is_day else state.sheep_now
    return DAY_HEALTH[tier] if mutation is None else mutation.health[tier]


def strength(state: State, tier: int) -> int:
    """Return the corruption a sheep of a tier inflicts tonight; its number if nothing is known."""
    mutation = state.sheep_now
    return DAY_HEALTH[tier] if mutation is None else mutation.corruption[tier]


def reward(state: State, tier: int) -> int:
    """Return the essence a kill gives now: none by day, by tier or by the card at night."""
    if state.is_day:
        return 0
    mutation = state.sheep_now
    by_card = state.setup.rulings["essence"] == "card"
    return mutation.essence[tier] if by_card and mutation and mutation.essence else ESSENCE[tier]


def may_boost(state: State, shepherd: Shepherd, card: str) -> bool:
    """Return whether a shepherd may add a lantern to an attack with ``card``: never a Curse."""
    mutation = None if state.is_day else state.sheep_now
    if not shepherd.lit or (mutation is not None and "no-boost" in mutation.rules):
        return False
    return isinstance(state.table.items.get(card), Equipment)


def why_text(hit: Hit) -> str:
    """Return in a few words why an icon deals what it deals."""
    return {
        "plain": _("1 damage an icon"),
        "weak": _("weak: 1 more"),
        "weak-again": _("weak, but only once an attack, by your ruling"),
        "immune": _("immune: none"),
        "again": _("an icon of this type has counted already"),
        "lantern": _("the lantern: nothing is weak or immune to it"),
    }[hit.why]
