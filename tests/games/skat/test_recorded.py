"""Recorded games by the plain Skat rules: the same winners and points."""

import os
from collections import Counter
from pathlib import Path

import pytest

from tests.games.skat import rule_book as skat


def skat_record_lines() -> list[list[str]]:
    """The fields of the recorded games, or a skipped test if the folder of records is not named."""
    folder = os.environ.get("KIEBITZ_RECORDS")
    if not folder:
        pytest.skip("KIEBITZ_RECORDS does not name a folder with records")
    text = (Path(folder) / "skat" / "xskat-games.txt").read_text(encoding="utf-8")
    return [line.split("|") for line in text.splitlines() if line and not line.startswith("#")]


def short_auction(declarer: int, bid: str) -> list[str]:
    """Some auction that makes this seat the declarer at this bid."""
    if declarer == skat.FOREHAND:
        return [bid, "yes", "pass", "pass"]
    if declarer == skat.MIDDLEHAND:
        return [bid, "pass", "pass"]
    return ["pass", bid, "pass"]


def replay_skat_record(fields: list[str], naming: str) -> tuple[skat.Reference, int]:
    """The game of a record after its last card that was needed, and the number of cards played."""
    forehand = int(fields[0])
    dealt = [fields[1 + (forehand + seat) % 3] for seat in range(3)]
    declarer = (int(fields[5]) - forehand) % 3
    deal = " | ".join(part.replace(".", " ") for part in [*dealt, fields[4]])
    game = skat.Reference({"naming": naming}, [deal])
    declaration = ["skat", *fields[8].split("."), fields[7][0], "plain"]
    for move in short_auction(declarer, fields[6]) + declaration:
        game.play(move)
    assert (game.declarer, str(game.bid)) == (declarer, fields[6])
    played = 0
    for card in fields[9].split("."):
        if game.to_move() == -1:
            break
        game.play(card)
        played += 1
    return game, played


@pytest.mark.parametrize("naming", ["isko", "iss"])
def test_skat_records(naming: str) -> None:
    lines = skat_record_lines()
    assert len(lines) > 900
    contracts: Counter[str] = Counter()
    for fields in lines:
        game, played = replay_skat_record(fields, naming)
        assert game.to_move() == -1, fields
        assert (game.value > 0) == (fields[11] == "W"), fields
        if game.contract == "N":
            assert fields[10] == "-"
            if game.value > 0:
                assert played == 30
            else:
                assert (game.tricks_won[game.declarer], game.leader) == (1, game.declarer)
        else:
            assert played == 30
            assert game.card_points == int(fields[10]), fields
        contracts[game.contract] += 1
    assert set(contracts) == set("CSHDGN")
