"""Claiming the rest: when a seat can know that what is left is its own, and the moves that bring it home.

Certain means in every deal that fits the seat's view, whatever the others play; the game says what is
claimed. Then the result does not depend on what the others play. Everything is worked out from the view alone
and within a fixed number of nodes, so an answer gives nothing away.
"""

from __future__ import annotations

from threading import Lock

from kiebitz.rules.parts import part
from kiebitz.rules.values import Move, State, View
from kiebitz.search.solving import NODES, Solving

LATER = 20 * NODES  # when a claim is played out: what was proved once must not fail for want of nodes
_one_at_a_time = Lock()  # the searches share their tables


def sure_moves(view: View, nodes: int = NODES) -> list[Move]:
    """The moves after which the rest is still certain; none if it is not, or if another is to move.

    >>> from kiebitz.rules.registry import game
    >>> sure_moves(game("schnapsen").deal(seed=1).view(0))
    []
    """
    if not view.moves or view.game.is_open:
        return []
    with _one_at_a_time:
        return part(view.game, Solving).sure_moves(view, nodes)


def offered(view: View) -> str:
    """What the seat to move can claim: ``all`` the rest, ``ours`` for its side, ``none`` of it, the
    ``win``; ``nothing`` if no card that is left counts; empty if it can claim nothing of the kind.

    The last card of a hand is quicker played than claimed.
    """
    if len(view.hand) < 2 or not view.moves or view.game.is_open:
        return ""
    with _one_at_a_time:
        return part(view.game, Solving).claim(view) or ""


def concession(state: State) -> list[str]:
    """The moves to the end of the deal when the seat to move gives it up; none if it may not.

    >>> from kiebitz.rules.registry import game
    >>> concession(game("durak").deal(seed=1))
    []
    """
    return [str(move) for move in part(state.game, Solving).concession(state)]


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
            move = str(sure[0])
        else:
            move = str(state.moves[0])  # it makes no difference
        moves.append(move)
        state = state.play(move)
    return moves
