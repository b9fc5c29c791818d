"""The orders of Renyi divergences: what each order is, and how a divergence compares exactly."""
