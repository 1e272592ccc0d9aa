"""What matches give."""
