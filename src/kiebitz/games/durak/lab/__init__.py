"""What the game brings to the lab."""
