"""What is installed is what lies in the source: no data file may be left out of the package."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

import kiebitz

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "kiebitz"


def settings() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def data_files() -> set[Path]:
    there = {path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    return {path for path in there if path.suffix not in (".py", ".pyc")}


def test_every_data_file_is_part_of_the_package() -> None:
    """One list of patterns, meant from every folder with modules."""
    patterns = settings()["tool"]["setuptools"]["package-data"]["*"]
    packages = {path.parent for path in PACKAGE.rglob("__init__.py")}
    packed = {
        path
        for package in packages
        for pattern in patterns
        for path in package.glob(pattern.replace("**", "**/*"))
    }
    assert data_files() - packed == set()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel, made from a source distribution as others would make it."""
    folder = tmp_path_factory.mktemp("package")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(PACKAGE, folder / "src" / "kiebitz", ignore=shutil.ignore_patterns("__pycache__"))
    build(folder, "sdist")
    (packed,) = (folder / "dist").glob("*.tar.gz")
    shutil.unpack_archive(packed, folder / "unpacked", filter="data")
    (source,) = (folder / "unpacked").iterdir()
    build(source, "wheel")
    (made,) = (source / "dist").glob("*.whl")
    return made


def build(folder: Path, kind: str) -> None:
    command = f"from setuptools.build_meta import build_{kind} as build; build('dist')"
    answer = subprocess.run([sys.executable, "-c", command], cwd=folder, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr


def test_what_is_built_has_every_file(wheel: Path) -> None:
    built = {Path(name) for name in ZipFile(wheel).namelist()}
    wanted = {*data_files(), *PACKAGE.rglob("*.py")}
    assert {path.relative_to(PACKAGE.parent) for path in wanted} - built == set()


def test_the_version_stands_once(wheel: Path) -> None:
    assert wheel.name.startswith(f"kiebitz-{kiebitz.__version__}-")
    assert "version" not in settings()["project"]


def test_what_is_built_works_outside_the_repository(wheel: Path, tmp_path: Path) -> None:
    """With nothing of the clone in reach: what the package reads must be in it."""
    ZipFile(wheel).extractall(tmp_path / "installed")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "installed")}

    def run(*words: str) -> str:
        command = [sys.executable, *words]
        answer = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert answer.returncode == 0, answer.stderr
        return answer.stdout

    home = run("-c", "import kiebitz; print(kiebitz.__file__)")
    assert Path(home.strip()).is_relative_to(tmp_path)
    assert run("-m", "kiebitz", "--version").split()[1] == kiebitz.__version__
    assert "published figures that these deals could have refuted agree" in run(
        "-m", "kiebitz", "--language", "en", "reproduce", "boerenbridge-table6", "--deals", "500", "--quiet"
    )
    assert "Karten" in run("-m", "kiebitz", "--language", "de", "games")


def test_everybody_whose_work_is_used_is_cited() -> None:
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert sum(line.startswith("  - type:") for line in lines) == 5
    assert not any(line.startswith("version:") for line in lines), "the version stands once"


def test_public_checks_cover_every_supported_python() -> None:
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    versions = next(line for line in (ROOT / "Makefile").read_text().splitlines() if "PYTHONS :=" in line)
    rows = [line for line in workflow.splitlines() if line.strip().startswith("python: [")]
    assert len(rows) == 2
    assert all(re.findall(r"[\d.]+", row) == versions.split(":=")[1].split() for row in rows)
    assert all(system in workflow for system in ("ubuntu-latest", "macos-latest", "windows-latest"))


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
    assert "python_version" not in settings()["tool"]["mypy"]
    oldest = settings()["project"]["requires-python"].removeprefix(">=")
    versions = next(line for line in (ROOT / "Makefile").read_text().splitlines() if "PYTHONS :=" in line)
    assert versions.split(":=")[1].split()[0] == oldest
