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
    input as input_,
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
from playwright.sync_api import Locator, expect

from widgets.parts.keyed import keyed
from widgets.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from htpy import Node

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

    def __init__(self, *first: Node, answer: Callable[[Table], None] = lambda _: None) -> None:
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


# --------------------------------------------------------------------------- taps


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
                                span(
                                    ".tc-badge", style=f"--tc-badge:{colour};--tc-on-badge:#fff"
                                )[letter],
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


def tick(name: str, value: object, **attributes: Any) -> Element:
    return input_(type="checkbox", name=name, value=str(value), aria_label=f"{value}", **attributes)


FIELDS: tuple[tuple[str, str, Node, Any], ...] = (
    ("gaps", "ints", [tick("gaps", 0), tick("gaps", 3, checked=True), tick("gaps", 11, checked=True)], [3, 11]),
    ("gaps", "ints", [tick("gaps", 0), tick("gaps", 3)], []),
    ("counts", "ints", [input_(type="number", name="counts", value=str(n)) for n in (4, 0, 2)], [4, 0, 2]),
    ("counts", "ints", [input_(name="counts", value=text) for text in ("4", "", "x")], [4, None, None]),
    ("gaps", "ints", [select(name="gaps", multiple=True)[option(value="1", selected=True)["a"], option(value="2")["b"]]], [1]),
    ("count", "int", [choice("radio", "count", n, f"{n}", checked=n == 2) for n in (1, 2)], 2),
    ("count", "int", [input_(type="number", name="count", value="-7")], -7),
    ("count", "int", [select(name="count")[option(value="5")["five"], option(value="6", selected=True)["six"]]], 6),
    ("note", "text", [textarea(name="note")["two\nlines"]], "two\nlines"),
    ("who", "text", [choice("radio", "who", n, n, checked=n == "Blue") for n in ("Red", "Blue")], "Blue"),
    ("names", "texts", [input_(name="names", value=text) for text in ("Ann", "", "Bo")], ["Ann", "", "Bo"]),
    ("kept", "texts", [tick("kept", "plum", checked=True), tick("kept", "kiwi")], ["plum"]),
    ("kept", "texts", [tick("kept", "plum")], []),
    ("slices", "words", [input_(name="slices", value=" plum,kiwi  kiwi,, cherry ")], ["plum", "kiwi", "kiwi", "cherry"]),
    ("slices", "words", [input_(name="slices")], []),
    ("open", "flag", [tick("open", "on", checked=True)], True),
    ("open", "flag", [tick("open", "on")], False),
)  # fmt: skip


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
