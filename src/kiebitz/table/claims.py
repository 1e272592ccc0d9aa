"""Claiming the rest: when a seat can know that what is left is its own, and the moves that bring it home.

Certain means in every deal that fits the seat's view, whatever the others play. In Schnapsen, Skat and
Boerenbridge the claim is every trick that is left, for the declarer of a Null none of them, in Durak the win
once no card is hidden any more. Then the result does not depend on what the others play. Everything is worked
out from the view alone and within a fixed number of nodes, so an answer gives nothing away.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import Lock

import numpy as np

from kiebitz.games.boerenbridge.view import BoerenbridgeView
from kiebitz.games.durak.view import DurakView
from kiebitz.games.schnapsen.view import SchnapsenView
from kiebitz.games.skat.view import SkatView
from kiebitz.rules.values import State, View

NODES = 100_000  # of a proof; what takes more is not certain enough to be offered
LATER = 20 * NODES  # when a claim is played out: what was proved once must not fail for want of nodes
_one_at_a_time = Lock()


def sure_moves(view: View, nodes: int = NODES) -> list[str]:
    """The moves after which the rest is still certain; none if it is not, or if another is to move.

    >>> from kiebitz.rules.registry import game
    >>> sure_moves(game("schnapsen").deal(seed=1).view(0))
    []
    """
    prove = PROOFS.get(view.game.name)
    if prove is None or not view.moves or view.game.is_open:
        return []
    with _one_at_a_time:  # the searches share their tables
        return prove(view, nodes)


def offered(view: View) -> str:
    """What the seat to move can claim: ``all`` the rest, ``none`` of it, the ``win``; or nothing.

    The last card of a hand is quicker played than claimed.
    """
    if len(view.hand) < 2 or not sure_moves(view):
        return ""
    if view.game.name == "durak":
        return "win"
    return "none" if isinstance(view, SkatView) and view.contract.startswith("N") else "all"


def play_out(state: State) -> list[str]:
    """The moves to the end of the deal after the claim of the seat to move; none if it is not certain.

    >>> from kiebitz.rules.registry import game
    >>> play_out(game("durak").deal(seed=1))
    []
    """
    seat, number, moves = state.turn, state.round, list[str]()
    while not state.is_over and state.round == number:
        if state.turn == seat:
            sure = sure_moves(state.view(seat), LATER if moves else NODES)
            if not sure:
                return []
            move = sure[0]
        else:
            move = str(state.moves[0])  # it makes no difference
        moves.append(move)
        state = state.play(move)
    return moves


def _schnapsen(view: View, nodes: int) -> list[str]:
    """All tricks: whoever loses one has lost, as if the other had 65 points."""
    assert isinstance(view, SchnapsenView)
    if not view.is_strict:
        return []
    from kiebitz.games.schnapsen.rules import POINTS
    from kiebitz.search.schnapsen.paranoia import move_forces

    vector, budget = view.vector.copy(), np.zeros(1, np.int64)
    vector[POINTS + 1 - view.seat] = 65
    sure = []
    for move in view.moves:
        budget[0] = nodes
        if move_forces(vector, move.code, budget):
            sure.append(str(move))
    return sure


def _skat(view: View, nodes: int) -> list[str]:
    """All tricks for the seat itself, its partner's not counted; in Null, for the declarer, none."""
    assert isinstance(view, SkatView)  # whose nodes are ten times as quick
    is_null, is_declarer = view.contract.startswith("N"), view.seat == view.declarer
    if view.phase != "play" or (is_null and not is_declarer):
        return []
    from kiebitz.search.skat import paranoia_words as p
    from kiebitz.search.skat.paranoia import Budget, Paranoia
    from kiebitz.search.skat.paranoia_view import NO_TRICK

    question = Paranoia.of_view(view, NO_TRICK)
    words = list(question.words)
    words[p.COUNTED], words[p.NEED], words[p.WANTED] = (0b001 if is_null else 0b110), 1, 0
    answer = replace(question, words=tuple(words)).ask(Budget(10 * nodes))
    return [str(card) for card in answer.killers]


def _boerenbridge(view: View, nodes: int) -> list[str]:
    """All tricks, as if exactly that had been guessed."""
    assert isinstance(view, BoerenbridgeView)
    if view.phase != "play":
        return []
    from kiebitz.games.boerenbridge.rules import GUESSES
    from kiebitz.search.boerenbridge.paranoia import FORCED, forcing_cards

    vector, answers = view.vector.copy(), np.zeros(64, np.int64)
    guess = view.tricks_won[view.seat] + len(view.hand)
    vector[GUESSES] = vector[GUESSES] & ~(15 << 4 * view.seat) | guess + 1 << 4 * view.seat
    forcing_cards(vector, nodes, answers)
    return [str(move) for move in view.moves if answers[move.code] == FORCED]


def _durak(view: View, nodes: int) -> list[str]:
    """The win, when the deck hides nothing: then the view shows where every card is."""
    assert isinstance(view, DurakView)
    if view.deck_size or len(view.known(1 - view.seat)) != view.hand_size(1 - view.seat):
        return []
    from kiebitz.search.durak.ending import ending_key
    from kiebitz.search.secured import secured

    vector = np.zeros_like(view.vector)
    view.game.kernels.complete(view.vector, view.rng.word, vector)
    found = secured(view.game, vector, nodes, ending_key, (0, 1))
    return [move for move, value in found.items() if value >= 1]


PROOFS: dict[str, Callable[[View, int], list[str]]] = {
    "schnapsen": _schnapsen,
    "skat": _skat,
    "boerenbridge": _boerenbridge,
    "durak": _durak,
}
