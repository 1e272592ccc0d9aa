"""Tables of agents and of their meetings."""

from __future__ import annotations

from kiebitz.lab.report.study import Study
from kiebitz.lab.report.tabular import (
    NONE,
    Cell,
    Tabular,
    between,
    digits_for,
    mean_cells,
    milliseconds,
    percent,
    probability,
    signed,
    table,
)
from kiebitz.lab.report.verdict import is_sure


def scores_table(study: Study) -> Tabular:
    """Every agent's figures over all its games."""
    columns = [
        ("agent", "agent"), ("elo", "rating (Elo)"), ("win_rate", "win rate"),
        ("points_mean", "points a game"), ("wins", "wins"), ("draws", "draws"), ("losses", "losses"),
        ("ms_per_move", "time a move"), ("failures", "failed"),
    ]  # fmt: skip
    rows = []
    scores = [study.scores[agent] for agent in study.order]
    points = mean_cells([(score.points_mean, score.points_se) for score in scores])
    for agent, points_cell in zip(study.order, points, strict=True):
        score, rating = study.scores[agent], study.ratings[agent]
        rows.append([
            Cell(agent),
            Cell(signed(rating.elo, 0), rating.elo, f"{signed(rating.low, 0)} to {signed(rating.high, 0)}"),
            Cell(percent(score.win_rate), score.win_rate, between(*score.wilson)),
            points_cell,
            Cell(f"{score.wins:,}", score.wins),
            Cell(f"{score.draws:,}", score.draws),
            Cell(f"{score.losses:,}", score.losses),
            Cell(milliseconds(score.ms_per_move), score.ms_per_move),
            Cell(f"{score.failures:,}", score.failures),
        ])  # fmt: skip
    caption = (
        f"All games of each agent. Rating and win rate with their {study.confidence:.0%} intervals; a shared "
        "win counts its share; points are the mean ± standard error over deals."
    )
    return table("scores", caption, columns, rows)


def cross_table(study: Study) -> Tabular:
    """Everybody against everybody, by colour and number."""
    columns = [("agent", "agent"), *((f"v{n}", f"v {n}") for n in range(1, len(study.order) + 1))]
    digits = digits_for(max(meeting.error for meeting in study.standings.meetings))
    rows = []
    for number, agent in enumerate(study.order, 1):
        row = [Cell(f"{number} {agent}")]
        for other in study.order:
            meeting = study.meeting(agent, other) if other != agent else None
            if meeting is None:
                row.append(Cell(NONE, look="empty"))
                continue
            look = "good" if meeting.score > 0.5 else "bad"
            look += "" if is_sure(study, meeting) else " unsure"
            weight = abs(2 * meeting.score - 1) ** 0.5
            points = signed(meeting.points, digits)
            row.append(Cell(percent(meeting.score), meeting.score, points, look, weight))
        rows.append(row)
    caption = (
        f"Cross table: the row's score against the column ({_score_is(study)}), below it the difference in "
        "points a game. Italics: no difference is shown."
    )
    found = table("cross", caption, columns, rows)
    return Tabular(found.name, found.caption, found.columns, found.rows, "cross")


def pair_table(study: Study) -> Tabular:
    """The pairs with their tests."""
    columns = [("agent", "pair"), ("score", "score"), ("interval", f"{study.confidence:.0%} interval"),
               ("points", "points more"), ("p", "p"), ("p_holm", "p, Holm")]  # fmt: skip
    points = mean_cells([(meeting.points, meeting.error) for meeting in study.meetings()])
    rows = [
        [
            Cell(f"{meeting.one} v {meeting.other}"),
            Cell(percent(meeting.score), meeting.score),
            Cell(between(meeting.low, meeting.high)),
            points_cell,
            Cell(probability(meeting.p).removeprefix("= "), meeting.p),
            Cell(probability(meeting.p_holm).removeprefix("= "), meeting.p_holm),
        ]
        for meeting, points_cell in zip(study.meetings(), points, strict=True)
    ]
    caption = (
        f"The pairs from the side of the first: score ({_score_is(study)}) with Wilson's interval, points a "
        "game more ± standard error over deals, and p-value of the paired test over deals, alone and "
        "corrected for the number of pairs."
    )
    return table("pairs", caption, columns, rows)


def _score_is(study: Study) -> str:
    if len(study.results[0].match.players) > 2:
        return "games with more points than the other, equal points counting half"
    return "games won, a draw counting half" if study.game.seats == 2 else "share of the wins of both"
