"""What may be asked for from outside: registered games and agents, and the bots that the server offers.

Files and commands are never run because a message names them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from kiebitz.agents.registry import entries
from kiebitz.errors import BadOption, UnknownName
from kiebitz.games import game_classes
from kiebitz.table.room import AGENT


def check_game(name: str) -> None:
    """Refuse a game that is not registered."""
    if name not in game_classes():
        raise UnknownName("game", name[:40], game_classes())


def check_seats(game: str, seats: Sequence[Mapping[str, str]], bots: Collection[str] = ()) -> None:
    """Refuse agents that are neither registered nor offered by name.

    >>> check_seats("durak", [{"kind": "agent", "spec": "random"}, {"kind": "person"}])
    >>> check_seats("durak", [{"kind": "agent", "spec": "exec:./my_bot"}], bots=["exec:./my_bot"])
    """
    for seat in seats:
        spec = seat.get("spec", "random")
        if seat.get("kind") == AGENT and spec not in bots and spec.partition(":")[0] not in entries(game):
            raise BadOption(f"{spec[:60]!r} is not offered here; the server must be started with it.")
