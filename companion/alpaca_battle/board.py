"""The table of Alpaca Battle as text."""

from __future__ import annotations

from companion.alpaca_battle.battles import cause_of, pairs_of
from companion.alpaca_battle.cards import ACTIONS, HAND, card_title
from companion.alpaca_battle.story import cards_text, flip_text
from companion.alpaca_battle.view import View
from companion.game import Seat
from companion.language import _, listing, plural
from companion.secrets import Glimpse


def board(view: View) -> str:
    """Return the whole table as lines of text, and the viewer's own cards if it is a seat's."""
    title, hint = now(view)
    parts = [where(view), "", *_seats(view), *_middle(view), *_last(view), *_used(view)]
    notice = [long_text(view)] if view.is_long else []
    title = title if title.endswith("!") else f"{title}."
    parts += ["", f"{title} {hint}".strip(), *notice, *_own(view)]
    return "\n".join([*parts, *(problem.text for problem in view.problems)])


def where(view: View) -> str:
    """Return in a few words where in the game the table is."""
    if view.phase == "over":
        fought = view.last.battle if view.last else 0  # the bell may ring before the next one
        return plural("Finished after {count} battle", "Finished after {count} battles", fought)
    if view.war:
        return plural(
            "Battle {battle}, at war",
            "Battle {battle}, war {count} of it",
            view.war,
            battle=view.battle,
        )
    return _("Battle {battle}", battle=view.battle)


def names_of(view: View, seats: tuple[Seat, ...]) -> str:
    """Return the names of seats."""
    return listing(view.setup.names[seat] for seat in seats)


def now(view: View) -> tuple[str, str]:
    """Return the one next thing, in big words, and its reason in small ones."""
    if view.outcome is not None:
        return _("The game is over"), view.outcome.reason
    return {"choose": _now_choose, "aim": _now_aim, "war": _now_war, "lay": _now_lay}[view.phase](
        view
    )


def _now_choose(view: View) -> tuple[str, str]:
    empty = tuple(seat for seat in view.to_act if view.must_draw[seat])
    if empty:
        return (
            _("{name} draws first", name=view.setup.names[empty[0]]),
            _("No card is left in that hand, and everyone has to choose one."),
        )
    if view.setup.virtual:
        names = names_of(view, view.to_act)
        title = plural("{names} chooses", "{names} choose", len(view.to_act), names=names)
        return title, _("Look at your hand, then play a card by its place.")
    if len(view.waiting) == len(view.alive):
        return _("Choose in secret and flip"), _("Then enter each card. Actions come first.")
    return _("Enter {names}’s card", names=names_of(view, view.waiting)), ""


def _now_aim(view: View) -> tuple[str, str]:
    name = view.setup.names[view.aiming]
    return _("{name} steals", name=name), _("Pick one card of a hand or a herd, face down.")


def _now_war(_view: View) -> tuple[str, str]:
    return (
        _("War!"),
        _("Everyone draws up to {hand}, then lays two cards face down.", hand=HAND),
    )


def _now_lay(view: View) -> tuple[str, str]:
    names = names_of(view, view.to_act)
    title = plural(
        "{names} lays cards from the hand",
        "{names} lay cards from the hand",
        len(view.to_act),
        names=names,
    )
    return title, _("The herd has run out; the hand completes the two.")


def seat_text(view: View, seat: Seat) -> str:
    """Return what a seat owns, in words."""
    name = view.setup.names[seat]
    if view.out[seat]:
        return _("{name}: out", name=name)
    chose = _(", one chosen") if view.chosen[seat] else ""
    return _(
        "{name}: {hand} in hand, {herd} in the herd{chose}; {total} in all",
        name=name,
        hand=view.hands[seat],
        herd=view.herds[seat],
        chose=chose,
        total=view.totals[seat],
    )


def _seats(view: View) -> list[str]:
    return [seat_text(view, seat) for seat in range(view.seats)]


def _middle(view: View) -> list[str]:
    if not view.pile:
        return []
    parts = [
        _(
            "{name} put in {shown} and {cards} face down",
            name=view.setup.names[seat],
            shown=listing(map(card_title, view.shown[seat])) or _("nothing"),
            cards=cards_text(view.laid[seat]),
        )
        for seat in range(view.seats)
        if view.shown[seat] or view.laid[seat]
    ]
    return [_("War pile, {cards}: {parts}.", cards=cards_text(view.pile), parts="; ".join(parts))]


def result_text(view: View) -> str:
    """Return what came of the last flip, in a sentence; ``""`` before the first."""
    flip = view.last
    if flip is None:
        return ""
    cause = cause_of(flip.cards)
    if cause == "war":
        return _("A War card: everyone goes to war.")
    if cause == "pair":
        return _("Two of {number}: everyone goes to war.", number=listing(pairs_of(flip.cards)))
    return plural(
        "{name} wins {count} card.",
        "{name} wins {count} cards.",
        flip.gain,
        name=view.setup.names[flip.winner],
    )


def _last(view: View) -> list[str]:
    if view.last is None:
        return []
    flipped = flip_text(view.setup.names, view.last)
    return [_("Last flip: {cards}. {result}", cards=flipped, result=result_text(view))]


def used_text(view: View) -> str:
    """Return the used action cards in words; ``""`` if there are none.

    A table may use more of them than its deck list has: then the list is wrong, not the play.
    """
    counts = [(card, view.aside.count(card)) for card in ACTIONS]
    parts = [
        _("{count} {card}", count=count, card=card_title(card)) for card, count in counts if count
    ]
    if not parts:
        return ""
    told = [_("Out of the game: {cards}.", cards=listing(parts))]
    more = [card for card, count in counts if count > view.deck.cards.get(card, 0)]
    return " ".join([*told, *(_more_than_listed(view, card) for card in more)])


def _more_than_listed(view: View, card: str) -> str:
    return plural(
        "The deck list has only {count} {card}: count the cards of the box.",
        "The deck list has only {count} {card}: count the cards of the box.",
        view.deck.cards.get(card, 0),
        card=card_title(card),
    )


def _used(view: View) -> list[str]:
    text = used_text(view)
    return [text] if text else []


def long_text(view: View) -> str:
    """Return the notice that the game may go on for ever."""
    return _(
        "For {count} battles nobody has left and no action was played: the same cards may be going "
        "round. Agree on a time and ring the bell.",
        count=view.quiet,
    )


def hand_text(view: View) -> str:
    """Return the viewer's hand, each card with its place from 1."""
    cards = [
        _("{place}: {card}", place=place, card=card_title(card))
        for place, card in enumerate(view.hand, start=1)
    ]
    return _("Your hand: {cards}.", cards=", ".join(cards) or _("empty"))


def glimpse_text(view: View, glimpse: Glimpse) -> str:
    """Return what the viewer once saw of a hand, and how far that has changed."""
    name = view.setup.names[glimpse.whose]
    seen = listing(map(card_title, glimpse.cards)) or _("nothing")
    if not glimpse.played and not glimpse.drawn:
        return _("You saw in {name}’s hand: {cards}.", name=name, cards=seen)
    told = {"name": name, "cards": seen, "played": cards_text(glimpse.played)}
    if not glimpse.drawn:
        return _("You saw in {name}’s hand: {cards}. Since then {played} left it.", **told)
    drawn = cards_text(glimpse.drawn)
    if not glimpse.played:
        return _("You saw in {name}’s hand: {cards}. Since then {drawn} came.", **told, drawn=drawn)
    return _(
        "You saw in {name}’s hand: {cards}. Since then {played} left it and {drawn} came.",
        **told,
        drawn=drawn,
    )


def _own(view: View) -> list[str]:
    if view.viewer is None or not view.setup.virtual:
        return []
    picked = [_("You have chosen {card}.", card=card_title(view.picked))] if view.picked else []
    seen = [glimpse_text(view, glimpse) for glimpse in view.glimpses]
    return ["", hand_text(view), *picked, *seen]
