"""Perft files: how many sequences of moves start from a deal; the independent rule book must agree.

``python -m tests.contract.test_perft`` writes the files anew, after a rule has changed on purpose.
"""

from __future__ import annotations

import copy
import importlib
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from kiebitz.rules.values import Deal, State
from kiebitz.search.perft import perft, split
from tests.contract.cases import OPTIONS, TOY, make
from tests.paths import GAMES

LIMIT = 200_000  # sequences that a file's deepest count may have
REACHED = {"hearts": 1}  # how many deals of a long unit a file needs, where the rule book can do without all


class Entry(NamedTuple):
    game: str
    options: str
    deal: str
    moves: str
    counts: dict[int, int]


def read(path: Path) -> list[Entry]:
    entries = []
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = [line.partition(": ")[::2] for line in block.splitlines() if not line.startswith("#")]
        if not lines:
            continue
        deal = "\n".join(value for key, value in lines if key == "deal")
        single = dict(lines)
        numbers = [tuple(map(int, value.split())) for key, value in lines if key == "perft"]
        counts: dict[int, int] = dict(numbers)  # type: ignore[arg-type]
        entries.append(
            Entry(path.parent.name, single.get("options", ""), deal, single.get("moves", ""), counts)
        )
    return entries


FILES = sorted(GAMES.glob("*/perft.txt"))
ENTRIES = [entry for path in FILES for entry in read(path)]


def start(entry: Entry) -> State:
    state = Deal.read(make(entry.game, entry.options), entry.deal).start()
    for move in entry.moves.split():
        state = state.play(move)
    return state


def book(entry: Entry) -> Any:
    reference = importlib.import_module(f"tests.games.{entry.game}.rule_book").Reference
    options = dict(make(entry.game, entry.options).options)
    found = reference(options, entry.deal.splitlines())
    for move in entry.moves.split():
        found.play(move)
    return found


def naive(position: Any, depth: int) -> int:
    if depth == 0 or position.to_move() < 0:
        return 1
    total = 0
    for move in position.legal():
        child = copy.deepcopy(position)
        child.play(move)
        total += naive(child, depth - 1)
    return total


def naive_split(position: Any, depth: int) -> dict[str, int]:
    found = {}
    for move in position.legal():
        child = copy.deepcopy(position)
        child.play(move)
        found[move] = naive(child, depth - 1)
    return found


def test_every_game_has_a_file() -> None:
    assert {path.parent.name for path in FILES} == {name for name, _ in OPTIONS if name != TOY}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry.game}-{entry.options or 'default'}")
def test_counts_are_those_of_the_file(entry: Entry) -> None:
    state = start(entry)
    for depth, expected in entry.counts.items():
        assert perft(state, depth) == expected, f"depth {depth}, by first move: {split(state, depth)}"


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry.game}-{entry.options or 'default'}")
def test_the_independent_rule_book_counts_the_same(entry: Entry) -> None:
    depth = max(depth for depth, number in entry.counts.items() if number <= 1500)
    assert split(start(entry), depth) == naive_split(book(entry), depth)


def opening(state: State, seed: int) -> list[str]:
    """Moves that lead into the middle of things: a Skat contract, passed cards."""
    if state.game.name == "skat":
        contract = ["C plain", "G plain", "N plain"][seed % 3]
        return ["18", "pass", "pass", "hand", *contract.split()]
    found = []
    while state.vector_phase in state.game.secret_phases:
        found.append(str(state.moves[0]))
        state = state.play(found[-1])
    return found


def write() -> None:
    """Write all files from the compiled rules; the tests compare them with the rule book."""
    blocks: dict[str, list[str]] = {}
    for seed, (name, options) in enumerate(OPTIONS):
        if name == TOY:
            continue
        begun = opening(make(name, options).deal(seed), seed)
        for moves in ([], begun) if begun else ([],):
            state = make(name, options).deal(seed)
            lines = [f"options: {options}"] if options else []
            lines += [f"deal: {line}" for line in state.deal.text.splitlines()[: REACHED.get(name)]]
            if moves:
                lines.append(f"moves: {' '.join(moves)}")
            for move in moves:
                state = state.play(move)
            for depth in range(1, 9):
                number = perft(state, depth)
                if number > LIMIT:
                    break
                lines.append(f"perft: {depth} {number}")
            blocks.setdefault(name, []).append("\n".join(lines))
    for name, found in blocks.items():
        (GAMES / name / "perft.txt").write_text("\n\n".join(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
