"""Puzzles: one card wins against every distribution, while the mean of open-card values prefers another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from kiebitz.errors import BadOption
from kiebitz.games.skat.contracts import GAMES
from kiebitz.games.skat.letters import read_game
from kiebitz.games.skat.search.open_cards.problem import DECK, OpenPosition, mask_of
from kiebitz.games.skat.search.open_cards.solver import Solver
from kiebitz.games.skat.search.paranoia.paranoia import Paranoia
from kiebitz.games.skat.search.paranoia.proof import NAMES, Line, proof
from kiebitz.games.skat.search.paranoia.text import paranoid_problem
from kiebitz.games.skat.search.puzzles.strong import strong_positions
from kiebitz.kernel.random import Stream
from kiebitz.sayings import Saying, joined, say

SMALLEST, LARGEST = 3, 6  # cards a hand: all distributions are counted with open cards


@dataclass(frozen=True)
class Puzzle:
    """A position with the declarer to lead. Nothing is known of the others but what they hold together."""

    fields: dict[str, Any]
    """The position as ``kiebitz solve --paranoid`` takes it."""
    killer: str
    tempting: str
    """The card with the best mean of the open-card values over all distributions."""
    means: dict[str, float]
    """That mean for every card, in points of the declarer at the end."""
    proof: tuple[Line, ...]

    @property
    def game(self) -> Saying:
        return GAMES[read_game(self.fields["contract"])]

    def text(self, number: int) -> Saying:
        """The puzzle without its solution."""
        return say(
            "{number}. {game}. You are declarer and lead with {n} cards left:\n"
            "       {hand}\n"
            "   Your opponents have {n} each of these, you do not know who has which:\n"
            "       {others}\n"
            "   You have {points} points with the skat and need 61. Which card wins for sure?",
            number=number,
            game=self.game,
            n=len(self.fields["hand"]),
            hand=_symbols(self.fields["hand"]),
            others=_symbols(self.fields["pool"]),
            points=self.fields["points"],
        )

    def solution(self, number: int) -> Saying:
        """Which card wins, which one tempts, and the proof."""
        tempting = say("   {tempting}: {means}.", tempting=self.temptation, means=self.means_said)
        return joined("\n", [self.winner(number), tempting, *(line.indented(5) for line in self.proof)])

    def winner(self, number: int) -> Saying:
        """The card that wins, as a sentence."""
        card = _symbols([self.killer])
        return say(
            "{number}. {card} wins against every distribution and every defence.", number=number, card=card
        )

    @property
    def temptation(self) -> Saying:
        """The card that looks better with open cards."""
        card = _symbols([self.tempting])
        return say("With open cards {card} is worth more on average, but it can lose", card=card)

    @property
    def means_said(self) -> Saying:
        """The mean of every card."""
        each = [
            say("{card} {mean:.1f}", card=_symbols([card]), mean=mean) for card, mean in self.means.items()
        ]
        return joined(", ", each)


def _symbols(cards: list[str]) -> str:
    return " ".join(DECK.read(card).symbol for card in cards)


def puzzles(seed: str, cards: int = 5) -> Iterator[Puzzle]:
    """Puzzles without end; the same seed gives the same ones."""
    if not SMALLEST <= cards <= LARGEST:
        raise BadOption(
            say(
                "A puzzle has {least} to {most} cards a hand, not {n}.", least=SMALLEST, most=LARGEST, n=cards
            )
        )
    rng = Stream.named("puzzle", seed, cards)
    sources = [strong_positions(grand, 10 - cards, rng) for grand in (False, True)]
    solver = Solver(16)
    while True:
        found = next(sources[rng.below(2)])
        if found["leader"] == "declarer" and (puzzle := _puzzle(found, solver)):
            yield puzzle


def _puzzle(found: dict[str, Any], solver: Solver) -> Puzzle | None:
    """The position as a puzzle, if it is one."""
    points = found["points"] + mask_points(found["skat"])
    pool = [str(card) for card in DECK.set(found["left"] + found["right"])]
    fields = {
        "contract": found["contract"], "hand": found["declarer"], "pool": pool, "leader": "declarer",
        "points": points,
    }  # fmt: skip
    question = paranoid_problem(fields)
    killers = question.ask().killers
    if len(killers) != 1:
        return None
    means = open_means(question, fields, solver)
    tempting = max(means, key=lambda card: means[card])
    if means[tempting] == means[killers[0]]:
        return None
    names = say("You"), *NAMES[1:]
    lines = tuple(line for part in proof(question, 4) for line in part.lines(names))
    return Puzzle(fields, str(killers[0]), tempting, means, lines)


def mask_points(cards: list[str]) -> int:
    from kiebitz.games.skat.scoring import card_points

    return int(card_points(DECK.set(cards).mask))


def open_means(question: Paranoia, fields: dict[str, Any], solver: Solver) -> dict[str, float]:
    """The declarer's mean points after each card if all cards were open, over all distributions."""
    hand = DECK.set(fields["hand"]).mask
    unseen = [card.number for card in DECK.set(fields["pool"])]
    whole, totals, worlds = mask_of(unseen), dict.fromkeys(fields["hand"], 0), 0
    for some in combinations(unseen, len(fields["hand"])):
        left = mask_of(some)
        values = solver.cards(OpenPosition(question.contract, (hand, left, whole ^ left), 0))
        for card, value in values.items():
            totals[card] += int(value)
        worlds += 1
    return {card: fields["points"] + total / worlds for card, total in totals.items()}
