"""The agents of Hearts; what is compiled is imported when one of them is made."""

from __future__ import annotations

from kiebitz.agents.base import Agent
from kiebitz.agents.entry import Entry
from kiebitz.agents.roster import Level, Roster
from kiebitz.rules.game import Game
from kiebitz.sayings import say


def careful(game: Game, parameters: dict[str, str]) -> type[Agent]:
    from hearts.careful import Careful

    return Careful


class HeartsRoster(Roster):
    """Who plays Hearts."""

    entries = (Entry("careful", say("ducks, and gets rid of dangerous cards"), careful),)
    opponent = "flat"
    levels = (
        Level("easy", "random", say("Plays any card that is allowed.")),
        Level("medium", "careful", say("Ducks, and gets rid of dangerous cards.")),
        Level("hard", "flat", say("Tries its moves out in likely worlds.")),
    )
