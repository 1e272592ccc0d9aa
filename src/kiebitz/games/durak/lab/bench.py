"""What Durak brings to the lab."""

from __future__ import annotations

from kiebitz.lab.bench import Bench, Demo


class DurakBench(Bench):
    demo = Demo(("smart", "greedy"), 5_000)
