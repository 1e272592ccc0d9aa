"""What a forced win means: in every world, against every play, and all the way to the end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, cast

import numpy as np
import pytest

from kiebitz.cards import CardSet
from kiebitz.errors import BadNotation, BadOption, KiebitzError
from kiebitz.games.skat import rules as r
from kiebitz.games.skat.knowledge.sets import SkatSets
from kiebitz.games.skat.search.layout import CLASS, PLACE, from_layout, to_layout
from kiebitz.games.skat.search.open_cards.solver import Solver
from kiebitz.games.skat.search.paranoia import words as p
from kiebitz.games.skat.search.paranoia.paranoia import Budget, Paranoia, killers, levels
from kiebitz.games.skat.search.paranoia.proof import proof
from kiebitz.games.skat.search.paranoia.root import ask, moves_of, prepare, step
from kiebitz.games.skat.search.paranoia.text import paranoid_problem, paranoid_question
from kiebitz.games.skat.search.paranoia.view import (
    ALL_TRICKS,
    GAME_LIMIT,
    NO_AIM,
    NO_TRICK,
    USUAL_SKAT,
    highest_killers,
)
from kiebitz.games.skat.search.paranoia.view import killers as compiled_killers
from kiebitz.games.skat.tables import NULL
from kiebitz.games.skat.view import SkatState, SkatView
from kiebitz.kernel.random import Stream
from kiebitz.kernel.vectors import Vector
from kiebitz.knowledge.places.locations import Locations
from kiebitz.rules.registry import game
from kiebitz.rules.values import State
from tests.games.skat.test_sets import published

SKAT = game("skat")
TRAP = {
    "contract": "grand", "hand": "CK SQ DT", "known_left": "CT D9", "known_right": "C8 SK", "pool": "H9 H7",
    "leader": "left", "points": 60,
}  # fmt: skip


@cache
def positions(cards: int, number: int = 60) -> tuple[State, ...]:
    """States of random games in which the seat to move holds so many cards and nothing is decided."""
    found: list[State] = []
    seed = 0
    while len(found) < number:
        seed += 1
        rng, state = Stream.named("positions", seed), SKAT.deal(seed)
        while not state.is_over and (state.phase != "play" or len(state.view(state.turn).hand) > cards):
            state = state.play(rng.choice(state.moves))
        if not state.is_over:
            found.append(state)
    return tuple(found)


def view_of(state: State) -> SkatView:
    return cast(SkatView, state.view(state.turn))


def forced(cards: int) -> Iterator[tuple[State, Paranoia]]:
    for state in positions(cards):
        question = Paranoia.of_view(view_of(state))
        if question.words[p.NEED] > 0 and question.ask().verdict == "forced":
            yield state, question


def worlds_of(view: SkatView, most: int) -> Iterator[State]:
    """Up to so many states that the view allows, drawn at random."""
    rng = Stream.named("worlds", str(view))
    for _ in range(most):
        vector = np.zeros_like(view.vector)
        SKAT.kernels.complete(view.vector, rng.word, vector)
        yield SkatState(SKAT, vector, cast(SkatState, state_of(view)).deal)


def state_of(view: SkatView) -> State:
    return next(
        state for state in positions(len(view.hand)) if (state.view(view.seat).vector == view.vector).all()
    )


def reaches(question: Paranoia, value: int | bool) -> bool:
    """Does an open-card value mean that the searcher's side has what it wants?"""
    declarer_has_it = bool(value) if question.aim == NO_TRICK else int(value) > question.aim
    return declarer_has_it == question.is_declarer


@pytest.mark.parametrize("cards", [3, 4])
def test_a_forced_card_wins_with_open_cards_in_every_world(cards: int) -> None:
    solver, seen = Solver(16), 0
    for state, question in forced(cards):
        if question.aim == ALL_TRICKS:
            continue
        seen += 1
        for world in worlds_of(view_of(state), 12):
            values = solver.values(cast(SkatState, world))
            assert all(reaches(question, values[card]) for card in question.ask().killers)
    assert seen > 2


def other_player(kind: str, solver: Solver, rng: Stream, state: State) -> Any:
    """Anything, or what open cards say is best for the side against the searcher."""
    if kind == "random":
        return rng.choice(state.moves)
    values = solver.values(cast(SkatState, state))
    sign = 1 if state.turn == cast(SkatState, state).declarer else -1
    return max(state.moves, key=lambda move: sign * values[move])


def is_reached(aim: int, state: SkatState) -> bool:
    """Has the declarer of a finished game what the aim asks for?"""
    if aim < 0:
        return state.tricks[0 if aim == NO_TRICK else 1] == 0
    return state.declarer_points > aim


@pytest.mark.parametrize("kind", ["random", "open cards"])
def test_a_forced_aim_stays_forced_and_is_reached(kind: str) -> None:
    """Opponents of the declarer too: their partner plays anything, the declarer knows all cards."""
    solver, rng, roles = Solver(16), Stream.named("adversary", kind), set()
    for state, question in forced(4):
        seat = state.turn
        roles.add(question.is_declarer)
        for world in worlds_of(view_of(state), 5):
            now = world
            while not now.is_over:
                if now.turn != seat:
                    now = now.play(other_player(kind, solver, rng, now))
                    continue
                answer = killers(view_of(now), question.aim)
                assert answer.verdict == "forced"
                now = now.play(rng.choice(answer.killers))
            assert is_reached(question.aim, cast(SkatState, now)) == question.is_declarer
    assert roles == {True, False}


def test_with_all_cards_known_it_is_the_open_card_solver() -> None:
    """For the declarer. An opponent's partner may still play as badly as possible."""
    solver = Solver(16)
    for state in positions(5, 60):
        table = cast(SkatState, state)
        aim = NO_TRICK if table.vector[r.CONTRACT] == NULL else GAME_LIMIT
        question = Paranoia.of_view(view_of(state), aim)
        words = list(question.words)
        hands = [int(to_layout(state.hand_of(seat).mask, question.contract)) for seat in range(3)]
        words[p.KNOWN], words[p.KNOWN + 1] = hands[(state.turn + 1) % 3], hands[(state.turn + 2) % 3]
        words[p.POOL] = words[p.HALF] = words[p.HALF + 1] = words[p.ROOM] = words[p.NOSKAT] = 0
        known = Paranoia(question.contract, question.aim, tuple(words))
        values = solver.values(table)
        good = {str(card) for card in state.moves if reaches(question, values[card])}
        found = set(known.ask().killers)
        assert found == good if question.is_declarer else found <= good


def test_more_knowledge_and_an_easier_aim_never_hurt() -> None:
    for state, question in forced(4):
        for limit in range(question.aim, -1, -20) if question.aim > 0 and question.is_declarer else ():
            assert Paranoia.of_view(view_of(state), limit).ask().verdict == "forced"
        truth = {seat: state.hand_of((state.turn + seat) % 3) for seat in (1, 2)}
        for seat in (1, 2):
            for card in truth[seat]:
                bit = 1 << int(PLACE[question.contract, card.number])
                words = list(question.words)
                if not bit & (words[p.POOL] | words[p.HALF + seat - 1]):
                    continue
                words[p.POOL] &= ~bit
                words[p.HALF + seat - 1] &= ~bit
                words[p.KNOWN + seat - 1] |= bit
                richer = Paranoia(question.contract, question.aim, tuple(words))
                assert richer.worlds <= question.worlds
                assert richer.ask().verdict == "forced"


def test_the_sets_stay_complete_along_random_lines() -> None:
    rng = Stream.named("lines")
    for state in positions(5, 40):
        s = Paranoia.of_view(view_of(state)).vector
        cards = s[p.OWN] | unseen(s)
        while s[p.OWN] or s[p.LAID]:
            moves = int(moves_of(s))
            choices = [1 << i for i in range(32) if moves >> i & 1]
            after = np.zeros(p.WORDS, np.int64)
            card = rng.choice(choices)
            assert step(s, card, after)
            s = after
            check_sets(s)
            assert (s[p.OWN] | unseen(s)) & ~cards == 0
            if not s[p.OWN] and not s[p.LAID]:
                break


def unseen(s: Vector) -> int:
    return int(s[p.KNOWN] | s[p.KNOWN + 1] | s[p.POOL] | s[p.HALF] | s[p.HALF + 1])


def check_sets(s: Vector) -> None:
    """Disjoint, and just as many as the hands and the skat have places for."""
    parts = [int(s[word]) for word in (p.OWN, p.KNOWN, p.KNOWN + 1, p.POOL, p.HALF, p.HALF + 1)]
    assert sum(part.bit_count() for part in parts) == (parts[0] | unseen(s)).bit_count()
    played = [(seat - int(s[p.LEADER])) % 3 < s[p.LAID] for seat in range(3)]
    whole = parts[0].bit_count() + played[0]
    assert unseen(s).bit_count() == 2 * whole - played[1] - played[2] + s[p.ROOM]


def test_the_problem_of_a_view_has_the_sets_of_the_knowledge() -> None:
    """A choice between cases is more than sets can say: then there are no fewer worlds."""
    for state in (*positions(4), *positions(6)):
        view = view_of(state)
        question, sets = Paranoia.of_view(view), SkatSets.of(view)

        def cards(word: int, question: Paranoia = question) -> int:
            return int(from_layout(question.words[word], question.contract))

        me = view.seat
        assert cards(p.OWN) == sets.own.mask
        assert cards(p.KNOWN) == sets.hands[(me + 1) % 3].mask
        assert cards(p.POOL) == sets.pool.mask
        assert cards(p.HALF + 1) == sets.or_skat[(me + 2) % 3].mask
        worlds = Locations.of(view)
        is_choice = len(worlds.problem.parts) > 1
        assert question.worlds >= worlds.count() if is_choice else question.worlds == worlds.count()


def test_the_published_example() -> None:
    """The declarer has trumped the ace of diamonds: four diamonds are with the partner or in the skat."""
    view = cast(SkatView, published("DA", "HA").view(2))
    hard, soft = Paranoia.of_view(view), Paranoia.of_view(view, assume=USUAL_SKAT)
    halves = CardSet(int(from_layout(hard.words[p.HALF] | hard.words[p.HALF + 1], hard.contract)), SKAT.deck)
    assert str(halves) == "DT DK D9 D8"
    assert soft.worlds < hard.worlds
    assert "HJ" in soft.ask(Budget(1000)).assumed
    assert not hard.ask(Budget(1000)).assumed


def test_two_cards_of_the_pool_do_not_stand_for_each_other() -> None:
    """Left leads the seven of hearts, right takes it with the nine: leading the nine would not do."""
    question = paranoid_problem(TRAP)
    assert question.ask().verdict == "not forced"
    s, w = question.vector, p.workspace(16)
    after = np.zeros(p.WORDS, np.int64)
    prepare(s, w, 1 << 30)
    answers = {}
    for name in ("H9", "H7"):
        assert step(s, 1 << int(PLACE[4, SKAT.deck.read(name).number]), after)
        answers[name] = ask(after, w)
    assert answers == {"H9": p.FORCED, "H7": p.NOT_FORCED}


def test_the_guaranteed_points_are_the_last_that_are_forced() -> None:
    for state in positions(5, 30):
        question = Paranoia.of_view(view_of(state), GAME_LIMIT)
        if question.contract == NULL:
            continue
        low, high = question.guarantee()
        assert low == high
        sure = low if question.is_declarer else 120 - low
        for limit, expected in ((sure - 1, True), (sure, False)):
            if 0 <= limit < 120:
                verdict = Paranoia.of_view(view_of(state), limit).ask().verdict
                assert (verdict == "forced") == (expected == question.is_declarer)


def test_a_spent_budget_is_unknown_and_never_a_guess() -> None:
    state = next(state for state, question in forced(6) if question.ask().nodes > 200)
    question = Paranoia.of_view(view_of(state))
    poor = question.ask(Budget(nodes=3))
    assert poor.verdict in ("unknown", "forced")
    assert set(poor.killers) <= set(question.ask().killers)
    assert question.ask(Budget(seconds=30.0)).killers == question.ask().killers
    assert set(poor.undecided) | set(poor.killers) >= set(question.ask().killers)


def test_after_its_time_a_search_knows_no_more() -> None:
    room, found, long_ago = p.workspace(1 << 10), np.zeros(2, np.int64), 1
    state = next(state for state, question in forced(7) if question.ask().nodes > 5000)
    view = view_of(state)
    nodes = int(compiled_killers(view.vector, room, GAME_LIMIT, 0, 1 << 40, long_ago, found))
    assert nodes < 1000
    assert set(CardSet(int(found[0]), SKAT.deck)) < set(Paranoia.of_view(view).ask().killers)
    assert found[1]


def test_levels_go_up_for_the_declarer_and_save_what_can_be_saved() -> None:
    room, found = p.workspace(1 << 10), np.zeros(2, np.int64)
    for state in positions(4):
        view = view_of(state)
        answers = levels(view)
        aims = [aim for aim, answer in answers.items() if answer.verdict == "forced"]
        best = int(highest_killers(view.vector, room, 0, 1 << 40, 0, found))
        assert best == (aims[-1] if aims else NO_AIM)
        if aims:
            assert tuple(CardSet(int(found[0]), SKAT.deck)) == answers[best].killers
            compiled_killers(view.vector, room, best, 0, 1 << 40, 0, found)
            assert tuple(CardSet(int(found[0]), SKAT.deck)) == answers[best].killers


def test_the_proof_meets_every_reply() -> None:
    _, question = next(forced(4))
    tree = proof(question, 3)
    (mine,) = tree
    assert mine.seat == 0 and len(mine.cards) == 1 and mine.cards[0] in question.ask().killers
    s, after = question.vector, np.zeros(p.WORDS, np.int64)
    step(s, 1 << int(PLACE[question.contract, mine.cards[0].number]), after)
    replies = {str(card) for branch in mine.then for card in branch.cards}
    assert replies == {str(card) for card in question.cards(int(moves_of(after)))}
    assert all(str(line.said) for branch in tree for line in branch.lines())


@pytest.mark.parametrize("rule", ["split", "length=2", "mass=0.9"])
def test_leaving_out_extreme_worlds_says_how_many_remain(rule: str) -> None:
    for state in positions(4, 30):
        question = Paranoia.of_view(view_of(state))
        try:
            fewer = question.approximate(rule)
        except KiebitzError:
            assert rule == "length=2"
            continue
        assert 0 < fewer.covered <= 1
        if rule == "mass=0.9":
            assert fewer.covered >= 0.9
        if question.ask().verdict == "forced":
            assert fewer.ask().verdict == "forced"


def test_rules_that_do_not_exist_are_refused() -> None:
    with pytest.raises(BadOption, match="split, length"):
        paranoid_problem(TRAP).approximate("often")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"hand": "CK CK DT"}, "twice in hand"),
        ({"hand": "C8 SQ DT"}, "in hand and in known_right"),
        ({"pool": "H9"}, "counts do not fit"),
        ({"points": 100}, "cannot have 100 points"),
        ({"searcher": "me"}, "declarer, left or right"),
        ({"known_left": "CT D9 D8 D7", "known_right": "C8", "pool": "H9"}, "impossible"),
        (
            {"trick": "H8 CT", "known_left": "D9", "known_right": "HA", "hand": "CK SQ", "pool": ""},
            "its player can",
        ),
        ({"contract": "skat"}, "not a contract"),
        ({"hand": ""}, "needs the cards of the searcher"),
        ({"noskat": "H9"}, "Only an opponent"),
    ],
)
def test_bad_positions_are_refused_with_the_reason(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        paranoid_problem({**TRAP, **change})


def test_a_problem_in_text_is_answered_in_fields() -> None:
    fields = {
        "contract": "grand",
        "hand": "♣B HA",
        "pool": "S7 S8 H7 H10",
        "leader": "declarer",
        "points": 49,
    }
    answer = paranoid_question(fields, 61, rule="mass=0.9", depth=2)()
    assert answer["value"] is True
    assert answer["killers"] == ["CJ", "HA"]
    assert answer["worlds"] == 6 and answer["covered"] >= 0.9
    assert answer["guaranteed"] == 72  # the ace, the jack and what must be given to them
    assert str(answer["proof"][0].said).startswith("declarer: ")


def test_an_opponent_may_ask_too() -> None:
    fields = {
        "contract": "clubs", "searcher": "left", "hand": "CJ SA", "known_declarer": "CA",
        "declarer_or_skat": "C7", "pool": "S7 S8 H7 H8", "leader": "left", "points": 0,
    }  # fmt: skip
    question = paranoid_problem(fields)
    assert not question.is_declarer
    assert question.ask().verdict == "forced"
    assert int(CLASS[question.words[p.KIND], 0]) & question.words[p.HALF + 1]
