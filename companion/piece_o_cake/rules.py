"""The rulebook of Piece o' Cake in our own words, and what it leaves to the table."""

from __future__ import annotations

from companion.language import _
from companion.rulebook import Option, Rule, Rulebook, Ruling

_RULES = (
    Rule(
        "slices",
        _("57 slices"),
        _(
            "There are 57 slices in eight varieties. The number on a slice tells how many of that "
            "variety exist; the dollops of cream tell what it is worth eaten."
        ),
        _("rulebook, Components"),
    ),
    Rule(
        "stacks",
        _("Five cakes, two spare slices"),
        _(
            "The slices are mixed into five face-down stacks of eleven. The two left over stay "
            "out of the game, and nobody looks at them."
        ),
        _("rulebook, Setup"),
    ),
    Rule(
        "serve",
        _("Serve the cake"),
        _(
            "The server lays the eleven slices of one stack face up in a ring, in the order they "
            "come. That order is never changed."
        ),
        _("rulebook, Turn structure 1"),
    ),
    Rule(
        "cut",
        _("Cut the cake"),
        _(
            "The server parts the ring into pieces of neighbouring slices: at most as many pieces "
            "as there are players. A piece may be a single slice; fewer pieces are fine."
        ),
        _("rulebook, Turn structure 2"),
    ),
    Rule(
        "two-players",
        _("Two at the table"),
        _(
            "Two players may cut up to four pieces and then pick in turn, starting with the one "
            "who did not cut."
        ),
        _("rulebook, Turn structure 2 and Special rules"),
    ),
    Rule(
        "choose",
        _("Choose in turn"),
        _(
            "Beginning left of the server, everyone in turn takes one piece or forfeits. The "
            "server chooses last, and may find nothing left."
        ),
        _("rulebook, Turn structure 3 and 4"),
    ),
    Rule(
        "eat-or-collect",
        _("Eat or collect, at once"),
        _(
            "Whoever takes a piece decides at once, slice by slice, whether to eat or to collect "
            "it, before the next player chooses."
        ),
        _("rulebook, Turn structure 3"),
    ),
    Rule(
        "eat",
        _("Eating"),
        _(
            "An eaten slice is turned face down. It is worth its dollops of cream, one to three "
            "points, and cannot be lost."
        ),
        _("rulebook, Eating a slice"),
    ),
    Rule(
        "collect",
        _("Collecting"),
        _(
            "A collected slice stays face up with others of its variety. It pays only at the end, "
            "and only to whoever has the most. There is no limit."
        ),
        _("rulebook, Collecting a slice"),
    ),
    Rule(
        "forfeit",
        _("Forfeit: eat one variety instead"),
        _(
            "Instead of taking a piece, a player may eat all collected slices of one variety: "
            "every one of them, not some. That player takes no piece of this cake."
        ),
        _("rulebook, Forfeiting"),
    ),
    Rule(
        "leftovers",
        _("Leftovers"),
        _("Slices nobody took leave the game."),
        _("rulebook, Turn structure 4"),
    ),
    Rule(
        "next-server",
        _("The next server"),
        _(
            "Choose who serves first. After each cake the server's job goes to the next player "
            "clockwise, for five cakes."
        ),
        _("rulebook, Setup and Turn structure 5"),
    ),
    Rule(
        "majority",
        _("Most of a variety"),
        _(
            "At the end, whoever collected the most slices of a variety scores the number printed "
            "on them; everyone with fewer scores nothing for it. None at all is never the most."
        ),
        _("rulebook, Scoring"),
    ),
    Rule(
        "ties",
        _("Ties pay in full"),
        _("Players who tie for the most of a variety each score its whole number."),
        _("rulebook, Scoring"),
    ),
    Rule(
        "win",
        _("Winning"),
        _("Bonuses and eaten slices are added up; the highest total wins."),
        _("rulebook, Scoring"),
    ),
    Rule(
        "series",
        _("A longer game"),
        _(
            "Play several games and add up the totals. Here each game begins one seat further "
            "round, so that everyone is first to serve."
        ),
        _("rulebook, Special rules; who begins: this kit"),
    ),
)

_OPEN = _("open: the rulebook does not say")

_RULINGS = (
    Ruling(
        "eaten",
        _("May everyone see what eaten slices are worth?"),
        (
            Option("hidden", _("No: only how many; remembering is part of the game")),
            Option("open", _("Yes: the page adds them up, which helps when learning")),
        ),
        _("Eaten slices lie face down, so players have to remember them."),
        _("rulebook, Eating a slice; reviews agree"),
    ),
    Ruling(
        "pieces",
        _("May the server cut fewer pieces than allowed?"),
        (
            Option("at-most", _("Yes: any number up to the limit")),
            Option("exactly", _("No: exactly as many as allowed")),
        ),
        _("The rulebook says “at most”; some retellings say “exactly”."),
        _("rulebook, Turn structure 2"),
    ),
    Ruling(
        "empty-forfeit",
        _("May a player who has collected nothing give up a piece?"),
        (
            Option("no", _("No: while a piece is left, it must be taken")),
            Option("pass", _("Yes: that player simply passes")),
        ),
        _("Forfeiting means eating a variety; with nothing to eat there is nothing to choose."),
        _OPEN,
    ),
    Ruling(
        "server-forfeit",
        _("May the server forfeit?"),
        (Option("yes", _("Yes, like everyone else")), Option("no", _("No, the server must take"))),
        _("The choice is given to each player, and the server is one."),
        _OPEN,
    ),
    Ruling(
        "late-forfeit",
        _("May a player for whom no piece is left still eat a variety?"),
        (Option("yes", _("Yes")), Option("no", _("No: without a piece there is no choice"))),
        _("Nothing forbids it: no piece is taken either way."),
        _OPEN,
    ),
    Ruling(
        "equal-totals",
        _("Who wins when totals are equal?"),
        (
            Option("shared", _("They share the win")),
            Option("eaten", _("Whoever has more eaten points; if equal too, they share")),
        ),
        _("No tie-break is printed, so none is invented."),
        _OPEN,
    ),
)

RULEBOOK = Rulebook(_RULES, _RULINGS)
