"""Models as pictures."""
