"""What every game must keep: checks on rules, views and worlds.

Each check plays random games and raises ``BrokenContract`` with one sentence, the position below it. A check
takes a game with its options settled; ``option_sets`` says which options are worth trying.

>>> from kiebitz.rules.registry import game
>>> check_names(game("durak"))
>>> option_sets(type(game("skat")))
['', 'naming=iss']
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from kiebitz.errors import BadNotation, IllegalMove, KiebitzError
from kiebitz.kernel.random import Stream, key, pick
from kiebitz.kernel.state import HAND, SEED, TURN, VIEWER, WORDS
from kiebitz.kernel.vectors import Vector
from kiebitz.kernel.worlds import MOST_CASES, count_cases, draw_case
from kiebitz.rules.game import Game
from kiebitz.rules.invariants import FAULTS, PLACES, bind
from kiebitz.rules.records import Record
from kiebitz.rules.steps import BrokenContract as BrokenContract
from kiebitz.rules.steps import check_class, check_steps, require
from kiebitz.rules.values import Deal, State

SPECTATOR = -1


# -- what is tried ---------------------------------------------------------------------------------------


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
        require(state.moves, "The seat to move has no legal move, and the game is not over.", state)
        require(
            state.ply < game.max_moves,
            f"A game is not over after {state.ply} moves; max_moves is {game.max_moves}.",
            state,
        )
        state = state.play(rng.choice(state.moves))
        yield state


def corpus(game: Game, seeds: Iterable[int]) -> list[State]:
    """All positions of some random games in which somebody is to move."""
    return [state for seed in seeds for state in random_game(game, seed) if not state.is_over]


# -- rules and names -------------------------------------------------------------------------------------


def check_claims(game: Game, seeds: Iterable[int] = range(15)) -> None:
    """Seats, length, rounds and points are within what the game claims."""
    low, high = game.point_range
    require(
        len(game.place_names()) >= game.seats, "place_names() names fewer places than the game has seats."
    )
    for seed in seeds:
        states = list(random_game(game, seed))
        end = states[-1]
        made = len(states) - 1
        require(made <= game.max_moves, f"A game had {made} moves; max_moves is {game.max_moves}.")
        require(
            all(low <= points <= high for points in end.payoffs),
            f"The points {end.payoffs} are not within point_range, {low} to {high}.",
            end,
        )
        shares = game.shares(np.array([end.payoffs]))[0]
        require(
            len(shares) == game.seats and all(0 <= share <= 1 for share in shares),
            f"shares() must give each seat a number from 0 to 1, not {shares}.",
        )
        for state in states[:-1]:
            require(state.moves, "The seat to move has no legal move.", state)
            require(0 <= state.turn < game.seats, f"The seat to move is {state.turn}.", state)
            require(
                0 <= state.round < game.rounds, f"Round {state.round + 1} is beyond {game.rounds}.", state
            )


def check_moves(game: Game, most: int = 60) -> None:
    """Every legal move plays, every other is refused, and the state that was asked stays as it is."""
    for state in list(random_game(game, 1))[:most]:
        before = state.vector.copy()
        for seat in (*range(game.seats), SPECTATOR):
            require(str(state.view(seat)), f"render() has no text for the view of seat {seat}.")
        for code in game.move_codes(state.vector_phase):
            move = game.move(state.vector_phase, code)
            try:
                state.play(move)
                played = True
            except IllegalMove:
                played = False
            require(played == (move in state.moves), f"{move} is legal and refused, or played all the same.")
            require((state.vector == before).all(), f"Playing {move} changed the state it was played in.")
        try:
            game.read_move(state.vector_phase, "nonsense")
        except BadNotation:
            continue
        raise BrokenContract("read_move() takes the text 'nonsense' for a move.")


def check_names(game: Game) -> None:
    """The texts of cards and moves are read back, and no two moves of a phase have the same."""
    for card in game.deck.cards:
        found = game.deck.read(str(card)), game.deck.read(card[::-1])
        require(found == (card, card), f"The card {card} is read back as {found[0]} and {found[1]}.")
    for phase, name in enumerate(game.phases):
        for code in game.move_codes(phase):
            text = game.move(phase, code)
            again = game.read_move(phase, str(text)).code
            require(again == code, f"In the phase {name}, the text {text!r} means moves {code} and {again}.")
            require(
                " " not in text, f"The move {text!r} has a space in it, which separates moves in records."
            )


def check_texts(game: Game, seeds: Iterable[int] = range(10)) -> None:
    """Deals and records are read back as they were; a replay ends with the same points."""
    for seed in seeds:
        *_, end = random_game(game, seed)
        again = Deal.read(game, end.deal.text)
        require(again == end.deal, "The text of a deal does not give the deal back.", end.deal, again)
        record = Record.of(end, tuple(f"agent {seat}" for seat in range(game.seats)))
        require(
            Record.read(record.text) == record, "The text of a record does not give it back.", record.text
        )
        replay = again.start()
        for move in record.moves:
            replay = replay.play(move)
        require(Record.of(replay, record.players) == record, "A record replays differently.", record.text)


def check_deals(game: Game, seeds: Iterable[int] = range(5)) -> None:
    """A deal read from its text plays as compiled code plays it: later rounds are dealt alike."""
    for seed in seeds:
        seed_key = key("contract", seed)
        rng, state = Stream.named("deals", seed), Deal.from_key(game, seed_key).start()
        vector = np.zeros(WORDS, np.int64)
        game.machine.begin(vector, seed_key, game.option_words)
        while not state.is_over:
            move = rng.choice(state.moves)
            state = state.play(move)
            game.kernels.play(vector, move.code)
            same = (np.delete(vector, SEED) == np.delete(state.vector, SEED)).all()
            require(same, f"After {move}, compiled play and the deal's text differ.", state)


# -- views -----------------------------------------------------------------------------------------------


def observed(state: State, seat: int) -> Vector:
    """The vector of a view."""
    view = np.zeros(WORDS, np.int64)
    state.game.kernels.observe(state.vector, seat, view)
    return view


def problem(game: Game, view: Vector) -> tuple[Vector, Vector, int]:
    """The places of a view: possible cards, room, number of places."""
    cards, room = np.zeros(PLACES, np.int64), np.zeros(PLACES, np.int64)
    places = int(game.kernels.unseen(view, cards, room))
    return cards, room, places


def cases_of(game: Game, view: Vector, places: int) -> tuple[Vector, int]:
    """The cases into which the worlds of a view fall: the cards that places lack in each; how many."""
    lacks = np.zeros((MOST_CASES, places), np.int64)
    return lacks, int(game.kernels.cases(view, lacks))


def number_of_worlds(game: Game, view: Vector) -> float:
    cards, room, places = problem(game, view)
    return float(count_cases(cards, room, places, *cases_of(game, view, places)))


def unseen_mask(cards: Vector, room: Vector, places: int) -> int:
    """All cards that a view does not see."""
    mask = 0
    for place in range(places):
        mask |= int(cards[place]) if room[place] else 0
    return mask


def check_completions(game: Game, seeds: Iterable[int] = range(8)) -> None:
    """A completed view gives the view back, and can be played to its end."""
    rng = Stream.named("soundness")
    world, again = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
    for number, state in enumerate(corpus(game, seeds)):
        for seat in (*range(game.seats), SPECTATOR):
            view = observed(state, seat)
            game.kernels.complete(view, rng.word, world)
            game.kernels.observe(world, seat, again)
            words = np.nonzero(again != view)[0].tolist()
            require(
                not words,
                f"A completed view of seat {seat} looks different to it in the words {words}.",
                state,
            )
        if number % game.rounds == 0:  # a unit with many rounds takes long
            play_out(game, world, rng)


def play_out(game: Game, vector: Vector, rng: Stream) -> None:
    """Random moves to the end, in place; the points must be within the claims."""
    for _ in range(game.max_moves):
        if vector[TURN] < 0:
            break
        mask = int(game.kernels.legal(vector))
        require(mask, "A completed view leads to a position without a legal move.")
        game.kernels.play(vector, pick(rng.word, mask))
    require(vector[TURN] < 0, f"A completed view is not over after {game.max_moves} moves.")
    points = [int(game.kernels.payoff(vector, seat)) for seat in range(game.seats)]
    low, high = game.point_range
    within = all(low <= one <= high for one in points)
    require(within, f"A completed view ends with the points {points}, which are not within {low} to {high}.")


def check_truth(game: Game, seeds: Iterable[int] = range(8)) -> None:
    """The cards of every hand are among those that a view says may lie there, and as many."""
    for state in corpus(game, seeds):
        for seat in (*range(game.seats), SPECTATOR):
            view = observed(state, seat)
            cards, room, places = problem(game, view)
            hidden = unseen_mask(cards, room, places)
            require(
                hidden.bit_count() == room[:places].sum(),
                f"For seat {seat} the places have room for {room[:places].sum()} cards, "
                f"but {hidden.bit_count()} are unseen.",
                state,
            )
            for other in range(game.seats):
                held = int(state.vector[HAND + other]) & hidden
                require(
                    held.bit_count() == room[other] and held & ~int(cards[other]) == 0,
                    f"For seat {seat}, seat {other} cannot hold what it holds.",
                    state,
                )
            lacks, cases = cases_of(game, view, places)
            hands = state.vector[HAND : HAND + game.seats]
            true = [case for case in range(cases) if not (lacks[case, : game.seats] & hands).any()]
            require(not cases or true, f"For seat {seat}, no case of cases() is the real one.", state)


def check_learning(game: Game, seeds: Iterable[int] = range(4)) -> None:
    """Within a round, worlds become fewer. A secret move (a discard) starts anew."""
    for seed in seeds:
        for seat in range(game.seats):
            for before, after in pairwise(random_game(game, seed)):
                secret = before.vector_phase in game.secret_phases
                if after.is_over or before.round != after.round or secret:
                    continue
                fewer = _orders(game, after, seat) <= _orders(game, before, seat) * (1 + 1e-9)
                require(fewer, f"Seat {seat} knows less after a move than before it.", after)


def _orders(game: Game, state: State, seat: int) -> float:
    """The worlds, with the order of what is drawn from."""
    view = observed(state, seat)
    _, room, places = problem(game, view)
    stock = int(room[game.seats : places].sum())
    return number_of_worlds(game, view) * math.factorial(stock)


class Twins(NamedTuple):
    """Two states that a seat cannot tell from each other."""

    state: State
    other: State
    seat: int


def permuted(state: State, seat: int, rng: Stream, before: Sequence[State] = ()) -> tuple[Deal, list[str]]:
    """Another deal that the seat cannot tell from this one, and the moves that lead to the same place.

    Whoever has the states before this one saves a replay.
    """
    game, change = state.game, _exchange(state, seat, rng)
    layouts = list(state.deal.layouts)
    layout = list(layouts[state.round])
    line = state.deal.text.splitlines()[state.round]
    size = sum(word != "|" and "=" not in word for word in line.split())
    layouts[state.round] = tuple([change[card] for card in layout[:size]] + layout[size:])
    moves = []
    for (mover, move), then in zip(state.history, before or _course(state), strict=True):
        phase = then.vector_phase
        secret = phase in game.secret_phases and mover != seat and then.round == state.round
        moves.append(str(game.move(phase, change[move.code])) if secret else str(move))
    return Deal(game, tuple(layouts)), moves


def _course(state: State) -> list[State]:
    """The states before this one."""
    found = [state.deal.start()]
    for _, move in state.history:
        found.append(found[-1].play(move))
    return found[:-1]


def _exchange(state: State, seat: int, rng: Stream) -> list[int]:
    """For every card, the one that lies in its place in another world of the seat."""
    game = state.game
    view = observed(state, seat)
    cards, room, places = problem(game, view)
    world = np.zeros(PLACES, np.int64)
    draw_case(rng.word, cards, room, places, *cases_of(game, view, places), world)
    hidden = unseen_mask(cards, room, places)
    held = [int(state.vector[HAND + other]) & hidden for other in range(game.seats)]
    change = list(range(game.deck.size))
    left = hidden & ~sum(held)
    for place in range(places):
        real = held[place] if place < game.seats else _lowest_bits(left, int(room[place]))
        left &= ~real
        new = [card for card in range(game.deck.size) if int(world[place]) >> card & 1]
        rng.shuffle(new)
        for old, card in zip([c for c in range(game.deck.size) if real >> c & 1], new, strict=True):
            change[old] = card
    return change


def _lowest_bits(mask: int, number: int) -> int:
    result = 0
    for _ in range(number):
        result |= mask & -mask
        mask &= mask - 1
    return result


def twins(game: Game, seeds: Iterable[int] = range(5), seats: Sequence[int] | None = None) -> Iterator[Twins]:
    """Pairs of states that differ in nothing that a seat may know, by replaying with other hidden cards.

    Of a long game every other position is taken, or fewer. Where no seats are given, it is all of them.
    """
    rng, lookers = Stream.named("blindness"), range(game.seats) if seats is None else seats
    for seed in seeds:
        states = list(random_game(game, seed))
        last, every = states[0], 1 + len(states) // 100
        for ply, (before, state) in enumerate(pairwise([states[0], *states[:-1]])):
            if before.round != state.round:
                last = before  # the move after it ended a round: up to there two deals are the same
            for seat in lookers if ply % every == 0 else ():
                other = _replayed(last, *permuted(state, seat, rng, states[:ply]), seat)
                if other and (not game.legality_tells or other.turn == state.turn):
                    yield Twins(state, other, seat)


def _replayed(last: State, deal: Deal, moves: list[str], seat: int) -> State | None:
    """The state after the moves, beginning where deals part; None if hidden cards do not allow them."""
    state = deal.start()
    if last.ply:  # what was dealt by then is the same in both
        state = copy(last)
        state.deal = deal
    try:
        for move in moves[last.ply :]:
            state = state.play(move)
    except IllegalMove as error:
        require(
            last.game.legality_tells,
            f"Seat {seat} does not conclude that a world cannot be: {error} Let unseen() or cases() leave it "
            "out, or say legality_tells = True.",
            state,
        )
        return None
    return state


def check_blindness(game: Game, seeds: Iterable[int] = range(5), least: int = 20) -> None:
    """Deal the hidden cards differently, replay the same moves: a seat sees the same, to the last bit."""
    compared = 0
    for pair in twins(game, seeds, (*range(game.seats), SPECTATOR)):
        compare(pair)
        compared += 1
    require(compared >= least, f"Only {compared} positions could be compared.")


def compare(pair: Twins) -> None:
    """What a seat sees of two states that it must not be able to tell from each other.

    The seeds of what is dealt later differ as well: nothing of them may show.
    """
    state, other, seat = pair
    here, there = (_seeded(one, n).view(seat, Stream(1)) for n, one in enumerate((state, other), 1))
    words = np.nonzero(here.vector != there.vector)[0].tolist()
    require(
        not words,
        f"Seat {seat} sees hidden cards in the words {words} of its view, or does not conclude from them "
        "that a world cannot be.",
        state,
        other,
    )
    require(here.events == there.events, f"Seat {seat} sees hidden cards in its events.", state, other)
    require(str(here) == str(there), f"render() shows hidden cards to seat {seat}.", here, there)
    for place in range(len(state.game.place_names())):
        same = here.known_in(place) == there.known_in(place)
        require(same, f"known_in({place}) shows hidden cards to seat {seat}.", here, there)


def _seeded(state: State, number: int) -> State:
    """The same state, its later rounds dealt by another seed."""
    found = copy(state)
    found.vector = state.vector.copy()
    found.vector[SEED] = key("seeded", number)
    return found


# -- worlds ----------------------------------------------------------------------------------------------


def all_worlds(cards: list[int], room: list[int]) -> set[tuple[int, ...]]:
    """All worlds of a problem by trying every choice, place by place."""

    def fill(place: int, left: frozenset[int]) -> list[tuple[int, ...]]:
        if place == len(cards):
            return [()] if not left else []
        found = []
        allowed = [card for card in sorted(left) if cards[place] >> card & 1]
        for chosen in combinations(allowed, room[place]):
            mask = sum(1 << card for card in chosen)
            found += [(mask, *rest) for rest in fill(place + 1, left - set(chosen))]
        return found

    everything = 0
    for mask, size in zip(cards, room, strict=True):
        everything |= mask if size else 0
    return set(fill(0, frozenset(card for card in range(64) if everything >> card & 1)))


def worlds_of(game: Game, view: Vector) -> set[tuple[int, ...]]:
    """All worlds of a view by trying every choice, case by case; no world may be in two cases."""
    cards, room, places = problem(game, view)
    lacks, cases = cases_of(game, view, places)
    found: list[tuple[int, ...]] = []
    hidden = unseen_mask(cards, room, places)
    for row in lacks[: max(cases, 1)]:
        left = (cards[:places] & ~row).tolist()
        if unseen_mask(left, room, places) == hidden:
            found += all_worlds(left, room[:places].tolist())
    require(len(found) == len(set(found)), "Two cases of cases() have a world in common.")
    return set(found)


def check_uniform(game: Game, seeds: Iterable[int] = range(12), positions: int = 6, most: int = 400) -> int:
    """Completed views are all worlds, each as often as any other; how many positions were small enough."""
    rng, checked = Stream.named("completeness"), 0
    for state in corpus(game, seeds):
        view = observed(state, state.turn)
        if checked < positions and 2 <= number_of_worlds(game, view) <= most:
            _check_draws(game, state, rng)
            checked += 1
    return checked


def _check_draws(game: Game, state: State, rng: Stream) -> None:
    from scipy.stats import chisquare

    view = observed(state, state.turn)
    cards, room, _ = problem(game, view)
    worlds = worlds_of(game, view)
    hands = {world[: game.seats] for world in worlds}
    seen: Counter[tuple[int, ...]] = Counter()
    full = np.zeros(WORDS, np.int64)
    for _ in range(20 * len(hands)):
        game.kernels.complete(view, rng.word, full)
        require(full[VIEWER] == -1, "complete() leaves a viewer in the state: call unveil().")
        held = [int(full[HAND + seat]) & int(cards[seat]) if room[seat] else 0 for seat in range(game.seats)]
        seen[tuple(int(view[HAND + seat]) | held[seat] for seat in range(game.seats))] += 1
    require(
        len(seen) == len(hands),
        f"complete() draws {len(seen)} worlds; unseen() and cases() allow {len(hands)}.",
        state,
    )
    if len(hands) > 1:
        chance = chisquare(list(seen.values())).pvalue
        require(chance > 1e-5, "complete() draws some worlds more often than others.", state)


def check_invariants(game: Game, first: int = 0, n: int = 2000) -> None:
    """Nothing impossible happens in very many random games."""
    limits = np.array([game.max_moves, *game.point_range, game.rounds, len(game.phases)], np.int64)
    check = bind(game.kernels, game.machine.begin)
    fault = int(check(first, n, game.seats, limits, game.option_words))
    require(fault == 0, FAULTS[fault])


CHECKS: tuple[Callable[[Game], object], ...] = (
    check_class, check_steps, check_names, check_claims, check_moves, check_texts, check_deals, check_truth,
    check_blindness, check_completions, check_learning, check_uniform, check_invariants,
)  # fmt: skip
"""All of them, in an order in which the first complaint helps most."""
