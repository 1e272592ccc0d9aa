"""Parameter grids: one specification that stands for many."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import product

from kiebitz.agents.specification import parted
from kiebitz.errors import BadOption
from kiebitz.rules.options import pieces
from kiebitz.sayings import say

NUMBER = r"(-?\d*\.?\d+)"
RANGE = re.compile(rf"{NUMBER}\.\.{NUMBER}(?:\.\.{NUMBER})?")
MOST = 1000  # values of a range


def expand(text: str) -> list[str]:
    """All specifications of a grid, the last parameter running fastest.

    Choices stand between bars; a range is written first..last..step and has both its ends.

    >>> expand("mcts:limit=10|100,c=0.7|1.4")
    ['mcts:limit=10,c=0.7', 'mcts:limit=10,c=1.4', 'mcts:limit=100,c=0.7', 'mcts:limit=100,c=1.4']
    >>> expand("mcts:c=0.6..1.0..0.2")
    ['mcts:c=0.6', 'mcts:c=0.8', 'mcts:c=1.0']
    >>> expand("improve:base=(flat:playouts=1|9),z=1")
    ['improve:base=(flat:playouts=1),z=1', 'improve:base=(flat:playouts=9),z=1']
    >>> expand("random")
    ['random']
    """
    name, parameters = parted(text)
    if not parameters:
        return text.split("|")
    choices = []
    for part in _settings(parameters):
        key, _, values = part.partition("=")
        choices.append([f"{key}={value}" for choice in _choices(values) for value in _values(choice)])
    return [f"{name}:{','.join(chosen)}" for chosen in product(*choices)]


def _settings(parameters: str) -> list[str]:
    """Each parameter with its value, which may have commas.

    >>> _settings("schedule=3,4,hook=on|off")
    ['schedule=3,4', 'hook=on|off']
    """
    found: list[str] = []
    for part in pieces(parameters, ","):
        if "=" in part or not found:
            found.append(part)
        else:
            found[-1] += f",{part}"
    return found


def _choices(values: str) -> list[str]:
    """What stands between bars; an agent in brackets is a grid itself.

    >>> _choices("smart|(mcts:limit=1|2)")
    ['smart', '(mcts:limit=1)', '(mcts:limit=2)']
    """
    first, *more = pieces(f"={values}", "|")  # a bracket opens behind a sign
    found: list[str] = []
    for choice in (first.removeprefix("="), *more):
        nests = choice.startswith("(") and choice.endswith(")")
        found += [f"({inner})" for inner in expand(choice[1:-1])] if nests else [choice]
    return found


def _values(choice: str) -> list[str]:
    """The numbers of a range, as decimals so that none is rounded; any other choice as it is.

    >>> _values("1..3"), _values("10..35..10"), _values("1..0.5..-0.25"), _values("greedy")
    (['1', '2', '3'], ['10', '20', '30'], ['1.00', '0.75', '0.50'], ['greedy'])
    """
    if not (found := RANGE.fullmatch(choice)):
        return [choice]
    try:
        first, last, step = (Decimal(number) for number in (found[1], found[2], found[3] or "1"))
        number = int((last - first) / step) + 1 if (last - first) / step >= 0 else 0
    except ArithmeticError:
        number = 0
    if not 1 <= number <= MOST:
        raise BadOption(
            say(
                "A range is written first..last..step, such as 0.6..2.2..0.2, and has at most {most:,} "
                "values; {word} is not one.",
                most=MOST,
                word=repr(choice),
            )
        )
    return [str(first + step * place) for place in range(number)]
