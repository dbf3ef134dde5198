"""Odds for one seat alone: shown to the only player, or held to be seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import htpy as h

from companion.cake_duel import odds
from companion.cake_duel.story import claim_text
from companion.cake_duel.troops import TROOP, kinds
from companion.cake_duel.view import View
from companion.game import Seat
from companion.language import _
from widgets.pages.cake_duel.hands import look_button
from widgets.parts.cards import card, nothing
from widgets.parts.controls import action_form, submit
from widgets.parts.keyed import Part, keyed


def odds_card(view: View) -> Part:
    """Return the only player's odds that the claim on the table is true."""
    found = odds.claim(view) if view.viewer is not None else None
    return (
        nothing("odds") if found is None else card("odds", told(view, found), _("Can it be true?"))
    )


def told(view: View, found: odds.Odds, *, unfolded: bool = False) -> h.Node:
    """Return odds in big figures, and the counting behind them."""
    claim = view.challenged
    words = claim_text(claim) if claim is not None else ""
    share, blindly = odds.share_text(found.could), odds.share_text(found.blind)
    could = _("{percent} that {claim} can be true", percent=share, claim=words)
    counting = h.ul(".tc-counting")[(h.li[line] for line in found.counting)]
    blind = _("{percent} if the cards were laid down blindly", percent=blindly)
    return [
        h.p(".tc-big", data_said="")[could],
        h.p(".tc-soft")[blind],
        counting if unfolded else h.details[h.summary[_("Show the counting")], counting],
    ]


# At a table: a seat notes what it holds


def notes_card(view: View, noted: Mapping[Seat, dict[str, Any]]) -> Part:
    """Return where each seat at a table may note its hand and be told its odds."""
    if view.phase in ("ended", "over"):
        return nothing("notes")
    return card(
        "notes",
        h.details[
            h.summary[_("Private odds")],
            h.p(".tc-soft")[
                _(
                    "Take the screen to yourself, note what you hold, and hold the button to see "
                    "how likely a claim can be true. The note stays on this page only: it is in "
                    "no save, no log and no notebook."
                )
            ],
            (_seat(view, seat, noted.get(seat)) for seat in range(view.seats)),
        ],
    )


def _seat(view: View, seat: Seat, note: dict[str, Any] | None) -> h.Element:
    name = view.setup.names[seat]
    seen = h.div(".tc-curtain", data_curtain="")[
        look_button(name, {"seat": seat, "show": "odds"}, _("your odds")),
        h.div(data_secret="", hidden=True),
    ]
    return h.details[
        h.summary[_("For {name} alone", name=name)], seen if note else None, _form(view, seat, note)
    ]


def _form(view: View, seat: Seat, note: dict[str, Any] | None) -> Part:
    """Return the form to note a hand; a fresh one after each note, so that nothing stands in it."""
    fields = {"hand": "words", "played": "words"}
    action = {"table": "note", "seat": seat, "bout": [view.duel, view.bout]}
    form = action_form(action, fields, aria_label=_("Private notes"))
    again = _("Note it anew") if note else _("Note it")
    return keyed(
        f"note-{seat}-{_mark(note)}",
        form[
            _words("hand", _("Cards in my hand"), view),
            _words("played", _("Cards I played face down in this bout"), view),
            h.div(".tc-actions")[submit(again, primary=False)],
        ],
    )


def _mark(note: dict[str, Any] | None) -> str:
    """Return a mark that changes with each note and says nothing about it."""
    return str(note["number"]) if note else "0"


def _words(name: str, label: str, view: View) -> h.Element:
    buttons = [
        h.button(".tc-button", type="button", data_insert=one.id, data_into=name)[one.title]
        for one in kinds(view.setup.edition)
    ]
    return h.fieldset[
        h.legend[label],
        h.input(type="text", name=name, aria_label=label, spellcheck="false", autocapitalize="off"),
        h.div(".tc-choices")[
            buttons,
            h.button(".tc-button", type="button", data_erase="", data_into=name)[_("⌫ Last one")],
        ],
    ]


def private_odds(view: View, note: dict[str, Any] | None) -> h.Node:
    """Return the odds from a seat's note, or why there are none."""
    if note is None or view.viewer is None:
        return h.p[_("Nothing has been noted.")]
    if note.get("bout") != [view.duel, view.bout]:
        return h.p[_("The note is of an earlier bout: note your cards anew.")]
    if view.challenged is None or view.viewer not in view.to_act:
        return h.p[_("No claim lies there for you to judge.")]
    try:
        found = odds.noted(view, view.viewer, _cards(note, "hand"), _cards(note, "played"))
    except ValueError as error:
        return h.p[str(error)]
    return told(view, found, unfolded=True) if found is not None else None


def _cards(note: dict[str, Any], name: str) -> tuple[str, ...]:
    words = [str(word).casefold() for word in note.get(name, [])]
    unknown = [word for word in words if word not in TROOP]
    if unknown:
        raise ValueError(_("No card is called “{word}”.", word=unknown[0]))
    return tuple(words)
