"""What is a game? The protocol of a game, and nothing about any one game."""
