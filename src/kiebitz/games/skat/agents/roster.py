"""The agents of Skat; what is compiled is imported when one of them is made."""

from __future__ import annotations

from kiebitz.agents.roster import Level, Roster
from kiebitz.agents.skat import ENTRIES
from kiebitz.sayings import say


class SkatRoster(Roster):
    """Who plays Skat."""

    entries = ENTRIES
    opponent = "skat-ai"
    levels = (
        Level("easy", "xskat-like", say("Counts its hand to bid and plays by rules of thumb.")),
        Level("medium", "instinct", say("Bids by winning tables and plays at a glance.")),
        Level("hard", "skat-ai", say("Looks for cards that win for certain, and weighs likely worlds.")),
    )
