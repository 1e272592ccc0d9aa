"""Pictures of cards and positions."""
