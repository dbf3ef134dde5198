"""The suites of this folder take in one more game without a change."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


@pytest.mark.slow
def test_a_new_game_is_taken_in_by_itself() -> None:
    options = ["-q", "-p", "tests.toy", "-k", "pebbles", "--ignore", __file__, str(HERE)]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options],
        cwd=HERE.parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    passed = re.search(r"(\d+) passed", run.stdout)
    assert passed
    assert int(passed[1]) > 200
