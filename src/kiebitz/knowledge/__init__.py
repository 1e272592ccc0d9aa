"""What can be known? Where hidden cards may be, what follows from it, and who knows what about whom."""
