"""What only Schnapsen has on the command line."""
