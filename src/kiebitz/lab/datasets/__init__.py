"""Positions for learners: what a seat saw, what it did, what came of it, and what it could not see."""
