"""Setting things by hand: first what it is, then only what fits it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import htpy as h

from companion.game import TABLE
from companion.language import _, plural
from companion.the_sheep import effects
from companion.the_sheep.engine import experience_meter
from companion.the_sheep.pack import TIERS
from companion.the_sheep.state import (
    MOST_ESSENCE,
    PIECES,
    SAFE,
    WAITING,
    State,
    caravan_of,
    herd_at,
    tier_number,
)
from companion.the_sheep.view import View
from companion.the_sheep.words import tier_text
from widgets.pages import Draft
from widgets.pages.the_sheep.naming import ROMAN, capital, name_of
from widgets.parts.controls import action_button, action_form, dumps, field, submit
from widgets.parts.fixing import now_says
from widgets.parts.keyed import Part, keyed

Options = Iterable[tuple[str, str]]


def fix(view: View, draft: Draft | None) -> h.Node:
    """Return the form that sets one thing by hand, and what it says now."""
    shown = draft.shown.get("fix") if draft else None
    what = shown if shown in _FORMS and _is_there(view, shown) else "sheep"
    return [
        h.p(".tc-soft")[
            _("Say what lies there really. The log keeps the change, and undo takes it back.")
        ],
        h.div(".tc-choices", role="group", aria_label=_("What to set"))[
            (_thing(one, what) for one in _FORMS if _is_there(view, one))
        ],
        _form(view, what, draft),
    ]


def _is_there(view: View, what: str) -> bool:
    """Return whether there is anything of that kind to set."""
    state = view.state
    if what in ("caravan", "caravan-at"):
        return bool(state.caravans)
    if what == "trait-lost":
        return any(one.level > 1 for one in state.shepherds)
    if what == "tile":
        return bool(view.table.decks["tile"])
    return any(one.board for one in state.shepherds) or what in ("sheep", "stock", "pollution")


def _thing(one: str, chosen: str) -> Part:
    act = {"table": "show", "fix": one}
    pressed = "true" if one == chosen else "false"
    return keyed(f"fix-{one}", action_button(_title(one), act, aria_pressed=pressed))


def _title(what: str) -> str:
    return {
        "sheep": _("Sheep on a space"),
        "stock": _("Sheep left beside the map"),
        "pollution": _("Pollution tracker"),
        "tile": _("Pollution tiles"),
        "caravan": _("Corruption of a caravan"),
        "caravan-at": _("Where a caravan is"),
        "shepherd": _("A shepherd’s numbers"),
        "shepherd-at": _("Where a shepherd is"),
        "gain": _("A card gained"),
        "lose": _("A card lost"),
        "trait": _("A trait set"),
        "trait-lost": _("A trait lost"),
        "turn": _("A card turned"),
    }[what]


def _form(view: View, what: str, draft: Draft | None) -> Part:
    fields, controls = _FORMS[what](view)
    form = action_form(
        {"type": "fix", "seat": TABLE}, {**fields, "reason": "text"}, draft=True,
        aria_label=_title(what),
    )  # fmt: skip
    return keyed(
        f"fix-form-{what}-{len(view.state.entered)}",
        form[
            h.div(".tc-fields")[
                controls, field(_("Why"), h.input(type="text", name="reason", required=True))
            ],
            _now(view, draft),
            h.div(".tc-actions")[submit(_("Set it"))],
        ],
    )


Form = tuple[dict[str, str], list[h.Node]]


def _select(name: str, label: str, options: Options) -> h.Element:
    made = (h.option(value=value)[told] for value, told in options)
    return field(label, h.select(name=name)[made])


def _count(label: str, most: int, least: int = 0) -> h.Element:
    given = h.input(
        type="number", name="count", min=str(least), max=str(most), value=str(least), required=True
    )
    return field(label, given)


def _tiers() -> Options:
    return [(tier, capital(tier_text(place))) for place, tier in enumerate(TIERS)]


def _spaces(view: View) -> Options:
    """Return the spaces, those with something on them first."""
    state = view.state
    used = [herd.at for herd in state.flock]
    used += [*(one.at for one in state.caravans), *(one.at for one in state.shepherds)]
    used = [at for at in used if at in view.table.grid]
    return [(at, at) for at in dict.fromkeys((*used, *view.table.grid.hexes))]


def _merged(what: str, **fields: Any) -> str:
    return dumps({"what": what, **fields})


def _sheep(view: View) -> Form:
    kind = h.input(type="hidden", name="what", value=_merged("sheep"))
    return {"what": "merge", "at": "text", "name": "text", "count": "int"}, [
        kind,
        _select("at", _("Space"), _spaces(view)),
        _select("name", _("Tier"), _tiers()),
        _count(_("How many there are"), max(PIECES)),
    ]


def _stock(_view: View) -> Form:
    kind = h.input(type="hidden", name="what", value=_merged("stock"))
    return {"what": "merge", "name": "text", "count": "int"}, [
        kind,
        _select("name", _("Tier"), _tiers()),
        _count(_("How many are left"), max(PIECES)),
    ]


def _pollution(view: View) -> Form:
    prices = view.table.meter(view.state.seats)
    slots = [
        (str(slot), _("slot {slot}, averting costs {price}", slot=slot, price=price))
        for slot, price in enumerate(prices, start=1)
    ]
    kind = h.input(type="hidden", name="what", value=_merged("pollution"))
    return {"what": "merge", "count": "int"}, [kind, _select("count", _("Slot"), slots)]


def _tile(view: View) -> Form:
    tiles = [(name, one.name) for name, one in view.table.decks["tile"].items()]
    faces = [("1", _("minor side")), ("2", _("major side")), ("0", _("gone"))]
    kind = h.input(type="hidden", name="what", value=_merged("tile"))
    return {"what": "merge", "name": "text", "count": "int"}, [
        kind,
        _select("name", _("Tile"), tiles),
        _select("count", _("How it lies"), faces),
    ]


def _caravans(view: View) -> Options:
    return [(one.id, view.table.name(one.id)) for one in view.state.caravans]


def _caravan(view: View) -> Form:
    kind = h.input(type="hidden", name="what", value=_merged("corruption"))
    return {"what": "merge", "name": "text", "count": "int"}, [
        kind,
        _select("name", _("Caravan"), _caravans(view)),
        _count(_("Corruption"), 99),
    ]


def _caravan_at(view: View) -> Form:
    places = [(WAITING, _("not on the map yet")), (SAFE, _("safe")), *_spaces(view)]
    kind = h.input(type="hidden", name="what", value=_merged("at"))
    return {"what": "merge", "name": "text", "at": "text"}, [
        kind,
        _select("name", _("Caravan"), _caravans(view)),
        _select("at", _("Where"), places),
    ]


def _living(view: View) -> Options:
    return [
        (str(seat), name_of(view, seat))
        for seat, one in enumerate(view.state.shepherds)
        if one.board and not one.dead
    ]


def _shepherd(view: View) -> Form:
    numbers = [
        (_merged("corruption"), _("Corruption")),
        (_merged("essence"), _("Essence")),
        (_merged("experience"), _("Experience")),
        (_merged("lanterns"), _("Lit lanterns")),
    ]
    return {"seat": "int", "what": "merge", "count": "int"}, [
        _select("seat", _("Whose"), _living(view)),
        _select("what", _("What"), numbers),
        _count(_("How much"), 99),
    ]


def _shepherd_at(view: View) -> Form:
    kind = h.input(type="hidden", name="what", value=_merged("at"))
    return {"what": "merge", "seat": "int", "at": "text"}, [
        kind,
        _select("seat", _("Whose"), _living(view)),
        _select("at", _("Space"), _spaces(view)),
    ]


def _gain(view: View) -> Form:
    cards = view.table.cards
    names = [*((one.id, one.name) for one in cards.equipment)]
    names += [(one.id, one.name) for one in cards.curse]
    kind = h.input(type="hidden", name="what", value=_merged("gain"))
    return {"what": "merge", "seat": "int", "name": "text"}, [
        kind,
        _select("seat", _("Whose"), _living(view)),
        _select("name", _("Card"), names),
    ]


def _lose(view: View) -> Form:
    held = [
        (_merged("lose", seat=seat, name=card), _("{name}: {card}", name=name_of(view, seat),
                                                  card=view.table.name(card)))
        for seat, one in enumerate(view.state.shepherds)
        for card in dict.fromkeys(held.id for held in one.hand)
    ]  # fmt: skip
    return {"what": "merge"}, [_select("what", _("Card"), held)]


def _trait(view: View) -> Form:
    """Offer the traits of every level a shepherd has, and of the next."""
    offered = [
        (_merged("gain", seat=seat, name=trait.id), _trait_of(view, seat, trait.id))
        for seat, one in enumerate(view.state.shepherds)
        if one.board and not one.dead
        for trait in view.table.shepherds[one.board].traits
        if trait.level <= one.level + 1 and trait.id not in {held.id for held in one.traits}
    ]
    return {"what": "merge"}, [_select("what", _("Trait"), offered)]


def _trait_lost(view: View) -> Form:
    held = [
        (_merged("lose", seat=seat, name=one.traits[-1].id),
         _trait_of(view, seat, one.traits[-1].id))
        for seat, one in enumerate(view.state.shepherds)
        if one.level > 1
    ]  # fmt: skip
    return {"what": "merge"}, [_select("what", _("Trait"), held)]


def _trait_of(view: View, seat: int, trait: str) -> str:
    found = view.table.traits[trait]
    fields = {"name": name_of(view, seat), "level": ROMAN[found.level], "trait": found.name}
    return _("{name}: {trait}, level {level}", **fields)


def _turn(view: View) -> Form:
    held = [
        (
            _merged("ready" if one.down else "exhaust", seat=seat, name=one.id),
            _turned(view, seat, one.id, down=one.down),
        )
        for seat, shepherd in enumerate(view.state.shepherds)
        for one in dict.fromkeys((*shepherd.hand, *shepherd.traits))
    ]
    return {"what": "merge"}, [_select("what", _("Card"), held)]


def _turned(view: View, seat: int, card: str, *, down: bool) -> str:
    fields = {"name": name_of(view, seat), "card": view.table.name(card)}
    if down:
        return _("{name}: {card} is ready after all", **fields)
    return _("{name}: {card} is exhausted", **fields)


_FORMS: dict[str, Callable[[View], Form]] = {
    "sheep": _sheep,
    "stock": _stock,
    "pollution": _pollution,
    "tile": _tile,
    "caravan": _caravan,
    "caravan-at": _caravan_at,
    "shepherd": _shepherd,
    "shepherd-at": _shepherd_at,
    "gain": _gain,
    "lose": _lose,
    "trait": _trait,
    "trait-lost": _trait_lost,
    "turn": _turn,
}


# What it says now


def _now(view: View, draft: Draft | None) -> Part:
    raw = draft.raw if draft and draft.raw.get("type") == "fix" else {}
    return now_says(_told(view.state, raw) if raw else "")


def _told(state: State, raw: dict[str, Any]) -> str:
    what, seat, name = raw.get("what"), raw.get("seat", TABLE), str(raw.get("name", ""))
    if what == "sheep" and name in TIERS:
        herd, tier = herd_at(state, str(raw.get("at", ""))), tier_number(name)
        return _now_count(herd.count[tier] if herd else 0)
    if what == "stock" and name in TIERS:
        return _now_count(state.stock[tier_number(name)])
    if what == "pollution":
        return _("Now the tracker is on slot {slot}.", slot=state.slot + 1)
    if seat in range(state.seats):
        return _of_shepherd(state, int(seat), str(what))
    caravan = caravan_of(state, name)
    if caravan and what == "corruption":
        return _now_count(caravan.corruption)
    return _("Now it is on {at}.", at=caravan.at) if caravan and caravan.on_board else ""


def _of_shepherd(state: State, seat: int, what: str) -> str:
    one = state.shepherds[seat]
    if what == "at":
        return _("Now it is on {at}.", at=one.at)
    counts = {
        "corruption": (one.corruption, effects.corruption_meter(state, one) - 1),
        "essence": (one.essence, MOST_ESSENCE),
        "experience": (one.experience, max(0, experience_meter(state, seat) - 1)),
        "lanterns": (one.lit, one.lanterns),
    }
    if what not in counts:
        return ""
    have, most = counts[what]
    return _("Now it says {have}; it can be 0 to {most}.", have=have, most=most)


def _now_count(count: int) -> str:
    return plural("Now it says {count}.", "Now it says {count}.", count)
