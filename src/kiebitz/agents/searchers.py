"""Agents that search, for every game: ``flat``, ``pimc`` and ``mcts`` as policies that explain themselves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kiebitz.agents.base import Decision, Policy
from kiebitz.agents.entry import AGENT_NAME
from kiebitz.errors import BadOption
from kiebitz.kernel.vectors import Kernel, Vector
from kiebitz.rules.game import Game
from kiebitz.rules.options import Decimals, Option
from kiebitz.rules.parts import part
from kiebitz.sayings import MoveText, Saying, say
from kiebitz.search.solving import Solving

if TYPE_CHECKING:
    from kiebitz.rules.values import View
    from kiebitz.search.evaluator import Evaluation

MANY = range(1, 1_000_001)

PLAYOUT = Option("playout", AGENT_NAME, "random", say("who plays the playouts"), also=("simulation",))
HORIZON = Option(
    "horizon", ("round", "unit"), help=say("where playouts end, if rounds have points of their own")
)
AIM = Option(
    "aim",
    ("deal", "match"),
    help=say("plays for the points, or for the chance to win a unit of several rounds"),
)

FLAT = (
    Option("playouts", MANY, "100", say("worlds, in each of which every move gets one playout")),
    PLAYOUT,
    HORIZON,
    AIM,
)
PIMC = (
    Option("worlds", MANY, "20", say("worlds to search with open cards")),
    Option("depth", range(1, 65), "1", say("plies to search in worlds that cannot be solved")),
    Option("nodes", range(1_000_000_001), "10000", say("nodes to solve a world with")),
    Option("playouts", MANY, "10", say("playouts for each position at the depth")),
    PLAYOUT,
    HORIZON,
    AIM,
)
MCTS = (
    Option("limit", MANY, "100", say("iterations for each tree")),
    Option("c", Decimals(0, 100), "0.7", say("exploration: mean + c * sqrt(2 ln N / n)")),
    Option("samples", MANY, "20", say("trees, each in a world of its own")),
    PLAYOUT,
    HORIZON,
)


def flat(game: Game, parameters: dict[str, str]) -> Policy:
    """The mean of playouts after each move."""
    from kiebitz.search.flat import bind_flat

    return _policy(game, FLAT, parameters, bind_flat)


def pimc(game: Game, parameters: dict[str, str]) -> Policy:
    """The mean of open-card searches."""
    from kiebitz.search.pimc import bind_pimc

    return _policy(game, PIMC, parameters, bind_pimc)


def mcts(game: Game, parameters: dict[str, str]) -> Policy:
    """The mean of search trees."""
    from kiebitz.search.mcts import bind_mcts

    return _policy(game, MCTS, parameters, bind_mcts)


def _policy(
    game: Game, options: tuple[Option, ...], parameters: dict[str, str], bind: Callable[..., Kernel]
) -> Policy:
    from kiebitz.rules.trial import require_ends
    from kiebitz.search.evaluator import HORIZON as WHERE
    from kiebitz.search.evaluator import THIS_ROUND, make_memory

    require_ends(game)
    guide, for_match = guide_named(game, parameters["playout"]), parameters.get("aim") == "match"
    kernels = game.kernels._replace(payoff=worth_of_scores(game)) if for_match else game.kernels
    evaluator = bind(kernels, guide.kernel if guide else None)
    own = [o.encode(parameters[o.name]) for o in options if o not in (PLAYOUT, HORIZON, AIM)]
    memory = make_memory(game, parameters["horizon"], own, guide.memory if guide else ())
    if for_match and parameters["horizon"] == "round":
        memory[WHERE] = THIS_ROUND  # a score has its worth, whether or not points are counted by the round
    return searching_policy(game, evaluator, memory, decide_by_chances if for_match else decide_by_values)


def worth_of_scores(game: Game) -> Kernel:
    """The chance to win a unit from a score, as a kernel; refused where there is nothing of the kind."""
    found = part(game, Solving).score_worth(game)
    if found is None:
        raise BadOption(say("{game} has no score to play for with these options: aim=match needs a unit of "
                            "several rounds, and these measured.", game=game.name))  # fmt: skip
    return found


def searching_policy(
    game: Game, evaluator: Kernel, memory: Vector, decide: Callable[..., Decision] | None = None
) -> Policy:
    """The policy that plays the move which an evaluator values most, and tells the values."""
    from kiebitz.search.evaluator import bind_policy

    decides = partial(decide or decide_by_values, evaluator)
    return Policy(bind_policy(game.kernels, evaluator), memory, decide=decides)


def guide_named(game: Game, name: str) -> Policy | None:
    """The policy that plays the playouts; None for uniform moves, which need no view."""
    return None if name == "random" else compiled_policy(game, name, say("play the playouts"))


def compiled_policy(game: Game, name: str, what: Saying) -> Policy:
    """The policy of an agent that another one uses, refused if it cannot be; ``what`` it is to do.

    Programs are not compiled, and files play in processes of their own: they are refused unread.
    """
    from kiebitz.agents.registry import contestant, is_foreign

    agent = repr(name)
    if is_foreign(name):
        raise BadOption(say("{agent} cannot {what}: it is from a file or program.", agent=agent, what=what))
    found = contestant(name, game)
    if found.cheats:
        raise BadOption(say("{agent} cannot {what}: it sees more than a player may.", agent=agent, what=what))
    if found.policy is None:
        raise BadOption(say("{agent} cannot {what}: it is not a compiled agent.", agent=agent, what=what))
    return found.policy


def decide_by_values(evaluator: Kernel, memory: Vector, view: View) -> Decision:
    """The move that an evaluator values most, with the next one."""
    from kiebitz.search.evaluator import evaluate

    if len(view.moves) == 1:
        return Decision(view.moves[0], say("the only legal move"))
    found = evaluate(view, evaluator, memory)
    return Decision(found.best, _because(found, view.phase), found.values, found.effort)


def decide_by_chances(evaluator: Kernel, memory: Vector, view: View) -> Decision:
    """The same for an evaluator whose values are chances to win the unit."""
    from kiebitz.search.scores import CERTAIN

    found = decide_by_values(evaluator, memory, view)
    if len(found.values) < 2:
        return found
    values = {move: value / CERTAIN for move, value in found.values.items()}
    second = max((move for move in values if move != found.move), key=lambda move: values[move])
    because = say(
        "{chance:.1%} to win the game over {n} {n:world|worlds}; {second} follows with {other:.1%}",
        chance=values[str(found.move)],
        n=found.details["worlds"],
        second=MoveText(second, view.phase),
        other=values[second],
    )
    return Decision(found.move, because, values, found.details)


def _because(found: Evaluation, phase: str) -> Saying:
    values, worlds = found.values, found.effort["worlds"]
    second = max((move for move in values if move != found.best), key=lambda move: values[move])
    return say(
        "{x:+.2f} points on average over {n} {n:world|worlds} solved to the end; "
        "{second} follows with {y:+.2f}"
        if found.effort.get("solved") == worlds
        else "{x:+.2f} points on average over {n} {n:world|worlds}; {second} follows with {y:+.2f}",
        x=values[found.best],
        n=worlds,
        second=MoveText(second, phase),
        y=values[second],
    )
