"""``python -m tests``: every check of the project, or the parts named.

A part is a few commands. Each pytest command brings its own counts, any other counts as one.
A part that passes says so in a line; one that fails shows all it printed.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests import chromium

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROOT = Path(__file__).resolve().parent.parent
SECONDS_A_COMMAND = 1200
BOTH_CORES = ("-n", "2", "--dist=worksteal")
A_FILE_A_CORE = ("-n", "2", "--dist=loadfile")


class Command(NamedTuple):
    """A module of this Python to run, with its arguments."""

    module: str
    arguments: tuple[str, ...] = ()
    before: Callable[[], str] | None = None

    @property
    def counts_tests(self) -> bool:
        return self.module == "pytest"


class Part(NamedTuple):
    """A named group of commands."""

    about: str
    commands: tuple[Command, ...]
    quick: bool = False


@dataclass(frozen=True)
class Tally:
    """What a command or a part came to, and all it printed."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    seconds: float = 0.0
    output: str = ""

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.passed + other.passed,
            self.failed + other.failed,
            self.skipped + other.skipped,
            self.seconds + other.seconds,
            self.output + other.output,
        )

    def counts(self) -> str:
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


def files(pattern: str) -> tuple[str, ...]:
    return tuple(sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob(pattern)))


def pytest(*arguments: str, before: Callable[[], str] | None = None) -> Command:
    # To load the plugin for notebooks takes each process longer than to find all its tests.
    plugins = () if "--nbval-lax" in arguments else ("-p", "no:nbval")
    return Command("pytest", ("-q", "--no-header", *plugins, *arguments), before)


def a_browser() -> str:
    """Install a browser where there is none and tell which one is used."""
    return f"using {chromium.ensure()}"


NOTEBOOKS = files("notebooks/*.ipynb")
NOTEBOOK_TESTS = files("tests/notebooks/test_*.py")  # beside running them
NBVAL = ("--nbval-lax", "--nbval-current-env", "--nbval-cell-timeout=180")
PARTS = {
    "lint": Part(
        "ruff: lint and layout",
        (Command("ruff", ("check", ".")), Command("ruff", ("format", "--check", "."))),
        quick=True,
    ),
    "types": Part("mypy, strict", (Command("mypy"),), quick=True),
    "library": Part(
        "pieces, laws on generated games, and what every game keeps: all that needs no browser",
        (pytest("tests/unit", "tests/property", "tests/conformance", *BOTH_CORES),),
        quick=True,
    ),
    "notebooks": Part(
        "every notebook runs, and is committed without outputs",
        (
            Command("nbstripout", ("--verify", "--keep-id", *NOTEBOOKS)),
            pytest(*NOTEBOOKS, *NOTEBOOK_TESTS, *NBVAL, *A_FILE_A_CORE),
        ),
    ),
    "browser": Part(
        "the pages in a real browser", (pytest("tests/browser", *BOTH_CORES, before=a_browser),)
    ),
    "packaging": Part(
        "the wheel, and the Binder files, each in an empty place",
        (pytest("tests/packaging", *A_FILE_A_CORE),),  # one waits for pip while the other does not
    ),
}


def main(arguments: Sequence[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    if options.list:
        return show_parts()
    try:
        return run_parts(wanted(options.parts), quick="quick" in options.parts)
    except KeyboardInterrupt:
        print("\nstopped")
        return 130


def parser() -> argparse.ArgumentParser:
    reader = argparse.ArgumentParser(prog="python -m tests", description=__doc__)
    reader.add_argument(
        "parts",
        nargs="*",
        choices=[*PARTS, "quick", []],
        metavar="part",
        help=f"{', '.join(PARTS)}; or quick, those that together take less than a minute; "
        "all when none is named",
    )
    reader.add_argument("--list", action="store_true", help="list the parts")
    return reader


def show_parts() -> int:
    for name, part in PARTS.items():
        print(f"{name:12} {part.about}{' (quick)' if part.quick else ''}")
    return 0


def wanted(named: list[str]) -> list[str]:
    """Return the parts to run, in the order of the table."""
    return [
        name
        for name, part in PARTS.items()
        if not named or name in named or ("quick" in named and part.quick)
    ]


def run_parts(names: list[str], *, quick: bool) -> int:
    results = {name: run_part(name, quick=quick) for name in names}
    print()
    for name, tally in results.items():
        print(f"{name:12} {tally.seconds:6.1f} s   {tally.counts()}")
    total = sum(results.values(), start=Tally())
    print(f"{'all':12} {total.seconds:6.1f} s")
    print(f"\n{total.passed} passed, {total.failed} failed")
    return 1 if total.failed else 0


def run_part(name: str, *, quick: bool) -> Tally:
    print(f"{name:12} ...", flush=True)
    tally = sum((run_command(command, quick=quick) for command in PARTS[name].commands), Tally())
    if tally.failed:
        print(tally.output.rstrip())
    mark = "FAILED" if tally.failed else "ok"
    print(f"{name:12} {mark}: {tally.counts()}, {tally.seconds:.1f} s", flush=True)
    return tally


def run_command(command: Command, *, quick: bool) -> Tally:
    started = time.monotonic()
    try:
        prepare(command)
    except chromium.NoChromiumError as error:
        return Tally(failed=1, output=f"{error}\n", seconds=time.monotonic() - started)
    counted = run_pytest(command, quick=quick) if command.counts_tests else run_tool(command)
    return replace(counted, seconds=time.monotonic() - started)


def prepare(command: Command) -> None:
    if command.before:
        print(f"{'':12} {command.before()}", flush=True)


def run_tool(command: Command) -> Tally:
    code, output = run([command.module, *command.arguments])
    return Tally(failed=1, output=output) if code else Tally(passed=1, output=output)


def run_pytest(command: Command, *, quick: bool) -> Tally:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        chosen = ["-m", "not slow"] if quick else []
        code, output = run(["pytest", *command.arguments, *chosen, f"--junit-xml={report}"])
        return honest(read_report(report), code, output)


def honest(counted: Tally, code: int, output: str) -> Tally:
    """Return the counts with a failure added where pytest failed, or ran nothing, without one."""
    if not counted.passed and not counted.failed:
        return replace(counted, failed=1, output=f"{output}\nno test was run\n")
    failed = max(counted.failed, 1) if code else counted.failed
    return replace(counted, failed=failed, output=output)


def read_report(report: Path) -> Tally:
    """Return the counts of a JUnit report; nothing if pytest did not live to write it."""
    if not report.is_file():
        return Tally()
    counts = [counts_of(suite) for suite in ET.parse(report).iter("testsuite")]  # noqa: S314 - written by our own pytest
    return sum(counts, start=Tally())


def counts_of(suite: ET.Element) -> Tally:
    tests, failures, errors, skipped = (
        int(suite.get(name, "0")) for name in ("tests", "failures", "errors", "skipped")
    )
    failed = failures + errors
    return Tally(passed=max(tests - failed - skipped, 0), failed=failed, skipped=skipped)


def run(arguments: list[str]) -> tuple[int, str]:
    """Run a module of this Python in the checkout; return its exit code and all it printed."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", *arguments],
            cwd=ROOT,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # so that it can be stopped with all it started
        )
        late = wait(process)
        output.seek(0)
        return process.returncode, output.read() + late


def environment() -> dict[str, str]:
    """Return the environment of a check: this checkout, installed or not, compiled only once."""
    ours = {**os.environ, "PYTHONPATH": str(ROOT)}
    ours.pop("PYTHONDONTWRITEBYTECODE", None)  # else every kernel compiles the kit anew
    return ours


def wait(process: subprocess.Popen[bytes]) -> str:
    try:
        process.wait(SECONDS_A_COMMAND)
    except subprocess.TimeoutExpired:
        stop(process)
        return f"\nstopped: not finished after {SECONDS_A_COMMAND} s\n"
    except KeyboardInterrupt:
        stop(process)
        raise
    return ""


def stop(process: subprocess.Popen[bytes]) -> None:
    """End the process and all it started: first asked, as by Ctrl-C, then made."""
    for how, seconds in ((signal.SIGINT, 5), (signal.SIGKILL, 5)):
        try:
            os.killpg(process.pid, how)
            process.wait(seconds)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            continue


if __name__ == "__main__":
    raise SystemExit(main())
