"""What a game may bring to the lab: tables, quantities, openings, rules to stop, experiments, a demo.

>>> from kiebitz.rules.parts import part
>>> from kiebitz.rules.registry import game
>>> sorted(part(game("durak"), Bench).stopping), part(game("durak"), Bench).demo.agents
(['published'], ('smart', 'greedy'))
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, ClassVar

from kiebitz.kernel.vectors import Vector
from kiebitz.rules.parts import Part
from kiebitz.sayings import Saying

if TYPE_CHECKING:
    from kiebitz.lab.experiments.page_section import PageSection
    from kiebitz.lab.playing.openings import Opener
    from kiebitz.lab.reduction.values import Values
    from kiebitz.lab.report.measures import Played
    from kiebitz.lab.report.tabular import Tabular
    from kiebitz.lab.results.quantities import Quantity
    from kiebitz.lab.results.result import Result
    from kiebitz.lab.runs.stopping import StoppingRule
    from kiebitz.rules.values import State


@dataclass(frozen=True)
class Demo:
    """What a demonstration of all games shows of one: a match, and commands as they would be typed.

    In a command ``{record}`` stands for a file with the record.
    """

    agents: tuple[str, ...]
    deals: int
    options: str = ""
    record: str = ""
    commands: tuple[str, ...] = ()


class Bench(Part):
    """What a game may bring to the lab.

    A mapping may be a class variable, as in ``openings = {"hands": same_hands}``; where making it needs
    compiled code, it is a property that imports it.
    """

    layer = "lab"
    puzzle_players: ClassVar[str] = "flat:playouts=5"
    """The quick agent that plays the games from which puzzles and exercises are made."""
    puzzle_solvers: ClassVar[tuple[str, ...]] = (
        "flat:playouts=3",
        "flat:playouts=20",
        "mcts:limit=50,samples=8",
    )
    """Agents of growing strength, quick to answer: how often they miss a puzzle says how hard it is."""

    @property
    def experiments(self) -> Traversable | None:
        """The pages of its experiments: the folder ``lab/experiments`` of its package, if there is one."""
        package = sys.modules[self.game.__module__].__package__
        folder = files(package) / "lab" / "experiments" if package else None
        return folder if folder is not None and folder.is_dir() else None

    def tables(self, games: Mapping[str, Played]) -> list[Tabular]:
        """The tables of a report on how it was played, from the games of each agent."""
        from kiebitz.lab.report.measures import means

        return [means(self.game.measures, games)]

    @property
    def quantities(self) -> Mapping[str, Quantity]:
        """What figures of experiments can measure besides what all games have."""
        return {}

    def averages(self, result: Result) -> Iterable[Saying | str]:
        """What the last line of a result says on average, besides the measures."""
        return ()

    def summary(self, measures: Any) -> Iterable[Saying]:
        """What the line of a finished game says besides points and moves; ``measures[seat, number]``."""
        return ()

    def told(self, before: State, after: State) -> Iterable[Saying]:
        """What a transcript says about a move besides the move and what it changed in the picture."""
        return ()

    @property
    def openings(self) -> Mapping[str, Opener]:
        """What can be given of recorded games, by the word for it; ``deal``, the cards, always can."""
        return {}

    def opens(self, end: Vector) -> bool:
        """Can games begin from the recorded one that ended with this vector?"""
        return True

    @property
    def page_sections(self) -> Mapping[str, type[PageSection]]:
        """Further kinds of tables on the pages of its experiments: ``[[name]]``."""
        return {}

    @property
    def stopping(self) -> Mapping[str, StoppingRule]:
        """When a match may stop early, by the word for it, besides the general tests."""
        return {}

    @property
    def values(self) -> Values | None:
        """What positions are worth and how chance is drawn, so that luck can be taken out of results."""
        return None

    @property
    def exact(self) -> Mapping[str, str]:
        """Experiments that can be played again to the last game: names, and references to what does it."""
        return {}

    @property
    def demo(self) -> Demo | None:
        """The match of a demonstration."""
        return None
