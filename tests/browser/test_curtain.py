"""The curtain: a hand of cards is seen while its button is held, and not a frame longer."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

import pytest
from htpy import Element, button, div, h2, p, section, small, strong
from htpy import input as input_
from playwright.sync_api import Locator, expect

from widgets.parts.keyed import keyed
from widgets.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from htpy import Node
    from playwright.sync_api import CDPSession

    from tests.browser.conftest import Lab, Stand, Theme

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Bo")
CARDS = ("the wizard of Ann", "the sheep of Bo")
LOST = "Not connected: run the cell above again, the game is saved."

Way = Literal["mouse", "touch", "Enter", "Space"]
WAYS: tuple[Way, ...] = ("mouse", "touch", "Enter", "Space")
KEYS: tuple[Way, ...] = ("Enter", "Space")


def curtain(seat: int, **attributes: Any) -> Element:
    backs = [
        input_(type="checkbox", name="cards", value=str(n), aria_label=f"Card {n}")
        for n in range(2)
    ]
    return section(".tc-curtain", data_curtain=True)[
        div(".tc-cover-grid")[
            div(".backs", style="height:60px")[backs], div(data_secret=True, hidden=True)
        ],
        button(".tc-button", type="button", data_look=json.dumps({"seat": seat}), **attributes)[
            strong[f"Hold to see the hand of {NAMES[seat]}"], small["Covered when you let go."]
        ],
    ]


def do(action: Any, words: str, **attributes: Any) -> Element:
    return button(".tc-button", type="button", data_do=json.dumps(action), **attributes)[words]


class Table:
    """A stage with hands on it; "on" hands the screen over to the next seat."""

    def __init__(self, *more: Node) -> None:
        self.more = more
        self.asked: list[Any] = []
        self.done: list[Any] = []
        self.seat = 0
        self.revision = 0
        self.stage = Stage(self.receive, label="A table", look=self.look)
        self.show()

    def look(self, asked: Any) -> Node:
        self.asked.append(asked)
        return p(data_said=True)[CARDS[asked["seat"]]]

    def receive(self, request: dict[str, Any]) -> None:
        self.done.append(request.get("do"))
        if request.get("do") == "on":
            self.seat = 1 - self.seat
            self.show()

    def show(self, *news: Node, say: str = "") -> None:
        self.revision += 1
        page = div(".tc-page")[
            keyed("now", section(".tc-now")[h2(data_now=True)[f"{NAMES[self.seat]} plays"]]),
            keyed("hand", curtain(self.seat)),
            do("on", "Hand over"),
            self.more,
            keyed("news", div(".news")[news]),
        ]
        self.stage.show(page, revision=self.revision, say=say)


class Hand:
    """Holds a look button in one way: with the mouse, a finger, or a key."""

    def __init__(self, stand: Stand, way: Way) -> None:
        self.stand = stand
        self.way = way
        self.holding = False
        self._cdp: CDPSession | None = None

    def hold(self, x: float = 0.5, y: float = 0.5) -> None:
        where, self.holding = look_button(self.stand), True
        if self.way in KEYS:
            where.focus()
            self.stand.page.keyboard.down(self.way)
            return
        where.scroll_into_view_if_needed()
        box = where.bounding_box()
        assert box
        self.at = (box["x"] + x * box["width"], box["y"] + y * box["height"])
        if self.way == "mouse":
            self.stand.page.mouse.move(*self.at)
            self.stand.page.mouse.down()
        else:
            self.touch("touchStart", self.at)

    def slide(self, far: float) -> None:
        self.at = (self.at[0], self.at[1] + far)
        if self.way == "mouse":
            self.stand.page.mouse.move(*self.at)
        else:
            self.touch("touchMove", self.at)

    def let_go(self) -> None:
        if not self.holding:
            return
        self.holding = False
        if self.way in KEYS:
            self.stand.page.keyboard.up(self.way)
        elif self.way == "mouse":
            self.stand.page.mouse.up()
        else:
            self.touch("touchEnd")

    def touch(self, kind: str, *points: tuple[float, float], finger: int = 0) -> None:
        self._cdp = self._cdp or self.stand.page.context.new_cdp_session(self.stand.page)
        at = [{"x": x, "y": y, "id": finger + n} for n, (x, y) in enumerate(points)]
        self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})


def waiting(stand: Stand, count: int) -> None:
    """Wait until so many messages wait for the kernel."""
    stand.until(lambda: len(stand.held) == count)


def look_button(stand: Stand) -> Locator:
    return stand.stage.locator("[data-look]").first


def slot(stand: Stand) -> Locator:
    return stand.stage.locator("[data-secret]").first


def expect_open(stand: Stand, seat: int = 0) -> None:
    expect(slot(stand)).to_be_visible()
    expect(slot(stand)).to_have_text(CARDS[seat])
    expect(look_button(stand)).to_have_attribute("aria-pressed", "true")
    expect(stand.stage.locator("[data-curtain]").first).to_have_attribute("data-open", "")


def holds_a_card(stand: Stand) -> bool:
    html = str(stand.page.evaluate("document.documentElement.outerHTML"))
    return any(card in html for card in CARDS)


def assert_covered(stand: Stand) -> None:
    """Look at once, without waiting: covering is no animation."""
    assert not holds_a_card(stand)
    assert slot(stand).evaluate("slot => slot.hidden && !slot.childNodes.length")
    assert look_button(stand).get_attribute("aria-pressed") == "false"
    assert stand.stage.locator("[data-open]").count() == 0


@pytest.fixture(params=("touch", "Space"))
def hand(request: pytest.FixtureRequest, stand: Stand) -> Iterator[Hand]:
    hand = Hand(stand, request.param)
    yield hand
    hand.let_go()


@pytest.fixture
def mouse(stand: Stand) -> Iterator[Hand]:
    hand = Hand(stand, "mouse")
    yield hand
    hand.let_go()


def opened(stand: Stand, hand: Hand, *more: Node) -> Table:
    table = Table(*more)
    stand.open(table.stage)
    hand.hold()
    expect_open(stand)
    return table


# --------------------------------------------------------------------------- holding


@pytest.mark.parametrize("hand", WAYS, indirect=True)
def test_cards_are_seen_only_while_the_button_is_held(stand: Stand, hand: Hand) -> None:
    table = Table()
    stand.open(table.stage)
    assert_covered(stand)
    for count in (1, 2):
        hand.hold()
        expect_open(stand)
        assert table.asked == [{"seat": 0}] * count
        hand.let_go()
        assert_covered(stand)
    assert table.done == []


def test_the_request_names_the_page_it_was_asked_on(stand: Stand, mouse: Hand) -> None:
    stand.open(Table().stage)
    stand.hold()
    mouse.hold()
    waiting(stand, 1)
    (asked,) = stand.held
    assert asked == {"look": {"seat": 0}, "revision": 1, "id": asked["id"]}
    assert asked["id"]


@pytest.mark.parametrize("way", KEYS)
def test_a_key_kept_down_asks_once(stand: Stand, way: Way) -> None:
    hand = Hand(stand, way)
    table = opened(stand, hand)
    for _ in range(3):
        stand.page.keyboard.down(way)
    expect_open(stand)
    assert table.asked == [{"seat": 0}]
    hand.let_go()
    assert_covered(stand)
    stand.page.evaluate("new Promise(requestAnimationFrame)")
    assert table.asked == [{"seat": 0}]


@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_sliding_off_the_button_keeps_it_and_letting_go_there_covers(
    stand: Stand, way: Way
) -> None:
    hand = Hand(stand, way)
    opened(stand, hand)
    for _ in range(4):
        hand.slide(60)
        expect_open(stand)
    hand.let_go()
    assert_covered(stand)


@pytest.mark.parametrize("way", ["mouse", "touch"])
@pytest.mark.parametrize("place", ["strong", "small"])
def test_it_may_be_held_at_its_words(stand: Stand, way: Way, place: str) -> None:
    hand = Hand(stand, way)
    stand.open(Table().stage)
    button_box = look_button(stand).bounding_box()
    words = look_button(stand).locator(place).bounding_box()
    assert button_box
    assert words
    y = (words["y"] + words["height"] / 2 - button_box["y"]) / button_box["height"]
    hand.hold(y=y)
    expect_open(stand)
    hand.slide(3)
    expect_open(stand)
    hand.let_go()
    assert_covered(stand)


def test_only_the_first_button_of_a_mouse_looks(stand: Stand) -> None:
    table = Table()
    stand.open(table.stage)
    look_button(stand).click(button="right")
    look_button(stand).click(button="middle")
    assert table.asked == []
    assert_covered(stand)


def test_another_button_kept_down_does_not_keep_it_open(stand: Stand, mouse: Hand) -> None:
    opened(stand, mouse)
    stand.page.mouse.down(button="right")
    expect_open(stand)
    stand.page.mouse.up(button="left")
    assert_covered(stand)
    stand.page.mouse.up(button="right")


@pytest.mark.parametrize("off", [(0, 200), (40, 0)])
def test_a_second_finger_neither_opens_nor_covers(stand: Stand, off: tuple[float, float]) -> None:
    hand = Hand(stand, "touch")
    table = opened(stand, hand)
    other = (hand.at[0] + off[0], hand.at[1] + off[1])
    hand.touch("touchStart", hand.at, other)
    hand.touch("touchEnd", other, finger=1)
    expect_open(stand)
    assert table.asked == [{"seat": 0}]
    hand.let_go()
    assert_covered(stand)


def test_a_click_of_the_mouse_leaves_nothing_open(stand: Stand) -> None:
    table = Table()
    stand.open(table.stage)
    look_button(stand).click()
    stand.until(lambda: bool(table.asked))
    assert_covered(stand)


@pytest.mark.parametrize("way", KEYS)
def test_a_key_whose_release_a_mac_keeps_back_does_not_keep_it_open(stand: Stand, way: Way) -> None:
    opened(stand, Hand(stand, way))
    stand.page.keyboard.down("Meta")
    stand.page.keyboard.up("Meta")
    assert_covered(stand)


def test_a_key_down_elsewhere_that_comes_up_here_opens_nothing(stand: Stand) -> None:
    table = Table(input_(aria_label="Note"))
    stand.open(table.stage)
    stand.stage.get_by_label("Note").focus()
    stand.page.keyboard.down("Space")
    look_button(stand).focus()
    stand.page.keyboard.down("Space")  # the browser repeats it here
    stand.page.keyboard.up("Space")
    assert table.asked == []
    assert_covered(stand)


# --------------------------------------------------------------------------- covering at once

AFTER = """(type) => {
  window.after = [];
  const note = () => window.after.push(/wizard of Ann/.test(document.body.innerHTML));
  addEventListener(type, note, true);
}"""


@pytest.mark.parametrize(
    ("way", "type_"),
    [("mouse", "pointerup"), ("touch", "pointerup"), ("Enter", "keyup"), ("Space", "keyup")],
)
def test_no_other_listener_of_the_release_finds_a_card(stand: Stand, way: Way, type_: str) -> None:
    hand = Hand(stand, way)
    opened(stand, hand)
    stand.page.evaluate(AFTER, type_)
    hand.let_go()
    assert stand.page.evaluate("window.after") == [False]


def hide(stand: Stand, *, hidden: bool) -> None:
    stand.page.evaluate(
        """hidden => {
          Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


ENDS: dict[str, Callable[[Stand], object]] = {
    "another window": lambda stand: stand.page.evaluate("dispatchEvent(new Event('blur'))"),
    "a frame of another page": lambda stand: stand.page.evaluate(
        "document.querySelector('main').appendChild(document.createElement('iframe')).focus()"
    ),
    "a hidden tab": lambda stand: hide(stand, hidden=True),
    "leaving the page": lambda stand: stand.page.evaluate(
        "dispatchEvent(new PageTransitionEvent('pagehide'))"
    ),
    "Escape": lambda stand: stand.page.keyboard.press("Escape"),
    "focus elsewhere": lambda stand: stand.stage.get_by_label("Note").focus(),
    "focus on a card": lambda stand: stand.stage.get_by_label("Card 0").focus(),
    "focus nowhere": lambda stand: look_button(stand).evaluate("button => button.blur()"),
    "a tap": lambda stand: stand.stage.get_by_role("button", name="Why").evaluate(
        "button => button.click()"
    ),
    "the view closed": lambda stand: stand.close_view(),
}


@pytest.mark.parametrize("end", ENDS)
def test_whatever_ends_the_hold_covers(stand: Stand, hand: Hand, end: str) -> None:
    table = opened(stand, hand, do("why", "Why"), input_(aria_label="Note"))
    ENDS[end](stand)
    assert not holds_a_card(stand)
    assert table.asked == [{"seat": 0}]
    if end != "the view closed":
        assert_covered(stand)
        hide(stand, hidden=False)
        assert_covered(stand)


def test_a_closed_view_keeps_no_card_and_listens_no_more(stand: Stand, hand: Hand) -> None:
    table = Table()
    stand.open(table.stage, views=0)
    before = listening(stand)
    stand.add_view()
    assert listening(stand) > before
    hand.hold()
    expect_open(stand)
    held = slot(stand).element_handle()
    stand.close_view()
    assert held.inner_html() == ""
    assert listening(stand) == before


def listening(stand: Stand) -> int:
    """Return how many listeners the window has."""
    cdp = stand.page.context.new_cdp_session(stand.page)
    window = cdp.send("Runtime.evaluate", {"expression": "window"})["result"]
    found = cdp.send("DOMDebugger.getEventListeners", {"objectId": window["objectId"]})
    return len(found["listeners"])


def test_a_tab_that_is_not_hidden_stays_open(stand: Stand, hand: Hand) -> None:
    opened(stand, hand)
    hide(stand, hidden=False)
    expect_open(stand)


@pytest.mark.tabs
def test_another_tab_in_front_covers(stand: Stand, mouse: Hand) -> None:
    """The browser's own doing; the test only lets it lose the focus, as it does elsewhere."""
    stand.open(Table().stage)
    cdp = stand.page.context.new_cdp_session(stand.page)
    cdp.send("Emulation.setFocusEmulationEnabled", {"enabled": False})
    stand.page.evaluate(
        """() => addEventListener("blur", () => {
          window.after = /wizard of Ann/.test(document.body.innerHTML);
        })"""
    )
    mouse.hold()
    expect_open(stand)
    stand.page.context.new_page().bring_to_front()
    stand.until(lambda: stand.page.evaluate("window.after") is not None)
    assert stand.page.evaluate("window.after") is False
    assert_covered(stand)


def test_a_page_left_takes_no_card_along(stand: Stand, mouse: Hand) -> None:
    opened(stand, mouse)
    keep = "localStorage.after = /wizard of Ann/.test(document.body.innerHTML)"
    stand.page.evaluate(f"addEventListener('pagehide', () => {{ {keep} }})")
    stand.page.reload()
    assert stand.page.evaluate("localStorage.after") == "false"


@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_a_lost_or_cancelled_pointer_covers(stand: Stand, way: Way) -> None:
    hand = Hand(stand, way)
    stand.open(Table().stage)
    keep = "button => button.addEventListener('pointerdown', e => { window.at = e.pointerId })"
    look_button(stand).evaluate(keep)
    hand.hold()
    expect_open(stand)
    if way == "touch":
        hand.touch("touchCancel")
        hand.holding = False
    else:
        look_button(stand).evaluate("button => button.releasePointerCapture(window.at)")
        stand.page.mouse.move(1, 1)  # the browser tells of it before the next event
    assert_covered(stand)


def test_escape_closes_nothing_else(stand: Stand, hand: Hand) -> None:
    table = opened(stand, hand, do("close", "Close", data_escape=True))
    stand.page.keyboard.press("Escape")
    assert_covered(stand)
    hand.let_go()
    assert table.done == []
    stand.page.keyboard.press("Escape")
    stand.until(lambda: table.done == ["close"])


def test_a_page_from_python_covers(stand: Stand, hand: Hand) -> None:
    table = opened(stand, hand)
    table.show(p["news"])
    assert_covered(stand)
    expect(stand.stage.get_by_text("news")).to_be_visible()
    assert table.asked == [{"seat": 0}]
    hand.let_go()
    hand.hold()
    expect_open(stand)


def test_a_page_from_python_that_shows_the_same_covers_too(stand: Stand, hand: Hand) -> None:
    opened(stand, hand).show()
    assert_covered(stand)


def test_a_tap_covers_before_it_is_answered(stand: Stand, hand: Hand) -> None:
    table = opened(stand, hand, do("why", "Why"))
    stand.hold()
    stand.stage.get_by_role("button", name="Why").evaluate("button => button.click()")
    assert_covered(stand)
    waiting(stand, 1)
    stand.release()
    stand.settle()
    assert table.done == ["why"]


def test_while_a_tap_is_answered_nobody_looks(stand: Stand, hand: Hand) -> None:
    table = Table(do("why", "Why"))
    stand.open(table.stage)
    stand.hold()
    stand.stage.get_by_role("button", name="Why").click()
    hand.hold()
    waiting(stand, 1)
    assert [request for request in stand.held if "look" in request] == []
    stand.release()
    stand.settle()
    assert table.asked == []
    hand.let_go()
    hand.hold()
    expect_open(stand)


# --------------------------------------------------------------------------- late answers


def test_an_answer_after_the_release_is_dropped_unseen(stand: Stand, hand: Hand) -> None:
    table = Table()
    stand.open(table.stage)
    watch_for_cards(stand)
    stand.hold()
    hand.hold()
    hand.let_go()
    waiting(stand, 1)
    stand.release()
    assert table.asked == [{"seat": 0}]
    assert_covered(stand)
    assert stand.page.evaluate("window.found") == []


WATCH_FOR_CARDS = """() => {
  window.found = [];
  const look = () => {
    const [text] = /wizard of Ann|sheep of Bo/.exec(document.documentElement.outerHTML) ?? [];
    if (text) window.found.push(text);
  };
  const options = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(look).observe(document.documentElement, options);
}"""


def watch_for_cards(stand: Stand) -> None:
    stand.page.evaluate(WATCH_FOR_CARDS)


def test_the_answer_of_one_hold_is_not_that_of_the_next(stand: Stand, hand: Hand) -> None:
    stand.open(Table().stage)
    stand.hold()
    hand.hold()
    hand.let_go()
    hand.hold()
    waiting(stand, 2)
    stand.release(1)
    assert_covered(stand)
    stand.release()
    expect_open(stand)


def test_an_answer_that_comes_after_a_page_is_dropped(stand: Stand, hand: Hand) -> None:
    table = Table()
    stand.open(table.stage)
    watch_for_cards(stand)
    stand.hold()
    hand.hold()
    waiting(stand, 1)
    table.show(p["news"])
    stand.release()
    expect(stand.stage.get_by_text("news")).to_be_visible()
    assert stand.page.evaluate("window.found") == []
    assert table.asked == [], "the page it was asked on is not there any more"


def test_a_page_shown_while_python_looks_is_not_followed_by_a_card(
    stand: Stand, hand: Hand
) -> None:
    table = Table()
    stand.open(table.stage)
    watch_for_cards(stand)

    def slowly(asked: Any) -> Node:
        table.show(p["news"])
        return table.look(asked)

    table.stage._look = slowly
    hand.hold()
    expect(stand.stage.get_by_text("news")).to_be_visible()
    assert_covered(stand)
    assert stand.page.evaluate("window.found") == []


def test_a_view_that_missed_a_page_shows_no_card_on_the_old_one(stand: Stand, hand: Hand) -> None:
    table = Table()
    stand.open(table.stage)
    watch_for_cards(stand)
    table.stage.send = lambda _: None
    table.revision -= 1  # the missed page looks like the one before it
    table.show(p["missed"])
    table.stage.send = stand.send
    hand.hold()
    expect(stand.stage.get_by_text("missed")).to_be_visible()
    assert_covered(stand)
    assert stand.page.evaluate("window.found") == []


def test_no_answer_is_told_and_a_late_one_dropped(stand: Stand, hand: Hand) -> None:
    stand.page.clock.install(time=0)
    stand.open(Table().stage)
    stand.stop_clock()
    stand.hold()
    hand.hold()
    waiting(stand, 1)
    stand.page.clock.fast_forward(3100)
    expect(stand.stage.get_by_role("alert")).to_have_text(LOST)
    stand.release()
    expect(stand.stage.get_by_role("alert")).to_be_hidden()
    assert_covered(stand)


def test_nothing_to_see_opens_nothing(stand: Stand, hand: Hand) -> None:
    table = Table()
    stand.open(table.stage)
    table.stage._look = table.asked.append
    hand.hold()
    stand.until(lambda: table.asked == [{"seat": 0}])
    assert_covered(stand)
    expect(stand.stage.get_by_role("alert")).to_be_hidden()


def test_an_error_inside_opens_nothing_and_is_told(stand: Stand, hand: Hand) -> None:
    def fail(_: Any) -> Node:
        raise KeyError(CARDS[0])

    table = Table()
    stand.open(table.stage)
    watch_for_cards(stand)
    table.stage._look = fail
    hand.hold()
    expect(stand.stage.get_by_role("alert")).to_contain_text("Something went wrong inside the kit")
    assert_covered(stand)
    assert stand.page.evaluate("window.found") == []


def test_another_view_is_sent_no_page_with_a_card(stand: Stand, hand: Hand) -> None:
    table = Table()
    stand.open(table.stage, views=2)
    second = stand.page.locator(".tc").nth(1)
    hand.hold()
    expect_open(stand)
    third = stand.add_view()
    for view in (second, third):
        assert view.locator("[data-secret]").inner_html() == ""


def test_another_view_may_look_beside(stand: Stand, mouse: Hand) -> None:
    stand.open(Table().stage, views=2)
    mouse.hold()
    expect_open(stand)
    second = stand.page.locator(".tc").nth(1)
    second.locator("[data-look]").evaluate("button => button.focus = () => {}")
    second.locator("[data-look]").dispatch_event("click")
    expect(second.locator("[data-secret]")).to_have_text(CARDS[0])
    expect_open(stand)


# --------------------------------------------------------------------------- clicks without a hand


def clicked(stand: Stand) -> Table:
    table = Table(do("why", "Why"), input_(aria_label="Note"))
    stand.open(table.stage)
    look_button(stand).evaluate("button => button.click()")
    expect_open(stand)
    return table


def test_a_click_without_a_hand_toggles(stand: Stand) -> None:
    table = clicked(stand)
    look_button(stand).evaluate("button => button.click()")
    assert_covered(stand)
    look_button(stand).evaluate("button => button.click()")
    expect_open(stand)
    assert table.asked == [{"seat": 0}] * 2
    assert table.done == []


CLICKED_ENDS: dict[str, Callable[[Stand], object]] = {
    **{end: act for end, act in ENDS.items() if end != "focus on a card"},
    "a click anywhere": lambda stand: stand.page.mouse.click(2, 2),
    "a tick": lambda stand: stand.stage.get_by_label("Card 1").click(),
    "a hold that ends": lambda stand: look_button(stand).click(),
    "a page": lambda stand: stand.model.show(div["other"], revision=9),
}


@pytest.mark.parametrize("end", CLICKED_ENDS)
def test_what_was_clicked_open_is_covered_by(stand: Stand, end: str) -> None:
    clicked(stand)
    CLICKED_ENDS[end](stand)
    assert not holds_a_card(stand)


def test_what_was_clicked_open_lends_the_focus_to_its_curtain(stand: Stand) -> None:
    clicked(stand)
    for place in (stand.stage.get_by_label("Card 0"), look_button(stand)):
        place.focus()
        expect_open(stand)
    stand.stage.get_by_label("Card 1").focus()
    stand.stage.get_by_label("Note").focus()
    assert_covered(stand)


def test_backs_can_be_ticked_under_their_faces(stand: Stand) -> None:
    clicked(stand)
    stand.stage.get_by_label("Card 1").click()
    expect(stand.stage.get_by_label("Card 1")).to_be_checked()


# --------------------------------------------------------------------------- said aloud


@pytest.mark.parametrize("way", KEYS)
def test_a_key_s_look_is_read_aloud_while_it_lasts(stand: Stand, way: Way) -> None:
    hand = Hand(stand, way)
    opened(stand, hand)
    live = stand.stage.locator("[aria-live]")
    expect(live).to_have_text(CARDS[0])
    hand.let_go()
    assert live.text_content() == ""
    hand.hold()
    expect(live).to_have_text(CARDS[0])
    hand.let_go()
    assert live.text_content() == ""


def test_a_clicked_look_is_read_aloud_while_it_lasts(stand: Stand) -> None:
    clicked(stand)
    expect(stand.stage.locator("[aria-live]")).to_have_text(CARDS[0])
    look_button(stand).evaluate("button => button.click()")
    assert stand.stage.locator("[aria-live]").text_content() == ""


@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_a_look_with_a_hand_is_not_read_aloud(stand: Stand, way: Way) -> None:
    hand = Hand(stand, way)
    table = Table()
    stand.open(table.stage)
    table.show(say="Ann plays.")
    hand.hold()
    expect_open(stand)
    assert stand.stage.locator("[aria-live]").text_content() == "Ann plays."
    hand.let_go()
    assert stand.stage.locator("[aria-live]").text_content() == "Ann plays."


def test_what_is_said_meanwhile_stays(stand: Stand) -> None:
    table = opened(stand, Hand(stand, "Space"))
    table.show(say="Bo joined.")
    assert_covered(stand)
    assert stand.stage.locator("[aria-live]").text_content() == "Bo joined."


# --------------------------------------------------------------------------- the button itself


def test_the_button_keeps_the_focus_through_pages(stand: Stand, hand: Hand) -> None:
    table = opened(stand, hand)
    expect(look_button(stand)).to_be_focused()
    hand.let_go()
    for _ in range(2):
        table.show(p["news"], p[f"{table.revision}"])
        expect(look_button(stand)).to_be_focused()
        assert look_button(stand).get_attribute("aria-pressed") == "false"


def test_a_long_press_opens_no_menu_and_selects_nothing(stand: Stand) -> None:
    stand.open(Table(p["Some words to select."]).stage)
    stand.page.evaluate(
        """() => {
          window.menus = [];
          addEventListener("contextmenu", (event) => menus.push(event.defaultPrevented));
        }"""
    )
    look_button(stand).click(button="right")
    assert stand.page.evaluate("window.menus") == [True]
    mouse = Hand(stand, "mouse")
    mouse.hold(x=0.1)
    mouse.slide(300)
    mouse.let_go()
    look_button(stand).dblclick()
    assert stand.page.evaluate("getSelection().toString()") == ""


def test_a_key_held_clicks_nothing(stand: Stand) -> None:
    """A form would be sent by the click, and the stage would take it for one of a screen reader."""
    table = Table()
    stand.open(table.stage)
    stand.page.evaluate("window.clicks = 0; addEventListener('click', () => clicks++, true)")
    for way in KEYS:
        hand = Hand(stand, way)
        hand.hold()
        expect_open(stand)
        hand.let_go()
    assert stand.page.evaluate("window.clicks") == 0


def test_no_look_is_printed(stand: Stand, mouse: Hand) -> None:
    opened(stand, mouse)
    stand.page.emulate_media(media="print")
    expect(slot(stand)).to_be_hidden()
    stand.page.emulate_media(media="screen")
    expect(slot(stand)).to_be_visible()


def test_the_button_is_big_and_faces_lie_on_their_backs(stand: Stand, mouse: Hand) -> None:
    opened(stand, mouse)
    for width in (1280, 320):
        stand.resize(width)
        box = look_button(stand).bounding_box()
        grid = stand.stage.locator(".tc-cover-grid").bounding_box()
        assert box
        assert grid
        assert box["height"] >= 64
        assert box["width"] == grid["width"]
        assert slot(stand).bounding_box() == stand.stage.locator(".backs").bounding_box() == grid
    expect(look_button(stand)).to_have_css("touch-action", "none")
    expect(look_button(stand)).to_have_css("user-select", "none")
    expect(slot(stand)).to_have_css("pointer-events", "none")


def test_nothing_moves_when_the_curtain_opens(stand: Stand, mouse: Hand) -> None:
    stand.open(Table().stage)
    before = look_button(stand).locator("strong").bounding_box()
    stand.page.add_style_tag(content=".tc .tc-button:active { transform: none }")
    mouse.hold()
    expect_open(stand)
    assert look_button(stand).locator("strong").bounding_box() == before


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_curtain_is_accessible_open_and_covered(stand: Stand, theme: Theme) -> None:
    stand.open(Table().stage, theme=theme)
    assert stand.axe() == []
    look_button(stand).evaluate("button => button.click()")
    expect_open(stand)
    assert stand.axe() == []


# --------------------------------------------------------------------------- every frame

RECORD = """() => {
  window.film = [];
  const shows = (text) => [...document.querySelectorAll("[data-secret]")].some(
    (slot) => slot.checkVisibility() && slot.textContent.includes(text));
  const take = (what) => {
    const html = document.documentElement.outerHTML;
    const here = (text) => (shows(text) ? "seen" : html.includes(text) ? "there" : "");
    film.push({ what, a: here("wizard of Ann"), b: here("sheep of Bo"),
      page: document.querySelector("h2").textContent });
  };
  const frame = () => { take("frame"); requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  ["pointerdown", "pointerup", "keydown", "keyup"].forEach((type) =>
    addEventListener(type, () => take(type), true));
  new MutationObserver(() => take("change")).observe(document.documentElement,
    { subtree: true, childList: true, attributes: true, characterData: true });
}"""


def frames_pass(stand: Stand) -> None:
    """Wait until some more frames have been drawn and noted."""
    stand.page.wait_for_function(
        """from => window.film.slice(from).filter(({ what }) => what === "frame").length > 3""",
        arg=stand.page.evaluate("window.film.length"),
    )


def hand_over(stand: Stand, hand: Hand) -> list[dict[str, str]]:
    """Let A look, and B after A has tapped; return what each frame and each change held."""
    stand.page.evaluate(RECORD)
    for seat in (0, 1):
        hand.hold()
        expect_open(stand, seat)
        frames_pass(stand)
        hand.let_go()
        frames_pass(stand)
        stand.stage.get_by_role("button", name="Hand over").click()
        expect(stand.stage.get_by_role("heading")).to_have_text(f"{NAMES[1 - seat]} plays")
        frames_pass(stand)
    film: list[dict[str, str]] = stand.page.evaluate("window.film")
    return film


@pytest.mark.parametrize("hand", WAYS, indirect=True)
def test_no_frame_of_a_hand_over_shows_what_it_must_not(stand: Stand, hand: Hand) -> None:
    stand.open(Table().stage)
    film = hand_over(stand, hand)
    down, up = ("keydown", "keyup") if hand.way in KEYS else ("pointerdown", "pointerup")
    moments = [moment["what"] for moment in film]
    first_up = moments.index(up)
    holds = [at for at, what in enumerate(moments) if what == down]
    second_down = next(at for at in holds if film[at]["page"] == "Bo plays")
    second_up = moments.index(up, second_down)
    before_b = film[first_up:second_down]
    assert moments[:first_up].count("frame") > 3
    assert moments[first_up:second_down].count("frame") > 6
    assert {(each["a"], each["b"]) for each in before_b} == {("", "")}
    assert {(each["a"], each["b"]) for each in film[second_up:]} == {("", "")}
    assert {each["a"] for each in film if each["page"] == "Bo plays"} == {""}
    assert {each["b"] for each in film if each["page"] == "Ann plays"} == {""}
    assert "seen" in {each["a"] for each in film[:first_up]}
    assert "seen" in {each["b"] for each in film[second_down:second_up]}


def test_no_frame_shows_a_card_when_the_page_turns_under_the_hand(stand: Stand, hand: Hand) -> None:
    """A never lets go and B's page comes all the same: what began as A's hold opens nothing."""
    table = Table()
    stand.open(table.stage)
    stand.page.evaluate(RECORD)
    hand.hold()
    expect_open(stand)
    frames_pass(stand)
    table.seat = 1
    table.show()
    frames_pass(stand)
    hand.let_go()
    frames_pass(stand)
    film: list[dict[str, str]] = stand.page.evaluate("window.film")
    turned = [each for each in film if each["page"] == "Bo plays"]
    assert [each["what"] for each in turned].count("frame") > 6
    assert {(each["a"], each["b"]) for each in turned} == {("", "")}
    assert table.asked == [{"seat": 0}]


# --------------------------------------------------------------------------- a real JupyterLab

CELL = """
from htpy import button, div, p, section
from widgets.stage import Stage

asked = []

def look(what):
    asked.append(what)
    return p(data_said=True)["the wizard of Ann"]

stage = Stage(print, label="A table", look=look)
stage.show(
    div(".tc-page")[
        section(".tc-curtain", data_curtain=True)[
            div(data_secret=True, hidden=True),
            button(".tc-button", type="button", data_look='{"seat": 0}')["Hold to look"],
        ]
    ],
    revision=0,
)
stage
"""


def test_holding_in_jupyterlab(lab: Lab) -> None:
    opened = lab.open([CELL, "len(asked)"])
    held = opened.stage.locator("[data-look]")
    secret = opened.stage.locator("[data-secret]")
    held.hover()
    for _ in range(2):
        opened.page.mouse.down()
        expect(secret).to_have_text(CARDS[0])
        opened.page.mouse.up()
        assert secret.inner_html() == ""
    before = opened.notebook()
    for key in KEYS:
        held.focus()
        opened.page.keyboard.down(key)
        expect(secret).to_have_text(CARDS[0])
        opened.page.keyboard.up(key)
        assert secret.inner_html() == ""
    assert opened.notebook() == before
    assert opened.watch.errors == []


def test_a_notebook_saved_during_a_look_holds_no_card(lab: Lab) -> None:
    opened = lab.open([CELL])
    opened.stage.locator("[data-look]").hover()
    opened.page.mouse.down()
    expect(opened.stage.locator("[data-secret]")).to_have_text(CARDS[0])
    opened.command("@jupyter-widgets/jupyterlab-manager:saveWidgetState")
    saved = opened.save()
    expect(opened.stage.locator("[data-secret]")).to_have_text(CARDS[0])
    assert "anywidget" in json.dumps(saved.metadata["widgets"])
    assert "the wizard" not in json.dumps([saved.metadata, saved.cells[0].outputs])
    opened.page.mouse.up()
