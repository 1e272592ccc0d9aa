"""Who thinks against a clock waits for no compiler: what takes long is there when an agent sits down."""

from __future__ import annotations

from typing import Any

import pytest

from kiebitz.agents.registry import contestant, entries
from kiebitz.agents.seated import Seated
from kiebitz.kernel.compiling import CompiledKernel
from kiebitz.kernel.random import Stream
from kiebitz.rules.registry import game, game_classes

PLIES = 9
CLOCKED = {"improve"}  # here doors count too: making one takes a good part of a short time limit


@pytest.mark.parametrize("name", sorted(game_classes()))
def test_bodies_of_kernels_are_there_before_a_compiled_agent_thinks(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, made = game(name), list[str]()
    state, machine_code = rules.deal("ready"), CompiledKernel._machine_code
    views = []
    for ply in range(PLIES):
        views.append(state.view(state.turn))
        state = state.play(views[-1].moves[3 * ply % len(views[-1].moves)])

    def noted(self: Any, signature: Any, cache: Any, with_door: bool) -> Any:
        if not with_door or agent in CLOCKED:
            made.append(self.py_func.__name__)
        return machine_code(self, signature, cache, with_door)

    asked = 0
    for agent in entries(rules):
        who = contestant(agent, rules)
        if who.is_compiled:
            for view in views[::4]:
                seated = Seated(who, view.seat, Stream.named("ready", view.seat))
                with monkeypatch.context() as patch:
                    patch.setattr(CompiledKernel, "_machine_code", noted)
                    seated.decide(view)
                assert made == [], f"{agent} began to compile when it was asked"
                asked += 1
    assert asked
