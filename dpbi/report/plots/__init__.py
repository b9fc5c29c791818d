"""What `--plot` draws: of mechanisms on counts, and of any other."""
