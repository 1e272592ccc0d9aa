"""What a kernel means: a hash that changes if it may do something else, and only then.

The steps of its code, the constants that it reads and the kernels that it calls count, all the way down. The
names in it do not, nor where it stands, comments, and the libraries that compile it. So stored results stay
those of the same code when that code is renamed or moved, or when Numba is newer.
"""

from __future__ import annotations

import hashlib
from typing import Any

from kiebitz.kernel.reading import instructions


def meaning(kernel: Any) -> str:
    """The hash of what a kernel does.

    >>> from numba import int64
    >>> from kiebitz.kernel.jit import kernel
    >>> @kernel(int64(int64))
    ... def double(x):
    ...     return x + x
    >>> @kernel(int64(int64))
    ... def twice(number):
    ...     return number + number
    >>> meaning(double) == meaning(twice)
    True
    """
    if not hasattr(kernel, "meaning"):
        text = ";".join([kernel.declared, *instructions(kernel.py_func, meaning)])
        kernel.meaning = hashlib.sha256(text.encode()).hexdigest()
    return str(kernel.meaning)
