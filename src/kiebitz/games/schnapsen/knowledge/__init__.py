"""What is known in Schnapsen: conclusions, and strategies as logic."""
