"""The probability-utility family: ``pu`` and its enhancements, as intended and as published."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kiebitz.agents.base import Agent, Policy
from kiebitz.agents.entry import Entry
from kiebitz.rules.game import Game
from kiebitz.rules.options import Option
from kiebitz.sayings import joined, say

ENHANCEMENTS = ("", "a", "af", "ao", "ar", "afr", "afo", "aro", "afro")
MEANINGS = {
    "a": say("exact endgame"),
    "f": say("rules for following"),
    "r": say("risk factor"),
    "o": say("known cards, marriages and exchange first"),
}


def _utility(letters: str, published: bool, game: Game, parameters: dict[str, str]) -> Policy:
    import numpy as np

    from kiebitz.games.schnapsen.agents.utility_explain import explain
    from kiebitz.games.schnapsen.agents.utility_kernels import PUBLISHED, A, F, O, R, utility_policy

    bits = {"a": A, "f": F, "r": R, "o": O}
    switches = sum(bits[letter] for letter in letters) + (PUBLISHED if published else 0)
    return Policy(utility_policy, np.array([switches], np.int64), partial(explain, switches))


def _entry(letters: str, published: bool) -> Entry:
    name = "-".join(filter(None, ("pu", letters, "published" if published else "")))
    parts = [say("leads by probability over points"), *(MEANINGS[letter] for letter in letters)]
    help = joined("; ", parts)
    if published:
        help = say("{rules} (as published, with its bugs)", rules=help)
    return Entry(name, help, partial(_utility, letters, published))


def _plus(game: Game, parameters: dict[str, str]) -> Policy:
    from kiebitz.games.schnapsen.agents.utility_explain import explain_plus
    from kiebitz.games.schnapsen.agents.utility_plus import make_memory, plus_policy

    memory = make_memory([option.encode(parameters[option.name]) for option in PLUS])
    return Policy(plus_policy, memory, partial(explain_plus, memory))


def _adaptive(game: Game, parameters: dict[str, str]) -> Callable[[], Agent]:
    from kiebitz.games.schnapsen.agents.utility_adaptive import Adaptive

    adapts, risk = (parameters[name] == "on" for name in ("adapt", "risk"))
    return partial(Adaptive, adapts, risk, int(parameters["trust"]))


ADAPTIVE = (
    Option("adapt", ("on", "off"), help=say("learns the other player's style while the unit lasts")),
    Option("risk", ("on", "off"), help=say("points count less beside cards for a side that is near 66")),
    Option("trust", range(1, 1001), "8", say("observations that the first expectation counts for")),
)
PLUS = (
    Option("model", ("on", "off"), help=say("expects the other player to trump leads")),
    Option("finish", ("on", "off"), help=say("weighs tricks that bring somebody to 66")),
)
ENTRIES = (
    *(_entry(letters, published) for letters in ENHANCEMENTS for published in (False, True)),
    Entry(
        "pu-plus",
        say("the points a trick should bring, less what its card is worth later; exact endgame"),
        _plus,
        PLUS,
    ),
    Entry(
        "pu-adaptive",
        say("pu-plus with a refined risk factor, adapting to the other player's style"),
        _adaptive,
        ADAPTIVE,
    ),
)
