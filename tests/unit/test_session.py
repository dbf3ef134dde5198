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
from companion.secrets import World

CAKE = "serve P K K H C K A G S H B"


@pytest.fixture
def table() -> AnySession:
    return companion.start("piece-o-cake", ["Ann", "Bo", "Cy"])


# Beginning


@pytest.mark.parametrize(
    ("names", "arguments", "told"),
    [
        (["Ann"], {}, "is for 2, 3, 4 or 5 seats, not 1"),
        (list("ABCDEF"), {}, "is for 2, 3, 4 or 5 seats, not 6"),
        (["Ann", " "], {}, "needs a name"),
        (["Ann", "\x00"], {}, "needs a name"),
        (["Ann", "ANN"], {}, "same name, “ANN”"),
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


@pytest.mark.parametrize("count", [1, 3, 5])
def test_a_game_may_leave_out_a_number_of_seats(count: int) -> None:
    with pytest.raises(ValueError, match=f"is for 2 or 4 seats, not {count}"):
        companion.start("cake-duel", list("ABCDE")[:count])


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


# Who sees what


def duel(names: tuple[str, ...] = ("Ann", "Bo"), *, seed: int = 7) -> AnySession:
    return companion.start("cake-duel", names, virtual=True, seed=seed, edition="specials")


def stolen(game: AnySession) -> AnySession:
    """Play a turn of a duel: an attack, a block, both drawn up."""
    for command in ("claim 2 soldiers with 1 2", "block 1 defender with 3", "accept", "draw"):
        game.do(command)
    return game


def test_the_table_as_text_shows_only_what_its_reader_may_see() -> None:
    game = duel()
    texts = [game.text(seat) for seat in (None, 0, 1)]
    assert str(game) == texts[0]
    assert len(set(texts)) == 3
    for seat in (0, 1):
        assert game.view(seat).hand
        assert game.view(seat).hand != game.view(1 - seat).hand
    assert game.view().hand == ()


def test_views_are_those_of_every_action_that_stands() -> None:
    game = duel()
    seen = [game.view(1)]
    for command in ("claim 2 soldiers with 1 2", "block 1 defender with 3", "accept"):
        game.do(command)
        seen.append(game.view(1))
    assert game.views(1) == seen
    assert game.views() != seen
    game.undo()
    assert game.views(1) == seen[:-1]


def test_steps_are_what_stands_between_its_worlds() -> None:
    game = stolen(duel())
    game.undo(agreed=game.consent)
    steps = game.steps()
    assert [action for _before, action, _after in steps] == [e.action for e in game.log[:3]]
    assert [after for _before, _action, after in steps] == game._worlds[1:]
    assert [before for before, _action, _after in steps] == game._worlds[:-1]


# What-if copies of hidden hands


def test_a_branch_keeps_what_its_seat_knows_and_shuffles_the_rest() -> None:
    game = stolen(duel())
    for seat in (0, 1):
        branch = game.branch(seat)
        assert branch.view(seat) == game.view(seat)
        assert branch.view(1 - seat).hand != game.view(1 - seat).hand
    table = game.branch()
    assert table.view(0).hand != game.view(0).hand
    assert table.view(1).hand != game.view(1).hand
    assert table.view() == game.view()


def test_a_branch_for_a_team_seat_keeps_its_partner_s_hand() -> None:
    game = duel(("Ann", "Bo", "Cy", "Di"))
    branch = game.branch(2)
    assert (branch.view(2), branch.view(3).hand) == (game.view(2), game.view(3).hand)
    assert branch.view(0).hand != game.view(0).hand


def test_earlier_worlds_of_a_branch_are_imagined_too() -> None:
    game = stolen(duel())
    for seat in (None, 0, 1):
        branch = game.branch(seat)
        for real, other in zip(game._worlds, branch._worlds, strict=True):
            assert real.state == other.state
            assert real.dealer != other.dealer
            assert stacks_of(other) not in [stacks_of(world) for world in game._worlds]


def stacks_of(world: World[Any]) -> tuple[tuple[str, ...], ...]:
    assert world.dealer is not None
    return world.dealer.stacks


def test_what_lies_hidden_in_a_branch_lies_there_by_chance() -> None:
    """The card on the deck is no likelier the real one than in any shuffle."""
    rounds, hits, expected = 400, 0, 0.0
    for seed in range(rounds):
        game = companion.start("cake-duel", ["Ann", "Bo"], virtual=True, seed=seed)
        real, other = stacks_of(game._worlds[0]), stacks_of(game.branch(0)._worlds[0])
        hidden = [*real[0], *real[5]]
        hits += real[0][0] == other[0][0]
        expected += hidden.count(real[0][0]) / len(hidden)
    assert abs(hits - expected) < 4 * (rounds * 0.25) ** 0.5


def test_a_branch_holds_no_other_seat_s_memory_of_a_hand() -> None:
    game = duel(("Ann", "Bo", "Cy", "Di"))
    for command in ("lead Ann", "claim 1 oracle with 1 on Cy", "accept"):
        game.do(command)
    [glimpse] = game.view(0).glimpses
    assert glimpse.cards == game.view(2).hand
    assert game.branch(0).view(0).glimpses == (glimpse,)
    for seat in (None, 1, 3):
        assert game.branch(seat).view(0).glimpses == ()


def test_trying_things_in_a_branch_shows_what_could_come_never_what_will() -> None:
    game, other = duel(), duel()
    branch = game.branch(0)
    assert stolen(branch).view(0).hand != stolen(game).view(0).hand
    assert stolen(other).view(0).hand == game.view(0).hand


def test_what_was_turned_up_stays_known_when_it_is_taken_back() -> None:
    game = companion.start("piece-o-cake", ["Ann", "Bo"], virtual=True, seed=7)
    served = game.do("serve").action
    assert game.branch().state.cake == game.state.cake
    game.undo()
    branch = game.branch()
    assert branch.do("serve").action == served
    assert stacks_of(branch._worlds[-1])[1] != stacks_of(game._worlds[-1])[1]


def test_what_was_flipped_stays_known_when_it_is_taken_back() -> None:
    game = duel()
    game.do("claim 2 soldiers with 1 2")
    laid = game.view(0).laid
    hidden = game.branch(1).view(0).laid
    flipped = game.do("challenge").action
    game.undo(agreed=[0, 1])
    for viewer in (None, 1):
        branch = game.branch(viewer)
        assert branch.view(0).laid == laid != hidden
        assert branch.do("challenge").action.shown == flipped.shown


def test_a_branch_of_a_branch_is_imagined_from_what_is_imagined() -> None:
    game = stolen(duel())
    branch = game.branch(0).branch(0)
    assert branch.view(0) == game.view(0)
    assert branch.view(1).hand != game.view(1).hand


def test_a_branch_of_a_virtual_game_has_no_code() -> None:
    with pytest.raises(ValueError, match="no resume code"):
        duel().branch(0).code()
