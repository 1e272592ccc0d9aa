"""Writes moves.md: the phases of every game and the words of its moves, as the code has them.

python docs/make_moves.py
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from textwrap import fill

from kiebitz.rules.contract import option_sets
from kiebitz.rules.contract.tried import corpus, each_alone
from kiebitz.rules.game import Game
from kiebitz.rules.options import parse_options
from kiebitz.rules.registry import game_classes
from kiebitz.rules.values import State

MOVES = 6000  # of random games in which words are looked for
MEANT = {
    "boerenbridge": {"guess": "how many tricks you will take", "play": "a card"},
    "durak": {
        "attack": "the card to attack with, or `pass` to end the attack",
        "defend": "the card that beats the attack, or `take` all that lies there",
        "add": "another card of a rank that lies there, or `pass` when you have no more to add",
    },
    "schnapsen": {
        "play": "a card; `exchange` the jack of trumps for the card that is turned up; `close` the talon; "
        "`KH+QH` shows a marriage and leads the king, `QH+KH` the queen",
    },
    "skat": {
        "speak": "the bid that you say, or `pass`",
        "answer": "`yes` holds the bid, `pass` does not",
        "skat": "take up the `skat`, or play `hand`",
        "discard": "one card of the two that you put away",
        "contract": "the suit of a suit game (`C` clubs, `S` spades, `H` hearts, `D` diamonds), `G` grand or "
        "`N` null",
        "announce": "nothing (`plain`), or what a hand game announces besides",
        "play": "a card",
    },
}
"""What the moves of a phase are about."""
PAGE = Path(__file__).parent / "moves.md"
HEAD = """# Phases and moves

What bots read and write: `phase` and `moves` of a view, `move` of an answer, and the moves of
records. A bot answers with one of the `moves` that it was offered, so it needs this page only to
know what they mean. In a *secret* phase only the mover sees the move.

A card is two letters, in the order of the lists below: `AS` is the ace of spades, `TH` the ten of
hearts; in Skat the suit comes first, `SA`. Either order is read.

The page is made from the code: `python docs/make_moves.py`.
"""


def variants(game: type[Game]) -> list[Game]:
    """The game under all its options."""
    return [game(parse_options(text)) for text in dict.fromkeys([*option_sets(game), *each_alone(game)])]


def words(games: list[Game], phase: int) -> tuple[list[str], list[str]]:
    """The cards and the other words that are moves in a phase under some options.

    Of words that are not numbers those that are never allowed are left out.
    """
    cards, others, seen = dict[str, None](), dict[str, None](), set[str]()
    for game in games:
        names = set(map(str, game.deck.cards))
        seen |= {move for state in played(game) if state.vector_phase == phase for move in state.moves}
        for code in game.move_codes(phase):
            text = str(game.move(phase, code))
            (cards if text in names else others)[text] = None
    return list(cards), [text for text in others if text.isdigit() or text in seen]


@cache
def played(game: Game) -> list[State]:
    """The positions of some random games."""
    return corpus(game, range(max(3, MOVES // game.max_moves)))


def spans(texts: list[str]) -> Iterator[str]:
    """Words for a line; numbers that follow each other at one distance are written as a range."""
    numbers = [text for text in texts if text.isdigit()]
    steps = {int(after) - int(before) for before, after in pairwise(numbers)}
    for text in texts:
        if not text.isdigit():
            yield f"`{text}`"
    if len(numbers) > 3 and steps == {1}:
        yield f"`{numbers[0]}` to `{numbers[-1]}`"
    else:
        yield from (f"`{number}`" for number in numbers)


def described(cards: list[str], others: list[str], deck: int) -> str:
    """What can be played in a phase, in words."""
    parts = []
    if cards:
        parts.append("any card" if len(cards) == deck else "one of the cards " + ", ".join(spans(cards)))
    parts += [", ".join(spans(others))] if others else []
    return "; ".join(parts)


def section(game: type[Game]) -> str:
    """A game's part of the page."""
    games = variants(game)
    usual = games[0]
    deck = " ".join(str(card) for card in usual.deck.cards)
    lines = [f"## {game.title}", "", fill(f"`{game.name}`. Its cards: {deck}.", 100), ""]
    for number, phase in enumerate(game.phases):
        secret = " (secret)" if number in game.secret_phases else ""
        cards, others = words(games, number)
        what = described(cards, others, usual.deck.size)
        lines.append(
            fill(
                f"* **`{phase}`**{secret}: {what}. _{MEANT[game.name][phase]}_",
                100,
                subsequent_indent="  ",
                break_long_words=False,
                break_on_hyphens=False,
            )
        )
    return "\n".join(lines) + "\n"


def page() -> str:
    """The whole page, of the games that come with the program."""
    ours = [game for game in game_classes().values() if game.__module__.startswith("kiebitz.games.")]
    return "\n".join([HEAD, *map(section, ours)])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
