"""How does compiled code work here? Compilation and its cache, bits, random numbers, the state vector."""
