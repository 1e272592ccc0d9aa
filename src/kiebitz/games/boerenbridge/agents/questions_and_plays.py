"""What a strategy graph can ask, and what it can play: numbers for the kernels, words for people.

"Others" are all other players; "may hold" is what the player's own knowledge leaves open. Questions and
plays of the published program, which errs in places, have names of their own.
"""

from __future__ import annotations

from typing import NamedTuple

(
    NEEDS_TRICKS, OPENER, CAN_FOLLOW, HAS_TRUMPS, IS_LAST,
    OTHERS_TRUMPS, TOP_TRUMP, TOP_PLAIN, OTHERS_PLAIN, PAIR,
    TRUMPED, TOP_TRICK, TRUMP_LIES, HIGHER_TRUMP, OTHERS_TRICK, THREATENED, LOWER_TRUMP,
    CAN_DUCK, SUIT_MASTER, RUFFER, RUFFER_NEEDS,
    UNPLAYED_TRUMPS, LAST_TOP_PLAIN, OTHERS_LAST_TOP, PLAIN_PAIR, UNPLAYED_TRICK,
) = range(26)  # fmt: skip


class Question(NamedTuple):
    """A question about a view, with both answers as a path through a graph tells them."""

    text: str
    yes: str
    no: str


QUESTIONS = {
    NEEDS_TRICKS: Question("Does he still need tricks?", "I still need tricks", "I need no more tricks"),
    OPENER: Question("Is he the opener?", "opener", "not the opener"),
    CAN_FOLLOW: Question("Does he have the trick suit?", "I can follow", "I announce that I cannot follow"),
    HAS_TRUMPS: Question("Does he have trumps?", "I have trumps", "I have no trumps"),
    IS_LAST: Question("Is he the last player?", "I am the last player", "others play after me"),
    OTHERS_TRUMPS: Question(
        "Do the others still have trumps?", "others have trumps", "no one else has trumps"
    ),
    TOP_TRUMP: Question(
        "Does he have the highest trump?", "I hold the highest trump", "I do not hold the highest trump"
    ),
    TOP_PLAIN: Question(
        "Does he have a highest non-trump card?",
        "I hold a highest non-trump card",
        "I hold no highest non-trump card",
    ),
    OTHERS_PLAIN: Question(
        "Do the others still have cards of that suit?", "others have its suit", "no one else has its suit"
    ),
    PAIR: Question("Does he have two cards of one suit?", "I have two of a suit", "I have no two of a suit"),
    TRUMPED: Question(
        "Did someone trump the trick?", "someone trumped the trick", "no one trumped the trick"
    ),
    TOP_TRICK: Question(
        "Does he have the highest card of the trick suit?",
        "I hold the highest card of the suit",
        "I do not hold the highest card of the suit",
    ),
    TRUMP_LIES: Question("Is there a trump on the table?", "a trump lies there", "no trump lies there"),
    HIGHER_TRUMP: Question("Does he have a higher trump?", "I have a higher trump", "I have no higher trump"),
    OTHERS_TRICK: Question(
        "Do the others still have cards of the trick suit?",
        "others have the trick suit",
        "no one else has the trick suit",
    ),
    THREATENED: Question(
        "Might another trump be higher than his highest?",
        "another trump may be higher",
        "no other trump can be higher",
    ),
    LOWER_TRUMP: Question("Does he have a lower trump?", "I have a lower trump", "I have no lower trump"),
    CAN_DUCK: Question(
        "Does he have a card of the suit below the best on the table?",
        "I can stay below the best card",
        "I cannot stay below the best card",
    ),
    SUIT_MASTER: Question(
        "Does he have the highest card of a non-trump suit?",
        "I hold the highest card of a suit",
        "I hold no highest card of a suit",
    ),
    RUFFER: Question(
        "Is someone known to lack that suit and to have trumps?",
        "someone lacks it and has trumps",
        "no one is known to lack it and to have trumps",
    ),
    RUFFER_NEEDS: Question(
        "Does such a player still need a trick?",
        "such a player needs a trick",
        "no such player needs a trick",
    ),
    UNPLAYED_TRUMPS: Question(
        "Is a trump that is not his still in the game, the table included?",
        "others have trumps",
        "no one else has trumps",
    ),
    LAST_TOP_PLAIN: Question(
        "Is the highest non-trump card his, the last suit's if several are as high?",
        "I hold the highest non-trump card",
        "I do not hold the highest non-trump card",
    ),
    OTHERS_LAST_TOP: Question(
        "Is another card of that suit still in the game?", "others have its suit", "no one else has its suit"
    ),
    PLAIN_PAIR: Question(
        "Does he have two cards of one non-trump suit?",
        "I have two of a non-trump suit",
        "I have no two of a non-trump suit",
    ),
    UNPLAYED_TRICK: Question(
        "Is a card of the trick suit that is not his still in the game, the table included?",
        "others have the trick suit",
        "no one else has the trick suit",
    ),
}

(
    WORST, HIGHEST_TRUMP, A_TOP_PLAIN, A_FOLLOWED_TOP_PLAIN, LOW_OF_PAIR,
    LOWEST_TRICK, HIGHEST_TRICK, LOWEST_WINNING_TRUMP, LOWEST_SAFE_TRUMP,
    HIGHEST_DUCK, HIGHEST_PLAIN, LOWEST_LOSING_TRUMP, HIGHEST_LOSING_TRUMP, A_RUFFED_MASTER,
    HIGHEST_CARD, THE_LAST_TOP_PLAIN, LOW_OF_PLAIN_PAIR, LOWEST_TRUMP,
) = range(18)  # fmt: skip

PLAYS = {
    WORST: "play the worst card",
    HIGHEST_TRUMP: "play the highest trump",
    A_TOP_PLAIN: "play the highest non-trump card",
    A_FOLLOWED_TOP_PLAIN: "play the highest non-trump card",
    LOW_OF_PAIR: "play the lower of the two",
    LOWEST_TRICK: "play the lowest card of the suit",
    HIGHEST_TRICK: "play the highest card of the suit",
    LOWEST_WINNING_TRUMP: "play the lowest trump that beats the table, else the worst card",
    LOWEST_SAFE_TRUMP: "play the lowest trump that nobody can beat",
    HIGHEST_DUCK: "play the highest card of the suit that still loses, else the lowest",
    HIGHEST_PLAIN: "play the highest non-trump card, else the lowest trump",
    LOWEST_LOSING_TRUMP: "play the lowest trump that still loses",
    HIGHEST_LOSING_TRUMP: "play the highest trump that still loses",
    A_RUFFED_MASTER: "play that card",
    HIGHEST_CARD: "play the highest card",
    THE_LAST_TOP_PLAIN: "play the highest non-trump card",
    LOW_OF_PLAIN_PAIR: "play the lower of the two",
    LOWEST_TRUMP: "play the lowest trump",
}
