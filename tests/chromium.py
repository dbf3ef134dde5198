"""A Chromium for the browser tests: one already there, else one that can be fetched.

The headless shell is the same engine without a window around it, and a third quicker to test
with. What a window does, such as another tab in front, only a whole Chromium shows.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

HEADLESS = ("chromium-headless-shell",)
WHOLE = ("chromium", "chromium-browser", "google-chrome")
MISSING = """\
No Chromium was found and none could be installed.
Install one of these, then run the tests again:
  as root:                      apt-get install {packages}
  as anyone:                    {python} -m playwright install --with-deps chromium
  or name one you have:         export CHROMIUM=/path/to/chromium"""
_PACKAGES = ("chromium", "chromium-headless-shell", "fonts-dejavu-core")
_MINUTES_TO_FETCH = 3


class NoChromiumError(Exception):
    """There is no Chromium and none could be installed; the message says what to install."""


def find() -> Path | None:
    """Return the quickest installed Chromium, or None.

    ``CHROMIUM`` in the environment wins, then the search path, then Playwright's own.
    """
    return _first((*HEADLESS, *WHOLE))


def find_whole() -> Path | None:
    """Return an installed Chromium that has windows and tabs, or None; looked for as by `find`."""
    return _first(WHOLE)


def ensure() -> Path:
    """Return the quickest installed Chromium, after installing what is missing.

    Raises ``NoChromiumError`` with what to install by hand.
    """
    for install in (_nothing, _install_with_playwright, _install_with_apt):
        install()
        if find_whole() and (found := find()):
            return found
    packages = " ".join(_PACKAGES)
    raise NoChromiumError(MISSING.format(packages=packages, python=sys.executable))


def _first(names: Iterable[str]) -> Path | None:
    return next((path for path in _candidates(names) if os.access(path, os.X_OK)), None)


def _candidates(names: Iterable[str]) -> Iterator[Path]:
    if named := os.environ.get("CHROMIUM"):
        yield Path(named)
    yield from (Path(path) for name in names if (path := shutil.which(name)))
    yield from _of_playwright()


def _of_playwright() -> Iterator[Path]:
    # Asked in a process of its own: Playwright's loop does not mix with one already running.
    question = (
        "from playwright.sync_api import sync_playwright as start\n"
        "with start() as browsers: print(browsers.chromium.executable_path)"
    )
    answer = _run([sys.executable, "-c", question], seconds=30)
    if answer:
        yield Path(answer.splitlines()[-1])


def _nothing() -> None:
    """Look before anything is installed."""


def _install_with_playwright() -> None:
    print("no Chromium here; asking Playwright for its own ...", flush=True)
    _run(
        [sys.executable, "-m", "playwright", "install", "chromium"], seconds=60 * _MINUTES_TO_FETCH
    )


def _install_with_apt() -> None:
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return
    print("Playwright could not; asking the system's package manager ...", flush=True)
    if _run(["apt-get", "update"], seconds=60 * _MINUTES_TO_FETCH) is not None:
        command = ["apt-get", "install", "-y", "--no-install-recommends", *_PACKAGES]
        _run(command, seconds=60 * _MINUTES_TO_FETCH)


def _run(command: list[str], seconds: float) -> str | None:
    """Return what the command printed, or None if it failed or took too long."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            command, env=quiet, timeout=seconds, check=True, capture_output=True, text=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()
