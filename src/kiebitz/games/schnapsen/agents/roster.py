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
        Level("easy", "dbot", say("Leads low cards, beats cheaply, and trumps tens and aces.")),
        Level("medium", "rdeep", say("Plays a few tricks out at random before it moves.")),
        Level(
            "strong",
            "schnapsen-ai",
            say("Plays out many deals, solves endgames, and closes the stock."),
            0.001,
        ),
    )

    def valuer(self, game: Game) -> Valuer:
        from kiebitz.games.schnapsen.agents.valuing import SchnapsenValuer

        return SchnapsenValuer(game)

    def chance_valuer(self, game: Game) -> Valuer:
        """In a Bummerl that is what is valued anyway; elsewhere it is refused."""
        return self.valuer(game) if game.rounds > 1 else super().chance_valuer(game)
