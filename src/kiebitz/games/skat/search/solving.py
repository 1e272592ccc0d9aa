"""Skat solved: the declarer's points with open cards, every trick that is left, puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from kiebitz.rules.values import Move, State, View
from kiebitz.sayings import say
from kiebitz.search.solving import NODES, Claim, Forcing, OpenValues, Puzzle, Solving

CONTRACTS = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds", "G": "grand", "N": "null"}
ROLES = ("declarer", "left", "right")
QUICKNESS = 10  # a node of its proofs takes a tenth of the time that one of the others takes


class SkatSolving(Solving):
    """A claim is every trick that is left, of a defender for both; of the declarer of a Null, none."""

    def open_values(self, state: State, nodes: int) -> OpenValues:
        """The declarer's points, in Null whether he wins (0 or 1); every position is solved."""
        from kiebitz.games.skat.search.open_cards.answering import open_question
        from kiebitz.games.skat.view import SkatState

        assert isinstance(state, SkatState)
        fields: dict[str, Any] = {
            role: str(state.hand_of((state.declarer + number) % 3)) for number, role in enumerate(ROLES)
        }
        fields |= {
            "contract": CONTRACTS[state.contract[0]],
            "leader": ROLES[(state.leader - state.declarer) % 3],
            "trick": " ".join(card for _, card in state.trick),
            "skat": str(state.skat),
            "points": state.trick_points[0],
        }
        found = open_question(fields, cards=True)()
        values = {card: int(value) for card, value in found["cards"].items()}
        scale = "null" if state.contract[0] == "N" else "declarer points"
        return OpenValues(values, found["best"], found["value"], scale)

    def sure_moves(self, view: View, nodes: int) -> list[Move]:
        """All tricks for the seat, or for both defenders whatever the partner plays; in Null, none for the
        declarer."""
        from kiebitz.games.skat.search.paranoia import words as p
        from kiebitz.games.skat.search.paranoia.paranoia import Budget, Paranoia
        from kiebitz.games.skat.search.paranoia.view import NO_TRICK
        from kiebitz.games.skat.view import SkatView

        assert isinstance(view, SkatView)
        is_null, is_declarer = view.contract.startswith("N"), view.seat == view.declarer
        if view.phase != "play" or (is_null and not is_declarer):
            return []
        question = Paranoia.of_view(view, NO_TRICK)
        words = list(question.words)
        others = 0b110 if is_declarer else 1 << words[p.DECLARER]  # seats are counted from the searcher's
        words[p.COUNTED], words[p.NEED], words[p.WANTED] = (0b001 if is_null else others), 1, 0
        answer = replace(question, words=tuple(words)).ask(Budget(QUICKNESS * nodes))
        return [move for move in view.moves if view.game.deck.cards[move.code] in answer.killers]

    def claim(self, view: View) -> Claim | None:
        from kiebitz.games.skat.view import SkatView

        assert isinstance(view, SkatView)
        if not self.sure_moves(view, NODES):
            return None
        if view.contract.startswith("N"):
            return "none"
        return "all" if view.seat == view.declarer else "ours"

    def concession(self, state: State) -> list[Move]:
        """A declarer may give up: the game is lost at its plain value, as the Skat order has it."""
        from kiebitz.games.skat.search.conceding import lost_line
        from kiebitz.games.skat.view import SkatState

        assert isinstance(state, SkatState)
        return lost_line(state)

    def forcing(self, view: View, nodes: int) -> Forcing | None:
        """The game as announced for the declarer; for a defender, that it is lost."""
        from kiebitz.games.skat.search.paranoia.paranoia import Budget, Paranoia, aim_said
        from kiebitz.games.skat.view import SkatView

        assert isinstance(view, SkatView)
        if view.phase != "play":
            return None
        question = Paranoia.of_view(view)
        answer, aim = question.ask(Budget(QUICKNESS * nodes)), aim_said(question.aim)
        if not question.is_declarer:
            aim = say("that the declarer does not reach {aim}", aim=aim)
        killers, open_ones = ({card.number for card in cards} for cards in (answer.killers, answer.undecided))
        return Forcing(
            aim,
            tuple(move for move in view.moves if move.code in killers),
            tuple(move for move in view.moves if move.code in open_ones),
        )

    def answer(self, problem: Mapping[str, Any]) -> dict[str, Any]:
        """A position in the words of ``kiebitz solve skat``, with open cards or as one player knows it."""
        from kiebitz.games.skat.search.asking import answer

        return answer(problem)

    def puzzles(self, seed: str, cards: int) -> Iterator[Puzzle]:
        """The declarer leads, and one card wins against every distribution."""
        from kiebitz.games.skat.search.puzzles.puzzle import puzzles

        return puzzles(seed, cards)
