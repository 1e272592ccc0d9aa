"""What ``make demo`` shows: a match in every game, with a table of results."""

from __future__ import annotations

from time import perf_counter

DEALS = {"schnapsen": 20_000, "skat": 10_000, "durak": 10_000, "boerenbridge": 5_000}


def main() -> None:
    """Play a match of random players in every game and print the results."""
    from kiebitz.cli.common import game_of
    from kiebitz.cli.match import print_result
    from kiebitz.games import game
    from kiebitz.lab.match import play_match
    from kiebitz.lab.plan import match_plan

    start = perf_counter()
    print("Kiebitz: a match in each of the four games, random players, all rotations of the seats.")
    for name, deals in DEALS.items():
        print(
            f"\n== {name}: kiebitz match {name}{' random' * game(name).seats} --deals {deals} --seed 1",
            flush=True,
        )
        plan = match_plan(game_of(name, "").name, ["random"] * game(name).seats, deals, 1)
        print_result(play_match(plan.match))
    print(f"\nDone in {perf_counter() - start:.0f} s. Next: .venv/bin/kiebitz play schnapsen, or read docs/.")


if __name__ == "__main__":
    main()
