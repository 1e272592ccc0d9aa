"""The bot of docs/my_bot.py and the same bot compiled, docs/fast_bot.py: games a second of processor time.

    python benchmarks/compiled_bots.py

Both play the same Schnapsen games against the compiled random player, in this process, in turn. Medians of
the rounds, the ratio with its lowest and highest.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from statistics import median
from time import process_time

from kiebitz.agents.registry import contestant
from kiebitz.lab.playing.match import Block, Match, play_block
from kiebitz.rules.registry import game
from parts.document import Document, cell, show

BOTS = {"docs/my_bot.py:Cautious": 1_000, "docs/fast_bot.py:cautious": 400_000}
SEED = 1


def match_of(spec: str, deals: int) -> Match:
    chosen = game("schnapsen")
    bot = replace(contestant(spec, chosen, trust=True), source=None)  # this process plays no deal twice
    match = Match(chosen, (bot, contestant("random", chosen)), deals, SEED)
    play_block(match, Block(0, 0, 10))  # whatever must be compiled is compiled now
    return match


def games_a_second(match: Match) -> float:
    start = process_time()
    play_block(match, Block(0, 0, match.deals))
    return match.deals / (process_time() - start)


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--rounds", type=int, default=9)
    return made


def measured(chosen: argparse.Namespace) -> Document:
    matches = [match_of(spec, deals) for spec, deals in BOTS.items()]
    rounds = [[games_a_second(match) for match in matches] for _ in range(chosen.rounds)]
    ratios = [compiled / plain for plain, compiled in rounds]
    cells = {spec: cell(median(rates)) for spec, rates in zip(BOTS, zip(*rounds, strict=True), strict=True)}
    cells["ratio"] = cell(median(ratios), ends=(min(ratios), max(ratios)))
    return Document(cells, SEED, {"schnapsen": [*BOTS, "random"]})


if __name__ == "__main__":
    show(parser(), measured)
