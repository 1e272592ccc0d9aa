"""Partitions of worlds as vectors of class numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from kiebitz.knowledge.models.valuations import Bits
from kiebitz.knowledge.places.listing import components

Classes = npt.NDArray[np.int64]


def label(values: npt.NDArray[Any]) -> Classes:
    """Number the different values from 0: equal values, equal class.

    >>> label(np.array([7, 3, 7])).tolist()
    [1, 0, 1]
    """
    return np.unique(values, return_inverse=True)[1].astype(np.int64).reshape(-1)


def meet(partitions: Sequence[Classes]) -> Classes:
    """The coarsest partition that is finer than all: worlds stay together if all keep them together."""
    joint = partitions[0]
    for classes in partitions[1:]:
        joint = label(joint * (int(classes.max(initial=0)) + 1) + classes)
    return joint


def join(partitions: Sequence[Classes]) -> Classes:
    """The finest partition that is coarser than all: worlds that steps within classes connect."""
    rows = np.ascontiguousarray(partitions, np.int64)
    joined: Classes = components(rows, int(rows.max(initial=0)) + 1)
    return joined


def everywhere(classes: Classes, truth: Bits) -> Bits:
    """Where is it true in the whole class?

    >>> everywhere(np.array([0, 0, 1]), np.array([True, False, True])).tolist()
    [False, False, True]
    """
    spoiled = np.zeros(int(classes.max(initial=-1)) + 1, np.bool_)
    spoiled[classes[~truth]] = True
    answer: Bits = ~spoiled[classes]
    return answer
