"""The agents of Skat and how they are made; what is compiled is loaded when it is needed."""

from __future__ import annotations

from typing import Any

from kiebitz.agents.base import Policy
from kiebitz.agents.entry import Entry
from kiebitz.agents.roster import Level, Roster
from kiebitz.rules.game import Game
from kiebitz.rules.options import Decimals, Name, Option
from kiebitz.sayings import say

WORLDS = Option("worlds", range(1, 100_001), "20", "worlds to solve with open cards")
SOLVE = Option(
    "solve",
    range(1, 11),
    "7",
    "cards in hand from which the solver takes over; rules of thumb play up to there",
)
SOFT = ("off", "choice", "auction", "on")
SOFT_HELP = "what makes worlds likely: the declarer's choice, also the bids, or also the cards played"
BIDDING = (
    Option("margin", range(201), "0", "points that declaring must be worth more than defending to bid"),
    Option("passing", ("nothing", "measured"), "measured", "what defending is taken to be worth"),
    Option("proof", ("off", "on"), "on", "on: a paranoia search may choose a Grand, or announce all tricks"),
    Option("tables", Name("own|FILE"), "own", "the winning tables: those of the package, or of a file"),
)
PIMC = (WORLDS, SOLVE, Option("soft", SOFT, "off", SOFT_HELP), *BIDDING)
AI = (
    Option("worlds", range(1, 100_001), "80", "worlds to value at most where nothing is certain"),
    Option("solve", range(1, 11), "6", "cards in hand from which the solver takes over; instinct before"),
    Option("paranoia", ("off", "declarer", "opponents", "both"), "both", "who looks for killer cards"),
    Option("k", range(31), "9", "cards played from which killer cards are looked for; three before that, "
           "without extreme distributions"),
    Option("endgame", range(100_001), "2500", "solve all worlds if there are at most so many; 0 for never"),
    Option("soft", SOFT, "on", SOFT_HELP),
    Option("nodes", range(1_000_000_001), "50000", "positions that a search for killer cards may look at"),
    Option("playout", ("rules", "instinct"), "instinct", "who plays on until the solver takes over"),
    Option("expert", range(11), "0", "tricks at the beginning that expert rules decide"),
    Option("race", ("off", "on"), "on", "on: cards that fall behind are given up"),
    Option("seconds", Decimals(0, 1000), "4", "the most for a card; 0 for no limit"),
    Option("draws", range(1, 1001), "4", "worlds to draw for one that is valued, by how likely they are"),
    Option("trust", range(201), "60", "percent: how far cards are taken to be what instinct would play"),
    Option("sharp", range(1001), "200", "percent: how sharply instinct decides in playouts"),
    *BIDDING,
)  # fmt: skip


def _words(options: tuple[Option, ...], parameters: dict[str, str]) -> dict[str, Any]:
    """The parameters as words; the name of a file stays one."""
    return {
        option.name: parameters[option.name]
        if isinstance(option.allowed, Name)
        else option.encode(parameters[option.name])
        for option in options
    }


def pimc(game: Game, parameters: dict[str, str]) -> Policy:
    """The mean of open-card values over drawn worlds."""
    from kiebitz.games.skat.agents.thinking import skat_player

    return skat_player(draws=4, trust=60, **_words(PIMC, parameters))


def skat_ai(game: Game, parameters: dict[str, str]) -> Policy:
    """Killer cards, endgame votes, hope, averages."""
    from kiebitz.games.skat.agents.thinking import skat_player

    return skat_player(**_words(AI, parameters))


def glassbox(game: Game, parameters: dict[str, str]) -> Policy:
    """One world, which in the open world is the true one."""
    from kiebitz.games.skat.agents.thinking import skat_player

    return skat_player(worlds=1, solve=10, **_words(BIDDING, parameters))


def instinct(game: Game, parameters: dict[str, str]) -> Policy:
    """What thinking players would play, at a glance."""
    from kiebitz.games.skat.agents.thinking import skat_player

    return skat_player(**_words(BIDDING, parameters))


def casual(game: Game, parameters: dict[str, str]) -> Policy:
    """Counting and rules of thumb."""
    from kiebitz.games.skat.agents.cards.casual import CASUAL

    return CASUAL


ENTRIES = (
    Entry(
        "skat-ai",
        "winning tables; killer cards, endgame votes, hope, averages over likely worlds",
        skat_ai,
        AI,
        sample="worlds=2,solve=4,k=15,endgame=20,nodes=500",
    ),
    Entry(
        "pimc",
        "winning tables; the best mean of open-card values",
        pimc,
        PIMC,
        sample="worlds=2,solve=4",
    ),
    Entry("instinct", "winning tables; plays at a glance what thinking players would", instinct, BIDDING),
    Entry("xskat-like", "counts its hand to bid and plays by rules of thumb", casual),
    Entry(
        "glassbox",
        "plays perfectly with open cards; needs open_world=on, else it guesses one world",
        glassbox,
        BIDDING,
        cheats=True,
    ),
)


class SkatRoster(Roster):
    """Who plays Skat."""

    entries = ENTRIES
    opponent = "skat-ai"
    levels = (
        Level("easy", "xskat-like", say("Counts its hand to bid and plays by rules of thumb.")),
        Level("medium", "instinct", say("Bids by winning tables and plays at a glance.")),
        Level("hard", "skat-ai", say("Looks for cards that win for certain, and weighs likely worlds.")),
    )
