"""The games that are installed with the program: each a package of its own, registered like any other."""
