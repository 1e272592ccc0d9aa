"""``kiebitz graph boerenbridge``: the strategy graph of an agent, as text or as a picture."""

from __future__ import annotations

from pathlib import Path

import typer

from kiebitz.files import write_new
from kiebitz.language.speaking import spoken
from kiebitz.sayings import say
from kiebitz.telling import tell


def graph(
    agent: str = typer.Argument("", help="An agent that plays by a graph; without it they are listed."),
    svg: Path | None = typer.Option(None, "--svg", help="Write a picture to this file instead."),
) -> None:
    """Show the strategy graph that an agent plays by."""
    from kiebitz.games.boerenbridge.agents.graphs import GRAPHS
    from kiebitz.games.boerenbridge.agents.picture import svg as picture
    from kiebitz.games.boerenbridge.agents.roster import graph_named

    if not agent:
        for name, known in GRAPHS.items():
            count = len(known.nodes)
            tell(say("{name}: {title} ({n} questions)", name=name, title=known.title, n=count))
    elif svg:
        write_new(svg, picture(graph_named(agent), spoken))
    else:
        print(*graph_named(agent).lines(spoken), sep="\n")
