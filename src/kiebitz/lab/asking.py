"""What somebody asks to be compared, read before anything is played for it, and then played as a stored run.

Matches, tournaments, grids and pilots begin and end alike; they differ in the plans that they
make of what was asked, and in what they make of the results.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from kiebitz.agents.session import AgentLike, Named, named
from kiebitz.agents.trust import trusting
from kiebitz.errors import FaultWarning, wrong_type
from kiebitz.kernel.random import fresh_seed
from kiebitz.lab.results.frames import Columns, Frames
from kiebitz.lab.results.result import Result
from kiebitz.lab.running import Settings, call_text, execute
from kiebitz.lab.runs.plan import Plan, reduced
from kiebitz.lab.runs.run import Run
from kiebitz.lab.runs.stopping import Verdict
from kiebitz.lab.statistics.intervals import check_confidence
from kiebitz.rules.game import Game
from kiebitz.rules.options import Options, options_text
from kiebitz.rules.registry import as_game, name_of_game
from kiebitz.sayings import say

OPEN_WORLD = "open_world=on"


@dataclass(frozen=True)
class Asked:
    """The rules, the agents, the deals and the seed as plans name them."""

    game: str
    agents: Sequence[str]
    deals: int
    seed: int | str
    options: str
    places: Mapping[str, str]
    """Where files of agents are."""

    @property
    def rules(self) -> tuple[str, Sequence[str], int, int | str, str]:
        """What plans begin with, in their order."""
        return self.game, self.agents, self.deals, self.seed, self.options


class Found(NamedTuple):
    """What a comparison has found out."""

    run: Run
    results: tuple[Result, ...]
    verdicts: tuple[Verdict, ...]
    """Why each plan stopped, if a rule was given."""


@dataclass(frozen=True)
class Comparison:
    """What somebody wants to know, and how it is to be played; arguments are those of ``match``."""

    game: str | Game
    agents: Named
    deals: int
    seed: int | str | None
    options: Options
    open_world: bool
    confidence: float
    trust: bool
    settings: Settings
    until: str = ""
    reduce: Path | str = ""

    def played(
        self, kind: str, plans: Callable[[Asked], Sequence[Plan]], function: str, *said: str, **more: object
    ) -> Found:
        """Play the plans that are made of it, as a run of this kind.

        The run keeps how this function was called: with ``said`` in place of the agents, and with ``more``
        besides, or in place of, the arguments that all comparisons have.

        >>> from kiebitz.lab.runs.plan import match_plan
        >>> pair = "durak", agents_named(["greedy", "random"]), 3, 7, {"start_rank": 9}
        >>> asked = Comparison(*pair, False, 0.95, False, Settings(progress=False))
        >>> found = asked.played("match", lambda asked: [match_plan(*asked.rules)], "match")
        >>> found.results[0].match.games, found.run.plans[0].options
        (6, 'start_rank=9')
        """
        check_confidence(self.confidence)
        until, weights = text_of("until", self.until), path_text(self.reduce)
        name, options = names_of(self.game, self.options, self.open_world)
        drawn = fresh_seed() if self.seed is None else ""
        seed = drawn if self.seed is None else self.seed
        specs, places, trusted = self.agents
        with trusting(None if self.trust else trusted):
            asked = Asked(name, specs, self.deals, seed, options, places)
            chosen = reduced(plans(asked), weights)
        facts = {"deals": self.deals, "seed": self.seed, "options": options}
        rest = {"until": until, "reduce": weights}
        call = call_text(function, name, *(said or specs), **facts | more | rest)
        run, verdicts = execute(kind, chosen, self.settings, "", drawn, until, call)
        results = results_of(run, self.confidence)
        for fault in {str(fault): None for result in results for fault in result.faults()}:
            warnings.warn(fault, FaultWarning, stacklevel=3)  # where match, tournament ... was called
        return Found(run, results, tuple(verdicts))


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
