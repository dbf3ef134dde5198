"""An empty place to install into: a copy of the checkout, a new venv, a server started there."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
SECONDS_TO_START = 60
_NOT_PART_OF_A_CLONE = (".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "shots")
_WOULD_LEAK_IN = ("PYTHON", "JUPYTER", "VIRTUAL_ENV", "IPYTHON", "COVERAGE", "PYTEST")


def copy_of_checkout(folder: Path) -> Path:
    """Copy the checkout as a clone would hold it into ``folder / "clone"``."""
    ignore = shutil.ignore_patterns(*_NOT_PART_OF_A_CLONE)
    return Path(shutil.copytree(ROOT, folder / "clone", ignore=ignore))


@dataclass(frozen=True)
class Place:
    """A new virtual environment, with folders of its own for what Jupyter keeps."""

    folder: Path

    @property
    def environment(self) -> dict[str, str]:
        """The environment of someone who has activated this venv and nothing else."""
        kept = {
            name: value for name, value in os.environ.items() if not name.startswith(_WOULD_LEAK_IN)
        }
        path = f"{self.folder / 'venv' / 'bin'}{os.pathsep}{kept.get('PATH', '')}"
        return kept | {
            "PATH": path,
            "PYTHONUNBUFFERED": "1",
            "JUPYTER_CONFIG_DIR": str(self.folder / "jupyter" / "config"),
            "JUPYTER_DATA_DIR": str(self.folder / "jupyter" / "data"),
            "JUPYTER_RUNTIME_DIR": str(self.folder / "jupyter" / "runtime"),
            "IPYTHONDIR": str(self.folder / "ipython"),
        }

    def run(self, *command: str | Path, cwd: Path) -> str:
        """Run ``command`` with the venv first on the path; return all it printed."""
        done = subprocess.run(
            self._located(command),
            check=False,
            cwd=cwd,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert done.returncode == 0, f"{command} ended with {done.returncode}\n{done.stdout}"
        return done.stdout

    @contextmanager
    def started(
        self, *command: str, cwd: Path, stop: signal.Signals = signal.SIGINT
    ) -> Iterator[Started]:
        """Start a server, wait until it prints its address, and stop it as Ctrl-C would.

        A server that does not mind Ctrl-C itself ignores it where this run is in the background;
        such a one is stopped with ``stop`` instead.
        """
        process = subprocess.Popen(
            self._located(command),
            cwd=cwd,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        too_late = threading.Timer(SECONDS_TO_START, process.kill)
        too_late.start()
        try:
            yield Started(process, _lines_up_to_address(process, too_late))
        finally:
            too_late.cancel()
            _stop(process, stop)

    def _located(self, command: tuple[str | Path, ...]) -> list[str]:
        program = shutil.which(command[0], path=self.environment["PATH"])
        assert program, f"{command[0]} is not installed"
        return [program, *map(str, command[1:])]


@dataclass
class Started:
    """A running server and the lines it has printed, the last of which holds its address."""

    process: subprocess.Popen[str]
    lines: list[str]

    @property
    def address(self) -> str:
        return _address(self.lines[-1])


def new_place(folder: Path) -> Place:
    """Return a place whose venv holds pip and nothing else."""
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    return Place(folder)


def status_and_page(address: str) -> tuple[int, str]:
    """Open an address of this machine; return its status and its text."""
    assert address.startswith(("http://localhost:", "http://127.0.0.1:"))
    with urllib.request.urlopen(address, timeout=20) as answer:
        return answer.status, answer.read().decode()


def _lines_up_to_address(process: subprocess.Popen[str], too_late: threading.Timer) -> list[str]:
    assert process.stdout
    lines: list[str] = []
    for line in process.stdout:
        lines.append(line.rstrip("\n"))
        if _address(line):
            too_late.cancel()
            return lines
    raise AssertionError("no address was printed:\n" + "\n".join(lines))


def _address(line: str) -> str:
    found = re.search(r"http://(?:localhost|127\.0\.0\.1):\d+/\S*token=\S+", line)
    return found[0] if found else ""


def _stop(process: subprocess.Popen[str], stop: signal.Signals) -> None:
    process.send_signal(stop)
    try:
        process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise
