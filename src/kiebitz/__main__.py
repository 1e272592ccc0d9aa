"""Where the program starts, as ``kiebitz`` and as ``python -m kiebitz``.

Hardly anything is imported here: until the commands are loaded, Ctrl-C must find somebody who minds it.
"""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType


def leave(signum: int, frame: FrameType | None) -> None:
    """End at once, with the code that shells give: nothing has been begun that would have to be kept.

    An exception would not do: raised while modules are loaded or kernels compiled it may be swallowed there,
    with a traceback for a remark. What does have something to keep listens itself (see cli/interrupts.py).
    """
    os._exit(128 + signum)


def main() -> None:
    """Run the program; whatever happens, the user reads sentences."""
    signal.signal(signal.SIGINT, leave)
    from kiebitz.faults import explained

    with explained():
        from kiebitz.cli import main as command

        command()


if __name__ == "__main__":
    sys.exit(main())
