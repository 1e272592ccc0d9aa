"""The weights of instinct, as ``kiebitz skat train-instinct`` made them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

FILE = Path(__file__).parent / "instinct.npz"


@lru_cache
def load_weights(file: Path = FILE) -> Any:
    """The weights in thousandths, by situation and pattern; by default those of the package."""
    with np.load(file) as stored:
        return stored["weights"].astype(np.int64)
