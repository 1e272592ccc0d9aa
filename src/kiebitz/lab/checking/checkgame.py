"""A check-up for a game: everything that every game must keep, for rules from outside.

The checks run in a child process whose kernels look at every index. It may crash or never come back: then
that is a finding too, with the kernel or the check that it was at, and another child goes on with the next.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, Any

from kiebitz.children import begin
from kiebitz.kernel.jit import BOUNDS
from kiebitz.lab.checking.rules_child import names
from kiebitz.sayings import Saying, say

MODULE = "kiebitz.lab.checking.rules_child"
COMPILING = 600.0  # seconds for one kernel: no rules can make that hang
FIRST = ("class", "steps")  # what these complain of makes the others pointless
Show = Callable[[int, int, str], None]
"""Told how many checks are made, of how many, and what is done now."""


@dataclass
class Finding:
    """What a check complains of: under which options, and the position."""

    check: str
    options: str
    sentence: Saying
    details: list[str] = field(default_factory=list)


@dataclass
class GameCheckup:
    """What a game's check-up has found."""

    game: str
    options: list[str] = field(default_factory=list)
    checks: list[str] = field(default_factory=names)
    made: int = 0
    findings: list[Finding] = field(default_factory=list)
    perft: dict[str, dict[int, int]] = field(default_factory=dict)
    """By options, how many sequences of each length a deal begins."""

    @property
    def ok(self) -> bool:
        return not self.findings

    @property
    def total(self) -> int:
        return len(self.options) * len(self.checks)

    def as_dict(self) -> dict[str, Any]:
        return {"ok": self.ok, **vars(self), "findings": [vars(one) for one in self.findings]}


def check_game(
    game: str, seconds: float = 60.0, options: str | None = None, show: Show | None = None
) -> GameCheckup:
    """Make all checks of a game under all its options, or under those that are given.

    A step that takes longer than these seconds has not come back; 0 waits for ever.
    """
    found = GameCheckup(game, [] if options is None else [options])
    while not found.options or found.made < found.total:
        child = _Child(game, found.made, found.options, seconds)
        try:
            problem = _listen(child, found, show or _nothing)
        finally:
            child.end()
        if problem:
            found.findings.append(Finding("load", "", problem))
            break
    return found


def _nothing(done: int, total: int, what: str) -> None:
    pass


def _check_of(found: GameCheckup) -> tuple[str, str]:
    """The check that comes next, and its options."""
    sets, number = divmod(found.made, len(found.checks))
    return found.checks[number], found.options[sets]


def _listen(child: _Child, found: GameCheckup, show: Show) -> Saying | None:
    """Take in what a child says until it ends; why the game could not be loaded, if it could not."""
    begun = loaded = False
    for words in child.lines():
        if "refused" in words:
            return Saying.of_json(words["refused"])
        if "sets" in words:
            found.options, loaded = list(map(str, words["sets"])), True
        elif "counted" in words:
            counted = found.perft.setdefault(_check_of(found)[1], {})
            counted[int(words["counted"]["depth"])] = int(words["counted"]["sequences"])
        elif "done" in words:
            begun = False
            if _note(found, Saying.of_json(words["sentence"]), [str(line) for line in words["details"]]):
                return None
        elif loaded:
            begun = begun or "begins" in words
            show(found.made, found.total, str(words.get("begins") or words.get("compiles") or ""))
    if not loaded:
        return say("Loading it {fate}.", fate=child.fate())
    if found.made < found.total and (begun or child.has_failed):
        fate = child.fate()
        if child.kernel:
            _note(found, say("The kernel {kernel} {fate}.", kernel=child.kernel, fate=fate))
        else:
            _note(found, say("This check {fate}.", fate=fate))
    return None


def _note(found: GameCheckup, said: Saying, details: Sequence[str] = ()) -> bool:
    """Keep what a check complains of, if anything; does it make the other checks of its options pointless?"""
    check, options = _check_of(found)
    found.made += 1
    if not said.text:
        return False
    if (check, str(said)) not in {(one.check, str(one.sentence)) for one in found.findings}:
        found.findings.append(Finding(check, options, said, list(details)))
    if check not in FIRST:
        return False
    found.made += -found.made % len(found.checks)
    return True


class _Child:
    """A process that makes checks, as its parent has it."""

    def __init__(self, game: str, first: int, sets: list[str], seconds: float) -> None:
        self.kernel = ""  # the kernel that it was calling
        self._seconds, self._late = seconds, False
        self._process = begin(
            [sys.executable, "-m", MODULE, game, str(first), *sets],
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            env={**os.environ, BOUNDS: "1"},
        )
        self._said: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        assert self._process.stdout
        threading.Thread(target=_read, args=(self._process.stdout, self._said), daemon=True).start()

    def lines(self) -> Iterator[dict[str, Any]]:
        """What it says, until it ends or does not come back."""
        patience = COMPILING  # it loads first, and that may compile
        while True:
            try:
                line = self._said.get(timeout=patience if self._seconds else None)
            except queue.Empty:
                self._late = True
                return
            if line is None:
                return
            words = json.loads(line)
            patience = COMPILING if "compiles" in words or "sets" in words else self._seconds
            self.kernel = str(words.get("calls", "" if "begins" in words or "done" in words else self.kernel))
            yield words

    @property
    def has_failed(self) -> bool:
        """Did it end in another way than by itself?"""
        return self._late or self._process.wait() != 0

    def fate(self) -> Saying:
        """How it ended, when it did not end well."""
        if self._late:
            return say("did not come back within {seconds} s", seconds=f"{self._seconds:g}")
        code = self._process.wait()
        if code >= 0:
            return say("ended the process with exit code {code}", code=code)
        name = str(-code)
        with suppress(ValueError):
            name = signal.Signals(-code).name
        return say("took the process down ({signal})", signal=name)

    def end(self) -> None:
        if self._late or self._process.poll() is None:
            self._process.kill()
        self._process.wait()


def _read(output: IO[bytes], said: queue.SimpleQueue[str | None]) -> None:
    for line in output:
        said.put(line.decode("utf-8", "replace"))
    said.put(None)
