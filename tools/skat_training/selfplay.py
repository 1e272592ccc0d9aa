# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, no-warn-return-any
"""Whole games between players who bid by the same tables, compiled: what came of which hand at which bid.

The auction is theirs. Where something is to be learned the declarer then tries games and discards that look
about as good as the best one, and some deals have a hand whose Grand is easily judged wrongly: it is played,
whatever it looks like. A given player plays the cards.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numba import float64, int64, void

from kiebitz.errors import KiebitzError
from kiebitz.files import replaced
from kiebitz.games.skat import rules as r
from kiebitz.games.skat import sight
from kiebitz.games.skat.agents import memory as m
from kiebitz.games.skat.agents.bidding.chances import score_of
from kiebitz.games.skat.agents.bidding.phases import before_the_play
from kiebitz.games.skat.agents.bidding.tables import Tables
from kiebitz.games.skat.scoring import card_points
from kiebitz.games.skat.tables import ACES, BIDS, GRAND, JACKS, NULL, TRUMPS
from kiebitz.kernel.bits import count, has, lowest, next_pair
from kiebitz.kernel.jit import kernel
from kiebitz.kernel.random import derive, key, uniform
from kiebitz.kernel.state import A_POLICY, HAND, MATRIX, PHASE, STATE, TURN, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.game import Game
from kiebitz.rules.registry import game as known_game
from kiebitz.sayings import say
from tools.skat_training.spreading import Spread

CARDS, AWAY, CHOSEN, SEAT, TOOK, AT, ANNOUNCED, MADE, TOOK_TRICKS, RESULT, PASSED = range(11)
"""Columns of a record: ten cards, skat, contract (-1: passed in), seat, skat taken, place of the bid, level,
points, tricks, score; from the last one on, seat by seat, the place of the value it passed at (-1: never)."""
LOST_IN = PASSED + 3  # the suit that a Null was lost in, -1
COLUMNS = LOST_IN + 1
CHUNK = 250  # games between two savings
NOISE = 20.0  # points by which a game that is tried may look worse than the best
ADVISED = -1.0  # in place of them: nothing is tried, everybody does as he is advised
ODD = 4  # where something is to be learned, one deal of this many is odd
ODD_KINDS = 4


@kernel
def odd_kind(cards):
    """The kind of twelve cards whose Grand is easily judged wrongly, -1 for others.

    Three jacks and no ace, three or four and one ace, four and no ace, and three aces without a jack.
    """
    jacks, aces = count(cards & JACKS), count(cards & ACES)
    if jacks == 0:
        return 3 if aces >= 3 else -1
    if jacks < 3 or aces > 1:
        return -1
    return 1 if aces == 1 else 2 * (jacks - 3)


@kernel
def deal_oddly(s, rng, layout, kind):
    """Deal until somebody would have an odd hand of a kind with the skat."""
    while True:
        r.shuffle(s, rng, layout)
        r.deal(s, layout)
        for seat in range(3):
            if odd_kind(s[HAND + seat] | s[r.SKAT]) == kind:
                return


@kernel(void(STATE, STATE, STATE, float64, int64, STATE), inline=False)
def try_game(view, memory, rng, noise, first, found):
    """A game and its discard that look worse than the best by fewer points than the noise; found: both.

    Games before the first are not tried.
    """
    seat, bid = view[TURN], BIDS[view[r.BID]]
    cards, best = view[HAND + seat], -1e9
    for contract in range(first, 5 if first == GRAND else 6):
        loose = cards & ~TRUMPS[contract]
        loose = loose if count(loose) > 1 else cards
        pair = next_pair(loose, np.int64(0))
        while pair != 0:
            score = score_of(memory, cards & ~pair, pair, contract, seat, np.int64(1), bid)
            score += noise * uniform(rng)
            if score > best:
                best = score
                found[0], found[1] = contract, pair
            pair = next_pair(loose, pair)


@kernel(void(STATE, STATE, STATE, float64, int64, STATE, STATE), inline=False)
def prepare_game(s, memory, rng, noise, odd, view, record):
    """The auction, the skat and the choice of a game, as the tables advise if the noise is negative.

    Otherwise the Grand of an odd hand is tried in an odd deal.
    """
    found, values = np.zeros(2, np.int64), np.zeros(64, np.float64)
    while s[TURN] >= 0 and s[PHASE] != r.CARD_PLAY:
        seat, phase = s[TURN], s[PHASE]
        sight.observe(s, seat, view)
        if phase == r.DISCARD and noise >= 0:
            if s[r.SKAT_SIZE] == 0:
                first = np.int64(GRAND) if odd != 0 and odd_kind(s[HAND + seat]) >= 0 else np.int64(0)
                try_game(view, memory, rng, noise, first, found)
            move = lowest(found[1] & ~s[r.SKAT])
        elif phase == r.NAME and noise >= 0 and s[r.TAKEN] != 0 and has(r.legal(s), found[0]):
            move = found[0]
        else:
            move = before_the_play(view, memory, values)
        if (phase == r.SPEAK and move == r.PASS) or (phase == r.ANSWER and move != 0):
            record[PASSED + seat] = s[r.BID] + (1 if phase == r.SPEAK else 0)
        r.play(s, move)


@kernel(int64(STATE), inline=False)
def lost_in(s):
    """The suit of the trick that a Null was lost with, -1 for none."""
    if s[r.CONTRACT] != NULL or s[r.TRICKS] == 0:
        return np.int64(-1)
    led = s[r.TRICK] & 31
    return led if led < 4 else (led - 4) // 7


@kernel(void(int64, int64, int64, float64, STATE, STATE, MATRIX, A_POLICY), inline=False)
def play_games(root, first, odd_one_of, noise, bidding, memory, records, policy):
    """Play the deals first, first + 1, ... of a root key, one for each row of the records.

    One deal of so many is an odd one, of each kind by turns; none if that is 0.
    """
    rng, layout = np.empty(1, np.int64), np.empty(64, np.int64)
    s, view = np.zeros(WORDS, np.int64), np.empty(WORDS, np.int64)
    for i in range(records.shape[0]):
        record = records[i]
        record[:] = -1
        rng[0] = derive(root, first + i)
        odd = np.int64(odd_one_of != 0 and (first + i) % odd_one_of == odd_one_of - 1)
        if odd != 0:
            deal_oddly(s, rng, layout, (first + i) // odd_one_of % ODD_KINDS)
        else:
            r.shuffle(s, rng, layout)
            r.deal(s, layout)
        prepare_game(s, bidding, rng, noise, odd, view, record)
        if odd != 0:
            record[PASSED : PASSED + 3] = -1  # passing is learned from usual deals
        if s[TURN] < 0:
            continue
        seat = s[r.DECLARER]
        record[CARDS], record[AWAY], record[CHOSEN], record[SEAT] = (
            s[HAND + seat], s[r.SKAT], s[r.CONTRACT], seat,
        )  # fmt: skip
        record[TOOK], record[AT], record[ANNOUNCED] = s[r.TAKEN], s[r.BID], s[r.LEVEL]
        while s[TURN] >= 0:
            sight.observe(s, s[TURN], view)
            r.play(s, policy(view, memory, rng))
        record[MADE], record[TOOK_TRICKS] = s[r.POINTS] + card_points(s[r.SKAT]), s[r.TRICKS]
        record[RESULT], record[LOST_IN] = s[r.SCORE], lost_in(s)


Progress = Callable[[int], None]


def _silent(done: int) -> None:
    pass


@dataclass
class SelfPlay:
    """Whole games so far, which a file keeps between two calls."""

    seed: int
    player: str
    records: Vector

    @classmethod
    def resume(cls, file: Path, seed: int, player: str) -> SelfPlay:
        """What the file has, or a new beginning; games of others are not touched."""
        if not file.exists():
            return cls(seed, player, np.zeros((0, COLUMNS), np.int64))
        with np.load(file) as stored:
            about = json.loads(str(stored["about"]))
            if (about["seed"], about["player"]) != (seed, player):
                raise KiebitzError(
                    say(
                        "{file} has games of {player} with seed {seed}: give another file.",
                        file=str(file),
                        player=about["player"],
                        seed=about["seed"],
                    )
                )
            return cls(seed, player, stored["records"])

    def save(self, file: Path) -> None:
        about = json.dumps({"seed": self.seed, "player": self.player})
        with replaced(file) as aside:
            np.savez_compressed(aside, records=self.records, about=np.array(about))

    def run(
        self,
        games: int,
        game: Game,
        tables: Tables,
        file: Path,
        progress: Progress = _silent,
        weights: Vector | None = None,
        spread: Spread = map,
    ) -> None:
        """Play on to this many games between players who bid by the tables, saving after each chunk.

        With weights of instinct given, the player has these and the tables in place of the package's.
        """
        play = partial(_chunk_of, game, self.player, tables, NOISE, {}, weights)
        parts = (
            (self.seed, first, min(CHUNK, games - first), ODD)
            for first in range(len(self.records), games, CHUNK)
        )
        for found in spread(play, parts):
            self.records = np.concatenate([self.records, found])
            self.save(file)
            progress(len(self.records))


def play_by(
    tables: Tables,
    player: str,
    games: int,
    seed: int,
    playouts: int,
    progress: Progress = _silent,
    odd: bool = False,
    forced: bool = False,
    spread: Spread = map,
) -> Vector:
    """The records of games in which everybody does what the tables and this many playouts advise.

    In odd ones somebody has a hand whose Grand is easily judged wrongly. If forced, the tables alone choose,
    and he plays it if he has won the auction.
    """
    words = {m.PASSING: 1, m.PLAYOUTS: playouts}
    play = partial(_chunk_of, known_game("skat"), player, tables, 0.0 if forced else ADVISED, words, None)
    parts = ((seed, first, min(CHUNK, games - first), int(odd)) for first in range(0, games, CHUNK))
    records = []
    for found in spread(play, parts):
        records.append(found)
        progress(sum(map(len, records)))
    return np.concatenate(records)


def _chunk_of(
    game: Game,
    player: str,
    tables: Tables,
    noise: float,
    given: dict[int, int],
    weights: Vector | None,
    part: tuple[int, int, int, int],
) -> Vector:
    """The records of some games; the words given are those of the bidders.

    The part is the seed, the first game, how many there are, and one of how many is odd.
    """
    from kiebitz.agents.registry import contestant as find

    policy = find(player, game).policy
    if policy is None:
        raise KiebitzError(say("{agent} is not compiled: games of it would take too long.", agent=player))
    words = [given.get(word, 0) for word in range(m.PARAMETERS)]
    seed, first, number, odd = part
    records = np.empty((number, COLUMNS), np.int64)
    bidding = m.make_memory(words, tables)
    memory = policy.memory.copy()
    if weights is not None and len(memory) >= m.PARANOIA_SPACE:  # who plays by rules alone has neither
        memory = m.with_knowledge(memory, tables, weights)
    play_games(key("skat games", seed), first, odd, noise, bidding, memory, records, policy.kernel)
    return records
