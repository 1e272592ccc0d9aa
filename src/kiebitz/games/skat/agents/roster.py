"""The agents of Skat and how they are made; what is compiled is loaded when it is needed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kiebitz.agents.base import Policy
from kiebitz.agents.entry import Entry
from kiebitz.agents.roster import Level, Roster
from kiebitz.errors import BadOption
from kiebitz.rules.game import Game
from kiebitz.rules.options import Decimals, Name, Option
from kiebitz.sayings import say

if TYPE_CHECKING:
    from kiebitz.agents.valuing import Valuer

MILLION = 1_000_000
WORLDS = Option("worlds", range(1, 100_001), "20", say("worlds to solve with open cards"))
SOLVE = Option(
    "solve",
    range(1, 11),
    "7",
    say("cards in hand from which the solver takes over; rules of thumb play up to there"),
)
SOFT = Option(
    "soft",
    ("off", "choice", "auction", "on"),
    "on",
    say("what makes worlds likely: the declarer's choice, also the bids, or also the cards played"),
)
BIDDING = (
    Option("margin", range(201), "0", say("points that declaring must be worth more than defending to bid")),
    Option("passing", ("nothing", "measured"), "measured", say("what defending is taken to be worth")),
    Option(
        "proof",
        ("off", "on"),
        "on",
        say("on: a paranoia search may choose a Grand, or announce all tricks"),
    ),
    Option(
        "playouts",
        range(1001),
        "40",
        say("how often each of the best games is played out before one is named; 0 for never"),
    ),
    Option("tables", Name("own|FILE"), "own", say("the winning tables: those of the package, or of a file")),
    Option("weights", Name("own|FILE"), "own", say("instinct's weights: those of the package, or of a file")),
)
PIMC = (WORLDS, SOLVE, replace(SOFT, default="off"), *BIDDING)
AI = (
    Option("worlds", range(1, 100_001), "80", say("worlds to value at most where nothing is certain")),
    Option("solve", range(1, 11), "6",
           say("cards in hand from which the solver takes over; instinct before")),
    Option("paranoia", ("off", "declarer", "opponents", "both"), "both", say("who looks for killer cards")),
    Option("k", range(31), "9", say("cards played from which killer cards are looked for; three before "
                                    "that, without extreme distributions")),
    Option("habits", ("off", "noskat", "conventions", "on"), "off",
           say("habits that a proof may rest on where nothing is certain: what is put away, how defenders "
               "follow, or both")),
    Option("order", ("averages", "paper"), "averages",
           say("what decides where there is neither a killer card, a vote nor hope; paper: expert cards")),
    Option("endgame", range(100_001), "2500",
           say("solve every world when there are at most this many; 0 for never")),
    SOFT,
    Option("nodes", range(1_000_000_001), "50000",
           say("positions that a search for killer cards may look at")),
    Option("playout", ("rules", "instinct"), "instinct", say("who plays on until the solver takes over")),
    Option("expert", range(11), "0", say("tricks at the beginning that expert rules decide")),
    Option("race", ("off", "on"), "on", say("on: cards that fall behind are given up")),
    Option("seconds", Decimals(0, 1000), "4", say("the most for a card; 0 for no limit")),
    Option("draws", range(1, 1001), "4",
           say("worlds to draw for one that is valued, by how likely they are")),
    Option("classes", range(100_001), "0",
           say("worlds to solve to the point before the others are solved by class: lost, won, Schneider; "
               "0 solves all to the point")),
    Option("value", ("open", "presumed", "policy"), "open",
           say("a card's worth in a drawn world: with open cards, by instinct's playing on, or between")),
    Option("share", Decimals(0, 1), "0.5", say("presumed: what instinct's playing on counts")),
    Option("trust", range(201), "60", say("percent: how far cards are taken to be what instinct would play")),
    Option("sharp", range(1001), "200", say("percent: how sharply instinct decides in playouts")),
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

    words = _words(AI, parameters)
    share = {"open": 0, "presumed": words["share"], "policy": MILLION}[parameters["value"]]
    if share and parameters["order"] == "paper":
        raise BadOption(say("value=presumed and value=policy are for order=averages, not for order=paper."))
    del words["value"]
    return skat_player(**(words | {"share": share}))


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
        say("winning tables; killer cards, endgame votes, hope, averages over likely worlds"),
        skat_ai,
        AI,
        sample="worlds=2,solve=4,k=15,endgame=20,nodes=500",
    ),
    Entry(
        "pimc",
        say("winning tables; the best mean of open-card values"),
        pimc,
        PIMC,
        sample="worlds=2,solve=4",
    ),
    Entry(
        "instinct",
        say("winning tables; plays at a glance what thinking players would"),
        instinct,
        BIDDING,
    ),
    Entry("xskat-like", say("counts its hand to bid and plays by rules of thumb"), casual),
    Entry(
        "glassbox",
        say("plays perfectly with open cards; needs open_world=on, else it guesses one world"),
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
        Level("medium", "instinct", say("Bids by winning tables and plays at a glance."), 0.0002),
        Level(
            "strong", "skat-ai", say("Looks for cards that win for certain, and weighs likely worlds."), 0.004
        ),
    )

    def valuer(self, game: Game) -> Valuer:
        from kiebitz.games.skat.agents.valuing import SkatValuer

        return SkatValuer(game)
