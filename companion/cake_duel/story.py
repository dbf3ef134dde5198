"""What happened, in sentences. None names a card that was not turned up."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from companion.cake_duel.claims import effect
from companion.cake_duel.engine import draws
from companion.cake_duel.scoring import side_name
from companion.cake_duel.state import (
    Accept,
    Again,
    AnyAction,
    Attack,
    Block,
    Challenge,
    Claim,
    End,
    Fix,
    ForgotWolfy,
    Give,
    Lead,
    NextBout,
    Overdraw,
    Pass,
    Resupply,
    ShowWolfy,
    State,
    Summon,
    Swap,
    members,
    partner,
    side,
)
from companion.cake_duel.troops import ORDER, TROOP
from companion.game import Learned, Seat, Story
from companion.language import _, listing, plural


def tell(before: State, action: AnyAction, after: State) -> Story:
    """Return what ``action`` did: a sentence, a few words, and the rule's id."""
    told = _TELLERS[type(action)](before, action, after)
    sentence = " ".join(filter(None, [told.sentence, *_asides(before, action, after)]))
    return Story(sentence, told.short, told.rule)


def claim_text(claim: Claim) -> str:
    """Return ``"2 Soldiers"``."""
    return TROOP[claim.troop].counted(claim.count)


def cards_text(cards: Iterable[str]) -> str:
    """Return cards in words, equal ones counted: ``"2 Soldiers and 1 Sir Wolfy"``."""
    found = list(cards)
    kinds = sorted(set(found), key=ORDER.__getitem__)
    return listing(TROOP[card].counted(found.count(card)) for card in kinds)


def cakes_text(count: int) -> str:
    """Return cakes in words."""
    return plural("{count} cake", "{count} cakes", count)


def _name(state: State, seat: Seat) -> str:
    return state.setup.names[seat]


def _attack(before: State, action: Attack, _after: State) -> Story:
    name, claim = _name(before, action.seat), TROOP[action.troop].counted(action.count)
    if before.seats == 4:
        target = _name(before, action.target)
        sentence = _(
            "{name} claims {claim} against {target}.", name=name, claim=claim, target=target
        )
    else:
        sentence = _("{name} claims {claim}.", name=name, claim=claim)
    return Story(sentence, _("{name}’s attack", name=name), "attack")


def _pass(before: State, action: Pass, _after: State) -> Story:
    name = _name(before, action.seat)
    return Story(_("{name} passes.", name=name), _("{name}’s pass", name=name), "pass")


def _block(before: State, action: Block, _after: State) -> Story:
    name, claim = _name(before, action.seat), TROOP[action.troop].counted(action.count)
    sentence = _("{name} blocks with {claim}.", name=name, claim=claim)
    return Story(sentence, _("{name}’s block", name=name), "block")


def _accept(before: State, action: Accept, after: State) -> Story:
    name = _name(before, action.seat)
    if before.block is None:
        sentence, short = _("{name} accepts.", name=name), _("{name} accepting", name=name)
    else:
        sentence = _("{name} accepts the block.", name=name)
        short = _("{name} accepting the block", name=name)
    parts = [sentence, _loot(before, after), _effects(before, after), _wolves(before, action)]
    return Story(" ".join(filter(None, parts)), short, "resolve")


def _loot(before: State, after: State) -> str:
    """Tell the cakes that an accepted claim moved."""
    thief = side(before.attacker, before.seats)
    count = after.cakes[thief] - before.cakes[thief]
    if count:
        return plural(
            "{name} gets {cakes}.",
            "{name} get {cakes}.",
            len(members(thief, before.seats)),
            name=side_name(before, thief),
            cakes=cakes_text(count),
        )
    return _("No cake is stolen.") if not after.summons else ""


def _effects(before: State, after: State) -> str:
    attacker, defender, does = before.attacker, before.defender, effect(before)
    name, other = _name(before, attacker), _name(before, defender)
    told = []
    if does.room:
        room = after.limits[attacker]
        told.append(_("{name} now draws up to {room} cards.", name=name, room=room))
    if does.looks:
        told.append(_("{name} looks at {other}’s hand.", name=name, other=other))
    if does.extra and after.end is None:
        text = plural(
            "{name} will attack again.", "{name} will attack {count} more times.", does.extra,
            name=name,
        )  # fmt: skip
        told.append(text)
    taken = after.hands[defender] - before.hands[defender]
    if taken > 0:
        text = plural(
            "{name} takes {count} attack card.", "{name} takes {count} attack cards.", taken,
            name=other,
        )  # fmt: skip
        told.append(text)
    return " ".join(told)


def _wolves(before: State, action: Accept) -> str:
    told = [_("{name} turns up Sir Wolfy.", name=_name(before, seat)) for seat in action.wolves]
    return " ".join(told)


def _challenge(before: State, action: Challenge, _after: State) -> Story:
    claim = before.block or before.attack
    assert claim is not None  # noqa: S101  checked: there was something to challenge
    fields = {
        "name": _name(before, action.seat),
        "claimer": _name(before, claim.seat),
        "claim": claim_text(claim),
        "cards": cards_text(action.shown),
    }
    short = _("{name}’s challenge", **fields)
    if action.shown:
        sentence = (
            _("{name} challenges: {cards}. The claim of {claim} was true.", **fields)
            if action.truthful
            else _("{name} challenges: {cards}. The claim of {claim} was a bluff.", **fields)
        )
    elif action.truthful:
        sentence = _("{name} challenges, but {claimer} really had {claim}.", **fields)
    else:
        sentence = _("{name} challenges: the claim of {claim} was a bluff.", **fields)
    return Story(sentence, short, "challenge")


def _summon(before: State, action: Summon, after: State) -> Story:
    attacker, defender = _name(before, before.attacker), _name(before, before.defender)
    sentence = _(
        "{name} names {card}, looks at {other}’s hand and finds {count}.",
        name=attacker,
        other=defender,
        card=TROOP[action.troop].title,
        count=action.found,
    )
    told = f"{sentence} {_loot(before, after)}"
    return Story(told.rstrip(), _("{name}’s Summoner", name=attacker), "specials")


def _give(before: State, action: Give, _after: State) -> Story:
    name, other = _name(before, action.seat), _name(before, before.defender)
    sentence = plural(
        "{name} hands {other} {count} attack card.",
        "{name} hands {other} {count} attack cards.",
        before.giving,
        name=name,
        other=other,
    )
    return Story(sentence, _("{name}’s card for the Priest", name=name), "specials")


def _wolfy(before: State, action: ShowWolfy, _after: State) -> Story:
    name = _name(before, action.seat)
    sentence = _("{name} turns up Sir Wolfy.", name=name)
    return Story(sentence, _("Sir Wolfy turned up"), "wolfy-shown")


def _swap(before: State, action: Swap, _after: State) -> Story:
    name, mate = _name(before, action.seat), _name(before, partner(action.seat))
    sentence = {
        "swap": _("{name} swaps a card with {mate}.", name=name, mate=mate),
        "give": _("{name} gives {mate} a card.", name=name, mate=mate),
        "receive": _("{name} gets a card from {mate}.", name=name, mate=mate),
    }[action.gift]
    return Story(sentence, _("{name}’s exchange", name=name), "team-swap")


def _resupply(before: State, _action: Resupply, _after: State) -> Story:
    first, second = draws(before)
    sentence = _(
        "{attacker} draws {first}, then {defender} draws {second}.",
        attacker=_name(before, before.attacker),
        first=first,
        defender=_name(before, before.defender),
        second=second,
    )
    short = before.deck < _wanted(before)
    if short:
        sentence = (
            _("{sentence} The deck is empty.", sentence=sentence)
            if before.deck
            else _("The deck is empty: nobody draws.")
        )
    return Story(sentence, _("the draw"), "short-deck" if short else "resupply")


def _wanted(state: State) -> int:
    seats = (state.attacker, state.defender)
    return sum(max(0, state.limits[seat] - state.hands[seat]) for seat in seats)


def _lead(before: State, action: Lead, _after: State) -> Story:
    name = _name(before, action.seat)
    return Story(_("{name} attacks first.", name=name), _("who attacks first"), "team-turn")


def _next(_before: State, _action: NextBout, after: State) -> Story:
    starter = side(after.starter, after.seats)
    sentence = plural(
        "Bout {number}: the cards are dealt anew, {name} has {cakes} and attacks first.",
        "Bout {number}: the cards are dealt anew, {name} have {cakes} and attack first.",
        len(members(starter, after.seats)),
        number=after.bout,
        name=side_name(after, starter),
        cakes=cakes_text(after.cakes[starter]),
    )
    return Story(sentence, _("the deal of bout {number}", number=after.bout), "next-bout")


def _again(before: State, action: Again, _after: State) -> Story:
    number = side(action.seat, before.seats)
    sentence = plural(
        "Another duel: {name} attacks first.",
        "Another duel: {name} attack first.",
        len(members(number, before.seats)),
        name=side_name(before, number),
    )
    return Story(sentence, _("the start of another duel"), "match")


def _overdraw(before: State, action: Overdraw, _after: State) -> Story:
    name = _name(before, action.seat)
    sentence = _("{name} drew too many cards.", name=name)
    return Story(sentence, _("{name} drawing too many", name=name), "overdraw")


def _forgot(before: State, action: ForgotWolfy, after: State) -> Story:
    name = _name(before, action.seat)
    if not after.bouts[-1].void:
        sentence = _("{name} forgot to turn up Sir Wolfy; the bout counts all the same.", name=name)
    else:
        sentence = _("{name} forgot to turn up Sir Wolfy: the bout is played again.", name=name)
    return Story(sentence, _("Sir Wolfy forgotten"), "wolfy-forgotten")


def _fix(before: State, action: Fix, _after: State) -> Story:
    fields = {"now": action.count, "reason": action.reason}
    if action.what in ("deck", "pile"):
        was = getattr(before, action.what)
        sentence = {
            "deck": _("By hand: the deck from {was} to {now} ({reason}).", was=was, **fields),
            "pile": _(
                "By hand: the played cards from {was} to {now} ({reason}).", was=was, **fields
            ),
        }[action.what]
        return Story(sentence, _("fix of the cards"), "deck")
    number = side(action.seat, before.seats)
    name = _name(before, action.seat) if action.what == "hand" else side_name(before, number)
    fields = {"name": name, "was": _was(before, action), **fields}
    sentence = {
        "cakes": _("By hand: {name}’s cakes from {was} to {now} ({reason}).", **fields),
        "trophies": _("By hand: {name}’s trophies from {was} to {now} ({reason}).", **fields),
        "hand": _("By hand: {name}’s hand from {was} to {now} cards ({reason}).", **fields),
    }[action.what]
    rule = {"cakes": "setup", "trophies": "duel", "hand": "resupply"}[action.what]
    return Story(sentence, _("fix of {name}’s counts", name=name), rule)


def _was(state: State, action: Fix) -> int:
    if action.what == "hand":
        return state.hands[action.seat]
    counts = state.cakes if action.what == "cakes" else state.trophies
    return counts[side(action.seat, state.seats)]


_TELLERS: dict[type, Callable[[State, Any, State], Story]] = {
    Lead: _lead,
    Attack: _attack,
    Pass: _pass,
    Block: _block,
    Accept: _accept,
    Challenge: _challenge,
    Summon: _summon,
    Give: _give,
    ShowWolfy: _wolfy,
    Swap: _swap,
    Resupply: _resupply,
    NextBout: _next,
    Again: _again,
    Overdraw: _overdraw,
    ForgotWolfy: _forgot,
    Fix: _fix,
}


def _asides(before: State, action: AnyAction, after: State) -> list[str]:
    """Tell what followed by itself: passes without cards, and the end of the bout."""
    told = []
    if len(after.turns) > len(before.turns):
        told += [
            _("{name} has no cards and passes.", name=_name(before, turn.attacker))
            for turn in after.turns[len(before.turns) :]
            if turn.fate == "auto-pass"
        ]
    if len(after.bouts) > len(before.bouts) and not isinstance(action, Again):
        told.append(end_text(after, after.bouts[-1]))
    return told


def end_text(state: State, end: End) -> str:
    """Return how a bout ended, in a sentence."""
    if end.winner < 0:
        return _("The bout is played again.")
    name = side_name(state, end.winner)
    many = len(members(end.winner, state.seats))
    fields = {"name": name, "won": end.cakes[end.winner], "lost": end.cakes[1 - end.winner]}
    if end.why == "cakes":
        return plural(
            "{name} has all the cakes and wins the bout.",
            "{name} have all the cakes and win the bout.",
            many,
            **fields,
        )
    if end.why == "passes":
        return plural(
            "Two passes in a row: {name} wins the bout, {won} cakes to {lost}.",
            "Two passes in a row: {name} win the bout, {won} cakes to {lost}.",
            many,
            **fields,
        )
    return plural("{name} wins the bout.", "{name} win the bout.", many, **fields)


# Who learns what


def learned(before: State, action: AnyAction, after: State) -> tuple[Learned, ...]:
    """Return who learns what of the others' secrets by ``action``."""
    teller = _LEARNED.get(type(action))
    return teller(before, action, after) if teller else ()


def _flipped(before: State, _action: Challenge, _after: State) -> tuple[Learned, ...]:
    claim = before.block or before.attack
    assert claim is not None  # noqa: S101  checked: there was something to challenge
    text = _("Everyone saw what {name} played.", name=_name(before, claim.seat))
    return (Learned(_everyone(before), (claim.seat,), text),)


def _everyone(state: State) -> tuple[Seat, ...]:
    return tuple(range(state.seats))


def _accepted(before: State, action: Accept, after: State) -> tuple[Learned, ...]:
    wolves = (_wolf(before, seat) for seat in action.wolves)
    looks = _looked(before) if effect(before).looks else ()
    return (*looks, *wolves, *_priest(before, after))


def _looked(before: State) -> tuple[Learned, ...]:
    attacker, defender = before.attacker, before.defender
    text = _(
        "{name} saw {other}’s hand.", name=_name(before, attacker), other=_name(before, defender)
    )
    return (Learned((attacker,), (defender,), text),)


def _wolf(before: State, seat: Seat) -> Learned:
    text = _("Everyone saw {name}’s Sir Wolfy.", name=_name(before, seat))
    return Learned(_everyone(before), (seat,), text)


def _priest(before: State, after: State) -> tuple[Learned, ...]:
    seat = before.defender
    if before.block is None or after.hands[seat] <= before.hands[seat]:
        return ()
    team = side(seat, before.seats)
    text = _("{name} saw the attack cards taken.", name=side_name(before, team))
    return (Learned(members(team, before.seats), (before.attacker,), text),)


def _drawn(before: State, _action: AnyAction, _after: State) -> tuple[Learned, ...]:
    pairs = zip((before.attacker, before.defender), draws(before), strict=True)
    sides = [side(seat, before.seats) for seat, count in pairs if count]
    return tuple(
        Learned(
            members(number, before.seats),
            (),
            _("{name} saw the cards drawn.", name=side_name(before, number)),
        )
        for number in sides
    )


def _handed(before: State, action: Give, _after: State) -> tuple[Learned, ...]:
    team = side(before.defender, before.seats)
    text = _("{name} saw the attack cards handed over.", name=side_name(before, team))
    return (Learned(members(team, before.seats), (action.seat,), text),)


def _swapped(before: State, action: Swap, _after: State) -> tuple[Learned, ...]:
    team = side(action.seat, before.seats)
    both = members(team, before.seats)
    text = _("{name} saw the cards exchanged.", name=side_name(before, team))
    return (Learned(both, both, text),)


def _dealt(before: State, _action: AnyAction, _after: State) -> tuple[Learned, ...]:
    return (Learned(_everyone(before), (), _("Everyone has seen new cards.")),)


_LEARNED: dict[type, Callable[[State, Any, State], tuple[Learned, ...]]] = {
    Accept: _accepted,
    Again: _dealt,
    Challenge: _flipped,
    Give: _handed,
    NextBout: _dealt,
    Resupply: _drawn,
    ShowWolfy: lambda before, action, _after: (_wolf(before, action.seat),),
    Summon: lambda before, _action, _after: _looked(before),
    Swap: _swapped,
}
