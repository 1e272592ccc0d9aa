"""The checks of a game, one after the other, in a process that may die of them.

``python -m kiebitz.lab.checking.rules_child GAME FIRST SETS...`` prints a line of JSON for all that it does:
which check it begins, which kernel it calls or compiles, and what it found. ``checkgame`` starts it and
listens.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, TextIO

from kiebitz.errors import KiebitzError
from kiebitz.kernel import jit
from kiebitz.rules.contract import CHECKS
from kiebitz.rules.contract.complaints import BrokenContract, require
from kiebitz.rules.contract.steps import check_steps
from kiebitz.rules.contract.tried import each_alone, option_sets, random_game
from kiebitz.rules.game import Game
from kiebitz.rules.options import parse_options
from kiebitz.rules.registry import any_class
from kiebitz.rules.values import State
from kiebitz.sayings import plain, say

DEPTH = 3  # moves of the sequences that are counted
MOST = 20_000  # sequences that Python counts again
Say = Callable[..., None]


def check_perft(game: Game, tell: Say) -> None:
    """Compiled code and Python count as many sequences of moves."""
    from kiebitz.search.perft import perft

    for state in list(random_game(game, 1))[:: max(1, game.max_moves // 4)]:
        for depth in range(1, DEPTH + 1):
            found = perft(state, depth)
            if found > MOST:
                break
            counted = sequences(state, depth)
            require(
                found == counted,
                say(
                    "Compiled code counts {found} sequences of {depth} moves, Python counts {counted}.",
                    found=found,
                    depth=depth,
                    counted=counted,
                ),
                state,
            )
            if state.ply == 0:
                tell(counted={"depth": depth, "sequences": found})


def sequences(state: State, depth: int) -> int:
    """How many sequences of moves there are, as states play them."""
    if depth == 0 or state.is_over:
        return 1
    return sum(sequences(state.play(move), depth - 1) for move in state.moves)


def checks(tell: Say) -> dict[str, Callable[[Game], object]]:
    """All checks by name, in the order in which they are made."""
    found: dict[str, Callable[[Game], object]] = {
        check.__name__.removeprefix("check_"): check for check in CHECKS
    }
    found["steps"] = partial(check_steps, doing=lambda kernel: tell(calls=kernel))
    found["perft"] = partial(check_perft, tell=tell)
    return found


def names() -> list[str]:
    """The names of the checks."""
    return list(checks(lambda **words: None))


def main(game: str, first: int, sets: list[str], out: TextIO) -> None:
    """Make all checks from a number on, for each set of options in turn; for all if none are given."""

    def tell(**words: Any) -> None:
        print(json.dumps(words), file=out, flush=True)

    jit.on_compile.append(lambda kernel: tell(compiles=kernel))
    try:
        cls = any_class(game)
    except KiebitzError as error:
        tell(refused=error.said.as_json())
        return
    sets = sets or list(dict.fromkeys([*option_sets(cls), *each_alone(cls)]))
    tell(sets=sets)
    todo = [(options, name, check) for options in sets for name, check in checks(tell).items()]
    for options, name, check in todo[first:]:
        tell(begins=name, options=options)
        tell(done=name, options=options, **_finding(partial(_made, cls, options), check))


def _made(cls: type[Game], options: str) -> Game:
    """The game with its kernels compiled: what does not come back from then on is no compiler."""
    game = cls(parse_options(options))
    for kernel in game.kernels:
        jit.ready(kernel, is_called=True)
    return game


def _finding(make: Callable[[], Game], check: Callable[[Game], object]) -> dict[str, Any]:
    """What a check complains of, and the position below it."""
    said, details = plain(""), list[str]()
    try:
        check(make())
    except BrokenContract as broken:
        said, details = broken.said, broken.details
    except IndexError as error:
        said = say("A kernel reads or writes beyond the end of an array ({error}).", error=str(error))
    except Exception as error:  # rules from outside may do anything
        first, *_ = f"{type(error).__name__}: {error}".split("\n")
        said = say("It raised {error}", error=first)
    return {"sentence": said.as_json(), "details": details}


if __name__ == "__main__":
    # What the rules print goes to standard error: this line belongs to the one who listens.
    line = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:], line)
