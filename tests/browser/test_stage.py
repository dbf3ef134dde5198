"""The Stage in a real browser: on the stand, and in a real JupyterLab with real keys."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from htpy import (
    Element,
    button,
    circle,
    details,
    div,
    footer,
    form,
    g,
    h2,
    h3,
    header,
    label,
    li,
    ol,
    option,
    p,
    section,
    select,
    small,
    span,
    strong,
    summary,
    svg,
    table,
    tbody,
    td,
    textarea,
    tfoot,
    th,
    thead,
    tr,
)
from htpy import (
    input as input_,
)
from playwright.sync_api import Locator, expect

from widgets.parts.keyed import keyed
from widgets.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from htpy import Node, VoidElement

    from tests.browser.conftest import Lab, LabPage, Stand, Theme

pytestmark = pytest.mark.browser

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "\"quotes\" 'single' `ticks` &amp; &lt;",
    "<!--part:page--> --> <!-- part:now",
    "bell \x07 null-ish \x01\x02\x1f\x7f end",
    "\u202eright to left\u202c שלום عليكم",
    "🍰 👩‍👩‍👧 Ａ é",
    "{braces} %s ${x} \\n",
)


class Table:
    """A stage with what it received, and a page that may be changed."""

    def __init__(self, *first: Node, answer: Callable[[Table], object] = lambda _: None) -> None:
        self.received: list[dict[str, Any]] = []
        self.revision = 0
        self.answer = answer
        self.stage = Stage(self.receive, label="A table")
        self.show(*first)

    def receive(self, request: dict[str, Any]) -> None:
        self.received.append(request)
        self.answer(self)

    def show(self, *page: Node, say: str = "") -> int:
        self.revision += 1
        return self.stage.show(div(".tc-page")[page], revision=self.revision, say=say)

    @property
    def done(self) -> list[Any]:
        return [request["do"] for request in self.received if "do" in request]

    @property
    def drafts(self) -> list[Any]:
        return [request["draft"] for request in self.received if "draft" in request]


def do(action: Any, words: str, **attributes: Any) -> Element:
    return button(".tc-button", type="button", data_do=json.dumps(action), **attributes)[words]


def now(words: str = "Now") -> Element:
    return section(".tc-now")[h2(data_now=True)[words]]


def test_a_tap_brings_its_action_to_python(stand: Stand) -> None:
    table = Table(do({"type": "pass", "seat": 1}, "Pass"))
    stand.open(table.stage)
    stand.page.get_by_role("button", name="Pass").click()
    stand.settle()
    (request,) = table.received
    assert request["do"] == {"type": "pass", "seat": 1}
    assert request["revision"] == 1
    assert request["id"]


# --------------------------------------------------------------------------- a page of everything


def seat(name: str, count: str, **attributes: Any) -> Element:
    return li(".tc-seat", **attributes)[name, span(".tc-count")[count]]


def demo_head() -> Element:
    return header(".tc-head")[
        strong(".tc-game")["Piece o’ Cake"],
        span(".tc-where")["cake 3 of 5"],
        ol(".tc-seats", aria_label="Players")[
            seat("Red", "14 eaten"),
            seat("Blue", "9"),
            seat("Green", "6", data_current=True, aria_current="true"),
            seat("Gold", "8"),
        ],
    ]


def demo_now() -> Element:
    return section(".tc-now")[
        h2(data_now=True)["Green cuts the cake"],
        p["Up to four pieces; tick the gaps, then serve. Gold chooses first."],
        div(".tc-actions")[
            button(".tc-button.tc-primary", type="button", data_do="1")["Serve these 4 pieces"],
            do(2, "Why not 5?"),
        ],
    ]


def choice(kind: str, name: str, value: object, words: str, **attributes: Any) -> Element:
    return label(".tc-choice")[
        input_(type=kind, name=name, value=str(value), **attributes), span[words]
    ]


def demo_form() -> Element:
    return form(
        ".tc-card", data_do='{"type":"cut"}', data_draft=True, data_fields='{"gaps":"ints"}'
    )[
        h3(".tc-card-title")["Controls"],
        div(".tc-choices", role="group", aria_label="Gaps")[
            (choice("checkbox", "gaps", n, f"gap {n}", checked=n in {1, 3}) for n in range(5)),
            choice("checkbox", "gaps", 9, "not here", disabled=True),
        ],
        div(".tc-choices", role="radiogroup", aria_label="How many")[
            (choice("radio", "count", n, str(n), checked=n == 2) for n in range(1, 5))
        ],
        div(".tc-row")[
            label(".tc-switch")[
                input_(type="checkbox", name="eat", aria_label="Eat the kiwis", checked=True),
                span["collect"],
                span["eat"],
            ],
            label(".tc-switch")[
                input_(type="checkbox", name="auto", aria_label="Score by itself"),
                span["by hand"],
                span["by itself"],
            ],
        ],
        label(".tc-tick")[input_(type="checkbox", name="open"), "Everybody saw it"],
        div(".tc-fields")[
            label(".tc-field")[span["Name"], input_(name="name", placeholder="a name")],
            label(".tc-field")[
                span["Variety"], select(name="variety")[option["Plum"], option["Kiwi"]]
            ],
        ],
        label(".tc-field")[span["Note"], textarea(name="note", rows="2")["kept with the game"]],
        div(".tc-actions")[
            button(".tc-button.tc-primary")["Cut"],
            button(".tc-button", disabled=True)["Not now"],
            button(".tc-button", type="button", aria_pressed="true")["Marked"],
            button(".tc-button", type="button", data_busy=True)["Busy"],
            button(".tc-button.tc-quiet", type="button")["Why?"],
        ],
    ]


def demo_table() -> Element:
    rows = (("Plum", "P", "#6d4788", 3), ("Kiwi", "K", "#4f6f1c", 8), ("Cherry", "C", "#a8243b", 5))
    return section(".tc-card")[
        h3(".tc-card-title")["Collected"],
        div(".tc-table", tabindex="0", role="region", aria_label="Collected")[
            table[
                thead[tr[(th(scope="col")[word] for word in ("variety", "Red", "Blue", "worth"))]],
                tbody[
                    (
                        tr[
                            th(scope="row")[
                                span(".tc-badge", style=f"--tc-badge:{colour};--tc-on-badge:#fff")[
                                    letter
                                ],
                                " ",
                                name,
                            ],
                            td["2"],
                            td(data_best=True)["3"],
                            td[str(worth)],
                        ]
                        for name, letter, colour, worth in rows
                    )
                ],
            ]
        ],
    ]


def demo_words() -> list[Element]:
    return [
        section(".tc-alert")[
            h3["Five pieces is one too many."],
            p["You tried: cut at gaps 0, 3, 5, 7 and 9."],
            p(".tc-rule")["Rule cut-limit: as many pieces as players (rulebook, Cutting)."],
            div(".tc-actions")[do(3, "Cut four pieces")],
        ],
        section(".tc-notice")[p["The save ended in a torn line; that one event is not counted."]],
        section(".tc-card")[
            h3(".tc-card-title")["Log"],
            ol(".tc-log", tabindex="0", aria_label="Log")[
                (li[small[str(n)], f"Red took piece {n}"] for n in range(1, 9)),
                li(data_undone=True)[small["9"], "Blue ate three kiwis"],
            ],
            details[summary["Why these pieces?"], p["Because the tie is broken clockwise."]],
        ],
        section(".tc-card")[
            h3(".tc-card-title")["Final scores"],
            table(".tc-sheet")[
                thead[tr[th["player"], th["eaten"], th["led"], th["total"]]],
                tbody[
                    tr[th["Red"], td["14"], td["11"], td(data_winner=True)["25"]],
                    tr[th["Blue"], td["9"], td["8"], td["17"]],
                ],
                tfoot[tr[th["together"], td["23"], td["19"], td["42"]]],
            ],
        ],
    ]


def demo_foot() -> Element:
    return footer(".tc-foot")[
        do(4, "↶ Undo “cake served”"),
        do(5, "↷", aria_label="Redo"),
        span["saved · 31 events · tonight.game"],
        div(".tc-end")[do(6, "Log"), do(7, "Rulings"), do(8, "Fix the table")],
    ]


def demo_board() -> Element:
    return section(".tc-card")[
        h3(".tc-card-title")["Board"],
        svg(viewBox="0 0 200 120", role="group", aria_label="Cake", data_group="ring")[
            (
                g(tabindex="0", role="button", aria_label=f"Slice {n}", data_do=str(n))[
                    circle(cx=str(40 * n - 20), cy="60", r="18", fill="var(--tc-accent)")
                ]
                for n in range(1, 6)
            )
        ],
    ]


def demo_page(**attributes: Any) -> Element:
    words = demo_words()
    return div(".tc-page", **{"data-game": "piece-o-cake", **attributes})[
        keyed("head", demo_head()),
        keyed("now", demo_now()),
        div(".tc-columns")[
            div(".tc-stack")[keyed("board", demo_board()), keyed("form", demo_form())],
            div(".tc-stack")[keyed("table", demo_table()), words],
        ],
        keyed("foot", demo_foot()),
    ]


def demo(**attributes: Any) -> Stage:
    stage = Stage(lambda _: None, label="Every component")
    stage.show(demo_page(**attributes), revision=1)
    return stage


# --------------------------------------------------------------------------- taps


def test_a_second_tap_in_flight_is_not_taken(stand: Stand) -> None:
    table = Table(do("pass", "Pass"), do("claim", "Claim"))
    stage = stand.open(table.stage)
    stand.hold()
    tapped = stage.get_by_role("button", name="Pass")
    tapped.dblclick()
    stage.get_by_role("button", name="Claim").click()
    expect(tapped).to_have_attribute("data-busy", "")
    stand.release()
    expect(tapped).not_to_have_attribute("data-busy", "")
    stage.get_by_role("button", name="Claim").click()
    stand.settle()
    assert table.done == ["pass", "claim"]


def test_a_tap_dropped_in_flight_ticks_no_box(stand: Stand) -> None:
    box = input_(type="checkbox", data_do='"auto"')
    table = Table(do("pass", "Pass"), label[box, "By itself"])
    stage = stand.open(table.stage)
    stand.hold()
    stage.get_by_role("button", name="Pass").click()
    stage.get_by_role("checkbox").click()
    expect(stage.get_by_role("checkbox")).not_to_be_checked()
    stand.release()
    stage.get_by_role("checkbox").click()
    expect(stage.get_by_role("checkbox")).to_be_checked()
    assert table.done == ["pass", "auto"]


def test_a_message_delivered_twice_acts_once(stand: Stand) -> None:
    table = Table(do("pass", "Pass"))
    stage = stand.open(table.stage)
    stand.hold()
    stage.get_by_role("button").click()
    (message,) = stand.held
    stand.release()
    table.stage._handle_custom_msg(message, [])
    assert table.done == ["pass"]


def test_drawn_buttons_answer_to_enter_and_space(stand: Stand) -> None:
    wedge = g(tabindex="0", role="button", aria_label="Wedge", data_do='"wedge"')
    table = Table(svg(viewBox="0 0 9 9", width="90", height="90")[wedge[circle(r="4")]])
    stage = stand.open(table.stage)
    stage.get_by_role("button").press("Enter")
    stand.settle()
    stage.get_by_role("button").press("Space")
    stand.settle()
    stage.get_by_role("button").click()
    stand.settle()
    assert table.done == ["wedge"] * 3


# --------------------------------------------------------------------------- forms


def tick(name: str, value: object, **attributes: Any) -> VoidElement:
    return input_(type="checkbox", name=name, value=str(value), aria_label=f"{value}", **attributes)


def typed(name: str, *values: object, **attributes: Any) -> list[VoidElement]:
    return [input_(name=name, value=str(value), **attributes) for value in values]


def picked(name: str, values: str, chosen: str, **attributes: Any) -> Element:
    return select(name=name, **attributes)[
        (option(value=value, selected=value == chosen)[f"no {value}"] for value in values)
    ]


def radios(name: str, *values: object, chosen: object) -> list[Element]:
    return [choice("radio", name, each, f"{each}", checked=each == chosen) for each in values]


def ticks(name: str, *values: object, ticked: tuple[object, ...] = ()) -> list[VoidElement]:
    return [tick(name, value, checked=value in ticked) for value in values]


FIELDS: tuple[tuple[str, str, Node, Any], ...] = (
    ("gaps", "ints", ticks("gaps", 0, 3, 11, ticked=(3, 11)), [3, 11]),
    ("gaps", "ints", ticks("gaps", 0, 3), []),
    ("counts", "ints", typed("counts", 4, 0, 2, type="number"), [4, 0, 2]),
    ("counts", "ints", typed("counts", "4", "", "x", "1.5"), [4, None, None, None]),
    ("gaps", "ints", picked("gaps", "123", "2", multiple=True), [2]),
    ("count", "int", radios("count", 1, 2, chosen=2), 2),
    ("count", "int", typed("count", -7, type="number"), -7),
    ("count", "int", picked("count", "56", "6"), 6),
    ("note", "text", textarea(name="note")["two\nlines"], "two\nlines"),
    ("who", "text", radios("who", "Red", "Blue", chosen="Blue"), "Blue"),
    ("names", "texts", typed("names", "Ann", "", "Bo"), ["Ann", "", "Bo"]),
    ("kept", "texts", ticks("kept", "plum", "kiwi", ticked=("plum",)), ["plum"]),
    ("kept", "texts", ticks("kept", "plum", "kiwi"), []),
    (
        "slices",
        "words",
        typed("slices", " plum,kiwi  kiwi,, fig "),
        ["plum", "kiwi", "kiwi", "fig"],
    ),
    ("slices", "words", typed("slices", ""), []),
    ("open", "flag", ticks("open", "on", ticked=("on",)), True),
    ("open", "flag", ticks("open", "on"), False),
)


@pytest.mark.parametrize(("name", "kind", "controls", "value"), FIELDS)
def test_a_form_merges_its_fields(
    stand: Stand, name: str, kind: str, controls: Node, value: Any
) -> None:
    fields = json.dumps({name: kind, f"rulings.{name}": kind})
    nested = input_(name=f"rulings.{name}", value="1")
    page = form(data_do='{"type":"cut","rulings":{"old":1}}', data_fields=fields)[
        controls, nested, button["Send"]
    ]
    table = Table(page)
    stand.open(table.stage).get_by_role("button").click()
    stand.settle()
    (sent,) = table.done
    assert sent["type"] == "cut"
    assert sent[name] == value
    assert set(sent["rulings"]) == {"old", name}


def test_what_is_not_chosen_leaves_the_actions_own_value(stand: Stand) -> None:
    page = form(data_do='{"count":9}', data_fields='{"count":"int","who":"text"}')[
        choice("radio", "count", 1, "one"), choice("radio", "who", "Red", "Red"), button["Send"]
    ]
    table = Table(page)
    stand.open(table.stage).get_by_role("button").click()
    stand.settle()
    assert table.done == [{"count": 9}]


def test_a_submit_buttons_own_action_wins_and_is_merged(stand: Stand) -> None:
    page = form(data_do='{"type":"cut"}', data_fields='{"note":"text"}')[
        input_(name="note", value="hm"),
        button["Cut"],
        button(data_do='{"type":"skip"}')["Skip"],
        button(type="button", data_do='{"type":"why"}')["Why"],
    ]
    table = Table(page)
    stage = stand.open(table.stage)
    for words in ("Cut", "Skip", "Why"):
        stage.get_by_role("button", name=words).click()
        stand.settle()
    stage.get_by_role("textbox").press("Enter")
    stand.settle()
    cut = {"type": "cut", "note": "hm"}
    assert table.done == [cut, {"type": "skip", "note": "hm"}, {"type": "why"}, cut]


def test_a_form_without_an_action_sends_nothing(stand: Stand) -> None:
    table = Table(form(data_draft='{"look":1}')[input_(name="note"), button["Send"]])
    stage = stand.open(table.stage)
    stage.get_by_role("textbox").press("Enter")
    stage.get_by_role("button").click()
    assert table.done == []
    assert stand.page.url.endswith("/stand/")


def slices(**attributes: Any) -> Element:
    return form(data_do='{"type":"serve"}', data_fields='{"slices":"words"}', **attributes)[
        input_(name="slices", aria_label="Slices"),
        button(type="button", data_insert="kiwi", data_into="slices")["Kiwi"],
        button(type="button", data_erase=True, data_into="slices")["Erase"],
        button["Serve"],
    ]


def test_drafts_are_coalesced_the_newest_last(stand: Stand) -> None:
    table = Table(slices(data_draft=True))
    stage = stand.open(table.stage)
    stand.hold()
    stage.get_by_role("textbox").press_sequentially("abcdef")
    assert [each["draft"]["slices"] for each in stand.held] == [["a"]]
    stand.release()
    stand.until(lambda: [draft["slices"] for draft in table.drafts] == [["a"], ["abcdef"]])


def test_a_draft_waiting_is_dropped_when_the_form_is_sent(stand: Stand) -> None:
    table = Table(slices(data_draft=True))
    stage = stand.open(table.stage)
    stand.hold()
    stage.get_by_role("textbox").press_sequentially("ab")
    stage.get_by_role("button", name="Serve").click()
    stand.release()
    stand.settle()
    assert table.drafts == [{"type": "serve", "slices": ["a"]}]
    assert table.done == [{"type": "serve", "slices": ["ab"]}]


def test_what_was_typed_while_nobody_answered_is_sent_after_all(stand: Stand) -> None:
    table = Table(slices(data_draft=True))
    stand.page.clock.install(time=0)
    stage = stand.open(table.stage)
    stand.stop_clock()
    stand.hold()
    stage.get_by_role("textbox").press_sequentially("abc")
    stand.page.clock.fast_forward(3100)
    expect(stage.get_by_role("alert")).to_be_visible()
    stand.release()
    stand.until(lambda: [draft["slices"] for draft in table.drafts] == [["a"], ["abc"]])


def test_words_are_inserted_and_erased_without_the_kernel(stand: Stand) -> None:
    table = Table(slices(data_draft=True))
    stage = stand.open(table.stage)
    stand.hold()
    field = stage.get_by_role("textbox")
    for _ in range(3):
        stage.get_by_role("button", name="Kiwi").click()
    expect(field).to_have_value("kiwi kiwi kiwi")
    stage.get_by_role("button", name="Erase").click()
    expect(field).to_have_value("kiwi kiwi")
    expect(field).not_to_be_focused()
    stand.release()
    stand.until(lambda: table.drafts[-1]["slices"] == ["kiwi", "kiwi"])


def words(*buttons: Element) -> Element:
    attributes = {"data_do": '{"type":"serve"}', "data_fields": '{"slices":"words"}'}
    return form(**attributes)[
        input_(name="slices", value="plum kiwi, plum cherry", style="width:120px"), buttons
    ]


def edits(name: str, **attributes: Any) -> Element:
    return button(type="button", data_into="slices", **attributes)[name]


def test_one_word_of_several_is_erased(stand: Stand) -> None:
    stage = stand.open(
        Table(words(edits("First", data_erase="0"), edits("Third", data_erase="2"))).stage
    )
    field = stage.get_by_role("textbox")
    stage.get_by_role("button", name="Third").click()
    expect(field).to_have_value("plum kiwi cherry")
    stage.get_by_role("button", name="First").click()
    expect(field).to_have_value("kiwi cherry")
    stage.get_by_role("button", name="Third").click()
    expect(field).to_have_value("kiwi cherry")


def test_a_field_shows_the_word_just_inserted(stand: Stand) -> None:
    stage = stand.open(Table(words(edits("More", data_insert="strawberry"))).stage)
    stage.get_by_role("button").click()
    field = stage.get_by_role("textbox")
    expect(field).to_have_value("plum kiwi, plum cherry strawberry")
    rest = "field => field.scrollWidth - field.clientWidth - field.scrollLeft"
    assert field.evaluate(rest) <= 1
    assert field.evaluate("field => field.scrollLeft") > 0


def test_a_word_that_has_run_out_is_not_inserted(stand: Stand) -> None:
    stage = stand.open(Table(words(edits("Gone", data_insert="gone", aria_disabled="true"))).stage)
    stage.get_by_role("button").click(force=True)
    expect(stage.get_by_role("textbox")).to_have_value("plum kiwi, plum cherry")


def meant(text: str, hint: str = "") -> list[Node]:
    fields = form(data_do='{"type":"serve"}', data_fields='{"slices":"words"}', data_draft=True)[
        input_(name="slices", aria_label="Slices")
    ]
    return [fields, p(data_said=True)[text], p(data_said=hint)["3 · 4"], p["not told"]]


def test_what_a_draft_means_is_read_aloud_once_it_changes(stand: Stand) -> None:
    table = Table(*meant("Two pieces."))
    stage = stand.open(table.stage)
    live = stage.locator("[aria-live=polite]")
    table.show(*meant("Three pieces."))
    expect(live).to_have_text("")
    table.answer = lambda table: table.show(*meant("Four pieces.", "Three plums left."))
    stage.get_by_role("textbox").press("a")
    expect(live).to_have_text("Four pieces. Three plums left.")
    table.answer = lambda table: table.show(*meant("Four pieces.", "Two plums left."))
    stage.get_by_role("textbox").press("b")
    expect(live).to_have_text("Two plums left.")


# --------------------------------------------------------------------------- keys and focus


def active(stand: Stand) -> str:
    return str(stand.page.evaluate("document.activeElement.textContent"))


def group(kind: str, count: int = 4) -> Element:
    return div(data_group=kind, role="group", style="display:grid;grid-template-columns:1fr 1fr")[
        (do(n, f"b{n}") for n in range(count))
    ]


@pytest.mark.parametrize(
    ("kind", "keys", "at"),
    [
        ("ring", "ArrowRight", "b1"),
        ("ring", "ArrowLeft", "b3"),
        ("ring", "ArrowUp ArrowDown ArrowDown", "b1"),
        ("ring", "End ArrowRight", "b0"),
        ("row", "ArrowLeft", "b0"),
        ("row", "End ArrowRight", "b3"),
        ("column", "ArrowDown ArrowDown", "b2"),
        ("column", "End Home", "b0"),
        ("grid", "ArrowDown", "b2"),
        ("grid", "ArrowRight ArrowDown", "b3"),
        ("grid", "ArrowDown ArrowRight ArrowUp", "b1"),
        ("grid", "ArrowUp", "b0"),
    ],
)
def test_arrows_move_inside_a_group(stand: Stand, kind: str, keys: str, at: str) -> None:
    stage = stand.open(Table(group(kind)).stage)
    stage.get_by_role("button", name="b0").focus()
    for key in keys.split():
        stand.page.keyboard.press(key)
    assert active(stand) == at


def test_a_group_is_one_tab_stop_and_remembers_it(stand: Stand) -> None:
    table = Table(do("x", "before"), keyed("ring", group("ring")), do("y", "after"))
    stage = stand.open(table.stage)
    stage.get_by_role("button", name="before").focus()
    stand.page.keyboard.press("Tab")
    assert active(stand) == "b0"
    stand.page.keyboard.press("ArrowLeft")
    stand.page.keyboard.press("Tab")
    assert active(stand) == "after"
    table.show(do("x", "before"), keyed("ring", group("ring", 5)), do("y", "after"))
    stand.page.keyboard.press("Shift+Tab")
    assert active(stand) == "b3"


def test_native_controls_in_a_group_keep_their_own_arrows(stand: Stand) -> None:
    page = div(data_group="row")[
        radios("n", "r0", "r1", "r2", chosen="r0"),
        input_(aria_label="text", value="ab"),
        do(1, "one"),
    ]
    stage = stand.open(Table(page).stage)
    stage.get_by_role("radio", name="r0").focus()
    stand.page.keyboard.press("ArrowRight")
    expect(stage.get_by_role("radio", name="r1")).to_be_checked()
    text = stage.get_by_role("textbox")
    text.focus()
    stand.page.keyboard.press("End")
    stand.page.keyboard.press("ArrowLeft")
    expect(text).to_be_focused()
    assert text.evaluate("field => field.selectionStart") == 1


def test_typing_goes_on_while_patches_arrive(stand: Stand) -> None:
    def page(count: int) -> list[Node]:
        field = input_(name="note", aria_label="Note")
        return [keyed("now", now(f"n={count}")), keyed("f", form[p[f"{count}"], field])]

    table = Table(*page(0))
    stage = stand.open(table.stage)
    field = stage.get_by_role("textbox")
    field.focus()
    for count, letter in enumerate("patience", start=1):
        stand.page.keyboard.press(letter)
        table.show(*page(count))
        expect(stage.locator("p")).to_have_text(f"{count}")
    expect(field).to_be_focused()
    expect(field).to_have_value("patience")


def test_the_selection_in_a_field_survives(stand: Stand) -> None:
    table = Table(form[input_(value="a long text"), p["0"]])
    stage = stand.open(table.stage)
    field = stage.get_by_role("textbox")
    field.evaluate("field => { field.focus(); field.setSelectionRange(2, 6) }")
    table.show(p["before"], form[input_(value="a long text", class_="x"), p["1"]])
    expect(stage.get_by_text("before")).to_be_visible()
    assert field.evaluate("field => [field.selectionStart, field.selectionEnd]") == [2, 6]
    expect(field).to_be_focused()


def test_focus_goes_to_the_heading_when_its_button_is_gone(stand: Stand) -> None:
    table = Table(now("First"), keyed("a", do(1, "Go")))
    stage = stand.open(table.stage)
    stage.get_by_role("button").focus()
    table.show(now("Then"))
    expect(stage.get_by_role("heading", name="Then")).to_be_focused()
    table.show(now("At last"))
    expect(stage.get_by_role("heading", name="At last")).to_be_focused()


def test_focus_goes_where_the_page_wants_it_next(stand: Stand) -> None:
    table = Table(now(), keyed("a", do(1, "Go")))
    stage = stand.open(table.stage)
    stage.get_by_role("button").focus()
    table.show(now(), keyed("b", do(2, "On", data_focus_next=True)))
    expect(stage.get_by_role("button", name="On")).to_be_focused()


def opening(mark: str) -> Element:
    return section[h3(data_focus_next=mark, tabindex="-1")["Panel"], do("close", "Close")]


def panelled(panel: Element, count: int = 0) -> list[Node]:
    return [
        now(f"n={count}"),
        keyed(f"a{count}", do(1, "Go")),
        keyed("open", do("open", "Open")),
        div(style="height:1500px"),
        keyed("panel", panel),
    ]


def test_an_open_panel_draws_the_focus_once(stand: Stand) -> None:
    table = Table(*panelled(div(hidden=True)))
    stage = stand.open(table.stage)
    table.show(*panelled(opening("log")))
    expect(stage.get_by_role("heading", name="Panel")).to_be_visible()
    expect(stage.get_by_role("heading", name="Panel")).not_to_be_focused()
    table.show(*panelled(div(hidden=True)))
    table.answer = lambda table: table.show(*panelled(opening("log")))
    stage.get_by_role("button", name="Open").click()
    expect(stage.get_by_role("heading", name="Panel")).to_be_focused()
    expect(stage.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)
    table.answer = lambda table: table.show(*panelled(opening("log"), 1))
    stage.get_by_role("button", name="Go").click()
    expect(stage.get_by_role("heading", name="n=1")).to_be_focused()


def test_focus_stays_in_the_part_that_changed_round_it(stand: Stand) -> None:
    def panel(count: int) -> Element:
        return section[h3(data_focus_next="p")["Panel"], keyed(f"f{count}", do(count, "Send"))]

    table = Table(now(), keyed("panel", panel(0)))
    stage = stand.open(table.stage)
    table.answer = lambda table: table.show(now("Then"), keyed("panel", panel(1)))
    stage.get_by_role("button").click()
    expect(stage.get_by_role("heading", name="Panel")).to_be_focused()


def test_focus_goes_back_to_what_opened_a_part(stand: Stand) -> None:
    shut: list[Node] = [now(), keyed("log", do("open", "Open"))]
    part = section(data_back="log")[do("close", "Close", data_escape=True)]
    table = Table(*shut, keyed("panel", part), answer=lambda table: table.show(*shut))
    stage = stand.open(table.stage)
    stage.get_by_role("button", name="Close").focus()
    stand.page.evaluate("window.heard = []; addEventListener('keydown', e => heard.push(e.key))")
    stand.page.keyboard.press("Escape")
    expect(stage.get_by_role("button", name="Open")).to_be_focused()
    assert table.done == ["close"]
    stand.page.keyboard.press("Escape")
    assert stand.page.evaluate("heard") == []


def test_focus_stays_in_a_group_when_a_draft_takes_its_button(stand: Stand) -> None:
    def page(count: int) -> list[Node]:
        slots = [keyed(f"s{n}", edits(f"slot {n}", data_erase=str(n))) for n in range(count)]
        fields = {"data_do": '{"type":"serve"}', "data_fields": '{"slices":"words"}'}
        return [
            now(),
            form(data_draft=True, **fields)[
                input_(name="slices", value="a b c"), div(data_group="row")[slots]
            ],
        ]

    table = Table(*page(3), answer=lambda table: table.show(*page(2)))
    stage = stand.open(table.stage)
    stage.get_by_role("button", name="slot 2").click()
    expect(stage.get_by_role("button", name="slot 1")).to_be_focused()


def test_a_refusal_of_ones_own_tap_is_brought_into_view(stand: Stand) -> None:
    def page(refusal: Element) -> list[Node]:
        return [keyed("alert", refusal), div(style="height:3000px"), do(1, "Go")]

    told = section(".tc-alert", role="alert")["Not done."]
    table = Table(*page(div(hidden=True)), answer=lambda table: table.show(*page(told)))
    stage = stand.open(table.stage)
    for _ in range(2):
        stage.get_by_role("button").click()
        expect(stage.get_by_text("Not done.")).to_be_in_viewport(ratio=1)
        expect(stage.get_by_role("button")).to_be_focused()
    stage.get_by_role("button").scroll_into_view_if_needed()
    table.show(*page(section(".tc-alert", role="alert")["Not done either."]))
    expect(stage.get_by_text("Not done either.")).not_to_be_in_viewport()


def enter_form(*fields: Node, **attributes: Any) -> Element:
    return form(data_do='{"type":"begin"}', data_fields='{"a":"texts","b":"ints"}', **attributes)[
        fields, button(type="submit")["Send"]
    ]


def test_enter_leads_on_where_a_form_says_so(stand: Stand) -> None:
    hidden = div(style="display:none")[input_(name="a", aria_label="hidden")]
    fields = [input_(name="a", aria_label=name) for name in ("one", "two")]
    table = Table(enter_form(fields[0], hidden, fields[1], data_enter="next"))
    stage = stand.open(table.stage)
    stage.get_by_label("one").press("Enter")
    expect(stage.get_by_label("two")).to_be_focused()
    stage.get_by_label("two").press("Enter")
    expect(stage.get_by_role("button")).to_be_focused()
    assert table.done == []
    stage.get_by_role("button").press("Enter")
    stand.until(lambda: table.done != [])


def test_enter_sends_a_form_that_does_not_say_so(stand: Stand) -> None:
    table = Table(enter_form(input_(name="a", aria_label="one")))
    stage = stand.open(table.stage)
    stage.get_by_label("one").press("Enter")
    stand.until(lambda: table.done != [])


def test_enter_ticks_a_box_and_sends_nothing(stand: Stand) -> None:
    boxes = [input_(type="checkbox", name="b", value=n, aria_label=n) for n in "12"]
    radio = input_(type="radio", name="r", aria_label="choice")
    table = Table(enter_form(boxes, radio))
    stage = stand.open(table.stage)
    stage.get_by_label("2").press("Enter")
    expect(stage.get_by_label("2")).to_be_checked()
    stage.get_by_label("2").press("Enter")
    expect(stage.get_by_label("2")).not_to_be_checked()
    stage.get_by_label("choice").press("Enter")
    expect(stage.get_by_label("choice")).to_be_checked()
    stand.settle()
    assert table.done == []


def test_a_choice_nobody_sees_any_more_falls_to_the_first_seen(stand: Stand) -> None:
    style = "form:has([name=more]:not(:checked)) .more { display: none }"
    radios = [input_(type="radio", name="r", value=n, aria_label=n) for n in "12"]
    folded = details[summary["Fold"], input_(type="radio", name="s", aria_label="s", checked=True)]
    more = input_(type="checkbox", name="more", aria_label="More", checked=True)
    stage = stand.open(Table(enter_form(more, radios[0], div(".more")[radios[1]], folded)).stage)
    stand.page.add_style_tag(content=style)
    stage.get_by_label("2").check()
    stage.get_by_label("More").uncheck()
    expect(stage.get_by_label("1")).to_be_checked()
    expect(stage.get_by_label("s", exact=True)).to_be_checked()


def test_focus_leaves_a_button_that_was_switched_off(stand: Stand) -> None:
    table = Table(now(), do(1, "Go"))
    stage = stand.open(table.stage)
    stage.get_by_role("button").focus()
    table.show(now(), do(1, "Go", disabled=True))
    expect(stage.get_by_role("heading")).to_be_focused()


def test_focus_outside_the_stage_stays_outside(stand: Stand) -> None:
    table = Table(now(), keyed("a", do(1, "Go")))
    stage = stand.open(table.stage)
    table.show(now("Then"))
    expect(stage.get_by_role("heading", name="Then")).to_be_visible()
    assert stand.page.evaluate("document.activeElement === document.body")


def test_goto_opens_what_is_folded_and_focuses_it(stand: Stand) -> None:
    link = button(type="button", data_goto="why")["See why"]
    folded = details[summary["More"], keyed("why", p["Because."])]
    stage = stand.open(Table(link, div(style="height:3000px"), folded).stage)
    stage.get_by_role("button").click()
    expect(stage.get_by_text("Because.")).to_be_focused()
    expect(stage.get_by_text("Because.")).to_be_in_viewport()


def test_copy_says_so(stand: Stand) -> None:
    stand.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    stage = stand.open(Table(button(type="button", data_copy="Q2-77")["Copy"]).stage)
    stage.get_by_role("button").click()
    expect(stage.locator("[aria-live]")).to_have_text("Copied.")
    assert stand.page.evaluate("navigator.clipboard.readText()") == "Q2-77"


@pytest.mark.parametrize("old_way_works", [True, False])
def test_copy_without_a_clipboard(stand: Stand, *, old_way_works: bool) -> None:
    stage = stand.open(Table(button(type="button", data_copy="Q2-77")["Copy"]).stage)
    stand.page.evaluate(
        """works => {
          Object.defineProperty(navigator, "clipboard", { value: undefined });
          document.execCommand = () => works;
        }""",
        old_way_works,
    )
    stage.get_by_role("button").click()
    if old_way_works:
        expect(stage.locator("[aria-live]")).to_have_text("Copied.")
        expect(stage.get_by_role("button")).to_be_focused()
    else:
        shown = stage.get_by_role("textbox", name="Copy this text:")
        expect(shown).to_have_value("Q2-77")
        assert shown.evaluate("field => field.selectionEnd - field.selectionStart") == 5


def test_what_is_said_is_read_aloud(stand: Stand) -> None:
    table = Table(now())
    stage = stand.open(table.stage)
    live = stage.locator("[aria-live=polite]")
    expect(live).to_have_text("")
    table.show(now("A"), say="Green serves.")
    expect(live).to_have_text("Green serves.")
    before = live.evaluate("element => element.textContent")
    table.show(now("B"), say="Green serves.")
    stand.until(lambda: live.evaluate("element => element.textContent") != before)
    expect(live).to_have_count(1)


# --------------------------------------------------------------------------- patching in place


def mark(locator: Locator) -> None:
    locator.evaluate("element => element.sameAsBefore = true")


def is_same(locator: Locator) -> bool:
    return bool(locator.evaluate("element => element.sameAsBefore === true"))


def test_a_part_inside_a_drawing_is_patched_where_it_stands(stand: Stand) -> None:
    def wedge(key: str, radius: int) -> Node:
        return keyed(key, g(".wedge")[circle(r=str(radius)), keyed(f"{key}.dot", g[circle(r="1")])])

    table = Table(svg(viewBox="0 0 9 9")[wedge("a", 2), wedge("b", 3)])
    stage = stand.open(table.stage)
    a, dot = stage.locator("[data-key=a]"), stage.locator("[data-key='a.dot']")
    for each in (a, dot, a.locator("> circle")):
        mark(each)
    assert table.show(svg(viewBox="0 0 9 9")[wedge("a", 4), wedge("b", 3), wedge("c", 1)]) < 900
    expect(a.locator("> circle")).to_have_attribute("r", "4")
    assert all(is_same(each) for each in (a, dot, a.locator("> circle")))
    made = stage.locator("[data-key=c] circle").first
    assert made.evaluate("circle => circle instanceof SVGCircleElement")


WATCH_PARTS = """() => {
  window.touched = new Set();
  const part = (node) => (node.closest ? node : node.parentElement).closest("[data-key]");
  const watch = (all) => all.forEach(({ target }) => touched.add(part(target)?.dataset.key));
  new MutationObserver(watch).observe(document.querySelector(".tc-stage"),
    { subtree: true, childList: true, attributes: true, characterData: true });
}"""


def test_only_the_changed_part_is_touched(stand: Stand) -> None:
    def page(words: str) -> list[Node]:
        return [keyed("outer", section[h3[words], keyed("inner", p["still"])]), keyed("b", p["b"])]

    table = Table(*page("one"))
    stage = stand.open(table.stage)
    stand.page.evaluate(WATCH_PARTS)
    table.show(*page("two"))
    expect(stage.get_by_text("two")).to_be_visible()
    assert stand.page.evaluate("[...touched]") == ["outer"]


def test_parts_keep_their_nodes_when_they_change_places(stand: Stand) -> None:
    def cards(*names: str) -> list[Node]:
        return [keyed(name, section(".tc-card")[name, input_(aria_label=name)]) for name in names]

    table = Table(div[cards("a", "b", "c")], div[cards("d")])
    stage = stand.open(table.stage)
    for name in "abcd":
        stage.get_by_label(name).fill(f"typed {name}")
        mark(stage.locator(f"[data-key={name}]"))
    stage.get_by_label("c").focus()
    table.show(div[cards("c", "a")], div[cards("e", "d", "b")])
    expect(stage.locator("[data-key=e]")).to_be_visible()
    order = stage.locator("[data-key]").evaluate_all("all => all.map((each) => each.dataset.key)")
    assert order == ["c", "a", "e", "d", "b"]
    for name in "abcd":
        expect(stage.get_by_label(name)).to_have_value(f"typed {name}")
        assert is_same(stage.locator(f"[data-key={name}]"))
    expect(stage.get_by_label("c")).to_be_focused()


def test_a_part_may_change_its_element_and_table_rows_are_parts(stand: Stand) -> None:
    row = keyed("row", tr[td["1"]])
    table = Table(keyed("x", p["one"]), table_of(row))
    stage = stand.open(table.stage)
    rows = [keyed("row", tr[td["2"]]), keyed("row2", tr[td["3"]])]
    table.show(keyed("x", h3["two"]), table_of(*rows))
    expect(stage.get_by_role("heading", name="two")).to_be_visible()
    expect(stage.get_by_role("cell")).to_have_text(["2", "3"])
    expect(stage.locator("tbody > tr[data-key]")).to_have_count(2)


def table_of(*rows: Node) -> Element:
    return table[tbody[rows]]


def test_unkeyed_neighbours_come_and_go_around_a_control(stand: Stand) -> None:
    def page(*extra: Node) -> Element:
        return form[extra, div(".tc-field")[input_(name="note", aria_label="Note")], button["Go"]]

    table = Table(page())
    stage = stand.open(table.stage)
    stage.get_by_role("textbox").fill("kept")
    for extra in ([button["Early"]], [div(".tc-alert")["No"], p["x"]], []):
        table.show(page(*extra))
        expect(stage.locator("form > *")).to_have_count(2 + len(extra))
        expect(stage.get_by_role("textbox")).to_have_value("kept")


def test_ticks_stay_with_their_values(stand: Stand) -> None:
    def page(*values: int) -> Element:
        return form[(choice("checkbox", "gaps", n, f"gap {n}") for n in values)]

    table = Table(page(0, 1, 2, 3))
    stage = stand.open(table.stage)
    stage.get_by_role("checkbox", name="gap 2").check()
    table.show(page(0, 2, 3, 4))
    expect(stage.get_by_role("checkbox", name="gap 4")).to_be_visible()
    expect(stage.get_by_role("checkbox", name="gap 2")).to_be_checked()
    expect(stage.locator("input:checked")).to_have_count(1)


def test_a_new_key_on_a_form_is_a_new_form(stand: Stand) -> None:
    def page(key: str, words: str) -> Node:
        field = keyed("field", div[words, input_(name="note", value="first")])
        return keyed(key, form[field, tick("gaps", 1), p[words]])

    table = Table(page("cut-1", "one"))
    stage = stand.open(table.stage)
    stage.get_by_role("textbox").fill("typed")
    stage.get_by_role("checkbox").check()
    table.show(page("cut-1", "two"))
    expect(stage.locator("p")).to_have_text("two")
    expect(stage.get_by_role("textbox")).to_have_value("typed")
    expect(stage.get_by_role("checkbox")).to_be_checked()
    table.show(page("cut-2", "two"))
    expect(stage.locator("[data-key=cut-2]")).to_be_visible()
    expect(stage.get_by_role("textbox")).to_have_value("first")
    expect(stage.get_by_role("checkbox")).not_to_be_checked()


def test_what_is_unfolded_and_scrolled_stays_so(stand: Stand) -> None:
    def page(words: str) -> list[Node]:
        long = div(".scroller", style="height:50px;overflow:auto")[div(style="height:500px")[words]]
        return [details[summary["More"], p[words]], long, keyed("n", p["n"])]

    table = Table(*page("one"))
    stage = stand.open(table.stage)
    stage.get_by_text("More").click()
    stage.locator(".scroller").evaluate("element => element.scrollTop = 120")
    table.show(*page("two"))
    expect(stage.locator("details p")).to_have_text("two")
    expect(stage.locator("details")).to_have_attribute("open", "")
    assert stage.locator(".scroller").evaluate("element => element.scrollTop") == 120


def test_a_transition_is_not_started_afresh(stand: Stand) -> None:
    def page(width: int, words: str) -> list[Node]:
        bar = div(".bar", style=f"width:{width}px;transition:width 60s linear;height:9px")
        return [keyed("meter", section[bar, p[words]])]

    table = Table(*page(0, "a"))
    stage = stand.open(table.stage)
    expect(stage.locator(".bar")).to_have_css(
        "width", "0px"
    )  # a transition starts from a style seen
    table.show(*page(1000, "b"))
    expect(stage.locator("p")).to_have_text("b")
    running = "element => element.getAnimations().length"
    assert stage.locator(".bar").evaluate(running) == 1
    table.show(*page(1000, "c"))
    expect(stage.locator("p")).to_have_text("c")
    assert stage.locator(".bar").evaluate(running) == 1


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(stand: Stand, text: str) -> None:
    def page(count: int) -> Element:
        tapped = do({"name": text}, text, title=text, aria_label=f"go {text}")
        return div[keyed("n", p[f"{count}"]), keyed("x", section(data_name=text)[text, tapped])]

    table = Table(page(0))
    stage = stand.open(table.stage)
    table.show(page(1))
    expect(stage.locator("p")).to_have_text("1")
    assert stage.locator("section").get_attribute("data-name") == text
    assert stage.locator("section").evaluate("element => element.firstChild.data") == text
    expect(stage.locator("img, script")).to_have_count(0)
    stage.get_by_role("button").click()
    stand.settle()
    assert table.done == [{"name": text}]
    table.show(page(2), say=text)
    assert stage.locator("[aria-live]").text_content() == text


def test_a_one_part_change_is_a_small_message(stand: Stand) -> None:
    log = [li[f"event {n}: Red took piece A of the cake"] for n in range(800)]

    def page(count: int) -> list[Node]:
        return [keyed("now", now(f"n={count}")), keyed("log", ol[log])]

    table = Table(*page(0))
    stage = stand.open(table.stage)
    assert table.show(*page(1)) < 250
    expect(stage.get_by_role("heading")).to_have_text("n=1")
    assert table.show(*page(1)) < 80


# --------------------------------------------------------------------------- views and the kernel


def test_two_views_are_equal(stand: Stand) -> None:
    table = Table(keyed("n", p["0"]), do(1, "Go"), answer=lambda table: table.show(*after(table)))

    def after(table: Table) -> list[Node]:
        return [keyed("n", p[f"{len(table.received)}"]), do(1, "Go")]

    stand.open(table.stage, views=2)
    first, second = stand.page.locator(".tc").all()
    first.get_by_role("button").click()
    expect(second.locator("p")).to_have_text("1")
    second.get_by_role("button").click()
    expect(first.locator("p")).to_have_text("2")
    expect(second.locator("p")).to_have_text("2")
    third = stand.add_view()
    expect(third.locator("p")).to_have_text("2")
    html = [view.locator(".tc-stage").inner_html() for view in (first, second, third)]
    assert html[0] == html[1] == html[2]
    stand.close_view(0)
    expect(stand.page.locator(".tc")).to_have_count(2)
    stand.page.locator(".tc").first.get_by_role("button").click()
    expect(third.locator("p")).to_have_text("3")


def test_a_view_that_missed_a_message_asks_for_the_page(stand: Stand) -> None:
    table = Table(keyed("a", p["a0"]), keyed("b", h3["b0"]))
    stage = stand.open(table.stage)
    table.stage.send = lambda _: None
    table.show(keyed("a", p["a1"]), keyed("b", h3["b0"]))
    table.stage.send = stand.send
    table.show(keyed("a", p["a1"]), keyed("b", h3["b2"]))
    expect(stage.locator("p")).to_have_text("a1")
    expect(stage.locator("h3")).to_have_text("b2")


LOST = "Not connected: run the cell above again, the game is saved."


def test_no_answer_is_told_and_the_tap_may_be_repeated(stand: Stand) -> None:
    table = Table(do("pass", "Pass"))
    stand.page.clock.install(time=0)
    stage = stand.open(table.stage)
    stand.stop_clock()
    stand.hold()
    stage.get_by_role("button").click()
    stand.page.clock.fast_forward(2900)
    expect(stage.get_by_role("alert")).to_be_hidden()
    stand.page.clock.fast_forward(200)
    expect(stage.get_by_role("alert")).to_have_text(LOST)
    stand.settle()
    stage.get_by_role("button").click()
    assert len(stand.held) == 2
    stand.release()
    expect(stage.get_by_role("alert")).to_be_hidden()
    stand.settle()


def test_a_first_hello_without_answer_is_told_too(stand: Stand) -> None:
    stand.page.clock.install(time=0)
    stand.hold()
    stage = stand.open(Table(now("Here")).stage)
    stand.page.clock.fast_forward(3100)
    expect(stage.get_by_role("alert")).to_have_text(LOST)
    stand.release()
    expect(stage.get_by_role("heading")).to_have_text("Here")
    expect(stage.get_by_role("alert")).to_be_hidden()


def test_an_error_inside_is_told_without_its_words(stand: Stand) -> None:
    def fail(_: Table) -> None:
        raise KeyError("the wizard in Blue's hand")

    table = Table(do(1, "Go"), answer=fail)
    stage = stand.open(table.stage)
    stage.get_by_role("button").click()
    stand.settle()
    expect(stage.get_by_role("alert")).to_contain_text("Something went wrong inside the kit")
    expect(stand.page.locator("body")).not_to_contain_text("wizard")
    table.answer = lambda table: table.show(do(1, "Go"), p["better"])
    stage.get_by_role("button").click()
    expect(stage.get_by_text("better")).to_be_visible()
    expect(stage.get_by_role("alert")).to_be_hidden()


# --------------------------------------------------------------------------- looks


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", ["piece-o-cake", "cake-duel", "the-sheep", "alpaca-battle"])
def test_every_component_is_accessible(stand: Stand, theme: Theme, game: str) -> None:
    stand.open(demo(data_game=game), theme=theme)
    assert stand.axe() == []


def test_the_night_is_accessible(stand: Stand) -> None:
    stand.open(demo(data_game="the-sheep", data_night=True))
    assert stand.axe() == []


@pytest.mark.parametrize(("width", "percent"), [(1280, 100), (320, 100), (640, 200), (320, 200)])
def test_nothing_scrolls_sideways(stand: Stand, width: int, percent: int) -> None:
    stand.resize(width)
    stand.open(demo())
    stand.page.evaluate("size => document.documentElement.style.fontSize = size", f"{percent}%")
    assert stand.sideways() <= 0


def test_every_target_is_big_enough(stand: Stand) -> None:
    stand.resize(390)
    stage = stand.open(demo())
    targets = ".tc-button, .tc-choice, .tc-switch, .tc-tick, summary, .tc-field :is(input, select)"
    small_ones = stage.locator(targets).evaluate_all(
        """all => all.map((each) => [each.textContent, each.getBoundingClientRect()])
          .filter(([, box]) => box.width < 44 || box.height < 44).map(([text]) => text)"""
    )
    assert small_ones == []


def test_the_looks_leak_nowhere(stand: Stand) -> None:
    stand.open(demo())
    stand.page.evaluate("document.body.append(document.createElement('button'))")
    outside = stand.page.locator("body > button")
    plain = outside.evaluate("element => JSON.stringify({ ...getComputedStyle(element) })")
    stand.page.evaluate("document.querySelector('link[rel=stylesheet]').remove()")
    assert outside.evaluate("element => JSON.stringify({ ...getComputedStyle(element) })") == plain


# --------------------------------------------------------------------------- a real JupyterLab

CELL = """
from htpy import button, div, h2, input as input_, p
from widgets.parts.keyed import keyed
from widgets.stage import Stage

count = 0

def page():
    return div(".tc-page")[
        keyed("now", h2(data_now=True)[f"tapped {count}"]),
        button(".tc-button", type="button", data_do='"go"')["Go"],
        input_(aria_label="Note"),
        p["the wizard in hand"],
    ]

def receive(request):
    global count
    count += "do" in request
    stage.show(page(), revision=count)

stage = Stage(receive, label="A table")
stage.show(page(), revision=0)
stage
"""
KEYS = (
    "b a d d i i 0 0 x z y m r l o s f h c v Escape ArrowDown ArrowUp ArrowLeft ArrowRight j k "
    "Home End Delete Backspace Shift+Enter Control+Enter Alt+Enter Enter Space Control+s Shift+M"
)


def press_all(opened: LabPage) -> None:
    for key in KEYS.split():
        opened.page.keyboard.press(key)


def test_no_key_reaches_the_notebook(lab: Lab) -> None:
    opened = lab.open([CELL, "2 + 2"])
    opened.stage.get_by_role("button", name="Go").focus()
    before = opened.notebook()
    press_all(opened)
    note = opened.stage.get_by_role("textbox")
    note.focus()
    press_all(opened)
    note.fill("")
    opened.page.keyboard.type("a bdd x")
    expect(note).to_have_value("a bdd x")
    assert opened.notebook() == before
    opened.page.keyboard.press("Shift+Tab")
    expect(opened.stage.get_by_role("button", name="Go")).to_be_focused()
    expect(opened.stage.get_by_role("button", name="Go")).to_have_css("outline-width", "3px")
    opened.page.locator(".jp-Cell").last.locator(".jp-InputPrompt").click()
    opened.page.keyboard.press("b")
    assert opened.notebook() != before, "outside the stage the notebook has its keys"


def test_a_tap_in_jupyterlab_and_nothing_from_abroad(lab: Lab) -> None:
    opened = lab.open([CELL])
    opened.stage.get_by_role("button", name="Go").click()
    expect(opened.stage.get_by_role("heading")).to_have_text("tapped 1")
    for theme in ("dark", "light"):
        opened.theme(theme)
        expect(opened.stage).to_have_css("color-scheme", theme)
    assert opened.watch.abroad == []
    assert opened.watch.errors == []


def test_two_cells_show_one_stage_and_a_reload_brings_it_back(lab: Lab) -> None:
    opened = lab.open([CELL, "stage"])
    first, second = opened.page.locator(".tc").all()
    second.get_by_role("button", name="Go").click()
    expect(first.get_by_role("heading")).to_have_text("tapped 1")
    assert first.locator(".tc-stage").inner_html() == second.locator(".tc-stage").inner_html()
    opened.save()
    opened.page.reload()
    for view in (opened.stage, opened.page.locator(".tc").nth(1)):
        expect(view.get_by_role("heading")).to_have_text("tapped 1")
    opened.stage.get_by_role("button", name="Go").click()
    expect(opened.stage.get_by_role("heading")).to_have_text("tapped 2")


def test_a_saved_notebook_holds_no_page(lab: Lab) -> None:
    opened = lab.open([CELL])
    expect(opened.stage.get_by_text("the wizard in hand")).to_be_visible()
    opened.command("@jupyter-widgets/jupyterlab-manager:saveWidgetState")
    saved = opened.save()
    assert "anywidget" in json.dumps(saved.metadata["widgets"])
    assert "wizard" not in json.dumps([saved.metadata, saved.cells[0].outputs])


def test_a_silent_kernel_is_told_and_forgiven(lab: Lab) -> None:
    opened = lab.open([CELL])
    go = opened.stage.get_by_role("button", name="Go")
    go.click()
    expect(opened.stage.get_by_role("heading")).to_have_text("tapped 1")
    with opened.frozen_kernel():
        go.click()
        expect(opened.stage.get_by_role("alert")).to_have_text(LOST)
        expect(opened.stage.locator("[data-busy]")).to_have_count(0)
    expect(opened.stage.get_by_role("heading")).to_have_text("tapped 2")
    expect(opened.stage.get_by_role("alert")).to_be_hidden()


def test_a_stopped_kernel_is_told(lab: Lab) -> None:
    opened = lab.open([CELL])
    opened.stop_kernel()
    opened.stage.get_by_role("button", name="Go").click()
    expect(opened.stage.get_by_role("alert")).to_have_text(LOST)


def test_after_a_restart_the_cell_run_again_brings_the_page(lab: Lab) -> None:
    opened = lab.open([CELL])
    opened.restart_kernel()
    opened.run_all()
    opened.stage.get_by_role("button", name="Go").click()
    expect(opened.stage.get_by_role("heading")).to_have_text("tapped 1")


# --------------------------------------------------------------------------- timers


def timer(until: int, words: str = "Time is up.") -> Element:
    return p[span(".tc-time", role="timer", data_until=str(until), data_up=words)]


def test_a_timer_counts_down_survives_patches_and_ends_aloud_once(stand: Stand) -> None:
    stand.page.clock.install(time=0)
    table = Table(timer(3725), do("x", "X"))
    stage = stand.open(table.stage)
    stand.stop_clock()
    shown = stage.get_by_role("timer")
    stand.page.clock.fast_forward(250)
    expect(shown).to_have_text("2:05")
    stand.page.clock.fast_forward(5000)
    expect(shown).to_have_text("2:00")
    table.show(timer(3725), do("x", "X"), p["news"])
    expect(stage.get_by_text("news")).to_be_visible()
    expect(shown).to_have_text("2:00")
    stand.page.clock.fast_forward(119_000)
    expect(shown).to_have_text("0:01")
    expect(shown).not_to_have_attribute("data-past", "")
    stand.page.clock.fast_forward(3_600_000)
    expect(shown).to_have_text("0:00")
    expect(shown).to_have_attribute("data-past", "")
    status = stage.get_by_role("status").first
    expect(status).to_have_text("Time is up.")
    table.show(timer(3725), say="Something else.")
    stand.page.clock.fast_forward(2000)
    expect(status).to_have_text("Something else.")
    table.show(timer(3600 + 3726 + 60))
    expect(shown).not_to_have_attribute("data-past", "")


def test_a_closed_view_has_no_timer_left(stand: Stand) -> None:
    stand.page.clock.install(time=0)
    stand.page.add_init_script(
        "window.ticking = new Set();"
        "const set = window.setInterval, clear = window.clearInterval;"
        "window.setInterval = (...all) => { const id = set(...all); ticking.add(id); return id; };"
        "window.clearInterval = (id) => { ticking.delete(id); clear(id); };"
    )
    stand.open(Table(timer(60)).stage)
    assert stand.page.evaluate("ticking.size") == 1
    stand.close_view()
    assert stand.page.evaluate("ticking.size") == 0
