"""Cards typed in: the fields of each kind, and the action that a filled form stands for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

import htpy as h

from companion.game import TABLE
from companion.language import _
from companion.the_sheep import decks
from companion.the_sheep.pack import COLOURS, DECKS, Damage
from companion.the_sheep.state import Draw, Enlist
from companion.the_sheep.view import View
from widgets.pages.the_sheep.art import icon_text
from widgets.pages.the_sheep.land import spawn_text
from widgets.pages.the_sheep.naming import raw, sheep_title
from widgets.parts.controls import dumps, field

Card = Mapping[str, Any]
ICONS: tuple[str, ...] = get_args(Damage)
TRAITS = (1, 1, 2, 2, 3, 3)
"""The levels of the traits a shepherd's board has, in the order they are typed in."""


def kind_title(kind: str) -> str:
    """Return what a list of cards is called."""
    return {
        "equipment": _("Equipment"),
        "curse": _("Curse"),
        "shepherds": _("Shepherd"),
        "caravans": _("Caravan"),
        "mutation": _("Mutation"),
        "day": _("Day Event"),
        "night": _("Night Event"),
        "flock": _("Flock card"),
        "tile": _("Pollution tile"),
    }[kind]


# The fields of each kind: what the form sends, and how it looks


class Fields:
    """The fields of a form: kinds by name, the controls, and what the JSON begins as."""

    def __init__(self, kind: str) -> None:
        """Begin with the name, which every card has."""
        self.kinds: dict[str, str] = {}
        self.controls: list[h.Node] = []
        self.start: dict[str, Any] = {}
        self.text("name", _("Name"), required=True)
        self.kind = kind

    def text(self, name: str, label: str, **attributes: Any) -> None:
        """Add a line of text."""
        self.kinds[f"card.{name}"] = "text"
        control = h.input(type="text", name=f"card.{name}", **attributes)
        self.controls.append(field(label, control))

    def number(self, name: str, label: str, usual: int = 0, least: int = 0, most: int = 99) -> None:
        """Add a number."""
        self.controls.append(self._number(name, label, usual, least, most))

    def numbers(self, legend: str, fields: Mapping[str, str], usual: int = 0) -> None:
        """Add several numbers that belong together, by name and label."""
        row = [self._number(name, label, usual, 0, 99) for name, label in fields.items()]
        self.controls.append(h.fieldset[h.legend[legend], h.div(".tc-trio")[row]])

    def _number(self, name: str, label: str, usual: int, least: int, most: int) -> h.Element:
        self.kinds[f"card.{name}"] = "int"
        control = h.input(
            type="number", name=f"card.{name}", value=str(usual), min=str(least), max=str(most)
        )
        return field(label, control)

    def ticks(self, name: str, legend: str, options: Sequence[tuple[str, str]]) -> None:
        """Add boxes to tick."""
        self.kinds[f"card.{name}"] = "texts"
        boxes = (
            h.label(".tc-choice")[
                h.input(type="checkbox", name=f"card.{name}", value=value), h.span[label]
            ]
            for value, label in options
        )
        self.controls.append(h.fieldset[h.legend[legend], h.div(".tc-choices")[boxes]])

    def pick(self, name: str, label: str, options: Sequence[tuple[str, str]]) -> None:
        """Add a choice of one."""
        self.kinds[f"card.{name}"] = "text"
        control = h.select(name=f"card.{name}")[
            (h.option(value=value)[told] for value, told in options)
        ]
        self.controls.append(field(label, control))


def _tiers(form: Fields, name: str, legend: str, usual: int) -> None:
    form.start[name] = [usual] * 3
    form.numbers(legend, {f"{name}.{tier}": sheep_title(tier, 0) for tier in range(3)}, usual)


def _mutation(form: Fields, _view: View) -> None:
    _tiers(form, "health", _("Health"), 1)
    _tiers(form, "corruption", _("Corruption"), 1)
    types = [(name, icon_text(name)) for name in ICONS]
    form.ticks("weak", _("Weak to"), types)
    form.ticks("immune", _("Immune to"), types)
    form.number("move", _("Spaces it moves"), usual=3)
    rules = [
        ("lantern-to-attack", _("attacked only with a lit lantern")),
        ("distinct-icons", _("equal icons count once")),
        ("no-boost", _("no boost")),
        ("no-distract", _("no distracting")),
    ]
    form.ticks("rules", _("Special rule the kit minds"), rules)
    form.text("text", _("What it says, as a reminder"))


def _day(form: Fields, _view: View) -> None:
    form.pick("fork", _("Where caravans turn"), [
        ("north", _("north")), ("south", _("south")), ("", _("it does not say")),
    ])  # fmt: skip
    form.number("caravans", _("Spaces caravans move more (or less: −)"), least=-9, most=9)
    form.text("text", _("What it says, as a reminder"))


def _night(form: Fields, _view: View) -> None:
    form.number("pollution", _("Pollution rises by"), usual=1)
    form.number("sheep", _("Spaces sheep move more (or less: −)"), least=-9, most=9)
    form.text("text", _("What it says, as a reminder"))


def _flock(form: Fields, view: View) -> None:
    form.number("wave", _("Wave"), usual=decks.wave(view.state) or 3, least=1, most=3)
    form.start["spawns"] = {}
    for colour in (one for one in COLOURS if one in view.table.board.spawns):
        form.start["spawns"][colour] = [0, 0, 0]
        tiers = {f"spawns.{colour}.{tier}": sheep_title(tier, 0) for tier in range(3)}
        form.numbers(_("Sheep at {spawn}", spawn=spawn_text(colour)), tiers)


def _icons(form: Fields, _view: View) -> None:
    form.start["icons"] = {}
    form.numbers(_("Damage icons"), {f"icons.{name}": icon_text(name) for name in ICONS})
    form.text("text", _("What its ability does, as a reminder"))
    form.pick("when", _("When the ability is used"), [
        ("any", _("at any time")), ("day", _("by day")), ("night", _("at night")),
    ])  # fmt: skip


def _equipment(form: Fields, view: View) -> None:
    _icons(form, view)
    form.number("price", _("What a caravan asks for it, in essence"))


def _curse(form: Fields, view: View) -> None:
    _icons(form, view)
    form.number("cost", _("What using it costs, in essence"))


def _tile(form: Fields, _view: View) -> None:
    form.text("minor", _("What its minor side says"), required=True)
    form.text("major", _("What its major side says"), required=True)


def _caravans(form: Fields, view: View) -> None:
    form.number("corruption", _("Corruption that destroys it"), usual=6, least=1)
    wares = [(one.id, one.name) for one in view.table.cards.equipment]
    form.ticks("inventory", _("What it sells"), wares)
    form.text("text", _("What it does each day, as a reminder"))


def _shepherds(form: Fields, view: View) -> None:
    wares = [("", _("none")), *((one.id, one.name) for one in view.table.cards.equipment)]
    form.start["equipment"] = ["", "", ""]
    for place in range(3):
        form.pick(f"equipment.{place}", _("Equipment {number}", number=place + 1), wares)
    form.number("corruption", _("Corruption that overflows its meter"), usual=4, least=1)
    form.start["traits"] = [{} for _level in TRAITS]
    for place, level in enumerate(TRAITS):
        form.text(f"traits.{place}.name", _("Trait of level {level}", level=level))
        form.text(f"traits.{place}.text", _("What it does"))


_FIELDS: dict[str, Callable[[Fields, View], None]] = {
    "mutation": _mutation,
    "day": _day,
    "night": _night,
    "flock": _flock,
    "equipment": _equipment,
    "curse": _curse,
    "tile": _tile,
    "caravans": _caravans,
    "shepherds": _shepherds,
}


def kind_fields(view: View, kind: str) -> Fields:
    """Return the fields of a kind of card."""
    form = Fields(kind)
    _FIELDS[kind](form, view)
    return form


# What a filled form stands for


def compose(view: View, act: Card) -> Sequence[dict[str, Any]]:
    """Return the actions of a filled form: the card typed in and, where asked, drawn.

    Raises ``ValueError`` for a form of no kind.
    """
    kind = str(act.get("kind", ""))
    if kind not in _FIELDS:
        raise ValueError(_("There is no such kind of card."))
    given = {name: value for name, value in dict(act.get("card", {})).items() if value is not None}
    name = str(given.get("name", "")).strip()
    given["id"] = _free_id(view, kind, name)
    card = {"id": given["id"], "name": name, **_MADE[kind](given)}
    actions = [raw(Enlist(TABLE, kind, dumps(card)))]
    if act.get("draw") and kind in DECKS:
        actions.append(raw(Draw(TABLE, kind, card["id"])))
    return actions


def _free_id(view: View, kind: str, name: str) -> str:
    """Return an id made of the letters of a name that no card of the kind has."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = "-".join(re.findall(r"[a-z0-9]+", plain)) or "card"
    taken = {one.id for one in getattr(view.table.cards, kind)} | set(view.table.items)
    names = (stem, *(f"{stem}-{number}" for number in range(2, 999)))
    return next(one for one in names if one not in taken)


def _kept(given: Card, *names: str) -> dict[str, Any]:
    """Return some of what was filled in, without what was left empty."""
    return {name: given[name] for name in names if given.get(name) not in (None, "", [])}


def _icons_of(given: Card) -> dict[str, Any]:
    counts = given.get("icons", {})
    row = [name for name in ICONS for _icon in range(counts.get(name) or 0)]
    made: dict[str, Any] = {"icons": row} if row else {}
    text = str(given.get("text", "")).strip()
    if text:
        made["ability"] = {"text": text, **_kept(given, "when", "cost")}
    return made


def _equipment_of(given: Card) -> dict[str, Any]:
    return {**_icons_of(given), "cost": given.get("price", 0)}


def _flock_of(given: Card) -> dict[str, Any]:
    spawns = [
        {"colour": colour, "tier": tier, "count": count}
        for colour, counts in given.get("spawns", {}).items()
        for tier, count in zip(("lesser", "standard", "greater"), counts, strict=False)
        if count
    ]
    return {"wave": given.get("wave", 1), "spawns": spawns}


def _tile_of(given: Card) -> dict[str, Any]:
    return {side: {"text": str(given.get(side, ""))} for side in ("minor", "major")}


def _shepherd_of(given: Card) -> dict[str, Any]:
    traits = [
        {
            "id": f"{given['id']}-trait-{place + 1}",
            "name": one["name"],
            "level": level,
            **({"ability": {"text": one["text"]}} if one.get("text") else {}),
        }
        for place, (level, one) in enumerate(zip(TRAITS, given.get("traits", []), strict=False))
        if one.get("name")
    ]
    equipment = [one for one in given.get("equipment", []) if one]
    return {"equipment": equipment, "traits": traits, **_kept(given, "corruption")}


_MADE: dict[str, Callable[[Card], dict[str, Any]]] = {
    "mutation": lambda given: _kept(
        given, "health", "corruption", "weak", "immune", "rules", "text", "move"
    ),
    "day": lambda given: _kept(given, "fork", "caravans", "text"),
    "night": lambda given: {"pollution": 0, **_kept(given, "pollution", "sheep", "text")},
    "flock": _flock_of,
    "equipment": _equipment_of,
    "curse": _icons_of,
    "tile": _tile_of,
    "caravans": lambda given: _kept(given, "corruption", "inventory", "text"),
    "shepherds": _shepherd_of,
}
