"""The rules of the house, read from the source: who may import whom, and how things are shaped."""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
GAMES = {path.parent.name for path in ROOT.glob("companion/*/engine.py")}
THE_COMMAND = {"companion.launch", "companion.__main__"}  # the one part that meets the system
LONGEST_FUNCTION = 40
LARGEST_STAGE = 30_000

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Module(NamedTuple):
    """A module's dotted name and its syntax tree."""

    name: str
    tree: ast.Module

    @property
    def game(self) -> str:
        """The game it belongs to, or nothing."""
        parts = self.name.split(".")
        return parts[1] if parts[0] == "companion" and parts[1:2] and parts[1] in GAMES else ""


def read(path: Path) -> Module:
    return Module(name_of(path), ast.parse(path.read_text("utf-8")))


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def files(*packages: str) -> list[Path]:
    return [path for package in packages for path in sorted((ROOT / package).rglob("*.py"))]


def modules(*packages: str) -> list[Module]:
    return [read(path) for path in files(*packages)]


COMPANION = modules("companion")
WIDGETS = modules("widgets")
CORE = [module for module in COMPANION if not module.game]
PURE = [module for module in COMPANION if module.name not in THE_COMMAND]


def imported(node: ast.AST) -> list[str]:
    """Return the dotted names one import statement may bring in."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are absolute, so that they can be read here"
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return []


def all_imports(module: Module) -> set[str]:
    return {name for node in ast.walk(module.tree) for name in imported(node)}


def imports_when_loaded(module: Module) -> set[str]:
    return {name for node in outside_functions(module.tree) for name in imported(node)}


def outside_functions(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, Function | ast.Lambda):
            yield child
            yield from outside_functions(child)


def game_of(imported_name: str) -> str:
    parts = imported_name.split(".")
    return parts[1] if parts[0] == "companion" and parts[1:2] and parts[1] in GAMES else ""


def outsiders(names: set[str]) -> set[str]:
    """Return the packages that are neither ours nor in the standard library."""
    return {name.split(".")[0] for name in names} - sys.stdlib_module_names - {"companion"}


def report(findings: list[str]) -> None:
    assert not findings, "\n" + "\n".join(findings)


# Imports run one way


def test_there_are_games_and_modules_to_look_at() -> None:
    assert GAMES
    assert COMPANION
    assert WIDGETS


def test_the_library_knows_no_widget_and_no_test() -> None:
    above = ("widgets", "tests", "notebooks")
    report(
        [
            f"{module.name} imports {name}"
            for module in COMPANION
            for name in all_imports(module)
            if name.split(".")[0] in above
        ]
    )


def test_the_widgets_know_no_test() -> None:
    report(
        [
            f"{module.name} imports {name}"
            for module in WIDGETS
            for name in all_imports(module)
            if name.split(".")[0] in {"tests", "notebooks"}
        ]
    )


def test_the_core_knows_no_game() -> None:
    report(
        [
            f"{module.name} imports {name}"
            for module in CORE
            for name in all_imports(module)
            if game_of(name)
        ]
    )


def test_the_core_names_no_game() -> None:
    names = GAMES | {game.replace("_", "-") for game in GAMES}
    report(
        [
            f"{module.name}, line {node.lineno}: {node.value!r}"
            for module in CORE
            for node in ast.walk(module.tree)
            if isinstance(node, ast.Constant) and node.value in names
        ]
    )


def test_a_game_knows_no_other_game() -> None:
    report(
        [
            f"{module.name} imports {name}"
            for module in COMPANION
            for name in all_imports(module)
            if module.game and game_of(name) not in {"", module.game}
        ]
    )


def test_only_a_page_knows_its_game() -> None:
    report(
        [
            f"{module.name} imports {name}"
            for module in WIDGETS
            for name in all_imports(module)
            if game_of(name) and not module.name.startswith("widgets.pages.")
        ]
    )


HIDDEN = re.compile(r"companion\.(secrets\.(?!Glimpse\b)|session|saves|codes|opening|\w+\.dealing)")


def test_a_computer_player_cannot_reach_what_is_hidden() -> None:
    """It gets a view of its own seat; with these it could look at more."""
    report(
        [
            f"{module.name} imports {name}"
            for module in COMPANION
            if module.game and module.name.endswith(".bots")
            for name in all_imports(module)
            if HIDDEN.match(name)
        ]
    )


def test_the_library_needs_little() -> None:
    report(
        [
            f"{module.name} imports {name} when loaded"
            for module in PURE
            for name in outsiders(imports_when_loaded(module)) - {"msgspec", "filelock"}
        ]
    )


def test_the_qr_picture_is_all_the_library_asks_for_later() -> None:
    askers = {
        name: {module.name for module in PURE if name in outsiders(all_imports(module))}
        for module in PURE
        for name in outsiders(all_imports(module)) - {"msgspec", "filelock"}
    }
    assert set(askers) <= {"segno"}
    assert len(askers.get("segno", ())) <= 1


def test_the_command_needs_only_the_standard_library_to_start() -> None:
    report(
        [
            f"{module.name} imports {name} when loaded"
            for module in COMPANION
            if module.name in THE_COMMAND
            for name in outsiders(imports_when_loaded(module))
        ]
    )


def test_the_library_does_not_load_the_command() -> None:
    report(
        [
            f"{module.name} imports {name}"
            for module in [*PURE, *WIDGETS]
            for name in all_imports(module)
            if name.startswith("companion.launch")
        ]
    )


# Neither clock, nor chance, nor surroundings


def surroundings(module: Module) -> Iterator[str]:
    """Yield each use of a clock, of shared randomness or of the environment."""
    names = all_imports(module)
    for name in names:
        if name.split(".")[0] == "time" or name in {"os.environ", "os.getenv"}:
            yield name
        if name.startswith("random.") and name != "random.Random":
            yield name
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Attribute) and forbidden(ast.unparse(node), names):
            yield f"{ast.unparse(node)}, line {node.lineno}"


def forbidden(dotted: str, names: set[str]) -> bool:
    # A seeded generator may well be called "random"; only the module itself is shared.
    shared_chance = "random" in names and re.match(r"random\.(?!Random\b)", dotted)
    clock = re.fullmatch(r"(datetime\.|date\.)+(now|utcnow|today)", dotted)
    return bool(shared_chance or clock) or dotted in {"os.environ", "os.getenv"}


def test_rules_know_no_clock_no_shared_chance_and_no_surroundings() -> None:
    report([f"{module.name}: {use}" for module in PURE for use in surroundings(module)])


def system_calls(module: Module) -> Iterator[str]:
    """Yield each use of the operating system but the name of its paths' type."""
    for name in all_imports(module):
        if name.split(".")[0] in {"subprocess", "socket", "shutil"}:
            yield name
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Attribute) and re.match(r"os\.(?!PathLike\b)", ast.unparse(node)):
            yield f"{ast.unparse(node)}, line {node.lineno}"


def test_only_saves_and_the_command_touch_the_system() -> None:
    report(
        [
            f"{module.name}: {use}"
            for module in PURE
            if module.name != "companion.saves"
            for use in system_calls(module)
        ]
    )


# Shape


def functions(tree: ast.AST) -> list[Function]:
    return [node for node in ast.walk(tree) if isinstance(node, Function)]


def test_no_function_is_longer_than_a_screen() -> None:
    report(
        [
            f"{module.name}.{function.name} has {length} lines"
            for module in [*COMPANION, *WIDGETS, *modules("tests")]
            for function in functions(module.tree)
            if (length := (function.end_lineno or 0) - function.lineno + 1) > LONGEST_FUNCTION
        ]
    )


def test_refusals_are_words_and_decide_nothing() -> None:
    """A function that may return no refusal is a check, and checks live elsewhere."""
    report(
        [
            f"{module.name}.{function.name} decides"
            for module in COMPANION
            if module.name.endswith(".refusals")
            for function in functions(module.tree)
            if function.returns and ast.unparse(function.returns) == "Refusal | None"
        ]
    )


def public_things(node: ast.Module | ast.ClassDef, prefix: str) -> Iterator[tuple[str, ast.AST]]:
    for child in node.body:
        if isinstance(child, Function | ast.ClassDef) and not child.name.startswith("_"):
            yield f"{prefix}.{child.name}", child
            if isinstance(child, ast.ClassDef):
                yield from public_things(child, f"{prefix}.{child.name}")


def is_overload(node: ast.AST) -> bool:
    decorators = node.decorator_list if isinstance(node, Function) else []
    return any(
        ast.unparse(decorator).split(".")[-1] in {"overload", "setter"} for decorator in decorators
    )


def test_every_public_thing_tells_what_one_gets() -> None:
    report(
        [
            f"{name} has no docstring"
            for module in [*COMPANION, *WIDGETS]
            for name, node in public_things(module.tree, module.name)
            if isinstance(node, Function | ast.ClassDef)
            and not is_overload(node)
            and not ast.get_docstring(node)
        ]
    )


def test_no_module_is_a_drawer_for_anything() -> None:
    drawers = {"utils", "util", "helpers", "helper", "manager", "managers", "common", "misc"}
    report(
        [
            name
            for name in map(name_of, files("companion", "widgets", "tests"))
            if drawers & set(name.split("."))
        ]
    )


def test_the_browser_half_stays_small() -> None:
    assert (ROOT / "widgets" / "stage.js").stat().st_size < LARGEST_STAGE


# Nothing from elsewhere

NAMESPACES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/")  # names, never fetched
HERE = ("http://localhost", "http://127.0.0.1")
ADDRESS = re.compile(r"(?:https?|wss?|ftp)://[\w.-]+[^\s\"'`<>)]*")


def shipped_texts() -> Iterator[tuple[str, str]]:
    for folder in ("companion", "widgets", "notebooks"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".py", ".js", ".css", ".json", ".html", ".svg", ".ipynb"}:
                yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")


def test_nothing_shipped_points_into_the_network() -> None:
    report(
        [
            f"{name}: {address}"
            for name, text in shipped_texts()
            for address in ADDRESS.findall(text)
            if not address.startswith(NAMESPACES + HERE)
        ]
    )


# Notebooks


def cells(kind: str) -> Iterator[tuple[str, str]]:
    for path in sorted(ROOT.glob("notebooks/*.ipynb")):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            if cell["cell_type"] == kind:
                yield path.name, "".join(cell["source"])


def test_notebooks_use_the_kit_and_nothing_of_the_project_around_it() -> None:
    report(
        [
            f"{name}: {line}"
            for name, source in cells("code")
            for line in source.splitlines()
            if re.match(r"\s*(from|import)\s+(tests|notebooks)\b", line)
        ]
    )


# The files around the code


def project() -> dict[str, list[str]]:
    return dict(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"])


def package_name(requirement: str) -> str:
    found = re.match(r"[\w.-]+", requirement)
    assert found
    return found[0].lower().replace("_", "-")


def pins() -> list[str]:
    text = (ROOT / "binder" / "requirements.txt").read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_binder_gets_exactly_what_the_project_needs() -> None:
    needed = {package_name(requirement) for requirement in project()["dependencies"]}
    assert {package_name(pin) for pin in pins()} == needed
    assert len(pins()) == len(needed)


@pytest.mark.parametrize("pin", pins())
def test_binder_pins_are_exact_and_allowed(pin: str) -> None:
    found = re.fullmatch(r"([\w.-]+)==([\w.]+)", pin)
    assert found, "a pin is a name and one version"
    name, version = found.groups()
    [requirement] = [line for line in project()["dependencies"] if package_name(line) == name]
    least = re.search(r">=([\d.]+)", requirement)
    assert least
    assert numbers(version) >= numbers(least[1])


def numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))


def readme_commands() -> list[str]:
    text = (ROOT / "README.md").read_text("utf-8")
    return [line for line in text.splitlines() if line.startswith("python3 -m venv")]


def test_the_readme_has_the_two_commands() -> None:
    assert readme_commands() == [
        "python3 -m venv .venv && .venv/bin/pip install -e . && .venv/bin/companion",
        "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/python -m tests",
    ]


def test_the_check_of_a_clean_clone_is_the_readme_s_second_command() -> None:
    script = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    assert [line for line in script if "venv" in line and "rm " not in line] == readme_commands()[
        1:
    ]


def test_the_readme_shows_no_picture_that_is_not_there() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    pictures = re.findall(r"!\[[^\]]*\]\(([^)<\s]+)\)", text)
    report([picture for picture in pictures if not (ROOT / picture).is_file()])
