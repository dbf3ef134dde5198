"""The rulebook of The Sheep in our own words, and what it leaves to the table."""

from __future__ import annotations

from companion.language import _
from companion.rulebook import Option, Rule, Rulebook, Ruling

_SETUP = (
    Rule(
        "pieces",
        _("The sheep pieces"),
        _("There are 20 lesser, 15 standard and 10 greater sheep. No more can be on the map."),
        _("rulebook, Components"),
    ),
    Rule(
        "setup",
        _("Set-up"),
        _(
            "Each player takes a shepherd with three starting Equipment cards, a Level I trait, "
            "three lit lanterns and two essence, its meters at the lowest slots, and stands it on "
            "the Start. The pollution meter is the one for the number of players, its tracker "
            "on the lowest slot."
        ),
        _("rulebook, Setup"),
    ),
    Rule(
        "flock-deck",
        _("The Flock deck"),
        _(
            "Four Wave 1 cards lie on four Wave 2 cards, and those on the eight of Wave 3; the "
            "others stay out of the game."
        ),
        _("rulebook, Setup 3"),
    ),
    Rule(
        "no-turns",
        _("No turns"),
        _(
            "Days and nights alternate. Where there are decisions to make, anybody may act, in "
            "any order, and as often as it is allowed."
        ),
        _("rulebook, Gameplay"),
    ),
    Rule(
        "difficulty",
        _("Difficulty"),
        _(
            "More Wave 1 and 2 cards make the game easier, fewer make it harder; beginning with "
            "minor pollution tiles makes it much harder."
        ),
        _("rulebook, Changing Difficulty"),
    ),
)

_DAY = (
    Rule(
        "refresh",
        _("Refresh"),
        _(
            "Each day but the first begins with turning all Equipment, Curses, traits and "
            "lanterns face up."
        ),
        _("rulebook, Day 1"),
    ),
    Rule(
        "day-event",
        _("Day Event"),
        _(
            "Each day but the first, a Day Event is drawn and followed. It holds until the next "
            "event and shows where caravans turn."
        ),
        _("rulebook, Day 2"),
    ),
    Rule(
        "caravan-action",
        _("Caravans act"),
        _("First every caravan on the map performs its action, if it has one, in any order."),
        _("rulebook, Day 3a"),
    ),
    Rule(
        "enter",
        _("Caravans set out"),
        _(
            "Then one caravan that has not entered the map is placed on the Start, unless another "
            "still stands there. Until then nothing can strike it, and it does not trade."
        ),
        _("rulebook, Day 3b"),
    ),
    Rule(
        "drive",
        _("Caravans move"),
        _(
            "Each caravan moves two spaces along the path; whichever is closest to the Finish "
            "goes first. Of two equally close, the players say which."
        ),
        _("rulebook, Moving Caravans"),
    ),
    Rule(
        "fork",
        _("Forks"),
        _("At a fork caravans turn north or south, as the Day Event shows."),
        _("rulebook, Moving Caravans"),
    ),
    Rule(
        "impede",
        _("Sheep impede caravans"),
        _("Leaving a space with sheep on it costs a caravan one movement more."),
        _("rulebook, Moving Caravans"),
    ),
    Rule(
        "block",
        _("Caravans stop behind caravans"),
        _(
            "A caravan that would enter the space of another stops instead. Sheep and shepherds "
            "share a space in any number."
        ),
        _("rulebook, Moving Caravans"),
    ),
    Rule(
        "safe",
        _("Reaching safety"),
        _(
            "A caravan that enters the Finish is safe and leaves the map: it neither acts nor "
            "trades, and nothing can strike it."
        ),
        _("rulebook, Reaching Safety"),
    ),
    Rule(
        "action-step",
        _("The action step"),
        _(
            "By day shepherds may move, buy, use abilities, spend lanterns, give essence and "
            "attack, in any order."
        ),
        _("rulebook, Day 4"),
    ),
    Rule(
        "move",
        _("A shepherd moves"),
        _("Once a day a shepherd may move up to three spaces, all in one go."),
        _("rulebook, Moving Your Shepherd"),
    ),
    Rule(
        "shadow",
        _("Shadow"),
        _("Spaces in shadow cannot be entered, unless an effect says so."),
        _("rulebook, Impassable Spaces"),
    ),
    Rule(
        "buy",
        _("Buying Equipment"),
        _(
            "On a caravan's space a shepherd may buy Equipment of it for its cost in essence. "
            "The card comes face up; what is sold is not replaced."
        ),
        _("rulebook, Purchasing Equipment; FAQ"),
    ),
    Rule(
        "give",
        _("Giving essence"),
        _("By day essence may be given to a shepherd on the same space."),
        _("rulebook, Day 4e"),
    ),
    Rule(
        "essence",
        _("Essence"),
        _("A shepherd holds up to five essence; what does not fit is lost."),
        _("rulebook, Essence"),
    ),
    Rule(
        "ability",
        _("Abilities"),
        _(
            "A card or trait whose ability was used is exhausted: it neither attacks nor helps "
            "until it is refreshed. Curses cost essence to use."
        ),
        _("rulebook, Using Abilities"),
    ),
    Rule(
        "lanterns",
        _("Lanterns"),
        _(
            "A lit lantern may be spent: to boost an attack at any time, to purify by day, and "
            "at night to avert pollution, to move a space or to distract. They are lit anew when "
            "the day begins."
        ),
        _("rulebook, Using Lanterns"),
    ),
    Rule(
        "purify",
        _("Purify"),
        _("By day a lantern and one essence become one experience."),
        _("rulebook, Using Lanterns"),
    ),
    Rule(
        "day-attack",
        _("Attacking by day"),
        _(
            "By day sheep have 1, 2 and 3 health and no mutation. Damage beyond what kills one "
            "may go to another on the space. They give no essence."
        ),
        _("rulebook, Sheep During the Day; day reminder card"),
    ),
)

_SHEPHERD = (
    Rule(
        "traits",
        _("Traits"),
        _(
            "When the experience meter overflows, the shepherd chooses a trait of the next level "
            "and goes on to the next meter. Traits are exhausted and refreshed like cards; what "
            "a Level II trait does all the time it does even then."
        ),
        _("rulebook, Gaining Traits"),
    ),
    Rule(
        "hand",
        _("Hand limit"),
        _(
            "Equipment and Curses count against a limit of three, four or five cards by the "
            "level of the trait. Over it, Equipment is discarded, never a Curse."
        ),
        _("rulebook, Your Hand"),
    ),
    Rule(
        "curse",
        _("Curses"),
        _(
            "The point that overflows a shepherd's corruption meter brings a Curse and sets the "
            "meter to 0; what is left of that corruption is added then."
        ),
        _("rulebook, Gaining Curses"),
    ),
    Rule(
        "heal",
        _("Healing"),
        _(
            "Healing takes corruption off a shepherd, never below 0, and removes no Curse. A "
            "caravan keeps its corruption."
        ),
        _("rulebook, Glossary"),
    ),
    Rule(
        "death",
        _("Death"),
        _(
            "A shepherd at its hand limit with nothing but Curses dies: it leaves the map with "
            "all it has. The others play on, and it still counts as a player."
        ),
        _("rulebook, Dying"),
    ),
)

_NIGHT = (
    Rule(
        "night-event",
        _("Night Event"),
        _("Each night begins with a Night Event. It is followed, and holds until the next day’s."),
        _("rulebook, Night 1"),
    ),
    Rule(
        "pollution",
        _("Pollution rises"),
        _("The tracker rises by the number on the Night Event, no further than the last slot."),
        _("rulebook, Night 2a"),
    ),
    Rule(
        "avert",
        _("Averting pollution"),
        _(
            "The players may spend as many lanterns together as the tracker shows. The tracker "
            "then stays where it is, and no tile comes."
        ),
        _("rulebook, Night 2b"),
    ),
    Rule(
        "tiles",
        _("Pollution tiles"),
        _(
            "If it is not averted, a new tile comes on its minor side; with three there, a minor "
            "one is turned to its major side. The tracker goes back to the lowest slot."
        ),
        _("rulebook, Night 2c"),
    ),
    Rule(
        "tile-effects",
        _("What the tiles do"),
        _("Every night all tiles take effect, in the order they came."),
        _("rulebook, Night 2d"),
    ),
    Rule(
        "mutation",
        _("Mutation"),
        _(
            "A Mutation is drawn each night: the health, corruption, weakness and immunity of "
            "the sheep, and their special rule."
        ),
        _("rulebook, The Sheep"),
    ),
    Rule(
        "flock",
        _("The flock"),
        _("A Flock card adds sheep at the spawns of its colours, none at the violet one."),
        _("rulebook, Glossary; FAQ"),
    ),
    Rule(
        "stock",
        _("Out of pieces"),
        _(
            "If no piece of a tier is left, one of the next higher comes instead; if no greater "
            "one is left, a standard, else a lesser one."
        ),
        _("rulebook, FAQ"),
    ),
    Rule(
        "sheep-move",
        _("Sheep move"),
        _(
            "Sheep move up to three spaces toward the nearest caravan; of two equally near, "
            "toward the one closer to the Finish. They end on its space, or as near as they get. "
            "The sheep of a space move together."
        ),
        _("rulebook, Moving Sheep"),
    ),
    Rule(
        "sheep-choice",
        _("Where sheep end"),
        _(
            "Of several equally near spaces sheep take one without a shepherd; if there are "
            "still several, the players choose."
        ),
        _("rulebook, Moving Sheep"),
    ),
    Rule(
        "walk",
        _("Moving by lantern"),
        _("At night a shepherd moves only by lanterns: one space for each."),
        _("rulebook, Using Lanterns; Moving Your Shepherd"),
    ),
    Rule(
        "attack",
        _("Attack"),
        _(
            "An Equipment or Curse card is exhausted to deal the damage of its icons to one sheep "
            "on the space. At night this is done in combat only. Damage on survivors goes away "
            "at the end of each day and night."
        ),
        _("rulebook, Attacking Sheep"),
    ),
    Rule(
        "weakness",
        _("Weak and immune"),
        _("A type sheep are weak to deals 1 damage more, one they are immune to deals none."),
        _("rulebook, Weakness and Immunity"),
    ),
    Rule(
        "boost",
        _("Boost"),
        _(
            "One lantern an attack adds 1 lantern damage, to which nothing is weak or immune. "
            "Curses cannot be boosted."
        ),
        _("rulebook, Using Lanterns"),
    ),
    Rule(
        "special",
        _("The mutation's special rule"),
        _(
            "Void Sheep can be attacked only with a lit lantern, which may be the one that "
            "boosts. Of Prismatic Sheep equal icons of a card hurt once."
        ),
        _("rulebook, The Sheep; FAQ"),
    ),
    Rule(
        "kill",
        _("Kills"),
        _(
            "Damage of at least its health kills a sheep. At night it gives 1, 2 or 3 essence by "
            "its tier, to share among the shepherds on its space."
        ),
        _("rulebook, Attacking Sheep"),
    ),
    Rule(
        "strike",
        _("The sheep strike"),
        _(
            "At the end of the night each sheep strikes the caravan on its space or, if there is "
            "none, a shepherd there, whom the players choose."
        ),
        _("rulebook, The Sheep Strike Back"),
    ),
    Rule(
        "distract",
        _("Distract"),
        _("A lantern spent to distract makes the sheep of the space strike that shepherd."),
        _("rulebook, Using Lanterns; The Sheep Strike Back"),
    ),
)

_END = (
    Rule(
        "win",
        _("Winning"),
        _("When every caravan is safe, the players win."),
        _("rulebook, The End"),
    ),
    Rule(
        "caravan-lost",
        _("A caravan falls"),
        _("If a caravan's corruption overflows its meter, the game is lost."),
        _("rulebook, Caravan Corruption; The End"),
    ),
    Rule(
        "pollution-lost",
        _("Polluted"),
        _("If pollution is not averted while three major tiles lie there, the game is lost."),
        _("rulebook, Night 2c; The End"),
    ),
    Rule(
        "pack",
        _("The table's own cards"),
        _(
            "Maps, meters and cards come from a pack. A card the pack does not have is typed in "
            "when it is first drawn."
        ),
        _("this kit"),
    ),
    Rule(
        "fix",
        _("Setting by hand"),
        _("What a reminder asks for, or what went wrong, is set by hand, with a reason."),
        _("this kit"),
    ),
)

_OPEN = _("open: no printed text has been seen")

_RULINGS = (
    Ruling(
        "night-order",
        _("In which order do mutation, flock and the sheep's move follow?"),
        (
            Option("mutation-flock-move", _("Mutation, new sheep, then all move")),
            Option("flock-mutation-move", _("New sheep, mutation, then all move")),
            Option("mutation-move-flock", _("Mutation, those there move, then new sheep")),
        ),
        _("The printed list of the night stops after pollution; its other pages suggest this."),
        _OPEN,
    ),
    Ruling(
        "distract",
        _("Whom does a distracting shepherd draw upon itself?"),
        (
            Option("all", _("All sheep on its space, tonight")),
            Option("one", _("The next sheep that would strike the caravan")),
        ),
        _("One passage speaks of the next strike, a later one of all sheep on the space."),
        _("rulebook, Using Lanterns; The Sheep Strike Back"),
    ),
    Ruling(
        "weakness",
        _("How often does weakness count in an attack with several such icons?"),
        (
            Option("icon", _("For every icon of the type")),
            Option("attack", _("Once an attack and type")),
        ),
        _("Each damage icon is counted by itself, as the answer on Prismatic Sheep says."),
        _("rulebook, Weakness and Immunity; FAQ"),
    ),
    Ruling(
        "essence",
        _("Where does it say how much essence a kill gives?"),
        (
            Option("tier", _("By tier: 1, 2 or 3")),
            Option("card", _("On the Mutation, where it names essence")),
        ),
        _("The numbers by tier are printed; the Mutation shown has none."),
        _("rulebook, Attacking Sheep; Glossary"),
    ),
    Ruling(
        "night-walk",
        _("When at night may a lantern carry a shepherd a space?"),
        (
            Option("any", _("At any step of the night before the strikes")),
            Option("combat", _("Only in combat")),
        ),
        _("Only distracting is tied to combat in the list of what lanterns do."),
        _("rulebook, Using Lanterns"),
    ),
    Ruling(
        "empty-flock",
        _("What happens when all Flock cards have been drawn?"),
        (
            Option("again", _("Wave 3 is shuffled and drawn again")),
            Option("none", _("No more sheep come from it")),
        ),
        _("Sixteen cards last for sixteen nights, and nothing is said about a seventeenth."),
        _OPEN,
    ),
    Ruling(
        "flock",
        _("How many cards of Wave 1 and 2 are in the Flock deck?"),
        (
            Option("standard", _("Four of each")),
            Option("easier", _("Six of each: easier")),
            Option("harder", _("Two of each: harder")),
            Option("hardest", _("None: only Wave 3")),
        ),
        _("Four is the usual number; the rulebook suggests more or fewer."),
        _("rulebook, Setup 3; Changing Difficulty"),
    ),
    Ruling(
        "start-tiles",
        _("How many minor pollution tiles lie there from the start?"),
        (
            Option("0", _("None")),
            Option("1", _("One: much harder")),
            Option("2", _("Two")),
            Option("3", _("Three")),
        ),
        _("None is usual; the rulebook suggests some for a much harder game."),
        _("rulebook, Changing Difficulty"),
    ),
)

RULEBOOK = Rulebook((*_SETUP, *_DAY, *_SHEPHERD, *_NIGHT, *_END), _RULINGS)
