"""A puzzle as a value: a position, a question, the moves that are right, and why; as text and as JSON too."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from typing import Any

from kiebitz.errors import BadNotation, IllegalMove, KiebitzError
from kiebitz.rules.records import Record
from kiebitz.rules.values import Move, State, View
from kiebitz.sayings import MoveText, Name, Saying, either, joined, say

SURE, OPEN, OWN = "sure", "open", "own"
KINDS = (SURE, OPEN, OWN)
"""Proved for every distribution; with open cards; a decision of one's own that cost something."""
STARS = 5
FIELDS = ("seat", "kind", "question", "solutions", "tempting", "difficulty", "why", "refuted")


@dataclass(frozen=True)
class Puzzle:
    """A position of a game with a question to the seat that is to move.

    >>> from kiebitz.rules.registry import game
    >>> record = Record.of(game("durak").deal(seed=1))
    >>> puzzle = Puzzle(record, "sure", say("Which card?"), (record.start().moves[0],), difficulty=0.5)
    >>> Puzzle.read(puzzle.text) == puzzle == Puzzle.of_dict(puzzle.as_dict())
    True
    >>> puzzle.stars, puzzle.is_right(puzzle.solutions[0])
    (3, True)
    """

    record: Record
    """The game up to the question. It names all cards: it is for whoever may see the solution."""
    kind: str
    question: Saying
    solutions: tuple[str, ...]
    why: tuple[Saying, ...] = ()
    """Why the solutions are right: the reason and the proof, a line each."""
    tempting: str = ""
    """A move that looks right and is not."""
    difficulty: float = field(default=0.0, compare=True)
    """From 0, everybody finds it, to 1, nobody does; measured by agents of growing strength."""
    refuted: Mapping[str, tuple[Saying, ...]] = field(default_factory=dict, hash=False)
    """Why each wrong move is wrong."""

    @cached_property
    def state(self) -> State:
        """The position; the puzzle is made of its view."""
        states, problem = self.record.replay()
        if problem or not states or states[-1].is_over:
            raise KiebitzError(problem or say("The game of this puzzle is over before its question."))
        return states[-1]

    @property
    def seat(self) -> int:
        """Who is asked."""
        return self.state.turn

    @property
    def view(self) -> View:
        """What the seat knows, and nothing else."""
        return self.state.view(self.seat)

    @property
    def seen(self) -> list[Saying]:
        """What somebody who watched knows beyond what lies there: hidden cards, what others showed."""
        from kiebitz.knowledge.places.locations import Locations
        from kiebitz.knowledge.reader import conclusions

        view = self.view
        game, locations = view.game, Locations.of(view)
        if not locations.unseen:
            return []
        if not self.is_hiding:  # all that is left lies in one place
            place = next(number for number, room in enumerate(locations.certain.room) if room)
            cards = locations.unseen | locations.known(place)
            who = game.who(place) if place < game.seats else Name(game.place_names()[place], "place")
            return [say("Nothing is hidden ({who}: {cards}).", who=who, cards=cards)]
        own = game.seat_name(view.seat)
        told = [conclusion.said for conclusion in conclusions(view) if conclusion.place != own]
        return [say("Hidden from you: {cards}.", cards=locations.unseen), *told]

    @property
    def is_hiding(self) -> bool:
        """May the unseen cards lie in more than one way? Not if one place alone has room for them."""
        from kiebitz.knowledge.places.locations import Locations

        return sum(room > 0 for room in Locations.of(self.view).certain.room) > 1

    @cached_property
    def name(self) -> str:
        """A name that the same puzzle always has."""
        said = f"{self.kind}\n{self.record.text}"
        return blake2b(said.encode(), digest_size=6).hexdigest()

    @property
    def stars(self) -> int:
        """The difficulty from 1 to 5."""
        return 1 + min(STARS - 1, int(self.difficulty * STARS))

    @property
    def solved(self) -> Saying:
        """The solutions as a sentence."""
        moves = either(MoveText(move, self.state.phase) for move in self.solutions)
        return say("{moves} is right.", moves=moves)

    def reasons(self, move: str = "") -> tuple[Saying, ...]:
        """Why the solutions are right, and why a wrong move is not: the given one, else the tempting one.

        >>> from kiebitz.lab.puzzles.making import puzzle
        >>> asked = puzzle("durak", seed=1)
        >>> wrong = next(str(move) for move in asked.view.moves if move not in asked.solutions)
        >>> asked.reasons(wrong) == asked.why + asked.refuted[wrong]
        True
        """
        wrong = move if move and not self.is_right(move) else self.tempting
        return (*self.why, *self.refuted.get(wrong, ()))

    def is_right(self, move: str) -> bool:
        """Is a legal move one of the solutions?"""
        return self.read_move(move) in self.solutions

    def read_move(self, text: str) -> Move:
        """A legal move of the position from its text."""
        view = self.view
        try:
            found = view.game.read_move(view.vector_phase, text)
        except KiebitzError:
            found = None
        if found is None or found not in view.moves:
            moves = joined(", ", [MoveText(str(move), view.phase) for move in view.moves])
            raise IllegalMove(say("{text} cannot be played here; choose one of {moves}.",
                                  text=repr(text[:20]), moves=moves))  # fmt: skip
        return found

    # -- both ways -----------------------------------------------------------------------------------

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "name": self.name,
            "game": self.record.game,
            "options": self.record.options,
            "deal": self.record.deal,
            "moves": list(self.record.moves),
            "seat": self.seat,
            "kind": self.kind,
            "question": self.question.as_json(),
            "solutions": list(self.solutions),
            "tempting": self.tempting,
            "difficulty": self.difficulty,
            "why": [line.as_json() for line in self.why],
            "refuted": {move: [line.as_json() for line in said] for move, said in self.refuted.items()},
        }

    @classmethod
    def of_dict(cls, data: Mapping[str, Any]) -> Puzzle:
        """What ``as_dict`` gave."""
        try:
            record = Record(data["game"], data["deal"], tuple(data["moves"]), data.get("options", ""))
            made = cls(
                record,
                str(data["kind"]),
                Saying.of_json(data["question"]),
                tuple(map(str, data["solutions"])),
                tuple(map(Saying.of_json, data.get("why", ()))),
                str(data.get("tempting", "")),
                float(data.get("difficulty", 0)),
                {move: tuple(map(Saying.of_json, said)) for move, said in data.get("refuted", {}).items()},
            )
        except (AttributeError, KeyError, TypeError, ValueError, StopIteration) as error:
            raise BadNotation(say("This is not a puzzle: {why}.", why=str(error))) from error
        return (made if made.refuted else made._parted()).checked()

    def _parted(self) -> Puzzle:
        """A puzzle of before, which refuted the tempting move only, at the end of its reasons."""
        if not self.tempting or self.kind == OPEN:
            return self
        cut = 0 if self.kind == OWN else -1
        return replace(self, why=self.why[:cut], refuted={self.tempting: self.why[cut:]})

    @property
    def text(self) -> str:
        """The puzzle as it stands in a file: the record, and a line for everything else."""
        data = self.as_dict()
        lines = [f"seat: {self.seat}", f"kind: {self.kind}", f"question: {json.dumps(data['question'])}"]
        lines += [f"solutions: {' '.join(self.solutions)}", f"difficulty: {self.difficulty}"]
        lines += [f"tempting: {self.tempting}"] if self.tempting else []
        lines += [f"why: {json.dumps(line)}" for line in data["why"]]
        lines += [f"refuted: {json.dumps({move: said})}" for move, said in data["refuted"].items()]
        return self.record.text + "\n".join(lines) + "\n"

    @classmethod
    def read(cls, text: str) -> Puzzle:
        """A puzzle from its text."""
        own: dict[str, list[str]] = {key: [] for key in FIELDS}
        rest = []
        for line in text.splitlines():
            key, _, value = line.partition(":")
            if key.strip() in own:
                own[key.strip()].append(value.strip())
            else:
                rest.append(line)
        record = Record.read("\n".join(rest), say("puzzle"))
        try:
            data = {
                "game": record.game, "options": record.options, "deal": record.deal, "moves": record.moves,
                "kind": own["kind"][0], "question": json.loads(own["question"][0]),
                "solutions": own["solutions"][0].split(), "tempting": " ".join(own["tempting"]),
                "difficulty": own["difficulty"][0], "why": [json.loads(line) for line in own["why"]],
                "refuted": {move: said for line in own["refuted"] for move, said in json.loads(line).items()},
            }  # fmt: skip
        except (AttributeError, IndexError, ValueError) as error:
            raise BadNotation(
                say("A puzzle has the lines of a record and {fields}.", fields=", ".join(FIELDS))
            ) from error
        return cls.of_dict(data)

    def checked(self) -> Puzzle:
        """The same puzzle, if its kind is known and its solutions can be played."""
        if self.kind not in KINDS or not self.solutions or not 0 <= self.difficulty <= 1:
            raise BadNotation(
                say("This is not a puzzle: its kind, its solutions or its difficulty is wrong.")
            )
        for move in (*self.solutions, *((self.tempting,) if self.tempting else ())):
            self.read_move(move)
        return self
