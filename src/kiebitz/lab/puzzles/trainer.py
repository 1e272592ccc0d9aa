"""The trainer: puzzles that were missed come back at growing intervals, until they are solved.

When each of them is due is decided by FSRS, a published model of how we forget (``fsrs``). A puzzle that is
solved at first sight is done; one that was missed is done after four right answers in a row, of which each
comes later than the one before. Everything is kept in one file of the user's.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kiebitz.errors import KiebitzError
from kiebitz.files import data_path, make_data_folder, write_new
from kiebitz.sayings import say
from kiebitz.search.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from fsrs import Scheduler

ENOUGH = 4  # right answers in a row
SOON = timedelta(minutes=10)  # a puzzle that was missed just now comes back after this
FORMAT = 1
PROGRESS = "KIEBITZ_PUZZLES"  # names the file of progress


def trainer_home() -> Path:
    """Where progress is kept: KIEBITZ_PUZZLES or the user's data folder."""
    return data_path("puzzles.json", PROGRESS)


@dataclass
class Lesson:
    """A puzzle with all that was answered to it."""

    puzzle: Puzzle
    answers: list[dict[str, Any]] = field(default_factory=list)
    """Each with its time, its move and whether that was right."""
    card: dict[str, Any] | None = None
    """What FSRS knows of it; None if it was not missed yet."""

    @property
    def streak(self) -> int:
        """Right answers since the last wrong one."""
        wrong = [number for number, each in enumerate(self.answers) if not each["right"]]
        return len(self.answers) - (wrong[-1] + 1 if wrong else 0)

    @property
    def was_missed(self) -> bool:
        return any(not each["right"] for each in self.answers)

    @property
    def is_done(self) -> bool:
        """Solved at first sight, or often enough after it was missed."""
        return bool(self.answers) and self.streak >= (ENOUGH if self.was_missed else 1)

    @property
    def due(self) -> datetime | None:
        """When it comes back; None if it does not."""
        if self.is_done:
            return None
        return datetime.fromisoformat(self.card["due"]) if self.card else datetime.min.replace(tzinfo=UTC)

    def as_dict(self) -> dict[str, Any]:
        return {"puzzle": self.puzzle.as_dict(), "answers": self.answers, "card": self.card}


@dataclass(frozen=True)
class Outcome:
    """What an answer brought."""

    is_right: bool
    due: datetime | None
    """When the puzzle comes back; None if it is done."""


class Trainer:
    """What one person has solved and has still to solve; each call reads the file anew.

    >>> from tempfile import mkdtemp
    >>> from kiebitz.lab.puzzles.making import puzzle
    >>> trainer, found = Trainer(Path(mkdtemp()) / "progress.json"), puzzle("durak", seed=1)
    >>> start = datetime(2026, 1, 1, tzinfo=UTC)
    >>> missed = trainer.answer(found, found.tempting, start)
    >>> missed.is_right, missed.due - start, trainer.due(start), len(trainer.due(start + SOON))
    (False, datetime.timedelta(seconds=600), [], 1)
    """

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or trainer_home()

    def lessons(self, game: str = "") -> dict[str, Lesson]:
        """Everything that was tried, by the names of the puzzles; of one game, or of all."""
        found = self._read()
        return {name: each for name, each in found.items() if game in ("", each.puzzle.record.game)}

    def answer(self, puzzle: Puzzle, move: str, now: datetime | None = None) -> Outcome:
        """Keep an answer to a puzzle, and say when it comes back."""
        when, lessons = now or datetime.now(UTC), self._read()
        lesson = lessons.setdefault(puzzle.name, Lesson(puzzle))
        is_right = puzzle.is_right(move)
        lesson.answers.append({"at": when.isoformat(), "move": str(move), "right": is_right})
        if lesson.was_missed or lesson.card:
            lesson.card = _next(lesson.card, is_right, when)
        self._write(lessons.values())
        return Outcome(is_right, lesson.due)

    def add(self, puzzles: Iterable[Puzzle]) -> int:
        """Keep puzzles that wait for a first answer, such as one's own mistakes; how many are new."""
        lessons = self._read()
        new = {puzzle.name: Lesson(puzzle) for puzzle in puzzles if puzzle.name not in lessons}
        if new:
            self._write([*lessons.values(), *new.values()])
        return len(new)

    def due(self, now: datetime | None = None, game: str = "") -> list[Puzzle]:
        """The puzzles that wait for an answer, the one that has waited longest first."""
        when = now or datetime.now(UTC)
        waiting = [(each.due, name, each) for name, each in self.lessons(game).items() if each.due]
        return [each.puzzle for due, _, each in sorted(waiting, key=lambda one: one[:2]) if due <= when]

    def summary(self, now: datetime | None = None, game: str = "") -> dict[str, int]:
        """How many were tried, are solved, come back later, and wait now."""
        lessons = self.lessons(game).values()
        return {
            "tried": sum(bool(each.answers) for each in lessons),
            "solved": sum(each.is_done for each in lessons),
            "later": sum(not each.is_done for each in lessons) - len(due := self.due(now, game)),
            "due": len(due),
        }

    def export(self) -> dict[str, Any]:
        """All that is kept, for JSON."""
        return {"format": FORMAT, "puzzles": [each.as_dict() for each in self._read().values()]}

    def forget(self) -> None:
        """Delete the file."""
        self.file.unlink(missing_ok=True)

    def _read(self) -> dict[str, Lesson]:
        if not self.file.exists():
            return {}
        try:
            data = json.loads(self.file.read_text(encoding="utf-8"))
            if data["format"] != FORMAT:
                raise ValueError(f"format {data['format']}")
            found = [Lesson(Puzzle.of_dict(each["puzzle"]), each["answers"], each["card"])
                     for each in data["puzzles"]]  # fmt: skip
        except (OSError, ValueError, KeyError, TypeError, KiebitzError) as error:
            raise KiebitzError(
                say(
                    "The progress in {file} cannot be read ({why}); move the file away to begin anew.",
                    file=str(self.file),
                    why=str(error),
                )
            ) from error
        return {lesson.puzzle.name: lesson for lesson in found}

    def _write(self, lessons: Iterable[Lesson]) -> None:
        make_data_folder(self.file.parent, PROGRESS)
        kept = {"format": FORMAT, "puzzles": [each.as_dict() for each in lessons]}
        write_new(self.file, json.dumps(kept, indent=1) + "\n")


def _next(card: dict[str, Any] | None, is_right: bool, when: datetime) -> dict[str, Any]:
    """What FSRS makes of an answer."""
    from fsrs import Card, Rating

    old = Card.from_dict(card) if card else Card(card_id=1, due=when)  # type: ignore[arg-type]
    new, _ = _scheduler().review_card(old, Rating.Good if is_right else Rating.Again, when)
    return dict(new.to_dict())


def _scheduler() -> Scheduler:
    """Without fuzz: the same answers at the same times have the same dates."""
    from fsrs import Scheduler

    return Scheduler(learning_steps=(SOON,), relearning_steps=(SOON,), enable_fuzzing=False)
