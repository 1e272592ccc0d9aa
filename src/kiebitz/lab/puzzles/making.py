"""Puzzles made: any number from a seed, one for a day, the same for everybody."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from itertools import islice

from kiebitz.amounts import as_seed
from kiebitz.errors import KiebitzError, UnknownName
from kiebitz.kernel.random import fresh_seed
from kiebitz.lab.puzzles.courses import courses
from kiebitz.lab.puzzles.rating import rated
from kiebitz.rules.game import Game
from kiebitz.rules.options import Options
from kiebitz.rules.parts import part
from kiebitz.rules.registry import as_game
from kiebitz.sayings import say
from kiebitz.search.puzzles.puzzle import OPEN, SURE, Puzzle
from kiebitz.search.solving import Solving

NODES = 50_000  # of the proof of a move
MADE = (SURE, OPEN)
PATIENCE = 300  # games without a puzzle


def puzzles(game: Game, seed: int | str, kind: str = "") -> Iterator[Puzzle]:
    """Puzzles without end; the same seed gives the same ones. At most one comes from a game.

    Without a kind, proofs from hidden cards and positions with open cards in turn, where there are both.
    """
    if kind:
        yield from _found(game, seed, kind)
        return
    sources = {kind: _found(game, seed, kind) for kind in MADE}
    while sources:
        for kind in tuple(sources):
            try:
                yield next(sources[kind])
            except NoPuzzle:
                del sources[kind]
    raise NoPuzzle(game)


class NoPuzzle(KiebitzError):
    """A game in which puzzles are too rare."""

    def __init__(self, game: Game) -> None:
        super().__init__(say("No puzzle was found in {n} games of {game}.", n=PATIENCE, game=game.name))


def _found(game: Game, seed: int | str, kind: str) -> Iterator[Puzzle]:
    """The puzzles of one kind."""
    if kind not in MADE:
        raise UnknownName("kind of puzzle", kind, MADE)
    solving, fruitless = part(game, Solving), 0
    for states in courses(game, f"puzzle/{kind}/{seed}"):
        tried = (puzzle for state in states for puzzle in solving.puzzles(state, NODES, (kind,)))
        puzzle = next((good for found in tried if (good := rated(found))), None)
        fruitless = 0 if puzzle else fruitless + 1
        if puzzle:
            yield puzzle
        elif fruitless == PATIENCE:
            raise NoPuzzle(game)


def today() -> date:
    """Return the day whose puzzle is today's, the same everywhere: the date in UTC."""
    return datetime.now(UTC).date()


def day_seed(day: date | str) -> str:
    """Return the seed of a day's puzzle.

    >>> day_seed(date(2026, 3, 1))
    'day/2026-03-01'
    """
    return f"day/{day}"


def puzzle_game(game: Game | str, options: Options = None) -> Game:
    """A game as its puzzles are played, unless other options are given."""
    found = as_game(game, options)
    chosen = part(found, Solving).puzzle_options
    return type(found)(chosen) if chosen and isinstance(game, str) and not options else found


def puzzle(
    game: Game | str,
    *,
    seed: int | str | None = None,
    day: date | str | None = None,
    number: int = 1,
    kind: str = "",
    options: Options = None,
) -> Puzzle:
    """A puzzle: a position of a game between agents in which few moves are right, with the proof.

    ``number`` says which one of its seed; ``kind`` is ``sure`` or ``open``; ``day`` gives the one of a
    date, which is the same everywhere.

    >>> found = puzzle("durak", seed=1)
    >>> found.view.seat == found.seat, found.is_right(found.solutions[0]), found.is_right(found.tempting)
    (True, True, False)
    >>> 0 < found.difficulty <= 1, found == puzzle("durak", seed=1)
    (True, True)
    """
    made = puzzle_game(game, options)
    name = day_seed(day) if day is not None else as_seed(fresh_seed() if seed is None else seed)
    return next(islice(puzzles(made, name, kind), number - 1, None))
