"""Where the program starts, as ``kiebitz`` and as ``python -m kiebitz``.

Hardly anything is imported here: Ctrl-C must be handled even before the commands are loaded.
"""

import os
import signal
import sys

TYPE_CHECKING = False  # as in typing, which is not loaded here
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType


def leave(signum: int, frame: "FrameType | None") -> None:
    """End at once, with the code that shells give: there is nothing to keep, and no child may live on.

    An exception would not do: raised while modules are loaded or kernels compiled it may be swallowed there,
    with a traceback for a remark. Commands with something to keep handle it (see cli/interrupts.py).
    """
    if end_all := getattr(sys.modules.get("kiebitz.children"), "end_all", None):  # it may be half loaded
        end_all()
    os._exit(128 + signum)


def open_closed() -> bool:
    """Open what is closed of standard input, output and error: other files of ours would take their place.

    Input is then empty, and what goes to standard error is lost. Says whether standard output was open.
    """
    was_open = sys.stdout is not None
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            file = os.open(os.devnull, os.O_RDWR)
            os.dup2(file, number)
            if file == number:
                os.set_inheritable(file, True)  # as dup2 has it
            else:
                os.close(file)
            setattr(sys, name, open(number, "w" if number else "r", closefd=False))  # noqa: SIM115 (it stays)
    return was_open


def start(command: "Callable[[], None]") -> None:
    """Run a command; whatever happens, the user reads sentences."""
    signal.signal(signal.SIGINT, leave)
    was_open = open_closed()
    from kiebitz.faults import explained

    with explained():
        if not was_open:
            from kiebitz.faults import fail
            from kiebitz.sayings import say

            fail(say("Standard output is closed; to write nothing, write to {file}.", file=os.devnull))
        command()


def main() -> None:
    """Run the command line."""

    def command() -> None:
        from kiebitz.cli import main

        main()

    start(command)


if __name__ == "__main__":
    main()
