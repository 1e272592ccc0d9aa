"""Diaries: what the referee writes and what a state tells are the same, and a shared log stays true."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from kiebitz.kernel.state import WORDS
from kiebitz.rules import diary
from kiebitz.rules.registry import game
from tests.contract.cases import CASES, make, random_game


@pytest.mark.parametrize(("name", "options"), CASES)
def test_the_referee_and_a_state_write_the_same_diaries(name: str, options: str) -> None:
    chosen = make(name, options)
    states = list(random_game(chosen, 3))
    written = np.zeros((chosen.seats, len(states), diary.WORDS), np.int64)
    vector, seen = states[0].vector.copy(), np.zeros(WORDS, np.int64)
    chosen.machine.step(vector, -1, seen, written, 0, chosen.seats)
    rounds = 0
    for ply, (_, move) in enumerate(states[-1].history, 1):
        chosen.machine.step(vector, move.code, seen, written, ply, chosen.seats)
        if states[ply].round != rounds:  # another distribution is dealt from the key, which a deal has not
            break
        for seat in range(chosen.seats):
            assert states[ply].view(seat)._diary == written[seat, : ply + 1].tobytes()


def test_only_the_mover_sees_a_secret_move() -> None:
    secret, phase = 0b100, 2
    hidden = [diary.hidden_from(secret, 0, diary.mover(phase, 1), seat) for seat in (-1, 0, 1, 2)]
    assert hidden == [True, True, False, True]
    assert not diary.hidden_from(secret, 1, diary.mover(phase, 1), 0), "with open cards nothing is hidden"
    assert not diary.hidden_from(secret, 0, diary.mover(1, 1), 0), "another phase is public"
    assert not diary.hidden_from(secret, 0, diary.DEAL, 0), "the deal itself is no secret"


def test_states_that_go_on_differently_do_not_disturb_each_other() -> None:
    root = game("durak").deal(seed=5)
    children = [root.play(move) for move in root.moves]
    again = [root.play(move) for move in reversed(root.moves)]
    for child, move in zip(children, root.moves, strict=True):
        assert child.history == ((root.turn, move),)
        assert child.view(1).events[-1].move == move
    assert [child.history for child in again] == [child.history for child in reversed(children)]
    assert root.history == () and len(root.view(0).events) == 1


def test_a_log_outgrows_its_first_rows() -> None:
    chosen = game("schnapsen", {"rules": "full"})
    *_, end = random_game(chosen, 2)
    assert end.ply > diary.FIRST
    assert [event.seat for event in end.view(0).events[1:]] == [seat for seat, _ in end.history]


def test_threads_that_go_on_from_one_state_share_no_row() -> None:
    root = game("skat").deal(seed=2)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda n: root.play(root.moves[n % len(root.moves)]), range(400)))
    for number, state in enumerate(found):
        assert state.history == ((root.turn, root.moves[number % len(root.moves)]),)


def test_a_view_leads_to_no_log() -> None:
    state = game("skat").deal(seed=2)
    view = state.play(state.moves[0]).view(0)
    assert isinstance(view._diary, bytearray)
    assert not any(isinstance(getattr(view, name, None), diary.Log) for name in dir(view))
