"""The knowable mistakes that the history of a table's players has, as puzzles."""

from __future__ import annotations

from collections.abc import Iterator

from kiebitz.lab.puzzles.own import own_puzzle
from kiebitz.rules.records import Record
from kiebitz.search.puzzles.puzzle import Puzzle
from kiebitz.table.tables.history import History


def own_puzzles(history: History, player: str, game: str = "") -> Iterator[Puzzle]:
    """Of a player's reviewed games; what cannot be set up again is left out."""
    records = dict(history.results(player, game))
    for review in history.reviews(player, game):
        if review.where not in records:
            continue
        result = records[review.where]
        states, _ = Record.read(result.record).replay()
        for mistake in review.mistakes:
            if mistake.knowable and mistake.ply < len(states) and states[mistake.ply].turn == result.seat:
                why = [each for each in (mistake.kind, mistake.because) if each.text]
                made = own_puzzle(states[mistake.ply], mistake.move, (mistake.better,), why)
                if made:
                    yield made
