"""From what was counted and played to chances: logistic models that smooth the tables and correct them.

A cell's chance is what was counted there, drawn towards what a model of the same features expects. Deals one
by one give weights to further features: the linear refinement. Games of strong players, which are far fewer,
then correct all cells at once: by the seat, by the bid, and a little by the further features.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from kiebitz.games.skat.agents.bidding import refinement as f
from kiebitz.games.skat.agents.bidding.features import (
    BID_GROUPS,
    CELLS,
    GRAND_SHAPE,
    HAND_GROUPS,
    SUIT_CELLS,
    SUIT_SHAPE,
    bid_group,
    cell_at,
    hand_groups,
    holding_chance,
    null_holding,
)
from kiebitz.games.skat.agents.bidding.tables import SCALE, Tables
from kiebitz.games.skat.tables import BIDS, GRAND, NULL
from tools.skat_training import selfplay as p

PRIOR = 25.0  # deals that the model counts as in each cell
CAUTION = 5.0  # the penalty on a correction
DOUBT = 30.0  # that on the weights of further features, where games are few
FEW = 100.0  # passes that the mean of all counts as in each group
BEATEN = 40.0  # points for whoever has beaten the declarer
SEATS = 3
FIXED = 7  # columns beside the further features: a constant, Hand game, two seats, three bid groups
PARTS = ((SUIT_SHAPE, slice(0, SUIT_CELLS)), (GRAND_SHAPE, slice(SUIT_CELLS, CELLS)))
LIMITS = (61, 90)  # points by aim
DIGITS = 5  # of weights: what differs beyond them is arithmetic


def smoothed(deals: Any, hits: Any) -> Any:
    """The chance of each cell: counts drawn towards a model."""
    chances = []
    for shape, part in PARTS:
        model = logits(_columns(shape), deals[part], hits[part])
        chances.append((hits[part] + PRIOR * logistic(model)) / (deals[part] + PRIOR))
    return np.concatenate(chances)


def _columns(shape: tuple[int, ...]) -> Any:
    """For each cell: a constant, its features with their products, and the jacks one by one."""
    places = np.indices(shape).reshape(len(shape), -1).T.astype(np.float64)
    scaled = places / (np.array(shape) - 1.0)
    products = [scaled[:, i] * scaled[:, j] for i in range(len(shape)) for j in range(i, len(shape))]
    jacks = 1 if shape == SUIT_SHAPE else 0
    single = [places[:, jacks] == value for value in range(1, shape[jacks])]
    return np.column_stack([np.ones(len(places)), scaled, *products, *single])


def logistic(logit: Any) -> Any:
    return 1 / (1 + np.exp(-np.clip(logit, -30, 30)))


def logit(chances: Any) -> Any:
    clipped = np.clip(chances, 1e-4, 1 - 1e-4)
    return np.log(clipped / (1 - clipped))


def logits(columns: Any, deals: Any, hits: Any) -> Any:
    """What a logistic model of the columns expects of hits among deals, as logits."""
    return columns @ weigh(columns, deals, hits, np.zeros(len(columns)), 1.0)


def weigh(columns: Any, deals: Any, hits: Any, start: Any, caution: Any, steps: int = 8) -> Any:
    """The weights of a logistic model that corrects given logits, by Newton's method.

    Caution is the penalty on all weights, or on each.
    """
    told = deals > 0  # most cells of a small training are empty and say nothing
    columns, deals, hits, start = (each[told] for each in (columns, deals, hits, start))
    weights, penalty = np.zeros(columns.shape[1]), np.diag(np.broadcast_to(caution, columns.shape[1]))
    for _ in range(steps):
        chances = logistic(start + columns @ weights)
        gradient = columns.T @ (hits - deals * chances) - penalty @ weights
        curvature = (columns * (deals * chances * (1 - chances))[:, None]).T @ columns + penalty
        weights = weights + np.linalg.solve(curvature, gradient)
    return weights


# -- corrections ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Correction:
    """What games say beyond given tables, by kind of game and aim."""

    slope: Any
    """The factor of logits, less one."""
    constant: Any
    hand: Any
    kinds: Any
    """By group of hands."""
    seats: Any
    groups: Any
    sides: Any
    trumps: Any

    def chances(self, table: Any, aim: int) -> Any:
        """Chances by bid group and cell, corrected by all that a cell knows."""
        seat = np.arange(CELLS) % SEATS
        kind = (np.arange(CELLS) >= SUIT_CELLS).astype(int)
        added = self.constant[kind, aim] + self.seats[kind, aim, seat] + self.groups[kind, aim].T
        added = added + self.kinds[kind, aim, hand_groups()]
        return logistic((1 + self.slope[kind, aim]) * logit(table / SCALE) + added)

    def weights(self, before: Any, added: Any) -> Any:
        """The weights of further features: what they were, and what is added."""
        return (1 + self.slope)[..., None] * before + added


def further_features(records: Any) -> Any:
    """The further features of each game: sums over the side suits, then those of the trumps."""
    hands, skats, games = records[:, p.CARDS], records[:, p.AWAY], records[:, p.CHOSEN]
    sides = np.zeros((len(records), len(f.all_side_features())))
    for suit in range(4):
        own, gone = (hands >> (4 + 7 * suit)) & 127, (skats >> (4 + 7 * suit)) & 127
        sides += np.where(games == suit, 0.0, f.all_side_features()[:, gone, own]).T
    own = np.where(games < GRAND, ((hands >> (4 + 7 * games)) & 127) << 4, 0) | hands & 15
    return np.column_stack([sides, f.all_trump_features()[:, own].T])


def correct(tables: Tables, records: Any, doubt: float) -> Correction:
    """Fit what corrects tables to games that were played to the end."""
    records = records[records[:, p.ANNOUNCED] == 0]
    games = records[:, p.CHOSEN]
    sides = len(f.all_side_features())
    fixed = 1 + FIXED + HAND_GROUPS
    found = np.zeros((f.KINDS, f.AIMS, fixed + sides + len(f.all_trump_features())))
    for kind, chosen in enumerate(((games >= 0) & (games < GRAND), games == GRAND)):
        played, further = records[chosen], further_features(records[chosen])
        cells, groups = cells_of(played), bid_groups(played[:, p.AT])
        for aim, limit in enumerate(LIMITS):
            weights = np.concatenate([tables.sides[kind, aim], tables.trumps[kind, aim]])
            start = logit((tables.win, tables.schneider)[aim][groups, cells] / SCALE) + further @ weights
            start += (played[:, p.TOOK] == 0) * tables.hand[kind, aim]
            columns = np.column_stack([start, _fixed(played, groups), _kinds(cells), further])
            caution = np.array([CAUTION] * fixed + [doubt] * further.shape[1])
            hits = (played[:, p.MADE] >= limit).astype(float)
            found[kind, aim] = weigh(columns, np.ones(len(played)), hits, start, caution)
    slope, constant, hand = (found[..., i] for i in range(3))
    seats, groups = (np.pad(part, ((0, 0), (0, 0), (1, 0))) for part in (found[..., 3:5], found[..., 5:8]))
    kinds, further = found[..., 1 + FIXED : fixed], found[..., fixed:]
    return Correction(slope, constant, hand, kinds, seats, groups, further[..., :sides], further[..., sides:])


def bid_groups(places: Any) -> Any:
    """The groups of bids given by their places."""
    return np.array([bid_group(int(bid)) for bid in BIDS])[np.clip(places, 0, len(BIDS) - 1)]


def cells_of(records: Any) -> Any:
    """The cell of each game."""
    words = records[:, [p.CARDS, p.AWAY, p.CHOSEN, p.SEAT]]
    return np.array([cell_at(*row) for row in words.tolist()], np.int64)


def _kinds(cells: Any) -> Any:
    """For each game a one in the column of its group of hands."""
    return (hand_groups()[cells][:, None] == np.arange(HAND_GROUPS)).astype(float)


def _fixed(records: Any, group: Any) -> Any:
    """A constant, Hand game, seats 1 and 2, bid groups 1 to 3."""
    return np.column_stack([
        np.ones(len(records)), records[:, p.TOOK] == 0, *(records[:, p.SEAT] == seat for seat in (1, 2)),
        *(group == number for number in range(1, BID_GROUPS)),
    ]).astype(float)  # fmt: skip


# -- tables --------------------------------------------------------------------------------------------


def whole(chances: Any) -> Any:
    """Chances in ten-thousandths."""
    return np.rint(SCALE * chances).astype(np.int64)


def first_tables(win: Any, ninety: Any, made: dict[str, Any]) -> Tables:
    """Tables from chances by cell alone: alike for all bids, nothing refined, passing brings nothing."""
    null = whole(null_chances())
    win, ninety = (np.tile(whole(part), (BID_GROUPS, 1)) for part in (win, np.minimum(win, ninety)))
    sides = np.zeros((f.KINDS, f.AIMS, len(f.all_side_features())))
    trumps = np.zeros((f.KINDS, f.AIMS, len(f.all_trump_features())))
    hand, passing = np.zeros((f.KINDS, f.AIMS)), np.zeros((SEATS, BID_GROUPS))
    return Tables(win, ninety, null, sides, trumps, hand, passing, made)


@cache
def null_chances() -> Any:
    """The chance of each suit in Null: by the cards of it put away, at most two, and those held."""
    chances = np.zeros((256, 256))
    for gone in (mask for mask in range(256) if mask.bit_count() <= 2):
        for held in (mask for mask in range(256) if not mask & gone):
            chances[gone, held] = holding_chance(held, gone)
    return chances


def refined(first: Tables, sample: Any) -> Tables:
    """Tables with weights for the further features, from many deals of all kinds that were weakly played."""
    return _apply(correct(first, sample, CAUTION), first)


def corrected(tables: Tables, records: Any, made: dict[str, Any]) -> Tables:
    """The tables after what games of strong players say, which are fewer."""
    fixed = _apply(correct(tables, records, DOUBT), tables)
    null = (tables.null / SCALE) ** null_power(tables.null / SCALE, records)
    return replace(fixed, null=whole(null), defending=defending(records), made=tables.made | made)


def _apply(found: Correction, tables: Tables) -> Tables:
    """Corrected tables."""
    win, ninety = (found.chances(part, aim) for aim, part in enumerate((tables.win, tables.schneider)))
    hand = (1 + found.slope) * tables.hand + found.hand
    return replace(
        tables, win=whole(win), schneider=whole(np.minimum(win, ninety)), hand=hand.round(DIGITS),
        sides=found.weights(tables.sides, found.sides).round(DIGITS),
        trumps=found.weights(tables.trumps, found.trumps).round(DIGITS),
    )  # fmt: skip


def null_power(chances: Any, records: Any) -> float:
    """The power of the product over suits that fits the Nulls best: a gap is not easily found."""
    played = records[records[:, p.CHOSEN] == NULL]
    gone, held = (null_holdings(played[:, column]) for column in (p.AWAY, p.CARDS))
    product = np.prod(chances[gone, held], axis=1)
    won = played[:, p.RESULT] > 0
    powers = np.linspace(0.05, 2, 196)
    tries = np.clip(product[None] ** powers[:, None], 1e-3, 1 - 1e-3)
    fits = np.where(won, np.log(tries), np.log(1 - tries)).sum(axis=1) - np.log(powers) ** 2
    return float(powers[np.argmax(fits)])


def null_holdings(masks: Any) -> Any:
    """The holding in each suit of each set of cards."""
    found = [[null_holding(int(cards), suit) for suit in range(4)] for cards in masks]
    return np.array(found, int).reshape(-1, 4)


def defending(records: Any) -> Any:
    """What a seat that passed at a value got on average: by seat and bid group."""
    gains = np.where((records[:, p.CHOSEN] >= 0) & (records[:, p.RESULT] < 0), BEATEN, 0.0)
    usual, found = gains.sum() / max(len(gains), 1), np.zeros((SEATS, BID_GROUPS))
    for seat in range(SEATS):
        place = records[:, p.PASSED + seat]
        group = bid_groups(place)
        for number in range(BID_GROUPS):
            chosen = gains[(place >= 0) & (group == number)]
            found[seat, number] = (chosen.sum() + FEW * usual) / (len(chosen) + FEW)
    return found
