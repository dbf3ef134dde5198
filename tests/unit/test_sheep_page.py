"""The page of The Sheep without a browser: every state can be shown, every control works."""

from __future__ import annotations

import html
import json
import random
import re
from typing import TYPE_CHECKING, Any

import pytest
from htpy import fragment
from msgspec import to_builtins

import companion
from companion.opening import AnySession
from companion.the_sheep import engine
from companion.the_sheep.pack import CARDS
from companion.the_sheep.state import Advance, Draw, Fix
from tests import sheep
from tests.look import SHEEP, TILES, camped, night_fork
from widgets import Table
from widgets.pages import Draft, the_sheep
from widgets.pages.the_sheep import counting, mending, typing_in
from widgets.pages.the_sheep.aiming import MODES, aim
from widgets.pages.the_sheep.automatic import preview
from widgets.parts import automation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.the_sheep.view import View

ACT = re.compile(r"<(?P<tag>\w+)(?P<all>[^>]*?data-do=\"(?P<json>[^\"]*)\"[^>]*)>")
FIELDS = re.compile(r'data-fields="([^"]*)"')
FULL = (
    "c1:lllls b1:lls d6:ls c6:l h6:sss i5:lg j1:gg i2:lls e3:lllgg f4:lsssg g5:lls d3:sg c4:lsg "
    "e4:llg g3:lg l2:s"
)


def text(*nodes: Any) -> str:
    return "".join(fragment[nodes].iter_chunks())


def whole(view: View, draft: Draft | None = None, revision: int = 0) -> str:
    """Return everything the page shows of a view."""
    return text(
        the_sheep.rail(view),
        the_sheep.now_actions(view),
        the_sheep.board(view, draft, revision),
        the_sheep.meaning(view, draft, revision),
    )


def shown(**asked: Any) -> Draft:
    return Draft({}, None, shown=asked)


def controls(page: str) -> Iterator[tuple[dict[str, Any], str, bool]]:
    """Yield the JSON of each control, its tag, and whether it is dim."""
    for found in ACT.finditer(page):
        act = json.loads(html.unescape(found["json"]))
        yield act, found["tag"], 'aria-disabled="true"' in found["all"]


def every_page(view: View) -> Iterator[str]:
    """Yield the page for each shepherd and each thing it may be about to do."""
    yield whole(view)
    for seat, modes in aim(view, None).open.items():
        for mode in modes:
            yield whole(view, shown(seat=seat, do=mode))
    herds = [herd.at for herd in view.state.flock] if view.state.queue else []
    for at in herds:
        yield whole(view, shown(herd=at))


def walk(seed: int, *, virtual: bool) -> Iterator[AnySession]:
    """Play a game by chance, yielding it before each move."""
    chance = random.Random(seed)
    seats = chance.choice([2, 3, 4])
    given = {"virtual": True, "seed": seed} if virtual else {}
    game = sheep.table(seats, **given)
    while game.outcome is None and game.revision < 160:
        yield game
        legal = game.legal()
        game.do(legal[chance.randrange(len(legal))])
    yield game


def check_controls(game: AnySession, page: str) -> None:
    """See that all JSON can be read, and that what can be pressed is legal."""
    for act, tag, dim in controls(page):
        if "type" not in act:
            assert act["table"] in {"show", "compose", "panel", "switch"}
        elif tag != "form":
            action = game.game.read(act)
            refused = engine.check(game.state, action)
            assert (refused is not None) == dim, (act, refused)
    for fields in FIELDS.findall(page):
        assert json.loads(html.unescape(fields))


@pytest.mark.slow
@pytest.mark.parametrize("virtual", [True, False], ids=["virtual", "physical"])
@pytest.mark.parametrize("seed", range(5))
def test_every_state_of_random_games_can_be_shown_and_pressed(seed: int, virtual: bool) -> None:
    for number, game in enumerate(walk(seed, virtual=virtual)):
        if number % 6:
            continue
        view = game.view()
        check_controls(game, whole(view))
        heading, _hint = the_sheep.now(view)
        assert heading
        assert text(the_sheep.still(view)).count("data-do=") == 0
        if number % 30 == 0:
            text(the_sheep.fix(view, None))
            check_controls(game, whole(view, shown(seat=number % 4, do="attack")))


@pytest.mark.slow
@pytest.mark.parametrize("virtual", [True, False], ids=["virtual", "physical"])
@pytest.mark.parametrize("seed", range(2))
def test_every_kind_of_move_can_be_made_on_the_page(seed: int, virtual: bool) -> None:
    for number, game in enumerate(walk(seed, virtual=virtual)):
        if number % 12:
            continue
        kinds = {type(one).__struct_config__.tag for one in game.legal()}
        pages = "".join(every_page(game.view()))
        offered = {act.get("type") for act, _tag, dim in controls(pages) if not dim}
        assert kinds <= offered, kinds - offered


QUICK = {"sheep-day", "sheep-avert", "sheep-combat"}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in SHEEP],
)
def test_every_kind_of_move_of_a_position_can_be_made(name: str) -> None:
    game = SHEEP[name][0]()
    kinds = {type(one).__struct_config__.tag for one in game.legal()}
    pages = [*every_page(game.view())]
    offered = {act.get("type") for act, _tag, dim in controls("".join(pages)) if not dim}
    assert kinds <= offered
    for page in pages:
        check_controls(game, page)


@pytest.mark.parametrize("mode", ["move", "walk"])
def test_the_map_lights_just_the_spaces_that_can_be_reached(mode: str) -> None:
    view = camped("action" if mode == "move" else "combat").view()
    for seat in range(3):
        aimed = aim(view, shown(seat=seat, do=mode))
        ways = [one for one in engine.legal(view.state) if isinstance(one, MODES[mode])]
        assert set(aimed.targets) == {one.to for one in ways if one.seat == seat}
        page = text(the_sheep.board(view, shown(seat=seat, do=mode), 0))
        lit = [act["to"] for act, tag, _dim in controls(page) if tag == "use"]
        assert set(lit) == set(aimed.targets)


def test_a_hex_says_everything_that_stands_on_it() -> None:
    page = text(the_sheep.board(camped("action").view(), shown(seat=1, do="move"), 0))
    labels = [html.unescape(label) for label in re.findall(r'aria-label="([^"]*)"', page)]
    [f4] = [label for label in labels if label.startswith("f4:")]
    assert f4 == (
        "f4: path, 1 lesser sheep and 1 standard sheep, the caravan Tinkers’ Guild and the "
        "shepherd of Ann. Bo moves here."
    )
    [c1] = [label for label in labels if label.startswith("c1:")]
    assert c1 == (
        "c1: the green spawn and 2 lesser sheep and 1 standard sheep. Bo moves here. The sheep "
        "make for c4."
    )


def test_a_hex_says_that_a_sheep_on_it_is_hurt() -> None:
    game = camped("combat", flock="f4:ss", mutation="iron-sheep")
    game.do("attack Ann flockbuster standard")
    page = html.unescape(text(the_sheep.board(game.view(), None, 0)))
    assert "2 standard sheep, 1 of them hurt" in page


# What the kit does by itself


def table(game: AnySession) -> Table:
    return Table(game)


def tap(page: Table, act: dict[str, Any]) -> None:
    """Do what a tap on the page does."""
    game = page.session
    assert game is not None
    page._receive({"do": act, "revision": game.revision, "id": str(random.random())})


def parts(page: Table) -> dict[str, str]:
    return dict(page.stage._parts)


ALL = [one.id for one in the_sheep.switches(sheep.ready(2, virtual=True).view())]


def test_a_preview_says_what_will_happen_and_changes_nothing() -> None:
    game = camped("sheep-move")
    before = game.state
    step = the_sheep.automatic(game.view())
    assert step is not None
    assert (step.id, game.state) == ("sheep-move", before)
    page = table(game)
    assert all(line in html.unescape(parts(page)["preview"]) for line in step.preview)
    tap(page, step.action)
    for line in step.preview:
        assert line in game.log[-1].sentence


def test_off_shows_no_preview_and_on_needs_no_tap() -> None:
    game = camped("pollution")
    page = table(game)
    assert "preview" in parts(page)
    tap(page, {"table": "switch", "ids": ["pollution"], "to": "off"})
    assert "preview" not in parts(page)
    assert game.revision == 0
    tap(page, {"table": "switch", "ids": ["pollution"], "to": "on"})
    assert game.state.phase == "avert"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_with_all_on_only_choices_are_left_to_people(seed: int) -> None:
    game = sheep.ready(3, virtual=True, seed=seed)
    page = table(game)
    tap(page, {"table": "switch", "ids": ALL, "to": "on"})
    chance = random.Random(seed)
    while game.outcome is None and game.revision < 100:
        assert the_sheep.automatic(game.view()) is None
        legal = game.legal()
        tap(page, to_builtins(legal[chance.randrange(len(legal))]))


def test_undo_takes_back_what_was_done_by_itself_to_where_a_person_acted() -> None:
    game = camped("combat", flock="l6:l")
    page = table(game)
    tap(page, {"table": "switch", "ids": ALL, "to": "on"})
    before = game.state
    tap(page, {"type": "done", "seat": -1})
    assert len(game.log) > 1
    tap(page, {"table": "undo"})
    assert game.state == before
    tap(page, {"table": "redo"})
    assert the_sheep.automatic(game.view()) is None
    assert game.state != before


def test_commands_that_work_are_told_to_whoever_types_and_to_nobody_else() -> None:
    page = table(camped("action"))
    tap(page, {"type": "attack", "seat": 0, "card": "flockbuster", "tier": "greater"})
    alert = html.unescape(parts(page)["alert"])
    assert "Ann: “attack a greater sheep with Flockbuster”" in alert
    assert "flockbuster" not in alert
    assert "Type “" not in alert
    assert "flockbuster" not in str(page._refusal)
    tap(page, {"table": "say", "text": "attack Ann flockbuster greater"})
    assert "Type “attack Ann" in html.unescape(parts(page)["alert"])


def undo_label(page: Table) -> str:
    return html.unescape(re.sub("<[^>]*>", "", parts(page)["undo"]))


@pytest.mark.parametrize(
    ("phase", "act", "name"),
    [
        ("pollution", {"type": "advance", "seat": -1}, "the rise of pollution"),
        ("sheep-move", {"type": "advance", "seat": -1}, "the flock’s move"),
        ("strike", {"type": "advance", "seat": -1}, "tonight’s strikes"),
        ("mutation", {"type": "draw", "seat": -1, "deck": "mutation"}, "tonight’s Mutation"),
        ("combat", {"type": "done", "seat": -1}, "the end of combat"),
    ],
)
def test_undo_names_the_step_it_takes_back(phase: str, act: dict[str, Any], name: str) -> None:
    page = table(camped(phase))
    tap(page, act)
    assert page._refusal is None
    assert undo_label(page) == f"↶ Undo: {name}"


def test_undo_names_the_whole_of_what_was_done_by_itself() -> None:
    page = table(camped("combat", flock="l6:l"))
    tap(page, {"table": "switch", "ids": ALL, "to": "on"})
    tap(page, {"type": "done", "seat": -1})
    assert undo_label(page) == "↶ Undo: the end of combat and what followed"
    tap(page, {"table": "undo"})
    tap(page, {"table": "switch", "ids": ALL, "to": "off"})
    tap(page, {"type": "done", "seat": -1})
    assert undo_label(page) == "↶ Undo: the end of combat"


def test_undo_names_the_first_step_where_nobody_had_acted() -> None:
    page = table(camped("sheep-move"))
    tap(page, {"table": "switch", "ids": ["sheep-move"], "to": "on"})
    assert undo_label(page) == "↶ Undo: the flock’s move"


def test_strikes_wait_for_a_shepherd_who_could_still_distract() -> None:
    apart = sheep.at(
        sheep.shepherd("a1"), flock="c3:l", wagons="tinkers:c3", phase="strike", virtual=True
    )
    step = the_sheep.automatic(apart.view())
    assert step is not None
    assert step.id == "strike"
    beside = sheep.at(
        sheep.shepherd("c3"), flock="c3:l", wagons="tinkers:c3", phase="strike", virtual=True
    )
    assert the_sheep.automatic(beside.view()) is None


def test_a_choice_of_the_table_is_never_made_by_the_kit() -> None:
    assert the_sheep.automatic(night_fork().view()) is None
    assert the_sheep.automatic(camped("avert").view()) is None
    assert the_sheep.automatic(camped("combat").view()) is None


def test_a_switch_has_three_ways() -> None:
    with pytest.raises(ValueError, match="off, asks first, or is on"):
        automation.read({"to": "maybe"})


# Cards typed in, things set by hand


FILLED: dict[str, dict[str, Any]] = {
    "equipment": {"name": "Long Crook", "icons": {"metal": 2}, "text": "Walk.", "price": 2},
    "curse": {"name": "Itch", "icons": {"fire": 1, "runic": None}, "cost": 1, "text": "Scratch."},
    "shepherds": {
        "name": "Gus",
        "equipment": ["shears", "flockbuster", "field-kit"],
        "corruption": 4,
        "traits": [{"name": f"Trait {n}", "text": "Something."} for n in range(6)],
    },
    "caravans": {"name": "Bakers", "corruption": 5, "inventory": ["torch-pole"], "text": ""},
    "mutation": {
        "name": "Mud Sheep", "health": [1, 2, 3], "corruption": [1, 1, 2], "weak": ["fire"],
        "immune": [], "rules": ["no-boost"], "move": 2, "text": "Slow.",
    },
    "day": {"name": "Rain", "fork": "north", "caravans": -1, "text": ""},
    "night": {"name": "Owls", "pollution": 2, "sheep": 0, "text": "Hoo."},
    "flock": {"name": "A Few", "wave": 1, "spawns": {"green": [1, 0, 0], "red": [0, None, 1]}},
    "tile": {"name": "Sludge", "minor": "A bit.", "major": "A lot."},
}  # fmt: skip


@pytest.mark.parametrize("kind", CARDS)
def test_a_card_of_each_kind_can_be_typed_in(kind: str) -> None:
    page = table(sheep.ready(2))
    game = page.session
    assert game is not None
    act = {"table": "compose", "kind": kind, "draw": False, "card": FILLED[kind]}
    tap(page, act)
    assert page._refusal is None, page._refusal
    card = getattr(game.state.table.cards, kind)[-1]
    assert card.name == FILLED[kind]["name"]
    tap(page, act)
    again = getattr(game.state.table.cards, kind)[-1]
    assert again.id != card.id


@pytest.mark.parametrize("kind", CARDS)
def test_the_form_of_each_kind_has_the_fields_its_card_is_made_of(kind: str) -> None:
    fields = typing_in.kind_fields(sheep.ready(2).view(), kind)
    names = {name.split(".")[1] for name in fields.kinds}
    assert set(FILLED[kind]) <= names | {"cost"}
    assert all(fields.kinds)


def test_a_card_that_is_drawn_can_be_typed_in_with_one_tap_and_is_offered_then() -> None:
    page = table(camped("mutation", virtual=False, mutation=""))
    game = page.session
    assert game is not None
    act = {"table": "compose", "kind": "mutation", "draw": True, "card": FILLED["mutation"]}
    tap(page, act)
    assert game.state.mutation == "mud-sheep"
    tap(page, {"table": "undo"})
    offered = [one.card for one in game.legal() if isinstance(one, Draw)]
    assert "mud-sheep" in offered


def test_a_form_of_no_kind_is_answered() -> None:
    page = table(sheep.ready(2))
    tap(page, {"table": "compose", "kind": "nonsense", "card": {}})
    assert "no such kind" in str(page._refusal)


@pytest.mark.parametrize("what", mending._FORMS)
def test_everything_can_be_set_by_hand(what: str) -> None:
    game = learned(camped("combat", virtual=False))
    form = text(the_sheep.fix(game.view(), shown(fix=what)))
    filled = {"type": "fix", "seat": -1, "reason": "it lay so"}
    fields = json.loads(html.unescape(FIELDS.findall(form)[0]))
    assert fields.pop("reason") == "text"
    for name, kind in fields.items():
        value = _first_value(form, name)
        if kind == "merge":
            filled.update(json.loads(html.unescape(value)))
        else:
            filled[name] = int(value) if kind == "int" else value
    action = game.game.read(filled)
    assert isinstance(action, Fix)
    assert game.why_not(action) is None
    assert text(the_sheep.fix(game.view(), Draft(filled, None, shown={"fix": what})))


def learned(game: AnySession) -> AnySession:
    """Return the game when its first shepherd has a second trait."""
    game.do("fix shepherd Ann gain battle-tested: it lay there")
    return game


def test_only_what_is_there_is_offered_to_be_set() -> None:
    offered = text(the_sheep.fix(camped("combat", virtual=False).view(), None))
    assert "A trait lost" not in offered
    assert "A trait lost" in text(the_sheep.fix(learned(camped("combat")).view(), None))
    fresh = text(the_sheep.fix(sheep.table(2).view(), shown(fix="caravan")))
    assert "Corruption of a caravan" not in fresh
    assert "A shepherd’s numbers" not in fresh


def _first_value(form: str, name: str) -> str:
    """Return what a control has before anybody touches it."""
    control = re.search(rf'<(select|input)[^>]*name="{name}"[^>]*>', form)
    assert control, name
    start = control.start() if control[1] == "input" else control.end()
    value = re.search(r'value="([^"]*)"', form[start:])
    assert value
    return value[1]


# What a tap sends


def sent(page: Table, act: dict[str, Any]) -> int:
    """Return how many bytes the page sends for a tap."""
    found: list[int] = []
    show = page.stage.show

    def noting(*args: Any, **options: Any) -> int:
        found.append(show(*args, **options))
        return found[-1]

    page.stage.show = noting  # type: ignore[method-assign]
    tap(page, act)
    page.stage.show = show  # type: ignore[method-assign]
    assert page._refusal is None, page._refusal
    return sum(found)


FULLEST: dict[str, list[dict[str, Any]]] = {
    "action": [
        {"table": "show", "seat": 1, "do": "move"},
        {"table": "show", "seat": 2},
        {"table": "show", "seat": 0},
        {"type": "move", "seat": 0, "to": "h2"},
        {"type": "done", "seat": -1},
    ],
    "pollution": [{"type": "advance", "seat": -1}, {"type": "suffer", "seat": -1, "flip": -1}],
    "flock": [{"type": "draw", "seat": -1, "deck": "flock"}],
    "sheep-move": [{"type": "advance", "seat": -1}, {"type": "done", "seat": -1}],
    "combat": [
        {"table": "show", "seat": 1, "do": "walk"},
        {"type": "walk", "seat": 1, "to": "f3"},
        {"table": "show", "seat": 0, "do": "walk"},
    ],
    "strike": [{"type": "advance", "seat": -1}],
}


@pytest.mark.parametrize("phase", FULLEST)
def test_a_tap_on_the_fullest_board_sends_little(phase: str) -> None:
    fields = {"mutation": "woolly-host"} if phase != "action" else {}
    page = table(camped(phase, flock=FULL, **fields))
    sizes = [sent(page, act) for act in FULLEST[phase]]
    assert max(sizes) < 20_000, sizes


def test_the_page_of_a_choice_keeps_what_it_was_asked_to_show() -> None:
    page = table(camped("action"))
    tap(page, {"table": "show", "seat": 2, "do": "move"})
    tap(page, {"type": "move", "seat": 2, "to": "c3"})
    pressed = [key for key, part in parts(page).items() if key.startswith("who-")
               and 'aria-pressed="true"' in part]  # fmt: skip
    assert pressed == ["who-2"]


def test_the_advance_of_a_step_is_named_in_every_one() -> None:
    for phase in ("refresh", "pollution", "tiles", "sheep-move", "strike"):
        game = camped(phase, tiles=())
        actions = text(the_sheep.now_actions(game.view()))
        expected = any(isinstance(one, Advance) for one in game.legal())
        assert ("advance" in actions) == expected


# Texts that the kit only shows

NOTE = "The kit does not carry this out: you do, and set by hand what it changes."


def typed(kind: str, phase: str, **fields: Any) -> AnySession:
    """Return a game in which a card of that kind has just been typed in."""
    page = table(camped(phase, virtual=False, **fields))
    tap(page, {"table": "compose", "kind": kind, "draw": False, "card": FILLED[kind]})
    game = page.session
    assert game is not None
    return game


def test_the_form_says_plainly_that_the_kit_does_not_do_what_a_card_says() -> None:
    form = parts(table(camped("action", virtual=False)))["typing"]
    assert "The kit does not carry out what a typed-in card says in words." in form


@pytest.mark.parametrize(
    ("kind", "phase", "fields", "command"),
    [
        ("mutation", "mutation", {"mutation": ""}, "draw mutation mud-sheep"),
        ("night", "night-event", {}, "draw night owls"),
    ],
)
def test_a_typed_in_card_that_is_drawn_is_left_to_the_table(
    kind: str, phase: str, fields: dict[str, Any], command: str
) -> None:
    game = typed(kind, phase, **fields)
    assert FILLED[kind]["text"] + " " + NOTE in game.do(command).sentence
    assert NOTE in text(the_sheep.meaning(game.view(), None, 0))


def test_a_typed_in_ability_says_so_on_its_button_and_when_it_is_used() -> None:
    game = typed("equipment", "action")
    game.do("fix shepherd Bo lose shears: swapped")
    game.do("fix shepherd Bo gain long-crook: bought before")
    assert "Walk. (you do it)" in whole(game.view(), shown(seat=1, do="use"))
    assert game.do("use Bo long-crook").sentence == f"Bo uses Long Crook: Walk. {NOTE}"


def test_a_typed_in_tile_says_so_when_the_tiles_take_effect() -> None:
    game = typed("tile", "tiles", tiles=TILES)
    game.do("fix tile sludge minor: it lay there")
    assert "A bit. (you do it)" in whole(game.view())
    assert f"Sludge: A bit. {NOTE}" in game.do("advance").sentence


def test_what_the_kit_does_itself_is_not_left_to_the_table() -> None:
    for game in (camped("action"), camped("combat", tiles=TILES), camped("night-event")):
        assert NOTE not in whole(game.view())
        assert "(you do it)" not in whole(game.view(), shown(seat=0, do="use"))


# What should lie there


def drift(page: Table) -> str:
    return html.unescape(parts(page).get("drift", ""))


@pytest.mark.parametrize("phase", ["refresh", "day-event", "night-event"])
def test_after_each_day_and_night_the_page_says_once_what_should_lie_there(phase: str) -> None:
    game = camped(phase, virtual=False)
    page = table(game)
    assert (
        "Now the map should hold 6 lesser sheep, 4 standard sheep and 2 greater sheep "
        "(14 / 11 / 8 left beside it); the shepherds 12 essence (14 left), 6 lit lanterns and "
        "6 extinguished."
    ) in drift(page)
    [yes] = [act for act, _tag, _dim in controls(parts(page)["drift"]) if act["table"] == "show"]
    tap(page, yes)
    assert "Now the map" not in drift(page)
    assert game.revision == 0


def test_where_something_differs_the_page_leads_to_setting_it_by_hand() -> None:
    page = table(camped("night-event", virtual=False))
    [mend] = [act for act, _tag, _dim in controls(parts(page)["drift"]) if act["table"] == "panel"]
    tap(page, mend)
    assert "fix-sheep" in parts(page)
    assert "Now the map" in drift(page)


def test_nobody_is_asked_in_between_nor_where_the_kit_deals() -> None:
    for phase in ("action", "mutation", "combat", "strike"):
        assert "Now the map" not in drift(table(camped(phase, virtual=False)))
    assert "Now the map" not in drift(table(camped("refresh", virtual=True)))


def test_the_answer_holds_for_one_night_and_the_next_is_asked_about_again() -> None:
    page = table(camped("night-event", virtual=False))
    tap(page, {"table": "show", "checked": counting.ended(camped("refresh", virtual=False).view())})
    assert "Now the map" in drift(page)


def test_the_counts_name_every_token_of_the_box() -> None:
    page = table(camped("combat", virtual=False))
    count = html.unescape(parts(page)["count"])
    assert "6 lit lanterns, 6 extinguished, 2 in the box; 12 essence held, 14 left" in count


def test_night_is_dark_and_day_is_not() -> None:
    assert 'data-night="true"' in parts(table(camped("combat")))["page"]
    assert "data-night" not in parts(table(camped("action")))["page"]
    assert "data-night" not in parts(table(companion.start("the-sheep", ["A", "B"])))["page"]


# What a stranger stumbles over


def test_a_drawn_card_is_never_the_first_of_the_list_by_chance() -> None:
    form = text(the_sheep.now_actions(camped("mutation", virtual=False, mutation="").view()))
    first = re.findall("<option[^>]*>[^<]*", form)[0]
    assert first == '<option value="">Which card?'
    assert 'name="card" aria-label="Card drawn" required' in form


@pytest.mark.parametrize(
    ("hand", "flock", "mutation", "card"),
    [
        ("rune-blade flockbuster", "c3:l", "woolly-host", "flockbuster"),  # both kill it
        ("flockbuster torch-pole", "c3:g", "woolly-host", "torch-pole"),  # neither does
        ("shears flockbuster", "c3:l", "iron-sheep", "flockbuster"),  # immune to metal
    ],
)
def test_the_attack_proposed_wastes_nothing(
    hand: str, flock: str, mutation: str, card: str
) -> None:
    ann = sheep.shepherd("c3", hand)
    game = sheep.at(ann, flock=flock, mutation=mutation)
    page = whole(game.view(), shown(seat=0, do="attack"))
    proposed = re.findall(r'name="card" value="([\w-]+)" checked', page)
    assert proposed == [card]


def test_a_refresh_counts_no_nothing() -> None:
    ready = sheep.at(sheep.shepherd("c3"), phase="refresh", mutation="").state
    assert preview(ready, Advance(-1)) == ("Nothing to turn or to light: all of it is ready.",)
    dark = sheep.at(sheep.shepherd("c3", lit=1), phase="refresh", mutation="").state
    assert preview(dark, Advance(-1)) == ("2 lanterns are lit anew.",)


def test_the_name_of_a_space_stands_over_what_stands_there() -> None:
    page = text(the_sheep.board(camped("combat").view(), None, 0))
    tokens, names = page.index('data-key="map-tokens"'), page.index('data-key="map-names"')
    assert tokens < names
    assert page.index(">f4</text>") > names


def test_the_map_of_a_lesson_can_be_drawn_larger() -> None:
    assert 'data-key="map-zoom"' in text(the_sheep.still(camped("combat").view()))
