"""Durak for two seats (throw-in, no transfer), written for reading.

The attacker is asked after every beaten card and after every "take" that leaves room for one more card,
whether or not he holds a fitting card; so the mere fact of being asked tells nothing about his hand.
"""

FULL_HAND = 6
RANKS = "6789TJQKA"
SUITS = "SHDC"


def strength(card: str) -> int:
    """Return the place of the card's rank among the ranks, lowest first."""
    return RANKS.index(card[0])


def suit_of(card: str) -> str:
    """Return the suit letter of a card."""
    return card[1]


def sorted_batch(cards: list[str]) -> list[str]:
    """Return cards in the order in which they enter a hand together: by suit, then by rank."""
    return sorted(cards, key=lambda card: (SUITS.index(suit_of(card)), strength(card)))


def deck_from(start_rank: int) -> list[str]:
    """Return all cards from a rank (6 to 14, the ace) upwards, suit by suit."""
    return [rank + suit for suit in SUITS for rank in RANKS[start_rank - 6 :]]


def beats(defence: str, attack: str, trump: str | None) -> bool:
    """Tell whether a defence card beats an attack card; without trumps, suits never cross."""
    if suit_of(defence) == suit_of(attack):
        return strength(defence) > strength(attack)
    return suit_of(defence) == trump


def lowest_trump_holder(hands: list[list[str]], trump: str | None) -> int | None:
    """Return the seat with the lowest trump, or None if neither hand has a trump."""
    trumps = [card for hand in hands for card in hand if suit_of(card) == trump]
    if not trumps:
        return None
    lowest = min(trumps, key=strength)
    return 0 if lowest in hands[0] else 1


def choice(options: dict[str, str], name: str, allowed: list[str]) -> str:
    """Return an option's value; the first allowed value is the default."""
    value = options.get(name, allowed[0])
    if value not in allowed:
        raise ValueError(f"option {name}={value!r} must be one of {allowed}")
    return value


def read_facts(text: str) -> tuple[str, int]:
    """Read the trump letter (or "-") and the coin from a text like ``trump=S first=0``."""
    facts = dict(word.split("=", 1) for word in text.split())
    if set(facts) != {"trump", "first"} or facts["first"] not in ("0", "1"):
        raise ValueError(f"expected trump=... first=0 or first=1, not {text!r}")
    return facts["trump"], int(facts["first"])


class Reference:
    """One game of Durak, from a given distribution to its end."""

    def __init__(self, options: dict[str, str], distributions: list[str]) -> None:
        """Lay out the first distribution; a game needs no other."""
        self.start_rank = int(choice(options, "start_rank", [str(rank) for rank in range(6, 15)]))
        self.trumps_on = choice(options, "trumps", ["on", "off"]) == "on"
        self.limited = choice(options, "attack_limit", ["none", "6"]) == "6"
        self.published_end = choice(options, "end", ["correct", "published"]) == "published"
        self.attack: list[str] = []
        self.defence: list[str] = []
        self.discard: set[str] = set()
        self.taking = False
        self.defending = False
        self.bout = 1
        self.result: tuple[int, int] | None = None
        self.read_distribution(distributions[0])

    def read_distribution(self, text: str) -> None:
        """Set hands, deck (top first), trump and first attacker from ``hand | hand | deck | facts``."""
        parts = text.split("|")
        if len(parts) != 4:
            raise ValueError(f"a distribution has four parts: {text!r}")
        first_hand, second_hand, deck = (part.split() for part in parts[:3])
        cards = first_hand + second_hand + deck
        if len(set(cards)) != len(cards) or not set(cards) <= set(deck_from(self.start_rank)):
            raise ValueError(f"a card is there twice or is not part of the deck: {text!r}")
        letter, coin = read_facts(parts[3])
        if (letter in list(SUITS)) != self.trumps_on or (not self.trumps_on and letter != "-"):
            raise ValueError(f"the trump does not fit the option trumps: {text!r}")
        if self.trumps_on and deck and suit_of(deck[-1]) != letter:
            raise ValueError(f"the bottom card of the deck must be a trump: {text!r}")
        self.hand_lists = [first_hand, second_hand]
        self.deck = deck
        self.trump = letter if self.trumps_on else None
        holder = lowest_trump_holder(self.hand_lists, self.trump)
        self.attacker = coin if holder is None else holder

    # What can be seen from outside.

    def to_move(self) -> int:
        """Return the seat to move, or -1 when the game is over."""
        if self.result is not None:
            return -1
        return self.defender() if self.defending else self.attacker

    def legal(self) -> list[str]:
        """Return the texts of the legal moves, sorted."""
        return sorted(self.ordered_moves())

    def points(self) -> tuple[int, ...]:
        """Return 1 for the winner and -1 for the durak, or 0 for both after a draw."""
        if self.result is None:
            raise ValueError("the game is not over")
        return self.result

    def hands(self) -> list[set[str]]:
        """Return the cards each seat holds."""
        return [set(hand) for hand in self.hand_lists]

    def hand_order(self, seat: int) -> list[str]:
        """Return a hand as a row of batches, each sorted by suit and rank, in order of arrival."""
        return list(self.hand_lists[seat])

    def table(self) -> list[str]:
        """Return the cards on the table, attack cards first."""
        return self.attack + self.defence

    def defender(self) -> int:
        """Return the seat that defends in this bout."""
        return 1 - self.attacker

    # Which moves exist.

    def ordered_moves(self) -> list[str]:
        """Return the legal moves: cards in hand order, then "pass" or "take"."""
        if self.result is not None:
            return []
        if self.defending:
            return [*self.defence_cards(), "take"]
        return self.attack_cards() + (["pass"] if self.attack else [])

    def attack_cards(self) -> list[str]:
        """Return the cards the attacker may put down now."""
        hand = self.hand_lists[self.attacker]
        if not self.has_room():
            return []
        if not self.attack:
            return list(hand)
        ranks_on_table = {card[0] for card in self.table()}
        return [card for card in hand if card[0] in ranks_on_table]

    def defence_cards(self) -> list[str]:
        """Return the defender's cards that beat the attack card put down last."""
        return [card for card in self.hand_lists[self.defender()] if beats(card, self.attack[-1], self.trump)]

    def has_room(self) -> bool:
        """Tell whether one more attack card is allowed in this bout, whatever the attacker holds.

        The defender needs a hand card for each unbeaten card, the new one included. With the limit a bout
        has at most six attack cards, the first bout of the game at most five.
        """
        unbeaten = len(self.attack) - len(self.defence)
        if len(self.hand_lists[self.defender()]) <= unbeaten:
            return False
        if not self.limited:
            return True
        return len(self.attack) < (5 if self.bout == 1 else 6)

    # What the moves do.

    def play(self, move: str) -> None:
        """Make a move, or raise ValueError if it is not legal."""
        if move not in self.ordered_moves():
            raise ValueError(f"seat {self.to_move()} may not play {move!r}, only {self.legal()}")
        if move == "take":
            self.defending = False
            self.taking = True
            self.ask_for_more_or_pick_up()
        elif move == "pass":
            if self.taking:
                self.pick_up()
            else:
                self.end_beaten_bout()
        elif self.defending:
            self.defend_with(move)
        else:
            self.attack_with(move)

    def attack_with(self, card: str) -> None:
        """Put down an attack card; a defender who takes does not answer it."""
        self.hand_lists[self.attacker].remove(card)
        self.attack.append(card)
        if self.taking:
            self.ask_for_more_or_pick_up()
        else:
            self.defending = True

    def defend_with(self, card: str) -> None:
        """Beat the last attack card; the game may end here, otherwise the attacker goes on."""
        self.hand_lists[self.defender()].remove(card)
        self.defence.append(card)
        self.defending = False
        self.test_end()

    def ask_for_more_or_pick_up(self) -> None:
        """Leave the move to the attacker if he has a card and there is room for one; else pick up."""
        if not self.has_room() or not self.hand_lists[self.attacker]:
            self.pick_up()

    def pick_up(self) -> None:
        """Give the table to the defender; the same seat attacks again."""
        self.hand_lists[self.defender()] += sorted_batch(self.table())
        self.attack = []
        self.defence = []
        self.test_end()
        if self.result is None:
            self.begin_bout(self.attacker)

    def end_beaten_bout(self) -> None:
        """Put the table away; the roles change."""
        self.test_end()
        if self.result is None:
            self.discard |= set(self.table())
            self.attack = []
            self.defence = []
            self.begin_bout(self.defender())

    def begin_bout(self, next_attacker: int) -> None:
        """Refill both hands, the attacker of the last bout first, and begin the next bout."""
        self.refill(self.attacker)
        self.refill(self.defender())
        self.attacker = next_attacker
        self.taking = False
        self.bout += 1

    def refill(self, seat: int) -> None:
        """Let a seat draw up to six cards, as far as the deck reaches."""
        count = max(0, FULL_HAND - len(self.hand_lists[seat]))
        self.hand_lists[seat] += sorted_batch(self.deck[:count])
        self.deck = self.deck[count:]

    # How the game ends.

    def test_end(self) -> None:
        """End the game if a seat has got rid of its cards."""
        attacker_out, defender_out = self.out_as_published() if self.published_end else self.out_for_good()
        if attacker_out and defender_out:
            self.result = (0, 0)
        elif attacker_out or defender_out:
            winner = self.attacker if attacker_out else self.defender()
            self.result = (1, -1) if winner == 0 else (-1, 1)

    def out_for_good(self) -> tuple[bool, bool]:
        """Tell for attacker and defender whether the hand would be empty even after refilling."""
        left = len(self.deck)
        out = []
        for seat in (self.attacker, self.defender()):
            size = len(self.hand_lists[seat])
            drawn = min(max(0, FULL_HAND - size), left)
            left -= drawn
            out.append(size + drawn == 0)
        return out[0], out[1]

    def out_as_published(self) -> tuple[bool, bool]:
        """Tell for attacker and defender whether the hand is empty and the attacker's need covers the deck.

        This lets an attacker go out although cards are left that he would have to draw.
        """
        need = max(0, FULL_HAND - len(self.hand_lists[self.attacker]))
        if need < len(self.deck):
            return False, False
        return not self.hand_lists[self.attacker], not self.hand_lists[self.defender()]
