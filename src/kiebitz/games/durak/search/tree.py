"""What minimax looked at in a world, told as a tree: who moves what, and what that is worth.

The tree is searched again as the compiled search does it, without its table; where it becomes too long to be
read, the values of whole branches come from the compiled search.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from kiebitz.cards import CardSet
from kiebitz.games.durak.rules import PASS, TRUMPS
from kiebitz.games.durak.search.minimax import (
    CHEAPEST_FIRST,
    INFINITE,
    PLIES,
    PRUNING_OFF,
    TABLE_OFF,
    WIN,
    best_move,
    complete,
    legal,
    play,
    plies,
    value_of,
)
from kiebitz.games.durak.search.vote import EFFORT
from kiebitz.kernel.random import GOLDEN
from kiebitz.kernel.state import HAND, PHASE, TURN, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.game import Game
from kiebitz.rules.values import View
from kiebitz.sayings import MoveText, Name, Saying, joined, say
from kiebitz.search.evaluator import CODES
from kiebitz.search.known_values import COLUMNS

MOST_LINES = 150
INDENT = "  "


def told_tree(view: View, memory: Vector, rng: Vector, chosen: int) -> Saying:
    """The tree of the first world that votes for the chosen move; ``rng`` is as it was before the search."""
    states = np.empty((2 * int(memory[PLIES]) + 4, WORDS), np.int64)
    table, values = np.zeros((1 << 10, COLUMNS), np.int64), np.zeros(CODES)
    effort, vote, number = np.zeros(len(EFFORT), np.int64), -1, 0
    while vote != chosen:
        complete(view.vector, rng, states[0])
        rng += GOLDEN  # the search draws a number here, so that worlds can share a table
        vote = int(best_move(states, number, memory, table, values, effort))
        number += 1
    other = 1 - view.turn
    hand = CardSet(int(states[0, HAND + other]), view.game.deck)
    head = say("in world {n}, where {who} holds {cards}:", n=number, who=view.game.who(other), cards=hand)
    return joined("\n", [head, *tree_lines(view.game, states[0].copy(), memory)])


def tree_lines(game: Game, world: Vector, memory: Vector) -> list[Saying]:
    """The tree of a world, as deep as fits into some lines; values are those of the seat that searches."""
    found: list[Saying] = []
    for depth in range(1, int(memory[PLIES]) + 1):
        lines = list(islice(Tree(game, world, memory, depth).lines(), MOST_LINES + 1))
        if found and (len(lines) > MOST_LINES or len(lines) == len(found)):
            break
        found = lines
    return found


class Tree:
    """The search of a world, told down to a depth."""

    def __init__(self, game: Game, world: Vector, memory: Vector, depth: int) -> None:
        self.game, self.world, self.depth = game, world, depth
        self.me = int(world[TURN])
        self.memory = memory.copy()
        self.memory[TABLE_OFF] = 1
        self.states = np.empty((2 * int(memory[PLIES]) + 4, WORDS), np.int64)
        self.unused = np.zeros((1, COLUMNS), np.int64), np.zeros(len(EFFORT), np.int64)

    def lines(self) -> Iterator[Saying]:
        """A line for each move; those of the root are valued without a window, as in a decision."""
        for move in _in_order(self.world, self.memory):
            lines, value = self._branch(self.world, 1, move, int(self.memory[PLIES]), -INFINITE, INFINITE)
            yield from [self._line(self.world, 1, move, value), *lines]

    def _branch(
        self, s: Vector, level: int, move: int, left: int, alpha: int, beta: int
    ) -> tuple[list[Saying], int]:
        """The lines below a move, and what it is worth."""
        left -= int(plies(s, move))
        after = s.copy()
        play(after, move)
        if after[TURN] < 0 or left <= 0 or level == self.depth:
            return [], self._value(after, level, left, alpha, beta)
        mine = after[TURN] == self.me
        lines: list[Saying] = []
        best = -INFINITE if mine else INFINITE
        moves = _codes(after)
        for number, answer in enumerate(moves, 1):
            below, value = self._branch(after, level + 1, answer, left, alpha, beta)
            lines += [self._line(after, level + 1, answer, value), *below]
            best = max(best, value) if mine else min(best, value)
            alpha, beta = (max(alpha, best), beta) if mine else (alpha, min(beta, best))
            if alpha >= beta and not self.memory[PRUNING_OFF]:
                lines += self._cut(level + 1, len(moves) - number)
                break
        return lines, best

    def _value(self, s: Vector, level: int, left: int, alpha: int, beta: int) -> int:
        """What the compiled search says about a position."""
        self.states[level] = s
        window = np.int64(alpha), np.int64(beta)
        return int(
            value_of(self.states, level, left, *window, self.me, np.int64(0), self.memory, *self.unused)
        )

    def _line(self, s: Vector, level: int, move: int, value: int) -> Saying:
        phase = self.game.phases[int(s[PHASE])]
        return say(
            "{indent}{depth}. {who} {phase}: {move} {value:+.3f}",
            indent=INDENT * (level - 1),
            depth=level,
            who=self.game.who(int(s[TURN])),
            phase=Name(phase, "phase"),
            move=MoveText(self.game.move_text(int(s[PHASE]), move), phase),
            value=value / WIN,
        )

    def _cut(self, level: int, number: int) -> list[Saying]:
        if not number:
            return []
        indent = INDENT * (level - 1)
        return [say("{indent}{n} more {n:move|moves} cannot matter", indent=indent, n=number)]


def _in_order(s: Vector, memory: Vector) -> list[int]:
    """The moves in the order in which the root tries them: cheapest first or by suits, stopping last."""
    moves = _codes(s)
    if not memory[CHEAPEST_FIRST]:
        return moves
    trumps = int(s[TRUMPS])
    return sorted(moves, key=lambda code: (code >= PASS, trumps >> code & 1, code % 9, code))


def _codes(s: Vector) -> list[int]:
    """The legal moves in the order in which all other positions try them."""
    mask = int(legal(s))
    return [code for code in range(mask.bit_length()) if mask >> code & 1]
