"""What Schnapsen brings to the lab: a published comparison that is played again to the last game."""

from __future__ import annotations

from kiebitz.lab.bench import Bench, Demo


class SchnapsenBench(Bench):
    demo = Demo(("pu-afro", "rdeep"), 500)
    exact = {"schnapsen-pu": "lab.exact:PublishedComparison"}  # noqa: RUF012  # nobody changes it
