"""Noises whose probabilities have no closed form: summed up value by value, or integrated."""
