"""What games of Skat can begin with: the contract, or all but the play of the cards.

``contract of SOURCE`` gives the declarer, bid and game, and the discard is that of the winning tables;
``discards of SOURCE`` gives all but the play.
"""

from __future__ import annotations

from functools import lru_cache

from kiebitz.games.skat import rules as r
from kiebitz.games.skat.tables import NULL
from kiebitz.kernel.state import HAND, PHASE
from kiebitz.kernel.vectors import Vector
from kiebitz.lab.playing.openings import Opening, Recorded
from kiebitz.rules.game import Game


def is_trump_game(vector: Vector) -> bool:
    """Was it a suit game or Grand? Neither Null nor passed-in games are begun from."""
    return bool(vector[r.DECLARER] >= 0 and vector[r.CONTRACT] != NULL)


def is_won(game: Game, recorded: Recorded) -> bool:
    """Did the declarer win a recorded game?"""
    return bool(Opening(recorded.layout, recorded.codes).vector(game)[r.SCORE] > 0)


def discards(game: Game, recorded: Recorded) -> Opening:
    """The moves before the first card."""
    return Opening(recorded.layout, _before_the_play(game, recorded)[0])


def contract(game: Game, recorded: Recorded) -> Opening:
    """The same with the discard of the winning tables."""
    codes, vector = _before_the_play(game, recorded)
    if vector[r.TAKEN]:
        codes = (*codes[:-4], *_discard(vector), *codes[-2:])
    return Opening(recorded.layout, codes)


def _before_the_play(game: Game, recorded: Recorded) -> tuple[tuple[int, ...], Vector]:
    """The moves before the first card, and the vector then."""
    state = Opening(recorded.layout).start(game)
    for number, code in enumerate(recorded.codes):
        if state.phase == "play":
            return recorded.codes[:number], state.vector
        state = state.play(game.move(int(state.vector[PHASE]), code))
    return recorded.codes, state.vector


def _discard(s: Vector) -> list[int]:
    """The discard that the players with winning tables choose in the declarer's game."""
    from kiebitz.games.skat.agents.bidding.bidding import best_discard

    seat = int(s[r.DECLARER])
    cards = int(s[HAND + seat] | s[r.SKAT])
    pair = int(best_discard(_memory(), cards, int(s[r.CONTRACT]), seat, 0))
    return [card for card in range(32) if pair >> card & 1]


@lru_cache
def _memory() -> Vector:
    from kiebitz.games.skat.agents.memory import make_memory

    return make_memory([])
