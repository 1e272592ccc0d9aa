"""Makes the pictures of the documentation: ``python docs/make_pictures.py``."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from kiebitz.cli.match import result_table
from kiebitz.games import game
from kiebitz.lab.match import play_match
from kiebitz.lab.plan import match_plan


def main() -> None:
    console = Console(record=True, width=110)
    for name in ("schnapsen", "boerenbridge"):
        agents = ["random"] * game(name).seats
        console.print(
            f"[bold]$ kiebitz match {name} {' '.join(agents)} --deals 20000 --seed 1[/]", highlight=False
        )
        for part in result_table(play_match(match_plan(name, agents, 20_000, 1).match)):
            console.print(part)
        console.print()
    console.save_svg(str(Path(__file__).parent / "match.svg"), title="Kiebitz")


if __name__ == "__main__":
    main()
