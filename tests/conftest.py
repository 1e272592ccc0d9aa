"""What all tests share: a stranger's game is installed, runs are stored in a folder of their own, and two
workers share the compiling."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest
from hypothesis import HealthCheck, settings

import kiebitz

settings.register_profile("explore", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", settings.get_profile("explore"), derandomize=True)
settings.load_profile("same")  # what passes here passes elsewhere; --hypothesis-profile=explore tries others

collect_ignore = ["bots/line_bot.py", "bots/student.py", "games/schnapsen/platform/first/bots", "strangers"]
"""Programs for other interfaces than ours, which nothing here imports; packages that are none of ours."""

STRANGERS = str(Path(__file__).parent / "strangers")
"""Packages as pip would install them: found by this process and by those that it starts."""
sys.path.append(STRANGERS)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), STRANGERS]))


@pytest.fixture(autouse=True)
def runs_folder(tmp_path: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_RUNS", f"{tmp_path}/runs")


def pytest_sessionstart() -> None:
    """Every second worker compiles from the other end: a kernel that one has compiled the others load."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    if int(worker) % 2 == 0:
        return
    names = [found.name for found in walk_packages(kiebitz.__path__, "kiebitz.", onerror=lambda name: None)]
    for name in reversed(names):
        with suppress(Exception):  # a module that cannot be imported fails when its tests are collected
            import_module(name)


def pytest_itemcollected(item: pytest.Item) -> None:
    """The tests of a file stay together: they need the same kernels."""
    if item.get_closest_marker("xdist_group") is None:
        item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))
