"""The suites of this folder take in one more game without a change, and such a game is short."""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
TOY = HERE.parent / "toy"
SHORT = 150
LEFT_OUT = {"test_bots", "test_playthroughs", "test_toy"}
"""What a game without computers and recorded games has no test of, and this file."""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> ET.Element:
    """Return the report of the suites run on the toy alone."""
    report = tmp_path_factory.mktemp("toy") / "report.xml"
    options = ["-q", "-p", "tests.toy", "-k", "pebbles", f"--junitxml={report}"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--ignore", __file__, str(HERE)],
        cwd=HERE.parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    return ET.parse(report).getroot()  # noqa: S314  pytest has just written it


@pytest.mark.slow
def test_a_new_game_is_taken_in_by_itself(run: ET.Element) -> None:
    passed = Counter(file_of(case) for case in run.iter("testcase") if not len(case))
    assert set(passed) == {path.stem for path in HERE.glob("test_*.py")} - LEFT_OUT
    assert passed.total() > 400


@pytest.mark.slow
@pytest.mark.parametrize(("file", "least"), [("test_legal", 80), ("test_pages", 8)])
def test_engine_and_page_are_asked_everything(run: ET.Element, file: str, least: int) -> None:
    cases = [case for case in run.iter("testcase") if file_of(case) == file]
    assert len(cases) >= least
    assert not [case.get("name") for case in cases if len(case)]


@pytest.mark.slow
def test_every_test_of_lessons_asks_the_lesson(run: ET.Element) -> None:
    text = (HERE / "test_lessons.py").read_text("utf-8")
    names = [line[4:].partition("(")[0] for line in text.splitlines() if line.startswith("def te")]
    cases = [case for case in run.iter("testcase") if file_of(case) == "test_lessons"]
    passed = {str(case.get("name")).partition("[")[0] for case in cases if not len(case)}
    assert passed == set(names)


@pytest.mark.slow
def test_its_table_and_its_lesson_open_in_a_notebook(tmp_path: Path) -> None:
    code = (
        "import companion, tests.toy, widgets\n"
        "lesson = widgets.Lesson('pebbles')\n"
        "print(lesson.show_me().right)\n"
        "companion.start('pebbles', ['Ann', 'Ben'], save='one.game').play('draw 3').close()\n"
        "table = widgets.Table('pebbles')\n"
        "print(table.session.do('draw 2').sentence)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(HERE.parents[1])}
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert run.stdout.splitlines() == ["True", "Ann: draw 2."]


def file_of(case: ET.Element) -> str:
    """Return the name of the file a test stands in."""
    return str(case.get("classname")).rpartition(".")[2]


def test_a_small_game_is_a_small_plug_in() -> None:
    assert {path.name for path in TOY.glob("*.py")} == {"__init__.py", "page.py", "lesson.py"}
    assert sum(len(path.read_text("utf-8").splitlines()) for path in TOY.glob("*.py")) < SHORT
