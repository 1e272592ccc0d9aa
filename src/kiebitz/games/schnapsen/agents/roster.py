"""The agents of Schnapsen; what is compiled is imported when one of them is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiebitz.agents.roster import Level, Roster
from kiebitz.games.schnapsen.agents import own, rulebots, utility
from kiebitz.rules.game import Game
from kiebitz.sayings import say

if TYPE_CHECKING:
    from kiebitz.agents.valuing import Valuer


class SchnapsenRoster(Roster):
    """Who plays Schnapsen."""

    entries = (*rulebots.ENTRIES, *utility.ENTRIES, *own.ENTRIES)
    opponent = "schnapsen-ai"
    levels = (
        Level("easy", "random", say("Plays any card that is allowed.")),
        Level("medium", "bully", say("Plays trumps first, then the suit that was led, then high cards.")),
        Level("hard", "schnapsen-ai", say("Plays out many worlds and solves endgames exactly.")),
    )

    def valuer(self, game: Game) -> Valuer:
        from kiebitz.games.schnapsen.agents.valuing import SchnapsenValuer

        return SchnapsenValuer(game)
