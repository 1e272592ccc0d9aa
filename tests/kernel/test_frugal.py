"""What a start loads, seen in a process of its own."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys
import kiebitz.kernel.random
assert "scipy.linalg" not in sys.modules
import numba
import numpy as np

@numba.njit
def product(one, other):
    return np.dot(one, other), np.correlate(one, other)[0]

assert product(np.arange(3.0), np.ones(3)) == (3.0, 3.0)
assert "scipy.linalg" in sys.modules
"""


def test_linear_algebra_is_loaded_when_somebody_uses_it() -> None:
    answer = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
