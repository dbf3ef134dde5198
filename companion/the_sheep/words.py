"""Names of things in sentences."""

from __future__ import annotations

from companion.game import Seat
from companion.language import _, listing, plural
from companion.the_sheep.state import Phase, State, Tiers


def tier_text(tier: int) -> str:
    """Return the name of a tier."""
    return (_("lesser sheep"), _("standard sheep"), _("greater sheep"))[tier]


def sheep_one(tier: int) -> str:
    """Return a single sheep of a tier."""
    return (_("a lesser sheep"), _("a standard sheep"), _("a greater sheep"))[tier]


def sheep_text(tier: int, count: int) -> str:
    """Return ``"2 lesser sheep"``."""
    return (
        plural("{count} lesser sheep", "{count} lesser sheep", count),
        plural("{count} standard sheep", "{count} standard sheep", count),
        plural("{count} greater sheep", "{count} greater sheep", count),
    )[tier]


def herd_text(count: Tiers) -> str:
    """Return ``"2 lesser sheep and 1 greater sheep"``."""
    return listing(sheep_text(tier, number) for tier, number in enumerate(count) if number)


def name_of(state: State, seat: Seat) -> str:
    """Return the name of the player at a seat."""
    return state.setup.names[seat]


def phase_text(phase: Phase) -> str:
    """Return what a step is called."""
    return {
        "setup": _("set-up"),
        "refresh": _("refresh"),
        "day-event": _("day event"),
        "caravan-act": _("caravans’ actions"),
        "enter": _("a caravan sets out"),
        "drive": _("caravans move"),
        "action": _("action step"),
        "night-event": _("night event"),
        "pollution": _("pollution rises"),
        "avert": _("averting pollution"),
        "tiles": _("pollution tiles"),
        "mutation": _("mutation"),
        "flock": _("flock"),
        "sheep-move": _("sheep move"),
        "combat": _("combat"),
        "strike": _("the sheep strike"),
        "over": _("finished"),
    }[phase]
