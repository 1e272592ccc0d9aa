# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""The open-card solver against solved positions, brute force through the rules, and its own line of play."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import int64

from kiebitz.games.skat import rules as r
from kiebitz.games.skat.letters import split_cards
from kiebitz.games.skat.scoring import card_points
from kiebitz.games.skat.search.layout import CARD, KINDS, PLACE, beats, from_layout, to_layout
from kiebitz.games.skat.search.open_cards import questions as q
from kiebitz.games.skat.search.open_cards import workspace as ws
from kiebitz.games.skat.search.open_cards.problem import OpenPosition
from kiebitz.games.skat.search.open_cards.solver import Solver
from kiebitz.games.skat.search.open_cards.states import best_move, class_moves, table_of, value_moves
from kiebitz.games.skat.search.open_cards.workspace import NODES, SLOTS, prepare, table_for, workspace
from kiebitz.games.skat.tables import CLASS as GAME_CLASS
from kiebitz.games.skat.tables import DECK, GRAND, NULL, TRUMPS
from kiebitz.games.skat.view import SkatState
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import HAND, PHASE, STATE, TURN, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.registry import game
from tests.games.skat.solved import solved

legal, play, power = r.legal, r.play, r.power
DECLARER, POINTS, SKAT, TRICKS, CONTRACT = r.DECLARER, r.POINTS, r.SKAT, r.TRICKS, r.CONTRACT
AIMS = {"points": q.POINTS, "null": q.NULL_TRICK, "schwarz": q.SCHWARZ, "own schwarz": q.OWN_SCHWARZ}


@kernel(int64(STATE, int64), inline=False)
def outcome(s, aim):
    """By plain minimax through the rules: the declarer's points, or 1 if the trick of the aim is taken."""
    if aim == 2 and s[TRICKS + 1] > 0:
        return np.int64(1)
    if (aim == 1 or aim == 3) and s[TRICKS] > 0:
        return np.int64(1)
    if s[TURN] < 0:
        return s[POINTS] + card_points(s[SKAT]) if aim == 0 else np.int64(0)
    wants_more = (s[TURN] == s[DECLARER]) == (aim == 0 or aim == 3)
    best = np.int64(-1) if wants_more else np.int64(999)
    moves = legal(s)
    for card in range(32):
        if (moves >> card) & 1 != 0:
            after = s.copy()
            play(after, np.int64(card))
            value = outcome(after, aim)
            best = max(best, value) if wants_more else min(best, value)
    return best


def endgame(rng: Stream, contract: int, cards: int) -> Vector:
    """A random state of the play with so many cards a hand when the trick began, perhaps within a trick."""
    deck = list(range(32))
    for i in range(31, 0, -1):
        j = rng.below(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    s = np.zeros(WORDS, np.int64)
    for seat in range(3):
        s[HAND + seat] = sum(1 << card for card in deck[seat * cards : (seat + 1) * cards])
    s[SKAT] = 1 << deck[30] | 1 << deck[31]
    s[CONTRACT], s[DECLARER], s[TURN] = contract, rng.below(3), rng.below(3)
    s[PHASE], s[r.FOLLOW], s[r.TAKEN], s[r.SKAT_SIZE] = r.CARD_PLAY, DECK, 1, 2
    for _ in range(rng.below(3)):
        moves = [card for card in range(32) if int(legal(s)) >> card & 1]
        play(s, moves[rng.below(len(moves))])
    return s


def check_endgames(name: str, positions: int, most: int, seed: int) -> None:
    rng, w = Stream.named("endgames", name, seed), workspace(12)
    contracts = [NULL] if name == "null" else range(NULL)
    for number in range(positions):
        s = endgame(rng, contracts[rng.below(len(contracts))], 1 + rng.below(most))
        values = np.empty(64, np.int64)
        if name in ("points", "null"):
            value_moves(w, s, values)
        else:
            values[:32] = tricks_by_code(w, s, AIMS[name])
        for card in range(32):
            if int(legal(s)) >> card & 1:
                after = s.copy()
                play(after, card)
                expected = int(outcome(after, AIMS[name]))
                expected = 1 - expected if name == "null" else expected
                assert values[card] == expected, f"{name} {number}: card {card}"
            else:
                assert values[card] == q.UNPLAYED


def tricks_by_code(w: Any, s: Any, aim: int) -> Any:
    """The answers of the question about tricks for every card of the rules."""
    contract, seat = int(s[CONTRACT]), int(s[DECLARER])
    leader = (int(s[TURN]) - int(s[r.CARDS])) % 3
    hands = [int(s[HAND + (seat + i) % 3]) for i in range(3)]
    for place in range(int(s[r.CARDS])):
        hands[(leader + place - seat) % 3] |= 1 << (int(s[r.TRICK]) >> 5 * place & 31)
    bits = [int(to_layout(hand, contract)) for hand in hands]
    prepare(w, KINDS[contract], max(hand.bit_count() for hand in bits))
    found = np.empty(32, np.int64)
    q.value_cards(w, *bits, (leader - seat) % 3, int(table_of(s)), aim, found)
    return found[PLACE[contract]]


@pytest.mark.parametrize("name", AIMS)
def test_small_endgames_agree_with_brute_force(name: str) -> None:
    check_endgames(name, 1500, 4, 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", AIMS)
def test_many_endgames_agree_with_brute_force(name: str) -> None:
    check_endgames(name, 30_000, 4, 2)
    check_endgames(name, 1500, 5, 3)


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(18)


@pytest.mark.parametrize("name", ["deals", "endgames", "null"])
def test_solved_positions(name: str, solver: Solver) -> None:
    positions = list(solved(name))
    wrong = [at for at, (_, problem, value) in enumerate(positions) if solver.solve(problem).value != value]
    assert len(positions) >= 90
    assert not wrong


def test_yes_or_no_agrees_with_the_value(solver: Solver) -> None:
    for _, problem, value in list(solved("endgames"))[::9]:
        for target in {1, value, value + 1} - {0}:
            assert solver.solve(problem, target).value == (value >= target)
        cards = solver.cards(problem)
        assert solver.cards(problem, 30) == {card: points >= 30 for card, points in cards.items()}


def test_points_so_far_and_the_skat_count_for_a_target(solver: Solver) -> None:
    problem = OpenPosition(GRAND, (1 << 0, 1 << 31, 1 << 30), 0, (), 1 << 4 | 1 << 11, 36)
    assert solver.solve(problem).value == 24
    assert solver.solve(problem, 60).value
    assert not solver.solve(problem, 61).value


def as_state(problem: OpenPosition) -> Vector:
    """The declarer as seat 0 of a state in the play."""
    s = np.zeros(WORDS, np.int64)
    s[HAND : HAND + 3] = problem.hands
    s[CONTRACT], s[TURN], s[SKAT] = problem.contract, problem.leader, problem.skat or 0
    s[PHASE], s[r.FOLLOW], s[r.TAKEN], s[r.SKAT_SIZE] = r.CARD_PLAY, DECK, 1, 2
    return s


def test_the_line_of_play_reaches_the_value_under_the_rules(solver: Solver) -> None:
    cases = [*list(solved("deals"))[::25], *list(solved("endgames"))[::60]]
    for _, problem, value in cases:
        s = as_state(problem)
        for card in solver.line(problem):
            code = game("skat").deck.read(card).number
            assert int(legal(s)) >> code & 1
            play(s, code)
        assert s[TURN] == -1
        assert s[POINTS] + card_points(s[SKAT]) == value


def test_a_null_is_played_out_without_a_trick(solver: Solver) -> None:
    for _, problem, value in list(solved("null"))[::20]:
        s = as_state(problem)
        for card in solver.line(problem):
            if s[TURN] < 0:
                break
            play(s, game("skat").deck.read(card).number)
        assert (s[TRICKS] == 0) == bool(value)


def in_play(seed: int, contract: str) -> SkatState:
    """A Hand game of middlehand before the first card."""
    state = game("skat").deal(seed)
    for move in ("18", "pass", "pass", "hand", contract, "plain"):
        state = state.play(move)
    assert isinstance(state, SkatState)
    return state


@pytest.mark.parametrize("contract", ["D", "N"])
def test_states_of_the_game_are_valued_as_problems(contract: str, solver: Solver) -> None:
    state, seat = in_play(3, contract), 1
    for _ in range(4):
        if state.is_over:  # the declarer has taken a trick in Null
            break
        hands = [state.hand_of((seat + i) % 3).mask for i in range(3)]
        trick = tuple(card.number for _, card in state.trick)
        number, leader = "CSHDGN".index(contract), (state.leader - seat) % 3
        problem = OpenPosition(number, (hands[0], hands[1], hands[2]), leader, trick, state.skat.mask)
        made = state.trick_points[0] if contract == "D" else 0
        values = solver.values(state)
        assert values == {card: value + made for card, value in solver.cards(problem).items()}
        code = int(best_move(solver.workspace, state.vector))
        best = max(values.values()) if state.turn == seat else min(values.values())
        assert values[str(game("skat").deck.cards[code])] == best
        state = state.play(state.moves[-1])


def test_the_best_discard_is_the_best_of_all(solver: Solver) -> None:
    _, problem, _ = next(one for one in solved("deals") if one.set == "strong1")
    hands = (problem.hands[0] | (problem.skat or 0), problem.hands[1], problem.hands[2])
    values = solver.discards(problem.contract, hands, problem.leader)
    best = solver.best_discard(problem.contract, hands, problem.leader)
    assert len(values) == 66
    assert best.value == max(values.values()) == values[best.cards]
    deck = game("skat").deck
    for pair in list(values)[::13]:
        skat = deck.set(pair).mask
        alone = OpenPosition(problem.contract, (hands[0] ^ skat, *hands[1:]), problem.leader, (), skat)
        assert Solver(16).solve(alone).value == values[pair]


def test_the_best_contract_of_a_hand_that_takes_everything(solver: Solver) -> None:
    deck = game("skat").deck
    declarer = deck.set(split_cards("CJ SJ HJ DJ CA CT CK CQ SA ST HA DA"))
    rest = list(deck.all - declarer)
    left = deck.set(rest[::2])
    right = deck.all - declarer - left
    best, *others = solver.contracts((declarer.mask, left.mask, right.mask), 0)
    assert (best.contract, best.value, best.score) == ("G", 120, 168)  # with four, Schneider, Schwarz
    assert others[0].contract == "C" and others[0].score == 132  # with eight, Schneider, Schwarz
    assert others[-1].contract == "N" or others[-1].score < 0


def test_what_was_asked_before_changes_no_answer_and_no_count() -> None:
    cases = list(solved("endgames"))[::40]
    used, alone = Solver(12), [Solver(12).solve(problem) for _, problem, _ in cases]
    for _, problem, _ in reversed(cases):
        used.solve(problem)
    again = [used.solve(problem) for _, problem, _ in cases]
    assert [(a.value, a.best, a.nodes) for a in again] == [(a.value, a.best, a.nodes) for a in alone]


def test_a_world_that_was_solved_costs_no_second_search() -> None:
    w, values, s = workspace(15), np.empty(64, np.int64), endgame(Stream.named("twice"), GRAND, 7)
    value_moves(w, s, values)
    nodes, found = int(w[NODES]), values.copy()
    value_moves(w, s, values)
    assert (values == found).all()
    assert int(w[NODES]) - nodes < nodes / 10


@pytest.mark.parametrize("cards", [4, 6, 8])
def test_classes_are_those_of_the_exact_values(cards: int) -> None:
    rng, exact, by_class = Stream.named("classes", cards), workspace(15), workspace(15)
    met: set[int] = set()
    for number in range({4: 400, 6: 200, 8: 25}[cards]):
        s = endgame(rng, rng.below(NULL), cards)
        s[POINTS] = rng.below(60)
        values, classes = np.empty(64, np.int64), np.empty(64, np.int64)
        value_moves(exact, s, values)
        class_moves(by_class, s, classes)
        expected = [q.UNPLAYED if value == q.UNPLAYED else sum(value >= q.CLASS_FROM) - 1 for value in values]
        assert classes.tolist() == expected, number
        met.update(expected)
    assert met == {q.UNPLAYED, 0, 1, 2, 3}


def test_classes_of_whole_deals_are_those_of_their_values(solver: Solver) -> None:
    w, classes = workspace(18), np.empty(64, np.int64)
    for _, problem, value in list(solved("deals"))[::6]:
        class_moves(w, as_state(problem), classes)
        best = max if problem.leader == 0 else min
        assert best(one for one in classes if one != q.UNPLAYED) == sum(value >= q.CLASS_FROM) - 1


@kernel(int64(STATE, int64, int64, int64, int64))
def key(w, tricks, a, b, c):
    return ws.key_for_tricks(w, a, b, c) if tricks != 0 else ws.key_for_points(a, b, c)


@pytest.mark.parametrize(("contract", "tricks"), [(GRAND, 0), (GRAND, 1), (NULL, 1)])
def test_positions_share_a_key_if_and_only_if_equal_cards_have_owners_in_the_same_order(
    contract: int, tricks: int
) -> None:
    groups = [[4 + 7 * suit + rank for rank in range(7)] for suit in range(4)]
    runs = [[0, 1, 2, 3], *(groups if tricks else [group[4:] for group in groups])]
    if contract == NULL:
        runs = [list(range(8 * suit, 8 * suit + 8)) for suit in range(4)]
    rng, w = Stream.named("keys", contract, tricks), workspace(4)
    by_key: dict[int, str] = {}
    by_order: dict[str, int] = {}
    prepare(w, KINDS[contract], 3)
    loose = sorted(set(range(32)) - {card for run in runs for card in run})
    for _ in range(4000):
        owners = [rng.below(4) if rng.below(4) == 0 else 3 for _ in range(32)]  # 3: gone
        hands = [sum(1 << card for card in range(32) if owners[card] == seat) for seat in range(3)]
        order = str([owners[card] for card in loose]) + str(
            [[owners[card] for card in run if owners[card] < 3] for run in runs]
        )
        found = int(key(w, tricks, *hands))
        assert by_key.setdefault(found, order) == order
        assert by_order.setdefault(order, found) == found
    assert len(by_key) < 4000  # some have met


def test_the_table_that_is_used_depends_on_the_cards() -> None:
    w = workspace(18)
    sizes = []
    for cards in (10, 9, 6, 10):
        prepare(w, KINDS[GRAND], cards)
        sizes.append(int(w[SLOTS]) + 1)
    assert sizes == [1 << table_for(cards) for cards in (10, 9, 6, 10)]
    assert sizes[0] > sizes[1] == sizes[2]


def test_the_layout_keeps_classes_and_strength() -> None:
    for contract in range(6):
        bits = [int(to_layout(1 << int(card), contract)) for card in CARD[contract]]
        assert bits == [1 << place for place in range(32)]
        back = [int(from_layout(one, contract)) for one in bits]
        assert back == [1 << int(card) for card in CARD[contract]]


@kernel(int64(int64, int64, int64, int64))
def taken(card, best, follow, trumps):
    return np.int64(beats(card, best, follow, trumps))


def test_the_layout_agrees_with_the_rules_about_who_takes_a_trick() -> None:
    for contract in range(6):
        trumps = int(to_layout(int(TRUMPS[contract]), contract))
        for lead in range(32):
            follow = int(GAME_CLASS[contract, lead])
            for card in set(range(32)) - {lead}:
                expected = power(contract, follow, card) > power(contract, follow, lead)
                places = [1 << int(PLACE[contract, one]) for one in (card, lead)]
                assert taken(*places, int(to_layout(follow, contract)), trumps) == expected
