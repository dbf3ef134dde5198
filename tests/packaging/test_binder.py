"""The files in ``binder/``, followed literally on a copy of the checkout in a new venv."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from typing import TYPE_CHECKING
from urllib.error import URLError

import pytest

from tests.packaging.place import ROOT, Place, copy_of_checkout, new_place, status_and_page

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

START = "notebooks/00-start-here.ipynb"


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_of_checkout(tmp_path_factory.mktemp("binder"))


@pytest.fixture(scope="module")
def place(clone: Path) -> Place:
    """Return a venv after the two installing steps of a Binder build."""
    built = new_place(clone.parent)
    built.run("pip", "install", "--quiet", "-r", "binder/requirements.txt", cwd=clone)
    built.run(clone / "binder" / "postBuild", cwd=clone)
    return built


def test_the_python_is_named_as_binder_reads_it() -> None:
    assert re.fullmatch(r"python-3\.\d+\n", (ROOT / "binder" / "runtime.txt").read_text("utf-8"))


def test_post_build_can_be_run_and_stops_at_the_first_error() -> None:
    script = ROOT / "binder" / "postBuild"
    assert os.access(script, os.X_OK)
    assert script.read_text("utf-8").splitlines()[:2] == ["#!/bin/bash", "set -e"]


def test_the_pinned_packages_are_all_that_is_needed(place: Place, clone: Path) -> None:
    assert "No broken requirements" in place.run("pip", "check", cwd=clone)


def test_the_start_notebook_runs(place: Place, clone: Path) -> None:
    place.run("jupyter", "execute", START, cwd=clone)


def test_the_start_notebook_opens(place: Place, clone: Path) -> None:
    command = ("jupyter", "lab", "--no-browser", "--allow-root", "--port", "0")
    with place.started(*command, cwd=clone, stop=signal.SIGTERM) as server:
        base, token = re.split(r"/lab\S*\?", server.address)
        status, page = when_it_answers(f"{base}/doc/tree/{START}?{token}")
        assert status == 200
        assert '"mode": "single-document"' in page
        assert "apputils-extension:announcements" in page
        assert status_and_page(f"{base}/api/contents/{START}?{token}")[0] == 200
        kept = json.loads(status_and_page(f"{base}/lab/api/workspaces/default?{token}")[1])
        assert kept["data"]["layout-restorer:data"]["left"]["visible"] is False


def test_the_readme_names_the_page_that_opens() -> None:
    assert f"?urlpath=doc/tree/{START}\n" in (ROOT / "README.md").read_text("utf-8")


def when_it_answers(address: str) -> tuple[int, str]:
    """Open ``address``: JupyterLab alone tells its address a moment before it listens."""
    for _attempt in range(100):
        try:
            return status_and_page(address)
        except URLError:
            time.sleep(0.1)
    return status_and_page(address)
