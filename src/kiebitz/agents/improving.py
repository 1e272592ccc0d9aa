"""``improve``: any compiled agent, made better by trying its other moves; and it tells what it found."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from kiebitz.agents.base import Decision, Policy
from kiebitz.agents.entry import AGENT_NAME, ALL, PHASE_NAMES, phase_mask
from kiebitz.agents.searchers import HORIZON, MANY, compiled_policy
from kiebitz.kernel.vectors import Kernel, Vector
from kiebitz.rules.game import Game
from kiebitz.rules.options import Decimals, Option
from kiebitz.sayings import MoveText, Saying, say

if TYPE_CHECKING:
    from kiebitz.rules.values import View

SAME = "base"
IMPROVE = (
    Option("base", AGENT_NAME, "random", say("whose moves are improved, in brackets if it has parameters")),
    Option("worlds", MANY, "64", say("worlds that fit the view")),
    Option("z", Decimals(0, 10), "1", say("standard errors that another move must gain; 0: no guard")),
    Option("playout", AGENT_NAME, SAME, say("who plays the playouts; base: the base itself")),
    Option("only", PHASE_NAMES, ALL, say("in which phases it searches")),
    Option("seconds", Decimals(0, 1000), "4", say("the most for a move; 0 for no limit")),
    HORIZON,
)


def improve(game: Game, parameters: dict[str, str]) -> Policy:
    """A policy that is left only where another move is better beyond doubt."""
    from kiebitz.kernel.clock import ticks_per_second
    from kiebitz.rules.trial import require_ends
    from kiebitz.search import improve as i
    from kiebitz.search.evaluator import make_memory

    require_ends(game)
    base = compiled_policy(game, parameters["base"], say("be improved"))
    rest = base
    if parameters["playout"] != SAME:
        rest = compiled_policy(game, parameters["playout"], say("play the playouts"))
    words = {
        i.WORLDS: int(parameters["worlds"]),
        i.PHASES: phase_mask(game, parameters["only"]),
        i.LOW: game.point_range[0],
        i.HIGH: game.point_range[1],
        i.TICKS: round(float(parameters["seconds"]) * ticks_per_second()),
    }
    inside = (i.Player(one.memory, one.measured) for one in (base, rest))
    head = make_memory(game, parameters["horizon"], [])
    memory, clocks = i.lay_out(head, words, float(parameters["z"]), *inside)
    playout = None if parameters["playout"] == "random" else rest.kernel
    search = i.bind_search(game.kernels, base.kernel, playout)
    policy = i.bind_improve(game.kernels, base.kernel, playout)
    return Policy(policy, memory, decide=partial(_decide, search), measured=clocks)


def _without_search(memory: Vector, view: View) -> Saying:
    """Why no other move was tried."""
    from kiebitz.search.improve import PHASES

    if len(view.moves) == 1:
        return say("the only legal move")
    if int(memory[PHASES]) >> view.game.phases.index(view.phase) & 1:
        return say("the base's move; time was up before the others were tried")
    return say("the base's move")


def _proved(move: MoveText, gain: float) -> Saying:
    """What was found by searching an ending to its end."""
    if gain > 0:
        return say(
            "{move} gains {gain:+.2f} points over the base's move; every card is known, and the play was "
            "searched to its end",
            move=move, gain=gain,
        )  # fmt: skip
    return say(
        "the base's move; every card is known, and the play was searched to its end: no other is better"
    )


def _decide(search: Kernel, memory: Vector, view: View) -> Decision:
    """The same search with its reasons."""
    from kiebitz.search.evaluator import CODES, EFFORT

    gains, means, effort = np.zeros(CODES), np.full(CODES, -np.inf), np.zeros(len(EFFORT), np.int64)
    code = int(search(view.vector, memory, view.rng.word, gains, means, effort))
    move = next((one for one in view.moves if one.code == code), None)
    if move is None:
        return Decision(f"code {code}", because=say("the policy answered with an illegal code"))
    counted = {name: int(effort[n]) for n, name in enumerate(EFFORT) if effort[n]}
    if "worlds" not in counted:
        return Decision(move, _without_search(memory, view), {}, counted)
    values = {str(one): float(means[one.code]) for one in view.moves if np.isfinite(means[one.code])}
    worlds, told = counted["worlds"], MoveText(str(move), view.phase)
    if "solved" in counted:
        why = _proved(told, float(gains[code]))
    elif gains[code] > 0:
        why = say(
            "{move} gains {gain:+.2f} points over the base's move in {n} {n:world|worlds}",
            move=told, gain=float(gains[code]), n=worlds,
        )  # fmt: skip
    else:
        why = say("the base's move; no other gains enough in {n} {n:world|worlds}", n=worlds)
    return Decision(move, why, values, counted)
