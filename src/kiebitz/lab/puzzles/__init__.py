"""Puzzles out of games that agents play: found, rated by those who solve them, and repeated."""
