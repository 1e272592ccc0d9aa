"""What is tried: options that are worth it, and random games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kiebitz.errors import KiebitzError
from kiebitz.kernel.random import Stream
from kiebitz.rules.contract.complaints import require
from kiebitz.rules.game import Game
from kiebitz.rules.values import State
from kiebitz.sayings import say


def option_sets(game: type[Game]) -> list[str]:
    """Options that are worth trying, as on the command line: the defaults, and those that the game names.

    Where it names none, every other value of each option alone.
    """
    return ["", *(game.tried or each_alone(game))]


def each_alone(game: type[Game]) -> Iterator[str]:
    """Every other value of each option, of a range its ends; not those that need another option with them."""
    for option in game.option_list:
        match option.allowed:
            case range() as numbers:
                values = list(dict.fromkeys(map(str, (numbers[0], numbers[-1]))))
            case tuple() as texts:
                values = list(texts)
            case _:
                values = []
        for value in values:
            if value != option.default and _is_possible(game, {option.name: value}):
                yield f"{option.name}={value}"


def _is_possible(game: type[Game], options: dict[str, str]) -> bool:
    try:
        game(options)
    except KiebitzError:
        return False
    return True


def random_game(game: Game, seed: int) -> Iterator[State]:
    """The states of a game between random players, the deal first."""
    rng = Stream.named("random game", game.name, seed)
    state = game.deal(seed)
    yield state
    while not state.is_over:
        require(state.moves, say("The seat to move has no legal move, and the game is not over."), state)
        require(
            state.ply < game.max_moves,
            say(
                "A game is not over after {made} moves; max_moves is {most}.",
                made=state.ply,
                most=game.max_moves,
            ),
            state,
        )
        state = state.play(rng.choice(state.moves))
        yield state


def corpus(game: Game, seeds: Iterable[int]) -> list[State]:
    """All positions of some random games in which somebody is to move."""
    return [state for seed in seeds for state in random_game(game, seed) if not state.is_over]
