"""``kiebitz perft``: count move sequences, to compare rule books."""

from __future__ import annotations

import typer

from kiebitz.cli.common import JSON, OPTIONS, SEED, game_of, print_json, seed_of
from kiebitz.errors import BadOption
from kiebitz.language.speaking import digits
from kiebitz.sayings import say
from kiebitz.telling import tell


def perft(
    game: str = typer.Argument(help="The game: see 'kiebitz games'."),
    depth: int = typer.Option(4, "--depth", "-n", help="How many moves deep to count."),
    seed: str = SEED,
    options: str = OPTIONS,
    as_json: bool = JSON,
) -> None:
    """Count the sequences of moves from a deal, in all and after each first move."""
    from kiebitz.search.perft import perft as count
    from kiebitz.search.perft import split

    if not 0 <= depth <= 12:
        raise BadOption(say("The depth must be 0 to 12, not {depth}.", depth=depth))
    state = game_of(game, options).deal(seed_of(seed))
    parts = split(state, depth)
    total = sum(parts.values()) if parts else count(state, depth)
    if as_json:
        print_json({"game": state.game.name, "options": state.game.options, "seed": seed,
                    "deal": state.deal.text, "depth": depth, "count": total, "split": parts})  # fmt: skip
        return
    tell(state.deal.text)
    tell(say("depth {depth}: {n:,} sequences", depth=depth, n=total))
    for move, number in parts.items():
        tell(f"  {move:10} {digits(f'{number:,}')}")
