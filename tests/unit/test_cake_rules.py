"""The rule sheet of Piece o' Cake, sentence by sentence, and the questions people ask about it."""

from __future__ import annotations

from itertools import combinations, permutations
from math import comb

import msgspec
import pytest

import companion
from companion.game import TABLE
from companion.opening import AnySession
from companion.piece_o_cake import GAME, Again, Cut, Forfeit, Pass, Serve, Take, engine, scoring
from companion.piece_o_cake.moves import gap_choices, orders
from companion.piece_o_cake.slices import COUNTS, DOLLOPS, EDITIONS, full_set, varieties
from companion.piece_o_cake.state import pieces
from tests import cakes, tables, walks


def play(game: AnySession, *moves: str) -> AnySession:
    for move in moves:
        game.do(move)
    return game


def refused(game: AnySession, action: object, rule: str = "", reason: str = "") -> None:
    """See that ``action`` is refused by that rule, for that reason, and changes nothing."""
    before, revision = game.state, game.revision
    with pytest.raises(companion.IllegalAction) as caught:
        game.do(action)
    refusal = caught.value.refusal
    assert refusal.rule is not None
    assert not rule or refusal.rule.id == rule
    assert reason in str(refusal)
    assert (game.state, game.revision) == (before, revision)


# Components


def test_there_are_57_slices_in_eight_varieties() -> None:
    assert sum(COUNTS) == len(full_set("classic")) == 57
    assert COUNTS == (3, 4, 5, 7, 8, 9, 10, 11)
    assert DOLLOPS == (1, 1, 1, 2, 2, 2, 2, 3)
    assert sum(count * dollops for count, dollops in zip(COUNTS, DOLLOPS, strict=True)) == 113


def test_the_classic_varieties_are_those_of_the_box() -> None:
    assert cakes.titles("classic") == [
        "Plum", "Apricot", "Cherry", "Blackberry", "Kiwi", "Gooseberry", "Strawberry", "Chocolate",
    ]  # fmt: skip


def test_more_whip_has_other_flavours_and_the_same_numbers() -> None:
    assert cakes.titles("more-whip") == [
        "Marron", "Mango", "Framboise", "White peach", "Matcha", "Blueberry", "Strawberry",
        "Chocolate",
    ]  # fmt: skip
    numbers = [[(v.count, v.dollops) for v in varieties(edition.id)] for edition in EDITIONS]
    assert numbers[0] == numbers[1]


@pytest.mark.parametrize("edition", [edition.id for edition in EDITIONS])
def test_letters_and_names_of_varieties_are_unambiguous(edition: str) -> None:
    kinds = varieties(edition)
    assert len({kind.letter for kind in kinds}) == len({kind.id for kind in kinds}) == 8
    game = cakes.table(edition=edition)
    for kind in kinds:
        entry = game.do(f"fix Ann eaten {kind.letter} 1: by its letter")
        assert entry.action.variety == kind.id


def test_more_whip_is_played_by_its_own_names() -> None:
    game = cakes.table(2, edition="more-whip")
    told = game.do("serve M O O F W W T B S H H").sentence
    assert told.startswith("Ann serves Marron, Mango, Mango, Framboise, White peach")
    refused(
        cakes.table(2, edition="more-whip"),
        Serve(0, ("plum",) * 11),
        "slices",
        "no variety is called “plum”",
    )
    with pytest.raises(companion.UnreadableCommand, match="plum"):
        game.do("forfeit plum")


# Setup


def test_five_stacks_of_eleven_and_two_spare_slices() -> None:
    game = cakes.table(virtual=True, seed=1)
    dealer = game._worlds[0].dealer
    assert dealer is not None
    assert [len(stack) for stack in dealer.stacks] == [11, 11, 11, 11, 11, 2]
    assert sorted(slice_ for stack in dealer.stacks for slice_ in stack) == sorted(
        full_set("classic")
    )


@pytest.mark.parametrize("seats", range(2, 6))
@pytest.mark.parametrize("first", range(2))
def test_serving_goes_round_and_need_not_be_even(seats: int, first: int) -> None:
    game = cakes.table(seats, first=first, virtual=True, seed=2)
    servers = []
    while game.outcome is None:
        if game.state.phase == "serve":
            servers.append(game.state.server)
        game.do(game.legal()[0])
    assert servers == [(first + cake) % seats for cake in range(5)]
    turns = sorted((servers.count(seat) for seat in range(seats)), reverse=True)
    assert turns == {2: [3, 2], 3: [2, 2, 1], 4: [2, 1, 1, 1], 5: [1] * 5}[seats]


# Serving


def test_a_cake_has_eleven_slices_in_the_order_they_came() -> None:
    game = cakes.table()
    refused(game, "serve P K K", "serve", "eleven")
    refused(game, f"{cakes.SERVE} H", "serve", "12 slices")
    refused(game, "serve", "serve", "0 slices")
    game.do(cakes.SERVE)
    assert [kind.letter for kind in game.view().cake] == list(cakes.CAKE)


def test_a_slice_that_cannot_exist_is_not_served() -> None:
    game = cakes.table()
    refused(game, "serve P P P P K K H C K A G", "slices", "4 Plum cannot be: 3 exist and 0 came")
    play(game, cakes.SERVE, "cut", "take A")
    refused(game, "serve P P P K K H C K A G S", "slices", "3 exist and 1 came up before")
    refusal = game.why_not("serve P P P K K H C K A G S")
    assert refusal is not None
    assert refusal.instead == "2 Plum can still come."


def test_eaten_given_up_and_lost_slices_do_not_come_again() -> None:
    game = cakes.cut(2, "0 1")
    play(game, "take A eat plum", "take B eat 2 kiwi")
    assert game.state.phase == "serve"
    for slices in ("P P P K K K K K H C A", "K K K K K K P P G G G"):
        refused(game, f"serve {slices}", "slices", "came up before")
    play(game, "serve P P K K K K K G S S B", "cut 0 1 2", "forfeit kiwi", "take A", "take B")


def test_in_a_virtual_game_the_kit_draws() -> None:
    game = cakes.table(virtual=True, seed=5)
    assert list(game.legal()) == [Serve(0)]
    refused(game, cakes.SERVE, "stacks", "the kit draws")
    dealer = game._worlds[0].dealer
    assert dealer is not None
    assert game.do("serve").action.slices == dealer.stacks[0]


# Cutting


@pytest.mark.parametrize(("count", "ways"), [(1, 1), (2, 55), (3, 165), (4, 330), (5, 462)])
def test_ways_to_cut_a_ring_of_eleven(count: int, ways: int) -> None:
    assert len(gap_choices(count, count)) == ways
    assert ways == (comb(11, count) if count > 1 else 1)
    rings = {frozenset(map(frozenset, pieces(gaps))) for gaps in combinations(range(11), count)}
    assert len(rings) == ways  # every single gap leaves the same ring


def test_a_thousand_and_thirteen_ways_for_five() -> None:
    assert len(gap_choices(1, 5)) == 1_013
    assert len(cakes.served(5).legal()) == 1_013


@pytest.mark.parametrize(("seats", "ways"), [(2, 551), (3, 221), (4, 551), (5, 1_013)])
def test_at_most_as_many_pieces_as_players_and_four_for_two(seats: int, ways: int) -> None:
    game = cakes.served(seats)
    assert len(game.legal()) == ways
    most = {2: 4}.get(seats, seats)
    for count in range(2, 8):
        gaps = tuple(range(count))
        if count <= most:
            assert game.why_not(Cut(0, gaps)) is None
        else:
            rule = "two-players" if seats == 2 else "cut"
            refused(game, Cut(0, gaps), rule, f"at most {most}")


def test_four_players_may_cut_three_pieces_but_not_five() -> None:
    game = cakes.served(4)
    assert game.why_not("cut 0 3 6") is None
    refused(game, "cut 0 2 4 6 8", "cut", "5 pieces are too many: at most 4")


def test_a_piece_may_be_a_single_slice() -> None:
    game = cakes.cut(3, "0 1 2")
    assert [len(piece.slices) for piece in game.view().pieces] == [1, 1, 9]


def test_pieces_are_neighbours_in_the_ring_round_its_end() -> None:
    game = cakes.cut(3, "2 5 9")
    assert [piece.places for piece in game.view().pieces] == [
        (2, 3, 4),
        (5, 6, 7, 8),
        (9, 10, 0, 1),
    ]
    assert [piece.letter for piece in game.view().pieces] == ["A", "B", "C"]


def test_the_whole_cake_may_stay_one_piece_for_the_first_to_choose() -> None:
    game = cakes.served(3)
    assert "whole" in game.do("cut").sentence
    play(game, "take A")
    assert sum(game.state.collected[1]) == 11
    assert game.state.phase == "serve"


@pytest.mark.parametrize(
    ("gaps", "told"),
    [
        ((4,), "single cut"),
        ((0, 3, 3), "gap 3 is named twice"),
        ((0, 11), "0 to 10"),
        ((-1, 3), ""),
    ],
)
def test_cuts_that_part_nothing_are_refused(gaps: tuple[int, ...], told: str) -> None:
    refused(cakes.served(4), Cut(0, gaps), "cut", told)


def test_only_the_server_serves_and_cuts() -> None:
    game = cakes.table()
    slices = tuple(game.game.commands.parse(game.state, cakes.SERVE).slices)
    refused(game, Serve(1, slices), "next-server", "not Bo’s turn")
    game.do(cakes.SERVE)
    refused(game, Cut(2, (0, 3)), "cut", "not Cy’s turn")
    refused(game, Cut(TABLE, (0, 3)), "cut", "no such seat")


# Choosing


@pytest.mark.parametrize(
    ("seats", "first", "count", "order"),
    [
        (2, 0, 4, "1010"), (2, 0, 3, "101"), (2, 0, 2, "10"), (2, 0, 1, "1"),
        (2, 1, 4, "0101"), (3, 0, 3, "120"), (3, 2, 3, "012"), (4, 1, 4, "2301"),
        (4, 0, 3, "123"), (5, 3, 5, "40123"), (5, 0, 1, "1"),
    ],
)  # fmt: skip
def test_choosing_begins_left_of_the_server_who_comes_last(
    seats: int, first: int, count: int, order: str
) -> None:
    game = cakes.cut(seats, " ".join(map(str, range(count))) if count > 1 else "", first=first)
    for seat in map(int, order):
        assert game.game.to_act(game.state) == (seat,)
        game.do(f"take {game.view().pieces[game.state.left[0]].letter}")
    assert game.state.phase == "serve"


def test_nobody_chooses_out_of_turn() -> None:
    game = cakes.cut(3, "0 3 6")
    for seat in (0, 2):
        refused(game, Take(seat, 0), "choose", "turn")
        refused(game, Forfeit(seat, "kiwi"), "choose", "turn")
        refused(game, Pass(seat), "choose", "turn")


def test_eating_or_collecting_is_settled_before_the_next_one_chooses() -> None:
    """One action takes the piece and decides each slice of it; nothing stays undecided."""
    game = cakes.cut(3, "0 3 6")
    game.do("take A eat kiwi")
    assert game.state.collected[1] == cakes.counts("PK")
    assert game.state.eaten[1] == cakes.counts("K")
    refused(game, Take(1, 1, ("cherry",)), "choose")
    assert game.game.to_act(game.state) == (2,)


def test_every_choice_of_slices_to_eat_is_open() -> None:
    game = cakes.cut(3, "0 3 6")
    choices = {(a.piece, a.eat) for a in game.legal() if isinstance(a, Take) and a.piece == 0}
    assert {eat for _piece, eat in choices} == {
        (), ("plum",), ("kiwi",), ("kiwi", "kiwi"), ("plum", "kiwi"), ("plum", "kiwi", "kiwi"),
    }  # fmt: skip


def test_only_slices_of_the_piece_are_eaten() -> None:
    game = cakes.cut(3, "0 3 6")
    refused(game, "take A eat cherry", "eat-or-collect", "piece A has no Cherry to eat")
    refused(game, "take A eat 3 kiwi", "eat-or-collect", "does not have 3 Kiwi")
    refused(game, Take(1, 0, ("melon",)), "slices", "no variety is called “melon”")


def test_a_piece_is_taken_once() -> None:
    game = cakes.cut(3, "0 3 6")
    game.do("take B")
    refused(game, "take B", "choose", "Bo has taken piece B")
    refused(game, "take D", "choose", "no such piece")
    refused(game, Take(2, -1), "choose", "no such piece")


def test_the_server_may_find_nothing_left() -> None:
    game = cakes.cut(4, "0 3 6")
    play(game, "take A eat all", "take B eat all")
    told = game.do("take C eat all").sentence
    assert "For Ann nothing is left." in told
    assert game.state.phase == "serve"
    assert game.state.collected[0] == game.state.eaten[0] == cakes.counts("")


def test_slices_nobody_takes_leave_the_game() -> None:
    state = cakes.sharing(cakes.holding(["C", "KK", "H"], cake_number=1), ["PKK", "HCK", "AGSHB"])
    game = tables.session_at(state)
    play(game, "forfeit H", "take A")
    told = game.do("forfeit K").sentence
    assert game.state.gone == cakes.counts("HCKAGSHB")
    assert "leave the game" in told
    assert "Chocolate" in told


def test_there_is_no_limit_to_what_one_collects() -> None:
    state = cakes.holding([{}, {"H": 9, "S": 10, "G": 9, "K": 2}, {}], cake_number=3)
    game = tables.session_at(cakes.sharing(state, ["PPP", "AACC", "BBBK"]))
    assert sum(game.state.collected[1]) == 30
    acting = game.state.picks[0]
    assert game.why_not(Take(acting, 0)) is None


# Forfeiting


def chooser_holds(held: str) -> AnySession:
    """Return a game where Bo, who chooses first, holds some slices and Ann served."""
    return tables.session_at(cakes.sharing(cakes.holding(["", held, ""]), ["PAA", "CCB", "SSSSG"]))


def test_forfeiting_eats_one_variety_whole_and_takes_no_piece() -> None:
    game = chooser_holds("HHHKK")
    game.do("forfeit chocolate")
    assert scoring.eaten_points(game.state.eaten[1]) == 9
    assert game.state.collected[1] == cakes.counts("KK")
    assert game.state.left == (0, 1, 2)
    assert game.game.to_act(game.state) == (2,)


def test_forfeiting_some_of_a_variety_cannot_even_be_said() -> None:
    game = chooser_holds("HHHKK")
    for text in ("forfeit chocolate 2", "forfeit 2 chocolate", "forfeit chocolate kiwi"):
        with pytest.raises(companion.UnreadableCommand):
            game.do(text)
    with pytest.raises(msgspec.ValidationError):
        game.do({"type": "forfeit", "seat": 1, "variety": "chocolate", "count": 2})
    assert game.revision == 0


def test_collected_slices_are_eaten_later_only_by_forfeiting() -> None:
    game = chooser_holds("HHHKK")
    refused(game, "take A eat chocolate", "eat-or-collect")
    game.do("take A eat all")
    assert game.state.collected[1] == cakes.counts("HHHKK")


def test_a_variety_one_does_not_hold_is_not_forfeited() -> None:
    game = chooser_holds("HHHKK")
    refused(game, "forfeit plum", "forfeit", "Bo could eat Kiwi or Chocolate")
    refused(game, Forfeit(1, "melon"), "slices")
    assert {a.variety for a in game.legal() if isinstance(a, Forfeit)} == {"chocolate", "kiwi"}


def test_everybody_may_forfeit_and_the_whole_cake_is_lost() -> None:
    state = cakes.sharing(cakes.holding(["C", "K", "H"], cake_number=0), ["PPP", "AAA", "SSSSS"])
    game = play(tables.session_at(state), "forfeit K", "forfeit H", "forfeit C")
    assert game.state.gone == cakes.counts("PPPAAASSSSS")
    assert game.state.server == 1


def test_two_players_may_forfeit_in_each_of_their_turns() -> None:
    state = cakes.sharing(cakes.holding(["CC", "KKHH"]), ["PPP", "AAA", "SSS", "GG"])
    game = play(tables.session_at(state), "forfeit K", "take A")
    assert game.game.to_act(game.state) == (1,)
    play(game, "forfeit H", "forfeit C")
    assert game.state.gone == cakes.counts("AAASSSGG")


# Phases


@pytest.mark.parametrize(
    ("phase", "action", "told"),
    [
        ("serve", Cut(0, (0, 3)), "no cake is on the table"),
        ("serve", Take(0, 0), "no cake is on the table"),
        ("cut", Take(1, 0), "not cut yet"),
        ("cut", Serve(0, ()), "not cut yet"),
        ("take", Cut(0, (0, 3)), "shared out"),
        ("take", Serve(0, ()), "shared out"),
        ("over", Take(0, 0), "all five cakes"),
        ("over", Serve(0, ()), "all five cakes"),
        ("serve", Again(1), "not over yet"),
    ],
)
def test_everything_has_its_time(phase: str, action: object, told: str) -> None:
    games = {
        "serve": cakes.table(),
        "cut": cakes.served(),
        "take": cakes.cut(3, "0 3 6"),
        "over": tables.session_at(cakes.finished(["", "", ""])),
    }
    refused(games[phase], action, reason=told)


def test_orders_of_a_cake_by_a_second_count() -> None:
    for unseen in ((1, 1, 1), (2, 1, 0), (2, 2, 0), (3, 0, 2)):
        slices = [variety for variety, count in enumerate(unseen) for _copy in range(count)]
        for length in range(len(slices) + 1):
            assert orders(unseen)[0][length] == len(set(permutations(slices, length)))
    assert orders((0, 0, 11))[0][11] == 1
    assert orders((5, 5))[0][11] == 0


def test_serving_lists_each_order_once() -> None:
    state = cakes.holding([{"H": 11, "S": 10, "G": 9}, {"K": 8, "B": 7}], cake_number=4)
    listed = engine.legal(state)  # twelve slices are unseen: three, four and five of a kind
    assert (
        len(listed) == orders((3, 4, 5))[0][11] == len({walks.plain(action) for action in listed})
    )
    assert len(listed) == sum(comb(11, p) * comb(11 - p, a) for p, a in ((2, 4), (3, 3), (3, 4)))


def test_the_game_has_two_to_five_seats() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5]
