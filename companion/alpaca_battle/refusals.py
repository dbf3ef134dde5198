"""Why the rules of Alpaca Battle refuse an action, and what would work.

No sentence names a card that has not been turned up.
"""

from __future__ import annotations

from companion.alpaca_battle import commands
from companion.alpaca_battle.cards import card_title
from companion.alpaca_battle.moves import choosers, targets
from companion.alpaca_battle.rules import RULEBOOK
from companion.alpaca_battle.state import (
    AnyAction,
    Bell,
    Change,
    Choose,
    Clock,
    Fix,
    Lay,
    Play,
    State,
    Steal,
)
from companion.game import Refusal, Seat, tag
from companion.language import _, choice, listing, plural

_RULE_OF = {
    "play": "choose",
    "choose": "choose",
    "change": "choose",
    "raise": "steal",
    "steal": "steal",
    "reveal": "reveal",
    "draw": "steal-refill",
    "war": "war-lay",
    "lay": "war-hand",
    "clock": "timed",
    "bell": "timed",
    "fix": "goal",
}


def _refusal(state: State, action: AnyAction, rule: str, reason: str, instead: str) -> Refusal:
    return Refusal(tried(state, action), reason, instead, RULEBOOK[rule])


def _rule_of(action: AnyAction) -> str:
    return _RULE_OF[tag(action)]


def tried(state: State, action: AnyAction) -> str:
    """Return what was tried, as its command."""
    return _("“{command}”", command=commands.COMMANDS.text(state, action))


def _name(state: State, seat: Seat) -> str:
    return state.setup.names[seat]


def next_step(state: State) -> str:
    """Return what is to be done now, as an offer."""
    if state.phase == "choose":
        who = listing(_name(state, seat) for seat in choosers(state))
        return plural(
            "Now {names} chooses a card or plays an action.",
            "Now {names} choose a card or play an action.",
            len(choosers(state)),
            names=who,
        )
    if state.phase == "aim":
        return _("Now {name} picks the card to steal.", name=_name(state, state.aiming))
    if state.phase == "lay":
        owing = (_name(state, seat) for seat, count in enumerate(state.owes) if count)
        return _("Now {names} must lay cards from the hand.", names=listing(owing))
    if state.phase == "war":
        return _("Now everyone draws up to three and lays two cards face down.")
    return _("The game is over; a new one may begin.")


def wrong_phase(state: State, action: AnyAction) -> Refusal:
    """Refuse an action of another part of the battle."""
    reasons = {
        "choose": _("no war has to be paid for."),
        "aim": _("a Steal has been played and has taken no card yet."),
        "war": _("war has broken out and has to be paid for first."),
        "lay": _("the cards for the war are not all laid yet."),
        "over": _("the game is over."),
    }
    return _refusal(state, action, _rule_of(action), reasons[state.phase], next_step(state))


def no_seat(state: State, action: AnyAction) -> Refusal:
    """Refuse a seat there is not."""
    return _refusal(state, action, _rule_of(action), _("there is no such seat."), next_step(state))


def is_out(state: State, action: AnyAction) -> Refusal:
    """Refuse a seat without cards."""
    if action.seat not in range(state.seats):
        return no_seat(state, action)
    reason = _("{name} has no cards left and is out.", name=_name(state, action.seat))
    return _refusal(state, action, "out", reason, next_step(state))


def has_chosen(state: State, action: AnyAction) -> Refusal:
    """Refuse an action of who has chosen a card already."""
    reason = _("{name} has chosen a card already.", name=_name(state, action.seat))
    return _refusal(state, action, "choose", reason, next_step(state))


def not_their_turn(state: State, action: AnyAction, seat: Seat) -> Refusal:
    """Refuse an action of another seat than the one whose move it is."""
    if action.seat not in range(state.seats):
        return no_seat(state, action)
    reason = _("it is not for {name} to do that now.", name=_name(state, action.seat))
    instead = _("It is {name}’s move.", name=_name(state, seat))
    return _refusal(state, action, _rule_of(action), reason, instead)


def draw_first(state: State, action: AnyAction) -> Refusal:
    """Refuse choosing with an empty hand while the herd has cards."""
    name = _name(state, action.seat)
    reason = _("{name} has no card in hand.", name=name)
    instead = _("Let {name} draw from the herd first.", name=name)
    return _refusal(state, action, "steal-refill", reason, instead)


def no_draw(state: State, action: AnyAction) -> Refusal:
    """Refuse drawing with a card in hand."""
    reason = _("{name} has a card in hand to choose.", name=_name(state, action.seat))
    return _refusal(state, action, "steal-refill", reason, next_step(state))


def no_places(state: State, action: AnyAction) -> Refusal:
    """Refuse naming cards by their place at a table: only their players know them."""
    reason = _("at a table the kit does not know the cards.")
    instead = _("Enter the card that was flipped, or the action that was played.")
    return _refusal(state, action, _rule_of(action), reason, instead)


def by_place(state: State, action: AnyAction) -> Refusal:
    """Refuse naming a card where the kit has dealt: it is played by its place in the hand."""
    reason = _("the kit has dealt the cards and finds out itself what is played.")
    return _refusal(state, action, _rule_of(action), reason, _("Play a card by its place."))


def no_such_place(state: State, action: Play | Steal, count: int) -> Refusal:
    """Refuse the place of a card that is not there."""
    reason = plural("there is {count} card there.", "there are {count} cards there.", count)
    instead = _("Pick card 1.") if count == 1 else _("Pick one of 1 to {count}.", count=count)
    return _refusal(state, action, _rule_of(action), reason, instead)


def cannot_fight(state: State, action: Choose | Change) -> Refusal:
    """Refuse a card that is no number of this deck and no War."""
    known = choice(card_title(card) for card in state.deck.fighters)
    reason = _("“{card}” cannot be a battle card here.", card=card_title(action.card))
    return _refusal(state, action, "choose", reason, _("It can be {known}.", known=known))


def not_entered(state: State, action: Change) -> Refusal:
    """Refuse changing a card that has not been entered."""
    reason = _("no card of {name} has been entered yet.", name=_name(state, action.seat))
    return _refusal(state, action, "choose", reason, _("Enter it first."))


def broken_seal(state: State, action: Choose) -> Refusal:
    """Refuse a flip whose cards are not those that were sealed."""
    reason = _("a flipped card does not fit its seal.")
    instead = _("The flip must show the cards that were chosen.")
    return _refusal(state, action, "choose", reason, instead)


# Steal


def raise_first(state: State, action: Steal) -> Refusal:
    """Refuse stealing before a Steal was played."""
    if state.phase != "choose":
        return wrong_phase(state, action)
    reason = _("no Steal has been played.")
    return _refusal(state, action, "steal", reason, _("Play the Steal from the hand first."))


def pick_a_card(state: State, action: Steal) -> Refusal:
    """Refuse a steal that says not which card of the fan is taken."""
    reason = _("which of the face-down cards is it?")
    return _refusal(state, action, "blind", reason, _("Pick one of them by its place."))


def no_target(state: State, action: Steal) -> Refusal:
    """Refuse stealing from oneself or from nobody."""
    names = dict.fromkeys(_name(state, seat) for seat, _where, _n in targets(state, action.seat))
    reason = _("a Steal takes a card of an opponent who is still in.")
    instead = _("Steal from {names}.", names=choice(names)) if names else next_step(state)
    return _refusal(state, action, "steal", reason, instead)


def nothing_there(state: State, action: Steal) -> Refusal:
    """Refuse stealing where no card lies."""
    name = _name(state, action.target)
    reason = (
        _("{name} has no card in hand.", name=name)
        if action.where == "hand"
        else _("{name} has no herd.", name=name)
    )
    return _refusal(state, action, "steal", reason, next_step(state))


# Wars


def owes_nothing(state: State, action: Lay) -> Refusal:
    """Refuse laying cards for who has paid."""
    if action.seat not in range(state.seats):
        return no_seat(state, action)
    reason = _("{name} has laid two cards already.", name=_name(state, action.seat))
    return _refusal(state, action, "war-hand", reason, next_step(state))


def wrong_places(state: State, action: Lay) -> Refusal:
    """Refuse cards that are not there, or not as many as are owed."""
    owed, held = state.owes[action.seat], state.hands[action.seat]
    reason = plural(
        "exactly {count} card has to be laid from the hand.",
        "exactly {count} cards have to be laid from the hand.",
        owed,
    )
    instead = _("Name them by their places, 1 to {held}, in order.", held=held)
    return _refusal(state, action, "war-hand", reason, instead)


def choose_cards(state: State, action: Lay) -> Refusal:
    """Refuse laying cards of the hand without saying which."""
    reason = plural("which card is laid?", "which {count} cards are laid?", state.owes[action.seat])
    held = state.hands[action.seat]
    instead = _("Name them by their places, 1 to {held}, in order.", held=held)
    return _refusal(state, action, "war-hand", reason, instead)


# The time, and by hand


def tables_own(state: State, action: AnyAction) -> Refusal:
    """Refuse a seat for what belongs to the whole table."""
    reason = _("the clock belongs to the whole table.")
    return _refusal(state, action, "timed", reason, next_step(state))


def time_is_up(state: State, action: Clock | Bell) -> Refusal:
    """Refuse setting or ringing the clock once more."""
    reason = _("the game is over.") if state.phase == "over" else _("the time is up already.")
    return _refusal(state, action, "timed", reason, next_step(state))


def no_time(state: State, action: Clock) -> Refusal:
    """Refuse a time that cannot be."""
    reason = _("that is no time a clock can be set to.")
    instead = _("Give the seconds left, or the moment it rings.")
    return _refusal(state, action, "timed", reason, instead)


def no_reason(state: State, action: Fix) -> Refusal:
    """Refuse a correction without a reason."""
    reason = _("a correction by hand is logged with its reason.")
    return _refusal(state, action, "goal", reason, _("Say why, after a colon."))


def kit_has_cards(state: State, action: Fix) -> Refusal:
    """Refuse a correction of cards the kit has dealt."""
    reason = _("this is a virtual game: the kit holds the cards.")
    return _refusal(state, action, "goal", reason, _("Take back the last actions instead."))


def not_so_many(state: State, action: Fix, most: int) -> Refusal:
    """Refuse a count there cannot be."""
    reason = _("the deck has {most} cards.", most=most)
    return _refusal(state, action, "deal", reason, _("Give a count of 0 to {most}.", most=most))
