"""The steps that leave nobody a choice, and what exactly each would do."""

from __future__ import annotations

from companion.language import _, plural
from companion.the_sheep import decks, engine, refusals, story
from companion.the_sheep.state import (
    Advance,
    AnyAction,
    CaravanAct,
    Distract,
    Draw,
    Drive,
    Enter,
    State,
    Use,
    Walk,
    caravan_at,
    herd_at,
    shepherds_at,
)
from companion.the_sheep.view import View
from widgets.pages.the_sheep.naming import raw
from widgets.parts.automation import Step, Switch

BESIDE = (Walk, Use)
"""What shepherds may do beside a step: it does not make the step a choice."""


def switches(view: View) -> list[Switch]:
    """Return the steps that can be switched, in the order of day and night."""
    rows = [
        Switch("refresh", _("Refresh"), _("Cards, traits and lanterns, when a day begins.")),
        Switch("draw", _("Draw cards"), _("Events, the Mutation, Flock cards, Curses, tiles.")),
        Switch("act", _("A caravan acts"), _("When only one is left to act.")),
        Switch("enter", _("A caravan sets out"), _("When only one is waiting.")),
        Switch("drive", _("A caravan moves"), _("When it is clear which, and which way.")),
        Switch("pollution", _("Pollution rises"), _("By the number on the Night Event.")),
        Switch("tiles", _("Pollution tiles"), _("All in the order they came.")),
        Switch("sheep-move", _("The sheep move"), _("When it is clear where all of them end.")),
        Switch("strike", _("The sheep strike"), _("When nobody could still distract any.")),
    ]
    return [one for one in rows if one.id != "draw" or view.setup.virtual]


def automatic(view: View) -> Step | None:
    """Return the step that comes now, if it leaves nobody a choice."""
    state = view.state
    if view.outcome is not None:
        return None
    there = [one for one in engine.legal(state) if not _is_beside(state, one)]
    if len(there) != 1:
        return None
    name = _switch_of(state, there[0])
    return Step(name, raw(there[0]), preview(state, there[0])) if name else None


def _is_beside(state: State, one: AnyAction) -> bool:
    if isinstance(one, Distract) and state.phase == "strike":
        return not _would_matter(state, one)
    return isinstance(one, BESIDE) and not state.queue and state.phase not in ("action", "combat")


def _would_matter(state: State, one: Distract) -> bool:
    """Return whether sheep would strike somebody else if the shepherd did not distract them."""
    at = state.shepherds[one.seat].at
    others = len(shepherds_at(state, at)) > 1 or caravan_at(state, at) is not None
    return herd_at(state, at) is not None and others


def _switch_of(state: State, one: AnyAction) -> str:
    if isinstance(one, Draw):
        return "draw" if state.setup.virtual else ""
    if isinstance(one, Advance):
        return state.phase
    kinds: dict[type, str] = {CaravanAct: "act", Enter: "enter", Drive: "drive"}
    return kinds.get(type(one), "")


def preview(state: State, one: AnyAction) -> tuple[str, ...]:
    """Return in sentences what an action would do, without doing it."""
    if isinstance(one, Draw):
        return (_draw(state, one),)
    after = engine.apply(state, one)
    lines = [story.news_text(after, news) for news in after.news]
    if state.phase == "refresh":
        lines = _refresh(state)
    elif not isinstance(one, Advance) or not any(lines):
        lines = [story.tell(state, one, after).sentence]
    if after.queue and after.phase != "over":
        lines.append(refusals.next_step(after))
    return tuple(filter(None, lines))


def _draw(state: State, one: Draw) -> str:
    kinds = len(set(decks.left(state, one.deck)))
    return plural(
        "The kit draws; only {count} card can come.",
        "The kit draws one of {count} different cards that can still come.",
        kinds,
    )


def _refresh(state: State) -> list[str]:
    cards = sum(one.down for s in state.shepherds for one in (*s.hand, *s.traits))
    lanterns = sum(one.lanterns - one.lit for one in state.shepherds if not one.dead)
    told = [
        (cards, plural("{count} card or trait is turned face up.",
                       "{count} cards and traits are turned face up.", cards)),
        (lanterns, plural("{count} lantern is lit anew.", "{count} lanterns are lit anew.",
                          lanterns)),
    ]  # fmt: skip
    lines = [sentence for count, sentence in told if count]
    return lines or [_("Nothing to turn or to light: all of it is ready.")]
