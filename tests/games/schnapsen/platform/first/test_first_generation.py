"""Bots for the first generation of the university's platform play here unchanged, and as they did there."""

from __future__ import annotations

import operator
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.agents.registry import contestant
from kiebitz.errors import KiebitzError
from kiebitz.games.schnapsen.platform.first import bots
from kiebitz.games.schnapsen.platform.first.cards import Move
from kiebitz.games.schnapsen.platform.first.engine import play
from kiebitz.games.schnapsen.platform.first.kb import KB, Boolean, Integer
from kiebitz.games.schnapsen.platform.first.seat import state_of
from kiebitz.games.schnapsen.platform.first.state import RULES, State
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.lab.statistics.intervals import wilson
from kiebitz.rules.values import State as OurState

PRINTED = Path(__file__).parent / "bots" / "printed" / "printed.py"

DEALS = [
    # leader, face-up trump, hand of player 1, hand of player 2, winner and game points if all play moves()[0]
    (2, ("H", 0), [4, 5, 6, 7, 19], [1, 8, 12, 13, 15], (2, 2)),
    (1, ("H", 1), [7, 10, 12, 13, 14], [2, 3, 4, 8, 18], (1, 1)),
    (1, ("D", 2), [4, 10, 12, 14, 16], [1, 2, 5, 11, 18], (2, 3)),
    (1, ("D", 3), [9, 10, 13, 14, 19], [4, 7, 11, 17, 18], (1, 1)),
    (1, ("S", 2), [0, 1, 2, 6, 13], [3, 7, 9, 12, 15], (1, 2)),
    (2, ("C", 4), [3, 7, 10, 12, 13], [0, 8, 11, 16, 19], (2, 1)),
    (1, ("C", 4), [0, 7, 9, 10, 19], [1, 2, 8, 15, 18], (1, 2)),
    (2, ("S", 2), [5, 8, 9, 13, 16], [1, 2, 4, 10, 12], (2, 2)),
]
"""Measured on the original."""


class First:
    def get_move(self, state: State) -> Move:
        return state.moves()[0]


@pytest.mark.parametrize("number", range(len(DEALS)))
def test_deals_and_games_are_those_of_the_original(number: int) -> None:
    leader, (suit, rank), first, second, end = DEALS[number]
    state = State.generate(number)
    turned = state.get_perspective().index("S")
    hands = [state.get_deck().get_perspective(player) for player in (1, 2)]
    assert (state.whose_turn(), state.get_trump_suit(), turned % 5) == (leader, suit, rank)
    assert [i for i, place in enumerate(hands[0]) if place == "P1H"] == first
    assert [i for i, place in enumerate(hands[1]) if place == "P2H"] == second
    assert play(First(), First(), state) == end


def test_moves_have_the_platforms_order_and_an_illegal_one_loses_three_points() -> None:
    state = next(s for s in map(State.generate, range(200)) if len(s.moves()) > 7)
    cards = [move for move in state.moves() if move[0] is not None and move[1] is None]
    assert [move[0] for move in cards] == state.hand()
    pairs = [move for move in state.moves() if None not in move]
    assert pairs == [p for p in pairs if p[0] is not None] and pairs[0][::-1] == pairs[1]
    assert pairs[0][0] is not None and pairs[0][0] % 5 == 2
    lost = state.next((None, None))
    assert (lost.finished(), lost.revoked(), lost.winner()) == (
        True,
        state.whose_turn(),
        (3 - state.whose_turn(), 3),
    )


def test_what_a_bot_sees_holds_no_hidden_card() -> None:
    for number in range(30):
        ours = RULES.deal(seed=number)
        rng = Random(number)
        while not ours.is_over:
            seen, words = state_of(ours.view(ours.turn)), ours.view(ours.turn).vector
            if seen.get_phase() == 1:
                assert np.array_equal(seen._vector, words)
                with pytest.raises(RuntimeError, match=r"make_assumption\(\)"):
                    seen.next(seen.moves()[0])
                assert np.array_equal(seen.make_assumption().clone(seen.whose_turn())._vector, words)
            else:
                assert seen.next(seen.moves()[0]) is not None
                assert "U" not in seen.get_perspective()
            assert seen.get_prev_trick() == last_trick(ours)
            ours = ours.play(rng.choice(ours.moves))


def last_trick(state: OurState) -> list[int | None]:
    """Told from the moves alone."""
    cards = [(seat, "CDHS".index(move[1]) * 5 + "ATKQJ".index(move[0])) for seat, move in history(state)]
    whole = cards[: len(cards) // 2 * 2][-2:]
    return [dict(whole).get(seat) for seat in range(2)]


def history(state: OurState) -> list[tuple[int, str]]:
    return [(seat, str(move)) for seat, move in state.history if move != "exchange"]


def test_bots_play_matches_unchanged_with_the_same_games_for_the_same_seed() -> None:
    pair = (contestant(f"{PRINTED}:Trumps", RULES), contestant(f"{PRINTED}:JacksAndQueens", RULES))
    results = [play_match(Match(RULES, pair, 20, 3)) for _ in range(2)]
    assert [score.failures for score in results[0].scores()] == [0, 0]
    assert results[0].points.tolist() == results[1].points.tolist()


def test_they_play_by_the_rules_of_their_platform_only() -> None:
    with pytest.raises(
        KiebitzError, match="the university's first platform; it plays schnapsen with rules=vu-old"
    ):
        contestant(f"{PRINTED}:Jacks", type(RULES)())


@pytest.mark.parametrize(
    ("bot", "opponent", "published"),
    [
        ("Jacks", "random", 0.5110),
        ("Jacks", "bully-old", 0.5255),
        ("JacksAndQueens", "random", 0.5149),
        ("Trumps", "random", 0.5008),
        ("Trumps", "kbbot", 0.4755),
    ],
)
def test_published_columns_come_out(bot: str, opponent: str, published: float) -> None:
    """Within the interval that 99.9 in 100 such matches reach."""
    pair = (contestant(f"{PRINTED}:{bot}", RULES), contestant(opponent, RULES))
    mine, _ = play_match(Match(RULES, pair, 400, 2022)).scores()
    assert mine.failures == 0
    low, high = wilson(mine.wins, 800, 0.999)
    assert low < published < high


def test_the_platforms_own_bots_play_as_ours_do() -> None:
    wins = sum(play(bots.named("bully"), bots.named("rand"), State.generate(n))[0] == 1 for n in range(300))
    low, high = wilson(wins, 300, 0.999)
    assert low < 0.556 < high  # the original won 16,682 of 30,000
    deep = sum(play(bots.named("rdeep"), bots.named("rand"), State.generate(n))[0] == 1 for n in range(30))
    assert deep > 15  # the original wins four of five


def test_a_bot_without_files_of_its_own_gets_our_knowledge_base(tmp_path: Path) -> None:
    alone = tmp_path / "alone.py"
    alone.write_text(
        "from api import State, util\n"
        "from kb import KB, Boolean, Integer\n"
        "class Bot:\n"
        "    def get_move(self, state):\n"
        "        kb, x = KB(), Integer('x')\n"
        "        kb.add_clause(x > 3, Boolean('a'))\n"
        "        kb.add_clause(x == 2)\n"
        "        assert [m[Boolean('a')] for m in kb.models()] == [True]\n"
        "        assert util.other(state.whose_turn()) in (1, 2)\n"
        "        return state.moves()[-1]\n",
        encoding="utf-8",
    )
    pair = (contestant(f"{alone}:Bot", RULES), contestant("random", RULES))
    mine, _ = play_match(Match(RULES, pair, 5, 1)).scores()
    assert mine.failures == 0


LETTERS = [Boolean(name) for name in "abc"]
X, Y = Integer("x"), Integer("y")
COMPARED = [X < Y, X <= 1, Y > 2, X + Y >= 4, X - Y > 1, 2 * X <= 3 - Y]


@given(st.lists(st.lists(st.tuples(st.integers(0, 8), st.booleans()), min_size=1, max_size=3), max_size=6))
def test_the_base_is_satisfiable_just_if_some_numbers_and_truths_fit(
    clauses: list[list[tuple[int, bool]]],
) -> None:
    """Against all truths, and all numbers of a grid of thirds that is wide enough for these comparisons."""
    kb = KB()
    for clause in clauses:
        literals = [[*LETTERS, *COMPARED][number] for number, _ in clause]
        kb.add_clause(*(one if yes else ~one for one, (_, yes) in zip(literals, clause, strict=True)))
    assert kb.satisfiable() == any(
        all(any(truth[number] is yes for number, yes in clause) for clause in clauses) for truth in TRUTHS
    )


def _truths() -> set[tuple[bool | None, ...]]:
    """What can be true together; a comparison that is neither met nor missed by one has no truth."""
    found: set[tuple[bool | None, ...]] = set()
    grid = [n / 3 for n in range(-36, 37)]
    for x, y in product(grid, repeat=2):
        sums = [x - y + 1, x - 1, 3 - y, 4 - x - y, y - x + 2, 2 * x + y - 3]
        values = tuple(True if s <= 1e-9 else False if s >= 1 - 1e-9 else None for s in sums)
        found.update((*letters, *values) for letters in product((True, False), repeat=3))
    return found


TRUTHS = _truths()


def test_what_is_no_symbol_is_refused() -> None:
    kb = KB()
    with pytest.raises(ValueError, match="made of Booleans"):
        kb.add_clause("a")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="clause of its own"):
        kb.add_clause(X == Y, Boolean("a"))
    with pytest.raises(ValueError, match="cannot be negated"):
        operator.invert(X == 1)
