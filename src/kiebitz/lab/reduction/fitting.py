"""Weights fitted to games and frozen: ridge regression of points on luck, under a root of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import product
from typing import Any

import numpy as np

from kiebitz.agents.session import AgentLike, named
from kiebitz.agents.trust import trusting
from kiebitz.amounts import check_number
from kiebitz.errors import BadOption
from kiebitz.kernel.random import STREAMS
from kiebitz.lab.asking import names_of
from kiebitz.lab.playing.executors import executor
from kiebitz.lab.playing.match import course
from kiebitz.lab.progress import progress as shown_progress
from kiebitz.lab.reduction.correcting import sums
from kiebitz.lab.reduction.frozen import MOST_DRAWS, PARTS, Frozen, root_digest, values_of
from kiebitz.lab.running import MOST_WORKERS
from kiebitz.lab.runs.plan import Plan, pair_plan, table
from kiebitz.lab.runs.verify import kept
from kiebitz.rules.game import Game
from kiebitz.rules.options import Options
from kiebitz.sayings import say

PENALTIES = (1.0, 10.0, 100.0, 1_000.0, 10_000.0)
FEWEST_DEALS = 20
ROUNDING = 1e-9  # what varies less is nothing but rounding
TOGETHER = 500  # deals whose luck is summed up at once


def freeze(
    game: str | Game,
    one: AgentLike,
    other: AgentLike,
    *,
    deals: int = 1000,
    seed: int | str | None = None,
    options: Options = None,
    draws: int = 32,
    workers: int = 1,
    trust: bool = False,
    progress: bool = True,
) -> Frozen:
    """Let two agents play, and freeze the weights that take the most luck out of their games.

    ``seed``: names the deals; no match under it will accept the weights. ``draws``: how often each chance
    event is drawn anew. ``text`` of what comes back is what a file holds, for ``reduce=FILE``.

    >>> frozen = freeze("durak", "smart", "greedy", deals=50, seed="another", draws=4, progress=False)
    >>> frozen.game, len(frozen.weights), Frozen.read(frozen.text) == frozen
    ('durak', 2, True)
    """
    check_number("deals", deals)
    check_number("draws", draws, most=MOST_DRAWS)
    check_number("workers", workers, most=MOST_WORKERS)
    if deals < FEWEST_DEALS:
        raise BadOption(say("Weights need at least {n} deals, not {deals}.", n=FEWEST_DEALS, deals=deals))
    name, text = names_of(game, options)
    values = values_of(table(name, text))
    specs, places, known = named([one, other])
    with trusting(None if trust else known):
        plan = pair_plan(name, specs[0], specs[1], deals, seed, text, places)
    match = plan.match
    points, luck = _played(plan, draws, workers, not progress)
    weights, saved = fit(points, luck)
    return Frozen(
        game=match.game.name,
        options=match.game.options_text,
        agents=tuple(specs),
        deals=deals,
        draws=draws,
        streams=STREAMS,
        root=root_digest(match.game, plan.seed),
        meaning=values.meaning,
        columns=values.columns,
        weights=tuple(tuple(float(f"{weight:.9g}") for weight in row) for row in weights),
        saved=round(saved, 3),
    )


def _played(plan: Plan, draws: int, workers: int, quiet: bool) -> tuple[Any, Any]:
    """Points ``[deal, line-up, seat]`` and luck ``[deal, line-up, part, seat, column]`` of a plan's games."""
    match, lineups = plan.match, len(plan.lineups)
    seats, width = match.game.seats, len(values_of(match.game).columns)
    points = np.zeros((plan.deals, lineups, seats))
    luck = np.zeros((plan.deals, lineups, PARTS, seats, width))
    moves = np.full((lineups, TOGETHER, match.game.max_moves), -1, np.int64)
    with (
        closing(executor("auto", workers, [plan])) as player,
        shown_progress("games", plan.deals * lineups, 0, quiet) as show,
    ):
        games = kept(plan, player, course)
        for first, count in _stretches(plan.deals):
            moves[:] = -1
            for row, lineup in product(range(count), range(lineups)):
                points[first + row, lineup], codes = next(games)
                moves[lineup, row, : len(codes)] = codes
            deals = np.arange(first, first + count)
            for lineup in range(lineups):
                luck[deals, lineup] = sums(match, lineup, deals, moves[lineup, :count], draws)
            show((first + count) * lineups)
    return points, luck


def _stretches(deals: int) -> Iterator[tuple[int, int]]:
    return ((first, min(TOGETHER, deals - first)) for first in range(0, deals, TOGETHER))


def fit(points: Any, luck: Any) -> tuple[Any, float]:
    """The weights ``[part, column]``, and what they save: how many times fewer games taken singly.

    Deals with even and odd numbers judge each other to choose the penalty, and to tell the saving.
    """
    width = luck.shape[-1]
    found = np.moveaxis(luck, 2, 3).reshape(*points.shape, PARTS * width)
    centred = points - points.mean(axis=0)  # who sits where is no luck
    folds = [(found[half::2], centred[half::2]) for half in (0, 1)]

    def left(penalty: float) -> float:
        parts = [(folds[0], folds[1]), (folds[1], folds[0])]
        return float(np.mean([_rest(judged, _ridge(*fitted, penalty)) for fitted, judged in parts]))

    best = min(PENALTIES, key=left)
    weights = _ridge(found, centred, best)
    return weights.reshape(PARTS, width), float(centred.var() / max(left(best), 1e-12))


def _ridge(luck: Any, points: Any, penalty: float) -> Any:
    """Ridge regression; every column counts by how much it varies."""
    rows = luck.reshape(-1, luck.shape[-1])
    scale = rows.std(axis=0)
    varies = scale > ROUNDING
    rows = np.divide(rows, scale, out=np.zeros_like(rows), where=varies)
    inner = rows.T @ rows + penalty * np.eye(rows.shape[1])
    found = np.linalg.solve(inner, rows.T @ points.reshape(-1))
    return np.divide(found, scale, out=np.zeros_like(found), where=varies)


def _rest(judged: tuple[Any, Any], weights: Any) -> float:
    """The variance of points that is left."""
    luck, points = judged
    return float((points - luck @ weights).var())
