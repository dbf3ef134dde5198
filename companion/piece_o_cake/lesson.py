"""The lesson of Piece o' Cake: one game of five cakes, told in short steps.

The steps stop one story at the moments where a rule first matters; a few go on from a table of
their own. Positions are made when a step opens, and every number in an answer comes from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from companion.language import _, listing, plural
from companion.lessons import Lesson, Quiz, Reply, Step, Task
from companion.opening import start
from companion.piece_o_cake import engine, scoring
from companion.piece_o_cake.slices import (
    CAKES,
    EDITIONS,
    SLICES_PER_CAKE,
    SPARE,
    TOTAL,
    Variety,
    varieties,
)
from companion.piece_o_cake.state import (
    AnyAction,
    Cut,
    Fix,
    Forfeit,
    State,
    Take,
    letter,
)
from companion.session import Session

Position = Session[State, AnyAction, Any]
Answer = Callable[[State, AnyAction, State], Reply]

GAME_ID = "piece-o-cake"
NAMES = ("Mia", "Tom", "Zoe")
SEED = "first"
FAIR = 6  # dollops that every piece of the second cake can have

STORY = (
    (
        "serve G K G S S K H K A B C",  # as the seed of the first step serves it
        "cut 0 4 8",
        "take B eat all",
        "take A eat kiwi",
        "take C eat blackberry",
    ),
    ("serve S S H K S S C G K K A", "cut 0 4 8", "take A eat kiwi", "take B", "take C"),
    ("serve S K A B B B K C C H H", "cut 0 4 9", "take A", "take B", "take C"),
    (
        "serve G G G H S S H P C A P",
        "cut 0 4 8",
        "take A eat chocolate",
        "take B",
        "forfeit strawberry",
    ),
    (
        "serve G G S B B H H H H H P",
        "cut 0 3 6",
        "take A eat strawberry",
        "take B eat chocolate",
        "take C eat 4 chocolate",
    ),
)
TWO = "serve A C B S A H S K H K C"

_KINDS = {kind.id: kind for kind in varieties(EDITIONS[0].id)}


# Positions


def _new_box() -> Position:
    return start(GAME_ID, NAMES, virtual=True, seed=SEED)


def _story(cake: int, acts: int) -> Position:
    """Return the story's game after ``acts`` of what happens on ``cake``, counted from 1."""
    before = [act for earlier in STORY[: cake - 1] for act in earlier]
    return start(GAME_ID, NAMES).play(*before, *STORY[cake - 1][:acts])


def _table_for_two() -> Position:
    return start(GAME_ID, NAMES[:2]).play(TWO)


def _collected(session: Position) -> str:
    """Return the table as text without its first lines, which tell what to do next."""
    return str(session).partition("\n\n")[2]


# Reading a position


def _ids(state: State, piece: int) -> list[str]:
    return [state.varieties[state.cake[place]].id for place in state.pieces[piece]]


def _kept(state: State, take: Take) -> list[str]:
    """Return what a take collects."""
    slices = _ids(state, take.piece)
    for eaten in take.eat:
        slices.remove(eaten)
    return slices


def _dollops(slices: Iterable[str]) -> int:
    return sum(_KINDS[name].dollops for name in slices)


def _amounts(slices: Iterable[str]) -> str:
    """Return for example ``"2 Kiwi and 1 Plum"``."""
    names = list(slices)
    return listing(
        _("{count} {kind}", count=names.count(kind.id), kind=kind.title)
        for kind in _KINDS.values()
        if kind.id in names
    )


def _standing(state: State, kind: str) -> scoring.Standing:
    return scoring.standings(state)[state.index[kind]]


def _names(state: State, seats: Iterable[int]) -> str:
    return listing(state.setup.names[seat] for seat in seats)


def _worth(state: State, seat: int, kind: Variety) -> int:
    """Return what a seat's slices of a variety bring: the cream eaten and the prize, if any."""
    number = state.index[kind.id]
    prize = kind.count if seat in scoring.leaders(scoring.column(state, number)) else 0
    return state.eaten[seat][number] * kind.dollops + prize


# Pieces of answers, each a whole sentence


def _said(right: bool, *sentences: str) -> Reply:
    return Reply(right, " ".join(sentence for sentence in sentences if sentence))


def _cream() -> str:
    """Tell how many dollops which varieties have."""
    return _(
        "{one} have one dollop; {two} have two; {three} has three.",
        one=_with_dollops(1),
        two=_with_dollops(2),
        three=_with_dollops(3),
    )


def _with_dollops(dollops: int) -> str:
    return listing(kind.title for kind in _KINDS.values() if kind.dollops == dollops)


def _points(count: int) -> str:
    return plural("{count} point", "{count} points", count)


def _took(state: State, take: Take) -> str:
    """Tell what a take did with its slices."""
    kept = _kept(state, take)
    fields = {
        "name": state.setup.names[take.seat],
        "piece": letter(take.piece),
        "eaten": _amounts(take.eat),
        "points": _points(_dollops(take.eat)),
        "kept": _amounts(kept),
    }
    if not take.eat:
        return _("{name} takes piece {piece}, eats nothing and collects {kept}.", **fields)
    if not kept:
        return _("{name} takes piece {piece} and eats {eaten}: {points} for certain.", **fields)
    return _(
        "{name} takes piece {piece}, eats {eaten} ({points} for certain) and collects {kept}.",
        **fields,
    )


def _pieces(state: State, amounts: Iterable[int]) -> str:
    """Return for example ``"A 4, B 4 and C 3"``."""
    return listing(
        _("{piece} {amount}", piece=letter(piece), amount=amount)
        for piece, amount in zip(state.left, amounts, strict=True)
    )


def _creams(state: State) -> list[int]:
    return [_dollops(_ids(state, piece)) for piece in state.left]


# Answers to tasks


def _task(ask: str, answer: Answer, example: str, typing: str) -> Task[State, AnyAction]:
    """Return a task that, besides what ``answer`` knows, has a word for mending by hand."""

    def reply(before: State, action: AnyAction, after: State) -> Reply:
        return _by_hand() if isinstance(action, Fix) else answer(before, action, after)

    return Task(ask, reply, example, typing)


def _by_hand() -> Reply:
    return _said(
        False,
        _("That sets a count by hand: a help when the real table differs from the page."),
        _("In the lesson nothing needs mending; do what is asked instead."),
    )


def _served(before: State, action: AnyAction, after: State) -> Reply:
    return _said(
        True,
        _(
            "{name} lays out {count} slices: {slices}.",
            name=before.setup.names[action.seat],
            count=len(after.cake),
            slices=_amounts(after.varieties[number].id for number in after.cake),
        ),
        _("It is a ring: the last slice lies next to the first. The order stays as it is."),
    )


def _cut(before: State, action: AnyAction, after: State) -> Reply:
    if not isinstance(action, Cut) or len(after.left) < len(before.setup.names):
        return _too_few(before, after)
    sizes = [len(after.pieces[piece]) for piece in after.left]
    return _said(
        True,
        _(
            "Now there are {count} pieces. Slices in each: {sizes}.",
            count=len(sizes),
            sizes=_pieces(after, sizes),
        ),
        _("A piece of one slice is fine, too.") if 1 in sizes else "",
        _(
            "{name} sits to the left of {server} and chooses first.",
            name=after.setup.names[after.picks[0]],
            server=after.setup.names[after.server],
        ),
    )


def _too_few(before: State, after: State) -> Reply:
    """Answer a cut into fewer pieces than players: allowed, and who goes without."""
    names = before.setup.names
    fields = {"first": names[after.picks[0]], "server": names[before.server]}
    again = _("Cut in {count} places.", count=len(names))
    if len(after.left) == 1:
        allowed = _("The rules allow even that: the cake stays whole.")
        but = _("But {first} can take all of it, and nothing is left for anybody else.", **fields)
        return _said(False, allowed, but, again)
    allowed = _(
        "{count} pieces are allowed: there may be fewer pieces than players.",
        count=len(after.left),
    )
    but = _("But {server} chooses last, and by then they may be gone.", **fields)
    return _said(False, allowed, but, again)


def _eat_all(before: State, action: AnyAction, _after: State) -> Reply:
    if not isinstance(action, Take):
        return _must_take()
    kept = _kept(before, action)
    if not kept:
        return _said(
            True,
            _took(before, action),
            _richest(before, action.piece),
            _("They lie face down now: everyone sees how many, and has to remember which."),
        )
    return _said(
        False,
        _took(before, action),
        _("That is allowed: every slice is decided by itself. Collecting comes in the next step."),
        _("For now eat all of it."),
    )


def _must_take() -> Reply:
    return _said(False, _("That is allowed, but here take a piece."))


def _richest(state: State, taken: int) -> str:
    """Say whether another piece had more cream."""
    cream = dict(zip(state.left, _creams(state), strict=True))
    best = max(cream, key=lambda piece: cream[piece])
    if cream[best] == cream[taken]:
        return _("No piece had more cream on it.")
    return _("Piece {best} had more cream: {most} dollops.", best=letter(best), most=cream[best])


def _eat_and_collect(before: State, action: AnyAction, after: State) -> Reply:
    if not isinstance(action, Take):
        return _must_take()
    kept = _kept(before, action)
    if not kept:
        hint = _("Those points are safe, but now nothing is collected. Keep at least one slice.")
        return _said(False, _took(before, action), hint)
    if not action.eat:
        hint = _("That may pay a lot at the end, or nothing. Eat at least one slice this time.")
        return _said(False, _took(before, action), hint)
    return _said(True, _took(before, action), _lead(after, action.seat, kept))


def _lead(state: State, seat: int, kept: list[str]) -> str:
    """Say what the varieties just collected would pay their leader."""
    first = [_KINDS[k] for k in dict.fromkeys(kept) if seat in _standing(state, k).leaders]
    return _(
        "If nobody overtakes {name}, that pays at the end: {prizes}.",
        name=state.setup.names[seat],
        prizes=listing(
            _("{points} for {kind}", points=kind.count, kind=kind.title) for kind in first
        ),
    )


def _last_piece(before: State, action: AnyAction, after: State) -> Reply:
    if not isinstance(action, Take):
        return _must_take()
    return _said(
        True,
        _took(before, action),
        _(
            "The cake is shared out. Clockwise, the next server is {server}: cake {number} of "
            "{cakes}.",
            server=after.setup.names[after.server],
            number=after.cake_number + 1,
            cakes=CAKES,
        ),
    )


def _cut_fairly(before: State, action: AnyAction, after: State) -> Reply:
    if not isinstance(action, Cut) or len(after.left) < len(before.setup.names):
        return _too_few(before, after)
    cream = _creams(after)
    least = min(cream)
    fields = {"server": after.setup.names[after.server], "least": least}
    told = _("Dollops on each piece: {cream}.", cream=_pieces(after, cream))
    if least >= FAIR:
        return _said(
            True,
            told,
            _("Whatever the others take, {server} gets at least {least}.", **fields),
            _best_cut(before, least),
            _("Cream is not everything, though: also watch what the others collect."),
        )
    smallest = letter(after.left[cream.index(least)])
    return _said(
        False,
        told,
        _("{server} may be left with piece {smallest}: only {least}.", smallest=smallest, **fields),
        _("Move a cut so that piece {smallest} grows.", smallest=smallest),
    )


def _best_cut(state: State, least: int) -> str:
    """Say how large the smallest piece can be, if larger than ``least``."""
    cuts = (engine.apply(state, cut) for cut in engine.legal(state))
    most = len(state.setup.names)
    best = max(min(_creams(after)) for after in cuts if len(after.left) == most)
    return _("It can even be {best}.", best=best) if best > least else ""


def _hopeless(state: State, seat: int) -> dict[str, int]:
    """Return the varieties ``seat`` can no longer get the most of, with the cream on its own."""
    return {
        row.variety.id: row.counts[seat] * row.variety.dollops
        for row in scoring.standings(state)
        if row.counts[seat] and seat not in row.possible
    }


def _forfeit(before: State, action: AnyAction, _after: State) -> Reply:
    hopeless = _hopeless(before, action.seat)
    if isinstance(action, Take):
        return _rather_forfeit(before, action, max(hopeless.values()))
    if not isinstance(action, Forfeit):
        return _must_take()
    if action.variety not in hopeless:
        return _too_good(before, action)
    eaten, race = _ate_kind(before, action), _lost(before, action)
    if hopeless[action.variety] < max(hopeless.values()):
        return _said(
            False,
            eaten,
            race,
            _("Well seen! But another variety is lost as well, and it brings more cream."),
        )
    return _said(True, eaten, race, _left_over(before), _who_may_forfeit())


def _ate_kind(state: State, action: Forfeit) -> str:
    kind = _KINDS[action.variety]
    own = _standing(state, kind.id).counts[action.seat]
    return plural(
        "{name} takes no piece and eats the only {kind} collected: {points}.",
        "{name} takes no piece and eats all {count} {kind} collected: {points}.",
        own,
        name=state.setup.names[action.seat],
        kind=kind.title,
        points=_points(own * kind.dollops),
    )


def _open(row: scoring.Standing) -> int:
    """Return how many slices of a variety can still be collected."""
    return row.on_cake + row.most_to_come


def _lost(state: State, action: Forfeit) -> str:
    row = _standing(state, action.variety)
    fields = {
        "leader": _names(state, row.leaders),
        "most": max(row.counts),
        "name": state.setup.names[action.seat],
        "own": row.counts[action.seat],
        "more": _open(row),
    }
    if not _open(row):
        return _(
            "The race for it was lost: {leader} has {most}, {name} had {own}, and none can come.",
            **fields,
        )
    return _(
        "The race for it was lost: {leader} has {most}, {name} had {own}, and at most {more} can "
        "still come.",
        **fields,
    )


def _left_over(state: State) -> str:
    return _(
        "Nobody took the last piece, so {slices} leave the game.",
        slices=_amounts(name for piece in state.left for name in _ids(state, piece)),
    )


def _who_may_forfeit() -> str:
    return _(
        "A server may forfeit, and so may a player who finds no piece left; only a player who has "
        "collected nothing must take a piece while there is one."
    )


def _too_good(state: State, action: Forfeit) -> Reply:
    """Answer a forfeit of a variety that may still pay."""
    row, seat = _standing(state, action.variety), action.seat
    fields = {"name": state.setup.names[seat], "kind": row.variety.title}
    if seat in row.leaders:
        why = _(
            "But nobody has more {kind} than {name}: as it stands it pays {prize} at the end.",
            prize=row.bonus,
            **fields,
        )
    else:
        why = _(
            "But {name} could still get the most {kind}: the best so far is {most}, and up to "
            "{more} may still come.",
            most=max(row.counts),
            more=_open(row),
            **fields,
        )
    hint = _(
        "Look for a variety of which somebody has so many that {name} cannot catch up.", **fields
    )
    return _said(False, _ate_kind(state, action), why, hint)


def _rather_forfeit(state: State, action: Take, points: int) -> Reply:
    return _said(
        False,
        _took(state, action),
        _(
            "That is allowed, and the piece has {cream} dollops in all. But {name} holds slices "
            "that can no longer win; eaten they bring up to {points}.",
            cream=_dollops(_ids(state, action.piece)),
            name=state.setup.names[action.seat],
            points=points,
        ),
        _("Forfeit the piece this time."),
    )


def _best(state: State) -> int:
    """Return the most points the last to choose on the last cake can end with."""
    seat = state.picks[0]
    return max(scoring.totals(engine.apply(state, act))[seat] for act in engine.legal(state))


def _most_points(before: State, action: AnyAction, after: State) -> Reply:
    points, best = scoring.totals(after)[action.seat], _best(before)
    name = before.setup.names[action.seat]
    ends = _("{name} ends with {points}.", name=name, points=_points(points))
    if isinstance(action, Forfeit):
        more = _("With the piece it can be {best}. Look at what lies on it.", best=best)
        return _said(False, _ate_kind(before, action), ends, _final(after), more)
    if not isinstance(action, Take):
        return _must_take()
    if points == best:
        return _said(True, _took(before, action), _final(after), _all_collected(before, action))
    told = _took(before, action)
    return _said(False, told, ends, _final(after), _weak_kind(before, action, after))


def _final(state: State) -> str:
    outcome = engine.outcome(state)
    return "" if outcome is None else outcome.reason


def _all_collected(state: State, action: Take) -> str:
    """Tell how it would have ended with every slice collected."""
    collected = engine.apply(state, Take(action.seat, action.piece))
    return _("With everything collected it would read: “{end}”", end=_final(collected))


def _weak_kind(before: State, action: Take, after: State) -> str:
    """Point at the variety on the piece with which most was given away."""
    seat = action.seat
    same = [
        engine.apply(before, act)
        for act in engine.legal(before)
        if isinstance(act, Take) and act.piece == action.piece
    ]
    kinds = [_KINDS[name] for name in dict.fromkeys(_ids(before, action.piece))]
    lost = {
        kind: max(_worth(state, seat, kind) for state in same) - _worth(after, seat, kind)
        for kind in kinds
    }
    weak = max(kinds, key=lambda kind: lost[kind])
    points = _worth(after, seat, weak) - _worth(before, seat, weak)
    return _(
        "Look at {kind}: this way it brings {points}, but it can bring {best}.",
        kind=weak.title,
        points=points,
        best=points + lost[weak],
    )


def _cut_for_two(before: State, _action: AnyAction, after: State) -> Reply:
    count, most = len(after.left), engine.piece_limits(before)[1]
    again = _("You may cut up to {most} pieces; try that many.", most=most)
    if count == 1:
        first = _names(after, after.picks[:1])
        whole = _("The cake stays whole, and {name} can take it all.", name=first)
        return _said(False, whole, again)
    order = _(
        "{count} pieces. They choose in this order: {names}.",
        count=count,
        names=_names(after, after.picks),
    )
    if count < most:
        return _said(False, order, _("That is allowed, too."), again)
    return _said(True, order, _("Whoever cuts has the second and the last choice."))


def _series(_before: State, _action: AnyAction, after: State) -> Reply:
    points = listing(
        _("{name} {points}", name=name, points=total)
        for name, total in zip(after.setup.names, after.past[-1], strict=True)
    )
    return _said(
        True,
        _("Now {name} serves first.", name=after.setup.names[after.server]),
        _("Brought along from the first game: {points}.", points=points),
        _("Enjoy your cake!"),
    )


# Questions


def _nobody() -> str:
    return _("Nobody")


def _who(state: State) -> tuple[str, ...]:
    names = state.setup.names
    return (*names, listing(names), _nobody())


def _scorer(kind: str, state: State) -> str:
    return _names(state, _standing(state, kind).leaders) or _nobody()


def _about_scorer(kind: str, state: State, choice: str) -> str:
    row = _standing(state, kind)
    if not row.leaders:
        return _about_none(row, choice)
    leader, most = _names(state, row.leaders), max(row.counts)
    fields = {"leader": leader, "most": most, "kind": row.variety.title, "prize": row.bonus}
    if choice == leader:
        return _(
            "{leader} has {most} {kind}, more than anyone else, and scores {prize} points. The "
            "others score nothing for it.",
            **fields,
        )
    if choice in state.setup.names:
        own = row.counts[state.setup.names.index(choice)]
        return _fewer(own, {"name": choice, **fields})
    if choice == _nobody():
        return _("Somebody has: look along the row of {kind} for the largest number.", **fields)
    return _(
        "Having some is not enough. Who has the largest number in the row of {kind}?", **fields
    )


def _fewer(own: int, fields: dict[str, object]) -> str:
    if not own:
        return _("{name} has no {kind}, and {leader} has {most}. Only the most pays.", **fields)
    return _(
        "{name} has {own} {kind}, but {leader} has {most}. Only the most pays.", own=own, **fields
    )


def _about_none(row: scoring.Standing, choice: str) -> str:
    fields = {"kind": row.variety.title, "choice": choice}
    if choice == _nobody():
        return _(
            "All have none, and none is never the most. To score for {kind} you need at least one.",
            **fields,
        )
    return _(
        "{choice}? Look at the row of {kind}: nobody has collected any. Nothing is not the most.",
        **fields,
    )


def _shares(kind: str, state: State) -> tuple[str, ...]:
    row = _standing(state, kind)
    return tuple(map(_points, (0, row.bonus, row.bonus * len(row.leaders))))


def _paid(kind: str, state: State) -> str:
    row = _standing(state, kind)
    return _points(row.bonus * len(row.leaders))


def _about_paid(kind: str, state: State, choice: str) -> str:
    row = _standing(state, kind)
    fields = {
        "leaders": _names(state, row.leaders),
        "most": max(row.counts),
        "kind": row.variety.title,
        "prize": row.bonus,
    }
    if choice == _paid(kind, state):
        return _(
            "{leaders} have {most} each, and each of them scores the whole {prize}. Nothing is "
            "shared.",
            **fields,
        )
    if choice == _points(0):
        return _("{leaders} have {most} {kind} each. A tie is as good as the most.", **fields)
    return _("{prize} is what one of them scores. But both {leaders} have the most.", **fields)


def _winner(state: State) -> int:
    outcome = engine.outcome(state)
    return 0 if outcome is None else outcome.winners[0]


def _sums(state: State) -> tuple[int, int, int]:
    """Return the winner's points for the most of a variety, for cream, and in all."""
    seat = _winner(state)
    cream, total = scoring.eaten_points(state.eaten[seat]), scoring.totals(state)[seat]
    return total - cream, cream, total


def _sheet_choices(state: State) -> tuple[str, ...]:
    return tuple(map(_points, sorted(_sums(state))))


def _sheet_answer(state: State) -> str:
    return _points(_sums(state)[0])


def _about_sheet(state: State, choice: str) -> str:
    prizes, cream, total = _sums(state)
    seat = _winner(state)
    fields = {"name": state.setup.names[seat], "prizes": prizes, "cream": cream, "total": total}
    if choice == _points(prizes):
        return _(
            "{lines} make {prizes}; with {cream} for cream that is {total}.",
            lines=listing(_prize_lines(state, seat)),
            **fields,
        )
    if choice == _points(cream):
        return _("{cream} are the dollops {name} ate. Add up the other lines.", **fields)
    return _("{total} is the whole sum. Leave out the {cream} for cream.", **fields)


def _prize_lines(state: State, seat: int) -> list[str]:
    return [
        _("{points} for {kind}", points=line.points, kind=state.varieties[line.variety].title)
        for line in scoring.score(state)
        if line.seat == seat and line.variety >= 0 and line.points
    ]


def _quiz_who(kind: str, ask: str) -> Quiz[State]:
    return Quiz(ask, _who, partial(_scorer, kind), partial(_about_scorer, kind))


# The steps

_MOST = len(NAMES)
_CHOCOLATE = _KINDS["chocolate"]
_BEATS = _CHOCOLATE.count // _CHOCOLATE.dollops + 1  # so many eaten pay more than the prize
_GOOSEBERRY, _CHERRY, _PLUM = _KINDS["gooseberry"], _KINDS["cherry"], _KINDS["plum"]
_CUT_TYPING = _("“cut 0 4 8” cuts before the slices 0, 4 and 8.")

_STEPS: tuple[Step[State, AnyAction], ...] = (
    Step(
        _("Serve a cake"),
        _(
            "Mix {total} slices of cake and lay them face down in {cakes} stacks of {size}. The "
            "{spare} left over stay out of the game; nobody looks at them. Mia, Tom and Zoe play, "
            "and Mia serves first: she turns over one stack and lays the slices in a ring, "
            "just as they come.",
            total=TOTAL,
            cakes=CAKES,
            size=SLICES_PER_CAKE,
            spare=SPARE,
        ),
        ("stacks", "serve"),
        _new_box,
        _task(_("You are Mia. Serve the first cake."), _served, "serve", _("Type “serve”.")),
    ),
    Step(
        _("Cut it"),
        _(
            "Whoever serves also cuts. A piece is one slice, or some that lie side by side. One "
            "cut alone only opens the ring: {most} pieces need {most} cuts. There may be at most "
            "as many pieces as players, here {most}; fewer are fine.",
            most=_MOST,
        ),
        ("cut",),
        partial(_story, 1, 1),
        _task(
            _(
                "You are Mia. Cut the cake into {most} pieces, wherever you like. Curious? Try two "
                "pieces first.",
                most=_MOST,
            ),
            _cut,
            "cut 0 4 8",
            _CUT_TYPING,
        ),
    ),
    Step(
        _("Eat"),
        _(
            "Now the others choose, starting on Mia’s left. Each takes one piece and decides at "
            "once about every slice on it. A slice you eat is turned face down: every dollop of "
            "cream on it is a point, and nobody can take it away. {cream}",
            cream=_cream(),
        ),
        ("choose", "eat-or-collect", "eat"),
        partial(_story, 1, 2),
        _task(
            _("You are Tom. Take any piece and eat all of it."),
            _eat_all,
            "take B eat all",
            _("“take B eat all” takes piece B and eats every slice on it."),
        ),
    ),
    Step(
        _("Or collect"),
        _(
            "A slice you do not eat is collected: it stays face up in front of you, and you may "
            "hold as many as you like. It pays only at the end, and only if you then have the most "
            "of its variety. Of one piece you may eat some slices and collect the others."
        ),
        ("collect", "eat-or-collect"),
        partial(_story, 1, 3),
        _task(
            _("You are Zoe. Take a piece, eat at least one slice and collect at least one."),
            _eat_and_collect,
            "take A eat kiwi",
            _("“take A eat kiwi” takes piece A, eats one Kiwi and collects the rest."),
        ),
    ),
    Step(
        _("The server comes last"),
        _(
            "Mia cut, so she chooses last and gets what the others left. With only two pieces, "
            "nothing would have been left for her. After each cake the next player clockwise "
            "serves and cuts; after {cakes} cakes the game ends.",
            cakes=CAKES,
        ),
        ("choose", "next-server"),
        partial(_story, 1, 4),
        _task(
            _("You are Mia. Take the last piece; eat or collect as you like."),
            _last_piece,
            "take C eat blackberry",
            _("“take C” collects all of it; “take C eat cherry” eats the Cherry."),
        ),
    ),
    Step(
        _("Cut so that you like every piece"),
        _(
            "Now Tom cuts: Zoe chooses first, then Mia, and he gets what is left. So he had better "
            "make even the poorest piece a good one. {cream}",
            cream=_cream(),
        ),
        ("cut", "choose"),
        partial(_story, 2, 1),
        _task(
            _(
                "You are Tom. Cut {most} pieces, each with at least {fair} dollops.",
                most=_MOST,
                fair=FAIR,
            ),
            _cut_fairly,
            "cut 0 3 7",
            _CUT_TYPING,
        ),
    ),
    Step(
        _("The most of a variety"),
        _(
            "Before Mia serves the next cake, look at what everyone has collected. The number on a "
            "slice says two things: how many slices of its variety there are, and how many points "
            "having the most of them brings at the end. For {kind} it is {count}: whoever has the "
            "most scores {count}, and all others score nothing for it.",
            kind=_GOOSEBERRY.title,
            count=_GOOSEBERRY.count,
        ),
        ("slices", "majority"),
        partial(_story, 3, 5),
        _quiz_who(
            _GOOSEBERRY.id,
            _("If the game ended now, who would score for {kind}?", kind=_GOOSEBERRY.title),
        ),
        _collected,
    ),
    Step(
        _("A tie pays in full"),
        _(
            "What if two players have equally many, and nobody has more? They need not share: each "
            "of them scores the whole number, for {kind} that is {count}.",
            kind=_CHERRY.title,
            count=_CHERRY.count,
        ),
        ("ties",),
        partial(_story, 3, 5),
        Quiz(
            _(
                "If the game ended now, how many points would {kind} bring, all players together?",
                kind=_CHERRY.title,
            ),
            partial(_shares, _CHERRY.id),
            partial(_paid, _CHERRY.id),
            partial(_about_paid, _CHERRY.id),
        ),
        _collected,
    ),
    Step(
        _("A row of nothing"),
        _(
            "There are {count} slices of {kind}, and so far nobody has collected one. So everyone "
            "has equally many: none at all. What does that bring?",
            count=_PLUM.count,
            kind=_PLUM.title,
        ),
        ("majority",),
        partial(_story, 3, 5),
        _quiz_who(
            _PLUM.id, _("If the game ended now, who would score for {kind}?", kind=_PLUM.title)
        ),
        _collected,
    ),
    Step(
        _("Forfeit"),
        _(
            "Instead of taking a piece you may forfeit: you take none, and eat all the slices you "
            "have collected of one variety, every single one. That is good when you cannot get the "
            "most of it any more, or when the pieces are poor. Pieces that nobody took leave the "
            "game."
        ),
        ("forfeit", "leftovers"),
        partial(_story, 4, 4),
        _task(
            _(
                "You are Mia and last to choose. Forfeit, and eat a variety you can no longer have "
                "the most of: the one that brings the most cream."
            ),
            _forfeit,
            "forfeit strawberry",
            _("“forfeit cherry” takes no piece and eats every Cherry you collected."),
        ),
    ),
    Step(
        _("When eating is better"),
        _(
            "Having the most {kind} is worth {prize} points. But {count} slices of it, eaten, are "
            "worth {points}! So always ask two things: can I still get the most, and would the "
            "cream bring more?",
            kind=_CHOCOLATE.title,
            prize=_CHOCOLATE.count,
            count=_BEATS,
            points=_BEATS * _CHOCOLATE.dollops,
        ),
        ("eat", "collect", "eat-or-collect", "majority"),
        partial(_story, 5, 4),
        _task(
            _("You are Tom, the last to choose on the last cake. Get as many points as you can."),
            _most_points,
            "take C eat 4 chocolate",
            _("“take C eat 2 chocolate” eats two slices of Chocolate and collects the rest."),
        ),
    ),
    Step(
        _("Two at the table"),
        _(
            "With only two players the cake may be cut into up to four pieces. They choose in "
            "turn, and the one who did not cut begins."
        ),
        ("two-players",),
        _table_for_two,
        _task(
            _("You are Mia and play with Tom. Cut four pieces."),
            _cut_for_two,
            "cut 0 3 6 9",
            _("“cut 0 3 6 9” cuts before the slices 0, 3, 6 and 9."),
        ),
    ),
    Step(
        _("Who wins?"),
        _(
            "After the last cake the eaten slices are turned up. Everyone adds up the cream they "
            "ate and the number of every variety they have the most of. The highest total wins; "
            "with equal totals the win is shared, unless you agreed on something else."
        ),
        ("win",),
        partial(_story, 5, 5),
        Quiz(
            _("Tom wins. How many of his points did he get for having the most of a variety?"),
            _sheet_choices,
            _sheet_answer,
            _about_sheet,
        ),
    ),
    Step(
        _("One more game"),
        _(
            "For a longer evening, play several games and add up the totals. Each game begins one "
            "seat further round the table. Mia served first in this one."
        ),
        ("series",),
        partial(_story, 5, 5),
        _task(_("Start the next game."), _series, "again", _("Type “again”.")),
    ),
)

LESSON: Lesson[State, AnyAction] = Lesson(
    GAME_ID,
    _("Learn Piece o’ Cake"),
    _(
        "One cuts the cake, the others choose: in {count} short steps you play through a whole "
        "game with Mia, Tom and Zoe. Try what you like, nothing can break.",
        count=len(_STEPS),
    ),
    _STEPS,
)
