"""The ``companion`` command: which notebooks it opens, what it copies, how it is spoken to."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion import launch

START = launch.START
LAB = "piece-o-cake-lab.ipynb"


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    folder = tmp_path / "installed" / "notebooks"
    folder.mkdir(parents=True)
    (folder / START).write_text("start 1")
    (folder / LAB).write_text("lab 1")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "companion-notebooks"


def texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.glob("*.ipynb")}


# The copy


def test_the_first_time_everything_is_copied_and_the_place_told(
    shipped: Path, folder: Path
) -> None:
    [note] = launch.lay_out(shipped, folder)
    assert str(folder) in note
    assert texts(folder) == {START: "start 1", LAB: "lab 1"}


def test_the_second_time_there_is_nothing_to_tell(shipped: Path, folder: Path) -> None:
    launch.lay_out(shipped, folder)
    assert launch.lay_out(shipped, folder) == []


def test_an_untouched_notebook_is_refreshed(shipped: Path, folder: Path) -> None:
    launch.lay_out(shipped, folder)
    (shipped / LAB).write_text("lab 2")
    assert launch.lay_out(shipped, folder) == [f"{LAB} was brought up to date."]
    assert texts(folder) == {START: "start 1", LAB: "lab 2"}


def test_a_changed_notebook_stays_while_nothing_newer_is_shipped(
    shipped: Path, folder: Path
) -> None:
    launch.lay_out(shipped, folder)
    (folder / LAB).write_text("mine")
    assert launch.lay_out(shipped, folder) == []
    assert texts(folder) == {START: "start 1", LAB: "mine"}


def test_the_newer_one_is_laid_beside_a_changed_notebook_once(shipped: Path, folder: Path) -> None:
    launch.lay_out(shipped, folder)
    (folder / LAB).write_text("mine")
    (shipped / LAB).write_text("lab 2")
    [note] = launch.lay_out(shipped, folder)
    assert LAB in note
    assert "piece-o-cake-lab.new.ipynb" in note
    assert texts(folder) == {START: "start 1", LAB: "mine", "piece-o-cake-lab.new.ipynb": "lab 2"}
    assert launch.lay_out(shipped, folder) == []


def test_an_untouched_newer_one_gives_way_to_a_still_newer_one(shipped: Path, folder: Path) -> None:
    launch.lay_out(shipped, folder)
    (folder / LAB).write_text("mine")
    for version in ("lab 2", "lab 3"):
        (shipped / LAB).write_text(version)
        launch.lay_out(shipped, folder)
    assert texts(folder) == {START: "start 1", LAB: "mine", "piece-o-cake-lab.new.ipynb": "lab 3"}


def test_a_changed_newer_one_stays_too(shipped: Path, folder: Path) -> None:
    launch.lay_out(shipped, folder)
    (folder / LAB).write_text("mine")
    (shipped / LAB).write_text("lab 2")
    launch.lay_out(shipped, folder)
    (folder / "piece-o-cake-lab.new.ipynb").write_text("mine too")
    (shipped / LAB).write_text("lab 3")
    [note] = launch.lay_out(shipped, folder)
    assert "piece-o-cake-lab.new-2.ipynb" in note
    assert texts(folder) == {
        START: "start 1",
        LAB: "mine",
        "piece-o-cake-lab.new.ipynb": "mine too",
        "piece-o-cake-lab.new-2.ipynb": "lab 3",
    }


def test_taking_over_the_newer_one_makes_it_untouched_again(shipped: Path, folder: Path) -> None:
    launch.lay_out(shipped, folder)
    (folder / LAB).write_text("mine")
    (shipped / LAB).write_text("lab 2")
    launch.lay_out(shipped, folder)
    (folder / LAB).write_text("lab 2")
    (shipped / LAB).write_text("lab 3")
    assert launch.lay_out(shipped, folder) == [f"{LAB} was brought up to date."]


def test_a_deleted_notebook_comes_back(shipped: Path, folder: Path) -> None:
    launch.lay_out(shipped, folder)
    (folder / START).unlink()
    launch.lay_out(shipped, folder)
    assert texts(folder)[START] == "start 1"


@pytest.mark.parametrize("damage", ["", "{", "[]", '"x"'])
def test_without_a_readable_manifest_nothing_is_overwritten(
    shipped: Path, folder: Path, damage: str
) -> None:
    launch.lay_out(shipped, folder)
    (folder / launch.MANIFEST).write_text(damage)
    (shipped / LAB).write_text("lab 2")
    launch.lay_out(shipped, folder)
    assert texts(folder)[LAB] == "lab 1"
    assert texts(folder)["piece-o-cake-lab.new.ipynb"] == "lab 2"


def test_a_folder_that_was_already_there_is_respected(shipped: Path, folder: Path) -> None:
    folder.mkdir()
    (folder / START).write_text("someone's own")
    launch.lay_out(shipped, folder)
    assert texts(folder)[START] == "someone's own"


def test_files_below_the_folder_are_copied_too(shipped: Path, folder: Path) -> None:
    (shipped / "pictures").mkdir()
    (shipped / "pictures" / "cake.svg").write_text("<svg/>")
    launch.lay_out(shipped, folder)
    assert (folder / "pictures" / "cake.svg").read_text() == "<svg/>"


def test_the_manifest_names_every_file_laid(shipped: Path, folder: Path) -> None:
    launch.lay_out(shipped, folder)
    manifest = json.loads((folder / launch.MANIFEST).read_text())
    assert set(manifest) == {START, LAB}


def test_an_installation_without_notebooks_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=START):
        launch.lay_out(tmp_path / "nothing", tmp_path / "copy")


# Which folder


@pytest.fixture
def installed(shipped: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pretend that the library is installed beside the shipped notebooks, not in a checkout."""
    monkeypatch.setattr(launch, "__file__", str(shipped.parent / "launch.py"))
    return shipped.parent


def a_checkout(folder: Path) -> Path:
    (folder / "notebooks").mkdir(parents=True)
    (folder / "notebooks" / START).write_text("checkout's")
    (folder / "pyproject.toml").write_text('[project]\nname = "tabletop-companion"\n')
    return folder


def test_a_checkout_the_library_runs_from_is_used_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkout = a_checkout(tmp_path / "checkout")
    monkeypatch.setattr(launch, "__file__", str(checkout / "companion" / "launch.py"))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert launch.notebooks_folder(elsewhere) == checkout / "notebooks"
    assert not list(elsewhere.iterdir())


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("below", [".", "notebooks"])
def test_a_checkout_one_stands_in_is_used(tmp_path: Path, below: str) -> None:
    checkout = a_checkout(tmp_path / "checkout")
    assert launch.notebooks_folder(checkout / below) == checkout / "notebooks"


@pytest.mark.usefixtures("installed")
def test_elsewhere_the_notebooks_are_copied(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert launch.notebooks_folder(tmp_path) == tmp_path / launch.FOLDER
    assert (tmp_path / launch.FOLDER / START).is_file()
    assert len(capsys.readouterr().out.splitlines()) == 1


@pytest.mark.usefixtures("installed")
def test_inside_the_copy_no_second_copy_is_made(tmp_path: Path) -> None:
    copy = launch.notebooks_folder(tmp_path)
    assert launch.notebooks_folder(copy) == copy


@pytest.mark.usefixtures("installed")
def test_another_project_with_notebooks_is_not_taken_for_a_checkout(tmp_path: Path) -> None:
    other = a_checkout(tmp_path / "other")
    (other / "pyproject.toml").write_text('[project]\nname = "something-else"\n')
    assert launch.notebooks_folder(other) == other / launch.FOLDER


# The command line


def test_the_defaults_are_this_computer_and_a_browser() -> None:
    options = launch.parser().parse_args([])
    assert (options.ip, options.port, options.no_browser) == ("localhost", 8888, False)


def test_all_options_are_read() -> None:
    options = launch.parser().parse_args(["--no-browser", "--port", "9000", "--ip", "0.0.0.0"])  # noqa: S104
    assert (options.ip, options.port, options.no_browser) == ("0.0.0.0", 9000, True)  # noqa: S104


@pytest.mark.parametrize("port", ["-1", "65536", "x", "8.5", "²"])
def test_a_port_that_is_none_is_refused_by_name(
    port: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        launch.parser().parse_args([f"--port={port}"])
    assert f"{port!r} is not a port" in capsys.readouterr().err


def test_without_jupyterlab_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert launch.main(["--no-browser"]) == 1
    assert f"{sys.executable} -m pip install jupyterlab" in capsys.readouterr().err


@pytest.mark.usefixtures("installed")
def test_where_nothing_can_be_written_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / launch.FOLDER).write_text("a file where the folder should be")
    assert launch.main(["--no-browser"]) == 1
    assert "a folder you may write to" in capsys.readouterr().err


def test_ctrl_c_before_the_server_runs_ends_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_here: Path) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(launch, "notebooks_folder", interrupted)
    assert launch.main([]) == 0
    assert capsys.readouterr().out == "The companion has stopped.\n"


# The server


def arguments(*options: str) -> list[str]:
    folder = Path("/somewhere/my notebooks")
    return launch._lab_arguments(folder, launch.parser().parse_args(options), "secret")


def test_nothing_is_fetched_from_elsewhere() -> None:
    given = arguments()
    assert "--LabApp.news_url=None" in given
    assert "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate" in given
    assert "--LabApp.extension_manager=readonly" in given


def handler(workspace: str | None, folder: Path = Path("/nowhere")) -> SimpleNamespace:
    app = SimpleNamespace(workspaces_dir=str(folder))
    return SimpleNamespace(path_kwargs={"workspace": workspace}, extensionapp=app)


@pytest.mark.parametrize("page", [{}, {"disabledExtensions": ["another"]}])
def test_nobody_is_asked_about_news(page: dict[str, list[str]]) -> None:
    disabled = launch._page_config(handler("/workspaces/another"), page)["disabledExtensions"]
    assert disabled == [*page.get("disabledExtensions", []), launch._ANNOUNCEMENTS]


def test_each_page_begins_without_sidebars(tmp_path: Path) -> None:
    for _time in range(2):
        launch._page_config(handler("/workspaces/companion", tmp_path / "workspaces"), {})
        [kept] = (tmp_path / "workspaces").iterdir()
        workspace = json.loads(kept.read_text())
        assert workspace["metadata"]["id"] == "companion"
        layout = workspace["data"]["layout-restorer:data"]
        for side in ("left", "right"):
            assert layout[side]["collapsed"]
            assert not layout[side]["visible"]
        kept.write_text("{}")


@pytest.mark.parametrize("workspace", [None, "/workspaces/mine"])
def test_a_workspace_of_somebody_else_stays_as_it_is(tmp_path: Path, workspace: str | None) -> None:
    launch._page_config(handler(workspace, tmp_path), {})
    assert not list(tmp_path.iterdir())


def test_where_no_layout_can_be_kept_the_page_opens_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "a file").touch()
    launch._page_config(handler("/workspaces/companion", tmp_path / "a file" / "below"), {})


def test_the_start_notebook_is_what_a_browser_opens() -> None:
    address = f"/doc/workspaces/companion/tree/my%20notebooks/{START}"
    assert f"--LabApp.default_url={address}" in arguments()
    assert "--ServerApp.root_dir=/somewhere" in arguments()


def test_the_browser_can_be_left_out() -> None:
    assert "--no-browser" in arguments("--no-browser")
    assert "--no-browser" not in arguments()


@pytest.mark.parametrize(
    ("ip", "shown"), [("localhost", "localhost"), ("::1", "[::1]"), ("10.0.0.5", "10.0.0.5")]
)
def test_the_address_names_the_real_port_and_the_token(ip: str, shown: str) -> None:
    server = SimpleNamespace(certfile="", ip=ip, port=8890, base_url="/")
    line = launch._ready(server, Path("/checkout/notebooks"), "secret")
    opened = f"doc/workspaces/companion/tree/notebooks/{START}"
    address = f"http://{shown}:8890/{opened}?token=secret"
    assert line == f"Companion is ready: {address}"


@pytest.mark.parametrize("ip", ["0.0.0.0", "::", "*", ""])  # noqa: S104
def test_an_address_for_every_interface_is_shown_as_one_to_open(ip: str) -> None:
    assert launch._host(ip) not in {ip, ""}


# Quick to start


def test_help_answers_without_jupyter() -> None:
    code = (
        "import sys; from companion.launch import parser; parser().format_help(); "
        "print([name for name in sys.modules if name.startswith(('jupyter', 'traitlets'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=20
    )
    assert done.stdout.strip() == "[]"


def test_the_library_does_not_know_the_command() -> None:
    code = "import sys, companion; print('companion.launch' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=20
    )
    assert done.stdout.strip() == "False"


def test_the_command_imports_only_the_standard_library() -> None:
    tree = ast.parse(Path(launch.__file__).read_text("utf-8"))
    imported = {
        name.split(".")[0]
        for node in tree.body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [a.name for a in node.names]
        )
    }
    assert imported <= {*sys.stdlib_module_names, "companion"}
