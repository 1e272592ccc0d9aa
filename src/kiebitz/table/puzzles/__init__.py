"""Puzzles and exercises for people: pages, booklets, and what the browser asks."""
