"""Sentences for people, in the language they chose: in a terminal broken between words, in a pipe whole."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from typing import TextIO

from kiebitz.language.speaking import shown
from kiebitz.sayings import Saying


def tell(said: Saying | str, file: TextIO | None = None) -> None:
    """Print a saying, or a text as it is, to standard output or to another file."""
    file = file or sys.stdout
    print(wrapped(shown(said), _columns(file)), file=file, flush=True)


@cache
def tell_once(said: Saying) -> None:
    """Tell of something on standard error, however often it is met."""
    tell(said, sys.stderr)


def wrapped(text: str, columns: int) -> str:
    """A text whose lines fit, continued ones indented a little; 0 columns for a text as it is.

    >>> print(wrapped("one two three\\n  - four five six", 10))
    one two
      three
      - four
        five
        six
    """
    if not columns or all(len(line) <= columns for line in text.splitlines()):
        return text
    from textwrap import fill

    def broken(line: str) -> str:
        further = " " * (len(line) - len(line.lstrip()) + 2)
        return fill(line, columns, subsequent_indent=further, break_long_words=False, break_on_hyphens=False)

    return "\n".join(broken(line) if len(line) > columns else line for line in text.split("\n"))


def _columns(file: TextIO) -> int:
    """The width of a terminal; 0 if the file is not one, or has no width."""
    with suppress(OSError, ValueError):
        return os.get_terminal_size(file.fileno()).columns
    return 0
