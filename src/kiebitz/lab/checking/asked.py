"""A check-up for a bot as the library has it: by its name, as a class or as an instance."""

from __future__ import annotations

from kiebitz.agents.registry import contestant
from kiebitz.agents.session import AgentLike, named
from kiebitz.agents.trust import trusting
from kiebitz.amounts import as_seed
from kiebitz.lab.asking import names_of
from kiebitz.lab.checking.checkbot import Checkup, check_bot
from kiebitz.lab.running import Settings
from kiebitz.rules.game import Game
from kiebitz.rules.options import Options
from kiebitz.rules.registry import as_game


def check(
    bot: AgentLike,
    game: str | Game,
    *,
    options: Options = None,
    games: int = 60,
    time_limit: float = 10.0,
    seed: int | str = 0,
    trust: bool = False,
) -> Checkup:
    """Play a bot through many positions and say what is wrong with it.

    Without options it meets all of the game's in turn. A bot from a file or a program plays in a cell of its
    own, unless ``trust`` is given. One that is in no file is played in this process, so what it does to the
    process happens here.

    >>> from kiebitz import Agent
    >>> class Wrong(Agent):
    ...     def act(self, view):
    ...         return "the ace up my sleeve"
    >>> found = check(Wrong, "durak", games=2)
    >>> found.ok, found.problems[0].kind, str(found.problems[0].sentence)[:39]
    (False, 'illegal', "answered 'the ace up my sleeve'; allowe")
    """
    Settings(time_limit=time_limit)
    name, text = names_of(game, options)
    (spec,), places, known = named([bot])
    with trusting(None if trust else known):
        if text:
            contestant(spec, as_game(name, text), places)  # without options it gets those that it needs
        return check_bot(spec, name, text, games, time_limit, as_seed(seed), tuple(places.items()))
