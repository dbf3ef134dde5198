"""What happened, in sentences. None names a card that was not turned up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.alpaca_battle.battles import cause_of, pairs_of
from companion.alpaca_battle.cards import card_title
from companion.alpaca_battle.engine import draws_of, is_finished_first
from companion.alpaca_battle.scoring import outcome
from companion.alpaca_battle.state import (
    AnyAction,
    Bell,
    Change,
    Choose,
    Clock,
    Draw,
    Fix,
    Flip,
    Lay,
    March,
    Raise,
    Reveal,
    State,
    Steal,
)
from companion.game import Learned, Seat, Story
from companion.language import _, listing, plural


def tell(before: State, action: AnyAction, after: State) -> Story:
    """Return what ``action`` did: a sentence, a few words, and the rule's id."""
    told = _TELLERS[type(action)](before, action, after)
    sentence = " ".join(filter(None, [told.sentence, *_asides(before, action, after)]))
    return Story(sentence, told.short, told.rule)


def cards_text(count: int) -> str:
    """Return a number of cards in words."""
    return plural("{count} card", "{count} cards", count)


def _name(state: State, seat: Seat) -> str:
    return state.setup.names[seat]


def _asides(before: State, action: AnyAction, after: State) -> list[str]:
    """Return what else followed: choices taken back, players out, the end."""
    told = []
    gave_back = (
        any(before.chosen) and not any(after.chosen) and not isinstance(action, Choose | Change)
    )
    if gave_back and after.phase != "over":
        told.append(_("The cards chosen before are taken back."))
    fell = [seat for seat in before.alive if after.out[seat]]
    if fell:
        names = listing(_name(before, seat) for seat in fell)
        told.append(plural("{names} is out.", "{names} are out.", len(fell), names=names))
    if after.why and not before.why:
        told.append(_end(after))
    return told


def _end(state: State) -> str:
    ended = outcome(state)
    return ended.reason if ended else ""


# Battles


def _choose(before: State, action: Choose, after: State) -> Story:
    name = _name(before, action.seat)
    short = _("{name}’s choice", name=name)
    if after.last is before.last:
        sentence = (
            _("{name} chooses a card, sealed as {seal}.", name=name, seal=action.seal[:8])
            if action.seal
            else _("{name} flips {card}.", name=name, card=card_title(action.card))
        )
        return Story(sentence, short, "choose")
    assert after.last is not None  # noqa: S101  there was a flip
    return _flip(before, after.last, short)


def _change(before: State, action: Change, _after: State) -> Story:
    name = _name(before, action.seat)
    sentence = _("It was {card} that {name} flipped.", card=card_title(action.card), name=name)
    return Story(sentence, _("{name}’s change", name=name), "choose")


def flip_text(names: Sequence[str], flip: Flip) -> str:
    """Return what was flipped: ``"Ann 8, Bo 5"``."""
    return ", ".join(
        _("{name} {card}", name=name, card=card_title(card))
        for name, card in zip(names, flip.cards, strict=True)
        if card
    )


def _flip(before: State, flip: Flip, short: str) -> Story:
    names = before.setup.names
    cards = flip_text(names, flip)
    cause = cause_of(flip.cards)
    if not cause:
        sentence = plural(
            "{cards}: {name} wins {count} card.",
            "{cards}: {name} wins {count} cards.",
            flip.gain,
            cards=cards,
            name=names[flip.winner],
        )
        return Story(sentence, short, "war-win" if flip.war else "highest")
    if cause == "war":
        text = _("{cards}: a War card, so everyone goes to war.", cards=cards)
        again = _("{cards}: a War card again, the war goes on.", cards=cards)
        rule = "war-card"
    else:
        pair = listing(pairs_of(flip.cards))
        text = _("{cards}: two of {number}, so everyone goes to war.", cards=cards, number=pair)
        again = _("{cards}: two of {number} again, the war goes on.", cards=cards, number=pair)
        rule = "war-pair"
    return Story(again, short, "war-on") if flip.war else Story(text, short, rule)


# Actions


def _raise(before: State, action: Raise, after: State) -> Story:
    name = _name(before, action.seat)
    sentence = _("{name} plays Steal.", name=name)
    if after.phase == "choose":
        sentence = _("{name} plays Steal, but nobody has a card to take.", name=name)
    return Story(sentence, _("{name}’s Steal", name=name), "steal")


def _steal(before: State, action: Steal, _after: State) -> Story:
    name, other = _name(before, action.seat), _name(before, action.target)
    if action.where == "hand":
        sentence = _("{name} steals a card from {other}’s hand.", name=name, other=other)
    else:
        sentence = _("{name} steals a card from {other}’s herd.", name=name, other=other)
    return Story(sentence, _("{name}’s Steal", name=name), "steal")


def _reveal(before: State, action: Reveal, after: State) -> Story:
    name = _name(before, action.seat)
    drawn = after.herds[action.seat] < before.herds[action.seat]
    sentence = (
        _("{name} plays Reveal, looks at every other hand and draws a card.", name=name)
        if drawn
        else _("{name} plays Reveal and looks at every other hand.", name=name)
    )
    return Story(sentence, _("{name}’s Reveal", name=name), "reveal")


def _draw(before: State, action: Draw, after: State) -> Story:
    name = _name(before, action.seat)
    count = after.hands[action.seat] - before.hands[action.seat]
    sentence = _(
        "{name} has no card in hand and draws {cards}.", name=name, cards=cards_text(count)
    )
    return Story(sentence, _("{name}’s draw", name=name), "steal-refill")


# Wars


def _march(before: State, _action: March, after: State) -> Story:
    parts = [
        _("{name} lays {cards}", name=_name(before, seat), cards=cards_text(after.paid[seat]))
        for seat in before.alive
        if after.paid[seat]
    ]
    sentence = _("War: everyone draws up to three.")
    if parts:
        sentence = _(
            "War: everyone draws up to three; {payments} face down.", payments=listing(parts)
        )
    return Story(sentence, _("the war"), "war-lay")


def _lay(before: State, action: Lay, _after: State) -> Story:
    name, count = _name(before, action.seat), before.owes[action.seat]
    sentence = _("{name} lays {cards} from the hand face down.", name=name, cards=cards_text(count))
    return Story(sentence, _("{name} laying cards", name=name), "war-hand")


# The time, and by hand


def _clock(_before: State, action: Clock, _after: State) -> Story:
    if action.until:
        sentence = _("The clock runs.")
    elif action.left:
        minutes, seconds = divmod(action.left, 60)
        sentence = _(
            "The clock stands at {minutes}:{seconds:02}.", minutes=minutes, seconds=seconds
        )
    else:
        sentence = _("The clock is put away.")
    return Story(sentence, _("the clock"), "timed")


def _bell(before: State, _action: Bell, after: State) -> Story:
    if after.phase == "over":
        sentence = _("Time is up.")
    elif is_finished_first(before):
        sentence = _("Time is up: this battle is played to its end, then the cards are counted.")
    else:
        sentence = _("Time is up with an equal count: a battle has to make the difference.")
    return Story(sentence, _("the bell"), "timed")


def _fix(before: State, action: Fix, _after: State) -> Story:
    name = _name(before, action.seat)
    sentences = {
        "hand": _("By hand: {name} holds {cards}. {reason}"),
        "herd": _("By hand: {name}’s herd has {cards}. {reason}"),
        "pile": _("By hand: {name} has {cards} face down in the middle. {reason}"),
    }
    sentence = sentences[action.what].format(
        name=name, cards=cards_text(action.count), reason=action.reason
    )
    return Story(sentence, _("the correction"), "goal")


_TELLERS: dict[type, Callable[[State, Any, State], Story]] = {
    Choose: _choose,
    Change: _change,
    Raise: _raise,
    Steal: _steal,
    Reveal: _reveal,
    Draw: _draw,
    March: _march,
    Lay: _lay,
    Clock: _clock,
    Bell: _bell,
    Fix: _fix,
}


# Who learnt what


def learned(before: State, action: AnyAction, after: State) -> tuple[Learned, ...]:
    """Return who learns what of the others' secrets, and of their own herd, by ``action``."""
    teller = _LEARNED.get(type(action))
    return teller(before, action, after) if teller else ()


def _flipped(before: State, action: Choose, after: State) -> tuple[Learned, ...]:
    if after.last is before.last:
        return ()
    seats = before.alive
    seen = Learned(seats, seats, _("Everyone saw the flipped cards."))
    held = [hand - (seat == action.seat) for seat, hand in enumerate(before.hands)]
    drew = [seat for seat in seats if after.hands[seat] > held[seat]]
    return (seen, *_drew(before, drew))


def _drew(state: State, seats: Sequence[Seat]) -> tuple[Learned, ...]:
    return tuple(
        Learned((seat,), (seat,), _("{name} saw the cards drawn.", name=_name(state, seat)))
        for seat in seats
    )


def _stole(before: State, action: Steal, _after: State) -> tuple[Learned, ...]:
    name, other = _name(before, action.seat), _name(before, action.target)
    if action.where == "hand" or before.setup.rulings["stolen"] == "shown":
        text = _("{name} and {other} know the card that was stolen.", name=name, other=other)
        return (Learned((action.seat, action.target), (action.target,), text),)
    text = _("{name} saw the card stolen from {other}’s herd.", name=name, other=other)
    return (Learned((action.seat,), (action.target,), text),)


def _revealed(before: State, action: Reveal, after: State) -> tuple[Learned, ...]:
    others = tuple(seat for seat in before.alive if seat != action.seat)
    text = _("{name} saw every other hand.", name=_name(before, action.seat))
    drew = [action.seat] if after.herds[action.seat] < before.herds[action.seat] else []
    return (Learned((action.seat,), others, text), *_drew(before, drew))


def _marched(before: State, _action: March, _after: State) -> tuple[Learned, ...]:
    return _drew(before, [seat for seat, count in enumerate(draws_of(before)) if count])


_LEARNED: dict[type, Callable[[State, Any, State], tuple[Learned, ...]]] = {
    Choose: _flipped,
    Steal: _stole,
    Reveal: _revealed,
    Draw: lambda before, action, _after: _drew(before, [action.seat]),
    March: _marched,
}
