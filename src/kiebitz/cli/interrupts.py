"""Ctrl-C and SIGTERM: one sentence that says what is kept, and the exit code that shells expect."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import typer

from kiebitz.faults import INTERRUPTED
from kiebitz.sayings import Saying, say
from kiebitz.telling import tell

TERMINATED = 143


class Terminated(KeyboardInterrupt):
    """SIGTERM: it means what Ctrl-C means, and whoever handles that handles this."""


def exit_code(interrupt: KeyboardInterrupt) -> int:
    """What shells give for the signal."""
    return TERMINATED if isinstance(interrupt, Terminated) else INTERRUPTED


def _terminate(signum: int, frame: FrameType | None) -> None:
    raise Terminated


@contextmanager
def listening() -> Iterator[None]:
    """In here Ctrl-C and SIGTERM raise KeyboardInterrupt, so that things can be brought to an end."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handlers = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: _terminate}
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def interruptible(
    kept: Callable[[], Saying | str], at_once: Callable[[], bool] = lambda: False
) -> Iterator[None]:
    """An interrupt in here ends the command with a sentence that says what is kept.

    ``at_once`` says whether to leave without waiting for threads: compiled code does not hear of it.
    """
    try:
        with listening():
            yield
    except KeyboardInterrupt as interrupt:
        if sys.stderr.isatty():
            print(file=sys.stderr)  # the terminal has written ^C
        tell(say("Interrupted: {kept}", kept=kept()), sys.stderr)
        if at_once():
            os._exit(exit_code(interrupt))
        raise typer.Exit(exit_code(interrupt)) from None
