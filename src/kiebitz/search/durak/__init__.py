"""What the searches of Durak share with its rule players, and the searches that are made for it."""
