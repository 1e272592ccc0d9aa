"""How a viewer wants models drawn: in a language, and with players in places of their own or not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kiebitz.knowledge.pictures.projection import Projection
from kiebitz.knowledge.pictures.svg import svg
from kiebitz.language.catalogues import catalogue, languages
from kiebitz.language.speaking import ENGLISH, Speaker
from kiebitz.rules.game import Game
from kiebitz.rules.registry import package_of
from kiebitz.sayings import Saying
from kiebitz.table.server.messages import as_json


@dataclass(frozen=True)
class Pencil:
    """What a viewer has chosen for pictures."""

    language: str = ENGLISH
    compass: bool = False
    """Does each player have a place of their own, the first at the top?"""

    def speech(self, game: Game) -> Callable[[Saying | str], str]:
        """How sentences about a game are said."""
        if self.language not in languages():
            return str
        return Speaker(self.language, catalogue(self.language, [package_of(type(game))])).text

    def draw(self, found: Projection, game: Game) -> dict[str, Any]:
        """The picture of a card's model, and in words what each seat considers possible."""
        considers = [
            {"seat": seat, "places": [as_json(found.labels[node]) for node in sorted(nodes)]}
            for seat, nodes in zip(found.seats, found.here, strict=False)
        ]
        graph = found.compass if self.compass else found.graph
        return {"svg": svg(graph, self.speech(game), for_page=True), "said": "", "considers": considers}


PENCIL = Pencil()
"""English, with the worlds spread evenly."""
