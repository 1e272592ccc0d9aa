"""Openings: games that begin after some moves of recorded ones, so that agents play on from there.

``deal of SOURCE`` gives the cards only; in Skat ``contract of SOURCE`` gives the declarer, bid and game, and
the discard is that of the winning tables; ``discards of SOURCE`` gives all but the play of the cards. The
source is a record file, or a compiled agent, whose games are made up deal by deal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from kiebitz.errors import BadOption, UnknownName
from kiebitz.kernel.state import PHASE, WORDS
from kiebitz.rules.game import Game
from kiebitz.rules.values import Deal, State

GIVEN = ("deal", "contract", "discards")


class Recorded(NamedTuple):
    """A game that was played: the cards, the moves as codes, and whether the declarer won it."""

    layout: tuple[int, ...]
    codes: tuple[int, ...]
    won: bool


class Opening(NamedTuple):
    """Cards, and moves that have been made when the agents sit down."""

    layout: tuple[int, ...]
    codes: tuple[int, ...] = ()

    def start(self, game: Game) -> State:
        """The state before the agents' first move."""
        state = Deal(game, (self.layout,)).start()
        for code in self.codes:
            state = state.play(game.move(int(state.vector[PHASE]), code))
        return state

    def vector(self, game: Game) -> Any:
        """That state's words."""
        vector = np.zeros(WORDS, np.int64)
        game.machine.clear(vector, 0, game.option_words)
        game.kernels.deal(vector, Deal(game, (self.layout,)).layout(0))
        for code in self.codes:
            game.kernels.play(vector, code)
        return vector


class Source(Protocol):
    """Where recorded games come from."""

    @property
    def size(self) -> int | None:
        """How many there are, None for as many as one likes."""

    @property
    def fingerprint(self) -> str: ...

    def recorded(self, number: int) -> Recorded: ...


@dataclass(frozen=True)
class Openings:
    """The openings of a match, one for each deal."""

    given: str
    source: Source
    game: Game
    _kept: dict[int, Opening] = field(default_factory=dict, repr=False)

    @property
    def size(self) -> int | None:
        return self.source.size

    @property
    def fingerprint(self) -> str:
        return f"{self.given} {self.source.fingerprint}"

    def __getitem__(self, deal: int) -> Opening:
        if deal not in self._kept:
            self._kept[deal] = self._make(self.source.recorded(deal))
        return self._kept[deal]

    def _make(self, game: Recorded) -> Opening:
        if self.given == "deal":
            return Opening(game.layout)
        from kiebitz.lab.skat_openings import opening_of

        return opening_of(self.game, game, self.given == "contract")

    def won(self, deals: int) -> Any:
        """Who won the recorded games: true where it was the declarer."""
        return np.array([self.source.recorded(deal).won for deal in range(deals)])

    def starts(self, deals: Sequence[int]) -> Any:
        """The words of the first states, a row for each deal."""
        return np.array([self[deal].vector(self.game) for deal in deals], np.int64).reshape(-1, WORDS)


@lru_cache(maxsize=64)
def openings_of(text: str, game: Game, seed: int | str) -> Openings:
    """The openings that a text such as ``discards of games.sgf`` names."""
    given, _, name = text.partition(" of ")
    if given not in GIVEN:
        raise UnknownName("kind of opening", given, GIVEN)
    if game.name != "skat":
        raise BadOption(f"Openings from records are there for skat only, not for {game.name}.")
    from kiebitz.lab.skat_openings import Made

    closed = type(game)({key: value for key, value in game.options.items() if key != "open_world"})
    if name.endswith((".sgf", ".txt")) or Path(name).is_file():
        return Openings(given, record_file(name), game)
    return Openings(given, _shared(Made, name, closed, seed), game)


@lru_cache(maxsize=8)
def record_file(name: str) -> RecordFile:
    """The games of a file, read once."""
    if not Path(name).is_file():
        raise BadOption(f"There is no record file {name}.")
    found = RecordFile(Path(name))
    if not found.size:
        raise BadOption(f"{name} has no finished suit game or Grand to begin from.")
    return found


_made: dict[tuple[str, str, str], Source] = {}


def _shared(kind: Any, name: str, game: Game, seed: int | str) -> Source:
    """One maker of games for all matches with the same ones, however much of them is given."""
    key = name, repr(sorted(game.options.items())), repr(seed)
    if key not in _made:
        _made[key] = kind(name, game, seed)
    return _made[key]


class RecordFile:
    """The suit games and Grands of a record file that came to their end."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def _games(self) -> list[Recorded]:
        from kiebitz.lab.skat_openings import recorded_of
        from kiebitz.rules.formats import read_file

        records = read_file(self.path.read_text(encoding="utf-8"), str(self.path))
        return [found for record in records if (found := recorded_of(record)) is not None]

    @property
    def size(self) -> int:
        return len(self._games)

    @cached_property
    def fingerprint(self) -> str:
        return hashlib.sha256(self.path.read_bytes()).hexdigest()

    def recorded(self, number: int) -> Recorded:
        return self._games[number]
