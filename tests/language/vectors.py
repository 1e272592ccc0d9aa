"""Sayings with their catalogues and texts: Python and the pages must say them alike.

Where a page shows cards in signs and words of its own, its text stands beside that of the terminal.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

VECTORS: list[dict[str, Any]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
