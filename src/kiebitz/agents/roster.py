"""What a game may bring to the agents: who plays it, against whom people play, and how hard that is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from kiebitz.agents.entry import Entry
from kiebitz.errors import UnknownName
from kiebitz.rules.game import Game
from kiebitz.rules.parts import Part, part
from kiebitz.rules.registry import as_game
from kiebitz.sayings import Saying, say

if TYPE_CHECKING:
    from kiebitz.agents.valuing import Valuer
    from kiebitz.rules.game import Game


@dataclass(frozen=True)
class Level:
    """An opponent for people: a name, the specification of an agent, and a sentence on how it plays.

    >>> from kiebitz.rules.registry import game
    >>> [level.name for level in levels("durak")]
    ['easy', 'medium', 'strong']
    """

    name: str
    specification: str
    about: Saying
    seconds: float = 0.0
    """What a move takes on average, as docs/table.md has it measured."""


def levels(game: Game | type[Game] | str) -> tuple[Level, ...]:
    """The opponents that a game has for people, from the easiest to the hardest.

    >>> levels("skat")[-1].specification
    'skat-ai'
    """
    return part(as_game(game), Roster).levels


def list_levels(game: Game | type[Game] | str) -> dict[str, str]:
    """The levels of a game from the easiest to the hardest, each with the specification of its agent.

    >>> list_levels("schnapsen")
    {'easy': 'dbot', 'medium': 'rdeep', 'strong': 'schnapsen-ai'}
    """
    return {each.name: each.specification for each in levels(game)}


def level(game: Game | type[Game] | str, name: str) -> Level:
    """The level of a game with this name.

    >>> level("skat", "easy").specification
    'xskat-like'
    """
    known = {each.name: each for each in levels(game)}
    if name not in known:
        raise UnknownName(say("level of {game}", game=as_game(game).name), name, known)
    return known[name]


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

    def chance_valuer(self, game: Game) -> Valuer:
        """The same by the chance to win a unit of several rounds; refused where there is none."""
        from kiebitz.agents.valuing import ChanceValuer

        return ChanceValuer(game, self.guide)

    def level_of(self, spec: str) -> str:
        """The name of the level that plays like this; empty if none does."""
        return next((level.name for level in self.levels if level.specification == spec), "")
