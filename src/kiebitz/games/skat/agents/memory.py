# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""What a Skat player remembers in one array: parameters, winning tables, instinct, and room for searches."""

from __future__ import annotations

import numpy as np

from kiebitz.games.skat.agents.bidding import tables as t
from kiebitz.games.skat.agents.cards.instinct import WEIGHTS, load_weights
from kiebitz.games.skat.agents.cards.suit_factors import factors, worths
from kiebitz.games.skat.search.open_cards.workspace import table_for
from kiebitz.games.skat.search.open_cards.workspace import workspace as solver_space
from kiebitz.games.skat.search.paranoia.words import WORDS as PROBLEM
from kiebitz.games.skat.search.paranoia.words import workspace as paranoia_space
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.vectors import Vector

WORLDS = 0  # to value for a card
SOLVE = 1  # cards in hand from which the open-card solver takes over
PARANOIA = 2  # for whom: 1 the declarer, 2 opponents, 3 both
FROM_CARD = 3  # cards that must have been played before killer cards are looked for
ENDGAME = 4  # worlds up to which all are solved, 0 for never
SOFT = 5  # what makes worlds likely: 1 the declarer's choice, 2 also the bids, 3 also the cards played
NODES = 6  # for a paranoia search
MARGIN = 7  # points that declaring must bring more than defending
PLAYOUT = 8  # who plays on until the solver takes over: 0 rules of thumb, 1 instinct
RACE = 9  # 1: cards that fall behind are valued no further
EXPERT = 10  # tricks at the beginning that expert rules decide
TICKS = 11  # of the processor's clock for a card, 0 for no limit
DRAWS = 12  # worlds to draw for one that is valued, where some are likelier than others
TRUST = 13  # in hundredths: how far the cards played are taken to be what instinct would play
SHARP = 14  # in hundredths: how sharply instinct decides in playouts
PROOF = 15  # 1: a paranoia search may choose a Grand, and Ouvert where all tricks are sure
PASSING = 16  # 1: what passing has been seen to bring is part of what declaring must exceed
PLAYOUTS = 17  # of each of the best games before one is named
HABITS = 18  # on which habits proofs may rest: 1 what is put away, 2 how defenders follow, 3 both
ORDER = 19  # 1: expert cards wherever nothing else decides, as the published program has it
SHARE = 20  # in millionths: what instinct's playing on counts beside open cards in drawn worlds
CLASSES = 21  # worlds that are solved to the point before the others are solved by class, 0 for all
PARAMETERS = 22
SOLVER_AT = PARAMETERS  # where the solver's space begins: at the end, because its size depends on the player
NAMES = {
    "worlds": WORLDS, "solve": SOLVE, "paranoia": PARANOIA, "k": FROM_CARD, "endgame": ENDGAME,
    "soft": SOFT, "nodes": NODES, "margin": MARGIN, "playout": PLAYOUT, "race": RACE,
    "expert": EXPERT, "seconds": TICKS, "draws": DRAWS, "trust": TRUST, "sharp": SHARP,
    "proof": PROOF, "passing": PASSING, "playouts": PLAYOUTS, "habits": HABITS, "order": ORDER,
    "share": SHARE, "classes": CLASSES,
}  # fmt: skip
"""The words by the names of parameters."""

TABLES = PARAMETERS + 1
WIN, SCHNEIDER, NULL_SUITS = TABLES + t.WIN, TABLES + t.SCHNEIDER, TABLES + t.NULL_SUITS
REFINEMENT, HAND_GAME, DEFENDING = TABLES + t.REFINEMENT, TABLES + t.HAND_GAME, TABLES + t.DEFENDING
INSTINCT = TABLES + t.SIZE
PARANOIA_SPACE = INSTINCT + WEIGHTS
_paranoia = paranoia_space(1 << 13)
KNOWN_DISCARDS = PARANOIA_SPACE + len(_paranoia)  # by seat: a hand, then its best discards by skat and game
KNOWN_HAND = 1 + 231 * 6
KNOWN_PROOF = KNOWN_DISCARDS + 3 * KNOWN_HAND  # the last question about a declarer's cards, and its answer
TRUMP_FACTORS = KNOWN_PROOF + PROBLEM + 1  # these are only there for players that use expert rules
JACK_FACTORS = TRUMP_FACTORS + 3**11
SIDE_FACTORS = JACK_FACTORS + 3**4
SIDE_WORTHS = SIDE_FACTORS + 3**7
FACTORS_END = SIDE_WORTHS + 3**7


def by_name(**parameters: int) -> list[int]:
    """The parameters as words; what is not named is 0.

    >>> by_name(worlds=8, solve=5)[:3]
    [8, 5, 0]
    """
    words = [0] * PARAMETERS
    for name, value in parameters.items():
        words[NAMES[name]] = value
    return words


def make_memory(
    parameters: list[int], tables: t.Tables | None = None, weights: Vector | None = None
) -> Vector:
    """A player's memory with parameters in the order of the words.

    Tables and weights of instinct are those of the package unless others are given.
    """
    words = np.zeros(PARAMETERS, np.int64)
    words[: len(parameters)] = parameters
    has_factors = words[EXPERT] or words[ORDER]
    end = FACTORS_END if has_factors else TRUMP_FACTORS
    solver = solver_space(table_for(int(words[SOLVE])))
    at = end + end % 2  # an entry of two words stays within a line of the cache
    memory = np.zeros(at + len(solver), np.int64)
    memory[:PARAMETERS] = words
    memory[SOLVER_AT] = at
    memory[TABLES:INSTINCT] = (tables or t.load_tables()).words()
    memory[INSTINCT:PARANOIA_SPACE] = load_weights() if weights is None else weights
    memory[PARANOIA_SPACE:KNOWN_DISCARDS] = _paranoia
    if has_factors:
        memory[TRUMP_FACTORS:JACK_FACTORS] = factors("trump")
        memory[JACK_FACTORS:SIDE_FACTORS] = factors("jacks")
        memory[SIDE_FACTORS:SIDE_WORTHS] = factors("side")
        memory[SIDE_WORTHS:FACTORS_END] = worths("side")
    memory[at:] = solver
    return memory


@kernel
def solver_of(memory):
    """The part of a player's memory in which the open-card solver works."""
    return memory[memory[SOLVER_AT] :]


def with_knowledge(memory: Vector, tables: t.Tables, weights: Vector) -> Vector:
    """The memory of the same player who has these tables and weights."""
    found = memory.copy()
    found[TABLES:INSTINCT], found[INSTINCT:PARANOIA_SPACE] = tables.words(), weights
    return found
