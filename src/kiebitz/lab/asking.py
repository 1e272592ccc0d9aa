"""What somebody asks to be played, read before anything is played for it: the rules, the agents, the seed.

Matches, tournaments, grids and cross-play begin alike; they differ in the plans that they make of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kiebitz.agents.session import AgentLike, Named, named
from kiebitz.agents.trust import trusting
from kiebitz.errors import wrong_type
from kiebitz.kernel.random import fresh_seed
from kiebitz.lab.results.frames import Columns, Frames
from kiebitz.lab.results.result import Result
from kiebitz.lab.runs.run import Run
from kiebitz.lab.statistics.intervals import quantile
from kiebitz.rules.game import Game
from kiebitz.rules.options import Options, options_text
from kiebitz.rules.registry import as_game, name_of_game
from kiebitz.sayings import say

OPEN_WORLD = "open_world=on"


@dataclass(frozen=True)
class Asked:
    """The rules, the agents and the seed as plans name them."""

    game: str
    options: str
    agents: Sequence[str]
    places: Mapping[str, str]
    """Where files of agents are."""
    seed: int | str
    drawn: str
    """The seed if nobody gave one."""


@contextmanager
def asked(
    game: str | Game,
    agents: Named,
    seed: int | str | None,
    options: Options,
    open_world: bool,
    trust: bool,
) -> Iterator[Asked]:
    """What somebody asks for, read; within this the agents are trusted who may be.

    >>> agents = agents_named(["greedy", "random"])
    >>> with asked("durak", agents, 7, {"start_rank": 9}, False, False) as found:
    ...     found.agents, found.options, found.seed, found.drawn
    (['greedy', 'random'], 'start_rank=9', 7, '')
    """
    name, text = names_of(game, options, open_world)
    drawn = fresh_seed() if seed is None else ""
    with trusting(None if trust else agents.trusted):
        yield Asked(name, text, agents.specs, agents.places, drawn if seed is None else seed, drawn)


@dataclass(frozen=True)
class Played(Frames):
    """What several plans have found out: the run that holds their games."""

    run: Run

    def columns(self) -> Iterator[Columns]:
        """All games as a table: see ``to_pandas``."""
        return self.run.columns()


def results_of(run: Run, confidence: float) -> tuple[Result, ...]:
    """The results of a run's plans, with intervals of this confidence."""
    results = tuple(run.results())
    for result in results:
        result.confidence = confidence
    return results


def check_confidence(confidence: float) -> None:
    """Refuse a confidence before anything is played for it."""
    if isinstance(confidence, bool) or not isinstance(confidence, (int, float)):
        raise wrong_type(say("The confidence"), say("a number such as 0.95"), confidence)
    quantile(confidence)


def names_of(game: str | Game, options: Options, open_world: bool = False) -> tuple[str, str]:
    """A game as plans name it, and the text of its options; mistakes are found here."""
    text = with_open_world(options_text(options), open_world)
    found = as_game(game, text)
    return (game, text) if isinstance(game, str) else (name_of_game(found), found.options_text)


def with_open_world(options: str, open_world: bool) -> str:
    """The text of options, with that of open cards if wanted.

    >>> with_open_world("start_rank=9", True)
    'start_rank=9,open_world=on'
    """
    return ",".join(filter(None, [options, OPEN_WORLD if open_world else ""]))


def agents_named(agents: Sequence[AgentLike]) -> Named:
    """The specifications of agents, which may also come as one list."""
    if len(agents) == 1 and isinstance(agents[0], list | tuple):
        (agents,) = agents
    return named(agents)


def path_of(given: Path | str | None) -> Path | None:
    """A path, or none if none is given."""
    if given is not None and not isinstance(given, str | Path):
        raise wrong_type(say("The file"), say("a path"), given)
    return None if given is None else Path(given)


def path_text(given: Path | str) -> str:
    """A file, or a word in its place."""
    return "" if given == "" else str(path_of(given))


def text_of(what: str, given: object) -> str:
    """A text that somebody gave as the argument of this name."""
    if not isinstance(given, str):
        raise wrong_type(say("The argument {what}", what=what), say("a text"), given)
    return given
