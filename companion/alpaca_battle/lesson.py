"""The lesson of Alpaca Battle: one game between two, told in short steps.

The steps stop one story at the moments where a rule first matters; a few look at a table of their
own. The learner is always Mia. The cards of the story are laid out here as they are dealt, so every
hand, draw and answer comes from the game that is played with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion import bots
from companion.alpaca_battle import engine
from companion.alpaca_battle.battles import pairs_of, winner_of
from companion.alpaca_battle.board import now
from companion.alpaca_battle.cards import (
    HAND,
    LAID,
    REVEAL,
    WAR,
    card_title,
)
from companion.alpaca_battle.state import (
    AnyAction,
    Bell,
    Choose,
    Clock,
    March,
    Play,
    Raise,
    Reveal,
    State,
    Steal,
)
from companion.alpaca_battle.story import cards_text
from companion.game import TABLE
from companion.language import _, listing, plural
from companion.lessons import Lesson, Quiz, Reply, Step, Task
from companion.opening import start
from companion.secrets import Dealer
from companion.session import Session

Position = Session[State, AnyAction, Any]
Place = Callable[[], Position]

GAME_ID = "alpaca-battle"
NAMES = ("Mia", "Tom", "Zoe")
MIA, TOM, ZOE = range(3)

STORY = (
    "10 8 12 reveal 7 6 war 9 5 3 11 7 steal 8 2",
    "5 4 6 2 9 1 10 4 9 6 2 7 12 3 11",
)
"""The story’s cards by seat as they are dealt: the hand first, then the herd from its top."""
ACTS = (
    "Tom 6", "Mia 12",
    "Mia reveal", "Tom 5", "Mia 8",
    "Tom 2", "Mia 10", "Tom 9", "Mia 7",
    "Tom 10", "Mia war", "war", "Tom 4", "Mia 9",
    "Tom 4", "Mia 5",
    "Mia steal", "steal Mia from Tom hand card 1", "Tom 7", "Mia 7",
)  # fmt: skip
"""What happens in it: who plays which card, or a command."""
FEW = ("5 2 9 11 3", "5 8 1 6 12")
FEW_ACTS = ("Tom 5", "Mia 5", "war", "lay Tom with 2")
THREE = ("choose Tom 4", "choose Zoe 4", "choose Mia 12", "war")
THREE_AGAIN = ("choose Tom 9", "choose Zoe 11", "choose Mia 9")
HIGH, LOW = "12", "4"


# Positions


def _laid_out(*rows: str) -> Position:
    """Return a game with these cards in hands and herds; all but the learner are played.

    Tom is marked as a computer, so that a page shows the hand of the learner alone.
    """
    cards = [tuple(row.split()) for row in rows]
    deck = {"cards": dict(Counter(card for row in cards for card in row)), "title": _("The lesson")}
    session = start(GAME_ID, NAMES[: len(rows)], virtual=True, seed=GAME_ID, pack=deck)
    stacks = [stack for row in cards for stack in (row[:HAND], row[HAND:], (), ())]
    computers = ("", *[_temper()] * (len(rows) - 1))
    dealer = Dealer(GAME_ID, ((), *stacks))
    return Session(session.game, replace(session.setup, computers=computers), dealer)


def _temper() -> str:
    """Return a temper for whoever the story plays; nobody ever asks for its choices."""
    return next((temper.id for temper in bots.tempers(GAME_ID)), "story")


def _act(session: Position, act: str) -> None:
    """Do what an act of the story says; ``"Tom 6"`` plays that card, wherever Tom holds it."""
    name, _space, card = act.partition(" ")
    if name not in session.names:
        session.do(act)
        return
    seat = session.names.index(name)
    session.do(Play(seat, session.view(seat).hand.index(card)))


def _dealt(rows: tuple[str, ...], acts: tuple[str, ...]) -> Position:
    session = _laid_out(*rows)
    for act in acts:
        _act(session, act)
    return session


def _story(acts: int) -> Position:
    """Return the story after so many acts."""
    return _dealt(STORY, ACTS[:acts])


def _at_a_table(seats: int, *acts: str) -> Position:
    """Return a table with the box on it, after these commands."""
    return start(GAME_ID, NAMES[:seats]).play(*acts)


def _owning(mia: tuple[int, int], tom_in_hand: int, *acts: str) -> Position:
    """Return a table of two where Mia has so many in hand and herd, and Tom the rest."""
    deck = _at_a_table(2).state.deck.size
    counts = {"Mia": mia, "Tom": (tom_in_hand, deck - sum(mia) - tom_in_hand)}
    fixes = [
        f"fix {name} {what} {count}: as the lesson goes"
        for name, both in counts.items()
        for what, count in zip(("hand", "herd"), both, strict=True)
    ]
    return _at_a_table(2, *fixes, *acts)


_FIRST = partial(_story, 1)
_WON = partial(_story, 2)
_REVEAL = partial(_story, 2)
_KNOWN = partial(_story, 4)
_COUNTED = partial(_story, 5)
_WAR_CARD = partial(_story, 10)
_PAYING = partial(_story, 11)
_WAR_BATTLE = partial(_story, 13)
_STEAL = partial(_story, 16)
_AIMING = partial(_story, 17)
_LATE = partial(_story, 20)
_LOW_PAIR = partial(_at_a_table, 3, *THREE[:2])
_AGAIN = partial(_at_a_table, 3, *THREE, *THREE_AGAIN)
_LAST_ACTION = partial(_owning, (1, 0), HAND)
_LAST_NUMBER = partial(_owning, (1, 0), HAND, f"choose Tom {LOW}")
_FROM_HAND = partial(_dealt, FEW, FEW_ACTS)
_TOO_FEW = partial(_owning, (3, 66), HAND, "choose Tom 7", "choose Mia 7")
_BELL = partial(_owning, (3, 31), 2)


def _viewer(session: Position) -> int | None:
    return MIA if session.setup.virtual else None


def _own(session: Position) -> str:
    """Return the table as text with the learner's own cards."""
    return session.text(_viewer(session))


def _seen(session: Position) -> str:
    """Return the same without the line that tells what to do next."""
    title, _hint = now(session.view(_viewer(session)))
    parts = _own(session).split("\n\n")
    return "\n\n".join(part for part in parts if not part.startswith(title))


# Reading a position


class _Tried(NamedTuple):
    """An attempt at a task, on the position of ``place``."""

    place: Place
    before: State
    action: AnyAction
    after: State

    @property
    def flip(self) -> tuple[str, ...]:
        """The cards it flipped; none if it was another action."""
        return self.action.flip if isinstance(self.action, Choose) else ()

    @property
    def won(self) -> bool:
        """Whether the learner won a battle by it."""
        return bool(self.flip) and winner_of(self.flip) == MIA


def _hand(place: Place, seat: int = MIA) -> tuple[str, ...]:
    return tuple(place().view(seat).hand)


def _drawn(place: Place, card: str) -> str:
    """Return the card that the learner draws after playing ``card``."""
    session = place()
    _act(session, f"{NAMES[MIA]} {card}")
    return card_title(session.view(MIA).hand[-1])


def _numbers(cards: tuple[str, ...]) -> list[str]:
    return [card for card in cards if card.isdigit()]


def _name(state: State, seat: int) -> str:
    return state.setup.names[seat]


def _titles(cards: tuple[str, ...]) -> str:
    return listing(map(card_title, cards))


# Pieces of answers, each a whole sentence


def _said(right: bool, *sentences: str) -> Reply:
    return Reply(right, " ".join(sentence for sentence in sentences if sentence))


def _battle(tried: _Tried) -> str:
    """Tell a battle that was decided, and what it brought."""
    own, other = map(card_title, tried.flip)
    fields = {"own": own, "other": other}
    gain = tried.after.last.gain if tried.after.last else 0
    if tried.won:
        return plural(
            "You flip {own}, Tom {other}: you win {count} card.",
            "You flip {own}, Tom {other}: you win {count} cards.",
            gain,
            **fields,
        )
    return plural(
        "You flip {own}, Tom {other}: Tom wins {count} card.",
        "You flip {own}, Tom {other}: Tom wins {count} cards.",
        gain,
        **fields,
    )


def _not_now(before: State, action: AnyAction) -> str:
    """Answer what no task asks for: the clock, the bell, and the moves of others."""
    if isinstance(action, Bell):
        return _("That rings the bell: the game would end now. Leave it for the last step.")
    if isinstance(action, Clock):
        return _("That sets the clock of a timed game, and here nobody is in a hurry.")
    if action.seat != MIA and not isinstance(action, March):
        return _(
            "Those are {name}’s cards, and {name} plays them. Look at your own hand.",
            name=_name(before, action.seat),
        )
    return ""


# Answers to tasks

Answer = Callable[[_Tried], Reply]


def _task(
    place: Place, ask: str, answer: Answer, example: str, typing: str
) -> Task[State, AnyAction]:
    """Return a task that, besides what ``answer`` knows, has a word for what nobody asked for."""

    def reply(before: State, action: AnyAction, after: State) -> Reply:
        beside = _not_now(before, action)
        if beside:
            return _said(False, beside)
        return answer(_Tried(place, before, action, after))

    return Task(ask, reply, example, typing)


def _choose_any(tried: _Tried) -> Reply:
    return _said(
        True,
        _battle(tried),
        _(
            "They go face down under your herd, and everyone draws up to {hand} again: you get "
            "{card}.",
            hand=HAND,
            card=_drawn(tried.place, tried.flip[MIA]),
        ),
    )


def _reveal_first(tried: _Tried) -> Reply:
    if not isinstance(tried.action, Reveal):
        return _said(
            False,
            _("That chooses a card for the battle, face down."),
            _("But actions come before, and an action cannot fight. Play Reveal now."),
        )
    return _said(
        True,
        _("Tom has to show his hand: {cards}.", cards=_titles(_hand(tried.place, TOM))),
        _(
            "You draw {card} for the Reveal at once. The Reveal itself leaves the game for good.",
            card=_drawn(tried.place, REVEAL),
        ),
    )


def _win_cheaply(tried: _Tried) -> Reply:
    best = max(_numbers(_hand(tried.place)), key=int)
    if tried.flip[MIA] == best:
        return _said(
            False,
            _battle(tried),
            _(
                "That is allowed. But you knew that he has nothing above {most}, so less would "
                "have done. Keep your {best}.",
                most=max(_numbers(_hand(_REVEAL, TOM)), key=int),
                best=best,
            ),
        )
    return _said(
        True,
        _battle(tried),
        _(
            "You draw {card}, Tom draws, too, and your {best} is still in your hand.",
            card=_drawn(tried.place, tried.flip[MIA]),
            best=best,
        ),
    )


def _play_war(tried: _Tried) -> Reply:
    if tried.flip[MIA] != WAR:
        return _said(
            False,
            _battle(tried),
            _("That is allowed, but it costs you a card. Try your War card instead."),
        )
    return _said(
        True,
        _(
            "War against {other}: nobody wins, and everyone goes to war.",
            other=card_title(tried.flip[TOM]),
        ),
        plural(
            "The {count} card stays in the middle and begins the war pile.",
            "The {count} cards stay in the middle and begin the war pile.",
            tried.after.pile,
        ),
    )


def _pay(tried: _Tried) -> Reply:
    session = tried.place()
    session.do(March(MIA))
    return _said(
        True,
        _("First you both draw: you get {card}.", card=card_title(session.view(MIA).hand[-1])),
        _(
            "Then each of you lays the top {laid} cards of the herd face down. Nobody has seen "
            "them, and now {pile} cards lie in the middle.",
            laid=LAID,
            pile=tried.after.pile,
        ),
    )


def _win_the_war(tried: _Tried) -> Reply:
    return _said(
        True,
        _battle(tried),
        _(
            "That is the whole pile, face-down cards and all. You own {mine} cards now, Tom {his}.",
            mine=tried.after.totals[MIA],
            his=tried.after.totals[TOM],
        ),
    )


def _steal_first(tried: _Tried) -> Reply:
    if isinstance(tried.action, Raise):
        return _said(
            True,
            _("The Steal lies face up, and Tom spreads his cards face down before you."),
            _("The Steal itself leaves the game, as the Reveal did."),
        )
    return _said(
        False,
        _("That chooses a card for the battle, face down."),
        _("It is allowed, but first take something from Tom: play your Steal."),
    )


def _take_one(tried: _Tried) -> Reply:
    session = tried.place()
    session.do(tried.action)
    card = card_title(session.view(MIA).hand[-1])
    if isinstance(tried.action, Steal) and tried.action.where == "herd":
        return _said(
            False,
            _("That is allowed, and it would be {card}, a card nobody had seen.", card=card),
            _("But take one from his hand, so that he has less to choose from."),
        )
    return _said(
        True,
        _("You pick one without seeing its face, and it is {card}.", card=card),
        _(
            "Tom holds {cards} now and may not draw for it yet, but only after the battle, or "
            "when a war starts.",
            cards=cards_text(tried.after.hands[TOM]),
        ),
    )


def _lay_from_hand(tried: _Tried) -> Reply:
    return _said(
        True,
        _(
            "One from the herd, one from your hand: you have paid. {pile} cards lie in the middle, "
            "and you fight for them with the {left} you hold.",
            pile=tried.after.pile,
            left=tried.after.hands[MIA],
        ),
        _(
            "So lay down what you can do without: {low} rather than {high}.",
            low=min(_numbers(_hand(tried.place)), key=int),
            high=max(_numbers(_hand(tried.place)), key=int),
        ),
    )


# Questions


def _nobody() -> str:
    return _("Nobody, it is war")


def _names_or_war(state: State) -> tuple[str, ...]:
    return (*state.setup.names, _nobody())


def _winner_or_war(state: State, cards: tuple[str, ...]) -> str:
    seat = winner_of(cards)
    return _nobody() if seat == TABLE else _name(state, seat)


def _last_card(state: State) -> str:
    """Return the card with which the learner won the last battle."""
    return state.last.cards[MIA] if state.last else ""


def _same_number(state: State) -> str:
    return _winner_or_war(state, (_last_card(state),) * 2)


def _about_colors(state: State, choice: str) -> str:
    number = _last_card(state)
    if choice == _same_number(state):
        return _(
            "Colors mean nothing, so two cards of {number} are the same. Two equal numbers start a "
            "war, and you will soon see one.",
            number=number,
        )
    if choice == _name(state, MIA):
        return _("Why should blue be better? Your {number} is no higher than his.", number=number)
    return _("Why should red be better? His {number} is no higher than yours.", number=number)


def _in_the_game(state: State) -> int:
    return sum(state.totals)


def _amounts(state: State) -> tuple[str, ...]:
    size = state.deck.size
    return tuple(cards_text(count) for count in range(size - LAID, size + 1))


def _still_there(state: State) -> str:
    return cards_text(_in_the_game(state))


def _about_amounts(state: State, choice: str) -> str:
    gone = _titles(state.aside)
    fields = {"size": state.deck.size, "gone": gone}
    if choice == _still_there(state):
        return _(
            "There were {size}, and all but the {gone} are still in hands and herds. Numbers and "
            "War cards never leave the game; they only change hands.",
            **fields,
        )
    if choice == cards_text(state.deck.size):
        return _("So many were dealt. But what became of the {gone}?", **fields)
    own, other = state.last.cards if state.last else ("", "")
    return _(
        "Your {own} and his {other} lie under your herd: what is won stays in the game. Count "
        "again.",
        own=own,
        other=other,
    )


def _pair(state: State) -> tuple[str, ...]:
    """Return the cards of three, once the learner has flipped the high one."""
    return (HIGH, *state.chosen[TOM:])


def _wins_of_three(state: State) -> str:
    return _winner_or_war(state, _pair(state))


def _about_the_pair(state: State, choice: str) -> str:
    fields = {"high": HIGH, "low": listing(pairs_of(_pair(state)))}
    if choice == _wins_of_three(state):
        after = engine.apply(state, Choose(MIA, HIGH))
        return _(
            "Two cards of {low} are enough, whatever else lies there. The {high} wins nothing: all "
            "{pile} cards stay in the middle, and everyone goes to war, you too.",
            pile=after.pile,
            **fields,
        )
    if choice == _name(state, MIA):
        return _("{high} is the highest. But look at the other two.", **fields)
    return _("{name}’s {low} is not even the highest number here.", name=choice, **fields)


def _after_paying(state: State) -> State:
    return engine.apply(state, March(MIA))


def _piles(state: State) -> tuple[str, ...]:
    one_each = state.pile + len(state.alive)
    return tuple(map(cards_text, (state.pile, one_each, _after_paying(state).pile)))


def _next_pile(state: State) -> str:
    return cards_text(_after_paying(state).pile)


def _about_the_pile(state: State, choice: str) -> str:
    after = _after_paying(state)
    if choice == cards_text(after.pile):
        return _(
            "{pile} and {laid} more from each of {seats}. This goes on until a battle has a "
            "winner, who takes it all.",
            pile=state.pile,
            laid=LAID,
            seats=len(state.alive),
        )
    if choice == cards_text(state.pile):
        return _("So many lie there now. But a war that goes on has to be paid for again.")
    return _("With one card each it would be so many. But how many does everyone lay?")


def _draw_counts(_state: State) -> tuple[str, ...]:
    return tuple(cards_text(count) for count in range(HAND))


def _draws(state: State) -> str:
    return cards_text(engine.draws_of(state)[TOM])


def _about_draws(state: State, choice: str) -> str:
    count = engine.draws_of(state)[TOM]
    if choice == cards_text(count):
        return _(
            "One for the card he has flipped, and one for the stolen one, at last. Refilling "
            "comes first in a war; only then are {laid} cards laid down.",
            laid=LAID,
        )
    if choice == cards_text(0):
        return _("A stolen card is not replaced during a battle. But now a war starts.")
    return _("You draw so many. But Tom holds fewer cards than you do.")


def _last_action_choices(_state: State) -> tuple[str, ...]:
    return (_("I am out"), _("I draw another card"), _("I keep it for later"))


def _after_the_action(state: State) -> str:
    after = engine.apply(state, Reveal(MIA))
    out, drawn, _kept = _last_action_choices(state)
    return out if after.out[MIA] else drawn


def _about_the_action(state: State, choice: str) -> str:
    out, drawn, _kept = _last_action_choices(state)
    if choice == out:
        after = engine.apply(state, Reveal(MIA))
        return _(
            "You see Tom’s hand, and then you have nothing left. {name} is the last one with "
            "cards and wins. With a Steal you would have got one card and played on.",
            name=_name(after, after.alive[0]),
        )
    if choice == drawn:
        return _("A Reveal is replaced from the own herd. But how many cards has yours?")
    return _("An action cannot fight, so a hand without anything else has to play it.")


def _last_number_choices(_state: State) -> tuple[str, ...]:
    return (_("Yes, I have no card left"), _("No, I play on"), _("Only if Tom says so"))


def _after_the_flip(state: State) -> State:
    return engine.apply(state, Choose(MIA, "10"))


def _still_in(state: State) -> str:
    yes, no, _asked = _last_number_choices(state)
    return yes if _after_the_flip(state).out[MIA] else no


def _about_the_number(state: State, choice: str) -> str:
    yes, no, _asked = _last_number_choices(state)
    after = _after_the_flip(state)
    if choice == no:
        return _(
            "A card just played still counts until the battle is decided. You win, and with an "
            "empty herd the {count} cards go straight into your hand.",
            count=after.hands[MIA],
        )
    if choice == yes:
        return _("Your hand is empty for a moment. But first see who wins the battle.")
    return _("That is no matter of taste: look at the two numbers that lie there.")


def _fates(state: State) -> tuple[str, ...]:
    name = _name(state, TOM)
    return (
        _("{name} is out", name=name),
        _("{name} fights with the last card", name=name),
        _("{name} sits this war out", name=name),
    )


def _fate(state: State) -> str:
    out, fights_on, _waits = _fates(state)
    return out if _after_paying(state).out[TOM] else fights_on


def _about_fate(state: State, choice: str) -> str:
    out, fights_on, _waits = _fates(state)
    if choice == out:
        return _(
            "He can lay his last {cards}, but then nothing is left to fight with. What he laid "
            "stays in the pile; you are the last one with cards and win the game.",
            cards=cards_text(state.totals[TOM]),
        )
    if choice == fights_on:
        return _("How many does he hold, and how many of them has he to lay down first?")
    return _("Nobody may stay away: a war is for everyone who is in the game.")


def _bell_choices(state: State) -> tuple[str, ...]:
    return (*state.setup.names, _("Nobody, it is a draw"))


def _rung(state: State) -> State:
    return engine.apply(state, Bell(TABLE))


def _wins_at_the_bell(state: State) -> str:
    ended = engine.outcome(_rung(state))
    winners = ended.winners if ended else ()
    return _name(state, winners[0]) if len(winners) == 1 else _bell_choices(state)[-1]


def _about_the_bell(state: State, choice: str) -> str:
    mia, tom = state.totals
    fields = {"mia": mia, "tom": tom}
    if choice == _wins_at_the_bell(state):
        return _(
            "Hand and herd are counted together: {tom} cards against {mia}. Now you know both ways "
            "to win. Choose quickly, fight bravely!",
            **fields,
        )
    if choice == _name(state, MIA):
        return _("You hold more in your hand. But whose herd is the larger one?")
    return _("Only an equal count would be a draw, and {mia} is not {tom}.", **fields)


# The steps

_STEPS: tuple[Step[State, AnyAction], ...] = (
    Step(
        _("Choose a card"),
        _(
            "All cards are dealt out evenly and lie face down: your herd, at which nobody looks. "
            "Three of yours are in your hand. In a battle everyone secretly chooses one card, and "
            "all are flipped at once; the highest number wins them. Whoever has all the cards in "
            "the end has won. Tom has chosen already."
        ),
        ("goal", "deal", "battle", "choose", "highest"),
        _FIRST,
        _task(
            _FIRST,
            _("Choose a card for the battle."),
            _choose_any,
            "play Mia card 3",
            _("“play Mia card 3” chooses your third card."),
        ),
        _own,
    ),
    Step(
        _("Blue and red"),
        _(
            "Your 12 beat Tom’s 6. Both cards lie under your herd, and both of you have drawn up "
            "to three. The numbers come in several colors. Suppose your 12 was a blue one, and Tom "
            "had flipped a red 12 against it."
        ),
        ("highest", "color", "collect", "draw"),
        _WON,
        Quiz(_("Who would have won?"), _names_or_war, _same_number, _about_colors),
        _seen,
    ),
    Step(
        _("Look first"),
        _(
            "You have drawn an action card. Before anyone chooses, you may play your actions face "
            "up, as many as you like. Reveal shows you every other hand, and you draw a card for "
            "it at once. Nobody has chosen yet."
        ),
        ("actions", "reveal", "aside"),
        _REVEAL,
        _task(
            _REVEAL,
            _("Play your Reveal."),
            _reveal_first,
            "play Mia card 3",
            _("“play Mia card 3” plays your third card, the Reveal."),
        ),
        _own,
    ),
    Step(
        _("Win cheaply"),
        _(
            "You have seen 5, 4 and 2 in Tom’s hand, and now he has chosen one of them. A card "
            "that wins goes under your herd and is away for a long time. So why spend your best?"
        ),
        ("choose", "highest"),
        _KNOWN,
        _task(
            _KNOWN,
            _("Win this battle, but keep your 10."),
            _win_cheaply,
            "play Mia card 2",
            _("“play Mia card 2” chooses your second card."),
        ),
        _own,
    ),
    Step(
        _("What is gone"),
        _(
            "Your 8 beat Tom’s 5. You put both under your herd, drew a 6, and Tom drew a 9: three "
            "in each hand again. The two of you began with {size} cards.",
            size=sum(len(row.split()) for row in STORY),
        ),
        ("collect", "draw", "aside"),
        _COUNTED,
        Quiz(
            _("How many cards are still in the game?"),
            _amounts,
            _still_there,
            _about_amounts,
        ),
        _seen,
    ),
    Step(
        _("A War card"),
        _(
            "Two battles later you hold a War card. It has no number and never wins by itself. But "
            "when one is flipped, everyone goes to war, and the cards stay in the middle. Tom has "
            "chosen, and he looked very sure of himself."
        ),
        ("war-card", "war-pile"),
        _WAR_CARD,
        _task(
            _WAR_CARD,
            _("Start a war."),
            _play_war,
            "play Mia card 2",
            _("“play Mia card 2” chooses your second card, War."),
        ),
        _own,
    ),
    Step(
        _("What a war costs"),
        _(
            "Your War met Tom’s 10. A war begins with a refill: everyone draws up to three. Then "
            "everyone lays the top two cards of the herd face down in the middle, without looking."
        ),
        ("war-pile", "war-refill", "war-lay"),
        _PAYING,
        _task(
            _PAYING,
            _("Go to war."),
            _pay,
            "war",
            _("“war” does it for everyone."),
        ),
        _own,
    ),
    Step(
        _("The battle of the war"),
        _(
            "Now everything goes as in any battle: actions first, then a card from the hand. "
            "Whoever wins takes the whole pile, the face-down cards too. Nobody has an action to "
            "play, and Tom has chosen."
        ),
        ("war-battle", "war-win"),
        _WAR_BATTLE,
        _task(
            _WAR_BATTLE,
            _("Choose a card and win the war."),
            _win_the_war,
            "play Mia card 2",
            _("“play Mia card 2” chooses your second card."),
        ),
        _own,
    ),
    Step(
        _("Two low cards"),
        _(
            "A look at a table of three with the box on it. Tom has flipped a red 4, Zoe a blue 4. "
            "You flip a 12, and nobody has anything higher."
        ),
        ("war-pair", "color"),
        _LOW_PAIR,
        Quiz(_("Who wins the battle?"), _names_or_war, _wins_of_three, _about_the_pair),
        _seen,
    ),
    Step(
        _("And again"),
        _(
            "So it was war, and everyone paid for it. But then Tom flipped a 9, and so did you. A "
            "pair or a War card lets the war go on: all cards stay where they are, and it begins "
            "anew with the refill."
        ),
        ("war-on", "war-pair", "war-lay"),
        _AGAIN,
        Quiz(
            _("How many cards lie in the middle once all three have paid again?"),
            _piles,
            _next_pile,
            _about_the_pile,
        ),
        _seen,
    ),
    Step(
        _("Steal"),
        _(
            "Back to Tom. You have won one more battle and drawn the other action card. Steal "
            "takes one card, blindly, from an opponent’s hand or herd into your own hand."
        ),
        ("steal", "actions"),
        _STEAL,
        _task(
            _STEAL,
            _("Play your Steal."),
            _steal_first,
            "play Mia card 3",
            _("“play Mia card 3” plays your third card, the Steal."),
        ),
        _own,
    ),
    Step(
        _("Pick a card"),
        _(
            "Whoever is stolen from fans the cards out face down, and the thief picks one. From "
            "the hand it hurts more: there Tom may not draw a new one before this battle is over, "
            "or before a war starts."
        ),
        ("blind", "steal", "steal-refill"),
        _AIMING,
        _task(
            _AIMING,
            _("Take a card from Tom’s hand."),
            _take_one,
            "steal Mia from Tom hand card 1",
            _("“steal Mia from Tom hand card 1” takes the first card of the fan."),
        ),
        _own,
    ),
    Step(
        _("The late refill"),
        _(
            "The battle after your theft: Tom had two cards to choose from and flipped a 7, and so "
            "did you. War! You hold two cards now, and Tom holds a single one."
        ),
        ("steal-refill", "war-refill"),
        _LATE,
        Quiz(
            _("How many cards does Tom draw before he pays for the war?"),
            _draw_counts,
            _draws,
            _about_draws,
        ),
        _seen,
    ),
    Step(
        _("Only an action"),
        _(
            "Now say it had gone badly. Your herd is empty, and all you have is one Reveal. It "
            "cannot fight, so you have to play it before the battle."
        ),
        ("only-actions", "last-standing", "out"),
        _LAST_ACTION,
        Quiz(_("What becomes of you?"), _last_action_choices, _after_the_action, _about_the_action),
        _seen,
    ),
    Step(
        _("The last number"),
        _(
            "Almost as bad: your herd is empty, and all you have is one 10. With no herd one plays "
            "on from the hand, and only who has no card at all is out. You flip the 10, and Tom "
            "flips a 4."
        ),
        ("empty-herd", "out"),
        _LAST_NUMBER,
        Quiz(_("Are you out?"), _last_number_choices, _still_in, _about_the_number),
        _seen,
    ),
    Step(
        _("Paying from the hand"),
        _(
            "Another game, with few cards left, and it is war. You have drawn up to three, and "
            "your herd had only one card to lay down. What it lacks of the two comes from your "
            "hand, a card of your choice. Tom has laid his."
        ),
        ("war-hand", "empty-herd"),
        _FROM_HAND,
        _task(
            _FROM_HAND,
            _("Lay a card from your hand. Which can you do without?"),
            _lay_from_hand,
            "lay Mia with 1",
            _("“lay Mia with 1” lays down your first card."),
        ),
        _own,
    ),
    Step(
        _("Too few for a war"),
        _(
            "Whoever cannot lay two cards, or has none left to fight with after that, is out and "
            "leaves behind what could be laid. Both of you have flipped a 7, so it is war. Tom’s "
            "herd is empty, and he holds two cards."
        ),
        ("war-out", "last-standing"),
        _TOO_FEW,
        Quiz(_("What becomes of Tom?"), _fates, _fate, _about_fate),
        _seen,
    ),
    Step(
        _("The bell"),
        _(
            "A game may take hundreds of battles. So you can agree on a time before you begin; "
            "when it is up, the most cards win. The bell rings. You hold three cards, Tom only "
            "two, since one was stolen from him."
        ),
        ("timed", "goal"),
        _BELL,
        Quiz(_("Who wins?"), _bell_choices, _wins_at_the_bell, _about_the_bell),
        _seen,
    ),
)

LESSON: Lesson[State, AnyAction] = Lesson(
    GAME_ID,
    _("Learn Alpaca Battle"),
    _(
        "Choose in secret, flip, and go to war: in {count} short steps you, as Mia, fight a herd "
        "against Tom, and at a table against Zoe, too. Try what you like, nothing can break.",
        count=len(_STEPS),
    ),
    _STEPS,
)
