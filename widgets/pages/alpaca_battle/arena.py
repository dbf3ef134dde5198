"""The middle of the table: the last flip, big, and the war pile."""

from __future__ import annotations

import htpy as h

from companion.alpaca_battle.battles import pairs_of
from companion.alpaca_battle.board import result_text
from companion.alpaca_battle.cards import LAID, WAR, card_title
from companion.alpaca_battle.state import Flip
from companion.alpaca_battle.story import cards_text
from companion.alpaca_battle.view import View
from companion.game import TABLE, Seat
from companion.language import _, plural
from companion.secrets import short
from widgets.pages.alpaca_battle.cards import face, picture, small_backs
from widgets.parts.cards import card, nothing
from widgets.parts.keyed import Part, keyed


def arena_card(view: View, *, entered: bool = False) -> Part:
    """Return the middle: each seat's flipped card, and what came of the flip.

    With ``entered`` what a table has entered of its first flip lies there too.
    """
    return card(
        "arena",
        [
            h.div(".tc-ring-side", style=f"--seats:{view.seats}")[
                (_corner(view, seat, entered=entered) for seat in range(view.seats))
            ],
            _result(view),
        ],
        aria_label=_("The middle"),
        data_arena="",
    )


def _corner(view: View, seat: Seat, *, entered: bool) -> Part:
    """Return what lies before a seat: the card it flipped, and the seal of the one it chose."""
    flip, won = view.last, view.last is not None and view.last.winner == seat
    return keyed(
        f"corner-{seat}",
        h.div(".tc-corner", data_winner=won or None, data_cause=_is_cause(flip, seat) or None)[
            h.h3[h.bdi[view.setup.names[seat]]],
            _flipped(view, seat, entered=entered),
            _mark(view, seat),
            [_fits(view, seat), _sealed(view, seat)] if view.setup.virtual else None,
        ],
    )


def _flipped(view: View, seat: Seat, *, entered: bool) -> h.Node:
    flip = view.last
    if flip is None and entered and view.chosen[seat] and not view.setup.virtual:
        return h.span(".tc-flip")[face(view.chosen[seat])]
    if flip is None:
        return h.span(".tc-spot")[picture("boxer")]
    if not flip.cards[seat]:
        return h.span(".tc-spot")[_("out")]
    place = f"flip-{flip.battle}.{flip.war}-{seat}"  # a new part each flip: so it turns over
    return keyed(place, h.span(".tc-flip")[face(flip.cards[seat])])


def _is_cause(flip: Flip | None, seat: Seat) -> bool:
    """Return whether a seat's card started the war."""
    if flip is None or flip.winner != TABLE:
        return False
    return flip.cards[seat] == WAR or (
        WAR not in flip.cards and flip.cards[seat] in pairs_of(flip.cards)
    )


def _mark(view: View, seat: Seat) -> h.Node:
    flip = view.last
    if flip is None:
        return None
    if flip.winner == seat:
        return h.span(".tc-verdict")[_("✓ wins")]
    return h.span(".tc-verdict")[_("war!")] if _is_cause(flip, seat) else h.span(".tc-verdict")


def _sealed(view: View, seat: Seat) -> h.Node:
    """Return the seal of the card that lies chosen face down for the next flip."""
    if not view.chosen[seat]:
        return h.span(".tc-seal")
    told = _("sealed {seal}", seal=short(view.chosen[seat]))
    return h.span(".tc-seal")[h.i, h.span[told]]


def _fits(view: View, seat: Seat) -> h.Node:
    """Return that the flipped card fits the seal it lay under: else there is no flip."""
    if view.last is None:
        return None
    seals = view.last.seals
    if not any(seals[seat : seat + 1]):
        return h.span(".tc-seal")
    return h.span(".tc-seal")[_("✓ fits its seal {seal}", seal=short(seals[seat]))]


def _result(view: View) -> Part:
    """Return what came of the flip in big words, and what is to be done with the cards."""
    told = result_text(view) or _("The cards you flip lie here.")
    return keyed("result", h.p(".tc-result")[h.strong[told], h.small[_afterwards(view)]])


def _afterwards(view: View) -> str:
    flip = view.last
    if flip is None or flip.winner == TABLE or view.phase == "over":
        return ""
    name = view.setup.names[flip.winner]
    if view.setup.rulings["return"] == "shuffled":
        told = _("Shuffled, they go under {name}’s herd; everyone draws up to three.", name=name)
    else:
        told = _("As they lie, they go under {name}’s herd; everyone draws up to three.", name=name)
    return " ".join([told, *(_fell(view, seat) for seat in flip.fell)])


def _fell(view: View, seat: Seat) -> str:
    return _("{name} has no card left and is out.", name=view.setup.names[seat])


# The war pile


def pile_card(view: View) -> Part:
    """Return the war pile: what each seat has put in, open and face down."""
    if not view.pile:
        return nothing("pile")
    rows = [_put_in(view, seat) for seat in range(view.seats) if view.shown[seat]]
    title = plural("War pile: {count} card", "War pile: {count} cards", view.pile)
    return card("pile", h.ul(".tc-pile")[rows], title)


def _put_in(view: View, seat: Seat) -> Part:
    """Return the cards of a seat as they were laid: each one flipped, and those laid after it."""
    left, cards = view.laid[seat], []
    for shown in view.shown[seat]:
        taken = min(LAID, left)
        cards += [_open(shown), small_backs(taken) if taken else None]
        left -= taken
    rest = small_backs(left) if left else None
    name = view.setup.names[seat]
    count = len(view.shown[seat]) + view.laid[seat]
    row = h.li[h.b[h.bdi[name]], h.span(".tc-laid")[cards, rest], h.small[cards_text(count)]]
    return keyed(f"pile-{seat}", row)


def _open(card_id: str) -> h.Element:
    if card_id.isdigit():
        return h.b(".tc-mini")[card_id]
    return h.b(".tc-mini", role="img", aria_label=card_title(card_id))[picture(card_id)]
