"""Endgames with one way to win, and books of them."""
