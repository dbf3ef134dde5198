"""What somebody sees first of the ``companion`` command, on a phone, a tablet and a laptop.

The command's own JupyterLab runs, on a copy of two notebooks; fingers press real pixels.
"""

from __future__ import annotations

import re
import shutil
import sys
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from playwright.sync_api import expect

from companion import launch
from tests.browser.conftest import PATIENCE, ROOT, Server, Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Locator, Page

    Opener = Callable[[tuple[int, int]], "Sight"]

pytestmark = pytest.mark.browser

TABLE = "piece-o-cake-table.ipynb"
SERVE = """
import sys
from pathlib import Path
from companion import launch
options = launch.parser().parse_args(["--no-browser", "--port", sys.argv[2]])
raise SystemExit(launch.serve(Path(sys.argv[1]), options))
"""
# Where a finger would press, once nothing lies over what it is meant for.
POINT = """element => {
  element.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = element.getClientRects()[0];
  const at = { x: x + width / 2, y: y + height / 2 };
  return element.contains(document.elementFromPoint(at.x, at.y)) && at;
}"""
SIDEBARS = ".jp-SideBar:visible, .jp-FileBrowser:visible"
PHONE, SMALL_PHONE, TABLET, LAPTOP = (390, 844), (320, 640), (768, 1024), (1280, 800)


class Companion(Server):
    """The JupyterLab that the command starts."""

    def _command(self) -> list[str]:
        for name in (launch.START, TABLE):
            shutil.copy(ROOT / "notebooks" / name, self.root)
        return [sys.executable, "-c", SERVE, str(self.root), str(self.port)]

    def _answers(self) -> bool:
        return bool(self.address)  # it is told once the server answers

    @property
    def address(self) -> str:
        """What the terminal says to open."""
        told = re.search(r"ready: (\S+)\n", (self.home / "server.log").read_text("utf-8"))
        return told[1] if told else ""

    @property
    def layout(self) -> str:
        """The layout that JupyterLab keeps for its next page."""
        [kept] = (self.home / "workspaces").iterdir()
        return kept.read_text("utf-8")


class Sight(NamedTuple):
    """A window on the command's JupyterLab."""

    page: Page
    watch: Watch
    width: int

    def open(self, address: str) -> None:
        self.page.goto(address)
        expect(self.page.get_by_text("| Idle")).to_be_visible()

    def heading(self, words: str) -> Locator:
        return self.page.get_by_role("heading", name=words)

    def link(self, words: str) -> Locator:
        return self.page.get_by_role("link", name=words, exact=True).first

    def tap(self, target: Locator) -> None:
        """Press the pixels in the middle of ``target`` with a finger."""
        target.wait_for()
        at = until(lambda: target.evaluate(POINT))
        self.page.touchscreen.tap(at["x"], at["y"])

    def expect_the_start(self) -> None:
        """The start notebook fills the window: nothing beside it, nothing hanging out."""
        expect(self.heading("Start here")).to_be_in_viewport(ratio=1)
        expect(self.page.locator(SIDEBARS)).to_have_count(0)
        panel = self.page.locator(".jp-NotebookPanel:visible")
        assert panel.evaluate("panel => panel.clientWidth") > 0.98 * self.width
        assert self.page.evaluate("document.documentElement.scrollWidth") == self.width


def until(look: Callable[[], Any]) -> Any:
    """Return what ``look`` finds, once it finds something."""
    end = time.monotonic() + PATIENCE / 1000
    while not (found := look()):
        assert time.monotonic() < end, "waited in vain"
    return found


@pytest.fixture(scope="module")
def companion(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Companion]:
    server = Companion(tmp_path_factory.mktemp("companion"))
    server.wait()
    yield server
    server.stop()


@pytest.fixture
def opened(browser: Browser, companion: Companion) -> Iterator[Opener]:
    """Open the told address in a window of a size, on a device of its own."""
    devices = []

    def open_address(size: tuple[int, int]) -> Sight:
        width, height = size
        device = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=size != LAPTOP,
            is_mobile=size != LAPTOP,
        )
        device.set_default_timeout(PATIENCE)
        devices.append(device)
        page = device.new_page()
        seen = Sight(page, Watch(page), width)
        seen.open(companion.address)
        return seen

    yield open_address
    for device in devices:
        device.close()


def test_a_tablet_sees_the_start_notebook(opened: Opener) -> None:
    seen = opened(TABLET)
    seen.expect_the_start()
    expect(seen.link("learn")).to_be_in_viewport(ratio=1)
    assert seen.watch.errors == []


def test_what_a_laptop_has_open_beside_the_notebook_does_not_fill_a_phone(
    opened: Opener, companion: Companion
) -> None:
    laptop = opened(LAPTOP)
    laptop.expect_the_start()
    laptop.page.get_by_text("View", exact=True).click()
    laptop.page.get_by_text("File Browser", exact=True).click()
    expect(laptop.page.locator(SIDEBARS)).not_to_have_count(0)
    until(lambda: '"left":{"collapsed":false' in companion.layout)
    assert laptop.watch.errors == []  # later ipywidgets complains of the phone's questions
    to_a_table_and_back(opened(PHONE))


def test_a_small_phone_finds_the_way_to_a_table_and_back(opened: Opener) -> None:
    to_a_table_and_back(opened(SMALL_PHONE))


def to_a_table_and_back(seen: Sight) -> None:
    seen.expect_the_start()
    seen.tap(seen.link("table"))
    expect(seen.heading("Piece o’ Cake: at the table")).to_be_in_viewport(ratio=1)
    expect(seen.page.get_by_text("| Idle")).to_be_visible()
    seen.tap(seen.page.locator(".jp-CodeCell .cm-content:visible"))
    seen.tap(seen.page.locator('[data-jp-item-name="run"]:visible'))
    stage = seen.page.locator(".tc")
    expect(stage.get_by_role("heading", name="A new game")).to_be_in_viewport(ratio=1)
    assert stage.evaluate("stage => stage.clientWidth") > 0.95 * seen.width
    seen.tap(seen.link("start page"))
    expect(seen.heading("Start here")).to_be_in_viewport(ratio=1)
    assert seen.watch.errors == []
    assert seen.watch.abroad == []
