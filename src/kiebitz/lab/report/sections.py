"""The sections of a report: what each asks, its sentences, tables and figures."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from math import isfinite, isnan

from kiebitz.agents.cells.guarded import said_of_unlocked
from kiebitz.lab.report.agents import cross_table, pair_table, scores_table
from kiebitz.lab.report.canvas import Figure
from kiebitz.lab.report.effects import (
    Deals,
    SeatEffect,
    deals_of,
    first_player,
    first_seat,
    is_balanced,
    luck,
    seat_label,
    seats,
)
from kiebitz.lab.report.luck import luck_sentence, luck_table
from kiebitz.lab.report.measures import measure_tables
from kiebitz.lab.report.parameters import grid_figure, grid_table
from kiebitz.lab.report.plots import deal_figure, neighbours, pace, seat_figure, strength
from kiebitz.lab.report.study import Study
from kiebitz.lab.report.tabular import (
    Cell,
    Tabular,
    Text,
    between,
    counted_deals,
    listed,
    mean_cells,
    milliseconds,
    percent,
    plain,
    probability,
    rates,
    reaching,
    table,
    whole,
    with_error,
)
from kiebitz.lab.runs.run import Run
from kiebitz.language.speaking import spoken
from kiebitz.sayings import Saying, joined, say

MANY = 15  # more pairs than this are not listed one by one


@dataclass
class Section:
    """A heading with what stands below it."""

    name: str
    title: Text
    sentences: list[Text] = field(default_factory=list)
    blocks: list[Tabular | Figure] = field(default_factory=list)


def sections(run: Run, study: Study) -> list[Section]:
    """Everything that a study has to say, but for the verdict."""
    found = _asked(run, study)
    if run.unlocked:
        found[0].sentences.append(said_of_unlocked(run.unlocked))
    return found


def _asked(run: Run, study: Study) -> list[Section]:
    found = [_result(study), _seats(study), _deals(study), _game(study), _time(study), _failures(run, study)]
    if study.kind != "grid":
        found.insert(1, _meetings(study))
    return found


def _result(study: Study) -> Section:
    if study.kind == "grid":
        return Section("result", say("Result"), blocks=[grid_figure(study), grid_table(study)])
    return Section("result", say("Result"), blocks=[scores_table(study), strength(study)])


def _meetings(study: Study) -> Section:
    section = Section("meetings", say("Who beats whom"), blocks=[cross_table(study)])
    if len(study.meetings()) <= MANY:
        section.blocks.append(pair_table(study))
    return section


def _seats(study: Study) -> Section:
    found = seats(study)
    blocks: list[Tabular | Figure] = [seat_figure(study), seat_table(study, found)]
    section = Section("seats", say("Does the seat matter?"), blocks=blocks)
    sure = [seat for seat in found if seat.p < study.alpha]
    if not sure:
        deals = counted_deals(study.deals)
        section.sentences.append(say("No effect of the seat on the points is shown in {deals}.", deals=deals))
    elif len(found) == 2:
        seat = max(found, key=lambda one: one.difference)
        said = say(
            "Yes: {seat} gets {points} points a game more than the other seat (p {p}).",
            seat=seat.label,
            points=_size(seat),
            p=probability(seat.p),
        )
        section.sentences.append(said)
    else:
        told = listed([_advantage(seat) for seat in sure])
        section.sentences.append(say("Yes, compared with the mean of the other seats: {told}.", told=told))
    section.sentences += _begins(study)
    if not is_balanced(study):
        section.sentences.append(
            say(
                "But not everybody sat equally often in every seat: "
                "seats and agents cannot be told apart here."
            )
        )
    return section


def _begins(study: Study) -> list[Saying]:
    """What it is worth to make the first move."""
    if (seat := first_seat(study)) is not None:
        return [say("The first move of every deal is made by {seat}.", seat=seat_label(study, seat))]
    if (found := first_player(study)) is None:
        return []
    points = with_error(found.compared.difference, found.compared.error)
    return [
        say(
            "Whoever makes the first move wins {share} ({p:.0%} interval {ends}) and gets {points} points a "
            "game more than the others (p {chance}), over {deals}.",
            share=percent(found.share), p=study.confidence, ends=between(found.low, found.high),
            points=points, chance=probability(found.compared.p), deals=counted_deals(found.deals),
        )
    ]  # fmt: skip


def _advantage(seat: SeatEffect) -> Saying:
    if seat.difference > 0:
        return say("{seat} gets {points} points a game more", seat=seat.label, points=_size(seat))
    return say("{seat} gets {points} points a game less", seat=seat.label, points=_size(seat))


def _size(seat: SeatEffect) -> str:
    return with_error(abs(seat.difference), seat.difference_error, sign=False)


def seat_table(study: Study, found: list[SeatEffect]) -> Tabular:
    """The seats with their tests."""
    columns: list[tuple[str, Text]] = [
        ("seat", say("seat")), ("share", say("win rate")),
        ("interval", say("{p:.0%} interval", p=study.confidence)), ("points", say("points a game")),
        ("difference", say("more than the others")), ("p", "p"),
    ]  # fmt: skip
    points = mean_cells([(seat.points, seat.error) for seat in found])
    differences = mean_cells([(seat.difference, seat.difference_error) for seat in found])
    rows = [
        [
            Cell(seat.label),
            Cell(percent(seat.share), seat.share),
            rates(seat.low, seat.high),
            points[seat.number],
            differences[seat.number],
            Cell(probability(seat.p).removeprefix("= "), seat.p),
        ]
        for seat in found
    ]
    caption = say(
        "The seats, whoever sits there; errors and tests over deals."
        if len(found) == 2
        else "The seats, whoever sits there; errors and tests over deals, p-values corrected by Holm."
    )
    return table("seats", caption, columns, rows)


def _deals(study: Study) -> Section:
    meetings = study.meetings()
    chosen = meetings if len(meetings) <= MANY else neighbours(study)[:MANY]
    found = [deals_of(study, meeting) for meeting in chosen]
    section = Section("deals", say("What do the cards do?"), blocks=[deal_figure(study), deal_table(found)])
    if not isnan(part := luck(study)):
        explained = percent(part) if part >= 0.005 else say("next to nothing")
        said = say(
            "The cards explain {part} of the variance of a seat's points; the rest is the play.",
            part=explained,
        )
        section.sentences.append(said)
    section.sentences += _saving(study, [one.duplicate.saving for one in found])
    if study.results[0].match.frozen:
        section.blocks.append(luck_table(study))
        section.sentences.append(luck_sentence(study))
    return section


def _saving(study: Study, savings: list[float]) -> list[Saying]:
    """What was gained by playing every deal in several seatings."""
    known = [value for value in savings if isfinite(value)]
    if len(study.plans[0].lineups) == 1 or not known:
        return []
    low, high = plain(min(known)), plain(max(known))
    said = say(
        "Every deal was played in {n} seatings; with a deal of its own for "
        "every game, the same precision would have taken {times} times as many games."
        if max(known) >= 1.05
        else "Every deal was played in {n} seatings; that saved nothing here: with a deal of its own for "
        "every game, the same precision would have taken {times} times as many games.",
        n=len(study.plans[0].lineups),
        times=low if low == high else reaching(low, high),
    )
    return [said]


def deal_table(found: list[Deals]) -> Tabular:
    """Who was ahead on how many deals, and what duplicate play gained."""
    columns: list[tuple[str, Text]] = [
        ("agent", say("pair")), ("ahead", say("ahead")), ("level", say("level")), ("behind", say("behind")),
        ("clustered", say("s.e. as played")), ("unpaired", say("s.e. otherwise")), ("saving", say("saving")),
    ]  # fmt: skip
    rows = [
        [
            Cell(f"{one.meeting.one} v {one.meeting.other}"),
            whole(one.ahead),
            whole(one.level),
            whole(one.behind),
            Cell(plain(one.duplicate.clustered, 4), one.duplicate.clustered),
            Cell(plain(one.duplicate.unpaired, 4), one.duplicate.unpaired),
            Cell(plain(one.duplicate.saving), one.duplicate.saving),
        ]
        for one in found
    ]
    caption = say(
        "Deals on which the first of a pair was ahead in points over all seatings, level or behind; the "
        "standard error of the difference as played, and as it would be if every game had a deal of its own; "
        "and how many times as many games that would take for the same precision."
    )
    return table("deals", caption, columns, rows)


def _game(study: Study) -> Section:
    title = say("How {game} was played", game=study.game.name.capitalize())
    return Section("game", title, blocks=list(measure_tables(study)))


def _time(study: Study) -> Section:
    columns = [("agent", say("agent")), ("kind", say("runs as")), ("moves", say("moves")),
               ("seconds", say("thinking time")), ("ms_per_move", say("time a move"))]  # fmt: skip
    rows = []
    for agent in study.agents:
        parts = [(study.results[number], place) for number, place in study.parts(agent)]
        seconds = sum(float(result.spent[place]) for result, place in parts)
        moves = sum(int(result.moves[place]) for result, place in parts)
        time = study.scores[agent].ms_per_move
        compiled = parts[0][0].match.players[parts[0][1]].is_compiled
        rows.append([
            Cell(agent),
            Cell(say("compiled policy" if compiled else "Python agent")),
            whole(moves),
            Cell(milliseconds(1000 * seconds), seconds),
            Cell(milliseconds(time), time),
        ])  # fmt: skip
    caption = say(
        "Thinking time. Times are the only figures of this page that may differ when the run is repeated."
    )
    blocks: list[Tabular | Figure] = [pace(study), table("time", caption, columns, rows, ("kind",))]
    return Section("time", say("Time"), blocks=blocks)


def _failures(run: Run, study: Study) -> Section:
    section = Section("failures", say("Failures"))
    if not any(score.failures for score in study.scores.values()):
        section.sentences.append(say("No agent failed in any game."))
        return section
    games: dict[tuple[str, str], list[str]] = defaultdict(list)
    for number, result in zip(study.numbers, study.results, strict=True):
        for deal, lineup, loser, reason in run.ledger.failures(number, study.deals):
            agent = result.match.players[result.match.lineups[lineup][loser]].name
            # What follows the semicolon belongs to that one game.
            why = spoken(reason or say("failed")).partition(";")[0]
            games[agent, why].append(f"{number}/{deal}/{lineup}")
    columns = [("agent", say("agent")), ("count", say("games")), ("reason", say("reason")),
               ("example", say("one of them"))]  # fmt: skip
    kinds = sorted(games.items(), key=lambda item: (-len(item[1]), item[0]))
    rows = [
        [Cell(agent), whole(len(keys)), Cell(reason), Cell(keys[0])] for (agent, reason), keys in kinds[:MANY]
    ]
    said = say(
        "A game in which an agent fails is lost for it. "
        "One of them is shown by its key: kiebitz show {run} --game {key}",
        run=run.name,
        key=rows[0][3].text,
    )
    section.sentences.append(said)
    caption = say("Games lost by failing, by reason.")
    if len(kinds) > MANY:
        rest = sum(len(keys) for _, keys in kinds[MANY:])
        rarer = say("There are {n:,} rarer reasons in {games:,} more games.", n=len(kinds) - MANY, games=rest)
        caption = joined(" ", (caption, rarer))
    section.blocks.append(table("failures", caption, columns, rows, ("reason", "example")))
    return section
