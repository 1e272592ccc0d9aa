"""The Boerenbridge protocol: announcements, what they rule out, and the deals that are left."""

from __future__ import annotations

from kiebitz.lab.announcing import announcements
from kiebitz.lab.plan import match_plan
from kiebitz.lab.protocol import protocol
from kiebitz.rules.registry import game
from kiebitz.rules.values import Deal

HANDS = "AH QD KS | KH AD QC | QH KC AS | KD AC QS |  | trump=S opener=2"


def test_a_card_announces_itself_and_a_suit_that_is_not_followed() -> None:
    state = Deal.read(game("boerenbridge", {"schedule": "3"}), HANDS).start()
    for move in ("1", "1", "1", "1"):
        after = state.play(move)
        assert announcements(state, after) == []
        state = after
    led = state.play("QH")
    assert announcements(state, led) == [
        "announces: South has played QH, nobody else has it",
        "deals considered possible: North 1,680 → 560, East 1,680 → 560, West 1,680 → 560",
    ]
    told = announcements(led, led.play("QS"))
    assert told[1] == (
        "announces: West did not follow hearts in trick 1: no hearts. Ruled out for West: KH AH"
    )
    assert told[2].startswith("deals considered possible: North 560 → 150, East 560 → 150, South 1,680 → ")


def test_the_protocol_tells_announcements_and_paths() -> None:
    agents = ["full-kripke", "greedy-kripke", "greedy", "random"]
    match = match_plan("boerenbridge", agents, 1, 1, "schedule=3", "fixed").match
    lines = protocol(match, match.play(0, 0), level=1).splitlines()
    assert any("announces:" in line and "has played" in line for line in lines)
    assert any("deals considered possible: " in line for line in lines)
    assert any(" → play the " in line for line in lines)


def test_other_games_announce_nothing() -> None:
    state = game("durak").deal(1)
    assert announcements(state, state.play(state.moves[0])) == []
