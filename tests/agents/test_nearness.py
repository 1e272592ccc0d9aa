"""Who is asked often and answers at once stays on the referee's core; nobody else is held."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from kiebitz.agents.cells.distant import Distant, Lodging
from kiebitz.agents.cells.nearness import ANY, shared_core, side_by_side
from kiebitz.agents.registry import contestant
from kiebitz.rules.registry import game

if not hasattr(os, "sched_getaffinity"):
    pytest.skip("this system holds no process to a core", allow_module_level=True)

TELLS = """
import os, time
from kiebitz import Agent, Decision

class Tells(Agent):
    asked = 0

    def act(self, view):
        self.asked += 1
        if self.asked == 3:
            time.sleep(0.05)
        return Decision(view.moves[0], because=" ".join(map(str, sorted(os.sched_getaffinity(0)))))
"""
CORES = os.sched_getaffinity(0)


def test_a_thread_is_held_where_answers_are_quick_and_let_go_at_the_end() -> None:
    with side_by_side():
        assert shared_core(False) == ANY
        assert os.sched_getaffinity(0) == CORES
        core = shared_core(True)
        assert os.sched_getaffinity(0) == {core}
        assert shared_core(True) == core
        assert shared_core(False) == ANY
        assert os.sched_getaffinity(0) == CORES
        shared_core(True)
    assert os.sched_getaffinity(0) == CORES


def test_nobody_is_held_outside_a_block_or_in_a_thread_beside() -> None:
    assert shared_core(True) == ANY
    found = list[object]()

    def beside() -> None:
        with side_by_side():
            found.extend([shared_core(True), os.sched_getaffinity(0)])

    thread = threading.Thread(target=beside)
    thread.start()
    thread.join()
    assert found == [ANY, CORES]


def test_a_cell_comes_to_the_core_of_whoever_asks_and_may_leave_it_when_it_thinks(tmp_path: Path) -> None:
    file = tmp_path / "tells.py"
    file.write_text(TELLS)
    chosen = game("schnapsen")
    lodging = Lodging(contestant(f"{file}:Tells", chosen).make.args[0])  # type: ignore[attr-defined]
    agent, state = Distant(lodging, chosen, 30.0), chosen.deal(seed=1)
    lodging.is_quick = True  # whatever this machine is busy with
    everywhere = " ".join(map(str, sorted(CORES)))
    with side_by_side():
        told = agent.act(state.view(state.turn)).because
        (here,) = os.sched_getaffinity(0)
        assert told == str(here)
        for _ in range(2):
            agent.act(state.view(state.turn))
        assert not lodging.is_quick
        assert agent.act(state.view(state.turn)).because == everywhere
    lodging.close()
