"""A plain, slow and readable model of Skat for three players, used to check faster implementations.

Cards are two-letter texts, suit first: ``"CJ"`` is the jack of clubs, ``"ST"`` the ten of spades. Seat 0 is
forehand, seat 1 middlehand, seat 2 rearhand. A deal is one text of four parts separated by ``|``: the ten
cards of each seat and the two cards of the skat.
"""

from collections.abc import Iterable, Sequence

SUITS = "CSHD"
RANKS = "AKQJT987"
DECK = [suit + rank for suit in SUITS for rank in RANKS]

NULL_ORDER = "AKQJT987"
PLAIN_ORDER = "ATKQ987"

CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
BASE_VALUES = {"D": 9, "H": 10, "S": 11, "C": 12, "G": 24}
NULL_VALUES = {"plain": 23, "hand": 35, "ouvert": 46, "hand ouvert": 59}

TRUMP_CONTRACTS = ["C", "S", "H", "D", "G"]
ANNOUNCEMENTS = ["plain", "schneider", "schwarz", "ouvert"]
NAMINGS = ["isko", "iss"]
HARMLESS_OPTIONS = ["open_world"]

FOREHAND, MIDDLEHAND, REARHAND = 0, 1, 2

# The phases of a deal, in the order in which they can come.
SPEAK = "speak"
ANSWER = "answer"
LAST_CHANCE = "last chance"
SKAT_OR_HAND = "skat or hand"
DISCARD = "discard"
CONTRACT = "contract"
ANNOUNCE = "announce"
PLAY = "play"
OVER = "over"


def bid_values() -> list[int]:
    """All values that a game can have, in ascending order; only these may be bid."""
    suit_values = {base * level for base in (9, 10, 11, 12) for level in range(2, 19)}
    grand_values = {24 * level for level in range(2, 12)}
    return sorted(suit_values | grand_values | set(NULL_VALUES.values()))


def points_of(cards: Iterable[str]) -> int:
    """The card points of some cards; the whole deck has 120."""
    return sum(CARD_POINTS[card[1]] for card in cards)


def trump_order(contract: str) -> list[str]:
    """The trumps of a contract, strongest first; empty in Null."""
    if contract == "N":
        return []
    jacks = [suit + "J" for suit in SUITS]
    if contract == "G":
        return jacks
    return jacks + [contract + rank for rank in PLAIN_ORDER]


def card_class(card: str, contract: str) -> str:
    """The class of a card that must be followed: ``"trump"`` or the letter of its suit."""
    return "trump" if card in trump_order(contract) else card[0]


def class_order(name: str, contract: str) -> list[str]:
    """All cards of a class, strongest first."""
    if name == "trump":
        return trump_order(contract)
    ranks = NULL_ORDER if contract == "N" else PLAIN_ORDER
    return [name + rank for rank in ranks]


def beats(challenger: str, best: str, contract: str) -> bool:
    """Does a card played later take the trick from the best card so far?"""
    challenger_class = card_class(challenger, contract)
    if challenger_class == card_class(best, contract):
        order = class_order(challenger_class, contract)
        return order.index(challenger) < order.index(best)
    return challenger_class == "trump"


def trick_winner(trick: Sequence[tuple[int, str]], contract: str) -> int:
    """The seat that takes a trick, given as pairs of seat and card in the order of play."""
    winner, best = trick[0]
    for seat, card in trick[1:]:
        if beats(card, best, contract):
            winner, best = seat, card
    return winner


def count_tops(cards: Iterable[str], contract: str) -> int:
    """Length of the unbroken run of trumps from the jack of clubs downwards, owned or missing."""
    owned = set(cards)
    trumps = trump_order(contract)
    if not trumps:
        return 0
    with_tops = trumps[0] in owned
    count = 0
    for trump in trumps:
        if (trump in owned) != with_tops:
            break
        count += 1
    return count


def null_value(hand: bool, ouvert: bool) -> int:
    """The fixed value of the four kinds of Null."""
    if hand:
        return NULL_VALUES["hand ouvert"] if ouvert else NULL_VALUES["hand"]
    return NULL_VALUES["ouvert"] if ouvert else NULL_VALUES["plain"]


def trump_game_won(schneider: bool, schwarz: bool, points: int, tricks: int) -> bool:
    """Did the declarer of a suit game or Grand reach what the game (with its announcements) asks for?"""
    if schwarz:
        return tricks == 10
    if schneider:
        return points >= 90
    return points >= 61


def levels_when_won(schneider: bool, schwarz: bool, points: int, tricks: int) -> int:
    """Extra levels of a won suit game or Grand for Schneider and Schwarz, reached and announced."""
    levels = 0
    if points >= 90:
        levels += 1
    if schneider:
        levels += 1
    if tricks == 10:
        levels += 1
    if schwarz:
        levels += 1
    return levels


def levels_when_lost(schneider: bool, schwarz: bool, points: int, tricks: int, tricks_complete: bool) -> int:
    """Extra levels of a lost suit game or Grand.

    An announced level counts as if it had been reached, and then the declarer's own failure of the same
    kind is not charged on top of it.
    """
    levels = 0
    if schneider:
        levels += 2
    elif points <= 30 and tricks_complete:
        levels += 1
    if schwarz:
        levels += 2
    elif tricks == 0 and tricks_complete:
        levels += 1
    return levels


def game_score(
    contract: str,
    tops: int,
    hand: bool,
    schneider: bool,
    schwarz: bool,
    ouvert: bool,
    bid: int,
    points: int,
    tricks: int,
    tricks_complete: bool = True,
) -> int:
    """The signed score of a game: plus its value if won, minus twice the value if lost or overbid.

    ``schneider``, ``schwarz`` and ``ouvert`` are announcements; in suit games and Grand each one includes
    the lower ones and Hand. ``points`` (with the skat) and ``tricks`` are the declarer's.
    ``tricks_complete`` is false only if the game stopped before its first trick was complete.
    """
    if contract == "N":
        value = null_value(hand, ouvert)
        return value if tricks == 0 else -2 * value
    schwarz = schwarz or ouvert
    schneider = schneider or schwarz
    hand = hand or schneider
    base = BASE_VALUES[contract]
    levels = tops + 1
    if hand:
        levels += 1
    if ouvert:
        levels += 1
    won = trump_game_won(schneider, schwarz, points, tricks)
    if won:
        levels += levels_when_won(schneider, schwarz, points, tricks)
    else:
        levels += levels_when_lost(schneider, schwarz, points, tricks, tricks_complete)
    value = levels * base
    if value < bid:
        return -2 * overbid_value(base, bid)
    return value if won else -2 * value


def overbid_value(base: int, bid: int) -> int:
    """The smallest multiple of the base value that reaches the bid."""
    value = base
    while value < bid:
        value += base
    return value


def seeger_list(scores: Sequence[tuple[int, int]], seats: int) -> list[int]:
    """Totals of a Seeger-Fabian list at a table of three or four players.

    ``scores`` holds the declarer and the signed score of each game. A score of zero is a deal that was
    passed in and changes nothing.
    """
    bonus = {3: 40, 4: 30}[seats]
    totals = [0] * seats
    for player, score in scores:
        if score > 0:
            totals[player] += score + 50
        elif score < 0:
            totals[player] += score - 50
            for other in range(seats):
                if other != player:
                    totals[other] += bonus
    return totals


def parse_deal(text: str) -> tuple[list[list[str]], list[str]]:
    """The three hands and the skat of a deal text."""
    parts = [part.split() for part in text.split("|")]
    if [len(part) for part in parts] != [10, 10, 10, 2]:
        raise ValueError(f"a deal has three hands of ten cards and a skat of two: {text!r}")
    if sorted(card for part in parts for card in part) != sorted(DECK):
        raise ValueError(f"a deal holds each of the 32 cards once: {text!r}")
    return parts[:3], parts[3]


class Reference:
    """One deal of Skat from the auction to the score."""

    def __init__(self, options: dict[str, str], distributions: list[str]) -> None:
        for name in options:
            if name not in ["naming", *HARMLESS_OPTIONS]:
                raise ValueError(f"unknown option {name!r}")
        self.naming = options.get("naming", "isko")
        if self.naming not in NAMINGS:
            raise ValueError(f"unknown naming {self.naming!r}")
        if len(distributions) != 1:
            raise ValueError("Skat takes exactly one distribution")
        hands, skat = parse_deal(distributions[0])
        self._hands: list[set[str]] = [set(hand) for hand in hands]
        self.skat: list[str] = skat
        self.phase = SPEAK
        # The auction.
        self.speaker = MIDDLEHAND
        self.answerer = FOREHAND
        self.bid = 0
        # The declaration.
        self.declarer = -1
        self.hand_game = False
        self.contract = ""
        self.tops = 0
        self.announcement = ""
        # The play.
        self.leader = FOREHAND
        self.trick: list[tuple[int, str]] = []
        self.piles: list[list[str]] = [[], [], []]
        self.tricks_won = [0, 0, 0]
        self.value = 0

    # What everybody may ask.

    def hands(self) -> list[set[str]]:
        """The cards in each hand; the declarer's includes the skat while he is choosing his discards."""
        return [set(hand) for hand in self._hands]

    @property
    def card_points(self) -> int:
        """The declarer's card points so far, with the skat; zero if there is no declarer."""
        if self.declarer == -1:
            return 0
        return points_of(self.piles[self.declarer]) + points_of(self.skat)

    def to_move(self) -> int:
        """The seat to move, or -1 when the deal is over."""
        if self.phase == OVER:
            return -1
        if self.phase == SPEAK:
            return self.speaker
        if self.phase == ANSWER:
            return self.answerer
        if self.phase == LAST_CHANCE:
            return FOREHAND
        if self.phase == PLAY:
            return (self.leader + len(self.trick)) % 3
        return self.declarer

    def legal(self) -> list[str]:
        """The legal moves in alphabetical order."""
        if self.phase in (SPEAK, LAST_CHANCE):
            moves = self._legal_bids()
        elif self.phase == ANSWER:
            moves = ["yes", "pass"]
        elif self.phase == SKAT_OR_HAND:
            moves = ["skat", "hand"]
        elif self.phase == DISCARD:
            moves = list(self._hands[self.declarer])
        elif self.phase == CONTRACT:
            moves = self._legal_contracts()
        elif self.phase == ANNOUNCE:
            moves = self._legal_announcements()
        elif self.phase == PLAY:
            moves = self._legal_cards()
        else:
            moves = []
        return sorted(moves)

    def play(self, move: str) -> None:
        """Carry out a move of the seat to move."""
        if move not in self.legal():
            raise ValueError(f"illegal move {move!r} in phase {self.phase!r}")
        if self.phase == SPEAK:
            self._speak(move)
        elif self.phase == ANSWER:
            self._answer(move)
        elif self.phase == LAST_CHANCE:
            self._take_last_chance(move)
        elif self.phase == SKAT_OR_HAND:
            self._choose_skat_or_hand(move)
        elif self.phase == DISCARD:
            self._discard(move)
        elif self.phase == CONTRACT:
            self._name_contract(move)
        elif self.phase == ANNOUNCE:
            self.announcement = move
            self.phase = PLAY
        else:
            self._play_card(move)

    def points(self) -> tuple[int, ...]:
        """What the deal adds to each seat's total in a Seeger-Fabian list at a table of three."""
        if self.phase != OVER:
            raise ValueError("the deal is not over")
        if self.declarer == -1:
            return (0, 0, 0)
        return tuple(seeger_list([(self.declarer, self.value)], 3))

    # The auction.

    def _legal_bids(self) -> list[str]:
        return ["pass"] + [str(value) for value in bid_values() if value > self.bid]

    def _speak(self, move: str) -> None:
        if move == "pass":
            self._duel_won_by(self.answerer)
        else:
            self.bid = int(move)
            self.phase = ANSWER

    def _answer(self, move: str) -> None:
        if move == "pass":
            self._duel_won_by(self.speaker)
        else:
            self.phase = SPEAK

    def _duel_won_by(self, survivor: int) -> None:
        """One of the two bidders passed: rearhand comes next, or the auction is over."""
        if self.speaker == MIDDLEHAND and self.answerer == FOREHAND:
            self.speaker, self.answerer = REARHAND, survivor
            self.phase = SPEAK
        elif self.bid == 0:
            self.phase = LAST_CHANCE
        else:
            self._auction_won_by(survivor)

    def _take_last_chance(self, move: str) -> None:
        """The others passed without a bid: forehand plays or the deal is passed in."""
        if move == "pass":
            self.phase = OVER
        else:
            self.bid = int(move)
            self._auction_won_by(FOREHAND)

    def _auction_won_by(self, seat: int) -> None:
        self.declarer = seat
        self.phase = SKAT_OR_HAND

    # The declaration.

    def _choose_skat_or_hand(self, move: str) -> None:
        if move == "hand":
            self.hand_game = True
            self.phase = CONTRACT
        else:
            self._hands[self.declarer].update(self.skat)
            self.skat = []
            self.phase = DISCARD

    def _discard(self, card: str) -> None:
        self._hands[self.declarer].remove(card)
        self.skat.append(card)
        if len(self.skat) == 2:
            self.phase = CONTRACT

    def _twelve_cards(self) -> set[str]:
        """The cards that count for the tops, before the play: the declarer's hand and the skat."""
        return self._hands[self.declarer] | set(self.skat)

    def _reachable(self, contract: str) -> bool:
        """Can a suit game or Grand without Hand reach the bid, at best with Schneider and Schwarz?"""
        return (count_tops(self._twelve_cards(), contract) + 1 + 2) * BASE_VALUES[contract] >= self.bid

    def _null_reaches(self, ouvert: bool) -> bool:
        return null_value(self.hand_game, ouvert) >= self.bid

    def _legal_contracts(self) -> list[str]:
        free_choice = self.hand_game or self.naming == "iss"
        contracts = [name for name in TRUMP_CONTRACTS if free_choice or self._reachable(name)]
        if self._null_reaches(ouvert=True):
            contracts.append("N")
        # A declarer whose every contract falls short must still name one; it will be lost as overbid.
        return contracts or list(TRUMP_CONTRACTS)

    def _name_contract(self, contract: str) -> None:
        self.contract = contract
        self.tops = count_tops(self._twelve_cards(), contract)
        self.phase = ANNOUNCE

    def _legal_announcements(self) -> list[str]:
        if self.contract == "N":
            moves = ["plain"] if self._null_reaches(ouvert=False) else []
            return [*moves, "ouvert"]
        return list(ANNOUNCEMENTS) if self.hand_game else ["plain"]

    # The play.

    def _legal_cards(self) -> list[str]:
        hand = list(self._hands[self.to_move()])
        if not self.trick:
            return hand
        led = card_class(self.trick[0][1], self.contract)
        following = [card for card in hand if card_class(card, self.contract) == led]
        return following or hand

    def _play_card(self, card: str) -> None:
        seat = self.to_move()
        self._hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) == 3:
            self._finish_trick()

    def _finish_trick(self) -> None:
        winner = trick_winner(self.trick, self.contract)
        self.piles[winner] += [card for _, card in self.trick]
        self.tricks_won[winner] += 1
        self.leader = winner
        self.trick = []
        if sum(self.tricks_won) == 10 or self._decided_early():
            self._finish_game()

    def _decided_early(self) -> bool:
        """Has the declarer failed in a way that makes the rest of the play irrelevant to the score?"""
        own_tricks = self.tricks_won[self.declarer]
        opponents = [seat for seat in range(3) if seat != self.declarer]
        if self.contract == "N":
            return own_tricks > 0
        if self.announcement in ("schwarz", "ouvert"):
            return any(self.tricks_won[seat] > 0 for seat in opponents)
        if self.announcement == "schneider":
            opponents_points = sum(points_of(self.piles[seat]) for seat in opponents)
            return opponents_points > 30 and own_tricks > 0
        return False

    def _finish_game(self) -> None:
        self.value = game_score(
            contract=self.contract,
            tops=self.tops,
            hand=self.hand_game,
            schneider=self.announcement in ("schneider", "schwarz"),
            schwarz=self.announcement == "schwarz",
            ouvert=self.announcement == "ouvert",
            bid=self.bid,
            points=self.card_points,
            tricks=self.tricks_won[self.declarer],
        )
        self.phase = OVER
