"""The house: layers import downwards only, games are slices through them, and no layer names a game."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from kiebitz.rules.parts import Part, part, resolve
from kiebitz.rules.registry import game_class, names

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "kiebitz"

LAYERS = [
    "version", "sayings", "errors", "language", "telling", "files", "amounts", "plugins", "cards", "children",
    "kernel",    "faults", "rules", "knowledge", "search", "agents", "envs", "lab", "table", "cli",
]  # fmt: skip
TOP = {"__init__": "cli", "__main__": "cli", "demo": "cli", "notebook": "cli"}
OF_A_GAME = {"knowledge", "search", "agents", "envs", "lab", "table", "cli"}
SHIPPED = re.compile(r"(?<![a-z])(schnapsen|skat|durak|boerenbridge|bummerl)", re.IGNORECASE)
PAGES = {".js", ".css", ".html", ".j2", ".json"}


def home(path: Path) -> tuple[str, str]:
    """The game whose file it is, none if it belongs to all; and its layer."""
    parts = [part.removesuffix(".py") for part in path.relative_to(SOURCE).parts]
    if parts[0] == "games" and len(parts) > 2:
        layer = "agents" if parts[2] == "platform" else parts[2]
        return parts[1], layer if layer in OF_A_GAME or layer == "agents" else "rules"
    return "", TOP.get(parts[0], parts[0])


def home_of(module: str) -> tuple[str, str]:
    """The same of a module by its name, such as ``kiebitz.games.skat.rules``."""
    parts = module.split(".")[1:] or ["__init__"]
    return home(SOURCE.joinpath(*parts, "__init__.py") if len(parts) < 3 else SOURCE.joinpath(*parts))


def imported(tree: ast.AST) -> Iterator[str]:
    """The modules of the house that a file imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("kiebitz"):
            for alias in node.names:
                inner = SOURCE.parent.joinpath(*node.module.split("."), alias.name)
                is_module = inner.with_suffix(".py").exists() or inner.is_dir()
                yield f"{node.module}.{alias.name}" if is_module else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("kiebitz"))


def wrong_imports(path: Path) -> list[str]:
    """What a file imports against the order of the layers."""
    game, layer = home(path)
    if layer == "games":
        return []
    found = []
    for module in imported(ast.parse(path.read_text(encoding="utf-8"))):
        other, below = home_of(module)
        strange = other and other != game
        if strange or (below in LAYERS and LAYERS.index(below) > LAYERS.index(layer)):
            found.append(module)
    return found


def docstrings(tree: ast.AST) -> set[int]:
    """Strings that explain: of modules, classes and functions, and below fields."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            body = node.body[:1]
        elif isinstance(node, (ast.Module, ast.ClassDef)):
            body = node.body
        else:
            continue
        found |= {id(one.value) for one in body if isinstance(one, ast.Expr)}
    return found


def words(node: ast.AST) -> list[str]:
    """The names and texts in a node."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.ImportFrom):
        return [node.module or "", *(alias.name for alias in node.names)]
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    fields = ("id", "attr", "name", "arg", "asname")
    return [word for field in fields if isinstance(word := getattr(node, field, None), str)]


def named_games(path: Path) -> list[str]:
    """Where a file that belongs to all games names one."""
    if home(path)[0]:
        return []
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return [line for line in text.splitlines() if SHIPPED.search(line)]
    tree = ast.parse(text)
    explaining = docstrings(tree)
    found = [word for node in ast.walk(tree) if id(node) not in explaining for word in words(node)]
    return [word for word in [path.name, *found] if SHIPPED.search(word)]


def broken() -> dict[str, list[str]]:
    """Every file that breaks a rule, and by what."""
    found = {}
    for path in sorted(SOURCE.rglob("*")):
        if path.suffix in PAGES | {".py"} and "__pycache__" not in path.parts:
            wrong = (wrong_imports(path) if path.suffix == ".py" else []) + named_games(path)
            if wrong:
                found[path.relative_to(SOURCE).as_posix()] = wrong
    return found


def compared(tree: ast.AST) -> Iterator[str]:
    """Phases and moves that a file compares with a word; that of playing cards every game has."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare):
            continue
        sides = [node.left, *node.comparators]
        if any(isinstance(side, ast.Attribute) and side.attr in ("phase", "move") for side in sides):
            texts = [side.value for side in sides if isinstance(side, ast.Constant)]
            yield from (text for text in texts if isinstance(text, str) and text != "play")


def test_layers_import_downwards_and_name_no_game() -> None:
    assert broken() == {}


def test_layers_compare_no_phase_and_no_move_with_a_word() -> None:
    found = {}
    for path in SOURCE.rglob("*.py"):
        if not home(path)[0] and (words := list(compared(ast.parse(path.read_text(encoding="utf-8"))))):
            found[path.relative_to(SOURCE).as_posix()] = words
    assert found == {}


@pytest.mark.parametrize("name", names())
def test_what_a_game_says_it_brings_is_there(name: str) -> None:
    from importlib import import_module

    game = game_class(name)
    for kind in KINDS:
        where, _, cls = kind.partition(":")
        layer: type[Part] = getattr(import_module(where), cls)
        assert isinstance(part(game, layer), layer)
    for form in game.brings.formats:
        assert callable(resolve(game, form.read))
    for reference in game.brings.platforms.values():
        assert resolve(game, reference)
    for module in game.brings.slow:
        import_module(f"{game.__module__}.{module}")


KINDS: list[str] = [
    "kiebitz.knowledge.reader:Reader",
    "kiebitz.search.solving:Solving",
    "kiebitz.agents.roster:Roster",
    "kiebitz.envs.encoding:Encoding",
    "kiebitz.lab.bench:Bench",
    "kiebitz.table.stage:Stage",
    "kiebitz.cli.commands:Commands",
]
"""What games may bring, one class for each layer."""


def test_the_installed_games_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    written = project["entry-points"]["kiebitz.games"]
    installed = {
        point.name: point.value
        for point in entry_points(group="kiebitz.games")
        if point.dist and point.dist.name == "kiebitz"
    }
    assert installed == written, "install again: pip install -e ."


def test_help_does_not_import_the_compiler() -> None:
    code = (
        "import sys; sys.argv = ['kiebitz', '--help']\n"
        "from kiebitz.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numba', 'numpy', 'scipy', 'pysat', 'matplotlib', 'jinja2', 'rich.console'}\n"
        "heavy &= set(sys.modules)\n"
        "print('heavy:', heavy or 'none')"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.endswith("heavy: none\n"), answer.stdout[-200:]


def test_only_files_with_kernels_have_functions_without_types() -> None:
    """Compiled functions carry their types in the signature of the decorator; all others in themselves."""
    for path in [*SOURCE.rglob("*.py"), *ROOT.glob("tests/**/*.py"), *ROOT.glob("benchmarks/**/*.py")]:
        text = path.read_text(encoding="utf-8")
        if text.startswith("# mypy:") and "allow-untyped-defs" in text.partition("\n")[0]:
            assert "@kernel" in text, path
