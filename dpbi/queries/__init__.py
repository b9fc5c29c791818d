"""How far the answer of a query moves when a record changes: exactly, over declared datasets.

declared.py    what a query says: datasets, neighbours, the answer at each
reading.py     all of it read, twice, as exact numbers on a graph
sizes.py       norms, and numbers whose squares are rational
rules.py       how much of an offer is left after d steps, and which of two is better
smoothing.py   smooth sensitivities, exponential and harmonic, by one search
own.py         a sensitivity of one's own, read
judging.py     whether it is an upper bound, and smooth
answering.py   `sensitivity`, and what can be asked of its answer
"""

from dpbi.queries.answering import LocalSensitivity as LocalSensitivity
from dpbi.queries.answering import Sensitivity as Sensitivity
from dpbi.queries.answering import sensitivity as sensitivity
from dpbi.queries.declared import AnyQuery as AnyQuery
from dpbi.queries.declared import HasQuery as HasQuery
from dpbi.queries.declared import Query as Query
from dpbi.queries.declared import query as query
from dpbi.queries.judging import SmoothnessFinding as SmoothnessFinding
from dpbi.queries.sizes import Size as Size
from dpbi.queries.smoothing import SmoothSensitivity as SmoothSensitivity
