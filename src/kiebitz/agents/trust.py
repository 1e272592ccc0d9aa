"""Whom this process trusts: bots from files and programs that play without a cell, with the user's rights.

Everybody else from a file or a program has a cell: see ``cells``. What is compiled has none, because it is
called a million times a second by the loop that has the cards in its hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from kiebitz.errors import BadOption
from kiebitz.sayings import say

_trusted: ContextVar[frozenset[str] | None] = ContextVar("trusted", default=frozenset())
"""Specifications; None for all."""
_everybody = False  # in all threads
_in_cell = False


def trust(everybody: bool) -> None:
    """From here on this process trusts everybody, or nobody."""
    global _everybody
    _everybody = everybody


@contextmanager
def trusting(specs: Iterable[str] | None) -> Iterator[None]:
    """In here these specifications are trusted too; None for all.

    >>> with trusting(["my_bot.py:MyBot"]):
    ...     is_trusted("my_bot.py:MyBot"), is_trusted("other.py")
    (True, False)
    """
    before = _trusted.get()
    token = _trusted.set(None if specs is None or before is None else before | frozenset(specs))
    try:
        yield
    finally:
        _trusted.reset(token)


def is_trusted(spec: str) -> bool:
    """Does a bot play without a cell, wherever it is asked for now?"""
    trusted = _trusted.get()
    return _in_cell or _everybody or trusted is None or spec in trusted


def is_given(spec: str) -> bool:
    """Is a bot trusted because its owner gave its class, and not because everybody is?"""
    trusted = _trusted.get()
    return not _everybody and trusted is not None and spec in trusted


def settle_in_cell() -> None:
    """In a cell there is nothing to protect any more: whom a bot asks for advice thinks beside it."""
    global _in_cell
    _in_cell = True


def refuse_compiled(spec: str) -> BadOption:
    """Why a compiled bot of a file does not play unless somebody trusts it."""
    return BadOption(
        say(
            "{bot} is compiled: it runs inside the loop that has all cards in its memory, where nothing can "
            "be kept from it. If you trust it, give --trust (in Python trust=True).",
            bot=spec,
        )
    )
