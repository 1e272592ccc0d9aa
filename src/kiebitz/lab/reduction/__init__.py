"""The same certainty from fewer games: what is known about chance is taken out of the points."""
