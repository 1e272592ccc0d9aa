"""Models for other programs: DOT for Graphviz, and the text format of the model checker SMCDEL."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import comb

import numpy as np

from kiebitz.errors import KiebitzError
from kiebitz.knowledge.formula import (
    After,
    And,
    Announcement,
    Common,
    Constant,
    Count,
    Distributed,
    Everybody,
    Formula,
    Has,
    Iff,
    Implies,
    Knows,
    KnowsWhether,
    Letter,
    Not,
    Or,
    Possible,
)
from kiebitz.knowledge.graph import Graph
from kiebitz.knowledge.kripke import Model
from kiebitz.knowledge.lazy import LazyModel
from kiebitz.knowledge.valuations import Deals, Facts
from kiebitz.knowledge.vocabulary import Vocabulary

STYLES = ("solid", "dashed", "dotted", "bold")
MOST_CLAUSES = 20_000
MOST_WORLDS = 2_000


def dot(graph: Graph) -> str:
    """A graph for Graphviz."""

    def quote(text: str) -> str:
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

    lines = ["graph model {", "  node [shape=box, style=rounded];", f"  label={quote(graph.title)};"]
    for number, node in enumerate(graph.nodes):
        text = quote(node.label + (f" ({node.note})" if node.note else ""))
        lines.append(f"  w{number} [label={text}, peripheries={1 + node.is_actual}];")
    for line in graph.lines:
        style, sign = STYLES[line.seat % len(STYLES)], quote(graph.initials[line.seat])
        lines.append(f"  w{line.first} -- w{line.second} [label={sign}, style={style}];")
    return "\n".join([*lines, "}"]) + "\n"


def smcdel(model: Model | LazyModel, questions: Iterable[str | Formula] = ()) -> str:
    """Variables, law, observables and questions.

    A model of deals that is not listed is written by its rules: every card in one place, so many cards
    in each place. One that is listed is written world by world; each seat then observes the number of its
    class. Announcements that a lazy model has heard are repeated before every question.
    """
    writer = by_rules(model) if isinstance(model, LazyModel) else by_worlds(model)
    asked = [model.read(question) for question in questions]
    for said in reversed(model.said if isinstance(model, LazyModel) else ()):
        asked = [After(said, question) for question in asked]
    return writer.text(asked)


class Writer:
    """Numbers for letters, and formulas in the words of the other program."""

    def __init__(self, vocabulary: Vocabulary, letters: Sequence[str], number: Callable[[Letter], str]) -> None:
        self.vocabulary = vocabulary
        self.names = ["".join(filter(str.isalnum, seat)).lower() for seat in vocabulary.seats]
        self.letters = letters
        self.number = number
        self.law: list[str] = []
        self.sees: list[list[int]] = [[] for _ in vocabulary.seats]
        self.actual: list[int] | None = None
