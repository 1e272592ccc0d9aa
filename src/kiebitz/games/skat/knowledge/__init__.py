"""What is known in Skat: conclusions, habits, sets."""
