"""A game from what callers of environments give: a name or a game, options as values or as text."""

from __future__ import annotations

from collections.abc import Mapping

from kiebitz.errors import BadOption, KiebitzError
from kiebitz.rules.game import Game
from kiebitz.rules.options import parse_options
from kiebitz.rules.registry import game as game_by_name
from kiebitz.sayings import say

Options = Mapping[str, object] | str | None


def made_game(game: str | Game, options: Options = None) -> Game:
    """The game that is meant.

    >>> made_game("durak", {"start_rank": 9}), made_game("durak", "start_rank=9,trumps=off")
    (Durak(start_rank=9), Durak(start_rank=9,trumps=off))
    """
    if isinstance(game, Game):
        if options:
            raise BadOption(say("Options belong to the name of a game; this one has its options already."))
        return game
    chosen = parse_options(options) if isinstance(options, str) else options or {}
    return game_by_name(game, {name: _text(value) for name, value in chosen.items()})


def _text(value: object) -> str:
    """An option's value as text; yes and no are on and off."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def missing(package: str, extra: str = "envs") -> KiebitzError:
    """What is said where a package of an extra is not installed."""
    return KiebitzError(
        say("This needs {package}: pip install 'kiebitz[{extra}]'.", package=package, extra=extra)
    )
