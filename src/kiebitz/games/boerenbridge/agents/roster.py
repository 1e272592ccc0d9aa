"""The agents of Boerenbridge; what is compiled is imported when one of them is made."""

from __future__ import annotations

from kiebitz.agents.boerenbridge import ENTRIES
from kiebitz.agents.roster import Level, Roster
from kiebitz.sayings import say


class BoerenbridgeRoster(Roster):
    """Who plays Boerenbridge."""

    entries = ENTRIES
    opponent = "full-kripke-plus"
    levels = (
        Level("easy", "greedy", say("Guesses by a rule and always plays its highest card.")),
        Level("medium", "full-kripke", say("Reasons about who may hold which card.")),
        Level("hard", "full-kripke-plus", say("Also plays out worlds to guess, and hears your guesses.")),
    )
