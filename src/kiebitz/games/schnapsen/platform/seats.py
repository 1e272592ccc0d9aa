"""A view of ours as a perspective of the platform.

A view knows less than the platform's state: not where the hidden cards are. So the game is told again from
the view's events with the hidden cards put anywhere, which the bot cannot see; the history, the order of
its hand and all that is known come out as the platform has them.
"""

from __future__ import annotations

from kiebitz.games.schnapsen import rules as r
from kiebitz.games.schnapsen.platform.engine import GamePlayEngine, SchnapsenGamePlayEngine
from kiebitz.games.schnapsen.platform.kernels import takes
from kiebitz.games.schnapsen.platform.moves import MOVES, PLAIN, Move
from kiebitz.games.schnapsen.platform.perspective import DUMMIES, FollowerPerspective, LeaderPerspective
from kiebitz.games.schnapsen.platform.state import GameState, unpack
from kiebitz.games.schnapsen.platform.tricks import dealt, exchanged, played
from kiebitz.kernel.state import HAND
from kiebitz.rules.values import View

ENGINE: GamePlayEngine = SchnapsenGamePlayEngine()
UNKNOWN = NEVER = -1


def perspective_of(
    view: View, turned: int = UNKNOWN
) -> tuple[LeaderPerspective | FollowerPerspective, Move | None]:
    """What the platform would show to the seat that has this view, and the lead that it answers.

    ``turned`` is the card that lay face up at first. The view does not tell it after an exchange by the
    opponent; a bot that has seen it may remember it.
    """
    state, lead = retell(view, turned)
    if lead is None:
        return LeaderPerspective(state, ENGINE), None
    return FollowerPerspective(state, ENGINE, lead), lead


def retell(view: View, turned: int) -> tuple[GameState, Move | None]:
    """The position before the present trick with its whole history, and the lead if there is one."""
    story = _Story(view, turned)
    state = dealt(story.layout(), DUMMIES)
    names = MOVES[story.words[r.TRUMP]]
    lead: Move | None = None
    for _, code in story.moves:
        if code == r.EXCHANGE:
            state = exchanged(state)
        elif lead is None:
            lead = names[code]
        else:
            state, lead = played(state, lead, PLAIN[code]), None
    return state, lead


class _Story:
    """What a view tells about where every card came from."""

    def __init__(self, view: View, turned: int) -> None:
        self.words: list[int] = view.vector.tolist()
        self.me, self.other = view.seat, 1 - view.seat
        events = view.events
        self.first_five = [card.number for card in events[0].gained]
        self.moves = [(event.seat, event.move.code) for event in events[1:] if event.move is not None]
        self.gained = [[card.number for card in event.gained] for event in events[1:]]
        self.trump = self.words[r.TRUMP]
        self.jack = 5 * self.trump + r.JACK
        self.exchange = next((ply for ply, (_, code) in enumerate(self.moves) if code == r.EXCHANGE), NEVER)
        self.draws = self._draws()
        self.turned = turned if turned != UNKNOWN else self._turned()

    def layout(self) -> list[int]:
        """A deal that fits all that the seat has seen: the first player's hand, the second's, the talon."""
        others = self._others()
        hands = {self.me: self._my_hand(), self.other: others[:5]}
        rest = iter(others[5:])
        talon = [next(rest) if card == UNKNOWN else card for _, card in self.draws[:9]]
        used = {*hands[0], *hands[1], *talon, self.turned}
        talon += [card for card in range(20) if card not in used]
        return [*hands[0], *hands[1], *talon, self.turned]

    def _draws(self) -> list[tuple[int, int]]:
        """Who drew from the talon, in order, and what: UNKNOWN if it was the other."""
        draws: list[tuple[int, int]] = []
        led: tuple[int, int] | None = None
        for (seat, code), gained in zip(self.moves, self.gained, strict=True):
            if code == r.EXCHANGE:
                continue
            if led is None:
                led = (seat, 5 * (code - r.MARRY_KING) + r.KING if code >= r.MARRY_KING else code)
                continue
            winner = seat if takes(led[1], code, self.trump) else led[0]
            led = None
            if len(draws) < 10 and gained:
                mine = gained[0]
                draws += [(who, mine if who == self.me else UNKNOWN) for who in (winner, 1 - winner)]
        return draws

    def _my_hand(self) -> list[int]:
        """The seat's first five cards, ordered so that the hand comes out as it is held now."""
        held = [card.code for card in unpack(self.words[r.ORDER + self.me], self._mine.bit_count())]
        returned = self.jack if self._exchanger == self.me else UNKNOWN  # it left the hand in between
        kept = [card for card in held if card in self.first_five and card != returned]
        return [card for card in self.first_five if card not in kept] + kept

    def _others(self) -> list[int]:
        """The other's dealt and drawn cards in the order in which it needed them; then any hidden ones."""
        cards = dict.fromkeys(self._shown_by_other(0) + self._held_by_other())
        bottom_is_theirs = len(self.draws) == 10 and self.draws[9][0] == self.other
        if self._exchanger == self.other or (bottom_is_theirs and self.exchange == NEVER):
            cards.pop(self.turned, None)
        if bottom_is_theirs and self._exchanger == self.me:
            cards.pop(self.jack, None)
        total = 5 + sum(who == self.other for who, _ in self.draws[:9])
        hidden = [card for card in range(20) if card not in cards and not self._located >> card & 1]
        return [*cards, *hidden][:total]

    def _turned(self) -> int:
        """The card that lay face up at first."""
        if self.exchange == NEVER:
            if self.words[r.UPCARD] >= 0:
                return self.words[r.UPCARD]
            if self.draws[9][0] == self.me:
                return self.draws[9][1]
            after = [ply for ply, gained in enumerate(self.gained) if gained][-1] + 1
        elif self._exchanger == self.me:
            return self.gained[self.exchange][0]
        else:
            after = self.exchange + 1
        # The other took it and may have played it since: one of the trumps that it had from then on.
        before = self._shown_by_other(0, after)
        later = [*self._held_by_other(), *self._shown_by_other(after)]
        jack = UNKNOWN if self.exchange == NEVER else self.jack
        return next(c for c in later if c // 5 == self.trump and c not in before and c != jack)

    def _shown_by_other(self, first: int, last: int | None = None) -> list[int]:
        """The cards that the other has played or shown in some of the moves."""
        cards: list[int] = []
        for seat, code in self.moves[first:last]:
            if seat == self.other:
                suit = 5 * (code - r.MARRY_KING)
                married = [suit + r.KING, suit + r.QUEEN] if code >= r.MARRY_KING else [code]
                cards += [self.jack] if code == r.EXCHANGE else married
        return cards

    def _held_by_other(self) -> list[int]:
        """The cards that everybody knows in the other's hand."""
        return [card for card in range(20) if self.words[r.SHOWN + self.other] >> card & 1]

    @property
    def _exchanger(self) -> int:
        return self.moves[self.exchange][0] if self.exchange != NEVER else NEVER

    @property
    def _mine(self) -> int:
        return self.words[HAND + self.me]

    @property
    def _located(self) -> int:
        """The mask of the cards whose place the seat knows."""
        words = self.words
        cards = words[r.WON] | words[r.WON + 1] | self._mine | words[r.SHOWN + self.other]
        for word in (r.UPCARD, r.LED):
            if words[word] >= 0:
                cards |= 1 << words[word]
        return cards | 1 << self.turned
