"""The README's examples are true."""

from __future__ import annotations

import doctest
from pathlib import Path

import companion

ROOT = Path(__file__).parents[2]


def test_the_examples_in_the_readme_do_what_they_say() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert (failed, tried > 5) == (0, True)


def test_the_example_of_the_library_does_what_it_says() -> None:
    failed, tried = doctest.testmod(companion)
    assert (failed, tried > 2) == (0, True)
