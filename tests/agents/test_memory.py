"""Whoever thinks has a memory of its own: agents of one player may think at the same time."""

from __future__ import annotations

import numpy as np
import pytest

from kiebitz.agents.base import PolicyAgent
from kiebitz.agents.registry import contestant, entries
from kiebitz.kernel.random import Stream
from kiebitz.lab.playing.executors import Threads
from kiebitz.lab.playing.match import record_text
from kiebitz.lab.runs import verify
from kiebitz.lab.runs.plan import match_plan
from kiebitz.lab.runs.verify import kept
from kiebitz.rules.registry import game, names
from tests.contract.cases import random_game


@pytest.mark.parametrize("name", names())
def test_no_agent_writes_into_what_all_agents_of_its_player_share(name: str) -> None:
    rules = game(name)
    states = [state for state in random_game(rules, 1) if not state.is_over][::5]
    for entry in entries(rules).values():
        chosen = contestant(entry.quick, rules)
        if entry.cheats or chosen.policy is None:
            continue
        shared, agent = chosen.policy.memory.copy(), chosen.make()
        for state in states:
            agent.act(state.view(state.turn, Stream(1)))
        assert (chosen.policy.memory == shared).all(), entry.name
        assert isinstance(agent, PolicyAgent)
        assert not np.shares_memory(agent.memory, chosen.policy.memory), entry.name


def test_games_are_written_down_alike_by_any_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "TOGETHER", 1)
    spec = entries(game("skat"))["skat-ai"].quick
    plan = match_plan("skat", [spec] * 3, 6, 3, "", "fixed")
    one, two = (list(kept(plan, Threads(workers), record_text)) for workers in (1, 2))
    assert one == two
