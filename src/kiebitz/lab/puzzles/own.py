"""One's own mistakes as puzzles: decisions that cost something, and of which one could have known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kiebitz.errors import KiebitzError
from kiebitz.lab.puzzles.rating import rate
from kiebitz.lab.review.judged import Review
from kiebitz.rules.parts import part
from kiebitz.rules.records import Record
from kiebitz.rules.values import State
from kiebitz.sayings import MoveText, Saying, joined, say
from kiebitz.search.puzzles.proving import refutations
from kiebitz.search.puzzles.puzzle import OWN, Puzzle
from kiebitz.search.solving import Solving

NODES = 20_000


def mistakes(review: Review) -> Iterator[Puzzle]:
    """The knowable mistakes of a review, the costliest first.

    >>> from kiebitz.lab.puzzles.making import puzzle
    >>> from kiebitz.lab.review.reviewing import Effort, review
    >>> missed = puzzle("durak", seed=1)
    >>> made = list(mistakes(review(missed.state.play(missed.tempting), missed.seat, Effort(worlds=20))))
    >>> [one.solutions == missed.solutions for one in made if one.record == missed.record]
    [True]
    """
    for one in review.mistakes:
        made = own_puzzle(review.position(one.ply), one.move, one.knowable.better, [one.knowable.why])
        if made:
            yield made


def own_puzzle(state: State, move: str, better: Sequence[str], why: Sequence[Saying]) -> Puzzle | None:
    """A decision as a puzzle: the better moves are right, and all that are proved to be as good."""
    forced = part(state.game, Solving).forced(state.view(state.turn), NODES)
    if forced and set(better) & set(forced.winners) and move not in forced.winners:
        better = forced.winners
    played = MoveText(move, state.phase)
    moves = joined(", ", [MoveText(each, state.phase) for each in better])
    said = say("In your game you played {move}; better is {better}.", move=played, better=moves)
    question = say("You have been here before. Which move is best, from what you can know?")
    try:
        made = Puzzle(Record.of(state), OWN, question, tuple(better), (), move).checked()
    except KiebitzError:  # a move of another game, or none at all
        return None
    others = [str(each) for each in made.view.moves if str(each) not in (move, *better)]
    proved = [each for each in others if forced and forced.winners and forced.moves[each] is False]
    refuted = {each: (line,) for each, line in refutations(made, proved).items()}
    for each in others:
        it = MoveText(each, state.phase)
        unsaid = say(
            "{move} was not looked at: the review of your game was about {played}.", move=it, played=played
        )
        refuted.setdefault(each, (unsaid,))
    return replace(made, difficulty=rate(made).difficulty, refuted=refuted | {move: (said, *why)})
