"""A review for people: lines for a terminal or a page, and the curve of the deal as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kiebitz.lab.review.judged import Judged, Review
from kiebitz.language.speaking import spoken
from kiebitz.rules.game import Game
from kiebitz.rules.registry import known_game
from kiebitz.sayings import MoveText, Name, Saying, Seat, say

COSTLIEST = 3
WIDTH, HEIGHT, EDGE = 640, 180, 26  # of the picture


def game_of(review: Review) -> Game:
    """The game that was reviewed."""
    from kiebitz.rules.options import parse_options

    return known_game(review.game, parse_options(review.options))


def who(review: Review) -> Saying | Seat:
    """Whose decisions these are, with the player's name where the record has it."""
    seat = game_of(review).who(review.seat)
    named = review.players[review.seat] if review.players else ""
    return say("{seat} ({name})", seat=seat, name=named) if named else seat


def headline(review: Review, name: Saying | str) -> Saying:
    """The unit in one line: who, what it came to, and how much could have been known."""
    decisions, mistakes = len(review.judged), len(review.mistakes)
    if review.result is None:
        return say("{name}, {who}: not played out; {n} {n:decision|decisions}, {m} knowable "
                   "{m:mistake|mistakes}", name=name, who=who(review), n=decisions, m=mistakes)  # fmt: skip
    return say(
        "{name}, {who}: {result:.2f} {unit}; {n} {n:decision|decisions}, {m} knowable {m:mistake|mistakes}",
        name=name, who=who(review), result=review.result, unit=review.unit, n=decisions, m=mistakes,
    )  # fmt: skip


def told(review: Review, every: bool = False) -> Iterator[tuple[int, Saying]]:
    """What a review says in lines with their levels: what could be known, then what nobody could know.

    Of each the three costliest; with ``every`` all of them.
    """
    most = None if every else COSTLIEST
    for heading, found in (
        (say("What could be known:"), review.mistakes),
        (say("What nobody could know, with open cards:"), review.open_losses),
    ):
        if found:
            yield 1, heading
        for one in found[:most]:
            yield 2, line(review, one)
        if len(found) > len(found[:most]):
            yield 2, say("and {n} more", n=len(found) - COSTLIEST)
    yield from ((1, said) for said in review.silent)
    if not review.complete:
        yield 1, say("Ended early: {n} of the decisions are judged.", n=len(review.judged))


def line(review: Review, one: Judged) -> Saying:
    """One decision: where, what was done, what it cost and why."""
    where = say("Move {ply}, {phase}", ply=one.ply + 1, phase=Name(one.phase, "phase"))
    move = MoveText(one.move, one.phase)
    if one.is_mistake or one.open is None:
        return say("{where}: {move} lost {loss:.2f} (± {error:.2f}): {why}", where=where, move=move,
                   loss=one.knowable.loss, error=one.knowable.error, why=one.knowable.why)  # fmt: skip
    return say("{where}: {move} lost {loss:.2f}: {why}", where=where, move=move,
               loss=one.open.loss, why=one.open.why)  # fmt: skip


def curve_svg(review: Review, title: str) -> str:
    """The expected result after each own move, and what it came to, as a picture that needs nothing else.

    >>> from kiebitz.lab.review.reviewing import Effort, review
    >>> from kiebitz.rules.registry import game
    >>> state = game("durak").deal(seed=1)
    >>> for _ in range(6):
    ...     state = state.play(state.moves[0])
    >>> curve_svg(review(state, effort=Effort(worlds=10)), "curve").count("<circle") >= 2
    True
    """
    points = [(point.ply, point.expected) for point in review.curve]
    if review.result is not None:
        points.append((max((ply for ply, _ in points), default=0) + 1, review.result))
    placed = _placed(points)
    wrong = {one.ply for one in review.mistakes}
    marks = {True: 'r="5" fill="#c0392b"', False: 'r="3" fill="currentColor"'}
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" {marks[ply in wrong]}>'
        f"<title>{ply + 1}: {_number(value, 2)}</title></circle>"
        for (ply, value), (x, y) in zip(points, placed, strict=True)
    )
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)
    values = [value for _, value in points] or [0.0]
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}" width="{WIDTH}">'
        f'<text x="2" y="12" font-size="11" fill="currentColor">{_number(max(values), 1)}</text>'
        f'<text x="2" y="{HEIGHT - 4}" font-size="11" fill="currentColor">{_number(min(values), 1)}</text>'
        f'<polyline points="{path}" fill="none" stroke="currentColor" stroke-width="2"/>{dots}</svg>'
    )


def _number(value: float, places: int) -> str:
    """A number as the reader's language writes it."""
    return spoken(Saying(f"{{x:.{places}f}}", {"x": value}))


def _placed(points: Sequence[tuple[int, float]]) -> list[tuple[float, float]]:
    """Where values stand in the picture."""
    if not points:
        return []
    plies, values = [ply for ply, _ in points], [value for _, value in points]
    across, up = max(max(plies) - min(plies), 1), max(max(values) - min(values), 1e-9)
    return [
        (EDGE + (ply - min(plies)) / across * (WIDTH - 2 * EDGE),
         HEIGHT - EDGE - (value - min(values)) / up * (HEIGHT - 2 * EDGE))
        for ply, value in points
    ]  # fmt: skip
