"""How is a move found? Playouts, counting and search, written once for every game."""
