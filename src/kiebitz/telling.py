"""Sentences for people, in the language they chose: in a terminal broken between words, in a pipe whole."""

from __future__ import annotations

import codecs
import os
import sys
from contextlib import suppress
from functools import cache
from io import TextIOWrapper
from typing import TextIO

from kiebitz.language.speaking import shown
from kiebitz.sayings import Saying

SPELT = {"−": "-", "–": "-", "±": "+-", "×": "x", "≤": "<=", "→": "->", "…": "...", "µ": "u",
         "♠": "S", "♥": "H", "♦": "D", "♣": "C"}  # fmt: skip
"""How letters are written where a code page lacks them; any other is a question mark."""


def spell_out() -> None:
    """Let standard output write what its encoding lacks, as an old code page may, in other letters."""
    codecs.register_error("spelt", _spelt)
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="spelt")


def _spelt(error: UnicodeError) -> tuple[str, int]:
    r"""The letters that could not be encoded, in others.

    >>> codecs.register_error("spelt", _spelt)
    >>> "−0.8 ± 0.1, K♣ Ж".encode("latin-1", "spelt")
    b'-0.8 \xb1 0.1, KC ?'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(SPELT.get(letter, "?") for letter in error.object[error.start : error.end]), error.end


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
