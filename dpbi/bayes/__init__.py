"""Counts and their neighbours, Dirichlet distributions, the Hellinger distance, sensitivities."""
