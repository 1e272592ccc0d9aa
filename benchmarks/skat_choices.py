"""What Skat players make of a hand: how much their discards lose, and up to where holding is worth it.

    python benchmarks/skat_choices.py [HANDS] [tables.npz instinct.npz]

Discards: the best ten by the tables and the one that was chosen are played out in the same fresh worlds. One
half of the worlds finds the best, the other half says what the chosen one loses against it. Holding:
forehand holds a value and wins the auction; all play by instinct, then like the players of the training. The
other cards lie by chance; a player who bids that high has good ones, so what comes of it is rather too good.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

import numpy as np

from kiebitz.agents.registry import contestant
from kiebitz.games.skat import rules as r
from kiebitz.games.skat import sight
from kiebitz.games.skat.agents import memory as m
from kiebitz.games.skat.agents.bidding import bidding, choosing
from kiebitz.games.skat.agents.bidding.phases import worth_of_defending
from kiebitz.games.skat.agents.cards.worlds import with_bonus
from kiebitz.games.skat.tables import BIDS, DECK
from kiebitz.kernel.random import Stream
from kiebitz.kernel.state import HAND, PHASE, TURN, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.rules.registry import game
from parts.document import Cell, Document, cell, show
from tools.skat_training.players import PLAYER

SKAT = game("skat")
SEED = "skat choices"
NAMES = [str(card) for card in SKAT.deck.cards]
WORLDS = 160
TRIED = 10  # discards beside the chosen one
HELD = "CJ SJ DJ DT D9 D7 HA HK H8 C9"
VALUES = (18, 27, 30, 48, 72, 80, 96)
DEALS = 150


def mask(cards: str) -> int:
    return sum(1 << NAMES.index(card) for card in cards.split())


def dealt(hand: int, skat: int, rng: Stream) -> Vector:
    """The beginning with forehand's cards and this skat, or any if it is 0; chance deals the rest."""
    rest = [card for card in range(32) if (DECK & ~hand & ~skat) >> card & 1]
    rng.shuffle(rest)
    hands = [rest[:10], rest[10:20]]
    s = SKAT.deal(1).vector.copy()
    s[HAND : HAND + 3] = [hand, *(sum(1 << card for card in cards) for cards in hands)]
    s[r.SKAT] = skat or sum(1 << card for card in rest[20:])
    return s


def after(s: Vector, *codes: int) -> Vector:
    for code in codes:
        r.play(s, code)
    return s


def decided(policy: Vector, kernel: object, s: Vector, phases: tuple[int, ...], rng: Stream) -> Vector:
    """Let the policy play on while the game is in one of the phases."""
    view = np.empty(WORDS, np.int64)
    while s[TURN] >= 0 and s[PHASE] in phases:
        sight.observe(s, s[TURN], view)
        r.play(s, kernel(view, policy, rng.word))  # type: ignore[operator]
    return s


class Discard(NamedTuple):
    """What was chosen with twelve cards, and what it loses in points and in games won."""

    points: float
    wins: float


def loss(memory: Vector, cards: int, contract: int, chosen: int, rng: Stream) -> Discard:
    """What the chosen discard loses against the best."""
    found = np.zeros(TRIED, np.int64)
    bidding.best_discards(memory, cards, contract, 0, 0, found)
    pairs = list(dict.fromkeys([chosen, *(int(pair) for pair in found if pair)]))
    scores = np.zeros((len(pairs), WORLDS))
    hand = cards & ~chosen
    for world in range(WORLDS):
        start, before = int(rng.word[0]) & 0xFFFFFFFF, dealt(hand, chosen, rng)
        begin = after(before, r.PASS, r.PASS, 0, 0)
        for i, away in enumerate(pairs):
            s = begin.copy()
            choosing.go_to_the_play(s, contract, away)
            scores[i, world] = choosing.played_out(memory, s, start)
    half = WORLDS // 2
    best = int(scores[:, :half].mean(axis=1).argmax())
    rest = scores[:, half:]
    return Discard(
        float((rest[best] - rest[0]).mean()), float(((rest[best] > 0) * 1.0 - (rest[0] > 0)).mean())
    )


def discards(hands: int, files: str) -> dict[str, Cell]:
    """What the discards of instinct lose against the best, a game; standard errors over hands."""
    neutral, cells = m.make_memory([]), dict[str, Cell]()
    for spec in (f"instinct:playouts=0{files}", f"instinct{files and ':' + files[1:]}"):
        policy = contestant(spec, SKAT).policy
        assert policy is not None
        memory, deals = policy.memory.copy(), Stream.named(SEED)
        losses: list[Discard] = []
        while len(losses) < hands:
            deck = list(range(32))
            deals.shuffle(deck)
            cards, skat = (sum(1 << card for card in part) for part in (deck[:10], deck[10:12]))
            if bidding.worth_with_skat(neutral, cards, 0, 18) < 0:
                continue
            rng = Stream.named("worlds", len(losses))
            s = after(dealt(cards, skat, rng), r.PASS, r.PASS, 0, 0)
            decided(memory, policy.kernel, s, (r.DISCARD, r.NAME), rng)
            rng = Stream.named("played out", len(losses))
            losses.append(loss(neutral, cards | skat, int(s[r.CONTRACT]), int(s[r.SKAT]), rng))
        for what, found in zip(("points", "games"), zip(*losses, strict=True), strict=True):
            name = f"discards of {spec.removesuffix(files)}: {what} lost"
            cells[name] = cell(fmean(found), stdev(found) / len(losses) ** 0.5)
    return cells


def holding(player: str, name: str) -> dict[str, Cell]:
    """What comes of holding a value with the same hand, all seats played by one player."""
    policy, cells = contestant(player, SKAT).policy, dict[str, Cell]()
    assert policy is not None
    memory, hand = policy.memory.copy(), mask(HELD)
    for value in VALUES:
        place, scores = BIDS.tolist().index(value), []
        asked = after(dealt(hand, 0, Stream(1)), place)
        view = np.empty(WORDS, np.int64)
        sight.observe(asked, 0, view)
        answer = "yes" if policy.kernel(view, memory, Stream(1).word) == 0 else "pass"
        for number in range(DEALS):
            rng = Stream.named("held", number)
            s = after(dealt(hand, 0, rng), place, 0, r.PASS, r.PASS)
            decided(memory, policy.kernel, s, (r.CHOOSE, r.DISCARD, r.NAME, r.ANNOUNCE, r.CARD_PLAY), rng)
            scores.append(with_bonus(int(s[r.SCORE])))
        cells[f"{name}, {value}: answer"] = {"text": answer}
        cells[f"{name}, {value}: tables"] = cell(bidding.worth_with_skat(memory, hand, 0, value))
        cells[f"{name}, {value}: played"] = cell(fmean(scores), stdev(scores) / DEALS**0.5)
        cells[f"{name}, {value}: passing"] = cell(worth_of_defending(memory, 0, value))
    return cells


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("hands", nargs="?", type=int, default=60, help="whose discards are looked at")
    made.add_argument("files", nargs="*", type=Path, help="tables.npz instinct.npz, if not the package's")
    return made


def measured(chosen: argparse.Namespace) -> Document:
    files = "".join(f",{key}={file}" for key, file in zip(("tables", "weights"), chosen.files, strict=False))
    instinct = f"instinct{files and ':' + files[1:]}"
    cells = discards(chosen.hands, files)
    cells |= holding(instinct, "instinct") | holding(PLAYER + files, "skat-ai")
    return Document(cells, SEED, {"skat": [f"instinct:playouts=0{files}", instinct, PLAYER + files]})


if __name__ == "__main__":
    show(parser(), measured)
