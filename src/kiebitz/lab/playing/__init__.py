"""Playing units and matches, in one process or many."""
