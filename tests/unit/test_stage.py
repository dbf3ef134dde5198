"""The Stage and its keyed parts, without a browser."""

from __future__ import annotations

import json
import logging
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets
import pytest
from htpy import div, fragment, g, p, section, svg
from htpy import input as input_
from hypothesis import given
from hypothesis import strategies as st

from widgets import stage as stage_module
from widgets.parts.keyed import ROOT, keyed, split
from widgets.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from htpy import Element, Node

SECRET = "the wizard in Blue's hand"  # noqa: S105 - a card, not a password


class Heard:
    """A stage, what it received and what it sent."""

    def __init__(
        self,
        answer: Callable[[Heard], None] = lambda _: None,
        look: Callable[[Any], Node] | None = None,
    ) -> None:
        self.received: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        self.answer = answer
        self.stage = Stage(self.receive, label="A table", look=look)
        self.stage.send = self.sent.append

    def receive(self, request: dict[str, Any]) -> None:
        self.received.append(request)
        self.answer(self)

    def say(self, content: object) -> list[dict[str, Any]]:
        before = len(self.sent)
        self.stage._handle_custom_msg(content, [])
        return self.sent[before:]


def page(*words: str) -> Element:
    return div(".tc-page")[(keyed(f"part.{n}", p[word]) for n, word in enumerate(words))]


# --------------------------------------------------------------------------- parts


def test_a_page_is_split_into_its_parts() -> None:
    inner = keyed("inner", p(".x")["deep"])
    assert split(div[keyed("outer", section["before ", inner, " after"]), "end"]) == {
        "page": "<div><!--part:outer-->end</div>",
        "outer": '<section data-key="outer">before <!--part:inner--> after</section>',
        "inner": '<p data-key="inner" class="x">deep</p>',
    }


def test_drawings_void_elements_and_loose_nodes_are_parts_too() -> None:
    parts = split([svg[keyed("g-1", g(x="1"))], keyed("field", input_(name="n")), "text"])
    assert parts["g-1"] == '<g data-key="g-1" x="1"></g>'
    assert parts["field"] == '<input data-key="field" name="n">'
    assert parts[ROOT] == "<svg><!--part:g-1--></svg><!--part:field-->text"


def test_the_whole_page_is_the_same_html_without_marks() -> None:
    node = keyed("a", div[keyed("b", p["<x>"])])
    assert str(node) == '<div data-key="a"><p data-key="b">&lt;x&gt;</p></div>'
    assert str(div[node]) == f"<div>{node}</div>"


def test_the_outermost_element_may_carry_the_roots_key() -> None:
    assert split(keyed(ROOT, div["x"])) == split(div["x"])


def test_a_key_twice_is_told_by_name() -> None:
    with pytest.raises(ValueError, match=r"'now' stands twice"):
        split(div[keyed("now", p), keyed("now", p)])


@pytest.mark.parametrize("key", ["", "a b", "a--b", "-a", "a-", "a>b", "é", 'a"', "a\n"])
def test_a_bad_key_is_told_by_name(key: str) -> None:
    with pytest.raises(ValueError, match="a key is made of"):
        keyed(key, div)


@pytest.mark.parametrize("node", ["text", None, fragment["x"], keyed("a", div), [div]])
def test_only_one_element_can_be_keyed(node: Any) -> None:
    with pytest.raises(TypeError, match="'b'"):
        keyed("b", node)


@given(st.text(), st.text())
def test_no_text_forges_a_part(text: str, other: str) -> None:
    hostile = f"{text}<!--part:b-->{other}"
    parts = split(div[keyed("a", p(title=hostile)[hostile]), keyed("b", p)])
    assert list(parts) == ["a", "b", "page"]
    assert "<!--" not in parts["a"]


# --------------------------------------------------------------------------- showing


def test_only_what_changed_is_sent() -> None:
    heard = Heard()
    heard.stage.show(page("a", "b"), revision=1)
    size = heard.stage.show(page("a", "c"), revision=2, say="It is c.")
    message = heard.sent[-1]
    assert message["parts"] == {"part.1": '<p data-key="part.1">c</p>'}
    assert (message["revision"], message["say"]) == (2, "It is c.")
    assert size == len(json.dumps(message, separators=(",", ":")))
    assert "gone" not in message


def test_what_is_gone_is_told() -> None:
    heard = Heard()
    heard.stage.show(page("a", "b"), revision=1)
    heard.stage.show(page("a"), revision=2)
    assert heard.sent[-1]["gone"] == ["part.1"]
    assert list(heard.sent[-1]["parts"]) == ["page"]


def test_messages_are_numbered_without_a_gap() -> None:
    heard = Heard()
    for revision in range(3):
        heard.stage.show(page("a"), revision=revision)
    heard.say({"hello": True})
    assert [message["after"] for message in heard.sent] == [0, 1, 2, 3]
    assert [message["n"] for message in heard.sent] == [1, 2, 3, 4]


def test_hello_gets_the_whole_page() -> None:
    heard = Heard()
    heard.stage.show(page("a", "b"), revision=4, say="said once")
    (answer,) = heard.say({"hello": True})
    assert answer["full"]
    assert answer["parts"] == split(page("a", "b"))
    assert answer["revision"] == 4
    assert "say" not in answer
    assert heard.received == []


def test_a_page_with_a_double_key_changes_nothing() -> None:
    heard = Heard()
    heard.stage.show(page("a"), revision=1)
    with pytest.raises(ValueError, match="twice"):
        heard.stage.show(div[keyed("x", p), keyed("x", p)], revision=2)
    (answer,) = heard.say({"hello": True})
    assert (answer["parts"], answer["revision"]) == (split(page("a")), 1)


# --------------------------------------------------------------------------- receiving


@pytest.mark.parametrize("kind", ["do", "draft"])
@pytest.mark.parametrize("payload", [{"type": "cut"}, [], "", 0, False, [None]])
def test_a_request_is_delivered_and_answered(kind: str, payload: object) -> None:
    heard = Heard()
    (answer,) = heard.say({kind: payload, "revision": 3, "id": "x-1"})
    assert heard.received == [{kind: payload, "revision": 3, "id": "x-1"}]
    assert answer["answer"] == "x-1"


def test_a_page_shown_meanwhile_is_the_answer() -> None:
    def show_twice(heard: Heard) -> None:
        heard.stage.show(page("a"), revision=2)
        heard.stage.show(page("b"), revision=3)

    heard = Heard(show_twice)
    first, second = heard.say({"do": 1, "revision": 1, "id": "x-1"})
    assert first["answer"] == "x-1"
    assert "answer" not in second


def test_a_request_delivered_twice_acts_once_and_is_answered_twice() -> None:
    heard = Heard()
    request = {"do": 1, "revision": 1, "id": "x-1"}
    assert [heard.say(request)[0]["answer"] for _ in range(2)] == ["x-1", "x-1"]
    assert len(heard.received) == 1


MALFORMED: tuple[object, ...] = (
    None,
    [],
    "hello",
    {},
    {"id": "x"},
    {"do": 1},
    {"do": 1, "draft": 1, "id": "x"},
    {"do": None, "id": "x"},
    {"look": 1},
    {"look": None, "id": "x"},
    {"do": 1, "look": 1, "id": "x"},
    {"draft": 1, "look": 1, "id": "x"},
    {"do": 1, "draft": 1, "look": 1, "id": "x"},
    {"do": 1, "id": 5},
    {"do": 1, "id": "x", "revision": "1"},
    {"do": 1, "id": "x", "revision": 1.5},
    {"do": 1, "id": "x", "page": SECRET},
    {"do": 1, "id": ["x"]},
)


@pytest.mark.parametrize("content", MALFORMED)
def test_a_malformed_message_is_refused_politely(content: object) -> None:
    asked: list[Any] = []
    heard = Heard(look=asked.append)
    (answer,) = heard.say(content)
    assert answer["problem"] == "That could not be read, so nothing was changed."
    assert SECRET not in json.dumps(answer)
    assert heard.received == asked == []


def test_an_error_is_told_without_its_words(caplog: pytest.LogCaptureFixture) -> None:
    def fail(_: Heard) -> None:
        raise KeyError(SECRET)

    heard = Heard(fail)
    with caplog.at_level(logging.ERROR):
        (answer,) = heard.say({"do": 1, "revision": 1, "id": "x-1"})
    assert answer["answer"] == "x-1"
    assert answer["problem"].startswith("Something went wrong inside the kit.")
    assert "KeyError" in caplog.text
    assert "in fail" in caplog.text
    assert SECRET not in caplog.text + json.dumps(answer)


def test_an_interrupted_request_is_answered_all_the_same() -> None:
    def stop(_: Heard) -> None:
        raise KeyboardInterrupt

    heard = Heard(stop)
    with pytest.raises(KeyboardInterrupt):
        heard.say({"do": 1, "revision": 1, "id": "x-1"})
    assert heard.sent[-1]["answer"] == "x-1"
    heard.stage.show(page("a"), revision=1)
    assert "answer" not in heard.sent[-1]


def test_a_cell_showing_a_page_meanwhile_does_not_take_the_answer() -> None:
    def show_elsewhere(heard: Heard) -> None:
        cell = threading.Thread(target=heard.stage.show, args=(page("a"),), kwargs={"revision": 1})
        cell.start()
        cell.join(10)
        assert not cell.is_alive()

    heard = Heard(show_elsewhere)
    shown, answer = heard.say({"do": 1, "revision": 1, "id": "x-1"})
    assert "answer" not in shown
    assert answer["answer"] == "x-1"


# --------------------------------------------------------------------------- looks

LOOK = {"look": {"seat": 0}, "revision": 3, "id": "x-1"}
KEYED_SECRET = p[keyed("card", div[SECRET])]


def curtained(look: Callable[[Any], Node] | None) -> Heard:
    heard = Heard(look=look)
    heard.stage.show(page("a"), revision=3)
    return heard


def everything_kept(stage: Stage) -> str:
    own = {name: value for name, value in vars(stage).items() if name != "_look"}
    public = ipywidgets.Widget.get_manager_state(widgets=[stage]), stage._repr_mimebundle_()
    return repr((own, stage.get_state(), public, stage))


@pytest.mark.parametrize("asked", [{"seat": 0}, [], "", 0, False, [None]])
def test_a_look_is_answered_once_with_what_is_private(asked: object) -> None:
    seen: list[object] = []

    def look(json: object) -> Node:
        seen.append(json)
        return p(data_said=True)[f"<{SECRET}>"]

    heard = curtained(look)
    (answer,) = heard.say({**LOOK, "look": asked})
    assert seen == [asked]
    assert answer == {
        "n": 2,
        "after": 1,
        "revision": 3,
        "answer": "x-1",
        "secret": str(p(data_said=True)[f"<{SECRET}>"]),
    }
    assert type(answer["secret"]) is str
    assert heard.received == []


def test_what_is_private_is_kept_nowhere() -> None:
    heard = curtained(lambda _: KEYED_SECRET)
    heard.say(LOOK)
    assert heard.stage._parts == split(page("a"))
    assert heard.sent.pop()["secret"] == str(KEYED_SECRET)
    heard.say({"hello": True})
    heard.stage.show(page("b"), revision=4, say="on")
    heard.say({"do": 1, "revision": 4, "id": "x-2"})
    assert SECRET not in json.dumps(heard.sent)
    assert SECRET not in everything_kept(heard.stage)
    assert "card" not in heard.stage._parts


def test_a_look_delivered_twice_is_sent_once() -> None:
    heard = curtained(lambda _: p[SECRET])
    first, second = heard.say(LOOK)[0], heard.say(LOOK)[0]
    assert "secret" in first
    assert second == {"n": 3, "after": 2, "revision": 3, "answer": "x-1"}


@pytest.mark.parametrize("look", [None, lambda _: None, lambda _: "", lambda _: fragment[()]])
def test_without_anything_private_a_look_is_only_answered(
    look: Callable[[Any], Node] | None,
) -> None:
    (answer,) = curtained(look).say(LOOK)
    assert answer == {"n": 2, "after": 1, "revision": 3, "answer": "x-1"}


@pytest.mark.parametrize("revision", [0, 2, 4])
def test_a_look_at_an_older_page_is_not_even_asked(revision: int) -> None:
    asked: list[Any] = []
    (answer,) = curtained(asked.append).say({**LOOK, "revision": revision})
    assert answer == {"n": 2, "after": 1, "revision": 3, "answer": "x-1"}
    assert asked == []


def test_a_page_shown_by_a_cell_while_somebody_looks_keeps_the_secret_back() -> None:
    def look(_: Any) -> Node:
        cell = threading.Thread(target=heard.stage.show, args=(page("b"),), kwargs={"revision": 4})
        cell.start()
        cell.join(10)
        return p[SECRET]

    heard = curtained(look)
    shown, answer = heard.say(LOOK)
    assert "part.0" in shown["parts"]
    assert answer == {"n": 3, "after": 2, "revision": 4, "answer": "x-1"}
    assert SECRET not in json.dumps(heard.sent)


def test_looks_and_taps_take_turns() -> None:
    free: list[bool] = []

    def look(_: Any) -> Node:
        try_turn = threading.Thread(target=lambda: free.append(heard.stage._turn.acquire(False)))
        try_turn.start()
        try_turn.join(10)
        return p[SECRET]

    heard = curtained(look)
    heard.say(LOOK)
    assert free == [False]


def failing(_: Any) -> Node:
    raise KeyError(SECRET)


class Unfit:
    def __repr__(self) -> str:
        return SECRET


def unfit(_: Any) -> Node:
    anything: Any = Unfit()
    return p[anything]


@pytest.mark.parametrize("look", [failing, unfit])
def test_an_error_of_a_look_is_told_without_its_words(
    look: Callable[[Any], Node], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        (answer,) = curtained(look).say(LOOK)
    assert answer["answer"] == "x-1"
    assert answer["problem"].startswith("Something went wrong inside the kit.")
    assert "secret" not in answer
    assert "Error while answering the page" in caplog.text
    assert SECRET not in caplog.text + json.dumps(answer)


def test_a_look_leaves_no_word_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        curtained(lambda _: p[SECRET]).say(LOOK)
    assert SECRET not in caplog.text


# --------------------------------------------------------------------------- what is public


def test_no_page_is_in_the_synced_state() -> None:
    heard = Heard()
    heard.stage.show(div[keyed("hand", p[SECRET])], revision=1, say=SECRET)
    heard.say({"do": {"card": SECRET}, "revision": 1, "id": "x"})
    state = json.dumps(ipywidgets.Widget.get_manager_state(widgets=[heard.stage]))
    bundle = json.dumps(heard.stage._repr_mimebundle_())
    assert SECRET not in state + bundle + repr(heard.stage) + str(heard.stage)
    own = set(heard.stage.get_state()) - set(ipywidgets.DOMWidget().get_state())
    assert own == {"_esm", "_css", "_anywidget_id", "label", "texts"}


def test_the_repr_is_the_same_for_every_stage() -> None:
    assert repr(Stage(print, label="A")) == repr(Stage(print, label="B"))


def test_wrong_arguments_are_told_by_name() -> None:
    wrong: dict[str, Any] = {"lable": "A"}
    with pytest.raises(TypeError, match="lable"):
        Stage(print, **wrong)
    with pytest.raises(TypeError, match="label"):
        Stage(print)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="receive"):
        Stage("print", label="A")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="look"):
        Stage(print, label="A", look="seat 0")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="label"):
        Stage(print, label="")


def test_the_script_stays_small_and_fetches_nothing() -> None:
    folder = Path(stage_module.__file__).parent
    script, looks = (folder / "stage.js").read_text(), (folder / "stage.css").read_text()
    assert len(script.encode()) < 30_000
    for text in (script, looks):
        assert "import" not in text.replace("!important", "").replace("importNode", "")
        assert not any(word in text for word in ("fetch(", "url(", "https:", "@font-face", "eval("))
