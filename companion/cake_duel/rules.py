"""The rulebook of Cake Duel in our own words, and what it leaves to the table."""

from __future__ import annotations

from companion.language import _
from companion.rulebook import Option, Rule, Rulebook, Ruling

_RULES = (
    Rule(
        "deck",
        _("The deck"),
        _(
            "Twenty cards: 5 Soldiers and 4 Archers steal one cake each, 3 Wizards steal two; "
            "4 Defenders block Soldiers and Archers, 3 Scientists block Wizards; and one Sir Wolfy."
        ),
        _("rulebook, Core deck; publisher’s demo"),
    ),
    Rule(
        "setup",
        _("Set-up"),
        _(
            "Shuffle and deal four cards to each player, who keeps them secret. Whoever bleats "
            "best attacks first, with three cakes; the other gets four."
        ),
        _("rulebook, Duel set-up"),
    ),
    Rule(
        "claim",
        _("Claims"),
        _(
            "Every card is played face down, with a claim of how many there are and which troop. "
            "The number must be true; the name may be a bluff. Played cards stay face down."
        ),
        _("rulebook, Claims"),
    ),
    Rule(
        "one-name",
        _("One name a claim"),
        _("A claim names a single troop for all its cards. Two, three or four of it are fine."),
        _("rulebook, Claims; publisher’s questions and answers"),
    ),
    Rule(
        "wolfy",
        _("Sir Wolfy has no name"),
        _(
            "Sir Wolfy may never be claimed. He is played under another name, so any claim he is "
            "in is a bluff."
        ),
        _("rulebook, Sheepie card anatomy; publisher’s questions and answers"),
    ),
    Rule(
        "attack",
        _("Attack"),
        _("In each turn the attacking player claims one or more attackers, or passes."),
        _("rulebook, Attacking and blocking"),
    ),
    Rule(
        "pass",
        _("Pass"),
        _("After a pass the turn is over at once; the other player attacks next."),
        _("rulebook, Passing"),
    ),
    Rule(
        "block",
        _("Block"),
        _(
            "The attacked player may claim blockers, of one troop that can stop this attack: "
            "Defenders against weapons (Soldiers, Archers), Scientists against magic (Wizards). "
            "A bluff, too, has to name a fitting blocker."
        ),
        _("rulebook, Blocking claim; publisher’s questions and answers"),
    ),
    Rule(
        "block-count",
        _("One blocker an attacker"),
        _(
            "Each blocker stops one attacker. No more blockers than attackers may be claimed; "
            "with fewer, the other attackers still steal."
        ),
        _("rulebook, Blocking claim; publisher’s questions and answers"),
    ),
    Rule(
        "challenge",
        _("Challenge"),
        _(
            "Right after a claim the other player may challenge it: the cards are flipped and the "
            "bout is over. If every card is what was claimed, the claimer wins it; if a single "
            "one is not, the challenger does. No cakes move."
        ),
        _("rulebook, Making a challenge"),
    ),
    Rule(
        "challenge-time",
        _("Only right away"),
        _(
            "A challenge must come before anything else: a block, a card drawn or a cake moved "
            "ends the chance."
        ),
        _("rulebook, Making a challenge"),
    ),
    Rule(
        "resolve",
        _("Steal"),
        _(
            "What was claimed and not challenged happens, whatever the cards really are: "
            "unblocked attackers steal their cakes, never more than the victim has."
        ),
        _("rulebook, Resolving"),
    ),
    Rule(
        "resupply",
        _("Resupply"),
        _(
            "Then the attacker draws up to the hand size, after that the blocker. It is four cards "
            "unless a special changes it."
        ),
        _("rulebook, Resupplying"),
    ),
    Rule(
        "short-deck",
        _("A short deck"),
        _("When the deck runs out, play goes on with the cards in hand."),
        _("rulebook, If the deck runs out"),
    ),
    Rule(
        "no-cards",
        _("No cards left"),
        _(
            "A player without cards passes automatically and cannot block, but may still "
            "challenge."
        ),
        _("rulebook, If the deck runs out"),
    ),
    Rule(
        "all-cakes",
        _("All the cakes"),
        _("Whoever holds all the cakes wins the bout."),
        _("rulebook, End of the game"),
    ),
    Rule(
        "two-passes",
        _("Two passes in a row"),
        _("If both players pass their turns one after the other, more cakes win the bout."),
        _("rulebook, Passing; End of the game"),
    ),
    Rule(
        "next-bout",
        _("The next bout"),
        _(
            "The winner takes a trophy. All cards are shuffled and dealt anew; the loser attacks "
            "first with three cakes against four."
        ),
        _("rulebook, End of the game"),
    ),
    Rule("duel", _("The duel"), _("The first to win three bouts wins."), _("rulebook, Game play")),
    Rule(
        "wolfy-shown",
        _("Sir Wolfy shows himself"),
        _(
            "In a friendly game, whoever got Sir Wolfy through unchallenged turns him face up "
            "before drawing. In a tournament he stays hidden."
        ),
        _("publisher’s questions and answers"),
    ),
    Rule(
        "wolfy-forgotten",
        _("Sir Wolfy forgotten"),
        _(
            "Whoever forgets to turn him up and wins the bout does not get it: it is played "
            "again. If the other player won it, it counts."
        ),
        _("publisher’s questions and answers"),
    ),
    Rule(
        "overdraw",
        _("Drawing too many"),
        _("Whoever draws too many cards loses the bout, unless the opponent lets it be replayed."),
        _("publisher’s questions and answers"),
    ),
    Rule(
        "match",
        _("A match"),
        _("A tournament match is the best of five duels, played with specials."),
        _("publisher’s tournament page"),
    ),
    Rule(
        "specials",
        _("Specials"),
        _(
            "Two of ten special cards are mixed unseen into the deck for a whole duel. Nobody "
            "knows which, so any of them that has a name to claim may be claimed; the others are "
            "played as Sir Wolfy is. Special attackers are hard to block: only a few troops can."
        ),
        _("publisher’s tournament page; reviews"),
    ),
    Rule(
        "team",
        _("Teams of two"),
        _(
            "Four play with two sets and one Sir Wolfy, 39 cards. Partners see each other’s hands "
            "and share their cakes: four for the team that begins, five for the other."
        ),
        _("team mode"),
    ),
    Rule(
        "team-turn",
        _("Who attacks whom"),
        _(
            "The team to begin chooses who attacks first. The attacker names one opponent, and "
            "only that opponent may block or challenge."
        ),
        _("team mode"),
    ),
    Rule(
        "team-swap",
        _("Swapping with the partner"),
        _(
            "Before drawing, the attacker may swap one card with the partner; with the deck "
            "empty a card may also be given or received."
        ),
        _("team mode"),
    ),
)  # fmt: skip

_OPEN = _("open: no printed text has been seen")

_RULINGS = (
    Ruling(
        "wolfy",
        _("Is Sir Wolfy turned up after he got through?"),
        (
            Option("shown", _("Yes, before drawing, as in a friendly game")),
            Option("hidden", _("No, as in a tournament")),
        ),
        _("The publisher says so for friendly games; the rulebook alone says no card is flipped."),
        _("publisher’s questions and answers; rulebook, Claims"),
    ),
    Ruling(
        "copies",
        _("May more of a troop be claimed than the deck holds?"),
        (
            Option("yes", _("Yes: it is simply a bluff")),
            Option("no", _("No")),
        ),
        _("Only the number of cards and the single name are restricted."),
        _("rulebook, Claims"),
    ),
    Ruling(
        "match",
        _("How many duels make a match?"),
        (
            Option("one", _("One")),
            Option("three", _("Best of three")),
            Option("five", _("Best of five")),
        ),
        _("One duel is a game; tournaments play the best of five."),
        _("publisher’s tournament page"),
    ),
    Ruling(
        "absent",
        _("May a special be claimed that may not be in the deck?"),
        (
            Option("yes", _("Yes: nobody knows which two are in it")),
            Option("no", _("Only those that have turned up in this duel")),
        ),
        _("Allowing only the two that are in it would tell which they are."),
        _OPEN,
    ),
    Ruling(
        "effects",
        _("Does a Defender stop a Scout’s further attack, or a Scientist a Summoner’s look?"),
        (
            Option("stopped", _("Yes: a blocker stops the attacker and its effect")),
            Option("theft", _("No: only the theft; a Priest or an Angel stops everything")),
        ),
        _("The rulebook says that a blocker nullifies attackers, which speaks for a full stop."),
        _OPEN,
    ),
    Ruling(
        "priest",
        _("Which attack card does a Priest take when there are several?"),
        (
            Option("blind", _("The blocker draws blindly among them")),
            Option("attacker", _("The attacker chooses")),
        ),
        _("Nothing is printed; in a blind draw nobody aims."),
        _OPEN,
    ),
    Ruling(
        "pierrot",
        _("Whose last attack does Pierrot copy?"),
        (
            Option("own", _("The one his player claimed last")),
            Option("opponent", _("The one the opponent claimed last")),
        ),
        _("Retellings of the card disagree; the text we know says the player’s own."),
        _OPEN,
    ),
    Ruling(
        "attack-again",
        _("When an attacker attacks again, are cards drawn before?"),
        (
            Option("drawn", _("Yes: the turn is finished first")),
            Option("at-once", _("No: the next attack follows at once")),
        ),
        _("A turn ends with drawing, and only then comes the next attack."),
        _OPEN,
    ),
    Ruling(
        "team-order",
        _("In which order do four players attack?"),
        (
            Option("teams", _("The teams take turns")),
            Option("partners", _("Both partners, then both opponents")),
        ),
        _("The order is printed as a drawing that we have not seen; turns otherwise alternate."),
        _OPEN,
    ),
)  # fmt: skip

RULEBOOK = Rulebook(_RULES, _RULINGS)
