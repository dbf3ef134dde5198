"""The list of questions names only tests that are there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
TEXT = (TESTS / "COVERAGE.md").read_text("utf-8")
LINES = [line for line in TEXT.splitlines() if line.startswith("- ")]
NAMED = re.compile(r"`([\w/]+\.py)::(\w+)`")


@cache
def found_in(path: str) -> set[str]:
    """Return the names of the tests in a file, and of its classes of tests."""
    tree = ast.parse((TESTS / path).read_text("utf-8"))
    kinds = ast.FunctionDef | ast.ClassDef
    found = {node.name for node in ast.walk(tree) if isinstance(node, kinds)}
    return {name for name in found if name.startswith(("test_", "Test"))}


@pytest.mark.parametrize("path", sorted({path for path, _name in NAMED.findall(TEXT)}))
def test_every_test_named_is_there(path: str) -> None:
    named = {name for where, name in NAMED.findall(TEXT) if where == path}
    assert named <= found_in(path)


def test_every_line_is_a_question_with_its_answer() -> None:
    assert len(LINES) > 100
    for line in LINES:
        question, _mark, answers = line.partition("? ")
        assert re.match(r"- \w", question)
        assert re.fullmatch(rf"{NAMED.pattern}(, {NAMED.pattern})*", answers), line


def test_no_question_stands_there_twice() -> None:
    questions = [line.partition("?")[0] for line in LINES]
    assert len(set(questions)) == len(questions)
