"""The bots of the university platform and of the paper on strategy selection, as entries of the registry."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kiebitz.agents.base import Agent, Decision, Policy
from kiebitz.agents.entry import Entry
from kiebitz.kernel.vectors import Kernel, Vector
from kiebitz.rules.game import Game
from kiebitz.rules.options import Option
from kiebitz.sayings import say

if TYPE_CHECKING:
    from kiebitz.rules.values import View

MANY = range(1, 100_001)


def _bully(game: Game, parameters: dict[str, str]) -> Policy:
    import numpy as np

    from kiebitz.games.schnapsen.agents.baselines import bully, explain_bully

    return Policy(bully, np.zeros(1, np.int64), explain_bully)


def _bully_old(game: Game, parameters: dict[str, str]) -> Policy:
    import numpy as np

    from kiebitz.games.schnapsen.agents.baselines import bully_old, explain_bully

    return Policy(bully_old, np.zeros(1, np.int64), explain_bully)


def _samples(default: str) -> Option:
    return Option("samples", MANY, default, say("completions for each move"))


RDEEP = (_samples("10"), Option("depth", MANY, "5", say("tricks that a playout looks ahead")))
RDEEP_OLD = (_samples("4"), Option("depth", MANY, "8", say("plies that a playout looks ahead")))


def _rdeep(game: Game, parameters: dict[str, str]) -> Policy:
    from kiebitz.games.schnapsen.search.rdeep import rdeep, rdeep_values

    return _searching(game, RDEEP, parameters, rdeep, rdeep_values)


def _rdeep_old(game: Game, parameters: dict[str, str]) -> Policy:
    from kiebitz.games.schnapsen.search.rdeep import rdeep_old, rdeep_old_values

    return _searching(game, RDEEP_OLD, parameters, rdeep_old, rdeep_old_values)


def _searching(
    game: Game, options: tuple[Option, ...], parameters: dict[str, str], kernel: Kernel, evaluator: Kernel
) -> Policy:
    from kiebitz.search.evaluator import make_memory

    memory = make_memory(game, "round", [option.encode(parameters[option.name]) for option in options])
    return Policy(kernel, memory, decide=partial(_decide, evaluator))


def _decide(evaluator: Kernel, memory: Vector, view: View) -> Decision:
    from kiebitz.games.schnapsen.search.rdeep import best_of
    from kiebitz.search.evaluator import CODES, evaluate

    if len(view.moves) == 1:
        return Decision(view.moves[0], because=say("the only legal move"))
    import numpy as np

    found = evaluate(view, evaluator, memory)
    values = np.zeros(CODES)
    for move in view.moves:
        values[move.code] = found.values[move]
    code = best_of(view.game.kernels.legal(view.vector), values, view.rng.word)
    move = next(move for move in view.moves if move.code == code)
    because = say(
        "{share:.0%} of the points made, the best share in {n} samples",
        share=found.values[move],
        n=found.effort["worlds"],
    )
    return Decision(move, because, found.values, found.effort)


BASELINES = (
    Entry(
        "bully",
        say("a random trump, else a random card of the led suit, else one of the highest rank"),
        _bully,
    ),
    Entry(
        "bully-old",
        say("the highest trump, else the highest card of the led suit, else the highest rank"),
        _bully_old,
    ),
    Entry(
        "rdeep",
        say("the best mean share of points in random playouts of some tricks"),
        _rdeep,
        RDEEP,
        sample="samples=2,depth=2",
    ),
    Entry(
        "rdeep-old",
        say("the best single completion by random playouts of some plies"),
        _rdeep_old,
        RDEEP_OLD,
        sample="samples=2,depth=3",
    ),
)


def _intended(name: str, game: Game, parameters: dict[str, str]) -> Policy:
    from kiebitz.games.schnapsen.agents.strategies import BOTS, combine, explain

    bot = BOTS[name]
    return Policy(combine, bot.memory(), partial(explain, bot))


def _published(name: str, game: Game, parameters: dict[str, str]) -> Policy:
    import numpy as np

    from kiebitz.games.schnapsen.agents.published import BOTS, explain

    bot = BOTS[name]
    return Policy(bot.kernel, np.array([bot.memory], np.int64), partial(explain, bot))


def _logic(name: str, game: Game, parameters: dict[str, str]) -> Callable[[], Agent]:
    from kiebitz.games.schnapsen.agents.logic import LogicBot

    return partial(LogicBot, name)


def _listing(name: str, game: Game, parameters: dict[str, str]) -> Callable[[], Agent]:
    from kiebitz.games.schnapsen.agents.listings import LISTINGS

    return LISTINGS[name]


INTENDED = {
    "kbbot": say("a jack if it has one, else any move"),
    "abot": say("a jack, else a queen, else any move"),
    "bbot": say("leads its lowest card that is not a trump, answers with its highest rank"),
    "cbot": say("leads its lowest card that is not a trump, beats cheaply, trumps tens and aces"),
    "dbot": say("cbot that leads its highest trump if it has nothing but trumps"),
    "ebot": say("leads its lowest card that is not a trump, answers with its highest trump"),
    "appendix-g": say("the logical strategy in the appendix of the paper on strategy selection"),
}
PUBLISHED = {
    "abot-published": say("abot as it was: looks at one random move only"),
    "bbot-published": say("bbot as it was when its figures were made: nearly always the highest rank"),
    "bbot-appendix": say("bbot as printed: leads at random, answers with its highest rank"),
    "cbot-published": say("cbot as it probably was; unconfirmed, its program is lost"),
    "dbot-published": say("dbot as it was when its figures were made: leads at random"),
    "ebot-published": say("ebot as it was: looks at one random move only"),
}
ENTRIES: tuple[Entry, ...] = (
    *BASELINES,
    *(Entry(name, help, partial(_intended, name)) for name, help in INTENDED.items()),
    *(Entry(name, help, partial(_published, name)) for name, help in PUBLISHED.items()),
    *(
        Entry(
            f"{name}-logic",
            say("{name} on a propositional knowledge base", name=name),
            partial(_logic, name),
        )
        for name in INTENDED
    ),
    *(
        Entry(f"{name}-listing", say("{name} step by step as printed", name=name), partial(_listing, name))
        for name in ("abot", "bbot", "cbot", "dbot", "ebot")
    ),
)
