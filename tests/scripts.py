"""What scripts outside the package define, so that tests can call it."""

from __future__ import annotations

import sys
from pathlib import Path
from runpy import run_path
from typing import Any


def defined(script: Path) -> dict[str, Any]:
    """The names of a script that is loaded as if it had been started: its folder is the first of imports."""
    sys.path.insert(0, str(script.parent))
    try:
        return run_path(str(script))
    finally:
        sys.path.remove(str(script.parent))
