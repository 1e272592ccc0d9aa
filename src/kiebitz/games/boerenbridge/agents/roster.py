"""The agents of Boerenbridge and how they are made; what is compiled is loaded when it is needed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kiebitz.agents.base import Policy
from kiebitz.agents.entry import Entry
from kiebitz.agents.roster import Level, Roster
from kiebitz.errors import UnknownName
from kiebitz.games.boerenbridge.agents.graphs import GRAPHS, PUBLISHED_WIN, WINNING, Graph, full
from kiebitz.rules.game import Game
from kiebitz.rules.options import Decimals, Option, parse_options, settle
from kiebitz.sayings import Saying, say

if TYPE_CHECKING:
    from kiebitz.agents.valuing import Valuer

THRESHOLD = Option(
    "threshold", Decimals(0, 1.1), "0.9", say("below this part of the average the rule guesses 0")
)
FORCED = Option(
    "forced",
    ("step", "uniform"),
    help=say("a guess that the hook forbids becomes one more or less, or any other"),
)
GUESS = Option(
    "guess",
    ("rule", "zero", "sampling"),
    help=say("the published rule; the rule or zero, whichever scores better in samples; the best in samples"),
)
SAMPLES = Option("samples", range(1, 1_000_001), "100", say("worlds that are played out for a guess"))
HEAR = Option(
    "hear",
    ("off", "on"),
    help=say("on: worlds in which another would not have guessed so by the rule count less"),
)
DOUBT = Option("doubt", Decimals(0, 1), "0.5", say("what such a world counts for each of these guesses"))
AIM = Option("aim", ("guess", "tricks"), help=say("stop at the guess, or always try to win"))
WIN = Option(
    "win",
    ("drawn", "literal", "corrected"),
    help=say("the win graph: as drawn and meant, to the letter, or as the corrected program plays it"),
)
LOSE = Option(
    "lose", ("drawn", "sensible", "knowing"), help=say("the lose graph: as drawn, mended, or with knowledge")
)

GUESSING = (THRESHOLD, FORCED, GUESS, SAMPLES, HEAR, DOUBT)
PUBLISHED = (replace(THRESHOLD, default="0.8"), replace(FORCED, default="uniform"))
PLUS = (THRESHOLD, FORCED, replace(GUESS, default="sampling"), SAMPLES, replace(HEAR, default="on"), DOUBT)
PARANOIA = (
    THRESHOLD,
    FORCED,
    Option(
        "nodes",
        range(1, 1_000_000_001),
        "20000",
        say("positions to look at for a card that forces the guess"),
    ),
    Option("cards", range(1, 14), "4", say("look for one only when the hand has at most this many cards")),
)
DEAF = 1_000_000  # every world counts in full


def graph_of(name: str, parameters: dict[str, str]) -> Graph:
    """The graph that an agent plays with these parameters."""
    if parameters.get("aim") == "tricks":
        return PUBLISHED_WIN if name.endswith("published") else WINNING[parameters["win"]]
    if "lose" in parameters:
        return full(parameters["lose"], parameters["win"])
    return WINNING[parameters["win"]] if "win" in parameters else GRAPHS[name]


def _policy(game: Game, graph: Graph, parameters: dict[str, str]) -> Policy:
    def word(option: Option) -> int:
        return option.encode(parameters[option.name])

    if parameters.get("guess", "rule") == "rule":
        from kiebitz.games.boerenbridge.agents.walking import graph_player

        return graph_player(graph, word(THRESHOLD), word(FORCED))
    from kiebitz.games.boerenbridge.agents.sampling import Guessing, sampling_player

    doubt = word(DOUBT) if parameters["hear"] == "on" else DEAF
    return sampling_player(
        game, graph, Guessing(word(GUESS), word(SAMPLES), doubt, word(THRESHOLD), word(FORCED))
    )


def _paranoia(game: Game, parameters: dict[str, str]) -> Policy:
    from kiebitz.games.boerenbridge.agents.paranoid import paranoid_player

    share, way, nodes, cards = (option.encode(parameters[option.name]) for option in PARANOIA)
    return paranoid_player(full("drawn"), share, way, nodes, cards)


def _entry(name: str, help_: Saying, parameters: tuple[Option, ...], sample: str = "") -> Entry:
    def make(game: Game, chosen: dict[str, str]) -> Policy:
        return _policy(game, graph_of(name, chosen), chosen)

    return Entry(name, help_, make, parameters, sample=sample)


ENTRIES = (
    _entry("greedy", say("guesses by the rule, always plays the highest card"), GUESSING),
    _entry("greedy-kripke", say("guesses by the rule, plays the win graph as drawn"), (*GUESSING, WIN)),
    _entry(
        "full-kripke",
        say("guesses by the rule, plays the win graph to its guess, then the lose graph"),
        (*GUESSING, AIM, WIN, LOSE),
    ),
    _entry(
        "full-kripke-plus",
        say("guesses by sampling, hears the others' guesses, and loses with knowledge"),
        (*PLUS, AIM, WIN, replace(LOSE, default="knowing")),
        sample="samples=4",
    ),
    Entry(
        "paranoia",
        say("plays a card that forces its guess against every distribution, else as full-kripke"),
        _paranoia,
        PARANOIA,
        sample="nodes=500",
    ),
    _entry("greedy-published", say("greedy with the published program's guesses"), PUBLISHED),
    _entry("greedy-kripke-published", say("greedy-kripke as the published program plays"), PUBLISHED),
    _entry("full-kripke-published", say("full-kripke as the published program plays"), (*PUBLISHED, AIM)),
)


def graph_named(spec: str) -> Graph:
    """The graph of an agent's specification.

    >>> print(graph_named("full-kripke:lose=knowing").title)
    Full Kripke: win graph drawn, lose graph knowing
    """
    name, _, text = spec.partition(":")
    known = {entry.name: entry for entry in ENTRIES if entry.name in GRAPHS}
    if name not in known:
        raise UnknownName("agent with a graph", name, known)
    return graph_of(name, settle(known[name].parameters, parse_options(text)))


class BoerenbridgeRoster(Roster):
    """Who plays Boerenbridge."""

    entries = ENTRIES
    opponent = "flat:playouts=1000"
    guide = "full-kripke:lose=knowing"
    levels = (
        Level("easy", "greedy", say("Guesses by a rule and always plays its highest card.")),
        Level(
            "medium",
            "full-kripke-plus",
            say("Tries guesses out, hears yours, and knows who lacks what."),
            0.0001,
        ),
        Level(
            "strong",
            "flat:playouts=1000",
            say("Plays every guess and card out in many possible deals."),
            0.0015,
        ),
    )

    def valuer(self, game: Game) -> Valuer:
        from kiebitz.games.boerenbridge.agents.valuing import BoerenbridgeValuer

        return BoerenbridgeValuer(game, self.guide)
