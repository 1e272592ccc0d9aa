"""Tables of agents and of their meetings."""

from __future__ import annotations

from math import isnan

from kiebitz.lab.report.study import Study
from kiebitz.lab.report.tabular import (
    NONE,
    Cell,
    Tabular,
    Text,
    between,
    mean_cells,
    milliseconds,
    percent,
    places_for,
    probability,
    rates,
    reaching,
    signed,
    table,
    whole,
)
from kiebitz.lab.report.verdict import is_sure
from kiebitz.lab.results.standings import Meeting
from kiebitz.sayings import Saying, say


def scores_table(study: Study) -> Tabular:
    """Every agent's figures over all its games."""
    columns: list[tuple[str, Text]] = [
        ("agent", say("agent")), ("elo", say("rating (Elo)")), ("win_rate", say("win rate")),
        ("points_mean", say("points a game")), ("wins", say("wins")), ("draws", say("draws")),
        ("losses", say("losses")), ("ms_per_move", say("time a move")), ("failures", say("failed")),
    ]  # fmt: skip
    rows = []
    scores = [study.scores[agent] for agent in study.order]
    points = mean_cells([(score.points_mean, score.points_se) for score in scores])
    for agent, points_cell in zip(study.order, points, strict=True):
        score, rating = study.scores[agent], study.ratings[agent]
        rows.append([
            Cell(agent),
            Cell(signed(rating.elo, 0), rating.elo, reaching(signed(rating.low, 0), signed(rating.high, 0)),
                 ends=(rating.low, rating.high)),
            Cell(percent(score.win_rate), score.win_rate, between(*score.wilson), ends=score.wilson),
            points_cell,
            whole(score.wins),
            whole(score.draws),
            whole(score.losses),
            Cell(milliseconds(score.ms_per_move), score.ms_per_move),
            whole(score.failures),
        ])  # fmt: skip
    caption = say(
        "All games of each agent. Rating and win rate with their {p:.0%} intervals; a shared "
        "win counts its share; points are the mean ± standard error over deals.",
        p=study.confidence,
    )
    return table("scores", caption, columns, rows)


def cross_table(study: Study) -> Tabular:
    """Everybody against everybody, by colour and number."""
    columns: list[tuple[str, Text]] = [("agent", say("agent"))]
    columns += [(f"v{n}", say("v {n}", n=n)) for n in range(1, len(study.order) + 1)]
    places = places_for(max(meeting.error for meeting in study.standings.meetings))
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
            points = signed(meeting.points, places)
            row.append(Cell(percent(meeting.score), meeting.score, points, look, weight))
        rows.append(row)
    caption = say(
        "Cross table: the row's score against the column ({score}), below it the difference in "
        "points a game. Italics: no difference is shown.",
        score=_score_is(study),
    )
    found = table("cross", caption, columns, rows)
    return Tabular(found.name, found.caption, found.columns, found.rows, "cross")


def pair_table(study: Study) -> Tabular:
    """The pairs with their tests."""
    columns: list[tuple[str, Text]] = [
        ("agent", say("pair")), ("score", say("score")),
        ("interval", say("{p:.0%} interval", p=study.confidence)), ("points", say("points more")),
        ("effect", say("effect size")),
        ("p", "p"), ("p_holm", "p, Holm"),
    ]  # fmt: skip
    points = mean_cells([(meeting.points, meeting.error) for meeting in study.meetings()])
    rows = [
        [
            Cell(f"{meeting.one} v {meeting.other}"),
            Cell(percent(meeting.score), meeting.score),
            rates(meeting.low, meeting.high),
            points_cell,
            _effect(study, meeting),
            Cell(probability(meeting.p).removeprefix("= "), meeting.p),
            Cell(probability(meeting.p_holm).removeprefix("= "), meeting.p_holm),
        ]
        for meeting, points_cell in zip(study.meetings(), points, strict=True)
    ]
    caption = say(
        "The pairs from the side of the first: score ({score}) with its interval over deals, points a "
        "game more ± standard error over deals, the same in standard deviations of a deal with its interval, "
        "and p-value of the paired test over deals, alone and corrected for the number of pairs.",
        score=_score_is(study),
    )
    return table("pairs", caption, columns, rows)


def _effect(study: Study, meeting: Meeting) -> Cell:
    """The difference in standard deviations of a deal (Cohen's d for pairs), with its interval."""
    spread = meeting.error * study.deals**0.5
    if not spread > 0:
        return Cell(NONE)
    low, high = meeting.points_low / spread, meeting.points_high / spread
    effect, ends = meeting.points / spread, "" if isnan(low) else reaching(signed(low), signed(high))
    return Cell(signed(effect), effect, ends, ends=(low, high))


def _score_is(study: Study) -> Saying:
    if len(study.results[0].match.players) > 2:
        return say("games with more points than the other, equal points counting half")
    if study.game.seats == 2:
        return say("games won, a draw counting half")
    return say("share of the wins of both")
