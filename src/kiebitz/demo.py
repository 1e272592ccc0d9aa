"""What ``make demo`` shows: a match in every game, with a table of results, and then the table itself."""

from __future__ import annotations

import sys
from contextlib import suppress
from time import perf_counter

MATCHES = {
    "schnapsen": (["pu-afro", "rdeep"], 500),
    "skat": (["xskat-like", "xskat-like", "random"], 1_000),
    "durak": (["smart", "greedy"], 5_000),
    "boerenbridge": (["full-kripke", "greedy-kripke", "greedy", "random"], 2_500),
}
PORT = 8765


def main() -> None:
    """Show it all; Ctrl+C ends it at any moment."""
    from kiebitz.__main__ import start

    start(show)


def show() -> None:
    """Play a match in every game; then, if somebody is watching, serve the table until Ctrl+C."""
    start = perf_counter()
    print("Kiebitz: a match in each of the four games, all rotations of the seats.")
    for name, (agents, deals) in MATCHES.items():
        show_match(name, agents, deals)
    seconds = perf_counter() - start
    print(f"\nDone in {seconds:.0f} s. Next: .venv/bin/kiebitz table, or read docs/.", flush=True)
    if sys.stdout.isatty():
        open_table()


def show_match(name: str, agents: list[str], deals: int) -> None:
    """A match and its result, as the command beside it gives them."""
    from kiebitz.cli.common import announce_compilation
    from kiebitz.cli.match import print_result
    from kiebitz.lab.match import play_match
    from kiebitz.lab.plan import match_plan
    from kiebitz.telling import tell

    tell(f"\n== {name}: kiebitz match {name} {' '.join(agents)} --deals {deals} --seed 1")
    announce_compilation(f"what {name} needs")
    print_result(play_match(match_plan(name, agents, deals, 1).match))


def open_table() -> None:
    """The table in the browser; on a free port if the usual one is taken."""
    from kiebitz.cli.interrupts import listening
    from kiebitz.table import warmup
    from kiebitz.table.service import listen, serve
    from kiebitz.table.store import Store, StoreInUse, tables_home

    try:
        listener = listen("127.0.0.1", PORT)
    except OSError:
        listener = listen("127.0.0.1", 0)
    try:
        store = Store(tables_home())
    except StoreInUse:
        print("\nAnother table is open already; this one keeps its games only until it ends.")
        store = Store()
    print("\nOpen the address in a browser and play:", flush=True)
    with suppress(KeyboardInterrupt), listening(), warmup.beside():
        serve(listener, store, "127.0.0.1", browser=True)


if __name__ == "__main__":
    main()
