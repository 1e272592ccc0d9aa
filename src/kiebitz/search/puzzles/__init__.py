"""Puzzles: positions of games in which few moves are right, with the proof."""
