"""Who wins which games: the record, open cards, and the agents, in the eight combinations of a paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from typing import Any, Self

import numpy as np

from kiebitz.errors import BadOption
from kiebitz.games.skat.lab.declarers import declarer_wins
from kiebitz.games.skat.lab.openings import is_won
from kiebitz.lab.experiments.page_section import PageSection
from kiebitz.lab.report.tabular import Cell, Tabular, percent, table
from kiebitz.lab.results.result import Result
from kiebitz.language.speaking import spoken
from kiebitz.sayings import say

COMBINATIONS = tuple(product((False, True), repeat=3))
"""Did the declarer win in the record, with open cards, in the hands of the agents?"""


@dataclass(frozen=True)
class Breakdown(PageSection):
    """A column of a published table: a match, the same games with open cards, and the published counts."""

    table: str
    column: str
    match: str
    glassbox: str
    published: tuple[int, ...] = ()

    title = "Who wins which games"

    def __post_init__(self) -> None:
        if self.published and len(self.published) != len(COMBINATIONS):
            raise BadOption(
                say(
                    "A breakdown has {of} published counts, not {n}.",
                    of=len(COMBINATIONS),
                    n=len(self.published),
                )
            )

    @property
    def name(self) -> str:
        return f"{self.table} {self.column}"

    @property
    def matches(self) -> tuple[str, ...]:
        return self.match, self.glassbox

    @property
    def published_shares(self) -> list[float]:
        return [count / sum(self.published) for count in self.published]

    def counts(self, results: Mapping[str, Result]) -> list[int]:
        """How often each combination was there; passed-in games are left out."""
        result, glassbox = results[self.match], results[self.glassbox]
        openings = result.match.openings
        if openings is None or glassbox.match.openings is None:
            raise BadOption(say("The match {name} has no recorded games to compare with.", name=self.match))
        ours, seen = declarer_wins(result)[:, 0], declarer_wins(glassbox)[:, 0]
        deals = range(result.match.deals)
        record = np.array([is_won(openings.game, openings.source.recorded(deal)) for deal in deals])
        played = ~np.isnan(ours) & ~np.isnan(seen)
        rows = zip(record[played], seen[played] == 1, ours[played] == 1, strict=True)
        found = [tuple(map(bool, row)) for row in rows]
        return [found.count(combination) for combination in COMBINATIONS]

    @classmethod
    def tables(cls, sections: Sequence[Self], results: Mapping[str, Result]) -> list[Tabular]:
        return [
            _shares(name, list(columns), results)
            for name, columns in groupby(sections, key=lambda one: one.table)
        ]

    @classmethod
    def printed(cls, sections: Sequence[Self], results: Mapping[str, Result]) -> list[Tabular]:
        return [
            _counts(name, list(columns), results)
            for name, columns in groupby(sections, key=lambda one: one.table)
        ]

    @classmethod
    def as_dicts(cls, sections: Sequence[Self], results: Mapping[str, Result]) -> list[dict[str, Any]]:
        return [
            {
                "table": one.table,
                "column": one.column,
                "order": "record, open cards, agents",
                "counts": dict(zip(map(letters, COMBINATIONS), one.counts(results), strict=True)),
                "published": dict(zip(map(letters, COMBINATIONS), one.published, strict=False)),
            }
            for one in sections
        ]


def _shares(name: str, columns: Sequence[Breakdown], results: Mapping[str, Result]) -> Tabular:
    """The eight combinations of a table, measured and, in small print, published."""
    counts = [one.counts(results) for one in columns]
    rows = []
    for number, combination in enumerate(COMBINATIONS):
        cells = [Cell(", ".join(_words(combination)))]
        for one, found in zip(columns, counts, strict=True):
            share = found[number] / max(sum(found), 1)
            published = (
                spoken(say("published {share:.1%}", share=one.published_shares[number]))
                if one.published
                else ""
            )
            cells.append(Cell(percent(share), share, published))
        rows.append(cells)
    caption = say(
        "{name}: how often the declarer won in the record, with open cards, and with the agents.", name=name
    )
    first = "who", spoken(say("record, open cards, agents"))
    headings = [first, *((one.column, one.column) for one in columns)]
    return table(f"breakdown {name}", spoken(caption), headings, rows)


def _counts(name: str, columns: Sequence[Breakdown], results: Mapping[str, Result]) -> Tabular:
    """The same with the counts, and the published shares in brackets."""
    shown = [_texts(one, one.counts(results)) for one in columns]
    rows = [
        [*map(Cell, _words(combination)), *(Cell(texts[row]) for texts in shown)]
        for row, combination in enumerate(COMBINATIONS)
    ]
    flags = {"record": say("record"), "open cards": say("open cards"), "agents": say("agents")}
    headings = [(key, spoken(said)) for key, said in flags.items()]
    headings += [(one.column, one.column) for one in columns]
    caption = spoken(say("{name}: who wins (published)", name=name))
    return table(f"breakdown {name}", caption, headings, rows, tuple(flags))


def _texts(one: Breakdown, counts: list[int]) -> list[str]:
    total = max(sum(counts), 1)
    texts = [f"{count:,} {count / total:6.1%}" for count in counts]
    if not one.published:
        return texts
    return [f"{text} ({share:.1%})" for text, share in zip(texts, one.published_shares, strict=True)]


def _words(combination: tuple[bool, ...]) -> list[str]:
    return [spoken(say("won" if won else "lost")) for won in combination]


def letters(combination: tuple[bool, ...]) -> str:
    """A combination as it is printed.

    >>> letters((True, False, True))
    'tft'
    """
    return "".join("t" if won else "f" for won in combination)
