"""Laws as small tables of fractions, and a strategy that draws them."""

from fractions import Fraction

from hypothesis import strategies as st

from dpbi.laws.forms import Exact


class Table(Exact):
    """A law for each dataset of a path, as a table."""

    name = "table"

    def __init__(self, *rows):
        self.rows = rows

    def datasets(self):
        return range(len(self.rows))

    def neighbours(self, x):
        return [y for y in (x - 1, x + 1) if 0 <= y < len(self.rows)]

    def probabilities(self, x):
        return dict(enumerate(self.rows[x]))


laws = st.lists(st.integers(0, 6), min_size=3, max_size=3).filter(any)


tables = st.lists(laws, min_size=2, max_size=4).map(
    lambda rows: Table(*[[Fraction(v, sum(row)) for v in row] for row in rows])
)
