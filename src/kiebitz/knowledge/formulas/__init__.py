"""What is said: formulas, and their text."""
