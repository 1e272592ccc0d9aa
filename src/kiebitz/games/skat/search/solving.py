"""Skat solved: the declarer's points with open cards, every trick that is left, what a side can force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from kiebitz.rules.game import Game
from kiebitz.rules.values import Move, State, View
from kiebitz.sayings import Saying, Seat, say
from kiebitz.search.puzzles.forced import Forced, worth
from kiebitz.search.solving import NODES, Claim, Forcing, OpenValues, Solving

if TYPE_CHECKING:
    from kiebitz.games.skat.view import SkatView
    from kiebitz.search.alphamu.aims import Aim

CONTRACTS = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds", "G": "grand", "N": "null"}
ROLES = ("declarer", "left", "right")
LONGEST = 6  # cards of a hand in a puzzle
DEPTH, LINES = 4, 16  # cards and lines of a proof that are shown
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

    def aim(self, game: Game) -> Aim:
        """That the game as announced is won, or lost."""
        from kiebitz.games.skat.search.aim import AIM

        return AIM

    def value_aim(self, game: Game) -> Aim:
        """What the declarer's game counts in the end, by classes of his points."""
        from kiebitz.games.skat.search.aim import VALUE

        return VALUE

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

    # -- puzzles -------------------------------------------------------------------------------------

    def forced(self, view: View, nodes: int) -> Forced | None:
        """What the seat's side needs: the game as announced, or that it is lost."""
        from kiebitz.games.skat.view import SkatView

        assert isinstance(view, SkatView)
        if view.phase != "play" or view.game.is_open or len(view.hand) > LONGEST:
            return None
        return Forced.of(aim_question(view), view, self.forcing(view, nodes))

    def forced_open(self, state: State, nodes: int) -> Forced | None:
        """Whether the game is won; a point more or less is not a puzzle."""
        from kiebitz.games.skat.search.paranoia.view import ALL_TRICKS, NO_TRICK, own_aim
        from kiebitz.games.skat.view import SkatState

        assert isinstance(state, SkatState)
        aim = int(own_aim(state.vector))
        if aim == ALL_TRICKS or len(state.hand_of(state.turn)) > LONGEST:
            return None
        found = self.open_values(state, nodes)
        least, before = (1, 0) if aim == NO_TRICK else (aim + 1, state.trick_points[0])
        is_declarer = state.turn == state.declarer
        ends = {move: value + before for move, value in found.moves.items()}
        wins = {move: (value >= least) == is_declarer for move, value in ends.items()}
        why = say("With best play the declarer comes to: {values}.", values=worth(ends, state.phase))
        question = say("All cards are open. Which card wins the game for your side?")
        return Forced(question, wins, None if aim == NO_TRICK else why)

    def proof(self, state: State, move: str, nodes: int) -> Iterator[Saying]:
        """The card against every reply, as deep as the two tricks to come."""
        from kiebitz.games.skat.search.paranoia.paranoia import Budget, Paranoia
        from kiebitz.games.skat.search.paranoia.proof import as_cards, proof
        from kiebitz.games.skat.view import SkatView

        view = state.view(state.turn)
        assert isinstance(view, SkatView)
        seats = [(state.turn + number) % 3 for number in range(3)]
        names: list[Saying | Seat] = [say("You"), *(state.game.who(seat) for seat in seats[1:])]
        card = state.game.deck.read(move)
        for branch in proof(Paranoia.of_view(view), DEPTH, Budget(QUICKNESS * nodes), card):
            yield from (line.indented() for line in islice(branch.lines(names, write=as_cards), LINES))


def aim_question(view: SkatView) -> Saying:
    """What the seat needs, as a question."""
    from kiebitz.games.skat.contracts import Contract
    from kiebitz.games.skat.search.paranoia.paranoia import aim_said
    from kiebitz.games.skat.search.paranoia.view import own_aim

    aim, contract = aim_said(int(own_aim(view.vector))), Contract.read(view.contract).said
    if view.seat == view.declarer:
        return say(
            "You play {contract}, have {points} points with the skat and need {aim}. "
            "Which card wins for sure?",
            contract=contract, points=view.declarer_points, aim=aim,
        )  # fmt: skip
    return say(
        "{who} plays {contract}, has {points} points in tricks and needs {aim}. "
        "Which card defeats it for sure?",
        who=view.game.who(view.declarer), contract=contract, points=view.trick_points[0], aim=aim,
    )  # fmt: skip
