"""``alphamu``: one plan for many worlds at once, and in which of them it wins."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kiebitz.agents.base import Decision, Policy
from kiebitz.agents.entry import AGENT_NAME
from kiebitz.agents.searchers import compiled_policy
from kiebitz.errors import BadOption
from kiebitz.kernel.vectors import Kernel, Vector
from kiebitz.rules.game import Game
from kiebitz.rules.options import Decimals, Option
from kiebitz.rules.parts import part
from kiebitz.sayings import say

if TYPE_CHECKING:
    from kiebitz.rules.values import View
    from kiebitz.search.alphamu.aims import Aim

AS_THE_GAME_SAYS = 0
ALPHAMU = (
    Option("worlds", range(1, 65), "20", say("worlds that a plan is tried in")),
    Option("m", range(1, 21), "2", say("own moves of a plan, before the open-card solver answers")),
    Option(
        "base", AGENT_NAME, "pimc", say("who plays where this search has nothing to say, and decides ties")
    ),
    Option("nodes", range(1, 1_000_000_001), "200000", say("moves that a decision may try in worlds")),
    Option(
        "solve",
        range(1, 1_000_000_001),
        "20000",
        say("nodes to solve a world with, where a game has no solver"),
    ),
    Option("seconds", Decimals(0, 1000), "4", say("the most for a move; 0 for no limit")),
    Option("goal", ("win", "value"), "win", say("what vectors hold: is it won, or how much it brings")),
    Option("cards", range(65), "0", say("cards in hand from which it searches; 0: as the game has it")),
)


def alphamu(game: Game, parameters: dict[str, str]) -> Policy:
    """The move whose plan wins in the most worlds, or brings the most in all of them."""
    from kiebitz.kernel.clock import ticks_per_second
    from kiebitz.rules.trial import require_ends
    from kiebitz.search.alphamu import root as r
    from kiebitz.search.alphamu.policy import bind_alphamu, bind_choose
    from kiebitz.search.evaluator import make_memory
    from kiebitz.search.solving import Solving

    require_ends(game)
    solving = part(game, Solving)
    if game.rounds > 1 and not game.scores_rounds and not solving.brings_aim:
        raise BadOption(
            say("'alphamu' cannot play {game}: its rounds have no points of their own.", game=game.name)
        )
    base = compiled_policy(game, parameters["base"], say("play for 'alphamu'"))
    goal = parameters["goal"]
    aim = solving.aim(game) if goal == "win" else solving.value_aim(game)
    if aim is None:
        raise BadOption(
            say("'alphamu:goal=value' cannot play {game}: its worlds have no values.", game=game.name)
        )
    words = {
        r.SAMPLES: int(parameters["worlds"]),
        r.LENGTH: int(parameters["m"]),
        r.NODE_LIMIT: int(parameters["nodes"]),
        r.WORLD_NODES: int(parameters["solve"]),
        r.TICKS: round(float(parameters["seconds"]) * ticks_per_second()),
        r.CARDS: int(parameters["cards"]) or aim.cards,
        r.PHASES: sum(1 << game.phases.index(phase) for phase in solving.phases),
        r.SECRETS: game.secret_mask,
    }
    memory = r.lay_out(make_memory(game, "round", []), words, base.memory, aim.space(), base.measured)
    clocks = (r.TICKS, *(r.MEMORY + word for word in base.measured))
    choose, policy = (
        bind_choose(game.kernels, aim, base.kernel),
        bind_alphamu(game.kernels, aim, base.kernel),
    )
    return Policy(policy, memory, decide=partial(_decide, choose, aim), measured=clocks)


def _decide(choose: Kernel, aim: Aim, memory: Vector, view: View) -> Decision:
    """The same search with its reasons."""
    from kiebitz.search.alphamu.answers import explained, room

    space = room()
    code = int(choose(view.vector, memory, view.rng.word, *space))
    move = next((one for one in view.moves if one.code == code), None)
    if move is None:
        return Decision(f"code {code}", because=say("the policy answered with an illegal code"))
    if len(view.moves) == 1:
        return Decision(move, say("the only legal move"))
    because, values, details = explained(view, move, aim, space)
    return Decision(move, because, values, details)
