"""Lists, plurals and signs, and the place where a translation comes in."""

from __future__ import annotations

import gettext
from collections.abc import Iterator

import pytest

import companion
from companion import language


@pytest.mark.parametrize(
    ("items", "text"),
    [([], ""), (["A"], "A"), (["A", "B"], "A and B"), (["A", "B", 3], "A, B and 3")],
)
def test_lists_are_written_out(items: list[object], text: str) -> None:
    assert language.listing(items) == text
    assert language.choice(items) == text.replace(" and ", " or ")


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 slices of Ann"), (1, "1 slice of Ann"), (2, "2 slices of Ann")]
)
def test_plurals_follow_the_count(count: int, text: str) -> None:
    assert language.plural("{count} slice of {n}", "{count} slices of {n}", count, n="Ann") == text


@pytest.mark.parametrize(("number", "text"), [(3, "+3"), (0, "0"), (-12, "−12")])
def test_signs_are_shown(number: int, text: str) -> None:
    assert language.signed(number) == text


def test_a_field_is_filled_in_once() -> None:
    assert language._("{a} {b}", a="{b}", b="{a}") == "{b} {a}"
    assert language._("no fields {here}") == "no fields {here}"
    assert language._("") == ""


class Backwards(gettext.NullTranslations):
    """A language in which every message is in capitals and lists end in ET."""

    def gettext(self, message: str) -> str:
        return message.replace("{most} and {last}", "{most} ET {last}").replace(" serves ", " DAT ")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:  # noqa: ARG002  as gettext has it
        return "unus" if n == 1 else "{count} multi"


@pytest.fixture
def translated() -> Iterator[None]:
    language.activate(Backwards())
    yield
    language.activate(gettext.NullTranslations())


@pytest.mark.usefixtures("translated")
def test_a_translation_replaces_whole_messages() -> None:
    table = companion.start("piece-o-cake", ["Ann", "Bo"])
    sentence = table.do("serve P K K H C K A G S H B").sentence
    assert sentence.startswith("Ann DAT Plum, Kiwi")
    assert sentence.endswith("Chocolate ET Blackberry.")
    assert language.plural("one", "{count} many", 5) == "5 multi"
