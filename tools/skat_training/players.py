"""Who plays where something is learned, as agents with parameters.

None of them has a limit of time, so that what is made depends on the seed alone.
"""

PLAYER = "skat-ai:worlds=8,endgame=100,k=15,nodes=5000,soft=choice,seconds=0"
"""Plays the cards of whole games that correct the winning tables."""
FIRST_TEACHER = "pimc:worlds=12,solve=5,playouts=0,proof=off"
"""Teaches instinct where there is none: it plays on by rules of thumb."""
TEACHER = "skat-ai:worlds=32,solve=5,paranoia=off,playouts=0,proof=off,seconds=0"
"""Teaches instinct that has weights to begin with."""
