"""What could a player have known? A unit gone over, decision by decision.

    review = review(record, seat=0)         # lab/review/reviewing.py, public as kiebitz.review
    review.mistakes                         # knowable ones, the costliest first
    review.open_losses                      # what nobody could know
    Review.of_dict(review.as_dict())        # JSON both ways: what is kept, sent, and read again

Two judgements are made of each decision, and never mixed.

*Knowable* rests on the seat's own view alone, so hidden cards that it could not know change nothing in it.
By *proof*: other moves forced what the seat wants, whatever the others hold and play (``Solving.forcing``).
By *average*: another move does better over the same worlds, which fit what the seat knew (``Roster.valuer``:
what draws the worlds and what values them are two steps, so that a learned belief can take the place of the
first). Half of the worlds chooses the better move and the other half says how much better it is, and the
other way round: so the luck of having picked the best of several is not counted. A loss below two and a
half standard errors of the paired difference is no mistake.

*Open cards* looks at the cards as they lay: what a move gave away if everybody had seen everything.

The document of a review, as programs keep it (``Review.as_dict``):

    format        1
    game, options, seat, players
    record        the unit in our own format; with a ply of ``judged`` it gives the position
    result        what the seat got, in the unit of ``unit`` (``unit_said`` is the saying)
    points        each seat's points
    worlds, nodes, seed    the effort
    complete      false if the clock or a user ended it early
    curve         [{ply, expected, error}]: what the seat could expect after each of its moves
    judged        [{ply, round, phase, move, choices, expected, error, knowable, open}]
      knowable    {by, better: [moves], loss, error, worlds, is_mistake, why, why_said};
                  by is "proof", "average", or "none" where there was nothing to compare
      open        null, or {better: [moves], loss, why, why_said}
    silent, silent_said    what nothing is said about, and why

``expected``, ``loss`` and ``error`` are in that unit, as is ``result``.
"""
