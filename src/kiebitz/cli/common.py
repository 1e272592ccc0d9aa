"""What several commands need: the game of the arguments, JSON, the notice that kernels are compiled."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

import typer

from kiebitz.language.speaking import shown
from kiebitz.sayings import Saying, say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from rich.table import Column, Table

    from kiebitz.lab.report.tabular import Tabular
    from kiebitz.rules.game import Game

WIDEST = 100_000  # characters of a line
SHORTEST_NAME = 12  # characters of a name that is not yet broken
OPTIONS = typer.Option("", "--options", "-o", help="The game's options, name=value,name=value.")
SEED_HELP = "Names the deals; the same seed gives the same games."
SEED = typer.Option("0", "--seed", "-s", help=SEED_HELP)
DRAWN_SEED = typer.Option(None, "--seed", "-s", help=f"{SEED_HELP} Without it one is drawn and shown.")
JSON = typer.Option(False, "--json", help="Answer with one JSON document.")


def seed_of(text: str) -> int | str:
    """A seed from the command line: a number if it is one, else a word.

    >>> seed_of("-7"), seed_of("monday")
    (-7, 'monday')
    """
    return int(text) if text.removeprefix("-").isdecimal() else text


def given_seed(text: str | None) -> int | str | None:
    """The seed that the user gave, none if one is to be drawn."""
    return None if text is None else seed_of(text)


def announce_game(name: str, options: str, *agents: str, seated: bool = False) -> None:
    """Say so once if the rules of the game that the arguments name must be compiled first.

    Agents that there are not are refused before, and too few or too many of those who take one seat each.
    """
    game_of(name, options, *agents, seated=seated)


def game_of(name: str, options: str, *agents: str, seated: bool = False) -> Game:
    """The game that the arguments name; says so once if its rules must be compiled first."""
    from kiebitz.agents.registry import check_specs, wrong_number
    from kiebitz.rules.options import parse_options
    from kiebitz.rules.registry import game

    chosen = game(name, parse_options(options))
    if seated and len(agents) != chosen.seats:
        raise wrong_number(chosen, len(agents))
    check_specs(agents, chosen)
    announce_compilation(say("what {game} needs", game=chosen.name))
    return chosen


def announce_compilation(what: Saying | str = "") -> None:
    """Tell the user, once, why the first command takes its time."""
    from kiebitz.kernel import jit

    def notice(name: str) -> None:
        jit.on_compile.clear()
        said = say(
            "Compiling {what} for this machine, once; "
            "some ten seconds, for the strongest players up to two minutes ...",
            what=what or say("what this needs"),
        )
        tell(said, sys.stderr)

    jit.on_compile[:] = [notice]


def print_json(document: Any) -> None:
    """One JSON document; numbers that JSON does not have become null.

    A saying becomes its English text, and beside it stands the value: ``"why"`` and ``"why_said"``.

    >>> print_json({"saved": float("inf")})
    {
      "saved": null
    }
    >>> print_json({"why": say("{n} {n:card|cards}", n=1)})
    {
      "why": "1 card",
      "why_said": [
        "{n} {n:card|cards}",
        {
          "n": 1
        }
      ]
    }
    """
    print(json.dumps(_clean(document), indent=2))


def _clean(value: Any) -> Any:
    if isinstance(value, dict):
        clean = {}
        for key, inner in value.items():
            clean[key] = _clean(inner)
            if isinstance(inner, Saying):
                clean[f"{key}_said"] = inner.as_json()
            elif isinstance(inner, (list, tuple)) and inner and all(isinstance(one, Saying) for one in inner):
                clean[f"{key}_said"] = [one.as_json() for one in inner]
        return clean
    if isinstance(value, (list, tuple)):
        return [_clean(inner) for inner in value]
    if isinstance(value, Saying):
        return str(value)
    return None if isinstance(value, float) and not isfinite(value) else value


def print_table(table: Table) -> None:
    """A table with every word as it is: agents may have names that rich takes for emoji or markup.

    It is as wide as what it holds; in a terminal that is narrower, cells go on in the next line.
    """
    from rich.console import Console

    if table.title:
        tell(str(table.title))
        table.title = None

    def needed(console: Console) -> int:
        return console.measure(table, options=console.options.update(max_width=WIDEST)).maximum

    console = Console(markup=False, emoji=False, highlight=False)
    over = needed(console) - console.width
    if sys.stdout.isatty() and over > 0:
        table.pad_edge, table.collapse_padding = False, True
        _narrow(table.columns, needed(console) - console.width)
    console.width = max(console.width, needed(console))
    console.print(table)


def _narrow(columns: Sequence[Column], over: int) -> None:
    """Make columns of texts narrower, the widest first: down to their longest word, and then the names."""
    from rich.cells import cell_len

    def widest(texts: Iterable[str]) -> int:
        return max(map(cell_len, texts), default=0)

    texts = {place: [str(column.header), *map(str, column.cells)] for place, column in enumerate(columns)}
    room = {place: widest(texts[place]) for place in texts}
    for place in sorted(texts, key=lambda place: -room[place]):
        if over > 0 and not columns[place].no_wrap:
            words = widest(word for text in texts[place] for word in text.split())
            saved = min(over, room[place] - words)
            room[place], over = room[place] - saved, over - saved
            columns[place].max_width = room[place]
    if over > 0 and room[0] - over >= SHORTEST_NAME:
        columns[0].overflow, columns[0].max_width = "fold", room[0] - over


def is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def rich_table(tabular: Tabular, title: Saying | str = "") -> Table:
    """A table of the lab for people."""
    from rich.table import Table

    table = Table(box=None, title=shown(title) or None)
    for column in tabular.columns:
        side: Any = "left" if column.is_text else "right"
        table.add_column(shown(column.heading), justify=side, no_wrap=not column.is_text)
    for row in tabular.rows:
        table.add_row(*(shown(cell.text) for cell in row))
    return table
