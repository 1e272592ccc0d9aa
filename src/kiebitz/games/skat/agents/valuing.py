"""What moves of Skat are worth: points of the list ahead of the others, over likely worlds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from kiebitz.agents.advice import ask
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.registry import contestant
from kiebitz.agents.valuing import Row, Table, Valuer, Worlds
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import PHASE, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.game import Game
from kiebitz.rules.values import Move, State, View
from kiebitz.sayings import Saying, say
from kiebitz.search.evaluator import CODES

AUCTION = ("speak", "answer")
SLOWNESS = 4
GUIDE = "instinct:playouts=0,proof=off"
SOLVE, ALL = 6, 10  # cards in hand from which worlds are solved; a whole hand


class SkatValuer(Valuer):
    """Bids, discards and contracts are played on by instinct; cards also, until the solver takes over.

    In the play worlds are drawn as skat-ai draws them: those come more often in which the others would have
    bid, named and played what they did.
    """

    usual = 200
    least = 2.0

    def __init__(self, game: Game) -> None:
        from kiebitz.games.skat.agents.thinking import skat_player

        super().__init__(game, GUIDE, relative=True)
        self._player = skat_player(solve=SOLVE, soft=3, draws=4, trust=60, sharp=200, playout=1).memory

    @property
    def unit(self) -> Saying:
        return say("points ahead of the others")

    def worlds(self, view: View, number: int, rng: Stream) -> Worlds:
        """Fewer in the auction, where playing one on takes long: two others look at every skat."""
        from kiebitz.games.skat.agents.cards.paired import draw_before_play, draw_states

        draw = draw_states if view.phase == "play" else draw_before_play
        rows = max(number // SLOWNESS, 2) if view.phase in AUCTION else number
        states = np.zeros((rows, WORDS), np.int64)
        draw(view.vector, self._player, rng.word, states)
        return Worlds(states)

    def candidates(self, view: View, move: Move) -> tuple[Move, ...]:
        """A speaker names the next value or passes: what else could be said is the same for a hand."""
        if view.phase != "speak":
            return view.moves
        return tuple(other for other in view.moves if other in (view.moves[0], view.moves[-1], move))

    def assured(self, view: View, worlds: Worlds) -> Row | None:
        """The value of the game as announced, won or lost."""
        from kiebitz.games.skat.agents.cards.paired import assure

        values = np.zeros(len(worlds.states))
        assure(worlds.states, values)
        return values

    def advised(self, view: View, rng: Stream) -> str | None:
        """Before the play, what skat-ai would do: its tables know more of a hand than playouts do."""
        if view.phase == "play":
            return None
        return ask(self._adviser, view.drawing_from(rng)).move

    @cached_property
    def _adviser(self) -> Contestant:
        return contestant("skat-ai", self.game)

    def values(self, worlds: Worlds, moves: Sequence[Move], rng: Stream) -> Table:
        from kiebitz.games.skat.rules import CARD_PLAY

        if worlds.states[0, PHASE] != CARD_PLAY:
            return super().values(worlds, moves, rng)
        return self._cards(worlds.states, rng, SOLVE)

    def _cards(self, states: Vector, rng: Stream, solve: int) -> Table:
        from kiebitz.games.skat.agents.cards.paired import paired

        values = np.zeros((len(states), CODES))
        paired(states, self._player, rng.word, solve, values)
        return values

    def open_values(self, state: State, nodes: int) -> dict[str, float] | None:
        """Every position in the play is solved, from the first card on."""
        if state.phase != "play":
            return None
        values = self._cards(state.vector[np.newaxis], Stream.named("open"), ALL)
        return {str(move): float(values[0, move.code]) for move in state.moves}

    def result(self, end: State, seat: int) -> float:
        own = end.payoffs[seat]
        return own - (sum(end.payoffs) - own) / (self.game.seats - 1)
