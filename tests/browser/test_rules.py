"""The accessibility rules as the tests ask them: remembering what was right hides nothing wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser import rules

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><html lang="en"><title>Rules</title>
<main><h1>Rules</h1><section data-key="one" style="background: #fff; color: #000">
<p>Some words</p><label>A name <input value="Ann"></label></section></main></html>"""
GREY = {
    "the ground": "section { background: #444 !important }",
    "the ground seen through": "section { background: none !important } main { background: #444 }",
    "the letters": "p { color: #ccc }",
    "how much shows through": "main { opacity: 0.3 }",
    "a field": "input { color: #ccc; background: #fff }",
}


def broken_rules(page: Page) -> set[str]:
    return {told.split(":")[0] for told in rules.broken(page)}


@pytest.mark.parametrize("style", GREY.values(), ids=list(GREY))
def test_a_colour_that_becomes_wrong_where_all_was_right_is_told_and_told_again(
    page: Page, style: str
) -> None:
    page.set_content(PAGE)
    assert rules.broken(page) == []
    page.add_style_tag(content=style)
    for _time in range(2):
        assert broken_rules(page) == {"color-contrast"}


def test_other_rules_are_asked_of_the_whole_page_each_time(page: Page) -> None:
    page.set_content(PAGE)
    assert rules.broken(page) == []
    page.evaluate("document.documentElement.lang = ''")
    for _time in range(2):
        assert broken_rules(page) == {"html-has-lang"}


def test_a_page_that_was_wrong_is_right_again(page: Page) -> None:
    page.set_content(PAGE)
    page.add_style_tag(content=GREY["the letters"])
    assert rules.wrong_colours(page) != []
    page.set_content(PAGE)
    assert rules.wrong_colours(page) == []
