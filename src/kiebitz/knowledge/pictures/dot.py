"""A graph for Graphviz, in its language DOT."""

from __future__ import annotations

from collections.abc import Callable

from kiebitz.knowledge.pictures.diagram import Diagram
from kiebitz.sayings import Saying

STYLES = ("solid", "dashed", "dotted", "bold")


def dot(graph: Diagram, spoken: Callable[[Saying | str], str] = str) -> str:
    """A graph for Graphviz; ``spoken`` says its sayings, in English if nobody else does."""

    def quote(text: str) -> str:
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

    lines = ["graph model {", "  node [shape=box, style=rounded];", f"  label={quote(spoken(graph.title))};"]
    for number, node in enumerate(graph.nodes):
        text = quote(spoken(node.label) + (f" ({spoken(node.note)})" if node.note else ""))
        lines.append(f"  w{number} [label={text}, peripheries={1 + node.is_actual}];")
    for line in graph.lines:
        style, sign = STYLES[line.seat % len(STYLES)], quote(graph.initials[line.seat])
        lines.append(f"  w{line.first} -- w{line.second} [label={sign}, style={style}];")
    return "\n".join([*lines, "}"]) + "\n"
