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
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, Any

from kiebitz.kernel.jit import BOUNDS
from kiebitz.lab.checking.rules_child import names
from kiebitz.sayings import Saying, plain, say

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

    def as_dict(self) -> dict[str, Any]:
        return {"ok": self.ok, **vars(self), "findings": [vars(one) for one in self.findings]}


def check_game(
    game: str, seconds: float = 60.0, options: str | None = None, show: Show | None = None
) -> GameCheckup:
    """Make all checks of a game under all its options, or under those that are given.

    A step that takes longer than these seconds has not come back; 0 waits for ever.
    """
    found = GameCheckup(game)
    child = _Child(game, 0, [], seconds)
    try:
        sets = _load(child)
    finally:
        child.end()
    if isinstance(sets, Saying):
        found.findings.append(Finding("load", "", sets))
        return found
    found.options = [options] if options is not None else sets
    _make_all(found, seconds, show or (lambda done, total, name: None))
    return found


def _load(child: _Child) -> list[str] | Saying:
    """The options that are to be tried, or why the game cannot be loaded."""
    for words in child.lines():
        if "sets" in words:
            return list(map(str, words["sets"]))
        if "refused" in words:
            return plain(str(words["refused"]))
    return say("Loading it {what}.", what=child.fate())


def _make_all(found: GameCheckup, seconds: float, show: Show) -> None:
    """Make the checks in one child after the other, as long as they do not survive them."""
    total = len(found.options) * len(found.checks)
    while found.made < total:
        child = _Child(found.game, found.made, found.options, seconds)
        try:
            begun = _listen(child, found, show)
        finally:
            child.end()
        if found.made >= total:
            return
        name, options = begun or _check_of(found)
        at = f"{name}, {child.kernel}" if child.kernel else name
        said = say("The check {check} {what}.", check=at, what=child.fate())
        if child.kernel:
            said = say("The kernel {kernel} {what}.", kernel=child.kernel, what=child.fate())
        _note(found, Finding(name, options, said))


def _check_of(found: GameCheckup) -> tuple[str, str]:
    """The check that comes next, and its options."""
    sets, number = divmod(found.made, len(found.checks))
    return found.checks[number], found.options[sets]


def _listen(child: _Child, found: GameCheckup, show: Show) -> tuple[str, str] | None:
    """Take in what a child says until it ends; the check that it was at, if it did not end by itself."""
    begun = None
    for words in child.lines():
        if "begins" in words:
            begun = str(words["begins"]), str(words["options"])
            show(found.made, len(found.options) * len(found.checks), begun[0])
        elif "compiles" in words:
            show(found.made, len(found.options) * len(found.checks), str(words["compiles"]))
        elif "counted" in words and begun:
            counted = found.perft.setdefault(begun[1], {})
            counted[int(words["counted"]["depth"])] = int(words["counted"]["sequences"])
        elif "done" in words:
            begun = None
            if words["sentence"]:
                details = [str(line) for line in words["details"]]
                finding = Finding(words["done"], words["options"], plain(words["sentence"]), details)
                if _note(found, finding):
                    return None
            else:
                found.made += 1
    return begun


def _note(found: GameCheckup, finding: Finding) -> bool:
    """Keep a finding, the same one once; does it make the other checks of its options pointless?"""
    known = {(one.check, str(one.sentence)) for one in found.findings}
    if (finding.check, str(finding.sentence)) not in known:
        found.findings.append(finding)
    if finding.check not in FIRST:
        found.made += 1
        return False
    found.made += len(found.checks) - found.made % len(found.checks)
    return True


class _Child:
    """A process that makes checks, as its parent has it."""

    def __init__(self, game: str, first: int, sets: list[str], seconds: float) -> None:
        self.kernel = ""  # the kernel that it was calling
        self._seconds, self._late = seconds, False
        self._process = subprocess.Popen(
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

    def fate(self) -> Saying:
        """How it ended, when it did not end well."""
        if self._late:
            return say("did not come back within {seconds:g} s", seconds=self._seconds)
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
