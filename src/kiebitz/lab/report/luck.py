"""What frozen weights did: three estimates of the same difference side by side."""

from __future__ import annotations

from kiebitz.lab.reduction.estimates import TOLD, side_by_side, told
from kiebitz.lab.report.study import Study
from kiebitz.lab.report.tabular import (
    Cell,
    Tabular,
    Text,
    mean_cells,
    places_for,
    plain,
    reaching,
    signed,
    table,
)
from kiebitz.sayings import Saying, say


def luck_table(study: Study) -> Tabular:
    """Games taken singly, duplicate deals, and reduced; with what each saves."""
    columns: list[tuple[str, Text]] = [
        ("of", say("what")), ("estimate", say("estimate")), ("points", say("points ± s.e.")),
        ("interval", say("{p:.0%} interval", p=study.confidence)), ("saved", say("games saved")),
        ("beyond", say("beyond duplicate")),
    ]  # fmt: skip
    rows = []
    for names, found in (one for result in study.results for one in side_by_side(result)):
        places = places_for(max(one.error for one in found))
        for one, mean in zip(found, mean_cells([(one.mean, one.error) for one in found]), strict=True):
            low, high = signed(one.low, places), signed(one.high, places)
            ends = Cell(reaching(low, high), ends=(one.low, one.high))
            saved = [Cell(plain(times), times) for times in (one.against_single, one.against_duplicate)]
            rows.append([Cell(told(names)), Cell(TOLD[one.kind]), mean, ends, *saved])
    caption = say(
        "The same difference, estimated from games as if each had a deal of its own, from duplicate deals, "
        "and without the luck that frozen weights take away; and how many times as many games the first two "
        "take for the same precision."
    )
    return table("luck", caption, columns, rows, ("of", "estimate"))


def luck_sentence(study: Study) -> Saying:
    """Where the weights come from."""
    frozen = study.results[0].match.frozen
    assert frozen is not None
    return say(
        "The weights (number {hash}) were part of the plan before the first game; they were fitted to "
        "{deals:,} deals of {one} against {other} under another root ({root}). Comparisons of points rest on "
        "the reduced estimate.",
        hash=frozen.hash,
        deals=frozen.deals,
        one=frozen.agents[0],
        other=frozen.agents[1],
        root=frozen.root,
    )
