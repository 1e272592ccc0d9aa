"""What a strategy graph can ask, and what it can play: numbers for the kernels, words for people.

"Others" are all other players; "may hold" is what the player's own knowledge leaves open. Questions and
plays of the published program, which errs in places, have names of their own.
"""

from __future__ import annotations

from typing import NamedTuple

from kiebitz.sayings import Saying, say

(
    NEEDS_TRICKS, OPENER, CAN_FOLLOW, HAS_TRUMPS, IS_LAST,
    OTHERS_TRUMPS, TOP_TRUMP, TOP_PLAIN, OTHERS_PLAIN, PAIR,
    TRUMPED, TOP_TRICK, TRUMP_LIES, HIGHER_TRUMP, OTHERS_TRICK, THREATENED, LOWER_TRUMP,
    CAN_DUCK, SUIT_MASTER, RUFFER, RUFFER_NEEDS,
    UNPLAYED_TRUMPS, LAST_TOP_PLAIN, OTHERS_LAST_TOP, PLAIN_PAIR, UNPLAYED_TRICK,
) = range(26)  # fmt: skip


class Question(NamedTuple):
    """A question about a view, with both answers as a path through a graph tells them."""

    text: Saying
    yes: Saying
    no: Saying


QUESTIONS = {
    NEEDS_TRICKS: Question(
        say("Does he still need tricks?"), say("I still need tricks"), say("I need no more tricks")
    ),
    OPENER: Question(say("Is he the opener?"), say("opener"), say("not the opener")),
    CAN_FOLLOW: Question(
        say("Does he have the trick suit?"), say("I can follow"), say("I announce that I cannot follow")
    ),
    HAS_TRUMPS: Question(say("Does he have trumps?"), say("I have trumps"), say("I have no trumps")),
    IS_LAST: Question(
        say("Is he the last player?"), say("I am the last player"), say("others play after me")
    ),
    OTHERS_TRUMPS: Question(
        say("Do the others still have trumps?"), say("others have trumps"), say("no one else has trumps")
    ),
    TOP_TRUMP: Question(
        say("Does he have the highest trump?"),
        say("I hold the highest trump"),
        say("I do not hold the highest trump"),
    ),
    TOP_PLAIN: Question(
        say("Does he have a highest non-trump card?"),
        say("I hold a highest non-trump card"),
        say("I hold no highest non-trump card"),
    ),
    OTHERS_PLAIN: Question(
        say("Do the others still have cards of that suit?"),
        say("others have its suit"),
        say("no one else has its suit"),
    ),
    PAIR: Question(
        say("Does he have two cards of one suit?"),
        say("I have two of a suit"),
        say("I do not have two of a suit"),
    ),
    TRUMPED: Question(
        say("Did someone trump the trick?"), say("someone trumped the trick"), say("no one trumped the trick")
    ),
    TOP_TRICK: Question(
        say("Does he have the highest card of the trick suit?"),
        say("I hold the highest card of the suit"),
        say("I do not hold the highest card of the suit"),
    ),
    TRUMP_LIES: Question(
        say("Is there a trump on the table?"), say("a trump lies there"), say("no trump lies there")
    ),
    HIGHER_TRUMP: Question(
        say("Does he have a higher trump?"), say("I have a higher trump"), say("I have no higher trump")
    ),
    OTHERS_TRICK: Question(
        say("Do the others still have cards of the trick suit?"),
        say("others have the trick suit"),
        say("no one else has the trick suit"),
    ),
    THREATENED: Question(
        say("Might another trump be higher than his highest?"),
        say("another trump may be higher"),
        say("no other trump can be higher"),
    ),
    LOWER_TRUMP: Question(
        say("Does he have a lower trump?"), say("I have a lower trump"), say("I have no lower trump")
    ),
    CAN_DUCK: Question(
        say("Does he have a card of the suit below the best on the table?"),
        say("I can stay below the best card"),
        say("I cannot stay below the best card"),
    ),
    SUIT_MASTER: Question(
        say("Does he have the highest card of a non-trump suit?"),
        say("I hold the highest card of a suit"),
        say("I hold no highest card of a suit"),
    ),
    RUFFER: Question(
        say("Does a hand, counted alone, surely lack that suit and have trumps?"),
        say("someone lacks it and has trumps"),
        say("no hand, counted alone, surely lacks it and has trumps"),
    ),
    RUFFER_NEEDS: Question(
        say("Does such a player still need a trick?"),
        say("such a player needs a trick"),
        say("no such player needs a trick"),
    ),
    UNPLAYED_TRUMPS: Question(
        say("Is a trump that is not his still in the game, the table included?"),
        say("others have trumps"),
        say("no one else has trumps"),
    ),
    LAST_TOP_PLAIN: Question(
        say("Is the highest non-trump card his, the last suit's if several are as high?"),
        say("I hold the highest non-trump card"),
        say("I do not hold the highest non-trump card"),
    ),
    OTHERS_LAST_TOP: Question(
        say("Is another card of that suit still in the game?"),
        say("others have its suit"),
        say("no one else has its suit"),
    ),
    PLAIN_PAIR: Question(
        say("Does he have two cards of one non-trump suit?"),
        say("I have two of a non-trump suit"),
        say("I do not have two of a non-trump suit"),
    ),
    UNPLAYED_TRICK: Question(
        say("Is a card of the trick suit that is not his still in the game, the table included?"),
        say("others have the trick suit"),
        say("no one else has the trick suit"),
    ),
}

(
    WORST, HIGHEST_TRUMP, A_TOP_PLAIN, A_FOLLOWED_TOP_PLAIN, LOW_OF_PAIR,
    LOWEST_TRICK, HIGHEST_TRICK, LOWEST_WINNING_TRUMP, LOWEST_SAFE_TRUMP,
    HIGHEST_DUCK, HIGHEST_PLAIN, LOWEST_LOSING_TRUMP, HIGHEST_LOSING_TRUMP, A_RUFFED_MASTER,
    HIGHEST_CARD, THE_LAST_TOP_PLAIN, LOW_OF_PLAIN_PAIR, LOWEST_TRUMP,
) = range(18)  # fmt: skip

PLAYS = {
    WORST: say("play the worst card"),
    HIGHEST_TRUMP: say("play the highest trump"),
    A_TOP_PLAIN: say("play the highest non-trump card"),
    A_FOLLOWED_TOP_PLAIN: say("play the highest non-trump card"),
    LOW_OF_PAIR: say("play the lower of the two"),
    LOWEST_TRICK: say("play the lowest card of the suit"),
    HIGHEST_TRICK: say("play the highest card of the suit"),
    LOWEST_WINNING_TRUMP: say("play the lowest trump that beats the table, else the worst card"),
    LOWEST_SAFE_TRUMP: say("play the lowest trump that nobody can beat"),
    HIGHEST_DUCK: say("play the highest card of the suit that still loses, else the lowest"),
    HIGHEST_PLAIN: say("play the highest non-trump card, else the lowest trump"),
    LOWEST_LOSING_TRUMP: say("play the lowest trump that still loses"),
    HIGHEST_LOSING_TRUMP: say("play the highest trump that still loses"),
    A_RUFFED_MASTER: say("play that card"),
    HIGHEST_CARD: say("play the highest card"),
    THE_LAST_TOP_PLAIN: say("play the highest non-trump card"),
    LOW_OF_PLAIN_PAIR: say("play the lower of the two"),
    LOWEST_TRUMP: say("play the lowest trump"),
}
