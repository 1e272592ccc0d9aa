"""A kernel that several threads call for the first time at once has one door."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from time import sleep
from typing import Any

import numpy as np
import pytest

from kiebitz.kernel.compiling import CompiledKernel
from kiebitz.kernel.jit import kernel


def test_threads_that_come_together_open_one_door(monkeypatch: pytest.MonkeyPatch) -> None:
    @kernel
    def doubled(words):  # type: ignore[no-untyped-def]
        return words[0] + words[0]

    real, together, made = CompiledKernel._machine_code, Barrier(4), []

    def slowly(self: Any, *arguments: Any, **more: Any) -> Any:
        made.append(self)
        sleep(0.05)  # long enough for the others to arrive
        return real(self, *arguments, **more)

    def call(number: int) -> int:
        together.wait(20)
        return int(doubled(np.array([number], np.int64)))

    monkeypatch.setattr(CompiledKernel, "_machine_code", slowly)
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(call, range(4))) == [0, 2, 4, 6]
    assert made.count(doubled) == 1
