"""Puzzles and exercises as the pages get them: questions without answers, and answers that are judged here.

A puzzle is known by its game and its seed, or by its name once a player has tried it; the server makes it
again when an answer comes, so nothing that gives it away has to travel before.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any, TypeVar

from kiebitz.errors import BadOption
from kiebitz.knowledge.exercises.exercise import KINDS, Exercise
from kiebitz.knowledge.exercises.grading import judge
from kiebitz.lab.exercises.sheets import exercises
from kiebitz.lab.puzzles.making import day_seed, puzzle
from kiebitz.lab.puzzles.trainer import Trainer
from kiebitz.rules.game import Game
from kiebitz.rules.registry import names
from kiebitz.sayings import say
from kiebitz.search.puzzles.puzzle import Puzzle
from kiebitz.table.puzzles.own import own_puzzles
from kiebitz.table.puzzles.paper import scene_of
from kiebitz.table.server.game_pages import page_address, style_address
from kiebitz.table.tables.history import History
from kiebitz.table.tables.rights import Rights

Data = dict[str, Any]
T = TypeVar("T")
KEPT = 200  # puzzles and exercises that were made of late
LONGEST = 60  # characters of a seed


class PuzzleDesk:
    """Makes, shows and judges; progress is kept in a folder, a file for each player."""

    def __init__(self, tables: Path | None, history: History, today: Callable[[], date]) -> None:
        """``tables`` is the file of the tables; without one progress lasts as long as the server.

        ``today`` returns the day whose puzzle is today's.
        """
        self.history, self._today = history, today
        if tables:
            self.folder = tables.with_name(f"{tables.stem}-puzzles")
        else:
            self._passing = TemporaryDirectory(prefix="puzzles")  # it is removed with the desk
            self.folder = Path(self._passing.name)
        self._made: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = Lock()

    # -- puzzles -------------------------------------------------------------------------------------

    def puzzle(self, game: str, seed: str) -> Puzzle:
        """The puzzle of a seed; ``day/2026-03-01`` is that of a day."""
        check(game, seed)
        return self._kept(("puzzle", game, seed), lambda: puzzle(game, seed=seed))

    def today(self) -> str:
        """The seed of today's puzzle."""
        return day_seed(self._today())

    def due(self, player: str, game: str) -> Data | None:
        """The puzzle that a player should look at again, own mistakes among them; and how many there are."""
        if not player:
            return None
        trainer = self.trainer(player)
        trainer.add(own_puzzles(self.history, player, game))
        waiting = trainer.due(game=game)
        return shown(waiting[0]) | {"waiting": len(waiting)} if waiting else None

    def answer(self, player: str, body: Data) -> Data:
        """Judge a move, and keep it for the player."""
        name, move = str(body.get("name", "")), str(body.get("move", ""))
        found = self._asked(player, name, body)
        move = str(found.read_move(move))
        outcome = self.trainer(player).answer(found, move) if player else None
        return {
            "right": found.is_right(move),
            "move": move,
            "solutions": list(found.solutions),
            "why": [line.as_json() for line in found.reasons(move)],
            "due": outcome.due.isoformat() if outcome and outcome.due else None,
            "progress": self.progress(player, found.record.game),
        }

    def _asked(self, player: str, name: str, body: Data) -> Puzzle:
        """By its name, if the player knows it; else by its game and seed."""
        lesson = self.trainer(player).lessons().get(name) if player and name else None
        return lesson.puzzle if lesson else self.puzzle(str(body.get("game", "")), str(body.get("seed", "")))

    def progress(self, player: str, game: str = "") -> Data:
        """How many were tried, are solved, come back later, and wait now."""
        if not player:
            return {}
        trainer = self.trainer(player)
        trainer.add(own_puzzles(self.history, player, game))
        return dict(trainer.summary(game=game))

    def trainer(self, player: str) -> Trainer:
        return Trainer(self.folder / f"{player}.json")

    # -- exercises -----------------------------------------------------------------------------------

    def exercise(self, game: str, seed: str, kind: str) -> Exercise:
        """An exercise of a kind."""
        check(game, seed)
        if kind not in KINDS:
            raise BadOption(say("There is no such kind of exercise."))
        key = "exercise", game, seed, kind
        return self._kept(key, lambda: exercises(game, seed=seed, count=1, kinds=(kind,))[0])

    def graded(self, body: Data) -> Data:
        """Judge an answer to an exercise; what cannot be read is refused and can be mended."""
        found = self.exercise(*(str(body.get(name, "")) for name in ("game", "seed", "kind")))
        result = judge(found, str(body.get("answer", ""))).as_dict()
        return result | {"solution": found.solution}

    def _kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was made of late, or what is made now."""
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
                return self._made[key]  # type: ignore[no-any-return]
        made = make()
        with self._lock:
            self._made[key] = made
            while len(self._made) > KEPT:
                self._made.popitem(last=False)
        return made


def check(game: str, seed: str) -> None:
    """Only games that are installed, and no endless seeds."""
    if game not in names():
        raise BadOption(say("There is no such game."))
    if not 0 < len(seed) <= LONGEST:
        raise BadOption(say("A seed has 1 to {n} characters.", n=LONGEST))


def shown(puzzle: Puzzle, seed: str = "") -> Data:
    """What the page draws and asks; the view of the seat and nothing else."""
    game = puzzle.state.game
    return {
        "name": puzzle.name,
        "seed": seed,
        "kind": puzzle.kind,
        "stars": puzzle.stars,
        "question": puzzle.question.as_json(),
        "seen": [line.as_json() for line in puzzle.seen],
        "scene": Rights(puzzle.seat, game.seats, sees_all=False).scene(puzzle.state),
        **table_data(game, puzzle.seat),
    }


def shown_exercise(exercise: Exercise, seed: str) -> Data:
    """The same of an exercise: one player's view, or all cards of a finished game."""
    return exercise.as_dict() | {
        "seed": seed,
        "scene": scene_of(exercise),
        **table_data(exercise.state.game, exercise.seat),
        "all_cards": exercise.seat < 0,
    }


def table_data(game: Game, seat: int) -> Data:
    """What the page of a game needs to draw its table."""
    return {
        "game": game.name,
        "title": game.title,
        "page": page_address(type(game)),
        "style": style_address(type(game)),
        "trick_size": game.trick_size,
        "seat": seat,
        "seats": [
            {"place": game.seat_name(each), "kind": "recorded", "name": game.seat_name(each)}
            for each in range(game.seats)
        ],
    }
