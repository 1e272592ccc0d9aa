"""What all tests share: a stranger's game is installed, and two workers share the compiling."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, NoReturn

import pytest
from hypothesis import HealthCheck, settings

import kiebitz
from tests.sharing import Sharing, turn

settings.register_profile("explore", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", settings.get_profile("explore"), derandomize=True)
settings.load_profile("same")  # what passes here passes elsewhere; --hypothesis-profile=explore tries others

collect_ignore = ["bots/line_bot.py", "bots/student.py", "games/schnapsen/platform/first/bots", "strangers"]
"""Programs for other interfaces than ours, which nothing here imports; packages that are none of ours."""

STRANGERS = str(Path(__file__).parent / "strangers")
"""Packages as pip would install them: found by this process and by those that it starts."""
sys.path.append(STRANGERS)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), STRANGERS]))


def pytest_sessionstart() -> None:
    """Every second worker compiles from the other end: a kernel that one has compiled the others load."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    if int(worker) % 2 == 0:
        return
    names = [found.name for found in walk_packages(kiebitz.__path__, "kiebitz.", onerror=lambda name: None)]
    for name in reversed(names):
        with suppress(Exception):  # a module that cannot be imported fails when its tests are collected
            import_module(name)


@pytest.fixture(autouse=True, scope="session")
def no_calendar() -> Iterator[None]:
    """No test plays the puzzle of the day that it happens to run on: each says which day it means."""
    from kiebitz.lab.puzzles import making

    def refuse() -> NoReturn:
        raise AssertionError("a test asks which day it is")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(making, "today", refuse)
        yield


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: turn(item.nodeid))


@pytest.hookimpl(optionalhook=True)  # there may be no workers
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    config.option.loadscopereorder = False  # it would be by the number of tests
    return Sharing(config, log)
