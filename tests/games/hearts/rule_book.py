"""A plain, slow and readable model of Hearts, used to check faster implementations.

Cards are two-letter texts, rank first: ``"QS"`` is the queen of spades. A deal is a text of four hands
separated by ``|``. Moves of the passing are single cards, three for each seat in turn from seat 0.
"""

RANKS = "23456789TJQKA"
QUEEN = "QS"
JACK = "JD"
PASS_TO = [1, 3, 2, 0]  # left, right, across, hold
MOST_DEALS = 25


def is_heart(card: str) -> bool:
    return card[1] == "H"


def is_penalty(card: str) -> bool:
    return is_heart(card) or card == QUEEN


class Reference:
    """One unit of Hearts: a deal, or deals until somebody has enough points."""

    def __init__(self, options: dict[str, str], deals: list[str]) -> None:
        self.options = options
        self._deals = [[set(hand.split()) for hand in text.split("|")] for text in deals]
        self.scores = [0, 0, 0, 0]
        self.number = 0
        self._start_deal()

    def hands(self) -> list[set[str]]:
        """The cards in each hand; those chosen for passing are there until all have chosen."""
        return [set(hand) for hand in self._hands]

    def to_move(self) -> int:
        return self._turn

    def points(self) -> tuple[int, ...]:
        """What each is paid by the three others."""
        return tuple(sum(other - own for other in self.scores) for own in self.scores)

    def legal(self) -> list[str]:
        hand = self._hands[self._turn]
        if self._passing:
            return sorted(hand - set(self._chosen[self._turn]))
        return sorted(self._allowed(hand))

    def play(self, card: str) -> None:
        if card not in self.legal():
            raise ValueError(f"{card} is not legal")
        if self._passing:
            self._choose(card)
        else:
            self._put_down(card)

    # Passing.

    def _start_deal(self) -> None:
        self._hands = [set(hand) for hand in self._deals[self.number]]
        self._chosen: list[list[str]] = [[], [], [], []]
        self._taken: list[list[str]] = [[], [], [], []]
        self._trick: list[tuple[int, str]] = []
        self._tricks_done = 0
        self._broken = self.options["breaks"] == "off"
        self._pass_to = {"rotate": PASS_TO[self.number % 4], "left": 1, "off": 0}[self.options["passing"]]
        self._passing = self._pass_to > 0
        self._turn = 0
        if not self._passing:
            self._start_play()

    def _choose(self, card: str) -> None:
        self._chosen[self._turn].append(card)
        if len(self._chosen[self._turn]) < 3:
            return
        if self._turn < 3:
            self._turn += 1
            return
        for seat in range(4):
            self._hands[seat] -= set(self._chosen[seat])
        for seat in range(4):
            self._hands[(seat + self._pass_to) % 4] |= set(self._chosen[seat])
        self._passing = False
        self._start_play()

    # Play.

    def _start_play(self) -> None:
        if self.options["leads"] == "two":
            self._turn = next(seat for seat in range(4) if "2C" in self._hands[seat])
        else:
            self._turn = self.number % 4

    def _allowed(self, hand: set[str]) -> set[str]:
        first = self._tricks_done == 0
        if not self._trick and first and self.options["leads"] == "two":
            return {"2C"}
        cards = set(hand)
        if self._trick:
            led = self._trick[0][1][1]
            cards = {card for card in hand if card[1] == led} or cards
        elif not self._broken:
            cards = {card for card in hand if not is_heart(card)} or cards
        if first and self.options["first_trick"] == "safe":
            cards = {card for card in cards if not is_penalty(card)} or cards
        return cards

    def _put_down(self, card: str) -> None:
        self._hands[self._turn].remove(card)
        self._trick.append((self._turn, card))
        if is_heart(card) or (card == QUEEN and self.options["breaks"] == "queen"):
            self._broken = True
        if len(self._trick) < 4:
            self._turn = (self._turn + 1) % 4
            return
        led = self._trick[0][1][1]
        followers = [(RANKS.index(card[0]), seat) for seat, card in self._trick if card[1] == led]
        winner = max(followers)[1]
        self._taken[winner] += [card for _, card in self._trick]
        self._trick = []
        self._tricks_done += 1
        self._turn = winner
        if self._tricks_done == 13:
            self._end_deal()

    def _end_deal(self) -> None:
        penalties = [sum(is_penalty(card) for card in taken) for taken in self._taken]
        for seat, taken in enumerate(self._taken):
            cost = sum(map(is_heart, taken)) + 13 * (QUEEN in taken)
            if 14 in penalties:
                shot = penalties[seat] == 14
                cost = (0 if shot else 26) if self.options["moon"] == "others" else (-26 if shot else 0)
            if self.options["jack"] == "on" and JACK in taken:
                cost -= 10
            self.scores[seat] += cost
        self.number += 1
        unit = self.options["unit"]
        if unit == "deal" or max(self.scores) >= int(unit) or self.number == MOST_DEALS:
            self._turn = -1
        else:
            self._start_deal()
