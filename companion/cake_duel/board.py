"""The table of Cake Duel as text."""

from __future__ import annotations

from companion.cake_duel.scoring import needed
from companion.cake_duel.state import Turn, members
from companion.cake_duel.story import cakes_text, cards_text, claim_text
from companion.cake_duel.troops import DUEL, TROOP
from companion.cake_duel.view import View
from companion.game import Seat
from companion.language import _, choice, listing, plural


def board(view: View) -> str:
    """Return the whole table as lines of text, and the viewer's own cards if it is a seat's."""
    parts = [_head(view), "", *_sides(view), _cards(view), *_history(view), *_match(view)]
    return "\n".join([*parts, *_own(view), *(problem.text for problem in view.problems)])


def where(view: View) -> str:
    """Return in a few words where in the duel, and in a match, the table is."""
    if view.phase == "over":
        return _("finished") if view.duel == 1 else _("duel {duel}, finished", duel=view.duel)
    bout = view.bout
    if view.setup.rulings["match"] != "one" or view.duel > 1:
        return _("duel {duel}, bout {bout}", duel=view.duel, bout=bout)
    return _("bout {bout}, first to {duel}", bout=bout, duel=DUEL)


def names_of(view: View, number: int) -> str:
    """Return the names of a side."""
    return listing(view.setup.names[seat] for seat in members(number, view.seats))


def now(view: View) -> tuple[str, str]:
    """Return the one next thing, in big words, and its reason in small ones."""
    return _NOW[view.phase](view)


def _now_lead(view: View) -> tuple[str, str]:
    names = choice(view.setup.names[seat] for seat in view.to_act)
    return (
        _("Who attacks first: {names}?", names=names),
        _("Look at your hands first, then choose. The turns go on from there."),
    )


def _now_attack(view: View) -> tuple[str, str]:
    name = view.setup.names[view.attacker]
    hint = _("Claim one troop and how many, or pass.")
    if view.turns and view.turns[-1].attacker == view.attacker:
        return _("{name} attacks again", name=name), hint
    if view.passes and view.side(view.turns[-1].attacker) != view.side(view.attacker):
        hint = _("Claim one troop and how many. A pass now ends the bout: more cakes win it.")
    return _("{name} attacks", name=name), hint


def _now_answer(view: View) -> tuple[str, str]:
    name, claim = view.setup.names[view.defender], view.attack
    assert claim is not None  # noqa: S101  an attack is being answered
    heading = _("{name} answers: {claim}?", name=name, claim=claim_text(claim))
    if not view.can_block:
        return heading, _("Challenge or accept. Without cards there is no block.")
    return heading, _("Challenge, block or accept. Taking your time tells nobody anything.")


def _now_review(view: View) -> tuple[str, str]:
    name, claim = view.setup.names[view.attacker], view.block
    assert claim is not None  # noqa: S101  a block is being answered
    heading = _("{name} answers the block: {claim}?", name=name, claim=claim_text(claim))
    return heading, _("Challenge or accept. A challenge ends the bout either way.")


def _now_summon(view: View) -> tuple[str, str]:
    name, other = view.setup.names[view.attacker], view.setup.names[view.defender]
    return (
        _("{name} names a card", name=name),
        _(
            "Then {name} looks at {other}’s hand: two cakes for each such card.",
            name=name,
            other=other,
        ),
    )


def _now_give(view: View) -> tuple[str, str]:
    name, other = view.setup.names[view.attacker], view.setup.names[view.defender]
    heading = plural(
        "{name} hands {other} {count} attack card",
        "{name} hands {other} {count} attack cards",
        view.giving,
        name=name,
        other=other,
    )
    return heading, _("By your ruling the attacker chooses what the Priest takes.")


def _now_resupply(view: View) -> tuple[str, str]:
    first, second = view.draws
    attacker, defender = view.setup.names[view.attacker], view.setup.names[view.defender]
    heading = _(
        "Draw cards: {attacker} first, then {defender}", attacker=attacker, defender=defender
    )
    hint = _drawn(
        view,
        attacker=attacker,
        first=first,
        defender=defender,
        second=second,
        left=view.deck - first - second,
    )
    if view.may_show:
        wolfy = _("Who got Sir Wolfy through turns him up before drawing.")
        hint = f"{wolfy} {hint}"
    return heading, hint


def _drawn(view: View, **fields: object) -> str:
    """Return who draws how many; at a table also what the deck is to be checked for."""
    if view.setup.virtual:
        return _(
            "{attacker} draws {first}, {defender} draws {second}; the deck then holds {left}.",
            **fields,
        )
    return _(
        "{attacker} draws {first}, {defender} draws {second}; the deck should then hold {left}.",
        **fields,
    )


def _now_ended(view: View) -> tuple[str, str]:
    assert view.end is not None  # noqa: S101  the bout has ended
    name = view.setup.names[view.next_starter]
    if view.seats == 4:
        names = names_of(view, view.side(view.next_starter))
        hint = _("All the cards are shuffled, four each. {names} begin.", names=names)
    else:
        hint = _("All the cards are shuffled, four each. {name} attacks first.", name=name)
    return end_of(view), hint


def end_of(view: View) -> str:
    """Return how the bout ended, in big words."""
    end = view.end
    assert end is not None  # noqa: S101  asked only of a bout that has ended
    if end.void:
        return _("The bout is played again: Sir Wolfy was not turned up.")
    if end.winner < 0:
        return _("The bout is played again: too many cards were drawn.")
    many, name = len(members(end.winner, view.seats)), names_of(view, end.winner)
    return plural("{name} wins the bout", "{name} win the bout", many, name=name)


def why_text(view: View) -> str:
    """Return why the bout ended as it did."""
    end = view.end
    assert end is not None  # noqa: S101  asked only of a bout that has ended
    name = names_of(view, end.winner) if end.winner >= 0 else ""
    offender = view.setup.names[end.by] if end.by >= 0 else ""
    texts = {
        "cakes": _("All the cakes are with {name}.", name=name),
        "passes": _("Two passes in a row: more cakes win.", name=name),
        "bluff": _("The challenged claim was a bluff."),
        "truth": _("The challenged claim was true."),
        "overdrawn": _("{offender} drew too many cards.", offender=offender),
        "replay": _("{offender} drew too many cards.", offender=offender),
    }
    return texts[end.why]


def _now_over(view: View) -> tuple[str, str]:
    assert view.outcome is not None  # noqa: S101  the duel is over
    if view.match_winner is not None or view.setup.rulings["match"] == "one":
        return view.outcome.reason, why_text(view)
    score = listing(
        _("{name} {duels}", name=names_of(view, number), duels=duels)
        for number, duels in enumerate(view.match)
    )
    goal = needed(view.setup.rulings["match"])
    hint = _("Duels of the match: {score}. First to {goal} wins it.", score=score, goal=goal)
    return view.outcome.reason, hint


_NOW = {
    "lead": _now_lead,
    "attack": _now_attack,
    "answer": _now_answer,
    "review": _now_review,
    "summon": _now_summon,
    "give": _now_give,
    "resupply": _now_resupply,
    "ended": _now_ended,
    "over": _now_over,
}


def _head(view: View) -> str:
    heading, hint = now(view)
    fields = {"where": where(view), "now": heading, "hint": hint}
    if heading[-1] in ".?!":
        return _("Cake Duel, {where}. {now} {hint}", **fields)
    return _("Cake Duel, {where}. {now}. {hint}", **fields)


def _sides(view: View) -> list[str]:
    return [
        _(
            "{names}: {cakes}, {trophies}",
            names=names_of(view, number),
            cakes=cakes_text(view.cakes[number]),
            trophies=plural("{count} trophy", "{count} trophies", view.trophies[number]),
        )
        for number in (0, 1)
    ]


def _cards(view: View) -> str:
    hands = listing(
        _("{name} {count}", name=name, count=count)
        for name, count in zip(view.setup.names, view.hands, strict=True)
    )
    return _(
        "Cards: {hands} in hand, {deck} in the deck, {pile} played.",
        hands=hands,
        deck=view.deck,
        pile=view.pile,
    )


def _history(view: View) -> list[str]:
    lines = [turn_text(view, turn) for turn in view.turns]
    if view.showed:
        lines.append(_("Sir Wolfy has been turned up."))
    return ["", *lines] if lines else []


def turn_text(view: View, turn: Turn) -> str:
    """Return a finished turn of the bout in a sentence."""
    name = view.setup.names[turn.attacker]
    if turn.attack is None:
        return (
            _("{name} passed.", name=name)
            if turn.fate == "pass"
            else _("{name} had no cards and passed.", name=name)
        )
    fields = {"name": name, "claim": claim_text(turn.attack), "cakes": cakes_text(turn.stolen)}
    if turn.block is None and turn.fate != "challenged" and not TROOP[turn.attack.troop].steals:
        return _("{name} claimed {claim}.", **fields)
    if turn.block is None:
        return (
            _("{name} claimed {claim} and was challenged.", **fields)
            if turn.fate == "challenged"
            else _("{name} claimed {claim} and got {cakes}.", **fields)
        )
    blocker = view.setup.names[turn.block.seat]
    fields = {**fields, "blocker": blocker, "block": claim_text(turn.block)}
    return (
        _("{name} claimed {claim}; {blocker} blocked with {block} and was challenged.", **fields)
        if turn.fate == "challenged"
        else _("{name} claimed {claim}; {blocker} blocked with {block}: {cakes}.", **fields)
    )


def shown_text(view: View) -> str:
    """Return what a challenge turned up; empty if nothing was named."""
    end = view.end
    if end is None or end.claim is None or not end.shown:
        return ""
    name = view.setup.names[end.claim.seat]
    return _(
        "{name} had claimed {claim} and played {cards}.",
        name=name,
        claim=claim_text(end.claim),
        cards=cards_text(end.shown),
    )


def _match(view: View) -> list[str]:
    lines = [shown_text(view), *(end_text_of(view, number) for number in range(len(view.bouts)))]
    return ["", *filter(None, lines)] if any(lines) else []


def end_text_of(view: View, number: int) -> str:
    """Return how a bout of this duel ended, by its number from 0."""
    end = view.bouts[number]
    if end.winner < 0 or end.void:
        return _("Bout {number} was to be played again.", number=number + 1)
    return _("Bout {number} went to {names}.", number=number + 1, names=names_of(view, end.winner))


def _own(view: View) -> list[str]:
    """Return the viewer's own cards, each with its place."""
    if view.viewer is None or not view.setup.virtual:
        return []
    lines = [_("Your hand: {cards}", cards=hand_text(view.hand) or _("no cards"))]
    if view.laid or view.played:
        lines.append(_("You played {cards}.", cards=cards_text((*view.played, *view.laid))))
    if view.seats == 4:
        lines.append(_("Your partner’s hand: {cards}", cards=hand_text(view.partner_hand)))
    for glimpse in view.glimpses:
        name = view.setup.names[glimpse.whose]
        seen = cards_text(glimpse.cards) or _("no cards")
        lines.append(_("You saw in {name}’s hand: {cards}.", name=name, cards=seen))
    return ["", *lines]


def hand_text(cards: tuple[str, ...]) -> str:
    """Return a hand with the places of its cards, from 1."""
    return ", ".join(
        _("{place} {card}", place=place, card=TROOP[card].title)
        for place, card in enumerate(cards, start=1)
    )


def seat_note(view: View, seat: Seat) -> str:
    """Return what the table knows of a seat's cards, in a few words."""
    return plural("{count} card", "{count} cards", view.hands[seat])
