"""Openings: games that begin after some moves of recorded ones, so that agents play on from there.

``deal of SOURCE`` gives the cards only; a game may bring words that give more (see its bench). The source is
a record file, or a compiled agent, whose games are made up deal by deal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import count
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np

from kiebitz.agents.registry import contestant, is_foreign
from kiebitz.agents.trust import is_trusted
from kiebitz.errors import BadNotation, BadOption, UnknownName
from kiebitz.files import read_bytes, read_text
from kiebitz.kernel.meaning import meaning
from kiebitz.kernel.random import Stream, key
from kiebitz.kernel.state import PHASE, TURN, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.lab.bench import Bench
from kiebitz.rules.formats import AnyRecord, read_file
from kiebitz.rules.game import Game
from kiebitz.rules.parts import part
from kiebitz.rules.values import Deal, State
from kiebitz.sayings import say


class Recorded(NamedTuple):
    """A game that was played: the cards, and the moves as codes."""

    layout: tuple[int, ...]
    codes: tuple[int, ...]


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

    def vector(self, game: Game) -> Vector:
        """That state's words."""
        vector = np.zeros(WORDS, np.int64)
        game.machine.clear(vector, 0, game.option_words)
        game.kernels.deal(vector, Deal(game, (self.layout,)).layout(0))
        for code in self.codes:
            game.kernels.play(vector, code)
        return vector


Opener = Callable[[Game, Recorded], Opening]
"""What is given of a recorded game."""


def cards_only(game: Game, recorded: Recorded) -> Opening:
    """The opener of ``deal``: nothing but the cards."""
    return Opening(recorded.layout)


def openers(game: Game) -> Mapping[str, Opener]:
    """What can be given in a game, by the word for it.

    >>> from kiebitz.rules.registry import game
    >>> sorted(openers(game("durak"))), sorted(openers(game("skat")))
    (['deal'], ['contract', 'deal', 'discards'])
    """
    return {"deal": cards_only, **part(game, Bench).openings}


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
            self._kept[deal] = openers(self.game)[self.given](self.game, self.source.recorded(deal))
        return self._kept[deal]

    def starts(self, deals: Sequence[int]) -> Vector:
        """The words of the first states, a row for each deal."""
        return np.array([self[deal].vector(self.game) for deal in deals], np.int64).reshape(-1, WORDS)


@lru_cache(maxsize=64)
def openings_of(text: str, game: Game, seed: int | str) -> Openings:
    """The openings that a text such as ``deal of games.txt`` names."""
    given, _, name = text.partition(" of ")
    if given not in openers(game):
        raise UnknownName("kind of opening", given, openers(game))
    if game.rounds > 1:
        raise BadOption(
            say("A game of {game} with several rounds cannot begin from a recorded one.", game=game.name)
        )
    if name.endswith((".sgf", ".txt")) or Path(name).is_file():
        return Openings(given, record_file(name, game), game)
    return Openings(given, _made(name, _closed(game), seed), game)


def record_file(name: str, game: Game) -> RecordFile:
    """The games of a file, read once."""
    closed = _closed(game)
    found = _files.setdefault((name, game.name, closed.options_text), RecordFile(Path(name), closed))
    if not found.size:
        raise BadOption(
            say("{file} has no finished game of {game} to begin from.", file=name, game=game.name)
        )
    return found


def _made(name: str, game: Game, seed: int | str) -> Made:
    """One maker of games for all matches with the same ones, however much of them is given."""
    names = name, game.name, game.options_text, repr(seed)
    if names not in _makers:
        _makers[names] = Made(name, game, seed)
    return _makers[names]


_files: dict[tuple[str, str, str], RecordFile] = {}
_makers: dict[tuple[str, str, str, str], Made] = {}


def _closed(game: Game) -> Game:
    """The game that recorded ones are played by."""
    return type(game)({name: value for name, value in game.options.items() if name != "open_world"})


class RecordFile:
    """The games of a record file that came to their end and that others can begin from."""

    def __init__(self, path: Path, game: Game) -> None:
        self.path, self.game = path, game

    @cached_property
    def _games(self) -> list[Recorded]:
        records = read_file(read_text(self.path), str(self.path))
        return [found for record in records if (found := self._recorded(record)) is not None]

    def _recorded(self, record: AnyRecord) -> Recorded | None:
        """A record as a recorded game; None if it is of no use here."""
        if record.check():
            return None
        end = record.states()[-1]
        if end.game.name != self.game.name or not end.is_over or not self._fits(end):
            return None
        codes = tuple(move.code for _, move in end.history)
        return Recorded(tuple(int(card) for card in end.deal.layouts[0]), codes)

    def _fits(self, end: State) -> bool:
        """Are its cards a deal with our options too, and can games of its kind begin from it?"""
        try:
            self.game.read_layout(end.game.write_layout(end.deal.layouts[0], 0), 0)
        except BadNotation:
            return False
        return part(self.game, Bench).opens(end.vector)

    @property
    def size(self) -> int:
        return len(self._games)

    @cached_property
    def fingerprint(self) -> str:
        return hashlib.sha256(read_bytes(self.path)).hexdigest()

    def recorded(self, number: int) -> Recorded:
        return self._games[number]


class Made:
    """Games that a compiled agent plays against itself; cards from which none can begin are dealt again."""

    size = None

    def __init__(self, agent: str, game: Game, seed: int | str) -> None:
        is_guest = is_foreign(agent) and not is_trusted(agent)
        policy = None if is_guest else contestant(agent, game).policy
        if policy is None:
            raise BadOption(
                say("Openings are made by a compiled agent or read from a file, not by {agent}.", agent=agent)
            )
        self.agent, self.game, self.policy = agent, game, policy
        self.seed = seed
        self._games: dict[int, Recorded] = {}

    @property
    def fingerprint(self) -> str:
        return f"{self.agent} {meaning(self.policy.kernel)}"

    def recorded(self, number: int) -> Recorded:
        if number not in self._games:
            tries = (self._play(number, attempt) for attempt in count())
            self._games[number] = next(game for game in tries if game is not None)
        return self._games[number]

    def _play(self, number: int, attempt: int) -> Recorded | None:
        name = "openings", self.game.name, self.seed, number, attempt
        deal, kernels = Deal.from_key(self.game, key(*name, "deal")), self.game.kernels
        rng = Stream.named(*name, "players").word
        s, view = Opening(deal.layouts[0]).vector(self.game), np.zeros(WORDS, np.int64)
        codes, memory = [], self.policy.memory.copy()  # several threads may make games
        while s[TURN] >= 0:
            kernels.observe(s, s[TURN], view)
            codes.append(int(self.policy.kernel(view, memory, rng)))
            kernels.play(s, codes[-1])
        return Recorded(deal.layouts[0], tuple(codes)) if part(self.game, Bench).opens(s) else None
