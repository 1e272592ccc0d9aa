"""Records: a whole game as text, and its replay.

    game: durak
    options: start_rank=9
    players: random | greedy
    deal: 9S TS ... | ... | ... | trump=H first=0
    moves: 9S JS pass ...
    result: 1 -1

A deal of several rounds has a ``deal`` line for each round that was reached. Records in a file are
separated by empty lines; lines that start with ``#`` are comments. A ``note`` keeps anything else,
for example why an agent lost without playing on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from kiebitz.errors import BadNotation, KiebitzError, wrong_type
from kiebitz.rules.options import parse_options
from kiebitz.rules.registry import known_game
from kiebitz.rules.values import Deal, State
from kiebitz.sayings import Saying, say

if TYPE_CHECKING:
    from kiebitz.rules.game import Game

A_RECORD = say("record")
FIELDS = ("game", "options", "players", "deal", "moves", "result", "note")


@dataclass(frozen=True)
class Record:
    """One game: who sat there, what was dealt, what was played, how it ended.

    >>> from kiebitz.rules.registry import game
    >>> record = Record.of(game("schnapsen").deal(seed=1).play("QC"), ("Ann", "Bob"))
    >>> Record.read(record.text) == record, record.moves, record.check()
    (True, ('QC',), None)
    >>> tuple(state.turn for state in record.states())
    (0, 1)
    """

    game: str
    deal: str
    moves: tuple[str, ...]
    options: str = ""
    players: tuple[str, ...] = ()
    result: tuple[int, ...] = ()
    note: str = ""
    name: Saying | str = field(default=A_RECORD, compare=False)
    rules: Game | None = field(default=None, compare=False, repr=False)
    """The game itself, where it is at hand: one from a file need not be known by its name."""

    @classmethod
    def of(cls, state: State, players: tuple[str, ...] = (), note: str = "") -> Record:
        """The record of a state: finished games carry their result."""
        if not isinstance(state, State):
            raise wrong_type(say("What is recorded"), say("a state"), state)
        reached = state.deal.text.splitlines()[: state.round + 1]
        return cls(
            game=state.game.name,
            deal="\n".join(reached),
            moves=tuple(str(move) for _, move in state.history),
            options=state.game.options_text,
            players=players,
            result=state.payoffs if state.is_over else (),
            note=note,
            rules=state.game,
        )

    @property
    def text(self) -> str:
        """The record as it stands in a file."""
        lines = [f"game: {self.game}"]
        if self.options:
            lines.append(f"options: {self.options}")
        if self.players:
            lines.append(f"players: {' | '.join(self.players)}")
        lines += [f"deal: {line}" for line in self.deal.splitlines()]
        lines.append(f"moves: {' '.join(self.moves)}".rstrip())
        if self.result:
            lines.append(f"result: {' '.join(map(str, self.result))}")
        if self.note:
            lines.append(f"note: {self.note}")
        return "\n".join(lines) + "\n"

    @classmethod
    def read(cls, text: str, name: Saying | str = A_RECORD) -> Record:
        """A record from its text."""
        if not isinstance(text, str):
            raise wrong_type(say("A record"), say("a text"), text)
        values: dict[str, list[str]] = {key: [] for key in FIELDS}
        for line in text.splitlines():
            if not line.strip() or line.startswith("#"):
                continue
            key, colon, value = line.partition(":")
            if not colon or key.strip() not in FIELDS:
                raise BadNotation(
                    say(
                        "{name}: {line} is not a line of a record; lines begin with {fields}.",
                        name=name,
                        line=repr(line[:60]),
                        fields=", ".join(FIELDS),
                    )
                )
            values[key.strip()].append(value.strip())
        for key in ("game", "deal", "moves"):
            if not values[key]:
                raise BadNotation(say("{name}: the line '{key}: ...' is missing.", name=name, key=key))
        try:
            result = tuple(int(word) for word in " ".join(values["result"]).split())
        except ValueError:
            raise BadNotation(say("{name}: the result must be whole numbers.", name=name)) from None
        players = " ".join(values["players"])
        return cls(
            game=values["game"][0],
            deal="\n".join(values["deal"]),
            moves=tuple(" ".join(values["moves"]).split()),
            options=" ".join(values["options"]),
            players=tuple(part.strip() for part in players.split("|")) if players else (),
            result=result,
            note=" ".join(values["note"]),
            name=name,
        )

    def of_game(self, game: type[Game]) -> Record:
        """The same record, if it is of that game with the game itself, which may come from a file."""
        is_of_it = self.game == game.name and not self.rules
        return replace(self, rules=game(parse_options(self.options))) if is_of_it else self

    def start(self) -> State:
        """The state before the first move."""
        game = self.rules or known_game(self.game, parse_options(self.options))
        return Deal.read(game, self.deal).start()

    def replay(self) -> tuple[list[State], Saying | None]:
        """The states as far as they replay, and why it stopped if it did."""
        states, error = self._replayed
        return list(states), error

    @cached_property
    def _replayed(self) -> tuple[list[State], Saying | None]:
        states: list[State] = []
        try:
            states.append(self.start())
            for move in self.moves:
                states.append(states[-1].play(move))
        except KiebitzError as error:
            if not states:
                return [], error.said
            return states, say("move {n}: {why}", n=len(states), why=error.said)
        return states, None

    def states(self) -> list[State]:
        """All states from the deal on, as far as they replay."""
        return self.replay()[0]

    def check(self) -> Saying | None:
        """None if the record replays with its result, else one sentence that says why not."""
        states, error = self.replay()
        if error:
            return error
        end = states[-1]
        if self.result and not self.note and not end.is_over:
            return say("the record has a result, but the game is not over")
        if self.result and end.is_over and end.payoffs != self.result:
            return say("the result is {points}, not {noted}", points=str(end.payoffs), noted=str(self.result))
        return None


def read_records(text: str) -> Iterator[Record]:
    """The records of a file, numbered from 1."""
    blocks = [block for block in text.replace("\r", "").split("\n\n") if _has_content(block)]
    for number, block in enumerate(blocks, 1):
        yield Record.read(block, say("record {n}", n=number))


def _has_content(block: str) -> bool:
    return any(line.strip() and not line.startswith("#") for line in block.splitlines())
