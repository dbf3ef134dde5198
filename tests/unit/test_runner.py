"""``python -m tests`` itself: what it runs, and that it counts honestly."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests import __main__ as runner
from tests import chromium

if TYPE_CHECKING:
    from pathlib import Path


def a_report(folder: Path, counts: str) -> Path:
    report = folder / "report.xml"
    report.write_text(f"<testsuites><testsuite {counts}/></testsuites>")
    return report


def test_the_counts_are_those_of_pytest(tmp_path: Path) -> None:
    report = a_report(tmp_path, 'tests="10" failures="2" errors="1" skipped="3"')
    assert runner.read_report(report) == runner.Tally(passed=4, failed=3, skipped=3)


def test_a_report_that_was_never_written_counts_nothing(tmp_path: Path) -> None:
    assert runner.read_report(tmp_path / "report.xml") == runner.Tally()


@pytest.mark.parametrize("counted", [runner.Tally(), runner.Tally(skipped=3)])
def test_running_no_test_is_a_failure(counted: runner.Tally) -> None:
    assert runner.honest(counted, 0, "").failed == 1


def test_an_exit_code_alone_is_a_failure() -> None:
    assert runner.honest(runner.Tally(passed=3), 1, "").failed == 1
    assert runner.honest(runner.Tally(passed=3, failed=2), 1, "").failed == 2
    assert runner.honest(runner.Tally(passed=3), 0, "").failed == 0


def test_all_parts_run_when_none_is_named() -> None:
    assert runner.wanted([]) == list(runner.PARTS)


def test_the_quick_parts_need_no_browser_and_no_installing() -> None:
    assert runner.wanted(["quick"]) == ["lint", "types", "library"]


def test_parts_run_in_the_order_of_the_table() -> None:
    assert runner.wanted(["packaging", "types"]) == ["types", "packaging"]


def test_an_unknown_part_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        runner.main(["nonsense"])
    assert "nonsense" in capsys.readouterr().err


def test_every_folder_of_tests_belongs_to_a_part() -> None:
    folders = {path.parent for path in (runner.ROOT / "tests").rglob("test_*.py")}
    commands = [command for part in runner.PARTS.values() for command in part.commands]
    given = {argument for command in commands for argument in command.arguments}
    for folder in folders:
        name = str(folder.relative_to(runner.ROOT))
        files = {str(path.relative_to(runner.ROOT)) for path in folder.glob("test_*.py")}
        assert name in given or files <= given, f"no part runs {name}"


# The browser


def a_program(folder: Path, name: str) -> Path:
    program = folder / name
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    return program


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with nothing on the search path and nothing of Playwright's."""
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(chromium, "_of_playwright", lambda: iter(()))
    return tmp_path


def test_the_browser_named_in_the_environment_wins(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_program(bare, "chromium")
    named = a_program(bare, "mine")
    monkeypatch.setenv("CHROMIUM", str(named))
    assert chromium.find() == named


def test_an_installed_browser_is_taken_as_it_is(bare: Path) -> None:
    program = a_program(bare, "google-chrome")
    assert chromium.find() == program
    assert chromium.ensure() == program


def test_the_headless_shell_is_the_quickest_and_a_whole_browser_has_tabs(bare: Path) -> None:
    whole = a_program(bare, "chromium")
    shell = a_program(bare, "chromium-headless-shell")
    assert chromium.ensure() == shell
    assert chromium.find_whole() == whole


def test_beside_a_headless_shell_a_whole_browser_is_installed(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = a_program(bare, "chromium-headless-shell")
    monkeypatch.setattr(chromium, "_install_with_playwright", lambda: None)
    monkeypatch.setattr(chromium, "_install_with_apt", lambda: a_program(bare, "chromium"))
    assert chromium.ensure() == shell
    assert chromium.find_whole() == bare / "chromium"


def test_a_missing_browser_is_installed(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "_install_with_playwright", lambda: None)
    monkeypatch.setattr(chromium, "_install_with_apt", lambda: a_program(bare, "chromium"))
    assert chromium.ensure() == bare / "chromium"


@pytest.mark.usefixtures("bare")
def test_where_nothing_helps_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "_install_with_playwright", lambda: None)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(chromium.NoChromiumError, match="apt-get install chromium"):
        chromium.ensure()
