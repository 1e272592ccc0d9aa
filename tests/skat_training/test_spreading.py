"""Pieces of work on the executors: in order, however many, and again if a process dies."""

from __future__ import annotations

import os
import sys
from functools import partial
from itertools import count, islice
from pathlib import Path

import pytest

from kiebitz.errors import KiebitzError
from kiebitz.lab.playing.executors import Here, Processes, Threads
from tests.clocks import eventually
from tests.paths import ROOT
from tests.starter import run
from tools.skat_training.spreading import spreading


def square(number: int) -> int:
    return number * number


def fatal_once(mark: str, number: int) -> int:
    """Ends its process in the middle of the fifth piece, the first time."""
    if number == 4 and not Path(mark).exists():
        Path(mark).touch()
        os._exit(1)
    return square(number)


def fatal(number: int) -> int:
    os._exit(1)


@pytest.mark.parametrize("executor", [Threads(1), Threads(3), Processes(2), Here()])
def test_what_comes_back_is_in_order(executor: Threads | Processes | Here) -> None:
    assert list(spreading(executor)(square, range(9))) == [number * number for number in range(9)]
    endless = spreading(executor)(square, count())  # pieces are taken as they are needed
    assert list(islice(endless, 5)) == [0, 1, 4, 9, 16]
    assert list(spreading(executor)(square, [])) == []


def test_a_process_that_dies_costs_nothing(tmp_path: Path) -> None:
    work = partial(fatal_once, str(tmp_path / "died"))
    assert list(spreading(Processes(2))(work, range(9))) == [number * number for number in range(9)]
    assert (tmp_path / "died").exists()


def test_processes_that_always_die_are_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.skat_training.spreading.HOPELESS", 1)
    with pytest.raises(KiebitzError, match="die again and again"):
        list(spreading(Processes(1))(fatal, range(2)))


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not tell what runs")
def test_workers_end_with_a_command_that_is_ended_at_once() -> None:
    program = """if True:
        import os
        from kiebitz.lab.playing.executors import Processes
        from tools.skat_training.spreading import spreading
        print(next(spreading(Processes(1))(os.readlink, ["/proc/self"] * 9)), flush=True)
        os._exit(130)
    """
    answer = run([sys.executable, "-c", program], environment={"PYTHONPATH": str(ROOT)})
    assert answer.returncode == 130, answer.stderr
    worker = Path("/proc") / answer.stdout.strip()
    assert worker.name.isdecimal()
    assert eventually(lambda: not worker.exists())
