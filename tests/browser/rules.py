"""The accessibility rules of axe, and what of a page's colours they have still to measure.

Measuring colours is what takes the rules their time, and most of a page is the same from one
state to the next. So a text is measured again only where something of its look is new: the part
of the page it stands in, letter for letter, or any colour of its own or behind it. Only what was
found right is remembered, so every page with a wrong colour is told, whichever comes first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axe_playwright_python.base import AXE_SCRIPT

if TYPE_CHECKING:
    from playwright.sync_api import Page

COLOURS = ("color-contrast", "link-in-text-block")
"""The rules that depend on the theme; no other does."""

Look = tuple[int, str, str]
_right: set[Look] = set()

_LOOKS = """() => {
  const shells = new Map();
  const written_out = (part) => {
    const copy = part.cloneNode(true);
    copy.querySelectorAll("[data-key]").forEach((inner) => inner.replaceChildren());
    return copy.outerHTML;
  };
  const shell = (part) => {
    if (!shells.has(part)) shells.set(part, [shells.size, written_out(part)]);
    return shells.get(part)[0];
  };
  const ground = (one) => {
    const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(one);
    return [backgroundColor, backgroundImage, opacity, filter].join();
  };
  const grounds = new Map([[null, ""]]);
  const behind = (one) => {
    if (!grounds.has(one)) grounds.set(one, `${behind(one.parentElement)}/${ground(one)}`);
    return grounds.get(one);
  };
  const look = (one) => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(one);
    const part = one.closest("[data-key]") ?? document.body;
    return [shell(part), [color, fontSize, fontWeight, textShadow, behind(one)].join()];
  };
  const written = (one) => one.matches("input, select, textarea")
    || [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  window.texts = [...document.body.querySelectorAll(":not(script, style)")].filter(written);
  const looks = texts.map(look);
  return { width: innerWidth, shells: [...shells.values()].map(([, html]) => html), looks };
}"""
_COLOURS = """async ([rules, numbers]) => {
  const include = numbers.map((number) => texts[number]);
  const { violations } = await axe.run(
    { include }, { runOnly: rules, resultTypes: ["violations"] });
  return violations;
}"""
_OTHERS = """async (colours) => {
  const rules = Object.fromEntries(colours.map((rule) => [rule, { enabled: false }]));
  const { violations } = await axe.run(document, { rules, resultTypes: ["violations"] });
  return violations;
}"""


def broken(page: Page) -> list[str]:
    """Return what all rules find wrong in a page, one line each."""
    _ready(page)
    return [*_told(page.evaluate(_OTHERS, COLOURS)), *wrong_colours(page)]


def wrong_colours(page: Page) -> list[str]:
    """Return what the rules about colours find wrong in a page, one line each."""
    _ready(page)
    looks = _looks(page)
    new = [number for number, look in enumerate(looks) if look not in _right]
    found = _told(page.evaluate(_COLOURS, [COLOURS, new])) if new else []
    if not found:
        _right.update(looks)
    return found


def _ready(page: Page) -> None:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)


def _looks(page: Page) -> list[Look]:
    """Return how each text of a page looks."""
    seen = page.evaluate(_LOOKS)
    return [(seen["width"], seen["shells"][shell], look) for shell, look in seen["looks"]]


def _told(violations: list[Any]) -> list[str]:
    return [
        f"{found['id']}: {node['html']} {node['failureSummary']}"
        for found in violations
        for node in found["nodes"]
    ]
