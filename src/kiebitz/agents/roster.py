"""What a game may bring to the agents: who plays it, against whom people play, and how hard that is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from kiebitz.agents.entry import Entry
from kiebitz.rules.parts import Part
from kiebitz.sayings import Saying

if TYPE_CHECKING:
    from kiebitz.agents.valuing import Valuer
    from kiebitz.rules.game import Game


@dataclass(frozen=True)
class Level:
    """An opponent for people: a name, the specification of an agent, and a sentence on how it plays."""

    name: str
    specification: str
    about: Saying


class Roster(Part):
    """The agents of a game, besides those that play every game.

    >>> from kiebitz.rules.parts import part
    >>> from kiebitz.rules.registry import game
    >>> part(game("skat"), Roster).opponent
    'skat-ai'
    """

    layer = "agents"
    entries: ClassVar[tuple[Entry, ...]] = ()
    """Its own agents; one with the name of a general agent takes its place."""
    opponent: ClassVar[str] = "flat"
    """Whom people play against if they name nobody: good, and quick to answer."""
    levels: ClassVar[tuple[Level, ...]] = ()
    """Opponents from the easiest to the hardest."""
    guide: ClassVar[str] = "random"
    """Who plays worlds on when moves are valued for a review: compiled, quick, and as good as that allows."""

    def valuer(self, game: Game) -> Valuer:
        """Who says what moves are worth in the worlds behind a view: by default playouts of the guide."""
        from kiebitz.agents.valuing import Valuer

        return Valuer(game, self.guide)

    def level_of(self, spec: str) -> str:
        """The name of the level that plays like this; empty if none does."""
        return next((level.name for level in self.levels if level.specification == spec), "")
