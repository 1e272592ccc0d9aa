"""Old files of the cache of kernels: what went unused for a month is removed when something new is compiled.

A kernel that was changed gets a new file, as all do with a newer compiler; nobody would remove the old ones.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import time

DAY = 86_400.0
KEPT = 30 * DAY


def used(*files: Path) -> None:
    """Note that files are in use; once a day is enough."""
    for file in files:
        with suppress(OSError):  # a folder that is read-only, or a file that another process has removed
            if time() - file.stat().st_mtime > DAY:
                os.utime(file)


@cache
def sweep(folder: Path) -> None:
    """Remove what has not been used for a month; once in a process."""
    for file in (*folder.glob("*.nbi"), *folder.glob("*.nbc")):
        with suppress(OSError):
            if time() - file.stat().st_mtime > KEPT:
                file.unlink()
