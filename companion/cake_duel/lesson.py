"""The lesson of Cake Duel: one duel of five bouts, told in short steps.

The steps stop one story at the moments where a rule first matters; a few look at a table of their
own. The learner is always Mia. Positions are made when a step opens, and every number in an answer
comes from them. The cards a learner lays down are in no log; an answer that needs them lays down
every choice there was, on the same position, until the seal is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import permutations
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.cake_duel import engine
from companion.cake_duel.claims import is_true
from companion.cake_duel.moves import next_starter
from companion.cake_duel.odds import at_least
from companion.cake_duel.scoring import all_cakes, cakes_of, match_score, needed
from companion.cake_duel.state import (
    Accept,
    AnyAction,
    Attack,
    Block,
    Challenge,
    Claim,
    Fix,
    ForgotWolfy,
    NextBout,
    Overdraw,
    Resupply,
    ShowWolfy,
    State,
    partner,
)
from companion.cake_duel.story import cakes_text, cards_text, claim_text
from companion.cake_duel.troops import (
    CORE,
    DUEL,
    HAND,
    SPECIALS,
    TROOP,
    core_deck,
    specials_in,
)
from companion.language import _, listing, plural
from companion.lessons import Lesson, Quiz, Reply, Step, Task
from companion.opening import start
from companion.session import Session

Position = Session[State, AnyAction, Any]
Place = Callable[[], Position]

GAME_ID = "cake-duel"
NAMES = ("Mia", "Tom")
TEAM_NAMES = ("Mia", "Ben", "Tom", "Zoe")
MIA, TOM = 0, 1

STORY = (
    (
        "claim 2 soldiers with 2 3", "accept", "draw",
        "claim 2 archers with 1 4", "block 1 defender with 4", "accept", "draw",
        "claim 2 wizards with 2 4", "accept",
    ),
    ("next", "claim 2 wizards with 1 3", "challenge true"),
    ("next", "claim 2 wizards with 2 3", "challenge bluff"),
    (
        "next",
        "claim 3 soldiers with 1 2 3", "block 3 defenders with 2 3 4", "accept", "draw",
        "claim 3 soldiers with 2 3 4", "block 3 defenders with 2 3 4", "accept", "draw",
        "claim 2 archers with 1 2", "accept", "draw",
        "claim 2 soldiers with 2 3", "block 2 defenders with 1 2", "accept", "draw",
        "claim 2 wizards with 1 2", "challenge bluff",
    ),
    (
        "next",
        "claim 1 archer with 1", "accept", "draw",
        "claim 2 soldiers with 3 4", "accept", "draw",
        "pass", "pass",
    ),
)  # fmt: skip
"""What happens, bout by bout. At a table nobody names cards; where the kit deals, it flips them."""
SEEDS = ("4358658", "4358658", "4358658", "1043410", "179907")
"""By bout, a deal with the hands that the story tells of; the bouts before go as told, too."""
SPECIALS_SEED, SPECIALS_CLAIM = "415", "claim 2 soldiers with 1 3"
TEAM_SEED = "164"
CARELESS = ("claim 2 soldiers", "block 1 defender", "accept")


# Positions


def _story(bout: int, acts: int, match: str = "one") -> Position:
    """Return the story after ``acts`` of what happens in ``bout``, counted from 1.

    Tom is marked as a computer, so that a page shows the hand of the learner alone.
    """
    session = start(
        GAME_ID,
        NAMES,
        rulings={"match": match},
        virtual=True,
        seed=SEEDS[bout - 1],
        computers={TOM: "honest"},
    )
    for act in _acts(bout, acts):
        session.do("challenge" if act.startswith("challenge") else act)
    return session


def _at_a_table(bout: int, acts: int) -> Position:
    """Return the same, as a table with the box knows it."""
    told = [act.partition(" with ")[0] for act in _acts(bout, acts)]
    return start(GAME_ID, NAMES).play(*told)


def _acts(bout: int, acts: int) -> list[str]:
    before = [act for earlier in STORY[: bout - 1] for act in earlier]
    return [*before, *STORY[bout - 1][:acts]]


def _careless() -> Position:
    return start(GAME_ID, NAMES).play(*CARELESS)


def _with_specials() -> Position:
    session = start(
        GAME_ID,
        NAMES,
        edition="specials",
        first=TOM,
        virtual=True,
        seed=SPECIALS_SEED,
        computers={TOM: "honest"},
    )
    session.do(SPECIALS_CLAIM)
    return session


def _in_teams() -> Position:
    others = dict.fromkeys(range(1, len(TEAM_NAMES)), "honest")
    session = start(GAME_ID, TEAM_NAMES, virtual=True, seed=TEAM_SEED, computers=others)
    session.do("lead Mia")
    return session


_FIRST = partial(_story, 1, 0)
_ATTACKED = partial(_story, 1, 4)
_BLUFFING = partial(_story, 1, 7)
_BELIEVED = partial(_story, 1, 8)
_TWO_WIZARDS = partial(_story, 2, 2)
_CAUGHT = partial(_story, 3, 2)
_EMPTY_DECK = partial(_story, 4, 15)
_LAST_CARDS = partial(_story, 4, 17)
_WOLFY = partial(_story, 5, 4)
_GOT_THROUGH = partial(_at_a_table, 5, 6)
_PASSED = partial(_story, 5, 8)
_FORGOTTEN = partial(_at_a_table, 5, 9)
_DUEL_WON = partial(_story, 5, 9, "five")


def _own(session: Position) -> str:
    """Return the table as text with the learner's own cards."""
    return session.text(MIA)


def _seen(session: Position) -> str:
    """Return the same without its first lines, which tell what to do next."""
    return session.text(MIA).partition("\n\n")[2]


# Reading a position


class _Tried(NamedTuple):
    """An attempt at a task, and the cards that the learner laid down in it."""

    before: State
    action: AnyAction
    after: State
    laid: tuple[str, ...] = ()

    @property
    def claim(self) -> Claim:
        """What the learner has claimed."""
        claim = self.after.block or self.after.attack
        assert claim is not None  # noqa: S101  asked only of an attack or a block
        return claim

    @property
    def honest(self) -> bool:
        """Whether the learner's claim is true."""
        return is_true(self.after, self.claim, self.laid) is True


def _laid(place: Place, action: Attack | Block) -> tuple[str, ...]:
    """Return the cards of a claim made in a step: those that get the same seal."""
    session = place()
    held = range(session.state.hands[action.seat])
    for cards in permutations(held, action.count):
        if session.do(replace(action, cards=cards, seal="")).action == action:
            break
        session.undo()
    return tuple(session.view(action.seat).laid)


def _accepted(state: State) -> State:
    """Return the table once the claim that lies there is accepted."""
    return engine.apply(state, Accept(engine.to_act(state)[0]))


def _loot(state: State) -> int:
    """Return how many cakes move if the claim that lies there is accepted."""
    return _accepted(state).turns[-1].stolen


def _name(state: State, seat: int) -> str:
    return state.setup.names[seat]


def _winner(state: State) -> str:
    """Return the name of who won the bout that has just ended."""
    return _name(state, state.bouts[-1].winner)


# Pieces of answers, each a whole sentence


def _said(right: bool, *sentences: str) -> Reply:
    return Reply(right, " ".join(sentence for sentence in sentences if sentence))


def _laid_down(tried: _Tried) -> str:
    """Tell a claim and whether it is true."""
    fields = {"claim": claim_text(tried.claim), "cards": cards_text(tried.laid)}
    if tried.honest:
        return _("You claim {claim}, and that is what lies there.", **fields)
    return plural(
        "You lay down {cards} and call it {claim}.",
        "You lay down {cards} and call them {claim}.",
        len(tried.laid),
        **fields,
    )


def _moving(state: State) -> str:
    """Tell what happens to an attack that stands."""
    loot, ends = _loot(state), _accepted(state).end is not None
    if ends:
        return plural(
            "If nobody challenges or blocks it, {count} cake moves, and you have all of them.",
            "If nobody challenges or blocks it, {count} cakes move, and you have all of them.",
            loot,
        )
    return plural(
        "If nobody challenges or blocks it, {count} cake moves.",
        "If nobody challenges or blocks it, {count} cakes move.",
        loot,
    )


def _too_many(claim: Claim) -> str:
    """Warn of a claim that everybody can see through."""
    printed = TROOP[claim.troop].copies
    if claim.count <= printed:
        return ""
    return _(
        "But the deck has only {printed} of them, so Tom need not even think.", printed=printed
    )


def _turned_up(action: Challenge, before: State, after: State) -> str:
    """Tell a challenge and what it did to the bout."""
    claim = before.block or before.attack
    fields = {
        "claimer": _name(before, claim.seat if claim else action.seat),
        "claim": claim_text(claim) if claim else "",
        "cards": cards_text(action.shown),
        "winner": _winner(after),
    }
    if action.truthful:
        return _("{claimer} turns up {cards}: it was true, and {winner} wins the bout.", **fields)
    return _("{claimer} turns up {cards}: a bluff, and {winner} wins the bout.", **fields)


def _by_hand() -> Reply:
    return _said(
        False,
        _("That sets a count by hand: a help when the real table differs from the page."),
        _("In the lesson nothing needs mending; do what is asked instead."),
    )


def _mishap() -> Reply:
    return _said(
        False,
        _("That notes a mishap at the table; you will meet those in a moment."),
        _("Here nobody has done anything wrong; do what is asked instead."),
    )


def _no_attack(hint: str) -> Reply:
    """Answer a pass where an attack is asked for."""
    passed = _("That is allowed: your turn would be over at once, and Tom would attack.")
    return _said(False, passed, hint)


# Answers to tasks

Answer = Callable[[_Tried], Reply]


def _task(
    place: Place, ask: str, answer: Answer, example: str, typing: str
) -> Task[State, AnyAction]:
    """Return a task that, besides what ``answer`` knows, has a word for mending by hand."""

    def reply(before: State, action: AnyAction, after: State) -> Reply:
        if isinstance(action, Fix):
            return _by_hand()
        if isinstance(action, Overdraw | ForgotWolfy):
            return _mishap()
        laid = _laid(place, action) if isinstance(action, Attack | Block) else ()
        return answer(_Tried(before, action, after, laid))

    return Task(ask, reply, example, typing)


def _attack_truly(tried: _Tried) -> Reply:
    if not isinstance(tried.action, Attack):
        return _no_attack(_("But you have cards that steal. Attack!"))
    if tried.honest:
        return _said(True, _laid_down(tried), _moving(tried.after))
    return _said(
        False,
        _laid_down(tried),
        _("You may do even that, and soon you will. For a start, say what is true."),
    )


def _block_truly(tried: _Tried) -> Reply:
    if isinstance(tried.action, Challenge):
        return _said(
            False,
            _turned_up(tried.action, tried.before, tried.after),
            _("A challenge ends the bout, so think twice. This time block."),
        )
    if not isinstance(tried.action, Block):
        return _let_pass(tried)
    if tried.honest:
        return _said(True, _laid_down(tried), _stopped(tried))
    return _said(
        False,
        _laid_down(tried),
        _stopped(tried),
        _("Allowed, but if Tom challenges it, you lose the bout. Claim only what you hold."),
    )


def _let_pass(tried: _Tried) -> Reply:
    loot = tried.after.turns[-1].stolen
    return _said(
        False,
        plural(
            "That is allowed: {count} cake would move.",
            "That is allowed: {count} cakes would move.",
            loot,
        ),
        _("But you can stop some of it. Block."),
    )


def _stopped(tried: _Tried) -> str:
    """Tell what a block stops, and what moves in spite of it."""
    attack = tried.after.attack
    loot = _loot(tried.after)
    fields = {"block": claim_text(tried.claim), "attack": claim_text(attack) if attack else ""}
    if not loot:
        return _("{block} against {attack}: if it stands, no cake moves.", **fields)
    return plural(
        "{block} against {attack}: if it stands, {count} cake still moves.",
        "{block} against {attack}: if it stands, {count} cakes still move.",
        loot,
        **fields,
    )


def _bluff(tried: _Tried) -> Reply:
    if not isinstance(tried.action, Attack):
        return _no_attack(_("But this time bluff: attack with something you do not have."))
    if tried.honest:
        return _said(
            False,
            _laid_down(tried),
            _("Nobody could catch you at that. But this time bluff."),
        )
    backs = plural("Tom sees {count} back.", "Tom sees {count} backs.", tried.claim.count)
    return _said(True, _laid_down(tried), backs, _too_many(tried.claim), _moving(tried.after))


def _challenge(tried: _Tried) -> Reply:
    """Answer what is done about a claim that is likely a bluff, and is none."""
    if isinstance(tried.action, Challenge):
        return _said(
            True,
            _turned_up(tried.action, tried.before, tried.after),
            _("No cakes move, but the bout is gone."),
            _(
                "The guess was good; still, {chance} happens. It is best to challenge when you "
                "know something.",
                chance=_chance_answer(tried.before),
            ),
        )
    if isinstance(tried.action, Block):
        return _said(
            False,
            _laid_down(tried),
            _stopped(tried),
            _("That is allowed, but Tom may call your own bluff. This time challenge his."),
        )
    return _said(False, _all_gone(tried.after), _("Challenge!"))


def _all_gone(state: State) -> str:
    """Tell an accepted attack that took everything."""
    return _(
        "Then {cakes} move, {thief} has them all and wins the bout.",
        cakes=cakes_text(state.turns[-1].stolen),
        thief=_winner(state),
    )


def _see_through(tried: _Tried) -> Reply:
    """Answer what is done about a claim that cannot be true."""
    claim = tried.before.attack
    assert claim is not None  # noqa: S101  the step is about one
    if isinstance(tried.action, Challenge):
        return _said(True, _turned_up(tried.action, tried.before, tried.after), _known(claim))
    ended = engine.apply(tried.after, Resupply(tried.after.attacker))
    return _said(
        False,
        _("Then {cakes} move.", cakes=cakes_text(tried.after.turns[-1].stolen)),
        _(
            "Nobody has a card left, so both pass, and {winner} wins the bout, {most} to {least}.",
            winner=_winner(ended),
            most=max(ended.cakes),
            least=min(ended.cakes),
        ),
        _("Look again at the cards you have played."),
    )


def _known(claim: Claim) -> str:
    """Tell why a claim could not be true."""
    troop = TROOP[claim.troop]
    own = _LAST_CARDS().view(MIA).played.count(troop.id)
    return _(
        "Of {all} you had played {own} yourself, so he could have {left} at most: a safe "
        "challenge, even without a card in your hand.",
        all=troop.counted(troop.copies),
        own=own,
        left=troop.copies - own,
    )


def _play_wolfy(tried: _Tried) -> Reply:
    if not isinstance(tried.action, Attack):
        return _no_attack(_("But then Sir Wolfy stays in your hand. Play him."))
    if "wolfy" in tried.laid:
        return _said(
            True,
            _laid_down(tried),
            _("A challenge would cost you the bout, as with any bluff."),
            _too_many(tried.claim),
            _moving(tried.after),
        )
    return _said(
        False,
        _laid_down(tried),
        _("That is allowed, but Sir Wolfy stays in your hand. Play him, alone or with others."),
    )


def _show_wolfy(tried: _Tried) -> Reply:
    if isinstance(tried.action, ShowWolfy):
        return _said(
            True,
            _("Now everybody sees that it was a bluff, and it counts all the same."),
            _("After that, cards are drawn as ever."),
        )
    return _said(
        False,
        _("Now the cards are drawn, and Sir Wolfy has been forgotten."),
        _("That can cost you the bout, as you will see. Turn him up first."),
    )


def _win_by_passing(tried: _Tried) -> Reply:
    end = tried.after.end
    if isinstance(tried.action, Attack) or end is None:
        mine, his = tried.before.cakes
        return _said(
            False,
            _laid_down(tried),
            _moving(tried.after),
            _(
                "But Tom may do either, while a pass ends the bout at once: you have {mine} cakes "
                "and Tom {his}.",
                mine=mine,
                his=his,
            ),
        )
    return _said(
        True,
        _(
            "Two passes in a row, and you have more cakes, {mine} to {his}: the bout is yours.",
            mine=end.cakes[MIA],
            his=end.cakes[TOM],
        ),
        _(
            "So is the duel, {mine} bouts to {his}.",
            mine=tried.after.trophies[MIA],
            his=tried.after.trophies[TOM],
        ),
        _("Tom had {cards}; he was waiting for your attack.", cards=_toms_hand(_PASSED)),
    )


def _toms_hand(place: Place) -> str:
    return cards_text(place().view(TOM).hand)


def _claim_an_angel(tried: _Tried) -> Reply:
    if isinstance(tried.action, Challenge):
        return _said(
            False,
            _turned_up(tried.action, tried.before, tried.after),
            _("This time try the Angel."),
        )
    if not isinstance(tried.action, Block):
        return _let_pass(tried)
    if tried.action.troop != "angel":
        return _said(
            False,
            _laid_down(tried),
            _stopped(tried),
            _("That is allowed, too. But this time claim an Angel."),
        )
    one = _("One would have done.") if tried.claim.count > 1 else ""
    return _said(True, _laid_down(tried), _stopped(tried), one, _heavenly(tried.after))


def _heavenly(state: State) -> str:
    """Tell what an Angel that stands leads to."""
    after = _accepted(state)
    drawn = engine.apply(after, Resupply(after.attacker))
    return _(
        "Then {name} attacks again. Nobody knows whether an Angel is in the deck, so only a "
        "challenge would tell.",
        name=_name(drawn, drawn.attacker),
    )


def _attack_one(tried: _Tried) -> Reply:
    if not isinstance(tried.action, Attack):
        return _said(
            False,
            _("That is allowed: the turn would go to the other team. But attack this time."),
        )
    names, target = tried.after.setup.names, tried.action.target
    return _said(
        True,
        _laid_down(tried),
        _(
            "Only {target} may block or challenge it; {other} may not.",
            target=names[target],
            other=names[partner(target)],
        ),
        _moving(tried.after),
        _next_in_turn(tried.after),
    )


def _next_in_turn(state: State) -> str:
    """Tell who attacks after a claim that stands."""
    accepted = _accepted(state)
    if accepted.end is not None:
        return ""
    drawn = engine.apply(accepted, Resupply(accepted.attacker))
    return _(
        "Then you may swap a card with {mate}, cards are drawn, and {next} attacks.",
        mate=_name(state, partner(state.attacker)),
        next=_name(drawn, drawn.attacker),
    )


def _another_duel(tried: _Tried) -> Reply:
    before, after = tried.before, tried.after
    score = listing(
        _("{name} {duels}", name=name, duels=duels)
        for name, duels in zip(after.setup.names, match_score(after), strict=True)
    )
    return _said(
        True,
        _("Duels won so far: {score}.", score=score),
        _(
            "{name} attacks first. Whoever wins {duels} duels wins the match.",
            name=_name(after, after.starter),
            duels=needed(before.setup.rulings["match"]),
        ),
        _("Enjoy your cake!"),
    )


# Questions


def _names(state: State) -> tuple[str, ...]:
    return state.setup.names


def _fitting(troop: str) -> Block:
    return Block(MIA, troop, 1, (0,))


_OFFERED = ("soldier", "scientist", "defender")


def _offered(_state: State) -> tuple[str, ...]:
    return tuple(TROOP[troop].title for troop in _OFFERED)


def _fits(state: State) -> str:
    fitting = [troop for troop in _OFFERED if engine.check(state, _fitting(troop)) is None]
    return TROOP[fitting[0]].title


def _about_fit(state: State, choice: str) -> str:
    [troop] = [troop for troop in _OFFERED if TROOP[troop].title == choice]
    refusal = engine.check(state, _fitting(troop))
    if refusal is None:
        attack = state.attack
        return _(
            "The {blocker} stops the {attacker}. A bluff, too, has to name a troop that fits.",
            blocker=choice,
            attacker=TROOP[attack.troop].title if attack else "",
        )
    return _("That is refused: {reason} Which troop does?", reason=refusal.reason)


def _amounts(state: State) -> tuple[int, int, int]:
    """Return the cards of an attack, the cakes they could steal, and those that really move."""
    claim = state.attack
    assert claim is not None  # noqa: S101  the step is about one
    return claim.count, claim.count * TROOP[claim.troop].steals, _loot(state)


def _cake_choices(state: State) -> tuple[str, ...]:
    return tuple(cakes_text(count) for count in sorted(set(_amounts(state))))


def _cakes_moved(state: State) -> str:
    return cakes_text(_loot(state))


def _about_cakes(state: State, choice: str) -> str:
    _cards, could, loot = _amounts(state)
    fields = {"claim": claim_text(state.attack) if state.attack else "", "could": could}
    has = state.cakes[TOM]
    if choice == cakes_text(loot):
        return _(
            "{claim} could steal {could}, but Tom has only {has}. That was his last cake: you win "
            "the bout. Your cards stay face down, and nobody ever sees that you played {laid}.",
            has=has,
            laid=cards_text(_BELIEVED().view(MIA).laid),
            **fields,
        )
    if choice == cakes_text(could):
        return _("{claim} could steal {could}. But how many does Tom have?", **fields)
    return _("That is the number of cards. But a Wizard steals more than one cake.")


def _chance(state: State, count: int) -> Fraction:
    """Return how likely it was that Tom held ``count`` or more of what he claims."""
    claim = state.attack
    assert claim is not None  # noqa: S101  the step is about one
    own = _TWO_WIZARDS().view(MIA).hand
    held = state.hands[TOM] + claim.count
    unseen = state.size - len(own)
    return at_least(TROOP[claim.troop].copies - own.count(claim.troop), unseen, held, count)


def _percent(share: Fraction) -> str:
    return _("{share} %", share=round(100 * share))


def _counts(state: State) -> range:
    """Return the numbers of Wizards that the question is about."""
    return range(1, TROOP[state.attack.troop].copies + 1) if state.attack else range(1)


def _chance_choices(state: State) -> tuple[str, ...]:
    return tuple(_percent(share) for share in sorted(_chance(state, n) for n in _counts(state)))


def _chance_answer(state: State) -> str:
    return _percent(_chance(state, state.attack.count if state.attack else 0))


def _about_chance(state: State, choice: str) -> str:
    [count] = [n for n in _counts(state) if _percent(_chance(state, n)) == choice]
    claim = state.attack
    assert claim is not None  # noqa: S101  the step is about one
    troop = TROOP[claim.troop]
    own = _TWO_WIZARDS().view(MIA).hand
    if count == claim.count:
        return _(
            "{copies} are among the {unseen} cards you cannot see, and Tom was dealt {held} of "
            "the {unseen}. In about one of {times} such deals he gets {claim} or more.",
            unseen=state.size - len(own),
            copies=troop.counted(troop.copies - own.count(troop.id)),
            held=state.hands[TOM] + claim.count,
            claim=claim_text(claim),
            times=round(1 / _chance(state, count)),
        )
    fields = {"choice": choice, "some": troop.counted(count), "claim": claim_text(claim)}
    if count < claim.count:
        return _("{choice} is the chance of {some} or more. But it takes {claim}.", **fields)
    return _("{choice} is the chance of {some}. But {claim} are enough.", **fields)


def _yes() -> str:
    return _("Yes")


def _half() -> str:
    return _("Half of it")


def _no() -> str:
    return _("No, it is a bluff")


def _truths(_state: State) -> tuple[str, ...]:
    return (_yes(), _half(), _no())


def _truth(state: State) -> str:
    claim = state.attack
    assert claim is not None  # noqa: S101  the step is about one
    return _yes() if is_true(state, claim, _CAUGHT().view(MIA).laid) else _no()


def _about_truth(state: State, choice: str) -> str:
    if choice != _truth(state):
        claim = state.attack
        fields = {
            "cards": cards_text(_CAUGHT().view(MIA).laid),
            "claim": claim_text(claim) if claim else "",
        }
        if choice == _half():
            return _("There are no halves: {cards} are not {claim}.", **fields)
        return _("You said {claim}. But what lies there is {cards}.", **fields)
    session = _CAUGHT()
    entry = session.do("challenge")
    assert isinstance(entry.action, Challenge)  # noqa: S101  that was done
    return " ".join(
        [
            _turned_up(entry.action, state, session.state),
            _("One false card is enough, and no cakes move."),
            _("Tom could count: he holds {cards} himself.", cards=_wizards_of_tom()),
        ]
    )


def _wizards_of_tom() -> str:
    return cards_text(card for card in _CAUGHT().view(TOM).hand if card == "wizard")


def _nobody() -> str:
    return _("Nobody")


def _names_or_nobody(state: State) -> tuple[str, ...]:
    return (*state.setup.names, _nobody())


def _after_drawing(state: State) -> State:
    return engine.apply(state, Resupply(state.attacker))


def _next_to_attack(state: State) -> str:
    after = _after_drawing(state)
    return _nobody() if after.end is not None else _name(after, after.attacker)


def _about_next(state: State, choice: str) -> str:
    after = _after_drawing(state)
    [*_before, last] = after.turns
    fields = {"name": _name(after, last.attacker), "next": _name(after, after.attacker)}
    if choice == fields["next"]:
        return _(
            "It would be {name}’s turn, but {name} has no cards and passes automatically. So "
            "{next}, who still has {cards}, attacks again.",
            cards=plural("{count} card", "{count} cards", after.hands[after.attacker]),
            **fields,
        )
    if choice == fields["name"]:
        return _("It would be {name}’s turn. But with which cards?", **fields)
    return _("An empty deck ends nothing: there are still cards in a hand.")


def _fates(state: State) -> tuple[str, ...]:
    mia, tom = state.setup.names
    return (
        _("{name}’s win counts", name=mia),
        _("{name} wins it", name=tom),
        _("It is played again"),
    )


def _fate(state: State) -> str:
    """Return what the engine makes of a forgotten Wolfy."""
    after = engine.apply(state, ForgotWolfy(MIA))
    counts, lost, again = _fates(state)
    if after.bouts[-1].void:
        return again
    return counts if after.bouts[-1].winner == MIA else lost


def _about_fate(state: State, choice: str) -> str:
    counts, _lost, _again = _fates(state)
    if choice != _fate(state):
        if choice == counts:
            return _("Then hiding Sir Wolfy would pay, and it must not.")
        return _("No, for that he would have had to challenge you.")
    after = engine.apply(state, ForgotWolfy(MIA))
    return _(
        "So the duel stands at {mine} to {his} again, and {name} attacks first once more. Had Tom "
        "won the bout, it would count: only the forgetful one loses by it.",
        mine=after.trophies[MIA],
        his=after.trophies[TOM],
        name=_name(after, next_starter(after)),
    )


def _overdrawn(state: State, *, replay: bool) -> State:
    return engine.apply(state, Overdraw(TOM, replay))


def _starts_next(state: State) -> str:
    ended = _overdrawn(state, replay=False)
    return _name(ended, next_starter(ended))


def _about_start(state: State, choice: str) -> str:
    ended, again = _overdrawn(state, replay=False), _overdrawn(state, replay=True)
    if choice != _starts_next(state):
        return _(
            "{name} would, if you let the bout be replayed: then it begins as before. But you "
            "insist, so somebody has lost it.",
            name=_name(again, next_starter(again)),
        )
    fresh = engine.apply(ended, NextBout(next_starter(ended)))
    return _(
        "{winner} wins the bout and takes a trophy. {loser} has lost it and attacks first, with "
        "{few} cakes against {many}.",
        winner=_winner(ended),
        loser=_name(fresh, fresh.starter),
        few=min(fresh.cakes),
        many=max(fresh.cakes),
    )


# The steps

_MINE, _HIS = cakes_of(MIA, 2)
_OURS, _THEIRS = cakes_of(MIA, 4)
_DECK = listing(troop.counted(troop.copies) for troop in CORE)
_WIZARDS = TROOP["wizard"].copies

_STEPS: tuple[Step[State, AnyAction], ...] = (
    Step(
        _("Say what you play"),
        _(
            "You are Mia and play against Tom for {all} cakes. You begin, so you have {mine} and "
            "he has {his}; each of you holds {hand} secret cards. To attack, lay some face down "
            "and claim how many there are and of which troop, one name for all of them. A Soldier "
            "or an Archer steals one cake, a Wizard two.",
            all=all_cakes(2),
            mine=_MINE,
            his=_HIS,
            hand=HAND,
        ),
        ("setup", "attack", "claim", "one-name"),
        _FIRST,
        _task(
            _FIRST,
            _("Attack, and claim only what you really lay down."),
            _attack_truly,
            "claim 2 soldiers with 2 3",
            _("“claim 2 soldiers with 2 3” lays down your cards 2 and 3 as two Soldiers."),
        ),
        _own,
    ),
    Step(
        _("A blocker that fits"),
        _(
            "You claimed two Soldiers and Tom let them pass: two cakes moved, and now it is too "
            "late to challenge. You drew up to {hand} cards again; the attacker always draws "
            "before the blocker. Next, Tom claims two Archers. You may accept, challenge or block: "
            "Defenders stop Soldiers and Archers, Scientists stop Wizards.",
            hand=HAND,
        ),
        ("resolve", "resupply", "challenge-time", "block"),
        _ATTACKED,
        Quiz(_("Which name may you claim to block Archers?"), _offered, _fits, _about_fit),
        _seen,
    ),
    Step(
        _("Block"),
        _(
            "A block is a claim, too: cards face down and one name, and it may be challenged. Each "
            "blocker stops one attacker. You may claim fewer blockers than attackers, never more; "
            "the attackers left over still steal."
        ),
        ("block", "block-count"),
        _ATTACKED,
        _task(
            _ATTACKED,
            _("Block Tom’s Archers with what you really hold."),
            _block_truly,
            "block 1 defender with 4",
            _("“block 1 defender with 4” lays down your card 4 as a Defender."),
        ),
        _own,
    ),
    Step(
        _("Bluff"),
        _(
            "Tom accepted your Defender and stole one cake. Now for the heart of the game. Only "
            "the number of cards has to be true; the name may be a lie. The cards stay face down, "
            "and as long as nobody challenges them, what you claim is what happens."
        ),
        ("claim", "resolve"),
        _BLUFFING,
        _task(
            _BLUFFING,
            _("Attack with a bluff: lay down at least one card that is not what you claim."),
            _bluff,
            "claim 2 wizards with 2 4",
            _("“claim 2 wizards with 2 4” lays down your cards 2 and 4 as two Wizards."),
        ),
        _own,
    ),
    Step(
        _("He believes you"),
        _(
            "You have said “two Wizards”. Tom looks at his cards, then at you, and sighs: “I "
            "accept.” Attackers that nobody blocks steal their cakes, but never more than the "
            "victim has. Whoever holds all the cakes wins the bout."
        ),
        ("resolve", "all-cakes", "claim"),
        _BELIEVED,
        Quiz(_("How many cakes move?"), _cake_choices, _cakes_moved, _about_cakes),
        _seen,
    ),
    Step(
        _("Is that likely?"),
        _(
            "One trophy for you! All cards are shuffled and dealt anew, and the loser attacks "
            "first, with {few} cakes against {many}. So Tom begins: “Two Wizards!” The deck is "
            "{deck}.",
            few=_MINE,
            many=_HIS,
            deck=_DECK,
        ),
        ("next-bout", "deck"),
        _TWO_WIZARDS,
        Quiz(
            _("Before he spoke, how likely was it that Tom held two Wizards or more?"),
            _chance_choices,
            _chance_answer,
            _about_chance,
        ),
        _seen,
    ),
    Step(
        _("Challenge"),
        _(
            "Right after a claim you may challenge it: the cards are turned up, and the bout is "
            "over. If every card is what was claimed, the claimer wins it; if a single one is not, "
            "you do. Two Wizards would take all your cakes, and Tom can hardly have them."
        ),
        ("challenge",),
        _TWO_WIZARDS,
        _task(
            _TWO_WIZARDS,
            _("Challenge Tom’s two Wizards."),
            _challenge,
            "challenge",
            _("Type “challenge”."),
        ),
        _own,
    ),
    Step(
        _("Caught"),
        _(
            "One bout each. The loser begins, and that is you. Bluffing worked once, so you try it "
            "again: “Two Wizards!” One of your two cards is even a Wizard. But this time Tom says: "
            "“Show me.”"
        ),
        ("challenge", "claim", "next-bout"),
        _CAUGHT,
        Quiz(_("Is your claim true?"), _truths, _truth, _about_truth),
        _seen,
    ),
    Step(
        _("The deck runs out"),
        _(
            "Bout four is a long one. The deck is empty, so you play on with the cards in hand, "
            "and your last two just went into a block. A player without cards passes automatically "
            "and cannot block, but may still challenge."
        ),
        ("short-deck", "no-cards"),
        _EMPTY_DECK,
        Quiz(
            _("It would be your turn. Who attacks next?"),
            _names_or_nobody,
            _next_to_attack,
            _about_next,
        ),
        _seen,
    ),
    Step(
        _("Count the cards"),
        _(
            "Tom attacks again, with his last two cards: “Two Wizards!” You have nothing to block "
            "with. But there are {wizards} Wizards in the deck, and nobody knows as well as you "
            "what you have played yourself in this bout.",
            wizards=_WIZARDS,
        ),
        ("challenge", "no-cards", "deck"),
        _LAST_CARDS,
        _task(
            _LAST_CARDS,
            _("Look at the cards you played, then answer Tom."),
            _see_through,
            "challenge",
            _("Type “challenge” or “accept”."),
        ),
        _own,
    ),
    Step(
        _("Sir Wolfy"),
        _(
            "Two bouts each: this one decides. Tom’s Archer has stolen one cake already, and "
            "among your cards is Sir Wolfy. His name may never be claimed, so you play him under "
            "another, and every claim he is in is a bluff."
        ),
        ("wolfy",),
        _WOLFY,
        _task(
            _WOLFY,
            _("Attack, with Sir Wolfy among the cards you lay down."),
            _play_wolfy,
            "claim 2 soldiers with 3 4",
            _("“claim 2 soldiers with 3 4” lays down your cards 3 and 4 as two Soldiers."),
        ),
        _own,
    ),
    Step(
        _("He got through"),
        _(
            "“Two Soldiers”, you said, and Tom believed it. In a friendly game, whoever got Sir "
            "Wolfy through turns him up before drawing; in a tournament he stays hidden. Now say "
            "the box is on your table. Then this page knows only what the table knows, and you "
            "have to think of him yourself."
        ),
        ("wolfy-shown",),
        _GOT_THROUGH,
        _task(
            _GOT_THROUGH,
            _("Do what comes before drawing."),
            _show_wolfy,
            "show Mia",
            _("“show Mia” says that Mia turns up Sir Wolfy, “draw” that cards are drawn."),
        ),
    ),
    Step(
        _("Pass"),
        _(
            "You may also pass: your turn is over at once, and nothing is risked. If both of you "
            "pass, one right after the other, the bout ends and more cakes win. Tom has just "
            "passed. The first to win {duel} bouts wins the duel.",
            duel=DUEL,
        ),
        ("pass", "two-passes", "duel"),
        _PASSED,
        _task(
            _PASSED,
            _("Win the duel at once."),
            _win_by_passing,
            "pass",
            _("Type “pass”, or attack as before."),
        ),
        _own,
    ),
    Step(
        _("Forgotten"),
        _(
            "Once more with the box on the table. All went as you just played it, but for one "
            "thing: you forgot to turn up Sir Wolfy. You notice it when the bout is over and yours."
        ),
        ("wolfy-forgotten",),
        _FORGOTTEN,
        Quiz(_("What becomes of that bout?"), _fates, _fate, _about_fate),
        _seen,
    ),
    Step(
        _("One card too many"),
        _(
            "Another evening, another box. You began, your attack is settled, and both of you "
            "draw. Tom draws one card too many! Whoever does that loses the bout, unless the "
            "opponent lets it be replayed."
        ),
        ("overdraw", "next-bout"),
        _careless,
        Quiz(
            _("You insist. Who attacks first in the next bout?"),
            _names,
            _starts_next,
            _about_start,
        ),
        _seen,
    ),
    Step(
        _("Specials"),
        _(
            "For more surprise, {two} of {ten} special cards are mixed unseen into the deck for a "
            "whole duel. Nobody knows which, so any may be claimed. Their texts are retold here, "
            "and some are uncertain: what is printed on your cards decides. The Angel, as we know "
            "it: “{angel}”",
            two=specials_in("specials", 2),
            ten=len(SPECIALS),
            angel=TROOP["angel"].effect,
        ),
        ("specials",),
        _with_specials,
        _task(
            _with_specials,
            _("Tom claims two Soldiers. Block with an Angel."),
            _claim_an_angel,
            "block 1 angel with 4",
            _("“block 1 angel with 4” lays down your card 4 as an Angel."),
        ),
        _own,
    ),
    Step(
        _("Four at the table"),
        _(
            "Two teams play with two sets and one Sir Wolfy, {cards} cards. You and Ben share your "
            "cakes, {few} against {many}, and see each other’s hands. Your team begins and chose "
            "you to attack first: name one opponent, who alone may answer. Before drawing, you may "
            "swap a card with Ben; with the deck empty, you may also give or get one.",
            cards=len(core_deck(4)),
            few=_OURS,
            many=_THEIRS,
        ),
        ("team", "team-turn", "team-swap"),
        _in_teams,
        _task(
            _in_teams,
            _("Attack Tom or Zoe, honestly or not."),
            _attack_one,
            "claim 2 soldiers with 2 4 on Zoe",
            _("“claim 2 soldiers with 2 4 on Zoe” attacks Zoe with your cards 2 and 4."),
        ),
        _own,
    ),
    Step(
        _("One more duel"),
        _(
            "Back to Tom, from whom you won a duel. For a longer evening, play a match: in "
            "tournaments that is the best of {five} duels, with specials. At home, play as many as "
            "you like.",
            five=2 * needed("five") - 1,
        ),
        ("match",),
        _DUEL_WON,
        _task(
            _DUEL_WON,
            _("Start the next duel."),
            _another_duel,
            "again Tom",
            _("“again Tom” lets Tom attack first."),
        ),
        _own,
    ),
)

LESSON: Lesson[State, AnyAction] = Lesson(
    GAME_ID,
    _("Learn Cake Duel"),
    _(
        "Steal the cakes, and say about your cards what you like: in {count} short steps you, as "
        "Mia, play a duel with Tom. Try what you like, nothing can break.",
        count=len(_STEPS),
    ),
    _STEPS,
)
