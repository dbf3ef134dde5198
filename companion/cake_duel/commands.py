"""The commands of Cake Duel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.cake_duel.moves import next_starter
from companion.cake_duel.state import (
    Accept,
    Again,
    AnyAction,
    Attack,
    Block,
    Challenge,
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
)
from companion.cake_duel.troops import TROOP, TROOPS
from companion.commands import (
    Commands,
    UnreadableCommand,
    Verb,
    match,
    no_note,
    number,
    plain,
    seat_of,
    seat_text,
)
from companion.game import TABLE, Seat
from companion.language import _

FIX_FORM = "fix <player> cakes|trophies|hand <count>: <reason>"


def troop(word: str) -> str:
    """Return the id of the troop that ``word`` names: one or several of it, or a beginning."""
    plain = word.casefold()
    for one in TROOPS:
        if plain in (one.id, *(form.split()[-1].casefold() for form in one.counts)):
            return one.id
    return match(word, {one.id: "" for one in TROOPS})


def _claim(words: Sequence[str]) -> tuple[str, int, tuple[int, ...]]:
    """Read ``2 soldiers with 1 3``."""
    count = 1
    if words and words[0].isdigit():
        count, words = number(words[0]), words[1:]
    if not words:
        raise UnreadableCommand(_("which troop?"))
    name, rest = troop(words[0]), words[1:]
    if rest and rest[0].casefold() != "with":
        raise UnreadableCommand(
            _("a claim names one troop only; “with” and the places of the cards may follow it.")
        )
    return name, count, _places(rest[1:])


def _places(words: Sequence[str]) -> tuple[int, ...]:
    """Read the places of cards, which people count from 1."""
    places = [number(word) - 1 for word in words]
    if any(place < 0 for place in places):
        raise UnreadableCommand(_("cards are counted from 1."))
    return tuple(sorted(places))


def _places_text(cards: tuple[int, ...]) -> str:
    return " ".join(["with", *(str(place + 1) for place in cards)]) if cards else ""


def _read_attack(state: State, words: list[str], note: str) -> Attack:
    no_note(note)
    words, target = _aim(state, words)
    name, count, cards = _claim(words)
    return Attack(state.attacker, target, name, count, cards)


def _aim(state: State, words: list[str]) -> tuple[list[str], Seat]:
    """Read whom an attack is against, which only a team game has to say."""
    at = [place for place, word in enumerate(words) if word.casefold() == "on"]
    if not at:
        return words, state.defender
    return words[: at[0]], seat_of(" ".join(words[at[0] + 1 :]), state.setup.names)


def _claim_text(action: Attack | Block) -> list[str]:
    """Write ``2 soldiers with 1 3``."""
    name = action.troop
    if name in TROOP and action.count != 1:
        name = TROOP[name].counts[1].split()[-1].casefold()
    return [str(action.count), name, _places_text(action.cards)]


def _write_attack(state: State, action: Attack) -> str:
    parts = _claim_text(action)
    if state.seats == 4:
        parts.append(f"on {seat_text(action.target, state.setup.names)}")
    return " ".join(filter(None, parts))


def _read_block(state: State, words: list[str], note: str) -> Block:
    no_note(note)
    name, count, cards = _claim(words)
    return Block(state.defender, name, count, cards)


def _write_block(_state: State, action: Block) -> str:
    return " ".join(filter(None, _claim_text(action)))


def _answerer(state: State) -> Seat:
    return state.attacker if state.phase == "review" else state.defender


def _read_challenge(state: State, words: list[str], note: str) -> Challenge:
    no_note(note)
    seat, verdict = _answerer(state), {"true": True, "bluff": False}
    last = words[-1].casefold() if words else ""
    truthful = verdict.get(last)
    cards = words[:-1] if truthful is not None else words
    return Challenge(seat, tuple(troop(word) for word in cards), truthful)


def _write_challenge(_state: State, action: Challenge) -> str:
    said = {None: [], True: ["true"], False: ["bluff"]}[action.truthful]
    return " ".join([*action.shown, *said])


def _read_summon(state: State, words: list[str], note: str) -> Summon:
    no_note(note)
    if len(words) not in (1, 3):
        raise UnreadableCommand(_("name one card and, at a table, how many were found."))
    found = number(words[2]) if len(words) == 3 else -1
    return Summon(state.attacker, troop(words[0]), found)


def _write_summon(_state: State, action: Summon) -> str:
    return action.troop if action.found < 0 else f"{action.troop} found {action.found}"


def _read_give(state: State, words: list[str], note: str) -> Give:
    no_note(note)
    return Give(state.attacker, _places(words))


def _write_give(_state: State, action: Give) -> str:
    return " ".join(str(place + 1) for place in action.cards)


def _read_swap(state: State, words: list[str], note: str) -> Swap:
    no_note(note)
    if not words:
        raise UnreadableCommand(_("swap, give or receive?"))
    gift = match(words[0], {"swap": "", "give": "", "receive": ""})
    places = [number(word) - 1 for word in words[1:]]
    if len(places) > 2:
        raise UnreadableCommand(_("at most one card of each hand."))
    card, other = (*places, -1, -1)[:2]
    if gift == "receive" and len(places) == 1:
        card, other = -1, card
    return Swap(state.attacker, gift, card, other)  # type: ignore[arg-type]  # one of its names


def _write_swap(_state: State, action: Swap) -> str:
    places = [str(place + 1) for place in (action.card, action.other) if place >= 0]
    return " ".join([action.gift, *places])


def _of_player(make: Callable[[Seat], Any]) -> Callable[[State, list[str], str], Any]:
    """Return a reader of a verb that a player's name follows."""

    def read(state: State, words: list[str], note: str) -> Any:
        no_note(note)
        return make(seat_of(" ".join(words), state.setup.names))

    return read


def _write_player(state: State, action: AnyAction) -> str:
    return seat_text(action.seat, state.setup.names)


def _read_overdraw(state: State, words: list[str], note: str) -> Overdraw:
    no_note(note)
    replay = len(words) > 1 and words[-1].casefold() == "replay"
    name = " ".join(words[:-1] if replay else words)
    return Overdraw(seat_of(name, state.setup.names), replay)


def _write_overdraw(state: State, action: Overdraw) -> str:
    name = _write_player(state, action)
    if name.casefold().endswith(" replay"):
        name = f"#{action.seat}"
    return f"{name}{' replay' if action.replay else ''}"


def _read_fix(state: State, words: list[str], note: str) -> Fix:
    if len(words) == 2:
        what = "deck" if match(words[0], {"deck": "", "pile": ""}) == "deck" else "pile"
        return Fix(TABLE, what, number(words[1]), note)  # type: ignore[arg-type]  # one of its names
    if len(words) < 3:
        raise UnreadableCommand(_("a player, what to count, and the count are needed."))
    *name, kind, count = words
    what = match(kind, {"cakes": "", "trophies": "", "hand": ""})
    seat = seat_of(" ".join(name), state.setup.names)
    return Fix(seat, what, number(count), note)  # type: ignore[arg-type]  # one of its names


def _write_fix(state: State, action: Fix) -> str:
    what = f"{action.what} {action.count}: {action.reason}"
    return what if action.seat == TABLE else f"{seat_text(action.seat, state.setup.names)} {what}"


def _following(state: State) -> Seat:
    return next_starter(state) if state.bouts else state.starter


COMMANDS: Commands[State, AnyAction] = Commands(
    Verb("claim", "claim <count> <troop> with <cards>", Attack, _read_attack, _write_attack),
    plain("pass", Pass, lambda state: state.attacker),
    Verb("block", "block <count> <troop> with <cards>", Block, _read_block, _write_block),
    plain("accept", Accept, _answerer),
    Verb(
        "challenge", "challenge <cards shown> true|bluff", Challenge,
        _read_challenge, _write_challenge,
    ),
    Verb("summon", "summon <card> found <count>", Summon, _read_summon, _write_summon),
    Verb("give", "give <cards>", Give, _read_give, _write_give),
    Verb("show", "show <player>", ShowWolfy, _of_player(ShowWolfy), _write_player),
    Verb("exchange", "exchange swap|give|receive <cards>", Swap, _read_swap, _write_swap),
    plain("draw", Resupply, lambda state: state.attacker),
    Verb("lead", "lead <player>", Lead, _of_player(Lead), _write_player),
    plain("next", NextBout, _following),
    Verb("again", "again <player>", Again, _of_player(Again), _write_player),
    Verb("overdrew", "overdrew <player> replay", Overdraw, _read_overdraw, _write_overdraw),
    Verb("forgot", "forgot <player>", ForgotWolfy, _of_player(ForgotWolfy), _write_player),
    Verb("fix", FIX_FORM, Fix, _read_fix, _write_fix),
)  # fmt: skip
