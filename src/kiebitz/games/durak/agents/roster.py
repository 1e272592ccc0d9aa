"""The agents of Durak; what is compiled is imported when one of them is made."""

from __future__ import annotations

from kiebitz.agents.durak import ENTRIES
from kiebitz.agents.roster import Level, Roster
from kiebitz.sayings import say


class DurakRoster(Roster):
    """Who plays Durak."""

    entries = ENTRIES
    opponent = "mcts:limit=200,samples=10"
    levels = (
        Level("easy", "greedy", say("Plays its lowest card and keeps trumps.")),
        Level("medium", "smart", say("Remembers which ranks you lack and attacks where you are weak.")),
        Level("hard", "mcts:limit=200,samples=10", say("Tries its moves out in likely worlds.")),
    )
