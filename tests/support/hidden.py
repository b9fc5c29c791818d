"""Complete laws of which a part is hidden: what is true of them is known, and who asks is not told.

`Hidden` is a mechanism of two datasets with laws p and q on a few outputs.  Of each law it lists
some outputs, perhaps not with all of their mass; the rest is what is left.  Where an output is
listed in part, what is left may be anywhere; otherwise it is elsewhere.
"""

from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

import dpbi

OUTPUTS = tuple("abcdef")


@dataclass
class Hidden(dpbi.Partial):
    """Laws, the part of each that is listed, and what is known beside that."""

    laws: tuple[dict, dict]
    listed: tuple[dict, dict]
    closed: frozenset | None = None
    says_ratio: bool = False
    excess: Fraction = Fraction(1)

    def datasets(self):
        return [0, 1]

    def neighbours(self, x):
        return [1 - x]

    def elsewhere(self, x):
        return all(self.laws[x].get(r, 0) == p for r, p in self.listed[x].items())

    def known(self, x, tolerance, F):
        atoms = {r: F.rational(p) for r, p in self.listed[x].items()}
        left = 1 - sum(self.listed[x].values())
        return dpbi.Known(atoms, F.rational(left), self.elsewhere(x))

    def tail_ratio(self, x, y, tolerance, F):
        """The true largest ratio at the atoms of neither, times a number of at least 1."""
        if not self.says_ratio or not (self.elsewhere(0) and self.elsewhere(1)):
            return None
        p, q = self.laws[x], self.laws[y]
        rest = [r for r in OUTPUTS if r not in self.listed[0] and r not in self.listed[1]]
        if any(p.get(r, 0) and not q.get(r, 0) for r in rest):
            return None
        found = [p[r] / q[r] for r in rest if q.get(r, 0) and p.get(r, 0)]
        return self.excess * max(found, default=Fraction(0))

    def true_ratio(self, x):
        """The largest P/Q from x to its neighbour; None where it is infinite."""
        p, q = self.laws[x], self.laws[1 - x]
        if any(p[r] and not q.get(r, 0) for r in p):
            return None
        return max(p[r] / q[r] for r in p if p[r])

    def true_delta(self, factor):
        """The largest sum of (P - factor Q)^+."""
        return max(
            sum(max(Fraction(0), p - factor * self.laws[1 - x].get(r, 0)) for r, p in law.items())
            for x, law in enumerate(self.laws)
        )

    def true_moment(self, order):
        """The largest sum of P^order Q^(1-order), for a whole order; None where it is infinite."""
        if None in (self.true_ratio(0), self.true_ratio(1)):
            return None
        return max(
            sum(p**order / self.laws[1 - x][r] ** (order - 1) for r, p in law.items() if p)
            for x, law in enumerate(self.laws)
        )


@st.composite
def laws(draw):
    """A law on some of the outputs."""
    weights = draw(st.lists(st.integers(0, 6), min_size=len(OUTPUTS), max_size=len(OUTPUTS)))
    if not any(weights):
        weights[0] = 1
    total = sum(weights)
    return {r: Fraction(w, total) for r, w in zip(OUTPUTS, weights, strict=True) if w}


@st.composite
def hidden_laws(draw):
    """Two laws, most of the mass of one output or of a few hidden, or a part of many."""
    both = draw(laws()), draw(laws())
    same = draw(st.booleans())
    window = draw(st.sets(st.sampled_from(OUTPUTS)))
    listed = []
    for law in both:
        atoms = window if same else draw(st.sets(st.sampled_from(OUTPUTS)))
        row = {r: law.get(r, Fraction(0)) for r in sorted(atoms)}
        if draw(st.booleans()):
            row = {r: p * draw(st.sampled_from((1, 1, Fraction(9, 10), 0))) for r, p in row.items()}
        listed.append(row)
    return Hidden(
        both,
        tuple(listed),
        frozenset(OUTPUTS) if draw(st.booleans()) else None,
        draw(st.booleans()),
        draw(st.sampled_from((Fraction(1), Fraction(3, 2)))),
    )
