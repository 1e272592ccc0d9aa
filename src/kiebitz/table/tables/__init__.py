"""Tables: who sits there, what is played, what is kept."""
