"""The agents of Skat and how they are made; what is compiled is loaded when it is needed."""

from __future__ import annotations

from kiebitz.agents.base import Policy
from kiebitz.agents.entry import Entry
from kiebitz.games.base import Game
from kiebitz.games.options import Option

SKAT = ("skat",)
WORLDS = Option("worlds", range(1, 100_001), "20", "worlds to solve with open cards")
SOLVE = Option(
    "solve",
    range(1, 11),
    "7",
    "cards in hand from which the solver takes over; rules of thumb play up to there",
)
SOFT = Option("soft", ("off", "on"), help="on: drawn worlds must make the declarer's choice plausible")
MARGIN = Option("margin", range(201), "10", "points that declaring must be worth to bid")
PIMC = (WORLDS, SOLVE, SOFT, MARGIN)
AI = (
    Option("worlds", range(1, 100_001), "50", "worlds to solve where nothing is certain"),
    SOLVE,
    Option("paranoia", ("off", "declarer", "opponents", "both"), "both", "who looks for killer cards"),
    Option("k", range(31), "6", "cards played from which killer cards are looked for"),
    Option("endgame", range(100_001), "2500", "solve all worlds if there are at most so many; 0 for never"),
    Option("soft", ("off", "on"), "on", "on: worlds must make the declarer's choice plausible"),
    Option("nodes", range(1_000_000_001), "200000", "positions that a search for killer cards may look at"),
    MARGIN,
)


def _words(options: tuple[Option, ...], parameters: dict[str, str]) -> dict[str, int]:
    return {option.name: option.encode(parameters[option.name]) for option in options}


def _player(worlds: int, solve: int, soft: int = 0, margin: int = 0, paranoia: int = 0, k: int = 0,
            endgame: int = 0, nodes: int = 0) -> Policy:  # fmt: skip
    from kiebitz.agents.skat.thinking import skat_player

    return skat_player([worlds, solve, paranoia, k, endgame, soft, nodes, margin])


def pimc(game: Game, parameters: dict[str, str]) -> Policy:
    """The mean of open-card values over drawn worlds."""
    return _player(**_words(PIMC, parameters))


def skat_ai(game: Game, parameters: dict[str, str]) -> Policy:
    """Killer cards, endgame votes, averages."""
    return _player(**_words(AI, parameters))


def glassbox(game: Game, parameters: dict[str, str]) -> Policy:
    """One world, which in the open world is the true one."""
    return _player(worlds=1, solve=10, margin=int(parameters["margin"]))


def casual(game: Game, parameters: dict[str, str]) -> Policy:
    """Counting and rules of thumb."""
    from kiebitz.agents.skat.casual import CASUAL

    return CASUAL


ENTRIES = (
    Entry(
        "skat-ai",
        "winning tables; killer cards, endgame votes, averages over worlds",
        skat_ai,
        SKAT,
        AI,
        sample="worlds=2,solve=4,k=15,endgame=20,nodes=500",
    ),
    Entry(
        "pimc",
        "winning tables; the best mean of open-card values",
        pimc,
        SKAT,
        PIMC,
        sample="worlds=2,solve=4",
    ),
    Entry("xskat-like", "counts its hand to bid and plays by rules of thumb", casual, SKAT),
    Entry(
        "glassbox",
        "plays perfectly with open cards; needs open_world=on, else it guesses one world",
        glassbox,
        SKAT,
        (MARGIN,),
        cheats=True,
    ),
)
