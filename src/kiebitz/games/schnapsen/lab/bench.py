"""What Schnapsen brings to the lab."""

from __future__ import annotations

from kiebitz.lab.bench import Bench, Demo


class SchnapsenBench(Bench):
    demo = Demo(("pu-afro", "rdeep"), 500)
