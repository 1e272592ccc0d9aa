"""What an agent has answered or done wrong: the code of a legal move, or the reason in one line.

Whatever a bot answers or raises passes through here, so none of it is trusted: neither its moves, nor its
exceptions, nor what their texts hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from traceback import walk_tb
from typing import Any

from kiebitz.agents.base import Decision
from kiebitz.errors import KiebitzError
from kiebitz.rules.game import Game
from kiebitz.rules.values import Move
from kiebitz.sayings import Saying, joined, plain, say

PACKAGE = str(Path(__file__).parents[1])
LONGEST = 50  # characters of a text that may be a move
FOR_A_MOVE = say("for a move")
AT_THE_START = say("at the start")
AFTER_THE_LAST_MOVE = say("after the last move")


class TimeUp(BaseException):
    """Raised in the middle of an agent's thinking; not an Exception, so that bots do not catch it."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds  # the limit that was exceeded


class Reported(Exception):
    """What an agent has raised in another process: the exception's name, its text, its place and lines.

    The lines are those of the agent's own file that it passed through last: file, number, function, code.
    The hint says what to do about it.
    """

    def __init__(
        self,
        name: str,
        text: str,
        place: str,
        lines: Sequence[Sequence[Any]] = (),
        hint: Saying | None = None,
    ) -> None:
        self.name, self.text, self.place, self.lines, self.hint = name, text, place, lines, hint


class Lost(Exception):
    """An agent's process has ended, or had to be ended because it did not come back."""

    def __init__(self, said: Saying, is_late: bool = False) -> None:
        self.said, self.is_late = said, is_late


@dataclass(frozen=True)
class Garbled:
    """An answer in another process that is not a move, in words, as JSON has them."""

    words: Any


def move_of(game: Game, phase: int, moves: Sequence[Move], answer: object) -> Move | None:
    """The legal move that an answer means, by its text; None if it means none.

    The move is our own, with our code: anybody can make a Move of any text and code.
    """
    if isinstance(answer, Decision):
        answer = answer.move
    if not isinstance(answer, str):
        return None
    for move in moves:
        if move == answer:
            return move
    if len(answer) < LONGEST:  # "as" or "10h" is understood too
        with suppress(KiebitzError):
            text = game.read_move(phase, answer)
            return next((move for move in moves if move == text), None)
    return None


def code_of(game: Game, phase: int, moves: Sequence[Move], answer: object) -> int:
    """The code of an agent's answer, which must be one of the legal moves or its text; -1 if it is not."""
    move = move_of(game, phase, moves, answer)
    return -1 if move is None else move.code


def shown(answer: object) -> Saying:
    """An answer that is not a move, in a few words that are the same in every process.

    >>> print(shown(None), shown(Decision("the ace up my sleeve")), sep=", ")
    nothing (None), Decision('the ace up my sleeve')
    """
    if isinstance(answer, Garbled):
        return Saying.of_json(answer.words)
    if isinstance(answer, Decision):
        return say("Decision({answer})", answer=shown(answer.move))
    if isinstance(answer, str):
        return plain(repr(answer[:40]) + ("..." if len(answer) > 40 else ""))
    if answer is None:
        return say("nothing (None)")
    if isinstance(answer, (int, float)) and not abs(answer) >= 1e15:
        return plain(repr(answer))
    return say("a value of type {name}", name=type(answer).__name__)


def reason_of(error: BaseException, when: Saying | None = None) -> Saying:
    """Why an agent that has raised this has failed.

    >>> print(reason_of(ValueError("no opening book"), AT_THE_START))
    raised ValueError at the start: no opening book
    """
    if isinstance(error, TimeUp):
        return say("needed more than {seconds} s {when}", seconds=error.seconds, when=when or FOR_A_MOVE)
    if isinstance(error, MemoryError):
        return say("ran out of memory {when}", when=when) if when else say("ran out of memory")
    if isinstance(error, Lost):
        return error.said
    if isinstance(error, Reported):
        name, text = error.name, error.text
    else:
        name, text = type(error).__name__, text_of(error)
    raised = say("raised {name} {when}", name=name, when=when) if when else say("raised {name}", name=name)
    told = joined(": ", [raised, text]) if text else raised
    hint = error.hint if isinstance(error, Reported) else None
    return Saying("{what} ({hint})", {"what": told, "hint": hint}) if hint else told


def text_of(error: BaseException) -> str:
    """What an error says."""
    try:
        return str(error)
    except BaseException:  # whatever may be wrong with an agent's own exceptions
        return ""


def place_of(error: BaseException) -> str:
    """The last line outside this package that an error passed through, if it is the same in every process."""
    if isinstance(error, Reported):
        return error.place
    if isinstance(error, (TimeUp, MemoryError, RecursionError, Lost)):
        return ""
    places = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    own = [f"{Path(file).name}:{line}" for file, line in places if not file.startswith(PACKAGE)]
    return own[-1] if own else ""


def one_line(text: str, most: int = 300) -> str:
    """A text from an agent as one line that every file and terminal can take.

    >>> one_line("two" + chr(10) + "lines" + chr(0xDCFF))
    'two lines'
    """
    line = " ".join("".join(c if c.isprintable() else " " for c in text[: 2 * most]).split())
    return line if len(line) <= most else line[: most - 3] + "..."
