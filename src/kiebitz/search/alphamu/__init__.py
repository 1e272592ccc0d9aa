"""Vectors of worlds: one plan for many worlds, by the alpha-mu search; proofs are its corner."""
