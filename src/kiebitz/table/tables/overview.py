"""What a player's history comes to: results by opponent and level, what bids brought, mistakes over time."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from kiebitz.lab.statistics.intervals import wilson
from kiebitz.rules.parts import part
from kiebitz.rules.registry import game_classes
from kiebitz.sayings import Saying
from kiebitz.table.stage import Stage
from kiebitz.table.tables.history import History, Mistake, Result, Reviewed, Where

BLOCKS = 12  # of a development over time, at most
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # with which a cell would be one for a spreadsheet
COLUMNS = ("time", "game", "options", "seat", "opponents", "levels", "points", "share", "attempt", "table",
           "series", "unit")  # fmt: skip

Played = Sequence[tuple[Where, Result]]


def overview(history: History, player: str) -> dict[str, Any]:
    """Everything for the page *My games*; a deal that was played again does not count.

    >>> overview(History(), "nobody")
    {'games': []}
    """
    results = [(where, result) for where, result in history.results(player) if where.attempt == 0]
    known = game_classes()
    games = [name for name in dict.fromkeys(result.game for _, result in results) if name in known]
    return {"games": [_game(name, results, history.reviews(player, name)) for name in sorted(games)]}


def _game(name: str, results: Played, reviews: Sequence[Reviewed]) -> dict[str, Any]:
    cls = game_classes()[name]
    own = [result for _, result in results if result.game == name]
    title, undertaken, came = part(cls, Stage).bid_words
    return {
        "game": name,
        "title": cls.title,
        **_sums(own),
        "opponents": _grouped(own, _opponents),
        "blocks": [_sums(block) | {"from": block[0].at, "to": block[-1].at} for block in _blocks(own)],
        "bids": {
            "title": title.as_json(),
            "undertaken": undertaken.as_json(),
            "came": came.as_json(),
            "groups": _bids(own),
        },
        "mistakes": _mistakes(reviews),
    }


def _sums(results: Sequence[Result]) -> dict[str, Any]:
    """How many were played, how many won with its 95 % interval, and points on average."""
    played, won = len(results), sum(result.share for result in results)
    low, high = wilson(won, played)
    points = sum(result.points[result.seat] for result in results) / played
    return {"played": played, "won": won, "low": low, "high": high, "points": points}


def _grouped(results: Sequence[Result], key: Callable[[Result], tuple[str, str]]) -> list[dict[str, Any]]:
    """By opponents and level, those met most often first."""
    groups: dict[tuple[str, str], list[Result]] = defaultdict(list)
    for result in results:
        groups[key(result)].append(result)
    rows = [_sums(group) | {"name": name, "level": level} for (name, level), group in groups.items()]
    return sorted(rows, key=lambda row: -int(row["played"]))


def _opponents(result: Result) -> tuple[str, str]:
    """Who the others were, and their level if all had the same."""
    others = [each for seat, each in enumerate(result.seats) if seat != result.seat]
    levels = {each.get("level", "") for each in others}
    names = dict.fromkeys(each["name"] if each["kind"] == "agent" else "" for each in others)
    return ", ".join(filter(None, names)), levels.pop() if len(levels) == 1 else ""


def _blocks(items: Sequence[Any]) -> list[Sequence[Any]]:
    """A sequence cut into at most so many equal parts, in order."""
    count = min(BLOCKS, len(items))
    edges = [len(items) * n // count for n in range(count + 1)] if count else []
    return [items[start:end] for start, end in pairwise(edges)]


def _bids(results: Iterable[Result]) -> list[dict[str, Any]]:
    """What was undertaken, by its kind: how often, how often met, and what came on average."""
    groups: dict[str, list[Any]] = defaultdict(list)
    for bid in (bid for result in results for bid in result.bids):
        groups[str(Saying.of_json(bid["group"]))].append(bid)
    return [
        {
            "group": bids[0]["group"],
            "times": len(bids),
            "met": sum(bid["met"] for bid in bids),
            "interval": wilson(sum(bid["met"] for bid in bids), len(bids)),
            "undertaken": sum(bid["undertaken"] for bid in bids) / len(bids),
            "came": sum(bid["came"] for bid in bids) / len(bids),
        }
        for _, bids in sorted(groups.items())
    ]


def _mistakes(reviews: Sequence[Reviewed]) -> dict[str, Any]:
    """Knowable mistakes by kind and over time; those that only open cards show are counted apart."""
    return {
        "decisions": sum(review.decisions for review in reviews),
        "units": len(reviews),
        "kinds": _kinds([each for review in reviews for each in review.mistakes if each.knowable]),
        "hidden": sum(not each.knowable for review in reviews for each in review.mistakes),
        "blocks": [
            {
                "from": block[0].at,
                "to": block[-1].at,
                "decisions": sum(review.decisions for review in block),
                "mistakes": sum(each.knowable for review in block for each in review.mistakes),
            }
            for block in _blocks(reviews)
        ],
    }


def _kinds(mistakes: Iterable[Mistake]) -> list[dict[str, Any]]:
    groups: dict[tuple[str, str], list[Mistake]] = defaultdict(list)
    for mistake in mistakes:
        groups[str(mistake.kind), mistake.scale].append(mistake)
    rows = [
        {
            "kind": group[0].kind.as_json(),
            "scale": scale,
            "count": len(group),
            "loss": sum(mistake.loss for mistake in group),
        }
        for (_, scale), group in groups.items()
    ]
    return sorted(rows, key=lambda row: -int(row["count"]))


# -- export ---------------------------------------------------------------------------------------------


def export(history: History, player: str) -> dict[str, Any]:
    """Everything that is kept of a player, as data."""
    return {
        "results": [where._asdict() | vars(result) for where, result in history.results(player)],
        "reviews": [
            review.where._asdict()
            | {"game": review.game, "at": review.at, "decisions": review.decisions}
            | {"mistakes": [mistake.as_dict() for mistake in review.mistakes]}
            for review in history.reviews(player)
        ],
    }


def export_csv(history: History, player: str) -> str:
    """The results as a table, one unit a line; a name that a spreadsheet would compute is kept from that.

    >>> export_csv(History(), "nobody").splitlines()[0][:22]
    'time,game,options,seat'
    """
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(COLUMNS)
    for where, result in history.results(player):
        others = [each for seat, each in enumerate(result.seats) if seat != result.seat]
        names, levels = (", ".join(each.get(word, "") for each in others) for word in ("name", "level"))
        row = (result.at, result.game, result.options, result.seat, names, levels,
               result.points[result.seat], result.share, where.attempt, *where[:3])  # fmt: skip
        table.writerow([_cell(value) for value in row])
    return text.getvalue()


def _cell(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
