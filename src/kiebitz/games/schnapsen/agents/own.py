"""The searching agents that are made for Schnapsen, as entries of the registry."""

from __future__ import annotations

from kiebitz.agents.base import Policy
from kiebitz.agents.entry import Entry
from kiebitz.rules.game import Game
from kiebitz.rules.options import Decimals, Option
from kiebitz.sayings import say

MILLION = 1_000_000


def _worlds(default: str) -> Option:
    return Option("worlds", range(1, MILLION + 1), default, say("worlds that fit the view"))


def _depth(default: str) -> Option:
    help = say("plies to search with open cards before a guided playout")
    return Option("depth", range(1, 11), default, help)


NODES = Option("nodes", range(1, 1000 * MILLION + 1), "100000", say("nodes for the proof that a move wins"))
BONUS = Option("bonus", Decimals(0, 1), "0.1", say("what each further game point is worth beside a win"))
AIM = Option("aim", ("match", "deal"), "match", say("plays for the Bummerl or for each deal by itself"))
VALUE = Option(
    "value",
    ("presumed", "open", "policy"),
    "presumed",
    say("the other's next move: presumed, the best one with open cards, or the playouts'"),
)
SHARE = Option(
    "share",
    Decimals(0, 1),
    "1",
    say("presumed: what the playouts' move counts beside the best one, while he cannot know all cards"),
)

ALPHABETA = (_worlds("1"), _depth("2"))
PIMC = (_worlds("100"), _depth("1"))
PARANOID = (_worlds("100"), _depth("1"), NODES)
STRONGEST = (_worlds("400"), _depth("1"), BONUS, NODES, AIM, VALUE, SHARE)


def _words(options: tuple[Option, ...], parameters: dict[str, str]) -> dict[str, int]:
    return {option.name: option.encode(parameters[option.name]) for option in options}


def _alphabeta(game: Game, parameters: dict[str, str]) -> Policy:
    from kiebitz.games.schnapsen.agents.thinking import make_alphabeta

    words = _words(ALPHABETA, parameters)
    return make_alphabeta(game, [words["worlds"], words["depth"], MILLION])


def _pimc(game: Game, parameters: dict[str, str]) -> Policy:
    from kiebitz.games.schnapsen.agents.thinking import pimc

    words = _words(PIMC, parameters)
    return pimc(game, [words["worlds"], words["depth"], MILLION])


def _paranoid(game: Game, parameters: dict[str, str]) -> Policy:
    from kiebitz.games.schnapsen.agents.thinking import make_careful

    words = _words(PARANOID, parameters)
    return make_careful(game, [words["worlds"], words["depth"], MILLION, words["nodes"], 0])


def _strongest(game: Game, parameters: dict[str, str]) -> Policy:
    from kiebitz.games.schnapsen.agents.thinking import make_careful

    words = _words(STRONGEST, parameters)
    own = [words["worlds"], words["depth"], words["bonus"], words["nodes"], 1, words["aim"]]
    return make_careful(game, own, _shares(parameters["value"], words["share"]))


def _shares(value: str, share: int) -> tuple[int, int]:
    """What the guide's move counts for the other, in millionths: usually, and where all is known after it."""
    if value == "presumed":
        return share, 0
    return (0, 0) if value == "open" else (MILLION, MILLION)


ENTRIES = (
    Entry(
        "alphabeta",
        say("the exact endgame; while the talon is open, a short search of completions"),
        _alphabeta,
        ALPHABETA,
    ),
    Entry(
        "pimc",
        say("the best mean over worlds: short searches, guided playouts, exact endgames"),
        _pimc,
        PIMC,
        sample="worlds=3",
    ),
    Entry(
        "paranoid",
        say("takes wins that no distribution can prevent, else plays as pimc"),
        _paranoid,
        PARANOID,
        sample="worlds=3,nodes=1000",
    ),
    Entry(
        "schnapsen-ai",
        say("guided playouts in many worlds, exact endgames, forced wins; closes the talon"),
        _strongest,
        STRONGEST,
        sample="worlds=5,nodes=1000",
    ),
)
