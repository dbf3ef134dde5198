"""A film of a page: who holds the screen and which words of a hand are seen, at each moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Each frame, and each change: a busy machine may draw none while a hand is open.
_RECORD = """([who, words]) => {
  const [seenBy, seen] = [who, words].map((body) => new Function(`return (${body})`));
  window.film = [];
  const look = () => {
    const moment = [seenBy(), seen()];
    const same = JSON.stringify(window.film.at(-1)) === JSON.stringify(moment);
    if (!same) window.film.push(moment);
  };
  const frame = () => { look(); requestAnimationFrame(frame); };
  frame();
  new MutationObserver(look).observe(document.documentElement,
    { subtree: true, childList: true, attributes: true, characterData: true });
}"""


def record(page: Page, who: str, words: str) -> None:
    """Begin a film: ``who`` and ``words`` are what the page says of them, each in JavaScript."""
    page.evaluate(_RECORD, [who, words])


def film(page: Page) -> list[tuple[str, str]]:
    """Return the film so far: who and which words, each time one of them has changed."""
    return [(who, words) for who, words in page.evaluate("window.film")]
