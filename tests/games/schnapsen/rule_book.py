"""Schnapsen for two seats, written for reading.

Three rule sets share the card play and differ in marriages, closing and scoring:

* ``vu``: no closing; a marriage is led with the king and its points wait for the next trick won;
* ``vu-old``: as ``vu``, but king or queen may be led, and the distribution names the first leader;
* ``full``: closing the talon, marriages that count at once, and (by choice) a Bummerl to seven.
"""

HAND_SIZE = 5
TALON_SIZE = 10
TARGET = 66
SCHNEIDER = 33
BUMMERL = 7
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
DECK = [rank + suit for suit in "HCSD" for rank in "JQKTA"]


def points_of(card: str) -> int:
    """Return the value of a card, which also ranks it inside its suit."""
    return POINTS[card[0]]


def suit_of(card: str) -> str:
    """Return the suit letter of a card."""
    return card[1]


def partner_of(card: str) -> str:
    """Return the other half of the marriage that a king or a queen belongs to."""
    return {"K": "Q", "Q": "K"}[card[0]] + suit_of(card)


def beats(answer: str, led: str, trump: str) -> bool:
    """Tell whether the answering card wins the trick against the led card."""
    if suit_of(answer) == suit_of(led):
        return points_of(answer) > points_of(led)
    return suit_of(answer) == trump


def strict_answers(hand: list[str], led: str, trump: str) -> list[str]:
    """Return the cards that may answer when suit must be followed and the trick must be won if possible."""
    same_suit = [card for card in hand if suit_of(card) == suit_of(led)]
    higher = [card for card in same_suit if points_of(card) > points_of(led)]
    trumps = [card for card in hand if suit_of(card) == trump]
    return higher or same_suit or trumps or list(hand)


def read_distribution(text: str, leader_is_named: bool) -> tuple[list[list[str]], list[str], int]:
    """Read ``hand | hand | talon`` with an optional ``| leader=1``; return hands, talon and named leader."""
    parts = [part.split() for part in text.split("|")]
    leader = 0
    if leader_is_named and len(parts) == 4:
        words = parts.pop()
        if words not in (["leader=0"], ["leader=1"]):
            raise ValueError(f"the leader must be named as leader=0 or leader=1: {text!r}")
        leader = int(words[0][-1])
    if [len(part) for part in parts] != [HAND_SIZE, HAND_SIZE, TALON_SIZE]:
        raise ValueError(f"a distribution has two hands of five and a talon of ten: {text!r}")
    if sorted(parts[0] + parts[1] + parts[2]) != sorted(DECK):
        raise ValueError(f"a distribution has each of the twenty cards once: {text!r}")
    return [parts[0], parts[1]], parts[2], leader


class Reference:
    """One scoring unit of Schnapsen: a single distribution, or a Bummerl of several."""

    def __init__(self, options: dict[str, str], distributions: list[str]) -> None:
        """Begin with the first distribution; the others wait for the later rounds of a Bummerl."""
        self.rules = options.get("rules", "vu")
        self.unit = options.get("unit", "bummerl") if self.rules == "full" else "deal"
        if self.rules not in ("vu", "vu-old", "full"):
            raise ValueError(f"unknown rules {self.rules!r}")
        if self.unit not in ("bummerl", "deal"):
            raise ValueError(f"unknown unit {self.unit!r}")
        self.waiting = list(distributions)
        self.rounds = 0
        self.game_points = [0, 0]
        self.over = False
        self.begin_round()

    def begin_round(self) -> None:
        """Lay out the next distribution."""
        if not self.waiting:
            raise RuntimeError("a new round begins, but no distribution is left")
        hands, talon, named_leader = read_distribution(self.waiting.pop(0), self.rules == "vu-old")
        self.hand_lists = hands
        self.talon = talon
        self.trump = suit_of(talon[-1])
        self.leader = self.rounds % 2 if self.rules == "full" else named_leader
        self.led: str | None = None
        self.direct = [0, 0]
        self.pending = [0, 0]
        self.tricks = [0, 0]
        self.won: list[list[str]] = [[], []]
        self.closer: int | None = None
        self.opponent_when_closed = (0, 0)  # tricks and points of the closer's opponent
        self.rounds += 1

    # What can be seen from outside.

    def to_move(self) -> int:
        """Return the seat to move, or -1 when the unit is over."""
        if self.over:
            return -1
        return self.leader if self.led is None else 1 - self.leader

    def legal(self) -> list[str]:
        """Return the texts of the legal moves, sorted."""
        return sorted(self.ordered_moves())

    def points(self) -> tuple[int, ...]:
        """Return the payoff of each seat: game points of a single deal, or 1 for a Bummerl."""
        if not self.over:
            raise ValueError("the unit is not over")
        first, second = self.game_points
        if self.unit == "bummerl":
            return (1, -1) if first > second else (-1, 1)
        return (first - second, second - first)

    def hands(self) -> list[set[str]]:
        """Return the cards each seat holds."""
        return [set(hand) for hand in self.hand_lists]

    def hand_order(self, seat: int) -> list[str]:
        """Return a hand in the order in which its cards arrived."""
        return list(self.hand_lists[seat])

    def scores(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return (direct points, pending points) of each seat in the current distribution."""
        return (self.direct[0], self.pending[0]), (self.direct[1], self.pending[1])

    def talon_size(self) -> int:
        """Return the number of cards in the talon, the face-up trump and a closed talon included."""
        return len(self.talon)

    # Which moves exist.

    def is_strict(self) -> bool:
        """Tell whether suit must be followed: the talon is used up or closed."""
        return not self.talon or self.closer is not None

    def ordered_moves(self) -> list[str]:
        """Return the legal moves: cards in hand order, then exchange, marriages and closing."""
        if self.over:
            return []
        if self.led is not None:
            hand = self.hand_lists[1 - self.leader]
            return strict_answers(hand, self.led, self.trump) if self.is_strict() else list(hand)
        moves = list(self.hand_lists[self.leader])
        if self.may_exchange():
            moves.append("exchange")
        moves += self.marriages()
        if self.may_close():
            moves.append("close")
        return moves

    def may_exchange(self) -> bool:
        """Tell whether the leader may swap the trump jack for the face-up trump."""
        return not self.is_strict() and "J" + self.trump in self.hand_lists[self.leader]

    def may_close(self) -> bool:
        """Tell whether the leader may close the talon."""
        return self.rules == "full" and not self.is_strict()

    def marriages(self) -> list[str]:
        """Return the marriages the leader may announce, the led card first in each text."""
        hand = self.hand_lists[self.leader]
        queens = [card for card in hand if card[0] == "Q" and partner_of(card) in hand]
        moves = [f"{partner_of(queen)}+{queen}" for queen in queens]
        if self.rules != "vu":
            moves += [f"{queen}+{partner_of(queen)}" for queen in queens]
        return moves

    # What the moves do.

    def play(self, move: str) -> None:
        """Make a move, or raise ValueError if it is not legal."""
        if move not in self.ordered_moves():
            raise ValueError(f"seat {self.to_move()} may not play {move!r}, only {self.legal()}")
        if move == "exchange":
            self.exchange()
        elif move == "close":
            self.close()
        elif "+" in move:
            self.marry(move[:2])
        elif self.led is None:
            self.lead(move)
        else:
            self.answer(move)

    def exchange(self) -> None:
        """Give the leader the face-up trump for his trump jack."""
        hand = self.hand_lists[self.leader]
        jack = "J" + self.trump
        hand.remove(jack)
        hand.append(self.talon[-1])
        self.talon[-1] = jack

    def close(self) -> None:
        """Close the talon and note what the opponent had until now."""
        opponent = 1 - self.leader
        self.closer = self.leader
        self.opponent_when_closed = (self.tricks[opponent], self.direct[opponent])

    def lead(self, card: str) -> None:
        """Put the leader's card on the table."""
        self.hand_lists[self.leader].remove(card)
        self.led = card

    def marry(self, card: str) -> None:
        """Announce a marriage and lead one of its cards; under full rules this may already win."""
        value = 40 if suit_of(card) == self.trump else 20
        self.lead(card)
        if self.rules == "full" and self.tricks[self.leader] > 0:
            self.direct[self.leader] += value
            if self.direct[self.leader] >= TARGET:
                self.win_by_points(self.leader)
        else:
            self.pending[self.leader] += value

    def answer(self, card: str) -> None:
        """Complete the trick, count it, and go on to the next one or to the end."""
        led = self.led
        assert led is not None
        self.hand_lists[1 - self.leader].remove(card)
        winner = 1 - self.leader if beats(card, led, self.trump) else self.leader
        self.led = None
        self.leader = winner
        self.take_trick(winner, led, card)
        if self.direct[winner] >= TARGET:
            self.win_by_points(winner)
            return
        self.draw_cards(winner)
        if not self.hand_lists[0] and not self.hand_lists[1]:
            self.finish_without_66(winner)

    def take_trick(self, winner: int, led: str, card: str) -> None:
        """Credit a trick, and with it all points that were waiting for one."""
        self.won[winner] += [led, card]
        self.tricks[winner] += 1
        self.direct[winner] += points_of(led) + points_of(card) + self.pending[winner]
        self.pending[winner] = 0

    def draw_cards(self, winner: int) -> None:
        """Let the winner and then the loser draw from an open talon."""
        if self.is_strict():
            return
        self.hand_lists[winner].append(self.talon.pop(0))
        self.hand_lists[1 - winner].append(self.talon.pop(0))

    # How a round ends.

    def win_by_points(self, seat: int) -> None:
        """End the round for a seat that has reached 66."""
        opponent = 1 - seat
        if self.closer == opponent:
            self.finish(seat, self.worth_of_failed_closing())
        elif self.closer == seat:
            self.finish(seat, self.worth(*self.opponent_when_closed))
        else:
            self.finish(seat, self.worth(self.tricks[opponent], self.direct[opponent]))

    def finish_without_66(self, last_winner: int) -> None:
        """End the round when all hand cards are played: the closer has failed, or the last trick decides."""
        if self.closer is None:
            self.finish(last_winner, 1)
        else:
            self.finish(1 - self.closer, self.worth_of_failed_closing())

    def worth(self, tricks: int, direct: int) -> int:
        """Return the game points against a loser with that many tricks and points."""
        has_nothing = tricks == 0 if self.rules == "full" else direct == 0
        if has_nothing:
            return 3
        return 2 if direct < SCHNEIDER else 1

    def worth_of_failed_closing(self) -> int:
        """Return the game points of the closer's opponent: three if he had no trick at the closing."""
        tricks, _ = self.opponent_when_closed
        return 3 if tricks == 0 else 2

    def finish(self, winner: int, worth: int) -> None:
        """Credit the game points, then end the unit or begin the next round."""
        self.game_points[winner] += worth
        if self.unit == "deal" or self.game_points[winner] >= BUMMERL:
            self.over = True
        else:
            self.begin_round()
