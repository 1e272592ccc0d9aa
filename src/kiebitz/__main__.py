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


def start(command: "Callable[[], None]") -> None:
    """Run a command; whatever happens, the user reads sentences."""
    signal.signal(signal.SIGINT, leave)
    from kiebitz.faults import explained

    with explained():
        command()


def main() -> None:
    """Run the command line."""

    def command() -> None:
        from kiebitz.cli import main

        main()

    start(command)


if __name__ == "__main__":
    main()
