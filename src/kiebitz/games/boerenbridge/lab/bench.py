"""What Boerenbridge brings to the lab."""

from __future__ import annotations

from kiebitz.lab.bench import Bench, Demo


class BoerenbridgeBench(Bench):
    demo = Demo(("full-kripke", "greedy-kripke", "greedy", "random"), 2_500)
