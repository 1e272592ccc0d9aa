"""What only Skat has on the command line, a file for each command."""
