"""Composition: fixed-point laws on a grid, the noise of the grid, and the search over pairs."""
