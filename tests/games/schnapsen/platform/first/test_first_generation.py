"""Bots for the first generation of the university's platform play here unchanged, and as they did there."""

from __future__ import annotations

import json
import operator
import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.agents.registry import contestant
from kiebitz.errors import KiebitzError
from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.platform.first import bots
from kiebitz.games.schnapsen.platform.first.cards import Move, code_of
from kiebitz.games.schnapsen.platform.first.engine import play
from kiebitz.games.schnapsen.platform.first.kb import KB, Boolean, Integer
from kiebitz.games.schnapsen.platform.first.seat import state_of
from kiebitz.games.schnapsen.platform.first.state import RULES, State
from kiebitz.lab.playing.match import Match, play_match
from kiebitz.lab.statistics.intervals import wilson
from kiebitz.rules.contract.blindness import twins
from kiebitz.rules.values import State as OurState
from tests.contract.cases import random_game

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
                assert np.array_equal(seen.make_assumption().clone(seen.whose_turn())._vector, words)
            else:
                assert seen.next(seen.moves()[0]) is not None
                other = 3 - seen.whose_turn()
                hidden = [card for card, place in enumerate(seen.get_perspective()) if place == "U"]
                assert set(hidden) <= set(seen.get_deck().get_player_hand(other)), "of the other hand"
                assert "U" not in seen.get_deck().get_card_states()
            assert seen.get_prev_trick() == last_trick(ours)
            ours = ours.play(rng.choice(ours.moves))


def test_a_masked_state_answers_for_ones_own_move_with_what_one_may_know() -> None:
    """The answer is what the game shows, but for the card that is drawn."""
    drawn, ended = Counter[int](), 0
    for number in range(40):
        for ours in random_game(RULES, number):
            if ours.is_over or not ours.vector[r.SIZE]:
                continue
            seen, player = state_of(ours.view(ours.turn)), ours.turn + 1
            for move in seen.moves():
                after, played = seen.next(move), ours.play(RULES.move(0, code_of(move)))
                real = State(played.view(ours.turn).vector.copy(), after._previous)
                ended += after.finished()
                assert table(after) == table(real)
                both = zip(after.get_perspective(), real.get_perspective(player), strict=True)
                differ = [pair for pair in both if pair[0] != pair[1]]
                assert differ in ([], [("U", f"P{player}H")]), "nobody knows the card that is drawn"
                drawn[len(differ)] += 1
                if not after.finished() and after.whose_turn() != player:
                    with pytest.raises(RuntimeError, match=r"make_assumption\(\) before next"):
                        after.next(after.make_assumption().moves()[0])
    assert min(drawn.values()) > 100 and ended


def table(state: State) -> list[object]:
    """What both players see, by all that a state offers."""
    scores = [(state.get_points(player), state.get_pending_points(player)) for player in (1, 2)]
    end = state.finished(), state.winner(), state.revoked(), state.whose_turn(), state.leader()
    return [scores, end, state.get_stock_size(), state.get_phase(), state.get_opponents_played_card(),
            state.get_prev_trick(), state.get_trump_suit()]  # fmt: skip


def inside(state: State) -> list[object]:
    """All that is in a state and in those that it comes from."""
    found: list[object] = [state._vector.tolist(), state._previous, state._revoked]
    return [*found, state._before[1], inside(state._before[0])] if state._before else found


def answers(state: State, depth: int = 3) -> Iterator[State]:
    """The states that a masked one answers with, and those that they answer with."""
    if depth and not state.finished() and state._is_ones_own_turn():
        for move in state.moves():
            yield state.next(move)
            yield from answers(state.next(move), depth - 1)


def test_no_answer_leads_to_a_hidden_card() -> None:
    """Hidden cards are dealt anew, and worlds are made up in another way: nothing changes, however deep."""
    compared = 0
    for state, other, seat in twins(RULES, range(12)):
        if state.is_over or state.turn != seat or not state.vector[r.SIZE]:
            continue
        one, two = (state_of(each.view(seat)) for each in (state, other))
        for mine, same in zip(answers(one), answers(two), strict=True):
            assert inside(mine) == inside(same)
            compared += 1
        for move in one.moves():
            told = {bytes(one._masked(one._world(n).next(move), move)._vector) for n in range(4)}
            assert len(told) == 1, "what is made up shows"
    assert compared > 1000


def test_an_answer_can_be_assumed_from_and_played_on() -> None:
    """A drawn card is any of those that nobody has seen, and a game goes on from there to its end."""
    own = set()
    for number in range(60):
        state = state_of(RULES.deal(seed=5).view(RULES.deal(seed=5).turn))
        random.seed(number)
        while not state.finished():
            if not state._is_ones_own_turn():
                state = state.make_assumption()
                assert [len(state.get_deck().get_player_hand(player)) for player in (1, 2)].count(4) <= 1
            state = state.next(random.choice(state.moves()))
            own.update(state.hand())
    assert len(own) > 15


def test_a_phase_two_perspective_leaves_the_other_hand_unknown() -> None:
    state = State.generate(4, phase=2)
    other = 3 - state.whose_turn()
    assert state.get_perspective() == state.get_perspective(state.whose_turn())
    held = [card for card, place in enumerate(state.get_deck().get_card_states()) if place == f"P{other}H"]
    places = {state.get_perspective()[card] for card in held}
    assert "U" in places <= {"U", f"P{other}H"} and state.get_deck().get_player_hand(other) == held


def test_a_complete_state_is_written_as_json() -> None:
    state = State.generate(3)
    played = state.next(state.moves()[0])
    told = json.loads(played.convert_to_json())
    assert told["deck"]["card_state"].count("S") == len(told["deck"]["stock"]) == 10
    assert told["deck"]["stock"][0] == state.get_perspective().index("S")
    assert told["deck"]["trick"] == [state.moves()[0][0], None] and not told["leads_turn"]
    assert told["deck"]["p1_perspective"] == played.get_perspective(1)
    assert [tuple(move) for move in told["moves"]] == played.moves() and not told["player1s_turn"]
    with pytest.raises(RuntimeError, match="cannot be converted"):
        state.clone(1).convert_to_json()


def test_a_bot_that_looks_one_move_ahead_loses_no_game_by_a_fault() -> None:
    """As the platform's ``ml`` bot does, in both phases."""
    ahead = Path(__file__).parent / "bots" / "ahead" / "ahead.py"
    pair = (contestant(str(ahead), RULES), contestant("random", RULES))
    mine, _ = play_match(Match(RULES, pair, 30, 1)).scores()
    assert mine.failures == 0 and mine.win_rate > 0.6


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
