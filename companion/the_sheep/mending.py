"""Setting things by hand, typing cards in, and whether the table's pieces and tokens add up."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from companion.game import TABLE, Refusal, Seat
from companion.language import _, choice, plural
from companion.problems import Problem
from companion.the_sheep import effects, refusals
from companion.the_sheep.pack import CARDS, TIERS, Curse, Equipment, Trait, UnreadablePack
from companion.the_sheep.state import (
    MOST_ESSENCE,
    MOST_TILES,
    NO_SHEEP,
    PIECES,
    SAFE,
    WAITING,
    Enlist,
    Fix,
    Held,
    Herd,
    Shepherd,
    State,
    Tile,
    caravan_of,
    hand_limit,
    herd_at,
    on_board,
    put_caravan,
    put_herd,
    put_shepherd,
    tier_number,
    with_tier,
)
from companion.the_sheep.table import entry, table
from companion.the_sheep.words import tier_text

OF_TABLE = ("sheep", "stock", "pollution", "tile")
OF_SHEPHERD = (
    "essence", "experience", "lanterns", "gain", "lose", "ready", "exhaust", "corruption", "at",
)  # fmt: skip


# Checking


def check(state: State, action: Fix) -> Refusal | None:
    """Return why something cannot be set by hand, or ``None``."""
    if state.phase == "over":
        reason = _("the game is over.")
        return refusals.of(state, action, "fix", reason, _("Take something back instead."))
    if not action.reason.strip():
        reason = _("a change by hand needs a reason, so that everyone can follow the log.")
        return refusals.of(state, action, "fix", reason, _("Say why, such as “miscounted”."))
    if action.seat == TABLE:
        wrong = _wrong_caravan(state, action) if action.what in ("corruption", "at") else (
            _wrong_table(state, action)
        )  # fmt: skip
    else:
        wrong = _wrong_shepherd(state, action)
    return refusals.of(state, action, "fix", *wrong) if wrong else None


def check_enlist(state: State, action: Enlist) -> Refusal | None:
    """Return why a card cannot be typed in, or ``None``."""
    if state.setup.virtual:
        return refusals.kit_has_cards(state, action)
    if state.phase == "over":
        return refusals.too_late_for_cards(state, action)
    if action.seat != TABLE or action.kind not in CARDS:
        return refusals.no_such_list(state, action)
    try:
        table(state.setup.pack, (*state.entered, entry(action.kind, action.data)))
    except UnreadablePack as error:
        return refusals.unreadable_card(state, action, error)
    return None


Wrong = tuple[str, str] | None


def _wrong_table(state: State, action: Fix) -> Wrong:
    if action.what not in OF_TABLE:
        return _("it does not say whose."), _("Name a shepherd’s seat.")
    if action.what == "pollution":
        return _range(action.count, 1, len(state.table.meter(state.seats)))
    return _wrong_tile(state, action) if action.what == "tile" else _wrong_sheep(state, action)


def _wrong_sheep(state: State, action: Fix) -> Wrong:
    if action.name not in TIERS:
        return _no_tier(action.name)
    tier = tier_number(action.name)
    if action.what == "stock":
        return _range(action.count, 0, PIECES[tier])
    if action.at not in state.table.grid:
        return _no_space(action.at)
    herd = herd_at(state, action.at)
    return _range(action.count, 0, state.stock[tier] + (herd.count[tier] if herd else 0))


def _wrong_tile(state: State, action: Fix) -> Wrong:
    tiles = [tile.id for tile in state.tiles]
    if action.name not in state.table.decks["tile"]:
        known = choice(one.name for one in state.table.decks["tile"].values()) or _("none yet")
        return _("there is no such tile."), _("There are {tiles}.", tiles=known)
    if action.name not in tiles and len(tiles) == MOST_TILES and action.count:
        return _("three tiles lie there already."), _("Set one of those to gone first.")
    return _range(action.count, 0, 2)


def _wrong_caravan(state: State, action: Fix) -> Wrong:
    caravan = caravan_of(state, action.name)
    if caravan is None:
        names = choice(state.table.name(one.id) for one in state.caravans) or _("none yet")
        return _("no such caravan travels."), _("There are {names}.", names=names)
    if action.what == "corruption":
        return _range(action.count, 0, state.table.caravans[caravan.id].corruption - 1)
    if action.at in (WAITING, SAFE):
        return None
    if action.at not in state.table.grid:
        return _no_space(action.at)
    if any(one.at == action.at and one.id != caravan.id for one in state.caravans):
        return _("another caravan stands there."), _("Only one caravan fits on a space.")
    return None


def _wrong_shepherd(state: State, action: Fix) -> Wrong:
    if action.seat not in range(state.seats):
        return _("there is no such seat."), _("Name one of the players.")
    return _not_playing(state, action) or _wrong_thing(state, action)


def _not_playing(state: State, action: Fix) -> Wrong:
    shepherd = state.shepherds[action.seat]
    if not shepherd.board:
        return _("that seat has chosen no shepherd yet."), _("Choose one first.")
    if shepherd.dead:
        return _("that shepherd is dead."), _("Take its death back if it was a mistake.")
    return None


def _wrong_thing(state: State, action: Fix) -> Wrong:
    if action.what not in OF_SHEPHERD:
        return _("a shepherd has no such thing."), _("It belongs to the table.")
    if action.what == "at":
        return None if action.at in state.table.grid else _no_space(action.at)
    if action.what in ("gain", "lose", "ready", "exhaust"):
        return _wrong_card(state, action)
    return _range(action.count, 0, _most(state, action))


def _most(state: State, action: Fix) -> int:
    shepherd = state.shepherds[action.seat]
    if action.what == "corruption":
        return effects.corruption_meter(state, shepherd) - 1
    if action.what == "experience":
        return max(0, effects.experience_meter(state, shepherd) - 1)
    return MOST_ESSENCE if action.what == "essence" else shepherd.lanterns


def _wrong_card(state: State, action: Fix) -> Wrong:
    shepherd = state.shepherds[action.seat]
    item = state.table.items.get(action.name)
    if action.what == "gain":
        if isinstance(item, Equipment | Curse):
            return None
        if isinstance(item, Trait):
            return _wrong_trait(state, shepherd, item)
        return _("there is no such card."), _("Type it in first.")
    if action.what == "lose" and isinstance(item, Trait):
        return _wrong_loss(state, shepherd, item)
    rows = shepherd.hand if action.what == "lose" else (*shepherd.hand, *shepherd.traits)
    down = {"ready": True, "exhaust": False}.get(action.what)
    there = [one.id for one in rows if down is None or one.down == down]
    if action.name in there:
        return None
    held = choice(map(state.table.name, dict.fromkeys(there))) or _("nothing")
    return _("there is no such card to change."), _("There is {cards}.", cards=held)


def _wrong_trait(state: State, shepherd: Shepherd, trait: Trait) -> Wrong:
    """Return what is wrong with a trait that takes the place of its level, or is the next one."""
    board = state.table.shepherds[shepherd.board]
    if trait not in board.traits:
        names = choice(one.name for one in board.traits)
        return _("that trait is another shepherd’s."), _("It may have {traits}.", traits=names)
    if trait.level > shepherd.level + 1:
        next_ = choice(one.name for one in board.traits if one.level == shepherd.level + 1)
        return _("it has no trait of the level before yet."), _("First set {traits}.", traits=next_)
    return None


def _wrong_loss(state: State, shepherd: Shepherd, trait: Trait) -> Wrong:
    newest = shepherd.traits[-1].id if shepherd.traits else ""
    if trait.id == newest and trait.level > 1:
        return None
    if trait.id == newest:
        return _("every shepherd keeps a trait of level I."), _("Set the other one instead.")
    name = state.table.name(newest)
    return _("only the newest trait goes."), _("The newest is {name}.", name=name)


def _range(count: int, least: int, most: int) -> Wrong:
    if least <= count <= most:
        return None
    return (
        _("it cannot be {count}.", count=count),
        _("Set {least} to {most}.", least=least, most=most)
        if least < most
        else (_("Set {least}.", least=least)),
    )


def _no_tier(name: str) -> Wrong:
    return _("there is no tier “{name}”.", name=name), _("There are {tiers}.", tiers=choice(TIERS))


def _no_space(at: str) -> Wrong:
    return (
        _("“{at}” is no space that can be entered.", at=at),
        _("Name a space of the map, such as c4."),
    )


# Applying


def apply(state: State, action: Fix) -> State:
    """Return the table with something set by hand."""
    return _SETTERS[action.what](state, action)


def _set_sheep(state: State, action: Fix) -> State:
    """Set the sheep of a space; the pieces come from the stock or go back to it."""
    tier = tier_number(action.name)
    herd = herd_at(state, action.at) or Herd(action.at, NO_SHEEP)
    more = action.count - herd.count[tier]
    marks = [one for one in herd.hurt if one[0] == tier][: action.count]
    others = [one for one in herd.hurt if one[0] != tier]
    now = Herd(action.at, with_tier(herd.count, tier, more), tuple(sorted(others + marks)))
    flock = put_herd(state.flock, now)
    return replace(state, flock=flock, stock=with_tier(state.stock, tier, -more))


def _set_stock(state: State, action: Fix) -> State:
    tier = tier_number(action.name)
    return replace(state, stock=with_tier(state.stock, tier, action.count - state.stock[tier]))


def _set_pollution(state: State, action: Fix) -> State:
    return replace(state, slot=action.count - 1)


def _set_tile(state: State, action: Fix) -> State:
    now = Tile(action.name, major=action.count == 2)
    if not action.count:
        return replace(state, tiles=tuple(t for t in state.tiles if t.id != action.name))
    if any(tile.id == action.name for tile in state.tiles):
        tiles = tuple(now if tile.id == action.name else tile for tile in state.tiles)
        return replace(state, tiles=tiles)
    return replace(state, tiles=(*state.tiles, now))


def _set_number(state: State, action: Fix) -> State:
    if action.seat == TABLE:
        caravan = caravan_of(state, action.name)
        assert caravan is not None  # noqa: S101  checked
        return put_caravan(state, replace(caravan, corruption=action.count))
    field = "lit" if action.what == "lanterns" else action.what
    changed = replace(state.shepherds[action.seat], **{field: action.count})
    return put_shepherd(state, action.seat, changed)


def _set_place(state: State, action: Fix) -> State:
    if action.seat == TABLE:
        caravan = caravan_of(state, action.name)
        assert caravan is not None  # noqa: S101  checked
        return put_caravan(state, replace(caravan, at=action.at))
    return put_shepherd(state, action.seat, replace(state.shepherds[action.seat], at=action.at))


def _gain(state: State, action: Fix) -> State:
    trait = state.table.traits.get(action.name)
    if trait is None:
        return effects.gained(state, action.seat, action.name)
    row = state.shepherds[action.seat].traits
    return _with_traits(
        state, action.seat, (*row[: trait.level - 1], Held(trait.id), *row[trait.level :])
    )


def _lose(state: State, action: Fix) -> State:
    one = state.shepherds[action.seat]
    if action.name in state.table.traits:
        return _with_traits(state, action.seat, one.traits[:-1])
    shepherd = effects.without(one, action.name)
    return effects.limited(put_shepherd(state, action.seat, shepherd), action.seat)


def _with_traits(state: State, seat: Seat, traits: tuple[Held, ...]) -> State:
    """Return the state with other traits at a seat: its meter and its hand keep to them."""
    one = replace(state.shepherds[seat], traits=traits)
    most = max(0, effects.experience_meter(state, one) - 1)
    kept = replace(one, experience=min(one.experience, most))
    return effects.limited(put_shepherd(state, seat, kept), seat)


def _turn(state: State, action: Fix) -> State:
    down = action.what == "exhaust"
    shepherd = effects.turned(state.shepherds[action.seat], action.name, down=down)
    return put_shepherd(state, action.seat, shepherd)


_SETTERS: dict[str, Callable[[State, Fix], State]] = {
    "sheep": _set_sheep,
    "stock": _set_stock,
    "pollution": _set_pollution,
    "tile": _set_tile,
    "corruption": _set_number,
    "essence": _set_number,
    "experience": _set_number,
    "lanterns": _set_number,
    "at": _set_place,
    "gain": _gain,
    "lose": _lose,
    "ready": _turn,
    "exhaust": _turn,
}


# Whether it adds up


def problems(state: State) -> tuple[Problem, ...]:
    """Return everything about the pieces and tokens that cannot be right."""
    return (*_pieces(state), *_shepherds(state), *_caravans(state), *_spaces(state))


def _pieces(state: State) -> Iterator[Problem]:
    lying = on_board(state)
    for tier, name in enumerate(TIERS):
        found = lying[tier] + state.stock[tier]
        fields = {"tier": tier_text(tier), "found": found, "board": lying[tier]}
        if found != PIECES[tier]:
            told = plural(
                "{tier}: {board} on the map and {found} in all, but there is {count} piece.",
                "{tier}: {board} on the map and {found} in all, but there are {count} pieces.",
                PIECES[tier],
                **fields,
            )
            yield Problem(told, name)


def _shepherds(state: State) -> Iterator[Problem]:
    for seat, one in enumerate(state.shepherds):
        name = state.setup.names[seat]
        if one.essence not in range(MOST_ESSENCE + 1):
            yield Problem(_("{name} cannot hold {n} essence.", name=name, n=one.essence), name)
        if one.lit not in range(one.lanterns + 1):
            told = plural(
                "{name} cannot have {count} lit lantern.",
                "{name} cannot have {count} lit lanterns.",
                one.lit,
                name=name,
            )
            yield Problem(told, name)
        if not state.queue and len(one.hand) > hand_limit(state, seat):
            yield Problem(_("{name} holds too many cards.", name=name), name)


def _caravans(state: State) -> Iterator[Problem]:
    there = [one.at for one in state.caravans if one.on_board]
    for at in dict.fromkeys(there):
        if there.count(at) > 1:
            yield Problem(_("Two caravans stand on {at}.", at=at), at)


def _spaces(state: State) -> Iterator[Problem]:
    grid = state.table.grid
    used = [herd.at for herd in state.flock]
    used += [one.at for one in state.caravans if one.on_board]
    used += [one.at for one in state.shepherds if one.at]
    for at in dict.fromkeys(used):
        if at not in grid:
            yield Problem(_("Something stands on {at}, which cannot be entered.", at=at), at)
