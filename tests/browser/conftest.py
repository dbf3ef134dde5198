"""A browser for the pages: on a bare stand at unit speed, or in a real JupyterLab.

``stand`` opens a Stage in Chromium without a notebook: the real ``stage.js`` talks to the real
Python Stage through the test. ``lab`` opens notebooks in a real JupyterLab with a real kernel.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

import psutil  # type: ignore[import-untyped]  # its stubs are a package of their own
import pytest
from playwright.sync_api import expect, sync_playwright

from tests import chromium
from tests.browser import rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, Route

    from widgets.stage import Stage

Theme = Literal["light", "dark"]

ROOT = Path(__file__).parents[2]
CURRENT_KERNEL = "jupyterapp.shell.currentWidget.sessionContext.session.kernel"
TOKEN = "tabletop"  # noqa: S105 - a server of the test's own, on this machine only
# ms; how long a slow machine may take, never how long we wait
PATIENCE = int(os.environ.get("PATIENCE", "60000"))
# Chromium draws each window's address bar as a page of its own, which costs more time than most of
# our pages. A list given replaces Playwright's, so its own is repeated first.
FEATURES_OFF = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
)
ARGUMENTS = [
    f"--disable-features={','.join(FEATURES_OFF)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """One driver a worker; gone after the last browser test, and its event loop with it."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One Chromium a worker."""
    browser = playwright.chromium.launch(executable_path=chromium.find(), args=ARGUMENTS)
    yield browser
    browser.close()


@pytest.fixture
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """A Chromium with windows and tabs, for the test that asks for it."""
    browser = playwright.chromium.launch(executable_path=chromium.find_whole(), args=ARGUMENTS)
    yield browser
    browser.close()


@pytest.fixture
def context(browser: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """A person's own profile; of a whole Chromium where the test is marked ``tabs``."""
    if request.node.get_closest_marker("tabs"):
        browser = request.getfixturevalue("whole_browser")
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


class Watch:
    """What a page complained of and asked for from elsewhere."""

    def __init__(self, page: Page) -> None:
        self.errors: list[str] = []
        self.abroad: list[str] = []
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self._on_request(request.url))

    def _on_console(self, message: Any) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def _on_request(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"data", "blob", "about"} and not _is_here(parts.hostname):
            self.abroad.append(url)


def _is_here(host: str | None) -> bool:
    return host in {"localhost", "127.0.0.1"}


# --------------------------------------------------------------------------- the stand

STAND = "http://localhost/stand/"  # never leaves the browser: every request is answered by us
STAND_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Stand</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="icon" href="data:,"><link rel="stylesheet" href="stage.css">
<style>body { margin: 0; font-size: 13px; background: #fff }
[data-jp-theme-light=false] { background: #111; color: #fff }
main { padding: 8px } h1 { font-size: 9px; margin: 0 }</style>
<body data-jp-theme-light="true"><main><h1>Stand</h1></main><script type="module">
import stage from "./stage.js";
const state = await toStage("state");
const heard = new Set();
const model = {
  get: (name) => state[name],
  on: (_, callback) => heard.add(callback),
  off: (_, callback) => heard.delete(callback),
  send: (content) => toStage("message", content).then(deliver),
};
const tell = (message) => heard.forEach((hear) => hear(message));
const deliver = (messages) => messages.forEach(tell);
const openView = () => {
  const el = document.querySelector("main").appendChild(document.createElement("section"));
  const close = stage.render({ model, el });
  return () => { close(); el.remove(); };
};
Object.assign(window, { deliver, openView, closers: [] });
window.ready = true;
</script>"""


class Stand:
    """A Stage on a bare page: real browser, real ``stage.js``, real Python, no notebook."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.watch = Watch(page)
        self._held: list[Any] | None = None
        self._outbox: list[Any] | None = None
        page.expose_function("toStage", self._from_page)
        page.route(f"{STAND}**", self._serve)

    def open(self, stage: Stage, *, views: int = 1, theme: Theme = "light") -> Locator:
        """Show ``stage`` in so many views; wait until each has its page; return the first."""
        self.model = stage
        stage.send = self.send
        self.page.goto(STAND)
        self.page.wait_for_function("window.ready")
        self.theme(theme)
        for _ in range(views):
            self.add_view()
        return self.stage

    def add_view(self) -> Locator:
        """Open one more view of the same Stage, as 'Create New View for Output' does."""
        self.page.evaluate("closers.push(openView())")
        view = self.page.locator(".tc").last
        if self._held is None:
            expect(view.locator(".tc-stage > *").first).to_be_attached()
        return view

    def close_view(self, index: int = 0) -> None:
        self.page.evaluate("index => closers[index]()", index)

    @property
    def stage(self) -> Locator:
        return self.page.locator(".tc").first

    def theme(self, theme: Theme) -> None:
        light = str(theme == "light").lower()
        self.page.evaluate("light => document.body.dataset.jpThemeLight = light", light)

    def resize(self, width: int, height: int = 900) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def hold(self) -> None:
        """Let messages to Python wait: the kernel is busy."""
        self._held = []

    @property
    def held(self) -> list[Any]:
        return list(self._held or [])

    def release(self, count: int | None = None) -> None:
        """Let Python take the first ``count`` waiting messages, or all and hold no more."""
        waiting, self._held = self._held or [], None
        taken = waiting[:count] if count is not None else waiting
        if count is not None:
            self._held = waiting[count:]
        for content in taken:
            self._take(content)

    def stop_clock(self) -> None:
        """Let the page's time stand still; ``page.clock.fast_forward`` moves it on.

        The clock must have been installed before the page was opened.
        """
        self.page.clock.pause_at(3600)

    def settle(self) -> None:
        """Wait until no tap is being answered, and the buttons have rested after the last act."""
        expect(self.page.locator("[data-busy]")).to_have_count(0)
        resting = """() => document.getAnimations().some(
          (one) => one.animationName?.startsWith("tc-rest"))"""
        self.until(lambda: not self.page.evaluate(resting))

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait, one round trip to the browser at a time, until something holds in Python."""
        end = time.monotonic() + PATIENCE / 1000
        while not holds():
            assert time.monotonic() < end, "waited in vain"
            self.page.evaluate("0")

    def axe(self) -> list[str]:
        """Return what the accessibility rules find wrong, one line each."""
        self._stand_still()
        return rules.broken(self.page)

    def axe_colours(self) -> list[str]:
        """Return what the rules about colours find wrong: all that another theme can break."""
        self._stand_still()
        return rules.wrong_colours(self.page)

    def _stand_still(self) -> None:
        """Bring every animation to its end, and those that begin by that too."""
        self.page.evaluate(
            """() => {
              const moving = () => document.getAnimations().filter(
                (one) => one.playState === "running");
              for (let all = moving(); all.length; all = moving()) {
                all.forEach((one) => one.finish());
              }
            }"""
        )

    def sideways(self) -> int:
        """Return by how many pixels the page is wider than its window."""
        return int(
            self.page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
        )

    def _serve(self, route: Route) -> None:
        name = route.request.url.removeprefix(STAND)
        if name == "stage.js":
            route.fulfill(body=self.model.get_state("_esm")["_esm"], content_type="text/javascript")
        elif name == "stage.css":
            route.fulfill(body=self.model.get_state("_css")["_css"], content_type="text/css")
        else:
            route.fulfill(body=STAND_PAGE, content_type="text/html")

    def _from_page(self, what: str, content: Any = None) -> Any:
        if what == "state":
            return json.loads(json.dumps(self.model.get_state(["label", "texts"])))
        if self._held is not None:
            self._held.append(content)
            return []
        self._outbox = []
        try:
            self.model._handle_custom_msg(content, [])
        finally:
            sent, self._outbox = self._outbox, None
        return sent

    def _take(self, content: Any) -> None:
        self.model._handle_custom_msg(content, [])

    def send(self, content: Any) -> None:
        """Take a message of the Stage to the page, in the place of a notebook's channel."""
        content = json.loads(json.dumps(content))
        if self._outbox is not None:
            self._outbox.append(content)
        else:
            self.page.evaluate("message => window.deliver?.([message])", content)


@pytest.fixture
def stand(page: Page) -> Iterator[Stand]:
    stand = Stand(page)
    yield stand
    assert stand.watch.errors == []
    assert stand.watch.abroad == []


# --------------------------------------------------------------------------- JupyterLab


class Server:
    """A JupyterLab of its own: own home, own settings, own folder, nothing fetched."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.root = home / "notebooks"
        self.root.mkdir()
        self.forget_settings()
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port = found.getsockname()[1]
        self.log = (home / "server.log").open("wb")
        self.process = subprocess.Popen(
            self._command(),
            env=self._environment(),
            cwd=self.root,
            stdout=self.log,
            stderr=self.log,
        )

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def wait(self) -> None:
        until = time.monotonic() + PATIENCE / 1000
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > until:
                pytest.fail((self.home / "server.log").read_text())
            time.sleep(0.1)

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()

    def kernel(self, kernel_id: str) -> psutil.Process:
        """Return the process of a kernel of this server."""
        children = psutil.Process(self.process.pid).children(recursive=True)
        return next(each for each in children if kernel_id in " ".join(each.cmdline()))

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(
                f"{self.url}/api/status?token={TOKEN}", timeout=5
            ) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def _command(self) -> list[str]:
        options = {
            "ServerApp.ip": "127.0.0.1",
            "ServerApp.port": self.port,
            "ServerApp.port_retries": 0,
            "ServerApp.root_dir": self.root,
            "ServerApp.allow_root": True,
            "ServerApp.terminals_enabled": False,
            "IdentityProvider.token": TOKEN,
            "LabApp.expose_app_in_browser": True,
            "LabApp.check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
            "LabApp.news_url": "None",
            "LabApp.extension_manager": "readonly",
        }
        given = [f"--{name}={value}" for name, value in options.items()]
        return [sys.executable, "-m", "jupyterlab", "--no-browser", *given]

    def _environment(self) -> dict[str, str]:
        folders = {
            "HOME": "",
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "runtime",
            "JUPYTERLAB_SETTINGS_DIR": "settings",
            "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
            "IPYTHONDIR": "ipython",
        }
        own = {name: str(self.home / folder) for name, folder in folders.items()}
        return {**os.environ, **own, "PYTHONPATH": str(ROOT), "JUPYTER_NO_CONFIG": ""}

    def forget_settings(self) -> None:
        """Have the Lab as on its first day: what is switched in it lasts beyond its page."""
        settings = self.home / "settings"
        shutil.rmtree(settings, ignore_errors=True)
        quiet = {"fetchNews": "false", "checkForUpdates": False, "doNotDisturbMode": True}
        folder = settings / "@jupyterlab" / "apputils-extension"
        folder.mkdir(parents=True)
        (folder / "notification.jupyterlab-settings").write_text(json.dumps(quiet))


class LabPage:
    """A notebook open in JupyterLab, as a person has it before them."""

    def __init__(self, page: Page, server: Server, name: str) -> None:
        self.page = page
        self.server = server
        self.name = name
        self.watch = Watch(page)

    @property
    def stage(self) -> Locator:
        return self.page.locator(".tc").first

    @property
    def path(self) -> Path:
        return self.server.root / self.name

    def load(self) -> None:
        """Open (or reload) the notebook's page and wait for its kernel."""
        self.page.goto(f"{self.server.url}/doc/tree/{self.name}?token={TOKEN}")
        self.wait_idle()

    def wait_idle(self) -> None:
        self.page.wait_for_function(
            """() => {
              const panel = window.jupyterapp?.shell.currentWidget;
              return panel?.sessionContext?.session?.kernel?.status === "idle"
                && panel.content.widgets.every((cell) => cell.model.executionState !== "running");
            }"""
        )

    def command(self, name: str) -> None:
        """Do what a menu entry does, and wait until it is done."""
        self.page.evaluate("name => window.jupyterapp.commands.execute(name)", name)

    def run_all(self) -> None:
        self.command("notebook:run-all-cells")

    def restart_kernel(self) -> None:
        self._kernel("restart()")
        self.wait_idle()

    def interrupt_kernel(self) -> None:
        self._kernel("interrupt()")
        self.wait_idle()

    def stop_kernel(self) -> None:
        """Shut the kernel down, as the menu does; what is on the page stays."""
        self.page.evaluate("() => jupyterapp.shell.currentWidget.sessionContext.shutdown()")

    @contextmanager
    def frozen_kernel(self) -> Iterator[None]:
        """Let the kernel be silent for a while: neither dead nor answering."""
        process = self.server.kernel(self.page.evaluate(f"{CURRENT_KERNEL}.id"))
        process.suspend()
        try:
            yield
        finally:
            process.resume()

    def _kernel(self, call: str) -> None:
        self.page.evaluate(f"() => {CURRENT_KERNEL}.{call}")

    def save(self) -> Any:
        """Save the notebook and return what is in the file."""
        import nbformat  # noqa: PLC0415 - takes seconds, and most tests need no notebook

        self.command("docmanager:save")
        return nbformat.read(self.path, as_version=4)

    def theme(self, theme: Theme) -> None:
        name = f"JupyterLab {theme.title()}"
        self.page.evaluate(
            "theme => jupyterapp.commands.execute('apputils:change-theme', { theme })", name
        )
        light = str(theme == "light").lower()
        self.page.wait_for_function(
            "light => document.body.dataset.jpThemeLight === light", arg=light
        )
        self.page.locator("#jupyterlab-splash").wait_for(state="detached")

    def notebook(self) -> dict[str, Any]:
        """Return what a stray key would change: the cells, the selected one, the mode."""
        found: dict[str, Any] = self.page.evaluate(
            """() => {
              const { content } = jupyterapp.shell.currentWidget;
              const cells = content.widgets.map((cell) => [
                cell.model.type, cell.model.sharedModel.source, cell.model.executionCount ?? 0]);
              return { cells, active: content.activeCellIndex, mode: content.mode };
            }"""
        )
        return found


class Lab:
    """Opens notebooks of given cells in a real JupyterLab."""

    def __init__(self, page: Page, server: Server) -> None:
        self.server = server
        self._page = page
        self._count = 0

    def open(self, cells: list[str], name: str = "", *, run: bool = True) -> LabPage:
        """Write the notebook, open it, run all its cells; return it when they are done."""
        import nbformat  # noqa: PLC0415 - takes seconds, and most tests need no notebook

        self._count += 1
        name = name or f"notebook-{id(self)}-{self._count}"
        opened = LabPage(self._page, self.server, f"{name}.ipynb")
        code = [nbformat.v4.new_code_cell(cell) for cell in cells]
        notebook = nbformat.v4.new_notebook(cells=code)
        notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
        nbformat.write(notebook, opened.path)
        opened.load()
        if run:
            opened.run_all()
        return opened


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One JupyterLab server a worker."""
    server = Server(tmp_path_factory.mktemp("jupyter"))
    server.wait()
    yield server
    server.stop()


@pytest.fixture
def lab(server: Server, page: Page) -> Iterator[Lab]:
    server.forget_settings()
    yield Lab(page, server)
    _shut_down_kernels(server)


def _shut_down_kernels(server: Server) -> None:
    """A kernel a test is enough: they cost memory."""
    for session in _api(server, "GET", "sessions"):
        _api(server, "DELETE", f"sessions/{session['id']}")


def _api(server: Server, method: str, path: str) -> Any:
    request = urllib.request.Request(f"{server.url}/api/{path}?token={TOKEN}", method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read() or "null")
