"""Sessions: beginning, repeated taps, old pages, and what a session shows of itself."""

from __future__ import annotations

import binascii
import zlib
from typing import Any

import msgspec
import pytest

import companion
from companion import codes
from companion.opening import AnySession
from companion.piece_o_cake import Cut, Serve

CAKE = "serve P K K H C K A G S H B"


@pytest.fixture
def table() -> AnySession:
    return companion.start("piece-o-cake", ["Ann", "Bo", "Cy"])


# Beginning


@pytest.mark.parametrize(
    ("names", "arguments", "told"),
    [
        (["Ann"], {}, "2 to 5 seats, not 1"),
        (list("ABCDEF"), {}, "2 to 5 seats, not 6"),
        (["Ann", " "], {}, "needs a name"),
        (["Ann", "\x00"], {}, "needs a name"),
        (["Ann", "ANN"], {}, "same name"),
        (["Ann  Lee", "ann lee"], {}, "same name"),
        (["Ann", "Bo"], {"edition": "deluxe"}, "classic, more-whip"),
        (["Ann", "Bo"], {"first": 2}, "seats are 0 to 1"),
        (["Ann", "Bo"], {"first": -1}, "cannot start"),
        (["Ann", "Bo"], {"rulings": {"pieces": "many"}}, "at-most, exactly"),
    ],
)
def test_a_set_up_that_cannot_be_says_why(
    names: list[str], arguments: dict[str, Any], told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        companion.start("piece-o-cake", names, **arguments)


def test_names_are_a_list() -> None:
    with pytest.raises(TypeError, match="list of names"):
        companion.start("piece-o-cake", "Ann")


def test_a_game_without_a_seed_is_shuffled_anew() -> None:
    noted = {companion.start("piece-o-cake", ["A", "B"], virtual=True).code() for _game in range(5)}
    assert len(noted) == 5


def test_a_game_with_a_seed_repeats() -> None:
    for seed in (0, "0", "a seed"):
        one = companion.start("piece-o-cake", ["A", "B"], virtual=True, seed=seed)
        two = companion.start("piece-o-cake", ["A", "B"], virtual=True, seed=str(seed))
        assert one.do("serve").sentence == two.do("serve").sentence


# Taps


def test_a_repeated_tap_acts_once(table: AnySession) -> None:
    first = table.do(CAKE, revision=0, request="tap 1")
    assert table.do(CAKE, revision=0, request="tap 1") is first
    assert table.revision == 1


def test_a_refused_tap_may_be_repeated(table: AnySession) -> None:
    with pytest.raises(companion.IllegalAction):
        table.do("cut 0 3", request="tap 1")
    table.do(CAKE, request="tap 2")
    assert table.do("cut 0 3", request="tap 1").action == Cut(0, (0, 3))


def test_taps_without_a_name_are_all_different(table: AnySession) -> None:
    table.do("fix Ann eaten kiwi 1: x")
    table.do("fix Ann eaten kiwi 1: x")
    assert table.revision == 2


def test_a_tap_on_an_old_page_is_refused(table: AnySession) -> None:
    table.do(CAKE, revision=0)
    for revision in (0, 2, -1):
        with pytest.raises(companion.StaleAction) as caught:
            table.do("cut 0 3", revision=revision, request="late")
        assert "has changed" in str(caught.value)
        assert caught.value.refusal.instead
    assert table.revision == 1
    assert table.do("cut 0 3", revision=1, request="late").number == 2


def test_an_undone_revision_is_not_confused_with_a_new_one(table: AnySession) -> None:
    table.do(CAKE, revision=0)
    table.undo()
    with pytest.raises(companion.StaleAction):
        table.do(CAKE, revision=0)
    table.do(CAKE, revision=2)


def test_json_with_a_mistake_changes_nothing(table: AnySession) -> None:
    for form in ({"type": "serve"}, {"type": "serve", "seat": 0, "slices": [1]}, {"seat": 0}):
        with pytest.raises(msgspec.ValidationError):
            table.do(form)
    assert table.revision == 0


def test_what_is_asked_about_is_not_done(table: AnySession) -> None:
    assert table.why_not(CAKE) is None
    assert table.why_not(Serve(1, ("kiwi",) * 11)) is not None
    assert table.revision == 0


# What a session shows


def test_last_and_next_are_what_undo_and_redo_would_do(table: AnySession) -> None:
    assert (table.last, table.next) == (None, None)
    served = table.do(CAKE)
    cut = table.do("cut 0 3")
    assert (table.last, table.next) == (cut, None)
    table.undo()
    assert (table.last, table.next) == (served, cut)
    table.redo()
    assert (table.last, table.next) == (cut, None)


def test_a_session_names_itself_shortly(table: AnySession) -> None:
    assert repr(table) == "<Session piece-o-cake, 3 seats, 0 events, not saved>"
    table.do(CAKE)
    assert repr(table) == "<Session piece-o-cake, 3 seats, 1 event, not saved>"


def test_the_log_cannot_be_changed_from_outside(table: AnySession) -> None:
    table.do(CAKE)
    assert isinstance(table.log, tuple)
    with pytest.raises(AttributeError):
        table.state.phase = "over"


def test_the_code_can_be_photographed(table: AnySession) -> None:
    picture = table.qr()
    assert str(picture).startswith("<svg")
    assert picture._repr_html_() == str(picture)
    assert repr(picture) == "<Picture>"


def test_a_code_of_rules_this_kit_does_not_know_says_so(table: AnySession) -> None:
    note = codes.read(table.code())
    for change in ({"game": "chess"}, {"rules": "0"}):
        code = codes.write(msgspec.structs.replace(note, **change))
        with pytest.raises(companion.DamagedCode, match="does not know"):
            companion.open(code)


def test_a_code_of_another_kit_s_actions_says_so(table: AnySession) -> None:
    note = codes.read(table.code())
    for action in (10**12, b"{}", -1_000_000_000_000):
        code = codes.write(msgspec.structs.replace(note, actions=(action,)))
        with pytest.raises(companion.DamagedCode, match="another version"):
            companion.open(code)


def test_codes_of_another_format_say_so() -> None:

    for packed in (b"not deflated", zlib.compress(b"\xc1", wbits=-15)):
        raw = packed + binascii.crc32(packed).to_bytes(4, "big")
        with pytest.raises(companion.DamagedCode, match="another version"):
            codes.read(codes._grouped(raw))


def test_undo_and_redo_of_an_old_page_are_refused(table: AnySession) -> None:
    table.do(CAKE)
    with pytest.raises(companion.StaleAction):
        table.undo(revision=0)
    table.undo(revision=1)
    with pytest.raises(companion.StaleAction):
        table.redo(revision=1)
    table.redo(revision=2)
    assert table.revision == 3


# Who wants to know


class Watcher:
    """Someone who notes the revision of every table it hears of."""

    def __init__(self) -> None:
        self.heard: list[int] = []

    def hear(self, session: AnySession) -> None:
        self.heard.append(session.revision)


def test_a_watcher_hears_of_every_input_and_of_nothing_else(table: AnySession) -> None:
    watcher = Watcher()
    table.watch(watcher.hear)
    table.do(CAKE, request="tap")
    table.do(CAKE, request="tap")
    with pytest.raises(companion.IllegalAction):
        table.do(CAKE)
    table.branch().do("cut 0 3")
    table.undo()
    table.redo()
    assert watcher.heard == [1, 2, 3]


def test_a_watcher_that_is_gone_hears_nothing(table: AnySession) -> None:
    heard: list[int] = []
    watcher = Watcher()
    watcher.heard = heard
    table.watch(watcher.hear)
    del watcher
    table.do(CAKE)
    assert heard == []


def test_a_branch_of_a_virtual_game_shows_what_could_come_never_what_will() -> None:
    game = companion.start("piece-o-cake", ["Ann", "Bo"], virtual=True, seed=7)
    for command in ("serve", "cut", "take A"):
        game.do(command)
    tried = game.branch()
    tried.do("serve")
    game.do("serve")
    assert tried.state.cake != game.state.cake
    real, other = game._worlds[-1].dealer, tried._worlds[-1].dealer
    assert real is not None
    assert other is not None
    assert other.stacks[0] == real.stacks[0]
    assert sorted(sum(other.stacks, ())) == sorted(sum(real.stacks, ()))
    assert real.seed not in repr(other)


def test_who_cannot_follow_a_game_does_not_stop_it(caplog: pytest.LogCaptureFixture) -> None:
    class Broken:
        def follow(self, _session: object) -> None:
            raise RuntimeError("a hidden card")

    game, broken = companion.start("piece-o-cake", ["Ann", "Bo"]), Broken()
    game.watch(broken.follow)
    game.do("serve P K K H C H A G S H B")
    assert game.revision == 1
    assert "RuntimeError" in caplog.text
    assert "a hidden card" not in caplog.text
