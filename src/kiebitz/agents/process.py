"""Bots in any language: a program that reads a turn as one line of JSON and answers with one line.

``exec:./mybot --deep`` starts the program for a seat. A line to it is the ``turn`` message of the table's
protocol; its answer is ``{"type": "play", "move": "AS"}``. What it writes to standard error is shown,
anything else that it writes to standard output loses the game. In a match it plays unit after unit.
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
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import IO, Any

from kiebitz.agents.base import Agent, Decision
from kiebitz.agents.cells.belongings import Part, as_folder, program_parts, without_links
from kiebitz.agents.cells.distant import Bot, Lodging
from kiebitz.agents.cells.nursery import Cell, hello, packages
from kiebitz.agents.cells.zygote import Order
from kiebitz.agents.contestant import Contestant
from kiebitz.agents.limits import MEMORY_SPENT, TOO_MANY, how_it_ended, memory_limit
from kiebitz.agents.specification import PROGRAM
from kiebitz.agents.turns import Turns
from kiebitz.children import begin
from kiebitz.errors import BadOption, KiebitzError
from kiebitz.rules.game import Game
from kiebitz.rules.values import View
from kiebitz.sayings import Saying, joined, say

SECONDS = 30.0  # for an answer, where nobody sets another limit
LONGEST = 65_536  # characters of an answer
MOST = 1000  # answers that nobody has asked for


class BotFailure(KiebitzError):
    """A bot in another process has died, said nothing, or said something that is not an answer."""

    def __init__(self, said: Saying | str, has_died: bool = False) -> None:
        super().__init__(said)
        self.has_died = has_died


class Program:
    """A process that answers turns, at one seat for one unit after the other."""

    def __init__(self, command: list[str], trust: bool = True, parts: tuple[Part, ...] = ()) -> None:
        self.name = Path(command[0]).name
        self.units = 0  # that it has begun
        locked = not trust and hello().locks
        self._shown = [part.relative(file) for part in parts for file in part.files] if locked else []
        self._process: Cell | subprocess.Popen[bytes]
        if trust:
            try:
                self._process = started = begin(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            except OSError as error:
                why = error.strerror or str(error)
                raise BotFailure(say("{bot} cannot be started: {why}.", bot=command[0], why=why)) from None
            assert started.stdin and started.stdout
            self._input, output = started.stdin, started.stdout
        else:
            self._process = cell = Cell(_order(command, parts), self.name)
            # Files of their own: the cell's numbers are free for others as soon as it is closed.
            self._input, output = os.fdopen(os.dup(cell.to), "wb"), os.fdopen(os.dup(cell.of), "rb")
        self._said: queue.SimpleQueue[list[str]] = queue.SimpleQueue()
        threading.Thread(target=_read, args=(output, self._said), daemon=True).start()
        self._end = weakref.finalize(self, _stop, self._process)

    @property
    def is_alive(self) -> bool:
        return self._end.alive and self._process.poll() is None

    def ask(self, turn: bytes, seconds: float | None) -> str:
        """The line with which it answers that of a turn; whatever goes wrong, nobody asks it again."""
        try:
            return self._ask(turn, seconds)
        except BaseException:  # a late answer would be taken for that to the next turn
            self.close()
            raise

    def _ask(self, turn: bytes, seconds: float | None) -> str:
        if not self._said.empty():
            early = self._said.get()
            raise self._spoke_early(early[0]) if early else self._died()
        try:
            self._input.write(turn)
            self._input.flush()
            lines = self._said.get(timeout=seconds)
        except queue.Empty:
            said = say("{bot} gave no answer in {seconds} s.", bot=self.name, seconds=seconds)
            raise BotFailure(said) from None
        except (OSError, ValueError):
            raise self._died() from None
        if not lines:
            raise self._died()
        if len(lines) > 1:  # the second answers what nobody has asked yet
            raise self._spoke_early(lines[1])
        return lines[0]

    def _spoke_early(self, line: str) -> BotFailure:
        return BotFailure(
            say("{bot} spoke before it was asked: {line}.", bot=self.name, line=repr(line[:60]))
        )

    def _died(self) -> BotFailure:
        try:
            code = self._process.wait(1)
            if code is None:
                raise subprocess.TimeoutExpired(self.name, 1)
        except subprocess.TimeoutExpired:
            return BotFailure(say("{bot} has closed its output.", bot=self.name), has_died=True)
        if code in (MEMORY_SPENT, TOO_MANY):
            return BotFailure(say("{bot} {why}.", bot=self.name, why=how_it_ended(code)), has_died=True)
        said: Saying = say("{bot} has ended with exit code {code}.", bot=self.name, code=code)
        if code and self._shown:
            more = say(
                "Its cell has these of its files: {files}. Others must be words of the command.",
                files=", ".join(self._shown),
            )
            said = joined(" ", [said, more])
        return BotFailure(said, has_died=True)

    def close(self) -> None:
        """End the process; it is also ended when nobody holds the program any more."""
        self._end()


class ProcessAgent(Agent):
    """An agent that thinks in a process of its own, which may have played other units before."""

    def __init__(
        self,
        command: list[str],
        seconds: float | None = SECONDS,
        program: Program | None = None,
        trust: bool = True,
        parts: tuple[Part, ...] = (),
    ) -> None:
        self.seconds = seconds  # for an answer; None: as long as it takes
        self.program = program if program and program.is_alive else Program(command, trust, parts)
        self._turns = Turns(self.program.units)
        self.program.units += 1

    def act(self, view: View) -> Decision:
        return self._decision(self.program.ask(self._turns.line(view), self.seconds))

    def _decision(self, line: str) -> Decision:
        try:
            answer: Any = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict) or answer.get("type") != "play":
            self.close()
            said, name = repr(line.strip()[:60]), self.program.name
            raise BotFailure(say("{bot} answered {line}, which is not a play message.", bot=name, line=said))
        return Decision(str(answer.get("move", "")), str(answer.get("because", ""))[:500])

    def close(self) -> None:
        """End the process."""
        self.program.close()


_programs: dict[tuple[str, int], Program] = {}  # of this process, by specification and seat
_lodgings: dict[tuple[Bot, int], Lodging] = {}  # the same for bots in cells


def lasting(contestant: Contestant, seat: int) -> Contestant:
    """The same program or bot at a seat, its process living on from unit to unit.

    Only where that seat meets no deal twice before ``renew``; anybody else stays as he is.
    """
    if contestant.isolated:
        made: Any = contestant.make
        lodging = _lodgings.setdefault((made.args[0], seat), Lodging(made.args[0]))
        return replace(contestant, make=partial(made, lodging=lodging))
    if not contestant.spec.startswith(PROGRAM):
        return contestant
    return replace(contestant, make=partial(_resumed, contestant.make, contestant.spec, seat))


def renew() -> None:
    """End the processes that live on: whoever is asked next has one that has seen nothing."""
    for lodging in _lodgings.values():
        lodging.close()
    for program in _programs.values():
        program.close()
    _lodgings.clear()
    _programs.clear()


def _resumed(make: Any, spec: str, seat: int) -> ProcessAgent:
    agent: ProcessAgent = make(program=_programs.get((spec, seat)))
    _programs[spec, seat] = agent.program
    return agent


def _read(output: IO[bytes], said: queue.SimpleQueue[list[str]]) -> None:
    """Pass on what the program writes, lines that come together in one list; an empty list at its end.

    One that goes on talking is not read any more.
    """
    rest = b""
    with suppress(OSError, ValueError):
        while said.qsize() < MOST and (chunk := os.read(output.fileno(), LONGEST)) and len(rest) < LONGEST:
            *lines, rest = (rest + chunk).split(b"\n")
            if lines:
                said.put([line.decode("utf-8", "replace") for line in lines])
        if rest:
            said.put([rest.decode("utf-8", "replace")])
    said.put([])


def _stop(process: Cell | subprocess.Popen[bytes]) -> None:
    if isinstance(process, Cell):
        process.close()
    else:
        process.kill()
        process.wait()


def _order(command: list[str], parts: tuple[Part, ...]) -> Order:
    """The cell of a program: it sees the files that belong to it and what is installed."""
    found = shutil.which(command[0]) or command[0]
    own = [Path(word).resolve() for word in command if is_own(word)]
    words = [str(Path(word).resolve()) if is_own(word) or Path(word).is_dir() else word for word in command]
    program = (
        [] if is_own(command[0]) else [str(Path(found).resolve().parent), str(Path(found).absolute().parent)]
    )
    places = [*packages(), *program, *(str(file) for part in parts for file in part.files)]
    folder = str(own[-1].parent) if own else "/tmp"
    return Order(hello().locks, memory_limit(), places, folder, [words[0] if own else found, *words[1:]])


def words_of(spec: str) -> list[str]:
    """The words of the command that a specification ``exec:COMMAND`` has."""
    try:
        return shlex.split(spec.removeprefix(PROGRAM))
    except ValueError as error:
        raise BadOption(say("{spec} is not a command: {why}.", spec=repr(spec), why=str(error))) from None


def process_contestant(
    spec: str, game: Game, places: Mapping[str, str] | None = None, trust: bool = True
) -> Contestant:
    """The player of a specification ``exec:COMMAND``; ``places`` says where its files are."""
    words, known = words_of(spec), places or {}
    command = [known.get(word) or known.get(as_folder(word), word) for word in words]
    if not command or shutil.which(command[0]) is None:
        raise BadOption(say("{spec} names no program that can be run.", spec=repr(spec)))
    named = list(zip(words, map(Path, command), strict=True))
    files = [(word, path) for word, path in named if is_own(str(path))]
    parts = program_parts(files, [(word, path) for word, path in named[1:] if path.is_dir()])
    if not trust:
        parts = tuple(map(without_links, parts))
    made = partial(ProcessAgent, command, trust=trust, parts=parts)
    source = str(files[-1][1]) if files else None
    return Contestant(game, spec, made, source=source, parts=parts, foreign=True, trusted=trust)


def is_own(word: str) -> bool:
    """Is a word of a command a file of the bot's author, and not a program that is installed here?"""
    path = Path(word).resolve()
    installed = (sys.executable, shutil.which(path.name))
    return path.is_file() and path not in [Path(program).resolve() for program in installed if program]
