"""What is installed is what lies in the source: no data file may be left out of the package."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "kiebitz"


def data_files() -> set[Path]:
    there = {path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    return {path for path in there if path.suffix not in (".py", ".pyc")}


def test_every_data_file_is_part_of_the_package() -> None:
    """One list of patterns, meant from every folder with modules."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = settings["tool"]["setuptools"]["package-data"]["*"]
    packages = {path.parent for path in PACKAGE.rglob("__init__.py")}
    packed = {
        path
        for package in packages
        for pattern in patterns
        for path in package.glob(pattern.replace("**", "**/*"))
    }
    assert data_files() - packed == set()


def test_what_is_built_has_every_file(tmp_path: Path) -> None:
    pytest.importorskip("setuptools")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(PACKAGE, tmp_path / "src" / "kiebitz", ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-c", "from setuptools import setup; setup()", "-q", "build", "-b", "built"]
    answer = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    built = {path.relative_to(tmp_path / "built" / "lib") for path in (tmp_path / "built").rglob("*")}
    wanted = {*data_files(), *PACKAGE.rglob("*.py")}
    assert {path.relative_to(PACKAGE.parent) for path in wanted} - built == set()


@pytest.mark.parametrize("name", ["runs", "build", "dist"])
def test_only_the_top_of_the_tree_has_folders_that_git_ignores(name: str) -> None:
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("this is not a clone, or there is no git")
    asked = [f"{name}/file", f"src/kiebitz/{name}/file", f"docs/{name}/file"]
    answer = subprocess.run(["git", "check-ignore", *asked], cwd=ROOT, capture_output=True, text=True)
    assert answer.stdout.split() == asked[:1]


def test_a_python_that_is_not_installed_is_skipped_with_a_sentence() -> None:
    if not shutil.which("make"):
        pytest.skip("there is no make")
    command = ["make", "--no-print-directory", "test-pythons", "PYTHONS=3.98 3.99"]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    said = [f"== Python {version} is not installed: skipped" for version in ("3.98", "3.99")]
    assert (answer.returncode, answer.stdout.splitlines()) == (0, said), answer.stderr


def test_every_supported_python_is_checked_with_its_own_types() -> None:
    """A fixed version made mypy read the stubs of newer libraries as those of an older Python: 78 errors."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "python_version" not in settings["tool"]["mypy"]
    oldest = settings["project"]["requires-python"].removeprefix(">=")
    versions = next(line for line in (ROOT / "Makefile").read_text().splitlines() if "PYTHONS :=" in line)
    assert versions.split(":=")[1].split()[0] == oldest
