"""The house: imports point one way, and the command line starts without the compiler."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "kiebitz"
ORDER = [
    "errors",
    "telling",
    "files",
    "amounts",
    "plugins",
    "cards",
    "kernel",
    "faults",
    "games",
    "knowledge",
    "search",
    "compat",
    "agents",
    "lab",
    "table",
    "cli",
    "__main__",
    "demo",
]


def part(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """The parts of the house that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("kiebitz."):
            found.add(node.module.split(".")[1])
        elif isinstance(node, ast.Import):
            found |= {alias.name.split(".")[1] for alias in node.names if alias.name.startswith("kiebitz.")}
    return found


def test_imports_point_one_way() -> None:
    for path in SOURCE.rglob("*.py"):
        if part(path) == "__init__":
            continue
        for other in imported(path):
            assert ORDER.index(other) <= ORDER.index(part(path)), f"{path.name} imports {other}"


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
    root = SOURCE.parents[1]
    for path in [*SOURCE.rglob("*.py"), *root.glob("tests/**/*.py"), *root.glob("benchmarks/**/*.py")]:
        text = path.read_text(encoding="utf-8")
        if text.startswith("# mypy:") and "allow-untyped-defs" in text.partition("\n")[0]:
            assert "@kernel" in text, path
