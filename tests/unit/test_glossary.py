"""The glossary names rules and code that are there."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import NamedTuple

import pytest

import companion
from companion.rulebook import Rule, Ruling

TEXT = (Path(companion.__file__).parent / "GLOSSARY.md").read_text("utf-8")
CORE = "The core"
GAMES = {game.title: game for game in companion.games.values()}


class Line(NamedTuple):
    """A term of the glossary, with the section it stands in."""

    section: str
    term: str
    meaning: str
    rules: tuple[str, ...]
    code: tuple[str, ...]


def lines() -> list[Line]:
    found, section = [], ""
    for text in TEXT.splitlines():
        section = text.removeprefix("## ") if text.startswith("## ") else section
        cells = [cell.strip() for cell in text.strip("|").split("|")]
        if text.startswith("| ") and cells[0] != "Term":
            found.append(line_of(section, cells))
    return found


def line_of(section: str, cells: list[str]) -> Line:
    term, meaning, *names = cells
    *rules, code = (tuple(re.findall("`([^`]+)`", cell)) for cell in names)
    return Line(section, term, meaning, rules[0] if rules else (), code)


LINES = lines()


def test_every_game_has_a_section_and_the_core_comes_last() -> None:
    sections = list(dict.fromkeys(line.section for line in LINES))
    assert sections == [*sorted(GAMES), CORE]


def test_terms_stand_in_order_and_once() -> None:
    for section in (*GAMES, CORE):
        terms = [line.term.casefold() for line in LINES if line.section == section]
        assert terms == sorted(set(terms))


def test_each_meaning_is_a_sentence() -> None:
    assert not [line for line in LINES if not re.fullmatch(r"[A-Z][^|]+\.", line.meaning)]


def rules(section: str) -> list[Rule | Ruling]:
    book = GAMES[section].rulebook
    return [*book, *book.rulings]


def test_each_term_has_code_that_is_there() -> None:
    for line in LINES:
        assert line.code, line
        for dotted in line.code:
            assert is_there(line.section, dotted), line


def is_there(section: str, dotted: str) -> bool:
    """Return whether ``module.Name`` or ``module.Name.attribute`` is in the section's package."""
    game = GAMES.get(section)
    package = companion.games.package(game.id) if game else "companion"
    module, *path = dotted.split(".")
    thing: object = importlib.import_module(f"{package}.{module}")
    for name in path:
        thing = getattr(thing, name, None)
    return thing is not None


def test_what_is_not_there_is_noticed() -> None:
    assert is_there("Cake Duel", "state.State.cakes")
    assert not is_there("Cake Duel", "state.State.pies")
    assert not is_there(CORE, "secrets.Croupier")


@pytest.mark.parametrize("title", GAMES)
def test_every_rule_and_ruling_is_about_some_term(title: str) -> None:
    named = {rule for line in LINES if line.section == title for rule in line.rules}
    assert named == {one.id for one in rules(title)}
