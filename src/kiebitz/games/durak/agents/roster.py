"""The names, parameters and makers of the Durak agents; what is compiled is imported when it is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.agents.base import Policy
from kiebitz.agents.entry import Entry
from kiebitz.agents.roster import Level, Roster
from kiebitz.rules.game import Game
from kiebitz.rules.options import Decimals, Option
from kiebitz.sayings import say

if TYPE_CHECKING:
    from kiebitz.agents.valuing import Valuer

MANY = range(1, 1_000_001)
HARD = "mcts:limit=1000,samples=40,choice=cheapest"

SIMULATION = Option(
    "simulation",
    ("greedy", "random"),
    help=say("who plays the playouts; random is random-published"),
    also=("playout",),
)
SAMPLES = Option("samples", MANY, "20", say("worlds that vote while the deck hides cards"))

MINIMAX = (
    Option("depth", range(1, 25), "3", say("plies; a taker's empty answer to an added card is one")),
    Option("eval", ("playout", "basic"), help=say("greedy play to the end, or hand values and weaknesses")),
    SAMPLES,
    Option("table", ("on", "off"), help=say("the transposition table")),
    Option("pruning", ("on", "off"), help=say("alpha-beta")),
    Option(
        "ties", ("suits", "cheapest"), help=say("which of equal cards: first by suit, or lowest, trumps last")
    ),
)
MCTS = (
    Option(
        "limit", MANY, "100", say("iterations for each world; once all is known, for all of them in one tree")
    ),
    Option("c", Decimals(0, 100), "1.41", say("exploration: mean + c * sqrt(2 ln N / n), wins count 1")),
    SAMPLES,
    SIMULATION,
    Option(
        "choice",
        ("votes", "cheapest"),
        help=say("the worlds vote, or the cheapest card whose mean is the best one within its error"),
    ),
)
FLAT = (
    Option("playouts", MANY, "100", say("worlds, in each of which every move gets one playout")),
    SIMULATION,
)


def hasty(game: Game, parameters: dict[str, str]) -> Policy:
    """The random player of the published program."""
    from kiebitz.games.durak.agents.players import HASTY

    return HASTY


def greedy(game: Game, parameters: dict[str, str]) -> Policy:
    """The lowest card."""
    from kiebitz.games.durak.agents.players import GREEDY

    return GREEDY


def smart(game: Game, parameters: dict[str, str]) -> Policy:
    """Ranks that the opponent lacks, and weaknesses."""
    from kiebitz.games.durak.agents.smart import SMART

    return SMART


def smart_published(game: Game, parameters: dict[str, str]) -> Policy:
    """Smart with the published choice among equals."""
    from kiebitz.games.durak.agents.smart import SMART_PUBLISHED

    return SMART_PUBLISHED


def minimax(game: Game, parameters: dict[str, str]) -> Policy:
    """Alpha-beta in sampled worlds."""
    from kiebitz.games.durak.agents.searching import minimax_policy

    return minimax_policy([option.encode(parameters[option.name]) for option in MINIMAX])


def minimax_published(game: Game, parameters: dict[str, str]) -> Policy:
    """Alpha-beta as the published program has it."""
    from kiebitz.games.durak.agents.searching import minimax_policy

    words = [option.encode(parameters[option.name]) for option in MINIMAX[:3]]
    return minimax_policy([*words, 1, 0], wrong_hand=True)


def mcts(game: Game, parameters: dict[str, str]) -> Policy:
    """Search trees in sampled worlds."""
    from kiebitz.games.durak.agents.searching import mcts_policy

    words = [option.encode(parameters[option.name]) for option in MCTS[:3]]
    return mcts_policy(game, parameters["simulation"], parameters["choice"], words)


def flat(game: Game, parameters: dict[str, str]) -> Policy:
    """The mean of playouts after each move."""
    from kiebitz.games.durak.agents.searching import flat_policy

    return flat_policy(game, parameters["simulation"], FLAT[0].encode(parameters["playouts"]))


ENTRIES = (
    Entry("random-published", say("a uniform card, but stops in 21 of 100 cases where it may"), hasty),
    Entry("greedy", say("the lowest card, trumps last"), greedy),
    Entry("smart", say("defends with ranks the other lacks, attacks weaknesses"), smart),
    Entry("smart-published", say("the same; of several such ranks it takes any"), smart_published),
    Entry(
        "minimax",
        say("alpha-beta to a depth in sampled worlds, which vote"),
        minimax,
        MINIMAX,
        sample="depth=2,samples=3",
    ),
    Entry(
        "minimax-published",
        say("the same without a table, and with the published mistake in eval=basic"),
        minimax_published,
        MINIMAX[:3],
        sample="depth=2,eval=basic,samples=3",
    ),
    Entry(
        "mcts",
        say("search trees (UCT) in sampled worlds, which vote"),
        mcts,
        MCTS,
        sample="limit=10,samples=3",
    ),
    Entry(
        "flat",
        say("the best mean of playouts over common worlds, by default greedy ones"),
        flat,
        FLAT,
        sample="playouts=4",
    ),
)


class DurakRoster(Roster):
    """Who plays Durak."""

    entries = ENTRIES
    opponent = HARD
    levels = (
        Level("easy", "greedy", say("Plays its lowest card and keeps trumps.")),
        Level("medium", "flat:playouts=20", say("Plays a few possible deals to their end before it moves.")),
        Level("strong", HARD, say("Searches trees of moves in many possible deals."), 0.016),
    )

    def valuer(self, game: Game) -> Valuer:
        from kiebitz.games.durak.agents.valuing import DurakValuer

        return DurakValuer(game)
