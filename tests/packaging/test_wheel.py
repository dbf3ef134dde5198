"""The wheel, built from a copy of the checkout and installed in an empty place."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest

from tests.packaging.place import Place, copy_of_checkout, new_place, status_and_page

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

START = "00-start-here.ipynb"
WHERE = "/doc/workspaces/companion/tree/"
STRAY_SAVE = "notebooks/tonight.game"


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copied = copy_of_checkout(tmp_path_factory.mktemp("wheel"))
    (copied / STRAY_SAVE).write_text("someone's game\n")
    return copied


@pytest.fixture(scope="module")
def wheel(clone: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = ["build", "--wheel", "--no-isolation", "--outdir", str(folder), str(clone)]
    subprocess.run([sys.executable, "-m", *command], check=True)
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as packed:
        return set(packed.namelist())


@pytest.fixture(scope="module")
def place(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Place:
    """Return an empty venv with the wheel and whatever pip finds that it asks for."""
    folder = tmp_path_factory.mktemp("installed")
    installed = new_place(folder)
    installed.run("pip", "install", "--quiet", wheel, cwd=folder)
    return installed


def below(clone: Path, *folders: str) -> set[str]:
    return {
        path.relative_to(clone).as_posix()
        for folder in folders
        for path in (clone / folder).rglob("*")
        if path.is_file()
    }


def test_every_file_of_both_packages_is_inside(clone: Path, names: set[str]) -> None:
    assert below(clone, "companion", "widgets") <= names


def test_the_browser_half_the_type_markers_and_the_licence_are_inside(names: set[str]) -> None:
    wanted = {"widgets/stage.js", "widgets/stage.css", "companion/py.typed", "widgets/py.typed"}
    assert wanted <= names
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def test_every_notebook_is_inside(clone: Path, names: set[str]) -> None:
    notebooks = {f"companion/{name}" for name in below(clone, "notebooks") - {STRAY_SAVE}}
    assert f"companion/notebooks/{START}" in notebooks
    assert notebooks <= names


def test_nothing_else_is_inside(names: set[str]) -> None:
    top = {name.split("/")[0] for name in names}
    assert {folder for folder in top if not folder.endswith(".dist-info")} == {
        "companion",
        "widgets",
    }
    assert not [name for name in names if "__pycache__" in name or "checkpoints" in name]


def test_a_save_left_among_the_notebooks_is_not_packed(names: set[str]) -> None:
    assert not [name for name in names if name.endswith(".game")]


def test_both_packages_are_imported_from_the_wheel(place: Place, tmp_path: Path) -> None:
    code = "import companion, widgets; print(companion.__file__); print(widgets.__file__)"
    printed = place.run("python", "-c", code, cwd=tmp_path)
    for line in printed.splitlines()[-2:]:
        assert line.startswith(str(place.folder / "venv" / "lib"))


def test_what_is_installed_fits_together(place: Place, tmp_path: Path) -> None:
    assert "No broken requirements" in place.run("pip", "check", cwd=tmp_path)


PLAY = """
import random
import companion
from widgets import Table

for name in companion.games:
    game = companion.start(name, ["Ann", "Bo"], virtual=name in ("cake-duel", "alpaca-battle"))
    chance = random.Random(name)
    while game.outcome is None and game.revision < 60:
        legal = game.legal()
        game.do(legal[chance.randrange(len(legal))])
    assert game.revision > 10
    assert game.names[0] in Table(game).stage._parts["seat-0"]
    print("played", name)
"""


def test_each_game_is_played_from_the_wheel(place: Place, tmp_path: Path) -> None:
    printed = place.run("python", "-c", PLAY, cwd=tmp_path)
    played = [line.split()[1] for line in printed.splitlines() if line.startswith("played")]
    assert sorted(played) == ["alpaca-battle", "cake-duel", "piece-o-cake", "the-sheep"]


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    folder = tmp_path / "an empty folder"
    folder.mkdir()
    return folder


def test_the_command_copies_the_notebooks_and_opens_the_first(place: Place, empty: Path) -> None:
    with place.started("companion", "--no-browser", "--port", "0", cwd=empty) as server:
        assert server.lines[-1].startswith("Companion is ready: http://localhost:")
        assert f"{WHERE}companion-notebooks/{START}?token=" in server.address
        status, page = status_and_page(server.address)
        assert status == 200
        assert '"news": {"disabled": true}' in page
        assert "@jupyterlab/apputils-extension:announcements" in page
        assert status_and_page(contents(server.address))[0] == 200
    assert server.process.returncode == 0
    assert (empty / "companion-notebooks" / START).is_file()


def contents(address: str) -> str:
    return address.replace(WHERE, "/api/contents/")


def test_a_second_start_keeps_a_changed_notebook(place: Place, empty: Path) -> None:
    command = ("companion", "--no-browser", "--port", "0")
    with place.started(*command, cwd=empty):
        pass
    notebook = empty / "companion-notebooks" / START
    mine = notebook.read_text("utf-8") + "\n"
    notebook.write_text(mine, "utf-8")
    with place.started(*command, cwd=empty) as server:
        assert len(server.lines) == 1
    assert notebook.read_text("utf-8") == mine
    assert not list(notebook.parent.glob("*.new*"))


def test_a_taken_port_is_passed_over(place: Place, empty: Path) -> None:
    with place.started("companion", "--no-browser", "--port", "0", cwd=empty) as first:
        taken = first.address.split(":")[2].split("/")[0]
        with place.started("companion", "--no-browser", "--port", taken, cwd=empty) as second:
            assert f":{taken}/" not in second.address
            assert status_and_page(second.address)[0] == 200
