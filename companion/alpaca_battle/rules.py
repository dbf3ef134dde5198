"""The rulebook of Alpaca Battle in our own words, and what it leaves to the table."""

from __future__ import annotations

from companion.language import _
from companion.rulebook import Option, Rule, Rulebook, Ruling

_RULES = (
    Rule(
        "goal",
        _("Two ways to win"),
        _("Be the last one with cards, or own the most of them when an agreed time is up."),
        _("rule sheet, Two ways to win"),
    ),
    Rule(
        "last-standing",
        _("Last player standing"),
        _("Whoever has no cards left is out. The last player with cards wins."),
        _("rule sheet, Last player standing"),
    ),
    Rule(
        "timed",
        _("Timed game"),
        _(
            "Agree on a time before the game. When it is up, everyone counts hand and herd "
            "together; the most cards win."
        ),
        _("rule sheet, Timed game"),
    ),
    Rule(
        "deal",
        _("Set-up"),
        _(
            "Shuffle and deal all cards as evenly as they go. Each player’s cards are a face-down "
            "pile, the herd. Draw three into your hand; nobody looks at a herd."
        ),
        _("rule sheet, Set up"),
    ),
    Rule(
        "battle",
        _("A battle"),
        _("Actions first, if anyone likes; then everyone chooses a card; then all flip at once."),
        _("rule sheet, Each battle"),
    ),
    Rule(
        "choose",
        _("Choose in secret"),
        _(
            "Everyone puts a number or a War card from the hand face down; then all are flipped "
            "together."
        ),
        _("rule sheet, Choose and flip"),
    ),
    Rule(
        "highest",
        _("The highest number wins"),
        _("If only numbers lie there and no two are the same, the highest wins the battle."),
        _("rule sheet, Collect cards, then draw"),
    ),
    Rule(
        "color",
        _("Color means nothing"),
        _("Only the number counts: a red and a blue card of one number are the same."),
        _("rule sheet, War; no rule speaks of color"),
    ),
    Rule(
        "collect",
        _("Collect"),
        _("The winner puts all cards of the battle face down under the own herd."),
        _("rule sheet, Collect cards, then draw"),
    ),
    Rule(
        "draw",
        _("Draw up to three"),
        _("Then everyone draws from the own herd up to three cards, or as long as it lasts."),
        _("rule sheet, Collect cards, then draw"),
    ),
    Rule(
        "empty-herd",
        _("An empty herd"),
        _("With no herd left, keep playing from the hand."),
        _("rule sheet, Each battle and Questions"),
    ),
    Rule(
        "out",
        _("Out of cards"),
        _(
            "No card in hand and herd: you are out. A last card that has just been played may "
            "still win the battle and bring its owner back."
        ),
        _("rule sheet, Each battle"),
    ),
    Rule(
        "actions",
        _("Action cards"),
        _(
            "Before a battle you may play Steal and Reveal face up, several if you like. Neither "
            "can be chosen for the battle."
        ),
        _("rule sheet, Action cards"),
    ),
    Rule(
        "aside",
        _("Used actions leave"),
        _("A used action is set aside for good: it is never drawn, stolen or won again."),
        _("rule sheet, Action cards"),
    ),
    Rule(
        "steal",
        _("Steal"),
        _("Take one card, blindly, from an opponent’s hand or herd into your hand."),
        _("rule sheet, Steal"),
    ),
    Rule(
        "blind",
        _("A blind choice"),
        _("The opponent fans the cards out face down; pick one without seeing its face."),
        _("rule sheet, Questions"),
    ),
    Rule(
        "steal-refill",
        _("No card for what was stolen"),
        _(
            "Whoever lost a card from the hand draws nothing for it yet, but only after the "
            "battle, or when a war starts."
        ),
        _("rule sheet, Steal"),
    ),
    Rule(
        "reveal",
        _("Reveal"),
        _("Look at every opponent’s hand. Then draw one card for the Reveal, if the herd has one."),
        _("rule sheet, Reveal"),
    ),
    Rule(
        "only-actions",
        _("Nothing but actions"),
        _(
            "An action cannot fight, so a hand without number and War has to play its actions "
            "first. If nothing is left then, its owner is out."
        ),
        _("rule sheet, Questions"),
    ),
    Rule(
        "war-card",
        _("A War card starts a war"),
        _("If a War card is flipped, everyone goes to war. It never wins by itself."),
        _("rule sheet, War"),
    ),
    Rule(
        "war-pair",
        _("Two equal numbers start a war"),
        _(
            "Any two equal numbers start a war for everyone, low ones too. A third, higher card "
            "wins nothing."
        ),
        _("rule sheet, War and Questions"),
    ),
    Rule(
        "war-pile",
        _("The war pile"),
        _("The cards of the battle stay in the middle and begin the war pile."),
        _("rule sheet, War, step 1"),
    ),
    Rule(
        "war-refill",
        _("Refill first"),
        _("Everyone draws from the own herd up to three cards, for stolen ones too."),
        _("rule sheet, War, step 2"),
    ),
    Rule(
        "war-lay",
        _("Lay two face down"),
        _("Then everyone lays the top two cards of the herd face down in the middle."),
        _("rule sheet, War, step 2"),
    ),
    Rule(
        "war-hand",
        _("From the hand, if the herd runs out"),
        _("What the herd lacks of the two comes from the hand, cards of your choice."),
        _("rule sheet, War, step 2"),
    ),
    Rule(
        "war-out",
        _("Too few cards for a war"),
        _(
            "Whoever cannot lay two, or has no card left after that, lays down what there is "
            "and is out. The cards stay in the pile."
        ),
        _("rule sheet, War and Questions"),
    ),
    Rule(
        "war-battle",
        _("The battle of a war"),
        _("Actions first, then everyone chooses a card again and all flip."),
        _("rule sheet, War, step 3"),
    ),
    Rule(
        "war-on",
        _("A war that goes on"),
        _("Another War card or pair: all cards stay, and the war begins anew with the refill."),
        _("rule sheet, War, step 4"),
    ),
    Rule(
        "war-win",
        _("The winner takes the pile"),
        _(
            "Otherwise the highest number wins every card in the middle, the face-down ones too. "
            "They go under the herd, and everyone draws up to three."
        ),
        _("rule sheet, War, step 4"),
    ),
)

_OPEN = _("open: the rule sheet does not say")

_RULINGS = (
    Ruling(
        "order",
        _("Who plays actions first, and may one answer?"),
        (
            Option("free", _("Whoever likes; chosen cards are taken back, so all may answer")),
            Option("turns", _("Clockwise from the last winner; all may answer")),
            Option("once", _("Clockwise, once: play your actions, then choose")),
        ),
        _("Actions come before anyone chooses, so a card chosen too early is no choice yet."),
        _OPEN,
    ),
    Ruling(
        "empty-hand",
        _("What if Steals empty a hand while the herd has cards?"),
        (
            Option("one", _("Its owner draws one card to choose with")),
            Option("three", _("Its owner draws up to three")),
        ),
        _("A stolen card is not replaced yet, but everyone has to choose a card."),
        _OPEN,
    ),
    Ruling(
        "all-fall",
        _("What if nobody can pay for a war?"),
        (
            Option("draw", _("A draw between those who fell; the pile is nobody’s")),
            Option("more", _("Who laid more cards wins; a draw if equal")),
        ),
        _("Nobody is left to win the pile."),
        _OPEN,
    ),
    Ruling(
        "return",
        _("In which order do won cards go under the herd?"),
        (
            Option("shuffled", _("Shuffled")),
            Option("played", _("As they lie: player by player from the winner, in order")),
        ),
        _("A fixed order can send the same cards round for ever; shuffled, it ends."),
        _OPEN,
    ),
    Ruling(
        "bell",
        _("What if the time is up in the middle of a battle?"),
        (
            Option("now", _("Count at once; cards in the middle are nobody’s")),
            Option("finish", _("Finish the battle, then count")),
        ),
        _("The sheet counts hands and herds when time is up, and nothing else."),
        _OPEN,
    ),
    Ruling(
        "equal",
        _("What if the count at the bell is equal?"),
        (
            Option("draw", _("A draw")),
            Option("play-on", _("Go on until one battle makes the difference")),
        ),
        _("No tie-break is given."),
        _OPEN,
    ),
    Ruling(
        "extra",
        _("Who gets the cards left over by an even deal?"),
        (
            Option("dealt", _("One each, from the first player clockwise")),
            Option("spare", _("Nobody: they stay out of the game")),
        ),
        _("All cards are dealt, as evenly as they go."),
        _OPEN,
    ),
    Ruling(
        "stolen",
        _("Does the owner see which card was stolen from the herd?"),
        (
            Option("blind", _("No: only the thief sees it")),
            Option("shown", _("Yes")),
        ),
        _("The card is picked face down and goes into a hand."),
        _OPEN,
    ),
)  # fmt: skip

RULEBOOK = Rulebook(_RULES, _RULINGS)
