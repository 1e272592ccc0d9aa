"""Bots in any language: a program that reads a turn as one line of JSON and answers with one line.

``exec:./mybot --deep`` starts the program for each unit and seat. A line to it is the ``turn`` message of the
table's protocol; its answer is ``{"type": "play", "move": "AS"}``. What it writes to standard error is shown,
anything else that it writes to standard output loses the game.
"""

from __future__ import annotations

import json
import os
import queue
import shlex
import shutil
import subprocess
import sys
import threading
import weakref
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import IO, Any

from kiebitz.agents.base import Agent, Decision
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.wire import view_data
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.rules.game import Game
from kiebitz.rules.values import View
from kiebitz.sayings import Saying, say

PREFIX = "exec:"
SECONDS = 30.0  # for an answer, where nobody sets another limit
LONGEST = 65_536  # characters of an answer


class BotFailure(KiebitzError):
    """A bot in another process has died, said nothing, or said something that is not an answer."""

    def __init__(self, said: Saying | str, has_died: bool = False) -> None:
        super().__init__(said)
        self.has_died = has_died


class ProcessAgent(Agent):
    """An agent that thinks in a process of its own."""

    def __init__(self, command: list[str], seconds: float | None = SECONDS) -> None:
        self.seconds = seconds  # for an answer; None: as long as it takes
        self._name = Path(command[0]).name
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            why = error.strerror or str(error)
            raise BotFailure(say("{bot} cannot be started: {why}.", bot=command[0], why=why)) from None
        assert self._process.stdin and self._process.stdout
        self._input = self._process.stdin
        self._said: queue.Queue[list[str]] = queue.Queue(1000)
        threading.Thread(target=_read, args=(self._process.stdout, self._said), daemon=True).start()
        self._end = weakref.finalize(self, _stop, self._process)

    def act(self, view: View) -> Decision:
        if not self._said.empty():
            early = self._said.get()
            raise self._spoke_early(early[0]) if early else self._died()
        turn = {"type": "turn", "ply": len(view.events) - 1, "view": view_data(view)}
        try:
            self._input.write(json.dumps(turn).encode() + b"\n")
            self._input.flush()
            lines = self._said.get(timeout=self.seconds)
        except queue.Empty:
            self.close()
            said = say("{bot} gave no answer in {seconds} s.", bot=self._name, seconds=self.seconds)
            raise BotFailure(said) from None
        except (OSError, ValueError):
            raise self._died() from None
        if not lines:
            raise self._died()
        if len(lines) > 1:  # the second answers what nobody has asked yet
            raise self._spoke_early(lines[1])
        return self._decision(lines[0])

    def _spoke_early(self, line: str) -> BotFailure:
        return BotFailure(
            say("{bot} spoke before it was asked: {line}.", bot=self._name, line=repr(line[:60]))
        )

    def _decision(self, line: str) -> Decision:
        try:
            answer: Any = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict) or answer.get("type") != "play":
            said = repr(line.strip()[:60])
            raise BotFailure(
                say("{bot} answered {line}, which is not a play message.", bot=self._name, line=said)
            )
        return Decision(str(answer.get("move", "")), str(answer.get("because", ""))[:500])

    def _died(self) -> BotFailure:
        try:
            code = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return BotFailure(say("{bot} has closed its output.", bot=self._name), has_died=True)
        return BotFailure(
            say("{bot} has ended with exit code {code}.", bot=self._name, code=code), has_died=True
        )

    def close(self) -> None:
        """End the process; it is also ended when nobody holds the agent any more."""
        self._end()


def _read(output: IO[bytes], said: queue.Queue[list[str]]) -> None:
    """Pass on what the program writes, lines that come together in one list; an empty list at its end."""
    rest = b""
    try:
        while (chunk := os.read(output.fileno(), LONGEST)) and len(rest) < LONGEST:
            *lines, rest = (rest + chunk).split(b"\n")
            if lines:
                said.put([line.decode("utf-8", "replace") for line in lines], timeout=SECONDS)
        if rest:
            said.put([rest.decode("utf-8", "replace")], timeout=SECONDS)
    except (OSError, ValueError, queue.Full):
        pass
    said.put([])


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


def words_of(spec: str) -> list[str]:
    """The words of the command that a specification ``exec:COMMAND`` has."""
    try:
        return shlex.split(spec.removeprefix(PREFIX))
    except ValueError as error:
        raise BadOption(say("{spec} is not a command: {why}.", spec=repr(spec), why=str(error))) from None


def process_contestant(spec: str, game: Game, places: Mapping[str, str] | None = None) -> Contestant:
    """The player of a specification ``exec:COMMAND``; ``places`` says where its files are."""
    command = [(places or {}).get(word, word) for word in words_of(spec)]
    if not command or shutil.which(command[0]) is None:
        raise BadOption(say("{spec} names no program that can be run.", spec=repr(spec)))
    files = [word for word in command if is_own(word)]
    source = files.pop() if files else None
    made = partial(ProcessAgent, command)
    return Contestant(game, spec, made, source=source, files=tuple(files), foreign=True)


def is_own(word: str) -> bool:
    """Is a word of a command a file of the bot's author, and not a program that is installed here?"""
    path = Path(word).resolve()
    installed = (sys.executable, shutil.which(path.name))
    return path.is_file() and path not in [Path(program).resolve() for program in installed if program]
