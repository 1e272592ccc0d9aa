"""A sheet of exercises: made from a seed, with answers in a text file, graded one by one.

    sheet: boerenbridge seed=7 count=6 kinds=truth,write
    1: a c
    2: true
    3: K[East] ~has(North, QH)

The first line says which sheet it is, so that a file of answers needs nothing else to be graded; where no
kinds are named it has all of them, and with ``records=FILE`` its games come from that file. Then each answer
has its number. Lines that begin with # are comments, and what is not answered is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

from kiebitz.amounts import as_seed, check_number
from kiebitz.errors import BadNotation, BadOption, KiebitzError, UnknownName
from kiebitz.kernel.random import Stream, fresh_seed
from kiebitz.knowledge.exercises.exercise import KINDS, Exercise
from kiebitz.knowledge.exercises.grading import Grade, grade
from kiebitz.knowledge.exercises.kinds import MAKERS, Moment
from kiebitz.lab.puzzles.courses import courses
from kiebitz.rules.formats import read_records
from kiebitz.rules.game import Game
from kiebitz.rules.parts import part
from kiebitz.rules.records import Record
from kiebitz.rules.registry import as_game, known_game
from kiebitz.rules.values import State
from kiebitz.sayings import Saying, say
from kiebitz.search.solving import Solving

MOST = 100  # exercises on a sheet
PATIENCE = 200  # games without an exercise of a kind
HEAD = re.compile(
    r"sheet:\s*(?P<game>\S+)\s+seed=(?P<seed>\S+)\s+count=(?P<count>\d{1,6})"
    r"(?:\s+kinds=(?P<kinds>[\w,]+))?(?:\s+records=(?P<records>.+))?"
)
LINE = re.compile(r"(?P<number>\d{1,6})\s*[:.)]\s*(?P<answer>.*)")
TOO_FEW = say(
    "These games have too few moments for exercises: give more records, or games with few hidden cards."
)


@dataclass(frozen=True)
class Sheet:
    """Exercises, and what they were made from.

    >>> sheet = exercises("boerenbridge", seed=7, count=3)
    >>> [each.kind for each in sheet]
    ['whether', 'places', 'deals']
    >>> [grade.is_right for grade in sheet.grade({1: sheet[0].solution, 2: "z"})]
    [True, False, False]
    """

    game: str
    seed: int | str
    exercises: tuple[Exercise, ...]
    kinds: tuple[str, ...] = KINDS
    records: str = ""

    def __iter__(self) -> Iterator[Exercise]:
        return iter(self.exercises)

    def __getitem__(self, number: int) -> Exercise:
        return self.exercises[number]

    def __len__(self) -> int:
        return len(self.exercises)

    @property
    def head(self) -> str:
        """The first line of a file of answers."""
        kinds = f" kinds={','.join(self.kinds)}" if self.kinds != KINDS else ""
        source = f" records={self.records}" if self.records else ""
        return f"sheet: {self.game} seed={self.seed} count={len(self)}{kinds}{source}"

    @property
    def key(self) -> str:
        """The right answers, as a file of answers."""
        lines = [f"{number}: {each.solution}" for number, each in enumerate(self, 1)]
        return "\n".join([self.head, *lines]) + "\n"

    def grade(self, answers: Mapping[int, str]) -> list[Grade]:
        """A grade for each exercise, from answers by their numbers."""
        if not isinstance(answers, Mapping):
            said = say("Answers are texts by the numbers of exercises, as in {example}, not {given}.",
                       example="{1: 'a c'}", given=repr(answers))  # fmt: skip
            raise BadOption(said)
        return [
            grade(each, answers[number])
            if number in answers
            else Grade(False, (say("Not answered; right is {answer}.", answer=each.solution),))
            for number, each in enumerate(self, 1)
        ]


def exercises(
    game: Game | type[Game] | str,
    *,
    seed: int | str | None = None,
    count: int = 6,
    kinds: Sequence[str] = KINDS,
    records: Path | str | None = None,
) -> Sheet:
    """A sheet of exercises in epistemic logic; the same seed gives the same sheet.

    Its moments come from games between agents, or from finished games of a file of records. ``kinds`` are
    gone through in turn: ``whether``, ``places``, ``deals``, ``common``, ``truth``, ``write``.

    >>> sheet = exercises("boerenbridge", seed=7, count=1)
    >>> print(sheet[0].question)
    Who knows whether this is so: West has JS?
    """
    check_number("exercises", count, most=MOST)
    for kind in kinds:
        if kind not in MAKERS:
            raise UnknownName("kind of exercise", kind, MAKERS)
    chosen = as_game(game)
    options = part(chosen, Solving).puzzle_options
    name, named = chosen.name, as_seed(fresh_seed() if seed is None else seed)
    played = chosen if not options or isinstance(game, Game) else type(chosen)(options)
    source = _recorded(type(chosen), records) if records else courses(played, f"exercises/{named}")
    return Sheet(
        name,
        named,
        tuple(islice(_made(source, tuple(kinds), named), count)),
        tuple(kinds),
        str(records or ""),
    )


def _made(source: Iterator[list[State]], kinds: tuple[str, ...], seed: int | str) -> Iterator[Exercise]:
    """One exercise from each game that has a moment for it.

    Where all kinds are wanted, one that a game does not have is left out.
    """
    missing: set[str] = set()
    for number, kind in enumerate(cycle(kinds)):
        if kind in missing:
            continue
        games = islice(source, PATIENCE)
        tried = (_of_game(states, kind, Stream.named("exercise", seed, number)) for states in games)
        found = next(filter(None, tried), None)
        if found:
            yield found
            continue
        missing.add(kind)
        if kinds != KINDS or missing == set(KINDS):
            raise KiebitzError(TOO_FEW)


def _of_game(states: list[State], kind: str, rng: Stream) -> Exercise | None:
    """An exercise from a moment of a finished game, the moments in random order."""
    moments = list(states[:-1])
    rng.shuffle(moments)
    for state in moments:
        moment = Moment.of(state, rng)
        made = MAKERS[kind](moment) if moment else None
        if made:
            return made
    return None


def _recorded(game: type[Game], file: Path | str) -> Iterator[list[State]]:
    """The finished games of a file, again and again; a game that goes on is never asked about."""
    found = []
    for record in read_records(file):
        states = (record.of_game(game) if isinstance(record, Record) else record).states()
        if states and states[0].game.name == game.name and states[-1].is_over:
            found.append(states)
    if not found:
        raise BadOption(say("{file} has no finished game of {game}.", file=str(file), game=game.name))
    return cycle(found)


@dataclass(frozen=True)
class Answers:
    """A file of answers: which sheet it is about, and what was answered."""

    game: str
    seed: int | str
    count: int
    kinds: tuple[str, ...]
    records: str
    given: dict[int, str]

    @classmethod
    def read(cls, text: str) -> Answers:
        """Answers from their text.

        >>> found = Answers.read("sheet: durak seed=7 count=2\\n1: a b\\n2: true")
        >>> found.game, found.seed, found.count, found.given
        ('durak', 7, 2, {1: 'a b', 2: 'true'})
        """
        lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
        head = HEAD.fullmatch(lines[0]) if lines else None
        if head is None:
            raise BadNotation(
                say("Answers begin with the line of their sheet: sheet: GAME seed=SEED count=N")
            )
        given, count = dict[int, str](), int(head["count"])
        for line in lines[1:]:
            found = LINE.fullmatch(line)
            if found is None:
                raise BadNotation(
                    say("{line} is not an answer; answers look like 3: a c", line=repr(line[:60]))
                )
            number = int(found["number"])
            if not 1 <= number <= count:
                raise BadNotation(
                    say(
                        "There is no exercise {number}; the sheet has 1 to {last}.", number=number, last=count
                    )
                )
            if number in given:
                raise BadNotation(say("Exercise {number} is answered twice.", number=number))
            given[number] = found["answer"]
        seed = int(head["seed"]) if head["seed"].removeprefix("-").isdecimal() else head["seed"]
        kinds = read_kinds(head["kinds"] or "")
        return cls(head["game"], seed, count, kinds, head["records"] or "", given)


def read_kinds(text: str) -> tuple[str, ...]:
    """Kinds of exercises with commas between them; all of them if none is named."""
    return tuple(kind.strip() for kind in text.split(",")) if text.strip() else KINDS


def graded(text: str, records: Path | str | None = None, game: Game | str = "") -> tuple[Sheet, list[Grade]]:
    """A file of answers: its sheet, made again, and the grades.

    A game from a file has to be given: somebody else has written the answers, which may name any file.
    """
    read = Answers.read(text)
    source = records or read.records or None
    chosen = as_game(game) if game else known_game(read.game)
    if chosen.name != read.game:
        raise BadOption(say("These answers are for a sheet of {sheet}, not of {game}.",
                            sheet=read.game, game=chosen.name))  # fmt: skip
    asked = game or type(chosen)
    sheet = exercises(asked, seed=read.seed, count=read.count, kinds=read.kinds, records=source)
    return sheet, sheet.grade(read.given)


def score(grades: Sequence[Grade]) -> Saying:
    """How many are right."""
    return say("{n} of {of} right.", n=sum(each.is_right for each in grades), of=len(grades))
