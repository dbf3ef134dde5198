"""A Chromium for the browser tests: one already there, else one that can be fetched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ("chromium", "chromium-browser", "google-chrome")
MISSING = """\
No Chromium was found and none could be installed.
Install one of these, then run the tests again:
  as root:                      apt-get install chromium fonts-dejavu-core
  as anyone:                    {python} -m playwright install --with-deps chromium
  or name one you have:         export CHROMIUM=/path/to/chromium"""
_MINUTES_TO_FETCH = 3


class NoChromiumError(Exception):
    """There is no Chromium and none could be installed; the message says what to install."""


def find() -> Path | None:
    """Return an installed Chromium, or None.

    ``CHROMIUM`` in the environment wins, then the search path, then Playwright's own.
    """
    return next((path for path in _candidates() if os.access(path, os.X_OK)), None)


def ensure() -> Path:
    """Return an installed Chromium, after installing one where there is none.

    Raises ``NoChromiumError`` with what to install by hand.
    """
    for install in (_nothing, _install_with_playwright, _install_with_apt):
        install()
        if found := find():
            return found
    raise NoChromiumError(MISSING.format(python=sys.executable))


def _candidates() -> Iterator[Path]:
    if named := os.environ.get("CHROMIUM"):
        yield Path(named)
    yield from (Path(path) for name in NAMES if (path := shutil.which(name)))
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
        packages = ["chromium", "fonts-dejavu-core"]
        command = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
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
