"""A plain, slow and readable model of Boerenbridge, used to check faster implementations.

Cards are two-letter texts, rank first: ``"QH"`` is the queen of hearts. A game has several rounds; each one
has its own text of parts separated by ``|``: the hand of every seat, the cards that were not dealt (the first
of them is the one turned up) and a last part such as ``trump=H opener=2``. The trump is ``-`` in a round
without trump, and the opener is given in the first round only.
"""

from collections.abc import Sequence
from dataclasses import dataclass

SUITS = "HDCS"
RANKS = "23456789TJQKA"

DEFAULTS = {
    "seats": "4",
    "schedule": "3,4,5,4,3",
    "deck": "round",
    "hook": "on",
    "opener": "last",
    "trump": "random",
    "scoring": "published",
}
CHOICES = {
    "seats": ["3", "4", "5", "6", "7"],
    "deck": ["round", "full"],
    "hook": ["on", "off"],
    "opener": ["last", "rotate"],
    "trump": ["random", "card", "none", "hearts", "diamonds", "clubs", "spades"],
    "scoring": ["published", "tricks", "dutch"],
}
FIXED_TRUMPS = {"hearts": "H", "diamonds": "D", "clubs": "C", "spades": "S"}
HARMLESS_OPTIONS = ["open_world"]

NO_TRUMP = "-"
NO_GUESS = -1

# The phases of a game.
GUESS = "guess"
PLAY = "play"
OVER = "over"


@dataclass
class Distribution:
    """Everything that chance decides in one round."""

    hands: list[list[str]]
    undealt: list[str]
    trump: str
    opener: int | None


def parse_schedule(text: str) -> list[int]:
    """The number of cards per player in each round: ``"3,4,5"`` literally, ``"1-8-1"`` up and down again."""
    if "-" in text:
        first, peak, last = (int(part) for part in text.split("-"))
        if first > peak or last > peak:
            raise ValueError(f"the middle number is the highest one: {text!r}")
        schedule = [*range(first, peak), *range(peak, last - 1, -1)]
    else:
        schedule = [int(part) for part in text.split(",")]
    if min(schedule) < 1:
        raise ValueError(f"every round needs at least one card: {text!r}")
    return schedule


def round_deck(seats: int, cards_each: int, deck: str) -> list[str]:
    """The cards used in a round: all 52, or only the highest ranks that are needed to deal."""
    needed = seats * cards_each
    if needed > 52:
        raise ValueError(f"{seats} hands of {cards_each} cards need more than one pack")
    rank_count = len(RANKS)
    if deck == "round":
        rank_count = 1
        while 4 * rank_count < needed:
            rank_count += 1
    return [rank + suit for suit in SUITS for rank in RANKS[len(RANKS) - rank_count :]]


def parse_distribution(text: str, seats: int) -> Distribution:
    """Read the text of one round."""
    parts = [part.strip() for part in text.split("|")]
    if len(parts) != seats + 2:
        raise ValueError(f"expected {seats} hands, the undealt cards and the trump: {text!r}")
    facts = dict(fact.split("=") for fact in parts[-1].split())
    if not {"trump"} <= set(facts) <= {"trump", "opener"}:
        raise ValueError(f"expected a trump and perhaps an opener: {parts[-1]!r}")
    return Distribution(
        hands=[part.split() for part in parts[:seats]],
        undealt=parts[seats].split(),
        trump=facts["trump"],
        opener=int(facts["opener"]) if "opener" in facts else None,
    )


def check_cards(dealt: Distribution, seats: int, cards_each: int, deck: str) -> None:
    """Raise an error unless the distribution deals the right cards in the right numbers."""
    if any(len(hand) != cards_each for hand in dealt.hands):
        raise ValueError(f"every hand needs {cards_each} cards")
    cards = [card for hand in dealt.hands for card in hand] + dealt.undealt
    if sorted(cards) != sorted(round_deck(seats, cards_each, deck)):
        raise ValueError("the distribution does not hold each card of the round's deck once")


def check_trump(dealt: Distribution, rule: str) -> None:
    """Raise an error unless the trump that is written down is the one that the rule gives."""
    if rule == "random":
        allowed = list(SUITS)
    elif rule == "card":
        allowed = [dealt.undealt[0][1]] if dealt.undealt else [NO_TRUMP]
    elif rule == "none":
        allowed = [NO_TRUMP]
    else:
        allowed = [FIXED_TRUMPS[rule]]
    if dealt.trump not in allowed:
        raise ValueError(f"trump {dealt.trump!r} does not fit the rule {rule!r}")


def check_opener(dealt: Distribution, seats: int, first_round: bool) -> None:
    """Raise an error unless the first round, and only the first, names the seat that opens."""
    if first_round and dealt.opener not in range(seats):
        raise ValueError("the first round must name a seat as its opener")
    if not first_round and dealt.opener is not None:
        raise ValueError("only the first round names its opener")


def trick_winner(trick: Sequence[tuple[int, str]], trump: str) -> int:
    """The seat with the highest trump or, without a trump in the trick, the highest card of the led suit."""
    led = trick[0][1][1]
    trumps = [(seat, card) for seat, card in trick if card[1] == trump]
    followers = [(seat, card) for seat, card in trick if card[1] == led]
    candidates = trumps or followers
    winner, best = candidates[0]
    for seat, card in candidates[1:]:
        if RANKS.index(card[0]) > RANKS.index(best[0]):
            winner, best = seat, card
    return winner


def round_score(scoring: str, guess: int, tricks: int) -> int:
    """What a player writes for one round."""
    met = guess == tricks
    missed_by = abs(tricks - guess)
    if scoring == "published":
        return 10 + 2 * tricks if met else -2 * missed_by
    if scoring == "tricks":
        return tricks + 10 if met else tricks
    if scoring == "dutch":
        return 5 + tricks if met else -missed_by
    raise ValueError(f"unknown scoring {scoring!r}")


def read_options(options: dict[str, str]) -> dict[str, str]:
    """The options with the defaults filled in; an unknown name or value is an error."""
    chosen = dict(DEFAULTS)
    for name, value in options.items():
        if name in HARMLESS_OPTIONS:
            continue
        if name not in DEFAULTS or value not in CHOICES.get(name, [value]):
            raise ValueError(f"unknown option {name}={value}")
        chosen[name] = value
    return chosen


class Reference:
    """One game of Boerenbridge over all its rounds."""

    def __init__(self, options: dict[str, str], distributions: list[str]) -> None:
        self.options = read_options(options)
        self.seats = int(self.options["seats"])
        self.schedule = parse_schedule(self.options["schedule"])
        if len(distributions) != len(self.schedule):
            raise ValueError(f"{len(self.schedule)} rounds need as many distributions")
        self._deals = [parse_distribution(text, self.seats) for text in distributions]
        for number, dealt in enumerate(self._deals):
            check_cards(dealt, self.seats, self.schedule[number], self.options["deck"])
            check_trump(dealt, self.options["trump"])
            check_opener(dealt, self.seats, first_round=number == 0)
        self.scores = [0] * self.seats
        # The number of finished rounds, which is also the index of the current one.
        self.round_number = 0
        self.phase = GUESS
        self._hands: list[set[str]] = []
        self.undealt: list[str] = []
        self.trump = NO_TRUMP
        self.opener = -1
        self.leader = -1
        self.guesses: list[int] = []
        self.tricks: list[int] = []
        self.trick: list[tuple[int, str]] = []
        self._start_round(previous_winner=None)

    # What everybody may ask.

    def hands(self) -> list[set[str]]:
        """The cards in each hand."""
        return [set(hand) for hand in self._hands]

    @property
    def cards_each(self) -> int:
        """The number of cards dealt to each player in this round (or in the last one, after the end)."""
        return self.schedule[min(self.round_number, len(self.schedule) - 1)]

    def to_move(self) -> int:
        """The seat to move, or -1 when the game is over."""
        if self.phase == OVER:
            return -1
        if self.phase == GUESS:
            return (self.opener + self._guesses_made()) % self.seats
        return (self.leader + len(self.trick)) % self.seats

    def legal(self) -> list[str]:
        """The legal moves in alphabetical order."""
        if self.phase == GUESS:
            moves = self._legal_guesses()
        elif self.phase == PLAY:
            moves = self._legal_cards()
        else:
            moves = []
        return sorted(moves)

    def play(self, move: str) -> None:
        """Carry out a move of the seat to move."""
        if move not in self.legal():
            raise ValueError(f"illegal move {move!r} in phase {self.phase!r}")
        if self.phase == GUESS:
            self._guess(int(move))
        else:
            self._play_card(move)

    def points(self) -> tuple[int, ...]:
        """The total score of each seat."""
        if self.phase != OVER:
            raise ValueError("the game is not over")
        return tuple(self.scores)

    # A round begins.

    def _start_round(self, previous_winner: int | None) -> None:
        """Deal the round; the previous winner took the last trick of the round before, if there was one."""
        dealt = self._deals[self.round_number]
        self.opener = self._find_opener(dealt.opener, previous_winner)
        self._hands = [set(hand) for hand in dealt.hands]
        self.undealt = dealt.undealt
        self.trump = dealt.trump
        self.leader = self.opener
        self.guesses = [NO_GUESS] * self.seats
        self.tricks = [0] * self.seats
        self.trick = []
        self.phase = GUESS

    def _find_opener(self, written: int | None, previous_winner: int | None) -> int:
        if written is not None:
            return written
        if self.options["opener"] == "last" and previous_winner is not None:
            return previous_winner
        return (self.opener + 1) % self.seats

    # Guessing.

    def _guesses_made(self) -> int:
        return sum(guess != NO_GUESS for guess in self.guesses)

    def _legal_guesses(self) -> list[str]:
        """Any number of tricks; with the hook the last guesser may not make the guesses add up."""
        guesses = list(range(self.cards_each + 1))
        last_to_guess = self._guesses_made() == self.seats - 1
        if self.options["hook"] == "on" and last_to_guess:
            others = sum(guess for guess in self.guesses if guess != NO_GUESS)
            guesses = [guess for guess in guesses if others + guess != self.cards_each]
        return [str(guess) for guess in guesses]

    def _guess(self, guess: int) -> None:
        self.guesses[self.to_move()] = guess
        if self._guesses_made() == self.seats:
            self.phase = PLAY

    # The play.

    def _legal_cards(self) -> list[str]:
        hand = list(self._hands[self.to_move()])
        if not self.trick:
            return hand
        led = self.trick[0][1][1]
        following = [card for card in hand if card[1] == led]
        return following or hand

    def _play_card(self, card: str) -> None:
        seat = self.to_move()
        self._hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) == self.seats:
            self._finish_trick()

    def _finish_trick(self) -> None:
        winner = trick_winner(self.trick, self.trump)
        self.tricks[winner] += 1
        self.leader = winner
        self.trick = []
        if sum(self.tricks) == self.cards_each:
            self._finish_round(winner)

    def _finish_round(self, last_winner: int) -> None:
        for seat in range(self.seats):
            self.scores[seat] += round_score(self.options["scoring"], self.guesses[seat], self.tricks[seat])
        self.round_number += 1
        if self.round_number == len(self.schedule):
            self.phase = OVER
        else:
            self._start_round(last_winner)
