"""Commands: what people may write, and what they are told when nobody can read it."""

from __future__ import annotations

import pytest

import companion
from companion.commands import match, number, seat_of, seat_text
from companion.opening import AnySession
from companion.piece_o_cake import Cut, Fix, Forfeit, Serve, Take

COLOURS = {"red": "", "green": "", "grey": "G"}


@pytest.mark.parametrize(
    ("word", "meant"),
    [("red", "red"), ("RED", "red"), ("r", "red"), ("gree", "green"), ("g", "grey"), ("G", "grey")],
)
def test_a_word_means_the_name_it_fits(word: str, meant: str) -> None:
    assert match(word, COLOURS) == meant


def test_a_whole_name_wins_over_longer_ones() -> None:
    assert match("ann", {"Anna": "", "Ann": ""}) == "Ann"


def test_a_beginning_that_fits_two_is_ambiguous() -> None:
    with pytest.raises(companion.AmbiguousCommand) as caught:
        match("gr", COLOURS)
    assert "green or grey" in str(caught.value)


@pytest.mark.parametrize(
    ("word", "told"),
    [("gren", "did you mean green"), ("blue", "try red, green or grey"), ("", "could be")],
)
def test_an_unknown_word_is_answered_with_what_would_do(word: str, told: str) -> None:
    with pytest.raises(companion.UnreadableCommand) as caught:
        match(word, COLOURS)
    assert told in str(caught.value)
    assert f"“{word}”" in str(caught.value)


def test_a_near_miss_is_found_whatever_its_capitals() -> None:
    with pytest.raises(companion.UnreadableCommand, match="did you mean Blue"):
        match("BLEU", {"Blue": "", "Red": ""})


@pytest.mark.parametrize("word", ["-1", "1.5", "²", "٣", "1_0", "0x1", "", "12345678901"])
def test_what_is_no_whole_number_is_not_read(word: str) -> None:
    with pytest.raises(companion.UnreadableCommand):
        number(word)


def test_numbers_are_read() -> None:
    assert [number("0"), number("007"), number("123456789")] == [0, 7, 123456789]


NAMES = ("Ann", "Ann Lee", "gone", "#1", "x y z", "Gone Girl", "a,b", "D’Arcy", "🦙")


@pytest.mark.parametrize("seat", range(len(NAMES)))
def test_every_seat_has_a_text_that_means_it(seat: int) -> None:
    assert seat_of(seat_text(seat, NAMES), NAMES) == seat


@pytest.mark.parametrize(
    ("name", "text"),
    [("Ann", "Ann"), ("Ann Lee", "Ann Lee"), ("gone", "#0"), ("#3", "#0"), ("a: b", "#0")],
)
def test_only_plain_names_stand_in_commands(name: str, text: str) -> None:
    assert seat_text(0, (name,)) == text


# The commands of one game


@pytest.fixture
def table() -> AnySession:
    return companion.start("piece-o-cake", ["Ann", "Bo", "Cy Young"])


def at_the_cut(table: AnySession) -> AnySession:
    table.do("serve P K K H C K A G S H B")
    table.do("cut 0 3 6")
    return table


@pytest.mark.parametrize(
    "text",
    [
        "serve plum kiwi kiwi chocolate cherry kiwi apricot gooseberry strawberry Chocolate B",
        "SERVE P K K H C K A G S H B",
        "se p k k h c k a g s h b",
        "serve P, K, K, H, C, K, A, G, S, H, B",
        "serve pl ki kiw choc che k apr goose str cho black",
    ],
)
def test_a_cake_may_be_written_in_many_ways(table: AnySession, text: str) -> None:
    action = table.game.commands.parse(table.state, text)
    assert isinstance(action, Serve)
    assert "".join(name[0] for name in action.slices) == "pkkcckagscb"
    assert table.why_not(text) is None


@pytest.mark.parametrize("text", ["cut 3 0 6", "cut 0,3,6", "CUT 6 3 0", "c 0 3 6"])
def test_gaps_come_in_any_order(table: AnySession, text: str) -> None:
    table.do("serve P K K H C K A G S H B")
    assert table.do(text).action == Cut(0, (0, 3, 6))


@pytest.mark.parametrize(
    ("text", "eaten"),
    [
        ("take A", ()),
        ("take a eat kiwi", ("kiwi",)),
        ("take A eat 2 kiwi", ("kiwi", "kiwi")),
        ("take A eat kiwi plum k", ("plum", "kiwi", "kiwi")),
        ("take A EAT ALL", ("plum", "kiwi", "kiwi")),
        ("take A eat 0 plum 1 k", ("kiwi",)),
    ],
)
def test_what_is_eaten_may_be_counted_or_listed(
    table: AnySession, text: str, eaten: tuple[str, ...]
) -> None:
    assert at_the_cut(table).do(text).action == Take(1, 0, eaten)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("take", "which piece"),
        ("take Q", "“Q” is not known"),
        ("take A kiwi", "after the piece comes"),
        ("take A eat 2", "2 of what"),
        ("take A eat kiwi 2", "2 of what"),
        ("take A eat kiwy", "did you mean kiwi"),
        ("take A: quickly", "colon"),
        ("forfeit", "one variety"),
        ("forfeit kiwi plum", "one variety"),
        ("pass now", "that is too much: “now”?"),
        ("again!", "did you mean again"),
        ("cut one", "not a number"),
        ("fix Ann collected kiwi: x", "needed"),
        ("fix Ann hidden kiwi 2: x", "“hidden” is not known"),
        ("fix gone kiwi: x", "after “gone”"),
        ("fix An collected kiwi 99999999999: x", "not a number"),
        ("tke A", "did you mean take"),
    ],
)
def test_an_unreadable_command_says_what_was_meant(table: AnySession, text: str, told: str) -> None:
    at_the_cut(table)
    with pytest.raises(companion.UnreadableCommand) as caught:
        table.do(text)
    assert told in str(caught.value)
    assert text in str(caught.value)
    assert table.revision == 2


def test_a_readable_start_that_fits_two_varieties_is_ambiguous(table: AnySession) -> None:
    with pytest.raises(companion.AmbiguousCommand) as caught:
        at_the_cut(table).do("take A eat ch")
    assert "cherry or chocolate" in str(caught.value)
    assert "The form is" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ("fix Bo collected kiwi 2: a slip", Fix(1, "collected", "kiwi", 2, "a slip")),
        ("fix cy young eaten H 1: seen: twice", Fix(2, "eaten", "chocolate", 1, "seen: twice")),
        ("fix #0 e plum 0: x", Fix(0, "eaten", "plum", 0, "x")),
        ("fix gone plum 3: under the box", Fix(-1, "gone", "plum", 3, "under the box")),
    ],
)
def test_mending_by_hand_is_written_like_this(table: AnySession, text: str, fix: Fix) -> None:
    assert table.do(text).action == fix
    again = table.game.commands.text(table.state, fix)
    assert table.game.commands.parse(table.state, again) == fix


def test_a_reason_is_kept_in_one_line(table: AnySession) -> None:
    entry = table.do(Fix(0, "eaten", "kiwi", 1, "  two\n lines "))
    assert entry.action.reason == "two lines"
    text = table.game.commands.text(table.state, entry.action)
    assert table.game.commands.parse(table.state, text) == entry.action


def test_a_forfeit_names_whose_turn_it_is(table: AnySession) -> None:
    at_the_cut(table)
    assert table.game.commands.parse(table.state, "forfeit k") == Forfeit(1, "kiwi")


def test_eating_all_of_a_piece_that_is_gone_says_who_has_it(table: AnySession) -> None:
    at_the_cut(table).do("take A")
    refusal = table.why_not("take A eat all")
    assert refusal is not None
    assert "Bo has taken piece A" in refusal.reason
    assert refusal.instead == "Left is B or C."
