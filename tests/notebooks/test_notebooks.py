"""The notebooks as they are committed: clean, short, linked, and true to the library."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import nbformat
import pytest

import companion
from companion.piece_o_cake import lab, scoring
from companion.piece_o_cake.state import State

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "notebooks"
PATHS = sorted(FOLDER.glob("*.ipynb"))
LABS = [path for path in PATHS if path.stem.endswith("-lab")]
START = FOLDER / "00-start-here.ipynb"
PROMISES = ("What for", "Players", "Minutes", "On the table")
LONGEST_CELL, USUAL_CELL = 10, 3

every_notebook = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


class Cell(NamedTuple):
    """A cell of a notebook."""

    id: str
    kind: str
    source: str
    raw: dict[str, Any]


@cache
def notebook(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return loaded


def cells(path: Path, kind: str = "") -> list[Cell]:
    everything = [
        Cell(raw["id"], raw["cell_type"], "".join(raw["source"]), raw)
        for raw in notebook(path)["cells"]
    ]
    return [cell for cell in everything if kind in {"", cell.kind}]


def prose(path: Path) -> str:
    return "\n\n".join(cell.source for cell in cells(path, "markdown"))


def lines_of(cell: Cell) -> int:
    return len([line for line in cell.source.splitlines() if line.strip()])


# Clean


def test_every_game_has_its_three_notebooks() -> None:
    wanted = {f"{game}-{kind}" for game in companion.games for kind in ("learn", "table", "lab")}
    assert {path.stem for path in PATHS} >= {"00-start-here"}
    assert {path.stem for path in PATHS} - {"00-start-here", "the-sheep-map"} <= wanted
    assert {path.stem for path in PATHS} >= {stem for stem in wanted if "piece-o-cake" in stem}


@every_notebook
def test_a_notebook_is_valid(path: Path) -> None:
    read = nbformat.read(path, as_version=nbformat.NO_CONVERT)
    nbformat.validate(read)
    assert (read.nbformat, read.nbformat_minor) == (4, 5)


@every_notebook
def test_nothing_of_a_run_is_committed(path: Path) -> None:
    for cell in cells(path):
        assert cell.raw["metadata"] == {}
        assert cell.raw.get("outputs", []) == []
        assert cell.raw.get("execution_count") is None
        assert "attachments" not in cell.raw


@every_notebook
def test_the_metadata_name_the_kernel_and_nothing_else(path: Path) -> None:
    assert notebook(path)["metadata"] == {
        "kernelspec": {
            "display_name": "Python 3 (ipykernel)",
            "language": "python",
            "name": "python3",
        },
        "language_info": {"name": "python"},
    }


@every_notebook
def test_cell_ids_are_words_and_unique(path: Path) -> None:
    ids = [cell.id for cell in cells(path)]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z][a-z0-9-]{1,40}", name) for name in ids)


@every_notebook
def test_no_cell_is_empty(path: Path) -> None:
    assert all(cell.source.strip() for cell in cells(path))


# Readable


@every_notebook
def test_the_first_cell_says_what_one_needs_to_know(path: Path) -> None:
    first = cells(path)[0]
    assert first.kind == "markdown"
    assert first.source.startswith("# ")
    assert re.findall(r"^- \*\*(.+?):\*\*", first.source, re.MULTILINE) == list(PROMISES)


@every_notebook
def test_code_parses_and_no_cell_is_long(path: Path) -> None:
    for cell in cells(path, "code"):
        ast.parse(cell.source)
        assert lines_of(cell) <= LONGEST_CELL, cell.id


@pytest.mark.parametrize("path", LABS, ids=lambda path: path.stem)
def test_the_cells_of_a_lab_are_tiny_and_prose_stands_between_them(path: Path) -> None:
    assert median(lines_of(cell) for cell in cells(path, "code")) <= USUAL_CELL
    kinds = "".join(cell.kind[0] for cell in cells(path))
    assert "cccc" not in kinds, "four code cells in a row"
    assert kinds.startswith("mm")


@pytest.mark.parametrize("path", LABS, ids=lambda path: path.stem)
def test_each_question_of_a_lab_is_checked(path: Path) -> None:
    question, checked = "", dict[str, bool]()
    for cell in cells(path):
        heading = re.match(r"## (\d+)\. .+\?$", cell.source.split("\n", 1)[0])
        question = heading[1] if heading else question
        if cell.kind == "code" and question:
            asserts = any(isinstance(node, ast.Assert) for node in ast.walk(ast.parse(cell.source)))
            checked[question] = checked.get(question, False) or asserts
    assert len(checked) >= 3
    assert all(checked.values()), checked


@pytest.mark.parametrize(
    "path", [path for path in PATHS if path not in LABS], ids=lambda path: path.stem
)
def test_all_but_the_labs_need_one_cell(path: Path) -> None:
    assert len(cells(path, "code")) == 1
    assert "matplotlib" not in path.read_text("utf-8")
    assert "plots" not in path.read_text("utf-8")


# Linked


def links(text: str) -> list[str]:
    return re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r"(?:href|src)=\"([^\"]+)\"", text)


@every_notebook
def test_links_lead_to_files_that_are_there(path: Path) -> None:
    for link in links(prose(path)):
        assert (FOLDER / link.split("#")[0]).is_file(), link


@every_notebook
def test_nothing_points_to_another_host(path: Path) -> None:
    assert not re.search(r"\w+://|\bwww\.", path.read_text("utf-8"))


def test_the_start_page_links_every_notebook_without_running_anything() -> None:
    assert set(links(prose(START))) == {path.name for path in PATHS if path != START}


@every_notebook
def test_every_notebook_leads_back(path: Path) -> None:
    assert path == START or START.name in links(prose(path))


@every_notebook
def test_who_has_no_keys_is_told_how_to_run_a_cell(path: Path) -> None:
    told = prose(path)
    assert "▶ at the top" in told
    assert "Shift+Enter" in told


# True


LAB = FOLDER / "piece-o-cake-lab.ipynb"


@cache
def last_cake() -> State:
    """Return the table of question 4."""
    game = companion.start("piece-o-cake", lab.NAMES[:4], virtual=True, seed=20)
    players = [lab.collector, lab.greedy, lab.collector, lab.greedy]
    return lab.play_on(
        game, players, until=lambda state: state.cake_number == 4 and state.phase == "cut"
    )


def said(*sentences: str) -> None:
    text = " ".join(prose(LAB).replace("**", "").split())
    for sentence in sentences:
        assert sentence in text, sentence


def test_the_numbers_of_cuts() -> None:
    ways = [lab.ways_to_cut(count) for count in range(1, 6)]
    said(f"{sum(ways):,} at five seats", f"Four seats have {sum(ways[:4])}, three have")
    said(f"three have {sum(ways[:3])}", "almost half of them make five pieces")
    assert 0.4 < ways[4] / sum(ways) < 0.5


def test_which_varieties_are_worth_a_safe_majority() -> None:
    fewer = [worth.variety.title for worth in lab.worths() if worth.safe < worth.match]
    others = [worth.variety.title for worth in lab.worths() if worth.safe >= worth.match]
    said(f"For {fewer[0]}, {fewer[1]} and {fewer[2]} the bonus comes with fewer slices")
    said(f"a safe majority of {', '.join(others[:-1])} or {others[-1]} would have had as much")
    assert len(fewer) == 3
    for worth in lab.worths():
        pays = lab.break_even(worth.variety, worth.safe) < 1
        assert pays == (worth.variety.title in fewer)


def test_the_prices_of_one_slice() -> None:
    price = {worth.variety.title: lab.break_even(worth.variety, 1) for worth in lab.worths()}
    said("one in three is enough for Plum, one in five for Cherry and Strawberry")
    assert [float(price[name] * of) for name, of in (("Plum", 3), ("Cherry", 5))] == [1, 1]
    assert price["Strawberry"] == price["Cherry"]
    assert str(lab.break_even(lab.worths()[-1].variety, 3)) == "9/11"
    said("Nine in eleven")


def test_what_ties_come_to() -> None:
    wild = [lab.play([lab.wild(seed)] * 4, seed) for seed in range(60)]
    greedy = [lab.play([lab.greedy] * 4, seed) for seed in range(20)]
    said("about a quarter of all points comes from ties", "about four fifths of their points")
    assert lab.tie_share(wild) == pytest.approx(0.27, abs=0.05)
    assert lab.tie_share(greedy) == pytest.approx(0.79, abs=0.03)


def test_the_story_of_the_cut() -> None:
    state = last_cake()
    before, tried = scoring.totals(state), lab.trials(state)
    best, even = tried[0], lab.trial(state, lab.even_cut(state))
    ends = {
        name: [old + new for old, new in zip(before, one.gained, strict=True)]
        for name, one in {"best": best, "even": even, "worst": tried[-1]}.items()
    }
    said("Red is five points behind Green", "wins the game by a single point")
    assert before[2] - before[0] == 5
    assert ends["best"][0] - sorted(ends["best"])[-2] == 1
    said("with the even one Green wins")
    assert max(ends["even"]) == ends["even"][2]
    assert len(tried) == 551
    said("most cuts leave Red with next to nothing", "for two points")
    assert sum(one.kept == 2 for one in tried) > len(tried) / 2


def test_who_takes_what_of_the_best_cut() -> None:
    state = last_cake()
    best = lab.trials(state)[0]
    prices, left = lab.appraisal(state, best.cut), set(range(4))
    for seat, piece in best.takers:
        assert prices[piece][seat] == max(prices[other][seat] for other in left)
        left.remove(piece)
    assert [state.setup.names[seat] for seat, _piece in best.takers] == [
        "Blue",
        "Green",
        "Gold",
        "Red",
    ]
    said("Blue, Green, Gold, and Red last")


def test_who_scores_and_who_wins() -> None:
    ways = {"eater": lab.eater, "collector": lab.collector, "greedy": lab.greedy}
    results = lab.tournament(ways, seats=4, deals=2)
    points = {name: lab.mean_points(results, name).value for name in ways}
    wins = {name: lab.mean_wins(results, name).value for name in ways}
    said("Greedy players score most, yet collectors win most!")
    assert max(points, key=points.__getitem__) == "greedy"
    assert max(wins, key=wins.__getitem__) == "collector"
    said("A lone collector takes bonus after bonus and wins nearly every game")
    assert lab.mean_wins(results, "collector", 0).value > 0.9
    company = [lab.mean_points(results, "greedy", rivals).value for rivals in range(4)]
    assert company == sorted(company)


def test_the_dollops_there_are() -> None:
    dollops = sum(worth.variety.count * worth.variety.dollops for worth in lab.worths())
    said(f"The 57 slices hold {dollops} dollops, and 55 of them are served")
