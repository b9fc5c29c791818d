"""Definitions as pages print them: privacy, neighbours, sensitivities, candidates, released laws.

A definition is tried on what the draft itself says of it: privacy on a mechanism that is said to be
private, neighbours on the records that are said to differ, a sensitivity on its use as a divisor.

Laws of exponential mechanisms are compared with the printed weights to 20 digits, being enclosed;
those of the Laplace family exactly (noised_counts.py).
"""

from __future__ import annotations

from dpbi.language.expr import var

u = var("u")
FINE = "1/100000000000000000000"
