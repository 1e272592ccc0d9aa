"""Makes what the Skat players have learned: winning tables, and the weights of instinct."""

COMMAND = "python -m tools.skat_training"
"""What a clone's user types before the name of a training."""
