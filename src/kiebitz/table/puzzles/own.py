"""One's own mistakes as puzzles: decisions of finished games that a review found wanting, and knowable."""

from __future__ import annotations

from collections.abc import Iterator

from kiebitz.errors import KiebitzError
from kiebitz.rules.parts import part
from kiebitz.rules.records import Record
from kiebitz.rules.values import State
from kiebitz.sayings import MoveText, Saying, say
from kiebitz.search.puzzles.puzzle import OWN, Puzzle
from kiebitz.search.solving import Solving
from kiebitz.table.tables.history import History, Mistake

NODES = 20_000


def own_puzzles(history: History, player: str, game: str = "") -> Iterator[Puzzle]:
    """The knowable mistakes of a player's reviewed games; what cannot be set up again is left out."""
    records = dict(history.results(player, game))
    for review in history.reviews(player, game):
        if review.where not in records:
            continue
        result = records[review.where]
        states, _ = Record.read(result.record).replay()
        for mistake in review.mistakes:
            if mistake.knowable and mistake.ply < len(states) and states[mistake.ply].turn == result.seat:
                made = own_puzzle(states[mistake.ply], mistake)
                if made:
                    yield made


def own_puzzle(state: State, mistake: Mistake) -> Puzzle | None:
    """A decision as a puzzle: every move that is proved to be as good as the better one is right."""
    forced = part(state.game, Solving).forced(state.view(state.turn), NODES)
    is_proved = forced is not None and mistake.better in forced.winners and mistake.move not in forced.winners
    solutions = forced.winners if forced and is_proved else (mistake.better,)
    move, better = (MoveText(each, state.phase) for each in (mistake.move, mistake.better))
    why: list[Saying] = [say("In your game you played {move}; {better} is better.", move=move, better=better)]
    why += [each for each in (mistake.kind, mistake.because) if each.text]
    question = say("You have been here before. Which move is best, from what you can know?")
    try:
        return Puzzle(Record.of(state), OWN, question, tuple(solutions), tuple(why), mistake.move).checked()
    except KiebitzError:
        return None
