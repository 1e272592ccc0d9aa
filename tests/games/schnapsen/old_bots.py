"""bbot as its figures were made, against kbbot, on the independent rule book: no code of ours takes part.

python -m tests.games.schnapsen.old_bots GAMES SEED prints the games that bbot has won.
"""

from __future__ import annotations

import sys
from random import Random

from tests.games.schnapsen.rule_book import DECK, Reference

SUITS, RANKS = "CDHS", "ATKQJ"


def old_order(moves: list[str]) -> list[str]:
    """Single cards from the ace of clubs on, the exchange, marriages suit by suit with the king first."""

    def place(move: str) -> tuple[int, int, int]:
        if move == "exchange":
            return (1, 0, 0)
        return (2 * ("+" in move), SUITS.index(move[1]), RANKS.index(move[0]))

    return sorted(moves, key=place)


def highest_rank(moves: list[str]) -> str:
    """Scan the list, and keep each move whose rank is at least that of the last one kept."""
    chosen = moves[0]
    for move in moves:
        if move != "exchange" and RANKS.index(move[0]) <= RANKS.index(chosen[0]):
            chosen = move
    return chosen


def bbot(table: Reference, rng: Random) -> str | None:
    """Its list of moves without trumps ends after one entry; None if the program ends without a move."""
    moves = old_order(table.ordered_moves())
    if table.led is not None:
        return highest_rank(moves)
    listed = [move for move in moves[:1] if move[1] != table.trump]
    for move in rng.sample(moves, len(moves)):
        if move not in listed:
            return highest_rank(moves)
        if move[0] in "JQK":
            return move
    return None


def kbbot(table: Reference, rng: Random) -> str | None:
    """The first jack among its shuffled moves, else any move."""
    moves = table.ordered_moves()
    rng.shuffle(moves)
    return next((move for move in moves if move[0] == "J"), None) or rng.choice(moves)


def bbot_wins(rng: Random) -> bool:
    """Play a game: who sits where, the cards and the leader are drawn; no move means a lost game."""
    cards, seat = rng.sample(DECK, 20), rng.randrange(2)
    hands = " | ".join(" ".join(cards[start:end]) for start, end in ((0, 5), (5, 10), (10, 20)))
    table = Reference({"rules": "vu-old"}, [f"{hands} | leader={rng.randrange(2)}"])
    while not table.over:
        mover = table.to_move()
        move = (bbot if mover == seat else kbbot)(table, rng)
        if move is None:
            return mover != seat
        table.play(move)
    return table.points()[seat] > 0


if __name__ == "__main__":
    games, source = int(sys.argv[1]), Random(int(sys.argv[2]))
    won = sum(bbot_wins(source) for _ in range(games))
    rate = won / games
    print(f"{won:,} of {games:,} games: {rate:.3%} ± {(rate * (1 - rate) / games) ** 0.5:.3%}")
