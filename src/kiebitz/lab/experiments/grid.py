"""Parameter grids: one specification that stands for many."""

from __future__ import annotations

from itertools import product


def expand(text: str) -> list[str]:
    """All specifications of a grid, the last parameter running fastest.

    >>> expand("mcts:limit=10|100,c=0.7|1.4")
    ['mcts:limit=10,c=0.7', 'mcts:limit=10,c=1.4', 'mcts:limit=100,c=0.7', 'mcts:limit=100,c=1.4']
    >>> expand("random")
    ['random']
    """
    name, colon, parameters = text.rpartition(":") if "=" in text else (text, "", "")
    if not colon:
        return text.split("|")
    choices = []
    for part in parameters.split(","):
        key, _, values = part.partition("=")
        choices.append([f"{key}={value}" for value in values.split("|")])
    return [f"{name}:{','.join(chosen)}" for chosen in product(*choices)]
