"""What annotations call the things of compiled code; loads no compiler.

>>> words: Vector = np.zeros(64, np.int64)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.int64]
"""Words: a state, a view, an agent's memory, the room of a search, a random stream; also rows of such."""

Kernel = Callable[..., Any]
"""A compiled function, whose types stand in the signature of its decorator."""
