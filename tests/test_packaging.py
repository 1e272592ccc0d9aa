"""What is installed is what lies in the source: no data file may be left out of the package."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "kiebitz"


def test_every_data_file_is_part_of_the_package() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = settings["tool"]["setuptools"]["package-data"]["kiebitz"]
    packed = {path for pattern in patterns for path in PACKAGE.glob(pattern.replace("**", "**/*"))}
    there = {path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    data = {path for path in there if path.suffix not in (".py", ".pyc")}
    assert data - packed == set()
