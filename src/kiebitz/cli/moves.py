"""Legal moves as a person reads and types them: by their texts, and by numbers where these mislead nobody."""

from __future__ import annotations

from collections.abc import Sequence

from kiebitz.sayings import MoveText, Saying, joined


def are_numbered(moves: Sequence[str]) -> bool:
    """Is each move typed by its number in the list too? Not where moves are numbers themselves.

    >>> are_numbered(["AS", "KS"]), are_numbered(["0", "1", "2"]), are_numbered(["18", "pass"])
    (True, False, False)
    """
    return not any(str(move).isdecimal() for move in moves)


def listed(moves: Sequence[str], phase: str) -> Saying:
    """The moves in a line.

    >>> print(listed(["AS", "KS"], "play"), listed(["0", "1"], "guess"), sep=" | ")
    1 AS  2 KS | 0  1
    """
    said = [MoveText(str(move), phase) for move in moves]
    if not are_numbered(moves):
        return joined("  ", said)
    return joined("  ", [Saying(f"{n} {{move}}", {"move": move}) for n, move in enumerate(said, 1)])


def meant(text: str, moves: Sequence[str]) -> str:
    """What a person has typed, as the text of a move: a number of the list is the move that stands there.

    >>> meant("2", ["AS", "KS"]), meant("2", ["1", "2"]), meant("3", ["AS", "KS"])
    ('KS', '2', '3')
    """
    numbered = {str(n): str(move) for n, move in enumerate(moves, 1)} if are_numbered(moves) else {}
    return numbered.get(text, text)
