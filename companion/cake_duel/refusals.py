"""Why the rules of Cake Duel refuse an action, and what would work."""

from __future__ import annotations

from companion.cake_duel import commands
from companion.cake_duel.moves import attack_counts, block_counts
from companion.cake_duel.rules import RULEBOOK
from companion.cake_duel.state import (
    AnyAction,
    Attack,
    Block,
    Challenge,
    Claim,
    Fix,
    ForgotWolfy,
    Give,
    Overdraw,
    ShowWolfy,
    State,
    Swap,
    members,
    side,
)
from companion.cake_duel.troops import ORDER, TROOP, copies, kinds
from companion.game import Refusal, Seat, tag
from companion.language import _, choice, listing, plural

_RULE_OF = {
    "lead": "team-turn",
    "attack": "attack",
    "pass": "attack",
    "block": "block",
    "accept": "resolve",
    "challenge": "challenge-time",
    "summon": "specials",
    "give": "specials",
    "wolfy": "wolfy-shown",
    "swap": "team-swap",
    "resupply": "resupply",
    "next": "next-bout",
    "again": "match",
    "overdraw": "overdraw",
    "forgot": "wolfy-forgotten",
    "fix": "deck",
}


def _refusal(state: State, action: AnyAction, rule: str, reason: str, instead: str) -> Refusal:
    return Refusal(tried(state, action), reason, instead, RULEBOOK[rule])


def _rule_of(action: AnyAction) -> str:
    return _RULE_OF[tag(action)]


def tried(state: State, action: AnyAction) -> str:
    """Return what was tried, as the player's name and the command."""
    command = commands.COMMANDS.text(state, action)
    named = isinstance(action, Fix | Overdraw | ForgotWolfy | ShowWolfy)
    if action.seat not in range(state.seats) or named:
        return _("“{command}”", command=command)
    return _("{name}: “{command}”", name=state.setup.names[action.seat], command=command)


def next_step(state: State) -> str:
    """Return what is to be done now, as an offer."""
    names = state.setup.names
    steps = {
        "lead": _("Now the team to begin says who attacks first."),
        "attack": _("Now {name} attacks or passes.", name=names[state.attacker]),
        "answer": _(
            "Now {name} challenges, blocks or accepts the attack.", name=names[state.defender]
        ),
        "review": _("Now {name} challenges or accepts the block.", name=names[state.attacker]),
        "summon": _("Now {name} names a card for the Summoner.", name=names[state.attacker]),
        "give": _("Now {name} hands the Priest a card.", name=names[state.attacker]),
        "resupply": _("Now cards are drawn, {name} first.", name=names[state.attacker]),
        "ended": _("The bout is over; deal the next one."),
        "over": _("The duel is over; another one may begin."),
    }
    return steps[state.phase]


def wrong_phase(state: State, action: AnyAction) -> Refusal:
    """Refuse an action of another part of the turn."""
    reasons = {
        "lead": _("nobody has been chosen to attack first yet."),
        "attack": _("no claim lies on the table."),
        "answer": _("an attack lies on the table and has not been answered."),
        "review": _("a block lies on the table and has not been answered."),
        "summon": _("a Summoner got through and has named no card yet."),
        "give": _("a Priest has still to get his card."),
        "resupply": _("the claims are resolved and cards have to be drawn."),
        "ended": _("the bout is over."),
        "over": _("the duel is over."),
    }
    return _refusal(state, action, _rule_of(action), reasons[state.phase], next_step(state))


def wrong_seat(state: State, action: AnyAction, seat: Seat) -> Refusal:
    """Refuse an action of a seat whose move it is not."""
    names = state.setup.names
    if action.seat not in range(len(names)):
        return no_seat(state, action)
    reason = _("it is not for {name} to do that now.", name=names[action.seat])
    rule = "team-turn" if state.seats == 4 else _rule_of(action)
    instead = _("It is {name}’s move.", name=names[seat])
    if state.phase == "lead":
        both = members(side(seat, state.seats), state.seats)
        instead = _("It is for {names} to say.", names=choice(names[one] for one in both))
    return _refusal(state, action, rule, reason, instead)


def no_seat(state: State, action: AnyAction) -> Refusal:
    """Refuse a seat there is not."""
    return _refusal(state, action, _rule_of(action), _("there is no such seat."), next_step(state))


# Claims


def no_target(state: State, action: Attack) -> Refusal:
    """Refuse an attack on oneself, a partner or nobody."""
    rule = "team-turn" if state.seats == 4 else "attack"
    reason = _("an attack is against an opponent.")
    return _refusal(state, action, rule, reason, next_step(state))


def unknown_troop(state: State, action: AnyAction, name: str) -> Refusal:
    """Refuse a troop there is not."""
    known = listing(troop.id for troop in kinds(state.setup.edition))
    reason = _("no troop is called “{name}”.", name=name)
    return _refusal(state, action, "deck", reason, _("There are {known}.", known=known))


def not_an_attacker(state: State, action: Attack) -> Refusal:
    """Refuse a troop that cannot attack, or that nobody may claim."""
    if action.troop not in TROOP:
        return unknown_troop(state, action, action.troop)
    name = TROOP[action.troop].title
    known = listing(TROOP[one].title for one, _most in attack_counts(state))
    instead = _("Attackers are {known}.", known=known)
    if not TROOP[action.troop].claimable:
        reason = _("{name} may never be claimed.", name=name)
        return _refusal(state, action, _nameless(action.troop), reason, instead)
    reason = _("the {name} is a blocker and cannot attack.", name=name)
    return _refusal(state, action, "attack", reason, instead)


def _nameless(troop: str) -> str:
    return "specials" if TROOP[troop].special else "wolfy"


def no_blocker(state: State, action: Block) -> Refusal:
    """Refuse a troop that does not stop this attack."""
    if action.troop not in TROOP:
        return unknown_troop(state, action, action.troop)
    name, attack = TROOP[action.troop].title, state.attack
    attacker = attack.troop if attack else "soldier"
    fitting = choice(TROOP[one].title for one, _most in block_counts(state))
    instead = _("Claim {fitting}, challenge or accept.", fitting=fitting)
    if not TROOP[action.troop].claimable:
        reason = _("{name} may never be claimed.", name=name)
        return _refusal(state, action, _nameless(action.troop), reason, instead)
    reason = _(
        "the {name} does not stop the {attacker}.", name=name, attacker=TROOP[attacker].title
    )
    return _refusal(state, action, "block", reason, instead)


def too_many_blockers(state: State, action: Block) -> Refusal:
    """Refuse more blockers than attackers."""
    count = state.attack.count if state.attack else 0
    reason = plural(
        "only {count} attacker was claimed.", "only {count} attackers were claimed.", count
    )
    instead = _("Claim at most {count}.", count=count)
    return _refusal(state, action, "block-count", reason, instead)


def no_cards(state: State, action: Block) -> Refusal:
    """Refuse a block without cards."""
    reason = _("{name} has no cards left.", name=state.setup.names[action.seat])
    return _refusal(state, action, "no-cards", reason, _("Challenge or accept."))


def not_in_the_deck(state: State, action: Attack | Block) -> Refusal:
    """Refuse a troop that is not played with, or by ruling not claimed before it turned up."""
    name = TROOP[action.troop].title
    if state.setup.edition == "core":
        reason = _("{name} is a special, and this duel is played without.", name=name)
    else:
        reason = _("by your ruling {name} is not claimed before it has turned up.", name=name)
    return _refusal(state, action, "specials", reason, next_step(state))


def not_so_many_cards(state: State, action: Attack | Block, held: int) -> Refusal:
    """Refuse a claim of no card, or of more than the hand holds."""
    reason = plural(
        "a claim is of at least one card, and {name} holds {count}.",
        "a claim is of at least one card, and {name} holds {count}.",
        held,
        name=state.setup.names[action.seat],
    )
    instead = _("Claim 1 to {held}.", held=held) if held > 1 else _("Claim 1.")
    if state.setup.virtual and not action.count:
        instead = _("First choose the cards that you lay face down.")
    return _refusal(state, action, "claim", reason, instead)


def more_than_printed(state: State, action: Attack | Block, most: int) -> Refusal:
    """Refuse, by ruling, a claim of more copies than there are."""
    instead = _("By your ruling, claim at most {most}.", most=most)
    return _refusal(state, action, "deck", _only_so_many(state, action.troop), instead)


def _only_so_many(state: State, troop: str) -> str:
    most = copies(troop, state.seats)
    cards = TROOP[troop].counted(most)
    return plural("there is only {cards}.", "there are only {cards}.", most, cards=cards)


def no_places(state: State, action: AnyAction) -> Refusal:
    """Refuse naming cards at a table: only their players know them."""
    reason = _("at a table the kit does not know the cards.")
    return _refusal(state, action, "claim", reason, _("Say only what is claimed."))


def wrong_places(state: State, action: AnyAction, count: int, held: int) -> Refusal:
    """Refuse cards that are not there, or not as many as claimed."""
    reason = plural(
        "exactly {count} card has to be named.",
        "exactly {count} cards have to be named, each once.",
        count,
    )
    instead = _("Choose {count} of the cards 1 to {held}.", count=count, held=held)
    if held == 1:
        instead = _("There is only card 1.")
    return _refusal(state, action, "claim", reason, instead)


def choose_cards(state: State, action: AnyAction, count: int) -> Refusal:
    """Refuse a play in a virtual game that says not which cards are laid down."""
    if isinstance(action, Give):
        reason = plural("which card is handed over?", "which {count} cards are handed over?", count)
        return _refusal(state, action, "specials", reason, _("Name its place, such as “give 1”."))
    reason = plural("which card is laid down?", "which {count} cards are laid down?", count)
    instead = _("Choose as many cards as are claimed.")
    return _refusal(state, action, "claim", reason, instead)


# Challenges


def too_late_to_challenge(state: State, action: Challenge) -> Refusal:
    """Refuse a challenge when there is nothing to challenge any more."""
    reason = _("no claim is open to a challenge now.")
    return _refusal(state, action, "challenge-time", reason, next_step(state))


def flip_count(state: State, action: Challenge, count: int) -> Refusal:
    """Refuse naming fewer or more cards than were flipped."""
    reason = plural("{count} card was played.", "{count} cards were played.", count)
    return _refusal(state, action, "challenge", reason, _("Name all the cards flipped, or none."))


def more_shown_than_printed(state: State, action: Challenge, name: str) -> Refusal:
    """Refuse flipped cards that cannot be."""
    instead = _("Look at the cards again.")
    return _refusal(state, action, "deck", _only_so_many(state, name), instead)


def never_true(state: State, action: Challenge, claim: Claim) -> Refusal:
    """Refuse calling a claim true of which there are not so many cards."""
    instead = _("Look at the cards again: the claim was a bluff.")
    return _refusal(state, action, "deck", _only_so_many(state, claim.troop), instead)


def say_which(state: State, action: Challenge) -> Refusal:
    """Refuse a challenge at a table that does not say what was flipped."""
    reason = _("what did the flipped cards show?")
    instead = _("Name them, or say just “true” or “bluff”.")
    return _refusal(state, action, "challenge", reason, instead)


def agent(state: State, action: Challenge, troop: str) -> Refusal:
    """Refuse an Agent U without a word on what the challenger holds."""
    card = TROOP[troop].counted(1)
    reason = _("Agent U is true only if the challenger’s hand holds {card}.", card=card)
    return _refusal(state, action, "specials", reason, _("Add “true” or “bluff”."))


def contradiction(state: State, action: Challenge, claim: Claim, *, verdict: bool) -> Refusal:
    """Refuse a verdict that the flipped cards contradict."""
    kinds_shown = sorted(set(action.shown), key=ORDER.__getitem__)
    cards = listing(TROOP[name].counted(action.shown.count(name)) for name in kinds_shown)
    claimed = TROOP[claim.troop].counted(claim.count)
    reason = (
        _("with {cards} the claim of {claimed} is true.", cards=cards, claimed=claimed)
        if verdict
        else _("with {cards} the claim of {claimed} is a bluff.", cards=cards, claimed=claimed)
    )
    return _refusal(state, action, "challenge", reason, _("Leave out “true” or “bluff”."))


# The rest of a turn


def wrong_found(state: State, action: AnyAction, most: int) -> Refusal:
    """Refuse a number of cards that cannot be in that hand."""
    reason = plural(
        "{name} can hold {count} such card at most.",
        "{name} can hold {count} such cards at most.",
        most,
        name=state.setup.names[state.defender],
    )
    instead = _("Say how many there are, 0 to {most}.", most=most) if most else _("Say 0.")
    return _refusal(state, action, "specials", reason, instead)


def kit_turns_wolfy(state: State, action: AnyAction) -> Refusal:
    """Refuse turning up Sir Wolfy by hand where the kit has the cards, or none at a table."""
    reason = (
        _("this is a virtual game: the kit turns Sir Wolfy up.")
        if state.setup.virtual
        else _("Sir Wolfy is turned up by itself, after the claim was accepted.")
    )
    return _refusal(state, action, "wolfy-shown", reason, next_step(state))


def no_wolfy(state: State, action: ShowWolfy) -> Refusal:
    """Refuse turning up Sir Wolfy when he cannot just have got through."""
    if state.setup.virtual:
        return kit_turns_wolfy(state, action)
    if state.setup.rulings["wolfy"] == "hidden":
        reason = _("by your ruling Sir Wolfy stays hidden.")
    elif state.showed:
        reason = _("he was turned up in this bout.")
    else:
        reason = _("he cannot just have got through there.")
    return _refusal(state, action, "wolfy-shown", reason, next_step(state))


def nothing_forgotten(state: State, action: ForgotWolfy) -> Refusal:
    """Refuse calling Sir Wolfy forgotten where he need not be shown, or the bout goes on."""
    if state.setup.rulings["wolfy"] == "hidden":
        reason = _("by your ruling Sir Wolfy stays hidden.")
    elif state.showed:
        reason = _("he was turned up in this bout.")
    else:
        reason = _("the bout is not over: he can still be turned up.")
    return _refusal(state, action, "wolfy-forgotten", reason, next_step(state))


def void_already(state: State, action: ForgotWolfy) -> Refusal:
    """Refuse voiding a bout twice."""
    reason = _("this bout is already to be played again.")
    return _refusal(state, action, "wolfy-forgotten", reason, next_step(state))


def no_swap(state: State, action: Swap) -> Refusal:
    """Refuse a swap that the rules do not give, or a second one."""
    if state.seats == 2:
        reason = _("only partners in a team swap cards.")
    elif state.swapped:
        reason = _("one card has been exchanged in this turn.")
    elif state.deck:
        reason = _("a card is given or received only when the deck is empty.")
    else:
        reason = _("there is no card to exchange.")
    return _refusal(state, action, "team-swap", reason, next_step(state))


def no_such_swap(state: State, action: Swap) -> Refusal:
    """Refuse places that are not in the hands."""
    reason = _("a swap takes one card of each partner’s hand, a gift one of the giver’s.")
    return _refusal(state, action, "team-swap", reason, _("Name cards counted from 1."))


def kit_draws(state: State, action: AnyAction) -> Refusal:
    """Refuse a wrong draw in a virtual game."""
    reason = _("this is a virtual game: the kit draws, and never too many.")
    return _refusal(state, action, "overdraw", reason, next_step(state))


def kit_flips(state: State, action: AnyAction) -> Refusal:
    """Refuse saying what is flipped where the kit has the cards."""
    reason = _("this is a virtual game: the kit flips the cards.")
    return _refusal(state, action, "challenge", reason, _("Just “challenge”."))


def kit_counts(state: State, action: AnyAction) -> Refusal:
    """Refuse saying what a Summoner finds where the kit has the cards."""
    reason = _("this is a virtual game: the kit counts the cards.")
    return _refusal(state, action, "specials", reason, _("Name only the card."))


def bout_goes_on(state: State, action: AnyAction) -> Refusal:
    """Refuse dealing while a bout is being played or the duel is over."""
    if state.phase == "over":
        return _refusal(state, action, "duel", _("the duel is over."), next_step(state))
    return _refusal(state, action, "next-bout", _("this bout is not over."), next_step(state))


def duel_goes_on(state: State, action: AnyAction) -> Refusal:
    """Refuse another duel before this one is won."""
    reason = _("nobody has won three bouts yet.")
    return _refusal(state, action, "duel", reason, next_step(state))


# Setting by hand


def not_theirs(state: State, action: Fix) -> Refusal:
    """Refuse a count of somebody who does not have it."""
    reason = _("deck and pile belong to the table, everything else to a player.")
    form = _("The form is: {form}", form=commands.FIX_FORM)
    return _refusal(state, action, "deck", reason, form)


def no_reason(state: State, action: Fix) -> Refusal:
    """Refuse a count that nobody says why of."""
    reason = _("the log needs a reason.")
    return _refusal(state, action, "deck", reason, _("Say why, after a colon."))


def kit_has_cards(state: State, action: Fix) -> Refusal:
    """Refuse setting cards by hand where the kit has them."""
    reason = _("this is a virtual game: the kit has the cards.")
    return _refusal(state, action, "deck", reason, _("Cakes and trophies can be set."))


def not_so_many(state: State, action: Fix, most: int) -> Refusal:
    """Refuse a count there cannot be."""
    reason = _("there cannot be {count}.", count=action.count)
    return _refusal(state, action, "deck", reason, _("Set 0 to {most}.", most=most))
