"""What follows: premises, proofs and what they need."""
