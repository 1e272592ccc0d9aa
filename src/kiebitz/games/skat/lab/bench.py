"""What Skat brings to the lab."""

from __future__ import annotations

from kiebitz.lab.bench import Bench, Demo


class SkatBench(Bench):
    demo = Demo(("xskat-like", "xskat-like", "random"), 1_000)
