"""Short names and small pieces that the regions of the page share."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import htpy as h
import msgspec

from companion.game import Seat
from companion.language import _, plural
from companion.the_sheep import combat
from companion.the_sheep.engine import legal
from companion.the_sheep.pack import TIERS, Ability
from companion.the_sheep.state import AnyAction, State, caravan_of
from companion.the_sheep.view import View
from widgets.pages.the_sheep.art import icon, icon_text
from widgets.parts.controls import action_button

ROMAN = ("", "I", "II", "III")


def table(title: str, head: h.Node, rows: h.Node) -> h.Element:
    """Return a table that scrolls by itself where a window is too narrow for it."""
    return h.div(".tc-table", tabindex="0", role="region", aria_label=title)[
        h.table[h.thead[head], h.tbody[rows]]
    ]


def raw(action: AnyAction) -> dict[str, Any]:
    """Return the JSON of an action."""
    built: dict[str, Any] = msgspec.to_builtins(action)
    return built


def button(label: h.Node, action: AnyAction, *, primary: bool = False) -> h.Element:
    """Return the button of an action."""
    return action_button(label, raw(action), primary=primary)


def moves_of(view: View, kind: type[Any]) -> list[Any]:
    """Return the legal actions of a kind."""
    return [one for one in legal(view.state) if isinstance(one, kind)]


def name_of(view: View, seat: Seat) -> str:
    """Return the name of the player at a seat."""
    return view.setup.names[seat]


@lru_cache(maxsize=64)
def _codes(names: tuple[str, ...]) -> tuple[str, ...]:
    for letters in (3, 4):
        codes = tuple("".join(filter(str.isalnum, name))[:letters].upper() for name in names)
        if len(set(codes)) == len(codes):
            return codes
    return tuple(f"{code[:2]}{number}" for number, code in enumerate(codes, start=1))


def caravan_code(state: State, caravan_id: str) -> str:
    """Return the few letters that stand on a caravan on the map."""
    ids = [one.id for one in state.caravans]
    codes = _codes(tuple(state.table.name(one) for one in ids))
    return codes[ids.index(caravan_id)]


def caravan_name(state: State, at: str) -> str:
    """Return the name of a caravan by its id."""
    found = caravan_of(state, at)
    return state.table.name(found.id) if found else state.table.name(at)


def icons(names: Iterable[str]) -> h.Element | None:
    """Return damage icons in a row, told as words."""
    row = [*names]
    return h.span(".tc-icons")[(icon(name, icon_text(name)) for name in row)] if row else None


def icons_of(state: State, card_id: str) -> tuple[str, ...]:
    """Return the damage icons of a card; none for what has none."""
    found: tuple[str, ...] = getattr(state.table.items.get(card_id), "icons", ())
    return found


def ability_words(ability: Ability) -> str:
    """Return an ability with when it is used and what it costs."""
    when = {"day": _("by day"), "night": _("at night"), "any": ""}[ability.when]
    text = ability.text if ability.effects else _("{text} (you do it)", text=ability.text)
    fields = {"text": text, "when": when, "cost": ability.cost}
    if ability.cost and when:
        return _("{cost} essence, {when}: {text}", **fields)
    if ability.cost:
        return _("{cost} essence: {text}", **fields)
    return _("{text} ({when})", **fields) if when else text


def sheep_title(tier: int, hurt: int) -> str:
    """Return a sheep's tier as a title, with the damage it has."""
    name = (_("lesser"), _("standard"), _("greater"))[tier]
    if not hurt:
        return name
    return plural("{tier}, {count} damage", "{tier}, {count} damage", hurt, tier=name)


def health_left(state: State, tier: int, hurt: int) -> int:
    """Return the damage that kills a sheep now."""
    return combat.health(state, tier) - hurt


def capital(text: str) -> str:
    """Return ``text`` as a sentence begins."""
    return text[:1].upper() + text[1:]


__all__ = [
    "ROMAN", "TIERS", "ability_words", "button", "capital", "caravan_code", "caravan_name",
    "health_left", "icons", "icons_of", "moves_of", "name_of", "raw",
    "sheep_title",
]  # fmt: skip
