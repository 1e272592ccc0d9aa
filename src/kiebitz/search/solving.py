"""What a game may bring to search: values with open cards, moves that are sure, claims, puzzles."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from kiebitz.errors import KiebitzError
from kiebitz.rules.parts import Part
from kiebitz.sayings import Saying, say

if TYPE_CHECKING:
    from kiebitz.kernel.vectors import Kernel
    from kiebitz.rules.game import Game
    from kiebitz.rules.values import Move, State, View
    from kiebitz.search.alphamu.aims import Aim
    from kiebitz.search.puzzles.forced import Forced
    from kiebitz.search.puzzles.puzzle import Puzzle

NODES = 100_000  # of a proof; what takes more is not certain enough to be claimed
Claim = Literal["all", "ours", "none", "win", "nothing"]
"""What a seat claims: all the rest for itself, or for its side, none of it, the win; or that nothing is left
that counts."""


@dataclass(frozen=True)
class OpenValues:
    """What each legal move is worth when all cards are open and everybody plays as well as possible."""

    moves: Mapping[str, int]
    best: str
    value: int
    """What the best move is worth."""
    scale: str = "score"
    """What the values are, for a sentence that explains them."""

    @classmethod
    def for_mover(cls, state: State, moves: Mapping[str, int], scale: str = "score") -> OpenValues | None:
        """The values for the seat to move, which wants the most; None if some move has none."""
        if len(moves) < len(state.moves):
            return None
        best = max(moves, key=lambda move: moves[move])
        return cls(moves, best, moves[best], scale)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"best": self.best, "value": self.value, "cards": dict(self.moves), "unit": self.scale}


@dataclass(frozen=True)
class Forcing:
    """What a seat can bring about whatever the others hold and play, and by which of its moves."""

    aim: Saying
    moves: tuple[Move, ...]
    """The moves that force it; none if it cannot be forced."""
    undecided: tuple[Move, ...] = ()
    """Moves for which the nodes did not suffice."""

    def misses(self, move: str) -> bool:
        """Does a move give away what others force?"""
        return bool(self.moves) and move not in self.moves and move not in self.undecided


CLAIMS = {
    "all": say("every trick that is left"),
    "none": say("not a single trick"),
    "win": say("the win"),
}


class Solving(Part):
    """Solves positions of a game; the defaults do so where few cards are left.

    >>> from kiebitz.rules.registry import game
    >>> state = game("boerenbridge", {"schedule": "1"}).deal(seed=1)
    >>> for move in ["0", "0", "0", "0"]:
    ...     state = state.play(move)
    >>> dict(Solving(type(state.game)).open_values(state, nodes=1000).moves)
    {'AS': 10}
    """

    layer = "search"

    @property
    def phases(self) -> tuple[str, ...]:
        """The phases in which open cards have values: when cards are played, if a phase is called so."""
        return ("play",) if "play" in self.game.phases else self.game.phases

    def open_values(self, state: State, nodes: int) -> OpenValues | None:
        """Values of the legal moves with open cards; None if they take more nodes than that for a move.

        By default what the seat to move can secure in this round, even if all others play against it.
        """
        from kiebitz.search.secured import secured

        return OpenValues.for_mover(state, secured(state.game, state.vector, nodes))

    def sure_moves(self, view: View, nodes: int) -> list[Move]:
        """The moves after which what the seat claims is still certain; none if it is not.

        Certain means: in every world of the view, whatever the others play, and so that nobody's result
        depends on what they play. The seat is to move. By default the claim is the win.
        """
        from kiebitz.search.certain import sure_wins

        return sure_wins(view, nodes)

    def claim(self, view: View) -> Claim | None:
        """What the seat to move can claim; None if nothing is certain or if claiming hurts its own aim."""
        return "win" if self.sure_moves(view, NODES) else None

    def concession(self, state: State) -> Sequence[Move]:
        """Moves to the end of the round with which the seat to move, which gives up, loses it.

        None where nobody can give up alone, where it is too early, or where it cannot be lost any more.
        """
        return ()

    def forcing(self, view: View, nodes: int) -> Forcing | None:
        """What the seat to move wants and can force; None where nothing can be said.

        By default what it may claim: a claim that hurts its own aim is none.
        """
        claim = self.claim(view)
        if claim not in CLAIMS:
            return None
        return Forcing(CLAIMS[claim], tuple(self.sure_moves(view, nodes)))

    def aim(self, game: Game) -> Aim:
        """What a seat wants, as a question of yes or no that compiled searches ask in many worlds.

        By default as many points in this round as the best average.
        """
        from kiebitz.search.alphamu.aims import points_aim

        return points_aim(game.kernels)

    @property
    def brings_aim(self) -> bool:
        """Does the game say itself what a seat wants?"""
        return type(self).aim is not Solving.aim

    def value_aim(self, game: Game) -> Aim | None:
        """How much a seat gets, as a value of few steps that compiled searches ask for in many worlds.

        None where open cards have no such value, which is the default.
        """
        return None

    def score_worth(self, game: Game) -> Kernel | None:
        """``worth(state, seat)``: the chance to win the unit from the score with which a round begins.

        In millionths; None where a unit is one round, or if it was not measured what its rounds bring (see
        ``search/scores.py``).
        """
        return None

    def answer(self, problem: Mapping[str, Any]) -> Mapping[str, Any]:
        """The answer to a problem in the game's own words, by their names; most games have none."""
        raise KiebitzError(
            say(
                "{game} has no problems in words of its own: give a state or a view of it.",
                game=self.game.name,
            )
        )

    # -- puzzles -------------------------------------------------------------------------------------

    puzzle_options: ClassVar[str] = ""
    """The game's options for puzzles, where the usual ones make long or dull games."""

    def forced(self, view: View, nodes: int) -> Forced | None:
        """Which moves reach what the seat needs for certain; None where nothing can be proved.

        Certain means: in every world of the view, whatever the others play. By default what is needed is
        the win of a game of one round, and all worlds are gone through.
        """
        from kiebitz.search.puzzles.forced import forced_win

        return forced_win(view, nodes)

    def forced_open(self, state: State, nodes: int) -> Forced | None:
        """The same with open cards. By default the moves with the best value are right."""
        question = say("All cards are open. Which move is worth the most to you, if all play their best?")
        return self._judged(state, nodes, question, lambda value, best: value == best)

    def _judged(
        self, state: State, nodes: int, question: Saying, is_right: Callable[[int, int], bool]
    ) -> Forced | None:
        """The moves of a position with open cards, right or wrong by their value and the best one."""
        from kiebitz.search.puzzles.forced import Forced, worth

        found = self.open_values(state, nodes)
        if found is None:
            return None
        values = worth(found.moves, state.phase)
        why = say("With open cards and best play the moves are worth: {values}.", values=values)
        right = {move: is_right(value, found.value) for move, value in found.moves.items()}
        return Forced(question, right, why)

    def puzzles(
        self, state: State, nodes: int = NODES, kinds: Collection[str] = ("sure", "open")
    ) -> Iterator[Puzzle]:
        """The puzzles that a position makes; by default few of many moves are right, and that is proved."""
        from kiebitz.search.puzzles.finding import usual_puzzles

        return usual_puzzles(self, state, nodes, kinds)

    def proof(self, state: State, move: str, nodes: int) -> Iterable[Saying]:
        """Why a move is certain, in lines: by default what is played next against each reply."""
        from kiebitz.search.puzzles.proving import plan

        return plan(self, state, move, nodes)
