"""Instances beyond a grid: how they are drawn, what hypotheses fix, how long a search goes on."""
