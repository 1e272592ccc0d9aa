"""``kiebitz skat series``: how players did over series of thirty-six games, after Seeger and Fabian."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kiebitz.cli.common import JSON, print_json, print_table
from kiebitz.cli.replay import not_replayed
from kiebitz.errors import BadNotation, BadOption, KiebitzError
from kiebitz.files import read_text
from kiebitz.games.skat.series import Listed, Standing, cut, standings, totals
from kiebitz.language.speaking import spoken
from kiebitz.sayings import say
from kiebitz.telling import tell

if TYPE_CHECKING:
    from kiebitz.rules.formats import AnyRecord


def series_of_games(
    files: list[Path] = typer.Argument(None, help="Records: ISS (.sgf), XSkat or our own, in order."),
    tables: bool = typer.Option(False, "--tables", help="The series that were played at the table."),
    store: Path | None = typer.Option(None, "--store", help="The file of its tables, if it is another one."),
    as_json: bool = JSON,
) -> None:
    """The mean score of a series of 36 games and its standard deviation, player by player.

    Consecutive games of the same three players are a series; the next one begins after 36. A series that was
    not finished has no score, but its games count for the rate of all games.
    """
    if bool(files) == (tables or store is not None):
        raise BadOption(say("Name files with records, or say --tables."))
    lists = list(_of_files(files) if files else _of_tables(store))
    found = standings(lists)
    if not found:
        raise KiebitzError(say("There is no finished game of three players."))
    if as_json:
        print_json([_facts(standing) for standing in found])
    else:
        _print(found)


def _of_tables(store: Path | None) -> Iterator[Listed]:
    from kiebitz.table.tables.store import Store, tables_home

    file = store or tables_home()
    if not file.exists():
        raise KiebitzError(say("There are no tables in {file}.", file=str(file)))
    kept = Store(file)
    try:
        yield from kept.lists("skat")
    finally:
        kept.close()


def _of_files(files: list[Path]) -> Iterator[Listed]:
    from kiebitz.rules.formats import read_file

    for file in files:
        records = read_file(read_text(file), str(file))
        yield from cut(game for record in records if (game := _result(record)))


def _result(record: AnyRecord) -> tuple[tuple[str, ...], tuple[int, ...]] | None:
    """The players of a finished game and their points; without names they are the seats."""
    from kiebitz.games.skat import SEAT_NAMES
    from kiebitz.games.skat.records.iss import IssRecord
    from kiebitz.games.skat.view import SkatState
    from kiebitz.rules.records import Record

    if isinstance(record, Record) and record.game != "skat":
        raise _other_game(record, record.game)
    names: tuple[str, ...] = getattr(record, "players", ())
    players = names if len(set(names)) == 3 else SEAT_NAMES
    if isinstance(record, IssRecord) and (result := record.result):
        is_played = result.outcome != "penalty"
        return (players, totals([(result.declarer, result.value)])) if is_played else None
    if isinstance(record, Record) and record.result:
        if len(record.result) != 3:
            said = say("{record} has points of {n} players, not of three.",
                       record=record.name, n=len(record.result))  # fmt: skip
            raise BadNotation(said)
        return players, record.result
    states = record.states()
    if not states:
        raise not_replayed(record)
    if not isinstance(end := states[-1], SkatState):
        raise _other_game(record, end.game.name)
    return (players, tuple(end.payoffs)) if end.is_over else None


def _other_game(record: AnyRecord, game: str) -> BadOption:
    return BadOption(say("A series is of Skat; {record} is of {game}.", record=record.name, game=game))


def has_deviation(standing: Standing) -> bool:
    """One series has a mean, but no deviation."""
    return len(standing.scores) > 1


def _facts(standing: Standing) -> dict[str, object]:
    sums = standing.sums
    return {
        "player": standing.player, "series": len(standing.scores), "scores": standing.scores,
        "mean": standing.mean, "deviation": standing.deviation if has_deviation(standing) else None,
        "games": standing.games, "won": sums.won, "lost": sums.lost, "pace": standing.pace,
    }  # fmt: skip


def _print(found: list[Standing]) -> None:
    from rich.table import Table

    headings = (
        say("player"), say("series"), say("mean ± s.d."), say("games"), say("won : lost"), say("36 games"),
    )  # fmt: skip
    table = Table(*map(spoken, headings), box=None)
    for one in found:
        scored = say("{points:.1f}", points=one.mean)
        if has_deviation(one):
            scored = say("{mean:.1f} ± {deviation:.1f}", mean=one.mean, deviation=one.deviation)
        games = say("{won} : {lost}", won=one.sums.won, lost=one.sums.lost)
        pace = say("{points:.1f}", points=one.pace)
        cells = (say("{n:,}", n=len(one.scores)), scored if one.scores else "–", say("{n:,}", n=one.games))
        table.add_row(one.player, *(spoken(cell) for cell in (*cells, games, pace)))
    print_table(table)
    tell(say("The last column is the score of 36 games at the rate of all games, also of unfinished series."))
