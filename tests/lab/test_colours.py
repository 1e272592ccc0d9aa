"""Colours in transcripts: in a terminal that wants them, and nowhere else."""

from __future__ import annotations

import io
import re

import pytest

from kiebitz.lab.playing.match import Match
from kiebitz.lab.results.colours import SEATS, TRUMP, code, wants_colours
from kiebitz.lab.results.transcript import transcript
from kiebitz.lab.runs.plan import match_plan

CODE = re.compile("\x1b\\[[0-9;]*m")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def a_match(name: str = "durak") -> Match:
    return match_plan(name, ["greedy", "random"] if name == "durak" else ["random"] * 3, 1, seed=1).match


def test_without_its_colours_a_transcript_is_the_plain_one() -> None:
    match = a_match()
    unit = match.play(0, 0)
    plain, coloured = (str(transcript(match, unit, 2, in_colour=on)) for on in (False, True))
    assert not CODE.search(plain)
    assert CODE.sub("", coloured) == plain


def test_each_seat_has_its_colour_and_trumps_are_blue() -> None:
    match = a_match()
    unit = match.play(0, 0)
    state = unit.start()
    text = str(transcript(match, unit, in_colour=True))
    for seat, player in enumerate(("Player 1", "Player 2")):
        lines = [line for line in text.splitlines() if re.search(rf"\d+\. {player} ", CODE.sub("", line))]
        assert lines and all(line.startswith(code(SEATS[seat])) for line in lines)
    blue = set(re.findall(rf"{re.escape(code(TRUMP))}(\w\w)\x1b", text))
    assert blue and all(card[1] == state.trump for card in blue)  # type: ignore[attr-defined]


def test_a_game_without_a_trump_suit_has_coloured_seats_too() -> None:
    match = a_match("skat")
    assert code(SEATS[2]) in str(transcript(match, match.play(0, 0), in_colour=True))


def test_pipes_and_users_who_want_none_get_no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert wants_colours(Terminal()) and not wants_colours(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colours(Terminal())
    monkeypatch.setenv("NO_COLOR", "")
    assert wants_colours(Terminal())
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_colours(Terminal())
