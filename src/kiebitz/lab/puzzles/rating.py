"""How hard a puzzle is: the share of answers that are wrong, over agents of growing strength.

Nothing is estimated from the position: agents are asked, each several times with other random numbers. The
first of them guesses, so its share follows from the number of moves.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from kiebitz.agents.advice import ask
from kiebitz.agents.kept import kept
from kiebitz.kernel.random import Stream
from kiebitz.lab.bench import Bench
from kiebitz.rules.parts import part
from kiebitz.search.puzzles.proving import explained
from kiebitz.search.puzzles.puzzle import Puzzle

TRIES = 4  # of each agent
EASIEST = 0.3  # below this the obvious move is right


@dataclass(frozen=True)
class Rating:
    """What the agents made of a puzzle."""

    shares: dict[str, float]
    """For each agent, the share of its answers that were wrong."""
    wrong: Counter[str]
    """The wrong answers, with how often each was given."""

    @property
    def difficulty(self) -> float:
        return round(sum(self.shares.values()) / len(self.shares), 3)

    @property
    def tempting(self) -> str:
        """The wrong move that was chosen most often."""
        return min(self.wrong, key=lambda move: (-self.wrong[move], move), default="")


def rate(puzzle: Puzzle, solvers: tuple[str, ...] | None = None, tries: int = TRIES) -> Rating:
    """Ask the agents that a game names for this, or others."""
    names = part(puzzle.state.game, Bench).puzzle_solvers if solvers is None else solvers
    shares = {"random": 1 - len(puzzle.solutions) / len(puzzle.view.moves)} if solvers is None else {}
    wrong = Counter[str]()
    for name in names:
        answers = answers_of(name, puzzle, tries)
        missed = [move for move in answers if move not in puzzle.solutions]
        wrong.update(missed)
        shares[name] = len(missed) / len(answers)
    return Rating(shares, wrong)


def answers_of(name: str, puzzle: Puzzle, tries: int) -> list[str]:
    """What an agent plays, with other random numbers each time."""
    solver, view = kept(name, puzzle.state.game), puzzle.view
    streams = (Stream.named("solve", puzzle.name, name, number) for number in range(tries))
    return [str(ask(solver, view.drawing_from(stream)).move) for stream in streams]


def rated(puzzle: Puzzle) -> Puzzle | None:
    """The puzzle with its difficulty and its reasons; None if the obvious move is right."""
    found = rate(puzzle)
    if not found.tempting or found.difficulty < EASIEST:
        return None
    return explained(replace(puzzle, difficulty=found.difficulty), found.tempting)
