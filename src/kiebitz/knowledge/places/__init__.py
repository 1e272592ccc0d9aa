"""Where may the unseen cards lie? Problems, their worlds and how many there are."""
