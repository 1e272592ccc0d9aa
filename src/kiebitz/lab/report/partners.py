"""Cross-play in a report: the table of partners, what strangers lose, and the verdict."""

from __future__ import annotations

from kiebitz.lab.report.study import Study
from kiebitz.lab.report.tabular import (
    NONE,
    Cell,
    Tabular,
    Text,
    listed,
    mean_cells,
    percent,
    places_for,
    probability,
    reaching,
    signed,
    table,
    whole,
    with_error,
)
from kiebitz.lab.results.partners import Fit, Partners
from kiebitz.sayings import Saying, say


def partner_table(found: Partners) -> Tabular:
    """Everybody beside everybody: what the two lead by, and how often they win."""
    columns: list[tuple[str, Text]] = [("agent", say("agent"))]
    columns += [(f"with{n}", say("with {n}", n=n)) for n in range(1, len(found.agents) + 1)]
    places = places_for(max((one.error for one in found.partnerships), default=0.0))
    rows = []
    for number, agent in enumerate(found.agents, 1):
        row = [Cell(f"{number} {agent}")]
        for other in found.agents:
            pair = found.of(agent, other)
            if pair is None:
                row.append(Cell(NONE, look="empty"))
                continue
            won = say("won {share} of {n:,}", share=percent(pair.won), n=pair.games)
            lead = with_error(pair.lead, pair.error, places=places)
            row.append(Cell(lead, pair.lead, won, error=pair.error))
        rows.append(row)
    caption = say(
        "Cross-play: the row's agent with the column's as its partner, points a game more than their "
        "opponents ± standard error over deals, and how many of their games they won. On the diagonal "
        "an agent plays with itself. Every opposition counts alike."
    )
    return table("partners", caption, columns, rows)


def fit_table(found: Partners, confidence: float) -> Tabular:
    """What two agents lose or gain by playing together."""
    columns: list[tuple[str, Text]] = [
        ("agent", say("partners")), ("games", say("games")), ("together", say("side by side")),
        ("apart", say("each with itself")), ("difference", say("difference")),
        ("interval", say("{p:.0%} interval", p=confidence)), ("p", "p"), ("p_holm", "p, Holm"),
    ]  # fmt: skip
    differences = mean_cells([(fit.difference, fit.error) for fit in found.fits])
    rows = [_fit_row(found, fit, cell) for fit, cell in zip(found.fits, differences, strict=True)]
    caption = say(
        "Strangers: what two agents lead by side by side, the mean of what each leads by with itself, and "
        "the difference ± standard error over deals; below zero they understand each other less than "
        "themselves. P-values of paired tests over deals, alone and corrected for the number of pairs."
    )
    return table("strangers", caption, columns, rows)


def _fit_row(found: Partners, fit: Fit, difference: Cell) -> list[Cell]:
    together = found.of(fit.one, fit.other)
    assert together is not None
    places = places_for(fit.error)
    apart = together.lead - fit.difference
    return [
        Cell(f"{fit.one} + {fit.other}"),
        whole(together.games),
        Cell(signed(together.lead, places), together.lead),
        Cell(signed(apart, places), apart),
        difference,
        Cell(reaching(signed(fit.low, places), signed(fit.high, places)), ends=(fit.low, fit.high)),
        Cell(probability(fit.p).removeprefix("= "), fit.p),
        Cell(probability(fit.p_holm).removeprefix("= "), fit.p_holm),
    ]


def partner_verdict(study: Study) -> list[Saying]:
    """Who loses or gains beside whom."""
    found = study.partners
    if not found.fits:
        return [say("Nobody sat beside a stranger often enough to compare: play more deals.")]
    sure = [fit for fit in found.fits if fit.p_holm < study.alpha]
    worse = [fit for fit in sure if fit.difference < 0]
    better = [fit for fit in sure if fit.difference > 0]
    said = []
    if worse:
        said.append(say("Partners who lose beside each other: {told}.", told=listed([*map(_told, worse)])))
    if better:
        said.append(say("Partners who gain beside each other: {told}.", told=listed([*map(_told, better)])))
    if not sure:
        said.append(
            say("No two agents are shown to fit worse or better beside each other than by themselves.")
        )
    return [*said, say("Two agents count as partners in those games in which the rules made them so.")]


def _told(fit: Fit) -> Saying:
    points = with_error(fit.difference, fit.error)
    return say("{one} and {other} ({points} points a game)", one=fit.one, other=fit.other, points=points)
